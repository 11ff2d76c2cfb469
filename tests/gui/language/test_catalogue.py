"""A text that was put together is found by its template, and nothing else is taken for one."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QTranslator

from workbench import paths
from workbench.gui.language.catalogue import Catalogue
from workbench.gui.language.translation import CONTEXT

KNOWN = {
    "the op has no output": "算子没有输出",
    "'{name}' has no example": "“{name}”没有示例",
    "Add one.": "请添加。",
    "{count} problems": "{count} 个问题",
    "{what} to fix before it can run": "运行之前需修复{what}",
    "element types": "元素类型",
    "Change {what} of {name}": "更改 {name} 的{what}",
    "Save &as …": "另存为(&A)…",
    "write {{a: 1}} for {name}": "请为 {name} 写 {{a: 1}}",
    "of {name}": "{name} 的",
    "{count} of {all} differ": "{all} 个中有 {count} 个不同",
    "not {name}": "非 {name}",
    "{name} is {dtype}": "{name} 为 {dtype}",
    "{n} by {by}": "{n}，来自 {by}",
    "the file cannot be written: {reason}": "文件无法写入：{reason}",
    "Size of {name}": "{name} 的大小",
    "{title}\n{rest} shows all of them": "{title}\n{rest} 显示全部",
    "the op changes an argument: {text}": "算子更改参数：{text}",
    "its argument '{name}' is {with_article}: {text}": "其参数“{name}”是 {with_article}：{text}",
    "{count} tensors": "{count} 个张量",
    "{hint} It arises in {at}, which this line uses.": "{hint} 它出现在 {at} 中，此行使用该处。",
    "<b>It came with opset {since}.</b> {text}": "<b>随 opset {since} 引入。</b> {text}",
    "'{arg}' comes from {file}": "'{arg}' 来自 {file}",
    "Not possible: {reason}": "不可能：{reason}",
    "{count} agree": "{count} 个一致",
    ", {count} alike by the same kernel": "，{count} 个由同一内核得出而相同",
    "; {left} could not be compared": "；{left} 个无法比较",
    ", {calls} calls": "，{calls} 次调用",
    ", made by the runtime": "，由运行时生成",
    "the kernel does not write {where}": "内核没有写入 {where}",
    ", and {more} more": "，以及另外 {more} 个",
    "in {runtime}": "在 {runtime} 中",
    "Made by {name}": "由 {name} 生成",
    "Add {name}": "添加 {name}",
    "Remove '{name}'": "移除“{name}”",
    "from {title}{slot}": "来自 {title}{slot}",
}


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue(lambda text: KNOWN.get(text, ""), KNOWN)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the op has no output", "算子没有输出"),
        ("The op has no output.", "算子没有输出。"),
        ("'x' has no example", "“x”没有示例"),
        ("'element types' has no example", "“element types”没有示例"),
        ("'x' has no example. Add one.", "“x”没有示例。请添加。"),
        ("3 problems to fix before it can run", "运行之前需修复 3 个问题"),
        ("Change element types of x", "更改 x 的元素类型"),
        ("Save as", "另存为"),
        ("'x' is float32", "'x' 为 float32"),
        ("Size of bias", "bias 的大小"),
        ("the file cannot be written: disk is full", "文件无法写入：disk is full"),
        ("y · 0 of 96 differ", "y · 96 个中有 0 个不同"),
        ("write {a: 1} for x", "请为 x 写 {a: 1}"),
        (
            "the op changes an argument: aten::cat.out(Tensor[] tensors, *, Tensor(a!) out) -> ()",
            "算子更改参数：aten::cat.out(Tensor[] tensors, *, Tensor(a!) out) -> ()",
        ),
        (
            "its argument 'a' is a Generator: aten::normal(Generator? a, Tensor tensors) -> Tensor",
            "其参数“a”是 Generator：aten::normal(Generator? a, Tensor tensors) -> Tensor",
        ),
        ("It arises in ops.h:45, which this line uses.", "它出现在 ops.h:45 中，此行使用该处。"),
        (
            "Add one. It arises in ops.h:45, which this line uses.",
            "请添加。它出现在 ops.h:45 中，此行使用该处。",
        ),
        ("<b>It came with opset 18.</b> Add one.", "<b>随 opset 18 引入。</b> 请添加。"),
        ("'x' comes from weights", "'x' 来自 weights"),
        (
            "The file cannot be written: disk is full. Really. Add one.",
            "文件无法写入：disk is full. Really. 请添加。",
        ),
        ("Not possible: disk is full", "不可能：disk is full"),
        ("a\nF2 shows all of them", "a\nF2 显示全部"),
        ("<p>the op has no output</p>", "<p>算子没有输出</p>"),
        ("3 agree, 2 alike by the same kernel", "3 个一致，2 个由同一内核得出而相同"),
        (
            "3 agree, 2 alike by the same kernel; 1 could not be compared",
            "3 个一致，2 个由同一内核得出而相同；1 个无法比较",
        ),
        ("33.1%, 2.5, CPU, 4 calls", "33.1%, 2.5, CPU，4 次调用"),
        ("33.1%, CPU, 4 calls, made by the runtime", "33.1%, CPU，4 次调用，由运行时生成"),
        ("the kernel does not write y, and 3 more", "内核没有写入 y，以及另外 3 个"),
        (
            "the kernel does not write y, and 3 more (in CUDA)",
            "内核没有写入 y，以及另外 3 个（在 CUDA 中）",
        ),
        ("Add bias", "添加 bias"),
        ("Remove 'bias'", "移除“bias”"),
        ("from Add 'x'", "来自 Add 'x'"),
        ("Made by my_add: 3 agree", "由 my_add 生成：3 个一致"),
        ("Made by my_add: <b>3 agree</b>", "由 my_add 生成： <b>3 个一致</b>"),
    ],
)
def test_it_is_translated(catalogue, text, said) -> None:
    assert catalogue(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "my_add",
        "float32",
        "add",
        "Add 'x'",
        "mine::Add 'block/add_1'",
        "12.5 ms",
        "this is not what we are speaking of today",
        "disk is full",
        "division by zero",
        "the cause is a division by zero",
        "the numerator, by zero",
        "aten::cat.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!)",
        "(Tensor tensors, Tensor? y=None) -> (Tensor, Tensor)",
        "the model comes from a friend",
        "the disk is full, and many more",
        "it is slow, 4 calls",
        "template <class T>\nvoid f(const wb::Context& ctx)",
        "",
    ],
)
def test_what_is_unknown_stays_as_it_is(catalogue, text) -> None:
    assert catalogue(text) == text


def test_what_was_left_in_a_deep_text_is_translated_where_it_stands_alone(catalogue) -> None:
    alone = "Not possible: 'x' has no example"
    fresh = catalogue(alone)
    for depth in range(9):
        other = Catalogue(lambda text: KNOWN.get(text, ""), KNOWN)
        other(f"{'Not possible: ' * depth}{alone}")
        assert other(alone) == fresh == "不可能：“x”没有示例"


@pytest.fixture(scope="module")
def chinese() -> Catalogue:
    """What the window has."""
    translator = QTranslator()
    folder = paths.resources() / "translations"
    assert translator.load("zh_CN.qm", str(folder))
    texts = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
    return Catalogue(lambda text: translator.translate(CONTEXT, text) or "", texts)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "A python kernel makes no plain C function: only a portable one does",
            "python 内核不会生成普通 C 函数：只有 portable 的才会",
        ),
        (
            "All 4 elements of y are within the tolerance: ONNX Runtime with PyTorch. The CUDA kernel: "
            "compiled for cards from sm_75 on; not run: no GPU here.",
            "y 的全部 4 个元素都在容差内：ONNX Runtime 对比 PyTorch。CUDA 内核：已为 sm_75 及更新的显卡编译；"
            "未运行：本机没有 GPU。",
        ),
        (
            "Not measured: ONNX Runtime, standard nodes: the op has no variant of standard nodes",
            "未测量：ONNX Runtime、标准节点：算子没有由标准节点组成的变体",
        ),
        (
            "Not measured: tvm-ffi: it is not on this machine. Add it: op-workbench runtime add tvm-ffi",
            "未测量：tvm-ffi：它不在本机上。添加方法：“op-workbench runtime add tvm-ffi”",
        ),
        ("normal, seed 1", "normal，种子 1"),
    ],
)
def test_it_is_said_in_the_window(chinese: Catalogue, text: str, said: str) -> None:
    assert chinese(text) == said
