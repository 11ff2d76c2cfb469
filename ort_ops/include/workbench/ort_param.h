// Where each parameter of a kernel function comes from in an ONNX node. Light: part of every glue
// file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace wb::ort {

/// A constant or default as glue writes it: 3, 0.5, true, "zeros", Ints{1, 1} or Floats{0.5}.
///
/// It does not own what it refers to, and lives as long as the statement that registers the op.
using Ints = std::initializer_list<int64_t>;
using Floats = std::initializer_list<double>;

struct Literal {
  enum class Type : uint8_t { none, integer, real, text, integers, reals };

  Type type = Type::none;
  int64_t integer = 0;
  double real = 0;
  std::string_view text = {};
  Ints integers = {};
  Floats reals = {};

  Literal() = default;
  template <class T>
    requires std::is_arithmetic_v<T>
  Literal(T value)
      : type(std::is_integral_v<T> ? Type::integer : Type::real),
        integer(std::is_integral_v<T> ? static_cast<int64_t>(value) : 0),
        real(static_cast<double>(value)) {}
  Literal(const char* value) : type(Type::text), text(value) {}
  Literal(Ints value) : type(Type::integers), integers(value) {}
  Literal(Floats value) : type(Type::reals), reals(value) {}
};

/// The source of one kernel parameter. Made by the functions below.
struct Param {
  enum class Source : uint8_t {
    input,
    variadic_input,
    scalar_input,
    input_given,
    attribute,
    attribute_element,
    tensor_attribute,
    constant,
    output,
  };

  Source source;
  size_t index = 0;  ///< of the node's input or output, or in a list attribute
  const char* name =
      "";  ///< of the attribute; of a list the one that tells its length, or which are given, or ""
  bool optional = false;  ///< the node may leave the input out; of a list, each tensor
  Literal value = {};     ///< the constant or the default; Type::none if there is none
};

/// Tensor input `index` of the node.
inline Param input(size_t index) { return {Param::Source::input, index}; }

/// Tensor input that the node may leave out (shorter input list, or the name ""). The kernel's
/// parameter is a std::optional.
inline Param optional_input(size_t index) { return {Param::Source::input, index, "", true}; }

/// A list of tensors, none or more of the node's inputs. `index` counts a list before it as one.
///
/// Of several lists all but the last have an int attribute with their length.
inline Param variadic_input(size_t index, const char* length = "") {
  return {Param::Source::variadic_input, index, length};
}

/// The same of a list of which each tensor may be missing. The runtime refuses the name "" among
/// the inputs of a list, so the node has the others only, and `given`, an ints attribute, has one
/// number for each: 0 for one that is missing.
inline Param optional_variadic_input(size_t index, const char* given) {
  return {Param::Source::variadic_input, index, given, true};
}

/// A number, bool or list of the kernel that arrives as an input: a tensor of rank 0 or 1, of
/// int64, int32, float, double or bool, in CPU memory.
inline Param scalar_input(size_t index) { return {Param::Source::scalar_input, index}; }

/// The same, when the node may leave it out: then the kernel gets `fallback`, or nullopt.
inline Param optional_scalar_input(size_t index, Literal fallback = {}) {
  return {Param::Source::scalar_input, index, "", true, fallback};
}

/// A bool: whether the node has input `index`, which must be optional.
inline Param input_given(size_t index) { return {Param::Source::input_given, index}; }

/// Attribute of the node; its type follows from the kernel's parameter. Without a default, it must
/// be there, unless the parameter is a std::optional.
inline Param attribute(const char* name, Literal fallback = {}) {
  return {Param::Source::attribute, 0, name, false, fallback};
}

/// An int that is element `index` of a list attribute, e.g. stride_w in strides = [1, 2].
inline Param attribute_element(const char* name, size_t index, Literal fallback = {}) {
  return {Param::Source::attribute_element, index, name, false, fallback};
}

/// A number or list of the kernel that is an attribute of the type tensor (0-d or 1-d). A kernel's
/// wb::Tensor is a plain attribute().
inline Param tensor_attribute(const char* name, Literal fallback = {}) {
  return {Param::Source::tensor_attribute, 0, name, false, fallback};
}

/// A fixed value; the node says nothing of it.
inline Param constant(Literal value) { return {Param::Source::constant, 0, "", false, value}; }

/// An optional argument that the node never carries: the kernel gets nullopt.
inline Param none() { return {Param::Source::constant}; }

/// Output `index` of the node, or the list of tensors that stands there, which counts as one.
///
/// All lists but the last have an int attribute with their length.
inline Param output(size_t index, const char* length = "") {
  return {Param::Source::output, index, length};
}

}  // namespace wb::ort
