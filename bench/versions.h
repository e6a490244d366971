// The versions of the libraries that sheaf is measured against.
#pragma once

#include <string>

namespace sheaf::bench {

namespace floor {
std::string lmdbVersion();
}
namespace peers {
std::string sqliteVersion();
std::string libbsonVersion();
}  // namespace peers

inline std::string versionsText() {
    return floor::lmdbVersion() + ", SQLite " + peers::sqliteVersion() + ", libbson " + peers::libbsonVersion();
}

}  // namespace sheaf::bench
