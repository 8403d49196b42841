"""The signature of a kernel or device function, read from its annotations, and the names it sees. No xDSL, no `inspect`."""

from __future__ import annotations

import builtins
from types import FunctionType, GenericAlias
from typing import Any, Final, TypeVar, cast

from periclase import constants
from periclase.diagnostics import CompileError, Diagnostic
from periclase.record import Record
from periclase.types import DeviceType, ScalarType, TupleType, Type, bool_, f64, i64, is_open

_PYTHON_SCALARS: dict[Any, ScalarType] = {bool: bool_, int: i64, float: f64}

UNIT = TupleType(())
"""What a function without a result returns."""


class _Required:
    """The type of `REQUIRED`."""


REQUIRED: Final = _Required()
"""The default of a parameter that has none."""


class MadeByFactory:
    """The default of a field of a dataclass for which Python calls a function: `field(default_factory=…)`."""


class Parameter(Record):
    """A parameter. `type` is None where it has no annotation, or one that leaves the type open: the argument then says which.

    `pattern` is such an annotation, with type variables in it (see `periclase.generics`).
    `by_position` and `by_name` say how it may be given: before a `/` in the list of parameters only by the one, behind a `*`
    only by the other. One that is neither holds the other arguments: `*args` those by position, as a tuple, and `**named`, which
    `is_keywords`, those by name. `each` is its annotation, the type of each of them.
    """

    name: str
    type: Type | None
    default: Any = REQUIRED
    by_position: bool = True
    by_name: bool = True
    pattern: Type | None = None
    each: Type | None = None
    is_keywords: bool = False

    @property
    def holds_others(self) -> bool:
        """Whether it is `*args` or `**named`."""
        return not (self.by_position or self.by_name)

    @property
    def is_rest(self) -> bool:
        """Whether it is `*args`."""
        return self.holds_others and not self.is_keywords

    @property
    def is_needed(self) -> bool:
        """Whether a call has to give an argument for it."""
        return self.default is REQUIRED and not self.holds_others


class Signature(Record):
    """Parameters in order and the annotated result: None where there is no annotation, `UNIT` for `-> None`."""

    parameters: tuple[Parameter, ...]
    result: Type | None

    def __str__(self) -> str:
        shown = [(p.name, p.type or p.pattern) for p in self.parameters]
        parameters = ", ".join(name if type is None else f"{name}: {type}" for name, type in shown)
        return f"({parameters})" + ("" if self.result is None else f" -> {self.result}")


class AnnotationError(Exception):
    """An annotation that means nothing on a device.

    Attributes:
        parameter: its name, or `return`.
        message, help: as in a `Diagnostic`.
    """

    def __init__(self, parameter: str, message: str, help: str):
        super().__init__(message)
        self.parameter = parameter
        self.message = message
        self.help = help


def type_of_annotation(annotation: Any) -> Type | None:
    """The type that `annotation` (evaluated) names, or None if it names none.

    Scalars of Python stand for their device counterparts: `int` for `i64`, `float` for `f64`, `bool` for `bool_`.
    """
    if isinstance(annotation, ScalarType | DeviceType):
        return annotation
    if isinstance(annotation, type):
        found = _PYTHON_SCALARS.get(annotation)
        if found is None and (hasattr(annotation, "__dataclass_fields__") or hasattr(annotation, "_fields")):
            from periclase.structs import struct_type

            return struct_type(annotation)
        if hasattr(annotation, "__members__"):
            from periclase.enums import enum_type

            return enum_type(annotation)
        if annotation is complex:
            from periclase.complex_numbers import host_complex_type

            return host_complex_type(annotation)
        if annotation.__module__ == "collections.abc":
            from periclase.generics import pattern_of_annotation

            return pattern_of_annotation(annotation)
        return found
    if annotation is None:
        return UNIT
    if getattr(annotation, "__origin__", None) is tuple:
        arguments = cast(tuple[Any, ...], getattr(annotation, "__args__", ()))
        parts = [type_of_annotation(part) for part in arguments]
        known = tuple(part for part in parts if part is not None and part is not UNIT)
        return TupleType(known) if len(known) == len(parts) else None
    if type(None) in getattr(annotation, "__args__", ()):
        from periclase.optionals import optional_of_annotation

        return optional_of_annotation(annotation)
    if getattr(annotation, "__module__", "") in ("typing", "collections.abc") or isinstance(
        annotation, TypeVar
    ):
        from periclase.generics import pattern_of_annotation

        return pattern_of_annotation(annotation)
    return None


