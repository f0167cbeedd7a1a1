/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-ldist-details -fdisable-tree-cunroll -fdisable-tree-cunrolli" } */

/* Parts beside each other are filled by one call, in whatever order they are stored. */
struct s { int a[10], b[10], c[10], gap, d[10]; } s;
__attribute__ ((noipa)) void
f (struct s *s)
{
  for (int i = 0; i < 10; i++) { s->c[i] = 0; s->a[i] = 0; s->b[i] = 0; s->d[i] = 0; }
}
int
main (void)
{
  for (int i = 0; i < 41; i++) ((int *) &s)[i] = 5;
  f (&s);
  for (int i = 0; i < 41; i++) if (((int *) &s)[i] != (i == 30 ? 5 : 0)) return 1;
  return 0;
}

/* { dg-final { scan-tree-dump-times "generated memset zero" 2 "ldist" } } */
