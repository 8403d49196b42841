"""Values that may be `None`: tests that narrow them, results, defaults, fields, elements and arguments, against Python."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from tests.support.both_ways import both_ways

Load = Callable[..., ModuleType]

DEFINITIONS = """
import enum
from typing import Optional

class Color(enum.IntEnum):
    RED = 1
    BLUE = 4

@struct
class Point:
    x: i32
    y: i32

@struct
class Node:
    value: i32
    next: Optional[i32] = None
    point: Point | None = None

@device
def half(k: i32) -> i32 | None:
    if k % 2 == 0:
        return k // 2
    return None

@device
def half_too(k):
    if k % 2 == 1:
        return None
    return k // 2

@device
def first_above(v, bound: i32) -> Optional[i32]:
    for e in v:
        if e > bound:
            return e

@device
def or_double(k, other=None):
    if other is None:
        other = k * 2
    return k + other

@device
def or_one(k=None):
    return 1 if k is None else k

@device
def quarter(pair, k: i32):
    if k > 2:
        pair = (0.25, pair[1])
    return pair[0]

@device
def unless(k: i32, gone: i32):
    if gone > 2:
        k = None
    return k

@device
def scaled(k: i32, factor: i32 | None = None) -> i32:
    if factor is None:
        factor = 10
    return k * factor

@device
def point(k: i32) -> Point | None:
    return Point(k, k + 1) if k > 0 else None
