"""The table of the documentation: every number is in it, every test that it names exists, and what does not apply says why."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
PAGE = TESTS.parent / "docs" / "conformance.md"
REASON = "does not apply: "


def rows() -> list[tuple[str, str, str]]:
    """The rows of all tables: number, what is asked, test."""
    found: list[tuple[str, str, str]] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells[0] != "no." and not set(cells[0]) <= {"-"}:
            number, asked, test = cells
            found.append((number, asked, test))
    return found


ROWS = rows()


@cache
def tests_of(path: Path) -> frozenset[str]:
    """`function` and `Class::function` of a file; a test case that is assigned to a name counts as a class."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
    return frozenset(name for name in found if name.split("::")[-1].lower().startswith("test"))


def test_every_number_is_there_once() -> None:
    numbers = [number for number, _, _ in ROWS]
    assert len(numbers) == len(set(numbers))
    wanted = [str(number) for number in range(1, 175)] + list("ABCDEFGHIJ")
    assert [number for number in wanted if number not in numbers] == []
    assert [int(number) for number in numbers if number.isdigit()] == list(range(1, 175))


@pytest.mark.parametrize(("number", "asked", "test"), ROWS, ids=[row[0] for row in ROWS])
def test_a_row_names_tests_that_exist_or_says_why_not(number: str, asked: str, test: str) -> None:
    assert len(asked) > 10
    named, _, reason = test.partition(REASON)
    names = re.findall(r"`([^`]+)`", named)
    if REASON in test:
        assert len(reason) > 20
    else:
        assert names
    assert not re.sub(r"`[^`]+`|[\s;]", "", named), "text that is neither a test nor a reason"
    for name in names:
        file, _, function = name.partition("::")
        assert (TESTS / file).is_file(), name
        assert function in tests_of(TESTS / file), name
