# The library sheaf::sheaf, made of the object libraries of all modules, and what is installed of it.
include(CMakePackageConfigHelpers)
get_property(modules GLOBAL PROPERTY SHEAF_MODULES)
get_property(links GLOBAL PROPERTY SHEAF_LINK)
list(REMOVE_DUPLICATES links)
list(REMOVE_ITEM links sheaf_decimal)

set(objects "")
foreach(module IN LISTS modules)
  list(APPEND objects $<TARGET_OBJECTS:sheaf_${module}>)
endforeach()
get_property(private_objects GLOBAL PROPERTY SHEAF_PRIVATE_OBJECTS)
set_source_files_properties(${private_objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
add_library(sheaf ${objects} ${private_objects})
if(BUILD_SHARED_LIBS AND private_objects)
  # The private LMDB's functions must call each other directly: their compiler relied on that.
  file(WRITE ${CMAKE_BINARY_DIR}/sheaf.version "{ local: sheaf_mdb_*; };\n")
  target_link_options(sheaf PRIVATE -Wl,--version-script=${CMAKE_BINARY_DIR}/sheaf.version)
endif()
add_library(sheaf::sheaf ALIAS sheaf)
target_compile_features(sheaf PUBLIC cxx_std_20)
target_link_libraries(sheaf PRIVATE ${links} $<BUILD_INTERFACE:sheaf_compiler> $<BUILD_INTERFACE:sheaf_decimal>
                      $<INSTALL_INTERFACE:bidgcc000>)
set_target_properties(sheaf PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

# Each module's public headers are one header set, so that installing copies those and only those.
foreach(module IN LISTS modules)
  set(base ${PROJECT_SOURCE_DIR}/${module}/include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${base}/sheaf/*.h ${base}/sheaf/*.inc)
  if(headers)
    target_sources(sheaf PUBLIC FILE_SET ${module}_headers TYPE HEADERS BASE_DIRS ${base} FILES ${headers})
    list(APPEND file_sets FILE_SET ${module}_headers DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sheaf)
install(TARGETS sheaf EXPORT sheaf ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ${file_sets})
install(EXPORT sheaf NAMESPACE sheaf:: FILE sheaf-targets.cmake DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sheaf-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sheaf-config.cmake.in ${PROJECT_BINARY_DIR}/sheaf-config.cmake
                              INSTALL_DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/sheaf-config.cmake ${PROJECT_BINARY_DIR}/sheaf-config-version.cmake
        DESTINATION ${package_folder})
