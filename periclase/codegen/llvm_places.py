"""Where the user wrote what stands at a place of LLVM IR text, and which place of it LLVM may have failed at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from periclase.diagnostics import Note, Span

_FUNCTION = re.compile(r'^define [^\n]*?@"?(?P<name>[^"(\s]+)"?\(.*?^\}', re.MULTILINE | re.DOTALL)
_SHOWN = 120


def span_at(text: str, position: int) -> Span | None:
    """The place in the user's source of the instruction or function at `position`, from its debug information."""
    end = text.find("\n", position)
    line = text[position : len(text) if end < 0 else end]
    reference = re.search(r"!dbg !(\d+)", line)
    node = None if reference is None else _node(text, reference[1])
    if node is None:
        return None
    numbers = {key: int(value) for key, value in re.findall(r"\b(line|column): (\d+)", node)}
    scope = re.search(r"\bscope: !(\d+)", node)
    file = _named_file(text, node) if "file: !" in node else None if scope is None else _file(text, scope[1])
    if file is None or not numbers.get("line"):
        return None
    column = numbers.get("column", 0)
    return Span(file, numbers["line"], column - 1 if column else None)


def _node(text: str, number: str) -> str | None:
    match = re.search(rf"^!{number} = (.*)$", text, re.MULTILINE)
    return None if match is None else match[1]


def _file(text: str, scope: str) -> str | None:
    node = _node(text, scope)
    return None if node is None else _named_file(text, node)


def _named_file(text: str, node: str) -> str | None:
    reference = re.search(r"\bfile: !(\d+)", node)
    named = None if reference is None else _node(text, reference[1])
    match = None if named is None else re.search(r'filename: "([^"]*)", directory: "([^"]*)"', named)
    if match is None:
        return None
    return f"{match[2]}/{match[1]}" if match[2] else match[1]


def suspect(text: str, words: Iterable[str], *, gpu: bool) -> tuple[Span | None, Note | None]:
    """What LLVM may have failed at: the first instruction that no compiler writes, of the function that LLVM named if it did.

    Args:
        text: the module.
        words: what LLVM said.
        gpu: whether it was compiled for one.

    Returns:
        The user's line, of the function where the instruction has none; and a note that shows the instruction.
    """
    named = {match[1] for word in words if (match := re.search(r"[Ii]n function:? '?([^'\s]+)", word))}
    functions = list(_FUNCTION.finditer(text))
    functions = [each for each in functions if each["name"] in named] or functions
    for function in functions:
        for position, line, odd in _odd_lines(text, function, gpu):
            span = span_at(text, position) or span_at(text, function.start())
            shown = re.sub(r",? !dbg !\d+", "", line).strip()
            shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
            return span, Note(f"{odd} is unusual: `{shown}`")
    spans = (span_at(text, function.start()) for function in functions)
    return next((span for span in spans if span is not None), None), None


def _odd_lines(text: str, function: re.Match[str], gpu: bool) -> Iterator[tuple[int, str, str]]:
    from periclase.codegen.llvm_ordinary import oddity

    position = function.start()
    for line in function[0].splitlines(keepends=True):
        odd = oddity("\n" + line, gpu=gpu) if line.strip() not in ("", "}") else None
        if odd is not None:
            yield position, line, odd
        position += len(line)
