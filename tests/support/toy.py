"""A dialect of a dozen ops, `toy`, that shares nothing with ours: proof that the toolkit knows no dialect.

It has an interpreter, `run`, and a generator of random programs, `random_module`: a pass is right when
`run` gives the same trace before and after it.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    Builtin,
    FlatSymbolRefAttr,
    FunctionType,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32,
)
from xdsl.ir import (
    Attribute,
    Block,
    Dialect,
    Operation,
    ParametrizedAttribute,
    Region,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    attr_def,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_attr_def,
    param_def,
    region_def,
    result_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.traits import (
    Commutative,
    IsolatedFromAbove,
    IsTerminator,
    MemoryAllocEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    NoMemoryEffect,
    Pure,
)

from periclase.ir.branches import register_branch
from periclase.ir.builder import OpBuilder
from periclase.ir.constants import register_materializer
from periclase.ir.interfaces import (
    AggregateAccess,
    BranchOpInterface,
    CallOpInterface,
    ConstantOpInterface,
    ConvergentOp,
    DestructurableAccess,
    DestructurableAllocation,
    FoldInterface,
    FunctionOpInterface,
    InlinePolicy,
    PromotableAllocation,
    PromotableMemoryAccess,
    ReturnOpInterface,
    SlotMarker,
)
from periclase.ir.locations import file_location

# ---------------------------------------------------------------------------------------------------------------------
# Types


@irdl_attr_definition
class PtrType(ParametrizedAttribute, TypeAttribute):
    name = "toy.ptr"
    pointee: Attribute = param_def()


@irdl_attr_definition
class PairType(ParametrizedAttribute, TypeAttribute):
    name = "toy.pair"
    first: Attribute = param_def()
    second: Attribute = param_def()


# ---------------------------------------------------------------------------------------------------------------------
# Values


def number(value: Attribute | None) -> int | None:
    return value.value.data if isinstance(value, IntegerAttr) else None


def wrap(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


@irdl_op_definition
class ConstantOp(IRDLOperation, ConstantOpInterface):
    name = "toy.const"
    value = attr_def(IntegerAttr)
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: int, location: LocationAttr = UNKNOWN_LOC) -> ConstantOp:
        return cls.create(
            attributes={"value": IntegerAttr(value, i32)}, result_types=(i32,), location=location
        )

    def constant_value(self) -> Attribute:
        return self.value


@irdl_op_definition
class UndefOp(IRDLOperation):
    name = "toy.undef"
    result = result_def()
    traits = traits_def(Pure())


class Binary(IRDLOperation, FoldInterface):
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    @classmethod
    def make(cls, lhs: SSAValue, rhs: SSAValue, location: LocationAttr = UNKNOWN_LOC):
        return cls.create(operands=(lhs, rhs), result_types=(i32,), location=location)

    @staticmethod
    def compute(a: int, b: int) -> int | None:
        raise AssertionError(a, b)

    def simplify(self, a: int | None, b: int | None) -> SSAValue | int | None:
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        a, b = map(number, operands)
        answer = self.compute(a, b) if a is not None and b is not None else self.simplify(a, b)
        if isinstance(answer, int):
            return (IntegerAttr(answer, i32),)
        return None if answer is None else (answer,)


@irdl_op_definition
class AddOp(Binary):
    name = "toy.add"
    traits = traits_def(Pure(), Commutative())

    @staticmethod
    def compute(a: int, b: int) -> int | None:
        return wrap(a + b)

    def simplify(self, a: int | None, b: int | None) -> SSAValue | int | None:
        return self.lhs if b == 0 else self.rhs if a == 0 else None


@irdl_op_definition
class MulOp(Binary):
    name = "toy.mul"
    traits = traits_def(Pure(), Commutative())

    @staticmethod
    def compute(a: int, b: int) -> int | None:
        return wrap(a * b)

    def simplify(self, a: int | None, b: int | None) -> SSAValue | int | None:
        return 0 if 0 in (a, b) else self.lhs if b == 1 else None


@irdl_op_definition
class SubOp(Binary):
    name = "toy.sub"
    traits = traits_def(Pure())

    @staticmethod
    def compute(a: int, b: int) -> int | None:
        return wrap(a - b)

    def simplify(self, a: int | None, b: int | None) -> SSAValue | int | None:
        return self.lhs if b == 0 else 0 if self.lhs is self.rhs else None


@irdl_op_definition
class DivOp(Binary):
    """Traps on a zero divisor, which is an effect that others can see."""

    name = "toy.div"

    @staticmethod
    def compute(a: int, b: int) -> int | None:
        return None if b == 0 else wrap(int(a / b))


# ---------------------------------------------------------------------------------------------------------------------
# Memory


@irdl_op_definition
class AllocaOp(IRDLOperation, PromotableAllocation, DestructurableAllocation):
    name = "toy.alloca"
    result = result_def()

    @classmethod
    def make(cls, type: Attribute, location: LocationAttr = UNKNOWN_LOC) -> AllocaOp:
        return cls.create(result_types=(PtrType(type),), location=location)

    traits = traits_def(MemoryAllocEffect())

    def slot_pointer(self) -> SSAValue:
        return self.result

    def slot_type(self) -> Attribute:
        assert isinstance(self.result.type, PtrType)
        return self.result.type.pointee

    def default_value(self, builder: OpBuilder) -> SSAValue:
        return builder.insert(UndefOp.create(result_types=(self.slot_type(),))).results[0]

    def subslots(self) -> Mapping[Hashable, Attribute]:
        type = self.slot_type()
        return {0: type.first, 1: type.second} if isinstance(type, PairType) else {}

    def make_subslot(self, builder: OpBuilder, index: Hashable) -> SSAValue:
        return builder.insert(AllocaOp.make(self.subslots()[index])).result


@irdl_op_definition
class LoadOp(IRDLOperation, PromotableMemoryAccess, AggregateAccess):
    name = "toy.load"
    pointer = operand_def()
    volatile = opt_attr_def(UnitAttr)
    result = result_def()
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def make(cls, pointer: SSAValue, type: Attribute = i32, location: LocationAttr = UNKNOWN_LOC) -> LoadOp:
        return cls.create(operands=(pointer,), result_types=(type,), location=location)

    def promotable_slot(self) -> SSAValue:
        return self.pointer

    def is_volatile(self) -> bool:
        return self.volatile is not None

    def loaded_value(self) -> SSAValue | None:
        return self.result

    def split_access(self, builder: OpBuilder, subslots: Mapping[Hashable, SSAValue]) -> SSAValue | None:
        type = self.result.type
        assert isinstance(type, PairType)
        parts = [
            builder.insert(LoadOp.make(subslots[i], t)).result for i, t in ((0, type.first), (1, type.second))
        ]
        return builder.insert(PackOp.create(operands=parts, result_types=(type,))).results[0]


@irdl_op_definition
class StoreOp(IRDLOperation, PromotableMemoryAccess, AggregateAccess):
    name = "toy.store"
    value = operand_def()
    pointer = operand_def()
    volatile = opt_attr_def(UnitAttr)
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def make(cls, value: SSAValue, pointer: SSAValue, location: LocationAttr = UNKNOWN_LOC) -> StoreOp:
        return cls.create(operands=(value, pointer), location=location)

    def promotable_slot(self) -> SSAValue:
        return self.pointer

    def is_volatile(self) -> bool:
        return self.volatile is not None

    def stored_value(self) -> SSAValue | None:
        return self.value

    def split_access(self, builder: OpBuilder, subslots: Mapping[Hashable, SSAValue]) -> SSAValue | None:
        type = self.value.type
        assert isinstance(type, PairType)
        for i, t in ((0, type.first), (1, type.second)):
            part = builder.insert(UnpackOp.make(self.value, i, t))
            builder.insert(StoreOp.make(part.result, subslots[i]))
        return None


@irdl_op_definition
class FieldOp(IRDLOperation, DestructurableAccess):
    name = "toy.field"
    pointer = operand_def()
    index = attr_def(IntegerAttr)
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def make(cls, pointer: SSAValue, index: int, location: LocationAttr = UNKNOWN_LOC) -> FieldOp:
        assert isinstance(pointer.type, PtrType)
        assert isinstance(pointer.type.pointee, PairType)
        element = (pointer.type.pointee.first, pointer.type.pointee.second)[index]
        return cls.create(
            operands=(pointer,),
            attributes={"index": IntegerAttr(index, i32)},
            result_types=(PtrType(element),),
            location=location,
        )

    def accessed_subslot(self) -> tuple[SSAValue, Hashable] | None:
        return self.pointer, self.index.value.data


@irdl_op_definition
class PackOp(IRDLOperation):
    name = "toy.pack"
    first = operand_def()
    second = operand_def()
    result = result_def()
    traits = traits_def(Pure())


@irdl_op_definition
class UnpackOp(IRDLOperation):
    name = "toy.unpack"
    pair = operand_def()
    index = attr_def(IntegerAttr)
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def make(cls, pair: SSAValue, index: int, type: Attribute) -> UnpackOp:
        return cls.create(
            operands=(pair,), attributes={"index": IntegerAttr(index, i32)}, result_types=(type,)
        )


@irdl_op_definition
class MarkerOp(IRDLOperation, SlotMarker):
    name = "toy.marker"
    pointer = operand_def()


@irdl_op_definition
class EscapeOp(IRDLOperation):
    """Somebody learns the pointer, and may do with the memory what he likes."""

    name = "toy.escape"
    pointer = operand_def()


# ---------------------------------------------------------------------------------------------------------------------
# What can be seen from outside


@irdl_op_definition
class PrintOp(IRDLOperation):
    name = "toy.print"
    value = operand_def()


@irdl_op_definition
class FuelOp(IRDLOperation):
    """Ends the program when it has run too often: keeps random loops finite, at the same point before and
    after a pass."""

    name = "toy.fuel"


@irdl_op_definition
class BarrierOp(IRDLOperation, ConvergentOp):
    name = "toy.barrier"


@irdl_op_definition
class ShuffleOp(IRDLOperation, ConvergentOp):
    name = "toy.shuffle"
    value = operand_def()
    result = result_def()
    traits = traits_def(NoMemoryEffect())


# ---------------------------------------------------------------------------------------------------------------------
# Control


@irdl_op_definition
class BranchOp(IRDLOperation, BranchOpInterface):
    name = "toy.br"
    arguments = var_operand_def()
    target = successor_def()
    traits = traits_def(IsTerminator())

    @classmethod
    def make(
        cls, target: Block, arguments: Sequence[SSAValue] = (), location: LocationAttr = UNKNOWN_LOC
    ) -> BranchOp:
        return cls.create(operands=arguments, successors=(target,), location=location)

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        return tuple(self.operands)

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        self.operands = tuple(values)


@irdl_op_definition
class CondBranchOp(IRDLOperation, BranchOpInterface):
    name = "toy.cond_br"
    condition = operand_def()
    then_arguments = var_operand_def()
    else_arguments = var_operand_def()
    then_block = successor_def()
    else_block = successor_def()
    irdl_options = (AttrSizedOperandSegments(),)
    traits = traits_def(IsTerminator())

    @classmethod
    def make(
        cls,
        condition: SSAValue,
        then_block: Block,
        then_arguments: Sequence[SSAValue],
        else_block: Block,
        else_arguments: Sequence[SSAValue],
        location: LocationAttr = UNKNOWN_LOC,
    ) -> CondBranchOp:
        op = cls(
            operands=[condition, list(then_arguments), list(else_arguments)],
            successors=[then_block, else_block],
        )
        op.location = location
        return op

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        return tuple(self.else_arguments if index else self.then_arguments)

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        parts = [tuple(self.then_arguments), tuple(self.else_arguments)]
        parts[index] = tuple(values)
        self.operands = (self.condition, *parts[0], *parts[1])
        sizes = (1, len(parts[0]), len(parts[1]))
        self.attributes[AttrSizedOperandSegments.attribute_name] = _sizes(sizes)

    def condition_operand(self) -> SSAValue | None:
        return self.condition

    def successor_for_constant(self, condition: Attribute) -> int | None:
        value = number(condition)
        return None if value is None else 0 if value else 1


def _sizes(sizes: Sequence[int]) -> Attribute:
    from xdsl.dialects.builtin import DenseArrayBase

    return DenseArrayBase.from_list(i32, sizes)


@irdl_op_definition
class ReturnOp(IRDLOperation, ReturnOpInterface):
    name = "toy.return"
    values = var_operand_def()
    traits = traits_def(IsTerminator())

    @classmethod
    def make(cls, values: Sequence[SSAValue] = (), location: LocationAttr = UNKNOWN_LOC) -> ReturnOp:
        return cls.create(operands=values, location=location)

    def returned_values(self) -> Sequence[SSAValue]:
        return tuple(self.operands)


@irdl_op_definition
class CallOp(IRDLOperation, CallOpInterface):
    name = "toy.call"
    callee = attr_def(SymbolRefAttr)
    arguments = var_operand_def()
    res = var_result_def()

    @classmethod
    def make(
        cls,
        callee: str,
        arguments: Sequence[SSAValue],
        results: Sequence[Attribute] = (i32,),
        location: LocationAttr = UNKNOWN_LOC,
    ) -> CallOp:
        return cls.create(
            operands=arguments,
            attributes={"callee": FlatSymbolRefAttr(callee)},
            result_types=results,
            location=location,
        )

    def callee_name(self) -> str | None:
        return self.callee.root_reference.data

    def call_arguments(self) -> Sequence[SSAValue]:
        return tuple(self.operands)


@irdl_op_definition
class FuncOp(IRDLOperation, FunctionOpInterface):
    name = "toy.func"
    sym_name = attr_def(StringAttr)
    sym_visibility = opt_attr_def(StringAttr)
    results_of = attr_def(ArrayAttr)
    policy = opt_attr_def(StringAttr)
    entry_point = opt_attr_def(UnitAttr)
    body = region_def()
    traits = traits_def(IsolatedFromAbove())

    @classmethod
    def make(
        cls,
        name: str,
        region: Region,
        results: Sequence[Attribute] = (i32,),
        private: bool = False,
        policy: str | None = None,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> FuncOp:
        attributes: dict[str, Attribute] = {"sym_name": StringAttr(name), "results_of": ArrayAttr(results)}
        if private:
            attributes["sym_visibility"] = StringAttr("private")
        if policy is not None:
            attributes["policy"] = StringAttr(policy)
        return cls.create(attributes=attributes, regions=(region,), location=location)

    def function_name(self) -> str:
        return self.sym_name.data

    def body_region(self) -> Region:
        return self.body

    def result_types_of_function(self) -> Sequence[Attribute]:
        return self.results_of.data

    def inline_policy(self) -> InlinePolicy:
        text = "auto" if self.policy is None else self.policy.data
        assert text in ("always", "never", "auto")
        return text

    def is_entry_point(self) -> bool:
        return self.entry_point is not None

    def set_signature(self, inputs: Sequence[Attribute], outputs: Sequence[Attribute]) -> None:
        self.attributes["results_of"] = ArrayAttr(outputs)
        self.attributes["inputs"] = FunctionType.from_lists(inputs, outputs)


TOY = Dialect(
    "toy",
    [
        ConstantOp, UndefOp, AddOp, MulOp, SubOp, DivOp, AllocaOp, LoadOp, StoreOp, FieldOp, PackOp, UnpackOp, MarkerOp,
        EscapeOp, PrintOp, FuelOp, BarrierOp, ShuffleOp, BranchOp, CondBranchOp, ReturnOp, CallOp, FuncOp,
    ],
    [PtrType, PairType],
)  # fmt: skip


def _materialize(value: Attribute, type: Attribute, location: LocationAttr) -> Operation | None:
    integer = number(value)
    return None if integer is None or type != i32 else ConstantOp.make(integer, location)


register_materializer("toy", _materialize)
register_branch("toy", lambda target, operands, location: BranchOp.make(target, operands, location))


def parse(text: str) -> ModuleOp:
    """The module that `text`, in generic syntax, says."""
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(TOY)
    return Parser(context, text).parse_module()


def ops_of(module: Operation, name: str) -> list[Operation]:
    """All ops called `name` under `module`, in order."""
    return [op for op in module.walk() if op.name == name]


def function(module: ModuleOp, name: str = "main") -> FuncOp:
    """The function `name` of `module`."""
    return next(op for op in module.ops if isinstance(op, FuncOp) and op.function_name() == name)


# ---------------------------------------------------------------------------------------------------------------------
# The interpreter


class Stop(Exception):
    """The program trapped, or has no fuel left."""


@dataclass
class Machine:
    """Runs functions of a module; `trace` is all that can be seen of it."""

    module: ModuleOp
    fuel: int = 60
    trace: list[object] = field(default_factory=list)

    def call(self, name: str, arguments: Sequence[Any]) -> list[Any]:
        region = function(self.module, name).body
        block = region.first_block
        assert block is not None
        values: dict[SSAValue, Any] = {}
        given: Sequence[Any] = arguments
        while True:
            values.update(zip(block.args, given, strict=True))
            for op in block.ops:
                operands = [values[v] for v in op.operands]
                if isinstance(op, ReturnOp):
                    return operands
                if isinstance(op, BranchOpInterface):
                    taken = 0 if not isinstance(op, CondBranchOp) or operands[0] else 1
                    given = [values[v] for v in op.successor_operands(taken)]
                    block = op.successors[taken]
                    break
                values.update(zip(op.results, self.step(op, operands), strict=True))
            else:
                raise AssertionError("a block without terminator")

    def step(self, op: Operation, operands: list[Any]) -> Sequence[Any]:
        match op:
            case ConstantOp():
                return (number(op.value),)
            case UndefOp():
                return (self.blank(op.result.type),)
            case DivOp():
                if operands[1] == 0:
                    self.trace.append("trap")
                    raise Stop
                return (op.compute(*operands),)
            case Binary():
                return (op.compute(*operands),)
            case AllocaOp():
                # Fresh memory reads as undef does: the two have to agree for traces to be comparable.
                return (([self.blank(op.slot_type())], ()),)
            case LoadOp():
                cell, path = operands[0]
                value = cell[0]
                for index in path:
                    value = value[index]
                if op.is_volatile():
                    self.trace.append(("volatile load", value))
                return (value,)
            case StoreOp():
                cell, path = operands[1]
                cell[0] = self.changed(cell[0], path, operands[0])
                if op.is_volatile():
                    self.trace.append(("volatile store", operands[0]))
                return ()
            case FieldOp():
                cell, path = operands[0]
                return ((cell, (*path, op.index.value.data)),)
            case PackOp():
                return (tuple(operands),)
            case UnpackOp():
                return (operands[0][op.index.value.data],)
            case EscapeOp():
                cell, path = operands[0]
                value = cell[0]
                for index in path:
                    value = value[index]
                self.trace.append(("escape", value))
                if isinstance(value, int):
                    cell[0] = self.changed(cell[0], path, wrap(value + 7))
                return ()
            case PrintOp():
                self.trace.append(operands[0])
                return ()
            case FuelOp():
                self.fuel -= 1
                if self.fuel < 0:
                    raise Stop
                return ()
            case BarrierOp():
                self.trace.append("barrier")
                return ()
            case ShuffleOp():
                self.trace.append("shuffle")
                return (wrap(operands[0] ^ 21),)
            case MarkerOp():
                return ()
            case CallOp():
                return self.call(op.callee.root_reference.data, operands)
            case _:
                raise AssertionError(op.name)

    def blank(self, type: Attribute) -> Any:
        return (self.blank(type.first), self.blank(type.second)) if isinstance(type, PairType) else 0

    def changed(self, value: Any, path: Sequence[int], new: Any) -> Any:
        if not path:
            return new
        parts = list(value)
        parts[path[0]] = self.changed(parts[path[0]], path[1:], new)
        return tuple(parts)


def run(module: ModuleOp, *arguments: int) -> list[object]:
    """Everything that can be seen of running `main`: what it prints, how it ends."""
    machine = Machine(module)
    try:
        machine.trace.append(("returned", machine.call("main", arguments)))
    except Stop:
        machine.trace.append("stopped")
    return machine.trace


# ---------------------------------------------------------------------------------------------------------------------
# Random programs


@dataclass
class Shape:
    """How large a random program is, and what occurs in it."""

    blocks: int = 8
    slots: int = 4
    statements: int = 5
    functions: int = 2
    FILE: ClassVar[str] = "random.toy"


class _Generator:
    def __init__(self, source: random.Random, shape: Shape):
        self.random = source
        self.shape = shape
        self.line = 0

    def place(self) -> LocationAttr:
        self.line += 1
        return file_location(self.shape.FILE, self.line, 0)

    def module(self) -> ModuleOp:
        names = [f"f{i}" for i in range(self.shape.functions)]
        functions: list[Operation] = []
        for i, name in enumerate(names):
            functions.append(self.function(name, 1, names[:i], private=self.random.random() < 0.7))
        functions.append(self.function("main", 2, names, private=False))
        self.random.shuffle(functions)
        return ModuleOp(functions)

    def function(self, name: str, parameters: int, callees: list[str], private: bool) -> FuncOp:
        r = self.random
        count = r.randrange(1, self.shape.blocks)
        blocks = [
            Block(arg_types=[i32] * (parameters if i == 0 else r.choice((0, 0, 1, 2)))) for i in range(count)
        ]
        for block in blocks:
            for argument in block.args:
                argument.location = self.place()
        entry = blocks[0]
        slots: list[SSAValue] = []
        pairs: list[SSAValue] = []
        for _ in range(r.randrange(self.shape.slots + 1)):
            slots.append(self.add(entry, AllocaOp.make(i32, self.place())).results[0])
        for _ in range(r.randrange(3)):
            pairs.append(
                self.add(entry, AllocaOp.make(PairType(i32, PairType(i32, i32)), self.place())).results[0]
            )
        common: list[SSAValue] = [
            *entry.args,
            self.add(entry, ConstantOp.make(r.randrange(-2, 3), self.place())).results[0],
        ]
        # Only `main` reads slots before it writes them: inlined into a loop, such a slot keeps what it held, which is
        # as good an undefined value as another but not that of the interpreter.
        for slot in slots:
            if name != "main" or r.random() < 0.6:
                self.add(entry, StoreOp.make(r.choice(common), slot, self.place()))
        if name != "main":
            for pair in pairs:
                type = PairType(i32, PairType(i32, i32))
                zero = self.add(entry, UndefOp.create(result_types=(type,), location=self.place())).results[0]
                self.add(entry, StoreOp.make(zero, pair, self.place()))
        for i, block in enumerate(blocks):
            here = [*common, *block.args] if i else list(common)
            self.add(block, FuelOp.create(location=self.place()))
            for _ in range(r.randrange(self.shape.statements)):
                self.statement(block, here, slots, pairs, callees)
            self.terminate(block, here, blocks, i)
            if i == 0:
                common = here
        policy = r.choice((None, None, None, "always", "never")) if name != "main" else None
        return FuncOp.make(name, Region(blocks), private=private, policy=policy, location=self.place())

    def add(self, block: Block, op: Operation) -> Operation:
        block.add_op(op)
        return op

    def pointer(self, block: Block, slots: list[SSAValue], pairs: list[SSAValue]) -> SSAValue | None:
        r = self.random
        if pairs and r.random() < 0.4:
            pair = r.choice(pairs)
            if r.random() < 0.5:
                return self.add(block, FieldOp.make(pair, 0, self.place())).results[0]
            inner = self.add(block, FieldOp.make(pair, 1, self.place())).results[0]
            return self.add(block, FieldOp.make(inner, r.randrange(2), self.place())).results[0]
        return r.choice(slots) if slots else None

    def statement(
        self,
        block: Block,
        here: list[SSAValue],
        slots: list[SSAValue],
        pairs: list[SSAValue],
        callees: list[str],
    ) -> None:
        r = self.random
        kind = r.randrange(14)
        if kind == 0:
            here.append(self.add(block, ConstantOp.make(r.randrange(-2, 3), self.place())).results[0])
        elif kind in (1, 2, 3):
            made = r.choice((AddOp, MulOp, SubOp, DivOp)).make(r.choice(here), r.choice(here), self.place())
            here.append(self.add(block, made).results[0])
        elif kind in (4, 5, 6):
            pointer = self.pointer(block, slots, pairs)
            if pointer is not None:
                here.append(self.add(block, LoadOp.make(pointer, i32, self.place())).results[0])
        elif kind in (7, 8, 9):
            pointer = self.pointer(block, slots, pairs)
            if pointer is not None:
                store = StoreOp.make(r.choice(here), pointer, self.place())
                if r.random() < 0.05:
                    store.attributes["volatile"] = UnitAttr()
                self.add(block, store)
        elif kind == 10:
            self.add(block, PrintOp.create(operands=(r.choice(here),), location=self.place()))
        elif kind == 11:
            which = r.random()
            if which < 0.3:
                self.add(block, BarrierOp.create(location=self.place()))
            elif which < 0.6:
                op = ShuffleOp.create(operands=(r.choice(here),), result_types=(i32,), location=self.place())
                here.append(self.add(block, op).results[0])
                # Its result is looked at, so that removing it would be seen.
                self.add(block, PrintOp.create(operands=op.results, location=self.place()))
            elif slots:
                slot = r.choice(slots)
                marker = EscapeOp if r.random() < 0.3 else MarkerOp
                self.add(block, marker.create(operands=(slot,), location=self.place()))
        elif kind == 12 and callees:
            call = CallOp.make(r.choice(callees), (r.choice(here),), location=self.place())
            here.append(self.add(block, call).results[0])
        elif kind == 13 and len(pairs) == 2:
            type = PairType(i32, PairType(i32, i32))
            value = self.add(block, LoadOp.make(pairs[0], type, self.place())).results[0]
            self.add(block, StoreOp.make(value, pairs[1], self.place()))

    def terminate(self, block: Block, here: list[SSAValue], blocks: list[Block], index: int) -> None:
        r = self.random
        targets = blocks[1:]
        kind = r.random()
        if not targets or kind < 0.2:
            self.add(block, ReturnOp.make((r.choice(here),), self.place()))
            return

        def target() -> Block:
            # Mostly onwards, sometimes back.
            onwards = blocks[index + 1 :]
            return r.choice(onwards) if onwards and r.random() < 0.7 else r.choice(targets)

        def arguments(to: Block) -> list[SSAValue]:
            return [r.choice(here) for _ in to.args]

        first = target()
        if kind < 0.5:
            self.add(block, BranchOp.make(first, arguments(first), self.place()))
        else:
            second = target()
            self.add(
                block,
                CondBranchOp.make(
                    r.choice(here), first, arguments(first), second, arguments(second), self.place()
                ),
            )


def random_module(seed: int, shape: Shape | None = None) -> ModuleOp:
    """A random valid program with a function `main` of two parameters; every op has a location."""
    return _Generator(random.Random(seed), shape or Shape()).module()
