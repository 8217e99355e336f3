//===- finance.cpp - prices of options ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;

struct option {
  double spot, strike, years;
};

// Black and Scholes, call and put.
void black_scholes(std::vector<double> &call, std::vector<double> &put,
                   const std::vector<option> &options, double rate,
                   double volatility) {
  const double half = std::sqrt(0.5);
  [[heddle::map]]
  for (std::size_t i = 0; i < options.size(); ++i) {
    const option &o = options[i];
    const double deviation = volatility * std::sqrt(o.years);
    const double d1 = (std::log(o.spot / o.strike) +
                       (rate + 0.5 * volatility * volatility) * o.years) /
                      deviation;
    const double d2 = d1 - deviation;
    const double n1 = 0.5 * std::erfc(-d1 * half);
    const double n2 = 0.5 * std::erfc(-d2 * half);
    const double paid = o.strike * std::exp(-rate * o.years);
    call[i] = o.spot * n1 - paid * n2;
    put[i] = paid * (1 - n2) - o.spot * (1 - n1);
  }
}

// Cox, Ross and Rubinstein: each thread has a tree of its own.
constexpr int levels = 48;
void binomial(double *price, const double *spot, double strike, double up,
              double p, double discount, int n) {
  [[heddle::map(GridBlock(1, SplitLast(64, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i) {
    double value[levels + 1];
    double s = spot[i] * std::pow(up, -levels);
    for (int j = 0; j <= levels; ++j) {
      value[j] = std::max(0.0, strike - s);
      s *= up * up;
    }
    for (int t = levels; t > 0; --t)
      for (int j = 0; j < t; ++j)
        value[j] = discount * (p * value[j + 1] + (1 - p) * value[j]);
    price[i] = value[0];
  }
}

// Monte Carlo with given normals, a path in a row: the mean price counts, and
// the option is lost where a barrier is passed. What data may leave out is
// touched before the condition, so that its extent is known.
void asian(double *payoff, const double *normals, double spot, double strike,
           double drift, double sigma, int paths, int days) {
  [[heddle::map]]
  for (int p = 0; p < paths; ++p) {
    double s = spot, mean = 0;
    bool alive = true;
    for (int d = 0; d < days; ++d) {
      (void)normals[p * days + d];
      if (alive) {
        s *= std::exp(drift + sigma * normals[p * days + d]);
        mean += s;
        alive = s < 2 * spot;
      }
    }
    payoff[p] = alive ? std::max(mean / days - strike, 0.0) : 0.0;
  }
}

// An American put, backwards in time: at each node, hold it or use it? After t
// steps the price has gone up j times, and down t - j times.
void american(std::vector<double> &value, std::vector<double> &later,
              const std::vector<double> &price, double strike, double p,
              double discount, int steps) {
  for (int t = steps - 1; t >= 0; --t) {
    value.swap(later);
    [[heddle::map]]
    for (int j = 0; j <= t; ++j) {
      const double hold = discount * (p * later[j + 1] + (1 - p) * later[j]);
      value[j] = std::max(hold, strike - price[steps + 2 * j - t]);
    }
  }
}

// A generator of random numbers for each path (PCG).
struct pcg32 {
  std::uint64_t state, step;

  pcg32(std::uint64_t seed, std::uint64_t stream)
      : state(seed), step(stream << 1 | 1) {
    next();
  }
  std::uint32_t next() {
    const std::uint64_t old = state;
    state = old * 6364136223846793005u + step;
    const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return mixed >> turn | mixed << ((0u - turn) & 31);
  }
  double uniform() { return next() * 0x1p-32; }
};

// Paths of a price that goes up or down: a lookback option pays the difference
// between its highest and its last price.
void lookback(double *payoff, int paths, int days, double spot, double up) {
  [[heddle::map]]
  for (int path = 0; path < paths; ++path) {
    pcg32 random(42, path);
    double s = spot, highest = spot;
    for (int day = 0; day < days; ++day) {
      s = random.uniform() < 0.5 ? s * up : s / up;
      highest = std::max(highest, s);
    }
    payoff[path] = highest - s;
  }
}

// How many paths pay, and the most that one does.
void statistics(int &paying, double &most, const std::vector<double> &payoff) {
  [[heddle::map, heddle::reduce(most)]]
  for (std::size_t i = 0; i < payoff.size(); ++i) {
    if (payoff[i] > 0)
      ++paying;
    if (payoff[i] > most)
      most = payoff[i];
  }
}

int main() {
  const std::size_t n = 307;
  const auto spot = gallery::between<double>(80, 120, n, 1);
  const auto strike = gallery::between<double>(90, 110, n, 2);
  const auto years = gallery::between<double>(0.25, 2, n, 3);
  std::vector<option> options(n);
  for (std::size_t i = 0; i < n; ++i)
    options[i] = {spot[i], strike[i], years[i]};
  std::vector<double> call(n), put(n);
  black_scholes(call, put, options, 0.03, 0.2);
  gallery::show("black_scholes", call);

  binomial(put.data(), spot.data(), 100, 1.03, 0.51, 0.999, int(n));
  gallery::show("binomial", put);

  const int steps = 96;
  std::vector<double> value(steps + 1), later(steps + 1), price{95};
  while (price.size() <= 2 * steps)
    price.push_back(price.back() * 1.02);
  const double middle = price[steps] / 95;
  for (double &each : price)
    each /= middle;
  for (int j = 0; j <= steps; ++j)
    value[j] = std::max(0.0, 100 - price[2 * j]);
  american(value, later, price, 100, 0.505, 0.9995, steps);
  gallery::show("american", value);

  const int paths = 1009, days = 37;
  const auto normals = gallery::between<double>(-3, 3, paths * days, 4);
  std::vector<double> payoff(paths);
  asian(payoff.data(), normals.data(), 100, 100, 0.001, 0.05, paths, days);
  gallery::show("asian", payoff);
  std::vector<double> lookbacks(paths);
  lookback(lookbacks.data(), paths, days, 100, 1.01);
  gallery::show("lookback", lookbacks);
  int paying = 0;
  double most = 0;
  statistics(paying, most, payoff);
  gallery::show("statistics", paying + most);
}
