"""Works for the tests of the CPU backend: small kernels in LLVM IR, and how to launch them."""

from __future__ import annotations

import functools
import struct
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from periclase.codegen import native
from periclase.codegen.cpu.support import support_libraries
from periclase.diagnostics import Span
from periclase.runtime.artifact import Access, Artifact, ArtifactKind, Parameter, ParameterKind, Trap
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cpu.kernels import CpuKernel
from periclase.runtime.backends.cpu.native_executor import NativeExecutor
from periclase.runtime.execution import Guard, KernelWork, Work

SECONDS = 60.0
"""More than any work of a test takes."""

_FRAME = """
declare void @periclase_cpu_run(ptr, ptr, i64, i64, ptr, i64)
declare void @periclase_cpu_trap(ptr, i32, i32, i32, i32, i32, i32, i32) noreturn
define void @entry(ptr %args, i64 %first, i64 %last, ptr %launch) {
  call void @periclase_cpu_run(ptr @body, ptr %args, i64 %first, i64 %last, ptr %launch, i64 0)
  ret void
}
define internal void @body(ptr %args, ptr %block, i32 %bx, i32 %by, i32 %bz) {
entry:
  %slot1 = getelementptr i64, ptr %args, i64 1
  %slot2 = getelementptr i64, ptr %args, i64 2
  %slot3 = getelementptr i64, ptr %args, i64 3
  %slot4 = getelementptr i64, ptr %args, i64 4
BODY
done:
  ret void
}
"""

# *target = 31 * *left + *right + 1, in block 0; traps with row 0 if `trap` is not 0.
_STEP = """
  %trap = load i64, ptr %slot3
  %traps = icmp ne i64 %trap, 0
  br i1 %traps, label %fail, label %go
fail:
  call void @periclase_cpu_trap(ptr %block, i32 0, i32 7, i32 0, i32 0, i32 %bx, i32 %by, i32 %bz)
  unreachable
go:
  %is.first = icmp eq i32 %bx, 0
  br i1 %is.first, label %compute, label %done
compute:
  %target = load ptr, ptr %args
  %left.p = load ptr, ptr %slot1
  %right.p = load ptr, ptr %slot2
  %left = load i64, ptr %left.p
  %right = load i64, ptr %right.p
  %times = mul i64 %left, 31
  %sum = add i64 %times, %right
  %result = add i64 %sum, 1
  store i64 %result, ptr %target
  br label %done
"""

# Every block adds 1 to its own element of `target`, after `steps` volatile stores to `scratch`.
_COUNT = """
  %target = load ptr, ptr %args
  %steps = load i64, ptr %slot2
  br label %spin
spin:
  %k = phi i64 [ 0, %entry ], [ %k.next, %spin ]
  %scratch = load volatile i64, ptr %slot2
  %k.next = add i64 %k, 1
  %k.more = icmp ult i64 %k.next, %steps
  br i1 %k.more, label %spin, label %write
write:
  %i = zext i32 %bx to i64
  %element = getelementptr i32, ptr %target, i64 %i
  %old = load i32, ptr %element
  %new = add i32 %old, 1
  store i32 %new, ptr %element
  br label %done
"""

# Runs until *flag is not 0.
_HOLD = """
  %flag.p = load ptr, ptr %args
  br label %look
look:
  %flag = load atomic i64, ptr %flag.p monotonic, align 8
  %go = icmp ne i64 %flag, 0
  br i1 %go, label %done, label %look
"""

SPAN = Span("kernels.py", 12, 4, 12, 20, "    y[i] = a * x[i]")


@functools.cache
def artifact(name: str) -> Artifact:
    """The kernel `step`, `count` or `hold` (see the sources above)."""
    body, parameters = {
        "step": (
            _STEP,
            [
                Parameter(name, ParameterKind.SCALAR, "uint64", Access.NONE)
                for name in ("target", "left", "right", "trap")
            ],
        ),
        "count": (
            _COUNT,
            [
                Parameter("target", ParameterKind.SLICE, "uint32", Access.READ_WRITE),
                Parameter("steps", ParameterKind.SCALAR, "uint64"),
            ],
        ),
        "hold": (_HOLD, [Parameter("flag", ParameterKind.SCALAR, "uint64")]),
    }[name]
    return Artifact(
        kind=ArtifactKind.CPU_OBJECT,
        target="cpu",
        kernel=name,
        entry="entry",
        code=native.emit_object(_FRAME.replace("BODY", body)),
        libraries=support_libraries(False),
        parameters=tuple(parameters),
        traps=(Trap("bounds", "index out of bounds", SPAN),),
    )


class Works:
    """A backend with the kernels."""

    def __init__(self, backend: CpuBackend):
        self.backend = backend
        self._kernels: dict[str, CpuKernel] = {}

    def kernel(self, name: str) -> CpuKernel:
        """Loaded, once."""
        if name not in self._kernels:
            self._kernels[name] = self.backend.load(artifact(name))
        return self._kernels[name]

    def submit(
        self,
        name: str,
        slots: Sequence[int],
        waits: Sequence[Work] = (),
        guards: Sequence[Guard] = (),
        *,
        grid: tuple[int, int, int] = (1, 1, 1),
        block: tuple[int, int, int] = (1, 1, 1),
        count: int = 0,
        timed: bool = False,
        count_guards: Sequence[Guard] = (),
    ) -> Work:
        """Launch a kernel with these slots."""
        packed = struct.pack(f"<{len(slots)}Q", *slots)
        return self.backend.submit(
            KernelWork(
                self.kernel(name), 0, grid, block, 0, packed, waits, guards, count, timed, count_guards
            )
        )

    def step(
        self,
        target: int,
        left: int,
        right: int,
        waits: Sequence[Work] = (),
        guards: Sequence[Guard] = (),
        *,
        trap: bool = False,
        **more: Any,
    ) -> Work:
        """`*target = 31 * *left + *right + 1`."""
        return self.submit("step", (target, left, right, int(trap)), waits, guards, **more)


def address(array: np.ndarray[Any, Any], index: int = 0) -> int:
    """Where element `index` is."""
    return array.ctypes.data + index * array.itemsize


def make_works(kind: str, workers: int = 2) -> Works:
    """A backend of the test's own."""
    works = Works(CpuBackend(workers, native=kind == "native"))
    # Where objects can not be mapped, both are the portable one; on Linux that would be a fault.
    if sys.platform == "linux":
        assert isinstance(works.backend.executor, NativeExecutor) == (kind == "native")
    return works
