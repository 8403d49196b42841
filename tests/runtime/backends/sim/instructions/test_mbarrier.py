"""Barrier objects, against a model that counts phases, arrivals and bytes as Python's integers."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT, DEADLOCK, UNDEFINED

HEAD = """.shared .align 8 .b64 bar[4];
.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
mov.u32 %r1, %tid.x;
"""


class Model:
    """One barrier object: phases are counted from zero on."""

    def __init__(self, count: int):
        self.phase = 0
        self.expected = self.pending = count
        self.bytes = 0

    def settle(self) -> None:
        if not self.pending and not self.bytes:
            self.phase += 1
            self.pending = self.expected

    def arrive(self, count: int, drop: bool) -> None:
        self.pending -= count
        self.expected -= count if drop else 0
        self.settle()

    def add_bytes(self, count: int) -> None:
        self.bytes += count
        self.settle()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("arrive"), st.integers(1, 4)),
        st.tuples(st.just("drop"), st.integers(1, 2)),
        st.tuples(st.just("expect"), st.integers(0, 5)),
        st.tuples(st.just("complete"), st.integers(0, 5)),
        st.tuples(st.just("both"), st.integers(0, 5)),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(count=st.integers(1, 6), steps=STEPS)
def test_phases(count: int, steps: list[tuple[str, int]]):
    """After each step the phase, the parity, and how many were missing before an arrival are what the model says."""
    model = Model(count)
    text, expected = [f"mbarrier.init.shared.b64 [bar], {count};"], []
    offset = 0

    def give(register: str, value: int) -> None:
        nonlocal offset
        text.append(f"st.global.u32 [%rd1+{offset}], {register};")
        expected.append(value)
        offset += 4

    for name, number in steps:
        arrivals = 1 if name == "both" else number if name in ("arrive", "drop") else 0
        if arrivals > model.pending or (name == "drop" and number > model.expected):
            continue
        if name in ("arrive", "drop"):
            word = "arrive" if name == "arrive" else "arrive_drop"
            before, phase = model.pending, model.phase
            operand = f", {number}" if number > 1 else ""
            text.append(f"mbarrier.{word}.release.cta.shared::cta.b64 %rd2, [bar]{operand};")
            model.arrive(number, name == "drop")
        elif name == "both":
            before, phase = model.pending, model.phase
            text.append(f"mbarrier.arrive.expect_tx.relaxed.cta.shared::cta.b64 %rd2, [bar], {number};")
            model.bytes += number
            model.arrive(1, False)
        elif name == "expect":
            text.append(f"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], {number};")
            model.add_bytes(number)
        else:
            text.append(f"mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], {number};")
            model.add_bytes(-number)
        if arrivals:
            text.append("mbarrier.pending_count.b64 %r2, %rd2;")
            give("%r2", before)
            text.append("mbarrier.test_wait.shared.b64 %p1, [bar], %rd2; selp.u32 %r2, 1, 0, %p1;")
            give("%r2", model.phase > phase)
        for parity in (0, 1):
            text.append(
                f"mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], {parity}; selp.u32 %r2, 1, 0, %p1;"
            )
            give("%r2", model.phase % 2 != parity)
        if not model.expected:
            break
    out = np.zeros(len(expected) + 1, np.uint32)
    run(kernel(HEAD + "\n".join(text) + "\nret;", "u64"), out, block=1)
    assert out[:-1].tolist() == [int(value) for value in expected]


def test_all_threads_of_a_block_meet():
    """What each wrote before it came is there for whoever has waited."""
    out = np.zeros(96, np.uint32)
    body = """.shared .align 4 .b32 tile[96];
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [bar], 96;
    READY: bar.sync 0;
    mov.u64 %rd3, tile;
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd3, %rd4;
    st.shared.u32 [%rd5], %r1;
    mbarrier.arrive.shared.b64 %rd6, [bar];
    WAIT: mbarrier.try_wait.shared.b64 %p2, [bar], %rd6, 1000;
    @!%p2 bra WAIT;
    mov.u32 %r2, 95;
    sub.u32 %r3, %r2, %r1;
    mul.wide.u32 %rd7, %r3, 4;
    add.s64 %rd8, %rd3, %rd7;
    ld.shared.u32 %r4, [%rd8];
    add.s64 %rd9, %rd1, %rd4;
    st.global.u32 [%rd9], %r4;
    ret;"""
    run(kernel(HEAD + body, "u64"), out, block=96)
    assert out.tolist() == list(range(95, -1, -1))


def test_producers_and_consumers_take_turns():
    """A warp fills a place of two, another empties it: each phase is waited for by its parity."""
    out = np.zeros(8, np.uint32)
    body = """.shared .align 4 .b32 tile[2];
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [bar], 32; mbarrier.init.shared.b64 [bar+8], 32;
    mbarrier.init.shared.b64 [bar+16], 32; mbarrier.init.shared.b64 [bar+24], 32;
    READY: bar.sync 0;
    mov.u32 %r2, 0;
    mov.u64 %rd3, tile;
    mov.u64 %rd2, bar;
    LOOP:
    and.b32 %r3, %r2, 1;
    shr.u32 %r4, %r2, 1;
    and.b32 %r4, %r4, 1;
    mul.wide.u32 %rd4, %r3, 4;
    add.s64 %rd5, %rd3, %rd4;
    mul.wide.u32 %rd4, %r3, 8;
    add.s64 %rd6, %rd2, %rd4;
    setp.lt.u32 %p1, %r1, 32;
    @!%p1 bra CONSUME;
    xor.b32 %r5, %r4, 1;
    FREE: mbarrier.test_wait.parity.shared.b64 %p2, [%rd6+16], %r5;
    @!%p2 bra FREE;
    mul.lo.u32 %r6, %r2, 10;
    st.shared.u32 [%rd5], %r6;
    mbarrier.arrive.shared.b64 _, [%rd6];
    bra NEXT;
    CONSUME:
    FULL: mbarrier.test_wait.parity.shared.b64 %p2, [%rd6], %r4;
    @!%p2 bra FULL;
    ld.shared.u32 %r7, [%rd5];
    mul.wide.u32 %rd7, %r2, 4;
    add.s64 %rd8, %rd1, %rd7;
    st.global.u32 [%rd8], %r7;
    mbarrier.arrive.shared.b64 _, [%rd6+16];
    NEXT:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 8;
    @%p3 bra LOOP;
    ret;"""
    run(kernel(HEAD + body, "u64"), out, block=64)
    assert out.tolist() == [10 * k for k in range(8)]


def test_blocks_of_a_cluster_come_to_one_object():
    """Every block comes to the object of rank 0, by an address in the shared memory of the cluster."""
    out = np.zeros(4, np.uint32)
    body = """
    mov.u32 %r2, %cluster_ctarank;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [bar], 4;
    fence.mbarrier_init.release.cluster;
    READY: barrier.cluster.arrive; barrier.cluster.wait;
    mov.u64 %rd3, bar;
    cvt.u32.u64 %r3, %rd3;
    mapa.shared::cluster.u32 %r4, %r3, 0;
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r4];
    mov.u32 %r6, 1;
    @%p1 bra DONE;
    WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    mov.u32 %r6, 2;
    DONE: barrier.cluster.arrive; barrier.cluster.wait;
    mov.u32 %r5, %ctaid.x;
    mul.wide.u32 %rd4, %r5, 4;
    add.s64 %rd5, %rd1, %rd4;
    st.global.u32 [%rd5], %r6;
    ret;"""
    run(kernel(HEAD + body, "u64"), out, grid=4, block=1, cluster=(4, 1, 1))
    assert out.tolist() == [2, 1, 1, 1]


def test_a_generic_address_names_an_object():
    out = np.zeros(1, np.uint32)
    body = """mov.u64 %rd2, bar; cvta.shared.u64 %rd3, %rd2;
    mbarrier.init.b64 [%rd3], 1;
    mbarrier.arrive.b64 %rd4, [%rd3];
    mbarrier.test_wait.shared.b64 %p1, [bar], %rd4; selp.u32 %r2, 1, 0, %p1;
    st.global.u32 [%rd1], %r2; ret;"""
    run(kernel(HEAD + body, "u64"), out, block=1)
    assert out.tolist() == [1]


def test_many_come_at_once_and_some_for_the_next_phase():
    """An object that expects eight of 32 threads has four phases of them."""
    out = np.zeros(33, np.uint32)
    body = """setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [bar], 8;
    READY: bar.sync 0;
    mbarrier.arrive.shared.b64 %rd2, [bar];
    mbarrier.pending_count.b64 %r2, %rd2;
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd1, %rd4;
    st.global.u32 [%rd5], %r2;
    mbarrier.test_wait.parity.shared.b64 %p2, [bar], 1; selp.u32 %r3, 1, 0, %p2;
    st.global.u32 [%rd1+128], %r3;
    ret;"""
    run(kernel(HEAD + body, "u64"), out, block=32)
    assert out.tolist() == list(range(8, 0, -1)) * 4 + [1]


FAULTS = [
    ("mbarrier.arrive.shared.b64 %rd2, [bar];", UNDEFINED, "nothing has initialised it"),
    ("mbarrier.init.shared.b64 [bar], 0;", UNDEFINED, "expects 0 arrivals"),
    ("mbarrier.init.shared.b64 [bar], 1048576;", UNDEFINED, "expects 1048576 arrivals"),
    (
        "mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.release.cta.shared.b64 %rd2, [bar], 3;",
        UNDEFINED,
        "comes 3 times to a barrier object whose phase waits for 2",
    ),
    (
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.noComplete.shared.b64 %rd2, [bar], 1;",
        UNDEFINED,
        "ends a phase of a barrier object by `.noComplete`",
    ),
    (
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.inval.shared.b64 [bar]; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;",
        UNDEFINED,
        "nothing has initialised it",
    ),
    (
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 2;",
        UNDEFINED,
        "parity 2",
    ),
    (
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 1048576;",
        UNDEFINED,
        "1048576 bytes",
    ),
    ("mbarrier.init.shared.b64 [bar+4], 1;", ALIGNMENT, "no multiple"),
    ("mbarrier.init.shared.b64 [bar+64], 1;", ADDRESS, "of shared memory"),
    ("mbarrier.init.b64 [%rd1], 1;", UNDEFINED, "not in shared memory"),
]


@pytest.mark.parametrize(("text", "kind", "part"), FAULTS)
def test_faults(text: str, kind: str, part: str):
    found = fault(kernel(HEAD + text + " ret;", "u64"), np.zeros(4), block=1)
    assert (found.kind, found.thread) == (kind, 0)
    assert part in found.reason
    assert found.instruction is not None
    assert found.instruction.opcode == "mbarrier"


def test_a_phase_that_nobody_ends():
    body = """mbarrier.init.shared.b64 [bar], 2;
    mbarrier.arrive.shared.b64 %rd2, [bar];
    WAIT: mbarrier.test_wait.shared.b64 %p1, [bar], %rd2;
    @!%p1 bra WAIT;
    ret;"""
    assert fault(kernel(HEAD + body, "u64"), np.zeros(1), block=1).kind == DEADLOCK


@pytest.mark.parametrize(
    "text",
    [
        "mbarrier.init.global.b64 [%rd1], 1;",
        "mbarrier.linger.shared.b64 [bar];",
        "mbarrier.arrive.expect_tx.shared.b64 %rd2, [bar];",
        "mbarrier.test_wait.sparkling.shared.b64 %p1, [bar], %rd2;",
        "mbarrier.init.shared.b32 [bar], 1;",
    ],
)
def test_forms_that_are_refused(text: str):
    with pytest.raises(CompileError):
        program(kernel(HEAD + text + " ret;", "u64"))
