"""The layers of the program: who may import whom, and what an import may cost."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import workbench

PACKAGE = Path(workbench.__file__).parent
ROOT = PACKAGE.parent
HEAVY = ("torch", "onnx", "onnxruntime")
CORE_MAY = {
    "PIL",  # an image's sizes; imported where there is one
    "jinja2",
    "msgspec",
    "tomli",
    "tomlkit",
    "workbench.core",
    "workbench.paths",
}
IMPORTERS_MAY = CORE_MAY | {"tree_sitter", "tree_sitter_cpp", "workbench.importers"}
PROBLEMS_MAY = {"msgspec", "workbench.core", "workbench.importers", "workbench.problems"}
GUI_MAY = {
    "PySide6",
    "shiboken6",
    "msgspec",
    "workbench.core",
    "workbench.gui",
    "workbench.importers",
    "workbench.paths",
    "workbench.problems",
}
# The web views hand on the assets of two packages, whose folders they find without a page's code.
GUI_WEB_MAY = GUI_MAY | {"monaco", "netron"}


def modules(layer: str) -> list[Path]:
    return sorted((PACKAGE / layer).rglob("*.py"))


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Every import of a file, also those inside functions: line and absolute name."""
    package = ("workbench", *file.relative_to(PACKAGE).with_suffix("").parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: -node.level]) if node.level else ""
            source = ".".join(part for part in (base, node.module or "") if part)
            for alias in node.names:
                yield node.lineno, f"{source}.{alias.name}"


def outside(file: Path, allowed: set[str]) -> list[str]:
    """The imports of a file that are neither allowed nor Python's own."""
    return [
        f"{file.relative_to(PACKAGE)}:{line} imports {name}"
        for line, name in imports(file)
        if not any(name == a or name.startswith(f"{a}.") for a in allowed)
        and name.partition(".")[0] not in sys.stdlib_module_names
        and name not in ("workbench", "workbench.__version__")
    ]


def test_core_knows_neither_qt_nor_torch_nor_the_layers_above() -> None:
    assert modules("core")
    assert [bad for file in modules("core") for bad in outside(file, CORE_MAY)] == []


def test_importers_know_the_core_and_nothing_else() -> None:
    assert modules("importers")
    assert [b for file in modules("importers") for b in outside(file, IMPORTERS_MAY)] == []


def test_problems_are_found_without_qt_and_torch() -> None:
    assert modules("problems")
    assert [b for file in modules("problems") for b in outside(file, PROBLEMS_MAY)] == []


def test_gui_knows_qt_and_core_and_nothing_else() -> None:
    assert modules("gui")
    wrong = []
    for file in modules("gui"):
        web = "web" in file.relative_to(PACKAGE).parts
        wrong += outside(file, GUI_WEB_MAY if web else GUI_MAY)
    assert wrong == []


def test_engine_knows_nothing_of_the_window_or_the_command_line() -> None:
    assert modules("engine")
    wrong = [
        f"{file.name}:{line} imports {name}"
        for file in modules("engine")
        for line, name in imports(file)
        if name.startswith(("workbench.gui", "workbench.cli", "PySide6", "shiboken6"))
    ]
    assert wrong == []


def test_imports_are_seen_wherever_they_stand() -> None:
    found = {name for _, name in imports(PACKAGE / "cli" / "start.py")}
    assert "workbench.gui.app.run_window" in found  # inside a function


