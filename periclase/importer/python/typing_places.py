"""Typing of what is indexed and has fields: which places can be read and set, and which indices need a check at run time."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from periclase.importer.python import value_ranges
from periclase.importer.python.conversions import coerce, is_floating, is_integer, strong
from periclase.importer.python.one_name import holds_object
from periclase.importer.python.outliving import Outliving
from periclase.importer.python.places import access_of, location_of, place_of, root_of, slice_of, steps
from periclase.importer.python.problems import Problem, index_help, with_article
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    ArrayValue,
    Binary,
    Constant,
    ElementPlace,
    Expr,
    FieldPlace,
    Length,
    Load,
    LoadAgain,
    Pending,
    Place,
    TemporaryPlace,
    Variable,
    VariablePlace,
)
from periclase.importer.python.typing_base import NOT_STATIC
from periclase.importer.python.typing_operators import OperatorTyping
from periclase.record import replace
from periclase.types import Access, ArrayType, Space, TupleType, Type, bool_, isize, points_to_thread


class PlaceTyping(OperatorTyping):
    """Subscripts and attributes."""

    def subscript(self, node: ast.Subscript) -> Expr:
        """The value of `base[index]`: an element, or an item of a tuple."""
        return self.readable(node, self.located(node))

    def attribute(self, node: ast.Attribute) -> Expr:
        """The value of `base.name`, where `base` is a value on the device."""
        return self.readable(node, self.located(node))

    def readable(self, node: ast.expr, value: Expr) -> Expr:
        """`value`, which is read.

        Raises:
            Problem: it is in a slice that is only written.
        """
        place = value.place if isinstance(value, LoadAgain) else place_of(value)
        base = None if place is None else slice_of(place)
        if base is not None and access_of(base.type) is Access.WRITE:
            raise Problem(
                "PC0208",
                f"`{ast.unparse(base.node)}` is {with_article(base.type)}: its elements are written, never read",
                node,
                f"annotate it as `{replace(cast(Any, base.type), access=Access.READ_WRITE)}`",
            )
        return value

    def located(self, node: ast.expr) -> Expr:
        """The value of an expression whose elements and fields may be written only: what is set is not read."""
        if isinstance(node, ast.Subscript) or (
            isinstance(node, ast.Attribute) and self.static_value(node) is NOT_STATIC
        ):
            return self.narrowed_part(node, self._part(node, self.located(node.value)))
        held = self.device_global(node)
        return self.value(node) if held is None else held

    def narrowed_part(self, node: ast.expr, value: Expr) -> Expr:
        """A field or item that may be `None`, where tests have shown whether it is."""
        raise AssertionError("supplied by ExpressionTyping")

    def _part(self, node: ast.Subscript | ast.Attribute, base: Expr) -> Expr:
        typing: Any = self  # the whole of typing, of which this is a part
        if isinstance(node, ast.Attribute):
            return rules_of(base).attribute(typing, node, base)
        indices = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        return rules_of(base).element(typing, node, base, indices)

    def located_part(self, node: ast.Subscript | ast.Attribute) -> tuple[Expr, Expr]:
        """The value of what an element or attribute is a part of, and its own."""
        base = self.located(node.value)
        return base, self._part(node, base)

    def accessed_place(self, node: ast.Subscript | ast.Attribute) -> Place:
        """The place that an element or attribute names.

        Raises:
            Problem: it names none.
        """
        return self._place(node, self.located(node))

    def _place(self, node: ast.expr, value: Expr) -> Place:
        if not isinstance(value, Load):
            part = access_of(value.type) is not None  # of a slice or view
            raise Problem(
                "PC0208",
                f"`{ast.unparse(node)}` is a value, not a place that can be set",
                node,
                "set the elements one by one: `for i in range(len(x)): x[i] = …`" if part else None,
            )
        return value.place

    def stored_place(self, node: ast.Subscript | ast.Attribute) -> Place:
        """The place that `base[index] = …` or `base.name = …` sets.

        Raises:
            Problem: it can not be set.
        """
        base = self.located(node.value)
        refusal = rules_of(base).constant_part(base)
        if refusal is not None:
            raise Problem("PC0208", refusal, node, "make a new one")
        place = self._place(node, self._part(node, base))
        self.check_settable(node, place)
        self.changed(place, node)
        return place

    def check_settable(self, node: ast.AST, place: Place) -> None:
        """See that what lies at `place` may be set.

        Raises:
            Problem: it is in a slice that is only read, in a parameter, or in no variable at all.
        """
        if location_of(place)[1]:
            return
        base = slice_of(place)
        if base is not None:
            if base.type.__class__.__name__ == "GridConstantType":
                from periclase.importer.python.grid_constants import refuse_change

                refuse_change(node, base)
            if base.type.__class__.__name__ == "PointerType":
                both = replace(cast(Any, base.type), access=Access.READ_WRITE)
                raise Problem(
                    "PC0208",
                    f"`{ast.unparse(base.node)}` is {with_article(base.type)}: by it nothing is written",
                    node,
                    None if location_of(place)[0] is Space.CONSTANT else f"annotate it as `{both}`",
                )
            both, write = (replace(cast(Any, base.type), access=a) for a in (Access.READ_WRITE, Access.WRITE))
            raise Problem(
                "PC0208",
                f"`{ast.unparse(base.node)}` is {with_article(base.type)}: its elements can not be set",
                node,
                f"annotate it as `{both}`, or `{write}` if it is never read",
            )
        outer = list(steps(place))[-1]
        if location_of(place)[0] is Space.CONSTANT:
            raise Problem(
                "PC0208", f"`{ast.unparse(outer.node)}` is a constant array: it can not be changed", node
            )
        if isinstance(outer, TemporaryPlace):
            # Right, if nothing else knows the object: `make().advance()` is called for what it gives. That shows later.
            self.unnamed.append((outer.value, outer is place, node))
            return
        if isinstance(outer, VariablePlace):
            name = outer.variable.name
            if isinstance(outer.variable.type, ArrayType) and not self.instance.is_kernel:
                raise Problem(
                    "PC0109",
                    f"the array that is passed for `{name}` is a part of a parameter or of a `Slice`, and can not be changed",
                    node,
                    "change a copy, and return what the caller needs of it",
                )
            raise Problem(
                "PC0109",
                f"`{name}` is a parameter, of which this function has a copy: the caller would not see the change",
                node,
                f"change a copy, and return it: `changed = copy({name})`",
            )
        raise Problem(
            "PC0208", f"`{ast.unparse(outer.node)}` is in no variable: nobody would see the change", node
        )

    def changed(self, place: Place, node: ast.AST) -> None:
        """Note that what lies at `place` is set: what it is a part of is changed."""
        variable, path = root_of(place)
        if variable is not None:
            self.forget_parts(variable.name, node, itself=True)
            self.changes.append((variable, path[:-1], node))

    def changed_whole(self, place: Place, node: ast.AST) -> None:
        """Note that parts of what lies at `place` are set, or may be."""
        variable, path = root_of(place)
        if variable is not None:
            self.forget_parts(variable.name)
            self.changes.append((variable, path, node))

    def stored(self, value: Expr, place: Place) -> Expr:
        """`value` as what lies at `place`."""
        base = place.base if isinstance(place, ElementPlace | FieldPlace) else place
        kind = "a field" if isinstance(place, FieldPlace) else "an element"
        what = f"stored in {kind} of {base.type}"
        variable, path = root_of(place)
        self._check_outlived(value, variable, place)
        part = self.part_value(value, place.type, what)
        if variable is not None and "*" not in path:  # elements of arrays are copies
            self.bindings.append((variable, path, value, place.node))
            self.used_whole(value, "stored in another object")
        return part

    def _check_outlived(self, value: Expr, variable: Variable | None, place: Place) -> None:
        """Note a pointer that gets to where it is known when the function has ended."""
        mine = variable is not None and not variable.is_parameter and variable.reference is None
        if points_to_thread(value.type) and not (mine and location_of(place)[0] is Space.LOCAL):
            self.outliving.append(Outliving(value, place.node, place))

    def part_value(self, value: Expr, type: Type, what: str) -> Expr:
        """`value` as a part of something else, which has the type `type`."""
        if isinstance(type, ArrayType) and isinstance(value.type, ArrayType):
            wanted = replace(type, space=Space.LOCAL, mutable=True)
            if replace(value.type, space=Space.LOCAL, mutable=True) == wanted:
                return ArrayValue(value.node, wanted, value)
        if isinstance(type, ArrayType) and value.type.__class__ is TupleType:
            from periclase.importer.python.array_items import array_of_items

            return array_of_items(self, value, type, what)
        return self.held(value, type, what)

    def used_whole(self, value: Expr, what: str) -> None:
        """Note that a value gets one more name: a variable, a place in a tuple or object."""
        if holds_object(value.type):
            self.uses.append((value, what))

    def index(self, node: ast.expr, base: Expr, extent: int | None) -> tuple[Expr, bool]:
        """An index of `base`, and whether it has to be checked at run time against `extent`, or the length of the slice."""
        if isinstance(node, ast.Slice):
            raise Problem(
                "PC0105",
                f"a part of {with_article(base.type)} (`{ast.unparse(base.node)}[a:b]`) can not be taken",
                node,
                f"take it of a view: `view({ast.unparse(base.node)})[{ast.unparse(node)}]`"
                if isinstance(base.type, ArrayType)
                else "add the offset to the index: `x[a + i]`",
            )
        value = self.as_number(self.value(node))
        if value.type in PENDING:
            return Pending(node, isize), True
        if not is_integer(value.type):
            help = index_help(value.type) or f"write `i32({ast.unparse(node)})`"
            if is_floating(value.type):
                help += "; `//` divides integers"
            elif value.type is bool_:
                help += ": in numpy a truth value would be a mask"
            raise Problem(
                "PC0208",
                f"an index must be an integer, not {value.type}",
                node,
                help,
            )
        if isinstance(value, Constant):
            return self._constant_index(node, value.value, base, extent)
        value = self.position(strong(value), lambda: self._extent(node, base, extent))
        inside = (
            extent is not None and value.range is not None and value_ranges.fits(value.range, (0, extent - 1))
        )
        if (
            extent is not None
            and value.range is not None
            and (value.range[0] >= extent or value.range[1] < 0)
        ):
            raise Problem(
                "PC0209",
                f"the index is always out of bounds: it is in {value.range[0]} … {value.range[1]}, "
                f"and `{ast.unparse(base.node)}` has {extent} elements here",
                node,
            )
        return value, not inside

    def position(self, index: Expr, extent: Callable[[], Expr]) -> Expr:
        """The position of the element that an index known at run time only names: the index itself.

        Args:
            index: an integer.
            extent: gives the number of elements.
        """
        return index

    @staticmethod
    def _extent(node: ast.AST, base: Expr, extent: int | None) -> Expr:
        """The number of elements of `base`, where an index at `node` asks for it."""
        if extent is not None:
            return Constant(node, isize, extent)
        return Length(node, isize, value_ranges.LENGTH_RANGE, base)

    def _constant_index(
        self, node: ast.expr, index: int, base: Expr, extent: int | None
    ) -> tuple[Expr, bool]:
        if extent is None:
            if abs(index) > value_ranges.LENGTH_RANGE[1]:
                raise Problem("PC0209", "the index is out of bounds: no slice has that many elements", node)
            if index >= 0:
                return coerce(Constant(node, isize, index), isize), True
            return Binary(
                node, isize, None, "sub", self._extent(node, base, None), Constant(node, isize, -index)
            ), True
        position = index + extent if index < 0 else index
        if not 0 <= position < extent:
            raise Problem(
                "PC0209",
                f"the index {index} is out of bounds: `{ast.unparse(base.node)}` has {extent} elements here",
                node,
                f"use an index from {-extent} to {extent - 1}",
            )
        return Constant(node, isize, position), False

    def length(self, node: ast.Call, value: Expr) -> Expr:
        """`len(value)`."""
        typing: Any = self
        found = rules_of(value).length(typing, node, value)
        if found is None:
            raise Problem("PC0205", f"{with_article(value.type)} has no length", node)
        return found
