"""What the tests of the interpreter share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from agreement import levelled_device

from periclase.runtime.device import Device


@pytest.fixture(scope="module")
def levelled() -> Iterator[Device]:
    """See `levelled_device`."""
    with levelled_device() as made:
        yield made
