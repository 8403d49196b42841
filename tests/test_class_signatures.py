"""The docstrings that `dataclass` makes of signatures: left out for the classes of one package, as ever for all others."""

from __future__ import annotations

import dataclasses
import inspect
import subprocess
import sys

from periclase.class_signatures import unwritten_signatures


def declare(module: str, text: str | None = None) -> type:
    return dataclasses.dataclass(
        type("Point", (), {"__module__": module, "__annotations__": {"x": int}, "__doc__": text})
    )


def test_only_the_classes_of_the_package_have_none():
    with unwritten_signatures("slow"):
        assert declare("slow").__doc__ == declare("slow.down").__doc__ == "Point"
        assert declare("slower").__doc__ == declare(__name__).__doc__ == "Point(x: int)"
        assert declare("slow", "Where it is.").__doc__ == "Where it is."
        assert str(inspect.signature(declare("slow"))) == "(x: int) -> None"  # it is only not written down
        assert dataclasses.__dict__["inspect"].get_annotations is inspect.get_annotations
    assert dataclasses.__dict__["inspect"] is inspect
    assert declare("slow").__doc__ == "Point(x: int)"


def test_in_one_another_the_outer_counts():
    with unwritten_signatures("slow"):
        with unwritten_signatures("slower"):
            assert declare("slow").__doc__ == "Point"
            assert declare("slower").__doc__ == "Point(x: int)"
        assert declare("slow").__doc__ == "Point"
    assert dataclasses.__dict__["inspect"] is inspect


def test_after_a_failure_dataclasses_is_as_it_was():
    try:
        with unwritten_signatures("slow"):
            raise KeyError
    except KeyError:
        pass
    assert dataclasses.__dict__["inspect"] is inspect


COLD = """
import inspect
asked = []
signature = inspect.signature
inspect.signature = lambda of, **options: asked.append(of) or signature(of, **options)
import sys
sys.path.insert(0, {examples!r})
from saxpy import saxpy
saxpy.compile("cpu")
assert "xdsl.dialects.builtin" in sys.modules
print(sum(isinstance(of, type) and of.__module__.startswith("xdsl.") for of in asked))
"""


def test_a_first_compile_writes_no_signature_of_xdsl(request, tmp_path):
    program = COLD.format(examples=str(request.config.rootpath / "examples"))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, cwd=tmp_path
    )
    assert (done.returncode, done.stdout.strip()) == (0, "0"), done.stderr
