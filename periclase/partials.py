"""`functools.partial` and bound methods as functions: what they are in device code.

A function is made that captures what is bound and passes on the rest, as if it had been written where the object was made:

    functools.partial(scale, 2.0, offset=b)   →   def scale(x): return function(bound0, x, offset=held_offset)

Its code is made once for each form, from a text that Python keeps for tracebacks and the compiler reads.
"""

from __future__ import annotations

import functools
import linecache
from collections.abc import Container, Sequence
from types import FunctionType, MethodType
from typing import Any
from weakref import WeakKeyDictionary

from periclase.closures import plain_function
from periclase.signature import REQUIRED, Parameter


def function_of(value: Any) -> Any:
    """A partial or bound method as a function: always the same for one object.

    What binds more than its function takes, or that whose parameters can not be known, is given as it is.
    """
    found = _made.get(value)
    if found is None:
        found = _plain(value)
        if found is not value:
            _made[value] = found
    return found


_made: WeakKeyDictionary[Any, FunctionType] = WeakKeyDictionary()
"""One function for each object, so that it is compiled once."""


def _plain(value: Any) -> Any:
    named: dict[str, Any] = {}
    if isinstance(value, MethodType):
        if isinstance(value.__self__, type):  # a class is no value on a device
            return value
        function, bound = value.__func__, (value.__self__,)
    else:
        function, bound, named = value.func, value.args, value.keywords
    function = plain_function(function)
    parameters = parameters_of(function)
    if parameters is None or len(bound) > sum(each.by_position for each in parameters):
        return value
    rest = parameters[len(bound) :]
    if named.keys() - {each.name for each in rest if each.by_name}:
        return value
    make = _factory(len(bound), form_of(rest, named), getattr(function, "__name__", ""))
    given = [named.get(each.name, each.default) for each in rest]
    return make(function, *bound, *(each for each in given if each is not REQUIRED))


Form = tuple[tuple[str, str, bool], ...]
"""The parameters that are not bound by their places: whether each is bound by its name, has a default, or is required; and
whether it is given by its name only."""


def form_of(rest: Sequence[Parameter], named: Container[str]) -> Form:
    """The form of a function of which those `named` are bound, out of the parameters that are left."""
    return tuple(
        (
            each.name,
            "named" if each.name in named else "required" if each.default is REQUIRED else "default",
            not each.by_position,
        )
        for each in rest
    )


def capture_names(count: int, rest: Form, name: str) -> list[str]:
    """What a function of this form calls what it captures: the function, and what is bound by its place.

    None is the name of a parameter, or the function's own.
    """
    taken = {name, *(each for each, _, _ in rest)}
    found = ["function", *(f"bound{index}" for index in range(count))]
    while taken.intersection(found):
        found = [f"{each}_" for each in found]
    return found


@functools.cache
def template(count: int, rest: Form, name: str) -> FunctionType:
    """A function of this form whose captures, and the defaults of its parameters, device code knows."""
    held = sum(kind != "required" for _, kind, _ in rest)
    return _factory(count, rest, name)(*[None] * (1 + count + held))


def parameters_of(function: Any) -> list[Parameter] | None:
    """The parameters, without their types; None if they can not be known, or hold others, as `*args` does."""
    plain = getattr(function, "function", function)
    if isinstance(plain, FunctionType):
        code = plain.__code__
        if code.co_flags & 0x0C:  # *args, **kwargs
            return None
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = dict(plain.__kwdefaults__ or {})
        positional = names[: code.co_argcount]
        given.update(zip(reversed(positional), reversed(plain.__defaults__ or ()), strict=False))
        return [
            Parameter(
                name,
                None,
                given.get(name, REQUIRED),
                index < code.co_argcount,
                index >= code.co_posonlyargcount,
            )
            for index, name in enumerate(names)
        ]
    import inspect

    try:
        found = inspect.signature(plain).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in found):
        return None
    return [
        Parameter(
            each.name,
            None,
            REQUIRED if each.default is each.empty else each.default,
            each.kind != each.KEYWORD_ONLY,
            each.kind != each.POSITIONAL_ONLY,
        )
        for each in found
    ]


@functools.cache
def _factory(count: int, rest: Form, name: str) -> Any:
    """What makes the functions of one form.

    Args:
        count: how many of the parameters are bound by their places.
        rest: the others.
        name: of the function.
    """
    if not name.isidentifier():
        name = "bound_function"
    function, *bound = capture_names(count, rest, name)
    held = [f"held_{each}" for each, kind, _ in rest if kind != "required"]
    parameters: list[str] = []
    passed = [*bound]
    by_name = False  # what stands behind a parameter that is bound by its name
    for each, kind, by_name_only in rest:
        by_name |= by_name_only or kind == "named"  # the latter may be given anew, by its name
        if by_name and "*" not in parameters:
            parameters.append("*")
        parameters.append(each if kind == "required" else f"{each}=held_{each}")
        passed.append(f"{each}={each}" if by_name else each)
    lines = [
        f"def make({', '.join((function, *bound, *held))}):",
        f"    def {name}({', '.join(parameters)}):",
        f"        return {function}({', '.join(passed)})",
        "",
        f"    return {name}",
    ]
    text = "\n".join(lines) + "\n"
    file = f"<partial {name} {count} {' '.join(passed)}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    scope: dict[str, Any] = {"__name__": "periclase.library.partials"}
    exec(compile(text, file, "exec"), scope)
    return scope["make"]
