"""Key paths in the words of the pages."""

import pytest

from tests.gui.rich import RICH
from workbench.core.storage import op_file
from workbench.gui.look.location_words import location_words, part_words


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("args[0].dtype", "Signature · argument input · element type"),
        ("types.T", "Signature · type variable T"),
        ("model.inputs[0].dynamic", "Model · example of input · dynamic axes"),
        ("model.cases[0].inputs[9].shape", "Model · case empty · example 10 · shape"),
        ("model.rtol", "Run · relative tolerance"),
        ("mapping.nodes", "Mapping · nodes"),
        ("mapping.nodes[0].inputs[1]", "Mapping · node 1 (custom::Deform) · input 2"),
        ("variants.plugin.opset", "Variant plugin · Mapping · opset"),
        ("variants.nothing.opset", "Variant nothing · Mapping · opset"),
        ("", ""),
    ],
)
def test_a_location_is_shown_in_the_words_of_the_pages(key, words):
    op = op_file.loads(RICH)
    assert location_words(key, op).replace(op.model.cases[0].name, "empty") == words


def test_a_record_is_shown_by_its_number_where_it_has_no_name_yet():
    assert part_words("mapping.nodes[1].attributes[0].type") == "node 2, attribute 1"
    assert part_words("torch") == ""
