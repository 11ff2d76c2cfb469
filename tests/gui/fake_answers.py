"""What a fake host answers: what it has to say stands in the kernel's text, it does nothing.

A line ``// host: WORD`` in the source chooses: ``compile-error``, ``differs``, ``begins`` (it is
told where) and ``begins-own`` (in a case with a model of its own), ``exports-…`` (a model of that
name), ``die``, ``hang``, ``garbage``, ``chatter``, ``unwritten``, ``cases`` (a further set of
inputs, which differs), ``unverified`` (nothing independent checks the kernel) and ``unverified-
nameless`` (nor is there a draft of a reference); of a check ``wrong-cells`` (those of no size
differ), ``wrong-cells-crash`` (so does a script of one), ``wrong-cells-declared`` (by what is
declared) and ``hanging-cells`` (the first one does not end before it is cancelled); anything else
agrees.
"""

import os
import re
import sys
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.cells import AGREES, ALIKE, DIFFERS, CellFiles, CellOutcome
from workbench.core.cells.factors import SIZES
from workbench.core.errors import Problem
from workbench.core.pipeline import parity as parity_of
from workbench.importers.drafts.skeleton import unwritten


def say(event: jobs.Event) -> None:
    sys.stdout.buffer.write(jobs.encode(event))
    sys.stdout.buffer.flush()


def end(job: int, stage: str, result=None, status: str = "ok", problems=()) -> None:
    say(jobs.StageEnded(job, stage, status, 0.01, tuple(problems), result))


def word_of(folder: str) -> str:
    texts = [p.read_text() for p in sorted(Path(folder).glob("*.cpp"))]
    found = re.search(r"// host: ([\w-]+)", "\n".join(texts))
    return found[1] if found else ""


WORST = jobs.WorstElement((0, 1), "1.5", "2.5", 1.0, 8388608.0, 1e-5, False)


def parity(agrees: bool, case: str = "") -> jobs.OutputParity:
    differences = () if agrees else (jobs.Difference((0, 1), "1.5", "2.5"),)
    return jobs.OutputParity(
        "y", "PyTorch", "ONNX Runtime", "float32", (2, 3), agrees, 6, len(differences),
        0.0 if agrees else 1.0, 0.0 if agrees else 0.6, 1e-6, 1e-5, differences, "", case, 6,
        worst=None if agrees else WORST,
    )  # fmt: skip


def build(job: jobs.BuildJob, word: str) -> bool:
    say(jobs.StageStarted(job.id, "build"))
    say(jobs.Progress(job.id, "build", 1, 2, "kernel.cpp"))
    if word == "die":
        sys.stderr.write("the host's last words\n")
        sys.stderr.flush()
        os._exit(7)
    if word == "garbage":
        sys.stdout.write('this is no JSON\n{"type": "Unknown"}\n')
        sys.stdout.flush()
    if word == "chatter":
        for i in range(20_000):
            say(jobs.Log(job.id, f"line {i}\n"))
    if word == "hang":
        hang(job.id)
        return False
    if word == "compile-error":
        source = next(Path(job.folder).glob("*.cpp"))
        problem = Problem("compile", "expected ';'", "Add it.", str(source), "", 2, 3)
        end(job.id, "build", None, "failed", [problem])
        say(jobs.JobEnded(job.id, "failed"))
        return False
    end(job.id, "build", jobs.BuildResult("/nowhere/torch.so", "/nowhere/ort.so", 1))
    return True


CASE = jobs.ExportedCase("", "/nowhere/model.onnx", "/i.npz", "/r.npz")
OWN_MODEL = jobs.ExportedCase("own", "/nowhere/own.model.onnx", "/i.npz", "/r.npz")


def export(job: jobs.ExportJob, word: str) -> None:
    say(jobs.StageStarted(job.id, "export"))
    case = CASE
    if word.startswith("exports-"):
        case = jobs.ExportedCase("", f"{job.folder}/{word}.onnx", "/i.npz", "/r.npz")
    cases = (case, OWN_MODEL) if word == "begins-own" else (case,)
    end(job.id, "export", jobs.ExportResult(cases))
    say(jobs.StageStarted(job.id, "graph"))
    end(job.id, "graph", jobs.GraphResult(("custom::MyAdd",)))


