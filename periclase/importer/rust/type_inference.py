"""The types of places and operands, and what bodies tell of the fields of structs and enums.

MIR text defines no types, but it says the type of a field wherever it takes one, `((*_1).0: f32)`, and wherever it makes a struct
of operands. A field of which no reachable body speaks is only ever moved along with the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from periclase.importer.rust.mir_syntax import (
    Address,
    ArrayValue,
    AssertCondition,
    Assign,
    Assume,
    Binary,
    Bits,
    Body,
    Borrow,
    Bytes,
    Call,
    Cast,
    Character,
    ClosureValue,
    Constant,
    ConstantIndex,
    ConstantOperand,
    Constructed,
    CopyNonOverlapping,
    Deref,
    Discriminant,
    Downcast,
    Drop,
    Elements,
    Field,
    Index,
    Length,
    Named,
    Number,
    Operand,
    Place,
    PointerValue,
    Repeat,
    Rvalue,
    SetDiscriminant,
    Statement,
    StructValue,
    Subslice,
    Subtype,
    Switch,
    Terminator,
    Text,
    Truth,
    TupleValue,
    Unary,
    Use,
    UseValue,
    ZeroSized,
)
from periclase.importer.rust.rust_types import (
    BOOL,
    CHAR,
    STR,
    U8,
    Array,
    Nominal,
    Path,
    RawPointer,
    Reference,
    RustType,
    Slice,
    Tuple,
)

Variant = str | int | None
"""Which variant of an enum: by name, or by index where it has no name; None of a struct."""


def pointee_of(type: RustType) -> RustType | None:
    """What a type points to: of references, raw pointers, and the standard library's non-null pointers."""
    if isinstance(type, Reference | RawPointer):
        return type.target
    if (
        isinstance(type, Nominal)
        and type.path.plain in ("core::ptr::NonNull", "core::ptr::Unique")
        and type.arguments
    ):
        return type.arguments[0]
    return None


def element_of(type: RustType) -> RustType | None:
    """The type of the elements of an array, a slice or a string."""
    if isinstance(type, Array | Slice):
        return type.element
    return U8 if type == STR else None


def projected(type: RustType, projection: object) -> RustType | None:
    """The type of a part of a place of `type`; None where it has no such part."""
    if isinstance(projection, Field | Subtype):
        return projection.type
    if isinstance(projection, Deref):
        return pointee_of(type)
    if isinstance(projection, Index | ConstantIndex):
        return element_of(type)
    if isinstance(projection, Subslice):
        element = element_of(type)
        if element is None:
            return None
        if isinstance(type, Array) and isinstance(type.length, int):
            end = type.length - projection.end if projection.from_end else projection.end
            return Array(element, end - projection.start)
        return Slice(element)
    return type


def constant_type(value: Constant, named: Callable[[Path], RustType | None]) -> RustType | None:
    """The type that a constant shows by itself; `named` gives that of a constant item."""
    if isinstance(value, Number | Address | Bits | ZeroSized):
        return value.type
    if isinstance(value, Truth):
        return BOOL
    if isinstance(value, Character):
        return CHAR
    if isinstance(value, Text):
        return Reference(STR, False)
    if isinstance(value, Bytes):
        array = Array(U8, len(value.value))
        return array if value.by_value else Reference(array, False)
    if isinstance(value, Elements):
        types = [constant_type(element, named) for element in value.elements]
        known = [type for type in types if type is not None]
        if len(known) < len(types):
            return None
        if not value.is_array:
            return Tuple(tuple(known))
        return Array(known[0], len(known)) if known else None
    if isinstance(value, Constructed | Named):
        return named(value.path)
    return None


def operands_of(value: Rvalue) -> tuple[Operand, ...]:
    """The operands of an rvalue."""
    if isinstance(value, UseValue | Cast | Unary | Repeat):
        return (value.operand,)
    if isinstance(value, Binary):
        return (value.left, value.right)
    if isinstance(value, ArrayValue | TupleValue):
        return value.elements
    if isinstance(value, StructValue | ClosureValue):
        return value.fields
    if isinstance(value, PointerValue):
        return (value.pointer, value.metadata)
    return ()


def places_of_rvalue(value: Rvalue) -> Iterator[Place]:
    """The places that an rvalue reads or takes the address of."""
    if isinstance(value, Borrow | Discriminant | Length):
        yield value.place
    for operand in operands_of(value):
        if isinstance(operand, Use):
            yield operand.place


