"""The device API on the host: names, signatures, documentation, and what a call says."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import periclase.gpu as gpu
from periclase.intrinsics.stubs import HostCallError, lookup_stub
from periclase.intrinsics.table import INTRINSICS
from periclase.intrinsics.type_stubs import GENERATED


@pytest.mark.parametrize("name", INTRINSICS)
def test_every_row_has_its_stub(name: str) -> None:
    stub = getattr(gpu, name)
    assert lookup_stub(stub) is INTRINSICS[name]
    assert (stub.__name__, stub.__module__) == (name, "periclase.gpu")
    assert stub.__doc__.startswith(INTRINSICS[name].summary)
    assert getattr(gpu, name) is stub
    assert name in dir(gpu) and name in gpu.__all__


@pytest.mark.parametrize("file", GENERATED, ids=lambda file: file.name)
def test_what_is_written_from_the_table_equals_it(file: Path) -> None:
    text = GENERATED[file]()
    assert file.read_text(encoding="utf-8") == text, "run python -m periclase.intrinsics.type_stubs"


def test_signatures_have_defaults_and_kinds() -> None:
    assert str(inspect.signature(gpu.atomic_add)) == "(place, value, order='relaxed', scope='device')"
    assert str(inspect.signature(gpu.inline_ptx)) == "(ptx, *values, result=None, cpu=None)"
    assert str(inspect.signature(gpu.thread_idx_x)) == "()"


def test_a_call_on_the_host_says_what_to_do() -> None:
    with pytest.raises(HostCallError) as caught:
        gpu.thread_idx_x()
    assert caught.value.diagnostic.code == "PC0420"
    text = str(caught.value)
    assert "'thread_idx_x' is a device intrinsic" in text
    assert "kernel[blocks, threads]" in text
    assert isinstance(caught.value, RuntimeError)


def test_documentation_names_types_words_and_targets() -> None:
    assert "T is one of i32, u32" in gpu.atomic_add.__doc__
    assert "scope is one of block, cluster, device, system." in gpu.atomic_add.__doc__
    assert "Needs sm_80." in gpu.redux_sync_add.__doc__


def test_stubs_pickle_by_name() -> None:
    stub = gpu.lane_id
    assert pickle.loads(pickle.dumps(stub)) is stub


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="thread_idx_w"):
        gpu.thread_idx_w  # noqa: B018


@pytest.mark.parametrize("value", [None, 3, print, len, int, gpu, object(), lambda: None])
def test_other_objects_are_no_stubs(value: object) -> None:
    assert lookup_stub(value) is None


def test_importing_it_loads_nothing_heavy() -> None:
    code = (
        "import sys; from periclase.gpu import thread_idx_x; "
        "print(*sorted({'xdsl', 'llvmlite', 'numpy', 'periclase.intrinsics.table'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_what_it_lists() -> None:
    listed = {name for name in dir(gpu) if not name.startswith("_")}
    assert {"thread_idx_x", "shared_array", "atomic_add"} <= listed
    assert listed == {name for name in gpu.__all__ if not name.startswith("_")}
