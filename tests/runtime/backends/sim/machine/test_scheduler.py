"""Threads that take different ways, wait for each other, and spin."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.runtime.backends.sim.machine.faults import DEADLOCK, UNDEFINED

REGISTERS = ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>;"
WHERE = f"""{REGISTERS}
ld.param.u64 %rd1, [p0];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %ntid.x;
mad.lo.s32 %r4, %r2, %r3, %r1;
mul.wide.u32 %rd2, %r4, 4;
add.s64 %rd3, %rd1, %rd2;
"""
"""%r1: the thread in its block, %r4: in the grid, %rd3: the address of its word."""


def words(size: int) -> np.ndarray:
    return np.zeros(size, np.uint32)


def test_threads_that_part_meet_again_where_their_ways_do():
    text = kernel(
        WHERE
        + """
        and.b32 %r5, %r1, 3;
        setp.eq.s32 %p1, %r5, 0;
        @%p1 bra A;
        setp.eq.s32 %p2, %r5, 1;
        @%p2 bra B;
        mov.u32 %r6, 30;
        bra END;
        A: mov.u32 %r6, 10;
        bra END;
        B: mov.u32 %r6, 20;
        END: activemask.b32 %r7;
        st.global.u32 [%rd3], %r6;
        st.global.u32 [%rd3+256], %r7;
        ret;""",
        "u64",
    )
    out = words(128)
    run(text, out, block=64)
    assert out[:64].tolist() == [10, 20, 30, 30] * 16
    assert (out[64:] == 0xFFFF_FFFF).all()


@pytest.mark.parametrize("block", [1, 7, 32, 33, 100])
def test_each_thread_goes_round_a_loop_as_often_as_it_wants(block):
    text = kernel(
        WHERE
        + """
        mov.u32 %r5, 0;
        mov.u32 %r6, 0;
        LOOP: setp.ge.u32 %p1, %r5, %r4;
        @%p1 bra END;
        add.s32 %r6, %r6, %r5;
        add.s32 %r5, %r5, 1;
        bra.uni LOOP;
        END: st.global.u32 [%rd3], %r6;
        ret;""",
        "u64",
    )
    out = words(3 * block)
    run(text, out, grid=3, block=block)
    assert out.tolist() == [n * (n - 1) // 2 for n in range(3 * block)]


def test_a_thread_that_spins_does_not_keep_back_the_one_it_waits_for():
    """A lock, taken by every thread of every warp in turn: whoever waits stands in front of whoever holds it."""
    text = kernel(
        WHERE
        + """
        TRY: atom.global.cas.b32 %r5, [%rd1], 0, 1;
        setp.ne.s32 %p1, %r5, 0;
        @%p1 bra TRY;
        ld.global.u32 %r6, [%rd1+4];
        add.s32 %r6, %r6, %r4;
        st.global.u32 [%rd1+4], %r6;
        atom.global.exch.b32 %r7, [%rd1], 0;
        ret;""",
        "u64",
    )
    out = words(2)
    run(text, out, grid=2, block=48)
    assert out.tolist() == [0, sum(range(96))]


def test_blocks_of_a_wave_may_wait_for_each_other():
    """The first block waits for what the last one writes."""
    text = kernel(
        WHERE
        + """
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra LATER;
        WAIT: ld.volatile.global.u32 %r5, [%rd1];
        setp.eq.u32 %p2, %r5, 0;
        @%p2 bra WAIT;
        ret;
        LATER: setp.ne.u32 %p3, %r2, 3;
        @%p3 ret;
        mov.u32 %r6, 1;
        st.volatile.global.u32 [%rd1], %r6;
        ret;""",
        "u64",
    )
    out = words(1)
    run(text, out, grid=4, block=1)
    assert out[0] == 1


def test_going_round_in_circles_is_a_deadlock():
    text = kernel(
        WHERE
        + """
        WAIT: ld.volatile.global.u32 %r5, [%rd1];
        setp.eq.u32 %p2, %r5, 0;
        @%p2 bra WAIT;
        ret;""",
        "u64",
    )
    found = fault(text, words(1), block=2)
    assert found.kind == DEADLOCK
    assert "nobody will write" in found.reason


def test_what_counts_in_a_register_does_not_go_in_circles():
    text = kernel(
        WHERE
        + """
        mov.u32 %r5, 0;
        WAIT: add.u32 %r5, %r5, 1;
        setp.lt.u32 %p2, %r5, 200000;
        @%p2 bra WAIT;
        st.global.u32 [%rd3], %r5;
        ret;""",
        "u64",
    )
    out = words(1)
    run(text, out, block=1)
    assert out[0] == 200000


def test_a_collective_instruction_waits_for_all_that_it_names():
    """The odd lanes come later; all exchange at one instruction."""
    text = kernel(
        WHERE
        + """
        and.b32 %r5, %r1, 1;
        setp.eq.u32 %p1, %r5, 0;
        mov.u32 %r6, %r1;
        @%p1 bra MEET;
        mul.lo.u32 %r6, %r1, 100;
        MEET: shfl.sync.bfly.b32 %r7, %r6, 1, 31, -1;
        st.global.u32 [%rd3], %r7;
        ret;""",
        "u64",
    )
    out = words(64)
    run(text, out, block=64)
    mine = [n if n % 2 == 0 else 100 * n for n in range(64)]
    assert out.tolist() == [mine[n ^ 1] for n in range(64)]


def test_threads_that_have_ended_are_not_waited_for():
    text = kernel(
        WHERE
        + """
        setp.ge.u32 %p1, %r1, 20;
        @%p1 ret;
        vote.sync.ballot.b32 %r7, 1, 0xffffffff;
        st.global.u32 [%rd3], %r7;
        ret;""",
        "u64",
    )
    out = words(32)
    run(text, out, block=32)
    assert (out[:20] == (1 << 20) - 1).all()
    assert not out[20:].any()


def test_a_member_that_never_comes_is_a_deadlock():
    """Half of the warp waits at one instruction for the others, which wait at another."""
    text = kernel(
        WHERE
        + """
        setp.lt.u32 %p1, %r1, 16;
        @%p1 bra A;
        vote.sync.ballot.b32 %r5, 1, 0xffffffff;
        bra END;
        A: vote.sync.ballot.b32 %r6, 1, 0xffffffff;
        END: ret;""",
        "u64",
    )
    found = fault(text, words(32), block=32)
    assert found.kind == DEADLOCK
    assert found.thread == 0
    assert found.instruction is not None
    assert "%r6" in found.instruction.text
    ((other, said),) = found.others
    assert "%r5" in other.text
    assert said.startswith("16 threads")


def test_a_thread_that_its_mask_does_not_name_is_a_fault():
    text = kernel(WHERE + "vote.sync.ballot.b32 %r5, 1, 0x0000ffff; ret;", "u64")
    found = fault(text, words(32), block=32)
    assert (found.kind, found.thread) == (UNDEFINED, 16)


def test_a_circle_of_any_length_is_found():
    """Three basic blocks, so that the number of turns of a circle is no power of two."""
    text = kernel(
        WHERE
        + """
        WAIT: ld.volatile.global.u32 %r5, [%rd1];
        setp.ne.u32 %p2, %r5, 0;
        @%p2 bra END;
        mov.u32 %r6, 1;
        NEXT: mov.u32 %r7, %r6;
        bra WAIT;
        END: ret;""",
        "u64",
    )
    assert fault(text, words(1), block=1).kind == DEADLOCK


def test_a_long_wait_for_whoever_counts_is_no_circle():
    """Some spin as long as another counts in a register, through many snapshots."""
    text = kernel(
        WHERE
        + """
        setp.ge.u32 %p1, %r1, 32;
        @%p1 bra WAIT;
        mov.u32 %r5, 0;
        WORK: add.u32 %r5, %r5, 1;
        setp.lt.u32 %p2, %r5, 5000;
        @%p2 bra WORK;
        st.global.u32 [%rd1], %r5;
        ret;
        WAIT: ld.volatile.global.u32 %r6, [%rd1];
        setp.eq.u32 %p2, %r6, 0;
        @%p2 bra WAIT;
        ret;""",
        "u64",
    )
    out = words(1)
    run(text, out, block=64)
    assert out[0] == 5000


def test_a_lock_that_is_never_given_back_is_a_deadlock():
    """Who tries in vain to take it changes nothing."""
    text = kernel(
        WHERE
        + """
        TRY: atom.global.cas.b32 %r5, [%rd1], 0, 1;
        setp.ne.s32 %p1, %r5, 0;
        @%p1 bra TRY;
        ret;""",
        "u64",
    )
    out = words(1)
    assert fault(text, out, block=2).kind == DEADLOCK
    assert out[0] == 1
