// The op in the style that tutorials taught for years: a kernel that calls ONNX Runtime through
// Ort::CustomOpApi, and an op struct that describes it. The official headers dropped that class;
// the program puts it back, so that code like this builds as it is.
#include <onnxruntime_cxx_api.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

struct FooKernel {
  FooKernel(Ort::CustomOpApi ort, const OrtKernelInfo* /*info*/) : ort_(ort) {}

  void Compute(OrtKernelContext* context) {
    const OrtValue* input_x = ort_.KernelContext_GetInput(context, 0);
    const OrtValue* input_y = ort_.KernelContext_GetInput(context, 1);
    const float* x = ort_.GetTensorData<float>(input_x);
    const float* y = ort_.GetTensorData<float>(input_y);

    OrtTensorTypeAndShapeInfo* info = ort_.GetTensorTypeAndShape(input_x);
    const std::vector<int64_t> sizes = ort_.GetTensorShape(info);
    const size_t count = ort_.GetTensorShapeElementCount(info);
    ort_.ReleaseTensorTypeAndShapeInfo(info);
    info = ort_.GetTensorTypeAndShape(input_y);
    const bool same = ort_.GetTensorShape(info) == sizes;
    ort_.ReleaseTensorTypeAndShapeInfo(info);
    if (!same) throw std::invalid_argument("X and Y have different shapes");

    OrtValue* output = ort_.KernelContext_GetOutput(context, 0, sizes.data(), sizes.size());
    float* out = ort_.GetTensorMutableData<float>(output);
    for (size_t i = 0; i < count; ++i) out[i] = x[i] + y[i];
  }

 private:
  Ort::CustomOpApi ort_;
};

struct FooOp : Ort::CustomOpBase<FooOp, FooKernel> {
  void* CreateKernel(Ort::CustomOpApi api, const OrtKernelInfo* info) const {
    return new FooKernel(api, info);
  }
  const char* GetName() const { return "FooClassic"; }
  const char* GetExecutionProviderType() const { return "CPUExecutionProvider"; }

  size_t GetInputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetInputType(size_t /*index*/) const {
    return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
  }
  OrtCustomOpInputOutputCharacteristic GetInputCharacteristic(size_t /*index*/) const {
    return OrtCustomOpInputOutputCharacteristic::INPUT_OUTPUT_REQUIRED;
  }

  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t /*index*/) const {
    return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
  }
};
