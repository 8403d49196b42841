"""The artifact cache: whole or nothing, whatever happens to its files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.runtime.artifact_cache import ArtifactCache, artifact_cache, user_cache_folder
from periclase.settings import reload_settings


@pytest.fixture
def cache(tmp_path):
    return ArtifactCache(tmp_path / "cache")


def test_what_was_put_is_got(cache):
    assert cache.get("ab12") is None
    assert cache.put("ab12", b"payload")
    assert cache.get("ab12") == b"payload"
    assert (cache.statistics.hits, cache.statistics.misses, cache.statistics.stored) == (1, 1, 1)


def test_a_second_cache_on_the_same_folder_sees_it(cache):
    cache.put("ab12", b"")
    assert ArtifactCache(cache.folder).get("ab12") == b""


@given(payload=st.binary(max_size=200), data=st.data())
@settings(deadline=None, max_examples=100)
def test_any_damage_is_noticed(tmp_path_factory, payload, data):
    cache = ArtifactCache(tmp_path_factory.mktemp("damaged"))
    cache.put("ab12", payload)
    path = cache.path("ab12")
    whole = path.read_bytes()
    damage = data.draw(st.sampled_from(["cut", "flip", "append", "empty"]))
    if damage == "cut":
        path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    elif damage == "flip":
        position = data.draw(st.integers(0, len(whole) - 1))
        path.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
    elif damage == "append":
        path.write_bytes(whole + b"x")
    else:
        path.write_bytes(b"")
    assert cache.get("ab12") is None
    assert cache.statistics.corrupted == 1
    assert not path.exists()
    cache.put("ab12", payload)
    assert cache.get("ab12") == payload


def test_an_entry_under_another_name_is_not_taken(cache):
    cache.put("ab12", b"payload")
    os.rename(cache.path("ab12"), cache.path("ab99"))
    assert cache.get("ab99") is None


def test_a_folder_that_can_not_be_made(tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = ArtifactCache(tmp_path / "file" / "cache")
    assert not cache.put("ab12", b"payload")
    assert cache.get("ab12") is None
    assert cache.statistics.refused == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(cache):
    cache.put("ab12", b"payload")
    folder = cache.path("ab12").parent
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert not cache.put("ab34", b"other")
        assert cache.get("ab12") == b"payload"
    finally:
        folder.chmod(stat.S_IRWXU)


def test_nothing_is_left_of_a_failed_write(cache, monkeypatch):
    def fail(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", fail)
    assert not cache.put("ab12", b"payload")
    assert list(cache.folder.rglob("*.tmp")) == []


def test_a_cache_that_keeps_nothing(monkeypatch):
    monkeypatch.setenv("PERICLASE_CACHE_DIR", "off")
    reload_settings()
    cache = artifact_cache()
    assert cache.folder is None
    assert not cache.put("ab12", b"payload")
    assert cache.get("ab12") is None
    cache.prune()


def test_the_least_recently_used_go_first(tmp_path):
    cache = ArtifactCache(tmp_path, bound=10_000)
    now = time.time()
    for index in range(9):
        cache.put(f"{index:02}", bytes(1000))
        os.utime(cache.path(f"{index:02}"), (now - 100 + index, now - 100 + index))
    assert cache.get("00") is not None
    for index in range(9, 14):
        cache.put(f"{index:02}", bytes(1000))
    cache.prune()
    kept = {path.name[:2] for path in tmp_path.rglob("*.entry")}
    assert "00" in kept
    assert "13" in kept
    assert "01" not in kept
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.entry")) <= 10_000
    assert cache.statistics.pruned > 0


def test_pruning_happens_by_itself(tmp_path):
    cache = ArtifactCache(tmp_path, bound=20_000)
    for index in range(200):
        cache.put(f"{index:03}", bytes(500))
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.entry")) <= 22_000


def test_leftovers_of_dead_processes_go(cache):
    cache.put("ab12", b"payload")
    old, new = cache.folder / "ab" / ".dead.tmp", cache.folder / "ab" / ".alive.tmp"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    cache.prune()
    assert not old.exists()
    assert new.exists()


HAMMER = """
import sys
from pathlib import Path

from periclase.runtime.artifact_cache import ArtifactCache

folder, seed = sys.argv[1], int(sys.argv[2])
cache = ArtifactCache(Path(folder), bound=30_000)
for step in range(150):
    key = f"{(seed * 7 + step) % 20:02}"
    cache.put(key, (key * 600).encode())
    wanted = f"{step % 20:02}"
    got = cache.get(wanted)
    assert got is None or got == (wanted * 600).encode(), step
assert cache.statistics.corrupted == 0, cache.statistics
print("right")
"""


def test_processes_share_a_cache(tmp_path):
    command = [sys.executable, "-c", HAMMER, str(tmp_path)]
    processes = [
        subprocess.Popen([*command, str(seed)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for seed in range(3)
    ]
    assert [process.communicate(timeout=60)[0] for process in processes] == ["right\n"] * 3


@pytest.mark.parametrize(
    "named", [None, "", "  ", "/somewhere/caches", " /somewhere/caches ", "/somewhere/caches/"]
)
def test_the_place_for_caches_is_where_platformdirs_says(monkeypatch, tmp_path, named):
    platformdirs = pytest.importorskip("platformdirs")
    monkeypatch.setenv("HOME", str(tmp_path))
    if named is None:
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_CACHE_HOME", named)
    assert user_cache_folder() == platformdirs.user_cache_dir("periclase", appauthor=False)


@pytest.mark.skipif(sys.platform != "linux", reason="the XDG specification is about Linux")
def test_a_relative_place_for_caches_is_ignored(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    assert user_cache_folder() == str(tmp_path / ".cache" / "periclase")
