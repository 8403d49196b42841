"""convert-nvvm-to-cpu: SIMT → native: threads become loops or coroutines, and only the llvm dialect is left.

    llvm.func @k(%p: !llvm.ptr<1>, %n: i64) attributes {nvvm.kernel} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      …
→
    llvm.func @k(%args: !llvm.ptr, %first: i64, %last: i64, %launch: !llvm.ptr) {     // the entry
      … llvm.call @periclase_cpu_run(@k.block, %args, %first, %last, %launch, %shared_bytes)
    }
    llvm.func internal @k.block(%args, %block, %bx, %by, %bz) {                       // one block
      … for z, y, x: llvm.call @k.thread(%p, %n, %block, %x, %y, %z, %bx, %by, %bz)
    }
    llvm.func internal @k.thread(%p: !llvm.ptr, %n: i64, %block, %x, …) attributes {always_inline} {
      …                                                                               // %t is %x

This pass is the whole strategy of running SIMT code on a CPU; nothing outside knows more than the entry's convention
(`periclase/runtime/backends/cpu/abi.py`). A kernel without collectives runs as a loop over the threads of a block, which
LLVM may vectorise. A kernel with a barrier, a shuffle, a vote, … has one LLVM coroutine a thread, and the block scheduler
(`periclase/codegen/cpu/block_scheduler.ll`) performs the collectives lane by lane: right at any block size, in loops, under
conditions, and with threads that return early. Kernels whose clusters are of several blocks are of this kind, and the blocks of a
cluster run together (`clusters.py`).

- What a kernel's parameter is passed by value (`llvm.byval`) is read where the launch has put it, in slots of eight bytes.
- Every pointer goes to address space 0; shared arrays become offsets into the block's shared memory.
- Functions that must know their thread take seven hidden parameters behind their own: block record, thread index (x, y, z),
  block index (x, y, z).
- Functions with collectives are inlined first; one that can not be is an error.
- A trap calls `periclase_cpu_trap`, which leaves the block; the module's attribute `periclase.traps` says what each id
  means.
- What lives across a collective is kept in the coroutine's frame (frames.py); LLVM would compute it anew behind each.
- A thread with more local memory than a device thread can have is refused; a recursive function looks first how much stack is
  used: too much is a trap.

Intrinsic calls use LLVM's coroutine intrinsics (LLVM, "Coroutines in LLVM", switched-resume lowering).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError, Diagnostic
from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import UNIT
from periclase.ir.builder import OpBuilder
from periclase.ir.locations import call_chain_of, span_of
from periclase.passes.convert_nvvm_to_cpu.address_spaces import (
    SharedMemory,
    lay_out_shared_memory,
    strip_address_spaces,
)
from periclase.passes.convert_nvvm_to_cpu.arithmetic import ARITHMETIC
from periclase.passes.convert_nvvm_to_cpu.clusters import CLUSTER_MEMORY, shape_of_clusters
from periclase.passes.convert_nvvm_to_cpu.collectives import COLLECTIVES
from periclase.passes.convert_nvvm_to_cpu.frames import keep_in_frames
from periclase.passes.convert_nvvm_to_cpu.function import (
    HIDDEN,
    ONE_BLOCK,
    Externals,
    FunctionConversion,
    add_parameters,
)
from periclase.passes.convert_nvvm_to_cpu.host_calls import HOST_CALLS
from periclase.passes.convert_nvvm_to_cpu.kernels import (
    check_parameters,
    make_cluster_entry,
    make_coroutine,
    make_entry,
    rename_to_thread,
    required_block,
    take_by_value,
)
from periclase.passes.convert_nvvm_to_cpu.memory import MEMORY
from periclase.passes.convert_nvvm_to_cpu.registers import HOST_ONLY, PREFIX, REGISTERS
from periclase.passes.convert_nvvm_to_cpu.stack_guard import (
    check_local_memory,
    guard_stack,
    recursive_functions,
)
from periclase.passes.convert_nvvm_to_cpu.words import refuse
from periclase.passes.inline import inline_calls
from periclase.passes.trap_table import TRAPS_ATTRIBUTE, TrapTable

Lowering = Callable[[FunctionConversion, Operation], Sequence[SSAValue]]

_LOWERINGS: Final[dict[str, Lowering]] = {
    **ARITHMETIC,
    **COLLECTIVES,
    **MEMORY,
    **CLUSTER_MEMORY,
    **HOST_CALLS,
    **{PREFIX + name: (lambda f, op, read=read: (read(f),)) for name, read in REGISTERS.items()},
}
_NEED_THREAD: Final = frozenset(
    {
        *COLLECTIVES,
        *CLUSTER_MEMORY,
        "nvvm.trap",
        "nvvm.assertfail",
        *(PREFIX + name for name in REGISTERS if name not in HOST_ONLY),
    }
)
"""Operations for which a function must know which thread runs it."""


class ConvertNvvmToCpu(ModulePass):
    """Turns kernels into native entries; see the module's text."""

    name = "convert-nvvm-to-cpu"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert `op` in place.

        Raises:
            CompileError: it uses something that does not exist on the CPU, or a collective in a function that can not be
                inlined into its kernel.
        """
        _Conversion(op).run()


class _Conversion:
    """The conversion of one module."""

    def __init__(self, module: ModuleOp):
        self.module = module
        self.traps = TrapTable()
        self.externals = Externals()
        self.shared = SharedMemory()
        self.recursive: set[str] = set()
        """Functions that may call themselves."""
        self.cluster = ONE_BLOCK
        self.with_hidden: set[str] = set()
        """Functions that take the hidden parameters."""

    def run(self) -> None:
        if any(_has_collectives(f) and not f.is_entry_point() for f in self._functions()):
            inline_calls(self.module, max_ops=0, convergent=True)
            self._drop_inlined()
        self.shared = lay_out_shared_memory(self.module)
        strip_address_spaces(self.module)
        check_local_memory(self.module)
        self.recursive = recursive_functions(self.module)
        self.with_hidden = self._functions_with_hidden_parameters()
        kernels = [f for f in self._functions() if f.is_entry_point()]
        self.cluster = shape_of_clusters(kernels)
        for kernel in kernels:
            check_parameters(kernel)
        for function in list(self._functions()):
            self._convert(function)
        self.externals.declare(self.module)
        self.module.attributes[TRAPS_ATTRIBUTE] = self.traps.attribute()

    def _functions(self) -> list[llvm.FuncOp]:
        return [op for op in self.module.body.block.ops if isinstance(op, llvm.FuncOp) and op.body.blocks]

    def _drop_inlined(self) -> None:
        """Remove the functions with collectives, whose calls are gone; complain of a call that is not."""
        doomed = {
            f.sym_name.data: f for f in self._functions() if _has_collectives(f) and not f.is_entry_point()
        }
        for caller in self._functions():
            if caller.sym_name.data in doomed:
                continue
            for op in caller.walk():
                if isinstance(op, llvm.CallOp) and (callee := op.callee_name()) in doomed:
                    raise CompileError(
                        Diagnostic(
                            "PC0509",
                            f"`{doomed[callee].reported_name()}` has a barrier or warp operation and is not inlined, so that the "
                            "CPU can not run this call",
                            span_of(op.location),
                            help="let it be inlined: it may not be recursive, or marked `never`",
                            call_chain=call_chain_of(op.location),
                        )
                    )
        for function in doomed.values():
            function.detach()
            function.erase()

    def _functions_with_hidden_parameters(self) -> set[str]:
        callers: dict[str, set[str]] = {}
        found = set(self.recursive)
        for function in self._functions():
            name = function.sym_name.data
            for op in function.walk():
                if op.name in _NEED_THREAD or self._is_shared_address(op):
                    found.add(name)
                elif isinstance(op, llvm.CallOp) and (callee := op.callee_name()) is not None:
                    callers.setdefault(callee, set()).add(name)
        pending = list(found)
        while pending:
            for caller in callers.get(pending.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    pending.append(caller)
        return found

    def _is_shared_address(self, op: Operation) -> bool:
        return isinstance(op, llvm.AddressOfOp) and op.global_name.string_value() in self.shared.offsets

    def _convert(self, function: llvm.FuncOp) -> None:
        is_kernel = function.is_entry_point()
        cooperative = is_kernel and (self.cluster != ONE_BLOCK or _has_collectives(function))
        takes_hidden = function.sym_name.data in self.with_hidden
        shape = required_block(function) if is_kernel else None
        by_value = take_by_value(function) if is_kernel else ()
        name = rename_to_thread(function) if is_kernel else function.sym_name.data
        _hoist_allocations(function)
        if cooperative:
            keep_in_frames(function, COLLECTIVES)
            f = make_coroutine(function, self.traps, self.externals, by_value)
        else:
            f = self._with_hidden_parameters(function) if takes_hidden else self._plain(function)
            if is_kernel:
                function.properties["always_inline"] = UNIT
        f.required_block = shape
        f.cluster, f.static_shared = self.cluster, self.shared.static_bytes
        if name in self.recursive:
            guard_stack(f)
        for op in list(function.walk()):
            self._lower(f, op, is_kernel)
        f.finish()
        if is_kernel:
            if self.cluster != ONE_BLOCK:
                make_cluster_entry(function, name, self.shared.static_bytes, self.cluster, self.externals)
            else:
                make_entry(
                    function, name, self.shared.static_bytes, cooperative, self.externals, by_value, shape
                )

    def _plain(self, function: llvm.FuncOp) -> FunctionConversion:
        return FunctionConversion(function, self.traps, self.externals)

    def _with_hidden_parameters(self, function: llvm.FuncOp) -> FunctionConversion:
        return FunctionConversion(function, self.traps, self.externals, add_parameters(function, HIDDEN))

    def _lower(self, f: FunctionConversion, op: Operation, is_kernel: bool) -> None:
        if isinstance(op, llvm.CallOp):
            if op.callee_name() in self.with_hidden:
                _add_arguments(op, f.hidden)
            return
        if self._is_shared_address(op):
            assert isinstance(op, llvm.AddressOfOp)
            f.builder = OpBuilder.before_op(op)
            _replace(op, (f.shared(self.shared.offsets[op.global_name.string_value()]),))
            return
        if not op.name.startswith("nvvm."):
            return
        if op.name == "nvvm.exit":
            _exit(op, is_kernel)
            return
        lowering = _LOWERINGS.get(op.name)
        if lowering is None:
            if op.name == "nvvm.inline_ptx":
                help = "say what the CPU does instead: `inline_ptx(…, cpu=function)`; or compile this kernel for a GPU target"
                refuse(op, "inline PTX", help, code="PC0508")
            refuse(op, f"`{op.name}`")
        f.builder = OpBuilder.before_op(op)
        _replace(op, lowering(f, op))


def _has_collectives(function: llvm.FuncOp) -> bool:
    return any(op.name in COLLECTIVES for op in function.walk())


def _hoist_allocations(function: llvm.FuncOp) -> None:
    """Move fixed allocations to the entry: elsewhere they take new memory each time, and a coroutine can not keep it."""
    entry = function.body.blocks[0]
    first = entry.first_op
    for op in list(function.walk()):
        if not isinstance(op, llvm.AllocaOp):
            continue
        count = op.operands[0].owner
        if not isinstance(count, llvm.ConstantOp):
            refuse(op, "an allocation of a size known only at run time")
        if op.parent is entry and count.parent is entry:
            continue
        size = count.clone()
        op.detach()
        assert first is not None
        entry.insert_op_before(size, first)
        entry.insert_op_before(op, first)
        op.operands[0] = size.results[0]


def _add_arguments(call: llvm.CallOp, hidden: Sequence[SSAValue]) -> None:
    """Pass the hidden values behind the call's own arguments."""
    new = llvm.CallOp.make(
        call.callee_name() or "",
        (*call.call_arguments(), *hidden),
        call.results[0].type if call.results else None,
        convention=call.CConv.cconv_name,  # pyright: ignore
        location=call.location,
    )
    assert call.parent is not None
    call.parent.insert_op_before(new, call)
    _replace(call, new.results)


def _exit(op: Operation, is_kernel: bool) -> None:
    """A thread that ends early returns from its kernel. What follows can't be reached."""
    if not is_kernel:
        refuse(op, "`exit` in a function that is not inlined")
    block = op.parent
    assert block is not None
    for following in list(block.ops)[block.get_operation_index(op) :][::-1]:
        block.erase_op(following, safe_erase=False)
    block.add_op(llvm.ReturnOp.make(location=op.location))


def _replace(op: Operation, values: Sequence[SSAValue]) -> None:
    for result, value in zip(op.results, values, strict=True):
        if value.name_hint is None:
            value.name_hint = result.name_hint
        result.replace_all_uses_with(value)
    op.detach()
    op.erase()
