"""`cuda.jit`: kernels and device functions that are written for numba-cuda."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from types import CodeType, FunctionType
from typing import Any, cast

from periclase.compat.numba_cuda.device_arrays import launch_argument
from periclase.compat.numba_cuda.devices import current_device, get_current_device
from periclase.compat.numba_cuda.functions import RULES
from periclase.compat.numba_cuda.grid_barrier import renew
from periclase.compat.numba_cuda.number_types import (
    ArrayKind,
    NumberType,
    TypeSignature,
    is_signature,
    signature_of,
)
from periclase.compat.numba_cuda.streams import entered
from periclase.compat.numba_cuda.uncovered import uncovered
from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError
from periclase.kernel import (
    FAST_MATH_FLAGS,
    MOST_THREADS,
    DeviceFunction,
    Kernel,
    KernelOptions,
    LaunchBounds,
    dimensions,
    shared_memory_bytes,
)
from periclase.launch_arguments import in_order
from periclase.record import Record, replace
from periclase.runtime.argument_types import type_of
from periclase.runtime.call_site import call_site
from periclase.signature import MISSING, Scope
from periclase.specialised import SpecialisedKernel, specialise
from periclase.types import Access, SliceType, Type
from periclase.views import ViewType

THREADS_OF_A_BLOCK = 256
"""How many `forall` gives a block."""

_WITHOUT_EFFECT = frozenset(
    {"debug", "opt", "lineinfo", "cache", "extensions", "boundscheck", "forceinline", "lto", "nopython"}
)
"""What `cuda.jit` takes, and Periclase does of itself or has no use for."""


class CudaKernel(Kernel[..., Any]):
    """A function marked `@cuda.jit`: `kernel[grid, block, stream, shared](…)` launches it, and kernels call it.

    Attributes:
        py_func: the Python function.
        typed: the signatures that `cuda.jit` was given.
    """

    def __init__(
        self, function: Callable[..., Any], options: KernelOptions, typed: Sequence[TypeSignature] = ()
    ):
        super().__init__(function, options)
        self.py_func = self.function
        self.typed = tuple(typed)

    def type_of_argument(self, value: Any) -> Type:
        """The type of a parameter that a launch passes `value` for, a record or an array of them."""
        from periclase.compat.numba_cuda.records import is_record, record_class
        from periclase.structs import struct_type

        dtype = getattr(value, "dtype", None)
        if not is_record(dtype):
            return type_of(value)
        element = struct_type(record_class(cast(Any, dtype)))
        rank = len(value.shape)
        return (
            SliceType(element, Access.READ_WRITE) if rank == 1 else ViewType(element, rank, Access.READ_WRITE)
        )

    def __getitem__(self, configuration: Any) -> Any:
        given = cast("tuple[Any, ...]", configuration if isinstance(configuration, tuple) else ())
        if not 2 <= len(given) <= 4:
            raise LaunchError(
                Diagnostic(
                    "PC0402",
                    f"`{self.name}[…]` takes a grid and a block, and optionally a stream and the bytes of dynamic shared memory",
                    call_site().span(),
                    help=f"write `{self.name}[blocks, threads](…)`",
                )
            )
        return self.configure(*given)

    def configure(self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: Any = 0) -> Configured:
        """The kernel with a launch configuration: `kernel[griddim, blockdim, stream, sharedmem]`.

        Raises:
            LaunchError: there is no such configuration.
        """
        grid, block = dimensions(griddim, "grid"), dimensions(blockdim, "block")
        return Configured(self, grid, block, stream, shared_memory_bytes(sharedmem))

    def forall(self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> Configured | _Nothing:
        """The kernel for at least `ntasks` threads in one dimension, `tpb` of them in a block."""
        if ntasks < 0:
            raise ValueError(f"there can not be {ntasks} tasks")
        if ntasks == 0:
            return _Nothing()
        threads = tpb or (MOST_THREADS if self.options.cooperative else THREADS_OF_A_BLOCK)
        return self.configure((ntasks + threads - 1) // threads, threads, stream, sharedmem)

    def specialise_to(self, signature: Any) -> SpecialisedKernel:
        """The kernel for the types of a signature.

        Raises:
            CompileError: it is none.
        """
        given = signature_of(signature)
        types = [device_type(each) for each in given.args]
        if len(types) != len(self.signature.parameters):
            raise DiagnosticError(
                Diagnostic(
                    "PC0207",
                    f"`{self.name}` has {len(self.signature.parameters)} parameters, and `{given}` names {len(types)}",
                    call_site().span(),
                )
            )
        return specialise(self, types)

    def specialize(self, *arguments: Any) -> CudaKernel:
        """The kernel itself: it is specialised to the arguments of each launch."""
        return self

    def inspect_asm(self, signature: Any = None) -> Any:
        """The PTX for a signature; without one a dictionary of the PTX for each that there is."""
        if signature is not None:
            return self.specialise_to(signature).ptx()
        return {each: self.specialise_to(each).ptx() for each in self.typed}

    @property
    def overloads(self) -> dict[Any, Overload]:
        """The signatures that `cuda.jit` was given, each with the kernel for it."""
        return {each.args: Overload(self.specialise_to(each)) for each in self.typed}

    def __reduce__(self) -> str:
        return self.function.__qualname__


class Overload(Record):
    """A kernel for the types of one signature."""

    kernel: SpecialisedKernel

    def max_cooperative_grid_blocks(self, blockdim: Any, dynsmemsize: int = 0) -> int:
        """How many blocks of `blockdim` threads can wait for each other: on the CPU one."""
        device = current_device()
        if not device.name.startswith("cuda"):
            return 1
        x, y, z = dimensions(blockdim, "block")
        threads, blocks = device.best_block(
            cast(Any, self.kernel), shared_bytes=dynsmemsize, most_threads=x * y * z
        )
        return blocks if threads == x * y * z else get_current_device().MULTIPROCESSOR_COUNT


class Configured(Record):
    """A kernel with its launch configuration; calling it launches."""

    kernel: CudaKernel
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    stream: Any
    shared_bytes: int

    def __call__(self, *arguments: Any, **named: Any) -> None:
        """Enqueue the launch on the current device, and return at once; with arrays of the host among the arguments it waits.

        Raises:
            LaunchError: the arguments do not fit.
        """
        kernel = self.kernel
        if named or len(arguments) != kernel.py_func.__code__.co_argcount:
            arguments = in_order(kernel, arguments, named)
        values = tuple(map(launch_argument, arguments))
        if kernel.typed:
            values = _converted(kernel, values)
        if kernel.options.cooperative:
            renew(current_device())
        with entered(self.stream):
            current_device().launch(
                cast(Any, kernel), self.grid, self.block, values, shared_bytes=self.shared_bytes
            )


class _Nothing:
    """What launches no thread."""

    def __call__(self, *arguments: Any) -> None:
        return None


def device_type(kind: NumberType | ArrayKind) -> Type:
    """The type of a parameter on the device.

    Raises:
        DiagnosticError: kernels have no such parameters.
    """
    if isinstance(kind, NumberType):
        if kind.type is None:
            raise uncovered("a parameter of type `void`", "leave it out")
        return kind.type
    element = kind.dtype.type
    if kind.ndim == 1 and kind.layout != "A":
        return SliceType(element, Access.READ_WRITE)
    if kind.ndim > 3:
        raise uncovered(
            f"an array of {kind.ndim} dimensions", "fold some into one: `x.reshape(…)`, and `i * n + j`"
        )
    return ViewType(element, kind.ndim, Access.READ_WRITE)


def _converted(kernel: CudaKernel, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments in the types of the first signature that takes them.

    Raises:
        LaunchError: none does.
    """
    for signature in kernel.typed:
        if len(signature.args) == len(values) and all(map(_fits, signature.args, values)):
            return tuple(map(_as_argument, signature.args, values))
    shown = ", ".join(map(str, kernel.typed))
    raise LaunchError(
        Diagnostic(
            "PC0406",
            f"the arguments do not fit the signature of `{kernel.name}`: {shown}",
            call_site().span(),
            help="pass arrays of these dtypes and numbers of dimensions, or leave the signature out of `cuda.jit`",
        )
    )


