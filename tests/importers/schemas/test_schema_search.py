"""Search over registered ops: what matches, in which order, and the list on disk."""

from __future__ import annotations

import os
import time

import pytest

from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.importers.schemas import schema_cache
from workbench.importers.schemas.schema_cache import ListedOp
from workbench.importers.schemas.schema_search import SchemaIndex


def op(full: str, args: str = "self", returns: str = "Tensor", package: str = "") -> ListedOp:
    name, _, overload = full.partition(".")
    return ListedOp(name, overload, args, f'{{"returns":["{returns}"]}}', package)


OPS = [
    op("aten::grid_sampler", "input grid interpolation_mode"),
    op("aten::grid_sampler_2d", "input grid"),
    op("aten::grid_sampler_2d.out", "input grid out"),
    op("aten::_grid_sampler_2d_cpu_fallback", "input grid"),
    op("aten::grid_sampler_2d_backward", "grad_output input grid"),
    op("aten::relu"),
    op("aten::relu_"),
    op("aten::leaky_relu", "self negative_slope"),
    op("aten::prelu", "self weight"),
    op("aten::relu6"),
    op("prims::relu"),
    op("aten::roll", "self shifts dims"),
    op("aten::size", "self", "int"),
    op("cluster::grid", "pos size", package="torch_cluster"),
]


def found(query: str, ops: list[ListedOp] = OPS) -> list[str]:
    return [ops[i].full for i in SchemaIndex(ops).search(query)]


@pytest.mark.parametrize("query", ["grid_sampler", "GridSampler", "sampler grid", "GRID  samp"])
def test_words_match_in_any_order_and_writing(query: str) -> None:
    assert found(query)[0] == "aten::grid_sampler"


def test_arguments_and_overloads_are_searched() -> None:
    assert found("negative slope") == ["aten::leaky_relu"]
    assert found("roll dims") == ["aten::roll"]
    assert found("sampler out")[-1] == "aten::grid_sampler_2d.out"


def test_an_overload_is_named_behind_a_point() -> None:
    ops = [
        op("aten::split", "self split_sizes", "List[Tensor]"),
        op("aten::split.Tensor", "self split_size", "List[Tensor]"),
        op("aten::split_copy.Tensor", "self split_size"),
    ]
    assert found("split.T", ops)[0] == "aten::split.Tensor"
    assert found("aten::split.tensor", ops)[0] == "aten::split.Tensor"
    assert found("split", ops)[0] == "aten::split"


def test_exact_then_prefix_then_word_then_inside() -> None:
    order = [n for n in found("relu") if n.startswith("aten")]
    assert order == ["aten::relu", "aten::relu_", "aten::relu6", "aten::leaky_relu", "aten::prelu"]
    assert found("relu_")[0] == "aten::relu_"


def test_private_and_backward_ops_come_late_and_out_overloads_last() -> None:
    order = found("grid_sampler_2d")
    assert order[0] == "aten::grid_sampler_2d"
    assert order[-1] == "aten::grid_sampler_2d.out"
    assert found("relu").index("prims::relu") > found("relu").index("aten::relu")


def test_a_namespace_narrows_the_search() -> None:
    assert found("cluster::") == ["cluster::grid"]
    assert found("prims::relu") == ["prims::relu"]


def test_nothing_matches_and_everything_matches() -> None:
    assert found("no such op") == []
    everything = found("  ")
    assert sorted(everything) == sorted(o.full for o in OPS)
    assert everything[0].startswith("aten::")
    assert everything[-1].endswith(".out")


@pytest.mark.parametrize("query", ["(((", "a" * 5000, "\x00", "::", "*?[", "aten::."])
def test_a_hostile_query_finds_or_finds_not(query: str) -> None:
    assert isinstance(found(query), list)


def test_ops_can_be_added_later() -> None:
    index = SchemaIndex(OPS[:3])
    assert index.search("relu") == []
    index.add(OPS[3:])
    assert OPS[index.search("relu")[0]].full == "aten::relu"
    assert len(index.search("")) == len(index) == len(OPS)


def test_a_search_is_fast_in_a_list_as_long_as_torch_s() -> None:
    ops = [
        op(f"aten::{word}_{i}", "input weight bias stride padding dilation groups")
        for i in range(1500)
        for word in ("conv", "grid_sampler", "relu")
    ]
    index = SchemaIndex(ops)
    times = []
    for query in ("c", "co", "grid sampler", "relu 7", "stride", "e"):
        began = time.process_time()
        index.search(query)
        times.append(time.process_time() - began)
    assert max(times) < 0.25  # 0.01 s here; a frame is 0.05 s


# -- on disk


def schema(name: str) -> TorchSchema:
    args = (SchemaArg("self", "Tensor"), SchemaArg("dims", "List[int]"))
    return TorchSchema(name, "", args, ("Tensor",), False, f"{name}(Tensor self) -> Tensor")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path))
    return tmp_path


def test_what_is_written_is_read_again(cache) -> None:
    schemas = [schema("aten::abs"), schema("aten::roll")]
    path = schema_cache.write(schemas, "2.9.1+cpu")
    assert path.is_file()
    assert cache in path.parents
    listed = schema_cache.read("2.9.1+cpu")
    assert listed is not None
    assert [o.schema() for o in listed] == schemas
    assert listed[1].args == "self dims"


def test_each_version_and_package_has_a_list_of_its_own(cache) -> None:
    schema_cache.write([schema("aten::abs")], "1.0")
    schema_cache.write([schema("tv::nms")], "1.0", "torchvision")
    assert schema_cache.read("2.0") is None
    listed = schema_cache.read("1.0", "torchvision")
    assert listed is not None
    assert listed[0].package == "torchvision"
    assert schema_cache.cache_file("1.0", "../../x").parent == schema_cache.cache_file("1.0").parent


@pytest.mark.parametrize("damage", [lambda b: b[:-9], lambda b: b"", lambda b: b"\xff" + b,
                                    lambda b: b.replace(b"\t", b" "), lambda b: b + b"more\n"])  # fmt: skip
def test_a_damaged_list_is_none(cache, damage) -> None:
    path = schema_cache.write([schema("aten::abs"), schema("aten::roll")], "1.0")
    path.write_bytes(damage(path.read_bytes()))
    assert schema_cache.read("1.0") is None


def test_a_pipe_in_place_of_the_list_is_none(cache) -> None:
    path = schema_cache.write([schema("aten::abs")], "1.0")
    path.unlink()
    os.mkfifo(path)
    assert schema_cache.read("1.0") is None


@pytest.mark.parametrize("instead", ['{"nam', '{"more":' + "[" * 100_000 + ',"name"'])
def test_a_damaged_line_is_reported_when_it_is_looked_at(cache, instead) -> None:
    path = schema_cache.write([schema("aten::abs")], "1.0")
    path.write_text(path.read_text().replace('{"name"', instead))
    listed = schema_cache.read("1.0")
    assert listed is not None
    with pytest.raises(UserError, match="damaged at aten::abs"):
        listed[0].schema()
