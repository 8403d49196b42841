"""promise-buffers-apart: LLVM is told what a launch has seen of its buffers: where they begin, and that they lie apart.

    mir.func @scale(%x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>)
        attributes {kernel, periclase.buffers_apart, periclase.effects = ["read_only", "read_write"], periclase.effects_complete}

    →   (%x : !mir.slice<f32, global> {llvm.align = 32 : i64, llvm.noalias, llvm.readonly},
         %y : !mir.slice<mut f32, global> {llvm.align = 32 : i64, llvm.noalias})

With it, loads go by the read-only cache (`ld.global.nc`), come before stores to other buffers where that is better, and those of
neighbours become one (`ld.global.v4`). Which kernels it is done in says the attribute `periclase.buffers_apart`. Whoever launches
one has seen that

- every slice begins at a multiple of `APART_ALIGNMENT` bytes;
- no slice that the signature lets the kernel write shares a byte with another one.

The alignment is passed on always; that they lie apart only where no other memory than that of the slices is in play, and only
where threads say nothing to each other that LLVM would have to see. It takes `noalias` to mean that nobody but this function, by
way of this argument, touches what that leads to: a barrier does not make it load again what another thread has written. So

- nothing is `noalias` unless `buffer-effects` knows everything, no pointer comes other than in a slice, nothing is written
  through a slice that may not be, and no operation waits for somebody outside the launch (volatile accesses, `griddepcontrol`,
  system-wide atomics, the copy engine, PTX of the user's): what is not known to be harmless counts as one that does;
- what the kernel only reads is `noalias` then, and `readonly`: no thread of the launch writes it, at whatever barrier;
- what it writes is `noalias` if there is no barrier, fence or atomic access in the module either: then no thread may look at what
  another one writes.
"""

from __future__ import annotations

from typing import Final, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from periclase.dialects import mir
from periclase.dialects.llvm.attributes import i64_attr
from periclase.dialects.mir.attributes import ANY_BUFFER, BUFFERS_APART
from periclase.dialects.mir.layout import align_of
from periclase.ir.effects import NONE, effects_of
from periclase.ir.interfaces import PromotableMemoryAccess
from periclase.launch_versions import APART_ALIGNMENT
from periclase.passes.buffer_effects import COMPLETE_ATTRIBUTE, EFFECTS_ATTRIBUTE, VALUE

_ALONE: Final = 0
_AMONG_THREADS: Final = 1
_WITH_OTHERS: Final = 2
"""Whom an operation has to do with: its own thread, the threads of its launch, whoever else is there."""

_REACHES: Final = {
    # No thread sees the memory of another one by these: "PTX ISA" promises no order of memory for any but the barriers.
    "nvvm.shfl.sync": _ALONE,
    "nvvm.vote.sync": _ALONE,
    "nvvm.match.sync": _ALONE,
    "nvvm.redux.sync": _ALONE,
    "nvvm.elect.sync": _ALONE,
    "nvvm.trap": _ALONE,
    "nvvm.exit": _ALONE,
    "nvvm.breakpoint": _ALONE,
    "nvvm.printf": _ALONE,
    "nvvm.assertfail": _ALONE,
    "nvvm.barrier0": _AMONG_THREADS,
    "nvvm.barrier": _AMONG_THREADS,
    "nvvm.barrier.arrive": _AMONG_THREADS,
    "nvvm.bar.warp.sync": _AMONG_THREADS,
    "nvvm.cp.async.shared.global": _AMONG_THREADS,
    "nvvm.cp.async.commit.group": _AMONG_THREADS,
    "nvvm.cp.async.wait.group": _AMONG_THREADS,
    "nvvm.cp.async.wait.all": _AMONG_THREADS,
}
_IN_REGISTERS: Final = ("nvvm.mma.", "nvvm.mma_", "nvvm.movmatrix")
_IN_SHARED_MEMORY: Final = ("nvvm.ldmatrix", "nvvm.stmatrix")
"""How the names begin of instructions of a warp that pass registers round, or move them to and from shared memory."""
_BY_SCOPE: Final = frozenset({"nvvm.atomic.rmw", "nvvm.atomic.cmpxchg", "nvvm.fence", "nvvm.memory.barrier"})
"""Those that reach the threads of the launch unless their scope is the system: launches that touch the same buffers come one
after the other. (An atomic load has nothing to wait for but what somebody else does, and is not among them.)"""
_SYSTEM: Final = ("system", "sys")
_UNIT: Final = UnitAttr()


