"""A builder with an insertion point and a current location: every op it inserts has a place in the user's
source.

xDSL's `Builder` knows no location; ops made through it keep `loc(unknown)` and the way from PTX back to the
source is lost.
"""

from __future__ import annotations

from typing import TypeVar

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr
from xdsl.ir import Block, Operation

_OpT = TypeVar("_OpT", bound=Operation)


class OpBuilder:
    """Inserts ops into a block, before an op or at the end.

    Attributes:
        block: where it inserts.
        before: the op in `block` before which it inserts; None for the end of the block.
        location: given to every inserted op that has none of its own.
    """

    __slots__ = ("before", "block", "location")

    def __init__(self, block: Block, before: Operation | None = None, location: LocationAttr = UNKNOWN_LOC):
        self.block = block
        self.before = before
        self.location = location

    @classmethod
    def before_op(cls, op: Operation, location: LocationAttr | None = None) -> OpBuilder:
        """Insert before `op`, by default with its location.

        Raises:
            ValueError: `op` is in no block.
        """
        if op.parent is None:
            raise ValueError(f"{op.name} is in no block")
        return cls(op.parent, op, op.location if location is None else location)

    @classmethod
    def after_op(cls, op: Operation, location: LocationAttr | None = None) -> OpBuilder:
        """Insert right after `op`, by default with its location.

        Raises:
            ValueError: `op` is in no block.
        """
        if op.parent is None:
            raise ValueError(f"{op.name} is in no block")
        return cls(op.parent, op.next_op, op.location if location is None else location)

    @classmethod
    def at_start(cls, block: Block, location: LocationAttr = UNKNOWN_LOC) -> OpBuilder:
        """Insert before the ops that `block` now has."""
        return cls(block, block.first_op, location)

    @classmethod
    def at_end(cls, block: Block, location: LocationAttr = UNKNOWN_LOC) -> OpBuilder:
        """Insert at the end of `block`."""
        return cls(block, None, location)

    def insert(self, op: _OpT) -> _OpT:
        """Insert `op` at the insertion point, which stays behind it; gives `op`."""
        if op.location is UNKNOWN_LOC:
            op.location = self.location
        if self.before is None:
            self.block.add_op(op)
        else:
            self.block.insert_op_before(op, self.before)
        return op
