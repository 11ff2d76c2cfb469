#include <workbench/ort_library.h>

WB_ORT_LIBRARY(17)
