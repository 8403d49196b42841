"""Structs, tuples, arrays and wide integers as kernels in Rust take them: what a launch passes for them, and where it lies.

Such a parameter travels as its leaves, as those of kernels in Python do: one parameter a number, two a slice. rustc says at which
byte of the value each of them lies, since it orders fields as it likes; the importer puts the value together again.

As elements of slices they lie in a buffer, whose numpy dtype has to have the same layout.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeGuard, cast

from periclase import types
from periclase.diagnostics import CompileError
from periclase.importer.rust.layout_table import TypeLayout, TypeQuery
from periclase.importer.rust.layouts import CrateLayouts
from periclase.importer.rust.mir_lexer import Cursor, MirText
from periclase.importer.rust.rust_types import (
    Array,
    Lifetime,
    Nominal,
    Primitive,
    RawPointer,
    Reference,
    RustType,
    Slice,
    Tuple,
    substitute,
)
from periclase.importer.rust.scalar_types import SCALARS
from periclase.importer.rust.struct_tables import StructTable, structs_of
from periclase.importer.rust.type_parser import parse_type
from periclase.record import Record
from periclase.types import (
    Access,
    ArrayType,
    DeviceType,
    ScalarKind,
    ScalarType,
    SliceType,
    Space,
    Type,
    canonical_text,
)

if TYPE_CHECKING:
    import numpy as np

    from periclase.importer.rust.driver import RustCrate
    from periclase.importer.rust.store import Store

MOST_LEAVES: Final = 512
"""Of one parameter: so many fill the 4096 bytes that a launch passes."""

_SAME_AS: Final = frozenset(
    ("Wrapping", "Saturating", "MaybeUninit", "ManuallyDrop", "UnsafeCell", "Cell", "SyncUnsafeCell")
)
"""Types of `core` that lie in memory as the one that they hold, which its documentation promises."""


class AggregateType(DeviceType):
    """A struct or tuple of Rust.

    Attributes:
        name: as MIR writes it.
        fields: name and type of each field that takes bytes, in order of declaration.
        offsets: where they lie.
        nbytes: of the whole.
        alignment: of its first byte.
        is_tuple: whether it has no names for its fields.
    """

    name: str
    fields: tuple[tuple[str, Type], ...]
    offsets: tuple[int, ...]
    nbytes: int
    alignment: int
    is_tuple: bool

    @property
    def is_storable(self) -> bool:
        return bool(self.fields) and all(types.is_storable(type) for _, type in self.fields)

    @property
    def size(self) -> int:
        return self.nbytes

    @property
    def align(self) -> int:
        return self.alignment

    @property
    def canonical(self) -> str:
        fields = (
            f"{name}: {canonical_text(type)} @ {offset}"
            for (name, type), offset in zip(self.fields, self.offsets, strict=True)
        )
        return f"Rust {self.name}{{{', '.join(fields)}}} of {self.nbytes} bytes"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [(f"[{name}]" if self.is_tuple else f".{name}", type) for name, type in self.fields]

    def host_parts(self, value: Any) -> Sequence[Any]:
        """The fields of an element of a structured array, of an object with attributes of their names, or of a tuple."""
        given: Any = value
        names = [name for name, _ in self.fields]
        own: Any = getattr(getattr(given, "dtype", None), "names", None)
        if own is not None and getattr(given, "shape", ()) == ():
            wanted = [f"f{name}" for name in names] if self.is_tuple else names
            if set(own) == set(wanted):
                return [given[name] for name in wanted]
        elif given.__class__ in (tuple, list):
            if len(given) == len(names):
                return given
            raise TypeError(f"`{self.name}` has {len(names)} fields, and a tuple of {len(given)} is given")
        elif not self.is_tuple and all(hasattr(given, name) for name in names):
            return [getattr(given, name) for name in names]
        what = (
            f"a tuple of {len(names)}" if self.is_tuple else f"something with the fields {', '.join(names)}"
        )
        raise TypeError(f"`{self.name}` is {what}, and not a value of type {given.__class__.__name__}")

    @property
    def own_dtype(self) -> np.dtype[Any]:
        """The numpy dtype of its values in memory, with rustc's layout."""
        import numpy as np

        from periclase.structs import numpy_dtype

        names = [f"f{name}" if self.is_tuple else name for name, _ in self.fields]
        packed = any(
            offset % types.align_of(type) for (_, type), offset in zip(self.fields, self.offsets, strict=True)
        )
        return np.dtype(
            {
                "names": names,
                "formats": [numpy_dtype(type) for _, type in self.fields],
                "offsets": list(self.offsets),
                "itemsize": self.nbytes,
            },
            align=not packed,
        )

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class WideType(DeviceType):
    """An integer of 128 bits: an `int` of Python."""

    signed: bool

    @property
    def canonical(self) -> str:
        return "i128" if self.signed else "u128"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [(".low", types.u64), (".high", types.u64)]

    def host_parts(self, value: Any) -> Sequence[Any]:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"an {self} is an int, not a value of type {type(value).__name__}")
        number = int(value)
        least = -(1 << 127) if self.signed else 0
        if not least <= number < least + (1 << 128):
            raise TypeError(f"{number} is no {self}")
        number &= (1 << 128) - 1
        return [number & ((1 << 64) - 1), number >> 64]

    def __str__(self) -> str:
        return self.canonical

    __repr__ = __str__


