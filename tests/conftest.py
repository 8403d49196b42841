"""What every test of the suite gets: its own artifact cache, and an environment that no `PERICLASE_*` of the user's reaches."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from periclase.settings import reload_settings


@pytest.fixture(scope="session", autouse=True)
def _clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    cache: Path = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("PERICLASE_")]:
            if name != "PERICLASE_MLIR_BIN":
                patch.delenv(name)
        patch.setenv("PERICLASE_CACHE_DIR", str(cache))
        patch.setenv(
            "PERICLASE_RUNTIME_REPORT_UNREAD", "off"
        )  # most tests of failures ask for some of them only
        reload_settings()
        yield
    # Nor does the end of the tests name them.
    os.environ["PERICLASE_RUNTIME_REPORT_UNREAD"] = "off"
    reload_settings()


@pytest.fixture(autouse=True)
def _settings_follow_the_environment() -> Iterator[None]:
    """A test that changes `PERICLASE_*` and reads the settings again leaves nothing behind for the next one."""
    yield
    reload_settings()


def pytest_collection_finish() -> None:
    """The tests themselves, of which there are tens of thousands, stay to the end: the collector need not look at them each time,
    as it does in all tests of who keeps what alive."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-diagnostics",
        action="store_true",
        help="write what is reported into the pages of the diagnostics and the golden files, to be looked at",
    )
