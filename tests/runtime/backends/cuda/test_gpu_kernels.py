"""The PTX that tests on a GPU launch: the assembler takes it, so that a mistake in it is found without a GPU."""

from __future__ import annotations

import pytest
from gpu_kernels import PTX

from periclase.codegen.assembler import assemble, available_assemblers


@pytest.mark.skipif(not available_assemblers(), reason="no assembler for PTX is installed")
@pytest.mark.parametrize("target", ["sm_75", "sm_90a", "sm_120"])
def test_it_assembles(target: str) -> None:
    assert assemble(PTX, target)
