"""What whoever runs work on threads has to know: how many cores there are, and what becomes of the work in a forked child."""

from __future__ import annotations

import os

from periclase.diagnostics import Diagnostic, DiagnosticError


def forked_error() -> DiagnosticError:
    """Why work of before a fork has failed in the child."""
    return DiagnosticError(
        Diagnostic(
            "PC0701",
            "this work was enqueued before the process was forked, and runs in the parent only",
            help="wait with `device.sync()` before forking",
        )
    )


def usable_cores() -> int:
    """The cores that this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1
