"""Making an unconditional branch without knowing the dialect.

A dialect with a jump says so once, where its module defines the dialect:

    register_branch("mir", lambda target, operands, location: GotoOp.make(target, operands,
    location=location))

The inliner (return → jump behind the call), simplify-cfg and SCCP (conditional → unconditional) use it;
without it they leave that dialect's control flow as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from xdsl.dialects.builtin import LocationAttr
    from xdsl.ir import Block, Operation, SSAValue


class BranchFactory(Protocol):
    """Makes a terminator that always goes to `target`, whose arguments take `operands`; not yet inserted."""

    def __call__(self, target: Block, operands: Sequence[SSAValue], location: LocationAttr, /) -> Operation:
        """The new terminator, which has `BranchOpInterface` and exactly one successor."""
        ...


_factories: dict[str, BranchFactory] = {}


def register_branch(dialect: str, factory: BranchFactory) -> None:
    """Make `factory` the unconditional branch of `dialect` (its name)."""
    _factories[dialect] = factory


def has_branch(dialect: str) -> bool:
    """Whether `dialect` has said how it jumps."""
    return dialect in _factories


def make_branch(
    dialect: str, target: Block, operands: Sequence[SSAValue], location: LocationAttr
) -> Operation | None:
    """A new unconditional branch of `dialect`, not yet inserted; None when the dialect has none."""
    factory = _factories.get(dialect)
    return None if factory is None else factory(target, operands, location)
