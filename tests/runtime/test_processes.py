"""Threads and processes around the runtime: launches from several threads, after a fork, and at the end of a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import numpy as np
import pytest

from periclase.runtime.failures import BufferFailure


def fork():
    """A fork, with threads around: what newer Pythons warn of, and what is tested here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def exit_code(child):
    """Wait for the end of `child`, at most half a minute."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return pytest.fail("the child hangs")


def test_launches_from_several_threads(device, scale):
    problems = []

    def work(factor):
        x, y = device.array(np.ones(5000, np.float32)), device.zeros(5000, np.float32)
        for _ in range(20):
            scale[20, 256](factor, x, y)
            if not (y.numpy() == factor).all():
                problems.append(factor)

    threads = [threading.Thread(target=work, args=(float(factor),)) for factor in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")
def test_a_forked_child_launches_on_its_own(device, scale):
    x, y = device.array(np.ones(9000, np.float32)), device.zeros(9000, np.float32)
    scale[36, 256](2.0, x, y)
    assert (y.numpy() == 2.0).all()
    child = fork()
    if child == 0:
        status = 1
        try:
            scale[36, 256](3.0, x, y)
            status = 0 if (y.numpy() == 3.0).all() else 2
        finally:
            os._exit(status)
    assert exit_code(child) == 0
    assert (y.numpy() == 2.0).all()
    scale[36, 256](4.0, x, y)
    assert (y.numpy() == 4.0).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")
def test_a_launch_that_was_queued_before_the_fork_fails_in_the_child(device, scale, held):
    x, y, z = device.array(np.ones(9, np.float32)), device.zeros(1, np.float32), device.zeros(9, np.float32)
    scale[1, 9](2.0, x, z)
    z.numpy()
    held.launch(y)
    scale[1, 1](3.0, y, z)
    child = fork()
    if child == 0:
        status = 1
        try:
            told = [tells_of_the_fork(buffer) for buffer in (y, z)]
            scale[1, 9](4.0, x, z)
            status = 0 if all(told) and (z.numpy() == 4.0).all() else 2
        finally:
            os._exit(status)
    held.open()
    assert exit_code(child) == 0
    assert y.numpy()[0] == 1.0
    assert z.numpy()[0] == 3.0


def tells_of_the_fork(buffer):
    """Whether reading `buffer` fails since its launch is the parent's."""
    try:
        buffer.numpy()
    except BufferFailure as failure:
        return "before the process was forked" in str(failure)
    return False


def test_what_is_queued_at_the_end_of_the_process_is_run(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(
        textwrap.dedent(
            """
            import numpy as np
            from periclase import Slice, f32, kernel, open_device
            from periclase.gpu import printf, thread_idx_x

            @kernel
            def show(x: Slice[f32]):
                printf("x[%d] = %g\\n", thread_idx_x(), x[thread_idx_x()])

            x = open_device("cpu").array(np.arange(3, dtype=np.float32) / 2)
            show[1, 3](x)
            """
        )
    )
    result = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=120
    )
    assert result.stderr == ""
    assert result.returncode == 0
    assert result.stdout == "x[0] = 0\nx[1] = 0.5\nx[2] = 1\n"


def test_what_is_launched_last_of_all_is_run(tmp_path):
    script, result = tmp_path / "program.py", tmp_path / "result"
    script.write_text(
        textwrap.dedent(
            f"""
            import numpy as np
            from periclase import MutSlice, i32, kernel, open_device

            @kernel
            def add_one(x: MutSlice[i32]):
                x[0] += 1

            held = np.memmap({str(result)!r}, np.int32, "w+", shape=(1,))
            device = open_device("cpu")
            x = device.wrap(held)
            add_one[1, 1](x)
            x.numpy()  # from here on there are workers
            add_one[1, 1](x)
            """
        )
    )
    ended = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.stderr == ""
    assert np.fromfile(result, np.int32).tolist() == [2]


def test_printing_keeps_its_place_among_what_python_prints(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(
        textwrap.dedent(
            """
            from periclase import i32, kernel, open_device
            from periclase.gpu import printf

            @kernel
            def show(n: i32):
                printf("kernel %d %%\\n", n)

            for n in range(3):
                print("before", n)
                show[1, 1](n)
                open_device("cpu").sync()
            print("end")
            """
        )
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    result = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=environment,
    )
    assert result.stdout == "".join(f"before {n}\nkernel {n} %\n" for n in range(3)) + "end\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")
def test_a_fork_while_another_thread_compiles(device, scale, monkeypatch):
    """The child would have the locks of the compiling thread, and no thread to release them."""
    compiling, release = threading.Event(), threading.Event()
    from periclase.runtime import compilation

    compile = compilation.artifact_of

    def slow(*arguments):
        compiling.set()
        release.wait(30)
        return compile(*arguments)

    monkeypatch.setattr(compilation, "artifact_of", slow)
    x, y = device.array(np.ones(9, np.float32)), device.zeros(9, np.float32)
    thread = threading.Thread(target=lambda: scale[1, 9](2.0, x, y))
    thread.start()
    assert compiling.wait(30)
    threading.Timer(0.2, release.set).start()
    child = fork()
    if child == 0:
        status = 1
        try:
            z = device.zeros(9, np.float32)
            scale[1, 9](3.0, x, z)
            status = 0 if (z.numpy() == 3.0).all() else 2
        finally:
            os._exit(status)
    assert exit_code(child) == 0
    thread.join()


AT_THE_END = """
    import os, signal, threading
    from periclase import MutSlice, f32, i64, kernel, open_device

    @kernel
    def slow(y: MutSlice[f32], n: i64):
        k = i64(0)
        while k < n:
            y[0] = y[0] * 0.5 + 1.0
            k += 1

    y = open_device("cpu").zeros(1)
    slow[1, 1](y, 1)
    y.numpy()
"""

HELD = """
    block = y.host()
    block.__enter__()
"""

RUNNING = """
    slow[1, 1](y, 1 << 60)
"""

INTERRUPTED = """
    slow[1, 1](y, 1 << 60)

    def interrupt():
        threading.main_thread().join()  # then the end of the process waits
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
"""


@pytest.mark.parametrize(
    ("rest", "seconds", "said"),
    [(HELD, "3600", ""), (RUNNING, "0.2", "still running"), (INTERRUPTED, "3600", "still running")],
    ids=["held", "running", "interrupted"],
)
def test_what_is_under_way_at_the_end_is_waited_for_or_given_up(tmp_path, rest, seconds, said):
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(AT_THE_END) + textwrap.dedent(rest))
    # Beginning takes a second, and a quarter of a minute on a machine that is busy. Whoever waits for `seconds` where he must
    # not is found by the timeout.
    ended = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PERICLASE_RUNTIME_SHUTDOWN_SECONDS": seconds},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended.returncode == 0
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == bool(said)
