// Makes one torch op library out of all files with WB_TORCH_OP. To be included by exactly one file
// of the library, which reads:
//
//   #include <workbench/torch_library.h>
//
// It uses torch's stable C interface only, so the library also loads in later versions of torch
// (2.10 or newer), and compiles in about a second.
#pragma once

#include <workbench/torch_cuda.h>
#include <workbench/torch_op.h>
#include <workbench/torch_schema.h>
#include <workbench/torch_values.h>

// After torch_values.h, which says for which torch.
#include <torch/csrc/stable/c/shim.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace wb::torch_op {

/// One call of an op: takes arguments, picks the kernel, allocates outputs, runs.
class Call {
 public:
  Call(const OpSpec& spec, Device device, StackValue* stack, size_t arguments, size_t results)
      : spec_(spec),
        device_(device),
        any_(*spec.entries[0]),
        arguments_(arguments),
        outputs_(results) {
    // What does not agree with its schema cannot even be released.
    if (!__atomic_load_n(&spec_.agrees, __ATOMIC_RELAXED)) check_schema();
    for (size_t i = 0; i < arguments; ++i) arguments_[i].take(any_.params[i], stack[i]);
  }

  void run(StackValue* stack) {
    SmallVector<Slot, 12> slots;
    for (size_t i = 0; i < arguments_.size(); ++i) {
      arguments_[i].open_tensors(any_.params[i]);
      slots.push_back(arguments_[i].slot);
    }
    const Entry& entry = pick();
    if (device_ == Device::cuda) {
      run_on_cuda(entry, slots);
    } else {
      allocate_outputs(entry, slots);
      entry.call(Context(nullptr, &parallel_for), slots.data());
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      check(is_list(i) || outputs_[i].size() == 1, "the kernel did not allocate output ", i);
    }
    for (size_t i = 0; i < outputs_.size(); ++i) stack[i] = result(i);
  }

 private:
  void run_on_cuda(const Entry& entry, SmallVector<Slot, 12>& slots) {
    find_cuda_device();
    CudaCall on_device(device_index_);
    allocate_outputs(entry, slots);
    entry.call(on_device.context(), slots.data());
  }

  /// torch calls the kernel for CUDA where any tensor is there, and the kernel takes all of them to
  /// be.
  void find_cuda_device() {
    device_type_ = aoti_torch_device_type_cuda();
    bool first = true;
    for (size_t i = 0; i < arguments_.size(); ++i) {
      for (const TensorHandle& tensor : arguments_[i].tensors) {
        if (tensor.get() == nullptr) continue;  // a list may lack some
        int32_t type = 0, index = 0;
        require(aoti_torch_get_device_type(tensor.get(), &type), "tell a tensor's device");
        require(aoti_torch_get_device_index(tensor.get(), &index), "tell a tensor's device");
        check(type == device_type_ && (first || index == device_index_), "argument ", i, " is on ",
              device_text(type, index), ": the kernel for CUDA takes all tensors on one GPU");
        device_index_ = index;
        first = false;
      }
    }
  }

  bool is_list(size_t output) const {
    return any_.params[arguments_.size() + output].kind == Kind::outputs;
  }

  /// An output as torch takes it over.
  StackValue result(size_t i) {
    if (!is_list(i)) return encode(outputs_[i][0].release());
    StableListHandle list = nullptr;
    require(torch_new_list_reserve_size(outputs_[i].size(), &list), "make a list");
    for (TensorHandle& tensor : outputs_[i]) {
      require(torch_list_push_back(list, encode(tensor.release())), "fill a list");
    }
    return encode(list);
  }

  void check_schema() const {
    check(arguments_.size() == any_.argument_count() && outputs_.size() == any_.output_count(),
          "the kernel takes ", any_.argument_count(), " arguments and gives ", any_.output_count(),
          " outputs; the schema does not: ", spec_.schema);
    const std::string problem = schema_problem(spec_.schema, any_);
    check(problem.empty(), problem);
    __atomic_store_n(&spec_.agrees, true, __ATOMIC_RELAXED);
  }

