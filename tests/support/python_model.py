"""A second oracle: the function of a random program run by CPython, with scalars that keep to the rules of the language.

Control flow, closures, structs, patterns and the order of evaluation are CPython's own. What the language says of its own accord
is here: the types of numbers, how two of them meet, how they wrap and round, which indices trap. The interpreter of `mir` begins
behind the front end and can not see its faults; this one knows nothing of `mir`.
"""

from __future__ import annotations

import ast
import copy
import enum
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from periclase.interpreter import floats

Number = Any
"""A `Scalar`, or a number of Python, which is a literal and takes the type that it meets."""

_PRECISION = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}
_FORMATS = {
    "f16": floats.Format(5, 10),
    "bf16": floats.Format(8, 7),
    "f32": floats.Format(8, 23),
    "f64": floats.Format(11, 52),
}
_BY_SIZE = ("u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64")


class Trap(Exception):
    """The program traps."""


@cache
def _range(type: str) -> tuple[int, int]:
    if type == "bool":
        return 0, 1
    bits = int(type[1:])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if type[0] == "i" else (0, (1 << bits) - 1)


def _is_float(type: str) -> bool:
    return type in _PRECISION


def _whole(least: int, greatest: int) -> str:
    """The smallest integer type that holds both numbers."""
    return next(t for t in _BY_SIZE if _range(t)[0] <= least and greatest <= _range(t)[1])


@cache
def _common(a: str, b: str) -> str:
    if a == b:
        return "i64" if a == "bool" else a
    if _is_float(a) and _is_float(b):
        return "f64" if "f64" in (a, b) else "f32"
    for one, other in ((a, b), (b, a)):
        if _is_float(one):
            least, greatest = _range(other)
            # Larger numbers than f16 has are no integers of eight bits.
            assert -least <= 1 << _PRECISION[one] and greatest <= 1 << _PRECISION[one], (a, b)
            return one
    if "bool" in (a, b):
        return b if a == "bool" else a
    (low, high), (least, greatest) = _range(a), _range(b)
    for t in (a, b):
        if _range(t)[0] <= min(low, least) and max(high, greatest) <= _range(t)[1]:
            return t
    return _whole(min(low, least), max(high, greatest))


def _type_of(value: Number) -> str | None:
    """The type of a number; None for a literal."""
    if isinstance(value, Scalar):
        return value.type
    return "bool" if isinstance(value, bool) else None


def _meeting(a: Number, b: Number) -> str | None:
    """The type in which two numbers meet; None if both are literals."""
    left, right = _type_of(a), _type_of(b)
    if left is not None and right is not None:
        return _common(left, right)
    if left is None and right is None:
        return None
    literal, type = (a, right) if left is None else (b, left)
    assert type is not None
    if isinstance(literal, float):
        if not _is_float(type):
            return "f64"
        wider = (t for t in (type, "f32", "f64") if _common(type, t) == t)
        return next(t for t in wider if math.isinf(literal) or not math.isinf(_rounded(literal, t)))
    if _is_float(type):
        return type
    if type == "bool":
        return "i64"
    least, greatest = _range(type)
    if least <= literal <= greatest:
        return type
    return _whole(min(least, literal), max(greatest, literal))


def _rounded(value: float, type: str) -> float:
    form = _FORMATS[type]
    if isinstance(value, int):
        return floats.decode(floats.round_exact(Fraction(value), form), form)
    return floats.decode(floats.encode(value, form), form)


def convert(value: Number, type: str) -> Scalar:
    """A cast."""
    number = value.value if isinstance(value, Scalar) else value
    if isinstance(number, enum.Enum | bool):
        number = int(number)
    if _is_float(type):
        return Scalar(type, _rounded(number, type))
    least, greatest = _range(type)
    if isinstance(number, float):
        if math.isnan(number):
            number = 0
        elif math.isinf(number):
            number = greatest if number > 0 else least
        else:
            number = max(least, min(greatest, math.trunc(number)))
    return Scalar(type, (number - least) % (1 << int(type[1:])) + least)


