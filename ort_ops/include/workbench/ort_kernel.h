// What runs: the state that ONNX Runtime keeps per node, and one call of the kernel function.
#pragma once

#include <workbench/ort_attribute.h>
#include <workbench/ort_spec.h>
#include <workbench/ort_status.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

namespace wb::ort {

/// A tensor of the runtime, seen from outside.
struct TensorInfo {
  abi::ONNXTensorElementDataType type;
  std::vector<int64_t> sizes;
  void* data;
};

inline TensorInfo tensor_info(const abi::OrtApi* api, const abi::OrtValue* value) {
  TensorInfo info{};
  Owned<abi::OrtTensorTypeAndShapeInfo> handle(api, abi::ReleaseTensorTypeAndShapeInfo);
  require(api, abi::GetTensorTypeAndShape(api, value, handle.out()));
  require(api, abi::GetTensorElementType(api, handle.get(), &info.type));
  size_t rank = 0;
  require(api, abi::GetDimensionsCount(api, handle.get(), &rank));
  info.sizes.resize(rank);
  require(api, abi::GetDimensions(api, handle.get(), info.sizes.data(), rank));
  require(api, abi::GetTensorMutableData(api, const_cast<abi::OrtValue*>(value), &info.data));
  return info;
}

/// The elements of a small tensor as numbers; both lists are filled.
inline Value number_list(const TensorInfo& info, size_t index) {
  check(info.sizes.size() <= 1, "input ", index, " must be a scalar or a list, but has sizes ",
        info.sizes);
  Value value;
  value.type = Value::Type::integers;
  const size_t count = info.sizes.empty() ? 1 : static_cast<size_t>(info.sizes[0]);
  const auto copy = [&](auto* items, bool real) {
    if (real) value.type = Value::Type::reals;
    for (size_t i = 0; i < count; ++i) {
      value.reals.push_back(static_cast<double>(items[i]));
      if (!real) value.integers.push_back(static_cast<int64_t>(items[i]));
    }
  };
  switch (info.type) {
    case abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64:
      copy(static_cast<const int64_t*>(info.data), false);
      break;
    case abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32:
      copy(static_cast<const int32_t*>(info.data), false);
      break;
    case abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL:
      copy(static_cast<const bool*>(info.data), false);
      break;
    case abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT:
      copy(static_cast<const float*>(info.data), true);
      break;
    case abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE:
      copy(static_cast<const double*>(info.data), true);
      break;
    default:
      fail("input ", index, " must hold int64, int32, float, double or bool");
  }
  return value;
}

inline int64_t whole_number(double value, size_t index) {
  check(std::nearbyint(value) == value && std::fabs(value) < 9.2e18, "input ", index,
        " must be a whole number, but is ", value);
  return static_cast<int64_t>(value);
}

/// The value for a kernel parameter of this kind out of a tensor of rank 0 or 1.
inline Value scalar_value(const TensorInfo& info, Kind kind, size_t index) {
  Value list = number_list(info, index);
  if (list.type == Value::Type::reals && (kind == Kind::integer || kind == Kind::integers)) {
    for (double item : list.reals) list.integers.push_back(whole_number(item, index));
    list.type = Value::Type::integers;
  }
  if (kind == Kind::integers || kind == Kind::reals) return list;
  check(list.reals.size() == 1, "input ", index, " must hold one value, but has sizes ",
        info.sizes);
  if (kind == Kind::boolean) return Value::of(int64_t{list.reals[0] != 0});
  if (kind == Kind::real) return Value::of(list.reals[0]);
  return Value::of(list.integers[0]);
}

/// Points a slot at a value; the value must outlive the slot.
inline void fill(Slot& slot, Kind kind, const Value& value) {
  slot.present = value.given();
  slot.integer = value.integer;
  slot.real = value.real;
  if (kind == Kind::text) {
    slot.data = const_cast<char*>(value.text.data());
    slot.count = static_cast<int64_t>(value.text.size());
  } else if (kind == Kind::integers) {
    slot.data = const_cast<int64_t*>(value.integers.data());
    slot.count = static_cast<int64_t>(value.integers.size());
  } else if (kind == Kind::reals) {
    slot.data = const_cast<double*>(value.reals.data());
    slot.count = static_cast<int64_t>(value.reals.size());
  }
}

/// The state of one node: its attributes and constants, read once.
class Kernel {
 public:
  Kernel(const OpSpec& spec, const abi::OrtApi* api, const abi::OrtKernelInfo* info)
      : spec_(spec), api_(api), name_(spec.qualified_name()), values_(spec.params.size()) {
    const AttributeReader reader(api, info);
    for (size_t i = 0; i < spec.params.size(); ++i) {
      const Binding& param = spec.params[i];
      values_[i] = param.value;
      if (param.source != Binding::Source::attribute) continue;
      if (spec.kind(i) == Kind::tensor) {
        read_tensor(info, i);
        continue;
      }
      Value value = reader.value(param.name, spec.kind(i));
      if (value.given()) values_[i] = std::move(value);
      check(values_[i].given() || spec.entry->params[i].optional, "the node lacks attribute '",
            param.name, "'");
    }
  }

