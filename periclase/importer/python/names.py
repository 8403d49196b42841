"""What a name in a kernel means on the host, and which host values are constants."""

from __future__ import annotations

import ast
import enum
from types import ModuleType
from typing import Any, cast

from periclase.constants import attribute_of
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import WEAK_FLOAT, WEAK_INT, Constant, Expr, MakeTuple
from periclase.signature import MISSING
from periclase.structs import NotAStruct, is_struct, struct_type
from periclase.types import ScalarType, TupleType, bool_, scalar_types


def suggestion(name: str, candidates: list[str]) -> str | None:
    """`did you mean …?` for a misspelt name, or None."""
    import difflib

    close = difflib.get_close_matches(name, candidates, 1, 0.7)
    return f"did you mean `{close[0]}`?" if close else None


def static_attribute(owner: Any, name: str, node: ast.Attribute) -> Any:
    """Attribute `name` of a module, class or namespace of the host.

    Raises:
        Problem: it has none.
    """
    value = attribute_of(owner, name, MISSING)
    if value is MISSING:
        kind = "module" if isinstance(owner, ModuleType) else "class" if isinstance(owner, type) else "object"
        shown = getattr(owner, "__name__", type(owner).__name__)
        raise Problem(
            "PC0102", f"{kind} `{shown}` has no attribute `{name}`", node, suggestion(name, dir(owner))
        )
    return value


def is_namespace(value: Any) -> bool:
    """Whether attributes of `value` are looked up on the host: a module or a class, an enum too."""
    return isinstance(value, ModuleType | type)


_BY_NUMPY_NAME: dict[str, ScalarType] = {
    t.numpy_name: t for t in reversed(list(scalar_types.values())) if t.numpy_name is not None
}


def scalar_named(text: str) -> ScalarType | None:
    """The scalar type of a name, ours or numpy's, such as `"float32"`, or None."""
    known = scalar_types.get(text)
    return known or next((each for each in scalar_types.values() if each.numpy_name == text), None)


def numpy_scalar_type(value: Any) -> ScalarType | None:
    """The scalar type for a numpy scalar class (`numpy.float32`), or None."""
    if isinstance(value, type) and value.__module__ == "numpy":
        name = "bool" if value.__name__ in ("bool_", "bool") else value.__name__
        found = _BY_NUMPY_NAME.get(name)
        return {"isize": scalar_types["i64"], "usize": scalar_types["u64"]}.get(str(found), found)
    return None


def constant_of_host_value(value: Any, node: ast.AST) -> Expr | None:
    """A number, a numpy scalar, a member of an enumeration, or a tuple of them, as a constant; None for anything else.

    Python's numbers are literals: they take the type of their context. A numpy scalar has its own type.
    """
    if isinstance(value, enum.Enum):
        from periclase.importer.python.enum_tree import constant_member

        member = constant_member(value, node)
        if member is not None or not isinstance(value, int | float):
            return member
    if isinstance(value, bool):
        return Constant(node, bool_, value)
    if value is None:
        from periclase.importer.python.optional_tree import NoneLiteral

        return NoneLiteral(node)
    numpy_type = numpy_scalar_type(type(value))
    if numpy_type is not None:
        return Constant(node, numpy_type, cast(Any, value).item())
    if isinstance(value, int):
        return Constant(node, WEAK_INT, int(value))
    if isinstance(value, float):
        return Constant(node, WEAK_FLOAT, float(value))
    if isinstance(value, complex) or type(value).__name__ == "complex64":
        from periclase.importer.python.complex_tree import constant_of_complex

        return constant_of_complex(value, node)
    if type(value).__name__ == "ConstantArray":
        from periclase.importer.python.constant_tree import TableOf

        return TableOf(node, value)
    if is_struct(cast("type[Any]", type(value))):
        return _constant_object(value, node)
    if isinstance(value, tuple):
        value = cast(tuple[Any, ...], value)
        parts = [constant_of_host_value(part, node) for part in value]
        known = [part for part in parts if part is not None]
        return make_tuple(node, known) if len(known) == len(parts) else None
    return None


def _constant_object(value: Any, node: ast.AST) -> Expr | None:
    """An object of a struct of the host as a constant, or None where its class, or what it holds, is nothing on a device."""
    from periclase.importer.python.struct_rules import constant_struct

    try:
        found = struct_type(cast("type[Any]", type(value)))
    except NotAStruct as problem:
        raise Problem("PC0201", problem.message, node, problem.help) from None
    return constant_struct(value, found, node)


def make_tuple(node: ast.AST, elements: list[Expr]) -> MakeTuple:
    """A tuple whose elements may still be weak: its type says `i64` or `f64` for them, which `coerce` may change."""
    from periclase.importer.python.conversions import default_type

    types: list[Any] = [default_type(e.type, e.range) for e in elements]
    return MakeTuple(node, TupleType(tuple(types)), elements)