def _binary(name: str, a: Number, b: Number) -> Number:
    if not isinstance(b, Scalar | int | float) or not isinstance(a, Scalar | int | float):
        return NotImplemented
    if name in ("lshift", "rshift"):
        type = _type_of(a)
        assert type is not None
        count = int(b.value if isinstance(b, Scalar) else b) % int(type[1:])
        return convert(getattr(operator, name)(a.value, count), type)
    type = _meeting(a, b)
    assert type is not None
    if name == "truediv" and not _is_float(type):
        type = "f64"
    x, y = convert(a, type).value, convert(b, type).value
    if type == "f64" and name in ("floordiv", "mod"):
        return Scalar(type, getattr(operator, name)(x, y) if y else math.nan)
    if _is_float(type):
        form = _FORMATS[type]
        operation = {
            "add": floats.add,
            "sub": floats.subtract,
            "mul": floats.multiply,
            "truediv": floats.divide,
            "floordiv": floats.floor_divide,
            "mod": floats.floor_modulo,
        }[name]
        return Scalar(type, floats.decode(operation(x, y, form), form))
    if name in ("floordiv", "mod") and y == 0:
        raise Trap
    return convert(getattr(operator, name)(x, y), type)


def _operators(cls: type) -> type:
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "lshift", "rshift", "and_", "or_", "xor"):
        stem = name.rstrip("_")
        setattr(cls, f"__{stem}__", lambda a, b, name=name: _binary(name, a, b))
        setattr(cls, f"__r{stem}__", lambda a, b, name=name: _binary(name, b, a))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):

        def compare(a: Scalar, b: Number, name: str = name) -> Any:
            other = b.value if isinstance(b, Scalar) else b
            # Numbers of Python compare exactly, whatever their types.
            return (
                getattr(operator, name)(a.value, other) if isinstance(other, int | float) else NotImplemented
            )

        setattr(cls, f"__{name}__", compare)
    return cls


@_operators
@dataclass(frozen=True, eq=False)
class Scalar:
    """A number of a type; `value` is an int, or a float, which holds those of every float type."""

    type: str
    value: Any

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __neg__(self) -> Scalar:
        return convert(-self.value, self.type)

    def __pos__(self) -> Scalar:
        return self

    def __abs__(self) -> Scalar:
        return convert(abs(self.value), self.type)

    def __invert__(self) -> Scalar:
        return convert(~self.value, self.type)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __index__(self) -> int:
        return self.value

    def __divmod__(self, other: Number) -> tuple[Number, Number]:
        return self // other, self % other

    def __pow__(self, exponent: int) -> Number:
        """By squaring, so that floats round as the device does."""
        if exponent == 0:
            return convert(1, self.type)
        result, factor = None, self
        while True:
            if exponent & 1:
                result = factor if result is None else result * factor
            exponent >>= 1
            if not exponent:
                return result
            factor = factor * factor

    def bit_length(self) -> Scalar:
        return Scalar("i32", abs(self.value).bit_length())

    def bit_count(self) -> Scalar:
        return Scalar("i32", abs(self.value).bit_count())

    @property
    def bits(self) -> int:
        return int(self.type[1:])

    @property
    def pattern(self) -> int:
        return self.value & (1 << self.bits) - 1


def _position(index: Number, length: int) -> int:
    """The element that an index means: a number below zero that is written in the source counts from the end."""
    number = index.value if isinstance(index, Scalar) else int(index)
    if number < 0 and not isinstance(index, Scalar):
        number += length
    if not 0 <= number < length:
        raise Trap
    return number


class Memory:
    """An array, or a part of one: its elements are of one type."""

    def __init__(self, type: str, store: list[Any], positions: Sequence[int] | None = None):
        self._type = type
        self._store = store
        self._positions = range(len(store)) if positions is None else positions

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[Scalar]:
        return (self._store[k] for k in self._positions)

    def __reversed__(self) -> Iterator[Scalar]:
        return (self._store[k] for k in reversed(self._positions))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Memory(self._type, self._store, self._positions[index])
        return self._store[self._positions[_position(index, len(self))]]

    def __setitem__(self, index: Any, value: Number) -> None:
        self._store[self._positions[_position(index, len(self))]] = convert(value, self._type)


