"""What the runner has found out about the buffers of a launch, for the next launch of the kernel with the same buffers.

Most programs launch a kernel on the same buffers over and over. What it reads and writes of them, and where they are, is the same
each time: it is remembered by the identity of the buffers, and forgotten with the first of them that goes.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from periclase.record import NamedTuple

if TYPE_CHECKING:
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.launch_record import Use

_MOST = 16
"""So many are remembered of a kernel: more than programs swap round."""


class Arrangement(NamedTuple):
    """Buffers of a launch, in order.

    Attributes:
        buffers: weak proxies of them. One is equal to what it stands for.
        uses: what the launch does with them.
        places: their slots, pointers and lengths: where each run of slots starts and stops, in bytes, and what is there.
        generation: the one of the device that they are in these places in.
    """

    buffers: tuple[Any, ...]
    uses: Sequence[Use]
    places: Sequence[tuple[int, int, bytes]]
    generation: int


class Arrangements:
    """Those of one kernel on one device. Under the runner's role."""

    __slots__ = ("__weakref__", "_known")

    def __init__(self) -> None:
        # By the hash of the buffers: a key with their identities takes three times as long to make.
        self._known: dict[int, Arrangement] = {}

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._known)

    def find(self, buffers: tuple[Buffer, ...]) -> Arrangement | None:
        """What is known of just these buffers, in this order."""
        found = self._known.get(hash(buffers))
        try:
            return found if found is not None and found[0] == buffers else None
        except ReferenceError:  # others, with the same hash, of which one has gone at this moment
            return None

    def add(
        self,
        buffers: tuple[Buffer, ...],
        uses: Sequence[Use],
        places: Sequence[tuple[int, int, bytes]],
        generation: int,
    ) -> None:
        """A launch is handed over that does `uses` with `buffers`, which are in `places`."""
        known = self._known
        if len(known) >= _MOST:
            known.clear()
        key = hash(buffers)
        forget: Any = partial(known.pop, key)
        proxies = tuple([weakref.proxy(buffer, forget) for buffer in buffers])
        known[key] = Arrangement(proxies, tuple(uses), places, generation)
