"""Matrices between shared memory and registers, an element at a time against the document's layouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ptx_runs import fault, kernel, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT, UNDEFINED

Array = np.ndarray[Any, Any]

RANDOM = np.random.default_rng(14)

PITCH = 48
"""Bytes between the rows in shared memory: they need not stand one behind the other."""

DECLARATIONS = ".shared .align 16 .b8 rows[1536];"

FILL = f"""
.reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %rd<20>;
mov.u32 %r0, %tid.x;
ld.param.u64 %rd0, [p0];
mad.wide.u32 %rd0, %r0, {PITCH}, %rd0;
mov.u64 %rd1, rows;
mad.wide.u32 %rd1, %r0, {PITCH}, %rd1;
"""
"""%rd0: the thread's row in global memory, %rd1: in shared memory."""


def copy(source: str, target: str) -> str:
    """48 bytes of each thread, from one space to the other."""
    return "\n".join(
        f"ld.{source}.u32 %r39, [{'%rd0' if source == 'global' else '%rd1'}+{k}]; "
        f"st.{target}.u32 [{'%rd1' if target == 'shared' else '%rd0'}+{k}], %r39;"
        for k in range(0, PITCH, 4)
    )


def loaded(form: str, registers: int, data: Array, threads: int = 32) -> Array:
    """What `ldmatrix` gives, by lane and register, where lane `i` tells row `i` of `data`."""
    names = ", ".join(f"%r{k + 1}" for k in range(registers))
    out = np.zeros((32, registers), np.uint32)
    stores = "\n".join(f"st.global.u32 [%rd3+{4 * k}], %r{k + 1};" for k in range(registers))
    body = f"""{FILL}{copy("global", "shared")}
    bar.warp.sync -1;
    ldmatrix.sync.aligned.{form} {{{names}}}, [%rd1];
    ld.param.u64 %rd3, [p1];
    mad.wide.u32 %rd3, %r0, {4 * registers}, %rd3;
    {stores}
    ret;
    """
    run(kernel(body, "u64 u64", declarations=DECLARATIONS), data, out, block=threads)
    return out


