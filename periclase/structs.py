"""Structs: classes whose annotated fields lie one after another in memory, as in C.

```python
@struct
class Particle:
    position: Vec3
    mass: f32 = 1.0

    def momentum(self) -> Vec3:
        return self.position * self.mass
```

On the host such a class is a dataclass. On a device its objects are values: made by calling the class, kept in variables,
slices and arrays, passed to functions and kernels. `Particle.dtype` is the numpy dtype of an array of them, with the layout
that C gives the struct.

A plain `@dataclass` and a `NamedTuple` are taken as well, where every field is of a type that exists on a device.
"""

from __future__ import annotations

import builtins
import dataclasses
import sys
from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform, overload

from periclase.definition_errors import DefinitionError, users_place
from periclase.diagnostics import Diagnostic
from periclase.record import field
from periclase.types import (
    ArrayType,
    DeviceType,
    ScalarType,
    TupleType,
    Type,
    canonical_text,
    is_storable,
    natural_layout,
)

if TYPE_CHECKING:
    import numpy as np

C = TypeVar("C")

_MADE = "__periclase_struct__"
_SCOPE = "__periclase_scope__"


class NotAStruct(DefinitionError):
    """A class that can not be a type on a device (PC0201)."""

    def __init__(self, message: str, help: str | None):
        super().__init__(Diagnostic("PC0201", message, users_place(), help=help))


class StructType(DeviceType):
    """The type of the objects of a class.

    Attributes:
        host: the class.
        fields: name and type of each field, in order.
        frozen: whether no field of an object can be set.
        is_tuple: whether it is a `NamedTuple`, whose objects are tuples too.
    """

    host: type[Any]
    fields: tuple[tuple[str, Type], ...] = field(compare=False)
    frozen: bool = field(default=False, compare=False)
    is_tuple: bool = field(default=False, compare=False)

    @property
    def types(self) -> tuple[Type, ...]:
        """The types of the fields."""
        return tuple(type for _, type in self.fields)

    def index(self, name: str) -> int | None:
        """The number of a field, or None."""
        return next((index for index, (known, _) in enumerate(self.fields) if known == name), None)

    @property
    def is_storable(self) -> bool:
        return bool(self.fields) and all(map(is_storable, self.types))

    @property
    def size(self) -> int:
        return natural_layout(self.types)[1]

    @property
    def align(self) -> int:
        return natural_layout(self.types)[2]

    @property
    def canonical(self) -> str:
        fields = ", ".join(f"{name}: {canonical_text(type)}" for name, type in self.fields)
        return f"{self.host.__module__}.{self.host.__qualname__}{{{fields}}}"

    def classes(self) -> Iterator[type]:
        yield self.host
        yield from super().classes()

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [(f".{name}", type) for name, type in self.fields]

    def host_parts(self, value: Any) -> Sequence[Any]:
        if isinstance(value, self.host):
            return [getattr(value, name) for name, _ in self.fields]
        # An object of another struct has a dtype too, and one with slices none that could be asked for.
        names = (
            None
            if is_struct(cast(Any, type(value)))
            else getattr(getattr(value, "dtype", None), "names", None)
        )
        if names is not None and tuple(names) == tuple(name for name, _ in self.fields):
            return [value[name] for name in names]  # an element of a structured array
        raise TypeError(f"{self} is asked for, not a value of type {type(value).__name__}")

    def __str__(self) -> str:
        return self.host.__name__

    __repr__ = __str__


def is_struct(host: type[Any]) -> bool:
    """Whether the objects of a class may be values on a device: it is a dataclass or a named tuple."""
    return hasattr(host, "__dataclass_fields__") or (tuple in host.__mro__ and hasattr(host, "_fields"))


_being_made: set[tuple[int, type[Any]]] = set()
"""By thread, the classes of which the fields are being looked at."""


def struct_type(host: type[Any]) -> StructType:
    """The type of the objects of a dataclass or named tuple.

    Raises:
        NotAStruct: a field has no type that exists on a device, or the class has hooks that a device does not run.
    """
    found = host.__dict__.get(_MADE)
    if found is not None:
        return found
    is_tuple = tuple in host.__mro__
    if is_tuple:
        names = cast("Sequence[str]", cast(Any, host)._fields)
    else:
        names = [each.name for each in dataclasses.fields(cast(Any, host))]
    if not names:
        raise NotAStruct(f"`{host.__qualname__}` has no fields", "give it one: `x: f32`")
    frozen = is_tuple or bool(getattr(host, "__dataclass_params__").frozen)  # noqa: B009 (unknown to checkers)
    _refuse_hooks(host, is_tuple, frozen)
    annotations = _annotations(host)
    mark = get_ident(), host
    if mark in _being_made:
        raise NotAStruct(
            f"`{host.__qualname__}` is in its own fields, as itself or behind a pointer: its type would never end",
            "keep the objects in an array, and their indices in the fields",
        )
    _being_made.add(mark)
    try:
        fields = tuple((name, _field_type(host, name, annotations)) for name in names)
    finally:
        _being_made.discard(mark)
    made = StructType(host, fields, frozen, is_tuple)
    setattr(host, _MADE, made)
    return made


