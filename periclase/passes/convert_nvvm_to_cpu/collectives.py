"""What threads do together: a thread notes what it asks for in its record, suspends itself, and finds the result there.

    %r = nvvm.shfl.sync down %m, %v, %d, %c : i32 -> i32
→
    … stores of request, mode, mask, clamp, site, value, operand
    %s = llvm.call_intrinsic "llvm.coro.suspend"(%none, %false)
    llvm.switch %s : i8, ^suspend [0: ^resumed, 1: ^suspend]
  ^resumed:
    %bits = llvm.load %result_field
    %r = llvm.trunc %bits : i64 to i32
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xdsl.dialects.builtin import IntegerType, i1, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.types import LLVMStructType
from periclase.ir.builder import OpBuilder
from periclase.passes.convert_nvvm_to_cpu.function import ONE_BLOCK, FunctionConversion
from periclase.passes.convert_nvvm_to_cpu.layouts import (
    BARRIER_MODES,
    I8,
    MATCH_MODES,
    REDUCE_MODES,
    SHUFFLE_MODES,
    VOTE_MODES,
    Field,
    Request,
)
from periclase.passes.convert_nvvm_to_cpu.words import refuse, word

Collective = Callable[[FunctionConversion, Operation], Sequence[SSAValue]]


def suspend(f: FunctionConversion, op: Operation) -> None:
    """End the block before `op` by giving up control; `op` begins the block where the thread goes on."""
    block = op.parent
    assert block is not None
    assert f.suspend_block is not None
    resumed = block.split_before(op)
    f.builder = OpBuilder.at_end(block, op.location)
    none = f.emit(llvm.NoneTokenOp.make(location=f.location))
    state = f.emit(
        llvm.CallIntrinsicOp.make(
            "llvm.coro.suspend", (none, f.constant(0, IntegerType(1))), I8, location=f.location
        )
    )
    f.insert(
        llvm.SwitchOp.make(
            state, f.suspend_block, (), [(0, resumed, ()), (1, f.suspend_block, ())], location=f.location
        )
    )
    f.builder = OpBuilder.before_op(op)


def _ask(
    f: FunctionConversion,
    op: Operation,
    request: Request,
    what: str,
    *,
    mode: int = 0,
    mask: SSAValue | None = None,
    count: SSAValue | None = None,
    value: SSAValue | None = None,
    operand: SSAValue | None = None,
) -> None:
    """Note the request and suspend; afterwards the result can be read. `what` is what a deadlock is reported with."""
    site = f.traps.row("deadlock", what, op.location)
    f.store(f.constant(request), f.thread_field(Field.REQUEST))
    f.store(f.constant(mode), f.thread_field(Field.MODE))
    f.store(f.constant(0) if mask is None else mask, f.thread_field(Field.MASK))
    f.store(f.constant(0) if count is None else count, f.thread_field(Field.COUNT))
    f.store(f.constant(site), f.thread_field(Field.SITE))
    if value is not None:
        f.store(value, f.thread_field(Field.VALUE))
    if operand is not None:
        f.store(operand, f.thread_field(Field.OPERAND))
    suspend(f, op)


def _result(f: FunctionConversion, type: Attribute) -> SSAValue:
    return f.narrow(f.load(f.thread_field(Field.RESULT), i64), type)


def _flag(f: FunctionConversion) -> SSAValue:
    flag = f.load(f.thread_field(Field.FLAG), i32)
    return f.emit(llvm.ICmpOp.make("ne", flag, f.constant(0), location=f.location))


def _results(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """The result, or the struct or pair of result and flag, whichever `op` has."""
    types = [result.type for result in op.results]
    if len(types) == 1 and isinstance(types[0], LLVMStructType):
        members = types[0].types.data
        struct: SSAValue = f.emit(llvm.UndefOp.make(types[0], location=f.location))
        for index, value in enumerate((_result(f, members[0]), _flag(f))):
            struct = f.emit(llvm.InsertValueOp.make(struct, value, (index,), location=f.location))
        return (struct,)
    if len(types) == 2:
        return (_result(f, types[0]), _flag(f))
    return tuple(_result(f, type) for type in types)


_BARRIER = "this thread waits at a barrier that other threads of the block never reach"
_CLUSTER = "this thread waits at a barrier that other threads of the cluster never reach"
_LANES = "this thread waits for lanes of its mask that never come to the same {} with the same mask"


def barrier0(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`bar.sync 0`."""
    _ask(f, op, Request.BARRIER, _BARRIER)
    return ()


