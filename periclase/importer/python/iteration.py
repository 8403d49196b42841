"""What a `for` loop, a reduction or an unpacking goes over: how many items there are, and which is at a position.

`range`, slices, arrays and tuples are such things; `enumerate`, `zip` and `reversed` make one of others. Nothing is made for
them at run time but a position that is counted: an item is what stands at it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python import value_ranges
from periclase.importer.python.conversions import coerce, common_type, converted, is_integer, is_weak, strong
from periclase.importer.python.names import constant_of_host_value, make_tuple
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    PENDING_INT,
    WEAK_INT,
    After,
    Binary,
    Compare,
    Constant,
    Convert,
    Expr,
    Once,
    Pending,
    Range,
    Select,
)
from periclase.loops import unroll
from periclase.types import ArrayType, ScalarType, bool_, i64, isize, usize

if TYPE_CHECKING:
    from periclase.importer.python.typing_loops import LoopTyping


class Iteration:
    """Items one after another.

    Attributes:
        node: where it is written.
        prepared: what has to be evaluated before the first item is asked for, in this order.
        count: the number of items where it is known at import, else None.
        is_static: whether an item can only be had at a position that is known at import, since they have several types.
        cannot_be_reversed: the name of what Python refuses to reverse, or None.
    """

    is_static = False
    cannot_be_reversed: str | None = None

    def __init__(self, node: ast.expr, prepared: Sequence[Expr] = (), count: int | None = None):
        self.node = node
        self.prepared: list[Expr] = list(prepared)
        self.count = count

    def length(self, typing: LoopTyping) -> Expr:
        """The number of items, an `isize`, or a `usize` where that does not hold it."""
        assert self.count is not None
        return _length_of(self.node, self.count)

    def item(self, typing: LoopTyping, position: Expr) -> Expr:
        """The item at a position that is inside."""
        raise AssertionError(position)

    def unequal(self, typing: LoopTyping) -> list[tuple[Expr, str]]:
        """What has to hold once all items have been gone over, and what is said where it does not."""
        return []


class Items(Iteration):
    """Values that are known one by one: a tuple, or what is written in brackets."""

    is_static = True

    def __init__(self, node: ast.expr, items: list[Expr], prepared: Sequence[Expr]):
        super().__init__(node, prepared, len(items))
        self._items: list[Expr] = items

    def item(self, typing: LoopTyping, position: Expr) -> Expr:
        assert isinstance(position, Constant)
        index: int = position.value
        return self._items[index]


class Sequence_(Iteration):
    """The elements of a slice, array or view, which are read when it is their turn."""

    def __init__(self, node: ast.expr, value: Expr, length: Expr):
        count = length.value if isinstance(length, Constant) else None
        super().__init__(node, [value] if isinstance(value, Once) else [], count)
        self._value = value
        self._length = length

    def length(self, typing: LoopTyping) -> Expr:
        return self._length

    def item(self, typing: LoopTyping, position: Expr) -> Expr:
        found = rules_of(self._value).item(typing, self.node, self._value, position)
        assert found is not None
        if isinstance(found.type, ArrayType):
            from periclase.importer.python.array_views import row_as_view

            found = row_as_view(typing, self.node, found)
        return typing.readable(self.node, found)


def _length_of(node: ast.expr, count: int) -> Expr:
    """How many items there are, where that is known.

    Raises:
        Problem: they are more than can be counted.
    """
    if count > value_ranges.of_type(isize)[1]:
        raise Problem(
            "PC0206",
            f"this has {count} items, which no integer of 64 bits counts",
            node,
            "use smaller bounds",
        )
    return Constant(node, isize, count)


class Counting(Iteration):
    """`range(start, stop, step)`."""

    def __init__(self, node: ast.expr, start: Expr, stop: Expr, step: Expr, prepared: Sequence[Expr]):
        count = None
        if isinstance(start, Constant) and isinstance(stop, Constant) and isinstance(step, Constant):
            count = max(
                0, -((start.value - stop.value) // step.value)
            )  # `len` of a range is at most that of a list
        super().__init__(node, prepared, count)
        self.bounds = start, stop, step
        self._length: Expr | None = None

    @property
    def is_pending(self) -> bool:
        """Whether a later pass of typing will know more."""
        return any(bound.type in PENDING for bound in self.bounds)

    def _values(self) -> ScalarType:
        """The type of the items.

        Raises:
            Problem: there is none.
        """
        start, stop, step = self.bounds
        type = common_type(start, stop)
        if type is bool_ or (type is not None and is_weak(type)):
            type = i64
        if not isinstance(type, ScalarType):
            raise Problem(
                "PC0202",
                f"`range` of {start.type}, {stop.type} and {step.type}: no type holds the values of all",
                self.node,
                "cast them to one type",
            )
        return type

    def length(self, typing: LoopTyping) -> Expr:
        if self.count is not None:
            return _length_of(self.node, self.count)
        if self.is_pending:
            return Pending(self.node, isize)
        if self._length is None:
            self._length = self._counted(typing)
        return self._length

    def _counted(self, typing: LoopTyping) -> Expr:
        node = self.node
        type = self._values()
        start, stop = (coerce(bound, type) for bound in self.bounds[:2])
        step = strong(self.bounds[2])
        assert step.range is not None
        assert start.range is not None
        assert stop.range is not None
        upwards, downwards = step.range[0] > 0, step.range[1] < 0
        up = self._trips(type, start, stop, converted(step, usize))
        down = self._trips(type, stop, start, _negative(converted(step, usize)))
        distances = [0]
        if not downwards:
            distances.append(stop.range[1] - start.range[0])
        if not upwards:
            distances.append(start.range[1] - stop.range[0])
        most = max(distances)
        if upwards or downwards:
            count = up if upwards else down
        else:
            step = typing.once(step)
            assert isinstance(step.type, ScalarType)
            count = Select(
                node, usize, None, Compare(node, "gt", step, Constant(node, step.type, 0)), up, down
            )
        if most <= isize.high:
            return Convert(node, isize, count, (0, most))
        return count

    def _trips(self, type: ScalarType, low: Expr, high: Expr, stride: Expr) -> Expr:
        """How many values there are from `low` on below `high`."""
        node = self.node
        distance = Binary(node, usize, None, "sub", converted(high, usize), converted(low, usize))
        if not (isinstance(stride, Constant) and stride.value == 1):
            one = Constant(node, usize, 1)
            less = Binary(node, usize, None, "sub", distance, one)
            distance = Binary(node, usize, None, "add", Binary(node, usize, None, "div", less, stride), one)
        empty = Constant(node, usize, 0)
        return Select(node, usize, None, Compare(node, "lt", low, high), distance, empty)

    def item(self, typing: LoopTyping, position: Expr) -> Expr:
        start, stop, step = self.bounds
        if self.is_pending:
            return Pending(self.node, PENDING_INT)
        if isinstance(position, Constant) and isinstance(start, Constant) and isinstance(step, Constant):
            type = WEAK_INT if is_weak(start.type) and is_weak(stop.type) else self._values()
            return Constant(self.node, type, start.value + position.value * step.value)
        type = self._values()
        start, step = (converted(strong(bound), usize) for bound in (start, step))
        offset: Expr = converted(position, usize)
        if not (isinstance(step, Constant) and step.value == 1):
            offset = Binary(self.node, usize, None, "mul", offset, step)
        if not (isinstance(start, Constant) and start.value == 0):
            offset = Binary(self.node, usize, None, "add", start, offset)
        return Convert(self.node, type, offset, values_of_range(*self.bounds))


def _negative(value: Expr) -> Expr:
    if isinstance(value, Constant):
        return Constant(value.node, usize, usize.convert(-value.value))
    return Binary(value.node, usize, None, "sub", Constant(value.node, usize, 0), value)


class Enumerated(Iteration):
    """`enumerate(inner, start)`."""

    cannot_be_reversed = "enumerate"

    def __init__(self, node: ast.expr, inner: Iteration, start: Expr, prepared: Sequence[Expr]):
        super().__init__(node, [*inner.prepared, *prepared], inner.count)
        self._inner = inner
        self._start = start
        self.is_static = inner.is_static

    def length(self, typing: LoopTyping) -> Expr:
        return self._inner.length(typing)

    def item(self, typing: LoopTyping, position: Expr) -> Expr:
        number = typing.arithmetic(self.node, "add", "+", position, self._start)
        if isinstance(number, Constant):
            number = Constant(self.node, WEAK_INT, number.value)
        return make_tuple(self.node, [number, self._inner.item(typing, position)])

    def unequal(self, typing: LoopTyping) -> list[tuple[Expr, str]]:
        return self._inner.unequal(typing)


class Zipped(Iteration):
    """`zip(*inner, strict=…)`: as many as the shortest has."""

    cannot_be_reversed = "zip"

    def __init__(self, node: ast.expr, inner: list[Iteration], strict: bool):
        counts = [each.count for each in inner]
        known = [count for count in counts if count is not None]
        super().__init__(
            node,
            [part for each in inner for part in each.prepared],
            min(known, default=0) if len(known) == len(counts) else None,
        )
        self._inner = inner
        self._strict = strict
        self._lengths: list[Expr] = []
        self.is_static = any(each.is_static for each in inner)
        self.bound = min(known) if known else None
        """What the number of items is at most, where one of the parts has a known one."""

    def _all_lengths(self, typing: LoopTyping) -> list[Expr]:
        if not self._lengths:
            self._lengths = [typing.once(each.length(typing)) for each in self._inner]
        return self._lengths

    def length(self, typing: LoopTyping) -> Expr:
        if self.count is not None:
            return _length_of(self.node, self.count)
        lengths = self._all_lengths(typing)
        if any(isinstance(length, Pending) for length in lengths):
            return Pending(self.node, isize)
        type = usize if any(length.type is usize for length in lengths) else isize
        shortest, *others = (converted(length, type) for length in lengths)
        for other in others:
            range = value_ranges.binary("min", shortest.range, other.range, type)
            shortest = Binary(self.node, type, range, "min", shortest, other)
        return shortest

    def item(self, typing: LoopTyping, position: Expr) -> Expr:
        return make_tuple(self.node, [each.item(typing, position) for each in self._inner])

    def unequal(self, typing: LoopTyping) -> list[tuple[Expr, str]]:
        found = [pair for each in self._inner for pair in each.unequal(typing)]
        if self._strict:
            first, *others = self._all_lengths(typing)
            for number, other in enumerate(others, 2):
                equal = typing.compare(self.node, "eq", "==", first, other)
                found.append((equal, f"zip(): argument {number} is not as long as argument 1"))
        return found


class Reversed(Iteration):
    """`reversed(inner)`."""

    def __init__(self, node: ast.expr, inner: Iteration):
        super().__init__(node, inner.prepared, inner.count)
        self._inner = inner
        self._length: Expr | None = None
        self.is_static = inner.is_static
        self.cannot_be_reversed = "reversed"

    def length(self, typing: LoopTyping) -> Expr:
        if self._length is None:
            self._length = typing.once(self._inner.length(typing))
        return self._length

    def item(self, typing: LoopTyping, position: Expr) -> Expr:
        if self.count is not None and isinstance(position, Constant):
            return self._inner.item(typing, Constant(self.node, isize, self.count - 1 - position.value))
        length = self.length(typing)
        if isinstance(length, Pending):
            return self._inner.item(typing, position)
        assert isinstance(length.type, ScalarType)
        type = length.type
        last = Binary(self.node, type, None, "sub", length, Constant(self.node, type, 1))
        range = (0, length.range[1] - 1) if length.range is not None and length.range[1] > 0 else (0, 0)
        return self._inner.item(
            typing, Binary(self.node, type, range, "sub", last, converted(position, type))
        )


def values_of_range(start: Expr, stop: Expr, step: Expr) -> Range | None:
    """What values `range(start, stop, step)` has."""
    if start.range is None or stop.range is None or step.range is None:
        return None
    if step.range[0] > 0:
        return start.range[0], max(start.range[0], stop.range[1] - 1)
    if step.range[1] < 0:
        return min(start.range[1], stop.range[0] + 1), start.range[1]
    return min(start.range[0], stop.range[0] + 1), max(start.range[1], stop.range[1] - 1)


# Which iteration an expression is


def iteration_of(typing: LoopTyping, node: ast.expr) -> Iteration:
    """What an expression goes over.

    Raises:
        Problem: it can not be gone over on a device.
    """
    if isinstance(node, ast.Call):
        callee = typing.static_value(node.func)
        maker = _MAKERS.get(callee) if isinstance(callee, type) else None
        if maker is not None:
            return maker(typing, node)
        if callee is unroll:
            raise Problem(
                "PC0106",
                "`unroll` is for loops that are statements",
                node,
                "write the loop out, or leave `unroll` out",
            )
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        if isinstance(node, ast.Set):
            raise Problem("PC0106", "the items of a set have no order", node, "write a tuple: `(1, 2, 3)`")
        items = [typing.once(value) for value in typing.items(node.elts)]
        return Items(node, items, [item for item in items if isinstance(item, Once)])
    if isinstance(node, ast.Name | ast.Attribute):
        members = _members(typing, node)
        if members is not None:
            return members
    return iteration_over(typing, node, typing.value(node))


def _members(typing: LoopTyping, node: ast.expr) -> Iteration | None:
    """The members of an enumeration, where an expression is such a class."""
    host: Any = typing.static_value(node)
    if not (isinstance(host, type) and hasattr(host, "__members__")):
        return None
    constants = [constant_of_host_value(member, node) for member in cast("Any", host)]
    known = [constant for constant in constants if constant is not None]
    return Items(node, known, []) if len(known) == len(constants) else None


def iteration_over(typing: LoopTyping, node: ast.expr, value: Expr) -> Iteration:
    """What a value goes over.

    Raises:
        Problem: it is nothing that has items.
    """
    if value.type in PENDING or isinstance(value.type, ScalarType) or is_weak(value.type):
        text = ast.unparse(node)
        help = f"write `range({text})`" if is_integer(value.type) else None
        if isinstance(node, ast.Subscript):
            help = f"go over `{ast.unparse(node.value)}`, of which this is an element"
        raise Problem("PC0106", f"`{text}` is {with_article(value.type)}, which has no items", node, help)
    rules = rules_of(value)
    types = rules.unpacked(typing, value)
    if types is not None:
        whole = typing.once(value)
        prepared = [whole] if isinstance(whole, Once) else []
        return Items(node, typing.parts(node, whole, types), prepared)
    whole = typing.once(value)
    length = rules.length(typing, node, whole)
    if isinstance(length, After):
        length = length.value  # the whole is evaluated before anyway
    position = Pending(node, isize)
    if length is None or rules.item(typing, node, whole, position) is None:
        raise Problem(
            "PC0106",
            f"{with_article(value.type)} has no items to go over",
            node,
            "a `for` loop goes over `range(…)`, slices, arrays, tuples, and `enumerate`, `zip`, `reversed` of such",
        )
    return Sequence_(node, whole, length)


def range_arguments(typing: LoopTyping, node: ast.Call) -> tuple[Expr, Expr, Expr]:
    """Start, stop and step of a call of `range`.

    Raises:
        Problem: they are no integers, or the step is zero.
    """
    if node.keywords:
        raise Problem(
            "PC0207",
            "`range` takes no arguments by name, in Python neither",
            node.keywords[0],
            "write `range(start, stop, step)`",
        )
    if not 1 <= len(node.args) <= 3:
        raise Problem(
            "PC0207",
            f"`range` takes one to three arguments, not {len(node.args)}",
            node,
            "write `range(start, stop, step)`",
        )
    values = [typing.as_number(typing.value(argument)) for argument in node.args]
    for value in values:
        if not is_integer(value.type) and value.type is not bool_:
            hint = f"write `i32({ast.unparse(value.node)})`" if isinstance(value.type, ScalarType) else None
            if is_weak(value.type):
                hint = "count the steps: `for k in range(10):`, and in the loop `v = k * 0.1`"
            raise Problem(
                "PC0205", f"`range` takes integers, not {with_article(value.type)}", value.node, hint
            )
    zero, one = Constant(node, WEAK_INT, 0), Constant(node, WEAK_INT, 1)
    if len(values) == 1:
        return zero, values[0], one
    start, stop = values[:2]
    step = values[2] if len(values) == 3 else one
    if isinstance(step, Constant) and step.value == 0:
        raise Problem("PC0206", "the step of `range` is zero", step.node)
    return start, stop, step


def _range(typing: LoopTyping, node: ast.Call) -> Iteration:
    start, stop, step = (typing.once(bound) for bound in range_arguments(typing, node))
    prepared: list[Expr] = [bound for bound in (start, stop, step) if isinstance(bound, Once)]
    if step.range is not None and value_ranges.intersects(step.range, 0) and step.type not in PENDING:
        nonzero = typing.compare(step.node, "ne", "!=", step, Constant(step.node, WEAK_INT, 0))
        prepared.append(typing.asserted(step.node, nonzero, "the step of range() is zero"))
    return Counting(node, start, stop, step, prepared)


def _inner_arguments(
    typing: LoopTyping, node: ast.Call, name: str, keywords: Sequence[str]
) -> dict[str, ast.expr]:
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            raise Problem("PC0105", "arguments can not be unpacked with `*`", argument, "write them out")
    found: dict[str, ast.expr] = {}
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg not in keywords:
            raise Problem("PC0207", f"`{name}` has no parameter `{keyword.arg}`", keyword.value)
        found[keyword.arg] = keyword.value
    return found


def _enumerate(typing: LoopTyping, node: ast.Call) -> Iteration:
    named = _inner_arguments(typing, node, "enumerate", ("start", "iterable"))
    written = {**dict(zip(("iterable", "start"), node.args, strict=False)), **named}
    if len(node.args) > 2 or "iterable" not in written or len(written) < len(node.args) + len(named):
        raise Problem(
            "PC0207", "`enumerate` takes what to go over and a start", node, "write `enumerate(x, 1)`"
        )
    inner = iteration_of(typing, written["iterable"])
    start: Expr = Constant(node, WEAK_INT, 0)
    if "start" in written:
        start = typing.once(typing.as_number(typing.value(written["start"])))
        if not is_integer(start.type):
            raise Problem("PC0205", f"`enumerate` counts from an integer, not from {start.type}", start.node)
    return Enumerated(node, inner, start, [start] if isinstance(start, Once) else [])


def _zip(typing: LoopTyping, node: ast.Call) -> Iteration:
    named = _inner_arguments(typing, node, "zip", ("strict",))
    strict = False
    if "strict" in named:
        value = typing.value(named["strict"])
        if not isinstance(value, Constant):
            raise Problem("PC0210", "`strict` of `zip` must be known at import", named["strict"])
        strict = bool(value.value)
    if not node.args:
        raise Problem("PC0207", "`zip` goes over nothing", node, "write `zip(x, y)`")
    return Zipped(node, [iteration_of(typing, argument) for argument in node.args], strict)


def _reversed(typing: LoopTyping, node: ast.Call) -> Iteration:
    _inner_arguments(typing, node, "reversed", ())
    if len(node.args) != 1:
        raise Problem("PC0207", f"`reversed` takes one argument, not {len(node.args)}", node)
    inner = iteration_of(typing, node.args[0])
    if inner.cannot_be_reversed is not None:
        raise Problem(
            "PC0106",
            f"`{inner.cannot_be_reversed}` can not be reversed, in Python neither",
            node,
            "reverse what it goes over: `zip(reversed(x), reversed(y))`",
        )
    return Reversed(node, inner)


_MAKERS = {range: _range, enumerate: _enumerate, zip: _zip, reversed: _reversed}


def _unroll_alone(typing: LoopTyping, node: ast.Call) -> Expr:
    raise Problem(
        "PC0106",
        "`unroll` is for what a `for` statement goes over",
        node,
        "write `for i in unroll(range(4)):`",
    )


HANDLERS = {unroll: _unroll_alone}
"""See `host_functions`."""
