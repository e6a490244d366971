# The system libraries, each found once. docs/decisions/002-libraries.md says why each is here.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(simdjson REQUIRED)
find_package(fmt REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)

find_path(SHEAF_DECIMAL_INCLUDE bid_functions.h PATH_SUFFIXES libintelrdfpmath intelrdfpmath REQUIRED)
find_library(SHEAF_DECIMAL_LIBRARY bidgcc000 REQUIRED)
add_library(sheaf_decimal INTERFACE)
target_include_directories(sheaf_decimal SYSTEM INTERFACE ${SHEAF_DECIMAL_INCLUDE})
target_link_libraries(sheaf_decimal INTERFACE ${SHEAF_DECIMAL_LIBRARY})
