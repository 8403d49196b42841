"""Records: values like those of a dataclass."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import typing
from typing import ClassVar

import pytest

from periclase.record import (
    UNCOMPILED,
    FrozenRecordError,
    MutableRecord,
    NamedTuple,
    Record,
    as_data,
    field,
    field_names,
    replace,
)


class Point(Record):
    x: int
    y: int = 2
    label: str = field(default="", compare=False, repr=False)

    dimensions: ClassVar[int] = 2

    @property
    def total(self) -> int:
        return self.x + self.y


class Solid(Point):
    z: int = 0


class Counter(MutableRecord):
    hits: int = 0
    names: list[str] = field(default_factory=list[str])


class Token(Record, eq=False):
    name: str


class Positive(Record):
    value: int

    def __post_init__(self) -> None:
        if self.value < 1:
            raise ValueError("not positive")


class Doubled(Record):
    value: int

    def __init__(self, half: int) -> None:
        object.__setattr__(self, "value", 2 * half)


class Nothing(Record):
    pass


class Line(Record):
    ends: tuple[Point, ...]


def test_fields_and_defaults() -> None:
    point = Point(1)
    assert (point.x, point.y, point.label, point.total, Point.dimensions) == (1, 2, "", 3, 2)
    assert Point(y=3, x=1).y == 3
    assert field_names(Point) == field_names(point) == ("x", "y", "label")


@pytest.mark.parametrize("arguments", [(), (1, 2, "", 4)])
def test_wrong_arguments(arguments: tuple[object, ...]) -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match=r"Point\.__init__"):
            Point(*arguments)  # pyright: ignore
    with pytest.raises(TypeError, match="unknown"):
        Point(1, unknown=2)  # pyright: ignore


def test_before_and_after_init_is_compiled() -> None:
    class Fresh(Record):
        x: int
        names: list[int] = field(default_factory=list[int])
        y: int = 2

    before = Fresh.__init__
    made = [Fresh(x, y=3) if x % 2 else Fresh(x=x) for x in range(UNCOMPILED + 6)]
    assert Fresh.__init__ is not before
    assert [(one.x, one.y, one.names) for one in made] == [
        (x, 3 if x % 2 else 2, []) for x in range(len(made))
    ]
    assert len({id(one.names) for one in made}) == len(made)


@pytest.mark.parametrize(("args", "kwargs"), [((), {}), ((1,), {"x": 2}), ((1,), {"z": 2}), ((1, 2, 3), {})])
def test_what_a_first_call_refuses_a_later_one_refuses_alike(
    args: tuple[int, ...], kwargs: dict[str, int]
) -> None:
    class Fresh(Record):
        x: int
        y: int = 2

    said: list[str] = []
    for _ in range(2):
        with pytest.raises(TypeError) as caught:
            Fresh(*args, **kwargs)
        said.append(str(caught.value))
        for _ in range(UNCOMPILED):
            Fresh(1)
    assert said[0] == said[1]


def test_compared_by_value() -> None:
    assert Point(1) == Point(1, 2) == Point(1, 2, "other")
    assert hash(Point(1)) == hash(Point(1, 2, "other"))
    assert Point(1) != Point(2)
    assert Point(1) != Solid(1)
    assert Point(1) != (1, 2)
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())


def test_compared_by_identity() -> None:
    one = Token("a")
    assert one == one
    assert one != Token("a")
    assert len({one, Token("a")}) == 2


def test_immutable() -> None:
    point = Point(1)
    with pytest.raises(FrozenRecordError, match="'x' of an immutable Point"):
        point.x = 3  # pyright: ignore
    with pytest.raises(FrozenRecordError, match="'x' of an immutable Point"):
        del point.x  # pyright: ignore
    with pytest.raises(AttributeError):
        point.other = 3  # pyright: ignore
    assert not hasattr(point, "__dict__")


def test_mutable() -> None:
    counter, other = Counter(), Counter()
    counter.hits += 1
    counter.names.append("a")
    assert counter == Counter(1, ["a"])
    assert other == Counter()
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)


def test_a_subclass_adds_fields_whichever_is_made_first() -> None:
    assert Solid(1, 2, "", 3).z == 3
    assert Point(1).y == 2
    assert Solid(1).z == 0
    assert field_names(Solid) == ("x", "y", "label", "z")


def test_own_init_and_what_follows_init() -> None:
    assert Doubled(2).value == 4
    for _ in range(2):
        with pytest.raises(ValueError, match="not positive"):
            Positive(0)


def test_repr() -> None:
    assert repr(Point(1, label="hidden")) == "Point(x=1, y=2)"


@pytest.mark.parametrize(
    "made", [Point(1, 3, "a"), Counter(2, ["b"]), Nothing(), Solid(1, 2, "", 3)], ids=repr
)
def test_pickled_and_copied(made: Record) -> None:
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.copy(made) == made
    assert copy.deepcopy(made) == made


def test_replace() -> None:
    assert replace(Point(1, 2, "a"), y=5) == Point(1, 5)
    assert replace(Point(1, 2, "a"), y=5).label == "a"
    with pytest.raises(TypeError, match="unknown"):
        replace(Point(1), unknown=1)


def test_matched_by_position() -> None:
    match Point(1, 4):
        case Point(1, y):
            assert y == 4
        case _:
            pytest.fail("no match")


def test_as_data() -> None:
    line = Line((Point(1), Point(2)))
    assert as_data({"line": [line]}) == {
        "line": [{"ends": ({"x": 1, "y": 2, "label": ""}, {"x": 2, "y": 2, "label": ""})}]
    }


def test_annotations_that_would_be_evaluated() -> None:
    with pytest.raises(TypeError, match="from __future__ import annotations"):
        exec(compile("class Late(Record):\n x: int", "late", "exec", dont_inherit=True), {"Record": Record})


def test_defining_a_record_imports_nothing_dear() -> None:
    code = (
        "import sys; before = set(sys.modules); import periclase.record\n"
        "print(*{'dataclasses', 'inspect', 'copy', 'ast'} & (set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


class Pair(NamedTuple):
    """Two of a kind."""

    first: int
    second: int = 5

    @property
    def both(self) -> int:
        return self.first + self.second


class ReferencePair(typing.NamedTuple):
    first: int
    second: int = 5


def test_a_named_tuple_is_that_of_typing_in_all_that_it_does():
    for make in (Pair, ReferencePair):
        for _ in range(UNCOMPILED):  # before its constructor is compiled, and after
            made = make(1, second=2)
            assert made == (1, 2) == make(1, 2) and make(3) == (3, 5) == make(first=3)
            assert (made.first, made.second, *made) == (1, 2, 1, 2)
        assert make._fields == make.__match_args__ == ("first", "second")
        assert make._field_defaults == {"second": 5}
        assert made._replace(second=7) == (1, 7) and type(made._replace(first=2)) is make
        assert made._asdict() == {"first": 1, "second": 2}
        assert type(make._make([1, 2])) is make
        assert repr(made) == f"{make.__name__}(first=1, second=2)"
        assert pickle.loads(pickle.dumps(made)) == made and type(copy.copy(made)) is make
        match made:
            case make(first, second):
                assert (first, second) == (1, 2)
        assert hash(made) == hash((1, 2)) and not hasattr(made, "__dict__")
    assert Pair(1, 2).both == 3 and Pair.__doc__ == "Two of a kind."


@pytest.mark.parametrize("make", [Pair, ReferencePair])
@pytest.mark.parametrize("rounds", [1, UNCOMPILED])
def test_a_named_tuple_refuses_what_its_fields_do_not_take(make: typing.Any, rounds: int):
    for _ in range(rounds):
        with pytest.raises(TypeError):
            make()
        with pytest.raises(TypeError):
            make(1, 2, 3)
        with pytest.raises(TypeError):
            make(1, third=3)
        with pytest.raises(TypeError):
            make(1, 2, second=3)
    with pytest.raises(AttributeError):
        make(1, 2).first = 3
    with pytest.raises((TypeError, ValueError)):
        make(1, 2)._replace(third=3)
    with pytest.raises(TypeError):
        make._make([1])


def test_a_named_tuple_may_be_generic():
    T = typing.TypeVar("T")

    class Box(NamedTuple, typing.Generic[T]):
        content: T

    assert Box(3).content == 3 and Box[int](3) == (3,)


def test_a_named_tuple_whose_annotations_are_evaluated_is_refused():
    with pytest.raises(TypeError, match="from __future__ import annotations"):
        type(Pair)("Wrong", (NamedTuple,), {"__annotations__": {"x": int}})
