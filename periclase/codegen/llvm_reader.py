"""Reading LLVM IR text such that a module that is not valid is an error, and not the end of the process.

Where a module has debug information, LLVM's reader brings that up to date. It verifies the module for that purpose, and ends the
process if it is not valid. An option of LLVM keeps it from doing so: the module can be verified then as any other.
"""

from __future__ import annotations

import threading
from typing import Any

from periclase.runtime.backends.cpu.llvm_binding import binding

_VERSION = '"Debug Info Version"'
_OPTION = "-disable-auto-upgrade-debug-info"

_reading = threading.Lock()
"""The option is the process's."""


def read_module(text: str, context: Any) -> Any:
    """The LLVM module of `text`, in `context`, not verified yet.

    Raises:
        RuntimeError: LLVM does not accept it.
    """
    llvm = binding()
    if _VERSION not in text:
        return llvm.parse_assembly(text, context)
    with _reading:
        try:
            llvm.set_option("", f"{_OPTION}=true")
            return llvm.parse_assembly(text, context)
        finally:
            llvm.set_option("", f"{_OPTION}=false")  # for others, such as numba
