"""Types, values and patterns for random functions in Rust: structs, enums of all layouts, floats, wide integers, arrays, options.

No value panics, and none depends on the bits of a NaN.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

WHOLE: Final = (
    *(f"{sign}{width}" for sign in "ui" for width in (8, 16, 32, 64, 128)),
    "usize",
    "isize",
)
FLOATS: Final = ("f32", "f64")
_FLAT: Final = (*WHOLE[:8], "u32", "i32", "usize", "u128", "i128", "bool", "char", *FLOATS)

PRELUDE: Final = """\
#![allow(warnings)]

/// What is compared of a value.
pub trait Fold: Copy {
    const SIZE: usize;
    fn fold(&self) -> u64;
    fn twice(&self) -> u64 { self.fold().rotate_left(9) ^ self.fold().wrapping_mul(3) ^ Self::SIZE as u64 }
}
@WHOLE@
impl Fold for bool { const SIZE: usize = 1; fn fold(&self) -> u64 { *self as u64 } }
impl Fold for char { const SIZE: usize = 4; fn fold(&self) -> u64 { *self as u64 ^ 0x55 } }
impl Fold for f32 {
    const SIZE: usize = 4;
    fn fold(&self) -> u64 { if self.is_nan() { 77 } else { self.to_bits() as u64 } }
}
impl Fold for f64 {
    const SIZE: usize = 8;
    fn fold(&self) -> u64 { if self.is_nan() { 78 } else { self.to_bits() } }
}
impl<T: Fold> Fold for Option<T> {
    const SIZE: usize = core::mem::size_of::<Self>();
    fn fold(&self) -> u64 { match self { None => 5, Some(x) => x.twice() } }
}
impl<T: Fold, E: Fold> Fold for Result<T, E> {
    const SIZE: usize = core::mem::size_of::<Self>();
    fn fold(&self) -> u64 { match self { Ok(x) => x.fold() ^ 11, Err(e) => e.twice() } }
}
impl<T: Fold, const N: usize> Fold for [T; N] {
    const SIZE: usize = N * T::SIZE;
    fn fold(&self) -> u64 { self.iter().fold(N as u64, |a, x| a.rotate_left(5) ^ x.fold()) }
}
impl<A: Fold, B: Fold> Fold for (A, B) {
    const SIZE: usize = A::SIZE + B::SIZE;
    fn fold(&self) -> u64 { self.0.fold().rotate_left(17) ^ self.1.fold() }
}
impl<A: Fold, B: Fold, C: Fold> Fold for (A, B, C) {
    const SIZE: usize = A::SIZE + B::SIZE + C::SIZE;
    fn fold(&self) -> u64 { self.0.fold().rotate_left(17) ^ self.1.fold() ^ self.2.twice() }
}
/// A struct of any parts.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Of<T, U> { x: T, y: U, z: T }
impl<T: Fold, U: Fold> Fold for Of<T, U> {
    const SIZE: usize = core::mem::size_of::<Self>();
    fn fold(&self) -> u64 { self.x.fold() ^ self.y.twice() ^ self.z.fold().rotate_left(33) }
}
pub fn through<T, R, F: Fn(T) -> R>(f: F, x: T) -> R { f(x) }
pub fn again<T: Copy, F: FnMut(T) -> T>(mut f: F, x: T) -> T { let y = f(x); f(y) }
pub fn adder<T: Copy, F: Fn(T, T) -> T>(x: T, add: F) -> impl Fn(T) -> T { move |y| add(x, y) }
pub fn all_of<T: Fold>(values: &[T]) -> u64 { values.iter().map(|v| v.fold()).fold(7, |a, x| a.wrapping_mul(31) ^ x) }
/// A number without the sign of a zero, which the least and the greatest of two leave open.
pub fn plain<T: core::ops::Add<Output = T> + Default>(x: T) -> T { x + T::default() }

