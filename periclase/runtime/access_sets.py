"""What a launch reads and writes: for each buffer argument, the first answer of those that know.

1. The compiler's analysis of the code, where it was complete. It may narrow what the signature declares.
2. What the signature declares (`Slice` reads, `MutSlice` reads and writes, `OutSlice` writes only), widened by whatever an
   incomplete analysis has seen beyond that.
3. Both, where nothing is declared.

When in doubt a buffer is read *and* written. A written buffer that is not named would hand out old bytes in silence; one that
is named for nothing makes noise.
"""

from __future__ import annotations

from collections.abc import Sequence

from periclase.runtime.artifact import Access, Artifact, Parameter, ParameterKind

SliceUse = tuple[int, bool, bool, str]
"""A slice that a launch reads or writes: which one, whether it reads, whether it writes, and the parameter's name."""

_BY_FLAGS = {(access.reads, access.writes): access for access in Access}


def joined(one: Access, other: Access) -> Access:
    """What reads or writes if one of the two does."""
    return _BY_FLAGS[one.reads or other.reads, one.writes or other.writes]


def declared_accesses(parameters: Sequence[Parameter]) -> tuple[Access, ...]:
    """What the signature says of each slice, in order: all that is known of a kernel that could not be compiled.

    A slice of which it says nothing is both read and written.
    """
    return tuple(
        Access.READ_WRITE if parameter.access is Access.NONE else parameter.access
        for parameter in parameters
        if parameter.kind is ParameterKind.SLICE
    )


def slice_accesses(parameters: Sequence[Parameter], artifact: Artifact) -> tuple[Access, ...]:
    """What a launch of `artifact` does with each slice of `parameters`, in order."""
    declared = declared_accesses(parameters)
    effects = artifact.effects
    if effects is None or len(effects) != len(parameters):
        return declared
    seen = [
        effect
        for parameter, effect in zip(parameters, effects, strict=True)
        if parameter.kind is ParameterKind.SLICE
    ]
    if artifact.effects_complete:
        return tuple(seen)
    return tuple(joined(one, other) for one, other in zip(declared, seen, strict=True))


def slice_uses(names: Sequence[str], accesses: Sequence[Access]) -> tuple[SliceUse, ...]:
    """Which of the slices of these names a launch uses that does `accesses` with them: those that it reads come first."""
    uses = [
        (index, access.reads, access.writes, name)
        for index, (name, access) in enumerate(zip(names, accesses, strict=True))
        if access.reads or access.writes
    ]
    return tuple(sorted(uses, key=lambda use: not use[1]))
