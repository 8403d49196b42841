"""The bytecode of xDSL's generated methods: kept, looked up by its text, and no different from what Python would make."""

from __future__ import annotations

import dataclasses
import marshal
import subprocess
import sys
import threading
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest

from periclase.method_bytecode import kept_methods


def _compiled_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts: list[str] = []

    def counted(source: str, *arguments: object, **options: object) -> object:
        texts.append(source)
        return compile(source, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("periclase.method_bytecode.compile", counted, raising=False)
    return texts


def _declare() -> type:
    @dataclasses.dataclass(frozen=True, order=True)
    class Point:
        x: int
        y: int = 3
        rest: list[int] = dataclasses.field(default_factory=list)

    return Point


def _behaves(cls: type) -> None:
    assert repr(cls(1)) == f"{cls.__qualname__}(x=1, y=3, rest=[])"
    assert cls(1) == cls(1, 3) < cls(2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        cls(1).x = 2


@pytest.fixture(autouse=True)
def writes_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def test_what_was_compiled_once_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept" / "some.methods"
    texts = _compiled_texts(monkeypatch)
    with kept_methods(str(file)):  # a folder that is not there: nothing to read, and nowhere to write
        _behaves(_declare())
    assert texts
    assert not file.parent.exists()

    file.parent.mkdir()
    with kept_methods(str(file)):
        _declare()
    texts.clear()
    with kept_methods(str(file)):
        _behaves(_declare())
    assert texts == []
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_text_is_compiled_once_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = _compiled_texts(monkeypatch)
    with kept_methods(None):
        _declare()
        once = len(texts)
        _declare()
    assert len(texts) == once > 0


def test_after_a_failure_dataclasses_is_as_it_was(tmp_path: Path) -> None:
    def fail() -> None:
        with kept_methods(str(tmp_path / "some.methods")):
            _declare()
            assert "exec" in vars(dataclasses)
            raise ImportError

    with pytest.raises(ImportError):
        fail()
    assert "exec" not in vars(dataclasses)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        MAGIC_NUMBER,
        MAGIC_NUMBER + b"?",
        b"of another Python" + marshal.dumps({}),
        MAGIC_NUMBER + marshal.dumps({}),
    ],
)
def test_a_file_that_does_not_fit_is_replaced(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "some.methods"
    file.write_bytes(content)
    with kept_methods(str(file)):
        _behaves(_declare())
    kept = file.read_bytes()
    assert kept.startswith(MAGIC_NUMBER)
    assert marshal.loads(kept[len(MAGIC_NUMBER) :])


def test_what_others_use_stays_until_it_is_most_of_it(tmp_path: Path) -> None:
    def texts() -> set[str]:
        return set(marshal.loads(file.read_bytes()[len(MAGIC_NUMBER) :]))

    def declare(*names: str) -> None:
        with kept_methods(str(file)):
            for name in names:
                dataclasses.make_dataclass("Some", [name])

    file = tmp_path / "some.methods"
    declare("a")
    first = texts()
    declare("b", "c")
    assert first < texts()
    declare("d")
    assert first.isdisjoint(texts())


def test_python_that_writes_no_bytecode_keeps_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with kept_methods(str(tmp_path / "some.methods")):
        _declare()
    assert list(tmp_path.iterdir()) == []


def test_another_thread_declares_classes_meanwhile(tmp_path: Path) -> None:
    made: list[type] = []
    with kept_methods(str(tmp_path / "some.methods")):
        thread = threading.Thread(target=lambda: made.append(_declare()))
        thread.start()
        thread.join(60)
    _behaves(made[0])


_PROGRAM = """
    import builtins, contextlib, hashlib, inspect, sys

    texts, real = [], builtins.compile
    def counted(source, *arguments, **options):
        if isinstance(source, str) and "__create_fn__" in source:
            texts.append(source)
        return real(source, *arguments, **options)
    builtins.compile = counted

    from periclase.method_bytecode import kept_methods

    sys.dont_write_bytecode = False
    with kept_methods(sys.argv[1]) if len(sys.argv) > 1 else contextlib.nullcontext():
        import xdsl.dialects.builtin

    def fact(constant):
        if inspect.iscode(constant):
            return facts(constant)
        return sorted(constant, key=repr) if isinstance(constant, frozenset) else constant

    def facts(code):
        constants = [fact(constant) for constant in code.co_consts]
        return (code.co_code.hex(), code.co_names, code.co_varnames, code.co_firstlineno, constants)

    def generated(value):
        return inspect.isfunction(value) and value.__code__.co_filename == "<string>"

    methods = [
        (module, name, attribute, facts(function.__code__))
        for module in sorted(sys.modules) if module.split(".")[0] == "xdsl"
        for name, cls in sorted(vars(sys.modules[module]).items()) if inspect.isclass(cls)
        for attribute, function in sorted(vars(cls).items()) if generated(function)
    ]
    print(len(texts), len(methods), hashlib.sha256(repr(methods).encode()).hexdigest())
"""


def test_all_methods_of_xdsl_are_kept_and_the_same(tmp_path: Path) -> None:
    def run(*arguments: str) -> list[str]:
        program = tmp_path / "program.py"
        program.write_text("\n".join(line[4:] for line in _PROGRAM.splitlines()))
        command = [sys.executable, str(program), *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
        return done.stdout.split()

    file = str(tmp_path / "some.methods")
    _, *plain = run()
    compiled, *first = run(file)
    assert int(compiled) > 50
    compiled, *later = run(file)
    assert int(compiled) == 0
    assert plain == first == later
    assert int(plain[0]) > 300
