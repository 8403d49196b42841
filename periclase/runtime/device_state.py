"""What all the faces of one device share: its backend, its channel, its book-keeping.

`Device` is a face: a client, with a stream of its own pinned to it if the user wants. There may be many for one device, and
what they do is in one order, that of the channel.
"""

from __future__ import annotations

import _thread
import atexit
import contextlib
import os
import sys
import time
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from periclase.diagnostics import DiagnosticError
from periclase.runtime import compilation, unread
from periclase.runtime.access_sets import SliceUse, slice_accesses, slice_uses
from periclase.runtime.allocation import Allocation
from periclase.runtime.arguments import forget_plan
from periclase.runtime.arrangements import Arrangements
from periclase.runtime.artifact import ParameterKind
from periclase.runtime.channel import DeviceChannel, shutdown_seconds
from periclase.runtime.dispatch import Dispatcher
from periclase.runtime.endings import Endings
from periclase.runtime.host_access import soon_over, wait_for_all
from periclase.runtime.ledger import Ledger
from periclase.runtime.memory_pool import MemoryPool, MemoryReport
from periclase.runtime.streams import Streams
from periclase.settings import settings

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from periclase.runtime.artifact import Artifact
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.claims import Claim, Failure
    from periclase.runtime.device import Device
    from periclase.runtime.execution import Backend, Work
    from periclase.runtime.graph import NativeGraph
    from periclase.runtime.launch_request import LaunchRequest
    from periclase.runtime.protocols import KernelLike


_FEW = 2
"""So many tasks a thread that is about to wait runs itself."""
_FEW_WORKS = 4
"""So many works may be waited for with the role, if they are over in no time."""


class LoadedKernel:
    """A kernel that is ready to run on a device.

    Attributes:
        name: of the kernel.
        artifact: what it was made of.
        code: what `Backend.load` gave.
        uses: what a launch does with its slices.
        ordered: whether the outside world sees the order of its launches.
        checked: block and dynamic shared memory of the last launch that kept to its limits.
        arrangements: what is known of buffers that a launch was handed over with. Of this version of the kernel: another may do
            less with the same buffers.
    """

    __slots__ = ("arrangements", "artifact", "checked", "code", "name", "ordered", "uses")

    def __init__(self, name: str, artifact: Artifact, code: Any, uses: tuple[SliceUse, ...]):
        self.name = name
        self.artifact = artifact
        self.code = code
        self.uses = uses
        self.ordered: bool = artifact.ordered
        self.checked: object = None
        self.arrangements = Arrangements()


