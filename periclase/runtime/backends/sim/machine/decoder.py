"""Turns operands into what reads and writes them for a group."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from periclase.runtime.backends.sim.machine import special_registers
from periclase.runtime.backends.sim.machine.instruction_set import WARP
from periclase.runtime.backends.sim.machine.memory import JUNK, LOCAL_PARAM, LOCAL_START
from periclase.runtime.backends.sim.ptx.scalar_types import bits_of
from periclase.runtime.backends.sim.ptx.syntax import (
    Address,
    Immediate,
    Negated,
    Register,
    Sink,
    Special,
    Symbol,
)

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.program import Code, Program
    from periclase.runtime.backends.sim.ptx.syntax import Function, Instruction, Module, Operand

Array = np.ndarray[Any, Any]
Read = Callable[["Group"], Array]
Write = Callable[["Group", Array], None]

_BOOL: Final = np.dtype(np.bool_)
_U64: Final = np.dtype(np.uint64)


class Decoder:
    """What decodes one instruction.

    Attributes:
        code: the function in which it stands.
        instruction: which.
        pc: where it stands.
    """

    def __init__(self, code: Code, instruction: Instruction, pc: int):
        self.code = code
        self.instruction = instruction
        self.pc = pc

    @property
    def function(self) -> Function:
        """The function in which the instruction stands."""
        return self.code.function

    @property
    def program(self) -> Program:
        """The program that the function is a part of."""
        return self.code.program

    @property
    def module(self) -> Module:
        """The module that the function is a part of."""
        return self.code.program.module

    def refuse(self, reason: str) -> NoReturn:
        """The machine does not execute this form of the instruction.

        Args:
            reason: a sentence without its full stop.

        Raises:
            CompileError: always.
        """
        from periclase.runtime.backends.sim.machine.program import refuse

        refuse(self.instruction, reason)

    # Reading.

    def read(self, operand: Operand, dtype: np.dtype[Any]) -> Read:
        """What gives the values of `operand` as elements of `dtype`, one a thread or one for all.

        Bits are taken as they are; of what is wider, the low ones (PTX ISA, 9.4.1). Nobody may write to what it gives.

        Raises:
            CompileError: it is no operand that has such a value.
        """
        match operand:
            case Register():
                return self._read_register(operand, dtype)
            case Immediate():
                value = constant(operand, dtype)
                return lambda group: value
            case Special():
                return self._read_special(operand, dtype)
            case Symbol():
                return self._converted(self.address(operand), dtype)
            case Negated() if dtype.kind == "b":
                return self.read_predicate(operand)
            case _:
                return self.refuse("it has an operand of a kind that is not expected there")

    def _read_register(self, operand: Register, dtype: np.dtype[Any]) -> Read:
        number = self.number(operand)
        own = bits_of(self.code.register_types[number])
        junk = _junk(own)

        if own == dtype:

            def read(group: Group) -> Array:
                values = group.activation.registers[number]
                if values is None:
                    return junk
                return values if group.full else values[group.threads]

        elif own.itemsize == dtype.itemsize and own.kind != "b" and dtype.kind != "b":

            def read(group: Group) -> Array:
                values = group.activation.registers[number]
                if values is None:
                    return junk.view(dtype)
                return (values if group.full else values[group.threads]).view(dtype)

        else:
            narrow = self._narrowing(own, dtype)

            def read(group: Group) -> Array:
                values = group.activation.registers[number]
                if values is None:
                    return narrow(junk)
                return narrow(values if group.full else values[group.threads])

        return read

    def _narrowing(self, own: np.dtype[Any], dtype: np.dtype[Any]) -> Callable[[Array], Array]:
        if own.kind == "b" or dtype.kind == "b" or own.itemsize < dtype.itemsize:
            self.refuse(f"a register of {own.itemsize * 8} bits is no operand of {dtype.itemsize * 8}")
        if own.kind == "V":
            return lambda values: _bits(values["low"], dtype)
        return lambda values: _bits(values, dtype)

    def _read_special(self, operand: Special, dtype: np.dtype[Any]) -> Read:
        if operand.name == "WARP_SZ":
            size = np.array([32], dtype)
            return lambda group: size
        read = special_registers.reader(operand.name)
        if read is None:
            self.refuse(f"it does not know `{operand.name}`")
        return self._converted(read, dtype)

    @staticmethod
    def _converted(read: Read, dtype: np.dtype[Any]) -> Read:
        def convert(group: Group) -> Array:
            values = read(group)
            return values if values.dtype == dtype else _bits(values, dtype)

        return convert

    def read_predicate(self, operand: Operand) -> Read:
        """What gives the values of a predicate, which may be negated, or a constant."""
        if isinstance(operand, Negated):
            positive = self.read(operand.operand, _BOOL)
            return lambda group: ~positive(group)
        if isinstance(operand, Immediate):
            value = np.array([bool(operand.value)])
            return lambda group: value
        return self.read(operand, _BOOL)

    def number(self, operand: Register) -> int:
        """The number of a register.

        Raises:
            CompileError: nothing declares it.
        """
        number = self.code.register_numbers.get(operand.name)
        if number is None:
            self.refuse(f"`{operand.name}` is not declared")
        return number

    def register_type(self, operand: Register) -> str:
        """The type of a register as declared."""
        return self.code.register_types[self.number(operand)]

    # Writing.

    def write(self, operand: Operand, dtype: np.dtype[Any]) -> Write:
        """What gives a register values of `dtype`, one a thread or one for all.

        Values of another type are converted as numpy does. A wider register gets them extended, with their sign if `dtype`
        has one (PTX ISA, 9.4.1). The array is kept: whoever hands it over does not change it any more.

        Raises:
            CompileError: it is no register.
        """
        if isinstance(operand, Sink):
            return _drop
        if not isinstance(operand, Register):
            self.refuse("a destination is no register")
        number = self.number(operand)
        own = bits_of(self.code.register_types[number])
        if own.kind == "V" and dtype != own:
            self.refuse("it has a destination of 128 bits")
        if (own.kind == "b") != (dtype.kind == "b") or own.itemsize < dtype.itemsize:
            self.refuse(f"a register of {own.itemsize * 8} bits can not take {dtype.itemsize * 8}")
        extend = own.itemsize > dtype.itemsize
        wide = np.dtype(f"<{'i' if dtype.kind == 'i' else 'u'}{own.itemsize}") if extend else own
        bits = dtype if dtype.kind in "bV" else np.dtype(f"<u{dtype.itemsize}")

        def write(group: Group, values: Array) -> None:
            if values.dtype != dtype:
                values = values.astype(dtype)
            if extend:
                values = (values if dtype.kind == "i" else values.view(bits)).astype(wide).view(own)
            elif dtype != own:
                values = values.view(own)
            registers = group.activation.registers
            if group.full:
                registers[number] = (
                    values if len(values) == group.size else np.broadcast_to(values, group.size)
                )
                return
            old = registers[number]
            new = np.full(group.wave.size, _junk(own)[0]) if old is None else old.copy()
            new[group.threads] = values
            registers[number] = new

        return write

    # Addresses.

    def address(self, operand: Operand) -> Read:
        """What gives an address, with its offset, as 64 bits: one a thread, or one for all. A register of 32 bits is extended by
        zeros.

        Raises:
            CompileError: it is no address.
        """
        if isinstance(operand, Address):
            return _moved(self.address(operand.base), operand.offset)
        if isinstance(operand, Register):
            own = bits_of(self.register_type(operand))
            read = self.read(operand, own)
            return read if own == _U64 else lambda group: read(group).astype(_U64)
        if isinstance(operand, Immediate):
            value = np.array([operand.value & 0xFFFF_FFFF_FFFF_FFFF], _U64)
            return lambda group: value
        if isinstance(operand, Symbol):
            return _moved(self._symbol(operand.name), operand.offset)
        self.refuse("it has an operand that is no address")

    def _symbol(self, name: str) -> Read:
        code = self.code
        offset = code.local_offsets.get(name)
        if offset is not None:
            variable = code.function.variables.get(name)
            here = LOCAL_START + offset
            if variable is None or variable.space == "param":
                here += LOCAL_PARAM
            return lambda group: np.array([here + group.activation.local_base], _U64)
        value = code.parameter_offsets.get(name)
        if value is None:
            value = self.program.addresses.get(name)
        if value is None:
            value = self.program.function_address(name)
        if value is None:
            self.refuse(f"nothing declares `{name}`")
        fixed = np.array([value], _U64)
        return lambda group: fixed

    def space_of(self, symbol: Symbol) -> str:
        """The state space of what a symbol names: `global`, `const`, `shared`, `local`, `param`, or `function`.

        Raises:
            CompileError: nothing declares it.
        """
        function = self.function
        for variable in (*function.parameters, *function.results):
            if variable.name == symbol.name:
                return "param"
        variable = function.variables.get(symbol.name) or self.module.variables.get(symbol.name)
        if variable is not None:
            return variable.space
        if symbol.name in self.module.functions:
            return "function"
        self.refuse(f"nothing declares `{symbol.name}`")

    # What stands around a step.

    def guarded(self, step: Step) -> Step:
        """`step` for those threads whose guard holds."""
        holds = self._guard()

        def some(group: Group) -> None:
            mask = holds(group)
            if mask.all():
                step(group)
            elif mask.any():
                step(group.narrow(mask))

        return some

    def guarded_flow(self, step: Step) -> Step:
        """`step` for those threads whose guard holds; the others go on behind it."""
        holds = self._guard()
        behind = self.pc + 1

        def some(group: Group) -> None:
            mask = holds(group)
            scheduler = group.wave.scheduler
            if mask.all():
                step(group)
            elif mask.any():
                scheduler.go(group.activation, behind, group.threads[~mask])
                step(group.narrow(mask))
            else:
                scheduler.go(group.activation, behind, group.threads)

        return some

    def _guard(self) -> Read:
        guard = self.instruction.guard
        assert guard is not None
        register = Register(guard.register)
        read = self.read_predicate(Negated(register) if guard.negated else register)

        def holds(group: Group) -> Array:
            mask = read(group)
            return mask if len(mask) == group.size else np.broadcast_to(mask, group.size)

        return holds

    def collective(self, step: Step, members: int | str) -> Step:
        """`step` for warps of which all members have come; the others wait."""
        pc, current = self.pc, self.instruction
        masks = None
        if members != WARP:
            assert isinstance(members, int)
            masks = self.read(self.instruction.operands[members], np.dtype(np.uint32))

        def gather(group: Group) -> None:
            group.wave.scheduler.gather(group, pc, masks, step, current)

        return gather


def constant(operand: Immediate, dtype: np.dtype[Any]) -> Array:
    """The value of a constant as one element of `dtype`."""
    if operand.floating and dtype.kind == "f":
        bits = np.dtype(f"<u{operand.floating // 8}")
        value = np.array([operand.value], bits).view(f"<f{operand.floating // 8}")
        return value.astype(dtype)
    if dtype.kind == "b":
        return np.array([bool(operand.value)])
    if dtype.kind == "V":
        mask = 0xFFFF_FFFF_FFFF_FFFF
        return np.array([(operand.value & mask, operand.value >> 64 & mask)], dtype)
    value = operand.value & (1 << 8 * dtype.itemsize) - 1
    return np.array([value], f"<u{dtype.itemsize}").view(dtype)


def _bits(values: Array, dtype: np.dtype[Any]) -> Array:
    """The low bits of unsigned values, or zeros above them, as elements of `dtype`."""
    if dtype.kind == "b":
        return values.astype(np.bool_)
    return values.astype(f"<u{dtype.itemsize}").view(dtype)


def _junk(dtype: np.dtype[Any]) -> Array:
    if dtype.kind == "b":
        return np.zeros(1, np.bool_)
    return np.full(dtype.itemsize, JUNK, np.uint8).view(dtype)


def _drop(group: Group, values: Array) -> None:
    """The value is not wanted."""


def _moved(read: Read, offset: int) -> Read:
    if not offset:
        return read
    distance = np.array([offset], np.int64).view(_U64)
    return lambda group: read(group) + distance
