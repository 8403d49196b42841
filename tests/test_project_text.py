"""The project's text speaks of the project only, and leaves nothing unfinished."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
THIS = Path(__file__).resolve()

BINARY = {".png", ".ico", ".whl", ".gz", ".pyc", ".woff2"}


def project_files() -> list[Path]:
    """The files under version control, or all but caches where there is no git."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        hidden = {"__pycache__", "site", "build", "dist", "node_modules"}
        paths = [
            path
            for path in ROOT.rglob("*")
            if not any(part in hidden or part.startswith(".") for part in path.relative_to(ROOT).parts[:-1])
        ]
    return [path for path in paths if path.is_file() and path.suffix not in BINARY and path != THIS]


FILES = project_files()

# Written in pieces, so that this file may be searched too.
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:work|root|home/\w+|Users/\w+|mnt/\w+)(?:/|\b)(?!\()")


def lines_that_match(pattern: re.Pattern[str]) -> list[str]:
    found: list[str] = []
    for path in FILES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    return found


def test_files_were_found() -> None:
    assert len(FILES) > 50


def test_no_path_of_somebodys_machine() -> None:
    assert not lines_that_match(MACHINE_PATH)


def test_nothing_is_marked_unfinished() -> None:
    assert not lines_that_match(UNFINISHED)


def test_text_files_end_in_a_newline_and_have_no_trailing_blanks() -> None:
    wrong: list[str] = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        name = str(path.relative_to(ROOT))
        if text and not text.endswith("\n"):
            wrong.append(f"{name}: no newline at the end")
        if path.suffix in {".py", ".md", ".toml", ".yml"} and re.search(r"[ \t]+$", text, re.MULTILINE):
            wrong.append(f"{name}: trailing blanks")
    assert not wrong


@pytest.mark.parametrize("command", ["pip install '.[test]'", "pytest"])
def test_the_readme_says_how_to_test(command: str) -> None:
    blocks = re.findall(
        r"^```(?:sh|bash|console)\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert any(command in block.splitlines() for block in blocks)


def test_the_changelog_has_the_version_of_the_package() -> None:
    import periclase

    release = re.sub(r"\.dev\d+$", "", periclase.__version__)
    assert re.search(
        rf"^## \[?(?:Unreleased|{re.escape(release)})", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
