// What runs: one call of the kernel function for a node.
#pragma once

#include <workbench/ort_cuda.h>
#include <workbench/ort_node.h>
#include <workbench/ort_scratch.h>
#include <workbench/ort_spec.h>
#include <workbench/ort_status.h>
#include <workbench/ort_tensor.h>
#include <workbench/small_vector.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace wb::ort {

class CallOnCuda;

/// One run of the node: gathers arguments, allocates outputs, calls the kernel function.
///
/// The runtime's own nodes take 0.2 microseconds all told, so nothing here that a usual node does
/// allocates memory, and nothing is asked of the runtime that is known already.
class Call {
 public:
  Call(const Node& node, abi::OrtKernelContext* context)
      : node_(node),
        spec_(node.spec),
        api_(node.runtime.api),
        context_(context),
        memory_(api_, context),
        reader_(node.runtime),
        slots_(node.slots.data(), node.slots.data() + node.slots.size()),
        outputs_(spec_.outputs.size()) {}

  void run() {
    gather_inputs();
    allocate_outputs();
    spec_.entry->call(Context(this, &parallel_for, &kMemory), slots_.data());
    check_outputs();
  }

 protected:
  void check_outputs() {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (is_list(i)) {
        check(outputs_[i].made == output_range(i).count, "the kernel gave ", outputs_[i].made,
              " tensors as output ", i, ", the node lists ", output_range(i).count);
      } else {
        check(outputs_[i].made == 1, "the kernel did not allocate output ", i);
      }
    }
  }

  struct Output {
    size_t made = 0;  ///< how often the kernel has allocated it: once, of a list once per tensor
    Sizes sizes = {};
    std::vector<std::max_align_t> unused = {};  ///< memory that the graph does not ask for
  };

  /// What a call needs where inputs or outputs are lists. All that fills it is a function apart:
  /// inlined, it would cost each call of an op without lists some 15 ns.
  struct Lists {
    std::vector<AnyTensor> tensors = {};  ///< those of all inputs that are lists
    std::vector<Range> inputs = {};       ///< empty where no list moves what is behind it
    std::vector<Range> outputs = {};
    std::deque<Output> items = {};  ///< of outputs that are lists
  };

  bool is_list(size_t output) const {
    return node_.gives_lists && spec_.is_list(spec_.outputs[output]);
  }

  size_t length(size_t param) const { return static_cast<size_t>(node_.values[param].integer); }

  /// Where the node has an output; of a list, its tensors.
  Range output_range(size_t output) const {
    return lists_ == nullptr || lists_->outputs.empty() ? Range{output, 1}
                                                        : lists_->outputs[output];
  }

  [[gnu::noinline]] void find_lists() {
    lists_ = std::make_unique<Lists>();
    const auto told = [&](size_t param) { return length(param); };
    if (node_.takes_lists) {
      lists_->inputs = spec_.ranges(spec_.inputs, told, given_);
      const Range& last = lists_->inputs.back();
      check(given_ <= last.begin + last.count, "the node has ", given_,
            " inputs, and its attributes tell of ", last.begin + last.count);
      size_t most = given_;
      for (const Value& value : node_.values) most += value.integers.size();
      lists_->tensors.reserve(most);  // the slots point into it
    }
    if (node_.gives_lists) {
      size_t total = 0;
      require(api_, abi::KernelContext_GetOutputCount(api_, context_, &total));
      lists_->outputs = spec_.ranges(spec_.outputs, told, total);
    }
  }

  [[gnu::always_inline]] void gather_inputs() {
    given_ = spec_.inputs.size();
    if (node_.required_inputs < given_) {
      require(api_, abi::KernelContext_GetInputCount(api_, context_, &given_));
    }
    if (node_.takes_lists || node_.gives_lists) find_lists();
    for (size_t param : spec_.inputs) {
      if (spec_.kind(param) == Kind::tensors) {
        gather_list(param, lists_->inputs[spec_.params[param].index]);
      } else {
        gather_input(param);
      }
    }
    for (size_t param : spec_.given) {
      slots_[param].present = true;
      slots_[param].integer = input(spec_.params[param].index) != nullptr ? 1 : 0;
    }
  }

  /// What is declared as input `index`; null if the node leaves it out.
  const abi::OrtValue* input(size_t index) const {
    return input_at(node_.takes_lists ? lists_->inputs[index].begin : index);
  }

  [[gnu::always_inline]] const abi::OrtValue* input_at(size_t index) const {
    const abi::OrtValue* value = nullptr;
    if (index < given_) {
      require(api_, abi::KernelContext_GetInput(api_, context_, index, &value));
    }
    return value;
  }

  /// Without an input, the slot stays what the declaration says: a default, or nothing.
  [[gnu::always_inline]] void gather_input(size_t i) {
    const Binding& param = spec_.params[i];
    const abi::OrtValue* value = input(param.index);
    if (value == nullptr) {
      check(param.optional, "input ", param.index, " is missing");
    } else if (param.source == Binding::Source::input) {
      fill(slots_[i], reader_.view(value));
    } else {
      try {
        reader_.read_numbers(slots_[i], spec_.kind(i), reader_.view(value));
      } catch (const Error& error) {
        fail("input ", param.index, " ", error.what());
      }
    }
  }

  [[gnu::noinline]] void gather_list(size_t param, Range range) {
    Slot& slot = slots_[param];
    // Of a list whose tensors may be missing, which of them are given.
    const std::vector<int64_t>& given = node_.values[param].integers;
    const bool may_lack = spec_.params[param].optional;
    std::vector<AnyTensor>& tensors = lists_->tensors;
    const size_t first = tensors.size();
    const size_t count = may_lack ? given.size() : range.count;
    size_t index = range.begin;
    for (size_t i = 0; i < count; ++i) {
      if (may_lack && given[i] == 0) {
        tensors.emplace_back();
        continue;
      }
      const abi::OrtValue* value = input_at(index);
      check(value != nullptr, "input ", index, " is missing");
      tensors.push_back(reader_.view(value));
      ++index;
    }
    slot.present = true;
    slot.data = tensors.data() + first;
    slot.count = static_cast<int64_t>(count);
  }

  /// The sizes of the output that is parameter `param`.
  Sizes& sizes_of(size_t param) { return outputs_[static_cast<size_t>(slots_[param].index)].sizes; }

  [[gnu::always_inline]] void allocate_outputs() {
    const size_t arguments = spec_.entry->argument_count();
    const auto sizes = [&](size_t i) -> Sizes& { return sizes_of(arguments + i); };
    if (!node_.last.recall(slots_.data(), sizes)) ask_rule(arguments);
    for (size_t i = arguments; i < slots_.size(); ++i) {
      Slot& slot = slots_[i];
      slot.allocator = &allocator_;
      if (spec_.kind(i) != Kind::output) continue;
      slot.data = buffer(static_cast<size_t>(slot.index));
      slot.sizes = sizes_of(i).data();
      slot.count = static_cast<int64_t>(sizes_of(i).size());
    }
  }

  /// Sets the sizes of all outputs that the rule tells; throws where one of them is unknown.
  [[gnu::noinline]] void ask_rule(size_t arguments) {
    if (node_.last.keeps()) {
      try {
        evaluate(arguments, false);
        node_.last.keep(slots_.data(), [&](size_t i) { return sizes_of(arguments + i); });
        return;
      } catch (const Error&) {  // whose words want the elements, too
        node_.last.give_up();
      }
    }
    evaluate(arguments, true);
  }

  void evaluate(size_t arguments, bool elements) {
    Scratch<Shape, 4> shapes(outputs_.size(), [](size_t) { return Shape::unknown(); });
    if (spec_.shapes != nullptr) {
      Scratch<ShapeArg, 8> args(arguments, [&](size_t i) {
        return shape_arg(spec_.entry->params[i], slots_[i], elements);
      });
      spec_.shapes(args.data(), shapes.data());
    }
    // The shape rule counts outputs in the order of the torch op, which is the parameters' order.
    for (size_t i = arguments; i < slots_.size(); ++i) {
      if (spec_.kind(i) == Kind::output) {
        sizes_of(i) = known_sizes(shapes[i - arguments], i - arguments);
      }
    }
  }

  /// For an output that the kernel allocates itself.
  static void* allocate(void* host, int64_t index, Span<const int64_t>& sizes) {
    Call& self = *static_cast<Call*>(host);
    Output& output = self.outputs_[static_cast<size_t>(index)];
    if (self.is_list(static_cast<size_t>(index))) {
      return self.allocate_item(output, self.output_range(static_cast<size_t>(index)), sizes);
    }
    check(output.made == 0, "output ", index, " was allocated twice");
    for (int64_t size : sizes) check(size >= 0, "output ", index, " gets sizes ", sizes);
    output.sizes.append(sizes.begin(), sizes.end());
    sizes = Span<const int64_t>(output.sizes.data(), sizes.size());
    return self.buffer(static_cast<size_t>(index));
  }

  /// Memory for an output whose sizes are set.
  [[gnu::always_inline]] void* buffer(size_t index) {
    Output& output = outputs_[index];
    output.made = 1;
    const size_t place = output_range(index).begin;
    abi::OrtValue* value = nullptr;
    if (is_wanted(place)) {
      require(api_, abi::KernelContext_GetOutput(api_, context_, place, output.sizes.data(),
                                                 output.sizes.size(), &value));
    }
    if (value == nullptr) return unused_output(index);
    void* data = nullptr;
    require(api_, abi::GetTensorMutableData(api_, value, &data));
    return data;
  }

  /// The buffer for the next tensor of a list.
  [[gnu::noinline]] void* allocate_item(Output& output, Range range, Span<const int64_t>& sizes) {
    check(output.made < range.count, "the kernel gives more than ", range.count,
          " tensors of a list, which are all that the node lists");
    for (int64_t size : sizes) check(size >= 0, "a tensor of a list gets sizes ", sizes);
    Output& item = lists_->items.emplace_back();
    item.sizes.append(sizes.begin(), sizes.end());
    sizes = Span<const int64_t>(item.sizes.data(), sizes.size());
    abi::OrtValue* value = nullptr;
    require(api_, abi::KernelContext_GetOutput(api_, context_, range.begin + output.made++,
                                               sizes.data(), item.sizes.size(), &value));
    check(value != nullptr, "the graph leaves a tensor of a list out");
    void* data = nullptr;
    require(api_, abi::GetTensorMutableData(api_, value, &data));
    return data;
  }

  /// Whether the node lists the output, as it does the first one.
  bool is_wanted(size_t output) const {
    size_t count = 1;
    if (output > 0) {
      require(api_, abi::KernelContext_GetOutputCount(api_, context_, &count));
    }
    return output < count;
  }

  /// Memory for an output that the graph does not use, since the kernel writes to it all the
  /// same.
  void* unused_output(size_t index) {
    Output& output = outputs_[index];
    size_t bytes = size_of(spec_.dtype(spec_.outputs[index]));
    for (int64_t size : output.sizes) bytes *= static_cast<size_t>(size);
    if (spec_.entry->device == Device::cuda) return unused_on_cuda(bytes > 0 ? bytes : 1);
    output.unused.resize(bytes / sizeof(std::max_align_t) + 1);
    return output.unused.data();
  }

  inline void* unused_on_cuda(size_t bytes);  // below: it needs the whole of CallOnCuda

  static void parallel_for(void* host, int64_t n, int64_t grain, Context::Body body, void* state) {
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
    require(self.api_,
            abi::KernelContext_ParallelFor(self.api_, self.context_, run_chunk, chunks, 0, &loop));
  }

  static void* take(void* host, size_t bytes) {
    return static_cast<Call*>(host)->memory_.allocate(bytes);
  }
  static void give_back(void* host, void* memory) {
    static_cast<Call*>(host)->memory_.release(memory);
  }
  static constexpr Allocator kMemory{&take, &give_back};

  const Node& node_;
  const OpSpec& spec_;
  const abi::OrtApi* api_;
  abi::OrtKernelContext* context_;
  SessionMemory memory_;
  size_t given_ = 0;  ///< inputs that the node lists
  TensorReader reader_;
  SmallVector<Slot, 12> slots_;
  Scratch<Output, 2> outputs_;
  std::unique_ptr<Lists> lists_;  ///< none where no input or output is one: that costs a branch
  OutputAllocator allocator_{&allocate, this};
};

