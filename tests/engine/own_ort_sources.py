"""C++ as people write it against ONNX Runtime's official headers, one text per style."""

TOML = """
schema = 1
name = "sum"
torch = "wb_test::sum"

[[args]]
name = "x"

[[args]]
name = "y"

[[outputs]]
name = "out"
dtype = "x"
shape = "x.shape"

[kernel]
style = "python"
source = "sum.py"
function = "Sum"

[[mapping.nodes]]
op = "wb.test::Sum"
inputs = ["x", "y"]
outputs = ["out"]

[ort]
implementation = "own"
source = "sum_ort.cpp"

[[model.inputs]]
arg = "x"
shape = [2, 3]

[[model.inputs]]
arg = "y"
shape = [2, 3]
"""

CLASSIC = """
#include <onnxruntime_cxx_api.h>
struct SumKernel {
  SumKernel(Ort::CustomOpApi ort, const OrtKernelInfo* info) : ort_(ort) {}
  void Compute(OrtKernelContext* context) {
    const OrtValue* x = ort_.KernelContext_GetInput(context, 0);
    const OrtValue* y = ort_.KernelContext_GetInput(context, 1);
    OrtTensorTypeAndShapeInfo* info = ort_.GetTensorTypeAndShape(x);
    auto sizes = ort_.GetTensorShape(info);
    size_t count = ort_.GetTensorShapeElementCount(info);
    ort_.ReleaseTensorTypeAndShapeInfo(info);
    if (count == 0) throw std::runtime_error("nothing to add");
    float* out = ort_.GetTensorMutableData<float>(
        ort_.KernelContext_GetOutput(context, 0, sizes.data(), sizes.size()));
    for (size_t i = 0; i < count; ++i)
      out[i] = ort_.GetTensorData<float>(x)[i] + ort_.GetTensorData<float>(y)[i];
  }
  Ort::CustomOpApi ort_;
};
struct SumOp : Ort::CustomOpBase<SumOp, SumKernel> {
  void* CreateKernel(Ort::CustomOpApi api, const OrtKernelInfo* info) const {
    return new SumKernel(api, info);
  }
  const char* GetName() const { return "Sum"; }
  const char* GetExecutionProviderType() const { return "CPUExecutionProvider"; }
  size_t GetInputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};
"""

REGISTERED = """
static const SumOp the_op;
extern "C" OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options,
                                                     const OrtApiBase* base) {
  const OrtApi* api = base->GetApi(ORT_API_VERSION);
  OrtCustomOpDomain* domain = nullptr;
  if (auto status = api->CreateCustomOpDomain("wb.test", &domain)) return status;
  if (auto status = api->CustomOpDomain_Add(domain, &the_op)) return status;
  return api->AddCustomOpDomain(options, domain);
}
"""

LITE = """
#define ORT_API_MANUAL_INIT
#include "onnxruntime_cxx_api.h"
#undef ORT_API_MANUAL_INIT
#include "onnxruntime_lite_custom_op.h"
void sum(const Ort::Custom::Tensor<float>& x, const Ort::Custom::Tensor<float>& y,
         Ort::Custom::Tensor<float>& out) {
  float* data = out.Allocate(x.Shape());
  for (int64_t i = 0; i < x.NumberOfElement(); ++i) data[i] = x.Data()[i] + y.Data()[i];
}
extern "C" OrtStatus* RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
  Ort::Global<void>::api_ = base->GetApi(ORT_API_VERSION);
  static const std::unique_ptr<Ort::Custom::OrtLiteCustomOp> op{
      Ort::Custom::CreateLiteCustomOp("Sum", "CPUExecutionProvider", sum)};
  static Ort::CustomOpDomain domain{"wb.test"};
  domain.Add(op.get());
  Ort::UnownedSessionOptions{options}.Add(domain);
  return nullptr;
}
"""

