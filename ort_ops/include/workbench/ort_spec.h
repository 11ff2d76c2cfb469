// One op of a library for ONNX Runtime: its declaration (OpSpec), checked against the kernel.
#pragma once

#include <workbench/entry_run.h>
#include <workbench/ort_abi.h>
#include <workbench/ort_op.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace wb::ort {

/// A value that a kernel parameter takes: a constant, a default, an attribute or a scalar input.
struct Value {
  using Type = Literal::Type;

  Type type = Type::none;
  int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<int64_t> integers;
  std::vector<double> reals;

  Value() = default;
  explicit Value(const Literal& from)
      : type(from.type),
        integer(from.integer),
        real(from.real),
        text(from.text),
        integers(from.integers),
        reals(from.reals) {
    if (type == Type::integers) reals.assign(integers.begin(), integers.end());
  }
  static Value of(int64_t integer) { return Value(Literal(integer)); }
  static Value of(double real) { return Value(Literal(real)); }

  bool given() const { return type != Type::none; }
};

/// The source of one kernel parameter, see Param.
struct Binding {
  using Source = Param::Source;

  explicit Binding(const Param& param)
      : source(param.source),
        index(param.index),
        name(param.name),
        optional(param.optional),
        value(param.value) {}

  Source source;
  size_t index;
  std::string name;
  bool optional;
  Value value;
};

inline bool is_input(Binding::Source source) {
  using Source = Binding::Source;
  return source == Source::input || source == Source::variadic_input ||
         source == Source::scalar_input;
}

inline bool is_attribute(Binding::Source source) {
  using Source = Binding::Source;
  return source == Source::attribute || source == Source::attribute_element ||
         source == Source::tensor_attribute;
}

/// Where a parameter's tensors are among the inputs or outputs of a node.
struct Range {
  size_t begin;
  size_t count;
};

/// The declaration of one op for one combination of element types.
struct OpSpec {
  std::string domain;
  std::string name;
  std::vector<Binding> params;  ///< one per kernel parameter after the Context
  const Entry* entry;
  ShapeFn shapes;  ///< may be null if the kernel allocates all outputs
  int since_version;
  std::vector<size_t> inputs = {};   ///< per node input, the index of its parameter
  std::vector<size_t> outputs = {};  ///< per node output, the index of its parameter
  std::vector<size_t> given = {};    ///< parameters that tell whether an input is given

  Kind kind(size_t param) const { return entry->params[param].kind; }
  DType dtype(size_t param) const { return entry->params[param].dtype; }
  std::string qualified_name() const { return domain + "::" + name; }

  bool is_list(size_t param) const {
    return kind(param) == Kind::tensors || kind(param) == Kind::outputs;
  }

  /// The place among `inputs` or `outputs` of the first list; their size where there is none.
  ///
  /// To the runtime all that begins there is one variadic input or output, which must be the last.
  size_t first_list(const std::vector<size_t>& places) const {
    size_t place = 0;
    while (place < places.size() && !is_list(places[place])) ++place;
    return place;
  }

  /// How many inputs or outputs the runtime knows of.
  size_t formal_count(const std::vector<size_t>& places) const {
    return std::min(first_list(places) + 1, places.size());
  }

  /// The element type of all that begins at a place; none where they differ.
  DType type_from(const std::vector<size_t>& places, size_t place) const {
    const DType first = dtype(places[place]);
    if (!is_list(places[place])) return first;
    for (size_t i = place; i < places.size(); ++i) {
      if (dtype(places[i]) != first) return DType::none;
    }
    return first;
  }

  /// True if all from the first list on has one element type; also where there is no list.
  bool are_alike(const std::vector<size_t>& places) const {
    const size_t list = first_list(places);
    return list == places.size() || type_from(places, list) != DType::none;
  }

  /// True if the last input that the runtime knows of stands for all further ones.
  bool is_variadic() const { return first_list(inputs) < inputs.size(); }

  /// The same of the last output.
  bool has_variadic_outputs() const { return first_list(outputs) < outputs.size(); }

