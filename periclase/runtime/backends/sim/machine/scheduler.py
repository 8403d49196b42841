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
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.wave import Wave
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]
Place = tuple[Activation, int]

_OLDEST_FIRST: Final = 16
"""Every so many turns, whoever has waited longest has one."""

_SNAPSHOT: Final = 1 << 16
"""After so many turns, it is looked whether the threads go round in circles."""

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
        self._seen: tuple[int, int] | None = None

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
            threads = parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))
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
        if not self.clock % _SNAPSHOT:
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
        state = (self._wave.memory.changes, hash(tuple(self._state())))
        if state == self._seen:
            place = min(self._ready, key=_priority)
            block = place[0].code.block(place[1])
            raise Fault(
                DEADLOCK,
                "waits in a loop for what nobody will write",
                int(self._ready[place][0][0]),
                block.steps[0][1],
            )
        self._seen = state

    def _state(self) -> list[Any]:
        found: list[Any] = []
        activations: dict[int, Activation] = {}
        for (activation, pc), parts in self._ready.items():
            found.append((activation.number, pc, np.sort(np.concatenate(parts)).tobytes()))
            step: Activation | None = activation
            while step is not None:
                activations[step.number] = step
                step = step.caller
        found.sort()
        for number in sorted(activations):
            for values in activations[number].registers:
                found.append(None if values is None else values.tobytes())
        return found


def _priority(place: Place) -> tuple[int, int, int]:
    activation, pc = place
    return -activation.depth, pc, activation.number


def _threads(number: int) -> str:
    return "one thread" if number == 1 else f"{number} threads"
