"""Functions that make types and functions of a library, each once for the arguments that it is asked for with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class made_once(Generic[P, R]):
    """Decorates a function that makes something of the host's arguments: with equal ones it gives the same object again.

    With arguments that can not be told apart, since they are not hashable, the function itself is called, which says what is
    wrong with them.
    """

    def __init__(self, make: Callable[P, R]):
        update_wrapper(self, make)
        self._make = make
        self._made: Any = cache(make)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            hash((args, tuple(kwargs.values())))
        except TypeError:
            return self._make(*args, **kwargs)
        return self._made(*args, **kwargs)
