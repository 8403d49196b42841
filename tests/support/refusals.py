"""What tests of launches say of those that are refused: at once, or by the buffers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.failures import BufferFailure


def refused(launch: Callable[[], object], code: str, *fragments: str) -> Diagnostic:
    """The diagnostic of `launch`, a lambda, which must be refused: at its own line, not somewhere inside."""
    with pytest.raises(LaunchError) as caught:
        launch()
    return _checked(launch, caught.value, str(caught.value), code, fragments)


def spoiled(launch: Callable[[], object], buffer: Any, code: str, *fragments: str) -> Diagnostic:
    """As `refused`, for what only the runner knows: the launch returns, and `buffer` tells."""
    assert launch() is None
    with pytest.raises(BufferFailure) as caught:
        buffer.read()
    cause = caught.value.__cause__
    assert isinstance(cause, LaunchError)
    return _checked(launch, cause, str(caught.value), code, fragments)


def _checked(launch: Any, error: LaunchError, text: str, code: str, fragments: tuple[str, ...]) -> Diagnostic:
    diagnostic = error.diagnostic
    assert diagnostic.code == code
    for fragment in fragments:
        assert fragment in text
    assert diagnostic.span is not None
    assert diagnostic.span.file == launch.__code__.co_filename
    return diagnostic


def underlined(diagnostic: Diagnostic) -> str:
    """The source text that the diagnostic's span covers."""
    span = diagnostic.span
    assert span is not None
    with open(span.file, encoding="utf-8") as file:
        line = file.read().splitlines()[span.line - 1]
    assert span.end_line in (None, span.line)
    return line[span.column : span.end_column]
