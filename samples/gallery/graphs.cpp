//===- graphs.cpp - vertices, edges and what spreads along them -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The neighbours of vertex v are adjacent[k] with first[v] <= k < first[v + 1].
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <heddle/heddle.h>

using namespace heddle;

struct graph {
  std::vector<int> first, adjacent;

  int vertices() const { return static_cast<int>(first.size()) - 1; }
};

struct edge {
  int from, to;
};

// How many edges leave each vertex.
void count_degrees(std::vector<int> &degree, const std::vector<edge> &edges) {
  [[heddle::map]]
  for (const edge &e : edges)
    ++degree[e.from];
}

// PageRank: each vertex pulls from those that point to it.
void page_rank(double *next, const double *rank, const int *first,
               const int *source, const int *degree, int n, double damping) {
  const double base = (1 - damping) / n;
  [[heddle::map, heddle::extent(source, first[n]), heddle::extent(rank, n),
    heddle::extent(degree, n)]]
  for (int v = 0; v < n; ++v) {
    double sum = 0;
    for (int k = first[v]; k < first[v + 1]; ++k) {
      const int u = source[k];
      sum += rank[u] / degree[u];
    }
    next[v] = base + damping * sum;
  }
}

// One level of a search in breadth, from below: a vertex that nobody has
// reached looks for a neighbour at the front. How many have found one?
int advance_front(std::vector<int> &next, const std::vector<int> &level,
                  const graph &g, int depth) {
  int found = 0;
  [[heddle::map]]
  for (int v = 0; v < static_cast<int>(g.first.size()) - 1; ++v) {
    next[v] = level[v];
    if (level[v] >= 0)
      continue;
    for (int k = g.first[v]; k < g.first[v + 1]; ++k)
      if (level[g.adjacent[k]] == depth) {
        next[v] = depth + 1;
        ++found;
        break;
      }
  }
  return found;
}

// Components by their least vertex; true while a label still changes.
bool propagate(int *next, const int *label, const int *first,
               const int *adjacent, int n) {
  bool changed = false;
  [[heddle::map, heddle::extent(first, n + 1),
    heddle::extent(adjacent, first[n]), heddle::extent(label, n)]]
  for (int v = 0; v < n; ++v) {
    int least = label[v];
    for (const int *u = adjacent + first[v]; u != adjacent + first[v + 1]; ++u)
      least = std::min(least, label[*u]);
    next[v] = least;
    if (least != label[v])
      changed = true;
  }
  return changed;
}

// Roots of a forest, twice as far with every step.
void jump(std::vector<int> &next, const std::vector<int> &parent) {
  [[heddle::map]]
  for (std::size_t v = 0; v < parent.size(); ++v)
    next[v] = parent[parent[v]];
}

// Bellman and Ford: does a way over a neighbour cost less? Costs may be absent.
void relax_ways(float *next, const float *way, const int *first,
                const int *adjacent, const float *cost, int n) {
  [[
    heddle::map, heddle::extent(adjacent, first[n]), heddle::extent(way, n),
    heddle::extent(cost, cost ? first[n] : 0)
  ]] for (int v = 0; v < n; ++v) {
    float best = way[v];
    for (int k = first[v]; k < first[v + 1]; ++k)
      best = std::min(best, way[adjacent[k]] + (cost ? cost[k] : 1.0f));
    next[v] = best;
  }
}

// Edges whose ends have one colour.
int conflicts(const std::vector<edge> &edges, const std::vector<int> &colour) {
  int count = 0;
  [[heddle::map]]
  for (auto e = edges.begin(); e != edges.end(); ++e)
    if (colour[e->from] == colour[e->to])
      ++count;
  return count;
}

int main() {
  const int n = 311;
  std::vector<edge> edges;
  const auto ends = gallery::between<int>(0, n, 6 * n, 1);
  for (int i = 0; i < 3 * n; ++i) {
    edges.push_back({ends[2 * i], ends[2 * i + 1]});
    edges.push_back({ends[2 * i + 1], ends[2 * i]});
  }
  std::vector<int> degree(n);
  count_degrees(degree, edges);
  gallery::show("count_degrees", degree);

  graph g;
  g.first.assign(n + 1, 0);
  for (int v = 0; v < n; ++v) {
    for (const edge &e : edges)
      if (e.from == v)
        g.adjacent.push_back(e.to);
    g.first[v + 1] = static_cast<int>(g.adjacent.size());
  }
  std::vector<double> rank(n, 1.0 / n), next(n);
  for (int step = 0; step < 5; ++step) {
    page_rank(next.data(), rank.data(), g.first.data(), g.adjacent.data(),
              degree.data(), n, 0.85);
    rank.swap(next);
  }
  gallery::show("page_rank", rank);

  std::vector<int> level(n, -1), deeper(n);
  level[0] = 0;
  for (int depth = 0; advance_front(deeper, level, g, depth); ++depth)
    level.swap(deeper);
  gallery::show("advance_front", level);

  std::vector<int> label(n), changed(n);
  for (int v = 0; v < n; ++v)
    label[v] = v;
  while (propagate(changed.data(), label.data(), g.first.data(),
                   g.adjacent.data(), n))
    label.swap(changed);
  gallery::show("propagate", label);
  std::vector<int> parent(n), root(n);
  for (int v = 0; v < n; ++v)
    parent[v] = std::max(0, v - 1 - v % 5);
  for (int step = 0; step < 4; ++step) {
    jump(root, parent);
    parent.swap(root);
  }
  gallery::show("jump", parent);

  const auto cost = gallery::between<float>(1, 9, g.adjacent.size(), 2);
  std::vector<float> way(n, 1000.0f), shorter(n);
  way[0] = 0;
  for (int step = 0; step < 6; ++step) {
    relax_ways(shorter.data(), way.data(), g.first.data(), g.adjacent.data(),
               step < 3 ? cost.data() : nullptr, n);
    way.swap(shorter);
  }
  gallery::show("relax_ways", way);
  gallery::show("conflicts",
                conflicts(edges, gallery::between<int>(0, 4, n, 3)));
}
