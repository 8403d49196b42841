"""The names of the type and constant parameters of a function, from its source.

MIR text has `fn first(_1: usize) -> usize` for `fn first<const N: usize>(i: usize) -> usize`: the list of parameters is left out.
Most of them are told by the types of a call; one that stands in the body only is told by what the call names, `first::<3>`, and
by the name that the source gives it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from periclase.diagnostics import CompileError
from periclase.importer.rust.impl_headers import ImplHeader, closing_bracket, split_outside
from periclase.importer.rust.rust_types import Array, ConstantArgument, Lifetime, Nominal, Path, RustType


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
    """What the parameters of an impl are, whose type, `Held<N>` or `(A, B)`, is `type`: those that stand in it."""
    if header.type is None or not header.generics:
        return {}
    from periclase.importer.rust.mir_lexer import Cursor, MirText
    from periclase.importer.rust.type_parser import parse_type

    try:
        wanted = parse_type(Cursor(MirText("an impl", [header.type]), 0))
    except CompileError:
        return {}  # it is written in a way that rustc does not print
    found: dict[str, RustType] = {}
    return found if _bind(wanted, type, header.generics, found) else {}


def _bind(wanted: RustType, given: RustType, names: Container[str], found: dict[str, RustType]) -> bool:
    """Enter what the parameters in `wanted` are in `given`; whether the two have one form."""
    if isinstance(wanted, Nominal) and str(wanted) in names:
        return found.setdefault(str(wanted), given) == given
    if isinstance(wanted, Nominal) and isinstance(given, ConstantArgument):
        return True
    if wanted.__class__ is not given.__class__:
        return False
    if isinstance(wanted, Nominal) and isinstance(given, Nominal):
        if wanted.path.last.name != given.path.last.name:
            return False
    if isinstance(wanted, Array) and isinstance(given, Array) and str(wanted.length) in names:
        found[str(wanted.length)] = ConstantArgument(str(given.length))
    ours, theirs = (
        [part for part in each.parts() if not isinstance(part, Lifetime)] for each in (wanted, given)
    )
    return len(ours) == len(theirs) and all(
        _bind(a, b, names, found) for a, b in zip(ours, theirs, strict=True)
    )


__all__ = ["explicit_bindings", "function_parameters", "impl_bindings"]
