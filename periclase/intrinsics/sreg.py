"""Special registers: who a thread is, how large the launch is, what time it is.

Bounds of the index registers are those of the CUDA programming guide, "Technical specifications per compute capability".
"""

from __future__ import annotations

from typing import Final

from periclase.intrinsics.model import PTX_ISA, Effect, Intrinsic, OperationTemplate, Requirement
from periclase.record import replace

_PREFIX: Final = "nvvm.read.ptx.sreg."
_AXES: Final = ("x", "y", "z")

MAX_THREADS: Final = {"x": 1024, "y": 1024, "z": 64}
"""Most threads of a block along each axis."""
MAX_BLOCKS: Final = {"x": 2**31 - 1, "y": 65535, "z": 65535}
"""Most blocks of a grid along each axis."""
MAX_CLUSTER: Final = 16
"""Most blocks of a cluster (8 is the portable limit)."""

_SM_90 = Requirement(90, 78)


def _register(
    name: str,
    register: str,
    summary: str,
    result: str = "u32",
    index_range: tuple[int, int] | None = None,
    effect: Effect = Effect.PURE,
    requirement: Requirement = Requirement(),
    ptx: str | None = None,
) -> Intrinsic:
    return Intrinsic(
        name,
        "sreg",
        summary,
        result=(result,),
        index_range=index_range,
        effect=effect,
        template=OperationTemplate(_PREFIX + register),
        llvm=f"llvm.{_PREFIX}{register}",
        ptx=ptx
        or f"mov.{'u64' if result == 'u64' else 'u32'} $0, %{register.replace('cluster.', 'cluster_')};",
        requirement=requirement,
        source=PTX_ISA + "Special Registers",
    )


def _axis_rows() -> list[Intrinsic]:
    rows: list[Intrinsic] = []
    for axis in _AXES:
        threads, blocks = MAX_THREADS[axis], MAX_BLOCKS[axis]
        rows += [
            _register(
                f"thread_idx_{axis}",
                f"tid.{axis}",
                f"Index of the thread in its block along {axis}.",
                "u32",
                (0, threads - 1),
            ),
            _register(
                f"block_idx_{axis}",
                f"ctaid.{axis}",
                f"Index of the block in the grid along {axis}.",
                "u32",
                (0, blocks - 1),
            ),
            _register(
                f"block_dim_{axis}",
                f"ntid.{axis}",
                f"Number of threads of a block along {axis}.",
                "u32",
                (1, threads),
            ),
            _register(
                f"grid_dim_{axis}",
                f"nctaid.{axis}",
                f"Number of blocks of the grid along {axis}.",
                "u32",
                (1, blocks),
            ),
            Intrinsic(
                f"global_idx_{axis}",
                "sreg",
                f"Index of the thread in the whole grid along {axis}: `block_idx_{axis}() * block_dim_{axis}() + "
                f"thread_idx_{axis}()`, exact for every launch.",
                result=("isize",),
                index_range=(0, blocks * threads - 1),
                expansion="global_idx",
            ),
            Intrinsic(
                f"grid_size_{axis}",
                "sreg",
                f"Number of threads of the whole grid along {axis}: `grid_dim_{axis}() * block_dim_{axis}()`, exact for "
                "every launch; the step of a grid-stride loop.",
                result=("isize",),
                index_range=(1, blocks * threads),
                expansion="grid_size",
            ),
            _register(
                f"cluster_idx_{axis}",
                f"clusterid.{axis}",
                f"Index of the cluster in the grid along {axis}.",
                "u32",
                (0, blocks - 1),
                requirement=_SM_90,
            ),
            _register(
                f"cluster_grid_dim_{axis}",
                f"nclusterid.{axis}",
                f"Number of clusters of the grid along {axis}.",
                "u32",
                (1, blocks),
                requirement=_SM_90,
            ),
            _register(
                f"cluster_block_idx_{axis}",
                f"cluster.ctaid.{axis}",
                f"Index of the block in its cluster along {axis}.",
                "u32",
                (0, MAX_CLUSTER - 1),
                requirement=_SM_90,
            ),
            _register(
                f"cluster_dim_{axis}",
                f"cluster.nctaid.{axis}",
                f"Number of blocks of a cluster along {axis}.",
                "u32",
                (1, MAX_CLUSTER),
                requirement=_SM_90,
            ),
        ]
    return rows


