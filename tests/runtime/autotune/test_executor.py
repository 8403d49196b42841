"""Candidates compiled elsewhere: by threads, by processes, by the workers of a Dask cluster."""

from __future__ import annotations

import contextlib
import linecache
import os
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from periclase import open_device
from periclase.record import replace
from periclase.runtime import compilation
from periclase.runtime.artifact import Artifact
from periclase.runtime.autotune import Candidate, autotune, compile_on, executor
from periclase.runtime.autotune.executor import Compiled, compile_all, compile_in_worker, current_executor
from periclase.runtime.device import Device

TIMEOUT = 120
CLUSTER = Path(__file__).resolve().parents[3] / "examples" / "cluster"


def tuned_over(*kernels: Any) -> Any:
    @autotune(candidates=[Candidate(kernel=kernel, name=kernel.name) for kernel in kernels])
    def add(x: Any, y: Any, out: Any, *, kernel: Any) -> None:
        kernel[1, 1](x, y, out)

    return add


@pytest.fixture
def buffers(python_device: Device) -> tuple[Any, ...]:
    return tuple(python_device.zeros(3) for _ in range(3))


class Answering(Executor):
    """Gives one answer to every task: a value, or an error."""

    def __init__(self, answer: Any):
        self.answer = answer
        self.tasks = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks += 1
        future: Future[Any] = Future()
        if isinstance(self.answer, Exception):
            future.set_exception(self.answer)
        else:
            future.set_result(self.answer(fn(*args, **kwargs)))
        return future


def test_the_executor_is_that_of_the_innermost_scope() -> None:
    one, two = Answering(None), Answering(None)
    assert current_executor() is None
    with compile_on(one):
        with compile_on(two):
            assert current_executor() is two
        with compile_on(None):
            assert current_executor() is None
        assert current_executor() is one
    assert current_executor() is None


def test_candidates_are_compiled_by_the_executor(adders: Any, buffers: Any, python_compiler: Any) -> None:
    threads: set[str] = set()
    python_compiler.hooks.append(lambda _: threads.add(__import__("threading").current_thread().name))
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    with ThreadPoolExecutor(2, thread_name_prefix="elsewhere") as pool, compile_on(pool):
        assert add.tune(*buffers) == "fast"
    assert python_compiler.compiled == {"slow": 1, "fast": 1}
    assert all(name.startswith("elsewhere") for name in threads)


def test_what_is_in_the_cache_is_not_sent(adders: Any, buffers: Any, python_device: Device) -> None:
    kernels = [adders.make("a"), adders.make("b")]
    pool = Answering(lambda compiled: compiled)
    backend = python_device.device_state.backend
    assert compile_all(pool, kernels, backend) == 2
    assert compile_all(pool, kernels, backend) == 0
    assert pool.tasks == 2


def test_what_the_compiler_refuses_there_is_not_tried_here(
    adders: Any, buffers: Any, python_compiler: Any
) -> None:
    add = tuned_over(adders.make("broken", broken=True), adders.make("good"), adders.make("other", 9.0))
    with ThreadPoolExecutor(1) as pool, compile_on(pool):
        add(*buffers)
    assert python_compiler.compiled["broken"] == 1
    assert add.records()[0].results[0].error == "PC0201: `broken` can not be compiled"


@pytest.mark.parametrize(
    "answer",
    [
        OSError("the worker died"),
        lambda compiled: compiled._replace(toolchain="another version"),
        lambda compiled: compiled._replace(fingerprint="another source"),
        lambda compiled: compiled._replace(artifact=_for_another_processor(compiled)),
        lambda compiled: compiled._replace(artifact=b"no artifact"),
    ],
    ids=["lost", "version", "source", "processor", "bytes"],
)
def test_what_is_of_no_use_is_compiled_here(
    adders: Any, buffers: Any, python_compiler: Any, answer: Any
) -> None:
    pool = Answering(answer)
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    with compile_on(pool):
        add(*buffers)
    assert buffers[2].read().tolist() == [0, 0, 0]
    assert pool.tasks == 2
    once = 0 if isinstance(answer, Exception) else 1
    assert python_compiler.compiled == {"slow": once + 1, "fast": once + 1}


