"""The Run page: optional tensors given and not, in which sets of inputs."""

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from workbench.core.storage import op_file, project, trust

_MS = 60_000
OPTIONAL = TWICE_TOML.replace(
    "[[outputs]]", '[[args]]\nname = "bias"\ndtype = "float32"\noptional = true\n\n[[outputs]]', 1
)


@pytest.fixture
def open_op(session, qtbot, tmp_path):
    def opened(toml, kernel):
        home = tmp_path / "edge-ops"
        project.create_project(home)
        folder = home / "ops" / "twice"
        folder.mkdir(parents=True)
        (folder / "op.toml").write_text(toml)
        (folder / "kernel.cpp").write_text(kernel)
        trust.trust([folder])
        window = session.window
        window.resize(1440, 900)
        window.commands.open_path(home)
        window.workspace.show_page("run")
        window.actions_["run"].trigger()
        page = window.workspace.page("run")
        qtbot.waitUntil(lambda: not page.sizes.isHidden(), timeout=_MS)
        qtbot.waitUntil(lambda: session.engine.idle, timeout=_MS)
        return page, folder

    return opened


def _compared(session, folder):
    return {output.case for output in session.engine.state(folder).report().outputs}


def test_a_click_runs_the_combinations_of_optional_tensors_that_no_case_has(
    session, qtbot, open_op
):
    kernel = TWICE_KERNEL.replace(
        "wb::Tensor<const float> x,",
        "wb::Tensor<const float> x, std::optional<wb::Tensor<const float>> bias,",
    )
    page, folder = open_op(OPTIONAL, kernel)
    card = page.arguments
    assert card.subtitle.text() == "1 of 2 combinations are among the cases"
    assert [card.table.item(row, 1).text() for row in range(2)] == ["not run", "main"]
    card.button.click()
    qtbot.waitUntil(
        lambda: card.subtitle.text() == "2 of 2 combinations are among the cases", timeout=_MS
    )
    assert card.button.isHidden()
    qtbot.waitUntil(lambda: "with_bias" in _compared(session, folder), timeout=_MS)
    (case,) = op_file.load(folder).model.cases
    assert case.inputs[0].arg == "bias"
