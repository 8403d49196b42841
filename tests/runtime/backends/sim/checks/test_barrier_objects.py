"""Barrier objects order what the races are looked for in; and a copy that nobody waits for is a race."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.runtime.backends.sim.checks.accesses import AccessChecks
from periclase.runtime.backends.sim.machine.faults import RACE

HEAD = """.shared .align 128 .b8 tile[1024];
.shared .align 8 .b64 bar[1];
.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
mov.u32 %r1, %tid.x;
mov.u64 %rd3, tile;
mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd3, %rd4; add.s64 %rd7, %rd2, %rd4;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra READY;
mbarrier.init.shared.b64 [bar], {count};
READY: bar.sync 0;
"""
WAIT = """WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
@!%p2 bra WAIT;
"""
LOOK = """xor.b32 %r2, %r1, 63; mul.wide.u32 %rd8, %r2, 4; add.s64 %rd9, %rd3, %rd8;
ld.shared.u32 %r3, [%rd9];
st.global.u32 [%rd7], %r3;
ret;"""

WAYS = {
    "stores": (64, "st.shared.u32 [%rd6], %r1; mbarrier.arrive.shared.b64 _, [bar];"),
    "copies": (
        64,
        "cp.async.ca.shared.global [%rd6], [%rd5], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [bar];",
    ),
    "a bulk copy": (
        1,
        """@%p1 bra WAIT;
        mbarrier.arrive.expect_tx.shared.b64 _, [bar], 256;
        cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [bar];""",
    ),
}


def data() -> tuple[np.ndarray, np.ndarray]:
    memory = np.zeros(80, np.uint32)
    begin = -memory.ctypes.data % 16 // 4
    source = memory[begin : begin + 64]
    source[:] = np.arange(64)
    return source, np.zeros(64, np.uint32)


@pytest.mark.parametrize("way", WAYS)
def test_who_waits_is_ordered(way: str):
    count, fill = WAYS[way]
    source, out = data()
    text = kernel(HEAD.replace("{count}", str(count)) + fill + WAIT + LOOK, "u64 u64")
    run(text, source, out, block=64, observer=AccessChecks())
    assert out.tolist() == list(range(63, -1, -1))


def test_who_does_not_wait_is_not():
    count, fill = WAYS["a bulk copy"]
    source, out = data()
    text = kernel(HEAD.replace("{count}", str(count)) + fill + "WAIT:" + LOOK, "u64 u64")
    found = fault(text, source, out, block=64, observer=AccessChecks())
    assert found.kind == RACE
    assert found.instruction is not None
    assert found.instruction.opcode == "ld"
