"""What the names of `cuda` mean in a kernel."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from periclase.closures import ClosureType
from periclase.dynamic_shared import DynamicArrayType
from periclase.importer.python.atomic_tree import AtomicLoop
from periclase.importer.python.closure_tree import Static
from periclase.importer.python.conversions import converted
from periclase.importer.python.dynamic_shared import MakeDynamicArray
from periclase.importer.python.names import make_tuple
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import Constant, Expr
from periclase.importer.python.typing_base import NOT_STATIC
from periclase.intrinsics.table import INTRINSICS
from periclase.types import ScalarType, Space, Type, f32, f64, i32, u64

if TYPE_CHECKING:
    from periclase.compat.numba_cuda.device_names import DeviceName
    from periclase.compat.numba_cuda.typing_rules import NumbaTyping

_REGISTERS = {
    **{
        f"{theirs}.{axis}": f"{ours}_{axis}"
        for theirs, ours in (
            ("threadIdx", "thread_idx"),
            ("blockIdx", "block_idx"),
            ("blockDim", "block_dim"),
            ("gridDim", "grid_dim"),
        )
        for axis in "xyz"
    },
    "laneid": "lane_id",
    "warpsize": "warp_size",
}
_ATOMICS = {
    "add": "atomic_add", "sub": "atomic_sub", "max": "atomic_max", "min": "atomic_min", "nanmax": "atomic_max",
    "nanmin": "atomic_min", "and_": "atomic_and", "or_": "atomic_or", "xor": "atomic_xor", "inc": "atomic_inc",
    "dec": "atomic_dec", "exch": "atomic_exchange", "cas": "atomic_cas",
}  # fmt: skip
_LOOPED: dict[str, tuple[ScalarType, ...]] = {
    **dict.fromkeys(("max", "min", "nanmax", "nanmin"), (f32, f64)),
    **dict.fromkeys(("inc", "dec"), (u64,)),
}
"""What no instruction does in one piece, and of which types."""


def read(typing: NumbaTyping, node: ast.expr, name: DeviceName) -> Expr:
    """The value of a name: a number, or a function that can be passed on."""
    row = _REGISTERS.get(name.__name__)
    if row is None:
        return Static(node, ClosureType(name))
    return converted(_register(typing, node, row), i32)


def call(typing: NumbaTyping, node: ast.Call, name: str) -> Expr:
    """The value of a call."""
    family, _, operation = name.partition(".")
    if family == "atomic":
        return _atomic(typing, node, operation)
    handler = _HANDLERS.get(name)
    if handler is None:
        raise Problem("PC0105", f"`cuda.{name}` is a number, not a function", node, f"write `cuda.{name}`")
    return handler(typing, node)


def _register(typing: NumbaTyping, node: ast.expr, row: str) -> Expr:
    called = ast.copy_location(ast.Call(func=node, args=[], keywords=[]), node)
    return typing.stub_call(called, INTRINSICS[row])


def _per_axis(prefix: str) -> Callable[[NumbaTyping, ast.Call], Expr]:
    def typed(typing: NumbaTyping, node: ast.Call) -> Expr:
        (number,) = typing.plain_arguments(node, 1)
        if not isinstance(number, Constant) or number.value not in (1, 2, 3):
            raise Problem(
                "PC0210",
                f"`{ast.unparse(node.func)}` takes the number of dimensions, 1, 2 or 3, as a constant",
                node.args[0],
            )
        values = [_register(typing, node, f"{prefix}_{axis}") for axis in "xyz"[: number.value]]
        return values[0] if number.value == 1 else make_tuple(node, values)

    return typed


# Arrays


def _array(space: Space) -> Callable[[NumbaTyping, ast.Call], Expr]:
    def typed(typing: NumbaTyping, node: ast.Call) -> Expr:
        shape = (
            node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "shape"), None)
        )
        if space is Space.SHARED and shape is not None:
            extent = typing.value(shape)
            if isinstance(extent, Constant) and extent.value == 0:
                return _dynamic(typing, node)
        return typing.fixed_array(node, space)

    return typed


def _dynamic(typing: NumbaTyping, node: ast.Call) -> Expr:
    """All of the dynamic shared memory, as an array."""
    given = dict(zip(("shape", "dtype"), node.args, strict=False))
    given |= {k.arg: k.value for k in node.keywords if k.arg is not None}
    if set(given) != {"shape", "dtype"}:
        raise Problem("PC0207", "`cuda.shared.array` takes a shape and a type", node)
    element: Type = typing.element_type(given["dtype"], "cuda.shared.array")
    size = Constant(node, i32, element.size)
    length = typing.arithmetic(node, "floordiv", "//", _register(typing, node, "dynamic_shared_size"), size)
    return MakeDynamicArray(node, DynamicArrayType(element), length, None)


def _array_like(typing: NumbaTyping, node: ast.Call) -> Expr:
    from periclase.compat.numba_cuda.constant_memory import table_of

    if len(node.args) != 1 or node.keywords:
        raise Problem("PC0207", "`cuda.const.array_like` takes an array", node)
    host = typing.static_value(node.args[0])
    if host is NOT_STATIC:
        raise Problem(
            "PC0104",
            f"`{ast.unparse(node.args[0])}` is no array of the module: what lies in constant memory is known before the launch",
            node.args[0],
            "pass an array that is a global of the module, or that the function captures",
        )
    return table_of(node, host)


# Atomics


def _atomic(typing: NumbaTyping, node: ast.Call, operation: str) -> Expr:
    shown = f"cuda.atomic.{operation}"
    if operation == "compare_and_swap":
        ary, expected, value = _positional(node, shown, ("ary", "old", "val"))
        index: ast.expr = ast.copy_location(ast.Constant(0), ary)
        arguments = [expected, value]
    else:
        names = ("ary", "idx", "old", "val") if operation == "cas" else ("ary", "idx", "val")
        ary, index, *arguments = _positional(node, shown, names)
    element = ast.copy_location(
        ast.Subscript(value=ary, slice=written_out(typing, index), ctx=ast.Load()), ary
    )
    element.end_lineno, element.end_col_offset = index.end_lineno, index.end_col_offset
    looped = _LOOPED.get(operation, ())
    if looped:
        typed = typing.value(element)
        type = typed.type
        if isinstance(type, ScalarType) and type in looped:
            place = typing.stored_place(element)
            value = typing.held(typing.value(arguments[0]), type, f"passed to `{shown}`")
            return AtomicLoop(node, type, operation, place, value)
    row = INTRINSICS[_ATOMICS.get(operation, "atomic_cas")]
    called = ast.copy_location(ast.Call(func=node.func, args=[element, *arguments], keywords=[]), node)
    return typing.stub_call(called, row)


def _positional(node: ast.Call, shown: str, names: tuple[str, ...]) -> list[ast.expr]:
    given = dict(zip(names, node.args, strict=False))
    given |= {k.arg: k.value for k in node.keywords if k.arg is not None}
    if len(node.args) > len(names) or set(given) != set(names):
        raise Problem(
            "PC0207", f"`{shown}` takes {len(names)} arguments", node, f"write `{shown}({', '.join(names)})`"
        )
    return [given[name] for name in names]


def written_out(typing: NumbaTyping, index: ast.expr) -> ast.expr:
    """An index that is a tuple in a variable as one expression for each dimension."""
    if not isinstance(index, ast.Name):
        return index
    type: Any = typing.value(index).type
    elements = getattr(type, "elements", None)
    if elements is None:
        return index
    parts: list[ast.expr] = []
    for number in range(len(elements)):
        item = ast.Subscript(
            value=index, slice=ast.copy_location(ast.Constant(number), index), ctx=ast.Load()
        )
        parts.append(ast.copy_location(item, index))
    return ast.copy_location(ast.Tuple(parts, ast.Load()), index)


# Cooperative groups


def _this_grid(typing: NumbaTyping, node: ast.Call) -> Expr:
    from periclase.compat.numba_cuda.grid_groups import GridGroupType

    typing.plain_arguments(node, 0)
    return Static(node, GridGroupType())


_HANDLERS: dict[str, Callable[[NumbaTyping, ast.Call], Expr]] = {
    "grid": _per_axis("global_idx"),
    "gridsize": _per_axis("grid_size"),
    "shared.array": _array(Space.SHARED),
    "local.array": _array(Space.LOCAL),
    "const.array_like": _array_like,
    "cg.this_grid": _this_grid,
}