  const Entry& pick() {
    for (size_t i = 0; i < spec_.entry_count; ++i) {
      const Entry& entry = *spec_.entries[i];
      if (entry.device == device_ && fits(entry)) return entry;
    }
    std::string given;
    std::string known;
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (!has_element_type(any_.params[i].kind)) continue;
      given += given.empty() ? "" : ", ";
      given += arguments_[i].dtypes(any_.params[i]);
    }
    for (size_t i = 0; i < spec_.entry_count; ++i) {
      if (spec_.entries[i]->device != device_) continue;
      known += (known.empty() ? "" : ", ") + dtypes_text(*spec_.entries[i]);
    }
    fail("no kernel for dtypes (", given, "); there are: ", known);
  }

  bool fits(const Entry& entry) const {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const DType wanted = entry.params[i].dtype;
      if (entry.params[i].kind == Kind::dtype && !arguments_[i].is(wanted)) return false;
      for (const AnyTensor& view : arguments_[i].views) {
        if (view.present() && wanted != DType::none && wanted != view.dtype()) return false;
      }
    }
    return true;
  }

  void allocate_outputs(const Entry& entry, SmallVector<Slot, 12>& slots) {
    entry_ = &entry;
    Scratch<Shape, 4> shapes(outputs_.size(), [](size_t) { return Shape::unknown(); });
    if (spec_.shapes != nullptr) {
      Scratch<ShapeArg, 8> args(slots.size(),
                                [&](size_t i) { return shape_arg(entry.params[i], slots[i]); });
      spec_.shapes(args.data(), shapes.data());
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      Slot slot;
      slot.index = static_cast<int64_t>(i);
      slot.allocator = &allocator_;
      if (entry.params[arguments_.size() + i].kind == Kind::output) {
        const Sizes wanted = known_sizes(shapes[i], i);
        Span<const int64_t> sizes(wanted.data(), static_cast<int64_t>(wanted.size()));
        slot.data = allocate(this, slot.index, sizes);
        slot.sizes = sizes.data();
        slot.count = sizes.size();
      }
      slots.push_back(slot);
    }
  }

  static void* allocate(void* host, int64_t index, Span<const int64_t>& sizes) {
    Call& self = *static_cast<Call*>(host);
    std::vector<TensorHandle>& output = self.outputs_[static_cast<size_t>(index)];
    check(output.empty() || self.is_list(static_cast<size_t>(index)), "output ", index,
          " was allocated twice");
    Scratch<int64_t, 8> strides(static_cast<size_t>(sizes.size()));
    int64_t stride = 1;
    for (int64_t i = sizes.size(); i-- > 0;) {
      check(sizes[i] >= 0, "output ", index, " gets sizes ", sizes);
      strides[static_cast<size_t>(i)] = stride;
      stride *= std::max<int64_t>(sizes[i], 1);
    }
    const DType dtype = self.entry_->params[self.arguments_.size() + index].dtype;
    AtenTensorHandle handle = nullptr;
    require(aoti_torch_empty_strided(sizes.size(), sizes.data(), strides.data(), torch_dtype(dtype),
                                     self.device_type_, self.device_index_, &handle),
            "allocate an output");
    output.emplace_back(handle);
    int64_t* kept = nullptr;
    void* data = nullptr;
    require(aoti_torch_get_sizes(handle, &kept), "tell a tensor's sizes");
    require(torch_get_mutable_data_ptr(handle, &data), "give access to a tensor's data");
    sizes = Span<const int64_t>(kept, sizes.size());
    return data;
  }

  // torch gives each thread one equal share from the start; then the slowest thread tells how long
  // a loop takes. So threads take blocks as they come to them.
  static void parallel_for(void*, int64_t n, int64_t grain, Context::Body body, void* state) {
    struct Loop {
      Context::Body body;
      void* state;
      int64_t n;
      int64_t block;
      int64_t next;
    } loop{body, state, n, std::max<int64_t>(grain, n / 64), 0};
    const auto run_blocks = [](int64_t, int64_t, void* data) {
      Loop& self = *static_cast<Loop*>(data);
      while (true) {
        const int64_t begin = __atomic_fetch_add(&self.next, self.block, __ATOMIC_RELAXED);
        if (begin >= self.n) return;
        self.body(self.state, begin, std::min(begin + self.block, self.n));
      }
    };
    require(torch_parallel_for(0, (n + loop.block - 1) / loop.block, 1, run_blocks, &loop),
            "run a parallel loop");
  }

  const OpSpec& spec_;
  const Device device_;
  const Entry& any_;  ///< entries differ in element types and devices only
  std::vector<Argument> arguments_;
  std::vector<std::vector<TensorHandle>> outputs_;  ///< several of a list
  const Entry* entry_ = nullptr;
  int32_t device_type_ = aoti_torch_device_type_cpu();
  int32_t device_index_ = 0;
  OutputAllocator allocator_{&allocate, this};
};

