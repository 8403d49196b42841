"""What annotations mean: scalar types, slices, tuples and fixed arrays, as plain Python objects.

```python
def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]): ...
```

A scalar type is also its own conversion: `i32(x)` in a kernel is a cast, and on the host it gives the Python number that
the cast would give (integers wrap, float → int saturates and NaN gives 0, floats round to nearest even).
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from periclase.record import Record

__all__ = [
    "Access",
    "ArrayType",
    "MutSlice",
    "OutSlice",
    "ScalarKind",
    "ScalarType",
    "Slice",
    "SliceType",
    "Space",
    "TupleType",
    "Type",
    "bf16",
    "bool_",
    "f16",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "isize",
    "scalar_types",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
]


class ScalarKind(enum.Enum):
    """The four families of scalar types."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"
    FLOAT = "float"
    BOOL = "bool"


class ScalarType(type):
    """The type of a scalar annotation, such as `f32`: a class of classes, so that checkers accept `a: f32`.

    Attributes:
        kind: its family.
        bits: its width in memory (1 for `bool_`, which takes a byte there).
        low, high: the least and greatest value of an integer type or `bool_`; infinities for floats.
        precision: the number of significant bits of a float type, 0 otherwise.
        min_exponent: the exponent of the least positive (subnormal) value of a float type, 0 otherwise.
        numpy_name: the name of the numpy dtype, or None where numpy has none (`bf16`).
    """

    kind: ScalarKind
    bits: int
    low: int | float
    high: int | float
    precision: int
    min_exponent: int
    numpy_name: str | None

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        kind: ScalarKind,
        bits: int,
        precision: int = 0,
        min_exponent: int = 0,
        numpy_name: str | None = None,
    ):
        return super().__new__(mcs, name, bases, namespace)

    def __init__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        kind: ScalarKind,
        bits: int,
        precision: int = 0,
        min_exponent: int = 0,
        numpy_name: str | None = None,
    ):
        super().__init__(name, bases, namespace)
        cls.kind = kind
        cls.bits = bits
        cls.precision = precision
        cls.min_exponent = min_exponent
        cls.numpy_name = numpy_name
        if kind is ScalarKind.SIGNED:
            cls.low, cls.high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        elif kind is ScalarKind.FLOAT:
            cls.low, cls.high = -math.inf, math.inf
        else:
            cls.low, cls.high = 0, (1 << bits) - 1

    @property
    def is_integer(cls) -> bool:
        """Whether this is `i8` … `u64`, `isize` or `usize` (`bool_` is not an integer)."""
        return cls.kind is ScalarKind.SIGNED or cls.kind is ScalarKind.UNSIGNED

    @property
    def is_signed(cls) -> bool:
        """Whether this is a signed integer type."""
        return cls.kind is ScalarKind.SIGNED

    @property
    def is_float(cls) -> bool:
        """Whether this is `f16`, `bf16`, `f32` or `f64`."""
        return cls.kind is ScalarKind.FLOAT

    @property
    def size(cls) -> int:
        """The size in memory, in bytes."""
        return max(1, cls.bits // 8)

    @property
    def largest(cls) -> float:
        """The greatest finite value of a float type."""
        min_normal_exponent = cls.min_exponent + cls.precision - 1
        return (2.0 - 2.0 ** (1 - cls.precision)) * 2.0 ** (1 - min_normal_exponent)

    def convert(cls, value: Any) -> Any:
        """The Python number that casting `value` to this type gives on the device.

        Args:
            value: a Python or numpy number.
        """
        if cls.kind is ScalarKind.FLOAT:
            if hasattr(value, "__index__"):
                return _round_integer(value.__index__(), cls)
            return _round_to_float(float(value), cls)
        if cls.kind is ScalarKind.BOOL:
            return bool(value)
        if isinstance(value, float) or (not isinstance(value, int) and not hasattr(value, "__index__")):
            number = float(value)
            if math.isnan(number):
                return 0
            if math.isinf(number):
                return int(cls.high if number > 0 else cls.low)
            return max(int(cls.low), min(int(cls.high), int(number)))
        number = int(value) & ((1 << cls.bits) - 1)
        return number - (1 << cls.bits) if cls.kind is ScalarKind.SIGNED and number > cls.high else number

    if not TYPE_CHECKING:

        def __call__(cls, value=0):
            return cls.convert(value)

    def __repr__(cls) -> str:
        return cls.__name__

    def __str__(cls) -> str:
        return cls.__name__


def _round_to_float(value: float, target: ScalarType) -> float:
    """`value` rounded once, to nearest even, to the float format of `target`."""
    if target.bits == 64 or value == 0.0 or math.isnan(value) or math.isinf(value):
        return value
    exponent = math.frexp(value)[1]
    quantum = max(exponent - target.precision, target.min_exponent)
    try:
        rounded = math.ldexp(round(math.ldexp(value, -quantum)), quantum)
    except OverflowError:  # rounded up beyond even binary64
        rounded = math.inf
    if abs(rounded) > target.largest:
        return math.copysign(math.inf, value)
    return math.copysign(rounded, value)


def _round_integer(value: int, target: ScalarType) -> float:
    """`value` rounded once, to nearest even, to the float format of `target`; infinite where it is too large."""
    magnitude = abs(value)
    excess = magnitude.bit_length() - target.precision
    if excess > 0:
        quotient, rest = divmod(magnitude, 1 << excess)
        half = 1 << (excess - 1)
        magnitude = (quotient + (rest > half or (rest == half and quotient & 1))) << excess
    rounded = math.inf if magnitude > target.largest else float(magnitude)
    return -rounded if value < 0 else rounded


_SIGNED, _UNSIGNED, _FLOAT = ScalarKind.SIGNED, ScalarKind.UNSIGNED, ScalarKind.FLOAT


class bool_(int, metaclass=ScalarType, kind=ScalarKind.BOOL, bits=1, numpy_name="bool"):
    """True or False; a byte in memory."""


class i8(int, metaclass=ScalarType, kind=_SIGNED, bits=8, numpy_name="int8"):
    """8-bit signed integer."""


class i16(int, metaclass=ScalarType, kind=_SIGNED, bits=16, numpy_name="int16"):
    """16-bit signed integer."""


class i32(int, metaclass=ScalarType, kind=_SIGNED, bits=32, numpy_name="int32"):
    """32-bit signed integer."""


class i64(int, metaclass=ScalarType, kind=_SIGNED, bits=64, numpy_name="int64"):
    """64-bit signed integer."""


class isize(int, metaclass=ScalarType, kind=_SIGNED, bits=64, numpy_name="int64"):
    """Signed integer for indices and lengths: what `len()` and the index intrinsics give."""


class u8(int, metaclass=ScalarType, kind=_UNSIGNED, bits=8, numpy_name="uint8"):
    """8-bit unsigned integer."""


class u16(int, metaclass=ScalarType, kind=_UNSIGNED, bits=16, numpy_name="uint16"):
    """16-bit unsigned integer."""


class u32(int, metaclass=ScalarType, kind=_UNSIGNED, bits=32, numpy_name="uint32"):
    """32-bit unsigned integer."""


class u64(int, metaclass=ScalarType, kind=_UNSIGNED, bits=64, numpy_name="uint64"):
    """64-bit unsigned integer."""


class usize(int, metaclass=ScalarType, kind=_UNSIGNED, bits=64, numpy_name="uint64"):
    """Unsigned integer as wide as a pointer."""


class f16(
    float, metaclass=ScalarType, kind=_FLOAT, bits=16, precision=11, min_exponent=-24, numpy_name="float16"
):
    """IEEE 754 binary16."""


class bf16(float, metaclass=ScalarType, kind=_FLOAT, bits=16, precision=8, min_exponent=-133):
    """The upper half of a binary32: 8 bits of precision, the range of `f32`."""


class f32(
    float, metaclass=ScalarType, kind=_FLOAT, bits=32, precision=24, min_exponent=-149, numpy_name="float32"
):
    """IEEE 754 binary32."""


class f64(
    float, metaclass=ScalarType, kind=_FLOAT, bits=64, precision=53, min_exponent=-1074, numpy_name="float64"
):
    """IEEE 754 binary64."""


scalar_types: dict[str, ScalarType] = {
    t.__name__: t for t in (bool_, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f16, bf16, f32, f64)
}
"""Every scalar type by its name."""


class Access(enum.Enum):
    """What a kernel may do with the elements of a slice."""

    READ = "Slice"
    READ_WRITE = "MutSlice"
    WRITE = "OutSlice"


class Space(enum.Enum):
    """Where a fixed array lives."""

    LOCAL = "local"
    SHARED = "shared"


class SliceType(Record):
    """A one-dimensional view of a buffer, a pointer and a length: `Slice[f32]`, `MutSlice[f32]` or `OutSlice[f32]`."""

    element: ScalarType
    access: Access

    def __str__(self) -> str:
        return f"{self.access.value}[{self.element}]"

    __repr__ = __str__


class TupleType(Record):
    """A tuple by value. Written `tuple[f32, i32]`; `tuple[()]` is the unit type of functions that return nothing."""

    elements: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.elements)) or '()'}]"

    __repr__ = __str__


