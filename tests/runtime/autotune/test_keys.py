"""Keys: anchors, the key of functions that name none, and texts."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from periclase.diagnostics import DiagnosticError
from periclase.runtime.autotune.keys import anchor, default_key, key_text
from periclase.runtime.device import Device


@pytest.mark.parametrize(
    ("size", "options", "expected"),
    [
        (1, {}, 1),
        (2, {}, 2),
        (3, {}, 4),
        (1000, {}, 1024),
        (1024, {}, 1024),
        (0, {}, 1),
        (5, {"least": 64}, 64),
        (5000, {"most": 4096}, 4096),
        (17, {"base": 4}, 64),
        (64, {"base": 4}, 64),
    ],
)
def test_an_anchor_is_the_next_power(size: int, options: dict[str, int], expected: int) -> None:
    assert anchor(size, **options) == expected


def test_anchors_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="base"):
        anchor(5, base=1)
    with pytest.raises(ValueError, match="largest"):
        anchor(5, least=8, most=4)


@given(st.integers(1, 1 << 40), st.integers(2, 16))
def test_an_anchor_is_an_anchor_of_itself(size: int, base: int) -> None:
    found = anchor(size, base=base)
    assert size <= found < size * base
    assert anchor(found, base=base) == found


class Mode(enum.Enum):
    FAST = 1


def test_the_default_key_has_what_usually_matters(python_device: Device) -> None:
    x = python_device.zeros((3, 100))
    key = default_key(
        x, np.zeros(5, np.int64), 1000, -9, 0, 2.5, True, "text", Mode.FAST, (x, 3), b=None, a=7
    )
    assert key == (
        ("float32", 4, 128),
        ("int64", 8),
        1024,
        -16,
        0,
        None,
        True,
        "text",
        Mode.FAST,
        (("float32", 4, 128), 4),
        ("a", 8),
        ("b", None),
    )


@dataclass(frozen=True)
class Shape:
    rows: int
    dtype: Any


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (1, "1"),
        (np.int64(1), "1"),
        (True, "True"),
        (None, "None"),
        ("a'b", '"a\'b"'),
        (0.1, "0.1"),
        (float("nan"), "nan"),
        (np.float64(0.5), "0.5"),
        (np.dtype("float32"), "dtype float32"),
        ((1, [2, "x"]), "(1, (2, 'x'))"),
        ({3, 1, 2}, "{1, 2, 3}"),
        ({"b": 1, "a": 2}, "{'a': 2, 'b': 1}"),
        (Mode.FAST, "Mode.FAST"),
        (Shape(3, np.dtype("int8")), "Shape(rows=3, dtype=dtype int8)"),
        (int, "builtins.int"),
    ],
)
def test_the_text_of_a_key(key: Any, text: str) -> None:
    assert key_text(key) == text


def test_different_keys_have_different_texts() -> None:
    keys: list[Any] = ["1", 1, (1,), ((1,),), ("1",), ("1", ""), ("1, ''",), b"1", None, "None", (), ""]
    assert len({key_text(key) for key in keys}) == len(keys)


def test_what_has_no_text_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="no text to store it under") as raised:
        key_text((1, object()))
    assert raised.value.diagnostic.code == "PC0720"