"""

BODIES = {
    "results": "h = half(n + 1)\nz[0] = h if h is not None else -1\ng = half(n)\nz[1] = -1 if g is None else g\n"
    "z[2] = g is None",
    "results without annotation": "h = half_too(n + 1)\nif h is not None:\n    z[0] = h\nz[1] = half_too(n) is None",
    "falls off the end": "f = first_above(v, 3)\nif f is not None:\n    z[0] = f\nif first_above(v, 100) is None:\n"
    "    z[1] = 1",
    "named in the test": "if (h := half(n + 1)) is not None and h > 1:\n    z[0] = h\nif (g := half(n)) is None:\n"
    "    z[1] = 1\nelse:\n    z[1] = g",
    "defaults": "z[0] = scaled(n)\nz[1] = scaled(n, 2)\nz[2] = scaled(n, None)\nz[3] = scaled(n, factor=half(8))",
    "variables": "k = None\nif n > 2:\n    k = n * 2\nz[0] = 0 if k is None else k\nk = None\nz[1] = k is None",
    "in a loop": "best = None\nfor e in v:\n    if best is None or e > best:\n        best = e\n"
    "z[0] = best if best is not None else -1",
    "in a loop of floats": "least = None\nfor e in x:\n    least = e if least is None else min(least, e)\n"
    "if least is not None:\n    y[0] = least",
    "in a choice by itself": "h = None\nfor e in v:\n    h = e if h is None or e < h else h\nz[0] = h if h is not None else 7",
    "while it is not there": "q = None\nwhile q is None or q < 5:\n    q = (q or 0) + 2\nz[0] = q",
    "early return of a test": "h = half(n + 1)\nassert h is not None\nz[0] = h + 1",
    "continue": "for i in range(6):\n    h = half(i)\n    if h is None:\n        continue\n    z[i] = h * 10 + 1",
    "or": "z[0] = half(n) or 7\nz[1] = half(n + 1) or 7\nz[2] = half(n - 3) or 7",
    "and": "h = half(n + 1)\nz[0] = 1 if h is not None and h > 1 else 0\nz[1] = 0 if h is None or h > 5 else 1",
    "truth": "h = half(n + 1)\nif h:\n    z[0] = h\nif not half(n):\n    z[1] = 1\nif not half(n - 3):\n    z[2] = 1",
    "equal": "h = half(n + 1)\nz[0] = h == 2\nz[1] = h == 3\nz[2] = h != 2\nz[3] = h == None\nz[4] = half(n) == None\n"
    "z[5] = half(n) == h\nz[6] = half(5) == half(7)\nz[7] = half(8) == half(8)",
    "reversed test": "h = half(n + 1)\nif None is not h:\n    z[0] = h\nif not h is None:\n    z[1] = h",
    "structs": "p = point(n)\nif p is not None:\n    z[0] = p.x * 10 + p.y\nz[1] = point(-n) is None",
    "fields": "m = Node(5)\nz[0] = m.next is None\no = Node(5, half(8), point(n))\nk = o.next\nif k is not None:\n"
    "    z[1] = k\nq = o.point\nif q is not None:\n    z[2] = q.y",
    "of enumerations": "c = Color(n + 1) if n > 2 else None\nz[0] = c is Color.BLUE\nz[1] = c.value if c is not None else 0",
    "match": "for i in range(4):\n    match half(i):\n        case None:\n            z[i] = -1\n        case 0:\n"
    "            z[i] = 50\n        case h:\n            z[i] = h",
    "match a variable": "h = half(n + 1)\nmatch h:\n    case None:\n        z[0] = -1\n    case _:\n        z[0] = h + 1",
    "match a struct": "match point(n):\n    case Point(x=3, y=k):\n        z[0] = k\n    case None:\n        z[0] = -1\n"
    "match point(-n):\n    case Point():\n        z[1] = 1\n    case _:\n        z[1] = 2",
    "annotated": "k: i32 | None = None\nif n == 3:\n    k = n\nz[0] = k if k is not None else 0\nw: Optional[f64] = d\n"
    "y[0] = w if w is not None else 0.0",
    "kept in a tuple": "t = (half(n + 1), 5)\nk, m = t\nz[0] = k + m if k is not None else 0",
    "None in a tuple": "t = ((None, (None, n)), None)\nz[0] = t[0][1][1]\nk, m = t[0]\nz[1] = k is None\n"
    "w = (None, None)\nz[2] = w[1] is None",
    "changed by an operator": "h = half(n + 1)\nif h is not None:\n    h -= 1\n    z[0] = h\nwhile h is not None:\n"
    "    if h == 0:\n        h = None\n    else:\n        h -= 1\n    z[1] += 1",
    "defaults without annotation": "z[0] = or_double(n)\nz[1] = or_double(n, 5)\nz[2] = or_double(n, None)\n"
    "z[3] = or_one()\nz[4] = or_one(n)\nf = lambda k=None: 5 if k is None else k\nz[5] = f() * 10 + f(2)",
    "always None": "k = None\nz[0] = 1 if k is None else k\nif k is not None:\n    z[1] = k + 1\nz[2] = k or 4",
    "parameters that get a wider type": "y[0] = quarter((n, 5), n)\ny[1] = quarter((n, 5), n - 1)\n"
    "g = unless(n, n)\nz[0] = g is None\nh = unless(n, 0)\nz[1] = h if h is not None else 0",
    "maybe a slice": "k = None\nif n > 2:\n    k = v\nz[0] = 0 if k is None else k[3]\nif k is not None:\n    z[1] = sum(k)",
    "not None at all": "z[0] = n is None\nz[1] = n is not None\nz[2] = d == None",
    "arrays": "k = None\nfor e in v:\n    if e > 3:\n        k = e\n        break\nelse:\n    k = -1\n"
    "z[0] = k if k is not None else 0",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_none_is_what_it_is_in_python(name: str, load: Load) -> None:
    expected, found = both_ways(load, BODIES[name], DEFINITIONS)
    assert found == expected


def test_arguments_of_launches(load: Load) -> None:
    module = load(
        f"{DEFINITIONS}\n@kernel\ndef k(a: i32 | None, p: Optional[Point], c: Color | None, y: MutSlice[i32]):\n"
        "    y[0] = -1 if a is None else a\n    y[1] = -1 if p is None else p.y\n    y[2] = -1 if c is None else c\n"
    )
    dev = open_device("cpu")
    y = dev.zeros(3, np.int32)
    module.k[1, 1](5, module.Point(1, 2), module.Color.BLUE, y)
    assert y.numpy().tolist() == [5, 2, 4]
    module.k[1, 1](None, None, None, y)
    assert y.numpy().tolist() == [-1, -1, -1]


def test_elements_of_buffers(load: Load) -> None:
    module = load(
        f"{DEFINITIONS}\n@kernel\ndef k(nodes: MutSlice[Node], x: MutSlice[i32 | None]):\n"
        "    n = nodes[0].next\n    nodes[1] = Node(7, None if n is None else n + 1, Point(1, 2))\n"
        "    x[0] = n\n    x[1] = None\n"
    )
    dev = open_device("cpu")
    values = np.zeros(2, module.Node.dtype)
    values[0] = (3, (4, True), ((0, 0), False))
    nodes = dev.array(values)
    x = dev.array(np.zeros(2, np.dtype([("value", np.int32), ("present", np.bool_)], align=True)))
    module.k[1, 1](nodes, x)
    assert module.Node.from_numpy(nodes.numpy()[0]) == module.Node(3, 4)
    assert module.Node.from_numpy(nodes.numpy()[1]) == module.Node(7, 5, module.Point(1, 2))
    assert module.Node(3, 4).to_numpy() == values[0]
    assert x.numpy()["present"].tolist() == [True, False]
    assert x.numpy()["value"][0] == 4


@pytest.mark.parametrize(
    ("text", "code", "fragments"),
    [
        ("y[0] = half(3) + 1", "PC0205", ["`half(3)` may be None here: it is i32 | None", "give it a name"]),
        ("h = half(3)\n    y[0] = h * 2", "PC0205", ["`h` may be None here", "if h is not None:"]),
        ("h = half(3)\n    y[0] = h", "PC0203", ["can not be stored"]),
        ("y[0] = None", "PC0203", ["None can not be stored"]),
        ("y[0] = None + 1", "PC0205", ["is None here"]),
        ("h = half(3)\n    if h is None:\n        y[0] = h + 1", "PC0205", ["is None here"]),
        (
            "h = half(3)\n    if h is not None:\n        h = half(5)\n        y[0] = h + 1",
            "PC0205",
            ["may be None here"],
        ),
        (
            "h = half(3)\n    if h is not None:\n        for i in range(3):\n            y[i] = h + 1\n            h = half(i)",
            "PC0205",
            ["may be None"],
        ),
        ("p = point(3)\n    y[0] = p.x", "PC0205", ["`p` may be None here: it is Point | None"]),
        ("h = half(3)\n    y[0] = 1 if h < 3 else 0", "PC0205", ["may be None here"]),
        ("for e in half(3):\n        pass", "PC0205", ["may be None here"]),
        (
            "q = Point(1, 2)\n    p = q if y[0] > 0 else None\n    q.x = 5\n    y[0] = 0 if p is None else p.x",
            "PC0108",
            ["copy("],
        ),
    ],
)
def test_refused(text: str, code: str, fragments: list[str], load: Load) -> None:
    module = load(f"{DEFINITIONS}\n@kernel\ndef k(y: MutSlice[i32]):\n    {text}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    for fragment in fragments:
        assert fragment in str(caught.value)