class ArraysType(DeviceType):
    """A slice of arrays, `&[[f32; 4]]`: a buffer with an axis more for each of them."""

    element: Type
    shape: tuple[int, ...]
    access: Access

    @property
    def canonical(self) -> str:
        return f"{self.access.value} of {' by '.join(map(str, self.shape))} {canonical_text(self.element)}"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [("", SliceType(self.element, self.access))]

    def host_parts(self, value: Any) -> Sequence[Any]:
        shape: tuple[int, ...] = getattr(value, "shape", ())
        if len(shape) != len(self.shape) + 1 or shape[1:] != self.shape:
            raise TypeError(
                f"a buffer of shape (n, {', '.join(map(str, self.shape))}) is asked for, not of {shape}"
            )
        return [value.reshape(-1)]

    def __str__(self) -> str:
        return self.canonical

    __repr__ = __str__


class EmptyType(DeviceType):
    """A type without bytes: `()`, or `struct Square;`, which is there to be named. `()` or None is given for it."""

    name: str

    @property
    def is_static(self) -> bool:
        return True

    @property
    def canonical(self) -> str:
        return f"Rust {self.name}"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return ()

    def host_parts(self, value: Any) -> Sequence[Any]:
        if value is not None and value != ():
            raise TypeError(
                f"`{self.name}` has no bytes: pass `()` for it, not a value of type {type(value).__name__}"
            )
        return ()

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class Leaf(Record):
    """A number or slice in a parameter.

    Attributes:
        offset: of its first byte in the value.
        type: in Rust, of numbers alone.
        name: what is written behind the parameter's name.
    """

    offset: int
    type: str
    name: str = ""

    @property
    def rust_type(self) -> RustType:
        """The type, taken apart."""
        return rust_type_of(self.type)


class Passed(Record):
    """What a launch passes for a type.

    Attributes:
        type: what it checks its argument by; None for a type without bytes.
        leaves: in the order of `type`'s parts.
        size: of the type, in bytes.
    """

    type: Type | None
    leaves: tuple[Leaf, ...]
    size: int


def rust_type_of(text: str) -> RustType:
    """The type that MIR writes as `text`.

    Raises:
        CompileError: it is malformed.
    """
    return parse_type(Cursor(MirText("a type", [text]), 0))


def is_type(text: str) -> bool:
    """Whether a text of the user's is a type, and nothing but one."""
    try:
        cursor = Cursor(MirText("a type", [text]), 0)
        parse_type(cursor)
    except CompileError:
        return False
    return not cursor.kind  # at the end of the text


