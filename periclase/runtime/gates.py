"""The gates of a launch on the issuing thread, in this order:

1. A zero in a static count: there is nothing to do, and nothing is done.
2. The arguments fit, and all buffers are of one device: what is wrong is raised here, at the user's line.
3. The mode: what a dry run drops is decided here, and travels with the launch.
4. Delivery: a launch is handed over, and that is all; one that a profile measures is waited for.

Whatever happens behind the last gate is a failure of the buffers that the launch was to write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

from periclase.runtime import arguments as checks
from periclase.runtime import dry_run
from periclase.runtime.arguments import NewPlan, bind_slowly, plan_of
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import CallSite, call_site
from periclase.runtime.context import launch_context
from periclase.runtime.held_windows import waits_for_own
from periclase.runtime.launch_request import LaunchRequest
from periclase.runtime.limits import MAX_BLOCK, MAX_GRID, MAX_THREADS_PER_BLOCK
from periclase.runtime.streams import entered_stream

if TYPE_CHECKING:
    from periclase.runtime.device import Device
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.host_arguments import HostArguments
    from periclase.runtime.observers import Observer
    from periclase.runtime.protocols import KernelLike

_MAX_X, _MAX_Y, _MAX_Z = MAX_GRID
_MAX_BLOCK_Z = MAX_BLOCK[2]
_NO_GRID = (0, 0, 0)
# The constructor of a named tuple is a Python function: too slow for every launch.
_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

open_observers: tuple[Observer, ...] = ()
"""Whom each launch is told; `periclase.runtime.observers` keeps it. Replaced as a whole, so that it is read without a lock."""


_resolve: Callable[..., tuple[Any, Any, tuple[Any, ...]]] | None = None


def _import_resolve() -> Callable[..., tuple[Any, Any, tuple[Any, ...]]]:
    """What takes the arguments of generic kernels and of kernels with structs apart: imported by the first launch of one."""
    global _resolve
    from periclase.runtime.kernel_parameters import resolve

    _resolve = resolve
    return resolve


_version_for: Callable[..., Any] | None = None


def _import_version_for() -> Callable[..., Any]:
    """What tells small launches: imported by the first launch on a device that takes other versions of the kernel for them."""
    global _version_for
    from periclase.runtime.launch_size import version_for

    _version_for = version_for
    return version_for


def launch(
    kernel: KernelLike,
    grid: tuple[int, int, int] | Buffer,
    block: tuple[int, int, int],
    arguments: tuple[Any, ...],
    shared_bytes: int = 0,
    device: Device | None = None,
    caller: FrameType | None = None,
) -> None:
    """Enqueue a launch, and return at once. A failure belongs to the buffers that it was to write: reading them raises it.

    Args:
        grid: blocks in x, y and z. A zero means that nothing is to be done. Or a buffer of three uint32, from which the grid is
            read when the launch begins.
        block: threads of a block in x, y and z.
        arguments: in the order of the kernel's parameters: numbers for scalars, buffers for slices. Arrays of the host are
            taken as well: the launch is then waited for, and its failure raised here.
        shared_bytes: dynamic shared memory of a block.
        device: the device; None for that of the buffers.
        caller: a frame to start from in looking for the user's line; None for this function's caller.

    Raises:
        ForeignHandle: a buffer is on another device than the others, or than `device`.
        LaunchError: the arguments do not fit, or the shape is beyond the limits. Nothing was enqueued.
        CompileError: a parameter of the kernel can not be passed by a launch. Nothing was enqueued.
        BufferFailure: the launch failed, and had arrays of the host as arguments.
    """
    site = call_site(caller)
    count: Buffer | None = None
    if type(grid) is tuple:
        x, y, z = grid
        if not (0 < x <= _MAX_X and 0 < y <= _MAX_Y and 0 < z <= _MAX_Z):
            checks.check_grid(kernel, grid, site)
            return  # what is within the limits and not positive has a zero
    else:
        assert isinstance(grid, Buffer)
        count, grid = grid, _NO_GRID
    x, y, z = block
    if not (0 < x * y * z <= MAX_THREADS_PER_BLOCK and x > 0 and y > 0 and 0 < z <= _MAX_BLOCK_Z):
        checks.check_block(kernel, block, site)

    called, given = kernel, arguments
    plan = plan_of(kernel)
    if plan.in_parts:
        resolve = _resolve or _import_resolve()
        kernel, plan, arguments = resolve(kernel, plan, arguments, site)
    if device is None:
        first = arguments[plan.first_slice] if 0 <= plan.first_slice < len(arguments) else None
        device = first.device if type(first) is Buffer else _device_of(count, arguments)
    state = device.device_state
    if count is not None:
        checks.check_count(kernel, count, state, site)
    if plan.statics:
        from periclase.runtime.statics import buffers as buffers_of

        arguments += buffers_of(plan.statics, state)
    lent: HostArguments | None = None
    bound = plan.bind(arguments, state)
    if bound is None:
        # Functions of the class: it is another one as soon as a first launch of another thread has begun.
        new = plan if isinstance(plan, NewPlan) else None
        if new is not None:
            bound = NewPlan.bind_first(new, arguments, state)
        if bound is None:
            checks.check_number(kernel, arguments, site)
            lent = _lend_arrays(kernel, arguments, device, site)
            bound = bind_slowly(kernel, arguments if lent is None else lent.arguments, state, site)
        if state.narrow_indices and count is None:
            choose = _version_for or _import_version_for()
            kernel = choose(kernel, state, plan, grid, block, bound[1], arguments)
        if new is not None and not NewPlan.begin(new, kernel):
            return launch(called, count or grid, block, given, shared_bytes, device, caller)
    elif state.narrow_indices and count is None:
        choose = _version_for or _import_version_for()
        kernel = choose(kernel, state, plan, grid, block, bound[1], arguments)
    slots, buffers = bound

    context = launch_context(device, site)
    request: LaunchRequest = _new(
        LaunchRequest, (kernel, plan, grid, count, block, shared_bytes, slots, buffers, context)
    )
    if dry_run.open_runs:
        dry_run.note_seen(state, kernel)
    if open_observers:
        from periclase.runtime.observers import ObservedLaunch, notify

        shown = getattr(kernel, "for_any_launch", kernel)
        notify(ObservedLaunch(shown, count or grid, block, shared_bytes, given, context, arguments))
    if lent is not None:
        _deliver_awaited(state, request, lent)
    elif context.profile and not context.mode.skipped:
        _deliver_measured(state, request)
    else:
        state.channel.submit(request.run, request.fail)


def _lend_arrays(
    kernel: KernelLike, arguments: Sequence[Any], device: Device, site: CallSite
) -> HostArguments | None:
    from periclase.runtime.host_arguments import lend_arrays

    return lend_arrays(kernel, arguments, device, site)


def _device_of(count: Buffer | None, arguments: Sequence[Any]) -> Device:
    """The device of the first buffer; without one the default."""
    for buffer in (*arguments, count):
        if isinstance(buffer, Buffer):
            return buffer.device
    return default_device()


def default_device() -> Device:
    """The device of the stream that was entered, or else the CPU."""
    from periclase.runtime.device import open_device

    stream = entered_stream()
    return open_device("cpu") if stream is None else stream.device_state.client()


def _deliver_awaited(state: DeviceState, request: LaunchRequest, lent: HostArguments) -> None:
    """Hand over a launch on arrays of the host, and wait for it; but for a dry run, which has nothing to wait for.

    Raises:
        BufferFailure: it failed.
    """
    request = lent.awaited(request)
    if request.context.mode.skipped:
        state.channel.submit(request.run, request.fail)
        return
    if request.context.profile:
        _deliver_measured(state, request)
    else:
        state.channel.submit(request.run, request.fail)
    lent.finish()


def _deliver_measured(state: DeviceState, request: LaunchRequest) -> None:
    """Hand a launch over for which a profile wants the time, and wait until it has ended, so that none runs beside it.

    One that can not be measured (it is recorded, it is skipped, it fails) is delivered all the same.
    """
    channel = state.channel

    def deliver() -> Any:
        try:
            record = state.dispatcher.launch(request)
        except Exception as error:
            request.fail(error)
            return None
        if record is None:
            return None
        if waits_for_own((record.work,)):
            # It begins when this thread leaves its own `with buffer.host():`, and can not be waited for before.
            record.profile = ()
            for window in request.context.profile:
                window.add_untimed()
            return None
        return record

    record = channel.submit_blocking(deliver)
    if record is None:
        return
    record.work.wait()
    # This very one: there may be many others in flight, and the window may be looked at as soon as this returns.
    channel.submit_blocking(lambda: state.dispatcher.claim_of(record))
