"""Settings out of a TOML file, with the line of every value; imported only where there is a file."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from periclase.diagnostics import ConfigurationError, Diagnostic, Span
from periclase.settings import KNOWN, SECTIONS, Origin

_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_NAMES = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*\[\s*({_NAMES})\s*\]")
_KEY = re.compile(rf"\s*({_NAMES})\s*=\s*")
_POSITION = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


def has_table(project: Path) -> bool:
    """Whether a `pyproject.toml` has a table `[tool.periclase]`.

    Raises:
        ConfigurationError: it is no TOML.
    """
    try:
        text = project.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):  # not ours to complain about
        return False
    tool = _parsed(project, text).get("tool")
    return isinstance(tool, dict) and "periclase" in tool


def read_settings(file: Path, problems: list[Diagnostic]) -> dict[str, Origin]:
    """The settings that `file` sets, by name.

    Args:
        file: a `pyproject.toml`, of which the table `[tool.periclase]` counts, or any other TOML file.
        problems: receives a diagnostic for every name that does not exist and every value that means nothing.

    Raises:
        ConfigurationError: it can not be read, or is no TOML.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigurationError(
            Diagnostic("PC0801", f"the configuration file {file} can not be read: {reason}")
        ) from None
    table: Any = _parsed(file, text)
    root: tuple[str, ...] = ()
    if file.name == "pyproject.toml":
        root = ("tool", "periclase")
        for name in root:
            # A `tool` that is no table has no settings of ours; who it belongs to will say so.
            table = cast("dict[str, Any]", table).get(name, {}) if isinstance(table, dict) else {}
    return dict(_Reader(file, text, root, problems).settings(table))


def _parsed(file: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = str(error) if isinstance(error, ValueError) else "it nests too deep"
        found = _POSITION.search(message)
        span = Span(str(file), 1)
        if found is not None:
            line = int(found[1]) if found[1] else max(1, len(text.splitlines()))
            span = Span(str(file), line, int(found[2]) - 1 if found[2] else None)
        raise ConfigurationError(
            Diagnostic("PC0816", f"this is not TOML: {_POSITION.sub('', message)}", span)
        ) from None


class _Reader:
    """Takes the settings out of one parsed file."""

    def __init__(self, file: Path, text: str, root: tuple[str, ...], problems: list[Diagnostic]):
        self._file = file
        self._folder = file.parent
        self._root = root
        self._places = list(_places(text))
        self._problems = problems

    def settings(self, table: object) -> Iterator[tuple[str, Origin]]:
        if not isinstance(table, dict):
            self._no_table((), table)
            return
        for key, value in cast("dict[str, object]", table).items():
            if key not in SECTIONS:
                yield from self._one((key,), value)
            elif isinstance(value, dict):
                for inner, inner_value in cast("dict[str, object]", value).items():
                    yield from self._one((key, inner), inner_value)
            else:
                self._no_table((key,), value)

    def _one(self, path: tuple[str, ...], value: object) -> Iterator[tuple[str, Origin]]:
        name = ".".join(path)
        known = KNOWN.get(name) if all("." not in part for part in path) else None
        if known is None:
            self._unknown(path, value)
            return
        try:
            taken = known.rule.from_toml(value, self._folder)
        except ValueError:
            self._problems.append(
                Diagnostic(
                    "PC0815",
                    f"`{name}` must be {known.rule.wanted}, not {_shown(value)}",
                    self._span(path, of_value=True),
                    help=f"it means: {known.meaning}",
                )
            )
            return
        span = self._span(path)
        yield name, Origin(taken, f"{span.file}:{span.line}")

    def _no_table(self, path: tuple[str, ...], value: object) -> None:
        name = ".".join((*self._root, *path))
        self._problems.append(
            Diagnostic(
                "PC0815",
                f"`{name}` is a table of settings, not {_shown(value)}",
                self._span(path, of_value=True),
                help=f"write `[{name}]`, and its settings below",
            )
        )

    def _unknown(self, path: tuple[str, ...], value: object) -> None:
        what = "table of settings" if isinstance(value, dict) else "setting"
        self._problems.append(
            Diagnostic(
                "PC0814",
                f"there is no {what} `{'.'.join(path)}`",
                self._span(path),
                help=_suggestion(path, isinstance(value, dict)),
            )
        )

    def _span(self, path: tuple[str, ...], *, of_value: bool = False) -> Span:
        """Where `path` is set, or else what holds it: a table, the file."""
        wanted = (*self._root, *path)
        for length in range(len(wanted), 0, -1):
            for place in self._places:
                if place.path == wanted[:length]:
                    start, stop = place.value if of_value and place.value is not None else place.key
                    if length < len(wanted):  # within an inline table
                        inner = place.text.find(wanted[-1], start)
                        if inner >= 0:
                            start, stop = inner, inner + len(wanted[-1])
                    return Span(str(self._file), place.line, start, place.line, stop, place.text)
        return Span(str(self._file), 1)


class _Place(NamedTuple):
    """A header or a key: its full path, its line, and the columns of its name and (keys only) of its value."""

    path: tuple[str, ...]
    line: int
    text: str
    key: tuple[int, int]
    value: tuple[int, int] | None


def _places(text: str) -> Iterator[_Place]:
    """Where the names of a TOML file stand, near enough to point at: `tomllib` does not tell."""
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if found := _HEADER.match(line):
            table = _split(found[1])
            yield _Place(table, number, line, found.span(1), None)
        elif found := _KEY.match(line):
            value = line[found.end() :]
            if value[:1] not in ("'", '"'):
                value = value.partition("#")[0]
            stop = found.end() + len(value.rstrip())
            yield _Place((*table, *_split(found[1])), number, line, found.span(1), (found.end(), stop))


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, names))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "an array"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def _suggestion(path: Sequence[str], is_table: bool) -> str:
    name = ".".join(path)
    if is_table:
        close = difflib.get_close_matches(name, SECTIONS, n=1)
        return f"did you mean `[{close[0]}]`?" if close else f"there are {_list(SECTIONS)}"
    by_key: dict[str, str] = {}
    for known in KNOWN:
        by_key.setdefault(known.rpartition(".")[2], known)
    close = difflib.get_close_matches(name, KNOWN, n=1, cutoff=0.7)
    if not close:
        close = [by_key[key] for key in difflib.get_close_matches(path[-1], by_key, n=1, cutoff=0.7)]
    if close:
        return f"did you mean `{close[0]}`?"
    if path[0] in SECTIONS:
        inside = [known for known in KNOWN if known.startswith(f"{path[0]}.")]
        return f"there are {_list(inside)}"
    return "`periclase config` lists all of them"


def _list(names: Sequence[str] | Any) -> str:
    return ", ".join(f"`{name}`" for name in names)
