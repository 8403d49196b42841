"""PC0541 at a launch: the driver's assembler says what it spills when a kernel is loaded; the user is told once, at the line."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from fake_cuda_driver import FakeDriver

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.runtime import compilation
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.cuda import spills
from periclase.runtime.backends.cuda.backend import CudaBackend

Make = Callable[..., Artifact]
KERNEL, LINE = Span("k.py", 3), Span("k.py", 9)
ARRAY = b".version 8.0\n.visible .entry busy() {\n .local .align 4 .b8 \t__local_depot0[20];\n ret; }\n"


class Tools:
    """What the compiler knows of spills; asked on another thread."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.answer: Span | Exception | None = LINE

    def first_spill(self, artifact: Artifact, target: str) -> Span | None:
        self.asked.append((artifact.entry, target, threading.current_thread().name))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Tools:
    made = Tools()
    monkeypatch.setattr(compilation, "compiler", lambda: made)
    monkeypatch.setattr(spills, "_told", set())
    return made


def loaded(backend: CudaBackend, artifact: Artifact) -> None:
    backend.load(artifact)
    for thread in threading.enumerate():
        if thread.name == spills.THREAD:
            thread.join(30)
            assert not thread.is_alive()


@pytest.fixture
def busy(fake: FakeDriver, artifact: Make) -> Artifact:
    """A kernel of which the driver says that it spills 8 of its 32 bytes."""
    fake.local["busy"], fake.spilled["busy"] = 32, 8
    return artifact("busy", span=KERNEL)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def test_who_launches_is_told_at_the_line(
    backend: CudaBackend, busy: Artifact, tools: Tools, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded(backend, busy)
    text = told(capsys)
    assert text.count("warning[PC0541]") == 1
    assert "`busy` has more values at once than registers" in text
    assert "k.py:9" in text
    assert tools.asked == [("busy", "sm_90a", spills.THREAD)]


@pytest.mark.parametrize(
    "answer", [None, CompileError(Diagnostic("PC0520", "an older assembler")), OSError("no processes")]
)
def test_where_the_line_is_not_known_it_is_told_at_the_kernel(
    backend: CudaBackend,
    busy: Artifact,
    tools: Tools,
    answer: Exception | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tools.answer = answer
    loaded(backend, busy)
    assert "k.py:3" in told(capsys)


def test_where_no_thread_can_be_started_it_is_told_at_the_kernel(
    backend: CudaBackend,
    busy: Artifact,
    tools: Tools,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        backend.load(busy)
    assert "k.py:3" in told(capsys)
    assert tools.asked == []


def test_code_is_made_for_the_gpu_at_hand(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, tools: Tools
) -> None:
    fake.local["busy"], fake.spilled["busy"] = 32, 8
    loaded(backend, artifact("busy", target="sm_80"))
    assert tools.asked[0][1] == "sm_90"


@pytest.mark.usefixtures("tools")
def test_two_versions_of_a_kernel_are_told_of_once(
    backend: CudaBackend, busy: Artifact, capsys: pytest.CaptureFixture[str]
) -> None:
    for key in ("two1", "two2", "two1"):
        loaded(backend, busy.with_key(key))
    assert told(capsys).count("warning[PC0541]") == 1


def test_it_is_told_once_for_what_is_in_the_cache(
    backend: CudaBackend,
    busy: Artifact,
    tools: Tools,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    loaded(backend, busy.with_key("one1"))
    assert told(capsys)
    monkeypatch.setattr(spills, "_told", set())  # as in another process
    loaded(backend, busy.with_key("one1"))
    assert told(capsys) == ""
    assert len(tools.asked) == 1
    loaded(backend, busy.with_key("one2"))  # the user has changed it
    assert told(capsys)


@pytest.mark.parametrize(
    ("local", "spilled", "code", "expected"),
    [
        (0, None, None, False),
        (24, 0, None, False),  # a frame for a call, says the log
        (8, None, None, True),  # out of the driver's cache, which has no log
        (32, None, ARRAY, False),  # an array
        (40, None, ARRAY, True),
        (40, 0, ARRAY, False),
        (32, None, ARRAY.replace(b".visible", b".func f() {}\n.visible"), False),
    ],
)
@pytest.mark.usefixtures("tools")
def test_what_is_no_spill_is_not_told_of(
    backend: CudaBackend,
    fake: FakeDriver,
    artifact: Make,
    local: int,
    spilled: int | None,
    code: bytes | None,
    expected: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fake.local["busy"] = local
    if spilled is not None:
        fake.spilled["busy"] = spilled
    loaded(backend, artifact("busy", **({} if code is None else {"code": code})))
    assert told(capsys).count("warning[PC0541]") == expected


def test_of_machine_code_nothing_is_known(artifact: Make) -> None:
    assert not spills.spills(artifact("busy", kind=ArtifactKind.CUBIN), "", 64)


def test_both_logs_are_read(artifact: Make) -> None:
    made = artifact("busy")
    head = "ptxas info    : Function properties for busy\n"
    properties = head + "{}    48 bytes stack frame, {} bytes spill stores, 4 bytes spill loads"
    for before in ("", "ptxas         . "):
        assert spills.spills(made, properties.format(before, 52), 48)
    other = properties.format("", 52).replace("for busy", "for idle")
    assert not spills.spills(made, f"{other}\n{properties.format('', 0).replace(' 4 ', ' 0 ')}", 48)
