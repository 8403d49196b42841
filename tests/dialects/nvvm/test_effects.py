"""What optimisers may do with nvvm operations."""

from __future__ import annotations

import pytest
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from periclase.dialects.nvvm import OPERATIONS
from periclase.dialects.nvvm.base import NVVMOp, row_requirements
from periclase.dialects.nvvm.sreg import SPECIAL_REGISTERS
from periclase.intrinsics.model import Effect
from periclase.intrinsics.table import INTRINSICS
from periclase.ir.interfaces import ConvergentOp

ROWS = [row for row in INTRINSICS.values() if row.template is not None]


def is_pure(op_class: type[NVVMOp]) -> bool:
    return bool(op_class.get_traits_of_type(Pure))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_an_operation_has_the_effects_of_its_rows(row) -> None:
    op_class = OPERATIONS[row.template.name]
    assert is_pure(op_class) == (row.effect is Effect.PURE)
    assert issubclass(op_class, ConvergentOp) == row.convergent
    if row.effect is Effect.READ_WRITE:
        assert op_class.get_traits_of_type(MemoryReadEffect)
        assert op_class.get_traits_of_type(MemoryWriteEffect)


@pytest.mark.parametrize("name", ["clock", "clock64", "globaltimer", "smid", "warpid"])
def test_what_changes_by_itself_is_left_alone(name: str) -> None:
    op_class = SPECIAL_REGISTERS[name]
    assert not is_pure(op_class)
    assert not op_class.get_traits_of_type(MemoryReadEffect), "two reads could be merged"


@pytest.mark.parametrize("op_class", OPERATIONS.values(), ids=lambda op_class: op_class.name)
def test_no_operation_is_both_pure_and_convergent(op_class: type[NVVMOp]) -> None:
    assert not (is_pure(op_class) and issubclass(op_class, ConvergentOp))


def test_requirements_come_from_the_table() -> None:
    assert row_requirements("warp")["nvvm.redux.sync"].sm == 80
    assert row_requirements("warp")["nvvm.elect.sync"].ptx == 80
