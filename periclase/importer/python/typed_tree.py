"""What typing makes of a function's syntax tree, and what emission turns into `mir`: a small tree in which all is decided.

Every expression has a type and, for integers, the range of values it can have. Conversions, checks and callees are explicit.
A literal is *weak* until something needs it: its type is `WEAK_INT` or `WEAK_FLOAT`, and it takes the type of its context.
While a variable's type is still being found, reading it gives a *pending* type; none is left in a finished tree.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from periclase.record import MutableRecord, field
from periclase.structs import StructType
from periclase.types import DeviceType, ScalarType, Space, TupleType, Type, bool_

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal
    from periclase.importer.python.instance import FunctionInstance
    from periclase.intrinsics.model import Intrinsic, Overload


class WeakType(enum.Enum):
    """Types that an expression has only until its context gives it one."""

    INT = "int literal"
    FLOAT = "float literal"
    PENDING_INT = "int"
    PENDING_FLOAT = "float"

    def __str__(self) -> str:
        return self.value


WEAK_INT, WEAK_FLOAT = WeakType.INT, WeakType.FLOAT
PENDING_INT, PENDING_FLOAT = WeakType.PENDING_INT, WeakType.PENDING_FLOAT
PENDING = frozenset({PENDING_INT, PENDING_FLOAT})
WEAK_LIKE_INT = frozenset({WEAK_INT, PENDING_INT})
WEAK_LIKE_FLOAT = frozenset({WEAK_FLOAT, PENDING_FLOAT})

ExprType = Type | WeakType


class ReferenceType(DeviceType):
    """The type of `self` in a method that changes it: a pointer to where the object lies. Nothing else has it."""

    target: StructType
    space: Space

    @property
    def canonical(self) -> str:
        return f"{self.space.value} reference to {self.target.canonical}"

    def __str__(self) -> str:
        return f"{self.target} to be changed"

    __repr__ = __str__


Range = tuple[int, int]
"""Inclusive bounds of an integer."""


class Variable:
    """A local variable or parameter.

    Attributes:
        name: as the user wrote it, or a made-up one in angle brackets.
        type: the join over all assignments so far, None before the first.
        range: what values it can have, where one assignment is all there is.
        constant: the value, where it is assigned once and a literal.
        by_default: whether only literals reached it at first, so that it has the type that these have of themselves.
        is_literal: whether whole numbers in the source are all that it is ever assigned: it then is one of them, and takes
            the type that its context needs.
        items: of a tuple that one assignment gives it: the numbers in the source among its items, which take the type that
            their context needs, by their positions.
        declared: the annotation, which `type` then is.
        sites: the nodes that assign it, in the order in which typing met them.
        is_parameter: whether it is one.
        reference: of `self` in a method that changes it, where the object lies; else None.
    """

    __slots__ = (
        "by_default", "constant", "declared", "hull", "is_literal", "is_parameter", "items", "name", "range", "read", "reference",
        "sites", "type",
    )  # fmt: skip

    def __init__(self, name: str):
        self.name = name
        self.type: ExprType | None = None
        self.range: Range | None = None
        self.hull: Range | None = None
        self.constant: Constant | None = None
        self.items: dict[int, Expr] | None = None
        self.by_default = False
        self.is_literal = True
        self.declared: Type | None = None
        self.sites: list[ast.AST] = []
        self.read = False
        self.is_parameter = False
        self.reference: Space | None = None


class Expr:
    """An expression: its syntax node, its type, and the range of an integer or `bool_`.

    Attributes:
        emission: the module that enters how expressions of this class are emitted, if that is not imported with all others.
        is_repeatable: whether it may be evaluated anywhere, any number of times, or not at all.
    """

    __slots__ = ("node", "range", "type")
    emission = ""
    is_repeatable = False

    def __init__(self, node: ast.AST, type: ExprType, range: Range | None = None):
        self.node = node
        self.type = type
        if range is None and isinstance(type, ScalarType) and not type.is_float:
            range = (int(type.low), int(type.high))
        self.range = range


class Constant(Expr):
    """A number or truth value known at import."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, type: ExprType, value: Any):
        super().__init__(node, type, None if isinstance(value, float) else (int(value), int(value)))
        self.value: Any = value


class Pending(Expr):
    """Stands for a value in a pass of typing whose tree is thrown away."""

    __slots__ = ()


class Read(Expr):
    """The value of a variable."""

    __slots__ = ("variable",)

    def __init__(self, node: ast.AST, type: ExprType, range: Range | None, variable: Variable):
        super().__init__(node, type, range)
        self.variable = variable


