"""Damaged MIR text: it gives an error with a place, or a parse; never another exception, nor nothing at all."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from how_much import NIGHTLY
from recorded_mir import RECORDED

from periclase.diagnostics import CompileError
from periclase.importer.rust.mir_parser import MirProgram

MUTATIONS = 10_000 if NIGHTLY else 300
"""Of each recorded text."""

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
        at = random.randrange(len(text))
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


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_damaged_text_is_an_error_with_a_place_or_a_parse(path: Path) -> None:
    chance = random.Random(path.stem)
    texts = pieces(path)
    refused = 0
    for _ in range(MUTATIONS):
        text = mutated(chance.choice(texts), chance)
        try:
            program = MirProgram(text, "damaged.mir")
            for item in [
                *program.functions.values(),
                *program.evaluated.values(),
                *program.constants.values(),
            ]:
                if item.value is None:
                    program.body(item)
            for number in range(300):
                program.allocation(number)
        except CompileError as error:
            refused += 1
            for diagnostic in error.diagnostics:
                span = diagnostic.span
                assert span is not None, text
                lines = text.split("\n")
                assert 1 <= span.line <= len(lines), text
                assert 0 <= (span.column or 0) <= len(lines[span.line - 1]), text
    assert refused > MUTATIONS // 3
