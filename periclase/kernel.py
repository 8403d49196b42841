"""Kernels and device functions as objects: what `@kernel` and `@device` make of a Python function.

```python
@kernel
def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(y):
        y[i] = a * x[i] + y[i]

saxpy[4096, 256](2.0, x, y)     # launches on the device that holds x and y
print(saxpy.ptx(arch="sm_90"))  # needs no device
```

Decorating looks at nothing but the function's name: source and annotations are read when something is compiled or launched.
Neither importing this module nor a launch whose artifact is cached imports xDSL or LLVM.
"""

from __future__ import annotations

import contextlib
import functools
import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, ParamSpec, TypeVar, cast, overload

from periclase.constants import LaunchedNames
from periclase.diagnostics import CompileError, Diagnostic, LaunchError, Span, shown
from periclase.importer import reserved_names
from periclase.launch_versions import LaunchVersions
from periclase.record import NamedTuple, Record

if TYPE_CHECKING:
    from periclase.constants import Constants
    from periclase.device_globals import DeviceGlobal
    from periclase.runtime.artifact import Artifact
    from periclase.runtime.artifact import Parameter as RuntimeParameter
    from periclase.runtime.buffer import Buffer
    from periclase.signature import Signature
    from periclase.types import Type

P = ParamSpec("P")
R = TypeVar("R")

FAST_MATH_FLAGS = ("afn", "arcp", "contract", "ninf", "nnan", "nsz", "reassoc")
"""What `fastmath` may name: LLVM's flags, in sorted order."""


MOST_THREADS = 1024
"""Of a block, on every GPU so far (CUDA programming guide, "Technical specifications per compute capability")."""
MOST_CLUSTER_BLOCKS = 16
"""Of a cluster, on every GPU so far; 8 is the portable limit."""


def _refuse(message: str, help: str | None = None) -> NoReturn:
    from periclase.definition_errors import refuse

    refuse("PC0311", message, help)


def _refuse_options(decorator: Callable[..., Any], unknown: Mapping[str, Any]) -> NoReturn:
    from periclase.definition_errors import refuse_options

    code = decorator.__code__
    refuse_options(
        decorator.__name__, unknown, code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    )


class LaunchBounds(Record):
    """What a kernel promises about its launches, so that registers can be shared out.

    Attributes:
        max_threads: the most threads a block will have (PTX `.maxntid`).
        min_blocks: the fewest blocks that shall fit on a multiprocessor (PTX `.minnctapersm`), or None.
        max_registers: the most registers a thread may use (PTX `.maxnreg`), or None.
    """

    max_threads: int
    min_blocks: int | None = None
    max_registers: int | None = None

    def __post_init__(self):
        for name in ("max_threads", "min_blocks", "max_registers"):
            value = getattr(self, name)
            if value is not None and value < 1:
                _refuse(f"{name} must be at least 1, not {value}")
        if self.max_threads > MOST_THREADS:
            _refuse(f"a block has at most {MOST_THREADS} threads, not {self.max_threads}")


class KernelOptions(Record):
    """What the decorator was told.

    Attributes:
        launch_bounds: or None.
        required_block: the only block shape a launch may have (PTX `.reqntid`), or None.
        cluster: the shape of a cluster in blocks (PTX `.reqnctapercluster`), or None.
        cooperative: all blocks of a launch are on the device at once, so that they may wait for one another.
        fastmath: LLVM's flags that every float operation of the kernel carries, sorted.
        debug: overflow traps instead of wrapping.
        variables: the debug information tells of variables, beside lines.
        inline: `always`, `never` or None (the compiler decides); device functions only.
        extern: the function is only declared: its body is ignored, another library defines it.
        rules: whose typing rules the function is written by, as `module:class` (a `FunctionTyping` of the importer); None for
            those of the language.
    """

    launch_bounds: LaunchBounds | None = None
    required_block: tuple[int, int, int] | None = None
    cluster: tuple[int, int, int] | None = None
    cooperative: bool = False
    fastmath: tuple[str, ...] = ()
    debug: bool = False
    variables: bool = False
    inline: str | None = None
    extern: bool = False
    rules: str | None = None


