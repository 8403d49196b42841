"""Autotune: of several ways to do the same work, find the fastest for a kind of argument, once, and remember it.

The names to use are here; see `autotuner` for how it works.
"""

from __future__ import annotations

from periclase.runtime.autotune.autotuner import Autotuned, autotune
from periclase.runtime.autotune.bounds import Resource
from periclase.runtime.autotune.candidates import Candidate, Group
from periclase.runtime.autotune.executor import compile_on
from periclase.runtime.autotune.failures import CandidateMismatch, NoViableCandidate
from periclase.runtime.autotune.keys import anchor
from periclase.runtime.autotune.sampler import Sampling

__all__ = [
    "Autotuned",
    "Candidate",
    "CandidateMismatch",
    "Group",
    "NoViableCandidate",
    "Resource",
    "Sampling",
    "anchor",
    "autotune",
    "compile_on",
]
