"""What another program writes while the window has edits of the same file is never lost."""

from __future__ import annotations


def test_saving_over_another_programs_change_keeps_it_beside(session, document) -> None:
    source = document.source
    document.set_text(source, "// ours\n")
    source.write_text("// theirs\n", encoding="utf-8")
    session.window.actions_["save"].trigger()
    assert source.read_text(encoding="utf-8") == "// ours\n"
    kept = source.with_name(f"{source.name}.theirs")
    assert kept.read_text(encoding="utf-8") == "// theirs\n"
    assert kept.name in session.window.workspace.log.text()


def test_a_change_seen_before_saving_is_kept_too(session, document) -> None:
    source = document.source
    document.set_text(source, "// ours\n")
    source.write_text("// theirs\n", encoding="utf-8")
    document.reload_if_changed()
    session.window.actions_["save"].trigger()
    assert source.with_name(f"{source.name}.theirs").read_text(encoding="utf-8") == "// theirs\n"


def test_an_ordinary_save_leaves_nothing_beside(session, document) -> None:
    source = document.source
    document.set_text(source, "// ours\n")
    session.window.actions_["save"].trigger()
    assert source.read_text(encoding="utf-8") == "// ours\n"
    assert not list(source.parent.glob("*.theirs"))
