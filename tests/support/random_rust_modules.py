"""Random functions in Rust on values of all kinds: matches with guards, chains of iterators, closures, slices, traits, `?`.

None of them panics, and none of their results depends on the bits of a NaN.
"""

from __future__ import annotations

import random

from random_rust_values import OF_WHOLE, PRELUDE, WHOLE, Type, Values, array_of, scalar, tuple_of


class _Writer(Values):
    """Writes the module of one function."""

    # Statements

    def statement(self, depth: int = 0) -> None:
        """A statement, with those within it."""
        chance = self.chance
        kinds = [self._let, self._let, self._assign, self._assign, self._chain, self._slices, self._change]
        if depth < 2:
            kinds += [
                self._if,
                self._loop,
                self._match,
                self._match,
                self._match,
                self._called,
                self._closure,
            ]
            kinds += [self._early, self._while, self._in_place]
        chance.choice(kinds)(depth)

    def _block(self, depth: int, *inner: tuple[str, Type]) -> None:
        before = list(self.scope)
        self.scope += inner
        self.indent += 1
        for _ in range(self.chance.randint(1, 2)):
            self.statement(depth + 1)
        self.indent -= 1
        self.scope[:] = before

    def _hold(self, type: Type, text: str) -> str:
        name = self.fresh()
        self.line(f"let mut {name}: {type.text} = {text};")
        self.scope.append((name, type))
        return name

    def _let(self, depth: int) -> None:
        type = self.type()
        self._hold(type, self.value(type))

    def _written(self) -> tuple[str, Type] | None:
        held = [(name, type) for name, type in self.scope if name[0] == "v"]
        return self.chance.choice(held) if held else None

    def _assign(self, depth: int) -> None:
        held = self._written()
        if held is None:
            return
        type = held[1]
        inner = type
        while inner.kind in ("tuple", "struct", "array") and self.chance.random() < 0.7:
            inner = self.chance.choice(inner.parts)
        found = list(self._within(held[0], type, inner.text, 0))
        if found:
            self.line(f"{self.chance.choice(found)} = {self.value(inner)};")

    def _if(self, depth: int) -> None:
        if self.chance.random() < 0.5:
            self.line(f"if {self.condition()} {{")
            self._block(depth)
        else:
            type = self.type()
            pattern, bound = self.pattern(type)
            self.line(f"if let {pattern} = ({self.value(type)}) {{")
            self._block(depth, *bound)
        self.line("} else {")
        self._block(depth)
        self.line("}")

    def _loop(self, depth: int) -> None:
        label, name = f"'{self.fresh('l')}", self.fresh("n")
        end = f"(({self.value(scalar('u32'), 1)}) % {self.chance.randint(2, 5)})"
        ranged = self.chance.choice(
            (f"0..{end}", f"0..={end}", f"(0..{end}).rev()", f"(1..{end} * 3).step_by(2)")
        )
        self.line(f"{label}: for {name} in {ranged} {{")
        self.labels.append(label)
        self._block(depth, (name, scalar("u32")))
        self.indent += 1
        if self.chance.random() < 0.6:
            to = self.chance.choice(self.labels)
            self.line(f"if {self.condition(1)} {{ {self.chance.choice(('break', 'continue'))} {to}; }}")
            self._block(depth + 1, (name, scalar("u32")))
        self.indent -= 1
        self.labels.pop()
        self.line("}")

    def _while(self, depth: int) -> None:
        type = self.type()
        turn, result = self.fresh("t"), self.fresh()
        label = f"'{self.fresh('l')}"
        self.line(f"let mut {turn} = 0u8;")
        self.line(f"let mut {result}: {type.text} = {label}: loop {{")
        self.labels.append("")
        self.indent += 1
        self.line(f"{turn} += 1;")
        self.line(f"if {turn} > 3 {{ break {label} {self.value(type, 1)}; }}")
        self.line(f"if {self.condition(1)} {{ break {label} {self.value(type, 1)}; }}")
        saved, self.labels = self.labels, []
        self._block(depth + 1, (turn, scalar("u8")))
        self.labels = saved
        self.indent -= 1
        self.labels.pop()
        self.line("};")
        self.scope.append((result, type))

    def _match(self, depth: int) -> None:
        type = self.chance.choice((self.type(), *(self.own[-1:])))
        result = self.type(1)
        as_value = self.chance.random() < 0.5
        name = self.fresh()
        subject = self.value(type)
        self.line(
            f"let mut {name}: {result.text} = match ({subject}) {{" if as_value else f"match ({subject}) {{"
        )
        self.indent += 1
        for _ in range(self.chance.randint(1, 4)):
            pattern, bound = self.pattern(type)
            guard = f" if {self._condition_with(bound, 1)}" if self.chance.random() < 0.4 else ""
            if as_value:
                self.line(f"{pattern}{guard} => {self._with(bound, result, 1)},")
            else:
                self.line(f"{pattern}{guard} => {{")
                self._block(depth, *bound)
                self.line("}")
        self.line(f"_ => {self.value(result, 1)}," if as_value else "_ => {}")
        self.indent -= 1
        self.line("};" if as_value else "}")
        if as_value:
            self.scope.append((name, result))

    def _in_place(self, depth: int) -> None:
        """A match by reference that changes what it finds."""
        held = [
            (n, t) for n, t in self.scope if n[0] == "v" and t.kind in ("enum", "option", "result", "struct")
        ]
        if not held:
            return
        name, type = self.chance.choice(held)
        pattern, bound = self.pattern(type)
        before = list(self.scope)
        self.scope[:] = [entry for entry in self.scope if entry[0] != name]
        changes = " ".join(f"*{b} = {self.value(t, 1)};" for b, t in bound)
        self.scope[:] = before
        self.line(f"match &mut {name} {{ {pattern} => {{ {changes} }} _ => {{}} }}")

    def _change(self, depth: int) -> None:
        held = self._written()
        if held is None:
            return
        name, type = held
        before = list(self.scope)
        self.scope[:] = [entry for entry in self.scope if entry[0] != name]
        given = self.value(type, 1)
        self.scope[:] = before
        if type.kind == "option" and self.chance.random() < 0.5:
            self._hold(
                type,
                self.chance.choice((f"{name}.take()", f"{name}.replace({self.value(type.parts[0], 2)})")),
            )
        elif self.chance.random() < 0.5:
            self._hold(type, f"core::mem::replace(&mut {name}, {given})")
        else:
            other = self._hold(type, given)
            self.line(f"core::mem::swap(&mut {name}, &mut {other});")

    def _called(self, depth: int) -> None:
        """A function of the module's own, whose parameters and result are of any type."""
        chance = self.chance
        types = [self.type() for _ in range(chance.randint(1, 3))]
        result = self.type()
        how = [chance.choice(("", "", "&", "&mut ")) for _ in types]
        name = self.fresh("call")
        before, self.scope[:] = list(self.scope), [(f"q{n}", t) for n, t in enumerate(types)]
        self.scope += [("a", scalar("u32"))]
        headers = [f"q{n}: {h}{t.text}" for n, (h, t) in enumerate(zip(how, types, strict=True))]
        lets = " ".join(f"let q{n} = *q{n};" for n, h in enumerate(how) if h == "&")
        news = " ".join(
            f"*r{n} = {self.value(t, 2)};"
            for n, (h, t) in enumerate(zip(how, types, strict=True))
            if h == "&mut "
        )
        refs = " ".join(f"let r{n} = q{n}; let q{n} = *r{n};" for n, h in enumerate(how) if h == "&mut ")
        body = self.value(result)
        self.scope[:] = before
        never = "#[inline(never)]\n" if chance.random() < 0.5 else ""
        self.items.append(
            f"{never}fn {name}({', '.join(['a: u32', *headers])}) -> {result.text} {{ {lets} {refs} {news} {body} }}\n"
        )
        given: list[str] = []
        for h, t in zip(how, types, strict=True):
            given.append(h + self._hold(t, self.value(t, 1)))
        self._hold(result, f"{name}({', '.join(['a ^ 5', *given])})")

    def _early(self, depth: int) -> None:
        """`?` in a function that gives an option or a result."""
        chance = self.chance
        good = self.type(1)
        name = self.fresh("early")
        if chance.random() < 0.5:
            inner = Type(f"Option<{good.text}>", "option", (good,))
            wanted, ending = inner, "Some"
        else:
            bad = self.flat()
            inner = Type(f"Result<{good.text}, {bad.text}>", "result", (good, bad))
            wanted, ending = inner, "Ok"
        before, self.scope[:] = list(self.scope), [("a", scalar("u32")), ("q", inner)]
        first = self.value(inner, 1)
        self.scope.append(("w", good))
        second = self.value(inner, 1)
        self.scope.append(("u", good))
        last = self.value(good, 1)
        self.scope[:] = before
        self.items.append(
            f"fn {name}(a: u32, q: {inner.text}) -> {wanted.text} {{\n"
            f"    let w = ({first})?;\n    let u = ({second})?;\n    {ending}({last})\n}}\n"
        )
        self._hold(wanted, f"{name}(a, {self.value(inner, 1)})")

    def _closure(self, depth: int) -> None:
        """A closure that changes what it has captured, and one that is given back by a function."""
        chance = self.chance
        state, given = self.whole(), self.type(1)
        held = self._hold(state, self.value(state, 1))
        parameter, name = self.fresh("p"), self.fresh("f")
        before = list(self.scope)
        self.scope.append((parameter, given))
        body, result = self.value(state, 2), self.type(1)
        back = self.value(result, 2)
        self.scope[:] = before
        arguments = [self._without(held, given) for _ in range(2)]
        self.line(
            f"let mut {name} = |{parameter}: {given.text}| -> {result.text} {{ {held} = {body}; {back} }};"
        )
        outputs = [self.fresh() for _ in arguments]
        for output, argument in zip(outputs, arguments, strict=True):
            self.line(f"let mut {output}: {result.text} = {name}({argument});")
        self.scope += [(output, result) for output in outputs]
        if chance.random() < 0.4:
            own = self.whole()
            method = chance.choice(("wrapping_add", "wrapping_mul", "saturating_sub", "min"))
            self._hold(own, f"adder({self.value(own, 1)}, |l, r| l.{method}(r))({self.value(own, 1)})")

    def _without(self, name: str, type: Type) -> str:
        before = list(self.scope)
        self.scope[:] = [entry for entry in self.scope if entry[0] != name]
        text = self.value(type, 2)
        self.scope[:] = before
        return text

    def _slices(self, depth: int) -> None:
        """Slices of an array: of its structs, enums, numbers."""
        chance = self.chance
        length = chance.randint(2, 7)
        element = self.type(1)
        type = array_of(element, length)
        name = self._hold(type, self.value(type, 1))
        usize = scalar("usize")
        at = [f"({self._hold(usize, self.value(usize, 1))} % {length})" for _ in range(2)]
        match chance.randrange(9):
            case 0:
                self.line(f"{name}.swap({at[0]}, {at[1]});")
            case 1:
                self.line(f"{name}[{at[0]}..].reverse();")
            case 2:
                self._hold(scalar("u64"), f"all_of(&{name}[..{at[0]}]) ^ all_of(&{name})")
            case 3:
                option = Type(f"Option<{element.text}>", "option", (element,))
                how = chance.choice(("get(%s)", "iter().rev().nth(%s)", "iter().skip(%s).next()"))
                self._hold(option, f"{name}.{how % at[0]}.copied()")
            case 4:
                if element.is_whole:
                    self.line(f"{name}.sort_unstable();")
                else:
                    self.line(f"{name}.rotate_left({at[0]});")
            case 5:
                parameter = self.fresh("p")
                with_it = self._with([(parameter, element)], element, 2)
                if name not in with_it:
                    self.line(f"for q in {name}.iter_mut() {{ let {parameter} = *q; *q = {with_it}; }}")
            case 6:
                self.line(
                    f"{{ let (l, r) = {name}.split_at_mut({length // 2}); l[0] = r[0]; r[r.len() - 1] = l[l.len() - 1]; }}"
                )
            case 7:
                self._hold(
                    scalar("u64"),
                    f"match &{name}[..{at[0]}] {{ [] => 3, [p] => p.fold(), [p, .., q] => p.fold() ^ q.twice() }}",
                )
            case _:
                self.line(f"{name}[{at[0]}] = {self._without(name, element)};")
                self._hold(scalar("bool"), f"{name}[..{at[0]}].iter().eq({name}[{at[1]}..].iter())")

    # Chains of iterators

    def _chain(self, depth: int) -> None:
        chance = self.chance
        text, item, both, exact = self._source()
        for _ in range(chance.randint(1, 4)):
            text, item, both, exact = self._stage(text, item, both, exact)
        p, q = self.fresh("p"), self.fresh("p")
        kind = chance.randrange(9)
        if kind == 0:
            own = self.type(1)
            with_it = self._with([(p, own), (q, item)], own, 2)
            self._hold(own, f"{text}.fold({self.value(own, 2)}, |{p}, {q}| {with_it})")
        elif kind == 1:
            self._hold(scalar("usize"), f"{text}.count()")
        elif kind == 2:
            self._hold(
                Type(f"Option<{item.text}>", "option", (item,)),
                f"{text}.{chance.choice(('last()', 'nth(2)', 'next()'))}",
            )
        elif kind == 3 and item.is_whole:
            own = Type(f"Option<{item.text}>", "option", (item,))
            self._hold(own, f"{text}.{chance.choice(('max()', 'min()'))}")
        elif kind == 4 and item.is_whole:
            self._hold(item, f"{text}.{chance.choice(('sum', 'product'))}::<{item.text}>()")
        elif kind == 5:
            with_it = self._condition_with([(p, item)], 2)
            method = chance.choice(("any", "all", "position"))
            result = (
                scalar("bool")
                if method != "position"
                else Type("Option<usize>", "option", (scalar("usize"),))
            )
            self._hold(result, f"{text}.{method}(|{p}| {with_it})")
        elif kind == 6:
            own = self.whole()
            with_it = self._with([(p, item)], own, 2)
            method = chance.choice(("min_by_key", "max_by_key"))
            self._hold(Type(f"Option<{item.text}>", "option", (item,)), f"{text}.{method}(|&{p}| {with_it})")
        elif kind == 7:
            with_it = self._with([(p, item), (q, item)], item, 2)
            self._hold(
                Type(f"Option<{item.text}>", "option", (item,)), f"{text}.reduce(|{p}, {q}| {with_it})"
            )
        else:
            total = self._hold(scalar("u64"), "3")
            self.line(f"for {p} in ({text}) {{ {total} = {total}.rotate_left(3) ^ {p}.fold(); }}")

    def _source(self) -> tuple[str, Type, bool, bool]:
        """An iterator, what it gives, whether it has two ends, and whether it knows its length."""
        chance = self.chance
        arrays = [(n, t) for n, t in self.scope if t.kind == "array" and n[0] == "v"]
        kind = chance.randrange(7)
        if not arrays or kind == 0:
            end = f"(({self.value(scalar('u32'), 1)}) % {chance.randint(3, 9)})"
            own = scalar(chance.choice(("u32", "u8", "usize", "i64")))
            return f"(0 as {own.text}..({end}) as {own.text})", own, True, own.text != "i64"
        name, type = chance.choice(arrays)
        element = type.parts[0]
        if kind == 1:
            return f"{name}.into_iter()", element, True, True
        if kind == 2:
            return f"{name}.chunks({chance.randint(1, 3)}).map(|w| w[w.len() - 1])", element, True, True
        if kind == 3:
            return f"{name}.windows(2).map(|w| (w[0], w[1]))", tuple_of(element, element), True, True
        if kind == 4:
            return f"{name}.iter().copied().cycle().take({chance.randint(2, 9)})", element, False, False
        if kind == 5:
            return f"{name}.chunks_exact(2).map(|w| w[1])", element, True, True
        return f"{name}.iter().copied()", element, True, True

    def _stage(self, text: str, item: Type, both: bool, exact: bool) -> tuple[str, Type, bool, bool]:
        chance = self.chance
        p, q = self.fresh("p"), self.fresh("p")
        number = f"(({self.value(scalar('usize'), 2)}) % 4)"
        match chance.randrange(14):
            case 0 | 1:
                own = self.type(1)
                return f"{text}.map(|{p}| {self._with([(p, item)], own, 2)})", own, both, exact
            case 2:
                return f"{text}.filter(|&{p}| {self._condition_with([(p, item)], 2)})", item, both, False
            case 3:
                return f"{text}.enumerate()", tuple_of(scalar("usize"), item), both and exact, exact
            case 4:
                other, theirs, ends, knows = self._source()
                return (
                    f"{text}.zip({other})",
                    tuple_of(item, theirs),
                    both and ends and exact and knows,
                    exact and knows,
                )
            case 5 if both:
                return f"{text}.rev()", item, both, exact
            case 6:
                return f"{text}.chain(core::iter::once({self.value(item, 2)}))", item, both, False
            case 7:
                return f"{text}.{chance.choice(('skip', 'take'))}({number})", item, both and exact, exact
            case 8:
                return f"{text}.step_by({number} + 1)", item, both and exact, exact
            case 9:
                state, own = self.whole(), self.type(1)
                step = self._with([(p, state), (q, item)], state, 2)
                given = self._with([(p, state), (q, item)], own, 2)
                start = self.value(state, 2)
                return (
                    f"{text}.scan({start}, |s, {q}| {{ let {p} = *s; *s = {step}; Some({given}) }})",
                    own,
                    False,
                    False,
                )
            case 10:
                method = chance.choice(("take_while", "skip_while"))
                return f"{text}.{method}(|&{p}| {self._condition_with([(p, item)], 2)})", item, False, False
            case 11:
                own = self.type(1)
                method = chance.choice(("filter_map", "map_while"))
                option = Type(f"Option<{own.text}>", "option", (own,))
                made = self._with([(p, item)], option, 2)
                return f"{text}.{method}(|{p}| {made})", own, both and method == "filter_map", False
            case 12:
                return f"{text}.inspect(|_| {{}})", item, both, exact
            case _:
                return f"{text}.fuse()", item, both, exact


