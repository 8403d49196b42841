"""What a row of the intrinsic table is.

A row (`Intrinsic`) describes one intrinsic, or a family that differs only in a type or in a word such as a memory order.
Everything else follows from it: the Python stub in `periclase.gpu`, its documentation and its `.pyi` entry, the name of
the declaration that the importer calls, the `nvvm` operation and its arguments, the LLVM intrinsic or the PTX text behind
that, and the target that all this asks for. Rows are plain data; this module imports no IR.

Types are written as in `periclase.types` (`i32`, `u64`, `f32`, `bool`). `T` is the row's type variable; `place(T)` is an
element that the kernel names (`y[i]`, passed as a pointer to it, in whatever address space it lives).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final

from periclase.record import Record, field, replace


class Effect(enum.Enum):
    """What running an intrinsic does besides giving its result."""

    PURE = "pure"
    """Nothing: may be repeated, moved, merged and dropped."""
    STATE = "state"
    """Reads machine state that changes by itself (a clock): never merged, dropped if unused."""
    READ = "read"
    """Reads memory."""
    WRITE = "write"
    """Writes memory, or acts on the outside (a trap, a sleep)."""
    READ_WRITE = "read_write"
    """Reads and writes memory, or orders such accesses (a barrier, a fence)."""


class ParameterKind(enum.Enum):
    """How a parameter reaches the device."""

    VALUE = "value"
    """A run-time value of the parameter's type."""
    PLACE = "place"
    """An element that can be written; passed as a pointer to it."""
    WORD = "word"
    """One of a few words, known at compile time; a part of the declared symbol."""
    INTEGER = "integer"
    """An integer known at compile time; a part of the declared symbol."""
    FLAG = "flag"
    """True or False, known at compile time; its name is a part of the declared symbol where it is true."""
    TEXT = "text"
    """A string literal; an attribute of the call, of the parameter's name."""
    TYPE = "type"
    """A type of `periclase.types`, or None; a part of the declared symbol."""
    FUNCTION = "function"
    """A device function that the CPU calls instead, or None; an attribute of the call, of the parameter's name."""
    VARIADIC = "variadic"
    """Any number of run-time values of any scalar type; each gives its type to the declared symbol."""