def run(job: jobs.RunJob, word: str) -> None:
    say(jobs.StageStarted(job.id, "run"))
    if word == "unwritten":
        message = "Non-zero status code: acme::MyAdd: my_add is not written yet"
        problem = unwritten("ONNX Runtime", message).problem
        end(job.id, "run", None, "failed", [problem])
        return
    end(job.id, "run", jobs.RunResult(0.25))
    say(jobs.StageStarted(job.id, "compare"))
    agrees = word not in ("differs", "begins", "begins-own", "cases")
    outputs = (parity(True), parity(False, "larger")) if word == "cases" else (parity(agrees),)
    if word.startswith("unverified"):
        alike = (msgspec.structs.replace(outputs[0], independent=False),)
        why = parity_of.unverified(alike, "both runtimes run the same kernel")
        end(job.id, "compare", jobs.CompareResult(alike), "unverified", why)
        return
    node = jobs.GraphNode("y", "custom::MyAdd", "add")
    value = jobs.ComparedValue(node, "y", "differs", "PyTorch", 1.0, 0.6, 1, 6)
    case = "own" if word == "begins-own" else ""
    found = jobs.DivergenceResult((value,), "y", sure=True, case=case)
    begins = found if word.startswith("begins") else None
    result = jobs.CompareResult(outputs, begins=begins)
    end(job.id, "compare", result, "ok" if agrees else "differs")


def hang(job: int) -> None:
    while True:
        request = jobs.decode_request(sys.stdin.buffer.readline())
        if isinstance(request, jobs.CancelJob):
            say(jobs.JobEnded(job, "cancelled"))
            return


def cells(job: jobs.CellsJob | jobs.CellsRunJob, word: str) -> bool:
    say(jobs.StageStarted(job.id, "check"))
    for number, cell in enumerate(job.cells):
        say(jobs.Progress(job.id, "check", number, len(job.cells), f"checking {cell.text}"))
        if word == "hanging-cells" and number == 3:
            hang(job.id)
            return False
        alike = word.startswith("unverified")
        made = CellOutcome(cell.number, ALIKE if alike else AGREES, elements=0 if alike else 6)
        if isinstance(job, jobs.CellsJob):
            if word.startswith("wrong-cells") and cell.level(SIZES) == "n = 0":
                source = str(next(Path(job.folder).glob("*.cpp")))
                problem = Problem("parity", "y differs in 2 of 6", "Look.", source, "", 2)
                if word.endswith("-declared"):
                    toml = str(Path(job.folder) / "op.toml")
                    problem = Problem("parity", "y differs", "Look.", toml, "outputs[0].shape")
                made = CellOutcome(cell.number, DIFFERS, (problem,))
            elif job.export:
                files = CellFiles("/nowhere/model.onnx", "/i.npz", "/o.npz")
                made = msgspec.structs.replace(made, elements=0, files=files)
        say(jobs.CellEnded(job.id, made))
    end(job.id, "check")
    return True


def script(job: jobs.CellScriptJob, word: str) -> bool:
    path = Path(job.out) / f"{job.op.name}_cell.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    libraries = [Path(lib).name for lib in (job.torch_library, job.ort_library)]
    path.write_text(" ".join([job.cell.text, *libraries]))
    if word.endswith("-crash"):
        end(job.id, "script", status="failed", problems=(Problem("crash", "it crashed"),))
        say(jobs.JobEnded(job.id, "failed"))
        return False
    end(job.id, "script", jobs.CellScriptResult(str(path), "no model"))
    return True


def deliver(job: jobs.DeliverJob, word: str) -> bool:
    if word.endswith("-full"):
        problem = Problem("deliver", "the delivery cannot be written")
        end(job.id, "deliver", status="failed", problems=(problem,))
        say(jobs.JobEnded(job.id, "failed"))
        return False
    Path(job.target).mkdir()
    checks = (jobs.DeliveryCheck("run.py", "Python", f"{job.status}: 1 of 1 outputs"),)
    end(job.id, "deliver", jobs.DeliverResult(job.target, 1, 1, checks))
    return True


