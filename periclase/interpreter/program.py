"""What all threads of a run share: the functions, memory, module-level variables, and the budget of steps."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.layout import size_of
from periclase.interpreter.failure import failure
from periclase.interpreter.memory import Allocation, Memory
from periclase.interpreter.operations import Operations, Step, constant
from periclase.interpreter.values import Bytes, to_bytes


@dataclass(frozen=True, slots=True)
class Instruction:
    """An operation with what running it asks for again and again.

    Attributes:
        run: gives the results; None where that takes more than the values of the operands.
    """

    op: Operation
    operands: tuple[SSAValue, ...]
    results: tuple[SSAValue, ...]
    run: Step | None


class Program:
    """A module that is run.

    Attributes:
        dynamic_shared: bytes of dynamic shared memory of a block.
    """

    def __init__(self, module: ModuleOp, steps: int | None = None):
        self.memory = Memory()
        self.functions = {
            op.function_name(): op for op in module.body.block.ops if isinstance(op, mir.FuncOp)
        }
        self.dynamic_shared = 0
        self._operations = Operations(self.memory)
        self._instructions: dict[Block, list[Instruction]] = {}
        self._globals: dict[str, Allocation] = {}
        self._steps = steps

    def instructions(self, block: Block) -> list[Instruction]:
        """The operations of a block."""
        found = self._instructions.get(block)
        if found is None:
            found = self._instructions[block] = [
                Instruction(op, tuple(op.operands), tuple(op.results), self._operations.handler(op))
                for op in block.ops
            ]
        return found

    def step(self, op: Operation) -> None:
        """Count one operation.

        Raises:
            InterpretationError: PC0705, the budget is spent.
        """
        if self._steps is None:
            return
        if self._steps == 0:
            raise failure("PC0705", "the run takes more steps than it is allowed", op)
        self._steps -= 1

    def global_memory(self, op: mir.GlobalAllocOp) -> Allocation:
        """The variable of the module that `op` names: the same one for every thread."""
        key = op.key.data
        if key not in self._globals:
            type = op.allocated_type
            data: Bytes = (0,) * size_of(type)
            if op.initializer is not None:
                data = to_bytes(constant(op.initializer, type), type)
            self._globals[key] = self.memory.allocate(key, data, writable=op.immutable is None)
        return self._globals[key]


__all__ = ["Instruction", "Program"]
