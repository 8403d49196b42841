"""Makes the reference pages of the site from the docstrings, tables and registries they describe, at each build.

mkdocs calls `on_files`; `pages()` gives the same pages as text to the tests.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any


def markdown_of(docstring: str | None) -> str:
    """A docstring as Markdown: an `Example:` section (Google style) becomes a heading-less block of code."""
    text = inspect.cleandoc(docstring or "")
    lines: list[str] = []
    section: list[str] | None = None
    for line in text.splitlines():
        if re.fullmatch(r"Examples?:", line):
            section = []
        elif section is not None and (line.startswith("    ") or not line):
            section.append(line)
        else:
            if section is not None:
                lines += ["", *textwrap.dedent("\n".join(section)).strip("\n").splitlines(), ""]
                section = None
            lines.append(line)
    if section is not None:
        lines += ["", *textwrap.dedent("\n".join(section)).strip("\n").splitlines()]
    return "\n".join(lines)


def operations_by_family(dialect: Any) -> dict[str, list[type]]:
    """The dialect's operations by the module that defines them, in the order of the dialect's list."""
    families: dict[str, list[type]] = {}
    for op in dialect.operations:
        families.setdefault(op.__module__, []).append(op)
    return families


def family_summary(module_name: str) -> str:
    """The docstring of a family's module, or a word for families that xDSL defines."""
    if not module_name.startswith("periclase."):
        return "Defined by xDSL."
    return markdown_of(importlib.import_module(module_name).__doc__)


def dialect_page(name: str, title: str) -> str:
    """The page of a dialect: its families, and in each the operations; then types and attributes."""
    module = importlib.import_module(f"periclase.dialects.{name}")
    dialect = getattr(module, name.upper())
    out = [f"# {title}", "", markdown_of(module.__doc__), ""]
    for family, ops in operations_by_family(dialect).items():
        heading = family.rpartition(".")[2] if family.startswith("periclase.") else "from xDSL"
        out += [f"## {heading}", "", family_summary(family), ""]
        if not family.startswith("periclase."):
            out += [", ".join(f"`{op.name}`" for op in ops), ""]
            continue
        for op in ops:
            out += [f"### `{op.name}`", "", markdown_of(op.__doc__), ""]
    attributes = [a for a in dialect.attributes if a.__module__.startswith("periclase.")]
    if attributes:
        out += ["## Types and attributes", ""]
        for attribute in attributes:
            out += [f"### `{attribute.name}`", "", markdown_of(attribute.__doc__), ""]
    return "\n".join(out)


def passes_page() -> str:
    """The page of the passes: of each the docstring of its module, and its options."""
    import dataclasses

    out = [
        "# Passes",
        "",
        "Each runs alone by its name: `periclase-opt x.mlir -p NAME`. Options are written `NAME{option=value}`.",
        "",
    ]
    entries = sorted(importlib.metadata.entry_points(group="periclase.passes"), key=lambda entry: entry.name)
    for entry in entries:
        if entry.dist is None or entry.dist.name != "periclase":
            continue
        pass_class = entry.load()
        module = importlib.import_module(entry.value.partition(":")[0])
        out += [f"## {entry.name}", "", markdown_of(module.__doc__), ""]
        fields = dataclasses.fields(pass_class)
        if fields:
            out += ["| option | type | default |", "| --- | --- | --- |"]
            for field in fields:
                default = "required" if field.default is dataclasses.MISSING else f"`{field.default}`"
                kind = str(field.type).replace("|", "\\|")
                out.append(f"| `{field.name.replace('_', '-')}` | `{kind}` | {default} |")
            out.append("")
    return "\n".join(out)


def _signature(row: Any) -> str:
    from periclase.intrinsics.model import REQUIRED, ParameterKind

    parts: list[str] = []
    for parameter in row.parameters:
        shown = parameter.name
        if parameter.kind is ParameterKind.VARIADIC:
            shown = f"*{shown}"
        elif parameter.kind is ParameterKind.FLAG:
            shown += ": bool"
        elif parameter.kind is ParameterKind.WORD or parameter.choices:
            shown += f": {' | '.join(map(repr, parameter.choices))}"
        elif parameter.kind is ParameterKind.INTEGER:
            shown += ": int"
        elif parameter.type:
            place = f"{parameter.space} ".lstrip() if parameter.kind is ParameterKind.PLACE else ""
            shown += f": {place}{parameter.type}{'*' + parameter.count if parameter.count else ''}"
        if parameter.default is not REQUIRED:
            default = parameter.default
            shown += f" = {default:#x}" if default == 0xFFFF_FFFF else f" = {default!r}"
        parts.append(shown)
    result = (
        "None"
        if not row.result
        else f"{row.result[0]}*{row.result_count}"
        if row.result_count
        else row.result[0]
        if len(row.result) == 1
        else f"{row.result[0]}*{len(row.result)}"
        if len(row.result) > 2 and len(set(row.result)) == 1
        else f"tuple[{', '.join(row.result)}]"
    )
    return f"{row.name}({', '.join(parts)}) -> {result}"


