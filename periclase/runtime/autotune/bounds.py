"""When is a candidate good enough? A time that the hardware can hardly beat, from what the work moves and computes.

The work takes at least as long as its busiest resource needs (the roofline): `amount / throughput` seconds, divided by the
part of the peak that is good enough. A candidate within that time ends the tuning early.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real

from periclase.record import Record

DEFAULT_THRESHOLD = 0.8
"""The part of a resource's peak that counts as good enough where nothing else is said."""


class Resource(Record):
    """Something of which the work needs an amount.

    Attributes:
        amount: in any unit: bytes moved, operations done.
        throughput: the peak of the device, in that unit a second.
        threshold: the part of the peak that is good enough, above 0 and up to 1; None for the default.
    """

    amount: float
    throughput: float
    threshold: float | None = None


def time_limit(
    resources: Iterable[Resource],
    *,
    default_threshold: float = DEFAULT_THRESHOLD,
    launch_overhead: float = 0.0,
) -> float | None:
    """Seconds within which a candidate is good enough; None if no resource gives a usable bound.

    Args:
        resources: the largest of their times is the bound. Those without a usable figure (zero, negative, infinite, not a
            number) bound nothing.
        default_threshold: for resources that have none of their own.
        launch_overhead: seconds that every launch takes, however small the work.
    """
    times = [time for resource in resources if (time := _seconds(resource, default_threshold)) is not None]
    return max(times) + launch_overhead if times else None


def _seconds(resource: Resource, default_threshold: float) -> float | None:
    threshold = default_threshold if resource.threshold is None else resource.threshold
    if not all(_usable(value) for value in (resource.amount, resource.throughput, threshold)):
        return None
    seconds = resource.amount / resource.throughput / threshold
    return seconds if _usable(seconds) else None


def _usable(value: float) -> bool:
    return math.isfinite(value) and value > 0


Bound = float | Resource | Iterable[Resource] | None
"""What a user may give: seconds, resources, or nothing."""


def limit_of(bound: Bound) -> float | None:
    """The seconds that `bound` stands for; None where it bounds nothing."""
    if bound is None:
        return None
    if isinstance(bound, Resource):
        return time_limit((bound,))
    if isinstance(bound, float | int | Real):  # numpy's too
        seconds = float(bound)
        return seconds if _usable(seconds) else None
    return time_limit(bound)
