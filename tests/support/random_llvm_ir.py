"""Random modules of LLVM IR, as text: nearly all that LLVM accepts, most of it nothing that a compiler would write.

Integers of odd widths, vectors and aggregates of anything, every address space, atomics of all orders and scopes, intrinsics of
types that they are seldom asked for, assembly with wrong constraints, names that are no identifiers, arrays of gigabytes, types
and control flow nested hundreds deep, attributes that contradict one another, debug information that points anywhere, functions
that are left by unwinding. What of it is not valid is so in types only; what is valid need not have a lowering.
`random_module(seed)` gives always the same text for one seed.
"""

from __future__ import annotations

from random_llvm_calls import Calls
from random_llvm_debug import Debug
from random_llvm_exits import Exits
from random_llvm_instructions import Instructions
from random_llvm_intrinsics import Intrinsics
from random_llvm_module import Module

_HOST_KINDS = (
    *("do_integer",) * 5, *("do_float",) * 4, *("do_compare",) * 2, *("do_select",) * 2, *("do_cast",) * 5,
    *("do_memory",) * 6, *("do_atomic",) * 3, *("do_parts",) * 3, *("do_intrinsic",) * 6, "do_call", "do_call",
    *("do_record",) * 3, *("do_exit",) * 3,
)  # fmt: skip
_KINDS = (*_HOST_KINDS, *("do_nvvm",) * 3, *("do_assembly",))


class _Function(Debug, Instructions, Intrinsics, Calls, Exits):
    def instruction(self) -> None:
        getattr(self, self.random.choice(_KINDS if self.module.gpu else _HOST_KINDS))()


def random_module(seed: int, *, gpu: bool) -> str:
    """The module of `seed`, for a GPU or for the processor of this machine."""
    module = Module(seed, gpu=gpu)
    return module.text(lambda number: _Function(module, number).text())
