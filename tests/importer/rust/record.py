"""Writes the MIR text and the layouts that tests without a rustc use: `python tests/importer/rust/record.py`.

Sources beside this file go to `mir-<version>/`, those in `lit/importer/rust/Inputs` beside themselves. Run it when a source
changes, and once for each version of rustc that is supported, with `RUSTC`.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from periclase.importer.rust.driver import compile_file
from periclase.importer.rust.import_mir import import_rust_mir
from periclase.importer.rust.layout_table import TypeLayout, TypeQuery, to_json
from periclase.importer.rust.layouts import CrateLayouts
from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import FLAGS, environment, find_toolchain

HERE = Path(__file__).resolve().parent
INPUTS = HERE.parents[2] / "lit" / "importer" / "rust" / "Inputs"


class Recorder:
    """Answers as rustc does, and keeps the answers."""

    def __init__(self, layouts: CrateLayouts):
        self._layouts = layouts
        self.answers: dict[str, TypeLayout] = {}

    def __call__(self, queries: Sequence[TypeQuery]) -> Mapping[str, TypeLayout]:
        found = self._layouts(queries)
        self.answers.update(found)
        return found


def golden(source: Path, folder: Path) -> None:
    """The text of a source without our crates."""
    with tempfile.TemporaryDirectory() as scratch:
        program = find_toolchain(str(HERE), Store(None)).program
        arguments = [program, *FLAGS, "--crate-type", "lib", "--crate-name", source.stem]
        emit = f"--emit=metadata={scratch}/x.rmeta,mir={folder / source.stem}.mir"
        subprocess.run([*arguments, emit, source.name], cwd=HERE, env=environment(), check=True)


def recorded(source: Path) -> None:
    """The text of a source and its layouts, for all its functions that have names of their own."""
    os.chdir(source.parent)
    store = Store(None)
    crate = compile_file(source.name, store)
    recorder = Recorder(CrateLayouts(crate, store))
    text = source.read_text(encoding="utf-8")
    names = [
        line.split("(")[0].removeprefix("pub fn ") for line in text.split("\n") if line.startswith("pub fn ")
    ]
    import_rust_mir(crate.mir, recorder, roots=names)
    source.with_suffix(".mir").write_text(crate.mir, encoding="utf-8")
    source.with_suffix(".json").write_text(to_json(recorder.answers), encoding="utf-8")


def main() -> None:
    """Record everything."""
    release = find_toolchain(str(HERE), Store(None)).release.rpartition(".")[0]
    folder = HERE / f"mir-{release}"
    folder.mkdir(exist_ok=True)
    for name in ("basics", "constructs"):
        golden(HERE / f"{name}.rs", folder)
    for source in sorted(INPUTS.glob("*.rs")):
        recorded(source)


if __name__ == "__main__":
    main()
