"""What the CPU runs in place of asynchronous copies and barrier objects, in the language of kernels.

A copy is done when it is started. The threads of a block take turns, so a barrier object needs no atomic access; who waits for
one lets the others go on. It is a `u64`:

| bits   | what                                           |
| ------ | ---------------------------------------------- |
| 0…19   | the arrivals that the phase still waits for    |
| 20…39  | the arrivals that each phase expects           |
| 40…62  | the bytes that it still waits for, plus 2²²    |
| 63     | the parity of the phase                        |

A tensor map is 16 words of which the first two hold all that is used here (`periclase.tensor_maps` makes them):

| word   | what                                                                                            |
| ------ | ------------------------------------------------------------------------------------------------ |
| 0      | the address of the first element                                                                |
| 1      | rank, bytes of an element in bits 8…15, of a swizzled row in 16…31 (0 if none)            |
| 2…6    | the extents, the innermost first                                                                |
| 7…10   | the strides of the outer dimensions, in bytes                                                   |
| 11…15  | the extents of the box                                                                          |
"""

# Parameters without annotations take the types of the arguments.
# pyright: basic
from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.gpu import barrier_sync_count
from periclase.library.addresses import is_aligned, pointer_at
from periclase.loops import unroll

if TYPE_CHECKING:  # on the host they are numbers of Python
    bf16 = f16 = f32 = f64 = float
    i8 = i16 = i32 = i64 = u8 = u16 = u32 = u64 = int
else:
    from periclase.types import bf16, f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64

_MASK = 0xFFFFF
_NO_BYTES = 1 << 22
_MOST_TURNS = 1 << 22
"""After so many turns of all other threads a phase is taken to have no end."""


# ------------------------------------------------------------------------------------------------------- barrier objects ----


def _pending(state: u64) -> u64:
    return state & _MASK


def _expected(state: u64) -> u64:
    return (state >> 20) & _MASK


def _bytes(state: u64) -> i64:
    return i64((state >> 40) & 0x7FFFFF) - _NO_BYTES


def _packed(phase: u64, bytes: i64, expected: u64, pending: u64) -> u64:
    return (phase << 63) | (u64(bytes + _NO_BYTES) << 40) | (expected << 20) | pending


def _settled(phase: u64, bytes: i64, expected: u64, pending: u64) -> u64:
    """The object, in its next phase if nothing is missing in this one."""
    if pending == 0 and bytes == 0:
        return _packed(phase ^ 1, i64(0), expected, expected)
    return _packed(phase, bytes, expected, pending)


def mbarrier_init(barrier, count: u32):
    barrier[0] = _packed(u64(0), i64(0), u64(count), u64(count))


def mbarrier_inval(barrier):
    barrier[0] = u64(0)


def mbarrier_arrive_count(barrier, count: u32) -> u64:
    state = barrier[0]
    assert _pending(state) >= u64(count), "more threads come to a barrier object than it expects"
    barrier[0] = _settled(state >> 63, _bytes(state), _expected(state), _pending(state) - u64(count))
    return state


def mbarrier_arrive(barrier) -> u64:
    return mbarrier_arrive_count(barrier, u32(1))


def mbarrier_arrive_drop_count(barrier, count: u32) -> u64:
    state = barrier[0]
    assert _pending(state) >= u64(count), "more threads come to a barrier object than it expects"
    left = _expected(state) - u64(count)
    barrier[0] = _settled(state >> 63, _bytes(state), left, _pending(state) - u64(count))
    return state


def mbarrier_arrive_drop(barrier) -> u64:
    return mbarrier_arrive_drop_count(barrier, u32(1))


def mbarrier_arrive_drop_expect_tx(barrier, bytes: u32) -> u64:
    mbarrier_expect_tx(barrier, bytes)
    return mbarrier_arrive_drop_count(barrier, u32(1))


def mbarrier_expect_tx(barrier, bytes: u32):
    state = barrier[0]
    barrier[0] = _packed(state >> 63, _bytes(state) + i64(bytes), _expected(state), _pending(state))


def mbarrier_complete_tx(barrier, bytes: u32):
    state = barrier[0]
    barrier[0] = _settled(state >> 63, _bytes(state) - i64(bytes), _expected(state), _pending(state))


def mbarrier_arrive_expect_tx_phase(barrier, bytes: u32) -> u64:
    mbarrier_expect_tx(barrier, bytes)
    return mbarrier_arrive_count(barrier, u32(1))


def mbarrier_arrive_expect_tx(barrier, bytes: u32):
    mbarrier_arrive_expect_tx_phase(barrier, bytes)


def mbarrier_test_wait_parity(barrier, parity: u32) -> bool:
    return (barrier[0] >> 63) != u64(parity & 1)


def mbarrier_test_wait(barrier, state: u64) -> bool:
    return (barrier[0] >> 63) != (state >> 63)


def mbarrier_try_wait_parity(barrier, parity: u32) -> bool:
    if mbarrier_test_wait_parity(barrier, parity):
        return True
    barrier_sync_count(15, 1)  # one turn for all others
    return mbarrier_test_wait_parity(barrier, parity)


def mbarrier_try_wait(barrier, state: u64) -> bool:
    return mbarrier_try_wait_parity(barrier, u32(state >> 63))


def mbarrier_wait_parity(barrier, parity: u32, ticks: u32):
    turns = 0
    while not mbarrier_test_wait_parity(barrier, parity):
        barrier_sync_count(15, 1)  # one turn for all others
        turns += 1
        assert turns < _MOST_TURNS, "a phase of a barrier object that never ends is waited for"


def mbarrier_pending_count(state: u64) -> u32:
    return u32(_pending(state))


