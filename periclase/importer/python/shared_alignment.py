"""How shared arrays are aligned: what `align=` asks for, and the rows that instructions move 16 bytes at a time."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from periclase.importer.python.conversions import is_integer
from periclase.importer.python.places import location_of, steps
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import Constant, ElementPlace, Place
from periclase.types import ArrayType, Space, Type, align_of

if TYPE_CHECKING:
    from periclase.importer.python.typing_base import TypingBase
    from periclase.intrinsics.model import Intrinsic, Parameter

MOST = 1024
"""What the widest swizzle of the copy engine wants: 8 rows of 128 bytes."""


def asked_alignment(
    typing: TypingBase, asked: ast.expr | None, element: Type, of: str = "shared_array"
) -> int | None:
    """What `align=` of `shared_array`, or of what `of` names, says, in bytes; None where it is not written.

    Raises:
        Problem: it is no power of two, or less than the elements need.
    """
    if asked is None:
        return None
    given = typing.value(asked)
    value = given.value if isinstance(given, Constant) and is_integer(given.type) else 0
    least = align_of(element)
    if not least <= value <= MOST or value & (value - 1):
        raise Problem(
            "PC0210",
            f"`align` of `{of}` is a power of two from {least} to {MOST} that is known at import",
            asked,
        )
    return value


_ROWS = ("ldmatrix", "stmatrix")
_ROW_BYTES = 16


def check_place(place: Place, node: ast.expr, row: Intrinsic, parameter: Parameter) -> None:
    """See that a place may be one of shared memory, and that matrices are moved by whole rows.

    Raises:
        Problem: it lies elsewhere (PC0641), or rows do not begin at multiples of 16 bytes (PC0220).
    """
    space = location_of(place)[0]
    if space not in (Space.SHARED, Space.GENERIC):
        raise Problem(
            "PC0641",
            f"'{parameter.name}' of '{row.name}' must be in shared memory, and `{ast.unparse(node)}` is in {space.value} memory",
            node,
            "copy it to a `shared_array` first",
        )
    if not row.name.startswith(_ROWS):
        return
    step = _bytes_between_rows(place)
    if step is not None and step % _ROW_BYTES:
        raise Problem(
            "PC0220",
            f"`{row.name}` moves rows of 16 bytes that begin at multiples of 16, and the rows of `{ast.unparse(node)}` are "
            f"{step} bytes apart",
            node,
            "give the array a last extent that is a multiple of 16 bytes",
        )


def _bytes_between_rows(place: Place) -> int | None:
    """How far the rows of the fixed array are apart that a place is an element of; None where it is in none of several rows."""
    for step in steps(place):
        if isinstance(step, ElementPlace):
            base = getattr(step.base, "type", None)
            if isinstance(base, ArrayType) and len(base.shape) > 1:
                return base.shape[-1] * base.element.size
    return None
