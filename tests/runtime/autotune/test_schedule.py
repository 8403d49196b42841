"""The race: who is measured when, who is dropped, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from periclase.runtime.autotune.sampler import Sampling
from periclase.runtime.autotune.schedule import Schedule, Standing

Times = float | Sequence[float] | Callable[[int], float]


def race(
    times: Mapping[int, Times], *, limit: float | None = None, **rules: float
) -> tuple[Schedule, list[int]]:
    """A race in which candidate i takes `times[i]` (a constant, or one for each of its samples), and the order of visits."""
    schedule = Schedule(tuple(times), Sampling(**rules), limit)
    visits: list[int] = []
    while (candidate := schedule.next_candidate()) is not None:
        of_this = times[candidate]
        number = visits.count(candidate)
        visits.append(candidate)
        if isinstance(of_this, Sequence):
            schedule.record(candidate, of_this[min(number, len(of_this) - 1)])
        else:
            schedule.record(candidate, of_this(number) if callable(of_this) else of_this)
        assert len(visits) < 1000, "the race does not end"
    return schedule, visits


def standings(schedule: Schedule) -> dict[int, Standing]:
    return {candidate: result.standing for candidate, result in schedule.results().items()}


def improving(start: float) -> Callable[[int], float]:
    """Samples that never converge."""
    return lambda number: start * 0.9**number


def test_takes_turns() -> None:
    _, visits = race({0: 1.0, 1: 1.1, 2: 1.2})
    assert visits[:6] == [0, 1, 2, 0, 1, 2]


def test_eliminates_a_candidate_that_is_clearly_behind() -> None:
    schedule, visits = race({0: improving(1), 1: improving(1.1), 2: improving(2)})
    assert standings(schedule)[2] is Standing.ELIMINATED
    assert visits.count(2) == 3
    assert visits.count(0) == 10


def test_keeps_a_candidate_within_the_speed_factor() -> None:
    schedule, _ = race({0: 1.0, 1: 1.1, 2: 1.49})
    assert standings(schedule)[2] is Standing.MEASURED


def test_a_noisy_candidate_is_judged_on_its_best_run() -> None:
    schedule, _ = race({0: 1.0, 1: 1.0, 2: [9.0, 9.0, 1.2, 9.0]})
    assert standings(schedule)[2] is Standing.MEASURED


def test_never_drops_below_the_survivor_floor() -> None:
    schedule, _ = race({0: 1.0, 1: 5.0, 2: 9.0})
    assert standings(schedule) == {0: Standing.MEASURED, 1: Standing.MEASURED, 2: Standing.ELIMINATED}


def test_spares_candidates_that_lack_the_minimum_samples() -> None:
    schedule = Schedule((0, 1, 2), Sampling())
    for _ in range(2):
        for candidate, seconds in ((0, 1.0), (1, 1.0), (2, 9.0)):
            assert schedule.next_candidate() == candidate
            schedule.record(candidate, seconds)
    assert schedule.next_candidate() == 0
    assert schedule.alive == [0, 1, 2]


def test_short_circuit_requires_the_configured_confirmations() -> None:
    schedule, visits = race({0: 2.0, 1: 0.5, 2: 0.1}, limit=1.0, confirmations=3)
    assert visits == [0, 1, 1, 1]
    assert schedule.winner() == 1


def test_a_limit_that_one_sample_meets_by_chance_settles_nothing() -> None:
    schedule, visits = race({0: [0.9, *[1.3] * 9], 1: 1.1}, limit=1.0)
    assert visits.count(1) >= 3
    assert schedule.winner() == 1


def test_short_circuit_stays_off_without_a_limit() -> None:
    _, visits = race({0: 0.0, 1: 0.0})
    assert visits.count(0) >= 3
    assert visits.count(1) >= 3


def test_unreached_candidates_are_reported_as_skipped() -> None:
    schedule, _ = race({0: 0.5, 1: 0.1}, limit=1.0)
    assert schedule.winner() == 0
    assert standings(schedule) == {0: Standing.MEASURED, 1: Standing.SKIPPED}
    assert schedule.results()[1].score is None


def test_an_unreachable_limit_measures_all() -> None:
    schedule, visits = race({0: 3.0, 1: 2.0, 2: 1.0}, limit=1e-9)
    assert set(visits) == {0, 1, 2}
    assert schedule.winner() == 2


def test_a_candidate_that_failed_late_is_disqualified_despite_good_samples() -> None:
    schedule = Schedule((0, 1), Sampling())
    error = RuntimeError("late")
    for number in range(3):
        for candidate in (0, 1):
            assert schedule.next_candidate() == candidate
            if (number, candidate) == (2, 0):
                schedule.fail(0, error)
            else:
                schedule.record(candidate, 0.1 if candidate == 0 else 5.0)
    assert schedule.winner() == 1
    result = schedule.results()[0]
    assert result.standing is Standing.FAILED
    assert result.error is error
    assert result.samples == (0.1, 0.1)


def test_an_eliminated_candidate_never_wins_on_its_shorter_sample_set() -> None:
    # 2's samples end at 1.0; 0 and 1 get slower and slower after it was dropped.
    late = [1.0, 0.1, 0.1, *[50.0] * 9]
    schedule, _ = race({0: late, 1: late, 2: 1.0}, stalls=9)
    assert standings(schedule)[2] is Standing.ELIMINATED
    assert schedule.winner() in (0, 1)


def test_the_fastest_survivor_is_the_one_declared() -> None:
    schedule, _ = race({0: 1.3, 1: 1.0, 2: 1.2})
    assert schedule.winner() == 1


def test_no_survivor_leaves_the_decision_open() -> None:
    schedule = Schedule((0, 1), Sampling())
    for candidate in (0, 1):
        assert schedule.next_candidate() == candidate
        schedule.fail(candidate, RuntimeError(str(candidate)))
    assert schedule.next_candidate() is None
    assert schedule.winner() is None
    assert set(standings(schedule).values()) == {Standing.FAILED}


def test_a_sampled_candidate_reports_its_measurements() -> None:
    schedule, _ = race({0: [3.0, 1.0, 1.0, 1.0]})
    result = schedule.results()[0]
    assert result.samples == (3.0, 1.0, 1.0)
    assert result.score == 1.0
    assert schedule.samples_taken == 3
    assert schedule.best_seconds == 1.0


def test_converged_candidates_take_no_more_samples() -> None:
    _, visits = race({0: improving(1.0), 1: 1.0})
    assert visits.count(0) == 10
    assert visits.count(1) == 3


def test_a_failure_after_the_limit_was_met_reopens_the_race() -> None:
    schedule = Schedule((0, 1), Sampling(), limit=1.0)
    for _ in range(2):
        assert schedule.next_candidate() == 0
        schedule.record(0, 0.5)
    assert schedule.next_candidate() is None
    schedule.fail(0, RuntimeError("after all"))
    assert schedule.next_candidate() == 1


def test_no_candidates_is_no_race() -> None:
    schedule = Schedule((), Sampling())
    assert schedule.next_candidate() is None
    assert schedule.winner() is None
    assert schedule.best_seconds is None
