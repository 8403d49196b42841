"""Arithmetic of 16-bit floats, and of two of them in one word: `f16x2` and `bf16x2`, the first element in the low half."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from periclase.intrinsics.instruction import instruction
from periclase.intrinsics.model import Intrinsic, Requirement

_AMPERE: Final = Requirement(80, 70)


def _sums() -> Iterator[Intrinsic]:
    words = {"add": "Sum", "sub": "Difference", "mul": "Product"}
    for name, summary in words.items():
        yield instruction(
            f"{name}_f16x2",
            "halves",
            "(x: u32, y: u32, ftz: flag, sat: flag) -> u32",
            f"{name}.rn{{ftz?.ftz}}{{sat?.sat}}.f16x2 $d, $x, $y;",
            f"{summary} of `x` and `y`, each half on its own; `sat` clamps to [0, 1].",
            sm=53,
            isa=42,
            cpu=f"{name}_f16x2{{ftz?_ftz}}{{sat?_sat}}",
        )
        yield instruction(
            f"{name}_bf16x2",
            "halves",
            "(x: u32, y: u32) -> u32",
            f"{name}.rn.bf16x2 $d, $x, $y;",
            f"{summary} of `x` and `y`, each half on its own.",
            sm=90,
            isa=78,
            cpu=f"{name}_bf16x2",
        )
    yield instruction(
        "fma_f16x2",
        "halves",
        "(x: u32, y: u32, z: u32, ftz: flag, clamp: none|sat|relu = none) -> u32",
        "fma.rn{ftz?.ftz}{clamp?.{clamp}}.f16x2 $d, $x, $y, $z;",
        "`x` · `y` + `z`, each half on its own, rounded once; `sat` clamps to [0, 1], `relu` takes what is negative, "
        "or NaN, to zero.",
        sm=53,
        isa=42,
        needs={"relu": _AMPERE},
        cpu="fma_f16x2{ftz?_ftz}{clamp?_{clamp}}",
    )
    yield instruction(
        "fma_bf16x2",
        "halves",
        "(x: u32, y: u32, z: u32, relu: flag) -> u32",
        "fma.rn{relu?.relu}.bf16x2 $d, $x, $y, $z;",
        "`x` · `y` + `z`, each half on its own, rounded once; `relu` takes what is negative to zero.",
        sm=80,
        isa=70,
    )


def _signs() -> Iterator[Intrinsic]:
    for name, summary, isa in (("abs", "Absolute value", 65), ("neg", "Negative", 60)):
        yield instruction(
            f"{name}_f16x2",
            "halves",
            "(x: u32) -> u32",
            f"{name}.f16x2 $d, $x;",
            f"{summary} of each half of `x`.",
            sm=53,
            isa=isa,
            cpu=f"{name}_halves",
        )
        yield instruction(
            f"{name}_bf16x2",
            "halves",
            "(x: u32) -> u32",
            f"{name}.bf16x2 $d, $x;",
            f"{summary} of each half of `x`.",
            sm=80,
            isa=70,
            cpu=f"{name}_halves",
        )


_EXTREMES: Final = (
    "`nan` gives NaN if one is NaN, else the other is taken; `xorsign_abs` compares the absolute values and takes the "
    "exclusive or "
    "of the signs."
)
_EXTREME_NEEDS: Final = {"nan": _AMPERE, "xorsign_abs": Requirement(86, 72)}


def _extremes() -> Iterator[Intrinsic]:
    for name, summary in (("min", "The smaller"), ("max", "The larger")):
        modifiers = "{ftz?.ftz}{nan?.NaN}{xorsign_abs?.xorsign.abs}"
        yield instruction(
            f"{name}_float",
            "halves",
            "(x: T, y: T, ftz: flag, nan: flag, xorsign_abs: flag) -> T",
            f"{name}{modifiers}.{{T}} $d, $x, $y;",
            f"{summary} of `x` and `y`; {_EXTREMES}",
            types=("f32", "f16", "bf16"),
            needs={**_EXTREME_NEEDS, "f16": _AMPERE, "bf16": _AMPERE},
            limits={"ftz": ("f32", "f16")},
            cpu=f"{name}_float{{ftz?_ftz}}{{nan?_nan}}{{xorsign_abs?_xorsign}}",
        )
        yield instruction(
            f"{name}_f16x2",
            "halves",
            "(x: u32, y: u32, ftz: flag, nan: flag, xorsign_abs: flag) -> u32",
            f"{name}{modifiers}.f16x2 $d, $x, $y;",
            f"{summary} of `x` and `y`, each half on its own; {_EXTREMES}",
            sm=80,
            isa=70,
            needs=_EXTREME_NEEDS,
            cpu=f"{name}_halves_f16{{ftz?_ftz}}{{nan?_nan}}{{xorsign_abs?_xorsign}}",
        )
        yield instruction(
            f"{name}_bf16x2",
            "halves",
            "(x: u32, y: u32, nan: flag, xorsign_abs: flag) -> u32",
            f"{name}{modifiers.removeprefix('{ftz?.ftz}')}.bf16x2 $d, $x, $y;",
            f"{summary} of `x` and `y`, each half on its own; {_EXTREMES}",
            sm=80,
            isa=70,
            needs=_EXTREME_NEEDS,
            cpu=f"{name}_halves_bf16{{nan?_nan}}{{xorsign_abs?_xorsign}}",
        )


def _functions() -> Iterator[Intrinsic]:
    for name, types, summary in (
        ("tanh", ("f16x2", "bf16x2"), "Hyperbolic tangent"),
        ("ex2", ("f16x2", "bf16x2"), "2 to the power"),
    ):
        for packed in types:
            bf16 = packed.startswith("b")
            ftz = ".ftz" if name == "ex2" and bf16 else ""
            yield instruction(
                f"{name}_approx_{packed}",
                "halves",
                "(x: u32) -> u32",
                f"{name}.approx{ftz}.{packed} $d, $x;",
                f"{summary} of each half of `x`, approximately.",
                sm=90 if bf16 else 75,
                isa=78 if bf16 else 70,
            )


ROWS: Final = (*_sums(), *_signs(), *_extremes(), *_functions())
