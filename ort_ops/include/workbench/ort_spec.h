// One op of a library for ONNX Runtime: its declaration (OpSpec), checked against the kernel.
#pragma once

#include <workbench/entry_run.h>
#include <workbench/ort_abi.h>
#include <workbench/ort_op.h>

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

  Kind kind(size_t param) const { return entry->params[param].kind; }
  DType dtype(size_t param) const { return entry->params[param].dtype; }
  std::string qualified_name() const { return domain + "::" + name; }

  bool has_optional_inputs() const {
    for (size_t param : inputs) {
      if (params[param].optional) return true;
    }
    return false;
  }

  /// The least number of inputs that a node must list.
  size_t required_inputs() const {
    size_t count = inputs.size();
    while (count > 0 && params[inputs[count - 1]].optional) --count;
    return count;
  }
};

/// Element types that a scalar_input may have.
inline constexpr std::array<DType, 5> kScalarTypes = {DType::int64, DType::int32, DType::float32,
                                                      DType::float64, DType::boolean};

inline abi::ONNXTensorElementDataType element_type(DType dtype) {
  using namespace abi;
  static constexpr ONNXTensorElementDataType types[] = {
      ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE,    ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16,  ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16,     ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64,     ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16,    ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32,
      ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64,    ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL};
  return types[static_cast<size_t>(dtype)];
}

/// True if a parameter of this kind can take the value.
inline bool accepts(Kind kind, const Value& value) {
  using Type = Value::Type;
  switch (kind) {
    case Kind::integer:
    case Kind::boolean:
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

inline void check_param(const OpSpec& spec, size_t i) {
  using Source = Binding::Source;
  const Binding& param = spec.params[i];
  const ParamType& type = spec.entry->params[i];
  const char* kind = name_of(type.kind);
  const bool has_value = param.value.given();
  check((param.source == Source::output) == is_output(type.kind), "parameter ", i,
        " must be an output in both the kernel and the declaration");
  check(param.source != Source::input || type.kind == Kind::tensor, "parameter ", i,
        " is a tensor input, but the kernel takes a value of type ", kind);
  check(param.source != Source::scalar_input ||
            (type.kind != Kind::tensor && type.kind != Kind::text),
        "parameter ", i, " cannot be a scalar input: the kernel takes a ", kind);
  check(!has_value || accepts(type.kind, param.value), "parameter ", i,
        ": the default or constant does not fit the kernel's type ", kind);
  const bool may_be_missing = !has_value && (param.optional || param.source == Source::constant);
  check(!may_be_missing || type.optional, "parameter ", i,
        " may be missing, so the kernel must take a std::optional");
}

}  // namespace detail

/// Checks a declaration and fills in `inputs` and `outputs`; throws wb::Error.
inline void finish(OpSpec& spec) {
  check(spec.params.size() == spec.entry->count, "the kernel takes ", spec.entry->count,
        " parameters, the declaration has ", spec.params.size());
  bool outputs_begun = false;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    detail::check_param(spec, i);
    const Binding& param = spec.params[i];
    const bool output = param.source == Binding::Source::output;
    check(output || !outputs_begun, "outputs must be the last parameters");
    outputs_begun = output;
    if (output) {
      detail::place(spec.outputs, param.index, i, "output");
      check(spec.shapes != nullptr || spec.kind(i) == Kind::allocated, "output ", param.index,
            " needs a shape rule, or a kernel that allocates it");
    } else if (param.source == Binding::Source::input ||
               param.source == Binding::Source::scalar_input) {
      detail::place(spec.inputs, param.index, i, "input");
    }
  }
  for (const std::vector<size_t>* places : {&spec.inputs, &spec.outputs}) {
    for (size_t param : *places) {
      check(param < spec.params.size(), "an input or output of the node is bound to no parameter");
    }
  }
  check(!spec.outputs.empty(), "the op has no output");
}

}  // namespace wb::ort
