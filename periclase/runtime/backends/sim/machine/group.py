"""Threads of a wave that stand at the same place of the same activation: what a step works on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.activation import Activation
    from periclase.runtime.backends.sim.machine.wave import Wave


class Group:
    """Some threads, in ascending order.

    Attributes:
        wave: theirs.
        activation: theirs.
        threads: their numbers in the wave.
        size: how many there are; at least one.
        full: whether they are all threads of the wave.
    """

    __slots__ = ("_lanes", "activation", "full", "size", "threads", "wave")

    def __init__(self, wave: Wave, activation: Activation, threads: np.ndarray[Any, Any]):
        self.wave = wave
        self.activation = activation
        self.threads = threads
        self.size = len(threads)
        self.full = self.size == wave.size

    def narrow(self, mask: np.ndarray[Any, Any]) -> Group:
        """Those of the group whose place in `mask` is true; there is one at least."""
        return Group(self.wave, self.activation, self.threads[mask])

    def pick(self, of_wave: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The group's part of an array with one element a thread of the wave. Not to be written to."""
        return of_wave if self.full else of_wave[self.threads]

    @property
    def lanes(self) -> np.ndarray[Any, Any]:
        """Places in the warp, 0 to 31."""
        return self.pick(self.wave.lanes)

    @property
    def warps(self) -> np.ndarray[Any, Any]:
        """Numbers of the warps in the wave."""
        return self.pick(self.wave.warps)

    @property
    def blocks(self) -> np.ndarray[Any, Any]:
        """Numbers of the blocks in the wave."""
        return self.pick(self.wave.blocks_of_threads)

    @property
    def ids(self) -> np.ndarray[Any, Any]:
        """Linear numbers of the threads in their blocks."""
        return self.pick(self.wave.ids)

    def full_mask(self) -> np.ndarray[Any, Any]:
        """True for each of them."""
        return np.ones(self.size, np.bool_)
