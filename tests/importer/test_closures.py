"""Functions as values: every body here runs on the device and as plain Python, and both give the same numbers."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

FUNCTIONS = """
@struct
class Vec:
    x: f64
    y: f64

    def scaled(self, by: f64) -> "Vec":
        return Vec(self.x * by, self.y * by)

    def total(self, by: f64) -> f64:
        f = lambda v: v * self.x + by
        return f(self.y)

    def move(self, by: f64):
        self.x += by

def apply(f, v):
    return f(v)

def twice(f):
    return lambda v: f(f(v))

def compose(f, g):
    def composed(v):
        return f(g(v))
    return composed

def adder(step):
    def add(v):
        return v + step
    return add

@device
def square(v: f64) -> f64:
    return v * v

def both(pair, v):
    f, g = pair
    return f(v) - g(v)

def shifted(f):
    def shift(v, by):
        return f(v) + by
    return shift

def meet(shift, v):
    return shift(v, 0.5)

shifted_square, shifted_half = shifted(lambda v: v * v), shifted(lambda v: v / 2)

def choose(flag, f, g, v):
    if flag:
        return f(v)
    return g(v)

@device(inline="never")
def far(f, v: f64) -> f64:
    return f(v) + 1.0

@device(inline="never")
def made_far(step: f64):
    return lambda v: v * step
