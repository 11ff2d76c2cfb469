// What code that is compiled with clang's -fsanitize=memory calls, for one program: driver.h's.
//
// Such code keeps a shadow of each byte, whose bits say which of its own have no value, and an
// origin of each four, which says where that came from. The runtime that clang has for it must see
// all code of a process, its C++ library, too; this one needs not: memory has values unless a local
// variable of the kernel, or memory that it asks for while it runs, has none yet. What has been
// computed of such a value and got into an output, or has decided where to go on, is told with the
// first statement that has stored it.
//
// What code without these marks writes, such as the C++ library's own, keeps the marks that it had.
// So the program is asked again: where the environment has UNSET_FILL, memory without values holds
// that byte, and nothing is told; "output OUTPUT SUM" is written for each tensor, whose sum is the
// same for each byte unless such a value got there.
//
// Written: "uninitialised WHAT OUTPUT ELEMENT", then one line "at OFFSET" for each statement that
// has handed the value on, the first one first; offsets are in the program's file. WHAT is 1 for a
// local variable, 2 for memory that was asked for, 3 for an output; OUTPUT is -1 where it was a
// decision.
//
// The places are clang's for Linux on x86-64 (llvm/lib/Transforms/Instrumentation).

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORT extern "C" __attribute__((visibility("default"), used))
#define TLS __attribute__((visibility("default"), tls_model("initial-exec"))) __thread

extern "C" {
TLS uint64_t __msan_param_tls[100];
TLS uint32_t __msan_param_origin_tls[200];
TLS uint64_t __msan_retval_tls[100];
TLS uint32_t __msan_retval_origin_tls;
TLS uint64_t __msan_va_arg_tls[100];
TLS uint32_t __msan_va_arg_origin_tls[200];
TLS uint64_t __msan_va_arg_overflow_size_tls;

extern const char __ehdr_start;
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* at, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

enum What : uint32_t { kLocal = 1, kAsked = 2, kOutput = 3, kFirstLink = 16 };

/// A statement that has stored a value without one, and where it had it from.
struct Link {
  uint32_t before;
  uintptr_t code;
};

constexpr uint32_t kLinks = 1 << 16;
Link links[kLinks];
bool ready = false;
int inside = 0;  // whether the kernel runs
int fill = -1;   // what memory without values holds; -1 for what was there

char* shadow_of(const void* at) {
  return reinterpret_cast<char*>(reinterpret_cast<uintptr_t>(at) ^ 0x500000000000u);
}

uint32_t* origin_of(const void* at) {
  const uintptr_t shadow = reinterpret_cast<uintptr_t>(shadow_of(at));
  return reinterpret_cast<uint32_t*>((shadow + 0x100000000000u) & ~uintptr_t{3});
}

void set_origin(const void* at, size_t size, uint32_t origin) {
  const uintptr_t end = (reinterpret_cast<uintptr_t>(at) + size + 3) & ~uintptr_t{3};
  const uintptr_t begin = reinterpret_cast<uintptr_t>(at) & ~uintptr_t{3};
  uint32_t* to = origin_of(reinterpret_cast<void*>(begin));
  for (size_t i = 0; i < (end - begin) / 4; ++i) to[i] = origin;
}

void unpoison(const void* at, size_t size) {
  if (ready && at) memset(shadow_of(at), 0, size);
}

void poison(void* at, size_t size, uint32_t origin) {
  if (!ready || !at) return;
  if (fill >= 0) {
    memset(at, fill, size);
    unpoison(at, size);
    return;
  }
  memset(shadow_of(at), 0xff, size);
  set_origin(at, size, origin);
}

void* asked(void* at, size_t size) {
  inside ? poison(at, size, kAsked) : unpoison(at, size);
  return at;
}

void map(uintptr_t begin, uintptr_t end) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* at = reinterpret_cast<void*>(begin);
  if (mmap(at, end - begin, PROT_READ | PROT_WRITE, flags, -1, 0) == at) return;
  fprintf(stderr, "no shadow memory: %s\n", strerror(errno));
  _exit(1);
}

void tell(uint32_t origin, long output, long element) {
  inside = 0;
  uintptr_t codes[64];
  int count = 0;
  for (; origin >= kFirstLink && count < 64; origin = links[origin - kFirstLink].before) {
    codes[count++] = links[origin - kFirstLink].code;
  }
  fflush(stdout);
  fprintf(stderr, "uninitialised %u %ld %ld\n", origin, output, element);
  while (count) {
    const uintptr_t base = reinterpret_cast<uintptr_t>(&__ehdr_start);
    fprintf(stderr, "at %lx\n", static_cast<unsigned long>(codes[--count] - 1 - base));
  }
  _exit(1);
}

