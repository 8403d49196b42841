"""Kernels for the runtime's tests, written in LLVM IR against the entry's convention: the runtime needs no front end."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from python_backend import PythonBackend
from python_kernels import PythonCompiler, configuration

from periclase.codegen import native
from periclase.codegen.cpu.support import support_libraries, support_object
from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.kernel import LaunchConfiguration
from periclase.runtime import compilation
from periclase.runtime.artifact import Access, Artifact, ArtifactKind, Parameter, ParameterKind, Trap
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.device import Device
from periclase.runtime.device_state import DeviceState
from periclase.runtime.protocols import CompileRequest

_FRAME = """
declare void @periclase_cpu_run(ptr, ptr, i64, i64, ptr, i64)
declare void @periclase_cpu_trap(ptr, i32, i32, i32, i32, i32, i32, i32) noreturn
define void @entry(ptr %args, i64 %first, i64 %last, ptr %launch) {
  call void @periclase_cpu_run(ptr @body, ptr %args, i64 %first, i64 %last, ptr %launch, i64 0)
  ret void
}
define internal void @body(ptr %args, ptr %block, i32 %bx, i32 %by, i32 %bz) {
entry:
  %launch = load ptr, ptr %block
  %bdx.p = getelementptr i32, ptr %launch, i64 3
  %bdx = load i32, ptr %bdx.p
  %slot1 = getelementptr i64, ptr %args, i64 1
  %slot2 = getelementptr i64, ptr %args, i64 2
  %slot3 = getelementptr i64, ptr %args, i64 3
  %slot4 = getelementptr i64, ptr %args, i64 4
  br label %head
head:
  %t = phi i32 [ 0, %entry ], [ %t.next, %next ]
  %base = mul i32 %bx, %bdx
  %i.32 = add i32 %base, %t
  %i = zext i32 %i.32 to i64
  THREAD
next:
  %t.next = add i32 %t, 1
  %more = icmp ult i32 %t.next, %bdx
  br i1 %more, label %head, label %done
done:
  ret void
}
"""

# y[i] = a * x[i]; traps with row 0 where x[i] is 13, and with row 1 where it is 14.
_SCALE = """
  %a = load float, ptr %args
  %x = load ptr, ptr %slot1
  %y = load ptr, ptr %slot3
  %n = load i64, ptr %slot4
  %in = icmp ult i64 %i, %n
  br i1 %in, label %work, label %next
work:
  %xp = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %xp
  %bad = fcmp oeq float %v, 13.0
  br i1 %bad, label %trap, label %good
trap:
  call void @periclase_cpu_trap(ptr %block, i32 0, i32 %t, i32 0, i32 0, i32 %bx, i32 %by, i32 %bz)
  unreachable
good:
  %w = fmul float %a, %v
  %yp = getelementptr float, ptr %y, i64 %i
  store float %w, ptr %yp
  br label %next
"""

# y[0] is set to 1 when the word at the address `gate` is no longer 0.
_HELD = """
  %y = load ptr, ptr %args
  %gate.i = load i64, ptr %slot2
  %gate = inttoptr i64 %gate.i to ptr
  br label %spin
spin:
  %open.i = load volatile i64, ptr %gate
  %open = icmp ne i64 %open.i, 0
  br i1 %open, label %end, label %spin
end:
  store float 1.0, ptr %y
  br label %next
