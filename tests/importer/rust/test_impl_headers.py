"""Which impl an item belongs to, from the text of its header."""

from __future__ import annotations

import pytest

from periclase.importer.rust.impl_headers import ImplHeader
from periclase.importer.rust.mir_lexer import Cursor, MirText
from periclase.importer.rust.type_parser import parse_path, parse_type


def cursor(text: str) -> Cursor:
    return Cursor(MirText("<test>", [text]), 0)


@pytest.mark.parametrize(
    "header, type, trait, fits",
    [
        ("impl Shape for A", "A", "Shape", True),
        ("impl Shape for B", "A", "Shape", False),
        ("impl Shape for A", "A", "Other", False),
        ("impl A", "A", "Shape", False),
        ("impl A", "A", None, True),
        ("impl Shape for A", "A", None, False),
        ("unsafe impl crate::Shape for A where A: Copy", "A", "m::Shape", True),
        ("impl<'a, T: Fn(u8) -> T> Shape for S<'a, T>", "S<'_, u8>", "Shape", None),
        ("impl Shape for S<u8>", "S<u8>", "Shape", True),
        ("impl Shape for S<u8>", "S<u16>", "Shape", False),
        ("impl From<u8> for A", "A", "From<u8>", True),
        ("impl From<u8> for A", "A", "From<u16>", False),
        ("impl<T> Shape for T", "A", "Shape", None),
        ("impl Shape for $name", "A", "Shape", None),
        ("impl Shape for m::A", "A", "Shape", None),
        ("impl Shape for A", "m::A", "Shape", None),
        ("impl Shape for Renamed", "A", "Shape", None),
        ("impl Shape for u32", "u32", "Shape", True),
        ("impl Shape for u8", "u32", "Shape", False),
        ("impl Shape for [u8; 4]", "A", "Shape", False),
        ("impl Shape for &A", "&A", "Shape", True),
        ("impl<A: Shape> Shape for (A, u8)", "(A, u8)", "Shape", None),
        ("impl Shape for (u8, u8)", "(u8, u8)", "Shape", True),
        ("impl Shape for (u8, u8)", "(u8, u16)", "Shape", False),
        ("impl Shape for A", "(u8, u16)", "Shape", False),
        ("impl Shape for [u8; 4]", "[u8; 4]", "Shape", True),
        ("impl Shape for [u8; 4]", "[u8; 5]", "Shape", False),
        ("impl Shape for [u8]", "[u8; 5]", "Shape", False),
        ("impl Shape for *const u8", "[u8; 5]", "Shape", False),
        ("Clone", "A", "core::clone::Clone", None),
        ("Debug", "A", "core::clone::Clone", False),
    ],
)
def test_a_header_tells_what_it_is_for(header: str, type: str, trait: str | None, fits: bool | None) -> None:
    file = "type Renamed = A;"
    parsed = None if trait is None else parse_path(cursor(trait))
    assert ImplHeader(header, (), file).fits(parse_type(cursor(type)), parsed) is fits