"""

BODIES = {
    "lambda": "return apply(lambda v: v * a, 3.0)",
    "named lambda": "f = lambda v: v * a + k\nreturn f(2.0) + f(a)",
    "called at once": "return (lambda v, w: v - w)(a, 1.5)",
    "function of the module": "return apply(square, a) + square(2.0)",
    "function of math": "return apply(math.sqrt, a) + f64(apply(math.floor, a))",
    "builtin": "return apply(abs, -a) + apply(f64, k)",
    "class": "make = Vec\nreturn make(a, 1.0).x",
    "nested def": "def f(v, w=2.0):\n    return v * w + a\nreturn f(1.0) + f(2.0, 3.0) + f(w=4.0, v=5.0)",
    "annotated": "def f(v: f64, n: i32) -> f64:\n    return v * n\nreturn f(a, k)",
    "defaults are bound when the function is made": "def f(v, w=a):\n    return v - w\nreturn f(10.0) + (lambda v=k: v + 1)()",
    "captures of captures": "f = lambda v: v + a\ng = lambda v: f(v) * 2.0\nh = lambda v: g(v) - k\nreturn h(1.0)",
    "nested twice": "def f(v):\n    def g(w):\n        return w * a + v\n    return g(v) + k\nreturn f(3.0)",
    "lambda in a lambda": "f = lambda v: lambda w: v * w + a\nreturn f(2.0)(3.0)",
    "returned": "f = adder(a)\ng = adder(k)\nreturn f(1.0) * g(2.0)",
    "composed": "return compose(square, adder(a))(2.0) + twice(lambda v: v * a)(1.0)",
    "in a tuple": "return both((lambda v: v * a, square), 3.0)",
    "tuple in a variable": "t = (square, lambda v: v + a)\nreturn t[0](2.0) + t[1](3.0)",
    "unpacked": "f, g = adder(a), square\nreturn f(1.0) + g(2.0)",
    "of one factory": "return meet(shifted_square, a) - meet(shifted_half, a)",
    "copy of a function": "f = adder(a)\ng = f\nreturn g(1.0) + f(2.0)",
    "one of two": "return choose(k > 1, square, adder(a), 3.0) + choose(k > 9, square, adder(a), 3.0)",
    "in a loop": "s = 0.0\nfor i in range(4):\n    s += apply(lambda v: v * f64(i), a)\nreturn s",
    "named in a loop": "s = 0.0\nfor i in range(4):\n    f = lambda v: v * f64(i) + k\n    s += f(a)\nreturn s",
    "captured before and changed after its use": "n = 1.0\nf = lambda v: v + n\ns = f(a)\nn = 5.0\nreturn s + n",
    "recursive": "def f(n: i32) -> i32:\n    return 1 if n < 2 else n * f(n - 1)\nreturn f64(f(k + 3))",
    "recursive with captures": "def f(n: i32) -> f64:\n    if n <= 0:\n        return a\n    return f(n - 1) * k\nreturn f(3)",
    "recursive, passed on": "def f(n: i32) -> i32:\n    return 0 if n <= 0 else k + apply(f, n - 1)\nreturn f64(f(3))",
    "struct": "p = Vec(a, 2.0)\nf = lambda v: p.x * v + p.scaled(3.0).y\nreturn f(2.0)",
    "tuple captured": "t = (a, k)\nf = lambda v: t[0] * v + t[1]\nreturn f(2.0)",
    "slice captured": "def put(i, v):\n    x[i] = v\nput(1, a)\nput(2, k)\nreturn x[1] + x[2] + f64(len(x))",
    "array captured": "t = local_array(3, f64)\n"
    "def put(i, v):\n    t[i] = v\nfor i in range(3):\n    put(i, a * f64(i))\nreturn t[0] + t[1] + t[2]",
    "literal captured": "c = 2\nf = lambda v: v * c\nreturn f(a) + f(k)",
    "several on a line": "f, g = (lambda v: v + a), (lambda v: v - a)\nreturn f(1.0) * g(2.0)",
    "keyword arguments": "f = lambda v, *, w: v / w\nreturn f(a, w=2.0) + f(w=4.0, v=1.0)",
    "no arguments": "f = lambda: a * k\nreturn f() + f()",
    "tuple returned": "f = lambda v: (v, v + a)\nlow, high = f(k)\nreturn high * 2 - low",
    "not inlined": "return far(lambda v: v * a, 2.0) + far(square, 3.0) + made_far(a)(2.0)",
    "conditional expression": "f = lambda v: v if v > a else a\nreturn f(1.0) + f(100.0)",
    "order of evaluation": "def noted(v):\n    x[1] = x[1] * 10.0 + v\n    return v\n"
    "r = (lambda v, w: v - w)(w=noted(2.0), v=noted(1.0))\nreturn x[1] * 100 + r",
    "shadowed": "v = 5.0\nf = lambda v: v * 2\nreturn f(a) + v",
    "own variables": "def f(v):\n    s = 0.0\n    for i in range(3):\n        s += v\n    return s\ns = 100.0\nreturn f(a) + s",
    "capture of a type found later": "n = k\nf = lambda v: f64(i32(n)) + v\ns = f(1.0)\nn = i64(5)\nreturn s",
    "unrolled": "s = 0.0\nfor i in unroll(range(3)):\n    s += apply(lambda v: v * i + a, 2.0)\nreturn s",
    "assigned in the lambda": "f = lambda v: (w := v * 2) + w\nreturn f(a)",
    "method that captures its object": "return Vec(a, 2.0).total(3.0)",
    "aliased array": "t = local_array(2, f64)\nt[0] = a\nf = lambda: t[0]\nt[0] = 7.0\nreturn f()",
    "aliased slice": "f = lambda: x[0]\nx[0] = 7.0\nreturn f()",
    "shadowed builtin": "abs = lambda v: v - 100.0\nreturn abs(a)",
    "default of the same name": "v = 1.0\nf = lambda v=v: v\nv = 2.0\nreturn f()",
    "function returned in a tuple": "f, c = (lambda s: ((lambda v: v * s), s))(a)\nreturn f(2.0) + c",
    "called out of a tuple with none captured": "fs = (lambda v: v + 1, square)\nreturn fs[0](a) - fs[1](a)",
    "called out of a tuple": "fs = (lambda v: v + 1, (square, lambda v: v * a))\nreturn fs[0](a) + fs[1][0](a) + fs[-1][1](a)",
    "three deep": "f = lambda p: lambda q: lambda r: p + q * r\nreturn f(1.0)(2.0)(a)",
    "argument changed in the function": "def f(v):\n    v = v * 2\n    return v\nreturn f(a) + a",
}  # fmt: skip


def body_module(load: Callable[..., ModuleType], body: str) -> ModuleType:
    return load(
        f"{FUNCTIONS}\ndef body(a: f64, k: i32, x: MutSlice[f64]) -> f64:\n{textwrap.indent(body, '    ')}\n"
        "@kernel\ndef k_(out: MutSlice[f64], x: MutSlice[f64], a: f64, k: i32):\n    out[0] = body(a, k, x)\n"
    )


@pytest.mark.parametrize("name", BODIES)
def test_functions_are_pythons(name: str, load: Callable[..., ModuleType]) -> None:
    module = body_module(load, BODIES[name])
    dev = open_device("cpu")
    x = np.zeros(4)
    expected = module.body(2.5, 2, x)
    out, held = dev.zeros(1, np.float64), dev.zeros(4, np.float64)
    module.k_[1, 1](out, held, 2.5, 2)
    assert out.numpy().tolist() == [expected]
    assert held.numpy().tolist() == x.tolist()
    if find_tool("ptxas") is not None:
        for target in ("sm_75", "sm_120"):
            assemble(module.k_.ptx(target), target)


REFUSED = {
    "assigned afterwards": (
        "n = 1.0\nf = lambda v: v + n\nn = a\nreturn f(1.0)",
        "PC0110", "`n` may have been assigned since `f` captured it",
    ),
    "assigned afterwards in a branch": (
        "n = 1.0\ndef f(v):\n    return v + n\nif k > 0:\n    n = a\nreturn f(1.0)",
        "PC0110", "`n` may have been assigned since `f` captured it",
    ),
    "assigned in a later round": (
        "f = lambda v: v\nn = 1.0\ng = lambda v: v + n\ns = 0.0\nfor i in range(3):\n    s += g(a)\n    n += 1.0\nreturn s",
        "PC0110", "`n` may have been assigned since `g` captured it",
    ),
    "assigned, behind another function": (
        "n = 1.0\nf = lambda v: v + n\ng = lambda v: f(v)\nn = 2.0\nreturn g(a)",
        "PC0110", "`n` may have been assigned since `g` captured it",
    ),
    "assigned, in a tuple": (
        "n = 1.0\nt = (lambda v: v + n, k)\nn = 2.0\nreturn t[0](a)",
        "PC0110", "`n` may have been assigned since `t` captured it",
    ),
    "assigned, behind a call": (
        "n = 1.0\ng = twice(lambda v: v + n)\nn = 2.0\nreturn g(a)",
        "PC0110", "`n` may have been assigned since `g` captured it",
    ),
    "loop variable, used after the loop went on": (
        "f = adder(a)\ns = 0.0\nfor i in range(3):\n"
        "    if i == 0:\n        g = lambda v: v + f64(i)\n        s += g(a)\nreturn s + g(a)",
        "PC0103", "`g` may have no value here",
    ),
    "no value yet": (
        "f = lambda v: v + n\nn = 1.0\nreturn f(a)",
        "PC0110", "the lambda captures `n`, which may have no value where the function is made",
    ),
    "sibling defined later": (
        "def f(n: i32) -> i32:\n    return g(n)\ndef g(n: i32) -> i32:\n    return n\nreturn f64(f(k))",
        "PC0110", "`f` captures `g`, which is defined further down",
    ),
    "object changed afterwards": (
        "p = Vec(1.0, 2.0)\nf = lambda v: p.x * v\np.x = a\nreturn f(1.0)",
        "PC0108", "captured by the lambda here",
    ),
    "object changed in the function": (
        "p = Vec(1.0, 2.0)\ndef f(v):\n    p.move(v)\nf(a)\nreturn p.x",
        "PC0109", "`p` is a parameter",
    ),
    "captured object returned and changed": (
        "p = Vec(a, 2.0)\nf = lambda: p\nq = f()\nq.x = 9.0\nreturn p.x",
        "PC0108", "`q` is changed in this function, and is `f()` here",
    ),
    "assigned by `:=`": (
        "n = 1.0\nf = lambda v: v + n\nif (n := a) > 0:\n    return f(1.0)\nreturn 0.0",
        "PC0110", "`n` may have been assigned since `f` captured it",
    ),
    "assigned by a loop": (
        "n = 1.0\nf = lambda v: v + n\nfor n in (1.0, 2.0):\n    pass\nreturn f(a)",
        "PC0110", "`n` may have been assigned since `f` captured it",
    ),
    "assigned by unpacking": (
        "n = 1.0\nf = lambda v: v + n\nn, m = 2.0, 3.0\nreturn f(a)",
        "PC0110", "`n` may have been assigned since `f` captured it",
    ),
    "parameter assigned": (
        "f = lambda v: v + a\na = 3.0\nreturn f(1.0)",
        "PC0110", "`a` may have been assigned since `f` captured it",
    ),
    "two functions in one variable": (
        "f = square\nif k > 1:\n    f = adder(a)\nreturn f(a)",
        "PC0204", "`f` is function `square` already",
    ),
    "chosen at run time": (
        "f = square if k > 1 else adder(a)\nreturn f(a)",
        "PC0204", "chooses between two functions",
    ),
    "nonlocal": (
        "n = 1.0\ndef f(v):\n    nonlocal n\n    n = v\nf(a)\nreturn n",
        "PC0105", "a function can not assign variables of another function",
    ),
    "too many arguments": (
        "f = lambda v: v\nreturn f(a, a)",
        "PC0207", "`f` takes 1 argument, not 2",
    ),
    "captures are no parameters": (
        "f = lambda v: v * a\nreturn f(1.0, a=2.0)",
        "PC0207", "`f` has no parameter `a`",
    ),
    "star arguments": (
        "f = lambda *v: a\nreturn f(*x)",
        "PC0105", "can not be unpacked into arguments",
    ),
    "attribute": (
        "f = lambda v: v\nreturn f.real",
        "PC0102", "a function has no attribute `real`",
    ),
    "compared": (
        "f = lambda v: v\nreturn 1.0 if f == f else 2.0",
        "PC0205", "`==` does not work on function",
    ),
    "returned to a kernel": (
        "f = lambda v: v\nreturn f",
        "PC0203", "function",
    ),
    "stored": (
        "x[0] = square\nreturn a",
        "PC0203", "function `square`",
    ),
    "decorated": (
        "@staticmethod\ndef f(v):\n    return v\nreturn f(a)",
        "PC0105", "a nested function can not be decorated",
    ),
    "bad annotation": (
        "def f(v: str):\n    return v\nreturn f(a)",
        "PC0201", "`str` is not a type that exists on a device",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_would_do_otherwise_is_refused(name: str, load: Callable[..., ModuleType]) -> None:
    body, code, fragment = REFUSED[name]
    module = body_module(load, body)
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k_])
    assert caught.value.diagnostics[0].code == code, str(caught.value)
    assert fragment in str(caught.value)
