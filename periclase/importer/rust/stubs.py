"""The Rust side of the intrinsic table: one function for each form of a row, in a module `cuda_device::stubs`.

The name of a stub is the symbol that the importer declares for it, with `__` for each dot: `stubs::shfl_sync_down__f32` is
`__periclase_intrinsic.shfl_sync_down.f32`. So a row that is added to the table is there in Rust, and no second table says which
function means what.

A place is a `*mut T`. An integer that may be anything is a constant parameter (`stubs::cp_async_wait_group::<2>`), the last part
of the symbol. Left out is what Rust can not say: `bf16`, lists of values, functions of the host.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Final

from periclase.intrinsics.forms import Form
from periclase.intrinsics.model import Intrinsic, Parameter, ParameterKind
from periclase.intrinsics.symbols import FALSE, PREFIX, TRUE
from periclase.intrinsics.table import FAMILIES

PATH: Final = "cuda_device::stubs::"
"""How the path of a stub begins in MIR."""

_WORD: Final = re.compile(r"\w+")
_LEFT_OUT: Final = frozenset({"bf16"})
_KINDS: Final = frozenset(
    {
        ParameterKind.VALUE,
        ParameterKind.PLACE,
        ParameterKind.WORD,
        ParameterKind.INTEGER,
        ParameterKind.FLAG,
    }
)

_HEADER: Final = """\
//! One function for each form of an intrinsic. Written from the intrinsic table.

/// What a stub does where there is no device.
#[cold]
#[inline(never)]
pub(crate) fn on_the_host() -> ! {
    panic!("a device function was called on the host")
}

"""

_BY_HAND: Final = """\
/// Prints `values`, a tuple, by `format`, a literal; gives the number of values.
#[inline(never)]
pub fn printf<T>(_format: &'static str, _values: T) -> i32 { on_the_host() }

/// Stops the launch with an error that holds `message`, a literal, unless `condition` is true.
#[inline(never)]
pub fn device_assert(_condition: bool, _message: &'static str) { on_the_host() }

/// Stops the launch with an error that holds `message`, a literal.
#[inline(never)]
pub fn assert_fail(_message: &'static str) -> ! { on_the_host() }

/// The element of a block's dynamic shared memory at this offset in bytes.
#[inline(never)]
pub fn dynamic_shared<T, const ALIGN: usize>(_byte_offset: usize) -> *mut T { on_the_host() }

/// How often the loop around it is to be unrolled; 0 for all of it.
#[inline(never)]
pub fn unroll_hint<const FACTOR: u32>() { on_the_host() }
"""


def symbol_of(path: str) -> str | None:
    """The symbol that the stub at `path`, without its generic arguments, stands for; None if it is none of the table's."""
    if not path.startswith(PATH):
        return None
    return PREFIX + path[len(PATH) :].replace("__", ".")


def _choices(parameter: Parameter) -> tuple[str, ...] | None:
    """What an immediate may be, as it stands in symbols; None for a number without bounds."""
    if parameter.kind is ParameterKind.FLAG:
        return (FALSE, TRUE)
    if parameter.kind is ParameterKind.INTEGER and not parameter.choices:
        return None
    return tuple(map(str, parameter.choices))


def _can_be_said(row: Intrinsic) -> bool:
    open_numbers = [p for p in row.immediates if _choices(p) is None]
    return (
        row.name not in ("device_assert", "assert_fail", "printf")
        and not row.result_count
        and all(p.kind in _KINDS and not p.count for p in row.parameters)
        and all(_WORD.fullmatch(word) for p in row.immediates for word in _choices(p) or ())
        and (not open_numbers or open_numbers == [row.immediates[-1]])
    )


def _stubs_of(row: Intrinsic) -> Iterator[str]:
    numbers = [p for p in row.immediates if _choices(p) is None]
    chosen = [p for p in row.immediates if p not in numbers]
    for overload in row.overloads:
        named = {*overload.operand_types, *overload.result}
        if named & _LEFT_OUT:
            continue
        for words in product(*(_choices(p) or () for p in chosen)):
            immediates = {p.name: word for p, word in zip(chosen, words, strict=True)}
            form = Form(row, overload.type, {**immediates, **{p.name: "0" for p in numbers}})
            if form.misfit() is not None:
                continue
            suffixes = [
                p.name if p.kind is ParameterKind.FLAG else word
                for p, word in zip(chosen, words, strict=True)
                if word != FALSE
            ]
            name = "__".join((row.name, *overload.suffixes, *suffixes))
            generics = f"<const {numbers[0].name.upper()}: u32>" if numbers else ""
            parameters = ", ".join(
                f"_{p.name}: {'*mut ' if p.kind is ParameterKind.PLACE else ''}{p.type}"
                for p in overload.parameters
                if p.is_operand
            )
            yield (
                f"/// {row.summary}\n#[inline(never)]\npub fn {name}{generics}({parameters}){_result(row, overload.result)} "
                "{ on_the_host() }\n"
            )


def _result(row: Intrinsic, types: tuple[str, ...]) -> str:
    if row.diverges:
        return " -> !"
    if not types:
        return ""
    return f" -> {types[0]}" if len(types) == 1 else f" -> ({', '.join(types)})"


def stubs_source() -> str:
    """The text of the module."""
    rows = (row for family in FAMILIES.values() for row in family if _can_be_said(row))
    return _HEADER + "\n".join(stub for row in rows for stub in _stubs_of(row)) + "\n" + _BY_HAND
