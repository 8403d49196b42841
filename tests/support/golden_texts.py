"""Rendered diagnostics kept in files, to be compared whole: `pytest … --write-diagnostics` writes them anew, to be looked at.

A file of cases has, for each, a line `=== name`, then a program, a line `---`, and what is reported. Where the programs are
elsewhere, in a test, there is nothing before the `---`.
"""

from __future__ import annotations

from pathlib import Path

from periclase.record import Record


class GoldenCase(Record):
    """One case of a file: its program, which may be empty, and what is reported."""

    program: str
    reported: str


class GoldenFile:
    """The cases of a file, by name."""

    def __init__(self, path: Path):
        self.path = path
        self.cases: dict[str, GoldenCase] = {}
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for part in ("\n" + text).split("\n=== ")[1:]:
            name, _, rest = part.partition("\n")
            program, _, reported = ("\n" + rest).partition("\n---\n")
            self.cases[name] = GoldenCase(program.strip("\n"), reported.strip("\n"))

    def check(self, name: str, reported: str, *, write: bool) -> None:
        """See that `reported` is what the file has for the case `name`; or write it there."""
        case = self.cases.get(name, GoldenCase("", ""))
        if not write:
            assert reported == case.reported, (
                f"{self.path.name}: if this is right, --write-diagnostics writes it"
            )
        elif reported != case.reported:
            self.cases[name] = GoldenCase(case.program, reported)
            self._write()

    def keep(self, names: list[str], *, write: bool) -> None:
        """See that the file has these cases and no others; or put them into this order, and leave the others out."""
        if write:
            self.cases = {name: self.cases.get(name, GoldenCase("", "")) for name in names}
            self._write()
        assert sorted(self.cases) == sorted(names), f"{self.path.name}: --write-diagnostics writes it anew"

    def _write(self) -> None:
        parts = [
            f"=== {name}\n" + (f"{case.program}\n" if case.program else "") + f"---\n{case.reported}\n"
            for name, case in self.cases.items()
        ]
        self.path.write_text("\n".join(parts), encoding="utf-8")
