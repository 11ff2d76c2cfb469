"""A combination of optional tensors is as green as the comparisons of its sets of inputs."""

from msgspec.structs import replace

from tests.gui.fake_answers import parity
from workbench.core.pipeline.argument_coverage import Combination
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.gui.ops.arguments_card import light_of


def test_only_what_was_compared_and_agrees_is_green():
    with_p = Combination(("P",), (), ("main", "more"))
    main, more = replace(parity(True), compared=2), replace(parity(True, "more"), compared=2)
    assert light_of(with_p, (main, more)) == "ok"
    assert light_of(with_p, ()) == "none", "it was not run yet"
    assert light_of(with_p, (main, replace(more, agrees=False))) == "differs"
    alike = [replace(one, independent=False) for one in (main, more)]
    assert light_of(with_p, alike) == UNVERIFIED
    assert light_of(Combination((), ("P",)), (main, more)) == "none"