def _launch_bounds(given: LaunchBounds | int | Sequence[int] | None) -> LaunchBounds | None:
    if given is None or isinstance(given, LaunchBounds):
        return given
    return LaunchBounds(given) if isinstance(given, int) else LaunchBounds(*given)


def _fast_math(given: bool | Iterable[str]) -> tuple[str, ...]:
    if given is True:
        return FAST_MATH_FLAGS
    if given is False:
        return ()
    flags = tuple(sorted(set(given)))
    unknown = [flag for flag in flags if flag not in FAST_MATH_FLAGS]
    if unknown:
        _refuse(f"unknown fast-math flag {unknown[0]!r}", f"there are {', '.join(FAST_MATH_FLAGS)}")
    return flags


def _debug_features(given: bool | str | Iterable[str]) -> Sequence[str]:
    if isinstance(given, bool):
        return ("overflow",) if given else ()
    from periclase.debug_features import debug_features

    return debug_features(given)


def _shape(given: int | Sequence[int] | None, what: str, most: int) -> tuple[int, int, int] | None:
    if given is None:
        return None
    x, y, z = shape = dimensions(given, what)
    if min(shape) < 1 or x * y * z > most:
        _refuse(
            f"a {what} of {x} by {y} by {z}: every extent must be at least 1, their product at most {most}"
        )
    return shape


def _call_site_span() -> Span:
    """The user's expression that is being evaluated."""
    from periclase.runtime.call_site import call_site

    return call_site().span()


def _told_at_the_call(error: CompileError) -> CompileError:
    """The error again, what has no place in a kernel at the user's call.

    How the compiler came to it is not shown: its diagnostics say all that a user can mend.
    """
    if all(diagnostic.span is not None for diagnostic in error.diagnostics):
        return error.with_traceback(None)
    return error.placed_at(_call_site_span())


def dimensions(given: int | Sequence[int], what: str) -> tuple[int, int, int]:
    """`given`, one to three whole numbers, as three.

    Raises:
        LaunchError: it is anything else.
    """
    if type(given) is int:  # every launch comes here twice
        return given, 1, 1
    parts: tuple[Any, ...] = tuple(given) if isinstance(given, tuple | list) else (given,)
    numbers: list[int] = []
    for part in parts:
        try:
            if isinstance(part, bool):
                raise TypeError
            numbers.append(operator.index(part))
        except TypeError:
            raise LaunchError(
                Diagnostic(
                    "PC0403",
                    f"the {what} must be one to three whole numbers, not {shown(given)}",
                    _call_site_span(),
                    help="write `kernel[grid, block](…)`, each of them an int or a tuple such as `(16, 16)`",
                )
            ) from None
    if not 1 <= len(numbers) <= 3:
        raise LaunchError(
            Diagnostic(
                "PC0403",
                f"the {what} has {len(numbers)} dimensions; it takes one to three",
                _call_site_span(),
                help="fold the further dimensions into one of the three, and take indices apart in the kernel",
            )
        )
    x, y, z = (*numbers, 1, 1)[:3]
    return x, y, z


_loaded: dict[str, tuple[int, int] | None] = {}


def _stamp(filename: str) -> tuple[int, int] | None:
    try:
        status = os.stat(filename)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def note_loaded(filename: str) -> None:
    """Remember the state of a source file when the first function in it is decorated."""
    if filename not in _loaded:
        _loaded[filename] = _stamp(filename)


def unchanged_since_loaded(filename: str) -> bool:
    """Whether a source file is known to be as it was then, so that its text is what its functions were made of."""
    then = _loaded.get(filename)
    return then is not None and then == _stamp(filename)


