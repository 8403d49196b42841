"""Winners on disk, so that a tuning is done once for a machine: an SQLite file that processes share.

A row is found by everything its decision rests on: the function, the key, the code of every candidate, the device and the
compiler. What changes any of them finds no row, and tunes anew. The file is a cache: one that is damaged or of another
version is begun again, one that can not be written is only read, and one that can not be read is as good as empty.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from periclase.record import MutableRecord, Record, field, replace
from periclase.runtime.artifact_cache import user_cache_folder
from periclase.settings import CacheSettings, Settings, settings

if TYPE_CHECKING:
    import sqlite3

SCHEMA_VERSION = 1
"""Raised whenever the tables or the meaning of a column change: an older file is then begun again."""
MOST_ROWS = 20_000
"""The least recently written rows go beyond this."""
_BUSY_SECONDS = 20.0
"""How long a process waits for another's write to the file."""

_COLUMNS = "digest, tuner, key, candidates, device, compiler, winner, written, seconds, results"
_SCHEMA = """
CREATE TABLE winners (
    digest TEXT PRIMARY KEY,
    tuner TEXT NOT NULL,
    key TEXT NOT NULL,
    candidates TEXT NOT NULL,
    device TEXT NOT NULL,
    compiler TEXT NOT NULL,
    winner TEXT NOT NULL,
    written REAL NOT NULL,
    seconds REAL NOT NULL,
    results TEXT NOT NULL
) WITHOUT ROWID
"""

_T = TypeVar("_T")


class Identity(Record):
    """What a decision rests on.

    Attributes:
        tuner: the name of the autotuned function.
        key: the text of its key for a call.
        candidates: a hash of the names and code of all candidates.
        device: the device and the exact machine.
        compiler: the version of the compiler.
    """

    tuner: str
    key: str
    candidates: str
    device: str
    compiler: str

    def digest(self) -> str:
        """A hash of all of it: what rows and locks are named by."""
        digest = hashlib.blake2b(digest_size=20)
        for part in (self.tuner, self.key, self.candidates, self.device, self.compiler):
            encoded = part.encode()
            digest.update(len(encoded).to_bytes(8, "little"))
            digest.update(encoded)
        return digest.hexdigest()


class CandidateRecord(Record):
    """What was found out about one candidate.

    Attributes:
        name: of the candidate.
        standing: the value of a `Standing`.
        samples: seconds.
        score: seconds, see `Samples.score`; None without a sample.
        error: the text of its error, where it failed.
    """

    name: str
    standing: str
    samples: tuple[float, ...] = ()
    score: float | None = None
    error: str | None = None


class TuneRecord(Record):
    """A tuning that was done.

    Attributes:
        identity: what it rests on.
        winner: the name of the candidate to use.
        results: of every candidate, in the order they were given.
        seconds: how long the tuning took.
        written: when it was stored, in seconds since the epoch.
    """

    identity: Identity
    winner: str
    results: tuple[CandidateRecord, ...] = ()
    seconds: float = 0.0
    written: float = field(default=0.0, compare=False)

    def ranking(self) -> tuple[str, ...]:
        """All that may still be used, best first: the winner, the others measured, those dropped for being slow, and last
        those that were never tried."""
        order = {"measured": 0, "eliminated": 1, "skipped": 2}
        usable = [result for result in self.results if result.standing in order]
        usable.sort(key=lambda r: (r.name != self.winner, order[r.standing], r.score or 0.0))
        return tuple(result.name for result in usable)

    def without(self, name: str, error: str) -> TuneRecord | None:
        """The record after `name` has failed in use: the next best wins. None if nothing is left that could."""
        results = tuple(
            replace(result, standing="failed", error=error) if result.name == name else result
            for result in self.results
        )
        ranking = (
            replace(self, winner="", results=results).ranking() if name == self.winner else self.ranking()
        )
        left = [other for other in ranking if other != name]
        return replace(self, winner=left[0], results=results) if left else None


class StoreStatistics(MutableRecord):
    """What a store has done in this process.

    Attributes:
        hits, misses: rows found and not found.
        stored: rows written.
        refused: writes that failed.
        rebuilt: times that the file was begun again since it was damaged or of another version.
    """

    hits: int = 0
    misses: int = 0
    stored: int = 0
    refused: int = 0
    rebuilt: int = 0


