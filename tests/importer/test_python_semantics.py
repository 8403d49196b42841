"""The same function run by CPython and, compiled, on the CPU: over many inputs they give the same numbers."""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import open_device
from periclase.runtime.device import Device

INTS = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    7,
    -7,
    8,
    63,
    64,
    -64,
    100,
    -100,
    2**31 - 1,
    -(2**31),
    2**31 - 2,
    -(2**31) + 1,
    12345,
    -54321,
]
FLOATS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.7,
    -3.7,
    1e10,
    -1e10,
    1e-30,
    math.inf,
    -math.inf,
    math.nan,
    255.9,
]


@pytest.fixture(scope="module")
def device() -> Device:
    return open_device("cpu")


def run(
    load: Callable[..., ModuleType], device: Device, types: str, result: str, body: str, inputs: list[Any]
) -> list[Any]:
    """`body` (of a function `f` of a, b, …) compiled and run for each of `inputs`, one thread for each."""
    names = types.split()
    parameters = ", ".join(f"{chr(97 + i)}: {t}" for i, t in enumerate(names))
    slices = ", ".join(f"{chr(97 + i)}_: Slice[{t}]" for i, t in enumerate(names))
    arguments = ", ".join(f"{chr(97 + i)}_[i]" for i in range(len(names)))
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    module = load(
        f"""@device
def f({parameters}) -> {result}:
{lines}

@kernel
def k(out: MutSlice[{result}], {slices}):
    i = global_idx_x()
    if i < len(out):
        out[i] = f({arguments})
""",
    )
    import periclase.types as types_module

    def dtype(name: str) -> Any:
        return np.dtype(getattr(types_module, name).numpy_name)

    columns = [
        np.array(column, dtype=dtype(t)) for column, t in zip(zip(*inputs, strict=True), names, strict=True)
    ]
    out = device.zeros(len(inputs), dtype(result))
    module.k[(len(inputs) + 31) // 32, 32](out, *(device.array(c) for c in columns))
    return [v.item() for v in out.numpy()]


def wrapped(value: int, bits: int = 32, signed: bool = True) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def f32(value: float) -> float:
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def same(a: Any, b: Any) -> bool:
    return a == b or (a != a and b != b)


def check(got: list[Any], wanted: list[Any], inputs: list[Any]) -> None:
    for g, w, given in zip(got, wanted, inputs, strict=True):
        assert same(g, w), f"f{given} is {g}, in Python {w}"


PAIRS = list(itertools.product(INTS, INTS))
NONZERO = [(a, b) for a, b in PAIRS if b != 0]


@pytest.mark.parametrize("op", ["+", "-", "*", "&", "|", "^"])
def test_integer_arithmetic_wraps(op: str, load: Callable[..., ModuleType], device: Device) -> None:
    wanted = [wrapped(eval(f"a {op} b", {"a": a, "b": b})) for a, b in PAIRS]
    check(run(load, device, "i32 i32", "i32", f"return a {op} b", PAIRS), wanted, PAIRS)


@pytest.mark.parametrize("op", ["//", "%"])
def test_division_floors(op: str, load: Callable[..., ModuleType], device: Device) -> None:
    wanted = [wrapped(eval(f"a {op} b", {"a": a, "b": b})) for a, b in NONZERO]
    check(run(load, device, "i32 i32", "i32", f"return a {op} b", NONZERO), wanted, NONZERO)


@pytest.mark.parametrize("op", ["//", "%"])
@pytest.mark.parametrize("divisor", [1, -1, 2, -2, 3, -3, 8, 10, -10, 2**31 - 1])
def test_division_by_constants(
    op: str, divisor: int, load: Callable[..., ModuleType], device: Device
) -> None:
    inputs = [(a,) for a in INTS]
    wanted = [wrapped(eval(f"a {op} b", {"a": a, "b": divisor})) for a in INTS]
    check(run(load, device, "i32", "i32", f"return a {op} {divisor}", inputs), wanted, inputs)


@pytest.mark.parametrize("op", ["//", "%"])
def test_unsigned_division(op: str, load: Callable[..., ModuleType], device: Device) -> None:
    inputs = [(a & 0xFFFFFFFF, b & 0xFFFFFFFF) for a, b in NONZERO]
    wanted = [eval(f"a {op} b", {"a": a, "b": b}) for a, b in inputs]
    check(run(load, device, "u32 u32", "u32", f"return a {op} b", inputs), wanted, inputs)


@pytest.mark.parametrize("op", ["//", "%"])
def test_float_division_floors(op: str, load: Callable[..., ModuleType], device: Device) -> None:
    values = [v for v in FLOATS if not math.isinf(v)]
    inputs = [(a, b) for a in values for b in values if b != 0]
    wanted = [eval(f"a {op} b", {"a": a, "b": b}) for a, b in inputs]
    check(run(load, device, "f64 f64", "f64", f"return a {op} b", inputs), wanted, inputs)


@pytest.mark.parametrize(
    ("type", "bits", "signed"), [("i32", 32, True), ("u32", 32, False), ("i8", 8, True), ("u64", 64, False)]
)
def test_shifts_mask_their_count(
    type: str, bits: int, signed: bool, load: Callable[..., ModuleType], device: Device
) -> None:
    inputs = [(wrapped(a, bits, signed), n) for a in INTS for n in (0, 1, 5, 7, 8, 31, 32, 33, 63, 64, 65)]
    left = [wrapped(a << (n & (bits - 1)), bits, signed) for a, n in inputs]
    right = [wrapped(a >> (n & (bits - 1)), bits, signed) for a, n in inputs]
    check(run(load, device, f"{type} i32", type, "return a << b", inputs), left, inputs)
    check(run(load, device, f"{type} i32", type, "return a >> b", inputs), right, inputs)


@pytest.mark.parametrize(
    ("target", "low", "high"), [("i32", -(2**31), 2**31 - 1), ("u8", 0, 255), ("i64", -(2**63), 2**63 - 1)]
)
@pytest.mark.parametrize("source", ["f32", "f64"])
def test_float_to_int_saturates(
    source: str, target: str, low: int, high: int, load: Callable[..., ModuleType], device: Device
) -> None:
    values = [f32(v) if source == "f32" else v for v in [*FLOATS, 1e30, -1e30]]
    inputs = [(v,) for v in values]

    def oracle(v: float) -> int:
        if math.isnan(v):
            return 0
        return low if v < low else high if v > high else int(v) if math.isfinite(v) else high

    got = run(load, device, source, target, f"return {target}(a)", inputs)
    check(got, [max(low, min(high, oracle(v))) for v in values], inputs)


def test_integer_casts_wrap(load: Callable[..., ModuleType], device: Device) -> None:
    inputs = [(a,) for a in INTS]
    check(run(load, device, "i32", "i8", "return i8(a)", inputs), [wrapped(a, 8) for a in INTS], inputs)
    check(
        run(load, device, "i32", "u16", "return u16(a)", inputs),
        [wrapped(a, 16, False) for a in INTS],
        inputs,
    )
    check(
        run(load, device, "i32", "u64", "return u64(a)", inputs),
        [wrapped(a, 64, False) for a in INTS],
        inputs,
    )
    check(run(load, device, "i32", "f32", "return f32(a)", inputs), [f32(a) for a in INTS], inputs)


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
def test_comparisons_with_nan(op: str, load: Callable[..., ModuleType], device: Device) -> None:
    inputs = list(itertools.product(FLOATS, FLOATS))
    wanted = [eval(f"a {op} b", {"a": a, "b": b}) for a, b in inputs]
    check(run(load, device, "f64 f64", "bool_", f"return a {op} b", inputs), wanted, inputs)
    negated = [not w for w in wanted]
    check(run(load, device, "f64 f64", "bool_", f"return not a {op} b", inputs), negated, inputs)


BODIES = {
    "chained comparison": ("i32 i32", "return 1 if a < b <= 8 < 100 else 0"),
    "mixed widths": ("i32 i32", "return 1 if i64(a) * i64(b) > 5000000000 else 0"),
    "literal beyond the type": ("i32 i32", "return (1 if a < 3000000000 else 0) + (2 if -3000000000 > b else 0)"),
    "and or not": ("i32 i32", "return 1 if a > 0 and not b > 0 or a == b else 0"),
    "short circuit": ("i32 i32", "return 1 if b != 0 and (b != -1 and a // b > 1) else 0"),
    "value of and": ("i32 i32", "c = b != 0 and a % b == 1\nd = a > b or c\nreturn (1 if c else 0) + (2 if d else 0)"),
    "truth of numbers": ("i32 i32", "if a and not b:\n    return 1\nif a or b:\n    return 2\nreturn 3"),
    "nested choices": ("i32 i32", "return 1 if a < b else 2 if a == b else 3"),
    "choice is lazy": ("i32 i32", "return a // b if b != 0 else -1"),
    "min and max": ("i32 i32", "return min(a, b, 5) - max(a, b, -5) if -1000 < a < 1000 and -1000 < b < 1000 else 0"),
    "abs": ("i32 i32", "return abs(a) if a > -2147483648 else 0"),
    "power": ("i32 i32", "return a ** 3 if -1000 < a < 1000 else 0"),
    "while else": (
        "i32 i32",
        "k = 0\nwhile k < 10:\n    if k == a:\n        break\n    k += 1\nelse:\n    return -1\nreturn i32(k)",
    ),
    "for else": ("i32 i32", "for k in range(10):\n    if k * k == a:\n        break\nelse:\n    return -1\nreturn 7"),
    "for keeps its last value": (
        "i32 i32",
        "k = -5\ns = 0\nfor k in range(a % 7):\n    s += k\nreturn i32(k * 100 + s)",
    ),
    "assigned loop variable": ("i32 i32", "s = 0\nfor k in range(6):\n    s += k\n    k = 100\n    s += k\nreturn i32(s)"),
    "negative range": ("i32 i32", "s = 0\nfor k in range(a % 20, b % 5, -3):\n    s = s * 3 + k\nreturn i32(s)"),
    "range with a step at run time": (
        "i32 i32",
        "t = a % 7 - 3\nif t == 0:\n    t = 2\ns = 0\nfor k in range(b % 11 - 5, a % 13 - 6, t):\n"
        "    s = s * 5 + k + 1\nreturn i32(s)",
    ),
    "range to the end of the type": (
        "i32 i32",
        "s = 0\nfor k in range(2147483640, 2147483647, 3):\n    s += 1\nfor k in range(-2147483640, -2147483648, -5):\n"
        "    s += 10\nreturn i32(s)",
    ),
    "range of 64 bits to the end": (
        "i32 i32",
        "e: i64 = 9223372036854775807\ns = 0\nfor k in range(e - 10 - i64(a % 3), e, 4):\n    s += 1\n"
        "for k in range(-e + 7, -e - 1, -4 - i64(b % 2)):\n    s += 10\nreturn i32(s)",
    ),
    "break and continue": (
        "i32 i32",
        "s = 0\nfor p in range(8):\n    if p == 2:\n        continue\n    for q in range(8):\n"
        "        if q > p:\n            break\n"
        "        if q % 2:\n            continue\n        s += p * 10 + q\n    if s > a:\n        break\nreturn i32(s)",
    ),
    "endless loop": ("i32 i32", "k = 0\nwhile True:\n    k += 3\n    if k > 20 or k == a:\n        return i32(k)"),
    "swap": ("i32 i32", "a, b = b, a\na, b = b - 0, a\np, q = (a, b)\n(p, q) = q, p\nreturn p ^ (q << 1)"),
    "tuples": ("i32 i32", "t = (a, (b, 3))\nu = t[1]\nreturn t[0] ^ u[0] ^ i32(u[1]) ^ t[-1][0]"),
    "several targets": ("i32 i32", "p = q = a ^ b\nq += 1\nreturn p ^ q"),
    "augmented": (
        "i32 i32",
        "p = a\np += b\np -= 3\np *= 5\np ^= b\np |= 1\np &= 0xffff\np <<= 2\np >>= 1\np %= 97\n"
        "p //= 3\nreturn p",
    ),
    "negative index": (
        "i32 i32",
        "t = local_array(4, i32)\nfor k in range(4):\n    t[k] = a + i32(k)\n"
        "return t[-1] ^ t[-4]",
    ),
    "two dimensions": (
        "i32 i32",
        "t = local_array((3, 4), i32)\nfor p in range(3):\n    for q in range(4):\n        t[p, q] = a + i32(p * 10 + q)\n"
        "t[1][2] += b\nreturn t[1, 2] ^ t[2][3]",
    ),
    "precedence": ("i32 i32", "return -a ** 2 + ~b & 0xff | a ^ b << 1 if -40000 < a < 40000 else 0"),
    "divmod": ("i32 i32", "if b == 0 or b == -1:\n    return 0\nq, r = divmod(a, b)\nreturn q ^ r"),
    "scaled literal": ("i32 i32", "k = 1000\nreturn a % k + k // 7 - k % 7"),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_control_flow_and_expressions(name: str, load: Callable[..., ModuleType], device: Device) -> None:
    types, body = BODIES[name]
    inputs = [(a, b) for a, b in PAIRS]
    indented = "\n".join("    " + line for line in body.split("\n"))
    names: dict[str, Any] = {
        "i32": wrapped, "i64": lambda v: wrapped(v, 64), "local_array": _array,
    }  # fmt: skip
    exec(f"def f(a, b):\n{indented}".replace("e: i64", "e"), names)
    wanted = [wrapped(names["f"](a, b)) for a, b in inputs]
    check(run(load, device, types, "i32", body, inputs), wanted, inputs)


def _array(shape: Any, dtype: Any) -> Any:
    class Row(list[int]):
        def __getitem__(self, index: Any) -> Any:
            return (
                super().__getitem__(index[0])[index[1]]
                if isinstance(index, tuple)
                else super().__getitem__(index)
            )

        def __setitem__(self, index: Any, value: Any) -> None:
            if isinstance(index, tuple):
                super().__getitem__(index[0])[index[1]] = value
            else:
                super().__setitem__(index, value)

    if isinstance(shape, tuple):
        return Row([Row([0] * shape[1]) for _ in range(shape[0])])
    return Row([0] * shape)


FLOAT_BODIES = {
    "truth of floats": "return 1.0 if a and not b else 2.0",
    "rounding": "return float(math.floor(a)) + 10.0 * float(math.ceil(b)) if -1e6 < a < 1e6 and -1e6 < b < 1e6 else 0.0",
    "round half even": "return float(round(a)) - float(math.trunc(b)) if -1e6 < a < 1e6 and -1e6 < b < 1e6 else 0.0",
    "classify": "return (1.0 if math.isnan(a) else 0.0) + (2.0 if math.isinf(b) else 0.0) + (4.0 if math.isfinite(a) else 0.0)",
    "absolute": "return abs(a) + math.fabs(b)",
    "square root": "return math.sqrt(abs(a))",
    "copysign": "return math.copysign(a, b)",
    "powers": "return a ** 2 if -1e6 < a < 1e6 else b",
    "reciprocal": "return 1 / a if a != 0 else 0.0",
    "literal int meets float": "return a * 3 - 2 if -1e6 < a < 1e6 else 1.0",
    "constants": "return math.pi * 2",
}


@pytest.mark.parametrize("name", FLOAT_BODIES)
def test_floats(name: str, load: Callable[..., ModuleType], device: Device) -> None:
    body = FLOAT_BODIES[name]
    inputs = list(itertools.product(FLOATS, FLOATS))
    names: dict[str, Any] = {"math": math}
    exec(f"def f(a, b):\n    {body}", names)
    wanted = [float(names["f"](a, b)) for a, b in inputs]
    check(run(load, device, "f64 f64", "f64", body, inputs), wanted, inputs)


def test_f32_arithmetic_rounds_each_operation(load: Callable[..., ModuleType], device: Device) -> None:
    values = [f32(v) for v in (0.1, 0.2, 1.0 / 3.0, 1e10, -7.7, 3e-5, 16777216.0)]
    inputs = list(itertools.product(values, values))
    for op in "+-*/":
        wanted = [f32(eval(f"a {op} b", {"a": a, "b": b})) for a, b in inputs]
        check(run(load, device, "f32 f32", "f32", f"return a {op} b", inputs), wanted, inputs)


def test_closures_of_one_factory_keep_their_captures(load: Callable[..., ModuleType], device: Device) -> None:
    module = load(
        """
def plain(k):
    def scale(v):
        return v * k
    return scale
def marked(k):
    @device
    def scale(v: i32) -> i32:
        return v * k
    return scale
def launched(k):
    @kernel
    def fill(n: MutSlice[i32]):
        n[0] = k
    return fill
p2, p3, m5, m7 = plain(2), plain(3), marked(5), marked(7)
one, two = launched(1), launched(2)
@kernel
def k(n: MutSlice[i32]):
    n[0], n[1], n[2], n[3] = p2(n[0]), p3(n[0]), m5(n[0]), m7(n[0])
"""
    )
    n = device.array(np.ones(4, np.int32))
    module.k[1, 1](n)
    assert n.numpy().tolist() == [2, 3, 5, 7]
    for kernel, wanted in ((module.one, 1), (module.two, 2), (module.one, 1)):
        kernel[1, 1](n)
        assert n.numpy()[0] == wanted


def test_defaults_are_constants(load: Callable[..., ModuleType], device: Device) -> None:
    module = load(
        """
def minus(p: i32, q: i32 = 10, r: f64 = 0.5) -> f64:
    return p * 1.0 - q * r
@kernel
def k(d: MutSlice[f64], a: i32):
    d[0], d[1], d[2], d[3] = minus(a), minus(a, 4), minus(a, r=2.0), minus(r=3.0, q=2, p=a)
"""
    )
    before = module.k.fingerprint()
    d = device.zeros(4, np.float64)
    module.k[1, 1](d, 7)
    assert d.numpy().tolist() == [module.minus(7), module.minus(7, 4), module.minus(7, r=2.0), 1.0]
    # They are those of the first launch, as all that a kernel names.
    module.minus.__defaults__ = (20, 0.5)
    assert module.k.fingerprint() == before
    module.k[1, 1](d, 7)
    assert d.numpy().tolist() == [module.minus(7, 10), module.minus(7, 4), module.minus(7, 10, 2.0), 1.0]


def test_defaults_are_in_the_fingerprint(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
def minus(p: i32, q: i32 = 10) -> i32:
    return p - q
@kernel
def k(d: MutSlice[i32], a: i32):
    d[0] = minus(a)
"""
    )
    before = module.k.fingerprint()
    module.minus.__defaults__ = (20,)
    assert module.k.fingerprint() != before


def test_a_constant_rounds_to_a_float_once(load: Callable[..., ModuleType], device: Device) -> None:
    number = 2**54 + 2**30 + 1  # halfway between two of f32, but for its last bit, which f64 does not hold
    assert run(load, device, "i64", "f32", f"return f32({number})", [(0,)]) == [float(2**54 + 2**31)]
    assert run(load, device, "i64", "f32", "return f32(a)", [(number,)]) == [float(2**54 + 2**31)]


@pytest.mark.parametrize("target", ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"])
def test_f16_to_int_saturates(target: str, load: Callable[..., ModuleType], device: Device) -> None:
    import periclase.types as types_module

    inputs = [(v,) for v in (math.nan, math.inf, -math.inf, 1.5, -1.5, 300.0, -300.0, 65504.0, -65504.0)]
    wanted = [getattr(types_module, target).convert(v) for (v,) in inputs]
    check(run(load, device, "f16", target, f"return {target}(a)", inputs), wanted, inputs)
