// Notes where a process of a job was when it ended: its own memory is gone by then.
//
// A signal that ends the process, or a call of exit(), has the stack written into memory that is
// shared with the host: for each frame the file that is mapped there, and the place in it. What
// that is as function, file and line is found out by the host, which has the time
// (engine/host/lines.py). Then the process ends as it would have without.
//
// In a handler little is allowed: nothing here allocates memory or takes a lock of its own. The
// unwinder and the list of mapped files may wait for a lock of the loader, so an alarm ends it all.
//
// The text: for each thread a line "end SIGNAL THREAD ADDRESS STACK LIMIT", where ADDRESS is how
// far what was touched lies below the top of the stack, STACK how much of that is used, and LIMIT
// what it may be; then one line "OFFSET FILE" per frame, the innermost first. Signal 0 is exit(),
// thread 0 the main one; the other numbers are hexadecimal. What Python was doing is written by
// Python (faulthandler), in a file of its own, on a signal that it is sent from here.

#include <dirent.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

namespace {

constexpr int kFrames = 64;
constexpr size_t kHandlerStack = 256 << 10;
constexpr unsigned kPatienceSeconds = 2;
constexpr int kFatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

char* text = nullptr;  // shared with the host
size_t room = 0;
size_t used = 0;
pid_t job = 0;             // the process; a copy that a kernel forks off has nothing to say
uintptr_t stack_top = 0;   // of the main thread, nearly
uintptr_t stack_size = 0;  // the most that it may take; 0 where nothing limits it
int ending = 0;            // the signal that ends the process; -1 for exit()
int answers = 0;           // threads that have written their frames
int writing = 0;           // a lock, for a short while
int python_signal = 0;     // on which Python writes what its threads do; 0 for none
int python_file = -1;      // into which it does
ino_t python_inode = 0;    // the op may have closed that, and have a file of its own there

pid_t this_thread() { return static_cast<pid_t>(syscall(SYS_gettid)); }

void nap() {
  const timespec millisecond{0, 1000000};
  nanosleep(&millisecond, nullptr);
}

void put(char c) {
  if (used + 1 < room) text[used++] = c;  // a zero always follows
}

void put(const char* words) {
  while (*words) put(*words++);
}

void put_number(uintptr_t value, unsigned base = 16) {
  char digits[2 * sizeof(value) + 8];
  int count = 0;
  do {
    digits[count++] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value);
  while (count) put(digits[--count]);
}

/// The frames that are to be placed, and the file of each once it is found.
struct Frames {
  uintptr_t at[kFrames];
  uintptr_t base[kFrames];
  const char* file[kFrames];
  int count = 0;

  void add(uintptr_t address) {
    if (count < kFrames) at[count++] = address;
  }
};

int place(dl_phdr_info* info, size_t, void* data) {
  Frames& frames = *static_cast<Frames*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    for (int f = 0; f < frames.count; ++f) {
      if (frames.at[f] - begin >= part.p_memsz) continue;
      frames.base[f] = info->dlpi_addr;
      frames.file[f] = info->dlpi_name;
    }
  }
  return 0;
}

void find_files(Frames& frames) {
  for (int i = 0; i < frames.count; ++i) frames.file[i] = nullptr;
  dl_iterate_phdr(place, &frames);
}

void put_frames(Frames& frames) {
  find_files(frames);
  for (int i = 0; i < frames.count; ++i) {
    put_number(frames.at[i] - (frames.file[i] ? frames.base[i] : 0));
    put(' ');
    put(frames.file[i] ? frames.file[i] : "?");
    put('\n');
  }
}

/// Where the thread was when the signal came.
struct Place {
  uintptr_t code = 0, stack = 0, caller = 0;

  explicit Place(const void* context) {
    if (!context) return;
    const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    code = static_cast<uintptr_t>(machine.gregs[REG_RIP]);
    stack = static_cast<uintptr_t>(machine.gregs[REG_RSP]);
#elif defined(__aarch64__)
    code = machine.pc;
    stack = machine.sp;
    caller = machine.regs[30];
#endif
  }

  /// Where a call that led nowhere came from: the code there has no way to be unwound.
  uintptr_t calling() const {
#if defined(__x86_64__)
    return *reinterpret_cast<const uintptr_t*>(stack);
#else
    return caller;
#endif
  }
};

uintptr_t below_top(uintptr_t address) {
  return address && address < stack_top ? stack_top - address : 0;
}

/// Writes the stack of this thread.
void write_stack(int number, uintptr_t address, const Place& place) {
  put("end ");
  put_number(number < 0 ? 0 : static_cast<uintptr_t>(number), 10);
  put(' ');
  const pid_t thread = this_thread();
  put_number(static_cast<uintptr_t>(thread == job ? 0 : thread), 10);
  put(' ');
  put_number(below_top(address));
  put(' ');
  put_number(thread == job ? below_top(place.stack) : 0);
  put(' ');
  put_number(stack_size);
  put('\n');

  // What is known without unwinding comes first: a damaged stack may end us in the middle.
  Frames frames;
  bool nowhere = false;
  if (place.code) {
    frames.add(place.code);
    find_files(frames);
    nowhere = !frames.file[0];
    put_frames(frames);
  }
  if (number > 0 && (nowhere || !place.code) && place.stack) {
    frames.count = 0;
    frames.add(place.calling() - 1);
    put_frames(frames);
  }
  void* found[kFrames];
  const int count = backtrace(found, kFrames);
  // Ours come first, which the host leaves out, and the way into the handler; then the place that
  // was interrupted.
  int first = 0;
  for (int i = 0; i < count; ++i)
    if (place.code && reinterpret_cast<uintptr_t>(found[i]) == place.code) first = i + 1;
  frames.count = 0;
  for (int i = first; i < count; ++i)
    frames.add(reinterpret_cast<uintptr_t>(found[i]) - 1);  // in the call, not after it
  put_frames(frames);
}

