"""Clusters of blocks: who a block is in its cluster, the shared memory of the others, and the barrier of all.

    %v = nvvm.dsmem_load %place, %rank {type = "f32"} : (!llvm.ptr<3>, i32) -> f32
→
    %there = llvm.getelementptr %place[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8     // (%rank - own rank) · bytes of a block
    %v = llvm.load %there : !llvm.ptr -> f32

The blocks of a cluster run together (`periclase/codegen/cpu/cluster_scheduler.ll`), and their shared memory lies side by side. A
rank that the cluster does not have is undefined on a GPU; here it is taken modulo the number of blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i64
from xdsl.ir import Operation, SSAValue

from periclase.dialects import llvm
from periclase.passes.convert_nvvm_to_cpu.address_spaces import size_and_alignment
from periclase.passes.convert_nvvm_to_cpu.function import ONE_BLOCK, FunctionConversion
from periclase.passes.convert_nvvm_to_cpu.layouts import I8, LAUNCH, LAUNCH_SHARED
from periclase.passes.convert_nvvm_to_cpu.words import refuse

_AXES = "xyz"

_GUARD: Final = 1151
_GRAIN: Final = 1024
"""A block has its bytes of shared memory and `_GUARD` more, down to a multiple of `_GRAIN`."""


def shape_of_clusters(kernels: Sequence[llvm.FuncOp]) -> tuple[int, int, int]:
    """The shape of the clusters of a module's kernels, in blocks."""
    found = ONE_BLOCK
    for number, kernel in enumerate(kernels):
        given = kernel.attributes.get("nvvm.cluster_dim")
        own = ONE_BLOCK if given is None else cast("DenseArrayBase[IntegerType]", given).get_values()
        x, y, z = map(int, own)
        if number and (x, y, z) != found:
            refuse(kernel, "a module of kernels with clusters of several shapes", "compile them one by one")
        found = (x, y, z)
    return found


def _divided(f: FunctionConversion, value: SSAValue, axis: int) -> SSAValue:
    size = f.cluster[axis]
    if size == 1:
        return value
    return f.emit(llvm.UDivOp.make(value, f.constant(size), location=f.location))


def _place(f: FunctionConversion, axis: int) -> SSAValue:
    """The index of the block in its cluster along `axis`."""
    size = f.cluster[axis]
    if size == 1:
        return f.constant(0)
    return f.emit(llvm.URemOp.make(f.block_index[axis], f.constant(size), location=f.location))


def _rank(f: FunctionConversion) -> SSAValue:
    if f.cluster == ONE_BLOCK:
        return f.constant(0)

    def make() -> SSAValue:
        x, y, z = (_place(f, axis) for axis in range(3))
        width, height, _ = f.cluster
        return f.add(x, f.mul(f.constant(width), f.add(y, f.mul(f.constant(height), z))))

    return f.once("cluster rank", make)


def _count(f: FunctionConversion) -> int:
    width, height, depth = f.cluster
    return width * height * depth


CLUSTER_REGISTERS: Final[dict[str, Callable[[FunctionConversion], SSAValue]]] = {
    **{f"clusterid.{a}": (lambda f, i=i: _divided(f, f.block_index[i], i)) for i, a in enumerate(_AXES)},
    **{f"nclusterid.{a}": (lambda f, i=i: _divided(f, f.grid_extent(i), i)) for i, a in enumerate(_AXES)},
    **{f"cluster.ctaid.{a}": (lambda f, i=i: _place(f, i)) for i, a in enumerate(_AXES)},
    **{f"cluster.nctaid.{a}": (lambda f, i=i: f.constant(f.cluster[i])) for i, a in enumerate(_AXES)},
    "cluster.ctarank": _rank,
    "cluster.nctarank": lambda f: f.constant(_count(f)),
}
"""What the registers of a cluster hold, by their names after the prefix."""


def _in_other_block(f: FunctionConversion, place: SSAValue, rank: SSAValue) -> SSAValue:
    """The address of `place` in the block `rank` of the cluster."""
    if f.cluster == ONE_BLOCK:
        return place
    launch = f.launch()

    def stride() -> SSAValue:
        dynamic = f.load(f.field(launch, LAUNCH, LAUNCH_SHARED), i64, invariant=True)
        whole = f.add(dynamic, f.constant(f.static_shared + _GUARD, i64))
        return f.emit(llvm.AndOp.make(whole, f.constant(-_GRAIN, i64), location=f.location))

    own = _rank(f)
    other = f.emit(llvm.URemOp.make(rank, f.constant(_count(f)), location=f.location))
    steps = f.emit(llvm.SubOp.make(other, own, location=f.location))
    distance = f.mul(
        f.emit(llvm.SExtOp.make(steps, i64, location=f.location)), f.once("cluster stride", stride)
    )
    return f.emit(llvm.GEPOp.make(place, (distance,), I8, location=f.location))


def dsmem_load(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`ld.shared::cluster`: place, rank."""
    place, rank = op.operands
    type = op.results[0].type
    address = _in_other_block(f, place, rank)
    _, alignment = size_and_alignment(type)
    return (f.emit(llvm.LoadOp.make(address, type, alignment=alignment, location=f.location)),)


def dsmem_store(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`st.shared::cluster`: place, rank, value."""
    place, rank, value = op.operands
    address = _in_other_block(f, place, rank)
    _, alignment = size_and_alignment(value.type)
    f.insert(llvm.StoreOp.make(value, address, alignment=alignment, location=f.location))
    return ()


CLUSTER_MEMORY: Final = {"nvvm.dsmem_load": dsmem_load, "nvvm.dsmem_store": dsmem_store}
"""Accesses to the shared memory of the cluster."""
