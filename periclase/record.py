"""Records: what `dataclass(slots=True)` gives, for modules that a program waits for when it starts.

```python
class Span(Record):
    file: str
    line: int
    column: int | None = None
```

A dataclass compiles half a dozen methods when it is *defined*, about half a millisecond each time, and brings `inspect` along;
a process that launches one kernel out of the cache defines some fifty such classes and uses a dozen. A record costs no more
than its class: it shares its methods with all records, and `__init__`, the one that has to be quick, is compiled when some
instances have been made.

A `Record` is immutable, a `MutableRecord` is not; both compare by value unless their class says `eq=False`. A `NamedTuple` is
that of `typing`, defined just as quickly. The module that they stand in needs `from __future__ import annotations`: annotations
are names of fields here, and are never evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")
_R = TypeVar("_R", bound="AnyRecord")


class FrozenRecordError(AttributeError):
    """An attribute of a record was assigned or deleted."""


class _Missing:
    """The default of a field without one."""

    def __repr__(self) -> str:
        return "<required>"


_MISSING: Any = _Missing()

UNCOMPILED = 60
"""Instances of a class that are made before its `__init__` is compiled: that takes as long as making so many without, and of
most classes a process makes no more."""


class _Field:
    """What `field` was told."""

    __slots__ = ("compare", "default", "default_factory", "repr")

    def __init__(
        self, default: object, default_factory: Callable[[], object] | None, compare: bool, repr: bool
    ):
        self.default = default
        self.default_factory = default_factory
        self.compare = compare
        self.repr = repr


@overload
def field(*, default: _T, compare: bool = True, repr: bool = True) -> _T: ...
@overload
def field(*, default_factory: Callable[[], _T], compare: bool = True, repr: bool = True) -> _T: ...
@overload
def field(*, compare: bool = True, repr: bool = True) -> Any: ...


def field(
    *,
    default: Any = _MISSING,
    default_factory: Callable[[], Any] | None = None,
    compare: bool = True,
    repr: bool = True,
) -> Any:
    """A field that needs more than a default.

    Args:
        default: the value where none is given.
        default_factory: called for the value where none is given.
        compare: whether `==` and `hash` look at it.
        repr: whether `repr` shows it.
    """
    return _Field(default, default_factory, compare, repr)


def _nothing(record: object) -> tuple[()]:
    """The key of a record without fields that are compared."""
    return ()


def _unevaluated_annotations(name: str, namespace: Mapping[str, Any]) -> dict[str, str]:
    """The annotations in the body of the class `name`, as they are written."""
    annotations: dict[str, Any] = namespace.get("__annotations__", {})
    evaluated = not all(isinstance(annotation, str) for annotation in annotations.values())
    if evaluated or "__annotate__" in namespace or "__annotate_func__" in namespace:
        raise TypeError(f"{name}: the module of a record needs `from __future__ import annotations`")
    return annotations


class _RecordMeta(type):
    """Takes the fields out of a class's annotations."""

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        eq: bool = True,
        slots: bool = True,
    ):
        annotations = _unevaluated_annotations(name, namespace)
        fields: dict[str, _Field] = {}
        for base in reversed(bases):
            fields.update(getattr(base, "_record_fields", {}))
        own: list[str] = []
        for attribute, annotation in annotations.items():
            if annotation.startswith("ClassVar"):
                continue
            # Taken out: a class attribute can not stand beside the slot of the same name.
            default = namespace.pop(attribute, _MISSING)
            fields[attribute] = default if type(default) is _Field else _Field(default, None, True, True)
            own.append(attribute)
        if slots:
            namespace.setdefault("__slots__", tuple(own))
        compared = [attribute for attribute, told in fields.items() if told.compare]
        namespace["_record_fields"] = fields
        namespace["_record_key"] = staticmethod(attrgetter(*compared) if compared else _nothing)
        namespace["__match_args__"] = tuple(fields)
        if not eq:
            namespace.setdefault("__eq__", object.__eq__)
            namespace.setdefault("__hash__", object.__hash__)
        made = super().__new__(mcls, name, bases, namespace)
        if "__init__" not in namespace:
            left = UNCOMPILED

            def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
                nonlocal left
                left -= 1
                if left < 0 or not _fill(self, fields, args, kwargs):
                    _compile_init(made)(self, *args, **kwargs)

            type.__setattr__(made, "__init__", __init__)
        return made


