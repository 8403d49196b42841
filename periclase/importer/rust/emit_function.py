"""Emission of a function: blocks, statements, terminators."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import AssertKind, CastKind
from periclase.dialects.mir.folding import wrap
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.narrowing import is_integer_type
from periclase.dialects.mir.types import PtrType, SliceType, is_bool, is_float, is_int, ui64
from periclase.importer.rust.emit_drops import DropEmitter
from periclase.importer.rust.emit_parameters import ParameterEmitter
from periclase.importer.rust.emit_variables import note_variables
from periclase.importer.rust.functions import targets_taken
from periclase.importer.rust.mir_syntax import (
    ArrayValue,
    AssertCondition,
    Assign,
    Assume,
    Binary,
    Borrow,
    Call,
    Cast,
    ClosureValue,
    ConstantOperand,
    Constructed,
    CopyNonOverlapping,
    Discriminant,
    Drop,
    Goto,
    InlineAssembly,
    Length,
    Named,
    Operand,
    Place,
    PointerValue,
    Repeat,
    ReturnFrom,
    Rvalue,
    SetDiscriminant,
    Source,
    Statement,
    StructValue,
    Switch,
    Terminator,
    TupleValue,
    Unary,
    Unreachable,
    Unwinding,
    Use,
    UseValue,
)
from periclase.importer.rust.problems import RustProblem, error, reject, unknown
from periclase.importer.rust.rust_types import (
    NEVER,
    Array,
    RustType,
    Tuple,
)
from periclase.importer.rust.type_inference import element_of, is_needed, variant_of_path

_BINARY: Final[dict[str, Any]] = {
    "Add": mir.AddOp,
    "AddUnchecked": mir.AddOp,
    "Sub": mir.SubOp,
    "SubUnchecked": mir.SubOp,
    "Mul": mir.MulOp,
    "MulUnchecked": mir.MulOp,
    "Div": mir.DivOp,
    "Rem": mir.RemOp,
    "BitXor": mir.BitXorOp,
    "BitAnd": mir.BitAndOp,
    "BitOr": mir.BitOrOp,
    "Shl": mir.ShlOp,
    "ShlUnchecked": mir.ShlOp,
    "Shr": mir.ShrOp,
    "ShrUnchecked": mir.ShrOp,
    "Eq": mir.EqOp,
    "Ne": mir.NeOp,
    "Lt": mir.LtOp,
    "Le": mir.LeOp,
    "Gt": mir.GtOp,
    "Ge": mir.GeOp,
    "Cmp": mir.CmpOp,
    "AddWithOverflow": mir.CheckedAddOp,
    "SubWithOverflow": mir.CheckedSubOp,
    "MulWithOverflow": mir.CheckedMulOp,
}
_COMPARISONS: Final = frozenset(("Eq", "Ne", "Lt", "Le", "Gt", "Ge", "Cmp"))

_MESSAGES: Final = (
    (r"index out of bounds", "index out of bounds", AssertKind.BOUNDS),
    (r"attempt to divide `.*` by zero", "attempt to divide by zero", AssertKind.DIVISION),
    (
        r"attempt to calculate the remainder of `.*` with a divisor of zero",
        "attempt to calculate the remainder with a divisor of zero",
        AssertKind.DIVISION,
    ),
    (r"attempt to negate", "attempt to negate with overflow", AssertKind.OVERFLOW),
    (r"attempt to shift left", "attempt to shift left with overflow", AssertKind.OVERFLOW),
    (r"attempt to shift right", "attempt to shift right with overflow", AssertKind.OVERFLOW),
    (r"attempt to compute .*\+", "attempt to add with overflow", AssertKind.OVERFLOW),
    (r"attempt to compute .* - ", "attempt to subtract with overflow", AssertKind.OVERFLOW),
    (r"attempt to compute .*\*", "attempt to multiply with overflow", AssertKind.OVERFLOW),
    (r"attempt to compute .*/", "attempt to divide with overflow", AssertKind.DIVISION),
    (
        r"attempt to compute the remainder|attempt to compute .*%",
        "attempt to calculate the remainder with overflow",
        AssertKind.DIVISION,
    ),
)
"""What `assert` says in MIR, in the words of the panic, and the kind of the assertion."""


class FunctionEmitter(DropEmitter, ParameterEmitter):
    """Emits one function."""

    def emit(self) -> mir.FuncOp:
        """The function.

        Raises:
            CompileError: something in it has no form on a device.
        """
        try:
            return self._emit()
        except RustProblem as problem:
            span, frames = self.user_place(problem.source or self.source)
            raise error(
                problem, span or self.function.definition_span, (*self.function.chain, *frames)
            ) from None

    def _emit(self) -> mir.FuncOp:
        function = self.function
        self.at(function.header_source)
        self.region.add_block(self.entry)
        self.needed = function.needed(self.of.is_ignored)
        self.prepare()
        inputs: list[Attribute] = []
        for local, type in function.parameters:
            self.parameter(local, type, inputs)
        self.live = function.live_blocks()
        self.blocks = {number: Block() for number in self.live}
        for block in self.blocks.values():
            self.region.add_block(block)
        self.effect(mir.GotoOp.make(self.blocks[0], location=self.location))
        for number in self.live:
            self.block = self.blocks[number]
            block = self.body.blocks[number]
            for statement in block.statements:
                self.at(statement.source)
                self._statement(statement)
            self.at(self._place_of(number, block.terminator))
            self._terminator(block.terminator, targets_taken(block))
        if self.of.places is not None:
            note_variables(self, self._slots)
        result = function.result
        lowered = None if result == NEVER else self.lower(result)
        outputs = () if lowered is None or not size_of(lowered) else (lowered,)
        return mir.FuncOp.make(
            function.export_name,
            inputs,
            outputs,
            self.region,
            kernel=self.of.is_kernel(function),
            visibility=None if function.is_root else "private",
            source_name=function.qualified_name,
            location=self.of.location_of(function),
        )

    def _locate(self, source: Source) -> LocationAttr:
        places = self.of.places
        if places is not None and source.file:
            inlined = self._inlined_into(source)
            name = inlined or self.function.qualified_name
            places.note(self.of.file(source.file), source.line, name, inlined=inlined is not None)
        return super()._locate(source)

    def _place_of(self, number: int, terminator: Terminator) -> Source:
        """The place of a terminator; of a panic that a macro of the library wrote, that of the choice which led to it."""
        if not isinstance(terminator, Call) or not self.of.is_ignored(terminator):
            return terminator.source
        if self.users_source(terminator.source) is not None:
            return terminator.source
        seen: set[int] = set()
        pending = [number]
        while pending:
            current = pending.pop(0)
            if current in seen:
                continue
            seen.add(current)
            block = self.body.blocks[current]
            for step in (block.terminator, *reversed(block.statements)):
                place = self.users_source(step.source)
                if place is not None:
                    return place
            pending += [other for other in self.live if current in targets_taken(self.body.blocks[other])]
        return terminator.source

    # Statements

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Assign):
            if is_needed(statement.place, self.needed):
                self._assign(statement)
        elif isinstance(statement, SetDiscriminant):
            self._set_discriminant(statement)
        elif isinstance(statement, CopyNonOverlapping):
            source, target, count = (
                self.value(operand) for operand in (statement.origin, statement.destination, statement.count)
            )
            self.copy(source, target, count, False)
        else:
            assert isinstance(statement, Assume)

    def _assign(self, statement: Assign) -> None:
        place, value = statement.place, statement.value
        if place.local in self.split and not place.projection:
            self._assign_split(place.local, value)
            return
        type = self.place_type(place)
        if isinstance(value, Repeat) and isinstance(type, Array) and _is_long(type):
            self._fill(place, value, type)
            return
        self.write(place, self.rvalue(value, type))

    def _assign_split(self, local: int, value: Rvalue) -> None:
        type = self.local_type(local)
        if isinstance(value, UseValue):
            operand = value.operand
            if isinstance(operand, Use):
                self.copy_split(local, operand.place.local)
                return
            assert isinstance(operand, ConstantOperand)
            constant = operand.value
            assert isinstance(constant, Constructed | Named)
            variant = variant_of_path(constant.path, type)
            assert variant is not None
            known = self.table.fields.of(type, variant)
            parts: list[tuple[RustType, SSAValue | None]] = []
            for index, part in enumerate(constant.fields if isinstance(constant, Constructed) else ()):
                part_type = known.get(index)
                if part_type is None:
                    unknown(f"the type of field {index} of `{type}::{variant}` is not known")
                parts.append((part_type, self.constant_value(part, part_type)))
            self.set_split(local, variant, parts)
            return
        assert isinstance(value, StructValue)
        variant = variant_of_path(value.path, type)
        assert variant is not None
        known = self.table.fields.of(type, variant)
        fields: list[tuple[RustType, SSAValue | None]] = []
        for index, operand in enumerate(value.fields):
            field_type = self.type_of(operand, known.get(index))
            fields.append((field_type, self.value(operand, field_type)))
        self.set_split(local, variant, fields)

    def _set_discriminant(self, statement: SetDiscriminant) -> None:
        place = statement.place
        if place.local in self.split and not place.projection:
            enum = self.lower(self.local_type(place.local))
            assert isinstance(enum, mir.EnumType)
            number = enum.variants[statement.variant].discriminant
            self.store(self.constant(number, enum.discriminant_type), self.tag_slot(place.local))
            return
        located = self.address(place)
        pointer = located.pointer
        if isinstance(pointer.type, PtrType) and isinstance(pointer.type.pointee, mir.EnumType):
            self.effect(
                mir.SetDiscriminantOp.make(self.mutable(pointer), statement.variant, location=self.location)
            )

    # Rvalues

    def rvalue(self, value: Rvalue, type: RustType) -> SSAValue:
        """The value of the right side of an assignment to a place of `type`."""
        return _RVALUES[value.__class__](self, value, type)

    def _use(self, value: UseValue, type: RustType) -> SSAValue:
        return self.value(value.operand, type)

    def _borrow(self, value: Borrow, type: RustType) -> SSAValue:
        return self.borrow(value.place, type)

    def _discriminant(self, value: Discriminant, type: RustType) -> SSAValue:
        place = value.place
        if place.local in self.split and not place.projection:
            found = self.load(self.tag_slot(place.local))
            return self.cast(found, self.lower(type), CastKind.INT_TO_INT)  # the tag may be narrower
        return self.discriminant(self.read(place), self.place_type(place), type)

    def _length(self, value: Length, type: RustType) -> SSAValue:
        return self.count(self.address(value.place))

    def _repeat(self, value: Repeat, type: RustType) -> SSAValue:
        lowered = self.lower(type)
        if not size_of(lowered):
            return self.undefined(lowered)
        element = self.value(value.operand, element_of(type))
        assert isinstance(lowered, mir.ArrayType)
        return self.array(type, [element] * lowered.length)

    def _fill(self, place: Place, value: Repeat, type: Array) -> None:
        """Give a long array equal elements, one after the other: as a value it would be as many operands."""
        element = self.value(value.operand, type.element)
        if not size_of(element.type):
            return
        located = self.address(place)
        assert isinstance(type.length, int)
        first = self.pointer_to(located.pointer, self.lower(type.element))
        counter = self.slot(ui64)
        self.store(self.constant(0, ui64), counter)
        body, after = self.new_block(), self.new_block()
        self.effect(mir.GotoOp.make(body, location=self.location))
        self.block = body
        index = self.load(counter)
        self.store(element, self.offset(first, index), located.alignment)
        following = self.add(mir.AddOp.make(index, self.constant(1, ui64), location=self.location))
        self.store(following, counter)
        more = self.add(mir.LtOp.make(following, self.constant(type.length, ui64), location=self.location))
        self.effect(mir.CondBranchOp.make(more, body, (), after, (), location=self.location))
        self.block = after

    def _array(self, value: ArrayValue, type: RustType) -> SSAValue:
        element = element_of(type)
        return self.array(type, [self.value(operand, element) for operand in value.elements])

    def _tuple(self, value: TupleValue, type: RustType) -> SSAValue:
        assert isinstance(type, Tuple)
        parts = [
            self.value(operand, part) for operand, part in zip(value.elements, type.elements, strict=True)
        ]
        return self.aggregate(type, None, list(enumerate(parts)))

    def _struct(self, value: StructValue, type: RustType) -> SSAValue:
        variant = variant_of_path(value.path, type)
        if not value.fields and variant is None:
            return self.undefined(self.lower(type)) if self.table.is_empty(type) else self._unit(value, type)
        known = self.table.fields.of(type, variant)
        fields = [(n, self.value(operand, known.get(n))) for n, operand in enumerate(value.fields)]
        return self.aggregate(type, variant, fields)

    def _unit(self, value: StructValue, type: RustType) -> SSAValue:
        return self.constant_value(Named(value.path), type)

    def _closure(self, value: ClosureValue, type: RustType) -> SSAValue:
        known = self.table.fields.of(type)
        fields = [(n, self.value(operand, known.get(n))) for n, operand in enumerate(value.fields)]
        return self.aggregate(type, None, fields)

    def _pointer(self, value: PointerValue, type: RustType) -> SSAValue:
        lowered = self.lower(type)
        pointer = self.value(value.pointer)
        metadata = self.value(value.metadata)
        if isinstance(lowered, SliceType):
            first = self.coerce(pointer, lowered.pointer_type)
            op = mir.ConstructSliceOp.create(
                operands=(first, metadata), result_types=(lowered,), location=self.location
            )
            return self.add(op)
        if isinstance(lowered, mir.TupleType):
            return self.struct_of(lowered, (self.coerce(pointer, lowered.field_types()[0]), metadata))
        return self.coerce(pointer, lowered)

    def _cast(self, value: Cast, type: RustType) -> SSAValue:
        source_type = self.type_of(value.operand)
        operand = self.value(value.operand)
        target = self.function.change(value.type)
        kind = value.kind
        if kind in ("IntToInt", "IntToFloat", "FloatToInt", "FloatToFloat"):
            lowered = self.lower(target)
            return self.cast(operand, lowered, _SCALAR_CASTS[kind])
        if kind == "PtrToPtr":
            return self._pointer_cast(operand, self.lower(target))
        if kind == "PointerExposeProvenance":
            return self.cast(operand, self.lower(target), CastKind.PTR_TO_INT)
        if kind == "PointerWithExposedProvenance":
            return self.cast(operand, self.lower(target), CastKind.INT_TO_PTR)
        if kind in ("Transmute", "Subtype"):
            return self.coerce(operand, self.lower(target))
        if kind.startswith("PointerCoercion("):
            what = kind.removeprefix("PointerCoercion(").partition(",")[0].partition("(")[0]
            if what == "Unsize":
                return self.unsize(operand, source_type, target)
            if what in ("MutToConstPointer", "ArrayToPointer"):
                return self._pointer_cast(operand, self.lower(target))
            self.lower(target)  # refuses function pointers
        if kind == "FnPtrToPtr":
            reject(
                "the address of a function",
                "a device has no addresses of functions that the compiler does not see",
                "take the function as a generic parameter",
            )
        unknown(f"the cast `{kind}` of `{source_type}` to `{target}` has no form here")

    def _pointer_cast(self, value: SSAValue, lowered: Attribute) -> SSAValue:
        source = value.type
        if isinstance(source, mir.TupleType) and isinstance(lowered, PtrType):
            return self.coerce(self.field(value, 0), lowered)
        if isinstance(source, SliceType) and isinstance(lowered, PtrType):
            return self.coerce(self.field(value, 0), lowered)
        return self.coerce(value, lowered)

    def _unary(self, value: Unary, type: RustType) -> SSAValue:
        operand = self.value(value.operand)
        if value.name == "PtrMetadata":
            if isinstance(operand.type, SliceType | mir.TupleType):
                return self.field(operand, 1)
            return self.undefined(self.lower(type))
        op = mir.NotOp if value.name == "Not" else mir.NegOp
        return self.add(op.make(operand, location=self.location))

    def _binary(self, value: Binary, type: RustType) -> SSAValue:
        left_type = self._side_type(value.left, value.right)
        left = self.value(value.left, left_type)
        right_type = (
            None if value.name in ("Shl", "Shr", "ShlUnchecked", "ShrUnchecked", "Offset") else left_type
        )
        right = self.value(value.right, right_type)
        name = value.name
        if name == "Offset":
            return self.offset(left, right)
        if name in _COMPARISONS:
            return self._comparison(name, left, right, type)
        made = self.add(_BINARY[name].make(left, right, location=self.location))
        return self.coerce(made, self.lower(type)) if name.endswith("WithOverflow") else made

    def _side_type(self, left: Operand, right: Operand) -> RustType:
        try:
            return self.type_of(left)
        except RustProblem:
            return self.type_of(right)

    def _comparison(self, name: str, left: SSAValue, right: SSAValue, type: RustType) -> SSAValue:
        if isinstance(left.type, SliceType | mir.TupleType):
            return self._fat_comparison(name, left, right)
        if isinstance(left.type, PtrType):
            right = self.coerce(right, left.type)
            if name not in ("Eq", "Ne"):
                left, right = (self.cast(v, ui64, CastKind.PTR_TO_INT) for v in (left, right))
        elif not (is_int(left.type) or is_float(left.type) or is_bool(left.type)):
            if not size_of(left.type):
                return self.constant(int(name in ("Eq", "Le", "Ge")), self.lower(type))
            unknown(f"values of {left.type} are compared")
        made = self.add(_BINARY[name].make(left, right, location=self.location))
        return self.coerce(made, self.lower(type)) if name == "Cmp" else made

    def _fat_comparison(self, name: str, left: SSAValue, right: SSAValue) -> SSAValue:
        if name not in ("Eq", "Ne"):
            unknown("slices are ordered by their addresses")
        right = self.coerce(right, left.type)
        pointers = self.add(mir.EqOp.make(self.field(left, 0), self.field(right, 0), location=self.location))
        lengths = self.add(mir.EqOp.make(self.field(left, 1), self.field(right, 1), location=self.location))
        same = self.add(mir.BitAndOp.make(pointers, lengths, location=self.location))
        return same if name == "Eq" else self.add(mir.NotOp.make(same, location=self.location))

    # Terminators

    def _terminator(self, terminator: Terminator, targets: Any) -> None:
        if isinstance(terminator, Switch):
            if len(targets) == 1:
                self._goto(targets[0])
            else:
                self._switch(terminator)
        else:
            _TERMINATORS[terminator.__class__](self, terminator)

    def _goto(self, target: int) -> None:
        self.effect(mir.GotoOp.make(self.blocks[target], location=self.location))

    def _jump(self, terminator: Goto) -> None:
        self._goto(terminator.target)

    def _return(self, terminator: ReturnFrom) -> None:
        result = self.function.result
        if result == NEVER or self.table.is_empty(result):
            self.effect(mir.ReturnOp.make(location=self.location))
            return
        self.effect(mir.ReturnOp.make(self.load(self.local_slot(0)), location=self.location))

    def _unreachable(self, terminator: Unreachable) -> None:
        self.effect(mir.UnreachableOp.make(location=self.location))

    def _switch(self, terminator: Switch) -> None:
        value = self.value(terminator.operand)
        otherwise = self.blocks[terminator.otherwise]
        if is_bool(value.type):
            targets = {number: self.blocks[target] for number, target in terminator.cases}
            yes, no = targets.get(1, otherwise), targets.get(0, otherwise)
            self.effect(mir.CondBranchOp.make(value, yes, (), no, (), location=self.location))
            return
        type = value.type
        assert is_integer_type(type)
        cases = [wrap(number, type) for number, _ in terminator.cases]
        blocks = [self.blocks[target] for _, target in terminator.cases]
        op = mir.SwitchOp.make(value, otherwise, (), cases, blocks, [()] * len(cases), location=self.location)
        self.effect(op)

    def _assert(self, terminator: AssertCondition) -> None:
        message, kind = assertion(terminator.message)
        optional = kind is AssertKind.OVERFLOW
        if not optional or self.of.debug:
            condition = self.value(terminator.operand)
            if not terminator.expected:
                condition = self.add(mir.NotOp.make(condition, location=self.location))
            self.effect(mir.AssertOp.make(condition, message, kind, location=self.location))
        self._goto(terminator.target)

    def _drop(self, terminator: Drop) -> None:
        self.drop_place(terminator.place)
        self._goto(terminator.target)

    def _call(self, terminator: Call) -> None:
        if self.call(terminator):
            assert terminator.target is not None
            self._goto(terminator.target)

    def _assembly(self, terminator: InlineAssembly) -> None:
        reject(
            "`asm!`",
            "its text is that of the processor that rustc compiles for",
            "call the function of `cuda_device` that does it",
        )

    def _unwinding(self, terminator: Unwinding) -> None:
        reject("unwinding", "a panic ends the launch", "compile with `-Cpanic=abort`")


def _is_long(type: Array) -> bool:
    return isinstance(type.length, int) and type.length > 256


def assertion(message: str) -> tuple[str, AssertKind]:
    """What an `assert` of MIR says in the words of its panic, and of which kind it is."""
    for pattern, words, kind in _MESSAGES:
        if re.match(pattern, message):
            return words, kind
    return message, AssertKind.USER


_SCALAR_CASTS: Final = {
    "IntToInt": CastKind.INT_TO_INT,
    "IntToFloat": CastKind.INT_TO_FLOAT,
    "FloatToInt": CastKind.FLOAT_TO_INT,
    "FloatToFloat": CastKind.FLOAT_TO_FLOAT,
}
_RVALUES: Final[dict[type[Rvalue], Callable[[FunctionEmitter, Any, RustType], SSAValue]]] = {
    UseValue: FunctionEmitter._use,  # pyright: ignore[reportPrivateUsage]
    Borrow: FunctionEmitter._borrow,  # pyright: ignore[reportPrivateUsage]
    Discriminant: FunctionEmitter._discriminant,  # pyright: ignore[reportPrivateUsage]
    Length: FunctionEmitter._length,  # pyright: ignore[reportPrivateUsage]
    Repeat: FunctionEmitter._repeat,  # pyright: ignore[reportPrivateUsage]
    ArrayValue: FunctionEmitter._array,  # pyright: ignore[reportPrivateUsage]
    TupleValue: FunctionEmitter._tuple,  # pyright: ignore[reportPrivateUsage]
    StructValue: FunctionEmitter._struct,  # pyright: ignore[reportPrivateUsage]
    ClosureValue: FunctionEmitter._closure,  # pyright: ignore[reportPrivateUsage]
    PointerValue: FunctionEmitter._pointer,  # pyright: ignore[reportPrivateUsage]
    Cast: FunctionEmitter._cast,  # pyright: ignore[reportPrivateUsage]
    Unary: FunctionEmitter._unary,  # pyright: ignore[reportPrivateUsage]
    Binary: FunctionEmitter._binary,  # pyright: ignore[reportPrivateUsage]
}
_TERMINATORS: Final[dict[type[Terminator], Callable[[FunctionEmitter, Any], None]]] = {
    Goto: FunctionEmitter._jump,  # pyright: ignore[reportPrivateUsage]
    ReturnFrom: FunctionEmitter._return,  # pyright: ignore[reportPrivateUsage]
    Unreachable: FunctionEmitter._unreachable,  # pyright: ignore[reportPrivateUsage]
    AssertCondition: FunctionEmitter._assert,  # pyright: ignore[reportPrivateUsage]
    Drop: FunctionEmitter._drop,  # pyright: ignore[reportPrivateUsage]
    Call: FunctionEmitter._call,  # pyright: ignore[reportPrivateUsage]
    InlineAssembly: FunctionEmitter._assembly,  # pyright: ignore[reportPrivateUsage]
    Unwinding: FunctionEmitter._unwinding,  # pyright: ignore[reportPrivateUsage]
}


__all__ = ["FunctionEmitter", "assertion"]
