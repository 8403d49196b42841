"""Random programs in runs of many, each by a seed of its own: those of a night go to several processes, and can be repeated.

PERICLASE_TEST_PROFILE=nightly pytest -n auto tests/interpreter  # 50,000 and 10,000 programs
PERICLASE_TEST_PROFILE=nightly pytest "tests/interpreter/test_random_sources.py::test_all_agree[17]"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from how_much import PROGRAM_CHUNKS, PROGRAM_SEED
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

CHUNKS: list[int | None] = [*range(PROGRAM_CHUNKS)] or [None]
"""The numbers of the runs; None is the one with which each change is tested."""


def over_random_programs(
    few: int, many: int, chunk: int | None, *strategies: st.SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """A decorator: call the function with what `strategies` draw, `few` times or, in a run of the night, `many` times.

    What fails is made smaller by `agreement.assert_agreement`, by statements and expressions, and not by hypothesis.
    """

    def decorated(function: Callable[..., None]) -> Callable[[], None]:
        found: Any = settings(
            max_examples=few if chunk is None else many,
            deadline=None,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given(*strategies)(function))
        return found if chunk is None else seed(PROGRAM_SEED + chunk)(found)

    return decorated


__all__ = ["CHUNKS", "over_random_programs"]
