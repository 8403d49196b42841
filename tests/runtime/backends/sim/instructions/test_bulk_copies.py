"""`cp.async.bulk`, `cp.reduce.async.bulk`, `st.async`, `red.async`: what they do, and when it is there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT, DEADLOCK, UNDEFINED

HEAD = """.shared .align 128 .b8 tile[1024];
.shared .align 8 .b64 bar[2];
.reg .pred %p<9>; .reg .b16 %h<4>; .reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .f32 %f<4>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
mov.u32 %r1, %tid.x;
mov.u64 %rd3, tile;
"""
ONE_THREAD = "setp.ne.u32 %p1, %r1, 0; @%p1 bra REST;\n"
LOAD = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.global.shared::cta.bulk_group"


def aligned(values: Any, alignment: int = 16) -> np.ndarray:
    values = np.asarray(values)
    memory = np.zeros(values.nbytes + alignment, np.uint8)
    start = -memory.ctypes.data % alignment
    found = memory[start : start + values.nbytes].view(values.dtype)
    found[:] = values.reshape(-1)
    return found


def wait(parity: int = 0, label: str = "WAIT", barrier: str = "bar") -> str:
    return f"""{label}: mbarrier.try_wait.parity.shared::cta.b64 %p2, [{barrier}], {parity};
    @!%p2 bra {label};
    """


def test_a_piece_of_global_memory_is_counted_by_a_barrier_object():
    source, out = aligned(np.arange(64, dtype=np.uint32)), np.zeros(128, np.uint32)
    look = """mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd3, %rd4; add.s64 %rd6, %rd2, %rd4;
    ld.shared.u32 %r2, [%rd5]; st.global.u32 [%rd6+{offset}], %r2;
    """
    body = f"""mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd3, %rd4; st.shared.u32 [%rd5], 99;
    {ONE_THREAD}
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 256;
    {LOAD} [tile], [%rd1], 256, [bar];
    REST: bar.sync 0;
    {look.format(offset=0)}
    {wait()}
    {look.format(offset=256)} ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=64)
    assert out[:64].tolist() == [99] * 64  # nobody had waited
    assert out[64:].tolist() == source.tolist()


def test_bytes_that_are_counted_before_they_are_expected():
    """A copy that is started first ends no phase before the arrival that expects it."""
    source, out = aligned(np.arange(4, dtype=np.uint32) + 1), np.zeros(1, np.uint32)
    body = f"""mbarrier.init.shared.b64 [bar], 1;
    {LOAD} [tile], [%rd1], 16, [bar];
    mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;
    selp.u32 %r3, 100, 0, %p1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 16;
    {wait()}
    ld.shared.u32 %r2, [tile+12]; add.u32 %r2, %r2, %r3; st.global.u32 [%rd2], %r2; ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=1)
    assert out.tolist() == [4]


def test_two_barrier_objects_are_waited_for_apart():
    source, out = aligned(np.arange(8, dtype=np.uint32) + 1), np.zeros(2, np.uint32)
    body = f"""mbarrier.init.shared.b64 [bar], 1; mbarrier.init.shared.b64 [bar+8], 1;
    st.shared.u32 [tile+16], 0;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 16;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar+8], 16;
    {LOAD}.L2::cache_hint [tile+16], [%rd1+16], 16, [bar+8], %rd7;
    {LOAD} [tile], [%rd1], 16, [bar];
    {wait()}
    ld.shared.u32 %r2, [tile]; ld.shared.u32 %r3, [tile+16];
    st.global.u32 [%rd2], %r2; st.global.u32 [%rd2+4], %r3; ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, out, block=1)
    assert out.tolist() == [1, 0]


def test_more_bytes_are_expected_than_come():
    body = f"""mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 32;
    {LOAD} [tile], [%rd1], 16, [bar];
    {wait()} ret;"""
    found = fault(kernel(HEAD + body, "u64 u64"), aligned(np.zeros(4, np.uint32)), np.zeros(1), block=1)
    assert found.kind == DEADLOCK


FILL = """mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd3, %rd4; add.u32 %r2, %r1, 10;
st.shared.u32 [%rd5], %r2;
fence.proxy.async.shared::cta;
bar.sync 0;
"""


