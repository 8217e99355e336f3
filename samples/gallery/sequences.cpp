//===- sequences.cpp - texts and genomes ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <heddle/heddle.h>
#include <string>

using namespace heddle;

// How often each letter occurs, large or small.
void count_letters(int (&count)[26], const std::string &text) {
  [[heddle::map]]
  for (char c : text) {
    if (c >= 'A' && c <= 'Z')
      c += 'a' - 'A';
    if (c >= 'a' && c <= 'z')
      ++count[c - 'a'];
  }
}

// Capitals, and the zero at the end of strings in C; returns the length.
int capitals(char *to, const char *from, int n) {
  int i;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    char c = from[i];
    if (c >= 'a' && c <= 'z')
      c -= 32;
    to[i] = c;
  }
  to[i] = '\0';
  return i;
}

// A hash of each word (FNV-1a), all words in one string.
void hash_words(std::uint32_t *hash, const char *text, const int *start,
                int words) {
  [[heddle::map, heddle::extent(text, start[words]),
    heddle::extent(start, words + 1)]]
  for (int w = 0; w < words; ++w) {
    std::uint32_t h = 2166136261u;
    for (const char *c = text + start[w]; c < text + start[w + 1]; ++c)
      h = (h ^ static_cast<unsigned char>(*c)) * 16777619u;
    hash[w] = h;
  }
}

// Where the pattern stands: each place looks for itself.
void find_pattern(std::vector<char> &here, const std::string &text,
                  const std::string &pattern) {
  [[heddle::map]]
  for (std::size_t i = 0; i + pattern.size() <= text.size(); ++i) {
    bool same = true;
    for (std::size_t k = 0; k < pattern.size() && same; ++k)
      same = pattern[k] == '?' || pattern[k] == text[i + k];
    here[i] = same;
  }
}

// The other strand, read backwards.
void reverse_complement(char *other, const char *strand, int n) {
  [[heddle::map]]
  for (int i = 0, j = n - 1; i < n; ++i, --j) {
    char base;
    switch (strand[i]) {
    case 'A':
      base = 'T';
      break;
    case 'C':
      base = 'G';
      break;
    case 'G':
      base = 'C';
      break;
    case 'T':
      base = 'A';
      break;
    default:
      base = 'N';
    }
    other[j] = base;
  }
}

// Two bits for each base, four bases in a byte.
void pack_bases(std::vector<unsigned char> &packed, const std::string &genome) {
  [[heddle::map]]
  for (std::size_t b = 0; b < genome.size() / 4; ++b) {
    unsigned bits = 0;
    for (int k = 0; k < 4; ++k)
      bits |= ((genome[4 * b + k] >> 1) & 3u) << (2 * k);
    packed[b] = static_cast<unsigned char>(bits);
  }
}

// How often each word of K bases occurs.
template <int K>
void count_words(std::vector<int> &count, const unsigned char *packed, int n) {
  [[heddle::map, heddle::extent(packed, (n + 3) / 4)]]
  for (int i = 0; i <= n - K; ++i) {
    unsigned word = 0;
    for (int k = i; k < i + K; ++k)
      word = word << 2 | ((packed[k >> 2] >> (2 * (k & 3))) & 3u);
    ++count[word];
  }
}

// Smith and Waterman: the best local alignment. The loop around the nest says
// which diagonal it is, all cells of which are independent.
int align(std::vector<int> &h, const std::string &a, const std::string &b) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  int best = 0;
  for (int d = 2; d <= n + m; ++d) {
    [[heddle::map]]
    for (int i = std::max(1, d - m); i <= std::min(n, d - 1); ++i) {
      const int j = d - i;
      int score =
          h[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
      score = std::max(score, h[(i - 1) * (m + 1) + j] - 1);
      score = std::max(score, h[i * (m + 1) + j - 1] - 1);
      h[i * (m + 1) + j] = std::max(score, 0);
      if (score > best)
        best = score;
    }
  }
  return best;
}

// How much of each read to keep: bad ends are cut off, as BWA does.
void trim_reads(short *length, const char *quality, int reads, int cycles,
                int least) {
  [[heddle::map, heddle::extent(quality, reads * cycles)]]
  for (int r = 0; r < reads; ++r) {
    const char *q = quality + r * cycles;
    int sum = 0, best = 0, keep = cycles;
    for (int c = cycles - 1; c >= 0; --c) {
      sum += least - (q[c] - 33);
      if (sum < 0)
        break;
      if (sum > best) {
        best = sum;
        keep = c;
      }
    }
    length[r] = static_cast<short>(keep);
  }
}

int main() {
  const int n = 2003;
  std::string text, genome;
  std::vector<int> start{0};
  const auto letters = gallery::between<int>(0, 30, n, 1);
  const auto bases = gallery::between<int>(0, 4, n, 2);
  for (int i = 0; i < n; ++i) {
    text += "etaoinshrdlucmfwypvbgkqjxz ETA"[letters[i]];
    genome += "ACGT"[bases[i]];
    if (text.back() == ' ')
      start.push_back(i + 1);
  }
  int count[26] = {};
  count_letters(count, text);
  gallery::show("count_letters", count, 26);
  std::vector<char> upper(n + 1);
  capitals(upper.data(), text.data(), n);
  gallery::show("capitals", upper);
  const int words = static_cast<int>(start.size()) - 1;
  std::vector<std::uint32_t> hash(words);
  hash_words(hash.data(), text.data(), start.data(), words);
  gallery::show("hash_words", hash);
  std::vector<char> here(n);
  find_pattern(here, text, "e?a");
  gallery::show("find_pattern", here);

  std::vector<char> other(n);
  reverse_complement(other.data(), genome.data(), n);
  gallery::show("reverse_complement", other);
  std::vector<unsigned char> packed(n / 4);
  pack_bases(packed, genome);
  gallery::show("pack_bases", packed);
  std::vector<int> occurs(1 << 8);
  count_words<4>(occurs, packed.data(), n / 4 * 4);
  gallery::show("count_words", occurs);
  const std::string a = genome.substr(0, 67), b = genome.substr(31, 59);
  std::vector<int> h(68 * 60);
  h.push_back(align(h, a, b));
  gallery::show("align", h);
  const int reads = 97, cycles = 36;
  std::vector<short> length(reads);
  trim_reads(length.data(),
             gallery::between<char>(33, 74, reads * cycles, 3).data(), reads,
             cycles, 20);
  gallery::show("trim_reads", length);
}
