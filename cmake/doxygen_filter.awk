# What Doxygen reads of a header: a comment that stands before `namespace isobar` or before the includes is about the
# file, which Doxygen would not know: it would put those of all files on the page of the namespace. Specialisations of
# Kokkos' templates, of which it does not know the general ones, are left out. No line moves.
function leave(is_of_file, i) {
  if (held && is_of_file) sub(/^\/\/\/ /, "/// @file " name " ", line[1])
  for (i = 1; i <= held; ++i) print line[i]
  held = 0
}
FNR == 1 { name = FILENAME; sub(/^.*include\//, "", name) }
/^\/\/\// { line[++held] = $0; next }
/^template <> struct Kokkos::/ { hidden = 1 }
{ leave(/^namespace isobar/ || /^#include/); print hidden ? "" : $0 }
hidden && /^};/ { hidden = 0 }
END { leave(0) }
