"""Calls of generic functions: how the arguments fill in what the annotations of the parameters leave open."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import cast

from periclase.closures import constant_type
from periclase.generics import (
    Bindings,
    ConstantPattern,
    FunctionPattern,
    Mismatch,
    VariableType,
    match,
    refusal,
    substitute,
    variable_of,
    variables_of,
)
from periclase.importer.python.closure_tree import Static
from periclase.importer.python.conversions import (
    adopt,
    coerce,
    default_type,
    is_floating,
    is_weak,
    lossless,
    strong,
)
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.typed_tree import PENDING, Constant, Expr, ReferenceType
from periclase.signature import Parameter, Signature, type_of_annotation
from periclase.structs import StructType
from periclase.types import ArrayType, ScalarType, Type, bool_, is_open


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


def bindings_of(signature: Signature, values: Sequence[Expr], shown: str) -> Bindings:
    """What the type variables of a function stand for in a call with these arguments.

    Raises:
        Problem: an argument does not fit the annotation of its parameter.
        Unready: the type of an argument is not known yet.
    """
    found: Bindings = {}
    later: list[tuple[Parameter, Expr]] = []
    for parameter, value in zip(signature.parameters, values, strict=True):
        if isinstance(parameter.pattern, ConstantPattern | None) or isinstance(value.type, ReferenceType):
            continue
        if value.type in PENDING:
            raise Unready
        if is_weak(value.type) or (isinstance(value, Constant) and variable_of(parameter.pattern) is None):
            later.append((parameter, value))
        else:
            fill_in(parameter, value, cast(Type, value.type), found, shown)
    for parameter, value in later:
        variable = variable_of(parameter.pattern)
        if variable is not None:
            if variable.variable not in found:
                fill_in(parameter, value, literal_type(variable, value), found, shown)
        else:
            fill_in(parameter, value, cast(Type, strong(value).type), found, shown)
    return found


def filled_in(value: Expr, parameter: Parameter, bindings: Bindings, shown: str) -> Expr:
    """An argument for a parameter whose annotation is open, as what that then asks for."""
    pattern = parameter.pattern
    assert pattern is not None
    if isinstance(pattern, ConstantPattern):
        return constant_argument(value, parameter, shown)
    if isinstance(pattern, FunctionPattern):
        return value
    type = lies_as_given(substitute(pattern, bindings), value.type)
    refuse_open(type, value, parameter, shown)
    if is_such_array(value.type, type):
        return value
    return coerce(value, type, None, f"passed as `{parameter.name}` of `{shown}`, which is {type} here")


def specialised(value: Expr, others: list[Expr], given: list[Expr]) -> Expr:
    """An argument for a parameter without annotation, in the type that the parameter then gets.

    A literal takes the type of the first other such argument of its kind that holds it: in `clamp(x, 0.0, 1.0)` with an
    `x` of type f32 all three are f32. A float beside an object of which all floats are of one type takes that: in
    `v * 0.5`, of a vector, the factor of `__mul__`.

    Args:
        others: the arguments for such parameters.
        given: all of them.
    """
    if value.type in PENDING:
        raise Unready
    if is_weak(value.type):
        for other in others:
            type = other.type
            if (
                isinstance(type, ScalarType)
                and type.is_float == is_floating(value.type)
                and type is not bool_
            ) and lossless(value, type):
                return adopt(value, type)
        if is_floating(value.type):
            for other in given:
                held = set(_floats(other.type))
                if len(held) == 1 and lossless(value, type := held.pop()):
                    return adopt(value, type)
    return strong(value)


def _floats(type: object) -> Iterator[ScalarType]:
    """The types of the floats in the fields of an object."""
    if isinstance(type, ReferenceType):
        type = type.target
    if isinstance(type, StructType):
        for _, field in type.fields:
            if isinstance(field, ScalarType) and field.is_float:
                yield field
            yield from _floats(field.element if isinstance(field, ArrayType) else field)


def lies_as_given(annotation: Type, given: object) -> Type:
    """The type of a parameter: its annotation, which of a view says nothing of where the elements lie."""
    if annotation.__class__.__name__ != "ViewType":
        return annotation
    from periclase.importer.python.array_views import where_it_lies

    return where_it_lies(annotation, given)


def is_such_array(type: object, annotation: Type | None) -> bool:
    """Whether an array is what a parameter asks for: an annotation says nothing of where it lies."""
    return (
        isinstance(type, ArrayType)
        and isinstance(annotation, ArrayType)
        and (type.element, type.shape) == (annotation.element, annotation.shape)
    )
