# What Doxygen reads of a header: a comment that stands before `namespace isobar` or before the includes is about the
# file, which Doxygen would not know: it would put those of all files on the page of the namespace. A header without one
# gets a brief at its end: the first sentence about the class whose name the file has, or else about the first thing in
# it. Specialisations of Kokkos' templates, of which Doxygen does not know the general ones, are left out. No line moves.
function leave(is_of_file, i) {
  if (held && is_of_file) { has_brief = 1; sub(/^\/\/\/ /, "/// @file " name " ", line[1]) }
  else if (held && $0 !~ /^$/) remember()
  for (i = 1; i <= held; ++i) print line[i]
  held = 0
}
# The first sentence of the comment that was held, with the name of what follows it.
function remember(i, words, thing) {
  for (i = 1; i <= held; ++i) if (line[i] ~ /^\/\/\//) words = words (i > 1 ? " " : "") substr(line[i], 5)
  gsub(/  +/, " ", words)
  gsub(/ \([^()]*[12][0-9][0-9][0-9]\)/, "", words)
  if (match(words, /[^ .A-Z]\.( [A-Z]|$)/)) words = substr(words, 1, RSTART + 1)
  sub(/[:;]$/, ".", words)
  thing = $0
  sub(/alignas\([^)]*\) */, "", thing)
  if (match(thing, /(^|> )(struct|class|using|concept|union|enum|enum class) +[A-Za-z_0-9]+/)) {
    thing = substr(thing, RSTART, RLENGTH)
    sub(/.* /, "", thing)
  }
  else if (match(thing, /[A-Za-z_0-9]+ *[({=]/)) { thing = substr(thing, RSTART, RLENGTH); sub(/ *[({=]$/, "", thing) }
  else return
  if (brief == "" || (thing == class && !is_class)) brief = thing ": " words
  if (thing == class) is_class = 1
}
FNR == 1 {
  name = FILENAME
  sub(/^.*include\//, "", name)
  class = FILENAME
  sub(/^.*\//, "", class)
  sub(/\.hpp$/, "", class)
  count = split(class, parts, "_")
  class = ""
  for (i = 1; i <= count; ++i) class = class toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
}
/^\/\/\// { line[++held] = $0; next }
/^template <> struct Kokkos::/ { hidden = 1 }
/^template <.*>$/ && held { line[++held] = $0; next }
{ leave(/^namespace isobar/ || /^#include/); print hidden ? "" : $0 }
hidden && /^};/ { hidden = 0 }
END { $0 = ""; leave(1); if (!has_brief && brief) printf "/// @file %s\n/// @brief %s\n", name, brief }
