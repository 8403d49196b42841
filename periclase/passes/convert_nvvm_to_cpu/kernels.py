"""The frame around a kernel: its entry, the loop over a block's threads, or the coroutine that a thread is.

A kernel `@k(params)` becomes

    @k(args, first, last, launch)           the entry: runs blocks first … last through the block driver
    @k.block(args, block, bx, by, bz)       one block: a loop over its threads, or a call of the block scheduler
    @k.thread(…)                            one thread: the body, inlined into the loop, or a coroutine
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    StringAttr,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import UNIT, linkage
from periclase.dialects.llvm.casts import integer_width
from periclase.dialects.llvm.loops import LoopAnnotationAttr
from periclase.dialects.llvm.types import LLVMArrayType, LLVMFunctionType, LLVMPointerType
from periclase.ir.builder import OpBuilder
from periclase.passes.buffer_effects import EFFECT_ATTRIBUTES
from periclase.passes.convert_nvvm_to_cpu.function import HIDDEN, Externals, FunctionConversion
from periclase.passes.convert_nvvm_to_cpu.layouts import (
    CLUSTER_ATTRIBUTE,
    COOPERATIVE_ATTRIBUTE,
    FRAME,
    POINTER,
    RUN,
    RUN_CLUSTERS,
    RUN_COOPERATIVE,
    SHARED_ATTRIBUTE,
    Field,
    Request,
)
from periclase.passes.convert_nvvm_to_cpu.row_checks import find_row_checks
from periclase.passes.convert_nvvm_to_cpu.words import refuse
from periclase.passes.trap_table import TrapTable

_BLOCK_PARAMETERS: Sequence[Attribute] = (POINTER, POINTER, i32, i32, i32)
_COROUTINE_ALIGNMENT = 64
_BY_VALUE = ("llvm.byval", "llvm.align", "nvvm.grid_constant")
_KERNEL_ATTRIBUTES = (
    "nvvm.kernel",
    "nvvm.maxntid",
    "nvvm.reqntid",
    "nvvm.minctasm",
    "nvvm.maxnreg",
    "nvvm.cluster_dim",
    "nvvm.cluster_max_blocks",
)


def required_block(kernel: llvm.FuncOp) -> Sequence[int] | None:
    """The only shape of a block that a launch of `kernel` may have, if it says so: the runtime refuses all others."""
    found = kernel.attributes.get("nvvm.reqntid")
    return cast("DenseArrayBase[IntegerType]", found).get_values() if found is not None else None


def make_entry(
    kernel: llvm.FuncOp,
    name: str,
    static_shared: int,
    cooperative: bool,
    externals: Externals,
    by_value: Sequence[int],
    shape: Sequence[int] | None = None,
) -> None:
    """Add the entry `name` and the block function of the kernel whose thread function `kernel` is, behind it.

    Args:
        kernel: by now `<name>.thread`, with its final signature.
        static_shared: bytes of shared memory in arrays.
        cooperative: whether `kernel` is a coroutine.
        by_value: what `take_by_value` says.
        shape: its `required_block`.
    """
    location = kernel.location
    block_name = f"{name}.block"
    if cooperative:
        block = _make_cooperative_block(kernel, block_name, externals)
    else:
        block = _make_plain_block(kernel, block_name, externals, by_value, shape)
    entry, op = _make_entry(kernel, name, static_shared, *((COOPERATIVE_ATTRIBUTE,) if cooperative else ()))
    f = FunctionConversion(op, TrapTable(), externals)
    f.builder = OpBuilder.at_end(entry, location)
    address = f.emit(llvm.AddressOfOp.make(block_name, POINTER, location=location))
    args, first, last, launch = entry.args
    f.call(RUN, (address, args, first, last, launch, f.constant(static_shared, i64)), None)
    f.insert(llvm.ReturnOp.make(location=location))
    parent = kernel.parent
    assert parent is not None
    parent.insert_ops_after([block, op], kernel)


def make_cluster_entry(
    kernel: llvm.FuncOp, name: str, static_shared: int, cluster: Sequence[int], externals: Externals
) -> None:
    """Add the entry `name` of a kernel that runs in clusters of the shape `cluster`; otherwise as `make_entry`."""
    location = kernel.location
    entry, op = _make_entry(kernel, name, static_shared, COOPERATIVE_ATTRIBUTE, CLUSTER_ATTRIBUTE)
    f = FunctionConversion(op, TrapTable(), externals)
    f.builder = OpBuilder.at_end(entry, location)
    address = f.emit(llvm.AddressOfOp.make(kernel.sym_name.data, POINTER, location=location))
    shape = [f.constant(extent) for extent in cluster]
    f.call(RUN_CLUSTERS, (address, *entry.args, f.constant(static_shared, i64), *shape), None)
    f.insert(llvm.ReturnOp.make(location=location))
    parent = kernel.parent
    assert parent is not None
    parent.insert_ops_after([op], kernel)


def _make_entry(kernel: llvm.FuncOp, name: str, static_shared: int, *marks: str) -> tuple[Block, llvm.FuncOp]:
    """The entry of a kernel, empty, and its block."""
    entry = Block(arg_types=(POINTER, i64, i64, POINTER))
    op = llvm.FuncOp.make(
        name,
        (POINTER, i64, i64, POINTER),
        None,
        Region(entry),
        attributes={
            **{name: kernel.attributes[name] for name in EFFECT_ATTRIBUTES if name in kernel.attributes},
            SHARED_ATTRIBUTE: IntegerAttr(static_shared, i64),
            **dict.fromkeys(marks, UNIT),
        },
        location=kernel.location,
    )
    return entry, op


def rename_to_thread(kernel: llvm.FuncOp) -> str:
    """Make `kernel` the internal function of one thread; gives the kernel's name."""
    name = kernel.sym_name.data
    kernel.properties["sym_name"] = StringAttr(f"{name}.thread")
    kernel.properties["linkage"] = linkage("internal")
    for attribute in _KERNEL_ATTRIBUTES:
        kernel.attributes.pop(attribute, None)
    return name


