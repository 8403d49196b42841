"""One function under conversion: where its hidden parameters are, and what can be had from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    AnyFloat,
    ArrayAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    StringAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import integer_type
from periclase.dialects.llvm.casts import integer_width
from periclase.dialects.llvm.types import LLVMArrayType, LLVMFunctionType, LLVMStructType, LLVMVoidType
from periclase.ir.builder import OpBuilder
from periclase.passes.convert_nvvm_to_cpu.layouts import (
    BLOCK,
    BLOCK_LAUNCH,
    BLOCK_SHARED,
    I8,
    LAUNCH,
    LAUNCH_BLOCK,
    LAUNCH_GRID,
    LAUNCH_SHARED,
    POINTER,
    THREAD,
    TRAP,
    Field,
)
from periclase.passes.trap_table import TrapTable

_Op = TypeVar("_Op", bound=Operation)

HIDDEN: Sequence[Attribute] = (POINTER, i32, i32, i32, i32, i32, i32)
"""The hidden parameters of a function whose threads must know who they are: block record, thread index, block index."""


def add_parameters(function: llvm.FuncOp, types: Sequence[Attribute]) -> list[SSAValue]:
    """Give `function` parameters of these types behind its own."""
    entry = function.body.blocks[0]
    added: list[SSAValue] = [entry.insert_arg(type, len(entry.args)) for type in types]
    old = function.function_type
    function.properties["function_type"] = LLVMFunctionType([*old.inputs.data, *types], old.output)
    if function.arg_attrs is not None:
        from xdsl.dialects.builtin import DictionaryAttr

        function.properties["arg_attrs"] = ArrayAttr(
            [*function.arg_attrs.data, *[DictionaryAttr({})] * len(types)]
        )
    return added


class Externals:
    """What a module needs from outside or beside its functions: declarations of host functions, and texts."""

    def __init__(self) -> None:
        self.functions: dict[str, tuple[Sequence[Attribute], Attribute | None, bool]] = {}
        """Parameter types, result type, whether variadic; by name."""
        self.texts: dict[str, str] = {}
        """The symbol of each text."""

    def declare(self, module: ModuleOp) -> None:
        """Put the declarations and globals at the start of `module`."""
        builder = OpBuilder.at_start(module.body.block)
        for text, symbol in self.texts.items():
            builder.insert(
                llvm.GlobalOp.make(
                    symbol,
                    LLVMArrayType(len(text.encode()) + 1, I8),
                    constant=True,
                    value=StringAttr(text + "\0"),
                    location=UNKNOWN_LOC,
                )
            )
        defined = {op.sym_name.data for op in module.body.block.ops if isinstance(op, llvm.FuncOp)}
        for name, (inputs, output, variadic) in self.functions.items():
            if name in defined:
                continue
            passthrough = ("noreturn", "cold", "nounwind") if name == TRAP else ("nounwind",)
            builder.insert(
                llvm.FuncOp.make(
                    name,
                    inputs,
                    output,
                    None,
                    variadic=variadic,
                    properties={"passthrough": ArrayAttr([StringAttr(word) for word in passthrough])},
                    location=UNKNOWN_LOC,
                )
            )


ONE_BLOCK: Final = (1, 1, 1)
"""The shape of a cluster that is a block."""


class FunctionConversion:
    """A function with its hidden values.

    Attributes:
        op: the function.
        block_record: pointer to the `BLOCK` record, or None where the function has no hidden parameters.
        thread_record: pointer to the `THREAD` record; None outside cooperative kernels.
        thread_index, block_index: i32 each in x, y, z.
        required_block: the only shape of a block that it is launched with, if there is one.
        cluster: the shape of the clusters of the launch, in blocks.
        static_shared: bytes of a block's shared memory in arrays.
    """

    def __init__(
        self,
        op: llvm.FuncOp,
        traps: TrapTable,
        externals: Externals,
        hidden: Sequence[SSAValue] = (),
        thread_record: SSAValue | None = None,
    ):
        self.op = op
        self.traps = traps
        self.externals = externals
        self.hidden = hidden
        self.block_record = hidden[0] if hidden else None
        self.thread_record = thread_record
        self.thread_index = hidden[1:4]
        self.block_index = hidden[4:7]
        self.required_block: Sequence[int] | None = None
        self.cluster: tuple[int, int, int] = ONE_BLOCK
        self.static_shared = 0
        self.suspend_block: Block | None = None
        """Where a cooperative thread goes to give up control."""
        self._cached: dict[object, SSAValue] = {}
        self._anchor: Operation | None = None
        """Stands at the function's start; what is computed once goes before it."""

        self.builder = OpBuilder.at_start(op.body.blocks[0])
        """Where operations go: before the one being lowered."""

    # ------------------------------------------------------------------------------------------------ emitting ----

    @property
    def location(self) -> LocationAttr:
        """The location of the operation being lowered."""
        return self.builder.location

    def insert(self, op: _Op) -> _Op:
        """Insert at the place of the operation being lowered."""
        return self.builder.insert(op)

    def emit(self, op: Operation) -> SSAValue:
        """Insert, and give the first result."""
        return self.builder.insert(op).results[0]

    def constant(self, value: int, type: IntegerType = i32) -> SSAValue:
        """An integer constant."""
        return self.emit(llvm.ConstantOp.integer(value, type, location=self.location))

    def field(self, base: SSAValue, record: LLVMStructType, *indices: int) -> SSAValue:
        """The address of a field of a record."""
        return self.emit(llvm.GEPOp.make(base, (0, *indices), record, inbounds=True, location=self.location))

    def load(self, address: SSAValue, type: Attribute, *, invariant: bool = False) -> SSAValue:
        """A load."""
        return self.emit(llvm.LoadOp.make(address, type, invariant=invariant, location=self.location))

    def store(self, value: SSAValue, address: SSAValue) -> None:
        """A store."""
        self.insert(llvm.StoreOp.make(value, address, location=self.location))

    def call(
        self,
        callee: str,
        arguments: Sequence[SSAValue],
        result: Attribute | None,
        *,
        variadic_from: int | None = None,
    ) -> SSAValue | None:
        """A call of a function outside the module, which is declared when the module is done."""
        types = [argument.type for argument in arguments]
        fixed = types if variadic_from is None else types[:variadic_from]
        self.externals.functions[callee] = (fixed, result, variadic_from is not None)
        variadic_type = None
        if variadic_from is not None:
            variadic_type = LLVMFunctionType(fixed, LLVMVoidType() if result is None else result, True)
        op = self.insert(
            llvm.CallOp.make(callee, arguments, result, variadic_type=variadic_type, location=self.location)
        )
        return op.results[0] if result is not None else None

    def text(self, text: str) -> SSAValue:
        """The address of a text that ends with a zero byte."""
        symbol = self.externals.texts.setdefault(text, f"periclase.text.{len(self.externals.texts)}")
        return self.emit(llvm.AddressOfOp.make(symbol, POINTER, location=self.location))

    def add(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Sum, wrapping."""
        return self.emit(llvm.AddOp.make(lhs, rhs, location=self.location))

    def mul(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Product, wrapping."""
        return self.emit(llvm.MulOp.make(lhs, rhs, location=self.location))

    def widen(self, value: SSAValue, *, signed: bool = False) -> SSAValue:
        """The bits of an integer or float of up to 64 bits as an i64."""
        width = integer_width(value.type)
        if width is None:
            width = _bits(value.type)
            value = self.emit(llvm.BitcastOp.make(value, integer_type(width), location=self.location))
        if width == 64:
            return value
        extend = llvm.SExtOp if signed else llvm.ZExtOp
        return self.emit(extend.make(value, i64, location=self.location))

    def narrow(self, bits: SSAValue, type: Attribute) -> SSAValue:
        """A value of `type` from the low bits of an i64: the inverse of `widen`."""
        width = integer_width(type)
        integer = integer_type(_bits(type) if width is None else width)
        value = bits
        if integer != i64:
            value = self.emit(llvm.TruncOp.make(bits, integer, location=self.location))
        if width is None:
            value = self.emit(llvm.BitcastOp.make(value, type, location=self.location))
        return value

    # ----------------------------------------------------------------------------------- what a thread knows ----

    def once(self, key: object, make: Callable[[], SSAValue]) -> SSAValue:
        """`make()`, emitted once at the function's start."""
        found = self._cached.get(key)
        if found is None:
            here = self.builder
            entry = self.op.body.blocks[0]
            if self._anchor is None:
                self._anchor = OpBuilder.at_start(entry, self.op.location).insert(
                    llvm.ConstantOp.integer(0, i32, location=self.op.location)
                )
            self.builder = OpBuilder(entry, self._anchor, self.op.location)
            value = make()
            self.builder = here
            found = self._cached[key] = value
        return found

    def block_pointer(self) -> SSAValue:
        """The `BLOCK` record."""
        assert self.block_record is not None, "a function that needs its block was given none"
        return self.block_record

    def launch(self) -> SSAValue:
        """The `LAUNCH` record."""
        return self.once(
            "launch",
            lambda: self.load(self.field(self.block_pointer(), BLOCK, BLOCK_LAUNCH), POINTER, invariant=True),
        )

    def block_extent(self, axis: int) -> SSAValue:
        """Threads of a block along `axis`, i32."""
        if self.required_block is not None:
            return self.constant(self.required_block[axis])
        return self._extent(LAUNCH_BLOCK, axis)

    def grid_extent(self, axis: int) -> SSAValue:
        """Blocks of the grid along `axis`, i32."""
        return self._extent(LAUNCH_GRID, axis)

    def _extent(self, field: int, axis: int) -> SSAValue:
        launch = self.launch()
        return self.once(
            ("extent", field, axis),
            lambda: self.load(self.field(launch, LAUNCH, field, axis), i32, invariant=True),
        )

    def dynamic_shared_size(self) -> SSAValue:
        """Bytes of dynamic shared memory of a block, i32."""
        launch = self.launch()

        def make() -> SSAValue:
            size = self.load(self.field(launch, LAUNCH, LAUNCH_SHARED), i64, invariant=True)
            return self.emit(llvm.TruncOp.make(size, i32, location=self.location))

        return self.once("dynamic shared size", make)

    def linear_thread(self) -> SSAValue:
        """The thread's index in its block, x fastest, i32."""
        width, height = self.block_extent(0), self.block_extent(1)
        x, y, z = self.thread_index

        def make() -> SSAValue:
            return self.add(x, self.mul(width, self.add(y, self.mul(height, z))))

        return self.once("linear", make)

    def shared(self, offset: int) -> SSAValue:
        """The address `offset` bytes into the block's shared memory."""
        base = self.once(
            "shared",
            lambda: self.load(self.field(self.block_pointer(), BLOCK, BLOCK_SHARED), POINTER, invariant=True),
        )
        if offset == 0:
            return base
        return self.once(
            ("shared", offset),
            lambda: self.emit(llvm.GEPOp.make(base, (offset,), I8, inbounds=True, location=self.location)),
        )

    def finish(self) -> None:
        """Call when the function is converted."""
        if self._anchor is not None:
            self._anchor.detach()
            self._anchor.erase()

    # --------------------------------------------------------------------------------------------------- traps ----

    def trap(self, kind: str, message: str) -> None:
        """Stop this thread, and with it the launch."""
        row = self.traps.row(kind, message, self.location)
        self.call(
            TRAP, (self.block_pointer(), self.constant(row), *self.thread_index, *self.block_index), None
        )

    def thread_field(self, field: Field) -> SSAValue:
        """The address of a field of the thread's record."""
        assert self.thread_record is not None
        return self.field(self.thread_record, THREAD, field)


def _bits(type: Attribute) -> int:
    if isinstance(type, AnyFloat):
        return type.bitwidth
    raise ValueError(f"{type} has no bits to exchange between lanes")