"""

SOURCE_SPAN = Span("kernels.py", 12, 4, 12, 20, "    y[i] = a * x[i]")


@dataclass(eq=False)
class NativeKernel:
    """A kernel as the runtime sees one."""

    name: str
    thread: str
    parameters: tuple[Parameter, ...]
    broken: bool = False
    span: Span | None = field(default_factory=lambda: Span("kernels.py", 10))
    static_shared_bytes: int = 0
    max_threads: int | None = None
    required_block: tuple[int, int, int] | None = None
    extra: str = ""

    def fingerprint(self) -> str:
        return hashlib.blake2b((self.name + self.thread + self.extra).encode()).hexdigest()

    def __getitem__(self, shape: tuple[Any, ...]) -> LaunchConfiguration:
        return configuration(self, *shape)


class CountingCompiler:
    """Compiles `NativeKernel`s, and counts how often."""

    runtime_object = staticmethod(support_object)

    def __init__(self) -> None:
        self.compiled: list[str] = []

    def compile(self, request: CompileRequest) -> Artifact:
        kernel = request.kernel
        self.compiled.append(kernel.name)
        if kernel.broken:
            raise CompileError(Diagnostic("PC0201", "this kernel can not be compiled", kernel.span))
        return Artifact(
            kind=ArtifactKind.CPU_OBJECT,
            target=request.target,
            kernel=kernel.name,
            entry="entry",
            code=native.emit_object(_FRAME.replace("THREAD", kernel.thread)),
            libraries=support_libraries(False),
            parameters=request.signature,
            static_shared_bytes=kernel.static_shared_bytes,
            max_threads_per_block=kernel.max_threads,
            required_block=kernel.required_block,
            traps=(Trap("bounds", "index out of bounds", SOURCE_SPAN),),
            span=kernel.span,
        )


def scalar(name: str, dtype: str) -> Parameter:
    """A scalar parameter."""
    return Parameter(name, ParameterKind.SCALAR, dtype)


def view(name: str, dtype: str, access: Access) -> Parameter:
    """A slice parameter."""
    return Parameter(name, ParameterKind.SLICE, dtype, access)


def make_scale(**changes: object) -> NativeKernel:
    """`scale(a, x, y)`: y = a * x, and a trap where x is 13."""
    parameters = (
        scalar("a", "float32"),
        view("x", "float32", Access.READ),
        view("y", "float32", Access.WRITE),
    )
    return NativeKernel("scale", _SCALE, parameters, **changes)


@dataclass(eq=False)
class HeldKernel:
    """`held(y)`: sets y[0] to 1 once the gate is open. Until then its launches run."""

    word: Any = field(default_factory=lambda: ctypes.c_int64(0))
    kernel: NativeKernel = field(
        default_factory=lambda: NativeKernel(
            "held", _HELD, (view("y", "float32", Access.READ_WRITE), scalar("gate", "int64"))
        )
    )

    def launch(self, y: Any) -> None:
        """Launch it on one thread."""
        self.kernel[1, 1](y, ctypes.addressof(self.word))

    def open(self) -> None:
        """Let its launches end."""
        self.word.value = 1


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> CountingCompiler:
    """The compiler of this test's launches."""
    made = CountingCompiler()
    monkeypatch.setattr(compilation, "compiler", lambda: made)
    return made


@pytest.fixture
def device(compiler: CountingCompiler) -> Iterator[Device]:
    """A device of the test's own, with two workers."""
    made = Device(CpuBackend(workers=2))
    yield made
    made.sync()


@pytest.fixture
def scale() -> NativeKernel:
    """See `make_scale`."""
    return make_scale()


@pytest.fixture
def held(device: Device) -> Iterator[HeldKernel]:
    """See `HeldKernel`. It is open at the end of the test, whatever happens."""
    made = HeldKernel()
    yield made
    made.open()


@pytest.fixture
def kernel_with() -> Callable[..., NativeKernel]:
    """`make_scale`, for tests that change something."""
    return make_scale


@pytest.fixture
def kernel_taking() -> Callable[..., NativeKernel]:
    """A kernel that does nothing, with the parameters given as (name, dtype) or (name, dtype, access)."""

    def make(*parameters: tuple[str, str] | tuple[str, str, Access]) -> NativeKernel:
        return NativeKernel(
            "takes",
            "br label %next",
            tuple(view(*p) if len(p) == 3 else scalar(*p) for p in parameters),
        )

    return make


@pytest.fixture
def python_compiler(monkeypatch: pytest.MonkeyPatch) -> PythonCompiler:
    """The compiler of this test's Python kernels."""
    made = PythonCompiler()
    monkeypatch.setattr(compilation, "compiler", lambda: made)
    return made


@pytest.fixture
def python_backend() -> PythonBackend:
    """The backend of `python_device`: steers it."""
    return PythonBackend()


@pytest.fixture
def python_device(python_compiler: PythonCompiler, python_backend: PythonBackend) -> Iterator[Device]:
    """A device of the test's own whose kernels are Python functions; its backend can be steered."""
    made = DeviceState(python_backend).client()
    yield made
    assert made.device_state.channel.shutdown(30)


@pytest.fixture
def other_device(python_compiler: PythonCompiler) -> Iterator[Device]:
    """A second device like `python_device`."""
    made = DeviceState(PythonBackend(name="other")).client()
    yield made
    assert made.device_state.channel.shutdown(30)


@pytest.fixture
def far_device(python_compiler: PythonCompiler) -> Iterator[Device]:
    """A device like `python_device` whose memory the host can not reach."""
    made = DeviceState(PythonBackend(host_memory=False)).client()
    yield made
    assert made.shutdown(30)
