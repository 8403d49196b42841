"""Arithmetic on floats of 32 and 64 bits (PTX ISA, 9.7.3)."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic import exact
from periclase.runtime.backends.sim.arithmetic.rounding import canonical, flush, saturate
from periclase.runtime.backends.sim.machine.elementwise import Function, elementwise, pairwise
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

TYPES: Final = frozenset(("f32", "f64", "f32x2"))

_F32: Final = np.dtype(np.float32)
_F64: Final = np.dtype(np.float64)
_U64: Final = np.dtype(np.uint64)
_ROUNDINGS: Final = frozenset(("rn", "rz", "rm", "rp"))

_EXACT: Final[dict[str, dict[str, tuple[Callable[..., Array], int]]]] = {
    "f32": {
        "add": (exact.add_f32, 2),
        "sub": (lambda a, b, mode: exact.add_f32(a, -b, mode), 2),
        "mul": (exact.mul_f32, 2),
        "fma": (exact.fma_f32, 3),
        "mad": (exact.fma_f32, 3),
        "div": (exact.div_f32, 2),
        "sqrt": (exact.sqrt_f32, 1),
        "rcp": (lambda a, mode: exact.div_f32(np.ones_like(a), a, mode), 1),
    },
    "f64": {
        "add": (exact.add_f64, 2),
        "sub": (lambda a, b, mode: exact.add_f64(a, -b, mode), 2),
        "mul": (exact.mul_f64, 2),
        "fma": (exact.fma_f64, 3),
        "mad": (exact.fma_f64, 3),
        "div": (exact.div_f64, 2),
        "sqrt": (exact.sqrt_f64, 1),
        "rcp": (lambda a, mode: exact.div_f64(np.ones_like(a), a, mode), 1),
    },
}
"""Exactly rounded operations, which get the mode behind their operands."""


def minimum(*operands: Array) -> Array:
    """The smallest: -0 is below +0, and of a number and a NaN the number is taken."""
    first, *rest = operands
    for other in rest:
        first = _lesser(first, other)
    return first


def maximum(*operands: Array) -> Array:
    """The largest; see `minimum`."""
    return -minimum(*(-operand for operand in operands))


def _lesser(a: Array, b: Array) -> Array:
    least = np.fmin(a, b)
    both = (a == 0) & (b == 0)
    if both.any():
        least = np.where(both & (np.signbit(a) | np.signbit(b)), least.dtype.type(-0.0), least)
    return least


def with_nan(function: Function) -> Function:
    """A minimum or maximum that is NaN where an operand is (`.NaN`)."""

    def extreme(*operands: Array) -> Array:
        nan = np.isnan(operands[0])
        for operand in operands[1:]:
            nan = nan | np.isnan(operand)
        return np.where(nan, operands[0].dtype.type(np.nan), function(*operands))

    return extreme


def with_sign_of_product(function: Function) -> Function:
    """Of the absolute values, with the sign that a product would have (`.xorsign.abs`)."""

    def extreme(*operands: Array) -> Array:
        sign = np.signbit(operands[0])
        for operand in operands[1:]:
            sign = sign ^ np.signbit(operand)
        size = np.abs(function(*(np.abs(operand) for operand in operands)))
        return np.where(sign, -size, size)

    return extreme


def flushing(function: Function) -> Function:
    """With operands and a result that are not below the normal numbers (`.ftz`)."""
    return lambda *operands: flush(function(*(flush(operand) for operand in operands)))


def _words(current: Instruction, decoder: Decoder, known: set[str] | frozenset[str]) -> list[str]:
    words = list(current.modifiers[:-1])
    for word in words:
        if word not in known:
            decoder.refuse(f"it does not know `.{word}` here")
    return words


def decode(current: Instruction, decoder: Decoder) -> Step:
    """An instruction of `arithmetic` whose type is f32, f64 or f32x2.

    Raises:
        CompileError: it is none that these have.
    """
    kind = current.modifiers[-1]
    scalar = "f32" if kind == "f32x2" else kind
    function, count = _function(current, decoder, scalar)
    if kind == "f32x2":
        if current.opcode not in ("add", "sub", "mul", "fma"):
            decoder.refuse("pairs of floats have no such operation")
        return elementwise(decoder, pairwise(function, _F32), _U64, (_U64,) * count)
    dtype = DTYPES[kind]
    return elementwise(decoder, function, dtype, (dtype,) * count)


def _function(current: Instruction, decoder: Decoder, kind: str) -> tuple[Function, int]:
    opcode = current.opcode
    if opcode in ("min", "max"):
        return _extreme(current, decoder)
    # Numbers of 64 bits keep what is below the normal ones, and are not limited (9.7.3).
    limits = {"ftz", "sat"} if kind == "f32" else frozenset[str]()
    if opcode in ("abs", "neg"):
        words = _words(current, decoder, limits & {"ftz"})
        plain: Function = np.abs if opcode == "abs" else np.negative
        return (flushing(plain) if words else plain), 1
    if opcode == "div" and not _ROUNDINGS.intersection(current.modifiers):
        words = _words(current, decoder, {"approx", "full", "ftz"})
        if "approx" not in words and "full" not in words:
            decoder.refuse("a division says how it rounds, or that it is approximate")
        if kind != "f32":
            decoder.refuse("only divisions of 32 bits are approximate")
        return finished(_approximate_quotient if "approx" in words else np.divide, words), 2
    found = _EXACT[kind].get(opcode)
    if found is None:
        decoder.refuse("floats have no such operation")
    words = _words(current, decoder, _ROUNDINGS | limits)
    modes = [word for word in words if word in _ROUNDINGS]
    mode = modes[0] if modes else "rn"
    operation, count = found
    if len(modes) > 1:
        decoder.refuse("it rounds in two ways")
    nearest = _NEAREST.get(opcode) if mode == "rn" else None
    if nearest is not None:
        return finished(nearest, words), count
    return finished(lambda *operands: operation(*operands, mode), words), count


_NEAREST: Final[dict[str, Function]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
}
"""What numpy rounds exactly itself, both in 32 and 64 bits."""


def _approximate_quotient(a: Array, b: Array) -> Array:
    """`div.approx.f32`: by what is above 2**126 and finite, zero, and NaN of an infinity (9.7.3.8)."""
    size = np.abs(b)
    return np.where((size > _LARGE) & (size < np.inf), a * np.copysign(np.float32(0), b), a / b)


_LARGE: Final = np.float32(2.0**126)


def finished(function: Function, words: list[str]) -> Function:
    """`function` with what `.ftz` and `.sat` do, and with the NaN that operations give."""
    inner = flushing(function) if "ftz" in words else function
    if "sat" in words:
        return lambda *operands: saturate(inner(*operands))

    def with_canonical_nan(*operands: Array) -> Array:
        values = inner(*operands)
        return canonical(values) if values.dtype == _F32 else values

    return with_canonical_nan


def _extreme(current: Instruction, decoder: Decoder) -> tuple[Function, int]:
    wide = current.modifiers[-1] == "f64"
    words = _words(current, decoder, set[str]() if wide else {"ftz", "NaN", "xorsign", "abs"})
    count = len(current.operands) - 1
    if not 2 <= count <= (2 if wide else 3):
        decoder.refuse("it has another number of operands")
    function: Function = minimum if current.opcode == "min" else maximum
    if "xorsign" in words:
        function = with_sign_of_product(function)
    elif "abs" in words:
        inner = function
        function = lambda *operands: inner(*(np.abs(operand) for operand in operands))  # noqa: E731
    if "NaN" in words:
        function = with_nan(function)
    return finished(function, words), count


@instruction("sqrt", "rcp")
def decode_root_or_reciprocal(current: Instruction, decoder: Decoder) -> Step:
    """`sqrt`, `rcp` (9.7.3.13, 9.7.3.15): exactly rounded, `.approx` too, but of 64 bits the upper half."""
    kind = current.modifiers[-1]
    if kind not in ("f32", "f64"):
        decoder.refuse("it does not know this type")
    words = _words(current, decoder, _ROUNDINGS | {"ftz", "approx"})
    modes = [word for word in words if word in _ROUNDINGS]
    if len(modes) + ("approx" in words) != 1:
        decoder.refuse("it says either how it rounds or that it is approximate")
    operation, count = _EXACT[kind][current.opcode]
    function: Function = lambda *operands: operation(*operands, modes[0] if modes else "rn")  # noqa: E731
    if kind == "f64":
        if "approx" in words:  # only the upper half of the result is given (9.7.3.14)
            if current.opcode != "rcp" or "ftz" not in words:
                decoder.refuse("it does not know this form")
            function = _upper_half(function)
        elif "ftz" in words:
            decoder.refuse("it does not know this form")
        return elementwise(decoder, function, _F64, (_F64,) * count)
    return elementwise(decoder, finished(function, words), _F32, (_F32,) * count)


def _upper_half(function: Function) -> Function:
    def upper(*operands: Array) -> Array:
        return _without_low(function(*(_without_low(operand) for operand in operands)))

    return upper


def _without_low(values: Array) -> Array:
    bits = np.ascontiguousarray(flush(values)).view(np.uint64)
    return (bits & np.uint64(0xFFFF_FFFF_0000_0000)).view(np.float64)


@instruction("rsqrt")
def decode_reciprocal_root(current: Instruction, decoder: Decoder) -> Step:
    """`rsqrt.approx` (9.7.3.17, 9.7.3.18), to the nearest; for 64 bits with 20 bits of fraction."""
    kind = current.modifiers[-1]
    words = _words(current, decoder, {"approx", "ftz"})
    if kind == "f64":
        function = _upper_half(lambda a: 1.0 / np.sqrt(a)) if "ftz" in words else _reciprocal_root
        return elementwise(decoder, function, _F64, (_F64,))
    if kind != "f32":
        decoder.refuse("it does not know this type")
    return elementwise(decoder, finished(_through_f64(_reciprocal_root), words), _F32, (_F32,))


def _reciprocal_root(a: Array) -> Array:
    return 1.0 / np.sqrt(a)


def _through_f64(function: Function) -> Function:
    return lambda a: function(a.astype(np.float64)).astype(np.float32)


APPROXIMATIONS: Final[dict[str, Function]] = {
    "sin": np.sin,
    "cos": np.cos,
    "ex2": np.exp2,
    "lg2": np.log2,
    "tanh": np.tanh,
}
"""The functions of 9.7.3.19 to 9.7.3.23, as numpy computes them in 64 bits: nearer than they have to be."""


@instruction("copysign")
def decode_copysign(current: Instruction, decoder: Decoder) -> Step:
    """`copysign`: the sign of the first operand, the rest of the second (9.7.3.2)."""
    _words(current, decoder, set())
    dtype = DTYPES.get(current.modifiers[-1])
    if dtype not in (_F32, _F64):
        decoder.refuse("it does not know this type")
    assert dtype is not None
    return elementwise(decoder, lambda a, b: np.copysign(b, a), dtype, (dtype, dtype))


@instruction("testp")
def decode_test(current: Instruction, decoder: Decoder) -> Step:
    """`testp`: what kind of a number it is (9.7.3.1)."""
    if len(current.modifiers) != 2 or current.modifiers[1] not in ("f32", "f64"):
        decoder.refuse("it does not know this form")
    dtype = DTYPES[current.modifiers[1]]
    least = np.finfo(dtype).smallest_normal
    tests: dict[str, Function] = {
        "finite": np.isfinite,
        "infinite": np.isinf,
        "number": lambda a: ~np.isnan(a),
        "notanumber": np.isnan,
        "normal": lambda a: np.isfinite(a) & ((np.abs(a) >= least) | (a == 0)),
        "subnormal": lambda a: (a != 0) & (np.abs(a) < least),
    }
    function = tests.get(current.modifiers[0])
    if function is None:
        decoder.refuse("it does not know this test")
    return elementwise(decoder, function, np.dtype(np.bool_), (dtype,))
