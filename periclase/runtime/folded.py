"""Long chains of launches that may turn out to be no work, folded into one answer.

Whether bytes are there that launches with dynamic counts may have written, one after another, is decided by the newest that turns
out to be work: a reader takes all of them along as a guard. Where such launches follow each other on the same bytes, the guards
of n of them would be n² works. So a chain that has become long is folded: a piece of work without effect takes the chain as its
guard, and stands for the chain to whoever comes behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from periclase.runtime.dependencies import Group, as_guard
from periclase.runtime.execution import FAILED_BYTES, CopyWork
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.outcome import PENDING

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation
    from periclase.runtime.dispatch import Dispatcher

LONG: Final = 16
"""So many writers of the same bytes, of which any may be no work, are folded."""


class Folded(LaunchRecord):
    """Stands for a chain of writers: skipped if the bytes are not there, and then it carries on what they carry, as it is."""

    __slots__ = ()


def fold_long_chains(dispatcher: Dispatcher, record: LaunchRecord) -> None:
    """Fold the chains that `record` has made too long, which has just been noted as a writer. Under the runner's role."""
    for allocation, start, stop, _, writes, _, _ in record.uses:
        if writes and allocation.accesses is not None:
            for first, last, chain in allocation.accesses.chains(start, stop, LONG):
                _fold(dispatcher, record, allocation, first, last, chain)


def _fold(
    dispatcher: Dispatcher, newest: LaunchRecord, allocation: Allocation, start: int, stop: int, chain: Group
) -> None:
    use = (allocation, start, stop, False, True, "", None)
    folded = Folded(newest.kernel, newest.site, newest.stream, (use,))
    folded.guards = [("", chain)]
    address = allocation.address + start
    waits = [
        access.work for access in chain if access.work is not FAILED_BYTES and access.work.outcome == PENDING
    ]
    nothing = CopyWork(newest.stream.make_native(), address, address, 0, waits[:1], [as_guard(chain)])
    try:
        folded.work = allocation.device_state.backend.copy(nothing)
    except Exception:
        return  # then the chain stays as long as it is
    dispatcher.note_flight(folded)
    assert allocation.accesses is not None
    allocation.accesses.fold(start, stop, folded)
