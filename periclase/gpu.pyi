"""The device API: what a kernel can call. Generated from the intrinsic table; do not edit."""

from typing import Literal, NoReturn, TypeVar

from periclase.arrays import local_array as local_array
from periclase.arrays import shared_array as shared_array

_T = TypeVar("_T", int, float)
_Scalar = int | float | bool

# sreg
def thread_idx_x() -> int:
    """Index of the thread in its block along x.

    The result is an isize in [0, 1023].
    Source: PTX ISA, Special Registers.
    """

def block_idx_x() -> int:
    """Index of the block in the grid along x.

    The result is an isize in [0, 2147483646].
    Source: PTX ISA, Special Registers.
    """

def block_dim_x() -> int:
    """Number of threads of a block along x.

    The result is an isize in [1, 1024].
    Source: PTX ISA, Special Registers.
    """

def grid_dim_x() -> int:
    """Number of blocks of the grid along x.

    The result is an isize in [1, 2147483647].
    Source: PTX ISA, Special Registers.
    """

def global_idx_x() -> int:
    """Index of the thread in the whole grid along x: `block_idx_x() * block_dim_x() + thread_idx_x()`, exact for every launch.

    The result is an isize in [0, 2199023254527].
    """

def grid_size_x() -> int:
    """Number of threads of the whole grid along x: `grid_dim_x() * block_dim_x()`, exact for every launch; the step of a grid-stride loop.

    The result is an isize in [1, 2199023254528].
    """

def cluster_idx_x() -> int:
    """Index of the cluster in the grid along x.

    The result is an isize in [0, 2147483646].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_grid_dim_x() -> int:
    """Number of clusters of the grid along x.

    The result is an isize in [1, 2147483647].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_block_idx_x() -> int:
    """Index of the block in its cluster along x.

    The result is an isize in [0, 15].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_dim_x() -> int:
    """Number of blocks of a cluster along x.

    The result is an isize in [1, 16].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def thread_idx_y() -> int:
    """Index of the thread in its block along y.

    The result is an isize in [0, 1023].
    Source: PTX ISA, Special Registers.
    """

def block_idx_y() -> int:
    """Index of the block in the grid along y.

    The result is an isize in [0, 65534].
    Source: PTX ISA, Special Registers.
    """

def block_dim_y() -> int:
    """Number of threads of a block along y.

    The result is an isize in [1, 1024].
    Source: PTX ISA, Special Registers.
    """

def grid_dim_y() -> int:
    """Number of blocks of the grid along y.

    The result is an isize in [1, 65535].
    Source: PTX ISA, Special Registers.
    """

def global_idx_y() -> int:
    """Index of the thread in the whole grid along y: `block_idx_y() * block_dim_y() + thread_idx_y()`, exact for every launch.

    The result is an isize in [0, 67107839].
    """

def grid_size_y() -> int:
    """Number of threads of the whole grid along y: `grid_dim_y() * block_dim_y()`, exact for every launch; the step of a grid-stride loop.

    The result is an isize in [1, 67107840].
    """

def cluster_idx_y() -> int:
    """Index of the cluster in the grid along y.

    The result is an isize in [0, 65534].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_grid_dim_y() -> int:
    """Number of clusters of the grid along y.

    The result is an isize in [1, 65535].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_block_idx_y() -> int:
    """Index of the block in its cluster along y.

    The result is an isize in [0, 15].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_dim_y() -> int:
    """Number of blocks of a cluster along y.

    The result is an isize in [1, 16].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def thread_idx_z() -> int:
    """Index of the thread in its block along z.

    The result is an isize in [0, 63].
    Source: PTX ISA, Special Registers.
    """

def block_idx_z() -> int:
    """Index of the block in the grid along z.

    The result is an isize in [0, 65534].
    Source: PTX ISA, Special Registers.
    """

def block_dim_z() -> int:
    """Number of threads of a block along z.

    The result is an isize in [1, 64].
    Source: PTX ISA, Special Registers.
    """

def grid_dim_z() -> int:
    """Number of blocks of the grid along z.

    The result is an isize in [1, 65535].
    Source: PTX ISA, Special Registers.
    """

def global_idx_z() -> int:
    """Index of the thread in the whole grid along z: `block_idx_z() * block_dim_z() + thread_idx_z()`, exact for every launch.

    The result is an isize in [0, 4194239].
    """

def grid_size_z() -> int:
    """Number of threads of the whole grid along z: `grid_dim_z() * block_dim_z()`, exact for every launch; the step of a grid-stride loop.

    The result is an isize in [1, 4194240].
    """

def cluster_idx_z() -> int:
    """Index of the cluster in the grid along z.

    The result is an isize in [0, 65534].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_grid_dim_z() -> int:
    """Number of clusters of the grid along z.

    The result is an isize in [1, 65535].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_block_idx_z() -> int:
    """Index of the block in its cluster along z.

    The result is an isize in [0, 15].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_dim_z() -> int:
    """Number of blocks of a cluster along z.

    The result is an isize in [1, 16].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_block_rank() -> int:
    """Rank of the block in its cluster.

    The result is an isize in [0, 15].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def cluster_block_count() -> int:
    """Number of blocks of the cluster.

    The result is an isize in [1, 16].
    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def lane_id() -> int:
    """Index of the thread in its warp.

    The result is an isize in [0, 31].
    Source: PTX ISA, Special Registers.
    """

def warp_size() -> int:
    """Number of threads of a warp: 32.

    The result is an isize in [32, 32].
    Source: PTX ISA, Special Registers.
    """

def warp_id() -> int:
    """Index of the warp in its block, from the thread's linear index (x fastest). The register %warpid is another thing: it may change while a thread runs (`hardware_warp_id`).

    The result is an isize in [0, 31].
    """

def hardware_warp_id() -> int:
    """Slot of the warp on its multiprocessor at this moment.

    Source: PTX ISA, Special Registers.
    """

def hardware_warp_slots() -> int:
    """Number of warp slots of a multiprocessor.

    Source: PTX ISA, Special Registers.
    """

def smid() -> int:
    """Multiprocessor that the thread runs on at this moment.

    Source: PTX ISA, Special Registers.
    """

def nsmid() -> int:
    """Bound of the multiprocessor numbers; not all need exist.

    Source: PTX ISA, Special Registers.
    """

def dynamic_shared_size() -> int:
    """Bytes of the shared memory whose size the launch decides.

    Source: PTX ISA, Special Registers.
    """

def total_shared_size() -> int:
    """Bytes of the shared memory of a block, of a size known when the kernel is compiled or decided by the launch.

    Source: PTX ISA, Special Registers.
    """

def aggregate_shared_size() -> int:
    """Bytes of the shared memory of a block, with what the system keeps there for itself.

    Needs sm_90.
    Source: PTX ISA, Special Registers.
    """

def envreg0() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg1() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg2() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg3() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg4() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg5() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg6() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg7() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg8() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg9() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg10() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg11() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg12() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg13() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg14() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg15() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg16() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg17() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg18() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg19() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg20() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg21() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg22() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg23() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg24() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg25() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg26() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg27() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg28() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg29() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg30() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def envreg31() -> int:
    """What the driver has put there; PTX says no more.

    Source: PTX ISA, Special Registers.
    """

def grid_id() -> int:
    """Number of the launch, for tools.

    Source: PTX ISA, Special Registers.
    """

def lanemask_eq() -> int:
    """Mask with the bit of this lane set.

    Source: PTX ISA, Special Registers.
    """

def lanemask_lt() -> int:
    """Mask of the lanes below this one.

    Source: PTX ISA, Special Registers.
    """

def lanemask_le() -> int:
    """Mask of the lanes up to this one.

    Source: PTX ISA, Special Registers.
    """

def lanemask_gt() -> int:
    """Mask of the lanes above this one.

    Source: PTX ISA, Special Registers.
    """

def lanemask_ge() -> int:
    """Mask of this lane and those above it.

    Source: PTX ISA, Special Registers.
    """

def clock() -> int:
    """Cycle counter of the multiprocessor, low 32 bits; wraps.

    Source: PTX ISA, Special Registers.
    """

def clock64() -> int:
    """Cycle counter of the multiprocessor.

    Source: PTX ISA, Special Registers.
    """

def globaltimer() -> int:
    """Nanoseconds of a clock that all multiprocessors share; its step is coarse.

    Source: PTX ISA, Special Registers.
    """

def globaltimer_low() -> int:
    """The low 32 bits of `globaltimer`.

    Source: PTX ISA, Special Registers.
    """

# sync
def sync_threads() -> None:
    """Waits until every thread of the block has come here; what they wrote before is visible to all after. Every thread of the block must reach the same barrier.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar, barrier.
    """

def sync_threads_count(predicate: bool) -> int:
    """`sync_threads`, and the number of threads whose `predicate` is true.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar, barrier.
    """

def sync_threads_and(predicate: bool) -> bool:
    """`sync_threads`, and whether `predicate` is true in all threads.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar, barrier.
    """

def sync_threads_or(predicate: bool) -> bool:
    """`sync_threads`, and whether `predicate` is true in any thread.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar, barrier.
    """

def barrier_sync(barrier: int) -> None:
    """`sync_threads` on the barrier `barrier` (0…15); a block has sixteen.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar, barrier.
    """

def barrier_sync_count(barrier: int, threads: int) -> None:
    """Waits at the barrier `barrier` (0…15) until `threads` threads, a multiple of 32, have come to it.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar, barrier.
    """

def barrier_arrive(barrier: int, threads: int) -> None:
    """Comes to the barrier `barrier` (0…15) of `threads` threads, a multiple of 32, and goes on without waiting.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar, barrier.
    """

def sync_warp(mask: int = 4294967295) -> None:
    """Waits until the threads of the warp that `mask` names have come here; orders their memory accesses.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, bar.warp.sync.
    """

def cluster_arrive() -> None:
    """Comes to the barrier of the cluster, with release order, without waiting.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, barrier.cluster.
    """

def cluster_arrive_unaligned() -> None:
    """Comes to the barrier of the cluster, with release order, without waiting. Threads of a warp may come one by one.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, barrier.cluster.
    """

def cluster_arrive_relaxed() -> None:
    """Comes to the barrier of the cluster without any order.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, barrier.cluster.
    """

def cluster_arrive_relaxed_unaligned() -> None:
    """Comes to the barrier of the cluster without any order. Threads of a warp may come one by one.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, barrier.cluster.
    """

def cluster_wait() -> None:
    """Waits until every thread of the cluster has come to its barrier.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, barrier.cluster.
    """

def cluster_wait_unaligned() -> None:
    """Waits until every thread of the cluster has come to its barrier. Threads of a warp may come one by one.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, barrier.cluster.
    """

def threadfence_block() -> None:
    """Orders this thread's memory accesses before and after, as its block sees them.

    Source: PTX ISA, membar, fence.
    """

def threadfence_cluster() -> None:
    """Orders this thread's memory accesses before and after, as the blocks of its cluster see them.

    Needs sm_90.
    Source: PTX ISA, membar, fence.
    """

def threadfence() -> None:
    """Orders this thread's memory accesses before and after, as the whole device sees them.

    Source: PTX ISA, membar, fence.
    """

def threadfence_system() -> None:
    """Orders this thread's memory accesses before and after, as the host and peers see them.

    Source: PTX ISA, membar, fence.
    """

def fence(order: Literal["acquire", "release", "acq_rel", "seq_cst"] = "seq_cst", scope: Literal["block", "cluster", "device", "system"] = "device") -> None:
    """A memory fence of an order and a scope, as `std::atomic_thread_fence`. `acquire` and `release` are given by `acq_rel`, the weakest fence that every supported target has.

    order is one of acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, membar, fence.
    """

# warp
def shfl_sync(value: _T, lane: int, mask: int = 4294967295) -> _T:
    """`value` of the lane `lane` (modulo 32). 64-bit values travel as two halves.

    T is one of i32, u32, f32, i64, u64, f64.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, shfl.sync.
    """

