"""Compile candidates elsewhere: on any `concurrent.futures.Executor`, of this machine or of a cluster.

```python
with compile_on(ProcessPoolExecutor()):          # or Dask's: compile_on(client.get_executor())
    tuned(x, y)
```

A task is a kernel and a target. Kernels are pickled by name, so the worker imports the module that defines them; it sends back
the bytes of an artifact, which go into the local cache. What a worker can not do (the module is not there, the versions or the
machine differ) is compiled here. So is everything where the executor itself is of no use any more, since it was shut down or a
worker died: that is told in a warning.
"""

from __future__ import annotations

import hashlib
import sys
import time
import warnings
from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from periclase.diagnostics import CompileError
from periclase.runtime import compilation
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.call_site import call_site
from periclase.runtime.expectations import expect_executor
from periclase.runtime.protocols import CompileRequest
from periclase.settings import settings

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from periclase.runtime.compilation import Machine
    from periclase.runtime.protocols import KernelLike

_executor: ContextVar[Executor | None] = ContextVar("periclase-compile-on", default=None)


def compile_on(executor: Executor | None) -> AbstractContextManager[None]:
    """`with compile_on(executor):` has candidates of tunings in this context compiled on `executor`; None: here.

    Raises:
        LaunchError: it is no executor.
    """
    expect_executor(executor)
    return _compiling_on(executor)


@contextmanager
def _compiling_on(executor: Executor | None) -> Generator[None]:
    token = _executor.set(executor)
    try:
        yield
    finally:
        _executor.reset(token)


def current_executor() -> Executor | None:
    """What `compile_on` names in this context."""
    return _executor.get()


class Compiled(NamedTuple):
    """What a worker sends back. Plain data.

    Attributes:
        toolchain: `toolchain_text()` there.
        fingerprint: of the kernel as the worker imported it.
        artifact: the byte form, or None.
        error: why there is none.
    """

    toolchain: str
    fingerprint: str
    artifact: bytes | None
    error: CompileError | None


def compile_in_worker(kernel: Any, target: str) -> Compiled:
    """The task: compile `kernel` for `target` (`CompileRequest.target`).

    Raises:
        Exception: whatever is no statement about the kernel, such as a lack of memory.
    """
    fingerprint = kernel.fingerprint()
    try:
        request = CompileRequest(kernel, tuple(kernel.parameters), target)
        artifact = compilation.compiler().compile(request)
    except CompileError as error:
        return Compiled(toolchain_text(), fingerprint, None, error)
    return Compiled(toolchain_text(), fingerprint, artifact.to_bytes(), None)


def compile_all(executor: Executor, kernels: Iterable[KernelLike], machine: Machine) -> int:
    """Compile the kernels that are in no cache on `executor`, and put them into the cache here; gives how many that were.

    What fails in any way is left for the launch to compile, but for kernels that the compiler refuses: that is remembered.

    Warns:
        RuntimeWarning: the executor is broken, or was shut down.
    """
    from concurrent.futures import BrokenExecutor

    pending: list[tuple[Future[Compiled], CompileRequest, str, float]] = []
    broken: Exception | None = None
    for kernel in kernels:
        if getattr(kernel, "is_generic", False):
            continue  # there is nothing to compile before a launch says what the types are
        try:
            request, key = compilation.request_of(kernel, machine)
            if compilation.known_artifact(request, key) is not None:
                continue
        except Exception as error:  # it can not be read here
            _give_up(kernel, error)
            continue
        try:
            future = executor.submit(compile_in_worker, kernel, machine.target)
        except RuntimeError as error:  # so executors refuse what they will never do
            broken = error
            break
        except Exception as error:  # it can not be sent
            _give_up(kernel, error)
        else:
            pending.append((future, request, key, time.perf_counter()))
    done = 0
    for future, request, key, began in pending:
        try:
            done += _take(future.result(), request, key, machine, began)
        except BrokenExecutor as error:
            broken = error
        except Exception as error:  # the worker's
            _give_up(request.kernel, error)
    if broken is not None:
        # Told of the line that has launched them: those in between are ours.
        site = call_site()
        warnings.warn_explicit(
            f"kernels are compiled in this process, since the executor that `compile_on` names can not be used any more "
            f"({type(broken).__name__}: {broken})",
            RuntimeWarning,
            site.code.co_filename,
            site.line,
        )
    return done


def _give_up(kernel: KernelLike, error: Exception) -> None:
    settings().report(f"{kernel.name}: not compiled by the executor ({type(error).__name__}: {error})")


def _take(result: Compiled, request: CompileRequest, key: str, machine: Machine, began: float) -> bool:
    kernel = request.kernel
    if result.toolchain != toolchain_text() or result.fingerprint != kernel.fingerprint():
        settings().report(f"{kernel.name}: a worker has another version of it, or of the compiler")
        return False
    if result.error is not None:
        compilation.remember_failure(request, key, result.error, began)
        return True
    assert result.artifact is not None
    artifact = Artifact.from_bytes(result.artifact).with_key(key)
    if artifact.kind is ArtifactKind.CPU_OBJECT and not artifact.target.endswith(machine.target_key()):
        settings().report(f"{kernel.name}: a worker has another processor ({artifact.target})")
        return False
    compilation.keep(artifact)
    compilation.tell(compilation.COMPILED, kernel, key, began)
    return True


@cache
def toolchain_text() -> str:
    """Python, the compiler and its libraries: what has to be the same here and there. By content, not by time: another machine
    has the same files with other times."""
    package = Path(__file__).resolve().parents[2]
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".ll") and path.is_file():
            digest.update(f"{path.relative_to(package).as_posix()}:{path.stat().st_size}:".encode())
            digest.update(path.read_bytes())
    versions = [f"{library} {_version(library)}" for library in ("xdsl", "llvmlite")]
    return f"Python {sys.version_info[:3]} {digest.hexdigest()} {' '.join(versions)}"


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"
