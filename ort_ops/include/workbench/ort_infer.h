// Shape inference in ONNX Runtime's graph, from the same shape rule that allocates outputs.
#pragma once

#include <workbench/ort_spec.h>
#include <workbench/ort_status.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace wb::ort {

/// Infers the output types and shapes of one node.
///
/// The runtime asks the first of all ops that share a name, whatever the element types of the node,
/// and takes its word for the types of the outputs. So the op with the node's input types is looked
/// up here, among `candidates`.
///
/// What the runtime does not tell stays unknown: unnamed sizes, values of inputs, and tensors of
/// rank 0, since the runtime reports an unknown rank in that way.
class ShapeInference {
 public:
  ShapeInference(const std::vector<const OpSpec*>& candidates, const abi::OrtApi* api,
                 abi::OrtShapeInferContext* context)
      : api_(api), context_(context) {
    require(api_, abi::ShapeInferContext_GetInputCount(api_, context_, &input_count_));
    for (const OpSpec* candidate : candidates) {
      if (!matches(*candidate)) continue;
      if (spec_ == nullptr) spec_ = candidate;
      fitting_.push_back(candidate);
    }
  }

  void run() const {
    if (spec_ == nullptr || spec_->shapes == nullptr) return;
    const size_t arguments = spec_->entry->argument_count();
    std::vector<ShapeArg> args;
    args.reserve(arguments);
    for (size_t i = 0; i < arguments; ++i) args.push_back(argument(i));
    std::vector<Shape> shapes(spec_->outputs.size(), Shape::unknown());
    spec_->shapes(args.data(), shapes.data());
    const size_t first_list = spec_->first_list(spec_->outputs);
    for (size_t i = 0; i < shapes.size(); ++i) {
      // Of a list and of what is behind it the exported graph knows the shapes.
      const bool placed = spec_->params[arguments + i].index < first_list;
      if (placed && shapes[i].ranked() && is_sure(arguments + i)) {
        set_output(arguments + i, shapes[i]);
      }
    }
  }

 private:
  /// True if nothing that the runtime does not tell here, as the type of a tensor attribute,
  /// decides the element type of an output.
  bool is_sure(size_t param) const {
    return std::all_of(fitting_.begin(), fitting_.end(), [&](const OpSpec* other) {
      return other->dtype(param) == spec_->dtype(param);
    });
  }

  /// True if the node's inputs have the element types of `spec`, as far as they are known.
  bool matches(const OpSpec& spec) const {
    for (size_t i = 0; i < input_count_; ++i) {
      const size_t place = std::min(i, spec.formal_count(spec.inputs) - 1);  // it may be variadic
      const DType wanted = spec.type_from(spec.inputs, place);
      if (wanted == DType::none) continue;  // takes several
      const abi::OrtTensorTypeAndShapeInfo* info = input_info(i);
      if (info != nullptr && type_of(info) != element_type(wanted)) return false;
    }
    for (size_t i = 0; i < spec.entry->argument_count(); ++i) {
      if (spec.kind(i) == Kind::dtype && !is_chosen(spec, i)) return false;
    }
    return true;
  }

  /// True if the node says the element type that parameter `i` of `spec` is.
  bool is_chosen(const OpSpec& spec, size_t i) const {
    const Binding& param = spec.params[i];
    const abi::OrtOpAttr* found = nullptr;
    const bool told = is_attribute(param.source) &&
                      succeeded(api_, abi::ShapeInferContext_GetAttribute(
                                          api_, context_, param.name.c_str(), &found)) &&
                      found != nullptr;
    const Value value =
        told ? Value::of(number<int64_t>(found, abi::ORT_OP_ATTR_INT)) : param.value;
    return is_type(value, spec.dtype(i));
  }

  /// Type and shape of an input, owned by the context; null if the node leaves it out.
  abi::OrtTensorTypeAndShapeInfo* input_info(size_t index) const {
    abi::OrtTensorTypeAndShapeInfo* info = nullptr;
    if (index >= input_count_ ||
        !succeeded(api_, abi::ShapeInferContext_GetInputTypeShape(api_, context_, index, &info)) ||
        info == nullptr || type_of(info) == abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED) {
      return nullptr;
    }
    return info;
  }

  abi::ONNXTensorElementDataType type_of(const abi::OrtTensorTypeAndShapeInfo* info) const {
    abi::ONNXTensorElementDataType type = abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    require(api_, abi::GetTensorElementType(api_, info, &type));
    return type;
  }

  ShapeArg argument(size_t i) const {
    const Binding& param = spec_->params[i];
    switch (param.source) {
      case Binding::Source::input:
      case Binding::Source::scalar_input:
        return input(i);
      case Binding::Source::variadic_input:
        return inputs_in(range_of(param.index), given(i)).of(spec_->dtype(i));
      case Binding::Source::input_given:
        return ShapeArg::scalar(Dim(input_info(range_of(param.index).begin) != nullptr ? 1 : 0));
      case Binding::Source::attribute:
      case Binding::Source::attribute_element:
      case Binding::Source::tensor_attribute:
        return attribute(i);
      default:
        return fixed(i, param.value);
    }
  }

