"""Functions that tests call on other threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_SECONDS = 30
"""After which a test that waits has failed."""


def in_thread(function: Callable[..., T], *arguments: object) -> T:
    """What `function` gives on a thread of its own."""
    found: list[T] = []
    thread = threading.Thread(target=lambda: found.append(function(*arguments)))
    thread.start()
    thread.join(_SECONDS)
    return found[0]
