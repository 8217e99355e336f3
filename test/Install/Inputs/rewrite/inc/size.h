#pragma once
constexpr int Size = 100;
