"""Addresses that are numbers, as pointers, and the way back: `periclase.library.addresses`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import mir_type
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import PENDING, Expr, Pending
from periclase.library.addresses import address_number, pointer_at
from periclase.pointers import PointerType
from periclase.types import Access, Space, u64

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


class PointerAt(Expr):
    """A pointer to an address, a `u64`."""

    __slots__ = ("address",)
    emission = "periclase.importer.python.addresses"

    def __init__(self, node: ast.AST, type: PointerType, address: Expr):
        super().__init__(node, type)
        self.address = address


class AddressNumber(Expr):
    """The address that a pointer is, as a `u64`."""

    __slots__ = ("pointer",)
    emission = "periclase.importer.python.addresses"

    def __init__(self, node: ast.AST, pointer: Expr):
        super().__init__(node, u64)
        self.pointer = pointer


def _pointer_at(typing: ExpressionTyping, node: ast.Call) -> Expr:
    whole: Any = typing
    address, like = whole.plain_arguments(node, 2)
    if PENDING & {address.type, like.type}:
        return Pending(node, like.type)
    if address.type is not u64 or not isinstance(like.type, PointerType):
        raise Problem("PC0205", "`pointer_at` takes a u64 and a pointer", node)
    return PointerAt(node, PointerType(like.type.element, Access.READ_WRITE, Space.GLOBAL), address)


def _address_number(typing: ExpressionTyping, node: ast.Call) -> Expr:
    whole: Any = typing
    (pointer,) = whole.plain_arguments(node, 1)
    if pointer.type in PENDING:
        return Pending(node, pointer.type)
    if not isinstance(pointer.type, PointerType):
        raise Problem("PC0205", "`address_number` takes a pointer", node)
    return AddressNumber(node, pointer)


def _emitted(emitter: ExpressionEmitter, value: PointerAt) -> SSAValue:
    location: LocationAttr = emitter.location(value.node)
    address = emitter.expression(value.address)
    wanted = mir_type(cast(PointerType, value.type))
    return emitter.add(mir.CastOp.make(address, wanted, CastKind.INT_TO_PTR, location=location))


def _emitted_number(emitter: ExpressionEmitter, value: AddressNumber) -> SSAValue:
    location: LocationAttr = emitter.location(value.node)
    pointer = emitter.expression(value.pointer)
    return emitter.add(mir.CastOp.make(pointer, mir_type(u64), CastKind.PTR_TO_INT, location=location))


EXPRESSIONS.update({PointerAt: _emitted, AddressNumber: _emitted_number})
HANDLERS = {pointer_at: _pointer_at, address_number: _address_number}
"""See `host_functions`."""
