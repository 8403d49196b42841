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
        uses: what the launch does with them.
        places: their slots, pointers and lengths: where each run of slots starts and stops, in bytes, and what is there.
        generation: the one of the device that they are in these places in.
        references: what forgets this when one of them goes.
    """

    uses: Sequence[Use]
    places: Sequence[tuple[int, int, bytes]]
    generation: int
    references: Sequence[Any]


class Arrangements:
    """Those of one kernel. Under the runner's role."""

    __slots__ = ("__weakref__", "_known", "find")

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], Arrangement] = {}
        self.find = self._known.get
        """What is known of the buffers with these identities, in order; or None."""

    def add(
        self,
        buffers: Sequence[Buffer],
        uses: Sequence[Use],
        places: Sequence[tuple[int, int, bytes]],
        generation: int,
    ) -> None:
        """A launch is handed over that does `uses` with `buffers`, which are in `places`."""
        known = self._known
        if len(known) >= _MOST:
            known.clear()
        key = (*map(id, buffers),)
        # Called before anything else can have the identity of a buffer that goes.
        forget: Any = partial(known.pop, key)
        references = [weakref.ref(buffer, forget) for buffer in buffers]
        known[key] = Arrangement(tuple(uses), places, generation, references)
