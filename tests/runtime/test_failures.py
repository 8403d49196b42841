"""The exceptions of the runtime: what a reader of a spoiled buffer gets, also in another process."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import sys

import pytest
from failing_process import fail_in_process

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError
from periclase.runtime import failures
from periclase.runtime.call_site import CallSite
from periclase.runtime.failures import (
    BufferFailure,
    DeviceLost,
    ForeignHandle,
    NotAllocated,
    TornDown,
    TrapError,
    failure_error,
    forked_error,
    torn_down,
)
from periclase.runtime.ledger import Ledger


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


def here() -> CallSite:
    frame = sys._getframe(1)
    return CallSite(frame.f_code, frame.f_lasti)


def test_the_cause_is_the_error_at_the_root(ledger):
    cause = ValueError("no")
    claim = ledger.fail(cause, "load", here())
    for i in range(3):
        claim = ledger.skip(f"k{i}", here(), [("x", claim)])
    error = failure_error(claim)
    assert error.__cause__ is cause
    with pytest.raises(BufferFailure, match=r"(?s)`load` failed: ValueError: no.*`k2`, launched here"):
        raise error
    assert cause.__traceback__ is None


def test_several_roots_are_a_group(ledger):
    causes = [ValueError("one"), TrapError(Diagnostic("PC0702", "two"))]
    claims = [ledger.fail(cause, "load", here()) for cause in causes]
    error = failure_error(ledger.skip("k", here(), [("x", claims[0]), ("y", claims[1])]))
    assert isinstance(error.__cause__, ExceptionGroup)
    assert list(error.__cause__.exceptions) == causes
    assert "ValueError: one" in str(error) and "two" in str(error)
    assert [root.error for root in error.failure.roots] == ["ValueError", "TrapError"]


def test_one_error_at_two_roots_is_told_once_as_the_cause(ledger):
    cause = ValueError("the device is lost")
    claims = [ledger.fail(cause, name, here()) for name in ("a", "b")]
    error = failure_error(*claims)
    assert error.__cause__ is cause
    assert [root.kernel for root in error.failure.roots] == ["a", "b"]


def test_an_interrupt_may_be_a_cause(ledger):
    error = failure_error(
        ledger.fail(KeyboardInterrupt(), "a", here()), ledger.fail(ValueError(), "b", here())
    )
    assert isinstance(error.__cause__, BaseExceptionGroup)
    assert not isinstance(error.__cause__, ExceptionGroup)


def long_failure(ledger: Ledger) -> BufferFailure:
    claim = ledger.fail(ValueError("no"), "load", here())
    for i in range(10_000):
        claim = ledger.skip(f"k{i}", here(), [("x", claim)])
    return failure_error(claim)


def test_it_goes_through_pickle_and_deepcopy_as_text_and_data(ledger):
    error = long_failure(ledger)
    for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), copy.copy(error)):
        assert isinstance(other, BufferFailure)
        assert str(other) == str(error)
        assert other.failure == error.failure
        assert other.to_json() == error.to_json()


def test_it_comes_from_another_process():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        result = pool.apply_async(fail_in_process, (5,))
        with pytest.raises(BufferFailure, match="in the child") as caught:
            result.get(60)
    assert [launch.kernel for launch in caught.value.failure.skipped] == [f"k{i}" for i in range(5)]


def test_an_exception_keeps_no_failure_alive(ledger):
    error = long_failure(ledger)
    assert ledger.live_failures() == []
    assert len(error.failure.skipped) == 10_000


def test_the_error_of_a_fork_says_what_to_do():
    diagnostic = forked_error().diagnostic
    assert "before the process was forked" in diagnostic.message
    assert "device.sync()" in diagnostic.help


def test_a_launch_that_was_torn_down_says_by_whom():
    interrupt = KeyboardInterrupt()
    error = torn_down("scale", interrupt)
    assert isinstance(error, TornDown)
    assert error.__cause__ is interrupt
    assert str(error).startswith("error[PC0707]: the launch of `scale` was torn down by KeyboardInterrupt\n")
    assert torn_down("scale").diagnostic.message == "the launch of `scale` was torn down"


def test_kinds():
    assert issubclass(ForeignHandle, LaunchError)
    for kind in (BufferFailure, DeviceLost, NotAllocated, TornDown, TrapError):
        assert issubclass(kind, DiagnosticError) and not issubclass(kind, LaunchError)
    assert all(hasattr(failures, name) for name in failures.__all__)
