"""What the edits share; the fixes of ``core`` are made of the same."""

from __future__ import annotations

from workbench.core.edit import (
    ATTRIBUTE_TYPE,
    TENSORS,
    default_attribute,
    every_example,
    every_mapping,
    every_mapping_and_ort,
    fresh_name,
    in_rule,
    map_only_custom_node,
    plain_value,
    refer_to,
    with_inputs,
)

__all__ = [
    "ATTRIBUTE_TYPE",
    "TENSORS",
    "default_attribute",
    "every_example",
    "every_mapping",
    "every_mapping_and_ort",
    "fresh_name",
    "in_rule",
    "map_only_custom_node",
    "plain_value",
    "refer_to",
    "with_inputs",
]
