"""Native code generation: objects and assembly for this host, and text that must never reach LLVM."""

from __future__ import annotations

import contextlib
import ctypes
import math
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase import MutSlice, Slice, f32, kernel
from periclase.codegen import native
from periclase.codegen.compiler import stages
from periclase.codegen.cpu.support import source, support_libraries
from periclase.codegen.llvm_ir.types import TypeTable
from periclase.diagnostics import CompileError
from periclase.gpu import global_idx_x
from periclase.passes.convert_nvvm_to_cpu import layouts
from periclase.runtime.artifact_cache import artifact_cache
from periclase.runtime.backends.cpu import abi
from periclase.runtime.backends.cpu.llvm_binding import binding, host_key, target_machine

ADD = "define i64 @add(i64 %a, i64 %b) {\n  %r = add i64 %a, %b\n  ret i64 %r\n}\n"


def function(ir, name, *types):
    """The function `name` of the module `ir`, callable, with what keeps its code in memory."""
    llvm = binding()
    jit = llvm.create_lljit_compiler(target_machine(), use_jit_link=True)
    builder = llvm.JITLibraryBuilder().add_object_img(native.emit_object(ir))
    library = builder.add_current_process().export_symbol(name).link(jit, "test")
    call = ctypes.CFUNCTYPE(*types)(library[name])
    call.keeps = (jit, library)
    return call


def test_an_object_can_be_linked_and_called():
    add = function(ADD, "add", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    assert add(40, 2) == 42


def test_assembly_is_text():
    assert "add:" in native.emit_assembly(ADD)


def test_optimized_text():
    ir = "define i32 @f() {\n  %x = add i32 20, 22\n  ret i32 %x\n}\n"
    assert "ret i32 42" in native.optimize(ir)


def test_straight_line_code_is_not_vectorised():
    lines = [
        f"%p{i} = getelementptr i64, ptr %w, i64 {i}\n%a{i} = load i64, ptr %p{i}\n%b{i} = xor i64 %a{i}, {i + 9}\n"
        f"store i64 %b{i}, ptr %p{i}\n"
        for i in range(4)
    ]
    text = native.optimize("define void @f(ptr %w) {\n" + "".join(lines) + "ret void\n}\n", speed=3)
    assert "xor i64" in text and "x i64>" not in text


def test_an_object_is_compiled_once(monkeypatch):
    ir = ADD.replace("add i64 %a", "sub i64 %a")
    first = native.emit_object(ir)
    hits = artifact_cache().statistics.hits
    monkeypatch.setattr(native, "_optimized", lambda *_: pytest.fail("compiled again"))
    assert native.emit_object(ir) == first
    assert artifact_cache().statistics.hits == hits + 1


def test_levels_and_texts_have_keys_of_their_own():
    keys = {native._cache_key(ir, speed) for ir in (ADD, ADD + " ") for speed in (0, 1, 2, 3)}
    assert len(keys) == 8


BAD = [
    ("define void @f() { ret i32 0 }", "PC0506"),
    ("this is no module", "PC0506"),
    ("define void @f(i32 %x) {\n  %y = add i64 %x, 1\n  ret void\n}", "PC0506"),
    (
        "define void @f() {\na:\n  br label %b\nb:\n  %x = phi i32 [ 1, %c ]\n  ret void\nc:\n  br label %b\n}",
        "PC0506",
    ),
    (
        "declare void @llvm.nvvm.barrier0()\ndefine void @f() {\n  call void @llvm.nvvm.barrier0()\n  ret void\n}",
        "PC0507",
    ),
    ('define void @f() {\n  call void asm sideeffect "membar.gl;", ""()\n  ret void\n}', "PC0508"),
    ('module asm "bogus"\n', "PC0508"),
]


@pytest.mark.parametrize(("ir", "code"), BAD, ids=range(len(BAD)))
def test_bad_text_is_a_diagnostic(ir, code):
    for emit in (native.emit_object, native.emit_assembly, native.optimize):
        with pytest.raises(CompileError) as caught:
            emit(ir)
        assert caught.value.diagnostic.code == code


@given(st.text(alphabet="define i32 @f(){}%x=addret,\n;\"'", max_size=60))
@settings(deadline=None, max_examples=100)
def test_noise_is_a_diagnostic_or_a_module(text):
    with contextlib.suppress(CompileError):  # and nothing else, nor the end of the process
        native.optimize(text)


def test_a_string_that_speaks_of_asm_is_no_assembly():
    native.emit_object(
        '@s = internal constant [9 x i8] c"call asm\\00"\ndefine ptr @f() {\n  ret ptr @s\n}\n'
    )


@pytest.mark.parametrize(
    ("name", "reference", "x"),
    [
        ("exp", math.exp, 1.25),
        ("sin", math.sin, 2.0),
        ("log", math.log, 3.5),
        ("tanh", math.tanh, 0.3),
        ("cosh", math.cosh, 1.1),
    ],
)
def test_mathematics_comes_from_the_host(name, reference, x):
    ir = f"""
declare double @llvm.{name}.f64(double)
define double @f(double %x) {{
  %r = call double @llvm.{name}.f64(double %x)
  ret double %r
}}"""
    assert function(ir, "f", ctypes.c_double, ctypes.c_double)(x) == pytest.approx(reference(x), rel=1e-15)


def test_support_libraries_build():
    plain, cooperative = support_libraries(False), support_libraries(True)
    assert cooperative[: len(plain)] == plain
    assert len(cooperative) == 2
    clusters = support_libraries(True, cluster=True)
    assert len(clusters) == 2 and clusters != cooperative
    assert "define void @periclase_cpu_run(" in source("block_driver")


def test_the_key_names_this_machine():
    assert host_key().count("-") >= 2


def test_the_ir_builder_is_not_imported_but_works():
    program = """
import sys
from periclase.runtime.backends.cpu.llvm_binding import binding
llvm = binding()
assert not [name for name in sys.modules if name.startswith("llvmlite.ir")], sys.modules
module = llvm.parse_assembly("define i32 @f(i32 %x) { ret i32 %x }")
import llvmlite.ir as ir
assert ir.IntType(8) is not None
function = module.get_function("f")
assert str(function.global_value_type.as_ir(ir.context.global_context)) == "i32 (i32)"
"""
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={"PYTHONPATH": ":".join(sys.path)}, timeout=60
    )


