"""Typing a function to the end: passes over the body until no variable's type changes."""

from __future__ import annotations

import ast
import importlib
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from periclase.importer.python.instance import FunctionInstance, Program, State
from periclase.importer.python.one_name import check_fresh, check_one_name, freshness
from periclase.importer.python.outliving import problems_of
from periclase.importer.python.places import Path
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import (
    WEAK_FLOAT,
    Constant,
    Expr,
    Once,
    Pending,
    ReferenceType,
    Return,
    Statement,
    TypedFunction,
    Variable,
    WeakOnce,
)
from periclase.importer.python.typing_calls import known_number
from periclase.importer.python.typing_loops import bound_names, named_around
from periclase.importer.python.typing_statements import StatementTyping
from periclase.importer.python.value_ranges import of_type
from periclase.record import replace
from periclase.signature import UNIT
from periclase.types import ArrayType, ScalarType, Type, f64, is_static

if TYPE_CHECKING:
    from periclase.closures import ClosureType

MOST_PASSES, MOST_PASSES_A_VARIABLE = 32, 4
"""Types only ever widen and there are few of them. In a loop a type may go on by one variable a pass: no function comes near."""

RESULT = "<result>"
"""The made-up variable whose type is that of the result."""


class FunctionTyping(StatementTyping):
    """Typing of one function, by the rules of the language."""

    itself = ""
    """The name by which a nested function calls itself."""

    def declare(self) -> list[Variable]:
        """Make a variable for each parameter and each name that the function assigns; gives the parameters."""
        self.store_counts = dict(_store_counts(self.source.tree))
        self.python_floats: set[str] = set()
        """The parameters that are numbers of Python, which take the float type of what they meet."""
        parameters: list[Variable] = []
        written = self.source.tree.args
        rest = [] if written.vararg is None else [written.vararg]
        named = [] if written.kwarg is None else [written.kwarg]
        declared: list[ast.AST] = [*written.posonlyargs, *written.args, *rest, *written.kwonlyargs, *named]
        if self.instance.closure is not None:
            declared = [self.source.tree] * len(self.instance.closure.captures) + declared
            self._declare_itself(self.instance.closure)
        for parameter, type, node in zip(
            self.instance.signature.parameters, self.instance.parameter_types, declared, strict=True
        ):
            variable = Variable(parameter.name)
            variable.is_parameter = True
            variable.type = type
            if isinstance(type, ReferenceType):
                variable.type, variable.reference = type.target, type.space
            if isinstance(type, ArrayType) and self.instance.is_kernel:
                variable.type = replace(type, mutable=False)  # it is a copy of the caller's
            variable.sites.append(node)
            if isinstance(type, ScalarType) and not type.is_float:
                variable.range = of_type(type)
            if is_static(type):
                self._declare_static(variable, type, node)
            if type.__class__.__name__ == "PythonFloat":
                variable.type = f64
                if not self.store_counts.get(variable.name):
                    self.python_floats.add(variable.name)
            if isinstance(type, ArrayType) and self.store_counts.get(parameter.name):
                raise Problem("PC0105", "a parameter that is a fixed array can not be assigned", node)
            self.variables[parameter.name] = variable
            parameters.append(variable)
        for name in self.store_counts:
            if name not in self.variables:
                self.variables[name] = Variable(name)
        return parameters

    def _declare_static(self, variable: Variable, type: Type, node: ast.AST) -> None:
        """A parameter of which its type says everything: one that is a number is known as such."""
        known = known_number(Pending(node, type))
        if not isinstance(known, Constant):
            return
        if self.store_counts.get(variable.name):
            raise Problem(
                "PC0105",
                f"`{variable.name}` is known when the kernel is compiled, and can not be assigned",
                node,
                "use another name",
            )
        variable.type, variable.constant = known.type, known

    def _declare_itself(self, closure: ClosureType) -> None:
        """A nested function sees itself by its name."""
        name = closure.function.__name__
        captured = dict(closure.captures)
        if name in self.instance.function.__code__.co_freevars and name not in captured:
            own = self.variables[name] = Variable(name)
            own.type, own.is_parameter = closure, True
            self.itself = name

    def read(self, node: ast.Name) -> Expr:
        if node.id != self.itself:
            found = super().read(node)
            return WeakOnce(WEAK_FLOAT, Once(found)) if node.id in self.python_floats else found
        from periclase.importer.python.closures import own_value

        return own_value(self, node)

    def run(self) -> TypedFunction | None:
        """Type the body; None if problems were found, which are then in `problems`."""
        parameters = self.declare()
        self.result = Variable(RESULT)
        self.variables[RESULT] = self.result
        self.store_counts[RESULT] = 2
        body: list[Statement] = []
        most = MOST_PASSES + MOST_PASSES_A_VARIABLE * len(self.variables)
        for self.pass_number in range(most):
            self.start_pass()
            self.result.read = True
            body = self.statements(self.source.tree.body)
            if not self.again and not self.default_weak_variables():
                break
        else:
            raise Problem(
                "PC0204",
                "the types of the variables do not settle",
                None,
                "annotate the variables of the loops",
            )
        if self.instance.signature.result is not None:
            self.result.type = self.instance.signature.result
        if self.definite is not None and self.result.type.__class__.__name__ == "OptionalType":
            body.append(self._return_none())
        falls = self.definite is not None
        self._check_end(falls)
        if self.problems:
            return None
        if self.unready is not None:
            if not self.program.diagnostics:
                self.problems.append(
                    Problem(
                        "PC0204",
                        "a type in this statement can not be found",
                        self.unready,
                        "annotate the variables",
                    )
                )
            return None
        for call in self.calls:
            type_function(self.program, call.instance)  # what it returns may have other names
        self.problems.extend(check_one_name(self.changes, self.bindings, self.uses))
        self.problems.extend(check_fresh(self.unnamed))
        self.problems.extend(problems_of(self))
        if self.problems:
            return None
        self._note_objects()
        for assign in self.assigns:
            assert assign.variable.type is not None
            type = cast(Type, assign.variable.type)  # no literal's: these have their types by now
            assign.value = self.held(
                assign.value, type, f"assigned to `{assign.variable.name}`", assign.value.node
            )
        for statement in self.returns:
            if statement.value is not None and self.result.type is not None:
                statement.value = self.held(statement.value, cast(Type, self.result.type), "")
        del self.variables[RESULT]
        slots = [
            v
            for v in self.variables.values()
            if not v.is_parameter and v.type is not None and v.constant is None
        ]
        return TypedFunction(parameters, slots, body, falls, list(self.calls))

    def _note_objects(self) -> None:
        """What callers have to know about the objects that this function returns and changes."""
        bindings: dict[Variable, list[tuple[Path, Expr | None]]] = {}
        for variable, path, value, _ in self.bindings:
            bindings.setdefault(variable, []).append((path, value))
        returned = [r.value for r in self.returns if r.value is not None]
        self.instance.freshness = min((freshness(value, bindings) for value in returned), default=2)
        receivers = [v for v in self.variables.values() if v.reference is not None]
        for receiver in receivers:
            self.instance.changed_paths = tuple({path: None for v, path, _ in self.changes if v is receiver})
            self.instance.bound_paths = tuple(
                {
                    path: None
                    for path, value in bindings.get(receiver, ())
                    if value is None or freshness(value) < 2
                }
            )

    def _return_none(self) -> Return:
        """The `return None` at the end of a function that may return `None`, which Python adds."""
        from periclase.importer.python.optional_tree import NoneLiteral

        last = self.source.tree.body[-1]
        statement = Return(last, NoneLiteral(last))
        self.returns.append(statement)
        self.definite = None
        return statement

    def _check_end(self, falls: bool) -> None:
        returns_value = (self.result.type is not None and self.result.type != UNIT) or any(
            r.value is not None for r in self.returns
        )
        if falls and returns_value and not self.problems and self.unready is None:
            last = self.source.tree.body[-1]
            self.problems.append(
                Problem(
                    "PC0211",
                    "the function can end without returning a value",
                    last,
                    "return a value on every path",
                )
            )