/// The same on a GPU.
class CallOnCuda : public Call {
 public:
  CallOnCuda(const Node& node, abi::OrtKernelContext* context)
      : Call(node, context), cuda_(api_, context) {}

  void run() {
    gather_inputs();
    for (size_t param : spec_.inputs) {
      if (spec_.params[param].source == Binding::Source::input) {
        cuda_.see(input(spec_.params[param].index));
      } else if (spec_.is_list(param)) {
        see_list(lists_->inputs[spec_.params[param].index]);
      }
    }
    allocate_outputs();
    spec_.entry->call(cuda_.context(), slots_.data());
    check_outputs();
  }

 private:
  friend class Call;

  /// All tensors of a list are in one place; some may be missing.
  void see_list(Range range) {
    for (size_t i = range.begin; i < range.begin + range.count; ++i) cuda_.see(input_at(i));
  }

  CudaCall cuda_;
};

void* Call::unused_on_cuda(size_t bytes) {
  return CudaCall::allocate(&static_cast<CallOnCuda*>(this)->cuda_, bytes);
}

/// What ONNX Runtime calls for one node.
class Kernel {
 public:
  Kernel(const OpSpec& spec, const Runtime& runtime, const abi::OrtKernelInfo* info)
      : name_(spec.qualified_name()), node_(spec, runtime, info) {}

  const char* name() const { return name_.c_str(); }
  const abi::OrtApi* api() const { return node_.runtime.api; }

  void compute(abi::OrtKernelContext* context) const { Call(node_, context).run(); }
  void compute_on_cuda(abi::OrtKernelContext* context) const { CallOnCuda(node_, context).run(); }

 private:
  std::string name_;
  Node node_;
};

}  // namespace wb::ort
