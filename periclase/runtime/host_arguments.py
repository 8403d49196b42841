"""Arrays of the host as arguments of a launch: numpy arrays, and what shares memory as they do.

Where the device works on the host's memory, the kernel works on the array's own bytes. Two arguments that are overlapping
views of one array are seen as such, by their addresses. Elsewhere each array is copied to the device, and what the kernel may
have written is copied back.

An array has no state that a failure could be kept in. So such a launch is not like others: it waits until it has ended, and
raises its failure itself, also where it was to write nothing. The bytes that it was to write are then undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.artifact import Access, Parameter, ParameterKind
from periclase.runtime.awaited_launch import AwaitedRequest
from periclase.runtime.capture import refuse_in_window
from periclase.runtime.dry_run import launch_mode
from periclase.runtime.failures import BufferFailure
from periclase.runtime.interop import SharedMemory, buffer_over, host_memory, is_array_like, keeps_failures
from periclase.runtime.streams import current_stream
from periclase.runtime.structured import structured_name

if TYPE_CHECKING:
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.device import Device
    from periclase.runtime.launch_request import LaunchRequest
    from periclase.runtime.protocols import KernelLike
    from periclase.runtime.strided import HostHull


class HostArguments:
    """The arguments of a launch in which buffers stand for the arrays, until it has ended.

    Attributes:
        arguments: as they were given, with a buffer for each array.
    """

    def __init__(self, arguments: Sequence[Any]):
        self.arguments: list[Any] = list(arguments)
        self._copied_back: list[tuple[Callable[[Any], None], Buffer]] = []
        self._lent: list[Buffer] = []
        self._launch: AwaitedRequest | None = None

    def lend(
        self, index: int, device: Device, memory: SharedMemory, access: Access, hull: HostHull | None
    ) -> None:
        """Put a buffer in the place of the array whose memory this is.

        Args:
            hull: of an array with strides, what stands for it; its memory has what lies between the elements, too.
        """
        has_gaps = hull is not None and hull.has_gaps
        if device.device_state.backend.host_memory:
            buffer = buffer_over(device, memory, lasting=False)
            self._lent.append(buffer)
        elif (access is Access.WRITE and not has_gaps) or launch_mode(device.device_state).skipped:
            # Nobody looks at what it holds: the kernel writes it, or it is a dry run, where it takes no memory either.
            buffer = device.empty(memory.shape, memory.dtype, read_only=memory.read_only)
        else:
            buffer = device.array(memory.as_array(), read_only=memory.read_only)
        if access.writes and not device.device_state.backend.host_memory:
            self._copied_back.append((_copy_into(memory) if hull is None else hull.copy_back, buffer))
        self.arguments[index] = buffer if hull is None else hull.of(buffer)

    def awaited(self, request: LaunchRequest) -> LaunchRequest:
        """The launch as it is to be handed over: `finish` will wait for it."""
        self._launch = launch = AwaitedRequest._make(request)
        return launch

    def finish(self) -> None:
        """The launch was handed over: wait for it, and bring back what it wrote.

        Raises:
            BufferFailure: it failed, or was skipped since a buffer that it reads had failed.
        """
        assert self._launch is not None
        try:
            self._launch.wait()
        except BufferFailure:
            state = self._launch.context.stream.device_state
            ranges = [span for lent in self._lent if not keeps_failures(lent) for span in lent.byte_ranges]
            state.channel.submit_blocking(lambda: state.ledger.release(ranges))
            raise
        self.bring_back()

    def bring_back(self) -> None:
        """Copy what was written on the device into the arrays."""
        for copy_back, buffer in self._copied_back:
            copy_back(buffer.read())


def _copy_into(memory: SharedMemory) -> Callable[[Any], None]:
    def copy(contents: Any) -> None:
        memory.as_array()[...] = contents

    return copy


def lend_arrays(
    kernel: KernelLike, arguments: Sequence[Any], device: Device, site: CallSite
) -> HostArguments | None:
    """`arguments` with buffers for their arrays; None where there is no array among them.

    Raises:
        LaunchError: the kernel can not use an array as it is: its layout, byte order or dtype, or a read-only one where the
            kernel writes. At the argument's place in the user's line.
        CaptureError: the current stream records.
    """
    lent: HostArguments | None = None
    for number, (parameter, argument) in enumerate(zip(kernel.parameters, arguments, strict=False)):
        index = number if parameter.argument is None else parameter.argument
        if parameter.kind is not ParameterKind.SLICE or not is_array_like(argument):
            continue
        refuse_in_window(current_stream(device), "a launch with arrays of the host, which is waited for,")
        try:
            memory = host_memory(argument)
        except LaunchError as error:
            raise _at_argument(error, kernel, parameter, index, site) from None
        found = memory.dtype.name if memory.dtype.names is None else structured_name(memory.dtype)
        if found != parameter.dtype and (parameter.dtype, found) != ("bfloat16", "uint16"):
            raise LaunchError(
                Diagnostic(
                    "PC0406",
                    f"`{parameter.name}` of `{kernel.name}` takes elements of {parameter.dtype}, and this array has {found}",
                    site.argument_span(index),
                    help="pass the bits as uint16: numpy has no bfloat16"
                    if parameter.dtype == "bfloat16"
                    else f"convert it: `a.astype(np.{parameter.dtype})`",
                )
            )
        if parameter.access is not Access.READ and memory.read_only:
            raise LaunchError(
                Diagnostic(
                    "PC0409",
                    f"`{kernel.name}` may write `{parameter.name}`, and this array is read-only",
                    site.argument_span(index),
                    help="pass a writable array, or declare the parameter as a `Slice`",
                )
            )
        lent = lent or HostArguments(arguments)
        access = Access.READ_WRITE if parameter.access is Access.NONE else parameter.access
        lent.lend(number, device, memory, access, argument if hasattr(argument, "hull_memory") else None)
    return lent


def _at_argument(
    error: LaunchError, kernel: KernelLike, parameter: Parameter, index: int, site: CallSite
) -> LaunchError:
    first = error.diagnostic
    name = parameter.name
    return LaunchError(
        Diagnostic(
            first.code,
            f"the array for `{name}` of `{kernel.name}` can not be used: {first.message}",
            site.argument_span(index),
            help=first.help,
        )
    )
