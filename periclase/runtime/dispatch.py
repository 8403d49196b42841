"""The runner's side of launches, copies and host accesses: enqueue them, and deal with how they end.

Everything here runs under the runner's role of the device, but for what says otherwise. Nothing here waits for work: a launch
brings along whom it waits for, and the backend has it wait by itself.

A failure that is known when a launch is enqueued is dealt with at once (`scope`). One that shows later is dealt with when the
work has *settled*: the runner looks at a few works in flight at the beginning of each task, at all of them when it has
nothing else to do, and at exactly those that matter when somebody asks about bytes. So the answer about bytes never depends
on when the runner last looked.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from periclase.runtime.access_sets import slice_uses
from periclase.runtime.dependencies import (
    COUNT,
    EVENT,
    ORDER,
    Access,
    DependencyMap,
    Group,
    SettledClaim,
    add_uses,
    as_guard,
    settle_uses,
    surely_skipped,
)
from periclase.runtime.dry_run import note_error
from periclase.runtime.execution import FAILED_BYTES, Guard, KernelWork, Work
from periclase.runtime.failures import DeviceLost, device_lost, failure_error, torn_down
from periclase.runtime.folded import Folded, fold_long_chains
from periclase.runtime.frames import without_frames
from periclase.runtime.held_windows import end_abandoned, gone, held, note_follower
from periclase.runtime.launch_mode import EXECUTE, PRECOMPILE
from periclase.runtime.launch_record import FormerUser, LaunchRecord, Use
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE
from periclase.runtime.ranges import ByteRange
from periclase.runtime.scope import Executed, Failed, ScopeResult, Skipped, execute_scope

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation
    from periclase.runtime.arrangements import Arrangement
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.claims import Claim
    from periclase.runtime.device_state import DeviceState, LoadedKernel
    from periclase.runtime.launch_request import LaunchRequest
    from periclase.runtime.trace import Tracer

_LOOKED_AT: Final = 4
"""Works in flight that are looked at in each task: more than one, so that their number falls when they end in any order."""
_SHORTEST_REST: Final = 0.005
_LONGEST_REST: Final = 0.25
"""Seconds after which an idle runner looks again, while work is in flight: at first, and when nothing ends for long."""
_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
_NOBODY: tuple[Sequence[Work], Sequence[Guard], Sequence[Guard], Sequence[Work]] = (), (), (), ()
"""What `_order` gives for most."""


class _Unknown:
    """The type of `_UNKNOWN`."""


_UNKNOWN: Final = _Unknown()
"""Nobody can say yet whether the bytes are there."""


class Dispatcher:
    """What enqueues work of one device.

    Attributes:
        ledger: the claims of the device.
        tracer: told of everything while somebody traces; else None.
        prints: whether a kernel that prints was launched.
        awaited: whether somebody is about to wait for what is queued, which is little. Any thread may change it: it decides who
            runs a kernel, and nothing else.
        flight: of the work that was enqueued, what has not been settled. Under the role; changed here only.
    """

    def __init__(self, state: DeviceState):
        self._state = state
        self._backend = state.backend
        self._pool = state.pool
        self.ledger = state.ledger
        self.tracer: Tracer | None = None
        self.prints = False
        self.awaited = False
        self.flight: deque[LaunchRecord] = deque()
        self._last_ordered: dict[int, tuple[LaunchRecord, LaunchRecord | None]] = {}
        self._lost: BaseException | None = None
        self._rest = _SHORTEST_REST

    # ------------------------------------------------------------------------------------------------ launching ----

    def launch(self, request: LaunchRequest) -> LaunchRecord | None:
        """Enqueue a launch. What goes wrong is told by its write set; nothing is raised for it.

        Returns:
            The record of work in flight; None where nothing was enqueued.
        """
        service = self._state.channel.service
        if service.is_borrowed:
            service.check()
        service.is_borrowed = True
        try:
            if self.flight or self._pool.given_up:
                self.settle()
            # All at once: each attribute of a named tuple takes as long.
            kernel, _, _, count, block, shared_bytes, _, buffers, context = request
            _, mode, capture, _, _ = context
            if mode is PRECOMPILE:
                self._state.put_off(kernel)
                return None
            try:
                loaded = self._state.loaded(kernel)
                if loaded.checked != (block, shared_bytes):
                    self._check(request, loaded)
            except Exception as error:
                # It is remembered with the kernel, and its frames hold the buffers of this launch.
                error = self._state.told_at_launch(request, without_frames(error))
                if mode is not EXECUTE:
                    note_error(self._state, error)
                else:
                    self._refuse(request, error)
                return None
            if mode is not EXECUTE:
                return None
            known = loaded.arrangements.find(buffers) if count is None else None
            record = request.record(loaded.name, loaded.uses, known)
            if capture is not None and not capture.closed:
                return self._capture(request, loaded, record)
            if loaded.ordered:
                self.keep_order(record)
            result = execute_scope(self, record, self._hand_over_launch, (request, loaded, known))
            if isinstance(result, Executed):
                return record
            self.not_enqueued(record, result)
            return None
        finally:
            service.is_borrowed = False

    def _hand_over_launch(
        self, record: LaunchRecord, given: tuple[LaunchRequest, LoadedKernel, Arrangement | None]
    ) -> None:
        """The body of the scope of `launch`, which is given the request, the kernel and what is known of the buffers."""
        request, loaded, known = given
        _, plan, grid, count, block, shared_bytes, slots, buffers, _ = request
        generation = self._state.generation
        if known is not None and known[3] == generation:
            for start, stop, places in known[2]:
                slots[start:stop] = places
        elif not record.maybe and plan.place(slots, buffers):
            loaded.arrangements.add(buffers, record.uses, plan.places(slots), generation)
        else:
            self._map_memory(record)
            if record.may_run():
                request.map_buffers()
            plan.place(slots, buffers, unmapped=True)
        count_address = 0 if count is None else count.allocation.materialize() + count.offset
        stream, timed = record.stream, self.tracer is not None or bool(record.profile)
        native = stream.native
        if native is None:
            native = stream.make_native()
        ordered = record.waits or record.guards or stream.barriers or record.count_guards
        waits, guards, count_guards, barriers = self._order(record) if ordered else _NOBODY
        work: KernelWork = _new(  # the constructor of a named tuple is a Python function
            KernelWork,
            (
                loaded.code,
                native,
                grid,
                block,
                shared_bytes,
                slots,
                waits,
                guards,
                count_address,
                timed,
                count_guards,
                [],
            ),
        )
        alone = self.awaited and not (ordered or timed or self.flight) and self.ledger.is_clean
        self._give(record, self._backend.submit, work, barriers, alone)

    def refuse(self, request: LaunchRequest, error: BaseException) -> None:
        """A launch did not come as far as `launch`, or that was left by `error`: its write set carries it."""
        if not request.context.mode.skipped:
            self._refuse(request, error)

    def _refuse(self, request: LaunchRequest, error: BaseException) -> None:
        if not isinstance(error, Exception):
            error = torn_down(request.kernel.name, error)
        # Nothing is known of what it does, so what it declares counts.
        plan = request.plan
        record = request.record(request.kernel.name, slice_uses(plan.names, plan.declared))
        claim = self.ledger.fail(error, record.kernel, record.site)
        self.spoil(record, claim)
        self.not_enqueued(record, Failed(claim, error))
        if request.context.capture is not None:
            claim.note_told()  # by `stop`
            request.context.capture.fail(error, (record.kernel, record.site))

    def _check(self, request: LaunchRequest, loaded: LoadedKernel) -> None:
        from periclase.runtime.arguments import check_limits

        check_limits(request, loaded.artifact)
        if loaded.artifact.cluster is None:  # otherwise each grid is looked at
            loaded.checked = (request.block, request.shared_bytes)

    def keep_order(self, record: LaunchRecord) -> None:
        """The outside world sees what `record` does: it waits for the last such launch of its stream."""
        self.prints = True
        number = record.stream.number
        last, before = self._last_ordered.get(number, (None, None))
        if last is None or last.work is None:  # it was not enqueued: the order goes on from the one before it
            last = before
        if last is not None and last.work.outcome == PENDING:
            record.waits[last] = ORDER
        self._last_ordered[number] = record, last

    def _capture(self, request: LaunchRequest, loaded: LoadedKernel, record: LaunchRecord) -> None:
        """Have the window record a launch instead of running it."""
        from periclase.runtime.graph import RecordedLaunch

        window = request.context.capture
        assert window is not None
        uses, count = record.uses, request.count
        allocations = [buffer.allocation for buffer in request.buffers]
        if count is not None:
            allocations.append(count.allocation)

        def body(*_: object) -> None:
            window.refuse_mapping(record.kernel, allocations, record.site)
            if record.may_run():
                request.map_buffers()
            request.plan.place(request.slots, request.buffers, unmapped=True)
            window.record(
                RecordedLaunch(
                    record.kernel,
                    loaded.code,
                    request.grid,
                    request.block,
                    request.shared_bytes,
                    bytes(request.slots),
                    tuple(uses),
                    record.site,
                    0 if count is None else count.allocation.address + count.offset,
                    loaded.ordered,
                    (loaded, *request.buffers, *(() if count is None else (count,))),
                )
            )

        # What recorded launches write is there when they run: only inputs from outside can have failed.
        seen: list[Use] = []
        record.uses = seen
        for allocation, start, stop, reads, writes, name, reason in uses:
            if reads:
                for part in window.external((ByteRange(allocation, start, stop),)):
                    seen.append((allocation, part.start, part.stop, True, False, name, reason))
            if writes:
                seen.append((allocation, start, stop, False, True, name, reason))
        result = execute_scope(self, record, body, None)
        if not isinstance(result, Executed):
            self.not_enqueued(record, result)
            if isinstance(result, Failed):
                result.claim.note_told()  # by `stop`
                window.fail(result.error, (record.kernel, record.site))
            else:
                window.fail(failure_error(result.claim))
        for each in record.profile:
            each.add_untimed()

    # ----------------------------------------------------------------------------------------------- enqueueing ----

    def enqueue(
        self,
        record: LaunchRecord,
        prepare: Callable[[], Any],
        submit: Callable[[Any], Work],
    ) -> ScopeResult[None]:
        """Hand work over that is no launch, with all that it has to wait for; or leave a claim on its write set.

        Args:
            record: what it reads and writes.
            prepare: makes the `CopyWork`, or another that can be given waits and guards.
            submit: hands it to the backend.
        """
        result = execute_scope(self, record, self._hand_over, (prepare, submit))
        if not isinstance(result, Executed):
            self.not_enqueued(record, result)
        return result

    def needed(self, record: LaunchRecord) -> Sequence[tuple[str, Claim]]:
        """See `scope.Books`. Notes in the record whom it waits for, and which inputs nobody can tell of yet."""
        if self._lost is not None:
            raise self._lost
        if not self.flight and self.ledger.is_clean:
            return ()  # nobody is at any byte, and all are well: whoever is at some is in flight
        if record.maybe:
            return self._needed_by_maybe(record)
        found: list[tuple[str, Claim]] = []
        groups: list[Group] = []
        waits = record.waits
        for allocation, start, stop, reads, writes, name, reason in record.uses:
            if reads and allocation.claims is not None:
                carried = self.ledger.find((ByteRange(allocation, start, stop),))
                found += [(name, claim) for _, claim in carried]
            accesses = allocation.accesses
            if accesses is None:
                continue
            whole = accesses.whole
            if whole is not None and not whole.writers and not (writes and whole.busy):
                continue  # there is nobody to wait for
            accesses.collect(start, stop, reads, writes, waits, groups, reason)
            if groups:
                for group in groups:
                    claim = self._verdict(group)
                    if claim is _UNKNOWN:
                        if not record.guards or record.guards[-1] != (name, group):
                            record.guards.append((name, group))
                    elif claim is not None:
                        found.append((name, claim))  # pyright: ignore[reportArgumentType]
                groups.clear()
        return found

    def _needed_by_maybe(self, record: LaunchRecord) -> list[tuple[str, Claim]]:
        """`needed` for a launch that may turn out to be no work: then nothing is to change, whatever its inputs carry.

        So only a failure of the count itself is known to skip it; those of other inputs go along as guards.
        """
        found: list[tuple[str, Claim]] = []
        count_guards: list[tuple[str, Group]] = []
        for allocation, start, stop, reads, writes, name, reason in record.uses:
            if not reads:
                continue
            groups: list[Group] = []
            if allocation.accesses is not None:
                allocation.accesses.collect(start, stop, True, writes, record.waits, groups, reason)
            carried = self.settled_groups(ByteRange(allocation, start, stop))
            if reason != COUNT:
                record.guards += [(name, group) for group in (*carried, *groups)]
                continue
            for group in (*carried, *groups):
                claim = self._verdict(group)
                if claim is _UNKNOWN:
                    count_guards.append((name, group))
                elif claim is not None:
                    found.append((name, claim))  # pyright: ignore[reportArgumentType]
        record.count_guards = count_guards
        return found

    def settled_groups(self, span: ByteRange) -> list[Group]:
        """What the ledger holds on these bytes, as groups of guards."""
        if span.allocation.claims is None:
            return []
        return [(SettledClaim(claim),) for _, claim in self.ledger.find((span,))]

    def _hand_over(
        self, record: LaunchRecord, given: tuple[Callable[[], Any], Callable[[Any], Work]]
    ) -> None:
        """The body of the scope of `enqueue`, which is given its `prepare` and `submit`."""
        prepare, submit = given
        if not all(use[0].address for use in record.uses):
            self._map_memory(record)
        work = prepare()
        work.waits, work.guards, _, barriers = self._order(record)
        work.handed = []
        self._give(record, submit, work, barriers)

    def _order(
        self, record: LaunchRecord
    ) -> tuple[Sequence[Work], Sequence[Guard], Sequence[Guard], Sequence[Work]]:
        """Whom `record` waits for, its guards, those of its count, and which of the first are there because of `Stream.wait`."""
        barriers = record.stream.barriers
        if barriers:
            barriers = () if record.is_by_host() else record.stream.waits()
        return (
            [*[access.work for access in record.waits], *barriers],
            [as_guard(group) for _, group in record.guards],
            [as_guard(group) for _, group in record.count_guards],
            barriers,
        )

    def _give(
        self,
        record: LaunchRecord,
        submit: Callable[[Any], Work],
        work: Any,
        barriers: Sequence[Work],
        alone: bool = False,
    ) -> None:
        """Hand `work` to the backend; from then on its end will be dealt with.

        Args:
            alone: nobody is at any byte, all bytes are well, and somebody is about to wait. If the work has done what it was to
                do before this returns, nobody needs to know that it ever was under way.
        """
        try:
            record.work = given = submit(work)
        except BaseException:
            # It was raised into this thread, maybe, when the backend had taken the work: then `spoil` waits for it.
            handed = work.handed
            if handed and handed[0].outcome == PENDING:
                record.work = handed[0]
            raise
        if alone:
            soon: Any = given
            if soon.soon_over() and given.outcome == WROTE:
                record.settled, record.uses = True, ()
                return
            self.awaited = False  # whoever waits does so elsewhere from now on
        if held and work.waits:
            note_follower(given, work.waits)
        # First of all: whatever happens, its end will be dealt with.
        self.flight.append(record)
        add_uses(record.uses, record, self.note_use)
        if record.maybe:
            fold_long_chains(self, record)
        record.stream.note(given)
        if self.tracer is not None:
            self.trace(self.tracer, record, barriers)
        if record.waits:
            record.waits = {}

    def _map_memory(self, record: LaunchRecord) -> None:
        """Have memory for all that `record` uses, and have it wait for whoever is at what it writes, but does not read."""
        # Once memory was mapped here, `needed` may not have seen the users of its last tenant: also where another argument is
        # a view of the same.
        fresh = False
        unreadable = record.maybe and surely_skipped(record.guards)
        for allocation, start, stop, reads, writes, _, reason in record.uses:
            fresh = fresh or not allocation.address
            if fresh and not (unreadable and reads and reason != COUNT):
                allocation.materialize()
            if writes and (fresh or not reads) and allocation.accesses is not None:
                allocation.accesses.collect(start, stop, False, True, record.waits, [], reason)

    def note_flight(self, record: LaunchRecord) -> None:
        """The end of `record`, which has been handed over, will be dealt with from now on."""
        self.flight.append(record)

    def note_use(
        self, record: LaunchRecord, allocation: Allocation, start: int, stop: int, writes: bool
    ) -> None:
        """`record` is the last to use these bytes from now on."""
        accesses = allocation.accesses
        if accesses is None:
            accesses = allocation.accesses = DependencyMap(allocation.nbytes)
        if not writes:
            accesses.add_read(start, stop, record)
        elif allocation.claims is None:
            accesses.add_write(start, stop, record)
        else:
            displaced = self.ledger.release((ByteRange(allocation, start, stop),))
            accesses.add_write(
                start,
                stop,
                record,
                displaced=[(span.start, span.stop, claim) for span, claim in displaced],
            )
            if displaced and self.tracer is not None:
                self.tracer.repaired([span for span, _ in displaced], record.kernel, record.site)

    def spoil(self, record: LaunchRecord, claim: Claim) -> None:
        """See `scope.Books`."""
        work = record.work
        if work is not None and work.outcome == PENDING:
            # An exception between the backend's taking it and our noting it: no memory, most likely. Nothing may run unseen.
            work.wait()
        record.claim = claim
        record.waits, record.guards, record.count_guards = {}, [], ()
        spoiled: list[ByteRange] = []
        for allocation, start, stop, _, writes, _, _ in record.uses:
            if writes and start < stop:
                if allocation.accesses is not None:
                    allocation.accesses.disown(start, stop)
                spoiled.append(ByteRange(allocation, start, stop))
        self.ledger.claim(spoiled, claim)
        if self.tracer is not None:
            self.tracer.claimed(spoiled, record.kernel, record.site)

    def not_enqueued(self, record: LaunchRecord, result: Skipped | Failed) -> None:
        """Tell all who want to know, besides the write set, that a launch or copy was not enqueued."""
        claim = result.claim
        if record.profile:
            from periclase.runtime.profile import failed

            failed(record.profile, claim)
        tracer = self.tracer
        if isinstance(result, Failed):
            if tracer is not None:
                tracer.failed(record.kernel, record.site, record.stream, result.error)
            self._tell_unclaimed(record, claim)
            self.lost()
        elif tracer is not None:
            tracer.skipped(record.kernel, record.site, record.stream, claim.failures[0].cause)

    def _tell_unclaimed(self, record: LaunchRecord, claim: Claim) -> None:
        """The failure of a launch that was to write no byte would be lost with it."""
        if not record.fails_unclaimed():
            return
        error = failure_error(claim)
        try:
            self._state.on_unclaimed(error, claim)
        except Exception as second:
            # The user's function: what it raises is nobody else's failure, and the one it was told of is not lost with it.
            sys.excepthook(type(error), error, None)
            sys.excepthook(type(second), second, second.__traceback__)

    def trace(self, tracer: Tracer, record: LaunchRecord, barriers: Iterable[Work]) -> None:
        """Tell of work that was handed over, and of whom it waits for."""
        tracer.launched(record, record.grid, record.block, kind="copy" if record.block is None else "launch")
        for access, reason in record.waits.items():
            tracer.waited(record, access.record if isinstance(access, FormerUser) else access, reason)
        for barrier in barriers:
            event = LaunchRecord("event", record.site, record.stream, ())
            event.work = barrier
            tracer.waited(record, event, EVENT)

    # ------------------------------------------------------------------------------------------------- settling ----

    def settle(self, enqueued: int = 0) -> None:
        """Look at some of the works in flight, and deal with those that have ended.

        Args:
            enqueued: how many works the task will add, if that may be more than one: so many more are looked at.
        """
        if self._pool.given_up:
            self._pool.take_back()
        flight = self.flight
        if flight:
            if held:
                end_abandoned()
            self._settle_some(min(len(flight), _LOOKED_AT + enqueued))

    def settle_all(self) -> None:
        """Look at all of them. What is mostly not there is asked for here: that takes a third of the time of a call."""
        if (pool := self._pool).given_up or pool.retiring or pool.left:
            pool.take_back()
        if self._state.graphs.over:
            self._state.destroy_graphs()
        if gone:
            end_abandoned()
        self._settle_some(len(self.flight))

    def idle(self) -> float | None:
        """What the runner does when there is nothing else: see `DeviceChannel.idle_hook`."""
        before = len(self.flight)
        self.settle_all()
        self.ledger.look()
        if not self.flight:
            self._rest = _SHORTEST_REST
            self._last_ordered.clear()
            return None
        if len(self.flight) < before:
            self._rest = _SHORTEST_REST
        else:
            self._rest = min(2 * self._rest, _LONGEST_REST)
        return self._rest

    def _settle_some(self, number: int) -> None:
        flight = self.flight
        for _ in range(number):
            record = flight[0]
            if not record.settled:
                outcome = record.work.outcome
                if outcome == PENDING:
                    flight.rotate(-1)
                    continue
                if outcome == SKIPPED:
                    self._settle(record)
                else:
                    self._settle_one(record, outcome)
                if not flight:  # the device was lost
                    return
            # Taken out when it is dealt with, so that an exception loses nothing.
            flight.popleft()

    def _settle(self, record: LaunchRecord) -> None:
        """Deal with the end of `record`; first with that of those for which it was skipped. A chain is no recursion."""
        line = [record]
        while line:
            record = line[-1]
            if not record.settled:
                if record.work.outcome == SKIPPED:
                    before = [
                        access
                        for _, group in (*record.count_guards, *record.guards)
                        for access in group
                        if isinstance(access, LaunchRecord)
                        and not access.settled
                        and access.work.outcome in (FAILED, SKIPPED)
                    ]
                    if before:
                        line += before
                        continue
                self._settle_one(record, record.work.outcome)
            line.pop()

    def _settle_one(self, record: LaunchRecord, outcome: int, error: BaseException | None = None) -> None:
        ledger = self.ledger
        if outcome >= FAILED:
            if outcome == FAILED:
                cause = record.work.error() if error is None else error
                record.claim = ledger.fail(cause, record.kernel, record.site)
            else:
                record.claim = self._skipped_for(record)
        settle_uses(record.uses, record, outcome == WROTE, self._carry)
        record.settled = True
        if record.profile:
            from periclase.runtime.profile import measured

            measured(record)
            record.profile = ()
        if outcome == FAILED and record.claim is not None:
            self._tell_unclaimed(record, record.claim)
        record.uses = ()
        if record.guards:
            record.guards = []
        if record.count_guards:
            record.count_guards = ()
        record.keep = None
        if outcome == FAILED:
            self.lost()

    def _carry(
        self, record: LaunchRecord, allocation: Allocation, carried: Sequence[tuple[int, int, Claim]]
    ) -> None:
        """The end of `record` has decided what these bytes carry."""
        if allocation.released:
            return
        for first, last, claim in carried:
            self.ledger.claim((ByteRange(allocation, first, last),), claim)
        if self.tracer is not None:
            ranges = [ByteRange(allocation, first, last) for first, last, _ in carried]
            self.tracer.claimed(ranges, record.kernel, record.site)

    def _skipped_for(self, record: LaunchRecord) -> Claim:
        """The claim of a launch that the backend skipped: what the inputs carry that it had taken guards for."""
        needed: list[tuple[str, Claim]] = []
        for name, group in (*record.count_guards, *record.guards):
            claim = self._verdict(group)
            if claim is not None and claim is not _UNKNOWN:
                needed.append((name, claim))  # pyright: ignore[reportArgumentType]
        if needed:
            if isinstance(record, Folded):
                return needed[0][1]
            return self.ledger.skip(record.kernel, record.site, needed)
        return self.ledger.fail(torn_down(record.kernel), record.kernel, record.site)

    def _verdict(self, group: Group) -> Claim | _Unknown | None:
        """Whether bytes are there that `group` decides about: None, or what they carry, or `_UNKNOWN`."""
        for access in group:
            work = access.work
            if work is FAILED_BYTES:
                return access.claim
            outcome = work.outcome
            if outcome == PENDING:
                return _UNKNOWN
            if outcome == WROTE:
                return None
            if outcome != NOTHING:
                if isinstance(access, LaunchRecord) and not access.settled:
                    self._settle(access)
                return access.claim
        return None

    # --------------------------------------------------------------------------------------------- about bytes ----

    def claims_on(self, ranges: Iterable[ByteRange], waits: dict[Access, str] | None = None) -> list[Claim]:
        """What these bytes carry, as far as it is known now, in their order. What is under way has not failed yet.

        Args:
            waits: gets whoever is still to write these bytes: without one, and without a claim, they are there.
        """
        if not self.flight and self.ledger.is_clean:
            return []
        found: dict[Claim, None] = {}
        for each in ranges:
            allocation, start, stop = each
            accesses = allocation.accesses
            if accesses is not None:
                groups: list[Group] = []
                accesses.collect(start, stop, True, False, {} if waits is None else waits, groups)
                for group in groups:
                    # For what it does: those of them that have ended are settled, and the ledger knows.
                    claim = self._verdict(group)
                    if claim is not None and claim is not _UNKNOWN:
                        found[claim] = None  # pyright: ignore[reportArgumentType]
            if allocation.claims is not None:
                found.update((claim, None) for _, claim in self.ledger.find((each,)))
        return list(found)

    def users_of(self, ranges: Iterable[ByteRange], *, writing: bool = True) -> list[Access]:
        """Whoever is still at these bytes. If they are not to be written, those who only read them are nobody."""
        waits: dict[Access, str] = {}
        for allocation, start, stop in ranges:
            if allocation.accesses is not None:
                allocation.accesses.collect(start, stop, True, writing, waits, [])
        return list(waits)

    def claim_of(self, record: LaunchRecord) -> Claim | None:
        """What came of work that has ended: None if it has done what it was to do."""
        self._settle(record)
        return record.claim

    def written(self, record: LaunchRecord) -> None:
        """The host has written the bytes that `record` is to write, with nobody else at them."""
        for allocation, start, stop, _, writes, _, _ in record.uses:
            if writes:
                if allocation.accesses is not None:
                    allocation.accesses.disown(start, stop)
                displaced = self.ledger.release((ByteRange(allocation, start, stop),))
                if displaced and self.tracer is not None:
                    self.tracer.repaired([span for span, _ in displaced], record.kernel, record.site)

    def in_flight(self) -> list[Work]:
        """The work that has not ended."""
        return [record.work for record in self.flight if record.work.outcome == PENDING]

    def under_way(self) -> tuple[list[Work], list[object]]:
        """At the end of the device: the work that may not have ended, and what has to stay alive until it has."""
        records = list(self.flight)
        owners = [use[0].owner for record in records for use in record.uses]
        return [record.work for record in records], owners + [record.keep for record in records]

    def map(self, allocation: Allocation, site: CallSite) -> None:
        """Map memory for a new allocation. If there is none, all of it carries that failure."""
        if allocation.released or allocation.address:
            return
        try:
            allocation.materialize()
        except Exception as error:
            claim = self.ledger.fail(error, None, site)
            self.ledger.claim((ByteRange(allocation, 0, allocation.nbytes),), claim)

    # ------------------------------------------------------------------------------------------------ the device ----

    def lost(self) -> BaseException | None:
        """Why the device can not be used any more, or None."""
        if self._lost is None:
            cause = self._backend.lost()
            if cause is not None:
                self._note_loss(cause)
        return self._lost

    def _note_loss(self, cause: BaseException) -> None:
        self._lost = cause if isinstance(cause, DeviceLost) else device_lost(self._state.name, cause)
        # Nobody knows how far the works in flight have come, and nobody will.
        flight, self.flight = self.flight, deque()
        for record in flight:
            if not record.settled:
                outcome = record.work.outcome
                done = outcome in (WROTE, NOTHING)
                self._settle_one(record, outcome if done else FAILED, None if done else self._lost)

    def reset(self) -> None:
        """Begin anew with a fresh device, after a loss or not. All memory is gone, and says so.

        Raises:
            Exception: the backend has no fresh one. The device is lost then, for that reason, until a later reset works.
        """
        from periclase.runtime.device_reset import reset

        reset(self, self._state)

    def after_fork(self) -> None:
        """In a forked child: work in flight is the parent's, and its results come there only."""
        from periclase.runtime.failures import forked_error

        flight, self.flight = self.flight, deque()
        for record in flight:
            if not record.settled:
                self._settle_one(record, FAILED, forked_error())
        self._last_ordered.clear()
        for stream in self._state.streams.alive():
            stream.forget_native()
