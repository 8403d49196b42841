"""Tokens."""

from __future__ import annotations

from periclase.runtime.backends.sim.ptx.lexer import END, MARK, NUMBER, STRING, WORD, Tokens
from periclase.runtime.backends.sim.ptx.literals import unquoted


def pairs(text: str) -> list[tuple[str, str]]:
    tokens = Tokens(text)
    assert tokens.bad is None
    return list(zip(tokens.kinds, tokens.texts, strict=True))


def test_kinds() -> None:
    assert pairs("ld.shared::cta.v2.b32 {%r1}, [x+-4];") == [
        (WORD, "ld.shared::cta.v2.b32"),
        (MARK, "{"),
        (WORD, "%r1"),
        (MARK, "}"),
        (MARK, ","),
        (MARK, "["),
        (WORD, "x"),
        (MARK, "+"),
        (MARK, "-"),
        (NUMBER, "4"),
        (MARK, "]"),
        (MARK, ";"),
        (END, ""),
    ]


def test_numbers() -> None:
    numbers = ["0f3F800000", "0D3FF0000000000000", "0x7fU", "0b101", "1.5", "2.", "1e-3", "017", "12U"]
    assert pairs(" ".join(numbers)) == [*((NUMBER, x) for x in numbers), (END, "")]
    assert Tokens("a 0f3F80").bad == 1
    assert Tokens("12x").bad == 0
    assert Tokens(f"1 {'1' * 200}").bad == 1


def test_comments_strings_and_labels() -> None:
    text = '// one\n$L: /* two ; \n */ .file "a;\\"b" '
    assert pairs(text) == [(WORD, "$L"), (MARK, ":"), (WORD, ".file"), (STRING, '"a;\\"b"'), (END, "")]
    tokens = Tokens(text)
    assert [tokens.line(i) for i in range(5)] == [2, 2, 3, 3, 3]


def test_what_is_no_token() -> None:
    for text in ("a §", "a ٣", 'a "b', "a é", "a /* b"):
        assert Tokens(text).bad == 1, text


def test_escapes() -> None:
    assert unquoted(r'"a\n\t\\\"\x41\101\q"') == 'a\n\t\\"AAq'
    assert unquoted('"plain é"') == "plain é"
    assert unquoted(r'"\777\x"') == "\xffx"
