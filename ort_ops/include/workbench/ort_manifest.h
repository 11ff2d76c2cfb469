// What an op library offers, as JSON, so that a host can compare it with a model before loading.
#pragma once

#include <workbench/ort_json.h>
#include <workbench/ort_spec.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace wb::ort {

namespace detail {

inline void write_input(Json& json, const OpSpec& spec, size_t place) {
  const size_t param = spec.inputs[place];
  const Kind kind = spec.kind(param);
  const bool scalar = spec.params[param].source == Binding::Source::scalar_input;
  std::vector<DType> dtypes = {spec.type_from(spec.inputs, place)};
  if (scalar) dtypes.assign(kScalarTypes.begin(), kScalarTypes.end());
  if (kind == Kind::tensors && dtypes[0] == DType::none) {
    dtypes.clear();
    for (size_t i = 1; i < dtype_count; ++i) dtypes.push_back(static_cast<DType>(i));
  }
  json.raw("{").key("kind").quote(scalar ? "scalar" : name_of(kind));
  json.raw(",").key("dtypes").list(dtypes, [&](DType dtype) { json.quote(name_of(dtype)); });
  json.raw(",").key("optional").truth(spec.params[param].optional).raw("}");
}

inline void write_attribute(Json& json, const OpSpec& spec, size_t param) {
  const bool required = !spec.params[param].value.given() && !spec.entry->params[param].optional;
  using Source = Binding::Source;
  Kind kind = spec.kind(param);
  if (kind == Kind::boolean || kind == Kind::dtype) kind = Kind::integer;
  if (spec.params[param].source == Source::attribute_element) kind = Kind::integers;
  if (spec.params[param].source == Source::tensor_attribute) kind = Kind::tensor;
  json.raw("{").key("name").quote(spec.params[param].name);
  json.raw(",").key("type").quote(name_of(kind));
  json.raw(",").key("required").truth(required).raw("}");
}

inline void write_spec(Json& json, const OpSpec& spec) {
  std::vector<size_t> attributes;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    if (!is_attribute(spec.params[i].source)) continue;
    const auto same = [&](size_t other) { return spec.params[other].name == spec.params[i].name; };
    // Several parameters may be elements of one attribute.
    if (std::none_of(attributes.begin(), attributes.end(), same)) attributes.push_back(i);
  }
  json.raw("{").key("domain").quote(spec.domain);
  json.raw(",").key("name").quote(spec.name);
  json.raw(",").key("since_version").number(static_cast<size_t>(spec.since_version));
  json.raw(",").key("min_inputs").number(spec.required_inputs());
  json.raw(",").key("max_inputs").number(spec.formal_count(spec.inputs));
  json.raw(",").key("variadic").truth(spec.is_variadic());
  std::vector<size_t> formals(spec.formal_count(spec.inputs));
  std::iota(formals.begin(), formals.end(), size_t{0});
  json.raw(",").key("inputs").list(formals, [&](size_t i) { write_input(json, spec, i); });
  json.raw(",").key("outputs").list(spec.outputs, [&](size_t i) {
    json.raw("{").key("dtypes").raw("[").quote(name_of(spec.dtype(i))).raw("]}");
  });
  json.raw(",").key("variadic_outputs").truth(spec.has_variadic_outputs());
  json.raw(",").key("attributes").list(attributes, [&](size_t i) {
    write_attribute(json, spec, i);
  });
  json.raw("}");
}

}  // namespace detail

/// One entry per OpSpec: ops of one name with other element types are listed one after another.
inline std::string manifest_json(const std::vector<OpSpec>& specs, uint32_t api_version) {
  detail::Json json;
  json.raw("{").key("api_version").number(api_version);
  json.raw(",").key("ops").list(specs, [&](const OpSpec& spec) { detail::write_spec(json, spec); });
  return json.raw("}").text();
}

}  // namespace wb::ort
