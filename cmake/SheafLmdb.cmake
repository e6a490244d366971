# sheaf_lmdb(<link> <definitions>): LMDB for the storage layer; what the engine links and defines for it.
#
# Normally a private copy: the objects of the system's liblmdb.a with every symbol renamed (mdb_* to sheaf_mdb_*), whose
# writes and syncs go to the functions of engine/storage/counted_io.cpp, which count them exactly. An application that
# uses LMDB itself is not touched. Where the archive or the tools are missing the shared library is used as it is, and
# the ledger says exact: false.
option(SHEAF_PRIVATE_LMDB "Link a private copy of LMDB whose writes are counted exactly" ON)

# What LMDB calls to write, to sync and to complain.
set(SHEAF_LMDB_IO "pwrite|pwrite64|writev|write|fdatasync|fsync|stderr")

# Puts renamed copies of the archive's objects into the build folder; their paths go to <out>, empty if it fails.
function(sheaf_private_lmdb archive out)
  set(folder ${CMAKE_BINARY_DIR}/private_lmdb)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${CMAKE_AR} x ${archive} mdb.o midl.o WORKING_DIRECTORY ${folder} RESULT_VARIABLE failed)
  if(failed)
    set(${out} "" PARENT_SCOPE)
    return()
  endif()
  set(objects "")
  foreach(name mdb midl)
    execute_process(COMMAND ${CMAKE_NM} ${folder}/${name}.o OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
    string(REGEX MATCHALL "[A-Za-z] [A-Za-z_][A-Za-z0-9_]*" symbols "${symbols}")
    set(renames "")
    foreach(symbol IN LISTS symbols)
      string(SUBSTRING ${symbol} 2 -1 plain)
      if(plain MATCHES "^mdb_" AND symbol MATCHES "^[TUDBRV] ")
        list(APPEND renames --redefine-sym ${plain}=sheaf_${plain})
      elseif(plain MATCHES "^(${SHEAF_LMDB_IO})$" AND symbol MATCHES "^U ")
        list(APPEND renames --redefine-sym ${plain}=sheaf_io_${plain})
      endif()
    endforeach()
    execute_process(COMMAND ${CMAKE_OBJCOPY} ${renames} ${folder}/${name}.o ${folder}/sheaf_${name}.o
                    RESULT_VARIABLE failedToRename)
    if(failed OR failedToRename OR NOT renames)
      set(${out} "" PARENT_SCOPE)
      return()
    endif()
    list(APPEND objects ${folder}/sheaf_${name}.o)
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

function(sheaf_lmdb out_link out_definitions)
  set(objects "")
  if(SHEAF_PRIVATE_LMDB AND CMAKE_AR AND CMAKE_NM AND CMAKE_OBJCOPY)
    find_library(SHEAF_LMDB_ARCHIVE NAMES liblmdb.a)
    if(SHEAF_LMDB_ARCHIVE)
      sheaf_private_lmdb(${SHEAF_LMDB_ARCHIVE} objects)
    endif()
  endif()
  if(objects)
    message(STATUS "LMDB: private copy of ${SHEAF_LMDB_ARCHIVE}")
    set_property(GLOBAL PROPERTY SHEAF_PRIVATE_OBJECTS ${objects})  # SheafLibrary puts them into the library
    set(${out_link} "" PARENT_SCOPE)
    set(${out_definitions} SHEAF_PRIVATE_LMDB PARENT_SCOPE)
  else()
    message(STATUS "LMDB: shared library; page figures are not exact")
    pkg_check_modules(LMDB REQUIRED IMPORTED_TARGET GLOBAL lmdb)
    set(${out_link} PkgConfig::LMDB PARENT_SCOPE)
    set(${out_definitions} "" PARENT_SCOPE)
  endif()
endfunction()
