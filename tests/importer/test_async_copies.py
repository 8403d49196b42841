"""What an asynchronous copy reads and writes: its source may be read-only, its target may not."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from periclase.codegen.compiler import compile_kernel
from periclase.diagnostics import DiagnosticError
from periclase.importer.python.import_kernels import import_kernels
from periclase.runtime.artifact import Access

KERNEL = """
from periclase.gpu import *

@kernel
def stage(x: {source}[f32], y: OutSlice[f32]):
    tile = shared_array(32, f32)
    i = thread_idx_x()
    cp_async(tile[i], x[i], 4)
    cp_async_commit_group()
    cp_async_wait_all()
    sync_threads()
    y[i] = tile[i]
"""


@pytest.mark.parametrize("source", ["Slice", "MutSlice"])
def test_the_source_is_only_read(load: Callable[..., ModuleType], source: str) -> None:
    module = load(KERNEL.format(source=source))
    artifact = compile_kernel(module.stage, tuple(module.stage.parameters), "sm_90")
    assert b"cp.async.ca.shared.global" in artifact.code
    assert artifact.effects == (Access.READ, Access.WRITE)


def test_the_target_is_written(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        from periclase.gpu import cp_async

        @kernel
        def k(x: Slice[f32]):
            cp_async(x[0], x[1], 4)
        """
    )
    with pytest.raises(DiagnosticError, match="its elements can not be set"):
        import_kernels([module.k])


@pytest.mark.parametrize("pending", [-1, 1 << 31, 1 << 40, True])
def test_numbers_that_no_instruction_has_room_for(load: Callable[..., ModuleType], pending: int) -> None:
    module = load(
        f"""
from periclase.gpu import *

@kernel
def wait(y: OutSlice[f32]):
    cp_async_wait_group({pending})
"""
    )
    with pytest.raises(
        DiagnosticError, match=r"PC0210.*`pending` of `cp_async_wait_group`.*at most 2147483647"
    ):
        module.wait.mir()
