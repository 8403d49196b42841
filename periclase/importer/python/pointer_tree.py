"""What typing makes of pointers, see `typed_tree`: addresses of places, pointers moved and compared, what lies at one."""

from __future__ import annotations

import ast

from periclase.importer.python.typed_tree import ElementPlace, Expr, Place
from periclase.pointers import PointerType
from periclase.types import isize

EMISSION = "periclase.importer.python.emit_pointers"


class PointerTo(Expr):
    """The address of a place."""

    __slots__ = ("place",)
    emission = EMISSION

    def __init__(self, node: ast.AST, type: PointerType, place: Place):
        super().__init__(node, type)
        self.place = place


class Moved(Expr):
    """A pointer some elements further on; `count` is an integer of any type, subtracted where `back`."""

    __slots__ = ("back", "count", "first", "pointer")
    emission = EMISSION

    def __init__(self, node: ast.AST, pointer: Expr, count: Expr, *, back: bool, count_first: bool):
        super().__init__(node, pointer.type)
        self.pointer = pointer
        self.count = count
        self.back = back
        self.first = count_first


class Distance(Expr):
    """How many elements `left` lies behind `right`; both of one type."""

    __slots__ = ("left", "right")
    emission = EMISSION

    def __init__(self, node: ast.AST, left: Expr, right: Expr):
        super().__init__(node, isize)
        self.left = left
        self.right = right


class AsPointer(Expr):
    """A pointer as one by which less may be done, or of another address space."""

    __slots__ = ("value",)
    emission = EMISSION

    def __init__(self, type: PointerType, value: Expr):
        super().__init__(value.node, type)
        self.value = value


class PointeePlace(ElementPlace):
    """What lies some elements behind a pointer, the value `base`: no index is checked."""

    __slots__ = ()
    emission = EMISSION
