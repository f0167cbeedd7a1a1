/* { dg-do run } */
/* { dg-options "-O2" } */

/* Addresses are what they were. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);

__attribute__ ((noipa)) void use (void *p) { *(int *) p = 5; }
__attribute__ ((noipa)) void f (struct s *p, int i, unsigned j, signed char k) { use (&p->a[i][j]); use (&p->d[k].w); use (&a[k + i]); }
int main (void)
{
  f (&g, 3, 7, 2);
  if (g.a[3][7] != 5 || (int) g.d[2].w != 5 || a[5] != 5)
    __builtin_abort ();
  return 0;
}

