"""Emission of expressions: each typed node becomes a few `mir` ops at the end of the current block."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, LocationAttr, StringAttr, SymbolRefAttr, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from periclase.diagnostics import CompileError
from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind, FastMathAttr
from periclase.dialects.mir.types import PtrType, ui64
from periclase.importer.python.instance import FunctionInstance
from periclase.importer.python.library_frames import library_name
from periclase.importer.python.mir_types import mir_type, result_types, scalar_type
from periclase.importer.python.problems import Problem
from periclase.importer.python.source import SourceFile
from periclase.importer.python.typed_tree import (
    After,
    Binary,
    Call,
    Checked,
    Compare,
    Constant,
    Convert,
    Expr,
    Length,
    Logical,
    MathCall,
    Once,
    Place,
    Read,
    RoundToInteger,
    Select,
    StubCall,
    Unary,
    Variable,
    WeakOnce,
)
from periclase.intrinsics.model import MIR_SPELLINGS, ParameterKind
from periclase.intrinsics.symbols import VOID, symbol_for
from periclase.ir.locations import file_location, library_location
from periclase.types import DeviceType, ScalarType, TupleType, Type, bool_, is_static

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal
    from periclase.importer.python.emit_module import Declarations

_BINARY: dict[str, Any] = {
    "add": mir.AddOp,
    "sub": mir.SubOp,
    "mul": mir.MulOp,
    "div": mir.DivOp,
    "rem": mir.RemOp,
    "floordiv": mir.FloorDivOp,
    "floormod": mir.FloorModOp,
    "shl": mir.ShlOp,
    "shr": mir.ShrOp,
    "and": mir.BitAndOp,
    "or": mir.BitOrOp,
    "xor": mir.BitXorOp,
    "min": mir.MinOp,
    "max": mir.MaxOp,
}
_CHECKED: dict[str, Any] = {"add": mir.CheckedAddOp, "sub": mir.CheckedSubOp, "mul": mir.CheckedMulOp}
_SIGNS = {"add": "+", "sub": "-", "mul": "*"}
_COMPARE: dict[str, Any] = {
    "eq": mir.EqOp,
    "ne": mir.NeOp,
    "lt": mir.LtOp,
    "le": mir.LeOp,
    "gt": mir.GtOp,
    "ge": mir.GeOp,
}
_UNARY: dict[str, Any] = {"neg": mir.NegOp, "not": mir.NotOp, "abs": mir.AbsOp}
_NOTHING = mir_type(TupleType(()))
_NO_FLAGS = frozenset({"shl", "shr", "and", "or", "xor"})


@lru_cache(maxsize=4096)
def _integer(value: int, type: Any) -> IntegerAttr[Any]:
    return IntegerAttr(value, type)


@lru_cache(maxsize=4096)
def _float(text: str, type: Any) -> FloatAttr[Any]:
    # Keyed by the text, which tells -0.0 from 0.0.
    return FloatAttr(float(text), type)


class _Emission(dict[Any, Callable[[Any, Any], Any]]):
    """How each class of a typed tree is emitted. A class that is not there has its module enter it when it is first met."""

    def __missing__(self, kind: Any) -> Callable[[Any, Any], Any]:
        import_module(kind.emission)
        return self[kind]


PLACES: dict[type[Place], Callable[[Any, Any], SSAValue]] = _Emission()
"""How the address of each kind of place is found: see `emit_places`."""


class ExpressionEmitter:
    """Emits expressions of one function into its current block.

    Attributes:
        library: the name of a function of a library; None of the user's own.
        has_variables: whether the debug information tells of its variables.
        block: where ops go; None where control can not be.
        region: the function's body.
        entry: its first block, which holds the slots of variables.
        slots: the slot of each variable that has one.
        direct: the value of each variable that has no slot: parameters that are never assigned, fixed arrays.
        statics: the pointer to each device global that the function is given.
    """

    def __init__(self, instance: FunctionInstance, declarations: Declarations):
        assert instance.source is not None
        self.instance = instance
        self.declarations = declarations
        self.file: SourceFile = instance.source.file
        self.library = library_name(instance.function)
        self.has_variables = instance.variables and self.library is None
        self.region = Region()
        self.entry = Block()
        self.block: Block | None = self.entry
        self.slots: dict[Variable, SSAValue] = {}
        self.direct: dict[Variable, SSAValue] = {}
        self.statics: dict[DeviceGlobal, SSAValue] = {}
        self._once: dict[Once, SSAValue] = {}
        self.addresses: dict[int, SSAValue] = {}
        """By the id of a place that a statement reads and sets: its address."""
        self.spilled: dict[tuple[Variable, tuple[int, ...]], SSAValue] = {}
        """The slots of variables in `direct`, and of fields of them, that had to be put into memory after all."""
        self.arrays: dict[ast.AST, SSAValue] = {}
        """By the node that makes it, the storage of a fixed array, the same in each round of a loop that is written out."""
        self._last_alloca: Operation | None = None
        flags = instance.options.fastmath
        self.fastmath = FastMathAttr.of(*flags) if flags else None

    # Places in source and program

    def location(self, node: ast.AST) -> LocationAttr:
        """The location of a syntax node."""
        placed = cast(Any, node)
        line: int = placed.lineno
        column: int = placed.col_offset
        if not self.file.ascii:
            column = self.file.column(line, column)
        place = file_location(self.file.name, line, column)
        return place if self.library is None else library_location(self.library, place)

    def add(self, op: Operation) -> SSAValue:
        """Append `op` to the current block; gives its first result."""
        assert self.block is not None
        self.block.add_op(op)
        return op.results[0]

    def effect(self, op: Operation) -> None:
        """Append `op`, which has no result."""
        assert self.block is not None
        self.block.add_op(op)

    def slot(self, type: Attribute, name: str, location: LocationAttr) -> SSAValue:
        """A new slot, in the entry block."""
        op = mir.AllocaOp.make(type, name, location=location)
        if self._last_alloca is not None:
            self.entry.insert_op_after(op, self._last_alloca)
        elif self.entry.first_op is not None:
            self.entry.insert_op_before(op, self.entry.first_op)
        else:
            self.entry.add_op(op)
        self._last_alloca = op
        return op.results[0]

    def spill(self, variable: Variable, path: tuple[int, ...]) -> SSAValue:
        """A slot that holds a field of a variable in `direct` (or all of it) from the start of the function on."""
        found = self.spilled.get((variable, path))
        if found is not None:
            return found
        location = self.location(variable.sites[0])
        value = self.direct[variable]
        parts: list[Operation] = []
        for index in path:
            parts.append(mir.ExtractFieldOp.make(value, index, location=location))
            value = parts[-1].results[0]
        slot = self.spilled[variable, path] = self.slot(value.type, variable.name, location)
        parts.append(mir.StoreOp.make(value, slot, location=location))
        made = self.direct[variable].owner
        after = made if isinstance(made, Operation) else self._last_alloca
        assert after is not None
        for part in parts:
            self.entry.insert_op_after(part, after)
            after = part
        return slot

    # Expressions

    def expression(self, value: Expr) -> SSAValue:
        """The value of an expression that has one."""
        result = EXPRESSIONS[type(value)](self, value)
        assert result is not None, value.node
        return result

    def evaluate(self, value: Expr) -> None:
        """An expression for its effects; it may have no value."""
        EXPRESSIONS[type(value)](self, value)

    def constant(self, value: bool | float, type: ScalarType, location: LocationAttr) -> SSAValue:
        """A constant."""
        target = scalar_type(type)
        attr = _float(repr(float(value)), target) if type.is_float else _integer(int(value), target)
        return self.add(mir.ConstantOp.make(attr, location=location))

    def unsigned_constant(self, value: int, location: LocationAttr) -> SSAValue:
        """A constant of type `ui64`."""
        return self.add(mir.ConstantOp.make(_integer(value, ui64), location=location))

    def _constant(self, value: Constant) -> SSAValue:
        assert isinstance(value.type, ScalarType), f"{value.type} in a finished tree"
        return self.constant(value.value, value.type, self.location(value.node))

    def _read(self, value: Read) -> SSAValue:
        found = self.direct.get(value.variable)
        if found is not None:
            return found
        if is_static(value.type):
            return self.nothing(value.node)
        return self.add(mir.LoadOp.make(self.slots[value.variable], location=self.location(value.node)))

    def nothing(self, node: ast.AST) -> SSAValue:
        """The value of a type that says everything of its values."""
        return self.add(mir.ConstructTupleOp.make((), _NOTHING, location=self.location(node)))

    def _once_(self, value: Once) -> SSAValue:
        found = self._once.get(value)
        if found is None:
            found = self._once[value] = self.expression(value.value)
        return found

    def _convert(self, value: Convert) -> SSAValue:
        inner = value.value
        result = self.expression(inner)
        return self.converted(result, inner.type, value.type, self.location(value.node))

    def converted(self, value: SSAValue, source: Any, target: Any, location: LocationAttr) -> SSAValue:
        """`value` of the type `source` as a `target`."""
        if source == target:
            return value
        if isinstance(source, DeviceType):
            return self.add(
                mir.CastOp.make(value, mir_type(target), CastKind.MUT_TO_CONST, location=location)
            )
        result = scalar_type(target)
        if value.type == result:
            return value
        if target is bool_:
            zero = self.constant(0, source, location)
            return self.add(mir.NeOp.make(value, zero, location=location))
        if source.is_float:
            kind = CastKind.FLOAT_TO_FLOAT if target.is_float else CastKind.FLOAT_TO_INT
        else:
            kind = CastKind.INT_TO_FLOAT if target.is_float else CastKind.INT_TO_INT
        return self.add(mir.CastOp.make(value, result, kind, location=location))

    def _round(self, value: RoundToInteger) -> SSAValue:
        rounded = self.expression(value.rounded)
        return self.converted(rounded, value.rounded.type, value.type, self.location(value.node))

    def _unary(self, value: Unary) -> SSAValue:
        operand = self.expression(value.value)
        return self._arithmetic(_UNARY[value.op], (operand,), value.type, value.op == "not", value.node)

    def _arithmetic(
        self, op: Any, operands: tuple[SSAValue, ...], type: Any, plain: bool, node: ast.AST
    ) -> SSAValue:
        location = self.location(node)
        if self.fastmath is not None and not plain and type.is_float:
            return self.add(op.make(*operands, fastmath=self.fastmath, location=location))
        return self.add(op.make(*operands, location=location))

    def _binary(self, value: Binary) -> SSAValue:
        operations = [value]  # a loop, since sums may be long
        while isinstance(inner := operations[-1].left, Binary):
            operations.append(inner)
        result = self.expression(operations[-1].left)
        for operation in reversed(operations):
            result = self._operation(operation, result)
        return result

    def _operation(self, value: Binary, left: SSAValue) -> SSAValue:
        right = self.expression(value.right)
        if value.checked:
            return self._checked_binary(value, left, right)
        return self._arithmetic(
            _BINARY[value.op], (left, right), value.type, value.op in _NO_FLAGS, value.node
        )

    def _checked_binary(self, value: Binary, left: SSAValue, right: SSAValue) -> SSAValue:
        location = self.location(value.node)
        pair = self.add(_CHECKED[value.op].make(left, right, location=location))
        result = self.add(mir.ExtractFieldOp.make(pair, 0, location=location))
        wrapped = self.add(mir.ExtractFieldOp.make(pair, 1, location=location))
        fits = self.add(mir.NotOp.make(wrapped, location=location))
        message = f"overflow of {value.type} in `{_SIGNS[value.op]}`"
        self.effect(mir.AssertOp.make(fits, message, "overflow", location=location))
        return result

    def _math(self, value: MathCall) -> SSAValue:
        from periclase.importer.python.emit_math import OPERATIONS

        operands = tuple(self.expression(a) for a in value.arguments)
        return self._arithmetic(OPERATIONS[value.op], operands, value.type, False, value.node)

    def _compare(self, value: Compare) -> SSAValue:
        left = self.expression(value.left)
        right = self.expression(value.right)
        return self.add(_COMPARE[value.op].make(left, right, location=self.location(value.node)))

    def _checked(self, value: Checked) -> SSAValue:
        condition = self.expression(value.condition)
        location = self.location(value.node)
        self.effect(mir.AssertOp.make(condition, value.message, value.kind, location=location))
        return self.expression(value.value)

    def _after(self, value: After) -> SSAValue | None:
        for part in value.evaluated:
            self.evaluate(part)
        return EXPRESSIONS[type(value.value)](self, value.value)

    def _length(self, value: Length) -> SSAValue:
        whole = self.expression(value.value)
        location = self.location(value.node)
        length = self.add(mir.ExtractFieldOp.make(whole, 1, location=location))
        return self.add(
            mir.CastOp.make(length, mir_type(_scalar(value.type)), CastKind.INT_TO_INT, location=location)
        )

    # Choices

    def branch(self, condition: Expr, then_block: Block, else_block: Block) -> None:
        """End the current block: to `then_block` if the condition holds, else to `else_block`."""
        if isinstance(condition, Logical):
            for part in condition.values[:-1]:
                following = Block()
                if condition.is_and:
                    self.branch(part, following, else_block)
                else:
                    self.branch(part, then_block, following)
                self.start(following)
            self.branch(condition.values[-1], then_block, else_block)
            return
        if isinstance(condition, Unary) and condition.op == "not":
            self.branch(condition.value, else_block, then_block)
            return
        value = self.expression(condition)
        location = self.location(condition.node)
        self.effect(mir.CondBranchOp.make(value, then_block, (), else_block, (), location=location))
        self.block = None

    def start(self, block: Block) -> None:
        """Go on in `block`, which comes next in the function."""
        self.region.add_block(block)
        self.block = block

    def goto(self, block: Block, node: ast.AST) -> None:
        """End the current block, if control is in one, with a jump."""
        if self.block is not None:
            self.effect(mir.GotoOp.make(block, location=self.location(node)))
            self.block = None

    def _logical(self, value: Logical) -> SSAValue:
        location = self.location(value.node)
        slot = self.slot(i1, "and" if value.is_and else "or", location)
        after = Block()
        last = len(value.values) - 1
        for index, part in enumerate(value.values):
            result = self.expression(part)
            self.effect(mir.StoreOp.make(result, slot, location=location))
            if index < last:
                following = Block()
                targets = (following, after) if value.is_and else (after, following)
                self.effect(mir.CondBranchOp.make(result, targets[0], (), targets[1], (), location=location))
                self.start(following)
        self.goto(after, value.node)
        self.start(after)
        return self.add(mir.LoadOp.make(slot, location=location))

    def _is_at_hand(self, value: Expr) -> bool:
        """Whether a value takes nothing to evaluate that could trap, cost, or have an effect."""
        return _is_cheap(value) or (isinstance(value, Once) and value in self._once)

    def _select(self, value: Select) -> SSAValue:
        location = self.location(value.node)
        if self._is_at_hand(value.then) and self._is_at_hand(value.otherwise):
            condition = self.expression(value.test)
            sides = self.expression(value.then), self.expression(value.otherwise)
            return self.add(mir.SelectOp.make(condition, *sides, location=location))
        slot = self.slot(mir_type(_concrete(value.type)), "choice", location)
        then_block, else_block, after = Block(), Block(), Block()
        self.branch(value.test, then_block, else_block)
        for block, side in ((then_block, value.then), (else_block, value.otherwise)):
            self.start(block)
            self.effect(mir.StoreOp.make(self.expression(side), slot, location=location))
            self.goto(after, value.node)
        self.start(after)
        return self.add(mir.LoadOp.make(slot, location=location))

    def address(self, place: Place) -> SSAValue:
        """The pointer to what lies at a place, after the checks of its indices."""
        return PLACES[type(place)](self, place)

    # Calls

    def _call(self, value: Call) -> SSAValue | None:
        arguments: list[SSAValue] = []
        for argument in value.arguments:
            if not is_static(argument.type):
                arguments.append(self.expression(argument))
            elif isinstance(argument, After | Call | Once):
                self.evaluate(argument)
        arguments += [self.statics[held] for held in self.declarations.statics.get(value.instance, ())]
        types = result_types(value.instance.result_type)
        call = mir.CallOp.make(
            value.instance.export_name, arguments, types, location=self.location(value.node)
        )
        self.effect(call)
        if is_static(value.type):
            return self.nothing(value.node)
        return call.results[0] if types else None

    def _stub_call(self, value: StubCall) -> SSAValue | None:
        row = value.row
        operands: list[SSAValue] = []
        spaces: list[str] = []
        location = self.location(value.node)
        for operand in value.operands:
            if isinstance(operand, Place):
                pointer = self._mutable(self.address(operand), location)
                assert isinstance(pointer.type, PtrType)
                space = str(pointer.type.space)
                if space != "generic":
                    spaces.append(space)
                operands.append(pointer)
            else:
                operands.append(self.expression(operand))
        variadic = [self.expression(v) for v in value.variadic]
        suffixes = [*value.overload.suffixes, *spaces]
        for parameter in row.immediates:
            chosen = value.immediates[parameter.name]
            if parameter.kind is not ParameterKind.FLAG:
                suffixes.append(_suffix(chosen))
            elif chosen:
                suffixes.append(parameter.name)
        suffixes += [MIR_SPELLINGS[_row_name(v.type)] for v in value.variadic]
        symbol = symbol_for(row, suffixes)
        inputs = (*operands, *variadic)
        results = self._stub_results(value)
        self.declarations.declare(symbol, [v.type for v in inputs], results, location)
        call = mir.CallOp.make(symbol, inputs, results, location=location)
        for parameter in row.parameters:
            if parameter.kind is ParameterKind.TEXT:
                call.attributes[parameter.name] = StringAttr(value.texts[parameter.name])
        if value.fallback is not None:
            self._check_fallback(value, value.fallback)
            call.attributes["cpu"] = SymbolRefAttr(value.fallback.instance.export_name)
        self.effect(call)
        return call.results[0] if results else None

    def _check_fallback(self, value: StubCall, fallback: Call) -> None:
        """See that what the CPU runs in place of PTX text gets nothing but the operands of that."""
        if self.declarations.statics.get(fallback.instance):
            assert self.instance.source is not None
            name = fallback.instance.function.__name__
            problem = Problem(
                "PC0210",
                f"`{name}` uses a device global, which the PTX text is not given",
                value.node,
                "read it before, pass what it holds as one more operand, and set it behind the call",
            )
            raise CompileError(problem.diagnostic(self.instance.source, self.instance.frames))

    def _mutable(self, pointer: SSAValue, location: LocationAttr) -> SSAValue:
        """A pointer of which the type says that it may be written: calls of one symbol have one signature."""
        type = pointer.type
        if not isinstance(type, PtrType) or type.mutable:
            return pointer
        target = PtrType.get(type.pointee, True, type.space)
        return self.add(mir.CastOp.make(pointer, target, CastKind.PTR_TO_PTR, location=location))

    @staticmethod
    def _stub_results(value: StubCall) -> tuple[Attribute, ...]:
        return result_types(_concrete(value.type))


def _concrete(type: Any) -> Type:
    return type


def _scalar(type: Any) -> ScalarType:
    assert isinstance(type, ScalarType)
    return type


def _row_name(type: Any) -> str:
    return "bool" if type is bool_ else _scalar(type).__name__


def _suffix(immediate: Any) -> str:
    if immediate is None:
        return VOID
    return MIR_SPELLINGS[_row_name(immediate)] if isinstance(immediate, ScalarType) else str(immediate)


def _is_cheap(value: Expr) -> bool:
    """Whether evaluating an expression has no effect and costs next to nothing."""
    while isinstance(value, Convert):
        value = value.value
    return isinstance(value, Constant | Read)


EXPRESSIONS: dict[type[Expr], Callable[[Any, Any], SSAValue | None]] = _Emission()
"""How each kind of expression is emitted. `emit_places` and `emit_aggregates` enter theirs."""

_OWN: dict[type[Expr], Callable[[Any, Any], SSAValue | None]] = {
    After: ExpressionEmitter._after,  # pyright: ignore[reportPrivateUsage]
    Binary: ExpressionEmitter._binary,  # pyright: ignore[reportPrivateUsage]
    Call: ExpressionEmitter._call,  # pyright: ignore[reportPrivateUsage]
    Checked: ExpressionEmitter._checked,  # pyright: ignore[reportPrivateUsage]
    Compare: ExpressionEmitter._compare,  # pyright: ignore[reportPrivateUsage]
    Constant: ExpressionEmitter._constant,  # pyright: ignore[reportPrivateUsage]
    Convert: ExpressionEmitter._convert,  # pyright: ignore[reportPrivateUsage]
    Length: ExpressionEmitter._length,  # pyright: ignore[reportPrivateUsage]
    Logical: ExpressionEmitter._logical,  # pyright: ignore[reportPrivateUsage]
    MathCall: ExpressionEmitter._math,  # pyright: ignore[reportPrivateUsage]
    Once: ExpressionEmitter._once_,  # pyright: ignore[reportPrivateUsage]
    Read: ExpressionEmitter._read,  # pyright: ignore[reportPrivateUsage]
    RoundToInteger: ExpressionEmitter._round,  # pyright: ignore[reportPrivateUsage]
    Select: ExpressionEmitter._select,  # pyright: ignore[reportPrivateUsage]
    StubCall: ExpressionEmitter._stub_call,  # pyright: ignore[reportPrivateUsage]
    Unary: ExpressionEmitter._unary,  # pyright: ignore[reportPrivateUsage]
    WeakOnce: ExpressionEmitter._once_,  # pyright: ignore[reportPrivateUsage]
}
EXPRESSIONS.update(_OWN)
