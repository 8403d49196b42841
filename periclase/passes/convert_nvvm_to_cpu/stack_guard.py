"""The stack of a thread. A device thread has its own, of bounded size; here it is the host's, and running over ends the process.

A thread whose arrays, along any chain of calls, take more than a device thread can have is refused. Recursion that goes too
deep is a trap:

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

from xdsl.dialects.builtin import IntegerAttr, i32, i64
from xdsl.ir import Block, Operation

from periclase.diagnostics import CompileError, Diagnostic
from periclase.dialects import llvm
from periclase.ir.builder import OpBuilder
from periclase.ir.call_graph import CallGraph
from periclase.ir.locations import call_chain_of, span_of
from periclase.passes.convert_nvvm_to_cpu.address_spaces import size_and_alignment
from periclase.passes.convert_nvvm_to_cpu.function import FunctionConversion
from periclase.passes.convert_nvvm_to_cpu.layouts import BLOCK, BLOCK_UNWIND, POINTER

STACK_LIMIT: Final = 256 * 1024
"""Bytes of host stack that the calls of one thread may take: half of the smallest stack that a system gives to a thread
(macOS: 512 KiB). A device thread has 1 KiB unless the host asks for more."""


LOCAL_LIMIT: Final = 512 * 1024
"""Bytes of local memory that a device thread can have (CUDA C++ Programming Guide, "Technical Specifications per Compute
Capability")."""


def check_local_memory(module: Operation) -> None:
    """Refuse a module in which the arrays of one thread take more than `LOCAL_LIMIT`, its calls included.

    Raises:
        CompileError: at the largest array of the function where the limit is passed.
    """
    graph = CallGraph(module)
    taken: dict[str, int] = {}
    for group in (
        graph.groups()
    ):  # callees before callers; how often a recursive function is entered is known only at run time
        for name in group:
            allocations = [
                op for op in graph.functions[name].body_region().walk() if isinstance(op, llvm.AllocaOp)
            ]
            sizes = [_allocated(op) for op in allocations]
            called = max((taken.get(callee, 0) for callee in graph.callees(name)), default=0)
            taken[name] = sum(sizes) + called
            if taken[name] > LOCAL_LIMIT:
                largest = allocations[sizes.index(max(sizes))]
                raise CompileError(
                    Diagnostic(
                        "PC0529",
                        f"a thread needs {taken[name]} bytes of local memory here; there are {LOCAL_LIMIT}",
                        span_of(largest.location),
                        help="use a smaller array, or a buffer that the launch passes",
                        call_chain=call_chain_of(largest.location),
                    )
                )


def _allocated(op: llvm.AllocaOp) -> int:
    """Bytes of an allocation of fixed size."""
    count = op.operands[0].owner
    value = count.properties.get("value") if isinstance(count, llvm.ConstantOp) else None
    times = value.value.data if isinstance(value, IntegerAttr) else 1
    return size_and_alignment(op.elem_type)[0] * times


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
