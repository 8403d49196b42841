"""Versions of a kernel that are compiled for what a launch has seen of its arguments: the same kernel otherwise.

A launch picks one; `kernel.with_unit_strides.ptx()`, `kernel.with_zero_offsets.ptx()`, `kernel.with_narrow_indices.ptx()`,
`kernel.with_small_products.ptx()` and `kernel.with_buffers_apart.ptx()` show them. The kernel itself is the version that is right
for every launch.

Whether buffers lie apart is asked only where the launch is small: each version that is taken is compiled by itself, and hardly
any launch would take the one for large launches with buffers that lie apart.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

from periclase.constants import LaunchedNames

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from periclase.runtime.artifact import Parameter

MOST_NARROW = 2**30 - 2**16
"""The most that an extent, a stride, an offset, a signed number of the user's or the threads of an axis of the grid may be where
indices are computed in 32 bits: half of what they hold, so that the next round of a loop in steps of the grid still fits, and a
tile beside it."""
MOST_FLAT = MOST_NARROW // 2
"""The most that the product of two of the user's numbers, and each of them, may be where flat indices `row * width + column` are
computed in 32 bits: a half again, so that neighbours of an element two rows away fit."""
SIGNED_NUMBERS = frozenset({"int32", "int64"})
"""The types, as numpy names them, of arguments that are asked whether they are so small."""
MOST_NARROW_BLOCKS = 2**21
"""The most blocks in x of such a launch: the number of a block may be multiplied by the size of a tile, or by the threads along
any axis of a block, of which there are 1024 at most."""
APART_ALIGNMENT = 32
"""Where buffers begin that are apart: at multiples of so many bytes, the most that a GPU loads at once (256 bits, from PTX 8.8
and sm_100 on). The memory of buffers begins at multiples of 256 bytes, so it is views from the middle that may not."""

_VERSIONS = (
    "with_unit_strides",
    "with_zero_offsets",
    "with_small_products",
    "with_narrow_indices",
    "with_buffers_apart",
)
"""In the order in which a launch asks for them."""


def own_numbers(parameters: Iterable[Parameter]) -> frozenset[str]:
    """The names of the parameters that are signed integers by themselves, and not as parts of views or structs."""
    return frozenset(
        each.name
        for each in parameters
        if each.dtype in SIGNED_NUMBERS and each.kind.name == "SCALAR" and each.name.isidentifier()
    )


class LaunchVersions(LaunchedNames):
    """A kernel, as far as its versions are concerned."""

    unit_strides = False
    """Whether it is for views whose last axes are contiguous; see `with_unit_strides`."""
    zero_offsets = False
    """Whether it is for views that begin where their memory does; see `with_zero_offsets`."""
    narrow_indices = False
    """Whether it is for launches that are small; see `with_narrow_indices`."""
    small_products = False
    """Whether it is for small launches whose products of numbers are small, too; see `with_small_products`."""
    buffers_apart = False
    """Whether it is for small launches with buffers that lie apart; see `with_buffers_apart`."""
    _any_launch: Self | None = None

    @functools.cached_property
    def with_unit_strides(self) -> Self:
        """The same kernel compiled for views whose last axes are contiguous: a launch takes that where all of them are."""
        if self.unit_strides:
            return self
        return (
            self._version(unit_strides=True)
            if self is self.for_any_launch
            else self._with("with_unit_strides")
        )

    @functools.cached_property
    def with_zero_offsets(self) -> Self:
        """The same kernel with unit strides, compiled for views that begin where their memory does, as all do but reversed ones:
        a small launch on a GPU takes that where all of its views are such."""
        if self.zero_offsets:
            return self
        if self.narrow_indices or not self.unit_strides:
            return self._with("with_unit_strides", "with_zero_offsets")
        return self._version(zero_offsets=True)

    @functools.cached_property
    def with_narrow_indices(self) -> Self:
        """The same kernel with indices computed in 32 bits: a launch on a GPU takes that where the extents, strides and offsets
        of all buffers and views, all signed integers of 32 and 64 bits among the arguments, and the threads of each axis of the
        grid are at most `MOST_NARROW`."""
        return self if self.narrow_indices else self._version(narrow_indices=True)

    @functools.cached_property
    def with_small_products(self) -> Self:
        """The same kernel with narrow indices, compiled for numbers that are small together: a launch on a GPU takes that where
        it is small, and of the signed integers among its arguments each is at most `MOST_FLAT`, and so is the product of any of
        `product_names` with any of them. So flat indices as `row * width + column` are computed in 32 bits, where `row < height`
        is asked for. That with narrow indices if there are no such names."""
        if self.small_products:
            return self
        if not self.product_names:
            return self.with_narrow_indices
        if self.narrow_indices:
            return self._with("with_small_products")
        return self._version(narrow_indices=True, small_products=True)

    @functools.cached_property
    def with_buffers_apart(self) -> Self:
        """The same kernel with narrow indices, compiled for buffers that lie apart: a launch on a GPU takes that where it is
        small, no buffer that the kernel may write shares a byte with another one, and all of them begin at multiples of
        `APART_ALIGNMENT` bytes."""
        if self.buffers_apart:
            return self
        if self.narrow_indices and not self.small_products:
            return self._with("with_buffers_apart")
        return self._version(narrow_indices=True, buffers_apart=True)

    @functools.cached_property
    def product_names(self) -> frozenset[str]:
        """The parameters that are signed integers, and that the code multiplies something by."""
        if self._any_launch is not None:
            return self._any_launch.product_names
        code = getattr(getattr(self, "function", None), "__code__", None)
        numbers = own_numbers(self.parameters)  # type: ignore[attr-defined]
        if code is None or not numbers:
            return frozenset()
        from periclase.multiplied_names import multiplied_names

        return multiplied_names(code) & numbers

    def _with(self, *others: str) -> Self:
        """The version that has what this one has, and other things, made in the order in which launches ask for them: so each is
        one object."""
        names = {*self._names(), *others}
        if not names.isdisjoint(("with_small_products", "with_buffers_apart")):
            names.discard("with_narrow_indices")
        made = self.for_any_launch
        for each in _VERSIONS:
            if each in names:
                made = getattr(made, each)
        return made

    def _names(self) -> Iterable[str]:
        """Which of `_VERSIONS` this is, without what another one says, too."""
        narrow = self.narrow_indices and not (self.small_products or self.buffers_apart)
        wanted = self.unit_strides, self.zero_offsets, self.small_products, narrow, self.buffers_apart
        return (name for name, each in zip(_VERSIONS, wanted, strict=True) if each)

    def _version(self, **changes: bool) -> Self:
        _ = self.parameters  # type: ignore[attr-defined]  # they are the same, and so is what else is known by now
        made = object.__new__(type(self))
        made.__dict__.update(
            self.__dict__, _any_launch=self.for_any_launch, constants=None, _fingerprint=None, **changes
        )
        made.forget_versions()
        return made

    def forget_versions(self) -> None:
        """They are to be made anew when they are asked for."""
        for name in _VERSIONS:
            self.__dict__.pop(name, None)

    @property
    def for_any_launch(self) -> Self:
        """The kernel that this is a version of; else itself."""
        return self if self._any_launch is None else self._any_launch

    def __reduce__(self) -> Any:
        if self._any_launch is None:
            return super().__reduce__()
        return operator.attrgetter(".".join(self._names())), (self._any_launch,)
