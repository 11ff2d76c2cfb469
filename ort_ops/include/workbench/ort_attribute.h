// Reading a node's attributes when ONNX Runtime creates a kernel.
#pragma once

#include <workbench/ort_spec.h>
#include <workbench/ort_status.h>

#include <string>

namespace wb::ort {

/// Reads attributes of one node. Each `read` returns false if the node has no such attribute of
/// that very type.
class AttributeReader {
 public:
  AttributeReader(const abi::OrtApi* api, const abi::OrtKernelInfo* info)
      : api_(api), info_(info) {}

  /// The attribute as a value for a kernel parameter of this kind; Type::none if there is none.
  ///
  /// Exporters write an int where a float is meant (`alpha=1`), and a single number for a list of
  /// one, so these are taken too. Another type is an error, not a missing attribute.
  Value value(const std::string& name, Kind kind) const {
    Value found;
    const char* key = name.c_str();
    switch (kind) {
      case Kind::integer:
      case Kind::boolean:
      case Kind::dtype:
        if (integer(key, found)) return found;
        break;
      case Kind::real:
        if (real(key, found) || integer(key, found)) return found;
        break;
      case Kind::text:
        if (text(key, found)) return found;
        break;
      case Kind::integers:
      case Kind::reals:
        if (list(key, kind, found)) return found;
        break;
      default:
        break;
    }
    check(!exists(key), "attribute '", name, "' has another type than ", name_of(kind));
    return {};
  }

  /// True if there is an attribute of that name and of any type that can be read.
  bool exists(const char* name) const {
    Value ignored;
    return integer(name, ignored) || real(name, ignored) || text(name, ignored) ||
           integers(name, ignored) || reals(name, ignored);
  }

 private:
  bool integer(const char* name, Value& out) const {
    int64_t value = 0;
    if (!ok(abi::KernelInfoGetAttribute_int64(api_, info_, name, &value))) return false;
    out = Value::of(value);
    return true;
  }

  bool real(const char* name, Value& out) const {
    float value = 0;
    if (!ok(abi::KernelInfoGetAttribute_float(api_, info_, name, &value))) return false;
    out = Value::of(static_cast<double>(value));
    return true;
  }

  bool text(const char* name, Value& out) const {
    size_t size = 0;  // counts the final zero
    if (!ok(abi::KernelInfoGetAttribute_string(api_, info_, name, nullptr, &size))) return false;
    std::string value(size, '\0');
    require(api_, abi::KernelInfoGetAttribute_string(api_, info_, name, value.data(), &size));
    value.resize(size - 1);
    out.type = Value::Type::text;
    out.text = std::move(value);
    return true;
  }

  bool integers(const char* name, Value& out) const {
    if (!array(abi::KernelInfoGetAttributeArray_int64, name, out.integers)) return false;
    out.type = Value::Type::integers;
    out.reals.assign(out.integers.begin(), out.integers.end());
    return true;
  }

  bool reals(const char* name, Value& out) const {
    std::vector<float> values;
    if (!array(abi::KernelInfoGetAttributeArray_float, name, values)) return false;
    out.type = Value::Type::reals;
    out.reals.assign(values.begin(), values.end());
    return true;
  }

  /// The runtime reads an attribute of another type as an empty list, so an empty one says nothing.
  bool list(const char* name, Kind kind, Value& out) const {
    if (kind == Kind::reals && reals(name, out) && !out.reals.empty()) return true;
    const bool exists = integers(name, out);
    if (exists && !out.integers.empty()) return true;
    Value single;
    if (integer(name, single)) {
      out.type = Value::Type::integers;
      out.integers = {single.integer};
      out.reals = {single.real};
      return true;
    }
    if (real(name, single)) {
      out.type = Value::Type::reals;
      out.reals = {single.real};
      return kind == Kind::reals;
    }
    return exists && !text(name, single);
  }

  template <class Read, class T>
  bool array(const Read& read, const char* name, std::vector<T>& values) const {
    size_t size = 0;
    if (!ok(read(api_, info_, name, nullptr, &size))) return false;
    values.resize(size);
    if (size > 0) require(api_, read(api_, info_, name, values.data(), &size));
    return true;
  }

  bool ok(abi::OrtStatus* status) const { return succeeded(api_, status); }

  const abi::OrtApi* api_;
  const abi::OrtKernelInfo* info_;
};

}  // namespace wb::ort
