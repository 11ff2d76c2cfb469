// One node of an op in an OpenVINO model: its shapes, and a call of the kernel function.
#pragma once

#include <tbb/parallel_for.h>
#include <workbench/ort_slots.h>
#include <workbench/ort_spec.h>
#include <workbench/ov_tensor.h>

#include <algorithm>
#include <memory>
#include <openvino/op/constant.hpp>
#include <openvino/op/op.hpp>
#include <string>
#include <utility>
#include <vector>

namespace wb::openvino {

using ort::Binding;
using ort::OpSpec;
using ort::Value;

/// What all copies of a node share: what the ONNX node says.
struct Said {
  static constexpr size_t kAbsent = ~size_t{0};

  const OpSpec& spec;
  const ::ov::DiscreteTypeInfo& type;
  std::vector<Value> values;          ///< per parameter: a constant, a default, an attribute
  std::vector<::ov::Tensor> tensors;  ///< per parameter: an attribute that is a tensor, or none
  std::vector<size_t> inputs;         ///< per input of the ONNX node, where it is, or kAbsent

  /// Where input `index` of the ONNX node is among those of the node here, or kAbsent.
  size_t input(size_t index) const { return index < inputs.size() ? inputs[index] : kAbsent; }
};

/// The slots of a call, as far as the node alone tells them.
class Slots {
 public:
  explicit Slots(const Said& said) : spec_(said.spec), slots_(spec_.params.size()) {
    for (size_t i = 0; i < slots_.size(); ++i) {
      const Binding& param = spec_.params[i];
      fill(slots_[i], spec_.kind(i), said.values[i]);
      slots_[i].index = static_cast<int64_t>(param.index);
      if (param.source == Binding::Source::input_given) {
        slots_[i].present = true;
        slots_[i].integer = said.input(param.index) != Said::kAbsent ? 1 : 0;
      } else if (said.tensors[i]) {
        set(i, said.tensors[i], "attribute '", param.name.c_str());
      }
    }
  }

  /// Sets the slot of parameter i to a tensor, or to the numbers in it.
  void set(size_t i, const ::ov::Tensor& tensor, const char* what, const char* name) {
    const bool number = spec_.kind(i) != Kind::tensor;
    AnyTensor x = buffers.view(tensor, number ? DType::none : spec_.dtype(i));
    if (!number) return fill(slots_[i], x);
    // The plugin's form of a bool.
    if (x.dtype() == DType::uint8) x = {DType::boolean, x.data(), x.sizes().data(), x.rank()};
    try {
      numbers_.read_numbers(slots_[i], spec_.kind(i), x);
    } catch (const Error& error) {
      fail(what, name, "' ", error.what());
    }
  }

  /// Sets the slot of parameter i to a list of tensors.
  void set_list(size_t i, std::vector<AnyTensor> tensors) {
    list_ = std::move(tensors);
    slots_[i].present = true;
    slots_[i].data = list_.data();
    slots_[i].count = static_cast<int64_t>(list_.size());
  }

  Slot& operator[](size_t i) { return slots_[i]; }
  const Slot* data() const { return slots_.data(); }
  size_t size() const { return slots_.size(); }
  ShapeArg shape_arg(size_t i) const { return wb::shape_arg(spec_.entry->params[i], slots_[i]); }

  Buffers buffers;

 private:
  static void fill(Slot& slot, Kind kind, const Value& value) { ort::fill(slot, kind, value); }
  static void fill(Slot& slot, const AnyTensor& x) { ort::fill(slot, x); }

  const OpSpec& spec_;
  std::vector<Slot> slots_;
  std::vector<AnyTensor> list_;
  ort::NumberReader numbers_;
};

/// One call of the kernel function.
class Call {
 public:
  Call(const Said& said, ::ov::TensorVector& outputs, const ::ov::TensorVector& inputs)
      : said_(said), spec_(said.spec), slots_(said), outputs_(outputs), inputs_(inputs) {}

