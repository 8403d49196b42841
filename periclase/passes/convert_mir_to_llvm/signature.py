"""Functions: the LLVM signature, attributes and linkage of a `mir` function, and its body.

A parameter becomes one LLVM parameter a leaf: a slice is a pointer and a 64-bit length. That is also how a kernel is called.
A kernel's boolean travels as a byte (PTX has no smaller parameter), whose value is tested once on entry. What a kernel's
parameter with `mir.grid_constant` points to is passed by value, as bytes (`llvm.byval`, `nvvm.grid_constant`). A function returns
its only leaf, or a struct of its leaves, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Block, Region, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import UNIT, i32_attr, i64_attr
from periclase.dialects.llvm.types import LLVMArrayType
from periclase.dialects.mir.function import GRID_CONSTANT
from periclase.dialects.mir.layout import align_of, size_of
from periclase.ir.cfg import reverse_post_order
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, LoweringError, LoweringOf
from periclase.passes.convert_mir_to_llvm.types import I1, I8, TooManyLeavesError, leaves_of, result_type

if TYPE_CHECKING:
    from periclase.passes.convert_mir_to_llvm.module import ModuleLowering


def _pointee_align(type: Attribute) -> int | None:
    """What the pointer of a slice is aligned to, at least; None where the type promises nothing."""
    if isinstance(type, mir.SliceType | mir.DisjointSliceType):
        return align_of(type.element_type)
    return None


def _parameter_attributes(func: mir.FuncOp) -> list[dict[str, Attribute]]:
    """LLVM's attributes of every LLVM parameter: those given for the `mir` parameter go to its first leaf."""
    given = func.arg_attrs
    found: list[dict[str, Attribute]] = []
    for index, type in enumerate(func.function_type.inputs.data):
        own: dict[str, Attribute] = {}
        if (align := _pointee_align(type)) is not None and align > 1:
            own["llvm.align"] = i64_attr(align)
        if given is not None:
            own.update(given.data[index].data)
            if isinstance(constant := own.pop(GRID_CONSTANT, None), mir.GridConstantAttr):
                own.update(_passed_by_value(type, constant))
        count = len(leaves_of(type))
        if count:
            found.append(own)
            found.extend({} for _ in range(count - 1))
    return found


def _passed_by_value(type: Attribute, constant: mir.GridConstantAttr) -> dict[str, Attribute]:
    """What LLVM knows of a pointer to bytes in the memory of parameters: how many there are, and where they begin."""
    assert isinstance(type, mir.PtrType)
    return {
        "llvm.byval": LLVMArrayType(size_of(type.pointee), I8),
        "llvm.align": i64_attr(constant.alignment),
        "nvvm.grid_constant": UNIT,
    }


_SLOT = 8


def _check_alignments(func: mir.FuncOp) -> None:
    """See that what a launch passes by value has its alignment on the CPU, where it lies in slots of eight bytes.

    Raises:
        LoweringError: it has not.
    """
    for index in func.grid_constants():
        type = func.function_type.inputs.data[index]
        assert isinstance(type, mir.PtrType)
        if (align := align_of(type.pointee)) > _SLOT:
            raise LoweringError(
                func,
                f"on the CPU, what is passed by value is aligned to {_SLOT} bytes at most; a {type.pointee} is to {align}",
            )


def _dims(extents: tuple[int, int, int]) -> Attribute:
    return DenseArrayBase.from_list(i32, extents)


def _kernel_attributes(func: mir.FuncOp) -> dict[str, Attribute]:
    """Launch bounds as NVVM spells them; a required block shape includes the largest block."""
    found: dict[str, Attribute] = {}
    if func.required_block is not None:
        found["nvvm.reqntid"] = _dims(func.required_block.data)
    bounds = func.launch_bounds
    if bounds is not None:
        if func.required_block is None:
            found["nvvm.maxntid"] = _dims((bounds.max_threads, 1, 1))
        if bounds.min_blocks is not None:
            found["nvvm.minctasm"] = i32_attr(bounds.min_blocks)
        if bounds.max_registers is not None:
            found["nvvm.maxnreg"] = i32_attr(bounds.max_registers)
    if func.cluster_dims is not None:
        found["nvvm.cluster_dim"] = _dims(func.cluster_dims.data)
    return found


