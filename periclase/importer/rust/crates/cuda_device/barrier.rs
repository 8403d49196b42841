//! Barriers as objects in shared memory (sm_80).

use crate::forward::unsafe_forwards;
use crate::stubs;
use core::marker::PhantomData;

/// A barrier: `static mut BARRIER: SharedArray<Barrier, 1> = SharedArray::UNINIT;`.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
pub struct Barrier {
    state: u64,
}

impl Barrier {
    /// What a barrier is before `mbarrier_init`.
    pub const UNINIT: Self = Barrier { state: 0 };
}

/// Makes a barrier for `count` arrivals.
///
/// # Safety
/// `barrier` is in shared memory, and one thread does this before the others use it.
#[inline(always)]
pub unsafe fn mbarrier_init(barrier: *mut Barrier, count: u32) {
    stubs::mbarrier_init(barrier as *mut u64, count)
}

/// Arrives; gives what to wait for.
///
/// # Safety
/// `barrier` is a barrier in shared memory.
#[inline(always)]
pub unsafe fn mbarrier_arrive(barrier: *const Barrier) -> u64 {
    stubs::mbarrier_arrive(barrier as *mut u64)
}

/// Whether the phase that `token` is from is over.
///
/// # Safety
/// `barrier` is a barrier in shared memory.
#[inline(always)]
pub unsafe fn mbarrier_test_wait(barrier: *const Barrier, token: u64) -> bool {
    stubs::mbarrier_test_wait(barrier as *mut u64, token)
}

/// Makes the memory of a barrier ordinary memory again.
///
/// # Safety
/// `barrier` is a barrier in shared memory that nobody waits for.
#[inline(always)]
pub unsafe fn mbarrier_inval(barrier: *mut Barrier) {
    stubs::mbarrier_inval(barrier as *mut u64)
}

unsafe_forwards! {
    /// Arrives, and has the phase wait for `bytes` bytes of copies; gives what to wait for.
    mbarrier_arrive_expect_tx(barrier: *const Barrier, _count: u32, bytes: u32) -> u64
        = stubs::mbarrier_arrive_expect_tx_phase__release__cta(barrier as *mut u64, bytes);
    /// The same, ordered for the whole cluster.
    mbarrier_arrive_expect_tx_cluster(barrier: *const Barrier, _count: u32, bytes: u32) -> u64
        = stubs::mbarrier_arrive_expect_tx_phase__release__cluster(barrier as *mut u64, bytes);
    /// Arrives at a barrier of another block of the cluster, by its address there.
    mbarrier_arrive_cluster(address: u64) = stubs::mbarrier_arrive_cluster(address as u32);
    /// Arrives, with more arrivals of the phase to come from this thread.
    mbarrier_arrive_no_complete(barrier: *const Barrier) = {
        stubs::mbarrier_arrive_nocomplete(barrier as *mut u64, 1);
    };
    /// Whether the phase that `token` is from is over, after a wait of a length that the hardware chooses.
    mbarrier_try_wait(barrier: *const Barrier, token: u64) -> bool
        = stubs::mbarrier_try_wait__cta(barrier as *mut u64, token);
    /// Whether the phase of this parity is over, after a wait of a length that the hardware chooses.
    mbarrier_try_wait_parity(barrier: *const Barrier, parity: u32) -> bool
        = stubs::mbarrier_try_wait_parity__cta(barrier as *mut u64, parity);
    /// The same, ordered for the whole cluster.
    mbarrier_try_wait_parity_cluster(barrier: *const Barrier, parity: u32) -> bool
        = stubs::mbarrier_try_wait_parity__cluster(barrier as *mut u64, parity);
    /// Waits until the phase that `token` is from is over.
    mbarrier_wait(barrier: *const Barrier, token: u64) = {
        while !stubs::mbarrier_test_wait(barrier as *mut u64, token) {}
    };
    /// Arrives, and waits until the phase is over.
    mbarrier_arrive_and_wait(barrier: *const Barrier) = {
        let token = stubs::mbarrier_arrive(barrier as *mut u64);
        while !stubs::mbarrier_test_wait(barrier as *mut u64, token) {}
    };
    /// Makes barriers that were initialised known to the cluster.
    fence_mbarrier_init_release_cluster() = stubs::fence_mbarrier_init();
    /// Orders this thread's accesses of shared memory with those of asynchronous copies.
    fence_proxy_async_shared_cta() = stubs::fence_proxy_async__shared_cta();
    /// The acquiring half of a fence between the generic and the asynchronous proxy, for the cluster.
    fence_proxy_async_generic_acquire_shared_cluster_cluster() = stubs::fence_proxy_async_acquire();
    /// The releasing half of a fence between the generic and the asynchronous proxy, for the cluster.
    fence_proxy_async_generic_release_shared_cta_cluster() = stubs::fence_proxy_async_release();
    /// Sleeps for about so many nanoseconds.
    nanosleep(nanoseconds: u32) = stubs::nanosleep(nanoseconds);
}

