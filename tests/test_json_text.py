"""Reading JSON without the package: the same values, and a ValueError for what is none."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from periclase.json_text import loads

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_it_reads_what_json_writes(value: object) -> None:
    assert loads(json.dumps(value)) == value


def test_numbers_that_are_none() -> None:
    assert math.isnan(loads("NaN")) and loads("-Infinity") == -math.inf


@pytest.mark.parametrize("text", ["", " 1", "1 ", "[1", "[1]]", "{1:2}", "nul", '"\n"', "1,", "'a'"])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of any kind, and no other exception
        loads(text)


def test_what_nests_too_deep() -> None:
    with pytest.raises(RecursionError):
        loads("[" * 100_000)
