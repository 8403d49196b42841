"""Every diagnostic code with its title. Codes are stable: a code is never given a second meaning.

PC01xx names and syntax of the Python subset, PC02xx types and conversions, PC03xx collecting, modules and recursion,
PC04xx launching, PC05xx targets and PTX, PC06xx passes, pipelines and IR verification, PC07xx running and traps,
PC08xx tools and files.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "PC0801": "a file cannot be read or written",
    "PC0802": "IR text cannot be parsed",
    "PC0803": "a list of passes names none that exists, or cannot be read",
    "PC0804": "a file holds no such kernel",
    "PC0805": "binary output to a terminal",
    "PC0806": "IR does not verify",
    "PC0807": "internal error",
    "PC0808": "a Python file fails when it is run to find its kernels",
    "PC0809": "no such diagnostic code",
    "PC0810": "a demo kernel's result differs from numpy's",
    "PC0811": "a form of output that does not exist",
    "PC0812": "a pass refuses a module",
}
