"""What the lowerings of single operations work with: calls of intrinsics, inline assembly, constants, texts in global memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    LocationAttr,
    ModuleOp,
    StringAttr,
    i8,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.diagnostics import CompileError, Diagnostic
from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.llvm.types import LLVMArrayType, LLVMPointerType, LLVMStructType
from periclase.dialects.nvvm.base import NVVMOp
from periclase.ir.builder import OpBuilder
from periclase.ir.interfaces import FunctionOpInterface
from periclase.ir.locations import span_of
from periclase.passes.trap_table import TrapTable

_OpT = TypeVar("_OpT", bound=NVVMOp)

Lowering = Callable[[Any, "Emitter"], "SSAValue | Sequence[SSAValue] | None"]
"""Emits what an operation becomes; gives the values of its results."""

LOWERINGS: Final[dict[type[Operation], Lowering]] = {}
"""The lowering of each operation class."""

TEXT_PREFIX: Final = "__periclase_text_"
"""Start of the names of the globals that hold texts."""


def lowers(
    op_class: type[_OpT],
) -> Callable[[Callable[[_OpT, Emitter], Any]], Callable[[_OpT, Emitter], Any]]:
    """Registers a function as the lowering of `op_class`."""

    def register(lowering: Callable[[_OpT, Emitter], Any]) -> Callable[[_OpT, Emitter], Any]:
        LOWERINGS[op_class] = lowering
        return lowering

    return register


@cache
def constraint_of(type: Attribute) -> str:
    """The letter of an inline assembly constraint for a register of `type`, as LLVM's NVPTX backend names them.

    TypeError if PTX has no such register.
    """
    match type:
        case IntegerType():
            letter = {1: "b", 16: "h", 32: "r", 64: "l"}.get(type.width.data)
        case Float16Type() | BFloat16Type():
            letter = "h"
        case Float32Type():
            letter = "f"
        case Float64Type():
            letter = "d"
        case LLVMPointerType():
            # Pointers are of 64 bits in every address space.
            letter = "l"
        case _:
            letter = None
    if letter is None:
        raise TypeError(f"no PTX register holds a value of type {type}")
    return letter


class Texts:
    """The texts that a module's device code refers to; each is one global."""

    def __init__(self, module: ModuleOp):
        self._module = module
        self._names: dict[str, str] = {}
        self._declared: set[str] = set()
        self._taken = {
            symbol.data
            for op in module.body.block.ops
            if isinstance(symbol := op.properties.get("sym_name"), StringAttr)
        }

    def name_of(self, text: str, location: LocationAttr) -> str:
        """The symbol of the global that holds `text` and a final NUL."""
        name = self._names.get(text)
        if name is None:
            number = len(self._names)
            while (name := f"{TEXT_PREFIX}{number}") in self._taken:
                number += 1
            self._taken.add(name)
            self._names[text] = name
            data = text + "\0"
            self._at_start(
                llvm.GlobalOp.make(
                    name,
                    LLVMArrayType(len(data.encode()), i8),
                    address_space=1,
                    constant=True,
                    value=StringAttr(data),
                    location=location,
                )
            )
        return name

    def variable(self, name: str, make: Callable[[], llvm.GlobalOp]) -> None:
        """Puts what `make` makes into the module, once, under its name."""
        if name not in self._taken:
            self._at_start(make())
            self._taken.add(name)

    def declare(
        self, name: str, inputs: Sequence[Attribute], output: Attribute | None, location: LocationAttr
    ) -> None:
        """Declares a function of the device's runtime library, once."""
        if name not in self._declared and name not in self._taken:
            self._at_start(llvm.FuncOp.make(name, inputs, output, None, location=location))
        self._declared.add(name)

    def _at_start(self, op: Operation) -> None:
        OpBuilder.at_start(self._module.body.block).insert(op)


