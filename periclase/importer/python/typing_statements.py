"""Typing of statements, with what is assigned on every path, and recovery after a refused statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from periclase.importer.python import value_ranges
from periclase.importer.python.conversions import coerce, common_type, is_integer, is_weak, strong
from periclase.importer.python.one_name import holds_object
from periclase.importer.python.places import part_of
from periclase.importer.python.problems import Problem, Unready, too_deep, with_article
from periclase.importer.python.sequence_rules import tuple_item
from periclase.importer.python.struct_rules import special_name
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    PENDING_INT,
    WEAK_INT,
    Assert,
    Assign,
    Break,
    Constant,
    Continue,
    Copy,
    Evaluate,
    Expr,
    ForRange,
    If,
    LoadAgain,
    MakeArray,
    MakeTuple,
    Once,
    Panic,
    Pending,
    Range,
    Return,
    Statement,
    Store,
    StubCall,
    Unpack,
    Variable,
    While,
)
from periclase.importer.python.typing_expressions import ExpressionTyping
from periclase.importer.python.typing_operators import BINARY_NAMES
from periclase.record import MutableRecord, field
from periclase.signature import UNIT
from periclase.structs import StructType
from periclase.types import ArrayType, ScalarType, TupleType, bool_, i64

_REFUSED: dict[type[ast.stmt], tuple[str, str | None]] = {
    ast.FunctionDef: (
        "a function can not be defined inside device code",
        "define it in the module and mark it `@device`",
    ),
    ast.AsyncFunctionDef: ("a device can not run async functions", None),
    ast.ClassDef: ("a class can not be defined inside device code", "define it in the module"),
    ast.Delete: ("`del` has no device meaning", "leave it out: storage ends with the function"),
    ast.AsyncFor: ("a device can not run async loops", None),
    ast.AsyncWith: ("a device can not run `with`", None),
    ast.With: ("a device can not run `with`", "call what has to be done before and after"),
    ast.Match: ("`match` is not part of the subset", "use `if` and `elif`"),
    ast.Try: ("exceptions can not be caught on a device", "test the condition before, with `if`"),
    ast.Import: (
        "modules are imported when the program is loaded, not on a device",
        "import at the top of the file",
    ),
    ast.ImportFrom: (
        "modules are imported when the program is loaded, not on a device",
        "import at the top of the file",
    ),
    ast.Global: ("a kernel can not assign global variables", "return the value, or store it in a slice"),
    ast.Nonlocal: (
        "a kernel can not assign variables of another function",
        "return the value, or store it in a slice",
    ),
}
if hasattr(ast, "TryStar"):
    _REFUSED[ast.TryStar] = _REFUSED[ast.Try]


class _Loop(MutableRecord):
    """A loop being typed: what is assigned at each `break`."""

    breaks: list[set[str]] = field(default_factory=list[set[str]])


class StatementTyping(ExpressionTyping):
    """Statements."""

    loops: list[_Loop]
    assigns: list[Assign]
    returns: list[Return]
    result: Variable
    unready: ast.AST | None

    def start_pass(self) -> None:
        """Forget what belongs to one pass over the body."""
        self.again = False
        self.problems = []
        self.calls = []
        self.changes, self.bindings, self.uses = [], [], []
        self.poisoned = set()
        self.loops = []
        self.assigns = []
        self.returns = []
        self.unready = None
        for variable in self.variables.values():
            variable.read = False
        self.definite = {name for name, v in self.variables.items() if v.is_parameter}
        self.maybe = set(self.definite)

    def statements(self, body: Sequence[ast.stmt]) -> list[Statement]:
        """The typed form of statements up to the first that control does not pass; a refused one is left out and noted."""
        typed: list[Statement] = []
        for node in body:
            if self.definite is None:
                break  # unreachable: neither compiled nor collected
            handler = _HANDLERS.get(type(node))
            try:
                if handler is None:
                    why, help = _REFUSED.get(
                        type(node), (f"{type(node).__name__} is not part of the subset", None)
                    )
                    raise Problem("PC0105", why, node, help)
                handler(self, node, typed)
            except Problem as problem:
                self.problems.append(problem)
                self._poison(node)
            except Unready:
                self.unready = self.unready or node
                self._poison(node)
            except RecursionError:
                self.problems.append(too_deep(node))
                self._poison(node)
        return typed

    def _poison(self, node: ast.AST) -> None:
        """What a refused statement assigns has no type, and its readers are not complained about."""
        for name in assigned_names(node):
            self.poisoned.add(name)
            self.mark_assigned(name)

    def _guarded(self, test: ast.expr) -> Expr:
        """A condition; a refused one is noted and stands for an unknown truth value, so that the branches are seen too."""
        try:
            return self.condition(test)
        except Problem as problem:
            self.problems.append(problem)
        except Unready:
            self.unready = self.unready or test
        return Pending(test, bool_)

    # Assignments

    def _assign(self, node: ast.Assign, out: list[Statement]) -> None:
        value = self.value(node.value)
        if len(node.targets) > 1:
            value = self.once(value)
            if isinstance(value, Once):
                out.append(Evaluate(node, value))
        known = len(self.bindings)
        for target in node.targets:
            self._assign_to(target, value, node, out)
        bound = self.bindings[known:]
        if (
            len(bound) > 1 and len(node.targets) > 1 and holds_object(value.type)
        ):  # several names for one object
            self.bindings[known:] = [(variable, path, None, place) for variable, path, _, place in bound]

    def _assign_to(self, target: ast.expr, value: Expr, node: ast.stmt, out: list[Statement]) -> None:
        if isinstance(target, ast.Name):
            self._assign_name(target, value, node, out)
        elif isinstance(target, ast.Subscript | ast.Attribute):
            place = self.stored_place(target)
            out.append(Store(node, place, self.stored(value, place), False))
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value, node, out)
        else:
            raise Problem("PC0105", "only plain names can be unpacked into", target, "write the elements out")

    def _assign_name(self, target: ast.Name, value: Expr, node: ast.AST, out: list[Statement]) -> None:
        variable = self.variables[target.id]
        if isinstance(value.type, ArrayType) and (
            not isinstance(value, MakeArray | Copy) or not self.is_single(variable)
        ):
            raise Problem(
                "PC0105",
                "a fixed array has one name: it can not be assigned again or to another variable",
                node,
                "use the variable that the array was made for",
            )
        if variable.reference is not None:
            raise Problem(
                "PC0109", f"`{variable.name}` is the object that is changed, and can not be assigned", node,
                "use another name",
            )  # fmt: skip
        self.bind(variable, value, target)
        self.mark_assigned(target.id)
        self.bindings.append((variable, (), value, node))
        self.used_whole(value, f"bound to `{variable.name}`")
        statement = Assign(node, variable, value)
        self.assigns.append(statement)
        out.append(statement)

    def _unpack(
        self, target: ast.Tuple | ast.List, value: Expr, node: ast.stmt, out: list[Statement]
    ) -> None:
        types = rules_of(value).unpacked(self, value)
        if types is None:
            raise Problem("PC0205", f"{with_article(value.type)} can not be unpacked", node, "unpack a tuple")
        count = len(types)
        if any(isinstance(t, ast.Starred) for t in target.elts):
            raise Problem("PC0105", "`*` can not unpack here", target, "write the elements out")
        if count != len(target.elts):
            raise Problem(
                "PC0205", f"a tuple of {count} elements is unpacked into {len(target.elts)} targets", node
            )
        inner = value.value if isinstance(value, Once) else value
        if isinstance(inner, MakeTuple) and not isinstance(value, Once):
            items: list[Expr] = [self.once(element) for element in inner.elements]
            evaluated = [item for item in items if isinstance(item, Once)]
        else:
            whole = value if isinstance(value, Once) else Once(value)
            evaluated = [whole]
            items = [
                tuple_item(t, whole, index)
                if isinstance(whole.type, TupleType)
                else part_of(t, whole, index, type)
                for index, (t, type) in enumerate(zip(target.elts, types, strict=True))
            ]
        stores: list[Statement] = []
        for part, item in zip(target.elts, items, strict=True):
            self._assign_to(part, item, node, stores)
        out.append(Unpack(node, evaluated, stores))

    def _augmented(self, node: ast.AugAssign, out: list[Statement]) -> None:
        op, sign = BINARY_NAMES[type(node.op)]
        if op == "matmul":
            raise Problem("PC0105", "`@=` is not part of the subset", node, "write `a = a @ b`")
        if isinstance(node.target, ast.Name):
            left = self.read(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            self._refuse_in_place(node, left)
            right = self.value(node.value)
            self._assign_name(node.target, self.arithmetic(_computed(node), op, sign, left, right), node, out)
            return
        place = self.stored_place(node.target)
        left = self.readable(node.target, LoadAgain(node.target, place))
        self._refuse_in_place(node, left)
        result = self.arithmetic(_computed(node), op, sign, left, self.value(node.value))
        out.append(Store(node, place, self.stored(result, place), True))

    def _refuse_in_place(self, node: ast.AugAssign, left: Expr) -> None:
        """Python would call `__iadd__`, where there is one, which may change the object that is there."""
        if isinstance(left.type, StructType) and hasattr(
            left.type.host, f"__i{special_name(BINARY_NAMES[type(node.op)][0])}__"
        ):
            raise Problem(
                "PC0105", f"{left.type} changes in place by `{BINARY_NAMES[type(node.op)][1]}=`, which a device does not", node,
                "write the operation out: `a = a + b`",
            )  # fmt: skip

    def _annotated(self, node: ast.AnnAssign, out: list[Statement]) -> None:
        if not isinstance(node.target, ast.Name):
            raise Problem("PC0105", "only a variable can be annotated", node.target)
        annotation = node.annotation
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = _quoted(annotation, annotation.value)
        declared = self.annotated_type(annotation)
        if declared is None:
            raise Problem(
                "PC0201", f"`{ast.unparse(node.annotation)}` is not a type that exists on a device", node.annotation,
                "use a scalar type such as f32, or leave the annotation out",
            )  # fmt: skip
        variable = self.variables[node.target.id]
        if variable.is_parameter:
            raise Problem(
                "PC0204",
                f"`{variable.name}` is a parameter, and has its type already",
                node,
                "use another name",
            )
        if variable.declared is not None and variable.declared != declared:
            raise Problem(
                "PC0204", f"`{variable.name}` is annotated twice, {variable.declared} and {declared}", node
            )
        variable.declared = declared
        if node.value is not None:
            self._assign_name(node.target, self.value(node.value), node, out)

    # Control flow

    def _if(self, node: ast.If, out: list[Statement]) -> None:
        test = self._guarded(node.test)
        if isinstance(test, Constant):
            out.extend(self.statements(node.body if test.value else node.orelse))
            return
        before = self.definite
        assert before is not None
        self.definite = set(before)
        then = self.statements(node.body)
        after_then, self.definite = self.definite, set(before)
        otherwise = self.statements(node.orelse)
        self.definite = _meet([after_then, self.definite])
        out.append(If(node, test, then, otherwise))

    def _while(self, node: ast.While, out: list[Statement]) -> None:
        assert self.definite is not None
        entry = set(self.definite)
        self.maybe |= assigned_names(node)
        test = self._guarded(node.test)
        if isinstance(test, Constant) and not test.value:
            out.extend(self.statements(node.orelse))
            return
        endless = isinstance(test, Constant)
        loop = _Loop()
        self.loops.append(loop)
        body = self.statements(node.body)
        self.loops.pop()
        self.definite = None if endless else set(entry)
        otherwise = self.statements(node.orelse)
        self.definite = _meet([self.definite, *loop.breaks])
        out.append(While(node, None if endless else test, body, otherwise))

    def _for(self, node: ast.For, out: list[Statement]) -> None:
        if not isinstance(node.target, ast.Name):
            raise Problem("PC0106", "the variable of a `for` loop must be a plain name", node.target)
        start, stop, step = self._range_arguments(node.iter)
        variable = self.variables[node.target.id]
        loop_type = self._loop_types(node, start, stop, step)
        values = _values_of(start, stop, step)
        if loop_type is None:
            self.bind(variable, Pending(node.target, PENDING_INT, values), node.target)
            typed: tuple[ScalarType, ScalarType, bool] = (i64, i64, False)
        else:
            typed = loop_type
            counted = Pending(node.target, typed[0], values)
            if is_weak(start.type) and is_weak(stop.type):
                counted = Pending(node.target, WEAK_INT, values)
            self.bind(variable, counted, node.target)
        assert self.definite is not None
        entry = set(self.definite)
        self.maybe |= assigned_names(node)
        loop = _Loop()
        self.loops.append(loop)
        self.mark_assigned(variable.name)
        body = self.statements(node.body)
        self.loops.pop()
        self.definite = set(entry)
        otherwise = self.statements(node.orelse)
        self.definite = _meet([self.definite, *loop.breaks])
        value_type, counter_type, trip_count = typed
        direction = (
            1
            if step.range is not None and step.range[0] > 0
            else -1
            if step.range is not None and step.range[1] < 0
            else 0
        )
        if loop_type is not None:
            start, stop, step = (coerce(e, counter_type) for e in (start, stop, step))
        out.append(
            ForRange(
                node,
                variable,
                value_type,
                counter_type,
                start,
                stop,
                step,
                direction,
                direction == 0,
                trip_count,
                body,
                otherwise,
            )
        )

    def _range_arguments(self, node: ast.expr) -> tuple[Expr, Expr, Expr]:
        if not (isinstance(node, ast.Call) and self.static_value(node.func) is range):
            text = ast.unparse(node)
            help = (
                f"write `for i in range(len({text}))` and index"
                if isinstance(node, ast.Name)
                else "write `for i in range(n)`"
            )
            raise Problem("PC0106", "a `for` loop goes over `range(…)` only", node, help)
        if node.keywords or not 1 <= len(node.args) <= 3:
            raise Problem(
                "PC0207",
                f"`range` takes one to three arguments, not {len(node.args) + len(node.keywords)}",
                node,
            )
        values = [self.value(argument) for argument in node.args]
        for value in values:
            if not is_integer(value.type) and value.type is not bool_:
                hint = (
                    f"write `i32({ast.unparse(value.node)})`" if isinstance(value.type, ScalarType) else None
                )
                raise Problem("PC0205", f"`range` takes integers, not {value.type}", value.node, hint)
        zero, one = Constant(node, WEAK_INT, 0), Constant(node, WEAK_INT, 1)
        if len(values) == 1:
            return zero, values[0], one
        start, stop = values[:2]
        step = values[2] if len(values) == 3 else one
        if isinstance(step, Constant) and step.value == 0:
            raise Problem("PC0206", "the step of `range` is zero", step.node)
        return start, stop, step

    def _loop_types(
        self, node: ast.For, start: Expr, stop: Expr, step: Expr
    ) -> tuple[ScalarType, ScalarType, bool] | None:
        """The types of the loop's values and counter, and whether trips have to be counted; None while pending."""
        if any(e.type in PENDING for e in (start, stop, step)):
            return None
        values = common_type(start, stop)
        if isinstance(values, ScalarType) and values is bool_:
            values = i64
        if values is WEAK_INT:
            values = i64
        counter = None
        if isinstance(values, ScalarType):
            counter = common_type(Pending(node, values, value_ranges.hull(start.range, stop.range)), step)
        if not isinstance(values, ScalarType) or not isinstance(counter, ScalarType):
            raise Problem(
                "PC0202",
                f"`range` of {start.type}, {stop.type} and {step.type}: no type holds the values of all",
                node.iter,
                "cast them to one type",
            )
        assert start.range is not None
        assert stop.range is not None
        assert step.range is not None
        # The counter stops at the first value that is not before `stop`: at most one step beyond it, less one.
        overshoot = (
            min(start.range[0], stop.range[0] + min(step.range[0] + 1, 0)),
            max(start.range[1], stop.range[1] + max(step.range[1] - 1, 0)),
        )
        if value_ranges.fits(overshoot, value_ranges.of_type(counter)):
            return values, counter, False
        if value_ranges.fits(overshoot, value_ranges.of_type(i64)):
            return values, i64, False
        return values, counter, True

    def _break(self, node: ast.Break, out: list[Statement]) -> None:
        assert self.definite is not None
        self.loops[-1].breaks.append(self.definite)
        self.definite = None
        out.append(Break(node))

    def _continue(self, node: ast.Continue, out: list[Statement]) -> None:
        self.definite = None
        out.append(Continue(node))

    def _return(self, node: ast.Return, out: list[Statement]) -> None:
        none = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        value = None if none or node.value is None else self.expression(node.value)
        if value is not None and value.type == UNIT:
            out.append(Evaluate(node, value))
            value = None
        if self.instance.is_kernel and value is not None:
            raise Problem(
                "PC0211",
                "a kernel returns nothing",
                node,
                "store the result in a parameter of type `MutSlice[…]`",
            )
        declared = self.instance.signature.result
        if declared is not None:
            if value is None and declared != UNIT:
                raise Problem("PC0211", f"the function returns {declared}, and this returns nothing", node)
            if value is not None and declared == UNIT:
                raise Problem("PC0211", "the function is annotated `-> None`, and this returns a value", node)
            if value is not None:
                value = coerce(value, declared, None, f"returned: the function returns {declared}")
        elif value is not None:
            if isinstance(value.type, ArrayType):
                raise Problem(
                    "PC0211", "a fixed array can not be returned", node, "pass it in as an argument"
                )
            if any(r.value is None for r in self.returns):
                raise Problem("PC0211", "this returns a value, and another `return` does not", node)
            self.bind(self.result, value, node)
        elif any(r.value is not None for r in self.returns):
            raise Problem("PC0211", "this returns nothing, and another `return` does", node)
        statement = Return(node, value)
        self.returns.append(statement)
        out.append(statement)
        self.definite = None

    # Others

    def _assert(self, node: ast.Assert, out: list[Statement]) -> None:
        message = "assertion failed"
        if node.msg is not None:
            text = node.msg.value if isinstance(node.msg, ast.Constant) else self.static_value(node.msg)
            if not isinstance(text, str):
                raise Problem("PC0210", "the message of `assert` must be a string literal", node.msg)
            message = text
        else:
            message = f"assertion failed: {ast.unparse(node.test)}"
        condition = self.condition(node.test)
        if isinstance(condition, Constant):
            if condition.value:
                return
            out.append(Panic(node, message))
            self.definite = None
            return
        out.append(Assert(node, condition, message))

    def _raise(self, node: ast.Raise, out: list[Statement]) -> None:
        name, message = "", ""
        error = node.exc
        if isinstance(error, ast.Call):
            if (
                len(error.args) > 1
                or error.keywords
                or not all(isinstance(a, ast.Constant) for a in error.args)
            ):
                raise Problem("PC0105", "what is raised on a device can hold one string literal only", error)
            message = (
                str(error.args[0].value) if error.args and isinstance(error.args[0], ast.Constant) else ""
            )
            error = error.func
        if error is None or node.cause is not None:
            raise Problem(
                "PC0105", "exceptions can not be caught, so not re-raised or chained, on a device", node
            )
        name = ast.unparse(error)
        kind = self.static_value(error)
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            raise Problem("PC0105", f"`{name}` is no exception", error)
        out.append(Panic(node, f"{name}: {message}" if message else name))
        self.definite = None

    def _expression_statement(self, node: ast.Expr, out: list[Statement]) -> None:
        if isinstance(node.value, ast.Constant) and (
            isinstance(node.value.value, str) or node.value.value is ...
        ):
            return
        value = strong(self.expression(node.value))
        out.append(Evaluate(node, value))
        if isinstance(value, StubCall) and value.row.diverges:
            self.definite = None

    def _pass(self, node: ast.Pass, out: list[Statement]) -> None:
        return


