"""A launch on the simulator, and what is said of one that failed."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError, Note, Span
from periclase.runtime.artifact import ParameterKind, Trap
from periclase.runtime.backends.sim.device_functions import Printed
from periclase.runtime.backends.sim.machine.faults import DEADLOCK, TRAP, Fault
from periclase.runtime.backends.sim.machine.launch import Launch
from periclase.runtime.backends.sim.machine.memory import Region
from periclase.runtime.backends.sim.machine.program import span_of
from periclase.runtime.backends.sim.machine.wave import Wave, wave_blocks
from periclase.runtime.backends.task_executor import grid_of
from periclase.runtime.failures import TrapError
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.artifact import Parameter
    from periclase.runtime.backends.sim.kernel import SimKernel
    from periclase.runtime.backends.sim.ptx.syntax import Location
    from periclase.runtime.execution import KernelWork

_WORD: Final = struct.Struct("<Q")
_SLOT: Final = 8

_ROW_SHIFT: Final = 48
_BLOCK_SHIFT: Final = 10
"""The note of a trap: the row and one more, the block, the thread, each counted along x, then y, then z."""

_MAX_SHARED_BYTES: Final = 227 * 1024
"""Shared memory of a block, static and dynamic, where it is most (CUDA C++ Programming Guide, sm_90 and sm_100)."""


class SimJob:
    """A launch as a `task_graph.Job`. One thread runs it: what changes memory are several calls of numpy."""

    __slots__ = ("_allocations", "_grid", "_print", "_slots", "alone", "kernel", "work")

    def __init__(self, work: KernelWork, allocations: Mapping[int, int], print_: Callable[[str], object]):
        """
        Args:
            work: the launch.
            allocations: the device's memory: how many bytes there are from each address on.
            print_: gets the text that threads print.
        """
        self.kernel: SimKernel = work.kernel
        self.work = work
        self.alone = True
        self._allocations = allocations
        self._print = print_
        self._slots = bytes(work.slots)
        self._grid = (0, 0, 0)

    def blocks(self) -> int:
        """The volume of the grid.

        Raises:
            LaunchError: the grid is a dynamic count, and no grid is like that; or no GPU takes such a launch.
        """
        artifact = self.kernel.artifact
        self._grid = x, y, z = grid_of(self.work, artifact.kernel)
        if not x:
            return 0
        cluster = artifact.cluster
        if cluster is not None and any(e % b for e, b in zip(self._grid, cluster, strict=True)):
            raise LaunchError(
                Diagnostic(
                    "PC0403",
                    f"`{artifact.kernel}` is launched in clusters of {cluster} blocks, which a grid of {self._grid} "
                    "is no multiple of",
                )
            )
        shared = self.kernel.program.static_shared_bytes + self.work.shared_bytes
        if shared > _MAX_SHARED_BYTES:
            raise LaunchError(
                Diagnostic(
                    "PC0410",
                    f"`{artifact.kernel}` asks for {shared} bytes of shared memory; a block has {_MAX_SHARED_BYTES} at most",
                )
            )
        return x * y * z

    def run(self, first: int, last: int) -> None:
        """Run all blocks, or as far as the first fault of the launch.

        Raises:
            DiagnosticError: a thread could not go on.
        """
        kernel = self.kernel
        with kernel.lock:
            kernel.note[0] = 0
            launch = Launch(
                self._grid,
                self.work.block,
                kernel.parameter_image(self._slots),
                [*kernel.regions, *self._regions()],
                cluster=kernel.artifact.cluster,
                dynamic_shared_bytes=self.work.shared_bytes,
                observer=_observer(),
            )
            together = wave_blocks(launch, kernel.artifact.cooperative)
            for start in range(first, last, together):
                wave = Wave(kernel.program, launch, start, min(together, last - start))
                try:
                    wave.run()
                except Fault as fault:
                    raise self._told(fault, wave) from None
                finally:
                    printed = wave.part(Printed)
                    if printed.text:
                        self._print("".join(printed.text))

    def finish(self) -> None:
        """Nothing more."""

    # Memory.

    def _regions(self) -> list[Region]:
        """The memory that the launch was given: what its slices are, and all of each allocation into which another of its values
        points."""
        windows = sorted(self._windows())
        merged: list[tuple[int, int, str]] = []
        for start, stop, name in windows:
            if merged and start < merged[-1][1]:
                before = merged[-1]
                merged[-1] = (before[0], max(before[1], stop), before[2])
            else:
                merged.append((start, stop, name))
        return [Region.of_process(start, stop - start, name) for start, stop, name in merged]

    def _windows(self) -> Iterator[tuple[int, int, str]]:
        at = 0
        allocations = tuple(self._allocations.items())
        for parameter in self.kernel.artifact.parameters:
            stop = at + _SLOT * parameter.slots
            words = [word for (word,) in _WORD.iter_unpack(self._slots[at:stop])]
            at = stop
            if parameter.kind is ParameterKind.SLICE:
                address, count = words
                if count:
                    yield address, address + count * _itemsize(parameter), f"`{parameter.name}`"
                continue
            for word in words:
                for start, nbytes in allocations:
                    if start <= word < start + nbytes:
                        yield start, start + nbytes, f"what `{parameter.name}` points to"

    # Failures.

    def _told(self, fault: Fault, wave: Wave) -> DiagnosticError:
        """The error of a launch that ended with `fault`."""
        kernel = self.kernel
        name = kernel.artifact.kernel
        note = int(kernel.note[0])
        if fault.kind == TRAP and note:
            return self._trapped(note)
        current = fault.instruction
        location = None if current is None else current.location
        notes: list[Note] = [Note(f"called from here ({frame[0]})", frame[1]) for frame in _callers(location)]
        if current is not None:
            notes.append(Note(f"by `{current.text}` in line {current.line} of its PTX"))
        if fault.thread is not None:
            thread, block = wave.coordinates(fault.thread)
            notes.append(Note(f"in thread {thread} of block {block}"))
        for other, said in fault.others:
            notes.append(Note(f"{said}: `{other.text}`", span_of(other.location)))
        if fault.kind == TRAP:
            return TrapError(
                Diagnostic(
                    "PC0702",
                    f"kernel `{name}` failed: the kernel trapped",
                    span_of(location),
                    notes=tuple(notes),
                )
            )
        code = "PC0705" if fault.kind == DEADLOCK else "PC0709"
        return TrapError(
            Diagnostic(
                code,
                f"kernel `{name}` failed: a thread {fault.reason}",
                span_of(location) or kernel.artifact.span,
                notes=tuple(notes),
            )
        )

    def _trapped(self, word: int) -> DiagnosticError:
        """The error of a trap that its thread has noted."""
        artifact = self.kernel.artifact
        row = (word >> _ROW_SHIFT) - 1
        block = word >> _BLOCK_SHIFT & (1 << _ROW_SHIFT - _BLOCK_SHIFT) - 1
        thread = word & (1 << _BLOCK_SHIFT) - 1
        trap = artifact.traps[row] if 0 <= row < len(artifact.traps) else Trap("trap", "")
        where = Note(f"in thread {_index(thread, self.work.block)} of block {_index(block, self._grid)}")
        return TrapError(
            Diagnostic(
                "PC0702",
                f"kernel `{artifact.kernel}` failed: {trap.message or 'the kernel trapped'}",
                trap.span,
                notes=(*trap.notes, where),
            )
        )


def _observer() -> Any:
    if not settings().runtime.check_accesses:
        return None
    from periclase.runtime.backends.sim.checks.accesses import AccessChecks

    return AccessChecks()


def _itemsize(parameter: Parameter) -> int:
    """The bytes of an element of a slice."""
    if parameter.itemsize:
        return parameter.itemsize
    return 2 if parameter.dtype == "bfloat16" else np.dtype(parameter.dtype).itemsize


def _callers(location: Location | None) -> Iterator[tuple[str, Span | None]]:
    """Where what stands at `location` was called from, with the name of what was called; the innermost first."""
    while location is not None and location.caller is not None:
        yield location.function or "a function", span_of(location.caller)
        location = location.caller


def _index(number: int, shape: tuple[int, int, int]) -> tuple[int, int, int]:
    x, y, _ = shape
    return number % x, number // x % y, number // (x * y)