class PassedTypes:
    """Types of a crate as launches pass them.

    Args:
        crate: where they are named.
        store: where layouts are kept.
    """

    def __init__(self, crate: RustCrate, store: Store):
        self._crate = crate
        self._store = store
        self._ask = CrateLayouts(crate, store)
        self._layouts: dict[str, TypeLayout] = {}
        self._tables: dict[str, Mapping[str, StructTable]] = {}
        self._known: dict[str, Passed | None] = {}

    def of(self, text: str) -> Passed | None:
        """What is passed for a type by value; None for one that is not.

        Raises:
            CompileError: rustc or rustdoc can not be asked.
        """
        if text not in self._known:
            self._known[text] = self._of(rust_type_of(text))
        return self._known[text]

    def element(self, text: str) -> Type | None:
        """What an element of a buffer is for a type; None for one that lies in none."""
        found = self.of(text)
        if found is None or not is_storable_aggregate(found.type):
            return None
        return found.type

    def _of(self, type: RustType) -> Passed | None:
        wanted: dict[str, TypeQuery] = {}
        if not self._collect(type, wanted, 0):
            return None
        asked = [query for text, query in wanted.items() if text not in self._layouts]
        if asked:
            self._layouts.update(self._ask(asked))
        return self._resolve(type)

    def _collect(self, type: RustType, wanted: dict[str, TypeQuery], depth: int) -> bool:
        """Note the types whose layout is wanted; false where there is a part that is not passed."""
        if depth > 16:
            return False
        if isinstance(type, Primitive):
            return type.name in SCALARS or type.name in ("u128", "i128")
        if isinstance(type, Reference | RawPointer):
            return _slice_of_numbers(type) is not None
        if isinstance(type, Array):
            return isinstance(type.length, int) and self._collect(type.element, wanted, depth + 1)
        if isinstance(type, Tuple):
            parts: Sequence[RustType] = type.elements
        else:
            inner = _held(type)
            if inner is not None:
                return self._collect(inner, wanted, depth + 1)
            if _is_phantom(type):
                return True
            fields = self._fields(type)
            if fields is None:
                return False
            parts = [field for _, field in fields]
        if str(type) != "()":
            wanted[str(type)] = TypeQuery(str(type))
        return all(self._collect(part, wanted, depth + 1) for part in parts)

    def _resolve(self, type: RustType) -> Passed | None:
        if isinstance(type, Primitive):
            scalar = SCALARS.get(type.name)
            if scalar is not None:
                return Passed(scalar, (Leaf(0, type.name),), scalar.size)
            return Passed(
                WideType(type.name == "i128"), (Leaf(0, "u64", "_low"), Leaf(8, "u64", "_high")), 16
            )
        if isinstance(type, Reference | RawPointer):
            found = _slice_of_numbers(type)
            return None if found is None else Passed(found[0], (Leaf(0, found[1]),), found[2])
        if isinstance(type, Array):
            return self._array(type)
        inner = _held(type)
        if inner is not None:
            return self._resolve(inner)
        if _is_phantom(type):
            return Passed(None, (), 0)
        if isinstance(type, Tuple):
            return self._aggregate(type, [(str(n), part) for n, part in enumerate(type.elements)], True)
        fields = self._fields(type)
        return (
            None
            if fields is None
            else self._aggregate(type, fields, all(name.isdecimal() for name, _ in fields))
        )

    def _array(self, type: Array) -> Passed | None:
        element = self._resolve(type.element)
        if element is None or not isinstance(type.length, int):
            return None
        if element.type is None or not type.length:
            return Passed(None, (), 0)
        if type.length * len(element.leaves) > MOST_LEAVES:
            return None
        leaves = tuple(
            Leaf(number * element.size + leaf.offset, leaf.type, f"_{number}{leaf.name}")
            for number in range(type.length)
            for leaf in element.leaves
        )
        return Passed(
            ArrayType(element.type, (type.length,), Space.LOCAL), leaves, element.size * type.length
        )

    def _aggregate(
        self, type: RustType, fields: Sequence[tuple[str, RustType]], is_tuple: bool
    ) -> Passed | None:
        if not fields:
            return Passed(None, (), 0)
        layout = self._layouts.get(str(type))
        if layout is None or layout.kind != "struct" or len(layout.offsets) != len(fields):
            return None
        members: list[tuple[str, Type]] = []
        offsets: list[int] = []
        leaves: list[Leaf] = []
        for (name, field), offset in zip(fields, layout.offsets, strict=True):
            part = self._resolve(field)
            if part is None:
                return None
            if part.type is None:
                continue
            members.append((name, part.type))
            offsets.append(offset)
            leaves += [Leaf(offset + leaf.offset, leaf.type, f"_{name}{leaf.name}") for leaf in part.leaves]
        if not members:
            return Passed(None, (), layout.size)
        if len(leaves) > MOST_LEAVES:
            return None
        made = AggregateType(str(type), tuple(members), tuple(offsets), layout.size, layout.align, is_tuple)
        return Passed(made, tuple(leaves), layout.size)

    # Structs

    def path_of(self, name: str) -> str:
        """The path of the struct of the crate's that is called `name`, or `name` where there is none, or several."""
        own, bracket, arguments = name.partition("<")
        paths = self._structs(None)
        fitting = [path for path in paths if path.rpartition("::")[2] == own]
        return f"{fitting[0]}{bracket}{arguments}" if own not in paths and len(fitting) == 1 else name

    def _structs(self, home: str | None) -> Mapping[str, StructTable]:
        key = home or ""
        found = self._tables.get(key)
        if found is None:
            crate = self._crate
            if home is not None:
                crate = next(d.crate for d in crate.dependencies if d.name == home)
            found = self._tables[key] = structs_of(crate, self._store)
        return found

    def _fields(self, type: RustType) -> Sequence[tuple[str, RustType]] | None:
        """The fields of a struct of the user's, with its parameters filled in; None for any other type."""
        if not isinstance(type, Nominal) or type.path.self_type is not None:
            return None
        plain = "::".join(segment.name for segment in type.path.segments)
        first, _, rest = plain.partition("::")
        home = first if any(d.name == first for d in self._crate.dependencies) else None
        if home is None and first in ("core", "std", "alloc", "cuda_device"):
            return None
        tables = self._structs(home)
        path = plain if home is None else rest
        table = tables.get(path)
        if table is None:
            # MIR names it by where it is visible, the table by where it stands.
            last = path.rpartition("::")[2]
            fitting = [each for other, each in tables.items() if other.rpartition("::")[2] == last]
            if len(fitting) != 1:
                return None
            table = fitting[0]
        arguments = [a for a in type.path.last.arguments if not isinstance(a, Lifetime)]
        if len(arguments) != len(table.generics):
            return None
        bindings = dict(zip(table.generics, arguments, strict=True))
        prefix = "" if home is None else f"{home}::"
        return [
            (name, substitute(rust_type_of(text.replace("crate::", prefix)), bindings))
            for name, text in table.fields
        ]


