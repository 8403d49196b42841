"""What nvdisasm prints, as instructions; and the loops in them, by their branches back."""

from __future__ import annotations

import re
from typing import NamedTuple

_SECTION = re.compile(r"^\s*\.section\s+\.text\.([^,\s]+)")
_LABEL = re.compile(r"^(\.L[\w.]+):")
_INSTRUCTION = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P\w+)\s+)?([A-Z][\w.]*)\s*(.*?);")
_TARGET = re.compile(r"`\((\.L[\w.]+)\)")


class Instruction(NamedTuple):
    """One instruction of a kernel.

    Attributes:
        address: in bytes from the start of the kernel.
        opcode: with its modifiers, as `LDG.E.128.CONSTANT`.
        target: the address that it branches to; None if it is no branch, or goes elsewhere.
    """

    address: int
    opcode: str
    target: int | None

    @property
    def name(self) -> str:
        """The opcode without modifiers."""
        return self.opcode.partition(".")[0]

    def words(self) -> int:
        """How many 32-bit words an access moves; 1 for what is none."""
        parts = self.opcode.split(".")
        return next((words for bits, words in (("256", 8), ("128", 4), ("64", 2)) if bits in parts), 1)


class Loop(NamedTuple):
    """The instructions from the target of a branch back to that branch."""

    body: tuple[Instruction, ...]

    def work(self, opcode: str) -> int:
        """How often `opcode` is in it; of an access, by the words that it moves."""
        return sum(each.words() for each in self.body if each.name == opcode)


def kernels(listing: str) -> dict[str, tuple[Instruction, ...]]:
    """The instructions of each function in what nvdisasm prints, without what fills up its end."""
    found: dict[str, list[tuple[int, str, str | None]]] = {}
    labels: dict[str, int] = {}
    waiting: list[str] = []
    current: list[tuple[int, str, str | None]] = []
    for line in listing.splitlines():
        if section := _SECTION.match(line):
            current = found.setdefault(section[1], [])
        elif label := _LABEL.match(line):
            waiting.append(label[1])
        elif instruction := _INSTRUCTION.match(line):
            address = int(instruction[1], 16)
            labels.update(dict.fromkeys(waiting, address))
            waiting.clear()
            target = _TARGET.search(instruction[4])
            branches = instruction[3].partition(".")[0] in ("BRA", "BRX", "JMP")
            current.append((address, instruction[3], target[1] if target and branches else None))
    result: dict[str, tuple[Instruction, ...]] = {}
    for name, lines in found.items():
        made = [
            Instruction(address, opcode, labels.get(target) if target else None)
            for address, opcode, target in lines
        ]
        result[name] = tuple(each for each in made if each.name != "NOP" and each.target != each.address)
    return result


def innermost_loops(instructions: tuple[Instruction, ...]) -> list[Loop]:
    """The loops that have no loop in them; branches back to one place are one loop."""
    ends: dict[int, int] = {}
    for each in instructions:
        if each.target is not None and each.target < each.address:
            ends[each.target] = max(each.address, ends.get(each.target, 0))
    inner = [
        (start, end)
        for start, end in ends.items()
        if not any(
            start <= other and stop <= end and (other, stop) != (start, end) for other, stop in ends.items()
        )
    ]
    return [
        Loop(tuple(each for each in instructions if start <= each.address <= end)) for start, end in inner
    ]


def hot_loop(instructions: tuple[Instruction, ...], opcode: str) -> Loop | None:
    """The innermost loop that does most of the work, which `opcode` stands for; None if no loop does any."""
    loops = [loop for loop in innermost_loops(instructions) if loop.work(opcode)]
    return max(loops, key=lambda loop: (loop.work(opcode), len(loop.body)), default=None)
