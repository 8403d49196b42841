"""What every part of the emission of a function uses: blocks, locations with their chains of inlined calls, conversions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from periclase.diagnostics import Frame, Span
from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.types import (
    ArrayType,
    PtrType,
    SliceType,
    StructType,
    TupleType,
    is_bool,
    is_int,
    ui64,
)
from periclase.importer.rust.functions import RustFunction
from periclase.importer.rust.mir_syntax import Scope, Source
from periclase.importer.rust.problems import unknown
from periclase.importer.rust.rust_types import RustType
from periclase.ir.locations import call_site, file_location, library_location

if TYPE_CHECKING:
    from periclase.importer.rust.import_mir import Import

_LIBRARY: Final = re.compile(r"(?:/.*/)?library/(?:core|alloc|std|compiler-builtins|portable-simd)/")
"""Where the files of Rust's own library are: distributions build it elsewhere than its makers do."""


class Emitter:
    """Emits ops of one function into its current block."""

    def __init__(self, function: RustFunction, of: Import):
        self.function = function
        self.of = of
        self.table = of.table
        self.body = function.body
        self.region = Region()
        self.entry = Block()
        self.block = self.entry
        self.location: LocationAttr = UNKNOWN_LOC
        self.source = Source(0, "")
        self._locations: dict[Source, LocationAttr] = {}

    # Ops

    def add(self, op: Operation) -> SSAValue:
        """Put an op at the end of the block; gives its result."""
        self.block.add_op(op)
        return op.results[0]

    def effect(self, op: Operation) -> None:
        """Put an op without a result at the end of the block."""
        self.block.add_op(op)

    def new_block(self) -> Block:
        """A block that control comes to from one being emitted."""
        block = Block()
        self.region.add_block(block)
        return block

    def lower(self, type: RustType) -> Attribute:
        """The type in `mir`."""
        return self.table.lower(type)

    def constant(self, value: float, type: Attribute) -> SSAValue:
        """A number."""
        return self.add(mir.ConstantOp.of(value, type, location=self.location))

    def undefined(self, type: Attribute) -> SSAValue:
        """A value of which nothing is known."""
        return self.add(mir.UndefOp.make(type, location=self.location))

    def slot(self, type: Attribute, name: str | None = None) -> SSAValue:
        """Memory of the thread, made when the function is entered."""
        op = mir.AllocaOp.make(type, name, location=self.location)
        first = self.entry.first_op
        while isinstance(first, mir.AllocaOp):
            first = first.next_op
        if first is None:
            self.entry.add_op(op)
        else:
            self.entry.insert_op_before(op, first)
        return op.results[0]

    def load(self, pointer: SSAValue, alignment: int | None = None) -> SSAValue:
        """What a pointer points to; `alignment` bytes where that is less than the type's."""
        return self.add(mir.LoadOp.make(pointer, alignment=alignment, location=self.location))

    def store(self, value: SSAValue, pointer: SSAValue, alignment: int | None = None) -> None:
        """Write a value to where a pointer points."""
        type = pointer.type
        assert isinstance(type, PtrType)
        value = self.coerce(value, type.pointee)
        if not size_of(type.pointee):
            return
        pointer = self.mutable(pointer)
        self.effect(mir.StoreOp.make(value, pointer, alignment=alignment, location=self.location))

    def mutable(self, pointer: SSAValue) -> SSAValue:
        """The pointer, as one that may be written through."""
        type = pointer.type
        if not isinstance(type, PtrType) or type.mutable:
            return pointer
        return self.cast(pointer, PtrType.get(type.pointee, True, type.space), CastKind.PTR_TO_PTR)

    def cast(self, value: SSAValue, type: Attribute, kind: CastKind) -> SSAValue:
        """The value converted, if its type is another one."""
        if value.type == type:
            return value
        return self.add(mir.CastOp.make(value, type, kind, location=self.location))

    def field(self, value: SSAValue, index: int) -> SSAValue:
        """A field of a tuple, struct or slice."""
        return self.add(mir.ExtractFieldOp.make(value, index, location=self.location))

    def pointer_to(self, pointer: SSAValue, pointee: Attribute) -> SSAValue:
        """The same address as a pointer to something else."""
        type = pointer.type
        assert isinstance(type, PtrType)
        return self.cast(pointer, PtrType.get(pointee, type.mutable, type.space), CastKind.PTR_TO_PTR)

    def coerce(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The same bytes as a value of another type: pointers stay pointers, aggregates of equal parts keep their parts.

        Raises:
            RustProblem: the types differ in size.
        """
        source = value.type
        if source == type:
            return value
        if isinstance(source, PtrType) and isinstance(type, PtrType):
            return self.cast(value, type, CastKind.PTR_TO_PTR)
        if isinstance(source, SliceType) and isinstance(type, SliceType):
            return self.cast(value, type, CastKind.PTR_TO_PTR)
        if isinstance(source, PtrType) and is_int(type) and size_of(type) == 8:
            return self.cast(value, type, CastKind.PTR_TO_INT)
        if isinstance(type, PtrType) and is_int(source) and size_of(source) == 8:
            return self.cast(value, type, CastKind.INT_TO_PTR)
        if is_bool(source) and is_int(type) and size_of(type) == 1:
            return self.cast(value, type, CastKind.INT_TO_INT)
        if size_of(source) != size_of(type):
            unknown(f"a value of {source} is wanted as {type}, which has another size")
        if not size_of(type):
            return self.undefined(type)
        if is_int(source) and is_int(type):
            return self.cast(value, type, CastKind.INT_TO_INT)
        rebuilt = self._rebuilt(value, type)
        return self.cast(value, type, CastKind.TRANSMUTE) if rebuilt is None else rebuilt

    def _rebuilt(self, value: SSAValue, type: Attribute) -> SSAValue | None:
        """The value taken apart and put together as another type, where the parts lie at the same places."""
        source = _parts(value.type)
        target = _parts(type)
        if target is None and source is not None and len(source) == 1:
            return self.coerce(self._part(value, 0), type)
        if source is None and target is not None and len(target) == 1:
            return self._made(type, [self.coerce(value, target[0][1])])
        if source is None or target is None or len(source) != len(target):
            return None
        if [(at, size_of(part)) for at, part in source] != [(at, size_of(part)) for at, part in target]:
            return None
        values = [self.coerce(self._part(value, n), part) for n, (_, part) in enumerate(target)]
        return self._made(type, values)

    def _part(self, value: SSAValue, number: int) -> SSAValue:
        if isinstance(value.type, ArrayType):
            index = self.constant(number, ui64)
            return self.add(mir.ExtractElementOp.make(value, index, location=self.location))
        return self.field(value, number)

    def _made(self, type: Attribute, values: list[SSAValue]) -> SSAValue:
        if isinstance(type, SliceType):
            return self.add(
                mir.ConstructSliceOp.create(operands=values, result_types=(type,), location=self.location)
            )
        if isinstance(type, TupleType):
            return self.add(mir.ConstructTupleOp.make(values, type, location=self.location))
        if isinstance(type, ArrayType):
            return self.add(mir.ConstructArrayOp.make(values, type, location=self.location))
        return self.add(mir.ConstructStructOp.make(values, type, location=self.location))

    # Places in the source

    def at(self, source: Source) -> None:
        """Go on with ops of this place in the source."""
        self.source = source
        found = self._locations.get(source)
        if found is None:
            found = self._locations[source] = self._locate(source)
        self.location = found

    def _locate(self, source: Source) -> LocationAttr:
        location: LocationAttr = UNKNOWN_LOC
        if source.file:
            location = file_location(self.of.file(source.file), source.line, source.column - 1)
        inlined, caller = self._inlined_into(source), self._caller(source)
        if inlined is None or caller is None:
            return location
        if not source.file or is_library(source.file):
            location = library_location(inlined, location)
        outer = self._locate(caller)
        return outer if not source.file else call_site(location, outer)

    def users_source(self, source: Source) -> Source | None:
        """The place in the user's own text of something, or of the call through which it was inlined there."""
        current: Source | None = source
        while current is not None and (not current.file or is_library(current.file)):
            current = self._caller(current)
        return current

    def _inlined_scope(self, source: Source) -> Scope | None:
        """The scope of the inlined function that something is in; None where it is in none."""
        scope = self.body.scopes.get(source.scope)
        while scope is not None and scope.inlined is None:
            scope = None if scope.parent is None else self.body.scopes.get(scope.parent)
        return scope

    def _inlined_into(self, source: Source) -> str | None:
        scope = self._inlined_scope(source)
        return None if scope is None else scope.inlined

    def _caller(self, source: Source) -> Source | None:
        """The place of the call through which something was inlined; None where it was not."""
        scope = self._inlined_scope(source)
        if scope is None or scope.call is None or scope.parent is None:
            return None
        call = scope.call
        return Source(scope.parent, call.file, call.line, call.column, call.end_line, call.end_column)

    def user_place(self, source: Source) -> tuple[Span | None, tuple[Frame, ...]]:
        """Where in the user's own text something is, and through which inlined calls it came there, outermost first."""
        steps: list[tuple[Source, str]] = []
        current: Source | None = source
        while current is not None:
            steps.append((current, self._inlined_into(current) or self.function.qualified_name))
            current = self._caller(current)
        own = next((n for n, (step, _) in enumerate(steps) if step.file and not is_library(step.file)), None)
        if own is None:
            own = next((n for n, (step, _) in enumerate(steps) if step.file), None)
        if own is None:
            return None, ()
        frames = tuple(Frame(name, self.span(step)) for step, name in reversed(steps[own + 1 :]))
        return self.span(steps[own][0]), frames

    def span(self, source: Source) -> Span:
        """A place as a span."""
        return Span(
            self.of.file(source.file),
            source.line,
            max(source.column - 1, 0),
            source.end_line or source.line,
            max(source.end_column - 1, 0),
        )


def is_library(file: str) -> bool:
    """Whether a file is one of Rust's own library, or of the device crate."""
    return _LIBRARY.match(file) is not None or file.startswith("cuda_device/")


def _parts(type: Attribute) -> list[tuple[int, Attribute]] | None:
    """The parts of an aggregate that have bytes, with their offsets, in the order of the fields; None for others."""
    if isinstance(type, SliceType | TupleType | StructType):
        fields = list(zip(type.field_offsets(), type.field_types(), strict=True))
        return fields if all(size_of(field) for _, field in fields) else None
    if isinstance(type, ArrayType) and type.length == 1:
        return [(0, type.element_type)]
    return None
