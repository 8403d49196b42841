from __future__ import annotations

import gc
import re
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
import toy
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError, Diagnostic
from periclase.passes.pass_manager import (
    CountOps,
    CrashReproducer,
    Instrumentation,
    PrintIR,
    StageObserver,
    Timing,
    VerifyEach,
)
from periclase.passes.pipelines import PassSpec, Pipeline, mark_stage

TEXT = """
"toy.func"() ({
^e(%a : i32):
  %x = "toy.add"(%a, %a) : (i32, i32) -> i32
  "toy.return"(%a) : (i32) -> () loc("k.py":3:1)
}) {sym_name = "main", results_of = [i32]} : () -> ()
"""


@dataclass(frozen=True)
class Fail(ModulePass):
    name = "fail"
    how: str = "plain"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.how == "diagnostic":
            raise CompileError(Diagnostic("PC0602", "this does not go"))
        raise KeyError("lost\nand a lot of text")


@dataclass(frozen=True)
class Spoil(ModulePass):
    """Leaves a return without its value."""

    name = "spoil"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        toy.ops_of(op, "toy.return")[0].operands = ()


def run(pipeline: Pipeline, *instrumentation: Instrumentation) -> ModuleOp:
    module = toy.parse(TEXT)
    pipeline.run(Context(), module, instrumentation)
    return module


def test_times_and_counts() -> None:
    timing, count = Timing(), CountOps()
    run(Pipeline.of(mark_stage("start"), "cse", "dce"), timing, count)
    assert [record.spec.name for record in timing.records] == ["cse", "dce"]
    assert all(record.seconds > 0 for record in timing.records)
    assert timing.seconds == sum(record.seconds for record in timing.records)
    assert count.initial == 3
    assert [record.ops for record in count.records] == [3, 2]
    assert re.fullmatch(r"( +\d+\.\d{3} ms  (cse|dce|in all)\n?){3}", str(timing))


def test_printing_around_passes() -> None:
    stream = StringIO()
    run(Pipeline.of("cse", "dce"), PrintIR(stream, before=["dce"], only_changes=True))
    headers = re.findall(r"// ----- (.*) -----\n(// unchanged)?", stream.getvalue())
    assert headers == [("after cse", ""), ("before dce", "// unchanged"), ("after dce", "")]
    assert 'loc("k.py":3:1)' in stream.getvalue()


def test_stages_are_handed_on() -> None:
    seen: list[tuple[str, int]] = []
    observer = StageObserver(lambda stage, module: seen.append((stage, sum(1 for _ in module.walk()))))
    run(Pipeline.of(mark_stage("before"), "dce", mark_stage("after")), observer)
    assert seen == [("before", 4), ("after", 3)]


def test_verification_names_the_pass_that_spoilt_the_module() -> None:
    with pytest.raises(CompileError) as caught:
        run(Pipeline.of("cse", Spoil(), "dce"), VerifyEach())
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "PC0601"
    assert (diagnostic.span.file, diagnostic.span.line) == ("k.py", 3)
    assert [note.message for note in diagnostic.notes] == ["after pass 'spoil'"]


def test_a_failing_pass_is_named() -> None:
    with pytest.raises(CompileError) as caught:
        run(Pipeline.of(Fail("diagnostic")))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "PC0602"
    assert [note.message for note in diagnostic.notes] == ["in pass 'fail{how=\"diagnostic\"}'"]
    with pytest.raises(CompileError) as caught:
        run(Pipeline.of(Fail()))
    assert caught.value.diagnostic.code == "PC0605"
    assert caught.value.diagnostic.message == "pass 'fail' failed: KeyError: 'lost\\nand a lot of text'"
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_reproducer_holds_the_pipeline_and_the_module(tmp_path: Path) -> None:
    path = tmp_path / "crash.mlir"
    with pytest.raises(CompileError):
        run(Pipeline.of("dce", Fail(), "cse"), CrashReproducer(path))
    text = path.read_text()
    assert "// periclase-opt crash.mlir -p 'dce,fail'" in text
    # As it was before the first pass, places included, and readable again.
    module = toy.parse(text)
    assert toy.ops_of(module, "toy.add")
    assert 'loc("k.py":3:1)' in text


def test_no_reproducer_when_nothing_fails(tmp_path: Path) -> None:
    run(Pipeline.of("dce"), CrashReproducer(tmp_path / "crash.mlir"))
    assert not list(tmp_path.iterdir())


def test_hooks_come_in_order_and_the_collector_comes_back() -> None:
    events: list[str] = []

    class Log(Instrumentation):
        def before_pipeline(self, pipeline: Pipeline, module: ModuleOp) -> None:
            events.append(f"start {gc.isenabled()}")

        def before_pass(self, spec: PassSpec, module: ModuleOp) -> None:
            events.append(f"before {spec}")

        def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
            events.append(f"after {spec}")

        def pass_failed(self, spec: PassSpec, module: ModuleOp, error: Exception) -> None:
            events.append(f"failed {spec}")

        def after_pipeline(self, pipeline: Pipeline, module: ModuleOp) -> None:
            events.append("end")

    run(Pipeline.of("cse"), Log())
    with pytest.raises(CompileError):
        run(Pipeline.of(Fail()), Log())
    assert events == [
        "start False", "before cse", "after cse", "end", "start False", "before fail", "failed fail",
    ]  # fmt: skip
    assert gc.isenabled()
