"""Bit operations and methods of numbers, against what they give on the host."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import bits, open_device, types
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from tests.support.both_ways import both_ways

Load = Callable[..., ModuleType]

DEFINITIONS = "from periclase.bits import *\nfrom periclase.bits import bit_cast, byte_permute\n"

BODIES = {
    "counts": "for i in range(4):\n    z[i] = popcount(v[i])\n    z[i + 4] = count_leading_zeros(v[i])\n"
    "    z[i + 8] = count_trailing_zeros(v[i])\nz[12] = count_leading_zeros(v[0] - v[0])",
    "counts of 64 bits": "for i in range(4):\n    k = np.int64(v[i]) * 1000003\n    z[i] = popcount(k)\n"
    "    z[i + 4] = count_leading_zeros(k)\n    z[i + 8] = count_trailing_zeros(k)",
    "counts of a number": "z[0] = popcount(255)\nz[1] = count_leading_zeros(1)\nz[2] = count_trailing_zeros(8)",
    "orders": "for i in range(4):\n    z[i] = bit_reverse(v[i])\n    z[i + 4] = byte_swap(v[i])\n"
    "    z[i + 8] = byte_swap(np.int16(v[i]))",
    "rotations": "for i in range(4):\n    z[i] = rotate_left(v[i], 5)\n    z[i + 4] = rotate_right(v[i], n)\n"
    "    z[i + 8] = rotate_left(v[i], -n - 30)",
    "bytes": "z[0] = byte_permute(0x03020100, 0x87068584, 0x7531)\nz[1] = byte_permute(0x03020100, 0x87068584, 0xF0C4 + n)\n"
    "z[2] = byte_permute(v[1], n, 0x0246)",
    "casts": "z[0] = bit_cast(d, i64)\ny[0] = bit_cast(0x3FF8000000000000, f64)\nz[1] = bit_cast(np.float32(d), i32)\n"
    "z[2] = bit_cast(v[1], u32)\ny[1] = bit_cast(v[3] << 22, f32)",
    "methods of integers": "for i in range(4):\n    z[i] = int(v[i]).bit_count()\n    z[i + 4] = int(v[i]).bit_length()\n"
    "z[8] = n.bit_length()\nz[9] = (-n).bit_count()\nz[10] = (5).bit_length()",
    "methods of floats": "z[0] = float(x[0]).is_integer()\nz[1] = float(x[1]).is_integer()\n"
    "z[2] = (d * math.inf).is_integer()\nz[3] = (3.0).is_integer()\nz[4] = (n).real\nz[5] = n.imag\n"
    "y[0] = d.real + d.imag + d.conjugate()",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_as_on_the_host(name: str, load: Load) -> None:
    expected, found = both_ways(load, BODIES[name], DEFINITIONS)
    assert found == expected


def test_the_least_integer_has_a_magnitude(load: Load) -> None:
    module = load(
        "@kernel\ndef k(x: Slice[i32], z: MutSlice[i32]):\n    z[0] = x[0].bit_length()\n    z[1] = x[0].bit_count()\n"
    )
    dev = open_device("cpu")
    z = dev.zeros(2, np.int32)
    module.k[1, 1](dev.array(np.array([-(2**31)], np.int32)), z)
    assert z.numpy().tolist() == [(-(2**31)).bit_length(), (-(2**31)).bit_count()]


def test_widths_on_the_host() -> None:
    assert bits.count_leading_zeros(np.uint8(1)) == 7
    assert bits.bit_reverse(np.uint8(1)) == 128
    assert bits.rotate_left(np.int8(-128), 1) == 1
    assert bits.bit_cast(1.0, types.u32) == 0x3F800000
    assert bits.bit_cast(np.float16(1.0), types.i16) == 0x3C00
    with pytest.raises(TypeError, match="takes a scalar type"):
        bits.bit_cast(1, int)


@pytest.mark.parametrize(
    ("text", "code", "fragments"),
    [
        ("z[0] = popcount(1.5)", "PC0205", ["works on integers", "bit_cast(1.5, u32)"]),
        ("z[0] = bit_cast(z[0], u64)", "PC0205", ["they have 32 and 64 bits"]),
        ("z[0] = bit_cast(z[0], Slice[i32])", "PC0201", ["is not a type of numbers"]),
        ("z[0] = bit_cast(z[0])", "PC0207", ["bit_cast(x, u32)"]),
        ("z[0] = byte_permute(i64(z[0]), 1, 2)", "PC0205", ["takes 32 bits", "u32("]),
        ("z[0] = z[0].bit_count(1)", "PC0207", ["takes no arguments"]),
        ("z[0] = z[0].nothing()", "PC0105", []),
        ("z[0] = z[0].nothing", "PC0102", ["has no attribute `nothing`"]),
    ],
)
def test_refused(text: str, code: str, fragments: list[str], load: Load) -> None:
    module = load(f"{DEFINITIONS}\n@kernel\ndef k(z: MutSlice[i32]):\n    {text}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    for fragment in fragments:
        assert fragment in str(caught.value)