def _computed(node: ast.AugAssign) -> ast.expr:
    """The expression that `target op= value` computes, for messages and their carets."""
    return ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)


def _quoted(node: ast.expr, text: str) -> ast.expr:
    """The syntax tree of an annotation in quotes, all of it placed where the quotes are; `node` itself if it has none."""
    try:
        parsed = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return node
    for part in ast.walk(parsed):
        ast.copy_location(part, node)
    return parsed


def _meet(states: Sequence[set[str] | None]) -> set[str] | None:
    """What is assigned on every path that arrives; None if none does."""
    arriving = [state for state in states if state is not None]
    if not arriving:
        return None
    met = set(arriving[0])
    for state in arriving[1:]:
        met &= state
    return met


def _values_of(start: Expr, stop: Expr, step: Expr) -> Range | None:
    """What values a loop variable can have."""
    if start.range is None or stop.range is None or step.range is None:
        return None
    if step.range[0] > 0:
        return start.range[0], max(start.range[0], stop.range[1] - 1)
    if step.range[1] < 0:
        return min(start.range[1], stop.range[0] + 1), start.range[1]
    return min(start.range[0], stop.range[0] + 1), max(start.range[1], stop.range[1] - 1)


@lru_cache(maxsize=4096)
def assigned_names(node: ast.AST) -> frozenset[str]:
    """The names that `node` assigns. Remembered, since every pass over a loop asks."""
    return frozenset(name for n in ast.walk(node) for name in bound_names(n))


