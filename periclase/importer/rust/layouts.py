"""Answers to the importer's questions about types, from rustc and rustdoc, and what they once said.

What does not depend on the user's crate is kept for all crates, so that most kernels ask nothing at all; what does, for all
crates that declare the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from periclase.importer.rust.driver import RustCrate
from periclase.importer.rust.enum_tables import EnumTable, enums_of, known_enum
from periclase.importer.rust.layout_probe import ProbedLayout, probe_layouts
from periclase.importer.rust.layout_table import TypeLayout, TypeQuery, VariantLayout, from_json, to_json
from periclase.importer.rust.paths import probe_text
from periclase.importer.rust.store import Store


class CrateLayouts:
    """The layouts of the types that the MIR of a crate names. A `Layouts` of the importer's.

    Args:
        crate: the crate, which may name types of its own.
        store: where answers are kept.
    """

    def __init__(self, crate: RustCrate, store: Store):
        self._crate = crate
        self._store = store
        self._files = {
            False: f"{crate.toolchain.key}/layouts-{crate.ours.folder.rpartition('-')[2]}.json",
            True: f"{crate.toolchain.key}/layouts-{crate.declared}.json",
        }
        self._known: dict[bool, dict[str, TypeLayout]] = {}
        self._asked: set[TypeQuery] = set()

    def __call__(self, queries: Sequence[TypeQuery]) -> Mapping[str, TypeLayout]:
        """A layout for each type that rustc knows, by its text.

        Raises:
            CompileError: rustc or rustdoc can not be asked.
        """
        unknown = [query for query in queries if self._find(query) is None and query not in self._asked]
        if unknown:
            self._ask(unknown)
        found = {query.type: self._find(query) for query in queries}
        return {type: layout for type, layout in found.items() if layout is not None}

    def _is_own(self, type: str) -> bool:
        """Whether a type is made of something that is not Rust's or ours."""
        crate = self._crate
        names = [d.name for d in crate.dependencies]
        text = probe_text(type, crate.name, names)
        return any(f"{name}::" in text for name in (crate.name, *names))

    def _table(self, own: bool) -> dict[str, TypeLayout]:
        table = self._known.get(own)
        if table is None:
            kept = self._store.read(self._files[own])
            table = self._known[own] = {} if kept is None else from_json(kept.decode())
        return table

    def _find(self, query: TypeQuery) -> TypeLayout | None:
        """What is known of a type; nothing if that leaves open which variant is which."""
        layout = self._table(self._is_own(query.type)).get(query.type)
        if layout is None or not query.variants:
            return layout
        names = {variant.name for variant in layout.variants}
        return layout if names.issuperset(query.variants) or query in self._asked else None

    def _ask(self, queries: Sequence[TypeQuery]) -> None:
        import tempfile

        self._asked.update(queries)
        with tempfile.TemporaryDirectory(dir=self._store.writable.folder) as folder:
            probed = probe_layouts([query.type for query in queries], self._crate, folder)
        changed: set[bool] = set()
        for query in queries:
            if query.type in probed:
                own = self._is_own(query.type)
                self._table(own)[query.type] = self._layout(query, probed[query.type])
                changed.add(own)
        for own in changed:
            self._store.write(self._files[own], to_json(self._known[own]).encode())

    def _layout(self, query: TypeQuery, probed: ProbedLayout) -> TypeLayout:
        table = self._enum(query, probed)
        if probed.tag is None and table is None:
            kind = "union" if probed.is_union else "struct"
            return TypeLayout(probed.size, probed.align, kind, probed.offsets)
        discriminant = "isize" if table is None else table.discriminant
        names = () if table is None else table.variants
        tag = probed.tag
        if tag is None:
            return self._without_tag(probed, names, discriminant)
        # An enum without a table is one whose names nobody asks for: a coroutine, say. Its discriminants are its numbers.
        rows = (
            names if len(names) == len(probed.variants) else [(None, n) for n in range(len(probed.variants))]
        )
        variants = tuple(
            VariantLayout(name, number, variant.offsets, variant.inhabited)
            for (name, number), variant in zip(rows, probed.variants, strict=True)
        )
        return TypeLayout(
            probed.size,
            probed.align,
            "enum",
            tag_kind="niche" if tag.niche else "direct",
            tag_offset=tag.offset,
            tag_size=tag.size,
            tag_pointer=tag.pointer,
            niche_start=tag.start,
            niche_first=tag.first,
            niche_last=tag.last,
            untagged=tag.untagged,
            variants=variants,
            discriminant_type=discriminant,
        )

    def _without_tag(
        self, probed: ProbedLayout, names: Sequence[tuple[str, int]], discriminant: str
    ) -> TypeLayout:
        """The layout of an enum of which one variant is possible, or none."""
        empty = not probed.inhabited or probed.single is None
        only = 0 if empty or probed.single is None else probed.single
        variants = tuple(
            VariantLayout(name, value, probed.offsets if number == only else (), number == only and not empty)
            for number, (name, value) in enumerate(names)
        )
        return TypeLayout(
            probed.size,
            probed.align,
            "enum",
            tag_kind="empty" if empty else "single",
            untagged=only,
            variants=variants,
            discriminant_type=discriminant,
        )

    def _enum(self, query: TypeQuery, probed: ProbedLayout) -> EnumTable | None:
        """The table of the enum that a type is; None if it is none."""
        path = query.type.partition("<")[0].removesuffix("::")
        if not path or not (path[0].isalpha() or path[0] == "_"):
            return None
        known = known_enum(path)
        if known is not None:
            return known
        if probed.tag is None and not query.variants:
            return None  # if it is an enum, nothing is done with its variants
        if path.partition("::")[0] in ("core", "std", "alloc", "cuda_device"):
            return None
        return self._users_enum(path, query, probed)

    def _users_enum(self, path: str, query: TypeQuery, probed: ProbedLayout) -> EnumTable | None:
        """The table of an enum of the user's: of the crate itself, of the one that it is around, or of one that it depends on."""
        crates = {dependency.name: dependency.crate for dependency in self._crate.dependencies}
        first, _, rest = path.partition("::")
        if first in crates:
            home, own_path = crates[first], rest
        else:
            home, own_path = self._crate, path
        found = enums_of(home, self._store).get(own_path)
        if found is not None:
            return found
        # It is named by where it is visible, and listed by where it stands: one of that name that fits is the one.
        last = path.rpartition("::")[2]
        fitting = [
            table
            for crate in (self._crate, *crates.values())
            for other, table in enums_of(crate, self._store).items()
            if other.rpartition("::")[2] == last
            and {name for name, _ in table.variants}.issuperset(query.variants)
            and (probed.tag is None or len(table.variants) == len(probed.variants))
        ]
        return fitting[0] if fitting and all(table == fitting[0] for table in fitting) else None