class _Required:
    """The type of `REQUIRED`."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required()
"""The default of a parameter that has none."""

TYPE_VARIABLE: Final = "T"

MOST_INTEGER: Final = (1 << 31) - 1
"""The largest integer that a call can choose: instructions have room for 32 bits with a sign."""

MIR_SPELLINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{f"i{width}": f"si{width}" for width in (8, 16, 32, 64)},
        **{f"u{width}": f"ui{width}" for width in (8, 16, 32, 64)},
        "isize": "si64",
        "usize": "ui64",
        "bool": "i1",
        **{name: name for name in ("f16", "bf16", "f32", "f64")},
    }
)
"""How `mir` writes each type that a row can name; the spelling used in symbols."""

SPACES: Final = ("global", "shared", "constant", "local")
"""Named address spaces, as they stand in symbols (the generic one is left out)."""


class Parameter(Record):
    """One parameter of an intrinsic.

    Attributes:
        name: the name in the Python signature.
        type: a type name or `T` (of the element, for a place); for `WORD`, `INTEGER`, `TEXT`, `TYPE`, `VARIADIC` it is empty.
        kind: how it reaches the device.
        default: `REQUIRED`, or the value taken when the call leaves it out.
        choices: the words of a `WORD`, the allowed values of an `INTEGER` (empty: any that is not negative).
        keyword_only: whether the call must name it (parameters after a variadic one).
        space: the address space that a place must be in, empty for any. A generic pointer is taken to point there.
        only_read: of a place in a row that writes memory: it is not this place that is written.
        count: of a value that is a tuple of so many: a number, or an integer parameter with a factor or divisor (`4`,
            `4*count`, `n/2`); empty for a single value.
    """

    name: str
    type: str = ""
    kind: ParameterKind = ParameterKind.VALUE
    default: object = REQUIRED
    choices: tuple[str, ...] | tuple[int, ...] = ()
    keyword_only: bool = False
    space: str = ""
    only_read: bool = False
    count: str = ""

    @property
    def is_immediate(self) -> bool:
        """Whether it is a part of the declared symbol and no operand."""
        return self.kind in (
            ParameterKind.WORD,
            ParameterKind.INTEGER,
            ParameterKind.FLAG,
            ParameterKind.TYPE,
        )

    @property
    def is_operand(self) -> bool:
        """Whether it is exactly one operand of the call."""
        return self.kind in (ParameterKind.VALUE, ParameterKind.PLACE)


class Overload(Record):
    """A row with its type variable bound.

    Attributes:
        type: what `T` stands for, or None if the row has no type variable.
        parameters: the row's parameters, their types resolved.
        result: the types of the results: none, one, or the fields of a tuple.
    """

    type: str | None
    parameters: tuple[Parameter, ...]
    result: tuple[str, ...]

    @property
    def operand_types(self) -> tuple[str, ...]:
        """Type names of the fixed operands, in order; the element's type for a place."""
        return tuple(p.type for p in self.parameters if p.is_operand)

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The type part of the declared symbol."""
        return () if self.type is None else (MIR_SPELLINGS[self.type],)


class BySign(Record):
    """An attribute word that depends on what `T` is: a signed integer, an unsigned one, or a float."""

    signed: str
    unsigned: str
    float: str = ""

    def select(self, type_name: str) -> str:
        """The word for the type `type_name`."""
        return {"i": self.signed, "u": self.unsigned}.get(type_name[0], self.float)


class Requirement(Record):
    """The lowest target that can run something: `sm` such as 80, `ptx` such as 70 for PTX ISA 7.0.

    `architectures` names the only ones that have it (`sm_90a`), if not all later ones do.
    """

    sm: int = 20
    ptx: int = 32
    architectures: tuple[str, ...] = ()

    def join(self, other: Requirement) -> Requirement:
        """The lowest target that meets both.

        ValueError if there is none.
        """
        mine, theirs = self.architectures, other.architectures
        both = tuple(name for name in mine if name in theirs) if mine and theirs else mine or theirs
        if mine and theirs and not both:
            raise ValueError(f"no architecture is among {', '.join(mine)} and among {', '.join(theirs)}")
        return Requirement(max(self.sm, other.sm), max(self.ptx, other.ptx), both)


class OperationTemplate(Record):
    """The `nvvm` operation that a call of the intrinsic becomes.

    Attributes:
        name: the operation's full name.
        operands: for each operand a parameter's name, or an integer: an `i32` constant.
        attributes: properties of the operation, by name: a word, a `BySign`, or `$p` for the immediate parameter `p`.
        result_types: the operation's LLVM-level result types where they differ from the row's (`i32` for a `bool`).
        widened: parameters of type `bool` that the operation takes as `i32`.
    """

    name: str
    operands: tuple[str | int, ...] = ()
    attributes: Mapping[str, str | BySign] = field(default_factory=lambda: MappingProxyType({}))
    result_types: tuple[str, ...] | None = None
    widened: tuple[str, ...] = ()


class MlirForm(Record):
    """How MLIR writes a row's instruction, where it has an operation for it (`mlir_operations`).

    All are text, each part behind a comma: `mlir(...)` of `instruction` says what stands in it.

    Attributes:
        operation: the operation's full name.
        operands: what each group of operands is made of.
        properties: the operation's attributes, templates.
        result: how the operation gives the result.
        lacking: what the operation can not say: the words, or flags, for which the row keeps an operation of its own.
        constants: parameters that are values at run time, but attributes in MLIR: such a call must pass a constant, or the row's
            own operation is taken.
    """

    operation: str
    operands: str = ""
    properties: str = ""
    result: str = ""
    lacking: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()

    @property
    def is_partial(self) -> bool:
        """Whether some calls need an operation of the row's own."""
        return bool(self.lacking or self.constants)


