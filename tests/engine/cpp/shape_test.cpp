// Checks the arithmetic of shape rules; prints what fails and ends with the number of failures.
#include <workbench/float8.h>
#include <workbench/half.h>
#include <workbench/shape.h>

#include <cmath>
#include <cstdio>
#include <string>

using wb::Dim;
using wb::Shape;

static int failures = 0;

static void expect(bool ok, const char* what) {
  if (ok) return;
  std::printf("failed: %s\n", what);
  ++failures;
}
#define EXPECT(condition) expect(condition, #condition)

static std::string text(const Shape& shape) {
  if (!shape.ranked()) return "?";
  std::string all;
  for (const Dim& dim : shape.dims()) {
    all += all.empty() ? "" : ",";
    all += dim.known() ? std::to_string(dim.value()) : dim.name() ? dim.name() : "?";
  }
  return "[" + all + "]";
}

template <class F>
static std::string error(F&& f) {
  try {
    f();
  } catch (const wb::Error& e) {
    return e.what();
  }
  return "";
}

static void test_dims() {
  const Dim n = Dim::unknown("n"), u = Dim::unknown();
  for (int64_t a = -7; a <= 7; ++a) {
    for (int64_t b = -3; b <= 3; ++b) {
      if (b == 0) continue;
      const int64_t quotient = static_cast<int64_t>(std::floor(double(a) / double(b)));
      EXPECT(wb::floor_div(a, b).is(quotient));
      EXPECT(wb::mod(a, b).is(a - quotient * b));
    }
  }
  EXPECT((Dim(2) + 3).is(5) && (Dim(2) - 3).is(-1) && (Dim(2) * 3).is(6) && (-Dim(4)).is(-4));
  EXPECT(!(n + 1).known() && (n + 1).name() == nullptr);
  EXPECT((n + 0).same(n) && (n * 1).same(n) && wb::floor_div(n, 1).same(n));
  EXPECT(n.same(Dim::unknown("n")) && !n.same(Dim::unknown("m")) && !u.same(u));
  EXPECT(wb::min(2, 3).is(2) && wb::max(2, 3).is(3) && !wb::max(2, n).known());
  EXPECT(!wb::mod(n, 2).known());
  EXPECT(error([] { wb::floor_div(1, 0); }) == "division by zero in a shape rule");
  EXPECT(wb::power(3, 4).is(81) && wb::power(-2, 3).is(-8) && wb::power(5, 0).is(1));
  EXPECT(wb::power(0, 0).is(1) && wb::power(0, 9).is(0) && wb::power(1, int64_t{1} << 62).is(1));
  EXPECT(wb::power(-1, (int64_t{1} << 62) + 1).is(-1) && wb::power(2, 62).is(int64_t{1} << 62));
  EXPECT(!wb::power(n, 2).known() && !wb::power(2, n).known());
  EXPECT(error([] { wb::power(2, -1); }) == "a power with a negative exponent in the shape rule");
  EXPECT(error([] { wb::power(2, 63); }) == "a power in the shape rule is too large");
}

static void test_shapes() {
  const Dim n = Dim::unknown("n"), u = Dim::unknown();
  const Shape x{n, 3, 4};
  EXPECT(text(Shape{}) == "[]" && Shape{}.rank().is(0) && Shape{}.numel().is(1));
  EXPECT(text(Shape::unknown()) == "?" && !Shape::unknown().rank().known());
  EXPECT(x.size(-1).is(4) && x.size(0).same(n) && !x.size(u).known());
  EXPECT(error([&] { x.size(3); }) == "dimension 3 of a shape of rank 3");
  EXPECT(text(x.slice(1)) == "[3,4]" && text(x.slice(0, -1)) == "[n,3]");
  EXPECT(text(x.slice(-2)) == "[3,4]" && text(x.slice(2, 1)) == "[]");
  EXPECT(text(x.slice(-9, 9)) == "[n,3,4]" && text(x.slice(0, u)) == "?");
  EXPECT(text(x.slice(0, 1) + Shape{5}) == "[n,5]" && text(x + Shape::unknown()) == "?");
  EXPECT((Shape{2, 3}.numel().is(6)) && !x.numel().known());
}

static void test_broadcast() {
  const Dim n = Dim::unknown("n"), m = Dim::unknown("m"), u = Dim::unknown();
  EXPECT(text(wb::broadcast(Shape{2, 1, 4}, Shape{3, 1})) == "[2,3,4]");
  EXPECT(text(wb::broadcast(Shape{}, Shape{3})) == "[3]");
  EXPECT(text(wb::broadcast(Shape{n, 3}, Shape{1, 3})) == "[n,3]");
  EXPECT(text(wb::broadcast(Shape{n}, Shape{n})) == "[n]");
  EXPECT(text(wb::broadcast(Shape{n}, Shape{m})) == "[?]");
  EXPECT(text(wb::broadcast(Shape{u}, Shape{5})) == "[5]");
  EXPECT(text(wb::broadcast(Shape{1}, Shape{0})) == "[0]");
  EXPECT(text(wb::broadcast(Shape{1}, Shape::unknown())) == "?");
  EXPECT(error([] { wb::broadcast(Shape{2}, Shape{3}); }) ==
         "sizes 2 and 3 cannot be broadcast together");
}

