"""Filling in the places of an object file that depend on where it, and what it refers to, are in memory.

Only the relocations that LLVM uses in position-independent code of the small code model, whose parts are within two gigabytes
of one another (x86-64), or four (AArch64; a jump reaches 128 megabytes). What is farther away is reached through a stub, or a
slot with its address.

Sources: System V ABI, AMD64 supplement 1.0, 4.4.1; ELF for the Arm 64-bit Architecture (AAELF64), 5.7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from periclase.record import NamedTuple
from periclase.runtime.backends.cpu.image import AARCH64, X86_64, DamagedObject, UnsupportedObject


class Rule(NamedTuple):
    """How a kind of relocation is done.

    Attributes:
        size: bytes that it changes.
        through: what the address is of: `symbol`; `stub`, a jump to it if it is outside the object; `slot`, one that holds it.
            `address`: of the symbol, whole, and not as a distance.
        apply: from the bytes now, the address plus addend, and the place, the new bytes.
    """

    size: int
    through: str
    apply: Callable[[int, int, int], int]


SYMBOL: Final = "symbol"
ADDRESS: Final = "address"
STUB: Final = "stub"
SLOT: Final = "slot"

_ALL = (1 << 64) - 1


def _signed(value: int, bits: int) -> int:
    """`value`, if it is a signed number of `bits` bits, as those."""
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise UnsupportedObject(f"what it refers to is {value} bytes away, too far")
    return value & ((1 << bits) - 1)


def _absolute(bits: int) -> Callable[[int, int, int], int]:
    def apply(now: int, address: int, place: int) -> int:
        if bits < 64 and not -(1 << (bits - 1)) <= address < 1 << bits:
            raise UnsupportedObject("an address does not fit in 32 bits")
        return address & ((1 << bits) - 1)

    return apply


def _relative(bits: int) -> Callable[[int, int, int], int]:
    def apply(now: int, address: int, place: int) -> int:
        return _signed(address - place, bits)

    return apply


def _field(bits: int, shift: int, at: int) -> Callable[[int, int, int], int]:
    """The distance, in units of `1 << shift`, in a field of an instruction."""

    def apply(now: int, address: int, place: int) -> int:
        distance = address - place
        if distance & ((1 << shift) - 1):
            raise DamagedObject("a jump goes to the middle of an instruction")
        mask = ((1 << bits) - 1) << at
        return now & ~mask | _signed(distance >> shift, bits) << at

    return apply


def _adr(now: int, address: int, place: int) -> int:
    """The distance in the 21 bits of ADR: the low two are apart from the others."""
    value = _signed(address - place, 21)
    return now & ~(3 << 29 | 0x7FFFF << 5) | (value & 3) << 29 | (value >> 2) << 5


def _adrp(now: int, address: int, place: int) -> int:
    """The distance in pages of 4096 bytes, likewise."""
    return _adr(now, address >> 12, place >> 12)


def _low_bits(scale: int) -> Callable[[int, int, int], int]:
    """The low twelve bits of the address, in units of `1 << scale`, as the offset of a load, store or addition."""

    def apply(now: int, address: int, place: int) -> int:
        low = address & 0xFFF
        if low & ((1 << scale) - 1):
            raise DamagedObject("an access is not aligned")
        return now & ~(0xFFF << 10) | (low >> scale) << 10

    return apply


_RULES: dict[int, dict[int, Rule]] = {
    X86_64: {
        1: Rule(8, ADDRESS, _absolute(64)),  # R_X86_64_64
        2: Rule(4, SYMBOL, _relative(32)),  # PC32
        4: Rule(4, STUB, _relative(32)),  # PLT32
        9: Rule(4, SLOT, _relative(32)),  # GOTPCREL
        10: Rule(4, ADDRESS, _absolute(32)),  # 32
        24: Rule(8, SYMBOL, _relative(64)),  # PC64
        41: Rule(4, SLOT, _relative(32)),  # GOTPCRELX
        42: Rule(4, SLOT, _relative(32)),  # REX_GOTPCRELX
    },
    AARCH64: {
        257: Rule(8, ADDRESS, _absolute(64)),  # R_AARCH64_ABS64
        258: Rule(4, ADDRESS, _absolute(32)),  # ABS32
        260: Rule(8, SYMBOL, _relative(64)),  # PREL64
        261: Rule(4, SYMBOL, _relative(32)),  # PREL32
        273: Rule(4, SYMBOL, _field(19, 2, 5)),  # LD_PREL_LO19
        274: Rule(4, SYMBOL, _adr),  # ADR_PREL_LO21
        275: Rule(4, SYMBOL, _adrp),  # ADR_PREL_PG_HI21
        277: Rule(4, SYMBOL, _low_bits(0)),  # ADD_ABS_LO12_NC
        278: Rule(4, SYMBOL, _low_bits(0)),  # LDST8_ABS_LO12_NC
        279: Rule(4, SYMBOL, _field(14, 2, 5)),  # TSTBR14
        280: Rule(4, SYMBOL, _field(19, 2, 5)),  # CONDBR19
        282: Rule(4, STUB, _field(26, 2, 0)),  # JUMP26
        283: Rule(4, STUB, _field(26, 2, 0)),  # CALL26
        284: Rule(4, SYMBOL, _low_bits(1)),  # LDST16_ABS_LO12_NC
        285: Rule(4, SYMBOL, _low_bits(2)),  # LDST32_ABS_LO12_NC
        286: Rule(4, SYMBOL, _low_bits(3)),  # LDST64_ABS_LO12_NC
        299: Rule(4, SYMBOL, _low_bits(4)),  # LDST128_ABS_LO12_NC
        311: Rule(4, SLOT, _adrp),  # ADR_GOT_PAGE
        312: Rule(4, SLOT, _low_bits(3)),  # LD64_GOT_LO12_NC
    },
}

NOTHING: Final = 0
"""The kind of relocation that asks for nothing, on every machine."""

STUB_BYTES: Final = 16


def rule(machine: int, kind: int) -> Rule:
    """How a relocation is done.

    Raises:
        UnsupportedObject: it is not known here.
    """
    found = _RULES[machine].get(kind)
    if found is None:
        raise UnsupportedObject(f"relocation {kind} of machine {machine} is not known")
    return found


def stub(machine: int, address: int) -> bytes:
    """Instructions that jump to `address`, wherever it is."""
    target = (address & _ALL).to_bytes(8, "little")
    if machine == X86_64:
        return b"\xff\x25\x00\x00\x00\x00" + target + b"\xcc\xcc"  # jmp [rip]
    return b"\x50\x00\x00\x58\x00\x02\x1f\xd6" + target  # ldr x16, #8; br x16


def stub_address(machine: int) -> int:
    """Where in a stub the address is, in bytes from its start."""
    return 6 if machine == X86_64 else 8