class DeviceState:
    """One device. Its parts are touched under the runner's role, where they do not say otherwise.

    Attributes:
        backend: what runs the kernels.
        name: the name that the device was opened by.
        channel: how threads take turns.
        ledger: which bytes were never computed.
        pool: the memory.
        dispatcher: enqueues launches, copies, and tells how they ended.
        on_unclaimed: told of failures that no buffer carries, since the launch was to write none: (error, claim). The default
            prints the error on stderr.
        streams: the streams, and whose default they are.
        generation: how often the device was reset: kernels, graphs and memory belong to one generation.
        graphs: what the backend has made of graphs, which is destroyed with them.
        statics: the buffers that device globals are here, each with the generation that it is of.
    """

    pinned_stream = None
    """A state may stand for a device whose client is pinned to no stream."""

    def __init__(self, backend: Backend):
        self.backend = backend
        self.name = backend.name
        self.narrow_indices: bool = getattr(backend, "narrow_indices", False)
        self.buffers_apart: bool = getattr(backend, "buffers_apart", False)
        self.ledger = Ledger()
        self.pool = MemoryPool(backend)
        self.dispatcher = Dispatcher(self)
        self.channel = DeviceChannel(
            f"periclase-{backend.name}",
            idle_hook=weak_method(self.dispatcher.idle),
            fork_hook=weak_method(self.dispatcher.after_fork),
        )
        self.on_unclaimed: Callable[[BaseException, Claim], object] = print_unclaimed
        self.streams = Streams(self)
        self._expects = hasattr(backend, "expect")
        self.generation = 0
        self.graphs: Endings[NativeGraph] = Endings()
        self.statics: weakref.WeakKeyDictionary[Any, tuple[int, Buffer]] = weakref.WeakKeyDictionary()
        # By the `id` of the kernel; an entry goes with its kernel. (A WeakKeyDictionary makes a reference to look one up.)
        self._loaded: dict[int, tuple[LoadedKernel, weakref.ref[KernelLike]]] = {}
        self._put_off: dict[KernelLike, None] = {}
        self._process = os.getpid()
        self._closed = False
        _backends.add(backend)
        live_states.add(self)
        # A trace that is begun later finds it there: in this order none misses a device.
        if "periclase.runtime.trace" in sys.modules or settings().trace.file is not None:
            from periclase.runtime.trace import register

            register(self)

    def __repr__(self) -> str:
        return f"<state of device {self.name}>"

    def close(self) -> None:
        """Have the backend free what it holds. Nothing is pending, and nothing will come."""
        if self._to_close():
            self.channel.submit_blocking(self.backend.close)

    def _to_close(self) -> bool:
        """Whether the backend is to be closed now: once, and by the process that has made it."""
        if getattr(self, "_closed", True):  # it has not the attribute if it was not made to the end
            return False
        self._closed = True
        _backends.discard(self.backend)
        return self._process == os.getpid()

    def __del__(self) -> None:
        # Nobody has a face of the device any more, nor a buffer.
        if not self._to_close() or sys.is_finalizing():
            return
        works, kept = self.dispatcher.under_way()
        close = partial(_close, self.backend, self.pool.held())
        if all(work.outcome for work in works):
            self.channel.submit(close)
        else:
            # This may be anywhere, and nothing but a thread of its own may wait.
            _thread.start_new_thread(_close_behind, (works, kept, self.channel, close))

    @property
    def device_state(self) -> DeviceState:
        """Itself."""
        return self

    def client(self) -> Device:
        """A face of this device."""
        from periclase.runtime.device import Device

        return Device(self)

    # ------------------------------------------------------------------------------------------------- kernels ----

    def loaded(self, kernel: KernelLike) -> LoadedKernel:
        """`kernel` ready to run here: from memory, else from the artifact cache, else compiled. Under the runner's role.

        What the kernel's source was when it was compiled, and its constants at the first launch, stays in force for this
        kernel object.

        Raises:
            DiagnosticError: it can not be compiled. That is remembered with the cache.
        """
        number = id(kernel)
        found = self._loaded.get(number)
        if found is None:
            artifact = self._artifact(kernel)
            parameters = kernel.parameters
            names = [each.name for each in parameters if each.kind is ParameterKind.SLICE]
            uses = slice_uses(names, slice_accesses(parameters, artifact))
            all_loaded = self._loaded
            gone = weakref.ref(kernel, lambda _: all_loaded.pop(number, None))
            found = LoadedKernel(kernel.name, artifact, self.backend.load(artifact), uses), gone
            all_loaded[number] = found
        return found[0]

    def _artifact(self, kernel: Any) -> Artifact:
        """What `kernel` is compiled to, as it was at its first launch: a test's own kernels know of no such thing."""
        has_constants = hasattr(kernel, "look_up_constants")
        if has_constants:
            kernel.look_up_constants()
        try:
            artifact = compilation.artifact_of(kernel, self.backend)
        except Exception:
            if has_constants:
                kernel.forget_constants()
                forget_plan(kernel.for_any_launch)
            raise
        if has_constants and kernel.constants is not None:
            kernel.constants.in_use = True
        return artifact

    def told_at_launch(self, request: LaunchRequest, error: Exception) -> Exception:
        """`error`, for which the kernel of a launch can not be had; or what is wrong with that launch instead."""
        kernel = request.kernel
        if not hasattr(kernel, "generic"):
            return error
        from periclase.runtime.read_only_arguments import refusal

        return refusal(kernel, error, self.backend, request.context.site) or error

    def put_off(self, kernel: KernelLike) -> None:
        """Remember that `kernel` is to be compiled, together with others. Under the runner's role."""
        if id(kernel) not in self._loaded:
            self._put_off[kernel] = None

    def compile_put_off(self, executor: Executor | None) -> None:
        """Compile what was put off, and load it. Any thread may call this.

        What can not be compiled is told by the launch that needs it.

        Args:
            executor: where the kernels are compiled that are in no cache; None: here, one after another.
        """

        def take() -> list[KernelLike]:
            kernels, self._put_off = list(self._put_off), {}
            return kernels

        def load() -> None:
            for kernel in kernels:
                with contextlib.suppress(Exception):
                    self.loaded(kernel)

        kernels = self.channel.submit_blocking(take)
        if not kernels:
            return
        if executor is not None:
            from periclase.runtime.autotune.executor import compile_all

            compile_all(executor, kernels, self.backend)
        self.channel.submit_blocking(load)

    def forget_kernels(self) -> None:
        """The device was reset: what was loaded is gone."""
        self._loaded.clear()

    # -------------------------------------------------------------------------------------------------- memory ----

    def new_allocation(self, nbytes: int) -> Allocation:
        """Memory that is mapped when somebody touches it. Any thread may call this."""
        return Allocation(self, nbytes)

    def external_allocation(self, nbytes: int, address: int, owner: object) -> Allocation:
        """Memory of `owner`, which stays alive as long as anything may use it. Any thread may call this."""
        return Allocation(self, nbytes, address, owner)

    def report(self) -> MemoryReport:
        """How much memory is in use. Under the runner's role."""
        self.dispatcher.settle_all()
        return self.pool.report()

    def cleanup(self) -> int:
        """Give memory back that nothing uses. Under the runner's role."""
        self.dispatcher.settle_all()
        return self.pool.cleanup()

    def destroy_graph(self, native: NativeGraph) -> None:
        """Have the backend destroy what it has made of a graph. Under the runner's role."""
        handle, native.handle = native.handle, None
        if handle is not None and native.generation == self.generation:
            backend: Any = self.backend
            backend.destroy_graph(handle)

    def destroy_graphs(self) -> None:
        """Those of the graphs that nobody holds any more. Under the runner's role."""
        if self.graphs.over:
            self.graphs.deal(self.destroy_graph)

    # ------------------------------------------------------------------------------------------------- waiting ----

    def expect_wait(self) -> bool:
        """Announce that the calling thread submits and then waits at once. Whether `wait_is_over` is to be called when it has.

        Not behind a long queue: others could run what is in there while the caller goes through it.
        """
        if not self._expects or self.channel.backlog() > _FEW:
            return False
        backend: Any = self.backend
        expect = backend.expect
        if expect is None:
            return False
        self.dispatcher.awaited = True
        expect(1)
        return True

    def wait_is_over(self) -> None:
        """Nobody waits any more whom `expect_wait` has announced."""
        self.dispatcher.awaited = False
        backend: Any = self.backend
        expect = backend.expect
        if expect is not None:
            expect(0)

    def begin_sync(self) -> tuple[list[Work], BaseException | None]:
        """What is to be waited for; where there is nothing, or nearly nothing, all else that a `sync` does, too: then the second
        is why the device can not be used any more, or None. Under the runner's role."""
        dispatcher = self.dispatcher
        flight = dispatcher.flight
        if flight and (len(flight) > _FEW_WORKS or not soon_over(flight)):
            works = dispatcher.in_flight()
            if works:
                return works, None
        return [], self.finish_or_lost()

    def finish(self) -> None:
        """Deal with how work has ended, and write out what it printed. Under the runner's role."""
        self.dispatcher.settle_all()
        self.backend.flush()

    def finish_sync(self) -> None:
        """The end of a `sync`, on any thread.

        Raises:
            DeviceLost: the device can not be used any more.
        """

        lost = self.channel.submit_blocking(self.finish_or_lost)
        if lost is not None:
            raise lost.with_traceback(None)

    def finish_or_lost(self) -> BaseException | None:
        """`finish`, and why the device can not be used any more, or None. Under the runner's role."""
        dispatcher = self.dispatcher
        dispatcher.settle_all()
        self.backend.flush()
        return dispatcher.lost()

    def map_soon(self, allocation: Allocation, site: CallSite) -> None:
        """Have memory mapped for `allocation`; if there is none, all of it carries that failure. Any thread may call this."""
        self.channel.submit(lambda: self.dispatcher.map(allocation, site))


