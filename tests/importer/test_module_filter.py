"""The module filter: a table and one diagnostic."""

from __future__ import annotations

import pytest

from periclase.diagnostics import Frame, Span
from periclase.importer.module_filter import RULES, Verdict, forbidden_diagnostic, rule_for


@pytest.mark.parametrize(
    ("module", "verdict"),
    [
        ("user.module", Verdict.ALLOWED),
        ("periclase.gpu", Verdict.ALLOWED),
        ("math", Verdict.MAPPED),
        ("numpy", Verdict.MAPPED),
        ("numpy.linalg", Verdict.MAPPED),
        ("os", Verdict.FORBIDDEN),
        ("os.path", Verdict.FORBIDDEN),
        ("subprocess", Verdict.FORBIDDEN),
        ("threading", Verdict.FORBIDDEN),
        ("socket", Verdict.FORBIDDEN),
        ("osmosis", Verdict.ALLOWED),
    ],
)
def test_verdicts(module: str, verdict: Verdict) -> None:
    assert rule_for(module, "own").verdict is verdict


def test_own_module_is_allowed_whatever_its_name() -> None:
    assert rule_for("io", "io").verdict is Verdict.ALLOWED
    assert rule_for("io", "other").verdict is Verdict.FORBIDDEN
    # As of a function that `exec` has made with globals without a `__name__`.
    assert rule_for(None, "other").verdict is rule_for(None, None).verdict is Verdict.ALLOWED


def test_every_forbidden_row_says_why_and_what_instead() -> None:
    for rule in RULES.values():
        if rule.verdict is Verdict.FORBIDDEN:
            assert rule.reason
            assert rule.suggestion


def test_diagnostic_says_all_there_is_to_say() -> None:
    span = Span("k.py", 7, 4, 7, 15, "    os.getcwd()")
    chain = (Frame("k", Span("k.py", 3)), Frame("helper"))
    text = str(forbidden_diagnostic("os.getcwd", "os", RULES["os"], span, chain))
    for part in (
        "`os.getcwd` of module `os`",
        "k.py:7:5",
        "^^^^^^^^^^^",
        "no operating system",
        "a kernel may call",
        "helper",
    ):
        assert part in text
