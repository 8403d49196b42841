"""The compiler as the runtime finds it."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from periclase.codegen.cpu import ahead, support
from periclase.codegen.service import compiler

COLD = """
import sys, threading
from periclase.codegen import native, service
assert "xdsl" not in sys.modules, "it is to be light"
from periclase.codegen.cpu import ahead, support
begun, imported = threading.Event(), []

def emitted(*_, **__):
    begun.set()
    imported.append("xdsl.dialects.builtin" in sys.modules)
    raise RuntimeError("not now")

real, native.emit_object = native.emit_object, emitted
ahead.begin_support()
assert begun.wait(30)
native.emit_object = real
# What failed ahead of time is made when it is asked for.
assert support.support_object("block_driver")[:4] == b"\\x7fELF"
print(imported[0])
"""


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_native_code_that_every_process_needs_is_made_without_the_compiler_of_kernels() -> None:
    assert run(COLD) == "False"


def test_where_no_thread_is_to_be_had_nothing_is_made_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    ahead.begin_support.__wrapped__()


def test_an_object_is_made_once_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    together = threading.Barrier(4)

    def emitted(ir: str, **options: Any) -> bytes:
        asked.append(ir)
        return real(ir, **options)

    real = support.native.emit_object
    monkeypatch.setattr(support.native, "emit_object", emitted)
    monkeypatch.delitem(support._made, "bfloat16", raising=False)  # pyright: ignore[reportPrivateUsage]
    found: list[bytes] = []

    def ask() -> None:
        together.wait(30)
        found.append(compiler().runtime_object("bfloat16"))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(asked) == 1
    assert len(found) == 4
    assert len(set(found)) == 1


def test_there_is_no_such_part() -> None:
    with pytest.raises(FileNotFoundError):
        compiler().runtime_object("no_such_part")
