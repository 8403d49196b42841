"""A launch that is waited for by the thread that makes it, and whose failure is raised there, whatever bytes carry it.

A launch whose arguments are arrays of the host is one. Were its failure looked for on its buffers alone, that of a launch which
writes none of them would be missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from periclase.runtime.failures import failure_error
from periclase.runtime.held_windows import refuse_own
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.launch_request import LaunchRequest
from periclase.runtime.outcome import PENDING

if TYPE_CHECKING:
    from periclase.runtime.access_sets import SliceUse
    from periclase.runtime.arrangements import Arrangement
    from periclase.runtime.claims import Claim
    from periclase.runtime.execution import Work


class AwaitedRecord(LaunchRecord):
    """The record of such a launch."""

    __slots__ = ()

    def fails_unclaimed(self) -> bool:
        """False: its thread hears of it."""
        return False


class _Noted:
    """A tuple has no attributes of its own, but for those of another base.

    Attributes:
        made: its record, once the runner has come to it, and so far.
    """

    made: AwaitedRecord | None = None


class AwaitedRequest(LaunchRequest, _Noted):
    """Such a launch on its way to the runner."""

    def record(self, name: str, slices: Sequence[SliceUse], known: Arrangement | None = None) -> LaunchRecord:
        """See `LaunchRequest.record`."""
        plain = super().record(name, slices, known)
        self.made = made = AwaitedRecord(
            name,
            plain.site,
            plain.stream,
            plain.uses,
            plain.maybe,
            plain.keep,
            plain.grid,
            plain.block,
            plain.profile,
        )
        return made

    def wait(self) -> None:
        """Wait until it has ended.

        Raises:
            DiagnosticError: this thread is in a `with buffer.host():` block that it waits for (PC0718).
            BufferFailure: it has failed, or was skipped since what it reads had failed.
        """
        state = self.context.stream.device_state
        expected = state.expect_wait()
        try:
            # The runner comes to this behind the launch.
            work, claim = state.channel.submit_blocking(self._look)
            if work is not None:
                refuse_own((work,))
                work.wait()
        finally:
            if expected:
                state.wait_is_over()
        if work is not None:
            claim = state.channel.submit_blocking(self._claim)
        if claim is not None:
            raise failure_error(claim)

    def _look(self) -> tuple[Work | None, Claim | None]:
        """Its work if that is to be waited for; else what came of it."""
        work = None if self.made is None else self.made.work
        return (None, self._claim()) if work is None or work.outcome != PENDING else (work, None)

    def _claim(self) -> Claim | None:
        record = self.made
        if record is None:
            return None
        return (
            record.claim
            if record.work is None
            else self.context.stream.device_state.dispatcher.claim_of(record)
        )
