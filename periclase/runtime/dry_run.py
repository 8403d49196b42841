"""Dry runs: launches that do all that a first launch owes, short of running.

`with dry_run():` holds for the whole process, or for one device, and for every thread; `with real_run():` and
`with precompile():` hold for the caller's context. In a context the innermost of its own scopes decides; where it has none, a
dry run anywhere does. Nothing outside the program turns a dry run on.

```python
with dry_run() as seen:
    train_one_step()          # compiles every kernel of the step, and runs none
print(seen.compiled, "kernels compiled,", seen.loaded, "were in the cache")
```
"""

from __future__ import annotations

import sys
import threading
from contextvars import ContextVar
from typing import TYPE_CHECKING, Self

from periclase.record import Record
from periclase.runtime.expectations import expect_executor, refuse_kind
from periclase.runtime.launch_mode import EXECUTE, LaunchMode

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from periclase.runtime.compilation import CompilationEvent
    from periclase.runtime.device import Device
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.protocols import KernelLike


class Statistics(Record):
    """What happened in a dry run.

    Attributes:
        seen: different kernels that were launched.
        compiled: kernels that were compiled.
        loaded: kernels that the cache on disk had.
        failed: kernels that could not be compiled or loaded.
        tuned: candidates of autotuning that were measured.
    """

    seen: int = 0
    compiled: int = 0
    loaded: int = 0
    failed: int = 0
    tuned: int = 0


class _Scope:
    """One entered guard, a link of a context's chain of them."""

    __slots__ = ("ended", "mode", "outer", "state", "touched")

    def __init__(self, mode: LaunchMode, state: DeviceState | None, outer: _Scope | None):
        self.mode = mode
        self.state = state
        """The only device that it is about; None for all."""
        self.outer = outer
        self.ended = False
        """A copy of the context may outlive the guard."""
        self.touched: set[DeviceState] = set()
        """Devices that were given launches under it."""


_innermost: ContextVar[_Scope | None] = ContextVar("periclase-launch-mode", default=None)
_get_innermost = _innermost.get
open_runs: tuple[dry_run, ...] = ()
"""Those that are entered, of all threads. Replaced as a whole, so that it is read without a lock."""
_changing = threading.RLock()


def launch_mode(state: DeviceState) -> LaunchMode:
    """How far a launch goes that this thread makes now on the device of `state`."""
    scope = _get_innermost()
    if scope is None and not open_runs:
        return EXECUTE
    while scope is not None:
        if not scope.ended and (scope.state is None or scope.state is state):
            scope.touched.add(state)
            return scope.mode
        scope = scope.outer
    for run in open_runs:
        if run.concerns(state):
            return LaunchMode.SKIP
    return EXECUTE


def note_seen(state: DeviceState, kernel: KernelLike) -> None:
    """A kernel was launched."""
    for run in open_runs:
        run._see(state, kernel)  # pyright: ignore[reportPrivateUsage]


def note_error(state: DeviceState, error: Exception) -> None:
    """A launch that is dropped would have failed: its kernel can not be compiled, or was compiled for another shape."""
    for run in open_runs:
        run._fail(state, error)  # pyright: ignore[reportPrivateUsage]


def note_tuned(state: DeviceState, candidates: int = 1) -> None:
    """Candidates of an autotuning were measured."""
    for run in open_runs:
        run._tune(state, candidates)  # pyright: ignore[reportPrivateUsage]


class _Guard:
    """A scope of the caller's context. One that was left can be entered again, but not while it is entered."""

    _mode: LaunchMode
    _scope: _Scope | None = None

    def __init__(self, device: Device | None = None):
        """
        Args:
            device: the only device that it is about; None for all.

        Raises:
            LaunchError: it is no device.
        """
        self._state = None if device is None else getattr(device, "device_state", None)
        if device is not None and self._state is None:
            refuse_kind(
                f"`{type(self).__name__}` takes a device, or nothing for all of them",
                device,
                "pass what `open_device` gave",
            )

    def _enter(self) -> None:
        if self._scope is not None:
            raise RuntimeError(f"this {type(self).__name__} is entered already; make one for each `with`")
        self._scope = _Scope(self._mode, self._state, _get_innermost())
        _innermost.set(self._scope)

    def _exit(self) -> None:
        scope, self._scope = self._scope, None
        if scope is None:
            raise RuntimeError(
                f"this {type(self).__name__} was not entered: write `with {type(self).__name__}():`"
            )
        scope.ended = True
        # Guards may be left in another order, and in another context, than they were entered.
        innermost = _get_innermost()
        while innermost is not None and innermost.ended:
            innermost = innermost.outer
        _innermost.set(innermost)


class real_run(_Guard):
    """`with real_run():`: launches that this context makes run, although there is a dry run around: to be measured, say."""

    _mode = LaunchMode.EXECUTE

    def __enter__(self) -> None:
        self._enter()

    def __exit__(self, *error: object) -> None:
        self._exit()


