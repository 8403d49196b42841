"""`cvt` of several numbers at once, and of formats below 16 bits (PTX ISA, 9.7.9.21).

`conversion` hands these forms on. Rounding by random bits (`.rs`) is refused: which of the bits decide how is written nowhere.
"""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic import rounding, small_floats
from periclase.runtime.backends.sim.machine.elementwise import elementwise

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_F32: Final = np.dtype(np.float32)
_U8: Final = np.dtype(np.uint8)
_U16: Final = np.dtype(np.uint16)
_U32: Final = np.dtype(np.uint32)

_HALVES: Final[dict[str, tuple[Callable[[Array], Array], Callable[[Array, str], Array]]]] = {
    "f16": (
        lambda bits: bits.view(np.float16).astype(np.float64),
        lambda values, mode: rounding.canonical(rounding.to_f16(values, mode)).view(np.uint16),
    ),
    "bf16": (rounding.of_bf16, rounding.to_bf16),
}
"""The values of 16 bits, and the bits of values."""

_SMALL: Final = {f"{name}x2" for name in small_floats.FORMATS}
LARGEST: Final = {"f16": 65504.0, "bf16": float.fromhex("0x1.fep127")}
"""The largest finite number of a format."""


def knows(target: str, source: str) -> bool:
    """Whether a conversion between these types is one of this module."""
    return target == "tf32" or any(word.endswith(("x2", "x4")) for word in (target, source))


def decode(current: Instruction, decoder: Decoder) -> Step:
    """A conversion that `knows` knows.

    Raises:
        CompileError: it is none that the machine executes.
    """
    *listed, target, source = current.modifiers
    words = set(listed)
    if not words <= {"rn", "rz", "rp", "rna", "relu", "satfinite"}:
        decoder.refuse("it does not know how this rounds")
    if target == "tf32" and source == "f32":
        return _to_tf32(words, decoder)
    if source == "f32" and target.removesuffix("x2") in _HALVES:
        return _pair_to_halves(words, target.removesuffix("x2"), decoder)
    if target in _SMALL and source in ("f32", "f16x2", "bf16x2"):
        return _to_small(words, target.removesuffix("x2"), source, decoder)
    if target == "ue8m0x2" and source in ("f32", "bf16x2"):
        return _to_scales(words, source, decoder)
    if target == "f16x2" and source in _SMALL:
        return _from_small(words, source.removesuffix("x2"), decoder)
    if target == "bf16x2" and source == "ue8m0x2":
        return elementwise(
            decoder,
            lambda codes: _joined(rounding.to_bf16(small_floats.decode_scale(_split(codes, _U8))), _U32),
            _U32,
            (_U16,),
        )
    return decoder.refuse("it does not know this pair of types")


def _mode(words: set[str]) -> str:
    found = words & {"rn", "rz", "rp", "rna"}
    return found.pop() if found else "rn"


def _split(packed: Array, part: np.dtype[Any]) -> Array:
    """The parts of integers along a new axis, the low one first."""
    return np.ascontiguousarray(packed).view(part).reshape(len(packed), -1)


def _joined(parts: Array, whole: np.dtype[Any]) -> Array:
    return np.ascontiguousarray(parts).view(whole).reshape(-1)


def _paired(low: Array, high: Array) -> Array:
    low, high = np.broadcast_arrays(low, high)
    return np.stack((low, high), axis=1)


def _clamped(values: Array, words: set[str], largest: float) -> Array:
    if "relu" in words:
        values = np.where(values < 0, 0.0, values)
    return np.clip(values, -largest, largest) if "satfinite" in words else values


def _to_tf32(words: set[str], decoder: Decoder) -> Step:
    mode = _mode(words)
    largest = float(np.uint32(0x7F7F_E000).view(np.float32))

    def function(a: Array) -> Array:
        if "relu" in words:
            a = np.where(a < 0, np.float32(0), a)
        bits = rounding.to_tf32(np.ascontiguousarray(a), mode)
        if "satfinite" in words:
            values = bits.view(np.float32)
            limited = np.clip(values, np.float32(-largest), np.float32(largest))
            bits = np.where(np.isnan(values), bits, limited.view(np.uint32))
        return bits

    return elementwise(decoder, function, _U32, (_F32,))


def _pair_to_halves(words: set[str], name: str, decoder: Decoder) -> Step:
    _, back = _HALVES[name]
    mode = _mode(words)

    def function(high: Array, low: Array) -> Array:
        values = _clamped(_paired(low, high).astype(np.float64), words, LARGEST[name])
        return _joined(back(values, mode), _U32)

    return elementwise(decoder, function, _U32, (_F32, _F32))


def _to_small(words: set[str], name: str, source: str, decoder: Decoder) -> Step:
    if "satfinite" not in words or not words <= {"rn", "relu", "satfinite"}:
        decoder.refuse("it does not know how this rounds")
    four_bits = name == "e2m1"
    result = _U8 if four_bits else _U16

    def encoded(values: Array) -> Array:
        if "relu" in words:
            values = np.where(values < 0, 0.0, values)
        codes = small_floats.encode(values, name)
        if four_bits:
            return codes[:, 0] | codes[:, 1] << np.uint8(4)
        return _joined(codes, _U16)

    if source == "f32":
        return elementwise(
            decoder,
            lambda high, low: encoded(_paired(low, high).astype(np.float64)),
            result,
            (_F32, _F32),
        )
    values_of, _ = _HALVES[source.removesuffix("x2")]
    return elementwise(decoder, lambda packed: encoded(values_of(_split(packed, _U16))), result, (_U32,))


def _to_scales(words: set[str], source: str, decoder: Decoder) -> Step:
    mode, clamp = _mode(words), "satfinite" in words
    if mode not in ("rz", "rp"):
        decoder.refuse("it does not know how this rounds")

    def encoded(values: Array) -> Array:
        return _joined(small_floats.encode_scale(values, mode, clamp=clamp), _U16)

    if source == "f32":
        return elementwise(
            decoder, lambda high, low: encoded(_paired(low, high).astype(np.float64)), _U16, (_F32, _F32)
        )
    return elementwise(decoder, lambda packed: encoded(rounding.of_bf16(_split(packed, _U16))), _U16, (_U32,))


def _from_small(words: set[str], name: str, decoder: Decoder) -> Step:
    four_bits = name == "e2m1"

    def function(packed: Array) -> Array:
        if four_bits:
            codes = np.stack((packed & np.uint8(15), packed >> np.uint8(4)), axis=1)
        else:
            codes = _split(packed, _U8)
        values = small_floats.decode(codes, name)
        if "relu" in words:
            values = np.where(values < 0, 0.0, values)
        return _joined(rounding.canonical(values.astype(np.float16)), _U32)

    return elementwise(decoder, function, _U32, (_U8 if four_bits else _U16,))
