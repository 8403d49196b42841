"""Relocations, one by one: the bits that the processor supplements ask for."""

from __future__ import annotations

import pytest

from periclase.runtime.backends.cpu.image import AARCH64, X86_64, DamagedObject, UnsupportedObject
from periclase.runtime.backends.cpu.relocations import SLOT, STUB, rule, stub

HERE = 0x7F12_3456_7000


@pytest.mark.parametrize(
    "machine, kind, now, address, place, expected",
    [
        (X86_64, 1, 0, HERE + 5, 0, HERE + 5),
        (X86_64, 2, 0, HERE - 4, HERE + 16, (-20) & 0xFFFFFFFF),
        (X86_64, 4, 0, HERE + 0x7FFFFFFF, HERE, 0x7FFFFFFF),
        (X86_64, 9, 0, HERE - 0x80000000, HERE, 0x80000000),
        (X86_64, 10, 0, 0xFFFFFFFF, 0, 0xFFFFFFFF),
        (X86_64, 24, 0, HERE - 1, HERE, 2**64 - 1),
        (AARCH64, 257, 0, HERE, 0, HERE),
        (AARCH64, 261, 0, HERE - 8, HERE, 0xFFFFFFF8),
        # adrp x0, one page on: immlo 1.
        (AARCH64, 275, 0x9000_0000, HERE + 0x1FFF, HERE + 0xFFC, 0xB000_0000),
        # adrp x1, one page back: all bits set.
        (AARCH64, 275, 0x9000_0001, HERE - 1, HERE, 0xF0FF_FFE1),
        # adr x2, 5 bytes on.
        (AARCH64, 274, 0x1000_0002, HERE + 5, HERE, 0x3000_0022),
        # add x0, x0, #0xabc
        (AARCH64, 277, 0x9100_0000, HERE + 0xABC, 0, 0x912A_F000),
        # ldr x0, [x0, #0xab8]: in units of eight bytes.
        (AARCH64, 286, 0xF940_0000, HERE + 0xAB8, 0, 0xF945_5C00),
        # ldr w0, [x0, #0xabc]
        (AARCH64, 285, 0xB940_0000, HERE + 0xABC, 0, 0xB94A_BC00),
        # ldr q0, [x0, #0xab0]
        (AARCH64, 299, 0x3DC0_0000, HERE + 0xAB0, 0, 0x3DC2_AC00),
        # ldrh, ldrb
        (AARCH64, 284, 0x7940_0000, HERE + 0xABE, 0, 0x7955_7C00),
        (AARCH64, 278, 0x3940_0000, HERE + 0xABF, 0, 0x396A_FC00),
        # bl two instructions back, b the farthest on
        (AARCH64, 283, 0x9400_0000, HERE - 8, HERE, 0x97FF_FFFE),
        (AARCH64, 282, 0x1400_0000, HERE + 0x7FF_FFFC, HERE, 0x15FF_FFFF),
        # b.eq one on, tbz one back
        (AARCH64, 280, 0x5400_0000, HERE + 4, HERE, 0x5400_0020),
        (AARCH64, 279, 0x3600_0000, HERE - 4, HERE, 0x3607_FFE0),
        # ldr x0, a literal 12 bytes on
        (AARCH64, 273, 0x5800_0000, HERE + 12, HERE, 0x5800_0060),
        (AARCH64, 311, 0x9000_0000, HERE + 0x1FFF, HERE + 0xFFC, 0xB000_0000),
        (AARCH64, 312, 0xF940_0000, HERE + 0xAB8, 0, 0xF945_5C00),
    ],
)
def test_what_is_written(machine, kind, now, address, place, expected):
    how = rule(machine, kind)
    new = how.apply(now, address, place)
    assert new == expected
    assert new < 1 << (8 * how.size)


@pytest.mark.parametrize(
    "machine, kind, distance",
    [
        (X86_64, 2, 1 << 31),
        (X86_64, 4, -(1 << 31) - 1),
        (AARCH64, 283, 1 << 27),
        (AARCH64, 282, -(1 << 27) - 4),
        (AARCH64, 275, 1 << 33),
        (AARCH64, 274, 1 << 20),
        (AARCH64, 280, 1 << 20),
        (AARCH64, 279, 1 << 15),
        (AARCH64, 261, 1 << 31),
    ],
)
def test_what_is_too_far_is_refused(machine, kind, distance):
    with pytest.raises(UnsupportedObject, match="too far"):
        rule(machine, kind).apply(0, HERE + distance, HERE)


def test_addresses_that_do_not_fit_are_refused():
    with pytest.raises(UnsupportedObject, match="32 bits"):
        rule(X86_64, 10).apply(0, HERE, 0)


@pytest.mark.parametrize("kind, address", [(283, HERE + 2), (286, HERE + 4), (299, HERE + 8)])
def test_what_is_not_aligned_is_damaged(kind, address):
    with pytest.raises(DamagedObject):
        rule(AARCH64, kind).apply(0, address, HERE)


@pytest.mark.parametrize("machine", [X86_64, AARCH64])
def test_unknown_kinds_are_refused(machine):
    with pytest.raises(UnsupportedObject, match=f"relocation 9999 of machine {machine}"):
        rule(machine, 9999)


def test_calls_go_through_stubs_and_addresses_through_slots():
    assert [rule(X86_64, kind).through for kind in (4, 42)] == [STUB, SLOT]
    assert [rule(AARCH64, kind).through for kind in (282, 283, 311, 312)] == [STUB, STUB, SLOT, SLOT]


def test_stubs_hold_the_whole_address():
    address = 0x1122_3344_5566_7788
    assert stub(X86_64, address)[:6] == bytes.fromhex("ff2500000000")
    assert stub(AARCH64, address)[:8] == bytes.fromhex("50000058 00021fd6")
    for machine, at in ((X86_64, 6), (AARCH64, 8)):
        assert int.from_bytes(stub(machine, address)[at : at + 8], "little") == address
        assert len(stub(machine, address)) == 16
