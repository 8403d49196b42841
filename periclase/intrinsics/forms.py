"""A form: a row of the table with everything chosen that its calls can choose, and the text that follows from it.

`add(x, y, rounding="rz", ftz=True)` of `f32` values is one form of the row `add`. Text in a row is a template:

    add.{rounding}{ftz?.ftz}.{T} $d, $x, $y;

- `{rounding}` is the word or number that the call chose; `{T}` what `T` is, in PTX's words (`f32`, `s32`), `{T.bits}` as a
  type without sign (`b32`), `{T.nvvm}` the letter in the names of LLVM's intrinsics (`f`, `d`);
- `{ftz?text}` is there if the flag is set, `{ftz?text|other}` something else if not; of a word: if it is not `none`;
  `{rounding=rz?text}` if it is this word, `{T=f32?text}` if `T` is this type;
- `{@place}` is the address space of a place: `.global`, `.shared`, or nothing for a generic one;
- `$d` is the result, `$x` a parameter, `{$0, $1}` if they have several parts; `$d0` is the first part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from math import prod
from typing import Final

from periclase.intrinsics.model import (
    MIR_SPELLINGS,
    TYPE_VARIABLE,
    Intrinsic,
    Overload,
    Parameter,
    ParameterKind,
    Requirement,
)
from periclase.intrinsics.symbols import FALSE, TRUE, symbol_for
from periclase.record import Record

RESULT: Final = "d"
"""What templates call the result."""

TYPE_PROPERTY: Final = "type"
"""The property of an operation that says what `T` is."""

NONE: Final = "none"
"""The word that chooses none of the others."""

_COUNT: Final = re.compile(
    r"(?:(?P<number>\d+)|(?:(?P<factor>\d+)\*)?(?P<name>[a-z_]\w*)(?:/(?P<divisor>\d+))?)"
)
_TEXT: Final = r"(?:[^{}|]|\{[\w.@]+\})*"
_CHOICE: Final = re.compile(
    rf"\{{(?P<name>\w+)(?:=(?P<word>\w+))?\?(?P<yes>{_TEXT})(?:\|(?P<no>{_TEXT}))?\}}"
)
_WORD: Final = re.compile(r"\{(?P<name>@?\w+(?:\.bits|\.nvvm)?)\}")
_CALL: Final = re.compile(
    r"(?P<name>[\w.]+)(?:\((?P<operands>[^()]*)\))?(?: -> \((?P<fields>[^()]*)\)\.(?P<field>\d))?"
)
_NVVM_LETTERS: Final = {"f32": "f", "f64": "d"}
_OPERAND: Final = re.compile(r"\$(?P<name>[a-z_]+)(?P<part>\d*)")

_MOST_FORMS: Final = 96
"""A row with more forms than this is checked with one type, then with the others; with more words than this, one at a time."""


_MOST_CHOICES: Final = 16
"""Of a parameter with more choices than this, each fourth and the last are checked."""


def count_of(count: str, immediates: Mapping[str, str]) -> int:
    """How many values `count` stands for (see `Parameter.count`); ValueError if the choice does not divide."""
    match = _COUNT.fullmatch(count)
    assert match is not None, count
    if match["number"]:
        return int(match["number"])
    total, rest = divmod(
        int(immediates[match["name"]]) * int(match["factor"] or 1), int(match["divisor"] or 1)
    )
    if rest:
        raise ValueError(f"{match['name']} must be a multiple of {match['divisor']}")
    return total


@cache
def ptx_type(name: str) -> str:
    """PTX's word for a type of a row: `s32` for `i32`."""
    return {"i": "s", "u": "u"}.get(name[0], name[0]) + name[1:] if name != "bool" else "pred"


class Operand(Record):
    """A parameter of a form that is a value at run time.

    Attributes:
        parameter: the parameter, its type resolved.
        count: how many values it has; None for a single one that is no tuple.
    """

    parameter: Parameter
    count: int | None

    @property
    def parts(self) -> int:
        """How many operands of the operation it is."""
        return 1 if self.count is None else self.count

    @property
    def is_place(self) -> bool:
        """Whether it is passed as a pointer."""
        return self.parameter.kind is ParameterKind.PLACE


class IntrinsicCall(Record):
    """A call of an LLVM intrinsic that a row says.

    Attributes:
        name: the intrinsic.
        operands: for each the number of an operand of the row, or, as `~n`, the constant `n`; None for all of the row's.
        fields: the types of what it gives, where the row's result is only `field` of them.
    """

    name: str
    operands: tuple[int, ...] | None
    fields: tuple[str, ...] = ()
    field: int = 0


