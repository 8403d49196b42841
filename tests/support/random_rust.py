"""Random functions in Rust: whole numbers of all widths, tuples, arrays, options, loops, closures; none of them panics."""

from __future__ import annotations

import random
from typing import Final

TYPES: Final = ("u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64")
_BINARY: Final = (
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "saturating_add",
    "saturating_sub",
    "min",
    "max",
    "abs_diff",
)
_UNARY: Final = ("count_ones", "leading_zeros", "trailing_zeros", "swap_bytes", "reverse_bits")


class _Writer:
    """Writes one function."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.scope: list[tuple[str, str]] = [("a", "u32"), ("b", "i32"), ("c", "u64")]
        self.lines: list[str] = []
        self.indent = 1
        self.count = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def expression(self, type: str, depth: int = 0) -> str:
        """An expression of a type."""
        chance = self.chance
        if depth > 2 or chance.random() < 0.2:
            return self._leaf(type)
        kind = chance.randrange(11)
        a = self.expression(type, depth + 1)
        if kind == 0:
            method = chance.choice(_BINARY)
            value = f"({a}).{method}({self.expression(type, depth + 1)})"
            return f"({value} as {type})" if method == "abs_diff" else value
        if kind == 1:
            return f"(({a}) {chance.choice('^&|')} ({self.expression(type, depth + 1)}))"
        if kind == 2:
            value = f"({a}).{chance.choice(_UNARY)}()"
            return f"({value} as {type})"
        if kind == 3:
            other = chance.choice(TYPES)
            return f"(({self.expression(other, depth + 1)}) as {type})"
        if kind == 4:
            count = self.expression("u32", depth + 1)
            return f"({a}).{chance.choice(('wrapping_shl', 'wrapping_shr', 'rotate_left', 'rotate_right'))}(({count}) % 8)"
        if kind == 5:
            return f"if {self.condition(depth + 1)} {{ {a} }} else {{ {self.expression(type, depth + 1)} }}".join(
                "()"
            )
        if kind == 6:
            method = chance.choice(
                ("checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem")
            )
            return f"({a}).{method}({self.expression(type, depth + 1)}).unwrap_or({self._leaf(type)})"
        if kind == 7:
            arms = ", ".join(
                f"{n} => {self.expression(type, depth + 1)}" for n in range(chance.randint(1, 3))
            )
            return f"(match ({self.expression('u32', depth + 1)}) % 4 {{ {arms}, _ => {a} }})"
        if kind == 8:
            return f"({a}).overflowing_{chance.choice(('add', 'sub', 'mul'))}({self.expression(type, depth + 1)}).0"
        if kind == 9:
            length = chance.randint(2, 5)
            elements = ", ".join([a, *(self._leaf(type) for _ in range(length - 1))])
            return f"[{elements}][(({self.expression('u32', depth + 1)}) as usize) % {length}]"
        float_type = chance.choice(("f32", "f64"))
        return f"((({a}) as {float_type}) {chance.choice('+-')} {chance.choice(('0.5', '3.0', '1e9'))}) as {type}".join(
            "()"
        )

    def condition(self, depth: int) -> str:
        """A condition."""
        type = self.chance.choice(TYPES)
        sign = self.chance.choice(("<", "<=", ">", ">=", "==", "!="))
        text = f"(({self.expression(type, depth)}) {sign} ({self.expression(type, depth)}))"
        return (
            f"({text} && {self.condition(depth + 1)})" if self.chance.random() < 0.2 and depth < 3 else text
        )

    def _leaf(self, type: str) -> str:
        held = [name for name, other in self.scope if other == type]
        if held and self.chance.random() < 0.75:
            return self.chance.choice(held)
        bits, signed = int(type[1:]), type[0] == "i"
        number = self.chance.choice((0, 1, 2, 3, 7, (1 << (bits - 1)) - 1, self.chance.getrandbits(bits - 1)))
        return f"(-{number}{type})" if signed and self.chance.random() < 0.3 else f"{number}{type}"

    def statement(self, depth: int = 0) -> None:
        """A statement, with those within it."""
        chance = self.chance
        kind = chance.randrange(8 if depth < 2 else 3)
        if kind <= 1:
            type, name = chance.choice(TYPES), self.name()
            self.line(f"let mut {name}: {type} = {self.expression(type)};")
            self.scope.append((name, type))
        elif kind == 2:
            held = [(name, type) for name, type in self.scope if name.startswith("v")]
            if held:
                name, type = chance.choice(held)
                self.line(f"{name} = {self.expression(type)};")
        elif kind == 3:
            self.line(f"if {self.condition(1)} {{")
            self._block(depth)
            self.line("} else {")
            self._block(depth)
            self.line("}")
        elif kind == 4:
            name = self.name()
            self.line(f"for mut {name} in 0..(({self.expression('u32', 1)}) % 5) {{")
            self._block(depth, (name, "u32"))
            self.line("}")
        elif kind == 5:
            first, second = chance.choice(TYPES), chance.choice(TYPES)
            pair, name = self.name(), self.name()
            self.line(f"let {pair} = ({self.expression(first)}, {self.expression(second)}, a);")
            self.line(f"let mut {name}: {second} = {pair}.1;")
            self.scope.append((name, second))
        elif kind == 6:
            type, maybe, name = chance.choice(TYPES), self.name(), self.name()
            self.line(
                f"let {maybe}: Option<{type}> = if {self.condition(1)} {{ Some({self.expression(type)}) }} else {{ None }};"
            )
            self.line(f"if let Some(mut {name}) = {maybe} {{")
            self._block(depth, (name, type))
            self.line("}")
        else:
            type, function, name = chance.choice(TYPES), self.name(), self.name()
            parameter = self.name()
            self.scope.append((parameter, type))
            body = self.expression(type)
            self.scope.pop()
            self.line(f"let {function} = |{parameter}: {type}| -> {type} {{ {body} }};")
            self.line(f"let mut {name}: {type} = {function}({function}({self._leaf(type)}));")
            self.scope.append((name, type))

    def _block(self, depth: int, *inner: tuple[str, str]) -> None:
        before = len(self.scope)
        self.scope += inner
        self.indent += 1
        for _ in range(self.chance.randint(1, 2)):
            self.statement(depth + 1)
        self.indent -= 1
        del self.scope[before:]


def random_function(name: str, seed: int) -> str:
    """A function `fn name(a: u32, b: i32, c: u64) -> u64`; the same for the same seed."""
    writer = _Writer(random.Random(seed))
    for _ in range(writer.chance.randint(2, 4)):
        writer.statement()
    total = " ^ ".join(f"({held} as u64).rotate_left({n % 64})" for n, (held, _) in enumerate(writer.scope))
    return f"fn {name}(a: u32, b: i32, c: u64) -> u64 {{\n" + "\n".join(writer.lines) + f"\n    {total}\n}}\n"


def random_source(seeds: range, group: int) -> str:
    """A source with a function for each seed, and public ones that put the results of `group` of them into one number."""
    text = ["#![allow(unused)]\n", *(random_function(f"random_{seed}", seed) for seed in seeds)]
    for first in seeds[::group]:
        members = range(first, min(first + group, seeds.stop))
        total = " ^ ".join(f"random_{seed}(a, b, c).rotate_left({seed % 61})" for seed in members)
        text.append(f"pub fn group_{first}(a: u32, b: i32, c: u64) -> u64 {{\n    {total}\n}}\n")
    return "\n".join(text)
