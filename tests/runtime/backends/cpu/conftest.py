"""Both executors of the CPU backend, for tests that hold for either."""

from __future__ import annotations

import faulthandler

import pytest
from cpu_works import make_works


@pytest.fixture(autouse=True)
def _watchdog():
    """A hang in native code ends the process, with every thread's stack."""
    faulthandler.dump_traceback_later(240, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(params=["native", "portable"])
def works(request):
    made = make_works(request.param)
    yield made
    assert made.backend.executor.unsettled() == 0
    made.backend.close()
