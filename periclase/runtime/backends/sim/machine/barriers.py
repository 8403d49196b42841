"""Who waits at the barriers of blocks (`barrier.cta`) and of clusters (`barrier.cluster`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.faults import DIVERGENCE, Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.activation import Activation
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.scheduler import Scheduler
    from periclase.runtime.backends.sim.machine.wave import Wave
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

NUMBER: Final = 16
"""Barriers of a block."""

_LANES: Final = 32

_WHOLE_BLOCK: Final = -1
_NOT_ARRIVED: Final = -1


class _Waiting:
    """Who waits at one instruction."""

    __slots__ = ("activation", "aligned", "finish", "instruction", "pc", "threads")

    def __init__(
        self,
        activation: Activation,
        pc: int,
        threads: Array,
        finish: Callable[[Group, Array, Array], None] | None,
        instruction: Instruction,
        aligned: bool,
    ):
        self.activation = activation
        self.aligned = aligned
        self.pc = pc
        self.threads = threads
        self.finish = finish
        self.instruction = instruction


class Barriers:
    """Counts arrivals, by block and barrier. Threads that have ended are no longer waited for."""

    def __init__(self, wave: Wave, scheduler: Scheduler):
        self._wave = wave
        self._scheduler = scheduler
        cells = wave.blocks * NUMBER
        self._arrived = np.zeros(cells, np.int64)
        """Arrivals at each barrier, with those that wait."""
        self._expected = np.full(cells, _WHOLE_BLOCK, np.int64)
        self._holds = np.zeros(cells, np.int64)
        """How many of the arrived have a true predicate."""
        self._live = np.full(wave.blocks, wave.launch.block_threads, np.int64)
        self._waiting: list[_Waiting] = []
        self._absent = np.zeros(cells, np.int64)
        """Lanes that are no threads and are counted as arrived along with a thread of their warp."""
        # Where threads are counted, a warp counts with all its lanes (9.7.13.1); one stands for those that are no threads.
        self._absent_lanes = np.zeros(wave.size, np.int64)
        last = wave.ids == wave.launch.block_threads - 1
        self._absent_lanes[last] = -wave.launch.block_threads % _LANES
        # Clusters.
        self._cluster_phase = np.zeros(max(wave.blocks // wave.launch.cluster_blocks, 1), np.int64)
        self._thread_phase = np.full(wave.size, _NOT_ARRIVED, np.int64)
        self._cluster_of = wave.blocks_of_threads // wave.launch.cluster_blocks
        self._cluster_waiting: list[_Waiting] = []

    # Blocks.

    def arrive(self, group: Group, barriers: Array, counts: Array | None, predicates: Array | None) -> Array:
        """The group arrives at barriers, without waiting.

        Args:
            barriers: the number of each thread's barrier, 0 to 15.
            counts: how many threads it waits for; None: all of the block.
            predicates: what each thread brings along; None: nothing.

        Returns:
            Where each thread's barrier is counted.
        """
        where = group.blocks * NUMBER + barriers
        self._arrived += np.bincount(where, minlength=len(self._arrived))
        if counts is not None:
            self._absent += np.bincount(
                where, self._absent_lanes[group.threads], minlength=len(self._absent)
            ).astype(np.int64)
            observer = self._wave.memory.observer
            if observer is not None:
                observer.warps_spoke(self._wave, group.threads)
        self._expected[where] = _WHOLE_BLOCK if counts is None else counts
        if predicates is not None:
            self._holds += np.bincount(where[predicates], minlength=len(self._holds))
        return where

    def wait(
        self,
        group: Group,
        pc: int,
        barriers: Array,
        counts: Array | None,
        predicates: Array | None = None,
        finish: Callable[[Group, Array, Array], None] | None = None,
        aligned: bool = True,
    ) -> None:
        """The group arrives, and waits until all have; it goes on behind `pc` then.

        Args:
            aligned: whether all threads of a warp have to come by the same instruction.
            finish: gets those that go on, and for each of them how many had a true predicate and how many there were.
        """
        wave = self._wave
        assert wave.instruction is not None
        if group.full and finish is None and counts is None and not self._waiting and not self._arrived.any():
            first = barriers[0]
            if (
                len(barriers) == 1 or (barriers == first).all()
            ) and self._live.sum() == wave.size:  # nobody has ended
                self._met(np.arange(wave.blocks))
                self._scheduler.go(group.activation, pc + 1, group.threads)
                return
        barriers = np.broadcast_to(barriers, group.size)
        self.arrive(group, barriers, counts, predicates)
        self._waiting.append(_Waiting(group.activation, pc, group.threads, finish, wave.instruction, aligned))
        self._numbers()[group.threads] = barriers
        self.settle()

    def _numbers(self) -> Array:
        """The barrier at which each thread waits."""
        return self._wave.part(_barrier_numbers)

    def settle(self) -> None:
        """Let go whoever waits at a barrier at which all have arrived."""
        expected = self._expected.reshape(-1, NUMBER)
        expected = np.where(expected == _WHOLE_BLOCK, self._live[:, None], expected).reshape(-1)
        done = (self._arrived + self._absent >= expected) & (self._arrived > 0)
        if not done.any():
            return
        wave, numbers = self._wave, self._numbers()
        whole = done & (self._expected == _WHOLE_BLOCK)
        self._met(np.flatnonzero(whole.reshape(-1, NUMBER).any(axis=1)))
        still: list[_Waiting] = []
        came_by: dict[int, _Waiting] = {}
        for waiting in self._waiting:
            threads = waiting.threads
            where = wave.blocks_of_threads[threads] * NUMBER + numbers[threads]
            free = done[where]
            if not free.all():
                still.append(
                    _Waiting(
                        waiting.activation,
                        waiting.pc,
                        threads[~free],
                        waiting.finish,
                        waiting.instruction,
                        waiting.aligned,
                    )
                )
                if not free.any():
                    continue
                threads, where = threads[free], where[free]
            if waiting.aligned:
                self._same_instruction(waiting, threads, came_by)
            if wave.memory.observer is not None:
                wave.memory.observer.warps_met(wave, threads)
                counted = self._expected[where] != _WHOLE_BLOCK
                if counted.any():
                    wave.memory.observer.warps_spoke(wave, threads[counted])
            if waiting.finish is not None:
                from periclase.runtime.backends.sim.machine.group import Group

                group = Group(wave, waiting.activation, threads)
                waiting.finish(group, self._holds[where], self._arrived[where])
            self._scheduler.go(waiting.activation, waiting.pc + 1, threads)
        self._waiting = still
        self._arrived[done] = 0
        self._absent[done] = 0
        self._holds[done] = 0
        self._expected[done] = _WHOLE_BLOCK

    def _same_instruction(self, waiting: _Waiting, threads: Array, came_by: dict[int, _Waiting]) -> None:
        """Threads of one warp that meet at an aligned barrier have come by the same instruction of the same call.

        Raises:
            Fault: they have not.
        """
        wave = self._wave
        for warp in np.unique(wave.warps[threads]).tolist():
            other = came_by.setdefault(warp, waiting)
            if other.pc != waiting.pc or other.activation is not waiting.activation:
                of_warp = threads[wave.warps[threads] == warp]
                raise Fault(
                    DIVERGENCE,
                    "comes to a barrier to which other threads of its warp came by another instruction",
                    int(of_warp[0]),
                    waiting.instruction,
                    [(other.instruction, "the others came by this")],
                )

    def counts(self) -> bytes:
        """What tells two states of the barriers from each other."""
        return b"".join(
            numbers.tobytes()
            for numbers in (
                self._arrived,
                self._absent,
                self._expected,
                self._holds,
                self._cluster_phase,
                self._thread_phase,
            )
        )

    def _met(self, blocks: Array) -> None:
        """All threads of these blocks have met."""
        observer = self._wave.memory.observer
        if observer is not None:
            observer.blocks_met(self._wave, blocks)

    # Clusters.

    def arrive_at_cluster(self, group: Group) -> None:
        """The group arrives at the barrier of its cluster, without waiting."""
        self._thread_phase[group.threads] = self._cluster_phase[self._cluster_of[group.threads]]
        self._settle_clusters()

    def wait_for_cluster(self, group: Group, pc: int) -> None:
        """The group waits until all of its cluster have arrived; it goes on behind `pc` then."""
        wave = self._wave
        assert wave.instruction is not None
        self._cluster_waiting.append(
            _Waiting(group.activation, pc, group.threads, None, wave.instruction, False)
        )
        self._settle_clusters()

    def _settle_clusters(self) -> None:
        wave = self._wave
        phases = self._cluster_phase
        absent = (self._thread_phase != phases[self._cluster_of]) & ~wave.exited
        missing = np.bincount(self._cluster_of[absent], minlength=len(phases))
        arrived = np.bincount(
            self._cluster_of[(self._thread_phase == phases[self._cluster_of]) & ~wave.exited],
            minlength=len(phases),
        )
        done = (missing == 0) & (arrived > 0)
        phases[done] += 1
        if wave.memory.observer is not None and done.any():
            blocks = np.flatnonzero(np.repeat(done, wave.launch.cluster_blocks))
            wave.memory.observer.clusters_met(wave, blocks)
        still: list[_Waiting] = []
        for waiting in self._cluster_waiting:
            threads = waiting.threads
            # Whoever has not arrived has nothing to wait for, and waits for ever (9.7.13.4).
            phase = self._thread_phase[threads]
            free = (phase >= 0) & (phase < phases[self._cluster_of[threads]])
            if free.any():
                self._thread_phase[threads[free]] = _NOT_ARRIVED
                self._scheduler.go(waiting.activation, waiting.pc + 1, threads[free])
            if not free.all():
                still.append(
                    _Waiting(waiting.activation, waiting.pc, threads[~free], None, waiting.instruction, False)
                )
        self._cluster_waiting = still

    # Both.

    def ended(self, threads: Array) -> None:
        """These threads have ended: nobody waits for them any more."""
        self._live -= np.bincount(self._wave.blocks_of_threads[threads], minlength=self._wave.blocks)
        if self._waiting:
            self.settle()
        if self._cluster_waiting:
            self._settle_clusters()

    def waits(self) -> list[tuple[Instruction, Array]]:
        """Who waits, and where."""
        return [
            (waiting.instruction, waiting.threads) for waiting in (*self._waiting, *self._cluster_waiting)
        ]


def _barrier_numbers(wave: Wave) -> Array:
    return np.zeros(wave.size, np.int64)
