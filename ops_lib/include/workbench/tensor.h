// The portable kernel API: everything that a kernel's source file needs.
//
//   #include <workbench/tensor.h>
//
//   template <class T>
//   void scaled_add(const wb::Context& ctx, wb::Tensor<const T> a, wb::Tensor<const T> b,
//                   double alpha, wb::Tensor<T> y) {
//     wb::check(a.numel() == b.numel(), "a and b differ in size: ", a.sizes(), ", ", b.sizes());
//     ctx.parallel_for(y.numel(), 1 << 15, [&](int64_t begin, int64_t end) {
//       for (int64_t i = begin; i < end; ++i) y[i] = a[i] + static_cast<T>(alpha) * b[i];
//     });
//   }
//
// The same compiled function serves torch and ONNX Runtime, so this header knows neither. It stays
// light on purpose: no <string>, <vector>, <functional> or streams.
#pragma once

#include <workbench/context.h>
#include <workbench/dtype.h>
#include <workbench/error.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <type_traits>

namespace wb {

#if defined(WB_CHECK_BOUNDS)
/// An index that knows the line of the kernel where it stands.
struct Index {
  template <class V>
    requires std::is_convertible_v<V, int64_t>
  constexpr Index(V number, const char* in = __builtin_FILE(), int at = __builtin_LINE())
      : value(static_cast<int64_t>(number)), file(in), line(at) {}

  /// Throws unless the index is one of `size`; `whole` says of what.
  template <class... Whole>
  constexpr void must_be_below(int64_t size, const Whole&... whole) const {
    check(value >= 0 && value < size, "index ", value, whole..., " (at ", file, ":", line, ")");
  }

  int64_t value;
  const char* file;
  int line;
};
#else
using Index = int64_t;
#endif

/// A non-owning list: sizes of a tensor, or a list attribute. Valid during one call of the kernel.
template <class T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(T* data, int64_t size) : data_(data), size_(size) {}

  constexpr T* data() const { return data_; }
  constexpr int64_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](Index i) const {
#if defined(WB_CHECK_BOUNDS)
    i.must_be_below(size_, " of a list of ", size_);
    return data_[i.value];
#else
    return data_[i];
#endif
  }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  int64_t size_ = 0;
};

/// A non-owning view of a dense, row-major (contiguous) tensor in CPU memory.
///
/// Inputs are `Tensor<const T>`, outputs `Tensor<T>`; an output converts to an input. Sizes and
/// indices are int64_t and count elements. Inputs that were not contiguous have been copied before
/// the kernel is called. Indices are not checked unless WB_CHECK_BOUNDS is defined.
template <class T>
class Tensor {
 public:
  Tensor() = default;
  Tensor(T* data, const int64_t* sizes, int64_t rank)
      : data_(data), sizes_(sizes), rank_(rank), numel_(1) {
    for (int64_t i = 0; i < rank; ++i) numel_ *= sizes[i];
  }

  template <class U>
    requires std::is_same_v<const U, T>
  Tensor(const Tensor<U>& other)
      : data_(other.data()),
        sizes_(other.sizes().data()),
        rank_(other.rank()),
        numel_(other.numel()) {}

  T* data() const { return data_; }
  int64_t rank() const { return rank_; }
  int64_t numel() const { return numel_; }
  Span<const int64_t> sizes() const { return {sizes_, rank_}; }

  /// The size of dimension i; -1 is the last one.
  int64_t size(int64_t i) const {
    const int64_t dim = i < 0 ? i + rank_ : i;
    check(dim >= 0 && dim < rank_, "dimension ", i, " of a tensor of sizes ", sizes());
    return sizes_[dim];
  }

  /// The value of a tensor that holds exactly one element.
  std::remove_const_t<T> item() const {
    check(numel_ == 1, "expected one element, got sizes ", sizes());
    return data_[0];
  }