def weak_method(method: Callable[[], Any]) -> Callable[[], Any]:
    """`method`, without keeping its object alive: a channel's thread must not keep a device that nobody wants any more."""
    reference = weakref.WeakMethod(method)

    def call() -> Any:
        target = reference()
        return None if target is None else target()

    return call


_backends: set[Backend] = set()
"""Those of the devices that are in use: a collection of garbage that finds a device finds its backend still whole."""


def _close(backend: Backend, memory: Sequence[tuple[int, int]]) -> None:
    """The end of a device, under the role.

    Args:
        memory: addresses and sizes of all that was allocated.
    """
    try:
        for address, nbytes in memory:
            backend.free(address, nbytes)
    finally:
        backend.close()


def _close_behind(
    works: Sequence[Work], kept: object, channel: DeviceChannel, close: Callable[[], object]
) -> None:
    """On a thread of its own: have a device closed when all that was under way has ended.

    Args:
        kept: what `works` use.
    """
    for work in works:
        work.wait()
    channel.submit(close)


def print_unclaimed(error: BaseException, claim: Claim) -> None:
    """The default of `on_unclaimed`."""
    _say(f"{error}\n")


def _say(text: str) -> None:
    stderr: Any = sys.stderr
    if stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            stderr.write(text)


live_states: WeakSet[DeviceState] = WeakSet()


@atexit.register
def _finish_all() -> None:
    seconds = shutdown_seconds()
    deadline = time.monotonic() + seconds
    failures: list[Failure] = []
    closing: list[DeviceState] = []
    for state in list(live_states):
        try:
            ended = wait_for_all(state, max(0.0, deadline - time.monotonic()))
        except DiagnosticError:  # this thread is in a `buffer.host()` block, which nobody will leave any more
            continue
        except KeyboardInterrupt:
            deadline, ended = 0.0, False
        if not ended:
            _say(
                f"periclase: what was launched on {state.name} is given up: it was still running at the end of the program, "
                f"which waits for {seconds:g} s (`runtime.shutdown_seconds`)\n"
            )
        else:
            closing.append(state)
        failures += state.ledger.live_failures()
    if settings().runtime.report_unread:
        unread.tell(failures)
    for state in closing:
        state.close()
