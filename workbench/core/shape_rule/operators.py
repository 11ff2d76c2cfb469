"""Python's operators that a rule may have, as its tree names them and as the rule's nodes do."""

from __future__ import annotations

import ast

__all__ = ["COMPARISONS", "OPERATORS", "REAL_OPERATORS"]

OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"}  # fmt: skip
"""Of whole numbers."""
REAL_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}  # fmt: skip