  /// The element at a flat, row-major index.
  T& operator[](Index i) const {
#if defined(WB_CHECK_BOUNDS)
    i.must_be_below(numel_, " of a tensor of sizes ", sizes());
    return data_[i.value];
#else
    return data_[i];
#endif
  }

  /// The element at one index per dimension: x(n, c, h, w).
#if defined(WB_CHECK_BOUNDS)
  template <class... More>
  T& operator()(Index first, More... more) const {
    constexpr int64_t count = 1 + sizeof...(More);
    const int64_t indices[] = {first.value, static_cast<int64_t>(more)...};
    const auto must = [&](bool holds) {
      check(holds, "index ", Span(indices, count), " of a tensor of sizes ", sizes(), " (at ",
            first.file, ":", first.line, ")");
    };
    must(count == rank_);
    int64_t offset = 0;
    for (int64_t i = 0; i < rank_; ++i) {
      must(indices[i] >= 0 && indices[i] < sizes_[i]);
      offset = offset * sizes_[i] + indices[i];
    }
    return data_[offset];
  }
  T& operator()() const { return data_[0]; }
#else
  template <class... Numbers>
  T& operator()(Numbers... index) const {
    static_assert((std::is_integral_v<Numbers> && ...), "tensor indices are integers");
    int64_t offset = 0;
    [[maybe_unused]] const int64_t* size = sizes_;
    ((offset = offset * *size++ + static_cast<int64_t>(index)), ...);
    return data_[offset];
  }
#endif

  T* begin() const { return data_; }
  T* end() const { return data_ + numel_; }

 private:
  T* data_ = nullptr;
  const int64_t* sizes_ = nullptr;
  int64_t rank_ = 0;
  int64_t numel_ = 0;
};

/// A tensor whose element type is known at run time only.
class AnyTensor {
 public:
  AnyTensor() = default;
  AnyTensor(DType dtype, const void* data, const int64_t* sizes, int64_t rank)
      : bytes_(static_cast<const char*>(data), sizes, rank), dtype_(dtype), present_(true) {}

  /// False in the place of a tensor that a list lacks.
  bool present() const { return present_; }

  DType dtype() const { return dtype_; }
  const void* data() const { return bytes_.data(); }
  int64_t rank() const { return bytes_.rank(); }
  int64_t numel() const { return bytes_.numel(); }
  Span<const int64_t> sizes() const { return bytes_.sizes(); }
  int64_t size(int64_t i) const { return bytes_.size(i); }

  /// The tensor with its element type, `x.as<float>()`; throws if that is another one.
  template <class T>
  Tensor<const T> as() const {
    check(dtype_ == dtype_of<T>, "expected elements of type ", name_of(dtype_of<T>), ", got ",
          name_of(dtype_));
    return {static_cast<const T*>(data()), sizes().data(), rank()};
  }

 private:
  Tensor<const char> bytes_;  // its element type stands for none
  DType dtype_ = DType::none;
  bool present_ = false;
};

/// Calls `f` with the typed tensor, where its element type is one of `Types`; throws otherwise.
///
///   wb::dispatch<float, int64_t>(x, [&](auto typed) { for (auto item : typed) sum += item; });
template <class... Types, class F>
void dispatch(const AnyTensor& x, F&& f) {
  const bool done = ((x.dtype() == dtype_of<Types> && (f(x.template as<Types>()), true)) || ...);
  check(done, "there is no code for elements of type ", name_of(x.dtype()));
}

/// Goes through the tensors of a list, which says with `item` what it gives for each.
template <class List>
class ItemIterator {
 public:
  explicit ItemIterator(const AnyTensor* at) : at_(at) {}
  auto operator*() const { return List::item(*at_); }
  ItemIterator& operator++() {
    ++at_;
    return *this;
  }
  bool operator!=(const ItemIterator& other) const { return at_ != other.at_; }

 private:
  const AnyTensor* at_;
};

