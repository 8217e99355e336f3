#include <heddle/mapping.h>

constexpr heddle::mapping value =
    heddle::GridBlock(1, heddle::SplitLast(32, heddle::ShiftLB(heddle::Gen)));
bool reads() { return value.valid(); }
