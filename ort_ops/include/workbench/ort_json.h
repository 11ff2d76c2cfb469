// Writes JSON: what a library tells of its ops.
#pragma once

#include <string>

namespace wb::ort::detail {

class Json {
 public:
  Json& key(const char* name) { return quote(name).raw(":"); }
  Json& raw(const std::string& text) {
    text_ += text;
    return *this;
  }
  Json& quote(const std::string& text) {
    text_ += '"';
    for (char c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    text_ += '"';
    return *this;
  }
  Json& number(size_t value) { return raw(std::to_string(value)); }
  Json& truth(bool value) { return raw(value ? "true" : "false"); }

  template <class List, class Write>
  Json& list(const List& items, const Write& write) {
    const char* separator = "[";
    for (const auto& item : items) {
      raw(separator);
      write(item);
      separator = ",";
    }
    return raw(*separator == '[' ? "[]" : "]");
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace wb::ort::detail
