"""What Periclase can be told from outside: one typed object, read once, quiet by default.

A setting has a name such as `verbose` or `cache.dir`. It comes from, the first that says something:

1. the environment: `PERICLASE_VERBOSE`, `PERICLASE_CACHE_DIR`, that is the name in capitals with `_` for the dot;
2. a file: `periclase.toml`, or the table `[tool.periclase]` of a `pyproject.toml`, in the working directory or the nearest
   folder above it that has one. `PERICLASE_CONFIG` names another file, or is `off`;
3. the default below.

A name that does not exist, or a value that means nothing, is an error that says where it stands and what is meant. In the
environment a `PERICLASE_…` that resembles no setting is somebody else's, and is let be; an empty one is as good as none.

`tomllib` and the reader of files are imported only where there is a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from periclase.record import NamedTuple
from periclase.setting_rules import (
    Bytes,
    Choice,
    File,
    Folder,
    FolderOrOff,
    Rule,
    Seconds,
    Switch,
    Text,
    Whole,
)

if TYPE_CHECKING:
    from pathlib import Path

    from periclase.diagnostics import Diagnostic

PREFIX = "PERICLASE_"
CONFIG_VARIABLE = "PERICLASE_CONFIG"
"""Names the configuration file in place of the search; `off` reads none."""

AutotuneLevel = Literal["off", "minimal", "balanced", "extensive", "full"]
AUTOTUNE_LEVELS: tuple[AutotuneLevel, ...] = ("off", "minimal", "balanced", "extensive", "full")


# Named tuples: making a dataclass takes a process that launches half a millisecond, and there are five of these.


class CacheSettings(NamedTuple):
    """`[cache]`: the folder where compiled kernels and the winners of tunings are kept."""

    dir: str | None = None
    """The folder; `off`; or None for the platform's place. A text: a launch asks for it, and has no need of `pathlib`."""
    max_bytes: int = 512 * 1024 * 1024

    @property
    def enabled(self) -> bool:
        """Whether anything is kept at all."""
        return self.dir != "off"

    @property
    def folder(self) -> Path | None:
        """The folder that was asked for, or None for the platform's place (or none at all, see `enabled`)."""
        from pathlib import Path

        return None if self.dir is None or not self.enabled else Path(self.dir)


class RuntimeSettings(NamedTuple):
    """`[runtime]`: devices."""

    workers: int | None = None
    verify_effects: bool = False
    check_accesses: bool = False
    shutdown_seconds: float = 10.0
    max_memory_bytes: int | None = None
    max_idle_bytes: int | None = None
    report_unread: bool = True


class AutotuneSettings(NamedTuple):
    """`[autotune]`: the choice between candidates."""

    level: AutotuneLevel = "balanced"
    min_samples: int = 3
    max_samples: int = 10
    cache: bool = True
    progress: bool = True


class TraceSettings(NamedTuple):
    """`[trace]`: what the runtime did, as a timeline."""

    file: Path | None = None


class Settings(NamedTuple):
    """The settings of a process; what each means is in `KNOWN`. Immutable: tests make their own, or read another environment."""

    verbose: bool = False
    dump_mir: bool = False
    dump_llvm: bool = False
    show_rustc_mir: bool = False
    ptx_dir: Path | None = None
    target: str | None = None
    libdevice: Path | None = None
    cache: CacheSettings = CacheSettings()
    runtime: RuntimeSettings = RuntimeSettings()
    autotune: AutotuneSettings = AutotuneSettings()
    trace: TraceSettings = TraceSettings()

    @staticmethod
    def from_environment(environment: Mapping[str, str]) -> Settings:
        """The settings that `environment` (usually `os.environ`) asks for, without any file.

        Raises:
            ConfigurationError: it names a setting that does not exist, or a value that means nothing.
        """
        return resolve({**environment, CONFIG_VARIABLE: "off"}, None).settings

    def report(self, message: str) -> None:
        """Print `message` on stderr if the user asked for a verbose run."""
        if self.verbose:
            print(f"periclase: {message}", file=sys.stderr)


class Known(NamedTuple):
    """A setting that exists.

    Attributes:
        name: `verbose`, `cache.dir`.
        rule: which values it takes.
        meaning: one line for its reader.
        default: its value where nobody says anything.
    """

    name: str
    rule: Rule
    meaning: str
    default: object

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return PREFIX + self.name.replace(".", "_").upper()


