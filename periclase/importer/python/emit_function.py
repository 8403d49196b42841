"""Emission of statements: a typed function becomes blocks of a `mir.func`, with variables in slots."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, DictionaryAttr, LocationAttr, UnitAttr, i64
from xdsl.ir import Attribute, Block, SSAValue

from periclase.closures import PythonFloat
from periclase.diagnostics import CompileError
from periclase.dialects import mir
from periclase.dialects.mir.attributes import (
    BUFFERS_APART,
    SMALL_LAUNCH,
    SMALL_PRODUCTS,
    BlockDimsAttr,
    CastKind,
    LaunchBoundsAttr,
)
from periclase.dialects.mir.types import ui64
from periclase.importer.python.conversions import coerce
from periclase.importer.python.emit_aggregates import from_leaves, in_memory, leaf_types
from periclase.importer.python.emit_control import fast_math, switch, unrolled
from periclase.importer.python.emit_expressions import ExpressionEmitter
from periclase.importer.python.emit_places import make_array, remembered_address
from periclase.importer.python.instance import FunctionInstance
from periclase.importer.python.mir_types import mir_type, result_types, scalar_type
from periclase.importer.python.problems import too_deep
from periclase.importer.python.typed_control import FastMath, Switch, Unrolled
from periclase.importer.python.typed_tree import (
    Assert,
    Assign,
    Break,
    Continue,
    Evaluate,
    ForRange,
    If,
    MakeArray,
    Panic,
    Read,
    Return,
    Statement,
    Store,
    StubCall,
    Unpack,
    Variable,
    While,
)
from periclase.launch_versions import SIGNED_NUMBERS
from periclase.record import MutableRecord
from periclase.types import (
    ArrayType,
    ScalarType,
    TupleType,
    Type,
    is_static,
    isize,
    last_strides,
    offsets,
)

if TYPE_CHECKING:
    from periclase.importer.python.emit_module import Declarations


class _Loop(MutableRecord):
    """Where `break` and `continue` go."""

    exit: Block
    next: Block
    left: bool = False
    repeated: bool = False


def _hint(value: SSAValue, name: str) -> None:
    """Let text forms call `value` by its name in the source, where they can spell it."""
    if SSAValue.is_valid_name(name):
        value.name_hint = name


class FunctionEmitter(ExpressionEmitter):
    """Emits one function."""

    def __init__(self, instance: FunctionInstance, declarations: Declarations):
        super().__init__(instance, declarations)
        self._loops: list[_Loop] = []
        self._bounded: list[int] = []  # arguments that are signed numbers, those of views among them
        self._numbers: list[int] = []  # without those of views and structs
        self._factors: list[int] = []  # which of these the code multiplies something by
        self._by_value: dict[int, Type] = {}  # arguments that are passed by value, by their numbers

    def emit(self) -> mir.FuncOp:
        """The function."""
        instance = self.instance
        typed, source = instance.typed, instance.source
        assert typed is not None
        assert source is not None
        self.region.add_block(self.entry)
        inputs: list[Attribute] = []
        statics = self.declarations.statics.get(instance, ())
        for number, (variable, type) in enumerate(
            zip(typed.parameters, instance.parameter_types, strict=True), start=1
        ):
            if is_static(type):
                if variable.constant is None and not is_static(variable.type):
                    self._widened(variable, type)
                continue
            argument = self._parameter(variable, type, inputs)
            if variable.reference is not None:
                self.slots[variable] = argument
                self._note(variable, argument, in_slot=True, argument=number)
                continue
            if len(variable.sites) == 1:  # only its own declaration
                self.direct[variable] = argument
                self._note(variable, argument, in_slot=isinstance(type, ArrayType), argument=number)
                continue
            location = self.location(variable.sites[0])
            assert variable.type is not None
            held: Any = variable.type
            slot = self.slots[variable] = self.slot(mir_type(held), variable.name, location)
            _hint(slot, variable.name)
            self._note(variable, slot, in_slot=True, argument=number)
            if isinstance(held, TupleType) or held.__class__.__name__ == "OptionalType":
                self.direct[variable] = argument
                value = self.expression(coerce(Read(variable.sites[0], type, None, variable), held))
                del self.direct[variable]
            elif type.__class__ is PythonFloat:
                value = argument
            else:
                value = self.converted(argument, type, held, location)
            self.effect(mir.StoreOp.make(value, slot, location=location))
        for held in statics:
            from periclase.importer.python.emit_device_globals import parameter

            _hint(parameter(self, held, inputs, self.location(source.tree)), held.name)
        for variable in typed.variables:
            if isinstance(variable.type, ArrayType) or is_static(variable.type):
                continue
            held = variable.type
            slot = self.slots[variable] = self.slot(
                mir_type(held), variable.name, self.location(variable.sites[0])
            )
            _hint(slot, variable.name)
            if variable.constant is None:
                self._note(variable, slot, in_slot=True)
        self.statements(typed.body)
        if self.block is not None:
            end = typed.body[-1].node if typed.body else source.tree
            if typed.falls_off_end:
                self.effect(mir.ReturnOp.make(location=self._end_location(end)))
            else:
                self.effect(mir.UnreachableOp.make(location=self._end_location(end)))
        options = instance.options
        bounds = options.launch_bounds
        function = mir.FuncOp.make(
            instance.export_name,
            inputs,
            result_types(instance.result_type),
            self.region,
            kernel=instance.is_kernel,
            visibility=None if instance.is_kernel or not instance.chain else "private",
            launch_bounds=None
            if bounds is None
            else LaunchBoundsAttr((bounds.max_threads, bounds.min_blocks, bounds.max_registers)),
            required_block=None if options.required_block is None else BlockDimsAttr(options.required_block),
            cluster_dims=None if options.cluster is None else BlockDimsAttr(options.cluster),
            cooperative=options.cooperative,
            inline_policy=options.inline,
            source_name=instance.function.__qualname__,
            arg_attrs=self._parameter_attributes(len(inputs)),
            location=self.location(source.tree),
        )
        if instance.is_kernel and getattr(instance.marked, "narrow_indices", False):
            function.attributes[SMALL_LAUNCH] = DenseArrayBase.from_list(i64, self._bounded)
        if instance.is_kernel and getattr(instance.marked, "small_products", False):
            groups = (self._factors, self._numbers)
            function.attributes[SMALL_PRODUCTS] = ArrayAttr(
                DenseArrayBase.from_list(i64, each) for each in groups
            )
        if instance.is_kernel and getattr(instance.marked, "buffers_apart", False):
            function.attributes[BUFFERS_APART] = UnitAttr()
        return function

    def _note(self, variable: Variable, held: SSAValue, *, in_slot: bool, argument: int = 0) -> None:
        if self.has_variables:
            from periclase.importer.python.emit_variables import note_variable

            note_variable(self, variable, held, in_slot=in_slot, argument=argument)

    def _widened(self, variable: Variable, type: Type) -> None:
        """Give a place to a parameter that is None, and later something else."""
        node = variable.sites[0]
        location = self.location(node)
        held: Any = variable.type
        slot = self.slots[variable] = self.slot(mir_type(held), variable.name, location)
        _hint(slot, variable.name)
        value = self.expression(coerce(Read(node, type, None, variable), held))
        self.effect(mir.StoreOp.make(value, slot, location=location))

    def _parameter(self, variable: Variable, type: Type, inputs: list[Attribute]) -> SSAValue:
        """The value of a parameter, whose types as arguments are added to `inputs`; that of a kernel comes in parts."""
        leaves = list(leaf_types(type)) if self.instance.is_kernel else [("", type)]
        arguments: list[SSAValue] = []
        for suffix, leaf in leaves:
            inputs.append(mir_type(leaf))
            if leaf.__class__.__name__ == "GridConstantType":
                self._by_value[len(self.entry.args)] = leaf
            if isinstance(leaf, ScalarType) and leaf.numpy_name in SIGNED_NUMBERS:
                self._bounded.append(len(self.entry.args))
                if not suffix:
                    self._numbers.append(len(self.entry.args))
                    if variable.name in getattr(self.instance.marked, "product_names", ()):
                        self._factors.append(len(self.entry.args))
            argument = self.entry.insert_arg(inputs[-1], len(self.entry.args))
            _hint(argument, variable.name + suffix.replace(".", "_").replace("[", "_").replace("]", ""))
            arguments.append(argument)
        if len(leaves) == 1 and leaves[0] == ("", type):
            return arguments[0]
        location = self.location(variable.sites[0])
        if getattr(self.instance.marked, "unit_strides", False):
            for number in last_strides((type,)):
                arguments[number] = self.constant(1, isize, location)
        if getattr(self.instance.marked, "zero_offsets", False):
            for number in offsets((type,)):
                arguments[number] = self.constant(0, isize, location)
        value = from_leaves(self, type, iter(arguments), location)
        return in_memory(self, variable, value, location) if isinstance(type, ArrayType) else value

    def _parameter_attributes(self, count: int) -> ArrayAttr[DictionaryAttr] | None:
        """The attributes of so many parameters."""
        if not self._by_value:
            return None
        from periclase.importer.python.grid_constants import parameter_attributes

        return parameter_attributes([self._by_value.get(number) for number in range(count)])

    def _end_location(self, node: ast.AST) -> LocationAttr:
        return self.location(node)

    def statements(self, body: Sequence[Statement]) -> None:
        """Emit statements in order."""
        for statement in body:
            if self.block is None:
                return
            try:
                _EMITTERS[type(statement)](self, statement)
            except RecursionError:
                source = self.instance.source
                assert source is not None
                problem = too_deep(statement.node).diagnostic(source, self.instance.frames)
                raise CompileError(problem) from None

    # Simple statements

    def _assign(self, statement: Assign) -> None:
        variable = statement.variable
        if isinstance(variable.type, ArrayType):
            made = statement.value
            pointer = (
                make_array(self, made, variable.name)
                if isinstance(made, MakeArray)
                else self.expression(made)
            )
            self.direct[variable] = pointer
            _hint(pointer, variable.name)
            self._note(variable, pointer, in_slot=True)
            return
        if variable.constant is not None:
            if self.has_variables:
                from periclase.importer.python.emit_variables import note_constant

                note_constant(self, variable)
            return
        value = self.expression(statement.value)
        if is_static(variable.type):
            return
        self.effect(mir.StoreOp.make(value, self.slots[variable], location=self.location(statement.node)))

    def _unpack(self, statement: Unpack) -> None:
        for value in statement.values:
            self.evaluate(value)
        self.statements(statement.stores)

    def _store(self, statement: Store) -> None:
        location = self.location(statement.node)
        if statement.augmented:
            pointer = remembered_address(self, statement.place)
            value = self.expression(statement.value)
        else:
            value = self.expression(statement.value)
            pointer = self.address(statement.place)
        self.effect(mir.StoreOp.make(value, pointer, location=location))

    def _evaluate(self, statement: Evaluate) -> None:
        self.evaluate(statement.value)
        if isinstance(statement.value, StubCall) and statement.value.row.diverges:
            self.effect(mir.UnreachableOp.make(location=self.location(statement.node)))
            self.block = None

    def _assert(self, statement: Assert) -> None:
        condition = self.expression(statement.condition)
        location = self.location(statement.node)
        self.effect(mir.AssertOp.make(condition, statement.message, "user", location=location))

    def _panic(self, statement: Panic) -> None:
        self.effect(mir.PanicOp.make(statement.message, location=self.location(statement.node)))
        self.block = None

    def _return(self, statement: Return) -> None:
        values = () if statement.value is None else (self.expression(statement.value),)
        if statement.value is not None and is_static(statement.value.type):
            values = ()
        self.effect(mir.ReturnOp.make(*values, location=self.location(statement.node)))
        self.block = None

    # Control flow

    def _if(self, statement: If) -> None:
        then_block, after = Block(), Block()
        else_block = Block() if statement.otherwise else after
        self.branch(statement.test, then_block, else_block)
        arrives = not statement.otherwise
        self.start(then_block)
        self.statements(statement.then)
        arrives = arrives or self.block is not None
        self.goto(after, statement.node)
        if statement.otherwise:
            self.start(else_block)
            self.statements(statement.otherwise)
            arrives = arrives or self.block is not None
            self.goto(after, statement.node)
        if arrives:
            self.start(after)

    def _while(self, statement: While) -> None:
        head, exit = Block(), Block()
        self.goto(head, statement.node)
        self.start(head)
        loop = _Loop(exit, head)
        arrives = False
        if statement.test is None:
            self.loop_body(loop, statement.body)
            self.goto(head, statement.node)
        else:
            body = Block()
            otherwise = Block() if statement.otherwise else exit
            self.branch(statement.test, body, otherwise)
            self.start(body)
            self.loop_body(loop, statement.body)
            self.goto(head, statement.node)
            arrives = self._otherwise(statement.otherwise, otherwise, exit, statement.node)
        self.block = None
        if arrives or loop.left:
            self.start(exit)

    @staticmethod
    def loop(exit: Block, next: Block) -> _Loop:
        """A loop of which nothing is emitted yet."""
        return _Loop(exit, next)

    def loop_body(self, loop: _Loop, body: Sequence[Statement]) -> None:
        """Emit the body of a loop."""
        self._loops.append(loop)
        self.statements(body)
        self._loops.pop()

    def _otherwise(self, body: Sequence[Statement], block: Block, exit: Block, node: ast.AST) -> bool:
        """The `else` of a loop; whether the loop's exit is reached through it."""
        if not body:
            return True
        self.start(block)
        self.statements(body)
        arrives = self.block is not None
        self.goto(exit, node)
        return arrives

    def _break(self, statement: Break) -> None:
        loop = self._loops[-1]
        loop.left = True
        self.goto(loop.exit, statement.node)

    def _continue(self, statement: Continue) -> None:
        loop = self._loops[-1]
        loop.repeated = True
        self.goto(loop.next, statement.node)

    def _for(self, statement: ForRange) -> None:
        location = self.location(statement.node)
        counter_type = statement.counter_type
        start = self.expression(statement.start)
        stop = self.expression(statement.stop)
        step = self.expression(statement.step)
        if statement.check_step:
            zero = self.constant(0, counter_type, location)
            nonzero = self.add(mir.NeOp.make(step, zero, location=location))
            message = "the step of range() is zero"
            self.effect(mir.AssertOp.make(nonzero, message, "user", location=location))
        counter = self.slot(scalar_type(counter_type), f"{statement.variable.name}.counter", location)
        self.effect(mir.StoreOp.make(start, counter, location=location))
        trips = self._trips(statement, start, stop, step, location) if statement.trip_count else None
        head, body, next, exit = Block(), Block(), Block(), Block()
        otherwise = Block() if statement.otherwise else exit
        self.goto(head, statement.node)
        self.start(head)
        current = self.add(mir.LoadOp.make(counter, location=location))
        if trips is None:
            goes_on = self._before(statement.direction, current, stop, step, counter_type, location)
        else:
            left = self.add(mir.LoadOp.make(trips, location=location))
            goes_on = self.add(mir.NeOp.make(left, self.unsigned_constant(0, location), location=location))
        self.effect(mir.CondBranchOp.make(goes_on, body, (), otherwise, (), location=location))
        self.start(body)
        if statement.unroll:
            self.effect(mir.UnrollHintOp.make(statement.unroll, location=location))
        self._set_loop_variable(statement, current, location)
        loop = _Loop(exit, next)
        self.loop_body(loop, statement.body)
        repeats = self.block is not None or loop.repeated
        self.goto(next, statement.node)
        if repeats:
            self.start(next)
            if trips is not None:
                left = self.add(mir.LoadOp.make(trips, location=location))
                fewer = self.add(mir.SubOp.make(left, self.unsigned_constant(1, location), location=location))
                self.effect(mir.StoreOp.make(fewer, trips, location=location))
            current = self.add(mir.LoadOp.make(counter, location=location))
            following = self.add(mir.AddOp.make(current, step, location=location))
            self.effect(mir.StoreOp.make(following, counter, location=location))
            self.goto(head, statement.node)
        arrives = self._otherwise(statement.otherwise, otherwise, exit, statement.node)
        self.block = None
        if arrives or loop.left:
            self.start(exit)

    def _set_loop_variable(self, statement: ForRange, current: SSAValue, location: LocationAttr) -> None:
        held = statement.variable.type
        assert isinstance(held, ScalarType)
        value = self.converted(current, statement.counter_type, held, location)
        self.effect(mir.StoreOp.make(value, self.slots[statement.variable], location=location))

    def _before(
        self,
        direction: int,
        current: SSAValue,
        stop: SSAValue,
        step: SSAValue,
        type: ScalarType,
        location: LocationAttr,
    ) -> SSAValue:
        """Whether `current` has not reached `stop` yet."""
        if direction > 0:
            return self.add(mir.LtOp.make(current, stop, location=location))
        if direction < 0:
            return self.add(mir.GtOp.make(current, stop, location=location))
        upwards = self.add(mir.GtOp.make(step, self.constant(0, type, location), location=location))
        below = self.add(mir.LtOp.make(current, stop, location=location))
        above = self.add(mir.GtOp.make(current, stop, location=location))
        return self.add(mir.SelectOp.make(upwards, below, above, location=location))

    def _trips(
        self, statement: ForRange, start: SSAValue, stop: SSAValue, step: SSAValue, location: LocationAttr
    ) -> SSAValue:
        """A slot with the number of trips: for loops whose counter could overflow beyond `stop`."""
        type = statement.counter_type
        up_distance = self.add(mir.SubOp.make(stop, start, location=location))
        down_distance = self.add(mir.SubOp.make(start, stop, location=location))
        if statement.direction:
            distance = up_distance if statement.direction > 0 else down_distance
            stride = step if statement.direction > 0 else self.add(mir.NegOp.make(step, location=location))
        else:
            upwards = self.add(mir.GtOp.make(step, self.constant(0, type, location), location=location))
            distance = self.add(mir.SelectOp.make(upwards, up_distance, down_distance, location=location))
            negated = self.add(mir.NegOp.make(step, location=location))
            stride = self.add(mir.SelectOp.make(upwards, step, negated, location=location))
        distance, stride = (self._as_unsigned(v, location) for v in (distance, stride))
        nonempty = self._before(statement.direction, start, stop, step, type, location)
        one = self.unsigned_constant(1, location)
        less = self.add(mir.SubOp.make(distance, one, location=location))
        whole = self.add(mir.DivOp.make(less, stride, location=location))
        count = self.add(mir.AddOp.make(whole, one, location=location))
        zero = self.unsigned_constant(0, location)
        count = self.add(mir.SelectOp.make(nonempty, count, zero, location=location))
        slot = self.slot(ui64, f"{statement.variable.name}.trips", location)
        self.effect(mir.StoreOp.make(count, slot, location=location))
        return slot

    def _as_unsigned(self, value: SSAValue, location: LocationAttr) -> SSAValue:
        if value.type == ui64:
            return value
        return self.add(mir.CastOp.make(value, ui64, CastKind.INT_TO_INT, location=location))