class _Compiled(Generic[P, R]):
    """What kernels and device functions share: a Python function, its reserved name and the options."""

    def __init__(self, function: Callable[P, R], options: KernelOptions, reserved_name: str):
        if not isinstance(function, FunctionType):
            _refuse(f"@{self._decorator} takes a function written with `def`, not {function!r}")
        if (root := reserved_names.reserved_start(function.__name__)) is not None:
            raise CompileError(
                Diagnostic(
                    "PC0301",
                    f"the name `{function.__name__}` starts with `{root}`, which Periclase keeps for itself",
                    Span(function.__code__.co_filename, function.__code__.co_firstlineno),
                    help="choose another name",
                )
            )
        note_loaded(function.__code__.co_filename)
        functools.update_wrapper(cast(Any, self), function)
        self.function: FunctionType = function
        self.options = options
        self.reserved_name = reserved_name
        """`periclase_kernel_<hash>_<name>` or `periclase_device_<hash>_<name>`: how the collector tells what this is."""

    _decorator = ""

    @property
    def name(self) -> str:
        """The user's name of the function."""
        return self.function.__name__

    @property
    def span(self) -> Span | None:
        """Where the function is defined: the line of its first decorator."""
        code = self.function.__code__
        return Span(code.co_filename, code.co_firstlineno)

    @functools.cached_property
    def signature(self) -> Signature:
        """Parameters and result, from the annotations.

        Raises:
            CompileError: an annotation means nothing on a device.
        """
        from periclase.signature import signature_of

        return signature_of(self.function, kernel=isinstance(self, Kernel))

    def __reduce__(self) -> str:
        # By its name in its module, as a function is: another process imports it, and a copy is the very same.
        return self.function.__qualname__

    def fingerprint(self) -> str:
        """A hash of all that the compiled code depends on; see `periclase.fingerprint`."""
        from periclase.fingerprint import fingerprint

        return fingerprint(cast(Any, self))

    def mir(self) -> str:
        """The `mir` of this function and all it calls, as imported, before any pass.

        Raises:
            CompileError: the function is outside the subset that can be compiled.
        """
        from periclase.importer.python.import_kernels import import_kernels

        try:
            return str(import_kernels([cast(Any, self)]))
        except CompileError as error:
            raise _told_at_the_call(error) from error.__cause__


class DeviceFunction(_Compiled[P, R]):
    """A function that kernels call. It stays an ordinary callable on the host."""

    _decorator = "device"

    def __init__(self, function: Callable[P, R], options: KernelOptions):
        reserve = reserved_names.device_extern_name if options.extern else reserved_names.device_name
        super().__init__(function, options, reserve(getattr(function, "__name__", "")))

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<device function {self.function.__qualname__}>"


