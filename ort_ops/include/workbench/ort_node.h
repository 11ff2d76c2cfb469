// The state that ONNX Runtime keeps per node, read once.
#pragma once

#include <workbench/ort_attribute.h>
#include <workbench/ort_last_sizes.h>
#include <workbench/ort_spec.h>
#include <workbench/ort_status.h>
#include <workbench/ort_tensor.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace wb::ort {

/// The state of one node: its attributes and constants, read once.
struct Node {
  Node(const OpSpec& op, const Runtime& host, const abi::OrtKernelInfo* info)
      : spec(op),
        runtime(host),
        reader(host),
        values(spec.params.size()),
        slots(spec.params.size()),
        required_inputs(spec.required_inputs()),
        takes_lists(spec.is_variadic()),
        gives_lists(spec.has_variadic_outputs()),
        last(spec) {
    for (size_t i = 0; i < spec.params.size(); ++i) {
      const Binding& param = spec.params[i];
      values[i] = param.value;
      fill(slots[i], spec.kind(i), values[i]);
      slots[i].index = static_cast<int64_t>(param.index);
      if (is_attribute(param.source)) read_attribute(info, i);
      if (spec.is_list(i) && !param.name.empty()) read_length(info, i);
    }
  }

  const OpSpec& spec;
  Runtime runtime;
  std::deque<Owned<abi::OrtValue>> tensors;
  TensorReader reader;
  std::vector<Value> values;
  std::vector<Slot> slots;  ///< what is the same in all calls
  const size_t required_inputs;
  const bool takes_lists, gives_lists;
  mutable LastSizes last;

 private:
  /// Reads how many tensors the list of parameter i has.
  void read_length(const abi::OrtKernelInfo* info, size_t i) {
    const std::string& name = spec.params[i].name;
    if (spec.params[i].optional) return read_given(info, i);
    values[i] = AttributeReader(runtime.api, info).value(name, Kind::integer);
    check(values[i].given() && values[i].integer >= 0, "the node lacks attribute '", name,
          "', the length of a list");
  }

  /// Reads which tensors of the list of parameter i are there, and how many.
  void read_given(const abi::OrtKernelInfo* info, size_t i) {
    const std::string& name = spec.params[i].name;
    values[i] = AttributeReader(runtime.api, info).value(name, Kind::integers);
    check(values[i].given(), "the node lacks attribute '", name,
          "', which tells the tensors of a list that are given");
    const std::vector<int64_t>& flags = values[i].integers;
    values[i].integer = static_cast<int64_t>(flags.size()) -
                        static_cast<int64_t>(std::count(flags.begin(), flags.end(), 0));
  }

  void read_attribute(const abi::OrtKernelInfo* info, size_t i) {
    const std::string& name = spec.params[i].name;
    const bool is_tensor =
        spec.kind(i) == Kind::tensor || spec.params[i].source == Binding::Source::tensor_attribute;
    const bool found = is_tensor ? read_tensor(info, i) : read_value(info, i);
    check(found || values[i].given() || spec.entry->params[i].optional,
          "the node lacks attribute '", name, "'");
  }

  /// Reads the attribute of parameter i as a number, a text or a list; false if there is none.
  bool read_value(const abi::OrtKernelInfo* info, size_t i) {
    const Binding& param = spec.params[i];
    const bool element = param.source == Binding::Source::attribute_element;
    const AttributeReader reader(runtime.api, info);
    Value value = reader.value(param.name, element ? Kind::integers : spec.kind(i));
    if (!value.given()) return false;
    if (element) {
      check(param.index < value.integers.size(), "attribute '", param.name, "' has ",
            value.integers.size(), " elements, but element ", param.index, " is needed");
      value = Value::of(value.integers[param.index]);
    }
    values[i] = std::move(value);
    fill(slots[i], spec.kind(i), values[i]);
    return true;
  }

  /// Reads the attribute of parameter i as a tensor; false if there is none.
  bool read_tensor(const abi::OrtKernelInfo* info, size_t i) {
    const abi::OrtApi* api = runtime.api;
    const char* name = spec.params[i].name.c_str();
    abi::OrtAllocator* allocator = nullptr;
    require(api, abi::GetAllocatorWithDefaultOptions(api, &allocator));
    Owned<abi::OrtValue>& tensor = tensors.emplace_back(api, abi::ReleaseValue);
    if (!succeeded(api,
                   abi::KernelInfoGetAttribute_tensor(api, info, name, allocator, tensor.out()))) {
      check(!AttributeReader(api, info).exists(name), "attribute '", name,
            "' has another type than tensor");
      return false;
    }
    const AnyTensor x = reader.view(tensor.get());
    if (spec.kind(i) == Kind::tensor) {
      check(x.dtype() == spec.dtype(i), "tensor attribute '", name, "' must hold ",
            name_of(spec.dtype(i)));
      fill(slots[i], x);
      return true;
    }
    try {
      reader.read_numbers(slots[i], spec.kind(i), x);
    } catch (const Error& error) {
      fail("attribute '", name, "' ", error.what());
    }
    return true;
  }
};

/// True if a node's attributes have the element types of `spec`: those that they say, and those of
/// tensors.
inline bool chooses(const Runtime& runtime, const abi::OrtKernelInfo* info, const OpSpec& spec) {
  const AttributeReader attributes(runtime.api, info);
  for (size_t i = 0; i < spec.entry->argument_count(); ++i) {
    const Binding& param = spec.params[i];
    if (spec.kind(i) == Kind::dtype) {
      const Value said =
          is_attribute(param.source) ? attributes.value(param.name, Kind::dtype) : Value();
      if (!is_type(said.given() ? said : param.value, spec.dtype(i))) return false;
    } else if (spec.kind(i) == Kind::tensor && param.source == Binding::Source::attribute) {
      abi::OrtAllocator* allocator = nullptr;
      require(runtime.api, abi::GetAllocatorWithDefaultOptions(runtime.api, &allocator));
      Owned<abi::OrtValue> tensor(runtime.api, abi::ReleaseValue);
      const bool there = succeeded(
          runtime.api, abi::KernelInfoGetAttribute_tensor(runtime.api, info, param.name.c_str(),
                                                          allocator, tensor.out()));
      if (there && TensorReader(runtime).view(tensor.get()).dtype() != spec.dtype(i)) return false;
    }
  }
  return true;
}

}  // namespace wb::ort