_EMITTERS: dict[type[Statement], Callable[[FunctionEmitter, Any], None]] = {
    Assert: FunctionEmitter._assert,  # pyright: ignore[reportPrivateUsage]
    Assign: FunctionEmitter._assign,  # pyright: ignore[reportPrivateUsage]
    Break: FunctionEmitter._break,  # pyright: ignore[reportPrivateUsage]
    Continue: FunctionEmitter._continue,  # pyright: ignore[reportPrivateUsage]
    Evaluate: FunctionEmitter._evaluate,  # pyright: ignore[reportPrivateUsage]
    ForRange: FunctionEmitter._for,  # pyright: ignore[reportPrivateUsage]
    If: FunctionEmitter._if,  # pyright: ignore[reportPrivateUsage]
    Panic: FunctionEmitter._panic,  # pyright: ignore[reportPrivateUsage]
    Return: FunctionEmitter._return,  # pyright: ignore[reportPrivateUsage]
    Store: FunctionEmitter._store,  # pyright: ignore[reportPrivateUsage]
    FastMath: fast_math,
    Switch: switch,
    Unpack: FunctionEmitter._unpack,  # pyright: ignore[reportPrivateUsage]
    Unrolled: unrolled,
    While: FunctionEmitter._while,  # pyright: ignore[reportPrivateUsage]
}