# ------------------------------------------------------------------------------------------------------ arguments ----


def take_by_value(kernel: llvm.FuncOp) -> list[int]:
    """How many slots what each parameter is passed by value takes; 0 for one that is passed as it is.

    The pointer to it will be an ordinary one, to the slots, which begin at a multiple of eight bytes.
    """
    taken: list[int] = []
    kept: list[DictionaryAttr] = []
    for entry in kernel.arg_attrs.data if kernel.arg_attrs is not None else ():
        held = entry.data.get("llvm.byval")
        taken.append(0 if held is None else -(-size_of_bytes(held) // 8))
        kept.append(
            entry
            if held is None
            else DictionaryAttr({k: v for k, v in entry.data.items() if k not in _BY_VALUE})
        )
    if not any(taken):
        return [0] * len(kernel.function_type.inputs.data)
    kernel.properties["arg_attrs"] = ArrayAttr(kept)
    return taken


def size_of_bytes(type: Attribute) -> int:
    """The size of an array of bytes."""
    assert isinstance(type, LLVMArrayType)
    return type.size.data


def _load_arguments(
    f: FunctionConversion, args: SSAValue, types: Sequence[Attribute], by_value: Sequence[int]
) -> list[SSAValue]:
    """Read a kernel's arguments, eight bytes a slot, each at the slot's low end; of what is passed by value where that is."""
    values: list[SSAValue] = []
    slot = 0
    for type, held in zip(types, by_value, strict=True):
        address = args
        if slot:
            address = f.emit(llvm.GEPOp.make(args, (slot,), i64, inbounds=True, location=f.location))
        slot += held or 1
        if held:
            values.append(address)
        elif type == i1:
            byte = f.load(address, i8, invariant=True)
            values.append(f.emit(llvm.TruncOp.make(byte, i1, location=f.location)))
        else:
            values.append(f.load(address, type, invariant=True))
    return values


def check_parameters(kernel: llvm.FuncOp) -> None:
    """Refuse a kernel with a parameter that does not fit a slot."""
    for type in kernel.function_type.inputs.data:
        width = integer_width(type)
        if width is None and isinstance(type, LLVMPointerType | AnyFloat):
            continue
        if width is None or width > 64:
            refuse(kernel, f"a kernel parameter of type {type}")


# ---------------------------------------------------------------------------------------------------------- plain ----


def _make_plain_block(
    kernel: llvm.FuncOp,
    name: str,
    externals: Externals,
    by_value: Sequence[int],
    shape: Sequence[int] | None,
) -> llvm.FuncOp:
    """The block function of a kernel without collectives: loops over z, y and x (innermost) that call the thread.

    If the thread's checks can be made for a whole row, there are two loops over x, one for rows that pass them, or two for the
    two answers to a condition (row_checks.py); not where a row is one thread, which makes each of its checks once as it is.
    """
    location = kernel.location
    entry = Block(arg_types=_BLOCK_PARAMETERS)
    region = Region(entry)
    op = llvm.FuncOp.make(name, _BLOCK_PARAMETERS, None, region, linkage_name="internal", location=location)
    args, block, *block_index = entry.args
    f = FunctionConversion(op, TrapTable(), externals, (block, *([block] * 3), *block_index))
    f.builder = OpBuilder.at_end(entry, location)
    parameters = kernel.function_type.inputs.data
    needs_hidden = len(parameters) >= len(HIDDEN) and tuple(parameters[-len(HIDDEN) :]) == tuple(HIDDEN)
    own = parameters[: len(parameters) - len(HIDDEN)] if needs_hidden else parameters
    f.required_block = shape
    of_many = shape is None or shape[0] > 1
    checks = find_row_checks(kernel) if needs_hidden and of_many else None
    values = _load_arguments(f, args, own, by_value)
    extents = [f.block_extent(axis) for axis in range(3)]
    indices: list[SSAValue] = [f.constant(0)] * 3
    zero = indices[0]
    one = f.constant(1)

    def enter_loop(axis: int) -> Block:
        header = Block(arg_types=(i32,))
        region.add_block(header)
        f.insert(llvm.BrOp.make(header, (zero,), location=location))
        f.builder = OpBuilder.at_end(header, location)
        indices[axis] = header.args[0]
        return header

    def leave_loop(header: Block, axis: int) -> llvm.CondBrOp:
        # A block has at least one thread along each axis, so the test is at the end of each loop.
        following = f.add(header.args[0], one)
        more = f.emit(llvm.ICmpOp.make("ult", following, extents[axis], location=location))
        behind = Block()
        region.add_block(behind)
        latch = f.insert(llvm.CondBrOp.make(more, header, (following,), behind, (), location=location))
        f.builder = OpBuilder.at_end(behind, location)
        return latch

    def run_row(*known: SSAValue) -> None:
        header = enter_loop(0)
        hidden = (block, *indices, *block_index) if needs_hidden else ()
        arguments = (*values, *hidden, *known)
        f.insert(llvm.CallOp.make(kernel.sym_name.data, arguments, None, location=location))
        latch = leave_loop(header, 0)
        if known:
            # Two loops of vectors, unrolled, would take LLVM twice as long.
            latch.properties["loop_annotation"] = LoopAnnotationAttr.unrolled(1)

    outer = [(enter_loop(axis), axis) for axis in (2, 1)]
    if checks is None:
        run_row()
    else:
        thread = kernel.body.blocks[0].args
        given = (*values, block, zero, *indices[1:], *block_index)
        row: dict[SSAValue, SSAValue] = dict(zip(thread, given, strict=True))
        last = f.emit(llvm.SubOp.make(extents[0], one, location=location))
        safe, unsafe, behind = Block(), Block(), Block()
        passes, conditions = checks.emit(f, row, zero, last)
        yes, no = f.constant(1, i1), f.constant(0, i1)
        f.insert(llvm.CondBrOp.make(passes, safe, (), unsafe, (), location=location))
        checks.make_optional()
        loops = [(safe, yes, conditions), (unsafe, no, [no] * len(conditions))]
        if len(conditions) == 1:
            # A loop for each answer: what is asked in every turn would be a mask of vectors.
            region.add_block(safe)
            f.builder = OpBuilder.at_end(safe, location)
            agreed, refused = Block(), Block()
            f.insert(llvm.CondBrOp.make(conditions[0], agreed, (), refused, (), location=location))
            loops[0:1] = [(agreed, yes, [yes]), (refused, yes, [no])]
        for start, known, answers in loops:
            region.add_block(start)
            f.builder = OpBuilder.at_end(start, location)
            run_row(known, *answers)
            f.insert(llvm.BrOp.make(behind, (), location=location))
        region.add_block(behind)
        f.builder = OpBuilder.at_end(behind, location)
    for header, axis in reversed(outer):
        leave_loop(header, axis)
    f.insert(llvm.ReturnOp.make(location=location))
    f.finish()
    return op


# ---------------------------------------------------------------------------------------------------- cooperative ----

COROUTINE_PARAMETERS: Sequence[Attribute] = (POINTER, POINTER, POINTER, i32, i32, i32, i32, i32, i32)
"""Arguments, block record, thread record, thread index, block index."""


def _make_cooperative_block(kernel: llvm.FuncOp, name: str, externals: Externals) -> llvm.FuncOp:
    """The block function of a kernel whose threads are coroutines: the block scheduler does it all."""
    location = kernel.location
    entry = Block(arg_types=_BLOCK_PARAMETERS)
    op = llvm.FuncOp.make(
        name, _BLOCK_PARAMETERS, None, Region(entry), linkage_name="internal", location=location
    )
    f = FunctionConversion(op, TrapTable(), externals)
    f.builder = OpBuilder.at_end(entry, location)
    address = f.emit(llvm.AddressOfOp.make(kernel.sym_name.data, POINTER, location=location))
    f.call(RUN_COOPERATIVE, (address, *entry.args), None)
    f.insert(llvm.ReturnOp.make(location=location))
    return op


def make_coroutine(
    kernel: llvm.FuncOp, traps: TrapTable, externals: Externals, by_value: Sequence[int]
) -> FunctionConversion:
    """Make the thread function `kernel` a coroutine, with everything but its collectives in place.

    The prologue takes the frame and reads the arguments; each return notes that the thread has returned and suspends for
    the last time.
    """
    location = kernel.location
    entry = kernel.body.blocks[0]
    parameters = list(entry.args)
    types = [parameter.type for parameter in parameters]
    hidden = [entry.insert_arg(type, len(entry.args)) for type in COROUTINE_PARAMETERS]
    args, block, thread, *indices = hidden
    kernel.properties["function_type"] = LLVMFunctionType([*types, *COROUTINE_PARAMETERS])
    kernel.properties.pop("arg_attrs", None)
    kernel.properties.pop("always_inline", None)
    words = kernel.passthrough.data if kernel.passthrough is not None else ()
    kernel.properties["passthrough"] = ArrayAttr([*words, StringAttr("presplitcoroutine")])
    f = FunctionConversion(kernel, traps, externals, (block, *indices), thread)
    f.builder = OpBuilder(entry, entry.first_op, location)
    null = f.emit(llvm.ZeroOp.make(POINTER, location=location))
    identity = f.emit(
        llvm.CallIntrinsicOp.make(
            "llvm.coro.id",
            (f.constant(_COROUTINE_ALIGNMENT), null, null, null),
            llvm.TokenType(),
            location=location,
        )
    )
    size = f.emit(llvm.CallIntrinsicOp.make("llvm.coro.size.i64", (), i64, location=location))
    frame = f.call(FRAME, (block, thread, size), POINTER)
    assert frame is not None
    handle = f.emit(
        llvm.CallIntrinsicOp.make("llvm.coro.begin", (identity, frame), POINTER, location=location)
    )
    f.store(handle, f.thread_field(Field.HANDLE))
    for parameter, value in zip(parameters, _load_arguments(f, args, types, by_value), strict=True):
        value.name_hint = parameter.name_hint
        parameter.replace_all_uses_with(value)
    for parameter in reversed(parameters):
        entry.erase_arg(parameter)
    kernel.properties["function_type"] = LLVMFunctionType(list(COROUTINE_PARAMETERS))
    _end_coroutine(f, handle, location)
    return f


def _end_coroutine(f: FunctionConversion, handle: SSAValue, location: LocationAttr) -> None:
    """Add the blocks where the coroutine gives up control and where it ends, and send all returns to the latter."""
    region = f.op.body
    returns = [block.last_op for block in region.blocks if isinstance(block.last_op, llvm.ReturnOp)]
    final, dead, suspend = Block(), Block(), Block()
    for block in (final, dead, suspend):
        region.add_block(block)
    for op in returns:
        assert op is not None
        assert op.parent is not None
        parent, place = op.parent, op.location
        parent.erase_op(op)
        parent.add_op(llvm.BrOp.make(final, location=place))
    kept = f.builder
    f.builder = OpBuilder.at_end(final, location)
    f.store(f.constant(Request.RETURNED), f.thread_field(Field.REQUEST))
    none = f.emit(llvm.NoneTokenOp.make(location=location))
    state = f.emit(
        llvm.CallIntrinsicOp.make("llvm.coro.suspend", (none, f.constant(1, i1)), i8, location=location)
    )
    f.insert(llvm.SwitchOp.make(state, suspend, (), [(0, dead, ()), (1, suspend, ())], location=location))
    f.builder = OpBuilder.at_end(dead, location)
    f.insert(llvm.UnreachableOp.make(location=location))
    f.builder = OpBuilder.at_end(suspend, location)
    none = f.emit(llvm.NoneTokenOp.make(location=location))
    f.insert(
        llvm.CallIntrinsicOp.make("llvm.coro.end", (handle, f.constant(0, i1), none), None, location=location)
    )
    f.insert(llvm.ReturnOp.make(location=location))
    f.builder = kept
    f.suspend_block = suspend
