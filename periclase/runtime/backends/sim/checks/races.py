"""Races: two threads access the same bytes, one of them writes, and nothing orders them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.machine.faults import RACE, Fault

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.checks.order import Order
    from periclase.runtime.backends.sim.machine.memory import Region
    from periclase.runtime.backends.sim.machine.wave import Wave
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]


class _Accesses:
    """The last access of a kind to each byte of a region.

    Attributes:
        thread: by its number in the launch; -1 where there was none.
        time: when.
        strong: whether it was a strong one.
        instruction: its number in `Races`.
    """

    __slots__ = ("instruction", "strong", "thread", "time")

    def __init__(self, nbytes: int):
        self.thread = np.full(nbytes, -1, np.int64)
        self.time = np.zeros(nbytes, np.int64)
        self.strong = np.zeros(nbytes, np.bool_)
        self.instruction = np.zeros(nbytes, np.int32)

    def set(self, where: Array, thread: Array, time: int, strong: bool, instruction: int) -> None:
        self.thread[where] = thread
        self.time[where] = time
        self.strong[where] = strong
        self.instruction[where] = instruction

    def take(self, where: Array, other: _Accesses) -> None:
        """Get what `other` has there."""
        self.thread[where] = other.thread[where]
        self.time[where] = other.time[where]
        self.strong[where] = other.strong[where]
        self.instruction[where] = other.instruction[where]


class _Shadow:
    """What is remembered of a region: its last write, its last read, and the last read by another thread than that."""

    __slots__ = ("other_read", "read", "region", "write")

    def __init__(self, region: Region):
        self.region = region  # so that no other has its identity
        nbytes = len(region.view(np.dtype(np.uint8)))
        self.write, self.read, self.other_read = _Accesses(nbytes), _Accesses(nbytes), _Accesses(nbytes)


class Races:
    """Remembers the accesses of a launch."""

    def __init__(self, order: Order):
        self._order = order
        self._shadows: dict[int, _Shadow] = {}
        self._wave: Wave | None = None
        self._instructions: list[Instruction] = []
        self._numbers: dict[int, int] = {}

    def access(
        self,
        wave: Wave,
        region: Region,
        starts: Array,
        nbytes: int,
        writes: bool,
        strong: bool,
        threads: Array,
        values: Array | None,
    ) -> None:
        """Threads access bytes of a region.

        Args:
            wave: theirs.
            region: what they access.
            starts: where each begins, in bytes from the region's own beginning.
            nbytes: how many each accesses.
            writes: whether it changes them.
            strong: whether it is atomic, volatile or the like.
            threads: their numbers in the wave.
            values: what they write, one each or one for all; None where nobody knows.

        Raises:
            Fault: it is a race.
        """
        if wave is not self._wave:
            # Shared memory went with the wave before.
            self._wave = wave
            self._shadows = {
                key: shadow for key, shadow in self._shadows.items() if shadow.region.space == "global"
            }
        shadow = self._shadows.get(id(region))
        if shadow is None:
            shadow = self._shadows[id(region)] = _Shadow(region)
        now = self._order.tick()
        if writes and not strong:
            self._at_once(wave, starts, threads, values)
        where = (starts[:, None] + np.arange(nbytes)).reshape(-1)
        who = np.repeat(threads, nbytes) + wave.first_block * wave.launch.block_threads
        warps = np.repeat(wave.warps[threads], nbytes) + wave.first_block * wave.warps_per_block
        self._compare(wave, shadow.write, where, who, warps, strong, writes, "wrote")
        if writes:
            self._compare(wave, shadow.read, where, who, warps, strong, writes, "read")
            self._compare(wave, shadow.other_read, where, who, warps, strong, writes, "read")
        number = self._number(wave)
        if writes:
            shadow.write.set(where, who, now, strong, number)
            shadow.read.thread[where] = -1
            shadow.other_read.thread[where] = -1
        else:
            before = where[shadow.read.thread[where] != who]
            shadow.other_read.take(before, shadow.read)
            shadow.read.set(where, who, now, strong, number)

    def _number(self, wave: Wave) -> int:
        current = wave.instruction
        assert current is not None
        number = self._numbers.get(id(current))
        if number is None:
            number = self._numbers[id(current)] = len(self._instructions)
            self._instructions.append(current)
        return number

    def _at_once(self, wave: Wave, starts: Array, threads: Array, values: Array | None) -> None:
        """Two threads that write different values to the same place by one instruction. The same value by several is let be."""
        if values is None or len(values) != len(starts) or len(starts) < 2:
            return
        order = np.argsort(starts, kind="stable")
        same = starts[order][1:] == starts[order][:-1]
        if not same.any():
            return
        bits = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)[order]
        differ = same & (bits[1:] != bits[:-1]).any(axis=1)
        if differ.any():
            place = int(np.argmax(differ))
            one, two = int(threads[order[place]]), int(threads[order[place + 1]])
            raise Fault(
                RACE,
                f"writes bytes to which {_who(wave, one)} writes something else by the same instruction",
                two,
            )

    def _compare(
        self,
        wave: Wave,
        before: _Accesses,
        where: Array,
        who: Array,
        warps: Array,
        strong: bool,
        writes: bool,
        did: str,
    ) -> None:
        others = before.thread[where]
        if strong:
            others = np.where(before.strong[where], -1, others)
        if not (others >= 0).any():
            return
        place = self._order.first_unordered(wave, others, before.time[where], who, warps)
        if place is None:
            return
        other = int(others[place])
        here = int(who[place]) - wave.first_block * wave.launch.block_threads
        raise Fault(
            RACE,
            f"{'writes' if writes else 'reads'} a byte that {_who_in_launch(wave, other)} {did}, and nothing orders the two",
            here,
            others=[
                (self._instructions[int(before.instruction[where[place]])], f"the other access {did} it here")
            ],
        )


def _who(wave: Wave, thread: int) -> str:
    index, block = wave.coordinates(thread)
    return f"thread {index} of block {block}"


def _who_in_launch(wave: Wave, thread: int) -> str:
    return _who(wave, thread - wave.first_block * wave.launch.block_threads)