@lru_cache(maxsize=1024)
def _store_counts(tree: ast.FunctionDef) -> dict[str, int]:
    """How often a function assigns each of its names, in the order of first assignment."""
    counts: dict[str, int] = {}
    for node in _own_nodes(tree):
        for name in bound_names(node):
            counts[name] = counts.get(name, 0) + 1
    return counts


def _own_nodes(tree: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of a function's body, in source order, without those of functions, classes and lambdas inside it."""
    found: list[ast.AST] = []
    pending: list[ast.AST] = list(reversed(tree.body))
    while pending:
        node = pending.pop()
        found.append(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            pending.extend(reversed(named_around(node)))
            continue
        pending.extend(reversed(list(ast.iter_child_nodes(node))))
    return found


def _rules(home: str | None) -> type[FunctionTyping]:
    """The class that types a function whose options name these rules."""
    if home is None:
        return FunctionTyping
    module, _, name = home.partition(":")
    return getattr(importlib.import_module(module), name)


def type_function(program: Program, instance: FunctionInstance) -> None:
    """Type `instance`, and report what is wrong with it to `program`. Its state tells how it went."""
    if instance.state is not State.NEW or instance.source is None or instance.is_extern:
        return
    instance.state = State.TYPING
    typing = _rules(instance.options.rules)(program, instance, instance.source)
    typed: TypedFunction | None = None
    try:
        typed = typing.run()
    except Problem as problem:
        typing.problems.append(problem)
    if typing.problems:
        from periclase.importer.python.undefined_names import each_name_once

        found = [problem.diagnostic(instance.source, instance.frames) for problem in typing.problems]
        for diagnostic in each_name_once(found):
            program.report(diagnostic)
    if typed is None or typing.problems:
        instance.state = State.FAILED
        for call in typing.calls:  # what is wrong with these is told in the same run
            type_function(program, call.instance)
        return
    instance.typed = typed
    result = typing.result.type
    if instance.result_type is None:
        instance.result_type = UNIT if result is None else result  # type: ignore[assignment]
    instance.state = State.TYPED
