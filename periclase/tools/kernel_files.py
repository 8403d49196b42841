"""`FILE[:KERNEL]` on a command line: running the file as a module and finding the kernels that it defines. A file in
Rust (`FILE.rs`, `Cargo.toml`) is compiled by rustc for it.

A generic kernel is named with what fills it in: `FILE:scale[f32]`.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from periclase.diagnostics import Diagnostic, DiagnosticError, Note, Span
from periclase.kernel import Kernel
from periclase.settings import settings
from periclase.tools.command import ToolError, did_you_mean, refuse

AnyKernel = Kernel[..., Any]

_REFERENCE = re.compile(r"(?P<path>.+?)(?::(?P<kernel>[^\W\d]\w*(?:\[[^:]*\])?))?$", re.DOTALL)


def split_reference(reference: str) -> tuple[str, str | None]:
    """The path and the kernel's name in `FILE[:KERNEL]`. A drive letter (`C:\\x.py`) is a part of the path."""
    match = _REFERENCE.match(reference)
    if match is None or os.path.exists(reference):
        return reference, None
    return match["path"], match["kernel"]


def _failure(path: str, error: BaseException) -> ToolError:
    """The diagnostic for a file that raised `error` while it was run, at its innermost line in that file."""
    message = f"{path} cannot be run to find its kernels: {type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.lineno is not None:
        column = max(0, (error.offset or 1) - 1)
        text = error.text.rstrip("\n") if error.text else None
        span = Span(error.filename or path, error.lineno, column, source_line=text)
        return ToolError(Diagnostic("PC0808", f"{path} is not Python: {error.msg}", span))
    file = os.path.abspath(path)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if os.path.abspath(f.filename) == file]
    span = Span(path, frames[-1].lineno or 1, source_line=frames[-1].line) if frames else None
    help = None
    if isinstance(error, ModuleNotFoundError):
        help = f"install `{error.name}`, or run the tool in the environment that has it"
    return ToolError(Diagnostic("PC0808", message, span, help=help))


def load_file(path: str) -> ModuleType:
    """Run the Python file `path` as a module of its own (not as `__main__`), its folder importable as for a script.

    Raises:
        ToolError: it can not be read, or raises.
        DiagnosticError: a kernel in it is refused while it is decorated.
    """
    if not Path(path).is_file():
        what = "it is a folder" if Path(path).is_dir() else "no such file"
        raise refuse("PC0801", f"cannot read {path}: {what}")
    name = "_periclase_file_" + re.sub(r"\W", "_", Path(path).stem)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise refuse("PC0801", f"cannot read {path}: not a Python file", "kernels live in files named *.py")
    module = importlib.util.module_from_spec(spec)
    folder = str(Path(path).resolve().parent)
    sys.path.insert(0, folder)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except DiagnosticError:
        raise
    except (Exception, SystemExit) as error:
        raise _failure(path, error) from error
    finally:
        sys.path.remove(folder)
    return module


def kernels_of(module: ModuleType) -> dict[str, AnyKernel]:
    """The kernels that `module` defines, in the order of their definition; only if there are none, those it imports."""
    everything: dict[str, Any] = vars(module)
    found: dict[str, AnyKernel] = {
        name: value for name, value in everything.items() if isinstance(value, Kernel)
    }
    own = {name: kernel for name, kernel in found.items() if kernel.function.__module__ == module.__name__}
    return own or found


def _filled_in(path: str, module: ModuleType, kernel: AnyKernel, types: str) -> AnyKernel:
    """A generic kernel with `types`, an expression in the scope of its module, filled in."""
    try:
        given = eval(f"({types},)", vars(module))
    except Exception as error:
        raise refuse("PC0804", f"{path}:{kernel.name}[{types}]: {type(error).__name__}: {error}") from error
    return kernel.specialise(*given)


def _without_generic(kernels: list[AnyKernel]) -> list[AnyKernel]:
    """The kernels that can be compiled as they are. Of generic ones it is said, where verbosity is asked for, that they are left
    out; where there are no others the compiler says what they need."""
    found = [kernel for kernel in kernels if not kernel.is_generic]
    for kernel in kernels if found else ():
        if kernel not in found:
            settings().report(
                f"{kernel.name} is left out: it is generic, and has no types until it is launched"
            )
    return found or kernels


def is_rust(path: str) -> bool:
    """Whether `path` is a file in Rust, or what names a crate."""
    return path.endswith(".rs") or os.path.basename(path) == "Cargo.toml"


def _rust_kernels(path: str, name: str | None) -> list[AnyKernel]:
    from periclase import types as scalar_types
    from periclase.rust import load

    if not Path(path).is_file():
        raise refuse("PC0801", f"cannot read {path}: no such file")
    kernels = load(path)
    name, filled, types = (name or "").partition("[")
    if filled and name in kernels:
        return [_filled_in(path, scalar_types, kernels[name], types.removesuffix("]"))]
    if name:
        if name in kernels:
            return [kernels[name]]
        raise refuse("PC0804", f"{path} has no kernel `{name}`", did_you_mean(name, list(kernels)))
    if kernels.library is not None:
        return [cast(AnyKernel, kernels.library)]  # the compiler takes it for one
    if not kernels:
        raise refuse("PC0804", f"{path} defines no kernel", "a kernel is a function marked `#[kernel]`")
    return _without_generic([kernels[each] for each in kernels])


def find_kernels(reference: str) -> list[AnyKernel]:
    """The kernels that `FILE[:KERNEL]` names: that one, or all that the file defines.

    Raises:
        ToolError: the file can not be run, or holds no kernel of the name, or none at all.
    """
    path, name = split_reference(reference)
    if is_rust(path):
        return _rust_kernels(path, name)
    module = load_file(path)
    name, filled, types = (name or "").partition("[")
    if filled and isinstance(value := getattr(module, name, None), Kernel):
        return [_filled_in(path, module, cast(AnyKernel, value), types.removesuffix("]"))]
    name = name or None
    if name is not None and isinstance(value := getattr(module, name, None), Kernel):
        return [value]
    kernels = kernels_of(module)
    if not kernels:
        raise refuse(
            "PC0804", f"{path} defines no kernel", "a kernel is a function decorated with @periclase.kernel"
        )
    if name is None:
        return _without_generic(list(kernels.values()))
    diagnostic = Diagnostic("PC0804", f"{path} has no kernel `{name}`", help=did_you_mean(name, kernels))
    if hasattr(module, name):
        diagnostic = Diagnostic(
            diagnostic.code,
            diagnostic.message,
            notes=(Note(f"`{name}` is a {type(getattr(module, name)).__name__}"),),
            help=diagnostic.help,
        )
    raise ToolError(diagnostic)


def find_kernel(reference: str) -> AnyKernel:
    """The one kernel that `FILE[:KERNEL]` names.

    Raises:
        ToolError: as `find_kernels`, or the file defines several and none is named.
    """
    kernels = find_kernels(reference)
    if len(kernels) > 1:
        path, _ = split_reference(reference)
        names = " or ".join(f"`{path}:{kernel.name}`" for kernel in kernels)
        raise refuse("PC0804", f"{path} defines {len(kernels)} kernels", f"name one: {names}")
    return kernels[0]