class Intrinsic(Record, slots=False):
    """A row of the table.

    Attributes:
        name: the Python name in `periclase.gpu`, and the stem of the declared symbol.
        family: the file it stands in, for documentation.
        summary: one sentence.
        parameters: in Python order.
        result: type names: none, one, or the fields of a tuple; `T` is bound by the overload.
        types: what `T` may be.
        index_range: for a result that counts or indexes: its inclusive bounds. The importer widens such a result to
            `isize` and keeps the range, so that index arithmetic is exact.
        effect, convergent: what an optimiser must know. A convergent intrinsic communicates between the threads of a warp
            or block: it is never duplicated, merged, or made to depend on more control flow.
        diverges: whether control never comes back.
        template: the `nvvm` operation, or None for a composite intrinsic.
        expansion: for a composite intrinsic, and for one whose operation takes more than a template says, the name of its
            expansion in `rewrite-intrinsic-stubs`.
        llvm: the LLVM intrinsic behind a plain operation, where there is one. A template, as `ptx`; with its operands behind it
            where they are others than the row's, `llvm.nvvm.vote.any.sync($mask, $predicate)`, a number for a constant; and with
            what it gives where the row's result is one field of that: `llvm.nvvm.elect.sync($mask) -> (u32, bool).1`.
        ptx: the PTX instruction; for a plain operation its text, a template (`forms.Form.text`).
        requirement: the lowest target; `type_requirements` adds to it for some `T`, `word_requirements` for some words and,
            by their names, flags that are set, or for several together (`rn+satfinite`).
        result_count: of a result that is a tuple of as many of the one type in `result` as an integer parameter says: as
            `Parameter.count`.
        tied: the parameter whose registers the instruction overwrites with the result.
        limits: what goes together: for a word, a number or the name of a flag, the others of which one must be chosen too
            (words, numbers, flags, or what `T` is).
        cpu: the device function that the CPU runs in place of the instruction, `module:function`; a template, so that each form
            can have its own. If the module has none of that name, the CPU refuses the form.
        plain: whether the row says everything about its operation, which is made from it.
        mlir: of a plain row, the operation of MLIR that it is, None if MLIR has none.
        source: where the semantics are specified.
    """

    name: str
    family: str
    summary: str
    parameters: tuple[Parameter, ...] = ()
    result: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    index_range: tuple[int, int] | None = None
    effect: Effect = Effect.PURE
    convergent: bool = False
    diverges: bool = False
    template: OperationTemplate | None = None
    expansion: str | None = None
    llvm: str | None = None
    ptx: str | None = None
    requirement: Requirement = Requirement()
    type_requirements: Mapping[str, Requirement] = field(default_factory=lambda: MappingProxyType({}))
    word_requirements: Mapping[str, Requirement] = field(default_factory=lambda: MappingProxyType({}))
    source: str = ""
    result_count: str = ""
    tied: str = ""
    limits: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    cpu: str = ""
    plain: bool = False
    mlir: MlirForm | None = None

    def __hash__(self) -> int:
        return hash(self.name)

    @cached_property
    def beyond(self) -> Effect:
        """What it does to memory that no operand points to: the tensor behind a tensor map."""
        names = {each.name for each in self.parameters}
        if self.family != "bulk" or "tensor_map" not in names:
            return Effect.PURE
        if "source" not in names:
            return Effect.READ
        return Effect.READ_WRITE if "operation" in names else Effect.WRITE

    @cached_property
    def overloads(self) -> tuple[Overload, ...]:
        """The row once for each type that `T` may be; a row without `T` has one overload."""
        if not self.types:
            return (Overload(None, self.parameters, self.result),)
        return tuple(self._bind(name) for name in self.types)

    def _bind(self, type_name: str) -> Overload:
        parameters = tuple(
            replace(p, type=type_name) if p.type == TYPE_VARIABLE else p for p in self.parameters
        )
        return Overload(
            type_name, parameters, tuple(type_name if name == TYPE_VARIABLE else name for name in self.result)
        )

    def overload(self, type_name: str | None = None) -> Overload | None:
        """The overload whose `T` is `type_name`, or None."""
        return next((o for o in self.overloads if o.type == type_name), None)

    def parameter(self, name: str) -> Parameter:
        """The parameter called `name`; KeyError if there is none."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise KeyError(name)

    @property
    def immediates(self) -> tuple[Parameter, ...]:
        """The parameters that are a part of the declared symbol, in order."""
        return tuple(p for p in self.parameters if p.is_immediate)

    @property
    def is_variadic(self) -> bool:
        """Whether the call may have further operands."""
        return any(p.kind is ParameterKind.VARIADIC for p in self.parameters)

    def requirement_for(self, type_name: str | None = None, words: Sequence[str] = ()) -> Requirement:
        """The lowest target for the overload `type_name` and these immediate words."""
        joined = self.requirement
        if type_name is not None and (more := self.type_requirements.get(type_name)):
            joined = joined.join(more)
        for word, more in self.word_requirements.items():
            if all(part in words for part in word.split("+")):
                joined = joined.join(more)
        return joined


def value(name: str, type_name: str) -> Parameter:
    """A run-time parameter."""
    return Parameter(name, type_name)


def place(
    name: str, type_name: str = TYPE_VARIABLE, space: str = "", *, only_read: bool = False
) -> Parameter:
    """An element, passed as a pointer to it; `only_read` if a row that writes memory does not write this."""
    return Parameter(name, type_name, ParameterKind.PLACE, space=space, only_read=only_read)


def word(name: str, choices: tuple[str, ...], default: object = REQUIRED) -> Parameter:
    """A word known at compile time."""
    return Parameter(name, "", ParameterKind.WORD, default, choices)


def integer(name: str, choices: tuple[int, ...] = (), default: object = REQUIRED) -> Parameter:
    """An integer known at compile time."""
    return Parameter(name, "", ParameterKind.INTEGER, default, choices)


def text(name: str, default: object = REQUIRED) -> Parameter:
    """A string literal."""
    return Parameter(name, "", ParameterKind.TEXT, default)


PTX_ISA: Final = "PTX ISA, "
"""Prefix of the `source` of a row that one section of NVIDIA's *Parallel Thread Execution ISA* specifies."""