  ShapeArg fixed(size_t i, const Value& value) const {
    Slot slot;
    slot.present = value.given();
    slot.integer = value.integer;
    slot.real = value.real;
    if (spec_->kind(i) == Kind::integers) {
      slot.data = const_cast<int64_t*>(value.integers.data());
      slot.count = static_cast<int64_t>(value.integers.size());
    } else if (spec_->kind(i) == Kind::reals) {
      slot.data = const_cast<double*>(value.reals.data());
      slot.count = static_cast<int64_t>(value.reals.size());
    } else if (spec_->kind(i) == Kind::text) {
      slot.data = const_cast<char*>(value.text.data());
      slot.count = static_cast<int64_t>(value.text.size());
    }
    return shape_arg(spec_->entry->params[i], slot);
  }

  ShapeArg input(size_t i) const {
    const Binding& param = spec_->params[i];
    abi::OrtTensorTypeAndShapeInfo* info = input_info(range_of(param.index).begin);
    return info == nullptr ? fixed(i, param.value) : unknown_value(i, input_shape(info));
  }

  /// Where the node has what is declared as an input.
  Range range_of(size_t index) const {
    const auto length = [&](size_t param) -> size_t {
      if (spec_->params[param].optional) {
        const std::vector<int64_t> flags = given(param);
        return flags.size() - static_cast<size_t>(std::count(flags.begin(), flags.end(), 0));
      }
      const abi::OrtOpAttr* found = nullptr;
      const char* name = spec_->params[param].name.c_str();
      if (!succeeded(api_, abi::ShapeInferContext_GetAttribute(api_, context_, name, &found)) ||
          found == nullptr) {
        return 0;
      }
      return static_cast<size_t>(number<int64_t>(found, abi::ORT_OP_ATTR_INT));
    };
    return spec_->ranges(spec_->inputs, length, input_count_)[index];
  }

  /// Of a list whose tensors may be missing, which of them the node has; else nothing.
  std::vector<int64_t> given(size_t param) const {
    const abi::OrtOpAttr* found = nullptr;
    const char* name = spec_->params[param].name.c_str();
    if (!spec_->params[param].optional ||
        !succeeded(api_, abi::ShapeInferContext_GetAttribute(api_, context_, name, &found)) ||
        found == nullptr) {
      return {};
    }
    const Shape values = integers(found);
    std::vector<int64_t> flags;
    for (const Dim& flag : values.dims()) flags.push_back(flag.value());
    return flags;
  }

  ShapeArg inputs_in(Range range, const std::vector<int64_t>& given) const {
    std::vector<Shape> shapes;
    for (size_t i = range.begin; i < range.begin + range.count; ++i) {
      while (shapes.size() < given.size() && given[shapes.size()] == 0) {
        shapes.push_back(Shape::none());
      }
      abi::OrtTensorTypeAndShapeInfo* info = input_info(i);
      shapes.push_back(info == nullptr ? Shape::unknown() : input_shape(info));
    }
    while (shapes.size() < given.size()) shapes.push_back(Shape::none());
    return ShapeArg::tensors(std::move(shapes));
  }

  /// An argument that is a tensor of the graph: its shape is known, its elements are not.
  ShapeArg unknown_value(size_t i, const Shape& shape) const {
    switch (spec_->kind(i)) {
      case Kind::tensor:
        return ShapeArg::tensor(shape).of(spec_->dtype(i));
      case Kind::integers:
        return ShapeArg::list(unknown_items(shape));
      default:
        return ShapeArg::opaque();
    }
  }

  Shape input_shape(abi::OrtTensorTypeAndShapeInfo* info) const {
    size_t rank = 0;
    require(api_, abi::GetDimensionsCount(api_, info, &rank));
    if (rank == 0) return Shape::unknown();
    std::vector<int64_t> sizes(rank);
    std::vector<const char*> names(rank, nullptr);
    require(api_, abi::GetDimensions(api_, info, sizes.data(), rank));
    require(api_, abi::GetSymbolicDimensions(api_, info, names.data(), rank));
    Shape::Dims dims;
    for (size_t i = 0; i < rank; ++i) {
      const bool named = names[i] != nullptr && names[i][0] != '\0';
      if (named || sizes[i] < 0) {
        dims.push_back(Dim::unknown(named ? names[i] : nullptr));
      } else {
        dims.push_back(sizes[i]);
      }
    }
    return Shape(std::move(dims));
  }

  /// A list of integers of which only the length is known.
  static Shape unknown_items(const Shape& shape) {
    if (!shape.ranked() || !shape.size(0).known()) return Shape::unknown();
    Shape::Dims items;
    for (int64_t i = 0; i < shape.size(0).value(); ++i) items.push_back(Dim::unknown());
    return Shape(std::move(items));
  }

