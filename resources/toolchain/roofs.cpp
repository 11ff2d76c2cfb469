// What the machine can do at most, with so many threads: bytes a second of a triad over arrays that
// no cache holds, and float32 operations a second of fused multiply-adds in registers.
//
//     roofs THREADS   prints both numbers

#include <pthread.h>
#include <sched.h>

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
constexpr int kMoves = 5, kSums = 100;  // rounds: of some tens of milliseconds, and of one

double Seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Puts the calling thread on a core of its own, of those that the process may use: new threads
// begin on one core, and are moved to others only after some milliseconds.
void TakeCore(int thread) {
  cpu_set_t all, own;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  static const cpu_set_t allowed = all;  // as it was before the first thread had its own
  int left = thread % CPU_COUNT(&allowed), core = 0;
  while (!CPU_ISSET(core, &allowed) || left-- > 0) ++core;
  CPU_ZERO(&own);
  CPU_SET(core, &own);
  pthread_setaffinity_np(pthread_self(), sizeof own, &own);
}

// The seconds that each thread took for its part in each of some rounds, in which all do it at
// once.
template <class Part>
std::vector<std::vector<double>> Rounds(int threads, int rounds, Part part) {
  std::vector<std::vector<double>> taken(rounds, std::vector<double>(threads));
  for (std::vector<double>& round : taken) {
    std::atomic<int> waiting{threads};
    auto work = [&](int t) {
      TakeCore(t);
      --waiting;
      while (waiting.load() > 0) std::this_thread::yield();
      const double begun = Seconds();
      part(t);
      round[t] = Seconds() - begun;
    };
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t) others.emplace_back(work, t);
    work(0);
    for (std::thread& other : others) other.join();
  }
  return taken;
}

// The shortest round: memory is shared, so a thread is quick while another one waits.
double Together(const std::vector<std::vector<double>>& taken) {
  double best = 1e30;
  for (const auto& round : taken)
    best = std::min(best, *std::max_element(round.begin(), round.end()));
  return best;
}

// The slowest thread's shortest round: cores are their own, and other programs take them in turn.
double Apart(const std::vector<std::vector<double>>& taken) {
  std::vector<double> best = taken[0];
  for (const auto& round : taken) {
    for (std::size_t t = 0; t < best.size(); ++t) best[t] = std::min(best[t], round[t]);
  }
  return *std::max_element(best.begin(), best.end());
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
  const double moved = Together(Rounds(threads, kMoves, [&](int t) {
    const std::size_t begin = kElements * t / threads, end = kElements * (t + 1) / threads;
    double *x = a.data(), *y = b.data(), *z = c.data();
    for (std::size_t i = begin; i < end; ++i) x[i] = y[i] + 3.0 * z[i];
  }));
  const double done = Apart(Rounds(threads, kSums, MultiplyAdd));
  const double flops = 2.0 * kLanes * kChains * kSteps * threads;
  std::printf("%.6g %.6g\n", 3.0 * sizeof(double) * kElements / moved, flops / done);
  return a[kElements / 2] == 7.0 ? 0 : 1;
}
