"""Generic functions: type variables, constants as parameters, and how types of arguments fill them in.

```python
T = TypeVar("T", f32, f64)

@kernel
def scale(x: MutSlice[T], factor: T, times: Const[int]): ...
```

A parameter is *open* where its annotation has a type variable in it, says `Const` or `Callable`, or is missing. A function with
an open parameter is generic: each call fills in the types of its arguments, and each combination is compiled by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, cast, get_args, get_origin

from periclase.closures import ClosureType, ConstantType
from periclase.keyword_arguments import same_names
from periclase.record import replace
from periclase.types import (
    Access,
    ArrayType,
    DeviceType,
    ScalarType,
    SliceType,
    TupleType,
    Type,
    bool_,
    canonical_text,
    is_open,
)

if TYPE_CHECKING:
    from periclase.signature import Parameter, Signature

T = TypeVar("T")

Value = Type | int
"""What a type variable stands for: a type, or a number where it is the extent of an array."""
Bindings = dict[Any, Value]
"""What the type variables of a function stand for in one specialisation of it."""


class Mismatch(Exception):
    """Types that do not fit an annotation. Its text says why, as the end of a sentence."""


class VariableType(DeviceType):
    """A type variable in an annotation: `T`."""

    variable: Any

    @property
    def is_open(self) -> bool:
        return True

    @property
    def is_storable(self) -> bool:
        return True

    @property
    def name(self) -> str:
        return self.variable.__name__

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class ConstantPattern(DeviceType):
    """The annotation `Const[int]`: a number that is known when the kernel is compiled."""

    kind: type

    @property
    def is_open(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"Const[{self.kind.__name__}]"

    __repr__ = __str__


class FunctionPattern(DeviceType):
    """The annotation `Callable[…]`: a function."""

    @property
    def is_open(self) -> bool:
        return True

    def __str__(self) -> str:
        return "Callable"

    __repr__ = __str__


if TYPE_CHECKING:
    Const = Annotated[T, "known when the kernel is compiled"]
else:

    class Const:
        """The annotation of a parameter that is known when the kernel is compiled: `taps: Const[int]`.

        In the function it is a number like one that is written there: the extent of an array, the count of a loop that is
        written out. Each number that it is given makes a kernel, or a function, of its own.
        """

        def __class_getitem__(cls, kind):
            if kind not in (int, bool, float):
                from periclase.definition_errors import refuse

                refuse("PC0201", f"Const[...] takes int, bool or float, not {kind!r}")
            return ConstantPattern(kind)


def pattern_of_annotation(annotation: Any) -> Type | None:
    """The open type that an annotation names, or None."""
    if isinstance(annotation, TypeVar):
        return VariableType(annotation)
    if annotation is Callable or get_origin(annotation) is Callable:
        return FunctionPattern()
    return None


# Filling in


def extent_name(extent: Any) -> Any:
    """The type variable that an extent of an array in an annotation is, or None for a number."""
    return None if isinstance(extent, int) else extent


def variables_of(type: Type) -> Iterator[Any]:
    """The type variables in an open type, in the order in which they are written."""
    if isinstance(type, VariableType):
        yield type.variable
    elif isinstance(type, TupleType):
        for element in type.elements:
            yield from variables_of(element)
    elif isinstance(type, ArrayType):
        yield from variables_of(type.element)
        yield from filter(None, map(extent_name, type.shape))
    elif hasattr(type, "element"):
        yield from variables_of(cast(Any, type).element)


def match(pattern: Type, given: Type, bindings: Bindings) -> None:
    """Let the type variables of `pattern` stand for what makes it `given`.

    Raises:
        Mismatch: nothing does.
    """
    if isinstance(pattern, VariableType):
        bind(pattern.variable, given, bindings)
    elif isinstance(pattern, ConstantPattern):
        if not isinstance(given, ConstantType):
            raise Mismatch("it has to be known when the kernel is compiled")
        if not _is_constant(given.value, pattern.kind):
            raise Mismatch(f"it has to be {_an(pattern.kind)}")
    elif isinstance(pattern, FunctionPattern):
        if not isinstance(given, ClosureType):
            raise Mismatch(f"a function is asked for, not {given}")
    elif isinstance(pattern, TupleType) and isinstance(given, TupleType):
        if not same_names(pattern, given):
            raise Mismatch(f"a tuple is asked for, not {given}")
        if len(pattern.elements) != len(given.elements):
            raise Mismatch(f"a tuple of {len(pattern.elements)} is asked for, not of {len(given.elements)}")
        for inner, part in zip(pattern.elements, given.elements, strict=True):
            match(inner, part, bindings)
    elif isinstance(pattern, ArrayType) and isinstance(given, ArrayType):
        match(pattern.element, given.element, bindings)
        if len(pattern.shape) != len(given.shape):
            raise Mismatch(
                f"an array of {len(pattern.shape)} dimensions is asked for, not of {len(given.shape)}"
            )
        for extent, number in zip(pattern.shape, given.shape, strict=True):
            if extent_name(extent) is not None:
                bind(extent, number, bindings)
    elif is_optional(pattern):
        if str(given) != "None":  # which says nothing of what there might be
            inner = cast(Any, given).element if is_optional(given) else given
            match(cast(Any, pattern).element, inner, bindings)
    elif is_open(pattern):
        element = getattr(given, "element", None)
        if isinstance(given, ArrayType) or element is None:
            raise Mismatch(f"a {pattern} is asked for, not {given}")
        match(cast(Any, pattern).element, element, bindings)


def is_optional(type: object) -> bool:
    """Whether it is the type of values that may be `None`."""
    return type.__class__.__name__ == "OptionalType"


def variable_of(pattern: Type | None) -> VariableType | None:
    """The type variable that all of a pattern is, but for that it may be `None`."""
    inner = cast(Any, pattern).element if is_optional(pattern) else pattern
    return inner if isinstance(inner, VariableType) else None


def _is_constant(value: Any, kind: type) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is kind


def _an(kind: type) -> str:
    return f"an {kind.__name__}" if kind is int else f"a {kind.__name__}"


def bind(variable: Any, value: Value, bindings: Bindings) -> None:
    """Let a type variable stand for `value`.

    Raises:
        Mismatch: it may not, or stands for another one already.
    """
    name = variable.__name__
    known = bindings.get(variable)
    if known is not None and known != value:
        raise Mismatch(f"`{name}` can not be both {known} and {value}")
    if isinstance(value, DeviceType) and is_open(value):
        raise Mismatch(f"`{name}` would stand for {value}")
    why = refusal(variable, value)
    if why is not None:
        raise Mismatch(why)
    bindings[variable] = value


def refusal(variable: Any, value: Value) -> str | None:
    """Why a type variable may not stand for `value`, or None."""
    constraints = [_plain(each) for each in variable.__constraints__]
    if constraints:
        if value in constraints:
            return None
        return f"`{variable.__name__}` is one of {', '.join(map(str, constraints))}, not {value}"
    bound = variable.__bound__
    if bound is None or isinstance(value, int) or _is_within(value, bound):
        return None
    return f"`{variable.__name__}` is bound to {getattr(bound, '__name__', bound)}, which {value} is not"


def _plain(constraint: Any) -> Any:
    from periclase.signature import type_of_annotation

    return type_of_annotation(constraint)


def _is_within(value: Type, bound: Any) -> bool:
    if get_origin(bound) in (Union, _UNION):
        return any(_is_within(value, each) for each in get_args(bound))
    if isinstance(bound, DeviceType):
        return value == bound
    host = value if isinstance(value, ScalarType) else getattr(value, "host", None)
    if bound is int and value is bool_:
        return False
    return isinstance(bound, type) and isinstance(host, type) and issubclass(host, bound)


_UNION = type(int | str)


def substitute(pattern: Type, bindings: Bindings) -> Type:
    """`pattern` with its type variables replaced by what they stand for; those that stand for nothing are left."""
    if not is_open(pattern):
        return pattern
    if isinstance(pattern, VariableType):
        return cast(Type, bindings.get(pattern.variable, pattern))
    if isinstance(pattern, TupleType):
        return TupleType(tuple(substitute(element, bindings) for element in pattern.elements))
    if isinstance(pattern, ArrayType):
        shape = tuple(cast(int, bindings.get(extent, extent)) for extent in pattern.shape)
        return replace(pattern, element=substitute(pattern.element, bindings), shape=shape)
    if hasattr(pattern, "element"):
        changed: Any = pattern
        return replace(changed, element=substitute(changed.element, bindings))
    return pattern


def bindings_of(signature: Signature, types: Sequence[Type]) -> Bindings:
    """What the type variables stand for in the specialisation to these types of the parameters."""
    found: Bindings = {}
    for parameter, type in zip(signature.parameters, types, strict=False):
        if parameter.pattern is not None:
            match(parameter.pattern, type, found)
    return found


def generic_arguments(signature: Signature, types: Iterable[Type]) -> tuple[str, ...]:
    """The generic arguments of a specialisation: the type of each parameter that the annotations leave open, as text.

    Launcher and compiler make the exported name of a specialisation from it.
    """
    return tuple(
        f"{parameter.name}: {canonical_text(type)}"
        for parameter, type in zip(signature.parameters, types, strict=False)
        if parameter.type != type
    )


def open_names(parameters: Iterable[Parameter]) -> list[str]:
    """The parameters that have no type until the function is called."""
    return [parameter.name for parameter in parameters if parameter.type is None]


def open_slots(signature: Signature) -> dict[str, Any]:
    """What has to be filled in, by name: type variables, and parameters that are constants, functions or not annotated."""
    found: dict[str, Any] = {}
    for parameter in signature.parameters:
        if parameter.type is not None:
            continue
        variables = () if parameter.pattern is None else tuple(variables_of(parameter.pattern))
        for variable in variables:
            found.setdefault(variable.__name__, variable)
        if not variables:
            found[parameter.name] = parameter
    return found


def unknown_variable(result: Any, parameters: Iterable[Parameter]) -> str | None:
    """A type variable in the annotation of a result that is in that of no parameter, or None."""
    patterns = [parameter.pattern for parameter in parameters if parameter.pattern is not None]
    known = {variable for pattern in patterns for variable in variables_of(pattern)}
    return next((each.__name__ for each in variables_of(result) if each not in known), None)


def slice_pattern(element: Any, access: Access) -> SliceType:
    """`Slice[T]`."""
    return SliceType(VariableType(element), access)
