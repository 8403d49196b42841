"""What the benchmarks share: the example kernels, and a cache of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from periclase.settings import reload_settings
from periclase.tools.demo import FILES, demo_folder
from periclase.tools.kernel_files import AnyKernel, kernels_of, load_file


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERICLASE_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        reload_settings()
        yield
    reload_settings()


def example_kernels() -> dict[str, AnyKernel]:
    """Every kernel of `examples/`, by name."""
    found: dict[str, AnyKernel] = {}
    for name in FILES:
        found.update(kernels_of(load_file(str(demo_folder() / f"{name}.py"))))
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "example_kernel" in metafunc.fixturenames:
        kernels = example_kernels()
        metafunc.parametrize("example_kernel", kernels.values(), ids=kernels.keys())
