"""Canonicalisation patterns of `mir` ops: what needs new ops, where a fold gives only a constant or an existing value."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {}
