"""Launching: check the arguments at the user's line, pack them, and hand the work to the device's queue."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, cast
from weakref import WeakKeyDictionary

import numpy as np

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError, Note, Span
from periclase.runtime.artifact import Access, Artifact, Parameter, ParameterKind
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import CallSite, call_site
from periclase.runtime.device import Device, open_device
from periclase.runtime.failures import Failure
from periclase.runtime.limits import MAX_BLOCK, MAX_GRID, MAX_SHARED_BYTES, MAX_THREADS_PER_BLOCK

if TYPE_CHECKING:
    from periclase.runtime.protocols import KernelLike, LoadedKernel
    from periclase.runtime.runner import Task

_INTEGER_BITS = {
    "int8": (8, True),
    "int16": (16, True),
    "int32": (32, True),
    "int64": (64, True),
    "uint8": (8, False),
    "uint16": (16, False),
    "uint32": (32, False),
    "uint64": (64, False),
}
_FLOATS = {"float16": ("<e", 11), "float32": ("<f", 24), "float64": ("<d", 53), "bfloat16": ("<f", 8)}
"""How a float is packed, and its bits of precision: integers up to 2**bits are exact."""


def launch(
    kernel: KernelLike,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    arguments: Sequence[Any],
    *,
    shared_bytes: int = 0,
) -> None:
    """Enqueue a launch on the device that holds the buffers among `arguments`, and return at once.

    A failure while it runs belongs to the buffers that it writes: `Buffer.numpy` raises it.

    Args:
        grid: blocks in x, y and z. A zero means that nothing is to be done.
        block: threads of a block in x, y and z.
        arguments: in the order of the kernel's parameters: numbers for scalars, buffers for slices.
        shared_bytes: dynamic shared memory of a block.

    Raises:
        LaunchError: the arguments do not fit, or the shape is beyond the limits. Nothing was enqueued.
        CompileError: the kernel can not be compiled. The buffers it would have written take this failure too.
    """
    site = call_site()
    threads = _check_shape(kernel, grid, block, site)
    if 0 in grid:
        return
    plan = _plans.get(kernel)
    if plan is None:
        plan = _plans[kernel] = _Plan(kernel.parameters)
    bound = plan.bind(arguments)
    device, slots, uses = bound if bound is not None else _checked(kernel, arguments, site)
    try:
        artifact, loaded = device.loaded(kernel)
    except DiagnosticError as error:
        failure = Failure(error, kernel.name, site)
        device.runner.submit(_Launch(kernel.name, None, grid, block, shared_bytes, b"", uses, site, failure))
        raise
    _check_limits(kernel, artifact, block, threads, shared_bytes, site)
    device.runner.submit(_Launch(kernel.name, loaded, grid, block, shared_bytes, slots, uses, site))


_Uses = tuple[tuple[Buffer, Access], ...]
"""The buffers of a launch, each once, and what is done with them."""


class _Plan:
    """How the arguments of one kernel are packed, as far as its parameters tell: each launch looks at types and ranges only."""

    __slots__ = ("_accepted", "_accesses", "_pack", "_types")

    _FORMATS: ClassVar = {
        "bool": (bool, "?7x"),
        "int8": (int, "b7x"),
        "int16": (int, "h6x"),
        "int32": (int, "i4x"),
        "int64": (int, "q"),
        "uint8": (int, "B7x"),
        "uint16": (int, "H6x"),
        "uint32": (int, "I4x"),
        "uint64": (int, "Q"),
        "float16": (float, "e6x"),
        "float32": (float, "f4x"),
        "float64": (float, "d"),
    }
    """The Python type whose values need no more than a look at their range, and the format of `struct` for their slot."""

    def __init__(self, parameters: Sequence[Parameter]):
        types: list[type] = []
        accepted: list[frozenset[str]] = []
        form = "<"
        for parameter in parameters:
            if parameter.kind is ParameterKind.SLICE:
                types.append(Buffer)
                accepted.append(frozenset(_accepted_forms(parameter)))
                form += "QQ"
            else:
                # Any other dtype takes the long way: no value is an instance of exactly `object`.
                kind, slot = self._FORMATS.get(parameter.dtype, (_NoType, "Q"))
                types.append(kind)
                accepted.append(frozenset())
                form += slot
        self._types = tuple(types)
        self._accepted = tuple(accepted)
        self._accesses = tuple(p.access for p in parameters if p.kind is ParameterKind.SLICE)
        self._pack = struct.Struct(form).pack

    def bind(self, arguments: Sequence[Any]) -> tuple[Device, bytes, _Uses] | None:
        """Device, argument slots and buffers of a launch; None where something is unusual, or wrong."""
        if len(arguments) != len(self._types):
            return None
        values: list[Any] = []
        buffers: list[Buffer] = []
        device: Device | None = None
        for wanted, accepted, argument in zip(self._types, self._accepted, arguments, strict=True):
            if type(argument) is not wanted:
                return None
            if wanted is Buffer:
                if argument.form not in accepted or (device is not None and argument.device is not device):
                    return None
                device = argument.device
                values += (argument.address, argument.size)
                buffers.append(argument)
            else:
                values.append(argument)
        if device is None:
            return None
        try:
            slots = self._pack(*values)
        except (struct.error, OverflowError):
            return None
        if len(buffers) > 1 and len(set(buffers)) != len(buffers):
            return device, slots, _uses(zip(buffers, self._accesses, strict=True))
        return device, slots, tuple(zip(buffers, self._accesses, strict=True))


class _NoType:
    """The type of no value."""


_plans: WeakKeyDictionary[KernelLike, _Plan] = WeakKeyDictionary()


def _accepted_forms(parameter: Parameter) -> Iterator[str]:
    """`Buffer.form` of the buffers that a slice may be given."""
    # numpy has no bfloat16: the bits may come as uint16 (a dtype of that name, such as ml_dtypes', is taken too).
    for name in ("bfloat16", "uint16") if parameter.dtype == "bfloat16" else (parameter.dtype,):
        yield name
        if not parameter.access.writes:
            yield f"{name} read-only"


def _checked(kernel: KernelLike, arguments: Sequence[Any], site: CallSite) -> tuple[Device, bytes, _Uses]:
    """What `_Plan.bind` gives, for arguments of any kind: or the diagnostic that says what is wrong with them."""
    parameters = kernel.parameters
    if len(arguments) != len(parameters):
        shown = ", ".join(p.name for p in parameters)
        _refuse(
            "PC0404",
            f"`{kernel.name}` takes {_count(len(parameters), 'argument')} ({shown}), {len(arguments)} given",
            site.span(),
            kernel,
            help=f"write `{kernel.name}[grid, block]({shown})`",
        )
    device = _device_of(kernel, parameters, arguments, site)
    slots = bytearray()
    buffers: list[tuple[Buffer, Access]] = []
    for index, (parameter, argument) in enumerate(zip(parameters, arguments, strict=True)):
        if parameter.kind is ParameterKind.SLICE:
            _check_buffer(kernel, parameter, argument, index, site)
            slots += struct.pack("<QQ", argument.address, argument.size)
            buffers.append((argument, parameter.access))
        else:
            slots += _pack_scalar(kernel, parameter, argument, index, site)
    return device, bytes(slots), _uses(buffers)


class _Launch:
    """A launch on its way through the queue: everything it needs, by value."""

    __slots__ = ("block", "failure", "grid", "kernel", "loaded", "shared_bytes", "site", "slots", "uses")

    def __init__(
        self,
        kernel: str,
        loaded: LoadedKernel | None,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        shared_bytes: int,
        slots: bytes,
        uses: _Uses,
        site: CallSite,
        failure: Failure | None = None,
    ):
        self.kernel = kernel
        self.loaded = loaded
        self.grid = grid
        self.block = block
        self.shared_bytes = shared_bytes
        self.slots = slots
        self.uses = uses
        self.site = site
        self.failure = failure

    def queued(self, task: Task) -> None:
        """On the issuing thread: the buffers note whom they have to wait for."""
        for buffer, access in self.uses:
            buffer.used_by(task, written=access.writes)

    def run(self) -> None:
        """On the runner thread: skip if an input has failed, else run, and settle the outputs."""
        failure = self.failure
        if failure is None:
            for buffer, access in self.uses:
                spoiled = buffer.failure()
                if access.reads and spoiled is not None:
                    failure = spoiled.through(self.kernel, self.site)
                    break
        if failure is None and self.loaded is not None:
            try:
                self.loaded.run(self.grid, self.block, self.shared_bytes, self.slots)
            except (
                Exception
            ) as error:  # whatever it is, it must reach the readers of the outputs, and the queue goes on
                # Without its frames: they hold this launch, and with it the buffers, for as long as the failure lives.
                failure = Failure(error.with_traceback(None), self.kernel, self.site)
        self._settle(failure)

    def abandon(self) -> None:
        """In a forked child, where the launch was queued but is not run: its outputs never come."""
        error = DiagnosticError(
            Diagnostic(
                "PC0701",
                f"kernel `{self.kernel}` was launched before this process was forked, and runs in the parent only",
                help="wait with `device.sync()` before forking",
            )
        )
        self._settle(Failure(error, self.kernel, self.site))

    def _settle(self, failure: Failure | None) -> None:
        for buffer, access in self.uses:
            if access.writes:
                buffer.set_failure(failure)


def _uses(buffers: Iterable[tuple[Buffer, Access]]) -> _Uses:
    """Each buffer once. One that is passed twice may be read through one parameter what was written through the other."""
    joined: dict[Buffer, Access] = {}
    for buffer, access in buffers:
        before = joined.setdefault(buffer, access)
        if before is not access:
            joined[buffer] = Access.READ_WRITE
    return tuple(joined.items())


# ---------------------------------------------------------------------------------------------------------- checks ----


def _refuse(
    code: str, message: str, span: Span | None, kernel: KernelLike, help: str | None = None
) -> NoReturn:
    note = Note(f"`{kernel.name}` is defined here", kernel.span) if kernel.span is not None else None
    raise LaunchError(Diagnostic(code, message, span, notes=() if note is None else (note,), help=help))


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def _check_shape(
    kernel: KernelLike, grid: tuple[int, int, int], block: tuple[int, int, int], site: CallSite
) -> int:
    """The threads of a block."""
    (x, y, z), (gx, gy, gz) = block, grid
    threads = x * y * z
    if (
        0 < threads <= MAX_THREADS_PER_BLOCK
        and x > 0
        and y > 0
        and 0 < z <= MAX_BLOCK[2]
        and 0 <= gx <= MAX_GRID[0]
        and 0 <= gy <= MAX_GRID[1]
        and 0 <= gz <= MAX_GRID[2]
    ):
        return threads
    for axis, extent, limit in zip("xyz", grid, MAX_GRID, strict=True):
        if extent < 0 or extent > limit:
            _refuse(
                "PC0403",
                f"the grid has {extent} blocks in {axis}; it takes 0 to {limit}",
                site.span(),
                kernel,
                help="let each thread do more, or spread the grid over more dimensions",
            )
    for axis, extent, limit in zip("xyz", block, MAX_BLOCK, strict=True):
        if extent < 1 or extent > limit:
            _refuse(
                "PC0403",
                f"the block has {extent} threads in {axis}; it takes 1 to {limit}",
                site.span(),
                kernel,
                help="a block needs a thread" if extent < 1 else "use a smaller block and more blocks",
            )
    _refuse(
        "PC0403",
        f"the block has {threads} threads ({' x '.join(map(str, block))}); it takes up to {MAX_THREADS_PER_BLOCK}",
        site.span(),
        kernel,
        help="use a smaller block and more blocks",
    )


def _check_limits(
    kernel: KernelLike,
    artifact: Artifact,
    block: tuple[int, int, int],
    threads: int,
    shared_bytes: int,
    site: CallSite,
) -> None:
    if artifact.required_block is not None and block != artifact.required_block:
        _refuse(
            "PC0403",
            f"`{kernel.name}` was compiled for blocks of {artifact.required_block} threads, not {block}",
            site.span(),
            kernel,
            help=f"launch it with that block, or change `required_block` of `{kernel.name}`",
        )
    if artifact.max_threads_per_block is not None and threads > artifact.max_threads_per_block:
        _refuse(
            "PC0403",
            f"the block has {threads} threads; the launch bounds of `{kernel.name}` allow {artifact.max_threads_per_block}",
            site.span(),
            kernel,
            help=f"use a smaller block, or raise `launch_bounds` of `{kernel.name}`",
        )
    total = artifact.static_shared_bytes + shared_bytes
    if total > MAX_SHARED_BYTES:
        _refuse(
            "PC0410",
            f"`{kernel.name}` needs {total} bytes of shared memory a block ({artifact.static_shared_bytes} in its arrays, "
            f"{shared_bytes} asked for at the launch); there are {MAX_SHARED_BYTES}",
            site.span(),
            kernel,
            help="use smaller shared arrays, or a narrower type for their elements",
        )


def _device_of(
    kernel: KernelLike, parameters: Sequence[Parameter], arguments: Sequence[Any], site: CallSite
) -> Device:
    device: Device | None = None
    for index, argument in enumerate(arguments):
        if not isinstance(argument, Buffer):
            continue
        if device is None:
            device = argument.device
        elif argument.device is not device:
            _refuse(
                "PC0405",
                f"the buffer given for `{parameters[index].name}` is on another device ({argument.device.name}) than the "
                f"buffers before it ({device.name})",
                site.argument_span(index),
                kernel,
                help="all buffers of a launch live on one device",
            )
    return device if device is not None else open_device("cpu")


def _check_buffer(
    kernel: KernelLike, parameter: Parameter, argument: Any, index: int, site: CallSite
) -> None:
    if not isinstance(argument, Buffer):
        array = isinstance(argument, np.ndarray | list | tuple)
        _refuse(
            "PC0406",
            f"`{parameter.name}` of `{kernel.name}` takes a buffer of {parameter.dtype}, not {_described(argument)}",
            site.argument_span(index),
            kernel,
            help="copy it to the device first: `buffer = device.array(values)`; "
            "afterwards `buffer.numpy()` gives the contents"
            if array
            else "make one with `device.array(...)` or `device.zeros(...)`",
        )
    forms = set(_accepted_forms(parameter))
    if argument.form in forms:
        return
    if argument.dtype.name not in forms:
        _refuse(
            "PC0406",
            f"`{parameter.name}` of `{kernel.name}` takes a buffer of {parameter.dtype}, not of {argument.dtype.name}",
            site.argument_span(index),
            kernel,
            help="pass the bits as uint16: numpy has no bfloat16"
            if parameter.dtype == "bfloat16"
            else f"convert it: `device.array(values, np.{parameter.dtype})`",
        )
    _refuse(
        "PC0409",
        f"`{kernel.name}` may write `{parameter.name}`, and this buffer is read-only",
        site.argument_span(index),
        kernel,
        help="pass a buffer made without `read_only=True`, or declare the parameter as a `Slice`",
    )


def _described(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"a numpy array of {cast('np.ndarray[Any, np.dtype[Any]]', value).dtype.name}"
    if isinstance(value, Buffer):
        return f"a buffer of {value.dtype.name}"
    if isinstance(value, bool | int | float | np.generic):
        return f"the {type(cast('Any', value)).__name__} {value!s}"
    return f"a value of type {type(value).__name__}"


def _pack_scalar(kernel: KernelLike, parameter: Parameter, value: Any, index: int, site: CallSite) -> bytes:
    """`value` in an eight-byte slot."""
    problem: str | None = None
    help = None
    dtype = parameter.dtype
    is_bool = _is(value, bool, np.bool_)
    is_int = _is(value, int, np.integer) and not is_bool
    is_float = _is(value, float, np.floating) or type(value).__name__ == "bfloat16"
    if dtype == "bool":
        if is_bool:
            return struct.pack("<Q", bool(value))
    elif dtype in _INTEGER_BITS:
        bits, signed = _INTEGER_BITS[dtype]
        if is_int or is_bool:
            number = int(value)
            low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
            if low <= number <= high:
                return (number & ((1 << bits) - 1)).to_bytes(8, "little")
            problem = f"{number} does not fit: {dtype} holds {low} to {high}"
            help = "pass a number of this range, or give the parameter a wider type"
        elif is_float:
            help = "a float is not converted to an integer in silence: write `int(...)`"
    else:
        form, precision = _FLOATS[dtype]
        if is_float or is_bool:
            number = float(value)
            try:
                packed = _round_to_bfloat16(number) if dtype == "bfloat16" else struct.pack(form, number)
            except OverflowError:
                problem = f"{number} does not fit: it is beyond the largest {dtype}"
                help = "scale it down, or give the parameter a wider type"
            else:
                return packed.ljust(8, b"\0")
        elif is_int:
            number = int(value)
            if abs(number) <= 1 << precision:
                packed = (
                    _round_to_bfloat16(float(number)) if dtype == "bfloat16" else struct.pack(form, number)
                )
                return packed.ljust(8, b"\0")
            problem = f"{number} has no exact {dtype}"
            help = "write `float(...)` if rounding is meant"
    _refuse(
        "PC0407" if problem else "PC0406",
        f"`{parameter.name}` of `{kernel.name}` takes {_a(dtype)}, not {_described(value)}"
        if problem is None
        else f"`{parameter.name}` of `{kernel.name}` takes {_a(dtype)}: {problem}",
        site.argument_span(index),
        kernel,
        help=help
        or f"pass one number, or declare the parameter as what is passed: `{parameter.name}: Slice[f32]`, `bool_`, …",
    )


def _is(value: Any, *types: Any) -> bool:
    return isinstance(value, types)


def _a(dtype: str) -> str:
    return f"an {dtype}" if dtype[0] in "iu" and not dtype.startswith("uint") else f"a {dtype}"


def _round_to_bfloat16(value: float) -> bytes:
    """The two bytes of `value` rounded to nearest even. Raises OverflowError where a finite value would become infinite."""
    bits = int.from_bytes(struct.pack("<f", value), "little")
    if math.isnan(value):
        return struct.pack("<H", bits >> 16 | 0x40)
    rounded = bits + 0x7FFF + (bits >> 16 & 1) >> 16
    if math.isfinite(value) and rounded & 0x7FFF == 0x7F80:
        raise OverflowError
    return struct.pack("<H", rounded)
