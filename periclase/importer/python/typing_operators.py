"""Typing of operators: arithmetic, shifts, bits, comparisons, truth, and the folding of literals.

Integers compute in the common type of their operands and wrap there (`debug=True` traps); `//` and `%` round as Python's
do, also for negative operands; shifts mask their count; `/` is float division.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from periclase.importer.python import value_ranges
from periclase.importer.python.conversions import (
    adopt,
    as_number,
    cast_hint,
    coerce,
    common_type,
    converted,
    float_holds,
    is_floating,
    is_integer,
    is_numeric,
    is_weak,
    strong,
    type_names,
)
from periclase.importer.python.problems import Problem, index_help
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    PENDING_FLOAT,
    PENDING_INT,
    WEAK_FLOAT,
    WEAK_INT,
    After,
    Binary,
    Checked,
    Compare,
    Constant,
    Convert,
    Expr,
    Logical,
    MakeArray,
    MakeStruct,
    MakeTuple,
    MathCall,
    Once,
    Pending,
    Read,
    Select,
    Unary,
    WeakType,
)
from periclase.importer.python.typing_base import ONE_FUNCTION, TypingBase, is_function
from periclase.types import ArrayType, DeviceType, ScalarType, SliceType, bool_, f64, i64

BINARY_NAMES: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("add", "+"),
    ast.Sub: ("sub", "-"),
    ast.Mult: ("mul", "*"),
    ast.Div: ("div", "/"),
    ast.FloorDiv: ("floordiv", "//"),
    ast.Mod: ("floormod", "%"),
    ast.Pow: ("pow", "**"),
    ast.LShift: ("shl", "<<"),
    ast.RShift: ("shr", ">>"),
    ast.BitAnd: ("and", "&"),
    ast.BitOr: ("or", "|"),
    ast.BitXor: ("xor", "^"),
    ast.MatMult: ("matmul", "@"),
}
"""Each operator's name in the typed tree and its sign."""

COMPARISON_NAMES: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("eq", "=="),
    ast.NotEq: ("ne", "!="),
    ast.Lt: ("lt", "<"),
    ast.LtE: ("le", "<="),
    ast.Gt: ("gt", ">"),
    ast.GtE: ("ge", ">="),
}

_FOLD: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "floordiv": lambda a, b: a // b,
    "floormod": lambda a, b: a % b,
    "shl": lambda a, b: a << b,
    "shr": lambda a, b: a >> b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "min": min,
    "max": max,
    "pow": lambda a, b: a**b,
}
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
_BITWISE = frozenset({"and", "or", "xor"})
_SHIFTS = frozenset({"shl", "shr"})
_WRAPPING = frozenset({"add", "sub", "mul"})

MOST_LITERAL_BITS = 4096
"""Literals are folded exactly up to this size, so that a typo can not fill the memory."""
MOST_INT_POWER, MOST_FLOAT_POWER = 64, 16
"""Constant exponents up to these become multiplications."""


def _choice(node: ast.AST) -> str:
    """How the choice between two values is written."""
    if isinstance(node, ast.BoolOp):
        return "and" if isinstance(node.op, ast.And) else "or"
    return "if … else …"


