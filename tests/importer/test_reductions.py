"""`sum`, `any`, `all`, `min`, `max` and `math.prod` of slices, arrays, tuples and generators, against what Python does."""

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
    "sum": "y[0] = sum(x)",
    "sum of integers": "z[0] = sum(v)",
    "sum from": "y[0] = sum(x, d)\nz[0] = sum(v, start=n)",
    "sum of a tuple": "z[0] = sum((n, 2, 3))",
    "sum of brackets": "z[0] = sum([n, 2, 3])",
    "sum of an array": "t = local_array(4, f64)\nfor i in range(4):\n    t[i] = f64(i) / 3.0\ny[0] = sum(t)",
    "sum of a generator": "y[0] = sum(e * e for e in x)",
    "sum of a list of it": "y[0] = sum([e * e for e in x])",
    "sum over a range": "z[0] = sum(i * i for i in range(n, 12))",
    "sum of truths": "z[0] = sum(e > 1.0 for e in x)",
    "sum with conditions": "y[0] = sum(e for e in x if e > 0.0 if e < 5.0)",
    "sum of two loops": "z[0] = sum(i * j for i in range(n) for j in range(i, 5))",
    "sum of pairs": "y[0] = sum(a * f64(b) for a, b in zip(x, v))",
    "a name of its own": "e = 7\ny[0] = sum(e for e in x)\nz[0] = e",
    "names of its own twice": "z[0] = sum(e for e in v) * sum(e for e in v if e > 0)",
    "one in another": "z[0] = sum(sum(i for i in range(j)) for j in range(5))",
    "of what is around": "k = n * 2\nz[0] = sum(k + e for e in v)",
    "any": "z[0] = 1 if any(e > 5.0 for e in x) else 2\nz[1] = 1 if any(e > 50.0 for e in x) else 2",
    "all": "z[0] = 1 if all(e > -5.0 for e in x) else 2\nz[1] = 1 if all(e > 0.0 for e in x) else 2",
    "any of values": "z[0] = any(x)\nz[1] = all(v)\nz[2] = any((n - 3, 0))\nz[3] = all((n, b))",
    "stops early": "z[0] = any(10 // (e - 4) > 3 for e in v if e > 9) if not b else any(12 // (e - 4) < 0 for e in v)",
    "any of nothing": "z[0] = any(e for e in ())\nz[1] = all(e for e in ())",
    "min and max": "y[0] = min(x)\ny[1] = max(x)\nz[0] = min(v)\nz[1] = max(v)",
    "min of a tuple": "z[0] = min((n, 2, 5))\nz[1] = max([n, 2, 5])",
    "min of a generator": "y[0] = min(e * e for e in x)\nz[0] = max(abs(e) for e in v)",
    "min with a default": "y[0] = min((e for e in x if e > 100.0), default=7.5)\n"
    "z[0] = max((e for e in v if e > 0), default=0)",
    "min of several": "z[0] = min(n, 2, 5)\ny[0] = max(d, 0.5, a)",
    "prod": "y[0] = math.prod(x)\nz[0] = math.prod(v, start=2)\nz[1] = math.prod(i for i in range(1, 6))",
    "any over several loops": "z[0] = any(e > i * 3 for e in x for i in range(3))\n"
    "z[1] = all(i < 2 for e in (1, 2) for i in (0, n))\n"
    "z[2] = any(e * i > 99 for e in v for i in range(3))\nz[3] = all(e > i - 3 for e in x if e > 0 for i in (1, 2))",
    "several loops are left early": "z[0] = any(12 // (10 - int(e)) > 1 for e in v if e > 3 for i in (1, n))",
    "in over several loops": "z[0] = 16.0 in (e * i for e in x for i in range(3))\n"
    "z[1] = 17.0 in (e * i for e in x for i in range(3))",
    "walrus": "t = 0.0\ny[0] = sum(t for e in x if (t := e * 2) > 1)\ny[1] = t\nw = 1.0\nz[0] = any((w := e) > 2 for e in x)\n"
    "y[2] = w\ny[3] = max((w := e + w) for e in x)\ny[4] = w",
    "walrus read behind it": "z[0] = sum(1 for e in v if (q := e) > 2 and q < 9)",
    "lambdas in generators": "y[0] = sum((lambda t: t * 2)(e) for e in x)\ny[1] = sum((lambda: e)() for e in x)\n"
    "y[2] = sum((lambda g: g(e))(lambda q: q + i) for e in x for i in (1.0, d))\n"
    "f = lambda s: sum((lambda r: r * 2.0)(e) + d for e in s)\n"
    "y[3] = f(x)",
    "no number to begin with": "best = float('-inf')\nfor e in x:\n    best = max(best, e)\ny[0] = best\n"
    "y[1] = float('inf')\ny[2] = np.float32('1.5')",
    "in a condition": "if sum(v) > 10 and any(e < 0 for e in v):\n    z[0] = 1",
    "in a loop": "for i in range(4):\n    z[i] = sum(e for e in v if e > i)",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_reductions_do_what_python_does(name: str, load: Load) -> None:
    expected, found = both_ways(load, BODIES[name])
    assert found == expected


def test_of_nothing(load: Load) -> None:
    module = load("@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = min(e for e in y if e > 5.0)\n")
    dev = open_device("cpu")
    y = dev.zeros(4, np.float32)
    module.k[1, 1](y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    assert "min() of nothing" in str(caught.value.__cause__)


def test_sum_rounds_at_each_step(load: Load) -> None:
    """As Python's does of the elements of an array; of its own floats, since 3.12, that makes up for the errors."""
    module = load(
        """
        @kernel
        def k(x: Slice[f64], y: MutSlice[f64]):
            y[0] = sum(x)
            y[1] = sum(e for e in x)
            y[2] = sum((x[0], x[1], x[2]))
        """
    )
    x, y = np.array([1e16, 1.0, -1e16]), np.zeros(3)
    module.k[1, 1](x, y)
    plain = 0.0
    for element in x.tolist():
        plain = plain + element
    assert plain == 0.0
    assert y.tolist() == [plain, plain, plain]
    assert sum(x) == plain
