"""A device that was stopped by a trap says which: message, line and thread, from what the kernel wrote before it stopped."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from fake_cuda_driver import FakeDriver, Fault, Launch

from periclase.diagnostics import DiagnosticError, Span
from periclase.passes.convert_nvvm_to_llvm import trap_note
from periclase.runtime.artifact import Artifact, Trap
from periclase.runtime.backends.cuda import trap_notes
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.execution import KernelWork
from periclase.runtime.failures import DeviceLost, TrapError
from periclase.runtime.outcome import FAILED, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)
TRAPS = (
    Trap("bounds", "index out of bounds of `x`", Span("k.py", 9, 15)),
    Trap("trap", "", Span("k.py", 12, 4)),
)


@pytest.fixture
def noted(fake: FakeDriver, artifact: Make) -> Callable[..., Artifact]:
    """A kernel that traps in row `row` of the table."""

    def make(
        entry: str = "stops", row: int = 0, thread: int = 0, block: int = 0, status: str = "LAUNCH_FAILED"
    ) -> Artifact:
        def run(driver: FakeDriver, launch: Launch) -> None:
            driver.note_trap(entry, row, thread, block)
            raise Fault(f"CUDA_ERROR_{status}")

        fake.kernels[entry] = (run, 0)
        return artifact(entry, noted=True, traps=TRAPS)

    return make


def lost_by(backend: CudaBackend, made: Artifact) -> DeviceLost:
    stream, kernel = backend.create_stream(1), backend.load(made)
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    assert work.wait(10)
    assert work.outcome == FAILED
    cause = backend.lost()
    assert isinstance(cause, DeviceLost)
    return cause


def test_both_sides_agree_on_the_word() -> None:
    assert trap_note.TRAP_NOTE.encode() == trap_notes.TRAP_NOTE
    assert (trap_note.ROW_SHIFT, trap_note.BLOCK_SHIFT) == (trap_notes.ROW_SHIFT, trap_notes.BLOCK_SHIFT)


def test_the_cause_has_the_message_the_line_and_the_thread(backend: CudaBackend, noted: Make) -> None:
    cause = lost_by(backend, noted(row=0, thread=1023, block=(1 << 38) - 1))
    assert cause.diagnostic.span == Span("k.py", 9, 15)
    assert "kernel `stops` failed: index out of bounds of `x`" in str(cause)
    assert "k.py:9:16" in str(cause)
    assert f"in thread 1023 of block {(1 << 38) - 1}" in str(cause)
    assert "CUDA_ERROR_LAUNCH_FAILED" in str(cause)
    assert "device.reset()" in str(cause)
    assert isinstance(cause.__cause__, TrapError)
    with pytest.raises(DeviceLost, match="index out of bounds") as caught:
        backend.allocate(1, 1)
    assert caught.value.__cause__ is cause.__cause__


def test_a_bare_trap_has_its_line(backend: CudaBackend, noted: Make) -> None:
    cause = lost_by(backend, noted(row=1))
    assert "kernel `stops` failed: the kernel trapped" in str(cause)
    assert cause.diagnostic.span == Span("k.py", 12, 4)


def test_a_row_beyond_the_table_is_a_trap_without_a_line(backend: CudaBackend, noted: Make) -> None:
    cause = lost_by(backend, noted(row=trap_note.LAST_ROW))
    assert "kernel `stops` failed: the kernel trapped" in str(cause)
    assert cause.diagnostic.span is None


def test_a_fault_that_is_no_trap_is_told_as_before(
    backend: CudaBackend, fake: FakeDriver, noted: Make, artifact: Make
) -> None:
    backend.load(noted())  # one that could, and did not
    cause = lost_by(backend, artifact("fault"))
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in cause.diagnostic.message
    assert cause.__cause__ is None


def test_a_kernel_that_was_dropped_while_it_ran_still_says_why(
    backend: CudaBackend, fake: FakeDriver, noted: Make
) -> None:
    stream, kernel = backend.create_stream(1), backend.load(noted())
    fake.hold(stream.handle)
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    del kernel
    fake.release(stream.handle)
    assert work.wait(10)
    assert "k.py:9:16" in str(backend.lost())


def test_each_module_has_its_own_word_and_gives_it_back(
    backend: CudaBackend, fake: FakeDriver, noted: Make
) -> None:
    before = len(fake.calls)
    kernels = [backend.load(noted(f"k{index}")) for index in range(3)]
    addresses = {
        int.from_bytes(fake.bytes(int(m.variables["periclase_trap_note"]), 8), "little")
        for m in fake._modules
    }  # pyright: ignore[reportPrivateUsage]
    assert len(addresses) == 3
    assert 0 not in addresses
    assert fake.names(before).count("cuMemHostRegister") == 1
    kernels.clear()
    again = [
        backend.load(noted(f"k{index}")) for index in range(600)
    ]  # more than a page has, with those given back
    assert fake.names(before).count("cuMemHostRegister") == 2
    again.clear()
    cause = lost_by(backend, noted("last"))
    assert "kernel `last` failed" in str(cause)


def test_a_reset_begins_with_nothing_noted(
    backend: CudaBackend, fake: FakeDriver, noted: Make, artifact: Make
) -> None:
    lost_by(backend, noted())
    backend.reset()
    assert backend.lost() is None
    cause = lost_by(backend, artifact("fault"))
    assert cause.__cause__ is None


def test_code_without_traps_is_loaded_as_ever(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    before = len(fake.calls)
    backend.load(artifact("nothing"))
    assert "cuModuleGetGlobal" not in fake.names(before)


@pytest.mark.parametrize(
    "call",
    [
        "cuModuleGetGlobal",
        "cuMemHostRegister",
        "cuMemHostGetDevicePointer",
        "cuMemcpyHtoDAsync",
    ],
)
def test_a_module_that_can_not_be_watched_is_not_loaded(
    backend: CudaBackend, fake: FakeDriver, noted: Make, call: str
) -> None:
    fake.fail(call, "CUDA_ERROR_INVALID_VALUE")
    with pytest.raises(DiagnosticError, match=f"{call} failed"):
        backend.load(noted())
    assert backend.lost() is None
    gc.collect()  # the error's frames hold what there was of the kernel
    backend.flush()
    assert fake.alive["CUmodule"] == 0
    stream, kernel = backend.create_stream(1), backend.load(noted())
    fake.kernels["stops"] = (lambda driver, launch: None, 0)
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    assert work.wait(10)
    assert work.outcome == WROTE


def test_a_page_whose_address_the_driver_does_not_tell_is_the_processs_own_again(
    backend: CudaBackend, fake: FakeDriver, noted: Make
) -> None:
    fake.fail("cuMemHostGetDevicePointer", "CUDA_ERROR_INVALID_VALUE")
    start = len(fake.calls)
    with pytest.raises(DiagnosticError, match="cuMemHostGetDevicePointer failed"):
        backend.load(noted())
    registered = [call.arguments[0] for call in fake.calls[start:] if call.name == "cuMemHostRegister"]
    given_back = [call.arguments[0] for call in fake.calls[start:] if call.name == "cuMemHostUnregister"]
    assert registered == given_back != []


def test_a_module_that_may_still_be_written_to_is_not_taken_away(
    backend: CudaBackend, fake: FakeDriver, noted: Make
) -> None:
    fake.fail("cuStreamSynchronize", "CUDA_ERROR_INVALID_VALUE")
    with pytest.raises(DeviceLost, match="cuStreamSynchronize failed"):
        backend.load(noted())
    unloaded = fake.names().count("cuModuleUnload")
    gc.collect()
    backend.flush()
    assert fake.names().count("cuModuleUnload") == unloaded
    backend.reset()
    assert backend.load(noted())