class Kernel(LaunchVersions, _Compiled[P, R]):
    """A kernel: `k[grid, block](…)` launches it, `k.ptx(arch="sm_90")` shows its PTX."""

    _decorator = "kernel"
    _device_globals: tuple[Constants | None, tuple[DeviceGlobal, ...]] | None = None
    _parameters_with_globals: tuple[tuple[DeviceGlobal, ...], tuple[RuntimeParameter, ...]] | None = None

    def __init__(self, function: Callable[P, R], options: KernelOptions):
        super().__init__(function, options, reserved_names.kernel_name(getattr(function, "__name__", "")))

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        from periclase.launch_arguments import written_parameters

        shown = written_parameters(self)
        raise LaunchError(
            Diagnostic(
                "PC0401",
                f"`{self.name}` is a kernel: it is launched over a grid of blocks, not called",
                _call_site_span(),
                help=f"write `{self.name}[grid, block]({shown})`, such as `{self.name}[(n + 255) // 256, 256]({shown})`",
            )
        )

    def __getitem__(self, configuration: Any) -> LaunchConfiguration:
        """The kernel with a launch configuration: `[grid, block]` or `[grid, block, shared_bytes]`.

        Args:
            configuration: grid (in blocks) and block (in threads), each an int or a tuple of up to three, then optionally
                the bytes of dynamic shared memory. The grid may be a buffer of three uint32: they are read when the launch
                begins.

        Raises:
            LaunchError: it is anything else.
        """
        if configuration.__class__ is tuple and len(configuration) == 2:
            grid, block = configuration
            if type(grid) is int and type(block) is int:  # the way of most launches, hence the shortest
                return _new(LaunchConfiguration, (self, (grid, 1, 1), (block, 1, 1), 0))
        if _fills_in(configuration):
            given = cast(Any, configuration if isinstance(configuration, tuple) else (configuration,))
            return cast(Any, self.specialise(*given))
        if not isinstance(configuration, tuple) or not 2 <= len(cast(tuple[Any, ...], configuration)) <= 3:
            raise LaunchError(
                Diagnostic(
                    "PC0402",
                    f"`{self.name}[…]` takes a grid and a block, and optionally the bytes of dynamic shared memory",
                    _call_site_span(),
                    help=f"write `{self.name}[grid, block](…)`",
                )
            )
        configuration = cast(tuple[Any, ...], configuration)
        shared: Any = configuration[2] if len(configuration) == 3 else 0
        if type(shared) is not int or shared < 0:
            shared = shared_memory_bytes(shared)
        grid = configuration[0]
        return LaunchConfiguration(
            self,
            grid if _is_buffer(grid) else dimensions(grid, "grid"),
            dimensions(configuration[1], "block"),
            shared,
        )

    def specialise(self, *types: Any, **named: Any) -> Kernel[P, R]:
        """A generic kernel with what its parameters leave open filled in: a kernel like any other. `kernel[f32]` is the same.

        Args:
            types: for each type variable and each other open parameter, in the order in which they are written: a type, the
                number of a `Const`, or a function.
            named: the same by name.

        Raises:
            LaunchError: they are too many or too few, or one does not fit.
        """
        from periclase.specialised import instantiate

        return instantiate(self, types, named)

    @property
    def exported_name(self) -> str:
        """What the compiled kernel is exported as. Two that a generic one becomes have two such names."""
        from periclase.importer.export_names import kernel_export_name

        return kernel_export_name(self.name)

    @property
    def home_of_constants(self) -> LaunchedNames:
        return self.for_any_launch

    def fingerprint_now(self) -> str:
        from periclase.fingerprint import fingerprint

        return fingerprint(cast(Any, self))

    @functools.cached_property
    def is_generic(self) -> bool:
        """Whether the types of the parameters are known when it is launched only."""
        try:
            return any(parameter.type is None for parameter in self.signature.parameters)
        except CompileError:
            return False  # who compiles it is told what is wrong with its annotations

    @functools.cached_property
    def specialisations(self) -> dict[tuple[Type, ...], Any]:
        """What a generic kernel has become so far, by the types of its parameters."""
        return {}

    @functools.cached_property
    def launched(self) -> dict[Any, Any]:
        """The same, by what `periclase.runtime.argument_types` sees in the arguments of a launch."""
        return {}

    @functools.cached_property
    def constant_parameters(self) -> tuple[int, ...]:
        """Which parameters are `Const`."""
        patterns = [parameter.pattern for parameter in self.signature.parameters]
        return tuple(index for index, each in enumerate(patterns) if type(each).__name__ == "ConstantPattern")

    @property
    def parameters(self) -> tuple[RuntimeParameter, ...]:
        """The parameters as a launch sees them: kind, numpy dtype, declared access. The device globals come last.

        Raises:
            CompileError: a parameter has no annotation, or one that a launch can not pass.
        """
        statics = self.device_globals
        if not statics:
            return self._declared_parameters
        known = self._parameters_with_globals
        if known is None or known[0] is not statics:
            from periclase.runtime.kernel_parameters import leaves_of_globals

            known = statics, (*self._declared_parameters, *leaves_of_globals(statics))
            self._parameters_with_globals = known
        return known[1]

    @functools.cached_property
    def _declared_parameters(self) -> tuple[RuntimeParameter, ...]:
        from periclase import types
        from periclase.runtime.artifact import Access, Parameter, ParameterKind

        accesses = {
            types.Access.READ: Access.READ,
            types.Access.WRITE: Access.WRITE,
            types.Access.READ_WRITE: Access.READ_WRITE,
        }
        found: list[Parameter] = []
        made_of_parts = False
        for index, parameter in enumerate(self.signature.parameters):
            kind = parameter.type
            if kind is None:  # a launch makes another kernel of this one
                found.append(Parameter(parameter.name, ParameterKind.SCALAR, "open", argument=index))
            elif isinstance(kind, types.ScalarType):
                found.append(Parameter(parameter.name, ParameterKind.SCALAR, kind.numpy_name or "bfloat16"))
            elif isinstance(kind, types.SliceType) and isinstance(kind.element, types.ScalarType):
                dtype = kind.element.numpy_name or "bfloat16"
                found.append(Parameter(parameter.name, ParameterKind.SLICE, dtype, accesses[kind.access]))
            elif types.can_be_passed(kind):
                made_of_parts = True
            else:
                from periclase.importer.python.source import parameter_span
                from periclase.pointers import why_not_passed

                why, help = why_not_passed(kind) or ("", "")
                raise CompileError(
                    Diagnostic(
                        "PC0309",
                        f"the parameter `{parameter.name}` of kernel `{self.name}` is a {kind}, which a launch can not pass{why}",
                        parameter_span(self.function, parameter.name),
                        help=help or f"annotate it: `{parameter.name}: f32`, `{parameter.name}: Slice[f32]`",
                    )
                )
        if made_of_parts and not self.is_generic:
            from periclase.runtime.kernel_parameters import leaves_of_kernel

            found = [*leaves_of_kernel(self)]
        return tuple(found)

    @property
    def device_globals(self) -> tuple[DeviceGlobal, ...]:
        """The device globals that it, and what it calls, names: a launch passes each of them behind the arguments.

        Names stand for what they do now, and from the first launch on for what they did then.
        """
        if not getattr(sys.modules.get("periclase.device_globals"), "any_made", False) or self.is_generic:
            return ()  # there are none; or a launch makes another kernel of this one
        constants = self.constants or self.home_of_constants.shared_constants
        known = self._device_globals
        # Kept with what it was found by: another thread may be making the first launch meanwhile.
        if known is None or known[0] is not constants:
            from periclase.fingerprint import device_globals

            with contextlib.nullcontext() if constants is None else constants.in_force():
                known = self._device_globals = constants, device_globals(cast(Any, self))
        return known[1]

    def compile(self, target: str | None = None, *, pipeline: Any = None) -> Artifact:
        """Compile for `target` without launching.

        Args:
            target: a GPU target such as `sm_90`, or `cpu`; None for the default (see `periclase.codegen.targets`).
            pipeline: a `periclase.passes.pipelines.Pipeline`, or its textual form, to use instead of the standard one.

        Raises:
            CompileError: the kernel can not be compiled.
        """
        from periclase.compiling import compiling

        try:
            with compiling():
                from periclase.codegen.compiler import compile_kernel

                return compile_kernel(self, self.signature, target, pipeline=pipeline)
        except CompileError as error:
            raise _told_at_the_call(error) from error.__cause__

    def ptx(self, arch: str | None = None, *, pipeline: Any = None) -> str:
        """The PTX of this kernel for `arch` (such as `sm_90`; None for the default target). Needs no GPU.

        It is right for every launch; `with_narrow_indices.ptx()` is what small launches take, and
        `with_buffers_apart.ptx()` those of them whose buffers lie apart.

        Raises:
            CompileError: the kernel can not be compiled, or not for this target.
        """
        from periclase.compiling import compiling

        try:
            with compiling():
                from periclase.codegen.compiler import kernel_ptx

                return kernel_ptx(self, arch, pipeline=pipeline)
        except CompileError as error:
            raise _told_at_the_call(error) from error.__cause__

    def __repr__(self) -> str:
        return f"<kernel {self.function.__qualname__}>"


