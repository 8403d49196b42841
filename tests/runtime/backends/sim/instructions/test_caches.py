"""Instructions about caches: no value changes but of what is discarded."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT

HEAD = ".reg .b64 %rd<9>; ld.param.u64 %rd1, [p0];\n"


@pytest.mark.parametrize(
    "text",
    [
        "prefetch.global.L1 [%rd1];",
        "prefetch.L2 [%rd1];",
        "prefetch.global.L2::evict_last [%rd1];",
        "prefetch.tensormap [%rd1];",
        "prefetchu.L1 [%rd1];",
        "mov.u64 %rd2, 0; prefetch.global.L2 [%rd2];",
        "applypriority.global.L2::evict_normal [%rd1], 128;",
    ],
)
def test_nothing_changes(text: str):
    out = np.arange(32, dtype=np.uint32)
    run(kernel(f"{HEAD}{text} ret;", "u64"), out, block=32)
    assert out.tolist() == list(range(32))


def test_policies_are_numbers():
    out = np.zeros(4, np.uint64)
    words = ("evict_last", "evict_normal", "evict_first", "evict_unchanged")
    body = "".join(
        f"createpolicy.fractional.L2::{word}.b64 %rd2, 1.0; st.global.u64 [%rd1+{8 * k}], %rd2;"
        for k, word in enumerate(words)
    )
    run(kernel(f"{HEAD}{body} ret;", "u64"), out, block=1)
    assert len(set(out.tolist())) == 4


def test_what_is_discarded_is_not_there_any_more():
    memory = np.zeros(96, np.uint32)
    begin = -memory.ctypes.data % 128 // 4
    out = memory[begin : begin + 64]
    out[:] = 7
    run(kernel(f"{HEAD}discard.global.L2 [%rd1+128], 128; ret;", "u64"), out, block=1)
    assert out[:32].tolist() == [7] * 32
    assert not (out[32:] == 7).any()


def test_lines_are_discarded_whole():
    memory = np.zeros(96, np.uint32)
    begin = -memory.ctypes.data % 128 // 4
    out = memory[begin : begin + 48]
    assert (
        fault(kernel(f"{HEAD}discard.global.L2 [%rd1+64], 128; ret;", "u64"), out, block=1).kind == ALIGNMENT
    )
    assert (
        fault(kernel(f"{HEAD}discard.global.L2 [%rd1+128], 128; ret;", "u64"), out, block=1).kind == ADDRESS
    )


@pytest.mark.parametrize(
    "text", ["prefetch.shared.L1 [%rd1];", "prefetch.global.L3 [%rd1];", "discard.L1 [%rd1], 128;"]
)
def test_what_there_is_not(text: str):
    with pytest.raises(CompileError):
        program(kernel(f"{HEAD}{text} ret;", "u64"))
