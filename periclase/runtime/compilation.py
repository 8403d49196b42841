"""From a kernel to its artifact: out of the cache, or from the compiler, which is imported only then.

For each key one thread at a time compiles, the others wait for its result. A kernel that can not be compiled is compiled once,
however often it is launched: its error is remembered under the same key, for as long as the settings are the same.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from periclase import __version__
from periclase.diagnostics import DiagnosticError
from periclase.digest import blake2b
from periclase.record import NamedTuple
from periclase.runtime.artifact import FORMAT_VERSION, Artifact
from periclase.runtime.artifact_cache import artifact_cache
from periclase.runtime.frames import without_frames
from periclase.runtime.protocols import CompileRequest
from periclase.runtime.single_flight import SingleFlight
from periclase.settings import Settings, settings

if TYPE_CHECKING:
    from periclase.constants import Constants, LaunchedNames
    from periclase.runtime.protocols import Compiler, KernelLike

T = TypeVar("T")

_COMPILER = "periclase.codegen.service"

MOST_FAILURES: Final = 1024
"""Errors that are remembered; the oldest go first."""
MOST_UNCACHED: Final = 1024
"""Artifacts compiled ahead that are kept in memory where the cache keeps nothing."""


class Machine(Protocol):
    """What is compiled for: a `Backend`, or anything else that says these two."""

    @property
    def target(self) -> str:
        """The compile target of `CompileRequest`."""
        ...

    def target_key(self) -> str:
        """The exact machine."""
        ...


COMPILED: Final = "compiled"
LOADED: Final = "loaded"
FAILED: Final = "failed"


class CompilationEvent(NamedTuple):
    """A kernel was looked for.

    Attributes:
        outcome: `COMPILED`; `LOADED` from the cache; `FAILED`, now or, with `seconds` 0, when it was compiled before.
        kernel: the user's name of it.
        key: the key of its artifact.
        began: when that began, by `time.perf_counter`.
        seconds: how long it took.
        error: why it failed.
    """

    outcome: str
    kernel: str
    key: str
    began: float
    seconds: float
    error: Exception | None = None


Listener = Callable[[CompilationEvent], None]
"""Told of every kernel that was looked for, on the thread that did. It must not raise."""

_listeners: tuple[Listener, ...] = ()
_listeners_lock = threading.Lock()


def add_listener(listener: Listener) -> None:
    """Have `listener` told from now on, once for each time it was added."""
    global _listeners
    with _listeners_lock:
        _listeners = (*_listeners, listener)


def remove_listener(listener: Listener) -> None:
    """Have `listener` told no more.

    Raises:
        ValueError: it was not added.
    """
    global _listeners
    with _listeners_lock:
        position = _listeners.index(listener)
        _listeners = _listeners[:position] + _listeners[position + 1 :]


def tell(outcome: str, kernel: KernelLike, key: str, began: float, error: Exception | None = None) -> None:
    """Tell the listeners that a kernel was looked for."""
    if _listeners:
        event = CompilationEvent(outcome, kernel.name, key, began, time.perf_counter() - began, error)
        for listener in _listeners:
            listener(event)


class _Failures:
    """Errors by key. An error counts only under the settings that it was made under: they say where files go."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._errors: dict[str, tuple[Settings, Exception]] = {}

    def get(self, key: str) -> Exception | None:
        found = self._errors.get(key)
        return found[1] if found is not None and found[0] == settings() else None

    def put(self, key: str, error: Exception) -> None:
        with self._lock:
            while len(self._errors) >= MOST_FAILURES:
                del self._errors[next(iter(self._errors))]
            self._errors[key] = settings(), error

    def clear(self) -> None:
        with self._lock:
            self._errors.clear()


_failures = _Failures()
_uncached: dict[str, Artifact] = {}
_artifacts: SingleFlight[Artifact] = SingleFlight()
_objects: SingleFlight[bytes] = SingleFlight()


def forget_failures() -> None:
    """Compile again what could not be compiled so far: after an external tool was installed, say."""
    _failures.clear()


def artifact_of(kernel: KernelLike, machine: Machine) -> Artifact:
    """The artifact of `kernel` for `machine`.

    Raises:
        DiagnosticError: it can not be compiled. A later call raises the same object, and compiles nothing.
    """
    request, key = request_of(kernel, machine)
    return artifact_for(request, key)


def request_of(kernel: KernelLike, machine: Machine) -> tuple[CompileRequest, str]:
    """What `artifact_of` asks of the compiler, and the key of the result.

    Raises:
        DiagnosticError: the kernel's source or annotations can not be read.
    """
    request = CompileRequest(kernel, tuple(kernel.parameters), machine.target)
    return request, cache_key(request, machine.target_key())