def bound_names(node: ast.AST) -> tuple[str, ...]:
    """The names that `node` itself makes local: what is assigned, defined or imported."""
    if isinstance(node, ast.Name):
        return (node.id,) if isinstance(node.ctx, ast.Store) else ()
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return (node.name,)
    if isinstance(node, ast.Import | ast.ImportFrom):
        return tuple((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    return ()


_HANDLERS: dict[type[ast.stmt], Callable[[StatementTyping, Any, list[Statement]], None]] = {
    ast.Assign: StatementTyping._assign,  # pyright: ignore[reportPrivateUsage]
    ast.AugAssign: StatementTyping._augmented,  # pyright: ignore[reportPrivateUsage]
    ast.AnnAssign: StatementTyping._annotated,  # pyright: ignore[reportPrivateUsage]
    ast.If: StatementTyping._if,  # pyright: ignore[reportPrivateUsage]
    ast.While: StatementTyping._while,  # pyright: ignore[reportPrivateUsage]
    ast.For: StatementTyping._for,  # pyright: ignore[reportPrivateUsage]
    ast.Break: StatementTyping._break,  # pyright: ignore[reportPrivateUsage]
    ast.Continue: StatementTyping._continue,  # pyright: ignore[reportPrivateUsage]
    ast.Return: StatementTyping._return,  # pyright: ignore[reportPrivateUsage]
    ast.Assert: StatementTyping._assert,  # pyright: ignore[reportPrivateUsage]
    ast.Raise: StatementTyping._raise,  # pyright: ignore[reportPrivateUsage]
    ast.Expr: StatementTyping._expression_statement,  # pyright: ignore[reportPrivateUsage]
    ast.Pass: StatementTyping._pass,  # pyright: ignore[reportPrivateUsage]
}
