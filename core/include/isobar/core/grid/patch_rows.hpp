#pragma once
namespace isobar {

/// The rows that a launch walks. A rank's columns are one rectangle. On the sphere they are several
/// patches of one size (SpherePatches), which follow each other in a field. Each patch begins
/// `stride` rows after the one before, and owns `rows` rows.
struct PatchRows {
  int patches = 1, rows = 0, stride = 0;

  constexpr PatchRows(int rows) // NOLINT(google-explicit-constructor): some rows are one patch
      : rows(rows), stride(rows) {}
  constexpr PatchRows(int patches, int rows, int stride)
      : patches(patches), rows(rows), stride(stride) {}

  /// The number of rows of all patches.
  constexpr int all() const { return patches * rows; }
  /// The n-th owned row, as a row of the field.
  constexpr int row(int n) const { return n / rows * stride + n % rows; }
  /// The same rows in pairs, for kernels that work on both rows beneath a coarser one. `rows` is
  /// even if there are several patches.
  constexpr PatchRows in_pairs() const { return {patches, (rows + 1) / 2, stride / 2}; }
};

} // namespace isobar
