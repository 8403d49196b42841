"""The types of Rust as they stand in MIR text, without lifetimes: two types are equal where their texts are.

A lifetime argument of a nominal type stays as `'_`, since rustc wants it there when it is asked for the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from periclase.record import Record, field

INTEGER_BITS: Final = {
    f"{sign}{width}": (bits, sign == "i")
    for sign in "iu"
    for width, bits in (("8", 8), ("16", 16), ("32", 32), ("64", 64), ("128", 128), ("size", 64))
}
"""The integer types: their widths in bits and whether they are signed."""

FLOAT_BITS: Final = {"f16": 16, "f32": 32, "f64": 64, "f128": 128}

PRIMITIVES: Final = frozenset((*INTEGER_BITS, *FLOAT_BITS, "bool", "char", "str", "!"))


class RustType(Record):
    """A type. `str` gives its canonical text."""

    def parts(self) -> tuple[RustType, ...]:
        """The types that it is made of."""
        return ()

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        """The type with `change` done to its parts."""
        return self


class Primitive(RustType):
    """A number, `bool`, `char`, `str` or `!`."""

    name: str

    def __str__(self) -> str:
        return self.name


class Reference(RustType):
    """`&T` or `&mut T`."""

    target: RustType
    mutable: bool

    def __str__(self) -> str:
        return f"&mut {self.target}" if self.mutable else f"&{self.target}"

    def parts(self) -> tuple[RustType, ...]:
        return (self.target,)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return Reference(change(self.target), self.mutable)


class RawPointer(RustType):
    """`*const T` or `*mut T`."""

    target: RustType
    mutable: bool

    def __str__(self) -> str:
        return f"*mut {self.target}" if self.mutable else f"*const {self.target}"

    def parts(self) -> tuple[RustType, ...]:
        return (self.target,)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return RawPointer(change(self.target), self.mutable)


class Slice(RustType):
    """`[T]`, which has no size."""

    element: RustType

    def __str__(self) -> str:
        return f"[{self.element}]"

    def parts(self) -> tuple[RustType, ...]:
        return (self.element,)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return Slice(change(self.element))


class Array(RustType):
    """`[T; N]`; the length is a text where it is not known, a parameter of a generic function."""

    element: RustType
    length: int | str

    def __str__(self) -> str:
        return f"[{self.element}; {self.length}]"

    def parts(self) -> tuple[RustType, ...]:
        return (self.element,)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        length = self.length
        if isinstance(length, str):
            given = change(Nominal(Path((Segment(length),))))
            if isinstance(given, ConstantArgument) and given.text.isdigit():
                length = int(given.text)
        return Array(change(self.element), length)


class Tuple(RustType):
    """`(A, B)`; the empty one is the unit type."""

    elements: tuple[RustType, ...]

    def __str__(self) -> str:
        if len(self.elements) == 1:
            return f"({self.elements[0]},)"
        return f"({', '.join(map(str, self.elements))})"

    def parts(self) -> tuple[RustType, ...]:
        return self.elements

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return Tuple(tuple(map(change, self.elements)))


class ConstantArgument(RustType):
    """A constant among the arguments of a generic item: `5`, `true`, `'x'`, `{expression}`."""

    text: str

    def __str__(self) -> str:
        return self.text


class Lifetime(RustType):
    """A lifetime among the arguments of a generic item, whichever it is."""

    def __str__(self) -> str:
        return "'_"


class AssociatedArgument(RustType):
    """`Output = T` among the arguments of a trait."""

    name: str
    type: RustType

    def __str__(self) -> str:
        return f"{self.name} = {self.type}"

    def parts(self) -> tuple[RustType, ...]:
        return (self.type,)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return AssociatedArgument(self.name, change(self.type))


class Segment(Record):
    """A part of a path: a name with the arguments that stand behind it."""

    name: str
    arguments: tuple[RustType, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}<{', '.join(map(str, self.arguments))}>" if self.arguments else self.name


class Path(Record):
    """A path: `core::option::Option<u32>::Some`, `<T as core::ops::Add>::add`, `<impl at a.rs:3:1: 3:9>::f`, `a::{closure#0}`.

    Attributes:
        segments: its names, in order.
        self_type: what stands before `as` in angle brackets at the beginning, or there alone.
        trait: what stands behind `as`.
    """

    segments: tuple[Segment, ...]
    self_type: RustType | None = None
    trait: Path | None = None

    def __str__(self) -> str:
        parts = list(map(str, self.segments))
        if self.self_type is not None:
            trait = f" as {self.trait}" if self.trait is not None else ""
            parts.insert(0, f"<{self.self_type}{trait}>")
        return "::".join(parts)

    @property
    def plain(self) -> str:
        """Its text without generic arguments; the trait's name stands for a qualified beginning, without the type."""
        parts = [segment.name for segment in self.segments]
        if self.trait is not None:
            parts.insert(0, self.trait.plain)
        elif self.self_type is not None:
            parts.insert(0, f"<{self.self_type}>")
        text = "::".join(parts)
        return "core" + text[3:] if text.startswith("std::") else text

    @property
    def types(self) -> tuple[RustType, ...]:
        """The types in it, outermost first."""
        own = tuple(a for segment in self.segments for a in segment.arguments)
        if self.trait is not None:
            own = (*self.trait.types, *own)
        return own if self.self_type is None else (self.self_type, *own)

    @property
    def last(self) -> Segment:
        """Its final segment."""
        return self.segments[-1]

    @property
    def parent(self) -> Path:
        """The path without its final segment."""
        return Path(self.segments[:-1], self.self_type, self.trait)

    def mapped(self, change: Callable[[RustType], RustType]) -> Path:
        """The path with `change` done to the types in it."""
        segments = tuple(
            Segment(s.name, tuple(map(change, s.arguments))) if s.arguments else s for s in self.segments
        )
        self_type = None if self.self_type is None else change(self.self_type)
        return Path(segments, self_type, None if self.trait is None else self.trait.mapped(change))


