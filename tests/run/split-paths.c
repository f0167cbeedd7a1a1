/* A loop's end that is copied for both ways to it. */

/* { dg-do run } */
/* { dg-options "-O3 -fno-thread-jumps" } */

static int calls;
__attribute__ ((noinline)) static void called (void) { calls++; }

__attribute__ ((noinline)) static unsigned long halve (unsigned long x) {
  unsigned long steps = 0;
  while (x >= 256) {
    if (x & 1) {
      called ();
      x -= 3;
    } else {
      x >>= 1;
      steps += 2;
    }
    steps++;
  }
  return steps * 1000 + x;
}

__attribute__ ((noinline)) static int copy (const char *from, char *to) {
  int stars = 0;
  char *t = to;
  for (const char *s = from; *s; s++) {
    if (*s == '*') {
      *t++ = '.';
      stars++;
    } else
      *t++ = *s;
  }
  *t = 0;
  return stars * 100 + (int) (t - to);
}

int main (void) {
  char to[16];
  __builtin_printf ("%lu %d\n", halve (1000003), calls);
  __builtin_printf ("%d", copy ("a*b**c", to));
  __builtin_printf (" %s\n", to);
  __builtin_printf ("%lu\n", halve (5));
  return 0;
}
