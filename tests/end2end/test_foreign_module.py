"""A compiled module of somebody else's, in the window: it is loaded elsewhere, whatever it does then."""

import os
from pathlib import Path

from tests.conftest import TWICE_KERNEL
from tests.engine.runtimes.foreign import BOTH, make_module
from workbench.core.storage import project, trust

_MS = 180_000
AT_LOAD = """
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
__attribute__((constructor)) static void at_load(void) {{
  FILE* file = fopen("{mark}", "a");
  fprintf(file, "%d\\n", (int)getpid());
  fclose(file);
  {then}
}}
"""


def test_the_windows_process_never_loads_it(session, qtbot, tmp_path):
    home, mark = tmp_path / "edge-ops", tmp_path / "mark"
    project.create_project(home)
    folder = home / "ops" / "twice"
    folder.mkdir(parents=True)
    (folder / "op.toml").write_text(BOTH)
    (folder / "kernel.cpp").write_text(TWICE_KERNEL)
    make_module(folder, more=AT_LOAD.format(mark=mark, then="_exit(3);"))
    trust.trust([folder])
    window = session.window
    window.commands.open_path(home)
    for page in ("kernel", "signature", "mapping", "model", "run"):
        window.workspace.show_page(page)
    (document,) = session.project.documents.values()
    for then, told in (("_exit(3);", "failed"), ("", "agrees")):
        make_module(folder, more=AT_LOAD.format(mark=mark, then=then))
        with qtbot.waitSignal(session.engine.idle_changed, timeout=_MS, check_params_cb=bool):
            window.actions_["run"].trigger()
        assert session.engine.state(document.folder).report().status == told
    assert str(os.getpid()) not in mark.read_text().split()
    assert "kernels.so" not in Path("/proc/self/maps").read_text()