/// The tensors of a `tensor[]` argument, all of one element type:
///
///   for (wb::Tensor<const T> x : xs) rows += x.size(0);
///
/// With dtype "any" the argument is a `Span<const AnyTensor>` instead.
template <class T>
class TensorList {
 public:
  TensorList() = default;
  explicit TensorList(Span<const AnyTensor> tensors) : tensors_(tensors) {}

  int64_t size() const { return tensors_.size(); }
  bool empty() const { return tensors_.empty(); }
  Tensor<T> operator[](Index i) const { return item(tensors_[i]); }

  using Iterator = ItemIterator<TensorList>;
  Iterator begin() const { return Iterator(tensors_.begin()); }
  Iterator end() const { return Iterator(tensors_.end()); }

 private:
  friend Iterator;
  static Tensor<T> item(const AnyTensor& x) { return x.template as<std::remove_const_t<T>>(); }

  Span<const AnyTensor> tensors_;
};

/// The tensors of a `tensor?[]` argument, each of which may be missing; all others are of one
/// element type:
///
///   for (std::optional<wb::Tensor<const T>> x : xs)
///     if (x) rows += x->size(0);
///
/// With dtype "any" its `T` is `const AnyTensor`, and each item a `std::optional<wb::AnyTensor>`.
template <class T>
class OptionalTensorList {
 public:
  static constexpr bool is_any = std::is_same_v<T, const AnyTensor>;
  using Item = std::conditional_t<is_any, AnyTensor, Tensor<T>>;

  OptionalTensorList() = default;
  explicit OptionalTensorList(Span<const AnyTensor> tensors) : tensors_(tensors) {}

  int64_t size() const { return tensors_.size(); }
  bool empty() const { return tensors_.empty(); }
  std::optional<Item> operator[](Index i) const { return item(tensors_[i]); }

  using Iterator = ItemIterator<OptionalTensorList>;
  Iterator begin() const { return Iterator(tensors_.begin()); }
  Iterator end() const { return Iterator(tensors_.end()); }

 private:
  friend Iterator;
  static std::optional<Item> item(const AnyTensor& x) {
    if (!x.present()) return std::nullopt;
    if constexpr (is_any) {
      return x;
    } else {
      return x.template as<std::remove_const_t<T>>();
    }
  }

  Span<const AnyTensor> tensors_;
};

/// How the runtime hands out the memory of an output; of no concern to kernels.
struct OutputAllocator {
  /// Returns the buffer for output `index`, of a list that for its next tensor; `sizes` is replaced
  /// by a copy that lives long enough.
  void* (*allocate)(void* host, int64_t index, Span<const int64_t>& sizes);
  void* host;
};

/// An output whose sizes only the kernel knows. The kernel calls allocate() exactly once.
template <class T>
class Output {
 public:
  Output(const OutputAllocator& allocator, int64_t index) : allocator_(allocator), index_(index) {}

  Tensor<T> allocate(Span<const int64_t> sizes) const {
    void* data = allocator_.allocate(allocator_.host, index_, sizes);
    return {static_cast<T*>(data), sizes.data(), sizes.size()};
  }
  Tensor<T> allocate(std::initializer_list<int64_t> sizes) const {
    return allocate(Span<const int64_t>(sizes.begin(), static_cast<int64_t>(sizes.size())));
  }

 private:
  OutputAllocator allocator_;
  int64_t index_;
};

/// An output that is a list. The kernel calls allocate() once per tensor, in their order:
///
///   for (int64_t i = 0; i < n; ++i) {
///     wb::Tensor<T> part = parts.allocate({x.size(0), width});
///
/// ONNX Runtime's node lists a fixed number of them: more or fewer are an error there.
template <class T>
class OutputList {
 public:
  OutputList(const OutputAllocator& allocator, int64_t index) : each_(allocator, index) {}

  Tensor<T> allocate(Span<const int64_t> sizes) const { return each_.allocate(sizes); }
  Tensor<T> allocate(std::initializer_list<int64_t> sizes) const { return each_.allocate(sizes); }

 private:
  Output<T> each_;
};

}  // namespace wb
