"""`match` on numbers, enumerations, tuples and structs, against what Python does."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from tests.support.both_ways import ENUMS, both_ways

Load = Callable[..., ModuleType]

DEFINITIONS = f"""{ENUMS}
from typing import NamedTuple

@struct
class Point:
    x: i32
    y: i32

@struct
class Segment:
    start: Point
    end: Point

    @property
    def width(self):
        return self.end.x - self.start.x

class Pair(NamedTuple):
    first: i32
    second: i32

LIMIT = 5
"""

BODIES = {
    "numbers": "for i in range(8):\n    match i:\n        case 0:\n            z[i] = 5\n        case 1 | 2:\n"
    "            z[i] = 6\n        case 5:\n            z[i] = 7\n        case _:\n"
    "            z[i] = 9",
    "numbers without default": "for i in range(8):\n    match i:\n        case 0:\n            z[i] = 5\n        case 3:\n"
    "            z[i] = 6\n        case -1 | 7 | 300:\n            z[i] = 7",
    "numbers twice": "match n:\n    case 1 | 3:\n        z[0] = 1\n    case 3 | 4:\n        z[0] = 2\n    case 5:\n"
    "        z[0] = 3",
    "few numbers": "match n:\n    case 3:\n        z[0] = 1\n    case _:\n        z[0] = 2",
    "guards": "for i in range(8):\n    match i:\n        case k if k > 5:\n            z[i] = k * 10\n"
    "        case 2 | 3 as k if k != 3:\n            z[i] = k + 100\n        case 3:\n            z[i] = 1\n"
    "        case k:\n            z[i] = -k",
    "capture stays": "match n:\n    case k if k > 100:\n        z[0] = 1\n    case _:\n        z[0] = k",
    "dotted constants": "match v[3]:\n    case Color.RED | Color.GREEN:\n        z[0] = 1\n    case 10:\n        z[0] = 2",
    "floats": "match d:\n    case 0.0:\n        z[0] = 1\n    case -2.25:\n        z[0] = 2",
    "truth": "match n > 2:\n    case True:\n        z[0] = 1\n    case False:\n        z[0] = 2",
    "enumeration": "for i in (1, 2, 4):\n    c = Color(i + n - 3)\n    match c:\n        case Color.RED:\n"
    "            z[i] = 5\n        case Color.GREEN:\n            z[i] = 6\n        case Color.BLUE:\n            z[i] = 7",
    "plain enumeration": "match State(n - 2):\n    case State.IDLE:\n        z[0] = 1\n"
    "    case State.BUSY | State.DONE as s:\n        z[0] = s.value + 10",
    "tuples": "for i in range(4):\n    match (i, n):\n        case (0, _):\n            z[i] = 1\n        case (1, 3):\n"
    "            z[i] = 2\n        case (2, k):\n            z[i] = k * 10\n        case p:\n"
    "            z[i] = p[0] + p[1]",
    "tuples of other lengths": "match (n, 4):\n    case (3,):\n        z[0] = 1\n    case (3, 4, 5):\n        z[0] = 2\n"
    "    case [3, 4]:\n        z[0] = 3",
    "rest of a tuple": "match (n, 4, 5, 6):\n    case (3, *rest):\n        z[0] = rest[0] * 100 + rest[2]\n"
    "match (n, 4, 5):\n    case (first, *_, last):\n        z[1] = first * 10 + last",
    "nested": "match ((n, 4), 5):\n    case ((3, k), l) if k < l:\n        z[0] = k * 10 + l",
    "structs": "p = Point(n, 4)\nmatch p:\n    case Point(3, y=k):\n        z[0] = k\nmatch Segment(Point(1, 2), p):\n"
    "    case Segment(Point(0, _)):\n        z[1] = 1\n    case Segment(start=Point(x=1), end=Point(k, l)):\n"
    "        z[1] = k * 10 + l",
    "properties": "match Segment(Point(1, 2), Point(n, 4)):\n    case Segment(width=2):\n        z[0] = 1\n"
    "    case Segment(width=w):\n        z[0] = w",
    "another class": "match Point(n, 4):\n    case Segment():\n        z[0] = 1\n    case Point():\n        z[0] = 2",
    "named tuples": "match Pair(n, 4):\n    case (3, k):\n        z[0] = k\nmatch Pair(n, 4):\n    case Pair(3, second=k):\n"
    "        z[1] = k",
    "alternatives that capture": "for i in range(4):\n    match (i, n):\n        case (0, k) | (k, 4) | (1 as k, _):\n"
    "            z[i] = k + 100\n        case (k, _):\n            z[i] = k",
    "subject once": "i = 0\nmatch (i := i + 1):\n    case 5:\n        z[0] = 1\n    case 1:\n        z[0] = 2\n    case 2:\n"
    "        z[0] = 3\nz[1] = i",
    "in loops": "for i in range(8):\n    match i % 4:\n        case 0:\n            continue\n        case 3 if i > 4:\n"
    "            break\n        case k:\n            z[i] = k",
    "all return": "match n:\n    case 1:\n        k = 5\n    case 3:\n        k = 6\n    case 9:\n        k = 7\n"
    "    case _:\n        k = 8\nz[0] = k",
    "match in match": "match n:\n    case 1:\n        z[0] = 1\n    case k:\n        match v[1]:\n            case -1:\n"
    "                z[0] = k\n            case _:\n                z[0] = 3",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_match_does_what_python_does(name: str, load: Load) -> None:
    expected, found = both_ways(load, BODIES[name], DEFINITIONS)
    assert found == expected


@pytest.mark.parametrize(
    ("text", "code", "fragments"),
    [
        ("match y[0]:\n        case {1: 2}:\n            pass", "PC0105", ["one of a mapping"]),
        ("match y[0]:\n        case (1, 2):\n            pass", "PC0205", ["one of a tuple", "an i32"]),
        (
            "match y:\n        case (1, 2):\n            pass",
            "PC0205",
            ["one of a tuple", "match (x[0], x[1])"],
        ),
        ("match y[0]:\n        case int():\n            pass", "PC0205", ["known when it is compiled"]),
        ("match y[0]:\n        case True:\n            pass", "PC0205", ["for truth values"]),
        ("match Point(1, 2):\n        case Point(1, 2, 3):\n            pass", "PC0207", ["has 2 fields"]),
        ("match Point(1, 2):\n        case Point(k=1):\n            pass", "PC0102", ["no attribute `k`"]),
        ("match Point(1, 2):\n        case LIMIT():\n            pass", "PC0104", ["is no class"]),
        ("match y[0]:\n        case 1:\n            k = 1\n    y[0] = k", "PC0103", ["not every path"]),
    ],
)
def test_refused(text: str, code: str, fragments: list[str], load: Load) -> None:
    module = load(f"{DEFINITIONS}\n@kernel\ndef k(y: MutSlice[i32]):\n    {text}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code
    for fragment in fragments:
        assert fragment in str(caught.value)


def test_cases_of_a_refused_subject(load: Load) -> None:
    """What is wrong in them is told in the same run, and nothing of what the match would have set."""
    module = load(
        """
        @kernel
        def k(y: MutSlice[i32]):
            match missing(y[0]):
                case 1:
                    y[0] = y.first
                    found = 1
                case other:
                    y[1] = y.second + other
            with nothing():
                y[0] = y.third
                late = 2
            y[2] = found + late + other
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert [found.message.partition("attribute ")[2] or found.code for found in caught.value.diagnostics] == [
        "PC0101", "`first`", "`second`", "PC0101", "`third`",
    ]  # fmt: skip
