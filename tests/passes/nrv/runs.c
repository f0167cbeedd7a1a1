/* { dg-do run } */
/* { dg-options "-O2" } */

/* The result is right, and in its place. */
struct big { long a[8]; };
__attribute__ ((noipa)) struct big f (int c) { struct big b; for (int i = 0; i < 8; i++) b.a[i] = i * c; return b; }
__attribute__ ((noipa)) struct big twice (int c, int i) { struct big b = f (c); b.a[i] = 1; if (c > 5) return b; b.a[i + 1] = 7; return b; }
int main (void)
{
  struct big b = f (3), d = twice (2, 2), e = twice (9, 0);
  if (b.a[7] != 21 || d.a[2] != 1 || d.a[3] != 7 || d.a[4] != 8 || e.a[0] != 1 || e.a[1] != 9)
    __builtin_abort ();
  return 0;
}

