"""Which threads hold the memory of buffers in their hands (`buffer.host()`), so that none waits for itself without an end."""

from __future__ import annotations

from collections.abc import Iterable
from threading import get_ident
from typing import TYPE_CHECKING

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import call_site

if TYPE_CHECKING:
    from periclase.runtime.execution import Work

held: dict[int, int] = {}
"""By the identity of its work: the thread that has entered `with buffer.host():`. Empty mostly."""


def refuse_own(works: Iterable[Work]) -> None:
    """See that the calling thread does not wait for the end of a block that it is in.

    Raises:
        DiagnosticError: one of `works` ends when this thread leaves a block.
    """
    if held and any(held.get(id(work)) == get_ident() for work in works):
        raise DiagnosticError(
            Diagnostic(
                "PC0718",
                "this thread waits for the end of a `with buffer.host():` block that it is in itself",
                call_site().span(),
                help="leave the block first",
            )
        )
