"""What no text says of an op for ONNX Runtime, its library is asked: the declaration has a fix for it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.engine.own_ort import needs_headers
from tests.engine.raw_library import op_library
from workbench.core.storage import op_file
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates

HEAD = """
#include <onnxruntime_cxx_api.h>
#include <string>
#include <vector>
struct HalfKernel {
  void Compute(OrtKernelContext* context) {
    Ort::KernelContext ctx(context);
    auto x = ctx.GetInput(0);
    auto info = x.GetTensorTypeAndShapeInfo();
    auto y = ctx.GetOutput(0, info.GetShape());
    for (size_t i = 0; i < info.GetElementCount(); ++i)
      y.GetTensorMutableData<float>()[i] = x.GetTensorData<float>()[i] / 2;
  }
};
struct Half : Ort::CustomOpBase<Half, HalfKernel> {
  Half() { while (start_ver_ < 3) ++start_ver_; }
  void* CreateKernel(const OrtApi&, const OrtKernelInfo*) const { return new HalfKernel; }
  const char* GetName() const { return "Half"; }
  size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};
"""
LOOP = """
static void add(std::vector<Ort::CustomOpDomain>& domains, const std::string& name) {
  domains.emplace_back(("wb." + name).c_str());
}
extern "C" OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
  Ort::InitApi(base->GetApi(ORT_API_VERSION));
  static Half half;
  static std::vector<Ort::CustomOpDomain> domains;
  for (int i = domains.size(); i < 2; ++i) add(domains, "loop" + std::to_string(i));
  domains.back().Add(&half);
  for (auto& domain : domains) Ort::UnownedSessionOptions(options).Add(domain);
  return nullptr;
}
"""
DEFAULT = """
extern "C" OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
  Ort::InitApi(base->GetApi(ORT_API_VERSION));
  static Half half;
  static Ort::CustomOpDomain domain{""};
  domain.Add(&half);
  Ort::UnownedSessionOptions(options).Add(domain);
  return nullptr;
}
"""


@needs_headers
def test_a_domain_and_a_version_that_are_made_in_loops_are_fixes_once_it_is_built(
    run: Run, tmp_path: Path
) -> None:
    source = tmp_path / "half.cpp"
    source.write_text(HEAD + LOOP)
    made = run("new", tmp_path / "p", "--cpp", source)
    assert made.returncode == 0, made.stderr
    assert "no file says the op's domain" in made.stdout + made.stderr
    op = tmp_path / "p" / "ops" / "half"
    assert run("fix", op, "--trust").returncode == 1
    for number, title in enumerate(("Change to wb.loop1::Half", "Change to 3")):
        offered = json.loads(run("fix", op, "--json").stdout)["fixes"]
        assert [fix["title"] for fix in offered] == [title], number
        assert run("fix", op, "--take", "1").returncode == 0
    declared = op_file.load(op)
    assert (declared.mapping.nodes[0].op, declared.ort.since_version) == ("wb.loop1::Half", 3)
    done = run("verify", op, "--allow-unverified")
    assert "runs alike" in done.stdout, done.stdout + done.stderr


def test_the_default_domain_is_said_and_no_guess() -> None:
    texts = {"half.cpp": HEAD + DEFAULT}
    (candidate,) = [c for c in find_candidates(texts) if c.struct is not None]
    draft = draft_of(candidate, texts, "half")
    assert draft.op.mapping.nodes[0].op == "custom::Half"
    (told,) = [g.message for g in draft.gaps if g.key == "mapping.nodes[0].op"]
    assert "registers Half in the default ONNX domain" in told
    assert "register it in 'custom' there" in told


def test_a_library_with_ops_in_the_default_domain_is_listed_and_no_op_is_made_of_it(
    run: Run, tmp_path: Path
) -> None:
    library = op_library(tmp_path, """made("", "Half", {{1, 0}}, {{1, 0}}),""")
    listed = run("inspect", library)
    assert listed.stdout.startswith("Half  (the default ONNX domain)\n"), listed.stderr
    refused = run("new", tmp_path / "p", "--library", library)
    assert refused.returncode == 1
    assert "it is in the default ONNX domain" in refused.stderr
    assert "Register it in a domain of your own" in refused.stderr
    assert not (tmp_path / "p").exists()
