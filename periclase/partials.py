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
from periclase.signature import REQUIRED


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
    if parameters is None or len(bound) > len(parameters):
        return value
    rest = parameters[len(bound) :]
    if named.keys() - {name for name, _ in rest}:
        return value
    make = _factory(len(bound), form_of(rest, named), getattr(function, "__name__", ""))
    given = [named.get(name, default) for name, default in rest]
    return make(function, *bound, *(each for each in given if each is not REQUIRED))


Form = tuple[tuple[str, str], ...]
"""The parameters that are not bound by their places: whether each is bound by its name, has a default, or is required."""


def form_of(rest: Sequence[tuple[str, Any]], named: Container[str]) -> Form:
    """The form of a function of which those `named` are bound, out of the parameters, with their defaults, that are left."""
    return tuple(
        (name, "named" if name in named else "required" if default is REQUIRED else "default")
        for name, default in rest
    )


@functools.cache
def template(count: int, rest: Form, name: str) -> FunctionType:
    """A function of this form whose captures, and the defaults of its parameters, device code knows."""
    held = sum(kind != "required" for _, kind in rest)
    return _factory(count, rest, name)(*[None] * (1 + count + held))


def parameters_of(function: Any) -> list[tuple[str, Any]] | None:
    """The names of the parameters, with their defaults."""
    plain = getattr(function, "function", function)
    if isinstance(plain, FunctionType):
        code = plain.__code__
        if code.co_flags & 0x0C:  # *args, **kwargs
            return None
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = dict(plain.__kwdefaults__ or {})
        positional = names[: code.co_argcount]
        given.update(zip(reversed(positional), reversed(plain.__defaults__ or ()), strict=False))
        return [(name, given.get(name, REQUIRED)) for name in names]
    import inspect

    try:
        found = inspect.signature(plain).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in found):
        return None
    return [(each.name, REQUIRED if each.default is each.empty else each.default) for each in found]


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
    bound = [f"bound{index}" for index in range(count)]
    held = [f"held_{each}" for each, kind in rest if kind != "required"]
    parameters: list[str] = []
    passed = [*bound]
    by_name = False  # what stands behind a parameter that is bound by its name
    for each, kind in rest:
        by_name |= kind == "named"  # and may be given anew, by its name
        if by_name and "*" not in parameters:
            parameters.append("*")
        parameters.append(each if kind == "required" else f"{each}=held_{each}")
        passed.append(f"{each}={each}" if by_name else each)
    lines = [
        f"def make({', '.join(('function', *bound, *held))}):",
        f"    def {name}({', '.join(parameters)}):",
        f"        return function({', '.join(passed)})",
        "",
        f"    return {name}",
    ]
    text = "\n".join(lines) + "\n"
    file = f"<partial {name} {count} {' '.join(passed)}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    scope: dict[str, Any] = {"__name__": "periclase.library.partials"}
    exec(compile(text, file, "exec"), scope)
    return scope["make"]