def importing(names: list[str], *forbidden: str) -> str:
    """Import modules in a fresh process; what of the forbidden came along."""
    code = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print(*[m for m in {forbidden!r} if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE.parent,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def all_modules(package: str) -> list[str]:
    folder = PACKAGE / package
    found = pkgutil.walk_packages([str(folder)], f"workbench.{package}.")
    return [f"workbench.{package}", *(m.name for m in found if not m.name.endswith("__main__"))]


def rooms() -> dict[str, dict[str, set[str]]]:
    """Room → the rooms that it imports → by which imports.

    A room is a folder of a layer, or a module that stands beside such folders. What the type
    checker alone imports counts as well.
    """
    known = {
        ".".join(("workbench", *file.relative_to(PACKAGE).with_suffix("").parts))
        for file in PACKAGE.rglob("*.py")
    }
    found: dict[str, dict[str, set[str]]] = {}
    for file in PACKAGE.rglob("*.py"):
        parts = ("workbench", *file.relative_to(PACKAGE).with_suffix("").parts)
        room = ".".join(parts[:3])
        for line, name in imports(file):
            if not name.startswith("workbench."):
                continue
            module = next((n for n in (name, name.rpartition(".")[0]) if n in known), name)
            other = ".".join(module.split(".")[:3])
            if other != room:
                found.setdefault(room, {}).setdefault(other, set()).add(f"{file.name}:{line}")
    return found


def knots(graph: dict[str, dict[str, set[str]]]) -> list[str]:
    """A way around each knot: rooms that reach themselves."""

    def way(start: str, end: str, seen: set[str]) -> list[str]:
        for other in graph.get(start, {}):
            if other == end:
                return [start, end]
            if other not in seen:
                seen.add(other)
                if rest := way(other, end, seen):
                    return [start, *rest]
        return []

    return [" → ".join(around) for room in sorted(graph) if (around := way(room, room, {room}))]


def test_no_knot_between_rooms() -> None:
    graph = rooms()
    assert len(graph) > 40
    assert "workbench.gui.look" in graph["workbench.gui.forms"]
    assert knots(graph) == []


def test_knots_are_found() -> None:
    graph = {"a": {"b": {"x"}}, "b": {"c": {"x"}}, "c": {"b": {"x"}}}
    assert knots(graph) == ["b → c → b", "c → b → c"]


def test_every_module_of_core_leaves_the_heavy_packages_out() -> None:
    names = all_modules("core")
    assert "workbench.core.check.interface" in names
    assert importing(names, *HEAVY, "numpy", "PySide6") == ""


def test_every_importer_leaves_the_heavy_packages_out() -> None:
    names = all_modules("importers")
    assert "workbench.importers.cpp.search.candidates" in names
    assert importing(names, *HEAVY, "numpy", "PySide6") == ""


def test_every_search_for_problems_leaves_the_heavy_packages_out() -> None:
    assert importing(all_modules("problems"), *HEAVY, "numpy", "PySide6") == ""


def test_every_module_of_the_window_leaves_the_heavy_packages_out() -> None:
    names = all_modules("gui")
    assert "workbench.gui.web.scheme" in names
    assert importing(names, *HEAVY) == ""


def test_command_line_leaves_the_heavy_packages_and_qt_out() -> None:
    assert importing(["workbench.cli"], *HEAVY, "PySide6") == ""


def test_every_command_leaves_the_heavy_packages_and_qt_out() -> None:
    names = all_modules("cli")
    assert "workbench.cli.verify" in names
    assert importing(names, *HEAVY, "PySide6") == ""


@pytest.mark.parametrize("module", ["workbench.engine.ort_host", "workbench.engine.run.run"])
def test_ort_host_never_imports_torch(module: str) -> None:
    assert importing([module], "torch", "PySide6") == ""


def test_window_and_command_line_can_be_imported_by_one_process() -> None:
    assert importing(["workbench.cli", *all_modules("gui")], *HEAVY) == ""


def test_no_module_is_too_long_to_be_read_at_once() -> None:
    folders = (PACKAGE, ROOT / "tests", ROOT / "tools")
    long = {
        str(file.relative_to(ROOT)): count
        for folder in folders
        for file in folder.rglob("*.py")
        if (count := len(file.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert long == {}


def test_the_architecture_page_names_the_rooms() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for layer in ("core", "importers", "engine", "gui"):
        line = next(x for x in page.splitlines() if x.startswith(f"| `{layer}`:"))
        there = {f.name for f in (PACKAGE / layer).iterdir() if (f / "__init__.py").is_file()}
        assert set(re.findall(r"`(\w+)`", line.split("|")[3])) == there
    named = re.findall(
        r"`((?:core|importers|problems|engine|gui|cli|ops_lib|tools|tests)/[\w./]+)`", page
    )
    assert len(named) > 20
    missing = [n for n in named if not any((base / n).exists() for base in (PACKAGE, ROOT))]
    assert missing == []
