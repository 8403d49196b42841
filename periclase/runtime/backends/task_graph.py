"""A task graph on Python threads: work that waits for other work by itself.

It runs whatever is callable from Python, on any system. The CPU backend takes it where its native executor can not be had;
backends of others, and of tests, can be made of it in a few lines: a `Job` says what to do, the graph says when.

A task begins when all that it waits for has settled. Then its guards are looked at (`execution.Guard`), then its job is asked
for its number of blocks (before the guards, where that is a dynamic count), and the ranges of these are shared by the workers.
A thread that waits for a task runs it itself if it is ready, and what it still waits for; but the main thread, which Ctrl-C
would interrupt in the midst of somebody's work, only where the system gives no other.
"""

# pyright: reportPrivateUsage=false
# A graph and its tasks are one thing: the state of a task is touched under the lock of its graph.

from __future__ import annotations

import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import SimpleQueue
from threading import get_ident
from typing import Any, Protocol

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.backends.cpu.host import usable_cores
from periclase.runtime.execution import FAILED_BYTES, Guard, Work
from periclase.runtime.failures import forked_error
from periclase.runtime.frames import without_frames
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE

_CHUNKS_A_WORKER = 8
"""Ranges a job is cut into, for each worker: enough that a slow range does not leave the others idle for long."""


_SLICE = 0.05
"""Seconds after which a wait looks whether Ctrl-C was pressed."""


class Job(Protocol):
    """What a task does. Its methods are called on any thread; what they raise ends the task as FAILED."""

    alone: bool
    """Whether one thread runs all blocks: the job is too small to share."""

    def blocks(self) -> int:
        """How many blocks there are, asked once when the task begins. 0 ends it as NOTHING."""
        ...

    def run(self, first: int, last: int) -> None:
        """Do the blocks from `first` to `last` (exclusive). Several ranges may run at once."""
        ...

    def finish(self) -> None:
        """All blocks are done: the place to say that some failed."""
        ...


class Call:
    """The job of calling a function once, whose result is dropped."""

    __slots__ = ("_function",)
    alone = True

    def __init__(self, function: Callable[[], object]):
        self._function = function

    def blocks(self) -> int:
        """One."""
        return 1

    def run(self, first: int, last: int) -> None:
        """Call it."""
        self._function()

    def finish(self) -> None:
        """Nothing is left to do."""


class Task:
    """A piece of work in a graph: `execution.Work`, and `execution.ManualWork` where it has no job."""

    __slots__ = (
        "__weakref__",
        "_began",
        "_count_guards",
        "_ended",
        "_error",
        "_gates",
        "_graph",
        "_guards",
        "_job",
        "_manual",
        "_missing",
        "_ranges",
        "_ready",
        "_runners",
        "_shared",
        "_successors",
        "_timed",
        "_waits",
        "outcome",
    )

    def __init__(
        self,
        graph: TaskGraph,
        job: Job | None,
        guards: Sequence[Guard] = (),
        count_guards: Sequence[Guard] | None = None,
        *,
        manual: bool = False,
        timed: bool = False,
    ):
        self.outcome = PENDING
        """One of `periclase.runtime.outcome`."""
        self._graph = graph
        self._job = job
        self._guards = guards
        self._count_guards = count_guards
        self._manual = manual
        self._timed = timed
        self._missing = 0  # tasks that this one waits for
        self._ready = False  # whether it may be claimed by whoever runs it
        self._shared = False  # whether others may help whoever has claimed it
        self._waits: Sequence[Task] = ()
        self._successors: list[Task] = []
        self._gates: list[threading.Lock] = []  # of those who wait: held until it has settled
        self._ranges: Iterator[int] = iter(())
        self._runners: set[int] = set()  # threads that are at it
        self._error: BaseException | None = None
        self._began = self._ended = 0.0

    def error(self) -> BaseException:
        """See `Work.error`."""
        if self._error is None:
            raise ValueError("this work has not failed")
        return self._error

    def wait(self, timeout: float | None = None) -> bool:
        """See `Work.wait`. With a timeout the caller runs nothing himself: a job takes the time that it takes.

        Raises:
            DiagnosticError: this is a thread of the graph, which would wait for itself (a finaliser may run there).
        """
        if self.outcome:
            return True
        return self._graph.wait_for(self, timeout)

    def seconds(self) -> tuple[float, float] | None:
        """See `Work.seconds`; of the clock `time.perf_counter`."""
        return (self._began, self._ended) if self._timed and self.outcome else None

    def complete(self) -> None:
        """See `ManualWork.complete`."""
        self._graph.complete(self)

    def fail(self, error: BaseException) -> None:
        """See `ManualWork.fail`."""
        self._graph.complete(self, error)

    def let_go(self) -> list[Task]:
        """Under the lock, once it has settled: wake those who wait, and drop what it held. Those that follow it are returned."""
        for gate in self._gates:
            if gate.locked():
                gate.release()
        successors, self._successors, self._gates = self._successors, [], []
        self._job = None
        self._guards = self._waits = ()
        self._count_guards = None
        self._ready = self._shared = False
        self._ranges = iter(())
        return successors


