"""One thread: a generator that runs until it waits for others, and ends with the values it returns."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation

from periclase.dialects import mir
from periclase.dialects.mir.layout import size_of
from periclase.interpreter import intrinsics
from periclase.interpreter.failure import InterpretationError, Undefined, Unsupported, failure
from periclase.interpreter.intrinsics import Meeting, Position
from periclase.interpreter.memory import Allocation
from periclase.interpreter.program import Kind, Program
from periclase.interpreter.values import Value, known, number_of
from periclase.intrinsics.symbols import split_symbol

Run = Generator[Meeting, tuple[Value, ...], tuple[Value, ...]]


class Thread:
    """A thread at its place in the grid."""

    def __init__(self, program: Program, position: Position, shared: dict[str, Allocation]):
        self._program = program
        self._position = position
        self._shared = shared

    def call(self, function: mir.FuncOp, arguments: Sequence[Value]) -> Run:
        """Run a function: yields what the thread waits for and is sent what comes of it.

        Raises:
            InterpretationError: the program traps, or does something undefined.
        """
        block = function.body.first_block
        assert block is not None
        values: dict[int, Value] = {}
        slots: list[Allocation] = []
        given: Sequence[Value] = arguments
        while True:
            code = self._program.code(block)
            values.update(zip(code.arguments, given, strict=True))
            for instruction in code.instructions:
                op, kind = instruction.op, instruction.kind
                operands = [values[operand] for operand in instruction.operands]
                self._program.step(op)
                try:
                    if instruction.run is not None:
                        results = instruction.run(operands)
                    elif kind is Kind.RETURN:
                        for slot in slots:
                            slot.alive = False
                        return tuple(operands)
                    elif isinstance(op, mir.CallOp):
                        results = yield from self._call(op, operands)
                    elif kind is Kind.BRANCH:
                        block, passed = instruction.successors[_successor(op, operands)]
                        given = [values[value] for value in passed]
                        break
                    elif isinstance(op, mir.AllocaOp):
                        slot = self._program.memory.allocate(
                            _slot_name(op), (None,) * size_of(op.allocated_type)
                        )
                        slots.append(slot)
                        results = (slot.base,)
                    else:
                        results = self._simple(op, operands)
                except Undefined as error:
                    raise failure("PC0750", str(error), op) from None
                except Unsupported as error:
                    raise failure("PC0751", f"the interpreter does not know {error}", op) from None
                values.update(zip(instruction.results, results, strict=True))
            else:
                raise AssertionError("a block without terminator")

    def _simple(self, op: Operation, operands: Sequence[Value]) -> tuple[Value, ...]:
        if isinstance(op, mir.AssertOp):
            if not known(operands[0], "the condition of an assertion"):
                raise failure("PC0702", f"{op.kind} assertion failed: {op.message.data}", op)
            return ()
        if isinstance(op, mir.PanicOp):
            raise failure("PC0702", op.message.data, op)
        if isinstance(op, mir.UnreachableOp):
            raise Undefined("`mir.unreachable` is reached")
        if isinstance(op, mir.SharedAllocOp):
            return (self._shared_memory(op.key.data, size_of(op.allocated_type)).base,)
        if isinstance(op, mir.DynamicSharedOp):
            return (
                self._shared_memory("dynamic shared memory", self._program.dynamic_shared).base
                + op.byte_offset,
            )
        if isinstance(op, mir.GlobalAllocOp):
            return (self._program.global_memory(op).base,)
        raise Unsupported(f"`{op.name}`")

    def _shared_memory(self, key: str, size: int) -> Allocation:
        if key not in self._shared:
            self._shared[key] = self._program.memory.allocate(key, (None,) * size)
        return self._shared[key]

    def _call(self, op: mir.CallOp, operands: Sequence[Value]) -> Run:
        name = op.callee_name()
        instead = op.attributes.get("cpu")
        if isinstance(instead, SymbolRefAttr):
            name = instead.root_reference.data
        function = self._program.functions.get(name or "")
        if function is not None and not function.is_declaration():
            try:
                return (yield from self.call(function, operands))
            except InterpretationError as error:
                raise error.called_at(op.location) from None
        split = split_symbol(name or "")
        if split is None:
            raise Unsupported(f"the function `{name}`, which has no body")
        row = split[0]
        if row == "dynamic_shared_size":
            return (self._program.dynamic_shared,)
        index = intrinsics.position(row, self._position)
        if index is not None:
            return (index,)
        if intrinsics.is_fence(row):
            return ()
        if row.startswith("atomic_"):
            return intrinsics.atomic(row, op, operands, self._program.memory)
        wait = intrinsics.meeting(row, op, operands, self._position.lane)
        if wait is None:
            raise Unsupported(f"the intrinsic `{row}`")
        return (yield wait)


def _slot_name(op: mir.AllocaOp) -> str:
    return "a local variable" if op.source_name is None else op.source_name.data


def _successor(op: Operation, operands: Sequence[Value]) -> int:
    """Which of its successors a branch goes to."""
    if isinstance(op, mir.CondBranchOp):
        return 0 if known(operands[0], "the condition of a branch") else 1
    if isinstance(op, mir.SwitchOp):
        value = number_of(known(operands[0], "the value of a switch"), op.value.type)
        cases = op.case_values
        return 1 + cases.index(value) if value in cases else 0
    return 0


__all__ = ["Run", "Thread"]
