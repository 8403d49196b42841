"""The device channel: how the threads that use a device take turns at its book-keeping.

Each device has a *runner role*. Whoever holds it is alone with the device's dependency maps, failures, pools and streams,
which is why those need no locks. The role is handed around, not tied to a thread:

- `submit` leaves a task in a queue and returns. A thread of the channel, started on demand, wakes at once, takes the role and
  runs what is queued, in order. Where tasks come in quick succession it stays up and looks by itself, in less than a tenth of
  a millisecond: to wake a thread costs the one who does it more than all the rest of a launch.
- `submit_blocking` and `exclusive` take the role for the calling thread, after everything that was queued before. If the role
  is free, no other thread takes part; else the call waits in the queue, and whoever comes to its place hands the role over. So
  the function always runs on the thread that called, with its context, and what it raises simply leaves it.

The main thread does not see Ctrl-C while it does book-keeping: the signal is delivered when the role is given back.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from itertools import repeat, starmap
from threading import get_ident
from types import FrameType
from typing import Any, Final, TypeVar

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.borrow import Borrow
from periclase.settings import RuntimeSettings, settings

T = TypeVar("T")

# The module under `signal`, whose wrappers look up an enum each time: this is done twice a call.
_signal: Any = importlib.import_module("_signal")
_SIGINT: Final[int] = _signal.SIGINT

_WATCH_SECONDS = 30e-6
"""After so long the thread looks again by itself, as long as there was something to do meanwhile, for it or for others."""
_QUIET_SECONDS = 0.002
"""After so long without a task, `idle_hook` is called: not at once, since the next task mostly comes soon."""
_REST_SECONDS = 5.0
"""After so long without a task or a wish of `idle_hook`, the thread ends, so that a device that is dropped leaves nothing."""
_FORK_SECONDS = 10.0
"""How long a fork waits for the book-keeping to be in order."""

OnError = Callable[[BaseException], None]


class _Turn:
    """A caller's place in the queue."""

    __slots__ = ("_come", "_undecided")

    def __init__(self) -> None:
        self._undecided: list[tuple[()]] = [
            ()
        ]  # whoever takes this decides: the turn comes, or it is given up
        self._come = threading.Lock()
        self._come.acquire()

    def offer(self) -> Iterator[None]:
        """What hands the role over when it is iterated, with the role: from then on it is the caller's. An IndexError if that
        one has gone. All of it happens in C, so that no exception that is raised into the thread comes in between."""
        return starmap(self._come.release, map(self._undecided.pop, (0,)))

    def wait(self) -> None:
        """Wait until the role is handed over."""
        self._come.acquire()

    def give_up(self) -> bool:
        """Go away without the role. False if it is already the caller's."""
        try:
            self._undecided.pop()
        except IndexError:
            return False
        return True


_Entry = tuple[Callable[[], object] | _Turn, OnError | None]
"""What is queued: a task and whom to tell what it raises, or a turn."""


