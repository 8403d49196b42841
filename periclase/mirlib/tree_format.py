"""Syntax trees of Python as JSON: what a library keeps of a definition instead of its text.

A node is `{"node": "Name", "at": [line, column, end line, end column], …}` with its fields by name, those without a value left
out; columns count UTF-8 bytes, as `ast` has them. A constant is `[kind, text]`, of which the text gives the same value again.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, cast

from periclase.mirlib.problems import LibraryError, refuse

Json = Any


def _text(value: str) -> str:
    return value


_CONSTANTS: Mapping[type, tuple[str, Callable[[Any], str], Callable[[str], Any]]] = {
    bool: ("bool", str, lambda text: text == "True"),
    int: ("int", hex, lambda text: int(text, 16)),
    float: ("float", float.hex, float.fromhex),
    complex: ("complex", repr, complex),
    str: ("str", _text, _text),
    bytes: ("bytes", bytes.hex, bytes.fromhex),
    type(None): ("none", lambda value: "", lambda text: None),
    type(...): ("ellipsis", lambda value: "", lambda text: ...),
}
"""Of each class of constants its name, and the functions to and from text."""
_READERS = {kind: read for kind, _, read in _CONSTANTS.values()}


def encode_constant(value: Any) -> Json:
    """A constant of the kinds that a syntax tree may hold."""
    kind, write, _ = _CONSTANTS[type(value)]
    return [kind, write(value)]


def decode_constant(data: Json) -> Any:
    """The inverse of `encode_constant`."""
    kind, text = data
    return _READERS[kind](text)


def encode_tree(node: ast.AST) -> Json:
    """The tree of `node`."""
    made: dict[str, Json] = {"node": type(node).__name__}
    if hasattr(node, "lineno"):
        place = cast("ast.stmt", node)
        made["at"] = [place.lineno, place.col_offset, place.end_lineno, place.end_col_offset]
    for name, value in ast.iter_fields(node):
        if isinstance(node, ast.Constant) and name == "value":
            made[name] = encode_constant(value)
        elif value is not None:
            made[name] = _encode_field(value)
    return made


def _encode_field(value: Any) -> Json:
    if isinstance(value, ast.AST):
        return encode_tree(value)
    if isinstance(value, list):
        return [_encode_field(part) for part in cast("list[Any]", value)]
    return value  # an identifier, or a small number


def decode_tree(data: Json) -> ast.AST:
    """The inverse of `encode_tree`.

    Raises:
        LibraryError: the tree holds syntax that this version of Python does not have (PC0831).
    """
    kind = getattr(ast, data["node"], None)
    if not (isinstance(kind, type) and issubclass(kind, ast.AST)):
        raise unknown_syntax(str(data["node"]))
    fields: dict[str, Any] = {}
    for name in kind._fields:
        value = data.get(
            name, [] if name == "type_params" else None
        )  # Pythons before 3.12 have no such field
        is_constant = kind is ast.Constant and name == "value"
        fields[name] = decode_constant(value) if is_constant else _decode_field(value)
    node = kind(**fields)
    if "at" in data:
        place = cast("ast.stmt", node)
        place.lineno, place.col_offset, place.end_lineno, place.end_col_offset = data["at"]
    return node


def _decode_field(value: Json) -> Any:
    if isinstance(value, dict):
        return decode_tree(value)
    if isinstance(value, list):
        return [_decode_field(part) for part in cast("list[Json]", value)]
    return value


def unknown_syntax(name: str) -> LibraryError:
    """What is said of syntax that this Python lacks."""
    return refuse(
        "PC0831",
        f"the library holds the syntax `{name}`, which this version of Python does not have",
        help="run a newer Python, or build the library with this one",
    )


__all__ = ["decode_constant", "decode_tree", "encode_constant", "encode_tree"]
