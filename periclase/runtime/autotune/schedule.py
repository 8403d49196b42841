"""Which candidate is measured next, and who has won: rounds over those still in the race.

The schedule measures nothing itself. Its user asks `next_candidate`, measures that one, and tells `record` or `fail`.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from periclase.record import Record
from periclase.runtime.autotune.sampler import Samples, Sampling


class Standing(enum.Enum):
    """What has become of a candidate."""

    MEASURED = "measured"
    """In the race to the end."""
    ELIMINATED = "eliminated"
    """Clearly behind: dropped after some samples. Used only where all that were measured to the end fail later."""
    FAILED = "failed"
    """It does not work."""
    SKIPPED = "skipped"
    """Never measured: another one was found good enough before, or it is of a group that was not needed."""
    EXCLUDED = "excluded"
    """Of negative priority: not to be used."""


class Result(Record):
    """What is known of a candidate when a tuning is over.

    Attributes:
        standing: what became of it.
        samples: in seconds, all that were taken.
        score: see `Samples.score`; None if there is no sample.
        error: why it failed.
    """

    standing: Standing
    samples: tuple[float, ...] = ()
    score: float | None = None
    error: BaseException | None = None


class Schedule:
    """One batch of candidates on its way to a winner.

    Attributes:
        sampling: the rules.
        limit: seconds that are known to be as good as it gets, or None: a candidate within it wins at once.
    """

    def __init__(self, candidates: Sequence[int], sampling: Sampling, limit: float | None = None):
        self.sampling = sampling
        self.limit = limit
        self._order = tuple(candidates)
        self._samples = {candidate: Samples(sampling) for candidate in candidates}
        self._errors: dict[int, BaseException] = {}
        self._eliminated: set[int] = set()
        self._round: list[int] = list(candidates)
        """Whom this round has still to visit."""
        self._settled: int | None = None

    # ------------------------------------------------------------------------------------------------- measuring ----

    def next_candidate(self) -> int | None:
        """Whom to measure now; None when the race is over."""
        if self._settled is not None:
            return None
        if not self._round:
            self._drop_the_slow()
            self._round = [
                candidate
                for candidate in self.alive
                if not (self._samples[candidate].converged or self._samples[candidate].exhausted)
            ]
            # With nobody left to compare with, more samples of the last one change nothing.
            if len(self.alive) < 2 and self._enough(self.alive):
                self._round = []
        return self._round[0] if self._round else None

    def record(self, candidate: int, seconds: float) -> None:
        """`candidate` was measured."""
        samples = self._samples[candidate]
        samples.add(seconds)
        if self.limit is not None and seconds <= self.limit:
            if samples.within(self.limit) >= self.sampling.confirmations:
                self._settled = candidate
                return
            if not samples.exhausted:
                return  # the same one again, now: a confirmation saves measuring all the others
        self._leave_round(candidate)

    def fail(self, candidate: int, error: BaseException) -> None:
        """`candidate` does not work, however good its samples were before."""
        self._errors[candidate] = error
        if self._settled == candidate:
            self._settled = None
        self._leave_round(candidate)

    def _leave_round(self, candidate: int) -> None:
        if candidate in self._round:
            self._round.remove(candidate)

    def _enough(self, candidates: Sequence[int]) -> bool:
        return all(len(self._samples[candidate].all) >= self.sampling.min_samples for candidate in candidates)

    def _drop_the_slow(self) -> None:
        alive = self.alive
        bests = {
            candidate: best for candidate in alive if (best := self._samples[candidate].best) is not None
        }
        if not bests:
            return
        limit = min(bests.values()) * self.sampling.speed_factor
        # The slowest first, so that the survivors that the floor protects are the best of the slow.
        for candidate in sorted(bests, key=lambda candidate: -bests[candidate]):
            if len(alive) <= self.sampling.survivors or bests[candidate] <= limit:
                return
            if len(self._samples[candidate].all) >= self.sampling.min_samples:
                self._eliminated.add(candidate)
                alive.remove(candidate)

    # --------------------------------------------------------------------------------------------------- results ----

    @property
    def alive(self) -> list[int]:
        """Those in the race, in order."""
        return [c for c in self._order if c not in self._errors and c not in self._eliminated]

    @property
    def samples_taken(self) -> int:
        """Of all candidates together."""
        return sum(len(samples.all) for samples in self._samples.values())

    @property
    def best_seconds(self) -> float | None:
        """The fastest sample of all in the race."""
        bests = [best for candidate in self.alive if (best := self._samples[candidate].best) is not None]
        return min(bests, default=None)

    def winner(self) -> int | None:
        """The fastest that is in the race; None if none is. One that met the limit wins at once."""
        if self._settled is not None:
            return self._settled
        scores = {c: score for c in self.alive if (score := self._samples[c].score()) is not None}
        return min(scores, key=lambda candidate: scores[candidate], default=None)

    def results(self) -> dict[int, Result]:
        """What is known of each, in order."""
        return {candidate: self._result(candidate) for candidate in self._order}

    def _result(self, candidate: int) -> Result:
        samples = self._samples[candidate]
        if candidate in self._errors:
            standing = Standing.FAILED
        elif candidate in self._eliminated:
            standing = Standing.ELIMINATED
        else:
            standing = Standing.MEASURED if samples.all else Standing.SKIPPED
        return Result(standing, tuple(samples.all), samples.score(), self._errors.get(candidate))
