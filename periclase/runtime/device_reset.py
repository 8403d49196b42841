"""A device begins anew: what was in its memory is gone, and says so. Imported by the first reset of a process."""

# pyright: reportPrivateUsage=false
# A part of the dispatcher: whether the device is lost, and its book-keeping, are touched there and here.

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from periclase.runtime.call_site import call_site
from periclase.runtime.failures import device_lost, was_reset
from periclase.runtime.outcome import FAILED, NOTHING, WROTE
from periclase.runtime.ranges import ByteRange

if TYPE_CHECKING:
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.dispatch import Dispatcher


def reset(dispatcher: Dispatcher, state: DeviceState) -> None:
    """See `Dispatcher.reset`.

    Raises:
        Exception: the backend has no fresh device.
    """
    ledger, pool = dispatcher.ledger, state.pool
    error = dispatcher._lost or was_reset(state.name)
    works, kept = dispatcher.under_way()
    pool.keep(kept, works)
    if dispatcher._lost is None:
        dispatcher._lost = error
        for record in dispatcher.flight:
            if not record.settled:
                # What was done is there, in memory that is not the device's own.
                outcome = record.work.outcome
                done = outcome in (WROTE, NOTHING)
                dispatcher._settle_one(record, outcome if done else FAILED, None if done else error)
    dispatcher.flight = deque()
    refusal: Exception | None = None
    try:
        state.backend.reset()
    except Exception as problem:
        refusal = problem  # what was in the memory is gone all the same
    claim = ledger.fail(error, None, call_site())
    for allocation in pool.forget(works):
        carried = ledger.find((ByteRange(allocation, 0, allocation.nbytes),))
        ledger.claim((ByteRange(allocation, 0, allocation.nbytes),), claim)
        # What had failed before keeps its own reason.
        for span, before in carried:
            ledger.claim((span,), before)
    state.forget_kernels()
    state.generation += 1
    for stream in state.streams.alive():
        stream.forget_native()
        if stream.window is not None:
            stream.window.fail(error)
    dispatcher._last_ordered.clear()
    dispatcher._lost = None
    if refusal is not None:
        dispatcher._lost = device_lost(state.name, refusal)
        try:
            raise refusal
        finally:
            del refusal  # with its frames it would hold itself
