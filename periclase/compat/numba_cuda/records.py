"""Records: elements of numpy's structured dtypes, as structs.

`r[i].x`, `r[i]["x"]`, `r["x"][i]` and `r.x[i]` name a field of an element. A variable that is assigned an element is
that element, as in numba: setting a field of it sets it in the array.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import keyword
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from periclase.arrays import Array
from periclase.generics import Mismatch
from periclase.importer.python.places import access_of, location_of, steps
from periclase.importer.python.pointer_tree import PointeePlace, PointerTo
from periclase.importer.python.typed_tree import Constant, ElementPlace, Expr, Load
from periclase.keyword_arguments import KeywordsType
from periclase.pointers import PointerType
from periclase.structs import StructType, numpy_dtype, struct_type
from periclase.types import Access, ArrayType, isize, scalar_types

if TYPE_CHECKING:
    from periclase.compat.numba_cuda.typing_rules import NumbaTyping

_BY_NAME = {type.numpy_name: type for type in reversed(list(scalar_types.values())) if type.numpy_name}


@functools.cache
def record_class(dtype: np.dtype[Any]) -> type[Any]:
    """The class whose objects lie in memory as elements of a structured dtype do.

    Raises:
        Mismatch: there is none.
    """
    fields: list[tuple[str, Any]] = []
    for name, (held, *_) in cast("Any", dtype.fields).items():
        if not name.isidentifier() or keyword.iskeyword(name) or hasattr(object, name) or name == "__dict__":
            raise Mismatch(f"the field `{name}` of the record has a name that no attribute has")
        fields.append((name, _annotation(name, held)))
    made = dataclasses.make_dataclass("record", fields)
    if numpy_dtype(struct_type(made)) != dtype:
        raise Mismatch("a record lies in memory as in C: make its dtype with `align=True`")
    return made


def _annotation(name: str, held: np.dtype[Any]) -> Any:
    if held.subdtype is not None:
        element, shape = held.subdtype
        return cast(Any, Array)[(_annotation(name, element), *shape)]
    if held.names is not None:
        return record_class(held)
    if held.kind == "c":
        from periclase.complex_numbers import host_complex_type

        return host_complex_type(held.type)
    found = _BY_NAME.get(held.name)
    if found is None:
        raise Mismatch(f"the field `{name}` of the record is {held}, of which kernels have no values")
    return found


def is_record(dtype: object) -> bool:
    """Whether a value is a structured dtype."""
    return isinstance(dtype, np.dtype) and dtype.names is not None


def field_of_element(typing: NumbaTyping, node: ast.expr) -> ast.expr:
    """`r["x"][i]` and `r.x[i]`, of an array of records, as `r[i].x`, and `r[i]["x"]` as that; anything else as it is."""
    if not isinstance(node, ast.Subscript):
        return node
    name = _written(node.slice)
    if name is not None and _is_named_arguments(typing, node.value):
        return node
    if name is not None:
        return ast.copy_location(ast.Attribute(node.value, name, node.ctx), node)
    inner = node.value
    if isinstance(inner, ast.Subscript):
        name = _written(inner.slice)
    elif isinstance(inner, ast.Attribute):
        name = inner.attr
    if name is None or not isinstance(inner, ast.Subscript | ast.Attribute):
        return node
    if isinstance(inner, ast.Attribute) and not (
        isinstance(inner.value, ast.Name) and typing.is_local(inner.value.id)
    ):
        return node
    type = typing.value(inner.value).type
    array = access_of(type) is not None or isinstance(type, ArrayType)
    element: Any = getattr(type, "element", None)
    if not array or not isinstance(element, StructType) or element.index(name) is None:
        return node
    place = ast.copy_location(ast.Subscript(inner.value, node.slice, ast.Load()), node)
    return ast.copy_location(ast.Attribute(place, name, node.ctx), node)


def _is_named_arguments(typing: NumbaTyping, node: ast.expr) -> bool:
    """Whether it is the `**named` of a function, whose items are named by strings too."""
    if not (isinstance(node, ast.Name) and typing.is_local(node.id)):
        return False
    return isinstance(typing.variables[node.id].type, KeywordsType)


def _written(index: ast.expr) -> str | None:
    return index.value if isinstance(index, ast.Constant) and isinstance(index.value, str) else None


def as_reference(node: ast.AST, value: Expr) -> Expr:
    """An element of an array of records as a pointer to it, which a variable holds; anything else as it is."""
    if not isinstance(value, Load) or not isinstance(value.type, StructType):
        return value
    if not any(isinstance(step, ElementPlace) for step in steps(value.place)):
        return value
    space, mutable = location_of(value.place)
    access = Access.READ_WRITE if mutable else Access.READ
    return PointerTo(node, PointerType(value.type, access, space), value.place)


def referred(node: ast.AST, value: Expr) -> Expr:
    """What a variable that holds such a pointer stands for; anything else as it is."""
    if not isinstance(value.type, PointerType):
        return value
    place = PointeePlace(node, value.type.element, value, [Constant(node, isize, 0)], [None], [False])
    return Load(node, place)
