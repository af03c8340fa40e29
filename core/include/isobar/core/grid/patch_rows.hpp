#pragma once
namespace isobar {

/// The rows that a launch walks. A rank's columns are one rectangle, or on the sphere several patches of one size
/// (SpherePatches) that follow each other in a field. A patch begins `stride` rows after the one before and owns `rows` rows.
struct PatchRows {
  int patches = 1, rows = 0, stride = 0;

  constexpr PatchRows(int rows) // NOLINT(google-explicit-constructor): some rows are one patch
      : rows(rows), stride(rows) {}
  constexpr PatchRows(int patches, int rows, int stride)
      : patches(patches), rows(rows), stride(stride) {}

  /// Rows of all patches.
  constexpr int all() const { return patches * rows; }
  /// The n-th owned row, as a row of the field.
  constexpr int row(int n) const { return n / rows * stride + n % rows; }
  /// Pairs of rows, for kernels on both rows of a coarser one. `rows` is even if there are several patches.
  constexpr PatchRows in_pairs() const { return {patches, (rows + 1) / 2, stride / 2}; }
};

} // namespace isobar
