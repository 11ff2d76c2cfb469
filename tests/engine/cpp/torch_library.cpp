#include <workbench/torch_library.h>
