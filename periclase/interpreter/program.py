"""What all threads of a run share: the functions, memory, module-level variables, and the budget of steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.layout import size_of
from periclase.interpreter.failure import failure
from periclase.interpreter.memory import Allocation, Memory
from periclase.interpreter.operations import Operations, Step, constant
from periclase.interpreter.values import Bytes, to_bytes

BRANCHES = (mir.GotoOp, mir.CondBranchOp, mir.SwitchOp)


class Kind(Enum):
    """What running an operation takes."""

    VALUES = auto()
    """The values of its operands."""
    RETURN = auto()
    BRANCH = auto()
    OTHER = auto()
    """The thread, or what its block has."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """An operation with what running it asks for again and again. Values go by numbers of the program.

    Attributes:
        run: gives the results, if `kind` is `VALUES`.
        successors: the blocks that a branch may go to, each with what it passes.
    """

    op: Operation
    kind: Kind
    operands: tuple[int, ...]
    results: tuple[int, ...]
    run: Step | None
    successors: tuple[tuple[Block, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A block: the numbers of its arguments, and its operations."""

    arguments: tuple[int, ...]
    instructions: list[Instruction]


def _kind(op: Operation, run: Step | None) -> Kind:
    if run is not None:
        return Kind.VALUES
    if isinstance(op, mir.ReturnOp):
        return Kind.RETURN
    return Kind.BRANCH if isinstance(op, BRANCHES) else Kind.OTHER


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
        self._code: dict[Block, Code] = {}
        self._numbers: dict[SSAValue, int] = {}
        self._globals: dict[str, Allocation] = {}
        self._steps = steps

    def code(self, block: Block) -> Code:
        """The operations of a block."""
        found = self._code.get(block)
        if found is None:
            instructions = [self._instruction(op) for op in block.ops]
            found = self._code[block] = Code(self._numbered(block.args), instructions)
        return found

    def _instruction(self, op: Operation) -> Instruction:
        run = self._operations.handler(op)
        passed = (
            [(to, self._numbered(op.successor_operands(k))) for k, to in enumerate(op.successors)]
            if isinstance(op, BRANCHES)
            else []
        )
        operands, results = self._numbered(op.operands), self._numbered(op.results)
        return Instruction(op, _kind(op, run), operands, results, run, tuple(passed))

    def _numbered(self, values: Sequence[SSAValue]) -> tuple[int, ...]:
        numbers = self._numbers
        return tuple(numbers.setdefault(value, len(numbers)) for value in values)

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


__all__ = ["Instruction", "Kind", "Program"]
