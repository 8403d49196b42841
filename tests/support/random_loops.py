"""Random kernels of `mir` that are one counted loop over two slices, with checks whose indices go with the counter in many ways.

    mir.func @k(%x : !mir.slice<si32, global>, %y : !mir.slice<mut si32, global>, %a : T, %b : T, %c : si64) attributes {kernel}

Counters have 8 bits most of the time, so that wrapping is common and a loop that never wraps is soon at its end.
"""

from __future__ import annotations

import random

_WIDTHS = (8, 8, 8, 16, 32, 64)
ELEMENTS = 100
"""Of each slice."""


def _limits(type: str) -> tuple[int, int]:
    width = int(type[2:])
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if type[0] == "s" else (0, (1 << width) - 1)


def _number(r: random.Random, type: str) -> int:
    low, high = _limits(type)
    near = (0, 1, 2, 3, 5, 17, 50, ELEMENTS - 1, ELEMENTS, ELEMENTS + 1, -1, -2, -7)
    picked = r.choice((*near, *near, low, low + 1, low + 3, high, high - 1, high - 3, r.randint(low, high)))
    return min(max(picked, low), high)


class _Loop:
    def __init__(self, r: random.Random):
        self.r = r
        self.type = r.choice("su") + "i" + str(r.choice(_WIDTHS))
        self.other = r.choice("su") + "i" + str(r.choice(_WIDTHS)) if r.random() < 0.4 else None
        """The type of a second counter `%j`."""
        self.lines: list[str] = []
        self.head: list[str] = []
        self.made = 0

    def name(self) -> str:
        self.made += 1
        return f"%v{self.made}"

    def emit(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"    {name} = {text}")
        return name

    def constant(self, number: int, type: str) -> str:
        return self.emit(f"mir.constant {number} : {type}")

    def converted(self, value: str, source: str, type: str) -> str:
        return self.emit(f"mir.cast int_to_int {value} : {source} to {type}")

    def same(self, type: str) -> str:
        """A value that is the same in all rounds."""
        r = self.r
        if r.random() < 0.4:
            return self.constant(_number(r, type), type)
        value, own = r.choice((("%a", self.type), ("%b", self.type), ("%c", "si64")))
        return value if own == type else self.converted(value, own, type)

    def index(self) -> tuple[str, str]:
        """A value that goes with the counter, and its type."""
        r = self.r
        value, type = "%i", self.type
        if self.other is not None and r.random() < 0.5:
            value, type = "%j", self.other
        for _ in range(r.choice((0, 0, 1, 1, 2, 3, 4))):
            kind = r.choice(("cast", "cast", "add", "add", "sub", "from", "mul", "shl", "twice"))
            if kind == "cast":
                other = r.choice("su") + "i" + str(r.choice((8, 16, 32, 64, 64)))
                value, type = self.converted(value, type, other), other
            elif kind == "add":
                value = self.emit(f"mir.add {value}, {self.same(type)} : {type}")
            elif kind == "sub":
                value = self.emit(f"mir.sub {value}, {self.same(type)} : {type}")
            elif kind == "from":
                value = self.emit(f"mir.sub {self.same(type)}, {value} : {type}")
            elif kind == "mul":
                low, high = _limits(type)
                factor = min(max(r.choice((2, 3, -1, -2, 7, 100)), low), high)
                value = self.emit(f"mir.mul {value}, {self.constant(factor, type)} : {type}")
            elif kind == "shl":
                count = self.constant(r.choice((0, 1, 2)), type)
                value = self.emit(f"mir.shl {value}, {count} : {type}, {type}")
            else:
                value = self.emit(f"mir.add {value}, {value} : {type}")
        return value, type

    def access(self, where: str, number: int) -> None:
        """A check of an index, and a load or store there."""
        r = self.r
        value, type = self.index()
        if type != "ui64":
            value = self.converted(value, type, "ui64")
        array = r.choice("xxy")
        length = self.emit(f"mir.extract_field %{array}[1] : {_TYPES[array]}")
        holds = f"mir.lt {value}, {length} : ui64" if r.random() < 0.7 else f"mir.gt {length}, {value} : ui64"
        self.lines.append(f'    mir.assert bounds {self.emit(holds)}, "{where} {number}"')
        pointer = self.emit(f"mir.extract_field %{array}[0] : {_TYPES[array]}")
        element = f"!mir.ptr<{'mut ' if array == 'y' else ''}si32, global>"
        at = self.emit(f"mir.ptr_offset {pointer}[{value}] : {element}, ui64")
        if array == "y" and r.random() < 0.7:
            stored = self.converted("%i", self.type, "si32") if self.type != "si32" else "%i"
            self.lines.append(f"    mir.store {stored}, {at} : {element}")
            return
        loaded = self.emit(f"mir.load {at} : {element}")
        if r.random() < 0.2:
            self.data_dependent(loaded, where, number)
        out = self.emit("mir.extract_field %y[0] : !mir.slice<mut si32, global>")
        self.lines.append(f"    mir.store {loaded}, {out} : !mir.ptr<mut si32, global>")

    def data_dependent(self, loaded: str, where: str, number: int) -> None:
        """A check of what was loaded."""
        most = self.constant(self.r.choice((90, 99, 1000)), "si32")
        holds = self.emit(f"mir.le {loaded}, {most} : si32")
        self.lines.append(f'    mir.assert user {holds}, "{where} {number} is too much"')

    def comparison(self) -> None:
        """A check that guards nothing, with any relation, of any type."""
        value, type = self.index()
        relation = self.r.choice(("lt", "le", "gt", "ge"))
        holds = self.emit(f"mir.{relation} {value}, {self.same(type)} : {type}")
        self.lines.append(f'    mir.assert bounds {holds}, "compared {self.made}"')


