"""A buffer's failure as data, and as the notes of a diagnostic: the roots, and the launches that were skipped for them.

The report is made when a reader meets the failure. It holds text and numbers only, so that it keeps nothing alive, can be
sent to another process, and written as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from periclase.diagnostics import Diagnostic, DiagnosticError, Note
from periclase.record import Record, as_data
from periclase.runtime.call_site import CallSite
from periclase.runtime.claims import Claim, Failure, Skip
from periclase.runtime.claims import Place as ProgramPlace

_LONGEST = 8
"""Notes for the launches of a straight chain, at most: the first and the last of a longer one."""
_MOST = 40
"""Notes for the skipped launches of one root, at most."""
_ROOTS = 8
"""Roots whose diagnostics are shown in full."""


class Place(Record):
    """A line of the user's."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Root(Record):
    """Something that went wrong by itself.

    Attributes:
        id: names the failure, in this process.
        kernel: what was launched, or None where it was no launch.
        site: where the launch, or the other call, was made.
        error: the type of the error.
        code: its diagnostic code.
        message: one sentence.
        place: where in the kernel it happened, if that is known.
        text: the whole diagnostic, with its source line and notes.
    """

    id: int
    kernel: str | None
    site: Place
    error: str
    code: str
    message: str
    place: Place | None
    text: str


class NeededInput(Record):
    """An input that a skipped launch could not have.

    Attributes:
        name: of the parameter.
        failures: ids of the roots.
        launch: index of the skipped launch that was to write it, in `FailureReport.skipped`; None where a root was to.
    """

    name: str
    failures: tuple[int, ...]
    launch: int | None


class SkippedLaunch(Record):
    """A launch that did not run.

    Attributes:
        kernel, site: what was launched, and where.
        count: how often it was skipped, for a launch in a loop.
        needed: the inputs it could not have.
        in_loop: other launches that were skipped in the same loop: kernel, place and how often.
    """

    kernel: str
    site: Place
    count: int
    needed: tuple[NeededInput, ...]
    in_loop: tuple[tuple[str, Place, int], ...] = ()

    @property
    def sentence(self) -> str:
        """What happened to it, for people."""
        return _skipped_sentence(self.kernel, self.count, [name.name for name in self.needed])


class FailureReport(Record):
    """Why the bytes of a buffer are not there.

    Attributes:
        roots: what went wrong. The first one decides `kernel`, `site` and `message`.
        skipped: the launches between the roots and the buffer, inputs before what needed them, the buffer's own last. Empty
            where a root itself was to write the buffer.
    """

    roots: tuple[Root, ...]
    skipped: tuple[SkippedLaunch, ...]

    def __str__(self) -> str:
        """For people: each root's diagnostic with its launch, and below a line for each launch that was skipped."""
        shown = [f"{root.text}\n{_note(_launched(root.kernel), root.site)}" for root in self.roots[:_ROOTS]]
        if len(self.roots) > _ROOTS:
            shown.append(f"and {len(self.roots) - _ROOTS} more failures")
        skipped = [_note(launch.sentence, launch.site) for launch in self.skipped]
        if len(skipped) > _MOST:
            half = _MOST // 2
            skipped[half:-half] = [f"   = note: {len(skipped) - 2 * half} more launches were skipped"]
        return "\n".join(("\n\n".join(shown), *skipped))

    @property
    def kernel(self) -> str | None:
        """The kernel of the first root."""
        return self.roots[0].kernel

    @property
    def site(self) -> Place:
        """Where that was launched."""
        return self.roots[0].site

    @property
    def message(self) -> str:
        """What went wrong there."""
        return self.roots[0].message

    def as_dict(self) -> dict[str, Any]:
        """Everything, as dictionaries, lists, strings and numbers."""
        return as_data(self)

    def to_json(self, indent: int | None = None) -> str:
        """`as_dict` as JSON."""
        import json

        return json.dumps(self.as_dict(), indent=indent)


def report(claims: Sequence[Claim]) -> FailureReport:
    """The report on bytes that carry `claims`."""
    skipped, roots = _graph(claims)
    index = {claim: number for number, claim in enumerate(skipped)}
    launches: list[SkippedLaunch] = []
    for claim in skipped:
        skip = _skip(claim)
        needed = tuple(
            NeededInput(name, tuple(failure.id for failure in below.failures), index.get(below))
            for name, below in skip.needed
        )
        loop = tuple((place.kernel, _place(place.site), count) for place, count in skip.loop.items())
        launches.append(SkippedLaunch(skip.kernel, _place(skip.site), skip.count, needed, loop))
    return FailureReport(tuple(map(_root, roots)), tuple(launches))


