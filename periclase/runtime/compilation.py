"""From a kernel to its artifact: out of the cache, or from the compiler, which is imported only then."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from periclase.runtime.artifact import FORMAT_VERSION, Artifact
from periclase.runtime.artifact_cache import artifact_cache
from periclase.runtime.protocols import CompileRequest
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.protocols import Backend, Compiler, KernelLike

_COMPILER = "periclase.codegen.compiler"


def artifact_of(kernel: KernelLike, backend: Backend) -> Artifact:
    """The artifact of `kernel` for `backend`.

    Raises:
        DiagnosticError: it can not be compiled.
    """
    request = CompileRequest(kernel, tuple(kernel.parameters), backend.target)
    cache = artifact_cache()
    key = cache_key(request, backend.target_key())
    data = cache.get(key)
    if data is not None:
        try:
            artifact = Artifact.from_bytes(data)
        except ValueError:
            cache.discard(key)
        else:
            settings().report(f"{kernel.name}: taken from the artifact cache")
            return artifact
    artifact = compiler().compile(request).with_key(key)
    settings().report(f"{kernel.name}: compiled for {artifact.target}")
    cache.put(key, artifact.to_bytes())
    return artifact


def compiler() -> Compiler:
    """The compiler of this package. It is found by name: the runtime does not depend on it."""
    return importlib.import_module(_COMPILER).compiler()


def cache_key(request: CompileRequest, target_key: str) -> str:
    """The key of the artifact that `request` asks for, on the machine that `target_key` names."""
    parts = [
        str(FORMAT_VERSION),
        request.kernel.fingerprint(),
        *(f"{p.name}:{p.kind.value}:{p.dtype}:{p.access.value}" for p in request.signature),
        request.target,
        target_key,
        toolchain_stamp(),
    ]
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.hexdigest()


@cache
def toolchain_stamp() -> str:
    """A hash that changes with the version of this package, of xDSL and of llvmlite.

    Made of sizes and modification times, so that an edited checkout counts as a new version. Asking `importlib.metadata`
    would take longer, and importing the libraries much longer.
    """
    digest = hashlib.blake2b(digest_size=16)
    own = Path(__file__).resolve().parent.parent
    _stamp_tree(digest, str(own), len(str(own)))
    for library in ("xdsl", "llvmlite"):
        spec = importlib.util.find_spec(library)
        if spec is not None and spec.origin is not None:
            folder = Path(spec.origin).parent
            for name in ("__init__.py", "_version.py"):
                _stamp_file(digest, folder / name, f"{library}/{name}")
    return digest.hexdigest()


def _stamp_tree(digest: hashlib.blake2b, folder: str, prefix: int) -> None:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda e: e.name):
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    _stamp_tree(digest, entry.path, prefix)
            elif entry.name.endswith((".py", ".ll")):
                status = entry.stat()
                digest.update(f"{entry.path[prefix:]}:{status.st_size}:{status.st_mtime_ns};".encode())


def _stamp_file(digest: hashlib.blake2b, path: Path, label: str) -> None:
    try:
        status = path.stat()
    except OSError:
        return
    digest.update(f"{label}:{path}:{status.st_size}:{status.st_mtime_ns};".encode())