@kernel
def scaled(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] = a * x[i]


def test_a_condition_that_is_decided_for_a_row_is_no_mask_of_its_vectors():
    text = native.optimize(dict(stages(scaled, target="cpu"))["ll"])
    assert re.search(r"store <\d+ x float>", text) is not None
    assert "llvm.masked." not in text


def offsets(structure, name):
    """Size of `%name` in the LLVM IR text `structure`, and the offset of each field."""
    llvm = binding()
    line = next(line for line in structure.splitlines() if line.startswith(f"%{name} = type"))
    module = llvm.parse_assembly(f"{line}\n@it = global %{name} zeroinitializer\n")
    type = module.get_global_variable("it").global_value_type
    data = target_machine().target_data
    return data.get_abi_size(type), [data.get_element_offset(type, i) for i in range(line.count(",") + 1)]


@pytest.mark.parametrize("file", ["block_driver", "block_scheduler"])
def test_records_are_the_same_everywhere(file):
    text = source(file)
    records = {"Launch": layouts.LAUNCH, "Block": layouts.BLOCK, "Thread": layouts.THREAD}
    for name, record in records.items():
        line = next(line for line in text.splitlines() if line.startswith(f"%{name} = type "))
        assert line.removeprefix(f"%{name} = type ") == TypeTable().text(record)


def test_the_launch_record_is_that_of_the_backend():
    size, starts = offsets(source("block_driver"), "Launch")
    assert size == ctypes.sizeof(abi.Launch)
    assert starts == [getattr(abi.Launch, name).offset for name, _ in abi.Launch._fields_]
