# find_package(ternion) gives the target ternion::ternion, the shared library,
# and ternion::static, the archive with what pkg-config says that it needs.
get_filename_component(ternion_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET ternion::ternion)
  add_library(ternion::ternion SHARED IMPORTED)
  set_target_properties(ternion::ternion PROPERTIES
    IMPORTED_LOCATION "${ternion_prefix}/lib/libternion.so"
    INTERFACE_INCLUDE_DIRECTORIES "${ternion_prefix}/include/ternion")
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(TERNION_STATIC QUIET
      libpcre2-8 yaml-0.1 zlib libzstd)
    add_library(ternion::static STATIC IMPORTED)
    find_library(TERNION_YAJL NAMES yajl_s yajl)
    set_target_properties(ternion::static PROPERTIES
      IMPORTED_LOCATION "${ternion_prefix}/lib/libternion.a"
      INTERFACE_INCLUDE_DIRECTORIES "${ternion_prefix}/include/ternion"
      INTERFACE_LINK_LIBRARIES "${TERNION_STATIC_LDFLAGS};${TERNION_YAJL}")
  endif()
endif()
