"""The runner's side of launches: order, failures at every stage, settling, loss of the device."""

from __future__ import annotations

import gc
import itertools
import threading
import weakref

import numpy as np
import pytest
from python_kernels import PythonKernel, python_kernel

from periclase.diagnostics import CompileError
from periclase.runtime.artifact import Access
from periclase.runtime.device_state import print_unclaimed
from periclase.runtime.failures import BufferFailure, DeviceLost


@python_kernel("x: in float32, y: out float32")
def copy(x, y):
    y[:] = x


@python_kernel("x: in float32, y: in float32, z: out float32")
def join(x, y, z):
    z[:] = x + y


@python_kernel("y: inout float32, value: float32")
def add(y, value):
    if value == 13:
        raise RuntimeError("thirteen")
    y += np.float32(value)


@python_kernel("y: out float32")
def fails(y):
    raise RuntimeError("on purpose")


@python_kernel("x: in float32")
def only_reads(x):
    if x[0] == 13:
        raise RuntimeError("seen thirteen")


def root(buffer):
    """The error at the root of the failure of `buffer`."""
    with pytest.raises(BufferFailure) as caught:
        buffer.read()
    return caught.value.__cause__


class TestFailures:
    @pytest.mark.parametrize("stage", ["load", "submit", "run"])
    def test_at_every_stage_the_write_set_tells(self, python_device, python_backend, stage):
        kernel = PythonKernel(lambda x, y: np.copyto(y, x), "x: in float32, y: out float32", name=stage)
        x, y = python_device.zeros(4), python_device.zeros(4)
        error = RuntimeError("injected")
        python_backend.fail_next(stage, error)
        assert kernel[1, 1](x, y) is None
        assert root(y) is error
        assert y.failure().roots[0].site.file == __file__
        assert (x.read() == 0).all()
        kernel[1, 1](x, y)
        assert (y.read() == 0).all()
        assert y.failure() is None

    def test_a_kernel_that_can_not_be_compiled(self, python_device, python_compiler, python_backend):
        kernel = PythonKernel(lambda x, y: None, "x: in float32, y: out float32", broken=True, name="broken")
        x, y = python_device.zeros(4), python_device.zeros(4)
        for _ in range(100):
            kernel[1, 1](x, y)
        assert isinstance(root(y), CompileError)
        assert python_compiler.compiled["broken"] == 1
        gc.collect()
        assert len(python_device.state.ledger.live_failures()) == 1
        assert python_backend.calls["submit"] == 0

    def test_streams_that_can_not_be_made(self, python_device, python_backend):
        y = python_device.zeros(4)
        python_backend.fail_next("stream", RuntimeError("no stream"))
        with python_device.stream():
            add[1, 1](y, 1.0)
            assert str(root(y)) == "no stream"

    def test_a_chain_in_flight_is_skipped_with_one_root(self, python_device, python_backend):
        gate = python_backend.hold("fails")
        buffers = [python_device.zeros(4) for _ in range(50)]
        fails[1, 1](buffers[0])
        for one, other in itertools.pairwise(buffers):
            copy[1, 1](one, other)
        python_device.check(*buffers)  # nothing has failed yet
        gate.open()
        error = root(buffers[-1])
        assert error is root(buffers[0])
        assert len(python_device.state.ledger.live_failures()) == 1
        python_device.sync()
        assert python_backend.ran["copy"] == 0
        report = buffers[-1].failure()
        assert report.skipped

    def test_a_very_long_chain_that_settles_at_once(self, python_device, python_backend):
        gate = python_backend.hold("fails")
        buffers = [python_device.zeros(1) for _ in range(3000)]
        fails[1, 1](buffers[0])
        for one, other in itertools.pairwise(buffers):
            copy[1, 1](one, other)
        python_device.flush()
        gate.open()
        with pytest.raises(BufferFailure):
            buffers[-1].read()
        python_device.sync()
        with pytest.raises(BufferFailure):
            buffers[1500].check()

    def test_all_inputs_are_told(self, python_device):
        x, y, z = (python_device.zeros(4) for _ in range(3))
        fails[1, 1](x)
        fails[1, 1](y)
        python_device.sync()
        join[1, 1](x, y, z)
        assert isinstance(root(z), BaseExceptionGroup)
        assert {needed.name for needed in z.failure().skipped[-1].needed} == {"x", "y"}

    def test_an_in_place_launch_can_not_repair_but_a_write_can(self, python_device):
        y = python_device.zeros(4)
        add[1, 1](y, 13.0)
        add[1, 1](y, 1.0)
        assert str(root(y)) == "thirteen"
        y.write(5.0)
        add[1, 1](y, 1.0)
        assert (y.read() == 6.0).all()

    def test_an_older_launch_that_fails_late_does_not_spoil_newer_bytes(self, python_device, python_backend):
        y = python_device.zeros(8)
        gate = python_backend.hold("fails")
        fails[1, 1](y)
        copy[1, 1](python_device.array(np.ones(4, np.float32)), y[:4])
        gate.open()
        assert (y[:4].read() == 1.0).all()
        python_device.sync()
        y[:4].check()
        with pytest.raises(BufferFailure):
            y[4:].check()

    def test_a_failure_without_a_written_byte_is_told(self, python_device, capsys):
        x = python_device.array(np.full(4, 13.0, np.float32))
        told = []
        python_device.state.on_unclaimed = lambda error, claim: told.append(error)
        only_reads[1, 1](x)
        python_device.sync()
        assert len(told) == 1
        assert "seen thirteen" in str(told[0])
        python_device.state.on_unclaimed = print_unclaimed
        only_reads[1, 1](x)
        python_device.sync()
        assert "seen thirteen" in capsys.readouterr().err

    def test_an_interrupt_in_the_body_tears_down_and_goes_on(self, python_device, python_backend):
        y = python_device.zeros(4)
        python_backend.fail_next("submit", KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            python_device.exclusive(lambda: python_device.state.dispatcher.launch(request(python_device, y)))
        assert "torn down" in str(root(y))


def request(device, buffer):
    """A launch of `add` on its way."""
    from periclase.runtime.arguments import plan_of
    from periclase.runtime.context import launch_context
    from periclase.runtime.launch_request import LaunchRequest

    plan = plan_of(add)
    bound = plan.bind((buffer, 1.0), device.state)
    assert bound is not None
    return LaunchRequest(add, plan, (1, 1, 1), None, (1, 1, 1), 0, *bound, launch_context(device))


class TestOrder:
    def test_data_orders_launches_of_any_streams(self, python_device):
        y = python_device.zeros(4)
        streams = [python_device.stream() for _ in range(4)]
        for turn in range(200):
            with streams[turn % 4]:
                add[1, 1](y, 1.0)
        assert (y.read() == 200.0).all()

    def test_reads_and_disjoint_ranges_wait_for_nothing(self, python_device):
        x, y = python_device.zeros(400), python_device.zeros(400)
        python_device.sync()
        with python_device.trace() as trace:
            for i in range(4):
                copy[1, 1](x[:100], y[100 * i : 100 * i + 100])
        assert trace.waits == []

    def test_one_stream_does_not_wait_for_itself(self, python_device, python_backend):
        x, y = python_device.zeros(4), python_device.zeros(4)
        gate = python_backend.hold("add")
        with python_device.stream():
            add[1, 1](x, 1.0)
            copy[1, 1](python_device.array(np.ones(4, np.float32)), y)
            assert (y.read() == 1.0).all()
        gate.open()

    def test_kernels_that_print_keep_the_order_of_their_stream(self, python_device):
        seen = []
        kernel = PythonKernel(lambda a: seen.append(a), "a: int32", ordered=True, name="prints")
        stream = python_device.stream()
        with stream:
            for i in range(100):
                python_device.launch(kernel, 1, 1, (i,))
        stream.sync()
        assert seen == list(range(100))

    def test_a_buffer_that_is_passed_twice(self, python_device):
        y = python_device.array(np.full(4, 3.0, np.float32))
        join[1, 1](y, y, y)
        assert (y.read() == 6.0).all()
        add[1, 1](y, 13.0)
        python_device.sync()
        join[1, 1](y, y, y)
        assert str(root(y)) == "thirteen"

    def test_overlapping_views(self, python_device):
        y = python_device.array(np.arange(8, dtype=np.float32))
        copy[1, 1](y[:4], y[2:6])
        add[1, 1](y, 1.0)
        assert y.read().tolist() == [1, 2, 1, 2, 3, 4, 7, 8]

    def test_compiled_effects_narrow_what_is_declared(self, python_device):
        kernel = PythonKernel(
            lambda y: y.fill(1.0), "y: inout float32", effects=(Access.WRITE,), name="only_writes"
        )
        y = python_device.zeros(4)
        fails[1, 1](y)
        python_device.sync()
        kernel[1, 1](y)
        assert (y.read() == 1.0).all()


class TestDynamicCounts:
    @pytest.fixture
    def bump(self):
        return PythonKernel(lambda y: np.add(y, 1, out=y), "y: out float32", name="bump")

    def test_the_count_is_what_its_producer_writes(self, python_device, bump, python_backend):
        count, y = python_device.zeros(3, np.uint32), python_device.zeros(4)
        produce = PythonKernel(lambda c: c.fill(2), "c: out uint32", name="produce")
        gate = python_backend.hold("produce")
        produce[1, 1](count)
        bump[count, 1](y)
        python_device.flush()
        gate.open()
        assert (y.read() == 1.0).all()

    @pytest.mark.parametrize("settled", [False, True])
    def test_zero_leaves_everything_as_it_was(self, python_device, bump, python_backend, settled):
        count = python_device.zeros(3, np.uint32)
        clean, spoiled, late = (python_device.zeros(4) for _ in range(3))
        clean.write(5.0)
        gate = python_backend.hold("add")
        fails[1, 1](spoiled)
        add[1, 1](late, 13.0)
        if settled:
            gate.open()
            python_device.sync()
        for buffer in (clean, spoiled, late):
            bump[count, 1](buffer)
        gate.open()
        python_device.sync()
        assert (clean.read() == 5.0).all()
        assert str(root(spoiled)) == "on purpose"
        assert str(root(late)) == "thirteen"
        assert python_backend.ran["bump"] == 0
        count.write(1)
        bump[count, 1](spoiled)
        spoiled.read()

    def test_a_count_that_failed_spoils_the_output(self, python_device, bump):
        count, y = python_device.zeros(3, np.uint32), python_device.zeros(4)
        bad = PythonKernel(fail, "c: out uint32", name="bad")
        bad[1, 1](count)
        bump[count, 1](y)
        assert str(root(y)) == "no count"
        assert y.failure().skipped[0].needed[0].name == "grid"

    @pytest.mark.parametrize("settled", [False, True])
    @pytest.mark.parametrize("n", [0, 2])
    @pytest.mark.parametrize("kernel", [copy, add], ids=["copies", "updates"])
    def test_a_failed_input_counts_only_if_there_is_work(
        self, python_device, python_backend, n, settled, kernel
    ):
        count = python_device.array(np.full(3, n, np.uint32))
        x, clean, spoiled = (python_device.zeros(4) for _ in range(3))
        clean.write(5.0)
        python_device.sync()
        gate = python_backend.hold("fails")
        fails[1, 1](x)
        only_fails = PythonKernel(fail, "y: out float32", name="only_fails")
        only_fails[1, 1](spoiled)
        if settled:
            gate.open()
            python_device.sync()
        before = spoiled.failure()
        if kernel is copy:
            copy[count, 1](x, clean)
            copy[count, 1](x, spoiled)
        else:
            add[count, 1](x, 1.0)
        python_device.flush()
        gate.open()
        python_device.sync()
        assert python_backend.ran[kernel.name] == 0
        assert x.failure().roots[0].kernel == "fails"
        if kernel is add:
            assert len(x.failure().skipped) == (n != 0)
        elif n:
            for buffer in (clean, spoiled):
                failure = buffer.failure()
                assert str(root(buffer)) == "on purpose"
                assert [skip.kernel for skip in failure.skipped] == ["copy"]
                assert failure.skipped[0].needed[0].name == "x"
        else:
            assert (clean.read() == 5.0).all()
            assert str(root(spoiled)) == "no count"
            assert before is None or spoiled.failure() == before

    def test_a_count_of_zero_beside_memory_that_there_is_not(self, python_device, python_backend):
        count, y = python_device.zeros(3, np.uint32), python_device.zeros(4)
        python_device.sync()
        python_backend.fail_next("allocate", MemoryError(), 1000)
        x = python_device.empty(1 << 24)[:4]
        python_device.sync()
        assert x.failure() is not None
        copy[count, 1](x, y)
        assert (y.read() == 0).all()
        count.write(1)
        copy[count, 1](x, y)
        python_device.sync()
        assert y.failure().skipped[0].kernel == "copy"

    def test_behind_an_update_of_zero_the_writer_before_decides(self, python_device, python_backend):
        count, y, z = python_device.zeros(3, np.uint32), python_device.zeros(4), python_device.zeros(4)
        gate = python_backend.hold("fails")
        fails[1, 1](y)
        add[count, 1](y, 1.0)
        copy[1, 1](y, z)
        gate.open()
        assert str(root(z)) == "on purpose"
        assert [skip.kernel for skip in z.failure().skipped] == ["copy"]

    def test_garbage_is_a_failure(self, python_device, bump):
        count, y = python_device.array(np.full(3, 2**32 - 1, np.uint32)), python_device.zeros(4)
        bump[count, 1](y)
        assert "beyond" in str(root(y))


def fail(*arguments):
    raise RuntimeError("no count")


class TestSettling:
    def test_nothing_is_kept_of_launches_that_have_ended(self, python_device):
        y = python_device.zeros(4)
        for _ in range(500):
            add[1, 1](y, 1.0)
        python_device.sync()
        dispatcher = python_device.state.dispatcher
        assert not dispatcher.flight
        assert len(y.allocation.accesses.pending()) == 0

    def test_an_idle_runner_tidies_up_by_itself(self, python_device, python_backend):
        gate = python_backend.hold("add")
        y = python_device.zeros(4)
        add[1, 1](y, 13.0)
        python_device.flush()
        told = threading.Event()
        tell = python_device.state.ledger.claim
        python_device.state.dispatcher.ledger = Watched(python_device.state.ledger, tell, told)
        gate.open()
        assert told.wait(30)

    def test_a_buffer_is_not_kept_by_a_launch(self, python_device, python_backend):
        gate = python_backend.hold("add")
        y = python_device.zeros(4)
        add[1, 1](y, 1.0)
        python_device.flush()
        seen = weakref.ref(y)
        del y
        assert seen() is None
        gate.open()


class Watched:
    """A ledger whose `claim` says so."""

    def __init__(self, ledger, claim, told):
        self._ledger, self._claim, self._told = ledger, claim, told

    def claim(self, *arguments):
        self._claim(*arguments)
        self._told.set()

    def __getattr__(self, name):
        return getattr(self._ledger, name)


class TestLoss:
    def test_in_flight_work_is_claimed_and_later_work_refused(self, python_device, python_backend):
        x, y, z, kept = (python_device.zeros(4) for _ in range(4))
        python_backend.hold("add")
        add[1, 1](x, 1.0)
        add[1, 1](y, 1.0)
        python_device.flush()
        python_backend.lose(RuntimeError("a sticky error"))
        with pytest.raises(DeviceLost, match="sticky"):
            python_device.sync()
        for buffer in (x, y):
            assert isinstance(root(buffer), DeviceLost | RuntimeError)
            assert buffer.failure().roots[0].site.file == __file__
        assert x.failure().roots[0].site != y.failure().roots[0].site
        add[1, 1](z, 1.0)
        assert isinstance(root(z), DeviceLost)
        python_device.reset()
        with pytest.raises(BufferFailure):
            kept.check()
        for buffer in (x, kept):
            buffer.write(2.0)
            add[1, 1](buffer, 1.0)
            assert (buffer.read() == 3.0).all()
        python_device.sync()

    def test_a_reset_for_no_reason(self, python_device):
        x = python_device.zeros(4)
        add[1, 1](x, 1.0)
        python_device.sync()
        python_device.reset()
        with pytest.raises(BufferFailure, match="was reset"):
            x.read()
        x.write(1.0)
        assert (x.read() == 1.0).all()

    def test_a_reset_that_the_backend_refuses_leaves_a_lost_device_that_says_why(
        self, python_device, python_backend, monkeypatch
    ):
        x, y = python_device.zeros(4), python_device.zeros(4)
        add[1, 1](x, 1.0)
        python_device.sync()

        def refuse():
            raise OSError("no fresh one")

        with monkeypatch.context() as patch:
            patch.setattr(python_backend, "reset", refuse)
            with pytest.raises(OSError, match="no fresh one"):
                python_device.reset()
        with pytest.raises(DeviceLost, match="no fresh one"):
            python_device.sync()
        with pytest.raises(BufferFailure, match="was reset"):
            x.read()
        add[1, 1](y, 1.0)
        assert isinstance(root(y), DeviceLost)
        python_device.reset()
        python_device.sync()
        x.write(1.0)
        add[1, 1](x, 1.0)
        assert (x.read() == 2.0).all()

    def test_what_is_written_is_kept_for_a_copy_that_a_reset_overtakes(
        self, python_device, python_backend, monkeypatch
    ):
        sources, y = [], python_device.zeros(4)
        hand_over = python_backend.copy

        def watch(work):
            sources.append(weakref.ref(work.source.obj))
            return hand_over(work)

        monkeypatch.setattr(python_backend, "copy", watch)
        gate = python_backend.hold("add")
        add[1, 1](y, 1.0)
        y.write(np.ones(4, np.float32))
        works = python_device.exclusive(python_device.device_state.dispatcher.in_flight)
        python_device.reset()
        gc.collect()
        assert sources[0]() is not None
        gate.open()
        assert all(work.wait(30) for work in works)
        del works
        python_device.cleanup()
        gc.collect()
        assert sources[0]() is None

    def test_memory_of_before_a_reset_is_freed_when_nothing_can_touch_it(self, python_device, python_backend):
        busy, seen, dropped = (python_device.zeros(1 << 19) for _ in range(3))  # with memory of its own each
        with seen.host("rw") as array:
            array[:] = 7
        gate = python_backend.hold("add")
        add[1, 1](busy, 1.0)
        del dropped
        (work,) = python_device.exclusive(python_device.device_state.dispatcher.in_flight)
        held = python_device.memory_report().reserved
        python_device.reset()
        assert (
            python_device.memory_report().reserved == python_backend.in_use == held
        )  # the launch may be anywhere
        gate.open()
        assert work.wait(30)
        # What had no tenant goes; arrays over the others' memory may still be looked at.
        assert python_device.memory_report().reserved == python_backend.in_use == held * 2 // 3
        del busy
        assert python_device.memory_report().reserved == python_backend.in_use == held // 3
        assert (array == 7).all()
        seen.write(1.0)
        assert (seen.read() == 1.0).all()
        assert (array == 7).all()
        del seen, array
        python_device.cleanup()
        assert python_backend.in_use == 0


def test_a_device_with_memory_of_its_own(far_device):
    x = far_device.array(np.arange(8, dtype=np.float32))
    y = far_device.empty(8)
    copy[1, 1](x, y)
    y[2:4].write(100.0)
    assert y.read().tolist() == [0, 1, 100, 100, 4, 5, 6, 7]
    fails[1, 1](y[:2])
    with pytest.raises(BufferFailure):
        y.read()
    assert y[2:].read().tolist() == [100, 100, 4, 5, 6, 7]
    far_device.state.backend.fail_next("copying", RuntimeError("copy failed"))
    x.write(1.0)
    assert str(root(x)) == "copy failed"


def test_calls_from_within_exclusive(python_device):
    """`exclusive` runs alone, and its launches at once."""
    y = python_device.zeros(4)

    def inside():
        add[1, 1](y, 1.0)
        return y.read()

    assert python_device.exclusive(inside).tolist() == [1, 1, 1, 1]


def test_the_order_of_prints_goes_on_over_a_launch_that_was_skipped(python_device, python_backend):
    told = []

    def printing(name):
        return PythonKernel(
            lambda x, y: told.append(name), "x: in float32, y: out float32", name=name, ordered=True
        )

    x, spoiled, *outputs = (python_device.zeros(1) for _ in range(5))
    fails[1, 1](spoiled)
    python_device.sync()
    gate = python_backend.hold("first")
    printing("first")[1, 1](x, outputs[0])
    printing("skipped")[1, 1](spoiled, outputs[1])
    printing("last")[1, 1](x, outputs[2])
    event = python_device.exclusive(lambda: python_device.state.dispatcher.in_flight()[-1])
    assert not event.wait(0.05)
    gate.open()
    python_device.sync()
    assert told == ["first", "last"]


def test_a_hook_that_raises_spoils_nobody(python_device, python_backend, monkeypatch):
    def hook(error, claim):
        raise ValueError("of the hook")

    shown = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: shown.append(error))
    python_device.state.on_unclaimed = hook
    x, y = python_device.array(np.full(4, 13, np.float32)), python_device.zeros(4)
    gate = python_backend.hold("only_reads")
    only_reads[1, 1](x)
    work = python_device.exclusive(lambda: python_device.state.dispatcher.in_flight()[-1])
    gate.open()
    assert work.wait(30)
    copy[1, 1](x, y)
    assert (y.read() == 13).all()
    lost, own = shown
    assert str(lost.__cause__) == "seen thirteen"
    assert str(own) == "of the hook"


def test_an_error_that_is_remembered_grows_no_longer(python_device, python_compiler):
    def defect(request):
        raise KeyError("a defect of the compiler")

    python_compiler.hooks.append(defect)
    x, y = python_device.zeros(4), python_device.zeros(4)
    kernel = PythonKernel(lambda x, y: None, "x: in float32, y: out float32", name="defective")
    texts = set()
    for _ in range(20):
        kernel[1, 1](x, y)
        texts.add(str(y.failure().roots[0].text))
    assert len(texts) == 1
    assert "a defect of the compiler" in texts.pop()
    assert python_compiler.compiled["defective"] == 1


def test_shutdown_and_on(python_device):
    y = python_device.zeros(4)
    add[1, 1](y, 1.0)
    assert python_device.shutdown(30)
    add[1, 1](y, 1.0)
    assert (y.read() == 2.0).all()


def test_shutdown_has_a_limit(python_device, python_backend):
    gate = python_backend.hold("add")
    y = python_device.zeros(4)
    add[1, 1](y, 1.0)
    assert not python_device.shutdown(0.05)
    gate.open()
    assert python_device.shutdown(30)
    assert (y.read() == 1.0).all()
