"""Random indices and conditions: a grid on the CPU computes, and traps for, what a loop over its threads in Python does."""

from __future__ import annotations

import importlib.util
import operator
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from periclase import open_device
from periclase.runtime import BufferFailure

Values = dict[str, int]
Expression = tuple[str, Callable[[Values], int]]
"""Its text, and what it is in a thread."""

TYPES = {"i32": (32, True), "u32": (32, False), "i64": (64, True), "u64": (64, False)}
CONSTANTS = (0, 1, 2, 3, 7, 64, 255, -1, -3, 1 << 20, (1 << 31) - 5, 3 - (1 << 31))
ARGUMENTS = (
    0,
    1,
    3,
    10,
    63,
    64,
    100,
    -1,
    -5,
    (1 << 31) - 3,
    1 << 31,
    (1 << 32) - 7,
    (1 << 32) + 3,
    -(1 << 31),
)
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul}

HEADER = """\
from periclase import MutSlice, i32, i64, kernel, u32, u64
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x


@kernel
def k(a: i64, b: i64, z: MutSlice[i64]):
"""


def wrapped(value: int, type: str) -> int:
    bits, signed = TYPES[type]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def leaf(r: random.Random, type: str) -> Expression:
    kind = r.choice(("thread", "block", "global", "a", "b", "constant"))
    if kind == "thread":
        return f"{type}(thread_idx_x())", lambda v: wrapped(v["thread"], type)
    if kind == "block":
        return f"{type}(block_idx_x())", lambda v: wrapped(v["block"], type)
    if kind == "global":
        text = f"{type}(block_idx_x() * block_dim_x() + thread_idx_x())"
        return text, lambda v: wrapped(v["block"] * v["width"] + v["thread"], type)
    if kind == "constant":
        value = wrapped(r.choice(CONSTANTS), type)
        return f"{type}({value})", lambda v: value
    return f"{type}({kind})", lambda v: wrapped(v[kind], type)


def expression(r: random.Random, type: str, depth: int) -> Expression:
    if depth == 0 or r.random() < 0.25:
        return leaf(r, type)
    if r.random() < 0.25:
        other = r.choice([each for each in TYPES if each != type])
        text, value = expression(r, other, depth - 1)
        return f"{type}({text})", lambda v: wrapped(value(v), type)
    symbol = r.choice("+-++*")
    (left, first), (right, second) = expression(r, type, depth - 1), expression(r, type, depth - 1)
    return f"({left} {symbol} {right})", lambda v: wrapped(OPERATORS[symbol](first(v), second(v)), type)


def expected(index, condition, size: int, grid: int, values: Values):
    """The contents, and the thread and block that trap, if any does."""
    z = np.zeros(size, np.int64)
    for block in range(grid):
        for thread in range(values["width"]):
            here = {**values, "block": block, "thread": thread}
            if condition(here):
                if not 0 <= (i := index(here)) < size:
                    return z, (thread, block)
                z[i] += 1 + thread
    return z, None


@pytest.mark.parametrize("seed", range(8))
def test_a_grid_does_what_its_threads_do_one_after_another(tmp_path: Path, seed: int) -> None:
    r = random.Random(seed)
    text = ""
    while "thread_idx_x" not in text:  # the compiler reads constant indices as Python does
        text, index = expression(r, r.choice(list(TYPES)), r.choice((1, 2, 3)))
    type, symbol = r.choice(list(TYPES)), r.choice(list(COMPARISONS))
    (left, first), (right, second) = expression(r, type, 2), expression(r, type, 1)
    file = tmp_path / f"random_rows_{seed}.py"
    file.write_text(
        f"{HEADER}    i = {text}\n    if {left} {symbol} {right}:\n        z[i] += 1 + i64(thread_idx_x())\n"
    )
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    device = open_device("cpu")
    for _ in range(20):
        values = {"a": r.choice(ARGUMENTS), "b": r.choice(ARGUMENTS), "width": r.choice((1, 7, 32, 64, 96))}
        size, grid = r.choice((1, 5, 64, 100, 200, 4096)), r.choice((1, 2, 3))
        contents, trap = expected(
            index, lambda v: COMPARISONS[symbol](first(v), second(v)), size, grid, values
        )
        z = device.zeros(size, np.int64)
        module.k[grid, values["width"]](values["a"], values["b"], z)
        if trap is None:
            np.testing.assert_array_equal(z.read(), contents)
            continue
        with pytest.raises(BufferFailure) as caught:
            z.read()
        assert f"thread ({trap[0]}, 0, 0) of block ({trap[1]}, 0, 0)" in str(caught.value)
