"""Interrupts at every bytecode: an action is run again and again, and each time Ctrl-C comes before another instruction of it.

Only instructions of the runtime count, each once: where it stands, not how often it runs. The signal is a real one, so what
defers it defers it here too; but it comes at nearly any instruction, not only where Python looks for signals. The exception are
those between the end of a `with` or `try` and the call that ends it (of `__exit__`, mostly): Python looks for signals in calls,
what it finds within the block is raised within the block, and there is no other way to write it.

What another thread raises into this one (`PyThreadState_SetAsyncExc`) nobody defers. It is raised where Python looks for it, and
only there: at the beginning of a function of Python, behind a call of C, and at the end of a turn of a loop.
"""

from __future__ import annotations

import dis
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FrameType
from typing import Any

Position = tuple[CodeType, int]
"""An instruction: the code, and where in it."""


class Hanging(BaseException):
    """An action has not ended in time."""


@cache
def _handlers(code: CodeType) -> dict[int, int]:
    """By the place of an instruction, where an exception goes that is raised there."""
    parse: Any = dis._parse_exception_table  # type: ignore[attr-defined]
    return {at: entry.target for entry in parse(code) for at in range(entry.start, entry.end, 2)}


@cache
def _calls(code: CodeType) -> frozenset[int]:
    """The places of its calls."""
    return frozenset(each.offset for each in dis.get_instructions(code) if each.opname.startswith("CALL"))


@contextmanager
def _traced(meet: Callable[[Position], None]) -> Iterator[None]:
    """Within, `meet` is called before each instruction of the runtime on this thread that does not belong to a block's end."""

    def enter(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_globals.get("__name__", "").startswith("periclase."):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        code = frame.f_code
        handlers, calls = _handlers(code), _calls(code)
        handler: int | None = None
        leaving = called = False

        def watch(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal handler, leaving, called
            if event == "opcode":
                at = frame.f_lasti
                before, handler = handler, handlers.get(at)
                if called:
                    leaving = False
                if handler != before and before is not None:
                    leaving = True
                called = at in calls
                if not leaving:
                    meet((code, at))
            return watch

        return watch

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)


def positions(action: Callable[[], object]) -> list[Position]:
    """The instructions that `action` runs on this thread, in the order in which they are first met."""
    found: dict[Position, None] = {}
    with _traced(lambda position: found.setdefault(position)):
        action()
    return list(found)


def interrupted(action: Callable[[], object], position: Position) -> bool:
    """Run `action` on the main thread; before the instruction at `position`, the first time it is met, comes Ctrl-C.

    Returns:
        Whether `KeyboardInterrupt` left `action`. It does not if that instruction is not met this time, and where Python tells
        nobody, in a finaliser.
    """
    waiting = [position]

    def meet(met: Position) -> None:
        if waiting and met == position:
            waiting.clear()
            signal.raise_signal(signal.SIGINT)

    try:
        with _traced(meet):
            action()
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def hanging_after(seconds: float) -> Iterator[None]:
    """What takes longer raises `Hanging`, on the main thread."""

    def hang(number: int, frame: FrameType | None) -> None:
        raise Hanging(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, hang)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@cache
def _looks(code: CodeType) -> frozenset[int]:
    """The places of its instructions behind which Python looks for what is raised into the thread."""
    return _calls(code) | {
        each.offset for each in dis.get_instructions(code) if each.opname == "JUMP_BACKWARD"
    }


class Torn(BaseException):
    """What is raised into a thread from outside."""


def torn(action: Callable[[], object], module: str, position: Position | None = None) -> list[Position]:
    """Run `action`, and raise `Torn` into it at `position`, the first time that it is met.

    Returns:
        Where Python looked for such exceptions in functions of `module`, on this thread and each place once. The beginning of a
        function is at -1. After `position` come those that the handlers of `Torn` have met.
    """
    met: dict[Position, None] = {}
    calling: set[FrameType] = set()

    def meet(here: Position) -> None:
        new = here not in met
        met[here] = None
        if new and here == position:
            raise Torn

    def enter(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_back is not None:
            calling.add(frame.f_back)
        if frame.f_globals.get("__name__") != module:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        code = frame.f_code
        looks, behind = _looks(code), False

        def watch(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal behind
            looked, behind = behind, False
            if event == "opcode":
                # Behind a function of Python it has looked already.
                called = frame in calling
                calling.discard(frame)
                if looked and not called:
                    meet((code, frame.f_lasti))
                behind = frame.f_lasti in looks
            elif event == "return":
                calling.discard(frame)
            return watch

        meet((code, -1))
        return watch

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        action()
    except Torn:
        pass
    finally:
        sys.settrace(before)
    return list(met)