def _fits(kind: NumberType | ArrayKind, value: Any) -> bool:
    dtype = getattr(value, "dtype", None)
    if isinstance(kind, NumberType):
        return not getattr(value, "shape", ())
    return dtype is not None and dtype.name == kind.dtype.numpy_name and len(value.shape) == kind.ndim


def _as_argument(kind: NumberType | ArrayKind, value: Any) -> Any:
    if not isinstance(kind, NumberType):
        return value
    return kind(
        kind.type.convert(value.item() if hasattr(value, "item") else value)
    )  # as a cast in a kernel: it wraps


# The decorator


def jit(
    func_or_sig: Any = None,
    device: bool = False,
    inline: Any = False,
    link: Sequence[Any] = (),
    fastmath: Any = False,
    max_registers: int | None = None,
    launch_bounds: Any = None,
    **others: Any,
) -> Any:
    """Make a kernel, or with `device=True` a device function, of a Python function.

    Args:
        func_or_sig: the function; or a signature, or a list of such, as text or types.
        device: whether it is a device function.
        inline: whether calls of it are always inlined.
        link: not covered.
        fastmath: whether its float operations may be changed as if they were exact.
        max_registers: the most registers a thread may use.
        launch_bounds: the most threads a block will have, or that and the fewest blocks that shall fit on a multiprocessor.
        others: what numba takes and Periclase has no use for, such as `cache` and `lineinfo`.

    Raises:
        DiagnosticError: something that is not covered was asked for.
    """
    if link:
        raise uncovered(
            "`link=` of `cuda.jit`",
            "write the linked function in Python, and mark it `@cuda.jit(device=True)`",
        )
    unknown = sorted(others.keys() - _WITHOUT_EFFECT)
    if unknown:
        raise uncovered(f"`{unknown[0]}=` of `cuda.jit`", "leave it out")
    given = func_or_sig
    signatures = cast(
        "list[Any]", given if isinstance(given, list) else [given] if is_signature(given) else []
    )
    typed = [signature_of(each) for each in signatures]
    options = KernelOptions(
        fastmath=_fast_math(fastmath),
        inline="always" if inline in (True, "always") else None,
        rules=RULES,
    )

    def decorate(function: Any) -> Any:
        plain = getattr(function, "py_func", function)
        if device:
            return CudaFunction(_annotated(plain, typed), options)
        bounds = _bounds(max_registers, launch_bounds)
        kept = replace(options, inline=None, launch_bounds=bounds, cooperative=waits_for_the_grid(plain))
        return CudaKernel(plain, kept, typed)

    return decorate if given is None or signatures or isinstance(given, list) else decorate(given)


