// The part of ONNX Runtime's C ABI that op libraries need, because its Python package has no
// headers.
//
// The ABI only ever grows: slots of the function table and members of OrtCustomOp keep their
// places. tests/engine/test_ort_abi.py reads the declarations in this file and compares each of
// them with the official header, so keep them in the shape that they have: one function, member or
// enumerator a line.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wb::ort::abi {

// Types that only the runtime looks into.
struct OrtAllocator;
struct OrtCustomOp;  // ours to fill in, see below
struct OrtCustomOpDomain;
struct OrtKernelContext;
struct OrtKernelInfo;
struct OrtMemoryInfo;
struct OrtOpAttr;
struct OrtSessionOptions;
struct OrtShapeInferContext;
struct OrtStatus;
struct OrtTensorTypeAndShapeInfo;
struct OrtValue;

enum ONNXTensorElementDataType {
  ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED = 0,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT = 1,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8 = 2,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8 = 3,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16 = 4,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16 = 5,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32 = 6,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 = 7,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL = 9,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16 = 10,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE = 11,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32 = 12,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64 = 13,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16 = 16,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FN = 17,
  ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2 = 19,
};

enum OrtErrorCode {
  ORT_FAIL = 1,
  ORT_INVALID_ARGUMENT = 2,
};

enum OrtOpAttrType {
  ORT_OP_ATTR_INT = 1,
  ORT_OP_ATTR_INTS = 2,
  ORT_OP_ATTR_FLOAT = 3,
  ORT_OP_ATTR_STRING = 5,
};

enum OrtCustomOpInputOutputCharacteristic {
  INPUT_OUTPUT_REQUIRED = 0,
  INPUT_OUTPUT_OPTIONAL = 1,
  INPUT_OUTPUT_VARIADIC = 2,
};

enum OrtMemType {
  OrtMemTypeCPUInput = -2,
  OrtMemTypeDefault = 0,
};

/// The table of functions of one API version.
struct OrtApi {
  const void* slots[1];
};

struct OrtApiBase {
  const OrtApi* (*GetApi)(uint32_t version);
  const char* (*GetVersionString)();
};

/// One function of OrtApi: `GetInput(api, context, 0, &value)`.
template <class F>
struct Function;

template <class Result, class... Args>
struct Function<Result(Args...)> {
  size_t slot;

  using Pointer = Result (*)(Args...);
  Result operator()(const OrtApi* api, Args... args) const {
    return reinterpret_cast<Pointer>(const_cast<void*>(api->slots[slot]))(args...);
  }
};

// clang-format off
inline constexpr Function<OrtStatus*(OrtErrorCode, const char*)> CreateStatus{0};
inline constexpr Function<const char*(const OrtStatus*)> GetErrorMessage{2};
inline constexpr Function<OrtStatus*(const char*, OrtCustomOpDomain**)> CreateCustomOpDomain{26};
inline constexpr Function<OrtStatus*(OrtCustomOpDomain*, const OrtCustomOp*)> CustomOpDomain_Add{27};
inline constexpr Function<OrtStatus*(OrtSessionOptions*, OrtCustomOpDomain*)> AddCustomOpDomain{28};
inline constexpr Function<OrtStatus*(OrtValue*, void**)> GetTensorMutableData{51};
inline constexpr Function<OrtStatus*(OrtTensorTypeAndShapeInfo**)> CreateTensorTypeAndShapeInfo{57};
inline constexpr Function<OrtStatus*(OrtTensorTypeAndShapeInfo*, ONNXTensorElementDataType)> SetTensorElementType{58};
inline constexpr Function<OrtStatus*(OrtTensorTypeAndShapeInfo*, const int64_t*, size_t)> SetDimensions{59};
inline constexpr Function<OrtStatus*(const OrtTensorTypeAndShapeInfo*, ONNXTensorElementDataType*)> GetTensorElementType{60};
inline constexpr Function<OrtStatus*(const OrtTensorTypeAndShapeInfo*, size_t*)> GetDimensionsCount{61};
inline constexpr Function<OrtStatus*(const OrtTensorTypeAndShapeInfo*, int64_t*, size_t)> GetDimensions{62};
inline constexpr Function<OrtStatus*(const OrtTensorTypeAndShapeInfo*, const char**, size_t)> GetSymbolicDimensions{63};
inline constexpr Function<OrtStatus*(const OrtValue*, OrtTensorTypeAndShapeInfo**)> GetTensorTypeAndShape{65};
inline constexpr Function<OrtStatus*(const OrtMemoryInfo*, int*)> MemoryInfoGetId{72};
inline constexpr Function<OrtStatus*(OrtAllocator*, size_t, void**)> AllocatorAlloc{75};
inline constexpr Function<OrtStatus*(OrtAllocator*, void*)> AllocatorFree{76};
inline constexpr Function<OrtStatus*(const OrtAllocator*, const OrtMemoryInfo**)> AllocatorGetInfo{77};
inline constexpr Function<OrtStatus*(OrtAllocator**)> GetAllocatorWithDefaultOptions{78};
inline constexpr Function<OrtStatus*(const OrtKernelInfo*, const char*, float*)> KernelInfoGetAttribute_float{85};
inline constexpr Function<OrtStatus*(const OrtKernelInfo*, const char*, int64_t*)> KernelInfoGetAttribute_int64{86};
inline constexpr Function<OrtStatus*(const OrtKernelInfo*, const char*, char*, size_t*)> KernelInfoGetAttribute_string{87};
inline constexpr Function<OrtStatus*(const OrtKernelContext*, size_t*)> KernelContext_GetInputCount{88};
inline constexpr Function<OrtStatus*(const OrtKernelContext*, size_t*)> KernelContext_GetOutputCount{89};
inline constexpr Function<OrtStatus*(const OrtKernelContext*, size_t, const OrtValue**)> KernelContext_GetInput{90};
inline constexpr Function<OrtStatus*(OrtKernelContext*, size_t, const int64_t*, size_t, OrtValue**)> KernelContext_GetOutput{91};
inline constexpr Function<void(OrtStatus*)> ReleaseStatus{93};
inline constexpr Function<void(OrtValue*)> ReleaseValue{96};
inline constexpr Function<void(OrtTensorTypeAndShapeInfo*)> ReleaseTensorTypeAndShapeInfo{99};
inline constexpr Function<void(OrtCustomOpDomain*)> ReleaseCustomOpDomain{101};
inline constexpr Function<void(OrtAllocator*)> ReleaseAllocator{132};
inline constexpr Function<OrtStatus*(const OrtKernelInfo*, const char*, float*, size_t*)> KernelInfoGetAttributeArray_float{162};
inline constexpr Function<OrtStatus*(const OrtKernelInfo*, const char*, int64_t*, size_t*)> KernelInfoGetAttributeArray_int64{163};
inline constexpr Function<OrtStatus*(const OrtKernelContext*, void**)> KernelContext_GetGPUComputeStream{193};
inline constexpr Function<OrtStatus*(const OrtValue*, const OrtMemoryInfo**)> GetTensorMemoryInfo{194};
inline constexpr Function<OrtStatus*(const OrtKernelInfo*, const char*, OrtAllocator*, OrtValue**)> KernelInfoGetAttribute_tensor{236};
inline constexpr Function<OrtStatus*(const OrtKernelContext*, const OrtMemoryInfo*, OrtAllocator**)> KernelContext_GetAllocator{253};
inline constexpr Function<OrtStatus*(const OrtShapeInferContext*, size_t*)> ShapeInferContext_GetInputCount{267};
inline constexpr Function<OrtStatus*(const OrtShapeInferContext*, size_t, OrtTensorTypeAndShapeInfo**)> ShapeInferContext_GetInputTypeShape{268};
inline constexpr Function<OrtStatus*(const OrtShapeInferContext*, const char*, const OrtOpAttr**)> ShapeInferContext_GetAttribute{269};
inline constexpr Function<OrtStatus*(const OrtShapeInferContext*, size_t, const OrtTensorTypeAndShapeInfo*)> ShapeInferContext_SetOutputTypeShape{270};
inline constexpr Function<OrtStatus*(OrtTensorTypeAndShapeInfo*, const char**, size_t)> SetSymbolicDimensions{271};
inline constexpr Function<OrtStatus*(const OrtOpAttr*, OrtOpAttrType, void*, size_t, size_t*)> ReadOpAttr{272};
inline constexpr Function<OrtStatus*(const OrtKernelContext*, void (*)(void*, size_t), size_t, size_t, void*)> KernelContext_ParallelFor{274};
inline constexpr Function<OrtStatus*(const OrtValue*, ONNXTensorElementDataType*, const int64_t**, size_t*)> GetTensorElementTypeAndShapeDataReference{414};  // since 24
// clang-format on

