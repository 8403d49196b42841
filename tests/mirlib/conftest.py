"""The library that is built from `library_packages.PACKAGE`."""

from __future__ import annotations

from pathlib import Path

import pytest
from library_packages import PACKAGE, forget, write_package

from periclase import load_library
from periclase.mirlib.building import build_library
from periclase.mirlib.loading import LibraryModule


@pytest.fixture(scope="session")
def library_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of `geometry`, whose sources can not be imported any more."""
    folder = tmp_path_factory.mktemp("sources")
    write_package(folder, PACKAGE)
    path = tmp_path_factory.mktemp("library") / "geometry.mirlib"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        build_library("geometry", str(path))
    forget("geometry")
    return path


@pytest.fixture
def library(library_path: Path) -> LibraryModule:
    """It, newly loaded."""
    return load_library(library_path)
