// Storage of the bindings, so that a call of a kernel allocates nothing in the usual case.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

namespace wb {

/// A vector of plain items, the first `room` of which are kept in place.
template <class T, size_t room>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  SmallVector() = default;
  SmallVector(const T* first, const T* last) { append(first, last); }
  SmallVector(const SmallVector& other) { append(other.begin(), other.end()); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) {
      size_ = 0;
      append(other.begin(), other.end());
    }
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      ::operator delete(heap_);
      take(other);
    }
    return *this;
  }
  ~SmallVector() {
    if (heap_ != nullptr) ::operator delete(heap_);  // a call, even of nothing
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* data() const { return heap_ != nullptr ? heap_ : reinterpret_cast<const T*>(inline_); }
  T* data() { return heap_ != nullptr ? heap_ : reinterpret_cast<T*>(inline_); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }

  void clear() { size_ = 0; }
  void push_back(const T& item) {
    const T copy = item;  // which may be one of ours
    if (size_ == capacity_) grow(size_ + 1);
    data()[size_++] = copy;
  }
  void append(const T* first, const T* last) {
    const size_t count = static_cast<size_t>(last - first);
    if (size_ + count > capacity_) grow(size_ + count);
    if (count > 0) std::memcpy(static_cast<void*>(data() + size_), first, count * sizeof(T));
    size_ += count;
  }

 private:
  void grow(size_t least) {
    const size_t capacity = least > 2 * capacity_ ? least : 2 * capacity_;
    T* moved = static_cast<T*>(::operator new(capacity * sizeof(T)));
    if (size_ > 0) std::memcpy(static_cast<void*>(moved), data(), size_ * sizeof(T));
    ::operator delete(heap_);
    heap_ = moved;
    capacity_ = capacity;
  }

  void take(SmallVector& other) {
    heap_ = other.heap_;
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (heap_ == nullptr && size_ > 0) std::memcpy(inline_, other.inline_, size_ * sizeof(T));
    other.heap_ = nullptr;
    other.size_ = 0;
    other.capacity_ = room;
  }

  T* heap_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = room;
  alignas(T) unsigned char inline_[room * sizeof(T)];
};

/// An array of items made anew for one call; up to `room` of them are kept in place.
template <class T, size_t room>
class Scratch {
 public:
  explicit Scratch(size_t count) : Scratch(count, [](size_t) { return T(); }) {}
  /// Item i is `make(i)`.
  template <class Make>
  Scratch(size_t count, const Make& make) : Scratch(Reserve{count}) {
    for (; size_ < count; ++size_) new (data_ + size_) T(make(size_));
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    for (T& item : *this) item.~T();
    if (!in_place()) ::operator delete(data_);
  }

  size_t size() const { return size_; }
  T* data() { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  T& operator[](size_t i) { return data_[i]; }

 private:
  struct Reserve {
    size_t count;
  };
  explicit Scratch(Reserve items)
      : data_(items.count <= room ? reinterpret_cast<T*>(inline_)
                                  : static_cast<T*>(::operator new(items.count * sizeof(T)))) {}

  bool in_place() const { return data_ == reinterpret_cast<const T*>(inline_); }

  T* data_;
  size_t size_ = 0;
  alignas(T) unsigned char inline_[room * sizeof(T)];
};

}  // namespace wb
