"""The pool: sizes, reuse in the order of work, what is given back, and what happens when there is nothing left."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_backend import PythonBackend
from python_kernels import python_kernel
from traced import python_code_of

from periclase.runtime.allocation import Lease
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure, NotAllocated
from periclase.runtime.memory_pool import size_class
from periclase.settings import reload_settings


@python_kernel("y: inout float32, value: float32")
def add(y, value):
    y += np.float32(value)


@python_kernel("x: in float32, y: out float32")
def copy(x, y):
    y[:] = x


@python_kernel("y: out float32, value: float32")
def fill(y, value):
    y[:] = np.float32(value)


@python_kernel("x: in float32, y: inout float32")
def ones_beside(x, y):
    y[:] = 1


@given(st.integers(0, 2**60))
def test_a_block_wastes_at_most_an_eighth(nbytes):
    size = size_class(nbytes)
    assert size >= nbytes
    assert size % 256 == 0
    assert size_class(size) == size
    if nbytes > 2048:
        assert (size - nbytes) * 8 <= size


@given(st.integers(0, 2**40), st.integers(0, 2**40))
def test_larger_things_get_larger_blocks(one, other):
    assert (size_class(min(one, other))) <= size_class(max(one, other))


def test_the_report_counts(python_device):
    before = python_device.memory_report()
    assert (before.in_use, before.allocations, before.peak) == (0, 0, 0)
    a, b = python_device.empty(1000), python_device.zeros(10)
    view = a[10:20]
    report = python_device.memory_report()
    assert (report.in_use, report.allocations, report.mapped) == (4040, 2, 2)
    assert report.reserved >= report.in_use
    del a
    assert python_device.memory_report().in_use == 4040  # the view holds it
    del view, b
    report = python_device.memory_report()
    assert (report.in_use, report.allocations, report.mapped, report.peak) == (0, 0, 0, 4040)


def test_cleanup_gives_everything_back_that_is_idle(python_device, python_backend):
    kept, dropped = python_device.zeros(10), python_device.zeros(300_000)
    assert python_backend.in_use == python_device.memory_report().reserved
    del dropped
    assert python_device.cleanup() >= 1_200_000
    assert python_backend.in_use == python_device.memory_report().reserved < 1_200_000
    assert (kept.read() == 0).all()
    del kept
    python_device.cleanup()
    assert python_backend.in_use == 0


def test_memory_is_reused(python_device, python_backend):
    addresses = set()
    for _ in range(50):
        buffer = python_device.zeros(200_000)
        addresses.add(buffer.address)
        del buffer
    assert len(addresses) == 1
    assert python_backend.calls["allocate"] == 1


def test_the_next_tenant_waits_for_the_work_of_the_last(python_device, python_backend):
    gate = python_backend.hold("add")
    first = python_device.zeros(300_000)
    add[1, 1](first, 1.0)
    python_device.flush()
    address = first.address
    del first
    second = python_device.empty(300_000)
    assert second.address == address  # at once, while the work is under way
    with python_device.trace() as trace:
        second.write(5.0)
        copied = python_device.empty(300_000)
        copy[1, 1](second, copied)
        python_device.flush()
        gate.open()
    assert (second.read() == 5.0).all()
    assert (copied.read() == 5.0).all()
    assert [wait.reason for wait in trace.waits] == ["reuse", "RAW"]


def test_a_claim_does_not_pass_to_the_next_tenant(python_device, python_backend):
    first = python_device.zeros(300_000)
    python_backend.fail_next("run", RuntimeError("no"))
    add[1, 1](first, 1.0)
    with pytest.raises(BufferFailure):
        first.read()
    address = first.address
    del first
    second = python_device.empty(300_000)
    assert second.address == address
    second.check()
    assert second.failure() is None
    assert not python_device.state.ledger.live_failures()


def test_the_failure_of_work_for_a_dead_buffer_is_gone_with_it(python_device, python_backend):
    gate = python_backend.hold("add")
    first = python_device.zeros(300_000)
    python_backend.fail_next("run", RuntimeError("no"))
    add[1, 1](first, 1.0)
    python_device.flush()
    del first
    second = python_device.empty(300_000)
    gate.open()
    python_device.sync()
    second.check()
    gc.collect()
    assert not python_device.state.ledger.live_failures()


def test_no_memory_grows_while_a_stream_is_busy(python_device, python_backend):
    gate = python_backend.hold("add")
    for _ in range(100):
        buffer = python_device.empty(200_000)
        add[1, 1](buffer, 1.0)
        python_device.flush()
        del buffer
    assert python_device.memory_report().reserved < 1_000_000
    gate.open()


def test_memory_in_use_by_work_is_not_given_back(python_device, python_backend):
    gate = python_backend.hold("add")
    buffer = python_device.zeros(200_000)
    add[1, 1](buffer, 1.0)
    python_device.flush()
    del buffer
    assert python_device.cleanup() == 0
    gate.open()
    python_device.sync()
    assert python_device.cleanup() > 0
    assert python_backend.in_use == 0


@pytest.fixture
def small(python_compiler):
    """A device with little memory."""
    made = Device(PythonBackend(memory_limit=1_000_000))
    yield made
    assert made.shutdown(30)


def test_out_of_memory_is_a_failure_of_the_handle(small):
    kept = small.zeros(200_000)
    buffer = small.empty(200_000)
    with pytest.raises(BufferFailure, match="no memory for 800000 bytes") as caught:
        buffer.check()
    assert isinstance(caught.value.__cause__, NotAllocated)
    assert (kept.read() == 0).all()
    other = small.zeros(10)
    copy[1, 1](buffer, other)
    with pytest.raises(BufferFailure, match="no memory for 800000 bytes"):
        other.read()
    with pytest.raises(NotAllocated):
        buffer.address  # noqa: B018
    # When there is memory it is taken, and a write repairs.
    del kept
    buffer.write(3.0)
    assert (buffer.read() == 3.0).all()


def test_what_was_given_up_is_used_before_memory_is_short(small):
    for size in (200_000, 190_000, 150_000, 220_000):
        buffer = small.zeros(size)
        assert (buffer.read() == 0).all()
        del buffer


def test_one_refusal_is_tried_again(python_device, python_backend):
    python_backend.fail_next("allocate", MemoryError("once"))
    assert (python_device.zeros(10).read() == 0).all()
    python_backend.fail_next("allocate", MemoryError("twice"), times=2)
    buffer = python_device.empty(500_000)
    with pytest.raises(BufferFailure, match="twice"):
        buffer.check()


def test_an_owner_of_memory_is_kept_until_the_work_on_it_is_done(python_device, python_backend):
    gone = threading.Event()

    class Owner:
        def __init__(self):
            self.array = np.zeros(4, np.float32)

        def __del__(self):
            gone.set()

    owner = Owner()
    array = owner.array
    state = python_device.state
    from periclase.runtime.allocation import Lease
    from periclase.runtime.buffer import Buffer

    allocation = state.external_allocation(16, array.ctypes.data, owner)
    buffer = Buffer(python_device, Lease(allocation), 0, (4,), np.dtype(np.float32))
    del allocation, owner
    assert python_device.memory_report().external == 1
    gate = python_backend.hold("add")
    add[1, 1](buffer, 2.0)
    python_device.flush()
    del buffer
    gc.collect()
    assert python_device.memory_report().external == 0
    assert not gone.is_set()
    gate.open()
    python_device.sync()
    python_device.memory_report()
    gc.collect()
    assert gone.wait(10)
    assert (array == 2.0).all()


def test_a_dry_run_maps_nothing(python_device, python_backend):
    from periclase.runtime.dry_run import dry_run

    with dry_run(python_device):
        x, y = python_device.empty(1000), python_device.empty(1000)
        copy[1, 1](x, y)
    report = python_device.memory_report()
    assert (report.mapped, report.unmapped, report.reserved) == (0, 2, 0)
    assert python_backend.calls["allocate"] == 0
    assert python_backend.calls["submit"] == 0
    copy[1, 1](x, y)
    python_device.sync()
    assert python_device.memory_report().mapped == 2


def test_two_views_of_memory_that_is_mapped_for_them_wait_for_its_last_tenant(python_device, python_backend):
    """The first of them only reads, so that mapping is not followed by asking whom a write waits for."""
    from periclase.runtime.dry_run import dry_run

    with dry_run(python_device):
        buffer = python_device.empty(1 << 20)
    tenant = python_device.empty(1 << 20)
    gate = python_backend.hold("fill")
    fill[1, 1](tenant, 7.0)
    address = tenant.address
    del tenant
    gc.collect()
    ones_beside[1, 1](buffer, buffer)
    work = python_device.exclusive(lambda: python_device.state.dispatcher.in_flight()[-1])
    assert buffer.allocation.address == address
    assert not work.wait(0.05)
    gate.open()
    assert (buffer.read() == 1.0).all()


def test_no_memory_for_a_buffer_that_is_first_touched_by_the_host(small):
    from periclase.runtime.dry_run import dry_run

    with dry_run(small):
        buffer = small.empty(400_000)
    for touch in (buffer.read, buffer.check, lambda: buffer.host().__enter__()):
        with pytest.raises(BufferFailure, match="no memory for 1600000 bytes") as caught:
            touch()
        assert isinstance(caught.value.__cause__, NotAllocated)
    assert buffer.failure().site.file == __file__


def test_a_small_buffer_needs_no_more_than_its_block(python_compiler):
    """Where there is no memory for a slab of its size."""
    device = Device(PythonBackend(memory_limit=100_000))
    first, second = device.zeros(10), device.zeros(1000)
    assert (first.read() == 0).all()
    assert (second.read() == 0).all()
    assert device.shutdown(30)


def test_memory_that_can_not_be_given_back_fails_no_launch(python_compiler, monkeypatch):
    monkeypatch.setenv("PERICLASE_RUNTIME_MAX_IDLE_BYTES", "1")
    reload_settings()
    shown = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: shown.append(error))
    device = Device(PythonBackend())
    x, y, large = device.zeros(1), device.zeros(1), device.zeros(1 << 20)
    device.sync()
    error = RuntimeError("can not be freed")
    device.state.backend.fail_next("free", error)
    del large
    gc.collect()
    copy[1, 1](x, y)
    assert (y.read() == 0).all()
    assert shown == [error]
    assert device.shutdown(30)


def test_memory_of_others_without_a_byte_or_an_address(python_device):
    """As an empty array of another library may have it."""
    owner = [object()]
    allocation = python_device.state.external_allocation(0, 0, owner)
    buffer = Buffer(python_device, Lease(allocation), 0, (0,), np.dtype(np.float32))
    copy[1, 1](buffer, buffer)
    python_device.sync()
    del buffer, allocation
    gc.collect()
    report = python_device.memory_report()
    assert (report.mapped, report.external, report.allocations) == (0, 0, 0)
    assert python_device.cleanup() > 0


def test_no_memory_for_a_block_of_the_host(small):
    from periclase.runtime.dry_run import dry_run

    with dry_run(small):
        buffer = small.empty(400_000)
    for _ in range(2):
        with pytest.raises(BufferFailure, match="no memory for 1600000 bytes"):
            buffer.host("w").__enter__()


def test_buffers_that_die_in_a_dry_run_are_forgotten(python_device):
    from periclase.runtime.dry_run import dry_run

    with dry_run(python_device):
        for _ in range(1000):
            python_device.empty(10)
    python_device.flush()
    assert len(python_device.state.pool.given_up) < 200
    assert python_device.memory_report().allocations == 0


def test_buffers_die_on_any_thread(python_device):
    def churn():
        for _ in range(200):
            python_device.zeros(1000)

    threads = [threading.Thread(target=churn) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert python_device.memory_report().in_use == 0


def test_a_buffer_that_dies_before_it_is_mapped_takes_no_memory(python_device):
    state = python_device.state
    allocation = Lease(state.new_allocation(10)).allocation  # which nobody holds
    state.channel.submit_blocking(lambda: state.dispatcher.map(allocation, call_site()))
    report = python_device.memory_report()
    assert (report.mapped, report.in_use, report.allocations) == (0, 0, 0)


def test_no_code_of_python_runs_where_a_buffer_dies(python_device):
    """Ctrl-C could leave it before it has done anything, and the memory would be gone for good."""
    buffers = [python_device.zeros(10)]
    assert python_code_of(buffers.clear) == []
    assert python_device.memory_report().allocations == 0
