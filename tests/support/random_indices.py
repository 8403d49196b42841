"""Random kernels that do what index arithmetic does, and more: sums, products, shifts and divisions of integers, below conditions
and in loops, of which some are indices that are checked.

The kernel is the text of a module with

    def k(x: Slice[u8], out: MutSlice[i64], a: i64, b: i64, c: i32, n: i64)

in which each thread leaves a number that depends on all that it has computed.
"""

from __future__ import annotations

import random

from periclase.launch_versions import MOST_NARROW

BORDERS = (
    *(0, 1, -1, 2, 3, 7, -3, 255, 12345, 65536, -65535, 2**29, -(2**29), MOST_NARROW // 2),
    *(MOST_NARROW, -MOST_NARROW, MOST_NARROW - 1, 1 - MOST_NARROW),
)
"""Arguments that a small launch may have."""
_CONSTANTS = (0, 1, 2, 3, 5, -1, -2, 7, 16, 1000, 65536, 2**20, 2**30, 2**31 - 1, 2**31, -(2**31), 2**40)
_KINDS = (
    "sum",
    "sum",
    "sum",
    "sum",
    "pick",
    "abs",
    "neg",
    "divide",
    "divide",
    "shift",
    "bits",
    "choose",
    "cut",
    "cut",
)


class _Writer:
    def __init__(self, seed: int):
        self.r = random.Random(seed)
        self.names = ["a", "b", "i64(c)", "length", "thread", "place", "n", "m"]
        self.lines: list[str] = []
        self.made = 0

    def name(self) -> str:
        self.made += 1
        return f"v{self.made}"

    def number(self, depth: int = 2) -> str:
        """An expression of type i64."""
        r = self.r
        if depth == 0 or r.random() < 0.25:
            return r.choice(self.names) if r.random() < 0.75 else f"i64({r.choice(_CONSTANTS)})"
        kind, a, b = r.choice(_KINDS), self.number(depth - 1), self.number(depth - 1)
        match kind:
            case "sum":
                return f"({a} {r.choice('++-*')} {b})"
            case "pick":
                return f"{r.choice(('min', 'max'))}({a}, {b})"
            case "abs":
                return f"abs({a})"
            case "neg":
                return f"({r.choice('-~')}{a})"
            case "divide":
                return f"({a} {r.choice(('//', '%'))} i64({r.choice((1, 2, 3, -3, 16, 65536))}))"
            case "shift":
                return f"({a} {r.choice(('<<', '>>'))} i64({r.choice((0, 1, 4, 16, 31))}))"
            case "cut":
                return f"i64({r.choice(('i32', 'i32', 'u32'))}({a} {r.choice('+-*')} {b}))"
            case "bits":
                return f"({a} {r.choice('&|^')} {b})"
            case _:
                return f"({a} if {self.condition(0)} else {b})"

    def condition(self, depth: int = 1) -> str:
        r = self.r
        if depth and r.random() < 0.3:
            return f"({self.condition(0)} {r.choice(('and', 'or'))} {self.condition(0)})"
        relation = r.choice(("<", "<=", ">", ">=", "==", "!="))
        first, second = self.number(1), self.number(1)
        return (
            f"(u64({first}) {relation} u64({second}))"
            if r.random() < 0.2
            else f"({first} {relation} {second})"
        )

    def block(self, indent: int, depth: int, statements: int) -> None:
        for _ in range(statements):
            self.statement("    " * indent, indent, depth)

    def inner(self, indent: int, depth: int) -> None:
        kept = list(self.names)
        self.block(indent + 1, depth - 1, self.r.randint(1, 3))
        self.names = kept

    def statement(self, space: str, indent: int, depth: int) -> None:
        r, add = self.r, self.lines.append
        kind = r.random()
        if kind < 0.35:
            value = self.number()
            self.names.append(self.name())
            add(f"{space}v{self.made} = {value}")
        elif kind < 0.45:
            add(f"{space}m = {self.number()}")
        elif kind < 0.65:
            index = self.number()
            name = self.name()
            add(f"{space}{name} = {index}")
            add(f"{space}if {name} >= 0 and {name} < len(x):")
            add(f"{space}    total = total * 31 + i64(x[{name}]) + {name}")
        elif kind < 0.8 and depth:
            add(f"{space}if {self.condition()}:")
            self.inner(indent, depth)
            add(f"{space}    total = total + 1")
        elif depth:
            counter, rounds = self.name(), self.name()
            step = r.choice((1, 1, 2, 3, -1, -2, 7, 65536, 2**29))
            add(f"{space}{rounds} = i32(0)")
            if r.random() < 0.4:
                # Checked, in a loop of its own.
                add(
                    f"{space}for {counter} in range(max({self.number(1)}, 0), min({self.number(1)}, len(x), 300), 3):"
                )
                add(f"{space}    total = total * 3 + i64(x[{counter}])")
                return
            add(f"{space}for {counter} in range({self.number(1)}, {self.number(1)}, {step}):")
            add(f"{space}    {rounds} = {rounds} + 1")
            add(f"{space}    if {rounds} > 9:")
            add(f"{space}        break")
            self.names.append(counter)
            self.inner(indent, depth)
            self.names.remove(counter)
            add(f"{space}    total = total * 3 + {counter}")


def index_source(seed: int) -> str:
    """The text of a module."""
    writer = _Writer(seed)
    writer.block(1, 3, writer.r.randint(4, 8))
    return "\n".join(
        [
            "from periclase import MutSlice, Slice, i32, i64, kernel, u8, u64",
            "from periclase.gpu import global_idx_x, thread_idx_x",
            "",
            "@kernel",
            "def k(x: Slice[u8], out: MutSlice[i64], a: i64, b: i64, c: i32, n: i64):",
            "    thread, place = i64(thread_idx_x()), i64(global_idx_x())",
            "    length, total, m = i64(len(x)), i64(0), a",
            *writer.lines,
            "    if place < len(out):",
            "        out[place] = total + m * 7",
            "",
        ]
    )


__all__ = ["BORDERS", "index_source"]