def test_shared_memory_goes_to_global():
    target, out = aligned(np.zeros(32, np.uint32)), np.zeros(32, np.uint32)
    body = f"""{FILL}{ONE_THREAD}
    {STORE} [%rd1], [tile], 128;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    REST: ret;"""
    run(kernel(HEAD + body, "u64 u64"), target, out, block=32)
    assert target.tolist() == list(range(10, 42))


def test_what_nobody_waits_for_is_there_in_the_end():
    target, out = aligned(np.zeros(32, np.uint32)), np.zeros(32, np.uint32)
    body = f"{FILL}{ONE_THREAD} {STORE}.L2::cache_hint [%rd1], [tile], 128, %rd1; cp.async.bulk.commit_group; REST: ret;"
    run(kernel(HEAD + body, "u64 u64"), target, out, block=32)
    assert target.tolist() == list(range(10, 42))


@pytest.mark.parametrize(
    ("wait_for", "seen"),
    [
        ("", [5, 5, 0]),
        ("cp.async.bulk.wait_group.read 0;", [0, 1, 0]),
        ("cp.async.bulk.wait_group 0;", [0, 1, 1]),
    ],
)
def test_what_a_wait_for_bulk_groups_guarantees(wait_for: str, seen: list[int]):
    """Shared memory is overwritten behind the wait: without one that is what is copied; with `.read` it is what was there, but
    it need not have been written yet."""
    target, out = aligned(np.zeros(8, np.uint32)), np.zeros(2, np.uint32)
    body = f"""st.shared.u32 [tile], 0; st.shared.u32 [tile+4], 1;
    {STORE} [%rd1], [tile], 16;
    cp.async.bulk.commit_group;
    {wait_for}
    st.shared.u32 [tile], 5; st.shared.u32 [tile+4], 5;
    ld.global.u32 %r2, [%rd1+4]; st.global.u32 [%rd2], %r2;
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), target, out, block=1)
    assert [*target[:2].tolist(), int(out[0])] == seen


def test_bulk_groups_end_in_order():
    target, out = aligned(np.zeros(12, np.uint32)), np.zeros(9, np.uint32)
    starts = "".join(f"{STORE} [%rd1+{16 * k}], [tile], 16; cp.async.bulk.commit_group;" for k in range(3))

    def look(row: int) -> str:
        return "".join(
            f"ld.global.u32 %r2, [%rd1+{16 * k}]; st.global.u32 [%rd2+{12 * row + 4 * k}], %r2;"
            for k in range(3)
        )

    waits = "".join(
        f"cp.async.bulk.wait_group {pending}; {look(row)}" for row, pending in enumerate((3, 1, 0))
    )
    run(kernel(f"{HEAD}st.shared.u32 [tile], 1; {starts}{waits} ret;", "u64 u64"), target, out, block=1)
    assert out.reshape(3, 3).tolist() == [[0, 0, 0], [1, 1, 0], [1, 1, 1]]


def test_bytes_by_a_mask():
    target = aligned(np.full(32, 7, np.uint8))
    body = f"""st.shared.u32 [tile], 0; st.shared.u32 [tile+4], 0; st.shared.u32 [tile+8], 0; st.shared.u32 [tile+12], 0;
    st.shared.u32 [tile+16], 0; st.shared.u32 [tile+20], 0; st.shared.u32 [tile+24], 0; st.shared.u32 [tile+28], 0;
    mov.u16 %h1, 0x8003;
    {STORE}.cp_mask [%rd1], [tile], 32, %h1;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;"""
    run(kernel(HEAD + body, "u64 u64"), target, np.zeros(1), block=1)
    assert target.tolist() == [0, 0, *[7] * 13, 0] * 2


@pytest.mark.parametrize(
    ("operation", "type", "dtype", "function"),
    [
        ("add", "u32", np.uint32, np.add),
        ("min", "s32", np.int32, np.minimum),
        ("max", "u64", np.uint64, np.maximum),
        ("xor", "b32", np.uint32, np.bitwise_xor),
        ("and", "b64", np.uint64, np.bitwise_and),
        ("add", "f32", np.float32, np.add),
        ("add.noftz", "f16", np.float16, np.add),
    ],
)
def test_reductions(operation: str, type: str, dtype: Any, function: Any):
    random = np.random.default_rng(5)
    count = 128 // np.dtype(dtype).itemsize
    # Small numbers: what is added is exact in each of the types.
    values, before = random.integers(0, 90, count).astype(dtype), random.integers(0, 90, count).astype(dtype)
    if np.dtype(dtype).kind == "i":
        values -= 45
    source, target = aligned(values), aligned(before)
    body = f"""mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 128;
    {LOAD} [tile], [%rd1], 128, [bar];
    {wait()}
    cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}.{type} [%rd2], [tile], 128;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, target, block=1)
    assert target.tolist() == function(before, values).tolist()


