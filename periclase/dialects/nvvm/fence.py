"""Memory fences: they order this thread's own accesses, and wait for nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import LocationAttr
from xdsl.irdl import prop_def, traits_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.nvvm.attributes import (
    MemoryOrder,
    MemoryOrderAttr,
    MemoryScope,
    MemoryScopeAttr,
)
from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    NVVMOp,
    Words,
    parse_attributes,
    parse_enum,
    print_attributes,
    print_word,
    words_of,
)
from periclase.intrinsics.model import Requirement
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@operation
class FenceOp(NVVMOp):
    """A fence of an order and a scope, as `std::atomic_thread_fence`. `acquire` and `release` are done by `acq_rel`.

    PTX ISA, `fence`. MLIR has no such operation in `nvvm`; it is `llvm.fence` with PTX's scopes.

    Example:

    ```mlir
    nvvm.fence acq_rel block
    ```
    """

    name = "nvvm.fence"
    WORDS: ClassVar[Words] = {"order": words_of(MemoryOrderAttr), "scope": words_of(MemoryScopeAttr)}

    order = prop_def(MemoryOrderAttr)
    scope = prop_def(MemoryScopeAttr)

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(cls, order: MemoryOrder, scope: MemoryScope, *, location: LocationAttr) -> Self:
        """The fence."""
        return cls.from_words((), {"order": order, "scope": scope}, (), location)

    def requirement(self) -> Requirement:
        own = super().requirement()
        return own.join(Requirement(90, 78)) if self.scope.data is MemoryScope.CLUSTER else own

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        order = parse_enum(parser, MemoryOrderAttr)
        scope = parse_enum(parser, MemoryScopeAttr)
        _, attributes = parse_attributes(parser, cls)
        return cls.create(properties={"order": order, "scope": scope}, attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_word(printer, self.order)
        print_word(printer, self.scope)
        print_attributes(printer, self, ("order", "scope"))

    def verify_(self) -> None:
        if self.order.data is MemoryOrder.RELAXED:
            raise VerifyException("a relaxed fence orders nothing")


OPERATIONS = (FenceOp,)
