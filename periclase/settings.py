"""What the environment says to Periclase: one typed object, read once, quiet by default.

| variable                    | meaning                                                                     |
| --------------------------- | --------------------------------------------------------------------------- |
| `PERICLASE_VERBOSE`         | say on stderr what is compiled, collected, and taken from a cache           |
| `PERICLASE_DUMP_MIR`        | print `mir` on stderr after the import and after `mem2reg`                  |
| `PERICLASE_DUMP_LLVM`       | print LLVM IR on stderr before and after LLVM's optimiser                   |
| `PERICLASE_PTX_DIR`         | a folder that receives the PTX of every kernel compiled                     |
| `PERICLASE_TARGET`          | the GPU target (`sm_90`) where no argument names one                        |
| `PERICLASE_CACHE_DIR`       | where artifacts are kept; `off` keeps none                                  |
| `PERICLASE_LIBDEVICE`       | NVIDIA's `libdevice.10.bc`, where it is in no place that is searched anyway |

A switch is on for any value but the empty string, `0`, `false`, `no` and `off` (in any case of letters).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_OFF = frozenset({"", "0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a process. Immutable: tests make their own, or read another environment.

    Attributes:
        verbose: report on stderr what the compiler does.
        dump_mir: print `mir` after the import and after `mem2reg`.
        dump_llvm: print LLVM IR before and after optimisation.
        ptx_dir: where each kernel's PTX is written as well, or None.
        target: the GPU target to compile for where the caller names none, or None.
        cache_dir: the folder of the artifact cache, or None for the default place of the platform.
        cache_enabled: False where `PERICLASE_CACHE_DIR=off`.
        libdevice: the bitcode library of device mathematics, or None to search for it.
    """

    verbose: bool = False
    dump_mir: bool = False
    dump_llvm: bool = False
    ptx_dir: Path | None = None
    target: str | None = None
    cache_dir: Path | None = None
    cache_enabled: bool = True
    libdevice: Path | None = None

    @staticmethod
    def from_environment(environment: Mapping[str, str]) -> Settings:
        """The settings that `environment` (usually `os.environ`) asks for."""

        def switch(name: str) -> bool:
            return environment.get(name, "").strip().lower() not in _OFF

        def path(name: str) -> Path | None:
            text = environment.get(name, "").strip()
            try:
                return Path(text).expanduser() if text else None
            except RuntimeError:  # `~name` of nobody: then it is the name of a folder
                return Path(text)

        cache_off = environment.get("PERICLASE_CACHE_DIR", "").strip().lower() == "off"
        return Settings(
            verbose=switch("PERICLASE_VERBOSE"),
            dump_mir=switch("PERICLASE_DUMP_MIR"),
            dump_llvm=switch("PERICLASE_DUMP_LLVM"),
            ptx_dir=path("PERICLASE_PTX_DIR"),
            target=environment.get("PERICLASE_TARGET", "").strip() or None,
            cache_dir=None if cache_off else path("PERICLASE_CACHE_DIR"),
            cache_enabled=not cache_off,
            libdevice=path("PERICLASE_LIBDEVICE"),
        )

    def report(self, message: str) -> None:
        """Print `message` on stderr if the user asked for a verbose run."""
        if self.verbose:
            print(f"periclase: {message}", file=sys.stderr)


_current: Settings | None = None


def settings() -> Settings:
    """The settings of this process; the environment is read at the first call."""
    global _current
    if _current is None:
        _current = Settings.from_environment(os.environ)
    return _current


def reload_settings() -> Settings:
    """Read the environment again: for tests and notebooks that change it in a running process."""
    global _current
    _current = None
    return settings()
