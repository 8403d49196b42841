"""Copies of tiles of tensors: `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor` (PTX ISA, 9.7.9.27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from periclase.runtime.backends.sim.instructions.mbarrier import object_number
from periclase.runtime.backends.sim.machine.atomic_operations import ELEMENTS, operation
from periclase.runtime.backends.sim.machine.copies_in_flight import BulkCopy, BulkGroups
from periclase.runtime.backends.sim.machine.deliveries import deliver
from periclase.runtime.backends.sim.machine.faults import ALIGNMENT, UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.in_flight import InFlight
from periclase.runtime.backends.sim.machine.memory import ATOMIC, READ, WRITE
from periclase.runtime.backends.sim.machine.rows import WHOLE
from periclase.runtime.backends.sim.machine.spans import Span, pieces
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address, Operand, Vector
from periclase.runtime.backends.sim.tensor_maps import ALIGNMENT as MAP_ALIGNMENT
from periclase.runtime.backends.sim.tensor_maps import NBYTES, TensorMap, decode

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.modifiers import Modifiers
    from periclase.runtime.backends.sim.machine.read_modify_write import Operation
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_RANKS: Final = {f"{rank}d": rank for rank in range(1, 6)}
_TILES: Final = ("tile", "tile::gather4", "tile::scatter4")
_COLUMNS: Final = ("im2col", "im2col_no_offs", "im2col::w", "im2col::w::128")
_COMPLETIONS: Final = ("mbarrier::complete_tx::bytes", "bulk_group")
_OPERATIONS: Final = ("add", "min", "max", "inc", "dec", "and", "or", "xor")
_TILE_ALIGNMENT: Final = 128
_PIECE: Final = 16
"""Bytes that a swizzle leaves together."""

_ROWS_AT_ONCE: Final = 4
"""Of `gather4` and `scatter4`."""


class _Place(NamedTuple):
    """The operand `[map, {coordinates}]`."""

    map: Callable[[Group], Array]
    coordinates: list[Callable[[Group], Array]]


def decode_tensor(
    instruction: Instruction, words: Modifiers, decoder: Decoder, *, reduces: bool, prefetches: bool
) -> Step:
    """`cp.async.bulk.tensor…`, `cp.async.bulk.prefetch.tensor…`, `cp.reduce.async.bulk.tensor…`; the words in front of the number
    of dimensions are taken."""
    rank = _RANKS[words.need(_RANKS, "number of dimensions")]
    if prefetches:
        return _decode_prefetch(words, decoder)
    to, whence = words.space(), words.space()
    if words.take(_COLUMNS):
        decoder.refuse("it takes a tensor map of another kind than `tensor_map` makes")
    mode = words.take(_TILES) or "tile"
    counted = words.need(_COMPLETIONS, "way to be completed") == _COMPLETIONS[0]
    has_mask = words.has("multicast::cluster")
    pair = words.take(("cta_group::1", "cta_group::2")) == "cta_group::2"
    has_policy = words.has("L2::cache_hint")
    name = words.need(_OPERATIONS, "operation") if reduces else None
    words.end()
    operands = list(instruction.operands)
    if len(operands) != 2 + counted + has_mask + has_policy:
        decoder.refuse("it has another number of operands than it takes")
    scattered = mode != "tile"
    if scattered and rank != 2:
        decoder.refuse("four rows are of a tensor of two dimensions")
    numbers = _ROWS_AT_ONCE + 1 if scattered else rank
    if counted:
        if (
            to not in ("shared", "shared::cluster")
            or whence != "global"
            or reduces
            or mode == "tile::scatter4"
        ):
            decoder.refuse(f"no tile is copied from {whence} to {to} memory in this way")
        return _decode_load(
            to,
            _address(operands[0], decoder),
            _place(operands[1], numbers, decoder),
            _address(operands[2], decoder),
            decoder.read(operands[3], DTYPES["u16"]) if has_mask else None,
            rank,
            pair=pair,
        )
    if to != "global" or whence != "shared" or has_mask or pair or mode == "tile::gather4":
        decoder.refuse(f"no tile is copied from {whence} to {to} memory in this way")
    return _decode_store(_place(operands[0], numbers, decoder), _address(operands[1], decoder), rank, name)


def _decode_prefetch(words: Modifiers, decoder: Decoder) -> Step:
    words.need(("L2",), "level")
    if words.space() != "global":
        decoder.refuse("global memory is brought to the cache")
    words.need((*_TILES, *_COLUMNS), "mode")
    words.has("L2::cache_hint")
    words.end()
    return _nothing


def _nothing(group: Group) -> None:
    """There is no cache."""


def _address(operand: Operand, decoder: Decoder) -> Callable[[Group], Array]:
    if not isinstance(operand, Address) or operand.coordinates:
        decoder.refuse("an address in brackets is expected")
    return decoder.address(operand)


def _place(operand: Operand, numbers: int, decoder: Decoder) -> _Place:
    if not isinstance(operand, Address) or len(operand.coordinates) != 1:
        decoder.refuse("a tensor map and coordinates are expected")
    (coordinates,) = operand.coordinates
    if not isinstance(coordinates, Vector) or len(coordinates.elements) != numbers:
        decoder.refuse(f"{numbers} coordinates are expected")
    map = decoder.address(Address(operand.base, operand.offset))
    return _Place(map, [decoder.read(number, DTYPES["s32"]) for number in coordinates.elements])


def _map_of(group: Group, position: int, address: int) -> TensorMap:
    """The tensor map at a generic address.

    Raises:
        Fault: there is none.
    """
    thread = int(group.threads[position])
    if address % MAP_ALIGNMENT:
        raise Fault(
            ALIGNMENT, f"names a tensor map at {address:#x}, which is no multiple of {MAP_ALIGNMENT}", thread
        )
    words = Span(group, position, "generic", pieces(address, NBYTES, 8), DTYPES["u64"], READ).read()
    found = decode(words.tolist())
    if found is None:
        raise Fault(UNDEFINED, f"names something at {address:#x} that is no tensor map", thread)
    return found


class _Tile:
    """The elements of one tile: which of them are in the tensor, and where all of them lie."""

    def __init__(
        self, map: TensorMap, coordinates: list[int], rank: int, start: int, group: Group, position: int
    ):
        """
        Args:
            coordinates: of the first element; or its column and four rows.
            start: where the tile begins in shared memory.

        Raises:
            Fault: the map is of another number of dimensions, or the tile may not begin there.
        """
        thread = int(group.threads[position])
        if map.rank != rank:
            raise Fault(UNDEFINED, f"takes a tensor map of {map.rank} dimensions for one of {rank}", thread)
        if start % _TILE_ALIGNMENT:
            raise Fault(
                ALIGNMENT,
                f"has a tile in shared memory at {start:#x}, which is no multiple of {_TILE_ALIGNMENT}",
                thread,
            )
        columns = np.arange(map.box[0], dtype=np.int64) + coordinates[0]
        if len(coordinates) > rank:
            axes = [columns, np.array(coordinates[1:], np.int64)]
        else:
            axes = [
                np.arange(extent, dtype=np.int64) + first
                for extent, first in zip(map.box, coordinates, strict=True)
            ]
        steps = (map.size, *map.strides)
        shape = tuple(len(axis) for axis in reversed(axes))
        offsets = np.zeros(shape, np.int64)
        inside = np.ones(shape, np.bool_)
        for number, (axis, step, extent) in enumerate(zip(axes, steps, map.extents, strict=True)):
            along = (-1, *(1,) * number)
            offsets += (axis * step).reshape(along)
            inside &= ((axis >= 0) & (axis < extent)).reshape(along)
        self.count = offsets.size
        self.inside = inside.reshape(-1)
        self.dtype = WHOLE[map.size]
        self.global_addresses = np.uint64(map.address) + offsets.reshape(-1)[self.inside].astype(np.uint64)
        self.shared_addresses = _swizzled(pieces(start, self.count * map.size, map.size), map.swizzle)

    @property
    def nbytes(self) -> int:
        """All of it."""
        return self.count * self.dtype.itemsize


def _swizzled(addresses: Array, row: int) -> Array:
    """Where elements lie that would be at `addresses`: in rows of `row` bytes, pieces change places by the three bits above 128
    bytes, or as many of them as there are pieces (PTX ISA, 5.5.7)."""
    if not row:
        return addresses
    chosen = addresses >> np.uint64(7) & np.uint64(row // _PIECE - 1)
    return addresses ^ chosen << np.uint64(4)


def _coordinates(place: _Place, group: Group) -> list[list[int]]:
    """Of each thread."""
    columns = [np.broadcast_to(read(group), group.size).tolist() for read in place.coordinates]
    return [list(row) for row in zip(*columns, strict=True)]


def _decode_load(
    space: str,
    targets: Callable[[Group], Array],
    place: _Place,
    barriers: Callable[[Group], Array],
    masks: Callable[[Group], Array] | None,
    rank: int,
    *,
    pair: bool,
) -> Step:
    """From global to shared memory; zeros where there is no tensor."""

    def step(group: Group) -> None:
        starts, maps = (np.broadcast_to(read(group), group.size) for read in (targets, place.map))
        coordinates = _coordinates(place, group)
        for position in range(group.size):
            map = _map_of(group, position, int(maps[position]))
            tile = _Tile(map, coordinates[position], rank, int(starts[position]), group, position)
            source = Span(group, position, "global", tile.global_addresses, tile.dtype, READ)
            target = Span(group, position, space, tile.shared_addresses, tile.dtype, WRITE)
            deliver(
                group,
                position,
                target,
                object_number(group, position, space, barriers(group)),
                _filled(tile, source),
                tile.nbytes,
                blocks=None if masks is None else int(np.broadcast_to(masks(group), group.size)[position]),
                pair=pair,
            )

    return step


def _filled(tile: _Tile, source: Span) -> Callable[[], Array]:
    def read() -> Array:
        values = np.zeros(tile.count, tile.dtype)
        values[tile.inside] = source.read()
        return values

    return read


def _decode_store(place: _Place, sources: Callable[[Group], Array], rank: int, name: str | None) -> Step:
    """From shared to global memory, where there is a tensor; with a `name`, elements are combined by that operation."""

    def step(group: Group) -> None:
        starts, maps = (np.broadcast_to(read(group), group.size) for read in (sources, place.map))
        coordinates = _coordinates(place, group)
        groups = group.wave.part(BulkGroups)
        for position in range(group.size):
            map = _map_of(group, position, int(maps[position]))
            tile = _Tile(map, coordinates[position], rank, int(starts[position]), group, position)
            source = Span(group, position, "shared", tile.shared_addresses, tile.dtype, READ)
            combined = None if name is None else _operation(name, map, int(group.threads[position]))
            target = Span(
                group,
                position,
                "global",
                tile.global_addresses,
                tile.dtype if combined is None else combined[0],
                WRITE if combined is None else ATOMIC,
            )
            copy = BulkCopy(
                group.wave.part(InFlight),
                source,
                _writer(tile, target, combined),
                target if combined is None else None,
            )
            groups.start(int(group.threads[position]), copy)

    return step


def _operation(name: str, map: TensorMap, thread: int) -> tuple[np.dtype[Any], Operation]:
    """The elements of the tensor, and what is done to each.

    Raises:
        Fault: there is no such operation on them.
    """
    type = map.type.replace("u", "b").replace("s", "b") if name in ("and", "or", "xor") else map.type
    found = operation(name, type, flush=True)
    if found is None:
        raise Fault(UNDEFINED, f"combines elements of type {map.type} by `{name}`", thread)
    return ELEMENTS[type][1], found


def _writer(
    tile: _Tile, target: Span, combined: tuple[np.dtype[Any], Operation] | None
) -> Callable[[Array], None]:
    def write(values: Array) -> None:
        chosen = values[tile.inside]
        if combined is None:
            target.write(chosen)
        else:
            target.combine(combined[1], chosen.view(combined[0]))

    return write