_TYPES = {"x": "!mir.slice<si32, global>", "y": "!mir.slice<mut si32, global>"}


def random_loop(seed: int) -> tuple[str, str]:
    """A kernel, and the type of its counter."""
    r = random.Random(seed)
    loop = _Loop(r)
    type = loop.type
    up = r.random() < 0.6
    size = r.choice((1, 1, 1, 2, 3, 4, 7, 32))
    relation = r.choice(("lt", "lt", "le") if up else ("gt", "gt", "ge"))
    negated = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
    mirrored = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
    lines = loop.lines
    first = r.choice(("%a", "%a", loop.constant(_number(r, type), type)))
    bound = r.choice(("%b", "%b", loop.constant(_number(r, type), type)))
    if r.random() < 0.15:
        length = loop.emit("mir.extract_field %x[1] : !mir.slice<si32, global>")
        bound = length if type == "ui64" else loop.converted(length, "ui64", type)
    counts_down = type[0] == "u" and not up and r.random() < 0.6
    if counts_down:
        size, bound = 1, loop.constant(0, type)
    by_sub = r.random() < 0.3 or (type[0] == "u" and not up)
    step = loop.constant(size if up is not by_sub else -size, type) if type[0] == "s" else ""
    if not step:
        step = loop.constant(size if up is not by_sub else (1 << int(type[2:])) - size, type)
    arguments, handed, types, second_step = f"%i : {type}", first, type, ""
    if loop.other is not None:
        second = loop.converted("%c", "si64", loop.other) if loop.other != "si64" else "%c"
        if r.random() < 0.7:
            second = loop.constant(_number(r, loop.other), loop.other)
        low, high = _limits(loop.other)
        second_step = loop.constant(min(max(r.choice((1, 2, 5, 32, -1, -3)), low), high) or 1, loop.other)
        arguments, handed, types = (
            f"{arguments}, %j : {loop.other}",
            f"{first}, {second}",
            f"{type}, {loop.other}",
        )
    start = list(lines)
    lines.clear()
    # The head, with which branch is taken where it does not hold.
    swapped, other = r.random() < 0.3, r.random() < 0.3
    told = mirrored[relation] if other else relation
    told = negated[told] if swapped else told
    operands = f"{bound}, %i" if other else f"%i, {bound}"
    if r.random() < 0.1:
        loop.comparison()
    if counts_down:
        inside = loop.emit(f"mir.{'eq' if swapped else 'ne'} %i, {bound} : {type}")
    else:
        inside = loop.emit(f"mir.{told} {operands} : {type}")
    lines.append(f"    mir.cond_br {inside}, {'^exit, ^body' if swapped else '^body, ^exit'}")
    lines.append("  ^body:")
    for number in range(r.randint(1, 3)):
        loop.access("index", number)
    if r.random() < 0.3:
        loop.comparison()
    if r.random() < 0.3:
        condition = loop.emit(f"mir.lt %i, {loop.same(type)} : {type}")
        lines.append(f"    mir.cond_br {condition}, ^then, ^join")
        lines.append("  ^then:")
        loop.access("below a condition", 0)
        lines.append("    mir.goto ^join")
        lines.append("  ^join:")
    if r.random() < 0.3:
        condition = loop.emit(f"mir.eq %i, {loop.same(type)} : {type}")
        lines.append(f"    mir.cond_br {condition}, ^out, ^on")
        lines.append("  ^on:")
        loop.access("behind the way out", 0)
    following = loop.emit(f"mir.{'sub' if by_sub else 'add'} %i, {step} : {type}")
    if loop.other is not None:
        following += ", " + loop.emit(f"mir.{r.choice(('add', 'sub'))} %j, {second_step} : {loop.other}")
    lines.append(f"    mir.goto ^head({following} : {types})")
    body = "\n".join(lines)
    text = f"""mir.func @k(%x : {_TYPES["x"]}, %y : {_TYPES["y"]}, %a : {type}, %b : {type}, %c : si64) attributes {{kernel}} {{
{chr(10).join(start)}
    mir.goto ^head({handed} : {types})
  ^head({arguments}):
{body}
  ^exit:
    mir.return
"""
    if "^out" in body:
        text += "  ^out:\n    mir.return\n"
    return text + "}\n", type


def arguments(seed: int, type: str, count: int) -> list[tuple[int, int, int]]:
    """Numbers to run it with, as the bits of them."""
    r = random.Random(seed)
    made = [(_number(r, type), _number(r, type), _number(r, "si64")) for _ in range(count)]
    # And some that are likely to have rounds without a trap.
    high = _limits(type)[1]
    for number in range(count):
        ends = [r.randint(-1, 9), min(r.randint(10, ELEMENTS + 2), high)]
        a, b = ends[:: r.choice((1, -1))] if number else ends
        made.append((a, b, r.randint(-3, 3)))
    size = 1 << int(type[2:])
    return [(a % size, b % size, c % (1 << 64)) for a, b, c in made]
