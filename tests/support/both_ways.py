"""A body that is run by Python, as a function of numpy arrays, and as a kernel: what both write is to be the same.

The kernel is run compiled, and by the reference interpreter, which has to leave the same.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.codegen.compiler import import_module
from periclase.interpreter.machine import Machine

SIGNATURE = (
    "x: Slice[f64], v: Slice[i32], y: MutSlice[f64], z: MutSlice[i64], n: i32, a: f32, d: f64, b: bool_"
)
TARGETS = ("sm_75", "sm_120")

ENUMS = """
import enum

class Color(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 4

class State(enum.Enum):
    IDLE = 0
    BUSY = 1
    DONE = 7
"""
"""Definitions of two enumerations, for modules that test them."""


def arguments() -> tuple[list[np.ndarray], list[object]]:
    """Fresh arrays `x`, `v`, `y` and `z`, and the numbers `n`, `a`, `d` and `b`."""
    x = np.array([1.5, -2.0, 0.25, 8.0, 3.0])
    v = np.array([3, -1, 4, 10], np.int32)
    return [x, v, np.zeros(16), np.zeros(16, np.int64)], [3, 1.5, -2.25, True]


def interpreted(kernel: Any) -> list[float]:
    """What the reference interpreter leaves in `y` and `z`."""
    machine = Machine(import_module(kernel), steps=4_000_000)
    arrays, (n, a, d, b) = arguments()
    places = [machine.allocate(array.tobytes(), name) for array, name in zip(arrays, "xvyz", strict=True)]
    slices = [
        tuple(place.base.to_bytes(8, "little") + len(array).to_bytes(8, "little"))
        for place, array in zip(places, arrays, strict=True)
    ]
    reals = struct.unpack("<I", struct.pack("<f", a))[0], struct.unpack("<Q", struct.pack("<d", d))[0]
    machine.run_kernel(kernel.name, [*slices, n, *reals, int(b)])
    y, z = (
        np.frombuffer(place.content(), array.dtype)
        for place, array in zip(places[2:], arrays[2:], strict=True)
    )
    return [*y.tolist(), *z.tolist()]


def both_ways(
    load: Callable[..., ModuleType],
    body: str,
    definitions: str = "",
    *,
    assembled: bool = True,
    exact: bool = True,
) -> tuple[list[float], list[float]]:
    """What Python and the compiled kernel leave in `y` and `z`.

    Args:
        load: the fixture that makes modules.
        body: statements, in which `x`, `v`, `y`, `z`, `n`, `a`, `d` and `b` may be used.
        definitions: what the module holds beside the function.
        assembled: whether its PTX is assembled as well, where there is an assembler.
        exact: whether the interpreter has to leave the same to the last bit: it rounds what a library computes once.
    """
    text = "".join(f"    {line}\n" for line in body.strip().splitlines())
    module = load(
        f"import numpy as np\n{definitions}\ndef plain(x, v, y, z, n, a, d, b):\n{text}\n@kernel\ndef k_({SIGNATURE}):\n{text}"
    )
    arrays, numbers = arguments()
    module.plain(*arrays, *numbers)
    expected = [*arrays[2].tolist(), *arrays[3].tolist()]
    dev = open_device("cpu")
    buffers = [dev.array(array) for array in arguments()[0]]
    module.k_[1, 1](*buffers, *numbers)
    found = [*buffers[2].numpy().tolist(), *buffers[3].numpy().tolist()]
    np.testing.assert_allclose(interpreted(module.k_), found, rtol=0.0 if exact else 1e-13)
    if assembled and find_tool("ptxas") is not None:
        for target in TARGETS:
            assemble(module.k_.ptx(target), target)
    return expected, found
