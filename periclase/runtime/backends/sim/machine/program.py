"""A module of PTX made ready to run: where its variables are, and the steps of its functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

import numpy as np

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.runtime.backends.sim.machine import instruction_set
from periclase.runtime.backends.sim.machine.decoder import Decoder
from periclase.runtime.backends.sim.machine.memory import SHARED_START, Region
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Function, Instruction, Location, Module, Variable

Array = np.ndarray[Any, Any]

External = Callable[["Group", Sequence[Array]], "Array | None"]
"""A function that the machine has itself: gets the values of the arguments, one a thread each, and gives those of the result."""

FUNCTION_BASE: Final = 4 << 56
"""The address of a function is this and its number."""


def nbytes(variable: Variable) -> int:
    """How many bytes a variable takes."""
    return max(DTYPES[variable.type].itemsize, 1) * variable.count


def align(offset: int, alignment: int) -> int:
    """The first multiple of `alignment` that is not below `offset`."""
    return -(-offset // alignment) * alignment


class Block(NamedTuple):
    """Instructions that are done one after another.

    Attributes:
        steps: with the instruction that each of them does.
        next: where it goes on; None if the last step says so itself.
    """

    steps: list[tuple[Step, Instruction]]
    next: int | None


class Code:
    """A function that can be run.

    Attributes:
        function: what it was made of.
        program: what it is a part of.
        register_types: the types of registers, by number.
        register_numbers: their numbers, by name.
        local_offsets: where its variables, and the parameters that it passes and gets, are in its part of local memory.
        local_bytes: how much of that it takes.
        parameter_offsets: of a kernel: where its parameters are in their image.
        parameter_bytes: of a kernel: how long that is.
    """

    def __init__(self, program: Program, function: Function):
        self.program = program
        self.function = function
        self.register_types = list(function.registers.values())
        self.register_numbers = {name: number for number, name in enumerate(function.registers)}
        self.local_offsets: dict[str, int] = {}
        self.parameter_offsets: dict[str, int] = {}
        self.parameter_bytes = 0
        offset = 0
        if function.entry:
            for parameter in function.parameters:
                start = align(self.parameter_bytes, max(parameter.alignment, DTYPES[parameter.type].itemsize))
                self.parameter_offsets[parameter.name] = start
                self.parameter_bytes = start + nbytes(parameter)
        locals_ = [v for v in function.variables.values() if v.space in ("local", "param")]
        formal = () if function.entry else (*function.parameters, *function.results)
        for variable in (*formal, *locals_):
            offset = align(offset, max(variable.alignment, DTYPES[variable.type].itemsize))
            self.local_offsets[variable.name] = offset
            offset += nbytes(variable)
        self.local_bytes = align(offset, 16)
        self._blocks: dict[int, Block] = {}
        self._steps: list[Step] = []
        self._ends: list[bool] = []
        self._leaders = set(function.labels.values())

    @property
    def name(self) -> str:
        """Of the function."""
        return self.function.name

    @property
    def frame_bytes(self) -> int:
        """What a call takes of the stack: its local memory, and where it goes back to."""
        return self.local_bytes + 16

    def decode(self) -> None:
        """Make the steps.

        Raises:
            CompileError: there is an instruction that the machine does not execute.
        """
        for pc, current in enumerate(self.function.body):
            found = instruction_set.entry(current.opcode)
            if found is None:
                refuse(current, "it does not know this instruction")
            decoder = Decoder(self, current, pc)
            try:
                step = found.decode(current, decoder)
            except (IndexError, KeyError, ValueError) as error:
                # What takes operands and modifiers apart finds others than the instruction has in any of its forms.
                raise refusal(
                    current, "it has operands or modifiers that it has in none of its forms"
                ) from error
            members = None if found.members is None else found.members(current)
            if members is not None:
                step = decoder.collective(step, members)
            flow = found.flow or members is not None
            if current.guard is not None:
                step = decoder.guarded_flow(step) if flow else decoder.guarded(step)
            self._steps.append(step)
            self._ends.append(flow)

    def block(self, pc: int) -> Block:
        """The instructions from there to the next place where threads meet or part."""
        found = self._blocks.get(pc)
        if found is None:
            found = self._blocks[pc] = self._make_block(pc)
        return found

    def _make_block(self, pc: int) -> Block:
        body = self.function.body
        if pc >= len(body):  # the end is a `ret`
            from periclase.runtime.backends.sim.instructions.control import leave

            return Block([(leave, body[-1])] if body else [], None)
        steps: list[tuple[Step, Instruction]] = []
        while pc < len(body):
            steps.append((self._steps[pc], body[pc]))
            pc += 1
            if self._ends[pc - 1]:
                return Block(steps, None)
            if pc in self._leaders:
                break
        return Block(steps, pc)


class Program:
    """A kernel and all that its module has.

    Attributes:
        module: its PTX.
        kernel: the code of the kernel.
        addresses: of the module's variables: in global memory, or in a block's shared memory.
        regions: the variables in global memory.
        static_shared_bytes: of a block.
    """

    def __init__(self, module: Module, kernel: str, externals: Mapping[str, External] | None = None):
        """
        Args:
            module: what the parser gave.
            kernel: the name of the entry.
            externals: functions that the module only declares.

        Raises:
            CompileError: there is something in it that the machine does not execute.
        """
        self.module = module
        self.externals = externals or {}
        self.addresses: dict[str, int] = {}
        self.static_shared_bytes = 0
        self._functions = {name: number for number, name in enumerate(module.functions)}
        self._names = list(module.functions)
        self._arrays: list[Array] = []
        self._place_shared()
        self.regions = tuple(self._place_globals())
        self._codes: dict[str, Code] = {}
        self.kernel = self.code(kernel)

    def code(self, name: str) -> Code:
        """The code of a function, with those that it calls.

        Raises:
            CompileError: there is something in it that the machine does not execute.
        """
        found = self._codes.get(name)
        if found is None:
            found = self._codes[name] = Code(self, self.module.functions[name])
            found.decode()
        return found

    def function_address(self, name: str) -> int | None:
        """The address of a function; None if there is none of this name."""
        number = self._functions.get(name)
        return None if number is None else FUNCTION_BASE + number

    def function_at(self, address: int) -> str | None:
        """The name of the function at an address; None if there is none."""
        number = address - FUNCTION_BASE
        return self._names[number] if 0 <= number < len(self._names) else None

    def _place_shared(self) -> None:
        variables = [v for v in self.module.variables.values() if v.space == "shared"]
        for function in self.module.functions.values():
            variables += [v for v in function.variables.values() if v.space == "shared"]
        offset = SHARED_START
        dynamic: list[Variable] = []
        for variable in variables:
            if variable.external or variable.count == 0:
                dynamic.append(variable)
                continue
            offset = align(offset, max(variable.alignment, DTYPES[variable.type].itemsize))
            self.addresses[variable.name] = offset
            offset += nbytes(variable)
        # Dynamic shared memory has one beginning, whatever names it has.
        offset = align(offset, max((v.alignment for v in dynamic), default=1))
        for variable in dynamic:
            self.addresses[variable.name] = offset
        self.static_shared_bytes = offset - SHARED_START

    def _place_globals(self) -> list[Region]:
        placed: list[tuple[Variable, Array]] = []
        regions: list[Region] = []
        own = [v for v in self.module.variables.values() if v.space in ("global", "const")]
        for function in self.module.functions.values():
            own += [v for v in function.variables.values() if v.space in ("global", "const")]
        for variable in own:
            alignment = max(variable.alignment, 16)
            size = nbytes(variable)
            memory = np.zeros(align(size, 16) + alignment, np.uint8)
            start = align(memory.ctypes.data, alignment)
            self._arrays.append(memory)
            memory = memory[start - memory.ctypes.data :][: align(size, 16)]
            if variable.initial:
                memory[: len(variable.initial)] = np.frombuffer(variable.initial, np.uint8)
            self.addresses[variable.name] = start
            region = Region(
                start, memory, "global", f"`{variable.name}`", writable=variable.space == "global"
            )
            region.stop = start + size
            regions.append(region)
            placed.append((variable, memory))
        for variable, memory in placed:
            for where, symbol, width in variable.relocations:
                address = self.addresses.get(symbol.name, self.function_address(symbol.name))
                if address is not None:
                    value = (address + symbol.offset).to_bytes(8, "little")[:width]
                    memory[where : where + width] = np.frombuffer(value, np.uint8)
        return regions


def span_of(location: Location | None) -> Span | None:
    """Where the user wrote what is at `location`."""
    if location is None or not location.line:
        return None
    return Span(location.file, location.line, location.column or None)


def refuse(instruction: Instruction, reason: str) -> NoReturn:
    """The machine does not execute this instruction.

    Raises:
        CompileError: always.
    """
    raise refusal(instruction, reason)


def refusal(instruction: Instruction, reason: str) -> CompileError:
    """That the machine does not execute this instruction, and why."""
    return CompileError(
        Diagnostic(
            "PC0704",
            f"the simulator can not run `{instruction.text or instruction.opcode}`: {reason}",
            span_of(instruction.location),
        )
    )