def barrier(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`bar.sync id, count` and `bar.red`."""
    number, count, predicate = _optional_operands(op, 3)
    reduction = word(op, "reductionOp")
    _ask(
        f,
        op,
        Request.BARRIER,
        _BARRIER,
        mode=0 if reduction is None else BARRIER_MODES[reduction],
        mask=number,
        count=count,
        value=None if predicate is None else f.widen(predicate),
    )
    return tuple(_result(f, result.type) for result in op.results)


def barrier_arrive(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`bar.arrive id, count`."""
    number = op.operands[0] if len(op.operands) == 2 else None
    _ask(f, op, Request.ARRIVE, _BARRIER, mask=number, count=op.operands[-1])
    return ()


def _optional_operands(op: Operation, count: int) -> list[SSAValue | None]:
    """The operands of an op with optional ones, each in its place."""
    from xdsl.dialects.builtin import DenseArrayBase

    sizes = op.properties["operandSegmentSizes"]
    assert isinstance(sizes, DenseArrayBase)
    rest = iter(op.operands)
    given: list[SSAValue | None] = [next(rest) if size else None for size in sizes.iter_values()]
    assert len(given) == count
    return given


def warp_sync(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`bar.warp.sync mask`."""
    _ask(f, op, Request.WARP_SYNC, _LANES.format("barrier"), mask=op.operands[0])
    return ()


def shuffle(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`shfl.sync`: mask, value, lane or distance, clamp and segment mask."""
    mask, value, operand, clamp = op.operands
    _ask(
        f,
        op,
        Request.SHUFFLE,
        _LANES.format("shuffle"),
        mode=SHUFFLE_MODES[_kind(op)],
        mask=mask,
        count=clamp,
        value=f.widen(value),
        operand=f.widen(operand),
    )
    return _results(f, op)


def vote(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`vote.sync`: mask, predicate."""
    mask, predicate = op.operands
    mode = VOTE_MODES[_kind(op)]
    _ask(f, op, Request.VOTE, _LANES.format("vote"), mode=mode, mask=mask, value=f.widen(predicate))
    return _results(f, op)


def match(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`match.sync`: mask, value."""
    mask, value = op.operands
    mode = MATCH_MODES[_kind(op)]
    _ask(f, op, Request.MATCH, _LANES.format("match"), mode=mode, mask=mask, value=f.widen(value))
    return _results(f, op)


def reduce(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`redux.sync`: value, mask."""
    value, mask = op.operands
    kind = _kind(op)
    mode = REDUCE_MODES.get(kind)
    if mode is None:
        refuse(op, f"the warp reduction `{kind}`")
    signed = kind in ("min", "max")
    _ask(
        f,
        op,
        Request.REDUCE,
        _LANES.format("reduction"),
        mode=mode,
        mask=mask,
        value=f.widen(value, signed=signed),
    )
    return _results(f, op)


def active_mask(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`activemask`: the lanes that wait for it at this place when no lane of the warp can go on otherwise."""
    _ask(f, op, Request.ACTIVE_MASK, _LANES.format("active mask"))
    return _results(f, op)


def elect(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`elect.sync mask`: the lowest lane."""
    _ask(
        f,
        op,
        Request.ELECT,
        _LANES.format("election"),
        mask=op.operands[0] if op.operands else f.constant(-1),
    )
    if len(op.results) == 1 and op.results[0].type == i1:
        return (_flag(f),)
    return _results(f, op)


def cluster_wait(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`barrier.cluster.wait`: the arrivals that count are those of the threads that wait."""
    if f.cluster == ONE_BLOCK:
        _ask(f, op, Request.BARRIER, _BARRIER)
    else:
        _ask(f, op, Request.CLUSTER, _CLUSTER)
    return ()


def _kind(op: Operation) -> str:
    kind = word(op, "kind")
    assert kind is not None, f"{op.name} without a kind"
    return kind


COLLECTIVES: Final[dict[str, Collective]] = {
    "nvvm.barrier0": barrier0,
    "nvvm.barrier": barrier,
    "nvvm.barrier.arrive": barrier_arrive,
    "nvvm.bar.warp.sync": warp_sync,
    "nvvm.shfl.sync": shuffle,
    "nvvm.vote.sync": vote,
    "nvvm.match.sync": match,
    "nvvm.redux.sync": reduce,
    "nvvm.activemask": active_mask,
    "nvvm.elect.sync": elect,
    "nvvm.cluster.wait": cluster_wait,
}
"""The lowering of each operation at which threads wait for one another."""
