"""Typing of expressions: dispatch on the syntax node, and what the subset leaves out, by name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from periclase.importer.python.names import constant_of_host_value, is_namespace, make_tuple
from periclase.importer.python.narrowing import asked_of, path_of
from periclase.importer.python.problems import Problem, Unready, with_article
from periclase.importer.python.typed_control import Do
from periclase.importer.python.typed_tree import (
    PENDING,
    WEAK_FLOAT,
    WEAK_INT,
    After,
    Constant,
    Expr,
    Item,
    Load,
    Logical,
    MakeTuple,
    Once,
    Pending,
    Read,
    Select,
    Statement,
    WeakType,
)
from periclase.importer.python.typing_base import NOT_STATIC, not_there, there
from periclase.importer.python.typing_calls import CallTyping
from periclase.importer.python.typing_intrinsics import UNIT_TYPE
from periclase.importer.python.typing_operators import BINARY_NAMES, COMPARISON_NAMES
from periclase.kernel import Kernel
from periclase.structs import StructType
from periclase.types import ArrayType, ScalarType, bool_

_REFUSED: dict[type[ast.expr], tuple[str, str | None]] = {
    ast.List: (
        "a list lives on a heap, and nothing allocates on a device",
        "use a fixed array: `local_array(8, f32)`, or a tuple",
    ),
    ast.Dict: (
        "a dict lives on a heap, and nothing allocates on a device",
        "use a fixed array indexed by an integer",
    ),
    ast.Set: ("a set lives on a heap, and nothing allocates on a device", "use the bits of an integer"),
    ast.ListComp: (
        "a list comprehension makes a list, and nothing allocates on a device",
        "write a loop over a `local_array`",
    ),
    ast.SetComp: ("a set comprehension makes a set, and nothing allocates on a device", "write a loop"),
    ast.DictComp: ("a dict comprehension makes a dict, and nothing allocates on a device", "write a loop"),
    ast.GeneratorExp: ("a device can not run generators", "write a loop"),
    ast.Await: ("a device can not await", None),
    ast.Yield: ("a device can not run generators", "write a loop"),
    ast.YieldFrom: ("a device can not run generators", "write a loop"),
    ast.JoinedStr: (
        "there are no strings on a device",
        "use `periclase.gpu.printf` with a format such as `%d`",
    ),
    ast.Starred: ("`*` can not unpack here", "write the elements out"),
    ast.Slice: ("a part of a slice (`x[a:b]`) can not be taken", "add the offset to the index: `x[a + i]`"),
}


def _is_empty_tuple(value: Expr) -> bool:
    """Whether it is `()`, or holds `*args` of a call without further arguments; not the result of a function that has none."""
    while isinstance(value, After | Once):
        value = value.value
    return isinstance(value, MakeTuple | Read | Load | Item | Select)


class ExpressionTyping(CallTyping):
    """Expressions."""

    unready: ast.AST | None

    def expression(self, node: ast.expr) -> Expr:
        """The typed form of an expression; that of a call without result has the unit type."""
        handler = _HANDLERS.get(type(node))
        if handler is None:
            why, help = _REFUSED.get(type(node), (f"{type(node).__name__} is not part of the subset", None))
            raise Problem("PC0105", why, node, help)
        return handler(self, node)

    def value(self, node: ast.expr) -> Expr:
        """The typed form of an expression that must have a value."""
        typed = self.expression(node)
        if typed.type == UNIT_TYPE and not _is_empty_tuple(typed):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else None
            help = None if called is None else f"`{called}` returns nothing: call it in a line of its own"
            raise Problem("PC0205", f"`{ast.unparse(node)}` has no value", node, help)
        return typed

    def condition(self, node: ast.expr) -> Expr:
        """The typed form of an expression as a condition: `and`, `or` and `not` then work on anything that can be true."""
        condition, when_true, when_false = self.branching(node)
        self.definite = when_true & when_false
        return condition

    def branching(self, node: ast.expr) -> tuple[Expr, set[str], set[str]]:
        """A condition, and what is assigned where it is true and where it is false."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            condition, when_true, when_false = self.branching(node.operand)
            return self.negated(node, condition), when_false, when_true
        condition = self.truth(self.value(node))
        assert self.definite is not None
        when_true, when_false = set(self.definite), set(self.definite)
        asked, shows = asked_of(node)
        path = None if asked is None else path_of(self, asked)
        if path is not None:
            self.tell_of(path)
            for state, holds in ((when_true, shows), (when_false, None if shows is None else not shows)):
                if holds is not None or state is when_true:
                    state.add(not_there(path) if holds is False else there(path))
        return condition, when_true, when_false

    def guarded(self, test: ast.expr) -> tuple[Expr, set[str], set[str]]:
        """`branching`; a refused one is noted and stands for an unknown truth value, so that the branches are seen too."""
        entry = set(self.definite or ())
        try:
            return self.branching(test)
        except Problem as problem:
            self.refused(test, problem)
        except Unready:
            self.unready = self.unready or test
        return Pending(test, bool_), set(entry), set(entry)

    def _joined(self, node: ast.BoolOp) -> tuple[Expr, set[str], set[str]]:
        """`and` or `or` as a condition: each operand is seen where those before it have left the answer open."""
        is_and = isinstance(node.op, ast.And)
        values: list[Expr] = []
        left: set[str] | None = None  # where one of them decided
        passed: set[str] = set()
        for operand in node.values:
            value, when_true, when_false = self.branching(operand)
            passed, decided = (when_true, when_false) if is_and else (when_false, when_true)
            values.append(value)
            if isinstance(value, Constant) and bool(value.value) == is_and:
                self.definite = passed
                continue
            left = decided if left is None else left & decided
            if isinstance(value, Constant):
                break
            self.definite = passed
        left = set(passed) if left is None else left
        joined = self._logical(node, is_and, values)
        return (joined, passed, left) if is_and else (joined, left, passed)

    def _constant(self, node: ast.Constant) -> Expr:
        value = node.value
        if value is None:
            return self._host_value(node, None)
        if isinstance(value, bool):
            return Constant(node, bool_, value)
        if isinstance(value, int):
            return Constant(node, WEAK_INT, value)
        if isinstance(value, float):
            return Constant(node, WEAK_FLOAT, value)
        if isinstance(value, complex):
            from periclase.importer.python.complex_tree import ComplexLiteral

            return ComplexLiteral(node, value)
        descriptions: dict[type, str] = {
            str: "a string: there are no strings on a device",
            bytes: "bytes, which a device does not have",
        }
        what = descriptions.get(type(value), "not a value on a device")
        help = (
            "a string can only be the format of `printf` or the message of `assert`"
            if isinstance(value, str)
            else None
        )
        raise Problem("PC0105", f"this is {what}", node, help)

    def _name(self, node: ast.Name) -> Expr:
        if self.is_local(node.id):
            value = self.read(node)
            return value if isinstance(value.type, ScalarType | WeakType) else self._narrowed(node.id, value)
        return self._host_value(node, self.static_value(node))

    def _narrowed(self, name: str, value: Expr) -> Expr:
        """The value of a variable that may be `None`, where tests on the way here have shown whether it is."""
        kind = value.type.__class__.__name__
        if kind == "NoneType" and self.definite is not None and there(name) in self.definite:
            raise Unready  # what it may be as well is assigned further down
        if kind != "OptionalType" or self.definite is None:
            return value
        from periclase.importer.python.optional_rules import held_by
        from periclase.importer.python.optional_tree import NoneLiteral

        if there(name) in self.definite:
            return held_by(value)
        return NoneLiteral(value.node) if not_there(name) in self.definite else value

    def _attribute(self, node: ast.Attribute) -> Expr:
        value = self.static_value(node)
        if value is NOT_STATIC:
            return self.attribute(node)
        return self._host_value(node, value)

    def narrowed_part(self, node: ast.expr, value: Expr) -> Expr:
        if value.type.__class__.__name__ != "OptionalType":
            return value
        path = path_of(self, node)
        return value if path is None else self._narrowed(path, value)

    def _host_value(self, node: ast.expr, value: Any) -> Expr:
        held = self.device_global(node) if value.__class__.__name__ == "DeviceGlobal" else None
        if held is not None:
            from periclase.importer.python.device_globals import whole

            return whole(held)
        constant = constant_of_host_value(value, node)
        if constant is not None:
            return constant
        shown = ast.unparse(node)
        if callable(value):
            from periclase.importer.python.closures import host_function

            function = host_function(value, node)
            if function is not None:
                return function
        if is_namespace(value):
            what = "a class" if isinstance(value, type) else "a module"
            raise Problem("PC0104", f"`{shown}` is {what}, which is no value on a device", node)
        if isinstance(value, Kernel):
            raise Problem(
                "PC0306",
                f"the kernel `{shown}` can neither be launched nor passed around by device code",
                node,
                "launch it on the host; put what both need into a function marked `@device`, and call that",
            )
        if callable(value):
            raise Problem(
                "PC0104",
                f"`{shown}` can not be passed around on a device: it is {with_article(type(value).__qualname__)}, not a function",
                node,
                "write a lambda or a function that calls it",
            )
        kind = type(value).__name__
        help = "only numbers, truth values and tuples of them are captured"
        if kind in ("ndarray", "list", "Buffer"):
            name = node.attr if isinstance(node, ast.Attribute) else shown
            help = f"pass it to the kernel: add a parameter such as `{name}: Slice[f32]`"
        help = self.foreign_help(node) or help
        raise Problem(
            "PC0104", f"`{shown}` is a host object of type {kind}, which a kernel can not read", node, help
        )

    def _binary(self, node: ast.BinOp) -> Expr:
        # `a + b + c + …` leans to the left, and may be long: a loop, not recursion.
        operations = [node]
        while isinstance(inner := operations[-1].left, ast.BinOp):
            operations.append(inner)
        result = self.value(operations[-1].left)
        for operation in reversed(operations):
            result = self._operation(operation, result)
        return result

    def _operation(self, node: ast.BinOp, left: Expr) -> Expr:
        right = self.value(node.right)
        op, sign = BINARY_NAMES[type(node.op)]
        if op == "matmul" and not any(isinstance(side.type, StructType) for side in (left, right)):
            raise Problem(
                "PC0105", "`@` is not part of the subset", node, "write the loops, or use a library kernel"
            )
        return self.arithmetic(node, op, sign, left, right)

    def _lambda(self, node: ast.Lambda) -> Expr:
        from periclase.importer.python.closures import make_closure

        return make_closure(self, node)

    def _unary(self, node: ast.UnaryOp) -> Expr:
        if isinstance(node.op, ast.Not):
            return self.negated(node, self.condition(node.operand))
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return self.negative(node, value)
        if isinstance(node.op, ast.Invert):
            return self.inverted(node, value)
        return self.positive(node, value)

    def _bool_op(self, node: ast.BoolOp) -> Expr:
        """`and` or `or` as a value: the operand that decides."""
        is_and = isinstance(node.op, ast.And)
        values: list[Expr] = []
        states: list[set[str]] = []
        for operand in node.values:
            if isinstance(operand, ast.Compare) or (
                isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.Not)
            ):
                value, when_true, when_false = self.branching(operand)
                states.append(when_false if is_and else when_true)
                self.definite = when_true if is_and else when_false
            else:
                value = self.value(operand)
                assert self.definite is not None
                states.append(set(self.definite))
            values.append(value)
            if value.type is bool_ and isinstance(value, Constant) and bool(value.value) != is_and:
                break  # it decides: what stands behind is never evaluated
        for state in states:
            assert self.definite is not None
            self.definite = self.definite & state
        if all(value.type is bool_ for value in values):
            return self._logical(node, is_and, values)
        result = values.pop()
        while values:
            kept = self.once(values.pop())
            if kept.type.__class__.__name__ == "NoneType":
                result = kept if is_and else self.after(kept, result)
                continue
            test = self.truth(kept)
            if not is_and and kept.type.__class__.__name__ == "OptionalType":
                from periclase.importer.python.optional_rules import held_by

                kept = held_by(kept)
            result = (
                self.choice(node, test, result, kept) if is_and else self.choice(node, test, kept, result)
            )
        return result

    @staticmethod
    def _logical(node: ast.BoolOp, is_and: bool, operands: list[Expr]) -> Expr:
        values: list[Expr] = []
        for value in operands:
            if isinstance(value, Constant):
                if bool(value.value) == is_and:
                    continue  # it leaves the answer to the others
                if not values:
                    return Constant(node, bool_, not is_and)
                values.append(value)
                break
            values.append(value)
        if not values:
            return Constant(node, bool_, is_and)
        return values[0] if len(values) == 1 else Logical(node, is_and, values)

    def _compare(self, node: ast.Compare) -> Expr:
        from periclase.importer.python.comparisons import contained, identical

        typing: Any = self
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            from periclase.importer.python.keyword_arguments import has_name

            asked = has_name(self, node)
            if asked is not None:
                return asked
        left = self.value(node.left)
        parts: list[Expr] = []
        last = len(node.ops) - 1
        state: set[str] = set()  # what is assigned whether the later comparisons are made or not
        for index, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            names = COMPARISON_NAMES.get(type(op))
            if isinstance(op, ast.In | ast.NotIn):
                if index < last:
                    raise Problem(
                        "PC0105",
                        "what follows `in` can not be compared in the same chain",
                        node,
                        "write `and`",
                    )
                parts.append(contained(typing, node, left, comparator, negated=isinstance(op, ast.NotIn)))
                break
            right = self.value(comparator)
            if index < last:
                right = self.once(right)
            if names is None:
                parts.append(identical(typing, node, left, right, negated=isinstance(op, ast.IsNot)))
            else:
                parts.append(self.compare(node, *names, left, right))
            left = right
            if index == 0:
                state = set(self.definite or ())
        if self.definite is not None and last > 0:
            self.definite &= state
        if len(parts) == 1:
            return parts[0]
        kept: list[Expr] = []
        for part in parts:
            if isinstance(part, Constant):
                if part.value:
                    continue
                if not kept:
                    return Constant(node, bool_, False)
                kept.append(part)
                break
            kept.append(part)
        if not kept:
            return Constant(node, bool_, True)
        return kept[0] if len(kept) == 1 else Logical(node, True, kept)

    def _if_expression(self, node: ast.IfExp) -> Expr:
        entry = set(self.definite or ())
        try:
            test, when_true, when_false = self.branching(node.test)
        except Unready:  # a later pass will know it; what the sides are may be what that takes
            self.unready = self.unready or node
            test, when_true, when_false = Pending(node.test, bool_), set(entry), set(entry)
        if isinstance(test, Constant):
            self.definite = when_true if test.value else when_false
            return self.value(node.body if test.value else node.orelse)
        self.definite = when_true
        then = self._side(node.body)
        after_then, self.definite = self.definite, when_false
        otherwise = self._side(node.orelse)
        self.definite = after_then & self.definite
        known = then or otherwise
        if known is None:
            raise Unready
        if then is None or otherwise is None:  # in this pass the type is that of the other side
            self.unready = self.unready or node
            return known
        return self.choice(node, test, then, otherwise)

    def _side(self, node: ast.expr) -> Expr | None:
        """The value of one side of a choice, None where a later pass will know it."""
        try:
            return self.value(node)
        except Unready:
            return None

    def _named(self, node: ast.NamedExpr) -> Expr:
        """`name := value`."""
        statements: list[Statement] = []
        self.assign_name(node.target, self.value(node.value), node, statements)
        value = self._name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
        return value if isinstance(value, Constant) else After(value, [Do(node, statements)])

    def assign_name(self, target: ast.Name, value: Expr, node: ast.AST, out: list[Statement]) -> None:
        """Set a variable."""
        raise AssertionError("supplied by StatementTyping")

    def _tuple(self, node: ast.Tuple) -> Expr:
        return self.tuple_of(node, [self.value(element) for element in node.elts])

    def tuple_of(self, node: ast.Tuple, values: Sequence[Expr]) -> Expr:
        """A tuple that is written, of the values of its items."""
        return make_tuple(node, [self.as_item(value) for value in values])

    def as_item(self, value: Expr) -> Expr:
        """A value as an item of a tuple. A fixed array is a view of it there: the array itself, as in Python, and no copy."""
        if value.type in PENDING:
            return value
        if isinstance(value.type, ArrayType):
            from periclase.importer.python.array_views import view_of

            return view_of(self, value.node, value)
        self.used_whole(value, "in a tuple")
        return value


