/* A definition in the old style after a prototype takes what the prototype says, and converts it. */
/* { dg-options "-w" } */
#include <stdio.h>

float half(float);
float half(x) float x;
{ return x / 2; }

float twice(double);
float twice(x) float x;
{ return x * 2; }

int narrow(short, int, signed char);
int narrow(s, i, c) short s; int i; signed char c;
{ return s + i * 10 + c * 100; }

int promoted(int, unsigned);
int promoted(s, c) short s; unsigned c;
{ return s + (int)c; }

float alone(x, c) float x; signed char c;
{ return x + c; }

int main(void) {
  float (*direct)(float) = half;
  float (*other)(double) = twice;
  int big = 70001;
  printf("%g %g %g %g\n", half(3), direct(5), twice(1.25), other(2.5));
  printf("%d %d\n", narrow(big, 2, 300), promoted(big, 4u));
  printf("%g\n", alone(0.5f, 3));
  return 0;
}
