"""The book-keeping of a device is entered once at a time: its hooks may not call back into it in the middle."""

from __future__ import annotations

from periclase.diagnostics import Diagnostic, DiagnosticError


class Borrow:
    """The context manager of `DeviceChannel.borrow`. One serves all: only the holder of the role enters it.

    Attributes:
        is_borrowed: whether it is entered.
    """

    __slots__ = ("_name", "is_borrowed")

    def __init__(self, name: str):
        """
        Args:
            name: of the channel, in messages.
        """
        self.is_borrowed = False
        self._name = name

    def check(self) -> None:
        """See that nobody has borrowed it.

        Raises:
            DiagnosticError: it is borrowed.
        """
        if self.is_borrowed:
            raise DiagnosticError(
                Diagnostic(
                    "PC0706",
                    f"the book-keeping of {self._name} was entered again while it was at work",
                    help="a hook, an observer or a finaliser must not wait for the device: leave that to a thread of its own",
                )
            )

    def __enter__(self) -> None:
        if self.is_borrowed:
            self.check()
        self.is_borrowed = True

    def __exit__(self, *error: object) -> None:
        self.is_borrowed = False

    def give_back(self) -> None:
        """It is nobody's any more, even if an exception came in the way of leaving it."""
        self.is_borrowed = False
