"""What surrounds every compile, and with the first one of a process the import of the compiler, which takes longer."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

from periclase.garbage import paused_collector


@contextmanager
def compiling() -> Generator[None]:
    """Around a compile, its imports included: without the collector, and the classes of the compiler made quickly."""
    if "xdsl" in sys.modules:
        with paused_collector():
            yield
        return
    from periclase.class_signatures import unwritten_signatures
    from periclase.late_imports import light_dialect_loader, own_imports
    from periclase.method_bytecode import kept_methods, methods_file
    from periclase.module_bytecode import kept_modules, modules_file

    with (
        paused_collector(lasting=True),
        kept_modules(modules_file(), ("periclase", "xdsl", "llvmlite")),
        kept_methods(methods_file()),
        unwritten_signatures("xdsl"),
        own_imports("xdsl.dialects", {"xdsl.utils.dialect_loader": light_dialect_loader()}),
    ):
        yield
