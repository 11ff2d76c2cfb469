// The side of a bridge that knows torch, see ort_bridge.h. To be included by exactly one file of
// the library, which is compiled against torch's C++ headers (5 s, once per version of torch).
//
// It is not the stable ABI: that has no Scalar arguments, cannot tell an op's schema, and so would
// read an argument of another type than declared as whatever its bits say.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/from_blob.h>
#include <dlfcn.h>
#include <workbench/entry_run.h>
#include <workbench/ort_bridge.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

namespace wb::bridge {

namespace detail {

inline at::ScalarType torch_dtype(DType dtype) {
  static constexpr at::ScalarType types[] = {
      at::kFloat,  at::kFloat, at::kDouble,        at::kHalf,       at::kBFloat16, at::kChar,
      at::kShort,  at::kInt,   at::kLong,          at::kByte,       at::kUInt16,   at::kUInt32,
      at::kUInt64, at::kBool,  at::kFloat8_e4m3fn, at::kFloat8_e5m2};
  static_assert(std::size(types) == dtype_count);
  return types[static_cast<size_t>(dtype)];
}

inline std::string text_of(const c10::FunctionSchema& schema) {
  std::ostringstream text;
  text << schema;
  return text.str();
}

inline std::string text_of(at::IntArrayRef sizes) {
  std::ostringstream text;
  text << sizes;
  return text.str();
}

/// A type without its "?".
inline c10::TypePtr plain(const c10::TypePtr& type) {
  const auto* optional = type->castRaw<c10::OptionalType>();
  return optional == nullptr ? type : optional->getElementType();
}

inline bool is_optional(const c10::TypePtr& type) {
  return type->kind() == c10::TypeKind::OptionalType;
}

/// Whether it is a list whose items may be None.
inline bool has_optional_items(const c10::TypePtr& type) {
  const auto* list = plain(type)->castRaw<c10::ListType>();
  return list != nullptr && is_optional(list->getElementType());
}

/// Whether an argument of torch can be made from a parameter of this kind.
inline bool takes(const c10::TypePtr& wanted, Kind kind) {
  const c10::TypePtr type = plain(wanted);
  const auto is = [&](c10::TypeKind other) { return type->kind() == other; };
  const auto* list = type->castRaw<c10::ListType>();
  const c10::TypePtr item = list == nullptr ? nullptr : list->getElementType();
  switch (kind) {
    case Kind::tensor:
      return is(c10::TypeKind::TensorType);
    case Kind::integer:
      return is(c10::TypeKind::IntType) || is(c10::TypeKind::NumberType) ||
             is(c10::TypeKind::FloatType);
    case Kind::dtype:
      return is(c10::TypeKind::IntType);  // as schemas of torch have a ScalarType
    case Kind::boolean:
      return is(c10::TypeKind::BoolType) || is(c10::TypeKind::NumberType);
    case Kind::real:
      return is(c10::TypeKind::FloatType) || is(c10::TypeKind::NumberType);
    case Kind::text:
      return is(c10::TypeKind::StringType);
    case Kind::integers:
      return item &&
             (item->kind() == c10::TypeKind::IntType || item->kind() == c10::TypeKind::FloatType ||
              item->kind() == c10::TypeKind::BoolType);
    case Kind::reals:
      return item && item->kind() == c10::TypeKind::FloatType;
    case Kind::tensors:
      return item && plain(item)->kind() == c10::TypeKind::TensorType;
    default:
      return false;
  }
}

inline at::Tensor wrap(DType dtype, const void* data, const int64_t* sizes, int64_t rank) {
  const at::TensorOptions options = at::TensorOptions().dtype(torch_dtype(dtype));
  return at::from_blob(const_cast<void*>(data), at::IntArrayRef(sizes, rank), options);
}

template <class T, class From>
c10::IValue list_of(const Slot& slot) {
  const From* items = static_cast<const From*>(slot.data);
  c10::List<T> list;
  list.reserve(slot.count);
  for (int64_t i = 0; i < slot.count; ++i) list.push_back(static_cast<T>(items[i]));
  return list;
}

inline c10::IValue tensors_of(const Slot& slot, bool optional_items) {
  const AnyTensor* items = static_cast<const AnyTensor*>(slot.data);
  const auto fill = [&](auto list) -> c10::IValue {
    for (int64_t i = 0; i < slot.count; ++i) {
      const AnyTensor& item = items[i];
      if (!item.present()) {
        list.push_back(typename decltype(list)::value_type());
        continue;
      }
      list.push_back(wrap(item.dtype(), item.data(), item.sizes().data(), item.rank()));
    }
    return list;
  };
  if (optional_items) return fill(c10::List<std::optional<at::Tensor>>());
  return fill(c10::List<at::Tensor>());
}

/// The value for an argument of torch; takes() has held for it.
inline c10::IValue value_of(const ParamType& param, const Slot& slot, const c10::TypePtr& wanted) {
  if (!slot.present) return {};
  const c10::TypePtr type = plain(wanted);
  const auto* list = type->castRaw<c10::ListType>();
  const auto items_are = [&](c10::TypeKind kind) {
    return list != nullptr && list->getElementType()->kind() == kind;
  };
  switch (param.kind) {
    case Kind::tensor:
      return wrap(param.dtype, slot.data, slot.sizes, slot.count);
    case Kind::integer:
      if (type->kind() == c10::TypeKind::FloatType) return static_cast<double>(slot.integer);
      return slot.integer;
    case Kind::dtype:
      return static_cast<int64_t>(torch_dtype(param.dtype));
    case Kind::boolean:
      return slot.integer != 0;
    case Kind::real:
      return slot.real;
    case Kind::text:
      return std::string(static_cast<const char*>(slot.data), static_cast<size_t>(slot.count));
    case Kind::integers:
      if (items_are(c10::TypeKind::FloatType)) return list_of<double, int64_t>(slot);
      if (items_are(c10::TypeKind::BoolType)) return list_of<bool, int64_t>(slot);
      return list_of<int64_t, int64_t>(slot);
    case Kind::reals:
      return list_of<double, double>(slot);
    case Kind::tensors:
      return tensors_of(slot, items_are(c10::TypeKind::OptionalType));
    default:
      fail("an output is no argument");
  }
}

/// An op of torch, and which parameter serves each of its arguments.
struct Found {
  c10::OperatorHandle handle;
  std::vector<std::optional<size_t>> parameter;  ///< none: the schema's default
};

/// The parameter for each argument: those before the '*' of the schema by position, those after it
/// by name, as in a call from Python.
inline std::vector<std::optional<size_t>> bind(const Declared& op, const c10::FunctionSchema& to) {
  const size_t given = op.arguments.size();
  std::vector<std::optional<size_t>> places;
  std::vector<bool> used(given, false);
  size_t next = 0;
  for (const c10::Argument& argument : to.arguments()) {
    std::optional<size_t> place;
    if (!argument.kwarg_only()) {
      if (next < given) place = next++;
    } else {
      for (size_t i = next; i < given; ++i) {
        if (op.arguments[i] == argument.name()) place = i;
      }
    }
    check(place || argument.default_value(), "its argument '", argument.name(),
          "' is not declared and has no default");
    if (place) used[*place] = true;
    places.push_back(place);
  }
  for (size_t i = 0; i < given; ++i) {
    check(used[i], "it has no argument for '", op.arguments[i], "'");
  }
  return places;
}

inline void check_schema(const Declared& op, const c10::FunctionSchema& schema,
                         const std::vector<std::optional<size_t>>& places) {
  for (size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) continue;
    const c10::Argument& argument = schema.arguments()[i];
    const ParamType& param = op.entry.params[*places[i]];
    const std::string& name = op.arguments[*places[i]];
    check(takes(argument.type(), param.kind), "'", name, "' is declared ", name_of(param.kind),
          ", its argument '", argument.name(), "' is ", argument.type()->str());
    check(!param.may_be_none() || is_optional(argument.type()), "'", name,
          "' may be None, its argument '", argument.name(), "' may not");
    check(!param.may_lack_items() || has_optional_items(argument.type()), "tensors of '", name,
          "' may be None, those of its argument '", argument.name(), "' may not");
    check(argument.alias_info() == nullptr || !argument.alias_info()->isWrite(),
          "it changes its argument '", argument.name(), "', which no ONNX node may do");
  }
  const auto& results = schema.returns();
  const size_t first = op.entry.argument_count();
  check(results.size() == op.entry.output_count(), "it has ", results.size(),
        " outputs, declared are ", op.entry.output_count());
  for (size_t i = 0; i < results.size(); ++i) {
    const bool list = op.entry.params[first + i].kind == Kind::outputs;
    check(takes(results[i].type(), list ? Kind::tensors : Kind::tensor), "its output ", i, " is a ",
          results[i].type()->str(), ", declared is a ", list ? "list of tensors" : "tensor");
  }
}

/// The folder of torch's libraries: that of the one which this library has found already.
inline std::string torch_folder() {
  Dl_info info{};
  const auto* known = reinterpret_cast<const void*>(&c10::Dispatcher::realSingleton);
  if (dladdr(known, &info) == 0 || info.dli_fname == nullptr) return "";
  const std::string file = info.dli_fname;
  return file.substr(0, file.rfind('/') + 1);
}

/// Where packages are, torch among them; empty where libtorch is in none.
inline std::string packages() {
  const std::string folder = torch_folder();
  const size_t end = folder.rfind("torch/lib/");
  return end == folder.npos ? "" : folder.substr(0, end);
}

/// Loads a library of a package, named as seen from where packages are. It wants what `import
/// torch` would have loaded (libtorch.so, libtorch_python.so), and its own search path need not
/// lead there: that comes by full path first.
inline void load(const std::string& name) {
  const std::string path = packages() + name;
  const auto open = [](const std::string& file) {
    return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr;
  };
  std::string reason;
  for (int tries = 0; tries < 8; ++tries) {
    if (open(path)) return;
    reason = dlerror();
    // "libtorch.so: cannot open shared object file: No such file or directory"
    const std::string missing = reason.substr(0, reason.find(": cannot open shared object file"));
    if (missing == reason || missing.find('/') != missing.npos) break;
    if (!open(torch_folder() + missing)) break;
  }
  fail("the library ", path, " does not load: ", reason,
       "; load torch's libraries by their full path first (", torch_folder(),
       "libtorch.so), as import torch does");
}

/// Whether torch has an op of this name, with any overload.
inline bool is_known(const Declared& op) {
  const std::string name = op.name.substr(0, op.name.find('.'));
  const auto all = c10::Dispatcher::singleton().getAllOpNames();
  return std::any_of(all.begin(), all.end(), [&](const auto& other) { return other.name == name; });
}

inline Found find(const Declared& op) {
  const size_t dot = op.name.find('.');
  const std::string name = op.name.substr(0, dot);
  c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
  std::vector<c10::OperatorName> candidates;
  if (dot != op.name.npos) {
    candidates.emplace_back(name, op.name.substr(dot + 1));
  } else {
    candidates.emplace_back(name, "");
    for (const c10::OperatorName& other : dispatcher.getAllOpNames()) {
      if (other.name == name && !other.overload_name.empty()) candidates.push_back(other);
    }
  }
  std::string reasons;
  for (const c10::OperatorName& candidate : candidates) {
    const auto handle = dispatcher.findSchema(candidate);
    if (!handle) continue;
    try {
      Found found{*handle, bind(op, handle->schema())};
      check_schema(op, handle->schema(), found.parameter);
      return found;
    } catch (const Error& error) {
      reasons += "; " + text_of(handle->schema()) + " does not fit: " + error.what();
    }
  }
  const std::string next =
      op.package.empty() ? "" : ": import " + op.package + " first, whose Python registers it";
  check(!reasons.empty(), "torch has no op ", op.name, next);
  fail("the declaration of ", op.name, " is not torch's", reasons);
}

/// The ops of this library, in the order in which they were made.
inline std::vector<Op*>& ops() {
  static std::vector<Op*>& all = *new std::vector<Op*>;
  return all;
}

/// Copies a result to where ONNX Runtime wants it, whatever its strides.
inline void deliver(const at::Tensor& result, const ParamType& param, const Slot& slot, size_t i) {
  check(result.defined(), "torch left output ", i, " undefined");
  check(result.device().is_cpu() && result.layout() == at::kStrided, "output ", i,
        " is no dense tensor in CPU memory");
  check(result.scalar_type() == torch_dtype(param.dtype), "torch gave output ", i, " as ",
        c10::toString(result.scalar_type()), ", declared is ", name_of(param.dtype));
  const at::IntArrayRef sizes = result.sizes();
  void* data = slot.data;
  if (param.kind != Kind::output) {
    Span<const int64_t> wanted(sizes.data(), static_cast<int64_t>(sizes.size()));
    data = slot.allocator->allocate(slot.allocator->host, slot.index, wanted);
  } else {
    check(sizes == at::IntArrayRef(slot.sizes, slot.count), "torch gave output ", i, " the sizes ",
          text_of(sizes), ", the shape rule says ",
          text_of(at::IntArrayRef(slot.sizes, slot.count)));
  }
  if (result.numel() > 0) wrap(param.dtype, data, sizes.data(), result.dim()).copy_(result);
}

}  // namespace detail

