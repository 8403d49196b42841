"""The device channel: whoever takes the role is alone, in order, and nothing that happens leaves anybody waiting for ever."""

from __future__ import annotations

import _signal
import ctypes
import functools
import gc
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
import weakref
from contextlib import suppress

import pytest
from bytecodes import Torn, torn

from periclase.diagnostics import DiagnosticError
from periclase.runtime import channel as channels
from periclase.runtime.channel import DeviceChannel

WAIT = 30
"""Seconds after which a test that waits has failed."""


@pytest.fixture
def channel():
    made = DeviceChannel("test-channel")
    yield made
    assert made.shutdown(WAIT)


@pytest.fixture
def shown(monkeypatch):
    """Exceptions that were shown, since nobody waited for them."""
    told = []
    monkeypatch.setattr(threading, "excepthook", lambda error: told.append(error.exc_value))
    return told


def in_thread(function):
    """Start a thread that runs `function`."""
    thread = threading.Thread(target=function)
    thread.start()
    return thread


class Blocked:
    """Holds the role on a thread of its own until it is let go."""

    def __init__(self, channel):
        self.entered = threading.Event()
        self._go = threading.Event()
        self._thread = in_thread(lambda: channel.exclusive(self._hold))
        assert self.entered.wait(WAIT)

    def _hold(self):
        self.entered.set()
        assert self._go.wait(WAIT)

    def let_go(self):
        self._go.set()
        self._thread.join(WAIT)
        assert not self._thread.is_alive()


# ------------------------------------------------------------------------------------------------- order and delivery ----


def test_tasks_run_in_order_and_share_state(channel):
    seen = []
    for number in range(1000):
        channel.submit(lambda number=number: seen.append(number))
    assert channel.drain(WAIT)
    assert seen == list(range(1000))


def test_a_lone_task_is_delivered_without_being_asked_for(channel):
    delivered = threading.Event()
    channel.submit(delivered.set)
    assert delivered.wait(WAIT)


def test_a_sleeping_thread_wakes(channel):
    for _ in range(3):
        delivered = threading.Event()
        channel.submit(delivered.set)
        assert delivered.wait(WAIT)
        assert channel.drain(WAIT)


def test_a_blocking_call_comes_after_what_was_submitted(channel):
    seen = []
    for number in range(100):
        channel.submit(lambda number=number: seen.append(number))
    assert channel.submit_blocking(lambda: list(seen)) == list(range(100))


def test_a_blocking_call_runs_on_the_thread_that_called(channel):
    local = []
    assert channel.submit_blocking(lambda: local.append(threading.get_ident())) is None
    blocked = Blocked(channel)
    waiting = in_thread(lambda: channel.submit_blocking(lambda: local.append(threading.get_ident())))
    blocked.let_go()
    waiting.join(WAIT)
    assert local == [threading.get_ident(), waiting.ident]


def test_counting_from_many_threads_is_exact(channel):
    total = [0]

    def add():
        total[0] += 1

    def work():
        for _ in range(200):
            channel.submit(add)
            channel.submit_blocking(add)

    threads = [in_thread(work) for _ in range(8)]
    for thread in threads:
        thread.join(WAIT)
    assert channel.submit_blocking(lambda: total[0]) == 8 * 400


def test_each_thread_finds_its_own_tasks_done(channel):
    wrong = []

    def work():
        mine = []
        for number in range(200):
            channel.submit(lambda number=number: mine.append(number))
            if channel.submit_blocking(lambda: len(mine)) != number + 1:
                wrong.append(number)

    threads = [in_thread(work) for _ in range(4)]
    for thread in threads:
        thread.join(WAIT)
    assert wrong == []


def test_nobody_comes_into_an_exclusive_function(channel):
    inside = []
    wrong = []

    def enter():
        inside.append(1)
        if len(inside) != 1:
            wrong.append(len(inside))
        inside.pop()

    def work():
        for _ in range(100):
            channel.submit(enter)
            channel.exclusive(enter)

    threads = [in_thread(work) for _ in range(4)]
    for thread in threads:
        thread.join(WAIT)
    assert channel.drain(WAIT)
    assert wrong == []


