"""The cores of this machine, and the name of its CPU."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

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


def test_the_name_is_that_of_the_description(monkeypatch):
    names = set()
    for description in ("one", "another", "one"):
        monkeypatch.setattr(machine, "described_host", lambda description=description: description)
        names.add(machine.host_key())
    assert len(names) == 2
    assert {name.partition("-")[0] for name in names} == {os.uname().machine}


def test_where_the_system_says_nothing_llvm_does(monkeypatch):
    monkeypatch.setattr(machine, "described_host", lambda: None)
    assert machine.host_key() == llvm_binding.host_key()


def test_the_description_is_that_of_the_kind_of_core(tmp_path):
    one = described(tmp_path, CORE.format(number=0, speed=1000.0, more="") + "processor : 1\nflags : none\n")
    other = described(tmp_path, CORE.format(number=7, speed=3500.5, more=""))
    mended = described(tmp_path, "microcode\t: 0x2\n" + CORE.format(number=0, speed=1000.0, more=""))
    better = described(tmp_path, CORE.format(number=0, speed=1000.0, more=" avx512f"))
    assert one == other == mended
    assert one != better
    assert "avx2" in one


def test_a_system_without_description(tmp_path):
    assert machine.described_host(str(tmp_path / "nothing")) is None
    assert described(tmp_path, "") is None


@pytest.mark.skipif(machine.described_host() is None, reason="this system does not describe its processor")
@pytest.mark.parametrize("folder", ["off", "cache"])
def test_llvm_need_not_be_asked(tmp_path, folder):
    program = (
        "import sys; from periclase.runtime.backends.cpu.backend import CpuBackend as B; "
        "print(B().target_key(), 'llvmlite' in sys.modules)"
    )
    environment = {"PERICLASE_CACHE_DIR": folder if folder == "off" else str(tmp_path), "PATH": ""}
    found = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout.split()
    assert found == [machine.host_key(), "False"]
