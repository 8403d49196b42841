"""Atomic accesses and fences as PTX text: LLVM 22 drops order and scope of `atomicrmw` on NVPTX.

`atom{.order}.scope{.space}.operation.type`; an address in the generic space names none. `seq_cst` is `fence.sc` of the same scope
and then the access with `acq_rel` (a load: `acquire`, a store: `release`).
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import BFloat16Type, Float16Type, i32, i64
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import llvm
from periclase.dialects.nvvm.atomics import AtomicCmpXchgOp, AtomicLoadOp, AtomicRmwOp, AtomicStoreOp
from periclase.dialects.nvvm.attributes import AtomicKind, MemoryOrder, MemoryScope
from periclase.dialects.nvvm.base import address_space, integer_width
from periclase.dialects.nvvm.fence import FenceOp
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, lowers

_SPACES: Final = {0: "", 1: ".global", 3: ".shared"}


def _in_its_space(address: SSAValue, emit: Emitter) -> SSAValue:
    """`address` in the space that it was made in, where that can be seen.

    An access to shared memory is quicker if it says so. LLVM finds that out of accesses of its own, but does not look into PTX.
    """
    origin = address
    while address_space(origin) == 0:
        owner = origin.owner
        if isinstance(owner, llvm.AddrSpaceCastOp | llvm.GEPOp):
            origin = owner.operands[0]
        else:
            return address
    if origin.type == address.type or address_space(origin) not in _SPACES:
        return address
    return emit.insert(llvm.AddrSpaceCastOp.make(address, origin.type, location=emit.location))


def _width(type: Attribute) -> int:
    width = integer_width(type)
    return {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}[str(type)] if width is None else width


def _access(
    instruction: str, order: MemoryOrder, scope: MemoryScope, pointer: SSAValue, strongest: MemoryOrder
) -> str:
    """The instruction up to its operation, behind its fence if it needs one."""
    fence = f"fence.sc.{scope.ptx}; " if order is MemoryOrder.SEQ_CST else ""
    semantics = strongest if order is MemoryOrder.SEQ_CST else order
    return f"{fence}{instruction}.{semantics.value}.{scope.ptx}{_SPACES[address_space(pointer)]}"


def _operation(kind: AtomicKind, type: Attribute) -> str:
    match kind:
        case AtomicKind.ADD | AtomicKind.SUB:
            return f"add.u{_width(type)}"
        case AtomicKind.FADD | AtomicKind.FSUB:
            if isinstance(type, Float16Type):
                return "add.noftz.f16"
            if isinstance(type, BFloat16Type):
                return "add.noftz.bf16"
            return f"add.f{_width(type)}"
        case AtomicKind.MIN | AtomicKind.MAX:
            return f"{kind.value}.s{_width(type)}"
        case AtomicKind.UMIN | AtomicKind.UMAX:
            return f"{kind.value[1:]}.u{_width(type)}"
        case AtomicKind.AND | AtomicKind.OR | AtomicKind.XOR:
            return f"{kind.value}.b{_width(type)}"
        case AtomicKind.XCHG:
            return f"exch.b{_width(type)}"
        case AtomicKind.INC | AtomicKind.DEC:
            return f"{kind.value}.u32"
        case AtomicKind.ADD_F16X2:
            return "add.noftz.f16x2"
        case AtomicKind.ADD_BF16X2:
            return "add.noftz.bf16x2"


@lowers(AtomicRmwOp)
def _rmw(op: AtomicRmwOp, emit: Emitter) -> SSAValue | None:
    value, kind = op.value, op.kind.data
    if kind is AtomicKind.SUB:
        zero = emit.constant(0, i32 if value.type == i32 else i64)
        value = emit.insert(llvm.SubOp.make(zero, value, location=emit.location))
    elif kind is AtomicKind.FSUB:
        value = emit.insert(llvm.FNegOp.make(value, location=emit.location))
    address = _in_its_space(op.ptr, emit)
    access = _access("atom", op.order.data, op.scope.data, address, MemoryOrder.ACQ_REL)
    text = f"{access}.{_operation(kind, value.type)} $0, [$1], $2;"
    return emit.assembly(text, (address, value), op.res.type)


@lowers(AtomicCmpXchgOp)
def _cmpxchg(op: AtomicCmpXchgOp, emit: Emitter) -> SSAValue | None:
    address = _in_its_space(op.ptr, emit)
    access = _access("atom", op.order.data, op.scope.data, address, MemoryOrder.ACQ_REL)
    text = f"{access}.cas.b{_width(op.value.type)} $0, [$1], $2, $3;"
    return emit.assembly(text, (address, op.expected, op.value), op.res.type)


@lowers(AtomicLoadOp)
def _load(op: AtomicLoadOp, emit: Emitter) -> SSAValue | None:
    address = _in_its_space(op.ptr, emit)
    access = _access("ld", op.order.data, op.scope.data, address, MemoryOrder.ACQUIRE)
    return emit.assembly(f"{access}.b{_width(op.res.type)} $0, [$1];", (address,), op.res.type)


@lowers(AtomicStoreOp)
def _store(op: AtomicStoreOp, emit: Emitter) -> None:
    address = _in_its_space(op.ptr, emit)
    access = _access("st", op.order.data, op.scope.data, address, MemoryOrder.RELEASE)
    emit.assembly(f"{access}.b{_width(op.value.type)} [$0], $1;", (address, op.value))


@lowers(FenceOp)
def _fence(op: FenceOp, emit: Emitter) -> None:
    order = "sc" if op.order.data is MemoryOrder.SEQ_CST else "acq_rel"
    emit.assembly(f"fence.{order}.{op.scope.data.ptx};", ())
