"""What is not agreed about is shown as a small program: of a long one with a planted fault only what it is about is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import agreement
import numpy as np
import pytest
from agreement import Program
from random_sources import kernel_source
from reduction import reduced

from periclase.interpreter import arithmetic
from periclase.runtime.device import Device

_LONG = bytes(range(7, 240, 3))


@contextmanager
def _fault() -> Iterator[None]:
    """The interpreter takes the exclusive or of 64 bits for the inclusive one."""
    right = arithmetic.INTEGERS["bitxor"]

    def wrong(a: int, b: int, type: object) -> int:
        return a | b if str(type) == "si64" else right(a, b, type)  # pyright: ignore[reportArgumentType]

    with mock.patch.dict(arithmetic.INTEGERS, {"bitxor": wrong}):
        yield


def test_a_planted_fault_is_told_by_a_small_program(levelled: Device) -> None:
    source = kernel_source(_LONG)
    assert len(source.splitlines()) > 40
    program = Program(source, np.arange(3, 11), np.arange(8) / 2)
    agreement.assert_agreement(levelled, program)
    with _fault(), pytest.raises(AssertionError) as caught:
        agreement.assert_agreement(levelled, program)
    text = str(caught.value)
    assert text.startswith("Python: ") and "w = [3, 4, 5, 6, 7, 8, 9, 10]" in text
    lines = [line for line in text[text.index("def k(") :].splitlines()[1:] if line.strip()]
    assert len(lines) <= 3 and any("^=" in line for line in lines), text


def test_blocks_and_expressions_become_smaller() -> None:
    source = """\
def unused():
    return 1
def k(x):
    for i in range(3):
        if x > i:
            match x:
                case 1:
                    x += (3 * wanted(x + 2)) if x else 7
                case _:
                    x = 5
        else:
            pass
    return x
"""
    assert reduced(source, lambda text: "wanted(" in text) == "def k(x):\n    x += wanted(1)\n"
