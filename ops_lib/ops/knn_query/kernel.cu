// The nsample nearest points of each query's batch on a GPU, by brute force: a thread a query. The
// threads of a block read the points together, a tile at a time, into shared memory.
//
// Distances and the order of equal ones are those of kernel.cpp, to the bit, except where a squared
// distance is not finite in float32: such a point is no neighbour here. `offset` and `new_offset`
// are on the GPU, where they are not checked; what they say beyond the rows is not read.
#include <workbench/cuda.h>

namespace {

using wb::Tensor;

constexpr int kThreads = 128;  // of a block, and points of a tile
constexpr int kMostInRegisters = 32;

using Key = unsigned long long;  // a squared distance above an index: both compare at once

constexpr Key kNone = ~Key{0};

// In this order, and each operation rounded by itself: so ties are ties, here as in kernel.cpp.
__device__ float squared_distance(const float* a, const float* b) {
  const float x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return __fadd_rn(__fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)), __fmul_rn(z, z));
}

// The least keys so far, in rising order. With Count known they stay in registers.
template <int Count>
struct InRegisters {
  Key keys[Count];

  __device__ InRegisters(Key*, int64_t, int64_t) {
#pragma unroll
    for (int i = 0; i < Count; ++i) keys[i] = kNone;
  }
  __device__ Key worst(int64_t) const { return keys[Count - 1]; }
  __device__ Key at(int64_t i) const {
    Key found = kNone;  // no index that is known at run time only
#pragma unroll
    for (int j = 0; j < Count; ++j) found = j == i ? keys[j] : found;
    return found;
  }
  __device__ void insert(Key key, int64_t) {
#pragma unroll
    for (int i = Count - 1; i > 0; --i) {
      const Key before = keys[i - 1];
      keys[i] = key < before ? before : (key < keys[i] ? key : keys[i]);
    }
    keys[0] = key < keys[0] ? key : keys[0];
  }
};

// The same in memory of the device, for any number: the i-th keys of all threads lie together.
struct InMemory {
  Key* keys;
  int64_t step;

  __device__ InMemory(Key* memory, int64_t query, int64_t queries)
      : keys(memory + query), step(queries) {}
  __device__ void clear(int64_t count) {
    for (int64_t i = 0; i < count; ++i) keys[i * step] = kNone;
  }
  __device__ Key worst(int64_t count) const { return keys[(count - 1) * step]; }
  __device__ Key at(int64_t i) const { return keys[i * step]; }
  __device__ void insert(Key key, int64_t count) {
    int64_t i = count - 1;
    for (; i > 0 && keys[(i - 1) * step] > key; --i) keys[i * step] = keys[(i - 1) * step];
    keys[i * step] = key;
  }
};

struct Cloud {
  const float* points;
  int64_t count;
  const int32_t* ends;  // of the points of each batch
  const float* queries;
  int64_t query_count;
  const int32_t* query_ends;
  int64_t batches;
};

__device__ int64_t clamped(int64_t end, int64_t most) {
  return end < 0 ? 0 : (end < most ? end : most);
}

// The rows of the points of a query's batch.
__device__ void rows_of(const Cloud& cloud, int64_t query, int64_t& begin, int64_t& end) {
  int64_t batch = 0;
  while (batch < cloud.batches && query >= cloud.query_ends[batch]) ++batch;
  const bool known = batch < cloud.batches;
  begin = known && batch > 0 ? clamped(cloud.ends[batch - 1], cloud.count) : 0;
  end = known ? clamped(cloud.ends[batch], cloud.count) : 0;
}