def _refuse_hooks(host: type[Any], is_tuple: bool, frozen: bool) -> None:
    """See that Python reads, sets and copies objects as a device does: by their fields alone."""
    base: type[Any] = tuple if is_tuple else object
    hooks = [name for name in ("__copy__", "__deepcopy__") if hasattr(host, name)]
    if host.__getattribute__ is not base.__getattribute__:
        hooks.append("__getattribute__")
    if not frozen and host.__setattr__ is not base.__setattr__:  # that of a frozen one refuses
        hooks.append("__setattr__")
    if hooks:
        raise NotAStruct(
            f"`{host.__qualname__}` has a `{hooks[0]}` of its own, which a device does not run",
            "write a method with a name of its own, and call that",
        )


def _annotations(host: type) -> dict[str, tuple[Any, type]]:
    """Each annotation of a class and its bases, with the class that it stands in."""
    found: dict[str, tuple[Any, type]] = {}
    for owner in reversed(host.__mro__):
        own: dict[str, Any] = owner.__dict__.get("__annotations__") or {}  # noqa: RUF063 (inspect takes a while to import)
        if (
            not own and "__annotate_func__" in owner.__dict__
        ):  # Python 3.14 keeps them there until they are asked for
            own = owner.__annotations__
        found.update((name, (annotation, owner)) for name, annotation in own.items())
    return found


def _field_type(host: type, name: str, annotations: dict[str, tuple[Any, type]]) -> Type:
    from periclase.signature import UNIT, type_of_annotation

    annotation, owner = annotations.get(name, (Any, host))
    annotation = getattr(annotation, "__forward_arg__", annotation)  # `NamedTuple` wraps those that are text
    shown = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", repr(annotation))
    value = annotation
    if isinstance(annotation, str):
        module = sys.modules.get(owner.__module__)
        scope = {
            **vars(builtins),
            **(vars(module) if module is not None else {}),
            **owner.__dict__.get(_SCOPE, {}),
        }
        try:
            value = eval(annotation, scope)
        except DefinitionError as problem:
            raise NotAStruct(
                f"the field `{name}` of `{host.__qualname__}`: {problem.message}", problem.help
            ) from None
        except Exception as error:
            raise NotAStruct(
                f"the annotation `{shown}` of the field `{name}` of `{host.__qualname__}` can not be evaluated: "
                f"{type(error).__name__}: {error}",
                "import the name where the class is defined",
            ) from None
    found = type_of_annotation(value)
    if found is None or found is UNIT:
        raise NotAStruct(
            f"the field `{name}` of `{host.__qualname__}` is annotated `{shown}`, which is not a type that exists on a "
            "device",
            "use a scalar (`i32`, `f32`, …), an `Array[f32, 4]`, a tuple, or another struct",
        )
    return found


# On the host


class _Dtype:
    """`Particle.dtype`: worked out when it is first asked for, so that defining a struct needs no numpy."""

    def __get__(self, instance: object, owner: type) -> np.dtype[Any]:
        made = numpy_dtype(struct_type(owner))
        return made


def _from_numpy(cls: type, value: Any) -> Any:
    """The object that an element of a structured array holds; of an array the list of them.

    Args:
        value: a `numpy.void` or structured array with the fields of this class.
    """
    if getattr(value, "ndim", 0):
        return [_from_numpy(cls, element) for element in value]
    return host_value(struct_type(cls), value)


def _to_numpy(self: Any) -> Any:
    """The object as an element of a structured array, of dtype `dtype`."""
    import numpy as np

    type = struct_type(self.__class__)
    array = np.zeros((), numpy_dtype(type))
    array[()] = plain(type, self)
    return array[()]


@overload
def struct(cls: type[C], /) -> type[C]: ...
@overload
def struct(*, frozen: bool = False, eq: bool = True, order: bool = False) -> Callable[[type[C]], type[C]]: ...


