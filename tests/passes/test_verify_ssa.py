"""verify-ssa as a pass; what it checks is tested with `periclase.ir.ssa_verifier`."""

from __future__ import annotations

import pytest
from toy_text import RETURN, add, main
from xdsl.context import Context

from periclase.diagnostics import CompileError
from periclase.passes.verify_ssa import VerifySsa


def test_good_ir_is_left_as_it_is() -> None:
    module = main(add("%x", "%a", "%b") + RETURN)
    before = str(module)
    VerifySsa().apply(Context(), module)
    assert str(module) == before


def test_all_faults_are_told_at_once() -> None:
    module = main(add("%x", "%a", "%y") + add("%z", "%y", "%a") + add("%y", "%a", "%a") + RETURN)
    with pytest.raises(CompileError) as caught:
        VerifySsa().apply(Context(), module)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["PC0601", "PC0601"]