void write_alone(int number, uintptr_t address, const Place& place) {
  for (int tries = 0; __atomic_exchange_n(&writing, 1, __ATOMIC_ACQUIRE) && tries < 100; ++tries)
    nap();
  write_stack(number, address, place);
  __atomic_store_n(&writing, 0, __ATOMIC_RELEASE);
  __atomic_add_fetch(&answers, 1, __ATOMIC_RELEASE);
}

/// Ends the process by a signal, as if nobody had handled it.
void end_by(int number) {
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  sigaction(number, &plain, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  syscall(SYS_tgkill, getpid(), this_thread(), number);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

void late(int) { end_by(ending > 0 ? ending : SIGKILL); }

/// From now on there is an end to it, whatever the unwinder waits for.
void hurry() {
  struct sigaction action = {};
  action.sa_handler = late;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGALRM, &action, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  alarm(kPatienceSeconds);
}

bool first_to_end(int number) {
  int none = 0;
  return __atomic_compare_exchange_n(&ending, &none, number, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE);
}

/// Has Python write the stacks of its threads, now and in this thread.
void ask_python() {
  struct stat file;
  if (!python_signal || fstat(python_file, &file) != 0 || file.st_ino != python_inode) return;
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, python_signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  syscall(SYS_tgkill, job, this_thread(), python_signal);
}

/// A thread went wrong.
void on_fault(int number, siginfo_t* info, void* context) {
  if (getpid() != job) return end_by(number);
  if (!first_to_end(number)) {
    // Another thread is at it; unless it is this very one, which went wrong in here.
    for (int i = 0; i < 100 && !__atomic_load_n(&answers, __ATOMIC_ACQUIRE); ++i) nap();
    return end_by(ending > 0 ? ending : number);
  }
  hurry();
  write_alone(number, reinterpret_cast<uintptr_t>(info->si_addr), Place(context));
  // Where its memory is damaged, Python ends by this signal while it writes.
  if (number == SIGSEGV) ask_python();
  end_by(number);
}

/// Asks every other thread for its frames; returns how many there are.
int ask_others(int number) {
  struct Entry {  // as the kernel writes it
    uint64_t inode;
    int64_t next;
    unsigned short size;
    unsigned char type;
    char name[1];
  };
  const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  int asked = 0;
  alignas(Entry) char buffer[4096];
  for (long size; (size = syscall(SYS_getdents64, folder, buffer, sizeof(buffer))) > 0;) {
    for (long at = 0; at < size;) {
      const Entry& entry = *reinterpret_cast<const Entry*>(buffer + at);
      at += entry.size;
      pid_t thread = 0;
      for (const char* c = entry.name; *c >= '0' && *c <= '9'; ++c) thread = 10 * thread + *c - '0';
      if (thread == 0 || thread == this_thread()) continue;
      if (syscall(SYS_tgkill, job, thread, number) == 0) ++asked;
    }
  }
  close(folder);
  return asked;
}

/// The host ends the job: what every thread is doing, before the process ends.
void on_stop(int number, siginfo_t*, void* context) {
  if (getpid() != job) return end_by(number);
  const Place place(context);
  if (!first_to_end(number)) {
    if (__atomic_load_n(&ending, __ATOMIC_ACQUIRE) == number) write_alone(number, 0, place);
    for (;;) nap();
  }
  hurry();
  write_alone(number, 0, place);
  const int wanted = 1 + ask_others(number);
  for (int i = 0; i < 100 && __atomic_load_n(&answers, __ATOMIC_ACQUIRE) < wanted; ++i) nap();
  ask_python();
  end_by(number);
}

void handle(int number, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

}  // namespace

extern "C" {

/// Called by exit(), for on_exit: the process ends at once.
__attribute__((visibility("default"))) void wb_frames_exit(int status, void*) {
  if (getpid() == job && first_to_end(-1)) write_alone(-1, 0, Place(nullptr));
  _exit(status);
}

/// Loads the unwinder, which a handler cannot; once, before processes are forked.
__attribute__((visibility("default"))) void wb_frames_prepare() {
  void* once[1];
  backtrace(once, 1);
}

/// From now on this process notes its end in `size` bytes of zeros at `memory`.
__attribute__((visibility("default"))) void wb_frames_begin(char* memory, size_t size) {
  text = memory;
  room = size;
  job = getpid();
  char here;
  stack_top = reinterpret_cast<uintptr_t>(&here);
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    stack_size = static_cast<uintptr_t>(limit.rlim_cur);
  // A recursion without end leaves no stack to handle the signal on.
  void* own =
      mmap(nullptr, kHandlerStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return;
  stack_t stack = {};
  stack.ss_sp = own;
  stack.ss_size = kHandlerStack;
  sigaltstack(&stack, nullptr);
  for (const int number : kFatal) handle(number, on_fault);
  handle(SIGTERM, on_stop);
}

/// At an end from now on, send this signal to the thread that notes it: Python writes into a file.
__attribute__((visibility("default"))) void wb_frames_python(int number, int file) {
  struct stat made;
  if (fstat(file, &made) != 0) return;
  python_signal = number;
  python_file = file;
  python_inode = made.st_ino;
}
}
