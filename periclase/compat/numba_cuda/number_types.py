"""numba's names of types: `float32`, `float32[:, ::1]`, `void(float32[:], int32)`, and such signatures as text.

In a kernel `float32(x)` is a cast, as `f32(x)` is elsewhere; on the host it is a number of numpy, or with types as its arguments
the signature of a function.
"""

from __future__ import annotations

from typing import Any, cast

from periclase import types
from periclase.complex_numbers import complex64, complex128
from periclase.diagnostics import CompileError, Diagnostic
from periclase.record import Record

DeviceScalar = Any
"""What lies behind a type: a `ScalarType`, the type of complex numbers, or None for `void`."""


class ArrayKind(Record):
    """The type of an array: `float32[:, :]`."""

    dtype: NumberType
    ndim: int
    layout: str = "A"

    def __str__(self) -> str:
        axes = [":"] * self.ndim
        if self.layout == "C":
            axes[-1] = "::1"
        elif self.layout == "F":
            axes[0] = "::1"
        return f"{self.dtype}[{', '.join(axes)}]"

    __repr__ = __str__


class TypeSignature(Record):
    """The signature of a function: the types of its parameters, and of its result where it has one."""

    return_type: NumberType | ArrayKind | None
    args: tuple[Any, ...]

    def __str__(self) -> str:
        result = "" if self.return_type is None else str(self.return_type)
        return f"{result}({', '.join(map(str, self.args))})"

    __repr__ = __str__


class NumberType:
    """A type of numbers by its name in numba."""

    def __init__(self, name: str, type: DeviceScalar):
        self.__name__ = self.__qualname__ = self.name = name
        self.type = type

    def __call__(self, *arguments: Any) -> Any:
        if all(isinstance(argument, NumberType | ArrayKind) for argument in arguments):
            return TypeSignature(self, arguments)
        if len(arguments) != 1 or self.type is None:
            raise TypeError(f"{self.name}(…) takes a number, or the types of a function's parameters")
        import numpy as np

        return np.dtype(self.numpy_name).type(arguments[0])

    def __getitem__(self, axes: Any) -> ArrayKind:
        each = cast("tuple[Any, ...]", axes if isinstance(axes, tuple) else (axes,))
        if not each or not all(isinstance(axis, slice) for axis in each):
            raise TypeError(f"{self.name}[…] takes `:` for each dimension, such as `{self.name}[:, :]`")
        layout = "C" if each[-1].step == 1 else "F" if each[0].step == 1 else "A"
        return ArrayKind(self, len(each), layout)

    @property
    def numpy_name(self) -> str:
        """The name of numpy's dtype."""
        return getattr(self.type, "numpy_name", None) or str(self.type)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberType) and self.type is other.type

    def __hash__(self) -> int:
        return hash(self.type)

    def __reduce__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


_DEVICE_TYPES: dict[str, DeviceScalar] = {
    "boolean": types.bool_,
    **{f"int{bits}": types.scalar_types[f"i{bits}"] for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": types.scalar_types[f"u{bits}"] for bits in (8, 16, 32, 64)},
    **{f"float{bits}": types.scalar_types[f"f{bits}"] for bits in (16, 32, 64)},
    "complex64": complex64,
    "complex128": complex128,
    "void": None,
}
_ALIASES = {
    "bool_": "boolean", "bool": "boolean", "b1": "boolean", "none": "void",
    "intp": "int64", "int_": "int64", "long_": "int64", "longlong": "int64", "ssize_t": "int64",
    "uintp": "uint64", "uint": "uint64", "ulong": "uint64", "ulonglong": "uint64", "size_t": "uint64",
    "intc": "int32", "uintc": "uint32", "short": "int16", "ushort": "uint16", "char": "int8", "uchar": "uint8", "byte": "uint8",
    "float_": "float32", "double": "float64",
    **{f"i{bytes}": f"int{8 * bytes}" for bytes in (1, 2, 4, 8)},
    **{f"u{bytes}": f"uint{8 * bytes}" for bytes in (1, 2, 4, 8)},
    **{f"f{bytes}": f"float{8 * bytes}" for bytes in (2, 4, 8)},
    "c8": "complex64", "c16": "complex128",
}  # fmt: skip

NUMBER_TYPES: dict[str, NumberType] = {name: NumberType(name, type) for name, type in _DEVICE_TYPES.items()}
NUMBER_TYPES.update({alias: NUMBER_TYPES[name] for alias, name in _ALIASES.items()})
"""Every type by each of its names."""


def signature_of(given: Any) -> TypeSignature:
    """What a signature says that is given as text, as types, or as a tuple of the types of the parameters.

    Raises:
        CompileError: it says nothing.
    """
    found = given
    if isinstance(given, str):
        try:
            found = eval(
                given, {"__builtins__": {}}, NUMBER_TYPES
            )  # as numba reads it: Python with the names of types
        except Exception as error:
            raise _refused(given, f"{type(error).__name__}: {error}") from None
    if isinstance(found, TypeSignature):
        return found
    if isinstance(found, NumberType | ArrayKind):
        found = (found,)  # `"(float32)"`
    if isinstance(found, tuple) and all(
        isinstance(part, NumberType | ArrayKind) for part in cast(Any, found)
    ):
        return TypeSignature(None, cast("tuple[Any, ...]", found))
    raise _refused(given, "a type in it is none that a kernel can take")


def is_signature(given: Any) -> bool:
    """Whether `given` stands where `cuda.jit` takes a signature, and not a function."""
    return isinstance(given, str | tuple | TypeSignature | NumberType)


def _refused(given: Any, why: str) -> CompileError:
    from periclase.runtime.call_site import call_site

    return CompileError(
        Diagnostic(
            "PC0201",
            f"{given!r} is no signature of a kernel: {why}",
            call_site().span(),
            help="write the types of the parameters, such as `void(float32[:], int32)`, or leave the signature out",
        )
    )
