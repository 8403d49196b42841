"""The tree of rustc's MIR text: items, bodies, statements, places, operands, constants. Plain data.

Locals and blocks are numbers. Each statement and terminator says where it comes from by a `Source`: its scope, which leads
through the chain of inlined calls, and its place in the source.
"""

from __future__ import annotations

from collections.abc import Mapping

from periclase.importer.rust.rust_types import Path, RustType
from periclase.record import MutableRecord, Record


class Source(Record):
    """Where something comes from: the scope it is in, and the span as rustc writes it, lines and columns 1-based.

    `file` is empty where there is no place.
    """

    scope: int
    file: str
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


# Places


class Projection(Record):
    """A step from a place to a part of it."""


class Deref(Projection):
    """What a pointer points to."""


class Field(Projection):
    """A field, by its number, and its type."""

    index: int
    type: RustType


class Downcast(Projection):
    """An enum as one of its variants: by its name, or by its index where it has none."""

    variant: str | int


class Subtype(Projection):
    """The same place with a type that differs in lifetimes only."""

    type: RustType


class Index(Projection):
    """The element of which a local holds the index."""

    local: int


class ConstantIndex(Projection):
    """An element by its index, counted from the end or the beginning."""

    offset: int
    from_end: bool


class Subslice(Projection):
    """Elements `start` to `end`, the end counted from the end or the beginning."""

    start: int
    end: int
    from_end: bool


class Place(Record):
    """A local, or a part of what it holds or points to."""

    local: int
    projection: tuple[Projection, ...] = ()


# Constants


class Constant(Record):
    """The value of a constant operand."""


class Number(Constant):
    """An integer or a float with its type."""

    value: int | float
    type: RustType


class Truth(Constant):
    """`true` or `false`."""

    value: bool


class Character(Constant):
    """A `char`, by its code point."""

    value: int


class Text(Constant):
    """A string, of type `&str`."""

    value: str


class Bytes(Constant):
    """A byte string: of type `&[u8; N]`, or `[u8; N]` where it stands for the array itself."""

    value: bytes
    by_value: bool


class Elements(Constant):
    """A tuple or an array, by its elements."""

    is_array: bool
    elements: tuple[Constant, ...]


class Constructed(Constant):
    """A struct or a variant with its fields in declaration order; names where they were given."""

    path: Path
    fields: tuple[Constant, ...]
    names: tuple[str, ...] = ()


class Named(Constant):
    """What a path names: a constant, a function, a variant or struct without fields."""

    path: Path


class Address(Constant):
    """The address of an allocation, some bytes from its beginning."""

    allocation: int
    offset: int
    type: RustType


class Bits(Constant):
    """The bytes of a value, as a number, with the type: `{0x0 as *const T}`, `{transmute(0x01): T}`."""

    value: int
    type: RustType


class ZeroSized(Constant):
    """A value without bytes, of a type."""

    type: RustType


class Undefined(Constant):
    """`<uninit>`: no particular value."""


class UnknownConstant(Constant):
    """A form that only an interpreter of rustc could give a value; kept to be named in an error."""

    text: str


# Operands and rvalues


class Operand(Record):
    """What a statement computes with."""


class Use(Operand):
    """The value of a place, copied or moved."""

    place: Place


class ConstantOperand(Operand):
    """A constant; `type` where rustc's comment says it, which it does for all but numbers, `bool`, `char` and these in tuples."""

    value: Constant
    type: RustType | None = None


class Rvalue(Record):
    """The right side of an assignment."""


class UseValue(Rvalue):
    """An operand."""

    operand: Operand


class Cast(Rvalue):
    """`operand as type (kind)`."""

    operand: Operand
    type: RustType
    kind: str


class Borrow(Rvalue):
    """`&place` or `&mut place`; `raw` for `&raw const` and `&raw mut`."""

    place: Place
    mutable: bool
    raw: bool


class Binary(Rvalue):
    """An operation on two operands, by rustc's name for it."""

    name: str
    left: Operand
    right: Operand


class Unary(Rvalue):
    """`Not`, `Neg` or `PtrMetadata`."""

    name: str
    operand: Operand


class Discriminant(Rvalue):
    """The discriminant of an enum."""

    place: Place


class Length(Rvalue):
    """The number of elements of a place."""

    place: Place