"""


OF_WHOLE: Final = (
    "impl Fold for @ {\n    const SIZE: usize = core::mem::size_of::<@>();\n"
    "    fn fold(&self) -> u64 { (*self as u64) ^ (((*self as u128) >> 64) as u64).rotate_left(13) }\n}"
)
"""Written out for each type: which of the impls of one macro is meant, MIR does not tell."""


class Type(NamedTuple):
    """A type.

    Attributes:
        text: as it is written.
        kind: `scalar`, `tuple`, `array`, `option`, `result`, `struct`, `enum`.
        parts: of a tuple or struct those of its fields, of an array the one of each element, of options and results what is held.
        names: of the fields of a struct.
        variants: of an enum: the name of each, the names of its fields (none for a tuple's), their types.
    """

    text: str
    kind: str
    parts: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()
    variants: tuple[tuple[str, tuple[str, ...], tuple[Type, ...]], ...] = ()

    @property
    def is_whole(self) -> bool:
        return self.text in WHOLE

    @property
    def is_float(self) -> bool:
        return self.text in FLOATS

    @property
    def has_floats(self) -> bool:
        inner = [*self.parts, *(part for _, _, parts in self.variants for part in parts)]
        return self.is_float or any(part.has_floats for part in inner)


def scalar(text: str) -> Type:
    return Type(text, "scalar")


def tuple_of(*parts: Type) -> Type:
    return Type(f"({', '.join(part.text for part in parts)})", "tuple", parts)


def array_of(part: Type, length: int) -> Type:
    return Type(f"[{part.text}; {length}]", "array", (part,) * length)


_BITS: Final = {"usize": 64, "isize": 64}


class Values:
    """Writes types and expressions of them, for a module of one function."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.items: list[str] = []
        self.lines: list[str] = []
        self.indent = 2
        self.count = 0
        self.own: list[Type] = []
        self.labels: list[str] = []
        self.scope: list[tuple[str, Type]] = [
            *((n, scalar(t)) for n, t in (("a", "u32"), ("b", "i32"), ("c", "u64"))),
            ("x", scalar("f32")),
            ("y", scalar("f64")),
        ]
        self.fixed = len(self.scope)

    # Names and types

    def fresh(self, start: str = "v") -> str:
        self.count += 1
        return f"{start}{self.count}"

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def flat(self) -> Type:
        return scalar(self.chance.choice(_FLAT))

    def whole(self) -> Type:
        return scalar(self.chance.choice(WHOLE))

    def type(self, depth: int = 0) -> Type:
        """A type."""
        chance = self.chance
        if depth > 1 or chance.random() < 0.35:
            return self.flat()
        if self.own and chance.random() < 0.55:
            return chance.choice(self.own)
        kind = chance.randrange(6)
        if kind == 0:
            return tuple_of(*(self.type(depth + 1) for _ in range(chance.randint(2, 3))))
        if kind == 1:
            return array_of(self.type(depth + 1), chance.randint(1, 5))
        if kind == 2:
            inner = self.type(depth + 1)
            return Type(f"Option<{inner.text}>", "option", (inner,))
        if kind == 3:
            good, bad = self.type(depth + 1), self.flat()
            return Type(f"Result<{good.text}, {bad.text}>", "result", (good, bad))
        if kind == 4:
            first, second = self.type(depth + 1), self.flat()
            return Type(f"Of<{first.text}, {second.text}>", "struct", (first, second, first), ("x", "y", "z"))
        return self.flat()

    def declare(self) -> None:
        """A struct or an enum of the module's own."""
        chance = self.chance
        comparable = "Clone, Copy, PartialEq, PartialOrd"
        if chance.random() < 0.4:
            name = self.fresh("S")
            parts = tuple(self.type(1) for _ in range(chance.randint(1, 4)))
            if chance.random() < 0.3:
                self.items.append(
                    f"#[derive({comparable})]\npub struct {name}({', '.join(p.text for p in parts)});\n"
                )
                made = Type(name, "struct", parts, tuple(str(n) for n in range(len(parts))))
            else:
                names = tuple(f"f{n}" for n in range(len(parts)))
                represented = chance.choice(("", "", "#[repr(C)]\n", "#[repr(align(16))]\n"))
                fields = ", ".join(f"{n}: {p.text}" for n, p in zip(names, parts, strict=True))
                self.items.append(f"#[derive({comparable})]\n{represented}pub struct {name} {{ {fields} }}\n")
                made = Type(name, "struct", parts, names)
            folds = " ^ ".join(f"self.{n}.fold().rotate_left({k})" for k, n in enumerate(made.names))
            self._folded(made, folds)
        else:
            made = self._enum(comparable)
        self.own.append(made)

    def _enum(self, comparable: str) -> Type:
        chance = self.chance
        name = self.fresh("E")
        kind = chance.randrange(5)
        count = 1 if kind == 4 and chance.random() < 0.3 else chance.randint(2, 5)
        variants: list[tuple[str, tuple[str, ...], tuple[Type, ...]]] = []
        texts: list[str] = []
        value = 0
        for n in range(count):
            parts: tuple[Type, ...] = ()
            if kind == 1 and n == 0:  # a niche in what the first holds
                parts = (
                    chance.choice((scalar("bool"), scalar("char"), *self.own[-1:], scalar("bool"))),
                    *([self.flat()] if chance.random() < 0.5 else []),
                )
            elif kind >= 2:
                parts = tuple(self.type(1) for _ in range(chance.randint(0, 3)))
            named = bool(parts) and chance.random() < 0.4
            names = tuple(f"g{k}" for k in range(len(parts))) if named else ()
            variant = f"V{n}"
            if named:
                inner = ", ".join(f"{k}: {p.text}" for k, p in zip(names, parts, strict=True))
                texts.append(f"{variant} {{ {inner} }}")
            elif parts:
                texts.append(f"{variant}({', '.join(p.text for p in parts)})")
            elif kind == 0:
                value += chance.choice((1, 1, 3, 17))
                texts.append(f"{variant} = {value - 4}")
            else:
                texts.append(variant)
            variants.append((variant, names, parts))
        represented = chance.choice(("", "#[repr(i16)]\n", "#[repr(i8)]\n")) if kind == 0 else ""
        if kind == 2 and chance.random() < 0.3:
            represented = chance.choice(("#[repr(C)]\n", "#[repr(u8)]\n", "#[repr(u64)]\n"))
        self.items.append(f"#[derive({comparable})]\n{represented}pub enum {name} {{ {', '.join(texts)} }}\n")
        made = Type(name, "enum", (), (), tuple(variants))
        arms: list[str] = []
        for n, (variant, names, parts) in enumerate(variants):
            bound = [f"p{k}" for k in range(len(parts))]
            shape = self._shape(name, variant, names, bound)
            folds = " ^ ".join(
                [f"{n * 0x1F1F1F1F}", *(f"{p}.fold().rotate_left({k})" for k, p in enumerate(bound))]
            )
            arms.append(f"{shape} => {folds}")
        self._folded(made, f"(match self {{ {', '.join(arms)} }})")
        if kind == 0:
            self.items.append(f"pub fn number_{name.lower()}(e: {name}) -> i64 {{ e as i64 }}\n")
        return made

    @staticmethod
    def _shape(enum: str, variant: str, names: tuple[str, ...], inner: list[str]) -> str:
        if names:
            return (
                f"{enum}::{variant} {{ {', '.join(f'{n}: {p}' for n, p in zip(names, inner, strict=True))} }}"
            )
        return f"{enum}::{variant}({', '.join(inner)})" if inner else f"{enum}::{variant}"

    def _folded(self, type: Type, text: str) -> None:
        own = ""
        if self.chance.random() < 0.3:
            own = " fn twice(&self) -> u64 { !self.fold() ^ (Self::SIZE as u64) << 8 }"
        self.items.append(
            f"impl Fold for {type.text} {{ const SIZE: usize = core::mem::size_of::<Self>(); "
            f"fn fold(&self) -> u64 {{ {text} }}{own} }}\n"
        )

    # Values

    def places(self, wanted: str, writable: bool = False) -> Iterator[str]:
        """What is in scope of a type: locals and their fields."""
        for name, type in self.scope:
            if not writable or name[0] == "v":
                yield from self._within(name, type, wanted, 0)

    def _within(self, text: str, type: Type, wanted: str, depth: int) -> Iterator[str]:
        if type.text == wanted:
            yield text
        if depth < 2:
            if type.kind == "tuple":
                for n, part in enumerate(type.parts):
                    yield from self._within(f"{text}.{n}", part, wanted, depth + 1)
            elif type.kind == "struct":
                for name, part in zip(type.names, type.parts, strict=True):
                    yield from self._within(f"{text}.{name}", part, wanted, depth + 1)
            elif type.kind == "array":
                index = f"{text}[(a as usize).wrapping_add({depth}) % {len(type.parts)}]"
                yield from self._within(index, type.parts[0], wanted, depth + 1)

    def value(self, type: Type, depth: int = 0) -> str:
        """An expression of a type."""
        chance = self.chance
        held = list(self.places(type.text))
        if held and chance.random() < (0.4 if type.kind == "scalar" else 0.5) + 0.15 * depth:
            return chance.choice(held)
        if type.kind != "scalar" and depth < 3 and chance.random() < 0.12:
            parts = self.condition(depth + 1), self.value(type, depth + 1), self.value(type, depth + 1)
            return "(if {} {{ {} }} else {{ {} }})".format(*parts)
        match type.kind:
            case "scalar":
                return self._scalar(type, depth)
            case "tuple":
                return f"({', '.join(self.value(part, depth + 1) for part in type.parts)})"
            case "array":
                if chance.random() < 0.2:
                    return f"[{self.value(type.parts[0], depth + 1)}; {len(type.parts)}]"
                return f"[{', '.join(self.value(part, depth + 1) for part in type.parts)}]"
            case "option":
                inner = type.parts[0]
                if inner.is_whole and chance.random() < 0.3:
                    method = chance.choice(
                        ("checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem")
                    )
                    return f"({self.value(inner, depth + 1)}).{method}({self.value(inner, depth + 1)})"
                if chance.random() < 0.25:
                    return f"None::<{inner.text}>"
                if chance.random() < 0.2:
                    return f"({self.condition(depth + 1)}).then_some({self.value(inner, depth + 1)})"
                return f"Some({self.value(inner, depth + 1)})"
            case "result":
                good = chance.random() < 0.6
                inner = self.value(type.parts[0 if good else 1], depth + 1)
                ending = "Ok" if good else "Err"
                return f"{ending}::<{type.parts[0].text}, {type.parts[1].text}>({inner})"
            case "struct":
                parts = [self.value(part, depth + 1) for part in type.parts]
                path = type.text.split("<")[0]
                if type.names[0] == "0":
                    return f"{path}({', '.join(parts)})"
                pairs = list(zip(type.names, parts, strict=True))
                chance.shuffle(pairs)
                return f"{path} {{ {', '.join(f'{n}: {p}' for n, p in pairs)} }}"
            case _:
                variant, names, parts = chance.choice(type.variants)
                inner_values = [self.value(part, depth + 1) for part in parts]
                return self._shape(type.text, variant, names, inner_values)

    def _scalar(self, type: Type, depth: int) -> str:
        text = type.text
        if depth > 3 or self.chance.random() < 0.2 + 0.1 * depth:
            return self._literal(text)
        if text == "bool":
            return self.condition(depth + 1)
        if text == "char":
            if self.chance.random() < 0.5:
                return f"char::from_u32({self.value(scalar('u32'), depth + 1)} % 0x11_0000).unwrap_or('q')"
            return f"(({self.value(scalar('u8'), depth + 1)}) as char)"
        return self._float(text, depth) if type.is_float else self._whole(text, depth)

    def _literal(self, text: str) -> str:
        chance = self.chance
        if text == "bool":
            return chance.choice(("true", "false"))
        if text == "char":
            return chance.choice(("'a'", "'Z'", "'\\n'", "'\\u{10ffff}'", "'é'", "'\\0'"))
        if text in FLOATS:
            number = chance.choice(("0.0", "-0.0", "1.5", "-2.25", "1e10", "3.0e-5", "0.1", "1e30"))
            return f"({number}{text})"
        bits = _BITS.get(text) or int(text[1:])
        number = chance.choice((0, 1, 2, 3, 7, (1 << (bits - 1)) - 1, chance.getrandbits(bits - 1)))
        return f"(-{number}{text})" if text[0] == "i" and chance.random() < 0.3 else f"{number}{text}"

    def _whole(self, text: str, depth: int) -> str:
        chance = self.chance
        own = scalar(text)
        first = self.value(own, depth + 1)
        match chance.randrange(14):
            case 0 | 1:
                method = chance.choice(
                    (
                        "wrapping_add",
                        "wrapping_sub",
                        "wrapping_mul",
                        "saturating_add",
                        "saturating_sub",
                        "saturating_mul",
                        "min",
                        "max",
                        "abs_diff",
                        "wrapping_div_euclid",
                        "isqrt_of",
                    )
                )
                if method == "wrapping_div_euclid":
                    return f"({first}).wrapping_div_euclid(({self.value(own, depth + 1)}) | 1)"
                if method == "isqrt_of":
                    return f"(({first}) >> 1)"
                made = f"({first}).{method}({self.value(own, depth + 1)})"
                return f"({made} as {text})" if method == "abs_diff" else made
            case 2:
                return f"(({first}) {chance.choice('^&|')} ({self.value(own, depth + 1)}))"
            case 3:
                method = chance.choice(
                    (
                        "count_ones",
                        "leading_zeros",
                        "trailing_zeros",
                        "swap_bytes",
                        "reverse_bits",
                        "leading_ones",
                    )
                )
                return f"(({first}).{method}() as {text})"
            case 4 | 5:
                other = self.flat()
                inner = self.value(other, depth + 1)
                if other.text == "bool" or (other.text == "char" and text != "i8"):
                    return f"(({inner}) as {text})"
                return f"(({inner}) as {text})"
            case 6:
                method = chance.choice(("wrapping_shl", "wrapping_shr", "rotate_left", "rotate_right"))
                return f"({first}).{method}(({self.value(scalar('u32'), depth + 1)}) % 140)"
            case 7:
                method = chance.choice(
                    ("checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem")
                )
                return f"({first}).{method}({self.value(own, depth + 1)}).unwrap_or({self._literal(text)})"
            case 8:
                method = chance.choice(("add", "sub", "mul"))
                return f"({first}).overflowing_{method}({self.value(own, depth + 1)}).0"
            case 9:
                return (
                    f"(if {self.condition(depth + 1)} {{ {first} }} else {{ {self.value(own, depth + 1)} }})"
                )
            case 10:
                return f"({first}).wrapping_pow(({self.value(scalar('u32'), depth + 1)}) % 9)"
            case 11:
                inner = self.value(self.type(1), depth + 2)
                return f"(({inner}).{chance.choice(('fold', 'twice'))}() as {text})"
            case 12:
                option = Type(f"Option<{text}>", "option", (own,))
                name = self.fresh("p")
                with_it = self._with([(name, own)], own, depth + 2)
                return f"({self.value(option, depth + 1)}).map_or({self._literal(text)}, |{name}| {with_it})"
            case _:
                name = self.fresh("p")
                with_it = self._with([(name, own)], own, depth + 2)
                how = chance.choice(("through", "again"))
                return f"{how}(|{name}: {text}| -> {text} {{ {with_it} }}, {first})"

    def _float(self, text: str, depth: int) -> str:
        chance = self.chance
        own = scalar(text)
        first = self.value(own, depth + 1)
        match chance.randrange(9):
            case 0 | 1:
                return f"(({first}) {chance.choice('+-*/')} ({self.value(own, depth + 1)}))"
            case 2:
                return f"({first}).{chance.choice(('sqrt', 'abs', 'floor', 'ceil', 'trunc', 'round', 'recip'))}()"
            case 3:
                return f"({first}).mul_add({self.value(own, depth + 1)}, {self.value(own, depth + 1)})"
            case 4:
                return f"plain(({first}).{chance.choice(('min', 'max'))}({self.value(own, depth + 1)}))"
            case 5:
                other = self.flat()
                while other.text in ("bool", "char"):
                    other = self.flat()
                return f"(({self.value(other, depth + 1)}) as {text})"
            case 6:
                return f"(-({first}))"
            case 7:
                return f"(({first}) % ({self.value(own, depth + 1)}))"
            case _:
                return (
                    f"(if {self.condition(depth + 1)} {{ {first} }} else {{ {self.value(own, depth + 1)} }})"
                )

    def condition(self, depth: int = 0) -> str:
        """A condition."""
        chance = self.chance
        held = list(self.places("bool"))
        if held and chance.random() < 0.2:
            return chance.choice(held)
        kind = chance.randrange(6)
        if kind == 0 and depth < 3:
            type = self.type(1)
            sign = chance.choice(("==", "!=", "<", ">="))
            return f"(({self.value(type, depth + 1)}) {sign} ({self.value(type, depth + 1)}))"
        if kind == 1 and depth < 3:
            type = self.type(1)
            pattern, bound = self.pattern(type, 1)
            guard = f" if {self._condition_with(bound, depth + 2)}" if bound and chance.random() < 0.6 else ""
            return f"matches!({self.value(type, depth + 1)}, {pattern}{guard})"
        if kind == 2:
            joint = chance.choice(("&&", "||"))
            return f"({self._simple(depth)} {joint} {self._simple(depth)})"
        if kind == 3:
            return f"!{self._simple(depth)}"
        return self._simple(depth)

    def _simple(self, depth: int) -> str:
        type = scalar(self.chance.choice((*WHOLE, *FLOATS)))
        sign = self.chance.choice(("<", "<=", ">", ">=", "==", "!="))
        return f"(({self.value(type, depth + 1)}) {sign} ({self.value(type, depth + 1)}))"

    def _with(self, inner: list[tuple[str, Type]], type: Type, depth: int) -> str:
        before = list(self.scope)
        self.scope += inner
        text = self.value(type, depth)
        self.scope[:] = before
        return text

    def _condition_with(self, inner: list[tuple[str, Type]], depth: int) -> str:
        before = list(self.scope)
        self.scope += inner
        text = self.condition(depth)
        self.scope[:] = before
        return text

    # Patterns

    def pattern(self, type: Type, depth: int = 0) -> tuple[str, list[tuple[str, Type]]]:
        """A pattern that a value of a type may have, and what it binds."""
        chance = self.chance
        if depth > 2 or chance.random() < 0.2:
            if chance.random() < 0.4:
                return "_", []
            name = self.fresh("p")
            return name, [(name, type)]
        match type.kind:
            case "scalar":
                return self._scalar_pattern(type)
            case "tuple":
                return self._patterns("({})", type.parts, depth)
            case "array":
                if len(type.parts) > 2 and chance.random() < 0.5:
                    first, bound = self.pattern(type.parts[0], depth + 1)
                    last, more = self.pattern(type.parts[0], depth + 1)
                    return f"[{first}, .., {last}]", bound + more
                return self._patterns("[{}]", type.parts, depth)
            case "option":
                if chance.random() < 0.3:
                    return "None", []
                return self._patterns("Some({})", type.parts, depth)
            case "result":
                good = chance.random() < 0.5
                return self._patterns("Ok({})" if good else "Err({})", (type.parts[0 if good else 1],), depth)
            case "struct":
                return self._fields(type.text.split("<")[0], type.names, type.parts, depth)
            case _:
                variant, names, parts = chance.choice(type.variants)
                path = f"{type.text}::{variant}"
                if not parts:
                    return path, []
                return self._fields(path, names or tuple(str(n) for n in range(len(parts))), parts, depth)

    def _patterns(self, form: str, parts: tuple[Type, ...], depth: int) -> tuple[str, list[tuple[str, Type]]]:
        made = [self.pattern(part, depth + 1) for part in parts]
        return form.replace("{}", ", ".join(text for text, _ in made)), [
            b for _, bound in made for b in bound
        ]

    def _fields(
        self, path: str, names: tuple[str, ...], parts: tuple[Type, ...], depth: int
    ) -> tuple[str, list[tuple[str, Type]]]:
        if names[0] == "0":
            return self._patterns(f"{path}({{}})", parts, depth)
        texts: list[str] = []
        bound: list[tuple[str, Type]] = []
        for name, part in zip(names, parts, strict=True):
            if self.chance.random() < 0.7:
                text, more = self.pattern(part, depth + 1)
                texts.append(f"{name}: {text}")
                bound += more
        return f"{path} {{ {', '.join((*texts, '..'))} }}", bound

    def _scalar_pattern(self, type: Type) -> tuple[str, list[tuple[str, Type]]]:
        chance = self.chance
        text = type.text
        if text == "bool":
            return chance.choice(("true", "false")), []
        if text in FLOATS:
            return "_", []
        if text == "char":
            return chance.choice(("'a'..='z'", "'\\0'..='\\u{ff}'", "'q'")), []
        bits = _BITS.get(text) or int(text[1:])
        top = (1 << (bits - 1)) - 1
        low = chance.choice((0, 1, 5, top // 3))
        form = chance.choice((f"{low}", f"{low}..={min(low + 50, top)}", f"({low}..)", f"0 | 2 | {low + 9}"))
        if chance.random() < 0.3:
            name = self.fresh("p")
            return f"{name} @ ({form})", [(name, type)]
        return form, []
