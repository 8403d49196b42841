"""The cores of this machine, and the name of its CPU: LLVM's, and kept."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from periclase.runtime.artifact_cache import ArtifactCache
from periclase.runtime.backends.cpu import llvm_binding, machine

CORE = """processor\t: {number}
vendor_id\t: GenuineIntel
model name\t: Some Processor
cpu MHz\t\t: {speed}
flags\t\t: fpu vme avx2{more}

"""


def described(tmp_path, text):
    path = tmp_path / f"cpuinfo{len(list(tmp_path.iterdir()))}"
    path.write_text(text)
    return machine.described_host(str(path))


def test_there_is_a_core():
    assert 1 <= machine.usable_cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to cores")
def test_cores_that_the_process_may_not_use_do_not_count():
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert machine.usable_cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)


def test_it_is_what_llvm_says():
    assert machine.host_key() == llvm_binding.host_key()


def test_the_description_is_that_of_the_kind_of_core(tmp_path):
    one = described(tmp_path, CORE.format(number=0, speed=1000.0, more="") + "processor : 1\nflags : none\n")
    other = described(tmp_path, CORE.format(number=7, speed=3500.5, more=""))
    better = described(tmp_path, CORE.format(number=0, speed=1000.0, more=" avx512f"))
    assert one == other
    assert one != better
    assert "avx2" in one


def test_a_system_without_description(tmp_path):
    assert machine.described_host(str(tmp_path / "nothing")) is None
    assert described(tmp_path, "") is None


def test_llvm_is_asked_once_a_machine(tmp_path, monkeypatch):
    asked = []

    def ask():
        asked.append(1)
        return "x86_64-some-0123"

    monkeypatch.setattr(machine, "_ask_llvm", ask)
    cache = ArtifactCache(tmp_path)
    monkeypatch.setattr("periclase.runtime.artifact_cache.artifact_cache", lambda: cache)
    for _ in range(2):
        machine._key_of.cache_clear()
        assert machine._key_of("a description") == "x86_64-some-0123"
    assert len(asked) == 1
    machine._key_of("another description")
    assert len(asked) == 2
    machine._key_of.cache_clear()


@pytest.mark.skipif(machine.described_host() is None, reason="this system does not describe its processor")
def test_a_later_process_does_without_llvm(tmp_path):
    program = (
        "import sys; from periclase.runtime.backends.cpu.backend import CpuBackend as B; "
        "print(B().target_key(), 'llvmlite' in sys.modules)"
    )
    environment = {"PERICLASE_CACHE_DIR": str(tmp_path), "PATH": ""}
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    assert [loaded for _, loaded in runs] == ["True", "False"]
    assert runs[0][0] == runs[1][0] == llvm_binding.host_key()
