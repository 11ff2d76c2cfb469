#include <onnxruntime_float16.h>
