"""buffer-effects: what it says of kernels is never contradicted by running them, and reaches artifacts."""

from __future__ import annotations

import random
from collections import Counter

import lowered_mir
import pytest
import random_pointers
from xdsl.dialects.builtin import ArrayAttr

from periclase import MutSlice, OutSlice, Slice, device, f32, i32, kernel
from periclase.codegen.compiler import compile_kernel
from periclase.gpu import (
    atomic_add,
    block_dim_x,
    block_idx_x,
    printf,
    shared_array,
    sync_threads,
    thread_idx_x,
)
from periclase.passes.buffer_effects import (
    COMPLETE_ATTRIBUTE,
    EFFECTS_ATTRIBUTE,
    ORDERED_ATTRIBUTE,
    annotate_buffer_effects,
)
from periclase.passes.pipelines import Pipeline, cpu
from periclase.runtime.artifact import Access, Artifact

WORD = 1 << 31


def words_of(text: str, passes: str = "") -> tuple[list[str], bool]:
    """What the kernel `@k` of a module is said to do, after `passes`, and whether that is all."""
    module = lowered_mir.parse(text)
    if passes:
        Pipeline.parse(passes).run(lowered_mir.context(), module)
    annotate_buffer_effects(module)
    (kernel,) = [op for op in module.body.block.ops if EFFECTS_ATTRIBUTE in op.attributes]
    words = kernel.attributes[EFFECTS_ATTRIBUTE]
    assert isinstance(words, ArrayAttr)
    return [word.data for word in words.data], COMPLETE_ATTRIBUTE in kernel.attributes


def contents(r: random.Random) -> list[list[int]]:
    return [
        [r.randrange(-WORD, WORD) for _ in range(random_pointers.LENGTH)]
        for _ in range(random_pointers.BUFFERS)
    ]


@pytest.mark.parametrize("passes", ["", "inline,sroa,mem2reg,canonicalize,sccp,simplify-cfg,cse,dce"])
@pytest.mark.parametrize("chunk", range(4))
def test_no_run_contradicts_it(chunk: int, passes: str) -> None:
    for seed in range(chunk * 10, chunk * 10 + 10):
        text = random_pointers.random_kernel(seed)
        words, _ = words_of(text, passes)
        run = random_pointers.native(text)
        r = random.Random(seed)
        for _ in range(12):
            before, number = contents(r), r.randrange(-WORD, WORD)
            after = run(before, number)
            for index, word in enumerate(words[:-1]):
                where = f"seed {seed}, parameter {index}: {word}"
                if word in ("dead", "read_only"):
                    assert after[index] == before[index], where
                if word in ("dead", "write_only"):
                    # With other old bytes it does the same.
                    changed = list(before)
                    changed[index] = [r.randrange(-WORD, WORD) for _ in before[index]]
                    other = run(changed, number)
                    assert [row for i, row in enumerate(other) if i != index] == [
                        row for i, row in enumerate(after) if i != index
                    ], where
                    for old, new, old_other, new_other in zip(
                        before[index], after[index], changed[index], other[index], strict=True
                    ):
                        assert new == new_other or (new, new_other) == (old, old_other), where


def test_random_kernels_are_of_every_kind() -> None:
    seen: Counter[str] = Counter()
    complete = 0
    for seed in range(40):
        words, all_known = words_of(random_pointers.random_kernel(seed))
        complete += all_known
        if all_known:
            seen.update(words)
    assert 15 < complete < 40
    assert min(seen[word] for word in ("dead", "read_only", "write_only", "read_write")) >= 5, seen


def test_unreachable_code_does_nothing() -> None:
    words, complete = words_of(
        """
        mir.func @k(%x : !mir.slice<mut f32>) attributes {kernel} {
          mir.return
        ^never:
          %p = mir.extract_field %x[0] : !mir.slice<mut f32>
          %v = mir.load %p : !mir.ptr<mut f32>
          mir.store %v, %p : !mir.ptr<mut f32>
          mir.return
        }
        """
    )
    assert (words, complete) == (["dead"], True)


# ---------------------------------------------------------------------------------------------------------------------
# From Python to the artifact


@device
def put(y: OutSlice[f32], i: i32, value: f32):
    y[i] = value


@kernel
def many(
    a: f32,
    x: Slice[f32],
    y: MutSlice[f32],
    z: OutSlice[f32],
    n: MutSlice[i32],
    unused: Slice[f32],
    length: Slice[f32],
):
    tile = shared_array(64, f32)
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(length):
        tile[thread_idx_x()] = a * x[i]
    sync_threads()
    if i < len(y):
        y[i] = y[i] + tile[thread_idx_x()]
        put(z, i32(i), 1.0)
        atomic_add(n[0], 1)


@kernel
def prints(x: Slice[f32]):
    printf("%f\n", x[0])


@pytest.mark.parametrize("target", ["cpu", "sm_90"])
def test_artifacts_tell_it(target: str) -> None:
    artifact = compile_kernel(many, None, target)
    assert artifact.effects == (
        Access.NONE,
        Access.READ,
        Access.READ_WRITE,
        Access.WRITE,
        Access.READ_WRITE,
        Access.NONE,
        Access.NONE,
    )
    assert artifact.effects_complete
    assert not artifact.ordered
    assert Artifact.from_bytes(artifact.to_bytes()) == artifact


@pytest.mark.parametrize("target", ["cpu", "sm_90"])
def test_a_kernel_that_prints_is_ordered(target: str) -> None:
    artifact = compile_kernel(prints, None, target)
    assert artifact.ordered
    assert (artifact.effects, artifact.effects_complete) == ((Access.READ,), True)