class DeviceChannel:
    """The queue, the role and the thread of one device.

    Attributes:
        name: of the thread.
        idle_hook: called with the role when nothing has come for a while; gives the seconds until it wants to be called again
            although nothing came, or None.
        fork_hook: called with the role in a forked child, before the tasks that were queued are given up.
        service: what `borrow` gives. To `check` it, and set and clear `is_borrowed`, is the same without its calls.
    """

    def __init__(
        self,
        name: str,
        idle_hook: Callable[[], float | None] = lambda: None,
        fork_hook: Callable[[], None] = lambda: None,
    ):
        self.name = name
        self.idle_hook = idle_hook
        self.fork_hook = fork_hook
        self.service = Borrow(self.name)
        self._nesting = False
        """Whether the holder is in a function of `submit_blocking` or `exclusive`: then it may call again."""
        self._open = False
        """Whether it is in one of `exclusive`, which is the user's own: then what it submits runs at once."""
        self._reset(None)
        _live.add(self)

    def _reset(self, holder: int | None) -> None:
        self._queue: deque[_Entry] = deque()
        self._current: _Entry | None = None
        """What was last taken from the queue, until it has run."""
        self._role = threading.Lock()
        self._taking = map(self._role.acquire, repeat(False))
        """Each item is an attempt to take the role at once: whether that went well."""
        self._holder = holder
        if holder is not None:
            self._role.acquire()
        # Unlocked to wake the thread.
        self._token = threading.Lock()
        self._token.acquire()
        # Whether the thread will look at the queue soon without being woken. It says no before it looks for the last time, and
        # others ask after they have queued something: so one of both sees the other.
        self._watching = False
        # Whether somebody has taken the role since the thread last looked.
        self._assisted = False
        # Reentrant, as a finaliser or a signal handler may submit while a thread is being started.
        self._starting = threading.RLock()
        self._thread: threading.Thread | None = None
        self._stopping = False

    # ------------------------------------------------------------------------------------------------- for callers ----

    def submit(self, task: Callable[[], object], on_error: OnError | None = None) -> None:
        """Have `task` run with the role, behind all that was submitted before, and return at once.

        Safe anywhere: in a finaliser, in a signal handler, while the caller itself is inside the book-keeping (then it runs
        behind that). Within the function of `exclusive` it runs right here.

        Args:
            on_error: called with the role and what `task` raised. Without one, the exception is shown as that of a thread. If
                `on_error` raises itself, both are shown, and the channel goes on.
        """
        if self._open and self._holder == get_ident() and not self.service.is_borrowed:
            self._open = False
            interrupted = _defer_interrupts()
            try:
                self._run(task, on_error)
            finally:
                self._open = True
                _deliver_interrupts(interrupted)
            return
        self._queue.append((task, on_error))
        if not self._watching:
            self._rouse()

    def submit_blocking(self, function: Callable[[], T]) -> T:
        """Run a function of the book-keeping with the role, behind all that was submitted before.

        It runs on this thread, so it may use whatever this one may, and what it raises is raised here. On the main thread
        Ctrl-C waits for its end.
        """
        return self._alone(function, True)

    def exclusive(self, function: Callable[[], T]) -> T:
        """Run `function` while nobody else reaches the device, behind all that was submitted before.

        `function` is the caller's own and may do anything with the device: its calls run at once. Ctrl-C interrupts it.
        """
        return self._alone(function, False)

    def borrow(self) -> Borrow:
        """A context manager around each entry into the book-keeping.

        Raises (when it is entered):
            DiagnosticError: the holder is in one already: something called back from within.
        """
        return self.service

    def holds_role(self) -> bool:
        """Whether this thread holds the role."""
        return self._holder == get_ident()

    def backlog(self) -> int:
        """How many tasks and turns are queued. Any thread may ask."""
        return len(self._queue)

    def drain(self, timeout: float | None = None) -> bool:
        """Wait until all that was submitted before has run. False if `timeout` seconds passed before.

        Raises:
            DiagnosticError: it is called from within the book-keeping, which would wait for itself.
        """
        if self._holder == get_ident():
            if not self._nesting:
                self._refuse_to_wait()
            self.service.check()
            interrupted = _defer_interrupts()
            try:
                self._drain_for_myself()
            finally:
                _deliver_interrupts(interrupted)
            return True
        if not self._queue and not self._role.locked():
            return True
        if timeout is None:
            self.submit_blocking(lambda: None)
            return True
        reached = threading.Lock()
        reached.acquire()
        self.submit(reached.release)
        return reached.acquire(timeout=min(max(timeout, 0), threading.TIMEOUT_MAX))

    def shutdown(self, timeout: float | None = None) -> bool:
        """Drain, and end the thread. False if `timeout` seconds passed before; it goes on then. What is submitted later gets a
        fresh thread."""
        if not self.drain(timeout):
            return False
        thread = self._thread
        if thread is None or self._holder == get_ident():
            return True
        self._stopping = True
        self._rouse()
        thread.join(timeout)
        return not thread.is_alive()

    # --------------------------------------------------------------------------------------------- taking the role ----

    def _alone(self, function: Callable[[], T], deferred: bool) -> T:
        thread = get_ident()
        if self._holder == thread:
            return self._nested(function, deferred)
        interrupted = _defer_on_main() if thread == _main_thread else None
        taken = False  # True: the role was just taken
        try:
            # A loop calls nothing of Python's: no exception comes between the lock's taking and our noting it.
            for taken in self._taking:  # noqa: B007
                break
            if taken:
                self._holder = thread
                taken = False
                self._assisted = True
                queued = len(self._queue)
                mine = not queued or self._drain(queued)
            else:
                mine = False  # others run what is queued, or it is another's turn first
            if not mine:
                _deliver_interrupts(interrupted)
                interrupted = None
                interrupted = self._wait_for_turn()
            self._nesting = True
            if deferred:
                return function()
            self._open = True
            return self._interruptible(function, interrupted)
        finally:
            # In the middle of this, too, an exception may be raised into the thread. Nobody else would give the role back, or
            # let Ctrl-C in again, so what is left of it is done then. Each `try` begins where Python looks for nothing.
            try:
                if taken:
                    self._holder = thread
                if self._holder == thread:
                    self._leave()
            except BaseException:
                self._leave_after_all(thread)
                raise
            finally:
                if interrupted is not None:
                    try:
                        interrupted.allow()
                    except BaseException:
                        interrupted.allow()
                        raise

    def _nested(self, function: Callable[[], T], deferred: bool) -> T:
        """Run `function` on the thread that holds the role already."""
        if not self._nesting:
            self._refuse_to_wait()
        self.service.check()
        outer, self._open = self._open, not deferred
        interrupted = _defer_interrupts() if deferred else None
        try:
            return function()
        finally:
            # What calls nothing comes first: nothing is raised into the thread before it is done.
            self.service.is_borrowed = False
            self._open = outer
            _deliver_interrupts(interrupted)

    def _interruptible(self, function: Callable[[], T], interrupted: _Interrupts | None) -> T:
        """Run the caller's own function: within it Ctrl-C is what it was."""
        if interrupted is None:
            return function()
        interrupted.allow()
        try:
            return function()
        finally:
            interrupted.defer()

    def _refuse_to_wait(self) -> None:
        raise DiagnosticError(
            Diagnostic(
                "PC0706",
                f"the thread that does the book-keeping of {self.name} can not wait for it",
                help="wait on a thread of your own, not in a finaliser or a hook",
            )
        )

    def _wait_for_turn(self) -> _Interrupts | None:
        """Queue up for the role, and take it. An interrupt ends the waiting, and leaves nothing behind."""
        turn, thread = _Turn(), get_ident()
        try:
            self._queue.append((turn, None))
            self._rouse()
            turn.wait()
            self._holder = thread
            return _defer_interrupts()
        except BaseException:
            if not turn.give_up():  # too late: the role is ours, and nobody else would give it on
                self._leave()
            raise

    def _leave(self) -> None:
        """Give the role back, whatever an exception has left behind: to the one whose turn is next, if there is nothing to run
        before."""
        self._nesting = self._open = False
        if self.service.is_borrowed:
            self.service.give_back()
        if self._current is not None:
            self._abandon_current()
        queue = self._queue
        while queue and isinstance(turn := queue[0][0], _Turn):
            if self._hand_over(queue[0], turn):
                return
        self._holder = None
        self._role.release()
        # After the release: one who came while it was held has left the work to us.
        if queue and not self._watching:
            self._rouse()

    def _leave_after_all(self, thread: int) -> None:
        """`_leave` was left by an exception that was raised into `thread`, which is this one: do what it has not done."""
        if self._holder == thread:
            self._leave()
        elif self._queue and not self._watching:
            self._rouse()

    # ---------------------------------------------------------------------------------------------- with the role ----

    def _drain(self, limit: int | None = None) -> bool:
        """Run what is queued, up to `limit` entries. False if the role went to another's turn."""
        queue = self._queue
        while queue and limit != 0:
            entry = queue[0]
            task, on_error = entry
            if isinstance(task, _Turn):
                if self._hand_over(entry, task):
                    return False
            else:
                # Noted before it is taken: whatever is raised into this thread meanwhile, it is not lost.
                self._current = entry
                queue.popleft()
                # As `_run`, without the call: most tasks come this way.
                try:
                    task()
                except BaseException as error:
                    self._failed(error, on_error)
                # It may hold the last references to buffers: let them go before the next one, or a long sleep.
                self._current = None
                del entry, task, on_error
            if limit is not None:
                limit -= 1
        return True

    def _hand_over(self, entry: _Entry, turn: _Turn) -> bool:
        """Hand the role over to the one whose turn is first in the queue. False if that one has gone."""
        self._current = entry
        thread, given, offer = get_ident(), list[None](), turn.offer()
        self._queue.popleft()
        self._current = None
        try:
            # No call in between: what is raised into this thread would find a role that is nobody's.
            self._holder = None
            given.extend(offer)
        except IndexError:
            self._holder = thread
            return False
        return True

    def _drain_for_myself(self) -> None:
        """Run the tasks that are queued, in the middle of a function that has the role; the turns of others stay in line."""
        queue, index = self._queue, 0
        try:
            for _ in range(len(queue)):
                entry = queue[index]
                task, on_error = entry
                if isinstance(task, _Turn):
                    index += 1
                    continue
                # No call in between: see `_drain`.
                self._current = entry
                del queue[index]
                self._run(task, on_error)
                self._current = None
        except BaseException:
            self._abandon_current()
            raise

    def _run(self, task: Callable[[], object], on_error: OnError | None) -> None:
        """Run a task. Whatever it raises, the channel goes on, and the exception is not lost."""
        try:
            task()
        except BaseException as error:
            self._failed(error, on_error)

    def _failed(self, error: BaseException, on_error: OnError | None) -> None:
        self.service.give_back()
        self._tell(error, on_error)

    def _tell(self, error: BaseException, on_error: OnError | None) -> None:
        if on_error is None:
            _show(error)
            return
        try:
            on_error(error)
        except BaseException as second:
            self.service.give_back()
            _show(error)
            _show(second)

    def _abandon_current(self) -> None:
        """An exception came between the channel and what it was about to run, or had just run. Nobody runs that again."""
        entry = self._current
        if entry is None:
            return
        # Forgotten only when it is dealt with: another exception may come in between, and then this is done once more.
        taken = not (self._queue and self._queue[0] is entry)
        if isinstance(entry[0], _Turn):
            if taken:  # its thread still waits for the role
                self._queue.appendleft(entry)
            self._current = None
            return
        if not taken:
            self._queue.popleft()
        self._current = None
        self._tell(
            RuntimeError("an exception was raised into the thread that does the book-keeping"), entry[1]
        )

    # ------------------------------------------------------------------------------------------------- the thread ----

    def _rouse(self) -> None:
        """Wake the thread, or start it."""
        while True:
            thread = self._thread
            if thread is None:
                self._start()
                thread = self._thread
                if thread is None:
                    return  # there was none to be had, and all is done
            self._watching = True  # others need not wake it again
            # No call in between: an interrupt would come in there, and leave the thread asleep.
            try:  # noqa: SIM105
                self._token.release()
            except RuntimeError:  # it was woken, and has not noticed yet
                pass
            if self._thread is thread:
                return
            # It has ended meanwhile, and nobody watches.

    def _start(self) -> None:
        if sys.is_finalizing():
            return  # this is a finaliser at the very end: a thread would never begin to run, and its starter wait for it
        # An interrupt in the middle would leave it open whether there is a thread.
        interrupted = _defer_interrupts()
        try:
            with self._starting:
                if self._thread is not None:
                    return
                thread = threading.Thread(target=self._serve, name=self.name, daemon=True)
                self._thread = thread
                try:
                    thread.start()
                    return
                except (RuntimeError, MemoryError):  # no thread to be had, or the interpreter is about to end
                    self._thread = None
                except BaseException:
                    # Raised into this thread. Nobody would ever start that one; if it has begun after all, there are two for
                    # a while, of which one has the role.
                    self._thread = None
                    raise
        finally:
            _deliver_interrupts(interrupted)
        self._serve_here()

    def _serve_here(self) -> None:
        """Run what is queued on the calling thread, as no other can be had."""
        if self._holder == get_ident():
            return  # in a finaliser, say: it is run where this thread gives the role back
        interrupted = _defer_interrupts()
        thread = get_ident()
        taken: list[bool] = []
        try:
            self._take_role(taken, wait=True)
            self._drain()
        finally:
            # As in `_alone`, but that nobody is woken: there is no thread to be had.
            try:
                if True in taken:
                    self._holder = thread
                if self._holder == thread:
                    self._give_up_role()
            except BaseException:
                if self._holder == thread:
                    self._give_up_role()
                raise
            finally:
                _deliver_interrupts(interrupted)

    def _give_up_role(self) -> None:
        self._abandon_current()
        self._holder = None
        self._role.release()

    def _serve(self) -> None:
        """The thread."""
        taken: list[bool] = []  # True: the role was just taken
        try:
            self._serve_all(taken)
        except BaseException as error:
            # Somebody has raised it into this thread, from outside. It must not take the role along; another one will serve.
            if True in taken:
                self._holder = get_ident()
            _show(error)
            self._end()
            if self._holder == get_ident():
                self._leave()
            elif self._queue:
                self._rouse()

    def _serve_all(self, taken: list[bool]) -> None:
        _tighten_timers()
        queue = self._queue
        resting = False
        seconds = _QUIET_SECONDS
        while True:
            roused = self._token.acquire(True, seconds)
            self._watching = True
            busy, self._assisted = self._assisted, False
            if queue:
                busy = True
                # Where it is taken, its holder runs what is queued, or sees it on leaving.
                if self._take_role(taken):
                    if self._drain():
                        self._leave()
            elif self._stopping or (resting and not roused and not busy):
                self._take_role(taken, wait=True)
                self._end()
                self._leave()  # looks at the queue once more, and may start another thread
                return
            elif roused or busy or seconds == _WATCH_SECONDS:
                resting = False
            elif self._take_role(taken):
                wish = self._idle()
                self._leave()
                resting = wish is None
                pause = _REST_SECONDS if wish is None else min(max(wish, 0), _REST_SECONDS)
                seconds = self._before_sleep(pause)
                continue
            seconds = _WATCH_SECONDS if busy else self._before_sleep(_QUIET_SECONDS)

    def _take_role(self, taken: list[bool], *, wait: bool = False) -> bool:
        """Take the role. False if it is not to be had at once, unless this is to wait for it."""
        thread = get_ident()
        # In one call of C: an exception between the lock's taking and our noting it would lose the role.
        taken.extend(map(self._role.acquire, (wait,)))
        mine = taken[0]
        if mine:
            self._holder = thread
        taken.clear()
        return mine

    def _before_sleep(self, seconds: float) -> float:
        """From now on the thread has to be woken. How long it may sleep: not at all if something came before that."""
        self._watching = False
        return _WATCH_SECONDS if self._queue else seconds

    def _idle(self) -> float | None:
        try:
            return self.idle_hook()
        except BaseException as error:
            _show(error)
            return None

    def _end(self) -> None:
        with self._starting:
            self._stopping = False
            if self._thread is threading.current_thread():
                self._thread = None
            self._watching = False

    # ---------------------------------------------------------------------------------------------------- forking ----

    def before_fork(self) -> bool:
        """Take the role, so that the child finds the book-keeping in order. False if this thread holds it anyway, or it can not
        be had in time."""
        if self._holder == get_ident() or not self._role.acquire(timeout=_FORK_SECONDS):
            return False
        self._holder = get_ident()
        return True

    def after_fork_in_parent(self) -> None:
        """Give back what `before_fork` took."""
        self._leave()

    def after_fork(self) -> None:
        """In a forked child: the thread is in the parent, and what is queued is for the parent to do. `on_error` of each task
        is told so."""
        queue = self._queue
        inside = self._nesting and self._holder == get_ident()
        self._reset(get_ident())
        for function in (
            self.fork_hook,
            *(_given_up(on_error) for _, on_error in queue if on_error is not None),
        ):
            self._run(function, None)
        if not inside:
            self._nesting = self._open = False
            self.service = Borrow(self.name)
            self._leave()