  void run() {
    for (size_t i = 0; i < spec_.entry->argument_count(); ++i) gather(i);
    allocate_outputs();
    spec_.entry->call(Context(this, &parallel_for), slots_.data());
    for (Made& made : made_) {
      check(made.allocated, "the kernel did not allocate output ", made.index);
      if (made.other != nullptr) {
        ::ov::Tensor& output = outputs_[made.index];
        convert(made.dtype, made.other, dtype_of_element(output.get_element_type()), output.data(),
                static_cast<int64_t>(output.get_size()));
      }
    }
  }

 private:
  struct Made {
    size_t index = 0;
    DType dtype = DType::none;
    bool allocated = false;
    void* other = nullptr;  ///< the elements, where the runtime wants them of another type
  };

  void gather(size_t i) {
    const Binding& param = spec_.params[i];
    if (!ort::is_input(param.source)) return;
    if (spec_.kind(i) == Kind::tensors) {
      std::vector<AnyTensor> list;
      for (size_t at = param.index; at < said_.inputs.size(); ++at) {
        list.push_back(slots_.buffers.view(inputs_.at(said_.inputs[at]), spec_.dtype(i)));
      }
      return slots_.set_list(i, std::move(list));
    }
    const size_t at = said_.input(param.index);
    if (at != Said::kAbsent) slots_.set(i, inputs_.at(at), "the input '", spec_.name.c_str());
  }

  void allocate_outputs() {
    const size_t arguments = spec_.entry->argument_count();
    std::vector<Shape> shapes(spec_.outputs.size(), Shape::unknown());
    if (spec_.shapes != nullptr) {
      std::vector<ShapeArg> args;
      for (size_t i = 0; i < arguments; ++i) args.push_back(slots_.shape_arg(i));
      spec_.shapes(args.data(), shapes.data());
    }
    made_.resize(spec_.outputs.size());
    for (size_t i = arguments; i < slots_.size(); ++i) {
      Slot& slot = slots_[i];
      const auto index = static_cast<size_t>(slot.index);
      made_[index].index = index;
      made_[index].dtype = spec_.dtype(i);
      slot.allocator = &allocator_;
      if (spec_.kind(i) == Kind::allocated) continue;
      const Sizes wanted = known_sizes(shapes[i - arguments], i - arguments);
      Span<const int64_t> sizes(wanted.data(), static_cast<int64_t>(wanted.size()));
      slot.data = allocate(this, slot.index, sizes);
      slot.sizes = sizes.data();
      slot.count = sizes.size();
    }
  }

  static void* allocate(void* host, int64_t index, Span<const int64_t>& sizes) {
    Call& self = *static_cast<Call*>(host);
    Made& made = self.made_.at(static_cast<size_t>(index));
    check(!made.allocated, "output ", index, " is allocated twice");
    ::ov::Shape shape;
    int64_t* copied = self.slots_.buffers.sizes(static_cast<size_t>(sizes.size()));
    for (int64_t i = 0; i < sizes.size(); ++i) {
      check(sizes[i] >= 0, "output ", index, " would have the sizes ", sizes);
      shape.push_back(static_cast<size_t>(sizes[i]));
      copied[i] = sizes[i];
    }
    sizes = {copied, sizes.size()};
    ::ov::Tensor& output = self.outputs_.at(made.index);
    output.set_shape(shape);
    made.allocated = true;
    if (output.get_element_type() == element_type(made.dtype)) {
      return output.get_size() > 0 ? output.data() : self.slots_.buffers.bytes(0);
    }
    made.other = self.slots_.buffers.bytes(output.get_size() * size_of(made.dtype));
    return made.other;
  }

  static void parallel_for(void*, int64_t n, int64_t grain, Context::Body body, void* state) {
    tbb::parallel_for(
        tbb::blocked_range<int64_t>(0, n, static_cast<size_t>(grain)),
        [&](const tbb::blocked_range<int64_t>& part) { body(state, part.begin(), part.end()); });
  }

  const Said& said_;
  const OpSpec& spec_;
  Slots slots_;
  ::ov::TensorVector& outputs_;
  const ::ov::TensorVector& inputs_;
  std::vector<Made> made_;
  OutputAllocator allocator_{&allocate, this};
};

/// A node of one of our ops.
class Node : public ::ov::op::Op {
 public:
  Node(const ::ov::OutputVector& inputs, std::shared_ptr<const Said> said)
      : ::ov::op::Op(inputs), said_(std::move(said)) {
    constructor_validate_and_infer_types();
  }

