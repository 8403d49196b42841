"""Failures that nobody was told of are named at the end of the process; others are not."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest
from python_kernels import python_kernel

from periclase.runtime import unread
from periclase.runtime.call_site import CallSite
from periclase.runtime.capture import CaptureError
from periclase.runtime.claims import Failure
from periclase.runtime.failures import BufferFailure


@python_kernel("y: inout float32")
def fails(y):
    raise RuntimeError("on purpose")


@python_kernel("x: in float32, y: out float32")
def copy(x, y):
    y[:] = x


@pytest.fixture
def device(python_device):
    unread.forget()
    yield python_device
    unread.forget()


@pytest.fixture
def told(device, capsys):
    """What would be told now."""

    def tell():
        device.sync()
        device.cleanup()  # buffers that are gone have let go of their failures
        unread.tell(device.device_state.ledger.live_failures())
        return capsys.readouterr().err

    return tell


def test_a_failure_that_a_buffer_still_carries(device, told):
    y = device.zeros(4)
    fails[1, 1](y)
    text = told()
    assert "nobody has asked for what `fails` was to write" in text
    assert f"{__file__}:" in text
    assert "on purpose" in text
    assert y.failure() is not None
    assert told() == "", "each is told once"


def test_a_failure_whose_buffer_is_gone(device, told):
    fails[1, 1](device.zeros(4))
    assert "`fails`" in told()


def test_a_skipped_launch_is_none_of_its_own(device, told):
    y, z = device.zeros(4), device.zeros(4)
    fails[1, 1](y)
    copy[1, 1](y, z)
    assert told().count("periclase:") == 1


@pytest.mark.parametrize("look", ["read", "check", "failure"])
def test_what_somebody_has_looked_at_is_not_told(device, told, look):
    y = device.zeros(4)
    fails[1, 1](y)
    device.sync()
    if look == "failure":
        assert y.failure() is not None
    else:
        with pytest.raises(BufferFailure):
            getattr(y, look)()
    del y
    assert told() == ""


def test_what_was_repaired_is_not_told(device, told):
    y = device.zeros(4)
    fails[1, 1](y)
    device.sync()
    y.write(1)
    assert told() == ""


@python_kernel("y: inout float32", broken=True)
def can_not_compile(y):
    pass


def test_what_a_capture_has_told_is_not_told_again(device, told):
    y = device.zeros(4)
    with pytest.raises(CaptureError):
        device.stream().capture(lambda: can_not_compile[1, 1](y))
    assert told() == ""


class _Unspeakable(Exception):
    def __str__(self):
        raise ValueError("no text")


@pytest.mark.parametrize(
    ("error", "said"), [(_Unspeakable(), "_Unspeakable"), (RuntimeError("one\ntwo"), "RuntimeError: one")]
)
def test_whatever_the_error_is_it_is_a_line(capsys, error, said):
    unread.forget()
    frame = sys._getframe()
    unread.given_up(Failure(error, "kernel", CallSite(frame.f_code, frame.f_lasti)))
    unread.tell(())
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(f": {said} (2 times)")  # the failure is gone by then, too


def test_many_are_told_in_a_few_lines(device, told):
    for _ in range(7):
        fails[1, 1](device.zeros(1))
    assert "(7 times)" in told()


PROGRAM = """
    from periclase import MutSlice, f32, kernel, open_device

    @kernel
    def broken(y: MutSlice[f32]):
        y[0] = undefined_name

    def main():
        y = open_device("cpu").zeros(4)
        broken[1, 1](y)

    main()
"""


@pytest.mark.parametrize("setting", ["on", "off"])
def test_at_the_end_of_a_process(tmp_path, setting):
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(PROGRAM))
    ended = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PERICLASE_RUNTIME_REPORT_UNREAD": setting},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0
    if setting == "off":
        assert ended.stderr == ""
    else:
        assert ended.stderr == (
            f"periclase: nobody has asked for what `broken` was to write ({script}:10): "
            "the name `undefined_name` is not defined\n"
        )
