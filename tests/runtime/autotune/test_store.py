"""Winners on disk: found again, agreed on by processes, and no trouble where the file is damaged or can not be written."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from periclase.record import replace
from periclase.runtime.autotune import store as store_module
from periclase.runtime.autotune.store import CandidateRecord, Identity, TuneRecord, TuneStore

IDENTITY = Identity("scale", "(1024, 'float32')", "abcd", "cpu:x86", "1.0")
RECORD = TuneRecord(
    IDENTITY,
    "block=64",
    (
        CandidateRecord("block=32", "measured", (0.3, 0.25), 0.26),
        CandidateRecord("block=64", "measured", (0.2, 0.125), 0.15),
        CandidateRecord("block=128", "failed", error="too large"),
        CandidateRecord("block=256", "eliminated", (9.0, 9.0, 9.0), 9.0),
        CandidateRecord("block=512", "skipped"),
    ),
    1.5,
)


@pytest.fixture
def store(tmp_path: Path) -> TuneStore:
    return TuneStore(tmp_path / "autotune" / "winners.sqlite")


def again(store: TuneStore) -> TuneStore:
    """Another process's view of the same file, as far as one process can have it."""
    return TuneStore(store.path)


def test_a_record_survives_reopening(store: TuneStore) -> None:
    assert store.get(IDENTITY) is None
    assert store.put(RECORD) == RECORD
    found = again(store).get(IDENTITY)
    assert found == RECORD
    assert found is not None
    assert found.written > 0
    assert (store.statistics.hits, store.statistics.misses, store.statistics.stored) == (0, 1, 1)


@pytest.mark.parametrize("part", ["tuner", "key", "candidates", "device", "compiler"])
def test_every_part_of_the_identity_tells_records_apart(store: TuneStore, part: str) -> None:
    store.put(RECORD)
    assert store.get(replace(IDENTITY, **{part: "other"})) is None


def test_parts_do_not_run_into_each_other() -> None:
    one, two = Identity("ab", "c", "", "", ""), Identity("a", "bc", "", "", "")
    assert one.digest() != two.digest()


def test_the_first_writer_wins(store: TuneStore) -> None:
    store.put(RECORD)
    other = replace(RECORD, winner="block=32")
    assert again(store).put(other) == RECORD
    assert store.get(IDENTITY) == RECORD


def test_replace_overwrites(store: TuneStore) -> None:
    store.put(RECORD)
    other = replace(RECORD, winner="block=32")
    store.replace(other)
    assert again(store).get(IDENTITY) == other


def test_remove_forgets(store: TuneStore) -> None:
    store.put(RECORD)
    store.remove(IDENTITY)
    assert again(store).get(IDENTITY) is None


def test_records_are_listed_by_function(store: TuneStore) -> None:
    other = replace(RECORD, identity=replace(IDENTITY, tuner="other"))
    store.put(RECORD)
    store.put(other)
    assert {record.identity.tuner for record in store.records()} == {"scale", "other"}
    assert store.records("other") == (other,)


def test_a_store_without_a_file_keeps_nothing() -> None:
    store = TuneStore(None)
    assert store.put(RECORD) == RECORD
    assert store.get(IDENTITY) is None
    assert store.records() == ()
    assert store.locks is None


def test_the_ranking_is_the_order_to_fall_back_in() -> None:
    assert RECORD.ranking() == ("block=64", "block=32", "block=256", "block=512")


def test_a_winner_that_failed_is_replaced_by_the_next_best() -> None:
    first = RECORD.without("block=64", "gone wrong")
    assert first is not None
    assert first.winner == "block=32"
    assert first.results[1] == replace(RECORD.results[1], standing="failed", error="gone wrong")
    second = first.without("block=32", "this too")
    assert second is not None
    assert second.ranking() == ("block=256", "block=512")
    third = second.without("block=256", "")
    assert third is not None
    assert third.without("block=512", "") is None


def test_one_that_failed_without_being_the_winner_changes_no_winner() -> None:
    changed = RECORD.without("block=32", "gone wrong")
    assert changed is not None
    assert changed.winner == "block=64"
    assert changed.ranking() == ("block=64", "block=256", "block=512")


# --------------------------------------------------------------------------------------------------------- damage ----


def test_a_file_that_is_no_database_is_begun_again(store: TuneStore) -> None:
    assert store.path is not None
    store.path.parent.mkdir(parents=True)
    store.path.write_bytes(b"this is no database, and is long enough to be looked at" * 100)
    assert store.get(IDENTITY) is None
    assert store.put(RECORD) == RECORD
    assert again(store).get(IDENTITY) == RECORD
    assert store.statistics.rebuilt == 1


def test_a_file_with_damaged_pages_is_begun_again(store: TuneStore) -> None:
    for number in range(200):
        store.put(replace(RECORD, identity=replace(IDENTITY, key=str(number))))
    assert store.path is not None
    data = bytearray(store.path.read_bytes())
    assert len(data) > 8192
    data[4096:] = b"\xaa" * (len(data) - 4096)
    store.path.write_bytes(data)
    damaged = again(store)
    assert damaged.get(replace(IDENTITY, key="7")) is None
    assert damaged.put(RECORD) == RECORD
    assert again(store).get(IDENTITY) == RECORD


def test_an_empty_file_is_as_good_as_none(store: TuneStore) -> None:
    assert store.path is not None
    store.path.parent.mkdir(parents=True)
    store.path.touch()
    assert store.get(IDENTITY) is None
    store.put(RECORD)
    assert again(store).get(IDENTITY) == RECORD


