"""Which version of a kernel a launch takes. (Observers are told the kernel, whatever the version.)"""

from __future__ import annotations

import time
from typing import Any

import pytest

from periclase.runtime.launch_request import LaunchRequest


def launched_version(configured: Any, *arguments: Any) -> Any:
    """The version that `configured(*arguments)` has handed over."""
    taken: list[Any] = []
    original = LaunchRequest.run

    def run(request: LaunchRequest) -> None:
        taken.append(request.kernel)
        original(request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LaunchRequest, "run", run)
        configured(*arguments)
    for _ in range(1000):  # another thread may be about to run it
        if taken:
            break
        time.sleep(0.01)
    return taken[0]
