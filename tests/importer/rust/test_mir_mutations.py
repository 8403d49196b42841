"""Damaged MIR text: an error with a place, or a parse of what it says now; never another exception, nor the same as before."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from how_much import NIGHTLY
from recorded_mir import RECORDED

from periclase.diagnostics import CompileError
from periclase.importer.rust.mir_parser import MirProgram

MUTATIONS = 10_000 if NIGHTLY else 300
"""Of each recorded text."""
KERNELS = sorted(Path(__file__).resolve().parents[3].glob("lit/importer/rust/conformance/Inputs/c*.mir"))
"""The recorded texts of the kernels of the conformance suite."""
KERNEL_MUTATIONS = 10_000 // 30 + 1 if NIGHTLY else 8
"""Of each of these: 10,000 of all."""

PIECES = [
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "::",
        "->",
        ";",
        ",",
        ":",
        " ",
        "\n",
        '"',
        "'",
        "//",
        "_",
        "*",
        "&",
        "#",
        "§",
        "\0",
    ),
    *(
        "copy ",
        "move ",
        "const ",
        "bb0",
        "_1",
        "1_u32",
        "as ",
        "fn ",
        "scope 1 {",
        "    }",
        "alloc1",
        "{closure@",
        "-> [",
        "-1",
    ),
]


def mutated(text: str, random: random.Random) -> str:
    """`text` with one to three pieces taken out, doubled, put in or exchanged."""
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text) + 1)
        length = random.choice((1, 1, 1, 3, 8, 40))
        kind = random.randrange(4)
        if kind == 0:
            text = text[:at] + text[at + length :]
        elif kind == 1:
            text = text[:at] + text[at : at + length] + text[at:]
        elif kind == 2:
            text = text[:at] + random.choice(PIECES) + text[at:]
        else:
            text = text[:at] + random.choice(PIECES) + text[at + length :]
    return text


def pieces(path: Path) -> list[str]:
    """The declarations of a text, each a text of its own."""
    lines = path.read_text(encoding="utf-8").split("\n")
    found: list[list[str]] = [[]]
    for line in lines:
        found[-1].append(line)
        if line == "}":
            found.append([])
    return ["\n".join(piece) + "\n" for piece in found if len(piece) > 2]


_COMMENT = re.compile(r"(?:^|(?<=[;{},])) *//.*")
_UNSAID = re.compile(r" *(?:Storage(?:Live|Dead)\(_\d+\)|nop|ConstEvalCounter);")


def words(text: str) -> list[str]:
    """What a text says, word by word: without comments, marks of what is alive, and the pictures beside bytes."""
    found: list[str] = []
    for line in text.split("\n"):
        line = _COMMENT.sub("", line).replace("::<", "<")  # of a type, Rust has both
        if "│" in line:
            parts = line.split("│")
            line = re.sub(r"\s", "", parts[1] if "0x" in parts[0] else parts[0])
        if not _UNSAID.match(line):
            line = re.sub(
                r"(?<=\d)_+(?=\w)", "", re.sub(r"\b(bb|_|)0+(?=\d)", r"\1", line)
            )  # 3_usize is 3usize
            found += re.findall(r"\w+|\S", line)
    return found


def meaning(program: MirProgram) -> str:
    """All that the parser makes of a text."""
    items = [*program.functions.values(), *program.evaluated.values(), *program.constants.values()]
    items += [*program.repeated_functions, *program.repeated_constants]
    parts = [
        f"{item.kind} {item.path} {item.parameters!r} {item.type!r} {item.value!r}"
        + ("" if item.value is not None else _without_places(repr(program.body(item))))
        for item in items
    ]
    return "\n".join((*parts, *(repr(program.allocation(number)) for number in range(300))))


def _without_places(text: str) -> str:
    return re.sub(r"source=Source\([^)]*\)", "", text)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_damaged_text_is_an_error_with_a_place_or_a_parse(path: Path) -> None:
    refused = damaged(path, MUTATIONS)
    assert refused > MUTATIONS // 3


def test_there_are_kernels() -> None:
    assert len(KERNELS) == 30


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_a_damaged_kernel_is_an_error_with_a_place_or_a_parse(path: Path) -> None:
    assert damaged(path, KERNEL_MUTATIONS) > 0


def damaged(path: Path, mutations: int) -> int:
    """How many mutations of a text are refused; fails where one is passed over, or is another exception."""
    chance = random.Random(path.stem)
    texts = pieces(path)
    refused = 0
    meant: dict[str, str] = {}
    for _ in range(mutations):
        original = chance.choice(texts)
        text = mutated(original, chance)
        try:
            program = MirProgram(text, "damaged.mir")
            found = meaning(program)
            if words(text) != words(original):  # nothing that is written is skipped in silence
                if original not in meant:
                    meant[original] = meaning(MirProgram(original))
                assert found != meant[original], text
        except CompileError as error:
            refused += 1
            for diagnostic in error.diagnostics:
                span = diagnostic.span
                assert span is not None, text
                lines = text.split("\n")
                assert 1 <= span.line <= len(lines), text
                assert 0 <= (span.column or 0) <= len(lines[span.line - 1]), text
    return refused
