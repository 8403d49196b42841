"""A failure made in another process, which has to import what it runs: a test's module it could not."""

from __future__ import annotations

import sys

from periclase.runtime.call_site import CallSite
from periclase.runtime.failures import failure_error
from periclase.runtime.ledger import Ledger


def fail_in_process(chain: int) -> None:
    """Raise the failure of a buffer behind `chain` skipped launches `k0`, `k1`, …"""
    frame = sys._getframe()
    site = CallSite(frame.f_code, frame.f_lasti)
    ledger = Ledger()
    claim = ledger.fail(ValueError("in the child"), "load", site)
    for i in range(chain):
        claim = ledger.skip(f"k{i}", site, [("x", claim)])
    raise failure_error(claim)
