"""Reading LLVM IR text such that a module that is not valid is an error, and not the end of the process.

LLVM's reader verifies a module with debug information itself, to bring that up to date, and ends the process if the module is not
valid. So such a text is first read as one whose debug information is of no known version: LLVM drops it then, and the verifier
can be asked. What there is to drop is taken out of the text, as far as it is written as we write it: LLVM says on the standard
error that it dropped something.
"""

from __future__ import annotations

import re
from typing import Any

from periclase.runtime.backends.cpu.llvm_binding import binding

_VERSION = '"Debug Info Version"'
_NO_VERSION = '"Debug Info, dropped"'
_DEBUG = re.compile(r",? !dbg !\d+(?=$| \{$)|^!llvm\.dbg\.cu = .*$|^ +#dbg_.*$", re.MULTILINE)
"""Where instructions and functions name their place, what is said of variables, and what makes the units
that are named part of the module."""


def read_module(text: str, context: Any) -> Any:
    """The LLVM module of `text`, in `context`. It is not verified yet if it has no debug information.

    Raises:
        RuntimeError: LLVM does not accept it.
    """
    if _VERSION in text:
        with (
            binding().create_context() as scratch,
            binding().parse_assembly(_without_debug_information(text), scratch) as module,
        ):
            module.verify()
    return binding().parse_assembly(text, context)


def _without_debug_information(text: str) -> str:
    return _DEBUG.sub("", text.replace(_VERSION, _NO_VERSION))
