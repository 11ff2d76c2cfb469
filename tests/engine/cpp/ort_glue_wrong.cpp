// A declaration that does not fit its kernel: the default of an int is a text.
#include <workbench/ort_op.h>

#include "kernels.h"
#include "shape_rules.h"

using namespace wb::ort;

WB_ORT_OP("wb.test", "Tile", 1, rules::tile, tile, input(0), attribute("times", "two"),
          attribute("tail"), output(0))
