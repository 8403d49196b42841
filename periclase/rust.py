"""Kernels written in Rust, launched as those written in Python.

```python
import periclase.rust

kernels = periclase.rust.load("saxpy.rs")
kernels.saxpy[4096, 256](2.0, x, y)
print(kernels.saxpy.ptx(arch="sm_90"))
```

The file is compiled by the user's own stable `rustc`, as far as that makes MIR; nothing else of Rust is needed. See docs/rust.md.
"""

from __future__ import annotations

import functools
import keyword
import os
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from periclase.diagnostics import CompileError, Diagnostic, LaunchError, Span
from periclase.digest import blake2b
from periclase.kernel import Kernel
from periclase.record import replace
from periclase.settings import settings

if TYPE_CHECKING:
    import numpy as np
    from xdsl.dialects.builtin import ModuleOp

    from periclase.device_globals import DeviceGlobal
    from periclase.importer.rust.driver import RustCrate
    from periclase.importer.rust.generic_kernels import Closure
    from periclase.importer.rust.kernel_headers import KernelHeader
    from periclase.importer.rust.passed_types import PassedTypes
    from periclase.importer.rust.store import Store
    from periclase.runtime.artifact import Parameter as RuntimeParameter
    from periclase.runtime.call_site import CallSite
    from periclase.signature import Signature

_Captures = tuple[tuple[str, str], ...]
_Filling = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, _Captures] | None, ...]]
"""What a generic kernel is filled in with: what each parameter is, and for each argument the closure, if it is one."""

__all__ = ["RustKernel", "RustLibrary", "RustModule", "closure", "load"]


def closure(text: str, /, **captures: Any) -> Closure:
    """A closure for a kernel that is generic over a function: `kernel[grid, block](closure("|x| x * k", k=np.float32(2)), …)`.

    Args:
        text: the closure as Rust writes it.
        captures: the values of the variables that it names: numbers of numpy's, `(f32, 2.0)`, buffers; a number of Python's is
            taken as an `i32` or `f64`, as Rust takes a literal.

    Raises:
        TypeError: a value is nothing that a launch passes.
    """
    from periclase.importer.rust.generic_kernels import Closure, Mismatch, rust_type, type_of_value

    found: list[tuple[str, str, Any]] = []
    for name, value in captures.items():
        try:
            if isinstance(value, tuple):
                type, number = cast("tuple[Any, Any]", value)
                found.append((name, rust_type(type), number))
                continue
            kind = type_of_value(value) or ("f64" if isinstance(value, float) else "i32")
        except (Mismatch, ValueError) as error:
            raise TypeError(f"`{name}` can not be captured: {error}") from None
        is_number = isinstance(value, int | float) or not getattr(value, "shape", None)
        found.append((name, kind if is_number else f"&[{kind}]", value))
    return Closure(text, tuple(found))


def load(path: str | os.PathLike[str], *, debug: bool | str | Iterable[str] = False) -> RustModule:
    """The kernels in a file in Rust.

    Args:
        path: the file, the first of its crate: `kernel.rs`; or a project's `Cargo.toml`.
        debug: True or `"overflow"`: the overflow of integers traps, as in a debug build of Rust's, in all of its kernels.
            `#[kernel(debug)]` says so of one. `"full"`: the debug information tells of variables and their types. rustc then
            keeps some values for it that it else does without; of what it gives, the code is the same with and without. Both:
            `("full", "overflow")`.

    Raises:
        CompileError: there is no `rustc`, it refuses the file, or two kernels have one name.
        DefinitionError: `debug` names something else (PC0311).
    """
    from periclase.importer.rust.kernel_headers import kernel_headers

    features = _features(debug)
    overflow = "overflow" in features
    options = _options(features)
    store = _store()
    file = os.fspath(path)
    crate = _compiled(file, store, options)
    headers = [(crate, header) for header in kernel_headers(crate.mir)]
    if not overflow and any("debug" in header.options for _, header in headers):
        checked = _compiled(file, store, _options((*features, "overflow")))
        again = {header.path: header for header in kernel_headers(checked.mir)}
        headers = [
            (checked, again[header.path]) if "debug" in header.options else (own, header)
            for own, header in headers
        ]
    found: dict[str, RustKernel] = {}
    for own, header in headers:
        other = found.get(header.name)
        if other is not None:
            raise CompileError(
                Diagnostic(
                    "PC0303",
                    f"two kernels are called `{header.name}`: `{_own_path(other.path)}` and `{_own_path(header.path)}`",
                    _span(own, header),
                    help="rename one of them: a kernel is exported under its own name",
                ).with_note("the other one", other.span)
            )
        found[header.name] = RustKernel(own, header, store, os.path.abspath(file), features)
    library = None if found else _library(crate, store)
    return RustModule(os.path.abspath(file), found, crate, store, library)


