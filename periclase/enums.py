"""Enumerations: classes of `enum` whose members are integers, as types of parameters, variables, fields and elements.

A member lies in memory as its number: an `i32` where that holds all of them, else an `i64`. Buffers of an enumeration are those
of that integer. What a buffer holds need not be the number of a member: `Color(number)` checks.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from periclase.record import field
from periclase.types import DeviceType, ScalarType, Type, i32, i64


class EnumType(DeviceType):
    """The type of the members of an enumeration.

    Attributes:
        host: the class.
        number: the integer type that they lie in memory as.
    """

    host: type[enum.Enum]
    number: ScalarType = field(compare=False)

    @property
    def is_integer(self) -> bool:
        """Whether members are integers as well, as those of an `IntEnum` and an `IntFlag`."""
        return issubclass(self.host, int)

    @property
    def is_flag(self) -> bool:
        """Whether members are sets of bits."""
        return issubclass(self.host, enum.Flag)

    @property
    def mask(self) -> int | None:
        """The bits that `~` sets where none are set; None where the running Python does something else than `inverted`."""
        host: Any = self.host
        mask = int((~host(0)).value)
        members = [0, mask, *self.numbers]
        return (
            mask
            if all(int((~host(n)).value) == _inverted(n, mask, self.is_integer) for n in members)
            else None
        )

    def inverted(self, number: int) -> int:
        """The number of `~member`, where there is a `mask`."""
        mask = self.mask
        assert mask is not None
        return _inverted(number, mask, self.is_integer)

    @property
    def all_bits(self) -> int:
        """The bits up to the highest one that a flag has."""
        return (1 << max(int(member.value) for member in self.host.__members__.values()).bit_length()) - 1

    def kept(self, number: int) -> int:
        """The number of `host(number)` of an `IntFlag`: of a negative one the bits up to the highest flag, or its own."""
        return int(cast(Any, self.host)(number).value)

    @property
    def numbers(self) -> Mapping[int, str]:
        """The number of each member, and its name."""
        return {int(member.value): member.name for member in self.host}

    @property
    def numpy_name(self) -> str | None:
        """The name of the numpy dtype."""
        return self.number.numpy_name

    @property
    def is_storable(self) -> bool:
        return True

    @property
    def size(self) -> int:
        return self.number.size

    @property
    def align(self) -> int:
        return self.number.size

    @property
    def canonical(self) -> str:
        members = ", ".join(f"{name}={number}" for number, name in self.numbers.items())
        return f"enum {self.host.__module__}.{self.host.__qualname__}{{{members}}}"

    def parts(self) -> Sequence[tuple[str, Type]]:
        return [("", self.number)]

    def host_parts(self, value: Any) -> Sequence[Any]:
        return [self.plain(value)]

    def plain(self, value: Any) -> int:
        """The number of a member, as numpy takes it for an element.

        Raises:
            TypeError: it is no member, nor the number of one.
        """
        if not isinstance(value, self.host):
            try:
                value = self.object_of(value)
            except ValueError:
                raise TypeError(f"a {self} is asked for, and {value!r} is not the number of one") from None
        return int(value.value)

    def object_of(self, value: Any) -> enum.Enum:
        """The member that an element of a numpy array stands for.

        Raises:
            ValueError: there is none.
        """
        if not hasattr(value, "__index__"):
            raise ValueError(value)
        return self.host(value.__index__())

    def __str__(self) -> str:
        return self.host.__name__

    __repr__ = __str__


def _inverted(number: int, mask: int, is_integer: bool) -> int:
    if is_integer:  # an `IntFlag` keeps bits that no flag has, and then counts those below as well
        mask |= (1 << number.bit_length()) - 1
    return mask & ~number


@lru_cache(maxsize=4096)
def enum_type(host: type[Any]) -> EnumType | None:
    """The type of the members of a class of `enum`, or None where one of them is no integer that an `i64` holds."""
    values: list[Any] = [member.value for member in cast(Any, host)]
    if not values or not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return None
    for number in (i32, i64):
        if all(number.low <= value <= number.high for value in values):
            return EnumType(host, number)
    return None
