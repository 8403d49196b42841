"""Blocks that take over the work of others that have not begun: `clusterlaunchcontrol` (PTX ISA, 9.7.13.17, 9.7.13.18).

A request to cancel a launch may always fail, and here it does: all blocks are run. The answer, as every one, comes to shared
memory, and a barrier object counts its 16 bytes. What they hold is nobody's business but that of `query_cancel`: here zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.mbarrier import object_numbers
from periclase.runtime.backends.sim.machine.deliveries import deliver
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import ATOMIC, JUNK, WRITE
from periclase.runtime.backends.sim.machine.spans import Span
from periclase.runtime.backends.sim.ptx.scalar_types import B128, DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Vector

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_REFUSAL: Final = np.zeros(1, B128)
_ANY_INDEX: Final = np.array([JUNK * 0x0101_0101], np.uint32)
_AXES: Final = ("get_first_ctaid::x", "get_first_ctaid::y", "get_first_ctaid::z")


@instruction("clusterlaunchcontrol")
def decode_launch_control(current: Instruction, decoder: Decoder) -> Step:
    """`clusterlaunchcontrol.try_cancel` and `clusterlaunchcontrol.query_cancel`."""
    match current.modifiers:
        case ("try_cancel", "async", "mbarrier::complete_tx::bytes", "b128"):
            return _request(current, decoder, "generic", False)
        case ("try_cancel", "async", "shared::cta", "mbarrier::complete_tx::bytes", "b128"):
            return _request(current, decoder, "shared", False)
        case (
            "try_cancel",
            "async",
            "shared::cta",
            "mbarrier::complete_tx::bytes",
            "multicast::cluster::all",
            "b128",
        ):
            return _request(current, decoder, "shared", True)
        case ("query_cancel", "is_canceled", "pred", "b128"):
            return _is_cancelled(current, decoder)
        case ("query_cancel", axis, "b32", "b128") if axis in _AXES:
            return _first_block(current, decoder, 1)
        case ("query_cancel", "get_first_ctaid", "v4", "b32", "b128"):
            return _first_block(current, decoder, 4)
        case _:
            return decoder.refuse("it does not know this form")


def _request(current: Instruction, decoder: Decoder, space: str, everywhere: bool) -> Step:
    """`try_cancel`: the answer comes, to every block of the cluster if `everywhere` (9.7.13.17)."""
    answer, barrier = (decoder.address(operand) for operand in current.operands)

    def step(group: Group) -> None:
        places = np.broadcast_to(answer(group), group.size)
        numbers = object_numbers(group, space, np.broadcast_to(barrier(group), group.size), ATOMIC)
        blocks = (1 << group.wave.launch.cluster_blocks) - 1 if everywhere else None
        for position in range(group.size):
            target = Span(group, position, space, places[position : position + 1], B128, WRITE)
            deliver(
                group,
                position,
                target,
                int(numbers[position]),
                lambda: _REFUSAL,
                B128.itemsize,
                blocks=blocks,
            )

    return step


def _is_cancelled(current: Instruction, decoder: Decoder) -> Step:
    """`query_cancel.is_canceled`: whether an answer says so (9.7.13.18)."""
    target, source = current.operands
    write, read = decoder.write(target, DTYPES["pred"]), decoder.read(source, B128)

    def step(group: Group) -> None:
        answers = read(group)
        write(group, (answers["low"] | answers["high"]) != 0)

    return step


def _first_block(current: Instruction, decoder: Decoder, number: int) -> Step:
    """`query_cancel.get_first_ctaid`: the block that would have been the first of those cancelled; of an answer that says that
    none was it is undefined (9.7.13.18)."""
    target, source = current.operands
    targets = target.elements if isinstance(target, Vector) else (target,)
    if len(targets) != number:
        decoder.refuse(f"it has {len(targets)} results and not {number}")
    writes = [decoder.write(one, DTYPES["b32"]) for one in targets]
    decoder.read(source, B128)

    def step(group: Group) -> None:
        for write in writes:
            write(group, _ANY_INDEX)

    return step
