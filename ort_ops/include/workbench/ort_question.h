// How our own loader asks an op library what it holds, so that RegisterCustomOps is all that the
// library exports: it calls that in a runtime's place, with a base whose version is the question.
#pragma once

#include <cstring>

namespace wb::ort {

/// library_check.py has the same text, and looks for it in a library before it asks.
inline constexpr char kManifestQuestion[] = "op-workbench: what is in this library?";

/// Writes the manifest to where `options` points; false where a runtime asks for the ops.
template <class Options, class Base, class Manifest>
bool is_question(Options* options, const Base* base, const Manifest& manifest) {
  if (std::strcmp(base->GetVersionString(), kManifestQuestion) != 0) return false;
  *reinterpret_cast<const char**>(options) = manifest();
  return true;
}

}  // namespace wb::ort