def test_captured_objects_are_dropped_once_a_task_has_run(channel):
    class Thing:
        pass

    things = [Thing() for _ in range(3)]
    alive = [weakref.ref(thing) for thing in things]
    channel.submit(lambda thing=things[0]: None)
    channel.submit_blocking(lambda thing=things[1]: None)
    channel.exclusive(lambda thing=things[2]: None)
    assert channel.drain(WAIT)
    things.clear()
    gc.collect()
    assert [reference() for reference in alive] == [None] * 3


# ------------------------------------------------------------------------------------------------------------ errors ----


class Odd(BaseException):
    """Not even an `Exception`, with a value."""


@pytest.mark.parametrize("call", ["submit_blocking", "exclusive"])
@pytest.mark.parametrize(
    "error", [ValueError("formatted 42"), Odd(7), KeyError(3), SystemExit(2), StopIteration(5)], ids=repr
)
def test_a_blocking_call_raises_the_very_exception(channel, call, error):
    def fail():
        raise error

    with pytest.raises(type(error)) as caught:
        getattr(channel, call)(fail)
    assert caught.value is error
    names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    assert names[0] == "test_a_blocking_call_raises_the_very_exception"
    assert names[-1] == "fail"
    assert channel.submit_blocking(lambda: "alive") == "alive"


def test_a_blocking_call_that_had_to_wait_raises_the_very_exception(channel):
    caught = []

    def call():
        try:
            channel.submit_blocking(lambda: [][1])
        except IndexError as error:
            caught.append(traceback.extract_tb(error.__traceback__)[-1].line)

    blocked = Blocked(channel)
    waiting = in_thread(call)
    blocked.let_go()
    waiting.join(WAIT)
    assert caught == ["channel.submit_blocking(lambda: [][1])"]


def test_the_channel_survives_whatever_a_task_raises(channel, shown):
    def fail(error):
        raise error

    errors = [ValueError("one"), Odd("two"), KeyboardInterrupt(), MemoryError("three")]
    for error in errors:
        channel.submit(lambda error=error: fail(error))
    assert channel.submit_blocking(lambda: "alive") == "alive"
    assert shown == errors


def test_an_end_of_the_process_that_a_task_asks_for_is_shown_too(channel, capsys):
    channel.submit(lambda: sys.exit("stop"))
    assert channel.drain(WAIT)
    assert "SystemExit: stop" in capsys.readouterr().err


