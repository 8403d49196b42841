"""The bytecode of the compiler's modules, kept in one file: the first compile of a process imports some three hundred of them.

Python looks for each in the folders of its package, asks the system twice about its source, opens, reads and checks the file of
its bytecode, and lets go of the interpreter lock each time: a quarter of what their import takes. Here one file has all
that bytecode, as it is in the files that Python has written, and by the same rules: it is for one version of Python and one level
of optimising, is written nowhere if Python writes none or is not allowed to, and a module whose source has another time or size
than its bytecode was made of is imported as ever. So is one in whose folder a file has come or gone since, which might be found
before it.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from collections.abc import Collection, Generator, Sequence
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER
from types import CodeType, ModuleType
from typing import Any

_HEADER = 16
"""Bytes of a file of bytecode in front of its code: what it is, how its source is told, time and size of that."""


_Kept = tuple[str, str, bytes, int, "bytes | memoryview"]
"""The bytecode of a module: the file of its source; the file in which Python keeps the bytecode; time and size of the source, as
there; the time of the folder that it was found in; the code. A plain tuple, since there are hundreds."""


class _Loader(SourceFileLoader):
    """Runs the code that was kept."""

    def __init__(self, name: str, source: str, code: bytes | memoryview):
        super().__init__(name, source)
        self._code: bytes | memoryview | None = code

    def get_code(self, fullname: str) -> CodeType | None:
        """See `importlib.abc.InspectLoader`. Kept code is given once: a module that is loaded anew may have changed."""
        code, self._code = self._code, None
        if code is not None:
            with contextlib.suppress(EOFError, ValueError, TypeError):
                made = marshal.loads(code)
                if isinstance(made, CodeType):
                    return made
        return super().get_code(fullname)


class _Finder:
    """Finds modules whose bytecode is kept, while some is. It stays where it is put: see `late_imports`."""

    def __init__(self) -> None:
        self.kept: dict[str, _Kept] = {}
        """By the names of the modules. Replaced as a whole, and not changed."""
        self._folders: dict[str, int] = {}

    def keep(self, kept: dict[str, _Kept]) -> None:
        """From now on these modules are found here, and no others."""
        self._folders = {}
        self.kept = kept

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        kept = self.kept.get(name)
        if kept is None or target is not None:
            return None
        source, cached, stamp, time, code = kept
        home, folder = _folders(source)
        # A package of several folders, or one that was moved, is found as ever.
        if not path or len(path) > 1 or path[0] != home or self._time_of(home) != time:
            return None
        try:
            if _stamp(os.stat(source)) != stamp:
                return None
        except OSError:
            return None
        spec = ModuleSpec(name, _Loader(name, source, code), origin=source)
        if folder is not None:
            spec.submodule_search_locations = [folder]
        spec.has_location = True
        spec.cached = cached
        return spec

    def _time_of(self, folder: str) -> int:
        time = self._folders.get(folder)
        if time is None:
            time = self._folders[folder] = _time_of(folder)
        return time


def _folders(source: str) -> tuple[str, str | None]:
    """The folder in which the module of this file is found; and that of its own modules, where it is a package."""
    folder, file = os.path.split(source)
    return (os.path.dirname(folder), folder) if file == "__init__.py" else (folder, None)


def _time_of(folder: str) -> int:
    """When a file came to `folder`, or went from there, last; -1 if nobody knows."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -1


def _stamp(found: os.stat_result) -> bytes:
    """Time and size of a source, as files of bytecode have them."""
    return b"".join((int(n) & 0xFFFFFFFF).to_bytes(4, "little") for n in (found.st_mtime, found.st_size))


_FINDER: Any = _Finder()
_ORDINARY: Any = (BuiltinImporter, FrozenImporter, PathFinder)
"""Python's own finders."""