def _floor(requirement: Any) -> str:
    targets = " or ".join(f"`{name}`" for name in requirement.architectures) or f"`sm_{requirement.sm}`"
    return f"{targets}, PTX {requirement.ptx // 10}.{requirement.ptx % 10}"


def device_api_page() -> str:
    """The page of the intrinsics, by family, from the table."""
    from periclase.intrinsics.table import FAMILIES

    out = [
        "# Device API",
        "",
        "What a kernel imports from `periclase.gpu`. `T` is one of the types that the entry lists; a *place* is an element",
        "that the kernel names, such as `y[i]`; `f32*4` is a tuple of four values, `u32*count` of as many as `count` says.",
        "Words, numbers of a list and flags (`bool`) are chosen when the kernel is compiled.",
        "",
    ]
    for family, rows in FAMILIES.items():
        title = importlib.import_module(f"periclase.intrinsics.{family}").__doc__ or family
        headline, _, rest = inspect.cleandoc(title).partition("\n\n")
        out += [f"## {headline.rstrip('.')}", "", rest, ""]
        for row in rows:
            out += [f"### `{row.name}`", "", "```python", _signature(row), "```", "", row.summary, ""]
            facts: list[str] = []
            if row.types:
                facts.append("`T`: " + ", ".join(f"`{name}`" for name in row.types))
            if row.ptx:
                facts.append(f"PTX: `{row.ptx}`")
            facts.append(f"from {_floor(row.requirement)}")
            facts += [
                f"`{word}` from {_floor(row.requirement.join(more))}"
                for word, more in row.word_requirements.items()
            ]
            facts += [
                f"`{word}` only with {' or '.join(f'`{other}`' for other in needed)}"
                for word, needed in row.limits.items()
            ]
            if row.convergent:
                facts.append("convergent")
            if row.source:
                facts.append(f"source: {row.source}")
            out += ["; ".join(facts) + ".", ""]
    return "\n".join(out)


def diagnostics_page() -> str:
    """The page of the diagnostic codes."""
    from periclase.diagnostic_codes import CODES, FAMILIES

    out = [
        "# Diagnostics",
        "",
        "Codes are stable: none is ever given a second meaning. `periclase explain PC0806` says the same on a terminal.",
        "",
    ]
    for digits, sentence in FAMILIES.items():
        codes = {code: title for code, title in CODES.items() if code[2:4] == digits}
        if codes:
            out += [f"## PC{digits}xx", "", sentence, "", "| code | what |", "| --- | --- |"]
            out += [f"| [{code}](diagnostics/{code}.md) | {title} |" for code, title in sorted(codes.items())]
            out.append("")
    return "\n".join(out)


def diagnostic_pages() -> Iterator[tuple[str, str]]:
    """The page of each diagnostic code."""
    from periclase.diagnostic_codes import CODES
    from periclase.diagnostic_pages import page

    for code in CODES:
        found = page(code)
        assert found is not None
        yield f"reference/diagnostics/{code}.md", found.text


def settings_page() -> str:
    """The page of the settings: the docstring of `periclase.settings`, then all of them."""
    from periclase import settings
    from periclase.tools.configuration import shown

    out = ["# Settings", "", markdown_of(settings.__doc__)]
    for section, owner in (("", settings.Settings), *settings.SECTIONS.items()):
        if section:
            out += ["", f"## `[{section}]`", "", markdown_of(owner.__doc__)]
        out += ["", "| setting | variable | default | takes | meaning |", "| --- | --- | --- | --- | --- |"]
        for known in settings.KNOWN.values():
            if known.name.rpartition(".")[0] == section:
                out.append(
                    f"| `{known.name}` | `{known.variable}` | {shown(known.default)} | {known.rule.wanted} | {known.meaning} |"
                )
    return "\n".join(out) + "\n"


def pages() -> Iterator[tuple[str, str]]:
    """Every generated page: its path on the site, and its Markdown."""
    yield "reference/mir.md", dialect_page("mir", "The dialect `mir`")
    yield "reference/nvvm.md", dialect_page("nvvm", "The dialect `nvvm`")
    yield "reference/llvm.md", dialect_page("llvm", "The dialect `llvm`")
    yield "reference/passes.md", passes_page()
    yield "reference/device-api.md", device_api_page()
    yield "reference/diagnostics.md", diagnostics_page()
    yield from diagnostic_pages()
    yield "reference/settings.md", settings_page()


def on_files(files: Any, config: Any) -> Any:
    """Called by mkdocs: adds the pages."""
    from mkdocs.structure.files import File

    for path, text in pages():
        files.append(File.generated(config, path, content=text))
    return files
