"""Whose captures a thread's calls have to do with.

While a library records a graph in the driver's default mode (PyTorch does), no other thread may ask about an event, pin or free
memory, load a module or synchronise a stream, though it be one that nobody records: such a call is refused, and it breaks the
capture. What this runtime does concerns no stream but its own. So its calls are made in the mode `RELAXED`, which says that the
thread knows what it does, and leaves only calls forbidden that really are about a stream that records.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from periclase.runtime.backends.cuda.driver import CudaError

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.driver import Driver


class _Thread(threading.local):
    """How deep a thread is in `relax`, and the mode it was in before."""

    depth = 0
    before: Any = None


class CaptureMode:
    """Puts threads into the mode `RELAXED` for a while; nested, on any number of threads.

    Where the mode can not be set it stays as it was, and is none the worse.
    """

    __slots__ = ("_driver", "_on_error", "_relaxed", "_thread")

    def __init__(self, driver: Driver, on_error: Callable[[CudaError], None]):
        """
        Args:
            on_error: told what a call failed with: it may have nothing to do with the mode.
        """
        self._driver = driver
        self._on_error = on_error
        self._relaxed: Any = driver.binding.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED
        self._thread = _Thread()

    def relax(self) -> None:
        """Begin."""
        thread = self._thread
        thread.depth += 1
        if thread.depth == 1:
            thread.before = self._exchange(self._relaxed)

    def restore(self) -> None:
        """End what `relax` began: the user's thread is as it was."""
        thread = self._thread
        thread.depth -= 1
        if thread.depth == 0 and thread.before is not None:
            self._exchange(thread.before)

    def _exchange(self, mode: Any) -> Any:
        """The mode before; None where it could not be changed."""
        try:
            return self._driver.call("cuThreadExchangeStreamCaptureMode", mode)
        except CudaError as error:
            self._on_error(error)
            return None
