"""The Rust side of the intrinsic table: one function for each form of a row, in a module `cuda_device::stubs`.

The name of a stub is the symbol that the importer declares for it, with `__` for each dot: `stubs::shfl_sync_down__f32` is
`__periclase_intrinsic.shfl_sync_down.f32`. So a row that is added to the table is there in Rust, and no second table says which
function means what.

A place is a `*mut T`. An integer that may be anything is a constant parameter (`stubs::cp_async_wait_group::<2>`), the last part
of the symbol. Several values of one type are a tuple. Left out is what Rust can not say: `bf16`, functions of the host; and
forms of more than 32 values, which would be most of the crate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from periclase.intrinsics.forms import Form, count_of
from periclase.intrinsics.model import Intrinsic, Parameter, ParameterKind
from periclase.intrinsics.symbols import FALSE, PREFIX, TRUE
from periclase.intrinsics.table import FAMILIES

PATH: Final = "cuda_device::stubs::"
"""How the path of a stub begins in MIR."""

MOST_VALUES: Final = 32
"""In a tuple among the parameters of a stub, or that it gives."""

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

_FEW: Final = tuple("01234567")
"""Of numbers without bounds that stand before another part of a symbol."""

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

/// Runs PTX text, a literal, with the values of a tuple; gives what it writes, several results as a tuple.
///
/// # Safety
/// The text does what Rust would allow.
#[inline(never)]
pub unsafe fn inline_ptx<R, T>(_ptx: &'static str, _values: T) -> R { on_the_host() }

/// A number in global memory that is the module's, 0 before its first launch.
#[inline(never)]
pub fn grid_counter() -> *mut u32 { on_the_host() }

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
    return (
        row.name not in ("device_assert", "assert_fail", "printf")
        and all(p.kind in _KINDS for p in row.parameters)
        and all(_WORD.fullmatch(word) for p in row.immediates for word in _choices(p) or ())
    )


def _stubs_of(row: Intrinsic) -> Iterator[str]:
    # A number without bounds is a constant parameter where it is the last part of the symbol; before others it is one of a few.
    numbers = [p for p in row.immediates[-1:] if _choices(p) is None]
    chosen = [p for p in row.immediates if p not in numbers]
    for overload in row.overloads:
        named = {*overload.operand_types, *overload.result}
        if named & _LEFT_OUT:
            continue
        for words in product(*(_choices(p) or _FEW for p in chosen)):
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
            try:
                parameters = ", ".join(
                    f"_{p.name}: {_parameter_type(p, form.immediates)}"
                    for p in overload.parameters
                    if p.is_operand
                )
                result = _result(row, overload.result, form.immediates)
            except ValueError:
                continue  # too many values, or a number of them that is no whole number
            yield (
                f"/// {row.summary}\n#[inline(never)]\npub fn {name}{generics}({parameters}){result} "
                "{ on_the_host() }\n"
            )


def _parameter_type(parameter: Parameter, immediates: Mapping[str, str]) -> str:
    type = f"{'*mut ' if parameter.kind is ParameterKind.PLACE else ''}{parameter.type}"
    return _several(type, count_of(parameter.count, immediates)) if parameter.count else type


def _several(type: str, count: int) -> str:
    """The tuple of so many values of a type; ValueError for too many."""
    if count > MOST_VALUES:
        raise ValueError(f"{count} values")
    return f"({type},)" if count == 1 else f"({', '.join([type] * count)})"


def _result(row: Intrinsic, types: tuple[str, ...], immediates: Mapping[str, str]) -> str:
    if row.diverges:
        return " -> !"
    if row.result_count:
        return f" -> {_several(types[0], count_of(row.result_count, immediates))}"
    if not types:
        return ""
    return f" -> {types[0]}" if len(types) == 1 else f" -> ({', '.join(types)})"


def stubs_source() -> str:
    """The text of the module."""
    rows = (row for family in FAMILIES.values() for row in family if _can_be_said(row))
    return _HEADER + "\n".join(stub for row in rows for stub in _stubs_of(row)) + "\n" + _BY_HAND
