"""Addresses that are numbers, as pointers, and what they are multiples of: `periclase.library.addresses`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import LocationAttr, UnitAttr
from xdsl.ir import SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import ANY_BUFFER, CastKind
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import mir_type
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import PENDING, Constant, Expr, Pending
from periclase.library.addresses import is_aligned, pointer_at
from periclase.pointers import PointerType
from periclase.types import Access, Space, bool_, u64

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


class PointerAt(Expr):
    """A pointer to an address, a `u64`."""

    __slots__ = ("address",)
    emission = "periclase.importer.python.addresses"

    def __init__(self, node: ast.AST, type: PointerType, address: Expr):
        super().__init__(node, type)
        self.address = address


class IsAligned(Expr):
    """Whether an address is a multiple of `bytes`."""

    __slots__ = ("bytes", "pointer")
    emission = "periclase.importer.python.addresses"

    def __init__(self, node: ast.AST, pointer: Expr, bytes: int):
        super().__init__(node, bool_)
        self.pointer = pointer
        self.bytes = bytes


def _pointer_at(typing: ExpressionTyping, node: ast.Call) -> Expr:
    whole: Any = typing
    address, like = whole.plain_arguments(node, 2)
    if PENDING & {address.type, like.type}:
        return Pending(node, like.type)
    if address.type is not u64 or not isinstance(like.type, PointerType):
        raise Problem("PC0205", "`pointer_at` takes a u64 and a pointer", node)
    return PointerAt(node, PointerType(like.type.element, Access.READ_WRITE, Space.GLOBAL), address)


def _is_aligned(typing: ExpressionTyping, node: ast.Call) -> Expr:
    whole: Any = typing
    pointer, bytes = whole.plain_arguments(node, 2)
    if pointer.type in PENDING:
        return Pending(node, pointer.type)
    if not isinstance(pointer.type, PointerType):
        raise Problem("PC0205", "`is_aligned` takes a pointer", node)
    if not isinstance(bytes, Constant) or bytes.value < 1 or bytes.value & (bytes.value - 1):
        raise Problem("PC0210", "`is_aligned` takes a power of two that is known at import", node)
    return IsAligned(node, pointer, int(bytes.value))


def _emitted(emitter: ExpressionEmitter, value: PointerAt) -> SSAValue:
    location: LocationAttr = emitter.location(value.node)
    address = emitter.expression(value.address)
    wanted = mir_type(cast(PointerType, value.type))
    made = mir.CastOp.make(address, wanted, CastKind.INT_TO_PTR, location=location)
    made.attributes[ANY_BUFFER] = UnitAttr()
    return emitter.add(made)


def _emitted_alignment(emitter: ExpressionEmitter, value: IsAligned) -> SSAValue:
    location: LocationAttr = emitter.location(value.node)
    pointer = emitter.expression(value.pointer)
    return emitter.add(mir.IsAlignedOp.make(pointer, value.bytes, location=location))


EXPRESSIONS.update({PointerAt: _emitted, IsAligned: _emitted_alignment})
HANDLERS = {pointer_at: _pointer_at, is_aligned: _is_aligned}
"""See `host_functions`."""
