"""The scope of everything that writes buffers: launches, host writes, copies, replays.

One function that takes the work as its body, so that no early return anywhere can forget the book-keeping. Whatever happens
inside, the bytes that were to be written end up either with work under way that will settle them, or with a claim:

- an input carries a failure: the body does not run, and the write set carries the same failure on;
- the body raises: the write set carries that error, whether it was a refused enqueue, a kernel that can not be compiled, or a
  defect of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.claims import Claim
    from periclase.runtime.ledger import Ledger
    from periclase.runtime.ranges import ByteRange

T = TypeVar("T")


class Scope(Protocol):
    """What a scope is opened for: something with a read set and a write set.

    Attributes:
        kernel: who is to be named by a failure; None where it is no launch.
        site: the user's line.
    """

    @property
    def kernel(self) -> str | None: ...

    @property
    def site(self) -> CallSite: ...

    def needed(self) -> Sequence[tuple[str, Claim]]:
        """The inputs that carry a failure for sure, each with its name: all of them."""
        ...

    def spoil(self, claim: Claim) -> None:
        """Put `claim` on the write set, at once."""
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


def execute_scope(ledger: Ledger, scope: Scope, body: Callable[[], T]) -> Executed[T] | Skipped | Failed:
    """Run `body` unless an input of `scope` has failed, and leave the write set in a state that says what happened.

    No `Exception` leaves this. Of others (an interrupt, the end of the process) the write set tells too, and they go on.
    """
    try:
        needed = scope.needed()
        if needed:
            claim = ledger.skip(scope.kernel or "a write", scope.site, needed)
            scope.spoil(claim)
            return Skipped(claim)
        return Executed(body())
    except Exception as error:
        claim = ledger.fail(error, scope.kernel, scope.site)
        scope.spoil(claim)
        return Failed(claim, error)
    except BaseException as error:
        scope.spoil(ledger.fail(error, scope.kernel, scope.site))
        raise