/// The oldest API version that has every slot and member used here (ONNX Runtime 1.17), but for
/// those marked with a later one.
inline constexpr uint32_t kOldestApiVersion = 17;

/// A custom op as the runtime sees it: callbacks that get the object itself as first argument.
///
/// `version` tells how far the runtime may look: members after it, in the order of their
/// introduction, are not read (16: CreateKernelV2 and KernelComputeV2; 17: InferOutputShapeFn and
/// the start and end version; 18: the rest). So it must be the API version that the library asked
/// for, never a newer one.
struct OrtCustomOp {
  uint32_t version;
  void* (*CreateKernel)(const OrtCustomOp*, const OrtApi*, const OrtKernelInfo*);
  const char* (*GetName)(const OrtCustomOp*);
  const char* (*GetExecutionProviderType)(const OrtCustomOp*);
  ONNXTensorElementDataType (*GetInputType)(const OrtCustomOp*, size_t);
  size_t (*GetInputTypeCount)(const OrtCustomOp*);
  ONNXTensorElementDataType (*GetOutputType)(const OrtCustomOp*, size_t);
  size_t (*GetOutputTypeCount)(const OrtCustomOp*);
  void (*KernelCompute)(void*, OrtKernelContext*);
  void (*KernelDestroy)(void*);
  OrtCustomOpInputOutputCharacteristic (*GetInputCharacteristic)(const OrtCustomOp*, size_t);
  OrtCustomOpInputOutputCharacteristic (*GetOutputCharacteristic)(const OrtCustomOp*, size_t);
  OrtMemType (*GetInputMemoryType)(const OrtCustomOp*, size_t);
  int (*GetVariadicInputMinArity)(const OrtCustomOp*);
  int (*GetVariadicInputHomogeneity)(const OrtCustomOp*);
  int (*GetVariadicOutputMinArity)(const OrtCustomOp*);
  int (*GetVariadicOutputHomogeneity)(const OrtCustomOp*);
  OrtStatus* (*CreateKernelV2)(const OrtCustomOp*, const OrtApi*, const OrtKernelInfo*, void**);
  OrtStatus* (*KernelComputeV2)(void*, OrtKernelContext*);
  OrtStatus* (*InferOutputShapeFn)(const OrtCustomOp*, OrtShapeInferContext*);
  int (*GetStartVersion)(const OrtCustomOp*);
  int (*GetEndVersion)(const OrtCustomOp*);
  size_t (*GetMayInplace)(int**, int**);
  void (*ReleaseMayInplace)(int*, int*);
  size_t (*GetAliasMap)(int**, int**);
  void (*ReleaseAliasMap)(int*, int*);
};

}  // namespace wb::ort::abi
