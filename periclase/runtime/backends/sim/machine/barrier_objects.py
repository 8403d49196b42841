"""Barrier objects in shared memory (`mbarrier`; PTX ISA, 9.7.13.15): what is in their 64 bits, and what waits to happen to them.

| bits   | what                                                     |
| ------ | -------------------------------------------------------- |
| 0…19   | the arrivals that the phase still waits for              |
| 20…39  | the arrivals that each phase expects                     |
| 40…62  | the bytes that it still waits for, plus 2²²              |
| 63     | the parity of the phase                                  |

What the copy engine does to an object is done as late as it may be: when somebody asks whether the phase is over, and it would
not be. So a thread that looks at bytes without having waited for them finds what was there before.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.in_flight import InFlight

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.wave import Wave

Array = np.ndarray[Any, Any]

MOST_ARRIVALS: Final = (1 << 20) - 1
MOST_BYTES: Final = (1 << 20) - 1
"""Of a phase, of either sign."""

_FIELD: Final = (1 << 20) - 1
_BIAS: Final = 1 << 22
_BYTES: Final = (1 << 23) - 1

PHASE_BIT: Final = 63


def packed(phase: int, nbytes: int, expected: int, pending: int) -> int:
    """The 64 bits of an object."""
    return phase << PHASE_BIT | nbytes + _BIAS << 40 | expected << 20 | pending


def unpacked(word: int) -> tuple[int, int, int, int]:
    """The parity of its phase, the bytes and the arrivals that it expects, and the arrivals that are still missing."""
    return word >> PHASE_BIT, (word >> 40 & _BYTES) - _BIAS, word >> 20 & _FIELD, word & _FIELD


def pending_count(words: Array) -> Array:
    """The arrivals that are missing, of many objects."""
    return words & np.uint64(_FIELD)


class Pending(Protocol):
    """What will happen to a barrier object by itself."""

    def perform(self, objects: BarrierObjects, number: int) -> bool:
        """Let it happen, or the next part of it.

        Returns:
            Whether that was all.
        """
        ...


class BarrierObjects:
    """All those of a wave. An object is named by its place in shared memory, counted in 8 bytes.

    Attributes:
        in_flight: is told of what is going to happen.
    """

    def __init__(self, wave: Wave):
        self._wave = wave
        self.in_flight = wave.part(InFlight)
        self._words = wave.memory.shared.view(np.dtype("<u8"))
        self._made = np.zeros(len(self._words), np.bool_)
        self._pending: dict[int, deque[Pending]] = {}

    def make(self, numbers: Array, counts: Array, threads: Array) -> None:
        """`mbarrier.init`.

        Raises:
            Fault: a count is out of range.
        """
        wrong = (counts == 0) | (counts > MOST_ARRIVALS)
        if wrong.any():
            first = int(np.argmax(wrong))
            raise Fault(
                UNDEFINED,
                f"makes a barrier object that expects {int(counts[first])} arrivals: there are 1 to {MOST_ARRIVALS}",
                int(threads[first]),
            )
        counts = counts.astype(np.uint64)
        self._words[numbers] = counts | counts << np.uint64(20) | np.uint64(_BIAS << 40)
        self._made[numbers] = True
        for number in np.unique(numbers).tolist():
            self._pending.pop(number, None)

    def end(self, numbers: Array, threads: Array) -> None:
        """`mbarrier.inval`."""
        self.check(numbers, threads)
        self._made[numbers] = False

    def check(self, numbers: Array, threads: Array) -> None:
        """See that they are barrier objects.

        Raises:
            Fault: one is none.
        """
        made = self._made[numbers]
        if not made.all():
            raise Fault(
                UNDEFINED,
                "takes something for a barrier object that is none: nothing has initialised it",
                int(threads[int(np.argmin(made))]),
            )

    def arrive(
        self, numbers: Array, counts: Array, threads: Array, *, drop: bool = False, whole: bool = True
    ) -> Array:
        """Threads come to objects, in order, each as often as its count says.

        Args:
            drop: whether each phase that follows expects as many arrivals less.
            whole: whether a phase may end by it (it may not with `.noComplete`).

        Returns:
            What each object was before.

        Raises:
            Fault: a phase gets more arrivals than it expects, or one ends that may not.
        """
        self.check(numbers, threads)
        if len(numbers) > 1 and not drop and whole and (numbers == numbers[0]).all():
            found = self._arrive_together(int(numbers[0]), counts)
            if found is not None:
                return found
        found = np.empty(len(numbers), np.uint64)
        words = self._words
        for place, (number, count) in enumerate(zip(numbers.tolist(), counts.tolist(), strict=True)):
            word = found[place] = words[number]
            phase, nbytes, expected, pending = unpacked(int(word))
            if not 0 < count <= pending:
                raise Fault(
                    UNDEFINED,
                    f"comes {'once' if count == 1 else f'{count} times'} to a barrier object whose phase waits for "
                    f"{pending or 'nobody'}",
                    int(threads[place]),
                )
            pending -= count
            expected -= count if drop else 0
            if not whole and not pending and not nbytes:
                raise Fault(
                    UNDEFINED, "ends a phase of a barrier object by `.noComplete`", int(threads[place])
                )
            words[number] = _settled(phase, nbytes, expected, pending)
        return found

    def _arrive_together(self, number: int, counts: Array) -> Array | None:
        """The same for many threads at one object, if none but the last can end the phase."""
        word = int(self._words[number])
        phase, nbytes, expected, pending = unpacked(word)
        sums = np.cumsum(counts, dtype=np.uint64)
        total = int(sums[-1])
        if total > pending or not counts.all():
            return None
        self._words[number] = _settled(phase, nbytes, expected, pending - total)
        return np.uint64(word) - (sums - counts.astype(np.uint64))

    def expect(self, numbers: Array, sizes: Array, threads: Array) -> None:
        """`expect_tx`: the phases wait for so many bytes more.

        Raises:
            Fault: they are too many.
        """
        self.check(numbers, threads)
        for number, nbytes, thread in zip(numbers.tolist(), sizes.tolist(), threads.tolist(), strict=True):
            self._add_bytes(number, nbytes, thread)

    def expect_arrivals(self, number: int, count: int, thread: int) -> None:
        """The phase waits for so many arrivals more.

        Raises:
            Fault: they are too many.
        """
        phase, nbytes, expected, pending = unpacked(int(self._words[number]))
        pending += count
        if pending > MOST_ARRIVALS:
            raise Fault(
                UNDEFINED,
                f"lets a phase of a barrier object wait for {pending} arrivals: there are {MOST_ARRIVALS} at most",
                thread,
            )
        self._words[number] = np.uint64(packed(phase, nbytes, expected, pending))

    def complete(self, number: int, nbytes: int, thread: int) -> None:
        """`complete_tx`: so many bytes have come.

        Raises:
            Fault: there is no such object any more, or they are too many.
        """
        if not self._made[number]:
            raise Fault(
                UNDEFINED, "copies for a barrier object that was not initialised, or is no more", thread
            )
        self._wave.memory.changes += 1
        self._add_bytes(number, -nbytes, thread)

    def _add_bytes(self, number: int, change: int, thread: int) -> None:
        phase, nbytes, expected, pending = unpacked(int(self._words[number]))
        nbytes += change
        if abs(nbytes) > MOST_BYTES:
            raise Fault(
                UNDEFINED,
                f"lets a phase of a barrier object wait for {nbytes} bytes: there are {MOST_BYTES} at most",
                thread,
            )
        self._words[number] = _settled(phase, nbytes, expected, pending)

    def later(self, number: int, pending: Pending) -> None:
        """Something will happen to an object by itself."""
        self._pending.setdefault(number, deque()).append(pending)

    def is_over(self, numbers: Array, parities: Array, threads: Array) -> Array:
        """Whether the phases of these parities, each the object's phase or the one before it, are over; what could end one
        happens first."""
        self.check(numbers, threads)
        over = self._words[numbers] >> np.uint64(PHASE_BIT) != parities
        if self._pending and not over.all():
            for number in np.unique(numbers[~over]).tolist():
                self._hurry(number)
            over = self._words[numbers] >> np.uint64(PHASE_BIT) != parities
        return over

    def _hurry(self, number: int) -> None:
        waiting = self._pending.get(number)
        if waiting is None:
            return
        parity = int(self._words[number]) >> PHASE_BIT
        while waiting and int(self._words[number]) >> PHASE_BIT == parity:
            if waiting[0].perform(self, number):
                waiting.popleft()
        if not waiting:
            del self._pending[number]

    def missing(self, number: int) -> int:
        """How many arrivals the phase of an object waits for."""
        return int(self._words[number]) & _FIELD


def _settled(phase: int, nbytes: int, expected: int, pending: int) -> np.uint64:
    """The 64 bits of an object, in its next phase if nothing is missing in this one."""
    if not pending and not nbytes:
        return np.uint64(packed(phase ^ 1, 0, expected, expected))
    return np.uint64(packed(phase, nbytes, expected, pending))