def _put_finder() -> None:
    """Have imports ask the finder, behind those that somebody has put before Python's own to import modules in another way."""
    if _FINDER not in sys.meta_path:
        for place, finder in enumerate(sys.meta_path):
            if finder in _ORDINARY:
                sys.meta_path.insert(place, _FINDER)
                return


def modules_file() -> str | None:
    """Where the bytecode is kept; None if Python knows no such place, as for modules in an archive."""
    cached = __spec__.cached
    return None if cached is None else f"{os.path.splitext(cached)[0]}.modules"


@contextlib.contextmanager
def kept_modules(path: str | None, packages: Collection[str]) -> Generator[None]:
    """In here modules whose bytecode is in the file `path` are taken from there. That of the others is put there afterwards.

    Args:
        packages: the names of those whose modules are kept. What other threads import of them meanwhile finds its way into the
            file, too, and does no harm there.
    """
    kept = {} if path is None else _read(path)
    before = frozenset(sys.modules)
    _FINDER.keep(kept)
    _put_finder()
    try:
        yield
    finally:
        _FINDER.keep({})
    # Who may not write there would look at all of them in vain, each time.
    if path is not None and not sys.dont_write_bytecode and os.access(os.path.dirname(path), os.W_OK):
        came = {
            name for name in list(sys.modules) if name not in before and name.partition(".")[0] in packages
        }
        found = {name: _found(name) for name in came}
        new = {name: each for name, each in found.items() if each is not None and each != kept.get(name)}
        if new:
            # What did not come is used by another process, which compiles for another target, or was by an earlier version.
            _write(
                path, (kept if len(kept) < 2 * len(came) else {n: kept[n] for n in kept.keys() & came}) | new
            )


def _found(name: str) -> _Kept | None:
    """What is to be kept of a module that was not found here; None if it was, or there is nothing that can be kept."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    parent, _, _ = name.rpartition(".")
    if spec is None or not parent or type(spec.loader) is not SourceFileLoader or spec.cached is None:
        return None
    if "exec_module" in vars(spec.loader):  # it has imports of its own: see `late_imports`
        return None
    try:
        with open(spec.cached, "rb") as file:
            data = file.read()
        source: str = spec.origin
        stamp = _stamp(os.stat(source))
        # Zeros: it is told by time and size. Its code is of another file where the folder has been moved.
        if (
            data[:_HEADER] != MAGIC_NUMBER + bytes(4) + stamp
            or marshal.loads(data[_HEADER:]).co_filename != source
        ):
            return None
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return source, spec.cached, stamp, _time_of(_folders(source)[0]), data[_HEADER:]


def _read(path: str) -> dict[str, _Kept]:
    try:
        with open(path, "rb") as file:
            data = memoryview(file.read())
        start = len(MAGIC_NUMBER) + 4
        if bytes(data[: len(MAGIC_NUMBER)]) != MAGIC_NUMBER:
            return {}
        size = int.from_bytes(data[start - 4 : start], "little")
        # The code of each is made of its bytes when it is wanted.
        kept: dict[str, _Kept] = {}
        first = start + size
        for name, source, cached, stamp, folder, length in marshal.loads(data[start:first]):
            code = data[first : first + length]
            if len(code) != length:
                return {}
            kept[name] = source, cached, stamp, folder, code
            first += length
        return kept
    except (OSError, EOFError, ValueError, TypeError):
        return {}


def _write(path: str, kept: dict[str, _Kept]) -> None:
    table = marshal.dumps([(name, *each[:4], len(each[4])) for name, each in kept.items()])
    temporary = f"{path}.{os.getpid()}"
    with contextlib.suppress(OSError), open(temporary, "xb") as file:
        try:
            with file:
                file.write(MAGIC_NUMBER + len(table).to_bytes(4, "little") + table)
                file.writelines(each[4] for each in kept.values())
            os.replace(temporary, path)
        except BaseException:
            # The disk is full, say. What is left would be in the way of a later process of this number.
            os.unlink(temporary)
            raise
