"""`functools.partial` and bound methods, as arguments of launches and in kernels."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest

from periclase import DiagnosticError, MutSlice, Slice, device, f32, f64, kernel, struct
from periclase.codegen.assembler import assemble, find_tool
from periclase.gpu import thread_idx_x


def scale(factor, x, offset=1.0):
    return factor * x + offset


@device
def clamp(x: f64, low: f64, high: f64) -> f64:
    return min(max(x, low), high)


@struct
class Line:
    slope: f64
    start: f64

    def at(self, x: f64) -> f64:
        return self.slope * x + self.start

    def move(self, by: f64):
        self.start += by


@kernel
def map_(function, x: Slice[f64], y: MutSlice[f64]):
    i = thread_idx_x()
    if i < len(x):
        y[i] = function(x[i])


half = functools.partial(scale, 0.5, offset=0.0)
above = functools.partial(clamp, low=1.0, high=math.inf)
steep = Line(3.0, -1.0).at


@kernel
def names(x: Slice[f64], y: MutSlice[f64]):
    i = thread_idx_x()
    if i < len(x):
        y[i] = half(x[i]) + above(x[i]) + steep(x[i])


X = np.array([0.5, -2.0, 3.0])


def mapped(function: Any) -> list[float]:
    y = np.zeros(3)
    map_[1, 4](function, X, y)
    return y.tolist()


FUNCTIONS = {
    "first": functools.partial(scale, 2.0),
    "by name": functools.partial(scale, offset=4.0, factor=3.0),
    "all but one": functools.partial(scale, 2.0, offset=5.0),
    "of a device function": functools.partial(clamp, low=-1.0, high=1.0),
    "of a partial": functools.partial(functools.partial(scale, 2.0), offset=-1.0),
    "of a builtin": functools.partial(math.pow, 2.0),
    "of a lambda": functools.partial(lambda a, b, x: a * x + b, 2.0, 1.0),
    "of a method": functools.partial(Line(2.0, 1.0).at),
    "a method": Line(2.0, 1.5).at,
}


@pytest.mark.parametrize("which", FUNCTIONS)
def test_as_arguments(which: str) -> None:
    function = FUNCTIONS[which]
    if which == "by name":  # Python wants `x` by its name then, and so does a kernel
        with pytest.raises(DiagnosticError, match="takes"):
            mapped(function)
        return
    assert mapped(function) == [function(v) for v in X.tolist()]


def test_what_is_bound_travels() -> None:
    before = len(map_.specialisations)
    for factor in (2.0, 3.0, 4.5):
        assert mapped(functools.partial(scale, factor)) == [factor * v + 1 for v in X]
        assert mapped(Line(factor, 1.0).at) == [factor * v + 1 for v in X]
    assert len(map_.specialisations) <= before + 2


def test_captured_by_a_lambda() -> None:
    inner = functools.partial(scale, 2.0)
    assert mapped(lambda v: inner(v) * 2) == [inner(v) * 2 for v in X]


def test_in_kernels_they_are_constants() -> None:
    y = np.zeros(3)
    names[1, 4](X, y)
    assert y.tolist() == [half(v) + above(v) + steep(v) for v in X.tolist()]
    for target in ("sm_75", "sm_120"):
        text = names.ptx(target)
        if find_tool("ptxas") is not None:
            assemble(text, target)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (functools.partial(scale, 1.0, 2.0, 3.0, 4.0), "binds more than its function takes"),
        (
            functools.partial(print, "x"),
            "binds more than its function takes, or one whose parameters are not known",
        ),
        (functools.partial(scale, object()), "captures `bound0`"),
        (Line(1.0, 2.0).move, "is a parameter, of which this function has a copy"),
    ],
)
def test_refused(function: Any, words: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        mapped(function)
    assert words in str(caught.value)


def test_an_f32_stays_one() -> None:
    y = np.zeros(3, np.float32)

    @kernel
    def narrow(function, x: Slice[f32], y: MutSlice[f32]):
        i = thread_idx_x()
        if i < len(x):
            y[i] = function(x[i])

    narrow[1, 4](functools.partial(scale, 0.1), X.astype(np.float32), y)
    assert y.tolist() == (np.float32(0.1) * X.astype(np.float32) + np.float32(1)).tolist()


BOUND_BY_NAME = functools.partial(scale, 2.0, offset=1.0)


@kernel
def with_other_offsets(x: Slice[f64], y: MutSlice[f64]):
    i = thread_idx_x()
    if i < len(x):
        y[i] = BOUND_BY_NAME(x[i]) + 100.0 * BOUND_BY_NAME(x[i], offset=x[0])


def test_what_is_bound_by_its_name_is_given_anew() -> None:
    x, y = np.array([5.0, 7.0]), np.zeros(2)
    with_other_offsets[1, 2](x, y)
    assert y.tolist() == [BOUND_BY_NAME(v) + 100.0 * BOUND_BY_NAME(v, offset=5.0) for v in x.tolist()]


@kernel
def made_inside(x: Slice[f64], y: MutSlice[f64]):
    i = thread_idx_x()
    if i < len(x):
        factor = x[i]
        times = functools.partial(scale, factor)
        factor = 0.0  # what is bound stays what it was
        y[0] += times(2.0) + times(2.0, offset=x[i])
        weighted = functools.partial(lambda a, b, /, c: a * b - c, x[i], c=3.0)
        y[1] += weighted(2.0) + weighted(2.0, c=1.0)
        y[2] += functools.partial(functools.partial(scale, 2.0), offset=x[i])(x[i])
        y[3] += functools.partial(math.pow, 2.0)(x[i]) + functools.partial(f32)(0.5)
        either = functools.partial(clamp, low=1.0, high=2.0)
        y[4] += either(x[i])


def test_made_in_a_kernel() -> None:
    y = np.zeros(5)
    made_inside[1, 1](X, y)
    first = X[0]
    assert y.tolist() == [
        scale(first, 2.0) + scale(first, 2.0, offset=first),
        (2 * first - 3) + (2 * first - 1),
        2 * first + first,
        2**first + 0.5,
        1.0,
    ]
    if find_tool("ptxas") is not None:
        assemble(made_inside.ptx("sm_75"), "sm_75")


def function(bound0, function, held_c=3.0, *, c=1.0):
    """Its names are those of what a partial captures."""
    return bound0 + 10 * function + 100 * held_c + 1000 * c


def pair(a, b=(1.0, 2.0), c=5.0):
    return a + 10 * b[1] + 100 * c


of_names = functools.partial(function, 2.0)
by_names = functools.partial(function, function=4.0, c=5.0)


@kernel
def odd_forms(x: Slice[f64], y: MutSlice[f64]):
    y[0] = of_names(x[0]) + by_names(bound0=2.0)
    y[1] = functools.partial(function, 2.0)(x[0], c=3.0)
    y[2] = functools.partial(function, function=4.0, c=5.0)(x[2], held_c=1.0)
    y[3] = functools.partial(pair, 1.0)() + functools.partial(pair, 1.0)(c=2.0)

    def nested(a, b=x[1], *, c=x[2]):
        return a + 10 * b + 100 * c

    once = functools.partial(nested, 1.0)
    twice = functools.partial(once, c=7.0)
    y[4] = once() + once(2.0, c=4.0)
    y[5] = twice() + twice(c=x[0])


def test_odd_forms() -> None:
    """Parameters that are given by name only, that are named as what is captured, and that have defaults no constant is."""
    y, on_host = np.zeros(6), np.zeros(6)
    odd_forms[1, 1](X, y)
    odd_forms.function(X, on_host)
    assert y.tolist() == on_host.tolist()


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("functools.partial(lambda a, *, b: a, 1.0, 2.0)", "PC0207", "does not take 2 arguments here"),
        ("functools.partial(lambda a, /, b: a, a=1.0)", "PC0207", "does not take `a` here"),
        ("functools.partial(scale, 1.0, 2.0, 3.0, 4.0)", "PC0207", "`scale` does not take 4 arguments here"),
        ("functools.partial(scale, faktor=1.0)", "PC0207", "its parameters are `factor`, `x`, `offset`"),
        ("functools.partial(y)", "PC0105", "`partial` takes a function first"),
        ("functools.partial()", "PC0207", "write `partial(f, 2.0, offset=1.0)`"),
        (
            "functools.partial(lambda *a: a[0], 1.0)",
            "PC0105",
            "the parameters of `lambda *a: a[0]` are not known",
        ),
    ],
)
def test_refused_in_a_kernel(line: str, code: str, words: str, tmp_path: Any) -> None:
    path = tmp_path / f"partial_{abs(hash(line))}.py"
    path.write_text(
        "import functools\nfrom periclase import MutSlice, f64, kernel\n"
        "def scale(factor, x, offset=1.0):\n    return factor * x + offset\n"
        f"@kernel\ndef k(y: MutSlice[f64]):\n    f = {line}\n    y[0] = f(1.0)\n"
    )
    namespace: dict[str, Any] = {"__name__": "partials_refused"}
    exec(compile(path.read_text(), str(path), "exec"), namespace)
    with pytest.raises(DiagnosticError) as caught:
        namespace["k"].ptx("sm_75")
    assert caught.value.diagnostics[0].code == code, str(caught.value)
    assert words in str(caught.value)
