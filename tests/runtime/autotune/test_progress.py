"""The bar: for tunings that take long, on a terminal, and for nobody else."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from periclase.runtime.autotune import progress
from periclase.runtime.autotune.progress import Progress
from periclase.settings import reload_settings


def console() -> tuple[Console, io.StringIO]:
    text = io.StringIO()
    return Console(file=text, force_terminal=True, width=120), text


def test_a_long_tuning_shows_a_bar() -> None:
    terminal, text = console()
    with Progress("scale", patience=0, console=terminal) as bar:
        bar.update(1, 10, "block=64", 0.00125)
    shown = text.getvalue()
    assert "tuning scale" in shown
    assert "block=64" in shown
    assert "best 1.25 ms" in shown


def test_a_short_tuning_shows_nothing() -> None:
    terminal, text = console()
    with Progress("scale", patience=3600, console=terminal) as bar:
        bar.update(1, 10, "block=64")
    assert text.getvalue() == ""


def test_the_bar_is_gone_when_the_tuning_fails() -> None:
    terminal, text = console()

    def tune() -> None:
        with Progress("scale", patience=0, console=terminal) as bar:
            bar.update(1, 10, "block=64")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tune()
    assert "\x1b[?25h" in text.getvalue()  # the cursor is back


def test_names_are_not_markup() -> None:
    terminal, text = console()
    with Progress("a[bold]b", patience=0, console=terminal) as bar:
        bar.update(0, 1, "table[1]")
    assert "a[bold]b" in text.getvalue()
    assert "table[1]" in text.getvalue()


def test_without_a_terminal_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("scale", patience=0) as bar:
        bar.update(1, 10, "block=64")
    assert capsys.readouterr().err == ""


def test_no_stderr_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert not progress._on_a_terminal()


def test_the_settings_may_forbid_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERICLASE_AUTOTUNE_PROGRESS", "off")
    reload_settings()
    terminal, text = console()
    with Progress("scale", patience=0, console=terminal) as bar:
        bar.update(1, 10, "block=64")
    assert text.getvalue() == ""
