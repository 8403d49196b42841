"""The same program gives the same bytes: under any hash seed, whatever was imported or compiled before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RUNS = 20

SHAPES = """
from typing import TypeVar
from periclase import *
from periclase.gpu import *

T = TypeVar("T", f32, f64)
FACTOR = 3.0

@struct
class Point:
    x: f32
    y: f32

    def scaled(self, by: f32) -> "Point":
        return Point(self.x * by, self.y * by)

def added(p: Point, q: Point):
    return Point(p.x + q.x, p.y + q.y)

def power(x: T, n: Const[int]) -> T:
    result = T(1)
    for _ in range(n):
        result *= x
    return result
"""

TOOLS = """
from periclase import *
from periclase.gpu import *

def compose(f, g):
    return lambda v: f(g(v))

def both(v):
    def one(w):
        return w + v
    def two(w, by=v):
        return w * by
    return one, two
"""

MAIN = """
import sys
number, order = int(sys.argv[1]), sys.argv[2].split(",")
for name in order:
    __import__(name)
from periclase import *
from periclase.gpu import *
from periclase.fingerprint import fingerprint
from shapes import *
from tools import *

@kernel
def closures(y: MutSlice[f32], h: MutSlice[u32]):
    i = global_idx_x()
    f, g = both(y[i])
    y[i] = compose(f, g)(y[i]) + compose(lambda v: v * FACTOR, lambda v: v + 1.0)(y[i])
    atomic_add(h, i % len(h), 1)

@kernel
def map_(f, x: Slice[T], y: MutSlice[T], n: Const[int]):
    i = thread_idx_x()
    y[i] = power(f(x[i]), n)

@kernel
def structs(p: MutSlice[Point], q: Point):
    p[0] = added(p[0].scaled(2.0), q)

def negated(v):
    return -v

def made(factor):
    return (lambda v: v * factor), (lambda v: v - factor)

filled = [(made(2.0)[0], f32, 2), (made(1.5)[1], f64, 3), (negated, f64, 1), (negated, f32, 2)]
if number % 2:
    filled.reverse()
for types in filled:
    map_.specialise(*types)
kernels = [closures, structs, *map_.specialisations.values()]
if number % 3 == 1:
    kernels.reverse()
texts = {kernel.exported_name: fingerprint(kernel) + "\\n" + kernel.mir() for kernel in kernels}
if "ptx" in sys.argv:
    texts["ptx"] = closures.ptx("sm_75")
for name in sorted(texts):
    print(name)
    print(texts[name])
"""

ORDERS = ["shapes,tools", "tools,shapes", "numpy,shapes,tools", "tools,json,shapes", "decimal,tools,shapes"]


def test_the_same_bytes_in_every_run(tmp_path: Path) -> None:
    for name, text in {"shapes": SHAPES, "tools": TOOLS, "main": MAIN}.items():
        (tmp_path / f"{name}.py").write_text(text)

    def output(number: int, *extra: str) -> str:
        seed = str(number * 7919 % 4294967295)
        return subprocess.run(
            [sys.executable, "main.py", str(number), ORDERS[number % len(ORDERS)], *extra],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    first = output(0)
    assert first.count("mir.func @map__TID_") == 4
    for number in range(1, RUNS):
        assert output(number) == first
    assert output(1, "ptx") == output(RUNS, "ptx")
