"""Structs in kernels: construction, fields, methods, operators, elements of slices and arrays, against what Python computes."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError, LaunchError
from periclase.importer.python import one_name

SOURCE = """
from collections import namedtuple
from copy import copy, deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

@struct
class Vec:
    x: f32
    y: f32
    ZERO = 0.0

    def __add__(self, other: "Vec") -> "Vec":
        return Vec(self.x + other.x, self.y + other.y)

    def __sub__(self, other: "Vec"):
        return Vec(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: f32):
        return Vec(self.x * factor, self.y * factor)

    def __rmul__(self, factor: f32):
        return self * factor

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __abs__(self):
        return math.sqrt(self.norm2)

    def __lt__(self, other: "Vec"):
        return self.norm2 < other.norm2

    def __bool__(self):
        return self.x != 0 or self.y != 0

    def __call__(self, t: f32):
        return self.x + self.y * t

    def __getitem__(self, index: i64):
        return self.x if index == 0 else self.y

    def __len__(self):
        return 2

    @property
    def norm2(self):
        return self.x * self.x + self.y * self.y

    @staticmethod
    def diagonal(value: f32):
        return Vec(value, value)

    def scale(self, factor: f32):
        self.x *= factor
        self.y = self.y * factor

    def scaled(self, factor: f32):
        self.scale(factor)
        return copy(self)

@struct
class Particle:
    position: Vec
    velocity: Vec
    mass: f32 = 1.0
    tag: i8 = 3

    def advance(self, dt: f32):
        self.position = self.position + self.velocity * dt
        self.velocity.scale(0.5)

    def moved(self, dt: f32) -> f32:
        self.advance(dt)
        return self.position.x

    def energy(self):
        return 0.5 * self.mass * self.velocity.norm2

@dataclass(frozen=True)
class Limits:
    low: i32
    high: i32

class Pair(NamedTuple):
    first: i32
    second: f32 = 2.5

ORIGIN = Vec(1.0, -1.0)

@dataclass
class Filled:
    x: f32
    y: f32 = field(default_factory=lambda: 1.0)

@device
def made(x: f32) -> Vec:
    return Vec(x, x)
