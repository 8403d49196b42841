"""Functions of the device crate that have one stub each and names made by rule, as cuda-oxide's crate has them.

`float::add_rz_ftz_f32` is `stubs::add_rounded__f32__rz__ftz`, `f16x2::fma_relu_f16x2` is `stubs::fma_f16x2__relu`: a name is the
operation, its words, and the type. Which there are is what stubs there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

_STUB: Final = re.compile(
    r"^/// (?P<summary>.*)\n#\[inline\(never\)\]\npub fn (?P<name>\w+)\((?P<parameters>[^)]*)\)(?: -> (?P<result>\w+))? \{",
    re.MULTILINE,
)
_ROUNDINGS: Final = ("rn", "rz", "rm", "rp")
_APPROXIMATE: Final = ("sin", "cos", "ex2", "lg2", "rsqrt", "sqrt", "tanh")


class Stub:
    """A stub in the text of the module.

    Attributes:
        name: its own.
        parameters: names and types.
        result: the type of what it gives.
        summary: what it does.
    """

    def __init__(self, match: re.Match[str]):
        self.name = match["name"]
        self.parameters = [
            (name.lstrip("_"), type)
            for name, _, type in (part.partition(": ") for part in match["parameters"].split(", ") if part)
        ]
        self.result = match["result"] or "()"
        self.summary = match["summary"]


def stubs_in(text: str) -> Mapping[str, Stub]:
    """The stubs without constant parameters in the text of the module, by name."""
    return {match["name"]: Stub(match) for match in _STUB.finditer(text)}


def _name(*parts: str) -> str:
    return "_".join(part for part in parts if part)


def _stub(*parts: str) -> str:
    return "__".join(part for part in parts if part)


def _floats() -> Iterator[tuple[str, str]]:
    """Names in `float`, and the stubs for them."""
    for operation in ("add", "mul", "fma", "div", "rcp", "sqrt"):
        for type, rounding, ftz, sat in product(("f32", "f64"), _ROUNDINGS, ("", "ftz"), ("", "sat")):
            yield (
                _name(operation, rounding, ftz, sat, type),
                _stub(f"{operation}_rounded", type, rounding, ftz, sat),
            )
    for operation in _APPROXIMATE:
        yield f"{operation}_approx_f32", f"{operation}_approx"
        yield f"{operation}_approx_ftz_f32", f"{operation}_approx_ftz"
    yield "rcp_approx_ftz_f32", "rcp_approx_ftz"
    yield "rcp_approx_ftz_f64", "rcp_approx_f64"
    yield "rsqrt_approx_f64", "rsqrt_approx_f64"
    for operation in ("min", "max"):
        for ftz, nan in product(("", "ftz"), ("", "nan")):
            yield (
                _name(operation, ftz, nan, "xorsign_abs_f32"),
                _stub(f"{operation}_float", "f32", ftz, nan, "xorsign_abs"),
            )


def _packed(type: str) -> Iterator[tuple[str, str]]:
    """Names in `f16x2` or `bf16x2`, and the stubs for them."""
    for operation in ("add", "sub", "mul", "abs", "neg"):
        yield f"{operation}_{type}", f"{operation}_{type}"
    for ftz, end in product(("", "ftz"), ("", "sat", "relu")):
        for none in ("none", ""):
            yield _name("fma", ftz, end, type), _stub(f"fma_{type}", ftz, end or none)
    for operation in ("min", "max"):
        for ftz, nan, sign in product(("", "ftz"), ("", "nan"), ("", "xorsign_abs")):
            yield _name(operation, ftz, nan, sign, type), _stub(f"{operation}_{type}", ftz, nan, sign)


def _halves(type: str) -> Iterator[tuple[str, str]]:
    """Names in `f16` or `bf16`, and the stubs for them; those of both halves of a word, of which one is used, for `bf16`."""
    for operation in ("min", "max"):
        for ftz, nan, sign in product(("", "ftz"), ("", "nan"), ("", "xorsign_abs")):
            family = f"{operation}_float__f16" if type == "f16" else f"{operation}_bf16x2"
            yield _name(operation, ftz, nan, sign, type), _stub(family, ftz, nan, sign)


def _conversions() -> Iterator[tuple[str, str]]:
    """Names in `convert`, and the stubs for them."""
    for rounding, relu in product(("rn", "rz"), ("", "relu")):
        for type in ("f16x2", "bf16x2"):
            yield _name("cvt", rounding, relu, f"{type}_f32"), _stub(f"cvt_{type}_f32", rounding, relu)
    yield "cvt_f16x2_f32", "cvt_f16x2_f32__rn"
    for form, relu in product(("e4m3", "e5m2"), ("", "relu")):
        yield _name("cvt_rn", relu, f"f16x2_{form}x2"), _stub("cvt_f16x2_f8x2", form, relu)
        for source in ("f32", "f16x2"):
            yield (
                _name("cvt_rn_satfinite", relu, f"{form}x2_{source}"),
                _stub(f"cvt_f8x2_{source}", form, relu),
            )
    for rounding, relu, sat in product(("rn", "rz", "rna"), ("", "relu"), ("", "satfinite")):
        yield _name("cvt", rounding, relu, sat, "tf32_f32"), _stub("cvt_tf32_f32", rounding, relu, sat)


def _function(name: str, stub: Stub, half: str) -> str:
    """A function that is a call of a stub.

    Args:
        half: the type of 16 bits that its numbers are, as `u16`; empty where they are what the stub takes.
    """
    types = ["u16" if half else type for _, type in stub.parameters]
    names = [parameter for parameter, _ in stub.parameters]
    order = [("low", "high") if names == ["high", "low"] else tuple(names)][0]
    parameters = ", ".join(f"{n}: {t}" for n, t in zip(order, types, strict=True))
    passed, result, after = ", ".join(names), stub.result, ""
    if half == "f16":
        passed, result, after = ", ".join(f"f16::from_bits({n})" for n in names), "u16", ".to_bits()"
    elif half == "bf16":
        passed, result, after = ", ".join(f"{n} as u32" for n in names), "u16", " as u16"
    return (
        f"/// {stub.summary}\n#[inline(always)]\npub fn {name}({parameters}) -> {result} {{\n"
        f"    crate::stubs::{stub.name}({passed}){after}\n}}\n"
    )


FILES: Final = ("float", "f16x2", "bf16x2", "f16", "bf16", "convert")
"""The modules that include a `NAME_forms.rs`."""


def forms_source(module: str, stubs: Mapping[str, Stub]) -> str:
    """The text of `NAME_forms.rs` for a module of the device crate."""
    rows = {
        "float": _floats,
        "f16x2": lambda: _packed("f16x2"),
        "bf16x2": lambda: _packed("bf16x2"),
        "f16": lambda: _halves("f16"),
        "bf16": lambda: _halves("bf16"),
        "convert": _conversions,
    }[module]()
    half = module if module in ("f16", "bf16") else ""
    made = {name: _function(name, stubs[stub], half) for name, stub in rows if stub in stubs}
    return "\n".join(made.values())
