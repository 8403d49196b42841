"""Products of four warps, against numpy, with matrices put into shared memory by the canonical layouts of the document
(9.7.15.5.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from matrix_values import RANDOM, bits_of, codes, rounded_sum, values
from ptx_runs import fault, kernel, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import UNDEFINED

Array = np.ndarray[Any, Any]

SHARED_START = 1024
A_START, B_START = 1024, 1024 + 32768
BYTES = 65536

LEADING, STRIDE = 8192, 1024
"""The two offsets of descriptors, larger than anything that is within them; with a swizzle the second is its eight rows."""

SWIZZLES = {0: (16, 0), 3: (32, 1), 2: (64, 3), 1: (128, 7)}
"""By number: how wide it is, and which of three bits of the address it takes part with."""


def placed(data: Array, start: int, shared: Array, address: Callable[[int, int], int], mask: int) -> None:
    """Put rows of 16 bytes into shared memory, at addresses that a swizzle changes.

    Args:
        data: by the two indices of a row, its 16 bytes.
        address: of a row, within the matrix.
    """
    for index in np.ndindex(*data.shape[:2]):
        where = start + address(*index)
        where ^= (where >> 7 & mask) << 4
        shared[where - SHARED_START : where - SHARED_START + 16] = data[index]


def put(matrix: Array, bits: int, start: int, shared: Array, swizzle: int, turned: bool) -> int:
    """Put a matrix, by `m` or `n` and `k`, into shared memory, and give its descriptor.

    Canonical layouts, in rows of 16 bytes: K-major ((8,n),2):((w,SBO),1), without swizzle ((8,n),2):((1,SBO),LBO); MN-major
    ((w,n),(8,k)):((1,LBO),(w,SBO)), without swizzle ((1,n),(8,k)):((X,SBO),(1,LBO)).
    """
    width, mask = SWIZZLES[swizzle]
    number, depth = matrix.shape
    stride = 8 * width if swizzle else STRIDE
    if turned:
        raw = np.ascontiguousarray(matrix.T.reshape(depth, number // 8, 8).swapaxes(0, 1)).astype(np.uint16)
        data = raw.view(np.uint8).reshape(number // 8, depth, 16)
        beside = width // 16
        outwards, inwards = (LEADING, stride) if swizzle else (stride, LEADING)

        def address(outer: int, inner: int) -> int:
            return outer % beside * 16 + outer // beside * outwards + inner % 8 * width + inner // 8 * inwards

        placed(data, start, shared, address, mask)
    else:
        if bits < 8:
            raw = np.packbits(matrix.astype(np.uint8), axis=1, bitorder="little")
        else:
            raw = np.ascontiguousarray(matrix.astype(f"<u{bits // 8}")).view(np.uint8)
        data = raw.reshape(number, 2, 16)

        along = 16 if swizzle else LEADING

        def address_along(row: int, inner: int) -> int:
            return row // 8 * stride + row % 8 * width + inner * along

        placed(data, start, shared, address_along, mask)
    return start >> 4 | LEADING >> 4 << 16 | stride >> 4 << 32 | swizzle << 62


def sums_of_warp_group(n: int) -> Callable[[int, int], tuple[int, int]]:
    """Row and column of sum `i` of a thread (9.7.15.5.2, "Register Fragments")."""

    def place(thread: int, i: int) -> tuple[int, int]:
        lane = thread % 32
        return thread // 32 * 16 + lane // 4 + (8 if i % 4 >= 2 else 0), i // 4 * 8 + lane % 4 * 2 + i % 2

    return place


def in_registers(matrix: Array, bits: int) -> Array:
    """The four registers of each thread that hold a 64-row matrix."""
    per_register = 32 // bits
    out = np.zeros((128, 4), np.uint32)
    for thread, register, i in np.ndindex(128, 4, per_register):
        row = thread // 32 * 16 + thread % 32 // 4 + 8 * (register % 2)
        column = register // 2 * 4 * per_register + thread % 4 * per_register + i
        out[thread, register] |= np.uint32(int(matrix[row, column]) << i * bits)
    return out


def executed(
    opcode: str, tail: str, shared: Array, a: int | Array, b: int, held: Array, threads: int = 128
) -> Array:
    """What a product leaves in the registers `held`, by thread."""
    number = held.shape[1]
    names = [f"%r{k + 10}" for k in range(number)]
    body = [
        ".reg .pred %p<3>; .reg .b32 %r<200>; .reg .b64 %rd<20>;",
        "mov.u32 %r0, %tid.x; ld.param.u64 %rd0, [p0]; mov.u32 %r1, 0;",
        # Everybody copies a part of shared memory.
        "FILL: mad.lo.u32 %r2, %r1, 128, %r0; mad.wide.u32 %rd1, %r2, 4, %rd0; ld.global.u32 %r3, [%rd1];",
        "mad.lo.u32 %r4, %r2, 4, 1024; st.shared.u32 [%r4], %r3;",
        f"add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, {BYTES // 512}; @%p1 bra FILL;",
        "bar.sync 0;",
        f"ld.param.u64 %rd2, [p1]; mad.wide.u32 %rd2, %r0, {4 * number}, %rd2;",
        *(f"ld.global.u32 {name}, [%rd2+{4 * k}];" for k, name in enumerate(names)),
        "wgmma.fence.sync.aligned;",
        "ld.param.u64 %rd4, [p3];",
    ]
    if isinstance(a, int):
        left, array = "%rd3", np.array([a], np.uint64)
        body.append("ld.param.u64 %rd5, [p2]; ld.global.u64 %rd3, [%rd5];")
    else:
        left, array = "{%r5, %r6, %r7, %r8}", a
        body.append("ld.param.u64 %rd5, [p2]; mad.wide.u32 %rd5, %r0, 16, %rd5;")
        body += [f"ld.global.u32 %r{5 + k}, [%rd5+{4 * k}];" for k in range(4)]
    body += [
        "setp.ne.u32 %p2, %r1, 0;",  # always
        f"{opcode} {{{', '.join(names)}}}, {left}, %rd4{tail};",
        "wgmma.commit_group.sync.aligned;",
        "wgmma.wait_group.sync.aligned 0;",
        *(f"st.global.u32 [%rd2+{4 * k}], {name};" for k, name in enumerate(names)),
        "ret;",
    ]
    declarations = f".shared .align 1024 .b8 tiles[{BYTES}];"
    text = kernel("\n".join(body), "u64 u64 u64 u64", declarations=declarations)
    run(text, shared, held, array, np.uint64(b), block=threads)
    return held


def check(
    n: int,
    a_kind: str,
    b_kind: str,
    sum_kind: str,
    *,
    registers: bool = False,
    swizzles: tuple[int, int] = (1, 1),
    turned: tuple[bool, bool] = (False, False),
    signs: tuple[int, int] = (1, 1),
    adds: bool = True,
    end: str = "",
) -> None:
    bits = bits_of(a_kind)
    depth = 256 // bits
    a, b = codes(a_kind, (64, depth)), codes(b_kind, (n, depth))
    shared = np.zeros(BYTES, np.uint8)
    left: int | Array = (
        in_registers(a, bits) if registers else put(a, bits, A_START, shared, swizzles[0], turned[0])
    )
    right = put(b, bits, B_START, shared, swizzles[1], turned[1])
    dtype: Any = {"f32": np.float32, "f16": np.float16, "s32": np.int32}[sum_kind]
    c = RANDOM.integers(-1000, 1000, (64, n)).astype(dtype)
    place = sums_of_warp_group(n)
    held = np.array([[c[place(thread, i)] for i in range(n // 2)] for thread in range(128)], dtype)
    integer = sum_kind == "s32"
    tail = ", %p2" if adds else ", !%p2"
    if not integer:
        tail += f", {signs[0]}, {signs[1]}"
    if bits == 16:
        tail += ("" if registers else f", {int(turned[0])}") + f", {int(turned[1])}"
    if not adds:
        tail = tail.replace("!%p2", "%p1")  # never
    opcode = f"wgmma.mma_async.sync.aligned.m64n{n}k{depth}.{sum_kind}.{a_kind}.{b_kind}{end}"
    found = executed(opcode, tail, shared, left, right, held.view(np.uint32)).view(dtype)
    matrix = np.zeros((64, n), dtype)
    for thread, i in np.ndindex(128, n // 2):
        matrix[place(thread, i)] = found[thread, i]
    before = c if adds else np.zeros_like(c)
    if a_kind == "b1":
        expected = (a[:, None] & b[None]).sum(axis=2) + before
    elif integer:
        expected = values(a, a_kind) @ values(b, b_kind).T + before
    else:
        expected = rounded_sum(values(a, a_kind) * signs[0] * signs[1], values(b, b_kind).T, before, dtype)
    np.testing.assert_array_equal(matrix, expected.astype(dtype))


@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("right", [0, 1, 2, 3])
def test_swizzles(left: int, right: int):
    check(16, "f16", "f16", "f32", swizzles=(left, right))


@pytest.mark.parametrize("swizzle", [0, 1, 2, 3])
@pytest.mark.parametrize("turned", [(True, False), (False, True), (True, True)])
def test_matrices_whose_neighbours_are_across_k(swizzle: int, turned: tuple[bool, bool]):
    check(16, "bf16", "bf16", "f32", swizzles=(swizzle, swizzle), turned=turned)


KINDS = [
    *(("f16", "f16", "f32"), ("f16", "f16", "f16"), ("bf16", "bf16", "f32"), ("tf32", "tf32", "f32")),
    *(("e4m3", "e5m2", "f32"), ("e5m2", "e4m3", "f32"), ("e4m3", "e4m3", "f16"), ("e5m2", "e5m2", "f16")),
    *(("s8", "u8", "s32"), ("u8", "s8", "s32"), ("s8", "s8", "s32"), ("u8", "u8", "s32")),
]


@pytest.mark.parametrize("a_kind, b_kind, sum_kind", KINDS)
@pytest.mark.parametrize("registers", [False, True])
def test_types(a_kind: str, b_kind: str, sum_kind: str, registers: bool):
    check(8, a_kind, b_kind, sum_kind, registers=registers)


@pytest.mark.parametrize("registers", [False, True])
def test_single_bits(registers: bool):
    check(16, "b1", "b1", "s32", registers=registers, end=".and.popc")


def test_integers_that_stop():
    check(8, "s8", "u8", "s32", end=".satfinite")


@pytest.mark.parametrize("n", [24, 64, 256])
def test_columns(n: int):
    check(n, "f16", "f16", "f32", turned=(False, False))


@pytest.mark.parametrize("signs", [(1, -1), (-1, 1), (-1, -1)])
def test_signs(signs: tuple[int, int]):
    check(8, "f16", "f16", "f32", signs=signs)


def test_a_product_that_begins_at_zero():
    check(8, "f16", "f16", "f32", adds=False)


def test_tiles_that_are_read_a_step_at_a_time():
    """With a swizzle of 128 bytes, a step along `k` moves the address of the descriptor by 32 bytes."""
    a, b = codes("f16", (64, 64)), codes("f16", (8, 64))
    shared = np.zeros(BYTES, np.uint8)
    for matrix, start in ((a, A_START), (b, B_START)):
        data = np.ascontiguousarray(matrix).view(np.uint8).reshape(len(matrix), 8, 16)
        placed(data, start, shared, lambda row, chunk: row * 128 + chunk * 16, 7)
    held = np.zeros((128, 4), np.float32)
    for step in range(4):
        left, right = (
            (start + 32 * step) >> 4 | 1 << 16 | 1024 >> 4 << 32 | 1 << 62 for start in (A_START, B_START)
        )
        opcode = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
        executed(opcode, ", %p2, 1, 1, 0, 0", shared, left, right, held.view(np.uint32))
    place = sums_of_warp_group(8)
    expected = values(a, "f16") @ values(b, "f16").T
    for thread, i in np.ndindex(128, 4):
        assert held[thread, i] == np.float32(expected[place(thread, i)])


F16 = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"


def plain(opcode: str, tail: str, descriptor: int = A_START >> 4) -> None:
    held = np.zeros((128, 4), np.uint32)
    executed(opcode, tail, np.zeros(BYTES, np.uint8), descriptor, B_START >> 4, held)


@pytest.mark.parametrize(
    "opcode, tail",
    [
        (F16.replace("n8", "n12"), ", %p2, 1, 1, 0, 0"),
        (F16.replace("k16", "k32"), ", %p2, 1, 1, 0, 0"),
        (F16.replace("mma_async", "mma_async.sp"), ", %p2, 1, 1, 0, 0"),
        (F16, ", %p2, 1, 2, 0, 0"),
        (F16, ", %p2, 1, 1, 0"),
        (F16.replace("f16.f16", "f16.bf16"), ", %p2, 1, 1, 0, 0"),
    ],
)
def test_other_forms_are_refused(opcode: str, tail: str):
    with pytest.raises(CompileError, match="PC0704"):
        plain(opcode, tail)


def test_a_base_offset_is_not_known():
    with pytest.raises(Exception, match="base offset") as found:
        plain(F16, ", %p2, 1, 1, 0, 0", A_START >> 4 | 1 << 49)
    assert getattr(found.value, "kind", "") == UNDEFINED


def test_lanes_of_a_warp_with_descriptors_of_their_own():
    names = "{%r1, %r2, %r3, %r4}"
    body = f""".reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
    mov.u32 %r0, %tid.x; cvt.u64.u32 %rd1, %r0; mov.b64 %rd2, 64; setp.ne.u32 %p2, %r0, %r0;
    mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0; mov.b32 %r4, 0;
    {F16} {names}, %rd1, %rd2, %p2, 1, 1, 0, 0;
    ret;
    """
    assert fault(kernel(body), block=128).kind == UNDEFINED
