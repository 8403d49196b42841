"""Rows written as a signature and an instruction."""

from __future__ import annotations

import subprocess
import sys

import pytest

from periclase.intrinsics.forms import Form, count_of, forms, ptx_type
from periclase.intrinsics.instruction import SignatureError, instruction
from periclase.intrinsics.model import REQUIRED, Intrinsic, Parameter, ParameterKind, Requirement
from periclase.intrinsics.table import INTRINSICS

PLAIN = [row for row in INTRINSICS.values() if row.plain]


def row(signature: str, ptx: str = "nop;", **more: object) -> Intrinsic:
    return instruction("mine", "mine", signature, ptx, "Mine.", **more)  # type: ignore[arg-type]


def test_a_signature_is_read() -> None:
    made = row(
        "(a: u32*4, b: f32*n/2, tile: read shared u8, mode: x|y = y, n: 8|16, k: int = 3, ftz: flag, mask: u32 = 0xFF)"
        " -> (u32, bool)"
    )
    assert made.parameters == (
        Parameter("a", "u32", count="4"),
        Parameter("b", "f32", count="n/2"),
        Parameter("tile", "u8", ParameterKind.PLACE, space="shared", only_read=True),
        Parameter("mode", "", ParameterKind.WORD, "y", ("x", "y")),
        Parameter("n", "", ParameterKind.INTEGER, REQUIRED, (8, 16)),
        Parameter("k", "", ParameterKind.INTEGER, 3),
        Parameter("ftz", "", ParameterKind.FLAG, False),
        Parameter("mask", "u32", default=255),
    )
    assert made.result == ("u32", "bool")
    assert row("() -> f32*3").result == ("f32", "f32", "f32")
    assert row("(n: 1|2) -> u32*2*n").result_count == "2*n"
    assert row("()").result == ()


@pytest.mark.parametrize(
    "signature", ["x: u32", "(x)", "(x: q32)", "(x: u32) -> q", "(x: word)", "(x: shared)"]
)
def test_what_is_no_signature(signature: str) -> None:
    with pytest.raises(SignatureError):
        row(signature)


def test_the_text_follows_from_what_is_chosen() -> None:
    made = row(
        "(x: T, p: place T, n: 1|2, mode: none|fast, ftz: flag) -> T",
        "op{mode?.{mode}}{ftz?.ftz|.full}{n=2?.wide}{@p}.{T}.{T.bits} $d, $x, [$p], {n};",
        types=("i32", "f64"),
    )
    chosen = {"n": "2", "mode": "fast", "ftz": "false"}
    assert (
        Form(made, "i32", chosen).text({"p": "shared"}) == "op.fast.full.wide.shared.s32.b32 $0, $1, [$2], 2;"
    )
    chosen = {"n": "1", "mode": "none", "ftz": "true"}
    assert Form(made, "f64", chosen).text({"p": ""}) == "op.ftz.f64.b64 $0, $1, [$2], 1;"


def test_parts_are_numbered_in_order() -> None:
    made = row("(a: u32*n, b: u64, n: 1|2) -> (u32, bool)", "op $d0|$d1, $a, $b;")
    assert Form(made, None, {"n": "2"}).text({}) == "op $0|$1, {$2, $3}, $4;"
    assert Form(made, None, {"n": "1"}).text({}) == "op $0|$1, {$2}, $3;"
    assert Form(made, None, {"n": "2"}).position("b") == 2


def test_counts() -> None:
    assert count_of("4", {}) == 4
    assert count_of("4*n", {"n": "2"}) == 8
    assert count_of("n/2", {"n": "8"}) == 4
    with pytest.raises(ValueError, match="n must be a multiple of 2"):
        count_of("n/2", {"n": "7"})


def test_what_goes_together() -> None:
    made = row("(x: T, a: flag, mode: x|y) -> T", types=("f32", "f64"), limits={"a": ("f32",), "y": ("a",)})
    labels = [form.label for form in forms(made)]
    assert labels == ["mine_f32_x", "mine_f32_a_x", "mine_f32_a_y", "mine_f64_x"]
    misfit = Form(made, "f64", {"a": "true", "mode": "x"}).misfit()
    assert misfit == "'a' of 'mine' goes only with f32"


def test_what_is_needed_is_joined() -> None:
    made = row(
        "(a: flag, b: flag)", sm=80, needs={"a": Requirement(90), "a+b": Requirement(100, 86, ("sm_100a",))}
    )
    needed = {form.label: form.requirement for form in forms(made)}
    assert needed["mine"] == Requirement(80, 32)
    assert needed["mine_b"] == Requirement(80, 32)
    assert needed["mine_a"] == Requirement(90, 32)
    assert needed["mine_a_b"] == Requirement(100, 86, ("sm_100a",))
    with pytest.raises(ValueError, match="no architecture"):
        Requirement(90, 80, ("sm_90a",)).join(Requirement(100, 86, ("sm_100a",)))


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: row.name)
def test_a_row_of_the_table_is_well_formed(row: Intrinsic) -> None:
    """Each form has a text, in which each parameter has its place, and a name of its own."""
    labels: set[str] = set()
    for form in forms(row):
        assert form.label not in labels
        labels.add(form.label)
        spaces = {operand.parameter.name: "" for operand in form.operands() if operand.is_place}
        text = form.text(spaces)
        assert "{@" not in text and "?" not in text
        parts = len(form.results()) + sum(operand.parts for operand in form.operands())
        tied = next((operand.parts for operand in form.operands() if operand.parameter.name == row.tied), 0)
        for number in range(parts):
            assert f"${number}" in text or tied, (form.label, number)
    assert labels


def test_types_in_ptx() -> None:
    assert [ptx_type(name) for name in ("i32", "u8", "f16", "bf16", "bool")] == [
        "s32",
        "u8",
        "f16",
        "bf16",
        "pred",
    ]


def test_a_family_is_loaded_with_its_rows() -> None:
    code = (
        "import sys; from periclase.intrinsics.table import INTRINSICS; INTRINSICS['lane_id']; "
        "print(*sorted(n.rpartition('.')[2] for n in sys.modules if n.startswith('periclase.intrinsics.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "sreg" in done.stdout.split()
    assert not {"matrix", "tcgen05", "wgmma", "bulk", "atomics", "warp"} & set(done.stdout.split())
