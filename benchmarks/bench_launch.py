"""What a launch costs the thread that makes it, and how soon its result is there: 1024 elements of `z = a * x + y`.

Peers that are installed are measured in the same run: compare ratios, never figures of two machines. A plain call of the same
loop through ctypes is the floor: no checks, no book-keeping, nothing asynchronous.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from periclase import OutSlice, Slice, f32, kernel, open_device
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x

ELEMENTS = 1024
GRID, BLOCK = 4, 256
CHAIN = 1000

Call = Callable[[], Any]


@kernel
def triad(a: f32, x: Slice[f32], y: Slice[f32], z: OutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(z):
        z[i] = a * x[i] + y[i]


class Rig:
    """A device with the three buffers, everything compiled."""

    def __init__(self) -> None:
        self.device = open_device("cpu")
        self.x, self.y = (self.device.array(np.ones(ELEMENTS, np.float32)) for _ in range(2))
        self.z = self.device.zeros(ELEMENTS, np.float32)
        self.launch()
        assert (self.z.read() == 3.0).all()

    def launch(self) -> None:
        triad[GRID, BLOCK](2.0, self.x, self.y, self.z)


@pytest.fixture(scope="module")
def rig() -> Rig:
    return Rig()


# ------------------------------------------------------------------------------------------------------------ ours ----


def bench_enqueue(benchmark, rig: Rig) -> None:
    """What the issuing thread pays. Rounds are short, and the queue is empty at the beginning of each."""
    benchmark.pedantic(rig.launch, setup=rig.device.sync, rounds=200, iterations=1, warmup_rounds=5)


def bench_enqueue_in_a_row(benchmark, rig: Rig) -> None:
    """The same, a hundred at a time: without what the first one pays, which finds the caches cold and wakes a thread."""

    def run() -> None:
        for _ in range(100):
            rig.launch()

    benchmark.extra_info["launches"] = 100
    benchmark.pedantic(run, setup=rig.device.sync, rounds=50)
    rig.device.sync()


def bench_enqueue_and_sync(benchmark, rig: Rig) -> None:
    def run() -> None:
        rig.launch()
        rig.device.sync()

    benchmark(run)


def bench_enqueue_and_read(benchmark, rig: Rig) -> None:
    def run() -> None:
        rig.launch()
        rig.z.read()

    benchmark(run)


def bench_read_alone(benchmark, rig: Rig) -> None:
    rig.device.sync()
    benchmark(rig.z.read)


def bench_sync_alone(benchmark, rig: Rig) -> None:
    benchmark(rig.device.sync)


def bench_chain_of_1000(benchmark, rig: Rig) -> None:
    """A thousand launches, each waiting for the one before it, to the end."""

    def run() -> None:
        for _ in range(CHAIN):
            rig.launch()
        rig.device.sync()

    benchmark.extra_info["launches"] = CHAIN
    benchmark.pedantic(run, rounds=10, warmup_rounds=1)


def bench_replay_of_1000(benchmark, rig: Rig) -> None:
    """The same thousand as a graph."""
    stream = rig.device.stream()

    def record() -> None:
        for _ in range(CHAIN):
            rig.launch()

    with stream:
        graph = stream.capture(record)

    def run() -> None:
        graph.replay()
        rig.device.sync()

    benchmark.extra_info["launches"] = CHAIN
    benchmark.pedantic(run, rounds=10, warmup_rounds=1)


# ----------------------------------------------------------------------------------------------------------- stages ----


def bench_stage_issuing(benchmark, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gates and the packing of arguments, without the hand-over."""
    monkeypatch.setattr(type(rig.device.device_state.channel), "submit", lambda *_: None)
    benchmark.pedantic(rig.launch, rounds=200, iterations=100)


