"""Which test shows what is done about each pain that users have told of in public threads.

The pains are those that the program was made for; the first word of a row is where they are told:
the project, and the numbers of its threads.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent

TABLE = {
    "onnxruntime 11169 18840 9636": "pains/test_runtimes.py::test_onnxruntime_11169_the_wheel_has_no_headers",
    "onnxruntime 28523": "pains/test_runtimes.py::test_onnxruntime_28523_a_library_that_is_newer_than_the_runtime",
    "onnxruntime 29574": "ops/test_versions.py::test_what_an_older_runtime_cannot_read_is_refused",
    "onnxruntime 8730": "pains/test_runtimes.py::test_onnxruntime_8730_a_torch_extension_is_no_op_library",
    "onnxruntime 19692": "pains/test_runtimes.py::test_onnxruntime_19692_a_lite_op_must_outlive_the_session",
    "pytorch 189245": "pains/test_builds.py::test_pytorch_189245_a_killed_build_blocks_no_later_one",
    "pytorch 26798": "pains/test_builds.py::test_pytorch_26798_the_doctor_says_what_there_is",
    "pytorch 73047, extension-cpp 62": "pains/test_upgrades.py::test_extension_cpp_62_the_string_of_another_abi",
    "pytorch 187727": "pains/test_upgrades.py::test_pytorch_187727_another_torch_is_another_build",
    "pytorch 106696, flashinfer 618": (
        "engine/test_libtorch.py::test_an_edit_recompiles_one_file_against_the_precompiled_header"
    ),
    "pytorch 81693 76088 106388": (
        "pains/test_models.py::test_pytorch_106388_an_autograd_function_is_one_node_in_both_exporters"
    ),
    "pytorch 145261": "pains/test_mappings.py::test_pytorch_145261_none_for_an_input_ends_no_process",
    "mmcv 2249, pytorch 48930": "pains/test_mappings.py::test_mmcv_2249_several_outputs_need_their_number",
    "pytorch 50512": "pains/test_models.py::test_pytorch_50512_a_tensor_where_a_constant_is_needed",
    "pytorch 85636": "pains/test_models.py::test_pytorch_85636_one_opset_serves_registration_and_export",
    "pytorch 93370": "pains/test_models.py::test_pytorch_93370_a_model_that_decides_by_a_value",
    "pytorch 162697": "pains/test_models.py::test_pytorch_162697_an_operator_that_an_exporter_does_not_know",
    "pytorch 141545": "pains/test_models.py::test_pytorch_141545_a_fake_kernel_is_not_missed",
    "onnxruntime 23566, onnxruntime-extensions 964": (
        "pains/test_runtimes.py::test_onnxruntime_23566_what_a_library_of_ones_own_has_otherwise"
    ),
    "onnxruntime 12074": "pains/test_models.py::test_onnxruntime_12074_no_op_of_ones_own_in_the_default_domain",
    "onnxruntime 13946 18911, onnxruntime-extensions 785 786": (
        "pains/test_interfaces.py::test_onnxruntime_13946_lists_variadic_and_optional_inputs"
    ),
    "onnxruntime 23891": "pains/test_interfaces.py::test_onnxruntime_23891_one_node_with_two_types_of_output",
    "onnxruntime 8829": "pains/test_runtimes.py::test_onnxruntime_8829_a_crash_has_its_line",
    "onnxsim 129": "pains/test_interfaces.py::test_onnxsim_129_an_op_library_loads_after_torch",
    "pytorch 134815": "pains/test_interfaces.py::test_pytorch_134815_the_model_is_compared_with_its_op_library",
    "fused-ssim 44": "pains/test_runtimes.py::test_fused_ssim_44_strides_that_are_ignored_are_told",
    "onnxruntime 11159 26823 15182, netron 1234": (
        "gui/graph/test_node_times.py::test_nodes_are_listed_the_longest_first_and_coloured"
    ),
    "netron 853": "gui/web/test_netron_view.py::test_nothing_is_asked_of_the_outside",
    "netron 1544": "cli/test_graph_diff.py::test_the_same_is_status_0_and_a_difference_1",
    "sglang 35795, tt-metal 54893": (
        "ops/test_rounding.py::test_an_error_within_the_least_budget_and_one_beyond_it"
    ),
    "pytorch 62032 196859, deepmd-kit 4896": (
        "engine/cells/test_gradients.py::test_a_wrong_backward_is_found_with_its_formula"
    ),
    "onnxruntime 23191 21194 10082, onnx 5019": "engine/test_fallback.py::test_both_ways_are_run_and_compared",
    "pytorch 181851 177115": "pains/test_interfaces.py::test_pytorch_181851_a_fake_kernel_that_is_wrong",
    "FasterTransformer 364, onnxruntime 20792": (
        "engine/debug/test_session.py::test_it_stops_at_the_last_write_with_all_variables"
    ),
    "pytorch 80973 109532": (
        "cli/test_divergence.py::test_what_pytorch_computes_between_the_nodes_is_compared"
    ),
    "onnxscript 952 1636": "cli/test_apply.py::test_the_changed_model_is_compared_written_and_delivered",
    "openvino 15428, TensorRT 4206, pytorch 111950": (
        "ops/test_declared_outputs.py::test_outputs_whose_size_only_the_kernel_knows"
    ),
    "rknn-toolkit2 470 282": (
        "cli/test_runtime_rknn.py::test_an_op_that_is_only_exported_agrees_in_the_simulator"
    ),
    "pytorch 145394 143786": "cli/test_deliver_wheel.py::test_the_wheel_is_whole_and_says_what_was_checked",
}

MEASURED = {"pytorch 177109": "bench_overhead.py"}
"""What a script of ``make bench`` shows."""


@pytest.mark.parametrize("threads", TABLE)
def test_a_pain_has_its_test(threads: str) -> None:
    file, _, name = TABLE[threads].partition("::")
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert name in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}


@pytest.mark.parametrize("threads", MEASURED)
def test_a_pain_is_measured(threads: str) -> None:
    assert (TESTS.parent / "tools" / MEASURED[threads]).is_file()
