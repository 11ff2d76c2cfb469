"""Tests of what only the program's own compiler does or says, in a run with another one."""

from __future__ import annotations

import os

import pytest

own_compiler = pytest.mark.skipif(
    bool(os.environ.get("CXX")), reason="CXX names another compiler than the program's own"
)
"""``make test-all`` runs the tests of building once more with g++: its own words have tests of their own."""