// Every half converts to float and back unchanged; rounding is to nearest, ties to even.
static void test_half() {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    wb::half h;
    wb::bfloat16 b;
    h.bits = b.bits = static_cast<uint16_t>(bits);
    const float from_half = h, from_bfloat16 = b;
    const bool same_half = wb::half(from_half).bits == bits || std::isnan(from_half);
    const bool same_bfloat16 =
        wb::bfloat16(from_bfloat16).bits == bits || std::isnan(from_bfloat16);
    if (!same_half || !same_bfloat16) EXPECT(same_half && same_bfloat16);
  }
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {  // finite neighbours, and what is between them
    wb::half low, high;
    low.bits = static_cast<uint16_t>(bits);
    high.bits = static_cast<uint16_t>(bits + 1);
    const float middle = (float(low) + float(high)) / 2;
    const bool nearest = wb::half(std::nextafter(middle, 0.f)).bits == low.bits &&
                         wb::half(std::nextafter(middle, 1e9f)).bits == high.bits &&
                         wb::half(middle).bits == (bits % 2 == 0 ? low : high).bits &&
                         wb::half(-middle).bits == ((bits % 2 == 0 ? low : high).bits | 0x8000u);
    if (!nearest) EXPECT(nearest);
  }
  EXPECT(float(wb::half(1e-9f)) == 0 && wb::half(-0.f).bits == 0x8000u);
  EXPECT(std::isinf(float(wb::half(1e30f))) && std::isinf(float(wb::half(INFINITY))));
  wb::half nan;
  nan.bits = 0xfdffu;
  EXPECT(std::isnan(float(nan)) && std::isnan(float(wb::half(float(nan)))));
  EXPECT(float(wb::half(65504.f)) == 65504.f && std::isinf(float(wb::half(65520.f))));
  EXPECT(float(wb::half(2049.f)) == 2048.f && float(wb::half(2051.f)) == 2052.f);
  EXPECT(std::isnan(float(wb::half(NAN))) && std::isnan(float(wb::bfloat16(NAN))));
  wb::half sum = 1;
  sum += 0.5f;
  EXPECT(sum == 1.5f);
}

// The same of 8 bits, of whose codes `finite` are finite and not negative.
template <class T>
static void test_float8(int finite, bool has_infinity) {
  const auto of = [](int bits) {
    T made;
    made.bits = static_cast<uint8_t>(bits);
    return float(made);
  };
  for (int bits = 0; bits < finite; ++bits) {
    EXPECT(T(of(bits)).bits == bits && T(-of(bits)).bits == (bits | 0x80));
    if (bits + 1 == finite) break;
    const float middle = (of(bits) + of(bits + 1)) / 2;
    EXPECT(T(std::nextafter(middle, 0.f)).bits == bits);
    EXPECT(T(std::nextafter(middle, 1e9f)).bits == bits + 1);
    EXPECT(T(middle).bits == bits + bits % 2);
  }
  for (int bits = finite; bits < 0x80; ++bits) {
    EXPECT(has_infinity && bits == finite ? std::isinf(of(bits)) : std::isnan(of(bits)));
  }
  const float most = of(finite - 1), step = most - of(finite - 2);
  const float beyond = has_infinity ? INFINITY : most;
  EXPECT(float(T(most + step / 4)) == most && float(T(most + step)) == beyond);
  EXPECT(float(T(INFINITY)) == beyond && float(T(-1e9f)) == -beyond && std::isnan(float(T(NAN))));
  T sum = 1;
  sum += 0.5f;
  EXPECT(sum == 1.5f);
}

static void test_error_texts() {
  const int64_t sizes[] = {2, 3};
  (void)sizes;
  EXPECT(error([&] { wb::fail("x ", 1, ' ', true, " ", 0.5, " ", std::string("s"), sizes); }) ==
         "x 1 true 0.5 s[2, 3]");
  EXPECT(error([] { wb::fail(std::string(5000, 'x')); }).size() == 1023);
}

int main() {
  test_dims();
  test_shapes();
  test_broadcast();
  test_half();
  test_float8<wb::float8_e4m3fn>(0x7f, false);
  test_float8<wb::float8_e5m2>(0x7c, true);
  test_error_texts();
  return failures;
}