/// The state of a `ManagedBarrier` before `init`.
pub struct Uninit;
/// The state of a `ManagedBarrier` that is in use.
pub struct Ready;
/// The state of a `ManagedBarrier` whose memory may be used again.
pub struct Invalidated;

/// The kind of a barrier that copies by the tensor memory accelerator arrive at.
pub struct TmaBarrier;
/// The kind of a barrier that matrix instructions arrive at.
pub struct MmaBarrier;
/// The kind of a barrier that threads arrive at.
pub struct GeneralBarrier;

/// What arrives at a barrier.
pub trait BarrierKind {
    /// Whether asynchronous copies do, which have to see the barrier that a thread has made (sm_90).
    const BY_COPIES: bool;
}

impl BarrierKind for TmaBarrier {
    const BY_COPIES: bool = true;
}

impl BarrierKind for MmaBarrier {
    const BY_COPIES: bool = true;
}

impl BarrierKind for GeneralBarrier {
    const BY_COPIES: bool = false;
}

/// What an arrival gives: the phase to wait for.
pub struct BarrierToken(u64);

impl BarrierToken {
    /// The token as a number.
    #[inline(always)]
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// The token that a number is.
    #[inline(always)]
    pub const fn from_raw(raw: u64) -> Self {
        BarrierToken(raw)
    }
}

/// A barrier whose type says whether it may be used: `Uninit`, `Ready`, `Invalidated`.
///
/// `KIND` and `ID` tell barriers of a kernel apart, so that none is taken for another.
pub struct ManagedBarrier<State, Kind, const ID: usize = 0> {
    barrier: *mut Barrier,
    state: PhantomData<(State, Kind)>,
}

unsafe impl<State, Kind, const ID: usize> Send for ManagedBarrier<State, Kind, ID> {}

impl<State, Kind, const ID: usize> ManagedBarrier<State, Kind, ID> {
    #[inline(always)]
    const fn at(barrier: *mut Barrier) -> Self {
        ManagedBarrier { barrier, state: PhantomData }
    }

    /// Whether the thread has this number in its block, of which one only has each: in blocks of several axes, too.
    #[inline(always)]
    fn is_thread(number: u32) -> bool {
        use crate::thread::*;
        threadIdx_x() + blockDim_x() * (threadIdx_y() + blockDim_y() * threadIdx_z()) == number
    }
}

impl<Kind: BarrierKind, const ID: usize> ManagedBarrier<Uninit, Kind, ID> {
    /// The barrier at a place in shared memory.
    #[inline(always)]
    pub fn from_static(barrier: *mut Barrier) -> Self {
        Self::at(barrier)
    }

    /// Makes it a barrier for `count` arrivals: thread 0 does, and all wait for it.
    ///
    /// # Safety
    /// All threads of the block come here.
    #[inline(always)]
    pub unsafe fn init(self, count: u32) -> ManagedBarrier<Ready, Kind, ID> {
        unsafe { self.init_by(count, 0) }
    }

