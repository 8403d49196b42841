"""Operations that are nothing but one LLVM intrinsic, or one PTX instruction: made from their rows of the table.

    %r = nvvm.mul.hi.s32 %a, %b : (i32, i32) -> i32

A new row whose template names an operation that no other file of the dialect defines gets its operation here: nothing else has
to be written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure

from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm.base import LLVM_TYPES, READS_AND_WRITES, FunctionalOp
from periclase.intrinsics.model import Effect, Intrinsic, ParameterKind, Requirement
from periclase.ir.interfaces import ConvergentOp
from periclase.ir.operations import operation


class PlainOp(FunctionalOp):
    """Base of the operations made from rows."""

    INTRINSIC: ClassVar[Intrinsic]
    """The row that this operation was made from."""

    def requirement(self) -> Requirement:
        return self.INTRINSIC.requirement

    @property
    def result(self) -> SSAValue:
        """The only result."""
        return self.results[0]


def define_plain_op(row: Intrinsic) -> type[PlainOp]:
    """The operation of a row whose operation has no definition of its own.

    ValueError if the row is not plain: it must have a template without attributes, and an LLVM intrinsic or PTX text.
    """
    template = row.template
    if template is None or template.attributes or row.types or not (row.llvm or row.ptx):
        raise ValueError(f"the row '{row.name}' needs an operation of its own")
    class_name = "".join(
        part.capitalize() for part in template.name.removeprefix("nvvm.").replace("_", ".").split(".")
    )
    types = {
        p.name: LLVMPointerType if p.kind is ParameterKind.PLACE else LLVM_TYPES[p.type]
        for p in row.parameters
    }
    names = [name for name in template.operands if isinstance(name, str)]
    results = [LLVM_TYPES[name] for name in row.result]
    example = f"{template.name} {', '.join('%' + name for name in names)}".rstrip()
    signature = (
        f"({', '.join(map(str, (types[name] for name in names)))}) -> {results[0] if results else '()'}"
    )
    members: dict[str, Any] = {
        "__doc__": f"{row.summary} {row.source}.\n\n    Example:\n\n    ```mlir\n    "
        f"{'%r = ' if results else ''}{example} : {signature}\n    ```\n    ",
        "__module__": __name__,
        "__qualname__": class_name + "Op",
        "name": template.name,
        "INTRINSIC": row,
        "__annotations__": {"INTRINSIC": ClassVar[Intrinsic]},
        **{f"operand_{name}": operand_def(types[name]) for name in names},
    }
    if results:
        members["value"] = result_def(results[0])
    if row.effect is Effect.PURE:
        members["traits"] = traits_def(Pure())
    elif row.effect is not Effect.STATE:
        members["traits"] = traits_def(*READS_AND_WRITES)
    bases = (PlainOp, ConvergentOp) if row.convergent else (PlainOp,)
    return operation(type(class_name + "Op", bases, members))


def define_plain_ops(rows: Iterable[Intrinsic], defined: Iterable[str]) -> tuple[type[PlainOp], ...]:
    """The operations of those of `rows` whose operation is not among the names `defined`."""
    known = set(defined)
    operations: list[type[PlainOp]] = []
    for row in rows:
        if row.template is not None and row.template.name not in known:
            known.add(row.template.name)
            operations.append(define_plain_op(row))
    return tuple(operations)
