"""`cp.async`: what it copies, and that nothing is there before it has been waited for."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT, UNDEFINED

HEAD = """.shared .align 16 .b8 tile[2048];
.shared .align 8 .b64 bar[1];
.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
mov.u32 %r1, %tid.x;
mov.u64 %rd3, tile;
"""


def aligned(values: np.ndarray, alignment: int = 16) -> np.ndarray:
    memory = np.zeros(values.nbytes + alignment, np.uint8)
    start = -memory.ctypes.data % alignment
    found = memory[start : start + values.nbytes].view(values.dtype)
    found[:] = values.reshape(-1)
    return found


def offsets(size: int) -> str:
    """%rd5: this thread's part of the source, %rd6: of the tile, %rd7: of the result."""
    return f"""mul.wide.u32 %rd4, %r1, {size};
    add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd3, %rd4; add.s64 %rd7, %rd2, %rd4;
    """


def stores(size: int) -> str:
    """What copies a thread's part of the tile to the result, byte by byte."""
    return "".join(f"ld.shared.u8 %r9, [%rd6+{k}]; st.global.u8 [%rd7+{k}], %r9;" for k in range(size))


def noise(nbytes: int) -> np.ndarray:
    return np.random.default_rng(nbytes).integers(1, 256, nbytes, np.uint8)


@pytest.mark.parametrize(("size", "level"), [(4, "ca"), (8, "ca"), (16, "ca"), (16, "cg")])
@pytest.mark.parametrize("wait", ["cp.async.commit_group; cp.async.wait_group 0;", "cp.async.wait_all;"])
def test_bytes_arrive(size: int, level: str, wait: str):
    source, out = aligned(noise(32 * size)), np.zeros(32 * size, np.uint8)
    body = f"""{offsets(size)}
    cp.async.{level}.shared.global.L2::128B [%rd6], [%rd5], {size};
    {wait}
    {stores(size)} ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=32)
    assert (out == source).all()


@pytest.mark.parametrize(
    "operand",
    ["cvt.u32.u64 %r2, %rd10; {copy}, %r2;", "setp.eq.u64 %p1, %rd10, 0; {copy}, %p1;"],
)
def test_what_is_not_read_is_zero(operand: str):
    """Thread t reads t bytes of 16, or with a predicate all or none; the sources of those that read none are nowhere."""
    partial = "%p1" not in operand
    source, out = aligned(noise(17 * 16)), np.zeros(17 * 16, np.uint8)
    copy = "cp.async.cg.shared.global [%rd6], [%rd5], 16"
    body = f"""{offsets(16)}
    cvt.u64.u32 %rd10, %r1;
    setp.eq.u32 %p2, %r1, 0;
    @%p2 mov.u64 %rd5, 0;
    mov.u32 %r9, 171; st.shared.u8 [%rd6], %r9; st.shared.u8 [%rd6+15], %r9;
    {operand.replace("{copy}", copy)}
    cp.async.wait_all;
    {stores(16)} ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=17)
    expected = source.reshape(17, 16).copy()
    for thread in range(17):
        expected[thread, thread if partial or not thread else 16 :] = 0
    assert out.reshape(17, 16).tolist() == expected.tolist()


def test_a_source_that_ends_within_what_is_copied():
    """No more is looked at than is read."""
    source, out = aligned(noise(16)), np.zeros(16, np.uint8)
    body = f"""{offsets(16)}
    cp.async.ca.shared.global [%rd6], [%rd5], 16, 5;
    cp.async.wait_all;
    {stores(16)} ret;"""
    run(kernel(HEAD + body, "u64 u64"), source[:5], out, block=1)
    assert out.tolist() == [*source[:5].tolist(), *[0] * 11]


def test_groups_are_waited_for_in_order():
    """After each wait, exactly the groups that it guarantees are there."""
    source = aligned(np.arange(1, 5, dtype=np.uint32))
    out = np.zeros(16, np.uint32)
    copies = "".join(
        f"cp.async.ca.shared.global [tile+{4 * k}], [%rd1+{4 * k}], 4; cp.async.commit_group;"
        for k in range(4)
    )

    def look(row: int) -> str:
        return "".join(
            f"ld.shared.u32 %r2, [tile+{4 * k}]; st.global.u32 [%rd2+{16 * row + 4 * k}], %r2;"
            for k in range(4)
        )

    zeros = "".join(f"st.shared.u32 [tile+{4 * k}], 0;" for k in range(4))
    waits = "".join(f"cp.async.wait_group {pending}; {look(row)}" for row, pending in enumerate((4, 3, 1, 0)))
    run(kernel(HEAD + zeros + copies + waits + "ret;", "u64 u64"), source, out, block=1)
    assert out.reshape(4, 4).tolist() == [[0, 0, 0, 0], [1, 0, 0, 0], [1, 2, 3, 0], [1, 2, 3, 4]]


