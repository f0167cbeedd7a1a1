/* A pragma is not the body of a branch or loop: what stands after it is, whether the pragma is known or not. */
/* { dg-options "-w" } */
#include <stdio.h>

static int branches(int x) {
  int n = 0;
  if (x)
#pragma GCC diagnostic push
    n += 1;
  else
#pragma nobody knows this
    n += 10;
  if (x)
#pragma nobody knows this
    n += 100;
  for (int i = 0; i < x; i++)
#pragma GCC unroll 2
    for (int j = 0; j < 2; j++)
      n += 1000;
  while (x-- > 0)
#pragma STDC FP_CONTRACT OFF
    n += 100000;
  return n;
}

int _Pragma("nobody") between;

int main(void) {
  printf("%d %d %d\n", branches(0), branches(1), branches(3));
  return between;
}