  const char* name() const { return name_.c_str(); }
  const abi::OrtApi* api() const { return api_; }

  void compute(abi::OrtKernelContext* context) const { Call(*this, context).run(); }

 private:
  struct AttributeTensor {
    AttributeTensor(const abi::OrtApi* api, size_t param)
        : param(param), value(api, abi::ReleaseValue) {}
    size_t param;
    Owned<abi::OrtValue> value;
    TensorInfo info = {};
  };

  void read_tensor(const abi::OrtKernelInfo* info, size_t i) {
    const std::string& name = spec_.params[i].name;
    abi::OrtAllocator* allocator = nullptr;
    require(api_, abi::GetAllocatorWithDefaultOptions(api_, &allocator));
    AttributeTensor& tensor = tensors_.emplace_back(api_, i);
    if (!succeeded(api_, abi::KernelInfoGetAttribute_tensor(api_, info, name.c_str(), allocator,
                                                            tensor.value.out()))) {
      check(spec_.entry->params[i].optional, "the node lacks tensor attribute '", name, "'");
      tensors_.pop_back();
      return;
    }
    tensor.info = tensor_info(api_, tensor.value.get());
    check(tensor.info.type == element_type(spec_.dtype(i)), "tensor attribute '", name,
          "' must hold ", name_of(spec_.dtype(i)));
  }

  /// One run of the node: gathers arguments, allocates outputs, calls the kernel function.
  class Call {
   public:
    Call(const Kernel& kernel, abi::OrtKernelContext* context)
        : kernel_(kernel),
          spec_(kernel.spec_),
          api_(kernel.api_),
          context_(context),
          slots_(spec_.params.size()),
          inputs_(spec_.params.size()),
          scalars_(spec_.params.size()),
          output_sizes_(spec_.outputs.size()),
          allocated_(spec_.outputs.size()),
          scratch_(spec_.outputs.size()) {}

    void run() {
      gather_arguments();
      allocate_outputs();
      spec_.entry->call(Context(this, &parallel_for), slots_.data());
      for (size_t i = 0; i < allocated_.size(); ++i) {
        check(allocated_[i], "the kernel did not allocate output ", i);
      }
    }

   private:
    void gather_arguments() {
      size_t given = 0;
      require(api_, abi::KernelContext_GetInputCount(api_, context_, &given));
      for (size_t i = 0; i < slots_.size(); ++i) {
        const Binding& param = spec_.params[i];
        if (param.source == Binding::Source::input ||
            param.source == Binding::Source::scalar_input) {
          const abi::OrtValue* value = nullptr;
          if (param.index < given) {
            require(api_, abi::KernelContext_GetInput(api_, context_, param.index, &value));
          }
          gather_input(i, value);
        } else {
          fill(slots_[i], spec_.kind(i), kernel_.values_[i]);
        }
      }
      for (const AttributeTensor& tensor : kernel_.tensors_) {
        point_at(slots_[tensor.param], tensor.info);
      }
    }

    void gather_input(size_t i, const abi::OrtValue* value) {
      const Binding& param = spec_.params[i];
      if (value == nullptr) {
        check(param.optional, "input ", param.index, " is missing");
        fill(slots_[i], spec_.kind(i), kernel_.values_[i]);
        return;
      }
      inputs_[i] = tensor_info(api_, value);
      if (param.source == Binding::Source::scalar_input) {
        scalars_[i] = scalar_value(inputs_[i], spec_.kind(i), param.index);
        fill(slots_[i], spec_.kind(i), scalars_[i]);
      } else {
        point_at(slots_[i], inputs_[i]);
      }
    }

    static void point_at(Slot& slot, const TensorInfo& info) {
      slot.present = true;
      slot.data = info.data;
      slot.sizes = info.sizes.data();
      slot.count = static_cast<int64_t>(info.sizes.size());
    }

