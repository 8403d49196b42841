"""Random kernels in Python for the front end: types × operations × control flow; a few of them trap.

A kernel reads and writes `w: MutSlice[i64]` and `g: MutSlice[f64]`, of `WORDS` elements each. Each decision is a byte: a program
is as long as its bytes are, and where they are used up everything is the first and simplest choice.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from hypothesis import strategies as st

WORDS = 8
INTS = ("i32", "i8", "u8", "i16", "u16", "u32", "i64", "u64")
FLOATS = ("f32", "f64", "f16", "bf16")
REALS = (0.0, -0.0, 1.0, -1.5, 0.1, 1e300, 5e-324, 65519.0, 3.0e9, -129.0, math.inf, -math.inf, math.nan)
"""Numbers to begin with."""
EDGES = (0, 1, -1, 5, 127, -128, 2**31, 2**63 - 1, -(2**63), 4, 3, 2**40 + 9)
"""Integers to begin with: those at the ends of the types, and small ones."""

_HOLDS_INT = {"f16": ("i8", "u8"), "bf16": ("i8", "u8"), "f32": ("i16", "u16", "i8"), "f64": ("i32", "u32")}
"""Integers that meet a float without a cast."""
_BITS = ("popcount", "count_leading_zeros", "count_trailing_zeros", "bit_reverse")

DEFINITIONS = {
    "Pair": "@struct\nclass Pair:\n    x: i8\n    y: f64\n",
    "Mixed": "@struct\nclass Mixed:\n    a: u8\n    b: tuple[f32, i64]\n    c: i16 = 3\n"
    "    def grow(self, by: i16):\n        self.c += by\n        return self.c\n"
    "    def __add__(self, other: 'Mixed') -> 'Mixed':\n"
    "        return Mixed(self.a + other.a, (other.b[0], self.b[1] ^ other.b[1]), self.c - other.c)\n",
    "Color": "import enum\nclass Color(enum.IntEnum):\n    RED = 1\n    GREEN = 2\n    BLUE = 4\n",
    "TABLE": "TABLE = constant_array([3, -1, 7, 100], i32)\n",
    "first_above": "@device\ndef first_above(a: i32, b: i32, limit: i32) -> i32 | None:\n"
    "    for q in (a, b):\n        if q > limit:\n            return q\n    return None\n",
    "both": "@device\ndef both(a: i32, b: i32):\n    return a + b, a ^ b\n",
    "steps": "@device\ndef steps(a: u8, n: i32) -> i32:\n"
    "    if a < 3 or n > 5:\n        return n\n    return steps(a // 2, n + 1) + 1\n",
    "mixed_up": "def mixed_up(a, b):\n    return a * 3 - b\n",
    "apply": "def apply(f, a, b):\n    return f(f(a, b), b)\n",
}
"""What a module holds if its kernel uses it."""
_NEEDS = {"Mixed": (), "apply": ()}


class Choices:
    """Decisions taken one after another from bytes."""

    def __init__(self, data: bytes):
        self._data = data
        self._next = 0

    @property
    def over(self) -> bool:
        """Whether all bytes are used up."""
        return self._next >= len(self._data)

    def pick(self, *choices: str) -> str:
        """One of them, the first where there is nothing more to decide by."""
        if self.over:
            return choices[0]
        self._next += 1
        return choices[self._data[self._next - 1] % len(choices)]


class Writer:
    """Writes statements, one after another.

    Attributes:
        lines: what is written so far.
        definitions: names of what they use of the module, in the order of `DEFINITIONS`.
        variables: the scalar types whose variable is used.
        arrays: the arrays that are used.
    """

    def __init__(self, choices: Choices):
        self.choices = choices
        self.pick = choices.pick
        self.lines: list[str] = []
        self.variables: set[str] = set()
        self.arrays: set[str] = set()
        self._definitions: set[str] = set()
        self._names = 0
        self._loops: list[str] = []

    # What there is ---------------------------------------------------------------------------------------------------

    def place(self) -> str:
        """An index of `w` or `g` that this thread has to itself."""
        return self.pick(*"01234567")

    def whole(self, name: str) -> str:
        """The part of `w` or `g` that this thread has to itself."""
        return name

    def variable(self, type: str) -> str:
        """The variable of a type."""
        self.variables.add(type)
        return f"v_{type}"

    def array(self, name: str) -> str:
        """A local array of four elements: `a` of i32, `e` of f32, `h` of u8."""
        self.arrays.add(name)
        return name

    def use(self, name: str) -> str:
        """Something of the module."""
        self._definitions.add(name)
        return name

    def fresh(self, stem: str) -> str:
        """A new name."""
        self._names += 1
        return f"{stem}{self._names}"

    def write(self, indent: str, line: str) -> None:
        """Add a line."""
        self.lines.append(indent + line)

    @property
    def definitions(self) -> list[str]:
        """The texts of what is used of the module."""
        return [text for name, text in DEFINITIONS.items() if name in self._definitions]

    # Expressions -----------------------------------------------------------------------------------------------------

    def _index(self) -> str:
        """An index below four."""
        return self.pick("0", "3", f"{self.variable('u32')} & u32(3)", f"{self.variable('i8')} % 4", "-1")

    def _leaf(self, type: str) -> str:
        if type in FLOATS:
            kind = self.pick("variable", "memory", "constant", "array")
            if kind == "constant":
                return f"{type}({self.pick('0.0', '1.5', '-2.25', '1e10', '0.1', '-0.0')})"
            if kind == "array":
                return f"{type}({self.array('e')}[{self._index()}])"
            return self.variable(type) if kind == "variable" else f"{type}(g[{self.place()}])"
        kind = self.pick("variable", "memory", "constant", "array", "loop")
        if kind == "constant":
            return f"{type}({self.pick('0', '1', '7', '100', '-1', '128', '2**31', '2**63')})"
        if kind == "array":
            return f"{type}({self.array(self.pick('a', 'h'))}[{self._index()}])"
        if kind == "loop" and self._loops:
            return f"{type}({self.pick(*self._loops)})"
        return f"{type}(w[{self.place()}])" if kind == "memory" else self.variable(type)

    def expression(self, type: str, depth: int) -> str:
        """An expression of a scalar type."""
        kind = self.pick("leaf", "binary", "binary", "other", "mixed") if depth > 0 else "leaf"
        if kind == "leaf":
            return self._leaf(type)
        if kind == "binary":
            return self._binary(type, depth - 1)
        if kind == "mixed":
            return self._mixed(type, depth - 1)
        return self._other(type, depth - 1)

    def _binary(self, type: str, depth: int) -> str:
        a, b = self.expression(type, depth), self.expression(type, depth)
        if type in FLOATS:
            return f"({a} {self.pick('+', '-', '*', '/', '//', '%')} {b})"
        op = self.pick("+", "-", "*", "&", "|", "^", "//", "%", "<<", ">>")
        if op in ("//", "%"):
            b = f"({b} | {type}(1))"
        elif op in ("<<", ">>"):
            # A constant below zero is refused as a count; one that is found at run time is masked.
            least = f"({b} & {type}(7))"
            b = self.pick(least, self.pick("1", "8", "33", "64"), self.variable(type), self.variable("i32"))
        return f"({a} {op} {b})"

    def _mixed(self, type: str, depth: int) -> str:
        """Operands of two types that meet in a third, which is cast."""
        if type in FLOATS:
            other = self.pick(*FLOATS, *_HOLDS_INT[type])
            op = self.pick("+", "-", "*", "/")
            return f"{type}({self.expression(type, depth)} {op} {self.expression(other, depth)})"
        left = self.pick(*INTS)
        right = self.pick(
            *(t for t in INTS if {left[0], t[0]} == {left[0]} or "u64" not in (left, t)), "bool"
        )
        if right == "bool":
            return (
                f"{type}({self.expression(left, depth)} {self.pick('+', '-', '*')} {self.condition(depth)})"
            )
        a, b = self.expression(left, depth), self.expression(right, depth)
        op = self.pick("+", "-", "*", "&", "|", "^", "literal")
        if op == "literal":
            if left == "u64":
                return f"{type}({a})"
            number = self.pick("1", "100", "300", "70000")
            return f"{type}({a} {self.pick('+', '-', '*')} {number})"
        return f"{type}({a} {op} {b})"

    def _other(self, type: str, depth: int) -> str:
        form = self.pick("cast", "select", "min", "unary", "walrus", "chosen", "call", "special")
        if form == "cast":
            return f"{type}({self.expression(self.pick(*INTS, *FLOATS), depth)})"
        if form == "select":
            return f"({self.expression(type, depth)} if {self.condition(depth)} else {self.expression(type, depth)})"
        if form == "min":
            more = f", {self.expression(type, 0)}" if self.pick("two", "three") == "three" else ""
            return f"{self.pick('min', 'max')}({self.expression(type, depth)}, {self.expression(type, depth)}{more})"
        if form == "unary":
            if type in FLOATS:
                return f"{self.pick('abs', '-', '+')}({self.expression(type, depth)})"
            return f"{self.pick('-', '~', 'abs', '+')}({self.expression(type, depth)})"
        if form == "walrus":
            name = self.fresh("x")
            return f"(({name} := {self.expression(type, depth)}) {self.pick('+', '-')} {name})"
        if form == "chosen":
            return f"({self.expression(type, depth)} {self.pick('or', 'and')} {self.expression(type, depth)})"
        if form == "call":
            return self._call(type, depth)
        return self._float(type, depth) if type in FLOATS else self._integer(type, depth)

    def _call(self, type: str, depth: int) -> str:
        a = self.expression(type, depth)
        match self.pick("lambda", "generic", "higher", "function"):
            case "lambda":
                name = self.fresh("x")
                return f"(lambda {name}: {name} - {self.variable(type)})({a})"
            case "generic":
                return f"{self.use('mixed_up')}({a}, {self.expression(type, 0)})"
            case "higher":
                self.use("apply")
                function = self.pick(self.use("mixed_up"), f"lambda p, q: p * q + {self.expression(type, 0)}")
                return f"apply({function}, {a}, {self.expression(type, 0)})"
            case _:
                index = self.pick("0", "1")
                return f"{type}({self.use('both')}({self.expression('i32', 0)}, {self.expression('i32', 0)})[{index}])"

    def _integer(self, type: str, depth: int) -> str:
        a = self.expression(type, depth)
        match self.pick(
            "bits", "rotate", "divmod", "power", "sum", "optional", "table", "steps", "counted", "truth"
        ):
            case "bits":
                return f"{type}({self.pick(*_BITS)}({a}))"
            case "rotate":
                return f"{self.pick('rotate_left', 'rotate_right')}({a}, {self.pick('1', '9', '-3', self.variable('i32'))})"
            case "divmod":
                return f"divmod({a}, {self.expression(type, 0)} | {type}(1))[{self.pick('0', '1')}]"
            case "power":
                return f"({a} ** {self.pick('2', '3', '0', '5')})"
            case "sum":
                test = self.pick("", " if x > 1")
                kind, end = self.pick("sum;", "max;, default=5", "min;, default=5").split(";")
                return f"{type}({kind}((x * 2 for x in {self.array('a')}{test}){end}))"
            case "optional":
                name = self.fresh("o")
                call = f"{self.use('first_above')}({self.expression('i32', 0)}, {self.expression('i32', 0)}, i32(5))"
                return f"{type}({name} if ({name} := {call}) is not None else {self.expression('i32', 0)})"
            case "table":
                return f"{type}({self.use('TABLE')}[{self._index()}])"
            case "steps":
                return f"{type}({self.use('steps')}({self.expression('u8', 0)}, i32(0)))"
            case "counted":
                return f"{type}(({a}).{self.pick('bit_length', 'bit_count')}())"
            case _:
                return f"{type}({self.pick('any', 'all')}(x > 2 for x in {self.array('h')}) + {self.condition(0)})"

    def _float(self, type: str, depth: int) -> str:
        a = self.expression(type, depth)
        match self.pick("sqrt", "whole", "copysign", "power", "sum", "complex", "floor", "clip"):
            case "sqrt":
                return f"{type}(math.sqrt({a}))"
            case "whole":
                return f"{type}({self.pick('np.floor', 'np.ceil', 'np.trunc', 'np.rint')}({a}))"
            case "copysign":
                # The sign of a NaN is nobody's.
                return f"{type}(math.copysign({a}, {type}({self.expression('i8', 0)})))"
            case "power":
                return f"({a} ** {self.pick('2', '3')})"
            case "sum":
                return f"{type}(sum({self.array('e')}))"
            case "complex":
                parts = [f"f64({self.expression('f32', 0)})" for _ in range(4)]
                op = self.pick("+", "-")
                left, right = f"complex128({parts[0]}, {parts[1]})", f"complex128({parts[2]}, {parts[3]})"
                return f"{type}(({left} {op} {right}).{self.pick('real', 'imag')})"
            case "floor":
                return f"{type}(i32({a}))"
            case _:
                return f"{type}({self.pick('np.fmin', 'np.fmax', 'np.minimum', 'np.maximum')}({a}, {self.expression(type, 0)}))"

    def condition(self, depth: int) -> str:
        """An expression of a truth value."""
        type = self.pick(*INTS, *FLOATS)
        a, b = self.expression(type, depth), self.expression(type, depth)
        signs = ("<", "<=", "==", "!=", ">", ">=")
        match self.pick("compare", "and", "not", "chain", "truth", "in", "enum"):
            case "and":
                return f"({a} {self.pick(*signs)} {b} {self.pick('and', 'or')} {self.variable('i32')} > 0)"
            case "not":
                return f"(not {a} {self.pick(*signs)} {b})"
            case "chain":
                return f"({a} {self.pick(*signs)} {b} {self.pick(*signs)} {self.expression(type, 0)})"
            case "truth":
                return f"bool({a})"
            case "in":
                return f"({a} {self.pick('in', 'not in')} ({b}, {self.expression(type, 0)}))"
            case "enum":
                return f"({self._color()} {self.pick('is', 'is not', '==', '<')} {self.use('Color')}.GREEN)"
            case _:
                return f"({a} {self.pick(*signs)} {b})"

    def _color(self) -> str:
        self.use("Color")
        return f"(Color.RED if {self.variable('i32')} > 3 else Color.{self.pick('GREEN', 'BLUE')})"

    # Statements ------------------------------------------------------------------------------------------------------

    def _risk(self) -> str:
        """A statement that traps for some values."""
        value = self.expression("i64", 1)
        match self.pick("divide", "index", "array", "assert", "enum"):
            case "divide":
                return f"{self.variable('i64')} = {value} {self.pick('//', '%')} v_i64"
            case "index":
                return f"{self.variable('i64')} = {self.whole('w')}[{self.variable(self.pick(*INTS))}]"
            case "array":
                return f"{self.array('a')}[{self.variable(self.pick(*INTS))}] = {self.variable('i32')}"
            case "enum":
                return f"{self.variable('i32')} += {self.use('Color')}({self.variable('i32')})"
            case _:
                return f"assert {self.condition(1)}, 'a claim'"

    def block(self, indent: str, depth: int) -> None:
        """A few statements."""
        for _ in range(int(self.pick("1", "2", "3"))):
            self.statement(indent, depth)

    def statement(self, indent: str, depth: int) -> None:
        """One statement."""
        kind = self.pick(
            *("assign", "assign", "augment", "word", "float", "array", "tuple", "struct", "local", "more"),
            *(
                ("if", "for", "while", "match", "each", "function", "unroll", "perhaps", "leave")
                if depth
                else ()
            ),
            *(("risk",) if self.pick(*"012") == "2" else ()),
        )
        type = self.pick(*INTS, *FLOATS)
        match kind:
            case "assign":
                self.write(indent, f"{self.variable(type)} = {self.expression(type, 2)}")
            case "augment":
                sign = self.pick("+=", "-=", "*=")
                self.write(indent, f"{self.variable(type)} {sign} {self.expression(type, 2)}")
            case "word":
                sign = self.pick("=", "+=", "^=", "|=")
                self.write(indent, f"w[{self.place()}] {sign} {self.expression('i64', 2)}")
            case "float":
                self.write(indent, f"g[{self.place()}] {self.pick('=', '-=')} {self.expression('f64', 2)}")
            case "array":
                name, kind = self.pick("a i32", "e f32", "h u8").split()
                sign = self.pick("=", "+=")
                self.write(indent, f"{self.array(name)}[{self._index()}] {sign} {self.expression(kind, 1)}")
            case "tuple":
                one, other = self.pick("i32 u8", "f32 i64", "u16 i16").split()
                left, right = self.variable(one), self.variable(other)
                self.write(
                    indent, f"{left}, {right} = {self.expression(one, 1)}, {self.expression(other, 1)}"
                )
            case "struct":
                self._struct(indent)
            case "local":
                self._local(indent)
            case "more":
                self._more(indent)
            case "perhaps":
                self._perhaps(indent, depth)
            case "leave":
                self.write(indent, f"if {self.condition(0)} and {self.variable('i8')} == 77:")
                self.block(indent + "    ", 0)
                self.leave(indent + "    ")
            case "risk":
                self.write(indent, self._risk())
            case "if":
                self.write(indent, f"if {self.condition(1)}:")
                self.block(indent + "    ", depth - 1)
                if self.pick("else", "elif", "none") != "none":
                    self.write(indent, "else:")
                    self.block(indent + "    ", depth - 1)
            case "match":
                self._match(indent, depth)
            case "function":
                name, parameter = self.fresh("fn"), self.fresh("x")
                self.write(indent, f"def {name}({parameter}, y={type}(2)):")
                self.write(indent, f"    if {parameter} > 1:")
                self.write(indent, f"        return {parameter} * y")
                self.write(indent, f"    return {parameter} - {type}(1)")
                self.write(
                    indent, f"{self.variable(type)} = {name}({name}({self.expression(type, 1)}), y={type}(3))"
                )
            case "unroll":
                name = self.fresh("k")
                self.write(indent, f"for {name} in unroll(range({self.pick('2', '3')})):")
                self.write(
                    indent,
                    f"    {self.variable('i32')} += ({self.expression('i32', 0)}, i32(5), {self.expression('i32', 0)})[{name}]",
                )
            case _:
                self._loop(indent, depth, kind)

    def _struct(self, indent: str) -> None:
        name = self.fresh("p")
        if self.pick("Pair", "Mixed") == "Pair":
            self.write(
                indent,
                f"{name} = {self.use('Pair')}({self.expression('i8', 1)}, {self.expression('f64', 1)})",
            )
            self.write(indent, f"{name}.x {self.pick('+=', '=')} {self.expression('i8', 1)}")
            self.write(indent, f"w[{self.place()}] += i64({name}.x)")
            self.write(indent, f"g[{self.place()}] = {name}.y")
            return
        self.use("Mixed")
        other = self.fresh("p")
        for each in (name, other):
            first = f"{self.expression('u8', 0)}, ({self.expression('f32', 1)}, {self.expression('i64', 0)})"
            last = f", c={self.expression('i16', 1)}" if self.pick("short", "long") == "long" else ""
            self.write(indent, f"{each} = Mixed({first}{last})")
        self.write(indent, f"{self.variable('i16')} = {name}.grow({self.expression('i16', 0)})")
        total = self.fresh("p")
        self.write(indent, f"{total} = {name} + {other}")
        self.write(indent, f"{self.variable('f32')}, {self.variable('i64')} = {total}.b")
        self.write(indent, f"v_i16 ^= {total}.c")
        self.write(indent, f"{self.variable('u8')} = {total}.a")

    def _local(self, indent: str) -> None:
        """Parts of slices, and arrays of two dimensions."""
        name = self.fresh("t")
        match self.pick("part", "step", "rows"):
            case "part":
                self.write(indent, f"{name} = {self.whole('w')}[{self.pick('1:', ':5', '2:6', '-4:')}]")
                self.write(indent, f"{name}[{self.pick('0', '1', '-1')}] += {self.expression('i64', 1)}")
            case "step":
                self.write(indent, f"{name} = {self.whole('g')}[{self.pick('::2', '::-1', '6:0:-2')}]")
                self.write(indent, f"{name}[{self.pick('0', '2', '-1')}] = {self.expression('f64', 1)}")
                self.write(indent, f"{self.variable('i64')} += len({name})")
            case _:
                self.write(indent, f"{name} = local_array((2, 2), i16)")
                for row in "01":
                    self.write(
                        indent,
                        f"{name}[{row}, 0], {name}[{row}][1] = {self.expression('i16', 0)}, {self.expression('i16', 0)}",
                    )
                self.write(
                    indent,
                    f"{self.variable('i16')} ^= {name}[{self.variable('u8')} % 2, {self.pick('0', '-1')}]",
                )

    def leave(self, indent: str) -> None:
        """The thread ends here."""
        self.write(indent, "return")

    def _more(self, indent: str) -> None:
        """What else Python has: all of it small."""
        name = self.fresh("t")
        i32, u8 = self.variable("i32"), self.variable("u8")
        match self.pick(
            "unpack", "swap", "compare", "objects", "twice", "best", "joined", "flag", "walrus", "inside"
        ):
            case "unpack":
                items = (
                    f"{self.expression('i32', 0)}, {self.expression('u8', 0)}, {self.expression('i16', 0)}"
                )
                first, rest = self.pick(f"{name}, *{name}_;{name}_[1]", f"*{name}_, {name};{name}_[0]").split(
                    ";"
                )
                self.write(indent, f"{first} = ({items})")
                self.write(indent, f"{self.variable('i64')} ^= i64({name}) - i64({rest})")
            case "swap":
                a = self.array("a")
                i, j = self._index(), self._index()
                self.write(indent, f"{a}[{i}], {a}[{j}] = {a}[{j}], {a}[{i}]")
                self.write(indent, f"{i32}, {name} = {a}[2], {i32}")
                self.write(indent, f"{a}[0] += {name}")
            case "compare":
                sides = [f"({self.expression('i32', 0)}, {self.expression('f32', 0)})" for _ in range(2)]
                self.write(indent, f"{u8} += {sides[0]} {self.pick('<', '<=', '==', '!=', '>')} {sides[1]}")
            case "objects":
                self.use("Pair")
                self.write(indent, f"{name} = local_array(2, Pair)")
                for k in "01":
                    self.write(
                        indent, f"{name}[{k}] = Pair({self.expression('i8', 0)}, {self.expression('f64', 0)})"
                    )
                self.write(
                    indent, f"{name}[{u8} % 2].x {self.pick('+=', '=', '*=')} {self.expression('i8', 0)}"
                )
                self.write(indent, f"{name}[1].y -= {self.expression('f64', 1)}")
                self.write(indent, f"{self.variable('i8')} ^= {name}[0].x")
                self.write(indent, f"{self.variable('f64')} = {name}[1].y")
            case "twice":
                self.write(indent, f"{name} = {i32} = {self.expression('i32', 1)}")
                self.write(indent, f"{self.array('a')}[1] ^= {name}")
            case "best":
                key = self.pick("lambda q: -q", "lambda q: q & 3", "abs")
                self.write(indent, f"{i32} = {self.pick('min', 'max')}({self.array('a')}, key={key})")
            case "joined":
                pair = f"({self.expression('i32', 0)}, {u8})"
                self.write(indent, f"{name} = {pair} + ({self.expression('i8', 0)},)")
                self.write(
                    indent, f"{i32} += {name}[{self.pick('0', '1', '2', '-1')}] + i32(len({name}[1:]))"
                )
            case "flag":
                self.write(indent, f"{name} = {self.condition(1)}")
                self.write(indent, f"{name} {self.pick('&=', '|=', '^=', '=')} {self.condition(0)}")
                self.write(indent, f"{i32} += {name}")
                self.write(indent, f"{u8} ^= u8(not {name}) | u8(3 if {name} and {u8} else 1)")
            case "walrus":
                self.write(indent, f"{name} = i32(0)")
                self.write(indent, f"while ({name} := {name} + 1) < 4 and {self.condition(0)}:")
                self.write(indent, f"    {u8} += {name} == 2")
            case _:
                self.write(indent, f"for {name} in range(3):")
                self.write(indent, f"    {name} = {name} * 2 + 1")
                self.write(indent, f"    {i32} ^= i32({name})")

    def _perhaps(self, indent: str, depth: int) -> None:
        """A variable that may be None."""
        name = self.fresh("o")
        self.write(indent, f"{name} = None")
        self.write(indent, f"if {self.condition(1)}:")
        self.write(indent, f"    {name} = {self.expression('i32', 1)}")
        match self.pick("test", "or", "loop", "equal"):
            case "test":
                self.write(indent, f"if {name} is not None:")
                self.write(indent, f"    {self.variable('i32')} ^= {name}")
                self.block(indent + "    ", depth - 1)
            case "or":
                self.write(indent, f"{self.variable('i32')} = {name} or {self.expression('i32', 0)}")
            case "loop":
                item = self.fresh("x")
                self.write(indent, f"for {item} in {self.array('a')}:")
                self.write(indent, f"    if {name} is None or {item} > {name}:")
                self.write(indent, f"        {name} = {item}")
                self.write(indent, f"if {name}:")
                self.write(indent, f"    {self.variable('i32')} -= {name}")
            case _:
                self.write(indent, f"{self.variable('u8')} += {name} == {self.expression('i32', 0)}")

    def _match(self, indent: str, depth: int) -> None:
        inner = indent + "        "
        match self.pick("number", "enum", "tuple"):
            case "number":
                self.write(indent, f"match {self.expression(self.pick('i32', 'u8', 'i64'), 1)}:")
                patterns = ["0", "1 | 7", "100", f"x if {self.condition(0)}", "_"]
            case "enum":
                self.write(indent, f"match {self._color()}:")
                patterns = ["Color.RED", "Color.GREEN | Color.BLUE"]
            case _:
                self.write(indent, f"match ({self.expression('i32', 1)}, {self.expression('u8', 1)}):")
                patterns = [
                    "(0, _)",
                    f"({self.fresh('x')}, 1)",
                    f"({self.fresh('x')}, {self.fresh('x')}) if {self.condition(0)}",
                ]
        for pattern in patterns:
            self.write(indent, f"    case {pattern}:")
            if self.pick("full", "pass") == "full":
                self.statement(inner, depth - 1)
            else:
                self.write(inner, "pass")

    def _loop(self, indent: str, depth: int, kind: str) -> None:
        name = self.fresh("k")
        numbers = True
        if kind == "for":
            bounds = self.pick("3", "1", "1, 4", "5, 0, -2", f"{self.variable('i8')} % 4", "-3, 3, 2")
            self.write(indent, f"for {name} in range({bounds}):")
        elif kind == "each":
            second = self.fresh("x")
            match self.pick("array", "enumerate", "zip", "reversed", "tuple", "slice"):
                case "array":
                    self.write(indent, f"for {name} in {self.array(self.pick('a', 'h'))}:")
                case "enumerate":
                    self.write(
                        indent,
                        f"for {name}, {second} in enumerate({self.array('a')}, {self.pick('0', '2')}):",
                    )
                    self._loops.append(second)
                case "zip":
                    self.write(indent, f"for {name}, {second} in zip({self.array('a')}, {self.array('h')}):")
                    self._loops.append(second)
                case "reversed":
                    self.write(indent, f"for {name} in reversed({self.pick(self.array('a'), 'range(3)')}):")
                case "tuple":
                    self.write(
                        indent, f"for {name} in ({self.expression('i32', 0)}, {self.expression('i32', 0)}):"
                    )
                case _:
                    self.write(indent, f"for {name} in {self.whole('w')}[{self.pick('1:4', '::3')}]:")
        else:
            self.write(indent, f"{name} = i32(0)")
            self.write(indent, f"while {name} < i32(3):")
            self.write(indent, f"    {name} += i32(1)")
        self._loops.append(name)
        inside = len(self._loops)
        self.block(indent + "    ", depth - 1)
        if numbers and self.pick("leave", "stay") == "leave":
            self.write(indent, f"    if {self.condition(0)}:")
            self.write(indent, f"        {self.pick('break', 'continue')}")
        del self._loops[inside - 1 :]
        if kind == "each" and self._loops and self._loops[-1].startswith("x"):
            self._loops.pop()
        if self.pick("plain", "else") == "else":
            self.write(indent, "else:")
            self.block(indent + "    ", depth - 1)


def machine_words() -> st.SearchStrategy[int]:
    """See `EDGES`."""
    return st.sampled_from(EDGES)


def frame(writer: Writer, place: Callable[[int], str]) -> tuple[list[str], list[str]]:
    """What stands before and behind the statements: the variables they use, from memory and back to it.

    Args:
        place: the index of `w` and `g` for a number below `WORDS`.
    """
    start = [
        f"    v_{type} = {type}({'g' if type in FLOATS else 'w'}[{place(i % WORDS)}])"
        for i, type in enumerate((*INTS, *FLOATS))
        if type in writer.variables
    ]
    elements = {"a": "i32", "e": "f32", "h": "u8"}
    for name in sorted(writer.arrays):
        start += [f"    {name} = local_array(4, {elements[name]})", "    for z in range(4):"]
        start += [f"        {name}[z] = {elements[name]}(z)"]
    end: list[str] = []
    for i, type in enumerate((*INTS, *FLOATS)):
        if type in writer.variables:
            if type in INTS:
                end.append(f"    w[{place(i % WORDS)}] ^= i64(v_{type})")
            else:
                end.append(f"    g[{place(i % WORDS)}] = f64(v_{type})")
    for i, name in enumerate(sorted(writer.arrays)):
        target = "g" if name == "e" else "w"
        number = "f64" if name == "e" else "i64"
        end.append(f"    {target}[{place(i)}] {'+' if name == 'e' else '^'}= {number}({name}[1])")
    return start, end


IMPORTS = "import math\nimport numpy as np\nfrom periclase import *\nfrom periclase.bits import *\nfrom periclase.gpu import *\n"


_BLOCKS_OF_ANY_SHAPE = 8
"""One kernel of so many does not say that a block is one thread. For loops over others, and checks before them, LLVM takes two
thirds of its time."""


def kernel_source(data: bytes) -> str:
    """The text of a module with `@kernel def k(w, g, total, n)`, for one thread, by these decisions."""
    writer = Writer(Choices(data))
    while True:
        writer.statement("    ", 2)
        if writer.choices.over:
            break
    start, end = frame(writer, str)
    head = "@kernel(required_block=1)" if sum(data) % _BLOCKS_OF_ANY_SHAPE else "@kernel"
    head += "\ndef k(w: MutSlice[i64], g: MutSlice[f64], total: MutSlice[i64], n: i32):"
    return "\n".join([IMPORTS + "".join(writer.definitions) + head, *start, *writer.lines, *end, ""])


def decisions() -> st.SearchStrategy[bytes]:
    """Bytes by which a program is written."""
    return st.binary(min_size=30, max_size=600)


def kernel_sources() -> st.SearchStrategy[str]:
    """See `kernel_source`."""
    return decisions().map(kernel_source)


__all__ = [
    "EDGES",
    "FLOATS",
    "IMPORTS",
    "INTS",
    "REALS",
    "WORDS",
    "Choices",
    "Writer",
    "decisions",
    "frame",
    "kernel_source",
    "kernel_sources",
    "machine_words",
]