class TuneStore:
    """The winners in one file. Any thread and process may use it at any time.

    Attributes:
        path: the file, or None for a store that keeps nothing.
        statistics: what happened so far.
    """

    def __init__(self, path: Path | None):
        self.path = path
        self.statistics = StoreStatistics()

    @property
    def locks(self) -> Path | None:
        """The folder for the locks of tunings that are under way."""
        return None if self.path is None else self.path.parent / "locks"

    def get(self, identity: Identity) -> TuneRecord | None:
        """The record of `identity`, or None."""
        digest = identity.digest()
        found = self._attempt(lambda database: self._select(database, digest), writing=False)
        record = None if found is None or found.identity != identity else found
        if record is None:
            self.statistics.misses += 1
        else:
            self.statistics.hits += 1
        return record

    def put(self, record: TuneRecord) -> TuneRecord:
        """Store `record` unless there is one already; gives the one that stands, so that processes agree on a winner."""

        def insert(database: sqlite3.Connection) -> TuneRecord:
            with _transaction(database):
                stands = self._select(database, record.identity.digest())
                if (
                    stands is not None
                    and stands.identity == record.identity
                    # Else it was altered: its winner is no candidate.
                    and (not record.results or any(stands.winner == result.name for result in record.results))
                ):
                    return stands
                self._write(database, record)
            return record

        return self._attempt(insert, writing=True) or record

    def replace(self, record: TuneRecord) -> None:
        """Store `record` in place of the one there is."""

        def write(database: sqlite3.Connection) -> bool:
            with _transaction(database):
                self._write(database, record)
            return True

        self._attempt(write, writing=True)

    def remove(self, identity: Identity) -> None:
        """Forget the record of `identity`."""

        def delete(database: sqlite3.Connection) -> bool:
            with _transaction(database):
                database.execute("DELETE FROM winners WHERE digest = ?", (identity.digest(),))
            return True

        self._attempt(delete, writing=True)

    def records(self, tuner: str | None = None) -> tuple[TuneRecord, ...]:
        """All records, or those of one function, the latest first."""
        condition, values = ("", ()) if tuner is None else ("WHERE tuner = ?", (tuner,))
        query = f"SELECT {_COLUMNS} FROM winners {condition} ORDER BY written DESC"

        def select(database: sqlite3.Connection) -> tuple[TuneRecord, ...]:
            rows = database.execute(query, values).fetchall()
            return tuple(record for row in rows if (record := _from_row(row)) is not None)

        return self._attempt(select, writing=False) or ()

    # ------------------------------------------------------------------------------------------------- the file ----

    def _select(self, database: sqlite3.Connection, digest: str) -> TuneRecord | None:
        row = database.execute(f"SELECT {_COLUMNS} FROM winners WHERE digest = ?", (digest,)).fetchone()
        return None if row is None else _from_row(row)

    def _write(self, database: sqlite3.Connection, record: TuneRecord) -> None:
        identity = record.identity
        results = [[r.name, r.standing, r.samples, r.score, r.error] for r in record.results]
        database.execute(
            f"INSERT OR REPLACE INTO winners ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                identity.digest(),
                identity.tuner,
                identity.key,
                identity.candidates,
                identity.device,
                identity.compiler,
                record.winner,
                time.time(),
                record.seconds,
                json.dumps(results),
            ),
        )
        (rows,) = database.execute("SELECT COUNT(*) FROM winners").fetchone()
        if rows > MOST_ROWS:
            database.execute(
                "DELETE FROM winners WHERE digest IN (SELECT digest FROM winners ORDER BY written LIMIT ?)",
                (rows - MOST_ROWS * 3 // 4,),
            )
        self.statistics.stored += 1

    def _attempt(self, action: Callable[[sqlite3.Connection], _T], *, writing: bool) -> _T | None:
        """`action` on the open file; None where that is not possible. A damaged file is begun again, once."""
        if self.path is None:
            return None
        import sqlite3

        for last in (False, True):
            try:
                return self._with_file(action, writing=writing)
            except sqlite3.OperationalError as error:
                # Locked for too long, no permission, no such folder, a full disk; or a table of another form.
                if last or _code(error) != sqlite3.SQLITE_ERROR or not self._begin_again(error):
                    break
            except sqlite3.DatabaseError as error:  # not a database, or damaged inside
                if last or not self._begin_again(error):
                    break
            except OSError:
                break
        self.statistics.refused += writing
        return None

    def _with_file(self, action: Callable[[sqlite3.Connection], _T], *, writing: bool) -> _T:
        import sqlite3

        assert self.path is not None
        if writing:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self._with_mode("rwc", action, writable=True)
        try:
            # A reader joins the log of the writers, which takes permission to write beside the file.
            return self._with_mode("rw", action, writable=True)
        except sqlite3.OperationalError as error:
            if (
                _code(error) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
                or not self.path.exists()
            ):
                raise
        # A file that nobody here may write is read as it is: `immutable` needs no log beside it.
        return self._with_mode("ro&immutable=1", action, writable=False)

    def _with_mode(self, mode: str, action: Callable[[sqlite3.Connection], _T], *, writable: bool) -> _T:
        import sqlite3

        assert self.path is not None
        # Opened for each use, which takes some 0.2 ms: tunings are rare, and so no connection has to be kept from threads and
        # forked processes, or closed at the end.
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        with contextlib.closing(
            sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)
        ) as database:
            self._prepare(database, writable)
            return action(database)

    def _prepare(self, database: sqlite3.Connection, writable: bool) -> None:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version == SCHEMA_VERSION:
            return
        import sqlite3

        if not writable:
            raise sqlite3.OperationalError(f"the file is of version {version}")
        # Then readers do not wait for a writer, nor it for them. It works as well without, where another process has just
        # opened the file, or the file system can not do it.
        with contextlib.suppress(sqlite3.OperationalError):
            database.execute("PRAGMA journal_mode = WAL")
        with _transaction(database):
            # Looked at again now that no other process can be at it too.
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version != SCHEMA_VERSION:
                self.statistics.rebuilt += version != 0
                database.execute("DROP TABLE IF EXISTS winners")
                database.execute(_SCHEMA)
                database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _begin_again(self, error: sqlite3.DatabaseError) -> bool:
        """Put a damaged file out of the way. False if that is not what is wrong."""
        import sqlite3

        assert self.path is not None
        if _code(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            return False
        try:
            # One rename: where two processes do this at once, the second finds the first one's new file, and at worst takes
            # that away too, which costs a tuning.
            os.replace(self.path, self.path.with_suffix(".damaged"))
        except OSError:
            return False
        for suffix in ("-wal", "-shm"):
            with contextlib.suppress(OSError):
                os.unlink(f"{self.path}{suffix}")
        self.statistics.rebuilt += 1
        settings().report(f"the tuning results in {self.path} are damaged ({error}); beginning again")
        return True


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary error code; 0 where the error is not SQLite's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Generator[None]:
    """All or nothing, and alone among the writers from the start: so nothing read in it is outdated when it writes."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with contextlib.suppress(Exception):  # the error at hand tells more
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _from_row(row: tuple[Any, ...]) -> TuneRecord | None:
    """A row as a record; None if it makes no sense."""
    _, tuner, key, candidates, device, compiler, winner, written, seconds, results = row
    try:
        parsed = cast("list[tuple[str, str, list[float], float | None, str | None]]", json.loads(results))
        return TuneRecord(
            Identity(*map(_text, (tuner, key, candidates, device, compiler))),
            _text(winner),
            tuple(
                CandidateRecord(
                    _text(name),
                    _text(standing),
                    tuple(map(float, samples)),
                    None if score is None else float(score),
                    None if error is None else _text(error),
                )
                for name, standing, samples, score, error in parsed
            ),
            float(seconds),
            float(written),
        )
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a {type(value).__name__} in place of a text")
    return value


@cache
def _store_for(current: CacheSettings, keep: bool) -> TuneStore:
    if not (keep and current.enabled):
        return TuneStore(None)
    return TuneStore(Path(current.dir or user_cache_folder()) / "autotune" / "winners.sqlite")


_latest: tuple[Settings, TuneStore] | None = None


def tune_store() -> TuneStore:
    """The store that the settings name (`cache.dir`, `autotune.cache`), beside compiled kernels; one object a process."""
    global _latest
    current = settings()
    latest = _latest  # every call of an autotuned function comes here
    if latest is None or latest[0] is not current:
        latest = _latest = (current, _store_for(current.cache, current.autotune.cache))
    return latest[1]