def random_module(name: str, seed: int) -> str:
    """A module with a function `run(a: u32, b: i32, c: u64) -> u64`; the same for the same seed."""
    writer = _Writer(random.Random(seed))
    for _ in range(writer.chance.randint(1, 2)):
        writer.declare()
    for _ in range(writer.chance.randint(2, 4)):
        writer.statement()
    total = " ^ ".join(f"{held}.fold().rotate_left({n % 64})" for n, (held, _) in enumerate(writer.scope))
    return (
        f"mod {name} {{\n    use super::*;\n"
        + "".join(f"    {line}\n" for item in writer.items for line in item.rstrip().split("\n"))
        + "    pub fn run(a: u32, b: i32, c: u64) -> u64 {\n"
        + "        let x = f32::from_bits(a);\n        let y = b as f64 * 0.25;\n"
        + "\n".join(writer.lines)
        + f"\n        {total}\n    }}\n}}\n"
    )


def random_values_source(seeds: range, group: int) -> str:
    """A source with a module for each seed, and public functions that put the results of `group` of them into one number."""
    prelude = PRELUDE.replace("@WHOLE@", "\n".join(OF_WHOLE.replace("@", type) for type in WHOLE))
    text = [prelude, *(random_module(f"values_{seed}", seed) for seed in seeds)]
    for first in seeds[::group]:
        members = range(first, min(first + group, seeds.stop))
        total = " ^ ".join(f"values_{seed}::run(a, b, c).rotate_left({seed % 61})" for seed in members)
        text.append(f"pub fn group_{first}(a: u32, b: i32, c: u64) -> u64 {{\n    {total}\n}}\n")
    return "\n".join(text)
