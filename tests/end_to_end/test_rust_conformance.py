"""Thirty cases that an implementation of kernels in Rust should get right: on the CPU against numpy, as PTX that assembles.

| case                   | source, and `mir`       | numbers                                                        |
| ---------------------- | ----------------------- | -------------------------------------------------------------- |
| 1 hello_constant       | `c01_hello_constant`    | `hello`                                                        |
| 2 vecadd               | `c02_vecadd`            | `vecadd`                                                       |
| 3 helper_fn            | `c03_helper_fn`         | `helped`                                                       |
| 4 generic, const       | `c04_generics`          | `both_types`, `scaled`, `rotated`                              |
| 5 host_closure         | `c05_host_closure`      | `mapped`                                                       |
| 6 device_closures      | `c06_device_closures`   | `closed_over`                                                  |
| 7 sharedmem            | `c07_sharedmem`         | `turned`                                                       |
| 8 dynamic_smem         | `c08_dynamic_smem`      | `parted`                                                       |
| 9 gemm                 | `c09_gemm`              | `gemm`                                                         |
| 10 tiled_gemm          | `c10_tiled_gemm`        | `tiled_gemm`                                                   |
| 11 index2d_const       | `c11_index2d_const`     | `in_rows`                                                      |
| 12 array_index, …      | `c12_places`            | `array_index`, `nested_index`, `field_index`                   |
| 13 array_for_loop, …   | `c13_loops`             | `array_loop`, `in_steps`, `map_sum`                            |
| 14 checked_arith, …    | `c14_checked_arith`     | `overflowing`, `carrying`                                      |
| 15 numeric_stress      | `c15_numeric_stress`    | `unsigned_stress`, `signed_stress`, `mixed_widths`             |
| 16 cast_tests          | `c16_cast_tests`        | `float_to_int`, `int_to_float`, `other_casts`                  |
| 17 compiler_features   | `c17_compiler_features` | `features`                                                     |
| 18 ord_cmp             | `c18_ord_cmp`           | `ordered`                                                      |
| 19 switchint_128bit    | `c19_switchint_128bit`  | `wide_switch`                                                  |
| 20 enum_abi, array     | `c20_enums`             | `multi_payload`, `enum_array`                                  |
| 21 set_discriminant    | `c21_set_discriminant`  | `tag_in_place`, `niche_in_place`                               |
| 22 tuples, layouts     | `c22_layouts`           | `tuple_return`, `field_layout`                                 |
| 23 drop_glue           | `c23_drop_glue`         | `dropped`                                                      |
| 24 traps               | `c24_traps`             | `panics`, `unwraps`, `out_of_bounds`                           |
| 25 atomics             | `c25_atomics`           | `counted`, `load_store`                                        |
| 26 warps               | `c26_warps`             | `warp_reduce`, `lanemask_scan`, `shuffle_64`                   |
| 27 printf, debug       | `c27_printf_debug`      | `printing`, `asserting`, `timed`                               |
| 28 constant_memory     | `c28_constant_memory`   | `polynomial`, `looked_up`                                      |
| 29 mathematics, …      | `c29_math`              | `mathematics`, `rounding`, `not_equal_nan`, `special_literals` |
| 30 unroll, volatile, … | `c30_memory`            | `unrolled`, `volatile_memory`, `copied`, `halves`              |
| negative               | -                       | `test_rust_refused.py`, `refused.test`                         |
| naming                 | -                       | at the end; `test_rust_attributes.py`                          |

Sources lie in `lit/importer/rust/conformance/Inputs`, their lit tests above it.
All sources are modules of one crate here: `rustc` is started once for them.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import f32, i64, open_device, rust
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.runtime.failures import BufferFailure

pytestmark = needs_rustc

SOURCES = Path(__file__).resolve().parents[2] / "lit" / "importer" / "rust" / "conformance" / "Inputs"
Run = Callable[[Any], None]
RUNS: dict[str, Run] = {}
"""What launches each kernel and compares, by the kernel's name."""


