/* What the plain C function of a kernel takes (c_function.h). Plain C, and nothing else is needed.
 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An argument. Element types are numbered as in wb::DType: 1 float32, 2 float64, 3 float16,
   4 bfloat16, 5 int8, 6 int16, 7 int32, 8 int64, 9 uint8, 13 bool. */
typedef struct wb_c_value {
  int32_t present;      /* 0 for an optional one that is left out */
  int32_t dtype;        /* of a tensor */
  int64_t count;        /* the rank of a tensor; the length of a list or a text */
  const int64_t* sizes; /* of a tensor, which is dense and row-major */
  const void* data;     /* elements; items of a list (int64_t, double); a wb_c_value per tensor */
  int64_t integer;      /* an int or a bool */
  double real;          /* a float */
} wb_c_value;

/* Gives the memory of an output: it is asked once for each. NULL where there is none. */
typedef void* (*wb_c_allocate)(void* host, int64_t index, int32_t dtype, int64_t rank,
                               const int64_t* sizes);

/* The function itself: one value per argument of the op, in order. Returns 0; or 1, and `message`
   (of `room` bytes) says why. */
typedef int32_t (*wb_c_function)(const wb_c_value* values, int64_t count, wb_c_allocate allocate,
                                 void* host, char* message, int64_t room);

/* Is told the element type and the sizes of an output. */
typedef void (*wb_c_tell)(void* host, int64_t index, int32_t dtype, int64_t rank,
                          const int64_t* sizes);

/* Tells them of each output and computes nothing: no elements of tensors are read. */
typedef int32_t (*wb_c_shapes_function)(const wb_c_value* values, int64_t count, wb_c_tell tell,
                                        void* host, char* message, int64_t room);

#ifdef __cplusplus
}
#endif
