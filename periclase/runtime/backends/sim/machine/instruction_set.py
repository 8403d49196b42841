"""Which function decodes which opcode: filled by the decorator `instruction` in the modules of `sim.instructions`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from periclase.record import Record

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Step = Callable[["Group"], None]
"""Does an instruction for a group of threads that stand at it."""

Decode = Callable[["Instruction", "Decoder"], Step]
"""Makes the step of an instruction, once, when its function is decoded."""

Members = Callable[["Instruction"], "int | str | None"]
"""Which threads of a warp a collective instruction waits for: the index of the operand that holds the member mask; `WARP`, all of
them; None: this form is not collective."""

WARP: Final = "warp"

_entries: dict[str, Entry] = {}


class Entry(Record):
    """What is registered for an opcode.

    Attributes:
        decode: makes the step.
        members: whom it waits for, if it is a collective instruction.
        flow: whether the step says itself where its threads go on (`Group.go`, `Group.park`); it ends a basic block.
    """

    decode: Decode
    members: Members | None = None
    flow: bool = False


def instruction(
    *opcodes: str, members: Members | None = None, flow: bool = False
) -> Callable[[Decode], Decode]:
    """Register a function as what decodes the instructions whose first words are `opcodes`; see `Entry`."""

    def register(decode: Decode) -> Decode:
        for opcode in opcodes:
            if opcode in _entries:
                raise ValueError(f"`{opcode}` is decoded by two functions")
            _entries[opcode] = Entry(decode, members, flow)
        return decode

    return register


def entry(opcode: str) -> Entry | None:
    """What is registered for `opcode`; None if nothing is."""
    if not _loaded:
        _load()
    return _entries.get(opcode)


_loaded: list[bool] = []


def _load() -> None:
    from periclase.runtime.backends.sim import instructions

    for module in pkgutil.iter_modules(instructions.__path__, f"{instructions.__name__}."):
        importlib.import_module(module.name)
    _loaded.append(True)
