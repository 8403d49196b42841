"""What a launch counts as reading and as writing: the compiler's answer, what is declared, and both where nobody knows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from launch_rig import COMPILING, Rig, root
from python_kernels import PythonKernel

from periclase import MutSlice, Slice, f32, kernel
from periclase.diagnostics import CompileError
from periclase.gpu import global_idx_x
from periclase.runtime.artifact import Access
from periclase.runtime.failures import BufferFailure

NONE, READ, WRITE, BOTH = Access.NONE, Access.READ, Access.WRITE, Access.READ_WRITE


@pytest.fixture
def played(rig: Rig) -> Rig:
    """Backends to which a test can say what the compiler found."""
    if rig.kind in COMPILING:
        pytest.skip("its compiler answers for itself: see the tests of what real kernels do to their slices")
    return rig


def kernel_with(effects: Sequence[Access] | None, complete: bool = True) -> PythonKernel:
    """`(a, b, c, d)`, all declared as read and written."""
    declaration = ", ".join(f"{name}: inout float32" for name in "abcd")
    return PythonKernel(
        lambda a, b, c, d: None, declaration, effects=effects, effects_complete=complete, name="four"
    )


def reads_and_writes(rig: Rig, four: PythonKernel) -> tuple[str, str]:
    """Of which slices a failure skips a launch, and which of them it spoils."""
    reads = writes = ""
    for i, name in enumerate("abcd"):
        buffers = [rig.zeros() for _ in range(4)]
        rig.spoil(buffers[i])
        four[1, 1](*buffers)
        rig.device.sync()
        spoiled = "".join(n for n, b in zip("abcd", buffers, strict=True) if b.failure() is not None)
        if buffers[i].failure() is not None and buffers[i].failure().skipped:
            reads += name
            writes = spoiled
        elif spoiled != name and spoiled:
            reads += name
            writes = spoiled.replace(name, "")
    return reads, writes


def test_the_compilers_answer_counts(played: Rig) -> None:
    assert reads_and_writes(played, kernel_with((READ, WRITE, BOTH, NONE))) == ("ac", "bc")


@pytest.mark.parametrize("effects", [None, (WRITE, WRITE)])
def test_without_an_answer_for_each_all_are_read_and_written(
    played: Rig, effects: Sequence[Access] | None
) -> None:
    assert reads_and_writes(played, kernel_with(effects)) == ("abcd", "abcd")


def test_an_answer_that_is_not_complete_narrows_nothing(played: Rig) -> None:
    assert reads_and_writes(played, kernel_with((READ, WRITE, NONE, NONE), False)) == ("abcd", "abcd")


def test_what_is_declared_counts_where_the_compiler_knows_nothing(rig: Rig) -> None:
    x, y = rig.zeros(), rig.zeros()
    rig.kernels.broken[1, 64](x, y)  # never compiled: there is no answer
    x.check()
    with pytest.raises(BufferFailure):
        y.check()
    rig.spoil(x)
    y.write(0.0)
    rig.kernels.copy[1, 64](x, y)
    assert isinstance(root(y), CompileError)


@kernel
def narrow(x: MutSlice[f32], y: MutSlice[f32], unused: MutSlice[f32]):
    """Writes all of y, reads x, and leaves the last alone, whatever is declared."""
    i = global_idx_x()
    if i < len(y):
        y[i] = x[i]


@kernel
def fails_after(x: Slice[f32], y: MutSlice[f32], z: MutSlice[f32]):
    z[0] = y[0]
    y[0] = x[len(x)]


class TestRealKernels:
    def test_a_slice_that_is_only_written_is_repaired_by_a_relaunch(self, real: Rig) -> None:
        x, y, unused = real.array(1, 2, 3, 4), real.zeros(), real.zeros()
        real.spoil(y, unused)
        narrow[1, 64](x, y, unused)
        assert y.read().tolist() == [1, 2, 3, 4]
        assert isinstance(root(unused), CompileError)

    def test_a_slice_that_is_only_read_is_not_spoiled(self, real: Rig) -> None:
        x, y, unused = real.zeros(), real.zeros(), real.zeros()
        real.spoil(x)
        narrow[1, 64](x, y, unused)
        assert isinstance(root(y), CompileError)
        assert unused.read().tolist() == [0] * 4

    def test_a_kernel_that_fails_spoils_all_that_it_writes(self, real: Rig) -> None:
        x, y, z = (real.zeros() for _ in range(3))
        fails_after[1, 1](x, y, z)
        for buffer in (y, z):
            assert "out of bounds" in str(root(buffer))
        assert x.read().tolist() == [0] * 4


def test_one_buffer_as_two_arguments_is_both(rig: Rig) -> None:
    y = rig.array(1, 2, 3, 4)
    rig.kernels.copy[1, 64](y, y)
    assert y.read().tolist() == [1, 2, 3, 4]
    rig.spoil(y)
    rig.kernels.copy[1, 64](y, y)  # read, hence not repaired
    assert [launch.kernel for launch in y.failure().skipped] == ["copy"]


def test_views_are_ranges_of_one_memory(rig: Rig) -> None:
    y = rig.array(*range(8))
    rig.spoil(y[:4])
    rig.kernels.copy[1, 64](y[4:], y[:4])
    assert y.read().tolist() == [4, 5, 6, 7] * 2
    rig.spoil(y[3:4])
    rig.kernels.copy[1, 64](y[:4], y[4:])
    assert y[:3].read().tolist() == [4, 5, 6]
    for view in (y[3:4], y[4:5], y[7:]):
        assert isinstance(root(view), CompileError)


def test_a_dynamic_count_is_read(rig: Rig) -> None:
    count, y = rig.count(1, 1, 1), rig.zeros()
    rig.kernels.broken[1, 64](rig.zeros(), count[1:2].view(np.float32))
    rig.kernels.fill[count, 64](y, 1.0)
    assert isinstance(root(y), CompileError)
    assert y.failure().skipped[0].needed[0].name == "grid"
