// Counts the floating-point operations and memory references of the kernels in the table `works`
// (the petascale paper's table 1 for our kernels) by running them with numbers that count. Not
// counted are prolongation from u = 0 and the kernels between two precisions, of stored matrices,
// of red-black steps and of merged layers.
//
//     isobar_count_operations --json counts.json
//
// Core's kernels are compiled once more for the precision `Counted` (counted_precisions.hpp).
#include "counting.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <isobar/core/kernels/cg_kernels.hpp>
#include <isobar/core/kernels/elliptic_operator.hpp>
#include <isobar/core/kernels/smoother.hpp>
#include <isobar/core/kernels/transfer.hpp>
#include <nlohmann/json.hpp>

namespace {

using namespace isobar;
using counting::Counted, counting::Number, counting::Word, counting::tally;

/// A fine and a coarse level with the fields of all kernels, registered as memory.
struct Workplace {
  GridOf<Counted> fine, coarse;
  Field<Word> u, v, f, r, z, p, q, u_coarse;
  CgScalars scalars;

  Workplace(int n, int nz)
      : fine(spec(n, nz), Partition::whole(n, n)),
        coarse(spec(n, nz), Partition::whole(n, n).coarsened(), 1) {
    for (Field<Word>* field : {&u, &v, &f, &r, &z, &p, &q}) add(*field, n, nz);
    add(u_coarse, n / 2, nz);
    scalars.begin(0.0, 0.5, 0.5);
  }

private:
  static GridSpec spec(int n, int nz) {
    Atmosphere a;
    a.time_step = default_time_step(n);
    return {Domain::panel, LayerSpacing::graded, non_dimensional(a), nz};
  }
  static void add(Field<Word>& field, int n, int nz) {
    field = Field<Word>("counted", n, n, nz);
    Word* first = field.flat().data();
    tally.memory(first, first + field.shape().size());
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < nz; ++k) {
          field(i, k, j) = Word(0.125);
          tally.own(&field(i, k, j));
        }
  }
};

using Work = std::function<void(Workplace&)>;

/// As in bench_kernels.cpp; mirror_sides is left out: it works on the sides of the domain only.
const std::vector<std::pair<Kernel, Work>> works = {
    {Kernel::apply, [](Workplace& w) { Operator<Counted>::apply(w.fine, w.u, w.v); }},
    {Kernel::residual, [](Workplace& w) { Operator<Counted>::residual(w.fine, w.u, w.f, w.r); }},
    {Kernel::residual_norm,
     [](Workplace& w) { Operator<Counted>::residual_norm_squared(w.fine, w.u, w.f); }},
    {Kernel::solve_columns,
     [](Workplace& w) { Smoother<Counted>::solve_columns(w.fine, w.r, w.z); }},
    {Kernel::smooth, [](Workplace& w) { Smoother<Counted>::smooth(w.fine, 0.5, w.u, w.f, w.v); }},
    {Kernel::smooth_from_zero,
     [](Workplace& w) { Smoother<Counted>::smooth_from_zero(w.fine, 0.5, w.f, w.v); }},
    {Kernel::restrict_residual,
     [](Workplace& w) { Transfer<Counted>::restrict_residual(w.fine, w.u, w.f, w.u_coarse); }},
    {Kernel::restrict_transpose,
     [](Workplace& w) { Transfer<Counted>::restrict_transpose(w.fine, w.r, w.u_coarse); }},
    {Kernel::prolongate,
     [](Workplace& w) { Transfer<Counted>::prolongate(w.fine, w.u, w.u_coarse, w.v); }},
    {Kernel::prolongate_smooth,
     [](Workplace& w) {
       Transfer<Counted>::prolongate_smooth(w.fine, 0.5, w.u, w.f, w.u_coarse, w.v);
     }},
    {Kernel::restrict_rhs,
     [](Workplace& w) { Transfer<Counted>::restrict_rhs(w.fine, w.f, w.u_coarse); }},
    {Kernel::cg_tridiag,
     [](Workplace& w) { CgKernels<Counted>::tridiag(w.fine, w.scalars, w.q, w.r, w.z); }},
    {Kernel::cg_spmv,
     [](Workplace& w) { CgKernels<Counted>::spmv(w.fine, w.scalars, w.z, w.u, w.p, w.q); }},
};

nlohmann::json count(Workplace& place, Kernel kernel, const Work& work) {
  tally.reset();
  work(place);
  const double cells = double(place.fine.unknowns());
  return {{"kernel", traffic(kernel).name},
          {"operations", double(tally.operations) / cells},
          {"divisions", double(tally.divisions) / cells},
          {"references", double(tally.references) / cells},
          {"references_cached", double(tally.distinct()) / cells},
          {"modelled", traffic(kernel).references}};
}

void print(const nlohmann::json& row) {
  const auto number = [&](const char* key) { return row.at(key).get<double>(); };
  fmt::print("{:<20}{:>12.2f}{:>12.2f}{:>12.2f}{:>12.2f}{:>12.2f}\n",
             row.at("kernel").get<std::string>(), number("operations"), number("divisions"),
             number("references"), number("references_cached"), number("modelled"));
}

int run(int n, int nz, const std::string& file) {
  Workplace place(n, nz);
  nlohmann::json result = {{"n", n}, {"nz", nz}, {"kernels", nlohmann::json::array()}};
  fmt::print("a cell, of {} x {} x {}\n{:<20}{:>12}{:>12}{:>12}{:>12}{:>12}\n", n, n, nz, "kernel",
             "operations", "divisions", "references", "cached", "modelled");
  bool agree = true;
  for (const auto& [kernel, work] : works) {
    const nlohmann::json row = count(place, kernel, work);
    print(row);
    agree = agree && row.at("references_cached") == row.at("modelled");
    result["kernels"].push_back(row);
  }
  if (!file.empty() && !(std::ofstream(file) << result.dump(2) << std::endl)) {
    fmt::print(stderr, "isobar_count_operations: {}: cannot be written\n", file);
    return 2;
  }
  if (!agree)
    fmt::print(stderr, "isobar_count_operations: kernel_list.hpp models other references\n");
  return agree ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app("Counts operations and memory references of every kernel; 1 if a count of "
               "references is not what isobar/core/launch/kernel_list.hpp says");
  int n = 16, nz = 128;
  std::string file;
  app.add_option("--n", n, "columns in x and in y, even")->check(CLI::Range(2, 64));
  app.add_option("--nz", nz, "levels")->check(CLI::Range(1, 1024));
  app.add_option("--json", file, "write the counts to this file");
  CLI11_PARSE(app, argc, argv);
  if (n % 2 != 0) {
    fmt::print(stderr, "isobar_count_operations: --n {}: must be even\n", n);
    return 2;
  }
  const Kokkos::ScopeGuard kokkos;
  return run(n, nz, file);
}
