"""Places of calls: found again, of the right file, and looked up once."""

from __future__ import annotations

from periclase.runtime.call_site import call_site

SOURCE = "def here():\n    return find()\n"


def function_in(file):
    names = {"find": call_site}
    exec(compile(SOURCE, file, "exec"), names)
    return names["here"]


def test_equal_codes_of_two_files_are_two_places():
    one, other = function_in("one.py"), function_in("other.py")
    assert one.__code__ == other.__code__
    assert [one().span().file, other().span().file] == ["one.py", "other.py"]
    assert [one().line, other().line] == [2, 2]


def test_a_place_is_looked_up_once():
    """A report names few places many times, and the tables of a long function take a millisecond."""
    here = function_in("here.py")
    assert here().span() is here().span()


def test_places_that_nobody_asks_for_any_more_are_not_kept_without_an_end():
    from periclase.runtime import call_site as module

    for number in range(3000):
        function_in(f"{number}.py")().span()
    assert len(module._spans) <= module._MOST_SPANS
