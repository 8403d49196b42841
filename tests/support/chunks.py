"""Random programs in runs of many, each by a seed of its own: they are spread over processes, and each can be repeated.

PERICLASE_TEST_SEED=0 pytest "tests/interpreter/test_random_sources.py::test_all_agree[3]"

A night's programs are made of seeds, one each, without hypothesis: see `many_programs`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from how_much import PROGRAM_CHUNKS, PROGRAM_SEED
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

CHUNKS = range(PROGRAM_CHUNKS)
"""The numbers of the runs."""


def over_random_programs(
    many: int, chunk: int, *strategies: st.SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """A decorator: call the function `many` times with what `strategies` draw.

    What fails is made smaller by `agreement.assert_agreement`, by statements and expressions, and not by hypothesis.
    """

    def decorated(function: Callable[..., None]) -> Callable[[], None]:
        found: Any = settings(
            max_examples=many,
            deadline=None,
            derandomize=False,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given(*strategies)(function))
        return seed(PROGRAM_SEED + chunk)(found)

    return decorated


__all__ = ["CHUNKS", "over_random_programs"]
