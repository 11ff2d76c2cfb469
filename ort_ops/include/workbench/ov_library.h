// Makes one library for OpenVINO out of the same files with WB_ORT_OP as make one for ONNX Runtime.
// To be included by exactly one file of the library, which reads:
//
//   #include <workbench/ov_library.h>
//   WB_OV_LIBRARY()
//
// The library exports create_extensions, which ov::Core::add_extension calls: a conversion from
// each op's ONNX node. It is the same for all ops, so its object file can be kept.
#pragma once

#include <workbench/ort_op.h>
#include <workbench/ov_op.h>

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <openvino/frontend/onnx/decoder.hpp>
#include <openvino/frontend/onnx/extension/conversion.hpp>
#include <string>
#include <utility>
#include <vector>

namespace wb::openvino {

/// Reads attributes of one ONNX node. Exporters write an int where a float is meant, and a single
/// number for a list of one, so these are taken too.
class Attributes {
 public:
  explicit Attributes(const ::ov::frontend::NodeContext& node) : node_(node) {}

  /// The attribute as a value for a kernel parameter of this kind; Type::none if there is none.
  Value value(const std::string& name, Kind kind) const {
    const ::ov::Any found = node_.get_attribute_as_any(name);
    Value value;
    if (found.empty()) return value;
    if (found.is<int64_t>()) value = Value::of(found.as<int64_t>());
    if (found.is<std::string>()) {
      value.type = Value::Type::text;
      value.text = found.as<std::string>();
    }
    if (found.is<std::vector<int64_t>>()) {
      value.type = Value::Type::integers;
      value.integers = found.as<std::vector<int64_t>>();
      value.reals.assign(value.integers.begin(), value.integers.end());
    }
    real<float>(found, value);
    real<double>(found, value);
    if (kind == Kind::integers || kind == Kind::reals) make_list(value);
    check(ort::accepts(kind, value), "attribute '", name, "' has another type than ",
          name_of(kind));
    return value;
  }

  /// The attribute as a tensor; an empty one if there is none.
  ::ov::Tensor tensor(const std::string& name) const {
    const ::ov::Any found = node_.get_attribute_as_any(name);
    if (found.empty()) return {};
    using Decoder = ::ov::frontend::onnx::DecoderBase;
    std::shared_ptr<::ov::frontend::onnx::DecoderBaseTensor> decoder;
    if (found.is<std::shared_ptr<Decoder>>()) {
      decoder = std::dynamic_pointer_cast<::ov::frontend::onnx::DecoderBaseTensor>(
          found.as<std::shared_ptr<Decoder>>());
    }
    check(decoder != nullptr, "attribute '", name, "' has another type than tensor");
    return copied(decoder->get_tensor_info());
  }

 private:
  /// A number or a list of numbers of 32 bits; the frontend hands them over as T.
  template <class T>
  static void real(const ::ov::Any& found, Value& value) {
    if (found.is<T>()) value = Value::of(static_cast<double>(found.as<T>()));
    if (!found.is<std::vector<T>>()) return;
    const auto& items = found.as<std::vector<T>>();
    value.type = Value::Type::reals;
    value.reals.assign(items.begin(), items.end());
  }

  static ::ov::Tensor copied(const ::ov::frontend::onnx::TensorMetaInfo& info) {
    ::ov::Tensor made(info.m_element_type, info.m_partial_shape.to_shape());
    const auto count = static_cast<int64_t>(made.get_size());
    if (count == 0) return made;
    const DType dtype = dtype_of_element(info.m_element_type);
    const bool bytes = info.m_is_raw || size_of(dtype) >= 4;
    if (bytes) {
      std::memcpy(made.data(), info.m_tensor_data, made.get_byte_size());
    } else if (dtype == DType::float16 || dtype == DType::bfloat16) {
      convert(DType::int32, info.m_tensor_data, DType::uint16, made.data(), count);
    } else {  // ONNX keeps small elements as int32, unless it keeps them as bytes
      convert(DType::int32, info.m_tensor_data, dtype, made.data(), count);
    }
    return made;
  }

  static void make_list(Value& value) {
    if (value.type == Value::Type::integer) {
      value.integers = {value.integer};
      value.reals = {value.real};
      value.type = Value::Type::integers;
    } else if (value.type == Value::Type::real) {
      value.reals = {value.real};
      value.type = Value::Type::reals;
    } else if (value.type == Value::Type::reals && value.reals.empty()) {
      value.type = Value::Type::integers;  // an empty list says nothing of its type
    }
  }

  const ::ov::frontend::NodeContext& node_;
};

/// All ops of one library. The one object of this class is never destroyed: a model may outlive the
/// static objects of the library.
class Library {
 public:
  static Library& instance() {
    static Library& library = *new Library;
    return library;
  }

  void add(OpSpec spec) { specs_.push_back(std::move(spec)); }