def of_a_barrier(barrier):
    """A copy of this thread is there, and what is to happen then has happened."""


def arrive_without_state(barrier):
    mbarrier_arrive_count(barrier, u32(1))


def of_a_map(tensor_map):
    """The map is what it is."""


def nothing():
    """There is one memory, and what is started is done."""


# --------------------------------------------------------------------------------------------------------------- copies ----


def _whole(width: int, size: int):
    """`cp.async` of `size` bytes, and what it asks of the two addresses."""

    def check(target, source):
        assert is_aligned(target, size), (
            "what is copied does not go to a multiple of as many bytes as are copied"
        )
        assert is_aligned(source, size), "what is copied does not begin at a multiple of as many bytes"

    def copy(target, source):
        check(target, source)
        for k in unroll(range(size // width)):
            target[k] = source[k]

    return check, copy


def _zfill(Element, width: int, size: int):
    """`cp.async` of `size` bytes, of which those behind the first `bytes` become zero; an element is copied whole or not."""
    check, _ = _whole(width, size)

    def copy(target, source, bytes: u32):
        check(target, source)
        for k in unroll(range(size // width)):
            target[k] = source[k] if u32((k + 1) * width) <= bytes else Element(0)

    return copy


def _pieces(width: int):
    """`cp.async.bulk` from global to shared memory, and back: 16 bytes at a time."""

    def check(target, source, bytes: u32):
        assert bytes % 16 == 0, "bulk copies are of multiples of 16 bytes"
        assert is_aligned(target, 16), "a bulk copy does not go to a multiple of 16 bytes"
        assert is_aligned(source, 16), "a bulk copy does not begin at a multiple of 16 bytes"

    def load(target, source, bytes: u32, barrier):
        check(target, source, bytes)
        for k in range(i64(bytes) // width):
            target[k] = source[k]
        mbarrier_complete_tx(barrier, bytes)

    def store(target, source, bytes: u32):
        check(target, source, bytes)
        for k in range(i64(bytes) // width):
            target[k] = source[k]

    return load, store


def _swizzled(position: i64, row: i64, width: int) -> i64:
    """Where element `position` of a tile lies whose rows of `row` bytes are swizzled: pieces of 16 bytes change places."""
    if row == 0:
        return position
    offset = position * width
    return (offset ^ (((offset >> 7) & (row // 16 - 1)) << 4)) // width


def _check_tile(tile, row: i64):
    """The engine takes tiles at multiples of 128 bytes, and swizzles by the address: where that is no multiple of eight rows, the
    pieces change other places."""
    assert is_aligned(tile, 128), "a tile in shared memory does not begin at a multiple of 128 bytes"
    if row != 0:
        eighth = (
            is_aligned(tile, 1024)
            if row == 128
            else is_aligned(tile, 512)
            if row == 64
            else is_aligned(tile, 256)
        )
        assert eighth, "a swizzled tile does not begin at a multiple of eight rows"


def _addresses(rank: int):
    """The function that gives the address of an element of a box, 0 where that is outside of the tensor."""

    def address_of_element(words, position: i64, coordinates) -> u64:
        address = i64(words[0])
        width = i64((words[1] >> 8) & 0xFF)
        inside = True
        for axis in unroll(range(rank)):
            extent = i64(words[11 + axis])
            at = i64(coordinates[axis]) + position % extent
            position = position // extent
            inside = inside and 0 <= at < i64(words[2 + axis])
            address += at * (width if axis == 0 else i64(words[6 + axis]))
        return u64(address) if inside else u64(0)

    return address_of_element


def _tiles(Element, width: int, rank: int):
    """`cp.async.bulk.tensor` from global to shared memory, and back."""
    address_of_element = _addresses(rank)

    def load(target, words, coordinates, barrier):
        row = i64((words[1] >> 16) & 0xFFFF)
        _check_tile(target, row)
        count = i64(1)
        for axis in unroll(range(rank)):
            count *= i64(words[11 + axis])
        for position in range(count):
            address = address_of_element(words, position, coordinates)
            value = Element(0)
            if address != 0:
                value = pointer_at(address, target)[0]
            target[_swizzled(position, row, width)] = value
        mbarrier_complete_tx(barrier, u32(count * width))

    def store(words, coordinates, source):
        row = i64((words[1] >> 16) & 0xFFFF)
        _check_tile(source, row)
        count = i64(1)
        for axis in unroll(range(rank)):
            count *= i64(words[11 + axis])
        for position in range(count):
            address = address_of_element(words, position, coordinates)
            if address != 0:
                pointer_at(address, source)[0] = source[_swizzled(position, row, width)]

    return load, store


_TYPES = {
    "u8": u8,
    "s8": i8,
    "u16": u16,
    "s16": i16,
    "f16": f16,
    "bf16": bf16,
    "u32": u32,
    "s32": i32,
    "f32": f32,
}
_TYPES |= {"u64": u64, "s64": i64, "f64": f64}
for _name, _type in _TYPES.items():
    for _size in (4, 8, 16):
        globals()[f"cp_async_zfill_{_size}_{_name}"] = _zfill(_type, _type.size, _size)
        if _type.size <= _size:  # a part of an element is copied as bytes
            globals()[f"cp_async_{_size}_{_name}"] = _whole(_type.size, _size)[1]
    globals()[f"bulk_load_{_name}"], globals()[f"bulk_store_{_name}"] = _pieces(_type.size)
    for _rank in range(1, 6):
        _load, _store = _tiles(_type, _type.size, _rank)
        globals()[f"tile_load_{_rank}_{_name}"], globals()[f"tile_store_{_rank}_{_name}"] = _load, _store
