"""What the CPU runs in place of instructions and of PTX text: `inline_ptx("…", x, result=u32, cpu=function)`."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import TYPE_CHECKING, Any

from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import After, Call, Expr, Place, StubCall
from periclase.kernel import DeviceFunction
from periclase.signature import UNIT

if TYPE_CHECKING:
    from periclase.importer.python.typing_intrinsics import IntrinsicTyping
    from periclase.intrinsics.model import Intrinsic


def with_definition(typing: IntrinsicTyping, made: Expr, row: Intrinsic, words: dict[str, str]) -> Expr:
    """A call of an intrinsic, with the function that its row has for the CPU.

    Raises:
        Unready: an operand has a problem of its own.
    """
    from importlib import import_module

    from periclase.intrinsics.forms import Form

    whole: Any = typing
    assert isinstance(made, StubCall)
    module, _, name = Form(row, made.overload.type, words).words(row.cpu, {}).partition(":")
    function = getattr(import_module(module), name, None)
    if function is None:
        return made
    operands = [_passed(operand) for operand in made.operands]
    call = whole.call_function(made.node, function, name, operands, None)
    taken = call.value if isinstance(call, After) else call
    assert isinstance(taken, Call) and taken.type == made.type, name
    made.fallback = taken
    return made


def _passed(operand: Expr | Place) -> Expr:
    """What the function gets for an operand: for a place its address, as a `MutPointer`."""
    if isinstance(operand, Expr):
        return operand
    from periclase.importer.python.places import location_of
    from periclase.importer.python.pointer_tree import PointerTo
    from periclase.pointers import PointerType
    from periclase.types import Access

    type = PointerType(operand.type, Access.READ_WRITE, location_of(operand)[0])  # pyright: ignore[reportArgumentType]
    return PointerTo(operand.node, type, operand)


def with_fallback(typing: IntrinsicTyping, made: Expr, node: ast.expr) -> Expr:
    """A call of `inline_ptx`, with the function that `cpu=` names.

    Raises:
        Problem: it is no function of the module, or takes and gives other types than the PTX text.
        Unready: it has a problem of its own.
    """
    whole: Any = typing
    if isinstance(node, ast.Constant) and node.value is None:
        return made
    assert isinstance(made, StubCall)
    callee = typing.static_value(node)
    shown = ast.unparse(node)
    if not isinstance(callee, DeviceFunction | FunctionType):
        raise Problem(
            "PC0210",
            f"`cpu` of `inline_ptx` is a function that the CPU calls instead, and `{shown}` is none",
            node,
            "write a `@device` function of the module that computes the same",
        )
    call = whole.call_function(node, callee, shown, made.variadic, None)
    taken = call.value if isinstance(call, After) else call
    assert isinstance(taken, Call)
    for value, argument, parameter in zip(
        made.variadic, taken.arguments, taken.instance.signature.parameters, strict=False
    ):
        if argument is not value:
            raise Problem(
                "PC0210",
                f"`{shown}` takes {argument.type} for `{parameter.name}`, and the PTX text {value.type}",
                value.node,
                f"the CPU calls `{shown}` with the very values: write `{argument.type}(…)`, or change the function",
            )
    gives = "nothing" if taken.type == UNIT else str(taken.type)
    wanted = "nothing" if made.type == UNIT else str(made.type)
    if gives != wanted:
        raise Problem(
            "PC0210",
            f"`{shown}` gives {gives}, and the PTX text {wanted}",
            node,
            "let both give the same type",
        )
    made.fallback = taken
    return made
