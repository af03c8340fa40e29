#pragma once
#include <isobar/core/box/kernels/mode_kernels.hpp>

/// Device functions that copy between fields and the planes that a library transforms (mode_kernels.hpp). A team works on one
/// row of a layer.
namespace isobar {

template <class A> struct ComplexNumber {
  A re{}, im{};
  KOKKOS_FORCEINLINE_FUNCTION ComplexNumber operator+(const ComplexNumber& o) const {
    return {re + o.re, im + o.im};
  }
  KOKKOS_FORCEINLINE_FUNCTION ComplexNumber operator-(const ComplexNumber& o) const {
    return {re - o.re, im - o.im};
  }
  KOKKOS_FORCEINLINE_FUNCTION ComplexNumber operator*(const ComplexNumber& o) const {
    return {re * o.re - im * o.im, re * o.im + im * o.re};
  }
  KOKKOS_FORCEINLINE_FUNCTION ComplexNumber times_i() const { return {A(0) - im, re}; }
  KOKKOS_FORCEINLINE_FUNCTION ComplexNumber conjugate() const { return {re, A(0) - im}; }
};

/// The layers of a field, and the same layers as planes for the library.
template <class P> struct ModeRows {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using Complex = ComplexNumber<A>;
  AxisModes x, y;
  int nz, row;                 ///< row: elements of a row of a plane
  S* origin;                   ///< the field's first owned cell
  std::ptrdiff_t layer, north; ///< to its next layer and row
  S* planes;
  const A *x_turns, *y_turns;

  ModeRows(const ModePlanes<P>& p, const FieldOf<P>& field)
      : x(p.x), y(p.y), nz(p.nz), row(p.shape().row()), origin(field.column(0, 0)),
        layer(field.layer_stride()), north(field.row_stride()), planes(p.numbers.data()),
        x_turns(p.x_turns.data()), y_turns(p.y_turns.data()) {}

  KOKKOS_FORCEINLINE_FUNCTION S* cells(int k, int j) const {
    return origin + k * layer + j * north;
  }
  KOKKOS_FORCEINLINE_FUNCTION S* plane(int k, int place) const {
    return planes + (std::ptrdiff_t(place) * nz + k) * row;
  }
  template <class N> static KOKKOS_FORCEINLINE_FUNCTION Complex complex(const N* numbers, int n) {
    return {A(numbers[2 * n]), A(numbers[2 * n + 1])};
  }
  static KOKKOS_FORCEINLINE_FUNCTION void store(S* numbers, int n, const Complex& z) {
    numbers[2 * n] = S(z.re);
    numbers[2 * n + 1] = S(z.im);
  }
  KOKKOS_FORCEINLINE_FUNCTION int frequencies_x() const { return x.length / 2 + 1; }
};

/// Copies cells and their images to their places in the library's order.
template <class P> struct ArrangeCells {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  ModeRows<P> rows;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int k = team.league_rank() % rows.nz, j = team.league_rank() / rows.nz;
    write(team, k, j, j, rows.y.sign(j));
    if (rows.y.image == 0) return;
    const int image = rows.y.mirrored(j);
    write(team, k, j, image, rows.y.sign(image) * rows.y.image);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void write(const Member& team, int k, int j, int to, int sign) const {
    const AxisModes x = rows.x;
    const S* const from = rows.cells(k, j);
    S* const target = rows.plane(k, rows.y.place(to));
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, x.cells), [=](int i) {
      const A cell(from[i]);
      target[x.place(i)] = S(A(sign * x.sign(i)) * cell);
      if (x.image == 0) return;
      const int image = x.mirrored(i);
      target[x.place(image)] = S(A(sign * x.sign(image) * x.image) * cell);
    });
  }
};

/// Copies cells back, without the images.
template <class P> struct CollectCells {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  ModeRows<P> rows;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int k = team.league_rank() % rows.nz, j = team.league_rank() / rows.nz;
    const AxisModes x = rows.x;
    const int sign = rows.y.sign(j);
    const S* const from = rows.plane(k, rows.y.place(j));
    S* const target = rows.cells(k, j);
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, x.cells),
                         [=](int i) { target[i] = S(A(sign * x.sign(i)) * A(from[x.place(i)])); });
  }
};

