# Language level, warnings and sanitizers, the same for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# The standard headers that nearly every file includes are read once per target: this saves a third of the build.
# CMAKE_DISABLE_PRECOMPILE_HEADERS shows whether each file includes what it uses.
function(sheaf_precompile target)
  target_precompile_headers(${target} PRIVATE <algorithm> <cstdint> <functional> <memory> <optional> <span> <string>
                            <string_view> <vector> ${ARGN})
endfunction()

add_library(sheaf_compiler INTERFACE)
target_compile_options(sheaf_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wno-missing-field-initializers)
# What GCC 12 sees in std::string's operator+ and replace, in comparisons of byte vectors and in std::variant that is not there
# (its bugs 105651, 105545, 107138).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(sheaf_compiler INTERFACE -Wno-restrict -Wno-stringop-overread -Wno-stringop-overflow
                         -Wno-array-bounds)
endif()
if(SHEAF_WERROR)
  target_compile_options(sheaf_compiler INTERFACE -Werror)
endif()
if(SHEAF_SANITIZE)
  target_compile_options(sheaf_compiler INTERFACE -fsanitize=${SHEAF_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(sheaf_compiler INTERFACE -fsanitize=${SHEAF_SANITIZE})
  # Instrumented code makes GCC see uninitialised reads of optionals that are not there.
  target_compile_options(sheaf_compiler INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(SHEAF_SANITIZE MATCHES "undefined")
    target_compile_options(sheaf_compiler INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()
