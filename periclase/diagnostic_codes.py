"""Every diagnostic code with its title. Codes are stable: a code is never given a second meaning.

PC01xx names and syntax of the Python subset, PC02xx types and conversions, PC03xx collecting, modules and recursion,
PC04xx launching, PC05xx targets and PTX, PC06xx passes, pipelines and IR verification, PC07xx running and traps,
PC08xx tools and files.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "PC0420": "a device intrinsic is called on the host",
    "PC0501": "there is no such target",
    "PC0502": "a module needs a higher target",
    "PC0503": "a target and a PTX version contradict each other",
    "PC0640": "a call of an intrinsic that does not exist",
    "PC0641": "a call of an intrinsic with wrong arguments",
    "PC0642": "an nvvm operation that cannot be lowered",
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
    "PC0404": "wrong number of launch arguments",
    "PC0405": "no such device, or buffers of different devices",
    "PC0406": "a launch argument or a buffer's values are of the wrong kind",
    "PC0407": "a scalar argument does not fit its type",
    "PC0409": "a read-only buffer where the kernel writes",
    "PC0410": "more shared memory than a block has",
    "PC0506": "LLVM does not accept a module",
    "PC0507": "an operation of a GPU that has no meaning on the CPU",
    "PC0508": "inline assembly of a GPU in code for the CPU",
    "PC0509": "a collective in a function that can not be inlined",
    "PC0701": "a launch failed",
    "PC0702": "a thread trapped",
    "PC0703": "no memory to run a block",
    "PC0704": "an artifact can not be loaded",
    "PC0705": "a block waits for threads that never come",
}
