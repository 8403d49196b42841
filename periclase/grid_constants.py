"""Arguments of a launch that lie in the memory of parameters, where all threads of the grid read the same bytes.

```python
@kernel
def draw(camera: GridConstant[Camera], pixels: MutView[f32, 2]):
    …
    pixels[row, column] = camera.exposure * camera.weights[column % 8]
```

A struct, tuple or array among the parameters of a kernel otherwise travels as its leaves, each a parameter by itself, and a
kernel that indexes the array at run time has a copy of it in memory of each thread. A `GridConstant` is one parameter: the bytes
of the value as C lays them out. The kernel reads them where they are, and can take addresses in it. Nobody writes there. It is
`__grid_constant__` of CUDA C++.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from operator import index
from typing import TYPE_CHECKING, Any, Final

from periclase.complex_numbers import ComplexType
from periclase.structs import StructType, dtype_name
from periclase.types import (
    Access,
    ArrayType,
    DeviceType,
    ScalarKind,
    ScalarType,
    Space,
    TupleType,
    Type,
    align_of,
    canonical_text,
    is_open,
    is_storable,
    natural_layout,
)

MOST_ALIGNMENT: Final = 128
"""What the address of a parameter is a multiple of at most, in bytes."""
MOST_BYTES: Final = 4096
"""Of all parameters of a kernel together."""

_FLOATS: Final = {16: "<e", 32: "<f", 64: "<d"}


class GridConstantType(DeviceType):
    """The type of a parameter that is passed by value and read in its place: `GridConstant[Camera]`.

    Attributes:
        content: what is passed: made of numbers.
        alignment: what its address is a multiple of, in bytes.
    """

    content: Type
    alignment: int

    @property
    def space(self) -> Space:
        """Where it lies, as far as pointers know."""
        return Space.GENERIC

    @property
    def access(self) -> Access:
        """What may be done there."""
        return Access.READ

    @property
    def canonical(self) -> str:
        return f"GridConstant[{canonical_text(self.content)}, {self.alignment}]"

    @property
    def dtype_name(self) -> str:
        """The numpy dtype of what is passed, by its name."""
        return dtype_name(self.content)

    def classes(self) -> Iterator[type]:
        if isinstance(self.content, DeviceType):
            yield from self.content.classes()

    def packed(self, value: Any) -> bytes:
        """The bytes that a launch passes for a value of the host; bytes stand for themselves.

        Raises:
            TypeError: it is no value of this type.
        """
        size = self.content.size
        if isinstance(value, bytes):
            if len(value) != size:
                raise TypeError(f"{self.content} is {size} bytes, not {len(value)}")
            return value
        packed = bytearray(size)
        try:
            _pack(self.content, value, packed, 0)
        except (ValueError, OverflowError) as error:
            raise TypeError(f"{self.content} is asked for: {error}") from None
        return bytes(packed)

    def __str__(self) -> str:
        own = "" if self.alignment == align_of(self.content) else f", {self.alignment}"
        return f"GridConstant[{self.content}{own}]"

    __repr__ = __str__


def _pack(type: Type, value: Any, packed: bytearray, at: int) -> None:
    """Put a value in its place, as C does; what is between its parts stays zero."""
    if isinstance(type, ScalarType):
        packed[at : at + type.size] = _number(type, value)
        return
    parts = [part for _, part in type.parts() or ()]
    for offset, part, item in zip(natural_layout(parts)[0], parts, type.host_parts(value), strict=True):
        _pack(part, item, packed, at + offset)


def _number(type: ScalarType, value: Any) -> bytes:
    kind = value.__class__.__name__
    if type.kind is ScalarKind.BOOL:
        if kind not in ("bool", "bool_"):
            raise TypeError(f"{type} is asked for, not a value of type {kind}")
        return bytes((bool(value),))
    if type.kind is ScalarKind.FLOAT:
        number = float(type.convert(value))
        if type.bits == 16 and type.numpy_name is None:  # bf16: the upper half of an f32
            return struct.pack("<f", number)[2:]
        return struct.pack(_FLOATS[type.bits], number)
    number = index(value)
    if not type.low <= number <= type.high:
        raise TypeError(f"{number} does not fit: {type} holds {type.low} to {type.high}")
    return number.to_bytes(type.size, "little", signed=type.is_signed)


def _is_plain(type: Type) -> bool:
    """Whether a value is made of numbers, and nothing else."""
    if isinstance(type, ScalarType):
        return True
    made_of_parts = isinstance(type, StructType | TupleType | ArrayType | ComplexType)
    return made_of_parts and bool(type.parts()) and all(_is_plain(part) for _, part in type.parts() or ())


if TYPE_CHECKING:
    GridConstant: Any = None
else:

    class GridConstant:
        """The annotation of what a launch passes by value: `GridConstant[Camera]`, `GridConstant[Array[f32, 64]]`.

        A number behind it is what its address is a multiple of: `GridConstant[Array[u64, 16], 64]`, a tensor map.
        """

        def __class_getitem__(cls, arguments):
            from periclase.definition_errors import refuse
            from periclase.signature import type_of_annotation

            given, *rest = arguments if isinstance(arguments, tuple) else (arguments,)
            found = type_of_annotation(given)
            if found is None or is_open(found) or not is_storable(found) or not _is_plain(found):
                shown = getattr(given, "__qualname__", None) or str(given)
                refuse(
                    "PC0201",
                    f"GridConstant[...] takes a type that is made of numbers, such as f32, an Array or a struct, not {shown}",
                )
            if found.size > MOST_BYTES:
                refuse(
                    "PC0201",
                    f"{found} is {found.size} bytes, and the parameters of a kernel are at most {MOST_BYTES}",
                    "pass a `Slice`, or keep it in a `device_global`",
                )
            alignment = rest[0] if rest else align_of(found)
            if (
                len(rest) > 1
                or type(alignment) is not int
                or not 0 < alignment <= MOST_ALIGNMENT
                or alignment & (alignment - 1)
                or alignment % align_of(found)
            ):
                shown = ", ".join(map(repr, rest))
                refuse(
                    "PC0201",
                    f"GridConstant[...] takes an alignment behind the type, a power of two from {align_of(found)} to "
                    f"{MOST_ALIGNMENT}, not {shown}",
                )
            return GridConstantType(found, alignment)
