"""Functions as values: lambdas, nested functions and functions of the module, each with what it captures.

A call of one is a call of the very function that its type names. What it captures is a copy, made when the function is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any

from periclase.diagnostics import shown
from periclase.record import field
from periclase.types import DeviceType, ScalarType, SliceType, Type, canonical_text, f64, is_static

WRAPPERS: frozenset[type] = frozenset({partial, MethodType})
"""The classes of what `plain_function` makes functions of."""


def plain_function(value: Any) -> Any:
    """A `functools.partial` or bound method as a function, see `periclase.partials`; anything else as it is."""
    if value.__class__ not in WRAPPERS:
        return value
    from periclase.partials import function_of

    return function_of(value)


class ClosureType(DeviceType):
    """The type of one function, of which a value is what it captures.

    Attributes:
        function: what is called: a function, a device function, or anything else that a kernel can call by its name.
        captures: name and type of each value that it captures.
        place: where it is written, to tell functions of one name apart.
        is_nested: whether it is written in device code.
    """

    function: Any
    captures: tuple[tuple[str, Type], ...] = ()
    place: str = field(default="", compare=False)
    is_nested: bool = field(default=False, compare=False)

    @property
    def is_static(self) -> bool:
        return all(is_static(type) for _, type in self.captures)

    @property
    def name(self) -> str:
        """What messages call it."""
        return (
            getattr(self.function, "__qualname__", None)
            or getattr(self.function, "__name__", "")
            or "function"
        )

    @property
    def dynamic(self) -> list[int]:
        """Which of the captures a value consists of."""
        return [index for index, (_, type) in enumerate(self.captures) if not is_static(type)]

    @property
    def canonical(self) -> str:
        held = ", ".join(f"{name}: {canonical_text(type)}" for name, type in self.captures)
        return f"function {getattr(self.function, '__module__', '')}.{self.name}{self.place}{{{held}}}"

    def classes(self) -> Iterator[type]:
        for _, type in self.captures:
            if isinstance(type, DeviceType):
                yield from type.classes()

    def functions(self) -> Iterator[tuple[Any, tuple[str, ...]]]:
        yield self.function, tuple(name for name, _ in self.captures)
        for _, type in self.captures:
            if isinstance(type, DeviceType):
                yield from type.functions()

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [(f".{self.captures[index][0]}", self.captures[index][1]) for index in self.dynamic]

    def host_parts(self, value: Any) -> Sequence[Any]:
        value = plain_function(value)
        function = getattr(value, "function", value)
        if not isinstance(function, FunctionType):
            return ()
        own = getattr(self.function, "function", self.function)
        if function.__code__ is not getattr(own, "__code__", None):
            raise TypeError(f"{self} is asked for, not {shown(value)}")
        names = {self.captures[index][0] for index in self.dynamic}
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        held = dict(default_names(function))
        for name in names - held.keys():
            held[name] = cells[name].cell_contents if name in cells else function.__globals__[name]
        return [held[self.captures[index][0]] for index in self.dynamic]

    def taker(self) -> Callable[[Any], Sequence[Any]] | None:
        if not isinstance(self.function, FunctionType):
            return None
        names = self.function.__code__.co_freevars
        captured = [self.captures[index] for index in self.dynamic]
        if not all(
            name in names and isinstance(type, ScalarType | SliceType | PythonFloat)
            for name, type in captured
        ):
            return None
        positions = [names.index(name) for name, _ in captured]
        return lambda function: [function.__closure__[position].cell_contents for position in positions]

    def __str__(self) -> str:
        return f"function `{self.name}`"

    __repr__ = __str__


def global_names(code: CodeType) -> tuple[str, ...]:
    """The names of its module, and of attributes, that a function and those in it use, without their own variables."""
    found, own = dict.fromkeys(code.co_names), {*code.co_varnames, *code.co_cellvars}
    for nested in code.co_consts:
        if isinstance(nested, CodeType):
            found.update(dict.fromkeys(global_names(nested)))
            own.update(nested.co_varnames, nested.co_cellvars)
    return tuple(name for name in found if name not in own)


def default_name(parameter: str) -> str:
    """What the default of a parameter is called among the captures."""
    return f"<default of {parameter}>"


def default_names(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The defaults of a function of the host, by the names that they have among what it captures."""
    code = function.__code__
    names, values = code.co_varnames[: code.co_argcount], function.__defaults__ or ()
    for name, value in zip(names[len(names) - len(values) :], values, strict=True):
        yield default_name(name), value
    for name, value in (function.__kwdefaults__ or {}).items():
        yield default_name(name), value


class ConstantType(DeviceType):
    """The type of one number that is known when the kernel is compiled, of which a value is nothing.

    Attributes:
        text: the number as Python writes it, which tells `1` from `1.0` and `-0.0` from `0.0`.
        scalar: the type that it has; None for a literal, which takes the type of its context.
        value: the number.
    """

    text: str
    scalar: Type | None
    value: Any = field(compare=False)

    @property
    def is_static(self) -> bool:
        return True

    @property
    def canonical(self) -> str:
        return self.text if self.scalar is None else f"{self.scalar}({self.text})"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return ()

    def host_parts(self, value: Any) -> Sequence[Any]:
        return ()

    def __str__(self) -> str:
        return f"constant {self.text}"

    __repr__ = __str__


class PythonFloat(DeviceType):
    """The type of a `float` of Python that is known at run time only: an f64 which, like a number that is written in the source,
    takes the float type of what it meets."""

    @property
    def canonical(self) -> str:
        return "float"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return (("", f64),)

    def host_parts(self, value: Any) -> Sequence[Any]:
        return (value,)

    def __str__(self) -> str:
        return "float"

    __repr__ = __str__


def constant_type(value: Any, scalar: Type | None = None) -> ConstantType:
    """The type of the number `value`."""
    return ConstantType(repr(value), scalar, value)
