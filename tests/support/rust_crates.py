"""Crates in Rust for tests, compiled by the rustc of the machine; where there is none, such tests are skipped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from periclase.importer.rust.driver import RustCrate, compile_file
from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import has_rustc

needs_rustc = pytest.mark.skipif(not has_rustc(), reason="there is no rustc")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rust"
"""The example kernels in Rust."""

PRELUDE = "#![allow(unused_imports)]\nuse cuda_device::*;\n"


def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """One place for all workers of a run: the device crate is compiled once."""
    base = tmp_path_factory.getbasetemp()
    return Store(str((base.parent if base.name.startswith("popen-") else base) / "rust"))


def compiled(text: str, folder: Path, store: Store, name: str = "kernel") -> RustCrate:
    """The crate of one file with this text, behind a `use` of the device crate."""
    file = folder / f"{name}.rs"
    file.write_text(PRELUDE + text, encoding="utf-8")
    return compile_file(str(file), store)


def calls_of(mir: str, callee: str) -> int:
    """How many calls of `callee` a MIR text has."""
    return len(re.findall(rf"= {re.escape(callee)}\(.*\) -> ", mir))
