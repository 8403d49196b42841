"""The tools on files in Rust: what `periclase compile` and `periclase pipeline` make of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from rust_crates import needs_rustc

from periclase.tools.periclase import main

pytestmark = needs_rustc

TEXT = """
use cuda_device::*;

#[kernel]
pub fn doubled(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = x[i.get()] + x[i.get()];
    }
}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "src").mkdir()
    (folder / "src" / "lib.rs").write_text(TEXT, encoding="utf-8")
    (folder / "Cargo.toml").write_text('[package]\nname = "doubling"\nedition = "2024"\n', encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["src/lib.rs", "Cargo.toml"])
def test_a_file_and_a_project_give_ptx(project: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("compile", str(project / name), "--emit", "ptx", "--arch", "sm_90")) == 0
    text = capsys.readouterr().out
    assert ".target sm_90" in text and ".visible .entry doubled(" in text


def test_the_pipeline_begins_with_rustcs_mir(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("pipeline", str(project / "src" / "lib.rs"))) == 0
    text = capsys.readouterr().out
    assert "rust: MIR of rustc" in text.splitlines()[0]
    stages = [
        text.index(start)
        for start in ("fn periclase_kernel_", "mir.func @doubled", ".visible .entry doubled(")
    ]
    assert stages == sorted(stages)
