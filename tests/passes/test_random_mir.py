"""Random programs of mir do the same on this machine before and after the passes, traps and their order included."""

from __future__ import annotations

import random

import lowered_mir
import pytest
import random_mir

from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.pipelines import PassSpec, Pipeline

STANDARD = "inline,sroa,mem2reg,canonicalize,sccp,simplify-cfg,cse,dce,symbol-dce"
PASSES = (*STANDARD.split(","), "inline{max-ops=0}", "inline{convergent=true}")
ARGUMENTS = ((0, 0), (1, 2**64 - 1), (7, 3), (1 << 63, 255), (123456789, 5))


def outcome(text: str, pipeline: Pipeline) -> list[tuple[int, ...]]:
    module = lowered_mir.parse(text)
    for spec in pipeline:
        Pipeline((spec,)).run(lowered_mir.context(), module)
        assert verify_ssa(module) == [], str(spec)
        module.verify()
    return random_mir.run(module, ARGUMENTS)


@pytest.mark.parametrize("seed", range(12))
def test_passes_keep_what_a_program_does(seed: int) -> None:
    text = random_mir.random_program(seed)
    before = outcome(text, Pipeline())
    assert outcome(text, Pipeline.parse(STANDARD)) == before
    r = random.Random(seed)
    some = Pipeline(tuple(PassSpec.of(name) for name in r.choices(PASSES, k=6)))
    assert outcome(text, some) == before, str(some)


def test_random_programs_trap_and_do_not() -> None:
    ends = [
        words[2] != 0 for seed in range(12) for words in outcome(random_mir.random_program(seed), Pipeline())
    ]
    assert 0.05 < sum(ends) / len(ends) < 0.95
