"""Loads and stores: widths, vectors, spaces, orders, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT, UNDEFINED

HEAD = """.reg .pred %p<9>; .reg .b16 %h<20>; .reg .b32 %r<40>; .reg .b64 %rd<40>; .reg .f32 %f<20>; .reg .b128 %q<4>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
mov.u32 %r1, %tid.x;
"""


def noise(nbytes: int, seed: int = 7) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, nbytes, np.uint8)


def aligned(nbytes: int, alignment: int = 32) -> np.ndarray:
    """Bytes that begin at a multiple of `alignment`."""
    memory = np.zeros(nbytes + alignment, np.uint8)
    start = -memory.ctypes.data % alignment
    return memory[start : start + nbytes]


@pytest.mark.parametrize(
    ("width", "load", "store"),
    [
        (1, "ld.global.u8 %h1, [a];", "st.global.u8 [b], %h1;"),
        (2, "ld.global.b16 %h1, [a];", "st.global.b16 [b], %h1;"),
        (4, "ld.b32 %r2, [a];", "st.b32 [b], %r2;"),
        (4, "ld.global.f32 %f1, [a];", "st.global.f32 [b], %f1;"),
        (8, "ld.global.nc.b64 %rd6, [a];", "st.global.cs.b64 [b], %rd6;"),
        (16, "ld.global.b128 %q1, [a];", "st.global.b128 [b], %q1;"),
        (2, "ld.global.v2.u8 {%h1, %h2}, [a];", "st.global.v2.u8 [b], {%h1, %h2};"),
        (4, "ld.global.v2.u16 {%h1, %h2}, [a];", "st.global.v2.u16 [b], {%h1, %h2};"),
        (
            16,
            "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [a];",
            "st.global.v4.f32 [b], {%f1, %f2, %f3, %f4};",
        ),
        (16, "ld.v2.b64 {%rd6, %rd7}, [a];", "st.v2.b64 [b], {%rd6, %rd7};"),
        (
            8,
            "ld.global.v4.b16 {%h1, %h2, %h3, %h4}, [a];",
            "st.global.v4.b16 [b], {%h1, %h2, %h3, %h4};",
        ),
        (
            32,
            "ld.global.v8.b32 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [a];",
            "st.global.v8.b32 [b], {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9};",
        ),
        (
            32,
            "ld.global.L2::evict_last.v4.b64 {%rd6, %rd7, %rd8, %rd9}, [a];",
            "st.global.v4.b64 [b], {%rd6, %rd7, %rd8, %rd9};",
        ),
        (4, "ld.volatile.global.u32 %r2, [a];", "st.volatile.global.u32 [b], %r2;"),
        (4, "ld.acquire.gpu.global.u32 %r2, [a];", "st.release.sys.global.u32 [b], %r2;"),
        (4, "ld.relaxed.cluster.global.u32 %r2, [a];", "st.relaxed.cta.global.u32 [b], %r2;"),
        (4, "ld.mmio.relaxed.sys.global.u32 %r2, [a];", "st.mmio.relaxed.sys.global.u32 [b], %r2;"),
        (4, "ldu.global.u32 %r2, [a];", "st.weak.global.u32 [b], %r2;"),
        (
            4,
            "ld.global.L1::no_allocate.L2::cache_hint.L2::128B.b32 %r2, [a], %rd1;",
            "st.global.L1::evict_first.L2::cache_hint.b32 [b], %r2, %rd1;",
        ),
    ],
)
def test_bytes_come_through(width: int, load: str, store: str):
    source = aligned(32 * width)
    source[:] = noise(32 * width)
    target = aligned(32 * width)
    body = f"""
    mul.wide.u32 %rd3, %r1, {width};
    add.s64 %rd4, %rd1, %rd3;
    add.s64 %rd5, %rd2, %rd3;
    {load.replace("[a]", "[%rd4]")}
    {store.replace("[b]", "[%rd5]")}
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, target, block=32)
    assert (target == source).all()


