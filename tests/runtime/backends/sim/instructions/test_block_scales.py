"""Products of scaled blocks, against numpy; where the scales are, the formulas of the document say (9.7.14.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matrix_kernels import LEFT, RIGHT, Operand, packed, product, sums, unpacked
from matrix_values import RANDOM, chosen, codes, extents, in_register, metadata, rounded_sum, values, whole

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault

Array = np.ndarray[Any, Any]


def scale_value(code: int, kind: str) -> float:
    if kind == "ue8m0":
        return 2.0 ** (code - 127)
    exponent, fraction = code >> 3 & 15, code & 7
    return (fraction / 8 + (1 if exponent else 0)) * 2.0 ** (max(exponent, 1) - 7)


def scales(kind: str, shape: tuple[int, int]) -> Array:
    if kind == "ue8m0":
        return RANDOM.integers(121, 134, shape)
    return RANDOM.integers(0, 127, shape)


def of_rows(codes: Array, byte: int, thread: int) -> Array:
    """`scale-a-data`: lanes `2 · thread` and one more of each four have the scales of rows `lane / 4` and eight further on."""
    out = RANDOM.integers(0, 1 << 32, 32, np.uint32)
    for row, block in np.ndindex(*codes.shape):
        lane, shift = row % 8 * 4 + 2 * thread + row // 8, (byte + block) * 8
        out[lane] = out[lane] & ~np.uint32(255 << shift) | np.uint32(int(codes[row, block]) << shift)
    return out[:, None]


def of_columns(codes: Array, byte: int, thread: int) -> Array:
    """`scale-b-data`: lane `thread` of each four has the scales of column `lane / 4`."""
    out = RANDOM.integers(0, 1 << 32, 32, np.uint32)
    for column, block in np.ndindex(*codes.shape):
        lane, shift = column * 4 + thread, (byte + block) * 8
        out[lane] = out[lane] & ~np.uint32(255 << shift) | np.uint32(int(codes[column, block]) << shift)
    return out[:, None]


def selectors(byte: int, thread: int) -> Operand:
    return Operand(np.broadcast_to(np.array([byte, thread], np.uint16), (32, 2)))


def check(
    kind: str,
    shape: str,
    a_kind: str,
    b_kind: str,
    scale_kind: str,
    number: int,
    left_choice: tuple[int, int] = (0, 0),
    right_choice: tuple[int, int] = (0, 0),
    *,
    sparse: bool = False,
    named: bool = True,
) -> None:
    m, n, k = extents(shape)
    in_bytes = kind == "mxf8f6f4"
    bits = 8 if in_bytes else 4
    unit = 1 if in_bytes else 2
    depth = k // 2 if sparse else k
    a, b = codes(a_kind, (m, depth)), codes(b_kind, (k, n))
    of_a, of_b = scales(scale_kind, (m, number)), scales(scale_kind, (n, number))
    left = values(a, a_kind)
    extra: list[Operand | str] = []
    if sparse:
        places = chosen(m, k // (4 * unit), a_kind, True)
        left = whole(left, places, unit)
        extra = [Operand(metadata(places, False, 0), braces=False), "0"]
    half = f"{shape.partition('k')[0]}k{depth}"
    c = RANDOM.integers(-100, 100, (m, n)).astype(np.float32)
    layout = sums(m)
    held = np.array([[c[layout.place(lane, i)] for i in range(4)] for lane in range(32)], np.float32)
    found = product(
        f"mma.{'sp::ordered_metadata.' if sparse else ''}sync.aligned.{shape}.row.col.kind::{kind}.block_scale"
        f"{f'.scale_vec::{number}X' if named else ''}.f32.{a_kind}.{b_kind}.f32.{scale_kind}",
        (4, np.float32),
        [
            Operand(packed(in_register(a, a_kind, in_bytes), LEFT[half, bits], bits)),
            Operand(packed(in_register(b, b_kind, in_bytes), RIGHT[shape, bits], bits)),
            Operand(held),
            *extra,
            Operand(of_rows(of_a, *left_choice), braces=False),
            selectors(*left_choice),
            Operand(of_columns(of_b, *right_choice), braces=False),
            selectors(*right_choice),
        ],
    )
    scale_of = np.vectorize(scale_value, otypes=[float])
    left = left * np.repeat(scale_of(of_a, scale_kind), k // number, axis=1)
    right = values(b, b_kind) * np.repeat(scale_of(of_b, scale_kind), k // number, axis=1).T
    np.testing.assert_array_equal(unpacked(found, layout, (m, n)), rounded_sum(left, right, c, np.float32))


SMALL = ["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("a_kind", SMALL)
@pytest.mark.parametrize("b_kind", SMALL)
def test_eight_six_and_four_bits(a_kind: str, b_kind: str, sparse: bool):
    check("mxf8f6f4", "m16n8k64" if sparse else "m16n8k32", a_kind, b_kind, "ue8m0", 1, sparse=sparse)


@pytest.mark.parametrize("left", [(0, 0), (1, 1), (2, 0), (3, 1)])
@pytest.mark.parametrize("right", [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_one_scale_of_any_byte_and_lane(left: tuple[int, int], right: tuple[int, int]):
    check("mxf8f6f4", "m16n8k32", "e4m3", "e5m2", "ue8m0", 1, left, right)


@pytest.mark.parametrize(
    "kind, scale_kind, number",
    [("mxf4", "ue8m0", 2), ("mxf4nvf4", "ue8m0", 2), ("mxf4nvf4", "ue4m3", 4), ("mxf4nvf4", "ue8m0", 4)],
)
@pytest.mark.parametrize("sparse", [False, True])
def test_four_bits(kind: str, scale_kind: str, number: int, sparse: bool):
    check(kind, "m16n8k128" if sparse else "m16n8k64", "e2m1", "e2m1", scale_kind, number, sparse=sparse)


@pytest.mark.parametrize("left, right", [((2, 1), (0, 3)), ((0, 1), (2, 2))])
def test_two_scales_of_any_pair_of_bytes(left: tuple[int, int], right: tuple[int, int]):
    check("mxf4", "m16n8k64", "e2m1", "e2m1", "ue8m0", 2, left, right)


def test_the_number_of_scales_need_not_be_said():
    check("mxf8f6f4", "m16n8k32", "e4m3", "e4m3", "ue8m0", 1, named=False)
    check("mxf4", "m16n8k64", "e2m1", "e2m1", "ue8m0", 2, named=False)
    with pytest.raises(CompileError, match="PC0704"):
        check("mxf4nvf4", "m16n8k64", "e2m1", "e2m1", "ue8m0", 2, named=False)


@pytest.mark.parametrize(
    "left, right", [((1, 0), (0, 0)), ((0, 2), (0, 0)), ((0, 0), (3, 0)), ((0, 0), (0, 4))]
)
def test_selectors_that_name_nothing(left: tuple[int, int], right: tuple[int, int]):
    with pytest.raises(Fault) as found:
        # The layouts of the test itself have no such places.
        run_with(left, right)
    assert found.value.kind == UNDEFINED


def run_with(left: tuple[int, int], right: tuple[int, int]) -> None:
    words = np.zeros((32, 4), np.uint32)
    product(
        "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
        (4, np.float32),
        [
            *(Operand(words), Operand(words[:, :2]), Operand(words)),
            *(Operand(words[:, :1], braces=False), selectors(*left)),
            *(Operand(words[:, :1], braces=False), selectors(*right)),
        ],
    )


def test_a_scale_that_is_no_number():
    ones = np.full((32, 4), 0x3838_3838, np.uint32)
    scale = np.full((32, 1), 127, np.uint32)
    scale[1] = 255  # of row 8
    found = product(
        "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0",
        (4, np.uint32),
        [
            *(Operand(ones), Operand(ones[:, :2]), Operand(np.zeros((32, 4), np.uint32))),
            *(Operand(scale, braces=False), selectors(0, 0)),
            *(Operand(np.full((32, 1), 127, np.uint32), braces=False), selectors(0, 0)),
        ],
    )
    assert (found[:4, 2:] == 0x7FFF_FFFF).all()
    assert (found[:4, :2] == np.float32(32).view(np.uint32)).all()
    assert (found[4:] == np.float32(32).view(np.uint32)).all()
