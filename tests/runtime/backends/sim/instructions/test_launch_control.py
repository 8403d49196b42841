"""Requests to cancel launches: the answer comes, and says that nothing was cancelled."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import DEADLOCK

DECLARATIONS = ".shared .align 16 .b8 answer[16]; .shared .align 8 .b64 counter;"


def asking(request: str, expected_bytes: int = 16) -> str:
    """Thread 0 asks, all wait, and each writes what it was told: its block's index plus 100 if nothing was cancelled."""
    return kernel(
        f"""
        .reg .pred %p<5>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .b128 %q<2>;
        mov.u32 %r0, %tid.x;
        mov.u32 %r1, %ctaid.x;
        ld.param.u64 %rd0, [p0];
        mad.wide.u32 %rd0, %r1, 4, %rd0;
        mov.u64 %rd1, answer;
        mov.u64 %rd2, counter;
        setp.ne.u32 %p1, %r0, 0;
        @%p1 bra READY;
        st.shared.b64 [%rd1], 81985529216486895;
        mbarrier.init.shared.b64 [%rd2], 1;
        mbarrier.arrive.expect_tx.shared.b64 _, [%rd2], {expected_bytes};
        READY:
        barrier.cluster.arrive;
        barrier.cluster.wait;
        mov.u32 %r3, %cluster_ctarank;
        {request}
        WAIT:
        mbarrier.try_wait.parity.shared.b64 %p3, [%rd2], 0;
        @!%p3 bra WAIT;
        ld.shared.b128 %q1, [%rd1];
        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q1;
        selp.b32 %r2, 0, 100, %p2;
        @!%p1 st.global.u32 [%rd0], %r2;
        ret;
        """,
        "u64",
        declarations=DECLARATIONS,
    )


OWN = "@!%p1 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%rd1], [%rd2];"


def test_the_answer_is_no_and_its_bytes_are_counted():
    out = np.zeros(3, np.uint32)
    run(asking(OWN), out, grid=3, block=64)
    assert out.tolist() == [100] * 3


def test_a_multicast_answers_each_block_of_the_cluster():
    everywhere = OWN.replace("bytes.b128", "bytes.multicast::cluster::all.b128")
    one = f"setp.ne.u32 %p4, %r3, 0; @%p4 bra WAIT; {everywhere}"
    out = np.zeros(4, np.uint32)
    run(asking(one), out, grid=4, block=32, cluster=(2, 1, 1))
    assert out.tolist() == [100] * 4


def test_without_a_request_nothing_comes():
    assert fault(asking(""), np.zeros(1, np.uint32)).kind == DEADLOCK


@pytest.mark.parametrize(
    "body, number",
    [
        ("clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r1, %q1;", 1),
        ("clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128 %r1, %q1;", 1),
        ("clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2, %r3, %r4}, %q1;", 4),
    ],
)
def test_the_first_block_of_none_is_nothing_to_rely_on(body: str, number: int):
    out = np.zeros(1, np.uint32)
    text = f""".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .b128 %q<2>;
    mov.b64 %rd1, 0;
    mov.b128 %q1, {{%rd1, %rd1}};
    {body}
    ld.param.u64 %rd0, [p0];
    st.global.u32 [%rd0], %r{number};
    ret;
    """
    run(kernel(text, "u64"), out, block=1)
    assert out[0] == 0xA5A5_A5A5


def test_other_forms_are_refused():
    with pytest.raises(CompileError, match="PC0704"):
        run(asking(OWN.replace("try_cancel", "cancel")), np.zeros(1, np.uint32))
