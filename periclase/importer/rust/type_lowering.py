"""Types of Rust as types of `mir`, with rustc's own layouts.

A struct of one field that fills it (`NonNull<T>`, `Wrapping<u32>`, a unit of measure) is that field; a value without bytes is the
empty tuple. Fields of which no body speaks are integers that cover their bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from xdsl.dialects.builtin import Float16Type, Float32Type, Float64Type, IntegerType, i1
from xdsl.ir import Attribute

from periclase.dialects import mir
from periclase.dialects.mir.enum_type import EnumKind, EnumLayout, EnumType
from periclase.dialects.mir.enum_type import Variant as EnumVariant
from periclase.dialects.mir.layout import Layout, align_of, natural_layout, round_up, size_of
from periclase.dialects.mir.types import UNIT, int_type, si8, si64, ui8, ui32, ui64
from periclase.importer.rust.layout_table import Layouts, TypeLayout, TypeQuery
from periclase.importer.rust.problems import reject, unknown
from periclase.importer.rust.rust_types import (
    BOOL,
    FLOAT_BITS,
    INTEGER_BITS,
    U8,
    Array,
    Closure,
    FunctionItem,
    FunctionPointer,
    Nominal,
    Opaque,
    Primitive,
    RawPointer,
    Reference,
    RustType,
    Slice,
    Tuple,
    walk,
)
from periclase.importer.rust.type_inference import FieldTypes, Variant, pointee_of
from periclase.record import MutableRecord

_FLOATS: Final = {"f16": Float16Type(), "f32": Float32Type(), "f64": Float64Type()}
_TRANSPARENT: Final = frozenset(
    {
        *(
            "core::mem::MaybeUninit",
            "core::mem::ManuallyDrop",
            "core::mem::MaybeDangling",
            "core::cell::UnsafeCell",
        ),
        *("core::cell::Cell", "core::cell::SyncUnsafeCell", "core::num::Wrapping", "core::num::Saturating"),
        *("core::num::NonZero", "core::cmp::Reverse", "core::pin::Pin"),
    }
)
_CELLS: Final = frozenset(
    {"core::cell::UnsafeCell", "core::cell::Cell", "core::cell::SyncUnsafeCell", "core::sync::atomic::Atomic"}
)

_HEAP: Final = (
    "alloc::",
    "core::vec::",
    "core::boxed::",
    "core::string::",
    "core::collections::",
    "core::rc::",
    "core::sync::Arc",
)
"""Where types of a heap are, with `core` for `std`."""

_ATOMIC: Final = re.compile(r"core::sync::atomic::Atomic(Bool|Ptr|[IU](?:8|16|32|64|size))\Z")

_CORE_VARIANTS: Final = {
    "core::option::Option": ("None", "Some"),
    "core::result::Result": ("Ok", "Err"),
    "core::ops::ControlFlow": ("Continue", "Break"),
    "core::ops::Bound": ("Included", "Excluded", "Unbounded"),
    "core::cmp::Ordering": ("Less", "Equal", "Greater"),
}


class Shape(MutableRecord):
    """What an aggregate of Rust is in `mir`.

    Attributes:
        kind: `empty`, `newtype`, `struct` (tuples and closures too), `union` or `enum`.
        type: in `mir`.
        places: of a struct, for each field of Rust its number in `mir`; of an enum by variant.
        variants: of an enum, the index of each variant that is known by name.
        layout: as rustc says; None where we laid it out.
    """

    kind: str
    type: Attribute
    places: dict[tuple[Variant, int], int]
    variants: dict[str, int]
    layout: TypeLayout | None


class TypeTable:
    """The types of one import.

    Args:
        fields: what bodies tell of the fields of types.
        layouts: asks rustc.
        variants: the variants of an enum by its source, with their discriminants; None where that does not tell.
        is_of_a_function: whether a type may be one that a function declares.
    """

    def __init__(
        self,
        fields: FieldTypes,
        layouts: Layouts,
        variants: Callable[[Nominal], tuple[tuple[str, int], ...] | None] = lambda type: None,
        is_of_a_function: Callable[[Nominal], bool] = lambda type: False,
    ):
        self.fields = fields
        self._is_of_a_function = is_of_a_function
        self._variants = variants
        self._layouts = layouts
        self._known: dict[str, TypeLayout | None] = {}
        self._types: dict[RustType, Attribute] = {}
        self._shapes: dict[str, Shape] = {}
        self._open: list[str] = []

    def ask(self) -> None:
        """Ask for the layouts of all types that were met, in one go."""
        queries = {
            text: TypeQuery(text, tuple(self.fields.variants.get(text, ())))
            for text, type in self.fields.types.items()
            if isinstance(type, Nominal | Tuple) and text != "()" and _can_be_asked(type)
        }
        wanted = [query for text, query in queries.items() if text not in self._known]
        if not wanted:
            return
        answers = self._layouts(wanted)
        for query in wanted:
            self._known[query.type] = answers.get(query.type)

    def layout(self, type: RustType) -> TypeLayout | None:
        """What rustc says of a type; None where it can not be asked."""
        text = str(type)
        if text not in self._known:
            if not _can_be_asked(type):
                return None
            query = TypeQuery(text, tuple(self.fields.variants.get(text, ())))
            self._known[text] = self._layouts([query]).get(text)
        return self._known[text]

    def lower(self, type: RustType) -> Attribute:
        """The type in `mir` of a value of `type`.

        Raises:
            RustProblem: it has none.
        """
        found = self._types.get(type)
        if found is None:
            found = self._lower(type)
            if not self._open:
                self._types[type] = found
        return found

    def is_empty(self, type: RustType) -> bool:
        """Whether values of `type` have no bytes."""
        return size_of(self.lower(type)) == 0

    def _lower(self, type: RustType) -> Attribute:
        if isinstance(type, Primitive):
            return _primitive(type)
        target = pointee_of(type)
        if target is not None:
            return self.pointer(target, not isinstance(type, Reference) or type.mutable)
        if isinstance(type, Array):
            if not isinstance(type.length, int):
                unknown(f"the length of `{type}` is not known")
            return mir.ArrayType.get(type.length, self.lower(type.element))
        if isinstance(type, FunctionItem):
            return UNIT
        if isinstance(type, FunctionPointer):
            reject(
                f"the function pointer `{type}`",
                "a device has no addresses of functions that the compiler does not see",
                "take the function as a generic parameter: `fn apply<F: Fn(u32) -> u32>(f: F)`",
            )
        if isinstance(type, Opaque):
            refuse_opaque(type)
        if isinstance(type, Slice) or type == Primitive("str"):
            unknown(f"`{type}` stands where a type with a size is wanted")
        return self.shape(type).type

    def pointer(self, target: RustType, mutable: bool) -> Attribute:
        """The pointer to `target`: thin, a slice, or the address and the length of a struct that ends in a slice.

        Raises:
            RustProblem: the target has no form on a device.
        """
        if isinstance(target, Opaque):
            refuse_opaque(target)
        mutable = mutable or self.has_cell(target)
        if isinstance(target, Slice):
            return mir.SliceType.get(self.lower(target.element), mutable)
        if target == Primitive("str"):
            return mir.SliceType.get(ui8, mutable)
        if self.tail(target) is not None:
            return mir.TupleType.natural((mir.PtrType.get(ui8, mutable), ui64))
        if str(target) in self._open:
            return mir.PtrType.get(
                ui8, mutable
            )  # the type that is being made: what points to itself points to bytes
        return mir.PtrType.get(self.lower(target), mutable)

    def tail(self, type: RustType) -> RustType | None:
        """The slice that a struct without a size ends in, None of other types."""
        if not isinstance(type, Nominal) or pointee_of(type) is not None:
            return None
        for argument in type.arguments:
            if isinstance(argument, Slice):
                layout = self.layout(type)
                known = self.fields.of(type)
                if layout is not None and any(isinstance(field, Slice) for field in known.values()):
                    return argument
        return None

    def has_cell(self, type: RustType) -> bool:
        """Whether what a shared reference to `type` points to may change: it holds a cell or an atomic."""
        for part in walk(type):
            if isinstance(part, Nominal):
                plain = part.path.plain
                if plain in _CELLS or plain.startswith("core::sync::atomic::"):
                    return True
                for (text, _), fields in list(self.fields.fields.items()):
                    if text == str(part) and any(
                        isinstance(p, Nominal)
                        and (p.path.plain in _CELLS or p.path.plain.startswith("core::sync::atomic::"))
                        for field in fields.values()
                        for p in walk(field)
                    ):
                        return True
        return False

    # Aggregates

    def shape(self, type: RustType) -> Shape:
        """What a struct, tuple, closure, union or enum is.

        Raises:
            RustProblem: rustc does not say.
        """
        text = str(type)
        found = self._shapes.get(text)
        if found is None:
            self._open.append(text)
            try:
                found = self._shape(type)
            finally:
                self._open.pop()
            self._shapes[text] = found
        return found

    def _shape(self, type: RustType) -> Shape:
        if isinstance(type, Tuple):
            if not type.elements:
                return Shape("empty", UNIT, {}, {}, None)
            return self._struct(type, dict(enumerate(type.elements)), self.layout(type))
        if isinstance(type, Closure):
            return self._struct(type, self.fields.of(type), None)
        refuse_heap(type)
        lone = self.fields.lone.get(str(type))
        inner = _same_as(type)
        if inner is not None:
            lowered = self.lower(inner)
            return Shape("newtype" if size_of(lowered) else "empty", lowered, {}, {}, None)
        layout = self.layout(type)
        if layout is None:
            return self._own(type)
        if isinstance(type, Nominal) and self._is_of_a_function(type):
            unknown(
                f"a function declares a type `{type}`, and so does a module of its name: rustc's text tells not which it is"
            )
        if layout.kind == "enum":
            return self._enum(type, layout)
        if layout.size == 0:
            return Shape("empty", UNIT, {}, {}, layout)
        fields = self.fields.of(type)
        if layout.kind == "union":
            return self._union(type, fields, layout)
        return self._struct(type, {0: lone} | fields if lone is not None else fields, layout)

    def _own(self, type: RustType) -> Shape:
        """A type that rustc can not be asked about: a closure is part of it, or it is declared within a function."""
        plain = type.path.plain if isinstance(type, Nominal) else ""
        if isinstance(type, Nominal) and (plain in _CORE_VARIANTS or str(type) in self.fields.variants):
            names = _CORE_VARIANTS.get(plain)
            if names is not None:
                return self._own_enum(type, tuple((name, number) for number, name in enumerate(names)))
            variants = self._variants(type)
            if variants is not None:
                return self._own_enum(type, variants)
        if _can_be_asked(type):
            if isinstance(type, Nominal) and len(type.path.segments) == 1 and len(type.path.last.name) <= 2:
                unknown(f"`{type}` is a parameter of a generic function that is not known here")
            unknown(f"rustc does not say how `{type}` is laid out")
        if str(type) in self.fields.variants:
            unknown(
                f"rustc can not be asked how `{type}` is laid out, which holds a closure, and its source was not found"
            )
        lone = self.fields.lone.get(str(type))
        known = self.fields.of(type)
        return self._struct(type, {0: lone} | known if lone is not None else known, None)

    def _own_enum(self, type: RustType, names: tuple[tuple[str, int], ...]) -> Shape:
        variants: list[tuple[str, int, tuple[Attribute, ...]]] = []
        places: dict[tuple[Variant, int], int] = {}
        for index, (name, discriminant) in enumerate(names):
            fields = sorted((self.fields.of(type, name) | self.fields.of(type, index)).items())
            variants.append((name, discriminant, tuple(self.lower(field) for _, field in fields)))
            for position, (number, _) in enumerate(fields):
                places[name, number] = places[index, number] = position
        tag = si8 if all(-128 <= discriminant < 128 for _, discriminant in names) else si64
        made = EnumType.direct(str(type), tag, variants)
        return Shape("enum", made, places, {name: index for index, (name, _) in enumerate(names)}, None)

    def _struct(self, type: RustType, fields: Mapping[int, RustType], layout: TypeLayout | None) -> Shape:
        lowered = {index: self.lower(field) for index, field in sorted(fields.items())}
        filled = {index: field for index, field in lowered.items() if size_of(field)}
        if layout is None:
            order = sorted(filled, key=lambda index: -align_of(filled[index]))
            offsets = dict(zip(order, natural_layout([filled[i] for i in order]).offsets, strict=True))
            align = max((align_of(field) for field in filled.values()), default=1)
            size = round_up(sum(map(size_of, filled.values())), align)
        else:
            size, align = layout.size, layout.align
            if any(index >= len(layout.offsets) for index in filled):
                unknown(f"rustc says that `{type}` has {len(layout.offsets)} fields, and takes others")
            offsets = {index: layout.offsets[index] for index in filled}
        if not size:
            return Shape("empty", UNIT, {}, {}, layout)
        if len(filled) == 1:
            ((index, only),) = filled.items()
            if size_of(only) == size and align_of(only) == align and not isinstance(type, Tuple):
                return Shape("newtype", only, {(None, index): 0}, {}, layout)
        members: list[tuple[str, Attribute, int, int | None]] = []
        names = self.fields.names.get((str(type), None), ())
        for index, field in filled.items():
            name = names[index] if index < len(names) else str(index)
            members.append((name, field, offsets[index], index))
        covered = [(offsets[i], offsets[i] + size_of(f)) for i, f in filled.items()]
        if layout is not None and len(lowered) < len(layout.offsets):
            members += [(f"_{at}", filler, at, None) for at, filler in _fillers(covered, size)]
        if len(members) == 1 and members[0][3] is None and align_of(members[0][1]) == align:
            return Shape("newtype", members[0][1], {}, {}, layout)
        explicit = Layout(tuple(m[2] for m in members), size, align)
        places: dict[tuple[Variant, int], int] = {
            (None, m[3]): position for position, m in enumerate(members) if m[3] is not None
        }
        types = [m[1] for m in members]
        if isinstance(type, Tuple):
            return Shape("struct", mir.TupleType(types, explicit), places, {}, layout)
        made = mir.StructType.get(str(type), tuple((m[0], m[1]) for m in members), explicit)
        return Shape("struct", made, places, {}, layout)

    def _union(self, type: RustType, fields: Mapping[int, RustType], layout: TypeLayout) -> Shape:
        members: list[tuple[str, Attribute]] = []
        places: dict[tuple[Variant, int], int] = {}
        for index, field in sorted(fields.items()):
            places[None, index] = len(members)
            members.append((str(index), self.lower(field)))
        word = min(layout.align, 8)
        members.append(("_", mir.ArrayType.get(layout.size // word, int_type(8 * word, False))))
        explicit = Layout((0,) * len(members), layout.size, layout.align)
        made = mir.UnionType(str(type), members, explicit)
        return Shape("union", made, places, {}, layout)

    def _enum(self, type: RustType, layout: TypeLayout) -> Shape:
        assert isinstance(type, Nominal)
        core = _CORE_VARIANTS.get(type.path.plain, ())
        variants: list[EnumVariant] = []
        places: dict[tuple[Variant, int], int] = {}
        indices: dict[str, int] = {}
        tagged = layout.tag_kind in ("direct", "niche")
        for index, variant in enumerate(layout.variants):
            name = variant.name or (core[index] if index < len(core) else None)
            if name is not None:
                indices[name] = index
            known = self.fields.of(type, name) | self.fields.of(type, index)
            types: list[Attribute] = []
            offsets: list[int] = []
            covered: list[tuple[int, int]] = []
            for number, field in sorted(known.items()):
                lowered = self.lower(field)
                if number >= len(variant.offsets):
                    unknown(
                        f"rustc says that `{type}::{name}` has {len(variant.offsets)} fields, and takes others"
                    )
                places[index, number] = len(types)
                if name is not None:
                    places[name, number] = len(types)
                types.append(lowered)
                offsets.append(variant.offsets[number])
                covered.append((offsets[-1], offsets[-1] + size_of(lowered)))
            variants.append(
                EnumVariant(
                    name or f"variant{index}",
                    variant.discriminant,
                    tuple(types),
                    tuple(offsets),
                    variant.inhabited,
                )
            )
        if layout.size == 0:
            return Shape("empty", UNIT, {}, indices, layout)
        kind = EnumKind(layout.tag_kind)
        tag = self._tag_type(layout) if tagged else None
        discriminant = self.fields.discriminants.get(str(type), layout.discriminant_type)
        made = EnumType.get(
            str(type),
            _integer(discriminant),
            tag,
            tuple(variants),
            EnumLayout(
                kind,
                layout.size,
                layout.align,
                layout.tag_offset,
                layout.niche_start,
                layout.niche_first,
                layout.niche_last,
                layout.untagged,
            ),
        )
        return Shape("enum", made, places, indices, layout)

    @staticmethod
    def _tag_type(layout: TypeLayout) -> Attribute:
        if layout.tag_pointer:
            return mir.PtrType.get(ui8)
        return int_type(8 * layout.tag_size, False)


def _same_as(type: RustType) -> RustType | None:
    """The type that a type of `core` lies in memory as, which its documentation promises; None of others."""
    if not isinstance(type, Nominal):
        return None
    plain = type.path.plain
    if plain in _TRANSPARENT and type.arguments:
        return type.arguments[0]
    if plain == "core::sync::atomic::Atomic" and type.arguments:
        held = type.arguments[0]
        return U8 if held == BOOL else held
    match = _ATOMIC.match(plain)
    if match is None:
        return None
    name = match[1].lower()
    if name == "ptr":
        return RawPointer(type.arguments[0], True)
    return U8 if name == "bool" else Primitive(name)


def _fillers(covered: list[tuple[int, int]], size: int) -> list[tuple[int, Attribute]]:
    """Integers that cover the bytes that `covered` leaves."""
    found: list[tuple[int, Attribute]] = []
    at = 0
    for start, end in [*sorted(covered), (size, size)]:
        while at < start:
            width = next(w for w in (8, 4, 2, 1) if at % w == 0 and at + w <= start)
            count = (start - at) // width if width == 8 else 1
            word = int_type(8 * width, False)
            found.append((at, word if count == 1 else mir.ArrayType.get(count, word)))
            at += width * count
        at = max(at, end)
    return found


def _primitive(type: Primitive) -> Attribute:
    name = type.name
    integer = INTEGER_BITS.get(name)
    if integer is not None:
        return int_type(*integer)
    if name == "bool":
        return i1
    if name == "char":
        return ui32
    if name == "!":
        return UNIT
    found = _FLOATS.get(name)
    if found is None:
        if name in FLOAT_BITS:
            reject(f"`{name}`", "no device has floats of 128 bits", "use `f64`")
        unknown(f"`{name}` stands where a type with a size is wanted")
    return found


def _integer(name: str) -> IntegerType:
    return int_type(*INTEGER_BITS[name])


def _can_be_asked(type: RustType) -> bool:
    """Whether a crate can name the type: closures and functions have no names, parameters no meaning."""
    return not any(isinstance(part, Closure | FunctionItem | Opaque) for part in walk(type))


def refuse_heap(type: RustType) -> None:
    """See that a type is none that lies on a heap.

    Raises:
        RustProblem: it is one, or a part of it.
    """
    for part in walk(type):
        if isinstance(part, Nominal) and part.path.plain.startswith(_HEAP):
            if "dyn std::any::Any + std::marker::Send" in str(part):  # what `catch_unwind` gives of a panic
                reject(
                    "unwinding",
                    "a panic ends the launch, so that none can be caught",
                    "give back a `Result` or an `Option` where something can go wrong",
                )
            reject(
                f"`{part}`",
                "nothing allocates memory there",
                "use an array of a fixed length, shared memory, or a buffer that the host passes",
            )


def refuse_opaque(type: Opaque) -> None:
    """Say why a type has no form on a device.

    Raises:
        RustProblem: always.
    """
    if type.kind == "dyn":
        reject(
            f"the trait object `{type}`",
            "calls through a table of functions have no form on a device",
            "use a generic parameter: `fn apply<T: Trait>(value: &T)`, or an enum of the types",
        )
    if type.kind == "coroutine":
        reject(f"`{type}`", "there is nothing on a device that runs async code", "write a plain function")
    reject(f"the type `{type}`", "it is not known here", "name the type, or make the function generic")


__all__ = ["Shape", "TypeTable", "refuse_heap", "refuse_opaque"]
