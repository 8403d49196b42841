"""Every diagnostic code with its title. Codes are stable: a code is never given a second meaning.

PC01xx names and syntax of the Python subset, PC02xx types and conversions, PC03xx collecting, modules and recursion,
PC04xx launching, PC05xx targets and PTX, PC06xx passes, pipelines and IR verification, PC07xx running and traps,
PC08xx tools and files.
"""

from __future__ import annotations

CODES: dict[str, str] = {
}
