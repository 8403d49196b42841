"""What tests of kernels in Rust share: the file with a module's `TEXT`, and the kernels in it, compiled once for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from periclase import open_device, rust
from periclase.runtime.device import Device


@pytest.fixture(scope="module")
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `TEXT` of the module as a file: `launches.rs` for `test_rust_launches.py`."""
    path = tmp_path_factory.mktemp("rust") / f"{request.path.stem.removeprefix('test_rust_')}.rs"
    path.write_text(request.module.TEXT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def kernels(file: Path) -> rust.RustModule:
    """The kernels in `file`."""
    return rust.load(file)


@pytest.fixture(scope="module")
def device() -> Device:
    """The CPU."""
    return open_device("cpu")
