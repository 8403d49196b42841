"""A bar for tunings that take long, on a terminal. The others, and pipes, see nothing."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from periclase.settings import settings

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 1.0
"""Seconds before a tuning is long."""


class Progress:
    """The progress of one tuning. As a context manager, it leaves the terminal as it was."""

    def __init__(
        self,
        title: str,
        *,
        patience: float = PATIENCE,
        console: Console | None = None,
        enabled: bool | None = None,
    ):
        """
        Args:
            title: what is tuned.
            patience: seconds before anything is shown.
            console: where; None for stderr.
            enabled: None: as the settings say, and only on a terminal.
        """
        if enabled is None:
            enabled = settings().autotune.progress and (console is not None or _on_a_terminal())
        self._title = title
        self._console = console
        self._enabled = enabled
        self._from = time.monotonic() + patience
        self._bar: Any = None  # of rich, imported when it is shown
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def update(self, done: int, total: int, doing: str, best: float | None = None) -> None:
        """Show where it stands; at most a few times a second reach the terminal.

        Args:
            done, total: steps, of which there may be fewer in the end.
            doing: what comes now.
            best: seconds of the fastest candidate so far.
        """
        if not self._enabled:
            return
        bar = self._bar
        if bar is None:
            if time.monotonic() < self._from:
                return
            bar = self._bar = self._show()
        shown = "" if best is None else f"best {best * 1e3:.3g} ms"
        bar.update(self._task, completed=done, total=max(done, total), doing=doing, best=shown)

    def _show(self) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.fields[doing]}", markup=False),
            TextColumn("{task.fields[best]}", markup=False),
            TimeElapsedColumn(),
            console=self._console or Console(stderr=True),
            transient=True,
        )
        self._task = bar.add_task(f"tuning {self._title}", total=None, doing="", best="")
        bar.start()
        return bar


def _on_a_terminal() -> bool:
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # none at all, or closed
        return False
