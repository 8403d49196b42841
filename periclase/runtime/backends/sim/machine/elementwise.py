"""Steps that do the same for each thread by itself: operands in, a function over arrays, a result out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Operand

Array = np.ndarray[Any, Any]
Function = Callable[..., Array]


def elementwise(
    decoder: Decoder,
    function: Function,
    result: np.dtype[Any],
    operands: Sequence[np.dtype[Any]],
) -> Step:
    """The step of an instruction with a destination and operands of these types.

    Raises:
        CompileError: it has another number of operands.
    """
    given = decoder.instruction.operands
    if len(given) != len(operands) + 1:
        decoder.refuse(f"it has {len(given)} operands in place of {len(operands) + 1}")
    return step_of(decoder, function, given[0], result, list(zip(given[1:], operands, strict=True)))


def step_of(
    decoder: Decoder,
    function: Function,
    target: Operand,
    result: np.dtype[Any],
    operands: Sequence[tuple[Operand, np.dtype[Any]]],
) -> Step:
    """The step that gives `target` what `function` makes of `operands`."""
    write = decoder.write(target, result)
    reads = [decoder.read(operand, dtype) for operand, dtype in operands]
    if len(reads) == 1:
        (a,) = reads
        return lambda group: write(group, function(a(group)))
    if len(reads) == 2:
        a, b = reads
        return lambda group: write(group, function(a(group), b(group)))
    if len(reads) == 3:
        a, b, c = reads
        return lambda group: write(group, function(a(group), b(group), c(group)))

    def step(group: Group) -> None:
        write(group, function(*[read(group) for read in reads]))

    return step


def pairwise(function: Function, half: np.dtype[Any]) -> Function:
    """`function` over both halves of what is packed into one integer, the low one first."""

    def both(*packed: Array) -> Array:
        whole = packed[0].dtype
        halves = [np.ascontiguousarray(x).view(half).reshape(len(x), 2) for x in packed]
        return np.ascontiguousarray(function(*halves)).view(whole).reshape(-1)

    return both