ROWS: Final = (
    *_axis_rows(),
    _register(
        "cluster_block_rank",
        "cluster.ctarank",
        "Rank of the block in its cluster.",
        "u32",
        (0, MAX_CLUSTER - 1),
        requirement=_SM_90,
    ),
    _register(
        "cluster_block_count",
        "cluster.nctarank",
        "Number of blocks of the cluster.",
        "u32",
        (1, MAX_CLUSTER),
        requirement=_SM_90,
    ),
    _register("lane_id", "laneid", "Index of the thread in its warp.", "u32", (0, 31)),
    _register(
        "warp_size",
        "warpsize",
        "Number of threads of a warp: 32.",
        "u32",
        (32, 32),
        ptx="mov.u32 $0, WARP_SZ;",
    ),
    Intrinsic(
        "warp_id",
        "sreg",
        "Index of the warp in its block, from the thread's linear index (x fastest). The register %warpid is another thing: "
        "it may change while a thread runs (`hardware_warp_id`).",
        result=("u32",),
        index_range=(0, 31),
        expansion="warp_id",
    ),
    _register(
        "hardware_warp_id",
        "warpid",
        "Slot of the warp on its multiprocessor at this moment.",
        effect=Effect.STATE,
    ),
    _register("hardware_warp_slots", "nwarpid", "Number of warp slots of a multiprocessor."),
    _register("smid", "smid", "Multiprocessor that the thread runs on at this moment.", effect=Effect.STATE),
    _register("nsmid", "nsmid", "Bound of the multiprocessor numbers; not all need exist."),
    replace(
        _register(
            "dynamic_shared_size",
            "dynamic.smem.size",
            "Bytes of the shared memory whose size the launch decides.",
            ptx="mov.u32 $0, %dynamic_smem_size;",
            requirement=Requirement(20, 41),
        ),
        llvm="llvm.nvvm.read.ptx.sreg.dynamic_smem_size",
    ),
    replace(
        _register(
            "total_shared_size",
            "total.smem.size",
            "Bytes of the shared memory of a block, of a size known when the kernel is compiled or decided by the launch.",
            ptx="mov.u32 $0, %total_smem_size;",
            requirement=Requirement(20, 41),
        ),
        llvm="llvm.nvvm.read.ptx.sreg.total_smem_size",
    ),
    replace(
        _register(
            "aggregate_shared_size",
            "aggr.smem.size",
            "Bytes of the shared memory of a block, with what the system keeps there for itself.",
            ptx="mov.u32 $0, %aggr_smem_size;",
            requirement=Requirement(90, 81),
        ),
        llvm="llvm.nvvm.read.ptx.sreg.aggr_smem_size",
    ),
    *(
        _register(f"envreg{number}", f"envreg{number}", "What the driver has put there; PTX says no more.")
        for number in range(32)
    ),
    _register("grid_id", "gridid", "Number of the launch, for tools.", ptx="mov.u32 $0, %gridid;"),
    _register(
        "lanemask_eq", "lanemask.eq", "Mask with the bit of this lane set.", ptx="mov.u32 $0, %lanemask_eq;"
    ),
    _register(
        "lanemask_lt", "lanemask.lt", "Mask of the lanes below this one.", ptx="mov.u32 $0, %lanemask_lt;"
    ),
    _register(
        "lanemask_le", "lanemask.le", "Mask of the lanes up to this one.", ptx="mov.u32 $0, %lanemask_le;"
    ),
    _register(
        "lanemask_gt", "lanemask.gt", "Mask of the lanes above this one.", ptx="mov.u32 $0, %lanemask_gt;"
    ),
    _register(
        "lanemask_ge", "lanemask.ge", "Mask of this lane and those above it.", ptx="mov.u32 $0, %lanemask_ge;"
    ),
    _register(
        "clock", "clock", "Cycle counter of the multiprocessor, low 32 bits; wraps.", effect=Effect.STATE
    ),
    _register("clock64", "clock64", "Cycle counter of the multiprocessor.", "u64", effect=Effect.STATE),
    _register(
        "globaltimer",
        "globaltimer",
        "Nanoseconds of a clock that all multiprocessors share; its step is coarse.",
        "u64",
        effect=Effect.STATE,
        requirement=Requirement(30, 31),
    ),
    _register(
        "globaltimer_low",
        "globaltimer.lo",
        "The low 32 bits of `globaltimer`.",
        ptx="mov.u32 $0, %globaltimer_lo;",
        effect=Effect.STATE,
        requirement=Requirement(30, 31),
    ),
)
