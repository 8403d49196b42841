"""Odd programs: each is compiled to IR that verifies, or refused by a diagnostic; none ends in a traceback from inside."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from types import ModuleType

import pytest
from xdsl.utils.exceptions import VerifyException

from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from periclase.ir.ssa_verifier import verify_ssa

GLOBALS = """\
import enum
import numpy as np
class Color(enum.Enum):
    RED = 1
    NAME = "red"
class Level(enum.IntEnum):
    LOW = 3
class Holder:
    value = 7
    nested = (1, (2.0, True))
@device
def takes(v: f32, w: Slice[f32]) -> f32:
    return v + w[0]
def generic(p, q=None):
    return p
def scaled(p: f32, q: f32 = 2, r: f32 = 0.5) -> f32:
    return p * q + r
def fill(t, n: i32):
    for i in range(n):
        t[i] = 0
def gives(v: MutSlice[f32]):
    return v
def nothing():
    pass
@device
def declared(v: f32) -> None:
    return nothing()
SPECIAL = float("nan")
HUGE = 1 << 70
NP = np.float32(1.5)
NPI = np.int64(5)
NPB = np.bool_(True)
"""

SIGNATURE = "a: i32, b: i64, u: u64, f: f32, d: f64, h: f16, t: bool_, x: Slice[f32], y: MutSlice[f32], n: MutSlice[i32]"

ACCEPTED = [
    "n[0] = Color.RED.value if False else Level.LOW",
    "k = (a, b) < (b, a)",
    "n[0] = Color.RED.value + Level.LOW.value * a",
    "n[0] = Holder.value",
    "y[0] = Holder.nested[1][0]",
    "k = Holder.nested\nn[0] = i32(k[0]) if k[1][1] else 3",
    "y[0] = SPECIAL",
    "y[0] = NP + f",
    "n[0] = NPI\nif NPB:\n    n[1] = 2",
    "y[0] = takes(f, y)",
    "y[0] = takes(w=y, v=f) if False else takes(v=f, w=x)",
    "s = local_array(4, i32)\nfill(s, 4)\nn[0] = s[0]",
    "gives(y)[-1] = f",
    "gives(y)[0] += f",
    "z = y\nz[0] = 1\nz = gives(z)",
    "z = x if a else y[0:0] if False else x\nk = z[0]",
    "nothing()",
    "declared(f)",
    "return declared(f)",
    "...",
    "'doc'",
    "a: i64 = a" if False else "k: i64 = a",
    "k: 'i64' = a",
    "k: i64\nk = 3\nn[0] = i32(k)",
    "k: tuple[i32, f32] = (a, f)\ny[0] = k[1]",
    "if a:\n    pass\nelse:\n    pass",
    "while a > 0:\n    a -= 1",
    "while True:\n    pass",
    "while True:\n    return",
    "while False:\n    unknown_names_are_not_looked_at",
    "for i in range(3):\n    return",
    "for i in range(3):\n    for i in range(2):\n        n[i] = 1",
    "for i in range(u):\n    break",
    "for i in range(t):\n    n[i] = 1",
    "for i in range(b, u and 0 or 3 if False else b, 7):\n    pass",
    "for i in range(a, b, a):\n    n[0] = i32(i)",
    "i = 0\nfor i in range(3):\n    y[i] = 1\nn[0] = i32(i)",
    "k = (((a, b), f), t)\nn[0] = k[0][0][0] if k[1] else 2",
    "(p, (q, r)), s = ((a, (b, f)), t)\ny[q] = r",
    "[p, q] = a, f\ny[p] = q",
    "p, n[0] = f, a",
    "n[a], n[a + 1] = n[a + 1], n[a]",
    "x_ = y_ = 0.0\nx_ += f\ny[0] = x_ + y_",
    "k = 0\nif t:\n    k = 1.5\ny[0] = f32(k)",
    "h = h * 2 + 1\nd = d + h",
    "y[0] = h",
    "t = t & (a > 1) | (not t) ^ True\nn[0] = t",
    "n[0] = (a > 1) + (b > 2) if False else (a > 1)",
    "k = -True\nn[0] = i32(k + (+True) + abs(True) + (True << 2))",
    "n[0] = i32(round(2.5) + round(f) + round(a) + math.floor(2.7) + math.ceil(a))",
    "n[0] = i32(min(1, 2.5)) + max(a, 1, 2)",
    "d = pow(d, 3) + pow(2, 10) + 2.0 ** -2 + d ** -3 + f ** a if False else d",
    "d = f ** n[0] if False else d ** 0",
    "n[0] = a ** 0 + a ** 1 + a ** 64",
    "n[0] = i32(f) + i32(3.99) + i32(-1e30) + i32(True) + i32(t) + i32(u)",
    "y[0] = f32(a) + f32(t) + f32(d) + f32(HUGE)",
    "t = bool(a) and bool_(f) or bool(2)",
    "n[len(n) - 1] = len(x) > 3",
    "assert True\nassert a > 0 and t, 'both'\nassert f",
    "assert False",
    "assert 0, 'never'",
    "raise RuntimeError",
    "if a > 3:\n    raise ValueError('three')\nn[0] = 1",
    "trap()\nn[0] = 1",
    "k = atomic_cas(n[0], 1, 2)\nk = atomic_exchange(n[1], k)",
    "y[0] = np.sqrt(f) + np.float32(a) + np.floor(f)",
    "k = shfl_sync_xor(d, 1) + shfl_sync_up(a, 1)",
    "k = ballot_sync(a) if False else 0",
    "sync_threads()",
    "k = thread_idx_x\nn[0] = i32(k())",
    "k = local_array\nz = k(4, f32)\nz[0] = 1",
    "k = lambda: a\nn[0] = k()",
    "k = local_array((2, 3), bool_)\nk[1, 2] = t\nk[0][-1] = a > 2\nn[0] = k[-1, -1]",
    "k = shared_array(shape=8, dtype=f16)\nk[0] = h",
    "k = local_array(2, np.int16)\nk[0] = 3",
    "n[0] = 1 if 1 < 2 < 3 else 0\nn[1] = 1 if a < 3 < 2 else 0",
    "n[0] = 1 if 3 < a < 2 ** 40 else 0\nn[1] = 1 if -1 < u else 0",
    "if not (t and not (a > 3 or f)):\n    n[0] = 1",
    "if t or True:\n    n[0] = 1",
    "if False or t and True:\n    n[0] = 1",
    "k = t or a > 3 and f > 2\nn[0] = k",
    "n[0] = 1 if a < (1 if t else 2) < u else 0",
    "n[0] = y[0] = 1 if t else 2",
    "k = y[0] = 1.5 if t else 2.5\ny[1] = f32(k)",
    "p, q = (1 if t else 2), (3.5 if t else 4.5)\nn[0] = i32(p)\ny[0] = f32(q)",
    "k = takes(w=x, v=f)",
    "\n".join(f"v{i} = 0" for i in range(40))
    + "\nfor i in range(a):\n"
    + "".join(f"    v{i} = v{i + 1}\n" for i in range(39))
    + "    v39 = 1.5\ny[0] = f32(v0)",
    "y[0] = scaled(f) + scaled(f, f) + scaled(f, r=f) + scaled(r=1, q=f, p=f) + scaled(f, 3, 4)",
    "y[0] = takes(w=x, v=1 if t else 2)",
    "n[0] = " + " + ".join(["a"] * 700),
    "k = " + "(" * 40 + "a" + ",)" * 40 + "\nn[0] = k" + "[0]" * 40,
    "d = f64(10 ** 400)\nn[0] = i32(10 ** 400)",
    "h = f16(f32(h) * 1e10)\ny[0] = h * 1e10",
]  # fmt: skip

REFUSED = [
    "scaled()",
    "scaled(r=f, q=2)",
    "scaled(f, q='two')",
    "n[0] = Color.NAME.value",
    "n[0] = Color.RED.nothing",
    "k: 'not a type(' = a",
    "k: 'Slice[nothing_like_it]' = x",
    "d = d + 10 ** 400",
    "d = math.sqrt(10 ** 400)",
    "d = d if t else 10 ** 400",
    "d = (0.5 if t else 10 ** 400) + d",
    "d = max(d, 10 ** 400)",
    "t = d < 10 ** 400",
    "k = 10 ** 1000 * 10 ** 1000",
    "y[0] = 1e39",
    "y[0] = 1e39 if t else 1e38",
    "k: f16 = h + 1e10",
    "if a == 0:\n    pass\n" + "".join(f"elif a == {i}:\n    n[0] = {i}\n" for i in range(1, 900)),
    "n[0] = HUGE + a",
    "k = Color.NAME",
    "k = Color.BLUE",
    "k = x if t else n",
    "generic(a, b, a)",
    "k = nothing()",
    "return nothing() + 1",
    "yield a",
    "await a",
    "k = yield a",
    "k = (lambda: (yield))()",
    "k = b'x'",
    "k = a if x else b",
    "k = x[::a]",
    "x[0][0] = 1",
    "a[0] = 1",
    "a.real = 1",
    "k = a.bit_length(1)",
    "k = (1).reel",
    "k = [1, 2][0]",
    "k = {**x}",
    "k = f'{a}' + 'x'",
    "k = x == y",
    "n[0] = Color.RED",
    "k = -x",
    "k = not x",
    "k = ~d",
    "k = abs(x)",
    "k = len(a)",
    "k = len()",
    "k = min(a)",
    "k = min(x, y)",
    "k = int('3')",
    "k = i32(x)",
    "k = i32(a, b)",
    "k = i32()",
    "k = range(3)",
    "k = math.sqrt(x)",
    "k = math.sqrt(b)",
    "k = math.fsum(a)",
    "k = math.isnan(a)",
    "k = Holder",
    "k = Holder()",
    "k = np",
    "k = np.array",
    "k = np.zeros(3)",
    "k = local_array(0, f32)",
    "k = local_array(-1, f32)",
    "k = local_array(1.5, f32)",
    "k = local_array(4, str)",
    "k = local_array(4)",
    "k = local_array(1 << 40, f64)",
    "for i in range(3):\n    k = local_array(4, f32)\n    k = local_array(4, f32)",
    "k = (local_array(4, f32), 1)",
    "k = local_array(4, f32) if t else local_array(4, f32)",
    "for i in range():\n    pass",
    "for i in range(1, 2, 3, 4):\n    pass",
    "for i in range(stop=3):\n    pass",
    "for i in range(u, -1, -1):\n    pass",
    "for n[0] in x:\n    pass",
    "for i in enumerate(x):\n    n[i] = i",
    "for i in 5:\n    pass",
    "while x:\n    pass",
    "a += x",
    "x += 1",
    "k += 1",
    "k: f32 = d",
    "k: x = 1",
    "k: 3 = 1",
    "a: f32 = 1",
    "n[0]: i32 = 1",
    "raise ValueError(a)",
    "raise 3",
    "raise",
    "raise ValueError from None",
    "assert x",
    "with open('f') as g:\n    pass",
    "printf()",
    "printf('%d', x)",
    "atomic_add(n[0])",
    "atomic_add(n[0], 1.5)",
    "atomic_add(n[0], 1, scope='galaxy')",
    "atomic_add(y[a], d)",
    "k = shfl_sync_down(x, 1)",
    "thread_idx_x = 3\nk = thread_idx_x()",
    "k = takes(f)",
    "k = takes(f, x, v=f)",
    "k = takes(**x)",
    "return x",
    "return a, b",
    "import numpy",
    "from os import path",
    "nonlocal_ = 1\ndel nonlocal_",
    "type(a)",
    "exec('k = 1')",
    "k = __import__('os')",
    "k = globals()",
    "k = a @ b",
    "a @= b",
    "k = 1 if t else 'x'",
    "k = (t, *x)",
    "k = 10 ** 10 ** 10",
    "k = 1.5 << 2",
    "k = 2 ** -1 << 2",
    "k = (-8) ** 0.5",
    "k = 1e308 * 10 // 0",
]  # fmt: skip


def module_of(load: Callable[..., ModuleType], body: str) -> ModuleType:
    keyword = "async def" if "await" in body else "def"
    return load(GLOBALS + f"@kernel\n{keyword} k_({SIGNATURE}):\n{textwrap.indent(body, '    ')}\n")


@pytest.mark.parametrize("body", ACCEPTED)
@pytest.mark.parametrize("debug", [False, True], ids=["release", "debug"])
def test_accepted(body: str, debug: bool, load: Callable[..., ModuleType]) -> None:
    module = import_kernels([module_of(load, body).k_], debug=debug)
    try:
        module.verify()
    except VerifyException as error:
        raise AssertionError(f"{module}\n{error}") from None
    assert verify_ssa(module) == []


@pytest.mark.parametrize("body", REFUSED)
def test_refused(body: str, load: Callable[..., ModuleType]) -> None:
    module = module_of(load, body)
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k_])
    for diagnostic in caught.value.diagnostics:
        assert diagnostic.span is not None
        assert str(diagnostic)


def test_a_statement_may_be_a_literal(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(c: bool_, n: MutSlice[i32]):
            1.0
            7
            min(1.0, 2.0)
            1.0 if c else 2.0
            -1.5 + 2
            n[0] = 1
        """
    )
    assert "mir.constant 1 : si32" in str(import_kernels([module.k]))