class Form(Record):
    """A row with its type and its immediates chosen.

    Attributes:
        row: the row.
        type: what `T` is, None if the row has no type variable.
        immediates: what was chosen, by parameter: a word, decimal digits, `true` or `false`.
    """

    row: Intrinsic
    type: str | None
    immediates: Mapping[str, str]

    @property
    def overload(self) -> Overload:
        """The row with `T` bound."""
        overload = self.row.overload(self.type)
        assert overload is not None
        return overload

    def chosen(self) -> frozenset[str]:
        """The words and numbers chosen, the names of the flags set, and what `T` is."""
        words = {
            parameter.name if parameter.kind is ParameterKind.FLAG else word
            for parameter in self.row.immediates
            if (word := self.immediates[parameter.name]) != FALSE
        }
        return frozenset(words if self.type is None else {*words, self.type})

    def misfit(self) -> str | None:
        """Why what was chosen does not go together, or None if it does."""
        chosen = self.chosen()
        for word, needed in self.row.limits.items():
            if word in chosen and not chosen.intersection(needed):
                return f"'{word}' of '{self.row.name}' goes only with {' or '.join(needed)}"
        return None

    def is_mlir(self, constants: Iterable[str] = ()) -> bool:
        """Whether MLIR has an operation for it, where the parameters `constants` are constants."""
        mlir = self.row.mlir
        return (
            mlir is not None
            and not self.chosen().intersection(mlir.lacking)
            and set(mlir.constants) <= set(constants)
        )

    @property
    def requirement(self) -> Requirement:
        """The lowest target."""
        return self.row.requirement_for(self.type, tuple(self.chosen()))

    def operands(self) -> tuple[Operand, ...]:
        """The parameters that are values at run time, in order."""
        return tuple(
            Operand(parameter, count_of(parameter.count, self.immediates) if parameter.count else None)
            for parameter in self.overload.parameters
            if parameter.is_operand
        )

    def position(self, name: str) -> int:
        """The number of the first operand of the operation that the parameter `name` gives."""
        start = 0
        for operand in self.operands():
            if operand.parameter.name == name:
                return start
            start += operand.parts
        raise KeyError(name)

    def results(self) -> tuple[str, ...]:
        """The types of the parts of the result."""
        names = self.overload.result
        return names * count_of(self.row.result_count, self.immediates) if self.row.result_count else names

    @property
    def has_tuple(self) -> bool:
        """Whether the result is a tuple."""
        return bool(self.row.result_count) or len(self.row.result) > 1

    def words(self, template: str, spaces: Mapping[str, str]) -> str:
        """`template` with its words in place; `spaces` says in which address space each place is."""

        def choose(match: re.Match[str]) -> str:
            word = self.type if match["name"] == TYPE_VARIABLE else self.immediates[match["name"]]
            holds = word == match["word"] if match["word"] else word not in (FALSE, NONE)
            return match["yes"] if holds else match["no"] or ""

        def put(match: re.Match[str]) -> str:
            name = match["name"]
            if name.startswith("@"):
                space = spaces[name[1:]]
                return f".{space}" if space else ""
            if name.startswith(TYPE_VARIABLE):
                assert self.type is not None
                if name.endswith(".nvvm"):
                    return _NVVM_LETTERS[self.type]
                spelled = ptx_type(self.type)
                return spelled if name == TYPE_VARIABLE else f"b{spelled.lstrip('subf')}"
            return self.immediates[name]

        return _WORD.sub(put, _CHOICE.sub(choose, template))

    def text(self, spaces: Mapping[str, str]) -> str:
        """The PTX, its operands as LLVM's inline assembly numbers them: the parts of the result, then those of the parameters."""
        assert self.row.ptx is not None
        numbers: dict[str, tuple[int, int | None]] = {}
        results = self.results()
        if results:
            numbers[RESULT] = (0, len(results) if self.has_tuple else None)
        start = len(results)
        for operand in self.operands():
            numbers[operand.parameter.name] = (start, operand.count)
            start += operand.parts

        def number(match: re.Match[str]) -> str:
            first, count = numbers[match["name"]]
            if match["part"]:
                return f"${first + int(match['part'])}"
            if count is None:
                return f"${first}"
            return "{" + ", ".join(f"${first + part}" for part in range(count)) + "}"

        return _OPERAND.sub(number, self.words(self.row.ptx, spaces))

    def intrinsic(self, spaces: Mapping[str, str]) -> IntrinsicCall:
        """The call of LLVM's intrinsic."""
        assert self.row.llvm is not None
        match = _CALL.fullmatch(self.words(self.row.llvm, spaces))
        assert match is not None, self.row.llvm
        operands = None
        if match["operands"] is not None:
            operands = tuple(
                self.position(text[1:]) if text.startswith("$") else ~int(text)
                for text in match["operands"].split(", ")
            )
        fields = tuple(match["fields"].split(", ")) if match["fields"] else ()
        return IntrinsicCall(match["name"], operands, fields, int(match["field"] or 0))

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The part of the declared symbol that the immediates give."""
        return tuple(
            suffix
            for parameter in self.row.immediates
            if (suffix := suffix_of(parameter, self.immediates[parameter.name])) is not None
        )

    def symbol(self, spaces: Sequence[str] = ()) -> str:
        """The declared symbol; `spaces` are those of its places that are not generic."""
        types = () if self.type is None else (MIR_SPELLINGS[self.type],)
        return symbol_for(self.row, (*types, *spaces, *self.suffixes))

    @property
    def label(self) -> str:
        """A name of the form: the row's, the type, and what was chosen."""
        return "_".join((self.row.name, *(() if self.type is None else (self.type,)), *self.suffixes))

    def call(self) -> str:
        """How Python calls it, operands by the names of their parameters."""
        parts: list[str] = []
        for parameter in self.row.parameters:
            if parameter.is_operand:
                parts.append(
                    f"{parameter.name}[i]" if parameter.kind is ParameterKind.PLACE else parameter.name
                )
                continue
            word = self.immediates.get(parameter.name)
            if parameter.kind is ParameterKind.FLAG:
                if word == TRUE:
                    parts.append(f"{parameter.name}=True")
            elif parameter.kind in (ParameterKind.WORD, ParameterKind.INTEGER):
                parts.append(
                    f'{parameter.name}="{word}"'
                    if parameter.kind is ParameterKind.WORD
                    else f"{parameter.name}={word}"
                )
        return f"{self.row.name}({', '.join(parts)})"