  /// Where on the node an input or output is, and how many there are of a list.
  ///
  /// Args:
  ///   places: `inputs` or `outputs`.
  ///   length: of the list that is a parameter, as its attribute tells it.
  ///   total: how many inputs or outputs the node has.
  template <class Length>
  std::vector<Range> ranges(const std::vector<size_t>& places, const Length& length,
                            size_t total) const {
    std::vector<Range> made;
    size_t begin = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      const size_t rest = places.size() - i - 1;
      size_t count = 1;
      if (is_list(places[i])) {
        const bool told = !params[places[i]].name.empty();
        count = told ? length(places[i]) : total > begin + rest ? total - begin - rest : 0;
      }
      made.push_back({begin, count});
      begin += count;
    }
    return made;
  }

  bool has_optional_inputs() const {
    for (size_t param : inputs) {
      if (params[param].optional && !is_list(param)) return true;
    }
    return false;
  }

  /// True if another one of the same declaration, which alone has its shape function, has the same
  /// name, device and element types of inputs.
  bool takes_the_same(const OpSpec& other) const {
    if (qualified_name() != other.qualified_name() || shapes != other.shapes ||
        entry->device != other.entry->device || entry->count != other.entry->count) {
      return false;
    }
    const auto same = [&](size_t param, size_t of) { return dtype(param) == other.dtype(of); };
    return std::equal(inputs.begin(), inputs.end(), other.inputs.begin(), other.inputs.end(), same);
  }

  /// The least number of inputs that a node must list.
  size_t required_inputs() const {
    size_t count = first_list(inputs);
    while (count > 0 && params[inputs[count - 1]].optional) --count;
    return count;
  }
};

/// Element types that a scalar_input may have.
inline constexpr std::array<DType, 5> kScalarTypes = {DType::int64, DType::int32, DType::float32,
                                                      DType::float64, DType::boolean};

constexpr abi::ONNXTensorElementDataType element_type(DType dtype) {
  using namespace abi;
  constexpr ONNXTensorElementDataType types[dtype_count] = {
      ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED,    ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE,       ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16,     ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16,        ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64,        ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16,       ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64,       ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FN, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2};
  return types[static_cast<size_t>(dtype)];
}

/// The inverse of element_type: DType::none for what kernels do not use.
inline DType dtype_of_element(abi::ONNXTensorElementDataType type) {
  static constexpr auto dtypes = [] {
    std::array<DType, abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2 + 1> made{};
    for (size_t i = 0; i < dtype_count; ++i) {
      made[element_type(static_cast<DType>(i))] = static_cast<DType>(i);
    }
    return made;
  }();
  const size_t code = static_cast<size_t>(type);
  return code < dtypes.size() ? dtypes[code] : DType::none;
}

/// True if a value is ONNX's number of an element type.
inline bool is_type(const Value& value, DType dtype) {
  return value.integer == static_cast<int64_t>(element_type(dtype));
}

/// True if a parameter of this kind can take the value.
inline bool accepts(Kind kind, const Value& value) {
  using Type = Value::Type;
  switch (kind) {
    case Kind::integer:
    case Kind::boolean:
    case Kind::dtype:
      return value.type == Type::integer;
    case Kind::real:
      return value.type == Type::integer || value.type == Type::real;
    case Kind::text:
      return value.type == Type::text;
    case Kind::integers:
      return value.type == Type::integers;
    case Kind::reals:
      return value.type == Type::integers || value.type == Type::reals;
    default:
      return false;
  }
}