def test_a_copy_that_is_in_no_group_is_waited_for_by_wait_all_only():
    source, out = aligned(np.array([7], np.uint32)), np.zeros(2, np.uint32)
    body = """st.shared.u32 [tile], 0;
    cp.async.ca.shared.global [tile], [%rd1], 4;
    cp.async.wait_group 0;
    ld.shared.u32 %r2, [tile]; st.global.u32 [%rd2], %r2;
    cp.async.wait_all;
    ld.shared.u32 %r2, [tile]; st.global.u32 [%rd2+4], %r2;
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=1)
    assert out.tolist() == [0, 7]


def test_a_thread_waits_for_its_own_copies():
    """A barrier after the wait of another thread guarantees nothing."""
    source, out = aligned(np.array([7, 8], np.uint32)), np.zeros(2, np.uint32)
    body = """mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd3, %rd4;
    st.shared.u32 [%rd6], 0;
    cp.async.ca.shared.global [%rd6], [%rd5], 4;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 cp.async.wait_all;
    bar.sync 0;
    ld.shared.u32 %r2, [tile]; st.global.u32 [%rd2], %r2;
    ld.shared.u32 %r2, [tile+4]; st.global.u32 [%rd2+4], %r2;
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=2)
    assert out.tolist() == [7, 0]


@pytest.mark.parametrize(("noinc", "count"), [(".noinc", 64), ("", 1)])
def test_a_barrier_object_counts_copies(noinc: str, count: int):
    """With `.noinc` the object expects an arrival of each thread; else one of the thread that arrives as well."""
    source, out = aligned(noise(64 * 16)), np.zeros(64 * 16, np.uint8)
    body = f"""{offsets(16)}
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [bar], {count};
    READY: bar.sync 0;
    mov.u32 %r9, 0; st.shared.u8 [%rd6], %r9;
    cp.async.cg.shared.global [%rd6], [%rd5], 16;
    cp.async.mbarrier.arrive{noinc}.shared.b64 [bar];
    bar.sync 0;
    {"" if noinc else "@%p1 bra WAIT; mbarrier.arrive.shared.b64 _, [bar];"}
    WAIT: mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    xor.b32 %r2, %r1, 63;
    mul.wide.u32 %rd8, %r2, 16;
    add.s64 %rd6, %rd3, %rd8; add.s64 %rd7, %rd2, %rd8;
    {stores(16)} ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=64)
    assert (out == source).all()


def test_a_pipeline_of_two_stages():
    """A sum over tiles, of which one is copied while the other is added up."""
    source = aligned(np.random.default_rng(1).integers(0, 100, 8 * 32).astype(np.uint32))
    out = np.zeros(32, np.uint32)
    body = """mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd3, %rd4; add.s64 %rd7, %rd2, %rd4;
    cp.async.ca.shared.global [%rd6], [%rd5], 4; cp.async.commit_group;
    mov.u32 %r2, 0; mov.u32 %r3, 0;
    LOOP: add.u32 %r4, %r2, 1;
    setp.lt.u32 %p1, %r4, 8;
    @!%p1 bra LAST;
    and.b32 %r5, %r4, 1; mul.wide.u32 %rd8, %r5, 128; add.s64 %rd9, %rd6, %rd8;
    mul.wide.u32 %rd10, %r4, 128; add.s64 %rd11, %rd5, %rd10;
    cp.async.ca.shared.global [%rd9], [%rd11], 4;
    LAST: cp.async.commit_group;
    cp.async.wait_group 1;
    and.b32 %r5, %r2, 1; mul.wide.u32 %rd8, %r5, 128; add.s64 %rd9, %rd6, %rd8;
    ld.shared.u32 %r6, [%rd9];
    add.u32 %r3, %r3, %r6;
    mov.u32 %r2, %r4;
    @%p1 bra LOOP;
    st.global.u32 [%rd7], %r3;
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=32)
    assert out.tolist() == source.reshape(8, 32).sum(0).tolist()


@pytest.mark.parametrize(
    ("text", "kind", "thread"),
    [
        ("cp.async.ca.shared.global [%rd3+2], [%rd1], 4;", ALIGNMENT, 0),
        ("cp.async.cg.shared.global [%rd3], [%rd1+8], 16;", ALIGNMENT, 0),
        ("cp.async.cg.shared.global [%rd3], [%rd1+8], 16, 3;", ALIGNMENT, 0),
        ("cp.async.ca.shared.global [%rd3], [%rd1+64], 4;", ADDRESS, 0),
        ("cp.async.ca.shared.global [%rd3+4096], [%rd1], 4;", ADDRESS, 0),
        ("cp.async.ca.shared.global [%rd3], [%rd1], 4, 5;", UNDEFINED, 0),
        (
            "mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd1, %rd4; cp.async.ca.shared.global [%rd3], [%rd5], 4;",
            ADDRESS,
            16,
        ),
    ],
)
def test_faults(text: str, kind: str, thread: int):
    found = fault(
        kernel(HEAD + text + " ret;", "u64 u64"), aligned(np.zeros(16, np.uint32)), np.zeros(1), block=32
    )
    assert (found.kind, found.thread) == (kind, thread)
    assert found.instruction is not None
    assert found.instruction.opcode == "cp"


@pytest.mark.parametrize(
    "text",
    [
        "cp.async.cg.shared.global [%rd3], [%rd1], 8;",
        "cp.async.ca.shared.global [%rd3], [%rd1], 5;",
        "cp.async.ca.global.shared [%rd1], [%rd3], 4;",
        "cp.async.wait_group %r1;",
        "cp.async.commit_group.sparkling;",
        "cp.sync.ca.shared.global [%rd3], [%rd1], 4;",
    ],
)
def test_forms_that_are_refused(text: str):
    with pytest.raises(CompileError):
        program(kernel(HEAD + text + " ret;", "u64 u64"))
