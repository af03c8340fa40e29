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

/// A text that identifies a file: its length and CRC-32, "3400 bytes, CRC-32 1a2b3c4d". For a sample
/// it has "CRC-32 of a sample". If the file cannot be read, the reason, "No such file or directory".
std::string file_fingerprint(const std::string& path, FileShare share);

} // namespace isobar
