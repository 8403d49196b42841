"""What is read-only and is written by a kernel that says nothing of its parameters: the launch is wrong, and not the kernel."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pytest
from refusals import underlined

from periclase import MutSlice, Slice, device, dry_run, kernel, open_device
from periclase.diagnostics import CompileError, LaunchError
from periclase.gpu import thread_idx_x
from periclase.runtime.failures import BufferFailure

T = TypeVar("T")


@device
def put(target, index, value):
    target[index] = value


@kernel
def copy(x, y):
    i = thread_idx_x()
    if i < len(x):
        put(y, i, x[i])


@kernel
def scatter(pair, function):
    i = thread_idx_x()
    put(pair[1], i, function(pair[0][i]))


@kernel
def wrong(x, y):
    y[0] = x[0] + no_such_name  # noqa: F821


@kernel
def wrong_and_read_only(x: Slice[T], y: MutSlice[T]):
    y[0] = x[0] + no_such_name  # noqa: F821


@pytest.fixture
def dev():
    return open_device("cpu")


def read_only(dev):
    return dev.array(np.ones(4, np.float32), read_only=True)


def refused(buffer):
    failure = buffer.failure()
    assert failure is not None
    with pytest.raises(BufferFailure) as caught:
        buffer.read()
    cause = caught.value.__cause__
    assert isinstance(cause, LaunchError)
    assert cause.diagnostic.code == "PC0409"
    assert cause.diagnostic.span.file == __file__
    return cause.diagnostic


def test_a_buffer(dev):
    x, target = dev.zeros(4), read_only(dev)
    copy[1, 4](x, target)
    diagnostic = refused(x)
    assert underlined(diagnostic) == "target"
    assert diagnostic.message == "`copy` writes `y`, and what is given for it is read-only"
    (note,) = diagnostic.notes
    assert note.message == "it is written here"
    assert (target.read() == 1).all()


def test_what_is_only_read_may_be_read_only(dev):
    y = dev.zeros(4)
    copy[1, 4](read_only(dev), y)
    assert (y.read() == 1).all()


def test_a_view_and_an_array(dev):
    x, target = dev.zeros(4), np.zeros((4, 2), np.float32)[:, 0]
    target.flags.writeable = False
    with pytest.raises(BufferFailure, match="`copy` writes `y`, and what is given for it is read-only"):
        copy[1, 4](x, target)


def test_in_a_tuple_and_in_what_a_function_has_captured(dev):
    x, table, target = dev.zeros(4), dev.array(np.ones(4, np.float32)), read_only(dev)
    scatter[1, 4]((x, target), lambda value: value + table[0])
    diagnostic = refused(x)
    assert underlined(diagnostic) == "(x, target)"
    assert "`pair[1]`" in diagnostic.message
    x = dev.zeros(4)

    def store(value):
        put(target, 0, value)
        return value

    scatter[1, 4]((read_only(dev), x), store)
    diagnostic = refused(x)
    assert underlined(diagnostic) == "store"
    assert "`function.target`" in diagnostic.message


def test_without_anything_to_write_it_is_printed(dev, capsys):
    told = []
    before, dev.state.on_unclaimed = dev.state.on_unclaimed, lambda error, _: told.append(error.__cause__)
    try:
        copy[1, 4](read_only(dev), read_only(dev))
        dev.sync()
    finally:
        dev.state.on_unclaimed = before
    assert [error.diagnostic.code for error in told] == ["PC0409"]


def test_in_a_dry_run(dev):
    with dry_run() as dry:
        copy[1, 4](dev.zeros(4), read_only(dev))
    assert [error.diagnostic.code for error in dry.errors] == ["PC0409"]


def test_another_reason_is_told_as_it_is(dev):
    """What a kernel that can not be compiled would have written: what it declares, or all that can be written."""
    x, y = dev.zeros(4), dev.zeros(4)
    for target in (y, read_only(dev)):
        wrong[1, 1](x, target)
        with pytest.raises(BufferFailure) as caught:
            x.read()
        assert isinstance(caught.value.__cause__, CompileError)
        x.write(0)
    assert y.failure() is not None
    y.write(0)
    wrong_and_read_only[1, 1](x, y)
    with pytest.raises(BufferFailure):
        dev.sync_buffers(y)
    assert (x.read() == 0).all()
