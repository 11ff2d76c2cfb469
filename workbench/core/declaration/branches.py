"""The ways through the branches of a mapping: every answer to what its conditions ask, together.

A condition asks whether an argument is None, what a bool is, or compares. What is compared with constants
is tried at each of these and beside them; of two things that are compared with each other, every order.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

import msgspec

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.shape_rule import INDEX, Cond, Expr, arguments_of, nodes
from workbench.core.types.dtypes import DTYPES

__all__ = ["Subject", "Way", "asks_for_none", "ways"]

_MOST = 512
_OTHER = "another text"
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_HOLDS: dict[str, Callable[[int], bool]] = {
    "==": lambda order: order == 0,
    "!=": lambda order: order != 0,
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}
_Answer = bool | int | float | str


class Subject(msgspec.Struct, frozen=True):
    """What is asked for: whether ``name`` is None (``absent``) or true (``flag``), what the first of
    ``parts`` is (``value``), or how the two are ordered (``pair``).
    """

    kind: str
    name: str = ""
    parts: tuple[Expr, ...] = ()


class Way(msgspec.Struct, frozen=True):
    """One way.

    Attributes:
        answers: what is asked for → the answer.
        named: whether the conditions name every answer: ``mode == "a"`` names one text of many.
    """

    answers: dict[Subject, _Answer]
    named: bool

    def holds(self, cond: Cond) -> bool:
        """Whether a condition holds on it; a comparison with what is None does not."""
        match cond:
            case nodes.IsNone(name):
                return bool(self.answers.get(Subject("absent", name), False))
            case nodes.ItemIsNone():
                return bool(self.answers.get(_item_absent(cond), False))
            case nodes.BoolArg(name):
                return not self._is_none(name) and bool(
                    self.answers.get(Subject("flag", name), False)
                )
            case nodes.Logic("not", (item,)):
                return not self.holds(item)
            case nodes.Logic("and", items):
                return all(map(self.holds, items))
            case nodes.Logic(_, items):
                return any(map(self.holds, items))
            case nodes.Compare():
                if any(map(self._is_none, arguments_of(cond))):
                    return False
                subject, op, constant = _asked(cond)
                answer = self.answers[subject]
                if constant is None:
                    return _HOLDS[op](int(answer))
                return _HOLDS[op]((answer > constant) - (answer < constant))  # type: ignore[operator]
        raise TypeError(cond)

    def _is_none(self, name: str) -> bool:
        return bool(self.answers.get(Subject("absent", name), False))

    @property
    def text(self) -> str:
        """It in words: ``mask is None and mode is 'a'``."""
        return " and ".join(_said(subject, answer) for subject, answer in self.answers.items())


def ways(op: Op, conditions: Sequence[Cond]) -> list[Way] | None:
    """Every way that the conditions tell apart; None where there are too many to try.

    Args:
        op: the declaration: its choices, ranges and element types bound the answers.
        conditions: of its nodes.
    """
    asked: dict[Subject, set[_Answer]] = {}
    ordered: set[Subject] = set()
    for atom in itertools.chain.from_iterable(map(_atoms, conditions)):
        match atom:
            case nodes.IsNone(name):
                asked.setdefault(Subject("absent", name), set())
            case nodes.ItemIsNone():
                asked.setdefault(_item_absent(atom), set())
            case nodes.BoolArg(name):
                if (arg := op.arg(name)) is not None and arg.optional:
                    asked.setdefault(Subject("absent", name), set())
                asked.setdefault(Subject("flag", name), set())
            case nodes.Compare():
                subject, sign, constant = _asked(atom)
                known = asked.setdefault(subject, set())
                known |= {constant} if constant is not None else set()
                if sign not in ("==", "!="):
                    ordered.add(subject)
    answers = {subject: _answers(op, subject, known) for subject, known in asked.items()}
    if math.prod(map(len, answers.values())) > _MOST:
        return None
    found = []
    for chosen in itertools.product(*answers.values()):
        way = dict(zip(answers, chosen, strict=True))
        named = all(
            answer in asked[s] or s.kind != "value" or s in ordered or _closed(op, s.parts[0])
            for s, answer in way.items()
        )
        if not any(
            a and s.kind == "flag" and way.get(Subject("absent", s.name)) for s, a in way.items()
        ):
            found.append(Way(way, named))
    return found


def _item_absent(cond: nodes.ItemIsNone) -> Subject:
    """What is asked of a tensor of a list: it stands for one of that name, ``xs[0]``."""
    place = INDEX if isinstance(cond.index, nodes.ItemNumber) else cond.index
    return Subject("absent", f"{cond.name}[{place}]")


def asks_for_none(conditions: Sequence[Cond]) -> list[str]:
    """The arguments of which a condition asks whether they are None."""
    atoms = itertools.chain.from_iterable(map(_atoms, conditions))
    return sorted({atom.name for atom in atoms if isinstance(atom, nodes.IsNone)})


def _atoms(cond: Cond) -> Iterator[Cond]:
    if isinstance(cond, nodes.Logic):
        yield from itertools.chain.from_iterable(map(_atoms, cond.items))
        return
    yield cond


def _asked(cond: nodes.Compare) -> tuple[Subject, str, _Answer | None]:
    """What is compared, how, and with which constant; None where with something else."""
    for one, other, op in (
        (cond.left, cond.right, cond.op),
        (cond.right, cond.left, _TURNED.get(cond.op, cond.op)),
    ):
        if isinstance(other, nodes.Int | nodes.Float | nodes.Text):
            return Subject("value", parts=(one,)), op, other.value
    return Subject("pair", parts=(cond.left, cond.right)), cond.op, None


def _answers(op: Op, subject: Subject, named: set[_Answer]) -> list[_Answer]:
    if subject.kind in ("absent", "flag"):
        arg = op.arg(subject.name)
        if arg is None and subject.name.endswith("]"):
            return [False, True]
        may = arg is not None and (arg.optional or subject.kind == "flag")
        return [False, True] if may else [False]
    what = subject.parts[0]
    if subject.kind == "pair":
        return [0, 1] if _is_equal_or_not(what) else [-1, 0, 1]
    closed = _closed(op, what)
    if closed:
        return closed
    if all(isinstance(n, str) for n in named):
        return [*sorted(named, key=str), _OTHER]
    step = 0.5 if nodes.is_real(what) else 1
    numbers = {n + d for n in named if not isinstance(n, str) for d in (-step, 0, step)}
    if isinstance(what, nodes.Length | nodes.Count):
        numbers = {n for n in numbers if n >= 0}
    return sorted(numbers)


def _is_equal_or_not(what: Expr) -> bool:
    return nodes.is_text(what) or nodes.is_shape(what)


def _closed(op: Op, what: Expr) -> list[_Answer]:
    """All that something can be; nothing where that is open."""
    match what:
        case nodes.Opset():
            return [op.node_opset]
        case nodes.DtypeOf(name) if (arg := op.arg(name)) is not None:
            return list(DTYPES if arg.dtype == "any" else signature.arg_dtypes(op, arg))
        case nodes.TextArg(name) | nodes.IntArg(name) | nodes.FloatArg(name):
            given = op.arg(name)
            return list(given.choices) if given is not None else []
    return []


def _said(subject: Subject, answer: _Answer) -> str:
    name = subject.name
    if subject.kind == "absent":
        return f"{name} is {'' if answer else 'not '}None"
    if subject.kind == "flag":
        return f"{'' if answer else 'not '}{name}"
    texts = [_text(part) for part in subject.parts]
    if subject.kind == "value":
        return f"{texts[0]} is {answer!r}"
    unequal = "!=" if _is_equal_or_not(subject.parts[0]) else ">"
    sign = "==" if answer == 0 else "<" if answer == -1 else unequal
    return f"{texts[0]} {sign} {texts[1]}"


def _text(expr: Expr) -> str:
    match expr:
        case nodes.IntArg(name) | nodes.FloatArg(name) | nodes.TextArg(name) | nodes.ListArg(name):
            return name
        case nodes.ArgShape(name):
            return f"{name}.shape"
        case nodes.DtypeOf(name, None):
            return f"{name}.dtype"
        case nodes.DtypeOf(name, int() as index):
            return f"{name}[{index}].dtype"
        case nodes.ItemShape(name, int() as index):
            return f"{name}[{index}].shape"
        case nodes.Count(name):
            return f"len({name})"
        case nodes.Length(shape):
            return f"len({_text(shape)})"
        case nodes.Index(shape, nodes.Int(index)):
            return f"{_text(shape)}[{index}]"
        case nodes.FloatItem(name, nodes.Int(index)):
            return f"{name}[{index}]"
        case nodes.Opset():
            return "opset"
        case nodes.Int(value) | nodes.Float(value) | nodes.Text(value):
            return repr(value)
        case nodes.Operation(op, left, right):
            return f" {op} ".join(
                f"({_text(side)})" if isinstance(side, nodes.Operation) else _text(side)
                for side in (left, right)
            )
    names = ", ".join(sorted(arguments_of(expr)))
    return f"what is computed of {names}"
