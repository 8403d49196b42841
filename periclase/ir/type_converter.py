"""How the types of one dialect become those of another, one to one or one to several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Attribute, SSAValue

from periclase.ir.builder import OpBuilder

TypeConversion = Callable[[Attribute], "Attribute | Sequence[Attribute] | None"]
"""Gives the new type, several of them, or None for "not mine"."""

Materialization = Callable[[OpBuilder, Sequence[Attribute], Sequence[SSAValue]], "Sequence[SSAValue] | None"]
"""Inserts ops that turn the values into values of the types; None for "not mine"."""

_TypeT = TypeVar("_TypeT", bound=Attribute)


def cast_values(
    builder: OpBuilder, types: Sequence[Attribute], values: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Insert one `builtin.unrealized_conversion_cast` from `values` to `types`; gives its results."""
    cast = UnrealizedConversionCastOp.create(operands=values, result_types=types, location=builder.location)
    builder.insert(cast)
    return cast.results


class TypeConverter:
    """A table of type conversions with their materialisations.

    A type with no conversion is legal as it is. Answers are remembered, so a conversion is a function of
    the type alone.
    """

    def __init__(self) -> None:
        self._by_class: dict[type[Attribute], list[TypeConversion]] = {}
        self._general: list[TypeConversion] = []
        self._source: list[Materialization] = []
        self._target: list[Materialization] = []
        self._memo: dict[Attribute, tuple[Attribute, ...] | None] = {}

    def add_conversion(
        self,
        type_class: type[_TypeT],
        conversion: Callable[[_TypeT], Attribute | Sequence[Attribute] | None],
    ) -> None:
        """Convert the types of exactly `type_class` by `conversion`; the one added last is asked first."""
        self._by_class.setdefault(type_class, []).insert(0, conversion)  # pyright: ignore[reportArgumentType]
        self._memo.clear()

    def add_general_conversion(self, conversion: TypeConversion) -> None:
        """Ask `conversion` for the types that no conversion of their class took."""
        self._general.insert(0, conversion)
        self._memo.clear()

    def forbid(self, type_class: type[Attribute]) -> None:
        """Say that types of `type_class` have no counterpart, unless a conversion added later takes them."""
        self.add_conversion(type_class, lambda _: ())

    def add_source_materialization(self, materialization: Materialization) -> None:
        """Turn new values back to an old type for an op that stays, by `materialization` instead of a
        cast."""
        self._source.insert(0, materialization)

    def add_target_materialization(self, materialization: Materialization) -> None:
        """Turn an old value to new types, where its own definition stays, by `materialization` instead of a
        cast."""
        self._target.insert(0, materialization)

    def convert(self, type: Attribute) -> tuple[Attribute, ...] | None:
        """The types that stand for `type`; `(type,)` when it is legal, None when it has no counterpart.

        A conversion that gives an empty sequence says that there is no counterpart.
        """
        memo = self._memo
        if type in memo:
            return memo[type]
        converted: tuple[Attribute, ...] | None = (type,)
        for conversion in (*self._by_class.get(type.__class__, ()), *self._general):
            answer = conversion(type)
            if answer is not None:
                converted = (answer,) if isinstance(answer, Attribute) else tuple(answer) or None
                break
        memo[type] = converted
        return converted

    def convert_one(self, type: Attribute) -> Attribute | None:
        """The one type that stands for `type`; None when there is none, or several."""
        converted = self.convert(type)
        return converted[0] if converted is not None and len(converted) == 1 else None

    def is_legal(self, type: Attribute) -> bool:
        """Whether `type` stays as it is."""
        converted = self.convert(type)
        return converted is not None and len(converted) == 1 and converted[0] == type

    def materialize_source(self, builder: OpBuilder, type: Attribute, values: Sequence[SSAValue]) -> SSAValue:
        """A value of the old `type` made of the new `values`."""
        for materialization in self._source:
            made = materialization(builder, (type,), values)
            if made is not None:
                return made[0]
        return cast_values(builder, (type,), values)[0]

    def materialize_target(
        self, builder: OpBuilder, types: Sequence[Attribute], value: SSAValue
    ) -> Sequence[SSAValue]:
        """Values of the new `types` made of the old `value`."""
        for materialization in self._target:
            made = materialization(builder, types, (value,))
            if made is not None:
                return made
        return cast_values(builder, types, (value,))
