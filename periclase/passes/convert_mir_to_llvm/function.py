"""The state of lowering one function: which leaves stand for which `mir` value, and what a module shares.

The new function is built beside the old one, block by block in an order in which definitions come before their uses. Ops of
other dialects (`nvvm`, what a user's own dialect left for later) move over with their operands exchanged; the casts between
`mir` types and theirs, `builtin.unrealized_conversion_cast`, go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import LocationAttr, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation

from periclase.diagnostics import CompileError, Diagnostic
from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import NO_FAST_MATH, fast_math
from periclase.dialects.llvm.flags import FastMathAttr
from periclase.dialects.llvm.loops import LoopAnnotationAttr
from periclase.dialects.llvm.types import LLVMStructType
from periclase.ir.locations import call_chain_of, span_of
from periclase.passes.convert_mir_to_llvm.emitter import Emitter
from periclase.passes.convert_mir_to_llvm.types import TooManyLeavesError, leaves_of
from periclase.passes.convert_mir_to_llvm.unrolling import annotate_loops

if TYPE_CHECKING:
    from periclase.passes.convert_mir_to_llvm.module import ModuleLowering


class LoweringError(CompileError):
    """An op that has no form in LLVM: well-formed `mir` that means nothing on the target, or not yet lowered ops."""

    def __init__(self, op: Operation, what: str):
        location = op.location
        super().__init__(
            Diagnostic(
                "PC0620",
                f"`{op.name}` can not be lowered to LLVM: {what}",
                span_of(location),
                call_chain=call_chain_of(location),
            )
        )


_NO_PROPERTIES: Mapping[str, Attribute] = {}


@cache
def intrinsic_ops() -> Mapping[str, type[IRDLOperation]]:
    """The op of our `llvm` dialect for each intrinsic without immediates, by the intrinsic's name."""
    return {
        op_class.name.replace("llvm.intr.", "llvm."): op_class
        for op_class in llvm.LLVM.operations
        if issubclass(op_class, llvm.IntrinsicInterface)
        and issubclass(op_class, IRDLOperation)
        and not op_class.IMMEDIATES
    }


@cache
def takes_fast_math(op_class: type[IRDLOperation]) -> bool:
    """Whether ops of this class carry fast-math flags."""
    return "fastmathFlags" in op_class.get_irdl_definition().properties


@cache
def _flag_properties(flags: FastMathAttr | None) -> Mapping[str, Attribute]:
    return {"fastmathFlags": flags or NO_FAST_MATH}


