"""What every tool does the same way: exit codes, diagnostics on stderr, files, and never a traceback for the user's mistake.

| code | meaning                                                               |
| ---- | --------------------------------------------------------------------- |
| 0    | done                                                                  |
| 1    | refused, and a diagnostic says why                                    |
| 2    | bad usage of the command line                                         |
| 70   | a fault of our own (`EX_SOFTWARE`); `PERICLASE_VERBOSE=1` shows where |
| 130  | interrupted                                                           |
"""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from periclase.diagnostics import Diagnostic, DiagnosticError, Severity, where_to_read_on

OK = 0
REFUSED = 1
USAGE = 2
INTERNAL = 70
INTERRUPTED = 130

MOST_NAMES_SHOWN = 12

_COLOURS = {"error": "31", "warning": "33", "remark": "34"}
_HEADLINE = re.compile(r"^(error|warning|remark)(\[\w+\]): (.*)$", re.MULTILINE)
_CARET = re.compile(r"(?<=\| )( *)(\^+)$", re.MULTILINE)


class ToolError(DiagnosticError):
    """A tool can not do what it was asked for: a file, a name or a piece of text on its command line is at fault."""


def refuse(code: str, message: str, help: str | None = None) -> ToolError:
    """The error of a tool that has no place in a source file to point to."""
    return ToolError(Diagnostic(code, message, help=help))


def did_you_mean(name: str, known: Iterable[str], shown: Iterable[str] = ()) -> str | None:
    """A help text that names what resembles `name`, or lists what there is, or None where there is nothing.

    Of `known` those in `shown` are listed first.
    """
    first = sorted(shown)
    names = [*first, *sorted(set(known) - set(first))]
    close = difflib.get_close_matches(name, names, n=3)
    if close:
        return "did you mean " + " or ".join(f"`{candidate}`" for candidate in close) + "?"
    if not names:
        return None
    some = ", ".join(f"`{candidate}`" for candidate in names[:MOST_NAMES_SHOWN])
    more = len(names) - MOST_NAMES_SHOWN
    return f"known are {some}" + (f" and {more} more" if more > 0 else "")


def coloured(text: str) -> str:
    """The rendered diagnostics `text` with the colours of a terminal."""
    text = _HEADLINE.sub(
        lambda match: f"\x1b[1;{_COLOURS[match[1]]}m{match[1]}{match[2]}\x1b[0m\x1b[1m: {match[3]}\x1b[0m",
        text,
    )
    return _CARET.sub("\\1\x1b[1;31m\\2\x1b[0m", text)


def is_terminal(stream: object) -> bool:
    """Whether somebody reads `stream` as it is written."""
    ask = getattr(stream, "isatty", None)
    return bool(ask and ask())


def wants_colour(stream: object) -> bool:
    """Whether `stream` is a terminal whose user has not asked for plain text (`NO_COLOR`)."""
    return is_terminal(stream) and "NO_COLOR" not in os.environ


def print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Show `diagnostics` on stderr; on a terminal in colour, and with a line that says where there is more about them."""
    shown = tuple(diagnostics)
    text = "\n\n".join(map(str, shown))
    if not is_terminal(sys.stderr):
        print(text, file=sys.stderr)
        return
    more = where_to_read_on(shown)
    text = (coloured(text) if wants_colour(sys.stderr) else text) + (f"\n\n{more}" if more else "")
    print(text, file=sys.stderr)


def internal_error(error: BaseException) -> Diagnostic:
    """A diagnostic for an exception that no stage has turned into one: a fault of Periclase's."""
    text = str(error).strip()
    first_line = text.splitlines()[0] if text else ""
    return Diagnostic(
        "PC0807",
        f"internal error: {type(error).__name__}" + (f": {first_line}" if first_line else ""),
        help="please report it, with the input; PERICLASE_VERBOSE=1 shows where it came from",
        severity=Severity.ERROR,
    )


def read_bytes(path: str) -> bytes:
    """What the file `path` holds, or standard input for `-`."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise refuse("PC0801", f"cannot read {path}: {error.strerror or error}") from error


def read_text(path: str) -> str:
    """The text of the file `path`, or of standard input for `-`."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise refuse("PC0801", f"cannot read {path}: it is not UTF-8 text") from error


def write_output(data: str | bytes, path: str | None) -> None:
    """Write `data` to the file `path`, or to standard output for None and `-`.

    Raises:
        ToolError: the file can not be written, or `data` is binary and standard output is a terminal.
    """
    if path is not None and path != "-":
        try:
            if isinstance(data, str):
                Path(path).write_text(data, encoding="utf-8")
            else:
                Path(path).write_bytes(data)
        except OSError as error:
            raise refuse("PC0801", f"cannot write {path}: {error.strerror or error}") from error
        return
    if isinstance(data, str):
        sys.stdout.write(data if data.endswith("\n") or not data else data + "\n")
    else:
        if sys.stdout.isatty():
            raise refuse(
                "PC0805", "not writing binary code to a terminal", help="name a file with -o, or pipe it"
            )
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    sys.stdout.flush()


def _is_verbose() -> bool:
    from periclase.settings import settings

    try:
        return settings().verbose
    except DiagnosticError:  # wrong settings are told by whoever needs them
        return False


def run_command(body: Callable[[], int]) -> int:
    """Run the `body` of a tool and turn whatever it raises into a message on stderr and an exit code."""
    try:
        code = body()
        sys.stdout.flush()
        return code
    except DiagnosticError as error:
        print_diagnostics(error.diagnostics)
        return REFUSED
    except BrokenPipeError:
        # The reader has gone (`| head`). Nothing more may be written, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        if _is_verbose():
            import traceback

            traceback.print_exc()
        print_diagnostics((internal_error(error),))
        return INTERNAL
