"""`min` and `max` by a key, loops that are unrolled by a factor, and the flags that are not set."""

from __future__ import annotations

import enum
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import unroll
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

KEYS = """
@struct
class Point:
    number: i32
    height: f32

def height_of(point):
    return point.height

@kernel
def k(x: Slice[f32], points: Slice[Point], y: MutSlice[f64], n: i32):
    middle = x[0]
    y[0] = max(x, key=lambda v: -abs(v - middle))
    y[1] = f64(min(range(len(x)), key=lambda i: -x[i]))
    y[2] = f64(max(points, key=height_of).number)
    y[3] = f64(min(points, key=lambda p: (p.height, -p.number)).number)
    y[4] = f64(min(n, 1, 2, key=lambda i: (i % 3, i)))
    y[5] = min((v for v in x if v > 1000.0), key=math.sqrt, default=f32(-1.0))
    y[6] = max(x[0], x[1], key=None)
    y[7] = f64(max((3, i64(4), 7), key=lambda i: i % 4))
    calls = local_array(1, i32)
    calls[0] = 0

    def counted(v):
        calls[0] += 1
        return v

    y[8] = max(x, key=counted) + f32(calls[0])
"""


def test_keys(load: Callable[..., ModuleType]) -> None:
    module = load(KEYS)
    x = np.array([2.5, -3, 9, 9.5, 2.25, -7], np.float32)
    values = [(4, 1.0), (5, 3.0), (6, 3.0), (7, 1.0)]
    y = np.zeros(9)
    module.k[1, 1](x, np.array(values, module.Point.dtype), y, 3)
    given = x.tolist()
    wanted = [
        max(given, key=lambda v: -abs(v - given[0])),
        min(range(len(given)), key=lambda i: -given[i]),
        max(values, key=lambda p: p[1])[0],
        min(values, key=lambda p: (p[1], -p[0]))[0],
        min(3, 1, 2, key=lambda i: (i % 3, i)),
        -1,
        max(given[:2]),
        max((3, 4, 7), key=lambda i: i % 4),
        max(given) + len(given),
    ]
    assert y.tolist() == wanted


FACTORS = """
@kernel
def plain(x: Slice[f32], y: MutSlice[f32]):
    total = f32(0)
    for i in range(len(x)):
        total += x[i] * f32(i)
    y[0] = total

@kernel
def by_four(x: Slice[f32], y: MutSlice[f32]):
    total = f32(0)
    for i in unroll(range(len(x)), 4):
        total += x[i] * f32(i)
    y[0] = total

FACTOR = 3

@kernel
def others(x: Slice[f32], y: MutSlice[f32], start: i32, step: i32):
    for i, v in unroll(enumerate(x), factor=FACTOR):
        if v == 100.0:
            continue
        if v > 100.0:
            break
        y[1] += v * f32(i)
    else:
        y[2] = 1.0
    for i in unroll(range(start, -20, step), factor=1):
        y[3] += f32(i)
"""


@pytest.mark.parametrize("n", [0, 1, 3, 4, 5, 8, 11])
def test_any_number_of_rounds(load: Callable[..., ModuleType], n: int) -> None:
    module = load(FACTORS)
    x, y = np.arange(1, n + 1, dtype=np.float32), np.zeros(4, np.float32)
    module.by_four[1, 1](x, y)
    assert y[0] == (x * np.arange(n)).sum()
    if n > 4:
        x[2], x[4] = 100, 101
    module.others[1, 1](x, y, n, -3)
    wanted = sum(v * i for i, v in enumerate(x[:4])) - (x[2] * 2 if n > 4 else 0)
    assert y[1:].tolist() == [wanted, 0.0 if n > 4 else 1.0, sum(range(n, -20, -3))]


