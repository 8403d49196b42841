"""Assembly, and calls of functions, for `random_llvm_ir`."""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

from random_llvm_function import Writer
from random_llvm_types import parts_of
from random_llvm_words import BODIES, CONSTRAINTS


class Calls(Writer):
    """Inline assembly with constraints right and wrong; calls of functions of the module, of others, and of none."""

    def do_assembly(self) -> None:
        r = self.random
        result = r.choice(("void", "i32", "i64", "float", "{ i32, i32 }"))
        if not self.module.calm:
            result = r.choice((result, self.module.scalar(), self.module.first_class()))
        types = [
            self.module.scalar() if r.random() < 0.5 and not self.module.calm else r.choice(("i32", "i64", "float"))
            for _ in range(r.randrange(4))
        ]
        letters = {"i32": "r", "i64": "l", "float": "f", "double": "d", "i16": "h", "i1": "b"}
        sensible = not self.module.wild("constraints")
        outputs = (
            []
            if result == "void"
            else ["=" + letters.get(part, r.choice(CONSTRAINTS)) for part in (parts_of(result) or [result])]
        )
        inputs = [letters.get(type, "l") for type in types]
        constraints = [*outputs, *inputs, *r.choice(((), ("~{memory}",), ("~{cc}",), ("~{x",)))]
        if not sensible:
            for _ in range(2):
                if constraints:
                    constraints[r.randrange(len(constraints))] = r.choice(("", "=", "=&", "+", "~", "*", "!")) + r.choice(
                        CONSTRAINTS
                    )
        words = r.choice(
            ("", "sideeffect ", "alignstack ", "inteldialect ", "sideeffect alignstack inteldialect unwind ")[
                : 2 if sensible else 5
            ]
        )
        text = f'call {result} asm {words}"{r.choice(BODIES if not sensible else ("nop;", "// $0", "{", "", "}"))}", "{",".join(constraints)}"({", ".join(f"{type} {self.use(type)}" for type in types)})'
        if result == "void":
            self.lines.append(f"  {text}")
        else:
            self.define(result, text)

    def do_call(self) -> None:
        r = self.random
        tail = r.choice(("", "tail ", "musttail ", "notail ")) if self.module.wild("tail calls") else ""
        kind = r.random()
        if (self.module.functions and kind < 0.5) or (self.module.calm and kind > 0.95 and self.module.functions):
            name, result, types, convention = r.choice(self.module.functions)
            text = f"{tail}call {convention}{result} @{name}({', '.join(f'{type} {self.use(type)}' for type in types)})"
        elif kind < 0.7 and not self.module.calm:
            result, types = (self.module.first_class(), [self.module.first_class() for _ in range(r.randrange(3))])
            text = f"{tail}call {result} {self.use('ptr')}({', '.join(f'{type} {self.use(type)}' for type in types)})"
        elif kind < 0.95:
            known = (
                ("__nv_expf", "float", ["float"]),
                ("__nv_powi", "double", ["double", "i32"]),
                ("vprintf", "i32", ["ptr", "ptr"]),
                ("malloc", "ptr", ["i64"]),
                ("__nv_nothing", "float", ["float"]),
                ("external", self.module.first_class(), [self.module.first_class()]),
                ("memcpy", "ptr", ["ptr", "ptr", "i64"]),
                ("sinf", "float", ["float"]),
                ("__assertfail", "void", ["ptr", "ptr", "i32", "ptr", "i64"]),
                ("__nv_expf", "double", ["double"]),
            )
            name, result, types = r.choice(
                known if self.module.wild("declarations") else known[:4] if self.module.gpu else known[2:4]
            )
            self.module.declarations.setdefault(name, f"declare {result} @{name}({', '.join(types)})")
            text = f"call {result} @{name}({', '.join(f'{type} {self.use(type)}' for type in types)})"
        elif not self.module.calm:
            name, result = "variadic", "i32"
            self.module.declarations.setdefault(name, "declare i32 @variadic(ptr, ...)")
            type = self.module.scalar()
            text = f"call i32 (ptr, ...) @variadic(ptr {self.use('ptr')}, {type} {self.use(type)})"
        else:
            return
        if result == "void":
            self.lines.append(f"  {text}")
        else:
            self.define(result, text)
