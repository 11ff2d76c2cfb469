"""A module of another compiler's: functions of tvm-ffi's C ABI, which the tests compile from C."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.conftest import TWICE_TOML
from workbench.engine.compilers import compiler

__all__ = ["BOTH", "FOREIGN_TOML", "make_module"]

SOURCE = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef FACTOR
#define FACTOR 2
#endif

typedef struct {
  int32_t type;
  uint32_t small;
  union { int64_t integer; double real; void* pointer; const char* text; char bytes[8]; } v;
} Any;
typedef struct {
  void* data;
  int32_t device, number, rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *sizes, *strides;
  uint64_t offset;
} Tensor;
typedef struct { uint64_t references; int32_t type; uint32_t padding; void* deleter; } Object;
typedef struct { Object head; Tensor tensor; } TensorObject;
typedef struct { Object head; Any* items; int64_t size, capacity; void* free; } Array;

static int64_t count(const Tensor* x) {
  int64_t n = 1;
  for (int i = 0; i < x->rank; ++i) n *= x->sizes[i];
  return n;
}

int __tvm_ffi_double_it(void* self, const Any* a, int32_t n, Any* result) {
  if (n != 2 || a[0].type != 7 || a[1].type != 7) return -1;
  const Tensor *x = a[0].v.pointer, *y = a[1].v.pointer;
  for (int64_t i = 0; i < count(x); ++i) ((float*)y->data)[i] = FACTOR * ((float*)x->data)[i];
  return 0;
}

int __tvm_ffi_refuses(void* self, const Any* a, int32_t n, Any* result) { return -1; }

int __tvm_ffi_ends(void* self, const Any* a, int32_t n, Any* result) { abort(); }

/* x, none, [xs], int, float, bool, text, [ints], [floats] -> told */
int __tvm_ffi_every(void* self, const Any* a, int32_t n, Any* result) {
  if (n != 11) return -1;
  double* told = ((Tensor*)a[10].v.pointer)->data;
  const Array *xs = a[2].v.pointer, *ints = a[7].v.pointer, *reals = a[8].v.pointer;
  const Tensor* last = &((TensorObject*)xs->items[xs->size - 1].v.pointer)->tensor;
  told[0] = a[1].type;
  told[1] = (xs->items[0].type == 0) * 1000 + xs->size * 100 + last->sizes[0] * 10 + last->strides[0];
  told[2] = (double)a[3].v.integer;
  told[3] = a[4].v.real;
  told[4] = (double)a[5].v.integer;
  told[5] = a[6].type == 11 ? a[6].small : (double)strlen(a[6].v.text);
  told[6] = (double)ints->items[1].v.integer;
  told[7] = reals->items[0].v.real;
  memcpy(((Tensor*)a[9].v.pointer)->data, ((Tensor*)a[0].v.pointer)->data, 12);
  return 0;
}
"""

FOREIGN_TOML = (
    TWICE_TOML
    + '\n[ort]\nimplementation = "tvm-ffi"\nmodule = "kernels.so"\nfunction = "double_it"\n'
)
"""The op's own kernel in PyTorch, the module's in ONNX Runtime."""
BOTH = FOREIGN_TOML + '\n[kernel]\nstyle = "tvm-ffi"\n'
"""The module's in both."""


def make_module(folder: Path, name: str = "kernels.so", *flags: str, more: str = "") -> Path:
    """The module; of ``more`` C, too."""
    source = folder / f"{name}.txt"
    source.write_text(SOURCE + more)
    made = ["-shared", "-fPIC", "-O1", *flags, "-x", "c", str(source), "-o", str(folder / name)]
    command = [*compiler(()).command, *made]
    subprocess.run(command, check=True, capture_output=True)
    source.unlink()
    return folder / name
