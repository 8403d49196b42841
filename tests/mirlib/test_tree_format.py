"""Syntax trees come back from JSON as they were."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from periclase.mirlib.problems import LibraryError
from periclase.mirlib.tree_format import decode_constant, decode_tree, encode_constant, encode_tree

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests").rglob("*.py"))[:60] + sorted((ROOT / "examples").rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_round_trip(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    again = decode_tree(json.loads(json.dumps(encode_tree(tree))))
    assert ast.dump(again, include_attributes=True) == ast.dump(tree, include_attributes=True)
    compile(again, str(path), "exec")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "value",
    [
        True,
        False,
        0,
        -1,
        2**200,
        0.1,
        -0.0,
        float("inf"),
        1e308,
        2j,
        -0j,
        "",
        "ä\n\ud800",
        b"\x00\xff",
        None,
        ...,
    ],
    ids=repr,
)
def test_constants(value: object) -> None:
    again = decode_constant(json.loads(json.dumps(encode_constant(value))))
    assert type(again) is type(value)
    assert repr(again) == repr(value)


def test_a_tree_without_the_fields_of_newer_pythons() -> None:
    data = encode_tree(ast.parse("def f(x): return x"))
    data["body"][0].pop("type_params", None)
    assert "def f(x)" in ast.unparse(decode_tree(data))


@pytest.mark.parametrize("name", ["TypeOfTomorrow", "parse", "literal_eval"])
def test_unknown_syntax_is_told(name: str) -> None:
    with pytest.raises(LibraryError, match=rf"PC0831\]: the library holds the syntax `{name}`"):
        decode_tree({"node": name})
