"""Where things are: the data that comes with the program, and the user's own folders.

The program runs from a source tree (or an editable install of one) and from an installed
wheel. A wheel carries the data folders inside the package, as ``workbench/data``; a source
tree has them beside the package. Nobody else needs to know which of the two it is.

No function here creates a folder; whoever writes, makes.
"""

import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

__all__ = [
    "cache_dir",
    "config_dir",
    "data_dir",
    "docs",
    "ops_lib",
    "ort_ops",
    "resources",
    "state_dir",
]

_APP = "op-workbench"
_PACKAGE = Path(__file__).resolve().parent


def docs() -> Path:
    """The manual, in Markdown."""
    return _bundled("docs")


def ops_lib() -> Path:
    """The portable kernel API (``include``) and the gallery (``ops``)."""
    return _bundled("ops_lib")


def ort_ops() -> Path:
    """The binding to ONNX Runtime's C ABI (``include``) and the registration source."""
    return _bundled("ort_ops")


def resources() -> Path:
    """Templates, icons, themes, web glue and translations."""
    return _bundled("resources")


def cache_dir() -> Path:
    """What can be made again: build outputs, fetched headers.

    The environment variable ``OP_WORKBENCH_CACHE`` moves it.
    """
    return _users("OP_WORKBENCH_CACHE", platformdirs.user_cache_path)


def config_dir() -> Path:
    """The user's settings. The environment variable ``OP_WORKBENCH_CONFIG`` moves it."""
    return _users("OP_WORKBENCH_CONFIG", platformdirs.user_config_path)


def data_dir() -> Path:
    """What the user would miss: projects made by the program, recovered edits.

    The environment variable ``OP_WORKBENCH_DATA`` moves it.
    """
    return _users("OP_WORKBENCH_DATA", platformdirs.user_data_path)


def state_dir() -> Path:
    """What was done and what came of it: the history of runs.

    The environment variable ``OP_WORKBENCH_STATE`` moves it.
    """
    return _users("OP_WORKBENCH_STATE", platformdirs.user_state_path)


def _bundled(name: str) -> Path:
    installed = _PACKAGE / "data"
    return (installed if installed.is_dir() else _PACKAGE.parent) / name


def _users(variable: str, default: Callable[..., Path]) -> Path:
    override = os.environ.get(variable)
    if override:
        return Path(override).expanduser().absolute()
    return default(_APP, appauthor=False)