class Convert(Expr):
    """A conversion between scalars, or from a mutable slice or array to a constant one. Float → int saturates, NaN gives 0."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, type: ExprType, value: Expr, range: Range | None = None):
        super().__init__(node, type, range)
        self.value = value


class RoundToInteger(Expr):
    """Python's `math.floor`, `ceil`, `trunc` and `round`: `rounded` is the float result, this is its conversion to `i64`."""

    __slots__ = ("rounded",)

    def __init__(self, node: ast.AST, type: ExprType, rounded: Expr):
        super().__init__(node, type)
        self.rounded = rounded


class Unary(Expr):
    """`neg`, `not` (bitwise, or of a truth value), `abs`."""

    __slots__ = ("op", "value")

    def __init__(self, node: ast.AST, type: ExprType, range: Range | None, op: str, value: Expr):
        super().__init__(node, type, range)
        self.op = op
        self.value = value


class Binary(Expr):
    """Two operands of the result's type (the count of a shift may have another).

    `op` is `add sub mul div rem floordiv floormod shl shr and or xor min max pow`. `checked` traps on overflow.
    """

    __slots__ = ("checked", "left", "op", "right")

    def __init__(
        self,
        node: ast.AST,
        type: ExprType,
        range: Range | None,
        op: str,
        left: Expr,
        right: Expr,
        checked: bool = False,
    ):
        super().__init__(node, type, range)
        self.op = op
        self.left = left
        self.right = right
        self.checked = checked


class Compare(Expr):
    """`eq ne lt le gt ge` of two operands of one type."""

    __slots__ = ("left", "op", "right")

    def __init__(self, node: ast.AST, op: str, left: Expr, right: Expr):
        super().__init__(node, bool_)
        self.op = op
        self.left = left
        self.right = right


class Logical(Expr):
    """Truth values joined by `and` or `or`; a later one is evaluated only if the earlier ones leave it open."""

    __slots__ = ("is_and", "values")

    def __init__(self, node: ast.AST, is_and: bool, values: Sequence[Expr]):
        super().__init__(node, bool_)
        self.is_and = is_and
        self.values = values


class Select(Expr):
    """`a if test else b`: only the chosen side is evaluated."""

    __slots__ = ("otherwise", "test", "then")

    def __init__(
        self, node: ast.AST, type: ExprType, range: Range | None, test: Expr, then: Expr, otherwise: Expr
    ):
        super().__init__(node, type, range)
        self.test = test
        self.then = then
        self.otherwise = otherwise


class Once(Expr):
    """A value used in several places and evaluated in the first of them."""

    __slots__ = ("value",)

    def __init__(self, value: Expr):
        super().__init__(value.node, value.type, value.range)
        self.value = value


class WeakOnce(Once):
    """A literal chosen at run time (`1 if a else 2`) and used in several places: it is computed in its default type, and
    each place takes it in the type that it needs."""

    __slots__ = ()

    def __init__(self, type: WeakType, value: Once):
        super().__init__(value)
        self.type = type


class Checked(Expr):
    """`value`, after a check that traps if `condition` is false."""

    __slots__ = ("condition", "kind", "message", "value")

    def __init__(self, value: Expr, condition: Expr, message: str, kind: str):
        super().__init__(value.node, value.type, value.range)
        self.value = value
        self.condition = condition
        self.message = message
        self.kind = kind


class After(Expr):
    """`value`, after other expressions have been evaluated for their effects."""

    __slots__ = ("evaluated", "value")

    def __init__(self, value: Expr, evaluated: Sequence[Expr]):
        super().__init__(value.node, value.type, value.range)
        self.value = value
        self.evaluated = evaluated


class MathCall(Expr):
    """A float operation of `mir` by its mnemonic: `sqrt`, `fma`, `atan2`, …"""

    __slots__ = ("arguments", "op")

    def __init__(self, node: ast.AST, type: ExprType, op: str, arguments: Sequence[Expr]):
        super().__init__(node, type)
        self.op = op
        self.arguments = arguments


