"""Parameters of kernels in Rust as the types that a launch checks its arguments by, and attributes as options.

| in Rust                                   | a launch passes                        |
| ----------------------------------------- | -------------------------------------- |
| `f32`, `u8`, `bool`, `usize`, …           | a number                               |
| `&[T]`, `*const T`                        | a buffer that is read                  |
| `&mut [T]`, `DisjointSlice<T>`, `*mut T`  | a buffer that is read and written      |
| `&[DeviceAtomicU32]`, `&[AtomicU32]`      | a buffer of `u32`, read and written    |
| `DisjointSlice<T, Runtime2DIndex>`, or    | a buffer of two axes                   |
| of `RuntimeRowMajorTiles`                 |                                        |
| a struct or tuple, `[f32; 4]`, `u128`     | see `passed_types`                     |

`T` is a number, a struct of numbers, or an array of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from periclase import types
from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError, Span
from periclase.importer.rust.kernel_headers import KernelHeader, split_at_commas
from periclase.importer.rust.scalar_types import SCALARS
from periclase.kernel import FAST_MATH_FLAGS, KernelOptions, LaunchBounds
from periclase.signature import UNIT, Parameter, Signature
from periclase.types import Access, DeviceType, ScalarType, SliceType, Type

if TYPE_CHECKING:
    from periclase.importer.rust.passed_types import Leaf, PassedTypes

_LIFETIME: Final = re.compile(r"^'\w+\s+|'\w+,\s*|<'\w+>")
_ATOMIC: Final = re.compile(
    r"(?:cuda_device::atomic::(?:Device|Block|System)Atomic|(?:std|core)::sync::atomic::Atomic)(U|I|F)(16|32|64)"
    r"|(?:std|core)::sync::atomic::Atomic<(\w+)>"
)
_BLOCK: Final = re.compile(r"\bblock\s*=\s*\(([^)]*)\)")
_SHAPES: Final = {"required_block": "block", "cluster_launch": "cluster"}


class RowsType(DeviceType):
    """`DisjointSlice<T, Runtime2DIndex>`: the elements of a matrix, and how many a row has; a buffer of two axes for a launch."""

    element: ScalarType

    @property
    def canonical(self) -> str:
        return f"matrix of {self.element}"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [("", SliceType(self.element, Access.READ_WRITE)), (".row_width", types.u32)]

    def host_parts(self, value: Any) -> Sequence[Any]:
        shape: tuple[int, ...] = getattr(value, "shape", ())
        if len(shape) != 2:
            raise TypeError(
                "a matrix is asked for: a buffer of two axes, such as `device.zeros((rows, columns))`"
            )
        return [value.reshape(-1), shape[1]]

    def __str__(self) -> str:
        return f"matrix of {self.element}"

    __repr__ = __str__


def signature_of(header: KernelHeader, span: Span | None, passed: PassedTypes | None = None) -> Signature:
    """The signature of a kernel.

    Args:
        passed: what is known of the types of its crate; None for a kernel of numbers and slices of numbers.

    Raises:
        CompileError: a parameter is of a type that a launch can not pass, or the kernel gives something back.
    """
    if header.result not in ("()", "!"):
        raise CompileError(
            Diagnostic(
                "PC0211",
                f"a kernel returns nothing, and `{header.name}` gives `{header.result}`",
                span,
                help="store the result in a parameter of type `DisjointSlice<…>`",
            )
        )
    parameters: list[Parameter] = []
    for parameter in header.parameters:
        type = passed_type(parameter.type)
        if type is None and _is_open(parameter.type, header):
            parameters.append(Parameter(parameter.name, None))
            continue
        if type is None:
            type = passed_type(parameter.type, passed)
        if type is None:
            raise CompileError(
                Diagnostic(
                    "PC0309",
                    f"the parameter `{parameter.name}` of kernel `{header.name}` is of type `{parameter.type}`, which a launch "
                    "can not pass",
                    span,
                    help="a launch passes numbers, structs, tuples and arrays of numbers, and slices and pointers of these: "
                    "`f32`, `Particle`, `&[f32]`, `DisjointSlice<f32>`",
                )
            )
        parameters.append(Parameter(parameter.name, type))
    return Signature(tuple(parameters), UNIT)


def _is_open(type: str, header: KernelHeader) -> bool:
    """Whether what the type of a parameter is depends on what a generic kernel is filled in with."""
    names = {name.removeprefix("const ") for name in header.generics}
    return type.startswith("impl ") or not names.isdisjoint(re.findall(r"\w+", type))


def leaves_of(header: KernelHeader, passed: PassedTypes) -> dict[int, tuple[Leaf, ...]]:
    """The leaves of each parameter that is made of parts, by its number.

    Raises:
        CompileError: rustc can not be asked.
    """
    found: dict[int, tuple[Leaf, ...]] = {}
    for number, parameter in enumerate(header.parameters):
        if passed_type(parameter.type) is None and slice_of(parameter.type) is None:
            whole = passed.of(parameter.type)
            if whole is not None:
                found[number] = whole.leaves
    return found


def passed_type(text: str, passed: PassedTypes | None = None) -> Type | None:
    """What a launch passes for a parameter of the type that MIR writes as `text`; None if it can not.

    Args:
        passed: what is known of structs and tuples; None for numbers and slices of numbers alone.
    """
    scalar = SCALARS.get(text)
    if scalar is not None:
        return scalar
    target = slice_of(text)
    if target is not None:
        element, access, has_rows = target
        if not has_rows:
            return _slice(element, access, passed)
        row = SCALARS.get(element)
        return None if row is None else RowsType(row)
    if passed is None or text.startswith(("&", "*", "impl ", "cuda_device::DisjointSlice<")):
        return None
    whole = passed.of(text)
    if whole is None or whole.type is not None:
        return None if whole is None else whole.type
    from periclase.importer.rust.passed_types import EmptyType

    return EmptyType(text)


def slice_of(text: str) -> tuple[str, Access, bool] | None:
    """The element of a slice or pointer, what is done with it, and whether it has rows; None for any other type."""
    for start, access in (("*const ", Access.READ), ("*mut ", Access.READ_WRITE)):
        if text.startswith(start):
            return text.removeprefix(start), access, False
    if text.startswith("&"):
        target = _LIFETIME.sub("", text[1:])
        access = Access.READ
        if target.startswith("mut "):
            target, access = target[4:], Access.READ_WRITE
        if target.startswith("[") and target.endswith("]") and len(split_at_commas(target[1:-1])) == 1:
            return (target[1:-1], access, False) if ";" not in _at_top(target[1:-1]) else None
        return None
    if text.startswith("cuda_device::DisjointSlice<"):
        arguments = [
            part
            for part in split_at_commas(text.removeprefix("cuda_device::DisjointSlice<").removesuffix(">"))
            if not part.startswith("'")
        ]
        space = arguments[1].partition("<")[0] if len(arguments) > 1 else ""
        has_rows = space.endswith(("Runtime2DIndex", "RuntimeRowMajorTiles"))
        return arguments[0], Access.READ_WRITE, has_rows
    return None


def _at_top(text: str) -> str:
    """What of a type stands in no brackets."""
    depth = 0
    made: list[str] = []
    for character in text:
        depth += (character in "<([") - (character in ")]>")
        if depth == 0:
            made.append(character)
    return "".join(made)


def _slice(element: str, access: Access, passed: PassedTypes | None) -> Type | None:
    atomic = _ATOMIC.fullmatch(element)
    if atomic is not None:
        element = atomic[3] or f"{atomic[1].lower()}{atomic[2]}"
        access = Access.READ_WRITE
    found: Type | None = SCALARS.get(element)
    if found is not None:
        return SliceType(found, access)
    if passed is None:
        return None
    if not element.startswith("["):
        found = passed.element(element)
        return None if found is None else SliceType(found, access)
    from periclase.importer.rust.passed_types import ArraysType, array_element

    array = array_element(element)
    if array is None:
        return None
    found = SCALARS.get(array[0]) or passed.element(array[0])
    return None if found is None else ArraysType(found, array[1], access)


def options_of(header: KernelHeader, span: Span | None) -> KernelOptions:
    """What the attributes of a kernel say.

    Raises:
        CompileError: an attribute has arguments that mean nothing.
    """
    made: dict[str, Any] = {}
    for name, text in header.options.items():
        try:
            if name == "launch_bounds":
                made[name] = LaunchBounds(*_numbers(text, 3))
            elif name in _SHAPES:
                made[_SHAPES[name].replace("block", "required_block")] = (*_numbers(text, 3), 1, 1)[:3]
            elif name == "launch_contract":
                block = _BLOCK.search(text)
                if block is not None:
                    made["required_block"] = (*_numbers(block[1], 3), 1, 1)[:3]
            elif name == "cooperative_launch":
                made["cooperative"] = True
            elif name == "debug":
                made[name] = True
            elif name == "fastmath":
                made[name] = _flags(text)
        except (ValueError, TypeError) as error:
            # What is wrong with bounds is told at the caller's line, where no line of Python's has to do with it.
            problem = error.diagnostic.message if isinstance(error, DiagnosticError) else str(error)
            raise CompileError(
                Diagnostic("PC0311", f"`#[{name}({text})]` of `{header.name}`: {problem}", span)
            ) from None
    return KernelOptions(**made)


def _numbers(text: str, most: int) -> Sequence[int]:
    parts = [part.strip().replace("_", "") for part in text.split(",") if part.strip()]
    if not 1 <= len(parts) <= most or not all(part.isdecimal() for part in parts):
        raise ValueError(f"one to {most} whole numbers are expected")
    return [int(part) for part in parts]


def _flags(text: str) -> tuple[str, ...]:
    flags = tuple(sorted({part.strip() for part in text.split(",") if part.strip()}))
    unknown = [flag for flag in flags if flag not in FAST_MATH_FLAGS]
    if unknown:
        raise ValueError(f"there is no flag `{unknown[0]}`; there are {', '.join(FAST_MATH_FLAGS)}")
    return flags or FAST_MATH_FLAGS
