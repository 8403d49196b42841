"""What is remembered of compilations: failures, who compiles, who is told; objects that backends are made of."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from periclase.diagnostics import CompileError, Diagnostic
from periclase.record import replace
from periclase.runtime import compilation
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.artifact_cache import artifact_cache
from periclase.runtime.compilation import (
    COMPILED,
    FAILED,
    LOADED,
    add_listener,
    artifact_for,
    artifact_of,
    forget_failures,
    keep,
    known_artifact,
    remove_listener,
    request_of,
    runtime_object,
)
from periclase.settings import reload_settings

SECONDS = 30


class Machine:
    target = "cpu"

    def __init__(self, name="this"):
        self.name = name

    def target_key(self):
        return self.name


class PlainCompiler:
    """Compiles anything to a few bytes; fails, or waits, where it is told to."""

    def __init__(self):
        self.compiled = []
        self.objects = []
        self.error = None
        self.begun = threading.Event()
        self.go = threading.Event()
        self.go.set()

    def compile(self, request):
        self.compiled.append(request.kernel.name)
        self.begun.set()
        assert self.go.wait(SECONDS)
        if request.kernel.broken or self.error is not None:
            raise self.error or CompileError(broken(request.kernel))
        return Artifact(ArtifactKind.PTX, "sm_90", request.kernel.name, "k", b"code")

    def runtime_object(self, name):
        self.objects.append(name)
        return name.encode()


def broken(kernel):
    return Diagnostic("PC0201", "this kernel can not be compiled", kernel.span)


@pytest.fixture(autouse=True)
def compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("PERICLASE_CACHE_DIR", str(tmp_path / "cache"))
    reload_settings()
    forget_failures()
    made = PlainCompiler()
    monkeypatch.setattr(compilation, "compiler", lambda: made)
    yield made
    forget_failures()


@pytest.fixture
def events():
    seen = []
    add_listener(seen.append)
    yield seen
    remove_listener(seen.append)


@pytest.fixture
def bad(scale):
    return replace(scale, broken=True)


def failure_of(kernel, machine=None):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the caller looks at it
        artifact_of(kernel, machine or Machine())
    return caught.value


def test_a_failure_is_found_once(compiler, bad):
    first = failure_of(bad)
    assert all(failure_of(bad) is first for _ in range(10))
    assert compiler.compiled == ["scale"]


def test_a_remembered_failure_keeps_no_frames(bad):
    error = failure_of(bad)
    depths = []
    for _ in range(3):
        error = failure_of(bad)
        frames, traceback = 0, error.__traceback__
        while traceback is not None:
            frames, traceback = frames + 1, traceback.tb_next
        depths.append(frames)
    assert len(set(depths)) == 1  # only those of this raising
    assert error.__context__ is None


def test_failures_are_those_of_a_key(compiler, bad, scale):
    failure_of(bad)
    failure_of(replace(bad, extra="edited"))
    failure_of(bad, Machine("other"))
    artifact_of(replace(scale, extra="good"), Machine())
    assert len(compiler.compiled) == 4


def test_other_settings_are_another_chance(compiler, bad, monkeypatch):
    failure_of(bad)
    reload_settings()
    failure_of(bad)
    assert len(compiler.compiled) == 1
    monkeypatch.setenv("PERICLASE_LIBDEVICE", "/somewhere")
    reload_settings()
    failure_of(bad)
    assert len(compiler.compiled) == 2


def test_forgetting(compiler, bad):
    failure_of(bad)
    forget_failures()
    failure_of(bad)
    assert len(compiler.compiled) == 2


@pytest.mark.parametrize(
    "error, times",
    [
        (OSError("disk"), 2),
        (MemoryError(), 2),
        (CompileError(Diagnostic("PC0525", "the PTX can not be written")), 2),
        (RecursionError("deep"), 1),
    ],
)
def test_what_may_pass_is_tried_again(compiler, scale, error, times):
    compiler.error = error
    assert failure_of(scale) is error
    assert failure_of(scale) is error
    assert len(compiler.compiled) == times


def test_how_deep_the_stack_is_where_a_kernel_is_launched_first_does_not_matter(compiler, scale):
    """Else it would count as one that can not be compiled from then on."""
    needed = 300

    def recurse(depth):
        return recurse(depth - 1) if depth else 0

    original = compiler.compile
    compiler.compile = lambda request: recurse(needed) or original(request)

    def depth():
        frame, found = sys._getframe(), 0
        while frame is not None:
            frame, found = frame.f_back, found + 1
        return found

    def launch_at(more):
        return launch_at(more - 1) if more else failure_of(scale)

    def failure_of(kernel):
        try:
            artifact_of(kernel, Machine())
        except Exception as error:
            return error

    assert launch_at(sys.getrecursionlimit() - depth() - needed + 100) is None
    assert failure_of(scale) is None


def test_a_defect_keeps_its_traceback_as_text(compiler, scale):
    compiler.error = AssertionError("a pass is wrong")
    error = failure_of(scale)
    assert any("in compile" in note and "a pass is wrong" in note for note in error.__notes__)


def test_only_so_many_failures_are_kept(compiler, bad, monkeypatch):
    monkeypatch.setattr(compilation, "MOST_FAILURES", 2)
    for extra in "abc":
        failure_of(replace(bad, extra=extra))
    failure_of(replace(bad, extra="c"))
    assert len(compiler.compiled) == 3
    failure_of(replace(bad, extra="a"))
    assert len(compiler.compiled) == 4


def test_threads_that_want_the_same_kernel(compiler, scale):
    compiler.go.clear()
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(artifact_of, scale, Machine()) for _ in range(8)]
        assert compiler.begun.wait(SECONDS)
        compiler.go.set()
        artifacts = [future.result(SECONDS) for future in futures]
    assert compiler.compiled == ["scale"]
    assert len(set(artifacts)) == 1


def test_threads_that_want_the_same_broken_kernel(compiler, bad):
    compiler.go.clear()
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(artifact_of, bad, Machine()) for _ in range(8)]
        assert compiler.begun.wait(SECONDS)
        compiler.go.set()
        errors = {id(future.exception(SECONDS)) for future in futures}
    assert compiler.compiled == ["scale"]
    assert len(errors) == 1


def test_listeners_are_told(events, bad, scale):
    good = replace(scale, extra="good")
    for _ in range(2):
        failure_of(bad)
        artifact_of(good, Machine())
    assert [event.outcome for event in events] == [FAILED, COMPILED, FAILED, LOADED]
    assert {event.kernel for event in events} == {"scale"}
    assert len({event.key for event in events}) == 2
    assert events[0].error is events[2].error is not None
    assert all(event.seconds >= 0 for event in events)
    assert events[1].error is None


def test_a_listener_that_is_gone_is_told_nothing(scale):
    seen = []
    add_listener(seen.append)
    add_listener(seen.append)
    remove_listener(seen.append)
    artifact_of(scale, Machine())
    assert len(seen) == 1
    remove_listener(seen.append)
    artifact_of(scale, Machine())
    assert len(seen) == 1
    with pytest.raises(ValueError):  # noqa: PT011 - that of tuple.index
        remove_listener(seen.append)


def test_what_is_known_without_compiling(compiler, scale, bad):
    request, key = request_of(scale, Machine())
    assert known_artifact(request, key) is None
    made = artifact_for(request, key)
    assert made.key == key
    assert known_artifact(request, key) == made
    bad = replace(bad, extra="bad")
    failure = failure_of(bad)
    assert known_artifact(*request_of(bad, Machine())) is failure
    assert len(compiler.compiled) == 2


@pytest.mark.parametrize("folder", [True, False])
def test_what_others_have_compiled_is_kept(compiler, scale, monkeypatch, folder):
    if not folder:
        monkeypatch.setenv("PERICLASE_CACHE_DIR", "off")
        reload_settings()
    request, key = request_of(scale, Machine())
    keep(Artifact(ArtifactKind.PTX, "sm_90", "scale", "k", b"elsewhere").with_key(key))
    assert artifact_for(request, key).code == b"elsewhere"
    assert compiler.compiled == []


def test_objects_of_a_backend_are_made_once(compiler):
    assert runtime_object("part", "this") == b"part"
    assert runtime_object("part", "this") == b"part"
    assert compiler.objects == ["part"]
    runtime_object("part", "other")
    runtime_object("another", "this")
    assert compiler.objects == ["part", "part", "another"]


def test_a_damaged_object_is_made_anew(compiler):
    runtime_object("part", "this")
    for path in artifact_cache().folder.rglob("*.entry"):
        path.write_bytes(path.read_bytes()[:-1])
    assert runtime_object("part", "this") == b"part"
    assert compiler.objects == ["part", "part"]


def test_our_compiler_makes_objects():
    from periclase.codegen.service import compiler as ours

    assert ours().runtime_object("block_driver")[:4] == b"\x7fELF"
    with pytest.raises(FileNotFoundError):
        ours().runtime_object("no_such_part")
