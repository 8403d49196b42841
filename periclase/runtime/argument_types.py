"""What types the arguments of a launch have: what a generic kernel is specialised to, and how that is found again quickly."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from functools import update_wrapper
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any, cast
from weakref import WeakValueDictionary, ref

import numpy as np

from periclase.closures import (
    WRAPPERS,
    ClosureType,
    PythonFloat,
    constant_type,
    default_name,
    default_names,
    global_names,
    plain_function,
)
from periclase.diagnostics import Diagnostic, LaunchError, shown
from periclase.generics import (
    Bindings,
    ConstantPattern,
    Mismatch,
    VariableType,
    bind,
    match,
    refusal,
    substitute,
    variable_of,
    variables_of,
)
from periclase.kernel import DeviceFunction, Kernel
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import CallSite
from periclase.runtime.interop import host_memory, is_array_like
from periclase.signature import AnnotationError, Parameter, read_signature, type_of_annotation
from periclase.specialised import SpecialisedKernel, constant, specialise
from periclase.structs import is_struct, struct_type
from periclase.types import (
    Access,
    ScalarType,
    SliceType,
    TupleType,
    Type,
    bool_,
    f64,
    i64,
    is_open,
    is_static,
    scalar_types,
)

_WEAK: dict[type, ScalarType] = {int: i64, float: f64, bool: bool_}
"""The numbers of Python, which take the type that another argument gives a type variable, and else these."""

_BY_NAME: dict[str, ScalarType] = {
    **{t.numpy_name: t for t in scalar_types.values() if t.numpy_name and t.__name__[1:] != "size"},
    "bfloat16": scalar_types["bf16"],
}


def type_of(value: Any) -> Type:
    """The type of a value of the host as an argument.

    Raises:
        Mismatch: it has none.
    """
    kind = cast("type[Any]", value.__class__)
    if kind in _WEAK:
        return _WEAK[kind]
    if isinstance(value, Buffer):
        return _array(value.dtype, len(value.shape), value.read_only, value.is_contiguous)
    if isinstance(value, np.generic):
        name: str = cast(Any, value).dtype.name
        if name in _BY_NAME:
            return _BY_NAME[name]
        complex_type = _complex_type(cast(Any, value).dtype)
        if complex_type is not None:
            return complex_type
    if is_struct(kind):
        return struct_type(kind)
    if isinstance(value, tuple):
        return TupleType(tuple(map(type_of, cast("tuple[Any, ...]", value))))
    if value is None:
        from periclase.optionals import NONE

        return NONE
    if _is_callable_on_device(value):
        return closure_type(value)
    if is_array_like(value):
        memory = host_memory(cast(Any, value), in_order=False)
        return _array(memory.dtype, len(memory.shape), memory.read_only, memory.strides is None)
    found = type_of_annotation(kind)
    if found is not None and not is_open(found):
        return found
    raise Mismatch(f"a value of type {kind.__name__} has no type on a device")


def _complex_type(dtype: np.dtype[Any]) -> Type | None:
    """The type of complex numbers of a dtype, or None."""
    if dtype.kind != "c":
        return None
    from periclase.complex_numbers import host_complex_type

    return host_complex_type(dtype.type)


def _array(dtype: np.dtype[Any], rank: int, read_only: bool, contiguous: bool) -> Type:
    element: Type | None = _BY_NAME.get(dtype.name) or _complex_type(dtype)
    if element is None:
        raise Mismatch(f"elements of {dtype.name} can be of several classes: annotate the parameter")
    access = Access.READ if read_only else Access.READ_WRITE
    if rank == 1 and contiguous:
        return SliceType(element, access)
    from periclase.views import MOST_DIMENSIONS, ViewType

    if not 1 <= rank <= MOST_DIMENSIONS:
        raise Mismatch(f"an array of {rank} dimensions is no view: annotate the parameter as a slice")
    return ViewType(element, rank, access)


# Functions


def _is_callable_on_device(value: Any) -> bool:
    if isinstance(value, type) and not isinstance(value, ScalarType):
        host = cast("type[Any]", value)
        return host in _WEAK or host is complex or issubclass(host, np.number | np.bool_) or is_struct(host)
    return value.__class__ in WRAPPERS or isinstance(
        value, FunctionType | DeviceFunction | BuiltinFunctionType | ScalarType | np.ufunc
    )


_representatives: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()
"""One function for all that differ in the values of what they capture only: a lambda that is made again for each launch. It lives
as long as a type names it, and while it does so do its code and its module, whose `id` are in the key."""
_choosing = threading.Lock()
"""Two threads find one."""


def closure_type(value: Any, above: tuple[Any, ...] = ()) -> ClosureType:
    """The type of a function of the host as an argument: what it captures travels with it.

    Raises:
        Mismatch: it captures something that is nothing on a device.
    """
    value = plain_function(value)
    if value.__class__ in WRAPPERS:
        raise Mismatch(
            f"{shown(value)} binds more than its function takes, or one whose parameters are not known"
        )
    function = value.function if isinstance(value, DeviceFunction) else value
    if not isinstance(function, FunctionType):
        return ClosureType(value)
    if function in above:
        raise Mismatch(f"`{function.__name__}` and a function that it captures capture each other")
    captures: list[tuple[str, Type]] = []
    static: list[Any] = []
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            held = cell.cell_contents
        except ValueError:
            raise Mismatch(f"`{function.__name__}` captures `{name}`, which has no value yet") from None
        if held is value or held is function:
            continue  # it calls itself
        if _is_static(held):
            static.append(held)
            continue
        captures.append((name, _captured(function, name, held, (*above, function))))
    annotated = _annotated(function) if function.__defaults__ or function.__kwdefaults__ else {}
    for name, default in default_names(function):
        type = annotated.get(name) if default.__class__ in _WEAK else None
        captures.append((name, type or _captured(function, name, default, (*above, function))))
    for name, held in global_numbers(function):
        fixed = held.__class__ is not float
        captures.append((name, constant_type(held) if fixed else PythonFloat()))
    options = value.options if isinstance(value, DeviceFunction) else None
    key = (id(code), id(function.__globals__), repr(options), _annotation_key(function), *static)
    try:
        representative = _representatives.get(key)
    except TypeError:  # one can not be hashed
        raise Mismatch(f"`{function.__name__}` captures an object that is nothing on a device") from None
    if representative is None:
        travelling = {name for name, type in captures if not is_static(type)}
        with _choosing:
            representative = _representatives.setdefault(key, _without(travelling, value))
    if not captures and not code.co_freevars:
        return ClosureType(representative)
    column = next((column for _, _, column, _ in code.co_positions() if column), 0)
    return ClosureType(representative, tuple(captures), f":{code.co_firstlineno}:{column}")


def _without(names: set[str], value: Any) -> Any:
    """A function, without the values of the variables with these `names`, which it would keep alive. The others are as they are
    now: the function itself is compiled later, when the program may have assigned them again."""
    if not isinstance(value, FunctionType) or not value.__closure__:
        return value
    code = value.__code__
    cells = tuple(CellType() for _ in code.co_freevars)
    made = FunctionType(code, value.__globals__, value.__name__, value.__defaults__, cells)
    made.__kwdefaults__ = value.__kwdefaults__
    update_wrapper(made, value)
    del made.__dict__["__wrapped__"]
    for name, cell, original in zip(code.co_freevars, cells, value.__closure__, strict=True):
        if name not in names:
            held = original.cell_contents
            cell.cell_contents = made if held is value else held
    return made


def global_numbers(function: FunctionType) -> list[tuple[str, Any]]:
    """The numbers of its module that a function names, as they are now. An `int` is a constant of the compiled kernel, since it
    may be an extent; a `float` travels."""
    found = function.__globals__
    return [
        (name, value)
        for name in _names_in(function.__code__)
        if (value := found.get(name)).__class__ in _WEAK
    ]


def _names_in(code: CodeType) -> tuple[str, ...]:
    number = id(code)
    known = _names.get(number)
    if known is None:
        gone = ref(code, lambda _: _names.pop(number, None))
        known = _names[number] = gone, global_names(code)
    return known[1]


_names: dict[int, tuple[ref[CodeType], tuple[str, ...]]] = {}
"""By the `id` of the code, which takes long to be hashed; an entry goes with its code."""


def _annotated(function: FunctionType) -> dict[str, ScalarType]:
    """The scalar types of parameters, by the names that their defaults have among what is captured."""
    try:
        parameters = read_signature(function).parameters
    except AnnotationError:
        return {}  # told when it is compiled
    return {default_name(p.name): p.type for p in parameters if isinstance(p.type, ScalarType)}


def _captured(function: FunctionType, name: str, held: Any, above: tuple[Any, ...]) -> Type:
    if held.__class__ is float:
        return PythonFloat()
    if _is_callable_on_device(held):
        return closure_type(held, above)
    try:
        return type_of(held)
    except Mismatch as mismatch:
        raise Mismatch(f"`{function.__name__}` captures `{name}`: {mismatch}") from None


def _is_static(held: Any) -> bool:
    """Whether a captured object is looked up by its name, as one of the module is: a module, a class, an intrinsic."""
    return (
        isinstance(held, ModuleType | type | Kernel)
        or is_device_global(held)
        or (callable(held) and not _is_callable_on_device(held))
    )


def is_device_global(value: Any) -> bool:
    """Whether a value is a device global; the module of which a program without any does not import."""
    return value.__class__.__name__ == "DeviceGlobal"


# Specialising


def specialised_for(kernel: Kernel[..., Any], arguments: Sequence[Any], site: CallSite) -> SpecialisedKernel:
    """What a generic kernel is for these arguments.

    Raises:
        LaunchError: there is none for them.
    """
    try:
        key: tuple[Any, ...] | None = (*map(key_of, arguments),)
        if kernel.constant_parameters:
            key += tuple([repr(arguments[index]) for index in kernel.constant_parameters])
        known = kernel.launched.get(key)
    except (RecursionError, TypeError, IndexError, ValueError, Mismatch, LaunchError):
        # What is wrong is told below.
        key, known = None, None
    if known is None:
        known = specialise(kernel, _parameter_types(kernel, arguments, site))
        if key is not None:
            kernel.launched[key] = known
    return known


def key_of(value: Any) -> Any:
    """What tells arguments of different types apart: equal for two that a kernel is specialised to alike."""
    kind: Any = value.__class__
    if kind is Buffer:
        return value.form, len(value.shape)
    if kind in _WEAK:
        return kind
    find = _KEYS.get(kind)
    if find is not None:
        return find(value)
    if isinstance(value, Buffer):
        return kind, value.form, len(value.shape)
    if is_struct(kind):
        return kind
    if callable(value) or isinstance(value, ModuleType) or is_device_global(value):
        return value
    if isinstance(value, np.generic):
        return kind, str(cast(Any, value).dtype)
    return type_of(value) if is_array_like(value) else kind


def _function_key(value: FunctionType, named: Any = None) -> Any:
    """
    Args:
        named: what the function is to those who call it by its name, if not itself.
    """
    # Every launch with a function among its arguments comes here, since all of this may be another than at the last one.
    code, names = value.__code__, value.__globals__
    annotations = value.__annotations__ if _EAGER else True
    key: list[Any] = [id(code), id(names), _annotation_key(value) if annotations else None]
    for name in _names_in(code):
        kind = (number := names.get(name)).__class__
        if kind in _WEAK:
            key.append((name, kind, None if kind is float else number))
    for cell in value.__closure__ or ():
        held = cell.cell_contents
        kind = held.__class__
        if kind in _WEAK:
            key.append(kind)
        else:
            key.append(None if held is value or held is named else key_of(held))
    if value.__defaults__ or value.__kwdefaults__:
        for name, default in default_names(value):
            key.append((name, None if default is value or default is named else key_of(default)))
    return (*key,)


_EAGER = sys.version_info < (3, 14)
"""Whether annotations are evaluated where a function is defined, and can be looked at without running anything."""


def _annotation_key(function: FunctionType) -> Any:
    """What tells apart functions of one code whose parameters have other types: `def` evaluates the annotations each time."""
    try:
        annotations = function.__annotations__
        if not annotations:
            return None
        found = tuple(annotations.items())
        hash(found)
    except Exception:  # they are evaluated here, from Python 3.14
        return function
    return found


def _wrapped_key(value: Any) -> Any:
    plain = plain_function(value)
    return value if plain is value else key_of(plain)


def _device_function_key(value: DeviceFunction[..., Any]) -> Any:
    # What it captures, and the numbers that it names, may be others from one launch to the next.
    return value.options, *_function_key(value.function, value)


def _tuple_key(value: tuple[Any, ...]) -> Any:
    return tuple, *map(key_of, value)


def _array_key(value: np.ndarray[Any, Any]) -> Any:
    flags = value.flags
    return value.dtype, value.ndim, flags.writeable, flags.c_contiguous


_KEYS: dict[type, Callable[[Any], Any]] = {
    FunctionType: _function_key,
    DeviceFunction: _device_function_key,
    np.ndarray: _array_key,
    tuple: _tuple_key,
    **dict.fromkeys(WRAPPERS, _wrapped_key),
}


def _parameter_types(kernel: Kernel[..., Any], arguments: Sequence[Any], site: CallSite) -> list[Type]:
    parameters = kernel.signature.parameters
    if len(arguments) != len(parameters):
        from periclase.runtime.arguments import check_number

        check_number(cast(Any, kernel), arguments, site)
    bindings: Bindings = {}
    weak: list[tuple[int, VariableType, ScalarType]] = []
    given: dict[int, Type] = {}
    for index, (parameter, argument) in enumerate(zip(parameters, arguments, strict=True)):
        if parameter.type is not None:
            continue
        try:
            pattern = parameter.pattern
            if isinstance(pattern, ConstantPattern):
                given[index] = constant(argument)
            elif pattern is None and argument.__class__ is float:
                given[index] = PythonFloat()
            elif argument.__class__ in _WEAK and (variable := variable_of(pattern)) is not None:
                weak.append((index, variable, _WEAK[argument.__class__]))
                continue
            else:
                given[index] = getattr(kernel, "type_of_argument", type_of)(argument)
            if pattern is not None:
                match(pattern, given[index], bindings)
        except Mismatch as mismatch:
            raise _refused(kernel, parameter, str(mismatch), index, site) from None
    for index, pattern, type in weak:
        if pattern.variable not in bindings:
            try:
                bind(pattern.variable, _allowed(pattern, type), bindings)
            except Mismatch as mismatch:
                raise _refused(kernel, parameters[index], str(mismatch), index, site) from None
    types: list[Type] = []
    for index, parameter in enumerate(parameters):
        pattern = parameter.pattern
        if parameter.type is not None:
            types.append(parameter.type)
        elif pattern is None or not any(True for _ in variables_of(pattern)):
            types.append(given[index])
        else:
            types.append(substitute(pattern, bindings))
            if is_open(types[-1]):
                name = next(variables_of(types[-1])).__name__
                raise _refused(kernel, parameter, f"None does not say what `{name}` stands for", index, site)
    return types


def _allowed(pattern: VariableType, type: ScalarType) -> Type:
    """The type that a number of Python gives a type variable: its own, or the first of the constraints that is of its kind."""
    if refusal(pattern.variable, type) is None:
        return type
    for constraint in pattern.variable.__constraints__:
        found = type_of_annotation(constraint)
        if isinstance(found, ScalarType) and found.is_float == type.is_float:
            return found
    return type


def _refused(
    kernel: Kernel[..., Any], parameter: Parameter, why: str, index: int, site: CallSite
) -> LaunchError:
    asked = "" if parameter.pattern is None else f": {parameter.pattern}"
    return LaunchError(
        Diagnostic(
            "PC0412",
            f"this does not fit `{parameter.name}{asked}` of the generic kernel `{kernel.name}`: {why}",
            site.argument_span(index),
            help="pass a number, a buffer or array, a struct, or a function",
        )
    )