@pytest.mark.parametrize(
    ("type", "dtype", "wide"),
    [
        ("s8", np.int8, np.int32),
        ("u8", np.uint8, np.uint32),
        ("b8", np.uint8, np.uint32),
        ("s16", np.int16, np.int32),
        ("u16", np.uint16, np.uint32),
        ("s32", np.int32, np.int64),
        ("u32", np.uint32, np.uint64),
    ],
)
def test_a_wider_register_gets_it_extended(type: str, dtype: type, wide: type):
    source = noise(32 * np.dtype(dtype).itemsize).view(dtype)
    target = np.zeros(32, wide)
    large = np.dtype(wide).itemsize == 8
    register = "%rd6" if large else "%r2"
    body = f"""
    mul.wide.u32 %rd3, %r1, {source.itemsize};
    add.s64 %rd4, %rd1, %rd3;
    mul.wide.u32 %rd3, %r1, {target.itemsize};
    add.s64 %rd5, %rd2, %rd3;
    ld.global.{type} {register}, [%rd4];
    st.global.{"b64" if large else "b32"} [%rd5], {register};
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), source, target, block=32)
    assert target.tolist() == source.astype(wide).tolist()


def test_elements_that_nobody_wants():
    source, target = np.arange(4, dtype=np.uint32), np.zeros(1, np.uint32)
    source = aligned(16).view(np.uint32)
    source[:] = (5, 6, 7, 8)
    run(
        kernel(HEAD + "ld.global.v4.u32 {_, _, %r2, _}, [%rd1]; st.global.u32 [%rd2], %r2; ret;", "u64 u64"),
        source,
        target,
        block=1,
    )
    assert target.tolist() == [7]


def test_constants_are_stored():
    target = np.zeros(4, np.uint32)
    body = "st.global.u32 [%rd2], 17; st.global.f32 [%rd2+4], 0f3F800000; st.global.u16 [%rd2+8], 65535; ret;"
    run(kernel(HEAD + body, "u64 u64"), target, target, block=32)
    assert target.tolist() == [17, 0x3F800000, 0xFFFF, 0]


@pytest.mark.parametrize("space", ["shared", "shared::cta", "local"])
def test_memory_of_blocks_and_threads(space: str):
    """Each thread turns eight values around in memory of the space; a generic address names the same."""
    target = np.zeros((64, 8), np.uint32)
    declared = ".local .align 16 .b8 depot[64];" if space == "local" else ".shared .align 16 .b8 tile[2048];"
    mine = (
        "mov.u64 %rd10, depot;"
        if space == "local"
        else "mov.u64 %rd10, tile; mul.wide.u32 %rd11, %r1, 32; add.s64 %rd10, %rd10, %rd11;"
    )
    stores = "".join(f"add.u32 %r2, %r3, {k}; st.{space}.u32 [%rd10+{4 * k}], %r2;" for k in range(8))
    loads = "".join(
        f"ld.u32 %r2, [%rd12+{4 * (7 - k)}]; st.global.u32 [%rd5+{4 * k}], %r2;" for k in range(8)
    )
    body = f"""{declared}
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ntid.x;
    mad.lo.u32 %r6, %r4, %r5, %r1;
    mul.lo.u32 %r3, %r6, 100;
    {mine}
    cvta.{"local" if space == "local" else "shared"}.u64 %rd12, %rd10;
    mul.wide.u32 %rd3, %r6, 32;
    add.s64 %rd5, %rd2, %rd3;
    {stores}
    {loads}
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), target, target, grid=2, block=32)
    assert target.tolist() == [[100 * thread + 7 - k for k in range(8)] for thread in range(64)]


def test_variables_and_constants_of_a_module():
    target = np.zeros(3, np.uint32)
    declared = """.const .align 4 .u32 table[3] = {10, 20, 30};
    .global .align 4 .u32 counter = 5;"""
    body = """
    ld.const.u32 %r2, [table+4];
    ld.global.u32 %r3, [counter];
    mov.u64 %rd3, table;
    cvta.const.u64 %rd4, %rd3;
    ld.u32 %r4, [%rd4+8];
    st.global.u32 [%rd2], %r2; st.global.u32 [%rd2+4], %r3; st.global.u32 [%rd2+8], %r4;
    ret;"""
    run(kernel(HEAD + body, "u64 u64", declarations=declared), target, target, block=1)
    assert target.tolist() == [20, 5, 30]


