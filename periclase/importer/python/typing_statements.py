"""Typing of statements, with what is assigned on every path, and recovery after a refused statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

from periclase.importer.python.conversions import strong
from periclase.importer.python.narrowing import path_of
from periclase.importer.python.one_name import holds_object
from periclase.importer.python.outliving import Outliving
from periclase.importer.python.problems import Problem, Unready, too_deep
from periclase.importer.python.source import returns_values
from periclase.importer.python.struct_rules import special_name
from periclase.importer.python.typed_control import FastMath
from periclase.importer.python.typed_tree import (
    Assert,
    Assign,
    Constant,
    Copy,
    Evaluate,
    Expr,
    If,
    Load,
    LoadAgain,
    MakeArray,
    Once,
    Panic,
    Place,
    Return,
    Statement,
    Store,
    StubCall,
    Variable,
)
from periclase.importer.python.typing_base import is_function, not_there, there
from periclase.importer.python.typing_loops import LoopTyping, assigned_names, meet
from periclase.importer.python.typing_operators import BINARY_NAMES
from periclase.importer.python.unpacking import unpack
from periclase.signature import UNIT
from periclase.structs import StructType
from periclase.types import ArrayType, DeviceType

_REFUSED: dict[type[ast.stmt], tuple[str, str | None]] = {
    ast.AsyncFunctionDef: ("a device can not run async functions", None),
    ast.ClassDef: ("a class can not be defined inside device code", "define it in the module"),
    ast.Delete: ("`del` has no device meaning", "leave it out: storage ends with the function"),
    ast.AsyncFor: ("a device can not run async loops", None),
    ast.AsyncWith: ("a device can not run `with`", None),
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


class StatementTyping(LoopTyping):
    """Statements."""

    assigns: list[Assign]
    returns: list[Return]
    result: Variable
    unready: ast.AST | None

    def start_pass(self) -> None:
        """Forget what belongs to one pass over the body."""
        self.again = False
        self.problems = []
        self.calls = []
        self.changes, self.bindings, self.uses, self.unnamed = [], [], [], []
        self.outliving = []
        self.poisoned = set()
        self.loops = []
        self.known = {}
        self.functions_of_round = {}
        self.copies = 1
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
                self.refused(node, problem)
                self.poison(node)
            except Unready:
                self.unready = self.unready or node
                self.poison(node)
            except RecursionError:
                self.problems.append(too_deep(node))
                self.poison(node)
        return typed

    def poison(self, node: ast.AST) -> None:
        """What a refused statement assigns has no type, and its readers are not complained about."""
        for name in assigned_names(node):
            self.poisoned.add(name)
            self.mark_assigned(name)

    def look_at(self, body: Sequence[ast.stmt], names: Iterable[str] = ()) -> None:
        """Type statements in a refused one for what is wrong with them; the `names` that it would set there have no type."""
        entry = self.definite
        if entry is None:
            return
        self.definite = set(entry)
        for name in names:
            self.poisoned.add(name)
            self.mark_assigned(name)
        self.statements(body)
        self.definite = entry

    # Assignments

    def _assign(self, node: ast.Assign, out: list[Statement]) -> None:
        value = self._made_arrays(node, out) if isinstance(node.value, ast.Tuple) else self.value(node.value)
        if value is None:
            return
        if len(node.targets) > 1:
            value = self.once(value)
            if isinstance(value, Once):
                out.append(Evaluate(node, value))
        known = len(self.bindings)
        for target in node.targets:
            self.assign_to(target, value, node, out)
        bound = self.bindings[known:]
        if (
            len(bound) > 1 and len(node.targets) > 1 and holds_object(value.type)
        ):  # several names for one object
            self.bindings[known:] = [(variable, path, None, place) for variable, path, _, place in bound]

    def _made_arrays(self, node: ast.Assign, out: list[Statement]) -> Expr | None:
        """A tuple that is assigned; None after `a, b = local_array(…), shared_array(…)`, by which each gets its array."""
        written, (target, *others) = node.value, node.targets
        assert isinstance(written, ast.Tuple)
        values = [self.value(element) for element in written.elts]
        targets = target.elts if isinstance(target, ast.Tuple) and not others else []
        names = [part for part in targets if isinstance(part, ast.Name)]
        made = [isinstance(value, MakeArray) for value in values]
        if (
            not any(made)
            or len(names) != len(values)
            or not all(
                array or isinstance(value, Constant) for array, value in zip(made, values, strict=True)
            )
        ):
            return self.tuple_of(written, values)
        for name, value in zip(names, values, strict=True):
            self.assign_name(name, value, node, out)
        return None

    def assign_to(self, target: ast.expr, value: Expr, node: ast.AST, out: list[Statement]) -> None:
        """Set what `target` names."""
        if isinstance(target, ast.Name):
            self.assign_name(target, value, node, out)
        elif isinstance(target, ast.Subscript) and has_slices(target.slice):
            from periclase.importer.python.filling import fill

            fill(self, target, value, node, out)
        elif isinstance(target, ast.Subscript | ast.Attribute):
            place = self.stored_place(target)
            out.append(Store(node, place, self.stored(value, place), False))
            self._tell_of_part(target, place, value)
        elif isinstance(target, ast.Tuple | ast.List):
            unpack(self, target, value, node, out)
        else:
            raise Problem("PC0105", "only plain names can be unpacked into", target, "write the elements out")

    def assign_name(self, target: ast.Name, value: Expr, node: ast.AST, out: list[Statement]) -> None:
        """Set a variable."""
        variable = self.variables[target.id]
        if isinstance(value.type, ArrayType) and isinstance(value, Load):
            from periclase.importer.python.array_views import row_as_view

            value = row_as_view(cast(Any, self), node, value)
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
        if target.id in self.items_of_round and is_function(value.type):
            # Another one in each round, which is written out: the variable is but a name for it.
            held = self.functions_of_round[target.id] = self.once(value)
            out.append(Evaluate(node, held))
            self.mark_assigned(target.id)
            return
        self.functions_of_round.pop(target.id, None)
        self.bind(variable, value, target)
        self.mark_assigned(target.id)
        self.forget(target.id)
        if isinstance(value.type, DeviceType):
            self._note_functions(target.id, value)
        kind = value.type.__class__.__name__
        if self.definite is not None and kind != "OptionalType":
            self.definite.add(not_there(target.id) if kind == "NoneType" else there(target.id))
        if target.id in self.items_of_round and isinstance(value, Constant):
            self.known[target.id] = value
        self.bindings.append((variable, (), value, node))
        self.used_whole(value, f"bound to `{variable.name}`")
        statement = Assign(node, variable, value)
        self.assigns.append(statement)
        out.append(statement)

    def _note_functions(self, name: str, value: Expr) -> None:
        from periclase.importer.python.closures import captured_names, holds_function

        if holds_function(value.type):
            self.note_captures(name, captured_names(self, value))

    def _function(self, node: ast.FunctionDef, out: list[Statement]) -> None:
        from periclase.importer.python.closures import make_closure

        target = ast.copy_location(ast.Name(node.name, ast.Store()), node)
        self.assign_name(target, make_closure(self, node), node, out)

    def _augmented(self, node: ast.AugAssign, out: list[Statement]) -> None:
        op, sign = BINARY_NAMES[type(node.op)]
        if op == "matmul":
            raise Problem("PC0105", "`@=` is not part of the subset", node, "write `a = a @ b`")
        if isinstance(node.target, ast.Name):
            left = self.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            self._refuse_in_place(node, left)
            right = self.value(node.value)
            self.assign_name(node.target, self.arithmetic(_computed(node), op, sign, left, right), node, out)
            return
        known = set(self.definite or ())
        place = self.stored_place(node.target)
        left = self.readable(node.target, LoadAgain(node.target, place))
        after, self.definite = self.definite, known
        left = self.narrowed_part(node.target, left)
        self.definite = after
        self._refuse_in_place(node, left)
        result = self.arithmetic(_computed(node), op, sign, left, self.value(node.value))
        out.append(Store(node, place, self.stored(result, place), True))
        self._tell_of_part(node.target, place, result)

    def _tell_of_part(self, target: ast.expr, place: Place, value: Expr) -> None:
        """What is known of a field that may be `None` once it has been set."""
        kind = value.type.__class__.__name__
        if place.type.__class__.__name__ != "OptionalType" or kind == "OptionalType" or self.definite is None:
            return
        path = path_of(self, target)
        if path is not None:
            self.tell_of(path)
            self.definite.add(not_there(path) if kind == "NoneType" else there(path))

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
        declared = self.written_type(node.annotation)
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
            self.assign_name(node.target, self.value(node.value), node, out)

    # Control flow

    def _if(self, node: ast.If, out: list[Statement]) -> None:
        test, when_true, when_false = self.guarded(node.test)
        if isinstance(test, Constant):
            self.definite = when_true if test.value else when_false
            out.extend(self.statements(node.body if test.value else node.orelse))
            return
        self.definite = when_true
        then = self.statements(node.body)
        after_then, self.definite = self.definite, when_false
        otherwise = self.statements(node.orelse)
        self.definite = meet([after_then, self.definite])
        out.append(If(node, test, then, otherwise))

    def _with(self, node: ast.With, out: list[Statement]) -> None:
        from periclase.importer.python.fast_math import flags_of

        try:
            flags, contracted = flags_of(self, node)
        except Problem as problem:
            self.refused(node.items[0].context_expr, problem)
            self.look_at(node.body)
            self.poison(node)
            return
        out.append(FastMath(node, flags, contracted, self.statements(node.body)))

    def _return(self, node: ast.Return, out: list[Statement]) -> None:
        none = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if none and node.value is not None and self._may_return_none():
            none = False
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
                self.outliving.append(Outliving(value, node))
                value = self.held(value, declared, f"returned: the function returns {declared}")
        elif value is not None:
            if isinstance(value.type, ArrayType):
                raise Problem(
                    "PC0211", "a fixed array can not be returned", node, "pass it in as an argument"
                )
            self.outliving.append(Outliving(value, node))
            if any(r.value is None for r in self.returns):
                raise Problem("PC0211", "this returns a value, and another `return` does not", node)
            self.bind(self.result, value, node)
        elif any(r.value is not None for r in self.returns):
            raise Problem("PC0211", "this returns nothing, and another `return` does", node)
        statement = Return(node, value)
        self.returns.append(statement)
        out.append(statement)
        self.definite = None

    def _may_return_none(self) -> bool:
        """Whether `return None` gives a value that may be `None`, and not nothing: it is said so, or others give a value."""
        declared = self.instance.signature.result
        if declared is not None or self.instance.is_kernel:
            return declared is not None and declared != UNIT
        return returns_values(self.source.tree)

    def _match(self, node: ast.Match, out: list[Statement]) -> None:
        from periclase.importer.python.matching import type_match

        type_match(self, node, out)

    # Others

    def _assert(self, node: ast.Assert, out: list[Statement]) -> None:
        message = "assertion failed"
        if node.msg is not None:
            text = node.msg.value if isinstance(node.msg, ast.Constant) else self.static_value(node.msg)
            if not isinstance(text, str):
                raise Problem(
                    "PC0210",
                    "the message of `assert` must be a string literal",
                    node.msg,
                    "write the text itself; values are shown by `printf`, before",
                )
            message = text
        else:
            message = f"assertion failed: {ast.unparse(node.test)}"
        condition, self.definite, _ = self.branching(node.test)
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
        if isinstance(node.value, ast.Name | ast.Attribute) and is_function(value.type):
            shown = ast.unparse(node.value)
            raise Problem(
                "PC0105", f"`{shown}` is a function, and is not called here", node, f"write `{shown}()`"
            )
        out.append(Evaluate(node, value))
        if isinstance(value, StubCall) and value.row.diverges:
            self.definite = None

    def _pass(self, node: ast.Pass, out: list[Statement]) -> None:
        return


@lru_cache(maxsize=1024)
def has_slices(index: ast.expr) -> bool:
    """Whether an index names many elements, by slices or `...`."""
    indices = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(isinstance(each, ast.Slice) or getattr(each, "value", None) is ... for each in indices)


def _computed(node: ast.AugAssign) -> ast.expr:
    """The expression that `target op= value` computes, for messages and their carets."""
    return ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)


_HANDLERS: dict[type[ast.stmt], Callable[[StatementTyping, Any, list[Statement]], None]] = {
    ast.Assign: StatementTyping._assign,  # pyright: ignore[reportPrivateUsage]
    ast.AugAssign: StatementTyping._augmented,  # pyright: ignore[reportPrivateUsage]
    ast.AnnAssign: StatementTyping._annotated,  # pyright: ignore[reportPrivateUsage]
    ast.If: StatementTyping._if,  # pyright: ignore[reportPrivateUsage]
    ast.While: StatementTyping._while,  # pyright: ignore[reportPrivateUsage]
    ast.FunctionDef: StatementTyping._function,  # pyright: ignore[reportPrivateUsage]
    ast.For: StatementTyping._for,  # pyright: ignore[reportPrivateUsage]
    ast.Match: StatementTyping._match,  # pyright: ignore[reportPrivateUsage]
    ast.Break: StatementTyping._break,  # pyright: ignore[reportPrivateUsage]
    ast.Continue: StatementTyping._continue,  # pyright: ignore[reportPrivateUsage]
    ast.Return: StatementTyping._return,  # pyright: ignore[reportPrivateUsage]
    ast.Assert: StatementTyping._assert,  # pyright: ignore[reportPrivateUsage]
    ast.With: StatementTyping._with,  # pyright: ignore[reportPrivateUsage]
    ast.Raise: StatementTyping._raise,  # pyright: ignore[reportPrivateUsage]
    ast.Expr: StatementTyping._expression_statement,  # pyright: ignore[reportPrivateUsage]
    ast.Pass: StatementTyping._pass,  # pyright: ignore[reportPrivateUsage]
}
