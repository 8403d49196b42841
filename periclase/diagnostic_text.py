"""Renders diagnostics as text: place, source line, caret, notes, help and call chain.

```text
error[PC0203]: cannot store f64 in an element of MutSlice[f32]: digits would be lost
  --> saxpy.py:9:13
   |
 9 |     y[i] = a * x[i]
   |            ^^^^^^^^
   = note: `a` is f64
   = help: write f32(...) where the loss is meant
   = in: kernel `saxpy`
```
"""

from __future__ import annotations

import linecache

from periclase.diagnostics import Diagnostic, Span


def source_line(span: Span) -> str | None:
    """The text of the first line of `span`, without its line end, or None where no source can be had."""
    if span.source_line is not None:
        return span.source_line.rstrip("\n")
    linecache.checkcache(span.file)
    return linecache.getline(span.file, span.line).rstrip("\n") or None


def _snippet(span: Span, indent: int) -> list[str]:
    lines = [f"{' ' * indent}--> {span}"]
    text = source_line(span)
    if text is None:
        return lines
    shown = text.expandtabs(4)
    gutter = " " * (indent + 1) + "|"
    lines += [gutter, f"{span.line:>{indent}} | {shown}"]
    if span.column is not None:
        start = len(text[: span.column].expandtabs(4))
        one_line = span.end_column is not None and span.end_line in (None, span.line)
        end = len(text[: span.end_column].expandtabs(4)) if one_line else len(shown.rstrip())
        width = max(1, (end if span.end_column is not None else start + 1) - start)
        lines.append(f"{gutter} {' ' * start}{'^' * width}")
    return lines


def render(diagnostic: Diagnostic) -> str:
    """`diagnostic` as plain text of several lines, without a trailing line end."""
    span = diagnostic.span
    indent = max(2, len(str(span.line)) if span is not None else 0)
    lines = [f"{diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.message}"]
    if span is not None:
        lines += _snippet(span, indent)
    pad = " " * (indent + 1)
    for note in diagnostic.notes:
        place = f" ({note.span})" if note.span is not None else ""
        lines.append(f"{pad}= note: {note.message}{place}")
    if diagnostic.help is not None:
        lines.append(f"{pad}= help: {diagnostic.help}")
    for index, frame in enumerate(diagnostic.call_chain):
        place = f" ({frame.span})" if frame.span is not None else ""
        what = f"`{frame.function}`{place}" if frame.function else str(frame.span)
        lines.append(f"{pad}= {'in' if index == 0 else 'which calls'}: {what}")
    return "\n".join(lines)