SECTIONS: Mapping[str, type[Any]] = {
    "cache": CacheSettings,
    "runtime": RuntimeSettings,
    "autotune": AutotuneSettings,
    "trace": TraceSettings,
}

_MEANINGS: tuple[tuple[str, Rule, str], ...] = (
    ("verbose", Switch(), "say on stderr what is compiled, collected, and taken from a cache"),
    ("dump_mir", Switch(), "print `mir` on stderr after the import and after `mem2reg`"),
    ("dump_llvm", Switch(), "print LLVM IR on stderr before and after LLVM's optimiser"),
    (
        "show_rustc_mir",
        Switch(),
        "print the MIR that rustc makes of a kernel in Rust on stderr when it is imported",
    ),
    ("ptx_dir", Folder(), "a folder that receives the PTX of every kernel compiled"),
    ("target", Text(), "the GPU target (`sm_90`) where no argument names one"),
    ("libdevice", File(), "NVIDIA's `libdevice.10.bc`, where it is in no place that is searched anyway"),
    (
        "cache.dir",
        FolderOrOff(),
        "the folder of the cache; `off` keeps nothing; unset: the platform's place for caches",
    ),
    ("cache.max_bytes", Bytes(), "the bytes that compiled kernels may take there"),
    ("runtime.workers", Whole(1), "threads that run kernels on the CPU; unset: one a usable core"),
    (
        "runtime.verify_effects",
        Switch(),
        "check after every launch on the CPU that what a kernel only reads is unchanged",
    ),
    (
        "runtime.check_accesses",
        Switch(),
        "have the simulator look for races, and for reads of shared and local memory that nobody has written",
    ),
    (
        "runtime.shutdown_seconds",
        Seconds(),
        "how long the end of the process waits for launches that are under way",
    ),
    (
        "runtime.max_memory_bytes",
        Bytes(),
        "memory that the buffers of a device may take together; unset: what the device has",
    ),
    (
        "runtime.max_idle_bytes",
        Bytes(),
        "freed memory that a device keeps for the next buffers; unset: all of it",
    ),
    (
        "runtime.report_unread",
        Switch(),
        "name on stderr, at the end of the process, the failures that nobody asked for",
    ),
    (
        "autotune.level",
        Choice(AUTOTUNE_LEVELS),
        "how many candidates are measured; `off` takes the first that works",
    ),
    ("autotune.min_samples", Whole(1), "measurements of a candidate before it may be dropped"),
    ("autotune.max_samples", Whole(1), "most measurements of a candidate"),
    ("autotune.cache", Switch(), "keep winners in the cache's folder"),
    ("autotune.progress", Switch(), "show a progress bar for long tunings, on a terminal"),
    ("trace.file", File(), "where the trace of the whole process is written at its end; unset: none is made"),
)


def _default(name: str) -> object:
    section, _, key = name.rpartition(".")
    return getattr(getattr(_DEFAULTS, section) if section else _DEFAULTS, key)


_DEFAULTS = Settings()


KNOWN: Mapping[str, Known] = {
    name: Known(name, rule, meaning, _default(name)) for name, rule, meaning in _MEANINGS
}
"""Every setting by name."""
VARIABLES: Mapping[str, Known] = {known.variable: known for known in KNOWN.values()}
"""Every setting by its environment variable."""


class Origin(NamedTuple):
    """A value and where it was said: `default`, the name of a variable, or `file:line`."""

    value: Any
    place: str


class Resolved(NamedTuple):
    """Settings, and where each of them comes from.

    Attributes:
        settings: the typed object.
        said: by name, what is not left at its default.
        file: the file that was read, or None.
    """

    settings: Settings
    said: Mapping[str, Origin]
    file: Path | None

    @property
    def origins(self) -> Mapping[str, Origin]:
        """By name, every setting of `KNOWN`."""
        return {
            name: self.said.get(name) or Origin(known.default, "default") for name, known in KNOWN.items()
        }