def test_nothing_has_its_default(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(x: Slice[f64], y: MutSlice[f64]):
            y[0] = max((), default=x[1]) + min((), default=0.5, key=abs)
        """
    )
    y = np.zeros(1)
    module.k[1, 1](np.array([1.0, 4.0]), y)
    assert y[0] == 4.5


def test_it_is_written_out_in_the_code(load: Callable[..., ModuleType]) -> None:
    module = load(FACTORS)
    assert "mir.unroll_hint 4" in module.by_four.mir()
    for target in ("sm_75", "sm_120"):
        text = module.by_four.ptx(target)
        assert text.count("fma.rn.f32") >= 4
        if find_tool("ptxas") is not None:
            assemble(text, target)


def test_on_the_host() -> None:
    assert list(unroll(range(3), 2)) == [0, 1, 2]


FLAGS = """
import enum

class Bits(enum.IntFlag):
    A = 1
    B = 2
    C = 8

class Plain(enum.Flag):
    A = 1
    B = 4

@kernel
def k(x: Slice[i32], p: Slice[Plain], y: MutSlice[i32], q: MutSlice[Plain]):
    i = thread_idx_x()
    bits = Bits(x[i])
    y[4 * i] = ~bits
    y[4 * i + 1] = (Bits.A | Bits.C) & ~Bits.A
    y[4 * i + 2] = bits & ~Bits.B | Bits.A ^ Bits.C
    y[4 * i + 3] = 1 if Bits.A in ~bits else 0
    if i < len(p):
        q[i] = ~p[i]
        q[i] |= Plain.A
        q[i] ^= ~Plain.A
"""


def test_flags_that_are_not_set(load: Callable[..., ModuleType]) -> None:
    module = load(FLAGS)
    bits, plain = module.Bits, module.Plain
    x = np.array([0, 1, 2, 3, 4, 8, 11, 15, 16, 64 + 1, 2**30], np.int32)
    p, q = np.array([0, 1, 4, 5], np.int32), np.zeros(4, np.int32)
    y = np.zeros(4 * len(x), np.int32)
    module.k[1, len(x)](x, p, y, q)
    for found, number in zip(y.reshape(-1, 4).tolist(), x.tolist(), strict=True):
        value = bits(number)
        mixed = value & ~bits.B | bits.A ^ bits.C
        assert found == [int(~value), bits.C, int(mixed), int(bits.A in ~value)], number
    assert q.tolist() == [((~plain(n) | plain.A) ^ ~plain.A).value for n in p.tolist()]
    assert isinstance(bits.A, enum.IntFlag)


REFUSED = {
    "y[0] = max(x, key=3)": ("PC0105", "`3` is a value, not a function"),
    "y[0] = max(x, key=lambda v: True, reverse=True)": ("PC0207", "`max` has no parameter `reverse`"),
    "y[0] = max(key=abs)": ("PC0207", "`max` takes 2 to 64 arguments, not 0"),
    "y[0] = max(())": ("PC0206", "`max` of nothing"),
    "y[0] = max(x, key=lambda v: None)": ("PC0205", "`(lambda v: None)(…)` has no value"),
    "y[0] = max(1.0, 2.0, default=3.0)": ("PC0207", "`max` of several values has no `default`"),
    "y[0] = max(x, key=lambda a, b: a)": ("PC0207", "needs an argument for `b`"),
    "for i in unroll(range(9), 0): y[0] += 1.0": ("PC0210", "the factor of `unroll` is an integer from 1 to"),
    "for i in unroll(range(9), y[0]): y[0] += 1.0": (
        "PC0210",
        "the factor of `unroll` is an integer from 1 to",
    ),
    "for i in unroll(range(9), 2, 3): y[0] += 1.0": (
        "PC0207",
        "`unroll` takes what the loop goes over, and how",
    ),
    "for i in unroll(n): y[0] += 1.0": ("PC0106", ""),
    "y[0] = sum(f64(i) for i in unroll(range(3), 2))": (
        "PC0106",
        "`unroll` is for loops that are statements",
    ),
    "y[0] = Pair(1.0)._replace(a=2.0).a": ("PC0105", "is a method that all named tuples have"),
    "y[0] = replace(Pair(1.0), a=2.0).a": ("PC0304", "`replace` of module `dataclasses` can not be called"),
    "for i, v in zip(unroll(range(3)), x): y[i] = v": ("PC0106", "`unroll` is for loops that are statements"),
}


@pytest.mark.parametrize("line", REFUSED)
def test_refused(load: Callable[..., ModuleType], line: str) -> None:
    code, message = REFUSED[line]
    named = "import math\nfrom dataclasses import replace\nfrom typing import NamedTuple\n"
    pair = "class Pair(NamedTuple):\n    a: f64\n"
    kernel = f"@kernel\ndef k(x: Slice[f64], y: MutSlice[f64], n: Slice[i32]):\n    {line}\n"
    module = load(named + pair + kernel)
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert message in caught.value.diagnostic.message, str(caught.value)


def test_keys_of_numbers_of_several_types(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(y: MutSlice[f32], n: MutSlice[i32]):
            y[0] = f32(max(1, 2.5, key=lambda v: -v))
            y[1] = max((1, -2.5, y[1]), key=lambda v: v * v)
            y[2] = min(4, y[2], key=abs)
            n[0] = i32(max(1, -3, key=abs))
            n[1] = max(n[1], -30, key=abs)
        """
    )
    y, n = np.array([0, 2, 5], np.float32), np.array([0, 7], np.int32)
    module.k[1, 1](y, n)
    assert y.tolist() == [1, -2.5, 4]
    assert n.tolist() == [-3, -30]


def test_flags_of_negative_numbers(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        import enum

        class Bits(enum.IntFlag):
            A = 1
            B = 2
            D = 8
            LOW = 7

        @kernel
        def k(x: Slice[i32], y: MutSlice[i32], z: MutSlice[i64]):
            i = thread_idx_x()
            y[i] = Bits(x[i])
            if i == 0:
                z[0], z[1] = Bits(-1), Bits(-300)
        """
    )
    x = np.array([-1, -2, -3, -8, -9, -15, -16, -17, -100, -128, -(2**30), 5, 0, 77], np.int32)
    y, z = np.zeros(len(x), np.int32), np.zeros(2, np.int64)
    module.k[1, len(x)](x, y, z)
    assert y.tolist() == [int(module.Bits(n)) for n in x.tolist()]
    assert z.tolist() == [int(module.Bits(-1)), int(module.Bits(-300))]
