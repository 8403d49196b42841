"""Functions as values in device code: how lambdas and nested functions are made, what they capture, how they are called.

A nested function is compiled as a function of its own, whose first parameters are what it captures. It stands for the function
object that Python would make of its code at run time: one is made here, for its name, its scope and its source.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any, cast

from periclase.closures import (
    ClosureType,
    PythonFloat,
    constant_type,
    default_name,
    global_names,
    plain_function,
)
from periclase.importer import reserved_names
from periclase.importer.python.closure_tree import MakeClosure, Retyped, Static, parts_of
from periclase.importer.python.conversions import strong
from periclase.importer.python.host_functions import handler_of
from periclase.importer.python.names import numpy_scalar_type
from periclase.importer.python.places import place_of
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.source import lambda_of
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import PENDING, WEAK_INT, Constant, Expr, Item, Read, WeakType
from periclase.intrinsics.stubs import lookup_stub
from periclase.kernel import DeviceFunction, device
from periclase.signature import REQUIRED, Parameter, Signature
from periclase.structs import is_struct
from periclase.types import ArrayType, ScalarType, TupleType, Type, is_static

if TYPE_CHECKING:
    from periclase.importer.python.typed_tree import ExprType
    from periclase.importer.python.typing_expressions import ExpressionTyping

FunctionNode = ast.FunctionDef | ast.Lambda

CAPTURED_DEFAULT = object()
"""The default of a parameter of a nested function: it is among what the function captures."""


def holds_function(type: object) -> bool:
    """Whether values of a type are, or hold, functions."""
    if isinstance(type, TupleType):
        return any(map(holds_function, type.elements))
    return isinstance(type, ClosureType)


# Functions of the host program


def host_function(value: Any, node: ast.AST) -> Expr | None:
    """A function of the host program, or what else a kernel can call by its name, as a value; None for anything else."""
    value = plain_function(value)
    callable_here = (
        isinstance(value, FunctionType | DeviceFunction | ScalarType)
        or lookup_stub(value) is not None
        or (isinstance(value, type) and is_struct(value))
        or handler_of(value) is not None
        or numpy_scalar_type(value) is not None
    )
    return MakeClosure(node, ClosureType(value)) if callable_here else None


# Nested functions


def make_closure(typing: ExpressionTyping, node: FunctionNode) -> MakeClosure:
    """The value of a lambda, or of a `def` inside a function.

    Raises:
        Problem: it captures something that has no value, or it is written in a way that a device does not know.
        Unready: a type is not known yet.
    """
    function = _nested_function(typing, node)
    shown = _shown(node)
    captures: list[tuple[str, Type]] = []
    values: list[Expr] = []

    def capture(name: str, value: Expr) -> None:
        value = captured_value(typing, value, node, f"captured by {shown}")
        captures.append((name, cast(Type, value.type)))
        values.append(value)

    names = [name for name in function.__code__.co_freevars if typing.is_local(name)]
    names += _numbers_of_module(typing, function.__code__)
    for name in names:
        if isinstance(node, ast.FunctionDef) and name == node.name:
            continue  # itself: see `own_value`
        capture(name, _captured(typing, node, name, shown))
    for parameter, written in _defaults(node):
        capture(default_name(parameter), typing.value(written))
    code = function.__code__
    type = ClosureType(function, tuple(captures), f":{code.co_firstlineno}:{node.col_offset}", True)
    typing.instance.names_of_nested[function] = frozenset(names)
    return MakeClosure(node, type, values)


def captured_value(typing: ExpressionTyping, value: Expr, node: ast.AST, what: str) -> Expr:
    """A value as a function that is made at `node` holds it: numbers in the source are known to it.

    Args:
        what: what becomes of the value, for messages.

    Raises:
        Unready: its type is not known yet.
    """
    if value.type in PENDING:
        raise Unready
    if isinstance(value, Constant):
        return static_constant(value)
    if value.type is WEAK_INT:
        return strong(value)
    if isinstance(value.type, WeakType):
        return Retyped(value.node, PythonFloat(), strong(value))
    if isinstance(value.type, ArrayType):
        place = place_of(value)
        if place is not None:
            typing.changed_whole(place, node)
    else:
        typing.used_whole(value, what)
    return value


def _numbers_of_module(typing: ExpressionTyping, code: CodeType) -> list[str]:
    """The numbers of the module that a function names and that the one around it, an argument of the launch, has captured."""
    around = typing.instance.closure
    if around is None:
        return []
    outer = typing.instance.function.__code__
    captured = [name for name, _ in around.captures if name not in outer.co_freevars]
    named = global_names(code)
    return [name for name in captured if name in named]


def _shown(node: FunctionNode) -> str:
    return f"`{node.name}`" if isinstance(node, ast.FunctionDef) else "the lambda"


def _captured(typing: ExpressionTyping, node: FunctionNode, name: str, shown: str) -> Expr:
    """The value that a variable has where the function is made."""
    uses = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == name]
    own = ast.copy_location(ast.Name(name, ast.Load()), node)
    used = min(uses, key=lambda use: (use.lineno, use.col_offset), default=own)  # the walk goes by levels
    try:
        return typing.read(used)
    except Problem as problem:
        if problem.code != "PC0103":
            raise
        defined = next(
            (
                part
                for part in typing.source.tree.body
                if isinstance(part, ast.FunctionDef) and part.name == name
            ),
            None,
        )
        if defined is not None:
            raise Problem(
                "PC0110",
                f"{shown} captures `{name}`, which is defined further down: it has a copy of what there is when it is made",
                used,
                "define both in the module: functions there may call each other in any order"
                if _calls(defined, node)
                else f"define `{name}` first",
                [(f"`{name}` is defined here", defined)],
            ) from None
        raise Problem(
            "PC0110",
            f"{shown} captures `{name}`, which may have no value where the function is made",
            used,
            f"assign `{name}` before, or pass it as an argument",
            problem.notes,
        ) from None


def _calls(function: ast.FunctionDef, other: FunctionNode) -> bool:
    """Whether a nested function uses the name of another."""
    name = other.name if isinstance(other, ast.FunctionDef) else None
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(function))


def _defaults(node: FunctionNode) -> Iterator[tuple[str, ast.expr]]:
    written = node.args
    positional = [*written.posonlyargs, *written.args]
    for argument, default in zip(reversed(positional), reversed(written.defaults), strict=False):
        yield argument.arg, default
    for argument, default in zip(written.kwonlyargs, written.kw_defaults, strict=True):
        if default is not None:
            yield argument.arg, default


def _nested_function(typing: ExpressionTyping, node: FunctionNode) -> FunctionType:
    """The function object for a nested function: the same in every pass of typing."""
    known = typing.instance.nested
    found = known.get(node)
    if found is None:
        found = known[node] = _new_function(typing, node)
        source = typing.source.nested(node)
        typing.program.add_nested(found, source, _signature(typing, node), typing.instance)
    return found


def _new_function(typing: ExpressionTyping, node: FunctionNode) -> FunctionType:
    for part in ast.walk(node):
        if isinstance(part, ast.Nonlocal):
            raise Problem(
                "PC0105",
                "a function can not assign variables of another function",
                part,
                "return the value, or store it in an array",
            )
    if isinstance(node, ast.FunctionDef):
        if reserved_names.is_reserved(node.name):
            raise Problem(
                "PC0301",
                f"the name `{node.name}` starts with `{reserved_names.ROOT}`, which Periclase keeps for itself",
                node,
                "choose another name",
            )
        for decorator in node.decorator_list:
            if typing.static_value(decorator) is not device:
                raise Problem(
                    "PC0105", "a nested function can not be decorated", decorator, "leave the decorator out"
                )
    outer = typing.instance.function
    code = next(_codes_of(outer.__code__, node, typing), None)
    if code is None:
        raise Problem(
            "PC0105", f"{_shown(node)} can not be compiled here", node, "write it as a function of the module"
        )
    cells = dict(zip(outer.__code__.co_freevars, outer.__closure__ or (), strict=True))
    own = tuple(cells.get(name) or CellType() for name in code.co_freevars)
    made = FunctionType(code, outer.__globals__, code.co_name, None, own)
    made.__qualname__ = code.co_qualname
    made.__module__ = outer.__module__
    return made


_GENERATORS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
"""The names of the codes of generator expressions, in which there may be lambdas."""


def _codes_of(outer: CodeType, node: FunctionNode, typing: ExpressionTyping) -> Iterator[CodeType]:
    for constant in outer.co_consts:
        if not isinstance(constant, CodeType):
            continue
        if constant.co_name.startswith("<generic parameters of") or constant.co_name in _GENERATORS:
            yield from _codes_of(constant, node, typing)
        elif isinstance(node, ast.Lambda):
            if constant.co_name == "<lambda>" and lambda_of(typing.source.file, constant) is node:
                yield constant
        elif constant.co_name == node.name and constant.co_firstlineno == _first_line(node):
            yield constant


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _signature(typing: ExpressionTyping, node: FunctionNode) -> Signature:
    written = node.args
    rest = [] if written.vararg is None else [written.vararg]
    keywords = [] if written.kwarg is None else [written.kwarg]
    given = {name for name, _ in _defaults(node)}
    parameters: list[Parameter] = []
    groups = (
        *((written.posonlyargs, True, False), (written.args, True, True)),
        *((rest, False, False), (written.kwonlyargs, False, True), (keywords, False, False)),
    )
    for arguments, by_position, by_name in groups:
        for argument in arguments:
            type = None if argument.annotation is None else typing.written_type(argument.annotation)
            if not (by_position or by_name):
                others = (False, False, None, type, arguments is keywords)
                parameters.append(Parameter(argument.arg, None, REQUIRED, *others))
                continue
            default = CAPTURED_DEFAULT if argument.arg in given else REQUIRED
            parameters.append(Parameter(argument.arg, type, default, by_position, by_name))
    returns = node.returns if isinstance(node, ast.FunctionDef) else None
    result = None if returns is None else typing.written_type(returns)
    return Signature(tuple(parameters), result)


# What is captured


def static_constant(value: Constant) -> Static:
    """A number that is known when the kernel is compiled, as a value that is passed by its type."""
    scalar = value.type if isinstance(value.type, ScalarType) else None
    return Static(value.node, constant_type(value.value, scalar))


def own_value(typing: ExpressionTyping, node: ast.AST) -> MakeClosure:
    """The function that is being typed, as a value in itself: it captures what it has captured."""
    type = typing.instance.closure
    assert type is not None
    values: list[Expr] = []
    for name, held in type.captures:
        if is_static(held):
            values.append(Static(node, cast(Any, held)))
        else:
            values.append(Read(node, held, None, typing.variables[name]))
    return MakeClosure(node, type, values)


def captured_names(typing: ExpressionTyping, value: Expr) -> frozenset[str]:
    """The variables of this function that the functions in a value have captured."""
    names: set[str] = set()
    for part in parts_of(value):
        found: Sequence[str] = ()
        if isinstance(part, MakeClosure):
            found = tuple(typing.instance.names_of_nested.get(part.type.function, ()))  # type: ignore[union-attr]
            names.update(found)
        elif isinstance(part, Read) and holds_function(part.type):
            found = (part.variable.name,)
        for name in found:
            names |= typing.captured.get(name, frozenset())
    return frozenset(names)


# Calls


def call_closure(typing: ExpressionTyping, node: ast.Call, value: Expr) -> Expr:
    """A call of a function that is a value: what it captures comes first among the arguments."""
    type = value.type
    assert isinstance(type, ClosureType)
    shown = ast.unparse(node.func)
    if not type.place:  # a function of the host program, which sees what it captures in its own scope
        return typing.after(value, typing.call_object(node, type.function))
    known = value if isinstance(value, MakeClosure) and typing.droppable(value) else None
    once = typing.once(value)
    leading = [
        capture_of(node, once, index) if known is None or is_static(held) else known.captures[index]
        for index, (_, held) in enumerate(type.captures)
    ]
    made = typing.call_function(node, type.function, shown, leading, node, captures=type)
    return made if known is not None else typing.evaluated_first([once], made)


def capture_of(node: ast.AST, value: Expr, index: int) -> Expr:
    """What a function that is a value captures in this place."""
    type = value.type
    assert isinstance(type, ClosureType)
    held = type.captures[index][1]
    if is_static(held):
        return Static(node, cast(Any, held))
    return Item(node, held, value, type.dynamic.index(index))


class ClosureRules(TypeRules):
    """A function: it can be called."""

    def call(self, typing: ExpressionTyping, node: ast.Call, value: Expr) -> Expr:
        return call_closure(typing, node, value)

    def joined(self, type: ExprType, value: Expr) -> ExprType | None:
        """A variable holds one function. What that captures may get a wider type while types are still being found."""
        other = value.type
        if not (isinstance(type, ClosureType) and isinstance(other, ClosureType)):
            return None
        if (
            type.function is not other.function
            or not other.is_nested
            or len(type.captures) != len(other.captures)
        ):
            return None
        captured = zip(type.captures, other.captures, strict=True)
        if any(a != b and is_static(a[1]) and is_static(b[1]) for a, b in captured):
            return None  # of the rounds of a loop that is written out
        return other

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        raise Problem(
            "PC0102",
            f"a function has no attribute `{node.attr}` on a device",
            node,
            "call it, or pass it on",
        )
