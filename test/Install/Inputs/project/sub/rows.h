#pragma once
void rows(int *x, int n);