  std::vector<::ov::Extension::Ptr> extensions() {
    std::map<std::pair<std::string, std::string>, std::vector<const OpSpec*>> named;
    for (OpSpec& spec : specs_) {
      if (spec.inputs.empty() && spec.outputs.empty()) ort::finish(spec);
      named[{spec.domain, spec.name}].push_back(&spec);
    }
    std::vector<::ov::Extension::Ptr> made;
    for (const auto& [name, specs] : named) {
      const ::ov::DiscreteTypeInfo& type = types_.emplace_back(
          specs[0]->name.c_str(), specs[0]->domain.c_str(), &::ov::op::Op::get_type_info_static());
      const auto convert = [&type, specs = specs](const ::ov::frontend::NodeContext& node) {
        return converted(type, specs, node);
      };
      made.push_back(std::make_shared<::ov::frontend::onnx::ConversionExtension>(
          name.second, name.first, convert));
    }
    return made;
  }

 private:
  static ::ov::OutputVector converted(const ::ov::DiscreteTypeInfo& type,
                                      const std::vector<const OpSpec*>& specs,
                                      const ::ov::frontend::NodeContext& node) {
    ::ov::OutputVector inputs;
    std::vector<size_t> places;
    std::vector<::ov::element::Type> types;  // of the ONNX node's inputs
    for (size_t i = 0; i < node.get_input_size(); ++i) {
      const ::ov::Output<::ov::Node> input = node.get_input(static_cast<int>(i));
      const bool given = std::string(input.get_node()->get_type_name()) != "NullNode";
      places.push_back(given ? inputs.size() : Said::kAbsent);
      types.push_back(given ? input.get_element_type() : ::ov::element::dynamic);
      if (given) inputs.push_back(input);
    }
    const OpSpec& spec = fitting(specs, types);
    const size_t count = spec.params.size();
    const auto said = std::make_shared<Said>(
        Said{spec, type, std::vector<Value>(count), std::vector<::ov::Tensor>(count), places});
    for (size_t i = 0; i < count; ++i) read(*said, i, Attributes(node));
    for (size_t i = 0; i < spec.inputs.size(); ++i) {
      const bool may_lack =
          spec.params[spec.inputs[i]].optional || spec.kind(spec.inputs[i]) == Kind::tensors;
      check(may_lack || said->input(i) != Said::kAbsent, "input ", i, " is missing");
    }
    return std::make_shared<Node>(inputs, said)->outputs();
  }

  /// The op of one name whose kernel takes these element types.
  static const OpSpec& fitting(const std::vector<const OpSpec*>& specs,
                               const std::vector<::ov::element::Type>& types) {
    const auto fits = [&](const OpSpec& spec, size_t i) {
      const size_t place = std::min(i, spec.inputs.size() - 1);  // the last may be variadic
      const DType wanted = spec.inputs.empty() ? DType::none : spec.dtype(spec.inputs[place]);
      return wanted == DType::none || types[i].is_dynamic() || types[i] == element_type(wanted);
    };
    for (const OpSpec* spec : specs) {
      size_t i = 0;
      while (i < types.size() && fits(*spec, i)) ++i;
      if (i == types.size()) return *spec;
    }
    std::string given;
    for (const auto& type : types) given += (given.empty() ? "" : ", ") + type.to_string();
    std::string known;
    for (const OpSpec* spec : specs) known += " " + dtypes_text(*spec->entry);
    fail(specs[0]->qualified_name(), " has no kernel for (", given, "), but for", known);
  }

  static void read(Said& said, size_t i, const Attributes& attributes) {
    const Binding& param = said.spec.params[i];
    const Kind kind = said.spec.kind(i);
    said.values[i] = param.value;
    if (!ort::is_attribute(param.source)) return;
    if (kind == Kind::tensor || param.source == Binding::Source::tensor_attribute) {
      said.tensors[i] = attributes.tensor(param.name);
      check(said.tensors[i] || param.value.given() || said.spec.entry->params[i].optional,
            "the node lacks attribute '", param.name, "'");
      return;
    }
    const bool element = param.source == Binding::Source::attribute_element;
    Value value = attributes.value(param.name, element ? Kind::integers : kind);
    if (element && value.given()) {
      check(param.index < value.integers.size(), "attribute '", param.name, "' has ",
            value.integers.size(), " elements, but element ", param.index, " is needed");
      value = Value::of(value.integers[param.index]);
    }
    if (value.given()) said.values[i] = std::move(value);
    check(said.values[i].given() || said.spec.entry->params[i].optional,
          "the node lacks attribute '", param.name, "'");
  }

  std::deque<OpSpec> specs_;
  std::deque<::ov::DiscreteTypeInfo> types_;
};

}  // namespace wb::openvino

// Not inline: a second file that includes this header is a link error, not a second library.
wb::ort::Registration::Registration(const char* domain, const char* name, int since_version,
                                    ShapeFn shapes, const Entry& entry,
                                    std::initializer_list<Param> params) {
  OpSpec spec{domain, name, {}, &entry, shapes, since_version};
  for (const Param& param : params) spec.params.emplace_back(param);
  wb::openvino::Library::instance().add(std::move(spec));
}

/// Makes the library's entry point.
#define WB_OV_LIBRARY() OPENVINO_CREATE_EXTENSIONS(wb::openvino::Library::instance().extensions())