    void allocate_outputs() {
      const size_t arguments = spec_.entry->argument_count();
      std::vector<Shape> shapes(spec_.outputs.size(), Shape::unknown());
      if (spec_.shapes != nullptr) {
        std::vector<ShapeArg> args;
        args.reserve(arguments);
        for (size_t i = 0; i < arguments; ++i) args.push_back(shape_arg(spec_.kind(i), slots_[i]));
        spec_.shapes(args.data(), shapes.data());
      }
      // The shape rule counts outputs in the order of the torch op, which is the parameters' order.
      for (size_t i = arguments; i < slots_.size(); ++i) {
        Slot& slot = slots_[i];
        slot.index = static_cast<int64_t>(spec_.params[i].index);
        slot.allocator = &allocator_;
        if (spec_.kind(i) == Kind::allocated) continue;
        const std::vector<int64_t> wanted = known_sizes(shapes[i - arguments], i - arguments);
        Span<const int64_t> sizes(wanted.data(), static_cast<int64_t>(wanted.size()));
        slot.data = allocate(this, slot.index, sizes);
        slot.sizes = sizes.data();
        slot.count = sizes.size();
      }
    }

    static void* allocate(void* host, int64_t index, Span<const int64_t>& sizes) {
      Call& self = *static_cast<Call*>(host);
      const size_t output = static_cast<size_t>(index);
      check(!self.allocated_[output], "output ", index, " was allocated twice");
      for (int64_t size : sizes) check(size >= 0, "output ", index, " gets sizes ", sizes);
      std::vector<int64_t>& kept = self.output_sizes_[output];
      kept.assign(sizes.begin(), sizes.end());
      sizes = Span<const int64_t>(kept.data(), static_cast<int64_t>(kept.size()));
      self.allocated_[output] = true;

      abi::OrtValue* value = nullptr;
      size_t wanted = 0;
      require(self.api_, abi::KernelContext_GetOutputCount(self.api_, self.context_, &wanted));
      if (output < wanted) {
        require(self.api_, abi::KernelContext_GetOutput(self.api_, self.context_, output,
                                                        kept.data(), kept.size(), &value));
      }
      if (value == nullptr) return self.unused_output(output);
      void* data = nullptr;
      require(self.api_, abi::GetTensorMutableData(self.api_, value, &data));
      return data;
    }

    /// Memory for an output that the graph does not use, since the kernel writes to it all the
    /// same.
    void* unused_output(size_t output) {
      size_t bytes = size_of(spec_.dtype(spec_.outputs[output]));
      for (int64_t size : output_sizes_[output]) bytes *= static_cast<size_t>(size);
      scratch_[output].resize(bytes / sizeof(std::max_align_t) + 1);
      return scratch_[output].data();
    }

    static void parallel_for(void* host, int64_t n, int64_t grain, Context::Body body,
                             void* state) {
      Call& self = *static_cast<Call*>(host);
      // Enough chunks to even out the load; the runtime deals them to its threads.
      constexpr int64_t kMostChunks = 64;
      struct Loop {
        int64_t n;
        int64_t chunk;
        Context::Body body;
        void* state;
      } loop{n, std::max(grain, (n + kMostChunks - 1) / kMostChunks), body, state};
      const auto run_chunk = [](void* data, size_t i) {
        const Loop& part = *static_cast<const Loop*>(data);
        const int64_t begin = static_cast<int64_t>(i) * part.chunk;
        part.body(part.state, begin, std::min(begin + part.chunk, part.n));
      };
      const size_t chunks = static_cast<size_t>((n + loop.chunk - 1) / loop.chunk);
      require(self.api_, abi::KernelContext_ParallelFor(self.api_, self.context_, run_chunk, chunks,
                                                        0, &loop));
    }

    const Kernel& kernel_;
    const OpSpec& spec_;
    const abi::OrtApi* api_;
    abi::OrtKernelContext* context_;
    std::vector<Slot> slots_;
    std::vector<TensorInfo> inputs_;
    std::vector<Value> scalars_;
    std::vector<std::vector<int64_t>> output_sizes_;
    std::vector<bool> allocated_;
    std::vector<std::vector<std::max_align_t>> scratch_;
    OutputAllocator allocator_{&allocate, this};
  };

  const OpSpec& spec_;
  const abi::OrtApi* api_;
  std::string name_;
  std::vector<Value> values_;
  std::deque<AttributeTensor> tensors_;
};

}  // namespace wb::ort
