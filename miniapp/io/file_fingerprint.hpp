#pragma once
#include <string>

namespace isobar {

/// How much of a file is read to tell it from another.
enum class FileShare {
  whole, ///< all of it: for files that each rank reads whole anyway
  sample ///< its length and a MiB or so, evenly spread: for fields of which a rank reads its part
};

/// A file that a deck's key names, or that a program brings along.
struct FileToRead {
  std::string key, path;
  FileShare compared = FileShare::whole;
};

/// What tells a file from another one: its length and CRC-32, "3400 bytes, CRC-32 1a2b3c4d". Of a sample the line says
/// "CRC-32 of a sample". Why it cannot be read, "No such file or directory", if it cannot.
std::string file_fingerprint(const std::string& path, FileShare share);

} // namespace isobar
