"""The rules of enumerations: `IntEnum` and `IntFlag` are numbers, members of a plain `Enum` are only equal or not."""

from __future__ import annotations

import ast
import enum
from typing import TYPE_CHECKING, Any, cast

from periclase.enums import EnumType
from periclase.importer.python.conversions import common_scalar, is_integer, is_numeric, is_weak
from periclase.importer.python.enum_tree import AsMember, NumberOf, known_number
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import (
    PENDING,
    WEAK_INT,
    Checked,
    Compare,
    Constant,
    Expr,
    ExprType,
    Logical,
    Pending,
)
from periclase.types import DeviceType, bool_

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping

_SETS = {"and", "or", "xor"}


def number_of(value: Expr) -> Expr:
    """The number of a member; of one that is known a literal, as a member of `IntEnum` is one in Python."""
    number = known_number(value)
    return NumberOf(value.node, value) if number is None else Constant(value.node, WEAK_INT, number)


def plain_number(value: Expr) -> Expr:
    """The number of a member in the type of the enumeration."""
    return value.value if isinstance(value, AsMember) else NumberOf(value.node, value)


class EnumRules(TypeRules):
    """A member of an enumeration."""

    def number(self, value: Expr) -> Expr | None:
        return number_of(value) if cast(EnumType, value.type).is_integer else None

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        if node.attr == "value":
            return number_of(value)
        help = "names exist on the host only" if node.attr == "name" else None
        raise Problem(
            "PC0102", f"{with_article(value.type)} has no attribute `{node.attr}` on a device", node, help
        )

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr | None:
        type = cast(EnumType, value.type)
        if type.is_integer or type.is_flag:
            return typing.truth(number_of(value))
        return typing.after(value, Constant(value.node, bool_, True))

    def unary(self, typing: ExpressionTyping, node: ast.AST, sign: str, value: Expr) -> Expr | None:
        type = cast(EnumType, value.type)
        if sign == "~" and type.is_flag:
            return self._other_flags(typing, node, value)
        if not type.is_integer:
            self._refuse(node, sign, value)
        number = number_of(value)
        if sign == "-":
            return typing.negative(node, number)
        if sign == "+":
            return typing.positive(node, number)
        return typing.inverted(node, number) if sign == "~" else typing.absolute(node, number)

    def _other_flags(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
        """`~value` of flags: those that are not in it. With a bit in it that no flag has, which an `IntFlag` may have, also all
        bits below that, as in Python."""
        type = cast(EnumType, value.type)
        mask = type.mask
        if not mask:
            raise Problem(
                "PC0205",
                f"`~` of {with_article(type)}: this version of Python sets other bits than the flags that are not there",
                node,
                "write the flags that shall be set: `all_flags & ~int(…)`",
            )
        known = known_number(value)
        if known is not None:
            return AsMember(node, type, Constant(node, type.number, type.inverted(known)))
        held = typing.once(plain_number(value))
        all_bits: Expr = Constant(node, type.number, mask)
        if type.is_integer:
            from periclase.importer.python.bit_functions import bits_up_to_highest

            all_bits = typing.arithmetic(node, "or", "|", all_bits, bits_up_to_highest(node, held))
        return AsMember(
            node, type, typing.arithmetic(node, "and", "&", all_bits, typing.inverted(node, held))
        )

    def _refuse(self, node: ast.AST, sign: str, value: Expr) -> None:
        raise Problem(
            "PC0205",
            f"`{sign}` does not work on {value.type}, whose members are no numbers",
            node,
            f"write `{ast.unparse(value.node)}.value`, or make `{value.type}` an `IntEnum`",
        )

    def binary(
        self, typing: ExpressionTyping, node: ast.AST, op: str, sign: str, left: Expr, right: Expr
    ) -> Expr | None:
        type = left.type
        if isinstance(type, EnumType) and type == right.type and type.is_flag and op in _SETS:
            numbers = typing.arithmetic(node, op, sign, plain_number(left), plain_number(right))
            return AsMember(node, type, numbers)
        for operand in (left, right):
            if isinstance(operand.type, EnumType) and not operand.type.is_integer:
                self._refuse(node, sign, operand)
        return typing.arithmetic(node, op, sign, typing.as_number(left), typing.as_number(right))

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        sign = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}[op]
        known = known_number(left), known_number(right)
        if left.type == right.type and op in ("eq", "ne"):
            if known[0] is not None and known[1] is not None:
                return Constant(node, bool_, (known[0] == known[1]) == (op == "eq"))
            return Compare(node, op, plain_number(left), plain_number(right))
        for operand, other in ((left, right), (right, left)):
            type = operand.type
            if isinstance(type, EnumType) and not type.is_integer:
                if op in ("eq", "ne"):
                    raise Problem(
                        "PC0205",
                        f"`{sign}` of {with_article(type)} and {with_article(other.type)} is always {op == 'ne'}",
                        node,
                        f"compare with a member of `{type}`, or its number: `{ast.unparse(operand.node)}.value`",
                    )
                self._refuse(node, sign, operand)
        return typing.compare(node, op, sign, typing.as_number(left), typing.as_number(right))

    def identical(self, typing: ExpressionTyping, node: ast.AST, left: Expr, right: Expr) -> Expr | None:
        type = cast(EnumType, left.type)
        if left.type != right.type or type.is_flag:
            return None
        return self.compare(typing, node, "eq", left, right)  # there is one object for each member

    def contains(self, typing: ExpressionTyping, node: ast.AST, value: Expr, item: Expr) -> Expr | None:
        type = cast(EnumType, value.type)
        if not type.is_flag or item.type != type:
            return None
        item = typing.once(item)
        both = typing.arithmetic(node, "and", "&", plain_number(value), plain_number(item))
        return typing.compare(node, "eq", "==", both, plain_number(item))

    def joined(self, type: ExprType, value: Expr) -> ExprType | None:
        """A variable that holds members and numbers holds numbers."""
        sides: list[Any] = []
        for side in (type, value.type):
            if isinstance(side, EnumType):
                if not side.is_integer:
                    return None
                side = side.number
            if not is_numeric(side):
                return None
            sides.append(side)
        weak = [side for side in sides if is_weak(side)]
        if weak:
            other = sides[0] if is_weak(sides[1]) else sides[1]
            return other if all(is_integer(side) for side in weak) else None
        return common_scalar(sides[0], sides[1])

    def cast(self, typing: ExpressionTyping, node: ast.Call, target: DeviceType) -> Expr | None:
        """`Color(number)`, which traps where there is no such member."""
        type = cast(EnumType, target)
        (value,) = typing.plain_arguments(node, 1)
        if value.type == type:
            return value
        value = typing.as_number(value)
        if value.type in PENDING:
            return Pending(node, type)
        if not is_integer(value.type):
            raise Problem("PC0205", f"`{type}` is made of an integer, not of {value.type}", node.args[0])
        unchecked = type.is_flag and type.is_integer  # an `IntFlag` is any set of bits
        boundary = getattr(type.host, "_boundary_", enum.KEEP)
        if unchecked and boundary is not enum.KEEP and not isinstance(value, Constant):
            raise Problem(
                "PC0205",
                f"`{type}` has the boundary {boundary.name}: what it makes of other bits is not known on a device",
                node,
                "leave the boundary out, by which all bits are kept",
            )
        if isinstance(value, Constant):
            if not unchecked and value.value not in type.numbers:
                raise Problem(
                    "PC0206", f"{value.value} is not the number of a member of `{type}`", node.args[0],
                    f"it has {', '.join(f'{name} = {number}' for number, name in type.numbers.items())}",
                )  # fmt: skip
            number: Expr = Constant(node, WEAK_INT, type.kept(value.value)) if unchecked else value
            return AsMember(node, type, typing.cast(node, number, type.number))
        if unchecked and (value.range is None or value.range[0] < 0):
            value = self._kept(typing, node, value, type)
        if not unchecked:
            value = typing.once(value)
            value = Checked(
                value, self._is_member(typing, node, value, type), f"not the number of a {type}", "user"
            )
        return AsMember(node, type, typing.cast(node, value, type.number))

    @staticmethod
    def _kept(typing: ExpressionTyping, node: ast.AST, value: Expr, type: EnumType) -> Expr:
        """The bits that an `IntFlag` has of a number: those of a negative one up to the highest flag, or its own highest bit."""
        from periclase.importer.python.bit_functions import bits_up_to_highest

        value = typing.once(typing.cast(node, value, type.number))
        below = bits_up_to_highest(node, typing.negative(node, value))
        bits = typing.arithmetic(node, "or", "|", below, Constant(node, type.number, type.all_bits))
        negative = typing.compare(node, "lt", "<", value, Constant(node, type.number, 0))
        kept = typing.choice(node, negative, typing.arithmetic(node, "and", "&", value, bits), value)
        # All flags inverted are none, although the number needs one bit more than they do.
        inverted = typing.compare(node, "eq", "==", value, Constant(node, type.number, ~type.all_bits))
        kept = typing.choice(node, inverted, Constant(node, type.number, 0), kept)
        return typing.evaluated_first([value], kept)

    @staticmethod
    def _is_member(typing: ExpressionTyping, node: ast.AST, value: Expr, type: EnumType) -> Expr:
        """Whether a number is in one of the runs of numbers that members have."""
        runs: list[list[int]] = []
        for number in sorted(type.numbers):
            if runs and number == runs[-1][1] + 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        tests: list[Expr] = []
        for low, high in runs:
            bounds = Constant(node, WEAK_INT, low), Constant(node, WEAK_INT, high)
            if low == high:
                tests.append(typing.compare(node, "eq", "==", value, bounds[0]))
                continue
            inside = (
                typing.compare(node, "ge", ">=", value, bounds[0]),
                typing.compare(node, "le", "<=", value, bounds[1]),
            )
            tests.append(Logical(node, True, inside))
        return tests[0] if len(tests) == 1 else Logical(node, False, tests)
