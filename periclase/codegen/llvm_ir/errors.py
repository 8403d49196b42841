"""How the printer refuses what it can not print: nothing is ever dropped in silence."""

from __future__ import annotations

from typing import NoReturn

from xdsl.ir import Attribute, Operation

from periclase.diagnostics import CompileError, Diagnostic
from periclase.ir.locations import call_chain_of, span_of


def refuse(code: str, message: str, op: Operation | None, help: str | None = None) -> NoReturn:
    """Raise a diagnostic at the place of `op`.

    Raises:
        CompileError: always.
    """
    location = None if op is None else op.location
    raise CompileError(
        Diagnostic(
            code,
            message,
            None if location is None else span_of(location),
            call_chain=() if location is None else call_chain_of(location),
            help=help,
        )
    )


def refuse_operation(op: Operation) -> NoReturn:
    """Refuse an operation that has no form in LLVM IR, naming the pass that would have removed it."""
    dialect = op.name.split(".", 1)[0]
    help = {
        "mir": "run `convert-mir-to-llvm` first",
        "nvvm": "run `convert-nvvm-to-llvm` (or, for the CPU, `convert-nvvm-to-cpu`) first",
    }.get(dialect)
    if op.name == "builtin.unrealized_conversion_cast":
        help = "run `reconcile-unrealized-casts` first"
    refuse("PC0530", f"'{op.name}' has no form in LLVM IR", op, help)


def refuse_attribute(name: str, op: Operation) -> NoReturn:
    """Refuse an attribute that the printer does not know what to do with."""
    refuse("PC0531", f"the attribute '{name}' on '{op.name}' has no form in LLVM IR", op)


def refuse_type(type: Attribute, op: Operation | None = None) -> NoReturn:
    """Refuse a type that LLVM does not have."""
    refuse("PC0532", f"the type {type} has no form in LLVM IR", op)


def refuse_literal(value: Attribute, type: Attribute, op: Operation | None = None) -> NoReturn:
    """Refuse a literal that is no value of its type."""
    refuse("PC0532", f"the literal {value} is no value of type {type} in LLVM IR", op)
