"""The scope: whatever the body does, the write set says what happened."""

from __future__ import annotations

import pytest

from periclase.runtime.call_site import call_site
from periclase.runtime.failures import TornDown
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.ledger import Ledger
from periclase.runtime.scope import Executed, Failed, Skipped, execute_scope


class Books:
    """Book-keeping that only notes what it is told."""

    def __init__(self, needed=()):
        self.ledger = Ledger()
        self.claims = []
        self._needed = list(needed)

    def needed(self, record):
        return self._needed

    def spoil(self, record, claim):
        self.claims.append(claim)


@pytest.fixture
def record():
    return LaunchRecord("kernel", call_site(), None, ())


def test_a_body_that_runs_leaves_no_claim(record):
    books = Books()
    assert execute_scope(books, record, lambda *_: 5, None) == Executed(5)
    assert books.claims == []


def test_a_failed_input_skips_the_body_and_hands_on_the_same_failure(record):
    books = Books()
    first = books.ledger.fail(RuntimeError("root"), "other", call_site())
    second = books.ledger.fail(RuntimeError("second"), "other", call_site())
    books._needed = [("x", first), ("y", second)]
    result = execute_scope(books, record, lambda *_: pytest.fail("it ran"), None)
    assert isinstance(result, Skipped)
    assert books.claims == [result.claim]
    assert result.claim.failures == (*first.failures, *second.failures)
    assert result.claim.skip.kernel == "kernel"
    assert result.claim.skip.needed == (("x", first), ("y", second))


@pytest.mark.parametrize("error", [RuntimeError("no"), MemoryError(), RecursionError()])
def test_a_body_that_raises_leaves_its_error(record, error):
    books = Books()

    def body(*_):
        raise error

    result = execute_scope(books, record, body, None)
    assert isinstance(result, Failed)
    assert result.error is error
    assert books.claims == [result.claim]
    assert result.claim.failures[0].cause is error
    assert result.claim.failures[0].site is record.site


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_interrupt_goes_on_and_the_write_set_is_torn_down(record, error):
    books = Books()

    def body(*_):
        raise error

    with pytest.raises(error):
        execute_scope(books, record, body, None)
    assert isinstance(books.claims[0].failures[0].cause, TornDown)


def test_a_defect_in_the_look_at_the_inputs_is_a_failure_too(record):
    books = Books()
    books.needed = lambda record: 1 / 0
    result = execute_scope(books, record, lambda *_: pytest.fail("it ran"), None)
    assert isinstance(result, Failed)
    assert isinstance(result.error, ZeroDivisionError)
    assert books.claims == [result.claim]
