"""Matrices between shared memory and the registers of a warp, in the language of kernels: what the CPU runs in place of
`ldmatrix`, `stmatrix` and `movmatrix`.

An 8×8 matrix of 16-bit elements is eight rows of 16 bytes, each told by a lane; in registers lane `i` has the word `i` % 4 of row
`i` / 4.
`name_T` below is the instruction for a row that is told by an element of the type `T`, as PTX spells it.
"""

# pyright: basic
from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.arrays import local_array
from periclase.bits import bit_cast
from periclase.gpu import lane_id, shfl_sync
from periclase.library.addresses import is_aligned
from periclase.loops import unroll

if TYPE_CHECKING:  # on the host they are numbers of Python
    bf16 = f16 = f32 = float
    i8 = i16 = i32 = i64 = u8 = u16 = u32 = u64 = int
else:
    from periclase.types import bf16, f16, f32, i8, i16, i32, i64, u8, u16, u32, u64


# ------------------------------------------------------------------------------------------------------- a row of 16 bytes ----


def _reader(width, bits):
    """The function that gives word `k` of a row of elements of `width` bytes, of which `bits` gives the bits."""
    if width < 4:
        parts = 4 // width

        def word(row, k):
            found = u32(0)
            for part in unroll(range(parts)):
                found |= u32(bits(row[parts * k + part])) << u32(8 * width * part)
            return found
    elif width == 4:

        def word(row, k):  # pyright: ignore
            return bits(row[k])
    else:

        def word(row, k):
            return u32((bits(row[k // 2]) >> u64(32 * (k % 2))) & 0xFFFFFFFF)

    return word


def _writer(width, made):
    """The function that sets a row to four words; `made` makes an element of its bits."""
    if width < 4:
        parts = 4 // width
        mask = (1 << (8 * width)) - 1

        def put(row, words):
            for k in unroll(range(4)):
                for part in unroll(range(parts)):
                    row[parts * k + part] = made((words[k] >> u32(8 * width * part)) & mask)
    elif width == 4:

        def put(row, words):
            for k in unroll(range(4)):
                row[k] = made(words[k])
    else:

        def put(row, words):
            for k in unroll(range(2)):
                row[k] = made(u64(words[2 * k]) | (u64(words[2 * k + 1]) << u64(32)))

    return put


_READERS = {
    "u8": _reader(1, lambda x: x),
    "s8": _reader(1, lambda x: bit_cast(x, u8)),
    "u16": _reader(2, lambda x: x),
    "s16": _reader(2, lambda x: bit_cast(x, u16)),
    "f16": _reader(2, lambda x: bit_cast(x, u16)),
    "bf16": _reader(2, lambda x: bit_cast(x, u16)),
    "u32": _reader(4, lambda x: x),
    "s32": _reader(4, lambda x: bit_cast(x, u32)),
    "f32": _reader(4, lambda x: bit_cast(x, u32)),
    "u64": _reader(8, lambda x: x),
    "s64": _reader(8, lambda x: bit_cast(x, u64)),
}
_WRITERS = {
    "u8": _writer(1, lambda x: u8(x)),
    "s8": _writer(1, lambda x: bit_cast(u8(x), i8)),
    "u16": _writer(2, lambda x: u16(x)),
    "s16": _writer(2, lambda x: bit_cast(u16(x), i16)),
    "f16": _writer(2, lambda x: bit_cast(u16(x), f16)),
    "bf16": _writer(2, lambda x: bit_cast(u16(x), bf16)),
    "u32": _writer(4, lambda x: u32(x)),
    "s32": _writer(4, lambda x: bit_cast(u32(x), i32)),
    "f32": _writer(4, lambda x: bit_cast(u32(x), f32)),
    "u64": _writer(8, lambda x: u64(x)),
    "s64": _writer(8, lambda x: bit_cast(u64(x), i64)),
}


# -------------------------------------------------------------------------------------------------------- the instructions ----


def movmatrix_trans(x: u32) -> u32:
    lane = lane_id()
    column = lane // 4
    # Of rows 2j and 2j + 1 the element of the column, j being the number of the lane among the four of its row.
    source = u32(lane % 4 * 8 + column // 2)
    upper, lower = shfl_sync(x, source), shfl_sync(x, source + 4)
    shift = u32(column % 2 * 16)
    return ((upper >> shift) & 0xFFFF) | (((lower >> shift) & 0xFFFF) << 16)


def _same(x: u32) -> u32:
    return x


def _one(found):
    return (found[0],)


def _two(found):
    return found[0], found[1]


def _four(found):
    return found[0], found[1], found[2], found[3]


_TUPLES = {1: _one, 2: _two, 4: _four}


def _load(word, count, turned):
    """`ldmatrix` of `count` matrices; `word` reads the rows, and `turned` transposes or does not."""
    together = _TUPLES[count]

    def load(row):
        lane = lane_id()
        own = local_array(4, u32)
        for k in unroll(range(4)):
            own[k] = u32(0)
        if lane < 8 * count:  # the others name no row
            assert is_aligned(row, 16), "a row of a matrix does not begin at a multiple of 16 bytes"
            for k in unroll(range(4)):
                own[k] = word(row, k)
        found = local_array(count, u32)
        for matrix in unroll(range(count)):
            source = u32(8 * matrix + lane // 4)
            mine = shfl_sync(own[0], source)
            for k in unroll(range(1, 4)):
                other = shfl_sync(own[k], source)
                if lane % 4 == k:
                    mine = other
            found[matrix] = turned(mine)
        return together(found)

    return load


def _store(put, count, turned):
    """`stmatrix` of `count` matrices; `put` writes the rows, and `turned` transposes or does not."""

    def store(row, values):
        lane = lane_id()
        words = local_array(4, u32)
        for matrix in unroll(range(count)):
            mine = turned(values[matrix])
            for k in unroll(range(4)):
                words[k] = shfl_sync(mine, u32(lane % 8 * 4 + k))
            if lane // 8 == matrix:
                assert is_aligned(row, 16), "a row of a matrix does not begin at a multiple of 16 bytes"
                put(row, words)

    return store


for _count in _TUPLES:
    for _suffix, _turned in (("", _same), ("_trans", movmatrix_trans)):
        for _type in _READERS:
            globals()[f"ldmatrix_x{_count}{_suffix}_{_type}"] = _load(_READERS[_type], _count, _turned)
            globals()[f"stmatrix_x{_count}{_suffix}_{_type}"] = _store(_WRITERS[_type], _count, _turned)
