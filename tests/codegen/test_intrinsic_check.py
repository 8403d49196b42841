"""The proof of the intrinsic table finds what does not hold."""

from __future__ import annotations

import pytest

from periclase.codegen.assembler import available_assemblers
from periclase.codegen.intrinsic_check import check_forms, lowest_target, target_below
from periclase.diagnostics import CompileError
from periclase.intrinsics.architectures import HOPPER, TENSOR_MEMORY
from periclase.intrinsics.forms import forms
from periclase.intrinsics.instruction import instruction
from periclase.intrinsics.model import Intrinsic, Requirement
from periclase.intrinsics.table import FAMILIES

needs_assembler = pytest.mark.skipif(
    not available_assemblers(), reason="no assembler: the 'ptx' extra is not installed"
)


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch) -> dict[str, Intrinsic]:
    """Rows of another package."""
    rows: dict[str, Intrinsic] = {}
    monkeypatch.setattr("periclase.intrinsics.table.foreign_intrinsics", lambda: rows)
    return rows


def problems(rows: dict[str, Intrinsic], row: Intrinsic) -> list[str | None]:
    rows[row.name] = row
    return [outcome.problem for outcome in check_forms(forms(row))]


@needs_assembler
def test_a_row_that_holds(tables: dict[str, Intrinsic]) -> None:
    row = instruction(
        "bit_field",
        "mine",
        "(x: u32, start: u32, length: u32, signed: flag) -> u32",
        "bfe.{signed?s32|u32} $d, $x, $start, $length;",
        "The `length` bits of `x` from bit `start` on.",
    )
    assert problems(tables, row) == [None, None]


@needs_assembler
def test_an_instruction_that_ptx_does_not_have(tables: dict[str, Intrinsic]) -> None:
    row = instruction("nonsense", "mine", "(x: u32) -> u32", "nonsense.u32 $d, $x;", "Nothing.")
    ((problem),) = problems(tables, row)
    assert problem is not None and "PC0520" in problem and "nonsense" in problem


@needs_assembler
def test_a_floor_that_is_too_low_and_the_good_form_beside_it(tables: dict[str, Intrinsic]) -> None:
    row = instruction(
        "extreme",
        "mine",
        "(x: f32, y: f32, nan: flag) -> f32",
        "min{nan?.NaN}.f32 $d, $x, $y;",
        "The smaller; `nan` needs sm_80, which is not said.",
    )
    good, bad = problems(tables, row)
    assert good is None
    assert bad is not None and "sm_75" in bad


@needs_assembler
def test_an_llvm_intrinsic_that_is_another_instruction(tables: dict[str, Intrinsic]) -> None:
    row = instruction(
        "sine", "mine", "(x: f32) -> f32", "sin.approx.f32 $d, $x;", "No sine.", llvm="llvm.nvvm.cos.approx.f"
    )
    ((problem),) = problems(tables, row)
    assert problem == "'sin.approx.f32' is not in the PTX of the kernel"


@needs_assembler
def test_a_target_below_that_is_not_refused(
    tables: dict[str, Intrinsic], monkeypatch: pytest.MonkeyPatch
) -> None:
    from periclase.dialects.nvvm.plain import PlainOp

    row = instruction("newer", "mine", "(x: u32) -> u32", "brev.b32 $d, $x;", "Claims too much.", sm=90)
    monkeypatch.setattr(PlainOp, "requirement", lambda self: Requirement())
    ((problem),) = problems(tables, row)
    assert problem == "sm_89 is below what it claims, and is not refused"


@pytest.mark.parametrize(
    ("requirement", "target", "below"),
    [
        (Requirement(), "sm_75", None),
        (Requirement(75, 70), "sm_75+ptx70", "sm_75+ptx63"),
        (Requirement(80, 70), "sm_80", "sm_75"),
        (Requirement(90, 86), "sm_90+ptx86", "sm_89"),
        (Requirement(90, 80, HOPPER), "sm_90a", "sm_90"),
        (Requirement(100, 88, TENSOR_MEMORY), "sm_100a+ptx88", "sm_100"),
    ],
)
def test_the_lowest_target_and_the_one_below(
    requirement: Requirement, target: str, below: str | None
) -> None:
    assert str(lowest_target(requirement)) == target
    assert target_below(requirement) == below


def test_no_ptx_has_it() -> None:
    with pytest.raises(CompileError) as caught:
        lowest_target(Requirement(90, 99))
    assert caught.value.diagnostic.code == "PC0503"


@needs_assembler
@pytest.mark.parametrize("family", FAMILIES)
def test_a_form_of_each_row_assembles(family: str) -> None:
    """`periclase intrinsics --check` takes all forms."""
    firsts = [next(forms(row)) for row in FAMILIES[family] if row.plain]
    assert [(outcome.form.label, outcome.problem) for outcome in check_forms(firsts) if outcome.problem] == []
