"""Random kernels in Python for the front end: types × operations × control flow, without a way to trap but division by chance.

A kernel reads and writes `w: MutSlice[i64]` and `g: MutSlice[f64]`, of `WORDS` elements each.
"""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

WORDS = 8
INTS = ("i8", "u8", "i16", "i32", "u32", "i64", "u64")
FLOATS = ("f32", "f64")
Draw = Callable[[st.SearchStrategy[str]], str]


class _Writer:
    def __init__(self, draw: Draw):
        self._draw = draw
        self.lines: list[str] = []
        self._loops = 0

    def pick(self, *choices: str) -> str:
        return self._draw(st.sampled_from(choices))

    def _leaf(self, type: str) -> str:
        if type in FLOATS:
            kind = self.pick("variable", "memory", "constant")
            if kind == "constant":
                return f"{type}({self.pick('0.0', '1.5', '-2.25', '1e10', '0.1')})"
            return f"v_{type}" if kind == "variable" else f"{type}(g[{self.pick(*'01234567')}])"
        kind = self.pick("variable", "memory", "constant", "array")
        if kind == "constant":
            return f"{type}({self.pick('0', '1', '7', '100')})"
        if kind == "array":
            return f"{type}(a[v_u32 & u32(3)])"
        return f"v_{type}" if kind == "variable" else f"{type}(w[{self.pick(*'01234567')}])"

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
                return f"abs({a})" if type[0] in "if" else f"(~{a})"

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
            self._statement(indent, depth)

    def _statement(self, indent: str, depth: int) -> None:
        kind = self.pick(
            "assign",
            "assign",
            "word",
            "float",
            "array",
            "tuple",
            "struct",
            *(("if", "for", "while") if depth else ()),
        )
        type = self.pick(*INTS, *FLOATS)
        write = self.lines.append
        match kind:
            case "assign":
                write(f"{indent}v_{type} = {self.expression(type, 2)}")
            case "word":
                write(
                    f"{indent}w[{self.pick(*'01234567')}] {self.pick('=', '+=', '^=')} {self.expression('i64', 2)}"
                )
            case "float":
                write(f"{indent}g[{self.pick(*'01234567')}] = {self.expression('f64', 2)}")
            case "array":
                write(f"{indent}a[v_u32 & u32(3)] = {self.expression('i32', 1)}")
            case "tuple":
                write(f"{indent}v_i32, v_u8 = {self.expression('i32', 1)}, {self.expression('u8', 1)}")
            case "struct":
                write(f"{indent}p = Pair({self.expression('i8', 1)}, {self.expression('f64', 1)})")
                write(f"{indent}w[0] += i64(p.x)")
                write(f"{indent}g[0] = p.y")
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


@st.composite
def kernel_sources(draw: Draw) -> str:
    """The text of a module with `@kernel def k(w, g)`."""
    writer = _Writer(draw)
    writer.block("    ", 2)
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
        "def k(w: MutSlice[i64], g: MutSlice[f64]):",
    ]
    return "\n".join([*head, *start, *writer.lines, *end, ""])


__all__ = ["FLOATS", "INTS", "WORDS", "kernel_sources"]