// These are not inline: a second file that includes this header is a link error.

void call(const OpSpec& spec, Device device, StackValue* stack, uint64_t arguments,
          uint64_t results) {
  const auto failed = [&](const char* what) {
    return std::runtime_error(std::string(spec.library) + "::" + spec.name + ": " + what);
  };
  try {
    Call(spec, device, stack, arguments, results).run(stack);
  } catch (const std::exception& error) {
    throw failed(error.what());
  } catch (...) {
    throw failed("the kernel threw something that is no std::exception");
  }
}

/// What went wrong while the ops were registered; empty if nothing did. A function, since other
/// files' static objects may come first.
static std::string& registration_problem() {
  static std::string& problem = *new std::string;
  return problem;
}

Registration::Registration(const OpSpec& spec, BoxedKernel cpu, BoxedKernel cuda, const char* file,
                           uint32_t line) {
  // Handles are kept for good: torch drops an op when its library handle is deleted.
  const auto registered = [&](Device device, const char* key, BoxedKernel kernel) {
    const auto runs_there = [&](const Entry* entry) { return entry->device == device; };
    if (std::none_of(spec.entries, spec.entries + spec.entry_count, runs_there)) return true;
    TorchLibraryHandle kernels = nullptr;
    return aoti_torch_library_init_impl(spec.library, key, file, line, &kernels) == 0 &&
           torch_library_impl(kernels, spec.name, kernel, TORCH_ABI_VERSION) == 0;
  };
  TorchLibraryHandle definitions = nullptr;
  const bool done = aoti_torch_library_init_fragment(spec.library, file, line, &definitions) == 0 &&
                    aoti_torch_library_def(definitions, spec.schema) == 0 &&
                    registered(Device::cpu, "CPU", cpu) && registered(Device::cuda, "CUDA", cuda);
  if (done) return;
  // An exception would end the process here, in the middle of dlopen.
  const std::string problem = std::string(spec.library) + "::" + spec.name +
                              " could not be registered: another library may have registered it "
                              "already, then start a new process; or its schema is not valid\n";
  registration_problem() += problem;
  std::fputs(problem.c_str(), stderr);
}

}  // namespace wb::torch_op

#if defined(_WIN32)
#define WB_TORCH_EXPORT extern "C" __declspec(dllexport)
#else
#define WB_TORCH_EXPORT extern "C" __attribute__((visibility("default")))
#endif

/// Tells a host that has loaded the library whether its ops could be registered: a text, or null.
WB_TORCH_EXPORT const char* wb_torch_problem() {
  const std::string& problem = wb::torch_op::registration_problem();
  return problem.empty() ? nullptr : problem.c_str();
}
