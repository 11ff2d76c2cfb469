#include <workbench/ort_library.h>

// No runtime is that new.
WB_ORT_LIBRARY(999)
