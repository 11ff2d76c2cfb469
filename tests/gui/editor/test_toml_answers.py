"""What the editor is told about op.toml, in the language server protocol's terms."""

from workbench.gui.editor.toml_answers import toml_answer


def asked(text: str, method: str = "completion"):
    """The answer for the place of the bar."""
    before = text[: text.index("|")]
    line, character = before.count("\n"), len(before) - before.rfind("\n") - 1
    params = {"position": {"line": line, "character": character}}
    return toml_answer(text.replace("|", ""), f"textDocument/{method}", params)


def test_a_header_replaces_its_brackets_and_those_that_the_editor_closed():
    items = {i["label"]: i for i in asked("[kernel]\n[[mapping.no|]]\n")["items"]}
    edit = items["[[mapping.nodes]]"]["textEdit"]
    assert edit["newText"] == "[[mapping.nodes]]"
    assert edit["range"] == {
        "start": {"line": 1, "character": 0},
        "end": {"line": 1, "character": 14},
    }


def test_a_name_replaces_what_is_typed_of_it_and_no_more():
    text = '[kernel]\nsource = "\U0001f600/ker"'
    params = {"position": {"line": 1, "character": len('source = "') + 6}}
    found = toml_answer(text, "textDocument/completion", params, None, lambda _role: ["kernel.cpp"])
    assert found["items"][0]["textEdit"] == {
        "range": {
            "start": {"line": 1, "character": len('source = "')},
            "end": {"line": 1, "character": len('source = "') + 6},
        },
        "newText": "kernel.cpp",
    }


def test_positions_are_counted_in_utf_16():
    text = '[kernel]\nfunction = "\U0001f600"\nst'
    found = toml_answer(text, "textDocument/completion", {"position": {"line": 2, "character": 2}})
    assert "style" in [item["label"] for item in found["items"]]
    beside = {"position": {"line": 1, "character": 14}}
    assert toml_answer(text, "textDocument/completion", beside)["items"] == []


def test_a_key_is_explained_and_nothing_else_is_known():
    assert "Kernel" in asked("[ker|nel]", "hover")["contents"]["value"]
    assert asked("# a wo|rd", "hover") is None
    assert asked("[ker|nel]", "definition") is None
