"""Arithmetic on integers (PTX ISA, 9.7.1, 9.7.2). `arithmetic` says which opcode it is; this makes the steps."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic import integers
from periclase.runtime.backends.sim.machine.elementwise import Function, elementwise, pairwise
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.wave import Wave
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

TYPES: Final = frozenset(("u16", "s16", "u32", "s32", "u64", "s64", "u16x2", "s16x2"))

_U32: Final = np.dtype(np.uint32)
_I64: Final = np.dtype(np.int64)


def decode(current: Instruction, decoder: Decoder) -> Step:
    """An instruction of `arithmetic` whose type is an integer.

    Raises:
        CompileError: it is none that integers have.
    """
    *words, kind = current.modifiers
    found = _FORMS.get((current.opcode, *words))
    if found is None or kind not in _kinds(current.opcode, words):
        decoder.refuse("it does not know this form for integers")
    return found(kind, decoder)


_SIGNED: Final = frozenset(("s16", "s32", "s64"))
_SCALARS: Final = frozenset(("u16", "s16", "u32", "s32", "u64", "s64"))


def _kinds(opcode: str, words: list[str]) -> frozenset[str]:
    """The types that a form is of."""
    if "sat" in words:
        return frozenset(("s32",))
    if "relu" in words:
        return frozenset(("s32", "s16x2"))
    if opcode in ("abs", "neg"):
        return _SIGNED
    if "wide" in words:
        return frozenset(("u16", "s16", "u32", "s32"))
    if opcode in ("mul24", "mad24"):
        return frozenset(("u32", "s32"))
    return TYPES if opcode in ("add", "min", "max") else _SCALARS


def _plain(function: Function, operands: int) -> Callable[[str, Decoder], Step]:
    def make(kind: str, decoder: Decoder) -> Step:
        packed = kind.endswith("x2")
        if packed:
            half = np.dtype("<i2" if kind[0] == "s" else "<u2")
            return elementwise(decoder, pairwise(function, half), _U32, (_U32,) * operands)
        dtype = DTYPES[kind]
        return elementwise(decoder, function, dtype, (dtype,) * operands)

    return make


def _wide(kind: str) -> np.dtype[Any]:
    return np.dtype(f"<{DTYPES[kind].kind}{2 * DTYPES[kind].itemsize}")


def _mul_wide(kind: str, decoder: Decoder) -> Step:
    dtype, wide = DTYPES[kind], _wide(kind)
    return elementwise(decoder, lambda a, b: a.astype(wide) * b, wide, (dtype, dtype))


def _mad_wide(kind: str, decoder: Decoder) -> Step:
    dtype, wide = DTYPES[kind], _wide(kind)
    return elementwise(decoder, lambda a, b, c: a.astype(wide) * b + c, wide, (dtype, dtype, wide))


def _saturated(operation: Function) -> Function:
    """For s32: to the ends of its range."""
    return lambda *operands: np.clip(
        operation(*(x.astype(np.int64) for x in operands)), -(1 << 31), (1 << 31) - 1
    ).astype(np.int32)


def _24(a: Array) -> Array:
    """The low 24 bits of 32, with their sign if there is one."""
    shift = a.dtype.type(8)
    return a << shift >> shift


def _relu(function: Function) -> Function:
    return lambda *operands: np.maximum(function(*operands), 0)


def _minimum(*operands: Array) -> Array:
    first, *rest = operands
    for other in rest:
        first = np.minimum(first, other)
    return first


def _maximum(*operands: Array) -> Array:
    first, *rest = operands
    for other in rest:
        first = np.maximum(first, other)
    return first


def _absolute_difference(a: Array, b: Array, c: Array) -> Array:
    return np.where(a < b, b - a, a - b) + c


def _negated(a: Array) -> Array:
    return np.zeros_like(a) - a


def _absolute(a: Array) -> Array:
    return np.where(a < 0, np.zeros_like(a) - a, a)


_Make = Callable[[str, "Decoder"], "Step"]

_FORMS: Final[dict[tuple[str, ...], _Make]] = {
    ("add",): _plain(lambda a, b: a + b, 2),
    ("sub",): _plain(lambda a, b: a - b, 2),
    ("add", "sat"): _plain(_saturated(lambda a, b: a + b), 2),
    ("sub", "sat"): _plain(_saturated(lambda a, b: a - b), 2),
    ("mul", "lo"): _plain(lambda a, b: a * b, 2),
    ("mul", "hi"): _plain(integers.high_half, 2),
    ("mul", "wide"): _mul_wide,
    ("mad", "lo"): _plain(lambda a, b, c: a * b + c, 3),
    ("mad", "hi"): _plain(lambda a, b, c: integers.high_half(a, b) + c, 3),
    ("mad", "hi", "sat"): _plain(_saturated(lambda a, b, c: (a * b >> 32) + c), 3),
    ("mad", "wide"): _mad_wide,
    ("mul24", "lo"): _plain(lambda a, b: _24(a) * _24(b), 2),
    ("mul24", "hi"): _plain(
        lambda a, b: (_24(a).astype(np.int64) * _24(b).astype(np.int64) >> 16).astype(a.dtype), 2
    ),
    ("mad24", "lo"): _plain(lambda a, b, c: _24(a) * _24(b) + c, 3),
    ("mad24", "hi"): _plain(
        lambda a, b, c: (_24(a).astype(np.int64) * _24(b).astype(np.int64) >> 16).astype(a.dtype) + c, 3
    ),
    ("mad24", "hi", "sat"): _plain(
        _saturated(lambda a, b, c: ((a << 40 >> 40) * (b << 40 >> 40) >> 16) + c), 3
    ),
    ("sad",): _plain(_absolute_difference, 3),
    ("div",): _plain(integers.truncated_quotient, 2),
    ("rem",): _plain(integers.truncated_remainder, 2),
    ("abs",): _plain(_absolute, 1),
    ("neg",): _plain(_negated, 1),
    ("min",): _plain(_minimum, 2),
    ("max",): _plain(_maximum, 2),
    ("min", "relu"): _plain(_relu(_minimum), 2),
    ("max", "relu"): _plain(_relu(_maximum), 2),
}


# Carries.


def _no_carries(wave: Wave) -> Carries:
    return Carries(wave)


class Carries:
    """The condition code register of each thread: `CC.CF` (PTX ISA, 9.7.2)."""

    def __init__(self, wave: Wave):
        self.flags = np.zeros(wave.size, np.bool_)


def _carrying(
    decoder: Decoder,
    dtype: np.dtype[Any],
    count: int,
    function: Callable[..., tuple[Array, Array]],
    sets: bool,
) -> Step:
    given = decoder.instruction.operands
    if len(given) != count + 1:
        decoder.refuse(f"it has {len(given)} operands in place of {count + 1}")
    write = decoder.write(given[0], dtype)
    reads = [decoder.read(operand, dtype) for operand in given[1:]]

    def step(group: Group) -> None:
        carries = group.wave.part(_no_carries)
        values = [np.broadcast_to(read(group), group.size) for read in reads]
        result, flags = function(*values, carries.flags[group.threads])
        if sets:
            carries.flags[group.threads] = flags
        write(group, result)

    return step


def _sum(a: Array, b: Array, carry: Array) -> tuple[Array, Array]:
    first = a + b
    total = first + carry.astype(a.dtype)
    return total, (first < a) | (total < first)


def _difference(a: Array, b: Array, carry: Array) -> tuple[Array, Array]:
    """The flag is a borrow here, as `subc` subtracts it."""
    first = a - b
    total = first - carry.astype(a.dtype)
    return total, (a < b) | (first < carry.astype(a.dtype))


def _without(function: Callable[..., tuple[Array, Array]]) -> Callable[..., tuple[Array, Array]]:
    return lambda *operands: function(*operands[:-1], np.zeros(1, np.bool_))


def _product(kind: np.dtype[Any], high: bool, *, plus_carry: bool) -> Callable[..., tuple[Array, Array]]:
    def function(a: Array, b: Array, c: Array, carry: Array) -> tuple[Array, Array]:
        part = a * b
        if high:
            part = integers.high_half(a.view(kind), b.view(kind)).view(a.dtype)
        return _sum(part, c, carry if plus_carry else np.zeros(1, np.bool_))

    return function


@instruction("addc", "subc", "madc")
def decode_with_carry(current: Instruction, decoder: Decoder) -> Step:
    """`addc`, `subc`, `madc` (9.7.2.2, 9.7.2.4, 9.7.2.6): with what the last `.cc` left."""
    *words, kind = current.modifiers
    return _with_carry(current.opcode, words, kind, decoder)


def _with_carry(opcode: str, words: list[str], kind: str, decoder: Decoder) -> Step:
    if kind not in ("u32", "s32", "u64", "s64"):
        decoder.refuse("it has a type that carries are not known for")
    dtype = integers.unsigned(DTYPES[kind])
    sets = "cc" in words
    words = [word for word in words if word != "cc"]
    takes = opcode.endswith("c")
    if opcode in ("add", "addc") and not words:
        return _carrying(decoder, dtype, 2, _sum if takes else _without(_sum), sets)
    if opcode in ("sub", "subc") and not words:
        return _carrying(decoder, dtype, 2, _difference if takes else _without(_difference), sets)
    if opcode in ("mad", "madc") and words in (["lo"], ["hi"]):
        product = _product(DTYPES[kind], words == ["hi"], plus_carry=takes)
        return _carrying(decoder, dtype, 3, product, sets)
    return decoder.refuse("it does not know this form with carries")


def decode_setting_carry(current: Instruction, decoder: Decoder) -> Step:
    """`add.cc`, `sub.cc`, `mad.cc` (9.7.2.1, 9.7.2.3, 9.7.2.5)."""
    *words, kind = current.modifiers
    return _with_carry(current.opcode, words, kind, decoder)


# Dot products.


@instruction("dp4a")
def decode_dp4a(current: Instruction, decoder: Decoder) -> Step:
    """`dp4a`: four products of bytes, added up (9.7.1.23)."""
    a_kind, b_kind = _signs(current, decoder)

    def function(a: Array, b: Array, c: Array) -> Array:
        total = np.broadcast_to(c.astype(np.int64), np.broadcast_shapes(a.shape, b.shape, c.shape)).copy()
        for place in range(4):
            total += _part(a, 8 * place, 8, a_kind) * _part(b, 8 * place, 8, b_kind)
        return total.astype(np.uint32)

    return elementwise(decoder, function, _U32, (_U32, _U32, _sign_of(a_kind, b_kind)))


@instruction("dp2a")
def decode_dp2a(current: Instruction, decoder: Decoder) -> Step:
    """`dp2a`: two products of 16 bits and a byte, added up (9.7.1.24)."""
    if current.modifiers[:1] not in (("lo",), ("hi",)):
        decoder.refuse("it does not say which half it takes")
    a_kind, b_kind = _signs(current, decoder)
    first = 0 if current.modifiers[0] == "lo" else 16

    def function(a: Array, b: Array, c: Array) -> Array:
        total = np.broadcast_to(c.astype(np.int64), np.broadcast_shapes(a.shape, b.shape, c.shape)).copy()
        for place in range(2):
            total += _part(a, 16 * place, 16, a_kind) * _part(b, first + 8 * place, 8, b_kind)
        return total.astype(np.uint32)

    return elementwise(decoder, function, _U32, (_U32, _U32, _sign_of(a_kind, b_kind)))


def _signs(current: Instruction, decoder: Decoder) -> tuple[str, str]:
    kinds = [word for word in current.modifiers if word not in ("lo", "hi")]
    if len(kinds) != 2 or not set(kinds) <= {"u32", "s32"}:
        decoder.refuse("it has other types than u32 and s32")
    return kinds[0], kinds[1]


def _sign_of(a_kind: str, b_kind: str) -> np.dtype[Any]:
    return DTYPES["s32" if "s32" in (a_kind, b_kind) else "u32"]


def _part(a: Array, start: int, bits: int, kind: str) -> Array:
    raw = (a >> np.uint32(start) & np.uint32((1 << bits) - 1)).astype(np.int64)
    return np.where(raw >> bits - 1 == 1, raw - (1 << bits), raw) if kind[0] == "s" else raw
