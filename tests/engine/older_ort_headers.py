"""Headers as an older release of ONNX Runtime had them, for sources that bring theirs."""

from __future__ import annotations

import re
from pathlib import Path

from workbench.core.compile.ort_headers import ORT_HEADERS, find_ort_headers

__all__ = ["SOURCE", "STRUCT", "write_headers"]

_CXX = r"""#pragma once
#include "onnxruntime_c_api.h"
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace Ort {
constexpr float kOfThisRelease = 12;  // no other headers have it

struct Exception : std::exception {
  Exception(std::string&& what, OrtErrorCode) : what_(std::move(what)) {}
  const char* what() const noexcept override { return what_.c_str(); }
  std::string what_;
};

template <class T>
struct Global {
  static const OrtApi* api_;
};
template <class T>
const OrtApi* Global<T>::api_{};
inline void InitApi() { Global<void>::api_ = OrtGetApiBase()->GetApi(ORT_API_VERSION); }
inline const OrtApi& GetApi() { return *Global<void>::api_; }

inline void ThrowOnError(const OrtApi& api, OrtStatus* status) {
  if (status == nullptr) return;
  std::string what = api.GetErrorMessage(status);
  api.ReleaseStatus(status);
  throw Exception(std::move(what), ORT_FAIL);
}
inline void ThrowOnError(OrtStatus* status) { ThrowOnError(GetApi(), status); }

struct CustomOpApi {
  CustomOpApi(const OrtApi& api) : api_(api) {}
  const OrtValue* KernelContext_GetInput(const OrtKernelContext* context, size_t index) {
    const OrtValue* value = nullptr;
    ThrowOnError(api_.KernelContext_GetInput(context, index, &value));
    return value;
  }
  std::vector<int64_t> Shape(const OrtValue* value) {
    OrtTensorTypeAndShapeInfo* info = nullptr;
    ThrowOnError(api_.GetTensorTypeAndShape(value, &info));
    size_t rank = 0;
    ThrowOnError(api_.GetDimensionsCount(info, &rank));
    std::vector<int64_t> sizes(rank);
    ThrowOnError(api_.GetDimensions(info, sizes.data(), rank));
    api_.ReleaseTensorTypeAndShapeInfo(info);
    return sizes;
  }
  float* Output(OrtKernelContext* context, const std::vector<int64_t>& sizes) {
    OrtValue* value = nullptr;
    ThrowOnError(api_.KernelContext_GetOutput(context, 0, sizes.data(), sizes.size(), &value));
    return Data(value);
  }
  float* Data(const OrtValue* value) {
    void* data = nullptr;
    ThrowOnError(api_.GetTensorMutableData(const_cast<OrtValue*>(value), &data));
    return static_cast<float*>(data);
  }
  const OrtApi& api_;
};

template <class Op, class Kernel>
struct CustomOpBase : OrtCustomOp {
  CustomOpBase() {
    OrtCustomOp::version = ORT_API_VERSION;
    OrtCustomOp::CreateKernel = [](const OrtCustomOp* op, const OrtApi* api, const OrtKernelInfo* info) {
      return static_cast<const Op*>(op)->CreateKernel(*api, info);
    };
    OrtCustomOp::GetName = [](const OrtCustomOp* op) { return static_cast<const Op*>(op)->GetName(); };
    OrtCustomOp::GetExecutionProviderType = [](const OrtCustomOp*) -> const char* { return nullptr; };
    OrtCustomOp::GetInputTypeCount = [](const OrtCustomOp* op) {
      return static_cast<const Op*>(op)->GetInputTypeCount();
    };
    OrtCustomOp::GetInputType = [](const OrtCustomOp* op, size_t i) {
      return static_cast<const Op*>(op)->GetInputType(i);
    };
    OrtCustomOp::GetOutputTypeCount = [](const OrtCustomOp* op) {
      return static_cast<const Op*>(op)->GetOutputTypeCount();
    };
    OrtCustomOp::GetOutputType = [](const OrtCustomOp* op, size_t i) {
      return static_cast<const Op*>(op)->GetOutputType(i);
    };
    OrtCustomOp::KernelCompute = [](void* kernel, OrtKernelContext* context) {
      static_cast<Kernel*>(kernel)->Compute(context);
    };
    OrtCustomOp::KernelDestroy = [](void* kernel) { delete static_cast<Kernel*>(kernel); };
    OrtCustomOp::GetInputCharacteristic = [](const OrtCustomOp*, size_t) { return INPUT_OUTPUT_REQUIRED; };
    OrtCustomOp::GetOutputCharacteristic = [](const OrtCustomOp*, size_t) { return INPUT_OUTPUT_REQUIRED; };
  }
};
}  // namespace Ort
"""

STRUCT = r"""
#include "onnxruntime_cxx_api.h"
struct SumKernel {
  SumKernel(Ort::CustomOpApi ort) : ort_(ort) {}
  void Compute(OrtKernelContext* context) {
    const OrtValue* x = ort_.KernelContext_GetInput(context, 0);
    const OrtValue* y = ort_.KernelContext_GetInput(context, 1);
    const auto sizes = ort_.Shape(x);
    if (sizes.size() != 2) throw std::runtime_error("two axes are wanted");
    float* out = ort_.Output(context, sizes);
    for (int64_t i = 0; i < sizes[0] * sizes[1]; ++i)
      out[i] = ort_.Data(x)[i] + ort_.Data(y)[i] + Ort::kOfThisRelease;
  }
  Ort::CustomOpApi ort_;
};
struct SumOp : Ort::CustomOpBase<SumOp, SumKernel> {
  void* CreateKernel(const OrtApi& api, const OrtKernelInfo*) const { return new SumKernel(api); }
  const char* GetName() const { return "Sum"; }
  size_t GetInputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};
"""
SOURCE = (
    "#include <stdexcept>\n"
    + STRUCT
    + """
static const SumOp the_op;
extern "C" OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options,
                                                     const OrtApiBase* base) {
  const OrtApi* api = base->GetApi(ORT_API_VERSION);
  Ort::InitApi();
  OrtCustomOpDomain* domain = nullptr;
  if (auto status = api->CreateCustomOpDomain("wb.test", &domain)) return status;
  if (auto status = api->CustomOpDomain_Add(domain, &the_op)) return status;
  return api->AddCustomOpDomain(options, domain);
}
"""
)


def write_headers(folder: Path, version: int = 12) -> None:
    """Write both: this machine's C interface with what an op had then, and a C++ one of that time."""
    official = find_ort_headers()
    assert official is not None
    text = (official / ORT_HEADERS[0]).read_text()
    text = re.sub(r"(#define ORT_API_VERSION) \d+", rf"\1 {version}", text)
    head, middle, rest = text.partition("struct OrtCustomOp {")
    struct, end, tail = rest.partition("\n};")
    struct = struct[: struct.index("OrtMemType(ORT_API_CALL* GetInputMemoryType)")]
    folder.mkdir(parents=True, exist_ok=True)
    names = dict(zip(ORT_HEADERS, (head + middle + struct + end + tail, _CXX), strict=True))
    for name, content in names.items():
        (folder / name).write_text(content)
    for name in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE):
        (folder / name).write_bytes((official / name).read_bytes())