class CudaFunction(DeviceFunction[..., Any]):
    """A function marked `@cuda.jit(device=True)`. On the host it is the Python function."""

    @property
    def py_func(self) -> FunctionType:
        """The Python function."""
        return self.function


def _annotated(function: Any, typed: Sequence[TypeSignature]) -> Any:
    """A device function with its signature as annotations, which calls then convert their arguments to."""
    if not typed or not isinstance(function, FunctionType):
        return function
    code = function.__code__
    made = FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    functools.update_wrapper(made, function)
    del made.__dict__["__wrapped__"]
    names = code.co_varnames[: code.co_argcount]
    scalars = {
        name: kind.type
        for name, kind in zip(names, typed[0].args, strict=False)
        if isinstance(kind, NumberType)
    }
    result = typed[0].return_type
    if isinstance(result, NumberType):
        scalars["return"] = result.type
    made.__annotations__ = scalars
    return made


def _fast_math(given: Any) -> tuple[str, ...]:
    if given is True:
        return FAST_MATH_FLAGS
    flags: Iterable[str] = given if given else ()
    if isinstance(flags, dict):
        flags = [name for name, wanted in cast("dict[str, bool]", flags).items() if wanted]
    return FAST_MATH_FLAGS if "fast" in flags else tuple(sorted(set(flags) & set(FAST_MATH_FLAGS)))


def _bounds(max_registers: int | None, launch_bounds: Any) -> LaunchBounds | None:
    if launch_bounds is None and max_registers is None:
        return None
    threads: int = MOST_THREADS
    blocks: int | None = None
    if launch_bounds is not None:
        parts: tuple[int, ...] = (launch_bounds,) if isinstance(launch_bounds, int) else tuple(launch_bounds)
        threads, blocks = parts[0], parts[1] if len(parts) > 1 else None
    return LaunchBounds(threads, blocks, max_registers)


def waits_for_the_grid(function: Any, seen: tuple[Any, ...] = ()) -> bool:
    """Whether a function, or one that it names, says `cuda.cg.this_grid()`: all blocks then have to run at once."""
    plain = getattr(function, "py_func", function)
    if not isinstance(plain, FunctionType) or plain in seen:
        return False
    names = _names(plain.__code__)
    if "this_grid" in names:
        return True
    scope = Scope(plain)
    held = (scope.lookup(name) for name in (*names, *plain.__code__.co_freevars))
    return any(
        waits_for_the_grid(value, (*seen, plain))
        for value in held
        if value is not MISSING and hasattr(value, "py_func")
    )


def _names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names(constant)
    return found
