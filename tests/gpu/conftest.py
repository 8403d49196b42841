"""Tests that need a GPU: skipped, with the reason why, where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.cuda.backend import CudaBackend, create_backend


@cache
def why_not() -> str | None:
    """Why there is no GPU here; None if there is one."""
    try:
        create_backend().close()
    except DiagnosticError as error:
        return error.diagnostic.message
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    ours = [item for item in items if item.path.is_relative_to(here)]
    for item in ours:
        item.add_marker(pytest.mark.gpu)
        if (reason := why_not()) is not None:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def backend() -> Iterator[CudaBackend]:
    """The first GPU."""
    made = create_backend()
    yield made
    made.close()