def suffix_of(parameter: Parameter, word: str) -> str | None:
    """What an immediate puts into the declared symbol: nothing for a flag that is not set."""
    if parameter.kind is not ParameterKind.FLAG:
        return word
    return parameter.name if word == TRUE else None


def _choices(parameter: Parameter, every: bool) -> list[str]:
    if parameter.kind is ParameterKind.FLAG:
        return [FALSE, TRUE]
    if parameter.choices:
        choices = [str(choice) for choice in parameter.choices]
        return choices if every or len(choices) <= _MOST_CHOICES else [*choices[:-1:4], choices[-1]]
    return ["1"] if parameter.kind is ParameterKind.INTEGER else ["void", "ui32"]


def _combinations(choices: Sequence[Sequence[str]], every: bool) -> Iterator[tuple[str, ...]]:
    if every or prod(map(len, choices)) <= _MOST_FORMS:
        yield from product(*choices)
        return
    first = tuple(words[0] for words in choices)
    yield first
    for position, words in enumerate(choices):
        for word in words[1:]:
            yield (*first[:position], word, *first[position + 1 :])


def _counters(row: Intrinsic) -> frozenset[str]:
    """The parameters that say how many registers there are."""
    counts = (row.result_count, *(parameter.count for parameter in row.parameters))
    return frozenset(
        match["name"] for count in counts if (match := _COUNT.fullmatch(count)) is not None and match["name"]
    )


def _of_counts(
    names: Sequence[str], choices: Sequence[Sequence[str]], counters: frozenset[str]
) -> set[tuple[str, ...]]:
    """Of what a parameter with many choices that only counts registers may be: its first and last, with all else that can be
    chosen, and each of the others with the first of all else."""
    chosen = set(
        product(
            *(
                (words[0], words[-1]) if name in counters and len(words) > _MOST_CHOICES else words
                for name, words in zip(names, choices, strict=True)
            )
        )
    )
    return chosen | set(
        product(
            *(words if name in counters else words[:1] for name, words in zip(names, choices, strict=True))
        )
    )


def forms(row: Intrinsic, *, every: bool = False) -> Iterator[Form]:
    """The forms of `row`; of a row with many those that differ from the first in the type, or in what was chosen.

    Args:
        every: all of them instead, however many. Of an integer parameter without choices it is 1 all the same, and the type is
            that of the first where the instruction does not name it. Of one that only says how many registers there are, and has
            more than 16 choices (`n` of wgmma), the first and the last are combined with all else, the others with the first.
    """
    names = [parameter.name for parameter in row.immediates]
    counters = _counters(row)
    types = [overload.type for overload in row.overloads]
    choices = [_choices(parameter, every) for parameter in row.immediates]
    few = len(types) * prod(map(len, choices)) <= _MOST_FORMS
    if every and not few and f"{{{TYPE_VARIABLE}" not in f"{row.ptx}{row.llvm}":
        types, few = types[:1], True
    for position, type in enumerate(types):
        words_of_all = _combinations(choices, every)
        if every and any(
            name in counters and len(c) > _MOST_CHOICES for name, c in zip(names, choices, strict=True)
        ):
            taken = _of_counts(names, choices, counters)
            words_of_all = (words for words in words_of_all if words in taken)
        fitting = (Form(row, type, dict(zip(names, words, strict=True))) for words in words_of_all)
        fitting = (form for form in fitting if form.misfit() is None)
        yield from fitting if every or few or position == 0 else islice(fitting, 1)
