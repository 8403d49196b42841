"""Runs kernels and functions: blocks one after another, the threads of a block in turns.

A thread runs until it waits. When all wait or have ended, those meetings that are complete are settled: a barrier of the block
when every thread that lives is there, a collective of a warp when every lane of the mask is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import product

from xdsl.dialects.builtin import ModuleOp

from periclase.dialects import mir
from periclase.interpreter.failure import Undefined, failure
from periclase.interpreter.intrinsics import WARP, Dimensions, Meeting, Position, settle
from periclase.interpreter.memory import Allocation
from periclase.interpreter.program import Program
from periclase.interpreter.thread import Run, Thread
from periclase.interpreter.values import Bytes, Value

_ONE: Dimensions = (1, 1, 1)


class Machine:
    """Memory and a module to run on it."""

    def __init__(self, module: ModuleOp, *, steps: int | None = None):
        """A machine for `module`; a run ends with an error after `steps` operations, if given."""
        self._program = Program(module, steps)

    def allocate(self, data: Bytes | bytes, name: str = "a buffer", writable: bool = True) -> Allocation:
        """Memory of the host that kernels reach by the address `.base`."""
        return self._program.memory.allocate(name, data, writable)

    def _function(self, name: str) -> mir.FuncOp:
        found = self._program.functions.get(name)
        if found is None or found.is_declaration():
            raise failure("PC0804", f"the module has no function `{name}` with a body")
        return found

    def run_function(self, name: str, arguments: Sequence[Value]) -> tuple[Value, ...]:
        """What a function returns, called by one thread.

        Args:
            name: the function.
            arguments: an integer as it is, a float as its bits, anything else as its bytes.

        Raises:
            InterpretationError: it traps, does something undefined, or there is no such function.
        """
        returned = self._run_block(self._function(name), arguments, _ONE, _ONE, (0, 0, 0))
        return returned[0]

    def run_kernel(
        self,
        name: str,
        arguments: Sequence[Value],
        grid: Dimensions = _ONE,
        block: Dimensions = _ONE,
        dynamic_shared: int = 0,
    ) -> None:
        """Run every thread of a grid.

        Raises:
            InterpretationError: a thread traps or does something undefined, or threads wait for ever.
        """
        function = self._function(name)
        self._program.dynamic_shared = dynamic_shared
        for z, y, x in product(*map(range, reversed(grid))):
            self._run_block(function, arguments, grid, block, (x, y, z))

    def _run_block(
        self,
        function: mir.FuncOp,
        arguments: Sequence[Value],
        grid: Dimensions,
        block: Dimensions,
        index: Dimensions,
    ) -> list[tuple[Value, ...]]:
        shared: dict[str, Allocation] = {}
        runs: list[Run] = []
        for z, y, x in product(*map(range, reversed(block))):
            thread = Thread(self._program, Position((x, y, z), index, block, grid), shared)
            runs.append(thread.call(function, arguments))
        returned: list[tuple[Value, ...]] = [()] * len(runs)
        waiting: dict[int, Meeting] = {}
        ready: dict[int, tuple[Value, ...] | None] = dict.fromkeys(range(len(runs)))
        while ready:
            for number, results in ready.items():
                run = runs[number]
                try:
                    waiting[number] = next(run) if results is None else run.send(results)
                except StopIteration as end:
                    returned[number] = end.value
            ready = dict(_settled(waiting))
            for number in ready:
                del waiting[number]
        if waiting:
            first = min(waiting)
            raise failure(
                "PC0705",
                f"{len(waiting)} threads of the block wait for ever; thread {first} at `{waiting[first].name}`",
                waiting[first].operation,
            )
        for allocation in shared.values():
            allocation.alive = False
        return returned


def _settled(waiting: dict[int, Meeting]) -> dict[int, tuple[Value, ...]]:
    """The results of the meetings that are complete, by thread."""
    found: dict[int, tuple[Value, ...]] = {}
    groups: defaultdict[tuple[object, ...], dict[int, Meeting]] = defaultdict(dict)
    for number, meeting in waiting.items():
        if meeting.mask is None:
            groups[meeting.name, None, None, None][number] = meeting
        else:
            key = (meeting.name, meeting.operation, number // WARP, meeting.mask)
            groups[key][number] = meeting
    for (_, _, warp, _), members in groups.items():
        first = next(iter(members.values()))
        try:
            if first.mask is None:
                if len(members) == len(waiting):
                    found.update(settle(members))
            elif sum(1 << number % WARP for number in members) == first.mask & _lanes(warp, waiting):
                lanes = settle({number % WARP: meeting for number, meeting in members.items()})
                found.update({number: lanes[number % WARP] for number in members})
        except Undefined as error:
            raise failure("PC0750", str(error), first.operation) from None
    return found


def _lanes(warp: object, waiting: dict[int, Meeting]) -> int:
    """The lanes of a warp that still live: the others are not waited for."""
    return sum(1 << number % WARP for number in waiting if number // WARP == warp)


__all__ = ["Machine"]
