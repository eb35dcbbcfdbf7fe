file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/ternion/ternion.h"
  ternion_line REGEX "^#define TERNION_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" PACKAGE_VERSION "${ternion_line}")
# What a version has, later ones of the same SONAME have.
if(NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
