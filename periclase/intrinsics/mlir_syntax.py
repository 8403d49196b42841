"""How the operations of MLIR's NVVM dialect are written down: their parts, and their syntax.

In `operands` stand the operation's groups of operands with their types, `?` for one that may be missing, `*` for any number; a
group without a type has the type that is written behind, and `shared` is a pointer to shared memory or a generic one, as is
written. In `properties` stand its attributes, `name: kind`, with a default where MLIR leaves it out, `?` where it may be missing.
A kind is an integer type, `bool`, `unit`, `type`, or MLIR's name of the attribute. In `syntax` stand

    $x              an operand, the operands of a group, or a property
    {` text $x`}?   text that is there if the operand is, or the flag that a word in it names
    attr-dict       the other properties and attributes
    type($x)        the type of an operand
    types           the types of all operands
    paren-types     the same, in parentheses
    first-types     in parentheses, the type of the first operand of each group that is written in brackets
    result          the type of the result

and all else as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from periclase.record import Record


class OperandGroup(Record):
    """Operands of one meaning: `type` empty if it is written, `many` for any number, `optional` for none or one.

    `generic` says that a generic pointer may stand for one to shared memory.
    """

    name: str
    type: str
    optional: bool = False
    many: bool = False
    generic: bool = False


class Property(Record):
    """An attribute of the operation: `default` empty if there is none."""

    name: str
    kind: str
    default: str = ""
    optional: bool = False


class MlirOperation(Record):
    """One operation.

    Attributes:
        name: in full, `nvvm.ldmatrix`.
        summary: one sentence for its documentation.
        operands, properties, syntax: see above.
        result: the type of a result whose type is not written.
        segments: whether MLIR keeps the sizes of the groups in an attribute.
        example: for its documentation.
    """

    name: str
    summary: str
    operands: tuple[OperandGroup, ...]
    properties: tuple[Property, ...]
    syntax: str
    result: str
    segments: bool
    example: str

    def group(self, name: str) -> OperandGroup:
        """The group called `name`; KeyError if there is none."""
        for group in self.operands:
            if group.name == name:
                return group
        raise KeyError(name)


def _parts(text: str) -> list[tuple[str, str, str]]:
    """`name?: kind = default` as name with its mark, kind and default."""
    parts: list[tuple[str, str, str]] = []
    for part in text.split(", ") if text else ():
        name, _, rest = part.partition(": ")
        kind, _, default = rest.partition(" = ")
        parts.append((name, kind, default))
    return parts


Written = tuple[str, str, str, str, str, str, str]
"""An operation as it is written down."""


def operation(
    name: str,
    operands: str,
    properties: str,
    syntax: str,
    summary: str,
    example: str,
    result: str = "",
) -> Written:
    """An operation; the texts are those that the module's documentation describes, and the attributes of `MlirOperation`."""
    return name, operands, properties, syntax, summary, example, result


class Operations(Mapping[str, MlirOperation]):
    """Operations by name, each read when it is first asked for: a kernel has few of them."""

    def __init__(self, written: Iterable[Written]):
        self._written = {each[0]: each for each in written}
        self._read: dict[str, MlirOperation] = {}

    def __getitem__(self, name: str) -> MlirOperation:
        found = self._read.get(name)
        if found is None:
            found = self._read[name] = _read(*self._written[name])
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._written)

    def __len__(self) -> int:
        return len(self._written)


def _read(
    name: str, operands: str, properties: str, syntax: str, summary: str, example: str, result: str
) -> MlirOperation:
    groups = tuple(
        OperandGroup(
            name.rstrip("?*"),
            "" if type == "shared" else type,
            name.endswith("?"),
            name.endswith("*"),
            type == "shared",
        )
        for name, type, _ in _parts(operands)
    )
    varying = sum(group.optional or group.many for group in groups)
    return MlirOperation(
        name,
        summary,
        groups,
        tuple(
            Property(name.rstrip("?"), kind, default, name.endswith("?"))
            for name, kind, default in _parts(properties)
        ),
        syntax,
        result,
        varying > 1,
        example,
    )
