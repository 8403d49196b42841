"""The buffers that device globals are on a device: see `periclase.device_globals`."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from periclase.runtime import host_access
from periclase.runtime.allocation import Lease
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.context import LaunchContext
from periclase.runtime.gates import default_device
from periclase.runtime.launch_mode import LaunchMode

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal
    from periclase.runtime.device import Device
    from periclase.runtime.device_state import DeviceState

# Reentrant: a finaliser may come in while it is held.
_making = threading.RLock()


def buffer_on(held: DeviceGlobal, device: Device | None) -> Buffer:
    """The buffer that a device global is on `device`; None is that of the stream that was entered, or else the CPU."""
    return _buffer(held, (default_device() if device is None else device).device_state)


def buffers(statics: Iterable[DeviceGlobal], state: DeviceState) -> tuple[Buffer, ...]:
    """The buffers that device globals are on the device of `state`."""
    return tuple([_buffer(held, state) for held in statics])


def _buffer(held: DeviceGlobal, state: DeviceState) -> Buffer:
    """A new one, with the initial values, where there is none yet, or after the device was reset."""
    known = state.statics.get(held)
    if known is None or known[0] != state.generation:
        with _making:
            known = state.statics.get(held)
            if known is None or known[0] != state.generation:
                known = state.statics[held] = state.generation, _made(held, state)
    return known[1]


def _made(held: DeviceGlobal, state: DeviceState) -> Buffer:
    initial = held.initial
    lease = Lease(state.new_allocation(initial.nbytes))
    made = Buffer(state.client(), lease, 0, initial.shape, initial.dtype)
    # On a stream of its own: whoever uses it first may be recording, and in a dry run.
    stream = state.streams.create(f"initial value of {held.name}")
    host_access.write(made, initial, LaunchContext(stream, LaunchMode.EXECUTE, None, (), call_site()))
    return made
