"""`runtime.verify_effects`: a launch that writes what it is said only to read fails."""

from __future__ import annotations

import numpy as np
import pytest
from cpu_works import SECONDS, Works, address, artifact

from periclase.record import replace
from periclase.runtime.artifact import Access, Parameter, ParameterKind
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cpu.verification import read_only_bytes
from periclase.runtime.outcome import FAILED, WROTE
from periclase.settings import reload_settings


@pytest.fixture
def works(monkeypatch):
    monkeypatch.setenv("PERICLASE_RUNTIME_VERIFY_EFFECTS", "1")
    reload_settings()
    made = Works(CpuBackend(2))
    yield made
    made.backend.close()
    monkeypatch.undo()
    reload_settings()


def load(works, access=Access.READ_WRITE, effects=None, complete=True):
    parameters = (
        Parameter("target", ParameterKind.SLICE, "uint32", access),
        Parameter("steps", ParameterKind.SCALAR, "uint64"),
    )
    works._kernels["count"] = works.backend.load(
        replace(
            artifact("count"),
            parameters=parameters,
            effects=None if effects is None else (effects, Access.NONE),
            effects_complete=complete,
        )
    )


@pytest.mark.parametrize(
    "access, effects, complete, outcome",
    [
        (Access.READ_WRITE, None, True, WROTE),
        (Access.WRITE, None, True, WROTE),
        (Access.READ, None, True, FAILED),
        (Access.READ_WRITE, Access.READ, True, FAILED),
        (Access.READ_WRITE, Access.NONE, True, FAILED),
        (Access.READ_WRITE, Access.READ, False, WROTE),
        (Access.READ, Access.READ_WRITE, True, WROTE),
    ],
)
def test_what_is_written_has_to_be_said(works, access, effects, complete, outcome):
    load(works, access, effects, complete)
    target = np.zeros(10, np.uint32)
    work = works.submit("count", (address(target), 10, 1), grid=(10, 1, 1))
    assert work.wait(SECONDS)
    assert work.outcome == outcome
    if outcome == FAILED:
        error = work.error()
        assert error.diagnostic.code == "PC0708"
        assert "kernel `count` has written the buffer given for `target`" in str(error)


def test_what_is_read_only_is_left_alone_elsewhere(works):
    """Bytes beside those of the argument are none of its business."""
    load(works, Access.READ)
    target = np.zeros(10, np.uint32)
    work = works.submit(
        "count", (address(target), 3, 1), grid=(0, 1, 1), count=address(np.zeros(3, np.uint32))
    )
    assert work.wait(SECONDS)
    assert work.outcome != FAILED


def test_which_bytes_are_only_read():
    read = Parameter("r", ParameterKind.SLICE, "float32", Access.READ)
    half = Parameter("h", ParameterKind.SLICE, "bfloat16", Access.READ)
    scalar = Parameter("s", ParameterKind.SCALAR, "float64")
    write = Parameter("w", ParameterKind.SLICE, "int64", Access.WRITE)
    kernel = replace(artifact("count"), parameters=(read, scalar, half, write))

    def asked(*slots):
        return read_only_bytes(kernel, np.array(slots, np.uint64).tobytes())

    assert asked(1000, 10, 0, 2000, 5, 3000, 4) == [("r", 1000, 1040), ("h", 2000, 2010)]
    # Seen through another parameter that writes: what changes there was said to.
    assert asked(1000, 10, 0, 2000, 5, 1032, 1) == [("h", 2000, 2010)]
    assert asked(1000, 10, 0, 2000, 5, 1040, 1) == [("r", 1000, 1040), ("h", 2000, 2010)]
    assert asked(1000, 0, 0, 0, 0, 3000, 4) == []
