"""Rewriting: a module of about 10 000 operations through the standard pipeline, and through passes alone."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from periclase.ir import registry
from periclase.passes import pipelines

FUNCTIONS = 100

FUNCTION = """
mir.func private @f{number}(%a : si32, %b : si32) -> si32 {{
  %x = mir.alloca si32
  mir.store %a, %x : !mir.ptr<mut si32>
  mir.goto ^head
^head:
  %v0 = mir.load %x : !mir.ptr<mut si32>
{body}
  mir.store %v{last}, %x : !mir.ptr<mut si32>
  %more = mir.lt %v{last}, %b : si32
  mir.cond_br %more, ^head, ^done
^done:
  %r = mir.load %x : !mir.ptr<mut si32>
  mir.return %r : si32
}}
"""


def module_text() -> str:
    kinds = ("add", "mul", "sub", "bitxor")
    steps = 90
    body = "\n".join(
        f"  %v{step + 1} = mir.{kinds[step % len(kinds)]} %v{step}, %{'ab'[step % 2]} : si32"
        for step in range(steps)
    )
    return "".join(FUNCTION.format(number=number, body=body, last=steps) for number in range(FUNCTIONS))


@pytest.fixture(scope="module")
def module() -> ModuleOp:
    context = Context()
    registry.register_dialects(context)
    return Parser(context, module_text()).parse_module()


def run(benchmark, module: ModuleOp, pipeline: pipelines.Pipeline) -> None:
    context = registry.shared_context()
    operations = sum(1 for _ in module.walk())

    def setup() -> tuple[tuple[Context, ModuleOp], dict[str, object]]:
        return (context, module.clone()), {}

    benchmark.pedantic(pipeline.run, setup=setup, rounds=5, warmup_rounds=1)
    benchmark.extra_info["operations"] = operations
    benchmark.extra_info["us_per_operation"] = round(benchmark.stats.stats.min / operations * 1e6, 1)


@pytest.mark.parametrize(
    "name", ["mem2reg", "sccp", "cse", "simplify-cfg", "dce", "canonicalize", "verify-ssa"]
)
def bench_one_pass(benchmark, module: ModuleOp, name: str) -> None:
    run(benchmark, module, pipelines.Pipeline.parse(name))


def bench_standard_pipeline(benchmark, module: ModuleOp) -> None:
    # Private functions that nobody calls would be dropped by symbol-dce before there is anything to rewrite.
    standard = pipelines.ptx("sm_90")
    if "symbol-dce" in str(standard):
        standard = standard.remove("symbol-dce")
    run(benchmark, module, standard)
