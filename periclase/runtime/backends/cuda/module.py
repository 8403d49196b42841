"""Modules: PTX or machine code made ready to run, with the JIT compiler's own words where it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.cuda.driver import CudaError
from periclase.runtime.backends.cuda.launch import Launcher
from periclase.runtime.endings import Endings

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.backends.cuda.trap_notes import TrapNote

_LOG_BYTES: Final = 8192


class Loaded:
    """A module of the driver's, to be unloaded when its kernel is gone.

    Attributes:
        context: where it is.
        module: the driver's `CUmodule`; None when it is unloaded.
        note: the word that it notes its traps in.
    """

    __slots__ = ("context", "module", "note")

    def __init__(self, context: Context, module: Any):
        self.context = context
        self.module = module
        self.note: TrapNote | None = None


class CudaKernel:
    """A kernel in a module of its own. Dropping it unloads the module, at the next call under the runner's role.

    Attributes:
        context: where it is loaded.
        name: the user's name of the kernel.
        function: the driver's `CUfunction`.
        launcher: what launches it.
    """

    __slots__ = ("__weakref__", "context", "function", "launcher", "name")

    def __init__(self, context: Context, artifact: Artifact, kernels: Endings[Loaded], stream: Any):
        """Load `artifact`.

        Args:
            kernels: hears what is to be unloaded when this is gone.
            stream: a stream of the driver's on which nothing is pending.

        Raises:
            DiagnosticError: it is not for a GPU (PC0704), the driver does not take its code, or has no such entry.
        """
        if artifact.kind is ArtifactKind.PTX:
            image = artifact.code if artifact.code.endswith(b"\0") else artifact.code + b"\0"
        elif artifact.kind is ArtifactKind.CUBIN:
            image = artifact.code
        else:
            raise LaunchError(
                Diagnostic(
                    "PC0704",
                    f"`{artifact.kernel}` was compiled to a {artifact.kind.value} for {artifact.target}, not for a GPU",
                    artifact.span,
                )
            )
        self.context = context
        self.name = artifact.kernel
        with context.lock, context:
            module, log = _load(context, artifact, image)
            loaded = Loaded(context, module)
            kernels.expect(self, loaded)
            loaded.note = context.notes.watch(artifact, loaded.module, stream)
            self.function: Any = context.call("cuModuleGetFunction", loaded.module, artifact.entry.encode())
            self.launcher = Launcher(context, artifact, self.function)
            local_bytes = self.launcher.attribute("LOCAL_SIZE_BYTES")
        if local_bytes:
            from periclase.runtime.backends.cuda.spills import spills, tell_of_spills

            if spills(artifact, "\n".join(_lines(log)), local_bytes):
                tell_of_spills(artifact, context.gpu.capability)

    def attribute(self, name: str) -> int:
        """The attribute `CU_FUNC_ATTRIBUTE_<name>`: `NUM_REGS`, `LOCAL_SIZE_BYTES`, `MAX_THREADS_PER_BLOCK`.

        Raises:
            DiagnosticError: the driver fails.
        """
        with self.context:
            return self.launcher.attribute(name)


def unload(kernels: Endings[Loaded]) -> None:
    """Unload the modules of those that are gone."""
    kernels.deal(_unload)


def _unload(loaded: Loaded) -> None:
    context = loaded.context
    module, loaded.module = loaded.module, None
    if module is not None:
        context.discard("cuModuleUnload", module)
    # In a context that is lost the word is still to be read: it may say why.
    note = loaded.note
    if note is not None and context.cause is None:
        with context.lock:
            context.notes.forget(note)


def _load(context: Context, artifact: Artifact, image: bytes) -> tuple[Any, bytearray]:
    """The driver's module, and what its assembler had to say of it."""
    option = context.driver.binding.CUjit_option
    errors, remarks = bytearray(_LOG_BYTES), bytearray(_LOG_BYTES)
    options = [
        option.CU_JIT_ERROR_LOG_BUFFER,
        option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        option.CU_JIT_INFO_LOG_BUFFER,
        option.CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
        option.CU_JIT_LOG_VERBOSE,
    ]
    values = [errors, _LOG_BYTES, remarks, _LOG_BYTES, 1]
    try:
        return context.call("cuModuleLoadDataEx", image, len(options), options, values), remarks
    except CudaError as error:
        found = error.diagnostic
        diagnostic = Diagnostic(
            "PC0704",
            f"the driver does not load `{artifact.kernel}`, compiled for {artifact.target}: {found.message}",
            artifact.span,
            help=found.help,
        )
        for log in (errors, remarks):
            for line in _lines(log):
                if not line.startswith("ptxas info"):
                    diagnostic = diagnostic.with_note(line)
        raise CudaError(diagnostic, error.call, error.name) from None


def _lines(log: bytearray) -> list[str]:
    text = bytes(log).split(b"\0", 1)[0].decode(errors="replace")
    return [line.strip() for line in text.splitlines() if line.strip()]
