"""`@autotune`: a function that finds out once which of its candidates is the fastest, and calls that from then on.

```python
@autotune(
    key=lambda x, y: (anchor(len(x)), x.dtype.name),
    candidates=[{"block": 64}, {"block": 256}, Candidate(block=1024, priority=lambda key: 1 if key[0] > 4096 else -1)],
)
def scale(x, y, *, block=256):
    scale_kernel[-(-len(x) // block), block](2.0, x, y)

scale(x, y)      # the first call for a key measures, or finds the winner on disk; the others call the winner
```
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime import compilation
from periclase.runtime.autotune.bounds import Bound, limit_of
from periclase.runtime.autotune.candidate_code import CandidateCode
from periclase.runtime.autotune.candidates import Candidate, as_candidates
from periclase.runtime.autotune.choice import Choice
from periclase.runtime.autotune.failures import first_line
from periclase.runtime.autotune.keys import KeyFunction, default_key, holds_nan, key_text
from periclase.runtime.autotune.process_lock import LONGEST_WAIT, process_lock
from periclase.runtime.autotune.sampler import Sampling
from periclase.runtime.autotune.stand_ins import Call
from periclase.runtime.autotune.store import CandidateRecord, Identity, TuneRecord, TuneStore, tune_store
from periclase.runtime.autotune.tuning import Check, Decision, InputFailed, Rules, Runnable, Tuning
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.device import Device, open_device
from periclase.runtime.dry_run import launch_mode
from periclase.runtime.single_flight import SingleFlight
from periclase.runtime.streams import current_stream, entered_stream
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.device_state import DeviceState

P = ParamSpec("P")
R = TypeVar("R")

_flights = SingleFlight[Choice]()
_under_way: ContextVar[tuple[str, ...]] = ContextVar("periclase-tunings", default=())
"""Digests of the tunings that this context is in: candidates may call autotuned functions, but not their own."""


class Autotuned(Generic[P, R]):
    """A function with candidates. Calling it calls the fastest.

    Attributes:
        name: what messages and the store call it.
        candidates: all of them, in order.
    """

    def __init__(self, function: Callable[P, R], plan: autotune):
        functools.update_wrapper(cast(Any, self), function)
        self.candidates = plan.candidates
        self.name = plan.name or f"{function.__module__}.{function.__qualname__}"
        self._plan = plan
        self._runnables = tuple(
            Runnable(candidate, cast("Callable[..., Any]", candidate.launch or function))
            for candidate in self.candidates
        )
        self._choices: WeakKeyDictionary[DeviceState, dict[Any, Choice]] = WeakKeyDictionary()

    def __repr__(self) -> str:
        return f"<autotuned function {self.name}, {len(self.candidates)} candidates>"

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """As a method it gets the object it is called on, as any function does."""
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Do the work with the fastest candidate; find out which that is where it is not known.

        Raises:
            NoViableCandidate: none works.
            DiagnosticError: the key can not be stored; or it would have to be found out inside a capture window.
        """
        call = Call(args, cast("dict[str, Any]", kwargs))
        device = _device_of(call)
        try:
            choice = self._choice(device, call)
        except InputFailed as failed:
            # The launch passes the failure on, whichever candidate makes it. Nothing was learnt: the next call tries again.
            return self._runnables[failed.first].run(call)
        return choice.run(call, device)

    def tune(self, *args: P.args, **kwargs: P.kwargs) -> str:
        """Find out which candidate is the fastest for these arguments, without doing the work; gives its name.

        Raises:
            NoViableCandidate: none works.
        """
        call = Call(args, cast("dict[str, Any]", kwargs))
        try:
            return self._choice(_device_of(call), call).winner.candidate.name
        except InputFailed as failed:
            return self.candidates[failed.first].name

    def records(self) -> tuple[TuneRecord, ...]:
        """What is stored of this function: for every key and device, the winner and all measurements, the latest first."""
        return tune_store().records(self.name)

    def forget(self) -> None:
        """Forget every winner of this function, in memory and on disk."""
        store = tune_store()
        for record in store.records(self.name):
            store.remove(record.identity)
        self._choices.clear()

    # ---------------------------------------------------------------------------------------------------- choosing ----

    def _choice(self, device: Device, call: Call) -> Choice:
        """What is chosen for this call.

        Raises:
            InputFailed: what the candidates read was never computed, so that nothing could be found out.
        """
        store = tune_store()
        state = device.device_state
        choices = self._choices.get(state)
        if choices is None:
            choices = self._choices.setdefault(state, {})
        key: Any = self._plan.key(*call.arguments, **call.named)
        # Equal keys of other types, such as 1 and True, are not the same to priorities, nor on disk.
        kinds: Any = key.__class__
        if kinds is tuple:
            kinds = tuple(map(type, key))
        place: Any = (store, kinds, key)
        try:
            choice = choices.get(place)
            by_text = choice is None and holds_nan(key)  # which is not even equal to itself
        except TypeError:  # a list, say
            choice, by_text = None, True
        if by_text:
            place = (store, str, key_text(key))
            choice = choices.get(place)
        if choice is None or (not choice.is_compiled and launch_mode(state).skipped):
            choice = choices[place] = self._found_out(device, call, key, store, choice)
        return choice

    def _identity(self, device: Device, key: str) -> Identity:
        backend = device.device_state.backend
        return Identity(
            self.name,
            key,
            self._code,
            f"{backend.name}:{backend.target_key()}",
            compilation.toolchain_stamp(),
        )

    @functools.cached_property
    def _code(self) -> str:
        """A hash of the names and code of all candidates."""
        code = CandidateCode()
        for runnable in self._runnables:
            code.add(runnable.candidate.name, runnable.launch, runnable.candidate.configuration)
        return code.digest().hex()

    def _found_out(
        self, device: Device, call: Call, key: Any, store: TuneStore, known: Choice | None
    ) -> Choice:
        """The choice, where memory has none; or in a dry run, where not all candidates have been compiled."""
        identity = self._identity(device, key_text(key))
        digest = identity.digest()
        if digest in _under_way.get():
            raise DiagnosticError(
                Diagnostic(
                    "PC0724",
                    f"a candidate of `{self.name}` calls `{self.name}` itself, with the same key",
                    call_site().span(),
                    help="call the candidate's launch function instead, or make the key tell the calls apart",
                )
            )
        token = _under_way.set((*_under_way.get(), digest))
        try:
            if device.device_state.channel.holds_role():
                # Inside another tuning. Whoever is at the same one in another thread needs the device, which is ours.
                return self._decide(device, call, key, identity, store, known, longest_wait=0)
            return _flights.do(
                (id(self), digest), lambda: self._decide(device, call, key, identity, store, known)
            )
        finally:
            _under_way.reset(token)

    def _decide(
        self,
        device: Device,
        call: Call,
        key: Any,
        identity: Identity,
        store: TuneStore,
        known: Choice | None,
        *,
        longest_wait: float = LONGEST_WAIT,
    ) -> Choice:
        """The choice that is stored, or that a tuning makes."""
        record = known.record if known is not None else self._stored(store, identity)
        if record is None:
            if current_stream(device).window is not None:
                raise DiagnosticError(
                    Diagnostic(
                        "PC0723",
                        f"it is not known which candidate of `{self.name}` is the fastest, and a capture can not find out",
                        call_site().span(),
                        help="call it once with such arguments before the capture begins",
                    )
                )
            with process_lock(store.locks, identity.digest(), timeout=longest_wait):
                record = self._stored(store, identity)  # by the process that had the lock before
                if record is None:
                    return self._tuned(device, call, key, identity, store)
        choice = known or Choice(self.name, self._runnables, record, store)
        if launch_mode(device.device_state).skipped:
            self._tuning(device, call, key).survey()
            choice.is_compiled = True
        return choice

    def _stored(self, store: TuneStore, identity: Identity) -> TuneRecord | None:
        record = store.get(identity)
        # Candidates are part of the identity, so only somebody who wrote into the file can have changed the winner's name.
        known = record is not None and any(candidate.name == record.winner for candidate in self.candidates)
        return record if known else None

    def _tuned(self, device: Device, call: Call, key: Any, identity: Identity, store: TuneStore) -> Choice:
        began = time.perf_counter()
        decision = self._tuning(device, call, key).run()
        record = self._record(identity, decision, time.perf_counter() - began)
        if decision.measured:
            settings().report(f"{self.name}: `{record.winner}` is the fastest for {identity.key}")
            stands = store.put(record)
            if stands is not record:  # of a process that did not wait for us
                return Choice(self.name, self._runnables, stands, store, is_compiled=True)
        launches = {
            candidate.name: count for candidate, count in zip(self.candidates, decision.launches, strict=True)
        }
        return Choice(self.name, self._runnables, record, store, launches=launches, is_compiled=True)

    def _tuning(self, device: Device, call: Call, key: Any) -> Tuning:
        current = settings().autotune
        plan = self._plan
        sampling = plan.sampling or Sampling(
            min_samples=current.min_samples, max_samples=max(current.min_samples, current.max_samples)
        )
        rules = Rules(sampling, current.level, plan.check, plan.setup, plan.evict)
        bound = plan.bounds(*call.arguments, **call.named) if callable(plan.bounds) else plan.bounds
        return Tuning(self.name, self._runnables, key, device, call, rules, limit_of(bound), call_site())

    def _record(self, identity: Identity, decision: Decision, seconds: float) -> TuneRecord:
        results = tuple(
            CandidateRecord(
                candidate.name,
                result.standing.value,
                result.samples,
                result.score,
                None if result.error is None else first_line(result.error),
            )
            for candidate, result in zip(self.candidates, decision.results, strict=True)
        )
        return TuneRecord(identity, self.candidates[decision.winner].name, results, seconds)


