/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Structures are copied as they are. */
struct s { long a; int b[3]; } x[20], y[20];
__attribute__ ((noipa)) void f (void) { for (int i = 0; i < 20; i++) x[i] = y[i]; }
int
main (void)
{
  for (int i = 0; i < 20; i++) y[i].b[1] = i;
  f ();
  for (int i = 0; i < 20; i++) if (x[i].b[1] != i) return 1;
  return 0;
}

/* { dg-final { scan-tree-dump-times "generated memcpy" 1 "ldist" } } */
