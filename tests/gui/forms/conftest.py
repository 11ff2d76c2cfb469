"""A node of the mapping, chosen on the page."""

from __future__ import annotations

import pytest


@pytest.fixture
def add(drive, document, answers):
    """my_add_custom with the op's one node made an ONNX operator."""

    def make(operator: str):
        drive.page("mapping")
        answers["choose_operator"] = operator
        drive.click("mapping.nodes[0].browse")
        return document

    return make
