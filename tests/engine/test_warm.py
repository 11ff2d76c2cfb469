"""What is paid once before the fork is not paid again."""

from __future__ import annotations

import subprocess
import sys

SECOND_EXPORT = """
import torch
from onnxscript._internal import ast_utils
from workbench.engine.host import warm

warm.exporter(True)
parsed = []
read = ast_utils.get_src_and_ast
ast_utils.get_src_and_ast = lambda function: parsed.append(function) or read(function)
program = torch.onnx.export(torch.nn.Tanh(), (torch.zeros(2),), dynamo=True, verbose=False)
print([node.op_type for node in program.model.graph], len(parsed))
"""


def test_torchlib_is_parsed_once_and_not_in_each_export() -> None:
    command = [sys.executable, "-c", SECOND_EXPORT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "['Tanh'] 0\n", done.stderr