  const ::ov::DiscreteTypeInfo& get_type_info() const override { return said_->type; }

  void validate_and_infer_types() override {
    const OpSpec& spec = said_->spec;
    Slots slots(*said_);
    const size_t arguments = spec.entry->argument_count();
    std::vector<ShapeArg> args;
    for (size_t i = 0; i < arguments; ++i) args.push_back(argument(i, slots));
    std::vector<Shape> shapes(spec.outputs.size(), Shape::unknown());
    if (spec.shapes != nullptr) spec.shapes(args.data(), shapes.data());
    for (size_t i = 0; i < shapes.size(); ++i) {
      const size_t param = arguments + i;
      set_output_type(spec.params[param].index, element_type(spec.dtype(param)),
                      partial_shape(shapes[i]));
    }
  }

  std::shared_ptr<::ov::Node> clone_with_new_inputs(
      const ::ov::OutputVector& inputs) const override {
    return std::make_shared<Node>(inputs, said_);
  }

  /// Nodes that say something else are others, though their inputs be the same.
  bool visit_attributes(::ov::AttributeVisitor& visitor) override {
    const OpSpec& spec = said_->spec;
    for (size_t i = 0; i < spec.entry->argument_count(); ++i) {
      Value value = said_->values[i];
      const std::string name = "argument_" + std::to_string(i);
      if (value.type == Value::Type::integer) visitor.on_attribute(name, value.integer);
      if (value.type == Value::Type::real) visitor.on_attribute(name, value.real);
      if (value.type == Value::Type::text) visitor.on_attribute(name, value.text);
      if (value.type == Value::Type::integers) visitor.on_attribute(name, value.integers);
      if (value.type == Value::Type::reals) visitor.on_attribute(name, value.reals);
      if (const ::ov::Tensor& tensor = said_->tensors[i]) {
        std::string bytes;
        for (size_t k = 0; k < tensor.get_byte_size(); ++k) {
          const auto byte = static_cast<const uint8_t*>(tensor.data())[k];
          bytes += {"0123456789abcdef"[byte / 16], "0123456789abcdef"[byte % 16]};
        }
        visitor.on_attribute(name, bytes);
      }
    }
    return true;
  }

  bool has_evaluate() const override { return true; }

  bool evaluate(::ov::TensorVector& outputs, const ::ov::TensorVector& inputs) const override {
    Call(*said_, outputs, inputs).run();
    return true;
  }
  using ::ov::op::Op::evaluate;

 private:
  ShapeArg argument(size_t i, Slots& known) const {
    const Binding& param = said_->spec.params[i];
    if (param.source == Binding::Source::variadic_input) {
      std::vector<Shape> shapes;
      for (size_t at = param.index; at < said_->inputs.size(); ++at) {
        shapes.push_back(shape_of(get_input_partial_shape(said_->inputs[at])));
      }
      return ShapeArg::tensors(std::move(shapes)).of(said_->spec.dtype(i));
    }
    const size_t at = ort::is_input(param.source) ? said_->input(param.index) : Said::kAbsent;
    if (at == Said::kAbsent) return known.shape_arg(i);
    const auto constant =
        ::ov::as_type_ptr<::ov::op::v0::Constant>(input_value(at).get_node_shared_ptr());
    if (constant != nullptr) {
      known.set(i, constant->get_tensor_view(), "the input '", said_->spec.name.c_str());
      return known.shape_arg(i);
    }
    const Shape shape = shape_of(get_input_partial_shape(at));
    if (said_->spec.kind(i) == Kind::tensor) {
      return ShapeArg::tensor(shape).of(said_->spec.dtype(i));
    }
    if (said_->spec.kind(i) != Kind::integers) return ShapeArg::opaque();
    if (!shape.ranked() || shape.dims().empty() || !shape.size(0).known()) {
      return ShapeArg::list(Shape::unknown());
    }
    Shape::Dims items;
    for (int64_t k = 0; k < shape.size(0).value(); ++k) items.push_back(Dim::unknown());
    return ShapeArg::list(Shape(std::move(items)));
  }

  const std::shared_ptr<const Said> said_;
};

}  // namespace wb::openvino
