"""The words of an instruction, taken one after another, so that none is passed over."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

SPACES: Final = {
    "global": "global",
    "const": "const",
    "shared": "shared",
    "shared::cta": "shared",
    "shared::cluster": "shared::cluster",
    "local": "local",
    "param": "param",
    "param::entry": "param",
    "param::func": "param",
}
"""The words of state spaces (PTX ISA, 5.1), to what `Memory` calls them."""

ORDERS: Final = frozenset(("weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "seq_cst", "mmio"))
"""The semantics of an access. The threads of a wave take turns, and whoever has a turn sees all that was written before it: that
is an order of each of them."""

SCOPES: Final = frozenset(("cta", "cluster", "gpu", "sys"))

CACHING: Final = frozenset(
    (
        *("ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc"),
        *(
            f"L1::{hint}"
            for hint in ("evict_normal", "evict_unchanged", "evict_first", "evict_last", "no_allocate")
        ),
        *(
            f"L2::{hint}"
            for hint in ("evict_normal", "evict_first", "evict_last", "cache_hint", "64B", "128B", "256B")
        ),
    )
)
"""Cache operators, eviction priorities and prefetch sizes, which change no value (PTX ISA, 9.7.9.1, 9.7.9.2)."""


class Modifiers:
    """What is left of the words of an instruction."""

    def __init__(self, instruction: Instruction, decoder: Decoder):
        self._left = list(instruction.modifiers)
        self._decoder = decoder

    def take(self, words: Collection[str]) -> str | None:
        """The first word that is one of `words`, which is left no longer; None if there is none."""
        for word in self._left:
            if word in words:
                self._left.remove(word)
                return word
        return None

    def has(self, word: str) -> bool:
        """Whether `word` was there; it is left no longer."""
        return self.take((word,)) is not None

    def need(self, words: Collection[str], what: str) -> str:
        """As `take`; without such a word the instruction is refused, as one without `what`."""
        found = self.take(words)
        return self._decoder.refuse(f"it has no {what} that is known here") if found is None else found

    def drop(self, words: Collection[str]) -> None:
        """Leave no word of `words`, which mean nothing here."""
        self._left = [word for word in self._left if word not in words]

    def space(self, default: str = "generic") -> str:
        """The space of the first word that names one."""
        word = self.take(SPACES)
        return default if word is None else SPACES[word]

    def end(self) -> None:
        """All have been looked at: one that is left is not known, and the instruction is refused."""
        if self._left:
            self._decoder.refuse(f"`.{self._left[0]}` is not known here")
