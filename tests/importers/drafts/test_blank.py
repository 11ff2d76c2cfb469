"""A new op from its schema alone: the declaration, the kernel's file, and what is refused."""

from __future__ import annotations

import ast

import msgspec
import pytest

from workbench.core import check
from workbench.core.check import common
from workbench.core.declaration.sample_model import TO_BE_WRITTEN
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.core.storage.project import create_project
from workbench.importers.drafts.blank import BLANK_STYLES, blank_draft
from workbench.importers.drafts.draft import write_draft
from workbench.importers.drafts.skeleton import reference_text

RICH = (
    "mine::rich(Tensor x, Tensor? mask, Tensor[] xs, int k=3, float[] scales=[1.0, 2.0], "
    'str mode="a\\"b") -> (Tensor values, Tensor index)'
)


@pytest.mark.parametrize("style", BLANK_STYLES)
def test_every_style_gives_a_sound_declaration_with_its_file(style, tmp_path):
    draft = blank_draft(RICH.replace("Tensor[] xs, ", ""), style)
    assert check.check_op(draft.op) == []
    assert draft.op.torch == "mine::rich"
    assert [o.name for o in draft.op.outputs] == ["values", "index"]
    assert draft.op.reference.python == TO_BE_WRITTEN
    assert not draft.op.reference.declared, "it is there to be filled in"
    assert list(draft.texts) == [draft.op.kernel.source]
    text = draft.texts[draft.op.kernel.source]
    assert "is not written yet" in text
    assert max(map(len, text.splitlines())) <= 140
    if style == "python":
        ast.parse(text)
    project = create_project(tmp_path / "p")
    folder = write_draft(draft, project.folder, "other")
    saved = op_file.load(folder)
    assert (saved.name, saved.torch) == ("other", "mine::rich")
    assert (folder / draft.op.kernel.source).read_text(encoding="utf-8") == text


def test_the_kernels_first_text_says_how_its_own_arguments_are_read_and_written():
    text = blank_draft(RICH.replace("x,", "xYz,")).texts["kernel.cpp"]
    body = text.partition(") {\n")[2].splitlines()
    assert body == [
        "  // Read xYz[i], write values[i]: i counts elements in row-major order.",
        "  // if (mask) tells whether mask is given; *mask is its value.",
        "  // Sizes: xYz.size(0), xYz.numel(). The rest: The C++ API in the manual (F1).",
        '  wb::fail("rich is not written yet");',
        "}",
    ]


def test_an_element_type_that_one_exporter_lacks_takes_the_other():
    model = blank_draft("twice(Tensor[uint16] x) -> Tensor[uint16]").op.model
    assert (model.exporter, model.opset) == ("torch.export", 17)
    assert blank_draft("twice(Tensor[int16] x) -> Tensor").op.model.exporter == "torchscript"


def test_the_kernels_first_text_names_only_what_the_head_has():
    text = blank_draft("scale(Tensor x, float by=2.0) -> Tensor").texts["kernel.cpp"]
    assert "is given" not in text
    text = blank_draft("mine::only(Tensor[] xs, int? k) -> Tensor").texts["kernel.cpp"]
    assert "  // Write y[i]: i counts" in text
    assert "  // if (k) tells whether k is given; *k is its value." in text


def test_a_shape_that_a_schema_does_not_tell_is_a_gap_of_each_output():
    gaps = blank_draft(RICH.replace("Tensor[] xs, ", "")).gaps
    assert [g.key for g in gaps] == ["outputs[0].shape", "outputs[1].shape"]
    assert "x.shape" in gaps[0].message


def test_each_argument_has_an_example_an_optional_one_none():
    inputs = blank_draft(RICH).op.model.inputs
    assert [(e.arg, e.none) for e in inputs] == [
        ("x", False), ("mask", True), ("xs[0]", False), ("xs[1]", False),
    ]  # fmt: skip


def test_an_op_of_ones_own_is_never_mapped_to_the_standard_operator_of_that_name():
    op = blank_draft("asinh(Tensor x) -> Tensor").op
    assert [n.op for n in op.mapping.nodes] == ["custom::MyAsinh"]
    assert op.ort.implementation == "portable"


def test_a_file_that_registers_itself_does_so_under_the_schemas_own_name():
    draft = blank_draft("mine::scale(Tensor x, str mode='a') -> Tensor", "own")
    text = draft.texts["kernel.cpp"]
    assert "TORCH_LIBRARY(mine, m)" in text
    assert r'm.def("scale(Tensor x, str mode=\"a\") -> Tensor");' in text
    assert 'm.impl("scale", &scale);' in text


