"""Linking artifacts: our loader first, LLVM's for what it does not know, and a diagnostic for what neither can."""

from __future__ import annotations

import gc
import os

import numpy as np
import pytest
from cpu_works import SECONDS, Works, address, artifact

from periclase.codegen import native
from periclase.diagnostics import CompileError
from periclase.record import replace
from periclase.runtime.backends.cpu import kernels, native_executor
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cpu.image import UnsupportedObject
from periclase.runtime.backends.cpu.kernels import Linker
from periclase.runtime.backends.cpu.portable_executor import PortableExecutor
from periclase.runtime.outcome import FAILED, WROTE


def unknown(*_, **__):
    raise UnsupportedObject("this is a test")


def test_libraries_are_mapped_once(monkeypatch):
    monkeypatch.setattr(kernels, "_libraries", {})
    one, other = Linker().link(artifact("step")), Linker().link(artifact("count"))
    assert one.mapping is not None
    assert other.mapping is not None
    assert one.mapping.address != other.mapping.address
    assert len(kernels._libraries) == 1
    for code in (one, other):
        code.mapping.unmap()


@pytest.mark.parametrize("native_threads", [True, False])
def test_llvm_links_what_the_loader_does_not_know(monkeypatch, native_threads):
    monkeypatch.setattr(kernels, "map_object", unknown)
    works = Works(CpuBackend(2, native=native_threads))
    c = np.zeros(4, np.uint64)
    work = works.step(address(c), address(c, 1), address(c, 2))
    assert work.wait(SECONDS)
    assert (work.outcome, c[0]) == (WROTE, 1)
    trapped = works.step(address(c), address(c, 1), address(c, 2), trap=True)
    works._kernels.clear()
    gc.collect()
    assert trapped.wait(SECONDS)
    assert trapped.outcome == FAILED
    works.backend.close()


def test_python_threads_run_the_kernels_where_no_object_can_be_mapped(monkeypatch):
    monkeypatch.setattr(kernels, "map_object", unknown)
    monkeypatch.setattr(native_executor, "map_object", unknown)
    native_executor._native.cache_clear()
    try:
        works = Works(CpuBackend(2))
        assert isinstance(works.backend.executor, PortableExecutor)
        c = np.zeros(4, np.uint64)
        work = works.step(address(c), address(c, 1), address(c, 2))
        assert work.wait(SECONDS)
        assert work.outcome == WROTE
        works.backend.close()
    finally:
        native_executor._native.cache_clear()


def test_a_damaged_object_is_refused():
    whole = artifact("step")
    with pytest.raises(CompileError) as caught:
        Linker().link(replace(whole, code=whole.code[: len(whole.code) // 2]))
    assert caught.value.diagnostic.code == "PC0704"
    assert "the code of `step` can not be loaded: it ends too early" in str(caught.value)


def test_a_function_that_is_nowhere_is_named():
    code = native.emit_object(
        "declare void @no_such_function()\ndefine void @entry() {\n call void @no_such_function()\n ret void }"
    )
    with pytest.raises(CompileError, match="no_such_function") as caught:
        Linker().link(replace(artifact("step"), code=code))
    assert caught.value.diagnostic.code == "PC0704"


def test_an_entry_that_is_not_there_is_refused():
    with pytest.raises(CompileError, match="can not be loaded"):
        Linker().link(replace(artifact("step"), entry="nowhere"))


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="this system does not list mappings")
def test_dropped_kernels_are_unmapped():
    def mapped():
        with open("/proc/self/maps") as maps:
            return sum(line.split()[1] == "r-xp" and len(line.split()) == 5 for line in maps)

    works = Works(CpuBackend(1))
    c = np.zeros(4, np.uint64)
    assert works.step(address(c), address(c), address(c)).wait(SECONDS)
    before = mapped()
    for _ in range(50):
        works._kernels.clear()
        assert works.step(address(c), address(c), address(c)).wait(SECONDS)
    gc.collect()
    assert mapped() <= before + 1
    works.backend.close()
