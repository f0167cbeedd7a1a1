/* { dg-do run } */
/* { dg-options "-O2" } */

/* A function may read what its result goes to. */
struct big { long a[8]; };
struct big g;
__attribute__ ((noipa)) struct big make (int k)
{
  struct big b;
  for (int i = 0; i < 8; i++)
    b.a[i] = g.a[7 - i] + k;
  return b;
}
__attribute__ ((noipa)) long own (int k, int i)
{
  struct big b;
  b.a[1] = k;
  b = make (k);
  return b.a[i];
}
__attribute__ ((noipa)) void through (struct big *p) { *p = make (1); }
int main (void)
{
  for (int i = 0; i < 8; i++)
    g.a[i] = i;
  if (own (10, 2) != 15)
    __builtin_abort ();
  g = make (100);
  if (g.a[0] != 107 || g.a[7] != 100)
    __builtin_abort ();
  through (&g);
  if (g.a[0] != 101 || g.a[7] != 108)
    __builtin_abort ();
  return 0;
}

