"""Which of its names a function multiplies something by, by its bytecode alone: the source need not be there, nor be read.

It is asked before the first launch of a kernel, for whose flat indices `row * width + column` there may be a version of its own
(`periclase.launch_versions`). What is not found here is computed as ever.
"""

from __future__ import annotations

import _opcode
import opcode
from collections.abc import Callable
from types import CodeType
from typing import Any, Final, cast

_stack_effect = cast("Callable[..., int]", cast(Any, _opcode).stack_effect)

_MULTIPLY: Final = frozenset({5, 18})
"""The arguments of `BINARY_OP` that stand for `*` and `*=`, in all versions of Python that have it."""
_SINGLE: Final = frozenset({"LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW"})
_PAIRS: Final = frozenset(
    {"LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW", "STORE_FAST_LOAD_FAST"}
)
"""Of two names, of which the second one is loaded last."""


def _instructions(code: CodeType) -> list[tuple[int, int]]:
    """Operation and argument of each instruction, without those that only make room or an argument longer."""
    found: list[tuple[int, int]] = []
    longer = 0
    cache, extended = opcode.opmap.get("CACHE", 0), opcode.opmap["EXTENDED_ARG"]
    raw = code.co_code
    for operation, argument in zip(raw[::2], raw[1::2], strict=True):
        if operation == cache:
            continue
        longer = longer << 8 | argument
        if operation != extended:
            found.append((operation, longer))
            longer = 0
    return found


def multiplied_names(code: CodeType) -> frozenset[str]:
    """The local names that stand to the right or the left of a `*` in `code` by themselves."""
    instructions = _instructions(code)
    names, operations = code.co_varnames, opcode.opname
    binary = opcode.opmap["BINARY_OP"]
    found: set[str] = set()

    def note(number: int, *, second: bool) -> None:
        """Add the name that an instruction loads last, or first."""
        if number < 0:
            return
        operation, argument = instructions[number]
        name = operations[operation]
        if name in _SINGLE and argument < len(names):
            found.add(names[argument])
        elif name in _PAIRS:
            found.add(names[argument & 15 if second else argument >> 4])

    for number, (operation, argument) in enumerate(instructions):
        if operation != binary or argument not in _MULTIPLY:
            continue
        note(number - 1, second=True)
        # Back to where the value to the right begins: what is before has put the one to the left there.
        wanted, start = 1, number
        while wanted > 0 and start > 0:
            start -= 1
            before, given = instructions[start]
            wanted -= _stack_effect(before, given if before >= opcode.HAVE_ARGUMENT else None, jump=False)
        if wanted == 0:
            note(start - 1, second=True)
        elif wanted == -1:  # one that loads two
            note(start, second=False)
    return frozenset(found)