class precompile(_Guard):
    """`with precompile():`: launches that this context makes are dropped, and their kernels compiled together when it is left.

    With an executor, such as a process pool, they are compiled at the same time; without one, here, one after another: threads of
    one process would only wait for each other. A pool's processes have to start and to import the compiler, which takes as
    long as compiling some ten kernels.
    """

    _mode = LaunchMode.PRECOMPILE

    def __init__(self, device: Device | None = None, *, executor: Executor | None = None):
        """
        Args:
            device: the only device that it is about; None for all.
            executor: where kernels are compiled; None for what `compile_on` names, if anything.

        Raises:
            LaunchError: it is no executor, or `device` no device.
        """
        super().__init__(device)
        expect_executor(executor)
        self._executor = executor

    def __enter__(self) -> None:
        self._enter()

    def __exit__(self, *error: object) -> None:
        scope = self._scope
        self._exit()
        if scope is None:
            return
        executor = self._executor
        if executor is None and "periclase.runtime.autotune.executor" in sys.modules:
            from periclase.runtime.autotune.executor import current_executor

            executor = current_executor()
        for state in list(scope.touched):
            state.compile_put_off(executor)


class dry_run(_Guard):
    """`with dry_run() as statistics:`: launches of all threads are compiled and dropped.

    Scopes count: with two of them entered, the dry run lasts until both are left. When one is left, everything that was
    launched before has been compiled.

    Attributes:
        seen, compiled, loaded, failed, tuned: see `Statistics`; they stay when it is left, as `errors` does.
    """

    _mode = LaunchMode.SKIP

    def __init__(self, device: Device | None = None):
        super().__init__(device)
        self._kernels: set[tuple[DeviceState, KernelLike]] = set()
        self._touched: set[DeviceState] = set()
        self._keys: dict[str, set[str]] = {outcome: set() for outcome in ("compiled", "loaded", "failed")}
        self._errors: dict[str, Exception] = {}
        self._seen = 0
        self._tuned = 0

    def __enter__(self) -> Self:
        global open_runs
        from periclase.runtime.compilation import add_listener

        self._enter()
        with _changing:
            open_runs = (*open_runs, self)
        add_listener(self._look)
        return self

    def __exit__(self, *error: object) -> None:
        global open_runs
        from periclase.runtime.compilation import remove_listener

        self._exit()
        try:
            _settle(self._touched)  # what is queued belongs to it
        finally:
            with _changing:
                open_runs = tuple(run for run in open_runs if run is not self)
                self._kernels.clear()
                self._touched.clear()
            remove_listener(self._look)

    def __repr__(self) -> str:
        return f"<dry run: {self.statistics()}>"

    def concerns(self, state: DeviceState) -> bool:
        """Whether it is about the device of `state`."""
        return self._state is None or self._state is state

    def statistics(self) -> Statistics:
        """What has happened so far."""
        with _changing:
            compiled, loaded, failed = map(len, self._keys.values())
            return Statistics(self._seen, compiled, loaded, failed, self._tuned)

    @property
    def seen(self) -> int:
        """See `Statistics`."""
        return self._seen

    @property
    def compiled(self) -> int:
        """See `Statistics`."""
        return len(self._keys["compiled"])

    @property
    def loaded(self) -> int:
        """See `Statistics`."""
        return len(self._keys["loaded"])

    @property
    def failed(self) -> int:
        """See `Statistics`."""
        return len(self._keys["failed"])

    @property
    def tuned(self) -> int:
        """See `Statistics`."""
        return self._tuned

    @property
    def errors(self) -> tuple[Exception, ...]:
        """Why launches would have failed, as far as that shows without running them; each reason once. A dry run leaves nothing
        on buffers: they have nobody else to tell."""
        with _changing:
            return tuple(self._errors.values())

    def _see(self, state: DeviceState, kernel: KernelLike) -> None:
        if self.concerns(state):
            with _changing:
                self._touched.add(state)
                before = len(self._kernels)
                self._kernels.add((state, kernel))
                self._seen += len(self._kernels) - before

    def _tune(self, state: DeviceState, candidates: int) -> None:
        if self.concerns(state):
            with _changing:
                self._tuned += candidates

    def _fail(self, state: DeviceState, error: Exception) -> None:
        if self.concerns(state):
            with _changing:
                self._errors.setdefault(str(error), error)

    def _look(self, event: CompilationEvent) -> None:
        """A kernel was looked for, by whoever: it may be compiled on any thread, for all devices of a kind."""
        with _changing:
            self._keys[event.outcome].add(event.key)


def _settle(states: set[DeviceState]) -> None:
    """Wait until what was handed to these devices has been looked at."""
    for state in list(states):
        if not state.channel.holds_role():  # then it was done on the spot
            state.channel.drain()
