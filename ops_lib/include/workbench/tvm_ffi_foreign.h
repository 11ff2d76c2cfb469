// Kernel functions that call a function of tvm-ffi's C ABI in a library of somebody else's, which
// lies beside the library with this code. Generated text reads:
//
//   #include <workbench/tvm_ffi_foreign.h>
//
//   static const wb::tvm_ffi::Foreign function("add", "kernels.so");
//
//   void wb_entry_0(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
//     wb::tvm_ffi::call(function, x, y);
//   }
//
// It is given the arguments, then the outputs, which are allocated. Where the size of one is not
// known before the call it is given none, and returns them: a tensor, or an array of tensors.
#pragma once

#include <workbench/tensor.h>
#include <workbench/tvm_ffi_abi.h>

#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace wb::tvm_ffi {

/// A function of a library that lies beside this one.
class Foreign {
 public:
  Foreign(const char* name, const char* file) : name_(name), file_(file) {}

  /// The function; the library is loaded when it is called first.
  Function get() const {
    Function found = __atomic_load_n(&found_, __ATOMIC_ACQUIRE);
    if (found != nullptr) return found;
    Dl_info self{};
    dladdr(reinterpret_cast<const void*>(&anchor), &self);
    std::string path = self.dli_fname != nullptr ? self.dli_fname : "";
    path.resize(path.rfind('/') + 1);
    void* library = dlopen((path + file_).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) fail(file_, " does not load: ", std::string(dlerror()));
    found = reinterpret_cast<Function>(dlsym(library, (std::string("__tvm_ffi_") + name_).c_str()));
    check(found != nullptr, file_, " has no function __tvm_ffi_", name_);
    __atomic_store_n(&found_, found, __ATOMIC_RELEASE);
    return found;
  }
  const char* name() const { return name_; }
  const char* file() const { return file_; }

 private:
  static void anchor() {}

  const char* name_;
  const char* file_;
  mutable Function found_ = nullptr;
};

/// One call: its arguments as tvm-ffi has them, and where its outputs go.
class ForeignCall {
 public:
  explicit ForeignCall(const Foreign& function) : function_(function) {}
  ForeignCall(const ForeignCall&) = delete;
  ForeignCall& operator=(const ForeignCall&) = delete;

  template <class T>
  void put(const Tensor<T>& x) {
    if constexpr (std::is_const_v<T>) {
      arguments_.push_back(
          view(AnyTensor(dtype_of<std::remove_const_t<T>>, x.data(), x.sizes().data(), x.rank())));
    } else {
      outputs_.push_back({AnyTensor(dtype_of<T>, x.data(), x.sizes().data(), x.rank()),
                          [this, x](Span<const int64_t> sizes) -> void* {
                            bool same = sizes.size() == x.rank();
                            for (int64_t i = 0; same && i < x.rank(); ++i) {
                              same = sizes[i] == x.sizes()[i];
                            }
                            check(same, function_.name(), " gives sizes ", sizes,
                                  " where the shape rule says ", x.sizes());
                            return x.data();
                          }});
    }
  }
  template <class T>
  void put(const Output<T>& x) {
    returns_ = true;
    outputs_.push_back(
        {AnyTensor(dtype_of<T>, nullptr, nullptr, 0),
         [x](Span<const int64_t> sizes) -> void* { return x.allocate(sizes).data(); }});
  }
  template <class T>
  void put(const std::optional<T>& x) {
    if (x) {
      put(*x);
    } else {
      arguments_.push_back({kNone, 0, {0}});
    }
  }
  void put(int64_t x) { arguments_.push_back({kInteger, 0, {x}}); }
  void put(bool x) { arguments_.push_back({kBoolean, 0, {x}}); }
  void put(double x) { arguments_.push_back(real(x)); }
  void put(std::string_view x) {
    Any made{x.size() < 8 ? kSmallText : kRawText, 0, {0}};
    if (x.size() < 8) {
      made.small = static_cast<uint32_t>(x.size());
      std::memcpy(made.bytes, x.data(), x.size());
    } else {
      made.pointer = texts_.emplace_back(x).data();
    }
    arguments_.push_back(made);
  }
  void put(Span<const int64_t> xs) {
    list(xs, [](int64_t x) { return Any{kInteger, 0, {x}}; });
  }
  void put(Span<const double> xs) { list(xs, real); }
  void put(Span<const AnyTensor> xs) {
    list(xs, [this](const AnyTensor& x) {
      if (!x.present()) return Any{kNone, 0, {0}};
      objects_.push_back({{kOurs, kTensor, 0, keep}, plain(x)});
      Any made{kTensor, 0, {0}};
      made.pointer = &objects_.back();
      return made;
    });
  }
  template <class T>
  void put(const TensorList<const T>& xs) {
    std::vector<AnyTensor> any;
    for (const Tensor<const T> x : xs) {
      any.emplace_back(dtype_of<T>, x.data(), x.sizes().data(), x.rank());
    }
    put(Span<const AnyTensor>(any.data(), static_cast<int64_t>(any.size())));
  }

  /// Of a list whose tensors may be missing, None in the place of each that is.
  template <class T>
  void put(const OptionalTensorList<const T>& xs) {
    std::vector<AnyTensor> any;
    for (const auto& x : xs) {
      if (!x) {
        any.emplace_back();
      } else if constexpr (std::is_same_v<T, AnyTensor>) {
        any.push_back(*x);
      } else {
        any.emplace_back(dtype_of<T>, x->data(), x->sizes().data(), x->rank());
      }
    }
    put(Span<const AnyTensor>(any.data(), static_cast<int64_t>(any.size())));
  }

