"""What a launch has to know of the kernels in a crate, out of its MIR text: names, parameters, options. Nothing is parsed beyond
the headers, so that a launch out of the cache stays cheap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from periclase.importer import reserved_names
from periclase.record import Record

_HEADER: Final = re.compile(
    rf"^fn ((?:[\w:]|\{{impl#\d+\}}|<impl at [^>]*>)*?(?:{reserved_names.KERNEL_PREFIX}\w+))\((.*)\) -> (.*) \{{$",
    re.MULTILINE,
)
_OPTIONS: Final = re.compile(
    rf'^const (\S*)::{reserved_names.ROOT}options_{reserved_names.HASH}_\w+: &str = const "(.*)";$',
    re.MULTILINE,
)
_DEVICE: Final = re.compile(
    rf'^const (\w+(?:::\w+)*)::{reserved_names.DEVICE_PREFIX}(\w+): &str = const "generics=";$', re.MULTILINE
)
_CONSTANT: Final = re.compile(r"^static (\S+): cuda_device::ConstantMemory<(.+)> = ", re.MULTILINE)
_NAME: Final = re.compile(
    r"^    debug (\w+) => _(\d+);\s*(?:// in scope \d+ at (.*):(\d+):(\d+): (\d+):(\d+))?", re.MULTILINE
)
_PARAMETER: Final = re.compile(r"_(\d+): ")


class HeaderParameter(Record):
    """A parameter of a kernel: its name, its type as MIR writes it, and where it is."""

    name: str
    type: str


class KernelHeader(Record):
    """A kernel in a crate.

    Attributes:
        path: its path in the crate, the last segment reserved.
        name: the user's name.
        parameters: in order.
        result: the type of the result.
        options: what its attributes say: `{"launch_bounds": "256, 2"}`.
        generics: the names of its type and constant parameters: `T`, `const N`.
        place: file and line of the first parameter, or None.
    """

    path: str
    name: str
    parameters: tuple[HeaderParameter, ...]
    result: str
    options: dict[str, str]
    generics: tuple[str, ...]
    place: tuple[str, int] | None


def split_at_commas(text: str) -> list[str]:
    """The parts of a list of types or parameters."""
    parts: list[str] = []
    depth, start, before = 0, 0, ""
    for position, character in enumerate(text):
        if character in "<([{":
            depth += 1
        elif character in ")]}" or (character == ">" and before != "-"):
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
        before = character
    last = text[start:].strip()
    return [*parts, last] if last else parts


def kernel_headers(mir: str) -> tuple[KernelHeader, ...]:
    """The kernels in the MIR text of a crate, in its order."""
    return tuple(_headers(mir))


def device_functions(mir: str) -> dict[str, str]:
    """The names of the functions marked `#[device]` that are generic in nothing and no methods, by their paths."""
    return {match[1]: match[2] for match in _DEVICE.finditer(mir)}


def constant_statics(mir: str) -> dict[str, str]:
    """The types of what the statics in constant memory hold, by their paths."""
    return {match[1]: match[2] for match in _CONSTANT.finditer(mir)}


def _headers(mir: str) -> Iterator[KernelHeader]:
    options = {match[1]: match[2] for match in _OPTIONS.finditer(mir)}
    for match in _HEADER.finditer(mir):
        path = match[1]
        end = mir.find("\n    bb0", match.end())
        names: dict[int, str] = {}
        place: tuple[str, int] | None = None
        for found in _NAME.finditer(mir, match.end(), end if end >= 0 else len(mir)):
            names[int(found[2])] = found[1]
            if place is None and found[3]:
                place = found[3], int(found[4])
        parameters: list[HeaderParameter] = []
        for number, part in enumerate(split_at_commas(match[2]), 1):
            typed = _PARAMETER.match(part)
            type = part[typed.end() :] if typed else part
            parameters.append(HeaderParameter(names.get(number, f"argument_{number}"), type))
        told = _read_options(options.get(path, ""))
        generics = tuple(filter(None, told.pop("generics", "").split(",")))
        name = reserved_names.user_name(path)
        yield KernelHeader(path, name, tuple(parameters), match[3], told, generics, place)


def _read_options(text: str) -> dict[str, str]:
    return {name: value for part in text.split(";") if part for name, _, value in [part.partition("=")]}
