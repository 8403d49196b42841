"""Random programs on a device against the sequential model: the answers are the same, and at the end nothing is left behind.

What every change is tested with: 40 programs of 300 steps that hypothesis makes, on every backend, and some more that are made
of seeds. `PERICLASE_TEST_PROFILE=nightly` makes that 400 and 10 000 of 1 000 steps, and `PERICLASE_TEST_PROFILE=2000x500`
whatever one likes. Thousands of programs are better run by `tests/support/long_programs.py`, which says how far it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import long_programs
import pytest
import random_programs
from how_much import MACHINE_PROGRAMS, MACHINE_STEPS, SEEDED_PROGRAMS
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from program_devices import KINDS
from random_programs import Program
from sequential_model import Launch


class Drawn:
    """A `Chance` of hypothesis, which makes the numbers of a failing program smaller."""

    def __init__(self, data: st.DataObject):
        self._draw = data.draw

    def below(self, number: int) -> int:
        """See `Chance`."""
        return self._draw(st.integers(0, number - 1))


class Machine(RuleBasedStateMachine):
    """A program of hypothesis."""

    longest = 0
    """Steps of the longest program so far."""

    @initialize(kind=st.sampled_from(KINDS))
    def begin(self, kind: str) -> None:
        self.program = Program(kind)
        self.failed = False
        self.steps = 0

    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        self.steps += 1
        Machine.longest = max(Machine.longest, self.steps)
        try:
            self.program.step(Drawn(data))
        except BaseException:
            self.failed = True
            raise

    def teardown(self) -> None:
        if not hasattr(self, "program"):
            return
        well = False
        try:
            if not self.failed:
                self.program.finish()
                well = True
        finally:
            if not well:
                self.program.abandon()


@pytest.fixture(autouse=True)
def _no_event_loop_is_left() -> Iterator[None]:
    yield
    random_programs.close_event_loop()


def test_programs_of_hypothesis(monkeypatch: pytest.MonkeyPatch) -> None:
    # It ends programs that have drawn much, long before they are as long as they are to be.
    for module in ("engine", "data", "choice"):
        full = f"hypothesis.internal.conjecture.{module}.BUFFER_SIZE"
        monkeypatch.setattr(full, 1 << 20, raising=False)
    monkeypatch.setattr("hypothesis.stateful.BUFFER_SIZE", 1 << 20)
    monkeypatch.setattr(Machine, "longest", 0)
    assert engine.BUFFER_SIZE == 1 << 20
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=MACHINE_PROGRAMS,
            stateful_step_count=MACHINE_STEPS + 1,  # the first of them makes the device
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert Machine.longest == MACHINE_STEPS


@pytest.mark.parametrize("kind", KINDS)
def test_programs_of_seeds(kind: str) -> None:
    said: list[str] = []
    number = -(-SEEDED_PROGRAMS // len(KINDS))
    assert long_programs.run_many(range(number), MACHINE_STEPS, (kind,), say=said.append), "\n".join(said)


def test_a_program_that_fails_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that knows nothing of failures: the first one that is read is taken for a defect."""
    monkeypatch.setattr(Launch, "spoil", lambda self, blame: 3)
    said: list[str] = []
    assert not long_programs.run_many(range(100), 200, ("python",), say=said.append)
    left = said[-2].rpartition("--replay ")[2].split(",")
    assert 1 <= len(left) <= 6
    numbers = [int(each, 16) for each in left]
    assert any(long_programs.run("python", numbers) for _ in range(10))
    monkeypatch.undo()
    assert long_programs.run("python", numbers) is None


def test_what_is_left_is_the_part_that_fails() -> None:
    def fails(numbers: Any) -> bool:
        return {3, 17, 40} <= set(numbers)

    assert long_programs.smaller(range(50), fails) == [3, 17, 40]
