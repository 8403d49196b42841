"""Formats of printf and the values they print."""

from __future__ import annotations

import pytest

from periclase.intrinsics.printf_format import FormatError, fit_format


@pytest.mark.parametrize(
    ("format", "arguments", "fitted"),
    [
        ("plain 100%%\n", (), "plain 100%%\n"),
        ("%d %d", ("i32", "i64"), "%d %lld"),
        ("%lld %hhu", ("i32", "i32"), "%d %u"),
        ("%-8.3f|%g", ("f64", "f64"), "%-8.3f|%g"),
        ("%*d %.*f", ("i32", "i64", "i32", "f64"), "%*lld %.*f"),
        ("%#018lx", ("i64",), "%#018llx"),
        ("%c%s%p", ("i32", "ptr", "ptr"), "%c%s%p"),
    ],
)
def test_lengths_are_those_of_the_values(format: str, arguments: tuple[str, ...], fitted: str) -> None:
    assert fit_format(format, arguments) == fitted


@pytest.mark.parametrize(
    ("format", "arguments", "message"),
    [
        ("%d", (), "there is no value for '%d'"),
        ("%d", ("i32", "i32", "f64"), "the format prints 1 of 3 values"),
        ("%f", ("i32",), "'%f' takes a float, but value 1 is a 32-bit integer"),
        ("%d %x", ("i32", "f64"), "'%x' takes a 32-bit integer or a 64-bit integer, but value 2 is a float"),
        ("%s", ("i64",), "'%s' takes a pointer"),
        ("%n", ("ptr",), "there is no conversion '%n'"),
        ("100%", (), "ends within a conversion"),
        ("%*d", ("f64", "i32"), "the width of '%\\*d' takes a 32-bit integer"),
    ],
)
def test_what_does_not_fit_is_an_error(format: str, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        fit_format(format, arguments)