/// Computes modes from the transform V of a layer, by frequencies p of x and q of y. With t the turn of a frequency
///
///     S(p, q) = ( t_q V(p, q) + t_q* V(p, -q) ) / 2,    S(p, -q) = i ( t_q V(p, q) - t_q* V(p, -q) ) / 2
///
/// are the transforms along x of the modes of y. Mode p is the real part of t_p S(p), and mode -p is minus its imaginary part.
/// So two complex numbers give four modes.
template <class P> struct SplitModes {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using Complex = ComplexNumber<A>;
  ModeRows<P> rows;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const AxisModes y = rows.y;
    const int k = team.league_rank() % rows.nz, q = team.league_rank() / rows.nz;
    if (y.mode(q) < 0) return;
    const int beyond = y.partner(q);
    const S *const here = rows.plane(k, q), *const there = rows.plane(k, beyond < 0 ? q : beyond);
    S* const modes = rows.cells(k, y.mode(q));
    S* const partners = beyond < 0 ? nullptr : rows.cells(k, y.mode(beyond));
    const Complex turn_y = rows.complex(rows.y_turns, q);
    const SplitModes kernel = *this;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, rows.frequencies_x()),
                         [=](int p) { kernel.split(p, turn_y, here, there, modes, partners); });
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void split(int p, const Complex& turn_y, const S* here,
                                         const S* there, S* modes, S* partners) const {
    if (rows.x.mode(p) < 0) return;
    const Complex a = turn_y * rows.complex(here, p),
                  b = turn_y.conjugate() * rows.complex(there, p),
                  turn_x = rows.complex(rows.x_turns, p),
                  half_turn{A(0.5) * turn_x.re, A(0.5) * turn_x.im};
    put(modes, p, half_turn * (a + b));
    if (partners != nullptr) put(partners, p, half_turn * (a - b).times_i());
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(S* modes, int p, const Complex& z) const {
    modes[rows.x.mode(p)] = S(z.re);
    const int beyond = rows.x.partner(p);
    if (beyond >= 0) modes[rows.x.mode(beyond)] = S(A(0) - z.im);
  }
};

/// Computes the transform V from modes:
///
///     S(p) = t_p* ( mode p - i mode -p ),   V(p, q) = t_q* ( S(p, q) - i S(p, -q) ),   V(p, -q) = t_q ( S(p, q) + i S(p, -q) )
///
/// On an axis that is not periodic, the mode at half the length is its own partner, and counts for both. Frequencies without a
/// mode get 0.
template <class P> struct JoinModes {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using Complex = ComplexNumber<A>;
  ModeRows<P> rows;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const AxisModes y = rows.y;
    const int k = team.league_rank() % rows.nz, q = team.league_rank() / rows.nz;
    const int beyond = y.partner(q);
    S *const here = rows.plane(k, q), *const there = beyond < 0 ? nullptr : rows.plane(k, beyond);
    const S* const modes = y.mode(q) < 0 ? nullptr : rows.cells(k, y.mode(q));
    const S* const partners = modes == nullptr       ? nullptr
                              : beyond >= 0          ? rows.cells(k, y.mode(beyond))
                              : is_own_partner(y, q) ? modes
                                                     : nullptr;
    const Complex turn = rows.complex(rows.y_turns, q);
    const JoinModes kernel = *this;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, rows.frequencies_x()), [=](int p) {
      const Complex s = kernel.along_x(modes, p), turned = kernel.along_x(partners, p).times_i();
      ModeRows<P>::store(here, p, turn.conjugate() * (s - turned));
      if (there != nullptr) ModeRows<P>::store(there, p, turn * (s + turned));
    });
  }

private:
  static KOKKOS_FORCEINLINE_FUNCTION bool is_own_partner(const AxisModes& axis, int frequency) {
    return !axis.periodic && frequency > 0 && 2 * frequency == axis.length;
  }
  KOKKOS_FORCEINLINE_FUNCTION Complex along_x(const S* modes, int p) const {
    if (modes == nullptr || rows.x.mode(p) < 0) return {A(0), A(0)};
    const A mode(modes[rows.x.mode(p)]);
    const int beyond = rows.x.partner(p);
    const A partner = beyond >= 0                 ? A(modes[rows.x.mode(beyond)])
                      : is_own_partner(rows.x, p) ? mode
                                                  : A(0);
    return rows.complex(rows.x_turns, p).conjugate() * Complex{mode, A(0) - partner};
  }
};

} // namespace isobar
