"""Compiling takes as much longer as a program is longer: counted in calls of Python's functions, the same on every machine."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from types import FrameType

import pytest
from composed_functions import chain

from periclase.codegen.compiler import stages

COUNTS = (1, 8, 16, 32, 64)


def _calls(count: int, folder: Path, target: str) -> int:
    """Calls on the way from Python to LLVM IR."""
    kernel = chain(count, folder)
    calls = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call" or event == "c_call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        for name, _ in stages(kernel, target=target):
            if name == "ll":
                break
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_composed_functions(target: str, tmp_path: Path) -> None:
    """By which power of their number the calls grow, beyond those of a kernel with one function: by no more than 1.1."""
    _calls(2, tmp_path, target)  # loads what is loaded on use
    calls = {count: _calls(count, tmp_path, target) for count in COUNTS}
    points = [(math.log(n - 1), math.log(calls[n] - calls[1])) for n in COUNTS[1:]]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    power = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
    assert power <= 1.1, calls
    assert calls[64] - calls[32] <= 2.1 * (calls[32] - calls[16]), calls
