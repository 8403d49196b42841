"""Values that may not be there: variables that some path leaves unset, and functions that end without a value.

numba compiles both. A number that was not set is zero. A function that may end without a value gives one that may be `None`;
where that is used as a number without a test, it traps if it is not there (numba goes on with what lies there).
"""

from __future__ import annotations

import ast
from copy import copy

from periclase.importer.python.instance import FunctionInstance, Program
from periclase.importer.python.optional_rules import held_by, is_present
from periclase.importer.python.problems import Problem
from periclase.importer.python.source import FunctionSource, returns_values
from periclase.importer.python.type_function import FunctionTyping
from periclase.importer.python.typed_tree import Assign, Checked, Constant, Expr, TypedFunction
from periclase.optionals import OptionalType
from periclase.types import ScalarType


def with_last_return(tree: ast.FunctionDef) -> ast.FunctionDef:
    """A function that returns values, with the `return None` at its end that Python adds."""
    if not returns_values(tree):
        return tree
    last = ast.copy_location(ast.Return(ast.copy_location(ast.Constant(None), tree.body[-1])), tree.body[-1])
    made = copy(tree)
    made.body = [*tree.body, last]
    return made


class MissingValues(FunctionTyping):
    """Typing of functions that may leave values out."""

    def __init__(self, program: Program, instance: FunctionInstance, source: FunctionSource):
        if instance.signature.result is None and not instance.is_kernel:
            source = FunctionSource(source.file, with_last_return(source.tree))
        super().__init__(program, instance, source)
        self._unset: dict[str, ast.AST] = {}
        """The variables that are zero at first, and where that is seen."""

    def start_pass(self) -> None:
        super().start_pass()
        for name in self._unset:
            self.mark_assigned(name)

    def read(self, node: ast.Name) -> Expr:
        name = node.id
        if (
            self.definite is not None
            and name not in self.definite
            and name in self.maybe
            and name not in self.poisoned
            and not self.variables[name].is_parameter
            and name not in self._unset
        ):
            self._unset[name] = node
            self.store_counts[name] = self.store_counts.get(name, 0) + 1  # the zero is one more value of it
            self.variables[name].constant = None
            self.mark_assigned(name)
            self.again = True
        return super().read(node)

    def run(self) -> TypedFunction | None:
        typed = super().run()
        if typed is None:
            return None
        for name, node in self._unset.items():
            variable = self.variables[name]
            type = variable.type
            if not isinstance(type, ScalarType):
                self.problems.append(
                    Problem(
                        "PC0103",
                        f"`{name}` may have no value here, and only numbers are zero where they are not set",
                        node,
                        f"assign `{name}` before the branch or loop",
                    )
                )
                return None
            zero = Constant(node, type, type.convert(0))
            typed.body.insert(0, Assign(node, variable, zero))
        return typed

    def as_number(self, value: Expr) -> Expr:
        return super().as_number(self.there(value))

    def there(self, value: Expr) -> Expr:
        """A value that may be `None` as the number that it is; anything else as it is."""
        if not isinstance(value.type, OptionalType) or not isinstance(value.type.element, ScalarType):
            return value
        once = self.once(value)
        held = held_by(once)
        return self.evaluated_first(
            [once], Checked(held, is_present(once, value.node), "None is used as a number", "user")
        )
