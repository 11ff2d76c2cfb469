// What the machine can do at most, with so many threads: bytes a second of a triad over arrays that
// no cache holds, and float32 operations a second of fused multiply-adds in registers.
//
//     roofs THREADS   prints both numbers

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

#if defined(__AVX512F__)
constexpr int kBytes = 64;
#elif defined(__AVX__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif
typedef float Vector __attribute__((vector_size(kBytes)));
constexpr int kLanes = kBytes / sizeof(float);
constexpr int kChains = 12;  // enough to fill two units of four or five steps
constexpr long kSteps = 200000;
constexpr std::size_t kElements = std::size_t{1} << 23;  // 64 MiB an array
constexpr int kRounds = 5;

double Seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// The shortest time of some rounds in which all threads do their part at once.
template <class Part>
double Best(int threads, Part part) {
  double best = 1e30;
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<int> waiting{threads};
    std::vector<double> begun(threads), ended(threads);
    auto work = [&](int t) {
      --waiting;
      while (waiting.load() > 0) std::this_thread::yield();
      begun[t] = Seconds();
      part(t);
      ended[t] = Seconds();
    };
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t) others.emplace_back(work, t);
    work(0);
    for (std::thread& other : others) other.join();
    best = std::min(best, *std::max_element(ended.begin(), ended.end()) -
                              *std::min_element(begun.begin(), begun.end()));
  }
  return best;
}

// What is computed is of values that the compiler does not know, and is used.
volatile float g_factor = 0.999f, g_more = 0.001f;
thread_local volatile float g_sink;

void MultiplyAdd(int) {
  const Vector factor = Vector{} + g_factor, more = Vector{} + g_more;
  Vector sums[kChains];
  for (int i = 0; i < kChains; ++i) sums[i] = more * static_cast<float>(i);
  for (long step = 0; step < kSteps; ++step) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) sums[i] = sums[i] * factor + more;
  }
  Vector all = sums[0];
  for (int i = 1; i < kChains; ++i) all += sums[i];
  float total = 0;
  for (int i = 0; i < kLanes; ++i) total += all[i];
  g_sink = total;
}

}  // namespace

int main(int count, char** words) {
  const int threads = count > 1 ? std::max(1, std::atoi(words[1])) : 1;
  std::vector<double> a(kElements), b(kElements, 1.0), c(kElements, 2.0);
  const double moved = Best(threads, [&](int t) {
    const std::size_t begin = kElements * t / threads, end = kElements * (t + 1) / threads;
    double *x = a.data(), *y = b.data(), *z = c.data();
    for (std::size_t i = begin; i < end; ++i) x[i] = y[i] + 3.0 * z[i];
  });
  const double done = Best(threads, MultiplyAdd);
  const double flops = 2.0 * kLanes * kChains * kSteps * threads;
  std::printf("%.6g %.6g\n", 3.0 * sizeof(double) * kElements / moved, flops / done);
  return a[kElements / 2] == 7.0 ? 0 : 1;
}
