"""Settings that the runtime obeys: bounds of memory, the trace of a whole process, how long its end takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from periclase.diagnostics import ConfigurationError
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.channel import shutdown_seconds
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure
from periclase.settings import RuntimeSettings, reload_settings

MIB = 1 << 20


@pytest.fixture
def device_with(monkeypatch):
    made = []

    def make(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(f"PERICLASE_RUNTIME_{name}", value)
        reload_settings()
        device = Device(CpuBackend(workers=1))
        made.append(device)
        return device

    yield make
    for device in made:
        assert device.shutdown(30)


def test_no_more_memory_than_is_allowed(device_with):
    device = device_with(MAX_MEMORY_BYTES="8 MiB")
    assert device.memory_report().limit == 8 * MIB
    kept = device.zeros(3 * MIB, np.uint8)
    with pytest.raises(BufferFailure, match="has no memory for 6291456 bytes: the limit is 8388608 bytes"):
        device.zeros(6 * MIB, np.uint8).numpy()
    again = device.zeros(4 * MIB, np.uint8)
    assert not again.numpy().any()
    assert device.memory_report().reserved <= 8 * MIB
    del again
    # What is given up makes room.
    assert not device.zeros(5 * MIB, np.uint8).numpy().any()
    assert not kept.numpy().any()


def test_small_blocks_up_to_the_limit(device_with):
    device = device_with(MAX_MEMORY_BYTES="4096")
    buffers = [device.array(np.full(16, i, np.float32)) for i in range(8)]
    assert [int(buffer.numpy()[0]) for buffer in buffers] == list(range(8))
    assert device.memory_report().reserved <= 4096


def test_idle_memory_goes_back(device_with):
    device = device_with(MAX_IDLE_BYTES="4 MiB")
    for _ in range(20):
        buffers = [device.zeros(MIB, np.uint8) for _ in range(16)]
        for buffer in buffers:
            buffer.numpy()
        del buffers, buffer
        report = device.memory_report()
        assert (report.in_use, report.reserved <= 4 * MIB) == (0, True)


def test_without_a_bound_it_is_kept(device_with):
    device = device_with()
    buffers = [device.zeros(MIB, np.uint8) for _ in range(16)]
    for buffer in buffers:
        buffer.numpy()
    del buffers, buffer
    assert device.memory_report().reserved >= 16 * MIB


def test_the_end_of_the_process(monkeypatch):
    assert shutdown_seconds() == RuntimeSettings().shutdown_seconds
    monkeypatch.setenv("PERICLASE_RUNTIME_SHUTDOWN_SECONDS", "0.25")
    reload_settings()
    assert shutdown_seconds() == 0.25
    with monkeypatch.context() as patch:
        patch.setenv("PERICLASE_RUNTIME_SHUTDOWN_SECONDS", "soon")
        with pytest.raises(ConfigurationError):
            reload_settings()
        assert shutdown_seconds() == RuntimeSettings().shutdown_seconds


PROGRAM = """
import numpy as np
from periclase import OutSlice, Slice, f32, kernel, open_device
from periclase.gpu import thread_idx_x

@kernel
def double(x: Slice[f32], y: OutSlice[f32]):
    y[thread_idx_x()] = x[thread_idx_x()] * 2.0

device = open_device("cpu")
y = device.zeros(4, np.float32)
double[1, 4](device.array(np.arange(4, dtype=np.float32)), y)
assert y.numpy().tolist() == [0, 2, 4, 6]
"""


def run(tmp_path, **variables):
    (tmp_path / "program.py").write_text(PROGRAM)
    return subprocess.run(
        [sys.executable, "-W", "error", "program.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ":".join(path for path in sys.path if path), **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_trace_of_a_whole_process(tmp_path):
    done = run(tmp_path, PERICLASE_TRACE_FILE="trace.json")
    assert done.returncode == 0, done.stderr
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert any(event["name"] == "double" and event.get("cat") == "launch" for event in events)


def test_wrong_settings_are_told_when_a_device_is_opened(tmp_path):
    done = run(tmp_path, PERICLASE_TRACE_FIEL="trace.json")
    assert done.returncode == 1
    assert "PC0814" in done.stderr
    assert "did you mean PERICLASE_TRACE_FILE?" in done.stderr
    assert "line 10" in done.stderr  # `open_device`
