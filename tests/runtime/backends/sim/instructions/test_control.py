"""Branches, calls and ends."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import STACK, TRAP, UNDEFINED

WHERE = """.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
"""


def ran(body: str, declarations: str = "") -> list[int]:
    out = np.zeros(32, np.uint32)
    run(kernel(WHERE + body, "u64", declarations=declarations), out, block=32)
    return out.tolist()


FACTORIAL = """
.func (.param .b32 result) factorial(.param .b32 n)
{
    .reg .pred %p<2>; .reg .b32 %r<9>;
    .param .b32 given; .param .b32 gotten;
    ld.param.u32 %r1, [n];
    mov.u32 %r2, 1;
    setp.lt.u32 %p1, %r1, 2;
    @%p1 bra DONE;
    sub.u32 %r3, %r1, 1;
    st.param.b32 [given], %r3;
    call.uni (gotten), factorial, (given);
    ld.param.b32 %r4, [gotten];
    mul.lo.u32 %r2, %r1, %r4;
    DONE: st.param.b32 [result], %r2;
    ret;
}
"""


def test_a_function_calls_itself():
    """Each lane goes as deep as it wants, and each depth has registers of its own."""
    body = """
    .param .b32 given; .param .b32 gotten;
    and.b32 %r2, %r1, 7;
    st.param.b32 [given], %r2;
    call (gotten), factorial, (given);
    ld.param.b32 %r3, [gotten];
    st.global.u32 [%rd3], %r3;
    ret;"""
    factorials = [1, 1, 2, 6, 24, 120, 720, 5040]
    assert ran(body, FACTORIAL) == factorials * 4


def test_a_function_in_registers():
    """Parameters in registers, as the PTX ISA shows them (7.1)."""
    declared = """
    .func (.reg .u32 result) twice(.reg .u32 n)
    {
        add.u32 result, n, n;
        ret;
    }"""
    body = "call (%r2), twice, (%r1); call (%r3), twice, (%r2); st.global.u32 [%rd3], %r3; ret;"
    assert ran(body, declared) == [4 * n for n in range(32)]


def test_a_call_by_address():
    declared = """
    .func (.param .b32 result) plus(.param .b32 n)
    { .reg .b32 %r<3>; ld.param.u32 %r1, [n]; add.u32 %r2, %r1, 1; st.param.b32 [result], %r2; ret; }
    .func (.param .b32 result) times(.param .b32 n)
    { .reg .b32 %r<3>; ld.param.u32 %r1, [n]; mul.lo.u32 %r2, %r1, 10; st.param.b32 [result], %r2; ret; }
    """
    body = """
    .param .b32 given; .param .b32 gotten;
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    mov.u64 %rd4, plus;
    mov.u64 %rd5, times;
    selp.b64 %rd6, %rd4, %rd5, %p1;
    st.param.b32 [given], %r1;
    shape: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (gotten), %rd6, (given), shape;
    ld.param.b32 %r3, [gotten];
    st.global.u32 [%rd3], %r3;
    ret;"""
    assert ran(body, declared) == [n + 1 if n % 2 == 0 else 10 * n for n in range(32)]


def test_a_call_of_nothing_is_a_fault():
    body = WHERE + "mov.u64 %rd4, 5; p: .callprototype _ (); call %rd4, (), p; ret;"
    found = fault(kernel(body, "u64"), np.zeros(32, np.uint32))
    assert found.kind == UNDEFINED


def test_a_branch_by_index():
    body = """
    .reg .b32 %i;
    and.b32 %i, %r1, 3;
    table: .branchtargets A, B, C, B;
    brx.idx %i, table;
    A: mov.u32 %r2, 5; bra END;
    B: mov.u32 %r2, 6; bra END;
    C: mov.u32 %r2, 7;
    END: st.global.u32 [%rd3], %r2;
    ret;"""
    assert ran(body) == [5, 6, 7, 6] * 8


def test_an_index_beyond_the_labels_is_a_fault():
    body = WHERE + "t: .branchtargets A; brx.idx %r1, t; A: ret;"
    found = fault(kernel(body, "u64"), np.zeros(32, np.uint32))
    assert (found.kind, found.thread) == (UNDEFINED, 1)


def test_some_end_early():
    assert ran("setp.lt.u32 %p1, %r1, 9; @!%p1 exit; st.global.u32 [%rd3], 3; ret;") == [3] * 9 + [0] * 23


def test_the_end_of_the_body_is_the_end():
    assert ran("st.global.u32 [%rd3], 3;") == [3] * 32


def test_a_trap():
    body = WHERE + "setp.eq.u32 %p1, %r1, 7; @%p1 trap; ret;"
    found = fault(kernel(body, "u64"), np.zeros(32, np.uint32))
    assert (found.kind, found.thread) == (TRAP, 7)


@pytest.mark.parametrize(
    "body, said",
    [
        ("frobnicate.u32 %r1, %r1;", "does not know this instruction"),
        ("add.u32 %r99, %r1, %r1;", "`%r99` is not declared"),
        ("mov.u64 %rd4, nothing;", "nothing declares `nothing`"),
        ("call missing;", "no function `missing`"),
        ("bra.all NOWHERE;", ".all"),
        ("bra NOWHERE;", "no label `NOWHERE`"),
    ],
)
def test_what_can_not_run_is_told_when_it_is_loaded(body, said):
    with pytest.raises(CompileError) as found:
        program(kernel(WHERE + body + "ret;", "u64"))
    assert found.value.diagnostic.code == "PC0704"
    assert said in found.value.diagnostic.message


def test_a_function_that_is_only_declared():
    declared = ".extern .func (.param .b32 result) outside (.param .b32 n);"
    body = """
    .param .b32 given; .param .b32 gotten;
    st.param.b32 [given], %r1;
    call.uni (gotten), outside, (given);
    ld.param.b32 %r3, [gotten];
    st.global.u32 [%rd3], %r3;
    ret;"""
    out = np.zeros(32, np.uint32)
    text = kernel(WHERE + body, "u64", declarations=declared)
    run(text, out, externals={"outside": lambda group, given: given[0] * np.uint32(3)})
    assert out.tolist() == [3 * n for n in range(32)]
    with pytest.raises(CompileError, match="only declared"):
        program(text)


def test_calls_that_go_too_deep_are_a_fault():
    declared = """
    .func endless(.param .b32 n)
    {
        .reg .b32 %r<3>;
        .param .b32 given;
        ld.param.u32 %r1, [n];
        add.u32 %r2, %r1, 1;
        st.param.b32 [given], %r2;
        call.uni endless, (given);
        ret;
    }"""
    body = WHERE + ".param .b32 given; st.param.b32 [given], %r1; call endless, (given); ret;"
    found = fault(kernel(body, "u64", declarations=declared), np.zeros(32, np.uint32))
    assert found.kind == STACK
    assert "calls endless" in found.reason
