"""Typing of a function by numba's rules, where they are other than those of the language.

Literals are int64 and float64, integers compute in 64 bits, a variable has the type that holds all its values whether it holds
them exactly or not, and what is stored is converted to the type of the place. An index that is negative at run time counts from
the end. Everything else is as in the language: an index out of bounds traps.
"""

from __future__ import annotations

import ast
import dis
import importlib
import re
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from periclase.closures import ClosureType
from periclase.compat.numba_cuda import records
from periclase.compat.numba_cuda.common_types import (
    arithmetic_type,
    compared,
    plain,
    power_type,
    unified,
    widened,
)
from periclase.compat.numba_cuda.device_names import DeviceName
from periclase.compat.numba_cuda.functions import device_function
from periclase.compat.numba_cuda.host_functions import handler_of
from periclase.compat.numba_cuda.missing_values import MissingValues
from periclase.compat.numba_cuda.number_types import NumberType
from periclase.compat.numba_cuda.uncovered import WHERE, Uncovered
from periclase.compat.numba_cuda.versions import with_versions
from periclase.compat.numba_cuda.whole_arrays import as_view, is_part, set_part
from periclase.complex_numbers import ComplexType, complex64
from periclase.dynamic_shared import DynamicArrayType
from periclase.generics import is_optional
from periclase.importer.python import value_ranges
from periclase.importer.python.closure_tree import Static
from periclase.importer.python.complex_rules import MOST_POWER
from periclase.importer.python.complex_tree import ComplexLiteral, MakeComplex, complex_constants
from periclase.importer.python.constant_tree import TableOf
from periclase.importer.python.conversions import as_number, converted, default_type, is_weak
from periclase.importer.python.places import access_of
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.sequence_rules import tuple_item
from periclase.importer.python.source import FunctionSource
from periclase.importer.python.typed_tree import (
    Checked,
    Compare,
    Constant,
    Copy,
    Expr,
    ExprType,
    Item,
    MakeArray,
    MakeTuple,
    MathCall,
    Once,
    Place,
    Range,
    Select,
    Statement,
    Variable,
)
from periclase.kernel import Kernel
from periclase.keyword_arguments import same_names
from periclase.optionals import NONE
from periclase.structs import struct_type
from periclase.types import ArrayType, ScalarType, Space, TupleType, Type, bool_, f32, f64, i64, u64

if TYPE_CHECKING:
    from periclase.importer.python.instance import FunctionInstance, Program

MOST_FOLDED_POWER = 64

_KEPT_NARROW = frozenset({"pow", "fmod", "copysign", "ldexp"})
"""Functions of `math` whose integer arguments become the float that numba's operators would make of them."""


_OF_FLOATS = frozenset({"floor", "ceil", "trunc"})
"""Functions of numpy that leave integers what they are, since its version 2.1, and give floats in numba."""


def _scalars(*values: Expr) -> bool:
    return all(isinstance(value.type, ScalarType) for value in values)


