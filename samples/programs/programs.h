//===- programs.h - sizes, pictures and output of a program -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program takes its sizes from the command line and has small ones of its
// own. It prints figures and a coarse picture; where the environment has
// PROGRAM_PICTURE, it writes a fine one there, as a PGM file.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SAMPLES_PROGRAMS_H
#define HEDDLE_SAMPLES_PROGRAMS_H

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <heddle/heddle.h>
#include <string>
#include <vector>

namespace programs {

/// The size that is given at a place of the command line, or `otherwise`.
inline int size(int argc, char **argv, int place, int otherwise) {
  return place < argc ? std::atoi(argv[place]) : otherwise;
}

/// Where `value` lies between `low` and `high`: 0 to `levels - 1`.
inline int level(double value, double low, double high, int levels) {
  const double part = high > low ? (value - low) / (high - low) : 0.0;
  return std::min(levels - 1, std::max(0, static_cast<int>(part * levels)));
}

/// Prints rows x columns values as text of at most 64 columns: a blank for
/// `low` and below it, an @ for `high`. A character is twice as high as wide.
template <class T>
void print_picture(const std::vector<T> &values, int rows, int columns,
                   double low, double high) {
  static const char shades[] = " .:-=+*#%@";
  const int across = (columns + 63) / 64, down = 2 * across;
  for (int i = 0; i < rows; i += down) {
    std::string line;
    for (int j = 0; j < columns; j += across) {
      double sum = 0;
      int count = 0;
      for (int y = i; y < std::min(rows, i + down); ++y)
        for (int x = j; x < std::min(columns, j + across); ++x, ++count)
          sum += static_cast<double>(
              values[static_cast<std::size_t>(y) * columns + x]);
      line += shades[level(sum / count, low, high, 10)];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::printf("|%s\n", line.c_str());
  }
}

/// Writes them to the file that PROGRAM_PICTURE names, if any.
template <class T>
void write_picture(const std::vector<T> &values, int rows, int columns,
                   double low, double high) {
  const char *const name = std::getenv("PROGRAM_PICTURE");
  std::FILE *const file = name ? std::fopen(name, "wb") : nullptr;
  if (!file)
    return;
  std::fprintf(file, "P5\n%d %d\n255\n", columns, rows);
  for (std::size_t k = 0; k < static_cast<std::size_t>(rows) * columns; ++k)
    std::fputc(level(static_cast<double>(values[k]), low, high, 256), file);
  std::fclose(file);
}

/// Both.
template <class T>
void show(const std::vector<T> &values, int rows, int columns, double low,
          double high) {
  print_picture(values, rows, columns, low, high);
  write_picture(values, rows, columns, low, high);
}

} // namespace programs

#endif // HEDDLE_SAMPLES_PROGRAMS_H
