"""Op Workbench: one operator from a C++ kernel to a verified ONNX Runtime run."""

import os

__version__ = "0.1.0"

# ONNX Runtime's builds report to their maker by default: a thread, a device id and a queue in the
# user's cache folder, and a connection later. Each process that runs ONNX Runtime for us imports
# this package first, and hands the setting on to what it starts.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