class ArrayType(Record):
    """A fixed array in local or shared memory: `local_array(8, f32)`, `shared_array((16, 16), f32)`."""

    element: ScalarType
    shape: tuple[int, ...]
    space: Space

    def __str__(self) -> str:
        return f"{self.space.value} array of {' by '.join(map(str, self.shape))} {self.element}"

    __repr__ = __str__


Type = ScalarType | SliceType | TupleType | ArrayType
"""Anything a parameter, variable or expression of a kernel can have as its type."""

T = TypeVar("T")


class _SliceBase(Generic[T]):
    """What the three slices share. They exist in kernels only: a host program passes buffers instead."""

    if TYPE_CHECKING:

        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[T]: ...
    else:
        _access: Access

        def __init__(self, *_args, **_keywords):
            name = type(self).__name__
            raise TypeError(
                f"{name} is an annotation: pass a buffer (device.array(...)) or an array to the launch instead"
            )

        def __class_getitem__(cls, element):
            if isinstance(element, TypeVar):
                return super().__class_getitem__(element)
            if not isinstance(element, ScalarType):
                raise TypeError(f"{cls.__name__}[...] takes a scalar type such as f32, not {element!r}")
            return SliceType(element, cls._access)


class Slice(_SliceBase[T]):
    """A view that a kernel reads: `x: Slice[f32]`, `x[i]`, `len(x)`."""

    if TYPE_CHECKING:

        def __getitem__(self, index: int) -> T: ...
    else:
        _access = Access.READ


class MutSlice(_SliceBase[T]):
    """A view that a kernel reads and writes: `y: MutSlice[f32]`, `y[i] = a * y[i]`."""

    if TYPE_CHECKING:

        def __getitem__(self, index: int) -> T: ...
        def __setitem__(self, index: int, value: T | float) -> None: ...
    else:
        _access = Access.READ_WRITE


class OutSlice(_SliceBase[T]):
    """A view that a kernel writes and never reads, so that its former contents need not exist."""

    if TYPE_CHECKING:

        def __setitem__(self, index: int, value: T | float) -> None: ...
    else:
        _access = Access.WRITE