  void run() {
    if (!returns_) {
      for (const Place& output : outputs_) arguments_.push_back(view(output.tensor));
    }
    Any result{kNone, 0, {0}};
    const int status = function_.get()(nullptr, arguments_.data(),
                                       static_cast<int32_t>(arguments_.size()), &result);
    if (status != 0) refuse(status);
    const Released released(result);
    if (returns_) take(result);
  }

 private:
  /// References enough that none of the called function's makes an end of it: it is ours.
  static constexpr uint64_t kOurs = (uint64_t{1} << 32 | 1) << 20;
  static void keep(void*, int) {}

  struct TensorObject {
    Object head;
    DLTensor tensor;
  };
  struct ArrayObject {
    Object head;
    Sequence items;
  };
  struct Place {
    AnyTensor tensor;
    std::function<void*(Span<const int64_t>)> allocate;
  };
  /// A result of the called function's, given back at the end.
  class Released {
   public:
    explicit Released(const Any& any) : any_(any) {}
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;
    ~Released() {
      if (any_.type < kFirstObject) return;
      if (const auto release = loaded<int (*)(void*)>("TVMFFIObjectDecRef")) release(any_.pointer);
    }

   private:
    const Any& any_;
  };

  static Any real(double x) {
    Any made{kReal, 0, {0}};
    made.real = x;
    return made;
  }

  DLTensor plain(const AnyTensor& x) {
    auto& strides = strides_.emplace_back(static_cast<size_t>(x.rank()));
    int64_t stride = 1;
    for (int64_t i = x.rank(); i-- > 0;) {
      strides[static_cast<size_t>(i)] = stride;
      stride *= x.sizes()[i];
    }
    return {const_cast<void*>(x.data()),
            {1, 0},
            static_cast<int32_t>(x.rank()),
            dlpack_of(x.dtype()),
            const_cast<int64_t*>(x.sizes().data()),
            strides.data(),
            0};
  }

  Any view(const AnyTensor& x) {
    Any made{kTensorView, 0, {0}};
    made.pointer = &views_.emplace_back(plain(x));
    return made;
  }

  template <class T, class F>
  void list(Span<T> xs, F&& any_of) {
    auto& items = lists_.emplace_back();
    for (const auto& x : xs) items.push_back(any_of(x));
    const int64_t count = xs.size();
    arrays_.push_back({{kOurs, kArray, 0, keep}, {items.data(), count, count, nullptr}});
    Any made{kArray, 0, {0}};
    made.pointer = &arrays_.back();
    arguments_.push_back(made);
  }

  [[noreturn]] void refuse(int status) const {
    void* error = nullptr;
    if (const auto move = loaded<void (*)(void**)>("TVMFFIErrorMoveFromRaised")) move(&error);
    if (error == nullptr) {
      fail(function_.name(), " of ", function_.file(), " gave the error ", status,
           " and no word: its message goes through tvm-ffi's library, which is not loaded here");
    }
    Any any{kFirstObject, 0, {0}};
    any.pointer = error;
    const Released released(any);
    const auto& text = body_of<ErrorText>(error);
    fail(function_.name(), " of ", function_.file(), ": ",
         std::string_view(text.kind.data, text.kind.size), ": ",
         std::string_view(text.message.data, text.message.size));
  }

  void take(const Any& result) const {
    const size_t count = outputs_.size();
    if (result.type == kTensor && count == 1) {
      copy(outputs_[0], result);
      return;
    }
    const bool several = result.type == kArray || result.type == kList;
    const Sequence none{nullptr, 0, 0, nullptr};
    const Sequence& items = several ? body_of<Sequence>(result.pointer) : none;
    check(several && static_cast<size_t>(items.size) == count, function_.name(),
          " was called without outputs, since their sizes are not known before, and is to return ",
          count, " of them as ", count == 1 ? "a tensor" : "an array", "; it gave tvm-ffi's type ",
          result.type);
    for (size_t i = 0; i < count; ++i) copy(outputs_[i], static_cast<const Any*>(items.data)[i]);
  }

  void copy(const Place& output, const Any& given) const {
    check(given.type == kTensor, function_.name(), " returns something that is no tensor");
    const auto& x = body_of<DLTensor>(given.pointer);
    const DType dtype = output.tensor.dtype();
    check(dtype_from(x.dtype) == dtype && x.device.type == 1, function_.name(),
          " returns a tensor that is not ", name_of(dtype), " in the CPU's memory");
    const Span<const int64_t> sizes(x.sizes, x.rank);
    int64_t count = 1;
    for (int64_t i = x.rank; i-- > 0;) {
      check(x.strides == nullptr || sizes[i] < 2 || x.strides[i] == count, function_.name(),
            " returns a tensor that is not contiguous");
      count *= sizes[i];
    }
    void* to = output.allocate(sizes);
    const char* from = static_cast<const char*>(x.data) + x.offset;
    if (count > 0) std::memcpy(to, from, static_cast<size_t>(count) * size_of(dtype));
  }

  const Foreign& function_;
  std::vector<Any> arguments_;
  std::vector<Place> outputs_;
  bool returns_ = false;
  std::deque<DLTensor> views_;
  std::deque<std::vector<int64_t>> strides_;
  std::deque<std::vector<Any>> lists_;
  std::deque<TensorObject> objects_;
  std::deque<ArrayObject> arrays_;
  std::deque<std::string> texts_;
};

/// Calls it with a kernel's parameters; throws wb::Error.
template <class... Parameters>
void call(const Foreign& function, const Parameters&... parameters) {
  ForeignCall made(function);
  (made.put(parameters), ...);
  made.run();
}

}  // namespace wb::tvm_ffi