class Length(Expr):
    """The number of elements of a slice."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, type: ExprType, range: Range, value: Expr):
        super().__init__(node, type, range)
        self.value = value


class Place:
    """Somewhere in memory, or in a variable: what can be read and, where nothing forbids it, set.

    Attributes:
        node: where it is written.
        type: of what lies there.
        emission: as in `Expr`.
    """

    __slots__ = ("node", "type")
    emission = ""

    def __init__(self, node: ast.AST, type: Type):
        self.node = node
        self.type = type


class VariablePlace(Place):
    """A variable as a whole: what fields and elements of it begin with."""

    __slots__ = ("variable",)

    def __init__(self, node: ast.AST, type: Type, variable: Variable):
        super().__init__(node, type)
        self.variable = variable


class GlobalPlace(Place):
    """A device global as a whole."""

    __slots__ = ("held",)
    emission = "periclase.importer.python.emit_device_globals"

    def __init__(self, node: ast.AST, type: Type, held: DeviceGlobal):
        super().__init__(node, type)
        self.held = held


class TemporaryPlace(Place):
    """A value that is in no variable, put into memory so that it can be indexed at run time; an array is there already."""

    __slots__ = ("value",)

    def __init__(self, type: Type, value: Expr):
        super().__init__(value.node, type)
        self.value = value


class FieldPlace(Place):
    """A field of a struct, or an item of a tuple, that lies at `base`."""

    __slots__ = ("base", "index")

    def __init__(self, node: ast.AST, type: Type, base: Place, index: int):
        super().__init__(node, type)
        self.base = base
        self.index = index


class ElementPlace(Place):
    """An element of a slice (the value `base`) or fixed array (the place `base`): one index a dimension, outermost first.

    `extents[k]` is the constant extent of dimension `k`, or None for the length of the slice. `check[k]` says whether the
    index is compared with it at run time. Of an array the last dimensions may be left out: that is a row.
    """

    __slots__ = ("base", "check", "extents", "indices")

    def __init__(
        self,
        node: ast.AST,
        type: Type,
        base: Expr | Place,
        indices: list[Expr],
        extents: list[int | None],
        check: list[bool],
    ):
        super().__init__(node, type)
        self.base = base
        self.indices = indices
        self.extents = extents
        self.check = check


class Load(Expr):
    """What lies at a place; of a fixed array its address."""

    __slots__ = ("place",)

    def __init__(self, node: ast.AST, place: Place):
        super().__init__(node, place.type)
        self.place = place


class LoadAgain(Expr):
    """What lies at a place whose address the statement has computed already (`y[i] += …`)."""

    __slots__ = ("place",)

    def __init__(self, node: ast.AST, place: Place):
        super().__init__(node, place.type)
        self.place = place


class AddressOf(Expr):
    """A reference to the object at a place: the `self` of a method that changes it."""

    __slots__ = ("place",)

    def __init__(self, node: ast.AST, type: ReferenceType, place: Place):
        super().__init__(node, type)
        self.place = place


class ArrayValue(Expr):
    """A copy of a whole fixed array, as a part of something else."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, type: Type, value: Expr):
        super().__init__(node, type)
        self.value = value


class ArrayOfItems(Expr):
    """A fixed array of values, as a part of something else; `items` are elements, or rows."""

    __slots__ = ("items",)

    def __init__(self, node: ast.AST, type: Type, items: Sequence[Expr]):
        super().__init__(node, type)
        self.items = items


class MakeTuple(Expr):
    """A tuple of the values of its elements."""

    __slots__ = ("elements",)

    def __init__(self, node: ast.AST, type: ExprType, elements: Sequence[Expr]):
        super().__init__(node, type)
        self.elements = elements

    def element_types(self) -> Sequence[Type]:
        """The types that the elements have in the tuple; weak ones have taken theirs."""
        assert isinstance(self.type, TupleType)
        return self.type.elements


class MakeStruct(Expr):
    """An object of a struct of the values of its fields, each of its field's type."""

    __slots__ = ("elements",)

    def __init__(self, node: ast.AST, type: StructType, elements: Sequence[Expr]):
        super().__init__(node, type)
        self.elements = elements


class ConstantStruct(MakeStruct):
    """An object of the host program, as a constant: in Python it is that very object, which others know."""

    __slots__ = ()


class Copy(Expr):
    """A copy of an object or array, and where `deep` of the objects in it: on a device the value itself; of an array anew."""

    __slots__ = ("deep", "value")

    def __init__(self, node: ast.AST, value: Expr, deep: bool):
        super().__init__(node, value.type)
        self.value = value
        self.deep = deep


class Item(Expr):
    """Item `index` of a tuple, or that field of a struct, which is no place but a value."""

    __slots__ = ("index", "value")

    def __init__(self, node: ast.AST, type: ExprType, value: Expr, index: int):
        super().__init__(node, type)
        self.value = value
        self.index = index


class MakeArray(Expr):
    """Storage for a fixed array; the same for each evaluation. `alignment` is what was asked for, in bytes, or None."""

    __slots__ = ("alignment",)

    def __init__(self, node: ast.AST, type: ExprType, alignment: int | None = None):
        super().__init__(node, type)
        self.alignment = alignment


class Call(Expr):
    """A call of a collected device function, or of an external one (`instance.symbol`)."""

    __slots__ = ("arguments", "instance")

    def __init__(self, node: ast.AST, type: ExprType, instance: FunctionInstance, arguments: Sequence[Expr]):
        super().__init__(node, type)
        self.instance = instance
        self.arguments = arguments


