"""How a loop of a kernel is compiled: `for k in unroll(range(4))`, `for i in unroll(range(n), 4)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def unroll(items: Iterable[T], factor: int | None = None) -> Iterable[T]:
    """What a loop goes over, whose rounds a kernel writes out: the number of them is known when it is compiled.

    The variable of the loop is then a constant in each round: `pair[k]` may index a tuple by it. On the host, where loops are
    what they are, it gives `items`.

    Args:
        items: what the loop goes over.
        factor: how many rounds become one, of a loop whose number of rounds is known at run time only: those that are left over
            follow in a loop of their own. 1 keeps the compiler from unrolling it. None writes all of them out.
    """
    return items