def _tighten_timers() -> None:
    """Let the calling thread sleep for as long as it says: Linux makes short sleeps up to 50 microseconds longer."""
    if sys.platform == "linux":
        ctypes = sys.modules.get("ctypes")  # every backend has it; for this alone it is not worth an import
        if ctypes is not None:
            with contextlib.suppress(AttributeError, OSError):
                ctypes.pythonapi["prctl"](29, ctypes.c_ulong(5000), 0, 0, 0)  # PR_SET_TIMERSLACK, nanoseconds


def _given_up(on_error: OnError) -> Callable[[], None]:
    def tell() -> None:
        on_error(
            DiagnosticError(
                Diagnostic(
                    "PC0701",
                    "this was enqueued before the process was forked, and runs in the parent only",
                    help="wait with `device.sync()` before forking",
                )
            )
        )

    return tell


def _show(error: BaseException) -> None:
    """An exception that nobody waits for, shown as any that ends a thread."""
    try:
        if isinstance(error, SystemExit):  # which the hook would pass over in silence
            import traceback

            traceback.print_exception(error)
        else:
            threading.excepthook(
                threading.ExceptHookArgs(
                    (type(error), error, error.__traceback__, threading.current_thread())
                )
            )
    except BaseException:
        # A hook that fails, or no stderr at the very end of the process.
        stderr: Any = sys.__stderr__
        if stderr is not None:
            stderr.write(f"{type(error).__name__}: {error}\n")


