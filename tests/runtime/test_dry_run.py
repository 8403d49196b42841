"""Dry runs: who decides, what is counted, and that nothing but compiling happens."""

from __future__ import annotations

import asyncio
import contextvars
import os
import subprocess
import sys
import threading
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from other_threads import in_thread
from python_kernels import python_kernel

from periclase.runtime import dry_run as dry_runs
from periclase.runtime.capture import CaptureError
from periclase.runtime.dry_run import (
    Statistics,
    dry_run,
    launch_mode,
    note_tuned,
    precompile,
    real_run,
)
from periclase.runtime.launch_mode import LaunchMode

WAIT = 30
"""Seconds after which a test that waits has failed."""

EXECUTE, SKIP, PRECOMPILE = LaunchMode


@pytest.fixture
def device(python_device):
    return python_device


@pytest.fixture
def state(device):
    return device.device_state


def make_double(**options):
    return python_kernel("x: in float32, y: out float32", name="double", **options)(
        lambda x, y: np.multiply(x, 2, out=y)
    )


# ---------------------------------------------------------------------------------------------------------- the mode ----


def test_which_modes_drop_a_launch():
    assert [mode.skipped for mode in (EXECUTE, SKIP, PRECOMPILE)] == [False, True, True]


def test_launches_execute_by_default(state):
    assert launch_mode(state) is EXECUTE


def test_dry_runs_nest(state):
    with dry_run():
        with dry_run():
            assert launch_mode(state) is SKIP
        assert launch_mode(state) is SKIP
    assert launch_mode(state) is EXECUTE


def test_real_runs_nest(state):
    with dry_run(), real_run():
        with real_run():
            assert launch_mode(state) is EXECUTE
        assert launch_mode(state) is EXECUTE


def test_a_dry_run_spares_the_measurements(state):
    with dry_run():
        assert launch_mode(state) is SKIP
        with real_run():
            assert launch_mode(state) is EXECUTE
        assert launch_mode(state) is SKIP


def test_the_innermost_guard_decides(state):
    with real_run():
        with precompile():
            assert launch_mode(state) is PRECOMPILE
            with real_run():
                assert launch_mode(state) is EXECUTE
                with dry_run():
                    assert launch_mode(state) is SKIP
            assert launch_mode(state) is PRECOMPILE
        assert launch_mode(state) is EXECUTE


def test_precompile_works_outside_a_dry_run(state):
    with precompile():
        assert launch_mode(state) is PRECOMPILE
    assert launch_mode(state) is EXECUTE


def test_a_dry_run_is_everywhere_and_a_real_run_is_here(state):
    with dry_run():
        assert in_thread(launch_mode, state) is SKIP
        with real_run():
            assert in_thread(launch_mode, state) is SKIP
    with real_run(), precompile():
        assert in_thread(launch_mode, state) is EXECUTE


def test_a_dry_run_of_another_thread_does_not_reach_into_a_real_run(state):
    with real_run():
        entered, leave = threading.Event(), threading.Event()

        def hold():
            with dry_run():
                entered.set()
                assert leave.wait(WAIT)

        thread = threading.Thread(target=hold)
        thread.start()
        assert entered.wait(WAIT)
        assert launch_mode(state) is EXECUTE
        assert in_thread(launch_mode, state) is SKIP
        leave.set()
        thread.join(WAIT)
        assert in_thread(launch_mode, state) is EXECUTE


def test_dry_runs_of_two_threads_count(state):
    """It lasts until the last is left, in whatever order."""
    one, two = dry_run(), dry_run()
    in_thread(one.__enter__)
    in_thread(two.__enter__)
    in_thread(one.__exit__, None, None, None)
    assert launch_mode(state) is SKIP
    two.__exit__(None, None, None)
    assert launch_mode(state) is EXECUTE
    assert not dry_runs.open_runs


def test_a_dry_run_of_one_device(device, other_device):
    with dry_run(device):
        assert launch_mode(device.device_state) is SKIP
        assert launch_mode(other_device.device_state) is EXECUTE
        assert in_thread(launch_mode, device.device_state) is SKIP
        assert in_thread(launch_mode, other_device.device_state) is EXECUTE
    with dry_run(), real_run(other_device):
        assert launch_mode(device.device_state) is SKIP
        assert launch_mode(other_device.device_state) is EXECUTE
    with precompile(device):
        assert launch_mode(other_device.device_state) is EXECUTE


def test_a_copied_context_forgets_a_guard_that_has_ended(state):
    with real_run():
        copied = contextvars.copy_context()
        assert in_thread(copied.run, launch_mode, state) is EXECUTE
        with dry_run():
            also = contextvars.copy_context()
    with dry_run():
        assert copied.run(launch_mode, state) is SKIP
    assert also.run(launch_mode, state) is EXECUTE


