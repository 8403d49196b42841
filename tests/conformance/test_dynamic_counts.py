"""Grids that the device computes: zero is no work, garbage is a failure, and only the producer is waited for."""

from __future__ import annotations

from typing import Any

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


class TestLongChains:
    """Many launches under way on the same bytes, each of which may be no work."""

    LENGTH = 320

    def guards(self, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Gets the number of works in the guards of each work that is handed over from now on."""
        numbers: list[int] = []

        def watch(name: str) -> None:
            hand_over = getattr(rig.backend, name)

            def watched(work: Any) -> Any:
                numbers.append(sum(map(len, work.guards)))
                return hand_over(work)

            monkeypatch.setattr(rig.backend, name, watched)

        watch("submit")
        watch("copy")
        return numbers

    @pytest.mark.parametrize("ones", [0, 1, 2])
    def test_their_guards_are_few_and_tell_the_same(
        self, rig: Rig, monkeypatch: pytest.MonkeyPatch, ones: int
    ) -> None:
        """Every launch, none, or every second is work."""
        counts = [rig.count(1, 1, 1) if ones and not i % ones else rig.count(0, 1, 1) for i in range(2)]
        x, y = rig.zeros(8), rig.zeros(8)
        held_back, numbers = rig.device.stream(), self.guards(rig, monkeypatch)
        held = rig.hold(held_back)
        with held_back:
            rig.kernels.fill[1, 64](x, 4.0)
        for i in range(self.LENGTH):
            rig.kernels.increase[counts[i % 2], 64](x[2:], 1.0)
        rig.kernels.copy[1, 64](x, y)
        rig.device.flush()
        assert sum(numbers) < 24 * self.LENGTH
        held.open()
        done = self.LENGTH // ones if ones else 0
        assert y.read().tolist() == x.read().tolist() == [4] * 2 + [4 + done] * 6
        assert rig.failures() == 0

    def test_what_is_below_them_stays_as_it_was(self, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
        zero, x, y = rig.count(1, 1, 1), rig.zeros(8), rig.zeros(8)
        rig.spoil(x[:4])
        before, numbers = x.failure(), self.guards(rig, monkeypatch)
        held_back = rig.device.stream()
        held = rig.hold(held_back)
        with held_back:
            rig.kernels.count[1, 1](zero, 0, 0, 0)
        for _ in range(self.LENGTH):
            rig.kernels.increase[zero, 64](x, 1.0)
        rig.kernels.copy[1, 64](x, y)
        rig.kernels.copy[1, 64](x[4:], y[4:])
        rig.device.flush()
        assert sum(numbers) < 48 * self.LENGTH  # in two pieces
        held.open()
        rig.device.sync()
        assert x.failure() == before
        assert x[4:].read().tolist() == y[4:].read().tolist() == [0] * 4
        assert [skip.kernel for skip in y[:4].failure().skipped] == ["copy"]

    def test_a_failure_in_the_middle_reaches_who_comes_behind(self, rig: Rig) -> None:
        rig.needs_traps()
        one, zero, x, y = rig.count(0, 0, 0), rig.count(0, 0, 0), rig.zeros(8), rig.zeros(8)
        held_back = rig.device.stream()
        held = rig.hold(held_back)
        with held_back:
            rig.kernels.count[1, 1](one, 1, 1, 1)
            rig.kernels.count[1, 1](zero, 0, 1, 1)
        for i in range(50):
            rig.kernels.increase[zero, 64](x, 1.0)
            if i == 25:
                rig.kernels.trap[one, 1](x)
        rig.kernels.copy[1, 64](x, y)
        held.open()
        rig.device.sync()
        assert x.failure().kernel == "trap"
        assert not x.failure().skipped
        assert [skip.kernel for skip in y.failure().skipped] == ["copy"]
        rig.kernels.fill[1, 64](x, 1.0)
        rig.kernels.copy[1, 64](x, y)
        assert y.read().tolist() == [1] * 8
        assert rig.failures() == 0
