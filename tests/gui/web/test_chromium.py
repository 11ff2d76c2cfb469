"""Chromium's arguments."""

import shlex

from workbench.gui.web.chromium import FLAGS_VARIABLE, configure, flags


def test_the_sandbox_stays_on_unless_root():
    assert "--no-sandbox" not in flags({}, root=False)
    assert "--no-sandbox" in flags({}, root=True)


def test_the_users_flags_win():
    environ = {FLAGS_VARIABLE: "--renderer-process-limit=4 --mine"}
    result = flags(environ, root=False)
    assert result[:2] == ["--renderer-process-limit=4", "--mine"]
    assert "--renderer-process-limit=1" not in result


def test_no_gpu_is_asked_for_offscreen():
    assert "--disable-gpu" in flags({"QT_QPA_PLATFORM": "offscreen"}, root=False)
    assert "--disable-gpu" not in flags({"QT_QPA_PLATFORM": "xcb"}, root=False)


def test_configuring_twice_changes_nothing():
    environ: dict[str, str] = {}
    configure(environ)
    once = environ[FLAGS_VARIABLE]
    configure(environ)
    assert environ[FLAGS_VARIABLE] == once
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in shlex.split(once)