def bytes_of(type: Type, value: Any) -> bytes:
    """A value of the host as it lies in memory. Numbers are taken as a launch takes them: none is cut off or wrapped.

    Raises:
        TypeError, ValueError, OverflowError: it is none of the type.
    """
    if isinstance(type, ScalarType):
        return _number_bytes(type, value)
    parts = type.parts()
    if parts is None:
        raise TypeError(f"the host has no values of {type}")
    if isinstance(type, ArrayType) and _is_array_of(type, value):
        return value.tobytes()
    found = [bytes_of(part, item) for (_, part), item in zip(parts, type.host_parts(value), strict=True)]
    if not isinstance(type, AggregateType):
        return b"".join(found)
    whole = bytearray(type.nbytes)
    for offset, data in zip(type.offsets, found, strict=True):
        whole[offset : offset + len(data)] = data
    return bytes(whole)


def _is_array_of(type: ArrayType, array: Any) -> bool:
    """Whether a value is an array of numpy's with the very numbers of `type`, so that none has to be looked at."""
    import numpy as np

    element = type.element
    if array.__class__ is not np.ndarray or not isinstance(element, ScalarType):
        return False
    same = array.dtype == element.numpy_name and array.shape == type.shape
    return same and element.kind is not ScalarKind.BOOL