"""


@pytest.fixture
def run(load: Callable[..., ModuleType]) -> Callable[..., list[float]]:
    """`run(body, n=…)`: the elements of `out` after `body`, which may use `i`, `a` (an f32), `k` (an i32), `out`."""

    def run_body(body: str, definitions: str = "", n: int = 4) -> list[float]:
        text = "".join(f"    {line}\n" for line in body.strip().splitlines())
        module = load(
            f"{SOURCE}\n{definitions}\n@kernel\ndef k_(out: MutSlice[f64], a: f32, k: i32):\n    i = thread_idx_x()\n{text}"
        )
        dev = open_device("cpu")
        out = dev.zeros(n, np.float64)
        module.k_[1, 1](out, 3.0, 2)
        if find_tool("ptxas") is not None:
            for target in ("sm_75", "sm_120"):
                assemble(module.k_.ptx(target), target)
        return out.numpy().tolist()

    return run_body


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("v = Vec(a, 2.0)\nout[0] = v.x\nout[1] = v.y", [3, 2]),
        ("v = Vec(y=a, x=5)\nout[0] = v.x\nout[1] = v.y", [5, 3]),
        ("p = Particle(Vec(1.0, 2.0), Vec(a, 0.0))\nout[0] = p.velocity.x + p.mass + p.tag", [7]),
        ("p = Particle(Vec(1.0, 2.0), Vec(a, 0.0), tag=7)\nout[0] = p.tag\nout[1] = p.energy()", [7, 4.5]),
        ("v = Vec(1.0, 2.0)\nv.x = a\nv.y += v.x\nout[0] = v.x\nout[1] = v.y", [3, 5]),
        ("p = Particle(Vec(1.0, 2.0), Vec(a, 8.0))\np.advance(2.0)\nout[0] = p.position.x\nout[1] = p.position.y\n"
         "out[2] = p.velocity.x\nout[3] = p.velocity.y", [7, 18, 1.5, 4]),
        ("p = Particle(Vec(1.0, 2.0), Vec(a, 8.0))\np.position.x -= 4.0\np.velocity = Vec(9.0, 9.5)\n"
         "out[0] = p.position.x\nout[1] = p.velocity.y", [-3, 9.5]),
        ("out[0] = Vec(a, 1.0).scaled(2.0).x\nout[1] = made(a).scaled(3.0).y\n"
         "out[2] = (made(a) if k > 1 else Vec(0.0, 0.0)).scaled(4.0).x", [6, 9, 12]),
        ("out[0] = Particle(Vec(a, 1.0), Vec(1.0, 2.0)).moved(2.0)", [5]),
        ("v = Vec(1.0, 2.0) + Vec(a, 4.0) * 2.0\nout[0] = v.x\nout[1] = v.y", [7, 10]),
        ("v = 2.0 * Vec(a, 1.0) - -Vec(1.0, 1.0)\nout[0] = v.x\nout[1] = v.y", [7, 3]),
        ("v = Vec(a, 1.0)\nv += Vec(1.0, 1.0)\nout[0] = v.x\nout[1] = v.y", [4, 2]),
        ("v = Vec(3.0, 4.0)\nout[0] = abs(v)\nout[1] = i32(len(v))\nout[2] = v[0]\nout[3] = v[1]", [5, 2, 3, 4]),
        ("v = Vec(3.0, 4.0)\nout[0] = v(2.0)\nif v:\n    out[1] = 1\nif not Vec(0.0, 0.0):\n    out[2] = 1", [11, 1, 1]),
        ("out[0] = 1 if Vec(1.0, 1.0) < Vec(a, 1.0) else 0\nout[1] = 1 if Vec(1.0, 1.0) > Vec(a, 1.0) else 0", [1, 0]),
        ("out[0] = 1 if Vec(a, 1.0) == Vec(3.0, 1.0) else 0\nout[1] = 1 if Vec(a, 1.0) != Vec(3.0, 1.0) else 0", [1, 0]),
        ("out[0] = Vec.diagonal(a).y\nv = Vec(1.0, 2.0)\nout[1] = v.diagonal(4.0).x", [3, 4]),
        ("out[0] = ORIGIN.y + ORIGIN.norm2 + ORIGIN.ZERO", [1]),
        ("r = Limits(k, high=5)\nout[0] = r.high - r.low\nout[1] = 1 if r == Limits(2, 5) else 0", [3, 1]),
        ("q = Pair(k)\nout[0] = q.first\nout[1] = q[1]\nm, n = q\nout[2] = m\nout[3] = f64(n) + i32(len(q))", [2, 2.5, 2, 4.5]),
        ("v = Vec(1.0, 2.0) if k > 1 else Vec(5.0, 6.0)\nout[0] = v.x\nv = Vec(7.0, a)\nout[1] = v.x", [1, 7]),
        ("v = Vec(0.0, 0.0)\nfor j in range(5):\n    v = v + Vec(1.0, 2.0)\n    v.x += 1.0\nout[0] = v.x\n"
         "out[1] = v.y", [10, 10]),
        ("v = Vec(a, 1.0)\nw = copy(v)\nw.x = 9.0\nout[0] = v.x\nout[1] = w.x", [3, 9]),
        ("p = Particle(Vec(1.0, 2.0), Vec(3.0, 4.0))\nq = deepcopy(p)\nq.position.x = 9.0\nout[0] = p.position.x\n"
         "out[1] = q.position.x", [1, 9]),
        ("t = local_array(3, Vec)\nfor j in range(3):\n    t[j] = Vec(f32(j), a)\nt[k].y += 1.0\nt[k].scale(2.0)\n"
         "out[0] = t[2].x\nout[1] = t[2].y\nout[2] = t[1].y", [4, 8, 3]),
        ("t = shared_array((2, 3), Particle)\nt[1, k] = Particle(Vec(1.0, 2.0), Vec(3.0, 4.0))\nt[1][k].advance(1.0)\n"
         "out[0] = t[1, 2].position.x", [4]),
        ("t = local_array(4, tuple[i32, f32])\nt[k] = (7, 1.5)\nout[0] = t[2][0]\nout[1] = t[2][1]", [7, 1.5]),
        ("t = local_array((2, 2, 2), i32)\nt[1, k - 1, 0] = 5\nt[1][1][0] += 2\nout[0] = t[1, 1, 0]\n"
         "out[1] = i32(len(t[0]))", [7, 2]),
        ("t = local_array((2, 4), i32)\nt[1, 3] = 5\nout[0] = last_of(t[1])", [5]),
        ("t = shared_array((2, 2), f32)\nset_row(t[1], a)\nout[0] = t[1, 1]\nu = local_array(2, f32)\n"
         "set_row(u, 4.0)\nout[1] = u[1]", [3, 4]),
        ("t = (Vec(1.0, 2.0), k)\nout[0] = f64(t[0].y) + t[1]", [4]),
        ("v, w = swapped(Vec(1.0, 2.0), Vec(3.0, 4.0))\nv.x += 10.0\nout[0] = v.x\nout[1] = w.y", [13, 2]),
        ("t = local_array(3, f32)\nfor j in range(3):\n    t[j] = 1.0\nf = Filter(copy(t), k)\nf.taps[k] = 5.0\n"
         "f.taps[f.count - 1] += 1.0\nout[0] = f.total()\nout[1] = f.taps[-1]\nout[2] = t[2]", [8, 5, 1]),
        ("out[0] = total_of(Filter(local_array(3, f32), k))", [2]),
        ("t = local_array(CONFIG.high, f32)\nout[0] = i32(len(t))", [5]),
    ],
)  # fmt: skip
def test_values(body: str, expected: list[float], run: Callable[..., list[float]]) -> None:
    definitions = """
