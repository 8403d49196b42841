"""Programs that are written for numba-cuda, each run with its imports changed: against numpy, and, where numba is installed,
against numba's own simulator. Their kernels are assembled for the oldest and the newest GPU."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.py"))
CHANGES = {
    "from numba import": "from periclase.compat.numba_cuda import",
    "from numba.cuda.random import": "from periclase.compat.numba_cuda.random import",
}


def changed(name: str, folder: Path) -> ModuleType:
    """A program with its imports changed, and nothing else."""
    text = (FOLDER / f"{name}.py").read_text()
    for theirs, ours in CHANGES.items():
        text = text.replace(theirs, ours)
    path = folder / f"numba_{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def compare(found: dict[str, Any], wanted: dict[str, Any], close: dict[str, float]) -> None:
    assert found.keys() == wanted.keys()
    for name, values in found.items():
        tolerance = close.get(name, 0.0)
        np.testing.assert_allclose(values, wanted[name], rtol=tolerance, atol=tolerance, err_msg=name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_computes_what_numpy_does(name: str, tmp_path: Path) -> None:
    program: Any = changed(name, tmp_path)
    compare(program.run(), program.expected(), getattr(program, "CLOSE", {}))


SIMULATION = """
import json, sys
sys.path.insert(0, sys.argv[1])
program = __import__(sys.argv[2])
if getattr(program, "SIMULATED", True):
    wanted = {**program.expected(), **getattr(program, "expected_of_simulator", dict)()}
    found = program.run()
    print(json.dumps({name: [found[name].tolist(), wanted[name].tolist()] for name in found}))
"""


def test_the_simulator_of_numba_computes_the_same() -> None:
    """The programs as they are, where numba is installed, so that what is expected is not our own reading of numba."""
    pytest.importorskip("numba")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    for name in PROGRAMS:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", SIMULATION, str(FOLDER), name],
            env=environment, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        for key, (found, wanted) in json.loads(done.stdout or "{}").items():
            np.testing.assert_allclose(
                found, wanted, rtol=1e-3, atol=0.1 if key == "pi" else 1e-4, err_msg=key
            )


@pytest.mark.parametrize("arch", ["sm_75", "sm_120"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_assembler_takes_its_kernels(name: str, arch: str, tmp_path: Path) -> None:
    program: Any = changed(name, tmp_path)
    for kernel, signature in program.SIGNATURES.items():
        text = getattr(program, kernel).specialise_to(signature).ptx(arch)
        assert f".target {arch}" in text
        if find_tool("ptxas") is not None:
            assemble(text, arch)
