"""Which threads hold the memory of buffers in their hands (`buffer.host()`), so that none waits for itself without an end."""

from __future__ import annotations

from collections.abc import Iterable
from threading import RLock, get_ident
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import call_site
from periclase.runtime.endings import Endings
from periclase.runtime.failures import torn_down
from periclase.runtime.streams import current_task

if TYPE_CHECKING:
    from periclase.runtime.execution import Work
    from periclase.runtime.launch_record import LaunchRecord


class Held:
    """A `with buffer.host():` block that a thread is in.

    Attributes:
        record: of its work, which ends with it.
        followers: the work that waits for that, if only by way of other work; by identity.
        thread, task: who has entered it. The task is None where none was running.
    """

    __slots__ = ("followers", "record", "task", "thread")

    def __init__(self, record: LaunchRecord):
        self.record = record
        # Kept here, they are alive: nothing else has their identity.
        self.followers: dict[int, Work] = {}
        self.thread = get_ident()
        self.task: Any = current_task()

    def holds_up(self, work: Work) -> bool:
        """Whether `work` can not end before the block is left."""
        return work is self.record.work or id(work) in self.followers


held: dict[int, Held] = {}
"""By the identity of their record: the blocks that are entered now. Empty mostly."""

_blocks = Endings["LaunchRecord"]()
"""The objects that are in `with`, by which it shows that nobody is in a block any more."""
gone = _blocks.over
"""Empty, as long as no such object has died that `end_abandoned` was not told of."""


_ending = RLock()
"""Whoever deals with them: the blocks are of all devices, and each device has a runner of its own."""


def hold(block: object, record: LaunchRecord) -> None:
    """The calling thread enters `block`, whose work is about to be handed over."""
    end_abandoned()
    _blocks.expect(block, record)
    held[id(record)] = Held(record)


def end_abandoned() -> None:
    """End the blocks that nobody will leave any more: an exception, Ctrl-C say, came in the way of leaving them."""
    if _blocks.over:
        with _ending:
            _blocks.deal(_end)


def _end(record: LaunchRecord) -> None:
    if id(record) in held and record.work is not None:
        record.work.fail(torn_down(record.kernel))
    held.pop(id(record), None)


def note_follower(work: Work, waits: Iterable[Work]) -> None:
    """`work`, which waits for `waits`, was handed over. Under the runner's role of its device; called only if `held`."""
    for block in tuple(held.values()):
        if any(map(block.holds_up, waits)):
            block.followers[id(work)] = work


def waits_for_own(works: Iterable[Work], task: Any = None) -> bool:
    """Whether one of `works` can not end before the calling thread leaves a block.

    Args:
        task: the asyncio task on whose behalf a thread of its own waits: then it is the blocks of the task that count.
    """
    if not held:
        return False
    if task is None:
        thread = get_ident()
        own = [block for block in tuple(held.values()) if block.thread == thread]
    else:
        own = [block for block in tuple(held.values()) if block.task is task]
    return any(block.holds_up(work) for work in works for block in own)


def refuse_own(works: Iterable[Work], task: Any = None) -> None:
    """See that nobody waits for the end of a block that he is in; as `waits_for_own`.

    Raises:
        DiagnosticError: he would.
    """
    if held and waits_for_own(works, task):
        raise DiagnosticError(
            Diagnostic(
                "PC0718",
                "this thread waits for the end of a `with buffer.host():` block that it is in itself",
                call_site().span(),
                help="leave the block first",
            )
        )
