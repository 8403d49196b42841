"""Emission of what is to be done when a value goes: the user's `drop`, then that of the fields, of the variant that it is, of the
elements.

rustc's text says where a place is dropped, and holds the bodies that users wrote for `Drop`; what the compiler adds to them, the
glue that goes over the parts of a value, it does not hold. Here it is put where the place is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from xdsl.ir import SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.types import PtrType, ui64
from periclase.importer.rust.emit_calls import CallEmitter
from periclase.importer.rust.emit_places import Located
from periclase.importer.rust.mir_syntax import Place
from periclase.importer.rust.problems import reject
from periclase.importer.rust.rust_types import (
    Array,
    Closure,
    FunctionItem,
    FunctionPointer,
    Lifetime,
    Nominal,
    Primitive,
    RawPointer,
    Reference,
    RustType,
    Tuple,
)
from periclase.importer.rust.type_inference import FieldTypes, Variant

_KEPT: Final = frozenset(
    {"core::mem::ManuallyDrop", "core::mem::MaybeUninit", "core::marker::PhantomData", "core::ptr::NonNull"}
)
"""Types that do nothing with what they are about when they go."""
_OF_CORE: Final = {"core::cell::BorrowRef": -1, "core::cell::BorrowRefMut": 1}
"""What the counters of `RefCell` are changed by when a borrow ends. Source: Rust 1.95, `library/core/src/cell.rs`."""
_COPY_ON_DROP: Final = "core::slice::sort::shared::smallsort::CopyOnDrop"
"""What holds an element while others are moved along: when it goes, `len` elements are copied from `src` to the gap at `dst`.
Source: Rust 1.95, `library/core/src/slice/sort/shared/smallsort.rs`."""
_GUARD: Final = re.compile(r"core::(?:slice::sort|mem)::.*(?:Guard|OnDrop|Hole|State)\Z")
"""How types of `core` are called that do something when they go, such as to put back what they hold."""
_WITH_ELEMENTS: Final = frozenset({"core::array::IntoIter", "core::array::Guard"})
"""Types of `core` that drop the elements which are left."""


def owned_parts(type: RustType, fields: FieldTypes) -> Iterator[RustType]:
    """The types of what goes when a value of `type` goes, as far as values of it are made or taken apart."""
    if isinstance(type, Reference | RawPointer | Primitive | FunctionItem | FunctionPointer):
        return
    if isinstance(type, Array):
        yield type.element
    elif isinstance(type, Tuple):
        yield from type.elements
    elif not (isinstance(type, Nominal) and type.path.plain in _KEPT):
        for variant in _variants(type, fields):
            yield from fields.of(type, variant).values()
        if isinstance(type, Nominal) and type.path.plain in _WITH_ELEMENTS:
            yield next(each for each in type.arguments if not isinstance(each, Lifetime))


def is_dropped_by_core(type: RustType) -> bool:
    """Whether `core` does something of its own when a value of `type` goes."""
    return isinstance(type, Nominal) and (
        type.path.plain in _OF_CORE or _GUARD.match(type.path.plain) is not None
    )


def _variants(type: RustType, fields: FieldTypes) -> list[Variant]:
    text = str(type)
    return [variant for (other, variant) in list(fields.fields) if other == text]


class DropEmitter(CallEmitter):
    """Emits drops."""

    def drop_place(self, place: Place) -> None:
        """Drop what lies at a place, where that does anything."""
        type = self.place_type(place)
        if self.of.needs_drop(type):
            self.drop_at(self.address(place).pointer, type)

    def drop_at(self, pointer: SSAValue, type: RustType) -> None:
        """Drop what lies at an address: by the user's `drop`, then its parts in the order in which they are declared."""
        if not self.of.needs_drop(type):
            return
        own = self.of.linker.drop_of(type)
        if own is not None:
            self.of.reach(own, self)
            wanted = self.lower(own.parameters[0][1])
            if size_of(wanted):
                value = self.coerce(pointer, wanted)
                self.effect(mir.CallOp.make(self.of.symbol(own), (value,), (), location=self.location))
        if isinstance(type, Array):
            self._drop_elements(pointer, type)
        elif isinstance(type, Tuple):
            self._drop_fields(pointer, type, None, dict(enumerate(type.elements)))
        elif isinstance(type, Nominal) and type.path.plain in _WITH_ELEMENTS:
            reject(
                f"dropping a value of `{type}`",
                "which of its elements are left is only known to Rust's own library",
                "go over the array by reference: `for x in &array`",
            )
        elif isinstance(type, Nominal) and type.path.plain in _OF_CORE:
            self._end_borrow(pointer, type)
        elif isinstance(type, Nominal) and type.path.plain == _COPY_ON_DROP:
            self._fill_gap(pointer, type)
        elif isinstance(type, Nominal) and is_dropped_by_core(type):
            reject(
                f"dropping a value of `{type}`",
                "what is done then is only known to Rust's own library",
                "write out what the function of the library does",
            )
        elif isinstance(type, Nominal | Closure):
            if isinstance(self.lower(type), mir.EnumType):
                self._drop_variant(pointer, type)
            else:
                self._drop_fields(pointer, type, None, self.table.fields.of(type))

    def _drop_fields(
        self, pointer: SSAValue, type: RustType, variant: Variant, fields: dict[int, RustType]
    ) -> None:
        for index, field in sorted(fields.items()):
            if self.of.needs_drop(field):
                self.drop_at(self._part_address(pointer, type, variant, index, field), field)

    def _part_address(
        self, pointer: SSAValue, type: RustType, variant: Variant, index: int, field: RustType
    ) -> SSAValue:
        return self._field_step(Located(pointer, type, None, variant), index, field).pointer

    def _drop_variant(self, pointer: SSAValue, type: RustType) -> None:
        """Drop the payload of the variant that an enum is."""
        found: dict[int, tuple[Variant, dict[int, RustType]]] = {}
        for variant in _variants(type, self.table.fields):
            fields = self.table.fields.of(type, variant)
            if variant is not None and any(self.of.needs_drop(field) for field in fields.values()):
                found[self.variant_index(type, variant)] = variant, fields
        if not found:
            return
        enum = self.lower(type)
        assert isinstance(enum, mir.EnumType)
        tag = self.add(mir.GetDiscriminantOp.make(self.load(pointer), location=self.location))
        after = self.new_block()
        blocks = [self.new_block() for _ in found]
        numbers = [enum.variants[index].discriminant for index in found]
        self.effect(
            mir.SwitchOp.make(tag, after, (), numbers, blocks, [()] * len(blocks), location=self.location)
        )
        for block, (variant, fields) in zip(blocks, found.values(), strict=True):
            self.block = block
            self._drop_fields(pointer, type, variant, fields)
            self.effect(mir.GotoOp.make(after, location=self.location))
        self.block = after

    def _drop_elements(self, pointer: SSAValue, type: Array) -> None:
        assert isinstance(type.length, int)
        element = self.lower(type.element)
        if not type.length:
            return
        first = self.pointer_to(pointer, element)
        counter = self.slot(ui64)
        self.store(self.constant(0, ui64), counter)
        body, after = self.new_block(), self.new_block()
        self.effect(mir.GotoOp.make(body, location=self.location))
        self.block = body
        index = self.load(counter)
        self.drop_at(self.offset(first, index), type.element)
        following = self.add(mir.AddOp.make(index, self.constant(1, ui64), location=self.location))
        self.store(following, counter)
        more = self.add(mir.LtOp.make(following, self.constant(type.length, ui64), location=self.location))
        self.effect(mir.CondBranchOp.make(more, body, (), after, (), location=self.location))
        self.block = after

    def _fill_gap(self, pointer: SSAValue, type: Nominal) -> None:
        """Put an element that was held back into the gap that is left for it."""
        word = Primitive("usize")
        parts: list[SSAValue] = []
        for index, field in enumerate(
            (RawPointer(type.arguments[0], False), RawPointer(type.arguments[0], True), word)
        ):
            parts.append(self.load(self._part_address(pointer, type, None, index, field)))
        self.copy(parts[0], parts[1], parts[2], False)

    def _end_borrow(self, pointer: SSAValue, type: Nominal) -> None:
        """The end of a borrow of a `RefCell`: the value is a reference to the cell's counter, and nothing else."""
        word = self.lower(Primitive("isize"))
        counter = self.load(self.pointer_to(pointer, PtrType.get(word)))
        step = self.constant(_OF_CORE[type.path.plain], word)
        self.store(self.add(mir.AddOp.make(self.load(counter), step, location=self.location)), counter)


__all__ = ["DropEmitter", "is_dropped_by_core", "owned_parts"]