def diagnostics(claims: Sequence[Claim]) -> list[Diagnostic]:
    """What to show: for each root its own diagnostics, and notes on the launches from there to the buffer."""
    skipped, roots = _graph(claims)
    told = {_skip(claim).place for claim in skipped}
    readers: dict[Claim | Failure, list[Claim]] = {}
    for claim in skipped:
        for _, below in _skip(claim).needed:
            for source in (below,) if below.skip is not None else below.failures:
                before = readers.setdefault(source, [])
                if claim not in before[-1:]:
                    before.append(claim)
    shown: list[Diagnostic] = []
    for failure in roots[:_ROOTS]:
        first, *others = _own_diagnostics(failure)
        first = first.with_note(_launched(failure.kernel), failure.site.span())
        for note in _tree(failure, readers, told):
            first = first.with_note(note.message, note.span)
        shown += [first, *others]
    if len(roots) > _ROOTS:
        shown[-1] = shown[-1].with_note(f"{len(roots) - _ROOTS} more failures spoiled this buffer")
    return shown


def _graph(claims: Sequence[Claim]) -> tuple[list[Claim], list[Failure]]:
    skipped: dict[int, Claim] = {}
    for claim in claims:
        for each in claim.chain():
            skipped[_skip(each).number] = each
    roots = dict.fromkeys(failure for claim in claims for failure in claim.failures)
    for claim in claims:
        claim.note_told()
    return [skipped[number] for number in sorted(skipped)], list(roots)


def _skip(claim: Claim) -> Skip:
    skip = claim.skip
    assert skip is not None
    return skip


def _place(site: CallSite) -> Place:
    span = site.span()
    return Place(span.file, span.line)


def _own_diagnostics(failure: Failure) -> tuple[Diagnostic, ...]:
    cause = failure.cause
    if isinstance(cause, DiagnosticError):
        return cause.diagnostics
    subject = "an operation" if failure.kernel is None else f"kernel `{failure.kernel}`"
    diagnostic = Diagnostic("PC0701", f"{subject} failed: {type(cause).__name__}: {cause}")
    for note in getattr(cause, "__notes__", ()):
        diagnostic = diagnostic.with_note(str(note))
    return (diagnostic,)


def _root(failure: Failure) -> Root:
    diagnostic, *_ = own = _own_diagnostics(failure)
    span = diagnostic.span
    return Root(
        id=failure.id,
        kernel=failure.kernel,
        site=_place(failure.site),
        error=type(failure.cause).__name__,
        code=diagnostic.code,
        message=diagnostic.message,
        place=None if span is None else Place(span.file, span.line),
        text="\n\n".join(map(str, own)),
    )


def _tree(
    failure: Failure, readers: dict[Claim | Failure, list[Claim]], told: set[ProgramPlace]
) -> list[Note]:
    """A note for each launch between `failure` and the buffer. Where ways part, those that part are set in.

    Args:
        told: the places that have a note of their own somewhere.
    """
    lines: list[tuple[int, Claim, bool]] = []
    pending = [(0, claim) for claim in reversed(readers.get(failure, ()))]
    depth = 1 if len(pending) > 1 else 0
    pending = [(depth, claim) for _, claim in pending]
    seen: set[Claim] = set()
    while pending:
        depth, claim = pending.pop()
        lines.append((depth, claim, claim in seen))
        if claim in seen:
            continue
        seen.add(claim)
        after = readers.get(claim, ())
        inner = depth + (len(after) > 1)
        pending += [(inner, each) for each in reversed(after)]
    notes: list[Note] = []
    start = 0
    for end in range(1, len(lines) + 1):
        if end < len(lines) and lines[end][0] == lines[start][0]:
            continue
        notes += _shortened(lines[start:end], told)
        start = end
    if len(notes) > _MOST:
        half = _MOST // 2
        notes[half:-half] = [Note(f"and so on, in {len(notes) - 2 * half} more lines")]
    return notes


def _shortened(lines: list[tuple[int, Claim, bool]], told: set[ProgramPlace]) -> list[Note]:
    left_out = len(lines) - _LONGEST
    if left_out <= 1:
        return [_line(*line, told) for line in lines]
    half = _LONGEST // 2
    middle = Note(f"{'  ' * lines[0][0]}{left_out} more launches were skipped")
    return [
        *(_line(*line, told) for line in lines[:half]),
        middle,
        *(_line(*line, told) for line in lines[-half:]),
    ]


def _line(depth: int, claim: Claim, again: bool, told: set[ProgramPlace]) -> Note:
    skip = _skip(claim)
    indent = "  " * depth
    if again:
        return Note(f"{indent}then `{skip.kernel}`, as above", skip.site.span())
    loop = [f"`{place.kernel}` {count} times" for place, count in skip.loop.items() if place not in told]
    turns = f", in a loop with {', '.join(loop)}" if loop else ""
    sentence = _skipped_sentence(skip.kernel, skip.count, [name for name, _ in skip.needed], turns)
    return Note(indent + sentence, skip.site.span())


def _launched(kernel: str | None) -> str:
    return "this was asked for here" if kernel is None else f"`{kernel}` was launched here"


def _note(sentence: str, place: Place) -> str:
    return f"   = note: {sentence} ({place})"


def _skipped_sentence(kernel: str, count: int, needed: Sequence[str], turns: str = "") -> str:
    names = [f"`{name}`" for name in needed]
    if len(names) > 4:
        names[3:] = [f"{len(names) - 3} more buffers"]
    inputs = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    times = "" if count == 1 else f" {count} times"
    return f"`{kernel}`, launched here, was skipped{times}{turns}: it needs {inputs}"