# -------------------------------------------------------------------------------------------------------- interrupts ----


class _Interrupts:
    """Ctrl-C on the main thread, noted instead of raised. There is one, since there is one main thread.

    Attributes:
        former: the handler that is to hear of it. It is set before this one takes its place.
    """

    __slots__ = ("_noted", "former")

    def __init__(self) -> None:
        self.former: Callable[[int, FrameType | None], Any] = _signal.default_int_handler
        self._noted = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self._noted = True

    def defer(self) -> None:
        former = _signal.getsignal(_SIGINT)
        if former is not self and callable(former):
            self.former = former
        _signal.signal(_SIGINT, self)

    def allow(self) -> None:
        """What was noted is delivered, and what comes is no longer noted."""
        _signal.signal(_SIGINT, self.former)
        if self._noted:
            self._noted = False
            self.former(_SIGINT, sys._getframe(1))  # pyright: ignore[reportPrivateUsage]


_interrupts = _Interrupts()
_main_thread: int | None = threading.main_thread().ident


def _defer_interrupts() -> _Interrupts | None:
    """Keep Ctrl-C out; None where it does not come anyway, or has no handler in Python."""
    return _defer_on_main() if get_ident() == _main_thread else None


def _defer_on_main() -> _Interrupts | None:
    former: Any = _signal.getsignal(_SIGINT)
    if former is _interrupts or not callable(former):
        return None
    _interrupts.former = former
    try:
        _signal.signal(_SIGINT, _interrupts)
    except ValueError:  # the main thread of a subinterpreter
        return None
    except BaseException:  # raised into this thread, behind the call
        _signal.signal(_SIGINT, former)
        raise
    return _interrupts