class FunctionLowering(Emitter):
    """Makes the `llvm` function for a `mir` function.

    Attributes:
        module: what all functions of the module share.
        blocks: the new block for each old one.
        loop_annotations: the new blocks in which the unrolling of the loop around them is asked for, and how.
    """

    def __init__(self, module: ModuleLowering, region: Region, entry: Block, location: LocationAttr):
        super().__init__(region, entry, location)
        self.module = module
        self.blocks: dict[Block, Block] = {}
        self.loop_annotations: dict[Block, LoopAnnotationAttr] = {}
        self._leaves: dict[SSAValue, Sequence[SSAValue]] = {}
        self._trap_blocks: list[Block] = []

    # -- values -------------------------------------------------------------------------------------------------------

    def bind(self, value: SSAValue, *leaves: SSAValue) -> None:
        """Let `leaves` stand for the `mir` value `value` from now on."""
        self._leaves[value] = leaves
        if value.name_hint is not None and len(leaves) == 1 and leaves[0].name_hint is None:
            leaves[0].name_hint = value.name_hint

    def leaves(self, value: SSAValue) -> Sequence[SSAValue]:
        """What stands for `value`; a value of another dialect for itself."""
        return self._leaves[value]

    def scalar(self, value: SSAValue) -> SSAValue:
        """The only leaf of `value`."""
        (leaf,) = self._leaves[value]
        return leaf

    def float_flags(self, op: Operation) -> FastMathAttr | None:
        """The fast-math flags of a float op: its own, or `contract` where the pass allows contraction; None for strict."""
        flags = op.properties.get("fastmath")
        if flags is not None:
            return fast_math(*cast(mir.FastMathAttr, flags).data)
        return self.module.default_flags

    # -- calls --------------------------------------------------------------------------------------------------------

    def intrinsic(
        self, name: str, type: Attribute, *arguments: SSAValue, fastmath: FastMathAttr | None = None
    ) -> SSAValue:
        """The result, of type `type`, of LLVM's intrinsic `name` (without the suffixes of overloaded ones)."""
        op_class = intrinsic_ops().get(name)
        if op_class is None:
            flags = fastmath or NO_FAST_MATH
            return self.emit(
                llvm.CallIntrinsicOp.make(name, arguments, type, fastmath=flags, location=self.location)
            )
        properties = _flag_properties(fastmath) if takes_fast_math(op_class) else _NO_PROPERTIES
        return self.emit(
            op_class.create(
                operands=arguments, result_types=(type,), properties=properties, location=self.location
            )
        )

    def intrinsic_pair(
        self, name: str, types: tuple[Attribute, Attribute], *arguments: SSAValue
    ) -> tuple[SSAValue, SSAValue]:
        """The two results of an intrinsic that gives a struct of two."""
        both = self.intrinsic(name, LLVMStructType.from_type_list(types), *arguments)
        return self.extract(both, 0), self.extract(both, 1)

    def extract(self, aggregate: SSAValue, index: int) -> SSAValue:
        """Field `index` of an LLVM struct."""
        return self.emit(llvm.ExtractValueOp.make(aggregate, (index,), location=self.location))

    def call_external(self, symbol: str, arguments: Sequence[SSAValue], type: Attribute) -> SSAValue:
        """The result of a C function that is linked in later; it is declared in the module."""
        self.module.declare_external(symbol, [argument.type for argument in arguments], type)
        return self.emit(llvm.CallOp.make(symbol, arguments, type, location=self.location))

    # -- traps --------------------------------------------------------------------------------------------------------

    def trap_block(self) -> Block:
        """A new block at the end of the function, out of the way of the code that runs."""
        block = Block()
        self._trap_blocks.append(block)
        return block

    # -- the function -------------------------------------------------------------------------------------------------

    def lower_blocks(self, order: Sequence[Block], lowering_of: LoweringOf) -> None:
        """Fill the new blocks of the old ones in `order`, in which every block stands behind its dominators."""
        for old in order:
            self.block = self.blocks[old]
            for op in list(old.ops):
                self.location = op.location
                lower = lowering_of(type(op)) or FunctionLowering._move
                try:
                    lower(self, op)
                except TooManyLeavesError as error:
                    raise LoweringError(op, str(error)) from None
        for block in self._trap_blocks:
            self.region.add_block(block)
        if self.loop_annotations:
            annotate_loops(self.region, self.loop_annotations)

    def _move(self, op: Operation) -> None:
        """Take an op of another dialect over."""
        if isinstance(op, UnrealizedConversionCastOp):
            self._resolve_cast(op)
            return
        if op.name.startswith("mir."):
            raise LoweringError(op, "there is no lowering for it")
        operands: list[SSAValue] = []
        for operand in op.operands:
            leaves = self._leaves[operand]
            if len(leaves) != 1 or leaves[0].type != operand.type:
                raise LoweringError(op, f"its operand of type {operand.type} needs a cast to a type of LLVM")
            operands.append(leaves[0])
        op.detach()
        op.operands = operands
        op.successors = [self.blocks[successor] for successor in op.successors]
        self.block.add_op(op)
        for result in op.results:
            self._leaves[result] = (result,)

    def _resolve_cast(self, op: UnrealizedConversionCastOp) -> None:
        leaves = [leaf for operand in op.operands for leaf in self._leaves[operand]]
        position = 0
        for result in op.results:
            wanted = leaves_of(result.type)
            given = leaves[position : position + len(wanted)]
            position += len(wanted)
            if [value.type for value in given] != [leaf.type for leaf in wanted]:
                types = ", ".join(str(value.type) for value in given)
                raise LoweringError(op, f"a {result.type} is not made of ({types})")
            self._leaves[result] = tuple(given)
        if position != len(leaves):
            raise LoweringError(op, "it has more values than its results take")


Lowering = Callable[[FunctionLowering, Operation], None]
Lowerings = Mapping[type[Operation], Lowering]
LoweringOf = Callable[[type[Operation]], Lowering | None]