def test_a_pipeline_without_it_says_nothing() -> None:
    artifact = compile_kernel(many, None, "cpu", cpu().remove("buffer-effects"))
    assert artifact.effects is None
    assert not artifact.effects_complete
    assert artifact.ordered


def test_options_of_the_decorator_reach_the_artifact() -> None:
    @kernel(cooperative=True, cluster=(2, 1, 1))
    def together(x: MutSlice[f32]):
        x[0] = 1.0

    artifact = compile_kernel(together, None, "sm_90")
    assert artifact.cooperative
    assert artifact.cluster == (2, 1, 1)
    plain = compile_kernel(prints, None, "sm_90")
    assert (plain.cooperative, plain.cluster) == (False, None)


def test_the_words_are_attributes_of_the_kernel() -> None:
    module = lowered_mir.parse("mir.func @k(%x : !mir.slice<f32>) attributes {kernel} { mir.return }")
    before = str(module)
    annotate_buffer_effects(module)
    assert ORDERED_ATTRIBUTE not in str(module)
    assert str(module) == before.replace(
        "{kernel}", '{kernel, periclase.effects = ["dead"], periclase.effects_complete}'
    )


# ---------------------------------------------------------------------------------------------------------------------
# What no argument stands for


ACROSS = """
mir.func @k(%x : !mir.slice<mut f32>, %y : !mir.slice<mut f32>, %c : i1) attributes {{kernel}} {{
  %p = mir.extract_field %x[0] : !mir.slice<mut f32>
  %q = mir.extract_field %y[0] : !mir.slice<mut f32>
  %n = mir.constant 3 : si64
  %r = mir.ptr_offset %p[%n] : !mir.ptr<mut f32>, si64
  %s = mir.select %c, %p, %q : !mir.ptr<mut f32>
  %d = mir.ptr_diff {operands} : !mir.ptr<mut f32>
  %there = mir.ptr_offset %q[%d] : !mir.ptr<mut f32>, si64
  %v = mir.load %there : !mir.ptr<mut f32>
  mir.return
}}
"""


@pytest.mark.parametrize("operands", ["%p, %q", "%q, %p", "%p, %s", "%s, %s"])
def test_a_distance_leads_from_one_buffer_to_another(operands: str) -> None:
    assert words_of(ACROSS.format(operands=operands)) == (["read_write", "read_write", "value"], False)


def test_a_distance_in_one_buffer_tells_nothing() -> None:
    assert words_of(ACROSS.format(operands="%r, %p")) == (["dead", "read_only", "value"], True)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("mov.u32 %r, %laneid;", True),
        ("st.global.f32 [%r], 0f00000000;", False),
        ("call (%r), f, (%x);", False),
    ],
)
def test_ptx_reaches_memory_through_addresses_that_nobody_sees(text: str, complete: bool) -> None:
    _, found = words_of(
        f"""
        mir.func @k(%x : !mir.slice<mut f32>) attributes {{kernel}} {{
          nvvm.inline_ptx "{text}"
          mir.return
        }}
        """
    )
    assert found is complete


@pytest.mark.parametrize(("kind", "ordered"), [("", True), ("immutable ", False)])
def test_launches_that_use_a_static_of_the_module_are_ordered(kind: str, ordered: bool) -> None:
    value = " = 1.0 : f32" if kind else ""
    space = "constant" if kind else "mut f32, global"
    pointer = f"!mir.ptr<{'f32, ' if kind else ''}{space}>"
    module = lowered_mir.parse(
        f"""
        mir.func @use() -> f32 {{
          %p = mir.global_alloc {kind}f32 key "s"{value}
          %v = mir.load %p : {pointer}
          mir.return %v : f32
        }}
        mir.func @k(%x : !mir.slice<mut f32>) attributes {{kernel}} {{
          %v = mir.call @use() : () -> f32
          mir.return
        }}
        """
    )
    annotate_buffer_effects(module)
    assert (ORDERED_ATTRIBUTE in str(module)) is ordered
    assert COMPLETE_ATTRIBUTE in str(module)


@pytest.mark.parametrize("passes", ["", "rewrite-intrinsic-stubs", "inline,rewrite-intrinsic-stubs"])
@pytest.mark.parametrize(
    ("copy", "words"),
    [
        ("cp_async_bulk_tensor_s2g.f32.global.shared.2(%map, %at, %tile)", ["write_only", "dead"]),
        (
            "cp_reduce_async_bulk_tensor.f32.global.shared.2.add(%map, %at, %tile)",
            ["read_write", "read_only"],
        ),
        ("cp_async_bulk_prefetch_tensor.global.2(%map, %at)", ["read_only", "read_only"]),
    ],
)
def test_the_tensor_behind_a_map_is_any_buffer(passes: str, copy: str, words: list[str]) -> None:
    symbol, _, operands = copy.partition("(")
    types = ["!mir.ptr<ui64, global>", "!mir.tuple<si32, si32>", "!mir.ptr<mut f32, shared>"]
    taken = ", ".join(types[: operands.count("%")])
    slices = "%one: !mir.slice<mut f32, global>, %other: !mir.slice<f32, global>"
    text = f"""
    mir.func private @__periclase_intrinsic.{symbol}({taken})
    mir.func private @move(%map: {types[0]}, %at: {types[1]}, %tile: {types[2]}) {{
      mir.call @__periclase_intrinsic.{copy} : ({taken}) -> ()
      mir.return
    }}
    mir.func @k(%map: {types[0]}, {slices}, %at: {types[1]}) attributes {{kernel}} {{
      %tile = mir.shared_alloc f32 key "tile"
      mir.call @move(%map, %at, %tile) : ({", ".join(types)}) -> ()
      mir.return
    }}
    """
    found, complete = words_of(text, passes)
    assert found[1:] == [*words, "value"]
    assert found[0] == ("read_only" if passes else "read_write")
    assert complete
