"""IR and assembly in colour on a terminal, as they are everywhere else."""

from __future__ import annotations

import sys

from periclase.tools.command import wants_colour


def _mlir_lexer() -> object:
    from pygments.lexer import RegexLexer
    from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

    class MlirLexer(RegexLexer):
        """MLIR's textual IR: enough for colours, not a parser."""

        name = "MLIR"
        tokens = {
            "root": [
                (r"//.*?$", Comment.Single),
                (r'"(?:\\.|[^"\\])*"', String),
                (r"%[\w$.-]+(?:#\d+)?", Name.Variable),
                (r"\^[\w$.-]+", Name.Label),
                (r"@(?:[\w$.-]+|\"[^\"]*\")", Name.Function),
                (r"![\w.]+", Keyword.Type),
                (r"#[\w.]+", Name.Decorator),
                (r"\b(?:[su]?i\d+|b?f\d+|index|none|vector|tensor|memref)\b", Keyword.Type),
                (r"\b0x[0-9A-Fa-f]+\b|-?\b\d+(?:\.\d*)?(?:[eE][-+]?\d+)?\b", Number),
                (r"\b[a-z_]\w*(?:\.\w+)+\b", Keyword),
                (r"\b[A-Za-z_]\w*\b", Name),
                (r"->|=", Operator),
                (r"[<>{}()\[\],:]", Punctuation),
                (r"\s+|.", Text),
            ]
        }

    return MlirLexer()


_LEXERS = {"ll": "llvm", "rust": "rust", "ptx": "ptx", "asm": "gas", "sass": "text"}


def print_code(text: str, form: str) -> None:
    """Print `text`, which is of the `form` (a name of `--emit`), on standard output; in colour on a terminal."""
    if not wants_colour(sys.stdout):
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    from rich.console import Console
    from rich.syntax import Syntax

    lexer: object = _LEXERS.get(form) or _mlir_lexer()
    shown = Syntax(text, lexer, theme="ansi_dark", background_color="default", word_wrap=False)  # pyright: ignore[reportArgumentType]
    Console(soft_wrap=True).print(shown)