def resolve(environment: Mapping[str, str], directory: str | os.PathLike[str] | None) -> Resolved:
    """The settings of a process with this environment that was started in `directory`.

    Raises:
        ConfigurationError: every name that does not exist and value that means nothing, in file and environment.
    """
    problems: list[Diagnostic] = []
    said: dict[str, Origin] = {}
    file = _file(environment, directory)
    if file is not None:
        from periclase.settings_file import read_settings

        said.update(read_settings(file, problems))
    for variable in environment:
        if variable.startswith(PREFIX):
            _take_variable(variable, environment[variable], said, problems)
    if problems:
        from periclase.diagnostics import ConfigurationError

        raise ConfigurationError(problems)
    return Resolved(_built(said), said, file)


def _take_variable(variable: str, text: str, said: dict[str, Origin], problems: list[Diagnostic]) -> None:
    known = VARIABLES.get(variable)
    if known is None:
        if variable != CONFIG_VARIABLE:
            problems.extend(_resembling(variable))
        return
    text = text.strip()
    if not text:  # as if it were not there
        return
    try:
        said[known.name] = Origin(known.rule.from_text(text), variable)
    except ValueError:
        from periclase.diagnostics import Diagnostic

        problems.append(
            Diagnostic(
                "PC0815",
                f"the environment variable {variable} must be {known.rule.wanted}, not {text!r}",
                help=f"it means: {known.meaning}",
            )
        )


def _resembling(variable: str) -> Iterator[Diagnostic]:
    """The error for a variable that is a known one misspelt; none for one that is not ours."""
    import difflib

    close = difflib.get_close_matches(variable, [*VARIABLES, CONFIG_VARIABLE], n=1, cutoff=0.8)
    if close:
        from periclase.diagnostics import Diagnostic

        yield Diagnostic(
            "PC0814",
            f"the environment variable {variable} sets nothing",
            help=f"did you mean {close[0]}? `periclase config` lists all of them",
        )


def _file(environment: Mapping[str, str], directory: str | os.PathLike[str] | None) -> Path | None:
    named = environment.get(CONFIG_VARIABLE, "").strip()
    if named.lower() == "off":
        return None
    found = named or (None if directory is None else _nearest(os.fspath(directory)))
    if found is None:
        return None
    from pathlib import Path  # some milliseconds, which most processes can do without: they have no file

    return Path(found)


def _nearest(folder: str) -> str | None:
    """The configuration file in `folder`, or in the nearest one above that has one."""
    while True:
        own = os.path.join(folder, "periclase.toml")
        if os.path.isfile(own):
            return own
        project = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(project) and _mentions_us(project):
            from pathlib import Path

            from periclase.settings_file import has_table

            if has_table(Path(project)):
                return project
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _mentions_us(project: str) -> bool:
    """Whether it is worth parsing, which takes a reader of TOML: most projects have nothing to say to us, also those that
    depend on us. Never false where there is the table `[tool.periclase]`, in whatever way it is spelt."""
    try:
        with open(project, "rb") as file:
            text = file.read()
    except OSError:
        return False
    if b"periclase" not in text:
        return False
    import re

    # `[tool.periclase]`, `tool.periclase.… =`, `tool = {periclase = …}`; or `[tool]`, and then any key.
    ours = rb"""^[^\n#]*\btool["']?[ \t]*(?:=|\.[^\n]*periclase)|^[ \t]*\[[ \t]*["']?tool["']?[ \t]*\]"""
    return re.search(ours, text, re.MULTILINE) is not None


def _built(said: Mapping[str, Origin]) -> Settings:
    given: dict[str, dict[str, Any]] = {}
    for name, origin in said.items():
        section, _, key = name.rpartition(".")
        given.setdefault(section, {})[key] = origin.value
    top = given.pop("", {})
    return Settings(**top, **cast(Any, {name: SECTIONS[name](**values) for name, values in given.items()}))


_current: Resolved | None = None


def resolved_settings() -> Resolved:
    """The settings of this process with their origins; environment and file are read at the first call.

    Raises:
        ConfigurationError: they are wrong. Nothing is kept then: the next call reads them again.
    """
    global _current
    if _current is None:
        try:
            directory = os.getcwd()
        except OSError:  # the working directory is gone
            directory = None
        _current = resolve(os.environ, directory)
    return _current


def settings() -> Settings:
    """The settings of this process; environment and file are read at the first call.

    Raises:
        ConfigurationError: they are wrong.
    """
    return (_current or resolved_settings()).settings


def reload_settings() -> Settings:
    """Read environment and file again: for tests and notebooks that change them in a running process."""
    global _current
    _current = None
    return settings()
