"""Processes wait for the lock, and nobody for the dead."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from periclase.runtime.autotune.process_lock import process_lock

TIMEOUT = 60


HOLDER = """
import sys
from pathlib import Path
from periclase.runtime.autotune.process_lock import process_lock
with process_lock(Path(sys.argv[1]), "key") as held:
    print("held" if held else "not held", flush=True)
    sys.stdin.readline()
print("released", flush=True)
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock `key` until it is told a line, or dies."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_lock_excludes_other_processes(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    with process_lock(tmp_path, "key", timeout=0) as held:
        assert not held
    with process_lock(tmp_path, "other", timeout=0) as held:
        assert held


def test_a_lock_is_waited_for(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    def take() -> bool:
        with process_lock(tmp_path, "key", timeout=TIMEOUT) as held:
            return held

    with ThreadPoolExecutor(1) as pool:
        taken = pool.submit(take)
        holder.communicate("\n", timeout=TIMEOUT)
        assert taken.result(TIMEOUT)


def test_the_lock_of_a_dead_process_is_free(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.communicate(timeout=TIMEOUT)
    with process_lock(tmp_path, "key", timeout=0) as held:
        assert held


def test_a_lock_leaves_no_file_behind(tmp_path: Path) -> None:
    with process_lock(tmp_path, "key") as held:
        assert held
        assert (tmp_path / "key.lock").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_free_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), process_lock(tmp_path, "key"):
        raise ZeroDivisionError
    with process_lock(tmp_path, "key", timeout=0) as held:
        assert held


def test_no_folder_is_no_lock(tmp_path: Path) -> None:
    with process_lock(None, "key") as held:
        assert not held
    (tmp_path / "file").touch()
    with process_lock(tmp_path / "file" / "locks", "key") as held:
        assert not held


def test_a_file_that_was_removed_meanwhile_is_not_the_lock(tmp_path: Path) -> None:
    with process_lock(tmp_path, "key") as first:
        assert first
        (tmp_path / "key.lock").unlink()
        with process_lock(tmp_path, "key", timeout=0) as second:
            assert second  # of the file that is there now


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # other tests may have left threads
def test_a_forked_child_holds_no_lock(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with process_lock(tmp_path, "key") as held:
        assert held
        child = os.fork()
        if child == 0:
            os.close(writing)
            os.read(reading, 1)  # until the parent closes its end
            os._exit(0)
    try:
        with process_lock(tmp_path, "key", timeout=0) as held:
            assert held  # while the child is alive
    finally:
        os.close(reading)
        os.close(writing)
        os.waitpid(child, 0)
