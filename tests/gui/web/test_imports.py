"""Importing the views is cheap: nothing heavy comes along, and nothing starts."""

import subprocess
import sys

CODE = """
import sys
import workbench.gui.web.monaco_view, workbench.gui.web.netron_view, workbench.gui.web.chromium
heavy = {"torch", "onnx", "onnxruntime", "monaco", "netron", "numpy"} & set(sys.modules)
assert not heavy, heavy
from PySide6.QtCore import QCoreApplication
assert QCoreApplication.instance() is None
"""


def test_no_heavy_package_is_imported():
    subprocess.run([sys.executable, "-c", CODE], check=True, timeout=60)