class Repeat(Rvalue):
    """An array of equal elements; the count is a text where it is a parameter of a generic function."""

    operand: Operand
    count: int | str


class ArrayValue(Rvalue):
    """An array, by its elements."""

    elements: tuple[Operand, ...]


class TupleValue(Rvalue):
    """A tuple, by its elements."""

    elements: tuple[Operand, ...]


class StructValue(Rvalue):
    """A struct, or a variant of an enum, by its fields; names where they were given. Those of a union are one."""

    path: Path
    fields: tuple[Operand, ...]
    names: tuple[str, ...] = ()


class ClosureValue(Rvalue):
    """A closure, by what it captures."""

    type: RustType
    fields: tuple[Operand, ...]


class PointerValue(Rvalue):
    """A fat pointer of a type from its parts."""

    type: RustType
    pointer: Operand
    metadata: Operand


# Statements and terminators


class Statement(Record):
    """A statement."""

    source: Source


class Assign(Statement):
    """`place = value`."""

    place: Place
    value: Rvalue


class SetDiscriminant(Statement):
    """`discriminant(place) = variant index`."""

    place: Place
    variant: int


class Assume(Statement):
    """`assume(operand)`."""

    operand: Operand


class CopyNonOverlapping(Statement):
    """`copy_nonoverlapping(dst = …, src = …, count = …)`."""

    destination: Operand
    origin: Operand
    count: Operand


class Terminator(Record):
    """The end of a block."""

    source: Source


class Goto(Terminator):
    """Goes on at a block."""

    target: int


class Switch(Terminator):
    """Goes on at the block of the case that the operand's bits equal."""

    operand: Operand
    cases: tuple[tuple[int, int], ...]
    otherwise: int


class ReturnFrom(Terminator):
    """Leaves the function."""


class Unreachable(Terminator):
    """Is not reached."""


class Unwinding(Terminator):
    """The end of a block that only unwinding reaches."""


class Call(Terminator):
    """`place = callee(arguments)`; `target` is None where it does not come back."""

    place: Place
    callee: Operand
    arguments: tuple[Operand, ...]
    target: int | None


class AssertCondition(Terminator):
    """Goes on where the operand is what is expected, panics else."""

    operand: Operand
    expected: bool
    message: str
    values: tuple[Operand, ...]
    target: int


class Drop(Terminator):
    """Drops what is in a place."""

    place: Place
    target: int


class InlineAssembly(Terminator):
    """`asm!`."""

    text: str


class Block(Record):
    """Statements and a terminator."""

    statements: tuple[Statement, ...]
    terminator: Terminator
    cleanup: bool


class Scope(Record):
    """A scope: the one around it, and for the body of an inlined function its path and the place of the call."""

    parent: int | None
    inlined: str | None = None
    call: Source | None = None


class DebugVariable(Record):
    """A variable of the source, or a part of one, and the place that holds it or the constant that it is.

    `name` is that of the variable, or the text of the part: `((pair: (f32, u32)).0: f32)`. `place` is None, and `value` is not,
    where that is a constant; both are where it is one that is named by its path.
    """

    name: str
    place: Place | None
    source: Source
    value: Constant | None = None


class Body(Record):
    """The body of a function or constant."""

    locals: Mapping[int, RustType]
    scopes: Mapping[int, Scope]
    variables: tuple[DebugVariable, ...]
    blocks: Mapping[int, Block]


class Item(MutableRecord):
    """A declaration of the text whose body is parsed when it is asked for.

    Attributes:
        kind: `fn`, `const` or `static`; also `static mut`.
        line: that of the header (0-based); the body begins on the next one, and `end` is the line of its closing brace.
        value: of `const X: T = const v;`.
    """

    kind: str
    path: Path
    parameters: tuple[tuple[int, RustType], ...]
    type: RustType
    line: int
    end: int
    value: Operand | None = None
    body: Body | None = None


class Allocation(Record):
    """Bytes that constants point to.

    Attributes:
        static: the path of the static it is the memory of.
        described: `fn: …`, `vtable: …` or `extern static: …`, of which there are no bytes.
        data: None for a byte that is not initialised.
        pointers: at which offsets there are addresses: the allocation and the offset in it.
    """

    number: int
    static: str | None
    described: str | None
    size: int
    align: int
    data: tuple[int | None, ...]
    pointers: Mapping[int, tuple[int, int]]
