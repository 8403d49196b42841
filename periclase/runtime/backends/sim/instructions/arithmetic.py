"""Arithmetic of every type, such as `add` and `fma`: the last word of an instruction says which family it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.runtime.backends.sim.instructions import floating, half, integer
from periclase.runtime.backends.sim.machine.instruction_set import instruction

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction


@instruction(
    *("add", "sub", "mul", "mad", "fma", "div", "rem", "abs", "neg", "min", "max", "sad", "mul24", "mad24")
)
def decode_arithmetic(current: Instruction, decoder: Decoder) -> Step:
    """Arithmetic (9.7.1 to 9.7.4): the type decides the family."""
    kind = current.modifiers[-1] if current.modifiers else ""
    if "cc" in current.modifiers:
        return integer.decode_setting_carry(current, decoder)
    if kind in integer.TYPES:
        return integer.decode(current, decoder)
    if kind in half.TYPES:
        if current.modifiers[-2:-1] == ("f32",):
            return half.decode_mixed(current, decoder)
        return half.decode(current, decoder)
    if kind in floating.TYPES:
        return floating.decode(current, decoder)
    return decoder.refuse("it does not know this type")