  ShapeArg attribute(size_t i) const {
    const Binding& param = spec_->params[i];
    const abi::OrtOpAttr* attribute = nullptr;
    if (!succeeded(api_, abi::ShapeInferContext_GetAttribute(api_, context_, param.name.c_str(),
                                                             &attribute)) ||
        attribute == nullptr) {
      return fixed(i, param.value);
    }
    if (param.source == Binding::Source::tensor_attribute) {
      return unknown_value(i, Shape::unknown());
    }
    if (param.source == Binding::Source::attribute_element) {
      return ShapeArg::scalar(integers(attribute).size(static_cast<int64_t>(param.index)));
    }
    switch (spec_->kind(i)) {
      case Kind::integer:
      case Kind::boolean:
        return ShapeArg::scalar(number<int64_t>(attribute, abi::ORT_OP_ATTR_INT));
      case Kind::real:
        return ShapeArg::real_scalar(Real(real(attribute)));
      case Kind::integers:
        return ShapeArg::list(integers(attribute));
      case Kind::text: {
        const std::string& found = text(attribute);
        return ShapeArg::text(Text(found.data(), found.size()));
      }
      case Kind::tensor:
        return ShapeArg::tensor(Shape::unknown()).of(spec_->dtype(i));
      default:
        return ShapeArg::opaque();
    }
  }

  template <class T>
  T number(const abi::OrtOpAttr* attribute, abi::OrtOpAttrType type) const {
    T value = 0;
    size_t size = 0;
    require(api_, abi::ReadOpAttr(api_, attribute, type, &value, sizeof(value), &size));
    return value;
  }

  /// Exporters write an int where a float is meant.
  double real(const abi::OrtOpAttr* attribute) const {
    float value = 0;
    size_t size = 0;
    if (succeeded(api_, abi::ReadOpAttr(api_, attribute, abi::ORT_OP_ATTR_FLOAT, &value,
                                        sizeof(value), &size))) {
      return static_cast<double>(value);
    }
    return static_cast<double>(number<int64_t>(attribute, abi::ORT_OP_ATTR_INT));
  }

  /// A string, kept as long as the inference.
  const std::string& text(const abi::OrtOpAttr* attribute) const {
    size_t size = 0;
    succeeded(api_, abi::ReadOpAttr(api_, attribute, abi::ORT_OP_ATTR_STRING, nullptr, 0, &size));
    std::string& found = texts_.emplace_back(size, '\0');
    if (size > 0) {
      require(api_,
              abi::ReadOpAttr(api_, attribute, abi::ORT_OP_ATTR_STRING, found.data(), size, &size));
    }
    return found;
  }

  Shape integers(const abi::OrtOpAttr* attribute) const {
    // The first call tells the size in bytes; whether it also reports failure depends on the
    // version.
    size_t bytes = 0;
    succeeded(api_, abi::ReadOpAttr(api_, attribute, abi::ORT_OP_ATTR_INTS, nullptr, 0, &bytes));
    std::vector<int64_t> values(bytes / sizeof(int64_t));
    if (!values.empty()) {
      require(api_, abi::ReadOpAttr(api_, attribute, abi::ORT_OP_ATTR_INTS, values.data(), bytes,
                                    &bytes));
    }
    return Shape(values.data(), static_cast<int64_t>(values.size()));
  }

  void set_output(size_t param, const Shape& shape) const {
    std::vector<int64_t> sizes;
    std::vector<std::string> names;
    for (const Dim& dim : shape.dims()) {
      sizes.push_back(dim.known() ? dim.value() : -1);
      names.push_back(dim.known() ? "" : dim.name() != nullptr ? dim.name() : fresh_name());
    }
    std::vector<const char*> texts;
    for (const std::string& name : names) texts.push_back(name.c_str());
    Owned<abi::OrtTensorTypeAndShapeInfo> info(api_, abi::ReleaseTensorTypeAndShapeInfo);
    require(api_, abi::CreateTensorTypeAndShapeInfo(api_, info.out()));
    require(api_, abi::SetTensorElementType(api_, info.get(), element_type(spec_->dtype(param))));
    require(api_, abi::SetDimensions(api_, info.get(), sizes.data(), sizes.size()));
    require(api_, abi::SetSymbolicDimensions(api_, info.get(), texts.data(), texts.size()));
    require(api_, abi::ShapeInferContext_SetOutputTypeShape(
                      api_, context_, spec_->params[param].index, info.get()));
  }

  /// A name for an unknown size. The interface cannot leave a size open, -1 would be taken for a
  /// value, and two sizes of one name count as equal when buffers are shared: so each gets its own.
  std::string fresh_name() const {
    static uint64_t count = 0;
    return spec_->qualified_name() + "." + std::to_string(__atomic_fetch_add(&count, 1, 0));
  }

  const abi::OrtApi* api_;
  abi::OrtShapeInferContext* context_;
  size_t input_count_ = 0;
  const OpSpec* spec_ = nullptr;             ///< the first of those that fit
  std::vector<const OpSpec*> fitting_ = {};  ///< as far as the runtime tells the node here
  mutable std::deque<std::string> texts_;
};

}  // namespace wb::ort
