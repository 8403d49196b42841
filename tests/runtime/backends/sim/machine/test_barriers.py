"""Barriers of blocks and of clusters."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.runtime.backends.sim.machine.faults import DEADLOCK, DIVERGENCE, UNDEFINED

SHARED = ".shared .align 4 .b8 tile[4096];"
WHERE = """.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %ntid.x;
mad.lo.s32 %r4, %r2, %r3, %r1;
mul.wide.u32 %rd2, %r4, 4;
add.s64 %rd3, %rd1, %rd2;
shl.b32 %r10, %r1, 2;
mov.u32 %r11, tile;
add.u32 %r12, %r11, %r10;
"""
"""%r1: the thread, %rd3: the address of its word, %r12: that of its word of shared memory."""


def ran(body: str, size: int, **options: object) -> np.ndarray:
    out = np.zeros(size, np.uint32)
    run(kernel(WHERE + body, "u64", declarations=SHARED), out, **options)
    return out


def failed(body: str, **options: object):
    return fault(kernel(WHERE + body, "u64", declarations=SHARED), np.zeros(4096, np.uint32), **options)


REVERSED = """
    st.shared.u32 [%r12], %r4;
    {barrier}
    sub.u32 %r13, %r3, %r1;
    shl.b32 %r14, %r13, 2;
    add.u32 %r15, %r11, %r14;
    ld.shared.u32 %r16, [%r15+-4];
    st.global.u32 [%rd3], %r16;
    ret;"""


@pytest.mark.parametrize(
    "barrier", ["bar.sync 0;", "barrier.sync 3;", "barrier.cta.sync.aligned 0;", "bar.sync 1, 96;"]
)
def test_a_block_meets(barrier):
    out = ran(REVERSED.format(barrier=barrier), 5 * 96, grid=5, block=96)
    assert out.reshape(5, 96)[:, ::-1].reshape(-1).tolist() == list(range(480))


def test_warps_that_come_late_are_waited_for():
    body = """
    shr.u32 %r20, %r1, 5;
    mov.u32 %r21, 0;
    LOOP: setp.ge.u32 %p1, %r21, %r20;
    @%p1 bra DONE;
    add.u32 %r21, %r21, 1;
    bra LOOP;
    DONE: """ + REVERSED.format(barrier="bar.sync 0;")
    out = ran(body, 2 * 128, grid=2, block=128)
    assert out.reshape(2, 128)[:, ::-1].reshape(-1).tolist() == list(range(256))


def test_a_barrier_is_used_again_and_again():
    body = """
    mov.u32 %r21, 0;
    mov.u32 %r22, 0;
    LOOP: st.shared.u32 [%r12], %r21;
    bar.sync 0;
    add.u32 %r23, %r1, 1;
    rem.u32 %r23, %r23, %r3;
    shl.b32 %r24, %r23, 2;
    add.u32 %r24, %r24, %r11;
    ld.shared.u32 %r25, [%r24];
    add.u32 %r22, %r22, %r25;
    bar.sync 0;
    add.u32 %r21, %r21, 1;
    setp.lt.u32 %p1, %r21, 10;
    @%p1 bra LOOP;
    st.global.u32 [%rd3], %r22;
    ret;"""
    assert (ran(body, 70, block=70) == 45).all()


def test_threads_that_have_ended_are_not_waited_for():
    body = """
    setp.ge.u32 %p1, %r1, 40;
    @%p1 ret;
    bar.sync 0;
    st.global.u32 [%rd3], %r3;
    ret;"""
    out = ran(body, 64, block=64)
    assert (out[:40] == 64).all()
    assert not out[40:].any()


def test_some_arrive_and_others_wait():
    """A producer's warp goes on at once, a consumer's waits for it."""
    body = """
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra CONSUME;
    st.shared.u32 [%r12], %r1;
    bar.arrive 1, 64;
    ret;
    CONSUME: bar.sync 1, 64;
    ld.shared.u32 %r20, [%r12+-128];
    st.global.u32 [%rd3], %r20;
    ret;"""
    assert ran(body, 64, block=64)[32:].tolist() == list(range(32))


def test_a_barrier_adds_up_predicates():
    body = """
    setp.lt.u32 %p1, %r1, 5;
    bar.red.popc.u32 %r20, 0, %p1;
    bar.red.and.pred %p2, 0, %p1;
    bar.red.or.pred %p3, 1, %p1;
    bar.red.and.pred %p4, 0, !%p2;
    selp.u32 %r21, 100, 0, %p2;
    selp.u32 %r22, 1000, 0, %p3;
    selp.u32 %r23, 10000, 0, %p4;
    add.u32 %r20, %r20, %r21;
    add.u32 %r20, %r20, %r22;
    add.u32 %r20, %r20, %r23;
    st.global.u32 [%rd3], %r20;
    ret;"""
    assert (ran(body, 3 * 64, grid=3, block=64) == 11005).all()


def test_a_barrier_that_some_never_reach_is_a_deadlock():
    body = """
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra OTHER;
    bar.sync 0;
    ret;
    OTHER: bar.sync 1;
    ret;"""
    found = failed(body, block=64)
    assert found.kind == DEADLOCK
    assert found.instruction is not None
    assert found.instruction.text.startswith("bar.sync 1")
    assert [other.text.rstrip(";") for other, _ in found.others] == ["bar.sync 0"]


DIVERGENT = """
    and.b32 %r20, %r1, 1;
    setp.eq.u32 %p1, %r20, 0;
    @%p1 bra EVEN;
    {barrier} 0;
    bra END;
    EVEN: {barrier} 0;
    END: ret;"""


def test_an_aligned_barrier_in_two_branches_is_a_fault():
    found = failed(DIVERGENT.format(barrier="bar.sync"), block=64)
    assert found.kind == DIVERGENCE
    assert found.others


def test_one_that_is_not_aligned_may_be_reached_by_two_branches():
    ran(DIVERGENT.format(barrier="barrier.sync"), 64, block=64)


@pytest.mark.parametrize("barrier, said", [("bar.sync 16;", "barrier 16"), ("bar.sync 1, 33;", "33 threads")])
def test_what_is_no_barrier_is_a_fault(barrier, said):
    found = failed(barrier + "ret;", block=64)
    assert found.kind == UNDEFINED
    assert said in found.reason


CLUSTER = """
    mov.u32 %r20, %cluster_ctarank;
    st.shared.u32 [%r12], %r4;
    barrier.cluster.arrive.release;
    barrier.cluster.wait.acquire;
    add.u32 %r21, %r20, 1;
    mov.u32 %r22, %cluster_nctarank;
    rem.u32 %r21, %r21, %r22;
    mapa.shared::cluster.u32 %r23, %r12, %r21;
    ld.shared::cluster.u32 %r24, [%r23];
    st.global.u32 [%rd3], %r24;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ret;"""


def test_a_cluster_meets_and_reads_the_memory_of_its_neighbour():
    out = ran(CLUSTER, 8 * 40, grid=8, block=40, cluster=(4, 1, 1))
    expected = [
        40 * (block // 4 * 4 + (block + 1) % 4) + thread for block in range(8) for thread in range(40)
    ]
    assert out.tolist() == expected


def test_whoever_does_not_come_to_the_barrier_of_its_cluster_is_missed():
    body = """
    setp.eq.u32 %p1, %r2, 1;
    @%p1 bra WAIT;
    barrier.cluster.arrive;
    WAIT: barrier.cluster.wait;
    ret;"""
    assert failed(body, grid=2, block=32, cluster=(2, 1, 1)).kind == DEADLOCK


def test_a_warp_counts_with_all_its_lanes():
    """A block of 48 threads has two warps, which a barrier counts as 64."""
    assert (ran("bar.sync 1, 64; st.global.u32 [%rd3], 5; ret;", 48, block=48) == 5).all()
