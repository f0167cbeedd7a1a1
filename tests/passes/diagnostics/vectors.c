/* { dg-do compile } */
/* { dg-options "" } */

typedef int v4 __attribute__ ((vector_size (16)));
typedef unsigned u4 __attribute__ ((vector_size (16)));
typedef short s4 __attribute__ ((vector_size (8)));
typedef float f4 __attribute__ ((vector_size (16)));
typedef long l4 __attribute__ ((vector_size (32)));
v4 x, y;
u4 u;
f4 f;
s4 s;
l4 l;
int k;

void arithmetic (void)
{
  x = x + f; /* { dg-error "invalid operands to binary \\+ \\(have 'v4' \{aka '__vector\\(4\\) int'\} and 'f4'" } */
  x = x << f; /* { dg-error "invalid operands to binary <<" } */
  f = ~f; /* { dg-error "wrong type argument to bit-complement" } */
  s = s + 100000; /* { dg-error "conversion of scalar 'int' to vector 's4' .* involves truncation" } */
  x = x < s; /* { dg-error "comparing vectors with different element types" } */
  x = x && y; /* { dg-error "used vector type where scalar is required" } */
  if (x) /* { dg-error "used vector type where scalar is required" } */
    k = 1;
}

void assignment (void)
{
  x = f; /* { dg-error "incompatible types when assigning to type 'v4' \[^\n\]* from type 'f4'" } */
  s = x; /* { dg-error "incompatible types when assigning to type 's4' \[^\n\]* from type 'v4'" } */
  x = 3; /* { dg-error "incompatible types when assigning to type 'v4' \[^\n\]* from type 'int'" } */
  k = x; /* { dg-error "incompatible types when assigning to type 'int' from type 'v4'" } */
  x = x < u;
}

void builtins (void)
{
  x = __builtin_shuffle (x); /* { dg-error "wrong number of arguments to '__builtin_shuffle'" } */
  x = __builtin_shuffle (x, 3); /* { dg-error "'__builtin_shuffle' last argument must be an integer vector" } */
  x = __builtin_shuffle (x, u, y); /* { dg-error "'__builtin_shuffle' argument vectors must be of the same type" } */
  x = __builtin_shuffle (x, l); /* { dg-error "argument vector\\(s\\) inner type must have the same size" } */
  x = __builtin_shufflevector (x, y, 0, 1, 2, 99); /* { dg-error "invalid element index '99' to" } */
  x = __builtin_shufflevector (x, y, 0, k, 2, 3); /* { dg-error "invalid element index 'k' to" } */
  x = __builtin_shufflevector (x, y, 0, 1, 2); /* { dg-error "must specify a result with a power of two number" } */
  x = __builtin_convertvector (k, v4); /* { dg-error "first argument must be an integer or floating vector" } */
  x = __builtin_convertvector (x, int); /* { dg-error "second argument must be an integer or floating vector type" } */
}