def test_guards_of_tasks_do_not_mix(state):
    async def measured():
        with real_run():
            for _ in range(3):
                await asyncio.sleep(0)
                assert launch_mode(state) is EXECUTE

    async def dropped():
        for _ in range(5):
            await asyncio.sleep(0)
            assert launch_mode(state) is SKIP

    async def main():
        with dry_run():
            await asyncio.gather(measured(), dropped(), measured())

    asyncio.run(main())
    assert launch_mode(state) is EXECUTE


def test_a_real_run_goes_along_to_a_thread_in_a_copied_context(state):
    async def main():
        with dry_run(), real_run():
            return await asyncio.to_thread(launch_mode, state)

    assert asyncio.run(main()) is EXECUTE


@pytest.mark.parametrize("kinds", list(product([dry_run, real_run, precompile], repeat=2)))
def test_guards_may_be_left_in_any_order(state, kinds):
    one, two = (kind() for kind in kinds)
    modes = {dry_run: SKIP, real_run: EXECUTE, precompile: PRECOMPILE}
    one.__enter__()
    two.__enter__()
    one.__exit__(None, None, None)
    assert launch_mode(state) is modes[kinds[1]]
    two.__exit__(None, None, None)
    assert launch_mode(state) is EXECUTE


@pytest.mark.parametrize("kind", [dry_run, real_run, precompile])
def test_a_guard_is_entered_once_at_a_time(state, kind):
    guard = kind()
    with guard, pytest.raises(RuntimeError, match=f"this {kind.__name__} is entered already"), guard:
        pass
    assert launch_mode(state) is EXECUTE
    with guard:
        pass
    assert launch_mode(state) is EXECUTE


def test_a_guard_that_is_left_by_an_exception_has_ended(state):
    for kind in (dry_run, real_run, precompile):
        with pytest.raises(KeyError), kind():
            raise KeyError
    assert launch_mode(state) is EXECUTE
    assert not dry_runs.open_runs


def test_no_variable_of_the_environment_makes_a_dry_run():
    names = ("DRY_RUN", "DRYRUN", "RUNTIME_DRY_RUN", "SKIP", "RUNTIME_MODE")
    program = (
        "from periclase.runtime.dry_run import launch_mode, open_runs\n"
        "print(open_runs, launch_mode(object()))"
    )
    environment = {**os.environ, **{f"PERICLASE_{name}": "1" for name in names}}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=120
    )
    assert run.stdout.strip() == "() LaunchMode.EXECUTE", run.stderr


# ------------------------------------------------------------------------------------------------- what a launch does ----


def test_a_dry_run_drops_an_ordinary_launch(device):
    double = make_double()
    x, y = device.array(np.full(3, 2, np.float32)), device.array(np.full(3, 9, np.float32))
    with dry_run():
        double[1, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(3, 9))
    double[1, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(3, 4))


def test_a_dry_run_compiles_everything_and_does_nothing_else(device, python_compiler):
    backend = device.device_state.backend
    kernels = [make_double() for _ in range(5)]
    for number, kernel in enumerate(kernels):
        kernel.name = f"double{number}"
    mapped = device.memory_report()
    with dry_run() as seen:
        x, y = device.empty(1 << 20), device.empty(1 << 20)
        count = device.empty(3, np.uint32)
        for kernel in kernels:
            kernel[1, 1](x, y)
            kernel[count, 1](y, x)
            kernel[0, 1](y, x)
    assert seen.statistics() == Statistics(seen=5, compiled=5)
    assert backend.calls["submit"] == backend.calls["copy"] == 0
    assert device.memory_report().reserved == mapped.reserved
    assert not x.allocation.address and not y.allocation.address and not count.allocation.address
    assert x.failure() is None and y.failure() is None
    with dry_run() as again:
        for kernel in kernels:
            kernel[1, 1](x, y)
    assert again.statistics() == Statistics(seen=5)
    assert sum(python_compiler.compiled.values()) == 5


def test_what_was_compiled_in_a_dry_run_is_loaded_by_the_next_device(device, other_device, python_compiler):
    double = make_double()
    with dry_run() as first:
        double[1, 1](device.empty(4), device.empty(4))
    with dry_run() as second:
        double[1, 1](other_device.empty(4), other_device.empty(4))
    # The backends are of one kind, so that the second finds it in the cache.
    assert first.statistics() == Statistics(seen=1, compiled=1)
    assert second.statistics() == Statistics(seen=1, loaded=1)
    assert python_compiler.compiled["double"] == 1


def test_a_failure_in_a_dry_run_claims_nothing(device):
    broken = make_double(broken=True)
    x, y = device.zeros(4), device.zeros(4)
    with dry_run() as seen:
        for _ in range(3):
            broken[1, 1](x, y)
    assert seen.statistics() == Statistics(seen=1, failed=1)
    assert ["can not be compiled" in str(error) for error in seen.errors] == [True]
    assert y.failure() is None
    np.testing.assert_array_equal(y.numpy(), np.zeros(4))
    broken[1, 1](x, y)
    assert y.failure() is not None


