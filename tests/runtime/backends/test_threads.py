"""Cores, and forks."""

from __future__ import annotations

import os

import pytest

from periclase.runtime.backends.threads import forked_error, usable_cores


def test_there_is_a_core():
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to cores")
def test_cores_that_the_process_may_not_use_do_not_count():
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert usable_cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)


def test_the_error_of_a_fork_says_what_to_do():
    diagnostic = forked_error().diagnostic
    assert "before the process was forked" in diagnostic.message
    assert "device.sync()" in diagnostic.help
