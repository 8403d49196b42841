"""`cvt` between integers and floats (PTX ISA, 9.7.9.21). `packed_conversion` has pairs and the formats below 16 bits."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic import exact, rounding
from periclase.runtime.backends.sim.instructions import packed_conversion
from periclase.runtime.backends.sim.machine.elementwise import Function, elementwise
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_FLOATS: Final = frozenset(("f16", "bf16", "f32", "f64"))
_TO_FLOAT: Final = frozenset(("rn", "rz", "rm", "rp"))
_TO_INTEGER: Final[dict[str, Callable[[Array], Array]]] = {
    "rni": np.rint,
    "rzi": np.trunc,
    "rmi": np.floor,
    "rpi": np.ceil,
}


@instruction("cvt")
def decode_conversion(current: Instruction, decoder: Decoder) -> Step:
    """`cvt`: from the last type to the one in front of it."""
    if len(current.modifiers) < 2:
        decoder.refuse("it does not say two types")
    *words, target, source = current.modifiers
    if packed_conversion.knows(target, source):
        return packed_conversion.decode(current, decoder)
    if target not in DTYPES or source not in DTYPES:
        decoder.refuse("it does not know these types")
    known = {*_TO_FLOAT, *_TO_INTEGER, "ftz", "sat", "relu", "satfinite"}
    for word in words:
        if word not in known:
            decoder.refuse(f"it does not know `.{word}` here")
    function = _function(set(words), target, source, decoder)
    return elementwise(decoder, function, DTYPES[target], (DTYPES[source],))


def _function(words: set[str], target: str, source: str, decoder: Decoder) -> Function:
    if "satfinite" in words and (target not in ("f16", "bf16") or source != "f32"):
        decoder.refuse("it does not know `.satfinite` for this pair of types")
    rounds = words & _TO_FLOAT, words & set(_TO_INTEGER)
    if len(rounds[0]) + len(rounds[1]) > 1:
        decoder.refuse("it rounds in two ways")
    if "relu" in words and (target not in ("f16", "bf16") or source != "f32"):
        decoder.refuse("it does not know `.relu` for this pair of types")
    if source in _FLOATS and target not in _FLOATS and not rounds[1]:
        decoder.refuse("it does not say to which integer it rounds")
    if source not in _FLOATS and (rounds[1] or (rounds[0] and target not in _FLOATS)):
        decoder.refuse("integers are not rounded to integers")
    if source in _FLOATS and target in _FLOATS:
        return _float_to_float(words, target, source)
    if source in _FLOATS:
        return _float_to_integer(words, target, source)
    if target in _FLOATS:
        return _integer_to_float(words, target, source)
    return _integer_to_integer(words, target)


def _mode(words: set[str]) -> str:
    found = words & _TO_FLOAT
    return found.pop() if found else "rn"


def _values(kind: str) -> Function:
    """The values of a float's format, in 64 bits."""
    if kind == "bf16":
        return rounding.of_bf16
    return lambda a: a.astype(np.float64)


def _rounded(kind: str, mode: str) -> Function:
    """From 64 bits to a format."""
    if kind == "f64":
        return lambda a: a
    if kind == "f32":
        return lambda a: rounding.canonical(rounding.to_f32(a, mode))
    if kind == "f16":
        return lambda a: rounding.canonical(rounding.to_f16(a, mode))
    return lambda a: rounding.to_bf16(a, mode)


def _float_to_float(words: set[str], target: str, source: str) -> Function:
    values, back = _values(source), _rounded(target, _mode(words))
    integral = words & set(_TO_INTEGER)
    to_integer = _TO_INTEGER[next(iter(integral))] if integral else None
    flush = "ftz" in words

    def function(a: Array) -> Array:
        if flush and a.dtype.kind == "f" and a.dtype.itemsize >= 4:
            a = rounding.flush(a)
        wide = values(a)
        if to_integer is not None:
            wide = to_integer(wide)
        if "sat" in words:
            wide = rounding.saturate(wide)
        if "relu" in words:
            wide = np.where(wide < 0, 0.0, wide)
        if "satfinite" in words:
            wide = np.clip(wide, -packed_conversion.LARGEST[target], packed_conversion.LARGEST[target])
        result = back(wide)
        return rounding.flush(result) if flush and target == "f32" else result

    return function


def _float_to_integer(words: set[str], target: str, source: str) -> Function:
    """To the nearest end of the range, where it is outside. NaN gives zero; where a type has 64 bits, the lowest
    or the middle of the range (9.7.9.21)."""
    values = _values(source)
    integral = words & set(_TO_INTEGER)
    to_integer = _TO_INTEGER[next(iter(integral))] if integral else np.trunc
    dtype = DTYPES[target]
    ends = np.iinfo(dtype)
    low, high = float(ends.min), float(ends.max)
    wide_type = source == "f64" or dtype.itemsize == 8
    nan = ends.min if dtype.kind == "i" else ends.max // 2 + 1
    of_nan = dtype.type(nan if wide_type else 0)
    flush = "ftz" in words

    def function(a: Array) -> Array:
        if flush and a.dtype == np.float32:
            a = rounding.flush(a)
        number = to_integer(values(a))
        inside = np.where((number > low) & (number < high), number, 0.0)
        result = inside.astype(dtype)
        result = np.where(number >= high, dtype.type(ends.max), result)
        result = np.where(number <= low, dtype.type(ends.min), result)
        return np.where(np.isnan(number), of_nan, result)

    return function


def _integer_to_float(words: set[str], target: str, source: str) -> Function:
    mode = _mode(words)
    back = _rounded(target, mode)
    wide_source = DTYPES[source].itemsize == 8

    def function(a: Array) -> Array:
        values = _of_wide_integer(a, target, mode) if wide_source else a.astype(np.float64)
        if "sat" in words:
            values = rounding.saturate(values)
        return back(values)

    return function


def _of_wide_integer(a: Array, target: str, mode: str) -> Array:
    """64-bit integers as 64-bit floats: rounded as asked for, or to odd where the format is smaller."""
    if target == "f64" and mode == "rn":
        return a.astype(np.float64)
    if target == "f64":
        return np.array(
            [exact.round_f64(Fraction(value), mode, 0.0) for value in a.tolist()], np.float64
        ).reshape(a.shape)
    high = (a >> a.dtype.type(32)).astype(np.float64) * 2.0**32
    return rounding.sum_to_odd(high, (a & a.dtype.type(0xFFFF_FFFF)).astype(np.float64))


def _integer_to_integer(words: set[str], target: str) -> Function:
    dtype = DTYPES[target]
    if "sat" not in words:
        return lambda a: a.astype(dtype)
    ends = np.iinfo(dtype)

    def function(a: Array) -> Array:
        own = np.iinfo(a.dtype)
        low, high = max(int(ends.min), int(own.min)), min(int(ends.max), int(own.max))
        return np.clip(a, a.dtype.type(low), a.dtype.type(high)).astype(dtype)

    return function
