"""Functions, traps, globals and attributes of `convert-mir-to-llvm`; what it refuses; that ptxas takes what comes out."""

from __future__ import annotations

import re

import pytest
from lowered_mir import context, lower, parse
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr, UnknownLoc

from periclase.codegen.assembler import assemble, available_assemblers
from periclase.codegen.libdevice import find_libdevice, link_libdevice, needed_functions
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import emit_ptx
from periclase.diagnostics import CompileError, Span
from periclase.dialects import llvm
from periclase.dialects.mir import MIR, FuncOp
from periclase.dialects.mir.float_math import LibraryOperation
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM
from periclase.passes.convert_mir_to_llvm.module import lowering_of
from periclase.passes.convert_nvvm_to_llvm import ConvertNvvmToLLVM
from periclase.runtime.backends.cpu.llvm_binding import binding

TARGETS = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"]


def ptx(text: str, target: str = "sm_75") -> str:
    module = lower(text, "ptx")
    ConvertNvvmToLLVM().apply(context(), module)
    return emit_ptx(print_module(module, target="nvptx64"), target)


def test_every_op_of_the_dialect_has_a_lowering():
    assert {op.name for op in MIR.operations if lowering_of(op) is None} == {FuncOp.name}


def test_nothing_of_mir_is_left():
    module = lower("mir.func private @f(%a: si32) -> si32 {\n  mir.return %a : si32\n}")
    assert not [op.name for op in module.walk() if op.name.startswith("mir.")]


# ---------------------------------------------------------------------------------------------------------------------
# Functions


def function(text: str, target: str = "ptx") -> llvm.FuncOp:
    return next(op for op in lower(text, target).body.block.ops if isinstance(op, llvm.FuncOp))


def test_launch_bounds_become_attributes():
    text = """
mir.func @k() attributes {kernel, launch_bounds = #mir.launch_bounds<256, min_blocks = 2, max_registers = 64>,
    cluster_dims = #mir.block_dims<2, 1, 1>} {
  mir.return
}"""
    emitted = ptx(text, "sm_90")
    assert ".maxntid 256" in emitted
    assert ".minnctapersm 2" in emitted
    assert ".maxnreg 64" in emitted
    assert ".reqnctapercluster 2" in emitted


def test_a_required_block_replaces_the_largest_block():
    text = """
mir.func @k() attributes {kernel, launch_bounds = #mir.launch_bounds<256>, required_block = #mir.block_dims<16, 16, 1>} {
  mir.return
}"""
    emitted = ptx(text)
    assert ".reqntid 16, 16, 1" in emitted
    assert ".maxntid" not in emitted


def test_linkage_and_inlining():
    text = """
mir.func private @never() attributes {inline_policy = "never"} {
  mir.return
}
mir.func @exported() attributes {inline_policy = "always", source_name = "pkg.exported"} {
  mir.return
}
mir.func private @elsewhere(%x: f32) -> f32
"""
    found = [op for op in lower(text, "ptx").body.block.ops if isinstance(op, llvm.FuncOp)]
    assert [op.linkage.linkage.data for op in found] == ["internal", "external", "external"]
    assert [op.inline_policy() for op in found] == ["never", "always", "auto"]
    assert found[1].attributes["periclase.source_name"] == StringAttr("pkg.exported")
    assert found[2].is_declaration()


def test_functions_and_calls_are_convergent_on_a_gpu_only():
    text = "mir.func private @g() {\n  mir.return\n}\nmir.func private @f() {\n  mir.call @g() : () -> ()\n  mir.return\n}"
    assert str(lower(text, "ptx")).count("convergent") == 3
    assert "convergent" not in str(lower(text, "cpu"))


def test_parameter_attributes_go_to_the_pointer():
    text = """
mir.func @k(%x: !mir.slice<f64, global> {llvm.noalias}, %n: si32) attributes {kernel} {
  mir.return
}"""
    given = function(text).arg_attrs
    assert given is not None
    assert set(given.data[0].data) == {"llvm.align", "llvm.noalias"}
    assert not given.data[1].data
    assert not given.data[2].data


