"""Python's cyclic garbage collector, put to rest while an IR is built: that is all cycles, and would be walked over and over."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

_FROZEN_BY_PYTHON = 1000
"""More than Python 3.12 has frozen when it starts, some hundred objects, and less than whoever freezes all there is."""


@contextmanager
def paused_collector(*, lasting: bool = False) -> Generator[None]:
    """Without the collector; as it was afterwards.

    Args:
        lasting: what is made meanwhile, modules and classes above all, is there to stay. Then it counts as old at once; else the
            collector looks through all of it, as its young, when it is back: for the modules of the compiler that takes as
            long as compiling a kernel.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if lasting and gc.get_freeze_count() < _FROZEN_BY_PYTHON:  # what others have frozen stays so
            gc.freeze()
            gc.unfreeze()  # to the oldest generation
        gc.enable()
