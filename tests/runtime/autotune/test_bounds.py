"""How fast is fast enough."""

from __future__ import annotations

import math

import numpy as np
import pytest

from periclase.runtime.autotune.bounds import DEFAULT_THRESHOLD, Resource, limit_of, time_limit


def test_a_time_limit_is_the_amount_by_the_throughput_by_the_threshold() -> None:
    assert time_limit([Resource(100, 50, 0.5)]) == pytest.approx(4.0)


@pytest.mark.parametrize("value", [0.0, -1.0, math.inf, math.nan])
@pytest.mark.parametrize("field", ["amount", "throughput", "threshold"])
def test_no_limit_for_figures_that_are_none(field: str, value: float) -> None:
    figures = {"amount": 1.0, "throughput": 1.0, "threshold": 1.0, field: value}
    assert time_limit([Resource(**figures)]) is None


def test_several_resources_take_the_maximum_of_the_roofline() -> None:
    assert time_limit([Resource(1, 1, 1), Resource(6, 2, 1), Resource(1, 9, 1)]) == pytest.approx(3.0)


def test_resources_without_a_usable_figure_are_left_out() -> None:
    assert time_limit([Resource(math.nan, 1, 1), Resource(2, 1, 1)]) == pytest.approx(2.0)


def test_the_launch_overhead_is_added() -> None:
    assert time_limit([Resource(2, 1, 1)], launch_overhead=0.25) == pytest.approx(2.25)


def test_each_resource_has_its_own_threshold() -> None:
    assert time_limit([Resource(1, 1, 0.5), Resource(1, 1, 0.25)]) == pytest.approx(4.0)


def test_the_default_threshold_is_that_of_the_roofline() -> None:
    assert time_limit([Resource(1, 1)]) == pytest.approx(1 / DEFAULT_THRESHOLD)
    assert time_limit([Resource(1, 1)], default_threshold=0.5) == pytest.approx(2.0)


def test_no_limit_without_usable_bounds() -> None:
    assert time_limit([]) is None
    assert time_limit([], launch_overhead=1.0) is None


def test_a_quotient_beyond_all_numbers_is_no_limit() -> None:
    assert time_limit([Resource(1e308, 1e-308, 1)]) is None


def test_what_a_user_may_give() -> None:
    assert limit_of(None) is None
    assert limit_of(0.5) == 0.5
    assert limit_of(2) == 2
    assert limit_of(-1.0) is None
    assert limit_of(Resource(1, 2, 1)) == pytest.approx(0.5)
    assert limit_of([Resource(1, 2, 1), Resource(1, 1, 1)]) == pytest.approx(1.0)


def test_a_number_of_numpy_is_a_number_of_seconds() -> None:
    assert limit_of(np.float32(0.5)) == 0.5  # type: ignore[arg-type]
    assert limit_of(np.float32("nan")) is None  # type: ignore[arg-type]