class TaskGraph:
    """Tasks, and the threads that run them, which are started at the first task.

    Attributes:
        workers: how many threads there are at most.
    """

    def __init__(self, workers: int | None = None, name: str = "periclase"):
        """
        Args:
            workers: None for one a usable core.
            name: what the threads are called.
        """
        self.workers = workers or usable_cores()
        self._name = name
        self._reset()
        _live.add(self)

    def _reset(self) -> None:
        # Reentrant: a finaliser or a signal handler that comes in while it is held may submit as well.
        self._lock = threading.RLock()
        self._queue: SimpleQueue[Task | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._idle: set[int] = set()  # threads that wait for tasks
        self._unsettled: set[Task] = set()
        self._closed = False

    # ------------------------------------------------------------------------------------------------ issuing ----

    def submit(
        self,
        job: Job,
        waits: Iterable[Work] = (),
        guards: Sequence[Guard] = (),
        count_guards: Sequence[Guard] | None = None,
        *,
        timed: bool = False,
        handed: list[Work] | None = None,
    ) -> Task:
        """A task that does `job`; `waits`, `guards`, `timed` and `handed` are as in `execution.KernelWork`.

        Args:
            count_guards: of the number of blocks, where that is a dynamic count; None where it is not.
        """
        return self._enter(Task(self, job, guards, count_guards, timed=timed), waits, handed)

    def marker(self, waits: Iterable[Work] = ()) -> Task:
        """A task that does nothing, and settles when all of `waits` have."""
        return self._enter(Task(self, None), waits)

    def manual(self, waits: Iterable[Work] = (), handed: list[Any] | None = None) -> Task:
        """A task that settles when `Task.complete` or `Task.fail` was called, and all of `waits` have settled. See
        `execution.Backend.manual`."""
        return self._enter(Task(self, None, manual=True), waits, handed)

    def _enter(self, task: Task, waits: Iterable[Work], handed: list[Work] | None = None) -> Task:
        with self._lock:
            if self._closed:
                raise RuntimeError("the task graph has been closed")
            try:
                if handed is not None:
                    handed.append(task)
                self._unsettled.add(task)
                self._await(task, waits)
            except BaseException:
                # Whoever was to run it does not hear of it: it must not stay, nor be brought back by whom it waits for, nor by
                # a worker that finds it in the queue.
                task.outcome = FAILED
                task._ready = False
                self._unsettled.discard(task)
                raise
        return task

    def _await(self, task: Task, waits: Iterable[Work]) -> None:
        """Under the lock: let `task` begin when all of `waits` have settled, and all whom its guards ask."""
        pending = [work for work in waits if isinstance(work, Task) and not work.outcome]
        for guard in (*(task._count_guards or ()), *task._guards):
            pending += [work for work in guard if isinstance(work, Task) and not work.outcome]
        for work in pending:
            work._successors.append(task)
        task._waits = pending
        task._missing = len(pending) + task._manual
        if not task._missing:
            self._make_ready(task)

    # ------------------------------------------------------------------------------------------------- running ----

    def _make_ready(self, task: Task) -> None:
        """Under the lock: all that `task` waited for has settled."""
        task._waits = ()
        if task._job is None:
            self._settle(task, _end_without_job(task))
            return
        task._ready = True
        self._call_worker(task)

    def _call_worker(self, task: Task) -> None:
        """Under the lock: let a worker come to `task`."""
        self._queue.put(task)
        if self._queue.qsize() > len(self._idle) and len(self._threads) < self.workers:
            thread = threading.Thread(
                target=_work, args=(weakref.ref(self), self._queue), name=self._name, daemon=True
            )
            try:
                thread.start()
            except RuntimeError:
                if not self._threads:  # no thread at all: whoever waits will run it
                    return
            else:
                self._threads.append(thread)

    def take(self, task: Task) -> None:
        """On a worker: run `task`, or a part of it, unless others have done so.

        What the job raises is its end. What else is raised here came from outside, into this thread: then the task has failed
        too, since nobody knows how far it came, and the exception goes on.
        """
        try:
            self._take(task)
        except BaseException as error:
            self._abandon(task, error)
            raise

    def _take(self, task: Task) -> None:
        with self._lock:
            begin = task._ready
            if not (begin or task._shared):
                return
            task._ready = False
            task._runners.add(get_ident())
        if begin:
            self._begin(task)
        else:
            self._run_ranges(task)

    def _begin(self, task: Task) -> None:
        """Decide whether `task` is to run, and run it. The caller has claimed it."""
        job = task._job
        assert job is not None, "what is claimed has a job"
        if task._timed:
            task._began = time.perf_counter()
        counted = task._count_guards
        if _spoiled(task._guards if counted is None else counted):
            self._finish(task, SKIPPED)
            return
        try:
            blocks = job.blocks()
            if not blocks:
                self._finish(task, NOTHING)
                return
            if counted is not None and _spoiled(task._guards):
                self._finish(task, SKIPPED)
                return
            size = blocks if job.alone else max(1, blocks // (self.workers * _CHUNKS_A_WORKER))
        except BaseException as error:
            task._error = without_frames(error)
            self._finish(task, FAILED)
            return
        with self._lock:
            task._ranges = _ranges(blocks, size)
            task._shared = True
            for _ in range(min(self.workers, -(-blocks // size)) - 1):
                self._call_worker(task)
        self._run_ranges(task)

    def _run_ranges(self, task: Task) -> None:
        job = task._job
        assert job is not None, "active threads keep it"
        try:
            while True:
                with self._lock:
                    first = next(task._ranges, None)
                    last = next(task._ranges, None)
                if first is None or last is None:
                    break
                job.run(first, last)
        except BaseException as error:
            with self._lock:
                task._ranges = iter(())
                if task._error is None:
                    task._error = without_frames(error)
        with self._lock:
            if len(task._runners) > 1:
                task._runners.discard(get_ident())
                return
            # The last one stays noted until it has finished: `mend` would have the task run a second time.
            task._shared = False
        if task._error is None:
            try:
                job.finish()
            except BaseException as error:
                task._error = without_frames(error)
        self._finish(task, WROTE if task._error is None else FAILED)

    def _finish(self, task: Task, outcome: int) -> None:
        if task._timed:
            task._ended = time.perf_counter()
        with self._lock:
            task._runners.clear()
            self._settle(task, outcome)

    def _abandon(self, task: Task, error: BaseException) -> None:
        """An exception has torn this thread away from `task`."""
        with self._lock:
            task._runners.discard(get_ident())
            if not task.outcome and not task._runners:
                if task._error is None:
                    task._error = without_frames(error)
                self._settle(task, FAILED)
        self.mend()

    def mend(self) -> None:
        """Make up for what an exception from outside has kept a thread from doing: tasks that nobody would come to are found."""
        with self._lock:
            for task in list(self._unsettled):
                if task.outcome:
                    task.let_go()
                    self._unsettled.discard(task)
            for task in list(self._unsettled):
                task._missing = sum(not work.outcome for work in task._waits) + task._manual
                if task._missing or task._runners:
                    continue
                if task._ready:
                    self._queue.put(task)
                else:
                    self._make_ready(task)

    def _settle(self, task: Task, outcome: int) -> None:
        """Under the lock: note the outcome, and let go on what waits for it. A chain of markers is no recursion."""
        line = deque([(task, outcome)])
        while line:
            task, outcome = line.popleft()
            if task.outcome:
                continue
            task.outcome = outcome
            successors = task.let_go()
            self._unsettled.discard(task)
            for follower in successors:
                if follower.outcome:  # it was given up when it was handed over
                    continue
                follower._missing -= 1
                if follower._missing:
                    continue
                if follower._job is None:
                    line.append((follower, _end_without_job(follower)))
                else:
                    self._make_ready(follower)

    def complete(self, task: Task, error: BaseException | None = None) -> None:
        """Settle `task`, which is manual, or let it settle behind what it waits for; as FAILED if there is an `error`. Once."""
        try:
            with self._lock:
                if task._manual and not task.outcome:
                    task._manual = False
                    task._error = error
                    task._missing -= 1
                    if not task._missing:
                        self._make_ready(task)
        except BaseException:
            self.mend()
            raise

    # ------------------------------------------------------------------------------------------------- waiting ----

    def wait_for(self, task: Task, timeout: float | None) -> bool:
        """Wait for `task`: see `Task.wait`."""
        if threading.current_thread() in self._threads:
            raise DiagnosticError(
                Diagnostic(
                    "PC0701",
                    "a thread that runs a device's work can not wait for other work",
                    help="wait on a thread of your own, not in a finaliser",
                )
            )
        if not self._threads or (
            timeout is None and threading.current_thread() is not threading.main_thread()
        ):
            self._help(task)
        with self._lock:
            if task.outcome:
                return True
            gate = threading.Lock()
            gate.acquire()
            task._gates.append(gate)
        try:
            if timeout is not None:
                return gate.acquire(timeout=max(timeout, 0.0))
            # A signal that comes just before the waiting begins does not interrupt it: so look from time to time.
            while not gate.acquire(timeout=_SLICE):
                pass
            return True
        finally:
            with self._lock:
                if gate in task._gates:
                    task._gates.remove(gate)

    def _help(self, task: Task) -> None:
        """Run `task` and what it waits for, as far as it is ready: nothing else, since that may wait for the caller."""
        path = [task]
        while path:
            last = path[-1]
            if last.outcome:
                path.pop()
                continue
            with self._lock:
                before = next((work for work in last._waits if not work.outcome), None)
            if before is not None:
                path.append(before)
                continue
            self.take(last)
            if not last.outcome:  # it is manual, or another thread is at the rest of it
                return

    def unsettled(self) -> int:
        """How many tasks have not settled."""
        return len(self._unsettled)

    def close(self, timeout: float | None = None) -> bool:
        """Wait for all tasks, then end the threads. False if `timeout` seconds passed before: then it stays open."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._lock:
                task = next(iter(self._unsettled), None)
                if task is None:
                    self._closed = True
                    for _ in self._threads:
                        self._queue.put(None)
                    return True
            left = None if deadline is None else deadline - time.monotonic()
            if not task.wait(left):
                return False

    def __del__(self) -> None:
        for _ in getattr(self, "_threads", ()):
            self._queue.put(None)

    def worker_waits(self, waits: bool) -> None:
        """The calling worker begins, or ends, to wait for tasks."""
        with self._lock:
            (self._idle.add if waits else self._idle.discard)(get_ident())

    def after_fork(self) -> None:
        """In a forked child: the threads are in the parent, so what they were to do is given up here."""
        unsettled = self._unsettled
        self._reset()
        for task in unsettled:
            task._error = forked_error()
            task._gates = []  # of threads in the parent
            task._runners.clear()
            task.outcome = FAILED
            task.let_go()


def _work(graph_of: weakref.ref[TaskGraph], queue: SimpleQueue[Task | None]) -> None:
    """A worker. It keeps no graph alive that nobody else wants."""
    while True:
        try:
            if not _take_next(graph_of, queue):
                return
        except BaseException:
            # Somebody has raised it into this thread, which has nobody to tell. What it was at has failed; it goes on.
            graph = graph_of()
            if graph is None:
                return
            graph.worker_waits(False)
            graph.mend()
            del graph


def _take_next(graph_of: weakref.ref[TaskGraph], queue: SimpleQueue[Task | None]) -> bool:
    """Run the next task that is ready. False if there will be none."""
    graph = graph_of()
    if graph is None:
        return False
    graph.worker_waits(True)
    del graph
    task = queue.get()
    graph = graph_of()
    if graph is None:
        return False
    graph.worker_waits(False)
    if task is None:
        return False
    graph.take(task)
    return True


def _end_without_job(task: Task) -> int:
    """How a marker or a manual task ends."""
    return WROTE if task._error is None else FAILED


def _spoiled(guards: Sequence[Guard]) -> bool:
    """Whether the bytes of one of the reads that `guards` stand for were never computed."""
    for guard in guards:
        for work in guard:
            if work is FAILED_BYTES:
                return True
            outcome = work.outcome  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
            if outcome != NOTHING:
                if outcome != WROTE:
                    return True
                break
    return False


def _ranges(blocks: int, size: int) -> Iterator[int]:
    """The ends of ranges that cover 0 to `blocks`: first, last, first, last, …"""
    for first in range(0, blocks, size):
        yield first
        yield min(first + size, blocks)


_live: weakref.WeakSet[TaskGraph] = weakref.WeakSet()


def _after_fork() -> None:
    for graph in list(_live):
        graph.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
