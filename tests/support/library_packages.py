"""A package with device functions of every kind, from which libraries are built."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

PACKAGE = {
    "__init__.py": "from geometry.shapes import Point, area, blend, scale\n\n__version__ = '1.2'\n",
    "shapes.py": '''\
"""Shapes."""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np

from geometry.inner import helpers
from geometry.inner.helpers import half
from periclase import MutSlice, Slice, device, f32, kernel, struct, i32
from periclase.gpu import sync_threads, thread_idx_x

PI = 3.0
LIMITS = (np.float32(0.5), 7)
T = TypeVar("T")
Row = Slice[f32]


@struct
class Point:
    x: f32
    y: f32

    def norm(self) -> f32:
        return math.sqrt(self.x * self.x + self.y * self.y)


@device
def area(radius: f32) -> f32:
    """The area of a disc."""
    return f32(PI) * square(radius)


def square(x):
    return x * x


@device
def scale(x, factor: f32 = 2.0):
    return helpers.half(x) * factor + LIMITS[0]


@device
def blend(a: T, b: T, t: f32) -> T:
    return a + (b - a) * t


@device
def distance(a: Point, b: Point) -> f32:
    return Point(a.x - b.x, a.y - b.y).norm()


@device
def total(row: Row) -> f32:
    result = f32(0)
    for i in range(len(row)):
        result += row[i]
    return result


@device
def even(n: i32) -> i32:
    return i32(1) if n == 0 else odd(n - 1)


@device
def odd(n: i32) -> i32:
    return i32(0) if n == 0 else even(n - 1)


@device
def countdown(n) -> i32:
    return n if n <= 0 else countup(n - 1)


@device
def countup(n) -> i32:
    return n if n <= 0 else countdown(n - 1)


@device
def last_in_block(value: f32, shared: MutSlice[f32]) -> f32:
    shared[thread_idx_x()] = value
    sync_threads()
    return shared[len(shared) - 1]


@kernel
def areas(radius: Slice[f32], out: MutSlice[f32]):
    i = thread_idx_x()
    out[i] = area(radius[i]) + half(radius[i])
''',
    "inner/__init__.py": "",
    "inner/helpers.py": "from periclase import device, f32\n\n\n@device\ndef half(x):\n    return x * f32(0.5)\n",
}


def write_package(folder: Path, files: dict[str, str], name: str = "geometry") -> None:
    """Write a package into a folder."""
    for file, text in files.items():
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def forget(name: str) -> None:
    """Drop a package from memory, as if it had never been imported."""
    for module in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
        del sys.modules[module]
    importlib.invalidate_caches()