def _features(debug: bool | str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(debug, bool):
        return ("overflow",) if debug else ()
    from periclase.debug_features import debug_features

    return debug_features(debug)


_WITH_VARIABLES = "-Zinline-mir-preserve-debug=yes"
"""The option of rustc that keeps what it tells debuggers of the variables of functions that it inlines."""


def _options(features: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `rustc` for these features of `debug`."""
    from periclase.importer.rust.driver import CHECKED

    return ((CHECKED,) if "overflow" in features else ()) + ((_WITH_VARIABLES,) if "full" in features else ())


def _own_path(path: str) -> str:
    """A kernel's path as the user has it."""
    from periclase.importer.reserved_names import user_name

    module, colons, _ = path.rpartition("::")
    return f"{module}{colons}{user_name(path)}"


def _compiled(file: str, store: Store, options: tuple[str, ...]) -> RustCrate:
    from periclase.importer.rust.driver import compile_file

    if os.path.basename(file) == "Cargo.toml":
        from periclase.importer.rust.cargo import compile_project

        return compile_project(file, store, options)
    return compile_file(file, store, options)


def _store() -> Store:
    """Where crates and what is known of them are kept: in the folder of the cache, if there is one."""
    cache = settings().cache
    return _store_in(cache.dir, cache.enabled)


@functools.cache
def _store_in(folder: str | None, enabled: bool) -> Store:
    from periclase.importer.rust.store import Store
    from periclase.runtime.artifact_cache import user_cache_folder

    return Store(os.path.join(folder or user_cache_folder(), "rust") if enabled else None)


class RustModule:
    """The kernels of a crate, each an attribute of its name.

    Attributes:
        path: the first file of the crate.
        library: the device functions of a crate without kernels, which are for others; None if there are none, or kernels.
    """

    def __init__(
        self,
        path: str,
        kernels: dict[str, RustKernel],
        crate: RustCrate,
        store: Store,
        library: RustLibrary | None = None,
    ):
        self.path = path
        self.library = library
        self._kernels: dict[str, RustKernel] = kernels
        self._crate = crate
        self._store = store

    @property
    def constants(self) -> tuple[str, ...]:
        """The paths of the statics in constant memory: `TABLE`, `kernels::TABLE`."""
        from periclase.importer.rust.kernel_headers import constant_statics

        return tuple(constant_statics(self._crate.mir))

    def set_constant(self, name: str, value: Any) -> None:
        """Give a static in constant memory another value: `kernels.set_constant("TABLE", [1.0, 2.0])`.

        Kernels that are taken from the module afterwards have it, in their code: they are compiled for it. Those taken before
        keep what they had.

        Args:
            name: the static; of one in a module its own name is enough.
            value: a number, an array or tuple of the static's type.

        Raises:
            KeyError: there is no such static, or several.
            TypeError, ValueError: the value is none of its type.
        """
        from periclase.importer.rust.kernel_headers import constant_statics
        from periclase.importer.rust.passed_types import PassedTypes, bytes_of

        statics = constant_statics(self._crate.mir)
        paths = [path for path in statics if path == name]
        paths = paths or [path for path in statics if path.rpartition("::")[2] == name]
        if len(paths) != 1:
            raise KeyError(
                f"{self.path} has {'no' if not paths else 'several'} `{name}` in constant memory; there are "
                f"{', '.join(statics) or 'none'}"
            )
        found = PassedTypes(self._crate, self._store).of(statics[paths[0]])
        if found is None or found.type is None:
            raise TypeError(f"`{name}` is of type `{statics[paths[0]]}`, of which the host has no values")
        data = bytes_of(found.type, value)
        self._kernels = {
            own: kernel.with_constants({**kernel.static_values, paths[0]: data})
            for own, kernel in self._kernels.items()
        }

    def dtype(self, name: str) -> np.dtype[Any]:
        """The numpy dtype of the elements of a buffer of structs, with the layout that rustc gives them.

        Args:
            name: the struct, as a kernel's parameter names it: `Particle`, `shapes::Circle`, `Pair<f32>`; of one in a module
                its own name is enough.

        Raises:
            KeyError: there is no such struct, or one with a field that no buffer holds.
        """
        from periclase.importer.rust.passed_types import PassedTypes, is_storable_aggregate, is_type

        passed = PassedTypes(self._crate, self._store)
        path = passed.path_of(name)
        found = passed.of(path) if is_type(path) else None
        if found is None or not is_storable_aggregate(found.type):
            raise KeyError(f"{self.path} has no struct `{name}` that lies in buffers")
        return found.type.own_dtype

    def __getattr__(self, name: str) -> RustKernel:
        kernels: dict[str, RustKernel] = self.__dict__.get("_kernels", {})
        if name in kernels:
            return kernels[name]
        raise AttributeError(f"{self.path} has no kernel `{name}`; it has {', '.join(kernels) or 'none'}")

    def __getitem__(self, name: str) -> RustKernel:
        return self._kernels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._kernels]

    def __repr__(self) -> str:
        return f"<kernels of {self.path}: {', '.join(self._kernels)}>"


def _library(crate: RustCrate, store: Store) -> RustLibrary | None:
    from periclase.importer.rust.kernel_headers import device_functions

    names = device_functions(crate.mir)
    return RustLibrary(crate, names, store) if names else None


class RustLibrary:
    """The device functions of a crate that has no kernels, compiled together, each exported under its own name.

    Attributes:
        name: the crate's.
        functions: the names of the functions.
    """

    is_generic = False
    span = None
    signature = None

    def __init__(self, crate: RustCrate, names: dict[str, str], store: Store):
        self.name = self.exported_name = crate.name
        self.functions = tuple(names.values())
        self._crate = crate
        self._names = names
        self._store = store

    def import_module(self, *, for_cpu: bool = True) -> ModuleOp:
        """The `mir` module of the functions and all they call; it is the same for the CPU.

        Raises:
            CompileError: one does something that no device can.
        """
        from periclase.importer.rust.import_kernel import import_functions

        return import_functions(self._crate, self._store, self._names)

    def ptx(self, arch: str | None = None) -> str:
        """The PTX of the functions for `arch`.

        Raises:
            CompileError: they can not be compiled, or not for this target.
        """
        from periclase.compiling import compiling

        with compiling():
            from periclase.codegen.compiler import kernel_ptx

            return kernel_ptx(cast(Any, self), arch)

    def __repr__(self) -> str:
        return f"<device functions of {self._crate.root}: {', '.join(self.functions)}>"


def _span(crate: RustCrate, header: KernelHeader) -> Span | None:
    return None if header.place is None else Span(crate.source_file(header.place[0]), header.place[1])


def _stand_in(header: KernelHeader, span: Span | None) -> FunctionType:
    """A Python function with the kernel's name and the names of its parameters, as launches by name and messages ask for."""
    names = [parameter.name for parameter in header.parameters]
    names = [name + "_" * keyword.iskeyword(name) for name in names]
    name = header.name + "_" * keyword.iskeyword(header.name)
    namespace: dict[str, Any] = {"__name__": "periclase.rust"}
    exec(f"def {name}({', '.join(names)}): ...", namespace)
    function: FunctionType = namespace[name]
    function.__name__ = function.__qualname__ = header.name
    if span is not None:
        function.__code__ = function.__code__.replace(co_filename=span.file, co_firstlineno=span.line)
    return function


class RustKernel(Kernel[..., None]):
    """A kernel in Rust: launched, compiled and shown as any other.

    Attributes:
        path: its path in the crate, the last segment reserved.
        dtype_help: what to do about a buffer of structs with another layout.
        slice_type: how a buffer that is read is declared, for help.
    """

    dtype_help = 'give its elements the layout that rustc gives the struct: the dtype is `load(…).dtype("…")`'
    slice_type = "&[f32]"

    def __init__(
        self,
        crate: RustCrate,
        header: KernelHeader,
        store: Store,
        loaded_from: str,
        debug: tuple[str, ...] = (),
        constants: Mapping[str, bytes] | None = None,
    ):
        from periclase.importer.rust.signatures import options_of

        span = _span(crate, header)
        options = options_of(header, span)
        options = replace(options, debug=options.debug or "overflow" in debug, variables="full" in debug)
        super().__init__(_stand_in(header, span), options)
        self._debug = debug
        self.static_values: Mapping[str, bytes] = constants or {}
        """What statics in constant memory hold in place of what they are written with."""
        self.path = header.path
        self._crate = crate
        self._header = header
        self._store = store
        self._loaded_from = loaded_from
        self.arguments: tuple[str, ...] = ()
        """What a generic kernel was filled in with, to become this."""
        self._filling: _Filling | None = None
        self._filled: dict[Any, RustKernel] = {}

    def with_constants(self, constants: Mapping[str, bytes]) -> RustKernel:
        """The kernel with these values in constant memory."""
        return RustKernel(self._crate, self._header, self._store, self._loaded_from, self._debug, constants)

    @property
    def span(self) -> Span | None:
        """Where the kernel is defined: the line of its first parameter."""
        return _span(self._crate, self._header)

    @functools.cached_property
    def signature(self) -> Signature:
        """Parameters and result, from the header in Rust.

        Raises:
            CompileError: a parameter is of a type that a launch can not pass.
        """
        from periclase.importer.rust.signatures import signature_of

        return signature_of(self._header, self.span, self._passed)

    @functools.cached_property
    def _passed(self) -> PassedTypes:
        from periclase.importer.rust.passed_types import PassedTypes

        return PassedTypes(self._crate, self._store)

    @property
    def parameters(self) -> tuple[RuntimeParameter, ...]:
        """The parameters as a launch sees them.

        Raises:
            CompileError: one is of a type that a launch can not pass.
        """
        return self._open_parameters if self.is_generic else super().parameters

    @functools.cached_property
    def _open_parameters(self) -> tuple[RuntimeParameter, ...]:
        """Each as an argument that is taken apart, so that every launch comes by `for_arguments`."""
        return tuple(replace(each, argument=index) for index, each in enumerate(super().parameters))

    @property
    def device_globals(self) -> tuple[DeviceGlobal, ...]:
        """None: Rust's statics are the module's own, and no launch passes them."""
        return ()

    def settle_device_globals(self) -> bool:
        """There is nothing to be settled."""
        return True

    def fingerprint_now(self) -> str:
        """A hash of all that the compiled code depends on."""
        facts = (
            "rust",
            self._crate.key,
            self._crate.toolchain.key,
            self.path,
            self.exported_name,
            f"{self.options!r}",
            "narrow indices" if self.narrow_indices else "",
            "buffers apart" if self.buffers_apart else "",
            *(f"{name} = {value.hex()}" for name, value in sorted(self.static_values.items())),
        )
        return blake2b("\0".join(facts).encode(), digest_size=32).hexdigest()

    def fingerprint(self) -> str:
        """A hash of all that the compiled code depends on: the crate as it was loaded, and who compiled it."""
        return self.fingerprint_now()

    @property
    def exported_name(self) -> str:
        """What the compiled kernel is exported as: the user's name, and of a generic kernel the hash of its arguments."""
        from periclase.importer.export_names import kernel_export_name

        return kernel_export_name(self.name, self.arguments)

    @functools.cached_property
    def is_generic(self) -> bool:
        """Whether the types of parameters are known when it is launched only."""
        from periclase.importer.rust.generic_kernels import is_generic

        return is_generic(self._header)

    def specialise(self, *types: Any, **named: Any) -> RustKernel:
        """A generic kernel with its type and constant parameters filled in: a kernel like any other. `kernel[f32]` is the same.

        Args:
            types: a type or a number for each, in the order in which they are written.
            named: the same by their names.

        Raises:
            LaunchError: they are too many or too few, or one is no number of Rust's.
            CompileError: rustc says that they do not fit.
        """
        from periclase.importer.rust.generic_kernels import Mismatch, rust_type

        names = [name.removeprefix("const ") for name in self._header.generics]
        filled = dict(zip(names, types, strict=False)) | named
        shown = ", ".join(names)
        if not names or len(types) > len(names) or filled.keys() != set(names):
            what = f"is generic in {shown}: these do not fit" if names else "is not generic"
            raise self._refused(what, f"write `{self.name}[{shown}]`" if names else None)
        try:
            given = {
                name: str(value).lower() if isinstance(value, int) else rust_type(value)
                for name, value in filled.items()
            }
        except Mismatch as mismatch:
            raise self._refused(f"can not be specialised: {mismatch}", None) from None
        return self._filled_in({name: given[name] for name in names}, (None,) * len(self._header.parameters))

    def for_arguments(self, arguments: tuple[Any, ...], site: CallSite) -> tuple[RustKernel, tuple[Any, ...]]:
        """What a generic kernel is for the arguments of a launch, and the arguments that this takes.

        Raises:
            LaunchError: they do not say what it is.
            CompileError: rustc says that they do not fit.
        """
        from periclase.importer.rust.generic_kernels import Mismatch, bindings_of, values_of

        try:
            bindings = bindings_of(self._header, arguments)
        except Mismatch as mismatch:
            raise self._refused(f"can not be launched so: {mismatch}", None, site.span()) from None
        return self._filled_in(bindings, arguments), values_of(arguments)

    def _filled_in(self, bindings: dict[str, str], arguments: tuple[Any, ...]) -> RustKernel:
        from periclase.importer.rust.generic_kernels import Closure, filled_in

        closures = tuple(
            (value.text, tuple((name, type) for name, type, _ in value.captures))
            if isinstance(value, Closure)
            else None
            for value in arguments
        )
        key: _Filling = (tuple(bindings.items()), closures)
        known = self._filled.get(key)
        if known is None:
            crate, header = filled_in(self._crate, self._header, bindings, arguments, self._store)
            known = RustKernel(crate, header, self._store, self._loaded_from, self._debug, self.static_values)
            texts = (
                f"{text}({', '.join(f'{n}: {t}' for n, t in kinds)})"
                for text, kinds in filter(None, closures)
            )
            known.arguments = (*(f"{name}={type}" for name, type in bindings.items()), *texts)
            known._filling = key
            known = self._filled.setdefault(key, known)
        return known

    def filled_as(self, filling: _Filling) -> RustKernel:
        """A generic kernel filled in as another one of its name was."""
        from periclase.importer.rust.generic_kernels import Closure

        bindings, closures = filling
        arguments = [
            each and Closure(each[0], tuple((name, type, None) for name, type in each[1]))
            for each in closures
        ]
        return self._filled_in(dict(bindings), tuple(arguments))

    def _refused(self, what: str, help: str | None, span: Span | None = None) -> LaunchError:
        if span is None:
            from periclase.runtime.call_site import call_site

            span = call_site().span()
        return LaunchError(Diagnostic("PC0412", f"`{self.name}` {what}", span, help=help))

    @property
    def rustc_mir(self) -> str:
        """The kernel as rustc's MIR text, without places."""
        return _function_text(self._crate.mir, self.path)

    @property
    def rustc_release(self) -> str:
        """The version of the rustc that compiled it."""
        return self._crate.toolchain.release

    def import_module(self, *, for_cpu: bool = True) -> ModuleOp:
        """The `mir` module of the kernel and all it calls.

        Args:
            for_cpu: whether it has what the CPU runs in place of instructions of a GPU.

        Raises:
            CompileError: it does something that kernels can not.
        """
        from periclase.importer.rust.import_kernel import import_kernel
        from periclase.importer.rust.signatures import leaves_of
        from periclase.importer.rust.wrapping import flattened

        if self.is_generic:
            slots = ", ".join(self._header.generics) or "…"
            raise CompileError(
                Diagnostic(
                    "PC0309",
                    f"`{self.name}` is generic in {slots}: what that is, is not known until it is launched",
                    self.span,
                    help=f"launch it, or say what it is for: `{self.name}[f32]`",
                )
            )
        if settings().show_rustc_mir:
            import sys

            print(f"// MIR of rustc {self.rustc_release}\n{self.rustc_mir}", file=sys.stderr)
        crate, path = flattened(self._crate, self._header, self._store)
        return import_kernel(
            crate,
            self._store,
            path,
            self.exported_name,
            self.options,
            narrow_indices=self.narrow_indices,
            buffers_apart=self.buffers_apart,
            for_cpu=for_cpu,
            leaves=leaves_of(self._header, self._passed),
            constants=self.static_values,
        )

    def mir(self) -> str:
        """The `mir` of this kernel and all it calls, as imported, before any pass.

        Raises:
            CompileError: it does something that kernels can not.
        """
        return str(self.import_module())

    def __reduce__(self) -> Any:
        if self._any_launch is not None:
            return super().__reduce__()
        return _kernel_of, (
            self._loaded_from,
            self.name,
            self._debug,
            dict(self.static_values),
            self._filling,
        )


def _kernel_of(
    path: str, name: str, debug: tuple[str, ...], constants: Mapping[str, bytes], filling: _Filling | None
) -> RustKernel:
    kernel = load(path, debug=debug)[name]
    if constants:
        kernel = kernel.with_constants(constants)
    return kernel if filling is None else kernel.filled_as(filling)


def _function_text(mir: str, path: str) -> str:
    """The function `path` in MIR text, without the comments that say where everything is."""
    start = mir.index(f"fn {path}(")
    end = mir.index("\n}", start) + 2
    lines: list[str] = []
    for line in mir[start:end].splitlines():
        code = line.partition("//")[0].rstrip() if '"' not in line else _without_place(line)
        if code or not line:
            lines.append(code)
    return "\n".join(lines) + "\n"


def _without_place(line: str) -> str:
    head, found, place = line.rpartition("// ")
    return head.rstrip() if found and place.startswith(("scope ", "in scope ", "at ")) else line
