"""Generic kernels: what the arguments of a launch, or `kernel[f32]`, fill them in with.

A kernel `fn axpy<T: …>(a: T, x: &[T], y: DisjointSlice<T>)` is filled in by a crate with a function that names the types and
calls it, so that rustc itself sees to it that they fit. A parameter that is a function is given as a closure in Rust's text,
with the values that it captures: these are the parameters of that function in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from periclase.importer.rust.driver import RustCrate
from periclase.importer.rust.kernel_headers import HeaderParameter, KernelHeader, split_at_commas
from periclase.importer.rust.store import Store
from periclase.importer.rust.wrapping import Given, instance_header, wrap
from periclase.record import Record
from periclase.types import ScalarKind, ScalarType

_ELEMENT: Final = re.compile(
    r"&(?:mut )?\[(?P<slice>.+)\]|\*(?:const|mut) (?P<pointer>.+)|cuda_device::DisjointSlice<(?P<disjoint>.+)>"
)
_LETTERS: Final = {"int": "i", "uint": "u", "float": "f"}
_KIND: Final = re.compile(r"(int|uint|float)(\d+)")


class Mismatch(Exception):
    """What is given does not fit; the text says why."""


class Closure(Record):
    """A closure in Rust, with what it captures.

    Attributes:
        text: `|x| x * k`.
        captures: name, type in Rust and value of each variable that it names.
    """

    text: str
    captures: tuple[tuple[str, str, Any], ...]


def rust_type(type: Any) -> str:
    """How Rust writes a type of `periclase.types`.

    Raises:
        Mismatch: it has no such number.
    """
    if isinstance(type, ScalarType) and type.__name__ != "bf16":
        return "bool" if type.kind is ScalarKind.BOOL else type.__name__
    raise Mismatch(f"{type} is no number in Rust")


def type_of_value(value: Any) -> str | None:
    """The type in Rust of a number, or of the elements of a buffer or array; None for a number of Python's.

    Raises:
        Mismatch: Rust has no such number, or it is none.
    """
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        # numpy's float64 is a float, too.
        dtype = getattr(value, "dtype", None)
        return None if dtype is None else _of_dtype(dtype)
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        raise Mismatch(f"a value of type {type(value).__name__} is nothing that a kernel in Rust takes")
    return _of_dtype(dtype)


def _of_dtype(dtype: Any) -> str:
    name = str(getattr(dtype, "name", dtype))
    if name == "bool":
        return "bool"
    match = _KIND.fullmatch(name)
    if match is None:
        raise Mismatch(f"elements of {name} are no numbers in Rust")
    return _LETTERS[match[1]] + match[2]


def is_generic(header: KernelHeader) -> bool:
    """Whether a kernel has parameters that are open until it is launched."""
    return bool(header.generics) or any(parameter.type.startswith("impl ") for parameter in header.parameters)


def _names(header: KernelHeader) -> list[str]:
    return [name.removeprefix("const ") for name in header.generics]


def element_of(type: str) -> str | None:
    """The element of a slice or pointer as MIR writes it; None for anything else."""
    match = _ELEMENT.fullmatch(re.sub(r"^&'\w+ ", "&", type))
    if match is None:
        return None
    if match["disjoint"]:
        parts = [part for part in split_at_commas(match["disjoint"]) if not part.startswith("'")]
        return parts[0]
    return match["slice"] or match["pointer"]


def bindings_of(header: KernelHeader, arguments: Sequence[Any]) -> dict[str, str]:
    """What the type parameters of a kernel stand for in a launch with these arguments.

    Raises:
        Mismatch: the arguments do not say, or say two things of one.
    """
    if len(arguments) != len(header.parameters):
        raise Mismatch(f"it takes {len(header.parameters)} arguments, and {len(arguments)} are given")
    names = _names(header)
    found: dict[str, str] = {}
    numbers: dict[str, Any] = {}
    for parameter, value in zip(header.parameters, arguments, strict=True):
        if isinstance(value, Closure):
            if parameter.type in names:
                found[parameter.type] = "_"
            continue
        slot = element_of(parameter.type) or parameter.type
        if slot not in names:
            continue
        type = type_of_value(value)
        if type is None:
            numbers.setdefault(slot, value)
        elif found.setdefault(slot, type) != type:
            raise Mismatch(f"`{slot}` is {found[slot]}, and `{parameter.name}` is of {type}")
    for slot, value in numbers.items():
        # As Rust takes a literal that nothing else is known of.
        found.setdefault(slot, "f64" if isinstance(value, float) else "i32")
    missing = [name for name in names if name not in found]
    if missing:
        raise Mismatch(f"nothing says what `{missing[0]}` is: fill it in, `{header.name}[…]`")
    return found


def _substituted(type: str, bindings: dict[str, str]) -> str:
    return re.sub(r"\b\w+\b", lambda word: bindings.get(word[0], word[0]), type)


def _given(header: KernelHeader, bindings: dict[str, str], arguments: Sequence[Any]) -> Iterator[Given]:
    """For each parameter of the kernel, the parameters of the function around it, and what it passes."""
    for parameter, value in zip(header.parameters, arguments, strict=True):
        if not isinstance(value, Closure):
            type = _substituted(parameter.type, bindings)
            yield Given((HeaderParameter(parameter.name, type),), f"r#{parameter.name}")
            continue
        own = tuple(HeaderParameter(f"{parameter.name}_{name}", type) for name, type, _ in value.captures)
        lets = "".join(f"let {name} = r#{parameter.name}_{name}; " for name, _, _ in value.captures)
        # The variables are this block's: the closure takes them along.
        text = value.text if value.text.lstrip().startswith("move") else f"move {value.text}"
        yield Given(own, f"{{ {lets}{text} }}")


def filled_in(
    crate: RustCrate, header: KernelHeader, bindings: dict[str, str], arguments: Sequence[Any], store: Store
) -> tuple[RustCrate, KernelHeader]:
    """A crate with a kernel that is a generic one filled in, and its header.

    Args:
        arguments: those of the launch, of which closures count; None for each where there are none.

    Raises:
        CompileError: rustc says that they do not fit.
    """
    turbofish = tuple(bindings[name] for name in _names(header))
    made = wrap(crate, header, header.path, store, turbofish, tuple(_given(header, bindings, arguments)))
    return made, instance_header(made, header)


def values_of(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """The arguments of a launch with the captured values in the place of closures."""
    found: list[Any] = []
    for value in arguments:
        if isinstance(value, Closure):
            found += [captured for _, _, captured in value.captures]
        else:
            found.append(value)
    return tuple(found)
