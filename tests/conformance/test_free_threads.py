"""The stress on a build of Python without an interpreter lock, where the system has one with what the tests need."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_NEEDED = "import sys, numpy, llvmlite.binding, xdsl, pytest, hypothesis; sys.exit(sys._is_gil_enabled())"
_NAMES = ("python3.14t", "python3.13t")
_ROOT = Path(__file__).parents[2]


def _free_threaded() -> str:
    """The command of one.

    Raises:
        Skipped: there is none here, or it has not what the tests need.
    """
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        pytest.skip("this Python has no interpreter lock: all tests run without one")
    told = f"none of {', '.join(_NAMES)} is on the PATH"
    for name in _NAMES:
        command = shutil.which(name)
        if command is not None:
            asked = subprocess.run([command, "-c", _NEEDED], capture_output=True, text=True, timeout=120)
            if asked.returncode == 0:
                return command
            told = (
                f"{name}: {asked.stderr.strip().rpartition(chr(10))[2] or 'a module has turned the lock on'}"
            )
    pytest.skip(told)


def test_the_stress_without_an_interpreter_lock() -> None:
    command = _free_threaded()
    done = subprocess.run(
        [command, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance/test_stress.py"],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": str(_ROOT), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