    /// The same, done by the thread with this number.
    ///
    /// # Safety
    /// All threads of the block come here.
    #[inline(always)]
    pub unsafe fn init_by(self, count: u32, init_thread: u32) -> ManagedBarrier<Ready, Kind, ID> {
        if Self::is_thread(init_thread) {
            unsafe { mbarrier_init(self.barrier, count) };
            if Kind::BY_COPIES {
                stubs::fence_proxy_async__shared_cta();
            }
        }
        crate::thread::sync_threads();
        ManagedBarrier::at(self.barrier)
    }
}

impl<Kind, const ID: usize> ManagedBarrier<Ready, Kind, ID> {
    /// Where it is.
    #[inline(always)]
    pub fn as_ptr(&self) -> *const Barrier {
        self.barrier
    }

    /// Arrives; gives what to wait for.
    #[inline(always)]
    pub fn arrive(&self) -> BarrierToken {
        BarrierToken(stubs::mbarrier_arrive(self.barrier as *mut u64))
    }

    /// Arrives, and has the phase wait for `bytes` bytes of copies.
    #[inline(always)]
    pub fn arrive_expect_tx(&self, bytes: u32) -> BarrierToken {
        BarrierToken(unsafe { mbarrier_arrive_expect_tx(self.barrier, 1, bytes) })
    }

    /// Waits until the phase is over.
    #[inline(always)]
    pub fn wait(&self, token: BarrierToken) {
        while !stubs::mbarrier_test_wait(self.barrier as *mut u64, token.0) {}
    }

    /// Whether the phase is over, after a wait of a length that the hardware chooses. The token is the caller's again by `from_raw`.
    #[inline(always)]
    pub fn try_wait(&self, token: BarrierToken) -> bool {
        stubs::mbarrier_try_wait__cta(self.barrier as *mut u64, token.0)
    }

    /// Whether the phase is over.
    #[inline(always)]
    pub fn test_wait(&self, token: BarrierToken) -> bool {
        stubs::mbarrier_test_wait(self.barrier as *mut u64, token.0)
    }

    /// Whether the phase of this parity is over, after a wait of a length that the hardware chooses.
    #[inline(always)]
    pub fn try_wait_parity(&self, parity: u32) -> bool {
        stubs::mbarrier_try_wait_parity__cta(self.barrier as *mut u64, parity)
    }

    /// Makes its memory ordinary memory again: all wait for one another, thread 0 does, and all wait for it.
    ///
    /// # Safety
    /// All threads of the block come here, and none waits for it any more.
    #[inline(always)]
    pub unsafe fn inval(self) -> ManagedBarrier<Invalidated, Kind, ID> {
        unsafe { self.inval_by(0) }
    }

    /// The same, done by the thread with this number.
    ///
    /// # Safety
    /// As for `inval`.
    #[inline(always)]
    pub unsafe fn inval_by(self, inval_thread: u32) -> ManagedBarrier<Invalidated, Kind, ID> {
        crate::thread::sync_threads();
        if Self::is_thread(inval_thread) {
            unsafe { mbarrier_inval(self.barrier) };
        }
        // Nobody makes something else of the memory before it is done.
        crate::thread::sync_threads();
        ManagedBarrier::at(self.barrier)
    }
}

/// A barrier for copies by the tensor memory accelerator.
pub type TmaBarrierHandle<S> = ManagedBarrier<S, TmaBarrier, 0>;
/// A barrier for matrix instructions.
pub type MmaBarrierHandle<S> = ManagedBarrier<S, MmaBarrier, 0>;
/// The first of two barriers for copies.
pub type TmaBarrier0<S> = ManagedBarrier<S, TmaBarrier, 0>;
/// The second of two barriers for copies.
pub type TmaBarrier1<S> = ManagedBarrier<S, TmaBarrier, 1>;
