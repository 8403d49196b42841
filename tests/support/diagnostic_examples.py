"""Runs the blocks of code on a diagnostic's page, and says what was printed of errors."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from periclase import settings
from periclase.diagnostic_pages import Block
from periclase.diagnostics import DiagnosticError

MODULE = "example"


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _compile_kernels(module: ModuleType) -> None:
    """What the module itself did not launch is imported here: an example need not launch what can not be compiled."""
    from periclase.importer.python.import_kernels import import_kernels
    from periclase.kernel import Kernel

    for value in list(vars(module).values()):
        if isinstance(value, Kernel) and not getattr(value, "is_generic", False):
            import_kernels([value])


def _run_python(path: Path) -> str:
    try:
        _compile_kernels(_load(path))
    except DiagnosticError as error:
        return str(error)
    finally:
        sys.modules.pop(path.stem, None)
    return ""


on_terminal = False
"""Whether the tools think so."""


class _Output(io.TextIOWrapper):
    """What tools print, which nobody looks at."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    def isatty(self) -> bool:
        return on_terminal


def _run_tool(line: str) -> str:
    from periclase.tools import periclase, periclase_opt, periclase_translate

    mains: dict[str, Callable[[Sequence[str]], int]] = {
        "periclase": periclase.main,
        "periclase-opt": periclase_opt.main,
        "periclase-translate": periclase_translate.main,
    }
    words = shlex.split(line)
    first = next(index for index, word in enumerate(words) if "=" not in word)
    environment = dict(word.split("=", 1) for word in words[:first])
    name, *arguments = words[first:]
    errors = io.StringIO()
    with (
        _environment(environment),
        contextlib.redirect_stdout(_Output()),
        contextlib.redirect_stderr(errors),
    ):
        try:
            status = mains[name](arguments) or 0
        except SystemExit as stop:  # argparse
            status = int(stop.code or 0)
    text = errors.getvalue()
    assert (status != 0) == ("error" in text), f"{line}: ended with {status}\n{text}"
    return text


@contextlib.contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """As in a process of its own: with settings that stand before a command, and those of the working directory."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.setattr(settings, "_current", None)
        yield


@contextlib.contextmanager
def _warnings_shown() -> Iterator[io.StringIO]:
    shown = io.StringIO()
    with contextlib.redirect_stderr(shown):
        yield shown


def diagnostics_of(blocks: Sequence[Block], folder: Path) -> str:
    """What running `blocks` in the empty `folder`, which is the working directory, reports.

    Blocks with a name are written as files. `sh` blocks are commands of our tools; where there is none, the `python` block
    is run as a module, and its kernels are compiled.
    """
    programs: list[Path] = []
    for block in blocks:
        if block.file is not None or block.language == "python":
            path = folder / (block.file or f"{MODULE}.py")
            path.write_text(block.text, encoding="utf-8")
            if block.file is None:
                programs.append(path)
    shown: list[str] = []
    commands = [block for block in blocks if block.language == "sh"]
    for block in commands:
        shown += [_run_tool(line) for line in block.text.splitlines()]
    if not commands:
        for path in programs:
            with _warnings_shown() as warnings:
                text = _run_python(path)
            shown += [warnings.getvalue(), text]
    return normalised("\n".join(part.strip("\n") for part in shown if part.strip()), folder)


def normalised(text: str, folder: Path) -> str:
    """`text` without what differs from run to run: the folder and temporary ones, and addresses of objects."""
    text = text.replace(f"{folder}/", "")
    text = re.sub(r"/\S*/periclase-\w{8}/", "", text)
    return re.sub(r"\b0x[0-9a-f]{6,}", "0x…", text).strip("\n")