class NumbaTyping(MissingValues):
    """Typing of a function that `cuda.jit` has marked."""

    def __init__(self, program: Program, instance: FunctionInstance, source: FunctionSource):
        tree, self._written = with_versions(source.tree)
        super().__init__(program, instance, FunctionSource(source.file, tree))

    def refused(self, node: ast.AST, problem: Problem) -> None:
        for new, old in self._written.items():  # messages know names as they are written
            made = re.compile(rf"\b{re.escape(new)}(?!\d)")
            problem.message = made.sub(old, problem.message)
            help: str | None = problem.help
            problem.help = None if help is None else made.sub(old, help)
            notes = cast("tuple[tuple[str, Any], ...]", problem.notes)
            problem.notes = tuple([(made.sub(old, text), place) for text, place in notes])
        super().refused(node, problem)

    def declare(self) -> list[Variable]:
        found = super().declare()
        self.python_floats.clear()  # a number of Python is a float64
        return found

    # Names and literals

    def foreign_help(self, node: ast.expr) -> str | None:
        return None  # numba's names are those that are written here

    def start_pass(self) -> None:
        super().start_pass()
        self.tables: dict[str, TableOf] = {}
        """The variables that stand for tables in constant memory."""

    def read(self, node: ast.Name) -> Expr:
        table = self.tables.get(node.id)
        if table is not None:
            return TableOf(node, table.array)
        return records.referred(node, super().read(node))

    def assign_name(self, target: ast.Name, value: Expr, node: ast.AST, out: list[Statement]) -> None:
        if isinstance(value, TableOf) and self.is_single(self.variables[target.id]):
            self.tables[target.id] = value
            self.mark_assigned(target.id)
            return
        if isinstance(value.type, ArrayType):
            made = isinstance(value, MakeArray | Copy) and self.is_single(self.variables[target.id])
            value = value if made else as_view(self, node, value)
        super().assign_name(target, records.as_reference(node, value), node, out)

    def assign_to(self, target: ast.expr, value: Expr, node: ast.AST, out: list[Statement]) -> None:
        if isinstance(target, ast.Subscript) and is_part(self, target):
            set_part(self, target, value, node, out)
            return
        super().assign_to(target, value, node, out)

    def static_value(self, node: ast.expr) -> Any:
        found = super().static_value(node)
        return found.type if isinstance(found, NumberType) and found.type is not None else found

    def expression(self, node: ast.expr) -> Expr:
        return _strong(super().expression(_folded(node)))

    def _host_value(self, node: ast.expr, value: Any) -> Expr:
        if isinstance(value, DeviceName):
            return value.read(self, node)
        if type(value).__name__ == "DeviceNDArray":
            raise Problem(
                "PC0310",
                f"`{ast.unparse(node)}` is an array on the device; naming one in a kernel {WHERE}",
                node,
                "pass it as an argument",
            )
        if handler_of(value) is not None:
            return Static(node, ClosureType(value))
        if type(value).__name__ == "ndarray":
            from periclase.compat.numba_cuda.constant_memory import table_of

            return table_of(node, value)
        return super()._host_value(node, value)

    # What variables, elements and parameters hold

    def held(self, value: Expr, target: Type, what: str, node: ast.AST | None = None) -> Expr:
        if not is_optional(target):
            value = self.there(value)
        number = as_number(value)
        if isinstance(target, ScalarType) and isinstance(number.type, ScalarType):
            return self._as(number, target)
        if isinstance(target, ComplexType) and isinstance(number.type, ScalarType | ComplexType):
            return self._as_complex(number, target)
        if isinstance(target, TupleType) and isinstance(value, MakeTuple) and same_names(target, value.type):
            if len(target.elements) == len(value.elements):
                parts = [
                    self.held(part, type, what)
                    for part, type in zip(value.elements, target.elements, strict=True)
                ]
                return MakeTuple(value.node, target, parts)
        return super().held(value, target, what, node)

    def _as(self, value: Expr, target: ScalarType) -> Expr:
        """A number in another type, whatever that does to it."""
        if value.type is target:
            return value
        return self.truth(value) if target is bool_ else converted(value, target)

    def _as_complex(self, value: Expr, target: ComplexType) -> Expr:
        """A number as a complex one, whatever that does to it."""
        if value.type == target or isinstance(value, ComplexLiteral):
            return super().held(value, target, "")
        part = target.component
        if isinstance(value.type, ComplexType):
            once, own = Once(value), value.type.component
            parts = [converted(Item(value.node, own, once, index), part) for index in range(2)]
        else:
            parts = [self._as(value, part), Constant(value.node, part, 0.0)]
        return MakeComplex(value.node, target, parts)

    def join_types(self, type: ExprType, literals: Range | None, value: Expr) -> ExprType | None:
        if isinstance(type, ScalarType) and isinstance(value.type, ScalarType):
            return type if type is value.type else unified(type, value.type)
        return super().join_types(type, literals, value)

    def choice(self, node: ast.AST, test: Expr, then: Expr, otherwise: Expr) -> Expr:
        if _scalars(then, otherwise) and then.type is not otherwise.type:
            type = unified(cast(ScalarType, then.type), cast(ScalarType, otherwise.type))
            then, otherwise = self._as(then, type), self._as(otherwise, type)
        return super().choice(node, test, then, otherwise)

    # Operators

    def arithmetic(self, node: ast.AST, op: str, sign: str, left: Expr, right: Expr) -> Expr:
        left, right = _strong(self.as_number(left)), _strong(self.as_number(right))
        if not _scalars(left, right):
            if op == "pow" and isinstance(left.type, ComplexType) and _is_small(right):  # a product
                part = compared(cast(ScalarType, right.type), left.type.component)
                left = self._as_complex(left, ComplexType(part))
            else:
                left, right = self._beside(left, right), self._beside(right, left)
            return super().arithmetic(node, op, sign, left, right)
        a, b = cast(ScalarType, left.type), cast(ScalarType, right.type)
        if op == "pow":
            return self._numba_power(node, left, right)
        if (a.is_float or b.is_float) and op in ("shl", "shr"):
            return super().arithmetic(node, op, sign, left, right)
        type = arithmetic_type(op, a, b)
        left = self._as(left, type)
        right = self._as(right, widened(plain(b)) if op in ("shl", "shr") else type)
        if op in ("min", "max") and type is bool_:
            return super().choice(node, left, *((right, left) if op == "min" else (left, right)))
        return super().arithmetic(node, op, sign, left, right)

    def _beside(self, value: Expr, other: Expr) -> Expr:
        """An integer beside a complex number, as the float that it is there."""
        if (
            isinstance(other.type, ComplexType)
            and isinstance(value.type, ScalarType)
            and not value.type.is_float
        ):
            return self._as(value, compared(value.type, other.type.component))
        return value

    def minimum(self, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr:
        return self.lesser(node, op, left, right)  # of a NaN and a number the number, as CUDA's own functions

    def _numba_power(self, node: ast.AST, left: Expr, right: Expr) -> Expr:
        a, b = cast(ScalarType, left.type), cast(ScalarType, right.type)
        type = power_type(a, b)
        base = self._as(left, type)
        if b.is_float:
            return MathCall(node, type, "pow", (base, self._as(right, type)))
        if not type.is_float:
            if (
                isinstance(left, Constant)
                and isinstance(right, Constant)
                and 0 <= right.value <= MOST_FOLDED_POWER
            ):
                return Constant(node, type, type.convert(left.value**right.value))
            return super().arithmetic(node, "pow", "**", base, self._as(right, widened(plain(b))))
        if isinstance(right, Constant):
            return super().arithmetic(node, "pow", "**", base, right)
        return MathCall(node, type, "pow", (base, self._as(right, type)))

    def compare(self, node: ast.AST, op: str, sign: str, left: Expr, right: Expr) -> Expr:
        left, right = _strong(left), _strong(right)
        if NONE not in (left.type, right.type) and op not in ("eq", "ne"):
            left, right = self.there(left), self.there(right)
        if _scalars(left, right) and left.type is not right.type:
            if not (isinstance(left, Constant) and isinstance(right, Constant)):
                type = _compared(left, right)
                left, right = self._as(left, type), self._as(right, type)
        return super().compare(node, op, sign, left, right)

    def negative(self, node: ast.AST, value: Expr) -> Expr:
        value = self._integer(value)
        if isinstance(value, Constant) and isinstance(value.type, ScalarType) and not value.type.is_float:
            return self._widened(Constant(node, value.type, value.type.convert(-value.value)))
        return self._widened(super().negative(node, value))  # in this order: numba negates what is there

    def positive(self, node: ast.AST, value: Expr) -> Expr:
        return super().positive(node, self._widened(_strong(self.as_number(value))))

    def inverted(self, node: ast.AST, value: Expr) -> Expr:
        value = _strong(self.as_number(value))
        return (
            self.negated(node, value) if value.type is bool_ else self._widened(super().inverted(node, value))
        )

    def _integer(self, value: Expr) -> Expr:
        """A truth value as a number, and anything else as it is."""
        value = _strong(self.as_number(value))
        return self._as(value, i64) if value.type is bool_ else value

    def _widened(self, value: Expr) -> Expr:
        if not isinstance(value.type, ScalarType) or value.type.is_float:
            return value
        return self._as(value, widened(plain(value.type)))

    # Indices

    def position(self, index: Expr, extent: Callable[[], Expr]) -> Expr:
        if index.range is None or index.range[0] >= 0:
            return index
        assert isinstance(index.type, ScalarType)
        index = self.once(self._as(index, i64))
        zero = Constant(index.node, i64, 0)
        from_end = super().arithmetic(index.node, "add", "+", index, self._as(extent(), i64))
        return Select(
            index.node,
            i64,
            value_ranges.of_type(i64),
            Compare(index.node, "lt", index, zero),
            from_end,
            index,
        )

    def located(self, node: ast.expr) -> Expr:
        return super().located(records.field_of_element(self, node))

    def stored_place(self, node: ast.Subscript | ast.Attribute) -> Place:
        return super().stored_place(cast(Any, records.field_of_element(self, node)))

    def element_type(self, node: ast.expr, name: str) -> Type:
        value = None if isinstance(node, ast.Constant) else self.static_value(node)
        if records.is_record(value):
            return struct_type(records.record_class(cast(Any, value)))
        return super().element_type(node, name)

    def _part(self, node: ast.Subscript | ast.Attribute, base: Expr) -> Expr:
        from periclase.compat.numba_cuda.array_attributes import array_attribute

        if isinstance(node, ast.Attribute):
            found = array_attribute(self, node, base)
            return super()._part(node, base) if found is None else found
        if isinstance(node.slice, ast.Name) and self.is_local(node.slice.id):
            from periclase.compat.numba_cuda.device_calls import written_out

            written = written_out(self, node.slice)  # `x[where]` of a tuple `where`
            node = ast.copy_location(ast.Subscript(node.value, written, node.ctx), node)
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(base.type, TupleType) and same_names(base.type, None) and len(indices) == 1:
            found = self._item(node, base, self.value(indices[0]))
            return super()._part(node, base) if found is None else found
        if isinstance(base.type, ArrayType | DynamicArrayType) and any(
            isinstance(each, ast.Slice) for each in indices
        ):
            base = as_view(self, node, base)
        return super()._part(node, base)

    def _item(self, node: ast.AST, base: Expr, index: Expr) -> Expr | None:
        """The item of a tuple at an index that is known at run time only; None where it is a constant."""
        types = cast(TupleType, base.type).elements
        if isinstance(index, Constant) or not isinstance(index.type, ScalarType) or not types:
            return None
        base = base if isinstance(base, MakeTuple) else self.once(base)
        index = self.once(self.position(index, lambda: Constant(node, i64, len(types))))
        items = [tuple_item(node, base, number) for number in range(len(types))]
        inside = Compare(node, "lt", self._as(index, u64), Constant(node, u64, len(types)))
        position = Checked(self._as(index, i64), inside, "index out of bounds of a tuple", "bounds")
        position = self.once(position)
        found = items[-1]
        for number in reversed(range(len(items) - 1)):
            same = Compare(node, "eq", position, Constant(node, i64, number))
            found = self.choice(node, same, items[number], found)
        return self.evaluated_first([base, index, position], found)

    def fixed_array(self, node: ast.Call, space: Space) -> Expr:
        """A call of `cuda.shared.array` or `cuda.local.array`."""
        return self._array(node, space)

    # Calls

    def call_object(self, node: ast.Call, callee: Any) -> Expr:
        if isinstance(callee, DeviceName):
            return callee.call(self, node)
        if isinstance(callee, Uncovered):
            raise Problem("PC0310", f"`{ast.unparse(node.func)}` {WHERE}", node, callee.help)
        if type(callee).__name__ == "ufunc" and callee.nout == 1 and len(node.args) == callee.nin + 1:
            return self._into_array(node, callee)
        handler = handler_of(callee)
        if handler is not None:
            return handler(self, node)
        function = getattr(callee, "py_func", None)  # what numba's own `jit` gives
        if isinstance(function, FunctionType):
            callee = function
        if isinstance(callee, Kernel) and callee.options.rules is not None:
            callee = device_function(callee.function)
        if callee is complex and node.args and {self.value(each).type for each in node.args} == {f32}:
            callee = complex64
        return super().call_object(node, callee)

    def _into_array(self, node: ast.Call, callee: Any) -> Expr:
        """`np.sin(x, out)`: a function of numpy for each element of arrays of one dimension."""
        elementwise: Any = importlib.import_module("periclase.compat.numba_cuda.elementwise")
        values = [self.value(argument) for argument in node.args]
        for value in values:
            if access_of(value.type) is None or getattr(value.type, "rank", 1) != 1:
                raise Problem(
                    "PC0310",
                    f"`{ast.unparse(node.func)}` with an output, of {with_article(value.type)}, {WHERE}",
                    value.node,
                    "write a loop over the elements; arrays of one dimension are taken",
                )
        loop = elementwise.apply_1 if callee.nin == 1 else elementwise.apply_2
        function = Static(node.func, ClosureType(callee))
        return self.call_function(node, loop, ast.unparse(node.func), [function, *values], None)

    def call_function(
        self,
        node: ast.AST,
        callee: Any,
        shown: str,
        leading: Sequence[Expr],
        call: ast.Call | None,
        captures: ClosureType | None = None,
    ) -> Expr:
        # Of no module is what `exec` has made with globals without a `__name__`.
        if isinstance(callee, FunctionType) and not (callee.__module__ or "").startswith("periclase."):
            callee = device_function(callee)
        return super().call_function(node, callee, shown, leading, call, captures)

    def plain_arguments(self, node: ast.Call, least: int, most: int | None = None) -> list[Expr]:
        values = [_strong(self.there(value)) for value in super().plain_arguments(node, least, most)]
        callee = self.static_value(node.func)
        if type(callee).__name__ == "ufunc" and (
            callee.__name__ in _OF_FLOATS or not any("l" in loop.partition("->")[0] for loop in callee.types)
        ):
            float_type = _float_of_numpy([value.type for value in values])
            return [self._with_integers_as(float_type, value) for value in values]
        if getattr(callee, "__module__", None) != "math":
            return values
        narrow = callee.__name__ in _KEPT_NARROW
        found = [
            self._with_integers_as(f32 if narrow and len(values) > 1 else f64, value, widened=True)
            for value in values
        ]
        return [found[0], *values[1:]] if callee.__name__ == "ldexp" else found

    def _with_integers_as(self, type: ScalarType, value: Expr, *, widened: bool = False) -> Expr:
        """An argument of a function of `math` or numpy, an integer as a float; `widened` to hold more than `type` does."""
        number = as_number(value)
        if not isinstance(number.type, ScalarType) or number.type.is_float:
            return value
        return self._as(number, unified(plain(number.type), type) if widened else type)


def _float_of_numpy(types: Sequence[Any]) -> ScalarType:
    """The type that integers become which numpy's functions of floats are called with: that of the first loop that takes all."""
    if any(type is f64 for type in types):
        return f64
    narrow = all(isinstance(type, ScalarType) and (type.is_float or type.bits <= 16) for type in types)
    return f32 if narrow or any(type is f32 for type in types) else f64


def _folded(node: ast.expr) -> ast.expr:
    """An operation on written integers as the number that Python's compiler makes of it, since numba starts from bytecode:
    `1 << 63` is a uint64."""
    if not isinstance(node, ast.BinOp | ast.UnaryOp) or any(
        isinstance(part, ast.expr)
        and not isinstance(part, ast.BinOp | ast.UnaryOp)
        and not (isinstance(part, ast.Constant) and type(part.value) is int)
        for part in ast.walk(node)
    ):
        return node
    code = compile(ast.Expression(node), "<constant>", "eval")
    if any(each.opname.startswith(("BINARY", "UNARY")) for each in dis.get_instructions(code)):
        return node
    return ast.copy_location(ast.Constant(eval(code)), node)


def _strong(value: Expr) -> Expr:
    """A literal in the type that it has of itself."""
    if isinstance(value, Constant) and is_weak(value.type):
        type = default_type(value.type, value.range)
        assert isinstance(type, ScalarType)
        if not type.is_float and not value_ranges.fits(
            (value.value, value.value), value_ranges.of_type(type)
        ):
            raise Problem("PC0206", f"`{ast.unparse(value.node)}` has no room in 64 bits", value.node)  # type: ignore[arg-type]
        return Constant(value.node, type, type.convert(value.value))
    if isinstance(value, ComplexLiteral):
        double = ComplexType(f64)
        return MakeComplex(value.node, double, complex_constants(value.node, value.value, double))
    if isinstance(value, MakeTuple) and any(
        isinstance(part, Constant | MakeTuple | ComplexLiteral) for part in value.elements
    ):
        parts = [_strong(part) for part in value.elements]
        return MakeTuple(value.node, TupleType(tuple(cast(Any, [part.type for part in parts]))), parts)
    return value


def _is_small(exponent: Expr) -> bool:
    return (
        isinstance(exponent, Constant)
        and isinstance(exponent.value, int)
        and abs(exponent.value) <= MOST_POWER
    )


def _compared(left: Expr, right: Expr) -> ScalarType:
    """The type in which two numbers are compared. A constant that the other's type holds takes that."""
    for constant, other in ((left, right), (right, left)):
        type = other.type
        if (
            isinstance(constant, Constant)
            and isinstance(type, ScalarType)
            and not type.is_float
            and type is not bool_
        ):
            if constant.range is not None and value_ranges.fits(constant.range, value_ranges.of_type(type)):
                return type
    return compared(cast(ScalarType, left.type), cast(ScalarType, right.type))
