"""The window costs neither torch nor ONNX Runtime, and no Chromium before its first paint."""

import pkgutil
import subprocess
import sys

import workbench.gui

MODULES = sorted(m.name for m in pkgutil.walk_packages(workbench.gui.__path__, "workbench.gui."))


def test_importing_the_window_imports_no_framework():
    code = (
        "import sys, importlib\n"
        f"for name in {MODULES!r}: importlib.import_module(name)\n"
        "print([m for m in ('torch', 'onnx', 'onnxruntime', 'onnxscript', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_first_window_needs_no_chromium_and_no_templates():
    code = (
        "import sys\nimport workbench.gui.app\n"
        "print([m for m in ('jinja2', 'PySide6.QtWebEngineWidgets') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