def _fills_in(configuration: Any) -> bool:
    """Whether `kernel[configuration]` fills in a generic kernel: there are types or functions in it."""
    from periclase.specialised import is_type_argument

    parts = cast(Any, configuration if isinstance(configuration, tuple) else (configuration,))
    return any(map(is_type_argument, parts))


def _is_buffer(given: Any) -> bool:
    """Whether `given` is a buffer of the runtime, which needs not be imported to tell that it is none."""
    if type(given) is int or type(given) is tuple:
        return False
    module: Any = sys.modules.get("periclase.runtime.buffer")
    return module is not None and isinstance(given, module.Buffer)


def shared_memory_bytes(given: Any) -> int:
    """`given`, the bytes of dynamic shared memory of a block, as an int.

    Raises:
        LaunchError: it is no whole number, or negative.
    """
    try:
        number = -1 if isinstance(given, bool) else operator.index(given)
    except TypeError:
        number = -1
    if number < 0:
        is_stream = type(given).__name__ == "Stream"
        raise LaunchError(
            Diagnostic(
                "PC0402",
                "the bytes of dynamic shared memory must be a whole number of at least 0, not "
                + ("a stream" if is_stream else shown(given)),
                _call_site_span(),
                help="enter the stream: `with stream:`, and there `kernel[grid, block](…)`"
                if is_stream
                else "write `kernel[grid, block, bytes](…)`, or leave it out where there is none",
            )
        )
    return number


