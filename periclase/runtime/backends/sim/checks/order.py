"""Which accesses of a launch come before which, whatever the GPU does.

An access is ordered before a later one of another thread if both threads have met in between: their warp in a collective
instruction, their block at a barrier, their cluster; or if, in between, the one wrote and then the other read something by strong
operations (atomics, volatile, relaxed, acquire and release accesses), which may have told it. That last is more than the PTX
ISA promises (8.8 wants acquire and release patterns, and that the value was the one written), and is counted for the whole warp
within a block, and for the whole block between blocks. So what is called a race is one; not every race is found.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.wave import Wave

Array = np.ndarray[Any, Any]


class Order:
    """Keeps time, and when threads met or spoke.

    Attributes:
        now: counts what happens.
    """

    def __init__(self) -> None:
        self.now = 0
        # By numbers in the launch. Blocks of later waves are added as they come.
        self._blocks_met: dict[int, int] = {}
        self._warps_met: dict[int, int] = {}
        self._block_spoke: dict[int, list[int]] = {}
        self._block_heard: dict[int, int] = {}
        self._warp_spoke: dict[int, list[int]] = {}
        self._warp_heard: dict[int, int] = {}

    def tick(self) -> int:
        """The time of what happens now."""
        self.now += 1
        return self.now

    def strong(self, wave: Wave, threads: Array) -> None:
        """Threads have done a strong access: they may have told others something, or been told."""
        for block in np.unique(wave.blocks_of_threads[threads]).tolist():
            _speak(self._block_spoke, self._block_heard, wave.first_block + block, self.now)
        first = wave.first_block * wave.warps_per_block
        for warp in np.unique(wave.warps[threads]).tolist():
            _speak(self._warp_spoke, self._warp_heard, first + warp, self.now)

    def warps_spoke(self, wave: Wave, threads: Array) -> None:
        """The warps of `threads` have come to, or left, a barrier that counts some of their block."""
        now = self.tick()
        first = wave.first_block * wave.warps_per_block
        for warp in np.unique(wave.warps[threads]).tolist():
            _speak(self._warp_spoke, self._warp_heard, first + warp, now)

    def warps_met(self, wave: Wave, threads: Array) -> None:
        """The warps of `threads` have met, or those of them that a collective instruction names."""
        now = self.tick()
        first = wave.first_block * wave.warps_per_block
        for warp in np.unique(wave.warps[threads]).tolist():
            self._warps_met[first + warp] = now

    def blocks_met(self, wave: Wave, blocks: Array) -> None:
        """All threads of the blocks with these numbers in the wave have met."""
        now = self.tick()
        for block in blocks.tolist():
            self._blocks_met[wave.first_block + block] = now

    def clusters_met(self, wave: Wave, blocks: Array) -> None:
        """All threads of these blocks have met, with those of the other blocks of their clusters."""
        self.blocks_met(wave, blocks)
        for block in blocks.tolist():
            _speak(self._block_spoke, self._block_heard, wave.first_block + block, self.now)

    def first_unordered(
        self, wave: Wave, others: Array, times: Array, threads: Array, warps: Array
    ) -> int | None:
        """The first place at which nothing orders an access by one of `others` before what the one of `threads` does now.

        Args:
            wave: that of `threads`.
            others: by their numbers in the launch; negative where there is no access.
            times: when they did it.
            threads: by their numbers in the launch.
            warps: the numbers in the launch of their warps.
        """
        size = wave.launch.block_threads
        blocks = threads // size
        other_blocks = others // size
        other_warps = other_blocks * wave.warps_per_block + others % size // 32
        suspects = (others >= 0) & (others != threads)
        same = other_blocks == blocks
        if suspects.any():
            met = _times(self._blocks_met, blocks)
            suspects &= ~(same & (times < met))
        if suspects.any():
            met = _times(self._warps_met, warps)
            suspects &= ~((other_warps == warps) & (times < met))
        for place in np.flatnonzero(suspects).tolist():
            if same[place]:
                spoke, heard = self._warp_spoke, self._warp_heard
                one, two = int(other_warps[place]), int(warps[place])
            else:
                spoke, heard = self._block_spoke, self._block_heard
                one, two = int(other_blocks[place]), int(blocks[place])
            told = spoke.get(one, ())
            after = bisect_left(told, int(times[place]))
            if after == len(told) or told[after] > heard.get(two, -1):
                return place
        return None


def _speak(spoke: dict[int, list[int]], heard: dict[int, int], who: int, now: int) -> None:
    times = spoke.setdefault(who, [])
    if not times or times[-1] != now:
        times.append(now)
    heard[who] = now


def _times(met: dict[int, int], who: Array) -> Array:
    numbers, inverse = np.unique(who, return_inverse=True)
    return np.array([met.get(number, -1) for number in numbers.tolist()], np.int64)[inverse]
