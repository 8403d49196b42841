"""The plugin, as its users see it: a kernel through an edited standard pipeline, and the lit tests."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
from periclase_saturate.convert_saturate_to_llvm import ConvertSaturateToLLVM
from periclase_saturate.find_saturation import FindSaturation

from periclase import MutSlice, f32, kernel
from periclase.gpu import thread_idx_x
from periclase.passes import pipelines

LIT = Path(__file__).resolve().parent.parent / "lit"


@kernel
def clamp(values: MutSlice[f32]):
    i = thread_idx_x()
    if i < len(values):
        values[i] = np.fmin(np.fmax(values[i], 0.0), 1.0)


def pipeline():
    return (
        pipelines.ptx("sm_90")
        .insert_after("mem2reg", FindSaturation())
        .insert_before("convert-mir-to-llvm", ConvertSaturateToLLVM())
    )


def test_the_standard_pipeline_knows_nothing_of_it():
    assert "cvt.sat" not in clamp.ptx(arch="sm_90")


def test_the_edited_pipeline_gives_one_instruction():
    assert re.search(r"cvt\.sat\.f32\.f32|\.sat\.f32", clamp.ptx(arch="sm_90", pipeline=pipeline()))


def test_the_pipeline_has_a_textual_form():
    text = str(pipeline())
    assert text.index("mem2reg") < text.index("find-saturation") < text.index("convert-saturate-to-llvm")
    assert str(pipelines.Pipeline.parse(text)) == text


def test_lit():
    command = [sys.executable, "-c", "from lit.main import main; main()", "-v", str(LIT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Passed\s*:\s*3\b", done.stdout), done.stdout
