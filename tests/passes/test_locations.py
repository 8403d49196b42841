"""No pass loses where an operation comes from: after each one of both pipelines, every operation has a place in a source."""

from __future__ import annotations

from math import sqrt

import pytest
from example_kernels import example
from xdsl.dialects.builtin import UNKNOWN_LOC, ModuleOp
from xdsl.ir import Operation

from periclase import MutSlice, Slice, device, f32, kernel
from periclase.codegen.compiler import context, import_module
from periclase.gpu import global_idx_x
from periclase.ir.interfaces import FunctionOpInterface
from periclase.ir.locations import call_chain_of, span_of
from periclase.kernel import Kernel
from periclase.passes import pipelines
from periclase.passes.pass_manager import Instrumentation
from periclase.passes.pipelines import PassSpec

NAMES = ("saxpy", "reduction", "matmul", "mandelbrot")


@device
def norm(v: tuple[f32, f32]) -> f32:
    a, b = v
    return sqrt(a * a + b * b)


@kernel
def norms(x: Slice[f32], y: Slice[f32], out: MutSlice[f32]):
    i = global_idx_x()
    if i < len(out):
        for _ in range(2):
            out[i] += norm((x[i], y[i]))


def placeless(module: ModuleOp) -> list[Operation]:
    """The operations without a place; what is only declared is nobody's line."""
    return [
        op
        for op in module.walk()
        if not isinstance(op, ModuleOp)
        and not (isinstance(op, FunctionOpInterface) and op.is_declaration())
        and span_of(op.location) is None
    ]


class Watch(Instrumentation):
    """Fails behind the pass that lost a place."""

    def __init__(self) -> None:
        self.passes: list[str] = []
        self.inlined = 0

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        lost = placeless(module)
        assert not lost, f"{spec.name} loses the place of {[str(op) for op in lost[:3]]}"
        self.passes.append(spec.name)
        self.inlined = sum(bool(call_chain_of(op.location)) for op in module.walk())


def watched(kernel: Kernel[..., object], target: str) -> Watch:
    """What was seen of the passes on `kernel`, of which there may be none that it does not survive."""
    watch = Watch()
    module = import_module(kernel, for_cpu=target == "cpu")
    assert not placeless(module)
    pipeline = pipelines.cpu() if target == "cpu" else pipelines.ptx()
    pipeline.run(context(), module, [watch])
    assert watch.passes == [spec.name for spec in pipeline.specs]
    return watch


@pytest.mark.parametrize("target", ["ptx", "cpu"])
@pytest.mark.parametrize("name", NAMES)
def test_every_pass_keeps_places(name: str, target: str) -> None:
    for each in vars(example(name)).values():
        if isinstance(each, Kernel):
            assert {"mem2reg", "sroa", "inline", "cse"} <= set(watched(each, target).passes)


@pytest.mark.parametrize("target", ["ptx", "cpu"])
def test_what_was_inlined_keeps_the_chain_of_calls(target: str) -> None:
    assert watched(norms, target).inlined >= 3


def test_the_watch_sees_what_is_lost() -> None:
    module = import_module(example("saxpy").saxpy, for_cpu=False)
    victim = next(op for op in module.walk() if not isinstance(op, ModuleOp))
    victim.location = UNKNOWN_LOC
    assert placeless(module) == [victim]
