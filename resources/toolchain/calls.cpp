// Notes who throws, forks, or writes to the job's own descriptor, in the libraries of an op.
//
// A call of another library's function goes through a slot of the caller's own. In a job's process
// the slots for __cxa_throw, fork and write lead to functions here, which note the stack and go on.
// What catches an exception knows no more than its text; so the line is known, too. Only libraries
// that the program has built are changed so, and of the others libstdc++ and libc10, which throw in
// a kernel's name. Nothing here allocates memory or takes a lock of its own.
//
// Notes become text when they are asked for: for each, the last one first, a line "OFFSET FILE" per
// frame, as in frames.cpp, and an empty line.

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__aarch64__)
#define WB_RELOCATION(name) R_AARCH64_##name
#else
#define WB_RELOCATION(name) R_X86_64_##name
#endif

namespace {

constexpr int kFrames = 48;
enum Call { kThrow, kFork, kWrite, kCalls };
/// What catches an exception of the kernel throws another one in its place: so several are kept.
constexpr unsigned kKept = 4;

struct Note {
  void* frames[kFrames];
  int count;
};

Note notes[kCalls][kKept];
unsigned made[kCalls];
int kept_descriptor = -1;  // of the job's own words
char* shared = nullptr;    // with the host: what is written there outlives the process
size_t shared_size = 0;

using Throw = void (*)(void*, void*, void (*)(void*));
Throw real_throw = nullptr;

void note(Call call) {
  Note& to = notes[call][__atomic_fetch_add(&made[call], 1, __ATOMIC_ACQ_REL) % kKept];
  to.count = backtrace(to.frames, kFrames);
}

struct Found {
  uintptr_t at, base;
  const char* file;
};

int find(dl_phdr_info* info, size_t, void* data) {
  Found& found = *static_cast<Found*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    if (found.at - (info->dlpi_addr + part.p_vaddr) >= part.p_memsz) continue;
    found.base = info->dlpi_addr;
    found.file = info->dlpi_name;
    return 1;
  }
  return 0;
}

size_t put(char* to, size_t room, size_t used, const char* words) {
  while (*words && used + 1 < room) to[used++] = *words++;
  return used;
}

size_t write_frames(const Note& note, char* to, size_t room, size_t used) {
  for (int i = 0; i < note.count; ++i) {
    Found found{reinterpret_cast<uintptr_t>(note.frames[i]) - 1, 0, nullptr};
    dl_iterate_phdr(find, &found);
    if (!found.file) continue;
    char digits[20];
    int at = sizeof(digits);
    digits[--at] = 0;
    uintptr_t value = found.at - found.base;
    do {
      digits[--at] = "0123456789abcdef"[value % 16];
      value /= 16;
    } while (value);
    used = put(to, room, used, digits + at);
    used = put(to, room, used, " ");
    used = put(to, room, used, found.file);
    used = put(to, room, used, "\n");
  }
  return put(to, room, used, "\n");
}

size_t write_notes(Call call, char* to, size_t room) {
  size_t used = 0;
  const unsigned count = __atomic_load_n(&made[call], __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < kKept && i < count; ++i) {
    used = write_frames(notes[call][(count - 1 - i) % kKept], to, room, used);
  }
  if (used < room) to[used] = 0;
  return used;
}

void on_throw(void* exception, void* type, void (*end)(void*)) {
  note(kThrow);
  real_throw(exception, type, end);
}

pid_t on_fork() {
  note(kFork);
  return fork();
}

ssize_t on_write(int descriptor, const void* data, size_t size) {
  if (descriptor == kept_descriptor && descriptor >= 0) {
    note(kWrite);
    if (shared && !shared[0]) write_notes(kWrite, shared, shared_size);
  }
  return write(descriptor, data, size);
}

/// Where a function of a library leads from now on; null for where it did.
void* instead(const char* name, const char* library) {
  if (!strcmp(name, "fork")) return reinterpret_cast<void*>(&on_fork);
  if (!strcmp(name, "write")) return reinterpret_cast<void*>(&on_write);
  if (strcmp(name, "__cxa_throw")) return nullptr;
  void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return nullptr;
  const Throw real = reinterpret_cast<Throw>(dlsym(handle, name));
  dlclose(handle);
  if (!real_throw) real_throw = real;
  return real && real == real_throw ? reinterpret_cast<void*>(&on_throw) : nullptr;
}

struct Library {
  uintptr_t base = 0;
  const char* name = nullptr;
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * calls = nullptr;
  size_t calls_size = 0;
  const ElfW(Rela) * others = nullptr;
  size_t others_size = 0;
  uintptr_t fixed = 0, fixed_end = 0;  // read-only once it is loaded

  const char* at(uintptr_t value) const {
    return reinterpret_cast<const char*>(value < base ? value + base : value);
  }
};