class _Missing:
    """The type of `MISSING`."""


MISSING: Final = _Missing()
"""What a look-up gives for a name that is bound nowhere."""


DEVICE_BUILTINS = (
    "abs", "all", "any", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow", "range", "reversed",
    "round", "sum", "zip",
)  # fmt: skip
"""The builtins that mean something on a device."""


class Scope:
    """The names that a function sees outside itself."""

    __slots__ = ("_cells", "_globals")

    def __init__(self, function: FunctionType):
        self._globals = function.__globals__
        self._cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))

    def lookup(self, name: str) -> Any:
        """What `name` is bound to, now or where `periclase.constants` are in force then; or `MISSING`."""
        cell = self._cells.get(name)
        if cell is not None:
            return constants.held_by(cell, MISSING)
        value = constants.global_of(self._globals, name, MISSING)
        return getattr(builtins, name, MISSING) if value is MISSING else value

    def visible_names(self) -> list[str]:
        """Every name that could have been meant; of the builtins those that a device has."""
        return [*self._cells, *self._globals, *DEVICE_BUILTINS]


def evaluate_annotation(function: FunctionType, annotation: Any) -> Any:
    """`annotation` itself, or what it evaluates to in the scope of `function` where it is a string.

    Raises:
        Exception: whatever the evaluation raises.
    """
    if not isinstance(annotation, str):
        return annotation
    names: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # not filled yet: the name is bound further down
            continue
    for variable in getattr(function, "__type_params__", ()):  # of `def f[T](…)`
        names[variable.__name__] = variable
    scope = {**vars(builtins), **function.__globals__, **names}
    value: Any = annotation
    for _ in range(2):  # a quoted annotation is quoted twice under `from __future__ import annotations`
        if isinstance(value, str):
            value = eval(value, function.__globals__, scope)
    return value


def _typed(function: FunctionType, name: str, annotation: Any) -> Type:
    try:
        value = evaluate_annotation(function, annotation)
        found = type_of_annotation(value)
    except Exception as error:
        if hasattr(error, "message") and hasattr(error, "help"):  # a class that can not be a struct says why
            told: Any = error
            raise AnnotationError(name, told.message, told.help) from None
        raise AnnotationError(
            name,
            f"the annotation {annotation!r} of `{name}` can not be evaluated: {type(error).__name__}: {error}",
            "import the name where the function is defined, for instance `from periclase import f32, Slice`",
        ) from None
    if found is None:
        shown = annotation if isinstance(annotation, str) else getattr(value, "__name__", None) or repr(value)
        if isinstance(value, type) and value.__name__ in ("Slice", "MutSlice", "OutSlice"):
            help = f"say what the elements are: `{value.__name__}[f32]`"
        elif isinstance(value, type) and value.__name__ in ("View", "MutView", "OutView"):
            help = f"say what the elements are, and the number of dimensions: `{value.__name__}[f32, 2]`"
        elif isinstance(value, type) and value.__name__ in ("Pointer", "MutPointer"):
            help = f"say what lies there: `{value.__name__}[f32]`"
        elif isinstance(value, GenericAlias) and value.__origin__ is list:
            help = "a kernel takes a slice: `Slice[f32]`, or `MutSlice[f32]` where it writes"
        else:
            help = "use a scalar (`i32`, `f32`, `bool_`, …), a slice (`Slice[f32]`, `MutSlice[f32]`) or a `tuple[…]`"
        raise AnnotationError(
            name, f"`{shown}`, the annotation of `{name}`, is not a type that exists on a device", help
        )
    return found


