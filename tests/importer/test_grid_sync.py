"""The barrier of a grid: in cooperative kernels, of one block on the CPU, and in words where it can not be."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from periclase.runtime.failures import BufferFailure

SOURCE = """
from periclase.library.grids import grid_sync

@kernel({options})
def k(x: MutSlice[i32], barrier: MutSlice[u32]):
    i = global_idx_x()
    n = len(x)
    for _ in range(3):
        value = x[(i + 1) % n]
        grid_sync(barrier)
        x[i] = value + 1
        grid_sync(barrier)
"""


def test_one_block(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE.format(options="cooperative=True"))
    x, barrier = np.arange(50, dtype=np.int32), np.zeros(1, np.uint32)
    for round in range(1, 3):
        module.k[1, 50](x, barrier)
        assert x.tolist() == (np.roll(np.arange(50), -3 * round) + 3 * round).tolist()
    assert barrier[0] == 0  # turned over twelve times


def test_more_blocks_on_the_cpu_trap(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE.format(options="cooperative=True"))
    dev = open_device("cpu")
    x, barrier = dev.zeros(64, np.int32), dev.zeros(1, np.uint32)
    module.k[2, 32](x, barrier)
    with pytest.raises(BufferFailure, match="this device runs one block after another"):
        x.read()


def test_on_a_gpu(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE.format(options="cooperative=True"))
    for target in ("sm_75", "sm_120"):
        assert module.k.compile(target).cooperative
        text = module.k.ptx(target)
        assert "atom.acq_rel.gpu" in text
        if find_tool("ptxas") is not None:
            assemble(text, target)


def test_only_in_cooperative_kernels(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE.format(options="debug=False"))
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == "PC0207"
    assert "mark the kernel `@kernel(cooperative=True)`" in str(caught.value)