# The constructor of a named tuple is a Python function: too slow for every launch.
_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

_launch: Callable[..., None] | None = None


def _import_launch() -> Callable[..., None]:
    """`periclase.runtime`'s `launch`, which needs numpy: imported by the first launch, and found at once by the others."""
    global _launch
    from periclase.runtime.gates import launch

    _launch = launch
    return launch


class LaunchConfiguration(NamedTuple):
    """A kernel with its grid (in blocks), block (in threads) and bytes of dynamic shared memory; calling it launches."""

    kernel: Kernel[..., Any]
    grid: tuple[int, int, int] | Buffer
    block: tuple[int, int, int]
    shared_bytes: int = 0

    def __call__(self, *arguments: Any, **named: Any) -> None:
        """Enqueue the launch on the device that holds the buffers among the arguments, and return at once.

        What goes wrong later, the kernel's compilation among it, is a failure of the buffers that the launch was to write.

        Raises:
            LaunchError: wrong number, type or place of arguments, a block too large, and the like.
        """
        if named:
            from periclase.launch_arguments import in_order

            arguments = in_order(self.kernel, arguments, named)
        kernel, grid, block, shared_bytes = self
        launch = _launch or _import_launch()
        # By their places: names would be compared at every launch.
        launch(kernel, grid, block, arguments, shared_bytes, None, sys._getframe(1))  # pyright: ignore[reportPrivateUsage]


class _CompletedConfiguration(LaunchConfiguration):
    """That of a kernel whose parameters have defaults, or are given by name only."""

    def __call__(self, *arguments: Any, **named: Any) -> None:
        from periclase.launch_arguments import in_order

        super().__call__(*in_order(self.kernel, arguments, named))


class CompletedKernel(Kernel[P, R]):
    """A kernel whose parameters have defaults, or are given by name only. Apart, so that other launches need not ask."""

    def __getitem__(self, configuration: Any) -> LaunchConfiguration:
        found: Any = super().__getitem__(configuration)
        return _new(_CompletedConfiguration, found) if isinstance(found, LaunchConfiguration) else found


def _make_kernel(function: Callable[P, R], options: KernelOptions) -> Kernel[P, R]:
    defaults = getattr(function, "__defaults__", None) or getattr(function, "__kwdefaults__", None)
    named_only = getattr(getattr(function, "__code__", None), "co_kwonlyargcount", 0)
    return (CompletedKernel if defaults or named_only else Kernel)(function, options)


@overload
def kernel(function: Callable[P, R], /) -> Kernel[P, R]: ...


@overload
def kernel(
    *,
    launch_bounds: LaunchBounds | int | Sequence[int] | None = None,
    required_block: int | Sequence[int] | None = None,
    cluster: int | Sequence[int] | None = None,
    cooperative: bool = False,
    fastmath: bool | Iterable[str] = False,
    debug: bool | str | Iterable[str] = False,
) -> Callable[[Callable[P, R]], Kernel[P, R]]: ...