def test_on_error_is_told_under_the_role(channel, shown):
    told = []
    channel.submit(lambda: 1 // 0, lambda error: told.append((type(error), channel.holds_role())))
    assert channel.drain(WAIT)
    assert told == [(ZeroDivisionError, True)]
    assert shown == []


def test_an_on_error_that_fails_loses_neither_exception(channel, shown):
    channel.submit(lambda: 1 // 0, lambda error: {}["nothing"])
    assert channel.submit_blocking(lambda: "alive") == "alive"
    assert [type(error) for error in shown] == [ZeroDivisionError, KeyError]


def test_an_exception_that_comes_with_the_role_does_not_keep_it():
    """It is raised where Python looks for such exceptions next: behind the call of C that takes the lock."""
    released, ended, channel = [], [], DeviceChannel("torn")

    class Role:
        """A lock that is taken by what has an exception raised into the thread."""

        locked = staticmethod(lambda: False)

        def __init__(self):
            raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
            thread, kind = ctypes.c_ulong(threading.get_ident()), ctypes.py_object(Torn)
            self.acquire = functools.partial(raised, thread, kind)
            self.release = functools.partial(released.append, "role")

    def call():
        channel._role = Role()
        channel._taking = map(channel._role.acquire, itertools.repeat(False))
        try:
            channel.submit_blocking(lambda: None)
        except Torn:
            ended.append("torn")

    in_thread(call).join(WAIT)
    assert ended == ["torn"]
    assert released == ["role"]
    assert not channel.holds_role()


class Tearing:
    """A way to use a channel, with what has to be so afterwards, wherever an exception was raised into the thread."""

    def __init__(self):
        self.channel = DeviceChannel("torn")
        self.ended = set()
        """The tasks that have run, or whose `on_error` was told."""
        self.submitted = set()
        self.others = []

    def submit(self, number):
        ended = self.ended
        self.channel.submit(functools.partial(ended.add, number), lambda error: ended.add(number))
        self.submitted.add(number)

    def lie(self):
        """Tasks that lie in the queue until somebody takes the role, as no thread is woken for them."""
        self.channel._watching = True
        try:
            for number in range(2):
                self.submit(number)
        finally:
            self.channel._watching = False

    def let_others_wait(self):
        """Another thread comes, and waits for its turn."""
        self.others.append(in_thread(lambda: self.channel.submit_blocking(int)))
        while not any(isinstance(task, channels._Turn) for task, _ in self.channel._queue):
            assert self.others[-1].is_alive()

    def inside(self):
        self.let_others_wait()
        self.channel.submit_blocking(lambda: self.submit(2))
        self.channel.submit_blocking(lambda: self.submit(3))
        self.channel.drain()
        self.submit(4)

    def run(self, way):
        channel = self.channel
        if way == "blocking":
            channel.submit_blocking(lambda: None)
        elif way == "queued":
            self.lie()
            channel.submit_blocking(lambda: None)
        elif way == "exclusive":
            channel.exclusive(lambda: channel.submit_blocking(lambda: None))
        elif way == "others":
            channel.submit_blocking(self.let_others_wait)
        elif way == "leaving work":
            channel.submit_blocking(self.lie)
        else:
            self.lie()
            channel.exclusive(self.inside)

    def check(self, where):
        channel = self.channel
        assert not channel.holds_role(), where
        for thread in self.others:
            thread.join(WAIT)
            assert not thread.is_alive(), where
        done = threading.Event()
        in_thread(lambda: channel.submit_blocking(done.set))
        assert done.wait(WAIT), where
        assert channel.exclusive(lambda: channel.submit_blocking(lambda: 5)) == 5
        assert self.ended >= self.submitted, where
        assert _signal.getsignal(signal.SIGINT) == _signal.default_int_handler, where
        assert channel.shutdown(WAIT), where


WAYS = ["blocking", "queued", "exclusive", "others", "leaving work", "all of it"]


@pytest.mark.parametrize("thread", ["main", "another"])
@pytest.mark.parametrize("way", WAYS)
def test_what_is_raised_into_a_thread_takes_nothing_along(way, thread, shown):
    """Wherever Python looks for it, the end of the call included: the role is given back, and no task and no turn is lost."""

    def tear(position=None):
        subject, met = Tearing(), []

        def act():
            met.extend(torn(lambda: subject.run(way), channels.__name__, position))

        if thread == "main":
            assert threading.current_thread() is threading.main_thread()
            act()
        else:
            in_thread(act).join(WAIT)
        subject.check(position)
        return met

    positions = dict.fromkeys(position for _ in range(3) for position in tear())
    met = [position for position in positions if position in tear(position)]
    assert {code.co_name for code, _ in met} >= {"_alone", "_leave"}
    assert shown == []


def test_what_other_threads_raise_into_one_takes_nothing_along(channel):
    """As it really comes: at any time, into a thread that does little else but to take the role and to give it back."""
    raised, stop, came, ran = ctypes.pythonapi.PyThreadState_SetAsyncExc, threading.Event(), [], []

    def keep_books():
        ran.append(1)

    def use():
        while not stop.is_set():
            channel.submit(keep_books, came.append)  # it may come in the middle of that
            channel.submit_blocking(keep_books)

    def work():
        while not stop.is_set():
            try:
                use()
            except Torn as error:
                came.append(error)

    working = in_thread(work)

    def await_more(things, number):
        end = time.monotonic() + WAIT
        while len(things) <= number:
            assert working.is_alive() and time.monotonic() < end
            time.sleep(0)

    for _ in range(300):
        before = len(came)
        assert raised(ctypes.c_ulong(working.ident), ctypes.py_object(Torn)) == 1
        await_more(came, before)
        await_more(ran, len(ran) + 3)  # its handler has been left, and it is at work again
    stop.set()
    working.join(WAIT)
    assert not working.is_alive()
    done = threading.Event()
    channel.submit(done.set)
    assert done.wait(WAIT)


def test_a_hook_that_fails_does_not_end_the_channel(channel, monkeypatch, capsys):
    monkeypatch.setattr(threading, "excepthook", lambda error: 1 // 0)
    monkeypatch.setattr(sys, "__stderr__", sys.stderr)
    channel.submit(lambda: [][1])
    assert channel.submit_blocking(lambda: "alive") == "alive"
    assert "IndexError" in capsys.readouterr().err


# ----------------------------------------------------------------------------------------------------------- nesting ----


def test_calls_inside_exclusive_run_at_once(channel):
    def outer():
        seen = []
        channel.submit(lambda: seen.append("submitted"))
        seen.append(channel.submit_blocking(lambda: "blocking"))
        seen.append(channel.exclusive(lambda: channel.exclusive(lambda: "exclusive")))
        assert channel.drain(0)
        return seen

    assert channel.exclusive(outer) == ["submitted", "blocking", "exclusive"]


def test_what_is_submitted_by_the_book_keeping_runs_behind_it(channel):
    """As a finaliser may do: only the user's own function sees its tasks run at once."""

    def keep_books(seen):
        channel.submit(lambda: seen.append("submitted"))
        seen.append("books")

    alone = []
    channel.submit_blocking(lambda: keep_books(alone))
    assert channel.drain(WAIT)
    assert alone == ["books", "submitted"]

    def outer():
        seen = []
        channel.submit_blocking(lambda: keep_books(seen))
        channel.submit(lambda: keep_books(seen))
        assert channel.drain()
        return seen

    assert channel.exclusive(outer) == ["books", "books", "submitted", "submitted"]


def test_a_drain_inside_exclusive_leaves_the_turns_of_others_in_line(channel):
    order = []

    def borrowing():
        with channel.borrow():
            order.append("task")

    def outer():
        threads = []
        for number in range(3):
            channel.submit_blocking(lambda: channel.submit(borrowing))
            thread = in_thread(lambda number=number: channel.exclusive(lambda: order.append(number)))
            while len(channel._queue) < 2 * number + 2:
                assert thread.is_alive()
            threads.append(thread)
        assert channel.drain()
        assert order == ["task"] * 3
        return threads

    for thread in channel.exclusive(outer):
        thread.join(WAIT)
    assert order == ["task"] * 3 + [0, 1, 2]


def test_errors_inside_exclusive_stay_with_their_task(channel, shown):
    told = []

    def outer():
        channel.submit(lambda: 1 // 0, lambda error: told.append(type(error)))
        channel.submit(lambda: [][1])
        with pytest.raises(KeyError):
            channel.submit_blocking(lambda: {}["nothing"])
        return "well"

    assert channel.exclusive(outer) == "well"
    assert told == [ZeroDivisionError]
    assert [type(error) for error in shown] == [IndexError]


def test_another_channel_can_be_used_inside(channel):
    other = DeviceChannel("other")
    assert channel.exclusive(lambda: other.submit_blocking(lambda: channel.submit_blocking(lambda: 5))) == 5
    assert other.shutdown(WAIT)


def test_many_channels_inside_one_another():
    made = [DeviceChannel(f"channel {number}") for number in range(40)]

    def enter(number):
        if number == len(made):
            return all(channel.holds_role() for channel in made)
        return made[number].exclusive(lambda: enter(number + 1))

    assert enter(0)
    assert not any(channel.holds_role() for channel in made)
    assert all(channel.shutdown(WAIT) for channel in made)


def test_what_is_borrowed_can_not_be_entered_again(channel):
    def enter():
        with channel.borrow():
            return "inside"

    def outer():
        with channel.borrow():
            for call in (channel.submit_blocking, channel.exclusive):
                with pytest.raises(DiagnosticError) as caught:
                    call(enter)
                assert caught.value.diagnostic.code == "PC0706"
            with pytest.raises(DiagnosticError):
                channel.drain()
            with pytest.raises(DiagnosticError):
                enter()
        return enter()

    assert channel.submit_blocking(outer) == "inside"
    assert channel.submit_blocking(enter) == "inside"


def test_what_was_borrowed_is_given_back_by_an_exception(channel):
    def fail():
        with channel.borrow():
            raise KeyError

    with pytest.raises(KeyError):
        channel.submit_blocking(fail)
    assert channel.submit_blocking(lambda: channel.borrow().__enter__()) is None
    channel.submit_blocking(lambda: channel.borrow().__exit__(None, None, None))


def test_what_is_submitted_while_borrowed_runs_behind(channel):
    seen = []

    def outer():
        with channel.borrow():
            channel.submit(lambda: seen.append("submitted"))
            seen.append("outer")

    channel.submit_blocking(outer)
    assert channel.drain(WAIT)
    assert seen == ["outer", "submitted"]


def test_a_task_can_not_wait_for_the_channel_that_runs_it(channel):
    codes = []

    def wait():
        for call in (channel.drain, lambda: channel.submit_blocking(int), lambda: channel.exclusive(int)):
            try:
                call()
            except DiagnosticError as error:
                codes.append(error.diagnostic.code)

    channel.submit(wait)
    assert channel.drain(WAIT)
    assert codes == ["PC0706"] * 3


@pytest.mark.parametrize("borrowed", [False, True])
def test_a_finaliser_may_submit_anywhere(channel, borrowed):
    """What the garbage collector may do at any moment, on the very thread that holds the role."""
    seen = []

    class Thing:
        def __del__(self):
            channel.submit(lambda: seen.append("freed"))

    def drop():
        if not borrowed:
            Thing()
            return
        with channel.borrow():
            before = len(seen)
            Thing()
            assert len(seen) == before

    channel.submit(drop)
    assert channel.drain(WAIT)
    assert channel.drain(WAIT)
    assert seen == ["freed"]
    channel.submit_blocking(drop)
    assert channel.drain(WAIT)
    channel.exclusive(drop)
    assert channel.drain(WAIT)
    assert seen == ["freed"] * 3


def test_holds_role(channel):
    assert not channel.holds_role()
    assert channel.submit_blocking(channel.holds_role)
    assert channel.exclusive(channel.holds_role)
    held = []
    channel.submit(lambda: held.append(channel.holds_role()))
    assert channel.drain(WAIT)
    assert held == [True]
    assert not channel.holds_role()


# ------------------------------------------------------------------------------------------------ drain and shutdown ----


def test_a_drain_has_a_time_limit(channel):
    blocked = Blocked(channel)
    channel.submit(int)
    assert not channel.drain(0.01)
    assert not channel.drain(0)
    assert not channel.shutdown(0.01)
    blocked.let_go()
    assert channel.drain(WAIT)


def test_shutdown_drains_and_ends_the_thread(channel):
    seen = []
    channel.submit(lambda: seen.append(threading.current_thread()))
    channel.submit(lambda: seen.append("last"))
    assert channel.shutdown(WAIT)
    assert seen[1] == "last"
    assert not seen[0].is_alive()


def test_what_comes_after_a_shutdown_gets_a_fresh_thread(channel):
    ran = []
    for _ in range(2):
        blocked = Blocked(channel)
        channel.submit(lambda: ran.append(threading.current_thread()))
        blocked.let_go()
        assert channel.shutdown(WAIT)
    assert ran[0] is not ran[1]
    assert not any(thread.is_alive() for thread in ran)


def test_what_the_last_user_left_queued_is_run():
    ran = threading.Event()
    made = DeviceChannel("dropped")
    blocked = Blocked(made)
    made.submit(ran.set)
    del made
    gc.collect()
    blocked.let_go()
    assert ran.wait(WAIT)


def test_a_shutdown_without_a_thread():
    assert DeviceChannel("never used").shutdown(0)


def test_a_task_that_comes_while_the_thread_ends_is_run(channel):
    """Again and again, at whatever moment."""
    for _ in range(200):
        done = threading.Event()
        ending = in_thread(lambda: channel.shutdown(WAIT))
        channel.submit(done.set)
        assert done.wait(WAIT)
        ending.join(WAIT)


class Ending(DeviceChannel):
    """One whose thread ends just when somebody has looked whether there is one."""

    ending = False
    _there: threading.Thread | None = None

    @property
    def _thread(self) -> threading.Thread | None:
        thread = self._there
        if self.ending and thread is not None and thread is not threading.current_thread():
            self.ending, self._stopping = False, True
            with suppress(RuntimeError):
                self._token.release()
            thread.join(WAIT)
            assert not thread.is_alive()
        return thread

    @_thread.setter
    def _thread(self, thread: threading.Thread | None) -> None:
        self._there = thread


def test_a_thread_that_ends_while_it_is_woken_is_not_taken_for_one_that_serves():
    channel, ran = Ending("ending"), threading.Event()
    for _ in range(3):
        channel.submit_blocking(lambda: None)
        channel._start()
        channel.ending = True
        channel._rouse()
        assert not channel.ending
        channel.submit(ran.set)
        assert ran.wait(WAIT)
        ran.clear()
    assert channel.shutdown(WAIT)


def test_a_channel_that_nobody_uses_goes_away(monkeypatch):
    monkeypatch.setattr(channels, "_REST_SECONDS", 0.01)
    made = DeviceChannel("short")
    ran = []
    made.submit(lambda: ran.append(threading.current_thread()))
    assert made.drain(WAIT)
    ran[0].join(WAIT)
    assert not ran[0].is_alive()
    gone = weakref.ref(made)
    del made
    gc.collect()
    assert gone() is None


class NoThread(threading.Thread):
    """A thread that the system refuses."""

    error: BaseException = RuntimeError("can't start new thread")

    def start(self):
        raise self.error


@pytest.mark.parametrize(
    "error", [RuntimeError("can't start new thread"), MemoryError()], ids=["thread", "memory"]
)
def test_without_a_thread_the_caller_runs_its_task(channel, monkeypatch, error):
    ran = []
    monkeypatch.setattr(NoThread, "error", error)
    with monkeypatch.context() as patch:
        patch.setattr(threading, "Thread", NoThread)
        channel.submit(lambda: ran.append(threading.get_ident()))
        assert ran == [threading.get_ident()]
        assert channel.submit_blocking(lambda: 5) == 5
    delivered = threading.Event()
    channel.submit(delivered.set)
    assert delivered.wait(WAIT)


def test_an_interrupt_while_the_thread_is_started_leaves_none_that_nobody_starts(channel, monkeypatch):
    monkeypatch.setattr(NoThread, "error", KeyboardInterrupt())
    with monkeypatch.context() as patch:
        patch.setattr(threading, "Thread", NoThread)
        with pytest.raises(KeyboardInterrupt):
            channel.submit(int)
    delivered = threading.Event()
    channel.submit(delivered.set)
    assert delivered.wait(WAIT)
    assert channel.shutdown(WAIT)


# --------------------------------------------------------------------------------------------------------- idle hook ----


def test_the_idle_hook_is_called_as_often_as_it_wishes():
    calls = []
    enough = threading.Event()

    def idle():
        calls.append(made.holds_role())
        if len(calls) < 3:
            return 0.0
        enough.set()
        return None

    made = DeviceChannel("idle", idle_hook=idle)
    made.submit(int)
    assert enough.wait(WAIT)
    assert made.shutdown(WAIT)
    assert calls == [True] * 3


def test_an_idle_hook_that_fails_does_not_end_the_thread(shown):
    failed = threading.Event()

    def idle():
        failed.set()
        raise ValueError("idle")

    made = DeviceChannel("idle", idle_hook=idle)
    made.submit(int)
    assert failed.wait(WAIT)
    delivered = threading.Event()
    made.submit(delivered.set)
    assert delivered.wait(WAIT)
    assert made.shutdown(WAIT)
    assert type(shown[0]) is ValueError


# -------------------------------------------------------------------------------------------------------- interrupts ----


def interrupt_main():
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


needs_signals = pytest.mark.skipif(
    not hasattr(signal, "pthread_kill"), reason="needs a system that can signal a thread"
)


@pytest.fixture
def default_interrupts():
    """Ctrl-C raises KeyboardInterrupt, and is back to what it was afterwards."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    now = signal.signal(signal.SIGINT, before)
    assert now is signal.default_int_handler


@needs_signals
def test_an_interrupt_waits_for_the_end_of_the_book_keeping(channel, default_interrupts):
    steps = []

    def keep_books():
        steps.append("begun")
        interrupt_main()
        for _ in range(100):
            time.monotonic()  # where Python looks for signals
        steps.append("ended")

    with pytest.raises(KeyboardInterrupt):
        channel.submit_blocking(keep_books)
    assert steps == ["begun", "ended"]
    assert channel.submit_blocking(lambda: "alive") == "alive"


@needs_signals
def test_an_interrupt_waits_for_the_end_of_a_task_inside_exclusive(channel, default_interrupts):
    steps = []

    def keep_books():
        interrupt_main()
        for _ in range(100):
            time.monotonic()
        steps.append("ended")

    def outer():
        channel.submit(keep_books)
        steps.append("not reached")

    with pytest.raises(KeyboardInterrupt):
        channel.exclusive(outer)
    assert steps == ["ended"]
    assert channel.submit_blocking(lambda: "alive") == "alive"


@needs_signals
def test_an_interrupt_ends_an_exclusive_function(channel, default_interrupts):
    def long():
        interrupt_main()
        threading.Event().wait(WAIT)

    with pytest.raises(KeyboardInterrupt):
        channel.exclusive(long)
    assert channel.submit_blocking(lambda: "alive") == "alive"


@needs_signals
@pytest.mark.parametrize("call", ["submit_blocking", "exclusive", "drain"])
def test_an_interrupt_ends_the_wait_for_a_turn(channel, default_interrupts, call):
    ran = []
    blocked = Blocked(channel)
    try:
        in_line = threading.Thread(target=lambda: (time.sleep(0.05), interrupt_main()))
        in_line.start()
        wait = getattr(channel, call) if call != "drain" else lambda function: channel.drain()
        with pytest.raises(KeyboardInterrupt):
            wait(lambda: ran.append("ran"))
        in_line.join(WAIT)
    finally:
        blocked.let_go()
    assert channel.submit_blocking(lambda: "alive") == "alive"
    assert ran == []


@needs_signals
def test_interrupts_at_any_moment_leave_the_channel_usable(channel):
    """A thread interrupts the main thread all the time. Of its signals only one counts at a time: one that the test awaits."""
    stop = threading.Event()
    armed = [False]

    def raise_if_armed(number, frame):
        if armed[0]:
            armed[0] = False
            raise KeyboardInterrupt

    def pester():
        while not stop.is_set():
            interrupt_main()
            time.sleep(0.0003)

    def others():
        while not stop.is_set():
            channel.submit_blocking(int)

    interrupted = 0
    torn = []
    state = [0, 0]

    def keep_books():
        state[0] += 1
        if state[0] != state[1] + 1:
            torn.append(tuple(state))
        state[1] += 1

    before = signal.signal(signal.SIGINT, raise_if_armed)
    threads = [in_thread(pester), in_thread(others)]
    try:
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            try:
                armed[0] = True
                while time.monotonic() < end:
                    channel.submit(keep_books)
                    channel.submit_blocking(keep_books)
                    channel.exclusive(int)
                armed[0] = False
            except KeyboardInterrupt:
                interrupted += 1
    finally:
        stop.set()
        for thread in threads:
            thread.join(WAIT)
        assert signal.signal(signal.SIGINT, before) is raise_if_armed
    assert channel.drain(WAIT)
    assert interrupted > 0
    assert torn == []


def test_a_handler_that_is_not_python_is_let_be(channel):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert channel.submit_blocking(lambda: _signal.getsignal(signal.SIGINT)) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


# ----------------------------------------------------------------------------------------------------------- forking ----

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")


def forked(function):
    """What `function` returns in a forked child, as text."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, str(function()).encode())
        except BaseException as error:
            os.write(writing, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode()
    os.waitpid(child, 0)
    return text


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_child_gives_up_what_was_queued_and_goes_on(channel):
    told = []
    gate = threading.Event()
    channel.fork_hook = lambda: told.append("hook")
    arrived = threading.Event()

    def hold():
        arrived.set()
        assert gate.wait(WAIT)

    # The thread is in a task that lets the fork go ahead once it has queued more.
    channel.submit(hold)
    assert arrived.wait(WAIT)
    channel.submit(lambda: told.append("ran"), lambda error: told.append(error.diagnostic.code))
    channel.submit(lambda: told.append("ran as well"))
    release = threading.Timer(0.05, gate.set)
    release.start()
    before = channels._FORK_SECONDS

    def child():
        inside = list(told)
        return inside, channel.submit_blocking(lambda: 5), channel.drain(WAIT)

    text = forked(child)
    release.join(WAIT)
    assert before == channels._FORK_SECONDS
    assert channel.drain(WAIT)
    # Whether the fork got the role before or after the tasks that waited is open; never are they lost, or told twice.
    assert text in (
        "(['hook', 'PC0701'], 5, True)",
        "(['ran', 'ran as well', 'hook'], 5, True)",
    )
    assert told == ["ran", "ran as well"]


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_child_of_an_exclusive_function_is_still_in_it(channel):
    def inside():
        return forked(lambda: (channel.holds_role(), channel.submit_blocking(lambda: 5)))

    assert channel.exclusive(inside) == "(True, 5)"
    assert channel.submit_blocking(lambda: "alive") == "alive"


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_many_forks_beside_many_threads(channel):
    stop = threading.Event()

    def work():
        while not stop.is_set():
            channel.submit(int)
            channel.submit_blocking(int)

    threads = [in_thread(work) for _ in range(3)]
    try:
        for _ in range(20):
            assert forked(lambda: channel.submit_blocking(lambda: 5)) == "5"
    finally:
        stop.set()
        for thread in threads:
            thread.join(WAIT)


LATE = """
import builtins
from periclase.runtime.channel import DeviceChannel

class Late:
    def __init__(self, channel):
        self.channel = channel
        self.itself = self

    def __del__(self):
        self.channel.submit(lambda: None)

builtins.late = Late(DeviceChannel("late"))
"""


def test_a_finaliser_at_the_end_of_the_process_waits_for_no_thread():
    # In the last collection, when a thread that is started never begins to run.
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, timeout=WAIT)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_task_is_left_lying_whenever_it_comes(channel):
    """Around the moments when the thread looks, goes to sleep, and is woken; else it would lie there for seconds."""
    for i in range(2000):
        ran = threading.Event()
        channel.submit(ran.set)
        assert ran.wait(2.0)
        busy_until = time.perf_counter() + (i % 80) * 1e-6
        while time.perf_counter() < busy_until:
            pass
        if i % 100 == 0:
            time.sleep(0.004)  # past the idle hook
        if i % 3 == 0:
            channel.submit_blocking(lambda: None)


def test_who_leaves_hands_the_role_to_the_next_in_line(channel):
    order = []
    blocked = Blocked(channel)
    threads = []
    for number in range(5):
        threads.append(in_thread(lambda n=number: channel.submit_blocking(lambda: order.append(n))))
        while channel.backlog() <= number:
            time.sleep(0.001)
    blocked.let_go()
    for thread in threads:
        thread.join(WAIT)
        assert not thread.is_alive()
    assert order == list(range(5))


def test_a_borrow_that_could_not_be_left_ends_with_its_task():
    channel = DeviceChannel("test")
    told = []

    def task():
        channel.borrow().__enter__()  # an interrupt comes before it is left
        raise KeyboardInterrupt

    channel.submit(task, told.append)
    assert channel.drain(10)
    assert [type(error) for error in told] == [KeyboardInterrupt]
    with channel.borrow():
        pass
    assert channel.shutdown(10)
