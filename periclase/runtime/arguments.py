"""The arguments of a launch: checked at the user's line, and packed into slots of eight bytes.

What a kernel's parameters tell is worked out once, into an `ArgumentPlan`; each launch looks at types and ranges only. Whatever
is unusual, or wrong, takes the long way, which knows what to say about it.
"""

from __future__ import annotations

import math
import struct
import weakref
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias, cast

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError, Note, Span, shown
from periclase.launch_versions import SIGNED_NUMBERS, own_numbers
from periclase.runtime.artifact import Access, Artifact, Parameter, ParameterKind
from periclase.runtime.buffer import Buffer
from periclase.runtime.failures import ForeignHandle
from periclase.runtime.limits import MAX_BLOCK, MAX_GRID, MAX_SHARED_BYTES, MAX_THREADS_PER_BLOCK

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.kernel_parameters import Takers
    from periclase.runtime.launch_request import LaunchRequest
    from periclase.runtime.protocols import KernelLike

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

COUNT_FORMS = frozenset(("uint32", "uint32 read-only"))
"""`Buffer.form` of a buffer that a grid can be read from."""


Products: TypeAlias = "tuple[Callable[[Any], tuple[Any, ...]], ...]"
"""What picks two groups of numbers out of the arguments of a launch, all in the first being in the second, too; none if there is
nothing to pick."""


