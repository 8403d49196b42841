"""The byte form of an artifact: there and back, and a ValueError for everything else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.diagnostics import Span
from periclase.runtime.artifact import (
    FORMAT_VERSION,
    Access,
    Artifact,
    ArtifactKind,
    Parameter,
    ParameterKind,
    Trap,
)

ARTIFACT = Artifact(
    kind=ArtifactKind.CPU_OBJECT,
    target="cpu:x",
    kernel="k",
    entry="k",
    code=b"\n\0code",
    libraries=(b"one\n", b""),
    parameters=(
        Parameter("x", ParameterKind.SLICE, "float32", Access.READ),
        Parameter("a", ParameterKind.SCALAR, "int64"),
    ),
    effects=(Access.READ, Access.NONE),
    effects_complete=True,
    static_shared_bytes=12,
    max_threads_per_block=128,
    required_block=(8, 4, 1),
    cluster=(2, 1, 1),
    cooperative=True,
    ordered=True,
    traps=(Trap("bounds", "ü", Span("f.py", 3, 1, 3, 9, "text")), Trap("trap", "", Span("f.py", 4))),
    span=Span("f.py", 1),
    key="k1",
)
BARE = Artifact(ArtifactKind.PTX, "sm_90", "k", "k", b"")

HEADER, _, BODY = ARTIFACT.to_bytes().partition(b"\n")
FIELDS = json.loads(HEADER)


@pytest.mark.parametrize("artifact", [ARTIFACT, BARE], ids=["full", "bare"])
def test_there_and_back(artifact):
    again = Artifact.from_bytes(artifact.to_bytes())
    assert again == artifact
    assert [type(getattr(again, name)) for name in FIELDS if name not in ("version", "libraries")] == [
        type(getattr(artifact, name)) for name in FIELDS if name not in ("version", "libraries")
    ]


def test_the_text_of_a_line_travels_too():
    assert Artifact.from_bytes(ARTIFACT.to_bytes()).traps[0].span.source_line == "text"


def with_field(name, value):
    return json.dumps(FIELDS | {name: value}).encode() + b"\n" + BODY


WRONG = [
    None,
    True,
    -1,
    1.5,
    "text",
    [],
    [1],
    [None],
    {},
    [[]],
    [[1, 2]],
    [["a", "b", "c", "d", "e", "f"]],
    [[None] * 6],
]


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_that_is_missing_or_of_another_form(name):
    missing = {key: value for key, value in FIELDS.items() if key != name}
    with pytest.raises(ValueError, match=f"not an artifact: the header has no {name}"):
        Artifact.from_bytes(json.dumps(missing).encode() + b"\n" + BODY)
    refused = 0
    for value in WRONG:
        try:
            again = Artifact.from_bytes(with_field(name, value))
        except ValueError:
            refused += 1
        else:
            # What is let through is of the field's own form, and comes out as it went in.
            assert json.loads(again.to_bytes().partition(b"\n")[0])[name] == value
    assert refused >= 8


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}\n",
        b"[]\n",
        b"null\ncode",
        b'{"version":1}\n',
        b"\xff\n",
        b"no newline",
        b"[" * 100_000 + b"\n",
        b'{"version":' + b"[" * 100_000 + b"\n",
        b'{"version":' + b"9" * 5000 + b"}\n",
        b'{"version":NaN}\n',
    ],
)
def test_bytes_that_are_no_artifact(data):
    with pytest.raises(ValueError):  # noqa: PT011 - of any kind, and no other exception
        Artifact.from_bytes(data)


def test_another_version():
    with pytest.raises(ValueError, match=f"format version {FORMAT_VERSION + 1}, expected {FORMAT_VERSION}"):
        Artifact.from_bytes(with_field("version", FORMAT_VERSION + 1))


def test_one_effect_a_parameter():
    with pytest.raises(ValueError, match="one effect a parameter"):
        Artifact.from_bytes(with_field("effects", ["read"]))


def test_cut_off_within_its_libraries():
    with pytest.raises(ValueError, match="ends before its libraries do"):
        Artifact.from_bytes(HEADER + b"\non")


@given(data=st.data())
@settings(deadline=None, max_examples=300)
def test_damage_anywhere_in_the_header(data):
    position = data.draw(st.integers(0, len(HEADER) - 1))
    length = data.draw(st.integers(0, 20))
    damaged = HEADER[:position] + data.draw(st.binary(max_size=20)) + HEADER[position + length :]
    try:
        artifact = Artifact.from_bytes(damaged + b"\n" + BODY)
    except ValueError:
        return
    assert Artifact.from_bytes(artifact.to_bytes()) == artifact
