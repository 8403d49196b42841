"""`runtime.verify_effects` where buffers are given as parts of a struct, by real kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, Slice, f32, kernel, u32
from periclase.gpu import global_idx_x
from periclase.record import replace
from periclase.runtime import compilation
from periclase.runtime.artifact import Access, Artifact
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure
from periclase.runtime.protocols import CompileRequest
from periclase.settings import reload_settings


@dataclass
class Line:
    scale: f32
    x: Slice[f32]
    y: MutSlice[f32]


@kernel
def along(offset: u32, line: Line, extra: Slice[f32]):
    i = global_idx_x()
    if i < len(line.y):
        line.y[i] = line.scale * line.x[i] + extra[i] + f32(offset)


@kernel
def narrowed(offset: u32, line: Line, extra: Slice[f32]):
    i = global_idx_x()
    if i < len(line.y):
        line.y[i] = extra[i] + f32(offset)


class Narrowed:
    """Says of an artifact that it only reads what it writes."""

    def __init__(self, compiler: Any):
        self._compiler = compiler

    def compile(self, request: CompileRequest) -> Artifact:
        made = self._compiler.compile(request)
        assert made.effects is not None
        effects = tuple(Access.READ if effect.writes else effect for effect in made.effects)
        return replace(made, effects=effects)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._compiler, name)


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    monkeypatch.setenv("PERICLASE_RUNTIME_VERIFY_EFFECTS", "1")
    monkeypatch.setenv("PERICLASE_CACHE_DIR", "")
    reload_settings()
    device = Device(CpuBackend(2))
    yield device
    assert device.shutdown(30)
    monkeypatch.undo()
    reload_settings()


def run(device: Device, kernel: Any) -> Any:
    x, y, extra = (device.array(np.arange(4, dtype=np.float32) + k) for k in range(3))
    kernel[1, 4](7, Line(2.0, x, y), extra)
    device.sync()
    return y


def test_what_is_written_through_a_part_may_be_written(verified: Device) -> None:
    assert run(verified, along).read().tolist() == [9, 12, 15, 18]


def test_a_part_that_is_said_to_be_read_only_is_looked_at(
    verified: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Narrowed(compilation.compiler())
    monkeypatch.setattr(compilation, "compiler", lambda: compiler)
    monkeypatch.setattr(verified.device_state, "on_unclaimed", lambda error, claim: told.append(error))
    told: list[BufferFailure] = []
    run(verified, narrowed)
    (error,) = told  # as it is said to write nothing, no buffer carries it
    assert "has written the buffer given for `line.y`" in str(error)
    assert "declare `line.y` as a `MutSlice`" in str(error)
