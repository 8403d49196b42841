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
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from periclase.record import Record

__all__ = [
    "Access",
    "ArrayType",
    "DeviceType",
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
    """Where a fixed array lives, or what a pointer points to."""

    LOCAL = "local"
    SHARED = "shared"
    GLOBAL = "global"
    """As a part of an element of a slice."""
    CONSTANT = "constant"
    """In constant memory, which no kernel changes."""
    GENERIC = "generic"
    """In any of these; of pointers only."""


class DeviceType(Record):
    """Any type but a scalar: the base of what slices, tuples, arrays, structs and the like are.

    What a type means is said here and nowhere by its class's name: how it lies in memory, what it is made of, and how a value
    of the host is taken apart into the values of its parts. How the compiler treats its values is said by its
    `periclase.importer.python.type_rules.TypeRules`.
    """

    def __or__(self, other: object) -> DeviceType:
        """`Slice[f32] | None`: a value that may be `None`."""
        if other is not None:
            return NotImplemented
        from periclase.optionals import OptionalType

        return OptionalType(self)

    __ror__ = __or__

    @property
    def is_storable(self) -> bool:
        """Whether a value can be an element of a slice or array, a field of a struct and an item of a tuple in memory."""
        return False

    @property
    def is_static(self) -> bool:
        """Whether the type says everything of its values, so that there is nothing to pass or keep at run time."""
        return False

    @property
    def is_open(self) -> bool:
        """Whether there is a type variable in it: an annotation of a generic function, and no type of a value."""
        return False

    @property
    def size(self) -> int:
        """The bytes a value takes in memory, tail padding included; as C and numpy (`align=True`) lay it out.

        Raises:
            TypeError: it is not storable.
        """
        raise TypeError(f"{self} has no place in memory")

    @property
    def align(self) -> int:
        """What its address in memory is a multiple of.

        Raises:
            TypeError: it is not storable.
        """
        raise TypeError(f"{self} has no place in memory")

    @property
    def canonical(self) -> str:
        """A text that tells the type from every other one of the program, the same in every process."""
        return str(self)

    def parts(self) -> Sequence[tuple[str, Type]] | None:
        """What a value is made of, and what to write behind it to name each part: `(".x", f32)`, `("[0]", i32)`.

        None for what an argument of a launch is not taken apart into: a slice, whose two slots are one thing.
        """
        return None

    def classes(self) -> Iterator[type]:
        """The classes of the user's program that it is made of, whose methods the compiled code may hold."""
        for _, part in self.parts() or ():
            if isinstance(part, DeviceType):
                yield from part.classes()

    def functions(self) -> Iterator[tuple[Any, tuple[str, ...]]]:
        """The functions of the user's program that are values of it, each with the names that it captures as values."""
        for _, part in self.parts() or ():
            if isinstance(part, DeviceType):
                yield from part.functions()

    def host_parts(self, value: Any) -> Sequence[Any]:
        """The values of the parts of a `value` of the host, in the order of `parts`.

        Raises:
            TypeError: it is no value of this type.
        """
        raise TypeError(f"{self} is not made of parts")

    def taker(self) -> Callable[[Any], Sequence[Any]] | None:
        """What gives the leaves of a value of the host for every launch, quicker than going through its parts; None where nothing
        does.

        It raises TypeError or ValueError for what is no such value."""
        return None


def is_storable(type: Type) -> bool:
    """Whether a value of `type` can lie in memory: an element, a field, an item."""
    return isinstance(type, ScalarType) or type.is_storable


def is_static(type: object) -> bool:
    """Whether `type` says everything of its values: they take no place at run time."""
    return isinstance(type, DeviceType) and type.is_static


def is_open(type: object) -> bool:
    """Whether there is a type variable in `type`."""
    return isinstance(type, DeviceType) and type.is_open


def can_be_passed(type: Type) -> bool:
    """Whether a launch can pass a value of `type`: it is a scalar or a slice, made of such, or passed by value as it is."""
    if isinstance(type, ScalarType) or type.is_static:
        return True
    if "periclase.pointers" in sys.modules:  # else there is none
        from periclase.pointers import why_not_passed

        if why_not_passed(type) is not None:
            return False
    if isinstance(type, SliceType) or type.__class__.__name__ == "GridConstantType":
        return True
    parts = type.parts()
    return bool(parts) and all(can_be_passed(part) for _, part in parts)


def last_strides(types: Iterable[Type]) -> tuple[int, ...]:
    """Which of the leaves that a launch passes for these types are strides of the last axes of views."""
    return tuple([stop - 1 for _, stop in _views(types)])  # the last part of each


def offsets(types: Iterable[Type]) -> tuple[int, ...]:
    """Which of them are where views begin in their memory."""
    return tuple([start + 1 for start, _ in _views(types)])  # behind the memory itself


def _views(types: Iterable[Type]) -> Iterator[tuple[int, int]]:
    """Where the leaves of each view begin and end among those that a launch passes for these types."""
    count = 0
    pending = [*types][::-1]
    while pending:
        type = pending.pop()
        if is_static(type):
            continue
        parts = None if isinstance(type, ScalarType | SliceType) else type.parts()
        if parts is None:
            count += 1
        elif type.__class__.__name__ == "ViewType":
            yield count, count + len(parts)
            count += len(parts)
        else:
            pending += [part for _, part in parts][::-1]


def points_to_thread(type: object) -> bool:
    """Whether a value is or holds what may lead to memory of one thread: a view, a pointer, a function with an array there."""
    if not isinstance(type, DeviceType):
        return False
    kind = type.__class__.__name__
    if kind == "ViewType":
        return getattr(type, "space", None) is Space.LOCAL
    if kind == "PointerType":
        return getattr(type, "space", None) in (Space.LOCAL, Space.GENERIC)
    if kind == "OptionalType" or isinstance(type, ArrayType):
        return points_to_thread(getattr(type, "element", None))
    parts = () if isinstance(type, SliceType) else type.parts() or ()
    if kind == "ClosureType" and any(isinstance(p, ArrayType) and p.space is Space.LOCAL for _, p in parts):
        return True
    return any(points_to_thread(part) for _, part in parts)


def align_of(type: Type) -> int:
    """What the address of a storable type is a multiple of."""
    return type.size if isinstance(type, ScalarType) else type.align


def canonical_text(type: Type) -> str:
    """A text that tells a type from every other one of the program, the same in every process."""
    return type.__name__ if isinstance(type, ScalarType) else type.canonical


def natural_layout(types: Sequence[Type]) -> tuple[tuple[int, ...], int, int]:
    """The layout that C gives a struct of storable `types`: the offset of each, then size and alignment of all."""
    offsets: list[int] = []
    end, most = 0, 1
    for type in types:
        align = align_of(type)
        end = (end + align - 1) & -align
        offsets.append(end)
        end += type.size
        most = max(most, align)
    return tuple(offsets), (end + most - 1) & -most, most


class SliceType(DeviceType):
    """A one-dimensional view of a buffer, a pointer and a length: `Slice[f32]`, `MutSlice[f32]` or `OutSlice[f32]`."""

    element: Type
    access: Access

    @property
    def is_open(self) -> bool:
        return is_open(self.element)

    def classes(self) -> Iterator[type]:
        return self.element.classes() if isinstance(self.element, DeviceType) else iter(())

    @property
    def canonical(self) -> str:
        return f"{self.access.value}[{canonical_text(self.element)}]"

    def __str__(self) -> str:
        return f"{self.access.value}[{self.element}]"

    __repr__ = __str__


class TupleType(DeviceType):
    """A tuple by value. Written `tuple[f32, i32]`; `tuple[()]` is the unit type of functions that return nothing."""

    elements: tuple[Type, ...]

    @property
    def is_storable(self) -> bool:
        return bool(self.elements) and all(map(is_storable, self.elements))

    @property
    def is_static(self) -> bool:
        return bool(self.elements) and all(map(is_static, self.elements))

    @property
    def is_open(self) -> bool:
        return any(map(is_open, self.elements))

    @property
    def size(self) -> int:
        return natural_layout(self.elements)[1]

    @property
    def align(self) -> int:
        return natural_layout(self.elements)[2]

    @property
    def canonical(self) -> str:
        return f"tuple[{', '.join(map(canonical_text, self.elements)) or '()'}]"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [(f"[{index}]", type) for index, type in enumerate(self.elements)]

    def host_parts(self, value: Any) -> Sequence[Any]:
        if not isinstance(value, tuple | list):
            raise TypeError(f"a tuple is asked for, not a value of type {type(value).__name__}")  # pyright: ignore
        items = cast("Sequence[Any]", value)
        if len(items) != len(self.elements):
            raise TypeError(f"a tuple of {len(self.elements)} is asked for, not of {len(items)}")
        return items

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.elements)) or '()'}]"

    __repr__ = __str__


