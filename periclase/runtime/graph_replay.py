"""Replays of a graph: what the runner does with one.

First the inputs that every replay needs: where one has failed, nothing runs and the outputs carry that failure on. Inputs whose
writers are still under way can not be judged yet; the launches that read them carry guards, as any launch does. So do launches
of a dynamic count for all they read, since a count of zero changes nothing. Then every launch is handed over again, waiting for
the launches of the graph that the plan names and for whoever outside is at its bytes. At last the bytes learn who used them
last, and that is all that anybody else ever sees of a replay.

A backend that records graphs itself (`GraphBackend`) gets the whole as one piece of work, unless a launch has a dynamic count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import call_site
from periclase.runtime.dependencies import COUNT, Group, SettledClaim, add_uses, as_guard
from periclase.runtime.execution import GraphBackend, KernelWork
from periclase.runtime.folded import fold_long_chains
from periclase.runtime.graph import NativeGraph
from periclase.runtime.held_windows import held, note_follower, waits_for_own
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.outcome import PENDING
from periclase.runtime.scope import Executed, Failed, Skipped, execute_scope

if TYPE_CHECKING:
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.claims import Claim
    from periclase.runtime.context import LaunchContext
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.dispatch import Dispatcher
    from periclase.runtime.execution import Guard, Work
    from periclase.runtime.graph import Graph, Node, RecordedLaunch
    from periclase.runtime.launch_record import Use

_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

_NAME = "graph"
"""Who is named where a replay as a whole fails or is skipped."""


class GraphError(DiagnosticError):
    """A graph can not be replayed any more."""


def replay(graph: Graph) -> None:
    """See `Graph.replay`. On the issuing thread."""
    from periclase.runtime.capture import refuse_in_window
    from periclase.runtime.context import launch_context

    site = call_site()
    state = graph.stream.device_state
    refuse_in_window(graph.stream, "`Graph.replay`")
    if graph.destroyed:
        raise GraphError(Diagnostic("PC0713", "this graph was destroyed", site.span()))
    _check_generation(graph, site)
    context = launch_context(state.client(), site)._replace(stream=graph.stream)
    if context.mode.skipped:
        return
    state.channel.submit(lambda: _replay(graph, context), lambda error: _refused(graph, context, error))
    if context.profile:
        state.channel.drain()
        works = state.channel.submit_blocking(graph.stream.pending)
        if waits_for_own(works):  # it runs when this thread leaves its block, and can not be waited for
            return
        for work in works:
            work.wait()
        state.channel.submit_blocking(state.dispatcher.settle_all)


def destroy(graph: Graph) -> None:
    """See `Graph.destroy`. On any thread."""
    graph.destroyed = True

    def let_go() -> None:
        # Behind the replays that were issued before.
        native, graph.native = graph.native, None
        if native is not None:
            graph.stream.device_state.destroy_graph(native)
        graph.nodes, graph.last_uses, graph.inputs, graph.outputs, graph.outside = (), (), (), (), ()

    graph.stream.device_state.channel.submit(let_go)


def _check_generation(graph: Graph, site: CallSite) -> None:
    state = graph.stream.device_state
    if graph.generation != state.generation:
        raise GraphError(
            Diagnostic(
                "PC0713",
                f'the device "{state.name}" was reset since this graph was captured, and its kernels and memory are gone',
                site.span(),
                help="capture it again",
            )
        )


# ---------------------------------------------------------------------------------------------- under the runner's role ----


def _refused(graph: Graph, context: LaunchContext, error: BaseException) -> None:
    """A replay did not come to its turn, or that was left: its outputs carry `error`."""
    dispatcher = graph.stream.device_state.dispatcher
    record = _whole(graph, context)
    claim = dispatcher.ledger.fail(error, _NAME, context.site)
    dispatcher.spoil(record, claim)
    dispatcher.not_enqueued(record, Failed(claim, error))


def _replay(graph: Graph, context: LaunchContext) -> None:
    state = graph.stream.device_state
    dispatcher = state.dispatcher
    with state.channel.borrow():
        dispatcher.settle(len(graph.nodes))
        _check_generation(graph, context.site)
        record = _whole(graph, context)
        if _by_backend(graph, state):
            work = _WholeWork(timed=bool(context.profile) or dispatcher.tracer is not None)
            result = dispatcher.enqueue(record, lambda: work, _launcher(graph, state))
        else:
            # Only the settled failures of the inputs are of interest here: each launch finds out itself whom it waits for.
            result = execute_scope(
                dispatcher, record, lambda _record, _given: _Replay(graph, context, dispatcher).run(), None
            )
            record.waits, record.guards, record.count_guards = {}, [], ()
            if not isinstance(result, Executed):
                dispatcher.not_enqueued(record, result)
        tracer = dispatcher.tracer
        if tracer is not None:
            whole = record if record.work is not None else None
            tracer.replayed(graph, context.site, skipped=isinstance(result, Skipped), whole=whole)


def _whole(graph: Graph, context: LaunchContext) -> LaunchRecord:
    """All launches as one: reads the inputs, writes the outputs."""
    label: dict[Any, str] = {}
    for node in graph.nodes:
        for part in node.boundary:
            if part.reading:
                label.setdefault(part.range.allocation, part.name)
    uses: list[Use] = [
        (allocation, start, stop, True, False, label.get(allocation, "input"), None)
        for allocation, start, stop in graph.inputs
    ]
    uses += [
        (allocation, start, stop, False, True, "output", None) for allocation, start, stop in graph.outputs
    ]
    record = LaunchRecord(_NAME, context.site, graph.stream, uses, keep=graph.nodes)
    record.profile = context.profile
    return record


class _Replay:
    """One replay, launch by launch."""

    __slots__ = (
        "_barriers",
        "_dispatcher",
        "_failed",
        "_graph",
        "_native",
        "_profile",
        "_records",
        "_results",
        "_submit",
        "_timed",
    )

    def __init__(self, graph: Graph, context: LaunchContext, dispatcher: Dispatcher):
        stream = graph.stream
        self._graph = graph
        self._dispatcher = dispatcher
        self._profile = context.profile
        self._records: list[LaunchRecord] = []
        self._results: list[Skipped | Failed | None] = []
        self._failed = False  # whether one of the results is not None
        self._submit = stream.device_state.backend.submit
        self._native = stream.make_native()
        self._barriers = stream.waits()
        self._timed = bool(context.profile) or dispatcher.tracer is not None

    def run(self) -> None:
        """The body of the scope of the whole replay."""
        looked_at = self._looked_at()
        try:
            for index, node in enumerate(self._graph.nodes):
                self._hand_over(node, planned=not (self._failed or index in looked_at))
        except BaseException:
            # The outputs take this error. What is under way must not write to them afterwards.
            for record in self._records:
                if record.work is not None:
                    record.work.wait()
            raise
        self._enter()

    def _looked_at(self) -> set[int]:
        """The launches that have to do with the world outside as it is now: nobody else comes to it while this is at work."""
        graph = self._graph
        if self._dispatcher.tracer is not None:
            return set(range(len(graph.nodes)))
        found = set(graph.unplanned)
        for (allocation, start, stop), reading, writing, nodes in graph.outside:
            if allocation.accesses is not None:
                waits: dict[Any, str] = {}
                groups: list[Group] = []
                allocation.accesses.collect(start, stop, reading, writing, waits, groups)
                if waits or groups:
                    found |= nodes
        return found

    def _hand_over(self, node: Node, *, planned: bool) -> None:
        """Hand one launch over, or note why not.

        Args:
            planned: whether all that there is to know of it is in the plan, as for most launches of a long graph.
        """
        launch, records = node.launch, self._records
        maybe = launch.maybe
        grid = None if maybe else launch.grid
        record = LaunchRecord(
            launch.kernel,
            launch.site,
            self._graph.stream,
            launch.uses,
            maybe,
            launch,
            grid,
            launch.block,
            self._profile,
        )
        result: Skipped | Failed | None = None
        ledger = self._dispatcher.ledger
        if planned:
            needed = None
            waits = [records[index].work for index in node.waits]
            for name, chain in node.guards:
                record.guards.append((name, tuple([records[index] for index in chain])))
        else:
            needed = self._needed(node, record)
            waits = [access.work for access in record.waits]
        records.append(record)
        if needed:
            result = Skipped(ledger.skip(record.kernel, record.site, needed))
        else:
            try:
                self._enqueue(launch, record, waits)
            except Exception as error:
                result = Failed(ledger.fail(error, record.kernel, record.site), error)
        self._results.append(result)
        if result is not None:
            record.claim = result.claim
            self._failed = True

    def _needed(self, node: Node, record: LaunchRecord) -> list[tuple[str, Claim]]:
        """Fill the waits and guards of `record`. The inputs that are known to have failed and for which it is skipped.

        Those that the graph needs from outside (`Graph.inputs`) are well: this comes behind that check.
        """
        records, dispatcher = self._records, self._dispatcher
        needed: list[tuple[str, Claim]] = []
        for index, reason in node.waits.items():
            before = records[index]
            if before.work is not None:
                record.waits[before] = reason
            else:  # it was not enqueued: whoever it would have waited for is to be waited for all the same
                for access, its_reason in before.waits.items():
                    record.waits.setdefault(access, its_reason)
        for name, chain in node.count_guards:
            self._guard(name, self._group(chain), COUNT, record, needed)
        for name, chain in node.guards:
            self._guard(name, self._group(chain), None, record, needed)
        for span, reading, writing, chain, name, reason in node.boundary:
            allocation, start, stop = span
            groups: list[Group] = []
            if allocation.accesses is not None:
                allocation.accesses.collect(start, stop, reading, writing, record.waits, groups, reason)
            if not reading:
                continue
            inside = self._group(chain)
            if chain:
                self._guard(name, inside, reason, record, needed)
            if chain or record.maybe:
                groups += dispatcher.settled_groups(span)
            for group in groups:
                self._guard(name, (*inside, *group), reason, record, needed)
        if node.launch.ordered:
            dispatcher.keep_order(record)
        return needed

    def _group(self, chain: Iterable[int]) -> Group:
        """The recorded launches of a chain, as a guard names them: up to the first that certainly has failed."""
        group: list[Any] = []
        for index in chain:
            record = self._records[index]
            if record.claim is not None:
                group.append(SettledClaim(record.claim))
                break
            group.append(record)
        return tuple(group)

    def _guard(
        self,
        name: str,
        group: Group,
        reason: str | None,
        record: LaunchRecord,
        needed: list[tuple[str, Claim]],
    ) -> None:
        first = group[0]
        of_count = reason == COUNT
        if isinstance(first, SettledClaim) and first.claim is not None and (of_count or not record.maybe):
            needed.append((name, first.claim))
        elif of_count:
            record.count_guards = (*record.count_guards, (name, group))
        else:
            record.guards.append((name, group))

    def _enqueue(self, launch: RecordedLaunch, record: LaunchRecord, waits: list[Work]) -> None:
        waits += self._barriers
        handed: list[Work] = []
        guards, count_guards = record.guards, record.count_guards
        work: KernelWork = _new(
            KernelWork,
            (
                launch.loaded,
                self._native,
                launch.grid,
                launch.block,
                launch.shared_bytes,
                launch.slots,
                waits,
                [as_guard(group) for _, group in guards] if guards else (),
                launch.count_address,
                self._timed,
                [as_guard(group) for _, group in count_guards] if count_guards else (),
                handed,
            ),
        )
        try:
            record.work = self._submit(work)
        except BaseException:
            if handed and handed[0].outcome == PENDING:  # as in `Dispatcher`: it may run, and is waited for
                record.work = handed[0]
            raise
        if held and waits:
            note_follower(record.work, waits)
        tracer = self._dispatcher.tracer
        if tracer is not None:
            self._dispatcher.trace(tracer, record, self._barriers)

    def _enter(self) -> None:
        """Every launch was dealt with: note with the bytes who uses them last, and what those carry that were not enqueued."""
        dispatcher, records, stream = self._dispatcher, self._records, self._graph.stream
        for record in records:
            if record.work is not None:
                dispatcher.note_flight(record)
            record.waits = {}
        if self._failed:
            for record, result in zip(records, self._results, strict=True):
                if result is None:
                    stream.note(record.work)
                    for allocation, start, stop, _, writes, _, _ in record.uses:
                        dispatcher.note_use(record, allocation, start, stop, writes)
                else:
                    dispatcher.spoil(record, result.claim)
                    dispatcher.not_enqueued(record, result)
            return
        for index in self._graph.sinks:
            stream.note(records[index].work)
        for index, (allocation, start, stop), writing in self._graph.last_uses:
            use: Use = (allocation, start, stop, not writing, writing, "", None)
            add_uses((use,), records[index], dispatcher.note_use)
        for record in records:
            if record.maybe:
                fold_long_chains(dispatcher, record)


# ------------------------------------------------------------------------------------------------ graphs of a backend ----


class _WholeWork:
    """What is known of a graph that is about to be launched as one."""

    __slots__ = ("guards", "handed", "timed", "waits")

    def __init__(self, timed: bool):
        self.handed: list[Work] | None = None
        self.waits: Sequence[Work] = ()
        self.guards: Sequence[Guard] = ()
        self.timed = timed


def _by_backend(graph: Graph, state: DeviceState) -> bool:
    """Whether the backend replays `graph` by itself. Builds its graph the first time."""
    if graph.native is not None:
        return True
    backend = state.backend
    if (
        not isinstance(backend, GraphBackend)
        or any(node.launch.maybe for node in graph.nodes)
        or not graph.nodes
    ):
        return False
    native = graph.stream.make_native()
    backend.begin_capture(native)
    recorded: list[Work] = []
    try:
        for node in graph.nodes:
            launch = node.launch
            recorded.append(
                state.backend.submit(
                    KernelWork(
                        launch.loaded,
                        native,
                        launch.grid,
                        launch.block,
                        launch.shared_bytes,
                        launch.slots,
                        [recorded[index] for index in node.waits],
                    )
                )
            )
    except BaseException:
        backend.abandon_capture(native)
        raise
    graph.native = made = NativeGraph(backend.end_capture(native), graph.generation)
    state.graphs.expect(graph, made)
    return True


def _launcher(graph: Graph, state: DeviceState) -> Any:
    backend: Any = state.backend
    native = graph.native
    assert native is not None

    def launch(work: _WholeWork) -> Work:
        return backend.launch_graph(
            graph.stream.make_native(), native.handle, work.waits, work.guards, work.timed, work.handed
        )

    return launch
