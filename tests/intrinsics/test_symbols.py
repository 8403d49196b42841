"""Names of declared intrinsics and their way back."""

from __future__ import annotations

import pytest

from periclase.intrinsics.forms import forms
from periclase.intrinsics.model import Intrinsic, ParameterKind
from periclase.intrinsics.symbols import (
    SuffixError,
    is_intrinsic_symbol,
    pointer_suffixes,
    read_suffixes,
    split_symbol,
    symbol_for,
)
from periclase.intrinsics.table import INTRINSICS


def test_a_symbol_splits_into_what_it_was_made_of() -> None:
    symbol = symbol_for(INTRINSICS["atomic_add"], ("si32", "shared", "acquire", "block"))
    assert symbol == "__periclase_intrinsic.atomic_add.si32.shared.acquire.block"
    assert is_intrinsic_symbol(symbol)
    assert split_symbol(symbol) == ("atomic_add", ("si32", "shared", "acquire", "block"))


def test_other_names_are_no_intrinsics() -> None:
    assert not is_intrinsic_symbol("thread_idx_x")
    assert split_symbol("saxpy") is None


@pytest.mark.parametrize("row", INTRINSICS.values(), ids=lambda row: row.name)
@pytest.mark.parametrize("pointer", [("", True), ("shared", True), ("global", False)])
def test_suffixes_are_read_back(row: Intrinsic, pointer: tuple[str, bool]) -> None:
    space, mutable = pointer
    places = sum(p.kind is ParameterKind.PLACE for p in row.parameters)
    for form in forms(row):
        types = form.overload.suffixes
        suffixes = (*types, *pointer_suffixes(space, mutable=mutable) * places, *form.suffixes)
        read = read_suffixes(row, suffixes)
        assert read.type == (types[0] if types else None)
        assert read.immediates == form.immediates


def test_what_is_left_out_has_its_default() -> None:
    assert read_suffixes(INTRINSICS["atomic_add"], ("f32",)).immediates == {
        "order": "relaxed",
        "scope": "device",
    }
    assert read_suffixes(INTRINSICS["inline_ptx"], ()).immediates == {"result": "void"}


@pytest.mark.parametrize(
    ("name", "suffixes", "message"),
    [
        ("atomic_add", ("f32", "sideways"), "'sideways' is no 'order'"),
        ("atomic_load", ("f32", "release"), "'release' is no 'order'"),
        ("thread_idx_x", ("f32",), "unexpected suffix 'f32'"),
        ("cp_async_wait_group", (), "'pending' is missing"),
        ("cp_async", ("f32", "3"), "'3' is no 'size': expected 4, 8, 16"),
    ],
)
def test_suffixes_that_do_not_fit(name: str, suffixes: tuple[str, ...], message: str) -> None:
    with pytest.raises(SuffixError, match=message):
        read_suffixes(INTRINSICS[name], suffixes)
