"""`periclase-translate` in this process: outputs, exit codes, and never a traceback whatever the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from periclase.tools.command import OK, REFUSED
from periclase.tools.periclase_translate import main

KERNEL = """llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %e = llvm.getelementptr %p[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %n, %e {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.return
}
"""


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "k.mlir"
    path.write_text(KERNEL)
    return path


def test_llvm_ir_to_standard_output(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--to-llvmir", str(kernel)]) == OK
    output = capsys.readouterr().out
    assert "define ptx_kernel void @k(" in output
    assert 'target triple = "nvptx64-nvidia-cuda"' in output


def test_layout_is_chosen(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--to-llvmir", "--layout", "none", str(kernel)]) == OK
    assert "target triple" not in capsys.readouterr().out


def test_ptx_to_a_file(kernel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "k.ptx"
    assert main(["--to-ptx", "--target", "sm_90", str(kernel), "-o", str(output)]) == OK
    assert ".visible .entry k(" in output.read_text()
    assert ".target sm_90" in output.read_text()
    assert capsys.readouterr().out == ""


def test_target_that_is_too_low(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.mlir"
    path.write_text(
        KERNEL.replace("  llvm.return", '  llvm.fence syncscope("cluster") seq_cst\n  llvm.return')
    )
    assert main(["--to-ptx", "--target", "sm_80", str(path)]) == REFUSED
    assert "PC0536" in capsys.readouterr().err


def test_refusal_names_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.mlir"
    path.write_text(KERNEL.replace("{alignment = 4 : i64}", "{mystery}"))
    assert main(["--to-llvmir", str(path)]) == REFUSED
    error = capsys.readouterr().err
    assert "PC0531" in error
    assert "k.mlir:4:" in error


PIECES = st.sampled_from(
    [
        *KERNEL.split(" "),
        "^bb1",
        "llvm.br",
        "{",
        "}",
        "loc(",
        '"',
        "!llvm.struct<(",
        "llvm.switch",
        "[",
        "1:",
        "#",
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, len(KERNEL)), junk=st.lists(PIECES, max_size=5))
def test_broken_text_is_never_an_internal_error(tmp_path: Path, cut: int, junk: list[str]) -> None:
    path = tmp_path / "broken.mlir"
    path.write_text(KERNEL[:cut] + " ".join(junk) + KERNEL[cut:])
    assert main(["--to-llvmir", str(path)]) in {OK, REFUSED}
