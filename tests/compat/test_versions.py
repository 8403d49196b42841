"""Variables that are assigned again: what never meets its older value is a variable of its own, as in numba."""

from __future__ import annotations

import ast
import textwrap

import numpy as np
import pytest

from periclase.compat.numba_cuda import cuda, uint64
from periclase.compat.numba_cuda.versions import with_versions


def names(text: str) -> str:
    """The function with a name for each version."""
    (function,) = ast.parse(textwrap.dedent(text)).body
    assert isinstance(function, ast.FunctionDef)
    changed, _ = with_versions(function)
    return ast.unparse(changed).partition("\n")[2].replace("    ", " ")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("def f(x):\n x = g(x)\n return x", " x.1 = g(x)\n return x.1"),
        ("def f(a):\n x = 1\n a(x)\n x = 2\n a(x)", " x = 1\n a(x)\n x.1 = 2\n a(x.1)"),
        ("def f(a):\n x = 1\n if a:\n  x = 2\n return x", " x = 1\n if a:\n  x = 2\n return x"),
        ("def f(a):\n x = 1\n if a:\n  x = 2\n  a(x)\n  return\n return x",
         " x = 1\n if a:\n  x.1 = 2\n  a(x.1)\n  return\n return x"),
        ("def f(a):\n x = 1\n for i in a:\n  x = x + i\n return x", " x = 1\n for i in a:\n  x = x + i\n return x"),
        ("def f(a):\n for i in a:\n  t = i\n  a(t)\n for i in a:\n  t = 0.5\n  a(t)",
         " for i in a:\n  t = i\n  a(t)\n for i.1 in a:\n  t.1 = 0.5\n  a(t.1)"),
        ("def f(a):\n x = 1\n while a:\n  x = 2\n  if a:\n   break\n  x = 3\n return x",
         " x = 1\n while a:\n  x = 2\n  if a:\n   break\n  x = 3\n return x"),
        ("def f(a):\n x = a\n x += 1\n return x", " x = a\n x += 1\n return x"),
        ("def f(a):\n x = 1\n g = lambda: x\n x = 2\n return g", " x = 1\n g = lambda: x\n x = 2\n return g"),
        ("def f(a, b):\n a, b = (b, a)\n return a", " a.1, b.1 = (b, a)\n return a.1"),
        ("def f(a):\n i = 3\n a[i], (i, *a[i]) = a", " i = 3\n a[i], (i.1, *a[i.1]) = a"),
        ("def f(a):\n for i, a[i] in a:\n  a[i] = 1", " for i, a[i] in a:\n  a[i] = 1"),
    ],
)  # fmt: skip
def test_versions(text: str, wanted: str) -> None:
    assert names(text) == wanted


def test_a_cast_of_a_parameter_to_its_own_name_keeps_its_bits() -> None:
    @cuda.jit
    def kernel(seed, out):
        seed = uint64(seed)
        seed = seed * uint64(6364136223846793005) + uint64(1442695040888963407)
        out[0] = seed

    out = np.zeros(1, np.uint64)
    kernel[1, 1](12345, out)
    assert int(out[0]) == (12345 * 6364136223846793005 + 1442695040888963407) % 2**64


def test_targets_are_set_from_left_to_right() -> None:
    @cuda.jit
    def kernel(out):
        i = 3
        out[i], i, out[i] = 5, 1, 44

    out = np.zeros(4, np.int64)
    kernel[1, 1](out)
    assert out.tolist() == [0, 44, 0, 5]


def test_messages_know_the_name_in_the_source() -> None:
    @cuda.jit
    def kernel(x):
        found = 1
        x[0] = found
        if x[0] > 2:
            found = 2.5
            x[found] = 1

    with pytest.raises(Exception, match="an index must be an integer, not f64") as caught:
        kernel[1, 1](np.zeros(3))
    assert "found.1" not in str(caught.value)
