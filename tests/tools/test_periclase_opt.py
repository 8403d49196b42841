"""`periclase-opt` beyond what the lit tests in `lit/tools/periclase-opt` see."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.dialects.builtin import IntegerAttr, StringAttr
from xdsl.ir import Attribute

from periclase.tools.command import INTERNAL, OK, REFUSED
from periclase.tools.periclase_opt import PericlaseOptMain, main

MODULE = """
func.func @f(%a : i32) -> i32 {
  func.return %a : i32
}
"""


@pytest.fixture
def module(tmp_path: Path) -> str:
    path = tmp_path / "module.mlir"
    path.write_text(MODULE)
    return str(path)


def test_ours_come_before_xdsls(module: str) -> None:
    tool = PericlaseOptMain(args=[module])
    for name in ("cse", "dce", "canonicalize", "mem2reg"):
        assert tool.available_passes[name]().__module__.startswith("periclase.passes.")
    assert tool.ctx.get_dialect("llvm").name == "llvm"
    llvm = tool.ctx.get_optional_op("llvm.addrspacecast")
    assert llvm is not None
    assert llvm.__module__.startswith("periclase.")


def test_xdsls_are_there_as_well(module: str) -> None:
    tool = PericlaseOptMain(args=[module])
    assert "convert-scf-to-cf" in tool.available_passes
    assert tool.ctx.get_optional_op("scf.for") is not None


def test_xdsls_own_way_to_llvm_is_not_offered(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([module, "-t", "llvm"])
    assert "invalid choice: 'llvm'" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "  \n", "// nothing\n"])
def test_nothing_is_an_empty_module(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.mlir"
    path.write_text(text)
    assert main([str(path)]) == OK
    assert capsys.readouterr().out.split() == ["builtin.module", "{", "}"]


@pytest.mark.parametrize("text", ["module { " * 3000 + "}" * 3000, "mir.func @f() { " * 3000])
def test_what_nests_too_deeply_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deep.mlir"
    path.write_text(text)
    assert main([str(path)]) == REFUSED
    err = capsys.readouterr().err
    assert "error[PC0802]" in err
    assert f"--> {path}:1" in err


def test_an_unknown_pass_lists_ours(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([module, "-p", "zzz"]) == REFUSED
    assert "= help: known are `buffer-effects`, `canonicalize`" in capsys.readouterr().err


def test_switching_checks_off_does_not_outlive_the_call(module: str) -> None:
    before = Attribute.__post_init__
    assert main([module, "--disable-verify"]) == OK
    assert Attribute.__post_init__ is before
    with pytest.raises(Exception, match=r".+"):
        IntegerAttr(1, StringAttr("not a type"))  # pyright: ignore


def test_any_extension_is_mlir(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "module.ir"
    path.write_text(MODULE)
    assert main([str(path)]) == OK
    assert "func.func @f" in capsys.readouterr().out


def test_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "module.mlir"
    path.write_bytes(b"\xff\xfe\x00")
    assert main([str(path)]) == REFUSED
    assert "not UTF-8" in capsys.readouterr().err


def test_a_pass_that_crashes_is_our_fault(
    module: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from periclase.passes.dce import Dce

    def crash(self: object, ctx: object, op: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(Dce, "apply", crash)
    assert main([module, "-p", "dce"]) == INTERNAL
    err = capsys.readouterr().err
    assert "internal error: KeyError" in err
    assert "Traceback" not in err


def test_a_module_broken_by_a_pass_names_the_pass(
    module: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.dialects.func import ReturnOp

    from periclase.passes.dce import Dce

    def drop_value(self: object, ctx: object, op: ModuleOp) -> None:
        for inner in op.walk():
            if isinstance(inner, ReturnOp):
                inner.operands = []

    monkeypatch.setattr(Dce, "apply", drop_value)
    assert main([module, "-p", "dce"]) == REFUSED
    err = capsys.readouterr().err
    assert "'func.return' does not verify" in err
    assert f"{module}:3:3" in err
    assert "note: the module verified before pass `dce`" in err
