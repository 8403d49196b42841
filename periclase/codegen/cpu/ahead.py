"""What every process needs that runs kernels, made in another thread while this one imports the compiler.

That import is most of a cold start, and Python's alone; mapping LLVM's library and compiling with it take no interpreter lock.
"""

from __future__ import annotations

import contextlib
import functools
import threading

from periclase.settings import settings


@functools.cache
def begin_support() -> None:
    """Have another thread make it, while this one does something else.

    Whoever needs an object before it is there waits for it in `support.support_object`; what goes wrong here is told there.
    """
    if not settings().dump_llvm:  # dumps come in the order in which things are asked for
        # Where no thread is to be had it is made when it is needed.
        with contextlib.suppress(RuntimeError, MemoryError):
            threading.Thread(target=_make_support, name="periclase-support").start()


def _make_support() -> None:
    with contextlib.suppress(Exception):
        from periclase.runtime.backends.cpu.llvm_binding import map_library

        map_library()
        from periclase.codegen.cpu.support import support_object

        for name in ("block_driver", "task_executor"):
            with contextlib.suppress(Exception):
                support_object(name)