@dataclass_transform()
def struct(
    cls: type[Any] | None = None, /, *, frozen: bool = False, eq: bool = True, order: bool = False
) -> Any:
    """Make a struct of a class with annotated fields: see the module.

    Args:
        cls: the class.
        frozen: no field can be set once an object is made.
        eq: objects compare by the values of their fields.
        order: they have an order too, that of tuples of their fields.

    The class gets `dtype`, the numpy dtype of its objects, `from_numpy(element)` and `object.to_numpy()`.
    """
    scope = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]

    def decorate(decorated: type[Any]) -> type[Any]:
        made: Any = dataclasses.dataclass(frozen=frozen, eq=eq, order=order)(decorated)
        if scope.f_locals is not scope.f_globals:  # annotations may be texts, evaluated later
            setattr(made, _SCOPE, dict(scope.f_locals))
        given: dict[str, Any] = {
            "dtype": _Dtype(),
            "from_numpy": classmethod(_from_numpy),
            "to_numpy": _to_numpy,
        }
        for name, value in given.items():
            if name not in made.__dict__ and name not in getattr(made, "__dataclass_fields__", ()):
                setattr(made, name, value)
        return made

    return decorate if cls is None else decorate(cls)


# Values of the host and numpy


def dtype_name(type: Type) -> str:
    """The name of the numpy dtype of a storable type: what buffers of it are known by (see `runtime.structured`)."""
    if isinstance(type, ScalarType):
        return type.numpy_name or "uint16"  # numpy has no bfloat16: its bits
    known = _numpy_name(type)
    if known is not None:
        return known
    if isinstance(type, ArrayType):
        element, shape = _flattened(type)
        return f"{dtype_name(element)}[{', '.join(map(str, shape))}]"
    parts = [(name.strip(".[]"), part) for name, part in type.parts() or ()]
    if isinstance(type, TupleType):
        parts = [(f"f{name}", part) for name, part in parts]
    return f"{{{', '.join(f'{name}: {dtype_name(part)}' for name, part in parts)}}}"


def _numpy_name(type: Type) -> str | None:
    """The name of the dtype of a type that numpy has, too, but that is no scalar here: a complex number."""
    return getattr(type, "numpy_name", None)


def _flattened(type: ArrayType) -> tuple[Type, tuple[int, ...]]:
    """Element and shape of an array, with those of arrays in it: numpy knows one shape only."""
    element, shape = type.element, type.shape
    while isinstance(element, ArrayType):
        element, shape = element.element, (*shape, *element.shape)
    return element, shape


def numpy_dtype(type: Type) -> np.dtype[Any]:
    """The numpy dtype of a storable type; that of a struct has the layout of `numpy.dtype(…, align=True)`, and of C.

    Raises:
        TypeError: the type has no place in memory.
    """
    import numpy as np

    if isinstance(type, ScalarType):
        return np.dtype(type.numpy_name or "uint16")
    known = _numpy_name(type)
    if known is not None:
        return np.dtype(known)
    if hasattr(type, "own_dtype"):  # laid out by others than C and numpy
        return cast(Any, type).own_dtype
    if isinstance(type, ArrayType):
        element, shape = _flattened(type)
        return np.dtype((numpy_dtype(element), shape))
    if not type.is_storable:
        raise TypeError(f"{type} has no place in memory")
    if type.__class__.__name__ == "PointerType":
        raise TypeError(f"{type} has no dtype: an address on a device means nothing on the host")
    parts = type.parts() or ()
    offsets, size, _ = natural_layout([part for _, part in parts])
    names = [name.strip(".[]") for name, _ in parts]
    if isinstance(type, TupleType):
        names = [f"f{name}" for name in names]
    return np.dtype(
        {
            "names": names,
            "formats": [numpy_dtype(part) for _, part in parts],
            "offsets": list(offsets),
            "itemsize": size,
        },
        align=True,
    )


def plain(type: Type, value: Any) -> Any:
    """A value of the host as numpy takes it for an element: tuples in place of structs."""
    if hasattr(type, "object_of"):
        return cast(Any, type).plain(value)
    if isinstance(type, ScalarType) or _numpy_name(type) is not None:
        return value
    parts = type.parts()
    assert parts is not None
    values = [plain(part, item) for (_, part), item in zip(parts, type.host_parts(value), strict=True)]
    return values if isinstance(type, ArrayType) else tuple(values)


def host_value(type: Type, value: Any) -> Any:
    """The object of the host that an element of a numpy array stands for."""
    if hasattr(type, "object_of"):
        return cast(Any, type).object_of(value)
    if isinstance(type, ScalarType) or _numpy_name(type) is not None:
        return value.item() if hasattr(value, "item") else value
    if isinstance(type, ArrayType):
        return value.copy()
    if isinstance(type, StructType):
        return type.host(*(host_value(part, value[name]) for name, part in type.fields))
    parts = type.parts() or ()
    return tuple(host_value(part, value[f"f{index}"]) for index, (_, part) in enumerate(parts))