def read_signature(function: FunctionType) -> Signature:
    """The signature of `function`.

    Raises:
        AnnotationError: a parameter kind or an annotation that a device function can not have.
    """
    return constants.computed(function, "signature", lambda: _read_signature(function))


def _read_signature(function: FunctionType) -> Signature:
    code = function.__code__
    positional, count = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames[:count]
    defaults: dict[str, Any] = dict(function.__kwdefaults__ or {})
    defaults.update(zip(reversed(names[:positional]), reversed(function.__defaults__ or ()), strict=False))
    annotations: dict[str, Any] = function.__annotations__
    parameters: list[Parameter] = []
    for index, name in enumerate(names):
        annotation = _typed(function, name, annotations[name]) if name in annotations else None
        if annotation is UNIT:
            raise AnnotationError(
                name, f"`{name}` is annotated None, which has no value to pass", "name its type"
            )
        default = defaults.get(name, REQUIRED)
        pattern = annotation if is_open(annotation) else None
        parameters.append(
            Parameter(
                name,
                annotation if pattern is None else None,
                default,
                index < positional,
                index >= code.co_posonlyargcount,
                pattern,
            )
        )
    further = count
    if code.co_flags & CO_VARARGS:
        parameters.insert(positional, _others(function, code.co_varnames[further], "*"))
        further += 1
    if code.co_flags & CO_VARKEYWORDS:
        parameters.append(_others(function, code.co_varnames[further], "**"))
    result = _typed(function, "return", annotations["return"]) if "return" in annotations else None
    if is_open(result):
        from periclase.generics import unknown_variable

        unknown = unknown_variable(result, parameters)
        if unknown is not None:
            raise AnnotationError(
                "return",
                f"`{unknown}` is in no parameter of `{function.__name__}`, so that nothing says what it stands for",
                "name the type of the result, or leave the annotation out",
            )
    return Signature(tuple(parameters), result)


CO_VARARGS, CO_VARKEYWORDS = 0x04, 0x08
"""The flags of code that takes `*args`, and `**named` (`inspect` has these names too, and is slow to import)."""


def _others(function: FunctionType, name: str, stars: str) -> Parameter:
    """The parameter `*name` or `**name`."""
    annotations: dict[str, Any] = function.__annotations__
    each = _typed(function, name, annotations[name]) if name in annotations else None
    if each is UNIT or is_open(each):
        raise AnnotationError(
            name,
            f"the annotation of `{stars}{name}` is the type that each of its items has, and says not which",
            "leave it out: each argument then has its own type",
        )
    return Parameter(name, None, REQUIRED, False, False, None, each, stars == "**")


def refuse_others(signature: Signature) -> Signature:
    """`signature`, of a kernel, whose launches pass one argument for each parameter.

    Raises:
        AnnotationError: it has `*args` or `**named`.
    """
    for parameter in signature.parameters:
        if parameter.holds_others:
            kind = "**kwargs" if parameter.is_keywords else "*args"
            instead = "a struct" if parameter.is_keywords else "a tuple: `x: tuple[f32, i32]`"
            raise AnnotationError(
                parameter.name,
                f"`{parameter.name}`: a kernel has no {kind}",
                f"write out one parameter for each argument, or take {instead}",
            )
    return signature


def signature_of(function: FunctionType, *, kernel: bool = False) -> Signature:
    """The signature of `function`, for callers at launch time.

    Raises:
        CompileError: an annotation means nothing on a device; the span is the annotation where the source can be had.
    """
    try:
        found = read_signature(function)
        return refuse_others(found) if kernel else found
    except AnnotationError as error:
        from periclase.importer.python.source import parameter_span

        raise CompileError(
            Diagnostic("PC0201", error.message, parameter_span(function, error.parameter), help=error.help)
        ) from None
