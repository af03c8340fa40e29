#pragma once
#include <string>

namespace isobar {

/// The part of a file that is read to distinguish it from others.
enum class FileShare {
  whole, ///< all of it, for files that each rank reads whole anyway
  sample ///< its length and about a MiB, evenly spread, for fields, of which each rank reads a part
};

/// A file that a deck's key names, or that comes with a program.
struct FileToRead {
  std::string key, path;
  FileShare compared = FileShare::whole;
};

/// A text that identifies a file: its length and CRC-32, "3400 bytes, CRC-32 1a2b3c4d". For a sample
/// it has "CRC-32 of a sample". If the file cannot be read, the reason, "No such file or directory".
std::string file_fingerprint(const std::string& path, FileShare share);

} // namespace isobar
