"""What is a race, and what is none."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.runtime.backends.sim.checks.accesses import AccessChecks
from periclase.runtime.backends.sim.machine.faults import RACE, Fault

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
sub.u32 %r13, %r3, %r1;
sub.u32 %r13, %r13, 1;
shl.b32 %r14, %r13, 2;
add.u32 %r15, %r11, %r14;
"""
"""%r12: the thread's word of shared memory, %r15: that of the thread that is as far from the end, %rd3: of global memory."""


def ran(body: str, **options: object) -> np.ndarray:
    out = np.zeros(4096, np.uint32)
    text = kernel(WHERE + body + "ret;", "u64", declarations=SHARED)
    run(text, out, observer=AccessChecks(), **options)
    return out


def raced(body: str, **options: object) -> Fault:
    text = kernel(WHERE + body + "ret;", "u64", declarations=SHARED)
    found = fault(text, np.zeros(4096, np.uint32), observer=AccessChecks(), **options)
    assert found.kind == RACE
    return found


EXCHANGE = "st.shared.u32 [%r12], %r1; {} ld.shared.u32 %r20, [%r15]; st.global.u32 [%rd3], %r20;"


def test_a_barrier_that_is_missing():
    found = raced(EXCHANGE.format(""), block=64)
    assert "thread (63, 0, 0) of block (0, 0, 0) wrote" in found.reason
    assert found.instruction is not None
    assert found.instruction.text.startswith("ld.shared")
    ((other, said),) = found.others
    assert other.text.startswith("st.shared")
    assert said.endswith("wrote it here")


def test_a_barrier_that_is_there():
    assert ran(EXCHANGE.format("bar.sync 0;"), block=64)[:64].tolist() == list(range(63, -1, -1))


def test_a_read_before_the_write_of_another():
    """The second barrier of a loop that is missing."""
    body = "st.shared.u32 [%r12], %r1; bar.sync 0; ld.shared.u32 %r20, [%r15]; {} st.shared.u32 [%r12], %r20;"
    found = raced(body.format(""), block=64)
    assert "read, and nothing orders the two" in found.reason
    ran(body.format("bar.sync 0;"), block=64)


def test_its_own_read_does_not_hide_that_of_another():
    """x[i] += x[i + 1] without a barrier in between: each word is read by two threads and then written by one."""
    body = """
    st.shared.u32 [%r12], %r1;
    bar.sync 0;
    ld.shared.u32 %r20, [%r12+4];
    ld.shared.u32 %r21, [%r12];
    add.u32 %r20, %r20, %r21;
    {}
    st.shared.u32 [%r12], %r20;"""
    text = body.format("")
    assert "st.shared" in str(raced("st.shared.u32 [%r12+4], %r1; bar.sync 0;" + text, block=32).instruction)
    ran("st.shared.u32 [%r12+4], %r1; bar.sync 0;" + body.format("bar.sync 0;"), block=32)


def test_a_warp_is_ordered_by_its_own_barrier():
    ran(EXCHANGE.format("bar.warp.sync -1;"), block=32)
    raced(EXCHANGE.format("bar.warp.sync -1;"), block=64)


def test_two_that_write_different_values_at_once():
    found = raced("st.shared.u32 [%r11], %r1;", block=32)
    assert "by the same instruction" in found.reason
    ran("st.shared.u32 [%r11], 7;", block=32)


def test_atomics_do_not_race():
    ran("atom.shared.exch.b32 %r20, [%r11], %r1; red.global.add.u32 [%rd1], 1;", grid=4, block=64)


def test_an_atomic_and_a_plain_write_race():
    raced(
        "setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd1], 1; @!%p1 red.global.add.u32 [%rd1], 1;",
        block=64,
    )


@pytest.mark.parametrize("block", [64, 4096 // 2])
def test_blocks_that_write_to_the_same_bytes(block):
    """In one wave and in different ones."""
    found = raced("setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd1], %r2;", grid=4, block=block)
    assert "thread (0, 0, 0) of block" in found.reason


def test_blocks_that_keep_to_themselves():
    ran("st.global.u32 [%rd3], %r1; ld.global.u32 %r20, [%rd3];", grid=8, block=512)


PUBLISHED = """
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra READER;
    st.global.u32 [%rd3+64], %r1;
    bar.sync 0;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 bra END;
    {write}
    bra END;
    READER: setp.ne.u32 %p3, %r1, 0;
    @%p3 bra MEET;
    WAIT: {read}
    setp.eq.u32 %p4, %r20, 0;
    @%p4 bra WAIT;
    MEET: bar.sync 0;
    ld.global.u32 %r21, [%rd3+-64];
    st.global.u32 [%rd3+1024], %r21;
    END: """


def test_what_is_published_by_a_flag_is_ordered():
    """One block writes, meets, and sets a flag; another waits for the flag, meets, and reads."""
    body = PUBLISHED.format(
        write="membar.gl; st.volatile.global.u32 [%rd1], 1;", read="ld.volatile.global.u32 %r20, [%rd1];"
    )
    ran(body, grid=2, block=32)


def test_a_flag_that_is_no_atomic_is_a_race():
    body = PUBLISHED.format(write="st.global.u32 [%rd1], 1;", read="ld.global.u32 %r20, [%rd1];")
    raced(body, grid=2, block=32)


def test_clusters_meet():
    body = """
    mov.u32 %r20, %cluster_ctarank;
    xor.b32 %r21, %r20, 1;
    st.shared.u32 [%r12], %r4;
    {}
    mapa.shared::cluster.u32 %r23, %r12, %r21;
    ld.shared::cluster.u32 %r24, [%r23];
    st.global.u32 [%rd3], %r24;
    barrier.cluster.arrive;
    barrier.cluster.wait;"""
    ran(body.format("barrier.cluster.arrive; barrier.cluster.wait;"), grid=2, block=32, cluster=(2, 1, 1))
    raced(body.format("bar.sync 0;"), grid=2, block=32, cluster=(2, 1, 1))


def test_a_barrier_that_counts_threads():
    assert ran(EXCHANGE.format("bar.sync 1, 64;"), block=64)[:64].tolist() == list(range(63, -1, -1))


def test_what_one_warp_gives_to_another_by_a_barrier():
    body = """
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra GIVE;
    bar.sync 1, 64;
    ld.shared.u32 %r20, [%r15];
    st.global.u32 [%rd3], %r20;
    ret;
    GIVE: st.shared.u32 [%r12], %r1;
    bar.arrive 1, 64;
    """
    assert ran(body, block=64)[32:64].tolist() == list(range(31, -1, -1))


def test_barriers_of_some_threads_order_no_others():
    raced(
        "setp.lt.u32 %p1, %r1, 32; @%p1 bra A; bar.sync 1, 32; bra B; A: bar.sync 2, 32; B:"
        + EXCHANGE.format(""),
        block=64,
    )
