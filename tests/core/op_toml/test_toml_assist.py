"""What the text of op.toml is completed with, and what is said of what stands there."""

import time

import pytest
from msgspec.structs import replace

from tests.gui.rich import RICH
from workbench.core.declaration.op import Arg, Op
from workbench.core.op_toml import keys
from workbench.core.op_toml.toml_assist import explained, offers
from workbench.core.storage import op_file


def labels(text: str) -> list[str]:
    """What is offered at the bar."""
    return [o.label for o in offers(text.replace("|", ""), text.index("|"))]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("to|", "torch"),
        ("[kernel]\n|", "style"),
        ("[kernel]\nstyle = |", "libtorch"),
        ('[kernel]\nstyle = "|', "libtorch"),
        ('[kernel]\nstyle = "|"\n', "libtorch"),
        ('[[args]]\nname = "a"\n|', "dtype"),
        ("[[args]]\noptional = |", "true"),
        ('[[mapping.nodes]]\nop = "Add"\nattributes = [{ name = "a", t|', "type"),
        ('[[mapping.nodes]]\nattributes = [\n  { name = "a", type = "|" }\n]\n', "ints"),
        ("[[mapping.nodes.attributes]]\ntype = |", "ints"),
        ("[variants.plugin]\n|", "opset"),
        ("[variants.plugin.ort]\nimplementation = |", "bridge"),
        ("kernel.style = |", "python"),
        ('args = [{ name = "x" }, { |', "type"),
        ("[|", "[kernel]"),
        ("[[mapping.|", "[[mapping.nodes]]"),
        ("[model]\nexporter = |", "torch.export"),
    ],
)
def test_what_may_stand_there_is_offered(text: str, offered: str) -> None:
    assert offered in labels(text)


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ('[kernel]\nsource = "a.cpp"\n|', "source"),
        ('[kernel]\n|\nsource = "a.cpp"', "source"),
        ("[kernel]\n|", "torch"),
        ("[kernel]\n# st|", "style"),
        ('[kernel]\nsource = "|', "style"),
        ("[types]\n|", "name"),
        ('[[args]]\nname = "a"\n\n[[args]]\n|', "shape"),
    ],
)
def test_what_may_not_stand_there_is_not_offered(text: str, left_out: str) -> None:
    assert left_out not in labels(text)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ('[[args]]\ndtype = "flo|', "float16"),
        ('[[args]]\ndtype = ["T", "|"]', "T"),
        ("[[outputs]]\ndtype = |", "a"),
        ('[[outputs]]\nshape = "[a.sh|"', "a.shape"),
        ('[[mapping.nodes]]\ninputs = ["a", "|"]', "xs"),
        ('[[mapping.nodes]]\nop = "Re|"', "Relu"),
        ('[[mapping.nodes]]\nattributes = [{ name = "n", arg = "|', "alpha"),
        ('[[mapping.constants]]\narg = "|"', "alpha"),
        ('[[model.inputs]]\narg = "|"', "xs[0]"),
        ('[types]\nT = ["|"]', "bfloat16"),
        ('[kernel]\nsource = "ke|"', "kernel.cpp"),
        ("[[model.inputs]]\nfile = |", "data/a.npy"),
    ],
)
def test_the_names_that_the_op_and_its_folder_have_are_offered(text: str, offered: str) -> None:
    files = {"kernel": ["kernel.cpp"], "arrays": ["data/a.npy"]}
    found = offers(text.replace("|", ""), text.index("|"), op(), lambda role: files[role])
    assert offered in [o.label for o in found]
    quoted = text[: text.index("|")].count('"') % 2
    assert offered in [o.text.strip('"') for o in found]
    assert all(o.text.startswith('"') != bool(quoted) for o in found)