def shfl_sync_up(value: _T, delta: int, mask: int = 4294967295) -> _T:
    """`value` of the lane `delta` below; lanes under `delta` keep their own. 64-bit values travel as two halves.

    T is one of i32, u32, f32, i64, u64, f64.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, shfl.sync.
    """

def shfl_sync_down(value: _T, delta: int, mask: int = 4294967295) -> _T:
    """`value` of the lane `delta` above; the last `delta` lanes keep their own. 64-bit values travel as two halves.

    T is one of i32, u32, f32, i64, u64, f64.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, shfl.sync.
    """

def shfl_sync_xor(value: _T, lane_mask: int, mask: int = 4294967295) -> _T:
    """`value` of the lane whose number is this lane's xor `lane_mask`. 64-bit values travel as two halves.

    T is one of i32, u32, f32, i64, u64, f64.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, shfl.sync.
    """

def all_sync(predicate: bool, mask: int = 4294967295) -> bool:
    """Whether `predicate` is true in all lanes of `mask`.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, vote.sync.
    """

def any_sync(predicate: bool, mask: int = 4294967295) -> bool:
    """Whether `predicate` is true in any lane of `mask`.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, vote.sync.
    """

def uni_sync(predicate: bool, mask: int = 4294967295) -> bool:
    """Whether `predicate` is the same in all lanes of `mask`.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, vote.sync.
    """

def ballot_sync(predicate: bool, mask: int = 4294967295) -> int:
    """Mask of the lanes of `mask` in which `predicate` is true.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, vote.sync.
    """

def match_any_sync(value: _T, mask: int = 4294967295) -> int:
    """Mask of the lanes of `mask` whose `value` has the same bits as this lane's.

    T is one of i32, u32, i64, u64.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, match.sync.
    """

def match_all_sync(value: _T, mask: int = 4294967295) -> tuple[int, bool]:
    """`(mask, True)` if `value` has the same bits in all lanes of `mask`, otherwise `(0, False)`.

    T is one of i32, u32, i64, u64.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, match.sync.
    """

def active_mask() -> int:
    """Mask of the lanes that run this instruction together, at this moment.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, activemask.
    """

def elect_sync(mask: int = 4294967295) -> bool:
    """True in exactly one lane of `mask`, the same one each time for the same mask.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, elect.sync.
    """

def redux_sync_add(value: _T, mask: int = 4294967295) -> _T:
    """Sum of `value` over the lanes of `mask`, modulo 2³².

    T is one of i32, u32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, redux.sync.
    """

def redux_sync_min(value: _T, mask: int = 4294967295, abs: bool = False, nan: bool = False) -> _T:
    """Least `value` of the lanes of `mask`; of floats with `abs` the least magnitude, and with `nan` a NaN if there is one.

    T is one of i32, u32, f32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    f32 needs sm_100.
    Source: PTX ISA, redux.sync.
    """

def redux_sync_max(value: _T, mask: int = 4294967295, abs: bool = False, nan: bool = False) -> _T:
    """Greatest `value` of the lanes of `mask`; of floats with `abs` the greatest magnitude, and with `nan` a NaN if there is one.

    T is one of i32, u32, f32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    f32 needs sm_100.
    Source: PTX ISA, redux.sync.
    """

def redux_sync_and(value: _T, mask: int = 4294967295) -> _T:
    """Bitwise and of `value` over the lanes of `mask`.

    T is one of u32, i32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, redux.sync.
    """

def redux_sync_or(value: _T, mask: int = 4294967295) -> _T:
    """Bitwise or of `value` over the lanes of `mask`.

    T is one of u32, i32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, redux.sync.
    """

def redux_sync_xor(value: _T, mask: int = 4294967295) -> _T:
    """Bitwise exclusive or of `value` over the lanes of `mask`.

    T is one of u32, i32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, redux.sync.
    """

