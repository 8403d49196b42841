"""Comparisons and selections (PTX ISA, 9.7.6, 9.7.7)."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic import rounding
from periclase.runtime.backends.sim.instructions import half
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Pair, Sink

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

Array = np.ndarray[Any, Any]
Compare = Callable[[Array, Array], Array]

_BOOL: Final = np.dtype(np.bool_)
_U32: Final = np.dtype(np.uint32)

_ORDERED: Final[dict[str, Compare]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_UNSIGNED: Final = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
_COMBINE: Final[dict[str, Compare]] = {
    "and": np.logical_and,
    "or": np.logical_or,
    "xor": np.logical_xor,
}


def _integer_comparison(operator: str, kind: str, decoder: Decoder) -> Compare:
    if kind[0] == "b" and operator not in ("eq", "ne"):
        decoder.refuse("bits are only equal or not")
    if operator in _UNSIGNED:
        if kind[0] != "u":
            decoder.refuse("it compares signed numbers as unsigned")
        operator = _UNSIGNED[operator]
    found = _ORDERED.get(operator)
    if found is None:
        decoder.refuse(f"integers are not compared by `.{operator}`")
    return found


def _float_comparison(operator: str, decoder: Decoder) -> Compare:
    if operator == "ne":  # ordered: false where one is NaN, unlike numpy's
        return lambda a, b: (a < b) | (a > b)
    if operator in _ORDERED:
        return _ORDERED[operator]
    if operator == "num":
        return lambda a, b: ~(np.isnan(a) | np.isnan(b))
    if operator == "nan":
        return lambda a, b: np.isnan(a) | np.isnan(b)
    found = _ORDERED.get(operator.removesuffix("u")) if operator.endswith("u") else None
    if found is None:
        decoder.refuse(f"floats are not compared by `.{operator}`")
    return lambda a, b: found(a, b) | np.isnan(a) | np.isnan(b)


def _comparison(operator: str, kind: str, decoder: Decoder, *, flush: bool) -> tuple[np.dtype[Any], Compare]:
    """The dtype of the operands, and what compares them."""
    if kind in half.TYPES:
        dtype, values, _ = half.elements(kind)
        compare = _float_comparison(operator, decoder)
        if flush:
            if dtype.kind != "f":
                decoder.refuse("it does not know `.ftz` for this type")
            return dtype, lambda a, b: compare(rounding.flush(a), rounding.flush(b))
        if dtype.kind == "f":
            return dtype, compare
        return dtype, lambda a, b: compare(values(a), values(b))
    dtype = DTYPES.get(kind)
    if dtype is None or kind in ("pred", "b8", "b128"):
        decoder.refuse("it does not know this type")
    if flush and kind != "f32":
        decoder.refuse("it does not know `.ftz` for this type")
    if dtype.kind == "f":
        compare = _float_comparison(operator, decoder)
        if flush:
            return dtype, lambda a, b: compare(rounding.flush(a), rounding.flush(b))
        return dtype, compare
    return dtype, _integer_comparison(operator, kind, decoder)


@instruction("setp")
def decode_setp(current: Instruction, decoder: Decoder) -> Step:
    """`setp`: predicates by a comparison, combined with a third (9.7.6.2, 9.7.7.2)."""
    operator, *words, kind = current.modifiers
    flush = "ftz" in words
    words = [word for word in words if word != "ftz"]
    combine = _COMBINE.get(words[0]) if words else None
    if (words and combine is None) or len(words) > 1:
        decoder.refuse("it does not know this form")
    dtype, compare = _comparison(operator, kind, decoder, flush=flush)
    target, left, right, *third = current.operands
    if (combine is not None) != (len(third) == 1):
        decoder.refuse("a third operand and what combines with it go together")
    first, second = (target.first, target.second) if isinstance(target, Pair) else (target, Sink())
    write, write_second = decoder.write(first, _BOOL), decoder.write(second, _BOOL)
    given = decoder.read_predicate(third[0]) if third else None
    if kind.endswith("x2"):
        return _setp_of_pairs(dtype, compare, combine, (left, right), given, (write, write_second), decoder)
    a, b = decoder.read(left, dtype), decoder.read(right, dtype)
    if given is None and not isinstance(target, Pair):
        return lambda group: write(group, compare(a(group), b(group)))

    def step(group: Group) -> None:
        holds = compare(a(group), b(group))
        opposite = ~holds
        if given is not None and combine is not None:
            other = given(group)
            holds, opposite = combine(holds, other), combine(opposite, other)
        write(group, holds)
        write_second(group, opposite)

    return step


def _setp_of_pairs(
    dtype: np.dtype[Any],
    compare: Compare,
    combine: Compare | None,
    operands: tuple[Operand, Operand],
    given: Callable[[Group], Array] | None,
    writes: tuple[Callable[[Group, Array], None], Callable[[Group, Array], None]],
    decoder: Decoder,
) -> Step:
    """The two predicates are those of the two halves."""
    a, b = (decoder.read(operand, _U32) for operand in operands)

    def halves(packed: Array) -> Array:
        return np.ascontiguousarray(packed).view(dtype).reshape(len(packed), 2)

    def step(group: Group) -> None:
        holds = compare(halves(a(group)), halves(b(group)))
        if given is not None and combine is not None:
            holds = combine(holds, given(group)[:, None])
        for place, write in enumerate(writes):
            write(group, np.ascontiguousarray(holds[:, place]))

    return step


@instruction("set")
def decode_set(current: Instruction, decoder: Decoder) -> Step:
    """`set`: a number by a comparison: all ones or 1.0, or zero (9.7.6.1, 9.7.7.1)."""
    operator, *words, result, kind = current.modifiers
    flush = "ftz" in words
    words = [word for word in words if word != "ftz"]
    combine = _COMBINE.get(words[0]) if words else None
    if (words and combine is None) or result not in ("u32", "s32", "f32", "u16", "s16"):
        decoder.refuse("it does not know this form")
    if kind.endswith("x2"):
        decoder.refuse("it does not know this form of pairs")
    dtype, compare = _comparison(operator, kind, decoder, flush=flush)
    out = DTYPES[result]
    true = np.array([1.0 if result == "f32" else -1]).astype(out)
    target, left, right, *third = current.operands
    if (combine is not None) != (len(third) == 1):
        decoder.refuse("a third operand and what combines with it go together")
    write = decoder.write(target, out)
    a, b = decoder.read(left, dtype), decoder.read(right, dtype)
    given = decoder.read_predicate(third[0]) if third else None

    def step(group: Group) -> None:
        holds = compare(a(group), b(group))
        if given is not None and combine is not None:
            holds = combine(holds, given(group))
        write(group, np.where(holds, true, out.type(0)))

    return step


@instruction("selp")
def decode_select(current: Instruction, decoder: Decoder) -> Step:
    """`selp`: one of two by a predicate (9.7.6.3)."""
    dtype = DTYPES.get(current.modifiers[0]) if len(current.modifiers) == 1 else None
    if dtype is None or dtype.kind in "bV":
        decoder.refuse("it does not know this type")
    target, left, right, predicate = current.operands
    write = decoder.write(target, dtype)
    a, b = decoder.read(left, dtype), decoder.read(right, dtype)
    holds = decoder.read_predicate(predicate)
    return lambda group: write(group, np.where(holds(group), a(group), b(group)))


@instruction("slct")
def decode_select_by_sign(current: Instruction, decoder: Decoder) -> Step:
    """`slct`: one of two, by whether a third is negative; NaN counts as that (9.7.6.4)."""
    flush = current.modifiers[:1] == ("ftz",)
    words = current.modifiers[flush:]
    if len(words) != 2 or words[1] not in (("f32",) if flush else ("s32", "f32")):
        decoder.refuse("it does not know this form")
    dtype, by = DTYPES.get(words[0]), DTYPES[words[1]]
    if dtype is None or dtype.kind in "bV":
        decoder.refuse("it does not know this type")
    target, left, right, third = current.operands
    write = decoder.write(target, dtype)
    a, b, c = decoder.read(left, dtype), decoder.read(right, dtype), decoder.read(third, by)
    if flush:  # what is below the normal numbers counts as zero
        least = -np.finfo(np.float32).smallest_normal
        return lambda group: write(group, np.where(c(group) > least, a(group), b(group)))
    return lambda group: write(group, np.where(c(group) >= 0, a(group), b(group)))
