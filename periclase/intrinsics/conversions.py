"""Conversions between floats of 32, 16, 8, 6 and 4 bits, several of them in one word: of two, the first is in the low half.

Tensor cores take `tf32` in 32 bits, and 8-bit floats in the formats `e4m3` and `e5m2` (bits of the exponent and of the mantissa).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from periclase.intrinsics.architectures import BLACKWELL, DATACENTER_EACH
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import Intrinsic, MlirForm, Requirement

_HOPPER: Final = Requirement(90, 78)
_BLACKWELL: Final = Requirement(100, 86)
_RELU: Final = "`relu` takes what is negative to zero."

_CHANCE: Final = "a number that lies nearer to one of them goes there more often"

_PAIR: Final = "a = $high, b = $low"
_RELU_WORD: Final = "relu = {relu?true|false}"
_BYTE: Final = "{format=e4m3?f8E4M3FN|f8E5M2}"
_SIX_BITS: Final = "{format=e2m3?f6E2M3FN|f6E3M2FN}"
"""How MLIR writes the parts of a conversion."""


def _unpacked(source: str, type: str, format: str) -> MlirForm:
    return mlir(
        f"convert.{source}x2.to.f16x2",
        f"src = $x: {type}",
        f"{_RELU_WORD}, srcType = {format}",
        "vector<2xf16>",
    )


def _from_pairs() -> Iterator[Intrinsic]:
    for packed in ("f16x2", "bf16x2"):
        yield instruction(
            f"cvt_{packed}_f32",
            "conversions",
            "(high: f32, low: f32, rounding: rn|rz = rn, relu: flag) -> u32",
            f"cvt.{{rounding}}{{relu?.relu}}.{packed}.f32 $d, $high, $low;",
            f"`high` and `low` rounded to the halves of an `{packed}`; {_RELU}",
            sm=80,
            isa=70,
            section="cvt",
            cpu=f"cvt_{packed}_f32{{rounding=rz?_rz}}{{relu?_relu}}",
            mlir=mlir(
                f"convert.f32x2.to.{packed}",
                "src_hi = $high, src_lo = $low",
                f"rnd = {{rounding}}, {_RELU_WORD}",
                f"vector<2x{packed.removesuffix('x2')}>",
            ),
        )
    yield instruction(
        "cvt_f8x2_f32",
        "conversions",
        "(high: f32, low: f32, format: e4m3|e5m2, relu: flag) -> u16",
        "cvt.rn.satfinite{relu?.relu}.{format}x2.f32 $d, $high, $low;",
        f"`high` and `low` rounded to two 8-bit floats, clamped to the largest finite ones; {_RELU}",
        sm=89,
        isa=81,
        section="cvt",
        cpu="cvt_f8x2_f32_{format}{relu?_relu}",
        mlir=mlir(
            "convert.f32x2.to.f8x2", _PAIR, f"rnd = rn, sat = satfinite, {_RELU_WORD}, dstTy = {_BYTE}"
        ),
    )
    yield instruction(
        "cvt_f6x2_f32",
        "conversions",
        "(high: f32, low: f32, format: e2m3|e3m2, relu: flag) -> u16",
        "cvt.rn.satfinite{relu?.relu}.{format}x2.f32 $d, $high, $low;",
        f"`high` and `low` rounded to two 6-bit floats, one a byte, clamped to the largest finite ones; {_RELU}",
        sm=100,
        isa=86,
        only=BLACKWELL,
        section="cvt",
        cpu="cvt_f6x2_f32_{format}{relu?_relu}",
        mlir=mlir("convert.f32x2.to.f6x2", _PAIR, f"{_RELU_WORD}, dstTy = {_SIX_BITS}"),
    )
    yield instruction(
        "cvt_f4x2_f32",
        "conversions",
        "(high: f32, low: f32, relu: flag) -> u16",
        "{ .reg .b8 pair; cvt.rn.satfinite{relu?.relu}.e2m1x2.f32 pair, $high, $low; cvt.u16.u8 $d, pair; }",
        f"`high` and `low` rounded to two 4-bit floats (`e2m1`) in one byte, clamped to the largest finite ones; {_RELU}",
        sm=100,
        isa=86,
        only=BLACKWELL,
        section="cvt",
        cpu="cvt_f4x2_f32{relu?_relu}",
        mlir=mlir("convert.f32x2.to.f4x2", _PAIR, f"{_RELU_WORD}, dstTy = f4E2M1FN", "i8"),
    )
    yield instruction(
        "cvt_ue8m0x2_f32",
        "conversions",
        "(high: f32, low: f32, rounding: rz|rp, satfinite: flag) -> u16",
        "cvt.{rounding}{satfinite?.satfinite}.ue8m0x2.f32 $d, $high, $low;",
        "The exponents of `high` and `low` as two scales, powers of two of 8 bits.",
        sm=100,
        isa=86,
        only=BLACKWELL,
        section="cvt",
        mlir=mlir(
            "convert.f32x2.to.f8x2",
            _PAIR,
            "rnd = {rounding}, sat = {satfinite?satfinite|none}, dstTy = f8E8M0FNU",
        ),
    )


def _by_chance() -> Iterator[Intrinsic]:
    for packed in ("f16x2", "bf16x2"):
        yield instruction(
            f"cvt_{packed}_f32_rs",
            "conversions",
            "(high: f32, low: f32, random: u32, relu: flag, satfinite: flag) -> u32",
            f"cvt.rs{{relu?.relu}}{{satfinite?.satfinite}}.{packed}.f32 $d, $high, $low, $random;",
            f"`high` and `low` rounded to the halves of an `{packed}`, up or down by the bits `random`: {_CHANCE}; "
            f"`satfinite` clamps to the largest finite number, {_RELU}",
            sm=100,
            isa=87,
            only=DATACENTER_EACH,
            section="cvt",
            mlir=mlir(
                f"convert.f32x2.to.{packed}",
                "src_hi = $high, src_lo = $low, rbits = $random",
                f"rnd = rs, sat = {{satfinite?satfinite|none}}, {_RELU_WORD}",
                f"vector<2x{packed.removesuffix('x2')}>",
            ),
        )
    for bits, formats, result, type, mlir_result in (
        (8, "format: e4m3|e5m2, ", "u32", _BYTE, "vector<4xi8>"),
        (6, "format: e2m3|e3m2, ", "u32", _SIX_BITS, "vector<4xi8>"),
        (4, "", "u16", "f4E2M1FN", ""),
    ):
        word = "{format}" if formats else "e2m1"
        yield instruction(
            f"cvt_f{bits}x4_f32_rs",
            "conversions",
            f"(x: f32*4, random: u32, {formats}relu: flag) -> {result}",
            f"cvt.rs{{relu?.relu}}.satfinite.{word}x4.f32 $d, {{ $x3, $x2, $x1, $x0 }}, $random;",
            f"The four `x`, the first in the lowest bits, rounded to {bits}-bit floats, up or down by the bits `random`: "
            f"{_CHANCE}; clamped to the largest finite ones; {_RELU}",
            sm=100,
            isa=87,
            only=DATACENTER_EACH,
            section="cvt",
            mlir=mlir(
                f"convert.f32x4.to.f{bits}x4",
                "src = $x: vector, rbits = $random",
                f"{_RELU_WORD}, dstTy = {type}",
                mlir_result,
            ),
        )


def _between() -> Iterator[Intrinsic]:
    yield instruction(
        "cvt_f8x2_f16x2",
        "conversions",
        "(x: u32, format: e4m3|e5m2, relu: flag) -> u16",
        "cvt.rn.satfinite{relu?.relu}.{format}x2.f16x2 $d, $x;",
        f"The halves of the `f16x2` `x` rounded to 8-bit floats, clamped to the largest finite ones; {_RELU}",
        sm=89,
        isa=81,
        section="cvt",
        cpu="cvt_f8x2_f16x2_{format}{relu?_relu}",
        mlir=mlir("convert.f16x2.to.f8x2", "a = $x: vector<2xf16>", f"{_RELU_WORD}, dstTy = {_BYTE}"),
    )
    yield instruction(
        "cvt_f16x2_f8x2",
        "conversions",
        "(x: u16, format: e4m3|e5m2, relu: flag) -> u32",
        "cvt.rn{relu?.relu}.f16x2.{format}x2 $d, $x;",
        f"Two 8-bit floats as an `f16x2`, exactly; {_RELU}",
        sm=89,
        isa=81,
        section="cvt",
        cpu="cvt_f16x2_f8x2_{format}{relu?_relu}",
        mlir=_unpacked("f8", "vector<2xi8>", _BYTE),
    )
    yield instruction(
        "cvt_f16x2_f6x2",
        "conversions",
        "(x: u16, format: e2m3|e3m2, relu: flag) -> u32",
        "cvt.rn{relu?.relu}.f16x2.{format}x2 $d, $x;",
        f"Two 6-bit floats, one a byte, as an `f16x2`, exactly; {_RELU}",
        sm=100,
        isa=86,
        only=BLACKWELL,
        section="cvt",
        cpu="cvt_f16x2_f6x2_{format}{relu?_relu}",
        mlir=_unpacked("f6", "vector<2xi8>", _SIX_BITS),
    )
    yield instruction(
        "cvt_f16x2_f4x2",
        "conversions",
        "(x: u16, relu: flag) -> u32",
        "{ .reg .b8 pair; cvt.u8.u16 pair, $x; cvt.rn{relu?.relu}.f16x2.e2m1x2 $d, pair; }",
        f"Two 4-bit floats (`e2m1`) in the low byte of `x` as an `f16x2`, exactly; {_RELU}",
        sm=100,
        isa=86,
        only=BLACKWELL,
        section="cvt",
        cpu="cvt_f16x2_f4x2{relu?_relu}",
        mlir=_unpacked("f4", "i8", "f4E2M1FN"),
    )
    yield instruction(
        "cvt_bf16x2_ue8m0x2",
        "conversions",
        "(x: u16) -> u32",
        "cvt.rn.bf16x2.ue8m0x2 $d, $x;",
        "Two scales, powers of two of 8 bits, as a `bf16x2`, exactly.",
        sm=100,
        isa=86,
        only=BLACKWELL,
        section="cvt",
        cpu="cvt_bf16x2_ue8m0x2",
        mlir=mlir(
            "convert.f8x2.to.bf16x2", "src = $x: vector<2xi8>", "srcType = f8E8M0FNU", "vector<2xbf16>"
        ),
    )

    yield instruction(
        "cvt_ue8m0x2_bf16x2",
        "conversions",
        "(x: u32, rounding: rz|rp, satfinite: flag) -> u16",
        "cvt.{rounding}{satfinite?.satfinite}.ue8m0x2.bf16x2 $d, $x;",
        "The exponents of the halves of the `bf16x2` `x` as two scales, powers of two of 8 bits.",
        sm=100,
        isa=86,
        only=BLACKWELL,
        section="cvt",
        mlir=mlir(
            "convert.bf16x2.to.f8x2",
            "a = $x: vector<2xbf16>",
            "rnd = {rounding}, sat = {satfinite?satfinite|none}, dstTy = f8E8M0FNU",
        ),
    )


ROWS: Final = (
    instruction(
        "cvt_tf32_f32",
        "conversions",
        "(x: f32, rounding: rna|rn|rz = rna, relu: flag, satfinite: flag) -> u32",
        "cvt.{rounding}{relu?.relu}{satfinite?.satfinite}.tf32.f32 $d, $x;",
        "`x` rounded to a `tf32` (`rna` takes a tie away from zero); `satfinite` clamps to the largest finite number, "
        "`relu` takes what is negative to zero.",
        sm=80,
        isa=70,
        needs={
            "rn": _HOPPER,
            "rz": _HOPPER,
            "satfinite": Requirement(80, 81),
            "rn+satfinite": _BLACKWELL,
            "rz+satfinite": _BLACKWELL,
        },
        limits={"relu": ("rn", "rz")},
        section="cvt",
        cpu="cvt_tf32_f32_{rounding}{relu?_relu}{satfinite?_satfinite}",
        mlir=mlir(
            "convert.float.to.tf32",
            "src = $x",
            f"rnd = {{rounding}}, sat = {{satfinite?satfinite|none}}, {_RELU_WORD}",
        ),
    ),
    *_from_pairs(),
    *_by_chance(),
    *_between(),
)
