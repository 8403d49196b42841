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
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.context import LaunchContext
    from periclase.runtime.protocols import KernelLike


class ObservedLaunch(NamedTuple):
    """What an observer is told.

    Attributes:
        kernel: the kernel.
        grid: blocks in x, y and z; or the buffer that holds them.
        block: threads of a block in x, y and z.
        shared_bytes: dynamic shared memory of a block.
        arguments: as they were given. Who keeps them keeps the buffers alive.
        context: stream, mode, capture, profile and site.
    """

    kernel: KernelLike
    grid: tuple[int, int, int] | Buffer
    block: tuple[int, int, int]
    shared_bytes: int
    arguments: Sequence[Any]
    context: LaunchContext


Observer = Callable[[ObservedLaunch], object]

open_observers: tuple[Observer, ...] = ()
"""Replaced as a whole, so that it is read without a lock."""
_changing = threading.RLock()


class observe:
    """`with observe(function):` has `function` called with each `ObservedLaunch` of the process, on the thread that launches.

    Several observers are called in the order in which they came. An exception of one is shown, and harms neither the launch
    nor the other observers. A launch with a static count of zero is none.
    """

    def __init__(self, observer: Observer):
        self._observer = observer
        # Two scopes may have the same function: each takes away its own.
        self._call: Observer | None = None

    def __enter__(self) -> Self:
        global open_observers
        if self._call is not None:
            raise RuntimeError("this observe is entered already; make one for each `with`")
        observer = self._observer
        self._call = lambda launch: observer(launch)
        with _changing:
            open_observers = (*open_observers, self._call)
        return self

    def __exit__(self, *error: object) -> None:
        global open_observers
        call, self._call = self._call, None
        with _changing:
            open_observers = tuple(known for known in open_observers if known is not call)


def notify(launch: ObservedLaunch) -> None:
    """Tell the observers of `launch`."""
    for observer in open_observers:
        try:
            observer(launch)
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
