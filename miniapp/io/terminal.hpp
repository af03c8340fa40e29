#pragma once
#include <string>
#include <string_view>

/// What the program says: results on standard output, lines of errors and notes on standard error.
namespace isobar {

/// Call first, before MPI. Standard streams that the caller has closed are opened again, so that no
/// file of the run can get their numbers: reading finds the end of a file, writing fails. A pipe
/// that nobody reads and a file that has grown to its limit become errors of the call that writes,
/// where a signal would end the program without a word.
void prepare_standard_streams();

/// Writes all of `text` to an open file, stream or pipe; 0, or the error's number.
int write_all(int file, std::string_view text);

/// Writes all of `text` to standard output. Empty, or why it could not: "standard output: cannot
/// write to it: No space left on device".
std::string print_output(std::string_view text);

/// Writes `isobar: line` to standard error, as one line (see printable). What cannot be written is lost; exit codes hold all the same.
void print_error(std::string_view line) noexcept;

/// Writes `text` to standard error as it is. What cannot be written is lost.
void print_progress(std::string_view text) noexcept;

} // namespace isobar
