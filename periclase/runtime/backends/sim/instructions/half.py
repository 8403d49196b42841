"""Arithmetic on floats of 16 bits, alone, in pairs, and with a sum of 32 bits (PTX ISA, 9.7.4, 9.7.5)."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic import exact, rounding
from periclase.runtime.backends.sim.instructions import floating
from periclase.runtime.backends.sim.machine.elementwise import Function, elementwise, pairwise
from periclase.runtime.backends.sim.machine.instruction_set import instruction

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

TYPES: Final = frozenset(("f16", "f16x2", "bf16", "bf16x2"))

_F16: Final = np.dtype(np.float16)
_F32: Final = np.dtype(np.float32)
_U16: Final = np.dtype(np.uint16)
_U32: Final = np.dtype(np.uint32)


def _of_f16(values: Array) -> Array:
    return values.astype(np.float64)


def _to_f16(values: Array) -> Array:
    return rounding.canonical(rounding.to_f16(values))


_FORMATS: Final[dict[str, tuple[np.dtype[Any], Callable[[Array], Array], Callable[[Array], Array]]]] = {
    "f16": (_F16, _of_f16, _to_f16),
    "bf16": (_U16, rounding.of_bf16, rounding.to_bf16),
}
"""The dtype of a format, its values as 64-bit floats, and the way back."""


def elements(kind: str) -> tuple[np.dtype[Any], Callable[[Array], Array], Callable[[Array], Array]]:
    """The format of `f16`, `f16x2`, `bf16` or `bf16x2`."""
    return _FORMATS[kind.removesuffix("x2")]


_OPERATIONS: Final[dict[str, tuple[Function, int]]] = {
    "add": (rounding.sum_to_odd, 2),
    "sub": (lambda a, b: rounding.sum_to_odd(a, -b), 2),
    "mul": (lambda a, b: a * b, 2),
    "fma": (lambda a, b, c: rounding.sum_to_odd(a * b, c), 3),
}
"""Over values in 64 bits: exact, or rounded to odd."""

_EXTREMES: Final[dict[str, Function]] = {"min": floating.minimum, "max": floating.maximum}


def decode(current: Instruction, decoder: Decoder) -> Step:
    """An instruction of `arithmetic` whose type is f16, bf16 or a pair of them.

    Raises:
        CompileError: it is none that these have.
    """
    *words, kind = current.modifiers
    dtype, values, back = elements(kind)
    opcode = current.opcode
    known = _known(opcode, dtype)
    for word in words:
        if word not in known:
            decoder.refuse(f"it does not know `.{word}` here")
    if opcode in ("abs", "neg"):
        function = _sign(opcode, dtype, flush="ftz" in words)
        count = 1
    elif opcode in _EXTREMES:
        function = _extreme(_EXTREMES[opcode], words, values, back)
        count = 2
    elif opcode in _OPERATIONS:
        operation, count = _OPERATIONS[opcode]
        function = _rounded(operation, words, values, back, dtype)
    else:
        decoder.refuse("floats of 16 bits have no such operation")
    if kind.endswith("x2"):
        return elementwise(decoder, pairwise(function, dtype), _U32, (_U32,) * count)
    return elementwise(decoder, function, dtype, (dtype,) * count)


def _known(opcode: str, dtype: np.dtype[Any]) -> set[str]:
    """The words that an operation may have. What is below the normal numbers of bf16 is kept (9.7.4)."""
    flush = {"ftz"} if dtype == _F16 else set[str]()
    if opcode in ("abs", "neg"):
        return flush
    if opcode in _EXTREMES:
        return flush | {"NaN", "xorsign", "abs"}
    limits = {"sat"} if dtype == _F16 else set[str]()
    return {"rn", "relu"} | flush | limits if opcode == "fma" else {"rn"} | flush | limits


def _flush(values: Array, dtype: np.dtype[Any]) -> Array:
    """What is below the normal numbers of the format becomes zero."""
    least = 2.0**-14 if dtype == _F16 else 2.0**-126
    return np.where((np.abs(values) < least) & (values != 0), np.copysign(0.0, values), values)


def _rounded(
    operation: Function,
    words: list[str],
    values: Callable[[Array], Array],
    back: Callable[[Array], Array],
    dtype: np.dtype[Any],
) -> Function:
    flushes = "ftz" in words

    def function(*operands: Array) -> Array:
        wide = [values(operand) for operand in operands]
        if flushes:
            wide = [_flush(operand, dtype) for operand in wide]
        exactly = operation(*wide)
        if "sat" in words:
            exactly = rounding.saturate(exactly)
        if "relu" in words:
            exactly = np.where(exactly < 0, 0.0, exactly)
        result = back(exactly)
        if flushes:
            result = back(_flush(values(result), dtype))
        return result

    return function


def _extreme(
    function: Function, words: list[str], values: Callable[[Array], Array], back: Callable[[Array], Array]
) -> Function:
    if "xorsign" in words:
        function = floating.with_sign_of_product(function)
    if "NaN" in words:
        function = floating.with_nan(function)
    chosen = function

    def extreme(*operands: Array) -> Array:
        wide = [values(operand) for operand in operands]
        if "ftz" in words:
            wide = [_flush(operand, _F16) for operand in wide]
        return back(chosen(*wide))

    return extreme


def _sign(opcode: str, dtype: np.dtype[Any], *, flush: bool) -> Function:
    """`abs` and `neg` change the sign alone, also of a NaN."""

    def function(a: Array) -> Array:
        if flush:
            a = rounding.flush(a)
        bits = a.view(np.uint16)
        bits = bits & np.uint16(0x7FFF) if opcode == "abs" else bits ^ np.uint16(0x8000)
        return bits.view(dtype)

    return function


def decode_mixed(current: Instruction, decoder: Decoder) -> Step:
    """`add`, `sub`, `fma` of f16 or bf16 with a sum of f32 (9.7.5).

    Raises:
        CompileError: it is none that these have.
    """
    *words, result, kind = current.modifiers
    if result != "f32" or kind not in _FORMATS or current.opcode not in ("add", "sub", "fma"):
        decoder.refuse("it does not know this pair of types")
    for word in words:
        if word not in ("rn", "rz", "rm", "rp", "sat"):
            decoder.refuse(f"it does not know `.{word}` here")
    modes = [word for word in words if word != "sat"]
    mode = modes[0] if modes else "rn"
    dtype, values, _ = _FORMATS[kind]

    def function(*operands: Array) -> Array:
        *small, c = operands
        wide = [values(operand).astype(np.float32) for operand in small]
        if current.opcode == "fma":
            return exact.fma_f32(wide[0], wide[1], c, mode)
        return exact.add_f32(wide[0], -c if current.opcode == "sub" else c, mode)

    count = 2 if current.opcode == "fma" else 1
    return elementwise(decoder, floating.finished(function, words), _F32, (*(dtype,) * count, _F32))


@instruction(*floating.APPROXIMATIONS)
def decode_approximation(current: Instruction, decoder: Decoder) -> Step:
    """`sin`, `cos`, `ex2`, `lg2`, `tanh` of f32, `ex2` and `tanh` of 16 bits too (9.7.3.19 to 9.7.3.23, 9.7.4.9, 9.7.4.10)."""
    *words, kind = current.modifiers
    for word in words:
        if word not in ("approx", "ftz"):
            decoder.refuse(f"it does not know `.{word}` here")
    function = floating.APPROXIMATIONS[current.opcode]
    if kind == "f32":
        return elementwise(
            decoder,
            floating.finished(lambda a: function(a.astype(np.float64)).astype(np.float32), words),
            _F32,
            (_F32,),
        )
    if kind not in TYPES or current.opcode not in ("ex2", "tanh"):
        decoder.refuse("it does not know this type")
    dtype, values, back = elements(kind)
    rounded = _rounded(function, words, values, back, dtype)
    if kind.endswith("x2"):
        return elementwise(decoder, pairwise(rounded, dtype), _U32, (_U32,))
    return elementwise(decoder, rounded, dtype, (dtype,))
