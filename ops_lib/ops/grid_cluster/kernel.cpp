#include <workbench/tensor.h>

#include <limits>
#include <vector>

// The voxel of each point in a regular grid, as torch_cluster::grid computes it.
//
// Dimension d of a point falls into voxel trunc((pos - start) / size) of that dimension, of which
// there are trunc((end - start) / size) + 1; the first dimension varies fastest in the result. As
// in torch_cluster, points before start or after end get an index too, which may be another
// voxel's: rounding is towards zero, and dimensions carry over.
namespace {

using wb::Tensor;

constexpr int64_t block_rows = 1 << 13;

// trunc(distance / size); throws unless int64 can hold it, as it cannot for NaN.
template <class T>
int64_t voxels(T distance, T size, const char* name, int64_t row, int64_t dim) {
  constexpr T limit = T(int64_t{1} << 62);
  const T quotient = distance / size;
  if (!(quotient > -limit && quotient < limit)) [[unlikely]] {
    wb::fail("grid_cluster: ", name, " gives no voxel in row ", row, ", dimension ", dim, ": ",
             distance, " from start with voxels of size ", size);
  }
  return static_cast<int64_t>(quotient);
}

template <class T>
struct Bounds {
  std::vector<T> low;
  std::vector<T> high;

  explicit Bounds(int64_t dims)
      : low(dims, std::numeric_limits<T>::infinity()),
        high(dims, -std::numeric_limits<T>::infinity()) {}

  void add(const T* a, const T* b) {
    for (size_t dim = 0; dim < low.size(); ++dim) {
      low[dim] = a[dim] < low[dim] ? a[dim] : low[dim];
      high[dim] = b[dim] > high[dim] ? b[dim] : high[dim];
    }
  }
};

// The least and the largest value per dimension. NaN is left out here and refused later.
template <class T>
Bounds<T> bounds_of(const wb::Context& ctx, const T* pos, int64_t rows, int64_t dims) {
  const int64_t blocks = (rows + block_rows - 1) / block_rows;
  std::vector<Bounds<T>> partial(blocks, Bounds<T>(dims));
  ctx.parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      const int64_t last = block + 1 < blocks ? (block + 1) * block_rows : rows;
      for (int64_t row = block * block_rows; row < last; ++row) {
        partial[block].add(pos + row * dims, pos + row * dims);
      }
    }
  });
  Bounds<T> all(dims);
  for (const Bounds<T>& some : partial) all.add(some.low.data(), some.high.data());
  return all;
}

// How far apart neighbours along each dimension are in the result.
template <class T>
std::vector<int64_t> strides_of(const T* start, const T* end, Tensor<const T> size) {
  std::vector<int64_t> strides;
  int64_t stride = 1;
  for (int64_t dim = 0; dim < size.numel(); ++dim) {
    strides.push_back(stride);
    const int64_t count = voxels(end[dim] - start[dim], size[dim], "end", 0, dim) + 1;
    wb::check(count > 0, "grid_cluster: end lies a voxel or more before start in dimension ", dim,
              ": ", end[dim], ", ", start[dim]);
    wb::check(count <= std::numeric_limits<int64_t>::max() / stride,
              "grid_cluster: there are more voxels than int64 can number; the voxels are ", size);
    stride *= count;
  }
  return strides;
}

template <class T>
void check_numbers(std::optional<Tensor<const T>> numbers, int64_t dims, const char* name) {
  wb::check(!numbers || numbers->numel() == dims, "grid_cluster: pos has ", dims,
            " dimensions per point, ", name, " has ", numbers ? numbers->numel() : 0, " numbers");
}

}  // namespace

template <class T>
void grid_cluster(const wb::Context& ctx, Tensor<const T> pos, Tensor<const T> size,
                  std::optional<Tensor<const T>> start, std::optional<Tensor<const T>> end,
                  Tensor<int64_t> cluster) {
  const int64_t rows = cluster.numel();
  if (rows == 0) return;
  const int64_t dims = pos.numel() / rows;
  check_numbers<T>(size, dims, "size");
  check_numbers<T>(start, dims, "start");
  check_numbers<T>(end, dims, "end");
  for (const T edge : size) {
    wb::check(edge > 0, "grid_cluster: the size of a voxel is positive, got ", edge);
  }
  const Bounds<T> bounds = start && end ? Bounds<T>(dims) : bounds_of(ctx, pos.data(), rows, dims);
  const T* origin = start ? start->data() : bounds.low.data();
  const std::vector<int64_t> strides =
      strides_of(origin, end ? end->data() : bounds.high.data(), size);
  ctx.parallel_for(rows, block_rows, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      uint64_t index = 0;  // wraps around for points far beyond end, instead of being undefined
      for (int64_t dim = 0; dim < dims; ++dim) {
        const T distance = pos[row * dims + dim] - origin[dim];
        index += static_cast<uint64_t>(voxels(distance, size[dim], "pos", row, dim)) *
                 static_cast<uint64_t>(strides[dim]);
      }
      cluster[row] = static_cast<int64_t>(index);
    }
  });
}
