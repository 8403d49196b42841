"""The host as a device: its memory, its cores, and the name of its CPU."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import time

import pytest

from periclase.runtime.backends.cpu import host, llvm_binding
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cpu.host import HostMemory
from periclase.runtime.device import Device

WAIT = 30.0
CORE = """processor\t: {number}
vendor_id\t: GenuineIntel
model name\t: Some Processor
cpu MHz\t\t: {speed}
flags\t\t: fpu vme avx2{more}

"""


@pytest.mark.parametrize("alignment", [1, 8, 64, 256, 4096])
@pytest.mark.parametrize("nbytes", [1, 7, 4096, 10_000_000])
def test_it_is_aligned_and_can_be_written(nbytes, alignment):
    memory = HostMemory()
    address = memory.allocate(nbytes, alignment)
    assert address % alignment == 0
    ctypes.memset(address, 0xA5, nbytes)
    assert ctypes.string_at(address + nbytes - 1, 1) == b"\xa5"
    memory.free(address)


@pytest.mark.parametrize("nbytes", [2**62, sys.maxsize, 2**70])
def test_too_much_is_refused(nbytes):
    with pytest.raises(MemoryError):
        HostMemory().allocate(nbytes, 64)


@pytest.mark.parametrize("native", [True, False])
def test_a_device_that_nobody_holds_gives_its_memory_back(native):
    device = Device(CpuBackend(workers=1, native=native))
    memory = device.backend._memory
    kept = device.zeros(1000)
    assert (kept.read() == 0).all()
    assert device.shutdown(WAIT)
    del device
    gc.collect()
    assert memory._given
    del kept
    for _ in range(100):  # the runner's thread may look at the device at that moment
        gc.collect()
        if not memory._given:
            break
        time.sleep(0.05)
    assert not memory._given


@pytest.mark.parametrize("native", [True, False])
def test_but_not_while_something_is_under_way(native):
    backend = CpuBackend(workers=1, native=native)
    memory = backend._memory
    address = backend.allocate(1000, 64)
    work = backend.manual(0, ())
    del backend
    gc.collect()
    assert memory._given == {address}
    work.complete()
    memory.free_all()
    assert not memory._given


def test_the_limit_is_that_of_the_machine():
    limit = HostMemory.limit()
    assert limit is None or limit > 2**20


def described(tmp_path, text):
    path = tmp_path / f"cpuinfo{len(list(tmp_path.iterdir()))}"
    path.write_text(text)
    return host.described_host(str(path))


def test_there_is_a_core():
    assert 1 <= host.usable_cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to cores")
def test_cores_that_the_process_may_not_use_do_not_count():
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert host.usable_cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)


def test_the_name_is_that_of_the_description(monkeypatch):
    names = set()
    for description in ("one", "another", "one"):
        monkeypatch.setattr(host, "described_host", lambda description=description: description)
        names.add(host.host_key())
    assert len(names) == 2
    assert {name.partition("-")[0] for name in names} == {os.uname().machine}


def test_where_the_system_says_nothing_llvm_does(monkeypatch):
    monkeypatch.setattr(host, "described_host", lambda: None)
    assert host.host_key() == llvm_binding.host_key()


def test_the_description_is_that_of_the_kind_of_core(tmp_path):
    one = described(tmp_path, CORE.format(number=0, speed=1000.0, more="") + "processor : 1\nflags : none\n")
    other = described(tmp_path, CORE.format(number=7, speed=3500.5, more=""))
    mended = described(tmp_path, "microcode\t: 0x2\n" + CORE.format(number=0, speed=1000.0, more=""))
    better = described(tmp_path, CORE.format(number=0, speed=1000.0, more=" avx512f"))
    assert one == other == mended
    assert one != better
    assert "avx2" in one


ARM = "processor\t: {}\nFeatures\t: fp asimd\nCPU part\t: {}\n\n"


def test_the_description_has_each_kind_of_core(tmp_path):
    """Two machines with the same small cores are not the same machine."""

    def described_arm(*parts):
        path = tmp_path / f"cpuinfo{len(list(tmp_path.iterdir()))}"
        path.write_text("".join(ARM.format(number, part) for number, part in enumerate(parts)))
        return host.described_host(str(path), "aarch64")

    one = described_arm("0xd03", "0xd03", "0xd08", "0xd08")
    assert one == described_arm("0xd03", "0xd08")
    assert one not in (described_arm("0xd03", "0xd09"), described_arm("0xd03"))


def test_the_name_is_that_of_what_can_be_used(monkeypatch):
    """The description may tell what a hypervisor has taken away."""
    names = set()
    for features in ("00ff 03", "00ff 01", "00ff 03"):
        monkeypatch.setattr(host, "usable_features", lambda features=features: features)
        names.add(host.host_key())
    assert len(names) == 2


@pytest.mark.skipif(
    not host.usable_features(), reason="this C library does not tell what the processor can do"
)
def test_the_c_library_can_be_told_what_not_to_use():
    program = "from periclase.runtime.backends.cpu.host import host_key; print(host_key())"
    masked = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-BMI2"}

    def key(environment):
        return subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        ).stdout.strip()

    assert key({}) == host.host_key() != key(masked)


def test_a_system_without_description(tmp_path):
    assert host.described_host(str(tmp_path / "nothing")) is None
    assert described(tmp_path, "") is None


@pytest.mark.skipif(host.described_host() is None, reason="this system does not describe its processor")
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
    assert found == [host.host_key(), "False"]
