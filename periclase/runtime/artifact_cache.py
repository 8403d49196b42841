"""The artifact cache: byte strings on disk under a key, for compiled kernels.

Every entry is a file with a checksum. Writing is atomic (a temporary file that is renamed), so that processes may share a
cache without locks; an entry that was cut short or altered is discarded and made again; a folder that can not be written
means no more than slower starts. The least recently used entries go when the cache has grown beyond its bound.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from functools import cache
from typing import TYPE_CHECKING

from periclase.digest import blake2b
from periclase.record import MutableRecord
from periclase.settings import CacheSettings, settings

if TYPE_CHECKING:
    from pathlib import Path

_MAGIC = b"periclase-cache-1\n"
_DIGEST_BYTES = 20
_SUFFIX = ".entry"
_STALE_SECONDS = 3600.0
"""Age at which a temporary file must be the leftover of a process that died."""

DEFAULT_BOUND = CacheSettings().max_bytes
"""Bytes the cache may take where nobody says how many."""


class CacheStatistics(MutableRecord):
    """What a cache has done in this process.

    Attributes:
        hits: entries found.
        misses: entries not found.
        corrupted: entries found damaged, and discarded.
        stored: entries written.
        refused: entries that could not be written.
        pruned: entries removed to keep the bound.
    """

    hits: int = 0
    misses: int = 0
    corrupted: int = 0
    stored: int = 0
    refused: int = 0
    pruned: int = 0


class ArtifactCache:
    """A folder of entries.

    Attributes:
        bound: bytes it may take.
        statistics: what happened so far.
    """

    def __init__(self, folder: str | os.PathLike[str] | None, bound: int = DEFAULT_BOUND):
        self._folder = None if folder is None else os.fspath(folder)
        self.bound = bound
        self.statistics = CacheStatistics()
        self._lock = threading.Lock()
        self._written_since_prune: int | None = None

    @property
    def lasting(self) -> bool:
        """Whether it keeps anything."""
        return self._folder is not None

    # `pathlib` takes longer to import than an entry to read: only who asks for a path pays for it.

    @property
    def folder(self) -> Path | None:
        """Where the entries are, or None for a cache that keeps nothing."""
        from pathlib import Path

        return None if self._folder is None else Path(self._folder)

    def path(self, key: str) -> Path | None:
        """The file of the entry `key`, whether or not it exists; None if the cache keeps nothing."""
        from pathlib import Path

        file = self._file(key)
        return None if file is None else Path(file)

    def _file(self, key: str) -> str | None:
        return None if self._folder is None else os.path.join(self._folder, key[:2], f"{key}{_SUFFIX}")

    def get(self, key: str) -> bytes | None:
        """The bytes under `key`, or None if there are none, or none that are whole."""
        path = self._file(key)
        data = None
        if path is not None:
            with contextlib.suppress(OSError), open(path, "rb", buffering=0) as file:
                data = file.read()
        if path is None or data is None:
            self.statistics.misses += 1
            return None
        start = len(_MAGIC) + _DIGEST_BYTES
        payload = data[start:]
        if not data.startswith(_MAGIC) or data[len(_MAGIC) : start] != _digest(key, payload):
            self.discard(key)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # the time of last use, which pruning goes by
        self.statistics.hits += 1
        return payload

    def put(self, key: str, payload: bytes) -> bool:
        """Store `payload` under `key`. False if it could not be written, which is no error."""
        path = self._file(key)
        if path is None:
            return False
        folder = os.path.dirname(path)
        import tempfile  # brings `random` and `shutil` along, which a launch out of the cache can do without

        data = b"".join((_MAGIC, _digest(key, payload), payload))
        try:
            os.makedirs(folder, exist_ok=True)
            descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=".", suffix=".tmp")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                os.replace(temporary, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
                raise
        except OSError:
            self.statistics.refused += 1
            return False
        self.statistics.stored += 1
        self._account(len(data))
        return True

    def discard(self, key: str) -> None:
        """Drop the entry `key` since its contents are of no use."""
        self.statistics.corrupted += 1
        path = self._file(key)
        if path is not None:
            with contextlib.suppress(OSError):
                os.unlink(path)

    def prune(self) -> None:
        """Remove the least recently used entries until three quarters of the bound are left, if it is exceeded."""
        if self._folder is None:
            return
        entries: list[tuple[float, int, str]] = []
        now = time.time()
        for folder, _, names in os.walk(self._folder):
            for name in names:
                path = os.path.join(folder, name)
                try:
                    status = os.stat(path)
                    if name.endswith(_SUFFIX):
                        entries.append((status.st_mtime, status.st_size, path))
                    elif name.endswith(".tmp") and now - status.st_mtime > _STALE_SECONDS:
                        os.unlink(path)
                except OSError:  # another process was faster
                    continue
        total = sum(size for _, size, _ in entries)
        if total <= self.bound:
            return
        for _, size, path in sorted(entries):
            if total <= self.bound * 3 // 4:
                break
            with contextlib.suppress(OSError):
                os.unlink(path)
                self.statistics.pruned += 1
            total -= size

    def _account(self, size: int) -> None:
        # Looking at the whole folder for each entry would make a cold start quadratic: the first entry a process stores does
        # it, then each sixteenth of the bound.
        with self._lock:
            first = self._written_since_prune is None
            self._written_since_prune = (self._written_since_prune or 0) + size
            due = first or self._written_since_prune > self.bound // 16
            if due:
                self._written_since_prune = 0
        if due:
            self.prune()


def _digest(key: str, payload: bytes) -> bytes:
    # The key is part of it: an entry that was copied to another name is not valid there.
    return blake2b(
        payload, digest_size=_DIGEST_BYTES, key=blake2b(key.encode(), digest_size=32).digest()
    ).digest()


def user_cache_folder() -> str:
    """Our folder in the user's place for caches."""
    # On Linux that place takes one line to find; `platformdirs` takes longer to import than everything else a launch needs.
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        named = os.environ.get("XDG_CACHE_HOME", "")
        # The XDG Base Directory Specification: a relative path is ignored.
        return os.path.join(named if os.path.isabs(named) else os.path.expanduser("~/.cache"), "periclase")
    import platformdirs

    return platformdirs.user_cache_dir("periclase", appauthor=False)


@cache
def _cache_for(current: CacheSettings) -> ArtifactCache:
    if not current.enabled:
        return ArtifactCache(None)
    folder = current.dir or user_cache_folder()
    return ArtifactCache(os.path.join(folder, "artifacts"), current.max_bytes)


def artifact_cache() -> ArtifactCache:
    """The cache that the settings name (`cache.dir`, else the user's cache folder); one object a process."""
    return _cache_for(settings().cache)
