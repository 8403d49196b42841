"""What tests tell of fields and items that may be `None`, until they change; and objects that may be `None` and are changed."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
from both_ways import both_ways

from periclase.diagnostics import CompileError

DEFINITIONS = """
@struct
class P:
    x: f64
    y: f64
    def norm(self) -> f64:
        return self.x * self.x + self.y * self.y
    def move(self, by: f64):
        self.x += by

@struct
class Maybe:
    v: i64 | None = None
    q: P | None = None
    def bump(self) -> i64:
        self.v = None
        return 1

@struct
class Deep:
    o: Maybe
    t: tuple[i64 | None, f64]
    def clear(self):
        self.o.v = None
    def only(self) -> i64:
        return 5 if self.o.v is None else self.o.v
"""

BODIES = {
    "fields": "o = Maybe(n, P(1.0, 2.0))\nif o.v is not None:\n    z[0] = o.v + 1\n"
    "if o.q is not None:\n    y[0] = o.q.x + o.q.norm()",
    "in expressions": "o = Maybe(n)\nz[0] = o.v if o.v is not None else 7\nz[1] = 1 if o.v is not None and o.v > 2 else 0\n"
    "z[2] = 1 if o.v is None or o.v > 2 else 0\nz[3] = 1 if o.q is None or o.q.x > 2 else 0\nz[4] = o.v or 9",
    "items": "t = (n, None) if n > 2 else (n, 4)\nz[0] = -1 if t[1] is None else t[1]\nif t[-1] is None:\n    z[1] = 3",
    "deep": "w = Deep(Maybe(n, P(1.0, 2.0)), (4, 2.0))\nif w.o.v is not None and w.t[0] is not None:\n    z[0] = w.o.v + w.t[0]\n"
    "if w.o.q is not None:\n    w.o.q.x += 3.0\n    y[0] = w.o.q.x\n    w.o.q.move(2.0)\n    y[1] = w.o.q.x\nz[1] = w.only()",
    "set": "o = Maybe(n)\nif o.v is not None:\n    o.v += 5\n    z[0] = o.v\n    o.v = None\n    z[1] = 1 if o.v is None else 2\n"
    "    o.v = 8\n    z[2] = o.v",
    "filled in": "o = Maybe()\nif o.v is None:\n    o.v = 3\nz[0] = o.v",
    "while": "o = Maybe(n)\ni = 0\nwhile o.v is not None:\n    z[i] = o.v\n    i += 1\n    o.v = None if o.v < 2 else o.v - 1",
    "changed by a method": "w = Deep(Maybe(n), (4, 2.0))\nif w.o.v is not None:\n    w.clear()\n"
    "    z[0] = 1 if w.o.v is None else 2",
    "changed in a loop": "o = Maybe(n)\nif o.v is not None:\n    for i in range(3):\n"
    "        z[i] = -1 if o.v is None else o.v\n        o.v = None",
    "object that is changed": "q = P(1.0, 2.0) if n > 2 else None\nif q is not None:\n    q.move(2.0)\n    q.x *= 2.0\n"
    "    y[0] = q.norm()\n    r = copy(q)\n    r.x = 9.0\n    y[1] = q.x + r.x",
    "object set anew": "q = P(1.0, 2.0)\nif n > 2:\n    q = None\nif q is None:\n    q = P(d, d)\nq.y = 7.0\ny[0] = q.x + q.y",
}  # fmt: skip

REFUSED = {
    "cleared by a method": "w = Deep(Maybe(n), (4, 2.0))\nif w.o.v is not None:\n    w.clear()\n    z[0] = w.o.v",
    "cleared by a method in a generator": "o = Maybe(n)\nif o.v is not None:\n    z[1] = sum(o.bump() for e in v)\n"
    "    z[0] = o.v",
    "cleared in a loop": "o = Maybe(n)\nif o.v is not None:\n    for i in range(3):\n        z[i] = o.v\n        o.v = None",
    "cleared as a whole": "o = Maybe(n)\nif o.v is not None:\n    o = Maybe()\n    z[0] = o.v",
    "set through what it is in": "w = Deep(Maybe(n), (4, 2.0))\nif w.o.v is not None:\n    w.o = Maybe()\n    z[0] = w.o.v",
    "on one path": "o = Maybe(n)\nif o.v is not None:\n    z[0] = 1\nz[1] = o.v",
    "an element of an array": "t = local_array(2, Maybe)\nt[0] = Maybe(n)\nif t[0].v is not None:\n    z[0] = t[0].v",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_what_is_told_of_parts(name: str, load: Callable[..., ModuleType]) -> None:
    expected, found = both_ways(load, BODIES[name], "from copy import copy\n" + DEFINITIONS)
    assert found == expected


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_told_any_more(name: str, load: Callable[..., ModuleType]) -> None:
    with pytest.raises(CompileError, match="i64 \\| None"):
        compiled(load, REFUSED[name])


def compiled(load: Callable[..., ModuleType], body: str) -> None:
    text = "".join(f"    {line}\n" for line in body.splitlines())
    load(f"{DEFINITIONS}\n@kernel\ndef k_(v: Slice[i32], z: MutSlice[i64], n: i32):\n{text}").k_.mir()


def test_two_names_for_an_object_that_is_changed(load: Callable[..., ModuleType]) -> None:
    body = (
        "q = P(1.0, 2.0) if n > 2 else None\nif q is not None:\n    r = q\n    r.x = 9.0\n    z[0] = i64(q.x)"
    )
    with pytest.raises(CompileError, match="PC0108"):
        compiled(load, body)
