// Reading and writing numbers at any address: the internal name of what the public views use too.
#pragma once

#include <sheaf/bson/detail/bytes.h>
