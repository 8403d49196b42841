"""Calls of generic functions: how the arguments fill in what the annotations of the parameters leave open."""

from __future__ import annotations

import ast

from periclase.closures import constant_type
from periclase.generics import Bindings, Mismatch, VariableType, match, refusal, variables_of
from periclase.importer.python.closure_tree import Static
from periclase.importer.python.conversions import default_type, lossless
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import Constant, Expr
from periclase.signature import Parameter, type_of_annotation
from periclase.types import ScalarType, Type, is_open


def fill_in(parameter: Parameter, value: Expr, given: Type, bindings: Bindings, shown: str) -> None:
    """Let the type variables of a parameter stand for what makes it `given`, the type of its argument `value`.

    Raises:
        Problem: nothing does.
    """
    assert parameter.pattern is not None
    try:
        match(parameter.pattern, given, bindings)
    except Mismatch as mismatch:
        raise Problem(
            "PC0212",
            f"`{ast.unparse(value.node)}` does not fit `{parameter.name}: {parameter.pattern}` of `{shown}`: {mismatch}",
            value.node,
            "pass values of types that fit the annotations, or cast them",
        ) from None


def refuse_open(type: Type, value: Expr, parameter: Parameter, shown: str) -> None:
    """See that the arguments of a call have said all of the type of a parameter.

    Raises:
        Problem: its argument is `None`, and no other one says what might be there.
    """
    if is_open(type):
        name = next(variables_of(type)).__name__
        raise Problem(
            "PC0212",
            f"`{ast.unparse(value.node)}` does not say what `{name}` stands for in `{parameter.name}: {type}` of `{shown}`",
            value.node,
            f"pass a value that may be `None` instead, or give another parameter an annotation with `{name}` in it",
        )


def literal_type(pattern: VariableType, value: Expr) -> Type:
    """The type that a literal gives a type variable that stands for nothing yet: its default, or one of the constraints."""
    wanted = default_type(value.type, value.range)
    assert isinstance(wanted, ScalarType)
    if refusal(pattern.variable, wanted) is not None:
        for constraint in pattern.variable.__constraints__:
            found = type_of_annotation(constraint)
            if isinstance(found, ScalarType) and lossless(value, found):
                return found
    return wanted


def constant_argument(value: Expr, parameter: Parameter, shown: str) -> Expr:
    """An argument for a parameter annotated `Const[…]`: it is passed by its type.

    Raises:
        Problem: it is not known when the kernel is compiled.
    """
    assert parameter.pattern is not None
    if not isinstance(value, Constant):
        raise Problem(
            "PC0210",
            f"`{parameter.name}` of `{shown}` is known when the kernel is compiled, and this is a value at run time",
            value.node,
            "pass a literal, a constant of the module, or a parameter that is `Const` too",
        )
    type = constant_type(value.value, value.type if isinstance(value.type, ScalarType) else None)
    fill_in(parameter, value, type, {}, shown)
    return Static(value.node, type)