def test_unreachable_blocks_are_dropped():
    text = """
mir.func private @f(%a: si32) -> si32 {
  mir.return %a : si32
^dead(%x: si32):
  mir.goto ^dead(%x : si32)
}"""
    assert len(function(text).body.blocks) == 1


def test_blocks_may_stand_in_any_order():
    text = """
mir.func private @f(%a: si32) -> si32 {
  mir.goto ^second
^first:
  mir.return %b : si32
^second:
  %b = mir.add %a, %a : si32
  mir.goto ^first
}"""
    assert len(function(text).body.blocks) == 3


def test_every_op_keeps_its_location():
    module = parse(
        "mir.func private @f(%a: si32, %b: si32) -> si32 {\n  %q = mir.floor_div %a, %b : si32\n  mir.return %q : si32\n}"
    )
    place = FileLineColLoc(StringAttr("kern.py"), IntAttr(4), IntAttr(2))
    for op in module.walk():
        op.location = place
    ConvertMirToLLVM().apply(context(), module)
    lowered = [op for op in module.walk() if op is not module]
    assert len(lowered) > 8
    assert not [op for op in lowered if isinstance(op.location, UnknownLoc)]
    assert {op.location for op in lowered} == {place}


# ---------------------------------------------------------------------------------------------------------------------
# Traps and barriers

CHECKED = """
mir.func @k(%x: !mir.slice<mut f32, global>, %i: ui64) attributes {kernel} {
  %n = mir.extract_field %x[1] : !mir.slice<mut f32, global>
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  nvvm.barrier0
  %in = mir.lt %i, %n : ui64
  mir.assert bounds %in, "index out of bounds"
  %q = mir.ptr_offset %p[%i] : !mir.ptr<mut f32, global>, ui64
  %v = mir.load %q : !mir.ptr<mut f32, global>
  %w = mir.mul %v, %v : f32
  mir.store %w, %q : !mir.ptr<mut f32, global>
  nvvm.barrier0
  mir.return
}
"""


def test_a_trap_says_why():
    traps = [op for op in lower(CHECKED, "ptx").walk() if op.name == "nvvm.trap"]
    assert len(traps) == 1
    assert traps[0].attributes == {"message": StringAttr("index out of bounds"), "kind": StringAttr("bounds")}


def test_a_panic_traps():
    emitted = ptx('mir.func @k() attributes {kernel} {\n  mir.panic "never"\n}')
    assert "trap;" in emitted


def test_barriers_are_as_many_in_ptx_as_in_mir():
    emitted = ptx(CHECKED)
    assert len(re.findall(r"\bbar(?:rier)?\.(?:cta\.)?sync", emitted)) == CHECKED.count("nvvm.barrier0")
    assert emitted.count("trap;") == 1


# ---------------------------------------------------------------------------------------------------------------------
# Globals


def test_shared_allocations_of_one_key_are_one_tile():
    text = """
mir.func @k(%v: f32) attributes {kernel} {
  %a = mir.shared_alloc !mir.array<4 x f32> key "k.tile" name "tile" align 16
  %b = mir.shared_alloc !mir.array<4 x f32> key "k.tile" name "tile" align 32
  %c = mir.shared_alloc !mir.array<4 x f32> key "k.other" name "tile"
  mir.return
}"""
    globals_ = [op for op in lower(text, "ptx").body.block.ops if isinstance(op, llvm.GlobalOp)]
    assert [op.sym_name.data for op in globals_] == ["__shared_tile", "__shared_tile_1"]
    assert globals_[0].alignment is not None
    assert globals_[0].alignment.value.data == 32


def test_dynamic_shared_memory_is_one_array_with_the_strictest_alignment():
    text = """
mir.func @k(%v: f32) attributes {kernel} {
  %a = mir.dynamic_shared f32
  %b = mir.dynamic_shared f64 offset 64 align 16
  mir.store %v, %a : !mir.ptr<mut f32, shared>
  mir.return
}"""
    emitted = ptx(text)
    assert ".extern .shared .align 16 .b8 __dynamic_shared[]" in emitted


