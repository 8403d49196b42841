"""The kernels of `examples/`, imported from the checkout."""

from __future__ import annotations

import functools
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

SMALL = sorted(path for path in EXAMPLES.glob("*.py") if not path.stem.startswith("gemm_"))
"""Those that are compiled in no time: for tests that do much with each of them."""


@functools.cache
def example(name: str) -> ModuleType:
    """The module `examples/<name>.py`."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
