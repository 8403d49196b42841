"""LLVM in a process of its own, for what it may not survive.

The process has the environment, and so the settings, of this one. It is started with the first text that is not ordinary
(`periclase.codegen.llvm_ordinary`) and stays for the next one. Where LLVM ends it, or does not come to
an end, that is a diagnostic with LLVM's last words, and the next text gets a new process.

A request and an answer are each a length of eight bytes and a pickled value; both sides are this file.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import re
import struct
import subprocess
import sys
import tempfile
import threading
from typing import IO, Any, Final, cast

from periclase.diagnostics import CompileError, Diagnostic, Note
from periclase.settings import settings

_LENGTH: Final = struct.Struct("<Q")
_SECONDS: Final = 15.0
"""Of processor time that a module may take. LLVM's time grows with the square, or worse, of what makes a text odd."""
_PATIENCE: Final = 8
"""So many times that by the clock on the wall, for machines that do something else as well."""
_WORDS: Final = re.compile(r"LLVM ERROR: .*|.*Assertion .*|.*: error: .*|In function: .*|Integer too large.*")
_PLACE: Final = re.compile(r"^\S*?: \S*/(?P<file>[\w.]+):\d+: .*Assertion (?P<what>.*) failed\.$")

_here: bool = False
"""Whether this is the process apart."""


