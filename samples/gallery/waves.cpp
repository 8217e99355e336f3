//===- waves.cpp - complex numbers ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <heddle/heddle.h>

using namespace heddle;
using wave = std::complex<double>;

// Complex rotation in place: a shift in time is an angle for each frequency.
void rotate(std::vector<wave> &z, double angle) {
  [[heddle::map]]
  for (std::size_t k = 0; k < z.size(); ++k)
    z[k] *= std::polar(1.0, angle * static_cast<double>(k));
}

// One stage of a fast Fourier transform.
void stage(wave *z, const wave *roots, int n, int half) {
  const int blocks = n / (2 * half);
  [[heddle::map]]
  for (int block = 0; block < blocks; ++block)
    for (int k = 0; k < half; ++k) {
      wave &a = z[block * (2 * half) + k], &b = z[block * (2 * half) + k + half];
      const wave t = roots[k * blocks] * b;
      b = a - t;
      a += t;
    }
}

// Convolution, where frequencies are multiplied, of every channel.
void filter(std::complex<float> *spectra, const std::complex<float> *response,
            int channels, int n) {
  [[heddle::map, heddle::noalias(spectra, response)]]
  for (int c = 0; c < channels; ++c)
    for (int k = 0; k < n; ++k)
      spectra[c * n + k] *= std::conj(response[k]);
}

void power(double *p, const std::vector<wave> &z) {
  [[heddle::map]]
  for (std::size_t k = 0; k < z.size(); ++k)
    p[k] = std::norm(z[k]);
}

// A gate on one qubit: pairs of amplitudes, far apart.
template <class Real>
void gate(std::complex<Real> *state, const std::complex<Real> (&u)[2][2],
          int groups, int stride) {
  [[heddle::map]]
  for (int g = 0; g < groups; ++g)
    for (int s = 0; s < stride; ++s) {
      const std::complex<Real> a = state[g * (2 * stride) + s];
      const std::complex<Real> b = state[g * (2 * stride) + stride + s];
      state[g * (2 * stride) + s] = u[0][0] * a + u[0][1] * b;
      state[g * (2 * stride) + stride + s] = u[1][0] * a + u[1][1] * b;
    }
}

// A packet in a potential, one explicit step.
void schroedinger(std::vector<wave> &next, const std::vector<wave> &psi,
                  const std::vector<double> &potential, double dt) {
  const int n = static_cast<int>(psi.size());
  const wave by(0, dt);
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    next[i] = psi[i] + by * (0.5 * (psi[i - 1] - 2.0 * psi[i] + psi[i + 1]) -
                             potential[i] * psi[i]);
}

// How long points stay near under z * z + c.
void orbits(int *steps, wave c, double size, int width, int height) {
  [[heddle::map(Jing)]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      wave z(size * (2.0 * x / width - 1), size * (2.0 * y / height - 1));
      int k = 0;
      while (k < 100 && std::norm(z) < 4) {
        z = z * z + c;
        ++k;
      }
      steps[y * width + x] = k;
    }
}

// The strongest wave that an antenna receives from a direction.
double strongest(const wave *signals, int antennas, double phase) {
  double most = 0;
  [[heddle::map, heddle::reduce(most)]]
  for (int a = 0; a < antennas; ++a)
    most = std::max(most, (signals[a] * std::exp(wave(0, -phase * a))).real());
  return most;
}

static void show(const char *name, const std::vector<wave> &z) {
  gallery::show(name, reinterpret_cast<const double *>(z.data()), 2 * z.size());
}

static std::vector<wave> waves(std::size_t count, unsigned seed) {
  const auto re = gallery::between<double>(-1, 1, count, seed);
  const auto im = gallery::between<double>(-1, 1, count, seed + 1);
  std::vector<wave> z;
  for (std::size_t i = 0; i < count; ++i)
    z.push_back({re[i], im[i]});
  return z;
}

int main() {
  std::vector<wave> z = waves(203, 1);
  rotate(z, 0.01);
  show("rotate", z);

  const int n = 256;
  std::vector<wave> transform = waves(n, 3), roots;
  for (int k = 0; k < n / 2; ++k)
    roots.push_back(std::polar(1.0, -2 * std::acos(-1.0) * k / n));
  for (int half = 1; half < n; half *= 2)
    stage(transform.data(), roots.data(), n, half);
  show("stage", transform);

  std::vector<std::complex<float>> spectra, response;
  for (const wave &each : waves(5 * 61, 5))
    spectra.push_back(std::complex<float>(each));
  for (const wave &each : waves(61, 7))
    response.push_back(std::complex<float>(each));
  filter(spectra.data(), response.data(), 5, 61);
  gallery::show("filter", reinterpret_cast<const float *>(spectra.data()),
                2 * spectra.size());

  std::vector<double> p(z.size());
  power(p.data(), z);
  gallery::show("power", p);

  std::vector<wave> state = waves(1 << 9, 9);
  const wave hadamard[2][2] = {{std::sqrt(0.5), std::sqrt(0.5)},
                               {std::sqrt(0.5), -std::sqrt(0.5)}};
  for (int stride = 1; stride < (1 << 9); stride *= 2)
    gate(state.data(), hadamard, (1 << 8) / stride, stride);
  show("gate", state);

  std::vector<wave> psi = waves(301, 11), next(301);
  const auto potential = gallery::between<double>(0, 2, 301, 13);
  schroedinger(next, psi, potential, 0.01);
  show("schroedinger", next);

  std::vector<int> steps(67 * 43);
  orbits(steps.data(), {-0.8, 0.156}, 1.5, 67, 43);
  gallery::show("orbits", steps);
  gallery::show("strongest", strongest(z.data(), 203, 0.3));
}
