"""Recursion that goes too deep is a trap. On a GPU it would overwrite the stack; here it would end the process.

    llvm.func @f(…) { BODY }
→
    llvm.func @f(…) {
      %here = llvm.call_intrinsic "llvm.frameaddress.p0"(0)
      %used = (address of the block's jump buffer, which lies where the block began) - %here
      llvm.cond_br %used > LIMIT, ^trap, ^body
      …
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Block, Operation

from periclase.dialects import llvm
from periclase.ir.builder import OpBuilder
from periclase.ir.call_graph import CallGraph
from periclase.passes.convert_nvvm_to_cpu.function import FunctionConversion
from periclase.passes.convert_nvvm_to_cpu.layouts import BLOCK, BLOCK_UNWIND, POINTER

STACK_LIMIT: Final = 256 * 1024
"""Bytes of host stack that the calls of one thread may take: half of the smallest stack that a system gives to a thread
(macOS: 512 KiB). A device thread has 1 KiB unless the host asks for more."""


def recursive_functions(module: Operation) -> set[str]:
    """The functions that may call themselves, by way of others too."""
    graph = CallGraph(module)
    return {name for group in graph.groups() if graph.is_recursive(group) for name in group}


def guard_stack(f: FunctionConversion) -> None:
    """Begin the function, whose allocations are at its start, with a look at how much stack is in use."""
    entry = f.op.body.blocks[0]
    first = next(op for op in entry.ops if not isinstance(op, llvm.AllocaOp | llvm.ConstantOp))
    body = entry.split_before(first)
    trap = Block()
    f.op.body.add_block(trap)
    f.builder = OpBuilder.at_end(entry, f.op.location)
    unwind = f.load(f.field(f.block_pointer(), BLOCK, BLOCK_UNWIND), POINTER, invariant=True)
    here = f.emit(
        llvm.CallIntrinsicOp.make("llvm.frameaddress.p0", (f.constant(0, i32),), POINTER, location=f.location)
    )
    start, now = (f.emit(llvm.PtrToIntOp.make(p, i64, location=f.location)) for p in (unwind, here))
    used = f.emit(llvm.SubOp.make(start, now, location=f.location))
    deep = f.emit(llvm.ICmpOp.make("sgt", used, f.constant(STACK_LIMIT, i64), location=f.location))
    f.insert(llvm.CondBrOp.make(deep, trap, (), body, (), location=f.location))
    f.builder = OpBuilder.at_end(trap, f.op.location)
    f.trap("stack", f"`{f.op.sym_name.data}` calls itself too often: the thread's stack is used up")
    f.insert(llvm.UnreachableOp.make(location=f.location))
