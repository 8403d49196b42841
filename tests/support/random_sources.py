"""Random kernels in Python for the front end: types × operations × control flow; a few of them trap.

A kernel reads and writes `w: MutSlice[i64]` and `g: MutSlice[f64]`, of `WORDS` elements each.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from hypothesis import strategies as st

WORDS = 8
INTS = ("i8", "u8", "i16", "i32", "u32", "i64", "u64")
FLOATS = ("f16", "bf16", "f32", "f64")
REALS = (0.0, -0.0, 1.0, -1.5, 0.1, 1e300, 5e-324, math.inf, -math.inf)
"""Numbers to begin with."""
Draw = Callable[[st.SearchStrategy[str]], str]


class Writer:
    """Writes statements, one after another.

    Attributes:
        lines: what is written so far.
    """

    def __init__(self, draw: Draw):
        self._draw = draw
        self.lines: list[str] = []
        self._loops = 0

    def place(self) -> str:
        """An index of `w` or `g` that this thread has to itself."""
        return self.pick(*"01234567")

    def pick(self, *choices: str) -> str:
        return self._draw(st.sampled_from(choices))

    def _leaf(self, type: str) -> str:
        if type in FLOATS:
            kind = self.pick("variable", "memory", "constant")
            if kind == "constant":
                return f"{type}({self.pick('0.0', '1.5', '-2.25', '1e10', '0.1')})"
            return f"v_{type}" if kind == "variable" else f"{type}(g[{self.place()}])"
        kind = self.pick("variable", "memory", "constant", "array")
        if kind == "constant":
            return f"{type}({self.pick('0', '1', '7', '100')})"
        if kind == "array":
            return f"{type}(a[v_u32 & u32(3)])"
        return f"v_{type}" if kind == "variable" else f"{type}(w[{self.place()}])"

    def expression(self, type: str, depth: int) -> str:
        kind = self.pick("leaf", "binary", "binary", "other") if depth else "leaf"
        if kind == "leaf":
            return self._leaf(type)
        a, b = self.expression(type, depth - 1), self.expression(type, depth - 1)
        if kind == "binary":
            if type in FLOATS:
                return f"({a} {self.pick('+', '-', '*', '/')} {b})"
            op = self.pick("+", "-", "*", "&", "|", "^", "//", "%", "<<", ">>")
            if op in ("//", "%"):
                b = f"({b} | {type}(1))"
            elif op in ("<<", ">>"):
                b = f"({b} & {type}(7))"
            return f"({a} {op} {b})"
        match self.pick("cast", "select", "min", "abs"):
            case "cast":
                source = self.pick(*INTS, *FLOATS)
                return f"{type}({self.expression(source, depth - 1)})"
            case "select":
                return f"({a} if {self.condition(depth - 1)} else {b})"
            case "min":
                return f"{self.pick('min', 'max')}({a}, {b})" if type in INTS else a
            case _:
                return f"abs({a})" if type in FLOATS or type[0] == "i" else f"(~{a})"

    def _risk(self) -> str:
        """A statement that traps for some values."""
        value = self.expression("i64", 1)
        match self.pick("divide", "index", "array", "assert"):
            case "divide":
                return f"v_i64 = {value} {self.pick('//', '%')} v_i64"
            case "index":
                return f"v_i64 = w[v_{self.pick(*INTS)}]"
            case "array":
                return f"a[v_{self.pick(*INTS)}] = v_i32"
            case _:
                return f"assert {self.condition(1)}, 'a claim'"

    def condition(self, depth: int) -> str:
        type = self.pick(*INTS, *FLOATS)
        test = f"{self.expression(type, depth)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.expression(type, depth)}"
        return (
            f"({test} {self.pick('and', 'or')} v_i32 > i32(0))"
            if self.pick("one", "two") == "two"
            else f"({test})"
        )

    def block(self, indent: str, depth: int) -> None:
        for _ in range(int(self.pick("1", "2", "3"))):
            self.statement(indent, depth)

    def statement(self, indent: str, depth: int) -> None:
        kind = self.pick(
            "assign",
            "assign",
            "word",
            "float",
            "array",
            "tuple",
            "struct",
            *(("risk",) if self.pick(*"012") == "2" else ()),
            *(("if", "for", "while") if depth else ()),
        )
        type = self.pick(*INTS, *FLOATS)
        write = self.lines.append
        match kind:
            case "assign":
                write(f"{indent}v_{type} = {self.expression(type, 2)}")
            case "word":
                write(f"{indent}w[{self.place()}] {self.pick('=', '+=', '^=')} {self.expression('i64', 2)}")
            case "float":
                write(f"{indent}g[{self.place()}] = {self.expression('f64', 2)}")
            case "array":
                write(f"{indent}a[v_u32 & u32(3)] = {self.expression('i32', 1)}")
            case "tuple":
                write(f"{indent}v_i32, v_u8 = {self.expression('i32', 1)}, {self.expression('u8', 1)}")
            case "struct":
                write(f"{indent}p = Pair({self.expression('i8', 1)}, {self.expression('f64', 1)})")
                write(f"{indent}w[{self.place()}] += i64(p.x)")
                write(f"{indent}g[{self.place()}] = p.y")
            case "risk":
                write(indent + self._risk())
            case "if":
                write(f"{indent}if {self.condition(1)}:")
                self.block(indent + "    ", depth - 1)
                write(f"{indent}else:")
                self.block(indent + "    ", depth - 1)
            case _:
                self._loops += 1
                name = f"k{self._loops}"
                if kind == "for":
                    write(f"{indent}for {name} in range({self.pick('1', '3')}):")
                else:
                    write(f"{indent}{name} = i32(0)")
                    write(f"{indent}while {name} < i32(3):")
                    write(f"{indent}    {name} += i32(1)")
                self.block(indent + "    ", depth - 1)
                write(f"{indent}    if {self.condition(0)}:")
                write(f"{indent}        {self.pick('break', 'continue')}")


def machine_words() -> st.SearchStrategy[int]:
    """Integers to begin with: those at the ends of the types, and small ones."""
    return st.sampled_from((0, 1, -1, 5, 127, -128, 2**31, 2**63 - 1, -(2**63)))


@st.composite
def kernel_sources(draw: Draw) -> str:
    """The text of a module with `@kernel def k(w, g, total, n)`, for one thread."""
    writer = Writer(draw)
    for _ in range(int(writer.pick(*"2345678"))):
        writer.statement("    ", 2)
    start = [f"    v_{type} = {type}(w[{i}])" for i, type in enumerate(INTS)]
    start += [f"    v_{type} = {type}(g[{i}])" for i, type in enumerate(FLOATS)]
    start += ["    a = local_array(4, i32)", "    for z in range(4):", "        a[z] = i32(z)"]
    end = [f"    w[{i}] ^= i64(v_{type})" for i, type in enumerate(INTS)]
    end += [f"    g[{i}] = f64(v_{type})" for i, type in enumerate(FLOATS)]
    head = [
        "from periclase import *",
        "from periclase.gpu import *",
        "@struct",
        "class Pair:",
        "    x: i8",
        "    y: f64",
        "@kernel",
        "def k(w: MutSlice[i64], g: MutSlice[f64], total: MutSlice[i64], n: i32):",
    ]
    return "\n".join([*head, *start, *writer.lines, *end, ""])


__all__ = ["FLOATS", "INTS", "REALS", "WORDS", "Draw", "Writer", "kernel_sources", "machine_words"]