CONFIG = Limits(1, 5)

@struct
class Filter:
    taps: Array[f32, 3]
    count: i32

    def total(self):
        result = 0.0
        for i in range(3):
            result += self.taps[i]
        return result

def total_of(f: Filter):
    for i in range(f.count):
        assert i < 3
    return f.count

def last_of(row):
    return row[len(row) - 1]

def set_row(row: Array[f32, 2], value: f32):
    row[1] = value

def swapped(a: Vec, b: Vec):
    return Vec(b.x, b.y), Vec(a.x, a.y)
"""
    assert run(body, definitions)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("body", "code", "fragments"),
    [
        ("v = Vec(a, a)\nw = v\nw.x = 1.0", "PC0108", ["`w` is changed", "write `copy(v)`"]),
        ("v = Vec(a, a)\nw = v\nv.x = 1.0\nout[0] = w.x", "PC0108", ["bound to `w`", "copy(v)", "`v.x` is changed here"]),
        ("v = Vec(a, a)\nt = (v, 1)\nv.x = 1.0\nout[0] = t[0].x", "PC0108", ["in a tuple"]),
        ("v = Vec(a, a)\np = Particle(v, Vec(a, a))\nv.x = 1.0", "PC0108", ["a field of a Particle"]),
        ("v = Vec(a, a)\np = Particle(v, Vec(a, a))\np.position.x = 1.0", "PC0108", ["`p` is changed"]),
        ("p = Particle(Vec(a, a), Vec(a, a))\nw = p.position\np.position.x = 1.0", "PC0108", ["`p.position`"]),
        ("p = Particle(Vec(a, a), Vec(a, a))\nq = copy(p)\nq.position.x = 1.0", "PC0108", ["`q` is changed"]),
        ("v = same(Vec(a, a))\nv.x = 1.0", "PC0108", ["same"]),
        ("v = Vec(a, a)\nw = same(v)\nv.x = 1.0", "PC0108", ["bound to `w`"]),
        ("v = Vec(a, a)\nw = same(v)\nv.x = 1.0", "PC0108", ["`v` is changed", "write `copy(v)`"]),
        ("v = Vec(a, a)\nv.scale(2.0)\nw = v", "PC0108", ["bound to `w`"]),
        ("v = w = Vec(a, a)\nv.x = 1.0\nout[0] = w.x", "PC0108", ["`v` is changed", "another object"]),
        ("v = ORIGIN\nv.x = 1.0", "PC0108", ["copy(ORIGIN)"]),
        ("p = Particle(ORIGIN, ORIGIN)\np.velocity.x = 1.0", "PC0108", ["`p` is changed"]),
        ("ORIGIN.scale(2.0)", "PC0208", ["nobody would see"]),
        ("same(Vec(a, a)).scale(2.0)", "PC0208", ["`same(Vec(a, a))`", "nobody would see"]),
        ("t = local_array(4, Vec)\nv = t[0]\nv.x = 1.0", "PC0108", ["copy(t[0])"]),
        ("setting(Vec(a, a))", "PC0109", ["`v` is a parameter", "copy(v)"]),
        ("scaling(Vec(a, a))", "PC0109", ["`v` is a parameter"]),
        ("r = Limits(1, 2)\nr.low = 3", "PC0208", ["frozen"]),
        ("q = Pair(1)\nq.first = 3", "PC0208", ["is a tuple"]),
        ("v = Filled(a)", "PC0104", ["the default of `y` of `Filled` is made by its `default_factory`"]),
        ("v = Vec(a)", "PC0207", ["needs an argument for `y`", "write `Vec(x, y)`"]),
        ("v = Vec(a, a, a)", "PC0207", ["takes 2 arguments, not 3"]),
        ("v = Vec(a, z=a)", "PC0207", ["no parameter `z`"]),
        ("v = Vec(a, f64(a))", "PC0203", ["given for `y` of `Vec`"]),
        ("v = Vec(a, a)\nout[0] = v.z", "PC0102", ["no attribute `z`"]),
        ("v = Vec(a, a)\nout[0] = v.norm3", "PC0102", ["did you mean `norm2`?"]),
        ("v = Vec(a, a)\nv.sclae(2.0)", "PC0102", ["did you mean `scale`?"]),
        ("v = Vec(a, a)\nout[0] = v.scale", "PC0104", ["is a method"]),
        ("v = Vec(a, a) @ Vec(a, a)", "PC0205", ["`@` does not work on Vec"]),
        ("v = Vec(a, a) / 2.0", "PC0205", ["`/` does not work on Vec"]),
        ("v = Limits(1, 2)\nif v:\n    pass", "PC0205", ["no condition"]),
        ("v = Vec(a, a)\nx, y = v", "PC0205", ["can not be unpacked"]),
        ("v = Odd(1)", "PC0105", ["`__post_init__` of its own"]),
        ("v = Doubling(a)\nv.x = 2.0", "PC0201", ["`__setattr__` of its own"]),
        ("v = Answering(a)\nout[0] = v.x", "PC0201", ["`__getattribute__` of its own"]),
        ("v = copy(Copying(a))", "PC0201", ["`__copy__` of its own"]),
        ("v = deepcopy(Holding(DeeplyCopying(a)))", "PC0201", ["`__deepcopy__` of its own"]),
        ("v = Named(1.0)", "PC0207", ["the field `a` of `Named` is given by keyword only"]),
        ("v = Listed([])", "PC0201", ["the field `items` of `Listed`", "list[int]"]),
        ("v = Vec(a, a)\nv = 3", "PC0204", ["no type holds both"]),
        ("Vec(a, a).x = 2.0", "PC0208", ["not a place"]),
        ("out[0] = inside(Block(local_array(2, f32)))", "PC0109", ["the array that is passed for `row`"]),
        ("t = local_array(2, f32)\nb = Block(t)\nt[0] = 1.0", "PC0108", ["a field of a Block"]),
        ("t = local_array(2, f32)\nb = Block(t)\nb.row[0] = 1.0", "PC0108", ["`b` is changed"]),
        ("t = local_array(2, f32)\nb = Block(t)\nfill(t)", "PC0108", ["a field of a Block"]),
        ("b = Block(local_array(2, f32))\nt = b.row", "PC0105", ["a fixed array has one name"]),
    ],
)  # fmt: skip
def test_refused(body: str, code: str, fragments: list[str], load: Callable[..., ModuleType]) -> None:
    text = "".join(f"    {line}\n" for line in body.splitlines())
    module = load(
        SOURCE
        + """
