"""An executor on a `TaskGraph`: launches, copies, manual works and markers as tasks, run by Python threads."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.backends.cpu.host import address_of
from periclase.runtime.backends.task_graph import Call, Job, Task, TaskGraph
from periclase.runtime.execution import CopyWork, KernelWork, Work
from periclase.runtime.limits import MAX_GRID


class TaskExecutor:
    """Runs work on memory of this process."""

    def __init__(self, workers: int | None, name: str, make_job: Callable[[KernelWork], Job]):
        """
        Args:
            workers: threads at most; None for one a usable core.
            name: what their names begin with.
            make_job: the job of a launch.
        """
        self._make_job = make_job
        self._graph = TaskGraph(workers, name)

    @property
    def workers(self) -> int:
        """How many threads there are at most."""
        return self._graph.workers

    def submit(self, work: KernelWork) -> Task:
        """See `Backend.submit`."""
        return self._graph.submit(
            self._make_job(work),
            work.waits,
            work.guards,
            work.count_guards if work.count_address else None,
            timed=work.timed,
            handed=work.handed,
        )

    def copy(self, work: CopyWork) -> Task:
        """See `Backend.copy`."""
        target, source, nbytes = work.target, work.source, work.nbytes

        def copy() -> None:
            ctypes.memmove(address_of(target), address_of(source), nbytes)

        return self._graph.submit(Call(copy), work.waits, work.guards, timed=work.timed, handed=work.handed)

    def manual(self, waits: Sequence[Work], handed: list[Any] | None = None) -> Task:
        """See `Backend.manual`."""
        return self._graph.manual(waits, handed)

    def marker(self, waits: Sequence[Work]) -> Task:
        """See `Backend.marker`."""
        return self._graph.marker(waits)

    def unsettled(self) -> int:
        """How many works have not settled."""
        return self._graph.unsettled()

    def close(self) -> None:
        """End the threads. Nothing is pending."""
        self._graph.close(0.0)


def grid_of(work: KernelWork, name: str) -> tuple[int, int, int]:
    """The grid of a launch that is about to begin, which its count may say; zeros if nothing is to be done.

    Args:
        work: the launch.
        name: of its kernel.

    Raises:
        LaunchError: the grid is a dynamic count, and no grid is like that.
    """
    if not work.count_address:
        return work.grid
    x, y, z = (ctypes.c_uint32 * 3).from_address(work.count_address)
    if not (x and y and z):
        return 0, 0, 0
    if x > MAX_GRID[0] or y > MAX_GRID[1] or z > MAX_GRID[2]:
        raise bad_count(name, (x, y, z))
    return x, y, z


def bad_count(name: str, count: Sequence[int]) -> LaunchError:
    """The error of a launch of the kernel `name` whose dynamic count is beyond the limits of a grid."""
    return LaunchError(
        Diagnostic(
            "PC0743",
            f"the dynamic count of `{name}` is {tuple(count)}; a grid takes up to {MAX_GRID} blocks",
            help="look at the kernel that computes the count; a zero means that nothing is to be done",
        )
    )