class ArrayType(DeviceType):
    """A fixed array: `local_array(8, f32)`, `shared_array((16, 16), f32)`, and `Array[f32, 8]` as a part of something.

    Attributes:
        element: any storable type.
        shape: the extents, outermost first.
        space: where it lies: a value of this type is a pointer to there. As a part of something it is stored in it.
        mutable: whether its elements may be set.
    """

    element: Type
    shape: tuple[int, ...]
    space: Space
    mutable: bool = True

    @property
    def is_open(self) -> bool:
        extents: tuple[Any, ...] = self.shape
        return is_open(self.element) or any(isinstance(extent, TypeVar) for extent in extents)

    def functions(self) -> Iterator[tuple[Any, tuple[str, ...]]]:
        return iter(())  # none lies in memory

    @property
    def count(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def is_storable(self) -> bool:
        return is_storable(self.element)

    @property
    def size(self) -> int:
        return self.count * self.element.size

    @property
    def align(self) -> int:
        return align_of(self.element)

    @property
    def canonical(self) -> str:
        constant = "" if self.mutable else "constant "
        return f"{constant}{self.space.value} array of {' by '.join(map(str, self.shape))} {canonical_text(self.element)}"

    @property
    def row(self) -> Type:
        """What one index leaves: the element, or an array of one dimension less."""
        if len(self.shape) == 1:
            return self.element
        return ArrayType(self.element, self.shape[1:], self.space, self.mutable)

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [(f"[{index}]", self.row) for index in range(self.shape[0])]

    def host_parts(self, value: Any) -> Sequence[Any]:
        if not hasattr(value, "__len__") or not hasattr(value, "__getitem__"):
            raise TypeError(f"an array is asked for, not a value of type {type(value).__name__}")
        if len(value) != self.shape[0]:
            raise TypeError(f"an array of {self.shape[0]} is asked for, not of {len(value)}")
        return [value[index] for index in range(self.shape[0])]

    def __str__(self) -> str:
        return f"{self.space.value} array of {' by '.join(map(str, self.shape))} {self.element}"

    __repr__ = __str__


Type = ScalarType | DeviceType
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
                if cls is _SliceBase:
                    return super().__class_getitem__(element)
                from periclase.generics import slice_pattern

                return slice_pattern(element, cls._access)
            if isinstance(element, ScalarType):  # most are
                return SliceType(element, cls._access)
            from periclase.signature import type_of_annotation

            found = type_of_annotation(element)
            if found is None or not is_storable(found):
                given = getattr(element, "__qualname__", None) or f"a value of type {type(element).__name__}"
                from periclase.definition_errors import refuse

                refuse(
                    "PC0201",
                    f"{cls.__name__}[...] takes a type that can be stored, such as f32 or a struct, not {given}",
                )
            return SliceType(found, cls._access)


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
