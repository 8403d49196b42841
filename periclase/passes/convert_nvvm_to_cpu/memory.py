"""Atomics, fences and asynchronous copies. Scopes are dropped: on a CPU every scope is the whole system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xdsl.dialects.builtin import VectorType, bf16, f16
from xdsl.ir import Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import AtomicBinOp, AtomicOrdering
from periclase.passes.convert_nvvm_to_cpu.address_spaces import size_and_alignment
from periclase.passes.convert_nvvm_to_cpu.function import FunctionConversion
from periclase.passes.convert_nvvm_to_cpu.words import refuse, word

_ORDERS = {
    "relaxed": AtomicOrdering.monotonic,
    "acquire": AtomicOrdering.acquire,
    "release": AtomicOrdering.release,
    "acq_rel": AtomicOrdering.acq_rel,
    "seq_cst": AtomicOrdering.seq_cst,
}
_KINDS = {
    "add": AtomicBinOp.add,
    "fadd": AtomicBinOp.fadd,
    "sub": AtomicBinOp.sub,
    "fsub": AtomicBinOp.fsub,
    "min": AtomicBinOp.min,
    "max": AtomicBinOp.max,
    "umin": AtomicBinOp.umin,
    "umax": AtomicBinOp.umax,
    "and": AtomicBinOp._and,  # pyright: ignore[reportPrivateUsage]
    "or": AtomicBinOp._or,  # pyright: ignore[reportPrivateUsage]
    "xor": AtomicBinOp._xor,  # pyright: ignore[reportPrivateUsage]
    "xchg": AtomicBinOp.xchg,
    "inc": AtomicBinOp.uinc_wrap,
    "dec": AtomicBinOp.udec_wrap,
}
_PACKED = {"add_f16x2": VectorType(f16, [2]), "add_bf16x2": VectorType(bf16, [2])}


def _order(op: Operation) -> AtomicOrdering:
    return _ORDERS[word(op, "order") or "relaxed"]


def read_modify_write(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`atom` and `red`: place, value."""
    place, value = op.operands
    kind = word(op, "kind")
    assert kind is not None
    packed = _PACKED.get(kind)
    if packed is not None:
        value = f.emit(llvm.BitcastOp.make(value, packed, location=f.location))
    number = AtomicBinOp.fadd if packed is not None else _KINDS.get(kind)
    if number is None:
        refuse(op, f"the atomic operation `{kind}`")
    old = f.emit(llvm.AtomicRMWOp.make(number, place, value, ordering=_order(op), location=f.location))
    if packed is not None:
        old = f.emit(llvm.BitcastOp.make(old, op.operands[1].type, location=f.location))
    return (old,) if op.results else ()


def compare_exchange(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`atom.cas`: place, expected, value; gives the old value."""
    place, expected, value = op.operands
    order = _order(op)
    failure = {
        AtomicOrdering.acq_rel: AtomicOrdering.acquire,
        AtomicOrdering.release: AtomicOrdering.monotonic,
    }.get(order, order)
    pair = f.emit(
        llvm.AtomicCmpXchgOp.make(place, expected, value, success=order, failure=failure, location=f.location)
    )
    return (f.emit(llvm.ExtractValueOp.make(pair, (0,), location=f.location)),)


def atomic_load(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`ld.relaxed` and the like: place."""
    type = op.results[0].type
    size, _ = size_and_alignment(type)
    load = llvm.LoadOp.make(op.operands[0], type, alignment=size, ordering=_order(op), location=f.location)
    return (f.emit(load),)


def atomic_store(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`st.relaxed` and the like: value, place."""
    value, place = op.operands
    size, _ = size_and_alignment(value.type)
    f.insert(llvm.StoreOp.make(value, place, alignment=size, ordering=_order(op), location=f.location))
    return ()


def fence(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`fence` of an order; `membar` is sequentially consistent."""
    order = word(op, "order")
    f.insert(llvm.FenceOp.make(_ORDERS[order] if order else AtomicOrdering.seq_cst, location=f.location))
    return ()


def nothing(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """What a CPU need not do: hints, breakpoints, and waiting for copies that are done at once."""
    return ()


_Lowering = Callable[[FunctionConversion, Operation], Sequence[SSAValue]]

MEMORY: Final[dict[str, _Lowering]] = {
    "nvvm.atomic.rmw": read_modify_write,
    "nvvm.atomic.cmpxchg": compare_exchange,
    "nvvm.atomic.load": atomic_load,
    "nvvm.atomic.store": atomic_store,
    "nvvm.fence": fence,
    "nvvm.memory.barrier": fence,
    "nvvm.fence.sc.cluster": fence,
    "nvvm.fence.proxy": fence,
    "nvvm.prefetch": nothing,
    "nvvm.nanosleep": nothing,
    "nvvm.pmevent": nothing,
    "nvvm.breakpoint": nothing,
    "nvvm.cluster.arrive": nothing,
    "nvvm.cluster.arrive.relaxed": nothing,
    "nvvm.cp.async.commit.group": nothing,
    "nvvm.cp.async.wait.group": nothing,
    "nvvm.cp.async.wait.all": nothing,
}
