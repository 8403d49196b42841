"""Address spaces, and addresses that are none."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT

WHERE = """.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
"""


def failed(body: str, out: np.ndarray | None = None, **options: object):
    out = np.zeros(32, np.uint32) if out is None else out
    return fault(kernel(WHERE + body, "u64", **options), out, block=32)


def test_behind_the_end():
    found = failed("st.global.u32 [%rd3+4], %r1; ret;")
    assert (found.kind, found.thread) == (ADDRESS, 31)
    assert "0 bytes behind the end of `p0`" in found.reason


def test_in_front_of_the_beginning():
    found = failed("ld.global.u32 %r2, [%rd1+-8]; ret;")
    assert (found.kind, found.thread) == (ADDRESS, 0)
    assert "8 bytes in front of `p0`" in found.reason


def test_across_the_end():
    found = failed("ld.global.u64 %rd5, [%rd1+16]; ret;", np.zeros(5, np.uint32)[:5])
    assert found.kind in (ADDRESS, ALIGNMENT)


def test_the_null_pointer_and_where_nothing_is():
    assert "given nothing" in failed("mov.u64 %rd4, 0; ld.global.u32 %r2, [%rd4]; ret;").reason
    assert "given nothing" in failed("mov.u64 %rd4, 64; st.u32 [%rd4], %r1; ret;").reason


def test_an_address_that_is_no_multiple_of_the_size():
    found = failed("add.s64 %rd3, %rd3, 2; ld.global.u32 %r2, [%rd3]; ret;")
    assert (found.kind, found.thread) == (ALIGNMENT, 0)


def test_several_arguments_at_once():
    """Each lane reads from another argument."""
    body = """.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;
    ld.param.u64 %rd1, [p0];
    ld.param.u64 %rd2, [p1];
    ld.param.u64 %rd3, [p2];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    mul.wide.u32 %rd4, %r1, 4;
    selp.b64 %rd5, %rd1, %rd2, %p1;
    add.s64 %rd5, %rd5, %rd4;
    add.s64 %rd6, %rd3, %rd4;
    ld.global.u32 %r3, [%rd5];
    st.global.u32 [%rd6], %r3;
    ret;"""
    one, two, out = (
        np.arange(32, dtype=np.uint32),
        np.arange(100, 132, dtype=np.uint32),
        np.zeros(32, np.uint32),
    )
    run(kernel(body, "u64 u64 u64"), one, two, out, block=32)
    assert out.tolist() == [n if n % 2 == 0 else 100 + n for n in range(32)]


def test_a_generic_address_finds_its_space():
    body = (
        WHERE
        + """
    .local .align 8 .b8 mine[16];
    .reg .b64 %SP;
    mov.u64 %rd4, tile;
    cvta.shared.u64 %rd5, %rd4;
    add.s64 %rd5, %rd5, %rd2;
    st.u32 [%rd5], %r1;
    mov.u64 %rd6, mine;
    cvta.local.u64 %rd7, %rd6;
    add.u32 %r2, %r1, 100;
    st.u32 [%rd7+4], %r2;
    bar.sync 0;
    and.b32 %r3, %r1, 1;
    setp.eq.u32 %p1, %r3, 0;
    add.s64 %rd8, %rd7, 4;
    selp.b64 %rd9, %rd5, %rd8, %p1;
    ld.u32 %r4, [%rd9];
    cvta.to.shared.u64 %rd10, %rd5;
    ld.shared.u32 %r5, [%rd10];
    add.u32 %r4, %r4, %r5;
    st.u32 [%rd3], %r4;
    ret;"""
    )
    out = np.zeros(32, np.uint32)
    run(kernel(body, "u64", declarations=".shared .align 4 .b8 tile[128];"), out, block=32)
    assert out.tolist() == [2 * n if n % 2 == 0 else 2 * n + 100 for n in range(32)]


def test_shared_memory_ends():
    declared = ".shared .align 4 .b8 tile[64];"
    body = "mov.u32 %r2, tile; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3; st.shared.u32 [%r2], %r1; ret;"
    found = failed(body, declarations=declared)
    assert (found.kind, found.thread) == (ADDRESS, 16)
    assert "shared memory" in found.reason


def test_local_memory_ends():
    found = failed(".local .align 8 .b8 mine[16]; mov.u64 %rd4, mine; ld.local.u32 %r2, [%rd4+16]; ret;")
    assert found.kind == ADDRESS
    assert "local memory" in found.reason


def test_dynamic_shared_memory_stands_behind_the_static():
    body = (
        WHERE
        + """
    mov.u32 %r2, tile;
    mov.u32 %r3, more;
    sub.u32 %r4, %r3, %r2;
    shl.b32 %r5, %r1, 2;
    add.u32 %r6, %r3, %r5;
    st.shared.u32 [%r6], %r4;
    ld.shared.u32 %r7, [%r6];
    st.global.u32 [%rd3], %r7;
    ret;"""
    )
    declared = ".shared .align 4 .b8 tile[20];\n.extern .shared .align 16 .b8 more[];"
    out = np.zeros(32, np.uint32)
    run(kernel(body, "u64", declarations=declared), out, block=32, shared_bytes=128)
    assert (out == 32).all()
    assert fault(kernel(body, "u64", declarations=declared), out, block=32, shared_bytes=124).thread == 31


def test_variables_of_the_module():
    declared = """.global .align 4 .u32 table[4] = {5, 6, 7};
    .const .align 4 .u32 factor = 10;
    .global .align 8 .u64 where = generic(table);"""
    body = (
        WHERE
        + """
    ld.const.u32 %r2, [factor];
    ld.global.u64 %rd4, [where];
    ld.u32 %r3, [%rd4+4];
    ld.global.u32 %r4, [table+12];
    mad.lo.u32 %r5, %r3, %r2, %r4;
    st.global.u32 [%rd3], %r5;
    ret;"""
    )
    out = np.zeros(32, np.uint32)
    run(kernel(body, "u64", declarations=declared), out, block=32)
    assert (out == 60).all()


def test_a_constant_is_not_written_to():
    found = failed(
        "mov.u64 %rd4, factor; st.global.u32 [%rd4], %r1; ret;", declarations=".const .u32 factor = 10;"
    )
    assert found.kind == ADDRESS
    assert "`factor`, which is only to be read" in found.reason


def test_nobody_sees_the_junk_of_another_block():
    body = (
        WHERE
        + """
    mov.u32 %r2, tile;
    ld.shared.u32 %r3, [%r2];
    bar.sync 0;
    st.shared.u32 [%r2], %r1;
    st.global.u32 [%rd3], %r3;
    ret;"""
    )
    out = np.zeros(32, np.uint32)
    run(kernel(body, "u64", declarations=".shared .align 4 .b8 tile[4];"), out, block=32, grid=3)
    assert (out == 0xA5A5A5A5).all()


@pytest.mark.parametrize("nbytes", [1, 2, 4, 8])
def test_a_region_that_begins_anywhere(nbytes):
    """Memory of the process begins where it begins; what is aligned is aligned by its address."""
    from periclase.runtime.backends.sim.machine.memory import Region

    memory = np.arange(64, dtype=np.uint8)
    start = memory.ctypes.data + nbytes
    region = Region.of_process(start, 24)
    dtype = np.dtype(f"<u{nbytes}")
    index = region.index(np.array([start, start + nbytes], np.uint64), dtype)
    assert region.view(dtype)[index].tolist() == memory[nbytes : 3 * nbytes].view(dtype).tolist()