def rows(number: int = 32) -> Array:
    return RANDOM.integers(0, 256, (number, PITCH), np.uint8)


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("trans", ["", ".trans"])
@pytest.mark.parametrize("space", [".shared", ".shared::cta"])
def test_load_of_16_bits(count: int, trans: str, space: str):
    data = rows()
    found = loaded(f"m8n8.x{count}{trans}{space}.b16", count, data)
    for lane in range(32):
        for matrix in range(count):
            elements = data[8 * matrix : 8 * matrix + 8, :16].copy().view(np.uint16)
            if trans:
                elements = elements.T
            low, high = elements[lane // 4, lane % 4 * 2], elements[lane // 4, lane % 4 * 2 + 1]
            assert found[lane, matrix] == int(low) | int(high) << 16


def elements_of(row: Array, bits: int) -> list[int]:
    """The 16 elements at the beginning of a row of 16 bytes, the first in the lowest bits."""
    number = int.from_bytes(row[:16].tobytes(), "little")
    return [number >> bits * k & (1 << bits) - 1 for k in range(16)]


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("form, bits", [("b8", 8), ("b8x16.b6x16_p32", 6), ("b8x16.b4x16_p64", 4)])
def test_load_of_16_by_16_bytes(count: int, form: str, bits: int):
    """A lane has four rows of a column, and of the one eight further on."""
    data = rows()
    found = loaded(f"m16n16.x{count}.trans.shared.{form}", 2 * count, data)
    for lane in range(32):
        for matrix in range(count):
            whole = [elements_of(data[16 * matrix + row], bits) for row in range(16)]
            for half in range(2):
                word = sum(whole[lane % 4 * 4 + k][lane // 4 + 8 * half] << 8 * k for k in range(4))
                assert found[lane, 2 * matrix + half] == word


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("form, bits", [("b8x16.b6x16_p32", 6), ("b8x16.b4x16_p64", 4)])
def test_load_of_8_by_16_small_elements(count: int, form: str, bits: int):
    data = rows()
    found = loaded(f"m8n16.x{count}.shared.{form}", count, data)
    for lane in range(32):
        for matrix in range(count):
            row = elements_of(data[8 * matrix + lane // 4], bits)
            assert found[lane, matrix] == sum(row[lane % 4 * 4 + k] << 8 * k for k in range(4))


def stored(form: str, registers: Array) -> Array:
    """Shared memory behind `stmatrix`, where lane `i` tells row `i`; what was not written to is 0x11."""
    count = registers.shape[1]
    names = ", ".join(f"%r{k + 1}" for k in range(count))
    loads = "\n".join(f"ld.global.u32 %r{k + 1}, [%rd3+{4 * k}];" for k in range(count))
    out = np.full((32, PITCH), 0x11, np.uint8)
    body = f"""{FILL}{copy("global", "shared")}
    ld.param.u64 %rd3, [p1];
    mad.wide.u32 %rd3, %r0, {4 * count}, %rd3;
    {loads}
    bar.warp.sync -1;
    stmatrix.sync.aligned.{form} [%rd1], {{{names}}};
    bar.warp.sync -1;
    {copy("shared", "global")}
    ret;
    """
    run(kernel(body, "u64 u64", declarations=DECLARATIONS), out, registers)
    return out


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("trans", ["", ".trans"])
def test_store_of_16_bits(count: int, trans: str):
    registers = RANDOM.integers(0, 1 << 32, (32, count), np.uint32)
    found = stored(f"m8n8.x{count}{trans}.shared.b16", registers)
    expected = np.full((32, PITCH), 0x11, np.uint8)
    for matrix in range(count):
        elements = np.zeros((8, 8), np.uint16)
        for lane in range(32):
            elements[lane // 4, lane % 4 * 2] = registers[lane, matrix] & 0xFFFF
            elements[lane // 4, lane % 4 * 2 + 1] = registers[lane, matrix] >> 16
        turned = np.ascontiguousarray(elements.T if trans else elements)
        expected[8 * matrix : 8 * matrix + 8, :16] = turned.view(np.uint8)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_store_of_16_by_8_bytes(count: int):
    """A lane has what it has of the sums of `mma`: two neighbours, and two eight rows below."""
    registers = RANDOM.integers(0, 1 << 32, (32, count), np.uint32)
    found = stored(f"m16n8.x{count}.trans.shared.b8", registers)
    expected = np.full((32, PITCH), 0x11, np.uint8)
    for matrix in range(count):
        for lane in range(32):
            for i in range(4):
                row, column = lane // 4 + (8 if i >= 2 else 0), lane % 4 * 2 + i % 2
                expected[8 * matrix + column, row] = registers[lane, matrix] >> 8 * i & 255
    np.testing.assert_array_equal(found, expected)


def test_a_transpose_in_registers():
    registers = RANDOM.integers(0, 1 << 32, 64, np.uint32)
    out = np.zeros(64, np.uint32)
    body = """.reg .b32 %r<9>; .reg .b64 %rd<9>;
    mov.u32 %r0, %tid.x;
    ld.param.u64 %rd0, [p0];
    mad.wide.u32 %rd0, %r0, 4, %rd0;
    ld.global.u32 %r1, [%rd0];
    movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;
    ld.param.u64 %rd1, [p1];
    mad.wide.u32 %rd1, %r0, 4, %rd1;
    st.global.u32 [%rd1], %r2;
    ret;
    """
    run(kernel(body, "u64 u64"), registers, out, block=64)
    for warp in range(2):
        given = registers[32 * warp : 32 * warp + 32].view(np.uint16).reshape(8, 8)
        gotten = out[32 * warp : 32 * warp + 32].view(np.uint16).reshape(8, 8)
        np.testing.assert_array_equal(gotten, given.T)


LOAD = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%rd1]; ret;"


def test_an_address_that_is_no_multiple_of_16():
    found = fault(
        kernel(f"{FILL} add.u64 %rd1, %rd1, 4; {LOAD}", "u64", declarations=DECLARATIONS), np.zeros(1)
    )
    assert found.kind == ALIGNMENT
    assert found.thread == 0


def test_an_address_behind_shared_memory():
    body = f"{FILL} setp.eq.u32 %p1, %r0, 21; @%p1 add.u64 %rd1, %rd1, 4096; {LOAD}"
    found = fault(kernel(body, "u64", declarations=DECLARATIONS), np.zeros(1))
    assert found.kind == ADDRESS
    assert found.thread == 21


def test_addresses_of_lanes_that_tell_no_row_do_not_matter():
    body = f"""{FILL} setp.eq.u32 %p1, %r0, 21; @%p1 add.u64 %rd1, %rd1, 4095;
    ldmatrix.sync.aligned.m8n8.x2.shared.b16 {{%r1, %r2}}, [%rd1]; ret;"""
    run(kernel(body, "u64", declarations=DECLARATIONS), np.zeros(1))


def test_a_lane_that_has_ended_is_missed():
    body = f"{FILL} setp.eq.u32 %p1, %r0, 3; @%p1 ret; {LOAD}"
    assert fault(kernel(body, "u64", declarations=DECLARATIONS), np.zeros(1)).kind == UNDEFINED


@pytest.mark.parametrize(
    "form, registers",
    [
        ("m16n16.x4.trans.shared.b8", 8),
        ("m8n8.x2.shared.b8", 2),
        ("m16n16.x1.shared.b8", 2),
        ("m8n8.x3.shared.b16", 3),
        ("m8n8.x4.shared.b16", 2),
    ],
)
def test_other_forms_are_refused(form: str, registers: int):
    with pytest.raises(CompileError, match="PC0704"):
        loaded(form, registers, rows())
