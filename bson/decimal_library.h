// Intel's decimal library as the decimal sources call it: by value, with rounding and flags as arguments, no global
// state. Included by decimal*.cpp only.
#pragma once

#include <sheaf/bson/types.h>

extern "C" {
#define DECIMAL_CALL_BY_REFERENCE 0
#define DECIMAL_GLOBAL_ROUNDING 0
#define DECIMAL_GLOBAL_EXCEPTION_FLAGS 0
#include <bid_conf.h>
#include <bid_functions.h>
}

namespace sheaf::bson::decimal {

inline BID_UINT128 toLibrary(Decimal128 value) {
    BID_UINT128 x;
    x.w[0] = value.low;
    x.w[1] = value.high;
    return x;
}

inline Decimal128 fromLibrary(BID_UINT128 x) { return {x.w[0], x.w[1]}; }

}  // namespace sheaf::bson::decimal
