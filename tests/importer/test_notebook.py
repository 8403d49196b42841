"""Kernels in the cells of a real IPython, where it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("IPython", reason="IPython is not installed")

CELLS = [
    "from __future__ import annotations\nfrom periclase import *\nfrom periclase.diagnostics import DiagnosticError",
    "@kernel\ndef good(y: MutSlice[f32]):\n    y[0] = 1\n\nprint('mir.store' in good.mir())",
    "@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = nowhere",
    "try:\n    k.mir()\nexcept DiagnosticError as error:\n    print(error)",
]


def test_cells(tmp_path: Path) -> None:
    program = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        f"shell = InteractiveShell.instance()\nfor cell in {CELLS!r}:\n    shell.run_cell(cell)\n"
    )
    environment = dict(os.environ, IPYTHONDIR=str(tmp_path))
    environment["PYTHONPATH"] = os.pathsep.join(
        [str(Path(__file__).parents[2]), environment.get("PYTHONPATH", "")]
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=True,
    )
    first, *lines = done.stdout.splitlines()
    assert first == "True"
    assert lines[0] == "error[PC0101]: the name `nowhere` is not defined"
    assert lines[1].startswith("  --> <ipython-input-")
    assert lines[3:5] == [" 3 |     y[0] = nowhere", "   |            ^^^^^^^"]
