"""What is told of local memory: arrays that are indexed at run time, and registers that are spilled."""

from __future__ import annotations

import itertools
import linecache

import pytest

from periclase import LaunchBounds, MutSlice, Slice, f32, i32, kernel, local_array, unroll
from periclase.codegen import assembler
from periclase.codegen.assembler import assemble, available_assemblers, disassemble, find_tool
from periclase.codegen.compiler import stages
from periclase.codegen.local_memory import has_frame, spill_warnings, uses_local_memory
from periclase.codegen.service import compiler
from periclase.gpu import thread_idx_x
from periclase.kernel import device

TOOLS = pytest.mark.skipif(
    not available_assemblers() or find_tool("nvdisasm") is None, reason="no assembler or no nvdisasm"
)


@device
def clear(table):
    for k in unroll(range(4)):
        table[k] = 0.0


@kernel
def counted(x: Slice[f32], kinds: Slice[i32], y: MutSlice[f32]):
    acc = local_array(4, f32)
    other = local_array(4, f32)
    clear(acc)
    clear(other)
    for i in range(len(x)):
        acc[kinds[i]] += x[i]
        other[1] += x[i]
    y[thread_idx_x()] = acc[0] + acc[3] + other[1]


@kernel
def unrolled_by_llvm(x: Slice[f32], y: MutSlice[f32]):
    acc = local_array(4, f32)
    for k in range(4):
        acc[k] = x[k]
    total = f32(0)
    for k in range(4):
        total += acc[k]
    y[thread_idx_x()] = total


def mix(x: MutSlice[f32]):
    i = thread_idx_x() * 40
    a = local_array(40, f32)
    for k in unroll(range(40)):
        a[k] = x[i + k]
    for _ in range(100):
        total = f32(0)
        for k in unroll(range(40)):
            total += a[k]
        for k in unroll(range(40)):
            a[k] *= total
    for k in unroll(range(40)):
        x[i + k] = a[k]


@kernel(launch_bounds=LaunchBounds(128, max_registers=24))
def with_an_array(x: MutSlice[f32], kinds: Slice[i32]):
    i = thread_idx_x() * 40
    acc = local_array(100, f32)
    for k in unroll(range(100)):
        acc[k] = 0.0
    a = local_array(40, f32)
    for k in unroll(range(40)):
        a[k] = x[i + k]
    for n in range(100):
        total = f32(0)
        for k in unroll(range(40)):
            total += a[k]
        acc[kinds[n]] += total
        for k in unroll(range(40)):
            a[k] *= total
    for k in unroll(range(40)):
        x[i + k] = a[k] + acc[2]


roomy = kernel(mix)
spilling = kernel(launch_bounds=LaunchBounds(128, max_registers=24))(mix)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def test_only_the_array_that_stays_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert uses_local_memory(counted.ptx(arch="sm_80"))
    text = told(capsys)
    assert text.count("warning[PC0540]") == 1
    assert "local memory: array 'acc' is indexed at run time" in text
    assert "acc = local_array(4, f32)" in text and "test_local_memory.py" in text


def test_a_launch_compiles_with_the_same_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert counted.compile("sm_80").code
    assert told(capsys).count("warning[PC0540]") == 1


def test_on_the_cpu_memory_is_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert counted.compile("cpu").code
    assert told(capsys) == ""


def test_what_llvm_puts_into_registers_is_not_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert not uses_local_memory(unrolled_by_llvm.ptx(arch="sm_80"))
    assert told(capsys) == ""


@TOOLS
def test_spills_are_told_of_at_their_line() -> None:
    for function, spills in ((roomy, False), (spilling, True)):
        text = function.ptx(arch="sm_80")
        cubin = assemble(text, "sm_80")
        assert has_frame(cubin) == spills
        sass = disassemble(cubin, line_info=True)
        found = list(spill_warnings(sass, text))
        assert [warning.code for warning in found] == ["PC0541"] * spills
        if spills:
            (warning,) = found
            assert "`mix` has more values" in warning.message
            assert warning.span is not None and warning.span.file == __file__
            first = mix.__code__.co_firstlineno
            assert first < warning.span.line < first + 13


@TOOLS
def test_who_wants_no_more_than_the_machine_code_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    for function, spills in ((roomy, 0), (spilling, 1)):
        assert any(name == "cubin" for name, _ in itertools.islice(stages(function, None, "sm_80"), 6))
        assert told(capsys).count("warning[PC0541]") == spills


@TOOLS
def test_arrays_in_local_memory_do_not_hide_spills() -> None:
    for function, spills in ((counted, False), (with_an_array, True)):
        text = function.ptx(arch="sm_80")
        assert uses_local_memory(text)
        sass = disassemble(assemble(text, "sm_80"), line_info=True)
        found = list(spill_warnings(sass, text))
        assert [warning.code for warning in found] == ["PC0541"] * spills
        if spills:
            assert found[0].span is not None
            assert "acc" not in linecache.getline(found[0].span.file, found[0].span.line)


@TOOLS
def test_of_an_older_disassembler_only_modules_without_arrays_are_understood() -> None:
    for function, spills in ((with_an_array, False), (spilling, True)):
        text = function.ptx(arch="sm_80")
        sass = disassemble(assemble(text, "sm_80"), line_info=True).replace('(*"SpillRefill"*)', "")
        assert bool(list(spill_warnings(sass, text))) == spills


@TOOLS
def test_the_line_for_a_launch() -> None:
    for function, spills in ((roomy, False), (counted, False), (spilling, True)):
        artifact = function.compile("sm_80")
        span = compiler().first_spill(artifact, "sm_86")
        assert (span is not None) == spills
        if span is not None:
            assert span.file == __file__ and span.line > mix.__code__.co_firstlineno


def test_without_tools_there_is_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembler, "available_assemblers", tuple)
    assert compiler().first_spill(spilling.compile("sm_80"), "sm_80") is None


def test_a_file_that_is_not_understood_may_have_a_frame() -> None:
    assert has_frame(b"\x7fELF")
