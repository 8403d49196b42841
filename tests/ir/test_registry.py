from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import toy

from periclase.diagnostics import CompileError
from periclase.ir import registry
from periclase.ir.registry import Registry, shared_context
from periclase.passes.mem2reg import Mem2Reg


def test_our_passes_come_in_by_the_entry_points() -> None:
    names = registry.passes.names()
    for name in (
        "mem2reg",
        "sroa",
        "simplify-cfg",
        "sccp",
        "cse",
        "dce",
        "symbol-dce",
        "inline",
        "canonicalize",
    ):
        assert name in names
        assert registry.passes.load(name).name == name
    assert registry.passes.load("mem2reg") is Mem2Reg


def test_a_misspelt_name_gets_a_suggestion() -> None:
    with pytest.raises(CompileError) as caught:
        registry.passes.load("mem2rag")
    assert caught.value.diagnostic.code == "PC0603"
    assert caught.value.diagnostic.help == "did you mean 'mem2reg'?"


def test_a_pass_of_this_process_can_be_named() -> None:
    own: Registry[type[Mem2Reg]] = Registry("periclase.nothing", "pass")
    assert own.names() == []
    own.register("mine", Mem2Reg)
    assert "mine" in own
    assert own.load("mine") is Mem2Reg


def test_the_shared_context_knows_all_dialects_lazily() -> None:
    context = shared_context()
    assert {"builtin", "mir", "nvvm", "llvm"} <= set(context.registered_dialect_names)
    assert context.get_optional_op("mir.add") is not None
    assert toy.TOY.name not in context.registered_dialect_names


def test_ours_are_loaded_without_the_metadata_of_installed_packages() -> None:
    code = (
        "import sys; from periclase.ir import registry\n"
        "print(registry.passes.load('convert-mir-to-llvm').__name__, registry.dialects.load('mir').name)\n"
        "print('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["ConvertMirToLLVM", "mir", "False"]


@pytest.mark.parametrize("name", ["pass-manager", "pipelines", "..passes", "mir", ""])
def test_a_module_that_is_no_pass_is_none(name: str) -> None:
    with pytest.raises(CompileError) as caught:
        registry.passes.load(name)
    assert caught.value.diagnostic.code == "PC0603"


@pytest.mark.parametrize("registered", [registry.passes, registry.dialects], ids=["passes", "dialects"])
def test_by_name_is_what_the_entry_point_says(registered: Registry[Any]) -> None:
    for name, entry in registered.entries.items():
        if entry.value.startswith("periclase."):
            assert registered.load(name) is entry.load()