def _reach(op: Operation) -> int:
    """Whom `op` has to do with."""
    if isinstance(op, PromotableMemoryAccess) and op.is_volatile():
        return _WITH_OTHERS
    if ANY_BUFFER in op.attributes:
        return _WITH_OTHERS  # no parameter leads to what is accessed by it
    if op.name.startswith("mir.") or effects_of(op) == NONE:
        return _ALONE
    if op.name in _BY_SCOPE:
        scope: object = getattr(op.properties["scope"], "data", _SYSTEM[0])
        return _WITH_OTHERS if str(scope) in _SYSTEM else _AMONG_THREADS
    if op.name.startswith(_IN_REGISTERS):
        return _ALONE
    if op.name.startswith(_IN_SHARED_MEMORY):
        return _AMONG_THREADS
    return _REACHES.get(op.name, _WITH_OTHERS)


def _is_slice(type: Attribute) -> bool:
    return isinstance(type, mir.SliceType | mir.DisjointSliceType)


def _may_be_written(type: Attribute) -> bool:
    return isinstance(type, mir.DisjointSliceType) or (isinstance(type, mir.SliceType) and type.mutable)


def _words(kernel: mir.FuncOp) -> list[str]:
    found = kernel.attributes.get(EFFECTS_ATTRIBUTE)
    if not isinstance(found, ArrayAttr):
        return []
    return [word.data for word in cast("ArrayAttr[StringAttr]", found)]


def _promises(kernel: mir.FuncOp, reach: int) -> list[dict[str, Attribute]]:
    """LLVM's attributes of each parameter."""
    types = kernel.function_type.inputs.data
    found: list[dict[str, Attribute]] = [
        {"llvm.align": i64_attr(max(APART_ALIGNMENT, align_of(type.element_type)))}
        if isinstance(type, mir.SliceType | mir.DisjointSliceType)
        else {}
        for type in types
    ]
    words = _words(kernel)
    if COMPLETE_ATTRIBUTE not in kernel.attributes or reach == _WITH_OTHERS:
        return found
    for type, word in zip(types, words, strict=True):
        if word != VALUE and not _is_slice(type):
            return found
        if word in ("write_only", "read_write") and not _may_be_written(type):
            return found
    for own, word in zip(found, words, strict=True):
        if word == "read_only":
            own["llvm.noalias"] = own["llvm.readonly"] = _UNIT
        elif word in ("write_only", "read_write") and reach == _ALONE:
            own["llvm.noalias"] = _UNIT
    return found


class PromiseBuffersApart(ModulePass):
    """Tells LLVM that buffers lie apart, and where they begin, in kernels that are launched on such."""

    name = "promise-buffers-apart"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Put attributes on the parameters of all kernels of the module that have the promise, which goes."""
        kernels = [
            each for each in op.ops if isinstance(each, mir.FuncOp) and BUFFERS_APART in each.attributes
        ]
        if not kernels:
            return
        reach = max(_reach(each) for each in op.walk() if each is not op)
        for kernel in kernels:
            del kernel.attributes[BUFFERS_APART]
            if kernel.is_declaration():
                continue
            given = kernel.arg_attrs
            promises = _promises(kernel, reach)
            if given is not None:
                promises = [
                    {**promise, **before.data} for promise, before in zip(promises, given.data, strict=True)
                ]
            kernel.properties["arg_attrs"] = ArrayAttr([DictionaryAttr(promise) for promise in promises])
