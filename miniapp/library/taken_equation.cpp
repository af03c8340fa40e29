#include "library/taken_equation.hpp"

#include "grid/vertex_evaluation.hpp"

#include <utility>

namespace isobar {
namespace {

/// A function of the position that reads numbers that were taken.
struct TakenField {
  std::shared_ptr<TakenColumns> columns;
  double operator()(int i, int j) const { return *columns->column(i, j); }
};

bool is_taken(const ColumnFields& fields) {
  const auto taken = [](const HorizontalField& field) { return !field || isobar::is_taken(field); };
  return taken(fields.alpha_h) && taken(fields.alpha_v) && taken(fields.beta) &&
         taken(fields.ground) && (!fields.geometry || isobar::is_taken(fields.geometry->area));
}

/// A function that returns `field` and also evaluates the same column of `cells`.
HorizontalField with_column_of(const CellField& cells, const HorizontalField& field) {
  if (!cells) return field;
  return [cells, field](int i, int j) {
    cells(i, j, 0);
    return field ? field(i, j) : 1.0;
  };
}

void ask_convection(const Equation& e, const Partition& part) {
  if (e.convection.absent()) return;
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      convection_column(e.spec, part, e.convection, part.first_i + i, part.first_j + j);
}

} // namespace

bool is_taken(const HorizontalField& field) { return field.target<TakenField>() != nullptr; }

TakenEquation::TakenEquation(const Equation& given, std::shared_ptr<const ColumnSlots> slots,
                             std::shared_ptr<KeptException> kept)
    : slots_(std::move(slots)), kept_(std::move(kept)), equation_(given) {
  if (given.spec.columns && !is_taken(*given.spec.columns))
    equation_.spec.columns = take(*given.spec.columns);
  Convection& xi = equation_.convection;
  xi.x.field = take("convection x", xi.x.field);
  xi.y.field = take("convection y", xi.y.field);
  xi.z.field = take("convection z", xi.z.field);
  CellCoefficients& cells = equation_.cells;
  cells.alpha_h = take_cells("cell coefficient alpha_h", cells.alpha_h);
  cells.alpha_v = take_cells("cell coefficient alpha_v", cells.alpha_v);
  cells.beta = take_cells("cell coefficient beta", cells.beta);
}

std::shared_ptr<const ColumnFields> TakenEquation::take(const ColumnFields& fields) {
  ColumnFields taken{take("column field alpha_h", fields.alpha_h),
                     take("column field alpha_v", fields.alpha_v),
                     take("column field beta", fields.beta), fields.geometry};
  taken.ground = take("column field ground", fields.ground);
  if (const ColumnGeometryFields* g = fields.geometry.get(); g && !isobar::is_taken(g->area))
    taken.geometry = std::make_shared<const ColumnGeometryFields>(ColumnGeometryFields{
        take("column field area", g->area), take("column field west_length", g->west_length),
        take("column field west_distance", g->west_distance),
        take("column field south_length", g->south_length),
        take("column field south_distance", g->south_distance)});
  return std::make_shared<const ColumnFields>(std::move(taken));
}

HorizontalField TakenEquation::take(const char* name, const HorizontalField& field) {
  if (!field) return {};
  return TakenField{add(name, 1, [field](int i, int j, double* number) { *number = field(i, j); })};
}

CellField TakenEquation::take_cells(const char* name, const CellField& field) {
  if (!field) return {};
  const int nz = equation_.spec.nz;
  const auto columns = add(name, nz, [field, nz](int i, int j, double* numbers) {
    for (int k = 0; k < nz; ++k) numbers[k] = field(i, j, k);
  });
  return [columns](int i, int j, int k) { return columns->column(i, j)[k]; };
}

std::shared_ptr<TakenColumns> TakenEquation::add(std::string name, int depth,
                                                 TakenColumns::Ask ask) {
  const auto keeping = [kept = kept_, ask = std::move(ask)](int i, int j, double* numbers) {
    kept->runs_or_throws([&] { ask(i, j, numbers); });
  };
  functions_.push_back(
      std::make_shared<TakenColumns>(std::move(name), slots_, depth, std::move(keeping)));
  return functions_.back();
}

/// A spec that evaluates a column of cells wherever the nearest product of that column is needed.
GridSpec TakenEquation::asking_spec() const {
  GridSpec spec = equation_.spec;
  ColumnFields fields = spec.columns ? *spec.columns : ColumnFields();
  const CellCoefficients& cells = equation_.cells;
  fields.alpha_h = with_column_of(cells.alpha_h, fields.alpha_h);
  fields.alpha_v = with_column_of(cells.alpha_v, fields.alpha_v);
  fields.beta = with_column_of(cells.beta, fields.beta);
  spec.columns = std::make_shared<const ColumnFields>(std::move(fields));
  return spec;
}

void TakenEquation::ask(const std::vector<Partition>& parts) {
  if (has_fields(equation_.spec) || !equation_.factorises()) ask_fields(asking_spec(), parts);
  ask_convection(equation_, parts.front());
}

void TakenEquation::close() {
  for (const auto& function : functions_) function->close();
}

} // namespace isobar
