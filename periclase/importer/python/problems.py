"""What typing raises for a construct it refuses, and the diagnostic made of it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from periclase.diagnostics import Diagnostic, Frame, Note, Severity, Span

if TYPE_CHECKING:
    from periclase.importer.python.source import FunctionSource


class Problem(Exception):
    """A construct that can not be compiled: caught for each statement, so that one run reports several.

    Attributes:
        code: see `periclase.diagnostic_codes`.
        message, help: as in a `Diagnostic`.
        node: where; None for the function as a whole.
        notes: further facts, each with a node or None.
    """

    def __init__(
        self,
        code: str,
        message: str,
        node: ast.AST | None,
        help: str | None = None,
        notes: Sequence[tuple[str, ast.AST | Span | None]] = (),
    ):
        super().__init__(message)
        self.code = code
        self.message = message
        self.node = node
        self.help = help
        self.notes = tuple(notes)

    def diagnostic(
        self, source: FunctionSource, chain: Sequence[Frame], severity: Severity = Severity.ERROR
    ) -> Diagnostic:
        """This problem as a diagnostic in `source`, reached by `chain`."""
        return Diagnostic(
            code=self.code,
            message=self.message,
            span=source.span(self.node) if self.node is not None else source.name_span(),
            severity=severity,
            notes=tuple(
                Note(text, place if isinstance(place, Span) or place is None else source.span(place))
                for text, place in self.notes
            ),
            help=self.help,
            call_chain=tuple(chain),
        )


def too_deep(node: ast.AST) -> Problem:
    """What is said of a statement in which Python's own stack ends."""
    return Problem(
        "PC0105",
        "this statement is nested too deeply to be compiled",
        node,
        "split it: give parts of an expression a name, put branches into functions",
    )


_METHODS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul", "<<": "lshift",
    ">>": "rshift", "&": "and", "|": "or", "^": "xor", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}  # fmt: skip


def index_help(type: object, sign: str | None = None) -> str | None:
    """The help where a number was expected (by the operator `sign`), and something that holds several is there."""
    from periclase.closures import ClosureType
    from periclase.structs import StructType
    from periclase.types import ArrayType, SliceType, TupleType
    from periclase.views import ViewType

    if isinstance(type, SliceType | ArrayType | ViewType):
        return "index it: a kernel computes with elements (`x[i]`), one thread for each"
    if type.__class__.__name__ == "PointerType":
        return "name what lies there: `p[0]`"
    if type.__class__.__name__ == "KeywordsType":
        return 'take one of its items by its name: `named["a"]`'
    if isinstance(type, TupleType):
        return "take its elements by index, or unpack it: `a, b = pair`"
    if isinstance(type, StructType):
        method = _METHODS.get(sign or "")
        return "name one of its fields" + (f", or give `{type}` a method `__{method}__`" if method else "")
    if isinstance(type, ClosureType):
        return "call it: write `()` behind its name"
    return None


class Unready(Exception):
    """A value that has no type (yet): its own problem is reported elsewhere, or a later pass of typing will know it."""


def with_article(thing: object) -> str:
    """`thing` with its indefinite article, as it is read aloud: `an i32`, `a u8`, `an f32`, `a Slice[f32]`."""
    text = str(thing)
    return f"an {text}" if text.startswith(("a", "e", "i", "o", "f16", "f32", "f64", "Out")) else f"a {text}"
