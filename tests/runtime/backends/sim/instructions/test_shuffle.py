"""Shuffles, against what the PTX ISA's pseudocode says of each lane."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import UNDEFINED

BODY = """.reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd5, [p1];
ld.param.u32 %r3, [p2];
mov.u32 %r1, %tid.x;
mad.lo.u32 %r2, %r1, 7, 100;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
add.s64 %rd6, %rd5, %rd2;
"""

JUNK = 0xA5A5_A5A5


def shuffled(
    mode: str, choice: int, clamp: int, *, lanes: int = 32, mask: int = 0xFFFF_FFFF
) -> tuple[list[int], list[int]]:
    """What lanes get that hold 100 + 7 · lane, and whether it was in range."""
    body = (
        BODY
        + f"""
    shfl.sync.{mode}.b32 %r4|%p1, %r2, {choice}, {clamp}, {mask:#x};
    st.global.u32 [%rd3], %r4;
    selp.b32 %r5, 1, 0, %p1;
    st.global.u32 [%rd6], %r5;
    ret;
    """
    )
    values, valid = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
    run(kernel(body, "u64 u64 u32"), values, valid, np.uint32(0), block=lanes)
    return values.tolist(), valid.tolist()


def expected(mode: str, choice: int, clamp: int) -> tuple[list[int], list[int]]:
    """The pseudocode of `shfl.sync` (PTX ISA, 9.7.9.6), a lane at a time."""
    values: list[int] = []
    valid: list[int] = []
    segment, bound, choice = clamp >> 8 & 31, clamp & 31, choice & 31
    for lane in range(32):
        last = lane & segment | bound & ~segment & 31
        first = lane & segment
        if mode == "up":
            source = lane - choice
            good = source >= last
        elif mode == "down":
            source = lane + choice
            good = source <= last
        elif mode == "bfly":
            source = lane ^ choice
            good = source <= last
        else:
            source = first | choice & ~segment & 31
            good = source <= last
        values.append(100 + 7 * (source if good else lane))
        valid.append(int(good))
    return values, valid


@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
@pytest.mark.parametrize("choice", [0, 1, 5, 16, 31, 33])
@pytest.mark.parametrize("width", [32, 16, 4, 1])
def test_modes_with_segments(mode: str, choice: int, width: int):
    segment = 32 - width << 8
    clamp = segment if mode == "up" else segment | 31
    assert shuffled(mode, choice, clamp) == expected(mode, choice, clamp)


@pytest.mark.parametrize("clamp", [3, 20, 0x1C05, 0x0907])
@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
def test_any_clamp(mode: str, clamp: int):
    assert shuffled(mode, 3, clamp) == expected(mode, 3, clamp)


def test_lanes_that_never_were_give_bits_that_nobody_wrote():
    values, valid = shuffled("down", 8, 31, lanes=16)
    assert values == [100 + 7 * (lane + 8) for lane in range(8)] + [JUNK] * 8 + [0] * 16
    assert valid == [1] * 16 + [0] * 16


def test_lanes_outside_of_the_mask_give_bits_that_nobody_wrote():
    """Lanes of the lower half ask those of the upper one, which have another mask."""
    body = (
        BODY
        + """
    setp.lt.u32 %p2, %r1, 16;
    selp.b32 %r6, 0xffff, 0xffff0000, %p2;
    shfl.sync.bfly.b32 %r4, %r2, 16, 31, %r6;
    st.global.u32 [%rd3], %r4;
    ret;
    """
    )
    values = np.zeros(32, np.uint32)
    run(kernel(body, "u64 u64 u32"), values, values, np.uint32(0))
    assert values.tolist() == [JUNK] * 32


def test_a_lane_for_each_thread():
    """The choice is a register, different in each lane."""
    body = (
        BODY
        + """
    xor.b32 %r6, %r1, 13;
    shfl.sync.idx.b32 %r4, %r2, %r6, 31, -1;
    st.global.u32 [%rd3], %r4;
    ret;
    """
    )
    values = np.zeros(96, np.uint32)
    run(kernel(body, "u64 u64 u32"), values, values, np.uint32(0), block=96)
    thread = np.arange(96)
    assert values.tolist() == (100 + 7 * (thread ^ 13)).tolist()


LATER = """
    and.b32 %r6, %r1, 1;
    setp.eq.u32 %p2, %r6, 1;
    @%p2 bra LATE;
    bra MEET;
    LATE: add.u32 %r2, %r2, 1000;
    add.u32 %r2, %r2, 1000;
    MEET: shfl.sync.down.b32 %r4, %r2, 1, 31, -1;
    st.global.u32 [%rd3], %r4;
    ret;
"""


def test_half_of_the_warp_comes_later():
    """Those that come first wait: all see what the others hold at the instruction."""
    values = np.zeros(32, np.uint32)
    run(kernel(BODY + LATER, "u64 u64 u32"), values, values, np.uint32(0))
    held = [100 + 7 * lane + lane % 2 * 2000 for lane in range(32)]
    assert values.tolist() == [*held[1:], held[31]]


def test_lanes_that_have_ended_are_not_waited_for():
    body = (
        BODY
        + """
    setp.gt.u32 %p2, %r1, 23;
    @%p2 ret;
    shfl.sync.down.b32 %r4, %r2, 1, 31, -1;
    st.global.u32 [%rd3], %r4;
    ret;
    """
    )
    values = np.zeros(32, np.uint32)
    run(kernel(body, "u64 u64 u32"), values, values, np.uint32(0))
    assert values.tolist() == [100 + 7 * lane for lane in range(1, 24)] + [JUNK] + [0] * 8


def test_a_mask_without_oneself():
    body = BODY + "shfl.sync.idx.b32 %r4, %r2, 0, 31, 0x7fffffff; ret;"
    values = np.zeros(32, np.uint32)
    found = fault(kernel(body, "u64 u64 u32"), values, values, np.uint32(0))
    assert found.kind == UNDEFINED
    assert found.thread == 31
    assert "0x7fffffff" in found.reason


def test_another_kind_is_refused():
    values = np.zeros(32, np.uint32)
    with pytest.raises(CompileError, match="PC0704"):
        run(
            kernel(BODY + "shfl.idx.b32 %r4, %r2, 0, 31, 0; ret;", "u64 u64 u32"),
            values,
            values,
            np.uint32(0),
        )
