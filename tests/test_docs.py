"""Every block of code in README.md and docs/ runs.

The Python blocks of a page are one program, run from a file whose lines are the page's, so that an error names the line
of the page. `sh` blocks run our own tools (installing and other programs are left out), `mlir` blocks are parsed, verified
and round-tripped, `toml` blocks are parsed.
"""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from periclase.importer.rust.toolchain import has_rustc

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

LANGUAGES = {"python", "sh", "mlir", "toml", "rust", "text"}
OTHER_PROGRAMS = {"pip", "pytest", "python3", "mkdocs", "ruff", ".ci/run", ".", "cd"}


@dataclass(frozen=True)
class CodeBlock:
    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks() -> Iterator[CodeBlock]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            yield CodeBlock(page, text.count("\n", 0, match.start(2)) + 1, match[1], match[2])


BLOCKS = list(blocks())


def of_language(language: str) -> list[CodeBlock]:
    return [block for block in BLOCKS if block.language == language]


def test_every_block_says_its_language() -> None:
    assert not [str(block) for block in BLOCKS if block.language not in LANGUAGES]
    assert len(BLOCKS) > 20


PYTHON_PAGES = sorted({block.page for block in of_language("python")})


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_blocks_of_a_page_run(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    for block in of_language("python"):
        if block.page == page:
            lines += [""] * (block.line - 1 - len(lines))
            lines += block.text.splitlines()
    name = f"page_{re.sub(r'[^a-z0-9]', '_', page.stem.lower())}"
    path = tmp_path / f"{name}.py"
    path.write_text("\n".join(lines) + "\n")
    if "periclase.rust" in path.read_text() and not has_rustc():
        pytest.skip("there is no rustc")
    if "periclase_saturate" in path.read_text():
        monkeypatch.syspath_prepend(str(ROOT / "examples" / "plugin"))
    run_module(name, path, monkeypatch)
    capsys.readouterr()


def run_module(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def tool(words: list[str]) -> int:
    from periclase.tools import periclase, periclase_opt, periclase_translate

    mains = {
        "periclase": periclase.main,
        "periclase-opt": periclase_opt.main,
        "periclase-translate": periclase_translate.main,
    }
    return mains[words[0]](words[1:]) or 0


@pytest.mark.parametrize("block", of_language("sh"), ids=str)
def test_commands_of_a_block_run(
    block: CodeBlock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The commands speak of examples/ and may write into build/.
    (tmp_path / "build").mkdir()
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    understood = 0
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        understood += 1
        while re.fullmatch("[A-Z_]+=.*", words[0]):
            words.pop(0)
        if words[0] == "python" and words[1].endswith(".py"):  # what takes long: that it knows its options
            options = [word for word in words[2:] if word.startswith("-")]
            shown = subprocess.run(
                [sys.executable, ROOT / words[1], "--help"],
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            )
            assert all(option in shown.stdout for option in options), line
            continue
        if words[0] in OTHER_PROGRAMS or words[:2] == ["periclase", "demo"]:
            continue
        if not has_rustc() and any(".rs" in word or "Cargo.toml" in word for word in words):
            continue
        assert words[0].startswith("periclase"), f"{block}: what is {words[0]}?"
        code = tool(words)
        streams = capsys.readouterr()
        assert code == 0, f"{line}\n{streams.err}"
        assert streams.out or "-o" in words, line
    assert understood


@pytest.mark.parametrize("block", of_language("mlir"), ids=str)
def test_ir_blocks_are_valid(block: CodeBlock, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "block.mlir"
    path.write_text(block.text)
    assert tool(["periclase-opt", str(path)]) == 0, capsys.readouterr().err
    first = capsys.readouterr().out
    path.write_text(first)
    assert tool(["periclase-opt", str(path)]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize("block", of_language("toml"), ids=str)
def test_toml_blocks_are_valid(block: CodeBlock) -> None:
    assert tomllib.loads(block.text)


# ---------------------------------------------------------------------------------------------------------------------
# The generated reference


@pytest.fixture(scope="module")
def generated() -> dict[str, str]:
    path = ROOT / "docs" / "hooks" / "reference_pages.py"
    spec = importlib.util.spec_from_file_location("reference_pages", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.pages())


def test_the_site_names_every_generated_page(generated: dict[str, str]) -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    assert generated
    linked = generated["reference/diagnostics.md"]
    for page in generated:
        assert page in navigation or f"({page.removeprefix('reference/')})" in linked, page


def test_generated_pages_hold_what_they_describe(generated: dict[str, str]) -> None:
    from periclase.dialects.mir import MIR
    from periclase.intrinsics.table import INTRINSICS

    for op in MIR.operations:
        assert f"### `{op.name}`" in generated["reference/mir.md"]
    for name in INTRINSICS:
        assert f"### `{name}`" in generated["reference/device-api.md"]
    assert "## mem2reg" in generated["reference/passes.md"]


def test_fences_of_generated_pages_are_closed(generated: dict[str, str]) -> None:
    for page, text in generated.items():
        fences = re.findall(r"^```", text, re.MULTILINE)
        assert len(fences) % 2 == 0, page
