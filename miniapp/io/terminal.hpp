#pragma once
#include <string>
#include <string_view>

/// Prints results to standard output, and lines of errors and notes to standard error.
namespace isobar {

/// Call it first, before MPI. Opens standard streams that the caller has closed, so that no file of
/// the run gets their numbers. Such a stream is empty for reading, and writing to it fails. Ignores
/// the signals of a pipe without a reader and of a file that has grown to its limit. So the write
/// fails and the program can report it.
void prepare_standard_streams();

/// Sets the name of the program, with which later error lines
/// begin (default: "isobar"). The text must outlive all calls.
void speak_as(std::string_view program);

/// Writes all of `text` to an open file, stream or pipe; 0, or the error's number.
int write_all(int file, std::string_view text);

/// Writes all of `text` to standard output. Returns nothing, or why it
/// failed: "standard output: cannot write to it: No space left on device".
std::string print_output(std::string_view text);

/// Writes `PROGRAM: line` to standard error, as one line (see
/// printable). Failures are ignored: the exit code tells the same.
void print_error(std::string_view line) noexcept;

/// Writes `text` to standard error as it is. Failures are ignored.
void print_progress(std::string_view text) noexcept;

} // namespace isobar