def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    launch_bounds: LaunchBounds | int | Sequence[int] | None = None,
    required_block: int | Sequence[int] | None = None,
    cluster: int | Sequence[int] | None = None,
    cooperative: bool = False,
    fastmath: bool | Iterable[str] = False,
    debug: bool | str | Iterable[str] = False,
    **unknown: Any,
) -> Any:
    """Make a kernel of a function: bare (`@kernel`) or with options (`@kernel(launch_bounds=256)`).

    Args:
        function: the function; it returns nothing.
        launch_bounds: `LaunchBounds`, or its fields: most threads a block, fewest blocks a multiprocessor, most registers.
        required_block: the only block shape that launches may have, in threads.
        cluster: the shape of a cluster, in blocks.
        cooperative: a launch is refused unless all its blocks fit on the device at once, so that they may wait for one
            another.
        fastmath: True for all of `FAST_MATH_FLAGS`, or some of them. It is this function's own: callees keep theirs.
        debug: True or `"overflow"`: integer overflow traps instead of wrapping. `"full"`: the debug information tells of
            variables and their types, and the code stays as it is. Both: `("full", "overflow")`. Either counts for all that is
            called.

    Raises:
        CompileError: the function's name is reserved.
        DefinitionError: an option is wrong (PC0311).
    """
    if unknown:
        _refuse_options(kernel, unknown)
    bounds, block = _launch_bounds(launch_bounds), _shape(required_block, "block", MOST_THREADS)
    threads = 0 if block is None else block[0] * block[1] * block[2]
    if bounds is not None and threads > bounds.max_threads:
        _refuse(
            f"a block of {threads} threads is required, and the launch bounds allow {bounds.max_threads}",
            "leave `launch_bounds` out, or name the threads of the block there",
        )
    wanted = _debug_features(debug)
    options = KernelOptions(
        launch_bounds=bounds,
        required_block=block,
        cluster=_shape(cluster, "cluster", MOST_CLUSTER_BLOCKS),
        cooperative=cooperative,
        fastmath=_fast_math(fastmath),
        debug="overflow" in wanted,
        variables="full" in wanted,
    )
    if function is not None:
        return _make_kernel(function, options)

    def decorate(decorated: Callable[..., Any]) -> Kernel[..., Any]:
        return _make_kernel(decorated, options)

    return decorate


@overload
def device(function: Callable[P, R], /) -> DeviceFunction[P, R]: ...


@overload
def device(
    *,
    inline: str | None = None,
    fastmath: bool | Iterable[str] = False,
    debug: bool | str | Iterable[str] = False,
    extern: bool = False,
) -> Callable[[Callable[P, R]], DeviceFunction[P, R]]: ...


def device(
    function: Callable[..., Any] | None = None,
    /,
    *,
    inline: str | None = None,
    fastmath: bool | Iterable[str] = False,
    debug: bool | str | Iterable[str] = False,
    extern: bool = False,
    **unknown: Any,
) -> Any:
    """Mark a function as one that kernels call. On the host it is called as before.

    Args:
        function: the function.
        inline: `always`, `never`, or None to leave it to the compiler.
        fastmath: True for all of `FAST_MATH_FLAGS`, or some of them. It is this function's own: callees keep theirs.
        debug: as of a kernel, for this function alone.
        extern: only declare it: every parameter and the result are annotated, the body is `...`, and a library that is
            linked later defines the symbol of this name.

    Raises:
        CompileError: the function's name is reserved.
        DefinitionError: an option is wrong (PC0311).
    """
    if unknown:
        _refuse_options(device, unknown)
    if inline not in (None, "always", "never"):
        _refuse(f"inline must be 'always', 'never' or None, not {inline!r}")
    wanted = _debug_features(debug)
    options = KernelOptions(
        fastmath=_fast_math(fastmath),
        debug="overflow" in wanted,
        variables="full" in wanted,
        inline=inline,
        extern=extern,
    )
    if function is not None:
        return DeviceFunction(function, options)

    def decorate(decorated: Callable[..., Any]) -> DeviceFunction[..., Any]:
        return DeviceFunction(decorated, options)

    return decorate
