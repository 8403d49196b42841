"""What a launch tells of the products of its numbers, as those of flat indices: of `row * width`, where `row < height` is known.

The launch has seen that `height * width` is small. So is `row * width` then, whatever the two are: a row is no more than the
height, by as much as what is known of their difference.
"""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, Block, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.launch_versions import MOST_FLAT

Numbers = tuple[frozenset[int], frozenset[int]]
"""The numbers of two groups of arguments: the product of each of the first with each of the second is small."""
NONE: Numbers = (frozenset(), frozenset())


def numbers_of(promise: Attribute | None) -> Numbers:
    """What the attribute of a kernel says."""
    if not isinstance(promise, ArrayAttr):
        return NONE
    first, second = (
        frozenset(map(int, cast(Any, each).get_values())) for each in cast("ArrayAttr[Attribute]", promise)
    )
    return first, second


class SmallProducts:
    """The promise, for the values of one kernel.

    Attributes:
        factors: arguments of the first group, and what they are extended to.
        counts: those of the second one.
    """

    def __init__(self, entry: Block, numbers: Numbers):
        self.factors = frozenset(_images(entry, numbers[0]))
        self.counts = tuple(_images(entry, numbers[1]))

    def interval(
        self,
        value: tuple[SSAValue, int],
        of_value: tuple[int, int],
        of_factor: tuple[int, int],
        facts: dict[Any, Any],
    ) -> tuple[int, int] | None:
        """The interval of a value times a factor; None if nothing is known of it.

        Args:
            value: as another one, and a constant that it is above that.
            of_value: its interval.
            of_factor: that of the factor.
            facts: of pairs of values, the most that the first is above the second.
        """
        base, offset = value
        above: int | None = None
        for count in self.counts:
            known = 0 if count is base else facts.get((base, count))
            if known is not None and (above is None or known + offset < above):
                above = known + offset
        if above is None:
            return None
        # Where the value is not negative, it is at most `count + above`: so the product is at most that of the promise and
        # `above` factors more.
        most_factor = max(-of_factor[0], of_factor[1])
        most = MOST_FLAT + max(above, 0) * most_factor
        below = max(0, -of_value[0]) * most_factor
        if of_factor[0] >= 0:
            return -below, most
        if of_factor[1] <= 0:
            return -most, below
        return -max(most, below), max(most, below)


def _images(entry: Block, numbers: frozenset[int]) -> list[SSAValue]:
    found: list[SSAValue] = []
    for argument in entry.args:
        if argument.index in numbers:
            found.append(argument)
            found += [
                use.operation.results[0]
                for use in argument.uses
                if type(use.operation) is mir.CastOp
                and use.operation.kind is CastKind.INT_TO_INT
                and cast(Any, use.operation.results[0].type).width.data == 64
            ]
    return found
