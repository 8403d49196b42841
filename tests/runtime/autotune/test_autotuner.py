"""Autotuned functions: the fastest candidate that works does the work, and is found out once."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from periclase.diagnostics import DiagnosticError, LaunchError
from periclase.runtime.autotune import (
    Autotuned,
    Candidate,
    CandidateMismatch,
    Group,
    NoViableCandidate,
    Resource,
    Sampling,
    anchor,
    autotune,
)
from periclase.runtime.device import Device
from periclase.runtime.dry_run import dry_run
from periclase.runtime.failures import BufferFailure
from periclase.settings import reload_settings

TIMEOUT = 60

X, Y = [0, 1, 2], [4, 4, 4]
SUM, PRODUCT = [4, 5, 6], [0, 4, 8]


def multiply(x: Any, y: Any, out: Any) -> None:
    np.multiply(x, y, out=out)


def trap(*_: Any) -> None:
    raise RuntimeError("a thread trapped")


def tuned_over(*candidates: Any, **options: Any) -> Autotuned[..., Any]:
    """`f(x, y, out)` that launches the kernel of the configuration."""

    @autotune(
        candidates=[c if isinstance(c, Candidate) else Candidate(kernel=c, name=c.name) for c in candidates],
        **options,
    )
    def add(x: Any, y: Any, out: Any, *, kernel: Any) -> None:
        kernel[1, 1](x, y, out)

    return add


@pytest.fixture
def buffers(python_device: Device) -> tuple[Any, Any, Any]:
    array = python_device.array
    return array(np.float32(X)), array(np.float32(Y)), array(np.float32([9, 9, 9]))


# ---------------------------------------------------------------------------------------------------- the choice ----


def test_the_fast_candidate_wins_over_the_slow_one(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0, function=multiply), adders.make("fast", 1.0))
    add(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert add.tune(*buffers) == "fast"


def test_a_second_call_measures_nothing(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    add(*buffers)
    buffers[2].read()
    before = dict(adders.ran)
    add(*buffers)
    buffers[2].read()
    assert adders.ran == {**before, "fast": before["fast"] + 1}


def test_every_key_is_tuned_by_itself(adders: Any, python_device: Device) -> None:
    seconds = {3: {"a": 1.0, "b": 3.0}, 300: {"a": 3.0, "b": 1.0}}

    def kernel(name: str) -> Any:
        def run(x: Any, y: Any, out: Any) -> None:
            adders.clock.advance(seconds[len(out)][name])

        return adders.make(name, 0.0, function=run)

    add = tuned_over(kernel("a"), kernel("b"), key=lambda x, y, out: anchor(len(out)))
    for size, winner in ((3, "a"), (300, "b")):
        assert add.tune(*(python_device.zeros(size) for _ in range(3))) == winner
    assert [record.winner for record in add.records()] == ["b", "a"]


def test_a_single_candidate_is_not_measured(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("only"))
    add(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert adders.ran["only"] == 1


def test_what_the_candidate_returns_is_returned(adders: Any, python_device: Device) -> None:
    slow, fast = adders.make("slow", 5.0), adders.make("fast", 1.0)

    @autotune(candidates=[{"kernel": slow}, {"kernel": fast}])
    def add(x: Any, y: Any, *, kernel: Any = None) -> Any:
        out = python_device.empty(x.shape, x.dtype)
        kernel[1, 1](x, y, out)
        return out

    out = add(python_device.array(np.float32(X)), python_device.array(np.float32(Y)))
    assert out.read().tolist() == SUM


def test_candidates_may_be_launch_functions_of_their_own(adders: Any, buffers: Any) -> None:
    slow, fast = adders.make("slow", 5.0), adders.make("fast", 1.0)

    def by_hand(x: Any, y: Any, out: Any) -> None:
        fast[1, 1](x, y, out)

    @autotune(candidates=[by_hand, Candidate(name="as written")])
    def add(x: Any, y: Any, out: Any) -> None:
        slow[1, 1](x, y, out)

    add(*buffers)
    assert add.tune(*buffers) == "by_hand"


def test_kernels_stand_for_candidates(adders: Any, buffers: Any) -> None:
    @autotune(candidates=[adders.make("slow", 5.0), adders.make("fast", 1.0)])
    def add(x: Any, y: Any, out: Any, *, kernel: Any = None) -> None:
        kernel[1, 1](x, y, out)

    assert add.tune(*buffers) == "fast"


def test_a_method_may_be_autotuned(adders: Any, buffers: Any) -> None:
    slow, fast = adders.make("slow", 5.0), adders.make("fast", 1.0)

    class Model:
        def __init__(self) -> None:
            self.calls = 0

        @autotune(candidates=[slow, fast])
        def add(self, x: Any, y: Any, out: Any, *, kernel: Any = None) -> None:
            self.calls += 1
            kernel[1, 1](x, y, out)

    model = Model()
    model.add(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert model.calls > 1
    assert Model.add.records()[0].winner == "fast"


def test_groups_of_lower_priority_are_not_measured_where_the_first_works(adders: Any, buffers: Any) -> None:
    first, second = Group("first", 2), Group("second", 1)
    a, b = adders.make("a", 5.0), adders.make("b", 1.0)
    add = tuned_over(Candidate(kernel=a, name="a", group=first), Candidate(kernel=b, name="b", group=second))
    assert add.tune(*buffers) == "a"
    assert adders.ran["b"] == 0


def test_a_group_that_fails_makes_room_for_the_next(adders: Any, buffers: Any) -> None:
    a, b = adders.make("a", function=trap), adders.make("b")
    add = tuned_over(
        Candidate(kernel=a, name="a", group=Group("first", 2)),
        Candidate(kernel=b, name="b", group=Group("second")),
    )
    add(*buffers)
    assert buffers[2].read().tolist() == SUM


def test_a_negative_priority_is_never_used(adders: Any, buffers: Any, cache: Path) -> None:
    a, b = adders.make("a", 1.0), adders.make("b", 5.0)
    add = tuned_over(Candidate(kernel=a, name="a", priority=-1), Candidate(kernel=b, name="b"))
    add(*buffers)
    buffers[2].read()
    assert dict(adders.ran) == {"b": 1}


# ------------------------------------------------------------------------------------------------------- bounds ----


def test_bounds_short_circuit_accepts_the_first_within_the_limit(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), bounds=lambda x, y, out: 10.0)
    assert add.tune(*buffers) == "slow"
    assert adders.ran["fast"] == 0
    assert [result.standing for result in add.records()[0].results] == ["measured", "skipped"]


def test_bounds_with_an_unreachable_limit_measure_all(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), bounds=Resource(1.0, 1e12))
    assert add.tune(*buffers) == "fast"


def test_at_the_level_full_bounds_stop_nothing(
    adders: Any, buffers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERICLASE_AUTOTUNE_LEVEL", "full")
    reload_settings()
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), bounds=10.0)
    assert add.tune(*buffers) == "fast"


# ------------------------------------------------------------------------------------------------------- levels ----


def test_at_the_level_off_the_first_that_works_is_taken(
    adders: Any, buffers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERICLASE_AUTOTUNE_LEVEL", "off")
    reload_settings()
    add = tuned_over(adders.make("broken", broken=True), adders.make("slow", 5.0), adders.make("fast", 1.0))
    add(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert dict(adders.ran) == {"slow": 2}
    assert add.records() == ()


def test_at_the_level_minimal_few_are_measured(
    adders: Any, buffers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERICLASE_AUTOTUNE_LEVEL", "minimal")
    reload_settings()
    add = tuned_over(*(adders.make(f"k{i}", 9.0 - i) for i in range(6)))
    assert add.tune(*buffers) == "k3"
    assert adders.ran["k4"] == 0


def test_at_the_level_extensive_all_groups_are_measured(
    adders: Any, buffers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERICLASE_AUTOTUNE_LEVEL", "extensive")
    reload_settings()
    a, b = adders.make("a", 5.0), adders.make("b", 1.0)
    add = tuned_over(
        Candidate(kernel=a, name="a", group=Group("first", 2)),
        Candidate(kernel=b, name="b", group=Group("second")),
    )
    assert add.tune(*buffers) == "b"


# --------------------------------------------------------------------------------------------- failing candidates ----


def test_stops_sampling_a_rejected_candidate(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("rejected", function=trap), adders.make("good"))
    add(*buffers)
    assert adders.ran["rejected"] == 1
    assert buffers[2].read().tolist() == SUM


def test_skips_a_candidate_that_can_not_be_compiled(
    adders: Any, buffers: Any, python_device: Device, python_compiler: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    add = tuned_over(adders.make("broken", broken=True), adders.make("good"))
    add(*buffers)
    python_device.flush()
    assert buffers[2].read().tolist() == SUM
    assert python_compiler.compiled["broken"] == 1
    result = add.records()[0].results[0]
    assert (result.standing, result.error) == ("failed", "PC0201: `broken` can not be compiled")
    assert capsys.readouterr().err == ""


def test_stops_sampling_an_eliminated_candidate(adders: Any, buffers: Any) -> None:
    # The fast ones get better and better, so that they are measured to the end.
    fast = [adders.make(f"fast{i}", lambda number: 0.9**number) for i in range(2)]
    add = tuned_over(*fast, adders.make("slow", 50.0))
    add(*buffers)
    rules = Sampling()
    assert rules.min_samples < adders.ran["slow"] < rules.max_samples + 1
    assert adders.ran["slow"] < adders.ran["fast0"]


def test_survives_a_failing_candidate_ahead_of_the_winner(adders: Any, buffers: Any) -> None:
    def spoil(x: Any, y: Any, out: Any) -> None:
        out[...] = 99
        raise RuntimeError("too late")

    add = tuned_over(adders.make("failing", function=spoil), adders.make("good"))
    add(*buffers)
    x, y, out = buffers
    assert (x.read().tolist(), y.read().tolist(), out.read().tolist()) == (X, Y, SUM)
    assert out.failure() is None


def test_a_candidate_that_raises_in_python_is_out(adders: Any, buffers: Any) -> None:
    def raises(x: Any, y: Any, out: Any) -> None:
        raise ValueError("not for this size")

    good = adders.make("good")

    def launch(x: Any, y: Any, out: Any) -> None:
        good[1, 1](x, y, out)

    add = tuned_over(Candidate(raises), Candidate(launch))
    add(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert add.records()[0].results[0].error == "ValueError: not for this size"


def test_a_candidate_that_a_launch_refuses_is_out(adders: Any, buffers: Any) -> None:
    kernel = adders.make("kernel", max_threads=64)

    @autotune(candidates=[{"block": 128}, {"block": 4096}, {"block": 64}])
    def add(x: Any, y: Any, out: Any, *, block: int) -> None:
        kernel[1, block](x, y, out)

    assert add.tune(*buffers) == "block=64"
    errors = [result.error or "" for result in add.records()[0].results]
    assert "launch bounds" in errors[0]
    assert "4096" in errors[1]


def test_no_viable_candidate_lists_every_error(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("broken", broken=True), adders.make("traps", function=trap))
    with pytest.raises(NoViableCandidate) as raised:
        add(*buffers)
    notes = [note.message for note in raised.value.diagnostic.notes]
    assert len(notes) == 2
    assert "`broken` can not be compiled" in notes[0]
    assert "a thread trapped" in notes[1]
    assert set(raised.value.errors) == {"broken", "traps"}
    assert isinstance(raised.value.__cause__, BaseExceptionGroup)
    assert buffers[2].read().tolist() == [9, 9, 9]
    assert add.records() == ()


def test_no_viable_candidate_where_all_have_a_negative_priority(adders: Any, buffers: Any) -> None:
    add = tuned_over(Candidate(kernel=adders.make("a"), priority=-1))
    with pytest.raises(NoViableCandidate, match="has no candidate for the key"):
        add(*buffers)


# --------------------------------------------------------------------------------------------------- the arguments ----


def test_arguments_are_as_they_were_after_a_tuning(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("a"), adders.make("b"))
    add.tune(*buffers)
    assert [buffer.read().tolist() for buffer in buffers] == [X, Y, [9, 9, 9]]


def increment(adders: Any, name: str, seconds: float, seen: list[list[float]] | None = None) -> Any:
    def run(y: Any) -> None:
        if seen is not None:
            seen.append(y.tolist())
        y += 1

    return adders.make(name, seconds, function=run, declaration="y: inout float32")


def tuned_in_place(*kernels: Any, **options: Any) -> Autotuned[..., Any]:
    @autotune(candidates=[Candidate(kernel=kernel, name=kernel.name) for kernel in kernels], **options)
    def step(y: Any, *, kernel: Any) -> None:
        kernel[1, 1](y)

    return step


def test_what_is_changed_in_place_is_changed_once(adders: Any, python_device: Device) -> None:
    seen: list[list[float]] = []
    step = tuned_in_place(increment(adders, "slow", 5.0), increment(adders, "fast", 1.0, seen))
    y = python_device.array(np.float32([1, 2]))
    step(y)
    assert y.read().tolist() == [2, 3]
    assert len(seen) > 3
    assert all(contents == [1, 2] for contents in seen)  # every run found the same


def test_views_of_one_buffer_stay_views_of_one_buffer(adders: Any, python_device: Device) -> None:
    seen: list[list[float]] = []

    def shift(source: Any, target: Any) -> None:
        seen.append(source.tolist())
        target[...] = source

    declaration = "source: in float32, target: inout float32"
    a, b = (adders.make(name, function=shift, declaration=declaration) for name in "ab")

    @autotune(candidates=[{"kernel": a}, {"kernel": b}])
    def move(source: Any, target: Any, *, kernel: Any) -> None:
        kernel[1, 1](source, target)

    whole = python_device.array(np.float32([1, 2, 3, 4, 5]))
    move(whole[0:2], whole[2:4])
    assert whole.read().tolist() == [1, 2, 1, 2, 5]
    assert set(map(tuple, seen)) == {(1.0, 2.0)}


def test_buffers_in_lists_and_dictionaries_are_found(adders: Any, python_device: Device) -> None:
    step = tuned_in_place(increment(adders, "a", 1.0), increment(adders, "b", 2.0))
    a, b = step.candidates

    @autotune(candidates=[a, b], key=lambda **_: 0)
    def nested(*, data: Any, kernel: Any) -> None:
        for y in data["all"]:
            kernel[1, 1](y)

    data = {"all": [python_device.array(np.float32([i])) for i in range(3)]}
    nested(data=data)
    assert [y.read().tolist() for y in data["all"]] == [[1], [2], [3]]


def test_a_launch_that_depends_on_the_data_spoils_nothing(adders: Any, python_device: Device) -> None:
    """On blank memory it is not seen what the candidates write."""
    copy = adders.make(
        "copy", function=lambda x, y: np.copyto(y, x), declaration="x: in float32, y: out float32"
    )
    step = tuned_in_place(increment(adders, "a", 1.0), increment(adders, "b", 2.0))

    @autotune(candidates=step.candidates, key=lambda *_: 0)
    def where_set(x: Any, copied: Any, y: Any, *, kernel: Any) -> None:
        copy[1, 1](x, copied)
        if copied.read()[0]:
            kernel[1, 1](y)
            kernel[1, 1](x)  # which was only seen to be read

    x, copied, y = (python_device.array(np.float32([value])) for value in (1, 0, 5))
    where_set(x, copied, y)
    assert (y.read().tolist(), x.read().tolist()) == ([6], [2])
    assert adders.ran["a"] > 4  # it was measured all the same


def test_what_python_writes_is_written_once(adders: Any, python_device: Device) -> None:
    @autotune(candidates=[{"how": 1}, {"how": 2}], key=lambda *_: 0)
    def add_one(y: Any, array: Any, *, how: int) -> None:
        y.write(y.read() + 1)
        array += 1

    y, array = python_device.array(np.float32([1])), np.float32([4])
    add_one(y, array)
    assert (y.read().tolist(), array.tolist()) == ([2], [5])


class Pair(NamedTuple):
    left: Any
    right: Any


@dataclasses.dataclass(frozen=True)
class Holder:
    pairs: list[Pair]


def test_buffers_in_named_tuples_and_dataclasses_are_found(adders: Any, python_device: Device) -> None:
    step = tuned_in_place(increment(adders, "a", 1.0), increment(adders, "b", 2.0))

    @autotune(candidates=step.candidates, key=lambda _: 0)
    def nested(holder: Holder, *, kernel: Any) -> None:
        for pair in holder.pairs:
            kernel[1, 1](pair.left)

    holder = Holder([Pair(python_device.array(np.float32([i])), 7) for i in range(3)])
    nested(holder)
    assert [pair.left.read().tolist() for pair in holder.pairs] == [[1], [2], [3]]


def test_memory_from_elsewhere_is_as_it_was_after_a_tuning(adders: Any, python_device: Device) -> None:
    step = tuned_in_place(increment(adders, "a", 1.0), increment(adders, "b", 2.0))
    state = python_device.array(np.float32([1]))

    @autotune(candidates=step.candidates, key=lambda: 0)
    def advance(*, kernel: Any) -> None:
        kernel[1, 1](state)

    with python_device.stream():
        advance.tune()
        assert state.read().tolist() == [1]
        advance()
    assert state.read().tolist() == [2]


class Tensor:
    """An array of another library."""

    def __init__(self, array: Any):
        self._array = array

    def __dlpack__(self, **options: Any) -> object:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()


def test_tensors_of_other_libraries_are_as_they_were_after_a_tuning(
    adders: Any, python_device: Device
) -> None:
    step = tuned_in_place(increment(adders, "a", 1.0), increment(adders, "b", 2.0))
    array = np.float32([1, 2])

    @autotune(candidates=step.candidates, key=lambda *_: 0)
    def on_a_tensor(y: Any, *, kernel: Any) -> None:
        kernel[1, 1](y)

    with python_device.stream():
        on_a_tensor(Tensor(array))
    assert array.tolist() == [2, 3]


def test_what_was_launched_before_an_error_is_not_launched_again(adders: Any, python_device: Device) -> None:
    step = tuned_in_place(increment(adders, "a", 1.0), increment(adders, "b", 2.0))
    wrong = False

    @autotune(candidates=step.candidates)
    def checked(y: Any, *, kernel: Any) -> None:
        kernel[1, 1](y)
        if wrong:
            raise ValueError("after the launch")

    y = python_device.array(np.float32([1]))
    checked(y)
    wrong = True
    with pytest.raises(ValueError, match="after the launch"):
        checked(y)
    assert y.read().tolist() == [3]


def test_a_setup_gives_the_arguments_to_measure_with(adders: Any, python_device: Device) -> None:
    made: list[Any] = []

    def setup(y: Any) -> tuple[Any]:
        made.append(python_device.zeros(y.shape))
        return (made[-1],)

    seen: list[list[float]] = []
    step = tuned_in_place(increment(adders, "a", 1.0, seen), increment(adders, "b", 2.0), setup=setup)
    y = python_device.array(np.float32([7]))
    step.tune(y)
    assert y.read().tolist() == [7]
    assert len(made) >= 2
    assert [7.0] not in seen


def test_evicts_before_every_measured_sample(adders: Any, buffers: Any) -> None:
    evictions: list[int] = []
    add = tuned_over(adders.make("a"), adders.make("b"), evict=lambda: evictions.append(1))
    add.tune(*buffers)
    assert len(evictions) == sum(len(result.samples) for result in add.records()[0].results) > 0


def test_a_failed_input_is_passed_on_and_nothing_is_learnt(adders: Any, buffers: Any) -> None:
    x, y, out = buffers
    adders.make("traps", function=trap, declaration="x: out float32")[1, 1](x)
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    add(x, y, out)
    with pytest.raises(BufferFailure, match="traps"):
        out.read()
    assert add.records() == ()
    x.write(np.float32(X))
    add(x, y, out)
    assert out.read().tolist() == SUM
    assert [record.winner for record in add.records()] == ["fast"]


def test_an_output_that_has_failed_is_no_obstacle(adders: Any, buffers: Any) -> None:
    out = buffers[2]
    adders.make("traps", function=trap, declaration="out: out float32")[1, 1](out)
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    add(*buffers)
    assert out.read().tolist() == SUM


# --------------------------------------------------------------------------------------------------------- checks ----


def test_a_check_drops_candidates_with_other_results(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("right", 5.0), adders.make("wrong", 1.0, function=multiply), check=True)
    add(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert "gives other results than `right`" in (add.records()[0].results[1].error or "")


def test_a_check_is_not_deceived_by_the_results_of_another(adders: Any, buffers: Any) -> None:
    lazy = adders.make("lazy", 1.0, function=lambda x, y, out: None)
    add = tuned_over(adders.make("right", 5.0), lazy, check=True)
    assert add.tune(*buffers) == "right"


def test_a_check_of_ones_own(adders: Any, buffers: Any) -> None:
    compared: list[tuple[list[float], list[float]]] = []

    def check(expected: Any, found: Any) -> None:
        compared.append((expected[0].tolist(), found[0].tolist()))

    add = tuned_over(adders.make("a", 5.0), adders.make("b", 1.0, function=multiply), check=check)
    assert add.tune(*buffers) == "b"
    assert compared == [(SUM, PRODUCT)]


def test_what_a_check_raises_is_the_candidates_error(adders: Any, buffers: Any) -> None:
    def check(expected: Any, found: Any) -> None:
        raise CandidateMismatch(LaunchError.__mro__ and _diagnostic("far off"))

    add = tuned_over(adders.make("a", 5.0), adders.make("b", 1.0), check=check)
    assert add.tune(*buffers) == "a"
    assert add.records()[0].results[1].error == "PC0722: far off"


def _diagnostic(message: str) -> Any:
    from periclase.diagnostics import Diagnostic

    return Diagnostic("PC0722", message)


# ------------------------------------------------------------------------------------------------------- dry runs ----


def test_a_dry_run_still_tunes(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    with dry_run() as seen:
        add(*buffers)
        assert adders.ran["fast"] > 1
        measured = adders.ran["fast"]
        add(*buffers)
    assert adders.ran["fast"] == measured  # the winner's own launches were dropped
    assert buffers[2].read().tolist() == [9, 9, 9]
    assert seen.tuned == 2
    add(*buffers)
    assert buffers[2].read().tolist() == SUM


def test_a_dry_run_compiles_the_whole_table(adders: Any, buffers: Any, python_compiler: Any) -> None:
    names = ["a", "b", "c"]
    groups = [Group(name, 3 - i) for i, name in enumerate(names)]
    add = tuned_over(
        *(
            Candidate(kernel=adders.make(name), name=name, group=group)
            for name, group in zip(names, groups, strict=True)
        )
    )
    with dry_run():
        add(*buffers)
    assert python_compiler.compiled == {"a": 1, "b": 1, "c": 1}


def test_a_dry_run_compiles_the_whole_table_for_a_winner_from_the_disk(
    adders: Any, buffers: Any, python_compiler: Any
) -> None:
    first = tuned_over(a := adders.make("a", 1.0), b := adders.make("b", 2.0), name="shared")
    first.tune(*buffers)
    a.broken = b.broken = False
    second = tuned_over(a, b, name="shared")
    before = dict(adders.ran)
    with dry_run() as seen:
        second(*buffers)
    assert dict(adders.ran) == before
    assert seen.tuned == 0
    assert seen.seen == 2


def test_a_dry_run_maps_nothing_of_the_callers(adders: Any, python_device: Device) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    with dry_run():
        x, y, out = (python_device.empty(1000) for _ in range(3))
        add(x, y, out)
        assert add.tune(x, y, out) == "fast"
    assert [buffer.allocation.address for buffer in (x, y, out)] == [0, 0, 0]


@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: (1, (x,)), lambda x: frozenset({x}), np.float32])
def test_a_key_that_is_not_equal_to_itself_is_found_again(adders: Any, buffers: Any, wrap: Any) -> None:
    """NaN is no number that memory would find by; each call would note one more choice."""
    add = tuned_over(
        adders.make("slow", 5.0), adders.make("fast", 1.0), key=lambda *_, **__: wrap(float("nan"))
    )
    for _ in range(5):
        add(*buffers)
    (choices,) = add._choices.values()
    assert len(choices) == 1
    assert len(add.records()) == 1


# -------------------------------------------------------------------------------------------------------- the disk ----


def in_another_process(first: Autotuned[..., Any], **options: Any) -> Autotuned[..., Any]:
    """The function as another process would define it."""

    def add(x: Any, y: Any, out: Any, *, kernel: Any) -> None:
        kernel[1, 1](x, y, out)

    again = autotune(candidates=first.candidates, name=first.name, **options)(add)
    again.__dict__["_code"] = first._code  # the functions differ in nothing but their place
    return again


def test_a_winner_on_disk_is_not_measured_again(adders: Any, buffers: Any) -> None:
    first = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    first.tune(*buffers)
    before = dict(adders.ran)
    again = in_another_process(first)
    again(*buffers)
    again(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert adders.ran == {**before, "fast": before["fast"] + 2}


def test_it_is_tuned_again_when_the_environment_switches(
    adders: Any, buffers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))

    def tunes() -> bool:
        before = adders.ran["slow"]
        add(*buffers)
        buffers[2].read()
        return adders.ran["slow"] > before

    def switch(name: str) -> None:
        monkeypatch.setenv("PERICLASE_CACHE_DIR", str(tmp_path / name))
        reload_settings()

    switch("one")
    assert [tunes(), tunes()] == [True, False]
    switch("two")
    assert [tunes(), tunes()] == [True, False]
    switch("one")
    assert not tunes()


def test_another_kernel_is_tuned_anew(adders: Any, buffers: Any) -> None:
    tuned_over(adders.make("a", 1.0), adders.make("b", 5.0), name="shared").tune(*buffers)
    changed = tuned_over(adders.make("a", 5.0), adders.make("b", 1.0), name="shared")
    assert changed.tune(*buffers) == "b"


def test_without_a_cache_it_is_tuned_once_a_process(
    adders: Any, buffers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERICLASE_AUTOTUNE_CACHE", "off")
    reload_settings()
    first = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    first.tune(*buffers)
    before = dict(adders.ran)
    first.tune(*buffers)
    assert dict(adders.ran) == before
    in_another_process(first).tune(*buffers)
    assert adders.ran["slow"] > before["slow"]


def test_forgetting_tunes_anew(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    add.tune(*buffers)
    before = adders.ran["slow"]
    add.forget()
    assert add.records() == ()
    add.tune(*buffers)
    assert adders.ran["slow"] > before


def test_a_tune_is_recorded_with_all_results(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("traps", function=trap), adders.make("fast", 1.0))
    add.tune(*buffers)
    (record,) = add.records()
    assert [result.name for result in record.results] == ["slow", "traps", "fast"]
    assert [result.standing for result in record.results] == ["measured", "failed", "measured"]
    assert record.results[0].samples[0] == 5.0
    assert record.results[2].score == pytest.approx(1.0)
    assert record.seconds > 0
    assert record.identity.tuner == add.name


# --------------------------------------------------------------------------------------------------- the fallback ----


class Breakable:
    """A function for a kernel that works until it is broken."""

    def __init__(self, works: Callable[..., None]):
        self.works = works
        self.broken = False

    def __call__(self, *arguments: Any) -> None:
        self.works(*arguments)
        if self.broken:
            raise RuntimeError("broken since then")


def add_up(x: Any, y: Any, out: Any) -> None:
    np.add(x, y, out=out)


def test_where_a_stored_winner_fails_the_next_best_runs_and_the_record_is_corrected(
    adders: Any, buffers: Any
) -> None:
    best = Breakable(add_up)
    first = tuned_over(
        adders.make("worst", 3.0), adders.make("best", 1.0, function=best), adders.make("second", 2.0)
    )
    assert first.tune(*buffers) == "best"
    best.broken = True
    again = in_another_process(first)
    again(*buffers)
    assert buffers[2].read().tolist() == SUM
    (record,) = again.records()
    assert record.winner == "second"
    assert record.results[1].standing == "failed"
    assert "broken since then" in (record.results[1].error or "")
    # Neither this process nor a third one tries it again.
    before = adders.ran["best"]
    again(*buffers)
    in_another_process(first)(*buffers)
    buffers[2].read()
    assert adders.ran["best"] == before


def test_where_a_stored_winner_can_not_be_compiled_any_more_the_next_best_runs(
    adders: Any, buffers: Any, python_compiler: Any
) -> None:
    best = adders.make("best", 1.0)
    first = tuned_over(adders.make("second", 2.0), best)
    first.tune(*buffers)
    best.broken = True  # under another fingerprint, so that no cache has it
    python_compiler.compiled.clear()
    again = in_another_process(first)
    fresh = Device_like(buffers)
    again(*fresh)
    assert fresh[2].read().tolist() == SUM
    assert again.records()[0].winner == "second"


def Device_like(buffers: Any) -> tuple[Any, Any, Any]:
    """The same buffers on a device that has loaded nothing yet."""
    from python_backend import PythonBackend

    device = Device(PythonBackend(workers=1))
    return device.array(np.float32(X)), device.array(np.float32(Y)), device.array(np.float32([9, 9, 9]))


def test_what_a_failing_winner_has_changed_in_place_is_restored(adders: Any, python_device: Device) -> None:
    def halfway(y: Any) -> None:
        y += 1

    best = Breakable(halfway)
    kernels = (
        adders.make("best", 1.0, function=best, declaration="y: inout float32"),
        increment(adders, "second", 2.0),
    )
    first = tuned_in_place(*kernels)
    y = python_device.array(np.float32([1, 2]))
    first.tune(y)
    best.broken = True
    again = autotune(candidates=first.candidates, name=first.name)(lambda y, *, kernel: kernel[1, 1](y))
    again.__dict__["_code"] = first._code
    again(y)
    assert y.read().tolist() == [2, 3]
    assert again.records()[0].winner == "second"


def test_what_a_failing_winner_has_changed_from_python_is_restored(
    adders: Any, python_device: Device
) -> None:
    def launch(kernel: Any) -> Callable[..., None]:
        def run(x: Any, y: Any, out: Any) -> None:
            y.write(y.read() + 1)
            kernel[1, 1](x, x, out)

        return run

    best = Breakable(add_up)
    first = tuned_over(
        Candidate(launch(adders.make("best", 1.0, function=best)), name="best"),
        Candidate(launch(adders.make("second", 2.0)), name="second"),
    )
    x, y, out = (python_device.array(np.float32([1, 2])) for _ in range(3))
    first.tune(x, y, out)
    assert y.read().tolist() == [1, 2]
    best.broken = True
    again = in_another_process(first)
    again(x, y, out)
    assert (y.read().tolist(), out.read().tolist()) == ([2, 3], [2, 4])
    assert again.records()[0].winner == "second"


def test_where_all_fail_it_is_the_arguments_fault(adders: Any, buffers: Any) -> None:
    a, b = Breakable(add_up), Breakable(add_up)
    first = tuned_over(adders.make("a", 1.0, function=a), adders.make("b", 2.0, function=b))
    first.tune(*buffers)
    a.broken = b.broken = True
    again = in_another_process(first)
    again(*buffers)
    with pytest.raises(BufferFailure, match="broken since then"):
        buffers[2].read()
    assert again.records()[0].winner == "a"


def test_a_failed_input_says_nothing_about_a_stored_winner(adders: Any, buffers: Any) -> None:
    first = tuned_over(adders.make("a", 1.0), adders.make("b", 2.0))
    first.tune(*buffers)
    adders.make("traps", function=trap, declaration="x: out float32")[1, 1](buffers[0])
    again = in_another_process(first)
    again(*buffers)
    with pytest.raises(BufferFailure, match="traps"):
        buffers[2].read()
    assert again.records()[0].winner == "a"


def test_a_winner_that_other_arguments_of_its_key_make_impossible_is_replaced(
    adders: Any, python_device: Device
) -> None:
    def launch(kernel: Any, most: int) -> Callable[..., None]:
        def run(x: Any, y: Any, out: Any) -> None:
            if len(out) > most:
                raise ValueError("too large")
            kernel[1, 1](x, y, out)

        return run

    add = tuned_over(
        Candidate(launch(adders.make("fast", 1.0), 3), name="fast"),
        Candidate(launch(adders.make("slow", 5.0), 99), name="slow"),
        key=lambda x, y, out: 0,
    )
    small, large = (tuple(python_device.zeros(size) for _ in range(3)) for size in (3, 4))
    assert add.tune(*small) == "fast"
    add(*large)
    assert large[2].read().tolist() == [0, 0, 0, 0]
    assert add.records()[0].winner == "slow"


def test_an_error_of_the_caller_is_the_callers(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("a", 1.0), adders.make("b", 2.0), key=lambda *_: 0)
    add(*buffers)
    with pytest.raises(LaunchError):
        add(buffers[0], buffers[1], "no buffer")
    assert add.records()[0].winner == "a"


# -------------------------------------------------------------------------------------------- threads, nesting, keys ----


def test_threads_that_ask_at_once_tune_once(adders: Any, python_device: Device) -> None:
    entered, leave = threading.Event(), threading.Event()

    def evict() -> None:
        entered.set()
        assert leave.wait(TIMEOUT)

    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), evict=evict)
    sets = [tuple(python_device.zeros(3) for _ in range(3)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(add, *sets[0])]
        assert entered.wait(TIMEOUT)
        futures += [pool.submit(add, *buffers) for buffers in sets[1:]]
        leave.set()
        for future in futures:
            future.result(TIMEOUT)
    python_device.sync()
    assert len(add.records()) == 1
    samples = {result.name: len(result.samples) for result in add.records()[0].results}
    assert adders.ran["slow"] == 1 + samples["slow"]  # a warm-up, and the samples of one tuning
    assert adders.ran["fast"] == 1 + samples["fast"] + len(sets)


def test_candidates_may_call_autotuned_functions(adders: Any, buffers: Any) -> None:
    inner = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), name="inner")
    other = adders.make("other", 3.0)

    def by_inner(x: Any, y: Any, out: Any) -> None:
        inner(x, y, out)

    def by_other(x: Any, y: Any, out: Any) -> None:
        other[1, 1](x, y, out)

    outer = tuned_over(Candidate(by_other), Candidate(by_inner), name="outer")
    outer(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert outer.tune(*buffers) == "by_inner"
    assert inner.records()[0].winner == "fast"


def test_a_candidate_that_calls_its_own_function_is_out(adders: Any, buffers: Any) -> None:
    good = adders.make("good")

    def recursive(x: Any, y: Any, out: Any) -> None:
        add(x, y, out)

    def launch(x: Any, y: Any, out: Any) -> None:
        good[1, 1](x, y, out)

    add = tuned_over(Candidate(recursive), Candidate(launch))
    add(*buffers)
    assert buffers[2].read().tolist() == SUM
    assert "itself" in (add.records()[0].results[0].error or "")


def test_a_key_without_a_text_is_refused(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("a"), adders.make("b"), key=lambda *_: object())
    with pytest.raises(DiagnosticError, match="no text to store it under"):
        add(*buffers)


@pytest.mark.parametrize("wrap", [lambda key: key, lambda key: (0, key)], ids=["bare", "in a tuple"])
def test_equal_keys_of_other_types_are_tuned_by_themselves(
    adders: Any, buffers: Any, wrap: Callable[[Any], Any]
) -> None:
    fast, slow = adders.make("fast", 1.0), adders.make("slow", 5.0)

    @autotune(
        candidates=[
            Candidate(kernel=fast, name="fast", priority=lambda key: -1 if "True" in repr(key) else 0),
            Candidate(kernel=slow, name="slow"),
        ],
        key=lambda flag, *_: wrap(flag),
    )
    def add(flag: Any, *arguments: Any, kernel: Any) -> None:
        kernel[1, 1](*arguments)

    assert add.tune(1, *buffers) == "fast"
    assert add.tune(True, *buffers) == "slow"
    assert add.tune(1, *buffers) == "fast"


def test_keys_that_have_no_hash_work(adders: Any, buffers: Any) -> None:
    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), key=lambda *_: [1, 2])
    add(*buffers)
    buffers[2].read()
    before = adders.ran["slow"]
    add(*buffers)
    assert adders.ran["slow"] == before


def test_a_capture_can_not_tune_but_records_a_winner_that_is_known(
    adders: Any, buffers: Any, python_device: Device
) -> None:
    from periclase.runtime.capture import CaptureError

    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0))
    stream = python_device.stream()
    with pytest.raises((DiagnosticError, CaptureError), match="call it once with such arguments"):
        stream.capture(lambda: add(*buffers))
    add.tune(*buffers)
    graph = stream.capture(lambda: add(*buffers))
    before = adders.ran["fast"]
    graph.replay()
    assert buffers[2].read().tolist() == SUM
    assert adders.ran["fast"] == before + 1


def test_a_thread_that_has_the_device_does_not_wait_for_one_that_needs_it(
    adders: Any, python_device: Device
) -> None:
    begun = threading.Event()
    kernels = adders.make("slow", 5.0), adders.make("fast", 1.0)

    @autotune(candidates=[{"kernel": kernel} for kernel in kernels], key=lambda *_: 0)
    def add(x: Any, y: Any, out: Any, *, kernel: Any = None) -> None:
        begun.set()
        kernel[1, 1](x, y, out)

    sets = [tuple(python_device.zeros(3) for _ in range(3)) for _ in range(2)]
    with ThreadPoolExecutor(1) as pool:

        def alone() -> Any:
            other = pool.submit(add, *sets[0])
            assert begun.wait(TIMEOUT)  # it is at the tuning, and will need the device for it
            add(*sets[1])
            return other

        python_device.exclusive(alone).result(TIMEOUT)
    assert [one[2].read().tolist() for one in sets] == [[0, 0, 0]] * 2
    assert len(add.records()) == 1


def test_ctrl_c_ends_a_tuning_and_the_next_call_begins_anew(adders: Any, buffers: Any) -> None:
    interrupt = [True]

    def evict() -> None:
        if interrupt.pop():
            raise KeyboardInterrupt

    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), evict=evict)
    with pytest.raises(KeyboardInterrupt):
        add(*buffers)
    assert add.records() == ()
    interrupt[:] = [False] * 100
    add(*buffers)
    assert buffers[2].read().tolist() == SUM


def test_arrays_of_the_host_are_as_they_were_after_a_tuning(adders: Any, python_device: Device) -> None:
    seen: list[list[float]] = []
    kernels = increment(adders, "slow", 5.0), increment(adders, "fast", 1.0, seen)

    @autotune(candidates=[{"kernel": kernel} for kernel in kernels])
    def step(y: Any, *, kernel: Any = None) -> None:
        python_device.launch(kernel, 1, 1, (y,))

    y = np.float32([1, 2])
    with python_device.stream():
        step(y)
    assert y.tolist() == [2, 3]
    assert all(contents == [1, 2] for contents in seen)


def test_launches_of_other_threads_run_while_a_tuning_is_under_way(
    adders: Any, buffers: Any, python_device: Device
) -> None:
    # They wait for the device, and are not lost.
    entered, other_done = threading.Event(), threading.Event()
    other = python_device.zeros(1)
    bump = adders.make("bump", 0.0, function=lambda y: np.add(y, 1, out=y), declaration="y: inout float32")

    def launches() -> None:
        assert entered.wait(TIMEOUT)
        for _ in range(10):
            bump[1, 1](other)
        other_done.set()

    def evict() -> None:
        entered.set()
        assert other_done.wait(TIMEOUT)

    add = tuned_over(adders.make("slow", 5.0), adders.make("fast", 1.0), evict=evict)
    with ThreadPoolExecutor(1) as pool:
        launched = pool.submit(launches)
        add(*buffers)
        launched.result(TIMEOUT)
    assert other.read().tolist() == [10]
    assert buffers[2].read().tolist() == SUM