uint32_t chained(uint32_t before, uintptr_t code) {
  if (!before) return 0;
  uint32_t at = static_cast<uint32_t>((code * 31 + before * 0x9e3779b9u) % kLinks);
  for (int tries = 0; tries < 64; ++tries, at = (at + 1) % kLinks) {
    if (!links[at].code) links[at] = {before, code};
    if (links[at].code == code && links[at].before == before) return at + kFirstLink;
  }
  return before;
}

#define HERE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

}  // namespace

EXPORT void __msan_init() {
  if (ready) return;
  map(0x010000000000, 0x100000000000);
  map(0x110000000000, 0x200000000000);
  map(0x200000000000, 0x300000000000);
  map(0x300000000000, 0x400000000000);
  if (const char* text = getenv("UNSET_FILL")) fill = atoi(text);
  ready = true;
}

EXPORT uint32_t __msan_chain_origin(uint32_t origin) { return chained(origin, HERE); }

EXPORT void __msan_warning_with_origin_noreturn(uint32_t origin) {
  if (inside) tell(chained(origin, HERE), -1, 0);
}
EXPORT void __msan_warning_with_origin(uint32_t origin) {
  if (inside) tell(chained(origin, HERE), -1, 0);
}

EXPORT void __msan_poison_stack(void* at, uintptr_t size) { poison(at, size, kLocal); }
EXPORT void __msan_set_alloca_origin_with_descr(void* at, uintptr_t size, uint32_t*, char*) {
  poison(at, size, kLocal);
}
EXPORT void __msan_set_alloca_origin_no_descr(void* at, uintptr_t size, uint32_t*) {
  poison(at, size, kLocal);
}

EXPORT void* __msan_memset(void* to, int value, uintptr_t size) {
  unpoison(to, size);
  return memset(to, value, size);
}
EXPORT void* __msan_memmove(void* to, const void* from, uintptr_t size) {
  const uint32_t origin = size ? *origin_of(from) : 0;
  memmove(shadow_of(to), shadow_of(from), size);
  if (size) set_origin(to, size, chained(origin, HERE));
  return memmove(to, from, size);
}
EXPORT void* __msan_memcpy(void* to, const void* from, uintptr_t size) {
  const uint32_t origin = size ? *origin_of(from) : 0;
  memmove(shadow_of(to), shadow_of(from), size);
  if (size) set_origin(to, size, chained(origin, HERE));
  return memcpy(to, from, size);
}

#define MAYBE(bytes, type)                                                                \
  EXPORT void __msan_maybe_warning_##bytes(type shadow, uint32_t origin) {                \
    if (shadow && inside) tell(chained(origin, HERE), -1, 0);                             \
  }                                                                                       \
  EXPORT void __msan_maybe_store_origin_##bytes(type shadow, void* at, uint32_t origin) { \
    if (shadow) set_origin(at, bytes, chained(origin, HERE));                             \
  }
MAYBE(1, uint8_t)
MAYBE(2, uint16_t)
MAYBE(4, uint32_t)
MAYBE(8, uint64_t)

// -- memory that is asked for ------------------------------------------------------------

EXPORT void* malloc(size_t size) { return asked(__libc_malloc(size), size); }
EXPORT void* calloc(size_t count, size_t size) {
  void* at = __libc_calloc(count, size);
  unpoison(at, count * size);
  return at;
}
EXPORT void* realloc(void* from, size_t size) {
  void* at = __libc_realloc(from, size);
  unpoison(at, size);
  return at;
}
EXPORT void* memalign(size_t alignment, size_t size) {
  return asked(__libc_memalign(alignment, size), size);
}
EXPORT void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
EXPORT int posix_memalign(void** at, size_t alignment, size_t size) {
  *at = memalign(alignment, size);
  return *at ? 0 : ENOMEM;
}

// -- the program ---------------------------------------------------------------------------

EXPORT void wb_driver_memory(void* data, int64_t bytes) {
  poison(data, static_cast<size_t>(bytes), kOutput);
}
EXPORT void wb_driver_call(int begins) { inside = begins; }

EXPORT void wb_driver_output(int64_t index, const void* data, int64_t elements, int64_t bytes) {
  if (fill >= 0) {
    uint64_t sum = 14695981039346656037u;  // FNV-1a
    for (int64_t i = 0; i < bytes; ++i) {
      sum = (sum ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211u;
    }
    fprintf(stderr, "output %ld %lx\n", static_cast<long>(index), static_cast<unsigned long>(sum));
    return;
  }
  if (!elements) return;
  const int64_t each = bytes / elements;
  const char* shadow = shadow_of(data);
  // What was computed of an unset value tells more than an element that was never written.
  for (int computed = 1; computed >= 0; --computed) {
    for (int64_t i = 0; i < bytes; ++i) {
      if (!shadow[i]) continue;
      const uint32_t origin = *origin_of(static_cast<const char*>(data) + i);
      if ((origin >= kFirstLink) == (computed == 1)) tell(origin, index, i / each);
    }
  }
}