class Rows:
    """An array of two dimensions."""

    def __init__(self, type: str, shape: Sequence[int]):
        self._rows = [Memory(type, [None] * shape[1]) for _ in range(shape[0])]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple):
            return self[index[0]][index[1]]
        return self._rows[_position(index, len(self._rows))]

    def __setitem__(self, index: tuple[Any, Any], value: Number) -> None:
        self[index[0]][index[1]] = value


# What programs name -----------------------------------------------------------------------------------------------------


class Objects:
    """An array of structs, which are stored as they are: programs store new ones."""

    def __init__(self, length: int):
        self._store: list[Any] = [None] * length

    def __getitem__(self, index: Any) -> Any:
        return self._store[_position(index, len(self._store))]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._store[_position(index, len(self._store))] = value


def _local_array(shape: Any, type: Any) -> Any:
    if not isinstance(type, Cast):
        return Objects(shape)
    return Rows(type.name, shape) if isinstance(shape, tuple) else Memory(type.name, [None] * shape)


class _Counting:
    """`range`, which can be looked through backwards."""

    def __init__(self, *bounds: Number):
        self._numbers = range(*(int(b.value if isinstance(b, Scalar) else b) for b in bounds))

    def __iter__(self) -> Iterator[Scalar]:
        return (Scalar("i64", k) for k in self._numbers)

    def __reversed__(self) -> Iterator[Scalar]:
        return (Scalar("i64", k) for k in reversed(self._numbers))


class Cast:
    """A scalar type, as programs name it."""

    def __init__(self, name: str):
        self.name = name

    def __call__(self, value: Number = 0) -> Scalar:
        return convert(value, self.name)

    def __or__(self, other: object) -> Cast:
        return self


class _Annotation:
    """What is only ever an annotation."""

    def __getitem__(self, parameters: object) -> _Annotation:
        return self


def _struct(cls: type) -> type:
    """A dataclass whose fields are of their types."""
    types = dict(cls.__annotations__)

    def convert_fields(self: Any) -> None:
        for name in types:
            object.__setattr__(self, name, getattr(self, name))

    def set_field(self: Any, name: str, value: Any) -> None:
        object.__setattr__(self, name, _as(types[name], value))

    cls.__post_init__ = convert_fields  # pyright: ignore[reportAttributeAccessIssue]
    cls.__setattr__ = set_field
    return dataclass(cls)


def _as(type: Any, value: Any) -> Any:
    if isinstance(type, Cast):
        return type(value)
    return tuple(_as(t, v) for t, v in zip(type.__args__, value, strict=True))


def _count(function: Callable[[Scalar], int]) -> Callable[[Scalar], Scalar]:
    return lambda x: Scalar("i32", function(x))


def _rotate(x: Scalar, count: Number) -> Scalar:
    count = int(count.value if isinstance(count, Scalar) else count) % x.bits
    return convert(x.pattern << count | x.pattern >> (x.bits - count), x.type)


def _real(function: Callable[[float], float]) -> Callable[[Scalar], Scalar]:
    """A function of a float in the float's own type."""

    def apply(x: Scalar) -> Scalar:
        return convert(function(x.value), x.type)

    return apply


def _square_root(x: float) -> float:
    return x if x == 0 or math.isnan(x) else math.nan if x < 0 else math.sqrt(x)


def _rounding(function: Callable[[float], int]) -> Callable[[float], float]:
    return lambda x: math.copysign(float(function(x)), x) if math.isfinite(x) else x


def _pair(function: Callable[[float, float], float]) -> Callable[[Number, Number], Scalar]:
    def apply(a: Number, b: Number) -> Scalar:
        type = _meeting(a, b)
        assert type is not None
        with np.errstate(all="ignore"):
            return convert(float(function(convert(a, type).value, convert(b, type).value)), type)

    return apply


class _Complex:
    """A `complex128`."""

    def __init__(self, real: Number, imag: Number):
        self.real, self.imag = convert(real, "f64"), convert(imag, "f64")

    def __add__(self, other: _Complex) -> _Complex:
        return _Complex(self.real + other.real, self.imag + other.imag)

    def __sub__(self, other: _Complex) -> _Complex:
        return _Complex(self.real - other.real, self.imag - other.imag)


