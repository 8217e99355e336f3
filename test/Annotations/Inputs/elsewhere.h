#define ELSEWHERE(i, n) for (int i = 0; i < (n); ++i)
#define TWICE(v) OF_TWICE(2, (v))
#define OF_TWICE(a, b) (a * b)
#define ANY_NUMBER(...) __VA_ARGS__
