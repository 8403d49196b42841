"""The fields of structs, by name and type: what a launch has to know of those that it passes.

A field's type is kept as a text, as MIR writes it, but for items of the crate itself, which have `crate::` before them: whoever
reads the text knows how the crate is called there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from periclase.importer.rust.driver import RustCrate
from periclase.importer.rust.rustdoc_items import items_of
from periclase.importer.rust.store import Store
from periclase.record import Record


class StructTable(Record):
    """A struct.

    Attributes:
        generics: the names of its type and constant parameters, in order.
        fields: name and type of each field, in order.
        is_tuple: whether it is a tuple struct, `struct Meters(f32);`.
    """

    generics: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    is_tuple: bool


def structs_of(crate: RustCrate, store: Store) -> Mapping[str, StructTable]:
    """Every struct of `crate` that stands in a module, by its path in the crate.

    Raises:
        CompileError: there is no `rustdoc` beside `rustc`, or it fails.
    """
    rows: dict[str, Any] = items_of(crate, store)["structs"]
    return {
        path: StructTable(tuple(generics), tuple((name, type) for name, type in fields), is_tuple)
        for path, (generics, fields, is_tuple) in rows.items()
    }


def read_structs(document: dict[str, Any]) -> dict[str, Any]:
    """The rows of all structs in a document of rustdoc's: generic parameters, fields, whether it is a tuple.

    Those with a field of a type that no launch passes are left out.
    """
    index: dict[str, Any] = document["index"]
    found: dict[str, Any] = {}
    for number, path in document["paths"].items():
        if path["kind"] != "struct" or path["crate_id"] != 0 or number not in index:
            continue
        inner: dict[str, Any] = index[number]["inner"]["struct"]
        kind: Any = inner["kind"]
        if kind == "unit":
            members: list[Any] = []
        else:
            members = kind["plain"]["fields"] if "plain" in kind else kind["tuple"]
        fields: list[list[str]] = []
        for member in members:
            field = index.get(str(member))
            text = None if field is None else _text(field["inner"]["struct_field"], document, {})
            if field is None or text is None:
                break
            fields.append([field["name"], text])
        else:
            found["::".join(path["path"][1:])] = [
                _generics(inner["generics"]),
                fields,
                kind != "unit" and "plain" not in kind,
            ]
    return found


def _generics(generics: dict[str, Any]) -> list[str]:
    return [row["name"] for row in generics["params"] if "lifetime" not in row["kind"]]


def _text(type: dict[str, Any], document: dict[str, Any], bound: Mapping[str, str]) -> str | None:
    """A type as MIR writes it; None for one that is not passed.

    Args:
        bound: what the parameters of an alias stand for.
    """
    ((kind, what),) = type.items()
    match kind:
        case "primitive":
            return what
        case "generic":
            return bound.get(what, what)
        case "tuple":
            parts = [_text(part, document, bound) for part in what]
            if any(part is None for part in parts):
                return None
            return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(filter(None, parts))})"
        case "array" | "slice":
            element = _text(what["type"] if kind == "array" else what, document, bound)
            if element is None:
                return None
            if kind == "slice":
                return f"[{element}]"
            return f"[{element}; {bound.get(what['len'], what['len'])}]"
        case "borrowed_ref" | "raw_pointer":
            target = _text(what["type"], document, bound)
            mutable = what["is_mutable"]
            if target is None:
                return None
            if kind == "raw_pointer":
                return f"*{'mut' if mutable else 'const'} {target}"
            return f"&{'mut ' if mutable else ''}{target}"
        case "resolved_path":
            return _path(what, document, bound)
        case _:
            return None


def _path(what: dict[str, Any], document: dict[str, Any], bound: Mapping[str, str]) -> str | None:
    arguments: list[str] = []
    given: Any = what["args"] or {}
    for argument in given.get("angle_bracketed", {}).get("args", ()):
        text: str | None = "'_"
        if "type" in argument:
            text = _text(argument["type"], document, bound)
        elif "const" in argument:
            constant = argument["const"]
            text = str(constant.get("value") or constant["expr"])
            text = bound.get(text, text)
        if text is None:
            return None
        arguments.append(text)
    item = document["index"].get(str(what["id"]))
    if item is not None and "type_alias" in item["inner"]:
        alias = item["inner"]["type_alias"]
        passed = [argument for argument in arguments if argument != "'_"]
        names = _generics(alias["generics"])
        if len(names) != len(passed):
            return None  # a default stands for what is not given
        return _text(alias["type"], document, dict(zip(names, passed, strict=True)))
    known = document["paths"].get(str(what["id"]))
    if known is None:
        return None
    names = ["crate", *known["path"][1:]] if known["crate_id"] == 0 else known["path"]
    return "::".join(names) + (f"<{', '.join(arguments)}>" if arguments else "")
