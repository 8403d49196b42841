"""Linking NVIDIA's mathematics library, and what is said where it is missing."""

import math
import os
import re
from pathlib import Path

import pytest

from periclase import MutSlice, device, f32, f64, kernel
from periclase.codegen import libdevice
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.codegen.ptx import emit_ptx
from periclase.diagnostics import CompileError
from periclase.settings import reload_settings

KERNEL = """\
target triple = "nvptx64-nvidia-cuda"

declare float @__nv_expf(float)
declare double @__nv_sin(double)

define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = load float, ptr addrspace(1) %p
  %e = call float @__nv_expf(float %x)
  store float %e, ptr addrspace(1) %p
  %y = load double, ptr addrspace(1) %q
  %s = call double @__nv_sin(double %y)
  store double %s, ptr addrspace(1) %q
  ret void
}
"""

needs_libdevice = pytest.mark.skipif(libdevice.find_libdevice() is None, reason="libdevice is not installed")


def test_needed_functions_are_those_declared():
    assert libdevice.needed_functions(KERNEL) == ("__nv_expf", "__nv_sin")
    assert libdevice.needed_functions("declare float @sinf(float)\n; __nv_cosf") == ()


@needs_libdevice
@pytest.mark.parametrize("target", ["sm_75", "sm_90", "sm_120"])
def test_functions_are_linked_and_nothing_else(target: str):
    ptx = emit_ptx(KERNEL, target)
    assert "ex2.approx" in ptx
    assert ".extern" not in ptx
    # Inlined, or at most the few functions needed: not the whole library.
    assert len(ptx) < 60_000
    if available_assemblers():
        assemble(ptx, target)


@needs_libdevice
def test_a_function_that_it_lacks_is_named():
    text = KERNEL.replace("__nv_expf", "__nv_frobnicatef")
    with pytest.raises(CompileError) as caught:
        emit_ptx(text, "sm_90")
    assert caught.value.diagnostic.code == "PC0524"
    assert "frobnicatef" in caught.value.diagnostic.message


@device(extern=True)
def __nv_sinf(x: f64) -> f64: ...


@device(extern=True)
def __nv_cosf(x: f32) -> f32: ...


@needs_libdevice
def test_a_function_that_is_declared_with_other_types_is_refused_at_its_line():
    @kernel
    def by_name(y: MutSlice[f64]):
        y[0] = __nv_sinf(y[0])

    @kernel
    def beside_our_own(y: MutSlice[f32]):
        y[0] = math.sin(y[0]) + f32(__nv_sinf(f64(y[0])))

    @kernel
    def as_it_is(y: MutSlice[f32]):
        y[0] = __nv_cosf(y[0])

    for wrong in (by_name, beside_our_own):
        for _ in range(2):
            with pytest.raises(CompileError) as caught:
                wrong.ptx("sm_90")
            diagnostic = caught.value.diagnostic
            assert diagnostic.code == "PC0524"
            assert "`__nv_sinf` is declared as double (double), and is float (float)" in diagnostic.message
            assert diagnostic.span is not None
            line = Path(__file__).read_text(encoding="utf-8").splitlines()[diagnostic.span.line - 1]
            assert line.startswith("def __nv_sinf")
    assert "cos" in as_it_is.ptx("sm_90") or "fma" in as_it_is.ptx("sm_90")


@needs_libdevice
def test_pieces_are_kept_by_what_the_file_holds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Two files of one size and one time, as installers leave them, are two libraries."""
    found = libdevice.find_libdevice()
    assert found is not None
    file = tmp_path / "libdevice.10.bc"
    names = ("__nv_expf",)
    pieces: list[bytes | None] = []
    for contents in (b"one", b"two", b"one"):
        file.write_bytes(contents)
        os.utime(file, (1, 1))
        pieces.append(libdevice.kept_pieces(file, names, lambda contents=contents: contents * 2))
    assert pieces == [b"oneone", b"twotwo", b"oneone"]
    assert libdevice.kept_pieces(file, names, lambda: None) == b"oneone"


def test_a_function_of_our_own_that_is_not_there_is_named():
    text = KERNEL.replace("__nv_expf", "__periclase_exact_frobnicate_f32")
    for _ in range(2):
        with pytest.raises(CompileError) as caught:
            emit_ptx(text, "sm_90")
        assert caught.value.diagnostic.code == "PC0524"
        assert "frobnicate_f32" in caught.value.diagnostic.message


def test_a_file_that_is_no_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    file = tmp_path / "libdevice.10.bc"
    file.write_bytes(b"no bitcode")
    monkeypatch.setattr(libdevice, "find_libdevice", lambda: file)
    with pytest.raises(CompileError) as caught:
        emit_ptx(KERNEL, "sm_90")
    assert caught.value.diagnostic.code == "PC0524"
    assert f"{file} can not be read" in caught.value.diagnostic.message


def test_a_missing_library_names_the_functions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(libdevice, "find_libdevice", lambda: None)
    with pytest.raises(CompileError) as caught:
        emit_ptx(KERNEL, "sm_90")
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "PC0524"
    assert "expf, sin" in diagnostic.message
    assert "periclase[ptx]" in (diagnostic.help or "")


def test_the_environment_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    file = tmp_path / "libdevice.10.bc"
    file.write_bytes(b"BC")
    monkeypatch.setenv("PERICLASE_LIBDEVICE", str(file))
    reload_settings()
    libdevice.find_libdevice.cache_clear()
    try:
        assert libdevice.find_libdevice() == file
    finally:
        monkeypatch.undo()
        reload_settings()
        libdevice.find_libdevice.cache_clear()


@needs_libdevice
def test_functions_are_cut_out_once_for_all_processes(monkeypatch: pytest.MonkeyPatch):
    """The library is read for the first kernel that needs these functions, and never again while it is the same file."""

    def text() -> str:
        return re.sub(
            r"callseq \d+", "", emit_ptx(KERNEL, "sm_90")
        )  # LLVM counts calls, not those of one module

    first = text()
    reads: list[Path] = []

    def read(path: Path) -> bytes:
        reads.append(path)
        return path.read_bytes()

    monkeypatch.setattr(libdevice, "_library_bitcode", read)
    assert text() == first
    libdevice._extract.cache_clear()  # as in another process
    assert text() == first
    assert reads == []


@needs_libdevice
def test_another_file_of_the_same_name_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    found = libdevice.find_libdevice()
    assert found is not None
    file = tmp_path / "libdevice.10.bc"
    file.write_bytes(found.read_bytes())
    monkeypatch.setattr(libdevice, "find_libdevice", lambda: file)
    assert emit_ptx(KERNEL, "sm_90")
    file.write_bytes(b"BC")
    os.utime(file, (1, 1))
    libdevice._library_bitcode.cache_clear()
    with pytest.raises(RuntimeError):
        libdevice._extract.__wrapped__(file, libdevice.needed_functions(KERNEL))
