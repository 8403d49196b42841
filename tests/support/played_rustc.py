"""A `rustc` that only plays one: it says which it is, "compiles" our crates to empty files, and says of others what it is told.

For what does not depend on what Rust is: versions, messages, caches. Where there is a real one, the other tests have it.
"""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

_PROGRAM = """\
#!{python}
import os, sys

arguments = sys.argv[1:]
with open({log!r}, "a") as log:
    log.write(" ".join(arguments) + "\\n")
if arguments == ["-vV"]:
    print({verbose!r})
    sys.exit(0)
for argument in arguments:
    if argument.startswith("-o"):
        open(argument[2:], "w").close()
    elif argument.startswith("--emit="):
        for part in argument[len("--emit="):].split(","):
            kind, _, file = part.partition("=")
            with open(file, "w") as made:
                if kind == "dep-info":
                    made.write(file + ": " + arguments[-1] + "\\n\\n" + arguments[-1] + ":\\n")
                elif kind == "mir":
                    made.write({mir!r})
if not arguments[-1].endswith("/lib.rs") and {error!r}:
    print({error!r}, file=sys.stderr)
    sys.exit(1)
"""


class PlayedRustc:
    """The program in a folder.

    Args:
        folder: where it is put.
        release: the version that it says it is.
        error: the message, as rustc's JSON has it, for every crate but ours; None for none.
        mir: the MIR text of every crate.
    """

    def __init__(
        self,
        folder: Path,
        release: str = "1.95.0",
        error: Mapping[str, object] | None = None,
        mir: str = "",
    ):
        self.program = folder / "rustc"
        self._log = folder / "rustc.log"
        text = _PROGRAM.format(
            python=sys.executable,
            log=str(self._log),
            verbose=f"rustc {release} (played)\nrelease: {release}",
            error="" if error is None else json.dumps(error),
            mir=mir,
        )
        self.program.write_text(text, encoding="utf-8")
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    @property
    def calls(self) -> list[str]:
        """The arguments of every run so far."""
        return self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []


MISMATCH = {
    "level": "error",
    "message": "mismatched types",
    "code": {"code": "E0308"},
    "spans": [
        {
            "file_name": "fill.rs",
            "line_start": 6,
            "line_end": 6,
            "column_start": 18,
            "column_end": 21,
            "is_primary": True,
        }
    ],
    "rendered": """\
error[E0308]: mismatched types
 --> fill.rs:6:18
  |
6 |         *place = 1.0;
  |         ------   ^^^ expected `i32`, found floating-point number
  |         |
  |         expected due to the type of this binding
""",
}
"""What rustc says of the example of a page."""