def test_a_long_head_is_broken_between_its_parameters():
    names = ", ".join(f"Tensor argument_{i}" for i in range(12))
    text = blank_draft(f"many({names}) -> Tensor").texts["kernel.cpp"]
    assert max(map(len, text.splitlines())) <= 100
    assert "wb::Tensor<const float> argument_11" in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "name is missing"),
        ("f(Tensor x)", "'->' is missing"),
        ("f() -> Tensor", "no tensor"),
        ("f(Tensor x) -> int", "returns 'int'"),
        ("f(Tensor x) -> Tensor?[]", "returns"),
        ("f.out(Tensor x) -> Tensor", "no overloads"),
        ("f(Tensor(a!) x) -> Tensor", "changes an argument"),
        ("f(Tensor x, *, int k=1) -> Tensor", "keyword only"),
        ("f(Tensor x, Device d=None) -> Tensor", "'Device', as 'd' is declared"),
        ("f(Tensor class) -> Tensor", "keyword"),
        ("aten::f(Tensor x) -> Tensor", "torch itself"),
        ("f(Tensor x, Tensor x) -> Tensor", "two arguments"),
        ("f(" + "Tensor x, " * 9000, "too long"),
        ("f(" * 3000 + "\0", "missing"),
    ],
)
def test_what_no_declaration_can_say_is_refused(text, words):
    with pytest.raises(UserError, match=words) as raised:
        blank_draft(text)
    assert raised.value.problem.kind == "schema"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (
            "f(Tensor[int32] x, Tensro y) -> Tensor",
            (1, 20),
            "'Tensro', as 'y' is declared, is no type",
        ),
        (
            "f(Tensor x,\n  tensor[] y) -> Tensor",
            (2, 3),
            "'tensor', as 'y' is declared, is no type",
        ),
        ("f(Tensor x) -> (Tensor, tensor)", (1, 25), "returns 'tensor', which is no type"),
    ],
)
def test_a_word_that_is_no_type_is_told_with_its_place_and_what_is_near(text, place, words):
    with pytest.raises(UserError, match=words) as raised:
        blank_draft(text)
    problem = raised.value.problem
    assert (problem.line, problem.column) == place
    assert problem.hint.startswith("Did you mean 'Tensor'? Types: 'Tensor'")


def test_no_two_tensors_of_a_call_have_the_same_elements():
    # A kernel that mixes up two such tensors would agree.
    schema = "mine::f(Tensor[] xs, Tensor w, Tensor[] ys, Tensor? m, Tensor v) -> Tensor"
    seeds = [e.seed for e in blank_draft(schema).op.model.inputs if e.is_tensor]
    assert len(set(seeds)) == len(seeds) == 6


def test_a_references_first_text_says_as_which_argument_an_output_is():
    op = blank_draft("knn(Tensor xyz, int k) -> (Tensor dist, Tensor index)").op
    outputs = (op.outputs[0], msgspec.structs.replace(op.outputs[1], dtype="int32"))
    text = reference_text(msgspec.structs.replace(op, outputs=outputs), "knn")
    assert "    dist: as xyz, shape xyz.shape\n    index: int32, shape xyz.shape\n" in text


def test_an_element_type_that_a_call_says_is_that_of_the_results() -> None:
    op = blank_draft("cast(Tensor x, int n, ScalarType to=7) -> (Tensor y, Tensor z)").op
    to = op.arg("to")
    assert to is not None
    assert (to.type, to.default) == ("dtype", "float64")
    assert to.dtype == ("float32", "float16", "int64", "float64")
    assert [o.dtype for o in op.outputs] == ["to", "to"]
    typed = blank_draft("cast(Tensor x, ScalarType to) -> (Tensor y, Tensor[int64] z)").op
    assert [o.dtype for o in typed.outputs] == ["to", "int64"]
    assert [e.value for e in typed.model.inputs if e.arg == "to"] == ["float32"]
    missing = blank_draft("cast(Tensor x, ScalarType? to=None) -> Tensor").op.arg("to")
    assert missing is not None
    assert (missing.type, missing.optional) == ("int", True), "torch's number: it may be missing"


@pytest.mark.parametrize(
    ("word", "what", "hint"),
    [
        ("string", "torch has no tensors of strings", "the text's bytes as uint8"),
        ("complex64", "no tensors of complex numbers", "view_as_real"),
        ("double", "'double' is no element type", "Did you mean float64?"),
        ("flot32", "'flot32' is no element type", "Did you mean float32?"),
        ("thing", "'thing' is no element type", "Choose one of: float32, "),
    ],
)
def test_a_word_that_is_no_element_type_is_told_as_in_a_declaration(word, what, hint):
    with pytest.raises(UserError) as caught:
        blank_draft(f"f(Tensor[{word}] x) -> Tensor")
    assert what in str(caught.value)
    assert hint in caught.value.problem.hint
    problem = common.unknown_dtype("args[0].dtype", word)
    assert (problem.message, problem.hint) == (
        caught.value.problem.message,
        caught.value.problem.hint,
    )


def test_what_an_argument_that_is_a_type_may_be_is_told_as_a_guess():
    gaps = {g.key: g.message for g in blank_draft("cast(Tensor x, ScalarType to) -> Tensor").gaps}
    assert gaps["args[1].dtype"].endswith("'to' may be: float32, float16, int64 are assumed")
