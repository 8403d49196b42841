"""Places: their addresses, reading and writing them.

Every local has a slot of its own. A local that holds an enum and is only ever made, asked for its variant and taken apart has
no slot for the whole but one for the discriminant and one for each field: `if let Some(x) = slice.get_mut(i)` then costs
nothing, since all of these become values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from xdsl.ir import SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.layout import align_of, size_of
from periclase.dialects.mir.types import UNIT, PtrType, SliceType, ui8, ui64
from periclase.importer.rust.emit_base import Emitter
from periclase.importer.rust.mir_syntax import (
    Assign,
    Call,
    ConstantIndex,
    ConstantOperand,
    Constructed,
    Deref,
    Discriminant,
    Downcast,
    Drop,
    Field,
    Index,
    Named,
    Place,
    Projection,
    SetDiscriminant,
    StructValue,
    Subslice,
    Subtype,
    Use,
    UseValue,
)
from periclase.importer.rust.problems import RustProblem, unknown
from periclase.importer.rust.rust_types import Array, Nominal, RustType, Slice
from periclase.importer.rust.type_inference import (
    Variant,
    is_needed,
    operands_of_statement,
    operands_of_terminator,
    places_of_rvalue,
    pointee_of,
    projected,
    variant_of_path,
)

_PLAIN_PARTS = (Field, Downcast, Subtype)
_WHOLE_BYTES = 256
"""A value of more bytes is not read as a whole where only a part of it is wanted."""


class Located(NamedTuple):
    """A place in memory.

    Attributes:
        pointer: its address.
        length: the number of elements where it has no size.
        variant: the variant that it is taken as.
        alignment: how far it is aligned, in bytes, where a packed struct around it makes that less than its type asks for.
    """

    pointer: SSAValue
    type: RustType
    length: SSAValue | None = None
    variant: Variant = None
    alignment: int | None = None


class PlaceEmitter(Emitter):
    """Emits reads and writes of places."""

    needed: set[int]

    def prepare(self) -> None:
        """Decide which locals hold enums in parts."""
        self._slots: dict[int, SSAValue] = {}
        self._names: dict[int, str] = {}
        for variable in self.body.variables:
            if variable.place is not None and not variable.place.projection:
                self._names.setdefault(variable.place.local, variable.name)
        self._parts: dict[tuple[int, int, int], SSAValue] = {}
        self._tags: dict[int, SSAValue] = {}
        self.split = self._splittable()

    def local_type(self, local: int) -> RustType:
        """The type of a local."""
        found = self.body.locals.get(local)
        if found is None:
            unknown(f"there is no local `_{local}`")
        return self.function.change(found)

    def local_slot(self, local: int) -> SSAValue:
        """The memory of a local."""
        found = self._slots.get(local)
        if found is None:
            found = self._slots[local] = self.slot(self.lower(self.local_type(local)), self._names.get(local))
            if (name := self._names.get(local)) is not None and SSAValue.is_valid_name(name):
                found.name_hint = name
        return found

    # Enums in parts

    def _splittable(self) -> set[int]:
        candidates = {
            local
            for local, type in self.body.locals.items()
            if local in self.needed and local and isinstance(type, Nominal) and pointee_of(type) is None
        }
        candidates -= {local for local, _ in self.function.item.parameters}
        candidates = {local for local in candidates if self._is_enum(local)}
        copies: list[tuple[int, int]] = []
        for number in self.function.live_blocks():
            block = self.body.blocks[number]
            for statement in block.statements:
                if isinstance(statement, Assign):
                    if is_needed(statement.place, self.needed):
                        self._note_assign(statement, candidates, copies)
                elif isinstance(statement, SetDiscriminant):
                    pass
                else:
                    for operand in operands_of_statement(statement):
                        self._note_read(operand, candidates)
            terminator = block.terminator
            if isinstance(terminator, Call) and self.of.is_ignored(terminator):
                continue
            for operand in operands_of_terminator(terminator):
                self._note_read(operand, candidates)
            if isinstance(terminator, Call) and not terminator.place.projection:
                candidates.discard(terminator.place.local)
            if isinstance(terminator, Drop) and terminator.place.local in candidates:
                place = terminator.place
                if not self._is_part(place) and self.of.needs_drop(self.local_type(place.local)):
                    candidates.discard(place.local)
        changed = True
        while changed:
            changed = False
            for a, b in copies:
                if (a in candidates) != (b in candidates):
                    candidates -= {a, b}
                    changed = True
        return candidates

    def _is_enum(self, local: int) -> bool:
        type = self.function.change(self.body.locals[local])
        if not any(str(type) == text for text in self.table.fields.variants):
            return False
        try:
            return isinstance(self.lower(type), mir.EnumType)
        except RustProblem:
            return False  # the statement that has to do with it says so, at its place

    @staticmethod
    def _is_part(place: Place) -> bool:
        return len(place.projection) >= 2 and isinstance(place.projection[0], Downcast)

    def _note_read(self, operand: object, candidates: set[int]) -> None:
        if isinstance(operand, Use) and not self._is_part(operand.place):
            candidates.discard(operand.place.local)

    def _note_assign(self, statement: Assign, candidates: set[int], copies: list[tuple[int, int]]) -> None:
        place, value = statement.place, statement.value
        if isinstance(value, UseValue) and isinstance(value.operand, Use) and not place.projection:
            source = value.operand.place
            if not source.projection and source.local in candidates and place.local in candidates:
                if self.body.locals[source.local] == self.body.locals[place.local]:
                    copies.append((place.local, source.local))
                    return
        if isinstance(value, Discriminant):
            if value.place.projection:
                candidates.discard(value.place.local)
        else:
            for read in places_of_rvalue(value):
                if not self._is_part(read):
                    candidates.discard(read.local)
        if place.projection:
            if not self._is_part(place):
                candidates.discard(place.local)
        elif place.local in candidates and not self._makes_variant(value, self.local_type(place.local)):
            candidates.discard(place.local)

    @staticmethod
    def _makes_variant(value: object, type: RustType) -> bool:
        if isinstance(value, StructValue):
            return variant_of_path(value.path, type) is not None
        if isinstance(value, UseValue) and isinstance(value.operand, ConstantOperand):
            constant = value.operand.value
            return (
                isinstance(constant, Constructed | Named) and variant_of_path(constant.path, type) is not None
            )
        return False

    def tag_slot(self, local: int) -> SSAValue:
        """Where the discriminant of an enum in parts is."""
        found = self._tags.get(local)
        if found is None:
            enum = self.lower(self.local_type(local))
            assert isinstance(enum, mir.EnumType)
            found = self._tags[local] = self.slot(enum.discriminant_type, self._names.get(local))
        return found

    def part_slot(self, local: int, variant: Variant, index: int, type: RustType) -> SSAValue:
        """Where a field of an enum in parts is."""
        key = (local, self.variant_index(self.local_type(local), variant), index)
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = self.slot(self.lower(type), self._names.get(local))
        return found

    def set_split(self, local: int, variant: str, fields: Sequence[tuple[RustType, SSAValue | None]]) -> None:
        """Make an enum in parts be a variant with these fields."""
        type = self.local_type(local)
        for index, (field_type, value) in enumerate(fields):
            if value is not None and not self.table.is_empty(field_type):
                self.store(value, self.part_slot(local, variant, index, field_type))
        shape = self.table.shape(type)
        enum = shape.type
        assert isinstance(enum, mir.EnumType)
        index = self.variant_index(type, variant)
        number = enum.variants[index].discriminant
        self.store(self.constant(number, enum.discriminant_type), self.tag_slot(local))

    def copy_split(self, target: int, source: int) -> None:
        """Copy an enum in parts."""
        self.store(self.load(self.tag_slot(source)), self.tag_slot(target))
        type = self.local_type(source)
        for (text, variant), fields in self.table.fields.fields.items():
            if text == str(type):
                for index, field in fields.items():
                    if not self.table.is_empty(field):
                        value = self.load(self.part_slot(source, variant, index, field))
                        self.store(value, self.part_slot(target, variant, index, field))

    def variant_index(self, type: RustType, variant: Variant) -> int:
        """The index of a variant.

        Raises:
            RustProblem: it is not known.
        """
        if isinstance(variant, int):
            return variant
        found = None if variant is None else self.table.shape(type).variants.get(variant)
        if found is None:
            unknown(f"which variant of `{type}` is called `{variant}` is not known")
        return found

    # Addresses

    def place_type(self, place: Place) -> RustType:
        """The type of a place.

        Raises:
            RustProblem: it has none.
        """
        type = self.table.fields.place_type(self.body, place, self.function.change)
        if type is None:
            unknown(f"the type of a part of `_{place.local}` is not known")
        return type

    def address(self, place: Place) -> Located:
        """The address of a place."""
        projection = place.projection
        start = 0
        located: Located | None = None
        for at in range(len(projection) - 1, -1, -1):
            if isinstance(projection[at], Deref):
                inner = Place(place.local, projection[:at])
                located = self.pointed(self.read(inner), self.place_type(inner))
                start = at + 1
                break
        if located is None:
            if place.local in self.split:
                return self._split_address(place)
            located = Located(self.local_slot(place.local), self.local_type(place.local))
        for step in projection[start:]:
            located = self._step(located, step)
        return located

    def _split_address(self, place: Place) -> Located:
        downcast, field = place.projection[0], place.projection[1]
        assert isinstance(downcast, Downcast)
        assert isinstance(field, Field)
        type = self.function.change(field.type)
        if self.table.is_empty(type):
            located = Located(self.slot(UNIT), type)
        else:
            located = Located(self.part_slot(place.local, downcast.variant, field.index, type), type)
        for step in place.projection[2:]:
            located = self._step(located, step)
        return located

    def pointed(self, pointer: SSAValue, type: RustType) -> Located:
        """What a pointer of `type` points to."""
        target = pointee_of(type)
        if target is None:
            if isinstance(type, Nominal) and type.path.plain in ("alloc::boxed::Box", "std::boxed::Box"):
                self.of.refuse_heap(type)
            unknown(f"`{type}` is taken for a pointer")
        value_type = pointer.type
        if isinstance(value_type, SliceType | mir.TupleType):
            return Located(self.field(pointer, 0), target, self.field(pointer, 1))
        return Located(pointer, target)

    def _step(self, at: Located, step: Projection) -> Located:
        if isinstance(step, Downcast):
            return at._replace(variant=step.variant)
        if isinstance(step, Subtype):
            return at._replace(type=self.function.change(step.type))
        if isinstance(step, Field):
            found = self._field_step(at, step.index, self.function.change(step.type))
            return found._replace(alignment=self._alignment_in(at, step.index, found.type))
        if isinstance(step, Index):
            return self._element(at, self.coerce(self.read(Place(step.local)), ui64))
        if isinstance(step, ConstantIndex):
            return self._element(at, self._constant_index(at, step))
        assert isinstance(step, Subslice)
        return self._subslice(at, step)

    def _field_step(self, at: Located, index: int, type: RustType) -> Located:
        length = at.length
        if at.length is not None and not isinstance(type, Slice):
            length = None
        if length is not None or (at.length is not None):
            return self._tail_field(at, index, type, length)
        pointee = self.lower(type)
        if not size_of(pointee):
            return Located(self.pointer_to(at.pointer, pointee), type)
        shape = self.table.shape(at.type)
        position = shape.places.get((at.variant, index))
        if shape.kind == "enum" and position is not None:
            variant = self.variant_index(at.type, at.variant)
            pointer = self.add(
                mir.EnumPayloadAddrOp.make(at.pointer, variant, position, location=self.location)
            )
        elif shape.kind in ("struct", "union") and position is not None:
            pointer = self.add(mir.FieldAddrOp.make(at.pointer, position, location=self.location))
        elif shape.kind == "newtype":
            pointer = at.pointer
        else:
            unknown(f"where field {index} of `{at.type}` lies is not known")
        return Located(self.pointer_to(pointer, pointee), type)

    def _alignment_in(self, at: Located, index: int, type: RustType) -> int | None:
        """How far a field is aligned, where that is less than its type asks for."""
        if isinstance(type, Slice) or at.length is not None:
            return None
        layout = self.table.layout(at.type) if isinstance(at.type, Nominal) else None
        known = at.alignment
        if layout is not None and at.variant is None and index < len(layout.offsets):
            known = min(known or layout.align, layout.align)
            offset = layout.offsets[index]
            known = math.gcd(known, offset) if offset else known
        wanted = align_of(self.lower(type))
        return known if known is not None and known < wanted else None

    def _tail_field(self, at: Located, index: int, type: RustType, length: SSAValue | None) -> Located:
        """A field of a struct that ends in a slice: reached by its offset."""
        layout = self.table.layout(at.type)
        if layout is None or index >= len(layout.offsets):
            unknown(f"where field {index} of `{at.type}` lies is not known")
        base = self.pointer_to(at.pointer, ui8)
        offset = self.constant(layout.offsets[index], ui64)
        moved = self.add(mir.PtrOffsetOp.make(base, offset, location=self.location))
        element = type.element if isinstance(type, Slice) else type
        return Located(self.pointer_to(moved, self.lower(element)), type, length)

    def _constant_index(self, at: Located, step: ConstantIndex) -> SSAValue:
        if not step.from_end:
            return self.constant(step.offset, ui64)
        return self.add(
            mir.SubOp.make(self.count(at), self.constant(step.offset, ui64), location=self.location)
        )

    def count(self, at: Located) -> SSAValue:
        """The number of elements of an array or slice."""
        if isinstance(at.type, Array) and isinstance(at.type.length, int):
            return self.constant(at.type.length, ui64)
        if at.length is None:
            unknown(f"the number of elements of `{at.type}` is not known")
        return at.length

    def _element(self, at: Located, index: SSAValue) -> Located:
        type = projected(at.type, Index(0))
        if type is None:
            unknown(f"`{at.type}` has no elements")
        if isinstance(at.type, Array):
            if self.table.is_empty(type):
                return Located(self.pointer_to(at.pointer, self.lower(type)), type)
            pointer = self.add(mir.ElementAddrOp.make(at.pointer, index, location=self.location))
        else:
            pointer = at.pointer
            if not self.table.is_empty(type):
                pointer = self.add(mir.PtrOffsetOp.make(pointer, index, location=self.location))
        return Located(pointer, type, alignment=at.alignment)

    def _subslice(self, at: Located, step: Subslice) -> Located:
        type = projected(at.type, step)
        assert type is not None
        start = self.constant(step.start, ui64)
        if isinstance(at.type, Array):
            first = self._element(at, start)
            return Located(self.pointer_to(first.pointer, self.lower(type)), type)
        first = self._element(at, start)
        taken = self.constant(step.start + step.end, ui64)
        length = self.add(mir.SubOp.make(self.count(at), taken, location=self.location))
        if not step.from_end:
            length = self.constant(step.end - step.start, ui64)
        return Located(first.pointer, type, length)

    # Values

    def read(self, place: Place) -> SSAValue:
        """The value of a place."""
        projection = place.projection
        if place.local in self.split and projection:
            located = self.address(place)
            return self.load(located.pointer, located.alignment)
        type = self.lower(self.local_type(place.local))
        if all(isinstance(step, _PLAIN_PARTS) for step in projection) and size_of(type) <= _WHOLE_BYTES:
            if not size_of(type):
                return self.undefined(self.lower(self.place_type(place)))
            value = self.load(self.local_slot(place.local))
            return self._parts_of(value, place)
        located = self.address(place)
        if located.length is not None:
            unknown(f"a value of `{located.type}` has no size")
        if self.table.is_empty(located.type):
            return self.undefined(self.lower(located.type))
        return self.load(located.pointer, located.alignment)

    def _parts_of(self, value: SSAValue, place: Place) -> SSAValue:
        type = self.local_type(place.local)
        variant: Variant = None
        for step in place.projection:
            if isinstance(step, Downcast):
                variant = step.variant
                continue
            if isinstance(step, Subtype):
                type = self.function.change(step.type)
                continue
            assert isinstance(step, Field)
            part = self.function.change(step.type)
            value = self.part_of(value, type, variant, step.index, part)
            type, variant = part, None
        return value

    def part_of(
        self, value: SSAValue, type: RustType, variant: Variant, index: int, part: RustType
    ) -> SSAValue:
        """A field of a value."""
        lowered = self.lower(part)
        if not size_of(lowered):
            return self.undefined(lowered)
        shape = self.table.shape(type)
        position = shape.places.get((variant, index))
        if shape.kind == "newtype":
            return self.coerce(value, lowered)
        if position is None:
            unknown(f"where field {index} of `{type}` lies is not known")
        if shape.kind == "enum":
            number = self.variant_index(type, variant)
            value = self.add(mir.EnumPayloadOp.make(value, number, position, location=self.location))
        else:
            value = self.field(value, position)
        return self.coerce(value, lowered)

    def write(self, place: Place, value: SSAValue) -> None:
        """Give a place a value."""
        if not size_of(value.type) and not size_of(self.lower(self.place_type(place))):
            return
        if not place.projection:
            self.store(value, self.local_slot(place.local))
            return
        located = self.address(place)
        self.store(value, located.pointer, located.alignment)

    def borrow(self, place: Place, type: RustType) -> SSAValue:
        """A pointer of `type` to a place."""
        located = self.address(place)
        wanted = self.lower(type)
        pointer = located.pointer
        if located.length is None:
            return self.coerce(pointer, wanted)
        if isinstance(wanted, SliceType):
            first = self.cast(pointer, wanted.pointer_type, CastKind.PTR_TO_PTR)
            op = mir.ConstructSliceOp.create(
                operands=(first, located.length), result_types=(wanted,), location=self.location
            )
            return self.add(op)
        if isinstance(wanted, mir.TupleType):
            first = self.coerce(pointer, wanted.field_types()[0])
            return self.add(
                mir.ConstructTupleOp.make((first, located.length), wanted, location=self.location)
            )
        assert isinstance(wanted, PtrType)
        return self.coerce(pointer, wanted)

    def in_memory(self, value: SSAValue) -> SSAValue:
        """The address of fresh memory that holds a value."""
        slot = self.slot(value.type)
        self.store(value, slot)
        return slot


__all__ = ["Located", "PlaceEmitter"]
