"""Reads of what nobody has written."""

from __future__ import annotations

import numpy as np
from ptx_runs import fault, kernel, run

from periclase.runtime.backends.sim.checks.accesses import AccessChecks
from periclase.runtime.backends.sim.machine.faults import UNINITIALISED

WHERE = """.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>; .local .align 8 .b8 mine[16];
ld.param.u64 %rd1, [p0];
mov.u32 %r1, %tid.x;
shl.b32 %r10, %r1, 2;
mov.u32 %r11, tile;
add.u32 %r12, %r11, %r10;
mov.u64 %rd4, mine;
"""
SHARED = ".shared .align 4 .b8 tile[4096];"
CALLED = """.func deeper()
{ .local .align 8 .b8 more[32]; .reg .b64 %rd<3>; mov.u64 %rd1, more; st.local.u32 [%rd1], 1; ret; }
"""


def text(body: str) -> str:
    return kernel(WHERE + body + "ret;", "u64", declarations=SHARED + CALLED)


def test_shared_memory():
    found = fault(
        text("setp.lt.u32 %p1, %r1, 9; @%p1 st.shared.u32 [%r12], 1; ld.shared.u32 %r2, [%r12];"),
        np.zeros(4, np.uint32),
        observer=AccessChecks(),
    )
    assert (found.kind, found.thread) == (UNINITIALISED, 9)
    assert "4 bytes of shared memory" in found.reason


def test_local_memory_also_after_it_has_grown():
    written = "st.local.u32 [%rd4+4], 1; call deeper, (); ld.local.u32 %r2, [%rd4+4];"
    run(text(written), np.zeros(4, np.uint32), observer=AccessChecks())
    found = fault(
        text(written + "ld.local.u32 %r3, [%rd4];"), np.zeros(4, np.uint32), observer=AccessChecks()
    )
    assert found.kind == UNINITIALISED
    assert "local memory" in found.reason


def test_what_stands_between_the_fields_of_a_struct():
    run(
        text("st.shared.u8 [%r12], 1; ld.shared.u32 %r2, [%r12];"),
        np.zeros(4, np.uint32),
        observer=AccessChecks(),
    )


def test_each_block_begins_anew():
    """The second wave of blocks has shared memory of its own."""
    body = """
    mov.u32 %r5, %ctaid.x;
    setp.eq.u32 %p1, %r5, 0;
    @%p1 st.shared.u32 [%r12], 1;
    ld.shared.u32 %r2, [%r12];"""
    for block in (32, 1024):
        found = fault(text(body), np.zeros(4, np.uint32), observer=AccessChecks(), grid=8, block=block)
        assert found.kind == UNINITIALISED
