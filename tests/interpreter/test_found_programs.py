"""Programs that once were not compiled to what they mean, as they were found among the random ones and made smaller."""

from __future__ import annotations

import numpy as np
import pytest
from agreement import Program, assert_agreement

from periclase.runtime.device import Device

_HEAD = "from periclase import *\n@kernel\ndef k(w: MutSlice[i64], g: MutSlice[f64], total: MutSlice[i64], n: i32):\n"
PROGRAMS = {
    # LLVM combined lanes of a vector that are shifted by too much with others by "or".
    "different operations on neighbours": (
        """\
    v_i16 = i16(w[3])
    v_u16 = u16(w[4])
    v_u32 = u32(w[5])
    a = local_array(4, i32)
    for z in range(4):
        a[z] = z
    t = w[-4:]
    t[0] += a[0]
    v_f32, v_i64 = 1, v_u16 ^ u32(w[6])
    v_u64 = v_i16 * bool(g[5])
    w[3] ^= v_i16
    w[4] ^= v_u16
    w[5] ^= v_u32
    w[6] ^= v_i64
    w[7] ^= v_u64
""",
        [1, 3, 2**31, 4, -128, -(2**63), -1, -1],
        [5e-324, 3e9, np.inf, 3e9, -np.inf, 1.0, 0.1, -0.0],
    ),
    # The model in Python took a NaN in a tuple for equal to itself, as CPython does by identity.
    "a NaN on both sides": (
        """\
    v_i32 = i32(w[0])
    v_f32 = g[0]
    w[2] ^= (v_i32, v_f32) == (i32(w[0]), v_f32)
    w[3] ^= (v_i32, v_f32) <= (i32(w[0]), v_f32)
""",
        [2**31, 4, 0, -1, 5, 1, 3, 7],
        [np.nan, -1.5, np.inf, 1.0, -np.inf, 0.0, np.inf, 3e9],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_everybody_agrees(levelled: Device, name: str) -> None:
    body, words, reals = PROGRAMS[name]
    assert_agreement(levelled, Program(_HEAD + body, np.array(words, np.int64), np.array(reals)))
