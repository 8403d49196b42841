"""`**named` of functions: the arguments of names that no other parameter has, each with its own type."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
KEY = "offset"

@device
def count(**named):
    return len(named)

@device
def scaled(x, *items, factor=1.0, **named):
    found = x * factor
    for item in items:
        found += item
    for value in named.values():
        found += value * 100.0
    return found + named.get("offset", 0.5) + len(named)

@device
def handed_on(x, **named):
    return scaled(x, **named)

@device
def looked_up(**named: f32):
    if KEY in named and "other" not in named:
        return named[KEY] * 2
    if named:
        return named["other"]
    return f32(-1)

@device
def perhaps(**named):
    value = named.get("value")
    return f32(7) if value is None else value

@device
def first(**rows):
    return rows["a"][0] + rows["b"][1]

@struct
class Line:
    slope: f32

    def at(self, x, /, **named):
        return self.slope * x + named["x"]

@device
def noted(y, value):
    y[15] = y[15] * 10 + value
    return value

@device
def in_order(b, /, c, **named):
    return b + c + named["a"] + named["d"]

@kernel
def k(x: Slice[f32], y: MutSlice[f32], n: MutSlice[i64]):
    n[0] = count()
    n[1] = count(a=1, b=x, c=(1, 2.0))
    y[0] = scaled(x[1])
    y[1] = scaled(x[1], x[2], offset=x[3], more=x[4])
    y[2] = scaled(x[1], x[2], offset=x[3], factor=2.0, more=x[3])
    y[3] = handed_on(x[1], offset=2.0, factor=x[3])
    y[4] = looked_up(offset=3)
    y[5] = looked_up(other=3, offset=4)
    y[6] = looked_up()
    y[7] = perhaps()
    y[8] = perhaps(value=x[3])
    f = lambda a, **others: a + others["b"]
    y[9] = f(x[1], b=x[2])
    y[10] = scaled(x[1], **{"offset": x[2]}, factor=2.0)
    y[11] = first(a=x, b=x)
    y[12] = Line(2.0).at(x[3], x=x[1])  # `x` is a parameter by position only: the name is free
    y[13] = in_order(noted(y, x[1]), d=noted(y, x[2]), c=noted(y, x[3]), a=noted(y, x[4]))
"""


def test_values(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x, y, n = np.arange(5, dtype=np.float32), np.zeros(16, np.float32), np.zeros(2, np.int64)
    module.k[1, 1](x, y, n)
    assert n.tolist() == [0, 3]
    wanted = [1.5, 708, 609, 206, 6, 3, -1, 7, 3, 3, 205, 1, 7, 10, 0, 1234]
    assert y.tolist() == wanted
    on_host = [
        module.scaled(1),
        module.scaled(1, 2, offset=3, more=4),
        module.handed_on(1, offset=2, factor=3),
    ]
    assert on_host == [1.5, 708, 206]


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SOURCE).k.ptx(target)
    if find_tool("ptxas") is not None:
        assemble(text, target)


def test_functions_of_the_host(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef apply(f, y: MutSlice[f64]):\n    y[0] = f(y[1], by=y[2])\n")
    y = np.array([0, 1.0, 2.0])
    module.apply[1, 1](lambda first, **others: first * 100 + others["by"], y)
    assert y[0] == 102.0


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("y[0] = f(1.0, a=2.0)", "PC0207", "`f` gets `a` twice"),
        ("y[0] = f(b=2.0)", "PC0207", "write `f(a, **named)`"),
        ("y[0] = f(1.0, other=2.0)", "PC0207", "`named` has no argument `by` in this call"),
        ("y[0] = of_integers(a=2.5)", "PC0203", "passed in `**named` of `of_integers`, where each is i32"),
        ("y[0] = names(a=2.5)", "PC0106", "go over `named.values()`"),
        ("y[0] = popped(a=2.5)", "PC0105", "`named.pop(…)` has no meaning on a device"),
        ("y[0] = dotted(a=2.5)", "PC0102", 'write `named["a"]`'),
        ("y[0] = numbered(a=2.5)", "PC0208", "named by a string"),
        ("y[0] = changed(a=2.5)", "PC0208", "the arguments of a call can not be changed"),
        ("y[0] = as_tuple(a=2.5, b=1.0)", "PC0203", "keywords[a: f64, b: f64]"),
        ("y[0] = unpacked(a=2.5)", "PC0105", "`*named`"),
        ("y[0] = f(1.0, **y)", "PC0105", "`**y` is not the `**…` parameter of a function"),
        ("y[0] = added(a=2.5)", "PC0205", 'take one of its items by its name: `named["a"]`'),
        ("y[0] = open_one(a=1.0)", "PC0201", "the annotation of `**named` is the type that each"),
    ],
)
def test_refused(load: Callable[..., ModuleType], line: str, code: str, words: str) -> None:
    module = load(
        f"""
        from typing import TypeVar
        T = TypeVar("T")
        @device
        def f(a, **named):
            return a + named["by"]
        @device
        def of_integers(**named: i32):
            return f32(named["a"])
        @device
        def names(**named):
            for name in named:
                pass
            return 1.0
        @device
        def popped(**named):
            return named.pop("a")
        @device
        def dotted(**named):
            return named.a
        @device
        def numbered(**named):
            return named[0]
        @device
        def changed(**named):
            named["a"] = 1.0
            return 1.0
        @device
        def pair(a: tuple[f64, f64]):
            return a[0]
        @device
        def as_tuple(**named):
            return pair(named)
        @device
        def unpacked(**named):
            return pair(*named)
        @device
        def added(**named):
            return (named + (1.0,))[0]
        @device
        def open_one(**named: T):
            return 1.0
        @kernel
        def k(y: MutSlice[f64]):
            {line}
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostics[0].code == code, str(caught.value)
    assert words in str(caught.value)


def test_what_is_asked_first_decides(load: Callable[..., ModuleType]) -> None:
    """An argument that is not there is not looked at behind `and` and `or`, also where these are values."""
    module = load(
        """
        @device
        def large(**named):
            return "a" in named and named["a"] > 2

        @device
        def none_or_small(**named):
            found = "a" not in named or named["a"] <= 2
            return found

        @kernel
        def k(y: MutSlice[f64]):
            y[0] = f64(large()) + 10.0 * f64(large(a=3)) + 100.0 * f64(large(a=1))
            y[1] = f64(none_or_small()) + 10.0 * f64(none_or_small(a=3)) + 100.0 * f64(none_or_small(a=1))
        """
    )
    y = np.zeros(2)
    module.k[1, 1](y)
    assert y.tolist() == [10.0, 101.0]


def test_kernels_have_none(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(**x: i32):\n    pass\n")
    with pytest.raises(CompileError) as caught:
        module.k.ptx("sm_75")
    assert caught.value.diagnostic.code == "PC0201"
    assert "`x`: a kernel has no **kwargs" in str(caught.value)


def test_arrays(load: Callable[..., ModuleType]) -> None:
    """An array among them is the array itself."""
    module = load(
        """
        @device
        def filled(**arrays):
            arrays["a"][1] = arrays["b"][0, 1]
            return arrays["a"][0]

        @kernel
        def k(y: MutSlice[f32]):
            a = local_array(2, f32)
            b = shared_array((2, 2), f32)
            a[0] = 3.0
            b[0, 1] = 5.0
            y[0] = filled(a=a, b=b)
            y[1] = a[1]
        """
    )
    y = np.zeros(2, np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [3.0, 5.0]
