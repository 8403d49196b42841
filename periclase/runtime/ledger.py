"""The ledger of a device: which bytes were never computed, and why.

It holds what has settled. A claim covers bytes of an allocation; a later claim sets its bytes, it does not add to what they
carried. A claim ends when its bytes are released, since somebody writes them, or when the memory is given up. Called under
the runner's role of the device, but for `find` and `live_failures`, which any thread may call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakValueDictionary

from periclase.runtime.call_site import CallSite
from periclase.runtime.claims import Claim, ClaimGraph, Failure
from periclase.runtime.interval_map import IntervalMap
from periclase.runtime.ranges import ByteRange


class Ledger:
    """Makes claims, and keeps them on the allocations whose bytes carry them. A failure lives while some bytes lead to it.

    Attributes:
        is_clean: True: no byte of the device carries a claim. It may be False for a while after the last one has gone.
    """

    __slots__ = ("_failures", "_graph", "is_clean")

    def __init__(self) -> None:
        self.is_clean = True
        self._failures: WeakValueDictionary[int, Failure] = WeakValueDictionary()
        self._graph = ClaimGraph()

    # Making claims. They are no one's yet: a claim that is put on no bytes is gone with its last reference.

    def fail(self, cause: BaseException, kernel: str | None, site: CallSite) -> Claim:
        """The claim of something that went wrong by itself: a new failure.

        Args:
            cause: the error. It loses its traceback, whose frames would keep buffers alive.
            kernel: what was launched; None where it was no launch.
            site: the user's line.
        """
        failure = Failure(cause, kernel, site)
        self._failures[failure.id] = failure
        return Claim((failure,))

    def skip(self, kernel: str, site: CallSite, needed: Sequence[tuple[str, Claim]]) -> Claim:
        """The claim of a launch that does not run: the failures of all its inputs, and no new one.

        Args:
            needed: every input that carries a claim, with the name of its parameter. At least one.
        """
        return self._graph.skip(kernel, site, needed)

    # Bytes.

    def claim(self, ranges: Iterable[ByteRange], claim: Claim) -> None:
        """Set what these bytes carry."""
        for allocation, start, stop in ranges:
            if start < stop:
                self.is_clean = False
                if allocation.claims is None:
                    allocation.claims = IntervalMap[Claim]()
                allocation.claims.set(start, stop, claim)

    def release(self, ranges: Iterable[ByteRange]) -> list[tuple[ByteRange, Claim]]:
        """Take away what these bytes carry: somebody writes them.

        Returns:
            What was taken away. Empty in nearly every launch.
        """
        displaced: list[tuple[ByteRange, Claim]] = []
        for allocation, start, stop in ranges:
            claims: IntervalMap[Claim] | None = allocation.claims
            if claims is not None:
                found = claims.overlapping(start, stop)
                if found:
                    for first, last, claim in found:
                        displaced.append((ByteRange(allocation, first, last), claim))
                        claim.note_told()
                    claims.delete(start, stop)
                    if not claims:
                        allocation.claims = None
        return displaced

    def find(self, ranges: Iterable[ByteRange]) -> list[tuple[ByteRange, Claim]]:
        """What these bytes carry, in the order of the ranges. Empty: they are all well."""
        found: list[tuple[ByteRange, Claim]] = []
        for allocation, start, stop in ranges:
            claims: IntervalMap[Claim] | None = allocation.claims
            if claims is not None:
                found += [
                    (ByteRange(allocation, a, b), claim) for a, b, claim in claims.overlapping(start, stop)
                ]
        return found

    def look(self) -> None:
        """See whether it is clean again: no failure is left that bytes could carry."""
        self.is_clean = self.is_clean or not self._failures

    def live_failures(self) -> list[Failure]:
        """The failures that some bytes (or works in flight) still lead to, oldest first."""
        alive = [reference() for reference in self._failures.valuerefs()]
        return sorted((failure for failure in alive if failure is not None), key=lambda failure: failure.id)