def reference(job: jobs.DraftReferenceJob, word: str) -> None:
    head = jobs.ReferenceDraft("a function to be written", text="def my_add_custom(a, b): ...")
    found = (jobs.ReferenceDraft("torch.add", python="torch.add(a, b)", tried=True),)
    drafts = (*(() if word == "unverified-nameless" else found), head)
    end(job.id, "reference", jobs.DraftReferenceResult(drafts))


def view(job: jobs.GraphViewJob) -> None:
    if "broken" in job.model:
        end(job.id, "graph-view", None, "failed", [Problem("model", "this is no ONNX model")])
        return
    node = jobs.GraphNode("y", "custom::MyAdd", "add", "", ("a", "b"), ("y",))
    missing = {"y": "the domain 'custom' is neither ONNX's nor ONNX Runtime's"}
    file = f"{job.work}/1.onnx"
    end(job.id, "graph-view", jobs.GraphViewResult(file, (node,), 1, (), "", missing, 17, 100))


def times(job: jobs.TimeJob, word: str) -> bool:
    """A result for each of the inputs; of each contender that it asks for but the second."""
    first, second, *others = job.contenders
    machine = jobs.Machine("here", "a processor", 2)
    for number, inputs in enumerate(job.points):
        if number and word == "hang-then":
            return False
        if number and word == "fail-then":
            end(job.id, "time", None, "failed", [Problem("run", "too large", "Smaller ones.")])
            say(jobs.JobEnded(job.id, "failed"))
            return False
        median = 0.01 * 10**number
        timed = [
            jobs.Timed(one.name, one.title, threads, 9.0, 40, median / 2, median, 2 * median)
            for threads in job.threads
            for one in (first, *others)
        ]
        missing = (jobs.Missing(second.name, second.title, "it does not compile", "Inductor: raw"),)
        roofs = tuple(jobs.Roof(threads, 1e10, 1e11) for threads in job.threads)
        elements = 30 * 10**number
        told = (inputs.name, {"a": (3, 10)}, elements, 4 * elements, None, tuple(timed), missing)
        end(job.id, "time", jobs.TimeResult(*told, roofs, {"torch": "2"}, machine))
    return True


def answer(request: bytes) -> None:
    """Answer one line of the protocol."""
    job = jobs.decode_request(request)
    if isinstance(job, jobs.CancelJob):
        return
    if isinstance(job, jobs.GraphViewJob):
        view(job)
        say(jobs.JobEnded(job.id, "ok"))
        return
    word = word_of(job.folder)
    if isinstance(job, jobs.ProfileJob):
        node = jobs.GraphNode("y", "custom::MyAdd", "add")
        other = jobs.GraphNode("", "Mul", "fused")
        nodes = tuple(jobs.NodeTime(one, ms, 1, "CPU") for one, ms in ((node, 0.3), (other, 0.1)))
        gone = (jobs.GraphNode("z", "Identity"),)
        end(job.id, "profile", jobs.ProfileResult(nodes, gone, 500))
        say(jobs.JobEnded(job.id, "ok"))
        return
    if isinstance(job, jobs.BuildJob):
        if not build(job, word):
            return
    elif isinstance(job, jobs.CellsJob | jobs.CellsRunJob):
        if not cells(job, word):
            return
    elif isinstance(job, jobs.DraftReferenceJob):
        reference(job, word)
    elif isinstance(job, jobs.CellScriptJob):
        if not script(job, word):
            return
    elif isinstance(job, jobs.ExportJob):
        export(job, word)
    elif isinstance(job, jobs.DeliverJob):
        if not deliver(job, word):
            return
    elif isinstance(job, jobs.TimeJob):
        if not times(job, word):
            return
    else:
        run(job, word)
    say(jobs.JobEnded(job.id, "ok"))
