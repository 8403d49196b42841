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
from collections.abc import Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.digest import blake2b
from periclase.kernel import Kernel
from periclase.settings import settings

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from periclase.importer.rust.driver import RustCrate
    from periclase.importer.rust.kernel_headers import KernelHeader
    from periclase.importer.rust.store import Store
    from periclase.signature import Signature

__all__ = ["RustKernel", "RustModule", "load"]


def load(path: str | os.PathLike[str]) -> RustModule:
    """The kernels in a file in Rust.

    Args:
        path: the file, the first of its crate: `kernel.rs`.

    Raises:
        CompileError: there is no `rustc`, it refuses the file, or two kernels have one name.
    """
    from periclase.importer.rust.driver import compile_file
    from periclase.importer.rust.kernel_headers import kernel_headers

    store = _store()
    crate = compile_file(os.fspath(path), store)
    found: dict[str, RustKernel] = {}
    for header in kernel_headers(crate.mir):
        other = found.get(header.name)
        if other is not None:
            raise CompileError(
                Diagnostic(
                    "PC0303",
                    f"two kernels are called `{header.name}`: `{other.path}` and `{header.path}`",
                    _span(crate, header),
                    help="rename one of them: a kernel is exported under its own name",
                ).with_note("the other one", other.span)
            )
        found[header.name] = RustKernel(crate, header, store)
    return RustModule(crate.root, found)


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
    """

    def __init__(self, path: str, kernels: dict[str, RustKernel]):
        self.path = path
        self._kernels = kernels

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
    """

    def __init__(self, crate: RustCrate, header: KernelHeader, store: Store):
        from periclase.importer.rust.signatures import options_of

        span = _span(crate, header)
        super().__init__(_stand_in(header, span), options_of(header, span))
        self.path = header.path
        self._crate = crate
        self._header = header
        self._store = store
        self.__dict__["device_globals"] = ()  # Rust's statics are the module's own, and no launch passes them

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

        return signature_of(self._header, self.span)

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
            f"{self.options!r}",
            "narrow indices" if self.narrow_indices else "",
        )
        return blake2b("\0".join(facts).encode(), digest_size=32).hexdigest()

    def fingerprint(self) -> str:
        """A hash of all that the compiled code depends on: the crate as it was loaded, and who compiled it."""
        return self.fingerprint_now()

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
        from periclase.importer.rust.wrapping import flattened

        if settings().show_rustc_mir:
            import sys

            print(f"// MIR of rustc {self.rustc_release}\n{self.rustc_mir}", file=sys.stderr)
        crate, path = flattened(self._crate, self._header, self._store)
        return import_kernel(
            crate,
            self._store,
            path,
            self.name,
            self.options,
            narrow_indices=self.narrow_indices,
            for_cpu=for_cpu,
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
        return _kernel_of, (self._crate.root, self.name)


def _kernel_of(path: str, name: str) -> RustKernel:
    return load(path)[name]


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