# atomics
def atomic_add(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Adds `value` to the element and gives the old element; integers wrap.

    T is one of i32, u32, i64, u64, f32, f64, f16, bf16.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    bf16 needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_sub(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Subtracts `value` from the element and gives the old element; integers wrap.

    T is one of i32, u32, i64, u64, f32, f64, f16, bf16.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    bf16 needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_min(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts the smaller of the element and `value`; gives the old element.

    T is one of i32, u32, i64, u64.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_max(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts the larger of the element and `value`; gives the old element.

    T is one of i32, u32, i64, u64.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_and(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts the bitwise and with `value`; gives the old element.

    T is one of i32, u32, i64, u64.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_or(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts the bitwise or with `value`; gives the old element.

    T is one of i32, u32, i64, u64.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_xor(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts the bitwise exclusive or with `value`; gives the old element.

    T is one of i32, u32, i64, u64.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_exchange(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts `value`; gives the old element.

    T is one of i32, u32, i64, u64, f32, f64.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_inc(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts 0 if the element is at least `value`, else one more; gives the old element.

    T is one of u32.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_dec(place: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts `value` if the element is 0 or above `value`, else one less; gives the old element.

    T is one of u32.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_add_f16x2(place: int, value: int, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> int:
    """Adds the two f16 halves of `value` to those of the element, each on its own, and gives the old element.

    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_add_bf16x2(place: int, value: int, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> int:
    """Adds the two bf16 halves of `value` to those of the element, each on its own, and gives the old element.

    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_cas(place: _T, expected: _T, value: _T, order: Literal["relaxed", "acquire", "release", "acq_rel", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """Puts `value` if the element equals `expected`; gives the old element in either case.

    T is one of i32, u32, i64, u64, i16, u16.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_load(place: _T, order: Literal["relaxed", "acquire", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """The element, read in one piece.

    T is one of i32, u32, i64, u64, f32, f64, i16, u16, f16, bf16.
    order is one of relaxed, acquire, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, ld.
    """

def atomic_store(place: _T, value: _T, order: Literal["relaxed", "release", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> None:
    """Writes the element in one piece.

    T is one of i32, u32, i64, u64, f32, f64, i16, u16, f16, bf16.
    order is one of relaxed, release, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, st.
    """

# memory
def cp_async(target: _T, source: _T, size: Literal[4, 8, 16], cache: Literal["ca", "cg"] = "ca") -> None:
    """Starts copying `size` bytes (4, 8 or 16; both addresses a multiple of it) from the element `source` of global memory to the element `target` of shared memory. `cg` goes past the first-level cache and wants 16 bytes.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    size is one of 4, 8, 16.
    cache is one of ca, cg.
    Needs sm_80.
    Source: PTX ISA, cp.async.
    """

def cp_async_zfill(target: _T, source: _T, bytes: int, size: Literal[4, 8, 16], cache: Literal["ca", "cg"] = "ca") -> None:
    """Starts copying the first `bytes` of `size` bytes from global to shared memory; the others become zero. `cg` goes past the first-level cache and wants 16 bytes.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    size is one of 4, 8, 16.
    cache is one of ca, cg.
    Needs sm_80.
    Source: PTX ISA, cp.async.
    """

def cp_async_commit_group() -> None:
    """Closes the group of the copies started so far.

    Needs sm_80.
    Source: PTX ISA, cp.async.
    """

def cp_async_wait_group(pending: int) -> None:
    """Waits until at most the latest `pending` groups are unfinished.

    Needs sm_80.
    Source: PTX ISA, cp.async.
    """

def cp_async_wait_all() -> None:
    """Waits for all copies of this thread.

    Needs sm_80.
    Source: PTX ISA, cp.async.
    """

def cp_async_mbarrier_arrive(barrier: int) -> None:
    """Comes to the barrier object when all earlier copies of this thread have finished.

    Needs sm_80.
    Source: PTX ISA, cp.async.mbarrier.arrive.
    """

def cp_async_mbarrier_arrive_noinc(barrier: int) -> None:
    """Comes to the barrier object when all earlier copies of this thread have finished; the arrival is one that it expects.

    Needs sm_80.
    Source: PTX ISA, cp.async.mbarrier.arrive.
    """

def mbarrier_init(barrier: int, count: int) -> None:
    """Makes the element of shared memory a barrier object that expects `count` arrivals a phase.

    Needs sm_80.
    Source: PTX ISA, mbarrier.init.
    """

def mbarrier_inval(barrier: int) -> None:
    """Ends a barrier object, so that its memory may be used again.

    Needs sm_80.
    Source: PTX ISA, mbarrier.inval.
    """

def mbarrier_wait_parity(barrier: int, parity: int, ticks: int = 10000000) -> None:
    """Waits until the phase of parity `parity` (0 or 1) of the barrier object is over; `ticks` is a hint for one sleep, in nanoseconds.

    Needs sm_90.
    Source: PTX ISA, mbarrier.try_wait.
    """

def prefetch_tensor_map(tensor_map: int) -> None:
    """Brings a tensor map to the cache.

    Needs sm_90.
    Source: PTX ISA, prefetch.
    """

def prefetch(place: _T, level: Literal["L1", "L2"] = "L1") -> None:
    """Asks for the cache line of the element to be brought to the cache `level`.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    level is one of L1, L2.
    Source: PTX ISA, prefetch.
    """

# debug
def trap() -> NoReturn:
    """Stops the whole launch with an error.

    Source: PTX ISA, trap.
    """

def breakpoint() -> None:
    """Stops for a debugger, where there is one.

    Source: PTX ISA, brkpt.
    """

def nanosleep(duration: int) -> None:
    """Sleeps for about `duration` nanoseconds: anything from none to twice as long, at most a millisecond.

    Source: PTX ISA, nanosleep.
    """

def pmevent(event: Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]) -> None:
    """Triggers the performance monitor event `event` (0…15).

    event is one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15.
    Source: PTX ISA, pmevent.
    """

def printf(format: str, *values: _Scalar) -> int:
    """Prints as C's `printf`; `format` is a string literal. Narrow integers and floats are widened as C does, and each integer conversion gets the length of its value. Gives the number of arguments, or a negative number if the buffer was full.

    Source: CUDA C++ Programming Guide, Formatted Output.
    """

def device_assert(condition: bool, message: str = "assertion failed") -> None:
    """Stops the whole launch with an error that holds `message` unless `condition` is true."""

def assert_fail(message: str) -> NoReturn:
    """Reports `message` with the place in the source, then stops the whole launch with an error.

    Source: CUDA C++ Programming Guide, Assertion.
    """

# packed
def dp4a(a: _T, b: _T, c: _T) -> _T:
    """`c` plus the sum of the products of the four bytes of `a` and `b`, signed or unsigned as their type.

    T is one of i32, u32.
    Source: PTX ISA, dp4a.
    """

def dp2a_lo(a: _T, b: _T, c: _T) -> _T:
    """`c` plus the sum of the products of the two 16-bit halves of `a` and the two low bytes of `b`.

    T is one of i32, u32.
    Source: PTX ISA, dp2a.
    """

def dp2a_hi(a: _T, b: _T, c: _T) -> _T:
    """`c` plus the sum of the products of the two 16-bit halves of `a` and the two high bytes of `b`.

    T is one of i32, u32.
    Source: PTX ISA, dp2a.
    """

def prmt(a: int, b: int, selector: int) -> int:
    """Four bytes picked out of the eight of `b:a`; each nibble of `selector` names one, its top bit replicates the sign.

    Source: PTX ISA, prmt.
    """

def prmt_f4e(a: int, b: int, selector: int) -> int:
    """Four bytes of `b:a` from byte `selector` (0…3) upwards.

    Source: PTX ISA, prmt.
    """

def prmt_b4e(a: int, b: int, selector: int) -> int:
    """Four bytes of `b:a` from byte `selector` (0…3) downwards, wrapping.

    Source: PTX ISA, prmt.
    """

def prmt_rc8(a: int, selector: int) -> int:
    """Byte `selector` of `a`, four times.

    Source: PTX ISA, prmt.
    """

def prmt_rc16(a: int, selector: int) -> int:
    """16-bit half `selector` of `a`, twice.

    Source: PTX ISA, prmt.
    """

def prmt_ecl(a: int, selector: int) -> int:
    """Bytes of `a`, clamped to the left at `selector`.

    Source: PTX ISA, prmt.
    """

def prmt_ecr(a: int, selector: int) -> int:
    """Bytes of `a`, clamped to the right at `selector`.

    Source: PTX ISA, prmt.
    """

def mul_hi_i32(a: int, b: int) -> int:
    """The upper half of the product of `a` and `b`.

    Source: PTX ISA, mul.
    """

def mul_hi_u32(a: int, b: int) -> int:
    """The upper half of the product of `a` and `b`.

    Source: PTX ISA, mul.
    """

def mul_hi_i64(a: int, b: int) -> int:
    """The upper half of the product of `a` and `b`.

    Source: PTX ISA, mul.
    """

def mul_hi_u64(a: int, b: int) -> int:
    """The upper half of the product of `a` and `b`.

    Source: PTX ISA, mul.
    """

def sin_approx(x: float) -> float:
    """Sine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π].

    Source: PTX ISA, sin.
    """

def sin_approx_ftz(x: float) -> float:
    """Sine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π]. Subnormals count as zero.

    Source: PTX ISA, sin.
    """

def cos_approx(x: float) -> float:
    """Cosine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π].

    Source: PTX ISA, cos.
    """

def cos_approx_ftz(x: float) -> float:
    """Cosine of `x`, absolute error at most 2⁻²⁰·⁹ in [−π, π]. Subnormals count as zero.

    Source: PTX ISA, cos.
    """

def lg2_approx(x: float) -> float:
    """Base-2 logarithm of `x`, absolute error at most 2⁻²² in [0.5, 2], relative 2⁻²² outside.

    Source: PTX ISA, lg2.
    """

def lg2_approx_ftz(x: float) -> float:
    """Base-2 logarithm of `x`, absolute error at most 2⁻²² in [0.5, 2], relative 2⁻²² outside. Subnormals count as zero.

    Source: PTX ISA, lg2.
    """

def rsqrt_approx(x: float) -> float:
    """1/√`x`, relative error at most 2⁻²²·⁹.

    Source: PTX ISA, rsqrt.
    """

def rsqrt_approx_ftz(x: float) -> float:
    """1/√`x`, relative error at most 2⁻²²·⁹. Subnormals count as zero.

    Source: PTX ISA, rsqrt.
    """

def sqrt_approx(x: float) -> float:
    """√`x`, relative error at most 2⁻²³.

    Source: PTX ISA, sqrt.
    """

def sqrt_approx_ftz(x: float) -> float:
    """√`x`, relative error at most 2⁻²³. Subnormals count as zero.

    Source: PTX ISA, sqrt.
    """

def ex2_approx(x: float) -> float:
    """2 to the `x`, at most 2 ulp off.

    Source: PTX ISA, ex2.
    """

def ex2_approx_ftz(x: float) -> float:
    """2 to the `x`, at most 2 ulp off. Subnormals count as zero.

    Source: PTX ISA, ex2.
    """

def tanh_approx(x: float) -> float:
    """Hyperbolic tangent of `x`, relative error at most 2⁻¹¹.

    Source: PTX ISA, tanh.
    """

def rcp_approx_ftz(x: float) -> float:
    """1/`x`, at most 1 ulp off. Subnormals count as zero.

    Source: PTX ISA, rcp.
    """

def div_approx(x: float, y: float) -> float:
    """`x`/`y`, at most 2 ulp off for |y| in [2⁻¹²⁶, 2¹²⁶].

    Source: PTX ISA, div.
    """

def div_full(x: float, y: float) -> float:
    """`x`/`y`, at most 2 ulp off over the full range.

    Source: PTX ISA, div.
    """

# ptx
def inline_ptx(ptx: str, *values: _Scalar, result: type | None = None, cpu: object = None) -> _Scalar:
    """Runs the PTX text `ptx`, a string literal. Operands are `$0`, `$1`, …: first the result, if `result` names a type, then `values` in order. A literal dollar is `$$`. Taken to read and write memory. The CPU calls the device function `cpu` with `values` instead, which gives a `result`; without it the kernel is for GPUs only.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, Instruction Set.
    """

# rounding
def add_rounded(x: _T, y: _T, rounding: Literal["rn", "rz", "rm", "rp"] = "rn", ftz: bool = False, sat: bool = False) -> _T:
    """`x` + `y`, rounded once as `rounding` says.

    T is one of f32, f64.
    rounding is one of rn, rz, rm, rp.
    Source: PTX ISA, add.
    """

def mul_rounded(x: _T, y: _T, rounding: Literal["rn", "rz", "rm", "rp"] = "rn", ftz: bool = False) -> _T:
    """`x` · `y`, rounded once as `rounding` says.

    T is one of f32, f64.
    rounding is one of rn, rz, rm, rp.
    Source: PTX ISA, mul.
    """

def fma_rounded(x: _T, y: _T, z: _T, rounding: Literal["rn", "rz", "rm", "rp"] = "rn", ftz: bool = False, sat: bool = False) -> _T:
    """`x` · `y` + `z`, rounded once as `rounding` says.

    T is one of f32, f64.
    rounding is one of rn, rz, rm, rp.
    Source: PTX ISA, fma.
    """

def div_rounded(x: _T, y: _T, rounding: Literal["rn", "rz", "rm", "rp"] = "rn", ftz: bool = False) -> _T:
    """`x` / `y`, rounded once as `rounding` says.

    T is one of f32, f64.
    rounding is one of rn, rz, rm, rp.
    Source: PTX ISA, div.
    """

def rcp_rounded(x: _T, rounding: Literal["rn", "rz", "rm", "rp"] = "rn", ftz: bool = False) -> _T:
    """1 / `x`, rounded once as `rounding` says.

    T is one of f32, f64.
    rounding is one of rn, rz, rm, rp.
    Source: PTX ISA, rcp.
    """

def sqrt_rounded(x: _T, rounding: Literal["rn", "rz", "rm", "rp"] = "rn", ftz: bool = False) -> _T:
    """√`x`, rounded once as `rounding` says.

    T is one of f32, f64.
    rounding is one of rn, rz, rm, rp.
    Source: PTX ISA, sqrt.
    """

def rcp_approx_f64(x: float) -> float:
    """1/`x` from the upper half of `x`; the lower half of the result is zero.

    Source: PTX ISA, rcp.approx.ftz.f64.
    """

def rsqrt_approx_f64(x: float, ftz: bool = False) -> float:
    """1/√`x`, relative error about 2⁻²⁰; `ftz` computes from the upper half of `x` alone.

    Source: PTX ISA, rsqrt.
    """

# halves
def add_f16x2(x: int, y: int, ftz: bool = False, sat: bool = False) -> int:
    """Sum of `x` and `y`, each half on its own; `sat` clamps to [0, 1].

    Source: PTX ISA, add.
    """

def add_bf16x2(x: int, y: int) -> int:
    """Sum of `x` and `y`, each half on its own.

    Needs sm_90.
    Source: PTX ISA, add.
    """

def sub_f16x2(x: int, y: int, ftz: bool = False, sat: bool = False) -> int:
    """Difference of `x` and `y`, each half on its own; `sat` clamps to [0, 1].

    Source: PTX ISA, sub.
    """

def sub_bf16x2(x: int, y: int) -> int:
    """Difference of `x` and `y`, each half on its own.

    Needs sm_90.
    Source: PTX ISA, sub.
    """

def mul_f16x2(x: int, y: int, ftz: bool = False, sat: bool = False) -> int:
    """Product of `x` and `y`, each half on its own; `sat` clamps to [0, 1].

    Source: PTX ISA, mul.
    """

def mul_bf16x2(x: int, y: int) -> int:
    """Product of `x` and `y`, each half on its own.

    Needs sm_90.
    Source: PTX ISA, mul.
    """

def fma_f16x2(x: int, y: int, z: int, ftz: bool = False, clamp: Literal["none", "sat", "relu"] = "none") -> int:
    """`x` · `y` + `z`, each half on its own, rounded once; `sat` clamps to [0, 1], `relu` takes what is negative, or NaN, to zero.

    clamp is one of none, sat, relu.
    Source: PTX ISA, fma.
    """

def fma_bf16x2(x: int, y: int, z: int, relu: bool = False) -> int:
    """`x` · `y` + `z`, each half on its own, rounded once; `relu` takes what is negative to zero.

    Needs sm_80.
    Source: PTX ISA, fma.
    """

def abs_f16x2(x: int) -> int:
    """Absolute value of each half of `x`.

    Source: PTX ISA, abs.
    """

def abs_bf16x2(x: int) -> int:
    """Absolute value of each half of `x`.

    Needs sm_80.
    Source: PTX ISA, abs.
    """

def neg_f16x2(x: int) -> int:
    """Negative of each half of `x`.

    Source: PTX ISA, neg.
    """

def neg_bf16x2(x: int) -> int:
    """Negative of each half of `x`.

    Needs sm_80.
    Source: PTX ISA, neg.
    """

def min_float(x: _T, y: _T, ftz: bool = False, nan: bool = False, xorsign_abs: bool = False) -> _T:
    """The smaller of `x` and `y`; `nan` gives NaN if one is NaN, else the other is taken; `xorsign_abs` compares the absolute values and takes the exclusive or of the signs.

    T is one of f32, f16, bf16.
    f16 needs sm_80.
    bf16 needs sm_80.
    Source: PTX ISA, min{ftz?.
    """

def min_f16x2(x: int, y: int, ftz: bool = False, nan: bool = False, xorsign_abs: bool = False) -> int:
    """The smaller of `x` and `y`, each half on its own; `nan` gives NaN if one is NaN, else the other is taken; `xorsign_abs` compares the absolute values and takes the exclusive or of the signs.

    Needs sm_80.
    Source: PTX ISA, min{ftz?.
    """

def min_bf16x2(x: int, y: int, nan: bool = False, xorsign_abs: bool = False) -> int:
    """The smaller of `x` and `y`, each half on its own; `nan` gives NaN if one is NaN, else the other is taken; `xorsign_abs` compares the absolute values and takes the exclusive or of the signs.

    Needs sm_80.
    Source: PTX ISA, min{nan?.
    """

def max_float(x: _T, y: _T, ftz: bool = False, nan: bool = False, xorsign_abs: bool = False) -> _T:
    """The larger of `x` and `y`; `nan` gives NaN if one is NaN, else the other is taken; `xorsign_abs` compares the absolute values and takes the exclusive or of the signs.

    T is one of f32, f16, bf16.
    f16 needs sm_80.
    bf16 needs sm_80.
    Source: PTX ISA, max{ftz?.
    """

def max_f16x2(x: int, y: int, ftz: bool = False, nan: bool = False, xorsign_abs: bool = False) -> int:
    """The larger of `x` and `y`, each half on its own; `nan` gives NaN if one is NaN, else the other is taken; `xorsign_abs` compares the absolute values and takes the exclusive or of the signs.

    Needs sm_80.
    Source: PTX ISA, max{ftz?.
    """

def max_bf16x2(x: int, y: int, nan: bool = False, xorsign_abs: bool = False) -> int:
    """The larger of `x` and `y`, each half on its own; `nan` gives NaN if one is NaN, else the other is taken; `xorsign_abs` compares the absolute values and takes the exclusive or of the signs.

    Needs sm_80.
    Source: PTX ISA, max{nan?.
    """

def tanh_approx_f16x2(x: int) -> int:
    """Hyperbolic tangent of each half of `x`, approximately.

    Source: PTX ISA, tanh.
    """

def tanh_approx_bf16x2(x: int) -> int:
    """Hyperbolic tangent of each half of `x`, approximately.

    Needs sm_90.
    Source: PTX ISA, tanh.
    """

def ex2_approx_f16x2(x: int) -> int:
    """2 to the power of each half of `x`, approximately.

    Source: PTX ISA, ex2.
    """

def ex2_approx_bf16x2(x: int) -> int:
    """2 to the power of each half of `x`, approximately.

    Needs sm_90.
    Source: PTX ISA, ex2.
    """

# conversions
def cvt_tf32_f32(x: float, rounding: Literal["rna", "rn", "rz"] = "rna", relu: bool = False, satfinite: bool = False) -> int:
    """`x` rounded to a `tf32` (`rna` takes a tie away from zero); `satfinite` clamps to the largest finite number, `relu` takes what is negative to zero.

    rounding is one of rna, rn, rz.
    Needs sm_80.
    Source: PTX ISA, cvt.
    """

def cvt_f16x2_f32(high: float, low: float, rounding: Literal["rn", "rz"] = "rn", relu: bool = False) -> int:
    """`high` and `low` rounded to the halves of an `f16x2`; `relu` takes what is negative to zero.

    rounding is one of rn, rz.
    Needs sm_80.
    Source: PTX ISA, cvt.
    """

def cvt_bf16x2_f32(high: float, low: float, rounding: Literal["rn", "rz"] = "rn", relu: bool = False) -> int:
    """`high` and `low` rounded to the halves of an `bf16x2`; `relu` takes what is negative to zero.

    rounding is one of rn, rz.
    Needs sm_80.
    Source: PTX ISA, cvt.
    """

def cvt_f8x2_f32(high: float, low: float, format: Literal["e4m3", "e5m2"], relu: bool = False) -> int:
    """`high` and `low` rounded to two 8-bit floats, clamped to the largest finite ones; `relu` takes what is negative to zero.

    format is one of e4m3, e5m2.
    Needs sm_89.
    Source: PTX ISA, cvt.
    """

def cvt_f6x2_f32(high: float, low: float, format: Literal["e2m3", "e3m2"], relu: bool = False) -> int:
    """`high` and `low` rounded to two 6-bit floats, one a byte, clamped to the largest finite ones; `relu` takes what is negative to zero.

    format is one of e2m3, e3m2.
    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_f4x2_f32(high: float, low: float, relu: bool = False) -> int:
    """`high` and `low` rounded to two 4-bit floats (`e2m1`) in one byte, clamped to the largest finite ones; `relu` takes what is negative to zero.

    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_ue8m0x2_f32(high: float, low: float, rounding: Literal["rz", "rp"], satfinite: bool = False) -> int:
    """The exponents of `high` and `low` as two scales, powers of two of 8 bits.

    rounding is one of rz, rp.
    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_f16x2_f32_rs(high: float, low: float, random: int, relu: bool = False, satfinite: bool = False) -> int:
    """`high` and `low` rounded to the halves of an `f16x2`, up or down by the bits `random`: a number that lies nearer to one of them goes there more often; `satfinite` clamps to the largest finite number, `relu` takes what is negative to zero.

    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_bf16x2_f32_rs(high: float, low: float, random: int, relu: bool = False, satfinite: bool = False) -> int:
    """`high` and `low` rounded to the halves of an `bf16x2`, up or down by the bits `random`: a number that lies nearer to one of them goes there more often; `satfinite` clamps to the largest finite number, `relu` takes what is negative to zero.

    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_f8x4_f32_rs(x: tuple[float, float, float, float], random: int, format: Literal["e4m3", "e5m2"], relu: bool = False) -> int:
    """The four `x`, the first in the lowest bits, rounded to 8-bit floats, up or down by the bits `random`: a number that lies nearer to one of them goes there more often; clamped to the largest finite ones; `relu` takes what is negative to zero.

    format is one of e4m3, e5m2.
    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_f6x4_f32_rs(x: tuple[float, float, float, float], random: int, format: Literal["e2m3", "e3m2"], relu: bool = False) -> int:
    """The four `x`, the first in the lowest bits, rounded to 6-bit floats, up or down by the bits `random`: a number that lies nearer to one of them goes there more often; clamped to the largest finite ones; `relu` takes what is negative to zero.

    format is one of e2m3, e3m2.
    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_f4x4_f32_rs(x: tuple[float, float, float, float], random: int, relu: bool = False) -> int:
    """The four `x`, the first in the lowest bits, rounded to 4-bit floats, up or down by the bits `random`: a number that lies nearer to one of them goes there more often; clamped to the largest finite ones; `relu` takes what is negative to zero.

    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_f8x2_f16x2(x: int, format: Literal["e4m3", "e5m2"], relu: bool = False) -> int:
    """The halves of the `f16x2` `x` rounded to 8-bit floats, clamped to the largest finite ones; `relu` takes what is negative to zero.

    format is one of e4m3, e5m2.
    Needs sm_89.
    Source: PTX ISA, cvt.
    """

def cvt_f16x2_f8x2(x: int, format: Literal["e4m3", "e5m2"], relu: bool = False) -> int:
    """Two 8-bit floats as an `f16x2`, exactly; `relu` takes what is negative to zero.

    format is one of e4m3, e5m2.
    Needs sm_89.
    Source: PTX ISA, cvt.
    """

def cvt_f16x2_f6x2(x: int, format: Literal["e2m3", "e3m2"], relu: bool = False) -> int:
    """Two 6-bit floats, one a byte, as an `f16x2`, exactly; `relu` takes what is negative to zero.

    format is one of e2m3, e3m2.
    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_f16x2_f4x2(x: int, relu: bool = False) -> int:
    """Two 4-bit floats (`e2m1`) in the low byte of `x` as an `f16x2`, exactly; `relu` takes what is negative to zero.

    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_bf16x2_ue8m0x2(x: int) -> int:
    """Two scales, powers of two of 8 bits, as a `bf16x2`, exactly.

    Needs sm_100.
    Source: PTX ISA, cvt.
    """

def cvt_ue8m0x2_bf16x2(x: int, rounding: Literal["rz", "rp"], satfinite: bool = False) -> int:
    """The exponents of the halves of the `bf16x2` `x` as two scales, powers of two of 8 bits.

    rounding is one of rz, rp.
    Needs sm_100.
    Source: PTX ISA, cvt.
    """

# matrix
def mma_m16n8k8_f32_f16(a: tuple[int, int], b: tuple[int], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of f16, summed up in f32. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k8_f16_f16(a: tuple[int, int], b: tuple[int], c: tuple[int, int]) -> tuple[int, int]:
    """`a` · `b` + `c` of f16, summed up in f16. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k16_f32_f16(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of f16, summed up in f32. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k16_f16_f16(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[int, int]) -> tuple[int, int]:
    """`a` · `b` + `c` of f16, summed up in f16. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k8_f32_bf16(a: tuple[int, int], b: tuple[int], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of bf16, summed up in f32. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k16_f32_bf16(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of bf16, summed up in f32. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k4_f32_tf32(a: tuple[int, int], b: tuple[int], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of tf32, summed up in f32. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k8_f32_tf32(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of tf32, summed up in f32. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m8n8k4_f64_f64(a: tuple[float], b: tuple[float], c: tuple[float, float]) -> tuple[float, float]:
    """`a` · `b` + `c` of f64, summed up in f64. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k4_f64_f64(a: tuple[float, float], b: tuple[float], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of f64, summed up in f64. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, mma.
    """

def mma_m16n8k8_f64_f64(a: tuple[float, float, float, float], b: tuple[float, float], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of f64, summed up in f64. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, mma.
    """

def mma_m16n8k16_f64_f64(a: tuple[float, float, float, float, float, float, float, float], b: tuple[float, float, float, float], c: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of f64, summed up in f64. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, mma.
    """

def mma_m16n8k16_f32_f8(a: tuple[int, int], b: tuple[int], c: tuple[float, float, float, float], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of e4m3 or e5m2, summed up in f32. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_89.
    Source: PTX ISA, mma.
    """

def mma_m16n8k16_f16_f8(a: tuple[int, int], b: tuple[int], c: tuple[int, int], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"]) -> tuple[int, int]:
    """`a` · `b` + `c` of e4m3 or e5m2, summed up in f16. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_89.
    Source: PTX ISA, mma.
    """

def mma_m16n8k32_f32_f8(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of e4m3 or e5m2, summed up in f32. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_89.
    Source: PTX ISA, mma.
    """

def mma_m16n8k32_f16_f8(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[int, int], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"]) -> tuple[int, int]:
    """`a` · `b` + `c` of e4m3 or e5m2, summed up in f16. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_89.
    Source: PTX ISA, mma.
    """

def mma_m16n8k32_f32_f8f6f4(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float], a_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], b_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of e4m3 or e5m2 or e3m2 or e2m3 or e2m1, summed up in f32. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    b_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.
    """

def mma_m16n8k32_f16_f8f6f4(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[int, int], a_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], b_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]) -> tuple[int, int]:
    """`a` · `b` + `c` of e4m3 or e5m2 or e3m2 or e2m3 or e2m1, summed up in f16. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    b_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.
    """

def mma_m8n8k16_s32_i8(a: tuple[int], b: tuple[int], c: tuple[int, int], a_type: Literal["s8", "u8"], b_type: Literal["s8", "u8"], satfinite: bool = False) -> tuple[int, int]:
    """`a` · `b` + `c` of s8 or u8, summed up in s32. All lanes of the warp run it together.

    a_type is one of s8, u8.
    b_type is one of s8, u8.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, mma.
    """

def mma_m16n8k16_s32_i8(a: tuple[int, int], b: tuple[int], c: tuple[int, int, int, int], a_type: Literal["s8", "u8"], b_type: Literal["s8", "u8"], satfinite: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s8 or u8, summed up in s32. All lanes of the warp run it together.

    a_type is one of s8, u8.
    b_type is one of s8, u8.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k32_s32_i8(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[int, int, int, int], a_type: Literal["s8", "u8"], b_type: Literal["s8", "u8"], satfinite: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s8 or u8, summed up in s32. All lanes of the warp run it together.

    a_type is one of s8, u8.
    b_type is one of s8, u8.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m8n8k32_s32_i4(a: tuple[int], b: tuple[int], c: tuple[int, int], a_type: Literal["s4", "u4"], b_type: Literal["s4", "u4"], satfinite: bool = False) -> tuple[int, int]:
    """`a` · `b` + `c` of s4 or u4, summed up in s32. All lanes of the warp run it together.

    a_type is one of s4, u4.
    b_type is one of s4, u4.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, mma.
    """

def mma_m16n8k32_s32_i4(a: tuple[int, int], b: tuple[int], c: tuple[int, int, int, int], a_type: Literal["s4", "u4"], b_type: Literal["s4", "u4"], satfinite: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s4 or u4, summed up in s32. All lanes of the warp run it together.

    a_type is one of s4, u4.
    b_type is one of s4, u4.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k64_s32_i4(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[int, int, int, int], a_type: Literal["s4", "u4"], b_type: Literal["s4", "u4"], satfinite: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s4 or u4, summed up in s32. All lanes of the warp run it together.

    a_type is one of s4, u4.
    b_type is one of s4, u4.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m8n8k128_s32_b1(a: tuple[int], b: tuple[int], c: tuple[int, int], operation: Literal["xor", "and"] = "xor") -> tuple[int, int]:
    """`c` plus the number of ones in the `operation` of the rows of bits of `a` and the columns of `b`. All lanes of the warp run it together.

    operation is one of xor, and.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, mma.
    """

def mma_m16n8k128_s32_b1(a: tuple[int, int], b: tuple[int], c: tuple[int, int, int, int], operation: Literal["xor", "and"] = "xor") -> tuple[int, int, int, int]:
    """`c` plus the number of ones in the `operation` of the rows of bits of `a` and the columns of `b`. All lanes of the warp run it together.

    operation is one of xor, and.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_m16n8k256_s32_b1(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[int, int, int, int], operation: Literal["xor", "and"] = "xor") -> tuple[int, int, int, int]:
    """`c` plus the number of ones in the `operation` of the rows of bits of `a` and the columns of `b`. All lanes of the warp run it together.

    operation is one of xor, and.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.
    """

def mma_sp_m16n8k16_f32_f16(a: tuple[int, int], b: tuple[int, int], c: tuple[float, float, float, float], metadata: int, selector: Literal[0, 1, 2, 3] = 0, ordered: bool = False) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of f16, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1, 2, 3.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k16_f16_f16(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], metadata: int, selector: Literal[0, 1, 2, 3] = 0, ordered: bool = False) -> tuple[int, int]:
    """`a` · `b` + `c` of f16, summed up in f16, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1, 2, 3.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k32_f32_f16(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, selector: Literal[0, 1] = 0, ordered: bool = False) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of f16, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k32_f16_f16(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[int, int], metadata: int, selector: Literal[0, 1] = 0, ordered: bool = False) -> tuple[int, int]:
    """`a` · `b` + `c` of f16, summed up in f16, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k16_f32_bf16(a: tuple[int, int], b: tuple[int, int], c: tuple[float, float, float, float], metadata: int, selector: Literal[0, 1, 2, 3] = 0, ordered: bool = False) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of bf16, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1, 2, 3.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k32_f32_bf16(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, selector: Literal[0, 1] = 0, ordered: bool = False) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of bf16, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k8_f32_tf32(a: tuple[int, int], b: tuple[int, int], c: tuple[float, float, float, float], metadata: int, selector: Literal[0, 1, 2, 3] = 0, ordered: bool = False) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of tf32, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1, 2, 3.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k16_f32_tf32(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, selector: Literal[0, 1] = 0, ordered: bool = False) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of tf32, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    selector is one of 0, 1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k64_f32_f8(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"], ordered: bool = False) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of e4m3 or e5m2, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_89.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k64_f32_f8f6f4(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, a_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], b_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of e4m3 or e5m2 or e3m2 or e2m3 or e2m1, summed up in f32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names, in ascending order. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    b_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k64_f16_f8f6f4(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[int, int], metadata: int, a_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], b_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]) -> tuple[int, int]:
    """`a` · `b` + `c` of e4m3 or e5m2 or e3m2 or e2m3 or e2m1, summed up in f16, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names, in ascending order. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    b_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k32_s32_i8(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int, int, int], metadata: int, a_type: Literal["s8", "u8"], b_type: Literal["s8", "u8"], satfinite: bool = False, selector: Literal[0, 1] = 0, ordered: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s8 or u8, summed up in s32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    a_type is one of s8, u8.
    b_type is one of s8, u8.
    selector is one of 0, 1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k64_s32_i8(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[int, int, int, int], metadata: int, a_type: Literal["s8", "u8"], b_type: Literal["s8", "u8"], satfinite: bool = False, ordered: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s8 or u8, summed up in s32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    a_type is one of s8, u8.
    b_type is one of s8, u8.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k64_s32_i4(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int, int, int], metadata: int, a_type: Literal["s4", "u4"], b_type: Literal["s4", "u4"], satfinite: bool = False, selector: Literal[0, 1] = 0, ordered: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s4 or u4, summed up in s32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    a_type is one of s4, u4.
    b_type is one of s4, u4.
    selector is one of 0, 1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_sp_m16n8k128_s32_i4(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[int, int, int, int], metadata: int, a_type: Literal["s4", "u4"], b_type: Literal["s4", "u4"], satfinite: bool = False, ordered: bool = False) -> tuple[int, int, int, int]:
    """`a` · `b` + `c` of s4 or u4, summed up in s32, where half of the elements of `a` are zero: `metadata` says which are not, brought by the lanes that `selector` names; `ordered` promises that they are in ascending order. All lanes of the warp run it together.

    a_type is one of s4, u4.
    b_type is one of s4, u4.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, mma.sp.
    """

def mma_m16n8k32_f32_mxf8f6f4(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float], scale_a: int, scale_b: int, a_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], b_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], byte_a: int = 0, thread_a: int = 0, byte_b: int = 0, thread_b: int = 0) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of floats of 8, 6 or 4 bits, summed up in f32, each block of a row of `a` and of a column of `b` times its scale. `scale_a` holds four scales of a byte; `byte_a` and `thread_a` say which of the lanes and of the bytes give those that count, and so for `b`. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    b_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.
    """

def mma_sp_m16n8k64_f32_mxf8f6f4(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, scale_a: int, scale_b: int, a_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], b_type: Literal["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], byte_a: int = 0, thread_a: int = 0, byte_b: int = 0, thread_b: int = 0) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of floats of 8, 6 or 4 bits, summed up in f32, each block of a row of `a` and of a column of `b` times its scale, where half of the elements of `a` are zero: `metadata` says which are not, in ascending order. `scale_a` holds four scales of a byte; `byte_a` and `thread_a` say which of the lanes and of the bytes give those that count, and so for `b`. All lanes of the warp run it together.

    a_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    b_type is one of e4m3, e5m2, e3m2, e2m3, e2m1.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.sp.
    """

def mma_m16n8k64_f32_mxf4(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float], scale_a: int, scale_b: int, byte_a: int = 0, thread_a: int = 0, byte_b: int = 0, thread_b: int = 0) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of floats of 4 bits, summed up in f32, each block of a row of `a` and of a column of `b` times its scale. `scale_a` holds four scales of a byte; `byte_a` and `thread_a` say which of the lanes and of the bytes give those that count, and so for `b`. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.
    """

def mma_sp_m16n8k128_f32_mxf4(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, scale_a: int, scale_b: int, byte_a: int = 0, thread_a: int = 0, byte_b: int = 0, thread_b: int = 0) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of floats of 4 bits, summed up in f32, each block of a row of `a` and of a column of `b` times its scale, where half of the elements of `a` are zero: `metadata` says which are not, in ascending order. `scale_a` holds four scales of a byte; `byte_a` and `thread_a` say which of the lanes and of the bytes give those that count, and so for `b`. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.sp.
    """

def mma_m16n8k64_f32_mxf4nvf4(a: tuple[int, int, int, int], b: tuple[int, int], c: tuple[float, float, float, float], scale_a: int, scale_b: int, scale_type: Literal["ue8m0", "ue4m3"], byte_a: int = 0, thread_a: int = 0, byte_b: int = 0, thread_b: int = 0) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of floats of 4 bits, summed up in f32, each block of a row of `a` and of a column of `b` times its scale. `scale_a` holds four scales of a byte; `byte_a` and `thread_a` say which of the lanes and of the bytes give those that count, and so for `b`. All lanes of the warp run it together.

    scale_type is one of ue8m0, ue4m3.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.
    """

def mma_sp_m16n8k128_f32_mxf4nvf4(a: tuple[int, int, int, int], b: tuple[int, int, int, int], c: tuple[float, float, float, float], metadata: int, scale_a: int, scale_b: int, scale_type: Literal["ue8m0", "ue4m3"], byte_a: int = 0, thread_a: int = 0, byte_b: int = 0, thread_b: int = 0) -> tuple[float, float, float, float]:
    """`a` · `b` + `c` of floats of 4 bits, summed up in f32, each block of a row of `a` and of a column of `b` times its scale, where half of the elements of `a` are zero: `metadata` says which are not, in ascending order. `scale_a` holds four scales of a byte; `byte_a` and `thread_a` say which of the lanes and of the bytes give those that count, and so for `b`. All lanes of the warp run it together.

    scale_type is one of ue8m0, ue4m3.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_120.
    Source: PTX ISA, mma.sp.
    """

def ldmatrix(row: _T, count: Literal[1, 2, 4], trans: bool = False) -> tuple[int, ...]:
    """The lane's parts of `count` 8×8 matrices of 16-bit elements; lane `i` of the first 8 · `count` names the start of row `i`, 16 bytes. `trans` transposes them. All lanes of the warp run it together.

    T is one of f16, bf16, i8, u8, i16, u16, f32, i32, u32, i64, u64.
    count is one of 1, 2, 4.
    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, ldmatrix.
    """

def ldmatrix_m16n16(row: _T, count: Literal[1, 2], format: Literal["b8", "b4x16_p64", "b6x16_p32"]) -> tuple[int, ...]:
    """The lane's parts of `count` 16×16 matrices of bytes, transposed; 4-bit (`b4x16_p64`) and 6-bit elements (`b6x16_p32`) are spread to a byte each. All lanes of the warp run it together.

    T is one of f16, bf16, i8, u8, i16, u16, f32, i32, u32, i64, u64.
    count is one of 1, 2.
    format is one of b8, b4x16_p64, b6x16_p32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, ldmatrix.
    """

def ldmatrix_m8n16(row: _T, count: Literal[1, 2, 4], format: Literal["b4x16_p64", "b6x16_p32"]) -> tuple[int, ...]:
    """The lane's parts of `count` 8×16 matrices of 4-bit (`b4x16_p64`) or 6-bit elements (`b6x16_p32`), spread to a byte each. All lanes of the warp run it together.

    T is one of f16, bf16, i8, u8, i16, u16, f32, i32, u32, i64, u64.
    count is one of 1, 2, 4.
    format is one of b4x16_p64, b6x16_p32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, ldmatrix.
    """

def stmatrix(row: _T, values: tuple[int, ...], count: Literal[1, 2, 4], trans: bool = False) -> None:
    """Stores the lanes' parts of `count` 8×8 matrices of 16-bit elements; lane `i` of the first 8 · `count` names the start of row `i`, 16 bytes. `trans` transposes them. All lanes of the warp run it together.

    T is one of f16, bf16, i8, u8, i16, u16, f32, i32, u32, i64, u64.
    count is one of 1, 2, 4.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, stmatrix.
    """

def stmatrix_m16n8(row: _T, values: tuple[int, ...], count: Literal[1, 2, 4]) -> None:
    """Stores the lanes' parts of `count` 16×8 matrices of bytes, transposed. All lanes of the warp run it together.

    T is one of f16, bf16, i8, u8, i16, u16, f32, i32, u32, i64, u64.
    count is one of 1, 2, 4.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, stmatrix.
    """

def movmatrix_trans(x: int) -> int:
    """The lane's part of the transpose of an 8×8 matrix of 16-bit elements that the registers `x` of the warp hold. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Source: PTX ISA, movmatrix.
    """

# barriers
def mbarrier_arrive(barrier: int) -> int:
    """Comes to the barrier object with release order; gives its phase for `mbarrier_test_wait`.

    Needs sm_80.
    Source: PTX ISA, mbarrier.arrive.
    """

def mbarrier_test_wait(barrier: int, state: int) -> bool:
    """Whether the phase `state` of the barrier object is over; with acquire order. Does not wait.

    Needs sm_80.
    Source: PTX ISA, mbarrier.test_wait.
    """

def mbarrier_arrive_expect_tx(barrier: int, bytes: int) -> None:
    """Comes to the barrier object, which then expects `bytes` more bytes of asynchronous copies in this phase.

    Needs sm_90.
    Source: PTX ISA, mbarrier.arrive.
    """

def mbarrier_arrive_count(barrier: int, count: int) -> int:
    """Comes to the barrier object `count` times; gives its phase.

    Needs sm_90.
    Source: PTX ISA, mbarrier.arrive.
    """

def mbarrier_arrive_drop(barrier: int) -> int:
    """Comes to the barrier object, which expects one arrival less in the phases that follow; gives its phase.

    Needs sm_80.
    Source: PTX ISA, mbarrier.arrive_drop.
    """

def mbarrier_arrive_nocomplete(barrier: int, count: int) -> int:
    """Comes to the barrier object `count` times, which must not end the phase; gives the phase.

    Needs sm_80.
    Source: PTX ISA, mbarrier.arrive.
    """

def mbarrier_arrive_drop_count(barrier: int, count: int, order: Literal["release", "relaxed"] = "release", scope: Literal["cta", "cluster"] = "cta") -> int:
    """Comes to the barrier object `count` times, which expects as many arrivals less in the phases that follow; gives its phase.

    order is one of release, relaxed.
    scope is one of cta, cluster.
    Needs sm_90.
    Source: PTX ISA, mbarrier.arrive_drop.
    """

def mbarrier_arrive_drop_nocomplete(barrier: int, count: int) -> int:
    """Comes to the barrier object `count` times, which must not end the phase, and which expects as many arrivals less in the phases that follow; gives its phase.

    Needs sm_80.
    Source: PTX ISA, mbarrier.arrive_drop.
    """

def mbarrier_arrive_drop_expect_tx(barrier: int, bytes: int, order: Literal["release", "relaxed"] = "release", scope: Literal["cta", "cluster"] = "cta") -> int:
    """Comes to the barrier object, which then expects `bytes` more bytes of asynchronous copies in this phase, and one arrival less in those that follow; gives its phase.

    order is one of release, relaxed.
    scope is one of cta, cluster.
    Needs sm_90.
    Source: PTX ISA, mbarrier.arrive_drop.
    """

def mbarrier_arrive_cluster(address: int) -> None:
    """Comes to the barrier object at `address` in the shared memory of any block of the cluster.

    Needs sm_90.
    Source: PTX ISA, mbarrier.arrive.
    """

def mbarrier_arrive_expect_tx_cluster(address: int, bytes: int) -> None:
    """Comes to the barrier object at `address` in the shared memory of any block of the cluster, which then expects `bytes` more bytes of asynchronous copies in this phase.

    Needs sm_90.
    Source: PTX ISA, mbarrier.arrive.
    """

def mbarrier_arrive_expect_tx_phase(barrier: int, bytes: int, order: Literal["release", "relaxed"] = "release", scope: Literal["cta", "cluster"] = "cta") -> int:
    """Comes to the barrier object, which then expects `bytes` more bytes of asynchronous copies; gives its phase.

    order is one of release, relaxed.
    scope is one of cta, cluster.
    Needs sm_90.
    Source: PTX ISA, mbarrier.arrive.
    """

def mbarrier_expect_tx(barrier: int, bytes: int) -> None:
    """Lets the barrier object expect `bytes` more bytes in this phase, without coming to it.

    Needs sm_90.
    Source: PTX ISA, mbarrier.expect_tx.
    """

def mbarrier_complete_tx(barrier: int, bytes: int) -> None:
    """Counts `bytes` bytes as arrived at the barrier object, without a copy.

    Needs sm_90.
    Source: PTX ISA, mbarrier.complete_tx.
    """

def mbarrier_test_wait_parity(barrier: int, parity: int) -> bool:
    """Whether the phase of parity `parity` (0 or 1) of the barrier object is over; with acquire order. Does not wait.

    Needs sm_80.
    Source: PTX ISA, mbarrier.test_wait.
    """

def mbarrier_try_wait(barrier: int, state: int, scope: Literal["cta", "cluster"] = "cta") -> bool:
    """Waits for the phase `state` of the barrier object to end, but no longer than the device likes; gives whether it has.

    scope is one of cta, cluster.
    Needs sm_90.
    Source: PTX ISA, mbarrier.try_wait{scope=cluster?.
    """

def mbarrier_try_wait_parity(barrier: int, parity: int, scope: Literal["cta", "cluster"] = "cta") -> bool:
    """Waits for the phase of parity `parity` (0 or 1) of the barrier object to end, but no longer than the device likes; gives whether it has.

    scope is one of cta, cluster.
    Needs sm_90.
    Source: PTX ISA, mbarrier.try_wait.
    """

def mbarrier_pending_count(state: int) -> int:
    """How many arrivals were missing in the phase `state`, which `mbarrier_arrive` has given.

    Needs sm_80.
    Source: PTX ISA, mbarrier.pending_count.
    """

def fence_mbarrier_init() -> None:
    """Makes barrier objects that were just initialised known to the other blocks of the cluster.

    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_proxy_async(space: Literal["all", "global", "shared_cta", "shared_cluster"] = "all") -> None:
    """Orders accesses by ordinary instructions with those by asynchronous copies and tensor cores, in the memory `space`.

    space is one of all, global, shared_cta, shared_cluster.
    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_proxy_async_acquire() -> None:
    """Acquire fence between asynchronous and ordinary accesses to the shared memory of the cluster.

    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_proxy_async_release() -> None:
    """Release fence between ordinary accesses to shared memory and asynchronous ones in the cluster.

    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_shared_acquire() -> None:
    """Acquire fence for accesses to the shared memory of the cluster only.

    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_shared_release() -> None:
    """Release fence for accesses to the shared memory of the block only, as the cluster sees them.

    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_proxy_alias() -> None:
    """Orders accesses to one memory through different virtual addresses.

    Source: PTX ISA, fence.
    """

def fence_proxy_tensormap_release(scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> None:
    """Release fence between writing a tensor map and its use.

    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_proxy_tensormap_acquire(tensor_map: int, scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> None:
    """Acquire fence between writing the tensor map that begins at the element and its use.

    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_cluster(order: Literal["acq_rel", "sc"] = "sc") -> None:
    """A memory fence among the threads of the cluster.

    order is one of acq_rel, sc.
    Needs sm_90.
    Source: PTX ISA, fence.
    """

def fence_one_way(order: Literal["acquire", "release"], scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> None:
    """A memory fence of one direction only.

    order is one of acquire, release.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, fence.
    """

# clusters
def shared_address(place: _T) -> int:
    """Where in the shared memory of the block the element lies, in bytes: for descriptors of matrices, and as an address in the cluster.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Source: PTX ISA, Address Spaces.
    """

def map_shared_rank(place: _T, rank: int) -> int:
    """The address of the element in the shared memory of the block `rank` of the cluster.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, mapa.
    """

def dsmem_load(place: _T, rank: int) -> _T:
    """The element in the shared memory of the block `rank` of the cluster.

    T is one of i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, ld.
    """

def dsmem_store(place: _T, rank: int, value: _T) -> None:
    """Puts `value` into the element in the shared memory of the block `rank` of the cluster.

    T is one of i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, st.
    """

def st_async(address: int, value: _T, barrier_address: int) -> None:
    """Starts storing `value` at `address` in the cluster; the barrier object there counts its bytes when it is done.

    T is one of i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, st.async.
    """

def clc_try_cancel(handle: int, barrier: int, multicast: bool = False) -> None:
    """Asks for the launch of a block, or cluster, that has not begun to be cancelled, so that this one can do its work; the answer, 16 bytes at `handle`, is there when the barrier object has counted them, with `multicast` in every block of the cluster.

    Needs sm_100.
    Source: PTX ISA, clusterlaunchcontrol.try_cancel.
    """

def clc_is_canceled(low: int, high: int) -> bool:
    """Whether the answer `high`:`low` of `clc_try_cancel` says that a launch was cancelled.

    Needs sm_100.
    Source: PTX ISA, clusterlaunchcontrol.query_cancel.
    """

def clc_first_block_x(low: int, high: int) -> int:
    """The index along x of the first block of what the answer `high`:`low` says was cancelled.

    Needs sm_100.
    Source: PTX ISA, clusterlaunchcontrol.query_cancel.
    """

def clc_first_block_y(low: int, high: int) -> int:
    """The index along y of the first block of what the answer `high`:`low` says was cancelled.

    Needs sm_100.
    Source: PTX ISA, clusterlaunchcontrol.query_cancel.
    """

def clc_first_block_z(low: int, high: int) -> int:
    """The index along z of the first block of what the answer `high`:`low` says was cancelled.

    Needs sm_100.
    Source: PTX ISA, clusterlaunchcontrol.query_cancel.
    """

def grid_dependency_wait() -> None:
    """Waits until the grids that this one depends on have finished, and what they wrote is visible.

    Needs sm_90.
    Source: PTX ISA, griddepcontrol.
    """

def grid_dependency_launch() -> None:
    """Lets the grids that depend on this one begin once all blocks have said so, or ended.

    Needs sm_90.
    Source: PTX ISA, griddepcontrol.
    """

def set_max_registers(change: Literal["inc", "dec"], count: Literal[24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256]) -> None:
    """Sets how many registers each thread of the warp group may use, a multiple of 8 from 24 to 256, waiting for them when it is more than before.

    change is one of inc, dec.
    count is one of 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, setmaxnreg.
    """

# bulk
def cp_async_bulk_g2s(target: _T, source: _T, bytes: int, barrier: int) -> None:
    """Starts copying `bytes` bytes, a multiple of 16, from global to shared memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.
    """

def cp_async_bulk_g2s_multicast(target: _T, source: _T, bytes: int, barrier: int, blocks: int) -> None:
    """Starts copying `bytes` bytes from global memory to the same place in the shared memory of each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.
    """

def cp_async_bulk_s2g(target: _T, source: _T, bytes: int) -> None:
    """Starts copying `bytes` bytes, a multiple of 16, from shared to global memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.
    """

def cp_async_bulk_s2g_hint(target: _T, source: _T, bytes: int, policy: int) -> None:
    """`cp_async_bulk_s2g` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.
    """

def cp_async_bulk_s2g_masked(target: _T, source: _T, bytes: int, mask: int) -> None:
    """`cp_async_bulk_s2g` of those bytes of each 16 whose bit in `mask` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.
    """

def cp_async_bulk_g2s_hint(target: _T, source: _T, bytes: int, barrier: int, policy: int) -> None:
    """`cp_async_bulk_g2s` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.
    """

def cp_async_bulk_prefetch_hint(source: _T, bytes: int, policy: int) -> None:
    """`cp_async_bulk_prefetch` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.
    """

def cp_async_bulk_s2cluster(target_address: int, source: _T, bytes: int, barrier_address: int) -> None:
    """Starts copying `bytes` bytes from shared memory to that of another block of the cluster, with the barrier object there.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.
    """

def cp_async_bulk_prefetch(source: _T, bytes: int) -> None:
    """Starts bringing `bytes` bytes of global memory to the second-level cache.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.
    """

def cp_reduce_async_bulk(target: _T, source: _T, bytes: int, operation: Literal["add", "min", "max"] = "add") -> None:
    """Starts combining `bytes` bytes of shared memory, element by element, into global memory.

    T is one of u32, i32.
    operation is one of add, min, max.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.
    """

def cp_async_bulk_commit_group() -> None:
    """Closes the group of the bulk copies from shared memory started so far.

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.commit_group.
    """

def cp_async_bulk_wait_group(pending: int, read: bool = False) -> None:
    """Waits until at most the latest `pending` groups are unfinished, or, with `read`, have not yet read all of their source.

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.wait_group.
    """

def cp_async_bulk_tensor_g2s(target: _T, tensor_map: int, coordinates: tuple[int, ...], barrier: int, rank: Literal[1, 2, 3, 4, 5]) -> None:
    """Starts copying a tile of a tensor of `rank` dimensions from global to shared memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_g2s_hint(target: _T, tensor_map: int, coordinates: tuple[int, ...], barrier: int, policy: int, rank: Literal[1, 2, 3, 4, 5]) -> None:
    """`cp_async_bulk_tensor_g2s` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_g2s_multicast(target: _T, tensor_map: int, coordinates: tuple[int, ...], barrier: int, blocks: int, rank: Literal[1, 2, 3, 4, 5], pair: bool = False) -> None:
    """Starts copying a tile of a tensor from global memory to the same place in the shared memory of each block of the cluster whose bit in `blocks` is set; with `pair` either block of a pair may hold the barrier object.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_s2g(tensor_map: int, coordinates: tuple[int, ...], source: _T, rank: Literal[1, 2, 3, 4, 5]) -> None:
    """Starts copying a tile of a tensor of `rank` dimensions from shared to global memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor(tensor_map: int, coordinates: tuple[int, ...], source: _T, rank: Literal[1, 2, 3, 4, 5], operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """Starts combining a tile in shared memory, element by element, into a tensor in global memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor(tensor_map: int, coordinates: tuple[int, ...], rank: Literal[1, 2, 3, 4, 5]) -> None:
    """Starts bringing a tile of a tensor to the second-level cache.

    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_s2g_hint(tensor_map: int, coordinates: tuple[int, ...], source: _T, policy: int, rank: Literal[1, 2, 3, 4, 5]) -> None:
    """`cp_async_bulk_tensor_s2g` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor_hint(tensor_map: int, coordinates: tuple[int, ...], source: _T, policy: int, rank: Literal[1, 2, 3, 4, 5], operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """`cp_reduce_async_bulk_tensor` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor_hint(tensor_map: int, coordinates: tuple[int, ...], policy: int, rank: Literal[1, 2, 3, 4, 5]) -> None:
    """`cp_async_bulk_prefetch_tensor` with a policy for the second-level cache (`create_policy`).

    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_g2s_own(target: _T, tensor_map: int, coordinates: tuple[int, ...], barrier: int, rank: Literal[1, 2, 3, 4, 5]) -> None:
    """`cp_async_bulk_tensor_g2s` to the shared memory of the block alone.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_g2s_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, ...], barrier: int, blocks: int, policy: int, rank: Literal[1, 2, 3, 4, 5], pair: bool = False) -> None:
    """`cp_async_bulk_tensor_g2s_multicast` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    rank is one of 1, 2, 3, 4, 5.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int]) -> None:
    """Starts copying the columns that a convolution reads, from a tensor map of that kind; `offsets` are those in its window.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int], policy: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int], blocks: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int]) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col` along its width; `offsets` are the halo and the offset there.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col_w` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col_w` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col_w` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w_128(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int]) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col` along its width, 128 of them; `offsets` are the halo and the offset.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col_w_128` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col_w_128` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int], barrier: int, offsets: tuple[int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_3d_g2s_im2col_w_128` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_3d_s2g_im2col(tensor_map: int, coordinates: tuple[int, int, int], source: _T) -> None:
    """Starts copying columns from shared memory to a tensor in global memory, by a map of that kind.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor_3d_im2col(tensor_map: int, coordinates: tuple[int, int, int], source: _T, operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """Starts combining columns in shared memory, element by element, into a tensor in global memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor_3d_im2col(tensor_map: int, coordinates: tuple[int, int, int], offsets: tuple[int]) -> None:
    """Starts bringing the columns that a convolution reads to the second-level cache.

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_3d_s2g_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int], source: _T, policy: int) -> None:
    """`cp_async_bulk_tensor_3d_s2g_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor_3d_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int], source: _T, policy: int, operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """`cp_reduce_async_bulk_tensor_3d_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor_3d_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int], offsets: tuple[int], policy: int) -> None:
    """`cp_async_bulk_prefetch_tensor_3d_im2col` with a policy for the second-level cache (`create_policy`).

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int]) -> None:
    """Starts copying the columns that a convolution reads, from a tensor map of that kind; `offsets` are those in its window.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int]) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col` along its width; `offsets` are the halo and the offset there.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col_w` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col_w` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col_w` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w_128(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int]) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col` along its width, 128 of them; `offsets` are the halo and the offset.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col_w_128` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col_w_128` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_4d_g2s_im2col_w_128` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_4d_s2g_im2col(tensor_map: int, coordinates: tuple[int, int, int, int], source: _T) -> None:
    """Starts copying columns from shared memory to a tensor in global memory, by a map of that kind.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor_4d_im2col(tensor_map: int, coordinates: tuple[int, int, int, int], source: _T, operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """Starts combining columns in shared memory, element by element, into a tensor in global memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor_4d_im2col(tensor_map: int, coordinates: tuple[int, int, int, int], offsets: tuple[int, int]) -> None:
    """Starts bringing the columns that a convolution reads to the second-level cache.

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_4d_s2g_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int, int], source: _T, policy: int) -> None:
    """`cp_async_bulk_tensor_4d_s2g_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor_4d_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int, int], source: _T, policy: int, operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """`cp_reduce_async_bulk_tensor_4d_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor_4d_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int, int], offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_prefetch_tensor_4d_im2col` with a policy for the second-level cache (`create_policy`).

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int, int]) -> None:
    """Starts copying the columns that a convolution reads, from a tensor map of that kind; `offsets` are those in its window.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int]) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col` along its width; `offsets` are the halo and the offset there.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col_w` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col_w` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col_w` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w_128(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int]) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col` along its width, 128 of them; `offsets` are the halo and the offset.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int], policy: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col_w_128` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col_w_128` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, offsets: tuple[int, int], blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_5d_g2s_im2col_w_128` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_5d_s2g_im2col(tensor_map: int, coordinates: tuple[int, int, int, int, int], source: _T) -> None:
    """Starts copying columns from shared memory to a tensor in global memory, by a map of that kind.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor_5d_im2col(tensor_map: int, coordinates: tuple[int, int, int, int, int], source: _T, operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """Starts combining columns in shared memory, element by element, into a tensor in global memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor_5d_im2col(tensor_map: int, coordinates: tuple[int, int, int, int, int], offsets: tuple[int, int, int]) -> None:
    """Starts bringing the columns that a convolution reads to the second-level cache.

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_5d_s2g_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int, int, int], source: _T, policy: int) -> None:
    """`cp_async_bulk_tensor_5d_s2g_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_reduce_async_bulk_tensor_5d_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int, int, int], source: _T, policy: int, operation: Literal["add", "min", "max", "inc", "dec", "and", "or", "xor"] = "add") -> None:
    """`cp_reduce_async_bulk_tensor_5d_im2col` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    operation is one of add, min, max, inc, dec, and, or, xor.
    Needs sm_90.
    Source: PTX ISA, cp.reduce.async.bulk.tensor.
    """

def cp_async_bulk_prefetch_tensor_5d_im2col_hint(tensor_map: int, coordinates: tuple[int, int, int, int, int], offsets: tuple[int, int, int], policy: int) -> None:
    """`cp_async_bulk_prefetch_tensor_5d_im2col` with a policy for the second-level cache (`create_policy`).

    Needs sm_90.
    Source: PTX ISA, cp.async.bulk.prefetch.tensor.
    """

def cp_async_bulk_tensor_g2s_gather4(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int) -> None:
    """Starts copying four rows of a matrix, from the column and the rows that `coordinates` say, to shared memory.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_g2s_gather4_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, policy: int) -> None:
    """`cp_async_bulk_tensor_g2s_gather4` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_g2s_gather4_multicast(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, blocks: int) -> None:
    """`cp_async_bulk_tensor_g2s_gather4` to the same place in each block of the cluster whose bit in `blocks` is set.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_g2s_gather4_multicast_hint(target: _T, tensor_map: int, coordinates: tuple[int, int, int, int, int], barrier: int, blocks: int, policy: int) -> None:
    """`cp_async_bulk_tensor_g2s_gather4` to each block of the cluster whose bit in `blocks` is set, with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_s2g_scatter4(tensor_map: int, coordinates: tuple[int, int, int, int, int], source: _T) -> None:
    """Starts copying four rows from shared memory to those of a matrix that `coordinates` say, behind their column.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def cp_async_bulk_tensor_s2g_scatter4_hint(tensor_map: int, coordinates: tuple[int, int, int, int, int], source: _T, policy: int) -> None:
    """`cp_async_bulk_tensor_s2g_scatter4` with a policy for the second-level cache (`create_policy`).

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, cp.async.bulk.tensor.
    """

def create_policy(priority: Literal["evict_last", "evict_first", "evict_normal", "evict_unchanged"]) -> int:
    """A policy for the second-level cache: how long what is copied shall stay in it.

    priority is one of evict_last, evict_first, evict_normal, evict_unchanged.
    Needs sm_80.
    Source: PTX ISA, createpolicy.
    """

def st_bulk(place: _T, bytes: int) -> None:
    """Fills the `bytes` bytes of shared memory from the element on with zeros; both are multiples of 8.

    T is one of i8, u8, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64.
    Needs sm_100.
    Source: PTX ISA, st.bulk.
    """

# wgmma
def wgmma_fence() -> None:
    """Orders accesses to registers and shared memory before with the products that follow.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.fence.
    """

def wgmma_commit_group() -> None:
    """Closes the group of the products started so far.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.commit_group.
    """

def wgmma_wait_group(pending: Literal[0, 1, 2, 3, 4, 5, 6, 7]) -> None:
    """Waits until at most the latest `pending` groups are unfinished.

    pending is one of 0, 1, 2, 3, 4, 5, 6, 7.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.wait_group.
    """

def wgmma_f32_f16(sums: tuple[float, ...], a: int, b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], element: Literal["f16", "bf16"] = "f16", negate_a: bool = False, negate_b: bool = False, trans_a: bool = False, trans_b: bool = False) -> tuple[float, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×16 and a 16×n matrix; `a` is told by a descriptor, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    element is one of f16, bf16.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f32_f16_registers(sums: tuple[float, ...], a: tuple[int, int, int, int], b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], element: Literal["f16", "bf16"] = "f16", negate_a: bool = False, negate_b: bool = False, trans_b: bool = False) -> tuple[float, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×16 and a 16×n matrix; `a` is in registers, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    element is one of f16, bf16.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f16_f16(sums: tuple[int, ...], a: int, b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], negate_a: bool = False, negate_b: bool = False, trans_a: bool = False, trans_b: bool = False) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×16 and a 16×n matrix; `a` is told by a descriptor, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f16_f16_registers(sums: tuple[int, ...], a: tuple[int, int, int, int], b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], negate_a: bool = False, negate_b: bool = False, trans_b: bool = False) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×16 and a 16×n matrix; `a` is in registers, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f32_tf32(sums: tuple[float, ...], a: int, b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], negate_a: bool = False, negate_b: bool = False) -> tuple[float, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×8 and a 8×n matrix; `a` is told by a descriptor, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f32_tf32_registers(sums: tuple[float, ...], a: tuple[int, int, int, int], b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], negate_a: bool = False, negate_b: bool = False) -> tuple[float, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×8 and a 8×n matrix; `a` is in registers, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f32_f8(sums: tuple[float, ...], a: int, b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"], negate_a: bool = False, negate_b: bool = False) -> tuple[float, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×32 and a 32×n matrix; `a` is told by a descriptor, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f32_f8_registers(sums: tuple[float, ...], a: tuple[int, int, int, int], b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"], negate_a: bool = False, negate_b: bool = False) -> tuple[float, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×32 and a 32×n matrix; `a` is in registers, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f16_f8(sums: tuple[int, ...], a: int, b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"], negate_a: bool = False, negate_b: bool = False) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×32 and a 32×n matrix; `a` is told by a descriptor, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_f16_f8_registers(sums: tuple[int, ...], a: tuple[int, int, int, int], b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256], a_type: Literal["e4m3", "e5m2"], b_type: Literal["e4m3", "e5m2"], negate_a: bool = False, negate_b: bool = False) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×32 and a 32×n matrix; `a` is in registers, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256.
    a_type is one of e4m3, e5m2.
    b_type is one of e4m3, e5m2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_s32_i8(sums: tuple[int, ...], a: int, b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256], a_type: Literal["s8", "u8"], b_type: Literal["s8", "u8"], satfinite: bool = False) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×32 and a 32×n matrix; `a` is told by a descriptor, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256.
    a_type is one of s8, u8.
    b_type is one of s8, u8.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_s32_i8_registers(sums: tuple[int, ...], a: tuple[int, int, int, int], b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256], a_type: Literal["s8", "u8"], b_type: Literal["s8", "u8"], satfinite: bool = False) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×32 and a 32×n matrix; `a` is in registers, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256.
    a_type is one of s8, u8.
    b_type is one of s8, u8.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_s32_b1(sums: tuple[int, ...], a: int, b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256]) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×256 and a 256×n matrix; `a` is told by a descriptor, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

def wgmma_s32_b1_registers(sums: tuple[int, ...], a: tuple[int, int, int, int], b: int, accumulate: bool, n: Literal[8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256]) -> tuple[int, ...]:
    """Starts `a` · `b`, plus `sums` if `accumulate`, of a 64×256 and a 256×n matrix; `a` is in registers, `b` told by a descriptor.

    n is one of 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_90.
    Source: PTX ISA, wgmma.mma_async.
    """

# tcgen05
def tcgen05_alloc(target: int, columns: int, cta_group: Literal[1, 2] = 1) -> None:
    """Waits for `columns` columns of tensor memory, a power of two from 32 on, and puts their address into the element. All lanes of the warp run it together.

    cta_group is one of 1, 2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.alloc.
    """

def tcgen05_dealloc(address: int, columns: int, cta_group: Literal[1, 2] = 1) -> None:
    """Gives columns of tensor memory back. All lanes of the warp run it together.

    cta_group is one of 1, 2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.dealloc.
    """

def tcgen05_relinquish_alloc_permit(cta_group: Literal[1, 2] = 1) -> None:
    """Promises that the block allocates no more tensor memory. All lanes of the warp run it together.

    cta_group is one of 1, 2.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.relinquish_alloc_permit.
    """

def tcgen05_ld_32x32b(address: int, count: Literal[1, 2, 4, 8, 16, 32, 64, 128], pack: bool = False) -> tuple[int, ...]:
    """Loads from tensor memory; `pack` puts two 16-bit elements into a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64, 128.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.ld.
    """

def tcgen05_st_32x32b(address: int, values: tuple[int, ...], count: Literal[1, 2, 4, 8, 16, 32, 64, 128], unpack: bool = False) -> None:
    """Stores to tensor memory; `unpack` takes two 16-bit elements out of a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64, 128.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.st.
    """

def tcgen05_ld_16x64b(address: int, count: Literal[1, 2, 4, 8, 16, 32, 64, 128], pack: bool = False) -> tuple[int, ...]:
    """Loads from tensor memory; `pack` puts two 16-bit elements into a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64, 128.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.ld.
    """

def tcgen05_st_16x64b(address: int, values: tuple[int, ...], count: Literal[1, 2, 4, 8, 16, 32, 64, 128], unpack: bool = False) -> None:
    """Stores to tensor memory; `unpack` takes two 16-bit elements out of a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64, 128.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.st.
    """

def tcgen05_ld_16x128b(address: int, count: Literal[1, 2, 4, 8, 16, 32, 64], pack: bool = False) -> tuple[int, ...]:
    """Loads from tensor memory; `pack` puts two 16-bit elements into a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.ld.
    """

def tcgen05_st_16x128b(address: int, values: tuple[int, ...], count: Literal[1, 2, 4, 8, 16, 32, 64], unpack: bool = False) -> None:
    """Stores to tensor memory; `unpack` takes two 16-bit elements out of a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.st.
    """

def tcgen05_ld_16x256b(address: int, count: Literal[1, 2, 4, 8, 16, 32], pack: bool = False) -> tuple[int, ...]:
    """Loads from tensor memory; `pack` puts two 16-bit elements into a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.ld.
    """

def tcgen05_st_16x256b(address: int, values: tuple[int, ...], count: Literal[1, 2, 4, 8, 16, 32], unpack: bool = False) -> None:
    """Stores to tensor memory; `unpack` takes two 16-bit elements out of a word. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.st.
    """

def tcgen05_ld_16x32bx2(address: int, count: Literal[1, 2, 4, 8, 16, 32, 64, 128], offset: int = 0, pack: bool = False) -> tuple[int, ...]:
    """Loads from tensor memory; `pack` puts two 16-bit elements into a word. The second half of the rows lies `offset` columns on. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64, 128.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.ld.
    """

def tcgen05_st_16x32bx2(address: int, values: tuple[int, ...], count: Literal[1, 2, 4, 8, 16, 32, 64, 128], offset: int = 0, unpack: bool = False) -> None:
    """Stores to tensor memory; `unpack` takes two 16-bit elements out of a word. The second half of the rows lies `offset` columns on. All lanes of the warp run it together.

    count is one of 1, 2, 4, 8, 16, 32, 64, 128.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.st.
    """

def tcgen05_wait_ld() -> None:
    """Waits for the loads of this thread. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.wait.
    """

def tcgen05_wait_st() -> None:
    """Waits for the stores of this thread. All lanes of the warp run it together.

    Convergent: never duplicated or merged by the compiler.
    Needs sm_100.
    Source: PTX ISA, tcgen05.wait.
    """

def tcgen05_fence_before_thread_sync() -> None:
    """Orders what runs on its own with the barrier that comes next.

    Needs sm_100.
    Source: PTX ISA, tcgen05.fence.
    """

def tcgen05_fence_after_thread_sync() -> None:
    """Orders what runs on its own with the barrier that comes before.

    Needs sm_100.
    Source: PTX ISA, tcgen05.fence.
    """

def tcgen05_commit(barrier: int, cta_group: Literal[1, 2] = 1) -> None:
    """Lets the barrier object know when all that this thread has started is done.

    cta_group is one of 1, 2.
    Needs sm_100.
    Source: PTX ISA, tcgen05.commit.
    """

def tcgen05_commit_multicast(barrier: int, blocks: int, cta_group: Literal[1, 2] = 1) -> None:
    """`tcgen05_commit` to the barrier object in each block of the cluster whose bit in `blocks` is set.

    cta_group is one of 1, 2.
    Needs sm_100.
    Source: PTX ISA, tcgen05.commit.
    """

def tcgen05_shift_down(address: int, cta_group: Literal[1, 2] = 1) -> None:
    """Starts shifting the rows from `address` on down by one.

    cta_group is one of 1, 2.
    Needs sm_100.
    Source: PTX ISA, tcgen05.shift.
    """

def tcgen05_cp(address: int, source: int, shape: Literal["128x256b", "4x256b", "128x128b", "64x128b_01_23", "64x128b_02_13", "32x128b"], format: Literal["none", "b6x16_p32", "b4x16_p64"] = "none", cta_group: Literal[1, 2] = 1) -> None:
    """Starts copying the matrix of the descriptor `source` from shared to tensor memory; `format` spreads smaller elements to bytes.

    shape is one of 128x256b, 4x256b, 128x128b, 64x128b_01_23, 64x128b_02_13, 32x128b.
    format is one of none, b6x16_p32, b4x16_p64.
    cta_group is one of 1, 2.
    Needs sm_100.
    Source: PTX ISA, tcgen05.cp.
    """

def tcgen05_mma(target: int, a: int, b: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_lanes(target: int, a: int, b: int, description: int, disabled: tuple[int, ...], accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. Lanes whose bits in `disabled` are set stay as they are.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws(target: int, a: int, b: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws_columns(target: int, a: int, b: int, description: int, accumulate: bool, zero_columns: int, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. The columns that `zero_columns` tells are taken as zero.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_tensor(target: int, a: int, b: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard", shift: bool = False) -> None:
    """Starts a product, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_tensor_lanes(target: int, a: int, b: int, description: int, disabled: tuple[int, ...], accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard", shift: bool = False) -> None:
    """Starts a product, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. Lanes whose bits in `disabled` are set stay as they are.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws_tensor(target: int, a: int, b: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws_tensor_columns(target: int, a: int, b: int, description: int, accumulate: bool, zero_columns: int, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. The columns that `zero_columns` tells are taken as zero.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_scaled(target: int, a: int, b: int, description: int, scale_a: int, scale_b: int, accumulate: bool, kind: Literal["mxf8f6f4", "mxf4", "mxf4nvf4"] = "mxf8f6f4", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product, both factors told by descriptors, their blocks scaled by powers of two in tensor memory.

    kind is one of mxf8f6f4, mxf4, mxf4nvf4.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_sp(target: int, a: int, b: int, metadata: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_sp_lanes(target: int, a: int, b: int, metadata: int, description: int, disabled: tuple[int, ...], accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. Lanes whose bits in `disabled` are set stay as they are.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws_sp(target: int, a: int, b: int, metadata: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws_sp_columns(target: int, a: int, b: int, metadata: int, description: int, accumulate: bool, zero_columns: int, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` told by a descriptor, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. The columns that `zero_columns` tells are taken as zero.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_sp_tensor(target: int, a: int, b: int, metadata: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard", shift: bool = False) -> None:
    """Starts a product, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_sp_tensor_lanes(target: int, a: int, b: int, metadata: int, description: int, disabled: tuple[int, ...], accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard", shift: bool = False) -> None:
    """Starts a product, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. Lanes whose bits in `disabled` are set stay as they are.

    kind is one of f16, tf32, f8f6f4, i8.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws_sp_tensor(target: int, a: int, b: int, metadata: int, description: int, accumulate: bool, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_ws_sp_tensor_columns(target: int, a: int, b: int, metadata: int, description: int, accumulate: bool, zero_columns: int, kind: Literal["f16", "tf32", "f8f6f4", "i8"] = "f16", buffer: Literal[0, 1, 2, 3] = 0, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product with `b` kept in its buffer, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, `a` in tensor memory, `b` told by a descriptor, all else by `description`, into tensor memory at `target`; with `accumulate` added to what is there. The columns that `zero_columns` tells are taken as zero.

    kind is one of f16, tf32, f8f6f4, i8.
    buffer is one of 0, 1, 2, 3.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

def tcgen05_mma_sp_scaled(target: int, a: int, b: int, metadata: int, description: int, scale_a: int, scale_b: int, accumulate: bool, kind: Literal["mxf8f6f4", "mxf4", "mxf4nvf4"] = "mxf8f6f4", cta_group: Literal[1, 2] = 1, collector: Literal["discard", "lastuse", "fill", "use"] = "discard") -> None:
    """Starts a product, of which half of the elements of `a` are zero, as `metadata` in tensor memory says, both factors told by descriptors, their blocks scaled by powers of two in tensor memory.

    kind is one of mxf8f6f4, mxf4, mxf4nvf4.
    cta_group is one of 1, 2.
    collector is one of discard, lastuse, fill, use.
    Needs sm_100.
    Source: PTX ISA, tcgen05.mma.
    """

# vectors
def atomic_vector_f32(place: float, values: tuple[float, ...], count: Literal[2, 4], order: Literal["relaxed", "acquire", "release", "acq_rel"] = "relaxed", scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> tuple[float, ...]:
    """Combines each of `values` (f32) with one of `count` elements from `place` on, and gives the old ones.

    count is one of 2, 4.
    order is one of relaxed, acquire, release, acq_rel.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_vector_f16(place: int, values: tuple[int, ...], count: Literal[2, 4, 8], operation: Literal["add", "min", "max"] = "add", order: Literal["relaxed", "acquire", "release", "acq_rel"] = "relaxed", scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> tuple[int, ...]:
    """Combines each of `values` (f16) with one of `count` elements from `place` on, and gives the old ones.

    count is one of 2, 4, 8.
    operation is one of add, min, max.
    order is one of relaxed, acquire, release, acq_rel.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_vector_bf16(place: int, values: tuple[int, ...], count: Literal[2, 4, 8], operation: Literal["add", "min", "max"] = "add", order: Literal["relaxed", "acquire", "release", "acq_rel"] = "relaxed", scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> tuple[int, ...]:
    """Combines each of `values` (bf16) with one of `count` elements from `place` on, and gives the old ones.

    count is one of 2, 4, 8.
    operation is one of add, min, max.
    order is one of relaxed, acquire, release, acq_rel.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_vector_f16x2(place: int, values: tuple[int, ...], count: Literal[2, 4], operation: Literal["add", "min", "max"] = "add", order: Literal["relaxed", "acquire", "release", "acq_rel"] = "relaxed", scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> tuple[int, ...]:
    """Combines each of `values` (f16x2) with one of `count` elements from `place` on, and gives the old ones.

    count is one of 2, 4.
    operation is one of add, min, max.
    order is one of relaxed, acquire, release, acq_rel.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_vector_bf16x2(place: int, values: tuple[int, ...], count: Literal[2, 4], operation: Literal["add", "min", "max"] = "add", order: Literal["relaxed", "acquire", "release", "acq_rel"] = "relaxed", scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> tuple[int, ...]:
    """Combines each of `values` (bf16x2) with one of `count` elements from `place` on, and gives the old ones.

    count is one of 2, 4.
    operation is one of add, min, max.
    order is one of relaxed, acquire, release, acq_rel.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_exchange_b128(place: int, low: int, high: int, order: Literal["relaxed", "acquire", "release", "acq_rel"] = "relaxed", scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> tuple[int, int]:
    """Puts `high`:`low` into the two elements from `place` on, a multiple of 16 bytes, and gives the old ones.

    order is one of relaxed, acquire, release, acq_rel.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, atom.
    """

def atomic_cas_b128(place: int, expected_low: int, expected_high: int, low: int, high: int, order: Literal["relaxed", "acquire", "release", "acq_rel"] = "relaxed", scope: Literal["cta", "cluster", "gpu", "sys"] = "gpu") -> tuple[int, int]:
    """Puts `high`:`low` into the two elements from `place` on if they are the expected ones; gives the old ones in either case.

    order is one of relaxed, acquire, release, acq_rel.
    scope is one of cta, cluster, gpu, sys.
    Needs sm_90.
    Source: PTX ISA, atom.
    """
