"""What is paid once before the fork is not paid again."""

from __future__ import annotations

import subprocess
import sys

SECOND_EXPORT = """
import typing

import torch
from onnxscript._internal import ast_utils
from torch._export import utils
from workbench.engine.host import warm

named = []
name_all = utils._materialize_cpp_cia_ops
utils._materialize_cpp_cia_ops = lambda: named.append(1) or name_all()
warm.exporter(True)
parsed = []
read = ast_utils.get_src_and_ast
ast_utils.get_src_and_ast = lambda function: parsed.append(function) or read(function)
hints = []
get_hints = typing.get_type_hints
typing.get_type_hints = lambda function: hints.append(function) or get_hints(function)
named.clear()
program = torch.onnx.export(torch.nn.Tanh(), (torch.zeros(2),), dynamo=True, verbose=False)
print([node.op_type for node in program.model.graph], len(parsed), len(hints), len(named))

library = torch.library.Library("wb_late", "DEF")
library.define("late(Tensor x) -> Tensor")
library.impl("late", lambda x: 2 * x, "CompositeImplicitAutograd")
print(torch.ops.wb_late.late.default in utils._collect_all_valid_cia_ops())
"""


def test_torchlib_is_read_once_and_an_op_that_is_registered_later_is_known() -> None:
    command = [sys.executable, "-c", SECOND_EXPORT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["['Tanh'] 0 0 0", "True"], done.stderr
