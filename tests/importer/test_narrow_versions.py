"""What passes tell LLVM of integers, `mir.no_wrap` above all, is true: with it LLVM's optimiser makes code that does the same.

Each random kernel is compiled for all launches, and for small ones, of which loops are split as well: that is where these facts
come from. LLVM takes a wrong one as leave to do anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any
from unittest import mock

import numpy as np
import pytest
from how_much import NIGHTLY
from random_indices import BORDERS, index_source

from periclase.codegen.compiler import compile_kernel, stages
from periclase.codegen.cpu.support import support_object
from periclase.passes import pipelines
from periclase.runtime import compilation
from periclase.runtime.device import Device, create_backend

PIPELINE = pipelines.cpu().insert_after("dce", "inductive-range-check-elimination")
SEEDS = range(400 if NIGHTLY else 8)


class WithSplitLoops:
    """A compiler that splits loops on the CPU too."""

    runtime_object = staticmethod(support_object)

    def compile(self, request: Any) -> Any:
        return compile_kernel(request.kernel, None, request.target, PIPELINE)


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with mock.patch.object(compilation, "compiler", return_value=WithSplitLoops()):
        made = Device(create_backend("cpu"))
        yield made
        made.sync()


@pytest.mark.parametrize("seed", SEEDS)
def test_small_launches_do_the_same(seed: int, load: Callable[..., ModuleType], device: Device) -> None:
    k = load(index_source(seed)).k
    r = random.Random(seed)
    x = device.array(np.frombuffer(random.Random(1).randbytes(70_000), np.uint8))
    for _ in range(8):
        given = [r.choice(BORDERS) for _ in range(4)]
        found: list[list[int]] = []
        for narrow in (False, True):
            device.device_state.narrow_indices = narrow
            out = device.zeros(8, np.int64)
            k[2, 4](x, out, *given)
            found.append(out.numpy().tolist())
        assert found[0] == found[1], given


def test_there_are_such_facts(load: Callable[..., ModuleType]) -> None:
    counts: list[int] = []
    for seed in SEEDS[:4]:
        kernel = load(index_source(seed)).k.with_narrow_indices
        made = stages(kernel, target="cpu", pipeline=PIPELINE)
        text = next(str(each) for name, each in made if name == "mir-opt")
        counts.append(text.count("mir.no_wrap"))
    assert sum(count > 0 for count in counts) > len(counts) // 2, counts
