"""`min` and `max`, of zeros of both signs and of NaN: the same folded, interpreted, and compiled at every level."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from types import ModuleType

import numpy as np
import pytest
from agreement import levelled_device
from both_ways import TARGETS, both_ways
from optimisation_levels import LEVELS

from periclase.codegen.assembler import assemble, find_tool

VALUES = ("0.0", "-0.0", "math.nan", "1.0")
FUNCTIONS = ("min", "max", "np.minimum", "np.maximum", "np.fmin", "np.fmax")


def minimum_number(a: float, b: float) -> float:
    """IEEE 754-2019 minimumNumber, which says what numpy leaves to the loop that computes it: -0.0 is less than 0.0."""
    numbers = [value for value in (a, b) if not math.isnan(value)]
    return min(numbers, key=lambda value: (value, math.copysign(1.0, value)), default=math.nan)


def wanted(function: str, a: float, b: float) -> float:
    if not function.startswith("np."):
        return min(a, b) if function == "min" else max(a, b)
    if "imum" in function and (math.isnan(a) or math.isnan(b)):
        return math.nan
    return minimum_number(a, b) if "min" in function.removesuffix("imum") else -minimum_number(-a, -b)


def told(values: Iterable[float]) -> list[str]:
    """Numbers, told apart by their signs."""
    return ["nan" if value != value else repr(float(value)) for value in values]


WAYS = {
    "both read": [(f"{function}(x[i], x[j])", function, None, None) for function in FUNCTIONS],
    "one written": [(f"{function}(x[i], {b})", function, None, b) for function in FUNCTIONS for b in VALUES],
    "the other written": [
        (f"{function}({a}, x[j])", function, a, None) for function in FUNCTIONS for a in VALUES
    ],
    "both written": [
        (f"{function}({a}, {b})", function, a, b) for function in FUNCTIONS for a in VALUES for b in VALUES
    ],
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("type", ["f32", "f64"])
def test_of_zeros_and_nans(way: str, type: str, level: int, load: Callable[..., ModuleType]) -> None:
    cases, numbers = WAYS[way], [eval(value) for value in VALUES]
    count = len(VALUES)
    lines = [
        f"    o[{place * count**2} + {count} * i + j] = {type}({text})"
        for place, (text, *_) in enumerate(cases)
    ]
    rounds = range(1) if way == "both written" else range(count)
    body = "\n".join(
        [
            f"    for i in range({len(rounds)}):",
            f"        for j in range({len(rounds)}):",
            *(f"        {line}" for line in lines),
        ]
    )
    module = load(
        f"import numpy as np\n@kernel\ndef k_o{level}(x: Slice[{type}], o: MutSlice[{type}]):\n{body}\n"
    )
    dtype = {"f32": np.float32, "f64": np.float64}[type]
    with levelled_device() as device:
        out = device.array(np.zeros(len(cases) * count**2, dtype))
        getattr(module, f"k_o{level}")[1, 1](device.array(np.array(numbers, dtype)), out)
        found = out.read().reshape(-1, count, count)[:, : len(rounds), : len(rounds)]
    expected = [
        wanted(function, numbers[i] if a is None else eval(a), numbers[j] if b is None else eval(b))
        for _, function, a, b in cases
        for i in rounds
        for j in rounds
    ]
    assert told(found.ravel()) == told(expected)


def test_as_interpreted(load: Callable[..., ModuleType]) -> None:
    body = """
x0 = d * 0.0
y[0] = max(x0, 0.0)
y[1] = max(0.0, x0)
y[2] = min(x0, 0.0)
y[3] = min(0.0, x0)
y[4] = math.copysign(1.0, max(x0, 0.0))
y[5] = math.copysign(1.0, min(0.0, x0))
y[6] = max(x[0], x[1], x[2])
y[7] = max(e * 0.0 for e in x)
y[8] = min(n, d, 2.5)
z[0] = 1 if max(b, False) else 0
z[1] = max(n, b)
z[2] = min(True, b, b)
"""
    expected, found = both_ways(load, body)
    assert told(found) == told(expected)


def test_order_of_evaluation(load: Callable[..., ModuleType]) -> None:
    helper = """
def noted(z, value):
    z[0] = z[0] * 10 + int(value)
    return value
"""
    expected, found = both_ways(load, "y[0] = max(noted(z, 1.0), noted(z, 3.0), noted(z, 2.0))", helper)
    assert found == expected


def test_floor_divide_of_numpy(load: Callable[..., ModuleType]) -> None:
    values = [0.0, -0.0, 1.0, -1.5, 7.0, math.nan, math.inf, -math.inf]
    module = load(
        """
        import numpy as np
        @kernel
        def k_(x: Slice[f64], o: MutSlice[f64]):
            for i, a in enumerate(x):
                for j, b in enumerate(x):
                    at = 3 * (i * len(x) + j)
                    o[at] = np.floor_divide(a, b)
                    o[at + 1], o[at + 2] = np.divmod(a, b)
        @kernel
        def written(o: MutSlice[f64]):
            o[0] = np.floor_divide(1.0, 0.0)
        """
    )
    out = np.zeros(3 * len(values) ** 2)
    module.k_[1, 1](np.array(values), out)
    with np.errstate(all="ignore"):
        pairs = [(np.float64(a), np.float64(b)) for a in values for b in values]
        expected = [value for a, b in pairs for value in (np.floor_divide(a, b), *np.divmod(a, b))]
    assert told(out) == told(expected)
    module.written[1, 1](out)
    assert out[0] == math.inf


def test_ptx(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        import numpy as np
        @kernel
        def k_(x: MutSlice[f32]):
            i = thread_idx_x()
            x[i] = np.fmax(x[i], 0.0)
        @kernel
        def by_python(x: MutSlice[f32]):
            i = thread_idx_x()
            x[i] = max(x[i], 0.0)
        """
    )
    for target in TARGETS:
        assert "max.f32" in module.k_.ptx(target)
        assert "max.f32" not in module.by_python.ptx(target)  # which passes over a NaN, and orders the zeros
        if find_tool("ptxas") is not None:
            assemble(module.k_.ptx(target), target)
            assemble(module.by_python.ptx(target), target)


def test_floats_of_several_widths_in_one_kernel(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        import numpy as np
        @kernel
        def k_(h: MutSlice[f16], x: MutSlice[f32], y: MutSlice[f64]):
            h[0] = np.fmax(h[0], h[1])
            x[0] = np.fmax(x[0], x[1])
            x[1] = np.fmin(x[1], x[2])
            y[0] = np.fmin(np.fmax(y[0], y[1]), y[2])
        """
    )
    half, single, double = (np.array([1, 5, 3], dtype) for dtype in (np.float16, np.float32, np.float64))
    module.k_[1, 1](half, single, double)
    assert half[0] == 5 and single.tolist() == [5, 3, 3] and double[0] == 3
    for target in TARGETS:
        text = module.k_.ptx(target)
        if find_tool("ptxas") is not None:
            assemble(text, target)
