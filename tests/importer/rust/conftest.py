from __future__ import annotations

import pytest
from rust_crates import shared_store

from periclase.importer.rust.store import Store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return shared_store(tmp_path_factory)