def test_one_key_can_not_name_memory_of_two_types():
    text = """
mir.func @k() attributes {kernel} {
  %a = mir.shared_alloc f32 key "x"
  %b = mir.shared_alloc f64 key "x"
  mir.return
}"""
    with pytest.raises(CompileError) as caught:
        lower(text)
    assert caught.value.diagnostic.code == "PC0620"
    assert "another type" in caught.value.diagnostic.message


# ---------------------------------------------------------------------------------------------------------------------
# Refusals


def test_an_unknown_target_is_refused():
    with pytest.raises(CompileError) as caught:
        lower("mir.func private @f() {\n  mir.return\n}", "vax")
    assert caught.value.diagnostic.code == "PC0621"


def test_an_op_of_another_dialect_on_mir_types_is_refused_at_its_place():
    module = parse(
        'mir.func private @f(%a: si32) -> si32 {\n  %r = "builtin.unrealized_conversion_cast"(%a) : (si32) -> f32\n'
        "  %s = mir.cast float_to_int %r : f32 to si32\n  mir.return %s : si32\n}"
    )
    for op in module.walk():
        op.location = FileLineColLoc(StringAttr("kern.py"), IntAttr(9), IntAttr(5))
    with pytest.raises(CompileError) as caught:
        ConvertMirToLLVM().apply(context(), module)
    assert caught.value.diagnostic.code == "PC0620"
    assert caught.value.diagnostic.span == Span("kern.py", 9, 4)


# ---------------------------------------------------------------------------------------------------------------------
# The assembler takes it

ARITHMETIC = [
    *(
        f"%r = mir.{name} %a, %b : {{0}}"
        for name in ("add", "mul", "div", "rem", "floor_div", "floor_mod", "max")
    ),
    "%r = mir.saturating_sub %a, %b : {0}",
    "%t = mir.checked_mul %a, %b : {0}\n%r = mir.extract_field %t[0] : !mir.tuple<{0}, i1>",
    "%r = mir.shr %a, %b : {0}, {0}",
    "%r = mir.rotate_left %a, %b : {0}, {0}",
    "%r = mir.bit_reverse %a : {0}",
    "%r = mir.byte_swap %a : {0}",
    "%f = mir.cast int_to_float %a : {0} to f32\n%r = mir.cast float_to_int %f : f32 to {0}",
    "%f = mir.cast int_to_float %a : {0} to f16\n%r = mir.cast float_to_int %f : f16 to {0}",
    "%f = mir.cast int_to_float %a : {0} to bf16\n%r = mir.cast float_to_int %f : bf16 to {0}",
    "%t = mir.carrying_mul_add %a, %b, %a, %b : {0}\n%r = mir.extract_field %t[1] : !mir.tuple<{1}, {0}>",
]
FLOATS = [
    *(f"%r = mir.{name} %a, %b : {{0}}" for name in ("add", "mul", "div", "min", "copysign")),
    *(
        f"%r = mir.{name} %a : {{0}}"
        for name in ("sqrt", "floor", "round", "round_even", "trunc", "abs", "neg")
    ),
    "%r = mir.fma %a, %b, %a : {0}",
]


def kernel_of(bodies: list[str], type: str, unsigned: str) -> str:
    """One kernel that runs each of `bodies` on `%a` and `%b` and stores every `%r`."""
    pointer = f"!mir.ptr<mut {type}, global>"
    lines = [f"mir.func @k(%p: {pointer}, %a: {type}, %b: {type}) attributes {{kernel}} {{"]
    for number, body in enumerate(bodies):
        text = body.format(type, unsigned)
        for name in ("r", "t", "f"):
            text = re.sub(rf"%{name}\b", f"%{name}{number}", text)
        lines += [text, f"mir.store volatile %r{number}, %p : {pointer}"]
    return "\n".join([*lines, "mir.return", "}"])