class Emitter:
    """Inserts before the operation at hand, with its location.

    Attributes:
        op: the operation at hand.
        builder: inserts before it.
        texts: the module's texts and declarations.
        traps: numbers the traps of a module that notes which of them it was; None: it does not.
    """

    def __init__(self, texts: Texts, traps: TrapTable | None = None):
        self.texts = texts
        self.traps = traps
        self.op: Operation
        self.builder: OpBuilder
        self.location: LocationAttr

    def start(self, op: Operation) -> None:
        """Goes on to `op`."""
        self.op = op
        self.location = op.location
        self.builder = OpBuilder.before_op(op)

    def fail(self, message: str, help: str | None = None) -> CompileError:
        """The error to raise for an operation that has no lowering."""
        return CompileError(Diagnostic("PC0642", message, span_of(self.location), help=help))

    def insert(self, op: Operation) -> SSAValue:
        """Inserts an operation with one result, and gives that."""
        return self.builder.insert(op).results[0]

    def effect(self, op: Operation) -> None:
        """Inserts an operation without results."""
        self.builder.insert(op)

    def constant(self, value: int, type: IntegerType = i32) -> SSAValue:
        """An integer constant."""
        return self.insert(llvm.ConstantOp.integer(value, type, location=self.location))

    def call(self, intrinsic: str, arguments: Sequence[SSAValue], result: Attribute) -> SSAValue:
        """The result of an LLVM intrinsic."""
        return self.insert(llvm.CallIntrinsicOp.make(intrinsic, arguments, result, location=self.location))

    def perform(self, intrinsic: str, *arguments: SSAValue) -> None:
        """Calls an LLVM intrinsic without result."""
        self.effect(llvm.CallIntrinsicOp.make(intrinsic, arguments, None, location=self.location))

    def assembly(
        self,
        text: str,
        operands: Sequence[SSAValue],
        result: Attribute | None = None,
        *,
        memory: bool = True,
        convergent: bool = False,
        tied: int | None = None,
    ) -> SSAValue | None:
        """Inline assembly; operand 0 is the result if there is one, of a struct each field an operand.

        `memory` says that it reads or writes memory or orders such accesses: it stays, and stays in order. `tied` is the
        number of the first of the operands whose registers the results take over, all of them in order.
        """
        outputs: Sequence[Attribute] = () if result is None else (result,)
        if isinstance(result, LLVMStructType):
            outputs = result.types.data
        constraints = [f"={constraint_of(type)}" for type in outputs]
        for number, operand in enumerate(operands):
            place = -1 if tied is None else number - tied
            constraints.append(str(place) if 0 <= place < len(outputs) else constraint_of(operand.type))
        if memory:
            constraints.append("~{memory}")
        op = self.builder.insert(
            llvm.InlineAsmOp.make(
                text,
                ",".join(constraints),
                operands,
                result,
                side_effects=memory,
                convergent=convergent,
                location=self.location,
            )
        )
        return op.results[0] if result is not None else None

    def field(self, aggregate: SSAValue, index: int) -> SSAValue:
        """A field of a struct."""
        return self.insert(llvm.ExtractValueOp.make(aggregate, (index,), location=self.location))

    def structure(self, *fields: SSAValue) -> SSAValue:
        """A struct of `fields`."""
        type = LLVMStructType.from_type_list([field.type for field in fields])
        value = self.insert(llvm.PoisonOp.make(type, location=self.location))
        for index, field in enumerate(fields):
            value = self.insert(llvm.InsertValueOp.make(value, field, (index,), location=self.location))
        return value

    def bits(self, value: SSAValue, type: Attribute) -> SSAValue:
        """`value` as `type`, of the same width, bit by bit."""
        if value.type == type:
            return value
        return self.insert(llvm.BitcastOp.make(value, type, location=self.location))

    def text(self, text: str) -> SSAValue:
        """A generic pointer to `text`, NUL at its end."""
        name = self.texts.name_of(text, self.location)
        address = self.insert(llvm.AddressOfOp.make(name, pointer(1), location=self.location))
        return self.insert(llvm.AddrSpaceCastOp.make(address, pointer(), location=self.location))

    def entry_block_builder(self) -> OpBuilder:
        """Inserts at the start of the function at hand: a stack slot that is made there is made once."""
        function = self.op.parent_op()
        while function is not None and not isinstance(function, FunctionOpInterface):
            function = function.parent_op()
        if function is None:
            raise self.fail(f"'{self.op.name}' is in no function")
        block = function.body_region().first_block
        assert block is not None
        return OpBuilder.at_start(block, self.location)
