"""Each code has a page whose example reports exactly it, in the words that the page shows, and whose mended version does not.

`pytest tests/test_diagnostic_pages.py --write-diagnostics` writes what is reported into the pages.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from diagnostic_examples import diagnostics_of
from diagnostic_stages import STAGES

from periclase.diagnostic_codes import CODES
from periclase.diagnostic_pages import FOLDER, Page, page, page_path


def page_of(code: str) -> Page:
    found = page(code)
    assert found is not None
    return found


def test_every_code_has_a_page_and_every_page_is_of_a_code() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{code}.md" for code in CODES}


@pytest.mark.parametrize("code", CODES)
def test_form(code: str) -> None:
    found = page_of(code)
    assert found.title == f"{code}: {CODES[code]}"
    assert re.findall(r"^## (.*)$", found.text, re.MULTILINE) == ["Example", "Mend"]
    assert found.text.split("## Example")[0].split("\n", 1)[1].strip(), "no cause"
    assert found.text.count("```") == 2 * len(found.blocks("Example") + found.blocks("Mend")), "an odd block"
    assert found.text.endswith("```\n") or found.section("Mend").strip()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return tmp_path


@pytest.mark.parametrize("code", CODES)
def test_example(
    code: str, folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = page_of(code)
    cleanup = STAGES[code](monkeypatch) if code in STAGES else None
    blocks = found.blocks("Example")
    try:
        shown = diagnostics_of(blocks, folder)
    finally:
        if cleanup is not None:
            cleanup()
    assert set(re.findall(r"^(?:(?:error|warning|remark)\[)?(PC\d+)", shown, re.MULTILINE)) == {code}, shown
    (expected,) = [block.text for block in blocks if block.language == "text"]
    if request.config.getoption("--write-diagnostics"):
        text = found.text.replace(f"```text\n{expected}```", f"```text\n{shown}\n```")
        page_path(code).write_text(text, encoding="utf-8")
    else:
        assert shown == expected.rstrip("\n")


@pytest.mark.parametrize("code", CODES)
def test_mended(code: str, folder: Path) -> None:
    mend = page_of(code)
    assert mend.section("Mend").strip()
    assert diagnostics_of(mend.blocks("Mend"), folder) == ""
