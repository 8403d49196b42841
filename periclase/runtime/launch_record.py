"""What the runner keeps of work that it has enqueued, until it has ended and all that follows from that is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import ref

from periclase.runtime.dependencies import HOST, surely_skipped

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.claims import Claim
    from periclase.runtime.dependencies import Group
    from periclase.runtime.profile import ProfileWindow
    from periclase.runtime.streams import Stream


Use = tuple["Allocation", int, int, bool, bool, str, "str | None"]
"""What work does with some bytes: the allocation; where they start and stop in it; whether they are read; whether they are
written; the name of the parameter, for reports; why work waits for them, if not for RAW, WAR or WAW.

A plain tuple: every launch makes one for each of its buffers, or for each piece of one with gaps.
"""


def uses_of_pieces(
    buffer: Buffer, reads: bool, writes: bool, parameter: str, reason: str | None = None
) -> list[Use]:
    """What work does with the pieces of `buffer`. What is between its elements is nobody's concern.

    One of too many pieces is one piece, gaps and all. These stay as they are where it is written, as if they had been read.
    """
    kept = reads or not buffer.is_exact
    return [
        (allocation, start, stop, kept, writes, parameter, reason)
        for allocation, start, stop in buffer.byte_ranges
    ]


class LaunchRecord:
    """A launch, a copy or a host's access that was enqueued, or is about to be. It is an `Access` of `DependencyMap`.

    Attributes:
        kernel: who is named when it fails: the kernel's name, or what the host did (`Buffer.write`).
        site: the user's line.
        stream: where it was enqueued.
        uses: which bytes it reads and writes.
        maybe: whether it may turn out to be no work at all, as its dynamic count is zero.
        work: the backend's; None until it was handed over.
        waits: whom it waits for, and why; only while it is being enqueued.
        guards: for the inputs whose writers had not ended when it was enqueued: name, and whom to ask. If it is `maybe`, also
            for those that carried a failure: it is skipped for them only if it turns out to be work.
        count_guards: likewise, for its dynamic count, which is looked at before the other inputs.
        claim: what its write set took, once it has failed or was skipped.
        settled: whether its end was dealt with.
        keep: what has to stay alive until it has ended.
        grid, block: for measurements; None where it is no launch, or the grid a dynamic count.
        profile: windows that want its time.
    """

    __slots__ = (
        "__weakref__",
        "block",
        "claim",
        "count_guards",
        "grid",
        "guards",
        "keep",
        "kernel",
        "maybe",
        "profile",
        "settled",
        "site",
        "stream",
        "uses",
        "waits",
        "work",
    )

    def __init__(
        self,
        kernel: str,
        site: CallSite,
        stream: Stream,
        uses: Sequence[Use],
        maybe: bool = False,
        keep: Any = None,
        grid: tuple[int, int, int] | None = None,
        block: tuple[int, int, int] | None = None,
        profile: Sequence[ProfileWindow] = (),
    ):
        self.kernel = kernel
        self.site = site
        self.stream = stream
        self.uses = uses
        self.maybe = maybe
        self.work: Any = None
        self.waits: dict[Any, str] = {}
        self.guards: list[tuple[str, Group]] = []
        self.count_guards: Sequence[tuple[str, Group]] = ()
        self.claim: Claim | None = None
        self.settled = False
        self.keep = keep
        self.grid = grid
        self.block = block
        self.profile = profile

    def may_run(self) -> bool:
        """Whether it may come to run: then all its buffers have memory, and else there may be none for what failed.

        It never does where its count decides only whether it is no work, or skipped.
        """
        return not (self.maybe and surely_skipped(self.guards))

    def fails_unclaimed(self) -> bool:
        """Whether its failure would be on no bytes, and nobody heard of it: it is a launch that was to write none."""
        return self.block is not None and not any(use[4] and use[1] < use[2] for use in self.uses)

    def is_by_host(self) -> bool:
        """Whether it is the host that reads or writes: it waits for the bytes, and for no event that launches wait for."""
        return any(use[6] is HOST for use in self.uses)

    def __repr__(self) -> str:
        return f"<record of {self.kernel} at {self.site.code.co_filename}:{self.site.line}>"


class FormerUser:
    """Stands for a record of the last tenant of memory, among the accesses of the next: it is waited for, and nothing else.

    The record itself would keep the failure alive that the last tenant took with it.

    Attributes:
        work: that of the record.
    """

    __slots__ = ("_record", "work")

    def __init__(self, access: Any):
        self.work: Any = access.work
        self._record = access._record if isinstance(access, FormerUser) else ref(access)

    @property
    def maybe(self) -> bool:
        """See `dependencies.Access`: it decides nothing."""
        return False

    @property
    def claim(self) -> Claim | None:
        """See `dependencies.Access`: it carries nothing."""
        return None

    @property
    def record(self) -> Any:
        """The record, as long as anybody else remembers it; else this."""
        return self._record() or self
