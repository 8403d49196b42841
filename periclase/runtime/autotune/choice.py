"""What was chosen for a key, and what is done when the chosen candidate fails all the same.

A winner that this process has measured is called, and that is all. One that came from the disk is watched in its first call:
another driver, another limit of the machine may have made it useless. If it fails, what it spoiled is restored, the next best
runs, and the record says so from then on.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from periclase.runtime.autotune.failures import first_line
from periclase.runtime.autotune.stand_ins import Backup, Call, StandIns, Uses
from periclase.runtime.dry_run import launch_mode, precompile
from periclase.runtime.failures import BufferFailure
from periclase.runtime.observers import observe
from periclase.runtime.streams import current_stream
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.autotune.store import TuneRecord, TuneStore
    from periclase.runtime.autotune.tuning import Runnable
    from periclase.runtime.device import Device


class Choice:
    """The chosen candidate for one key on one device.

    Attributes:
        winner: the candidate in use.
        record: what is known of all of them.
        is_compiled: whether all candidates were compiled, not only the winner.
    """

    def __init__(
        self,
        name: str,
        candidates: Sequence[Runnable],
        record: TuneRecord,
        store: TuneStore,
        *,
        launches: Mapping[str, int] | None = None,
        is_compiled: bool = False,
    ):
        """
        Args:
            name: of the function.
            candidates: all of them.
            launches: by candidate, how many launches it makes; None where the record comes from elsewhere, and its winner has
                still to be seen at work.
        """
        self._name = name
        self._by_name = {runnable.candidate.name: runnable for runnable in candidates}
        self._store = store
        self._lock = threading.Lock()
        self._launches = dict(launches or {})
        self._verified = launches is not None
        self.is_compiled = is_compiled
        self.record: TuneRecord = record
        self.winner: Runnable = self._by_name[record.winner]

    def run(self, call: Call, device: Device) -> Any:
        """Do the work."""
        winner = self.winner
        if self._verified:
            if self._launches.get(winner.candidate.name) != 1:
                return winner.run(call)
            uses = Uses()
            try:
                with observe(uses):
                    return winner.run(call)
            except Exception as error:
                # Arguments of the same key may still differ, and be too large for it. One that had launched something before
                # it raised must not be followed by another: that would do a part of the work twice.
                if uses.launches:
                    raise
                return self._next_best(winner, call, error)
        if launch_mode(device.device_state).skipped or current_stream(device).window is not None:
            return winner.run(call)  # nothing can be seen of it now
        return self._watched(winner, call, device)

    def _watched(self, winner: Runnable, call: Call, device: Device) -> Any:
        """The first call of a winner from elsewhere: wait for it, and see whether it works."""
        uses, whole = Uses(), True
        with observe(uses), precompile(device):
            stand_ins = StandIns(call, device)
            try:
                winner.run(stand_ins.call)
            except Exception:  # if it matters, it comes again below
                whole = False
        device.sync()
        if stand_ins.failed_inputs(uses):
            return winner.run(call)  # it can not work, whoever does it: nothing is learnt
        elsewhere = uses.written_elsewhere(stand_ins.call.memory())
        backup = Backup([*stand_ins.changed_inputs(uses, whole), *elsewhere])
        del stand_ins
        try:
            result = self._run_to_the_end(winner, call, device)
        except Exception as error:
            backup.restore()
            return self._next_best(winner, call, error, device, backup)
        self._verified = True
        return result

    def _next_best(
        self,
        failed: Runnable,
        call: Call,
        error: Exception,
        device: Device | None = None,
        backup: Backup | None = None,
    ) -> Any:
        """Do the work with the next best that can; where none can, it is the call that is wrong, and not the winner.

        Args:
            failed: the winner.
            error: why it failed.
            device: wait for the work there and see whether it failed; None: only what is raised counts.
            backup: what to restore before the next one.
        """
        failures = [(failed.candidate.name, error)]
        for name in self.record.ranking():
            runnable = self._by_name.get(name)
            if runnable is None or runnable is failed:
                continue
            try:
                if device is None:
                    result = runnable.run(call)
                else:
                    result = self._run_to_the_end(runnable, call, device)
            except Exception as other:
                failures.append((name, other))
                if backup is not None:
                    backup.restore()
                continue
            self._correct(failures)
            return result
        if device is not None and isinstance(error, BufferFailure):
            return failed.run(call)  # a failure of a launch is a state of its buffers, here as well
        raise error

    def _run_to_the_end(self, runnable: Runnable, call: Call, device: Device) -> Any:
        """Run a candidate, and wait.

        Raises:
            BufferFailure: something that it writes was not computed.
            Exception: whatever it raises.
        """
        uses = Uses()
        with observe(uses):
            result = runnable.run(call)
        device.sync_buffers(*uses.written_buffers)
        self._launches[runnable.candidate.name] = uses.launches
        return result

    def _correct(self, failures: Sequence[tuple[str, Exception]]) -> None:
        """These have failed, and the next one in the ranking has not."""
        with self._lock:
            record: TuneRecord | None = self.record
            for name, error in failures:
                record = None if record is None else record.without(name, first_line(error))
            if record is None:
                return
            self.record = record
            self.winner = self._by_name[record.winner]
            self._verified = True
        self._store.replace(record)
        settings().report(
            f"{self._name}: `{failures[0][0]}` failed in use; `{record.winner}` takes its place"
        )