def same(v: Vec):
    return v

@struct
class Block:
    row: Array[f32, 2]

def fill(row):
    row[0] = 1.0

def inside(b: Block):
    fill(b.row)
    return 1.0

def setting(v: Vec):
    v.x = 1.0

def scaling(v: Vec):
    v.scale(2.0)

@struct
class Odd:
    x: i32
    def __post_init__(self):
        self.x += 1

@struct
class Doubling:
    x: f32
    def __setattr__(self, name, value):
        object.__setattr__(self, name, 2 * value)

@struct
class Answering:
    x: f32
    def __getattribute__(self, name):
        return 42.0

@struct
class Copying:
    x: f32
    def __copy__(self):
        return Copying(9.0)

@struct
class DeeplyCopying:
    x: f32
    def __deepcopy__(self, memo):
        return DeeplyCopying(9.0)

@struct
class Holding:
    inner: DeeplyCopying

@struct
class Named:
    a: f64 = field(default=5.0, kw_only=True)
    b: f64 = 3.0

@dataclass
class Listed:
    items: "list[int]"

@kernel
def k_(out: MutSlice[f64], a: f32):
"""
        + text
    )
    with pytest.raises(CompileError) as caught:
        module.k_.mir()
    rendered = str(caught.value)
    assert caught.value.diagnostic.code == code, rendered
    assert [f for f in fragments if f not in rendered] == [], rendered


def test_derived_right_operands_are_asked_first(load: Callable[..., ModuleType]) -> None:
    module = load(
        SOURCE
        + """