CONCAT = '[[mapping.nodes]]\nop = "Concat"\n'


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        (CONCAT + 'attributes = [{ name = "|', {"axis"}),
        (CONCAT + '[[mapping.nodes.attributes]]\nname = "|"\n', {"axis"}),
        ('mapping.nodes = [{ op = "Concat", attributes = [{ name = "|" }] }]', {"axis"}),
        ('[[mapping.nodes]]\nattributes = [{ name = "|" }]\nop = "Concat"\n', {"axis"}),
        (
            CONCAT + '\n[[mapping.nodes]]\nop = "Selu"\nattributes = [{ name = "|',
            {"alpha", "gamma"},
        ),
        ('[[mapping.nodes]]\nattributes = [{ name = "|" }]\n\n' + CONCAT, {"a", "alpha"}),
        ('[[variants.x.mapping.nodes]]\nop = "Elu"\nattributes = [{ name = "|', {"alpha"}),
        ('[[mapping.nodes]]\nop = "my::Concat"\nattributes = [{ name = "|', {"a", "alpha"}),
        ('[[mapping.nodes]]\nop = "Loop"\nattributes = [{ name = "|', set()),
    ],
)
def test_an_attribute_is_called_as_its_nodes_operator_has_it(text: str, offered: set[str]) -> None:
    found = offers(text.replace("|", ""), text.index("|"), op())
    assert {o.label for o in found} == offered


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ('[[outputs]]\nshape = "[a.shape[0], a.sh|"', "a.sh"),
        ('[[args]]\ndtype = "flo|at32"', "flo"),
        ('[kernel]\nsource = "src/k.c|"', "src/k.c"),
        ("[[args]]\ndtype = |", ""),
        ("[[mapping.no|", "[[mapping.no"),
    ],
)
def test_a_name_takes_the_place_of_what_is_typed_of_it(text: str, replaced: str) -> None:
    before = text[: text.index("|")]
    found = offers(text.replace("|", ""), len(before), op(), lambda _role: ["src/k.cpp"])
    assert found
    assert {before[len(before) - o.replaces :] for o in found} == {replaced}


def op() -> Op:
    """With a tensor, a list of tensors and a number."""
    args = (Arg("a"), Arg("xs", "tensor[]"), Arg("alpha", "float"))
    return replace(op_file.loads(RICH), args=args, types={"T": ("float32",)})


def test_a_key_that_another_record_has_is_offered_again() -> None:
    assert "name" in labels('[[args]]\nname = "a"\n\n[[args]]\n|\n\n[[outputs]]\nname = "y"')


def test_a_key_is_put_in_with_what_its_value_begins_with() -> None:
    found = {o.label: o.text for o in offers("[kernel]\n", 9)}
    assert found["source"] == 'source = "$0"'
    assert found["sources"] == "sources = [$0]"
    assert {o.label: o.text for o in offers("[[args]]\n", 9)}["optional"] == "optional = $0"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('[kernel]\nsty|le = "portable"', "Style"),
        ('[kernel]\nstyle = "port|able"', "Style"),
        ("[ke|rnel]", "Kernel"),
        ("[[mapping.no|des]]", "Nodes"),
        ("[variants.x]\nop|set = 17", "Opset"),
    ],
)
def test_a_key_is_explained(text: str, title: str) -> None:
    found = explained(text.replace("|", ""), text.index("|"))
    assert found.startswith(f"**{title}**")


def test_every_key_is_offered_in_its_part() -> None:
    for key in keys.every_key():
        part = key.path.removesuffix(key.name).removesuffix(".")
        name = part.replace("[]", "").replace("*", "x")
        head = f"[[{name}]]\n" if part.endswith("[]") else f"[{name}]\n" if part else ""
        assert key.name in labels(f"{head}|"), key.path


def test_any_position_of_a_text_has_an_answer() -> None:
    for offset in range(len(RICH)):
        offers(RICH, offset)
        explained(RICH, offset)
        offers(RICH[:offset], offset)


@pytest.mark.parametrize(
    "text", ["{word}", 'name = "{word}"', 'shape = "{word}', "[{word}", "a = {word}"]
)
@pytest.mark.parametrize("letter", ["x", " ", "-", "[", "a.", '"', "= "])
def test_a_very_long_word_is_no_long_wait(text: str, letter: str) -> None:
    whole = text.format(word=letter * (100_000 // len(letter)))
    began = time.process_time()
    for at in (len(whole) // 2, len(whole)):
        offers(whole, at)
        explained(whole, at)
    assert (
        time.process_time() - began < 6.0
    )  # looking at each character again and again takes minutes