def operands_of_terminator(terminator: Terminator) -> tuple[Operand, ...]:
    """The operands of a terminator."""
    if isinstance(terminator, Switch):
        return (terminator.operand,)
    if isinstance(terminator, Call):
        return (terminator.callee, *terminator.arguments)
    if isinstance(terminator, AssertCondition):
        return (terminator.operand, *terminator.values)
    return ()


def operands_of_statement(statement: Statement) -> tuple[Operand, ...]:
    """The operands of a statement."""
    if isinstance(statement, Assign):
        return operands_of(statement.value)
    if isinstance(statement, Assume):
        return (statement.operand,)
    if isinstance(statement, CopyNonOverlapping):
        return (statement.destination, statement.origin, statement.count)
    return ()


def places_in(statement: Statement | Terminator) -> Iterator[Place]:
    """Every place that a statement or terminator names."""
    if isinstance(statement, Assign):
        yield statement.place
        yield from places_of_rvalue(statement.value)
        return
    if isinstance(statement, SetDiscriminant | Call | Drop):
        yield statement.place
    operands = (
        operands_of_statement(statement)
        if isinstance(statement, Statement)
        else operands_of_terminator(statement)
    )
    for operand in operands:
        if isinstance(operand, Use):
            yield operand.place


class FieldTypes:
    """What is known of the fields of types, out of the bodies that were looked at.

    Attributes:
        fields: for each type, by its text, and each variant, the types of the fields by number.
        names: likewise the names of fields, in order, where a value was made with names.
        variants: the names of variants that were used.
        discriminants: the type of `discriminant(…)`.
        types: all the types that were met, by text.
        lone: the type of what a struct or union was made of that was made of one named field.
    """

    def __init__(self, named: Callable[[Path], RustType | None]):
        self.fields: dict[tuple[str, Variant], dict[int, RustType]] = {}
        self.names: dict[tuple[str, Variant], tuple[str, ...]] = {}
        self.variants: dict[str, dict[str, None]] = {}
        self.discriminants: dict[str, str] = {}
        self.types: dict[str, RustType] = {}
        self.lone: dict[str, RustType] = {}
        self._named = named

    def meet(self, type: RustType) -> None:
        """Take note of a type."""
        text = str(type)
        if text in self.types:
            return
        self.types[text] = type
        for part in type.parts():
            self.meet(part)

    def of(self, type: RustType, variant: Variant = None) -> dict[int, RustType]:
        """The types of the fields that are known."""
        return self.fields.get((str(type), variant), {})

    def field(self, type: RustType, variant: Variant, index: int, field_type: RustType) -> None:
        """Take note of a field."""
        self.meet(field_type)
        text = str(type)
        self.fields.setdefault((text, variant), {}).setdefault(index, field_type)
        if isinstance(variant, str):
            self.variants.setdefault(text, {})[variant] = None

    def place_type(self, body: Body, place: Place, change: Callable[[RustType], RustType]) -> RustType | None:
        """The type of a place of a body, its parts taken note of; None where it makes no sense."""
        type: RustType | None = change(body.locals[place.local]) if place.local in body.locals else None
        variant: Variant = None
        for projection in place.projection:
            if type is None:
                return None
            if isinstance(projection, Downcast):
                variant = projection.variant
                if isinstance(variant, str):
                    self.variants.setdefault(str(type), {})[variant] = None
                continue
            part = projected(type, projection)
            if isinstance(projection, Field) and part is not None:
                part = change(part)
                self.field(type, variant, projection.index, part)
            variant, type = None, part
        return type

    def operand_type(
        self, body: Body, operand: Operand, change: Callable[[RustType], RustType]
    ) -> RustType | None:
        """The type of an operand; None of a constant that does not show it."""
        if isinstance(operand, Use):
            return self.place_type(body, operand.place, change)
        assert isinstance(operand, ConstantOperand)
        if operand.type is not None:
            type = change(operand.type)
            self.constant(operand.value, type)
            return type
        return constant_type(operand.value, self._named)

    def constant(self, value: Constant, type: RustType | None) -> None:
        """Take note of what a constant of `type` is made of."""
        if type is not None:
            self.meet(type)
        if isinstance(value, Elements):
            for index, element in enumerate(value.elements):
                part = None
                if type is not None:
                    part = (
                        element_of(type)
                        if value.is_array
                        else (
                            type.elements[index]
                            if isinstance(type, Tuple) and index < len(type.elements)
                            else None
                        )
                    )
                self.constant(element, part)
        elif isinstance(value, Constructed) and type is not None:
            variant = variant_of_path(value.path, type)
            self._made(type, variant, value.names)
            for index, element in enumerate(value.fields):
                part = constant_type(element, self._named) or self.of(type, variant).get(index)
                if part is None and isinstance(element, Constructed | Named):
                    part = self._nested(element.path)
                if part is not None:
                    self.field(type, variant, index, part)
                self.constant(element, part)
        elif isinstance(value, Named) and type is not None:
            variant = variant_of_path(value.path, type)
            if variant is not None:
                self._made(type, variant, ())

    def _nested(self, path: Path) -> RustType | None:
        """The type of a struct or variant within a constant, of which no comment says it.

        Whether `a::B` is the struct `B` or the variant `B` of `a` is told by the spelling of `a`, as rustc's lints want it.
        """
        if len(path.segments) > 1 and path.segments[-2].name[:1].isupper():
            return Nominal(path.parent)
        return Nominal(path)

    def _made(self, type: RustType, variant: Variant, names: tuple[str, ...]) -> None:
        text = str(type)
        self.meet(type)
        if isinstance(variant, str):
            self.variants.setdefault(text, {})[variant] = None
        if names:
            self.names.setdefault((text, variant), names)

    def look_at(
        self,
        body: Body,
        change: Callable[[RustType], RustType],
        live: Iterable[int],
        needed: Container[int] | None = None,
        is_ignored: Callable[[Call], bool] = lambda call: False,
    ) -> None:
        """Take note of what a body says, in its blocks `live`, of its locals `needed`."""
        for local, type in body.locals.items():
            if needed is None or local in needed:
                self.meet(change(type))
        for number in live:
            block = body.blocks[number]
            for statement in block.statements:
                if isinstance(statement, Assign):
                    if needed is None or is_needed(statement.place, needed):
                        self._assign(body, statement, change)
                else:
                    for place in places_in(statement):
                        self.place_type(body, place, change)
                    for operand in operands_of_statement(statement):
                        self.operand_type(body, operand, change)
            if isinstance(block.terminator, Call) and is_ignored(block.terminator):
                continue
            for place in places_in(block.terminator):
                self.place_type(body, place, change)
            for operand in operands_of_terminator(block.terminator):
                self.operand_type(body, operand, change)

    def _assign(self, body: Body, statement: Assign, change: Callable[[RustType], RustType]) -> None:
        target = self.place_type(body, statement.place, change)
        value = statement.value
        types = [self.operand_type(body, operand, change) for operand in operands_of(value)]
        for type in types:
            if type is not None:
                self.meet(type)
        if isinstance(value, Borrow | Discriminant | Length):
            type = self.place_type(body, value.place, change)
            if isinstance(value, Discriminant) and type is not None and target is not None:
                self.discriminants[str(type)] = str(target)
        elif isinstance(value, Cast):
            self.meet(change(value.type))
        elif isinstance(value, StructValue | ClosureValue) and target is not None:
            made = target  # of a closure in a library the value says where it stands, the type of which function it is
            variant: Variant = None
            if isinstance(value, StructValue):
                variant = variant_of_path(value.path, target)
                self._made(target, variant, value.names)
                if variant is None and len(value.fields) == 1 and value.names:
                    # It may be a union, which has one operand, whichever field it is.
                    if types[0] is not None:
                        self.lone.setdefault(str(target), types[0])
                    return
            for index, type in enumerate(types):
                if type is None:
                    type = self.of(made, variant).get(index)
                    operand = operands_of(value)[index]
                    if (
                        type is None
                        and isinstance(operand, ConstantOperand)
                        and isinstance(operand.value, Named)
                    ):
                        type = self._nested(operand.value.path)
                if type is not None:
                    self.field(made, variant, index, type)


def is_needed(place: Place, needed: Container[int]) -> bool:
    """Whether what is put into a place matters: its local does, or it is behind a pointer."""
    return place.local in needed or any(isinstance(step, Deref) for step in place.projection)


def variant_of_path(path: Path, type: RustType) -> str | None:
    """The variant that a path names among those of an enum `type`; None where it names the type itself, a struct."""
    if isinstance(type, Nominal) and len(path.segments) == len(type.path.segments) + 1:
        return path.last.name
    if isinstance(type, Nominal) and len(path.segments) > 1 and path.segments[-2].name == type.path.last.name:
        return path.last.name if path.last.name != type.path.last.name or path.parent == type.path else None
    return None


__all__ = [
    "FieldTypes",
    "Variant",
    "constant_type",
    "element_of",
    "is_needed",
    "operands_of",
    "operands_of_statement",
    "operands_of_terminator",
    "places_in",
    "places_of_rvalue",
    "pointee_of",
    "projected",
    "variant_of_path",
]