@struct
class Base:
    x: f64

    def __add__(self, other):
        return 1.0

    def __radd__(self, other):
        return 2.0

    def __sub__(self, other):
        return 3.0

    def __rsub__(self, other):
        return 4.0

    def __lt__(self, other):
        return False

    def __gt__(self, other):
        return True

@struct
class Derived(Base):
    def __radd__(self, other):
        return 5.0 + self.x * 10.0 + other.x

def values(out: MutSlice[f64]):
    b = Base(1.0)
    d = Derived(2.0)
    out[0] = b + d
    out[1] = d + b
    out[2] = b - d
    out[3] = b + b
    out[4] = 1.0 if b < d else 0.0
    out[5] = 1.0 if d < b else 0.0
    out[6] = 1.0 if b < b else 0.0

@kernel
def k_(out: MutSlice[f64]):
    values(out)
"""
    )
    expected = np.zeros(7)
    module.values(expected)
    buffer = open_device("cpu").zeros(7, np.float64)
    module.k_[1, 1](buffer)
    assert buffer.numpy().tolist() == expected.tolist() == [26.0, 1.0, 3.0, 1.0, 1.0, 0.0, 0.0]


def test_slices_of_structs(load: Callable[..., ModuleType]) -> None:
    module = load(
        SOURCE
        + """
@kernel
def step(particles: MutSlice[Particle], limits: Slice[Limits], energies: OutSlice[f32], dt: f32):
    i = thread_idx_x()
    if i < len(particles) and limits[0].low <= i < limits[-1].high:
        particles[i].position.x += 1.0
        particles[i].advance(dt)
        particles[i].tag -= 1
        energies[i] = particles[i].energy()
        if i == 2:
            particles[i] = Particle(particles[0].position, Vec(7.0, 8.0), mass=particles[i].mass)
