"""Emission of a function's parameters: arguments that are put into the slots of their locals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import AddressSpace
from periclase.dialects.mir.layout import align_of, size_of
from periclase.dialects.mir.types import PtrType, SliceType, ui8, ui64
from periclase.importer.rust.emit_calls import CallEmitter
from periclase.importer.rust.rust_types import (
    Array,
    Nominal,
    Primitive,
    RawPointer,
    Reference,
    RustType,
    Slice,
)

if TYPE_CHECKING:
    from periclase.importer.rust.passed_types import Leaf


class ParameterEmitter(CallEmitter):
    """Emits parameters. Those of a kernel come as a launch passes them."""

    def parameter(self, local: int, type: RustType, inputs: list[Attribute]) -> None:
        """A parameter: an argument that is put into the slot of its local."""
        if self.of.is_kernel(self.function):
            self._kernel_parameter(local, type, inputs)
            return
        lowered = self.lower(type)
        if not size_of(lowered):
            return
        self.store(self._argument(local, lowered, inputs), self.local_slot(local))

    def _argument(self, local: int, type: Attribute, inputs: list[Attribute], suffix: str = "") -> SSAValue:
        inputs.append(type)
        argument = self.entry.insert_arg(type, len(self.entry.args))
        name = self._names.get(local)
        if name is not None and SSAValue.is_valid_name(name + suffix):
            argument.name_hint = name + suffix
        return argument

    def _kernel_parameter(self, local: int, type: RustType, inputs: list[Attribute]) -> None:
        """A kernel's parameter: pointers and slices come as slices of global memory, what is made of parts as its leaves."""
        target = type.target if isinstance(type, Reference | RawPointer) else None
        if target is not None:
            element = target.element if isinstance(target, Slice | Array) else target
            mutable = isinstance(type, Reference | RawPointer) and type.mutable
            mutable = mutable or self.table.has_cell(target)
            argument = self._memory(local, element, mutable, inputs)
            lowered = self.lower(type)
            if isinstance(lowered, SliceType):
                value = self.coerce(argument, lowered)
            else:
                assert isinstance(lowered, PtrType)
                value = self.coerce(self.field(argument, 0), lowered)
            self.store(value, self.local_slot(local))
            return
        if isinstance(type, Nominal) and type.path.last.name == "DisjointSlice" and type.arguments:
            self._disjoint_parameter(local, type, inputs)
            return
        leaves = self.of.leaves.get(local - 1)
        if leaves is not None:
            self._leaves(local, leaves, inputs)
            return
        lowered = self.lower(type)
        if not size_of(lowered):
            return
        self.store(self._argument(local, lowered, inputs), self.local_slot(local))

    def _memory(
        self, local: int, element: RustType, mutable: bool, inputs: list[Attribute], suffix: str = ""
    ) -> SSAValue:
        """A slice of global memory. One of arrays comes as one of their elements, as the host knows it."""
        count, flat = 1, element
        while isinstance(flat, Array) and isinstance(flat.length, int) and flat.length:
            count *= flat.length
            flat = flat.element
        passed = mir.SliceType.get(self.lower(flat), mutable, AddressSpace.GLOBAL)
        argument = self._argument(local, passed, inputs, suffix)
        if flat is element:
            return argument
        wanted = mir.SliceType.get(self.lower(element), mutable, AddressSpace.GLOBAL)
        first = self.coerce(self.field(argument, 0), wanted.pointer_type)
        length = self.add(
            mir.DivOp.make(self.field(argument, 1), self.constant(count, ui64), location=self.location)
        )
        return self.add(
            mir.ConstructSliceOp.create(
                operands=(first, length), result_types=(wanted,), location=self.location
            )
        )

    def _leaves(self, local: int, leaves: Sequence[Leaf], inputs: list[Attribute]) -> None:
        """What a parameter that is made of parts comes as, put where rustc has each part in the whole."""
        if not leaves:
            return
        slot = self.local_slot(local)
        for leaf in leaves:
            type = leaf.rust_type
            if not isinstance(type, Reference | RawPointer):
                self._store_at(slot, leaf.offset, self._argument(local, self.lower(type), inputs, leaf.name))
                continue
            target = type.target
            is_slice = isinstance(target, Slice)
            argument = self._memory(
                local, target.element if is_slice else target, type.mutable, inputs, leaf.name
            )
            first = self.field(argument, 0)
            assert isinstance(first.type, PtrType)
            generic = PtrType.get(first.type.pointee, first.type.mutable)
            self._store_at(slot, leaf.offset, self.coerce(first, generic))
            if is_slice:
                self._store_at(slot, leaf.offset + 8, self.field(argument, 1))

    def _disjoint_parameter(self, local: int, type: Nominal, inputs: list[Attribute]) -> None:
        element = self.lower(type.arguments[0])
        argument = self._memory(local, type.arguments[0], True, inputs)
        pointer = self.coerce(self.field(argument, 0), PtrType.get(element))
        length = self.field(argument, 1)
        shape = self.table.shape(type)
        fields = [(0, pointer), (1, length)]
        layout = shape.layout
        if layout is not None and layout.size > 16:
            word = self.table.fields.of(type).get(2, Primitive("u32"))
            fields.append((2, self._argument(local, self.lower(word), inputs, "_row")))
        if shape.kind == "struct" and all((None, index) in shape.places for index, _ in fields):
            self.store(self.aggregate(type, None, fields), self.local_slot(local))
            return
        slot = self.local_slot(local)
        for index, value in fields:
            self._store_at(slot, 8 * index, value)

    def _store_at(self, slot: SSAValue, offset: int, value: SSAValue) -> None:
        bytes_ = self.pointer_to(slot, ui8)
        at = self.add(mir.PtrOffsetOp.make(bytes_, self.constant(offset, ui64), location=self.location))
        packed = offset % align_of(value.type) != 0
        self.store(value, self.pointer_to(at, value.type), alignment=1 if packed else None)