Op::Op(Declared declared) : declared_(std::move(declared)) { detail::ops().push_back(this); }

void prepare() {
  for (Op* op : detail::ops()) {
    if (op->found_ != nullptr) continue;
    if (!detail::is_known(op->declared())) {
      for (const std::string& library : op->declared().libraries) detail::load(library);
    }
    op->found_ = new detail::Found(detail::find(op->declared()));  // for good, as the library
  }
}

void run(const Op& op, const ParamType* types, const Slot* slots, size_t count) {
  check(op.found() != nullptr, "the op was not looked up");
  const detail::Found& found = *static_cast<const detail::Found*>(op.found());
  const at::NoGradGuard no_grad;
  try {
    torch::jit::Stack stack;
    const auto& arguments = found.handle.schema().arguments();
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::optional<size_t> place = found.parameter[i];
      stack.push_back(place ? detail::value_of(types[*place], slots[*place], arguments[i].type())
                            : *arguments[i].default_value());
    }
    found.handle.callBoxed(stack);
    const size_t first = op.declared().entry.argument_count();
    check(stack.size() == count - first, "torch gave ", stack.size(), " values, declared are ",
          count - first);
    for (size_t i = 0; i < stack.size(); ++i) {
      const bool list = types[first + i].kind == Kind::outputs;
      for (const at::Tensor& result :
           list ? stack[i].toTensorVector() : std::vector<at::Tensor>{stack[i].toTensor()}) {
        detail::deliver(result, types[first + i], slots[first + i], i);
      }
    }
  } catch (const c10::Error& error) {
    fail(error.what_without_backtrace());
  }
}

}  // namespace wb::bridge