def artifact_for(request: CompileRequest, key: str) -> Artifact:
    """The artifact that `request` asks for, whose key is `key`.

    Raises:
        DiagnosticError: it can not be compiled. A later call raises the same object, and compiles nothing.
    """
    return _artifacts.do(key, lambda: _found_or_compiled(request, key))


def known_artifact(request: CompileRequest, key: str) -> Artifact | Exception | None:
    """The artifact that `request` asks for, or why there can be none, as far as that is known without compiling."""
    began = time.perf_counter()
    kernel = request.kernel
    failure = _failures.get(key)
    if failure is not None:
        tell(FAILED, kernel, key, time.perf_counter(), failure)
        return failure
    artifact = _uncached.get(key) or _from_cache(key)
    if artifact is not None:
        settings().report(f"{kernel.name}: taken from the artifact cache")
        tell(LOADED, kernel, key, began)
    return artifact


def _found_or_compiled(request: CompileRequest, key: str) -> Artifact:
    known = known_artifact(request, key)
    if isinstance(known, Exception):
        raise without_frames(known)
    if known is not None:
        return known
    began = time.perf_counter()
    outcome = _on_a_shallow_stack(lambda: _compiled(request, key))
    if isinstance(outcome, Exception):
        raise remember_failure(request, key, outcome, began)
    settings().report(f"{request.kernel.name}: compiled for {outcome.target}")
    cache = artifact_cache()
    if cache.lasting and _is_as_launched(request.kernel):
        cache.put(key, outcome.to_bytes())
    tell(COMPILED, request.kernel, key, began)
    return outcome


def _is_as_launched(kernel: KernelLike) -> bool:
    """Whether `kernel` is still what its key tells of: since its launch a function may have got other code, as editors and
    notebooks replace it where it stands. What comes of that is no other program's."""
    launched = cast("LaunchedNames", kernel)
    constants = getattr(launched, "constants", None)
    if constants is None:
        return True
    with constants.in_force():
        return launched.fingerprint_now() == launched.fingerprint()


def _compiled(request: CompileRequest, key: str) -> Artifact | Exception:
    from periclase.compiling import compiling

    constants: Constants | None = getattr(request.kernel, "constants", None)
    try:
        with compiling(), nullcontext() if constants is None else constants.in_force():
            return compiler().compile(request).with_key(key)
    except Exception as error:
        return error


def _on_a_shallow_stack(function: Callable[[], T]) -> T:
    """What `function` gives, with most of Python's stack before it.

    Whether a kernel can be compiled is remembered, so it must not depend on how deep whoever launches it first is in its own
    calls. `function` raises nothing; a RecursionError comes from here, where not even a thread could be started any more.
    """
    frame, depth = sys._getframe(), 0  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    if depth * _SHALLOW < sys.getrecursionlimit():
        return function()
    result: list[T] = []
    thread = threading.Thread(target=lambda: result.append(function()), name="periclase-compile")
    thread.start()
    thread.join()
    return result[0]


_SHALLOW: Final = 4
"""A stack is shallow while it is less than one part in so many of what it may be."""


def remember_failure(request: CompileRequest, key: str, error: Exception, began: float) -> Exception:
    """Keep `error`, for which `request` can not be compiled, and give it without frames."""
    if not isinstance(error, DiagnosticError):
        import traceback

        # A defect of ours: whoever looks for it needs the frames, if only as text.
        error.add_note("".join(traceback.format_exception(error)))
    if not _may_pass(error):
        _failures.put(key, error)
    tell(FAILED, request.kernel, key, began, error)
    return without_frames(error)


def _may_pass(error: Exception) -> bool:
    """Whether it may go well the next time. Memory or a disk may be there then; what is said of a kernel stays true."""
    if isinstance(error, DiagnosticError):
        return any(
            diagnostic.code == "PC0525" for diagnostic in error.diagnostics
        )  # PTX can not be written to a folder
    return isinstance(error, MemoryError | OSError)


def keep(artifact: Artifact) -> None:
    """Store an artifact that somebody else has compiled: in the cache, or in memory where that keeps nothing."""
    if not artifact_cache().put(artifact.key, artifact.to_bytes()):
        while len(_uncached) >= MOST_UNCACHED:
            _uncached.pop(next(iter(_uncached)), None)
        _uncached[artifact.key] = artifact


def _from_cache(key: str) -> Artifact | None:
    store = artifact_cache()
    data = store.get(key)
    if data is None:
        return None
    try:
        artifact = Artifact.from_bytes(data)
    except ValueError:
        store.discard(key)
        return None
    return artifact if _is_from_here(artifact.processor) else None


def _is_from_here(processor: str) -> bool:
    """Whether this machine can run code that has the machine's name in its key: if not, it is compiled again.

    Args:
        processor: `Artifact.processor` of the code.
    """
    here = _processor()
    return not here or not processor or processor == here


