"""What the calls of the interface take. A value of another kind is refused at the user's line, not met deep inside."""

from __future__ import annotations

import math
from typing import NoReturn

from periclase.diagnostics import Diagnostic, LaunchError, shown
from periclase.runtime.call_site import call_site


def refuse_kind(expected: str, given: object, help: str | None = None) -> NoReturn:
    """Say that a call does not take `given`.

    Args:
        expected: such as "`Stream.wait` takes an event".

    Raises:
        LaunchError: always.
    """
    raise LaunchError(
        Diagnostic("PC0406", f"{expected}, not {shown(given)}", call_site().span(), help=help)
    ) from None


def expect_kind(
    given: object, kinds: type | tuple[type, ...], expected: str, help: str | None = None
) -> None:
    """See that `given` is one of `kinds`.

    Args:
        expected: see `refuse_kind`.

    Raises:
        LaunchError: it is not.
    """
    if not isinstance(given, kinds):
        refuse_kind(expected, given, help)


def expect_function(what: str, given: object) -> None:
    """See that `given` can be called.

    Args:
        what: who takes it, such as "`observe`".

    Raises:
        LaunchError: it can not.
    """
    if not callable(given):
        refuse_kind(f"{what} takes a function", given, "pass the function itself, or a lambda")


def expect_executor(given: object) -> None:
    """See that `given` takes work as an executor of `concurrent.futures` does, or is None.

    Raises:
        LaunchError: it does not.
    """
    if given is not None and not hasattr(given, "submit"):
        refuse_kind(
            "kernels are compiled on an executor of `concurrent.futures`",
            given,
            "pass a `ProcessPoolExecutor`",
        )


def expect_timeout(given: object) -> None:
    """See that `given` is a number of seconds, or None.

    Raises:
        LaunchError: it is not.
    """
    if given is None or (isinstance(given, int | float) and not math.isnan(given)):
        return
    refuse_kind("a time limit is a number of seconds, or None for no limit", given)
