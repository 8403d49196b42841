"""Grids that the device computes: zero is no work, garbage is a failure, and only the producer is waited for."""

from __future__ import annotations

import pytest
from launch_rig import Rig, root

from periclase.diagnostics import CompileError


def test_a_static_zero_is_no_work(rig: Rig) -> None:
    clean, spoiled = rig.array(9, 9), rig.zeros(2)
    rig.spoil(spoiled)
    rig.device.sync()
    seen = len(rig.compiled) + len(rig.loaded)
    for grid in (0, (1, 0), (1, 1, 0), (0, 0, 0)):
        rig.kernels.fill[grid, 64](clean, 1.0)
        rig.kernels.fill[grid, 64](spoiled, 1.0)
        rig.kernels.broken[grid, 64](clean, clean)
    assert clean.read().tolist() == [9, 9]
    assert isinstance(root(spoiled), CompileError)
    assert len(rig.compiled) + len(rig.loaded) == seen


@pytest.mark.parametrize("zero", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 0)])
@pytest.mark.parametrize("producer", ["host", "device"])
def test_a_dynamic_zero_leaves_every_byte_and_every_failure_as_it_was(
    rig: Rig, zero: tuple[int, int, int], producer: str
) -> None:
    clean, spoiled, half = rig.array(9, 9), rig.zeros(2), rig.zeros(4)
    rig.spoil(spoiled, half[:2])
    before = spoiled.failure().roots[0].id
    count = rig.count(*zero) if producer == "host" else rig.count(1, 1, 1)
    if producer == "device":
        rig.kernels.count[1, 1](count, *zero)
    for buffer in (clean, spoiled, half):
        rig.kernels.fill[count, 64](buffer, 1.0)
    assert clean.read().tolist() == [9, 9]
    assert isinstance(root(spoiled), CompileError)
    assert spoiled.failure().roots[0].id == before
    assert isinstance(root(half[:2]), CompileError)
    assert half[2:].read().tolist() == [0, 0]


def test_behind_a_zero_the_writer_before_it_decides(rig: Rig) -> None:
    zero, y, z = rig.count(0, 1, 1), rig.zeros(), rig.zeros()
    stream = rig.device.stream()
    held = rig.hold(stream)
    with stream:
        rig.kernels.fill[1, 64](y, 4.0)
    rig.kernels.fill[zero, 64](y, 8.0)
    rig.kernels.copy[1, 64](y, z)
    held.open()
    assert z.read().tolist() == [4] * 4
    assert y.read().tolist() == [4] * 4


def test_behind_a_zero_a_failure_in_flight_counts(rig: Rig) -> None:
    rig.needs_traps()
    zero, y, z = rig.count(0, 1, 1), rig.zeros(), rig.zeros()
    stream = rig.device.stream()
    held = rig.hold(stream)
    with stream:
        rig.kernels.trap[1, 1](y)
    rig.kernels.fill[zero, 64](y, 8.0)
    rig.kernels.copy[1, 64](y, z)
    held.open()
    assert "out of bounds" in str(root(y))
    assert "out of bounds" in str(root(z))


def test_a_count_that_was_just_computed_is_not_read_too_soon(rig: Rig) -> None:
    for stream in (rig.device.stream(), None):
        count, y = rig.count(0, 0, 0), rig.zeros()
        producer = stream or rig.device.stream()
        held = rig.hold(producer)
        with producer:
            rig.kernels.count[1, 1](count, 1, 1, 1)
        with stream or rig.device.stream():
            rig.kernels.fill[count, 64](y, 6.0)
        rig.device.flush()
        held.open()
        assert y.read().tolist() == [6] * 4


def test_only_the_producer_of_the_count_is_waited_for(rig: Rig) -> None:
    count, x, y = rig.count(0, 0, 0), rig.zeros(), rig.zeros()
    rig.device.sync()
    busy = rig.device.stream()
    held = rig.hold(busy)
    with busy:
        rig.kernels.fill[1, 64](x, 1.0)
    rig.kernels.count[1, 1](count, 1, 1, 1)
    with rig.device.stream():
        rig.kernels.fill[count, 64](y, 6.0)
    assert y.read().tolist() == [6] * 4
    held.open()


@pytest.mark.parametrize(
    "garbage", [(2**32 - 1, 1, 1), (1, 65536, 1), (1, 1, 65536), (2**31, 1, 1), (2**32 - 1,) * 3]
)
def test_a_count_beyond_the_limits_is_a_failure(rig: Rig, garbage: tuple[int, int, int]) -> None:
    count, y = rig.count(*garbage), rig.zeros()
    rig.kernels.fill[count, 64](y, 1.0)
    assert any(str(number) in str(root(y)) for number in garbage)
    assert y.failure().roots[0].kernel == "fill"
    assert y.failure().roots[0].site.file == __file__
    count.check()
    count.write(1)
    rig.kernels.fill[count, 64](y, 2.0)
    assert y.read().tolist() == [2] * 4
    assert rig.failures() == 0


def test_a_spoiled_count_spoils_and_is_told(rig: Rig) -> None:
    rig.needs_traps()
    count, y = rig.device.empty(3, "uint32"), rig.zeros()
    rig.kernels.trap[1, 1](count.view("float32"))
    rig.kernels.fill[count, 64](y, 5.0)
    assert "out of bounds" in str(root(y))
    rig.kernels.count[1, 1](count, 1, 1, 1)
    rig.kernels.fill[count, 64](y, 5.0)
    assert y.read().tolist() == [5] * 4


def test_a_grid_of_many_blocks(rig: Rig) -> None:
    y, count = rig.zeros(1000), rig.count(0, 0, 0)
    rig.kernels.count[1, 1](count, 16, 1, 1)
    rig.kernels.fill[count, 64](y, 3.0)
    assert (y.read() == 3).all()


@pytest.mark.parametrize("n", [0, 1])
def test_a_failed_input_counts_only_if_there_is_work(rig: Rig, n: int) -> None:
    count, x, clean, spoiled = rig.count(n, 1, 1), rig.zeros(2), rig.array(9, 9), rig.zeros(2)
    rig.spoil(x, spoiled)
    before, root_of_x = spoiled.failure(), x.failure().roots[0].id
    for buffer in (clean, spoiled):
        rig.kernels.copy[count, 64](x, buffer)
    rig.device.sync()
    if n:
        for buffer in (clean, spoiled):
            assert buffer.failure().roots[0].id == root_of_x
            assert [skip.kernel for skip in buffer.failure().skipped] == ["copy"]
    else:
        assert clean.read().tolist() == [9, 9]
        assert spoiled.failure() == before
    assert x.failure().roots[0].id == root_of_x