void change(const Library& library, const ElfW(Rela) * entries, size_t size) {
  for (size_t i = 0; i < size / sizeof(*entries); ++i) {
    const auto kind = ELF64_R_TYPE(entries[i].r_info);
    if (kind != WB_RELOCATION(JUMP_SLOT) && kind != WB_RELOCATION(GLOB_DAT)) continue;
    const char* name = library.names + library.symbols[ELF64_R_SYM(entries[i].r_info)].st_name;
    if (name[0] != '_' && name[0] != 'f' && name[0] != 'w') continue;
    void* ours = instead(name, library.name);
    void** slot = reinterpret_cast<void**>(library.base + entries[i].r_offset);
    const uintptr_t place = reinterpret_cast<uintptr_t>(slot);
    if (!ours || *slot == ours) continue;
    const uintptr_t size_of_page = static_cast<uintptr_t>(getpagesize());
    void* page = reinterpret_cast<void*>(place & ~(size_of_page - 1));
    const bool fixed = place >= library.fixed && place < library.fixed_end;
    if (fixed && mprotect(page, size_of_page, PROT_READ | PROT_WRITE)) continue;
    __atomic_store_n(slot, ours, __ATOMIC_RELEASE);
    if (fixed) mprotect(page, size_of_page, PROT_READ);
  }
}

constexpr int kLibraries = 64;

/// The libraries that are to be watched: what is asked of the loader must wait until it is done.
struct Chosen {
  const char* prefix;
  Library libraries[kLibraries];
  int count = 0;
};

int choose(dl_phdr_info* info, size_t, void* data) {
  Chosen& chosen = *static_cast<Chosen*>(data);
  const char* prefix = chosen.prefix;
  const char* base_name = strrchr(info->dlpi_name, '/');
  base_name = base_name ? base_name + 1 : info->dlpi_name;
  const bool own = prefix[0] && !strncmp(info->dlpi_name, prefix, strlen(prefix));
  const bool runtime =
      !strncmp(base_name, "libstdc++.so", 12) || !strncmp(base_name, "libc10.so", 9);
  if (prefix[0] ? !own : !runtime) return 0;
  const uintptr_t here = reinterpret_cast<uintptr_t>(&on_fork);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    const bool ours = here - (info->dlpi_addr + part.p_vaddr) < part.p_memsz;
    if (part.p_type == PT_LOAD && ours) return 0;  // this very library
  }
  Library library;
  library.base = info->dlpi_addr;
  library.name = info->dlpi_name;
  const ElfW(Dyn)* entry = nullptr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_DYNAMIC) entry = reinterpret_cast<const ElfW(Dyn)*>(begin);
    if (part.p_type != PT_GNU_RELRO) continue;
    library.fixed = begin;
    library.fixed_end = begin + part.p_memsz;
  }
  for (; entry && entry->d_tag != DT_NULL; ++entry) {
    const char* value = library.at(entry->d_un.d_ptr);
    if (entry->d_tag == DT_SYMTAB) library.symbols = reinterpret_cast<const ElfW(Sym)*>(value);
    if (entry->d_tag == DT_STRTAB) library.names = value;
    if (entry->d_tag == DT_JMPREL) library.calls = reinterpret_cast<const ElfW(Rela)*>(value);
    if (entry->d_tag == DT_PLTRELSZ) library.calls_size = entry->d_un.d_val;
    if (entry->d_tag == DT_RELA) library.others = reinterpret_cast<const ElfW(Rela)*>(value);
    if (entry->d_tag == DT_RELASZ) library.others_size = entry->d_un.d_val;
  }
  if (!library.symbols || !library.names) return 0;
  if (!own) library.others = nullptr;  // there are many, and they are no calls
  if (chosen.count < kLibraries) chosen.libraries[chosen.count++] = library;
  return 0;
}

}  // namespace

extern "C" {

/// Has the libraries watched whose files begin with `prefix`; with none, those that throw for them.
__attribute__((visibility("default"))) void wb_calls_watch(const char* prefix) {
  Chosen chosen;
  chosen.prefix = prefix;
  dl_iterate_phdr(choose, &chosen);
  for (int i = 0; i < chosen.count; ++i) {
    const Library& library = chosen.libraries[i];
    if (library.calls) change(library, library.calls, library.calls_size);
    if (library.others) change(library, library.others, library.others_size);
  }
}

/// What is written to this descriptor of the job is noted in `size` bytes of zeros at `memory`.
__attribute__((visibility("default"))) void wb_calls_begin(int descriptor, char* memory,
                                                           size_t size) {
  kept_descriptor = descriptor;
  shared = memory;
  shared_size = size;
}

/// The last notes of a kind, as text; returns its length, 0 for none.
__attribute__((visibility("default"))) size_t wb_calls_notes(int call, char* to, size_t room) {
  return write_notes(static_cast<Call>(call), to, room);
}

/// Drops the notes of a kind.
__attribute__((visibility("default"))) void wb_calls_forget(int call) { made[call] = 0; }
}
