"""The user's `rustc`: where it is, and which it is.

What `rustc` on PATH runs depends on more than PATH where `rustup` put it there: on the environment, on a `rust-toolchain.toml` at
or above the user's file, on the user's defaults. It is asked once, and asked again when one of these has changed; so a crate out
of the cache starts no process.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final, NoReturn

from periclase.diagnostics import CompileError, Diagnostic, Severity
from periclase.digest import blake2b
from periclase.importer.rust.store import Store, json_dumps
from periclase.json_text import loads
from periclase.record import Record

TESTED: Final = ((1, 95), (1, 96))
"""The first and the last version whose text this package was tested with."""

FLAGS: Final = (
    "--edition=2024",
    "-O",
    "-Cpanic=abort",
    "-Cdebug-assertions=off",
    "-Coverflow-checks=off",
    "-Awarnings",
    "-Zub-checks=no",
    "-Zmir-opt-level=3",
    # MIR's own inliner makes everything monomorphic that a root reaches, as far as it goes.
    "-Zinline-mir=yes",
    "-Zinline-mir-threshold=100000",
    "-Zinline-mir-hint-threshold=100000",
    "-Zinline-mir-forwarder-threshold=100000",
    "-Zcross-crate-inline-threshold=always",
    "-Zalways-encode-mir",
    # It copies calls into the branches before them, barriers too: then half of a block waits at one copy, half at the other
    # (rust-lang/rust#137086).
    "-Zmir-enable-passes=-JumpThreading",
    "-Ztrim-diagnostic-paths=no",
    "-Zmir-include-spans=yes",
    # Closures are named by paths: those that one macro or one generic function makes all stand in one place.
    "-Zspan-free-formats",
    # A message with a long type would leave a file in the folder it runs in.
    "-Zwrite-long-types-to-disk=no",
)
"""How every crate is compiled: ours, the user's, and those that it depends on."""

_FORMAT: Final = "6"
"""Changed whenever what is kept changes its form."""

_RELEASE: Final = re.compile(r"^release: ((\d+)\.(\d+)\.\S+)", re.MULTILINE)


class Toolchain(Record):
    """A compiler of Rust.

    Attributes:
        program: what to run.
        verbose: what `rustc -vV` says.
        release: `1.95.0`.
        key: a hash of what it is and how it is used: whatever it made is kept under this.
    """

    program: str
    verbose: str
    release: str
    key: str

    @property
    def version(self) -> tuple[int, int]:
        """`(1, 95)` of 1.95.0."""
        major, minor = self.release.split(".")[:2]
        return int(major), int(minor)

    def warning(self) -> Diagnostic | None:
        """What is to be said of a version that was not tested."""
        if TESTED[0] <= self.version <= TESTED[1]:
            return None
        first, last = (".".join(map(str, tested)) for tested in TESTED)
        return Diagnostic(
            "PC0341",
            f"rustc {self.release} was not tested; the text it writes may differ from that of {first} to {last}",
            severity=Severity.WARNING,
            help=self.other,
        )

    @property
    def other(self) -> str:
        """How to have a version that was tested."""
        last = ".".join(map(str, TESTED[1]))
        return (
            f"install another beside it and name it: `rustup toolchain install {last}.0`, "
            f"`RUSTC=$(rustup which --toolchain {last}.0 rustc)`"
        )


def environment(variables: Iterable[tuple[str, str]] = ()) -> dict[str, str]:
    """The environment of every `rustc`: this process's, and leave for options that are not stable.

    Args:
        variables: others for this crate, which cargo would set.
    """
    return {**os.environ, **dict(variables), "RUSTC_BOOTSTRAP": "1"}


def find_toolchain(folder: str, store: Store) -> Toolchain:
    """The compiler that `RUSTC` names, else the `rustc` on PATH, as it works in `folder`.

    Raises:
        CompileError: there is none, or it does not say what it is.
    """
    program = _find_program()
    key = blake2b(json_dumps([program, *_facts(program, folder)]).encode(), digest_size=16).hexdigest()
    known = store.read(f"toolchains/{key}.json")
    if known is not None:
        return _toolchain(program, str(loads(known.decode())["verbose"]))
    verbose = _ask(program, folder)
    store.write(f"toolchains/{key}.json", json_dumps({"verbose": verbose}).encode())
    return _toolchain(program, verbose)


def _toolchain(program: str, verbose: str) -> Toolchain:
    match = _RELEASE.search(verbose)
    assert match is not None
    key = blake2b("\0".join((_FORMAT, verbose, *FLAGS)).encode(), digest_size=16).hexdigest()
    return Toolchain(program, verbose, match[1], key)


def has_rustc() -> bool:
    """Whether there is a compiler of Rust."""
    return _search() is not None


def _search() -> str | None:
    named = os.environ.get("RUSTC")
    name = named or "rustc"
    if os.path.dirname(name):
        # rustc runs in the folder of the kernel, where a name relative to this one leads elsewhere.
        return os.path.abspath(name) if os.access(name, os.X_OK) else None
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for ending in ("", ".exe"):
            found = os.path.abspath(os.path.join(folder, name + ending))
            if os.path.isfile(found) and os.access(found, os.X_OK):
                return found
    return None


def _find_program() -> str:
    found = _search()
    if found is None:
        named = os.environ.get("RUSTC")
        what = f"RUSTC names {named}, which can not be run" if named else "there is no rustc on PATH"
        first, last = (".".join(map(str, tested)) for tested in TESTED)
        raise CompileError(
            Diagnostic(
                "PC0342",
                f"kernels in Rust are compiled by your own rustc, and {what}",
                help=f"install a stable one ({first} to {last}) from https://rustup.rs or by your system's package manager; "
                "nothing else of Rust is needed, neither cargo nor a nightly",
            )
        )
    return found


def _facts(program: str, folder: str) -> Iterator[str]:
    """All that decides which compiler runs, as far as it can be seen without running it."""
    yield _stamp(os.path.realpath(program))
    for name in ("RUSTUP_TOOLCHAIN", "RUSTUP_HOME", "CARGO_HOME"):
        yield os.environ.get(name, "")
    home = os.environ.get("RUSTUP_HOME") or os.path.join(os.path.expanduser("~"), ".rustup")
    yield _stamp(os.path.join(home, "settings.toml"))
    # An update puts another compiler in the same place, and writes this file anew.
    toolchains = os.path.join(home, "toolchains")
    for name in sorted(os.listdir(toolchains)) if os.path.isdir(toolchains) else ():
        yield name + _stamp(
            os.path.join(toolchains, name, "lib", "rustlib", "multirust-channel-manifest.toml")
        )
    while True:
        for name in ("rust-toolchain", "rust-toolchain.toml"):
            yield _stamp(os.path.join(folder, name))
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _stamp(file: str) -> str:
    try:
        status = os.stat(file)
    except OSError:
        return ""
    return f"{status.st_size}:{status.st_mtime_ns}"


def _ask(program: str, folder: str) -> str:
    import subprocess

    try:
        done = subprocess.run(
            [program, "-vV"],
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        _refuse(program, str(error))
    if done.returncode != 0:
        _refuse(program, done.stderr.strip() or f"it ends with status {done.returncode}")
    if not _RELEASE.search(done.stdout):
        _refuse(program, f"it says `{done.stdout.strip()[:200]}`")
    return done.stdout


def _refuse(program: str, why: str) -> NoReturn:
    raise CompileError(
        Diagnostic(
            "PC0342",
            f"{program} does not say which rustc it is: {why}",
            help="see that `rustc -vV` works in the folder of the kernel; RUSTC names another one",
        )
    )