def _for_another_processor(compiled: Compiled) -> bytes:
    assert compiled.artifact is not None
    return replace(Artifact.from_bytes(compiled.artifact), target="cpu:another").to_bytes()


def test_an_executor_that_is_closed_is_no_obstacle(adders: Any, buffers: Any, python_compiler: Any) -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    with (
        compile_on(pool),
        pytest.warns(RuntimeWarning, match="in this process, since the executor.* after shutdown"),
    ):
        assert add.tune(*buffers) == "fast"
    assert python_compiler.compiled == {"slow": 1, "fast": 1}


class Broken(Answering):
    """A pool whose workers die of the first task."""

    def __init__(self) -> None:
        super().__init__(BrokenExecutor("a worker died"))


def test_one_whose_workers_died_is_told_once_and_is_no_obstacle(
    adders: Any, buffers: Any, python_compiler: Any
) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    with compile_on(Broken()), pytest.warns(RuntimeWarning, match="BrokenExecutor: a worker died") as told:
        add(*buffers)
    assert len(told) == 1
    assert told[0].filename == __file__
    assert linecache.getline(__file__, told[0].lineno).strip() == "add(*buffers)"
    assert buffers[2].read().tolist() == [0, 0, 0]
    assert python_compiler.compiled == {"slow": 1, "fast": 1}


def test_a_worker_answers_with_plain_data(adders: Any) -> None:
    import pickle

    for kernel in (adders.make("good"), adders.make("broken", broken=True)):
        answer = compile_in_worker(kernel, "python")
        again = pickle.loads(pickle.dumps(answer))
        assert again.artifact == answer.artifact
        assert str(again.error) == str(answer.error)


def test_the_toolchain_has_a_text() -> None:
    assert "xdsl" in executor.toolchain_text()
    assert executor._version("there is no such library") == "none"


# -------------------------------------------------------------------------------------------------- real compilers ----


def no_compiler() -> Any:
    raise AssertionError("compiled in this process")


def test_a_process_pool_compiles_real_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(CLUSTER))
    monkeypatch.setattr(compilation, "compiler", no_compiler)
    monkeypatch.delitem(sys.modules, "polynomials", raising=False)
    from polynomials import horner, powers

    @autotune(candidates=[{"kernel": horner}, {"kernel": powers}], check=True)
    def polynomial(x: Any, y: Any, *, kernel: Any = horner) -> None:
        kernel[4, 64](x, y)

    backend = open_device("cpu").backend
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert compile_all(pool, [horner, powers], backend) == 2
    for kernel in (horner, powers):
        assert isinstance(compilation.known_artifact(*compilation.request_of(kernel, backend)), Artifact)


DASK = """
import multiprocessing, sys
sys.path.insert(0, sys.argv[1])

def main():
    import numpy as np
    from distributed import Client, LocalCluster
    from periclase.runtime import compilation
    import autotune_dask

    class Compiler:
        # Parts of the runtime itself are compiled here.
        runtime_object = compilation.compiler().runtime_object

        def compile(self, request):
            raise AssertionError("compiled in this process")

    compilation.compiler = Compiler
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**options) as cluster, Client(cluster) as client:
        winner, x, y = autotune_dask.run(client, 4096)
    np.testing.assert_allclose(y, 0.25 * x**3 + 0.5 * x**2 + 0.75 * x + 1, rtol=1e-5)
    results = autotune_dask.polynomial.records()[0].results
    print("winner", winner, [result.standing for result in results], multiprocessing.active_children())

if __name__ == "__main__":
    main()
"""


def test_the_example_runs_on_a_dask_cluster(tmp_path: Path) -> None:
    script = tmp_path / "driver.py"
    script.write_text(DASK)
    # In a process of its own: a cluster brings an event loop, threads and children of children, which end with its group.
    environment = os.environ | {"PERICLASE_CACHE_DIR": str(tmp_path / "dask-cache")}
    process = subprocess.Popen(
        [sys.executable, str(script), str(CLUSTER)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=tmp_path,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=TIMEOUT)
    finally:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
    assert process.returncode == 0, errors
    assert output.startswith("winner kernel=")
    assert output.rstrip().endswith("[]")
    assert "failed" not in output
    assert "skipped" not in output
