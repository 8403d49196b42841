"""`periclase intrinsics`, and the files that are written from the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from periclase.codegen.assembler import available_assemblers
from periclase.intrinsics.table import INTRINSICS
from periclase.tools.intrinsic_files import lit_tests
from periclase.tools.periclase import main

LIT = Path(__file__).resolve().parents[2] / "lit" / "intrinsics"


def test_all_are_listed_with_their_floors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["intrinsics"]) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(INTRINSICS)
    assert total.startswith(f"{len(INTRINSICS)} intrinsics, ")
    (line,) = [line for line in lines if line.startswith("ldmatrix ")]
    assert line.split(maxsplit=2)[2] == "sm_75, PTX 6.5"
    (line,) = [line for line in lines if line.startswith("wgmma_fence ")]
    assert line.endswith("sm_90a, PTX 8.0")


def test_a_filter_looks_at_names_families_and_instructions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["intrinsics", "movmatrix"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 intrinsics, 1 forms"
    assert main(["intrinsics", "clusterlaunchcontrol"]) == 0
    assert "clc_is_canceled" in capsys.readouterr().out


def test_a_filter_that_fits_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["intrinsics", "nothing_like_it"]) != 0
    assert "PC0813" in capsys.readouterr().err


@pytest.mark.skipif(not available_assemblers(), reason="no assembler: the 'ptx' extra is not installed")
def test_the_proof_ends_with_a_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["intrinsics", "movmatrix", "--check"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 rows assemble"


@pytest.mark.skipif(not available_assemblers(), reason="no assembler: the 'ptx' extra is not installed")
@pytest.mark.parametrize(("option", "count"), [("--check", 18), ("--every", 60)])
def test_of_a_row_with_many_forms_each_choice_or_all_of_them(
    option: str, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["intrinsics", "set_max_registers", option]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{count} rows assemble"


@pytest.mark.skipif(not available_assemblers(), reason="no assembler: the 'ptx' extra is not installed")
def test_a_row_that_fails_is_the_exit_status(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from periclase.intrinsics.instruction import instruction

    row = instruction("nonsense", "mine", "() -> u32", "nonsense.u32 $d;", "Nothing.")
    monkeypatch.setattr("periclase.intrinsics.table.foreign_intrinsics", lambda: {"nonsense": row})
    assert main(["intrinsics", "nonsense", "--check"]) == 1
    first, *_, failed, count = capsys.readouterr().out.splitlines()
    assert first.startswith("nonsense() for sm_75: error[PC0520]")
    assert (failed, count) == ("1 rows fail", "0 rows assemble")


def test_the_lit_tests_are_those_of_the_table() -> None:
    kept = {
        file.relative_to(LIT).as_posix(): file.read_text(encoding="utf-8") for file in LIT.glob("*/*.mlir")
    }
    written = lit_tests()
    assert sorted(kept) == sorted(written), "run python -m periclase.tools.intrinsic_files"
    changed = [name for name, text in written.items() if kept[name] != text]
    assert changed == [], "run python -m periclase.tools.intrinsic_files"
