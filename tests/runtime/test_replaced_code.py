"""Code that is replaced while the program runs: modules that are loaded again, functions that get other code where they stand."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from periclase import MutSlice, device, f32, kernel, open_device

MODULE = """
from periclase import MutSlice, device, f32, kernel

@device
def changed(x: f32) -> f32:
    return x * {factor}

@kernel
def change(y: MutSlice[f32]):
    y[0] = changed(y[0])
"""


def result(kernel) -> float:
    y = open_device("cpu").array(np.float32([3]))
    kernel[1, 1](y)
    return y.read()[0]


class Edited:
    """A module whose file is written again and again, each time a while later."""

    def __init__(self, folder: Path):
        self.path = folder / "edited_while_it_runs.py"
        self._seconds = 1_700_000_000

    def write(self, factor: int) -> None:
        self.path.write_text(MODULE.format(factor=factor))
        self._seconds += 10
        os.utime(self.path, (self._seconds, self._seconds))


@pytest.fixture
def edited(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield Edited(tmp_path)
    sys.modules.pop("edited_while_it_runs", None)


def loaded() -> ModuleType:
    return importlib.import_module("edited_while_it_runs")


def test_a_module_that_is_loaded_again_has_new_kernels(edited):
    edited.write(2)
    module = loaded()
    before = module.change
    assert result(before) == 6
    edited.write(5)
    assert result(before) == 6  # the file alone is nothing to what was loaded
    importlib.reload(module)
    assert (result(module.change), result(before)) == (15, 6)
    edited.write(2)
    importlib.reload(module)
    assert (result(module.change), result(before)) == (6, 6)  # each by its own code, in the cache as well


def test_a_kernel_that_was_not_launched_before_its_module_is_loaded_again(edited):
    """Its function is that of then, and names what there is now: in the same module, as in Python."""
    edited.write(2)
    module = loaded()
    before = module.change
    edited.write(5)
    importlib.reload(module)
    assert result(before) == 15


@device
def doubled(x: f32) -> f32:
    return x * 2.0


@device
def quadrupled(x: f32) -> f32:
    return x * 4.0


@kernel
def stays(y: MutSlice[f32]):
    y[0] = doubled(y[0])


@kernel
def other(y: MutSlice[f32]):
    y[0] = doubled(y[0]) + 1.0


@pytest.mark.parametrize("what", [stays, doubled], ids=["kernel", "device function"])
def test_code_that_is_replaced_counts_for_kernels_that_were_not_launched(what, monkeypatch):
    launched, later = type(stays)(stays.function, stays.options), type(stays)(stays.function, stays.options)
    assert result(launched) == 6
    with monkeypatch.context() as replaced:
        code = other.function.__code__ if what is stays else quadrupled.function.__code__
        replaced.setattr(what.function, "__code__", code)
        expected = 7 if what is stays else 12
        assert result(launched) == 6  # what it names, and its own code, stay what they were
        assert launched.ptx() != type(stays)(other.function, other.options).ptx()
        assert result(later) == expected
    fresh = type(stays)(stays.function, stays.options)
    assert result(fresh) == 6