namespace detail {

inline void place(std::vector<size_t>& places, size_t index, size_t param, const char* what) {
  constexpr size_t kFree = ~size_t{0};
  if (places.size() <= index) places.resize(index + 1, kFree);
  check(places[index] == kFree, what, " ", index, " is bound to two parameters");
  places[index] = param;
}

/// True if a parameter of this kind can have its value from there.
inline bool fits(Binding::Source source, Kind kind) {
  using Source = Binding::Source;
  switch (source) {
    case Source::input:
      return kind == Kind::tensor;
    case Source::variadic_input:
      return kind == Kind::tensors;
    case Source::scalar_input:
    case Source::tensor_attribute:
      return kind == Kind::integer || kind == Kind::boolean || kind == Kind::real ||
             kind == Kind::integers || kind == Kind::reals;
    case Source::input_given:
      return kind == Kind::boolean;
    case Source::attribute_element:
      return kind == Kind::integer;
    case Source::output:
      return is_output(kind);
    default:
      return kind != Kind::tensors && !is_output(kind);
  }
}

inline void check_param(const OpSpec& spec, size_t i) {
  using Source = Binding::Source;
  static constexpr const char* names[] = {
      "a tensor input",           "a variadic input", "a scalar input",
      "the presence of an input", "an attribute",     "an element of an attribute",
      "a tensor attribute",       "a constant",       "an output"};
  const Binding& param = spec.params[i];
  const ParamType& type = spec.entry->params[i];
  check(fits(param.source, type.kind), "parameter ", i, " is declared as ",
        names[static_cast<size_t>(param.source)], ", but the kernel takes a value of type ",
        name_of(type.kind));
  const bool has_value = param.value.given();
  check(!has_value || accepts(type.kind, param.value), "parameter ", i,
        ": the default or constant does not fit the kernel's type ", name_of(type.kind));
  const bool may_be_missing = !has_value && (param.optional || param.source == Source::constant);
  check(!may_be_missing || type.optional, "parameter ", i,
        " may be missing, so the kernel must take a std::optional");
  if (spec.entry->device == Device::cpu) return;
  // The runtime keeps attributes on the CPU, and all that begins at a list in one place.
  check(type.kind != Kind::tensor || param.source == Source::input, "parameter ", i,
        " is a tensor attribute, which a CUDA kernel cannot read: make it an input of the node");
}

}  // namespace detail

/// Checks a declaration and fills in `inputs`, `outputs` and `given`; throws wb::Error.
inline void finish(OpSpec& spec) {
  using Source = Binding::Source;
  check(spec.params.size() == spec.entry->count, "the kernel takes ", spec.entry->count,
        " parameters, the declaration has ", spec.params.size());
  bool outputs_begun = false;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    detail::check_param(spec, i);
    const Binding& param = spec.params[i];
    const bool output = param.source == Source::output;
    check(output || !outputs_begun, "outputs must be the last parameters");
    outputs_begun = output;
    if (output) {
      detail::place(spec.outputs, param.index, i, "output");
      check(spec.shapes != nullptr || spec.kind(i) != Kind::output, "output ", param.index,
            " needs a shape rule, or a kernel that allocates it");
    } else if (is_input(param.source)) {
      detail::place(spec.inputs, param.index, i, "input");
    } else if (param.source == Source::input_given) {
      spec.given.push_back(i);
    }
  }
  for (const std::vector<size_t>* places : {&spec.inputs, &spec.outputs}) {
    for (size_t param : *places) {
      check(param < spec.params.size(), "an input or output of the node is bound to no parameter");
    }
  }
  check(!spec.outputs.empty(), "the op has no output");
  for (const std::vector<size_t>* places : {&spec.inputs, &spec.outputs}) {
    size_t untold = 0;
    for (size_t i = spec.first_list(*places); i < places->size(); ++i) {
      const Binding& param = spec.params[(*places)[i]];
      untold += spec.is_list((*places)[i]) && param.name.empty() ? 1 : 0;
      check(!param.optional || spec.is_list((*places)[i]),
            "an input that may be left out must stand before the lists");
      check(!param.optional || !param.name.empty(),
            "a list whose tensors may be missing needs an attribute that tells which are given");
    }
    check(untold < 2, "of several lists of a node only one may have no attribute with its length");
  }
  for (size_t i = spec.first_list(spec.inputs); i < spec.inputs.size(); ++i) {
    check(spec.entry->device == Device::cpu ||
              spec.params[spec.inputs[i]].source != Source::scalar_input,
          "an input that becomes a number must stand before the lists of a CUDA kernel");
  }
  for (const Binding& param : spec.params) {
    check(param.source != Source::input_given ||
              (param.index < spec.inputs.size() && spec.params[spec.inputs[param.index]].optional),
          "whether input ", param.index, " is given can be asked of an optional input only");
  }
}

}  // namespace wb::ort