def _processor() -> str:
    """The processor as LLVM sees it, where LLVM is loaded anyway. The key of an artifact has all that is known without it."""
    binding = sys.modules.get("periclase.runtime.backends.cpu.llvm_binding")
    return "" if binding is None else binding.known_host_key()


def runtime_object(name: str, target_key: str) -> bytes:
    """An object file that a backend itself is made of, for the machine that `target_key` names; from the cache if it is there.

    Args:
        name: as in `Compiler.runtime_object`.

    Raises:
        DiagnosticError: it can not be compiled.
    """
    key = _digest(("runtime object", name, target_key, toolchain_stamp()))

    def make() -> bytes:
        store = artifact_cache()
        processor, _, data = (store.get(key) or b"").partition(b"\n")
        if not data or not _is_from_here(processor.decode(errors="replace")):
            from periclase.garbage import paused_collector

            with paused_collector():
                data = compiler().runtime_object(name)
            store.put(key, _processor().encode() + b"\n" + data)
        return data

    return _objects.do(key, make)


def compiler() -> Compiler:
    """The compiler of this package. It is found by name: the runtime does not depend on it."""
    return importlib.import_module(_COMPILER).compiler()


def cache_key(request: CompileRequest, target_key: str) -> str:
    """The key of the artifact that `request` asks for, on the machine that `target_key` names."""
    return _digest(
        (
            str(FORMAT_VERSION),
            request.kernel.fingerprint(),
            *(f"{p.name}:{p.kind.value}:{p.dtype}:{p.access.value}" for p in request.signature),
            request.target,
            target_key,
            toolchain_stamp(),
        )
    )


def _digest(parts: Iterable[str]) -> str:
    digest = blake2b(digest_size=20)
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.hexdigest()


@cache
def toolchain_stamp() -> str:
    """A hash that changes with the version of this package, of xDSL and of llvmlite.

    An installed copy is told by the record that its installer wrote, which has the hash of every file. Anything else is a
    checkout that somebody edits: it is told by sizes and modification times of the sources that have a say in what is compiled.
    Asking `importlib.metadata` would take longer, and importing the libraries much longer.
    """
    own = os.path.dirname(os.path.dirname(__file__))
    digest = blake2b(digest_size=16)
    record = os.path.join(os.path.dirname(own), f"periclase-{__version__}.dist-info", "RECORD")
    try:
        with open(record, "rb", buffering=0) as file:
            digest.update(file.read())
    except OSError:
        digest.update("\n".join(_stamps(own)).encode())
    facts: list[str] = []
    for library in ("xdsl", "llvmlite"):
        folder = _folder_of(library)
        if folder is not None:
            for name in ("__init__.py", "_version.py"):
                fact = _stamp(os.path.join(folder, name))
                if fact is not None:
                    facts.append(fact)
    digest.update("\n".join(facts).encode())
    return digest.hexdigest()


def _folder_of(library: str) -> str | None:
    """The folder of a package, without importing it; None if there is none."""
    for folder in sys.path:  # where it nearly always is; to ask the finders takes ten times as long
        found = os.path.join(folder, library)
        if os.path.exists(os.path.join(found, "__init__.py")):
            return found
    # As `importlib.util.find_spec`, which takes longer to import than to do this.
    for finder in sys.meta_path:
        spec = finder.find_spec(library, None)
        if spec is not None:
            return None if spec.origin is None else os.path.dirname(spec.origin)
    return None


def _stamp(file: str) -> str | None:
    """Path, size and time of a file; None if there is none."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return f"{file}:{status.st_size}:{status.st_mtime_ns}"


_WITHOUT_A_SAY = frozenset({"__pycache__", "runtime", "tools"})
"""Folders of the package whose sources have no say in what is compiled. What an artifact means to the runtime, which reads it,
is the business of `FORMAT_VERSION`."""

_WITH_A_SAY = (
    "kernel_parameters.py",
    "limits.py",
    "backends/cpu/elf.py",
    "backends/cpu/image.py",
    "backends/cpu/llvm_binding.py",
    "backends/cpu/object_linker.py",
    "backends/cpu/relocations.py",
)
"""Sources of the runtime that have one all the same: they are what the compiler uses of it, such as the linker of the images in
artifacts."""


def _stamps(package: str) -> list[str]:
    """Path, size and time of every source that has a say, in an order that depends on nothing else."""
    # Every process out of a checkout waits for this: one pass, no more of Python than has to be for some hundred files.
    runtime = os.path.join(package, "runtime")
    found = [fact for name in _WITH_A_SAY if (fact := _stamp(os.path.join(runtime, name))) is not None]
    pending = [package]
    while pending:
        folder = pending.pop()
        left_out = _WITHOUT_A_SAY if folder == package else ("__pycache__",)
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name.endswith((".py", ".ll")):
                    status = entry.stat()
                    found.append(f"{entry.path}:{status.st_size}:{status.st_mtime_ns}")
                elif name not in left_out and entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
    found.sort()
    return found
