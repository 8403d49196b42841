"""Device globals in a kernel: what names them, and which of them each function has to be given.

A device function has a pointer to each device global that it or what it calls names, behind its own parameters; a kernel gets
their buffers from the launch. Where nothing is a kernel they are variables of the module: see `emit_device_globals`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import CompileError
from periclase.importer.python.problems import Problem
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import Expr, GlobalPlace, Load
from periclase.record import field, replace
from periclase.types import ArrayType, DeviceType, Space

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal
    from periclase.importer.python.instance import FunctionInstance
    from periclase.importer.python.typing_base import TypingBase
    from periclase.importer.python.typing_expressions import ExpressionTyping


class GlobalType(DeviceType):
    """The type of a device global that is no array, where it is named: it has a `value`, and is none itself.

    Attributes:
        shown: what it holds, for people.
        held: which it is.
    """

    shown: str
    held: Any = field(compare=False)

    @property
    def canonical(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"device global of {self.shown}"

    __repr__ = __str__


class GlobalRules(TypeRules):
    """A device global that is no array."""

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        assert isinstance(value.type, GlobalType)
        if node.attr != "value":
            raise Problem(
                "PC0102",
                f"a {value.type} has no attribute `{node.attr}` in a kernel",
                node,
                f"write `{ast.unparse(node.value)}.value`",
            )
        held: DeviceGlobal = value.type.held
        return Load(node, GlobalPlace(node, held.type, held))


def named(typing: TypingBase, node: ast.expr, held: DeviceGlobal) -> Expr:
    """A device global, where it is named."""
    typing.instance.device_globals.setdefault(held, node)
    if isinstance(held.type, ArrayType):
        return Load(node, GlobalPlace(node, replace(held.type, space=Space.GLOBAL, mutable=True), held))
    return Expr(node, GlobalType(str(held.type), held))


def whole(value: Expr) -> Expr:
    """What is named by itself, not with `.value` behind it: an array, which is passed on like any other.

    Raises:
        Problem: it is no array.
    """
    if isinstance(value.type, GlobalType):
        shown = ast.unparse(value.node)
        raise Problem(
            "PC0104",
            f"`{shown}` is a {value.type}, which is no value by itself",
            value.node,
            f"write `{shown}.value`",
        )
    return value


def needed(instances: Sequence[FunctionInstance]) -> dict[FunctionInstance, tuple[DeviceGlobal, ...]]:
    """The device globals that each function has to be given, in the order of its parameters for them.

    Raises:
        CompileError: a kernel is not given one that it needs.
    """
    found = {instance: dict(instance.device_globals) for instance in instances}
    if not any(found.values()) or not any(instance.is_kernel for instance in instances):
        return {}
    changed = True
    while changed:
        changed = False
        for instance in instances:
            own = found[instance]
            for call in () if instance.typed is None else instance.typed.calls:
                for held in found.get(call.instance, ()):
                    if held not in own:
                        own[held] = call.node
                        changed = True
    return {
        instance: _given(instance, own) if instance.is_kernel else tuple(own)
        for instance, own in found.items()
    }


def _given(instance: FunctionInstance, own: dict[DeviceGlobal, ast.AST]) -> tuple[DeviceGlobal, ...]:
    """What a launch passes, which is found without typing: at least what is needed."""
    given: tuple[DeviceGlobal, ...] = getattr(instance.marked, "device_globals", ())
    missing: Iterable[DeviceGlobal] = (held for held in own if held not in given)
    for held in missing:
        assert instance.source is not None
        problem = Problem(
            "PC0104",
            f"`{held.name}` was made, or bound to its name, when the parameters of `{instance.function.__name__}` were known",
            own[held],
            "make the device globals of a module before its kernels are looked at",
        )
        raise CompileError(problem.diagnostic(instance.source, instance.frames))
    return given
