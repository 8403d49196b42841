"""What code of Python runs while something happens."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType


def python_code_of(action: Callable[[], object]) -> list[CodeType]:
    """The code that is entered while `action`, which is one of C, is called by this thread."""
    met: list[CodeType] = []
    before = sys.gettrace()
    sys.settrace(lambda frame, event, about: met.append(frame.f_code))
    try:
        action()
    finally:
        sys.settrace(before)
    return met
