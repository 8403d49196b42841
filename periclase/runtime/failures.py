"""What goes wrong while a kernel runs, and how it is told: a trap, and the failure that it leaves on buffers.

A launch returns nothing, so a failure is a state of the buffers that the launch would have written. It ends when they are
written again with success. A launch that would read such a buffer does not run: its own outputs take the same failure.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import CallSite


class TrapError(DiagnosticError):
    """A thread of a kernel trapped: an index out of bounds, a division by zero, a failed assertion, a deadlock."""


class BufferFailure(DiagnosticError):
    """The bytes asked for were never computed. `__cause__` is the error at the root."""


@dataclass(frozen=True, slots=True)
class SkippedLaunch:
    """A launch that did not run because a buffer that it reads had failed."""

    kernel: str
    site: CallSite


_TOLD = 8
"""Skipped launches that an error tells of; of a longer chain the first and the last of them."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a buffer's bytes are not there.

    Attributes:
        cause: the root error, as the root launch raised it.
        kernel: the kernel of the root launch.
        site: where the root launch was made.
        last_skipped: the last launch on the way to this buffer that did not run, or None if the root launch wrote it.
        before: the failure that `last_skipped` met. A list that is copied at each step would make a loop of ten thousand
            skipped launches quadratic.
    """

    cause: BaseException
    kernel: str
    site: CallSite
    last_skipped: SkippedLaunch | None = None
    before: Failure | None = field(default=None, repr=False, compare=False)

    @property
    def skipped(self) -> tuple[SkippedLaunch, ...]:
        """The launches from the root to this buffer that did not run, in order."""
        found: list[SkippedLaunch] = []
        failure: Failure | None = self
        while failure is not None and failure.last_skipped is not None:
            found.append(failure.last_skipped)
            failure = failure.before
        return tuple(reversed(found))

    def through(self, kernel: str, site: CallSite) -> Failure:
        """This failure, handed on by a launch that was skipped for it."""
        return Failure(self.cause, self.kernel, self.site, SkippedLaunch(kernel, site), self)

    def error(self) -> BufferFailure:
        """The exception for a reader of the buffer."""
        if isinstance(self.cause, DiagnosticError):
            diagnostic = self.cause.diagnostic
        else:
            diagnostic = Diagnostic(
                "PC0701", f"kernel `{self.kernel}` failed: {type(self.cause).__name__}: {self.cause}"
            )
        diagnostic = diagnostic.with_note(f"`{self.kernel}` was launched here", self.site.span())
        skipped = self.skipped
        left_out = len(skipped) - _TOLD
        for index, launch in enumerate(skipped):
            if left_out > 0 and index == _TOLD // 2:
                diagnostic = diagnostic.with_note(f"{left_out} more launches were skipped")
            if left_out > 0 and _TOLD // 2 <= index < _TOLD // 2 + left_out:
                continue
            diagnostic = diagnostic.with_note(
                f"`{launch.kernel}`, launched here, was skipped: it reads what `{self.kernel}` should have written",
                launch.site.span(),
            )
        failure = BufferFailure(diagnostic)
        failure.__cause__ = self.cause
        return failure
