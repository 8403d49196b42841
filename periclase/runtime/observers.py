"""Observers: whoever wants to know of each launch, on the thread that makes it, before it is handed over.

```python
with observe(lambda launch: print(launch.kernel.name)):
    ...
```
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from periclase.record import NamedTuple
from periclase.runtime import gates
from periclase.runtime.expectations import expect_function

if TYPE_CHECKING:
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.context import LaunchContext
    from periclase.runtime.protocols import KernelLike


class ObservedLaunch(NamedTuple):
    """What an observer is told.

    Attributes:
        kernel: the kernel; of a generic one, what it is for these arguments.
        grid: blocks in x, y and z; or the buffer that holds them.
        block: threads of a block in x, y and z.
        shared_bytes: dynamic shared memory of a block.
        arguments: one for each parameter that is written, as they were given: arrays, structs, functions. Who keeps them keeps
            the buffers alive.
        context: stream, mode, capture, profile and site.
        leaves: what they travel as, one for each of `kernel.parameters`: numbers, buffers and arrays.
    """

    kernel: KernelLike
    grid: tuple[int, int, int] | Buffer
    block: tuple[int, int, int]
    shared_bytes: int
    arguments: Sequence[Any]
    context: LaunchContext
    leaves: Sequence[Any]


Observer = Callable[[ObservedLaunch], object]

_changing = threading.RLock()


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.told: list[Observer] = []
        """The observers that this thread is in."""


_of_thread = _OfThread()


class observe:
    """`with observe(function):` has `function` called with each `ObservedLaunch` of the process, on the thread that launches.

    Several observers are called in the order in which they came. An exception of one is shown, and harms neither the launch
    nor the other observers. A launch with a static count of zero is none. What an observer launches itself is told to the others.
    """

    def __init__(self, observer: Observer):
        """
        Raises:
            LaunchError: `observer` can not be called.
        """
        expect_function("`observe`", observer)
        self._observer = observer
        # Two scopes may have the same function: each takes away its own.
        self._call: Observer | None = None

    def __enter__(self) -> Self:
        if self._call is not None:
            raise RuntimeError("this observe is entered already; make one for each `with`")
        observer = self._observer
        self._call = lambda launch: observer(launch)
        with _changing:
            gates.open_observers = (*gates.open_observers, self._call)
        return self

    def __exit__(self, *error: object) -> None:
        call, self._call = self._call, None
        with _changing:
            gates.open_observers = tuple(known for known in gates.open_observers if known is not call)


def notify(launch: ObservedLaunch) -> None:
    """Tell the observers of `launch`."""
    told: list[Observer] = _of_thread.told
    for observer in gates.open_observers:
        if observer in told:  # it launches itself: it would hear of that without an end
            continue
        told.append(observer)
        try:
            observer(launch)
        except Exception as error:
            error.__traceback__ = _users_part(error.__traceback__)
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            told.pop()


def _users_part(trace: TracebackType | None) -> TracebackType | None:
    """`trace` without the frames of this module; all of it where there are no others."""
    inner = trace
    while inner is not None and inner.tb_frame.f_code.co_filename == __file__:
        inner = inner.tb_next
    return inner or trace
