"""``make bench`` runs to its end, and names what failed on the way."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import bench, history
from tools.bench import Outcome
from tools.figures import Figure, read, say
from tools.pace import Pace, sample

TOOLS = Path(bench.__file__).parent


@pytest.fixture
def scripts(tmp_path: Path) -> list[Path]:
    """One of each kind, in order: those that fail stand before one that does not."""
    texts = {
        "bench_a.py": "import sys; print('= a: 2.500 s (promised: at most 3)'); sys.exit(0)",
        "bench_b.py": "print('a table'); raise ValueError('no diagnostics')",
        "bench_c.py": "print('nothing that is a figure')",
        "bench_d.py": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "bench_e.py": "import time; print('= e: 1 (promised: at most 2)', flush=True); time.sleep(99)",
        "bench_f.py": "import sys; sys.exit('the window did not open')",
        "bench_g.py": "import sys; print('= g: 4.000 (promised: at most 3)  loaded'); sys.exit(1)",
        "bench_h.py": "print('= h: 7.000 MB')",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return sorted(tmp_path.iterdir())


def test_what_fails_is_named_with_its_reason_and_the_rest_still_runs(
    scripts: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = bench.measured(scripts, limit=6.0)
    assert {o.script: o.reason for o in outcomes} == {
        "bench_a.py": "",
        "bench_b.py": "exit status 1: ValueError: no diagnostics",
        "bench_c.py": "it printed no figure",
        "bench_d.py": "it was ended by SIGKILL",
        "bench_e.py": "it took more than 6 s and was ended",
        "bench_f.py": "exit status 1: the window did not open",
        "bench_g.py": "",
        "bench_h.py": "",
    }
    assert bench.report(outcomes) == 1
    output = capsys.readouterr().out
    assert "bench_b.py failed: exit status 1: ValueError: no diagnostics" in output
    assert "(promised: at most 3) NOT KEPT loaded" in output
    assert "1 promises are not kept, 5 of 8 scripts failed" in output
    assert output.count("the same arithmetic took") == 1
    for name in "aegh":
        assert output.count(f"\n{name}  ") == 1, "the figures stand together at the end"


def test_status_is_zero_only_where_all_is_kept(scripts: list[Path]) -> None:
    good = [scripts[0], scripts[-1]]
    assert bench.report(bench.measured(good)) == 0
    assert bench.report(bench.measured([*good, scripts[6]])) == 1
    assert bench.report(bench.measured([*good, scripts[2]])) == 1


@pytest.mark.parametrize(
    "figure",
    [
        Figure("edit loop, my_add", 0.4125, "s", 1.0, "0.40 to 0.45, 10 edits (2 cores)"),
        Figure("a ratio", 1.25, promised=1.5),
        Figure("no promise", 12.0, "GB"),
        Figure("bare", 3.0),
        Figure("for ever", float("inf"), "s", 1.0),
    ],
)
def test_a_figure_is_read_as_it_is_reported(
    figure: Figure, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say(figure) == (0 if figure.kept else 1)
    (found,) = read("text\n" + capsys.readouterr().out + "= no figure\nmore: 1 s\n")
    assert found == figure._replace(value=round(figure.value, 3))


def test_what_has_become_worse_is_named(tmp_path: Path) -> None:
    file = tmp_path / "new" / "bench.jsonl"
    assert history.changes([Figure("a", 1.0)], file) == []
    for value in (1.0, 1.1, 5.0):
        history.add([Figure("a", value), Figure("b", 2.0)], file)
    with file.open("a") as lines:
        lines.write('{"half')
    (change,) = history.changes([Figure("a", 1.4, "s"), Figure("b", 2.3), Figure("c", 9.0)], file)
    assert str(change) == "a: 1.400 s, 1.27 times the median of the last 3 runs (1.100 s)"


def test_two_checkouts_are_measured_in_turns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by its own script; what one of them has not is not compared."""
    for name, value in (("here", 2), ("there", 4)):
        (tmp_path / name / "tools").mkdir(parents=True)
        said = tmp_path / "said"
        text = f"open({str(said)!r}, 'a').write('{name} '); print('= a: {value} s')"
        (tmp_path / name / "tools" / "bench_a.py").write_text(text)
    scripts = [tmp_path / "here" / "tools" / n for n in ("bench_a.py", "bench_b.py")]
    scripts[1].write_text("print('= b: 1 s')")
    monkeypatch.setattr(bench, "HERE", tmp_path / "here" / "tools")
    file = tmp_path / "table.json"
    assert bench.against(scripts, tmp_path / "there", 2, file) == 0
    assert (tmp_path / "said").read_text() == "here there here there "
    assert json.loads(file.read_text()) == [{"name": "a", "here": 2.0, "there": 4.0}]
    table = capsys.readouterr().out.splitlines()[-3:]
    assert "0.50" in table[0]
    assert [line.partition(":")[0] for line in table[1:]] == ["here", "there"], "each one's pace"
    scripts[0].write_text("raise ValueError")
    assert bench.against(scripts[:1], tmp_path / "there", 1, None) == 1


def test_the_pace_of_several_scripts_spans_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    """A figure of processor time is read beside how fast the processor was."""
    paces = [Pace.of([0.010, 0.012, 0.020]), Pace.of([0.008, 0.009, 0.011])]
    bench.report([Outcome("bench_a.py", (Figure("a", 1.0, "s"),), "", pace) for pace in paces])
    assert "took 8.0 to 20.0 ms meanwhile (median 10.5)" in capsys.readouterr().out
    taken = sample()
    assert len(taken) > 4
    assert all(0 < seconds < 10 for seconds in taken)


def test_what_is_no_number_keeps_no_promise() -> None:
    assert not Figure("x", float("nan"), "s", 1.0).kept


def test_every_script_prints_its_figures_in_the_form_that_is_read() -> None:
    for script in TOOLS.glob("bench_*.py"):
        assert "say(" in script.read_text(encoding="utf-8"), script.name


def test_clangds_figure_is_printed() -> None:
    done = subprocess.run(
        [sys.executable, str(TOOLS / "bench_clangd.py"), "my_add_custom"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    (figure,) = read(done.stdout)
    assert figure.name == "clangd's first diagnostics, my_add_custom"
    assert figure.promised == 1.0
    assert done.returncode == (0 if figure.kept else 1)
