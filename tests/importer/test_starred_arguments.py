"""Tuples and arrays that are unpacked into the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
from typing import NamedTuple

class Pair(NamedTuple):
    a: f32
    b: f32

@struct
class Line:
    ends: tuple[f32, f32]

    def at(self, t: f32, u: f32) -> f32:
        return self.ends[0] * t + u

@device
def mixed(a: f32, b: f32, c: f32 = 1.0) -> f32:
    return a + 10.0 * b + 100.0 * c

@kernel
def k(y: MutSlice[f32]):
    t = (y[0], y[1])
    y[2] = mixed(*t)
    y[3] = mixed(y[1], *t)
    y[4] = mixed(*t, c=y[0])
    y[5] = max(*t, 0.5) + math.hypot(*(3.0, f32(4.0)))
    own = local_array(2, f32)
    own[0], own[1] = 5.0, 6.0
    y[6] = mixed(*own)
    line = Line((y[0], y[1]))
    y[7] = line.at(*line.ends)
    y[8] = (lambda a, b: a - b)(*t)
    y[9] = f32(u32(fma_of(*t, 1.0)))

def fma_of(a, b, c):
    return a * b + c
"""


def test_unpacked(load: Callable[..., ModuleType]) -> None:
    y = np.array([1, 2, *[0] * 8], np.float32)
    load(SOURCE).k[1, 1](y)
    assert y.tolist() == [1, 2, 121, 212, 121, 7, 165, 3, -1, 3]


@pytest.mark.parametrize(
    ("call", "message", "help"),
    [
        (
            "mixed(*y)",
            "`*y`: a MutSlice[f32] can not be unpacked into arguments: how many they are has to be known",
            "write them out",
        ),
        (
            "mixed(*made())",
            "`*made()`: only a variable is unpacked into arguments",
            "give it a name first: `items = made()`",
        ),
        ("mixed(*t, *t)", "`mixed` takes 3 arguments, not 4", "write `mixed(a, b, c)`"),
    ],
)
def test_refused(load: Callable[..., ModuleType], call: str, message: str, help: str) -> None:
    module = load(
        SOURCE.partition("@kernel")[0]
        + f"""
def made():
    return (f32(1.0), f32(2.0))

@kernel
def k(y: MutSlice[f32]):
    t = (y[0], y[1])
    y[0] = {call}
"""
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics[0]
    assert (found.message, found.help) == (message, help)
