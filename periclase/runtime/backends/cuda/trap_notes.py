"""Which trap has stopped the device: read from memory of the host, which is there when the context is lost.

A GPU's driver only says that some thread has stopped. So code that is compiled for launches writes a word before it traps
(`passes.convert_nvvm_to_llvm.trap_note` has its layout): where to is in a global of its module, which is filled here when the
module is loaded. Each module has a word of its own in pages that are mapped for the GPU; they are the process's own pages, and
only registered with the driver, so no error of it takes them away.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import Diagnostic, DiagnosticError, Note
from periclase.runtime.artifact import Artifact, Trap
from periclase.runtime.backends.cuda.driver import CudaError
from periclase.runtime.failures import TrapError

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context

TRAP_NOTE: Final = b"periclase_trap_note"
"""The symbol of the global."""

ROW_SHIFT: Final = 48
BLOCK_SHIFT: Final = 10

_WORD: Final = struct.Struct("=Q")
_PAGE: Final = 4 << 10


class _Page:
    """Words of the host that kernels write to.

    Attributes:
        words: on the host.
        address: the same, as kernels see them.
    """

    __slots__ = ("address", "words")

    def __init__(self, words: Any, address: int):
        self.words = words
        self.address = address


class TrapNote:
    """The word of one module. It goes back to its pool when nobody holds it any more.

    Attributes:
        address: as kernels see it.
        kernel: the user's name of the kernel that writes it.
        traps: what the rows of its table say.
    """

    __slots__ = ("_index", "_page", "address", "kernel", "traps")

    def __init__(self, page: _Page, index: int, kernel: str, traps: Sequence[Trap]):
        self._page = page
        self._index = index
        self.address = page.address + index * _WORD.size
        self.kernel = kernel
        self.traps = traps
        page.words[index] = 0

    def trap(self) -> TrapError | None:
        """The trap of a thread of this kernel that has stopped the device, if one has."""
        word = int(self._page.words[self._index])
        if not word:
            return None
        row, block = (word >> ROW_SHIFT) - 1, (word >> BLOCK_SHIFT) & ((1 << ROW_SHIFT - BLOCK_SHIFT) - 1)
        thread = word & ((1 << BLOCK_SHIFT) - 1)
        trap = self.traps[row] if 0 <= row < len(self.traps) else Trap("trap", "")
        where = Note(f"in thread {thread} of block {block}, counted along x, then y, then z")
        reason = trap.message or "the kernel trapped"
        message, notes = f"kernel `{self.kernel}` failed: {reason}", (*trap.notes, where)
        return TrapError(Diagnostic("PC0702", message, trap.span, notes=notes))


class TrapNotes:
    """The words of all modules in a context. The context's lock is held around all calls."""

    __slots__ = ("_context", "_free", "_notes", "_pages")

    def __init__(self, context: Context):
        self._context = context
        self._pages: list[_Page] = []
        self._free: list[tuple[_Page, int]] = []
        self._notes: dict[int, TrapNote] = {}

    def watch(self, artifact: Artifact, module: Any, stream: Any) -> TrapNote | None:
        """Have the kernels of `module` note their traps. None if they have none. The context is current.

        Args:
            stream: a stream of the driver's on which nothing is pending.

        Raises:
            DiagnosticError: the driver fails.
        """
        if not artifact.traps:
            return None
        context = self._context
        where, size = context.call("cuModuleGetGlobal", module, TRAP_NOTE)
        if size != _WORD.size:
            return None
        if not self._free:
            self._add_page()
        page, index = self._free.pop()
        note = TrapNote(page, index, artifact.kernel, artifact.traps)
        try:
            # The bytes are taken before the call returns, since they are not pinned.
            context.call("cuMemcpyHtoDAsync", int(where), _WORD.pack(note.address), _WORD.size, stream)
        except DiagnosticError:
            self._free.append((page, index))
            raise
        try:
            context.call("cuStreamSynchronize", stream)
        except CudaError as error:
            # It may still be written to, and nobody will ever know when that is over.
            context.lose(error)
            raise context.refusal() from None
        self._notes[note.address] = note
        return note

    def forget(self, note: TrapNote) -> None:
        """The module of `note` is about to be unloaded."""
        if self._notes.pop(note.address, None) is not None:
            page, index = note._page, note._index  # pyright: ignore[reportPrivateUsage]
            self._free.append((page, index))

    def found(self) -> TrapError | None:
        """The trap that has stopped the device, if a kernel has noted one."""
        for note in self._notes.values():
            trap = note.trap()
            if trap is not None:
                return trap
        return None

    def close(self) -> None:
        """Give the pages back to the process alone. No module is loaded any more."""
        for page in self._pages:
            self._context.discard("cuMemHostUnregister", ctypes.addressof(page.words))
        self._pages.clear()
        self._free.clear()
        self._notes.clear()

    def _add_page(self) -> None:
        words = (ctypes.c_uint64 * (_PAGE // _WORD.size)).from_buffer(mmap.mmap(-1, _PAGE))
        address = ctypes.addressof(words)
        page = _Page(words, 0)
        # Noted first: whatever comes in between, `close` gives it back. To give back what is not registered does no harm.
        self._pages.append(page)
        try:
            # CU_MEMHOSTREGISTER_PORTABLE and CU_MEMHOSTREGISTER_DEVICEMAP
            self._context.call("cuMemHostRegister", address, _PAGE, 3)
            page.address = int(self._context.call("cuMemHostGetDevicePointer", address, 0))
        except DiagnosticError:
            self._context.discard("cuMemHostUnregister", address)
            self._pages.remove(page)
            raise
        self._free += [(page, index) for index in reversed(range(len(words)))]
