"""What every row of the intrinsic table owes."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest

from periclase.diagnostics import CompileError
from periclase.intrinsics import table
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.instruction import SignatureError
from periclase.intrinsics.model import (
    MIR_SPELLINGS,
    REQUIRED,
    TYPE_VARIABLE,
    BySign,
    Effect,
    Intrinsic,
    OperationTemplate,
    ParameterKind,
    Requirement,
)
from periclase.intrinsics.table import FAMILIES, INTRINSICS, DuplicateIntrinsicError, find_intrinsic

for_each_row = pytest.mark.parametrize("row", INTRINSICS.values(), ids=lambda row: row.name)


@for_each_row
def test_a_row_is_well_formed(row: Intrinsic) -> None:
    assert row.name.isidentifier()
    assert row.summary.endswith((".", "…")) and "\n" not in row.summary
    assert row in FAMILIES[row.family]
    assert row.template is not None or row.expansion is not None
    names = [p.name for p in row.parameters]
    assert len(set(names)) == len(names)
    uses_variable = any(p.type == TYPE_VARIABLE for p in row.parameters)
    assert bool(row.types) == (uses_variable or TYPE_VARIABLE in row.result)
    for name in (*row.types, *row.result, *(p.type for p in row.parameters if p.is_operand)):
        assert name == TYPE_VARIABLE or name in MIR_SPELLINGS
    assert set(row.type_requirements) <= set(MIR_SPELLINGS)


@for_each_row
def test_parameters_with_defaults_come_last(row: Intrinsic) -> None:
    positional = [p for p in row.parameters if not p.keyword_only and p.kind is not ParameterKind.VARIADIC]
    defaults = [p.default is not REQUIRED for p in positional]
    assert defaults == sorted(defaults)
    for parameter in row.parameters:
        if parameter.choices and parameter.default is not REQUIRED:
            assert parameter.default in parameter.choices


@for_each_row
def test_a_template_names_parameters_of_the_row(row: Intrinsic) -> None:
    if row.template is None:
        return
    operands = {p.name for p in row.parameters if p.is_operand}
    assert {name for name in row.template.operands if isinstance(name, str)} <= operands
    assert set(row.template.widened) <= operands
    for word in row.template.attributes.values():
        if isinstance(word, BySign):
            assert all(word.select(name) for name in row.types)
        elif word.startswith("$"):
            assert row.parameter(word[1:]).is_immediate


@for_each_row
def test_an_index_says_its_range(row: Intrinsic) -> None:
    if row.index_range is None:
        return
    low, high = row.index_range
    assert 0 <= low <= high and len(row.result) == 1
    assert high < 2**63 and (row.result[0] == "isize" or high < 2**32)


@for_each_row
def test_what_communicates_is_convergent_and_has_effects(row: Intrinsic) -> None:
    if row.convergent:
        assert row.effect is Effect.READ_WRITE
    if row.family == "warp" or row.name.startswith(("sync_", "barrier_", "cluster_arrive", "cluster_wait")):
        assert row.convergent
    if row.family == "atomics":
        assert row.effect is Effect.READ_WRITE


@for_each_row
def test_overloads_bind_the_type_variable(row: Intrinsic) -> None:
    assert len(row.overloads) == max(1, len(row.types))
    for overload in row.overloads:
        assert TYPE_VARIABLE not in (*overload.operand_types, *overload.result)
        assert row.overload(overload.type) is overload
    assert row.overload("str") is None


def test_requirements_join() -> None:
    row = INTRINSICS["atomic_add"]
    assert row.requirement_for("i32", ("relaxed", "device")) == Requirement(70, 60)
    assert row.requirement_for("bf16", ("relaxed", "device")) == Requirement(90, 78)
    assert row.requirement_for("i32", ("relaxed", "cluster")) == Requirement(90, 78)
    assert Requirement(80, 63).join(Requirement(75, 70)) == Requirement(80, 70)


def test_indices_are_bounded_by_the_launch() -> None:
    assert INTRINSICS["thread_idx_z"].index_range == (0, 63)
    assert INTRINSICS["block_dim_x"].index_range == (1, 1024)
    assert INTRINSICS["global_idx_x"].index_range == (0, (2**31 - 1) * 1024 - 1)


class _EntryPoint:
    name = "mine"
    value = "mine_rows:ROWS"

    def __init__(self, rows: object):
        self._rows = rows

    def load(self) -> object:
        if isinstance(self._rows, Exception):
            raise self._rows
        return self._rows


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch):
    def install(*rows: Intrinsic) -> None:
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [_EntryPoint(rows)])
        table.foreign_intrinsics.cache_clear()

    yield install
    table.foreign_intrinsics.cache_clear()


def _row(name: str) -> Intrinsic:
    return Intrinsic(name, "mine", "Mine.", template=OperationTemplate("nvvm.mine"), ptx="mine;")


def test_rows_of_other_packages_are_found(foreign) -> None:
    foreign(_row("mine"))
    found = find_intrinsic("mine")
    assert found is not None and found.family == "mine"
    assert find_intrinsic("nobodys") is None


def test_a_name_belongs_to_one_row(foreign) -> None:
    foreign(_row("thread_idx_x"))
    with pytest.raises(DuplicateIntrinsicError, match="thread_idx_x"):
        find_intrinsic("mine")
    foreign(_row("mine"), _row("mine"))
    with pytest.raises(DuplicateIntrinsicError, match="mine"):
        find_intrinsic("mine")


@pytest.mark.parametrize(
    ("rows", "why", "help"),
    [
        (ModuleNotFoundError("No module named 'mine_rows'"), "No module named 'mine_rows'", None),
        (
            AttributeError("module 'mine_rows' has no attribute 'ROWS'"),
            "module 'mine_rows' has no attribute 'ROWS'",
            None,
        ),
        (SignatureError("'uint' is no type of a parameter"), "'uint' is no type of a parameter", None),
        (_row("mine"), "it is a row, not a sequence of rows", "write it as '(row,)'"),
        (7, "it is no sequence of rows, but int", None),
        (("mine",), "among its rows is 'mine'", "a row is what 'instruction(…)' gives"),
    ],
)
def test_a_package_whose_rows_are_none(
    rows: object, why: str, help: str | None, monkeypatch: pytest.MonkeyPatch, foreign
) -> None:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [_EntryPoint(rows)])
    table.foreign_intrinsics.cache_clear()
    with pytest.raises(CompileError) as caught:
        find_intrinsic("nobodys")
    found = caught.value.diagnostic
    assert (found.code, found.message, found.help) == (
        "PC0604",
        f"the intrinsics 'mine' (mine_rows:ROWS) can not be loaded: {why}",
        help,
    )
    assert find_intrinsic("ldmatrix") is not None, "ours are found all the same"


def test_the_table_needs_no_ir() -> None:
    code = "import sys, periclase.intrinsics.table; print('xdsl' in sys.modules, 'llvmlite' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_every_form_of_a_product_has_all_that_can_be_chosen_at_both_ends_of_its_registers() -> None:
    found = list(forms(INTRINSICS["wgmma_f32_f16"], every=True))
    by_n: dict[str, list[Form]] = {}
    for form in found:
        by_n.setdefault(form.immediates["n"], []).append(form)
    assert len({form.label for form in found}) == len(found)
    assert list(by_n) == [str(n) for n in range(8, 257, 8)]
    assert len(by_n["8"]) == len(by_n["256"]) == 32
    assert {len(of_one) for n, of_one in by_n.items() if n not in ("8", "256")} == {1}
    # Of numbers with few choices all are combined.
    assert sum(1 for _ in forms(INTRINSICS["ldmatrix"], every=True)) == 66
