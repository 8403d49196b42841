"""Operations of MLIR made from rows: each form is one of them, is read back as the same form, and is what MLIR 22 takes.

With MLIR's tools, their lowering of the same text gives the same instructions: PTX is compared, since theirs goes by LLVM's
intrinsics and ours by PTX text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from mlir_oracle import needs_mlir, reference, run_tool
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, IntegerAttr, IntegerType, ModuleOp, i32
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import parse_target
from periclase.dialects.llvm import LLVM
from periclase.dialects.nvvm import MLIR_OPERATIONS, NVVM
from periclase.dialects.nvvm.assembly import SEGMENTS
from periclase.dialects.nvvm.mlir import MlirOp
from periclase.intrinsics import mlir_operations
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.model import Intrinsic
from periclase.intrinsics.sample_kernels import sample_module
from periclase.intrinsics.table import FAMILIES, INTRINSICS
from periclase.ir.registry import shared_context
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm
from periclase.passes.rewrite_intrinsic_stubs import rewrite_intrinsic_stubs

ROWS = [row for row in INTRINSICS.values() if row.mlir is not None]
FAMILY_NAMES = sorted({row.family for row in ROWS})


def some_forms(row: Intrinsic) -> list[Form]:
    """The first form, the last and one between: of the first type where the type is not to be seen in MLIR, else of each."""
    assert row.mlir is not None
    types = row.types if depends_on_type(row) else row.types[:1] or (None,)
    chosen: list[Form] = []
    for type in types:
        found = [form for form in forms(row) if form.type == type and form.is_mlir(row.mlir.constants)]
        chosen += [found[index] for index in sorted({0, len(found) // 2, len(found) - 1})]
    return chosen


def depends_on_type(row: Intrinsic) -> bool:
    """Whether the instruction is another one for another type."""
    return "{T" in f"{row.ptx}{row.llvm}"


def lowered_text(form: Form) -> str:
    """The instruction of a form in our lowering."""
    return form.text({}) if form.row.llvm is None else form.intrinsic({}).name


def module_with(chosen: list[Form]) -> ModuleOp:
    """A kernel for each form, with operations of `nvvm` and `llvm`; what MLIR wants constant is constant, and true."""
    text = sample_module(chosen)
    for name in {name for form in chosen if form.row.mlir is not None for name in form.row.mlir.constants}:
        text = text.replace(f"%{name}: i1", f"%{name}_: i1")
        text = re.sub(r"(attributes \{kernel\} \{\n)", rf"\1  %{name} = mir.constant true\n", text)
    context = shared_context()
    module = Parser(context, text).parse_module()
    rewrite_intrinsic_stubs(module, context)
    module.verify()
    ConvertMirToLLVM().apply(context, module)
    return module


def operations(module: ModuleOp) -> Iterator[MlirOp]:
    return (op for op in module.walk() if isinstance(op, MlirOp))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_form_is_the_operation_and_the_operation_is_the_form(row: Intrinsic) -> None:
    assert row.mlir is not None
    chosen = some_forms(row)
    module = module_with(chosen)
    text = str(module)
    again = Parser(shared_context(), text).parse_module()
    again.verify()
    assert str(again) == text
    # The state of a barrier object comes from an arrival at it, which is an operation of its own.
    made = [op for op in operations(again) if row in op.ROWS]
    assert [op.name for op in made] == [row.mlir.operation] * len(chosen)
    for op, form in zip(made, chosen, strict=True):
        found = op.form()
        assert found.row is row
        assert {name: found.immediates[name] for name in form.immediates} == form.immediates
        assert op.requirement() == form.requirement
    lower_nvvm(again)
    again.verify()
    texts = re.findall(r'llvm\.(?:inline_asm|call_intrinsic).*? "([^"]*)"', str(again))
    arrival = INTRINSICS["mbarrier_arrive"].llvm
    found_texts = [text for text in texts if text != arrival or row.llvm == arrival]
    assert found_texts == [lowered_text(form) for form in chosen]


def test_no_row_of_one_operation_says_more_than_the_operation_can() -> None:
    """What the text of a row asks for beyond the operation would be lost: the space of a place. (Of types, see above.)"""
    for row in ROWS:
        assert row.ptx is not None and "{@" not in row.ptx, row.name


def test_an_operation_has_rows_of_one_family_effect_and_kind() -> None:
    by_name: dict[str, list[Intrinsic]] = {}
    for row in ROWS:
        assert row.mlir is not None
        by_name.setdefault(row.mlir.operation, []).append(row)
    assert by_name.keys() == {op.name for op in MLIR_OPERATIONS} == mlir_operations.MLIR_OPERATIONS.keys()
    for rows in by_name.values():
        assert len({(row.family, row.effect, row.convergent) for row in rows}) == 1


# ---------------------------------------------------------------------------------------------------------------------
# What is refused


@pytest.mark.parametrize("op_class", MLIR_OPERATIONS, ids=lambda op: op.name)
def test_every_attribute_and_type_is_checked(op_class: type[MlirOp]) -> None:
    row = op_class.ROWS[0]
    form = some_forms(row)[0]

    def fresh() -> MlirOp:
        return next(operations(module_with([form])))

    fresh().verify()
    for name, property in op_class.ASSEMBLY.properties.items():
        op = fresh()
        if name in op.properties and not (property.default or property.optional):
            del op.properties[name]
            with pytest.raises(VerifyException, match=f"'{op.name}' needs the attribute '{name}'"):
                op.verify()
        op = fresh()
        op.properties[name] = IntegerAttr(77, i32) if property.kind != "i32" else fresh().location
        with pytest.raises(VerifyException, match=f"'{name}' is of the kind"):
            op.verify()
    for index in range(len(fresh().operands)):
        op = fresh()
        block = op.parent_block()
        assert block is not None
        op.operands[index] = block.insert_arg(IntegerType(7), 0)
        with pytest.raises(VerifyException, match="no instruction of the table is"):
            op.verify()


def parsed(text: str, arguments: str = "") -> ModuleOp:
    context = Context()
    for dialect in (Builtin, LLVM, NVVM):
        context.load_dialect(dialect)
    return Parser(context, f"llvm.func @f({arguments}) {{\n{text}\nllvm.return\n}}").parse_module()


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (
            "%r = nvvm.ldmatrix %p {num = 3 : i32, layout = #nvvm.mma_layout<row>, "
            "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, "
            "eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32)>",
            "%p: !llvm.ptr<3>",
            "no instruction of the table is 'nvvm.ldmatrix'",
        ),
        (
            "%r = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, "
            "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, "
            "eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<1>) -> i32",
            "%p: !llvm.ptr<1>",
            "no instruction of the table is 'nvvm.ldmatrix'",
        ),
        ("nvvm.setmaxregister increase 25", "", "no instruction of the table is 'nvvm.setmaxregister'"),
        (
            "%r = nvvm.vote.sync any %m, %p -> i32",
            "%m: i32, %p: i1",
            r"no instruction of the table is 'nvvm.vote.sync' with these attributes .* it is \(i32, i1\) -> i1, not "
            r"\(i32, i1\) -> i32",
        ),
        ("%r = nvvm.vote.sync ballot %m, %p -> i1", "%m: i32, %p: i1", r"it is \(i32, i1\) -> i32, not"),
        (
            "%r = nvvm.match.sync any %m, %f : f32 -> i32",
            "%m: i32, %f: f32",
            r"it is \(i32, i32\) -> i32 or \(i32, i64\)",
        ),
        (
            "%r = nvvm.match.sync all %m, %m : i32 -> i32",
            "%m: i32",
            r"it is \(i32, i32\) -> !llvm.struct<\(i32, i1\)> or",
        ),
        (
            "%r = nvvm.redux.sync add %m, %m {abs = true} : i32 -> i32",
            "%m: i32",
            r"'abs' is not (true|1 : i1|-1 : i1) there",
        ),
        ("%r = nvvm.redux.sync fmin %m, %m : i32 -> i32", "%m: i32", r"it is \(f32, i32\) -> f32, not"),
        (
            "%r = nvvm.redux.sync umin %f, %m : f32 -> f32",
            "%m: i32, %f: f32",
            r"it is \(i32, i32\) -> i32, not",
        ),
        ("%r = nvvm.elect.sync %m -> i32", "%m: i32", r"it is \(i32\) -> i1, not"),
        ("nvvm.wgmma.wait.group.sync.aligned 8", "", "no instruction of the table is"),
        (
            "nvvm.fence.proxy.acquire <gpu> %p, %n",
            "%p: !llvm.ptr, %n: i32",
            "no instruction of the table is 'nvvm.fence.proxy.acquire'",
        ),
        (
            '"nvvm.tcgen05.ld"(%p) : (!llvm.ptr<6>) -> ()',
            "%p: !llvm.ptr<6>",
            "'nvvm.tcgen05.ld' needs the attribute 'shape'",
        ),
        (
            f'"nvvm.cp.async.bulk.tensor.prefetch"(%p, %n) <{{{SEGMENTS} = array<i32: 1, 3, 0, 0>}}> : (!llvm.ptr, i32) -> ()',
            "%p: !llvm.ptr, %n: i32",
            "are not divided in groups",
        ),
    ],
)
def test_no_form_of_any_row(text: str, arguments: str, message: str) -> None:
    with pytest.raises(VerifyException, match=message):
        parsed(text, arguments).verify()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nvvm.griddepcontrol launch", "Expected `wait`, or `launch_dependents`"),
        ("nvvm.tcgen05.fence <inside>", "expected one of before, after, got 'inside'"),
        ("nvvm.mapa %p, %n : !llvm.ptr<3>", "Expected '->'"),
        ("nvvm.tcgen05.dealloc %p, %n : !llvm.ptr<3>, i32, i32", "there are more types than operands"),
        ("%s = nvvm.wgmma.mma_async %n, %n, %n, <m = 64, k = 8>", "expected m, n, k"),
    ],
)
def test_what_is_no_syntax(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        parsed(text, "%p: !llvm.ptr<3>, %n: i32")


def test_a_value_where_mlir_wants_a_constant_keeps_the_operation_of_the_row() -> None:
    row = INTRINSICS["wgmma_f32_tf32"]
    module = Parser(shared_context(), sample_module([next(forms(row))])).parse_module()
    rewrite_intrinsic_stubs(module, shared_context())
    assert [op.name for op in module.walk() if op.name.startswith("nvvm.")] == ["nvvm.wgmma_f32_tf32"]


# ---------------------------------------------------------------------------------------------------------------------
# MLIR's own tools


def _level(stem: str, modifiers: list[str]) -> frozenset[str]:
    """The modifiers without those that say what holds anyway."""
    levelled = {modifier.replace("shared::cta", "shared") for modifier in modifiers}
    if stem == "mbarrier" and "cta" in levelled:
        levelled -= {"release", "cta"}
    return frozenset(levelled)


def bodies(ptx: str) -> Mapping[str, list[tuple[str, frozenset[str]]]]:
    """The instructions of each kernel, without the order of their modifiers, and without moves, loads and stores around them."""
    parts = re.split(r"^\.visible \.entry (\w+)\(", ptx, flags=re.MULTILINE)
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        instructions = re.findall(r"(?:^|[{};])\s*([a-z][\w:]*\.[\w.:]*)", body, re.MULTILINE)
        found[name] = sorted(
            (
                (stem, _level(stem, modifiers))
                for stem, *modifiers in (text.split(".") for text in instructions)
                if stem not in ("ld", "st", "mov", "cvta", "cvt", "selp", "prmt", "shr", "shl", "or")
                or modifiers[0] in ("bulk", "async")
            ),
            key=str,
        )
    return found


@needs_mlir
@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_mlir_takes_every_form(family: str) -> None:
    chosen = [form for row in FAMILIES[family] if row.mlir is not None for form in some_forms(row)]
    printed = run_tool("mlir-opt", "--verify-each", str(module_with(chosen)))
    again = Parser(shared_context(), printed).parse_module()
    again.verify()
    assert [op.form() for op in operations(again)] == [op.form() for op in operations(module_with(chosen))]


DIFFERENT = {
    "nvvm.mapa": "a pointer of 64 bits to LLVM; the row's address is a register of 32",
    "nvvm.wgmma.mma_async": "PTX text in MLIR, too, which has registers where an instruction takes immediates",
}
"""What MLIR lowers to another instruction, or to the same in another way."""

TARGETS = ("sm_100a+ptx90", "sm_90a+ptx90", "sm_120a+ptx90")
"""Each form is lowered for the first of them that has it."""


def runs_on(form: Form, target: str) -> bool:
    architectures = form.requirement.architectures
    return not architectures or target.partition("+")[0] in architectures


CHOSEN = {
    (family, target): chosen
    for family in FAMILY_NAMES
    for target in TARGETS
    if (
        chosen := [
            form
            for row in FAMILIES[family]
            if row.mlir is not None and row.mlir.operation not in DIFFERENT
            for form in some_forms(row)
            if next(each for each in TARGETS if runs_on(form, each)) == target
        ]
    )
}


@needs_mlir
@pytest.mark.parametrize(("family", "name"), CHOSEN)
def test_mlir_lowers_it_to_the_same_instruction(family: str, name: str) -> None:
    module = module_with(CHOSEN[family, name])
    target = parse_target(name)
    theirs = 'target triple = "nvptx64-nvidia-cuda"\n' + reference(str(module), nvvm=True)
    lower_nvvm(module)
    ours = bodies(emit_ptx(print_module(module, target="nvptx64"), target, level=1))
    assert ours == bodies(emit_ptx(theirs, target, level=1))
    assert all(ours.values()) or family == "conversions"
