"""Accesses to what a copy is about to write, or to read, that nobody has waited for: told with the place where it was started."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.runtime.backends.sim.checks.accesses import AccessChecks
from periclase.runtime.backends.sim.machine.faults import RACE

HEAD = """.shared .align 128 .b8 tile[256];
.shared .align 8 .b64 bar[1];
.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
mbarrier.init.shared.b64 [bar], 1;
st.shared.u32 [tile], 1; st.shared.u32 [tile+4], 2; st.shared.u32 [tile+8], 3; st.shared.u32 [tile+12], 4;
"""
COPY = "cp.async.cg.shared.global [tile], [%rd1], 16; "
TWO = "cp.async.ca.shared.global [tile], [%rd1], 8; cp.async.commit_group; cp.async.ca.shared.global [tile+8], [%rd1], 8; "
BULK = """mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 16, [bar]; """
STORE = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16; cp.async.bulk.commit_group; "
REDUCE = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [tile], 16; cp.async.bulk.commit_group; "
WAIT = """WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
@!%p2 bra WAIT;
"""
READ_SHARED = "ld.shared.u32 %r2, [tile+4]; "
WRITE_SHARED = "st.shared.u32 [tile+4], 5; "
READ_GLOBAL = "ld.global.u32 %r2, [%rd1+8]; "


def four() -> np.ndarray:
    memory = np.zeros(8, np.uint32)
    begin = -memory.ctypes.data % 16 // 4
    return memory[begin : begin + 4]


@pytest.mark.parametrize(
    ("body", "does", "copies"),
    [
        (COPY + READ_SHARED, "reads", "writes"),
        (COPY + "cp.async.commit_group; cp.async.wait_group 1; " + READ_SHARED, "reads", "writes"),
        (COPY + "cp.async.wait_group 0; " + READ_SHARED, "reads", "writes"),
        (COPY + WRITE_SHARED, "writes", "writes"),
        (COPY + COPY, "writes", "writes"),
        (
            TWO + "cp.async.commit_group; cp.async.wait_group 1; ld.shared.u32 %r2, [tile+8]; ",
            "reads",
            "writes",
        ),
        (BULK + READ_SHARED, "reads", "writes"),
        (STORE + WRITE_SHARED, "writes", "reads"),
        (STORE + READ_GLOBAL, "reads", "writes"),
        (STORE + "cp.async.bulk.wait_group.read 0; " + READ_GLOBAL, "reads", "writes"),
        (REDUCE + WRITE_SHARED, "writes", "reads"),
    ],
)
def test_nobody_has_waited(body: str, does: str, copies: str):
    found = fault(kernel(HEAD + body + "ret;", "u64 u64"), four(), four(), block=1, observer=AccessChecks())
    assert (found.kind, found.thread) == (RACE, 0)
    assert found.reason.startswith(does)
    ((copy, words),) = found.others
    assert copy.opcode == "cp"
    assert words == f"the copy that {copies} them is started here"


@pytest.mark.parametrize(
    "body",
    [
        COPY + "cp.async.wait_all; " + READ_SHARED + WRITE_SHARED,
        TWO + "cp.async.commit_group; cp.async.wait_group 1; ld.shared.u32 %r2, [tile]; ",
        TWO + "cp.async.commit_group; cp.async.wait_group 0; ld.shared.u32 %r2, [tile+8]; ",
        COPY + "cp.async.mbarrier.arrive.noinc.shared.b64 [bar]; " + WAIT + READ_SHARED,
        BULK + WAIT + READ_SHARED + WRITE_SHARED,
        STORE + READ_SHARED,
        STORE + "cp.async.bulk.wait_group.read 0; " + WRITE_SHARED,
        STORE + "cp.async.bulk.wait_group 0; " + WRITE_SHARED + READ_GLOBAL,
        REDUCE + REDUCE,
        COPY + "ld.shared.u64 %rd5, [bar]; ",
    ],
)
def test_all_that_is_touched_has_been_waited_for(body: str):
    run(kernel(HEAD + body + "ret;", "u64 u64"), four(), four(), block=1, observer=AccessChecks())


def test_blocks_that_add_to_one_place():
    """Reductions of one block do not race with those of another."""
    target = four()
    body = f"{REDUCE} cp.async.bulk.wait_group 0; ret;"
    run(kernel(HEAD + body, "u64 u64"), target, target, grid=4, block=1, observer=AccessChecks())
    assert target.tolist() == [4, 8, 12, 16]


def test_without_an_observer_it_is_what_was_there():
    source, out = four(), four()
    source[:] = 9
    body = f"{COPY} {READ_SHARED} st.global.u32 [%rd2], %r2; ret;"
    run(kernel(HEAD + body, "u64 u64"), source, out, block=1)
    assert out.tolist() == [2, 0, 0, 0]