CLUSTER = """mov.u32 %r10, %cluster_ctarank;
mbarrier.init.shared.b64 [bar], 1;
fence.mbarrier_init.release.cluster;
barrier.cluster.arrive; barrier.cluster.wait;
mov.u32 %r11, %ctaid.x;
"""
LAST = """barrier.cluster.arrive; barrier.cluster.wait;
ret;"""


@pytest.mark.parametrize("mask", [0b1111, 0b0101, 0b1000])
def test_blocks_of_a_cluster_get_the_same(mask: int):
    """The block of rank 1 copies to those of the mask; each has an object of its own at the same place."""
    source, out = aligned(np.arange(8 * 4, dtype=np.uint32)), np.zeros(8, np.uint32)
    body = f"""{CLUSTER}
    st.shared.u32 [tile+16], 77;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 16;
    barrier.cluster.arrive; barrier.cluster.wait;
    setp.ne.u32 %p1, %r10, 1; @%p1 bra REST;
    mov.u16 %h1, {mask};
    mul.wide.u32 %rd4, %r11, 16; add.s64 %rd5, %rd1, %rd4;
    {LOAD}.multicast::cluster [tile+16], [%rd5], 16, [bar], %h1;
    REST: mov.u32 %r12, {mask}; shr.u32 %r12, %r12, %r10; and.b32 %r12, %r12, 1; setp.eq.u32 %p3, %r12, 0;
    @%p3 bra DONE;
    {wait()}
    DONE: ld.shared.u32 %r2, [tile+16]; mul.wide.u32 %rd4, %r11, 4; add.s64 %rd5, %rd2, %rd4;
    st.global.u32 [%rd5], %r2;
    {LAST}"""
    run(kernel(HEAD + body, "u64 u64"), source, out, grid=8, block=1, cluster=(4, 1, 1))
    assert out.tolist() == [
        (4 * (4 * (block // 4) + 1) if mask >> block % 4 & 1 else 77) for block in range(8)
    ]


def test_shared_memory_of_one_block_goes_to_another():
    out = np.zeros(2, np.uint32)
    body = f"""{CLUSTER}
    add.u32 %r2, %r10, 50; st.shared.u32 [tile], %r2;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 16;
    xor.b32 %r3, %r10, 1;
    cvt.u32.u64 %r4, %rd3; add.u32 %r4, %r4, 32; mapa.shared::cluster.u32 %r5, %r4, %r3;
    mov.u64 %rd8, bar; cvt.u32.u64 %r6, %rd8; mapa.shared::cluster.u32 %r7, %r6, %r3;
    cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r5], [tile], 16, [%r7];
    {wait()}
    ld.shared.u32 %r2, [tile+32]; mul.wide.u32 %rd4, %r11, 4; add.s64 %rd5, %rd2, %rd4; st.global.u32 [%rd5], %r2;
    {LAST}"""
    run(kernel(HEAD + body, "u64 u64"), out, out, grid=2, block=1, cluster=(2, 1, 1))
    assert out.tolist() == [51, 50]


@pytest.mark.parametrize(
    ("store", "nbytes", "expected"),
    [
        ("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r5], %r11, [%r7];", 4, [1, 0]),
        (
            "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%r5], {%r11, %r1, %r1, %r1}, [%r7];",
            16,
            [1, 0],
        ),
        (
            "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r5], %r11, [%r7];",
            4,
            [8, 7],
        ),
        (
            "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 [%r5], %r11, [%r7];",
            4,
            [7, 7],
        ),
    ],
)
def test_stores_to_another_block(store: str, nbytes: int, expected: list[int]):
    out = np.zeros(2, np.uint32)
    body = f"""{CLUSTER}
    st.shared.u32 [tile+32], 7;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], {nbytes};
    barrier.cluster.arrive; barrier.cluster.wait;
    xor.b32 %r3, %r10, 1;
    cvt.u32.u64 %r4, %rd3; add.u32 %r4, %r4, 32; mapa.shared::cluster.u32 %r5, %r4, %r3;
    mov.u64 %rd8, bar; cvt.u32.u64 %r6, %rd8; mapa.shared::cluster.u32 %r7, %r6, %r3;
    {store}
    {wait()}
    ld.shared.u32 %r2, [tile+32]; mul.wide.u32 %rd4, %r11, 4; add.s64 %rd5, %rd2, %rd4; st.global.u32 [%rd5], %r2;
    {LAST}"""
    run(kernel(HEAD + body, "u64 u64"), out, out, grid=2, block=1, cluster=(2, 1, 1))
    assert out.tolist() == expected


INIT = "mbarrier.init.shared.b64 [bar], 1;\n"


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        (f"{INIT}{LOAD} [tile], [%rd1], 24, [bar];", UNDEFINED, "copies 24 bytes"),
        (f"{INIT}{LOAD} [tile+8], [%rd1], 16, [bar];", ALIGNMENT, "no multiple"),
        (f"{INIT}{LOAD} [tile], [%rd1+4], 16, [bar];", ALIGNMENT, "no multiple"),
        (f"{INIT}{LOAD} [tile], [%rd1], 512, [bar];", ADDRESS, "of global memory"),
        (f"{INIT}{LOAD} [tile+1024], [%rd1], 64, [bar];", ADDRESS, "of shared memory"),
        (f"{LOAD} [tile], [%rd1], 16, [bar];", UNDEFINED, "nothing has initialised it"),
        (f"{STORE} [%rd1+240], [tile], 32;", ADDRESS, "of global memory"),
        (f"{STORE} [%rd1], [tile], 8;", UNDEFINED, "copies 8 bytes"),
        ("cp.async.bulk.prefetch.L2.global [%rd1], 20;", UNDEFINED, "copies 20 bytes"),
        (
            f"{INIT}mov.u16 %h1, 2; {LOAD}.multicast::cluster [tile], [%rd1], 16, [bar], %h1;",
            UNDEFINED,
            "of a cluster that has 1",
        ),
        (
            f"{INIT}{LOAD} [tile], [%rd1], 16, [bar]; mbarrier.arrive.expect_tx.shared.b64 %rd4, [bar], 16;"
            "mbarrier.inval.shared.b64 [bar]; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;",
            UNDEFINED,
            "nothing has initialised it",
        ),
    ],
)
def test_faults(text: str, kind: str, part: str):
    source = aligned(np.zeros(64, np.uint32))
    found = fault(kernel(HEAD + text + " ret;", "u64 u64"), source, np.zeros(1), block=1)
    assert (found.kind, found.thread) == (kind, 0)
    assert part in found.reason
    assert not source.any()


def test_target_and_object_are_of_one_block():
    body = f"""{CLUSTER}
    xor.b32 %r3, %r10, 1; cvt.u32.u64 %r4, %rd3; mapa.shared::cluster.u32 %r5, %r4, %r3;
    {LOAD} [%r5], [%rd1], 16, [bar];
    {LAST}"""
    source = aligned(np.zeros(4, np.uint32))
    found = fault(kernel(HEAD + body, "u64 u64"), source, source, grid=2, block=1, cluster=(2, 1, 1))
    assert (found.kind, found.thread) == (UNDEFINED, 0)
    assert "counted in another" in found.reason


@pytest.mark.parametrize(
    "text",
    [
        "cp.async.bulk.global.shared::cta.mbarrier::complete_tx::bytes [%rd1], [tile], 16, [bar];",
        "cp.async.bulk.shared::cluster.global.bulk_group [tile], [%rd1], 16;",
        f"{LOAD} [tile], [%rd1], 16;",
        f"{LOAD}.sparkling [tile], [%rd1], 16, [bar];",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.and.u32 [%rd1], [tile], 16;",
        "cp.async.bulk.wait_group %r1;",
    ],
)
def test_forms_that_are_refused(text: str):
    with pytest.raises(CompileError):
        program(kernel(HEAD + text + " ret;", "u64 u64"))
