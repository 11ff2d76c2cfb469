"""The table says of a broken kernel what the JSON says."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from workbench.core.storage import project

BODIES = {
    "garbage_": 'for (int fd = 3; fd < 99; ++fd) if (write(fd, "{\\"x", 3) < 0) continue;',
    "forks_": "if (fork() < 0) y[0] = 1;",
    "closes_": "for (int fd = 3; fd < 99; ++fd) close(fd);",
    "exits_": "_exit(0);",
}


def test_the_table_says_of_a_broken_kernel_what_the_json_says(
    tmp_path: Path, make_op: MakeOp, run: Run
) -> None:
    folder = project.create_project(tmp_path / "broken").folder
    for name, body in BODIES.items():
        text = TWICE_KERNEL.replace("  for (", f"  {body}\n  for (")
        toml = TWICE_TOML.replace('"twice"', f'"{name}"') + f'\n[kernel]\nfunction = "{name}"\n'
        text = "#include <unistd.h>\n" + text.replace("void twice", f"void {name}")
        make_op(toml, text, folder=folder / "ops" / name)
    done = run("verify", folder, "--json", tmp_path / "report.json")
    assert done.returncode == 1
    found = json.loads((tmp_path / "report.json").read_text())["ops"]
    assert [op["status"] for op in found] == ["failed"] * len(BODIES)
    for op in found:
        assert op["error"]["message"] in done.stdout
        assert op["error"]["hint"] in done.stdout
