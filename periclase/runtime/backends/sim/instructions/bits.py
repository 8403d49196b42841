"""Logic, shifts and bit fields (PTX ISA, 9.7.8, and what 9.7.1 has of bits)."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic import integers
from periclase.runtime.backends.sim.machine.elementwise import elementwise
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Immediate, Pair

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_U32: Final = np.dtype(np.uint32)
_S32: Final = np.dtype(np.int32)


def _type(current: Instruction, decoder: Decoder, *kinds: str) -> np.dtype[Any]:
    """The type, which is all that the instruction says."""
    if len(current.modifiers) != 1 or current.modifiers[0] not in kinds:
        decoder.refuse("it does not know this form")
    return DTYPES[current.modifiers[0]]


_LOGIC: Final[dict[str, Callable[[Array, Array], Array]]] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}


@instruction(*_LOGIC)
def decode_logic(current: Instruction, decoder: Decoder) -> Step:
    """`and`, `or`, `xor`, of predicates too (9.7.8.1 to 9.7.8.3)."""
    dtype = _type(current, decoder, "pred", "b16", "b32", "b64")
    return elementwise(decoder, _LOGIC[current.opcode], dtype, (dtype, dtype))


@instruction("not")
def decode_not(current: Instruction, decoder: Decoder) -> Step:
    """`not` (9.7.8.4)."""
    dtype = _type(current, decoder, "pred", "b16", "b32", "b64")
    return elementwise(decoder, np.invert, dtype, (dtype,))


@instruction("cnot")
def decode_cnot(current: Instruction, decoder: Decoder) -> Step:
    """`cnot`: 1 for zero, else 0 (9.7.8.5)."""
    dtype = _type(current, decoder, "b16", "b32", "b64")
    return elementwise(decoder, lambda a: (a == 0).astype(dtype), dtype, (dtype,))


@instruction("lop3")
def decode_lop3(current: Instruction, decoder: Decoder) -> Step:
    """`lop3`: any function of three bits; with a predicate, whether a bit is set in the result (9.7.8.6)."""
    *words, kind = current.modifiers
    operands = current.operands
    if kind != "b32" or (words and words not in (["or"], ["and"])):
        decoder.refuse("it does not know this form")
    if len(operands) != (6 if words else 5):
        decoder.refuse("it has another number of operands")
    target, *sources, table = operands[:5]
    if not isinstance(table, Immediate):
        decoder.refuse("its table is no constant")
    predicate = None
    if words:
        if not isinstance(target, Pair):
            decoder.refuse("it has no predicate to write to")
        target, predicate = target.first, target.second
    write = decoder.write(target, _U32)
    a, b, c = (decoder.read(operand, _U32) for operand in sources)
    number = table.value & 0xFF
    if predicate is None:
        return lambda group: write(
            group, integers.any_function_of_three(a(group), b(group), c(group), number)
        )
    hold = decoder.write(predicate, np.dtype(np.bool_))
    given = decoder.read_predicate(operands[-1])
    combine = np.logical_or if words == ["or"] else np.logical_and

    def step(group: Group) -> None:
        result = integers.any_function_of_three(a(group), b(group), c(group), number)
        holds = combine(result != 0, given(group))
        write(group, result)
        hold(group, holds)

    return step


@instruction("shl", "shr")
def decode_shift(current: Instruction, decoder: Decoder) -> Step:
    """`shl`, `shr`: from the width on, nothing is left but the sign of a signed type (9.7.8.8, 9.7.8.9)."""
    left = current.opcode == "shl"
    kinds = ("b16", "b32", "b64") if left else ("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64")
    dtype = _type(current, decoder, *kinds)
    width = 8 * dtype.itemsize
    amount = current.operands[2] if len(current.operands) == 3 else None
    if isinstance(amount, Immediate) and 0 <= amount.value < width:
        by = dtype.type(amount.value)
        write = decoder.write(current.operands[0], dtype)
        read = decoder.read(current.operands[1], dtype)
        if left:
            return lambda group: write(group, read(group) << by)
        return lambda group: write(group, read(group) >> by)
    function = integers.shifted_left if left else integers.shifted_right
    return elementwise(decoder, function, dtype, (dtype, _U32))


@instruction("shf")
def decode_funnel_shift(current: Instruction, decoder: Decoder) -> Step:
    """`shf`: of the 64 bits `b:a`, shifted, the upper half (left) or the lower one (right) (9.7.8.7)."""
    if len(current.modifiers) != 3 or current.modifiers[2] != "b32":
        decoder.refuse("it does not know this form")
    direction, mode, _ = current.modifiers
    if direction not in ("l", "r") or mode not in ("clamp", "wrap"):
        decoder.refuse("it does not know this form")

    def function(a: Array, b: Array, by: Array) -> Array:
        amount = np.minimum(by, 32) if mode == "clamp" else by & np.uint32(31)
        whole = b.astype(np.uint64) << np.uint64(32) | a
        wide = amount.astype(np.uint64)
        if direction == "l":
            return (whole << wide >> np.uint64(32)).astype(np.uint32)
        return (whole >> wide).astype(np.uint32)

    return elementwise(decoder, function, _U32, (_U32, _U32, _U32))


@instruction("prmt")
def decode_permute(current: Instruction, decoder: Decoder) -> Step:
    """`prmt`: bytes of two registers in any order (9.7.9.7)."""
    kind, *mode = current.modifiers
    if kind != "b32" or len(mode) > 1:
        decoder.refuse("it does not know this form")
    if not mode:
        return elementwise(decoder, integers.permuted_bytes, _U32, (_U32,) * 3)
    name = mode[0]
    if name not in integers.permutation_modes():
        decoder.refuse("it does not know this mode")

    def function(a: Array, b: Array, control: Array) -> Array:
        return integers.permuted_bytes(a, b, integers.permutation_selector(name, control))

    return elementwise(decoder, function, _U32, (_U32,) * 3)


@instruction("popc", "clz")
def decode_count(current: Instruction, decoder: Decoder) -> Step:
    """`popc`, `clz` (9.7.1.13, 9.7.1.14)."""
    dtype = _type(current, decoder, "b32", "b64")
    function = integers.count_ones if current.opcode == "popc" else integers.leading_zeros
    return elementwise(decoder, function, _U32, (dtype,))


@instruction("brev")
def decode_reverse(current: Instruction, decoder: Decoder) -> Step:
    """`brev` (9.7.1.16)."""
    dtype = _type(current, decoder, "b32", "b64")
    return elementwise(decoder, integers.reversed_bits, dtype, (dtype,))


@instruction("bfind")
def decode_find(current: Instruction, decoder: Decoder) -> Step:
    """`bfind`: where the highest bit is; `.shiftamt` how far it is from the top (9.7.1.15)."""
    words = [word for word in current.modifiers if word != "shiftamt"]
    if len(words) != 1 or words[0] not in ("u32", "s32", "u64", "s64"):
        decoder.refuse("it does not know this form")
    dtype = DTYPES[words[0]]

    def from_the_top(a: Array) -> Array:
        found = integers.highest_bit(a)
        top = np.uint32(8 * dtype.itemsize - 1)
        return np.where(found == 0xFFFF_FFFF, found, top - found)

    function = from_the_top if "shiftamt" in current.modifiers else integers.highest_bit
    return elementwise(decoder, function, _U32, (dtype,))


@instruction("fns")
def decode_find_nth(current: Instruction, decoder: Decoder) -> Step:
    """`fns`: where the n-th set bit from a place on is, upwards or downwards; all ones if there is none (9.7.1.16)."""
    _type(current, decoder, "b32")

    def one(mask: int, base: int, offset: int) -> int:
        if offset == 0:
            return base if mask >> base & 1 else 0xFFFF_FFFF
        places = range(base, 32) if offset > 0 else range(base, -1, -1)
        left = abs(offset)
        for place in places:
            left -= mask >> place & 1
            if left == 0:
                return place
        return 0xFFFF_FFFF

    def function(mask: Array, base: Array, offset: Array) -> Array:
        shape = np.broadcast_shapes(mask.shape, base.shape, offset.shape)
        rows = zip(*(np.broadcast_to(x, shape).tolist() for x in (mask, base & 31, offset)), strict=True)
        return np.array([one(*row) for row in rows], np.uint32)

    return elementwise(decoder, function, _U32, (_U32, _U32, _S32))


@instruction("bfe")
def decode_extract(current: Instruction, decoder: Decoder) -> Step:
    """`bfe` (9.7.1.19)."""
    dtype = _type(current, decoder, "u32", "s32", "u64", "s64")
    return elementwise(decoder, integers.bit_field, dtype, (dtype, _U32, _U32))


@instruction("bfi")
def decode_insert(current: Instruction, decoder: Decoder) -> Step:
    """`bfi` (9.7.1.20)."""
    dtype = _type(current, decoder, "b32", "b64")
    return elementwise(decoder, integers.bit_field_inserted, dtype, (dtype, dtype, _U32, _U32))


@instruction("szext")
def decode_extend(current: Instruction, decoder: Decoder) -> Step:
    """`szext`: the low bits of a number, with their last as the sign or with zeros (9.7.1.21)."""
    if len(current.modifiers) != 2 or current.modifiers[1] not in ("u32", "s32"):
        decoder.refuse("it does not know this form")
    mode, kind = current.modifiers
    if mode not in ("wrap", "clamp"):
        decoder.refuse("it does not know this mode")
    dtype = DTYPES[kind]

    def function(a: Array, length: Array) -> Array:
        count = length & np.uint32(31) if mode == "wrap" else np.minimum(length, 32)
        return integers.bit_field(a, np.zeros_like(count), count)

    return elementwise(decoder, function, dtype, (dtype, _U32))


@instruction("bmsk")
def decode_mask(current: Instruction, decoder: Decoder) -> Step:
    """`bmsk`: a row of ones from a place on (9.7.1.22)."""
    if current.modifiers not in (("wrap", "b32"), ("clamp", "b32")):
        decoder.refuse("it does not know this form")
    wraps = current.modifiers[0] == "wrap"

    def function(start: Array, length: Array) -> Array:
        if wraps:
            start, length = start & np.uint32(31), length & np.uint32(31)
        ones = integers.shifted_left(np.ones(1, np.uint64), np.minimum(length, 32)) - np.uint64(1)
        return integers.shifted_left(ones, np.minimum(start, 32)).astype(np.uint32)

    return elementwise(decoder, function, _U32, (_U32, _U32))
