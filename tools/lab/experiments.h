// Every experiment's descriptor, in name order; experiments.cpp lists them.
#pragma once

#include "tools/lab/experiment.h"

namespace sheaf::lab {

extern const Experiment kFollowers;
extern const Experiment kRewrite;

}  // namespace sheaf::lab
