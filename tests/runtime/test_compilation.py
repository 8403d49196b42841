"""From kernel to artifact: what is compiled, what comes from the cache, and what a new process has to import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import periclase
from periclase.diagnostics import CompileError, LaunchError
from periclase.record import replace
from periclase.runtime import compilation
from periclase.runtime.artifact import Access, Artifact, ArtifactKind
from periclase.runtime.artifact_cache import artifact_cache
from periclase.runtime.backends.cpu import llvm_binding
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.compilation import cache_key, toolchain_stamp
from periclase.runtime.device import Device, available_devices, open_device
from periclase.runtime.protocols import CompileRequest
from periclase.settings import reload_settings


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PERICLASE_CACHE_DIR", str(tmp_path / "cache"))
    reload_settings()


def run_once(kernel):
    """`kernel` on a device of its own, as a new process would have it."""
    device = Device(CpuBackend(workers=1))
    y = device.zeros(4, np.float32)
    kernel[1, 4](2.0, device.array(np.arange(4, dtype=np.float32)), y)
    np.testing.assert_array_equal(y.numpy(), [0, 2, 4, 6])


def test_compiled_by_the_first_device_and_cached_for_the_second(compiler, scale):
    run_once(scale)
    run_once(scale)
    assert compiler.compiled == ["scale"]


def test_a_changed_kernel_is_compiled_anew(compiler, kernel_with):
    run_once(kernel_with(extra="one"))
    run_once(kernel_with(extra="two"))
    run_once(kernel_with(extra="one"))
    assert compiler.compiled == ["scale", "scale"]


def test_damaged_entries_are_compiled_anew(compiler, scale):
    run_once(scale)
    for path in artifact_cache().folder.rglob("*.entry"):
        path.write_bytes(path.read_bytes()[:-10])
    run_once(scale)
    run_once(scale)
    assert compiler.compiled == ["scale", "scale"]
    assert artifact_cache().statistics.corrupted > 0


def test_an_entry_of_another_format_is_compiled_anew(compiler, scale):
    run_once(scale)
    cache = artifact_cache()
    request = CompileRequest(scale, tuple(scale.parameters), "cpu")
    key = cache_key(request, CpuBackend().target_key())
    data = cache.get(key)
    assert data is not None
    cache.put(key, data.replace(b'"version":', b'"version":9', 1))
    run_once(scale)
    assert compiler.compiled == ["scale", "scale"]


def test_code_for_another_processor_is_compiled_anew(compiler, scale, monkeypatch):
    """Machines that share a folder and look alike to the system, but not to LLVM: neither runs what the other has compiled."""
    made = type(compiler).compile
    monkeypatch.setattr(
        compiler,
        "compile",
        lambda request: replace(made(compiler, request), processor=llvm_binding.host_key()),
    )
    run_once(scale)
    run_once(scale)
    assert compiler.compiled == ["scale"]
    monkeypatch.setattr(llvm_binding, "known_host_key", lambda: "another")
    run_once(scale)
    assert compiler.compiled == ["scale", "scale"]


def test_the_executor_is_compiled_anew_for_another_processor(monkeypatch):
    processors = {"here": 0, "there": 0}
    processor = "here"

    class Counting:
        def runtime_object(self, name):
            processors[processor] += 1
            return f"{name} for {processor}".encode()

    monkeypatch.setattr(compilation, "compiler", Counting)
    monkeypatch.setattr(llvm_binding, "known_host_key", lambda: processor)
    assert compilation.runtime_object("some", "key") == b"some for here"
    assert compilation.runtime_object("some", "key") == b"some for here"
    processor = "there"
    assert compilation.runtime_object("some", "key") == b"some for there"
    processor = ""  # nobody has asked LLVM
    assert compilation.runtime_object("some", "key") == b"some for there"
    assert processors == {"here": 1, "there": 1}


def test_without_a_cache(compiler, scale, monkeypatch):
    monkeypatch.setenv("PERICLASE_CACHE_DIR", "off")
    reload_settings()
    run_once(scale)
    run_once(scale)
    assert compiler.compiled == ["scale", "scale"]


def test_the_key_depends_on_everything(scale, kernel_with):
    request = CompileRequest(scale, tuple(scale.parameters), "cpu")
    other_parameter = (*scale.parameters[:2], replace(scale.parameters[2], access=Access.READ_WRITE))
    keys = [
        cache_key(request, "machine"),
        cache_key(request, "other machine"),
        cache_key(replace(request, target="sm_90"), "machine"),
        cache_key(replace(request, signature=other_parameter), "machine"),
        cache_key(replace(request, kernel=kernel_with(extra="x")), "machine"),
    ]
    assert len(set(keys)) == len(keys)
    assert cache_key(request, "machine") == keys[0]


def test_the_stamp_follows_the_sources(monkeypatch, tmp_path):
    before = toolchain_stamp()
    package = tmp_path / "periclase" / "runtime"
    package.mkdir(parents=True)
    (package / "compilation.py").write_text("")
    monkeypatch.setattr(compilation, "__file__", str(package / "compilation.py"))
    toolchain_stamp.cache_clear()
    changed = toolchain_stamp()
    (package.parent / "new.py").write_text("1")
    toolchain_stamp.cache_clear()
    assert len({before, changed, toolchain_stamp()}) == 3
    monkeypatch.undo()
    toolchain_stamp.cache_clear()


@pytest.fixture
def copy(monkeypatch, tmp_path):
    """A copy of the package in a folder of its own, which is taken for ours."""
    package = tmp_path / "site" / "periclase"
    for name in (
        "__init__.py",
        "passes/cse.py",
        "codegen/cpu/task.ll",
        "runtime/compilation.py",
        "runtime/backends/cpu/llvm_binding.py",
        "runtime/backends/cpu/object_linker.py",
        "tools/doctor.py",
    ):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("pass")
    monkeypatch.setattr(compilation, "__file__", str(package / "runtime" / "compilation.py"))
    yield package
    monkeypatch.undo()
    toolchain_stamp.cache_clear()


def stamp_now():
    toolchain_stamp.cache_clear()
    return toolchain_stamp()


@pytest.mark.parametrize(
    "source",
    [
        "__init__.py",
        "passes/cse.py",
        "codegen/cpu/task.ll",
        "runtime/backends/cpu/llvm_binding.py",
        "runtime/backends/cpu/object_linker.py",
    ],
)
def test_the_stamp_of_a_checkout_follows_what_has_a_say_in_the_code(copy, source):
    before = stamp_now()
    (copy / source).write_text("changed")
    changed = stamp_now()
    status = (copy / source).stat()
    os.utime(copy / source, ns=(status.st_atime_ns, status.st_mtime_ns + 1))  # as large as before
    assert len({before, changed, stamp_now()}) == 3


def test_what_the_compiler_takes_from_the_runtime_is_where_the_stamp_looks_for_it():
    folder = Path(compilation.__file__).parent
    assert [name for name in compilation._WITH_A_SAY if not (folder / name).is_file()] == []


def test_the_stamp_of_a_checkout_leaves_tools_and_what_reads_artifacts_alone(copy):
    before = stamp_now()
    (copy / "tools" / "doctor.py").write_text("changed")
    (copy / "runtime" / "new.py").write_text("changed")
    assert stamp_now() == before


def test_the_stamp_of_an_installed_copy_follows_its_installation(copy):
    checkout = stamp_now()
    record = copy.parent / f"periclase-{periclase.__version__}.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("periclase/__init__.py,sha256=…,4")
    installed = stamp_now()
    (copy / "passes" / "cse.py").touch()
    assert stamp_now() == installed != checkout
    status = record.stat()
    record.write_text("periclase/__init__.py,sha256=…,5")  # as large
    os.utime(record, ns=(status.st_atime_ns, status.st_mtime_ns))  # and as old
    assert stamp_now() not in (checkout, installed)


@pytest.mark.parametrize("library", ["xdsl", "llvmlite"])
def test_the_stamp_follows_the_libraries_of_the_compiler(copy, library, monkeypatch, tmp_path):
    before = stamp_now()
    (tmp_path / "other" / library).mkdir(parents=True)
    (tmp_path / "other" / library / "__init__.py").write_text("__version__ = 'another'")
    monkeypatch.syspath_prepend(str(tmp_path / "other"))
    changed = stamp_now()
    (tmp_path / "other" / library / "_version.py").write_text("newer")
    assert len({before, changed, stamp_now()}) == 3


def test_an_artifact_for_another_target_is_refused(scale):
    artifact = Artifact(ArtifactKind.PTX, "sm_90", "k", "k", b"")
    with pytest.raises(CompileError, match="compiled for sm_90"):
        CpuBackend().load(artifact)


def test_code_that_calls_what_is_not_there():
    from periclase.codegen import native

    code = native.emit_object(
        "declare void @periclase_no_such_function()\n"
        "define void @entry(ptr %a, i64 %f, i64 %l, ptr %i) { call void @periclase_no_such_function() ret void }"
    )
    with pytest.raises(CompileError, match="the code of `k` can not be loaded") as caught:
        CpuBackend().load(Artifact(ArtifactKind.CPU_OBJECT, "cpu", "k", "entry", code))
    assert "periclase_no_such_function" in str(caught.value)


def test_devices_by_name():
    assert open_device("cpu") is open_device("cpu")
    assert "cpu" in available_devices()
    for name in ("no such", "", "cpu.backend", 3, None):
        with pytest.raises(LaunchError) as caught:
            open_device(name)
        assert caught.value.diagnostic.code == ("PC0405" if isinstance(name, str) else "PC0406")
        assert '"cpu"' in str(caught.value)
        assert caught.value.diagnostic.span.file == __file__


PROGRAM = """
import json, sys, time
start = time.perf_counter()
import numpy as np
from periclase import MutSlice, Slice, f32, kernel, open_device
from periclase.gpu import block_dim_x, block_idx_x, sync_threads, thread_idx_x

