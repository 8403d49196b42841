"""The rules of structs: construction, fields, properties, methods, operators by the methods that Python calls for them."""

from __future__ import annotations

import ast
import dataclasses
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.conversions import coerce, strong
from periclase.importer.python.names import constant_of_host_value, suggestion
from periclase.importer.python.places import location_of, part_of, placed
from periclase.importer.python.problems import Problem, Unready, with_article
from periclase.importer.python.sequence_rules import constant_index
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import (
    PENDING,
    AddressOf,
    Constant,
    ConstantStruct,
    Expr,
    MakeStruct,
    ReferenceType,
    Unary,
)
from periclase.kernel import DeviceFunction
from periclase.signature import REQUIRED, MadeByFactory, Parameter, Signature
from periclase.structs import NotAStruct, StructType, struct_type
from periclase.types import Type, bool_, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping

_BINARY = {
    "add": "add", "sub": "sub", "mul": "mul", "div": "truediv", "floordiv": "floordiv", "floormod": "mod", "pow": "pow",
    "shl": "lshift", "shr": "rshift", "and": "and", "or": "or", "xor": "xor", "matmul": "matmul",
}  # fmt: skip
_UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__", "abs()": "__abs__"}


def special_name(op: str) -> str:
    """The middle of the name of the method that Python calls for an operator: `add` of `__add__`."""
    return _BINARY.get(op, op)


_REFLECTED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def class_attribute(host: type, name: str) -> Any:
    """What a class or its bases hold under `name`, as it stands there, or None."""
    for owner in host.__mro__:
        if name in owner.__dict__:
            return owner.__dict__[name]
    return None


def _method_of(host: type, name: str) -> Any:
    """The function of the host that a method is, or None."""
    found = class_attribute(host, name)
    return cast(Any, found) if isinstance(found, FunctionType | DeviceFunction) else None


def is_generated(function: object) -> bool:
    """Whether `dataclass` or `NamedTuple` wrote a method, which then has no source."""
    return (
        isinstance(function, FunctionType)
        and function.__name__.startswith("__")
        and function.__code__.co_filename in ("<string>", f"<{function.__module__}>")
    ) or getattr(function, "__qualname__", "").startswith("namedtuple_")