class _Process:
    def __init__(self) -> None:
        self.owner = os.getpid()
        """Who may ask it: not what this process becomes by `fork`."""
        self.settings = settings()
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "periclase.codegen.llvm_apart"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                # Where this process has its modules from, however it came by that; and not from where it happens to be.
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(str(path) or os.getcwd() for path in sys.path),
                    "PYTHONSAFEPATH": "1",
                },
            )
        except OSError:
            self.errors.close()
            raise

    def ask(self, request: object) -> Any:
        """The answer to `request`.

        Raises:
            EOFError: the process has ended.
            TimeoutError: it was ended, for it took too long.
        """
        assert self.running.stdin is not None
        assert self.running.stdout is not None
        self.errors.seek(0)
        self.errors.truncate()
        late = threading.Event()

        def end() -> None:
            late.set()
            self.running.kill()

        timer = threading.Timer(_SECONDS * _PATIENCE, end)
        timer.daemon = True
        timer.start()
        try:
            _write(self.running.stdin, request)
            return _read(self.running.stdout)
        except (OSError, EOFError):
            self.running.wait()
            # By the limit of processor time, where the system knows one.
            if late.is_set() or self.running.returncode == -24:
                raise TimeoutError from None
            raise EOFError from None
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the process."""
        if self.owner == os.getpid():
            for stream in (self.running.stdin, self.running.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            self.running.kill()
            self.running.wait()
        self.errors.close()

    def said(self) -> str:
        """What it printed since it was asked."""
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def last_words(self) -> tuple[str, ...]:
        """What LLVM said when it ended the process."""
        lines = self.said().splitlines()
        found = [line.strip()[:300] for line in lines if _WORDS.search(line) is not None]
        return tuple(_PLACE.sub(r"\g<file>: \g<what>", line) for line in found[:4])


_lock = threading.Lock()
_process: _Process | None = None


def _write(stream: IO[bytes], value: object) -> None:
    data = pickle.dumps(value)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _read(stream: IO[bytes]) -> Any:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def is_apart() -> bool:
    """Whether this is the process that LLVM may end."""
    return _here


def apart(function: str, *arguments: object, suspected: str, gpu: bool, **keywords: object) -> Any:
    """What `function` (`periclase.codegen.ptx:emit_ptx`) gives for the arguments, called in the process apart.

    Args:
        function: the module and the name.
        arguments: of the function, as are the other `keywords`.
        suspected: the text of LLVM IR among them, in which a reason is looked for if LLVM ends.
        gpu: whether it is compiled for one.

    Raises:
        CompileError: PC0538 if LLVM ended that process or took too long, or would never come to an end; else as the function.
    """
    global _process
    if (circle := _inlined_in_a_circle(suspected)) is not None:
        raise _endless(circle)
    with _lock:
        if (
            _process is None
            or _process.owner != os.getpid()
            or _process.running.poll() is not None
            or _process.settings != settings()
        ):
            if _process is not None:
                _process.close()
            else:
                atexit.register(_close)
            try:
                _process = _Process()
            except OSError as error:
                _process = None
                raise _not_started(error) from None
        try:
            good, answer = _process.ask((function, arguments, keywords))
        except (EOFError, TimeoutError) as error:
            words = _process.last_words()
            if _process.settings.dump_llvm:
                sys.stderr.write(_process.said())
            _process.close()
            _process = None
            raise _ended(isinstance(error, TimeoutError), words, suspected, gpu) from None
        except BaseException:
            # Interrupted while it waited: the answer that is still to come is not that of the next request.
            _process.close()
            _process = None
            raise
        if _process.settings.dump_llvm:
            sys.stderr.write(_process.said())
    if good:
        return answer
    if isinstance(answer, tuple):
        raise CompileError(cast("tuple[Diagnostic, ...]", answer))
    raise RuntimeError(answer)


def _close() -> None:
    if _process is not None:
        _process.close()


_INLINED: Final = re.compile(
    r"^!(?P<name>\d+) = (?:distinct )?!DILocation\(.*\binlinedAt: !(?P<at>\d+)\b.*\)", re.MULTILINE
)


def _inlined_in_a_circle(text: str) -> str | None:
    """A location in `text`, as written, that is inlined within itself; None if there is none. LLVM follows it without end."""
    found = {match["name"]: match for match in _INLINED.finditer(text)}
    over: set[str] = set()
    for name in found:
        way: set[str] = set()
        while name in found and name not in over:
            if name in way:
                return found[name][0]
            way.add(name)
            name = found[name]["at"]
        over |= way
    return None


def _endless(place: str) -> CompileError:
    return CompileError(
        Diagnostic(
            "PC0538",
            "debug information says that a call is inlined within itself, along which LLVM goes without end",
            notes=(Note(f"`{place[:300]}`"),),
            help="let each `inlinedAt` lead to the function that the instruction stands in",
        )
    )


def _not_started(error: OSError) -> CompileError:
    return CompileError(
        Diagnostic(
            "PC0538",
            "the module is so unusual that LLVM may not survive it, and no process can be started for it",
            notes=(Note(f"{sys.executable}: {error.strerror}"),),
            help="use types and operations that compilers use",
        )
    )


def _ended(late: bool, words: tuple[str, ...], text: str, gpu: bool) -> CompileError:
    from periclase.codegen.llvm_places import suspect

    span, unusual = suspect(text, words, gpu=gpu)
    message = (
        "LLVM did not come to an end with the module"
        if late
        else "LLVM can not compile the module, and gave up"
    )
    return CompileError(
        Diagnostic(
            "PC0538",
            message,
            span,
            notes=(*(Note(f"LLVM said: {line}") for line in words), *(() if unusual is None else (unusual,))),
            help="something in it is so unusual that LLVM has no code for it: use types and operations that compilers use",
        )
    )


def _limit() -> None:
    """The next request may take so much processor time."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + _SECONDS) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or seconds < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    import importlib

    while True:
        try:
            function, arguments, keywords = _read(requests)
        except EOFError:
            return
        _limit()
        module, _, name = function.partition(":")
        try:
            answer = (True, getattr(importlib.import_module(module), name)(*arguments, **keywords))
        except CompileError as error:
            answer = (False, tuple(error.diagnostics))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        _write(answers, answer)


def _main() -> None:
    from periclase.codegen import llvm_apart

    llvm_apart._here = True  # pyright: ignore[reportPrivateUsage]: this file under its own name
    # What LLVM, or a dump that was asked for, prints is no answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    llvm_apart._serve(sys.stdin.buffer, answers)  # pyright: ignore[reportPrivateUsage]


if __name__ == "__main__":
    _main()
