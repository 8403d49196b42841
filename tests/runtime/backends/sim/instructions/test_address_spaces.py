"""Addresses of one space as those of another, and shared memory of other blocks."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS

HEAD = """.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
mov.u32 %r1, %tid.x;
"""


def written(body: str, count: int, declarations: str = "", **options: object) -> list[int]:
    out = np.zeros(count, np.uint32)
    run(kernel(HEAD + body, "u64", declarations=declarations), out, **options)
    return out.tolist()


@pytest.mark.parametrize(
    ("space", "make"),
    [
        ("global", "cvta.to.global.u64 %rd2, %rd1;"),
        ("shared", "mov.u64 %rd2, tile;"),
        ("local", "mov.u64 %rd2, depot;"),
        ("const", "mov.u64 %rd2, table;"),
    ],
)
def test_there_and_back(space: str, make: str):
    body = f""".shared .align 4 .u32 tile[4]; .local .align 4 .b8 depot[16];
    {make}
    cvta.{space}.u64 %rd3, %rd2;
    cvta.to.{space}.u64 %rd4, %rd3;
    setp.eq.u64 %p1, %rd2, %rd4;
    selp.u32 %r2, 1, 0, %p1;
    st.global.u32 [%rd1], %r2;
    ret;"""
    assert written(body, 1, ".const .align 4 .u32 table[1] = {9};", block=1) == [1]


def test_which_space_an_address_is_of():
    spaces = ("global", "shared", "shared::cta", "shared::cluster", "local", "param")
    makes = (
        "mov.u64 %rd3, %rd1;",
        "mov.u64 %rd2, tile; cvta.shared.u64 %rd3, %rd2;",
        "mov.u64 %rd2, depot; cvta.local.u64 %rd3, %rd2;",
        "mov.u64 %rd2, p0; cvta.param.u64 %rd3, %rd2;",
    )
    tests = "".join(
        make
        + "".join(
            f"isspacep.{space} %p1, %rd3; selp.u32 %r2, 1, 0, %p1; st.global.u32 [%rd1+{4 * (6 * row + k)}], %r2;"
            for k, space in enumerate(spaces)
        )
        for row, make in enumerate(makes)
    )
    body = f".shared .align 4 .u32 tile[4]; .local .align 4 .b8 depot[16]; {tests} ret;"
    found = np.array(written(body, 24, block=1)).reshape(4, 6).tolist()
    assert found == [[1, 0, 0, 0, 0, 0], [0, 1, 1, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]


def test_a_parameter_by_its_generic_address():
    body = """
    mov.u64 %rd2, p1; cvta.param.u64 %rd3, %rd2;
    ld.u32 %r2, [%rd3];
    st.global.u32 [%rd1], %r2;
    ret;"""
    out = np.zeros(1, np.uint32)
    run(kernel(HEAD + body, "u64 u32"), out, np.uint32(77), block=1)
    assert out.tolist() == [77]


@pytest.mark.parametrize("generic", [False, True])
def test_blocks_of_a_cluster_reach_each_other(generic: bool):
    """Each block of four writes to the next one's shared memory, and reads what was written to its own."""
    other = (
        """cvta.shared.u64 %rd3, %rd2; mapa.u64 %rd4, %rd3, %r3;
        st.u32 [%rd4], %r4; getctarank.u64 %r7, %rd4; getctarank.u64 %r8, %rd3;"""
        if generic
        else """cvt.u32.u64 %r5, %rd2; mapa.shared::cluster.u32 %r6, %r5, %r3;
        st.shared::cluster.u32 [%r6], %r4; getctarank.shared::cluster.u32 %r7, %r6; getctarank.shared::cluster.u32 %r8, %r5;"""
    )
    body = f""".shared .align 4 .u32 tile[1];
    mov.u32 %r2, %cluster_ctarank;
    add.u32 %r3, %r2, 1;
    and.b32 %r3, %r3, 3;
    mov.u32 %r4, %ctaid.x;
    mov.u64 %rd2, tile;
    {other}
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ld.shared.u32 %r9, [tile];
    mul.wide.u32 %rd5, %r4, 12;
    add.s64 %rd6, %rd1, %rd5;
    st.global.u32 [%rd6], %r9; st.global.u32 [%rd6+4], %r7; st.global.u32 [%rd6+8], %r8;
    ret;"""
    found = np.array(written(body, 24, grid=8, block=1, cluster=(4, 1, 1))).reshape(8, 3).tolist()
    assert found == [[4 * (block // 4) + (block - 1) % 4, (block + 1) % 4, block % 4] for block in range(8)]


def test_no_block_of_the_cluster():
    body = """.shared .align 4 .u32 tile[1];
    mov.u64 %rd2, tile; cvt.u32.u64 %r5, %rd2; mov.u32 %r3, 2; mapa.shared::cluster.u32 %r6, %r5, %r3;
    st.shared::cluster.u32 [%r6], %r1;
    ret;"""
    out = np.zeros(1, np.uint32)
    found = fault(kernel(HEAD + body, "u64"), out, grid=2, block=1, cluster=(2, 1, 1))
    assert found.kind == ADDRESS


@pytest.mark.parametrize(
    "text", ["cvta.u64 %rd2, %rd1;", "mapa.global.u64 %rd2, %rd1, 1;", "isspacep.const %p1, %rd1;"]
)
def test_forms_that_are_refused(text: str):
    with pytest.raises(CompileError):
        program(kernel(HEAD + text + " ret;", "u64"))
