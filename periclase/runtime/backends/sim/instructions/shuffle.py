"""Values from other lanes of the warp: `shfl.sync` (PTX ISA, 9.7.9.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.warp_rows import LANES, WarpRows
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import JUNK
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Pair

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_LANES: Final = np.arange(LANES)
_JUNK: Final = np.uint32(JUNK * 0x0101_0101)
_MODES: Final = ("up", "down", "bfly", "idx")


@instruction("shfl", members=lambda current: 4)
def decode_shuffle(current: Instruction, decoder: Decoder) -> Step:
    """`shfl.sync`: the value of another lane, and whether that lane is in range.

    What a lane gives that is not there, or that the member mask does not name, is undefined: here bits that nobody wrote.
    """
    match current.modifiers:
        case ("sync", mode, "b32") if mode in _MODES:
            pass
        case _:
            decoder.refuse("it does not know this kind of shuffle")
    target, source, choice, clamp, mask = current.operands
    in_range = None
    if isinstance(target, Pair):
        in_range = decoder.write(target.second, DTYPES["pred"])
        target = target.first
    bits = DTYPES["b32"]
    write, value = decoder.write(target, bits), decoder.read(source, bits)
    choices, clamps, masks = (decoder.read(operand, bits) for operand in (choice, clamp, mask))

    def step(group: Group) -> None:
        rows = WarpRows(group)
        lanes, valid = source_lanes(mode, rows.spread(choices(group)), rows.spread(clamps(group)))
        named = rows.spread(masks(group)) >> lanes.astype(np.uint32) & np.uint32(1)
        found = np.take_along_axis(rows.spread(value(group)), lanes, 1)
        there = named != 0
        if not rows.whole:
            there &= np.take_along_axis(rows.present, lanes, 1)
        if not there.all():
            found = np.where(there, found, _JUNK)
        write(group, rows.gather(found))
        if in_range is not None:
            in_range(group, rows.gather(valid))

    return step


def source_lanes(mode: str, choices: Array, clamps: Array) -> tuple[Array, Array]:
    """Which lane each lane takes its value from, and whether the one that it asks for is in range.

    Args:
        mode: `up`, `down`, `bfly` or `idx`.
        choices: operand `b`, by warp and lane: a distance, a mask or a lane.
        clamps: operand `c`: the last lane in its low five bits, the mask of segments in bits 8 to 12.
    """
    choice = (choices & np.uint32(31)).astype(np.int64)
    clamp = (clamps & np.uint32(31)).astype(np.int64)
    segment = (clamps >> np.uint32(8) & np.uint32(31)).astype(np.int64)
    first = _LANES & segment
    last = first | clamp & ~segment
    match mode:
        case "up":
            lanes = _LANES - choice
            valid = lanes >= last
        case "down":
            lanes = _LANES + choice
            valid = lanes <= last
        case "bfly":
            lanes = _LANES ^ choice
            valid = lanes <= last
        case _:
            lanes = first | choice & ~segment
            valid = lanes <= last
    return np.where(valid, lanes, _LANES), valid
