"""Programs that are refused, and all that is said of them: what those write who come from CUDA C++, numba, Triton and Warp.

The programs and the texts are in `programs/`. Each begins with a line that is not shown: the imports of `IMPORTS`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import sys
from pathlib import Path

import pytest
from golden_texts import GoldenFile

from periclase.diagnostic_codes import CODES
from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.importer.python.import_kernels import import_kernels
from periclase.kernel import Kernel

IMPORTS = "from periclase import *; from periclase.gpu import *; import math; import numpy as np\n"
FOLDER = Path(__file__).parent / "programs"
FILES = {path.stem: GoldenFile(path) for path in sorted(FOLDER.glob("*.txt"))}
CASES = [(stem, name) for stem, file in FILES.items() for name in file.cases]

FEWEST = 150


def reported(program: str, folder: Path) -> str:
    """All that is said of a program when it is loaded, and its kernels are compiled that it has not launched."""
    path = folder / "program.py"
    path.write_text(IMPORTS + program + "\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("program", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["program"] = module
    warnings: list[Diagnostic] = []
    errors: list[Diagnostic] = []
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            spec.loader.exec_module(module)
            import_kernels([k for k in vars(module).values() if isinstance(k, Kernel)], warnings=warnings)
    except DiagnosticError as error:
        errors.extend(error.diagnostics)
    finally:
        del sys.modules["program"]
    text = "\n\n".join(map(str, [*warnings, *errors]))
    return re.sub(r"\b0x[0-9a-f]{6,}", "0x…", text.replace(f"{folder}/", ""))


@pytest.mark.parametrize(("stem", "name"), CASES, ids=[f"{stem}: {name}" for stem, name in CASES])
def test_all_that_is_said(
    stem: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = FILES[stem]
    text = reported(file.cases[name].program, tmp_path)
    assert text, "the program is not refused"
    file.check(name, text, write=request.config.getoption("--write-diagnostics"))
    for diagnostic in re.findall(r"^\w+\[(PC\d+)\]", text, re.MULTILINE):
        assert diagnostic in CODES


def test_there_are_enough() -> None:
    assert len(CASES) >= FEWEST


def test_each_code_of_the_language_has_a_text() -> None:
    """Those of launches, of kernels in Rust and of what follows the front end have theirs in the examples of their pages, as all
    have, and in tests of their own."""
    texts = [
        path.read_text(encoding="utf-8")
        for path in (*FOLDER.glob("*.txt"), FOLDER.parent.parent / "refused.txt")
    ]
    told = {code for text in texts for code in re.findall(r"^\w+\[(PC\d+)\]", text, re.MULTILINE)}
    elsewhere = {
        "PC0220",
        "PC0221",
        "PC0222",
        "PC0310",
    }  # of the typed views of tensor cores; of `compat.numba_cuda`
    assert {code for code in CODES if code < "PC032" or "PC035" <= code < "PC04"} - elsewhere <= told
