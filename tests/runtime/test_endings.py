"""What objects leave behind: all of it is found, in the order of their deaths, and no code of Python runs where they die."""

import gc
import threading

import pytest
from bytecodes import interrupted, positions
from traced import python_code_of

from periclase.runtime.endings import Endings


class Mortal:
    """Something that dies."""


def dealt(endings):
    """What the dead have left."""
    found = []
    endings.deal(found.append)
    return found


def test_what_the_dead_leave_is_taken_in_the_order_of_their_deaths():
    endings, living = Endings(), [Mortal() for _ in range(4)]
    for number, mortal in enumerate(living):
        endings.expect(mortal, number)
    del mortal
    assert not endings.over
    del living[2], living[0]
    assert len(endings.over) == 2
    assert sorted(endings.all()) == [0, 1, 2, 3]
    heir = Mortal()
    assert endings.renew(heir) == 2
    assert sorted(endings.all()) == [0, 1, 2, 3]
    assert dealt(endings) == [0]
    with pytest.raises(IndexError):
        endings.renew(Mortal())
    del heir
    assert dealt(endings) == [2]
    assert sorted(endings.all()) == [1, 3]


def test_no_code_of_python_runs_where_somebody_dies():
    endings, mortals = Endings(), [Mortal()]
    endings.expect(mortals[0], "left")
    assert python_code_of(mortals.clear) == []
    assert dealt(endings) == ["left"]


def test_garbage_in_cycles_leaves_what_it_has():
    endings, mortal = Endings(), Mortal()
    mortal.itself = mortal
    endings.expect(mortal, "left")
    del mortal
    gc.collect()
    assert dealt(endings) == ["left"]


def test_many_threads():
    endings = Endings()

    def churn(first):
        for number in range(first, first + 1000):
            endings.expect(Mortal(), number)

    threads = [threading.Thread(target=churn, args=(1000 * each,)) for each in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    gc.collect()
    assert sorted(dealt(endings)) == list(range(8000))
    assert endings.all() == []


def test_what_a_function_could_not_deal_with_is_given_to_it_again():
    endings, seen = Endings(), []
    for number in range(3):
        endings.expect(Mortal(), number)

    def refuse(number):
        seen.append(number)
        if number == 1 and seen.count(1) == 1:
            raise OSError("not now")

    with pytest.raises(OSError, match="not now"):
        endings.deal(refuse)
    endings.deal(refuse)
    assert seen == [0, 1, 1, 2]


def test_an_interrupt_at_any_bytecode_loses_nothing_and_doubles_nothing():
    """Of four things that pass from hand to hand each is somebody's, or there to be had, and none is two people's."""
    endings = Endings()
    for number in range(4):
        endings.expect(Mortal(), number)

    def hand_on():
        heirs = [Mortal(), Mortal()]
        got = [endings.renew(heir) for heir in heirs]
        assert got[0] != got[1]

    found = positions(hand_on)
    assert len(found) > 40
    came = 0
    for position in found:
        came += interrupted(hand_on, position)
        assert sorted(endings.all()) == [0, 1, 2, 3]
    assert came > 40


def test_who_dies_while_it_is_being_noted_leaves_what_it_has_or_nothing():
    def expect():
        endings.expect(Mortal(), 1)

    def pass_on():
        endings.renew(Mortal())

    for action, left in ((expect, {0, 1}), (pass_on, {0})):
        endings = Endings()  # of its own: an exception may keep what was interrupted alive for a while
        endings.expect(Mortal(), 0)
        for position in positions(action):
            interrupted(action, position)
            found = dealt(endings)
            assert found.count(0) == 1
            assert set(found) <= left
            endings.expect(Mortal(), 0)


def test_an_interrupt_while_it_is_dealt_with_forgets_nothing():
    def leave():
        endings = Endings()
        for number in range(3):
            endings.expect(Mortal(), number)
        return endings

    for position in positions(lambda: leave().deal(lambda number: None)):
        endings, seen = leave(), []
        interrupted(lambda e=endings, s=seen: e.deal(s.append), position)
        endings.deal(seen.append)
        assert sorted(set(seen)) == [0, 1, 2]
        assert endings.all() == []
