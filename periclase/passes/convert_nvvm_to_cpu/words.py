"""Reading enumerations of nvvm operations, and refusing what has no meaning on a CPU."""

from __future__ import annotations

from typing import NoReturn

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from periclase.diagnostics import CompileError, Diagnostic
from periclase.ir.enum_attribute import EnumAttribute
from periclase.ir.locations import place_and_chain


def word(op: Operation, name: str) -> str | None:
    """The word of an enumeration among the properties or attributes of `op`, None if it is not there."""
    attribute = op.properties.get(name) or op.attributes.get(name)
    if isinstance(attribute, EnumAttribute):
        return str(attribute.data.value)  # pyright: ignore
    return attribute.data if isinstance(attribute, StringAttr) else None


def refuse(op: Operation, what: str, help: str | None = None, code: str = "PC0507") -> NoReturn:
    """Raise: `what`, at the place of `op`, does not exist on the CPU."""
    span, chain = place_and_chain(op.location)
    raise CompileError(
        Diagnostic(
            code,
            f"{what} does not exist on the CPU",
            span,
            help=help or "compile this kernel for a GPU target",
            call_chain=chain,
        )
    )