def _deliver_interrupts(interrupts: _Interrupts | None) -> None:
    if interrupts is not None:
        interrupts.allow()


# ----------------------------------------------------------------------------------------------------- the process ----

_live: weakref.WeakSet[DeviceChannel] = weakref.WeakSet()
_held_for_fork: list[DeviceChannel] = []


def _channels() -> list[DeviceChannel]:
    while True:
        try:
            return list(_live)
        except RuntimeError:  # another thread has opened a device meanwhile
            continue


def shutdown_seconds() -> float:
    """How long the end of the process waits for what is under way."""
    try:
        return settings().runtime.shutdown_seconds
    except DiagnosticError:  # they were told to whoever opened a device
        return RuntimeSettings().shutdown_seconds


@atexit.register
def _drain_all() -> None:
    for channel in _channels():
        channel.drain(shutdown_seconds())


def _before_fork() -> None:
    # In one order, since two threads may fork at a time.
    for channel in sorted(_channels(), key=id):
        if channel.before_fork():
            _held_for_fork.append(channel)


def _after_fork_in_parent() -> None:
    while _held_for_fork:
        _held_for_fork.pop().after_fork_in_parent()


def _after_fork_in_child() -> None:
    global _main_thread
    _main_thread = threading.main_thread().ident
    _held_for_fork.clear()
    for channel in list(_live):
        channel.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child
    )
