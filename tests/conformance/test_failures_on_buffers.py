"""A failure is a state of bytes: who carries it, who hands it on, who ends it, and what else stays as it is."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest
from launch_rig import Rig, root

from periclase.diagnostics import CompileError
from periclase.runtime.failures import BufferFailure


def test_a_healthy_chain_and_a_doomed_one_on_one_stream_do_not_meet(rig: Rig) -> None:
    good, bad = [rig.zeros() for _ in range(3)], [rig.zeros() for _ in range(3)]
    with rig.device.stream():
        rig.kernels.fill[1, 64](good[0], 7.0)
        rig.kernels.broken[1, 64](rig.zeros(), bad[0])
        for chain in (good, bad):
            rig.kernels.copy[1, 64](chain[0], chain[1])
        for chain in (bad, good):
            rig.kernels.copy[1, 64](chain[1], chain[2])
        assert good[2].read().tolist() == [7] * 4
        assert isinstance(root(bad[2]), CompileError)
    assert bad[2].failure().roots[0].kernel == "broken"


def test_a_reader_on_another_stream_is_told_again_and_again(rig: Rig) -> None:
    y = rig.zeros()
    with rig.device.stream():
        rig.spoil(y)
    with rig.device.stream():
        for _ in range(3):
            assert isinstance(root(y), CompileError)
            rig.device.flush()
            rig.device.sync()
    assert "can not be compiled" in str(root(y)) or "never_defined" in str(root(y))


def test_a_reader_is_told_of_its_own_buffer_that_another_thread_spoiled(rig: Rig) -> None:
    y = rig.zeros()
    other = threading.Thread(target=rig.spoil, args=(y,))
    other.start()
    other.join(30)
    assert isinstance(root(y), CompileError)


def test_what_the_failure_never_touched_reads_normally(rig: Rig) -> None:
    before, y = rig.array(1, 2), rig.zeros()
    rig.spoil(y)
    after = rig.array(3, 4)
    assert before.read().tolist() == [1, 2]
    assert after.read().tolist() == [3, 4]
    rig.kernels.add[1, 64](before, after, before)
    assert before.read().tolist() == [4, 6]


def test_a_host_write_comes_behind_the_launches_on_its_buffer(rig: Rig) -> None:
    y, stream = rig.zeros(), rig.device.stream()
    held = rig.hold(stream)
    with stream:
        rig.kernels.fill[1, 64](y, 1.0)
    with rig.device.stream():
        y.write(9.0)
    held.open()
    assert y.read().tolist() == [9] * 4


def test_a_launch_that_was_never_compiled_spoils_its_outputs_only(rig: Rig) -> None:
    x, y = rig.array(7, 7), rig.array(1, 2)
    rig.kernels.broken[1, 64](x, y)
    assert x.read().tolist() == [7, 7]
    assert isinstance(root(y), CompileError)
    y.write(9.0)
    assert y.read().tolist() == [9, 9]
    assert y.failure() is None


def test_reports_and_flushes_end_no_failure(rig: Rig) -> None:
    y = rig.zeros()
    rig.spoil(y)
    first = y.failure().roots[0].id
    for _ in range(2):
        rig.device.flush()
        root(y)
        rig.device.sync()
    assert y.failure().roots[0].id == first


def test_a_host_write_repairs(rig: Rig) -> None:
    y = rig.zeros()
    rig.spoil(y)
    root(y)
    y.write([1, 2, 3, 4])
    rig.device.check(y)
    assert y.read().tolist() == [1, 2, 3, 4]
    assert rig.failures() == 0


def test_a_relaunch_repairs_a_pure_output(rig: Rig) -> None:
    y = rig.zeros()
    rig.spoil(y)
    root(y)
    rig.kernels.fill[1, 64](y, 3.0)
    assert y.read().tolist() == [3] * 4
    assert rig.failures() == 0


def test_two_launches_on_the_root_cause_is_told(rig: Rig) -> None:
    x, y, z = (rig.zeros() for _ in range(3))
    rig.spoil(x)
    rig.kernels.copy[1, 64](x, y)
    rig.kernels.copy[1, 64](y, z)
    with pytest.raises(BufferFailure) as caught:
        z.read()
    text = str(caught.value)
    assert isinstance(caught.value.__cause__, CompileError)
    assert text.count("was skipped") == 2
    report = z.failure()
    assert [launch.kernel for launch in report.skipped] == ["copy", "copy"]
    assert report.skipped[0].site != report.skipped[1].site
    assert {buffer.failure().roots[0].id for buffer in (x, y, z)} == {report.roots[0].id}
    assert rig.failures() == 1


def test_a_check_answers_without_a_read_and_consumes_nothing(rig: Rig) -> None:
    x, y = rig.zeros(), rig.zeros()
    rig.device.check(x, y)
    rig.spoil(y)
    rig.device.check(x)
    for _ in range(2):
        with pytest.raises(BufferFailure, match="broken"):
            rig.device.check(x, y)
    with pytest.raises(BufferFailure):
        y.check()
    assert isinstance(root(y), CompileError)


def test_a_spoiled_dynamic_count_skips_the_launch(rig: Rig) -> None:
    count, y = rig.count(1, 1, 1), rig.zeros()
    rig.kernels.broken[1, 64](rig.zeros(), count.view(np.float32))
    rig.kernels.fill[count, 64](y, 5.0)
    assert root(y) is not None
    assert y.failure().roots[0].id == count.failure().roots[0].id
    assert y.failure().skipped[-1].kernel == "fill"


def test_a_failed_launch_in_place_names_the_buffer(rig: Rig) -> None:
    y = rig.zeros()
    rig.kernels.broken_in_place[1, 64](y)
    assert isinstance(root(y), CompileError)
    assert y.failure().roots[0].kernel == "broken_in_place"


def test_a_launch_in_place_can_not_repair(rig: Rig) -> None:
    y = rig.zeros()
    rig.spoil(y)
    rig.kernels.increase[1, 64](y, 1.0)
    assert isinstance(root(y), CompileError)
    assert [launch.kernel for launch in y.failure().skipped] == ["increase"]
    y.write(1.0)
    rig.kernels.increase[1, 64](y, 1.0)
    assert y.read().tolist() == [2] * 4


def test_a_buffer_that_is_input_and_output_of_one_launch(rig: Rig) -> None:
    y = rig.array(1, 2, 3, 4)
    rig.kernels.add[1, 64](y, y, y)
    assert y.read().tolist() == [2, 4, 6, 8]
    rig.kernels.broken[1, 64](y, y)
    assert isinstance(root(y), CompileError)
    rig.kernels.add[1, 64](y, y, y)  # what it would have to read is not there
    assert {needed.name for needed in y.failure().skipped[-1].needed} == {"x", "y"}


def test_views_that_overlap_share_their_failure(rig: Rig) -> None:
    y = rig.array(*range(8))
    rig.spoil(y[2:6])
    for view in (y, y[:3], y[5:], y[3:4]):
        assert isinstance(root(view), CompileError)
    for view, values in ((y[:2], [0, 1]), (y[6:], [6, 7])):
        assert view.read().tolist() == values


@pytest.mark.parametrize("how", ["write", "launch"])
def test_a_partial_write_repairs_the_bytes_that_it_covers(rig: Rig, how: str) -> None:
    y = rig.zeros(12)
    rig.spoil(y)
    if how == "write":
        y[4:8].write(5.0)
    else:
        rig.kernels.fill[1, 64](y[4:8], 5.0)
    assert y[4:8].read().tolist() == [5] * 4
    for view in (y, y[:4], y[8:], y[3:5]):
        assert isinstance(root(view), CompileError)
    y[:4].write(0.0)
    y[8:].write(0.0)
    assert y.read().tolist() == [0] * 4 + [5] * 4 + [0] * 4
    assert rig.failures() == 0


def test_failures_of_parts_are_their_own(rig: Rig) -> None:
    y = rig.zeros(8)
    rig.spoil(y[:4])
    rig.spoil(y[4:])
    one, other = y[:4].failure().roots[0].id, y[4:].failure().roots[0].id
    assert one != other
    assert {each.id for each in y.failure().roots} == {one, other}
    rig.spoil(y[2:6])
    assert y[:2].failure().roots[0].id == one
    assert y[6:].failure().roots[0].id == other
    assert y[2:6].failure().roots[0].id not in (one, other)


def test_an_empty_view_has_no_failure(rig: Rig) -> None:
    y = rig.zeros()
    rig.spoil(y)
    empty = y[2:2]
    empty.check()
    assert empty.read().tolist() == []
    rig.kernels.fill[1, 64](empty, 1.0)
    assert isinstance(root(y), CompileError)


def test_a_failure_in_the_body_names_the_real_error(rig: Rig) -> None:
    rig.needs_traps()
    x, y, z = rig.array(1, 2), rig.zeros(2), rig.zeros(2)
    rig.kernels.trap[1, 1](y)
    rig.kernels.copy[1, 64](y, z)
    assert "out of bounds" in str(root(z))
    assert "torn down" not in str(root(y))
    assert x.read().tolist() == [1, 2]
    rig.kernels.fill[1, 64](y, 1.0)
    assert y.read().tolist() == [1, 1]
    assert "out of bounds" in str(root(z))  # repairing the input repairs no output


def test_a_failure_ends_with_the_memory_of_its_last_buffer(rig: Rig) -> None:
    y, z = rig.zeros(), rig.zeros()
    rig.spoil(y)
    rig.kernels.copy[1, 64](y, z)
    del y
    assert rig.failures() == 1
    del z
    assert rig.failures() == 0


def test_the_next_tenant_of_memory_inherits_no_failure(rig: Rig) -> None:
    addresses = set[int]()
    for _ in range(3):
        y = rig.device.empty(300_000)
        y.check()
        addresses.add(y.address)
        rig.spoil(y[:4])
        assert y.failure() is not None
        del y
        gc.collect()
    assert len(addresses) == 1


def test_all_failing_inputs_are_told(rig: Rig) -> None:
    x, y, z = (rig.zeros() for _ in range(3))
    rig.spoil(x, y)
    rig.kernels.add[1, 64](x, y, z)
    assert {each.id for each in z.failure().roots} == {b.failure().roots[0].id for b in (x, y)}
    assert {needed.name for needed in z.failure().skipped[-1].needed} == {"x", "y"}


def test_what_the_caller_is_handling_stays_the_callers(rig: Rig) -> None:
    """Whoever waits runs the book-keeping himself: his own exception neither loses its frames nor is kept with a failure."""
    y = rig.zeros()
    try:
        raise KeyError("of the caller")
    except KeyError as handled:
        rig.spoil(y)
        cause = root(y)
        assert handled.__traceback__ is not None  # noqa: PT017  (it is the frames that are looked at)
    assert cause.__context__ is None