needs_assembler = pytest.mark.skipif(not available_assemblers(), reason="no assembler is installed")


@needs_assembler
@pytest.mark.parametrize("type", [f"{sign}{bits}" for sign in ("si", "ui") for bits in (8, 16, 32, 64, 128)])
def test_integer_arithmetic_assembles(type: str):
    assemble(ptx(kernel_of(ARITHMETIC, type, "ui" + type[2:])), "sm_75")


@needs_assembler
@pytest.mark.parametrize("target", ["sm_75", "sm_90"])
@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_float_arithmetic_assembles(type: str, target: str):
    assemble(ptx(kernel_of(FLOATS, type, ""), target), target)


@needs_assembler
@pytest.mark.parametrize("target", TARGETS)
def test_a_kernel_with_memory_traps_and_barriers_assembles(target: str):
    assemble(ptx(CHECKED, target), target)


APPROXIMATED = ("sin", "cos", "tan", "exp", "exp10", "log", "log2", "log10")


@needs_assembler
def test_approximations_need_no_library():
    bodies = [f"%r = mir.{name} %a fastmath<afn> : {{0}}" for name in APPROXIMATED]
    bodies += ["%r = mir.pow %a, %b fastmath<afn> : {0}", "%r = mir.rsqrt %a : {0}", "%r = mir.exp2 %a : {0}"]
    text = kernel_of(bodies, "f32", "")
    assert "__nv_" not in str(lower(text, "ptx"))
    emitted = ptx(text)
    for instruction in (
        "sin.approx",
        "cos.approx",
        "ex2.approx",
        "lg2.approx",
        "rsqrt.approx",
    ):
        assert instruction in emitted
    assemble(emitted, "sm_75")


@pytest.mark.skipif(find_libdevice() is None, reason="libdevice is not installed")
@pytest.mark.parametrize("type", ["f32", "f64"])
def test_every_function_called_is_in_libdevice(type: str):
    unary = [op.name for op in MIR.operations if issubclass(op, LibraryOperation)]
    bodies = [f"%r = {name} %a : {{0}}" for name in unary]
    bodies += [f"%r = mir.{name} %a, %b : {{0}}" for name in ("pow", "atan2", "hypot", "rem")]
    module = lower(kernel_of(bodies, type, ""), "ptx")
    text = print_module(module, target="nvptx64")
    names = needed_functions(text)
    assert len(names) > 20
    with binding().create_context() as made, binding().parse_assembly(text, made) as calling:
        link_libdevice(calling, names, made)  # raises for a function it lacks, or has with other types


def test_what_is_passed_by_value_has_its_alignment_on_the_cpu():
    text = "mir.func @k(%p: !mir.ptr<{}> {{mir.grid_constant = #mir.grid_constant<64>}}) attributes {{kernel}} {{ mir.return }}"
    assert "llvm.align = 64" in str(lower(text.format("si64"), "cpu"))
    assert "llvm.align = 64" in str(lower(text.format("si128"), "ptx"))
    with pytest.raises(CompileError, match=r"PC0620.*is aligned to 8 bytes at most; a si128 is to 16"):
        lower(text.format("si128"), "cpu")


def test_mathematics_is_called_by_the_targets_names():
    text = kernel_of(
        ["%r = mir.sin %a : {0}", "%r = mir.cbrt %a : {0}", "%r = mir.rem %a, %b : {0}"], "f32", ""
    )
    on_gpu, on_cpu = str(lower(text, "ptx")), str(lower(text, "cpu"))
    for name in ("@__nv_sinf", "@__nv_cbrtf", "@__nv_fmodf"):
        assert f"llvm.call {name}" in on_gpu
    assert "llvm.intr.sin" in on_cpu
    assert "llvm.call @cbrtf" in on_cpu
    assert "llvm.frem" in on_cpu


# ---------------------------------------------------------------------------------------------------------------------
# The ends of what can be said


