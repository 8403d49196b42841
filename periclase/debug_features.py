"""What `debug` of `@kernel` and `@device` may name, beside True and False."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from periclase.definition_errors import refuse

DEBUG_FEATURES = ("full", "overflow")
"""Variables in the debug information; traps where integers overflow, which is what True means."""


def debug_features(given: object) -> tuple[str, ...]:
    """The features that `given` names: a name, or several.

    Raises:
        DefinitionError: it names another, or is something else (PC0311).
    """
    if not isinstance(given, Iterable):
        refuse(
            "PC0311", f"debug takes True, False, or some of {', '.join(DEBUG_FEATURES)}, not {given!r}", None
        )
    features = (given,) if isinstance(given, str) else tuple(cast("Iterable[str]", given))
    for feature in features:
        if feature not in DEBUG_FEATURES:
            refuse("PC0311", f"unknown debug feature {feature!r}", f"there are {', '.join(DEBUG_FEATURES)}")
    return features