class ArgumentPlan:
    """How the arguments of one kernel are packed, as far as its parameters tell.

    Attributes:
        names: of the slices among the parameters, in order.
        declared: what the signature says that the kernel does with each of them.
        pointer_slots: the number of the slot that the pointer of each of them goes to; its length is in the next.
        first_slice: the index of the first parameter that is one; -1 if none is.
        in_parts: whether an argument is taken apart into several of the parameters.
        statics: the device globals that the last of the parameters are.
        takers: how arguments are taken apart, once one was.
        signed_numbers: what picks the signed integers of 32 and 64 bits, the extents, strides and offsets of views among them;
            None if there is none.
        products: of the numbers that the kernel multiplies something by, and of all signed integers that are no parts, what picks
            them; None until it was asked for.
    """

    __slots__ = (
        "__weakref__",
        "_accepted",
        "_pack",
        "_runs",
        "_scalars",
        "_slices",
        "_types",
        "declared",
        "first_slice",
        "in_parts",
        "names",
        "pointer_slots",
        "products",
        "signed_numbers",
        "statics",
        "takers",
    )

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

    def __init__(self, parameters: Sequence[Parameter], statics: Sequence[DeviceGlobal] = ()):
        slices = [i for i, p in enumerate(parameters) if p.kind is ParameterKind.SLICE]
        scalars = [i for i, p in enumerate(parameters) if p.kind is not ParameterKind.SLICE]
        declared = [parameters[i].access for i in slices]
        types: list[type] = []
        offsets: list[int] = []
        form = "<"
        for parameter in parameters:
            if parameter.kind is ParameterKind.SLICE:
                types.append(Buffer)
                offsets.append(struct.calcsize(form))
                form += "16x"
            elif parameter.kind is ParameterKind.BYTES:
                types.append(bytes)
                form += f"{parameter.itemsize}s{-parameter.itemsize % 8}x"
            else:
                # Any other dtype takes the long way: no value is an instance of exactly this.
                kind, packed = self._FORMATS.get(parameter.dtype, (_NoType, "Q"))
                types.append(kind)
                form += packed
        self.names = tuple(parameters[i].name for i in slices)
        self.declared = tuple(Access.READ_WRITE if access is Access.NONE else access for access in declared)
        self.first_slice = slices[0] if slices else -1
        self.statics = tuple(statics)
        self.takers: Takers | None = None
        signed = [i for i in scalars if parameters[i].dtype in SIGNED_NUMBERS]
        self.signed_numbers = _choose(signed) if signed else None
        self.products: Products | None = None
        self.in_parts = any(parameter.argument is not None for parameter in parameters)
        self._types = tuple(types)
        self._accepted = tuple(frozenset(accepted_forms(parameters[i])) for i in slices)
        self._slices = _choose(slices)
        self._scalars = _choose(scalars)
        self._runs = tuple(_runs(offsets))
        self.pointer_slots = tuple(offset // 8 for offset in offsets)
        self._pack = struct.Struct(form).pack

    def find_products(self, kernel: KernelLike) -> Products:
        """`products` of the kernel that this is the plan of, which only devices with versions for small launches ask for."""
        names: frozenset[str] = getattr(kernel, "product_names", None) or frozenset[str]()
        if not names:
            self.products = ()
            return ()
        groups = names, own_numbers(kernel.parameters)
        picked = [[i for i, p in enumerate(kernel.parameters) if p.name in group] for group in groups]
        found = self.products = tuple(map(_choose, picked))
        return found

    def bind(
        self, arguments: tuple[Any, ...], state: DeviceState
    ) -> tuple[bytearray, tuple[Buffer, ...]] | None:
        """Slots and buffers of a launch on the device of `state`; None where something is unusual, or wrong.

        The slots of the buffers are zero: `place` fills them.
        """
        if (*map(type, arguments),) != self._types:
            return None
        buffers: tuple[Buffer, ...] = self._slices(arguments)
        for buffer, accepted in zip(buffers, self._accepted):  # noqa: B905 (the lengths are equal, and a keyword costs)
            if buffer.form not in accepted or buffer.device_state is not state:
                return None
        try:
            return bytearray(self._pack(*self._scalars(arguments))), buffers
        except (struct.error, OverflowError):
            return None

    def place(self, slots: bytearray, buffers: Sequence[Buffer], *, unmapped: bool = False) -> bool:
        """Fill in where the buffers are, and how long: what the runner knows. False, and nothing is done, if one has no memory.

        Args:
            unmapped: put a zero there instead for one that has none.
        """
        places: list[int] = []
        for buffer in buffers:
            address = buffer.allocation.address
            if not address and not unmapped:
                return False
            places += address + buffer.offset, buffer.size
        runs = self._runs
        if len(runs) == 1:
            pack, offset, _, _ = runs[0]
            pack(slots, offset, *places)
        else:
            for pack, offset, first, last in runs:
                pack(slots, offset, *places[first:last])
        return True

    def places(self, slots: bytearray) -> Sequence[tuple[int, int, bytes]]:
        """What `place` has filled in: where each run of slots starts and stops, and what is there."""
        return [
            (offset, offset + 8 * (last - first), bytes(slots[offset : offset + 8 * (last - first)]))
            for _, offset, first, last in self._runs
        ]


class NewPlan(ArgumentPlan):
    """The plan of a kernel that was not launched yet: nothing is usual before the first launch has begun."""

    __slots__ = ()

    def bind(
        self, arguments: tuple[Any, ...], state: DeviceState
    ) -> tuple[bytearray, tuple[Buffer, ...]] | None:
        """None."""
        return None

    bind_first = ArgumentPlan.bind
    """What `bind` gives from the first launch on."""

    def begin(self, kernel: Any) -> bool:
        """The first launch is about to be handed over: what the names in `kernel` stand for is looked up now.

        Returns:
            Whether the plan holds: a name may stand for another device global than when the plan was made.
        """
        if hasattr(kernel, "look_up_constants"):
            kernel.look_up_constants()
            if kernel.device_globals != self.statics:
                forget_plan(kernel.for_any_launch)
                return False
        self.__class__ = ArgumentPlan  # pyright: ignore[reportAttributeAccessIssue] (later launches need not ask)
        return True


def _runs(offsets: Sequence[int]) -> Iterator[tuple[Callable[..., None], int, int, int]]:
    """How slices are filled in whose slots are at `offsets`, with a call for those that stand side by side.

    The function that packs them, where in the slots, and which of the numbers.
    """
    first = 0
    for index in range(1, len(offsets) + 1):
        if index == len(offsets) or offsets[index] != offsets[index - 1] + 16:
            form = struct.Struct(f"<{2 * (index - first)}Q")
            yield form.pack_into, offsets[first], 2 * first, 2 * index
            first = index


def _choose(indices: Sequence[int]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that gives these items of a tuple, as one."""
    first, number = (indices[0], len(indices)) if indices else (0, 0)
    if tuple(indices) == (*range(first, first + number),):
        return itemgetter(slice(first, first + number))
    return itemgetter(*indices)


class _NoType:
    """The type of no value."""


_plans: dict[int, tuple[weakref.ref[KernelLike], ArgumentPlan]] = {}
"""By the `id` of the kernel; an entry goes with its kernel. (A WeakKeyDictionary makes a reference to look one up.)"""


def plan_of(kernel: KernelLike) -> ArgumentPlan:
    """The plan of `kernel`.

    Raises:
        CompileError: a parameter can not be passed by a launch.
    """
    number = id(kernel)
    known = _plans.get(number)
    if known is None:
        gone = weakref.ref(kernel, lambda _: _plans.pop(number, None))
        known = _plans[number] = gone, NewPlan(kernel.parameters, getattr(kernel, "device_globals", ()))
    return known[1]


def forget_plan(kernel: KernelLike) -> None:
    """The next launch of `kernel` is to be a first one."""
    _plans.pop(id(kernel), None)


def accepted_forms(parameter: Parameter) -> Iterator[str]:
    """`Buffer.form` of the buffers that a slice may be given."""
    # numpy has no bfloat16: the bits may come as uint16 (a dtype of that name, such as ml_dtypes', is taken too).
    for name in ("bfloat16", "uint16") if parameter.dtype == "bfloat16" else (parameter.dtype,):
        yield name
        if not parameter.access.writes:
            yield f"{name} read-only"


def bind_slowly(
    kernel: KernelLike, arguments: Sequence[Any], state: DeviceState, site: CallSite
) -> tuple[bytearray, tuple[Buffer, ...]]:
    """What `ArgumentPlan.bind` gives, for arguments of any kind.

    Raises:
        LaunchError: of the wrong number, kind, type, range or device; at the argument's place in the user's line.
    """
    check_number(kernel, arguments, site)
    slots = bytearray()
    buffers: list[Buffer] = []
    for number, (parameter, argument) in enumerate(zip(kernel.parameters, arguments, strict=True)):
        index = number if parameter.argument is None else parameter.argument
        if parameter.kind is ParameterKind.SLICE:
            _check_buffer(kernel, parameter, argument, index, state, site)
            slots += bytes(16)
            buffers.append(argument)
        elif parameter.kind is ParameterKind.BYTES:
            slots += argument.ljust(8 * parameter.slots, b"\0")
        else:
            slots += _pack_scalar(kernel, parameter, argument, index, site)
    return slots, tuple(buffers)


# ---------------------------------------------------------------------------------------------------------- checks ----


def refuse(
    code: str, message: str, span: Span | None, kernel: KernelLike, help: str | None = None
) -> NoReturn:
    """Raise the LaunchError that says so.

    Raises:
        LaunchError: always.
    """
    raise LaunchError(_diagnostic(code, message, span, kernel, help))


def _diagnostic(
    code: str, message: str, span: Span | None, kernel: KernelLike, help: str | None
) -> Diagnostic:
    note = Note(f"`{kernel.name}` is defined here", kernel.span) if kernel.span is not None else None
    return Diagnostic(code, message, span, notes=() if note is None else (note,), help=help)


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def check_number(kernel: KernelLike, arguments: Sequence[Any], site: CallSite) -> None:
    """See that there is an argument for each parameter.

    Raises:
        LaunchError: there are more, or fewer.
    """
    parameters = kernel.parameters
    if len(arguments) != len(parameters):
        hidden = len(plan_of(kernel).statics)
        parameters = parameters[: len(parameters) - hidden]
        arguments = arguments[: len(arguments) - hidden]
        shown = ", ".join(p.name for p in parameters)
        refuse(
            "PC0404",
            f"`{kernel.name}` takes {_count(len(parameters), 'argument')} ({shown}), {len(arguments)} given",
            site.span(),
            kernel,
            help=f"write `{kernel.name}[grid, block]({shown})`",
        )


def check_grid(kernel: KernelLike, grid: tuple[int, int, int], site: CallSite) -> None:
    """See that `grid` is within the limits.

    Raises:
        LaunchError: it is not.
    """
    x, y, z = grid
    if 0 <= x <= MAX_GRID[0] and 0 <= y <= MAX_GRID[1] and 0 <= z <= MAX_GRID[2]:
        return
    for axis, extent, limit in zip("xyz", grid, MAX_GRID, strict=True):
        if extent < 0 or extent > limit:
            refuse(
                "PC0403",
                f"the grid has {shown(extent)} blocks in {axis}; it takes 0 to {limit}",
                site.span(),
                kernel,
                help="compute how many blocks there are: `-(-n // threads)` for `n` elements; with 0 nothing is run"
                if extent < 0
                else "let each thread do more, or spread the blocks over more dimensions: "
                "`periclase.runtime.grid_shape.spread_blocks` finds extents",
            )


def check_count(kernel: KernelLike, count: Buffer, state: DeviceState, site: CallSite) -> None:
    """See that a grid can be read from `count`, on the device of `state`.

    Raises:
        ForeignHandle: it is on another device.
        LaunchError: it does not hold three uint32.
    """
    if count.device_state is not state:
        raise ForeignHandle(
            _diagnostic(
                "PC0405",
                f"the buffer given for the grid is on another device ({count.device_state.name}) than the launch "
                f"({state.name})",
                site.span(),
                kernel,
                "all buffers of a launch live on one device",
            )
        )
    if count.form not in COUNT_FORMS or count.size != 3:
        held = f"of {count.size} {count.dtype.name}"
        if not count.is_contiguous:
            held = f"from a view of shape {count.shape} with strides"
        refuse(
            "PC0403",
            f"a grid is read from a buffer of three uint32, not {held}",
            site.span(),
            kernel,
            help="make one with `device.zeros(3, np.uint32)`: the blocks in x, y and z",
        )


def check_block(kernel: KernelLike, block: tuple[int, int, int], site: CallSite) -> None:
    """See that `block` is within the limits.

    Raises:
        LaunchError: it is not.
    """
    x, y, z = block
    threads = x * y * z
    if 0 < threads <= MAX_THREADS_PER_BLOCK and x > 0 and y > 0 and 0 < z <= MAX_BLOCK[2]:
        return
    for axis, extent, limit in zip("xyz", block, MAX_BLOCK, strict=True):
        if extent < 1 or extent > limit:
            refuse(
                "PC0403",
                f"the block has {shown(extent)} threads in {axis}; it takes 1 to {limit}",
                site.span(),
                kernel,
                help="a block needs a thread" if extent < 1 else "use a smaller block and more blocks",
            )
    refuse(
        "PC0403",
        f"the block has {threads} threads ({' x '.join(map(str, block))}); it takes up to {MAX_THREADS_PER_BLOCK}",
        site.span(),
        kernel,
        help="use a smaller block and more blocks",
    )


def check_limits(request: LaunchRequest, artifact: Artifact) -> None:
    """See that a launch keeps to what its kernel was compiled for. Known only when it is: the runner asks.

    Raises:
        LaunchError: it does not.
    """
    kernel, _, grid, count, block, shared_bytes, _, _, context = request
    site, cluster = context.site, artifact.cluster
    # A grid that is read from a buffer when the launch begins is looked at by the backend.
    if cluster is not None and count is None and any(map(int.__mod__, grid, cluster)):
        refuse(
            "PC0403",
            f"`{kernel.name}` is launched in clusters of {cluster} blocks, which a grid of {grid} is no multiple of",
            site.span(),
            kernel,
            help="launch whole clusters, and have the blocks behind the end do nothing",
        )
    if artifact.required_block is not None and block != artifact.required_block:
        refuse(
            "PC0403",
            f"`{kernel.name}` was compiled for blocks of {artifact.required_block} threads, not {block}",
            site.span(),
            kernel,
            help=f"launch it with that block, or change `required_block` of `{kernel.name}`",
        )
    if artifact.max_threads_per_block is not None:
        threads = block[0] * block[1] * block[2]
        if threads > artifact.max_threads_per_block:
            refuse(
                "PC0403",
                f"the block has {threads} threads; the launch bounds of `{kernel.name}` allow "
                f"{artifact.max_threads_per_block}",
                site.span(),
                kernel,
                help=f"use a smaller block, or raise `launch_bounds` of `{kernel.name}`",
            )
    total = artifact.static_shared_bytes + shared_bytes
    if total > MAX_SHARED_BYTES:
        refuse(
            "PC0410",
            f"`{kernel.name}` needs {total} bytes of shared memory a block "
            f"({artifact.static_shared_bytes} in its arrays, "
            f"{shared_bytes} asked for at the launch); there are {MAX_SHARED_BYTES}",
            site.span(),
            kernel,
            help="use smaller shared arrays, or a narrower type for their elements",
        )


def _check_buffer(
    kernel: KernelLike, parameter: Parameter, argument: Any, index: int, state: DeviceState, site: CallSite
) -> None:
    if not isinstance(argument, Buffer):
        array = isinstance(argument, np.ndarray | list | tuple)
        refuse(
            "PC0406",
            f"`{parameter.name}` of `{kernel.name}` takes a buffer of {parameter.dtype}, "
            f"not {_described(argument)}",
            site.argument_span(index),
            kernel,
            help="copy it to the device first: `buffer = device.array(values)`; "
            "afterwards `buffer.numpy()` gives the contents"
            if array
            else "make one with `device.array(...)` or `device.zeros(...)`",
        )
    if argument.device_state is not state:
        raise ForeignHandle(
            _diagnostic(
                "PC0405",
                f"the buffer given for `{parameter.name}` is on another device ({argument.device_state.name}) than the "
                f"launch ({state.name})",
                site.argument_span(index),
                kernel,
                "all buffers of a launch live on one device",
            )
        )
    forms = set(accepted_forms(parameter))
    if argument.form in forms:
        return
    held = argument.form.removesuffix(" read-only")
    if not argument.is_contiguous:
        refuse(
            "PC0406",
            f"`{parameter.name}` of `{kernel.name}` takes a buffer whose elements lie one behind the other, "
            "and this one is a "
            f"view of shape {argument.shape} with strides",
            site.argument_span(index),
            kernel,
            help="copy: `device.array(view.numpy())`"
            if hasattr(kernel, "slice_type")
            else f"declare the parameter as a view, `View[..., {argument.ndim}]`, or copy: `device.array(view.numpy())`",
        )
    if held not in forms:
        refuse(
            "PC0406",
            f"`{parameter.name}` of `{kernel.name}` takes a buffer of {parameter.dtype}, not of {held}",
            site.argument_span(index),
            kernel,
            help="pass the bits as uint16: numpy has no bfloat16"
            if parameter.dtype == "bfloat16"
            else getattr(
                kernel,
                "dtype_help",
                "give its elements the dtype of the struct: `device.array(values, Struct.dtype)`",
            )
            if parameter.itemsize
            else f"convert it: `device.array(values, np.{parameter.dtype})`",
        )
    refuse(
        "PC0409",
        f"`{kernel.name}` may write `{parameter.name}`, and this buffer is read-only",
        site.argument_span(index),
        kernel,
        help="pass a buffer made without `read_only=True`, or declare the parameter as a "
        f"`{getattr(kernel, 'slice_type', 'Slice')}`",
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
            problem = f"{shown(number)} does not fit: {dtype} holds {low} to {high}"
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
            problem = f"{shown(number)} has no exact {dtype}"
            help = "write `float(...)` if rounding is meant"
    refuse(
        "PC0407" if problem else "PC0406",
        f"`{parameter.name}` of `{kernel.name}` takes {_a(dtype)}, not {_described(value)}"
        if problem is None
        else f"`{parameter.name}` of `{kernel.name}` takes {_a(dtype)}: {problem}",
        site.argument_span(index),
        kernel,
        help=help
        or "pass one number, or declare the parameter as what is passed: "
        f"`{parameter.name}: {getattr(kernel, 'slice_type', 'Slice[f32]')}`, "
        f"`{'bool' if hasattr(kernel, 'slice_type') else 'bool_'}`, …",
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
