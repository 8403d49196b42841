"""Reading IR text for the tools."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, StringAttr
from xdsl.utils.exceptions import ParseError

from periclase.tools.ir_diagnostics import PlacedParser


def parser(text: str) -> PlacedParser:
    context = Context()
    context.load_dialect(Builtin)
    return PlacedParser(context, text, "k.mlir")


@pytest.mark.parametrize("before", ["", '"builtin.module"() '])
def test_a_string_that_is_never_closed_is_an_error_however_long(before: str):
    # Were it exponential, this would not end.
    text = before + '"' + "a long text without an end " * 20
    with pytest.raises(ParseError, match="string literal"):
        parser(text).parse_module()


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ('""', ""),
        ('"plain"', "plain"),
        (r'"\"quoted\" \\ \n\t"', '"quoted" \\ \n\t'),
        (r'"\41\5A"', "AZ"),
        ('"a" "b"', "a"),
    ],
)
def test_strings_are_read_as_they_are_written(literal: str, value: str):
    assert parser(literal).parse_attribute() == StringAttr(value)


@pytest.mark.parametrize("literal", ['"line\nend"', r'"\q"', r'"\4"', '"'])
def test_what_is_no_string_is_refused(literal: str):
    with pytest.raises(ParseError):
        parser(literal).parse_attribute()
