"""What only the issuing thread knows about a launch, decided there and handed on by value.

Streams, dry runs and profiles are scopes of the caller's context: they live in `contextvars`, so that they follow an asyncio
task, and go into a thread with `contextvars.copy_context()`. Behind the hand-over no such context exists, hence nothing there
reads any: a launch brings its `LaunchContext`.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from periclase.record import NamedTuple
from periclase.runtime.call_site import CallSite, call_site
from periclase.runtime.dry_run import launch_mode
from periclase.runtime.launch_mode import LaunchMode
from periclase.runtime.streams import current_stream

if TYPE_CHECKING:
    from periclase.runtime.capture import Capture
    from periclase.runtime.device import Device
    from periclase.runtime.profile import ProfileWindow
    from periclase.runtime.streams import Stream


class LaunchContext(NamedTuple):
    """The issuing thread's decisions about one launch.

    Attributes:
        stream: where it is enqueued.
        mode: how far it goes.
        capture: the window of `stream` that is open, which records the launch; None mostly.
        profile: the open windows that want its time.
        site: the user's line.
    """

    stream: Stream
    mode: LaunchMode
    capture: Capture | None
    profile: tuple[ProfileWindow, ...]
    site: CallSite


open_windows: ContextVar[tuple[ProfileWindow, ...]] = ContextVar("periclase-profiles", default=())
"""The profile windows that are open in this context, the innermost last; `periclase.runtime.profile` keeps it."""
_get_windows = open_windows.get


_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def launch_context(device: Device, site: CallSite | None = None) -> LaunchContext:
    """The context of what this thread launches, reads or writes now on `device`; `site` is found where it is not given."""
    stream = current_stream(device)
    state = stream.device_state
    windows = _get_windows()
    if windows:
        windows = tuple(w for w in windows if w.device_state is state and not w.closed)
    # Every launch has one, and the constructor of a named tuple is a Python function.
    return _new(
        LaunchContext,
        (stream, launch_mode(state), stream.window, windows, call_site() if site is None else site),
    )
