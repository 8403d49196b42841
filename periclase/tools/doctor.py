"""What Periclase finds on this machine: versions, assemblers, plugins, where artifacts are kept. Touches no driver."""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Iterator

GROUPS = ("periclase.dialects", "periclase.passes", "periclase.intrinsics", "periclase.backends")


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def versions() -> str:
    """One line: Periclase and what it stands on."""
    from periclase import __version__

    parts = [f"{name} {_version(name)}" for name in ("xdsl", "llvmlite", "numpy")]
    return f"periclase {__version__} ({', '.join(parts)}, Python {platform.python_version()})"


def _plugins() -> Iterator[str]:
    """The entry points of other packages, as `group name (package)`."""
    for group in GROUPS:
        for entry in importlib.metadata.entry_points(group=group):
            owner = entry.dist.name if entry.dist is not None else "?"
            if owner != "periclase":
                yield f"{group.removeprefix('periclase.')}: {entry.name} (from {owner})"


def _rustc() -> str:
    """The compiler of kernels in Rust, as it works in this folder."""
    import os

    from periclase.diagnostics import CompileError
    from periclase.importer.rust.store import Store
    from periclase.importer.rust.toolchain import TESTED, find_toolchain, has_rustc

    if not has_rustc():
        return "none: kernels in Rust need a stable one, https://rustup.rs"
    try:
        toolchain = find_toolchain(os.getcwd(), Store(None))
    except CompileError as error:
        return error.diagnostic.message
    first, last = (".".join(map(str, version)) for version in TESTED)
    tested = "" if toolchain.warning() is None else f", not tested ({first} to {last} are)"
    return f"{toolchain.release} ({toolchain.program}){tested}"


def _rows() -> Iterator[tuple[str, str]]:
    import llvmlite.binding as llvm

    from periclase.codegen.assembler import available_assemblers, find_tool
    from periclase.runtime.artifact_cache import artifact_cache
    from periclase.settings import settings

    current = settings()
    yield "versions", versions()
    llvm_version = llvm.llvm_version_info  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    yield "LLVM", ".".join(map(str, llvm_version))  # pyright: ignore[reportUnknownArgumentType]
    yield "processor", f"{llvm.get_host_cpu_name()} ({platform.machine()})"
    yield "GPU assemblers", ", ".join(available_assemblers()) or "none: pip install 'periclase[ptx]'"
    yield "nvdisasm", str(find_tool("nvdisasm") or "none: pip install 'periclase[ptx]'")
    yield "rustc", _rustc()
    folder = artifact_cache().folder
    yield "artifact cache", "off" if folder is None else str(folder)
    yield "target", current.target or "as the features used ask for"
    yield "plugins", "; ".join(_plugins()) or "none"


def report() -> str:
    """A table of two columns, one line each."""
    rows = list(_rows())
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)