def test_a_launch_that_a_kernel_was_not_compiled_for_is_told(device):
    fixed = make_double(required_block=(8, 1, 1))
    x, y = device.zeros(4), device.zeros(4)
    with dry_run() as everywhere, dry_run(device) as here:
        for _ in range(3):
            fixed[1, 4](x, y)
            fixed[1, 8](x, y)
    (error,) = everywhere.errors
    assert "compiled for blocks of (8, 1, 1) threads" in str(error)
    assert here.errors == everywhere.errors
    assert y.failure() is None


def test_a_spoiled_buffer_stays_spoiled(device):
    broken, double = make_double(broken=True), make_double()
    x, y = device.zeros(4), device.zeros(4)
    broken[1, 1](x, y)
    with dry_run():
        double[1, 1](x, y)
        device.sync()
        assert y.failure() is not None
    assert y.failure() is not None


def test_what_was_launched_before_is_counted_when_the_dry_run_is_left(device):
    entered, leave = threading.Event(), threading.Event()

    def hold():
        entered.set()
        assert leave.wait(WAIT)

    thread = threading.Thread(target=lambda: device.exclusive(hold))
    thread.start()
    assert entered.wait(WAIT)
    seen = dry_run()
    with seen:
        make_double()[1, 1](device.empty(4), device.empty(4))
        assert seen.seen == 1
        assert seen.compiled == 0
        leave.set()
    assert seen.compiled == 1
    thread.join(WAIT)


def test_host_writes_and_reads_of_a_dry_run_are_real(device):
    with dry_run():
        x = device.array(np.arange(4, dtype=np.float32))
        np.testing.assert_array_equal(x.numpy(), np.arange(4))


def test_a_real_run_inside_executes_and_is_counted(device):
    double = make_double()
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4)
    with dry_run() as seen:
        with real_run():
            double[1, 1](x, y)
        double[1, 1](y, x)
        np.testing.assert_array_equal(y.numpy(), np.full(4, 2))
        np.testing.assert_array_equal(x.numpy(), np.ones(4))
    assert seen.seen == 1


def test_a_dry_run_can_be_left_inside_exclusive(device):
    def inside():
        with dry_run() as seen:
            make_double()[1, 1](device.empty(4), device.empty(4))
        return seen.statistics()

    assert device.exclusive(inside) == Statistics(seen=1, compiled=1)


def test_arrays_of_the_host_are_left_alone(device):
    double = make_double()
    x, y = device.array(np.ones(4, np.float32)), np.full(4, 9, np.float32)
    with dry_run():
        double[1, 1](x, y)
    np.testing.assert_array_equal(y, np.full(4, 9))


def test_a_capture_in_a_dry_run_is_refused(device):
    with device.stream() as stream, dry_run():
        for call in (stream.prepare, lambda: stream.capture(lambda: None)):
            with pytest.raises(CaptureError, match="a dry run drops every launch"):
                call()
        with real_run():
            stream.capture(lambda: None)
    stream.capture(lambda: None)


def test_tuned_candidates_are_counted(device, other_device):
    with dry_run() as everywhere, dry_run(device) as here:
        note_tuned(device.device_state, 3)
        note_tuned(other_device.device_state)
    note_tuned(device.device_state)
    assert everywhere.tuned == 4
    assert here.tuned == 3


def test_counting_from_many_threads_is_exact(device):
    kernels = [make_double() for _ in range(8)]
    x, y = device.empty(4), device.empty(4)

    def work(own):
        for kernel in (own, kernels[0]) * 20:
            kernel[1, 1](x, y)
            note_tuned(device.device_state)

    with dry_run() as seen:
        threads = [threading.Thread(target=work, args=(kernel,)) for kernel in kernels]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WAIT)
    assert seen.statistics() == Statistics(seen=8, compiled=8, tuned=8 * 40)


PROGRAM = """
import numpy as np
from periclase import MutSlice, Slice, f32, kernel, open_device
from periclase.gpu import thread_idx_x
from periclase.runtime import compilation
from periclase.runtime.dry_run import dry_run

compilation.toolchain_stamp = lambda: "the same, although somebody may edit this checkout meanwhile"

@kernel
def double(x: Slice[f32], y: MutSlice[f32]):
    y[thread_idx_x()] = f32(2) * x[thread_idx_x()]

device = open_device("cpu")
with dry_run() as seen:
    double[1, 4](device.empty(4), device.empty(4))
print(seen.compiled, seen.loaded)
"""


def test_a_second_process_compiles_nothing(tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    environment = {**os.environ, "PERICLASE_CACHE_DIR": str(tmp_path / "cache")}
    told = [
        subprocess.run(
            [sys.executable, str(program)], env=environment, capture_output=True, text=True, timeout=300
        )
        for _ in range(2)
    ]
    assert [run.stdout.split() for run in told] == [["1", "0"], ["0", "1"]], told
