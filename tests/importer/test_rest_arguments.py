"""`*args` of functions: a tuple of the arguments that are left, each with its own type."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
@device
def count(*items):
    return len(items)

@device
def total(first, /, second, *items, scale=1.0, offset):
    found = first + second
    for item in items:
        found += item * scale
    return found + offset

@device
def polynomial(x, constant, *rest):
    if len(rest) == 0:
        return constant
    return constant + x * polynomial(x, *rest)

@device
def as_f32(*items: f32):
    found = f32(0)
    for item in items:
        found += item
    return found

@device
def dot(i, *rows):
    found = f32(1)
    for row in rows:
        found *= row[i]
    return found

@device
def last(*items):
    return items[-1]

@device
def held(*items):
    kept = items
    first, *others = (*kept, 2.0) if False else (1.5, 2.5)
    return sum(kept) + len(others) + len(kept)

@device
def added(*items):
    return (*items, 3.0) if len(items) > 0 else items + (3.0,)

@device
def handed_on(*items):
    return last(*items)

@device
def each(f, *items):
    return f(*items)

@struct
class Line:
    slope: f32

    def at(self, *x: f32):
        return self.slope * x[0] + f32(len(x))

    @staticmethod
    def least(first, *others):
        for other in others:
            first = min(first, other)
        return first

@kernel
def k(x: Slice[f32], y: MutSlice[f32], n: MutSlice[i64]):
    n[0] = count()
    n[1] = count(1, 2.0, x, (3, 4))
    y[0] = total(x[1], x[2], offset=x[3])
    y[1] = total(x[1], x[2], x[3], x[4], 0.5, scale=x[2], offset=x[3])
    y[2] = polynomial(x[2], 1.0, x[3], 0.5)
    y[3] = as_f32(1, 2.5, x[3])
    y[4] = as_f32()
    y[5] = dot(3, x, x)
    n[2] = last(1.0, x, 7)
    n[3] = handed_on(x[0], i8(3))
    y[6] = each(lambda a, *b: a + b[1], x[1], x[2], x[3])
    y[7] = Line(2.0).at(x[3], 1)
    y[8] = Line.least(x[4], x[2], x[3])
    weight = x[2]

    def weighted(*items, by=2.0):
        found = f32(0)
        for item in items:
            found += item * weight * by
        return found

    y[9] = weighted(x[1], x[2])
    items = (x[1], x[3])
    y[10] = weighted(x[2], *items, by=x[1])
    y[11] = weighted()
    y[12] = x[1] + f32(held()) + f32(added()[0])
    match (x[1], x[2]):
        case (_, 2, *others):
            y[13] = 4 + len(others)
"""


def test_values(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x, y, n = np.arange(5, dtype=np.float32), np.zeros(14, np.float32), np.zeros(4, np.int64)
    module.k[1, 1](x, y, n)
    assert n.tolist() == [0, 4, 7, 3]
    wanted = [6, 6 + 2 * (3 + 4 + 0.5), 1 + 2 * (3 + 2 * 0.5), 6.5, 0, 9, 1 + 3, 2 * 3 + 2, 2]
    wanted += [2 * 2 * (1 + 2), 2 * (2 + 1 + 3), 0, 1 + 1 + 3, 4]
    assert y.tolist() == wanted
    assert module.polynomial(2.0, 1.0, 3.0, 0.5) == 9.0  # on the host it is Python's


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SOURCE).k.ptx(target)
    if find_tool("ptxas") is not None:
        assemble(text, target)


def test_recursion_over_many(load: Callable[..., ModuleType]) -> None:
    """It ends with the arguments, however many they are; one that adds some does not."""
    module = load(
        """
        @device
        def horner(x, constant, *rest):
            if len(rest) == 0:
                return constant
            return constant + x * horner(x, *rest)

        @device
        def more(*items):
            return more(1.0, *items)

        @device
        def there_and_back(n, *items):
            return there_and_back(n, 1.0, 1.0, *items) if n == 0 else there_and_back(n, items[0])

        @kernel
        def k(y: MutSlice[f64]):
            y[0] = horner(y[0], 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0)

        @kernel
        def endless(y: MutSlice[f64]):
            y[0] = more()

        @kernel
        def endless_too(y: MutSlice[f64]):
            y[0] = there_and_back(i32(0), 1.0)
        """
    )
    y = np.array([2.0])
    module.k[1, 1](y)
    assert y[0] == sum((k + 1) * 2.0**k for k in range(12))
    for kernel in (module.endless, module.endless_too):
        with pytest.raises(CompileError) as caught:
            import_kernels([kernel])
        assert caught.value.diagnostic.code == "PC0307"


def test_functions_of_the_host(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef apply(f, y: MutSlice[f64]):\n    y[0] = f(y[1], y[2], 3.0)\n")
    y = np.array([0, 1.0, 2.0])
    module.apply[1, 1](lambda first, *others: first * 100 + others[0] * 10 + others[1], y)
    assert y[0] == 123.0


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("y[0] = f()", "PC0207", "`f` needs an argument for `a`"),
        ("y[0] = f(1.0, rest=2)", "PC0207", "`f` has no parameter `rest`"),
        ("y[0] = of_integers(2.5)", "PC0203", "2.5 can not be passed as `*items` of `of_integers`"),
        ("y[0] = f(1.0, local_array((1, 1, 1, 1), f32))", "PC0205", "a view has at most 3 dimensions"),
        (
            "y[0] = open_one(1.0)",
            "PC0201",
            "the annotation of `*items` is the type that each of its items has",
        ),
        ("y[0] = largest()", "PC0206", "`max` of nothing"),
    ],
)
def test_refused(load: Callable[..., ModuleType], line: str, code: str, words: str) -> None:
    module = load(
        f"""
        from typing import TypeVar
        T = TypeVar("T")
        @device
        def f(a, *rest):
            return a
        @device
        def of_integers(*items: i32):
            return f32(items[0])
        @device
        def largest(*items):
            return max(items)
        @device
        def open_one(*items: T):
            return 1.0
        @kernel
        def k(y: MutSlice[f64]):
            {line}
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics
    assert [each.code for each in found] == [code], str(caught.value)
    assert words in found[0].message, str(caught.value)


def test_kernels_have_none(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(*x: i32):\n    pass\n")

    def refused(act: Callable[[], Any]) -> None:
        with pytest.raises(CompileError) as caught:
            act()
        assert caught.value.diagnostic.code == "PC0201"
        assert "`x`: a kernel has no *args" in str(caught.value)

    refused(lambda: module.k.ptx("sm_75"))
    refused(lambda: module.k[1, 1](1, 2))
