"""Files that are kept between processes: each is whole or not there, whoever else writes the same one at the time."""

from __future__ import annotations

import contextlib
import os
from typing import Any


class Store:
    """A folder of files.

    Args:
        folder: where they are; None keeps them for the life of this process only.
    """

    def __init__(self, folder: str | None):
        self._folder = folder
        self._is_known = False
        self._spare: Store | None = None

    @property
    def folder(self) -> str:
        """Where the files are."""
        if self._folder is None:
            import shutil
            import tempfile
            import weakref

            self._folder = tempfile.mkdtemp(prefix="periclase-rust.")
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return self._folder

    @property
    def writable(self) -> Store:
        """This one; where its folder can not be written, one that is kept for the life of this process."""
        if not self._is_known:
            self._is_known = True
            if self._folder is not None and not _can_be_written(self._folder):
                self._spare = Store(None)
        return self._spare or self

    def path(self, name: str) -> str:
        """Where the file `name` is, if it is."""
        return os.path.join(self.folder, name)

    def read(self, name: str) -> bytes | None:
        """What the file `name` holds; None if it is not there."""
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Put `data` into the file `name`. Where that can not be, it is not kept."""
        target = self.path(name)
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            working = f"{target}.{os.getpid()}.{os.urandom(4).hex()}"
            with open(working, "wb") as file:
                file.write(data)
            os.replace(working, target)

    @contextlib.contextmanager
    def new_folder(self, name: str) -> Any:
        """A folder to be filled in this block, which then gets its name, unless another process has been faster.

        Raises:
            OSError: there is no place for it.
        """
        import shutil

        target = self.path(name)
        working = f"{target}.{os.getpid()}.{os.urandom(4).hex()}"
        os.makedirs(working)
        try:
            yield working
            try:
                os.rename(working, target)
            except OSError:
                if not os.path.isdir(target):
                    raise
        finally:
            shutil.rmtree(working, ignore_errors=True)


def _can_be_written(folder: str) -> bool:
    probe = os.path.join(folder, f".{os.getpid()}.{os.urandom(4).hex()}")
    try:
        os.makedirs(probe)
        os.rmdir(probe)
    except OSError:
        return False
    return True


def json_dumps(value: object) -> str:
    """`value` as one line of JSON, in an order that depends on nothing else."""
    import json

    return json.dumps(value, sort_keys=True, separators=(",", ":"))
