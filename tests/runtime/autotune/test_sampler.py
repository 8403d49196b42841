"""What the samples of a candidate say."""

from __future__ import annotations

import pytest

from periclase.runtime.autotune.sampler import Samples, Sampling


def samples(*seconds: float, **rules: float) -> Samples:
    made = Samples(Sampling(**rules))
    for one in seconds:
        made.add(one)
    return made


def test_keeps_every_sample_below_the_discard_threshold() -> None:
    assert samples(9, 1).reliable == [9, 1]
    assert samples(9).reliable == [9]


def test_drops_the_warm_up_biased_first_sample_once_enough_remain() -> None:
    taken = samples(9, 1, 2)
    assert taken.reliable == [1, 2]
    assert taken.all == [9, 1, 2]


def test_one_sample_counts_even_if_one_is_enough() -> None:
    assert samples(9, min_samples=1).reliable == [9]


def test_converges_after_consecutive_samples_without_improvement() -> None:
    taken = samples(5.0, 1.0)
    taken.add(1.0)
    assert not taken.converged
    taken.add(0.99)  # less than 2 % better
    assert taken.converged


def test_aging_out_the_biased_sample_does_not_count_as_a_stall() -> None:
    # 2.0 is no improvement on the first sample, but on all that count from now on.
    taken = samples(1.0, 3.0, 2.0, stalls=1, min_samples=3)
    # The second sample was a stall; the third, though slower than the first, started afresh.
    assert not taken.converged
    taken.add(2.0)
    assert taken.converged


def test_a_real_improvement_resets_convergence() -> None:
    taken = samples(5.0, 1.0, 1.0)
    taken.add(0.5)
    taken.add(0.5)
    assert not taken.converged
    taken.add(0.5)
    assert taken.converged


def test_short_circuit_needs_independent_confirmations() -> None:
    taken = samples(0.9, 1.1, 0.8)
    assert taken.within(1.0) == 2
    assert taken.within(0.1) == 0


def test_the_score_is_built_from_the_reliable_samples_only() -> None:
    assert samples(1000, 1, 1).score() == samples(1, 1, 1).score()
    assert samples(1000, 1, 1).score() == pytest.approx(1.0)


def test_an_empty_set_has_no_best() -> None:
    assert samples().best is None
    assert samples().score() is None
    assert not samples().converged


def test_the_score_is_the_same_in_any_unit_of_time() -> None:
    in_seconds = samples(9e-3, 1e-3, 3e-3, 2e-3).score()
    in_microseconds = samples(9e3, 1e3, 3e3, 2e3).score()
    assert in_seconds is not None
    assert in_microseconds == pytest.approx(in_seconds * 1e6)


def test_a_candidate_that_scatters_is_worse_than_one_that_does_not() -> None:
    steady, scattered = samples(1, 1.0, 1.1, 1.1).score(), samples(1, 1.0, 1.1, 1.9).score()
    assert steady is not None
    assert scattered is not None
    assert steady < scattered


def test_one_disturbed_sample_says_little() -> None:
    clean, disturbed = samples(1, 1, 1, 1, 1, 1).score(), samples(1, 1, 1, 1, 1, 50).score()
    assert disturbed == pytest.approx(clean)


def test_samples_of_no_time_have_a_score() -> None:
    assert samples(0, 0, 0).score() == 0


def test_no_more_samples_than_allowed() -> None:
    assert not samples(*range(9)).exhausted
    assert samples(*range(10)).exhausted


@pytest.mark.parametrize(
    "rules", [{"min_samples": 0}, {"max_samples": 2}, {"speed_factor": 0.5}, {"gain": 1.0}, {"survivors": 0}]
)
def test_rules_that_make_no_sense_are_refused(rules: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(rules))):
        Sampling(**rules)