def runs(run: Run) -> Run:
    """Note a run under its name, which is that of the kernel that it launches."""
    RUNS[run.__name__] = run
    return run


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Any:
    modules = "".join(f'#[path = "{path}"]\npub mod {path.stem};\n' for path in sorted(SOURCES.glob("c*.rs")))
    file = tmp_path_factory.mktemp("conformance") / "conformance.rs"
    features = "#![feature(core_intrinsics, custom_mir, f16)]\n#![allow(internal_features)]\n"
    file.write_text(features + modules, encoding="utf-8")
    return rust.load(file)


def numbers(dtype: type[np.integer[Any]], count: int = 64) -> Any:
    """Numbers of a type: its ends, small ones, and others."""
    chance, ends = np.random.default_rng(7), np.iinfo(dtype)
    values = chance.integers(ends.min, ends.max, count, dtype=dtype, endpoint=True)
    values[:8] = (0, 1, 2, 13, ends.max, ends.min, ends.max - 1, 60)
    values[8:24] = np.arange(16)
    return values


def same(given: Any, wanted: Any) -> None:
    np.testing.assert_array_equal(given, np.asarray(list(wanted)).astype(given.dtype))


def wrapped(value: int, bits: int, signed: bool = False) -> int:
    """An integer modulo two to the power of `bits`."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def u32(value: int) -> int:
    return wrapped(int(value), 32)


@runs
def hello(k: Any) -> None:
    out = np.zeros(4, np.uint32)
    k.hello[1, 4](out)
    same(out, [42, 0, 0, 0])


@runs
def vecadd(k: Any) -> None:
    a, b, c = np.arange(100, dtype=np.float32), np.full(100, 0.5, np.float32), np.zeros(100, np.float32)
    k.vecadd[4, 32](a, b, c)
    same(c, a + b)


@runs
def helped(k: Any) -> None:
    x, y = numbers(np.int32), np.zeros(64, np.int32)
    k.helped[2, 32](x, 1000, y)
    same(y, (wrapped((wrapped(int(v) * int(v), 32, True) ^ 0x55) + 1000, 32, True) for v in x))


@runs
def both_types(k: Any) -> None:
    x, n, y = np.arange(16, dtype=np.float32), np.arange(3, dtype=np.uint32) + 2, np.zeros(16, np.float32)
    k.both_types[1, 16](x, n, y)
    same(y, (2 * v + 1 + n[i % 3] * 5 + i % 7 for i, v in enumerate(x)))


@runs
def scaled(k: Any) -> None:
    for dtype in (np.float64, np.int16):
        y = np.arange(8).astype(dtype)
        k.scaled[1, 8](dtype(3), y)
        same(y, np.arange(8) * 3)


@runs
def rotated(k: Any) -> None:
    x, y = np.arange(8, dtype=np.uint32), np.zeros(8, np.uint32)
    k.rotated.specialise(N=3)[1, 8](x, y)
    same(y, np.roll(x, -3))
    names = {
        k.scaled[i64].exported_name,
        k.scaled[f32].exported_name,
        k.rotated.specialise(N=3).exported_name,
    }
    assert len(names) == 3
    assert all("_TID_" in name and len(name.partition("_TID_")[2]) == 32 for name in names)


@runs
def mapped(k: Any) -> None:
    x, y = np.arange(8, dtype=np.float32), np.zeros(8, np.float32)
    for factor in (2, 5):
        k.mapped[1, 8](rust.closure("|x| x * k + 1.0", k=np.float32(factor)), x, y)
        same(y, x * factor + 1)


@runs
def closed_over(k: Any) -> None:
    x, y, by = numbers(np.uint32), np.zeros(64, np.uint32), 77

    def wanted(v: int) -> int:
        total = 0
        for i in range(v % 5):
            total = u32(total * 3 + (i ^ v))
        return v ^ by ^ by ^ u32(v + 2 * by) ^ total

    k.closed_over[2, 32](x, by, y)
    same(y, (wanted(int(v)) for v in x))


@runs
def turned(k: Any) -> None:
    x, y = np.arange(128, dtype=np.uint32), np.zeros(128, np.uint32)
    k.turned[2, 64](x, y)
    same(y, x.reshape(2, 64)[:, ::-1].ravel())


@runs
def parted(k: Any) -> None:
    x, y = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    k.parted[2, 16, 16 * 8](x, y)
    same(y, (x[i // 16 * 16 + (i + 1) % 16] + (i + 1) % 16 for i in range(32)))


def product(kernel: Any, block: tuple[int, int], *sizes: int) -> None:
    m, n, depth = 13, 9, 21
    chance = np.random.default_rng(3)
    a = chance.integers(-4, 5, (m, depth)).astype(np.float32)
    b = chance.integers(-4, 5, (depth, n)).astype(np.float32)
    c = np.zeros((m, n), np.float32)
    kernel[(-(-n // block[0]), -(-m // block[1])), block](*sizes, n, depth, a.ravel(), b.ravel(), c)
    same(c, a @ b)


@runs
def gemm(k: Any) -> None:
    product(k.gemm, (8, 4))


@runs
def tiled_gemm(k: Any) -> None:
    product(k.tiled_gemm, (8, 8), 13)


@runs
def in_rows(k: Any) -> None:
    out = np.zeros(60, np.uint32)
    k.in_rows[(2, 2), (8, 4)](out)
    same(out, (100 * row + column for row in range(5) for column in range(12)))


@runs
def array_index(k: Any) -> None:
    x, y = np.arange(32, dtype=np.uint32), np.zeros(32, np.uint32)

    def wanted(v: int) -> int:
        held = [7, 11, 13, 17]
        held[v % 4] += 100
        held[(v + 1) % 4] ^= held[v % 4]
        return held[1] + held[0] * 1000 + held[3] * 100_000

    k.array_index[1, 32](x, y)
    same(y, (wanted(int(v)) for v in x))


@runs
def nested_index(k: Any) -> None:
    x, y = np.arange(32, dtype=np.uint32), np.zeros(32, np.uint32)

    def wanted(v: int) -> int:
        grid = [[row * 10 + column for column in range(3)] for row in range(4)]
        grid[v % 4][v % 3] += 500
        grid[(v + 1) % 4] = [1, 2, v]
        total = 0
        for each in itertools.chain(*grid):
            total = u32(total * 3 + each)
        return total

    k.nested_index[1, 32](x, y)
    same(y, (wanted(int(v)) for v in x))


@runs
def field_index(k: Any) -> None:
    x, y = np.arange(-16, 16, dtype=np.int32), np.zeros(32, np.int32)

    def wanted(v: int) -> int:
        tags, at = [1, 1], [[v, 2, 3], [v, 2, 3]]
        at[v & 1][2] -= v
        tags[1 - (v & 1)] = 9
        at[0][1] = at[1][2]
        return sum(sum(row) * tag for row, tag in zip(at, tags, strict=True))

    k.field_index[1, 32](x, y)
    same(y, (wanted(int(v)) for v in x))


@runs
def array_loop(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint32)

    def wanted(v: int) -> int:
        total = 0
        for part in (v, v >> 3, 7, v & 15):
            total = u32(total * 31 + part)
        return total

    k.array_loop[2, 32](x, y)
    same(y, (wanted(int(v)) for v in x))


@runs
def in_steps(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint32)

    def wanted(i: int) -> int:
        total = sum(int(v) for v in x[i::3])
        for j in range(i)[::-1][::2]:
            total = total * 3 + j
        return u32(total)

    k.in_steps[2, 32](x, y)
    same(y, (wanted(i) for i in range(64)))


@runs
def map_sum(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint32)
    k.map_sum[2, 32](x, y)
    same(y, (u32(2 * sum(int(v) for v in x[: i + 1])) for i in range(64)))


def overflows(value: int, bits: int, signed: bool) -> bool:
    return wrapped(value, bits, signed) != value


@runs
def overflowing(k: Any) -> None:
    a, b, y = numbers(np.int32), np.roll(numbers(np.int32), 5), np.zeros(64, np.uint32)

    def wanted(a: int, b: int) -> int:
        x, z = u32(a), u32(b)
        division = b == 0 or (a == -(2**31) and b == -1)
        flags = [overflows(v, 32, True) for v in (a + b, a - b, a * b, -a)]
        flags += [division, division, a == -(2**31)]
        flags += [overflows(v, 32, False) for v in (x + z, x - z, x * z)]
        return sum(flag << n for n, flag in enumerate(flags))

    k.overflowing[2, 32](a, b, y)
    same(y, (wanted(int(v), int(w)) for v, w in zip(a, b, strict=True)))


@runs
def carrying(k: Any) -> None:
    a, b = numbers(np.uint64), np.roll(numbers(np.uint64), 9)
    low, high = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
    k.carrying[2, 32](a, b, low, high)
    wide = [int(v) * int(w) + (int(v) ^ int(w)) + 99 for v, w in zip(a, b, strict=True)]
    assert [int(v) for v in low] == [w & (2**64 - 1) for w in wide]
    assert [int(v) for v in high] == [w >> 64 for w in wide]


def rotate(value: int, by: int) -> int:
    return u32(value << by | value >> (32 - by))


@runs
def unsigned_stress(k: Any) -> None:
    a, b, y = numbers(np.uint32), np.roll(numbers(np.uint32), 5), np.zeros(64, np.uint32)

    def wanted(a: int, b: int) -> int:
        b |= 1
        by = b & 31
        return (a // b) ^ rotate(a % b, 7) ^ (a >> by) ^ u32(a << by) ^ (a >> by)

    k.unsigned_stress[2, 32](a, b, y)
    same(y, (wanted(int(v), int(w)) for v, w in zip(a, b, strict=True)))


@runs
def signed_stress(k: Any) -> None:
    a, b, y = numbers(np.int32), np.roll(numbers(np.int32), 5), np.zeros(64, np.int32)

    def wanted(a: int, b: int) -> int:
        by, odd = b & 31, b | 1
        quotient = abs(a) // abs(odd) * (1 if (a < 0) == (odd < 0) else -1)
        rest = a - quotient * odd
        return wrapped(quotient ^ rotate(u32(rest), 5) ^ (a >> by) ^ (a >> by), 32, True)

    k.signed_stress[2, 32](a, b, y)
    same(y, (wanted(int(v), int(w)) for v, w in zip(a, b, strict=True)))


@runs
def mixed_widths(k: Any) -> None:
    a, b, y = numbers(np.int8), numbers(np.uint16), np.zeros(64, np.int64)

    def wanted(a: int, b: int) -> int:
        narrow = wrapped(a + b, 8)
        return a * b - narrow + (b >> 3) * (a >> 2) + wrapped(a << (b & 7), 8, True)

    k.mixed_widths[2, 32](a, b, y)
    same(y, (wanted(int(v), int(w)) for v, w in zip(a, b, strict=True)))


SPECIAL = np.array(
    [0, -0.0, 1.5, -1.5, 2.5, 1e10, -1e10, 1e20, -1e20, np.inf, -np.inf, np.nan, 255.9, -129.7, 1e-320, 0.5]
)


def saturated(value: float, bits: int, signed: bool) -> int:
    """What `as` makes of a float."""
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if math.isnan(value):
        return 0
    return low if value <= low else high if value >= high else int(value)


@runs
def float_to_int(k: Any) -> None:
    y = np.zeros(len(SPECIAL), np.int64)

    def turned(value: int, by: int) -> int:
        value = wrapped(value, 64)
        return value << by | value >> (64 - by)

    def wanted(v: float) -> int:
        with np.errstate(over="ignore", under="ignore"):
            single = float(np.float32(v))
        found = saturated(v, 8, True) ^ saturated(v, 8, False) << 8 ^ saturated(v, 32, True) << 16
        found ^= (
            saturated(single, 32, False)
            ^ turned(saturated(v, 64, True), 9)
            ^ turned(saturated(v, 64, False), 21)
        )
        return wrapped(found, 64, True)

    k.float_to_int[1, 16](SPECIAL, y)
    same(y, (wanted(float(v)) for v in SPECIAL))


@runs
def int_to_float(k: Any) -> None:
    x, y = numbers(np.int64), np.zeros(64, np.float64)

    def wanted(v: int) -> float:
        single = float(np.float32(wrapped(v, 32, True)))
        return float(v) + float(wrapped(v, 64)) + single + float(v & 255)

    k.int_to_float[2, 32](x, y)
    same(y, (wanted(int(v)) for v in x))


@runs
def other_casts(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint64)

    def wanted(v: int) -> int:
        return 4 + v + ((97 + v % 26) << 33) + ((v > 9) << 50) + 2 + (v & 0x7F) * 3

    k.other_casts[2, 32](x, y)
    same(y, (wanted(int(v)) for v in x))


@runs
def features(k: Any) -> None:
    x, y = np.array([0, 5, 10, 12, 13, 30, 33, 2**40, 7, 9], np.uint64), np.zeros(10, np.uint64)
    held = [int(v) for v in x]

    def kind(v: int) -> int:
        if v == 0:
            return 1
        if v <= 9:
            return 2
        return 3 if v in (10, 20, 30) else 4 if v % 2 else 5

    def wanted(v: int) -> int:
        total = sum(w << (n % 8) for n, w in enumerate(held) if w % 3 == 0)
        longest = sum(a <= b for a, b in itertools.pairwise(held))
        at = held.index(v) + 1
        told = held[at] - v if at < len(held) and held[at] >= v else 77
        return wrapped(kind(v) << 60 ^ total ^ longest << 40 ^ wrapped(told * 0x1_0000_0001, 64), 64)

    k.features[1, 16](x, y)
    assert [int(v) for v in y] == [wanted(v) for v in held]


@runs
def ordered(k: Any) -> None:
    a, b = np.arange(-8, 8, dtype=np.int32), np.roll(np.arange(-8, 8, dtype=np.int32), 3)
    a[0], b[1], y = 1000, 1000, np.zeros(16, np.int32)

    def order(x: Any, z: Any) -> int:
        return int(x > z) - int(x < z)

    def wanted(a: int, b: int) -> int:
        levels = (-7, 3, 40)
        versions = {-1: 10, 0: 20, 1: 30}[
            order((a & 255, wrapped(b, 16, True)), (b & 255, wrapped(a, 16, True)))
        ]
        chained = -(order(abs(a), abs(b)) or order(b, a))
        total = order(a, b) + 3 * order(levels[a % 3], levels[b % 3]) + 100 * versions + 10_000 * chained
        total += 100_000 * levels[a % 3] + 10_000_000 * order(a, b)
        return wrapped(total + (min(max(a, b, -3), 3) << 28), 32, True)

    k.ordered[1, 16](a, b, y)
    same(y, (wanted(int(v), int(w)) for v, w in zip(a, b, strict=True)))


@runs
def wide_switch(k: Any) -> None:
    ones = 2**64 - 1
    pairs = [(0, 0), (0, 1), (1, 1), (ones, ones), (0, 2**63), (ones // 2, ones), (5, 0), (1, 0)]
    low, high = (np.array([pair[n] for pair in pairs], np.uint64) for n in (0, 1))
    y = np.zeros(8, np.uint32)
    k.wide_switch[1, 8](low, high, y)
    same(y, [41, 42, 43, 14, 25, 35, 45, 45])


def measured(x: int) -> int:
    kind = x % 4
    if kind == 0:
        return 7
    if kind == 1:
        return (x & 255) ** 2
    if kind == 2:
        return x * (x >> 3 & 0xFFFF)
    return wrapped(x << 33 ^ -(x & 63), 64)


@runs
def multi_payload(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint64)
    k.multi_payload[2, 32](x, y)
    assert [int(v) for v in y] == [measured(int(v)) for v in x]


@runs
def enum_array(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint64)

    def wanted(v: int) -> int:
        made = [u32(v + 3 * n) for n in range(5)]
        sizes = [measured(m) for m in made]
        at = v % 5
        if made[at] % 4 == 2:
            sizes[at] = u32(made[at] + 1000) * (made[at] >> 3 & 0xFFFF)
        sizes[(v + 1) % 5] = 9
        total = 0
        for size in sizes:
            total = wrapped(total * 5 + size, 64)
        return total

    k.enum_array[2, 32](x, y)
    # `value + 1` wraps, as all arithmetic does; the index is of the sum.
    values = [int(v) for v in x if int(v) < 2**32 - 1]
    given = [int(w) for v, w in zip(x, y, strict=True) if int(v) < 2**32 - 1]
    assert given == [wanted(v) for v in values]


@runs
def tag_in_place(k: Any) -> None:
    x, y = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    k.tag_in_place[2, 32](x, y)
    same(y, (v ^ 0xFFFF if v % 3 == 0 else v if v % 2 == 0 else 5 for v in range(64)))


@runs
def niche_in_place(k: Any) -> None:
    x, y = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    k.niche_in_place[2, 32](x, y)
    same(y, (1000 if v % 5 == 0 else v for v in range(64)))


@runs
def tuple_return(k: Any) -> None:
    x, y = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    k.tuple_return[2, 32](x, y)
    same(y, (v // 7 * 1000 + v % 7 * 10 + (v > 7) for v in range(64)))


@runs
def field_layout(k: Any) -> None:
    x, y = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint64)

    def wanted(v: int) -> int:
        made = [[w & 255, w << 20, w >> 5 & 0xFFFF, u32(~w)] for w in (v, v ^ 3)]
        made[v & 1][2] = 1
        total = 0
        for a, b, c, d in made:
            total ^= b ^ d ^ a << 50 ^ c << 3
        return total + made[0][2] + 16 + 16 + 24 + v + 2

    k.field_layout[2, 32](x, y)
    assert [int(v) for v in y] == [wanted(v) for v in range(64)]


@runs
def dropped(k: Any) -> None:
    x, y = np.arange(32, dtype=np.uint32), np.zeros(32, np.uint32)

    def wanted(v: int) -> int:
        log = u32((1 + 5) * 31 + v)
        if v % 3 < 2:
            log = u32(log * 31 + (17, 19)[v % 3])
        return u32(log * 31 + 23)

    k.dropped[1, 32](x, y)
    same(y, (wanted(v) for v in range(32)))


def failure(kernel: Any, x: Any) -> str:
    device = open_device("cpu")
    y = device.zeros(len(x), np.uint32)
    kernel[1, len(x)](device.array(x), y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    return str(caught.value)


def line_of(text: str) -> str:
    lines = (SOURCES / "c24_traps.rs").read_text(encoding="utf-8").split("\n")
    return f"c24_traps.rs:{next(n for n, line in enumerate(lines, 1) if text in line)}"


@runs
def panics(k: Any) -> None:
    told = failure(k.panics, np.array([1, 13], np.uint32))
    assert "thirteen is not welcome" in told
    assert line_of("== 13") in told, (
        "where `panic!` stands its own text does not say: the choice that led there does"
    )


@runs
def unwraps(k: Any) -> None:
    told = failure(k.unwraps, np.array([7, 3], np.uint32))
    assert "called `Option::unwrap()` on a `None` value" in told
    assert line_of("unwrap()") in told


@runs
def out_of_bounds(k: Any) -> None:
    told = failure(k.out_of_bounds, np.array([1, 2], np.uint32))
    assert "index out of bounds" in told
    assert line_of("x[x[") in told


@runs
def counted(k: Any) -> None:
    x = np.arange(200, dtype=np.uint32) * 3 + 1
    counts, total = np.zeros(5, np.uint32), np.zeros(1, np.uint64)
    ends, floats = np.zeros(1, np.int32), np.zeros(1, np.float32)
    k.counted[4, 64](x, counts, total, ends, floats)
    bits, parity = 0, 0
    for v in x:
        bits, parity = bits | 1 << int(v) % 32, parity ^ int(v)
    same(counts, [x.sum(), x.max(), bits, parity, 400])
    assert (int(total[0]), int(ends[0]), float(floats[0])) == (
        int(x.sum()) << 20,
        -int(x.max()),
        float(x.sum()),
    )


@runs
def load_store(k: Any) -> None:
    flags, y = np.array([5, 0], np.uint32), np.zeros(64, np.uint32)
    k.load_store[2, 32](flags, y)
    same(y, [5] * 64)
    same(flags, [5, 77])


@runs
def warp_reduce(k: Any) -> None:
    x, y = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    k.warp_reduce[1, 64](x, y)
    same(y, np.repeat(x.reshape(2, 32).sum(1), 32))


@runs
def lanemask_scan(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint32)
    k.lanemask_scan[1, 64](x, y)
    odd = (x % 2).reshape(2, 32)
    before = odd.cumsum(1) - odd
    same(y, (before * 100 + odd.sum(1, keepdims=True) - before - odd).ravel())


@runs
def shuffle_64(k: Any) -> None:
    x, y = numbers(np.uint64), np.zeros(64, np.uint64)
    k.shuffle_64[1, 64](x, y)
    same(y, x[np.arange(64) ^ 5] - np.repeat(x[::32], 32))


@runs
def printing(k: Any) -> None:
    """What is printed is compared in `test_what_is_printed`."""
    k.printing[1, 2](np.array([0.5, 1.25], np.float32))


@runs
def asserting(k: Any) -> None:
    y = np.zeros(4, np.uint32)
    k.asserting[1, 4](np.arange(4, dtype=np.uint32), y)
    same(y, [1, 2, 3, 4])
    assert "too large" in failure(k.asserting, np.array([7, 100], np.uint32))


@runs
def timed(k: Any) -> None:
    y = np.zeros(8, np.uint32)
    k.timed[1, 8](y)
    same(y, [3] * 8)


@runs
def polynomial(k: Any) -> None:
    x, y = np.linspace(-2, 2, 32, dtype=np.float32), np.zeros(32, np.float32)
    k.polynomial[1, 32](x, y)
    np.testing.assert_allclose(y, 1 - 0.5 * x + 0.25 * x**2 + 2 * x**3, rtol=1e-5, atol=1e-5)


@runs
def looked_up(k: Any) -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19)
    x, y = np.arange(100, dtype=np.uint32), np.zeros(100, np.uint32)
    k.looked_up[4, 32](x, y)
    same(y, (primes[v % 8] * primes[v // 8 % 8] for v in range(100)))


@runs
def mathematics(k: Any) -> None:
    x, y = np.linspace(-3, 3, 64, dtype=np.float32), np.zeros(64, np.float32)
    k.mathematics[2, 32](x, y)
    v = x.astype(np.float64)
    wanted = np.sin(v) + np.cos(v) * np.sqrt(abs(v)) + np.exp(v * 0.1) + np.log1p(abs(v)) + np.arctan2(v, 2)
    wanted += np.tanh(v) + abs(v) ** 0.3 + np.hypot(v, 1) + np.cbrt(v)
    np.testing.assert_allclose(y, wanted, rtol=1e-5, atol=1e-5)


@runs
def rounding(k: Any) -> None:
    x = np.array([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.25, 7.75, -7.125, 1e9, 0, -0.0], np.float32)
    y = np.zeros(len(x), np.int32)

    def wanted(v: float) -> int:
        away = math.copysign(math.floor(abs(v) + 0.5), v)
        total = 0
        for part in (math.floor(v), math.ceil(v), math.trunc(v), away, round(v), (v - math.trunc(v)) * 8):
            total = wrapped(total * 17 + int(part), 32, True)
        return total

    k.rounding[1, 16](x, y)
    same(y, (wanted(float(v)) for v in x))


@runs
def not_equal_nan(k: Any) -> None:
    held = (0.0, -0.0, 1.0, -2.0, np.inf, -np.inf, np.nan)
    a = np.array([v for v in held for _ in held], np.float32)
    b = np.array([w for _ in held for w in held], np.float32)
    y = np.zeros(49, np.uint32)

    def wanted(a: float, b: float) -> int:
        facts = [a != b, a == b, a < b, a >= b, not a > b, a != a]
        facts += [float(np.fmax(a, b)) == a, float(np.fmin(a, b)) == b]
        return sum(fact << n for n, fact in enumerate(facts))

    k.not_equal_nan[1, 64](a, b, y)
    same(y, (wanted(float(v), float(w)) for v, w in zip(a, b, strict=True)))


@runs
def special_literals(k: Any) -> None:
    which, y = np.arange(8, dtype=np.uint32), np.zeros(8, np.float32)
    k.special_literals[1, 8](which, y)
    single = np.finfo(np.float32)
    wanted = np.array([np.nan, np.inf, -np.inf, -0.0, single.tiny, single.eps, 1e-45, single.max], np.float32)
    np.testing.assert_array_equal(y[1:].view(np.uint32), wanted[1:].view(np.uint32))
    assert np.isnan(y[0])


@runs
def unrolled(k: Any) -> None:
    x, y = np.arange(64, dtype=np.float32), np.zeros(16, np.float32)
    k.unrolled[1, 16](x, y)
    same(y, x.reshape(16, 4).sum(1))


@runs
def volatile_memory(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint32)
    k.volatile_memory[2, 32](x, y)
    same(y, x + x)
    ptx = k.volatile_memory.ptx("sm_80")
    assert ptx.count("ld.volatile.global") == ptx.count("st.volatile.global") == 2


@runs
def copied(k: Any) -> None:
    x, y = numbers(np.uint32), np.zeros(64, np.uint32)

    def wanted(i: int) -> int:
        first = i % 60
        a = [int(v) for v in x[first : first + 4]]
        total = 0
        for v in (a[0], a[1], a[0], *a, 0):
            total = u32(total * 7 + v)
        return total

    k.copied[2, 32](x, y)
    same(y, (wanted(i) for i in range(64)))


@runs
def halves(k: Any) -> None:
    x, y = np.linspace(-4, 4, 64, dtype=np.float32), np.zeros(64, np.float32)
    k.halves[2, 32](x, y)
    v = x.astype(np.float16)
    w = v * v + np.float16(0.1)
    # The product and the sum may be rounded once.
    wanted = np.where(w > 2, w.astype(np.float32) + 100, w.astype(np.float32) - v.astype(np.float32))
    np.testing.assert_allclose(y, wanted, rtol=2e-3, atol=2e-3)


def test_every_kernel_is_run(kernels: Any) -> None:
    assert set(kernels) == set(RUNS)
    assert len({path.stem for path in SOURCES.glob("c*.rs")}) == 30
    assert {path.stem for path in SOURCES.parent.glob("c*.test")} == {
        path.stem for path in SOURCES.glob("c*.rs")
    }


@pytest.mark.parametrize("name", RUNS)
def test_numbers(name: str, kernels: Any) -> None:
    RUNS[name](kernels)


def test_what_is_printed(kernels: Any, capfd: pytest.CaptureFixture[str]) -> None:
    device = open_device("cpu")
    kernels.printing[1, 2](device.array(np.array([0.5, 1.25], np.float32)))
    device.sync()
    assert sorted(capfd.readouterr().out.splitlines()) == ["0: 0.50 0", "1: 1.25 0x11"]


def test_the_names_of_definitions_and_calls_agree(kernels: Any) -> None:
    for name in ("helped", "both_types", "closed_over", "dropped"):
        ptx = kernels[name].ptx("sm_80")
        assert re.findall(r"\.visible \.entry (\w+)\(", ptx) == [name]
        defined = set(re.findall(r"^ *\.func\b.*?(\w+)\((?=[^{;]*\{)", ptx, re.MULTILINE | re.DOTALL))
        assert set(re.findall(r"call(?:\.uni)? (?:\(\w+\), )?(\w+),?", ptx)) <= defined
        mir = kernels[name].mir()
        functions = set(re.findall(r"mir\.func (?:private )?@([\w.]+)", mir))
        assert set(re.findall(r"mir\.call @([\w.]+)", mir)) <= functions
        assert functions == set(re.findall(r"mir\.func (?:private )?@([\w.]+)", kernels[name].mir())), (
            "the same again"
        )


FILLED: dict[str, Callable[[Any], Any]] = {
    "scaled": lambda kernel: kernel[i64],
    "rotated": lambda kernel: kernel.specialise(3),
}
WITHOUT_TYPES = ("mapped",)
"""Kernels that only a launch makes concrete."""


@pytest.mark.skipif(not available_assemblers(), reason="there is no assembler for PTX")
@pytest.mark.parametrize("name", sorted(RUNS.keys() - set(WITHOUT_TYPES)))
def test_ptx_assembles(name: str, kernels: Any) -> None:
    kernel = FILLED.get(name, lambda kernel: kernel)(kernels[name])
    assemble(kernel.ptx("sm_80"), "sm_80")
