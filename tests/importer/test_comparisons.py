"""`in`, `is`, chains, the order of tuples, `and`/`or` as values, `:=` and unpacking, against what Python does."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from periclase.runtime.failures import BufferFailure
from tests.support.both_ways import both_ways

Load = Callable[..., ModuleType]

ORDERED = """
import dataclasses
from typing import NamedTuple

@dataclasses.dataclass(order=True)
class O:
    a: i64
    b: f64

@dataclasses.dataclass(order=True)
class W:
    a: i64
    b: f64 = dataclasses.field(compare=False)
    c: O

class NT(NamedTuple):
    a: i64
    b: f64
"""

BODIES = {
    "objects in order": "z[0] = O(1, 2.0) < O(1, 3.0)\nz[1] = O(n, 2.0) <= O(1, 2.0)\nz[2] = O(1, d) >= O(1, a)\n"
    "z[3] = W(1, 2.0, O(1, 2.0)) < W(1, 1.0, O(1, 3.0))\nz[4] = W(1, 2.0, O(1, 2.0)) == W(1, 1.0, O(1, 2.0))\n"
    "z[5] = O(n, 2.0) in (O(1, 2.0), O(3, 2.0))\ny[0] = max(O(1, d), O(1, a)).b\ny[1] = min(O(n, d), O(1, a), O(1, 0.5)).b",
    "named tuples in order": "z[0] = NT(1, 2.0) < NT(1, 3.0)\nz[1] = NT(1, 2.0) == (1, 2.0)\nz[2] = NT(n, 2.0) > (1, 3.0)\n"
    "z[3] = (n, 2.0) > NT(1, 3.0)\nz[4] = (n, 2.0) != NT(n, 2.0)\nz[5] = NT(n, 2.0) >= (n,)\n"
    "z[6] = NT(n, 2.0) in ((1, 2.0), (3, 2.0))",
    "least of tuples": "t = min((n, 2), (1, 5), (1, 4))\nz[0] = t[0] * 10 + t[1]\nu = max((e, i) for i, e in enumerate(x))\n"
    "y[0] = u[0]\nz[1] = u[1]\nz[2] = max(b, False)",
    "tuples joined": "t = (n, d)\ns = t + (7,)\nz[0] = s[2]\nz[1] = len(s)\nz[2] = (t * 2)[2]\nz[3] = (2 * (n,))[1]\n"
    "z[4] = sum((1, 2, n) * 2)",
    "parts of tuples": "t = (n, d, 7, 8)\ny[0] = t[::-1][2]\nz[0] = t[1:][-1]\nz[1] = len(t[:2])\np, *q = t[-3:]\nz[2] = q[0]\n"
    "for e in t[2:]:\n    z[3] += e",
    "truth values are one object": "z[0] = b is True\nz[1] = b is not False\nz[2] = (n > 2) is (n > 1)",
    "in a tuple": "z[0] = n in (1, 3, 5)\nz[1] = n in (1, 2)\nz[2] = n not in (1, 2)\nz[3] = d in (0.5, -2.25)\nz[4] = n in ()",
    "in brackets": "z[0] = n in [1, 3]\nz[1] = n in {1, 2}\nz[2] = 3 in (n, 5)",
    "in a slice": "z[0] = 4 in v\nz[1] = n + 40 in v\nz[2] = 99 not in v\nz[3] = 0.25 in x",
    "in an array": "t = local_array(3, i32)\nfor i in range(3):\n    t[i] = i32(i * n)\nz[0] = 6 in t\nz[1] = 7 in t",
    "in a tuple variable": "t = (n, n + 1)\nz[0] = 4 in t\nz[1] = 5 in t",
    "in a range": "for i in range(16):\n    z[i] = i - 8 in range(-3, 7)",
    "in a range with a step": "for i in range(16):\n    z[i] = i in range(n, 14, 4)",
    "in a range downwards": "for i in range(16):\n    z[i] = i in range(12, n, -3)",
    "in a generator": "z[0] = 9 in (i * i for i in range(n + 1))",
    "in pairs": "z[0] = (n, 4) in ((1, 2), (3, 4))",
    "in a condition": "if n in (1, 3) and 8.0 in x:\n    z[0] = 1",
    "tuples equal": "p = (n, 4)\nz[0] = p == (3, 4)\nz[1] = p == (3, 5)\nz[2] = p != (3, 4)\nz[3] = p == (3, 4, 5)\n"
    "z[4] = p != (3,)",
    "tuples in order": "p = (n, d)\nz[0] = p < (3, 0.0)\nz[1] = p < (3, -2.25)\nz[2] = p <= (3, -2.25)\n"
    "z[3] = p > (2, 9.0)\nz[4] = p >= (4, 0.0)",
    "tuples of two lengths": "p = (n, 1)\nz[0] = p < (3, 1, 0)\nz[1] = p > (3,)\nz[2] = p <= (3,)\nz[3] = (n,) >= (3, 0)\n"
    "z[4] = p < (9,)",
    "tuples in tuples": "p = ((n, 1), 2)\nz[0] = p < ((3, 1), 3)\nz[1] = p == ((3, 1), 2)\nz[2] = p > ((3, 0), 9)",
    "tuples with a NaN": "m = d * np.nan\nz[0] = (m, 1) == (x[0] * np.nan, 1)\nz[1] = (m, 1) < (d, 2)\n"
    "z[2] = (m,) != (d,)",
    "chain": "z[0] = 1 < n < 5\nz[1] = 1 < n < 3\nz[2] = n > 1 < 2 == 2\nz[3] = 5 > n >= 3 > d",
    "chain with in": "z[0] = 1 < n in (3, 4)",
    "or of numbers": "z[0] = n or 7\nz[1] = (n - 3) or 7\nz[2] = n and 7\nz[3] = (n - 3) and 7\nz[4] = 0 or n or 5\n"
    "z[5] = n and v[1] and 9",
    "or of floats": "y[0] = d or 1.0\ny[1] = (d + 2.25) or 1.5\ny[2] = d and x[0]",
    "or evaluates once": "k = 0\nz[0] = (k := k + 1) and (k := k + 5)\nz[1] = k",
    "not of values": "z[0] = not n\nz[1] = not (n - 3)\nz[2] = not d\nz[3] = not (n and d)",
    "named": "z[0] = (k := n + 1) * k\nif (m := k * 2) > 5 and (l := m + 1) > 5:\n    z[1] = l + m",
    "named in while": "k = n\nwhile (k := k - 1) > 0:\n    z[k] = k\nz[9] = k",
    "named in a choice": "z[0] = (k := 5) if n > 2 else (k := 7)\nz[1] = k",
    "named constant": "z[0] = (k := 5) + 1\nz[1] = k",
    "named in a chain": "z[0] = 1 < (k := n + 1) < 9\nz[1] = k",
    "unpacked": "p, q = n, 4\np, q = q, p\nz[0] = p\nz[1] = q",
    "unpacked deep": "(p, q), r = (n, 4), 5\n[s, t] = (q, r)\nz[0] = p * 1000 + q * 100 + r * 10 + s + t",
    "unpacked rest": "p, *q = (n, 4, 5, 6)\nz[0] = p\nz[1] = len(q)\nz[2] = q[2]\n*r, s = (n, 8)\nz[3] = r[0]\nz[4] = s",
    "unpacked middle": "p, *q, r = (1, 7, n)\nz[0] = len(q)\nz[1] = r\np, *q2, r = (1, n, 4, 5, 6)\nfor e in q2:\n"
    "    z[2] = z[2] * 10 + e",
    "unpacked array": "t = local_array(3, i32)\nfor i in range(3):\n    t[i] = i32(i + n)\np, q, r = t\n"
    "z[0] = p * 100 + q * 10 + r\nt[0], t[1] = t[1], t[0]\n"
    "z[1] = t[0] * 10 + t[1]\np, *s = t\nz[2] = s[1]",
    "unpacked slice": "p, q, r, s = v\nz[0] = p + q * 10 + r * 100 + s * 1000",
    "several targets": "p = q = n + 1\nz[0] = z[1] = p + q\np = z[2] = 9\nz[3] = p",
    "places, once": "i = 0\nt = local_array((2, 3), i32)\nfor i in range(6):\n    t[i // 3, i % 3] = i32(i)\nk = 0\n"
    "t[(k := k + 1), 2] += 10\nz[0] = t[1, 2]\nz[1] = k",
    "every augmented": "k = n\nk += 4\nk *= 3\nk -= 1\nk //= 2\nk %= 7\nk <<= 4\nk >>= 1\nk |= 1\nk &= 29\nk ^= 6\nk **= 2\n"
    "z[0] = k\nw = d\nw /= 4.0\nw **= 2\ny[0] = w",
    "assert": "assert n == 3, 'n is three'\nassert n\nz[0] = 1",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_comparisons_do_what_python_does(name: str, load: Load) -> None:
    ordered = "O(" in BODIES[name] or "NT(" in BODIES[name]
    expected, found = both_ways(load, BODIES[name], ORDERED if ordered else "")
    assert found == expected


def test_a_slice_of_another_length(load: Load) -> None:
    module = load("@kernel\ndef k(y: MutSlice[f32]):\n    a, b = y\n    y[0] = a + b\n")
    dev = open_device("cpu")
    y = dev.zeros(3, np.float32)
    module.k[1, 1](y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    assert "as many values to unpack as targets: 2" in str(caught.value.__cause__)


def test_items_of_tuples_that_have_no_common_type(load: Callable[..., ModuleType]) -> None:
    """The comparison has no text of the item, which a cast could be written around."""
    module = load(
        """
        @kernel
        def k(y: MutSlice[i32]):
            t = (i64(y[0]), 2.0)
            u = (f64(y[1]), 2.0)
            y[0] = 1 if t == u else 0
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostic
    assert (found.code, found.message) == ("PC0202", "`==` of i64 and f64: f64 does not hold every i64")
    assert found.help == "write `f64(…)` where the i64 in it is made"
