"""Loops over anything that has items, `unroll`, `else`, `break` and `continue`, against what Python does."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.runtime.failures import BufferFailure
from tests.support.both_ways import both_ways

Load = Callable[..., ModuleType]

BODIES = {
    "slice": "s = 0.0\nfor e in x:\n    s += e\ny[0] = s",
    "slice of integers": "k = 0\nfor e in v:\n    k = k * 7 + e\nz[0] = k",
    "array": "t = local_array(4, i32)\nfor i in range(4):\n    t[i] = i32(i * n)\nfor e in t:\n    z[0] = z[0] * 10 + e",
    "sees what is stored meanwhile": "t = local_array(4, i32)\nfor i in range(4):\n    t[i] = 1\ni = 0\nfor e in t:\n"
    "    z[i] = e\n"
    "    if i < 3:\n        t[i + 1] = e * 2\n    i += 1",
    "slice named anew": "w = v\nfor e in w:\n    z[0] = z[0] * 10 + e\n    w = v",
    "tuple": "for e in (n, 5, n + 1):\n    z[0] = z[0] * 10 + e",
    "tuple of several types": "for e in (n, 0.5, d):\n    y[0] += e",
    "tuple variable": "p = (n, n + 1, n + 2)\nfor e in p:\n    z[0] = z[0] * 10 + e",
    "list in brackets": "for e in [n, 5, 7]:\n    z[0] = z[0] * 10 + e",
    "tuple with break and continue": "for e in (1, n, 5, 7):\n    if e == 3:\n        continue\n    if e == 7:\n"
    "        break\n    z[0] += e\nelse:\n    z[1] = 1",
    "tuple with else": "for e in (1, n):\n    if e == 9:\n        break\nelse:\n    z[1] = e",
    "tuple that always leaves": "for e in (n, 2):\n    z[0] = e\n    break\nelse:\n    z[1] = 1\nz[2] = e",
    "empty tuple": "for e in ():\n    z[0] = e\nelse:\n    z[1] = 1",
    "nested pairs": "for p, (q, r) in ((1, (2, n)), (4, (5, 6))):\n    z[0] = z[0] * 1000 + p * 100 + q * 10 + r",
    "enumerate": "for i, e in enumerate(x):\n    y[i] = e * f64(i)",
    "enumerate from": "for i, e in enumerate(v, 2):\n    z[i] = e * i",
    "enumerate start=": "for i, e in enumerate(v, start=n - 2):\n    z[i] = e",
    "enumerate a tuple": "for i, e in enumerate((n, 7)):\n    z[i] = e",
    "enumerate a range": "for i, e in enumerate(range(n, 20, 4)):\n    z[i] = e",
    "pair kept": "for p in enumerate(v):\n    z[p[0]] = p[1]",
    "zip": "for e, f in zip(x, v):\n    y[0] += e * f",
    "zip of three": "for e, f, g in zip(v, range(n), reversed(v)):\n    z[0] = z[0] * 10 + e * f + g",
    "zip with a tuple": "for e, f in zip(v, (1, 10)):\n    z[0] += e * f\nelse:\n    z[1] = 1",
    "zip with a longer tuple": "for e, f in zip(v, (1, 10, 100, 1000, 10000)):\n    z[0] += e * f\n    z[1] += 1",
    "zip of tuples": "for e, f in zip((1, 2, 3), (n, 10)):\n    z[0] += e * f",
    "zip of one": "for (e,) in zip(v):\n    z[0] += e",
    "zip strict": "for e, f in zip(v, range(4), strict=True):\n    z[0] += e * f",
    "zip strict left early": "for e, f in zip(v, x, strict=True):\n    y[0] += e\n    if e == 4:\n        break",
    "zip and enumerate": "for i, (e, f) in enumerate(zip(v, reversed(x))):\n    y[i] = e * f",
    "enumerate in zip": "for (i, e), (j, f) in zip(enumerate(v), enumerate(x, 3)):\n    y[i] = e * f + f64(j)",
    "reversed slice": "for e in reversed(v):\n    z[0] = z[0] * 10 + e",
    "reversed tuple": "for e in reversed((1, 2, n)):\n    z[0] = z[0] * 10 + e",
    "reversed range": "for e in reversed(range(n, 30, 4)):\n    z[0] = z[0] * 100 + e",
    "reversed range with a step at run time": "for s in (2, -3):\n    for e in reversed(range(n, n + 6 * s, s)):\n"
    "        z[0] = z[0] * 7 + e",
    "reversed empty": "for e in reversed(range(n, n)):\n    z[0] = 1\nelse:\n    z[1] = 1",
    "range down": "for i in range(n, -3, -2):\n    z[0] = z[0] * 10 + i",
    "range with a step at run time": "for s in (2, -3):\n    for i in range(n, n + 5 * s, s):\n        z[0] = z[0] * 7 + i",
    "range that is empty": "for i in range(n, 0):\n    z[0] = 1\nelse:\n    z[1] = 1",
    "place as target": "for y[3] in x:\n    y[4] += y[3]",
    "place and name": "for i, y[5] in enumerate(v):\n    y[i] = y[5]",
    "else after continue": "for e in v:\n    if e < 0:\n        continue\n    z[0] += e\nelse:\n    z[1] = 1",
    "inner break": "for e in v:\n    for f in x:\n        if f > e:\n            break\n        y[0] += 1\n    else:\n"
    "        y[1] += 1",
    "while with else": "k = n\nwhile k > 0:\n    k -= 1\n    if k == 9:\n        break\nelse:\n    z[0] = 1\nz[1] = k",
    "unroll": "p = (1.5, 2.0, 3.0)\nfor k in unroll(range(3)):\n    y[k] = p[k]",
    "unroll backwards": "for k in unroll(range(5, 0, -2)):\n    z[k] = k",
    "unroll in unroll": "for i in unroll(range(2)):\n    for j in unroll(range(3)):\n"
    "        z[3 * i + j] = ((1, 2, 3), (4, 5, 6))[i][j]",
    "unroll an array": "t = local_array(3, i32)\nfor i in range(3):\n    t[i] = i32(i + n)\nfor e in unroll(t):\n"
    "    z[0] = z[0] * 10 + e",
    "unroll enumerate": "for i, e in unroll(enumerate((n, 4, 5))):\n    z[i] = e",
    "unroll with continue": "for k in unroll(range(6)):\n    if k % 2 == n % 2:\n        continue\n    z[k] = k\n"
    "else:\n    z[6] = 1",
    "unroll with break": "for k in unroll(range(6)):\n    if k == n:\n        break\n    z[k] = 1\nelse:\n"
    "    z[6] = 1\nz[7] = k",
    "unroll and a variable": "t = 1\nfor k in unroll(range(4)):\n    if k == 2:\n        z[0] = t\n    t = t * 3\nz[1] = t",
    "variable set in rounds": "t = 0\nfor k in unroll(range(4)):\n    if k > 0:\n        z[k] = t\n    t = k * n",
    "two unrolled loops of one name": "t = (1.0, 2.0, 3.0)\nfor i in unroll(range(3)):\n    y[i] = t[i]\n"
    "for i in unroll(range(2)):\n    y[3 + i] = t[i + 1]\nfor i in range(4):\n    z[i] = i\nz[5] = i\n"
    "for i in unroll(range(3)):\n    i = i * 2\n    z[6] += i",
    "functions": "t = n\nfor f in (lambda q: q + 1, lambda q: q * 2):\n    t = f(t)\nz[0] = t\n"
    "for f in (math.sin, math.cos, lambda q: q * d):\n    y[0] += f(1.0)\n"
    "for i, (f, w) in enumerate(((math.sqrt, 4.0), (abs, d))):\n    y[1 + i] = f(w)\n"
    "z[1] = sum(f(i) for f in (lambda q: q + n, lambda q: q * 2) for i in range(3))\n"
    "for f in (math.sin, math.cos):\n    for g in (abs, math.sqrt):\n        y[3] += g(abs(f(2.0)))",
    "zeros of two signs in rounds": "for k in unroll(range(2)):\n    t = (0.0, -0.0)[k]\n    y[k] = math.copysign(1.0, t)",
    "a literal that is no number": "t = math.nan\nu = f32(d)\nu = t if n > 5 else u\ny[0] = u",
    "target set in the body": "for k in unroll(range(4)):\n    k = k * 2\n    z[k] = k",
    "variable called position": "position = 1\nfor e in v:\n    position = position * 3\nz[0] = position",
    "variable of a range that runs": "for i in range(2, 9, 3):\n    if i == 5:\n        continue\nz[0] = i\n"
    "for j in range(n, 0, -1):\n    pass\n"
    "for k in range(3):\n    m = k\n    if m == n - 2:\n        break\nz[1] = m * 10 + k",
    "wide range": "c = 0\nfor i, e in enumerate(range(-(1 << 62) - 5, (1 << 62) + n, 1 << 61)):\n"
    "    z[i] = e // (1 << 50)\n    c += 1\nz[10] = c",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_loops_do_what_python_does(name: str, load: Load) -> None:
    expected, found = both_ways(load, BODIES[name])
    assert found == expected


def test_what_is_out_of_step(load: Load) -> None:
    module = load(
        "@kernel\ndef k(x: Slice[f32], y: MutSlice[f32]):\n    for e, f in zip(x, range(4), strict=True):\n        y[f] = e\n"
    )
    dev = open_device("cpu")
    x, y = dev.array(np.ones(5, np.float32)), dev.zeros(8, np.float32)
    module.k[1, 1](x, y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    assert "zip(): argument 2 is not as long as argument 1" in str(caught.value.__cause__)


def test_a_step_of_zero(load: Load) -> None:
    module = load(
        "@kernel\ndef k(y: MutSlice[i32], n: i32):\n    for i, e in enumerate(range(0, 8, n)):\n        y[i] = e\n"
    )
    dev = open_device("cpu")
    y = dev.zeros(8, np.int32)
    module.k[1, 1](y, 0)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    assert "the step of range() is zero" in str(caught.value.__cause__)
