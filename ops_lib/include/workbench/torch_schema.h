// A check that a torch schema and a kernel function agree, since torch passes arguments untyped: a
// mismatch would read one type's bits as another's.
#pragma once

#include <workbench/entry_run.h>

#include <string>
#include <string_view>

namespace wb::torch_op {

namespace detail {

inline std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Takes the text up to the next comma that is outside of brackets and quotes.
inline std::string_view take_argument(std::string_view& rest) {
  int depth = 0;
  char quote = 0;
  size_t i = 0;
  for (; i < rest.size(); ++i) {
    const char c = rest[i];
    if (quote != 0) {
      if (c == '\\') {
        ++i;  // the next character is escaped
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '(') {
      ++depth;
    } else if (c == ']' || c == ')') {
      --depth;
    } else if (c == ',' && depth == 0) {
      break;
    }
  }
  const std::string_view argument = trim(rest.substr(0, i));
  rest = i < rest.size() ? rest.substr(i + 1) : std::string_view();
  return argument;
}

/// The type of "int[2]? stride=[1, 1]", without list lengths: "int[]?".
inline std::string type_text(std::string_view argument) {
  std::string type;
  bool in_brackets = false;
  for (char c : argument) {
    if (c == ' ') break;
    if (c == ']') in_brackets = false;
    if (!in_brackets) type += c;
    if (c == '[') in_brackets = true;
  }
  return type;
}

inline std::string wanted_type(const ParamType& param) {
  static constexpr const char* names[] = {"Tensor", "int",   "bool",    "ScalarType", "float",
                                          "str",    "int[]", "float[]", "Tensor[]"};
  if (param.may_lack_items()) return "Tensor?[]";
  return std::string(names[static_cast<size_t>(param.kind)]) + (param.optional ? "?" : "");
}

}  // namespace detail

/// What is wrong between a schema and a kernel; empty if they agree.
inline std::string schema_problem(std::string_view schema, const Entry& entry) {
  const size_t open = schema.find('(');
  const size_t arrow = schema.rfind("->");
  const size_t close = schema.rfind(')', arrow);
  if (open == schema.npos || arrow == schema.npos || close == schema.npos) return "not a schema";
  std::string_view rest = schema.substr(open + 1, close - open - 1);
  size_t count = 0;
  while (!detail::trim(rest).empty()) {
    const std::string_view argument = detail::take_argument(rest);
    if (argument == "*") continue;
    if (count == entry.argument_count()) return "the kernel takes fewer arguments than the schema";
    const std::string given = detail::type_text(argument);
    const std::string wanted = detail::wanted_type(entry.params[count]);
    const bool same = given == wanted || (wanted.rfind("int", 0) == 0 && given == "Sym" + wanted) ||
                      (wanted.rfind("int", 0) == 0 && given == "SymInt" + wanted.substr(3));
    if (!same) {
      return "argument " + std::to_string(count) + " is '" + given +
             "' in the schema, but the kernel takes '" + wanted + "'";
    }
    ++count;
  }
  return count == entry.argument_count() ? "" : "the kernel takes more arguments than the schema";
}

}  // namespace wb::torch_op
