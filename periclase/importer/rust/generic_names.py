"""The names of the type and constant parameters of a function, from its source.

MIR text has `fn first(_1: usize) -> usize` for `fn first<const N: usize>(i: usize) -> usize`: the list of parameters is left out.
Most of them are told by the types of a call; one that stands in the body only is told by what the call names, `first::<3>`, and
by the name that the source gives it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from periclase.importer.rust.impl_headers import ImplHeader, closing_bracket, split_outside
from periclase.importer.rust.rust_types import Lifetime, Path, RustType


def function_parameters(text: str, name: str) -> list[str]:
    """The names of the parameters, lifetimes left out, of the last function `name` in a text; none where it is not there."""
    found = [*re.finditer(rf"\bfn\s+(?:r#)?{re.escape(name)}\s*(<?)", text)]
    if not found or not found[-1][1]:
        return []
    rest = text[found[-1].end() - 1 :]
    parts = split_outside(rest[1 : closing_bracket(rest)], ",")
    return [name_of(part) for part in parts if part and not part.startswith("'")]


def name_of(parameter: str) -> str:
    """The name of a parameter: of `const N: usize` it is `N`."""
    return re.split(r"[:=]", parameter.removeprefix("const "), maxsplit=1)[0].strip()


def explicit_bindings(names: list[str], path: Path) -> dict[str, RustType]:
    """What a path that ends in `f::<…>` binds the parameters of `f` to; nothing where they are not as many."""
    given = [type for type in path.last.arguments if not isinstance(type, Lifetime)]
    return dict(zip(names, given, strict=True)) if len(names) == len(given) else {}


def impl_bindings(header: ImplHeader, type: RustType) -> Mapping[str, RustType]:
    """What the parameters of an impl are, whose type `Held<N>` is `type`: those that stand in it by themselves."""
    if header.type is None:
        return {}
    _, _, inner = header.type.partition("<")
    texts = [t for t in split_outside(inner.rpartition(">")[0], ",") if t and not t.startswith("'")]
    path = getattr(type, "path", None)
    arguments = path.last.arguments if isinstance(path, Path) else ()
    given = [each for each in arguments if not isinstance(each, Lifetime)]
    if len(texts) != len(given):
        return {}
    return {text: each for text, each in zip(texts, given, strict=True) if text in header.generics}


__all__ = ["explicit_bindings", "function_parameters", "impl_bindings"]
