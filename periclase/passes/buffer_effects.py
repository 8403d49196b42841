"""buffer-effects: says of every kernel what it does with the buffers behind its parameters; changes no code.

    mir.func @scale(%a : f32, %x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>) attributes {kernel} {
      … mir.load of an element of %x, mir.store to an element of %y …

    →   attributes {kernel, periclase.effects = ["value", "read_only", "write_only"], periclase.effects_complete}

One word a parameter, in order: `dead`, `read_only`, `write_only`, `read_write`; `value` for one that leads to no buffer. Without
`periclase.effects_complete` something escaped the analysis, and every buffer is `read_write`: a pointer that went into memory
or into an integer, one that came from there, an op that does not say what it does, a function that is not in the module.
`periclase.ordered` stands where the kernel does something that is seen outside, such as printing; or uses a static of the
module, which the next launch finds as this one has left it.

How far the words go:

- A word is about accesses *through that parameter*. Two parameters may be given the same memory; what is done through the
  other is said there.
- Which buffer the tensor behind a tensor map is can not be told: a copy from one may read any of them, a copy to one may write
  any that is mutable. For the CPU the address of such a tensor is a number, cast under `periclase.any_buffer`.
- `write_only` says that no old byte is looked at, not that every byte is overwritten: which elements are written is for the
  launch to decide.
- Neither paths nor threads are told apart: what some thread of some launch could do counts.

It runs late on `mir`, when what can be inlined and promoted is; see `periclase.ir.pointer_effects` for how pointers are followed.
The words travel on as attributes, and end in `Artifact.effects`.
"""

from __future__ import annotations

from typing import Final, get_args

from xdsl.context import Context
from xdsl.dialects.builtin import AnyFloat, ArrayAttr, IndexType, IntegerType, ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from periclase.dialects.llvm.types import LLVMArrayType, LLVMStructType
from periclase.dialects.mir.attributes import ANY_BUFFER
from periclase.dialects.mir.function import FuncOp
from periclase.dialects.mir.types import ArrayType, PtrType, SliceType, StructType, TupleType, UnionType
from periclase.dialects.nvvm.base import ACCESSES
from periclase.intrinsics.model import ParameterKind
from periclase.intrinsics.symbols import split_symbol
from periclase.intrinsics.table import INTRINSICS
from periclase.ir.effects import WRITE
from periclase.ir.interfaces import CallOpInterface, FunctionOpInterface
from periclase.ir.pointer_effects import ExternalAccesses, FunctionEffects, PointerModel, pointer_effects

EFFECTS_ATTRIBUTE: Final = "periclase.effects"
COMPLETE_ATTRIBUTE: Final = "periclase.effects_complete"
ORDERED_ATTRIBUTE: Final = "periclase.ordered"
EFFECT_ATTRIBUTES: Final = (EFFECTS_ATTRIBUTE, COMPLETE_ATTRIBUTE, ORDERED_ATTRIBUTE)
"""What a kernel carries after this pass, down to its artifact."""

VALUE: Final = "value"
WORDS: Final = ("dead", "read_only", "write_only", "read_write")
"""By `READ`, `WRITE`, both or neither."""

_UNIT = UnitAttr()
_SCALARS = frozenset((IntegerType, IndexType, *get_args(AnyFloat)))
"""By class: to ask whether a type is an instance of one of twenty takes longer than the rest of what is done with it."""
_WORDS = {word: StringAttr(word) for word in (VALUE, *WORDS)}

_NO_ADDRESS = frozenset(
    {
        "mir.extract_field",
        "mir.extract_element",
        "mir.get_discriminant",
        "mir.enum_payload",
        "mir.ptr_diff",
        "mir.cmp",
        "llvm.extractvalue",
    }
)
"""Ops that take a value with a pointer in it and give one without: its length, say, or a distance. A cast is none of them."""


class _Model(PointerModel):
    """The dialects `mir`, `nvvm` and `llvm`."""

    def holds_pointer(self, type: Attribute) -> bool:
        if type.__class__ in _SCALARS:
            return False
        if isinstance(type, TupleType | StructType | UnionType):
            return any(map(self.holds_pointer, type.field_types()))
        if isinstance(type, ArrayType):
            return self.holds_pointer(type.element_type)
        if isinstance(type, LLVMStructType):
            return any(map(self.holds_pointer, type.types.data))
        if isinstance(type, LLVMArrayType):
            return self.holds_pointer(type.type)
        return True

    def reveals_address(self, op: Operation) -> bool:
        return op.name not in _NO_ADDRESS

    def leads_beyond(self, op: Operation) -> bool:
        return ANY_BUFFER in op.attributes

    def is_distance(self, op: Operation) -> bool:
        return op.name == "mir.ptr_diff"

    def outlives_launch(self, op: Operation) -> bool:
        return op.name == "mir.global_alloc" and "immutable" not in op.properties

    def external_accesses(self, call: CallOpInterface) -> ExternalAccesses | None:
        """A call of an intrinsic, where `rewrite-intrinsic-stubs` has not run yet."""
        symbol = call.callee_name()
        parts = None if symbol is None else split_symbol(symbol)
        row = None if parts is None else INTRINSICS.get(parts[0])
        if row is None:
            return None
        # A text is printed, or is assembly, which may do that.
        shown = any(parameter.kind is ParameterKind.TEXT for parameter in row.parameters)
        return ExternalAccesses(ACCESSES[row.effect], shown, ACCESSES[row.beyond])


def _word(function: FunctionEffects, index: int, type: Attribute, model: PointerModel) -> StringAttr:
    if not model.holds_pointer(type):
        return _WORDS[VALUE]
    beyond = function.beyond
    if isinstance(type, SliceType | PtrType) and not type.mutable:
        beyond &= ~WRITE
    return _WORDS[WORDS[function.of_argument(index) | beyond]]


def annotate_buffer_effects(module: Operation) -> None:
    """Put the attributes of every kernel directly in `module` on it, in place of those that it had."""
    model = _Model()
    found = pointer_effects(module, model)
    for region in module.regions:
        for block in region.blocks:
            for op in block.ops:
                if isinstance(op, FunctionOpInterface) and op.is_entry_point() and not op.is_declaration():
                    _annotate(op, found[op.function_name()], model)


def _annotate(kernel: FunctionOpInterface, effects: FunctionEffects, model: PointerModel) -> None:
    assert isinstance(kernel, Operation)
    entry = kernel.body_region().first_block
    assert entry is not None
    for name in EFFECT_ATTRIBUTES:
        kernel.attributes.pop(name, None)
    by_value = kernel.grid_constants() if isinstance(kernel, FuncOp) else {}
    kernel.attributes[EFFECTS_ATTRIBUTE] = ArrayAttr(
        [
            _WORDS[VALUE]
            if argument.index in by_value
            else _word(effects, argument.index, argument.type, model)
            for argument in entry.args
        ]
    )
    if effects.complete:
        kernel.attributes[COMPLETE_ATTRIBUTE] = _UNIT
    if effects.seen_outside:
        kernel.attributes[ORDERED_ATTRIBUTE] = _UNIT


class BufferEffects(ModulePass):
    """Says what kernels do with their buffers."""

    name = "buffer-effects"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Annotate the kernels of the module."""
        annotate_buffer_effects(op)
