"""One tuning: see what the candidates use, compile them, measure them in turns, and say which is the fastest."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from periclase.diagnostics import Diagnostic
from periclase.record import Record, replace
from periclase.runtime.autotune.candidates import Candidate, Plan
from periclase.runtime.autotune.failures import (
    Arrays,
    CandidateMismatch,
    NoViableCandidate,
    no_viable_candidate,
    same_results,
)
from periclase.runtime.autotune.keys import key_text
from periclase.runtime.autotune.progress import Progress
from periclase.runtime.autotune.sampler import Sampling
from periclase.runtime.autotune.schedule import Result, Schedule, Standing
from periclase.runtime.autotune.stand_ins import Backup, Call, StandIns, Uses, memory_in
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import CallSite
from periclase.runtime.dry_run import note_tuned, precompile, real_run
from periclase.runtime.failures import BufferFailure
from periclase.runtime.frames import without_frames
from periclase.runtime.observers import observe
from periclase.settings import AutotuneLevel

if TYPE_CHECKING:
    from periclase.runtime.device import Device

MINIMAL = 4
"""Candidates of a batch that are measured at the level `minimal`; the others only if none of these works."""

Check = bool | Callable[[Arrays, Arrays], bool | None]
"""Whether to compare results: as `same_results` does it, or a function of those of the first candidate and of another. It gives
False, or raises, if they differ."""


class Runnable(NamedTuple):
    """A candidate, ready to be called with the arguments of a call."""

    candidate: Candidate
    launch: Callable[..., Any]

    def run(self, call: Call) -> Any:
        """Do the work."""
        return self.launch(*call.arguments, **call.named, **self.candidate.configuration)


class Rules(Record):
    """How a tuning is done.

    Attributes:
        sampling: how much is measured.
        level: see the setting `autotune.level`.
        check: whether and how results are compared.
        setup: gives the arguments to measure with, from those of the call; None: stand-ins.
        evict: called before every sample that is measured, to empty a cache for instance.
    """

    sampling: Sampling
    level: AutotuneLevel = "balanced"
    check: Check = False
    setup: Callable[..., Any] | None = None
    evict: Callable[[], object] | None = None


class Decision(NamedTuple):
    """What a tuning has found out.

    Attributes:
        winner: the index of a candidate.
        results: of every candidate, in order.
        launches: of every candidate, how many launches it makes; 0 where it was not run.
        measured: False where the winner was not measured, since there was no choice or no wish.
    """

    winner: int
    results: tuple[Result, ...]
    launches: tuple[int, ...]
    measured: bool


class InputFailed(Exception):
    """What the candidates read was never computed: a measurement would mean nothing.

    Attributes:
        first: the candidate that would have been tried first.
    """

    def __init__(self, first: int):
        super().__init__(first)
        self.first = first


class Tuning:
    """One tuning of a function for one key."""

    def __init__(
        self,
        name: str,
        candidates: Sequence[Runnable],
        key: Any,
        device: Device,
        call: Call,
        rules: Rules,
        limit: float | None,
        site: CallSite,
    ):
        """
        Args:
            name: of the function.
            candidates: all of them.
            key: for the priorities.
            device: whose launches are measured.
            call: the arguments.
            limit: seconds within which a candidate is good enough, or None.
            site: whose call it is.
        """
        self._name = name
        self._candidates = candidates
        self._key = key
        self._device = device
        self._rules = rules
        self._limit = None if rules.level == "full" else limit
        self._site = site
        self._batches = self._plan()
        planned = {index for batch in self._batches for index in batch}
        self._results = [
            Result(Standing.SKIPPED if index in planned else Standing.EXCLUDED)
            for index in range(len(candidates))
        ]
        self._launches = [0] * len(candidates)
        self._uses = Uses()
        self._expected: Arrays | None = None
        self._reference = ""
        self._original = call
        self._call = call
        """What candidates get."""
        self._stand_ins: StandIns | None = None
        self._whole = True
        """Whether the survey has seen the launches of all candidates to the end."""
        self._elsewhere = Backup(())
        """What candidates write that is not among the arguments."""

    # ---------------------------------------------------------------------------------------------------- deciding ----

    def run(self) -> Decision:
        """Tune.

        Raises:
            NoViableCandidate: no candidate works.
            InputFailed: contents that the candidates read were never computed.
        """
        if [len(batch) for batch in self._batches] == [1]:
            return self._decision(self._batches[0][0], measured=False)
        self.survey()
        return self._device.exclusive(self._measure)

    def _decision(self, winner: int, *, measured: bool) -> Decision:
        return Decision(winner, tuple(self._results), tuple(self._launches), measured)

    def _plan(self) -> list[tuple[int, ...]]:
        """The candidates in the order they are tried, those of a list together."""
        plan = Plan([runnable.candidate for runnable in self._candidates], self._key)
        batches: list[tuple[int, ...]] = []
        while batch := plan.next_batch():
            batches.append(batch)
        match self._rules.level:
            case "off":
                return [(index,) for batch in batches for index in batch]
            case "minimal":
                return [batch[i : i + MINIMAL] for batch in batches for i in range(0, len(batch), MINIMAL)]
            case "balanced":
                return batches
            case "extensive" | "full":
                return [tuple(index for batch in batches for index in batch)] if batches else []

    def survey(self) -> None:
        """Launch all candidates without running them: to see what they use, and to have them compiled. So nothing is compiled
        beside a measurement; and where `compile_on` names an executor, all are compiled at the same time."""
        # Within, memory is not mapped: most of what stands in here is not needed later.
        with observe(self._uses), precompile(self._device):
            if self._rules.setup is None:
                self._stand_ins = StandIns(self._original, self._device)
                self._call = self._stand_ins.call
            else:
                self._set_up()
            for index in (index for batch in self._batches for index in batch):
                try:
                    self._candidates[index].run(self._call)
                except Exception:
                    # It may need results that nothing has computed here; else it fails when it is measured as well.
                    self._whole = False

    def _set_up(self) -> None:
        assert self._rules.setup is not None
        self._call = _call_of(self._rules.setup(*self._original.arguments, **self._original.named))

    def _measure(self) -> Decision:
        """With the device to itself."""
        self._device.sync()
        rules = self._rules
        with real_run(), self._device.stream(), Progress(self._name) as progress:
            if self._stand_ins is not None:
                if self._stand_ins.failed_inputs(self._uses):
                    raise InputFailed(self._batches[0][0])
            self._elsewhere = Backup(self._uses.written_elsewhere(self._call.memory()))
            if self._stand_ins is not None:
                self._stand_ins.settle(self._uses, self._whole)
                self._call = self._stand_ins.call
            total = sum(map(len, self._batches)) * rules.sampling.min_samples
            try:
                for batch in self._batches:
                    winner = self._race(batch, progress, total)
                    if winner is not None:
                        return self._decision(winner, measured=rules.level != "off")
            finally:
                self._elsewhere.restore()
        raise self._nobody()

    def _nobody(self) -> NoViableCandidate:
        errors = {
            runnable.candidate.name: result.error
            for runnable, result in zip(self._candidates, self._results, strict=True)
            if result.error is not None
        }
        return no_viable_candidate(self._name, key_text(self._key), errors, self._site.span())

    # --------------------------------------------------------------------------------------------------- measuring ----

    def _race(self, batch: Sequence[int], progress: Progress, total: int) -> int | None:
        """The winner of a batch, if any of it works."""
        rules = self._rules
        sampling = replace(rules.sampling, speed_factor=math.inf) if rules.level == "full" else rules.sampling
        schedule = Schedule(batch, sampling, self._limit)
        warm: set[int] = set()
        if rules.level == "off":
            (only,) = batch
            self._try(schedule, only, lambda: self._warm_up(only))
            self._take_results(schedule)
            return only if schedule.alive else None
        if self._limit is None:
            # All of them first, so that none is measured with the clocks and caches that another one's start has left.
            for index in batch:
                self._try(schedule, index, lambda index=index: self._warm_up(index))
                warm.add(index)
        while (index := schedule.next_candidate()) is not None:
            progress.update(
                schedule.samples_taken,
                total,
                self._candidates[index].candidate.name,
                schedule.best_seconds,
            )
            if index not in warm:
                warm.add(index)
                if not self._try(schedule, index, lambda index=index: self._warm_up(index)):
                    continue
            self._try(schedule, index, lambda index=index: schedule.record(index, self._sample(index)))
        self._take_results(schedule)
        note_tuned(self._device.device_state, sum(bool(r.samples) for r in schedule.results().values()))
        return schedule.winner()

    def _try(self, schedule: Schedule, index: int, action: Callable[[], object]) -> bool:
        """False if the candidate failed: it is out then, and its error kept."""
        try:
            action()
        except Exception as error:
            schedule.fail(index, without_frames(error))
            return False
        return True

    def _take_results(self, schedule: Schedule) -> None:
        for index, result in schedule.results().items():
            self._results[index] = result

    def _warm_up(self, index: int) -> None:
        """The first run of a candidate, which counts for nothing but its results."""
        self._elsewhere.restore()
        if self._stand_ins is None:
            self._set_up()
        else:
            self._stand_ins.restore(everything=True)
        try:
            returned, _ = self._run(index)
        except Exception as error:
            refused = not isinstance(error, BufferFailure)  # perhaps: to write what is lent
            if not refused or self._stand_ins is None or not self._stand_ins.copy_the_lent():
                raise
            self._call = self._stand_ins.call
            self._elsewhere.restore()
            self._stand_ins.restore(everything=True)
            returned, _ = self._run(index)
        if self._rules.check is not False:
            self._compare(index, returned)

    def _sample(self, index: int) -> float:
        """The seconds of one run."""
        self._elsewhere.restore()
        if self._stand_ins is not None:
            self._stand_ins.restore()
        if self._rules.evict is not None:
            self._rules.evict()
        self._device.sync()
        return self._run(index)[1]

    def _run(self, index: int) -> tuple[Any, float]:
        """Run a candidate to its end; gives what it returns, and the seconds: of the device where it tells, else of the clock
        on the wall.

        Raises:
            BufferFailure: something that it writes was not computed.
            Exception: whatever it raises.
        """
        uses = Uses()
        with observe(uses), self._device.profile() as window:
            began = time.perf_counter()
            returned = self._candidates[index].run(self._call)
            self._device.sync_buffers(*uses.written_buffers)
            wall = time.perf_counter() - began
        self._launches[index] = uses.launches
        seconds = window.seconds  # raises if a launch failed, whether or not it was to write something
        return returned, wall if window.untimed or not len(window) else seconds

    def _compare(self, index: int, returned: Any) -> None:
        """Check the results of a candidate against those of the first one that works."""
        outputs = self._call.memory() if self._stand_ins is None else self._stand_ins.outputs()
        found = [
            np.array(one.read() if isinstance(one, Buffer) else one)
            for one in (*outputs, *memory_in(returned))
        ]
        if self._expected is None:
            self._expected = found
            self._reference = self._candidates[index].candidate.name
            return
        check = same_results if self._rules.check is True else self._rules.check
        if cast("Callable[[Arrays, Arrays], bool | None]", check)(self._expected, found) is False:
            name = self._candidates[index].candidate.name
            raise CandidateMismatch(
                Diagnostic(
                    "PC0722",
                    f"the candidate `{name}` of `{self._name}` gives other results than `{self._reference}`",
                    self._site.span(),
                    help="mend it, or say with `check=` how close results have to be",
                )
            )


def _call_of(made: Any) -> Call:
    """What a `setup` function gave, as arguments: a tuple of them, a dict of named ones, both as a pair, or a single one."""
    if isinstance(made, Call):
        return made
    if isinstance(made, dict):
        return Call((), cast("dict[str, Any]", made))
    if isinstance(made, tuple):
        made = cast("tuple[Any, ...]", made)
        if len(made) == 2 and isinstance(made[0], tuple) and isinstance(made[1], dict):
            return Call(cast("tuple[Any, ...]", made[0]), cast("dict[str, Any]", made[1]))
        return Call(made, {})
    return Call((made,), {})
