"""The errors of the runtime: what goes wrong while work is launched and run, and what a reader of a spoiled buffer is told.

A launch returns nothing, so a failure is a state of the bytes that the launch would have written. It ends when they are
written again with success. A launch that would read such bytes does not run: what it was to write takes the same failure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError
from periclase.runtime.claims import Claim, Failure, Skip

if TYPE_CHECKING:
    from periclase.runtime.failure_report import FailureReport

__all__ = [
    "BufferFailure",
    "Claim",
    "DeviceLost",
    "Failure",
    "ForeignHandle",
    "NotAllocated",
    "Skip",
    "TornDown",
    "TrapError",
    "failure_error",
]


class TrapError(DiagnosticError):
    """A thread of a kernel trapped: an index out of bounds, a division by zero, a failed assertion, a deadlock."""


class ForeignHandle(LaunchError):
    """A buffer of another device: its address means nothing here. Raised where it is passed."""


class DeviceLost(DiagnosticError):
    """The device can not be used any more: a fault that a driver keeps reporting until the device is reset."""


class NotAllocated(DiagnosticError):
    """There was no memory for a buffer."""


class TornDown(DiagnosticError):
    """The runtime's work on a launch was left by an exception, so that nobody knows what was written."""


def forked_error() -> DiagnosticError:
    """Why work of before a fork has failed in the child."""
    return DiagnosticError(
        Diagnostic(
            "PC0701",
            "this work was enqueued before the process was forked, and runs in the parent only",
            help="wait with `device.sync()` before forking",
        )
    )


def torn_down(kernel: str, error: BaseException | None = None) -> TornDown:
    """The failure of a launch whose body was left, by `error` if that is known."""
    reason = "" if error is None else f" by {type(error).__name__}"
    failure = TornDown(
        Diagnostic(
            "PC0707",
            f"the launch of `{kernel}` was torn down{reason}",
            help="launch it again: what it wrote, if anything, is unknown",
        )
    )
    failure.__cause__ = error
    return failure


class BufferFailure(DiagnosticError):
    """The bytes asked for were never computed.

    Attributes:
        failure: the same as data: roots, kernels, launch sites, and the launches that were skipped.

    `__cause__` is the error at the root: a group of them if there are several.
    """

    def __init__(self, shown: Diagnostic | Iterable[Diagnostic], failure: FailureReport):
        super().__init__(shown)
        self.failure = failure

    def __reduce__(self):  # pyright: ignore[reportIncompatibleMethodOverride]
        return type(self), (self.diagnostics, self.failure)

    def to_json(self, indent: int | None = None) -> str:
        """The failure as JSON."""
        return self.failure.to_json(indent)


def failure_error(*claims: Claim) -> BufferFailure:
    """The exception for a reader of bytes that carry `claims`."""
    from periclase.runtime.failure_report import diagnostics, report

    error = BufferFailure(diagnostics(claims), report(claims))
    causes = list(dict.fromkeys(failure.cause for claim in claims for failure in claim.failures))
    error.__cause__ = causes[0] if len(causes) == 1 else _group(causes)
    return error


def unread_error(claim: Claim) -> BufferFailure:
    """The exception for a host's access that got `claim`, since it was skipped: the access itself is no launch to speak of."""
    return failure_error(*([claim] if claim.skip is None else [below for _, below in claim.skip.needed]))


def device_lost(name: str, cause: BaseException) -> DeviceLost:
    """The error of a device that can not be used any more because of `cause`."""
    error = DeviceLost(
        Diagnostic(
            "PC0742",
            f'the device "{name}" is lost: {cause}',
            help="`device.reset()` gives a fresh one; what is in its memory is gone",
        )
    )
    error.__cause__ = cause
    return error


def was_reset(name: str) -> DeviceLost:
    """What the memory carries of a device that was reset."""
    return DeviceLost(
        Diagnostic(
            "PC0742",
            f'the device "{name}" was reset, and what was in its memory is gone',
            help="write the buffer again",
        )
    )


def _group(causes: list[BaseException]) -> BaseException:
    return BaseExceptionGroup("several launches that a buffer depends on failed", causes)