def _device_of(call: Call) -> Device:
    """The device of the first buffer; without one that of the stream that was entered, or else the CPU."""
    for argument in call.arguments:
        if isinstance(argument, Buffer):  # so it mostly is, and every call comes here
            return argument.device
    for buffer in call.buffers():
        return buffer.device
    stream = entered_stream()
    return open_device("cpu") if stream is None else stream.device_state.client()


class autotune:
    """Let a function choose the fastest of several ways to do its work.

    Candidates are measured on copies of what they write, with the device to themselves, also inside a dry run. The winner is
    stored under the key, the code of all candidates, the device and the version of the compiler. If one that was stored fails
    when it is used, the next best does the work, and the record is corrected.

    Args:
        candidates: `Candidate`s. A mapping stands for a candidate with that configuration (keyword arguments for the function,
            but for `name`, `group` and `priority`, which `Candidate` takes); a kernel for one with `kernel=` that kernel; any
            other function for one that is launched in place of the decorated one.
        key: a function of the arguments that gives what the fastest candidate depends on: numbers, texts, enums, dtypes, and
            tuples or dataclasses of these; sizes rounded by `anchor`. None: dtypes and anchored sizes of all arguments.
        name: for messages and the store; None for the qualified name of the function.
        bounds: seconds that are good enough, resources (`Resource`) that say so, or a function of the arguments that gives
            either: a candidate within that ends the tuning.
        check: True to compare the results of every candidate with those of the first, and drop those that differ; or a function
            that compares them.
        setup: a function of the arguments that gives the arguments to measure with: a tuple, a dict of named ones, or a pair of
            both. Needed where buffers hide in objects of the caller's, as only those in tuples, lists and dicts are found.
        evict: called before every measured sample.
        sampling: how much is measured; None: as the settings `autotune.min_samples` and `autotune.max_samples` say.

    Raises:
        ValueError: there is no candidate, or two have one name.
    """

    def __init__(
        self,
        *,
        candidates: Iterable[Candidate | Mapping[str, Any] | Callable[..., object]],
        key: KeyFunction | None = None,
        name: str | None = None,
        bounds: Bound | Callable[..., Bound] = None,
        check: Check = False,
        setup: Callable[..., Any] | None = None,
        evict: Callable[[], object] | None = None,
        sampling: Sampling | None = None,
    ):
        self.candidates = as_candidates(candidates)
        self.key = key or default_key
        self.name = name
        self.bounds = bounds
        self.check: Check = check
        self.setup = setup
        self.evict = evict
        self.sampling = sampling

    def __call__(self, function: Callable[P, R]) -> Autotuned[P, R]:
        """`function` with the candidates."""
        return Autotuned(function, self)