class OperatorTyping(TypingBase):
    """Operators."""

    def arithmetic(self, node: ast.AST, op: str, sign: str, left: Expr, right: Expr) -> Expr:
        """`left op right`.

        Raises:
            Problem: there is no such operation for these operands.
        """
        if isinstance(left.type, DeviceType) or isinstance(right.type, DeviceType):
            return self._by_rules(node, op, sign, left, right)
        if (
            isinstance(left, Constant)
            and isinstance(right, Constant)
            and is_weak(left.type)
            and is_weak(right.type)
        ):
            return self._fold_literals(node, op, sign, left, right)
        if op == "pow":
            return self._power(node, left, right)
        if op in _SHIFTS:
            return self._shift(node, op, sign, left, right)
        if op == "div":
            return self._true_division(node, left, right)
        if op in _BITWISE and (is_floating(left.type) or is_floating(right.type)):
            raise Problem(
                "PC0205",
                f"`{sign}` works on integers and truth values, not on {type_names(left, right)}",
                node,
                "cast the float to an integer type first: `i32(…)`",
            )
        if op in _BITWISE and left.type is bool_ and right.type is bool_:
            return Binary(node, bool_, None, op, left, right)
        type = common_type(left, right)
        if type is bool_:
            type = i64  # Python adds truth values as the numbers 0 and 1
        if type is None:
            raise self.no_common_type_of(node, sign, left, right)
        if isinstance(type, WeakType):
            if type in PENDING:
                return Pending(node, type)
            left, right = strong(left), strong(right)
            type = common_type(left, right)
        assert isinstance(type, ScalarType)
        left, right = self._meet(left, type), self._meet(right, type)
        if op in ("floordiv", "floormod") and not type.is_float:
            return self._floor_division(node, op, type, left, right)
        folded = self._fold_typed(node, op, type, left, right)
        if folded is not None:
            return folded
        range = value_ranges.binary(op, left.range, right.range, type)
        checked = (
            self.debug and op in _WRAPPING and type.is_integer and self._may_overflow(op, left, right, type)
        )
        return Binary(node, type, range, op, left, right, checked)

    def _by_rules(self, node: ast.AST, op: str, sign: str, left: Expr, right: Expr) -> Expr:
        """`left op right` where one of the two is no number."""
        typing: Any = self
        for operand in (left, right):
            found = rules_of(operand).binary(typing, node, op, sign, left, right)
            if found is not None:
                return found
        self._require_numbers(node, sign, left, right)
        raise AssertionError(sign)

    def _meet(self, value: Expr, type: ScalarType) -> Expr:
        """An operand in the common type, which holds it by construction."""
        if value.type is type:
            return value
        return adopt(value, type) if isinstance(value.type, WeakType) else converted(value, type)

    def _require_numbers(self, node: ast.AST, sign: str, *operands: Expr) -> None:
        for operand in operands:
            if not is_numeric(operand.type):
                help = index_help(operand.type, sign)
                raise Problem("PC0205", f"`{sign}` does not work on {operand.type}", node, help)

    def no_common_type_of(self, node: ast.AST, sign: str, left: Expr, right: Expr) -> Problem:
        """What is said where no type holds the values of both."""
        names = type_names(left, right)
        if is_floating(left.type) != is_floating(right.type):
            number, floating = (right, left) if is_floating(left.type) else (left, right)
            target = floating.type if isinstance(floating.type, ScalarType) else f64
            return Problem(
                "PC0202",
                f"`{sign}` of {names}: {target} does not hold every {number.type}",
                node,
                # An item of a tuple, or a field, has no text of its own.
                cast_hint(number, target)
                if number.node is not node
                else f"write `{target}(…)` where the {number.type} in it is made",
            )
        cast, kept = (left, right) if is_weak(left.type) else (right, left)
        text = ast.unparse(cast.node)
        return Problem(
            "PC0202",
            f"`{sign}` of {names}: no type holds the values of both",
            node,
            f"cast one of them to the other's type: `{kept.type}({text if len(text) <= 40 else '…'})`",
        )

    @staticmethod
    def _may_overflow(op: str, left: Expr, right: Expr, type: ScalarType) -> bool:
        """Whether exact arithmetic can leave the type. A wider type's range answers it."""
        if left.range is None or right.range is None:
            return True
        a, b = left.range, right.range
        if op == "add":
            exact = a[0] + b[0], a[1] + b[1]
        elif op == "sub":
            exact = a[0] - b[1], a[1] - b[0]
        else:
            products = [x * y for x in a for y in b]
            exact = min(products), max(products)
        return not value_ranges.fits(exact, value_ranges.of_type(type))

    # Literals

    def _fold_literals(self, node: ast.AST, op: str, sign: str, left: Constant, right: Constant) -> Expr:
        a, b = left.value, right.value
        floating = is_floating(left.type) or is_floating(right.type)
        if floating and (op in _SHIFTS or op in _BITWISE):
            raise Problem("PC0205", f"`{sign}` works on integers, not on {type_names(left, right)}", node)
        if op in ("shl", "pow") and not floating and isinstance(b, int):
            bits = abs(a).bit_length() * max(b, 0) if op == "pow" else abs(a).bit_length() + max(b, 0)
            if bits > MOST_LITERAL_BITS:
                raise Problem(
                    "PC0206",
                    f"the value of `{ast.unparse(node)}` has more than {MOST_LITERAL_BITS} bits",
                    node,
                )
        try:
            value = _FOLD[op](a, b)
        except ZeroDivisionError:
            raise Problem("PC0206", f"`{ast.unparse(node)}` divides by zero", node) from None
        except (OverflowError, ValueError) as error:
            raise Problem("PC0206", f"`{ast.unparse(node)}` can not be computed: {error}", node) from None
        if isinstance(value, int) and value.bit_length() > MOST_LITERAL_BITS:
            raise Problem(
                "PC0206", f"the value of `{ast.unparse(node)}` has more than {MOST_LITERAL_BITS} bits", node
            )
        if isinstance(value, complex):
            raise Problem(
                "PC0206", f"`{ast.unparse(node)}` is a complex number, which a device does not have", node
            )
        return Constant(node, WEAK_FLOAT if isinstance(value, float) else WEAK_INT, value)

    def _fold_typed(self, node: ast.AST, op: str, type: ScalarType, left: Expr, right: Expr) -> Expr | None:
        if (
            not (isinstance(left, Constant) and isinstance(right, Constant))
            or type.is_float
            or op not in _FOLD
        ):
            return None
        value = _FOLD[op](left.value, right.value)
        if self.debug and not value_ranges.fits((value, value), value_ranges.of_type(type)):
            return None
        return Constant(node, type, type.convert(value))

    # Division, powers, shifts

    def _true_division(self, node: ast.AST, left: Expr, right: Expr) -> Expr:
        if any(operand.type in PENDING for operand in (left, right)):
            type = common_type(left, right)
            return Pending(
                node, PENDING_FLOAT if type is None or is_weak(type) or not is_floating(type) else type
            )
        if not is_floating(left.type) and not is_floating(right.type):
            for operand in (left, right):
                if operand.range is not None and not float_holds(f64, operand.range):
                    raise Problem(
                        "PC0202",
                        f"`/` divides floats, and f64 does not hold every {operand.type}",
                        node,
                        f"use `//` for whole numbers, or write `f64({ast.unparse(operand.node)})` where the loss is meant",
                    )
            return Binary(node, f64, None, "div", coerce(strong(left), f64), coerce(strong(right), f64))
        type = common_type(left, right)
        if type is None:
            raise self.no_common_type_of(node, "/", left, right)
        if isinstance(type, WeakType):
            type = f64
        assert isinstance(type, ScalarType)
        return Binary(node, type, None, "div", self._meet(left, type), self._meet(right, type))

    def _floor_division(self, node: ast.AST, op: str, type: ScalarType, left: Expr, right: Expr) -> Expr:
        name = "integer division" if op == "floordiv" else "remainder"
        if isinstance(right, Constant) and right.value == 0:
            raise Problem("PC0206", f"{name} by zero", node)
        if right.range is None or value_ranges.intersects(right.range, 0):
            right = self.once(right)
            zero = Constant(right.node, type, 0)
            right = Checked(right, Compare(right.node, "ne", right, zero), f"{name} by zero", "division")
        elif isinstance(left, Constant) and isinstance(right, Constant):
            return Constant(node, type, type.convert(_FOLD[op](left.value, right.value)))
        range = value_ranges.binary(op, left.range, right.range, type)
        if left.range is not None and right.range is not None and left.range[0] >= 0 and right.range[0] >= 0:
            # Both are known not to be negative: truncating is flooring, and cheaper.
            return Binary(node, type, range, "div" if op == "floordiv" else "rem", left, right)
        overflows = (
            self.debug
            and op == "floordiv"
            and type.is_signed
            and (left.range is None or value_ranges.intersects(left.range, int(type.low)))
            and (right.range is None or value_ranges.intersects(right.range, -1))
        )
        if overflows:
            left, right = self.once(left), self.once(right)
            lowest = Compare(node, "ne", left, Constant(node, type, int(type.low)))
            minus_one = Compare(node, "ne", right, Constant(node, type, -1))
            right = Checked(
                right, Logical(node, False, (lowest, minus_one)), f"overflow of {type} in `//`", "overflow"
            )
            # The check reads the left operand, which has to be evaluated before: it is, as the first of the two.
        return Binary(node, type, range, op, left, right)

    def _shift(self, node: ast.AST, op: str, sign: str, left: Expr, right: Expr) -> Expr:
        for operand in (left, right):
            if is_floating(operand.type):
                raise Problem("PC0205", f"`{sign}` shifts integers, not {operand.type}", node)
        if left.type in PENDING or right.type in PENDING:
            return Pending(node, left.type if isinstance(left.type, ScalarType) else PENDING_INT)
        if isinstance(right, Constant) and right.value < 0:
            raise Problem("PC0206", f"the count of `{sign}` is negative", node)
        left = coerce(left, i64) if left.type is bool_ else strong(left)
        type = left.type
        assert isinstance(type, ScalarType)
        count = strong(coerce(right, i64) if right.type is bool_ else right)
        if isinstance(count, Constant):
            masked = count.value & (type.bits - 1)
            if isinstance(left, Constant):
                return Constant(node, type, type.convert(_FOLD[op](left.value, masked)))
            count = Constant(count.node, type, masked)
        range = value_ranges.binary(op, left.range, count.range, type)
        return Binary(node, type, range, op, left, count)

    def _power(self, node: ast.AST, left: Expr, right: Expr) -> Expr:
        if left.type in PENDING or right.type in PENDING:
            type = common_type(left, right)
            if type is not None:
                return Pending(node, type if not is_weak(type) or is_floating(type) else PENDING_INT)
        if isinstance(right, Constant) and isinstance(right.value, int) and not is_floating(right.type):
            exponent = right.value
            base = strong(coerce(left, i64) if left.type is bool_ else left)
            most = MOST_FLOAT_POWER if is_floating(base.type) else MOST_INT_POWER
            if 0 <= exponent <= most:
                return self._power_by_squaring(node, base, exponent)
            if is_floating(base.type) and -MOST_FLOAT_POWER <= exponent < 0:
                assert isinstance(base.type, ScalarType)
                one = Constant(node, base.type, 1.0)
                return Binary(
                    node, base.type, None, "div", one, self._power_by_squaring(node, base, -exponent)
                )
            if not is_floating(base.type):
                problem = "negative" if exponent < 0 else f"greater than {MOST_INT_POWER}"
                raise Problem(
                    "PC0205",
                    f"`**` of the integer type {base.type}: the exponent {exponent} is {problem}",
                    node,
                    f"write `f64({ast.unparse(left.node)}) ** {exponent}` for a float result",
                )
        if not is_floating(left.type) and not is_floating(right.type):
            from periclase.importer.python.math_functions import integer_power

            typing: Any = self
            return integer_power(typing, node, left, right)
        type = common_type(left, right)
        if type is None:
            raise self.no_common_type_of(node, "**", left, right)
        if isinstance(type, WeakType):
            type = f64
        assert isinstance(type, ScalarType)
        return MathCall(node, type, "pow", (self._meet(left, type), self._meet(right, type)))

    def _power_by_squaring(self, node: ast.AST, base: Expr, exponent: int) -> Expr:
        type = base.type
        assert isinstance(type, ScalarType)
        if exponent == 0:
            return self.after(base, Constant(node, type, 1.0 if type.is_float else 1))
        factor = self.once(base)
        result: Expr | None = None
        while True:
            if exponent & 1:
                result = factor if result is None else self._product(node, type, result, factor)
            exponent >>= 1
            if not exponent:
                assert result is not None
                return result
            factor = Once(self._product(node, type, factor, factor))

    def _product(self, node: ast.AST, type: ScalarType, a: Expr, b: Expr) -> Expr:
        checked = self.debug and type.is_integer and self._may_overflow("mul", a, b, type)
        return Binary(node, type, value_ranges.binary("mul", a.range, b.range, type), "mul", a, b, checked)

    # One operand

    def _unary_by_rules(self, node: ast.AST, sign: str, value: Expr) -> Expr | None:
        typing: Any = self
        return rules_of(value).unary(typing, node, sign, value)

    def positive(self, node: ast.AST, value: Expr) -> Expr:
        """`+value`."""
        ruled = self._unary_by_rules(node, "+", value)
        if ruled is not None:
            return ruled
        self._require_numbers(node, "+", value)
        return value

    def negative(self, node: ast.AST, value: Expr) -> Expr:
        """`-value`."""
        ruled = self._unary_by_rules(node, "-", value)
        if ruled is not None:
            return ruled
        self._require_numbers(node, "-", value)
        if value.type in PENDING:
            return Pending(node, value.type)
        if isinstance(value, Constant):
            if is_weak(value.type):
                return Constant(node, value.type, -value.value)
            if isinstance(value.type, ScalarType) and value.type.is_float:
                return Constant(node, value.type, -value.value)
        value = strong(coerce(value, i64) if value.type is bool_ else value)
        type = value.type
        assert isinstance(type, ScalarType)
        if type.is_integer and self.debug:
            return self.arithmetic(node, "sub", "-", Constant(node, type, 0), value)
        range = value_ranges.binary("sub", (0, 0), value.range, type)
        return Unary(node, type, range, "neg", value)

    def inverted(self, node: ast.AST, value: Expr) -> Expr:
        """`~value`."""
        ruled = self._unary_by_rules(node, "~", value)
        if ruled is not None:
            return ruled
        self._require_numbers(node, "~", value)
        if value.type is bool_:
            raise Problem(
                "PC0205",
                "`~` of a truth value: in Python that is -1 or -2",
                node,
                "write `not` for the opposite",
            )
        if is_floating(value.type):
            raise Problem("PC0205", f"`~` works on integers, not on {value.type}", node)
        if value.type in PENDING:
            return Pending(node, value.type)
        if isinstance(value, Constant):
            if is_weak(value.type):
                return Constant(node, value.type, ~value.value)
            assert isinstance(value.type, ScalarType)
            return Constant(node, value.type, value.type.convert(~value.value))
        value = strong(value)
        return Unary(node, value.type, None, "not", value)

    def absolute(self, node: ast.AST, value: Expr) -> Expr:
        """`abs(value)`."""
        ruled = self._unary_by_rules(node, "abs()", value)
        if ruled is not None:
            return ruled
        self._require_numbers(node, "abs()", value)
        if value.type in PENDING:
            return Pending(node, value.type)
        if isinstance(value, Constant) and is_weak(value.type):
            return Constant(node, value.type, abs(value.value))
        value = strong(coerce(value, i64) if value.type is bool_ else value)
        type = value.type
        assert isinstance(type, ScalarType)
        if type.is_integer and not type.is_signed:
            return value
        range = None
        if value.range is not None and value.range[0] > type.low:
            low = 0 if value_ranges.intersects(value.range, 0) else min(map(abs, value.range))
            range = low, max(map(abs, value.range))
        elif self.debug and type.is_integer:
            value = self.once(value)
            lowest = Constant(node, type, int(type.low))
            value = Checked(
                value, Compare(node, "ne", value, lowest), f"overflow of {type} in abs()", "overflow"
            )
        return Unary(node, type, range, "abs", value)

    def as_number(self, value: Expr) -> Expr:
        """The number that `value` is, where it is one of a class that says so; else itself."""
        return as_number(value)

    # Truth

    def truth(self, value: Expr) -> Expr:
        """`value` as a condition: numbers are true unless zero (NaN is true), as in Python.

        Raises:
            Problem: it is a slice, array or tuple.
        """
        if value.type is bool_:
            return value
        if not is_numeric(value.type):
            typing: Any = self
            ruled = rules_of(value).truth(typing, value)
            if ruled is not None:
                return ruled
            help = "compare its length: `len(x) != 0`" if isinstance(value.type, SliceType) else None
            raise Problem("PC0205", f"{value.type} is no condition", value.node, help)
        if value.type in PENDING:
            return Pending(value.node, bool_)
        if isinstance(value, Constant):
            return Constant(value.node, bool_, bool(value.value))
        value = strong(value)
        assert isinstance(value.type, ScalarType)
        zero = Constant(value.node, value.type, 0.0 if value.type.is_float else 0)
        return Compare(value.node, "ne", value, zero)

    def negated(self, node: ast.AST, value: Expr) -> Expr:
        """`not value`."""
        condition = self.truth(value)
        if isinstance(condition, Constant):
            return Constant(node, bool_, not condition.value)
        return Unary(node, bool_, None, "not", condition)

    def compare(self, node: ast.AST, op: str, sign: str, left: Expr, right: Expr) -> Expr:
        """`left op right`, exact: both in a type that holds both.

        Raises:
            Problem: there is no such type.
        """
        if isinstance(left, Constant) and isinstance(right, Constant):
            return Constant(node, bool_, _COMPARE[op](left.value, right.value))
        if not is_numeric(left.type) or not is_numeric(right.type):
            typing: Any = self
            for operand in (left, right):
                found = rules_of(operand).compare(typing, node, op, left, right)
                if found is not None:
                    return found
            self._require_numbers(node, sign, left, right)
        known = self._compare_by_range(op, left, right)
        if left.type is bool_ and right.type is bool_:
            return Compare(node, op, left, right)
        type = common_type(left, right)
        if type is None and known is not None:
            if self.droppable(left) and self.droppable(right):
                return Constant(node, bool_, known)
            raise Problem(
                "PC0202",
                f"this comparison is always {known}: the literal is beyond every value of the other side",
                node,
            )
        if type is None:
            raise self.no_common_type_of(node, sign, left, right)
        if isinstance(type, WeakType):
            if type in PENDING:
                return Pending(node, bool_)
            left, right = strong(left), strong(right)
            type = common_type(left, right)
        assert isinstance(type, ScalarType)
        if known is not None and self.droppable(left) and self.droppable(right):
            return Constant(node, bool_, known)
        return Compare(node, op, self._meet(left, type), self._meet(right, type))

    @staticmethod
    def _compare_by_range(op: str, left: Expr, right: Expr) -> bool | None:
        """What ranges say about comparing two integers, where one is a literal out of the other's type."""
        for literal, other in ((left, right), (right, left)):
            if (
                isinstance(literal, Constant)
                and literal.range is not None
                and isinstance(other.type, ScalarType)
            ):
                if other.type.is_float or value_ranges.fits(literal.range, value_ranges.of_type(other.type)):
                    continue
                above = literal.value > other.type.high
                if op in ("eq", "ne"):
                    return op == "ne"
                less = op in ("lt", "le")
                return less == (above == (literal is right))
        return None

    def after(self, dropped: Expr, value: Expr) -> Expr:
        """`value`, which needs only the type of `dropped`: that is evaluated still, where it may have an effect."""
        return value if self.droppable(dropped) else After(value, (dropped,))

    @staticmethod
    def evaluated_first(evaluated: Sequence[Expr], value: Expr) -> Expr:
        """`value`, in which parts are used `once`: they are evaluated before all else, in this order."""
        once = [part for part in evaluated if isinstance(part, Once)]
        return After(value, once) if once else value

    def droppable(self, value: Expr) -> bool:
        """Whether a value need not be evaluated: it is made of constants and variables."""
        while isinstance(value, Convert):
            value = value.value
        if isinstance(value, MakeTuple | MakeStruct):
            return all(self.droppable(element) for element in value.elements)
        return isinstance(value, Constant | Read | MakeArray) or value.__class__.__name__ == "NoneLiteral"

    def minimum(self, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr:
        """`min` or `max` of two, as Python has it: the first, unless the second is less, or greater.

        That says which of two zeros it is, and what it is where one is NaN: the first, since nothing is less than a NaN.
        """
        if is_integer(left.type) and is_integer(right.type):
            return self.arithmetic(node, op, f"{op}()", left, right)
        name = "lt" if op == "min" else "gt"
        if is_numeric(left.type) and is_numeric(right.type):
            if not (is_weak(left.type) and is_weak(right.type)):
                type = common_type(left, right)
                if type is None:
                    raise self.no_common_type_of(node, f"{op}()", left, right)
                if isinstance(type, ScalarType):
                    left, right = self._meet(left, type), self._meet(right, type)
            elif left.type in PENDING or right.type in PENDING:
                return Pending(node, common_type(left, right) or PENDING_FLOAT)
        left, right = self.once(left), self.once(right)
        chosen = self.choice(node, self.compare(node, name, f"{op}()", right, left), right, left)
        return self.evaluated_first([left, right], chosen)

    def lesser(self, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr:
        """The operation `min` or `max` of `mir`: a NaN only of two, and -0.0 is less than 0.0 (IEEE 754-2019)."""
        if is_weak(left.type) and is_weak(right.type) and is_floating(left.type) | is_floating(right.type):
            left, right = (coerce(strong(side), f64) for side in (left, right))
        return self.arithmetic(node, op, f"{op}()", left, right)

    # Choice

    def choice(self, node: ast.AST, test: Expr, then: Expr, otherwise: Expr) -> Expr:
        """`then if test else otherwise` in the common type.

        Raises:
            Problem: there is none.
        """
        if isinstance(test, Constant):
            return then if test.value else otherwise
        if then.type == otherwise.type and not isinstance(then.type, ArrayType | WeakType):
            range = value_ranges.hull(then.range, otherwise.range) if then.range and otherwise.range else None
            return Select(node, then.type, range, test, then, otherwise)
        if is_numeric(then.type) and is_numeric(otherwise.type):
            type = common_type(then, otherwise)
            if type in PENDING:
                return Pending(node, type)
            if isinstance(type, WeakType):
                range = value_ranges.hull(then.range, otherwise.range) if type is WEAK_INT else None
                if type is WEAK_FLOAT:
                    then, otherwise = (self._as_weak_float(side) for side in (then, otherwise))
                return Select(node, type, range, test, then, otherwise)
            if isinstance(type, ScalarType):
                sides = self._meet(then, type), self._meet(otherwise, type)
                range = (
                    value_ranges.hull(sides[0].range, sides[1].range)
                    if sides[0].range and sides[1].range
                    else None
                )
                return Select(node, type, range, test, *sides)
        if isinstance(then.type, DeviceType) or isinstance(otherwise.type, DeviceType):
            joined = self.join_types(then.type, None, otherwise)
            if joined is not None:
                return Select(node, joined, None, test, coerce(then, joined), coerce(otherwise, joined))
        if is_function(then.type) and is_function(otherwise.type):
            raise Problem(
                "PC0204",
                f"`{_choice(node)}` chooses between two functions: which one is called is known when the kernel is compiled",
                node,
                ONE_FUNCTION,
            )
        raise Problem(
            "PC0204",
            f"the two sides of `{_choice(node)}` are {type_names(then, otherwise)}: no type holds both",
            node,
            "cast one of them" if is_numeric(then.type) and is_numeric(otherwise.type) else None,
        )

    @staticmethod
    def _as_weak_float(value: Expr) -> Expr:
        if isinstance(value, Constant) and is_integer(value.type):
            number = f64.convert(value.value)
            if math.isinf(number):
                raise Problem(
                    "PC0203",
                    f"{type_names(value)} can not be a float: f64 has no number that large",
                    value.node,
                )
            return Constant(value.node, WEAK_FLOAT, number)
        return value
