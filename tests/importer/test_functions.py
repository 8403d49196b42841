"""How arguments reach functions and kernels: by place, by name, by default; against what Python does with the same call."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError, LaunchError
from periclase.importer.python.import_kernels import import_kernels

FUNCTIONS = """
@device
def digits(a: i64, b: i64 = 2, *, c: i64, d: i64 = 4) -> i64:
    return ((a * 10 + b) * 10 + c) * 10 + d

@device
def placed(a: i64, b: i64 = 7, /, c: i64 = 8, *, d: i64 = 9) -> i64:
    return ((a * 10 + b) * 10 + c) * 10 + d

def split(x, parts=2):
    return x // parts, x % parts

def steps(x: i64, out: MutSlice[i64], at: isize):
    out[at] = x
    return x + 1
"""

CALLS = [
    "digits(1, c=3)",
    "digits(1, 5, c=3)",
    "digits(c=3, a=1)",
    "digits(d=9, c=8, b=7, a=6)",
    "placed(1)",
    "placed(1, 2)",
    "placed(1, 2, 3, d=4)",
    "placed(1, c=3)",
    "placed(1, 2, d=4, c=3)",
    "split(17)[0] * 10 + split(17)[1]",
    "split(parts=5, x=17)[0] * 10 + split(17, parts=5)[1]",
]


@pytest.mark.parametrize("call", CALLS)
def test_calls_are_pythons(call: str, load: Callable[..., ModuleType]) -> None:
    module = load(f"{FUNCTIONS}\n@kernel\ndef k_(out: MutSlice[i64]):\n    out[0] = {call}\n")
    out = open_device("cpu").zeros(1, np.int64)
    module.k_[1, 1](out)
    assert out.numpy().tolist() == [eval(call, vars(module))]
    if find_tool("ptxas") is not None:
        for target in ("sm_75", "sm_120"):
            assemble(module.k_.ptx(target), target)


def test_arguments_are_evaluated_in_the_order_in_which_they_are_written(
    load: Callable[..., ModuleType],
) -> None:
    module = load(f"""{FUNCTIONS}
@device
def noted(x: i64, out: MutSlice[i64]) -> i64:
    out[out[0]] = x
    out[0] += 1
    return x

@kernel
def k_(out: MutSlice[i64]):
    out[0] = 1
    out[5] = digits(c=noted(3, out), b=noted(2, out), a=noted(1, out))
""")
    out = open_device("cpu").zeros(6, np.int64)
    module.k_[1, 1](out)
    assert out.numpy().tolist() == [4, 3, 2, 1, 0, 1234]


@pytest.mark.parametrize(
    ("call", "fragment"),
    [
        ("digits(1, 2, 3)", "`digits` takes 2 arguments without a name, not 3"),
        ("digits(1)", "`digits` needs an argument for `c`"),
        ("digits(1, c=3, e=5)", "`digits` has no parameter `e`"),
        ("digits(1, a=2, c=3)", "`digits` gets `a` twice"),
        ("placed(a=1)", "`placed` takes `a` by its place only, not by name"),
        ("placed(1, b=3)", "`placed` takes `b` by its place only, not by name"),
        ("placed(1, 2, 3, 4)", "`placed` takes 3 arguments without a name, not 4"),
    ],
)
def test_calls_that_python_refuses(call: str, fragment: str, load: Callable[..., ModuleType]) -> None:
    module = load(f"{FUNCTIONS}\n@kernel\ndef k_(out: MutSlice[i64]):\n    out[0] = {call}\n")
    with pytest.raises(TypeError):
        eval(call, vars(module))
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k_])
    assert caught.value.diagnostic.code == "PC0207"
    assert fragment in str(caught.value)


KERNEL = """
@struct
class Pair:
    low: i64
    high: i64 = 6

@kernel
def fill(out: MutSlice[i64], a: i64 = 1, /, b: i64 = 2, *, c: i64 = 3, pair: Pair = Pair(4, 5)):
    out[0] = a
    out[1] = b
    out[2] = c
    out[3] = pair.low
    out[4] = pair.high
"""


@pytest.mark.parametrize(
    "call",
    [
        "()",
        "(7)",
        "(7, 8)",
        "(7, b=8, c=9)",
        "(c=9, b=8)",
        "(7, 8, c=9)",
        "(pair=Pair(2), c=1)",
    ],
)
def test_launches_are_pythons(call: str, load: Callable[..., ModuleType]) -> None:
    module = load(KERNEL)
    dev = open_device("cpu")
    out, expected = dev.zeros(5, np.int64), np.zeros(5, np.int64)
    scope = {**vars(module), "out": out, "expected": expected}
    eval(f"fill[1, 1](out, {call[1:]}", scope)
    eval(f"fill.function(expected, {call[1:]}", scope)
    assert out.numpy().tolist() == expected.tolist()
    if find_tool("ptxas") is not None:
        assemble(module.fill.ptx("sm_75"), "sm_75")


@pytest.mark.parametrize(
    ("call", "fragment"),
    [
        ("(out, 1, 2, 3)", "`fill` takes 3 arguments without a name (out, a, b), 4 given"),
        ("(out=out)", "`fill` takes `out` by its place only"),
        ("()", "`fill` needs an argument for `out`"),
        ("(out, a=3)", "`fill` takes `a` by its place only"),
        ("(out, d=3)", "`fill` has no parameter `d`"),
        ("(out, 1, 2, b=3)", "`fill` gets `b` twice"),
    ],
)
def test_launches_that_python_refuses(call: str, fragment: str, load: Callable[..., ModuleType]) -> None:
    module = load(KERNEL)
    scope = {**vars(module), "out": open_device("cpu").zeros(5, np.int64)}
    with pytest.raises(TypeError):
        eval(f"fill.function{call}", scope)
    with pytest.raises(LaunchError) as caught:
        eval(f"fill[1, 1]{call}", scope)
    assert caught.value.diagnostic.code == "PC0404"
    assert fragment in str(caught.value)
    assert "fill[grid, block](out, a, b, c=…, pair=…)" in str(caught.value)
