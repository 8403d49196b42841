"""`periclase demo`: every example runs and is right, and a wrong result is told."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import open_device
from periclase.tools import demo
from periclase.tools.command import OK, REFUSED, ToolError
from periclase.tools.demo import Row, Workload, demo_workloads, largest_error, measure, run_demo
from periclase.tools.periclase import main

NAMES = ["saxpy", "matmul", "reduce_shared", "reduce_shuffle", "stencil", "mandelbrot", "histogram"]


def test_all_kernels_are_there() -> None:
    assert [workload.name for workload in demo_workloads(open_device("cpu"))] == NAMES


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_demo() == OK
    out = capsys.readouterr().out
    for name in NAMES:
        (line,) = (line for line in out.splitlines() if name in line)
        assert "ok" in line


def test_some(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_demo(["saxpy"]) == OK
    out = capsys.readouterr().out
    assert "saxpy" in out
    assert "matmul" not in out


def test_on_another_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_demo(["histogram", "reduce_shuffle"], "sim:sm_80") == OK
    out = capsys.readouterr().out
    assert "Periclase on sim:sm_80" in out
    assert out.count(" ok ") == 2


def test_an_unknown_device(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--device", "sin"]) == REFUSED
    assert 'there is no device "sin"' in capfd.readouterr().err


def test_an_unknown_kernel() -> None:
    with pytest.raises(ToolError, match="saxpy"):
        run_demo(["saxpi"])


def test_counts_and_times() -> None:
    workload = next(w for w in demo_workloads(open_device("cpu")) if w.name == "saxpy")
    row = measure(workload)
    assert set(row.operations) >= {"mir", "mir-opt", "llvm"}
    assert all(count > 0 for count in row.operations.values())
    assert row.compile_ms > 0
    assert row.run_ms > 0
    assert row.is_right


def test_a_wrong_result_fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    real = next(w for w in demo_workloads(open_device("cpu")) if w.name == "saxpy")
    wrong = Workload("saxpy", real.kernel, real.launch, real.result, lambda: np.asarray(real.reference()) + 1)
    monkeypatch.setattr(demo, "demo_workloads", lambda device: [wrong])
    assert run_demo() == REFUSED
    streams = capsys.readouterr()
    assert "WRONG" in streams.out
    assert "PC0810" in streams.err


class TestLargestError:
    def test_arrays_and_numbers(self) -> None:
        assert largest_error([1, 2], [1, 2.5]) == 0.5
        assert largest_error(3.0, 3.0) == 0
        assert largest_error([], []) == 0

    @pytest.mark.parametrize(
        ("result", "reference"), [([1.0], [np.nan]), ([np.inf], [1.0]), ([1.0, 2.0], [1.0]), ([[1.0]], [1.0])]
    )
    def test_what_can_not_be_compared_is_wrong(self, result: object, reference: object) -> None:
        with np.errstate(all="ignore"):
            assert largest_error(result, reference) == float("inf")
        assert not Row("x", {}, 0, 0, 0, float("inf")).is_right