PLAIN_C = """
#include "core/session/onnxruntime_c_api.h"
static const OrtApi* api_of(const void* state) { return static_cast<const OrtApi*>(state); }
struct SumOp : OrtCustomOp {
  SumOp() {
    version = ORT_API_VERSION;
    CreateKernel = [](const OrtCustomOp*, const OrtApi* api, const OrtKernelInfo*) -> void* {
      return const_cast<OrtApi*>(api);
    };
    GetName = [](const OrtCustomOp*) { return "Sum"; };
    GetExecutionProviderType = [](const OrtCustomOp*) -> const char* { return nullptr; };
    GetInputType = [](const OrtCustomOp*, size_t) { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; };
    GetInputTypeCount = [](const OrtCustomOp*) -> size_t { return 2; };
    GetOutputType = [](const OrtCustomOp*, size_t) { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; };
    GetOutputTypeCount = [](const OrtCustomOp*) -> size_t { return 1; };
    GetInputCharacteristic = [](const OrtCustomOp*, size_t) { return INPUT_OUTPUT_REQUIRED; };
    GetOutputCharacteristic = [](const OrtCustomOp*, size_t) { return INPUT_OUTPUT_REQUIRED; };
    GetInputMemoryType = [](const OrtCustomOp*, size_t) { return OrtMemTypeDefault; };
    GetStartVersion = [](const OrtCustomOp*) { return 1; };
    GetEndVersion = [](const OrtCustomOp*) { return 100; };
    KernelDestroy = [](void*) {};
    KernelCompute = [](void* state, OrtKernelContext* context) {
      const OrtApi* api = api_of(state);
      const OrtValue *x, *y;
      OrtValue* out;
      Ort::ThrowOnError(*api, api->KernelContext_GetInput(context, 0, &x));
      Ort::ThrowOnError(*api, api->KernelContext_GetInput(context, 1, &y));
      const int64_t sizes[] = {2, 3};
      Ort::ThrowOnError(*api, api->KernelContext_GetOutput(context, 0, sizes, 2, &out));
      void *a, *b, *c;
      Ort::ThrowOnError(*api, api->GetTensorMutableData(const_cast<OrtValue*>(x), &a));
      Ort::ThrowOnError(*api, api->GetTensorMutableData(const_cast<OrtValue*>(y), &b));
      Ort::ThrowOnError(*api, api->GetTensorMutableData(out, &c));
      for (int i = 0; i < 6; ++i) ((float*)c)[i] = ((float*)a)[i] + ((float*)b)[i];
    };
  }
};
"""

NEW_STYLE = """
#include <onnxruntime/core/session/onnxruntime_cxx_api.h>
namespace my::ops {
struct Kernel {
  Kernel(const OrtApi&, const OrtKernelInfo*) {}
  void Compute(OrtKernelContext* context) {
    Ort::KernelContext ctx(context);
    auto x = ctx.GetInput(0), y = ctx.GetInput(1);
    auto sizes = x.GetTensorTypeAndShapeInfo().GetShape();
    auto out = ctx.GetOutput(0, sizes);
    size_t count = x.GetTensorTypeAndShapeInfo().GetElementCount();
    for (size_t i = 0; i < count; ++i)
      out.GetTensorMutableData<float>()[i] =
          x.GetTensorData<float>()[i] + y.GetTensorData<float>()[i];
  }
};
namespace {
class SumOp final : public Ort::CustomOpBase<SumOp, Kernel> {
 public:
  void* CreateKernel(const OrtApi& api, const OrtKernelInfo* info) const {
    return std::make_unique<Kernel>(api, info).release();
  }
  const char* GetName() const { return "Sum"; }
  size_t GetInputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  static OrtStatusPtr InferOutputShape(Ort::ShapeInferContext& ctx) {
    ctx.SetOutputShape(0, ctx.GetInputShape(0));
    return nullptr;
  }
};
}  // namespace
}  // namespace my::ops
"""

ATTRIBUTES = """
#include <onnxruntime_cxx_api.h>
struct Kernel {
  Kernel(Ort::CustomOpApi ort, const OrtKernelInfo* info) : ort_(ort) {
    f = ort_.KernelInfoGetAttribute<float>(info, "f");
    i = ort_.KernelInfoGetAttribute<int64_t>(info, "i");
    s = ort_.KernelInfoGetAttribute<std::string>(info, "s");
    fs = ort_.KernelInfoGetAttribute<std::vector<float>>(info, "fs");
    is = ort_.KernelInfoGetAttribute<std::vector<int64_t>>(info, "is");
  }
  void Compute(OrtKernelContext* context) {
    const OrtValue* x = ort_.KernelContext_GetInput(context, 0);
    auto* info = ort_.GetTensorTypeAndShape(x);
    if (ort_.GetTensorElementType(info) != ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT) std::abort();
    std::vector<int64_t> sizes(ort_.GetDimensionsCount(info));
    ort_.GetDimensions(info, sizes.data(), sizes.size());
    ort_.ReleaseTensorTypeAndShapeInfo(info);
    // The second input may be left out: null, or not counted.
    bool given = ort_.KernelContext_GetInputCount(context) > 1 &&
                 ort_.KernelContext_GetInput(context, 1) != nullptr;
    std::vector<float> values = {f, (float)i, (float)s.size(), fs.at(1), (float)is.at(0),
                                 (float)sizes.size(), (float)given};
    int64_t count = values.size();
    float* out = ort_.GetTensorMutableData<float>(ort_.KernelContext_GetOutput(context, 0, &count, 1));
    std::copy(values.begin(), values.end(), out);
  }
  Ort::CustomOpApi ort_;
  float f; int64_t i; std::string s; std::vector<float> fs; std::vector<int64_t> is;
};
struct Op : Ort::CustomOpBase<Op, Kernel> {
  void* CreateKernel(Ort::CustomOpApi api, const OrtKernelInfo* info) const { return new Kernel(api, info); }
  const char* GetName() const { return "Sum"; }
  size_t GetInputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetInputType(size_t index) const {
    return index == 0 ? ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT : ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64;
  }
  OrtCustomOpInputOutputCharacteristic GetInputCharacteristic(size_t index) const {
    return index == 0 ? INPUT_OUTPUT_REQUIRED : INPUT_OUTPUT_OPTIONAL;
  }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};
"""
