"""PC0541 for kernels that are launched: the driver assembles them, so what they spill is known when they are loaded.

The driver's log of a load says how much each function spills ("ptxas info: … bytes spill stores"). Code that it takes out of its
own cache has no such log: then what a thread has in local memory, beyond the arrays of the PTX, is taken to be spilled.

Which line spills only the assembler's code tells. Where its tools are installed, they are asked on another thread, so that no
launch waits for them. As other warnings of the compiler, one is given once for each artifact, and not again while that is in the
cache.
"""

from __future__ import annotations

import re
import sys
import threading
from typing import TYPE_CHECKING, Final

from periclase.diagnostics import Diagnostic, DiagnosticError, Severity, Span
from periclase.runtime.artifact import ArtifactKind

if TYPE_CHECKING:
    from periclase.runtime.artifact import Artifact

_PROPERTIES: Final = re.compile(
    r"Function properties for '?(?P<function>[^\s']+)'?\s+(?:ptxas\s+\.\s+)?"
    r"\d+ bytes stack frame, (?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads"
)
_DEPOT: Final = re.compile(rb"\.local\s+\.align\s+\d+\s+\.b8\s+__local_depot\d+\[(\d+)\]")
_LARGEST_ALIGNMENT: Final = 16
THREAD: Final = "periclase-spills"
"""The name of the thread that looks for the line."""

_told: set[tuple[str, Span | None]] = set()


def spill_warning(kernel: str, span: Span | None) -> Diagnostic:
    """The warning that `kernel` spills registers, at `span`."""
    return Diagnostic(
        "PC0541",
        f"local memory: `{kernel}` has more values at once than registers, and spills some",
        span,
        Severity.WARNING,
        help="let fewer values live at once, unroll less, or ask for fewer threads or blocks in its launch bounds",
    )


def spills(artifact: Artifact, log: str, local_bytes: int) -> bool:
    """Whether a kernel that was loaded spills registers.

    Args:
        artifact: what was loaded.
        log: what the driver's assembler had to say, as of `CU_JIT_LOG_VERBOSE`.
        local_bytes: the function's `CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES`.
    """
    if not local_bytes or artifact.kind is not ArtifactKind.PTX:
        return False
    for found in _PROPERTIES.finditer(log):
        if found["function"] == artifact.entry:
            return int(found["stores"]) + int(found["loads"]) > 0
    code = artifact.code
    if b".func" in code:
        return False  # a call has a frame, too
    arrays = sum(int(size) for size in _DEPOT.findall(code))
    return local_bytes > -(-arrays // _LARGEST_ALIGNMENT) * _LARGEST_ALIGNMENT


def tell_of_spills(artifact: Artifact, capability: tuple[int, int]) -> None:
    """Print the warning for a kernel that spills, unless that was done before. Does not wait for the line to be found.

    Args:
        artifact: the kernel.
        capability: of the GPU that it is loaded on.
    """
    from periclase.runtime.artifact_cache import artifact_cache

    mark = f"{artifact.key}-spills" if artifact.key else ""
    cache = artifact_cache()
    if mark and cache.lasting and cache.get(mark) is not None:
        return
    first = (artifact.kernel, artifact.span) not in _told
    _told.add((artifact.kernel, artifact.span))

    def tell(find: bool = True) -> None:
        if first:
            span = (_first_spill(artifact, capability) if find else None) or artifact.span
            print(spill_warning(artifact.kernel, span), file=sys.stderr)
        if mark:
            cache.put(mark, b"told")

    # Not a daemon: a program that is over within milliseconds is told as well.
    try:
        threading.Thread(target=tell, name=THREAD, daemon=False).start()
    except RuntimeError:  # the system has no thread to give: no launch is to fail for that
        tell(find=False)


def _first_spill(artifact: Artifact, capability: tuple[int, int]) -> Span | None:
    from periclase.runtime.compilation import compiler

    major, minor = capability
    own = artifact.target[len(artifact.target.rstrip("af")) :]
    try:
        return compiler().first_spill(artifact, f"sm_{major}{minor}{own}")
    except (DiagnosticError, OSError):  # another assembler than the driver's, which may not take it
        return None
