"""What a machine is made to be like for the example on a diagnostic's page: without NVIDIA's tools, or with a played driver."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from periclase.codegen import assembler, libdevice


def _without_tools(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assembler, "find_tool", lambda name: None)
    patch.setattr(assembler, "find_nvjitlink", lambda: None)


def _without_libdevice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(libdevice, "find_libdevice", lambda: None)


STAGES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "PC0521": _without_tools,
    "PC0524": _without_libdevice,
}
"""By code; the other examples need nothing."""