def _function_properties(module: ModuleLowering, func: mir.FuncOp) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {}
    if module.target == "ptx":
        # Whether a barrier hides in it is for LLVM to find out: without this it would assume that none does.
        properties["convergent"] = UNIT
    match func.inline_policy():
        case "always":
            properties["always_inline"] = UNIT
        case "never":
            properties["no_inline"] = UNIT
        case _:
            pass
    return properties


def lower_function(module: ModuleLowering, func: mir.FuncOp, lowering_of: LoweringOf) -> llvm.FuncOp:
    """The LLVM function for `func`, whose ops of other dialects it takes away.

    Raises:
        LoweringError: the function, or an op in it, has no form in LLVM.
    """
    try:
        return _lower_function(module, func, lowering_of)
    except TooManyLeavesError as error:
        raise LoweringError(func, str(error)) from None


def _lower_function(module: ModuleLowering, func: mir.FuncOp, lowering_of: LoweringOf) -> llvm.FuncOp:
    kernel, signature = func.is_entry_point(), func.function_type
    if module.target == "cpu":
        _check_alignments(func)
    internal = [leaf.type for type in signature.inputs.data for leaf in leaves_of(type)]
    # A kernel's boolean is a byte outside.
    external = [I8 if kernel and type == I1 else type for type in internal]
    declaration = func.is_declaration()
    body = None if declaration else _lower_body(module, func, external, lowering_of)
    private = func.sym_visibility is not None and func.sym_visibility.data == "private"
    attributes: dict[str, Attribute] = dict(func.attributes)
    if kernel:
        attributes.update(_kernel_attributes(func))
    if func.source_name is not None:
        attributes["periclase.source_name"] = func.source_name
    return llvm.FuncOp.make(
        func.function_name(),
        external,
        result_type(tuple(signature.outputs.data)),
        body,
        linkage_name="internal" if private and not (declaration or kernel) else "external",
        kernel=kernel,
        arg_attrs=_parameter_attributes(func),
        properties=_function_properties(module, func),
        attributes=attributes,
        location=func.location,
    )


def _bind_parameters(lo: FunctionLowering, old_entry: Block) -> None:
    """Let the new entry block's arguments stand for the parameters."""
    arguments = iter(lo.block.args)
    for parameter in old_entry.args:
        own: list[SSAValue] = []
        for leaf in leaves_of(parameter.type):
            value: SSAValue = next(arguments)
            if value.type != leaf.type:
                value = lo.icmp("ne", value, lo.constant(I8, 0))
            own.append(value)
        _name_leaves(parameter, own)
        lo.bind(parameter, *own)


def _name_leaves(value: SSAValue, leaves: Sequence[SSAValue]) -> None:
    """Names for the leaves of an argument, so that the text stays readable: `x`, or `x_0`, `x_1`, …"""
    if value.name_hint is None:
        return
    for index, leaf in enumerate(leaves):
        leaf.name_hint = value.name_hint if len(leaves) == 1 else f"{value.name_hint}_{index}"


def _new_block(lo: FunctionLowering, old: Block) -> Block:
    """A block with one argument a leaf of the arguments of `old`, which it stands for from now on."""
    block = Block(arg_types=[leaf.type for argument in old.args for leaf in leaves_of(argument.type)])
    position = 0
    for argument in old.args:
        count = len(leaves_of(argument.type))
        leaves = block.args[position : position + count]
        _name_leaves(argument, leaves)
        lo.bind(argument, *leaves)
        position += count
    lo.blocks[old] = block
    return block


def _lower_body(
    module: ModuleLowering, func: mir.FuncOp, parameters: list[Attribute], lowering_of: LoweringOf
) -> Region:
    old_region = func.body_region()
    old_entry = old_region.first_block
    assert old_entry is not None
    order = reverse_post_order(old_entry)
    entry = Block(arg_types=parameters)
    region = Region(entry)
    lo = FunctionLowering(module, region, entry, func.location)
    _bind_parameters(lo, old_entry)
    lo.blocks[old_entry] = entry
    if len(order) > 1:
        reachable = set(order)
        for old in old_region.blocks:
            if old is not old_entry and old in reachable:
                region.add_block(_new_block(lo, old))
    lo.lower_blocks(order, lowering_of)
    return region