class StubCall(Expr):
    """A call of an intrinsic: operands in the row's order (a `Place` for a place), immediates and texts by name.

    `fallback` is a call of what the CPU runs instead, with the variadic values.
    """

    __slots__ = ("fallback", "immediates", "operands", "overload", "raw_type", "row", "texts", "variadic")

    def __init__(
        self,
        node: ast.AST,
        type: ExprType,
        range: Range | None,
        row: Intrinsic,
        overload: Overload,
        operands: Sequence[Expr | Place],
        immediates: dict[str, Any],
        texts: dict[str, str],
        variadic: Sequence[Expr],
    ):
        super().__init__(node, type, range)
        self.row = row
        self.overload = overload
        self.operands = operands
        self.immediates = immediates
        self.texts = texts
        self.variadic = variadic
        self.fallback: Call | None = None


class Statement:
    """A statement."""

    __slots__ = ("node",)

    def __init__(self, node: ast.AST):
        self.node = node


class Assign(Statement):
    """Set a variable."""

    __slots__ = ("value", "variable")

    def __init__(self, node: ast.AST, variable: Variable, value: Expr):
        super().__init__(node)
        self.variable = variable
        self.value = value


class Unpack(Statement):
    """Set several variables or places at once from a tuple's elements: all values first, then the targets left to right."""

    __slots__ = ("stores", "values")

    def __init__(self, node: ast.AST, values: Sequence[Expr], stores: list[Statement]):
        super().__init__(node)
        self.values = values
        self.stores = stores


class Store(Statement):
    """Set an element. `augmented`: the address comes first and the value, which may `LoadAgain`, after it."""

    __slots__ = ("augmented", "place", "value")

    def __init__(self, node: ast.AST, place: Place, value: Expr, augmented: bool):
        super().__init__(node)
        self.place = place
        self.value = value
        self.augmented = augmented


class Evaluate(Statement):
    """An expression for its effects."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, value: Expr):
        super().__init__(node)
        self.value = value


class If(Statement):
    """Both sides may be empty."""

    __slots__ = ("otherwise", "test", "then")

    def __init__(self, node: ast.AST, test: Expr, then: list[Statement], otherwise: list[Statement]):
        super().__init__(node)
        self.test = test
        self.then = then
        self.otherwise = otherwise


class While(Statement):
    """`test` is None for a loop that only `break` or `return` ends."""

    __slots__ = ("body", "otherwise", "test")

    def __init__(self, node: ast.AST, test: Expr | None, body: list[Statement], otherwise: list[Statement]):
        super().__init__(node)
        self.test = test
        self.body = body
        self.otherwise = otherwise


class ForRange(Statement):
    """`for variable in range(start, stop, step)`.

    The counter is a variable of its own of type `counter_type`, wide enough that `counter + step` does not overflow; where
    no type is, `trip_count` is set and the loop counts trips. `direction` is the sign of the step, 0 if unknown.
    `unroll` is how many rounds are to become one; 0 leaves that to the compiler.
    """

    __slots__ = (
        "body", "check_step", "counter_type", "direction", "otherwise", "start", "step", "stop", "trip_count", "unroll",
        "value_type", "variable",
    )  # fmt: skip

    def __init__(
        self,
        node: ast.AST,
        variable: Variable,
        value_type: ScalarType,
        counter_type: ScalarType,
        start: Expr,
        stop: Expr,
        step: Expr,
        direction: int,
        check_step: bool,
        trip_count: bool,
        body: list[Statement],
        otherwise: list[Statement],
    ):
        super().__init__(node)
        self.unroll = 0
        self.variable = variable
        self.value_type = value_type
        self.counter_type = counter_type
        self.start = start
        self.stop = stop
        self.step = step
        self.direction = direction
        self.check_step = check_step
        self.trip_count = trip_count
        self.body = body
        self.otherwise = otherwise


class Break(Statement):
    """Leave the innermost loop."""

    __slots__ = ()


class Continue(Statement):
    """Go on with the innermost loop."""

    __slots__ = ()


class Return(Statement):
    """Leave the function."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, value: Expr | None):
        super().__init__(node)
        self.value = value


class Assert(Statement):
    """Trap with a message if a condition is false."""

    __slots__ = ("condition", "message")

    def __init__(self, node: ast.AST, condition: Expr, message: str):
        super().__init__(node)
        self.condition = condition
        self.message = message


class Panic(Statement):
    """Trap with a message."""

    __slots__ = ("message",)

    def __init__(self, node: ast.AST, message: str):
        super().__init__(node)
        self.message = message


class TypedFunction(MutableRecord):
    """A typed function body.

    Attributes:
        parameters: in order, a variable each.
        variables: every other variable that needs a slot, in the order of first assignment.
        body: the statements; control that runs off their end returns nothing.
        falls_off_end: whether control can do that.
    """

    parameters: list[Variable]
    variables: list[Variable]
    body: list[Statement]
    falls_off_end: bool
    calls: list[Call] = field(default_factory=list["Call"])
