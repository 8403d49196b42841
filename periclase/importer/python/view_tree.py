"""What typing makes of views, see `typed_tree`: extents and strides, parts of a view, elements."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from periclase.importer.python.typed_tree import ElementPlace, Expr, Once, Range, Read
from periclase.record import Record
from periclase.types import DeviceType, ScalarType
from periclase.views import ViewType

EMISSION = "periclase.importer.python.emit_views"


class ViewPart(Expr):
    """An extent or a stride of a view: `field` counts the extents first, then the strides."""

    __slots__ = ("field", "view")
    emission = EMISSION

    def __init__(self, node: ast.AST, type: ScalarType, range: Range, view: Expr, field: int):
        super().__init__(node, type, range)
        self.view = view
        self.field = field

    @property
    def is_repeatable(self) -> bool:  # type: ignore[override]
        """See `Expr`."""
        return isinstance(self.view, Read | Once)


class At(Record):
    """One position of an axis, which the part of the view does not have any more.

    Attributes:
        index: the position.
        check: whether it is compared with the extent at run time.
    """

    index: Expr
    check: bool


class Cut(Record):
    """Some positions of an axis: Python's `start:stop:step`. Bounds count from the end where they are negative."""

    start: Expr | None
    stop: Expr | None
    step: int


class SubView(Expr):
    """A part of a view, or of a slice: `x[i]`, `x[a:b, ::2]`. The axes that nothing is said of are whole."""

    __slots__ = ("axes", "view")
    emission = EMISSION

    def __init__(self, node: ast.AST, type: DeviceType, view: Expr, axes: Sequence[At | Cut]):
        super().__init__(node, type)
        self.view = view
        self.axes = axes


class Transposed(Expr):
    """A view with its axes in reverse."""

    __slots__ = ("view",)
    emission = EMISSION

    def __init__(self, node: ast.AST, view: Expr):
        super().__init__(node, view.type)
        self.view = view


class AsView(Expr):
    """A view or slice as a view that may do less with the elements, or a slice as a view."""

    __slots__ = ("value",)
    emission = EMISSION

    def __init__(self, type: ViewType, value: Expr):
        super().__init__(value.node, type)
        self.value = value


class ViewOfArray(Expr):
    """A fixed array as a view."""

    __slots__ = ("array",)
    emission = EMISSION

    def __init__(self, node: ast.AST, type: ViewType, array: Expr):
        super().__init__(node, type)
        self.array = array


class ViewElementPlace(ElementPlace):
    """An element of a view, the value `base`."""

    __slots__ = ()
    emission = EMISSION
