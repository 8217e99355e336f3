#define ELSEWHERE(i, n) for (int i = 0; i < (n); ++i)
