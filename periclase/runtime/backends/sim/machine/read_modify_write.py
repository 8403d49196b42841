"""Reading, combining and writing elements of memory, where several threads may name one: they do so in order.

Threads that name different elements are done together. Those of one element come one after another: by running sums (maxima, …)
over all of them where numpy has such, else in rounds in which each element is changed once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from periclase.record import Record

Array = np.ndarray[Any, Any]

Combine = Callable[..., Array]
"""Gives the new elements of the old ones and of the operands; each a thread's."""

Chain = Callable[..., Array]
"""Gives what an element is before each thread changes it, and in the end: of the first element, an array of one, and of the
threads' operands. One more than there are threads."""


class Operation(Record):
    """What is done to an element.

    Attributes:
        combine: for threads of different elements.
        chain: for threads of one element; None where that is `combine` again and again.
        scatter: a ufunc that is the same as `combine`, if nobody asks what there was before; its `at` takes threads in order.
    """

    combine: Combine
    chain: Chain | None = None
    scatter: np.ufunc | None = None


_FEW: Final = 48
"""So many turns cost no more than finding out who belongs together."""


def apply(
    operation: Operation, array: Array, index: Array, operands: tuple[Array, ...], *, wanted: bool = True
) -> Array | None:
    """Change `array[index]` by `operation`, in order, and give what was there before; nothing if that is not `wanted`.

    Args:
        index: which element each thread names.
        operands: of each thread, in arrays as long as `index`.
        wanted: whether the old elements are asked for.
    """
    if not wanted and operation.scatter is not None:
        operation.scatter.at(array, index, *operands)
        return None
    if _distinct(index):
        old = array[index]
        array[index] = operation.combine(old, *operands)
        return old
    order = np.argsort(index, kind="stable")
    return _repeated(operation, array, index[order], order, tuple(values[order] for values in operands))


def _distinct(index: Array) -> bool:
    if len(index) == 1:
        return True
    steps = np.diff(index)
    if (steps > 0).all():
        return True
    if not steps.all():
        return False
    ordered = np.sort(index)
    return bool((ordered[1:] != ordered[:-1]).all())


def _repeated(
    operation: Operation, array: Array, index: Array, order: Array, operands: tuple[Array, ...]
) -> Array:
    """`index` is in ascending order; `order` says whose place each is."""
    starts = np.flatnonzero(np.concatenate(([True], index[1:] != index[:-1])))
    counts = np.diff(np.append(starts, len(index)))
    old = np.empty(len(index), array.dtype)
    shared = np.flatnonzero(counts > 1)
    if operation.chain is not None and (len(shared) <= _FEW or len(shared) <= int(counts.max())):
        alone = starts[counts == 1]
        if len(alone):
            old[alone] = array[index[alone]]
            array[index[alone]] = operation.combine(old[alone], *(values[alone] for values in operands))
        for number in shared:
            start = int(starts[number])
            those = slice(start, start + int(counts[number]))
            element = index[start]
            chain = operation.chain(array[element : element + 1], *(values[those] for values in operands))
            old[those] = chain[:-1]
            array[element] = chain[-1]
    else:
        turns = np.arange(len(index)) - np.repeat(starts, counts)
        for turn in range(int(counts.max())):
            those = np.flatnonzero(turns == turn)
            old[those] = array[index[those]]
            array[index[those]] = operation.combine(old[those], *(values[those] for values in operands))
    found = np.empty_like(old)
    found[order] = old
    return found


def running(ufunc: np.ufunc) -> Chain:
    """The chain of an operation that is `ufunc`."""

    def chain(first: Array, values: Array) -> Array:
        # Without a type, sums of short integers would be long ones.
        return ufunc.accumulate(np.concatenate((first, values)), dtype=first.dtype)

    return chain


def one_by_one(next_of: Callable[..., int]) -> Chain:
    """The chain of an operation on integers that Python does: the next element, of the element and the operands."""

    def chain(first: Array, *operands: Array) -> Array:
        element = first[0].item()
        found = [element]
        for values in zip(*(operand.tolist() for operand in operands), strict=True):
            element = next_of(element, *values)
            found.append(element)
        return np.array(found, first.dtype)

    return chain
