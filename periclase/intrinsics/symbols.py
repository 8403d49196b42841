"""The names under which the importer declares and calls intrinsics in `mir`.

`__periclase_intrinsic.<row name>{.<suffix>}`, where the suffixes are, in this order: the type variable (`si32`), what is special
about each pointer operand (`pointer_suffixes`), each immediate in the order of the row's parameters (`acquire`, `block`, `16`; a
type, or `void`; a flag's name if it is set), the type of each variadic operand. So calls of one symbol have one signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from periclase.intrinsics.model import (
    MIR_SPELLINGS,
    MOST_INTEGER,
    SPACES,
    Intrinsic,
    Parameter,
    ParameterKind,
)
from periclase.record import Record

PREFIX: Final = "__periclase_intrinsic."
"""Start of every such name. Python cannot spell it, so no kernel can clash with it."""

VOID: Final = "void"
"""Stands for None where an immediate is a type."""

TRUE: Final = "true"
FALSE: Final = "false"
"""What is read of a flag."""

CONST: Final = "const"
"""Suffix of a pointer operand that the kernel may not write through."""

_TYPE_SUFFIXES: Final = frozenset(MIR_SPELLINGS.values())


def symbol_for(intrinsic: Intrinsic, suffixes: Sequence[str] = ()) -> str:
    """The symbol of `intrinsic` with `suffixes`, in the order given above."""
    return ".".join((PREFIX + intrinsic.name, *suffixes))


def pointer_suffixes(space: str, *, mutable: bool) -> tuple[str, ...]:
    """The suffixes of a pointer operand: `const` unless mutable, then its address space (empty for generic)."""
    return (*(() if mutable else (CONST,)), *((space,) if space else ()))


def is_intrinsic_symbol(symbol: str) -> bool:
    """Whether `symbol` names an intrinsic, known or not."""
    return symbol.startswith(PREFIX)


def split_symbol(symbol: str) -> tuple[str, tuple[str, ...]] | None:
    """The row name and the suffixes of a symbol, or None if it names no intrinsic. Inverse of `symbol_for`."""
    if not symbol.startswith(PREFIX):
        return None
    name, *suffixes = symbol[len(PREFIX) :].split(".")
    return name, tuple(suffixes)


class Suffixes(Record):
    """The suffixes of a symbol, told apart.

    Attributes:
        type: the mir spelling of the type variable, or None.
        immediates: the immediates by parameter name, as they stand in the symbol; of a flag `true` or `false`.
    """

    type: str | None
    immediates: dict[str, str]


class SuffixError(ValueError):
    """A symbol's suffixes do not fit its row; the text says why."""


def read_suffixes(intrinsic: Intrinsic, suffixes: Sequence[str]) -> Suffixes:
    """Tells the suffixes of a call of `intrinsic` apart; left-out immediates get their defaults.

    Raises:
        SuffixError: a suffix that the row has no place for, or a missing one.
    """
    rest = list(suffixes)
    bound: str | None = None
    if intrinsic.types and rest and rest[0] in _TYPE_SUFFIXES:
        bound = rest.pop(0)
    for parameter in intrinsic.parameters:
        if parameter.kind is ParameterKind.PLACE or parameter.kind is ParameterKind.VARIADIC:
            for known in ((CONST,), SPACES):
                if rest and rest[0] in known:
                    rest.pop(0)
    immediates: dict[str, str] = {}
    for parameter in intrinsic.immediates:
        if rest and _fits(parameter, rest[0]):
            immediates[parameter.name] = rest.pop(0)
        elif parameter.kind is ParameterKind.FLAG:
            immediates[parameter.name] = FALSE
        elif rest and not intrinsic.is_variadic:
            raise SuffixError(_unfit(parameter, rest[0]))
        else:
            immediates[parameter.name] = _default_suffix(parameter)
        if parameter.kind is ParameterKind.FLAG and immediates[parameter.name] != FALSE:
            immediates[parameter.name] = TRUE
    if rest and not intrinsic.is_variadic:
        raise SuffixError(f"unexpected suffix '{rest[0]}'")
    return Suffixes(bound, immediates)


def _fits(parameter: Parameter, suffix: str) -> bool:
    if parameter.kind is ParameterKind.WORD:
        return suffix in parameter.choices
    if parameter.kind is ParameterKind.FLAG:
        return suffix == parameter.name
    if parameter.kind is ParameterKind.INTEGER:
        if not suffix.isdecimal():
            return False
        return int(suffix) in parameter.choices if parameter.choices else int(suffix) <= MOST_INTEGER
    return suffix == VOID or suffix in _TYPE_SUFFIXES


def _unfit(parameter: Parameter, suffix: str) -> str:
    expected = ", ".join(map(str, parameter.choices)) or (
        "a type" if parameter.kind is ParameterKind.TYPE else f"a number up to {MOST_INTEGER}"
    )
    return f"'{suffix}' is no '{parameter.name}': expected {expected}"


def _default_suffix(parameter: Parameter) -> str:
    if parameter.default is None:
        return VOID
    if isinstance(parameter.default, str | int):
        return str(parameter.default)
    raise SuffixError(f"'{parameter.name}' is missing")