def _fill(record: Any, fields: Mapping[str, _Field], args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """What a compiled `__init__` does, slowly. False if it can not be: whoever is compiled says why in Python's own words."""
    given = {**dict(zip(fields, args, strict=False)), **kwargs}
    if len(given) != len(args) + len(kwargs) or not given.keys() <= fields.keys():
        return False
    for name, told in fields.items():
        value = given.get(name, told.default)
        if value is _MISSING:
            if told.default_factory is None:
                return False
            value = told.default_factory()
        object.__setattr__(record, name, value)
    if hasattr(record, "__post_init__"):
        record.__post_init__()
    return True


def _compile_init(record: Any) -> Callable[..., None]:
    """Compile `__init__` of the class `record`, and put it in place of the one that calls this."""
    names: dict[str, Any] = {"_set": object.__setattr__}
    parameters: list[str] = []
    lines: list[str] = []
    for name, told in record._record_fields.items():
        value = name
        if told.default_factory is not None:
            names[f"_make_{name}"] = told.default_factory
            names["_MISSING"] = _MISSING
            parameters.append(f"{name}=_MISSING")
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        elif told.default is not _MISSING:
            names[f"_default_{name}"] = told.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        lines.append(
            f"_set(self, {name!r}, {value})" if issubclass(record, Record) else f"self.{name} = {value}"
        )
    if hasattr(record, "__post_init__"):
        lines.append("self.__post_init__()")
    header = f"def __init__({', '.join(['self', *parameters])}):"
    exec("\n ".join([header, *(lines or ["pass"])]), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{record.__qualname__}.__init__"
    record.__init__ = init
    return init


class AnyRecord(metaclass=_RecordMeta):
    """What records have in common."""

    __slots__ = ()

    if TYPE_CHECKING:  # set by the metaclass, for every class
        __match_args__: ClassVar[tuple[str, ...]]
        _record_fields: ClassVar[Mapping[str, _Field]]

        @staticmethod
        def _record_key(record: object, /) -> object: ...

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self._record_key(self) == self._record_key(other)

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name, told in self._record_fields.items() if told.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        # The default way assigns the attributes one by one, which an immutable object refuses.
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(AnyRecord):
    """The base of immutable records: see the module. They are hashable if their fields are."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(self._record_key(self))

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenRecordError(f"cannot assign to {name!r} of an immutable {type(self).__qualname__}")

    def __delattr__(self, name: str) -> None:
        raise FrozenRecordError(f"cannot delete {name!r} of an immutable {type(self).__qualname__}")


@dataclass_transform(field_specifiers=(field,))
class MutableRecord(AnyRecord):
    """The base of records whose attributes may be assigned: see the module."""

    __slots__ = ()


try:
    from _collections import _tuplegetter as _element  # pyright: ignore
except ImportError:  # another Python

    def _element(index: int, doc: str | None) -> Any:
        """The attribute that is the element `index` of a tuple."""
        return property(itemgetter(index), doc=doc)


_new_tuple: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


class _NamedTupleMeta(type):
    """Takes the fields out of a class's annotations."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]):
        namespace.setdefault("__slots__", ())
        names = tuple(_unevaluated_annotations(name, namespace))
        if not names:  # `NamedTuple` itself, or a class with further methods only
            return super().__new__(mcls, name, bases, namespace)
        namespace["_field_defaults"] = defaults = {
            field: namespace[field] for field in names if field in namespace
        }
        namespace["_fields"] = namespace["__match_args__"] = names
        for index, field in enumerate(names):
            namespace[field] = _element(index, None)
        if "__new__" in namespace:
            raise TypeError(f"{name}: a named tuple has no `__new__` of its own")
        made = super().__new__(mcls, name, bases, namespace)
        fields = frozenset(names)
        left = UNCOMPILED

        def new(cls: type, /, *args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left >= 0:
                given = {**defaults, **dict(zip(names, args, strict=False)), **kwargs}
                fits = len(args) <= len(names) and kwargs.keys().isdisjoint(names[: len(args)])
                if fits and given.keys() == fields:
                    return _new_tuple(cls, [given[field] for field in names])
            return _compile_new(made)(cls, *args, **kwargs)

        type.__setattr__(made, "__new__", staticmethod(new))
        return made


def _compile_new(made: Any) -> Callable[..., Any]:
    """Compile `__new__` of the named tuple `made`, and put it in place of the one that calls this."""
    names: dict[str, Any] = {"_new": _new_tuple}
    parameters: list[str] = []
    for name in made._fields:
        if name in made._field_defaults:
            names[f"_default_{name}"] = made._field_defaults[name]
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
    exec(
        f"def __new__(_cls, {', '.join(parameters)}):\n return _new(_cls, ({', '.join(made._fields)},))",
        names,
    )
    new: Callable[..., Any] = names["__new__"]
    new.__qualname__ = f"{made.__qualname__}.__new__"
    made.__new__ = staticmethod(new)
    return new


if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class NamedTuple(tuple, metaclass=_NamedTupleMeta):
        """`typing.NamedTuple`, for modules that a program waits for when it starts.

        That one evaluates every annotation and compiles a constructor when the class is *defined*, a tenth of a millisecond
        each time; this one compiles the constructor when some instances have been made.
        """

        @classmethod
        def _make(cls, values):
            made = _new_tuple(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"expected {len(cls._fields)} values, got {len(made)}")
            return made

        def _replace(self, /, **changes):
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise TypeError(f"there are no fields {list(changes)}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({shown})"


def field_names(record: AnyRecord | type[AnyRecord]) -> tuple[str, ...]:
    """The names of the fields, in order."""
    return record.__match_args__


def replace(record: _R, /, **changes: Any) -> _R:
    """A record like `record`, with other values for some fields.

    Raises:
        TypeError: there is no such field.
    """
    return type(record)(**{name: getattr(record, name) for name in field_names(record)} | changes)


def as_data(value: object) -> Any:
    """`value` with every record in it, and in its tuples, lists and dictionaries, turned into a dictionary by field name."""
    if isinstance(value, AnyRecord):
        return {name: as_data(getattr(value, name)) for name in field_names(value)}
    if isinstance(value, tuple | list):
        return type(value)(map(as_data, value))  # pyright: ignore
    if isinstance(value, dict):
        return {key: as_data(item) for key, item in value.items()}  # pyright: ignore
    return value
