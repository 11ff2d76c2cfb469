"""``op-workbench verify PATH…``: build, export, run and compare each op."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from workbench.cli import stages
from workbench.core.applying import sizes_of
from workbench.core.declaration.op import Op
from workbench.core.declaration.session import OPTIMISATIONS, Session
from workbench.core.errors import UserError
from workbench.core.exporters import EXPORTERS
from workbench.core.jobs import ExportedCase, ExportResult
from workbench.core.pipeline.argument_coverage import with_missing
from workbench.core.runtimes import RUNTIMES, asked
from workbench.core.timing import MOST_THREADS

__all__ = [
    "HELP",
    "arguments",
    "case_argument",
    "changed",
    "choice_arguments",
    "exported_case",
    "run",
    "session_arguments",
    "with_exporter",
    "with_session",
]

HELP = "build, export, run and compare each op of an op folder or a project"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)
    choice_arguments(parser)
    session_arguments(parser)
    parser.add_argument(
        "--onnx-cases",
        metavar="OPERATOR",
        help="run ONNX's own test cases of a standard operator through the op",
    )
    parser.add_argument(
        "--runtime",
        action="append",
        default=[],
        metavar="NAME",
        help="run each op that agrees in this runtime, too (all: in those that have been added; "
        f"op-workbench runtime add adds one): {', '.join(RUNTIMES)}",
    )
    parser.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="AXIS=N",
        help="run the exported model with this size of a dynamic axis, too, with no new export; "
        "may be given for several axes",
    )
    parser.add_argument(
        "--keep-case",
        action="store_true",
        help="where results differ, write the inputs of the worst element into the declaration as a "
        "case, which each run tries; with --size, the inputs at these sizes, whether they differ or not",
    )
    parser.add_argument(
        "--result",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="take in what check.py of a check folder (deliver --form check) has written on another "
        "machine: a row of its own, which proves nothing here",
    )
    parser.add_argument(
        "--arguments",
        action="store_true",
        help="run each combination of optional tensors given and not that no case has, too, and "
        "say which there are",
    )
    parser.add_argument(
        "--allow-unverified",
        action="store_true",
        help="exit with 0 also where both runtimes run alike and nothing independent checks them",
    )
    parser.add_argument(
        "--draft-reference",
        action="store_true",
        help="where nothing says what an op should give, write a reference into its declaration "
        "(torch's function or ONNX's operator of its name, else a function to be written), and "
        "compare with it",
    )


def choice_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what may be asked for in the place of what is declared."""
    parser.add_argument("--variant", metavar="NAME", help="take this mapping of the op; main: ''")
    parser.add_argument(
        "--exporter",
        choices=tuple(EXPORTERS),
        help="export with this one instead of the declared one",
    )


def case_argument(parser: argparse.ArgumentParser) -> None:
    """Declare whose inputs, and so whose model, a command looks at."""
    help_text = "with this case's inputs, in its own model where it has one"
    parser.add_argument("--case", default="", metavar="NAME", help=help_text)


def exported_case(export: ExportResult, name: str) -> ExportedCase:
    """The set of inputs that was asked for.

    Raises:
        UserError: kind ``usage``; there is no such one.
    """
    found = export.case(name)
    if found.name != name:
        known = ", ".join(f"'{one.name}'" for one in export.cases if one.name) or "none"
        raise UserError("usage", f"there is no case '{name}'", f"Cases: {known}.")
    return found


def session_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare with what ONNX Runtime may be asked to run instead of what is declared."""
    parser.add_argument(
        "--provider",
        action="append",
        default=[],
        metavar="NAME",
        help="run with this execution provider, the first that can run a node does",
    )
    parser.add_argument(
        "--threads", type=int, metavar="N", help="threads of a node in ONNX Runtime; 0: all cores"
    )
    parser.add_argument(
        "--optimisation",
        choices=tuple(OPTIMISATIONS),
        help="how far ONNX Runtime changes the graph",
    )


def with_session(session: Session, options: argparse.Namespace) -> Session:
    """What is declared, with what is asked for in its place.

    Raises:
        UserError: kind ``usage``; a number of threads that there cannot be.
    """
    if options.threads is not None and not 0 <= options.threads <= MOST_THREADS:
        raise UserError("usage", f"--threads {options.threads}: 0 to {MOST_THREADS}")
    asked = {
        "providers": tuple(options.provider) or None,
        "threads": options.threads,
        "optimisation": options.optimisation,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    return msgspec.structs.replace(session, **given)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if every op agrees (or is export-only, where there is no parity).

    One that only runs alike does so under ``--allow-unverified``.
    """

    def change(op: Op) -> Op:
        op = changed(op, options.variant, options.exporter)
        if options.arguments:
            op = with_missing(op)
        return msgspec.structs.replace(op, session=with_session(op.session, options))

    return stages.run_stages(
        options,
        "compare",
        change,
        options.onnx_cases or "",
        options.allow_unverified,
        options.draft_reference,
        asked(options.runtime),
        sizes_of(options.size),
        options.result,
        options.keep_case,
    )


def changed(op: Op, variant: str | None, exporter: str | None) -> Op:
    """What is asked for on the command line in the place of what is declared."""
    if variant is not None:
        if variant and variant not in op.variants:
            known = ", ".join(op.variants) or "none"
            raise UserError(
                "usage", f"'{op.name}' has no variant '{variant}'", f"Variants: {known}."
            )
        op = msgspec.structs.replace(op, variant=variant)
    if exporter is None or exporter == op.model.exporter:
        return op
    return with_exporter(op.resolved(), exporter)


def with_exporter(op: Op, exporter: str) -> Op:
    """The op exported by another exporter, in the opset that is declared."""
    model = msgspec.structs.replace(op.model, exporter=exporter)
    return msgspec.structs.replace(op, model=model)
