"""Tuning on every backend: who is left out, what the caller sees of it, and what a dry run does. How fast who is, is tested
elsewhere, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from launch_rig import Rig, root

from periclase.diagnostics import CompileError
from periclase.runtime.autotune import NoViableCandidate, autotune
from periclase.runtime.buffer import Buffer
from periclase.runtime.dry_run import dry_run
from periclase.settings import reload_settings


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is known from before."""
    monkeypatch.setenv("PERICLASE_CACHE_DIR", str(tmp_path / "cache"))
    reload_settings()
    yield
    monkeypatch.undo()
    reload_settings()


def tuned(rig: Rig, *names: str) -> Any:
    """An autotuned `(x, y)`: y = x, by the candidates of these names."""
    kernels = rig.kernels

    def copying(x: Buffer, y: Buffer) -> None:
        kernels.copy[1, 64](x, y)

    def twice(x: Buffer, y: Buffer) -> None:
        kernels.copy[1, 64](x, y)
        kernels.copy[1, 64](x, y)

    def breaking(x: Buffer, y: Buffer) -> None:
        kernels.broken[1, 64](x, y)

    def raising(x: Buffer, y: Buffer) -> None:
        raise ValueError("not for this size")

    def trapping(x: Buffer, y: Buffer) -> None:
        kernels.trap[1, 1](y)

    known = {each.__name__: each for each in (copying, twice, breaking, raising, trapping)}

    @autotune(candidates=[known[name] for name in names])
    def copy(x: Buffer, y: Buffer) -> None: ...

    return copy


@pytest.mark.parametrize("bad", ["breaking", "raising", "trapping"])
def test_a_candidate_that_fails_is_out_and_nobody_sees_it(rig: Rig, bad: str) -> None:
    if bad == "trapping":
        rig.needs_traps()
    x, y = rig.array(1, 2, 3), rig.zeros(3)
    copy = tuned(rig, bad, "copying", "twice")
    copy(x, y)
    assert x.read().tolist() == y.read().tolist() == [1, 2, 3]
    (record,) = copy.records()
    assert record.results[0].standing == "failed"
    assert record.winner in ("copying", "twice")
    assert rig.failures() == 0


def test_what_was_tuned_is_not_tuned_again(rig: Rig) -> None:
    x, y = rig.array(1, 2, 3), rig.zeros(3)
    copy = tuned(rig, "copying", "twice")
    copy(x, y)
    (record,) = copy.records()
    copy(x, y)
    assert copy.records() == (record,)
    assert y.read().tolist() == [1, 2, 3]


def test_if_none_works_all_errors_are_told(rig: Rig) -> None:
    x, y = rig.array(1, 2, 3), rig.zeros(3)
    with pytest.raises(NoViableCandidate) as caught:
        tuned(rig, "breaking", "raising")(x, y)
    for text in ("breaking", "raising", "not for this size"):
        assert text in str(caught.value)
    assert x.read().tolist() == [1, 2, 3]


def test_a_dry_run_tunes_and_leaves_the_callers_buffers_alone(rig: Rig) -> None:
    x, y = rig.array(1, 2, 3), rig.array(9, 9, 9)
    copy = tuned(rig, "copying", "twice")
    with dry_run() as dry:
        copy(x, y)
    assert dry.tuned == 2
    assert len(copy.records()) == 1
    assert y.read().tolist() == [9, 9, 9]
    copy(x, y)
    assert y.read().tolist() == [1, 2, 3]


def test_an_input_that_has_failed_is_no_fault_of_the_candidates(rig: Rig) -> None:
    x, y = rig.array(1, 2, 3), rig.zeros(3)
    rig.spoil(x)
    copy = tuned(rig, "copying", "twice")
    copy(x, y)
    assert isinstance(root(y), CompileError)
    assert copy.records() == ()
    x.write(5.0)
    copy(x, y)
    assert y.read().tolist() == [5, 5, 5]
    assert len(copy.records()) == 1
