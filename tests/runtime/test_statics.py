"""Device globals as what they are to the runtime: one more buffer of every launch whose kernel names them."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest

from periclase import (
    Array,
    BufferFailure,
    LaunchError,
    MutSlice,
    Slice,
    device,
    device_global,
    dry_run,
    f32,
    i32,
    kernel,
    open_device,
    struct,
    u8,
    u32,
)
from periclase.device_globals import DeviceGlobal
from periclase.gpu import atomic_add, thread_idx_x
from periclase.runtime.artifact import Access
from periclase.runtime.device import Device, create_backend
from periclase.runtime.observers import ObservedLaunch, observe

counter = device_global(u32, 5)
sums = device_global(Array[f32, 4], [1, 2, 3, 4])


@struct
class Pair:
    a: i32
    b: f32


pair = device_global(Pair, Pair(1, 2.5))


@device
def bump(n: u32):
    atomic_add(counter, n)


@kernel
def add(n: u32):
    bump(n)


@kernel
def read_sums(y: MutSlice[f32]):
    y[0] = sums[0] + sums[3]


@kernel
def may_trap(x: Slice[i32]):
    sums[0] = f32(x[thread_idx_x()])


@kernel
def names_without_using(y: MutSlice[i32]):
    if thread_idx_x() < 0 and False:
        counter.value = 1
    y[0] = 1


def own_device() -> Device:
    return Device(create_backend("cpu"))


def test_each_device_has_its_own() -> None:
    first, second = own_device(), own_device()
    for dev, times in ((first, 3), (second, 1)):
        with dev.stream():
            for _ in range(times):
                add[1, 4](1)
    assert (counter.read(first), counter.read(second)) == (5 + 12, 5 + 4)
    counter.write(100, first)
    counter.reset(second)
    assert (counter.read(first), counter.read(second)) == (100, 5)
    assert counter.on(first) is counter.on(first) is not counter.on(second)


def test_the_device_of_the_launch_is_that_of_its_buffers() -> None:
    dev = own_device()
    y = dev.zeros(1, np.float32)
    sums.write([5, 0, 0, 5], dev)
    read_sums[1, 1](y)
    assert y.read()[0] == 10
    assert sums.read(open_device("cpu")).tolist() == [1, 2, 3, 4]


def test_effects_are_those_of_the_artifact() -> None:
    artifact = read_sums.compile("cpu")
    assert artifact.effects == (Access.WRITE, Access.READ)
    assert [(p.name, p.dtype) for p in artifact.parameters] == [("y", "float32"), ("sums", "float32")]
    unused = names_without_using.compile("cpu")
    assert unused.effects == (Access.WRITE, Access.NONE)
    assert add.compile("cpu").effects == (Access.NONE, Access.READ_WRITE)
    assert add.compile("sm_90").effects == (Access.NONE, Access.READ_WRITE)
    assert not add.compile("cpu").ordered


def test_a_failure_spoils_it_and_who_reads_it_is_skipped() -> None:
    dev = own_device()
    may_trap[1, 4](dev.array(np.arange(2, dtype=np.int32)))
    y = dev.zeros(1, np.float32)
    read_sums[1, 1](y)
    with pytest.raises(BufferFailure, match="`may_trap` failed"):
        sums.read(dev)
    with pytest.raises(BufferFailure) as caught:
        y.read()
    assert "`sums`" in str(caught.value)
    sums.reset(dev)
    read_sums[1, 1](y)
    assert y.read()[0] == 5


def test_one_that_is_not_used_is_waited_for_by_nobody() -> None:
    dev = own_device()
    out = dev.zeros(1, np.int32)
    names_without_using[1, 1](out)  # loads it
    dev.sync()
    with counter.on(dev).host():  # a launch that wanted the counter would wait for the end of this block
        names_without_using[1, 1](out)
        assert out.read().tolist() == [1]


def test_a_dry_run_leaves_it_alone_and_the_initial_values_are_there_behind_it() -> None:
    dev = own_device()
    with dry_run(dev) as seen, dev.stream():
        add[1, 4](1)
    assert seen.seen == 1
    assert counter.read(dev) == 5


def test_a_graph_records_it() -> None:
    dev = own_device()
    stream = dev.stream()

    def work() -> None:
        add[1, 4](2)

    with stream:
        graph = stream.capture(work)
    assert counter.read(dev) == 5
    for _ in range(3):
        graph.replay()
    dev.sync()
    assert counter.read(dev) == 5 + 3 * 8


def test_a_reset_begins_anew() -> None:
    dev = own_device()
    with dev.stream():
        add[1, 4](1)
    before = counter.on(dev)
    dev.reset()
    with pytest.raises(BufferFailure):
        before.read()
    assert counter.read(dev) == 5
    with dev.stream():
        add[1, 4](1)
    assert counter.read(dev) == 9


def test_many_threads_make_one() -> None:
    dev = own_device()
    found: list[object] = []
    barrier = threading.Barrier(8)

    def run() -> None:
        barrier.wait()
        found.append(counter.on(dev))
        with dev.stream():
            add[1, 4](1)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, found))) == 1
    dev.sync()
    assert counter.read(dev) == 5 + 32


def test_observers_see_it_among_the_arguments() -> None:
    dev = own_device()
    seen: list[ObservedLaunch] = []
    with observe(seen.append):
        read_sums[1, 1](dev.zeros(1, np.float32))
    assert seen[0].leaves[1] is sums.on(dev)


def test_it_can_be_an_argument_as_well() -> None:
    dev = own_device()
    read_sums[1, 1](sums.on(dev))
    assert sums.read(dev).tolist() == [5, 2, 3, 4]


@pytest.mark.parametrize("arguments", [(), (1, 2)])
def test_a_wrong_number_of_arguments_is_told_without_it(arguments: tuple[int, ...]) -> None:
    with pytest.raises(LaunchError) as caught:
        add[1, 1](*arguments)
    given = len(arguments) or "0"
    assert caught.value.diagnostic.message == f"`add` takes 1 argument (n), {given} given"
    assert caught.value.diagnostic.help == "write `add[grid, block](n)`"


def test_on_the_host() -> None:
    dev = own_device()
    assert counter.read(dev) == 5
    assert pair.read(dev) == Pair(1, 2.5)
    pair.write(Pair(3, 4.0), dev)
    assert pair.read(dev) == Pair(3, 4.0)
    assert (len(sums), sums.shape, counter.shape, repr(sums)) == (
        4,
        (4,),
        (),
        f"<device global of {sums.type}>",
    )
    for refused in (lambda: counter.value, lambda: sums[0]):
        with pytest.raises(RuntimeError, match="in the memory of a device"):
            refused()
    with pytest.raises(TypeError, match="no length"):
        len(counter)


@pytest.mark.parametrize(
    ("type", "initial", "error", "words"),
    [
        (Slice[i32], 0, TypeError, "a type that lies in memory"),
        ("f32", 0, TypeError, "a type that lies in memory"),
        (u8, 256, ValueError, "u8 does not hold these values"),
        (u32, -1, ValueError, "u32 does not hold these values"),
        (i32, 0.5, ValueError, "i32 does not hold these values"),
        (Array[i32, 2], [1, 2, 3], ValueError, "does not hold these values"),
    ],
)
def test_what_is_none(type: object, initial: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        device_global(type, initial)


def test_a_device_that_nobody_wants_goes_with_it() -> None:
    dev = own_device()
    assert counter.read(dev) == 5
    state = weakref.ref(dev.device_state)
    del dev
    gc.collect()
    assert state() is None


def test_one_that_nobody_wants_gives_its_memory_back() -> None:
    dev = own_device()
    held = DeviceGlobal(u32, np.zeros((), np.uint32))
    buffer = weakref.ref(held.on(dev))
    del held
    gc.collect()
    assert buffer() is None


held = device_global(Array[u32, 1])


def test_a_name_stands_for_what_it_did_at_the_first_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def last(y: MutSlice[u32]):
        y[0] = u32(len(held))
        y[1] = held[len(held) - 1]

    @kernel
    def again(y: MutSlice[u32]):
        y[0] = u32(len(held))
        y[1] = held[len(held) - 1]

    dev = own_device()
    y = dev.zeros(2, np.uint32)
    small, large = device_global(Array[u32, 2], [1, 2]), device_global(Array[u32, 64], 7)
    monkeypatch.setitem(globals(), "held", large)
    last[1, 1](y)
    assert y.numpy().tolist() == [64, 7]
    # What was known of the parameters before is no promise; the code is in the cache.
    monkeypatch.setitem(globals(), "held", small)
    assert len(again.parameters) == 2
    monkeypatch.setitem(globals(), "held", large)
    again[1, 1](y)
    assert y.numpy().tolist() == [64, 7]
    monkeypatch.setitem(globals(), "held", small)
    again[1, 1](y)
    assert y.numpy().tolist() == [64, 7]


def test_first_launches_of_two_threads_while_the_name_is_assigned(monkeypatch: pytest.MonkeyPatch) -> None:
    """One has bound its arguments by what the name was; then it is assigned, and the other's launch looks it up."""
    from periclase.runtime import statics

    @kernel
    def count(n: u32):
        atomic_add(held, 0, n)

    dev = own_device()
    before, after = device_global(Array[u32, 1]), device_global(Array[u32, 2])
    monkeypatch.setitem(globals(), "held", before)
    bound, go_on = threading.Event(), threading.Event()
    buffers = statics.buffers

    def slowly(held, state):
        found = buffers(held, state)
        if threading.current_thread() is not threading.main_thread() and not bound.is_set():
            bound.set()
            assert go_on.wait(30)
        return found

    monkeypatch.setattr(statics, "buffers", slowly)

    def launch() -> None:
        with dev.stream():
            count[1, 1](10)

    other = threading.Thread(target=launch)
    other.start()
    assert bound.wait(30)
    monkeypatch.setitem(globals(), "held", after)
    with dev.stream():
        count[1, 1](1)
    go_on.set()
    other.join(30)
    dev.sync()
    assert (before.read(dev).tolist(), after.read(dev).tolist()) == ([0], [11, 0])
    assert [parameter.name for parameter in count.parameters] == ["n", after.name]


def test_a_name_stands_for_one_in_all_forms_of_a_generic_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def add_one(y):
        held[0] += 1
        y[0] = y[0]

    dev = own_device()
    first, second = device_global(Array[u32, 2]), device_global(Array[u32, 2])
    monkeypatch.setitem(globals(), "held", first)
    add_one[1, 1](dev.zeros(1, np.uint32))
    monkeypatch.setitem(globals(), "held", second)
    y = dev.zeros(1, np.float32)
    add_one[1, 1](y)
    assert y.numpy().tolist() == [0]
    assert (first.read(dev)[0], second.read(dev)[0]) == (2, 0)


def test_a_kernel_that_could_not_be_compiled_looks_its_names_up_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @kernel
    def read_first(y: MutSlice[u32]):
        y[0] = held[0]

    dev = own_device()
    y = dev.zeros(1, np.uint32)
    monkeypatch.setitem(globals(), "held", device_global(u32, 3))
    read_first[1, 1](y)
    with pytest.raises(BufferFailure, match="has no elements"):
        y.read()
    monkeypatch.setitem(globals(), "held", device_global(Array[u32, 2], 4))
    y = dev.zeros(1, np.uint32)
    read_first[1, 1](y)
    assert y.numpy().tolist() == [4]
