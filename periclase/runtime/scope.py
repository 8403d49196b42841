"""The scope of everything that writes buffers: launches, host writes, copies, replays.

One function that takes the work as its body, so that no early return anywhere can forget the book-keeping. Whatever happens
inside, the bytes that were to be written end up either with work under way that will settle them, or with a claim:

- an input carries a failure: the body does not run, and the write set carries the same failure on;
- the body raises: the write set carries that error, whether it was a refused enqueue, a kernel that can not be compiled, or a
  defect of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from periclase.record import NamedTuple
from periclase.runtime.failures import torn_down

if TYPE_CHECKING:
    from periclase.runtime.claims import Claim
    from periclase.runtime.launch_record import LaunchRecord
    from periclase.runtime.ledger import Ledger

S = TypeVar("S")
T = TypeVar("T")


class Books(Protocol):
    """The book-keeping that a scope is opened in: `Dispatcher`."""

    @property
    def ledger(self) -> Ledger:
        """Where claims are made."""
        ...

    def needed(self, record: LaunchRecord) -> Sequence[tuple[str, Claim]]:
        """The inputs of `record` that carry a failure for sure, each with its name: all of them."""
        ...

    def spoil(self, record: LaunchRecord, claim: Claim) -> None:
        """Put `claim` on the write set of `record`, at once."""
        ...


class Executed(NamedTuple, Generic[T]):
    """The body ran."""

    result: T


class Skipped(NamedTuple):
    """The body did not run, since an input carries a failure. The write set carries `claim`."""

    claim: Claim


class Failed(NamedTuple):
    """The body raised `error`. The write set carries `claim`."""

    claim: Claim
    error: BaseException


ScopeResult = Executed[T] | Skipped | Failed

_EXECUTED: Executed[Any] = Executed(None)
"""What every launch ends with."""


def execute_scope(
    books: Books, record: LaunchRecord, body: Callable[[LaunchRecord, S], T], given: S
) -> Executed[T] | Skipped | Failed:
    """Run `body(record, given)` unless an input of `record` has failed. Its write set tells afterwards what happened.

    No `Exception` leaves this. Of others (an interrupt, the end of the process) the write set tells too, and they go on.
    """
    try:
        needed = books.needed(record)
        if needed:
            claim = books.ledger.skip(record.kernel, record.site, needed)
            books.spoil(record, claim)
            return Skipped(claim)
        result = body(record, given)
        return _EXECUTED if result is None else Executed(result)
    except Exception as error:
        claim = books.ledger.fail(error, record.kernel, record.site)
        books.spoil(record, claim)
        return Failed(claim, error)
    except BaseException as error:
        # Its own message, of the interrupt say, would explain nothing to whoever reads the buffer.
        books.spoil(record, books.ledger.fail(torn_down(record.kernel, error), record.kernel, record.site))
        raise
