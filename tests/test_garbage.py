"""Python's collector, while an IR is built."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from periclase.garbage import paused_collector


class Link:
    """Half of a cycle."""

    other: Link | None = None


def cycles(count: int) -> list[Link]:
    """Each of them is garbage without the list."""
    links = [Link() for _ in range(count)]
    for link in links:
        link.other = link
    return links


@pytest.fixture(autouse=True)
def _nothing_frozen() -> Iterator[None]:
    """As in a user's process: the tests themselves are frozen while others run (conftest.py)."""
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    yield
    if frozen:
        gc.collect()
        gc.freeze()


@pytest.fixture
def looked_through() -> Iterator[list[int]]:
    """The generations that were collected."""
    generations: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            generations.append(info["generation"])

    gc.collect()
    gc.callbacks.append(note)
    yield generations
    gc.callbacks.remove(note)


def test_nothing_is_collected_meanwhile(looked_through: list[int]) -> None:
    with paused_collector():
        kept = cycles(10_000)
        assert not looked_through
    cycles(10_000)
    assert looked_through
    assert len(kept) == 10_000


def test_what_lasts_counts_as_old() -> None:
    with paused_collector(lasting=True):
        kept = cycles(1000)
        old = gc.get_objects(generation=2)
    assert gc.isenabled()
    assert not {id(link) for link in kept} & {id(one) for one in old}
    assert {id(link) for link in kept} <= {id(one) for one in gc.get_objects(generation=2)}
    assert gc.get_freeze_count() == 0


def test_what_lasts_is_collected_all_the_same() -> None:
    with paused_collector(lasting=True):
        kept = cycles(1000)
    del kept
    assert gc.collect() >= 1000


def test_what_was_frozen_before_stays_so() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        assert frozen
        with paused_collector(lasting=True):
            pass
        assert gc.get_freeze_count() == pytest.approx(frozen, abs=100)  # some of it may have been let go
    finally:
        gc.unfreeze()


def test_it_is_back_after_an_exception_and_stays_off_where_it_was_off() -> None:
    with pytest.raises(KeyError), paused_collector(lasting=True):
        raise KeyError
    assert gc.isenabled()
    gc.disable()
    try:
        with paused_collector(lasting=True):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
