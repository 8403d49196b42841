"""Random modules, of all kinds and for all targets, at the entries to LLVM: none ends the process, hangs, or fails inside.

LLVM IR as no compiler writes it (`random_llvm_ir`), operations of `nvvm` in any company, programs of `mir` through the pipelines.
Each is compiled in a child; how it may end there is with code or with diagnostics. What fails is made smaller and kept in a file.

PERICLASE_TEST_PROFILE=nightly pytest tests/codegen/test_llvm_fuzz.py  # 10,000
PERICLASE_TEST_SEED=7 pytest tests/codegen/test_llvm_fuzz.py  # others

The night's worth says every ten seconds how far it is and which module took longest; it takes half an hour of one core.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from child_pool import Casualty, casualties
from how_much import NIGHTLY, PROGRAM_SEED
from intrinsic_variants import lowered, module_of, variants
from lowered_mir import parse
from random_llvm_ir import random_module
from random_mir import random_program

from periclase.codegen import native
from periclase.codegen.compiler import context
from periclase.codegen.llvm_checks import check_llvm_ir
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.llvm_ordinary import oddity
from periclase.codegen.ptx import emit_ptx, optimised_llvm_ir
from periclase.codegen.targets import known_targets, parse_target
from periclase.diagnostics import CompileError
from periclase.intrinsics.table import INTRINSICS
from periclase.passes import pipelines

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

SEED = PROGRAM_SEED % (1 << 40)
CHUNKS = range(10 if NIGHTLY else 1)
"""Runs of these, one after another: what hangs altogether is seen after minutes."""
TEXTS, ROWS, PROGRAMS = (400, 150, 50) if NIGHTLY else (70, 30, 5)
"""Of texts twice so many, for GPUs and for this processor; each program is for both as well."""

ROWS_OF_ONE = [
    row for row in INTRINSICS.values() if row.template is not None and row.expansion is None and not row.plain
]


def compile_for_gpu(text: str, seed: int) -> None:
    r = random.Random(seed)
    entry = emit_ptx if r.random() < 0.9 else optimised_llvm_ir
    entry(text, r.choice(known_targets()), level=r.randrange(4))


def compile_for_cpu(text: str, seed: int) -> None:
    native.emit_assembly(text, speed=seed % 4)


def rows_of(seed: int) -> str:
    """Forms of the intrinsic table that may need each another target, in one kernel."""
    r = random.Random(seed)
    forms = [r.choice(list(variants(row))) for row in r.sample(ROWS_OF_ONE, r.choice((1, 2, 5)))]
    return print_module(lowered(module_of(forms)), target="nvptx64", debug=False)


def small(text: str, fails: Callable[[str], bool]) -> str:
    """`text` without lines that it fails without as well."""
    lines = text.splitlines()
    size = len(lines) // 2
    while size:
        start = 0
        while start < len(lines):
            fewer = lines[:start] + lines[start + size :]
            if fails("\n".join(fewer) + "\n"):
                lines = fewer
            else:
                start += size
        size //= 2
    return "\n".join(lines) + "\n"


def report(
    found: list[Casualty], start: int, text_of: Callable[[int], str], compile_: Callable[[str, int], None]
) -> str:
    """The seeds, how each ended, and where the first of them stands, made smaller."""
    first = found[0]
    seed = start + first.index

    def fails(text: str) -> bool:
        ends = casualties(lambda _: compile_(text, seed), 1, expected=CompileError)
        return [end.how[-80:] for end in ends] == [first.how[-80:]]

    folder = Path(tempfile.mkdtemp(prefix="periclase-fuzz-"))
    file = folder / f"{seed}.ll"
    file.write_text(small(text_of(seed), fails), encoding="utf-8")
    seeds = ", ".join(f"{start + each.index}: {each.how}" for each in found[:10])
    return f"{len(found)} of the modules did not end well; seeds {seeds}; the first, made smaller, is {file}"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Callable[[int], None]:
    """Tells on the terminal at times which piece is begun, where that takes a night."""
    last, at, slowest = time.monotonic(), time.monotonic(), (0.0, 0)

    def say(index: int) -> None:
        nonlocal last, at, slowest
        now = time.monotonic()
        slowest, at = max(slowest, (now - at, index - 1)), now
        if NIGHTLY and now > last + 10.0:
            last = now
            with capsys.disabled():
                print(
                    f"\n{request.node.name}: {index} begun; slowest so far {slowest[1]}, {slowest[0]:.1f} s",
                    end="",
                    flush=True,
                )

    return say


def all_end_well(
    first: int,
    count: int,
    text_of: Callable[[int], str],
    compile_: Callable[[str, int], None],
    said: Callable[[int], None],
) -> None:
    def work(index: int) -> None:
        compile_(text_of(first + index), first + index)

    found = casualties(work, count, expected=CompileError, said=said)
    assert not found, report(found, first, text_of, compile_)


def text_for_gpu(seed: int) -> str:
    return random_module(seed, gpu=True)


def text_for_cpu(seed: int) -> str:
    return random_module(seed, gpu=False)


chunked = pytest.mark.parametrize("chunk", CHUNKS)


@chunked
def test_llvm_ir_for_gpus(chunk: int, said: Callable[[int], None]) -> None:
    all_end_well(SEED + chunk * TEXTS, TEXTS, text_for_gpu, compile_for_gpu, said)


@chunked
def test_llvm_ir_for_this_processor(chunk: int, said: Callable[[int], None]) -> None:
    all_end_well(SEED + chunk * TEXTS, TEXTS, text_for_cpu, compile_for_cpu, said)


def test_what_is_ordinary_is_survived_in_this_process() -> None:
    """And most of what the calm half of the generator gives is ordinary: else nothing would be tried here."""
    taken = [0]

    def work(index: int) -> None:
        for gpu in (True, False):
            text = random_module(SEED + index, gpu=gpu)
            if oddity(text, gpu=gpu) is None:
                (compile_for_gpu if gpu else compile_for_cpu)(text, SEED + index)

    found = casualties(work, TEXTS // 2, expected=CompileError)
    assert not found, [f"{SEED + each.index}: {each.how}" for each in found]
    for gpu in (True, False):
        texts = [random_module(SEED + index, gpu=gpu) for index in range(60)]
        taken[0] = sum(oddity(text, gpu=gpu) is None for text in texts)
        assert taken[0] >= 6


@chunked
def test_operations_of_nvvm(chunk: int, said: Callable[[int], None]) -> None:
    all_end_well(SEED + chunk * ROWS, ROWS, rows_of, compile_for_gpu, said)


@chunked
def test_programs_of_mir(chunk: int, said: Callable[[int], None]) -> None:
    def work(index: int) -> None:
        seed = SEED + chunk * PROGRAMS + index
        r = random.Random(seed)
        for target in ("nvptx64", "host"):
            module = parse(random_program(seed))
            pipelines.ptx().run(context(), module, [])
            text = print_module(module, target=target)
            if target == "host":
                native.emit_object(text, speed=r.randrange(4), ordinary=True)
            else:
                emit_ptx(text, r.choice(known_targets()), level=r.randrange(4), ordinary=True)

    found = casualties(work, PROGRAMS, expected=CompileError, said=said)
    assert not found, [f"{SEED + each.index}: {each.how}" for each in found]


DIES = """\
define void @f(ptr %p, <4 x i8> %v) {
  %a = add i32 1, 2
  store atomic <4 x i8> %v, ptr %p monotonic, align 4
  ret void
}
"""

OVERFLOW = """\
define { <4 x i64>, <4 x i1> } @f(<4 x i64> %a) {
  %r = call { <4 x i64>, <4 x i1> } @llvm.uadd.with.overflow.v4i64(<4 x i64> %a, <4 x i64> %a)
  ret { <4 x i64>, <4 x i1> } %r
}
declare { <4 x i64>, <4 x i1> } @llvm.uadd.with.overflow.v4i64(<4 x i64>, <4 x i64>)
"""


def test_overflow_of_vectors_does_not_end_the_process() -> None:
    assert not casualties(lambda _: compile_for_cpu(OVERFLOW, 0), 1, expected=CompileError)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (DIES, "an atomic operation"),
        ("define void @f(i33 %a) {\n  ret void\n}\n", "'i33'"),
        ("define void @f(ptr %p) {\n  call void %p()\n  ret void\n}\n", "a call through a pointer"),
        ('define void @f() "stack-probe-size"="x" {\n  ret void\n}\n', "the attribute 'stack-probe-size'"),
        ("define void @f(<3 x i32> %a) {\n  ret void\n}\n", "the type <3 x i32>"),
        ("define [100 x i32] @f() {\n  ret [100 x i32] undef\n}\n", "a large array"),
        ("define void @f({} %a) {\n  ret void\n}\n", "an empty type"),
        (
            '!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.unroll.count", i32 0}\n; !llvm.loop\n',
            "metadata of a loop",
        ),
        # LLVM goes along `inlinedAt` without end.
        ("!9 = !DILocation(line: 3, scope: !2, inlinedAt: !9)\n", "debug information that goes round"),
        ("!8 = !DILocation(line: 3, scope: !2, inlinedAt: !9)\n", "debug information that goes round"),
        ("!9 = !\n", "metadata"),
        ("!9 = distinct !\n", "metadata"),
        ("!a.b = !DILocation(line: 3, scope: !2)\n", "metadata"),
        ("!9 = !DILocation(line: 3, scope: !2, inlinedAt: !8)\n", None),
        ('!9 = !DILocalVariable(name: "x", scope: !2)\n', "debug information"),
        ("    #dbg_value(i32 1, !3, !DIExpression(), !4)\n", "debug information of variables"),
        ("define void @f(ptr align 65536 %a) {\n  ret void\n}\n", "an alignment"),
        ("define void @f(i32 %a) noinline {\n  %b = add nsw i32 %a, 1\n  ret void\n}\n", None),
    ],
)
def test_what_is_odd(text: str, what: str | None) -> None:
    assert oddity("\n" + text, gpu=False) == what


def test_the_pool_notes_who_dies_hangs_and_raises() -> None:
    def work(index: int) -> None:
        if index == 1:
            native._compiled("assembly", DIES, 0, ordinary=True)  # pyright: ignore[reportPrivateUsage]
        if index == 3:
            while True:
                pass
        if index == 4:
            raise ValueError("inside")
        if index == 5:
            check_llvm_ir("@g = addrspace(3) global i32 5\n", parse_target("sm_90"))

    found = casualties(work, 7, expected=CompileError, seconds=1.5)
    assert [each.index for each in found] == [1, 3, 4]
    assert found[0].how == "signal 6"
    assert found[1].how == "hangs"
    assert "ValueError: inside" in found[2].how


def test_what_the_pool_gives_a_piece_is_not_less_for_those_before_it() -> None:
    """A piece that waits, for a process of its own say, behind some that worked is not taken to hang."""
    begun: list[int] = []

    def work(index: int) -> None:
        if index < 3:
            until = time.process_time() + 0.2
            while time.process_time() < until:
                pass
        else:
            threading.Event().wait(0.9)

    assert not casualties(work, 4, seconds=0.6, said=begun.append)
    assert begun == [0, 1, 2, 3]


def test_what_fails_is_made_smaller() -> None:
    assert small("a\nb\nc\nd\ne\n", lambda text: "b" in text and "e" in text) == "b\ne\n"
