"""Prints the tables of `sass_table`; in CI, where `CI` is set, of a few kernels only, to see that it runs."""

from __future__ import annotations

import os

import pytest
from sass_table import PAIRS, Row, missing, rows, table

FEW = ("saxpy", "matmul", "gemv")


@pytest.mark.parametrize("checked", [False, True], ids=["unchecked", "checked"])
def bench_sass(checked: bool) -> None:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    few = FEW if os.environ.get("CI") else [pair.name for pair in PAIRS]
    found: list[Row] = list(
        rows("sm_90", checked=checked, pairs=[pair for pair in PAIRS if pair.name in few])
    )
    assert [row.pair.name for row in found] == list(few)
    assert all(row.ours.total > 0 and row.theirs.total > 0 for row in found)
    print(f"\nsm_90, {'checked' if checked else 'unchecked'}: periclase/nvcc\n{table(found)}")
