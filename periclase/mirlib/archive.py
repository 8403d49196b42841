"""The file of a library: a ZIP archive of JSON and `mir`, read piece by piece.

| member                 | content                                                                                    |
| ---------------------- | ------------------------------------------------------------------------------------------ |
| `library.json`         | `Header`: format, versions, the package, and what each module defines                       |
| `modules/<module>.json`| the definitions of a module: syntax trees, and what the names in them stand for             |
| `mir/<symbol>.mir`     | a function whose types are known, as optimised `mir`                                        |

The same sources give the same bytes.
"""

from __future__ import annotations

import json
import os
import zipfile
from functools import cached_property
from typing import Any, cast

from periclase.mirlib.problems import refuse
from periclase.record import Record

FORMAT = 1
"""The version of the format: a library of another one is refused."""

SUFFIX = ".mirlib"
_HEADER = "library.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)
Json = Any


class Header(Record):
    """What a library says of itself.

    Attributes:
        package: the name of the Python package it was built from.
        version: that of the package, empty if it has none.
        periclase: the version that built it, whose `mir` is in it.
        modules: of each module the names of its device functions, kernels and structs.
        symbols: of each compiled function the symbols of the functions that it calls.
    """

    package: str
    version: str
    periclase: str
    modules: dict[str, list[str]]
    symbols: dict[str, list[str]]


class Archive:
    """A library's file. It is opened anew for each piece that is read, so that it may be moved away or replaced meanwhile.

    Attributes:
        path: of the file.
        header: see `Header`.
    """

    def __init__(self, path: str | os.PathLike[str]):
        """
        Raises:
            LibraryError: there is no such file, it is no library (PC0830), or one of another version (PC0831).
        """
        self.path = os.fspath(path)
        self.header = self._header()

    def _header(self) -> Header:
        from periclase import __version__

        data = self._json(_HEADER)
        facts = cast("dict[str, Json]", data) if isinstance(data, dict) else {}
        if not isinstance(facts.get("format"), int):
            raise self._damaged("it does not say which format it has")
        if facts["format"] != FORMAT:
            raise refuse(
                "PC0831",
                f"{self.path} has format {facts['format']} of device libraries; this version of Periclase reads format {FORMAT}",
                help="build it again with this version",
            )
        try:
            header = Header(
                str(facts["package"]),
                str(facts["version"]),
                str(facts["periclase"]),
                {str(module): list(map(str, names)) for module, names in facts["modules"].items()},
                {str(symbol): list(map(str, calls)) for symbol, calls in facts["symbols"].items()},
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise self._damaged(f"its header is incomplete: {error}") from None
        if header.periclase != __version__:
            raise refuse(
                "PC0831",
                f"{self.path} was built by Periclase {header.periclase}, and this is {__version__}",
                help="build it again with this version: `mir` has no format that lasts yet",
            )
        return header

    def module(self, name: str) -> dict[str, Json]:
        """The definitions of a module by name.

        Raises:
            LibraryError: they can not be read.
        """
        found = self._json(f"modules/{name}.json")
        if not isinstance(found, dict):
            raise self._damaged(f"module `{name}` is not readable")
        return cast("dict[str, Json]", found)

    def mir(self, symbol: str) -> str:
        """The `mir` of a compiled function.

        Raises:
            LibraryError: it can not be read.
        """
        return self._text(f"mir/{symbol}.mir")

    def _json(self, member: str) -> Json:
        try:
            return json.loads(self._text(member))
        except json.JSONDecodeError as error:
            raise self._damaged(f"`{member}` is not JSON: {error}") from None

    def _text(self, member: str) -> str:
        try:
            with zipfile.ZipFile(self.path) as opened:
                return opened.read(member).decode()
        except OSError as error:
            raise refuse(
                "PC0830", f"the device library {self.path} can not be read: {error.strerror or error}"
            ) from None
        except (zipfile.BadZipFile, KeyError, UnicodeDecodeError, EOFError, NotImplementedError) as error:
            raise self._damaged(str(error).strip("'\"")) from None
        except Exception as error:  # zlib.error, which `zipfile` lets through; imported only to be named
            if type(error).__module__ != "zlib":
                raise
            raise self._damaged(str(error)) from None

    def _damaged(self, why: str) -> Exception:
        return refuse(
            "PC0830",
            f"{self.path} is not a device library, or it is damaged: {why}",
            help="`periclase library build PACKAGE -o NAME.mirlib` makes one",
        )

    @cached_property
    def folder(self) -> str:
        """What stands for the library where files have a folder, in the places that diagnostics name."""
        return f"<{os.path.basename(self.path)}>"


def write_archive(path: str, header: Header, modules: dict[str, Json], mir: dict[str, str]) -> None:
    """Write a library; what was there before is replaced only when the new one is whole.

    Raises:
        OSError: it can not be written.
    """
    facts = {
        "format": FORMAT,
        "package": header.package,
        "version": header.version,
        "periclase": header.periclase,
        "modules": header.modules,
        "symbols": header.symbols,
    }
    members = {_HEADER: _dumped(facts)}
    members |= {f"modules/{name}.json": _dumped(modules[name]) for name in sorted(modules)}
    members |= {f"mir/{symbol}.mir": mir[symbol] for symbol in sorted(mir)}
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as made:
            for name, text in members.items():
                member = zipfile.ZipInfo(name, _EPOCH)
                member.compress_type = zipfile.ZIP_DEFLATED
                member.external_attr = 0o644 << 16
                made.writestr(member, text)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def _dumped(data: Json) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