def bench_stage_book_keeping(benchmark, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner's side: failures, dependencies, and handing over to the executor, which runs the kernels meanwhile."""
    channel = rig.device.device_state.channel
    requests: list[Call] = []

    def prepare() -> None:
        rig.device.sync()
        requests.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(channel), "submit", lambda _, task, on_error: requests.append(task))
            for _ in range(100):
                rig.launch()

    def run() -> None:
        for request in requests:
            request()

    benchmark.extra_info["launches"] = 100
    benchmark.pedantic(lambda: channel.submit_blocking(run), setup=prepare, rounds=50)
    rig.device.sync()


def bench_stage_taking_the_role(benchmark, rig: Rig) -> None:
    """Taking the runner's role and giving it back: what each read, write and sync begins with."""
    rig.device.sync()
    channel = rig.device.device_state.channel
    benchmark(lambda: channel.submit_blocking(lambda: None))


# ------------------------------------------------------------------------------------------------------------ peers ----


def _arrays() -> tuple[np.ndarray[Any, Any], ...]:
    return tuple(np.ones(ELEMENTS, np.float32) for _ in range(3))


def _ctypes() -> Call:
    """The floor: the same loop in machine code, and three addresses."""
    from periclase.codegen.native import emit_object
    from periclase.runtime.backends.cpu.image import map_object

    code = map_object(emit_object(_LOOP))
    call = ctypes.CFUNCTYPE(None, ctypes.c_float, *[ctypes.c_void_p] * 3)(code.symbols["triad"])
    arrays = _arrays()
    addresses = [array.ctypes.data for array in arrays]

    def run(keep: object = (code, arrays)) -> None:
        call(2.0, *addresses)

    return run


def _numpy() -> Call:
    x, y, z = _arrays()

    def run() -> None:
        np.multiply(x, np.float32(2.0), out=z)
        np.add(z, y, out=z)

    return run


def _numba(parallel: bool) -> Call:
    numba = pytest.importorskip("numba", reason="numba is not installed")

    @numba.njit(parallel=parallel)
    def triad(a: Any, x: Any, y: Any, z: Any) -> None:
        for i in numba.prange(z.size):
            z[i] = a * x[i] + y[i]

    return functools.partial(triad, np.float32(2.0), *_arrays())


def _warp() -> Call:
    warp = pytest.importorskip("warp", reason="warp-lang is not installed")
    warp.config.quiet = True
    triad = _load("warp_triad").triad
    *inputs, output = [warp.array(array, device="cpu", copy=False) for array in _arrays()]
    return lambda: warp.launch(triad, dim=ELEMENTS, inputs=[2.0, *inputs], outputs=[output], device="cpu")


def _taichi() -> Call:
    pytest.importorskip("taichi", reason="taichi is not installed")
    return _load("taichi_triad").call(ELEMENTS)


def _load(name: str) -> Any:
    """A module beside this one: peers read the source and the annotations of their kernels."""
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PEERS: dict[str, Callable[[], Call]] = {
    "ctypes": _ctypes,
    "numpy": _numpy,
    "numba": lambda: _numba(False),
    "numba parallel": lambda: _numba(True),
    "warp": _warp,
    "taichi": _taichi,
}


@pytest.mark.parametrize("peer", PEERS)
def bench_peer_to_the_result(benchmark, peer: str) -> None:
    """A call that returns when the result is there, as ours with a sync. (None of these is asynchronous on a CPU.)"""
    run = PEERS[peer]()
    run()
    benchmark(run)


_LOOP = """
define void @triad(float %a, ptr noalias %x, ptr noalias %y, ptr noalias %z) {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %x.p = getelementptr float, ptr %x, i64 %i
  %y.p = getelementptr float, ptr %y, i64 %i
  %z.p = getelementptr float, ptr %z, i64 %i
  %x.i = load float, ptr %x.p
  %y.i = load float, ptr %y.p
  %ax = fmul float %a, %x.i
  %sum = fadd float %ax, %y.i
  store float %sum, ptr %z.p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %head, label %out

out:
  ret void
}
"""
