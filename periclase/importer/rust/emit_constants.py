"""Constants: numbers, strings, structs and variants, named constants, and memory that constants point to."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import AddressSpace, CastKind
from periclase.dialects.mir.folding import float_attr, int_attr
from periclase.dialects.mir.layout import align_of, size_of
from periclase.dialects.mir.narrowing import is_integer_type
from periclase.dialects.mir.types import PtrType, SliceType, int_type, is_bool, is_float, is_int, ui8, ui64
from periclase.importer.rust.core_constants import core_constant
from periclase.importer.rust.emit_places import PlaceEmitter
from periclase.importer.rust.functions import RustFunction
from periclase.importer.rust.mir_syntax import (
    Address,
    Allocation,
    ArrayValue,
    Assign,
    Bits,
    Borrow,
    Bytes,
    Cast,
    Character,
    Constant,
    ConstantOperand,
    Constructed,
    Deref,
    Elements,
    Goto,
    Named,
    Number,
    Operand,
    Repeat,
    ReturnFrom,
    StructValue,
    Text,
    Truth,
    TupleValue,
    UnknownConstant,
    Use,
    UseValue,
    ZeroSized,
)
from periclase.importer.rust.operand_parser import unescape
from periclase.importer.rust.problems import reject, unknown
from periclase.importer.rust.rust_types import (
    USIZE,
    Array,
    ConstantArgument,
    FunctionItem,
    Nominal,
    Primitive,
    RawPointer,
    RustType,
    Slice,
    Tuple,
    substitute,
    walk,
)
from periclase.importer.rust.type_inference import constant_type, element_of, pointee_of, variant_of_path

_MOST_ELEMENTS = 1 << 16
_STATIC = re.compile(r"<static\(DefId\(.*?\[[0-9a-f]+\]::(.+)\)\)>\Z")
"""How rustc writes a static within a constant that it has evaluated in part: by its number, its crate and its path."""


class ConstantEmitter(PlaceEmitter):
    """Emits constants."""

    def value(self, operand: Operand, expected: RustType | None = None) -> SSAValue:
        """The value of an operand; `expected` is its type where it is a constant that does not show it.

        Raises:
            RustProblem: the type of the constant is not known, or it has no form on a device.
        """
        if isinstance(operand, Use):
            return self.read(operand.place)
        assert isinstance(operand, ConstantOperand)
        return self.constant_value(operand.value, self.type_of(operand, expected))

    def type_of(self, operand: Operand, expected: RustType | None = None) -> RustType:
        """The type of an operand.

        Raises:
            RustProblem: nothing says it.
        """
        if isinstance(operand, Use):
            return self.place_type(operand.place)
        assert isinstance(operand, ConstantOperand)
        if operand.type is not None:
            return self.function.change(operand.type)
        type = constant_type(operand.value, self._named_type) or expected
        if (
            type is None
            and isinstance(operand.value, Named)
            and str(operand.value.path) in self.function.bindings
        ):
            type = USIZE
        if type is None:
            unknown("the type of a constant is not known")
        return self.function.change(type)

    def _named_type(self, path: object) -> RustType | None:
        return self.of.named_type(path, self.function)

    def constant_value(self, value: Constant, type: RustType) -> SSAValue:
        """A constant of a type.

        Raises:
            RustProblem: it has no form on a device.
        """
        lowered = self.lower(type)
        if isinstance(value, Number):
            own = self.lower(value.type)
            return self.coerce(self.constant(value.value, own), lowered)
        if isinstance(value, Truth | Character):
            own = (
                lowered
                if is_bool(lowered) or is_int(lowered)
                else self.lower(Primitive("bool" if isinstance(value, Truth) else "char"))
            )
            return self.coerce(self.constant(int(value.value), own), lowered)
        if not size_of(lowered):
            return self.undefined(lowered)
        if isinstance(value, Text | Bytes):
            return self._text(value, type, lowered)
        if isinstance(value, Elements):
            return self._elements(value, type, lowered)
        if isinstance(value, Constructed):
            return self._constructed(value, type)
        if isinstance(value, Named):
            return self._named(value, type)
        if isinstance(value, Address):
            return self._address(value.allocation, value.offset, type)
        if isinstance(value, Bits):
            return self._bits(value.value, lowered)
        if isinstance(value, ZeroSized):
            return self.undefined(lowered)
        if isinstance(value, UnknownConstant):
            static = _STATIC.match(value.text)
            if static is not None and pointee_of(type) is not None:
                return self.coerce(self._static_address(static[1], type), lowered)
            unknown(f"the constant `{value.text}` of type `{type}` has no form here")
        return self.undefined(lowered)

    def _bits(self, value: int, lowered: Attribute) -> SSAValue:
        size = size_of(lowered)
        if isinstance(lowered, PtrType):
            return self.cast(self.constant(value, ui64), lowered, CastKind.INT_TO_PTR)
        if size in (1, 2, 4, 8, 16):
            return self.coerce(self.constant(value, int_type(8 * size, False)), lowered)
        data = value.to_bytes(size, "little")
        return self.coerce(self._byte_array(data), lowered)

    def _byte_array(self, data: bytes) -> SSAValue:
        type = mir.ArrayType.get(len(data), ui8)
        elements = ArrayAttr(int_attr(byte, ui8) for byte in data)
        return self.add(mir.ConstantAggregateOp.make(elements, type, location=self.location))

    def _text(self, value: Text | Bytes, type: RustType, lowered: Attribute) -> SSAValue:
        data = value.value.encode() if isinstance(value, Text) else value.value
        if isinstance(value, Bytes) and value.by_value:
            return self.coerce(self._byte_array(data), lowered)
        array = mir.ArrayType.get(len(data), ui8)
        if data:
            key = self.of.text_key(data)
            elements = ArrayAttr(int_attr(byte, ui8) for byte in data)
            pointer = self.add(mir.GlobalAllocOp.make(array, key, 1, True, elements, location=self.location))
        else:
            pointer = self.cast(self.constant(1, ui64), PtrType.get(array, False), CastKind.INT_TO_PTR)
        if isinstance(lowered, SliceType):
            first = self.cast(pointer, lowered.pointer_type, CastKind.PTR_TO_PTR)
            length = self.constant(len(data), ui64)
            op = mir.ConstructSliceOp.create(
                operands=(first, length), result_types=(lowered,), location=self.location
            )
            return self.add(op)
        return self.coerce(pointer, lowered)

    def _elements(self, value: Elements, type: RustType, lowered: Attribute) -> SSAValue:
        attribute = self._attribute(value, type, lowered)
        if attribute is not None:
            return self.add(mir.ConstantAggregateOp.make(attribute, lowered, location=self.location))
        if value.is_array:
            element = element_of(type)
            assert element is not None
            values = [self.constant_value(part, element) for part in value.elements]
            return self.array(type, values)
        assert isinstance(type, Tuple)
        parts = [self.constant_value(part, t) for part, t in zip(value.elements, type.elements, strict=True)]
        return self.aggregate(type, None, list(enumerate(parts)))

    def _attribute(self, value: Constant, type: RustType, lowered: Attribute) -> ArrayAttr[Attribute] | None:
        """The attribute of an array of numbers, of arrays of numbers and so on; None for others."""
        if not isinstance(value, Elements) or not isinstance(lowered, mir.ArrayType) or not value.elements:
            return None
        parts: list[Attribute] = []
        for element in value.elements:
            inner = lowered.element_type
            part: Attribute | None
            if isinstance(element, Number | Truth | Character):
                part = number_attribute(element.value, inner)
            else:
                part = self._attribute(element, type, inner)
            if part is None:
                return None
            parts.append(part)
        return ArrayAttr(parts)

    def _constructed(self, value: Constructed, type: RustType) -> SSAValue:
        variant = variant_of_path(value.path, type)
        known = self.table.fields.of(type, variant)
        fields: list[tuple[int, SSAValue]] = []
        for index, part in enumerate(value.fields):
            part_type = constant_type(part, self._named_type) or known.get(index)
            if part_type is None:
                unknown(f"the type of field {index} of a constant of type `{type}` is not known")
            fields.append((index, self.constant_value(part, self.function.change(part_type))))
        return self.aggregate(type, variant, fields)

    def _named(self, value: Named, type: RustType) -> SSAValue:
        if isinstance(type, FunctionItem):
            return self.undefined(self.lower(type))
        variant = variant_of_path(value.path, type)
        if variant is not None and isinstance(self.lower(type), mir.EnumType):
            if variant in self.table.shape(type).variants:
                return self.aggregate(type, variant, ())
        given = self.function.bindings.get(str(value.path))
        if isinstance(given, ConstantArgument):
            return self.constant_value(parse_argument(given.text, type), type)
        found = self.of.linker.constant(value.path, self.function)
        if found is None:
            known = core_constant(value.path.plain)
            if known is not None:
                return self.constant_value(known, type)
            unknown(
                f"rustc's text does not hold the value of the constant `{value.path}`, or does not tell which it is"
            )
        return self.item_value(found, type)

    def item_value(self, item: RustFunction, type: RustType) -> SSAValue:
        """The value of a constant item: worked out here where it is put together of constants, a call of a function else."""
        declared = item.item
        if declared.value is not None:
            return self.value_in(item, declared.value, type)
        steps = straight(item)
        if steps is not None:
            evaluated = self._evaluated(item, steps, type)
            if evaluated is not None:
                return evaluated
        if pointee_of(type) is not None and _borrows_own_memory(item):
            reject(
                f"the constant `{declared.path}`",
                "it is the address of a value that is computed when the program is compiled",
                "make it a `static`, or a constant without the reference",
            )
        call = self.of.constant_call(item)
        lowered = self.lower(type)
        return self.add(mir.CallOp.make(call, (), (lowered,), location=self.location))

    def value_in(self, item: RustFunction, operand: Operand, type: RustType) -> SSAValue:
        """A constant operand that stands in another item."""
        assert isinstance(operand, ConstantOperand)
        declared = operand.type or constant_type(operand.value, self._named_type) or type
        return self.constant_value(operand.value, substitute(declared, item.bindings))

    def _evaluated(self, item: RustFunction, steps: Sequence[Assign], type: RustType) -> SSAValue | None:
        """The value that straight-line code of constants gives; None where it does something else."""
        holds: dict[int, tuple[SSAValue, RustType]] = {}
        memory: dict[int, tuple[SSAValue, RustType]] = {}

        def operand_value(operand: Operand, expected: RustType | None) -> tuple[SSAValue, RustType] | None:
            if isinstance(operand, Use):
                return None if operand.place.projection else holds.get(operand.place.local)
            assert isinstance(operand, ConstantOperand)
            known = operand.type or constant_type(operand.value, self._named_type) or expected
            if known is None:
                return None
            known = item.change(known)
            return self.constant_value(operand.value, known), known

        for step in steps:
            if step.place.projection:
                return None
            wanted = item.change(item.body.locals[step.place.local])
            value = step.value
            made: SSAValue | None = None
            if isinstance(value, UseValue):
                found = operand_value(value.operand, wanted)
                made = None if found is None else found[0]
            elif isinstance(value, Repeat):
                found = operand_value(value.operand, element_of(wanted))
                if found is not None and isinstance(wanted, Array) and isinstance(wanted.length, int):
                    made = self.array(wanted, [found[0]] * wanted.length)
            elif isinstance(value, ArrayValue | TupleValue | StructValue):
                made = self._evaluated_aggregate(value, wanted, operand_value)
            elif isinstance(value, Borrow) and value.place.local in holds:
                if not value.place.projection:
                    made = self._in_constant_memory(item, value.place.local, holds, memory, wanted)
                elif [part.__class__ for part in value.place.projection] == [Deref]:
                    made = self.coerce(holds[value.place.local][0], self.lower(wanted))
            elif isinstance(value, Cast) and value.kind.startswith("PointerCoercion(Unsize"):
                found = operand_value(value.operand, None)
                if found is not None:
                    made = self.unsize(found[0], found[1], wanted)
            if made is None:
                return None
            holds[step.place.local] = (made, wanted)
        result = holds.get(0)
        return None if result is None else self.coerce(result[0], self.lower(type))

    def _evaluated_aggregate(
        self,
        value: ArrayValue | TupleValue | StructValue,
        wanted: RustType,
        operand_value: Callable[[Operand, RustType | None], tuple[SSAValue, RustType] | None],
    ) -> SSAValue | None:
        operands = value.fields if isinstance(value, StructValue) else value.elements
        variant = variant_of_path(value.path, wanted) if isinstance(value, StructValue) else None
        known = self.table.fields.of(wanted, variant)
        parts: list[SSAValue] = []
        for index, operand in enumerate(operands):
            expected = element_of(wanted) if isinstance(value, ArrayValue) else known.get(index)
            if isinstance(value, TupleValue) and isinstance(wanted, Tuple):
                expected = wanted.elements[index]
            found = operand_value(operand, expected)
            if found is None:
                return None
            parts.append(found[0])
        if isinstance(value, ArrayValue):
            return self.array(wanted, parts)
        return self.aggregate(wanted, variant, list(enumerate(parts)))

    def _in_constant_memory(
        self,
        item: RustFunction,
        local: int,
        holds: dict[int, tuple[SSAValue, RustType]],
        memory: dict[int, tuple[SSAValue, RustType]],
        wanted: RustType,
    ) -> SSAValue | None:
        value, _ = holds[local]
        attribute = constant_attribute(value)
        if attribute is None or not size_of(value.type):
            if not size_of(value.type):
                return self.cast(self.constant(1, ui64), self.lower(wanted), CastKind.INT_TO_PTR)
            if any(pointee_of(part) is not None for part in walk(self.function.result)):
                return None  # the memory of this function must not be seen when it has returned
            return self.coerce(self.in_memory(value), self.lower(wanted))
        key = f"{item.qualified_name}.{local}"
        op = mir.GlobalAllocOp.make(
            value.type, self.of.memory_key(item, local, key), None, True, attribute, location=self.location
        )
        return self.coerce(self.add(op), self.lower(wanted))

    # Memory that constants point to

    def _address(self, number: int, offset: int, type: RustType) -> SSAValue:
        lowered = self.lower(type)
        allocation = self.function.program.allocation(number)
        if allocation is None:
            unknown(f"rustc's text does not hold the memory `alloc{number}`")
        if allocation.described is not None:
            what = allocation.described.partition(":")[0]
            if what == "extern static":
                reject(
                    "a static of another language",
                    "a device has no other memory",
                    "declare it with Rust's `static`",
                )
            reject(
                "a table or address of functions",
                "calls through it have no form on a device",
                "use a generic parameter",
            )
        target = pointee_of(type)
        shared = self.of.shared_memory(self.function, allocation, target)
        if shared is not None:
            return self.coerce(self.add(shared(self.location)), lowered)
        pointer = self.memory(allocation, target)
        if offset:
            moved = self.pointer_to(pointer, ui8)
            pointer = self.add(
                mir.PtrOffsetOp.make(moved, self.constant(offset, ui64), location=self.location)
            )
        if isinstance(lowered, SliceType):
            element = size_of(lowered.element_type)
            first = self.coerce(pointer, lowered.pointer_type)
            length = self.constant(allocation.size // element if element else 0, ui64)
            op = mir.ConstructSliceOp.create(
                operands=(first, length), result_types=(lowered,), location=self.location
            )
            return self.add(op)
        return self.coerce(pointer, lowered)

    def _static_address(self, path: str, type: RustType) -> SSAValue:
        """The address of the static at a path of the crate."""
        program = self.function.program
        numbers = program.static_numbers(path)
        known = None if len(numbers) != 1 else program.allocation(numbers[0])
        if known is None and (path not in program.constants or len(numbers) > 1):
            unknown(f"rustc's text does not hold the static `{path}`, or does not tell which it is")
        return self.memory(known or Allocation(-1, path, None, 0, 1, (), {}), pointee_of(type))

    def memory(self, allocation: Allocation, target: RustType | None) -> SSAValue:
        """The address of memory with the bytes of an allocation."""
        declared = self.of.static_item(allocation, self.function)
        type = target
        if declared is not None:
            type = declared.item.type
        mutable = declared is not None and (
            declared.item.kind == "static mut" or self.table.has_cell(declared.item.type)
        )
        if declared is not None and _is_constant_memory(declared.item.type):
            mutable = False  # there is a cell in it, so that rustc knows nothing of its value
        given = self.of.static_value(allocation, self.function)
        if allocation.pointers:
            return self._rebuilt_memory(allocation, mutable)
        lowered = (
            None if type is None or isinstance(type, Slice) or type == Primitive("str") else self.lower(type)
        )
        initial: Attribute | None = None
        data = bytes(byte or 0 for byte in allocation.data) if given is None else given
        if given is not None and lowered is not None and size_of(lowered) == len(given):
            initial = data_attribute(given, lowered)
        elif declared is not None and not allocation.size and lowered is not None and size_of(lowered):
            initial = self._static_value(declared, lowered)
        elif lowered is not None and size_of(lowered) == allocation.size:
            initial = data_attribute(data, lowered)
        if initial is None or lowered is None:
            word = ui64 if allocation.align >= 8 and allocation.size % 8 == 0 else ui8
            lowered = mir.ArrayType.get(allocation.size // size_of(word), word)
            initial = data_attribute(data, lowered)
        key = allocation.static or f"alloc{allocation.number}"
        align = allocation.align if allocation.align > align_of(lowered) else None
        if mutable and data and not any(data):
            initial = None
        op = mir.GlobalAllocOp.make(
            lowered,
            self.of.static_key(self.function, allocation, key),
            align,
            not mutable,
            initial,
            location=self.location,
        )
        pointer = self.add(op)
        return self.cast(pointer, PtrType.get(lowered, mutable, AddressSpace.GENERIC), CastKind.PTR_TO_PTR)

    def _static_value(self, static: RustFunction, lowered: Attribute) -> Attribute:
        """What a static begins as, of which the text has no bytes: rustc met it in constants only."""
        steps = straight(static)
        value = None if steps is None else self._evaluated(static, steps, static.result)
        attribute = None if value is None else constant_attribute(self.coerce(value, lowered))
        if attribute is None:
            reject(
                f"the static `{static.path}`",
                "its value is computed, and rustc's text does not hold what comes of it",
                "name the static itself in the kernel, not by way of a constant",
            )
        return attribute

    def _rebuilt_memory(self, allocation: Allocation, mutable: bool) -> SSAValue:
        """The memory of a static that holds addresses, which are known on the device only: put together in the function."""
        name = allocation.static or str(allocation.number)
        if mutable:
            reject(
                f"the static `{name}`",
                "it holds addresses, which are not known before the module is loaded, and may be written",
                "hold indices in it",
            )
        if any(pointee_of(part) is not None for part in walk(self.function.result)):
            reject(
                f"the static `{name}`",
                "it holds addresses, and would be given out of the function that knows them",
                "use the static in the function that needs it, or mark this one `#[inline]`",
            )
        word = int_type(8 * min(allocation.align, 8), False)
        count = allocation.size // size_of(word)
        type = mir.ArrayType.get(count, word)
        slot = self.slot(type)
        data = data_attribute(bytes(byte or 0 for byte in allocation.data), type)
        assert data is not None
        elements = cast("ArrayAttr[Attribute]", data)
        self.store(self.add(mir.ConstantAggregateOp.make(elements, type, location=self.location)), slot)
        for place, (number, offset) in allocation.pointers.items():
            byte_pointer = PtrType.get(ui8, True)
            target = self._address(number, offset, RawPointer(Primitive("u8"), True))
            at = self.add(
                mir.PtrOffsetOp.make(
                    self.pointer_to(slot, ui8), self.constant(place, ui64), location=self.location
                )
            )
            self.store(self.coerce(target, byte_pointer), self.pointer_to(at, byte_pointer))
        return slot

    # Aggregates

    def array(self, type: RustType, values: Sequence[SSAValue]) -> SSAValue:
        """An array of these elements."""
        lowered = self.lower(type)
        if not size_of(lowered):
            return self.undefined(lowered)
        assert isinstance(lowered, mir.ArrayType)
        attributes = [constant_attribute(value) for value in values[:_MOST_ELEMENTS]]
        if (
            values
            and all(attribute is not None for attribute in attributes)
            and len(attributes) == len(values)
        ):
            elements = ArrayAttr(attribute for attribute in attributes if attribute is not None)
            return self.add(mir.ConstantAggregateOp.make(elements, lowered, location=self.location))
        parts = [self.coerce(value, lowered.element_type) for value in values]
        return self.add(mir.ConstructArrayOp.make(parts, lowered, location=self.location))

    def aggregate(
        self, type: RustType, variant: str | None, fields: Sequence[tuple[int, SSAValue]]
    ) -> SSAValue:
        """A struct, tuple, closure or variant of an enum with these fields, by their numbers in Rust.

        Raises:
            RustProblem: it is not known where they lie.
        """
        shape = self.table.shape(type)
        lowered = shape.type
        if shape.kind == "empty":
            return self.undefined(lowered)
        filled = [(index, value) for index, value in fields if size_of(value.type)]
        if shape.kind == "newtype":
            if len(filled) != 1:
                return self.undefined(lowered)
            return self.coerce(filled[0][1], lowered)
        if shape.kind == "union":
            slot = self.slot(lowered)
            for _, value in filled:
                self.store(value, self.pointer_to(slot, value.type))
            return self.load(slot)
        if shape.kind == "enum":
            assert isinstance(lowered, mir.EnumType)
            number = self.variant_index(type, variant)
            wanted = lowered.variants[number].types
            parts: list[SSAValue | None] = [None] * len(wanted)
            for index, value in filled:
                position = shape.places.get((variant, index))
                if position is None:
                    unknown(f"where field {index} of `{type}::{variant}` lies is not known")
                parts[position] = self.coerce(value, wanted[position])
            payload = [self.undefined(wanted[n]) if part is None else part for n, part in enumerate(parts)]
            if not lowered.variants[number].inhabited:
                return self.undefined(lowered)
            return self.add(mir.ConstructEnumOp.make(lowered, number, payload, location=self.location))
        assert isinstance(lowered, mir.StructType | mir.TupleType)
        types = lowered.field_types()
        members: list[SSAValue | None] = [None] * len(types)
        for index, value in filled:
            position = shape.places.get((None, index))
            if position is None:
                unknown(f"where field {index} of `{type}` lies is not known")
            members[position] = self.coerce(value, types[position])
        values = [self.undefined(types[n]) if part is None else part for n, part in enumerate(members)]
        return self.struct_of(lowered, values)

    def struct_of(self, lowered: Attribute, values: Sequence[SSAValue]) -> SSAValue:
        """A struct or tuple of these fields."""
        if isinstance(lowered, mir.TupleType):
            return self.add(mir.ConstructTupleOp.make(values, lowered, location=self.location))
        return self.add(mir.ConstructStructOp.make(values, lowered, location=self.location))

    def unsize(self, value: SSAValue, source: RustType, target: RustType) -> SSAValue:
        """A pointer to an array as one to a slice, also at the end of a struct.

        Raises:
            RustProblem: it becomes a trait object.
        """
        lowered = self.lower(target)
        given, wanted = pointee_of(source), pointee_of(target)
        if isinstance(given, Array) and isinstance(wanted, Slice) and isinstance(given.length, int):
            assert isinstance(lowered, SliceType)
            first = self.coerce(value, lowered.pointer_type)
            length = self.constant(given.length, ui64)
            op = mir.ConstructSliceOp.create(
                operands=(first, length), result_types=(lowered,), location=self.location
            )
            return self.add(op)
        length = _length_at_end(given, wanted)
        if length is None or not isinstance(lowered, mir.TupleType):
            unknown(f"`{source}` as `{target}` has no form here")
        pointer = self.coerce(value, lowered.field_types()[0])
        return self.struct_of(lowered, (pointer, self.constant(length, ui64)))


def parse_argument(text: str, type: RustType) -> Constant:
    """The constant that a constant argument of a generic function is."""
    if text in ("true", "false"):
        return Truth(text == "true")
    if text.startswith("'"):
        return Character(ord(unescape(text[1:-1])))
    match = re.match(r"-?\d[\d_]*", text)
    if match is None:
        unknown(f"the constant argument `{text}` has no form here")
    return Number(int(match[0].replace("_", "")), type)


def _length_at_end(given: RustType | None, wanted: RustType | None) -> int | None:
    """How many elements the array has that became the slice at the end of a struct."""
    if not isinstance(given, Nominal) or not isinstance(wanted, Nominal):
        return None
    for ours, theirs in zip(given.arguments, wanted.arguments, strict=False):
        if isinstance(ours, Array) and isinstance(theirs, Slice) and isinstance(ours.length, int):
            return ours.length
        inner = _length_at_end(ours, theirs)
        if inner is not None:
            return inner
    return None


def straight(item: RustFunction) -> list[Assign] | None:
    """The assignments of a body that is one run of blocks without calls; None of others."""
    blocks = item.body.blocks
    block = blocks[0]
    steps: list[Assign] = []
    while True:
        for statement in block.statements:
            if not isinstance(statement, Assign):
                return None
            steps.append(statement)
        terminator = block.terminator
        if isinstance(terminator, ReturnFrom):
            return steps
        if not isinstance(terminator, Goto) or len(steps) > _MOST_ELEMENTS:
            return None
        block = blocks[terminator.target]


def _borrows_own_memory(item: RustFunction) -> bool:
    """Whether a body takes the address of a local of its own, and not only of what pointers lead to."""
    return any(
        isinstance(statement, Assign)
        and isinstance(statement.value, Borrow)
        and not any(isinstance(step, Deref) for step in statement.value.place.projection)
        for number in item.live_blocks()
        for statement in item.body.blocks[number].statements
    )


def number_attribute(value: float, type: Attribute) -> Attribute | None:
    """The attribute of a number of a scalar type."""
    if is_integer_type(type):
        return int_attr(int(value), type)
    return float_attr(float(value), type) if is_float(type) else None


def constant_attribute(value: SSAValue) -> Attribute | None:
    """The attribute of a value that is constant; None of others."""
    owner = value.owner
    if isinstance(owner, mir.ConstantOp):
        return owner.value
    if isinstance(owner, mir.ConstantAggregateOp):
        return owner.value
    if isinstance(owner, mir.ConstructStructOp | mir.ConstructTupleOp):
        parts = [constant_attribute(part) for part in owner.operands]
        if all(part is not None for part in parts):
            return ArrayAttr(part for part in parts if part is not None)
    return None


def data_attribute(data: bytes, type: Attribute) -> Attribute | None:
    """The constant of a type that has these bytes; None where its form is not that of a constant: enums, pointers."""
    size = size_of(type)
    if is_bool(type):
        return int_attr(data[0] & 1, type) if is_integer_type(type) else None
    if is_int(type):
        assert is_integer_type(type)
        return int_attr(int.from_bytes(data[:size], "little"), type)
    if is_float(type):
        code = {2: "<e", 4: "<f", 8: "<d"}[size]
        number = struct.unpack(code, data[:size])[0]
        return float_attr(number, type) if number == number else None
    if isinstance(type, mir.ArrayType):
        step = size_of(type.element_type)
        parts = [
            data_attribute(data[n * step : (n + 1) * step], type.element_type) for n in range(type.length)
        ]
    elif isinstance(type, mir.TupleType | mir.StructType):
        rows = zip(type.field_offsets(), type.field_types(), strict=True)
        parts = [data_attribute(data[at : at + size_of(part)], part) for at, part in rows]
    else:
        return None
    if any(part is None for part in parts):
        return None
    return ArrayAttr(part for part in parts if part is not None)


__all__ = ["ConstantEmitter", "constant_attribute", "data_attribute"]


def _is_constant_memory(type: RustType) -> bool:
    return isinstance(type, Nominal) and type.path.last.name == "ConstantMemory"
