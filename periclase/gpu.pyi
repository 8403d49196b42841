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

def cluster_arrive_relaxed() -> None:
    """Comes to the barrier of the cluster without any order.

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

def threadfence_block() -> None:
    """Orders this thread's memory accesses before and after, as its block sees them.

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

def redux_sync_min(value: _T, mask: int = 4294967295) -> _T:
    """Least `value` of the lanes of `mask`.

    T is one of i32, u32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
    Source: PTX ISA, redux.sync.
    """

def redux_sync_max(value: _T, mask: int = 4294967295) -> _T:
    """Greatest `value` of the lanes of `mask`.

    T is one of i32, u32.
    Convergent: never duplicated or merged by the compiler.
    Needs sm_80.
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

    T is one of i32, u32, i64, u64.
    order is one of relaxed, acquire, release, acq_rel, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, atom.
    """

def atomic_load(place: _T, order: Literal["relaxed", "acquire", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> _T:
    """The element, read in one piece.

    T is one of i32, u32, i64, u64, f32, f64.
    order is one of relaxed, acquire, seq_cst.
    scope is one of block, cluster, device, system.
    Source: PTX ISA, ld.
    """

def atomic_store(place: _T, value: _T, order: Literal["relaxed", "release", "seq_cst"] = "relaxed", scope: Literal["block", "cluster", "device", "system"] = "device") -> None:
    """Writes the element in one piece.

    T is one of i32, u32, i64, u64, f32, f64.
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
    Source: PTX ISA, cp.async.
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

def mbarrier_wait_parity(barrier: int, parity: int, ticks: int = 10000000) -> None:
    """Waits until the phase of parity `parity` (0 or 1) of the barrier object is over; `ticks` is a hint for one sleep, in nanoseconds.

    Needs sm_90.
    Source: PTX ISA, mbarrier.try_wait.
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
