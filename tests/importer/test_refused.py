"""What the subset refuses: for each case the code, the exact place of the caret, and all that is said (`refused.txt`)."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
from golden_texts import GoldenFile

from periclase.diagnostic_codes import CODES
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SIGNATURE = "a: i32, b: i64, u: u64, f: f32, d: f64, x: Slice[f32], y: MutSlice[f32], n: MutSlice[i32], o: OutSlice[f32]"

GLOBALS = """\
import functools
import os
import time
import random
import numpy as np
TEXT = "hello"
TABLE = [1, 2]
class Point:
    pass
def only_raises(v):
    raise ValueError("no")
def not_ended(v: f32) -> f32:
    if v > 0:
        return v
@device
def pair(p: i32, q: f32) -> f32:
    return q
@device
def recursive(v: i32):
    return recursive(v - 1)
class Callable:
    def __call__(self, v):
        return v
    @classmethod
    def method(cls, v):
        return v
functor = Callable()
@functools.cache
def cached(v):
    return v
def shout(v):
    print(v)
    return v
@kernel
def other(a: i32):
    pass
"""


GOLDEN = GoldenFile(Path(__file__).parent / "refused.txt")


@dataclass
class Case:
    """`body` with the expected range between « and »; `code`."""

    name: str
    body: str
    code: str


def case(name: str, body: str, code: str):
    return pytest.param(Case(name, body, code), id=name)


CASES = [
    # Names
    case("undefined name", "n[0] = «unknown»", "PC0101"),
    case("misspelt name", "n[0] = «thread_idx_xx»()", "PC0101"),
    case("misspelt attribute", "y[0] = «math.sqroot»(f)", "PC0102"),
    case("attribute of a slice", "n[0] = i32(«x.size»)", "PC0102"),
    case("read before assigned", "n[0] = «k»\nk = 1", "PC0103"),
    case("assigned on one path", "if a > 0:\n    k = 1\nn[0] = «k»", "PC0103"),
    case("assigned in a loop", "for i in range(a):\n    k = i\nn[0] = i32(«k»)", "PC0103"),
    case("loop variable after the loop", "for i in range(a):\n    pass\nn[0] = i32(«i»)", "PC0103"),
    case("string constant", "n[0] = «TEXT»", "PC0104"),
    case("captured list", "n[0] = «TABLE»[0]", "PC0104"),
    case("module as a value", "n[0] = «math»", "PC0104"),
    case("function as a value", "n[0] = «pair»", "PC0203"),
    case("numba's index", "n[«cuda».grid(1)] = 1", "PC0101"),
    case("CUDA's index", "n[«threadIdx».x] = 1", "PC0101"),
    case("Triton's index", "n[«tl».program_id(0)] = 1", "PC0101"),
    case("CUDA's barrier", "«__syncthreads»()", "PC0101"),
    case("name of a refused class", "«class inner:\n    pass»\ninner()", "PC0105"),
    case("bound method", "n[0] = «Callable.method(a)»", "PC0105"),
    case("callable object", "n[0] = «functor(a)»", "PC0105"),
    case("cached function", "n[0] = «cached(a)»", "PC0105"),
    # Syntax
    case("list", "k = «[1, 2]»", "PC0105"),
    case("dict", "k = «{1: 2}»", "PC0105"),
    case("set", "k = «{1, 2}»", "PC0105"),
    case("list comprehension", "k = «[i for i in range(3)]»", "PC0105"),
    case("generator", "k = «(i for i in range(3))»", "PC0105"),
    case("lambda that is not called", "n[0] = «lambda v: v»", "PC0203"),
    case("object that can be called", "k = «functor»", "PC0104"),
    case("function of the host", "k = «np.array»", "PC0104"),
    case("f-string", "k = «f'{a}'»", "PC0105"),
    case("string", "k = «'text'»", "PC0105"),
    case("none", "n[0] = «None»", "PC0203"),
    case("bytes", "k = «b'1'»", "PC0105"),
    case("walrus on one path", "if a > 0 and (k := a) > 1:\n    pass\nn[0] = «k»", "PC0103"),
    case("with", "with «a»:\n    pass", "PC0105"),
    case("try", "«try:\n    pass\nexcept ValueError:\n    pass»", "PC0105"),
    case("delete", "k = 1\n«del k»", "PC0105"),
    case("global", "«global TABLE»", "PC0105"),
    case("import", "«import os»", "PC0105"),
    case("nested function that is refused", "def inner():\n    «del a»\ninner()", "PC0105"),
    case("nested class", "«class C:\n    pass»", "PC0105"),
    case("is", "n[0] = 1 if «a is b» else 0", "PC0105"),
    case("in of two types", "n[0] = 1 if «a in x» else 0", "PC0202"),
    case("in a number", "n[0] = 1 if a in «b» else 0", "PC0106"),
    case("in a range of floats", "n[0] = 1 if «f» in range(3) else 0", "PC0205"),
    case("in a range with a step at run time", "n[0] = 1 if a in range(0, 9, «b») else 0", "PC0205"),
    case("in a chain", "n[0] = 1 if «a in (1, 2) == True» else 0", "PC0105"),
    case("tuples of what has no order", "n[0] = 1 if («(x, 1) < (x, 2)») else 0", "PC0205"),
    case("rest of a slice", "«p, *q = x»", "PC0205"),
    case("too few for the rest", "«p, q, *r = (1,)»", "PC0205"),
    case("unpack too many of an array", "t = local_array(3, f32)\n«p, q = t»", "PC0205"),
    case("matrix product", "y[0] = «x @ y»", "PC0105"),
    case("part of a slice with a step", "k = x[:: «a»]", "PC0105"),
    case("part of an array", "t = local_array(8, f32)\nk = t[«1:2»]", "PC0105"),
    case("method", "«x.append(1)»", "PC0105"),
    case("attribute assignment", "«x.size» = 3", "PC0102"),
    case("starred argument", "y[0] = pair(«*x»)", "PC0105"),
    case("object", "k = «Point()»", "PC0105"),
    case("second name of an array", "t = local_array(4, f32)\n«s = t»", "PC0105"),
    case("for over a number", "for v in «a»:\n    pass", "PC0106"),
    case("for over a float", "for v in «f * 2»:\n    pass", "PC0106"),
    case("for over what is only written", "for v in «o»:\n    pass", "PC0208"),
    case("for over a set", "for v in «{1, 2}»:\n    pass", "PC0106"),
    case("for over rows", "t = local_array((2, 2, 2, 2, 2), f32)\nfor «v» in t:\n    pass", "PC0105"),
    case("numbers unpacked", "for «i, j» in range(3):\n    pass", "PC0205"),
    case("unpacked into too few", "for «i, j» in zip(x, x, x):\n    pass", "PC0205"),
    case("enumerate a number", "for i, e in enumerate(«a»):\n    pass", "PC0106"),
    case("enumerate from a float", "for i, e in enumerate(x, «1.5»):\n    pass", "PC0205"),
    case("enumerate of too much", "for i, e in «enumerate(x, 1, 2)»:\n    pass", "PC0207"),
    case("zip of nothing", "for e in «zip()»:\n    pass", "PC0207"),
    case("zip strict at run time", "for e in zip(x, strict=«a > 1»):\n    pass", "PC0210"),
    case("zip misspelt", "for e in zip(x, strikt=«True»):\n    pass", "PC0207"),
    case("reversed zip", "for e in «reversed(zip(x, x))»:\n    pass", "PC0106"),
    case("unroll at run time", "for i in «unroll(range(a))»:\n    pass", "PC0106"),
    case("unroll a slice", "for i in «unroll(x)»:\n    pass", "PC0106"),
    case("unroll too often", "for i in «unroll(range(5000))»:\n    pass", "PC0106"),
    case("unroll too often together", "for i in unroll(range(99)):\n    for j in «unroll(range(99))»:\n        pass",
         "PC0106"),
    case("unroll of 3", "for q in «unroll(range(3), 2, 4)»: pass", "PC0207"),
    # Types
    case("quoted annotation", "k: «'i99'» = 1", "PC0101"),
    case("float literal too large", "y[0] = «1e39»", "PC0203"),
    case("local annotation", "k: «str» = 1", "PC0201"),
    case("augmented with loss", "«n[0] += b»", "PC0203"),
    case("index beyond every slice", "y[«2 ** 70»] = 1", "PC0209"),
    case("index before every slice", "y[«-(2 ** 70)»] = 1", "PC0209"),
    case("shape that is a truth value", "t = local_array(«True», f32)", "PC0210"),
    case("i32 and f32", "y[0] = «a * f»", "PC0202"),
    case("u64 and i64", "n[0] = i32(«u + b»)", "PC0202"),
    case("true division of i64", "d = «b / 2»", "PC0202"),
    case("comparison of u64 and i64", "if «u < b»:\n    pass", "PC0202"),
    case("f64 stored in f32", "y[0] = «d»", "PC0203"),
    case("f64 expression stored in f32", "y[0] = «d * f»", "PC0203"),
    case("i64 stored in i32", "n[0] = «b»", "PC0203"),
    case("float stored in i32", "n[0] = «f»", "PC0203"),
    case("float literal stored in i32", "n[0] = «2.5»", "PC0203"),
    case("large literal stored in i32", "n[0] = «3000000000»", "PC0203"),
    case("literal not exact in f32", "y[0] = «16777217»", "PC0203"),
    case("i32 stored in f32", "y[0] = «a»", "PC0203"),
    case("slice stored as an element", "y[0] = «x»", "PC0203"),
    case("array index stored in i32", "n[0] = «len(x)»", "PC0203"),
    case("two kinds of value", "k = u\n«k» = b", "PC0204"),
    case("slice and number", "k = x\n«k» = 1", "PC0204"),
    case("parameter of another kind", "«a» = x", "PC0204"),
    case("choice of two kinds", "k = «x if a else 1»", "PC0204"),
    case("sum of slices", "k = «x + y»", "PC0205"),
    case("slice as a condition", "if «x»:\n    pass", "PC0205"),
    case("bits of floats", "k = «f & 3»", "PC0205"),
    case("shift of a float", "k = «f << 1»", "PC0205"),
    case("complement of a float", "k = «~f»", "PC0205"),
    case("complement of a truth value", "k = «~(a < 3)»", "PC0205"),
    case("and of a slice", "k = «x» and b > 1", "PC0205"),
    case("and of two types", "k = «f and b»", "PC0204"),
    case("power of a slice", "k = «a ** x»", "PC0205"),
    case("digits at run time", "k = round(f, «a»)", "PC0210"),
    case("pow modulo floats", "k = pow(«f», 2, 3)", "PC0205"),
    case("gcd of floats", "k = math.gcd(«f», 3)", "PC0205"),
    case("factorial of a u64", "k = math.factorial(«u»)", "PC0203"),
    case("fsum", "k = «math.fsum(x)»", "PC0304"),
    case("dist of numbers", "k = «math.dist(f, d)»", "PC0205"),
    case("hypot of a tuple", "k = math.hypot(«(f, d)»)", "PC0205"),
    case("min of a number", "k = min(«a»)", "PC0106"),
    case("sum of a number", "k = sum(«a»)", "PC0106"),
    case("sum of too much", "k = «sum(x, 1, 2)»", "PC0207"),
    case("any of two", "k = «any(x, y)»", "PC0207"),
    case("name of a generator", "k = sum(e for e in x)\ny[0] = «e»", "PC0101"),
    case("negative power of an integer", "k = «a ** -1»", "PC0205"),
    case("range of floats", "for i in range(«f»):\n    pass", "PC0205"),
    case("value of a barrier", "k = «sync_threads()»", "PC0205"),
    case("unpacked number", "«p, q = a»", "PC0205"),
    case("unpacked into too few names", "«p, q = (1, 2, 3)»", "PC0205"),
    case("division by zero", "k = «a // 0»", "PC0206"),
    case("remainder by zero", "k = «a % 0»", "PC0206"),
    case("literal division by zero", "k = «1 / 0»", "PC0206"),
    case("negative shift", "k = «a << -1»", "PC0206"),
    case("huge literal", "k = «1 << 100000»", "PC0206"),
    case("step of zero", "for i in range(0, 3, «0»):\n    pass", "PC0206"),
    case("too few arguments", "y[0] = «pair(a)»", "PC0207"),
    case("too many arguments", "y[0] = «pair(a, f, f)»", "PC0207"),
    case("unknown keyword", "y[0] = pair(a, «r=f»)", "PC0207"),
    case("wrong argument type", "y[0] = pair(a, «d»)", "PC0203"),
    case("stub with arguments", "k = «thread_idx_x(1)»", "PC0207"),
    case("float index", "y[«f»] = 1", "PC0208"),
    case("truth value as index", "y[«a < 3»] = 1", "PC0208"),
    case("store in a read-only slice", "«x[0]» = 1", "PC0208"),
    case("read of an output", "y[0] = «o[0]»", "PC0208"),
    case("augmented output", "«o[0]» += 1", "PC0208"),
    case("two indices of a slice", "y[0] = «x[0, 1]»", "PC0208"),
    case("one index of two", "t = local_array((4, 4), f32)\ny[0] = «t[0]»", "PC0203"),
    case("three indices of two", "t = local_array((4, 4), f32)\ny[0] = «t[0, 1, 2]»", "PC0208"),
    case("index of a number", "y[0] = «f[0]»", "PC0208"),
    case("store in a tuple", "t = (1, 2)\n«t[0]» = 3", "PC0208"),
    case("run-time index of a tuple", "t = (a, a)\nn[0] = t[«a»]", "PC0208"),
    case("index beyond an array", "t = local_array(4, f32)\nt[«4»] = 0", "PC0209"),
    case("negative index beyond an array", "t = local_array(4, f32)\nt[«-5»] = 0", "PC0209"),
    case("index always beyond", "t = local_array(4, f32)\nfor i in range(4, 8):\n    t[«i»] = 0", "PC0209"),
    case("index beyond a tuple", "n[0] = (1, 2)[«2»]", "PC0209"),
    case("shape at run time", "t = local_array(«a», f32)", "PC0210"),
    case("shape of none", "t = local_array(«()», f32)", "PC0210"),
    case("element type", "t = local_array(4, «a»)", "PC0210"),
    case("atomic on a value", "atomic_add(«a», 1)", "PC0210"),
    case("atomic on a read-only slice", "atomic_add(«x[0]», 1.0)", "PC0208"),
    case("unknown word", "atomic_add(n[0], 1, order=«'relaxd'»)", "PC0210"),
    case("format at run time", "printf(«a»)", "PC0210"),
    case("message at run time", "assert a > 0, «a»", "PC0210"),
    case("kernel with a result", "«return a»", "PC0211"),
    # Functions
    case("kernel in a kernel", "«other(a)»", "PC0306"),
    case("operating system", "k = «os.getcwd()»", "PC0304"),
    case("clock", "k = «time.time()»", "PC0304"),
    case("random", "k = «random.random()»", "PC0304"),
    case("print", "«print(a)»", "PC0304"),
    case("sorted", "k = «sorted(x)»", "PC0304"),
    case("numpy on arrays", "k = «np.sum(x)»", "PC0304"),
    case("only raises", "k = «only_raises(a)»", "PC0305"),
]  # fmt: skip


def marked(body: str) -> tuple[str, tuple[int, int], tuple[int, int]]:
    """The body without its marks, and the (line, column) of both, lines from 0."""
    start = body.index("«")
    text = body.replace("«", "")
    end = text.index("»")
    text = text.replace("»", "")

    def position(offset: int) -> tuple[int, int]:
        return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)

    return text, position(start), position(end)


@pytest.mark.parametrize("refused", CASES)
def test_refused(refused: Case, load: Callable[..., ModuleType], request: pytest.FixtureRequest) -> None:
    body, start, end = marked(refused.body)
    header = f"@kernel\ndef k_({SIGNATURE}):\n"
    module = load(header + textwrap.indent(body, "    ") + "\n" + GLOBALS)
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k_])
    assert len(caught.value.diagnostics) == 1, str(caught.value)
    diagnostic = caught.value.diagnostic
    text = str(diagnostic)
    assert diagnostic.code == refused.code, text
    assert diagnostic.code in CODES
    span = diagnostic.span
    assert span is not None
    assert span.file == module.__file__
    first = 3 + 3
    assert (span.line - first, span.column) == (start[0], start[1] + 4), text
    assert span.end_line is not None
    assert span.end_column is not None
    assert (span.end_line - first, span.end_column) == (end[0], end[1] + 4), text
    text = text.replace(str(Path(str(module.__file__)).parent) + "/", "").replace(
        f"{module.__name__}.py", "program.py"
    )
    text = text.replace(module.__name__, "program")
    GOLDEN.check(refused.name, text, write=request.config.getoption("--write-diagnostics"))


def test_every_case_has_its_text(request: pytest.FixtureRequest) -> None:
    names = [parameters.values[0].name for parameters in CASES]
    assert len(set(names)) == len(names)
    GOLDEN.keep(names, write=request.config.getoption("--write-diagnostics"))


def test_several_problems_in_one_run(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(a: i32, f: f32, y: MutSlice[f32]):
            y[0] = a * f
            bad = unknown_one
            y[1] = bad + 1
            if unknown_two:
                y[2] = f64(1) * f
            for i in range(3):
                y[i] = 0.5
                y[i] = [1]
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    codes = [(d.code, d.span.line - 5) for d in caught.value.diagnostics if d.span is not None]
    assert codes == [("PC0202", 2), ("PC0101", 3), ("PC0101", 5), ("PC0203", 6), ("PC0105", 9)]


def test_chain_from_the_kernel(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        def inner(v):
            print(v)
            return v
        @device
        def outer(v: f32) -> f32:
            return inner(v)
        @kernel
        def k(y: MutSlice[f32]):
            y[0] = outer(y[1])
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    diagnostic = caught.value.diagnostic
    assert [frame.function for frame in diagnostic.call_chain] == ["k", "outer", "inner"]
    lines = [frame.span.line if frame.span is not None else None for frame in diagnostic.call_chain]
    assert lines == [13, 10, None]
    assert "which calls: `outer`" in str(diagnostic)


@pytest.mark.parametrize(
    ("parameters", "code", "fragment"),
    [
        ("x: Slice", "PC0201", "Slice[f32]"),
        ("x: list[int]", "PC0201", "takes a slice"),
        ("x: 'nothing'", "PC0201", "can not be evaluated"),
        ("x: str", "PC0201", "not a type that exists on a device"),
        ("x: tuple[()]", "PC0309", "which a launch can not pass"),
        ("*x: i32", "PC0201", "*args"),
        ("**x: i32", "PC0201", "kwargs"),
    ],
)
def test_refused_parameters(
    parameters: str, code: str, fragment: str, load: Callable[..., ModuleType]
) -> None:
    module = load(f"@kernel\ndef k({parameters}):\n    pass\n")
    for ask in (lambda: import_kernels([module.k]), lambda: module.k.parameters):
        with pytest.raises(CompileError) as caught:
            ask()
        assert caught.value.diagnostic.code == code
        assert fragment in str(caught.value)
        assert caught.value.diagnostic.span is not None
        assert caught.value.diagnostic.span.line == 5


def test_source_unavailable() -> None:
    names: dict[str, object] = {}
    exec("from periclase import *\n@kernel\ndef k(x: i32):\n    pass\n", names)
    with pytest.raises(CompileError) as caught:
        import_kernels([names["k"]])  # type: ignore[list-item]
    assert caught.value.diagnostic.code == "PC0107"
    assert "not available" in str(caught.value)


def test_changed_source(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(x: i32):\n    pass\n")
    assert module.__file__ is not None
    with open(module.__file__, "w") as file:
        file.write("\n" * 30)
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert "has changed since it was loaded" in str(caught.value)
