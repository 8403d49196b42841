"""Random programs of the toy dialect say the same before and after every pass, and stay in SSA form."""

from __future__ import annotations

import random

import pytest
import toy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.passes import ModulePass

from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.canonicalize import Canonicalize
from periclase.passes.cse import Cse
from periclase.passes.dce import Dce
from periclase.passes.inline import Inline
from periclase.passes.mem2reg import Mem2Reg
from periclase.passes.sccp import Sccp
from periclase.passes.simplify_cfg import SimplifyCfg
from periclase.passes.sroa import Sroa
from periclase.passes.symbol_dce import SymbolDce

PASSES: list[ModulePass] = [
    Mem2Reg(),
    Sroa(),
    SimplifyCfg(),
    Sccp(),
    Cse(),
    Dce(),
    SymbolDce(),
    Inline(),
    Inline(max_ops=0, convergent=True),
    Canonicalize(),
]
ARGUMENTS = ((3, -1), (0, 0), (1, 2))
RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def convergent_ops(module: toy.ModuleOp) -> int:
    return sum(op.name in ("toy.barrier", "toy.shuffle") for op in toy.function(module).walk())


def check(seed: int, passes: list[ModulePass], shape: toy.Shape) -> None:
    module = toy.random_module(seed, shape)
    before = [toy.run(module, *arguments) for arguments in ARGUMENTS]
    convergent = convergent_ops(module)
    inlines = any(isinstance(p, Inline) for p in passes)
    for module_pass in passes:
        module_pass.apply(Context(), module)
        assert verify_ssa(module) == []
        module.verify()
    assert [toy.run(module, *arguments) for arguments in ARGUMENTS] == before
    # No convergent op is duplicated: inlining alone brings those of other functions.
    assert inlines or convergent_ops(module) <= convergent
    for op in toy.function(module).walk():
        assert op.location is not UNKNOWN_LOC, op.name
        for region in op.regions:
            for block in region.blocks:
                assert all(argument.location is not UNKNOWN_LOC for argument in block.args)


@pytest.mark.parametrize("module_pass", PASSES, ids=str)
@given(seed=st.integers(0, 2**32))
@settings(RELAXED, max_examples=15)
def test_a_pass_alone_keeps_what_a_program_does(module_pass: ModulePass, seed: int) -> None:
    check(seed, [module_pass], toy.Shape(blocks=10, statements=8))


@given(seed=st.integers(0, 2**32))
@settings(RELAXED, max_examples=30)
def test_passes_in_any_order_keep_what_a_program_does(seed: int) -> None:
    check(seed, random.Random(seed).choices(PASSES, k=8), toy.Shape(blocks=12, statements=10, functions=3))


@given(seed=st.integers(0, 2**32))
@settings(RELAXED, max_examples=30)
def test_the_standard_order_keeps_what_a_program_does(seed: int) -> None:
    order = [Inline(), Sroa(), Mem2Reg(), Canonicalize(), Sccp(), SimplifyCfg(), Cse(), Dce(), SymbolDce()]
    check(seed, order, toy.Shape(blocks=14, statements=12, functions=3))


@given(seed=st.integers(0, 2**32))
@settings(RELAXED, max_examples=20)
def test_passes_are_deterministic(seed: int) -> None:
    texts: set[str] = set()
    for _ in range(2):
        module = toy.random_module(seed, toy.Shape(blocks=12, statements=10))
        for module_pass in PASSES:
            module_pass.apply(Context(), module)
        texts.add(str(module))
    assert len(texts) == 1