class Nominal(RustType):
    """A struct, enum or union, or a parameter of a generic function, by its path."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    @property
    def arguments(self) -> tuple[RustType, ...]:
        """The generic arguments of its final segment, lifetimes left out."""
        return tuple(a for a in self.path.last.arguments if not isinstance(a, Lifetime))

    def parts(self) -> tuple[RustType, ...]:
        own = tuple(a for segment in self.path.segments for a in segment.arguments)
        return own if self.path.self_type is None else (self.path.self_type, *own)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return Nominal(self.path.mapped(change))


class Closure(RustType):
    """`{closure@apply<u32>::{closure#0}}`: known by its path, with the arguments of the generic functions around it."""

    path: Path

    def __str__(self) -> str:
        return f"{{closure@{self.path}}}"

    def parts(self) -> tuple[RustType, ...]:
        return self.path.types

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return Closure(self.path.mapped(change))


class FunctionItem(RustType):
    """The type of one function, which has no bytes: `fn(u32) -> u32 {path}`."""

    parameters: tuple[RustType, ...]
    result: RustType
    path: Path

    def __str__(self) -> str:
        return f"fn({', '.join(map(str, self.parameters))}) -> {self.result} {{{self.path}}}"

    def parts(self) -> tuple[RustType, ...]:
        return (*self.parameters, self.result)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return FunctionItem(
            tuple(map(change, self.parameters)), change(self.result), self.path.mapped(change)
        )


class FunctionPointer(RustType):
    """`fn(u32) -> u32`."""

    parameters: tuple[RustType, ...]
    result: RustType

    def __str__(self) -> str:
        return f"fn({', '.join(map(str, self.parameters))}) -> {self.result}"

    def parts(self) -> tuple[RustType, ...]:
        return (*self.parameters, self.result)

    def mapped(self, change: Callable[[RustType], RustType]) -> RustType:
        return FunctionPointer(tuple(map(change, self.parameters)), change(self.result))


class Opaque(RustType):
    """What a device has no form for: `dyn Trait`, `impl Trait`, a coroutine; kept to be named in an error."""

    kind: str
    text: str = field(default="")

    def __str__(self) -> str:
        return self.text


UNIT: Final = Tuple(())
NEVER: Final = Primitive("!")
BOOL: Final = Primitive("bool")
CHAR: Final = Primitive("char")
STR: Final = Primitive("str")
USIZE: Final = Primitive("usize")
U8: Final = Primitive("u8")


def walk(type: RustType) -> Iterator[RustType]:
    """The type and all that it is made of, outermost first."""
    pending = [type]
    while pending:
        current = pending.pop()
        yield current
        pending += reversed(current.parts())


def substitute(type: RustType, bindings: dict[str, RustType]) -> RustType:
    """The type with the parameters of a generic function, by name, replaced."""
    if isinstance(type, Nominal) and len(type.path.segments) == 1 and type.path.self_type is None:
        found = bindings.get(type.path.last.name)
        if found is not None and not type.path.last.arguments:
            return found
    return type.mapped(lambda part: substitute(part, bindings))