"""
    )
    particles = np.zeros(5, module.Particle.dtype)
    particles["position"]["x"] = np.arange(5)
    particles["velocity"]["x"] = 2.0
    particles["mass"] = np.arange(5) + 1
    particles["tag"] = 5
    expected = [module.Particle.from_numpy(p) for p in particles]
    for i in range(1, 4):
        if i == 2:
            continue
        expected[i].position.x += 1.0
        expected[i].advance(0.5)
        expected[i].tag -= 1
    expected[2] = module.Particle(module.Vec(0.0, 0.0), module.Vec(7.0, 8.0), 3.0)
    limits = np.zeros(2, module.Particle.dtype)  # too large a dtype is refused
    dev = open_device("cpu")
    energies = dev.zeros(5, np.float32)
    buffer = dev.array(particles)
    with pytest.raises(LaunchError, match=r"takes a buffer of \{low: int32, high: int32\}"):
        module.step[1, 5](buffer, dev.array(limits), energies, 0.5)
    limits = np.array([(1, 9), (0, 4)], np.dtype([("low", "i4"), ("high", "i4")]))
    module.step[1, 5](buffer, dev.array(limits), energies, 0.5)
    assert [module.Particle.from_numpy(p) for p in buffer.numpy()] == expected
    assert energies.numpy().tolist() == [0, 0.5 * 2, 0.5 * 3, 0.5 * 4, 0]
    if find_tool("ptxas") is not None:
        for target in ("sm_75", "sm_120"):
            assemble(module.step.ptx(target), target)


def test_written_only(load: Callable[..., ModuleType]) -> None:
    module = load(
        SOURCE + "@kernel\ndef k_(v: OutSlice[Vec], w: Slice[Vec]):\n    v[0].x = 1.0\n    v[1] = w[0]\n"
    )
    dev = open_device("cpu")
    out = dev.zeros(2, module.Vec.dtype)
    module.k_[1, 1](out, dev.array(np.ones(1, module.Vec.dtype)))
    assert out.numpy().tolist() == [(1.0, 0.0), (1.0, 1.0)]
    for statement in ("v[0].x += 1.0", "v[1] = v[0]", "v[0].scale(2.0)", "w[0].x = 1.0", "w[0].scale(2.0)"):
        module = load(SOURCE + f"@kernel\ndef k_(v: OutSlice[Vec], w: Slice[Vec]):\n    {statement}\n")
        with pytest.raises(CompileError) as caught:
            module.k_.mir()
        assert caught.value.diagnostic.code == "PC0208", statement


def test_objects_live_in_registers(load: Callable[..., ModuleType]) -> None:
    module = load(
        SOURCE
        + """
@kernel
def k_(particles: MutSlice[Particle], n: i32, shift: Vec):
    i = thread_idx_x()
    p = copy(particles[i])
    v = Vec(0.0, 0.0)
    for j in range(n):
        p.advance(0.5)
        v = v + p.position + shift
        v.y *= 2.0
    p.velocity = copy(v)
    particles[i] = p
"""
    )
    text = module.k_.ptx("sm_90")
    assert ".local" not in text
    assert "call" not in text
    dev = open_device("cpu")
    buffer = dev.array(np.ones(2, module.Particle.dtype))
    module.k_[1, 2](buffer, 2, module.Vec(1.0, 2.0))
    p, v = module.Particle.from_numpy(np.ones(1, module.Particle.dtype)[0]), module.Vec(0.0, 0.0)
    for _ in range(2):
        p.advance(0.5)
        v = v + p.position + module.Vec(1.0, 2.0)
        v.y *= 2.0
    p.velocity = v
    assert module.Particle.from_numpy(buffer.numpy()[1]) == p


def test_a_long_function_is_looked_through_once(
    run: Callable[..., list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh_at, looked_at = one_name._fresh_at, list[object]()

    def count(*arguments: Any) -> bool:
        looked_at.append(arguments)
        return fresh_at(*arguments)

    monkeypatch.setattr(one_name, "_fresh_at", count)

    def looks(times: int) -> int:
        looked_at.clear()
        assert run("v = Vec(a, a)\nv.x = v.y + 1.0\nout[0] = v.x\n" * times)[0] == 4
        return len(looked_at)

    assert looks(40) == 4 * looks(10)


def test_named_tuples_with_annotations_that_are_text(load: Callable[..., ModuleType]) -> None:
    """`typing.NamedTuple` wraps them in forward references."""
    module = load(
        """
        from typing import NamedTuple
        class Pair(NamedTuple):
            first: "f32"
            second: "i32"
        @kernel
        def k(pair: Pair, y: MutSlice[f32]):
            y[0] = pair.first * f32(pair.second)
        """
    )
    y = np.zeros(1, np.float32)
    module.k[1, 1](module.Pair(1.5, 2), y)
    assert y[0] == 3.0
