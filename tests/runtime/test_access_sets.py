"""Read and write sets: which answer counts."""

from __future__ import annotations

import pytest
from python_kernels import parse_parameters

from periclase.runtime.access_sets import declared_accesses, joined, slice_accesses
from periclase.runtime.artifact import Access, Artifact, ArtifactKind, Parameter, ParameterKind

NONE, READ, WRITE, BOTH = Access.NONE, Access.READ, Access.WRITE, Access.READ_WRITE

PARAMETERS = parse_parameters("a: float32, x: in float32, y: inout float32, z: out float32")


def artifact(effects, complete):
    return Artifact(
        ArtifactKind.CPU_OBJECT, "t", "k", "entry", b"", effects=effects, effects_complete=complete
    )


@pytest.mark.parametrize("one", Access)
@pytest.mark.parametrize("other", Access)
def test_joined(one, other):
    both = joined(one, other)
    assert both.reads == (one.reads or other.reads)
    assert both.writes == (one.writes or other.writes)


def test_what_is_declared():
    assert declared_accesses(PARAMETERS) == (READ, BOTH, WRITE)


def test_what_is_not_declared_is_read_and_written():
    assert declared_accesses([Parameter("x", ParameterKind.SLICE, "int8", NONE)]) == (BOTH,)


def test_a_complete_analysis_counts():
    assert slice_accesses(PARAMETERS, artifact((NONE, NONE, WRITE, BOTH), True)) == (NONE, WRITE, BOTH)


def test_an_incomplete_analysis_only_widens():
    assert slice_accesses(PARAMETERS, artifact((NONE, WRITE, NONE, READ), False)) == (BOTH, BOTH, BOTH)
    assert slice_accesses(PARAMETERS, artifact((NONE, NONE, NONE, NONE), False)) == (READ, BOTH, WRITE)


def test_without_an_analysis_the_declaration_counts():
    assert slice_accesses(PARAMETERS, artifact(None, False)) == (READ, BOTH, WRITE)
    # Of another kernel, it seems: nothing is believed of it.
    assert slice_accesses(PARAMETERS, artifact((NONE,), True)) == (READ, BOTH, WRITE)