def test_a_file_of_another_version_is_rebuilt(store: TuneStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.put(RECORD)
    monkeypatch.setattr(store_module, "SCHEMA_VERSION", store_module.SCHEMA_VERSION + 1)
    newer = again(store)
    assert newer.get(IDENTITY) is None
    assert newer.statistics.rebuilt == 1
    newer.put(RECORD)
    assert again(store).get(IDENTITY) == RECORD


def test_a_row_that_makes_no_sense_is_as_good_as_none(store: TuneStore) -> None:
    store.put(RECORD)
    assert store.path is not None
    database = sqlite3.connect(store.path, isolation_level=None)
    database.execute("UPDATE winners SET results = '{'")
    database.close()
    assert again(store).get(IDENTITY) is None
    assert again(store).records() == ()


@pytest.mark.parametrize(
    "change",
    [
        "winner = 'nobody'",
        "winner = x'fffe'",
        "seconds = 'long'",
        f"results = '{'[' * 100_000}'",
        """results = '[["block=64", [1], [], null, null]]'""",
        """results = '[["block=64", "measured", [], "fast", null]]'""",
    ],
)
def test_a_row_that_was_altered_is_written_over(store: TuneStore, change: str) -> None:
    """Else its key could never be tuned again."""
    store.put(RECORD)
    assert store.path is not None
    with contextlib.closing(sqlite3.connect(store.path)) as database, database:
        database.execute(f"UPDATE winners SET {change}")
    assert again(store).put(RECORD) is RECORD
    assert again(store).get(IDENTITY) == RECORD


def test_a_table_of_another_form_is_begun_again(store: TuneStore) -> None:
    store.put(RECORD)
    assert store.path is not None
    with contextlib.closing(sqlite3.connect(store.path)) as database, database:
        database.execute("ALTER TABLE winners RENAME COLUMN winner TO victor")
    assert again(store).get(IDENTITY) is None
    store.put(RECORD)
    assert again(store).get(IDENTITY) == RECORD


def test_a_digest_that_two_identities_share_mixes_nothing_up(store: TuneStore) -> None:
    store.put(RECORD)
    assert store.path is not None
    database = sqlite3.connect(store.path, isolation_level=None)
    database.execute("UPDATE winners SET key = 'of another'")
    database.close()
    assert again(store).get(IDENTITY) is None


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """As a user to whom permissions mean something, unlike the superuser."""
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(65534)
    try:
        yield
    finally:
        if superuser:
            os.seteuid(0)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has other permissions")
def test_a_file_and_folder_that_can_not_be_written_are_read() -> None:
    with (
        tempfile.TemporaryDirectory() as name
    ):  # unlike those of pytest, below nothing that only its owner may enter
        folder = Path(name)
        TuneStore(folder / "winners.sqlite").put(RECORD)
        (folder / "winners.sqlite").chmod(0o444)
        folder.chmod(0o555)
        with unprivileged():
            reader = TuneStore(folder / "winners.sqlite")
            assert reader.get(IDENTITY) == RECORD
            other = replace(RECORD, identity=replace(IDENTITY, key="new"))
            assert reader.put(other) == other
            assert reader.get(other.identity) is None
            assert reader.statistics.refused == 1
        folder.chmod(0o755)


def test_a_folder_that_can_not_be_made_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = TuneStore(tmp_path / "file" / "winners.sqlite")
    assert store.put(RECORD) == RECORD
    assert store.get(IDENTITY) is None
    assert store.statistics.refused == 1


def test_old_rows_make_room(store: TuneStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_ROWS", 8)
    clock = iter(range(1, 1000))
    monkeypatch.setattr(store_module.time, "time", lambda: float(next(clock)))
    for number in range(9):
        store.put(replace(RECORD, identity=replace(IDENTITY, key=str(number))))
    assert [record.identity.key for record in store.records()] == ["8", "7", "6", "5", "4", "3"]


# ------------------------------------------------------------------------------------------------------ processes ----

WRITER = """
import sys
from pathlib import Path
from periclase.record import replace
from periclase.runtime.autotune.store import Identity, TuneRecord, TuneStore
store = TuneStore(Path(sys.argv[1]))
mine = sys.argv[2]
agreed = store.put(TuneRecord(Identity("shared", "", "", "", ""), mine))
for number in range(20):
    store.put(TuneRecord(Identity(mine, str(number), "", "", ""), mine))
assert store.statistics.refused == 0
print(agreed.winner)
"""


def test_concurrent_processes_agree_on_a_winner_and_lose_nothing(store: TuneStore) -> None:
    names = ["a", "b", "c"]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(store.path), name], stdout=subprocess.PIPE, text=True
        )
        for name in names
    ]
    agreed = {writer.communicate(timeout=120)[0].strip() for writer in writers}
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert len(agreed) == 1
    assert agreed < set(names)
    assert len(store.records()) == 1 + 20 * len(names)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # other tests may have left threads
def test_a_forked_child_reads_what_the_parent_wrote(store: TuneStore) -> None:
    store.put(RECORD)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # nothing of pytest's may run here
        try:
            os.write(writing, b"same" if store.get(IDENTITY) == RECORD else b"other")
        finally:
            os._exit(0)
    os.close(writing)
    try:
        assert os.read(reading, 10) == b"same"
    finally:
        os.close(reading)
        os.waitpid(child, 0)
