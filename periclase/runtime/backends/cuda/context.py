"""The primary context of one GPU: entered around driver calls, lost with the first error that stays, and made anew by `reset`.

The primary context is the one that the CUDA runtime, PyTorch and others use too, so addresses can be handed to and fro. It is
pushed for a call and popped behind it: the thread belongs to the user, and to whatever context he has made current there.
"""

from __future__ import annotations

import os
import threading
from typing import Any, Final, Self

from periclase.diagnostics import Diagnostic, LaunchError, Note
from periclase.record import replace
from periclase.runtime.backends.cuda.capture_mode import CaptureMode
from periclase.runtime.backends.cuda.driver import HELP, CudaError, Driver
from periclase.runtime.backends.cuda.trap_notes import TrapNotes
from periclase.runtime.failures import DeviceLost

NEW_PROCESS: Final = "start a new process: the driver gives this one no fresh device"

_COUNT_HELP: Final = (
    "devices are numbered as the driver does: CUDA_VISIBLE_DEVICES hides some and numbers the others anew"
)


class Gpu:
    """What the driver tells of a device before there is any context.

    Attributes:
        ordinal: its number.
        handle: the driver's `CUdevice`.
        name: as the maker calls it.
        capability: the compute capability, (9, 0).
        total_bytes: of its memory.
    """

    __slots__ = ("_attributes", "capability", "driver", "handle", "name", "ordinal", "total_bytes")

    def __init__(self, driver: Driver, ordinal: int):
        count = driver.call("cuDeviceGetCount")
        if not 0 <= ordinal < count:
            names = ", ".join(f'"cuda:{number}"' for number in range(count)) or "none"
            raise LaunchError(
                Diagnostic(
                    "PC0405", f'there is no device "cuda:{ordinal}"; there are {names}', help=_COUNT_HELP
                )
            )
        self.driver = driver
        self.ordinal = ordinal
        self.handle = driver.call("cuDeviceGet", ordinal)
        name: bytes = driver.call("cuDeviceGetName", 256, self.handle)
        self.name = bytes(name).split(b"\0", 1)[0].decode(errors="replace")
        self.total_bytes: int = driver.call("cuDeviceTotalMem", self.handle)
        self._attributes: dict[str, int] = {}
        self.capability = (
            self.attribute("COMPUTE_CAPABILITY_MAJOR"),
            self.attribute("COMPUTE_CAPABILITY_MINOR"),
        )

    def attribute(self, name: str) -> int:
        """The attribute `CU_DEVICE_ATTRIBUTE_<name>`; asked for once.

        Raises:
            CudaError: the driver does not know it.
        """
        value = self._attributes.get(name)
        if value is None:
            attribute = getattr(self.driver.binding.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
            value = self._attributes[name] = int(
                self.driver.call("cuDeviceGetAttribute", attribute, self.handle)
            )
        return value


class Context:
    """The primary context of `gpu`, until it is lost or released.

    As a context manager it makes itself current on the calling thread for a while, and lets that thread do its work whatever
    another library records meanwhile (`CaptureMode`).

    Attributes:
        gpu: the device.
        driver: the driver.
        lock: guards the state of all streams and works of this context. It is held for short calls of the driver only, never
            while something waits for the device. Reentrant: a finaliser may come in anywhere.
        cause: why it is lost, or None.
        notes: what its kernels note about traps.
    """

    __slots__ = (
        "_capture_mode",
        "_changed",
        "_process",
        "_waiting",
        "cause",
        "driver",
        "gpu",
        "handle",
        "lock",
        "notes",
        "released",
    )

    def __init__(self, gpu: Gpu):
        self.gpu = gpu
        self.driver = gpu.driver
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._waiting = 0
        self._process = os.getpid()
        self._capture_mode = CaptureMode(self.driver, self.notice)
        self.cause: DeviceLost | None = None
        self.released = False
        self.notes = TrapNotes(self)
        self.handle: Any = self.driver.call("cuDevicePrimaryCtxRetain", gpu.handle)

    def __enter__(self) -> Self:
        self.call("cuCtxPushCurrent", self.handle)
        self._capture_mode.relax()
        return self

    def __exit__(self, *exception: object) -> None:
        self._capture_mode.restore()
        try:
            self.driver.call("cuCtxPopCurrent")
        except CudaError as error:
            # Nobody knows any more which context the thread is in. An exception that is on its way says more than this one.
            self.lose(error)
            if exception[0] is None:
                raise self.refusal() from None

    def pause(self, timeout: float | None = None) -> bool:
        """Wait, with `lock` held, until something changes: work is enqueued or settles, or the context is lost. False if nothing
        did in `timeout` seconds."""
        self._waiting += 1
        try:
            return self._changed.wait(timeout)
        finally:
            self._waiting -= 1

    def announce(self) -> None:
        """Something has changed, with `lock` held. Nobody waits most of the time."""
        if self._waiting:
            self._changed.notify_all()

    def call(self, name: str, *arguments: Any) -> Any:
        """Call the driver, like `Driver.call`.

        Raises:
            DeviceLost: the context is lost, now or before.
            CudaError: another error.
        """
        if self.cause is not None:
            raise self.refusal()
        try:
            return self.driver.call(name, *arguments)
        except CudaError as error:
            failure = error
        # Not raised while the other is handled: it would keep that one's frames.
        raise self.told(failure)

    def told(self, error: CudaError) -> CudaError | DeviceLost:
        """What to raise for `error`: after one that stays the context is lost."""
        if not error.sticky:
            return error
        self.lose(error)
        return self.refusal()

    def notice(self, error: CudaError) -> None:
        """Something went wrong that concerns nobody; but after an error that stays the context is lost."""
        if error.sticky:
            self.lose(error)

    def check(self) -> None:
        """Refuse work in a context that is lost or released.

        Raises:
            DeviceLost: it is.
        """
        if self._process != os.getpid() and self.cause is None:
            # The threads that serve it are not in this process, so that not even an error of the driver would come.
            self.lose(
                CudaError(
                    Diagnostic("PC0741", "the process was forked", help=HELP["CUDA_ERROR_NOT_INITIALIZED"]),
                    "fork",
                    "CUDA_ERROR_NOT_INITIALIZED",
                )
            )
        if self.cause is not None:
            raise self.refusal()

    def refusal(self) -> DeviceLost:
        """`cause` as an exception of its own: one that was raised twice would keep the frames of both."""
        assert self.cause is not None
        refusal = DeviceLost(self.cause.diagnostics)
        refusal.__cause__ = self.cause.__cause__
        return refusal

    def lose(self, error: CudaError) -> None:
        """From now on the context is lost, for the first reason that was given."""
        with self.lock:
            if self.cause is None:
                self.cause = self._loss(error)
            self.announce()

    def _loss(self, error: CudaError) -> DeviceLost:
        found, trap = error.diagnostic, self.notes.found()
        lost, reset = (
            f"the device cuda:{self.gpu.ordinal} is lost",
            "`device.reset()` gives a fresh one without its memory",
        )
        if trap is None:
            help = "; ".join(filter(None, [found.help, reset]))
            return DeviceLost(Diagnostic("PC0742", f"{lost}: {found.message}", help=help))
        why = trap.diagnostic
        cause = DeviceLost(
            Diagnostic(
                "PC0742",
                f"{lost}: {why.message}",
                why.span,
                notes=(*why.notes, Note(found.message)),
                help=reset,
            )
        )
        cause.__cause__ = trap
        return cause

    def is_over(self, event: Any) -> bool:
        """Whether the work that `event` was recorded behind is over; False also where the context is lost.

        An error that does not stay loses the context too: nobody could tell any more when bytes are safe to use. But while
        somebody else's capture forbids to ask, the answer is only not known yet.
        """
        if self.cause is not None:
            return False
        self._capture_mode.relax()
        try:
            return self._query(event)
        finally:
            self._capture_mode.restore()

    def _query(self, event: Any) -> bool:
        try:
            try:
                return self.driver.query(event)
            except CudaError as error:
                if error.name != "CUDA_ERROR_INVALID_CONTEXT":
                    raise
            # The manual asks for no current context here; be it that a driver does.
            with self:
                return self.driver.query(event)
        except CudaError as error:
            if not error.name.startswith("CUDA_ERROR_STREAM_CAPTURE_"):
                self.lose(error)
        except DeviceLost:
            pass
        return False

    def discard(self, name: str, *arguments: Any) -> None:
        """Give something back to the driver. What goes wrong then concerns nobody, but an error that stays is noted."""
        if self.cause is not None or self.released:
            return  # gone with the context
        try:
            with self:
                self.driver.call(name, *arguments)
        except CudaError as error:
            self.notice(error)
        except DeviceLost:
            pass

    def release(self) -> None:
        """Give the context up. Others of the process may go on using it."""
        if self.released:
            return
        self.released = True
        try:
            self.driver.call("cuDevicePrimaryCtxRelease", self.gpu.handle)
        except CudaError as error:
            self.notice(error)

    def destroy(self) -> None:
        """Reset the primary context, for everybody in the process, and give it up: `gpu` can have a fresh one afterwards.

        Raises:
            CudaError: the driver can not; only a new process helps then.
        """
        if self.cause is None:
            self.lose(
                CudaError(
                    Diagnostic("PC0741", "it was reset"),
                    "cuDevicePrimaryCtxReset",
                    "CUDA_ERROR_CONTEXT_IS_DESTROYED",
                )
            )
        failure = self._reset()
        if failure is not None and failure.sticky:
            # By the manual it may tell of nothing but what kernels had done before: that is told once.
            failure = self._reset()
        if failure is None:
            self.release()
            return
        raise CudaError(replace(failure.diagnostic, help=NEW_PROCESS), failure.call, failure.name)

    def _reset(self) -> CudaError | None:
        try:
            self.driver.call("cuDevicePrimaryCtxReset", self.gpu.handle)
        except CudaError as error:
            return error
        return None
