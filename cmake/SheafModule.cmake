# sheaf_module(<name> [BELOW <module>...] [LINK <library>...] [SOURCES <file>...])
#
# One layer of the library as an object library. Its sources are every .cpp below its folder, so that adding an
# operator is adding a file. It sees its own public headers and those of the layers BELOW it, nothing else; internal
# headers are included by their path from the root.
function(sheaf_module name)
  cmake_parse_arguments(arg "" "" "BELOW;LINK;SOURCES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources AND NOT arg_SOURCES)
    return()
  endif()
  add_library(sheaf_${name} OBJECT ${sources} ${arg_SOURCES})
  target_include_directories(sheaf_${name}
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    PRIVATE ${PROJECT_SOURCE_DIR})
  foreach(lower IN LISTS arg_BELOW)
    target_include_directories(sheaf_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${lower}/include>)
  endforeach()
  target_link_libraries(sheaf_${name} PRIVATE sheaf_compiler ${arg_LINK})
  sheaf_precompile(sheaf_${name})
  set_property(GLOBAL APPEND PROPERTY SHEAF_MODULES ${name})
  set_property(GLOBAL APPEND PROPERTY SHEAF_LINK ${arg_LINK})
endfunction()
