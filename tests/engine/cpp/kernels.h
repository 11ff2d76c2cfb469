// The entries of kernels.cpp, as generated glue declares them.
#pragma once

#include <workbench/half.h>
#include <workbench/tensor.h>

#include <optional>
#include <string_view>

template <class T>
void scaled_add(const wb::Context& ctx, wb::Tensor<const T> a, wb::Tensor<const T> b, double alpha,
                wb::Tensor<T> y);

void describe(const wb::Context& ctx, wb::Tensor<const float> x, int64_t n, bool flag, double f,
              std::string_view mode, wb::Span<const int64_t> ints, wb::Span<const double> floats,
              std::optional<int64_t> k, std::optional<double> g, wb::Tensor<double> y);
void weighted(const wb::Context& ctx, wb::Tensor<const float> x,
              std::optional<wb::Tensor<const float>> b, std::optional<wb::Tensor<const float>> c,
              wb::Tensor<float> y);
void scalars(const wb::Context& ctx, wb::Tensor<const float> x, int64_t n, double scale, bool flip,
             wb::Span<const int64_t> sizes, std::optional<int64_t> extra, wb::Tensor<float> y,
             wb::Tensor<int32_t> size_sum);
void tile(const wb::Context& ctx, wb::Tensor<const float> x, int64_t times,
          wb::Span<const int64_t> tail, wb::Tensor<float> y);
void faulty(const wb::Context& ctx, wb::Tensor<const float> x, int64_t kind, wb::Tensor<float> y);
void positives(const wb::Context& ctx, wb::Tensor<const float> x, wb::Output<int64_t> index,
               wb::Output<float> value);
void forgets(const wb::Context& ctx, wb::Tensor<const float> x, wb::Output<float> y);
void meeting(const wb::Context& ctx, wb::Tensor<const int64_t> n, wb::Tensor<int64_t> y);
void working(const wb::Context& ctx, wb::Tensor<const int64_t> n, wb::Tensor<int64_t> y);
void lookup(const wb::Context& ctx, wb::Tensor<const int64_t> index, wb::Tensor<const float> table,
            wb::Tensor<float> y);
void mixed(const wb::Context& ctx, wb::Tensor<const float> a, wb::Tensor<const int64_t> b,
           wb::Tensor<const int8_t> c, wb::Tensor<const bool> d, wb::Tensor<double> y);
template <class T>
void stack(const wb::Context& ctx, wb::TensorList<const T> xs, double scale, wb::Tensor<T> y);
void sums(const wb::Context& ctx, wb::Tensor<const float> x, wb::Span<const wb::AnyTensor> xs,
          wb::Tensor<double> y);
void grow(const wb::Context& ctx, wb::Tensor<const float> x, wb::Tensor<const float> scales,
          wb::Tensor<const int64_t> rows, double factor, wb::Tensor<float> y);
void settings(const wb::Context& ctx, wb::Tensor<const float> x,
              std::optional<wb::Tensor<const float>> b, int64_t h, int64_t w, bool use_b,
              double scale, wb::Span<const int64_t> axes, wb::Tensor<double> y);
