"""What is known of one candidate's speed: its samples, whether more would help, and one number to rank it by.

All times are in seconds.
"""

from __future__ import annotations

import statistics

from periclase.record import MutableRecord, Record, field


class Sampling(Record):
    """How much is measured before a decision.

    Attributes:
        min_samples: before a candidate may be dropped for being slow; also when its first sample stops to count.
        max_samples: of one candidate.
        speed_factor: a candidate whose best sample is this many times the best of all is dropped.
        survivors: so many candidates are never dropped for being slow.
        confirmations: samples within the bound that settle the matter at once.
        gain: a sample that improves the best by less than this part of it is no improvement.
        stalls: so many samples in a row without an improvement end the sampling of a candidate.
    """

    min_samples: int = 3
    max_samples: int = 10
    speed_factor: float = 1.5
    survivors: int = 2
    confirmations: int = 2
    gain: float = 0.02
    stalls: int = 2

    def __post_init__(self):
        for name in ("min_samples", "max_samples", "survivors", "confirmations", "stalls"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.max_samples < self.min_samples:
            raise ValueError(
                f"max_samples ({self.max_samples}) is less than min_samples ({self.min_samples})"
            )
        if self.speed_factor < 1:
            raise ValueError(f"speed_factor must be at least 1, not {self.speed_factor}")
        if not 0 <= self.gain < 1:
            raise ValueError(f"gain must be at least 0 and less than 1, not {self.gain}")


_BEST_WEIGHT = 0.8
"""Of the best sample in the score: noise only ever adds time. The median has the rest."""


class Samples(MutableRecord):
    """The samples of one candidate, in order.

    Attributes:
        sampling: the rules.
        all: every sample that was taken.
    """

    sampling: Sampling
    all: list[float] = field(default_factory=list[float])
    _stalls: int = 0

    def add(self, seconds: float) -> None:
        """Take in one more sample."""
        # Against those that still count with this one: when the first sample stops to, what it said is forgotten as well.
        others = self.all[1:] if len(self.all) + 1 >= max(self.sampling.min_samples, 2) else self.all
        before = min(others, default=None)
        self.all.append(seconds)
        if before is None or seconds < before * (1 - self.sampling.gain):
            self._stalls = 0
        else:
            self._stalls += 1

    @property
    def reliable(self) -> list[float]:
        """The samples that count. The first has still paid for cold caches and clocks, and counts only while there are few."""
        return self.all[1:] if len(self.all) >= max(self.sampling.min_samples, 2) else self.all

    @property
    def best(self) -> float | None:
        """The fastest sample that counts; None without one."""
        return min(self.reliable, default=None)

    @property
    def converged(self) -> bool:
        """Whether the last samples have brought nothing new."""
        return self._stalls >= self.sampling.stalls

    @property
    def exhausted(self) -> bool:
        """Whether it has as many samples as it may."""
        return len(self.all) >= self.sampling.max_samples

    def within(self, limit: float) -> int:
        """How many samples took at most `limit` seconds. Each is a run of its own, so they confirm each other."""
        return sum(sample <= limit for sample in self.all)

    def score(self) -> float | None:
        """One number in seconds to rank candidates by, the smaller the better; None without a sample.

        Mostly the best sample, with some of the median; and a candidate that scatters is worse than one that does not. The
        scatter is the median deviation from the median as a part of the median: it has no unit, and one sample that was
        disturbed does not change it.
        """
        samples = self.reliable
        if not samples:
            return None
        median = statistics.median(samples)
        deviation = statistics.median(abs(sample - median) for sample in samples)
        scatter = deviation / median if median > 0 else 0.0
        return (_BEST_WEIGHT * min(samples) + (1 - _BEST_WEIGHT) * median) * (1 + scatter)