_HANDLERS: dict[type[ast.expr], Callable[[ExpressionTyping, Any], Expr]] = {
    ast.Constant: ExpressionTyping._constant,  # pyright: ignore[reportPrivateUsage]
    ast.Name: ExpressionTyping._name,  # pyright: ignore[reportPrivateUsage]
    ast.Attribute: ExpressionTyping._attribute,  # pyright: ignore[reportPrivateUsage]
    ast.BinOp: ExpressionTyping._binary,  # pyright: ignore[reportPrivateUsage]
    ast.UnaryOp: ExpressionTyping._unary,  # pyright: ignore[reportPrivateUsage]
    ast.BoolOp: ExpressionTyping._bool_op,  # pyright: ignore[reportPrivateUsage]
    ast.Compare: ExpressionTyping._compare,  # pyright: ignore[reportPrivateUsage]
    ast.IfExp: ExpressionTyping._if_expression,  # pyright: ignore[reportPrivateUsage]
    ast.NamedExpr: ExpressionTyping._named,  # pyright: ignore[reportPrivateUsage]
    ast.Lambda: ExpressionTyping._lambda,  # pyright: ignore[reportPrivateUsage]
    ast.Tuple: ExpressionTyping._tuple,  # pyright: ignore[reportPrivateUsage]
    ast.Call: ExpressionTyping.call,
    ast.Subscript: ExpressionTyping.subscript,
}