class StructRules(TypeRules):
    """An object of a struct."""

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        type = cast(StructType, value.type)
        index = type.index(node.attr)
        if index is not None:
            if isinstance(value, MakeStruct) and typing.droppable(value):
                return _constant_field(node, value.elements[index])
            return part_of(node, value, index, type.fields[index][1])
        found = class_attribute(type.host, node.attr)
        if isinstance(found, property):
            return self._property(typing, node, value, found)
        if isinstance(found, FunctionType | DeviceFunction | staticmethod | classmethod):
            raise Problem(
                "PC0104",
                f"`{ast.unparse(node)}` is a method: it can be called, but not passed around",
                node,
                f"call it: `{ast.unparse(node)}(…)`",
            )
        constant = None if found is None else constant_of_host_value(found, node)
        if constant is not None:
            return typing.after(value, constant)
        names = [name for name, _ in type.fields] + [n for n in dir(type.host) if not n.startswith("_")]
        raise Problem(
            "PC0102",
            f"{with_article(type)} has no attribute `{node.attr}`",
            node,
            suggestion(node.attr, names) or f"it has {', '.join(name for name, _ in type.fields)}",
        )

    def _property(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr, found: property) -> Expr:
        getter: Any = found.fget
        if not isinstance(getter, FunctionType | DeviceFunction):
            raise Problem("PC0105", f"the property `{node.attr}` is not a function with source", node)
        return self.invoke(typing, node, value, cast(Any, getter), ast.unparse(node))

    def constant_part(self, value: Expr) -> str | None:
        type = cast(StructType, value.type)
        if type.is_tuple:
            return f"a {type} is a tuple, and can not be changed"
        return f"a {type} is frozen, and can not be changed" if type.frozen else None

    # Methods

    def method(self, typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
        type = cast(StructType, value.type)
        if type.index(name) is not None:
            return None
        found = class_attribute(type.host, name)
        shown = ast.unparse(node.func)
        if isinstance(found, staticmethod):
            inner: Any = cast("staticmethod[..., Any]", found).__func__
            return typing.after(value, typing.call_function(node, inner, shown, (), node))
        if isinstance(found, classmethod):
            raise Problem(
                "PC0105",
                f"`{shown}` is a class method: classes are no values on a device",
                node,
                "make it a `@staticmethod` that names the class",
            )
        if isinstance(found, property):
            return None
        if found is None:
            names = [n for n in dir(type.host) if not n.startswith("_")]
            raise Problem(
                "PC0102", f"{with_article(type)} has no method `{name}`", node, suggestion(name, names)
            )
        if getattr(found, "__module__", None) == "collections":
            raise Problem(
                "PC0105",
                f"`{shown}` is a method that all named tuples have, and none on a device",
                node,
                f"call the class with its fields: `{type.host.__name__}(…)`",
            )
        if is_generated(found) or not isinstance(found, FunctionType | DeviceFunction):
            raise Problem("PC0105", f"`{shown}` is a method without source, which can not be compiled", node)
        return self.invoke(typing, node, value, found, shown, node)

    def invoke(
        self,
        typing: ExpressionTyping,
        node: ast.AST,
        value: Expr,
        function: Any,
        shown: str,
        call: ast.Call | None = None,
        *others: Expr,
    ) -> Expr:
        """A call of a method: `self` is passed as a value, or by reference to one that changes it."""
        type = cast(StructType, value.type)
        leading = value
        if typing.method_changes(function, type):
            place = placed(value)
            typing.check_settable(node, place)
            leading = AddressOf(value.node, ReferenceType(type, location_of(place)[0]), place)
        return typing.call_function(node, function, shown, (leading, *others), call)

    def call(self, typing: ExpressionTyping, node: ast.Call, value: Expr) -> Expr | None:
        found = _method_of(cast(StructType, value.type).host, "__call__")
        return (
            None if found is None else self.invoke(typing, node, value, found, ast.unparse(node.func), node)
        )

    # What Python calls methods for

    def _special(
        self, typing: ExpressionTyping, node: ast.AST, value: Expr, name: str, *others: Expr
    ) -> Expr | None:
        if not isinstance(value.type, StructType):
            return None
        found = _method_of(value.type.host, name)
        if found is None or is_generated(found):
            return None
        return self.invoke(typing, node, value, found, f"{value.type}.{name}", None, *others)

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        type = cast(StructType, value.type)
        if type.is_tuple:
            index = constant_index(typing, node, indices, len(type.fields))
            return part_of(node, value, index, type.fields[index][1])
        if len(indices) == 1:
            found = self._special(typing, node, value, "__getitem__", typing.value(indices[0]))
            if found is not None:
                return found
        raise Problem(
            "PC0208",
            f"{with_article(type)} has no elements",
            node,
            f"name a field: `{ast.unparse(node.value)}.{type.fields[0][0]}`",
        )

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr | None:
        type = cast(StructType, value.type)
        if type.is_tuple:
            return typing.after(value, Constant(node, isize, len(type.fields)))
        return self._special(typing, node, value, "__len__")

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr | None:
        found = self._special(typing, value.node, value, "__bool__")
        return None if found is None else typing.truth(found)

    def unary(self, typing: ExpressionTyping, node: ast.AST, sign: str, value: Expr) -> Expr | None:
        return self._special(typing, node, value, _UNARY[sign])

    def binary(
        self, typing: ExpressionTyping, node: ast.AST, op: str, sign: str, left: Expr, right: Expr
    ) -> Expr | None:
        name = _BINARY.get(op)
        if name is None:
            return None
        found = None
        if not _asked_first(right, left, f"__r{name}__", overridden=True):
            found = self._special(typing, node, left, f"__{name}__", right)
        if found is not None:
            return found
        if isinstance(right.type, StructType) and _method_of(right.type.host, f"__r{name}__") is not None:
            if not isinstance(left, Constant):  # Python evaluates it first, and passes it second
                left = typing.once(left)
            reflected = self._special(typing, node, right, f"__r{name}__", left)
            if reflected is not None:
                return typing.evaluated_first([left], reflected)
        return None

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        found = None
        if not _asked_first(right, left, f"__{_REFLECTED[op]}__", overridden=False):
            found = self._special(typing, node, left, f"__{op}__", right)
        if (
            found is None
            and isinstance(right.type, StructType)
            and not (op in ("eq", "ne") and left.type == right.type)
        ):
            left = typing.once(left)
            found = self._special(typing, node, right, f"__{_REFLECTED[op]}__", left)
            if found is not None:
                return typing.evaluated_first([left], found)
        if found is None and op == "ne":
            equal = self.compare(typing, node, "eq", left, right)
            return None if equal is None else Unary(node, bool_, None, "not", equal)
        return found if found is not None else self._compare_fields(typing, node, op, left, right)

    @staticmethod
    def _compare_fields(
        typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        """By the fields, as the methods do that `dataclass` and `NamedTuple` write; None where there are none."""
        from periclase.importer.python.comparisons import compare_fields, compare_tuples

        whole: Any = typing
        found = compare_tuples(whole, node, op, left, right)
        if found is not None:
            return found
        type = left.type
        if type != right.type or not isinstance(type, StructType):
            return None
        if not is_generated(class_attribute(type.host, f"__{op}__")):
            return None
        compared = _compared_fields(type)
        fields = [(index, part) for index, (name, part) in enumerate(type.fields) if name in compared]
        return compare_fields(whole, node, op, left, right, fields)

    def unpacked(self, typing: ExpressionTyping, value: Expr) -> list[Type] | None:
        type = cast(StructType, value.type)
        return list(type.types) if type.is_tuple else None


def _asked_first(right: Expr, left: Expr, name: str, *, overridden: bool) -> bool:
    """Whether Python calls the method `name` of the right operand first: its class is derived from that of the left one.

    Args:
        overridden: it has to be another than the one of the left class, as for arithmetic.
    """
    if not (isinstance(left.type, StructType) and isinstance(right.type, StructType)):
        return False
    base, derived = left.type.host, right.type.host
    found = _method_of(derived, name)
    if base is derived or not issubclass(derived, base) or found is None or is_generated(found):
        return False
    return not overridden or found is not _method_of(base, name)


def _constant_field(node: ast.AST, value: Expr) -> Expr:
    """A field of an object of constants, with its place in the source."""
    if isinstance(value, Constant):
        return Constant(node, value.type, value.value)
    return value


def _compared_fields(type: StructType) -> set[str]:
    if type.is_tuple:
        return {name for name, _ in type.fields}
    return {field.name for field in dataclasses.fields(cast(Any, type.host)) if field.compare}


# Construction


def constructor_signature(type: StructType, node: ast.AST) -> Signature:
    """The parameters of a call of the class.

    Raises:
        Problem: the class makes its objects in a way of its own.
    """
    host: Any = type.host
    for name in ("__init__", "__new__", "__post_init__"):
        found = class_attribute(host, name)
        if isinstance(found, FunctionType) and not is_generated(found):
            raise Problem(
                "PC0105",
                f"`{type}` has a `{name}` of its own, which a device does not run",
                node,
                "write a `@staticmethod` or a function that makes the object from its fields",
            )
    if type.is_tuple:
        defaults: dict[str, Any] = host._field_defaults
        return Signature(
            tuple(Parameter(name, part, defaults.get(name, REQUIRED)) for name, part in type.fields), type
        )
    parameters: list[Parameter] = []
    for field, (name, part) in zip(dataclasses.fields(host), type.fields, strict=True):
        if not field.init:
            raise Problem("PC0105", f"the field `{name}` of `{type}` is not set by calling the class", node)
        default = REQUIRED if field.default is dataclasses.MISSING else field.default
        if field.default_factory is not dataclasses.MISSING:
            default = MadeByFactory()
        parameters.append(Parameter(name, part, default))
    return Signature(tuple(parameters), type)


def _refuse_positions(type: StructType, node: ast.Call) -> None:
    """See that no argument without a name arrives at a field that is given by name only, or behind one."""
    if type.is_tuple:
        return
    for field in dataclasses.fields(cast(Any, type.host))[: len(node.args)]:
        if field.kw_only:
            raise Problem(
                "PC0207",
                f"the field `{field.name}` of `{type}` is given by keyword only, and this argument would be in its place",
                node,
                f"write all by name: `{ast.unparse(node.func)}({field.name}=…)`",
            )


def construct(typing: ExpressionTyping, node: ast.Call, type: StructType) -> Expr:
    """A call of the class of a struct.

    Raises:
        Problem: the arguments do not fit its fields.
    """
    shown = ast.unparse(node.func)
    signature = constructor_signature(type, node)
    _refuse_positions(type, node)
    values, early = typing.arguments(node, shown, signature, (), node)
    parts: list[Expr] = []
    for value, (name, part) in zip(values, type.fields, strict=True):
        typing.used_whole(value, f"a field of a {type}")
        parts.append(typing.part_value(value, part, f"given for `{name}` of `{shown}`, which is {part}"))
    made = MakeStruct(node, type, parts)
    return typing.evaluated_first(early, made)


def construct_untyped(typing: ExpressionTyping, node: ast.Call, host: Any) -> Expr:
    """A call of a class of `collections.namedtuple`: each field has the type of what is given for it.

    Raises:
        Problem: the arguments do not fit its fields.
        Unready: the type of one is not known yet.
    """
    from periclase.named_tuples import typed_class

    shown = ast.unparse(node.func)
    defaults: dict[str, Any] = host._field_defaults
    parameters = tuple(Parameter(name, None, defaults.get(name, REQUIRED)) for name in host._fields)
    values, early = typing.arguments(node, shown, Signature(parameters, None), (), node)
    if any(value.type in PENDING for value in values):
        raise Unready
    parts = [typing.as_item(strong(value)) for value in values]
    made_of = tuple(part.type for part in parts)
    try:
        type = struct_type(typed_class(host, made_of))
    except (NotAStruct, ValueError) as problem:
        raise Problem(
            "PC0201", getattr(problem, "message", str(problem)), node, getattr(problem, "help", None)
        ) from None
    return typing.evaluated_first(early, MakeStruct(node, type, parts))


def constant_struct(value: Any, type: StructType, node: ast.AST) -> Expr | None:
    """An object of the host as a constant, or None where a field holds something that is none."""
    parts: list[Expr] = []
    for held, (_, part) in zip(type.host_parts(value), type.fields, strict=True):
        constant = constant_of_host_value(held, node)
        if constant is None:
            return None
        parts.append(coerce(constant, part, node))
    return ConstantStruct(node, type, parts)
