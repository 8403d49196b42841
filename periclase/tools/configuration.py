"""`periclase config`: every setting with its value and where that was said, or one of them explained."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from periclase.settings import KNOWN, Known, Origin, Resolved, resolved_settings
from periclase.tools.command import did_you_mean, refuse


def shown(value: object) -> str:
    """A value as a TOML file says it; `unset` where it says nothing."""
    if value is None:
        return "unset"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Path | str):
        return json.dumps(str(value), ensure_ascii=False)
    return str(value)


def report() -> str:
    """A table of all settings: name, value, place; below the name of the file that was read.

    Raises:
        ConfigurationError: the settings are wrong.
    """
    resolved = resolved_settings()
    rows = [(name, shown(origin.value), origin.place) for name, origin in resolved.origins.items()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{name:<{widths[0]}}  {value:<{widths[1]}}  {place}" for name, value, place in rows]
    return "\n".join([*lines, "", f"configuration file: {resolved.file or 'none'}"])


def explanation(name: str) -> str:
    """What the setting `name` means, how it is set, and what it is.

    Raises:
        ConfigurationError: the settings are wrong.
        ToolError: there is no such setting.
    """
    resolved: Resolved = resolved_settings()
    known = _named(name, KNOWN)
    origin: Origin = resolved.origins[known.name]
    section, _, key = known.name.rpartition(".")
    rows = [
        ("value", f"{shown(origin.value)} ({origin.place})"),
        ("default", shown(known.default)),
        ("meaning", known.meaning),
        ("takes", known.rule.wanted),
        ("variable", known.variable),
        ("in a file", f"[{section}] {key} = …" if section else f"{key} = …"),
    ]
    return "\n".join([known.name, *(f"  {title:<9}  {text}" for title, text in rows)])


def _named(name: str, settings: Mapping[str, Known]) -> Known:
    """The setting of that name, or of that variable."""
    for known in settings.values():
        if name in (known.name, known.variable):
            return known
    raise refuse("PC0814", f"there is no setting {name}", did_you_mean(name, settings))