template <class Nearest>
__global__ void __launch_bounds__(kThreads)
    nearest_kernel(Cloud cloud, int64_t nsample, Key* memory, int32_t* idx, float* dist) {
  __shared__ float tile[3 * kThreads];
  __shared__ unsigned long long first_row, last_row;  // of the batches of all queries of the block
  const int64_t query = int64_t{blockIdx.x} * kThreads + threadIdx.x;
  const bool asks = query < cloud.query_count;
  int64_t begin = 0, end = 0;
  float at[3] = {0, 0, 0};
  if (asks) {
    rows_of(cloud, query, begin, end);
    for (int i = 0; i < 3; ++i) at[i] = cloud.queries[3 * query + i];
  }
  if (threadIdx.x == 0) {
    first_row = static_cast<unsigned long long>(cloud.count);
    last_row = 0;
  }
  __syncthreads();
  if (begin < end) {
    atomicMin(&first_row, static_cast<unsigned long long>(begin));
    atomicMax(&last_row, static_cast<unsigned long long>(end));
  }
  __syncthreads();
  Nearest nearest(memory, asks ? query : 0, cloud.query_count);
  if constexpr (std::is_same_v<Nearest, InMemory>) {
    if (asks) nearest.clear(nsample);
  }
  Key worst = kNone;
  const int64_t last = static_cast<int64_t>(last_row);
  for (int64_t row = static_cast<int64_t>(first_row); row < last; row += kThreads) {
    const int64_t rows = last - row < kThreads ? last - row : kThreads;
    for (int64_t i = threadIdx.x; i < 3 * rows; i += kThreads) {
      tile[i] = cloud.points[3 * row + i];
    }
    __syncthreads();
    const int64_t from = begin > row ? begin - row : 0;
    const int64_t to = end - row < rows ? end - row : rows;
    for (int64_t i = from; i < to; ++i) {
      const float squared = squared_distance(&tile[3 * i], at);
      if (!(squared < INFINITY)) continue;  // not a number, neither
      const Key key = Key{__float_as_uint(squared)} << 32 | static_cast<uint32_t>(row + i);
      if (key < worst) {
        nearest.insert(key, nsample);
        worst = nearest.worst(nsample);
      }
    }
    __syncthreads();
  }
  if (!asks) return;
  for (int64_t i = 0; i < nsample; ++i) {
    const Key key = nearest.at(i);
    const bool found = key != kNone;
    idx[query * nsample + i] = found ? static_cast<int32_t>(key & 0xffffffff) : -1;
    dist[query * nsample + i] =
        found ? __fsqrt_rn(__uint_as_float(static_cast<uint32_t>(key >> 32))) : -1.0f;
  }
}

void check_points(Tensor<const float> points, const char* name) {
  wb::check(points.rank() == 2 && points.size(1) == 3, "knn_query: ", name, " has sizes ",
            points.sizes(), ", expected (rows, 3)");
}

}  // namespace

void knn_query(const wb::CudaContext& ctx, int64_t nsample, Tensor<const float> xyz,
               Tensor<const int32_t> offset, std::optional<Tensor<const float>> new_xyz,
               std::optional<Tensor<const int32_t>> new_offset, Tensor<int32_t> idx,
               Tensor<float> dist) {
  check_points(xyz, "xyz");
  wb::check(new_xyz.has_value() == new_offset.has_value(),
            "knn_query: new_xyz and new_offset are given together, or not at all");
  const Tensor<const float> queries = new_xyz.value_or(xyz);
  const Tensor<const int32_t> query_ends = new_offset.value_or(offset);
  check_points(queries, "new_xyz");
  wb::check(offset.numel() == query_ends.numel(), "knn_query: offset has ", offset.numel(),
            " batches, new_offset has ", query_ends.numel());
  if (idx.numel() == 0) return;

  const Cloud cloud{xyz.data(),      xyz.size(0),       offset.data(), queries.data(),
                    queries.size(0), query_ends.data(), offset.numel()};
  const wb::Grid grid(wb::blocks_for(cloud.query_count, kThreads), kThreads);
  const auto search = [&](auto kernel, Key* memory) {
    wb::launch(ctx, grid, kernel, cloud, nsample, memory, idx.data(), dist.data());
  };
  if (nsample <= 8) {
    search(nearest_kernel<InRegisters<8>>, nullptr);
  } else if (nsample <= 16) {
    search(nearest_kernel<InRegisters<16>>, nullptr);
  } else if (nsample <= kMostInRegisters) {
    search(nearest_kernel<InRegisters<kMostInRegisters>>, nullptr);
  } else {
    search(nearest_kernel<InMemory>, ctx.scratch<Key>(cloud.query_count * nsample));
  }
}
