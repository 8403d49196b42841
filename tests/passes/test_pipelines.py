from __future__ import annotations

from dataclasses import dataclass

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError
from periclase.ir import registry
from periclase.passes import pipelines
from periclase.passes.cse import Cse
from periclase.passes.inline import Inline
from periclase.passes.pipelines import PassSpec, Pipeline, mark_stage


@dataclass(frozen=True)
class Stamp(ModulePass):
    """A pass that is registered nowhere."""

    name = "stamp"
    text: str = "here"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        op.attributes["stamp"] = StringAttr(self.text)


def code(error: pytest.ExceptionInfo[CompileError]) -> str:
    return error.value.diagnostic.code


@pytest.mark.parametrize("pipeline", [pipelines.ptx("sm_90"), pipelines.cpu()], ids=["ptx", "cpu"])
def test_the_standard_pipelines_are_data_and_text(pipeline: Pipeline) -> None:
    assert Pipeline.parse(str(pipeline)) == pipeline
    assert pipeline.stages() == ("mir", "mir-opt", "llvm")
    assert all(spec.name in registry.passes for spec in pipeline)
    assert all(spec.load().name == spec.name for spec in pipeline)
    optimised = pipeline.up_to("mir-opt").names
    assert optimised[-3:] == ("buffer-effects", "promise-buffers-apart", "mark-stage")
    assert "symbol-dce" in optimised


def test_the_two_differ_in_inlining_and_in_the_last_passes() -> None:
    ptx, cpu = pipelines.ptx(), pipelines.cpu()
    for name in ("inductive-range-check-elimination", "hint-unrolling"):
        assert name not in cpu  # which decides for whole rows of threads, and LLVM knows processors better
        ptx = ptx.remove(name)
    assert [pair for pair in zip(ptx, cpu, strict=True) if pair[0] != pair[1]] == [
        (PassSpec.of("rewrite-intrinsic-stubs"), PassSpec.of('rewrite-intrinsic-stubs{target="cpu"}')),
        (PassSpec.of("inline"), PassSpec.of("inline{convergent=true}")),
        (PassSpec.of("convert-mir-to-llvm"), PassSpec.of('convert-mir-to-llvm{target="cpu"}')),
        (PassSpec.of("convert-nvvm-to-llvm"), PassSpec.of("convert-nvvm-to-cpu")),
    ]


def test_a_pipeline_is_edited_by_names() -> None:
    base = Pipeline.of("mem2reg", "cse", "dce", "cse")
    assert base.insert_after("mem2reg", Stamp()).names == ("mem2reg", "stamp", "cse", "dce", "cse")
    assert base.insert_before("cse", "sroa").names == ("mem2reg", "sroa", "cse", "dce", "cse")
    assert base.insert_after("cse", "sroa").names == ("mem2reg", "cse", "dce", "cse", "sroa")
    assert base.replace("cse", "sccp", "dce").names == ("mem2reg", "sccp", "dce", "dce", "sccp", "dce")
    assert base.remove("cse").names == ("mem2reg", "dce")
    assert base.append("sroa").prepend(Cse()).names == ("cse", "mem2reg", "cse", "dce", "cse", "sroa")
    assert base.names == ("mem2reg", "cse", "dce", "cse")
    assert "cse" in base
    assert len(base) == 4


def test_options_have_a_text_form() -> None:
    spec = PassSpec.of(Inline(max_ops=7, convergent=True))
    assert str(spec) == "inline{convergent=true max-ops=7}"
    assert PassSpec.of(str(spec)) == spec
    assert spec.load() == PassSpec.of(str(spec)).load() == Inline(max_ops=7, convergent=True)
    assert str(Pipeline.of("inline").with_options("inline", max_ops=3)) == "inline{max-ops=3}"
    assert Pipeline.of(Inline()) == Pipeline.parse("inline")


def test_what_can_not_be_is_told() -> None:
    with pytest.raises(CompileError) as caught:
        Pipeline.of("cse").insert_after("mem2reg", "dce")
    assert code(caught) == "PC0610"
    assert caught.value.diagnostic.help == "it is: cse"
    with pytest.raises(CompileError) as caught:
        Pipeline.of("cse").up_to("llvm")
    assert code(caught) == "PC0610"
    with pytest.raises(CompileError) as caught:
        Pipeline.parse("cse{")
    assert code(caught) == "PC0608"
    with pytest.raises(CompileError) as caught:
        PassSpec.of("cse,dce")
    assert code(caught) == "PC0608"
    with pytest.raises(CompileError) as caught:
        PassSpec.of("inline{speed=3}").load()
    assert code(caught) == "PC0609"
    with pytest.raises(CompileError) as caught:
        pipelines.ptx("gfx90a")
    assert code(caught) == "PC0611"


def test_a_pass_that_is_not_registered_runs() -> None:
    module = ModuleOp([])
    Pipeline.of(mark_stage("start"), Stamp("was")).run(Context(), module)
    assert module.attributes["stamp"] == StringAttr("was")


def test_a_misspelt_pass_is_told_before_any_pass_runs() -> None:
    module = ModuleOp([])
    with pytest.raises(CompileError) as caught:
        Pipeline.of(Stamp(), "mem2rag").run(Context(), module)
    assert code(caught) == "PC0603"
    assert not module.attributes