def _number_bytes(type: ScalarType, value: Any) -> bytes:
    import numpy as np

    given = value[()] if value.__class__ is np.ndarray and not value.shape else value

    def is_a(*classes: Any) -> bool:
        return isinstance(given, classes)

    is_whole = is_a(int, np.integer, np.bool_)
    is_float = is_a(float, np.floating)
    if type.kind is ScalarKind.BOOL:
        fits = is_a(bool, np.bool_)
    else:
        fits = is_whole or (is_float and type.kind is ScalarKind.FLOAT)
    own = given.__class__.__name__
    if not fits:
        what = f"the {own} {given}" if is_whole or is_float else f"a value of type {own}"
        raise TypeError(f"a number of type {type} is asked for, not {what}")
    dtype = np.dtype(cast("str", type.numpy_name))  # numpy has all numbers of Rust's
    if type.kind is not ScalarKind.FLOAT:
        return np.array(int(given), dtype).tobytes()  # numpy refuses an `int` that is too large
    number = float(given)
    with np.errstate(over="ignore"):
        rounded: Any = dtype.type(number)
    if math.isinf(rounded) and not math.isinf(number):
        raise OverflowError(f"{given} is beyond the largest {type}")
    if is_whole and int(rounded) != int(given):
        raise ValueError(f"{given} has no exact {type}: write `float(…)` if rounding is meant")
    return rounded.tobytes()


def is_storable_aggregate(type: Type | None) -> TypeGuard[AggregateType]:
    """Whether a type is a struct or tuple that lies in buffers."""
    return isinstance(type, AggregateType) and type.is_storable


def _held(type: RustType) -> RustType | None:
    """What a type of `core` that lies in memory as the one it holds, holds; None for any other."""
    if not isinstance(type, Nominal) or type.path.self_type is not None:
        return None
    names = [segment.name for segment in type.path.segments]
    if names[0] in ("core", "std") and names[-1] in _SAME_AS and len(type.arguments) == 1:
        return type.arguments[0]
    return None


def _is_phantom(type: RustType) -> bool:
    if not isinstance(type, Nominal) or type.path.self_type is not None:
        return False
    names = [segment.name for segment in type.path.segments]
    return names[0] in ("core", "std") and names[-1] == "PhantomData"


def _slice_of_numbers(type: Reference | RawPointer) -> tuple[Type, str, int] | None:
    """What is passed for a slice or pointer of numbers in a struct, its type in Rust, and its size."""
    target = type.target
    is_slice = isinstance(target, Slice)
    element = target.element if is_slice else target
    if not isinstance(element, Primitive) or (not is_slice and isinstance(type, Reference)):
        return None
    scalar = SCALARS.get(element.name)
    if scalar is None:
        return None
    access = Access.READ_WRITE if type.mutable else Access.READ
    return SliceType(scalar, access), str(type), 16 if is_slice else 8


def array_element(text: str) -> tuple[str, tuple[int, ...]] | None:
    """The element and the shape of an array type, `[[f32; 4]; 3]`; None for another."""
    type = rust_type_of(text)
    shape: list[int] = []
    while isinstance(type, Array):
        if not isinstance(type.length, int) or not type.length:
            return None
        shape.append(type.length)
        type = type.element
    return (str(type), tuple(shape)) if shape else None


__all__ = ["AggregateType", "ArraysType", "Leaf", "Passed", "PassedTypes", "WideType", "array_element"]