@pytest.mark.parametrize(
    ("type", "number", "bits"), [("f16", "1.5", "0x3E00"), ("bf16", "-2.0", "0xC000"), ("f16", "0.0", "0")]
)
def test_a_variable_of_a_short_float_starts_with_its_bits(type: str, number: str, bits: str):
    """LLVM ends the process where it has to write such a variable as what it is."""
    text = f"""
mir.func @k() attributes {{kernel}} {{
  %p = mir.global_alloc {type} key "x" = {number} : {type}
  %v = mir.load volatile %p : !mir.ptr<mut {type}, global>
  %again = mir.global_alloc {type} key "x" = {number} : {type}
  mir.store volatile %v, %again : !mir.ptr<mut {type}, global>
  mir.return
}}"""
    found = re.search(r"\.global \.align 2 \.[bu]\d+ x( = (-?\d+))?;", ptx(text, "sm_80"))
    assert found is not None
    assert int(found[2] or 0) & 0xFFFF == int(bits, 16)


@pytest.mark.parametrize("key", ["", "1k", "kö.ä", "a b"])
def test_a_key_of_any_text_becomes_a_name(key: str):
    text = f"""
mir.func @k() attributes {{kernel}} {{
  %p = mir.global_alloc f32 key "{key}"
  %v = mir.load volatile %p : !mir.ptr<mut f32, global>
  mir.return
}}"""
    assert re.search(r"\.global \.align 4 \.[bf]32 [A-Za-z_$][\w$]*;", ptx(text), re.ASCII)


def test_a_large_variable_costs_nothing():
    text = """
mir.func @k() attributes {kernel} {
  %p = mir.global_alloc !mir.array<1000 x !mir.array<1000000 x f32>> key "x"
  mir.return
}"""
    assert len(print_module(lower(text, "ptx"))) < 1000


@pytest.mark.parametrize(
    "function",
    [
        "(%p: !mir.ptr<T>) {\n  %v = mir.load %p : !mir.ptr<T>\n  mir.return\n}",
        "(%v: T) {\n  mir.return\n}",
        "() -> T",
        "() {\n  %v = mir.undef : !mir.tuple<T>\n  mir.return\n}",
    ],
)
@pytest.mark.parametrize("type", ["!mir.array<100000000 x f32>", "!mir.array<9000 x !mir.array<9000 x ui8>>"])
def test_a_value_of_too_many_scalars_is_refused(function: str, type: str):
    with pytest.raises(CompileError) as error:
        lower("mir.func private @f" + function.replace("T", type))
    assert error.value.diagnostic.code == "PC0620"
    assert "scalars" in error.value.diagnostic.message


def test_however_many_values_without_bytes():
    assert print_module(
        lower("mir.func private @f(%v: !mir.array<1000000000 x !mir.tuple<>>) {\n  mir.return\n}")
    )


def test_attributes_of_parameters_are_not_dropped():
    made = function(
        "mir.func @k(%a: si32 {llvm.noundef, other.one = 1 : i32}) attributes {kernel} {\n  mir.return\n}"
    )
    assert set(made.parameter_attributes(0)) == {"llvm.noundef", "other.one"}


@pytest.mark.parametrize("size", [(1 << 31) - 1, 1 << 31, 3 << 30, 1 << 40])
def test_a_field_far_behind_the_start(size: int):
    """LLVM's numbers in an address have 32 bits, and MLIR takes the lowest of them for "an operand"."""
    struct = f"!mir.tuple<!mir.array<{size} x ui8>, ui8>"
    text = f"""
mir.func private @f(%p: !mir.ptr<mut {struct}>) -> !mir.ptr<mut ui8> {{
  %q = mir.field_addr %p[1] : !mir.ptr<mut {struct}>
  mir.return %q : !mir.ptr<mut ui8>
}}"""
    assert re.search(
        rf"getelementptr inbounds i8, ptr %p, i(32|64) {size}\n", print_module(lower(text), debug=False)
    )