@kernel
def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(y):
        y[i] = a * x[i] + y[i]
    sync_threads()

device = open_device("cpu")
x, y = device.array(np.arange(1000, dtype=np.float32)), device.zeros(1000, np.float32)
saxpy[8, 128](2.0, x, y)
assert (y.numpy() == 2 * np.arange(1000)).all()
print(json.dumps(sorted(sys.modules)))
"""


def modules_of(script, folder):
    """The modules that a new process has imported when it has run `script`."""
    result = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        capture_output=True,
        text=True,
        env={"PERICLASE_CACHE_DIR": str(folder), "PATH": "", "PYTHONPATH": ":".join(sys.path)},
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return set(json.loads(result.stdout.splitlines()[-1]))


def test_a_cached_launch_in_a_new_process_imports_no_compiler(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(textwrap.dedent(PROGRAM))
    cold = modules_of(script, tmp_path / "cache")
    warm = modules_of(script, tmp_path / "cache")
    assert "xdsl" in cold
    forbidden = (
        "xdsl",
        "llvmlite",
        "periclase.dialects",
        "periclase.passes",
        "periclase.ir",
        "periclase.codegen",
    )
    assert [name for name in sorted(warm) if name.startswith(forbidden)] == []
    assert "llvmlite.binding" in cold
