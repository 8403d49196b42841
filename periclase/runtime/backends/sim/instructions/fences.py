"""Memory fences, and the dependence of grids on each other (PTX ISA, 9.7.13.4, 9.7.13.13).

The threads of a wave take turns, waves come one after another, and so do launches: whatever a fence orders is in order. What a
fence must be is looked at all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.modifiers import SCOPES, Modifiers

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

_LEVELS: Final = frozenset(("cta", "gl", "sys"))
_ORDERS: Final = frozenset(("sc", "acq_rel", "acquire", "release"))
_PROXIES: Final = frozenset(("alias", "async", "async::generic", "tensormap::generic"))
_SPACES: Final = frozenset(("global", "shared::cta", "shared::cluster"))
_RESTRICTIONS: Final = frozenset(("sync_restrict::shared::cta", "sync_restrict::shared::cluster"))


def in_order(group: Group) -> None:
    """All that came before is done."""


@instruction("membar")
def decode_membar(instruction: Instruction, decoder: Decoder) -> Step:
    """`membar` (PTX ISA, 9.7.13.4); `membar.proxy` is the older spelling of `fence.proxy`."""
    words = Modifiers(instruction, decoder)
    if words.has("proxy"):
        words.need(_PROXIES, "proxy")
        words.take(_SPACES)
    else:
        words.need(_LEVELS, "level")
    words.end()
    return in_order


@instruction("fence")
def decode_fence(instruction: Instruction, decoder: Decoder) -> Step:
    """`fence`, `fence.proxy`, `fence.mbarrier_init` (PTX ISA, 9.7.13.4)."""
    words = Modifiers(instruction, decoder)
    if words.has("proxy"):
        words.need(_PROXIES, "proxy")
        words.take(_SPACES)
        words.take(_ORDERS)
        words.take(_RESTRICTIONS)
        words.take(SCOPES)
    elif words.has("mbarrier_init"):
        words.need(("release",), "order")
        words.need(("cluster",), "scope")
    else:
        words.take(_ORDERS)
        words.take(_RESTRICTIONS)
        words.need(SCOPES, "scope")
    words.end()
    return in_order


@instruction("griddepcontrol")
def decode_griddepcontrol(instruction: Instruction, decoder: Decoder) -> Step:
    """`griddepcontrol` (PTX ISA, 9.7.13.13): what a grid depends on has ended when it begins."""
    words = Modifiers(instruction, decoder)
    words.need(("launch_dependents", "wait"), "action")
    words.end()
    return in_order
