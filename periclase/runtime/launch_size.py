"""Which version of a kernel a launch takes: whether it is small, so that its indices can be computed in 32 bits, and whether its
buffers lie apart.

What is asked here are the promises that `periclase.passes.narrow_index_arithmetic` and `periclase.passes.promise_buffers_apart`
build on.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from periclase.launch_versions import APART_ALIGNMENT, MOST_FLAT, MOST_NARROW, MOST_NARROW_BLOCKS

if TYPE_CHECKING:
    from periclase.runtime.arguments import ArgumentPlan, Products
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.protocols import KernelLike

_settled_in = attrgetter("settled_in")


def version_for(
    kernel: KernelLike,
    state: DeviceState,
    plan: ArgumentPlan,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    buffers: Sequence[Buffer],
    arguments: Sequence[Any],
) -> KernelLike:
    """The version of `kernel` that a launch takes on a device that has versions for small launches.

    It is small if all its sizes are at most `MOST_NARROW`, and its blocks in x at most `MOST_NARROW_BLOCKS`; products of its
    numbers are asked for where the kernel has some. This is asked at every launch on a GPU, and takes as long as to remember the
    answer would. Most launches have as many allocations as buffers, which lie apart then, and their sizes were looked at when
    they were made.

    Args:
        state: of the device.
        plan: of the kernel; it has taken these arguments, so that those which are numbers are.
        grid: blocks in x, y and z; those in y and z are too few to be asked for.
        block: threads in x, y and z.
        buffers: all that the launch was given, in the order of the slices.
        arguments: the leaves of its arguments.
    """
    large = kernel
    blocks = grid[0]
    if blocks > MOST_NARROW_BLOCKS or blocks * block[0] > MOST_NARROW:
        return kernel
    choose = plan.signed_numbers
    if choose is not None:
        numbers = choose(arguments)
        if max(numbers) > MOST_NARROW or min(numbers) < -MOST_NARROW:
            return kernel
        takers = plan.takers
        if takers is not None and takers.offsets and getattr(kernel, "unit_strides", False):
            for number in takers.offsets:
                if arguments[number]:
                    break
            else:
                kernel = getattr(kernel, "with_zero_offsets", kernel)
        products = plan.products
        if products is None:
            products = plan.find_products(kernel)
        if products and products_are_small(products, arguments):
            kernel = getattr(kernel, "with_small_products", kernel)
    if state.buffers_apart:
        # Two and three buffers are most launches, and a set takes three times as long.
        number = len(buffers)
        if number == 2:
            first, second = buffers[0].settled_in, buffers[1].settled_in
            several = first is not second and first is not None and second is not None
        elif number == 3:
            first, second, third = buffers[0].settled_in, buffers[1].settled_in, buffers[2].settled_in
            several = first is not second is not third is not first and None not in (first, second, third)
        else:
            memory = set(map(_settled_in, buffers))
            several = len(memory) == number and None not in memory
        if several:
            return getattr(kernel, "with_buffers_apart", kernel)
    for buffer in buffers:
        if buffer.size > MOST_NARROW:
            return large
    apart = state.buffers_apart and are_apart(plan, buffers)
    return getattr(kernel, "with_buffers_apart" if apart else "with_narrow_indices", kernel)


def products_are_small(products: Products, arguments: Sequence[Any]) -> bool:
    """Whether numbers that a kernel multiplies by, and their products with all its numbers, are at most `MOST_FLAT`.

    Args:
        products: what picks both out of the arguments.
        arguments: the leaves; the numbers among them are at most `MOST_NARROW`, and may be those of numpy, whose products wrap.
    """
    factors, numbers = (max([abs(int(number)) for number in pick(arguments)]) for pick in products)
    return numbers <= MOST_FLAT and factors * numbers <= MOST_FLAT


def are_apart(plan: ArgumentPlan, buffers: Sequence[Buffer]) -> bool:
    """Whether all buffers begin at multiples of `APART_ALIGNMENT`, and none that the kernel may write shares a byte with another.

    Two allocations never share a byte, whoever owns them: what is imported twice is one allocation (`periclase.runtime.interop`).
    A view with strides counts as all bytes from its first to its last, as the kernel is given it.

    Args:
        plan: of the kernel.
        buffers: all that the launch was given, in the order of the slices.
    """
    for buffer in buffers:
        if (buffer.allocation.address + buffer.offset) % APART_ALIGNMENT:
            return False
    for number, access in enumerate(plan.declared):
        if not access.writes:
            continue
        written = buffers[number]
        allocation, start, stop = written.allocation, written.offset, written.stop
        for other, buffer in enumerate(buffers):
            if (
                buffer.allocation is allocation
                and buffer.offset < stop
                and start < buffer.stop
                and other != number
            ):
                return False
    return True