def _total(items: Any) -> Number:
    total: Number = None
    for item in items:
        total = convert(0, item.type) + item if total is None else total + item
    return 0 if total is None else total


class _Math:
    sqrt = staticmethod(_real(_square_root))
    copysign = staticmethod(_pair(math.copysign))


class _Numpy:
    floor = staticmethod(_real(_rounding(math.floor)))
    ceil = staticmethod(_real(_rounding(math.ceil)))
    trunc = staticmethod(_real(_rounding(math.trunc)))
    rint = staticmethod(_real(_rounding(round)))
    fmin, fmax = staticmethod(_pair(np.fmin)), staticmethod(_pair(np.fmax))
    minimum, maximum = staticmethod(_pair(np.minimum)), staticmethod(_pair(np.maximum))


def _same(function: Any = None, **options: Any) -> Any:
    """What `@kernel`, `@kernel(…)` and `@device` are here: how a kernel is launched changes nothing."""
    return _same if function is None else function


def _names() -> dict[str, Any]:
    names: dict[str, Any] = {name: Cast(name) for name in (*_BY_SIZE, *_PRECISION)}
    names.update(dict.fromkeys(("MutSlice", "Slice"), _Annotation()))
    names.update(
        _holds=lambda item, items: any(item == each for each in items),
        _another=copy.copy,
        kernel=_same,
        device=_same,
        struct=_struct,
        enum=enum,
        constant_array=lambda values, type: Memory(type.name, [type(v) for v in values]),
        local_array=_local_array,
        range=_Counting,
        len=lambda x: Scalar("i64", len(x)),
        unroll=_unrolled,
        math=_Math,
        np=_Numpy,
        sum=_total,
        complex128=_Complex,
        popcount=_count(lambda x: x.pattern.bit_count()),
        count_leading_zeros=_count(lambda x: x.bits - x.pattern.bit_length()),
        count_trailing_zeros=_count(
            lambda x: (x.pattern & -x.pattern).bit_length() - 1 if x.pattern else x.bits
        ),
        bit_reverse=lambda x: convert(int(f"{x.pattern:0{x.bits}b}"[::-1], 2), x.type),
        rotate_left=_rotate,
        rotate_right=lambda x, count: _rotate(x, -count),
    )
    return names


def _unrolled(counting: _Counting) -> Iterator[int]:
    return iter(counting._numbers)  # pyright: ignore[reportPrivateUsage]


class _OfTheLanguage(ast.NodeTransformer):
    """Without imports, which the model stands for; `in` and tuples are compared by equality alone, since numbers have no
    identity: a NaN in a tuple is not equal to itself."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ops[0], ast.In | ast.NotIn):
            for side in node.comparators:
                if isinstance(side, ast.Tuple):
                    side.elts = [ast.Call(ast.Name("_another", ast.Load()), [each], []) for each in side.elts]
            return node
        call = ast.Call(ast.Name("_holds", ast.Load()), [node.left, node.comparators[0]], [])
        return call if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), call)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        return None

    def visit_Import(self, node: ast.Import) -> ast.Import | None:
        return node if node.names[0].name == "enum" else None


def modelled(
    source: str, words: Sequence[int], reals: Sequence[float], rounds: int
) -> tuple[list[int], list[float]] | None:
    """What the kernel `k` of a module leaves in `w` and `g`; None where it traps."""
    tree = ast.fix_missing_locations(_OfTheLanguage().visit(ast.parse(source)))
    space = _names()
    exec(compile(tree, "<model>", "exec", dont_inherit=True), space)
    w = Memory("i64", [Scalar("i64", int(word)) for word in words])
    g = Memory("f64", [Scalar("f64", float(real)) for real in reals])
    try:
        space["k"](w, g, Memory("i64", [Scalar("i64", 0)]), Scalar("i32", rounds))
    except (Trap, AssertionError, ValueError):
        return None
    return [x.value for x in w], [x.value for x in g]


__all__ = ["modelled"]