def test_a_guard_leaves_threads_out():
    target = np.zeros(32, np.uint32)
    body = """
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd5, %rd2, %rd3;
    setp.lt.u32 %p1, %r1, 5;
    @%p1 st.global.u32 [%rd5], 1;
    @!%p1 st.global.u32 [%rd5], 2;
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), target, target, block=32)
    assert target.tolist() == [1] * 5 + [2] * 27


def test_threads_that_store_to_one_address_come_in_order():
    target = np.zeros(1, np.uint32)
    run(kernel(HEAD + "st.global.u32 [%rd2], %r1; ret;", "u64 u64"), target, target, block=64)
    assert target.tolist() == [63]


def test_zeros_in_bulk():
    target = np.zeros(8, np.uint64)
    body = """.shared .align 16 .b64 tile[8];
    mov.u64 %rd10, tile;
    mov.u64 %rd11, 7;
    st.shared.u64 [tile], %rd11; st.shared.u64 [tile+8], %rd11; st.shared.u64 [tile+48], %rd11; st.shared.u64 [tile+56], %rd11;
    mov.u64 %rd12, 48;
    st.bulk.weak.shared::cta [%rd10+8], %rd12, 0;
    ld.shared.u64 %rd3, [tile]; st.global.u64 [%rd2], %rd3;
    ld.shared.u64 %rd3, [tile+8]; st.global.u64 [%rd2+8], %rd3;
    ld.shared.u64 %rd3, [tile+48]; st.global.u64 [%rd2+48], %rd3;
    ld.shared.u64 %rd3, [tile+56]; st.global.u64 [%rd2+56], %rd3;
    ret;"""
    run(kernel(HEAD + body, "u64 u64"), target, target, block=1)
    assert target.tolist() == [7, 0, 0, 0, 0, 0, 0, 7]


def test_bulk_zeros_are_of_eight_bytes():
    body = """.shared .align 16 .b64 tile[8]; mov.u64 %rd10, tile; mov.u64 %rd12, 12;
    st.bulk.shared::cta [%rd10], %rd12, 0;
    ret;"""
    found = fault(kernel(HEAD + body, "u64 u64"), np.zeros(1), np.zeros(1), block=1)
    assert (found.kind, found.reason) == (UNDEFINED, "fills 12 bytes, which is no multiple of eight")


def failing(body: str, nbytes: int = 128) -> tuple[str, int | None, int]:
    """The kind, the thread, and the line of the body in which it happens."""
    found = fault(kernel(HEAD + body, "u64 u64"), aligned(nbytes), aligned(nbytes), block=32)
    assert found.instruction is not None
    first = kernel(HEAD, "u64 u64").count("\n") - 2
    return found.kind, found.thread, found.instruction.line - first


@pytest.mark.parametrize(
    ("body", "kind", "thread"),
    [
        ("ld.global.u32 %r2, [%rd1+2];", ALIGNMENT, 0),
        ("mul.wide.u32 %rd3, %r1, 6; add.s64 %rd4, %rd1, %rd3;\nld.global.u32 %r2, [%rd4];", ALIGNMENT, 1),
        ("mul.wide.u32 %rd3, %r1, 8; add.s64 %rd4, %rd1, %rd3;\nld.global.u32 %r2, [%rd4];", ADDRESS, 16),
        ("mul.wide.u32 %rd3, %r1, 8; add.s64 %rd4, %rd1, %rd3;\nst.u32 [%rd4], %r1;", ADDRESS, 16),
        ("mul.wide.u32 %rd3, %r1, 4; sub.s64 %rd4, %rd1, %rd3;\nst.global.u32 [%rd4], %r1;", ADDRESS, 1),
        ("mov.u64 %rd3, 0;\nld.u32 %r2, [%rd3];", ADDRESS, 0),
        ("mov.u64 %rd3, 0;\nst.shared.u32 [%rd3], %r1;", ADDRESS, 0),
        ("ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1+8];", ALIGNMENT, 0),
        ("ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1+128];", ADDRESS, 0),
        ("ld.global.v8.b32 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1+16];", ALIGNMENT, 0),
        ("st.param.u32 [p0], %r1;", ADDRESS, 0),
    ],
)
def test_faults(body: str, kind: str, thread: int):
    line = 1 + body.count("\n")
    assert failing(body + "\nret;") == (kind, thread, line)


def test_nothing_of_a_row_is_written_that_is_not_all_there():
    target = aligned(48).view(np.uint32)
    body = "mov.u32 %r2, 1;\nst.global.v8.b32 [%rd1+32], {%r2, %r2, %r2, %r2, %r2, %r2, %r2, %r2}; ret;"
    assert fault(kernel(HEAD + body, "u64 u64"), target, target, block=1).kind == ADDRESS
    assert not target.any()


@pytest.mark.parametrize(
    "text",
    [
        "ld.global.v4.b128 {%q1, %q1, %q1, %q1}, [%rd1];",
        "st.const.u32 [%rd1], %r1;",
        "ld.global.sparkling.u32 %r2, [%rd1];",
        "ld.global.v2.u32 {%r1, %r2, %r3, %r4}, [%rd1];",
        "ld.global.u32 %h1, [%rd1];",
    ],
)
def test_forms_that_are_refused(text: str):
    with pytest.raises(CompileError):
        program(kernel(HEAD + text + " ret;", "u64 u64"))
