"""Who runs next: each thread has a place of its own, and those at the same place run together.

The threads that are deepest in calls and then furthest back in the code go first, so that those which took different branches
meet again where the branches do. Now and then it is those that have waited longest: a thread that spins would keep back the one
that it waits for. All is decided by the program alone, so a launch does the same every time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.activation import Activation
from periclase.runtime.backends.sim.machine.barriers import Barriers
from periclase.runtime.backends.sim.machine.faults import DEADLOCK, STACK, UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.group import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.wave import Wave
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]
Place = tuple[Activation, int]

_OLDEST_FIRST: Final = 16
"""Every so many turns, whoever has waited longest has one."""

_FIRST_SNAPSHOT: Final = 1 << 10
"""After so many turns, and whenever they have doubled, it is remembered how things stand. A state that comes again is a circle,
however long: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980)."""

MAX_STACK_BYTES: Final = 64 << 10
"""Local memory of a thread for calls. A GPU has as much as `cudaLimitStackSize` says, 1 KiB unless somebody asks for more."""

MAX_LOCAL_BYTES: Final = 512 << 10
"""Local variables of one function (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability")."""

_BITS: Final = np.uint32(1) << np.arange(32, dtype=np.uint32)


class Scheduler:
    """The places at which the threads of a wave stand.

    Attributes:
        barriers: who waits at those of blocks and clusters.
        clock: counts basic blocks; what reads a clock gets it.
        clock_was_read: whether a thread has looked at it.
    """

    def __init__(self, wave: Wave):
        self._wave = wave
        self._ready: dict[Place, list[Array]] = {}
        self._parked: dict[Place, Array] = {}
        self._activations = 0
        self.barriers = Barriers(wave, self)
        self.clock = 0
        self.clock_was_read = False
        self._seen: _State | None = None
        self._next_snapshot = _FIRST_SNAPSHOT

    def go(self, activation: Activation, pc: int, threads: Array) -> None:
        """Let `threads`, some at least, go on there."""
        place = (activation, pc)
        there = self._ready.get(place)
        if there is None:
            self._ready[place] = [threads]
        else:
            there.append(threads)

    def activate(self, code: Any, caller: Activation | None, resume: int) -> Activation:
        """The activation of a function that is called from there: the same one whenever it is called from there.

        Raises:
            Fault: calls go too deep.
        """
        if code.local_bytes > MAX_LOCAL_BYTES:
            raise Fault(
                STACK,
                f"has {code.local_bytes} bytes of local variables, of which a thread has {MAX_LOCAL_BYTES}",
            )
        if caller is None:
            made = Activation(code, None, 0, 0)
        else:
            key = (resume, code.name)
            found = caller.callees.get(key)
            if found is not None:
                return found
            if caller.stack_bytes + caller.code.frame_bytes > MAX_STACK_BYTES:
                raise Fault(
                    STACK,
                    f"calls {code.name} {caller.depth + 1} deep, and a stack has {MAX_STACK_BYTES >> 10} KiB",
                )
            self._activations += 1
            made = caller.callees[key] = Activation(code, caller, resume, self._activations)
        self._wave.memory.reserve_local(made.local_base + code.local_bytes)
        return made

    def run(self) -> None:
        """Run all threads to their end.

        Raises:
            Fault: a thread can not go on.
        """
        wave, ready = self._wave, self._ready
        kernel = self.activate(wave.program.kernel, None, 0)
        self.go(kernel, 0, np.arange(wave.size, dtype=np.int64))
        while ready:
            place = self._next()
            parts = ready.pop(place)
            threads = _together(parts)
            activation, pc = place
            group = Group(wave, activation, threads)
            block = activation.code.block(pc)
            for step, wave.instruction in block.steps:
                step(group)
            if block.next is not None:
                self.go(activation, block.next, threads)
        self._nobody_is_left()

    def _next(self) -> Place:
        ready = self._ready
        self.clock += 1
        if not self.clock % _OLDEST_FIRST and self.clock >= _FIRST_SNAPSHOT:
            self._look_for_circles()
        if len(ready) == 1 or not self.clock % _OLDEST_FIRST:
            return next(iter(ready))
        return min(ready, key=_priority)

    # Collective instructions.

    def gather(
        self,
        group: Group,
        pc: int,
        masks: Callable[[Group], Array] | None,
        step: Step,
        current: Instruction,
    ) -> None:
        """Do a collective instruction for those warps of `group`, and of who came before, of which all members are here.

        Args:
            group: who has just come.
            pc: where they stand; who is done goes on behind it.
            masks: gives the member mask of each thread; None: all lanes.
            step: does it.
            current: the instruction.

        Raises:
            Fault: a thread is not in its own mask.
        """
        wave = self._wave
        place = (group.activation, pc)
        waiting = self._parked.pop(place, None)
        if waiting is not None:
            group = Group(wave, group.activation, np.sort(np.concatenate((waiting, group.threads))))
        if not (group.full and not wave.any_exited):
            here = np.zeros(wave.alive.shape, np.bool_)
            here[group.warps, group.lanes] = True
            absent = (wave.alive & ~here) @ _BITS
            missing = absent[group.warps]
            if masks is not None:
                wanted = masks(group).astype(np.uint32)
                missing = missing & wanted
                self._check_membership(group, wanted)
            complete = missing == 0
            if not complete.all():
                self._parked[place] = group.threads[~complete]
                if not complete.any():
                    return
                group = group.narrow(complete)
                wave.instruction = current
        elif masks is not None:
            self._check_membership(group, masks(group).astype(np.uint32))
        step(group)
        if wave.memory.observer is not None:
            wave.memory.observer.warps_met(wave, group.threads)
        self.go(group.activation, pc + 1, group.threads)

    def _check_membership(self, group: Group, wanted: Array) -> None:
        own = wanted >> group.lanes.astype(np.uint32) & np.uint32(1)
        if not own.all():
            thread = int(np.argmin(own))
            mask = int(wanted[thread] if len(wanted) > 1 else wanted[0])
            raise Fault(
                UNDEFINED,
                f"is lane {int(group.lanes[thread])}, which the member mask {mask:#x} does not name",
                int(group.threads[thread]),
            )

    # Ends.

    def exit(self, threads: Array) -> None:
        """These threads have ended."""
        wave = self._wave
        wave.exited[threads] = True
        wave.any_exited = True
        wave.alive[wave.warps[threads], wave.lanes[threads]] = False
        if len(threads) == wave.size:
            return
        # Whoever waited for them may wait no more.
        for (activation, pc), waiting in self._parked.items():
            self.go(activation, pc, waiting)
        self._parked.clear()
        self.barriers.ended(threads)

    def _nobody_is_left(self) -> None:
        waits = [
            (activation.code.function.body[pc], threads) for (activation, pc), threads in self._parked.items()
        ]
        waits += self.barriers.waits()
        if not waits:
            return
        waits.sort(key=lambda wait: int(wait[1][0]))
        current, threads = waits[0]
        others = [
            (other, f"{_threads(len(those))} of the wave wait{'s' if len(those) == 1 else ''} here")
            for other, those in waits[1:]
        ]
        raise Fault(
            DEADLOCK,
            "waits for threads that do not come" + ("" if others else ", as they have ended or never will"),
            int(threads[0]),
            current,
            others,
        )

    def _look_for_circles(self) -> None:
        """A state that comes again, with nothing written meanwhile, comes for ever: what is run is no more than these states."""
        if self.clock_was_read:
            return
        seen = self._seen
        if self.clock >= self._next_snapshot:
            self._next_snapshot = 2 * self.clock
            self._seen = self._state()
        elif seen is not None and seen.changes != self._wave.memory.changes:
            self._seen = None
        elif (
            seen is not None and self.clock >= seen.earliest and seen.comes_again(self._ready, self.barriers)
        ):
            place = min(self._ready, key=_priority)
            block = place[0].code.block(place[1])
            raise Fault(
                DEADLOCK,
                "waits in a loop for what nobody will write",
                int(self._ready[place][0][0]),
                block.steps[0][1],
            )

    def _state(self) -> _State:
        # By then, whoever is ready now has had a turn as the one that has waited longest.
        earliest = self.clock + _OLDEST_FIRST * (len(self._ready) + 1)
        return _State(earliest, self._wave.memory.changes, self._ready, self.barriers)


class _State:
    """How things stand at some turn. Arrays of registers are never written to, so they are kept as they are.

    Attributes:
        earliest: the first turn at which the same state tells something.
        changes: how often memory had been written to.
    """

    __slots__ = ("_barriers", "_differs", "_places", "_registers", "changes", "earliest")

    def __init__(self, earliest: int, changes: int, ready: Mapping[Place, list[Array]], barriers: Barriers):
        self.earliest = earliest
        self.changes = changes
        self._places = {place: _together(parts) for place, parts in ready.items()}
        self._barriers = barriers.counts()
        self._registers: dict[Activation, list[Array | None]] = {}
        for activation, _ in ready:
            step: Activation | None = activation
            while step is not None and step not in self._registers:
                self._registers[step] = list(step.registers)
                step = step.caller
        self._differs: tuple[Activation, int] | None = None

    def comes_again(self, ready: Mapping[Place, list[Array]], barriers: Barriers) -> bool:
        """Whether it is the same again, if memory is."""
        if ready.keys() != self._places.keys():
            return False
        # What counts in a register nearly always does so in the same one.
        if self._differs is not None and not self._same(*self._differs):
            return False
        for activation, registers in self._registers.items():
            for number in range(len(registers)):
                if not self._same(activation, number):
                    self._differs = activation, number
                    return False
        return barriers.counts() == self._barriers and all(
            np.array_equal(threads, _together(ready[place])) for place, threads in self._places.items()
        )

    def _same(self, activation: Activation, register: int) -> bool:
        one, two = self._registers[activation][register], activation.registers[register]
        return one is two or (one is not None and two is not None and np.array_equal(one, two))


def _together(parts: list[Array]) -> Array:
    return parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))


def _priority(place: Place) -> tuple[int, int, int]:
    activation, pc = place
    return -activation.depth, pc, activation.number


def _threads(number: int) -> str:
    return "one thread" if number == 1 else f"{number} threads"
