"""Chromium's command line: offline, small, and with its sandbox wherever that is possible."""

import os
import shlex
import sys
from collections.abc import Mapping, MutableMapping

__all__ = ["FLAGS_VARIABLE", "configure", "flags"]

FLAGS_VARIABLE = "QTWEBENGINE_CHROMIUM_FLAGS"

_ALWAYS = (
    # Nothing reaches the network: no name resolves, and WebRTC, which no request interceptor
    # sees, may not send UDP.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--no-pings",
    # The two views share one renderer process; our pages are trusted and a crash is recovered.
    "--renderer-process-limit=1",
    "--process-per-site",
    "--disable-site-isolation-trials",
    # A page that sees a large model may use more than this, as it is V8's heap only.
    "--js-flags=--max-old-space-size=512",
)
_NO_GPU = ("--disable-gpu", "--disable-gpu-compositing")


def flags(environ: Mapping[str, str], *, root: bool) -> list[str]:
    """Returns Chromium's arguments: what the user set, then ours where they do not clash.

    Args:
        environ: the process environment; ``QT_QPA_PLATFORM`` tells whether there is a GPU.
        root: whether the process runs as root, the one case in which Chromium's sandbox refuses.
    """
    users = shlex.split(environ.get(FLAGS_VARIABLE, ""))
    names = {flag.partition("=")[0] for flag in users}
    ours = [*_ALWAYS]
    if environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in {"offscreen", "minimal"}:
        ours += _NO_GPU
    if root:
        ours.append("--no-sandbox")
    return users + [flag for flag in ours if flag.partition("=")[0] not in names]


def configure(environ: MutableMapping[str, str] | None = None) -> None:
    """Sets Chromium's arguments in the environment; call it before the ``QApplication``.

    The user's own flags win, and calling it twice changes nothing.
    """
    environ = os.environ if environ is None else environ
    root = sys.platform != "win32" and os.geteuid() == 0
    environ[FLAGS_VARIABLE] = " ".join(_quoted(flag) for flag in flags(environ, root=root))


def _quoted(flag: str) -> str:
    """Quotes as Qt reads it: double quotes only (QtWebEngine splits like QProcess does)."""
    return f'"{flag}"' if " " in flag else flag
