"""Formats of `gpu_printf!`, as C's `printf` takes them."""

from __future__ import annotations

import pytest

from periclase.importer.rust.format_text import FormatTextError, c_format


@pytest.mark.parametrize(
    "text, types, expected",
    [
        ("no values\n", [], "no values\n"),
        ("%d of C", ["si32"], "%d of C"),
        ("{} {}", ["si32", "ui64"], "%d %u"),
        ("{}", ["f32"], "%g"),
        ("{:.3} {:8.2} {:e}", ["f32", "f64", "f64"], "%.3f %8.2f %e"),
        ("{:x} {:#X} {:o}", ["ui32", "ui8", "si16"], "%x %#X %o"),
        ("{:>5}|{:<5}|{:05}|{:+}", ["si32"] * 4, "%5d|%-5d|%05d|%+d"),
        ("{:?} {:?}", ["si32", "f32"], "%d %g"),
        ("{:.6f} {:g} {:d}", ["f32", "f64", "si32"], "%.6f %g %d"),
        ("{0} {1}", ["ui32", "ui32"], "%u %u"),
        ("{:-8}|{: }|{:-8.2f}", ["si32", "si32", "f64"], "%-8d|% d|%-8.2f"),
        ("{{{}}} 100%", ["i1"], "{%u} 100%%"),
        ("{}", ["!mir.ptr<f32>"], "%p"),
    ],
)
def test_format(text: str, types: list[str], expected: str) -> None:
    assert c_format(text, types) == expected


@pytest.mark.parametrize(
    "text, types, message",
    [
        ("{}", [], "there is no value for `{}`"),
        ("{}", ["si32", "si32"], "2 values are given, and 1 printed"),
        ("{1} {0}", ["si32", "si32"], "out of order"),
        ("{", [], "a single `{`"),
        ("{name}", ["si32"], "a single `{`"),
        ("{:^5}", ["si32"], "centred"),
        ("{:x}", ["f32"], "no way to print a value of type f32"),
        ("{:e}", ["si32"], "no way to print a value of type si32"),
    ],
)
def test_wrong_format(text: str, types: list[str], message: str) -> None:
    with pytest.raises(FormatTextError, match=message):
        c_format(text, types)
